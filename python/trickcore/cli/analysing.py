"""``trickcore analyse``: a played deal, card by card: who gave away how much."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

import trickcore as tc
from trickcore.cli.choices import Deadline, Files, Memory, Threads, in_bytes
from trickcore.cli.inputs import Work, sources, work_on
from trickcore.cli.screen import Csv, Form, Json, Screen, Suits
from trickcore.cli.solving import Objective, signed
from trickcore.errors import UnknownOption
from trickcore.render import contract_words, hands, story, unit_of
from trickcore.solve import at_stake

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickcore.render import Face

__all__ = ["analyse"]

_COLUMNS = ("source", "number", "trick", "seat", "action", "objective", "before", "after", "loss", "best")


def analyse(
    files: Files,
    objective: Annotated[
        list[Objective] | None,
        typer.Option("--objective", "-O", help="What to judge by, repeatable; default: payoff, and points or tricks."),
    ] = None,
    threads: Threads = 1,
    deadline: Deadline = None,
    max_memory: Memory = None,
    suits: Suits = None,
    as_json: Json = False,
    as_csv: Csv = False,
) -> None:
    """Judge every card of a deal, all hands open: what it was worth, what was given away, what was better."""
    form = Form(_COLUMNS, suits, as_json=as_json, as_csv=as_csv)
    terms: dict[str, Any] = {"threads": threads, "deadline": deadline, "max_memory": in_bytes(max_memory)}

    def answer(state: tc.State | tc.Position, place: str, work: Work) -> None:
        if not isinstance(state, tc.State):
            raise UnknownOption("a position alone has no history to judge", "no_history")
        analyses = _analyses(state, objective, {**terms, "progress": work.telling(f"judging {place}")})
        with work.aside():
            form.answer(
                state.deal.layout.pack,
                rows=lambda: _rows(analyses, place),
                data=lambda: {"source": place, **_as_data(state, analyses)},
                show=lambda screen: _show(state, analyses, place, screen),
            )

    work_on(sources(files), "judging", answer)


def _analyses(state: tc.State, wanted: list[Objective] | None, terms: dict[str, Any]) -> list[tc.Analysis]:
    """One analysis for each objective, left out those of the payoff and of what it depends on."""
    objectives: list[str] = list(wanted or [])
    if not objectives:
        objectives = ["payoff"] if state.payoff is None else ["payoff", at_stake(state.payoff)]
    return [tc.analyse(state, objective, **terms) for objective in dict.fromkeys(objectives)]


def _rows(analyses: Sequence[tc.Analysis], place: str) -> Iterator[dict[str, object]]:
    for analysis in analyses:
        for move in analysis.moves:
            yield {"source": place, "objective": analysis.objective, **move.to_dict(), "best": _texts(move.best)}


def _texts(actions: Sequence[tc.Action]) -> str:
    return ", ".join(map(str, actions))


def _as_data(state: tc.State, analyses: Sequence[tc.Analysis]) -> dict[str, Any]:
    return {
        "game": state.game.name,
        "options": dict(state.game.options),
        "contract": None if state.contract is None else state.contract.public(),
        "analyses": {analysis.objective: analysis.to_dict() for analysis in analyses},
    }


# Showing it


def _show(state: tc.State, analyses: Sequence[tc.Analysis], place: str, screen: Screen) -> None:
    """The contract and the hands, a line for each action, and what each seat gave away."""
    screen.title(place)
    told = story(state)
    screen.say(contract_words(state.contract, told.plan, screen.face))
    screen.say(hands(told.hands, told.plan.out if told.plan else (), screen.face))
    start = ", ".join(f"{_unit(state, each)} {signed(each.objective, each.value)}" for each in analyses)
    screen.say(f"at first  {start}")
    screen.say()
    heads = ["trick", "seat", "card", *(_unit(state, each) for each in analyses), "gave away", "better"]
    rows = [_row(moves, analyses, state, screen.face) for moves in zip(*(each.moves for each in analyses), strict=True)]
    screen.table(heads, rows, right=range(3, 3 + len(analyses)))
    screen.say()
    for analysis in analyses:
        screen.say(_sum_words(analysis, state), "bold")


def _row(moves: tuple[tc.Judgement, ...], analyses: Sequence[tc.Analysis], state: tc.State, shown: Face) -> list[str]:
    """What one action came to, for each objective."""
    first = moves[0]
    values = [signed(each.objective, move.after) for move, each in zip(moves, analyses, strict=True)]
    judged = [(move, _unit(state, each)) for move, each in zip(moves, analyses, strict=True)]
    lost = [f"{move.loss} {unit}" for move, unit in judged if move.moves and move.loss]
    # What gives nothing away by any measure; if nothing does, by the first.
    kept = [action for action in first.best if all(action in move.best for move in moves)] or list(first.best)
    better = [shown.action(action).removeprefix("play ") for action in kept] if lost else []
    done = shown.action(first.action).removeprefix("play ")
    return [str(first.trick), str(first.seat), done, *values, ", ".join(lost), " ".join(better)]


def _sum_words(analysis: tc.Analysis, state: tc.State) -> str:
    """What each seat gave away in all."""
    given = [f"seat {seat} {loss}" for seat, loss in enumerate(analysis.losses) if loss]
    end = signed(analysis.objective, analysis.final)
    return f"{_unit(state, analysis):9} {end} at the end; given away: {', '.join(given) or 'nothing'}"


def _unit(state: tc.State, analysis: tc.Analysis) -> str:
    return unit_of(analysis.objective, state.game)
