"""Deals whose hands are as wanted: points, lengths, shapes, given cards, any condition in Python.

Deals are uniform over those that fit: candidates are dealt, and those that do not fit are dropped. The n-th deal of a
seed is the same however many are asked for.

What is wanted of a hand is a text of words, or a mapping.

=============  =================  =================================================================================
mapping        words              meaning
=============  =================  =================================================================================
``"points"``   ``15-17``, ``12+`` points of the high cards, as the game counts them (bridge: A 4, K 3, Q 2, J 1)
``"S"`` …      ``S5+``, ``H=4``   how many cards of a suit
``"shape"``    ``5332``           suit lengths in any order; ``balanced`` is 4333, 4432 or 5332
               ``5=3=3=2``        lengths of the suits in their order
``"cards"``    ``SA``, ``AK.Q..`` cards that the hand has
=============  =================  =================================================================================

A range is ``15-17``, ``15+`` or ``12``, in a mapping also a number, or a pair with ``None`` for no limit. Several
shapes are alternatives. In words, ``S5`` is the five of spades: a length alone is written ``S=5``.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from trickcore._core import Card, CardSet, Dealing, Wanted
from trickcore.errors import DeadlineExceeded, IllegalDeal, ParseError, TrickcoreError, UnknownOption, shown
from trickcore.game import Game
from trickcore.games import game as game_of
from trickcore.numbers import LAST_SEED, entropy, whole

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from trickcore._core import CancelToken, Deal, Pack

    Limits = int | str | tuple[int | None, int | None]
    HandWish = str | CardSet | Mapping[str, object]

__all__ = ["deals", "points", "shape", "wanted"]

_MOST = 1_000_000
"""The most deals of one call."""
_MOST_ATTEMPTS = 1 << 31
_TOP = 1 << 20
"""As good as no upper limit."""
_LONGEST = 400
_BALANCED = ("4333", "4432", "5332")
_COMPASS = ("north", "east", "south", "west")


def deals(
    n: int,
    seed: int | None = None,
    *,
    game: str | Game = "bridge",
    north: HandWish | None = None,
    east: HandWish | None = None,
    south: HandWish | None = None,
    west: HandWish | None = None,
    hands: Mapping[int, HandWish] | None = None,
    predicate: Callable[[Deal], object] | None = None,
    max_attempts: int = 10_000_000,
    deadline: float | None = None,
    cancel: CancelToken | None = None,
) -> list[Deal]:
    """``n`` deals of a game whose hands are as wanted, uniform over all that fit, the same for the same seed.

    ``north`` … ``west`` are seats 0 … 3, ``hands`` says the same by seat; see the module for what can be wanted.
    ``predicate`` is asked for every deal that fits the rest. Without a seed one is drawn from the system's entropy.
    ``max_attempts`` is how many candidates are tried for one deal; ``deadline`` is in seconds.

    Errors: `IllegalDeal` with kind ``"nothing_fits"`` if no deal can be as wanted, or none of ``max_attempts``
    candidates is; `ParseError` for what is not understood; `DeadlineExceeded`, whose ``finished`` is the list of the
    deals found by then. What the predicate raises comes through.

    >>> for deal in deals(2, seed=1, north="15-17 balanced", south={"points": (8, None), "S": (5, 5)}):
    ...     print(points(deal.hands[0]), shape(deal.hands[2])[0])
    15 5
    17 5
    """
    known = game if isinstance(game, Game) else game_of(game)
    whole(n, "n", 0, _MOST)
    whole(max_attempts, "max_attempts", 1, _MOST_ATTEMPTS)
    wishes = _wishes(known, (north, east, south, west), hands)
    dealing = Dealing(known.layout, [wanted(wishes.get(seat), known) for seat in range(known.players)])
    drawn = entropy() if seed is None else whole(seed, "seed", 0, LAST_SEED)
    ends = None if deadline is None else monotonic() + deadline
    search = _Search(dealing, drawn, predicate, max_attempts, ends, cancel)
    found: list[Deal] = []
    try:
        found.extend(search.deal(index) for index in range(n))
    except DeadlineExceeded as stopped:
        stopped.finished = found
        raise
    return found


def _wishes(game: Game, named: Sequence[HandWish | None], hands: Mapping[int, HandWish] | None) -> dict[int, HandWish]:
    """What is wanted, by seat."""
    wishes = {seat: wish for seat, wish in enumerate(named) if wish is not None}
    for seat, wish in (hands or {}).items():
        if game.seat(seat) in wishes:
            raise UnknownOption(f"seat {seat} is described twice", "repeated_seat", seat)
        wishes[seat] = wish
    for seat in wishes:
        if seat >= game.players:
            raise UnknownOption(f"{_COMPASS[seat]}: {game.name} has no seat {seat}", "out_of_range", seat)
    return wishes


class _Search(NamedTuple):
    """Where deals come from."""

    dealing: Dealing
    seed: int
    predicate: Callable[[Deal], object] | None
    most: int
    ends: float | None
    cancel: CancelToken | None

    def deal(self, index: int) -> Deal:
        """Deal number ``index``: the first candidate that fits."""
        first = 0
        while first < self.most:
            left = None if self.ends is None else max(0.0, self.ends - monotonic())
            found = self.dealing.search(self.seed, index, first, self.most - first, deadline=left, cancel=self.cancel)
            if found is None:
                break
            candidate, deal = found
            if self.predicate is None or self.predicate(deal):
                return deal
            first = candidate + 1
        raise IllegalDeal(
            f"deal {index}: none of {self.most:,} candidates fits; ask for less, or raise max_attempts", "nothing_fits"
        )


# Hands


def points(hand: CardSet, game: str | Game = "bridge") -> int:
    """The points of a hand's high cards as the game counts them."""
    known = game if isinstance(game, Game) else game_of(game)
    return sum(len(hand & cards) * worth for cards, worth in _classes(known))


