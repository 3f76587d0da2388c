"""``trickcore exchange`` and ``trickcore call``: the best cards to put aside, to give, to call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

import trickcore as tc
from trickcore.cli.choices import Deadline, Files, Memory, Threads, in_bytes
from trickcore.cli.inputs import Work, sources, work_on
from trickcore.cli.screen import Csv, Form, Json, Screen, Suits
from trickcore.cli.solving import Objective, signed
from trickcore.errors import UnknownOption, UnsolvableGame
from trickcore.render import hands, payments, unit_of, wrapped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from trickcore.render import Face

__all__ = ["call", "exchange"]

_COLUMNS = ("source", "seat", "objective", "actions", "value", "line", "best")
_SHOWN = 20

Goal = Annotated[Objective, typer.Option("--objective", "-O", help="What the best is measured by.")]
Every = Annotated[bool, typer.Option("--every", help="Solve every choice, not only the best.")]


def exchange(
    files: Files,
    objective: Goal = Objective.PAYOFF,
    every: Every = False,
    threads: Threads = 1,
    deadline: Deadline = None,
    max_memory: Memory = None,
    suits: Suits = None,
    as_json: Json = False,
    as_csv: Csv = False,
) -> None:
    """Find the best cards to put aside, all hands open, with what is called before and given after by the same seat.

    A deal that is past its exchange is taken back to it.
    """
    form = Form(_COLUMNS, suits, as_json=as_json, as_csv=as_csv)
    _answer(files, tc.best_exchange, _terms(objective, every, threads, deadline, max_memory), form)


def call(
    files: Files,
    objective: Goal = Objective.PAYOFF,
    every: Every = False,
    threads: Threads = 1,
    deadline: Deadline = None,
    max_memory: Memory = None,
    suits: Suits = None,
    as_json: Json = False,
    as_csv: Csv = False,
) -> None:
    """Find the best trump to name or card to call or to give, all hands open; all that follows is chosen as well.

    A deal that is past it is taken back to its first such decision.
    """
    form = Form(_COLUMNS, suits, as_json=as_json, as_csv=as_csv)
    _answer(files, tc.best_call, _terms(objective, every, threads, deadline, max_memory), form)


def _terms(
    objective: Objective, every: bool, threads: int, deadline: float | None, max_memory: int | None
) -> dict[str, Any]:
    terms = {"objective": objective.value, "every": every, "threads": threads, "deadline": deadline}
    return {**terms, "max_memory": in_bytes(max_memory)}


def _answer(files: list[str], ask: Callable[..., tc.Advice], terms: dict[str, Any], form: Form) -> None:
    def answer(state: tc.State | tc.Position, place: str, work: Work) -> None:
        moment, advice = _asked(state, ask, {**terms, "progress": work.telling(f"solving {place}")})
        with work.aside():
            form.answer(
                moment.deal.layout.pack,
                rows=lambda: _rows(advice, place),
                data=lambda: {"source": place, **_head(moment), **advice.to_dict()},
                show=lambda screen: _show(moment, advice, place, screen),
            )

    work_on(sources(files), "solving", answer)


def _asked(
    state: tc.State | tc.Position, ask: Callable[..., tc.Advice], terms: dict[str, Any]
) -> tuple[tc.State, tc.Advice]:
    """The advice where the deal stands, or at the first decision of the kind in a deal that is past it."""
    if not isinstance(state, tc.State):
        raise UnknownOption("a position alone has nothing to decide before play", "no_history")
    if state.phase in ("auction", "call", "exchange"):
        return state, ask(state, **terms)
    walk = state.game.start(state.deal, state.dealer, **state.terms)
    for action in state.actions:
        if walk.phase in ("call", "exchange"):
            try:
                return walk, ask(walk, **terms)
            except UnsolvableGame as error:
                if error.kind not in ("no_exchange", "no_call"):
                    raise
        walk.apply(action)
    return state, ask(state, **terms)


def _head(state: tc.State) -> dict[str, Any]:
    contract = None if state.contract is None else state.contract.public()
    return {"game": state.game.name, "options": dict(state.game.options), "deal": str(state.deal), "contract": contract}


def _choices(advice: tc.Advice) -> Iterable[tc.Choice]:
    return (advice.best,) if advice.choices is None else advice.choices


def _rows(advice: tc.Advice, place: str) -> Iterator[dict[str, object]]:
    for choice in _choices(advice):
        yield {
            "source": place,
            "seat": advice.seat,
            "objective": advice.objective,
            "actions": ", ".join(map(str, choice.actions)),
            "value": choice.value,
            "line": ", ".join(f"{seat} {action}" for seat, action in choice.line),
            "best": choice.value == advice.value,
        }


def _show(state: tc.State, advice: tc.Advice, place: str, screen: Screen) -> None:
    screen.title(place)
    screen.say(hands(state.hands, (), screen.face))
    said = [f"{seat} {screen.face.action(action)}" for seat, action in state.history if action.verb != "pass"]
    if said:
        screen.say(wrapped("so far", said, width=screen.console.width))
    screen.say(f"to decide seat {advice.seat}")
    if advice.choices is not None:
        screen.say()
        _show_choices(advice, screen)
    screen.say()
    screen.say(f"best      {_words(advice.best, screen.face)}", "bold")
    rest = advice.best.line[len(advice.best.actions) :]
    if rest:
        screen.say(f"then      {', '.join(f'{seat} {screen.face.action(action)}' for seat, action in rest)}")
    unit = unit_of(advice.objective, state.game)
    paid = "" if advice.payoffs is None else f": {payments(advice.payoffs)}"
    screen.say(f"value     {unit} {signed(advice.objective, advice.value)}{paid}", "bold")


def _show_choices(advice: tc.Advice, screen: Screen) -> None:
    """The choices from the best down, not too many of them."""
    assert advice.choices is not None
    most = advice.value == max(choice.value for choice in advice.choices)
    order = sorted(advice.choices, key=lambda choice: -choice.value if most else choice.value)
    rows = [
        [
            _words(choice, screen.face),
            signed(advice.objective, choice.value),
            "best" if choice.value == advice.value else "",
        ]
        for choice in order[:_SHOWN]
    ]
    screen.table(["choice", advice.objective, ""], rows, right=(1,))
    if len(order) > _SHOWN:
        screen.say(f"… and {len(order) - _SHOWN:,} more; --json and --csv have them all")


def _words(choice: tc.Choice, shown: Face) -> str:
    """The actions, those of one kind together: ``discard SA H9, give D4``."""
    runs: list[list[str]] = []
    for action in choice.actions:
        verb, _, rest = shown.action(action).partition(" ")
        if runs and runs[-1][0] == verb:
            runs[-1].append(rest)
        else:
            runs.append([verb, rest])
    return ", ".join(map(" ".join, runs))
