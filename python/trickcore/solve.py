"""Exact solving: what a deal comes to if everybody sees all cards and plays perfectly.

Objectives, values and conventions are those of ``docs/rules/solving.md``; every value is for the bidder's side.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from trickcore._core import Action, Card, Position, Solver, State
from trickcore.errors import DeadlineExceeded, TrickcoreError, UnknownOption, UnsolvableGame, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import numpy as np
    from numpy.typing import NDArray

    from trickcore._core import CancelToken, Payoff

__all__ = ["OBJECTIVES", "Solution", "at_stake", "can_reach", "check_objective", "paid", "solve", "solve_many"]

OBJECTIVES = ("tricks", "points", "margin", "payoff")

_MOST = 1_000_000
"""The most states that one call takes."""


class Solution(NamedTuple):
    """What a solve found."""

    objective: str
    """What the values count."""
    value: int
    """Under perfect play, for the bidder's side."""
    moves: dict[Action, int] | dict[Card, int]
    """The value of each move of the seat to play, in index order: by `Action` for a state, by `Card` for a position."""
    line: list[Action] | list[Card]
    """One line of play to the end of the deal that keeps the value."""
    said: list[str | None]
    """What is said with each card of the line: ``"marriage"`` or nothing."""
    nodes: int
    """How many positions the search went through."""


def solve(
    state: State | Position,
    objective: str | None = None,
    deadline: float | None = None,
    *,
    engine: str = "fast",
    max_nodes: int | None = None,
    max_memory: int | None = None,
    cancel: CancelToken | None = None,
) -> Solution:
    """Solve a deal in play, or a position, exactly.

    ``objective`` is one of `OBJECTIVES`. Left out, it is ``"payoff"`` for a state; a position has no payoff, so for it
    ``"points"``, or ``"tricks"`` if no card of its rules is worth any. For a position a move's value is the better of
    playing the card with and without a marriage.

    ``deadline`` is in seconds; ``cancel`` stops the search from another thread. ``max_memory`` is in bytes: ``None``
    means 30 MiB for the fast engine, which forgets and goes on, and 1 GiB for the plain one, which gives up.

    Errors: `UnsolvableGame` if the state is not in play (kind ``"not_in_play"``), for the payoff of a position
    (``"no_payoff"``), or if a limit is met; `DeadlineExceeded`, whose ``finished`` holds the values of the moves found
    by then, like ``moves``; `UnknownOption` for an unknown objective or engine.

    >>> import trickcore as tc
    >>> hands = ["AT...", ".AT..", "KQ...", "..AT."]
    >>> rules = tc.Rules("whist", pack="french52", seats=4, ranking="AKQJT98765432")
    >>> solve(tc.Position(rules.plan(side=(0, 2)), hands)).value
    2
    """
    position, payoff, objective = _task(state, objective)
    solver = Solver(engine, max_nodes=max_nodes, max_memory=max_memory)
    try:
        search = solver.solve(position, objective, payoff=payoff, deadline=deadline, cancel=cancel)
    except DeadlineExceeded as stopped:
        stopped.finished = _values(state, position, objective, stopped.finished)
        raise
    moves = _values(state, position, objective, search.moves)
    said = [said for _, said in search.line]
    if isinstance(state, State):
        line = [_action(state, card, said) for card, said in search.line]
        return Solution(objective, search.value, moves, line, said, search.nodes)
    return Solution(objective, search.value, moves, [card for card, _ in search.line], said, search.nodes)


def can_reach(
    state: State | Position,
    objective: str | None,
    target: int,
    deadline: float | None = None,
    *,
    engine: str = "fast",
    max_nodes: int | None = None,
    max_memory: int | None = None,
    cancel: CancelToken | None = None,
) -> bool:
    """Whether the bidder's side can bring the objective to ``target`` or better; stops as soon as that is decided.

    Better is more, except for ``tricks`` in a contract to lose them, where it is fewer. The rest is as in `solve`.
    """
    position, payoff, objective = _task(state, objective)
    solver = Solver(engine, max_nodes=max_nodes, max_memory=max_memory)
    return solver.can_reach(position, objective, target, payoff=payoff, deadline=deadline, cancel=cancel)


