"""The lanes of a contract with their cards in order, as the rules say it: for players and for pictures."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from trickcore._core import Card

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickcore._core import Plan

__all__ = ["lanes"]


@lru_cache(maxsize=256)
def lanes(plan: Plan) -> tuple[tuple[Card, ...], ...]:
    """The lanes of a plan, each strongest first; the trump lane, if there is one, is the first.

    >>> import trickcore as tc
    >>> plan = tc.game("maine_charlemagne").rules.plan(trump="H")
    >>> " ".join(map(str, lanes(plan)[0]))
    'H9 HJ DJ HA HK HQ HT H8 H7'
    """
    rules = plan.rules
    pack, words = rules.pack, rules.keywords
    found = [_trumps(plan, words.get("trump_ranking") or words["ranking"])] if plan.trump_lane else []
    for suit in pack.suits:
        if suit != plan.trump:
            cards = (Card(suit + rank, pack) for rank in words["ranking"])
            found.append([card for card in cards if card not in plan.trump_lane])
    return tuple(map(tuple, found))


def _trumps(plan: Plan, ranking: Sequence[str]) -> list[Card]:
    """The trump lane, strongest first. A small letter is a card of the sister suit."""
    down: list[Card] = []
    for rank in ranking:
        for card in plan.trump_lane:
            own = card.suit == plan.trump
            if card.rank == rank.upper() and own == (rank == rank.upper()) and card not in down:
                down.append(card)
    return [*(card for card in plan.trump_lane if card not in down), *down]
