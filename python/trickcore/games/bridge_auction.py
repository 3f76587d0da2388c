"""What calls at bridge tell of a hand, as natural bidders speak: points, and cards of suits.

Five-card majors, a strong no-trump (15–17), strong openings of two, weak ones of three. After that a bid says how many
points both hands have together, as far as the bidder knows: 18 for a raise to two, 22 to three, 25 for game, 33 for a
slam. A double of a low suit bid is for takeout until the own side has bid.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any, NamedTuple

from trickcore._core import CardSet
from trickcore.bridge_table import PACK, STRAINS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from trickcore._core import Action, Deal

__all__ = [
    "MAJORS",
    "MOST",
    "NEED",
    "NT_NEED",
    "OVERCALL",
    "POINTS",
    "SUITS",
    "TAKEOUT",
    "Auction",
    "Shown",
    "doubts",
    "new_suit_need",
    "sensible",
]

SUITS = STRAINS[:4]
MAJORS = ("S", "H")
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
MOST = 37
"""Points that nobody exceeds."""
NEED = (0, 18, 18, 22, 25, 28, 32, 36)
"""Points of both hands together that a raise to a level promises."""
NT_NEED = (0, 18, 23, 25, 30, 31, 33, 37)
"""The same at no-trump."""
OVERCALL = (0, 9, 11, 14, 16, 18, 20, 22)
"""Points for a first bid of the own side after another's, by level; a five-card suit besides."""
TAKEOUT = 12
"""Points for a double that asks the partner for a suit."""
FALSE = 1
"""By how many points, or twice as many cards, a hand may be off what it tells."""


