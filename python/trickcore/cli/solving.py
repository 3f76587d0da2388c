"""``trickcore solve``: what a deal comes to if everybody plays perfectly with all cards seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import typer

import trickcore as tc
from trickcore.cli.choices import Files
from trickcore.cli.inputs import Work, sources
from trickcore.cli.screen import Json, Screen, Suits, emit, progress, sentence
from trickcore.errors import UnknownOption
from trickcore.render import by_side, contract_words, face, now, trick_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickcore._core import Action, Card
    from trickcore.render import Face

__all__ = ["solve"]

Objective = Literal["tricks", "points", "margin", "payoff"]


class Limits(NamedTuple):
    """What every solve is run with."""

    engine: str
    max_nodes: int | None
    max_memory: int
    deadline: float | None


class Solved(NamedTuple):
    """A state or position with its solutions, one for each objective."""

    state: tc.State | tc.Position
    solutions: dict[str, tc.Solution]

    @property
    def position(self) -> tc.Position:
        """The play itself."""
        position = self.state if isinstance(self.state, tc.Position) else self.state.position
        assert position is not None
        return position

    @property
    def payoffs(self) -> tuple[int, ...] | None:
        """What each seat gains under perfect play, if the payoff was solved."""
        if "payoff" not in self.solutions or not isinstance(self.state, tc.State) or self.state.payoff is None:
            return None
        payoff, value = self.state.payoff, self.solutions["payoff"].value
        return next(pays for _, pays in payoff.levels if pays[payoff.bidder] == value)

    @property
    def made(self) -> bool | None:
        """Whether the contract is made under perfect play, if that is known."""
        return None if self.payoffs is None else self.solutions["payoff"].value > 0


def solve(
    files: Files,
    objective: Annotated[
        list[Objective] | None,
        typer.Option("--objective", "-O", help="What to solve for, repeatable; default: payoff, and points or tricks."),
    ] = None,
    after: Annotated[
        int | None,
        typer.Option("--after", min=0, help="Solve after so many cards of the play; default: where the deal stands, or the first lead if it is over."),
    ] = None,
    engine: Annotated[Literal["plain", "minimax"], typer.Option("--engine", help="minimax prunes nothing.")] = "plain",
    max_nodes: Annotated[int | None, typer.Option("--max-nodes", min=1, help="Give up after so many nodes.")] = None,
    max_memory: Annotated[int, typer.Option("--max-memory", min=1, help="Megabytes a solve may use.")] = 1024,
    deadline: Annotated[float | None, typer.Option("--deadline", min=0, help="Give up after so many seconds.")] = None,
    suits: Suits = None,
    as_json: Json = False,
) -> None:
    """Solve deals exactly, with every hand open: the value of each legal card, a line of perfect play, and whether the contract is made.

    Limits hold for each solve. Where one is met, that deal is reported on standard error and the others go on.
    """
    limits = Limits(engine, max_nodes, max_memory << 20, deadline)
    work = Work()
    found = sources(files)
    shown = 0
    with progress("solving", len(found)) as done:
        for place, read in found:
            with work.on(place):
                for state in read():
                    solved = _solved(state, objective, after, limits)
                    _show(solved, place, suits, as_json, first=not shown)
                    shown += 1
            done()
    work.end()


def _solved(state: tc.State | tc.Position, objectives: list[Objective] | None, after: int | None, limits: Limits) -> Solved:
    if isinstance(state, tc.State):
        state = _moment(state, after)
    elif after is not None:
        raise UnknownOption("--after: a position alone has no history", "no_history", after)
    wanted: list[str | None] = list(objectives) if objectives else [None]
    if not objectives and isinstance(state, tc.State):
        wanted = ["payoff", _usual(state)]
    found = [
        tc.solve(state, wish, limits.deadline, engine=limits.engine, max_nodes=limits.max_nodes, max_memory=limits.max_memory)
        for wish in dict.fromkeys(wanted)
    ]
    return Solved(state, {solution.objective: solution for solution in found})
