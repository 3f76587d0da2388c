"""Files of bridge boards on the command line: told apart from other files, read, written, and what is wrong told."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

from trickcore.cli.screen import sentence
from trickcore.cli.writing import write_whole
from trickcore.errors import UnknownOption
from trickcore.notation.boards import place_of
from trickcore.notation.decoding import MOST_BYTES, encoded
from trickcore.notation.files import form_of, form_of_name, read_boards
from trickcore.notation.playing import position_of, state_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import trickcore as tc
    from trickcore.notation.boards import Board, BoardError, Boards

__all__ = [
    "board_place",
    "boards_of_file",
    "is_board_file",
    "played_boards",
    "raw_of",
    "shown_name",
    "tell",
    "write_file",
]

_NOTICES = 20
_HEAD = 4096


def shown_name(file: str) -> str:
    """The name of a file as it is told."""
    return "standard input" if file == "-" else file


def raw_of(file: str, most: int) -> bytes:
    """What is in a file, or comes from standard input: so many bytes at most."""
    if file == "-":
        return sys.stdin.buffer.read(most)
    with Path(file).open("rb") as opened:
        return opened.read(most)


def is_board_file(file: str) -> bool:
    """Whether a file holds bridge boards, by its name or by how it begins; `OSError` if it cannot be opened."""
    return form_of_name(file) is not None or form_of(_head(file)) is not None


def _head(file: str) -> bytes:
    """How a file begins; what is taken from standard input can still be read."""
    if file != "-":
        return raw_of(file, _HEAD)
    buffer = sys.stdin.buffer
    if hasattr(buffer, "peek"):
        return bytes(buffer.peek(_HEAD)[:_HEAD])
    place = buffer.tell()
    head = buffer.read(_HEAD)
    buffer.seek(place)
    return head


def boards_of_file(file: str, *, strict: bool = False) -> Boards:
    """The boards of a PBN or LIN file, those left out that cannot be read."""
    raw = raw_of(file, MOST_BYTES + 1)
    form = form_of(raw, file)
    if form is None:
        raise UnknownOption(f"{shown_name(file)}: this is neither PBN nor LIN", "unknown_form", file)
    return read_boards(raw, form, strict=strict, skip=True)


def write_file(file: str, text: str, boards: Boards) -> None:
    """Put a text into a file, in the encoding of the boards it came from."""
    write_whole(file, encoded(text, boards))


def tell(file: str, boards: Boards) -> bool:
    """Tell on stderr what was odd and what could not be read; whether anything could not."""
    name = shown_name(file)
    for notice in boards.warnings[:_NOTICES]:
        typer.echo(f"{name}, {_printable(notice)}", err=True)
    if len(boards.warnings) > _NOTICES:
        typer.echo(f"{name}: and {len(boards.warnings) - _NOTICES:,} more like these", err=True)
    for error in boards.errors:
        typer.echo(f"{name}, {sentence(error)}", err=True)
    return bool(boards.errors)


def _printable(words: object) -> str:
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in str(words))


def board_place(board: Board) -> str:
    """Where a board stands in its file."""
    return place_of(getattr(board.source, "line", None), board.number)


def played_boards(file: str) -> Iterator[tuple[str, Callable[[], list[tc.State | tc.Position]]]]:
    """Every board of a file: where it stands, and what makes a deal or an ending of it."""
    boards = boards_of_file(file)
    for board in boards:
        yield board_place(board), partial(_played, board)
    for error in boards.errors:
        yield place_of(error.line, error.board), partial(_fail, error)


def _played(board: Board) -> list[tc.State | tc.Position]:
    """The deal, or for hands of fewer cards the position."""
    if board.deal is not None and None not in board.hands and not board.complete:
        return [position_of(board)]
    return [state_of(board)]


def _fail(error: BoardError) -> NoReturn:
    raise error
