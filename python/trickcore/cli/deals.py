"""``trickcore deal`` and ``trickcore playthrough``: new deals, and whole ones played at random."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Annotated

import typer

import trickcore as tc
from trickcore.cli.choices import Count, Dealer, GameName, Options, Seed
from trickcore.cli.screen import Json, Screen, Suits
from trickcore.notation import game_with, write_sheet
from trickcore.render import account, picture

__all__ = ["deal", "played_at_random", "playthrough"]


def deal(
    game: GameName,
    seed: Seed = None,
    count: Count = 1,
    dealer: Dealer = 0,
    options: Options = None,
    suits: Suits = None,
    as_json: Json = False,
) -> None:
    """Deal cards: the hands around the table, and the deal as a sheet that 'solve' and 'replay' read.

    With --json each deal is a record. The n-th deal of a seed is always the same.
    """
    known = game_with(game, options or [])
    screen = Screen(known.pack, suits)
    for index in range(count):
        state = known.start(known.layout.deal(seed, index), dealer)
        if as_json:
            typer.echo(state.to_json())
            continue
        if index:
            screen.say()
        screen.say(picture(state, screen.suits))
        screen.say()
        typer.echo(write_sheet(state), nl=False)


def playthrough(
    game: GameName,
    seed: Seed = None,
    dealer: Dealer = 0,
    options: Options = None,
    save: Annotated[Path | None, typer.Option("--save", help="Write the record to this file.")] = None,
    suits: Suits = None,
    as_json: Json = False,
) -> None:
    """Play a whole deal at random and tell it; with --json print its record instead."""
    known = game_with(game, options or [])
    state = played_at_random(known.new_deal(seed, dealer), seed)
    if save is not None:
        save.write_text(f"{state.to_json()}\n", encoding="utf-8")
    if as_json:
        typer.echo(state.to_json())
    else:
        screen = Screen(known.pack, suits)
        screen.say(account(state, screen.suits))


def played_at_random(state: tc.State, seed: int | None) -> tc.State:
    """Carry the deal to its end, every legal action as likely as another."""
    chance = Random(seed).random
    while not state.done:
        actions = state.legal_actions()
        state.apply(actions[int(chance() * len(actions))])
    return state