def shape(hand: CardSet) -> tuple[int, ...]:
    """How many cards a hand has of each suit, in the order of the suits.

    >>> shape(CardSet("AK32.QJ.T987.654"))
    (4, 2, 4, 3)
    """
    return tuple(len(hand.of_suit(suit)) for suit in "SHDC")


def _classes(game: Game) -> list[tuple[CardSet, int]]:
    """The cards that count, by what they count."""
    worth: Mapping[str, int] = game.high_cards or game.rules.keywords.get("worth") or {}
    pack = game.pack
    return [
        (CardSet([suit + rank for suit in pack.suits], pack), value)
        for rank, value in worth.items()
        if rank in pack.ranks
    ]


def wanted(wish: HandWish | None, game: str | Game = "bridge") -> Wanted:
    """What is wanted of a hand, as the core takes it; ``wanted(…).fits(hand)`` asks about a hand.

    >>> wanted("S4+ 10+").fits(CardSet("AKQ2.A.-.5432"))
    True
    """
    known = game if isinstance(game, Game) else game_of(game)
    collected = _Wish(known)
    if isinstance(wish, CardSet):
        collected.cards |= wish
    elif isinstance(wish, str):
        collected.read(wish)
    elif isinstance(wish, Mapping):
        for name, value in wish.items():
            collected.add(name, value)
    elif wish is not None:
        raise TypeError(f"a hand is described by text, a mapping or a CardSet, not by {type(wish).__name__}")
    return Wanted(collected.cards, collected.counts, collected.shapes)


