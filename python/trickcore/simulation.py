"""Opening leads by simulation: what each card of a hand is worth against the hands that the others may have."""

from __future__ import annotations

from math import sqrt
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from trickcore._core import CardSet, Solver
from trickcore.bridge_table import PACK, SEATS, is_vulnerable, read_seat, read_terms, read_vulnerability
from trickcore.dealing import deals
from trickcore.double_dummy import lead_position
from trickcore.errors import IllegalDeal, UnknownOption
from trickcore.scoring import duplicate_score

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from trickcore._core import CancelToken, Card, Deal, Position
    from trickcore.bridge_table import Terms
    from trickcore.dealing import HandWish

__all__ = ["Estimate", "Lead", "lead_simulation"]


class Estimate(NamedTuple):
    """The mean of a sample."""

    mean: float
    error: float
    """The standard error of the mean; 0 for a single deal."""


class Lead(NamedTuple):
    """What an opening lead does, over all deals of a simulation."""

    card: Card
    tricks: Estimate
    """Tricks of the defenders."""
    beaten: Estimate
    """How often the contract goes down, 0–1."""
    score: Estimate
    """Points to the defenders."""


def lead_simulation(
    hand: CardSet | str,
    contract: str | Terms,
    declarer: int | str,
    *,
    n: int = 100,
    seed: int | None = None,
    vulnerable: str = "none",
    hands: Mapping[int | str, HandWish] | None = None,
    predicate: Callable[[Deal], object] | None = None,
    max_attempts: int = 10_000_000,
    threads: int = 0,
    progress: Callable[[int, int], object] | None = None,
    deadline: float | None = None,
    cancel: CancelToken | None = None,
) -> list[Lead]:
    """Each card of the leader's 13 against ``n`` deals of the others' cards, best lead first by tricks.

    The leader sits after the declarer. ``hands`` says what is known of the other seats, and ``predicate`` of the whole
    deal, as in `trickcore.deals`. After the lead both sides play perfectly with all cards seen. On ``threads`` cores, 0
    for all.

    Errors: as `trickcore.deals` and `trickcore.dd_tables`; `IllegalDeal` if the hand has not 13 cards.
    """
    terms, seat, sides = read_terms(contract), read_seat(declarer), read_vulnerability(vulnerable)
    leader = (seat + 1) % len(SEATS)
    held = CardSet(hand, PACK)
    if len(held) != 13:
        raise IllegalDeal(f"the leader has {len(held)} cards, expected 13", "card_count", str(held))
    if type(n) is int and n < 1:
        raise UnknownOption(f"n is {n}, expected at least 1", "out_of_range", "n")
    wishes: dict[int, HandWish] = {leader: held}
    for other, wish in (hands or {}).items():
        if read_seat(other) in wishes:
            raise UnknownOption(f"{SEATS[read_seat(other)]} is described twice", "repeated_seat", other)
        wishes[read_seat(other)] = wish
    ends = None if deadline is None else monotonic() + deadline
    dealt = deals(
        n, seed, hands=wishes, predicate=predicate, max_attempts=max_attempts, deadline=deadline, cancel=cancel
    )
    cards = list(held)
    positions = [led for deal in dealt for led in _led(lead_position(deal, terms.strain, seat), cards)]
    left = None if ends is None else max(0.0, ends - monotonic())
    solver = Solver("fast")
    made = solver.values(positions, "tricks", threads=threads, progress=progress, deadline=left, cancel=cancel).tolist()
    scores = [-duplicate_score(terms, tricks, is_vulnerable(seat, sides)) for tricks in range(14)]
    leads = [_lead(card, made[place :: len(cards)], scores, terms.tricks) for place, card in enumerate(cards)]
    return sorted(leads, key=lambda lead: -lead.tricks.mean)


def _led(position: Position, cards: Iterable[Card]) -> Iterable[Position]:
    """The position after each lead."""
    for card in cards:
        after = position.clone()
        after.play(card)
        yield after


def _lead(card: Card, made: Sequence[int], scores: Sequence[int], needed: int) -> Lead:
    """A lead by the tricks that the declarer made after it."""
    return Lead(
        card,
        _estimate([13 - tricks for tricks in made]),
        _estimate([tricks < needed for tricks in made]),
        _estimate([scores[tricks] for tricks in made]),
    )


def _estimate(sample: Sequence[int]) -> Estimate:
    count = len(sample)
    mean = sum(sample) / count
    spread = sum((value - mean) ** 2 for value in sample)
    return Estimate(mean, sqrt(spread / (count - 1) / count) if count > 1 else 0.0)
