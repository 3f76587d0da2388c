"""``trickcore deal`` and ``trickcore playthrough``: new deals, and whole ones played at random."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Literal

import typer

import trickcore as tc
from trickcore.bridge_table import SEATS, read_seat
from trickcore.bridge_table import board as numbered
from trickcore.cli.choices import Count, Dealer, GameName, Options, Seed
from trickcore.cli.screen import Json, Screen, Suits
from trickcore.errors import ParseError, UnknownOption, UnsolvableGame
from trickcore.notation import game_with_terms, write_sheet
from trickcore.notation.files import write_boards
from trickcore.notation.playing import board_of
from trickcore.render import account, picture

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["deal", "played_at_random", "playthrough"]


def deal(
    game: GameName,
    seed: Seed = None,
    count: Count = 1,
    dealer: Dealer = 0,
    options: Options = None,
    hand: Annotated[
        list[str] | None,
        typer.Option(
            "--hand", metavar="SEAT=WISH", help="What a hand has to be like, as 'N=15-17 balanced'; repeatable."
        ),
    ] = None,
    hcp: Annotated[
        list[str] | None,
        typer.Option("--hcp", metavar="SEAT=RANGE", help="The points of a hand, as 'N=15-17'; repeatable."),
    ] = None,
    to: Annotated[
        Literal["pbn", "lin"] | None,
        typer.Option("--to", help="Bridge: print a file of boards, dealer and vulnerability by their numbers."),
    ] = None,
    suits: Suits = None,
    as_json: Json = False,
) -> None:
    """Deal cards: the hands around the table, and the deal as a sheet that 'solve' and 'replay' read.

    With --json each deal is a record. The n-th deal of a seed is always the same.
    """
    known, terms = game_with_terms(game, options or [])
    screen = Screen(known.pack, suits)
    wishes = _wishes(known, [*(hand or []), *(hcp or [])])
    dealt = _dealt(known, seed, count, wishes)
    if to is not None:
        typer.echo(_boards(known, dealt, to), nl=False)
        return
    for index, cards in enumerate(dealt):
        state = known.start(cards, dealer, **terms)
        if as_json:
            typer.echo(state.to_json())
            continue
        if index:
            screen.say()
        screen.say(picture(state, screen.suits))
        screen.say()
        typer.echo(write_sheet(state), nl=False)


def _dealt(game: tc.Game, seed: int | None, count: int, wishes: dict[int, str]) -> Iterable[tc.Deal]:
    if wishes:
        return tc.deals(count, seed, game=game, hands=wishes)
    return (game.layout.deal(seed, index) for index in range(count))


def _boards(game: tc.Game, dealt: Iterable[tc.Deal], form: str) -> str:
    """Deals as the text of a file of boards."""
    if game.name != "bridge":
        raise UnsolvableGame(f"{game.name} has no boards: --to is for bridge", "other_game", game.name)
    boards = []
    for number, cards in enumerate(dealt, 1):
        dealer, vulnerable = numbered(number)
        state = game.start(cards, dealer, vulnerable=vulnerable)
        boards.append(board_of(state, number))
    return write_boards(boards, form)


def _wishes(game: tc.Game, texts: list[str]) -> dict[int, str]:
    """What is wanted, by seat; of one seat all that is said of it."""
    wishes: dict[int, str] = {}
    for text in texts:
        name, equals, wish = text.partition("=")
        if not equals:
            raise ParseError(f"{text[:60]!r}: write SEAT=WISH, as in N=15-17", "no_seat", text)
        seat = _seat(game, name.strip())
        wishes[seat] = f"{wishes.get(seat, '')} {wish}".strip()
    return wishes


def _seat(game: tc.Game, name: str) -> int:
    """A seat by its number, or, where four play, by its letter."""
    if name.isascii() and name.isdigit() and len(name) < 4:
        return game.seat(int(name), "seat")
    if game.players == len(SEATS):
        return read_seat(name)
    raise UnknownOption(f"seat {name[:60]!r}: seats are 0 to {game.players - 1}", "out_of_range", name)


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
    known, terms = game_with_terms(game, options or [])
    state = played_at_random(known.new_deal(seed, dealer, **terms), seed)
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
