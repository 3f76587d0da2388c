"""``trickcore tournament``: bots against bots, every pair on the same deals with seats swapped."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Annotated

import typer

import trickcore as tc
from trickcore.bots.duel import Duel, duel, play_out
from trickcore.bots.sessions import write_session
from trickcore.cli.choices import GameName, Options
from trickcore.cli.screen import Bar, Json, Screen, emit
from trickcore.errors import UnknownOption
from trickcore.notation import game_with

__all__ = ["tournament"]


def tournament(
    game: GameName,
    bots: Annotated[
        str, typer.Option("--bots", help="Names, separated by commas; pimc:worlds=8 sets an option.")
    ] = "pimc,rules,random",
    deals: Annotated[int, typer.Option("--deals", "-n", min=2, max=100_000, help="At most so many for a pair.")] = 100,
    decided: Annotated[
        bool, typer.Option("--decided", help="End a pair once its 95 % interval excludes zero (after 30 deals).")
    ] = False,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Same seed, same deals and same choices.")] = 0,
    save: Annotated[
        Path | None, typer.Option("--save", help="Write one match of all bots at a table to this file, as a record.")
    ] = None,
    options: Options = None,
    as_json: Json = False,
) -> None:
    """Play duplicate matches between bots: what each gains over the other per deal and seat, with its 95 % interval.

    Each deal is played twice, seats swapped. Seats are shared out evenly; with three players the first has one seat,
    then the other.
    """
    known = game_with(game, options or [])
    players = {text: player(text, seed) for text in bots.split(",")}
    if len(players) < 2:
        raise UnknownOption("a tournament needs two different bots", "bots", bots)
    results: dict[tuple[str, str], Duel] = {}
    pairs = list(combinations(players, 2))
    with Bar(f"{known.title}: {' '.join(players)}", len(pairs) * deals) as bar:
        for first, second in pairs:

            def going_on(_: Duel) -> bool:
                bar.step()
                return True

            least = 30 if decided else deals
            results[first, second] = duel(
                known, players[first], players[second], seed=seed, most=deals, least=least, going_on=going_on
            )
    if save is not None:
        save.write_text(_session(known, list(players.values()), seed), encoding="utf-8")
    if as_json:
        for (first, second), result in results.items():
            emit({"game": known.name, "first": first, "second": second, **result._asdict()})
        return
    screen = Screen()
    screen.title(f"{known.title}, seed {seed}")
    rows = [
        [*pair, f"{r.mean:+.3f}", f"± {r.half:.3f}", str(r.deals), _verdict(pair, r)] for pair, r in results.items()
    ]
    screen.table(["bot", "against", "gain", "95 %", "deals", ""], rows, right=(2, 4))
    screen.say("gain: payoff per deal and seat of the first over the second")


def player(text: str, seed: int) -> tc.Bot:
    """A bot as a command names it: ``pimc:worlds=8:seconds=0.5``."""
    name, *words = text.strip().split(":")
    chosen: dict[str, int | float] = {"seed": seed}
    for word in words:
        option, _, value = word.partition("=")
        try:
            chosen[option] = float(value) if option == "seconds" else int(value)
        except ValueError:
            raise UnknownOption(f"{text}: {option} needs a number", "bots", text) from None
    return tc.bot(name, **chosen)


def _verdict(pair: tuple[str, str], result: Duel) -> str:
    return f"{pair[0] if result.mean > 0 else pair[1]} is better" if result.decided else "undecided"


def _session(game: tc.Game, players: list[tc.Bot], seed: int) -> str:
    """The record of a match of as many deals as there are seats, all the bots in turn at its seats."""
    seats = [players[seat % len(players)] for seat in range(game.players)]
    match = game.match(seed=seed, deals=game.players)
    while not match.over:
        play_out(match.state, seats)
        match.advance()
    return write_session(match, seats) + "\n"