def solve_many(
    states: Iterable[State | Position],
    objective: str | None = None,
    *,
    threads: int = 0,
    progress: Callable[[int, int], object] | None = None,
    deadline: float | None = None,
    engine: str = "fast",
    max_nodes: int | None = None,
    max_memory: int | None = None,
    cancel: CancelToken | None = None,
) -> NDArray[np.int32]:
    """Find the values of many deals in play and positions: the ``value`` that `solve` gives for each, as int32 array.

    States and positions, of one game or several, may be mixed; ``objective`` is as in `solve`, for each by its kind.
    ``threads`` work, all cores if it is 0; values and nodes do not depend on their number. ``progress`` is called now
    and then, on the calling thread, with the numbers of states done and in all; what it raises ends the call.
    ``max_nodes`` is for each state, ``max_memory`` for each thread. There may be 1,000,000 states.

    Errors are those of `solve`, with the place in the message and as ``part``: ``"states[3]"``. They come before any
    search, but for limits met. The ``finished`` of a `DeadlineExceeded` has the values found by then, by index.

    >>> import trickcore as tc
    >>> rules = tc.Rules("whist", pack="french52", seats=4, ranking="AKQJT98765432")
    >>> hands = ["AT...", ".AT..", "KQ...", "..AT."]
    >>> solve_many([tc.Position(rules.plan(side=(0, 2)), hands, leader=leader) for leader in (0, 1)]).tolist()
    [2, 0]
    """
    positions: list[Position] = []
    payoffs: list[Payoff | None] = []
    objectives: list[str] = []
    for place, state in enumerate(_few(states)):
        try:
            position, payoff, aim = _task(state, objective)
        except TrickcoreError as fault:
            raise fault.at(f"states[{place}]") from None
        except TypeError as fault:
            raise TypeError(f"states[{place}]: {fault}") from None
        positions.append(position)
        payoffs.append(payoff)
        objectives.append(aim)
    solver = Solver(engine, max_nodes=max_nodes, max_memory=max_memory)
    try:
        return solver.values(
            positions,
            objectives,
            payoffs=payoffs,
            threads=threads,
            progress=progress,
            deadline=deadline,
            cancel=cancel,
        )
    except UnsolvableGame as fault:
        message, part = (str(text).replace("positions[", "states[", 1) for text in (fault, fault.part))
        raise UnsolvableGame(message, fault.kind, part) from None


def _few(states: Iterable[State | Position]) -> Iterable[State | Position]:
    """The states, if they come to an end in time."""
    for place, state in enumerate(islice(states, _MOST + 1)):
        if place == _MOST:
            raise UnknownOption(f"states are more than {_MOST:,}: solve them in parts", "out_of_range", "states")
        yield state


def check_objective(objective: str) -> str:
    """The objective, if it is one of `OBJECTIVES`; `UnknownOption` if it is another text."""
    if not isinstance(objective, str):
        raise TypeError(f"an objective is text, not {type(objective).__name__}")
    if objective not in OBJECTIVES:
        known = ", ".join(OBJECTIVES)
        raise UnknownOption(f"no objective {shown(objective)}: there are {known}", "unknown_objective", objective)
    return objective


def paid(payoff: Payoff, value: int) -> tuple[int, ...]:
    """What each seat gains where the bidder gains so much: the payments of that level."""
    return next(pays for _, pays in payoff.levels if pays[payoff.bidder] == value)


def at_stake(payoff: Payoff) -> str:
    """The objective that a payoff depends on most finely: points, their margin, or tricks.

    >>> import trickcore as tc
    >>> at_stake(tc.Payoff(0, [(tc.Condition.always(), [-1, 1]), (tc.Condition.margin(1), [1, -1])]))
    'margin'
    """
    kinds = {kind for condition, _ in payoff.levels for group in condition.any_of for kind, _ in group}
    if kinds & {"own", "others"}:
        return "points"
    return "margin" if "margin" in kinds else "tricks"


def _task(state: State | Position, objective: str | None) -> tuple[Position, Payoff | None, str]:
    """The position to search, what it pays, and the objective."""
    if objective is not None:
        check_objective(objective)
    if isinstance(state, Position):
        if objective == "payoff":
            raise UnsolvableGame("a position alone has no payoff: solve a State, or for another objective", "no_payoff")
        return state, None, objective or _usual(state)
    if not isinstance(state, State):
        raise TypeError(f"a State or a Position can be solved, not {type(state).__name__}")
    position = state.position
    if position is None or position.done:
        raise UnsolvableGame(_not_in_play(state), "not_in_play", state.phase)
    return position, state.payoff, objective or "payoff"


def _usual(position: Position) -> str:
    plan = position.plan
    return "points" if plan.worth(plan.rules.pack.cards) else "tricks"


def _not_in_play(state: State) -> str:
    if state.done:
        return "the deal is over: there is nothing left to solve"
    return (
        f"the deal is in the {state.phase} phase and seat {state.actor} is to decide: "
        "a solve starts once the contract is settled and the cards are played"
    )


def _values(
    state: State | Position, position: Position, objective: str, moves: Iterable[tuple[Card, str | None, int]]
) -> dict[Action, int] | dict[Card, int]:
    """The values of moves, in index order: by action of a state, by card of a position."""
    if isinstance(state, State):
        values = {_action(state, card, said): value for card, said, value in moves}
        return {action: values[action] for action in sorted(values, key=int)}
    better = _better(position, objective)
    best: dict[Card, int] = {}
    for card, _, value in moves:
        best[card] = better((value, best.get(card, value)))
    return best


def _action(state: State, card: Card, said: str | None) -> Action:
    found = state.game.table.get(f"play {card} {said}" if said else f"play {card}")
    assert isinstance(found, Action)
    return found


def _better(position: Position, objective: str) -> Callable[[Iterable[int]], int]:
    """How the seat to play chooses among values."""
    plan = position.plan
    loses = plan.misere and objective == "tricks"
    return max if (position.turn in plan.side) != loses else min
