"""Arguments and options that several commands take."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["Count", "Deadline", "Dealer", "Files", "GameName", "Memory", "Options", "Seed", "Threads", "in_bytes"]

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's name; 'trickcore games' lists them.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game, as players=3; repeatable."),
]
Seed = Annotated[int | None, typer.Option("--seed", help="Same seed, same cards; left out: new ones each time.")]
Dealer = Annotated[int, typer.Option("--dealer", help="The dealer's seat.")]
Count = Annotated[int, typer.Option("--count", "-n", min=1, max=1_000_000, help="How many deals.")]
Files = Annotated[
    list[str],
    typer.Argument(metavar="FILE...", help="Records (JSON), deal sheets, PBN or LIN boards; '-' is standard input."),
]
Threads = Annotated[int, typer.Option("--threads", min=0, max=256, help="How many threads work; 0: all cores.")]
Memory = Annotated[
    int | None, typer.Option("--max-memory", min=1, max=1 << 20, help="Megabytes for the tables of one thread.")
]
Deadline = Annotated[float | None, typer.Option("--deadline", min=0, help="Give up a deal after so many seconds.")]


def in_bytes(megabytes: int | None) -> int | None:
    """A limit of memory as the solvers take it."""
    return None if megabytes is None else megabytes << 20
