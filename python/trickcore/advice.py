"""What the games' hints to a hand-written player have in common: see `Game.advise`."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from trickcore._core import Action, Card, CardSet

__all__ = ["best_suit", "cheapest", "named", "naming", "suit_strength"]


def named(legal: Iterable[Action], *texts: str) -> Action | None:
    """The first of these texts that is legal."""
    known = {action.text: action for action in legal}
    return next((known[text] for text in texts if text in known), None)


def naming(legal: Iterable[Action], verb: str) -> list[Action]:
    """The legal actions of one verb."""
    return [action for action in legal if action.verb == verb]


def suit_strength(hand: CardSet, trump: str, own: str, side: dict[str, float], each: float) -> float:
    """About how many tricks a hand takes with a trump suit, its partner not counted.

    ``own`` are the ranks of trumps, strongest first: the first counts 1, the others less and less, but at least
    ``each``. ``side`` is what a rank counts in another suit.
    """
    trumps = _trumps(own, each)
    return sum(trumps[card.rank] if card.suit == trump else side.get(card.rank, 0.0) for card in hand)


@lru_cache(maxsize=64)
def _trumps(own: str, each: float) -> dict[str, float]:
    """What each rank of trumps counts."""
    return {rank: max(each, 1 - place / len(own)) for place, rank in enumerate(own)}


def best_suit(suits: Iterable[str], strength: Callable[[str], float]) -> str:
    """The suit of the greatest strength; of equals the first."""
    return max(suits, key=strength)


def cheapest(actions: Sequence[Action], cost: Callable[[Card], float]) -> Action:
    """The action whose card costs least."""

    def price(action: Action) -> float:
        return 0.0 if action.card is None else cost(action.card)

    return min(actions, key=price)
