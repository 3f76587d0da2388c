"""Files of deals: read one by one, so that one that is bad does not keep the others from being worked on."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

from trickcore.cli.screen import Bar, sentence
from trickcore.errors import ParseError, TrickcoreError
from trickcore.notation import split

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import trickcore as tc

    Read = Callable[[], list[tc.State | tc.Position]]

__all__ = ["FAULTS", "Work", "sources"]

FAULTS = (TrickcoreError, OSError, UnicodeDecodeError)
"""What bad input or a limit that is met may raise."""

_MOST_BYTES = 1 << 28


def sources(files: list[str]) -> list[tuple[str, Read]]:
    """Every record and sheet of the files: where it stands, and what reads it."""
    found: list[tuple[str, Read]] = []
    for file in files:
        name = "standard input" if file == "-" else file
        try:
            parts = [
                (f"{name}, {source.place}" if source.place else name, source.read) for source in split(_text(file))
            ]
            found.extend(parts)
        except FAULTS as error:
            found.append((name, _failing(error)))
    return found


def _failing(error: Exception) -> Read:
    def read() -> NoReturn:
        raise error

    return read


def _text(file: str) -> str:
    if file == "-":
        raw = sys.stdin.buffer.read(_MOST_BYTES + 1)
    else:
        with Path(file).open("rb") as opened:
            raw = opened.read(_MOST_BYTES + 1)
    if len(raw) > _MOST_BYTES:
        raise ParseError(f"more than {_MOST_BYTES >> 20} MB", "too_long")
    return raw.decode("utf-8")


class Work(Bar):
    """Goes through many parts; where one fails it says so, goes on, and remembers."""

    failed = False

    @contextmanager
    def on(self, place: str) -> Iterator[None]:
        """Work on one part: what is wrong with it is told on stderr."""
        try:
            yield
        except BrokenPipeError:
            raise
        except FAULTS as error:
            self.failed = True
            words = sentence(error)
            with self.aside():
                typer.echo(words if words.startswith(place) else f"{place}: {words}", err=True)
        self.step()

    def end(self) -> None:
        """Exit with 1 if any part failed."""
        if self.failed:
            raise typer.Exit(1)
