"""``trickcore replay``: a deal told action by action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import trickcore as tc
from trickcore.cli.choices import Files
from trickcore.cli.inputs import Work, sources, work_on
from trickcore.cli.screen import Form, Json, Suits
from trickcore.errors import UnknownOption
from trickcore.render import account, story

if TYPE_CHECKING:
    from trickcore.render import Trick

__all__ = ["replay"]


def replay(files: Files, suits: Suits = None, as_json: Json = False) -> None:
    """Tell a deal from its first call to its last card, with every hand open."""
    form = Form((), suits, as_json=as_json, as_csv=False)

    def answer(state: tc.State | tc.Position, place: str, work: Work) -> None:
        if not isinstance(state, tc.State):
            raise UnknownOption("a position alone has no history to tell", "no_history")
        with work.aside():
            form.answer(
                state.deal.layout.pack,
                rows=tuple,
                data=lambda: _as_data(state, place),
                show=lambda screen: screen.say(account(state, screen.suits)),
            )

    work_on(sources(files), "telling", answer)


def _as_data(state: tc.State, place: str) -> dict[str, Any]:
    told = story(state)
    return {
        "source": place,
        "game": state.game.name,
        "options": dict(state.game.options),
        "dealer": state.dealer,
        "deal": str(state.deal),
        "decisions": [{"phase": phase, "seat": seat, "action": str(action)} for phase, seat, action in told.decisions],
        "contract": None if state.contract is None else state.contract.public(),
        "tricks": [_trick(trick) for trick in told.tricks],
        "done": state.done,
        "void": state.void,
        "payoffs": state.payoffs,
    }


def _trick(trick: Trick) -> dict[str, Any]:
    return {
        "plays": [{"seat": seat, "action": str(action)} for seat, action in trick.plays],
        "winner": trick.winner,
        "tricks": trick.tricks,
        "points": trick.points,
    }