class _Wish:
    """What is wanted of a hand, while it is read."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.pack: Pack = game.pack
        self.cards = CardSet((), self.pack)
        self.counts: list[tuple[list[tuple[CardSet, int]], int, int]] = []
        self.shapes: list[tuple[int, ...]] = []

    def read(self, text: str) -> None:
        """A text of words."""
        if len(text) > _LONGEST:
            raise ParseError(f"a hand described in {len(text)} characters: at most {_LONGEST} are read", "too_long")
        for word in text.replace(",", " ").split():
            try:
                self.word(word)
            except TrickcoreError as error:
                raise error.at(word) from None

    def word(self, word: str) -> None:
        """One word."""
        suit = word[:1].upper()
        if "." in word:
            self.cards |= CardSet(word, self.pack)
        elif self._is_shape(word):
            self.shapes += _shapes(word)
        elif word[:1].isdigit():
            self.add("points", word.casefold().removesuffix("hcp"))
        elif suit in self.pack.suits and (word[1:2] == "=" or word[-1:] == "+" or "-" in word):
            self.add(suit, word[1:].removeprefix("="))
        else:
            self.cards |= Card(word, self.pack)

    def _is_shape(self, word: str) -> bool:
        if word.casefold() == "balanced" or (word[0].isdigit() and "=" in word):
            return True
        size = sum(self.game.layout.batches)
        return len(word) == len(self.pack.suits) and _is_number(word) and sum(map(int, word)) == size

    def add(self, name: str, value: object) -> None:
        """One thing wanted, by its name in a mapping."""
        if not isinstance(name, str):
            raise TypeError(f"what is wanted has a name, not {type(name).__name__}")
        if name in ("points", "hcp"):
            classes = _classes(self.game)
            if not classes:
                raise UnknownOption(f"{self.game.name} does not count the points of a hand", "no_points", name)
            self.counts.append((classes, *_limits(value, name)))
        elif name in tuple(self.pack.suits):
            cards = self.pack.cards.of_suit(name)
            self.counts.append(([(cards, 1)], *_limits(value, name)))
        elif name == "shape":
            for text in [value] if isinstance(value, str) else _texts(value):
                self.shapes += _shapes(text)
        elif name == "cards":
            self.cards |= _cards(value, self.pack)
        else:
            known = ", ".join(["points", "shape", "cards", *self.pack.suits])
            raise UnknownOption(f"{shown(name)} cannot be wanted of a hand: {known} can", "unknown_wish", name)


def _cards(value: object, pack: Pack) -> CardSet:
    if isinstance(value, str) and "." not in value:
        value = value.replace(",", " ").split()
    return CardSet(value, pack)  # type: ignore[arg-type]


def _texts(value: object) -> list[str]:
    texts = [text for text in value if isinstance(text, str)] if isinstance(value, (list, tuple, set)) else []
    if not isinstance(value, (list, tuple, set)) or len(texts) != len(value):
        raise TypeError("a shape is text, or several texts")
    return texts


def _limits(value: object, what: str) -> tuple[int, int]:
    """The least and the most of a range."""
    if type(value) is int:
        least, most = value, value
    elif isinstance(value, str):
        text = value.strip()
        low, dash, high = text.removesuffix("+").partition("-")
        if not dash:
            high = str(_TOP) if text.endswith("+") else low
        if not (_is_number(low) and _is_number(high)) or (dash and text.endswith("+")):
            raise ParseError(f"{what}: {shown(value)} is no range; write 15-17, 15+ or 15", "not_a_range", value)
        least, most = int(low), int(high)
    elif isinstance(value, (tuple, list)) and len(value) == 2 and all(n is None or type(n) is int for n in value):
        least, most = value[0] or 0, _TOP if value[1] is None else value[1]
    else:
        raise TypeError(f"{what}: a range is a number, a text or a pair of numbers, not {shown(value)}")
    if not 0 <= least <= most:
        raise UnknownOption(f"{what}: {shown(value)} is an empty range", "empty_range", what)
    return least, min(most, _TOP)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 7


def _shapes(text: str) -> list[tuple[int, ...]]:
    """The suit lengths that a text allows."""
    word = text.strip().casefold()
    if word == "balanced":
        return [lengths for name in _BALANCED for lengths in _shapes(name)]
    parts = word.split("=") if "=" in word else list(word)
    if len(parts) != 4 or not all(_is_number(part) and len(part) < 3 for part in parts):
        raise ParseError(f"{shown(text)} is no shape: write 5332, 5=3=3=2 or balanced", "not_a_shape", text[:_LONGEST])
    lengths = tuple(map(int, parts))
    return [lengths] if "=" in word else sorted(set(permutations(lengths)))