class Shown(NamedTuple):
    """What a seat has told."""

    low: int = 0
    high: int = MOST
    lengths: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Least cards of each suit, in the order of `STRAINS`."""
    forcing: bool = False
    """Whether its last call asks its partner to bid."""

    def holds(self, suit: str, cards: int) -> Shown:
        """It has so many cards of a suit at least."""
        place = SUITS.index(suit)
        lengths = [max(old, cards) if i == place else old for i, old in enumerate(self.lengths)]
        return self._replace(lengths=(lengths[0], lengths[1], lengths[2], lengths[3]))

    def between(self, low: int, high: int = MOST) -> Shown:
        """It has so many points, as far as that agrees with what it told before."""
        low = max(self.low, low)
        return self._replace(low=min(low, self.high), high=max(low, min(self.high, high)))


class Auction:
    """The calls so far, and what every seat has told by them."""

    def __init__(self, calls: Iterable[tuple[int, str]]) -> None:
        self.shown = [Shown()] * 4
        self.bids: list[list[str]] = [[], [], [], []]
        """The strains that each seat has bid."""
        self.level, self.strain, self.holder = 0, "", -1
        """The bid that stands."""
        self.doubled = False
        self.first: int | None = None
        """Who opened."""
        self.taken_out: list[bool] = [False, False]
        """Whether a side has doubled for takeout."""
        for seat, text in calls:
            self._hear(seat, text)

    def quiet(self, side: int) -> bool:
        """Whether a side has neither bid nor doubled for takeout."""
        return not (self.bids[side] or self.bids[side + 2] or self.taken_out[side])

    def lowest(self, strain: str) -> int:
        """The level at which a strain can be bid."""
        over = self.level == 0 or STRAINS.index(strain) > STRAINS.index(self.strain)
        return max(1, self.level + (not over))

    def is_true(self, seat: int, text: str, hand: CardSet) -> bool:
        """Whether a call would tell hardly more of a hand than it has."""
        if text.startswith("bid ") and int(text[4]) > max(self.lowest(text[5:]) + 1, 5):
            return False
        after = copy(self)
        after.shown, after.bids, after.taken_out = self.shown[:], [bids[:] for bids in self.bids], self.taken_out[:]
        after._hear(seat, text)
        return _misfit(hand, after.shown[seat]) <= FALSE

    def is_takeout(self, seat: int) -> bool:
        """Whether a double by a seat would be for takeout."""
        return self.quiet(seat % 2) and 1 <= self.level <= 3 and self.strain != "NT"

    def _hear(self, seat: int, text: str) -> None:
        told = self.shown[seat]
        if told.forcing:
            told = told._replace(forcing=False)
        if text == "pass":
            if self.first is None:
                told = told.between(0, 12)
        elif text == "double":
            if self.is_takeout(seat):
                told = self._takeout(seat, told)
            self.doubled = True
        elif text.startswith("bid "):
            level, strain = int(text[4]), text[5:]
            told = self._meaning(seat, level, strain, told)
            self.bids[seat].append(strain)
            self.level, self.strain, self.holder, self.doubled = level, strain, seat, False
            self.first = seat if self.first is None else self.first
        self.shown[seat] = told

    def _takeout(self, seat: int, told: Shown) -> Shown:
        self.taken_out[seat % 2] = True
        theirs = self.bids[(seat + 1) % 4] + self.bids[(seat + 3) % 4]
        for suit in SUITS:
            if suit not in theirs:
                told = told.holds(suit, 3)
        return told.between(TAKEOUT)._replace(forcing=True)

    def _meaning(self, seat: int, level: int, strain: str, told: Shown) -> Shown:
        """What a bid adds to what its seat has told."""
        if self.first is None:
            return _opening(level, strain, told)
        if self.quiet(seat % 2):
            return self._overcall(level, strain, told)
        partner = self.shown[(seat + 2) % 4]
        if strain == "NT":
            least, most = _promised(NT_NEED, level)
            return told.between(least - partner.low, most - partner.low)
        if partner.lengths[SUITS.index(strain)] >= 3 or strain in self.bids[seat]:
            cards = told.lengths[SUITS.index(strain)] + 1 if strain in self.bids[seat] else 3
            least, most = _promised(NEED, level)
            return told.holds(strain, cards).between(least - partner.low, most - partner.low)
        need = new_suit_need(level, answers=not self.bids[seat])
        return (
            told.holds(strain, 4 if level == 1 or self.bids[seat] else 5)
            .between(need - partner.low)
            ._replace(forcing=self.first == (seat + 2) % 4 and partner.high > 17 and not self.bids[seat])
        )

    def _overcall(self, level: int, strain: str, told: Shown) -> Shown:
        if strain == "NT":
            return told.between(15, 18)
        if level > self.lowest(strain):
            return told.holds(strain, 6).between(5, 10)
        return told.holds(strain, 5).between(OVERCALL[level], 17)


def _promised(needs: Sequence[int], level: int) -> tuple[int, int]:
    """Points of both hands together, least and most: enough for this level, and not for more."""
    return needs[level], next((need for need in needs if need > needs[level]), 41) - 1


def _opening(level: int, strain: str, told: Shown) -> Shown:
    if strain == "NT":
        low, high = {1: (15, 17), 2: (20, 22)}.get(level, (25, MOST))
        for suit in SUITS:
            told = told.holds(suit, 2)
        return told.between(low, high)
    if level == 1:
        return told.holds(strain, 5 if strain in MAJORS else 3).between(12, 21)
    if level == 2:
        return told.holds(strain, 5).between(20)._replace(forcing=True)
    return told.holds(strain, 7).between(5, 11)


def new_suit_need(level: int, *, answers: bool) -> int:
    """Points of both hands together that a new suit promises: of the partner that answers an opening, or of others."""
    return (0, 18, 22 if answers else 18, 24 if answers else 23, 27, 29, 33, 37)[level]


def sensible(seen: Mapping[str, Any], hand: CardSet, legal: Sequence[Action]) -> list[Action]:
    """The calls that are true or nearly so: the hand is not far from what they tell. No jump past a game."""
    heard = Auction(map(tuple, seen["actions"]))
    return [action for action in legal if action.text == "pass" or heard.is_true(seen["seat"], action.text, hand)]


def doubts(seen: Mapping[str, Any]) -> Callable[[Deal], float] | None:
    """How far a deal is from what the other seats told: points and cards too many or too few, added up."""
    auction = Auction((seat, text) for seat, text in seen["actions"] if not text.startswith("play "))
    told = [(seat, shown) for seat, shown in enumerate(auction.shown) if seat != seen["seat"] and shown != Shown()]
    if not told:
        return None
    return lambda deal: float(sum(_misfit(deal.hands[seat], shown) for seat, shown in told))


def _misfit(hand: CardSet, shown: Shown) -> int:
    lengths = [len(hand & suit) for suit in _OF_SUIT]
    points = sum(worth * len(hand & cards) for worth, cards in _HIGH)
    long = sum(max(0, length - 4) for length in lengths)
    off = max(0, shown.low - points - long) + max(0, points - shown.high)
    return off + sum(2 * max(0, least - length) for least, length in zip(shown.lengths, lengths, strict=True))


_OF_SUIT = [PACK.cards.of_suit(suit) for suit in SUITS]
_HIGH = [(worth, CardSet([card for card in PACK.cards if card.rank == rank], PACK)) for rank, worth in POINTS.items()]
