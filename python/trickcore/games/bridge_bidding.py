"""How the hand-written player bids at bridge: naturally, by its points and those that its partner has shown.

Bids tell the truth, as `bridge_auction` hears them. Once a fit and the points are known it goes where they are enough:
25 for game, 28 for one in a minor suit, 33 and 37 for slams.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickcore.advice import named
from trickcore.bridge_table import STRAINS
from trickcore.games.bridge_auction import (
    MAJORS,
    MOST,
    NEED,
    NT_NEED,
    OVERCALL,
    POINTS,
    SUITS,
    TAKEOUT,
    Auction,
    new_suit_need,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from trickcore._core import Action, CardSet

__all__ = ["advise"]

GAME, MINOR_GAME, SLAM, GRAND = 25, 28, 33, 37
"""Points of both hands together that are enough."""


def advise(seen: Mapping[str, Any], hand: CardSet, legal: Sequence[Action]) -> Action | None:
    """The call of a seat with this observation; ``None`` for a pass."""
    auction = Auction(map(tuple, seen["actions"]))
    calls = _Caller(seen["seat"], hand, auction).calls()
    return named(legal, *calls)


class _Caller:
    """A seat with its hand, about to call."""

    def __init__(self, seat: int, hand: CardSet, auction: Auction) -> None:
        self.seat, self.hand, self.auction = seat, hand, auction
        self.suits = {suit: "".join(card.rank for card in hand.of_suit(suit)) for suit in SUITS}
        self.length = {suit: len(ranks) for suit, ranks in self.suits.items()}
        self.high = sum(POINTS.get(card.rank, 0) for card in hand)
        self.points = self.high + sum(max(0, length - 4) for length in self.length.values())
        self.balanced = min(self.length.values()) >= 2 and sorted(self.length.values())[1] > 2
        self.partner = auction.shown[(seat + 2) % 4]
        self.told = auction.shown[seat]
        self.theirs = set(auction.bids[(seat + 1) % 4] + auction.bids[(seat + 3) % 4])

    def calls(self) -> list[str]:
        """What it would call, the best first; nothing for a pass."""
        if self.auction.first is None:
            return self._open()
        if self.auction.quiet(self.seat % 2):
            return self._overcall()
        if not self._ours():
            if self.auction.doubled and not (self.auction.taken_out[self.seat % 2] and self.auction.level <= 3):
                return []
            return [*self._penalty(), *self._go_on()]
        return self._go_on()

    # First bids

    def _open(self) -> list[str]:
        longest = max(SUITS, key=lambda suit: (self.length[suit], SUITS.index(suit)))
        if self.balanced and self.length["S"] < 5 and self.length["H"] < 5:
            for level, low, high in ((1, 15, 17), (2, 20, 22), (3, 25, MOST)):
                if low <= self.high <= high:
                    return [f"bid {level}NT"]
        if self.points >= 21:
            return [f"bid 2{longest}"] if self.length[longest] >= 5 else [f"bid 1{self._suit_to_open()}"]
        if self.points >= 12:
            return [f"bid 1{self._suit_to_open()}"]
        if self.length[longest] >= 7 and self.high >= 5:
            return [f"bid 3{longest}"]
        return []

    def _suit_to_open(self) -> str:
        """The longest suit, a major only with five cards; of equals the higher, but of three cards clubs."""
        long = [suit for suit in SUITS if self.length[suit] >= (5 if suit in MAJORS else 3)]
        most = max(self.length[suit] for suit in long)
        best = [suit for suit in long if self.length[suit] == most]
        return best[0] if most == 3 else best[-1]

    def _overcall(self) -> list[str]:
        level, strain = self.auction.level, self.auction.strain
        if 15 <= self.high <= 18 and self.balanced and self._stops(self.theirs) and level == 1:
            return ["bid 1NT"]
        found: list[str] = []
        for suit in sorted(SUITS, key=lambda suit: (-self.length[suit], -SUITS.index(suit))):
            at, long = self.auction.lowest(suit), self.length[suit]
            if suit not in self.theirs and long >= (5 if at < 3 else 6) and OVERCALL[min(at, 7)] <= self.points <= 17:
                found.append(f"bid {at}{suit}")
            if suit not in self.theirs and long >= 6 and 5 <= self.high <= 9 and at < 3:
                found.append(f"bid {at + 1}{suit}")
        short = strain in SUITS and self.length[strain] <= 2
        unbid = [suit for suit in SUITS if suit not in self.theirs]
        if self.auction.is_takeout(self.seat) and (
            self.points >= 18
            or (self.points >= TAKEOUT + level - 1 and short and all(self.length[suit] >= 3 for suit in unbid))
        ):
            found.insert(0 if self.points >= 18 or not found else 1, "double")
        return found

    # Both hands together

    def _penalty(self) -> list[str]:
        """A double of what opponents will not make."""
        if self.auction.doubled or self.auction.level < 3:
            return []
        low = self.points + self.partner.low
        trumps = self.length.get(self.auction.strain, 3)
        enough = low >= 23 and trumps >= 3 and self._fit() is None
        return ["double"] if enough or (self.auction.level >= 5 and low >= 21) else []

    def _go_on(self) -> list[str]:
        """Towards the best contract of both hands."""
        fit, auction = self._fit(), self.auction
        points = self.points + (self._shortness(fit) if fit else 0)
        low, high = points + self.partner.low, points + self.partner.high
        target = self._target(fit, low)
        if target is None:
            part = list(self._part_scores(fit, low, high))
            return part if part or not self.partner.forcing or not self._must_answer() else self._rescue(fit)
        level, strain = target
        if self._is_ours(level, strain):
            return []
        knows = fit or level > 4 or "NT" in auction.bids[(self.seat + 2) % 4]
        explore = [] if knows else list(self._new_suits(low))
        if auction.lowest(strain) <= level:
            return [*explore, f"bid {level}{strain}"]
        return [] if self._ours() else [*explore, "double"]

    def _target(self, fit: str | None, low: int) -> tuple[int, str] | None:
        """The game or slam that is sure to have enough points, if there is one."""
        if low >= SLAM and (fit or self.balanced):
            return (7 if low >= GRAND else 6), fit or "NT"
        if low < GAME:
            return None
        if fit in MAJORS:
            return 4, str(fit)
        if self._stops(self.theirs) and (self.balanced or fit is None or low < MINOR_GAME):
            return 3, "NT"
        if fit is not None and low >= MINOR_GAME:
            return 5, fit
        return None

    def _part_scores(self, fit: str | None, low: int, high: int) -> Iterator[str]:
        """Bids that invite, show a suit, or fight for a contract."""
        auction = self.auction
        ours = self._ours()
        answers = self.partner.high > 17 and not auction.bids[self.seat]
        if fit is not None and (fit in MAJORS or self.told.low):
            at = auction.lowest(fit)
            settled = ours and auction.strain == fit and not (answers and at == 2)
            yield from self._raises(fit, low, high, settled=settled)
            if settled:
                return
        if not ours and not self._must_answer() and self.told.low:
            return
        settled = ours and auction.strain in ("NT", fit) and not self.partner.forcing
        if not settled or (self.partner.high > 17 and not self.told.low):
            yield from self._new_suits(low)
        if fit is not None:
            at = auction.lowest(fit)
            if not (ours and auction.strain == fit) and at <= 3 and low >= NEED[at]:
                yield f"bid {at}{fit}"
        yield from self._no_trumps(low, high, ours=ours)
        own = [suit for suit in auction.bids[self.seat] if suit in SUITS and self.length[suit] >= 6]
        if own and not settled and auction.lowest(own[0]) <= 3 and low >= NEED[auction.lowest(own[0])]:
            yield f"bid {auction.lowest(own[0])}{own[0]}"

    def _raises(self, fit: str, low: int, high: int, *, settled: bool) -> Iterator[str]:
        """Bids of the common suit: to three to invite, or as high as there are points or trumps for."""
        ours, at = self._ours(), self.auction.lowest(fit)
        vague = self.partner.high - self.partner.low > 3
        if high >= GAME and low >= NEED[3] and at <= 3 and (vague or not settled):
            yield f"bid 3{fit}"
        cards = self.length[fit] + self.partner.lengths[SUITS.index(fit)]
        fights = not ours and at <= cards - 6 and low >= NEED[2] - 1
        if not settled and at <= 3 and (low >= NEED[at] or fights):
            yield f"bid {at}{fit}"

    def _no_trumps(self, low: int, high: int, *, ours: bool) -> Iterator[str]:
        """One or two no-trumps, or two to invite over one."""
        at, settled = self.auction.lowest("NT"), ours and self.auction.strain == "NT"
        if at <= 2 and low >= NT_NEED[at] and not settled and self._stops(self.theirs):
            yield f"bid {at}NT"
        elif at == 2 and settled and low >= NT_NEED[2] and high >= GAME:
            yield "bid 2NT"

    def _new_suits(self, low: int) -> Iterator[str]:
        """Suits that nobody has bid, the longest first; of four cards the lowest."""
        auction, answers = self.auction, not self.auction.bids[self.seat]
        known = self.theirs.union(*auction.bids)
        suits = [suit for suit in SUITS if suit not in known]
        for suit in sorted(suits, key=lambda suit: (-self.length[suit], auction.lowest(suit))):
            at = auction.lowest(suit)
            cards = 4 if at == 1 or not answers else 5
            forced = self.partner.forcing and auction.taken_out[self.seat % 2] and self.length[suit] >= 4
            if at <= 3 and self.length[suit] >= cards and (low >= new_suit_need(at, answers=answers) or forced):
                yield f"bid {at}{suit}"

    def _rescue(self, fit: str | None) -> list[str]:
        """Something to say where a pass would not do: the cheapest bid that is not false."""
        suits = sorted(SUITS, key=lambda suit: -(self.length[suit] + self.partner.lengths[SUITS.index(suit)]))
        best = [suit for suit in suits if suit not in self.theirs]
        order = [fit, *best[:1], "NT"] if fit else [*best[:1], "NT"]
        return [f"bid {self.auction.lowest(strain)}{strain}" for strain in order if strain]

    def _must_answer(self) -> bool:
        """Whether the partner's last call would be passed out, or left in, by a pass."""
        last = self.auction.holder
        if self.auction.doubled and self.auction.taken_out[self.seat % 2] and last % 2 != self.seat % 2:
            return True
        return last == (self.seat + 2) % 4

    def _ours(self) -> bool:
        """Whether the bid that stands is the own side's."""
        return self.auction.holder % 2 == self.seat % 2

    def _is_ours(self, level: int, strain: str) -> bool:
        """Whether the own side has this contract, or one as high that will do, already."""
        auction = self.auction
        if not self._ours():
            return False
        value = (auction.level, STRAINS.index(auction.strain))
        return value >= (level, STRAINS.index(strain))

    def _fit(self) -> str | None:
        """The best suit in which both have eight cards."""
        both = {suit: self.length[suit] + self.partner.lengths[place] for place, suit in enumerate(SUITS)}
        fits = [suit for suit in SUITS if both[suit] >= 8 and suit not in self.theirs]
        return max(fits, key=lambda suit: (suit in MAJORS, both[suit]), default=None)

    def _shortness(self, fit: str | None) -> int:
        """Points for short suits, with trumps to ruff them."""
        if fit is None or fit in self.auction.bids[self.seat] or self.length[fit] < 3:
            return 0
        each = (3, 2, 1) if self.length[fit] >= 4 else (2, 1, 0)
        return sum(each[length] for suit, length in self.length.items() if suit != fit and length < 3)

    def _stops(self, suits: Iterable[str]) -> bool:
        """Whether it has something in each of these suits, or its partner has promised so."""
        promised = "NT" in self.auction.bids[(self.seat + 2) % 4]
        return promised or all(_is_stopper(self.suits[suit]) for suit in suits if suit in SUITS)


def _is_stopper(ranks: str) -> bool:
    return any(rank in ranks and len(ranks) > place for place, rank in enumerate("AKQJ"))
