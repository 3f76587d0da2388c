"""The cheat: it sees all cards and plays perfectly. For analysis; no bot of the protocol, since it takes the state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickcore._core import Solver
from trickcore.bots.pimc import scores
from trickcore.bots.rules import RulesBot
from trickcore.errors import IllegalAction

if TYPE_CHECKING:
    from trickcore._core import Action, State

__all__ = ["Cheat"]


class Cheat:
    """Takes the action that is worth most to its seat with all cards seen.

    Until the cards are played, the decisions to come are those of hand-written players.

    >>> import trickcore as tc
    >>> state = tc.game("koenigrufen").new_deal(seed=2)
    >>> cheat = Cheat()
    >>> while not state.done:
    ...     state.apply(cheat.choose(state))
    """

    def __init__(self, threads: int = 0) -> None:
        self.threads = threads
        self._solver = Solver()
        self._rules = RulesBot()

    def values(self, state: State) -> dict[Action, float]:
        """What each legal action is worth to the seat to decide."""
        seat, legal = state.actor, state.legal_actions()
        if seat is None:
            raise IllegalAction("the deal is over", "over")
        found = scores(self._solver, [state], legal, seat, self._rules, self.threads)
        return {action: payoffs[0] for action, payoffs in zip(legal, found, strict=True)}

    def choose(self, state: State) -> Action:
        """The best action; of equals the first."""
        values = self.values(state)
        return max(values, key=values.__getitem__)
