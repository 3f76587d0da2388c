"""Files of deals: read one by one, so that one that is bad does not keep the others from being worked on."""

from __future__ import annotations

from contextlib import contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING, NoReturn

import typer

from trickcore.cli.board_files import is_board_file, played_boards, raw_of, shown_name
from trickcore.cli.screen import Bar, told
from trickcore.errors import ParseError, TrickcoreError
from trickcore.notation import deals, split

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    import trickcore as tc
    from trickcore.game import OptionValue

    Read = Callable[[], list[tc.State | tc.Position]]

__all__ = ["FAULTS", "Work", "sources", "work_on"]

FAULTS = (TrickcoreError, OSError, UnicodeDecodeError)
"""What bad input or a limit that is met may raise."""

_NO_TERMS: Mapping[str, OptionValue] = MappingProxyType({})

_MOST_BYTES = 1 << 28


def sources(
    files: list[str], game: tc.Game | None = None, dealer: int = 0, terms: Mapping[str, OptionValue] = _NO_TERMS
) -> list[tuple[str, Read]]:
    """Every record, sheet and board of the files, or with a game every line as a deal: its place, and what reads it."""
    found: list[tuple[str, Read]] = []
    for file in files:
        name = shown_name(file)
        try:
            found.extend(
                [(f"{name}, {place}" if place else name, read) for place, read in _parts(file, game, dealer, terms)]
            )
        except FAULTS as error:
            found.append((name, _failing(error)))
    return found


def _parts(
    file: str, game: tc.Game | None, dealer: int, terms: Mapping[str, OptionValue]
) -> Iterator[tuple[str, Read]]:
    if game is None and is_board_file(file):
        return played_boards(file)
    text = _text(file)
    if game is None:
        return ((source.place, source.read) for source in split(text))
    return deals(text, game, dealer, **terms)


def _failing(error: Exception) -> Read:
    def read() -> NoReturn:
        raise error

    return read


def _text(file: str) -> str:
    raw = raw_of(file, _MOST_BYTES + 1)
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
            with self.aside():
                typer.echo(told(place, error), err=True)
        self.step()

    def end(self) -> None:
        """Exit with 1 if any part failed."""
        if self.failed:
            raise typer.Exit(1)


def work_on(
    found: list[tuple[str, Read]], doing: str, answer: Callable[[tc.State | tc.Position, str, Work], None]
) -> None:
    """Answer every deal and position that was found, where it stands; those that are bad are told and passed over."""
    with Work(doing, len(found)) as work:
        for place, read in found:
            with work.on(place):
                for state in read():
                    answer(state, place, work)
    work.end()
