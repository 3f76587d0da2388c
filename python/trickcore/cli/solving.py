"""``trickcore solve``: what a deal comes to if everybody plays perfectly with all cards seen."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import typer

import trickcore as tc
from trickcore.cli.choices import Files, in_bytes
from trickcore.cli.inputs import Work, sources, work_on
from trickcore.cli.screen import Csv, Form, Json, Screen, Suits
from trickcore.errors import UnknownOption
from trickcore.render import by_side, contract_words, hands, payments, wrapped
from trickcore.solve import at_stake, paid

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from trickcore._core import Action
    from trickcore.render import Face

__all__ = ["Objective", "signed", "solve"]

_COLUMNS = ("source", "bidder", "turn", "move", "objective", "value", "best")


class Objective(StrEnum):
    """What to solve for."""

    TRICKS = "tricks"
    POINTS = "points"
    MARGIN = "margin"
    PAYOFF = "payoff"


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
        return paid(self.state.payoff, self.solutions["payoff"].value)

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
        typer.Option(
            "--after",
            min=0,
            help="Solve after so many cards; default: where the deal stands, or its first lead if it is over.",
        ),
    ] = None,
    engine: Annotated[
        Literal["fast", "plain", "minimax"] | None,
        typer.Option("--engine", help="plain has an exact table, minimax prunes nothing; default: fast."),
    ] = None,
    max_nodes: Annotated[int | None, typer.Option("--max-nodes", min=1, help="Give up after so many nodes.")] = None,
    max_memory: Annotated[
        int | None,
        typer.Option(
            "--max-memory", min=1, max=1 << 20, help="Megabytes for tables; the fast engine forgets, plain gives up."
        ),
    ] = None,
    deadline: Annotated[float | None, typer.Option("--deadline", min=0, help="Give up after so many seconds.")] = None,
    suits: Suits = None,
    as_json: Json = False,
    as_csv: Csv = False,
) -> None:
    """Solve deals exactly, all hands open: the value of each legal card, a line of perfect play, contract made or not.

    Limits hold for each solve. Where one is met, that deal is reported on standard error and the others go on.
    """
    terms: dict[str, Any] = {"deadline": deadline, "max_nodes": max_nodes, "max_memory": in_bytes(max_memory)}
    if engine is not None:
        terms["engine"] = engine
    form = Form(_COLUMNS, suits, as_json=as_json, as_csv=as_csv)

    def answer(state: tc.State | tc.Position, place: str, work: Work) -> None:
        solved = _solved(state, objective, after, terms)
        with work.aside():
            form.answer(
                solved.position.plan.rules.pack,
                rows=lambda: _rows(solved, place),
                data=lambda: {"source": place, **_as_data(solved)},
                show=lambda screen: _show(solved, place, screen),
            )

    work_on(sources(files), "solving", answer)


def _solved(
    state: tc.State | tc.Position, wanted: list[Objective] | None, after: int | None, terms: dict[str, Any]
) -> Solved:
    if isinstance(state, tc.State):
        state = _moment(state, after)
    elif after is not None:
        raise UnknownOption("--after: a position alone has no history", "no_history", after)
    objectives: list[str | None] = list(wanted) if wanted else [None]
    if not wanted and isinstance(state, tc.State) and state.payoff is not None:
        objectives = ["payoff", at_stake(state.payoff)]
    solutions = [tc.solve(state, objective, **terms) for objective in dict.fromkeys(objectives)]
    return Solved(state, {solution.objective: solution for solution in solutions})


def _moment(state: tc.State, after: int | None) -> tc.State:
    """The deal after so many cards of the play, with what was announced before the next one."""
    cards = sum(action.verb == "play" for action in state.actions)
    if after is None:
        after = 0 if state.done else cards
    if after > cards:
        raise UnknownOption(f"--after {after}: only {cards} cards of this deal are played", "out_of_range", after)
    moment = state.clone()
    while cards > after:
        cards -= moment.actions[-1].verb == "play"
        moment.undo()
    return moment


# Showing it


def _rows(solved: Solved, place: str) -> Iterator[dict[str, object]]:
    """A row for each move and objective."""
    head = {"source": place, "bidder": solved.position.plan.bidder, "turn": solved.position.turn}
    for name, solution in solved.solutions.items():
        for move, value in _values(solution).items():
            best = value == solution.value
            yield {**head, "move": str(move), "objective": name, "value": value, "best": best}


def _show(solved: Solved, place: str, screen: Screen) -> None:
    screen.title(place)
    _show_moment(solved, screen)
    screen.say()
    _show_moves(solved, screen)
    screen.say()
    _show_result(solved, screen)


def _show_moment(solved: Solved, screen: Screen) -> None:
    """Who plays what, the hands, and how far the play is."""
    position, shown = solved.position, screen.face
    if isinstance(solved.state, tc.State):
        screen.say(contract_words(solved.state.contract, position.plan, shown))
    else:
        plan = position.plan
        trump = f"trump {shown.long[plan.trump]}" if plan.trump else "no trumps"
        screen.say(f"position  seats {', '.join(map(str, plan.side))} against the others, {trump}")
    screen.say(hands(position.hands, position.plan.out, shown))
    said = ", ".join(f"{seat} {shown.words(text)}" for text, seat in position.said)
    if said:
        screen.say(f"said      {said}")
    trick = ", ".join(f"{seat} {shown.card(card)}" for seat, card in position.trick)
    screen.say(f"to play   seat {position.turn}{f' to {trick}' if trick else ', who leads'}")
    for name, counts in (("tricks", position.tricks), (_unit(solved), position.points)):
        if any(counts):
            screen.say("{:9} {} : {} so far".format(name, *by_side(position.plan, counts)))


def _show_moves(solved: Solved, screen: Screen) -> None:
    """The value of every legal card; the best ones marked."""
    solutions = list(solved.solutions.values())
    rows = []
    for move in solutions[0].moves:
        values = [_values(solution)[move] for solution in solutions]
        best = values[0] == solutions[0].value
        rows.append([_move_words(move, screen.face), *map(signed, solved.solutions, values), "best" if best else ""])
    screen.table(["card", *_heads(solved), ""], rows, right=range(1, len(solutions) + 1))


def _heads(solved: Solved) -> list[str]:
    return [_unit(solved) if name == "points" else name for name in solved.solutions]


def _unit(solved: Solved) -> str:
    return solved.state.game.unit if isinstance(solved.state, tc.State) else "points"


def _values(solution: tc.Solution) -> Mapping[Any, int]:
    return solution.moves


def _move_words(move: Action | tc.Card, shown: Face) -> str:
    return shown.card(move) if isinstance(move, tc.Card) else shown.action(move).removeprefix("play ")


def signed(objective: str, value: int) -> str:
    """A value with its sign, where it can be below nothing."""
    return f"{value:+}" if objective in ("payoff", "margin") else str(value)


def _show_result(solved: Solved, screen: Screen) -> None:
    values = [signed(name, solution.value) for name, solution in solved.solutions.items()]
    named = [f"{head} {value}" for head, value in zip(_heads(solved), values, strict=True)]
    screen.say(f"value     {', '.join(named)}", "bold")
    if solved.payoffs is not None:
        verdict = "made" if solved.made else "not made"
        screen.say(f"contract  {verdict}: {payments(solved.payoffs)}", "bold")
    first = next(iter(solved.solutions.values()))
    screen.say(wrapped("line", _line_words(solved.position, first, screen.face), "  ", screen.console.width))
    screen.say(f"nodes     {sum(solution.nodes for solution in solved.solutions.values()):,}")


def _line_words(position: tc.Position, solution: tc.Solution, shown: Face) -> list[str]:
    """A line of play, trick by trick behind the seat that plays first."""
    walk = position.clone()
    words: list[str] = []
    line: Sequence[Action | tc.Card] = solution.line
    for move, said in zip(line, solution.said, strict=True):
        card = move if isinstance(move, tc.Card) else move.card
        assert card is not None
        if not words or not walk.trick:
            words.append(f"{walk.turn}:")
        words[-1] += f" {shown.card(card)}{f' ({said})' if said else ''}"
        walk.play(card, said)
    return words


def _as_data(solved: Solved) -> dict[str, Any]:
    state, position = solved.state, solved.position
    deal: dict[str, Any] = {}
    if isinstance(state, tc.State):
        contract = None if state.contract is None else state.contract.public()
        deal = {"game": state.game.name, "options": dict(state.game.options), "contract": contract}
    return {
        **deal,
        "bidder": position.plan.bidder,
        "side": position.plan.side,
        "turn": position.turn,
        "tricks": position.tricks,
        "points": position.points,
        "made": solved.made,
        "payoffs": solved.payoffs,
        "solutions": {name: _solution(solution) for name, solution in solved.solutions.items()},
    }


def _solution(solution: tc.Solution) -> dict[str, Any]:
    line = [
        f"{move} {said}" if said and isinstance(move, tc.Card) else str(move)
        for move, said in zip(solution.line, solution.said, strict=True)
    ]
    return {
        "value": solution.value,
        "moves": {str(move): value for move, value in solution.moves.items()},
        "line": line,
        "nodes": solution.nodes,
    }
