"""What a deal pays, put together from conditions: the `Payoff` that the core and the solver read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickcore._core import Condition, Payoff

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence

__all__ = ["made_or_lost", "pays", "reverse"]


def pays(players: int, bidder: int, side: Container[int], stake: int) -> tuple[int, ...]:
    """Each defender pays the stake; a partner of the bidder receives one stake, the bidder the rest.

    >>> pays(4, bidder=1, side=(1, 3), stake=2), pays(4, bidder=1, side=(1,), stake=2)
    ((-2, 2, -2, 2), (-2, 6, -2, -2))
    """
    shares = [stake if seat in side else -stake for seat in range(players)]
    shares[bidder] -= sum(shares)
    return tuple(shares)


def reverse(payments: Iterable[int]) -> tuple[int, ...]:
    """The same payments the other way."""
    return tuple(-payment for payment in payments)


def made_or_lost(bidder: int, made: Condition, payments: Sequence[int]) -> Payoff:
    """The payments if the contract is made, the reverse of them if not."""
    return Payoff(bidder, [(Condition.always(), reverse(payments)), (made, payments)])
