"""What a payoff says of a value: what it pays, and what has to be reached."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trickcore._core import Condition, Payoff

__all__ = ["mark", "most", "settles"]

_ABOUT = {"own": "points", "margin": "margin", "tricks": "tricks", "tricks_at_most": "tricks"}


def settles(payoff: Payoff, objective: str) -> bool:
    """Whether the value for this objective, at the first lead, decides alone what is paid.

    >>> from trickcore import Condition, Payoff
    >>> hundred = Payoff(0, [(Condition.always(), [-2, 2]), (Condition.own(100), [2, -2])])
    >>> settles(hundred, "points"), settles(hundred, "tricks")
    (True, False)
    """
    groups = [group for condition, _ in payoff.levels for group in condition.any_of]
    return all(_ABOUT.get(kind) == objective for group in groups for kind, _ in group)


def most(payoff: Payoff, objective: str, value: int) -> tuple[int, ...]:
    """The most for the bidder that may be paid where the bidder's side reaches no more than this value."""
    return [pays for condition, pays in payoff.levels if _may_hold(condition, objective, value)][-1]


def mark(payoff: Payoff) -> str:
    """What the bidder's side must reach to gain anything, as in ``own >= 100``.

    >>> from trickcore import Condition, Payoff
    >>> mark(Payoff(0, [(Condition.always(), [-2, 2]), (Condition.own(100), [2, -2])]))
    'own >= 100'
    """
    return next((str(condition) for condition, pays in payoff.levels if pays[payoff.bidder] > 0), "never")


def _may_hold(condition: Condition, objective: str, value: int) -> bool:
    """Whether the condition can hold, all other amounts being whatever they like."""

    def may(kind: str, amount: int) -> bool:
        if _ABOUT.get(kind) != objective:
            return True
        return value <= amount if kind == "tricks_at_most" else value >= amount

    return any(all(may(*part) for part in group) for group in condition.any_of)
