"""``trickcore convert``: bridge boards from one form of file to another."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from trickcore.cli.screen import sentence
from trickcore.errors import UnknownOption
from trickcore.notation.decoding import MOST_BYTES, encoded
from trickcore.notation.files import FORMS, form_of, form_of_name, read_boards, write_boards

if TYPE_CHECKING:
    from trickcore.notation.boards import Boards

__all__ = ["convert", "read_file", "tell", "write_file"]

_NOTICES = 20

To = Annotated[
    Literal["pbn", "lin"] | None,
    typer.Option("--to", help="The form to write; default: what the name of OUT ends in."),
]
Strict = Annotated[bool, typer.Option("--strict", help="Take everything odd in a file for an error.")]


def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="A PBN or LIN file; '-' is standard input.")],
    target: Annotated[str, typer.Argument(metavar="OUT", help="The file to write; '-' is standard output.")] = "-",
    to: To = None,
    export: Annotated[bool, typer.Option("--export", help="Write PBN in its strict export format.")] = False,
    strict: Strict = False,
) -> None:
    """Convert bridge boards between PBN and LIN.

    What is odd in the file is told on standard error. A board that cannot be right is told and left out, and the exit
    code is 1; the others are written.
    """
    form = to or form_of_name(target)
    if form is None:
        raise UnknownOption(f"{target}: say --to {' or --to '.join(FORMS)}", "unknown_form", target)
    boards = read_file(source, strict=strict)
    write_file(target, write_boards(boards, form, export=export), boards)
    if tell(source, boards):
        raise typer.Exit(1)


def read_file(name: str, *, strict: bool = False) -> Boards:
    """The boards of a PBN or LIN file, those left out that cannot be read."""
    raw = _bytes(name)
    form = form_of(raw, name)
    if form is None:
        raise UnknownOption(f"{name}: this is neither PBN nor LIN", "unknown_form", name)
    return read_boards(raw, form, strict=strict, skip=True)


def _bytes(name: str) -> bytes:
    if name == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with Path(name).open("rb") as opened:
        return opened.read(MOST_BYTES + 1)


def write_file(name: str, text: str, boards: Boards) -> None:
    """Put a text into a file, in the encoding of the boards it came from."""
    if name == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(encoded(text, boards))
        sys.stdout.buffer.flush()
    else:
        Path(name).write_bytes(encoded(text, boards))


def tell(name: str, boards: Boards) -> bool:
    """Tell on stderr what was odd and what could not be read; whether anything could not."""
    shown = "standard input" if name == "-" else name
    for notice in boards.warnings[:_NOTICES]:
        typer.echo(f"{shown}, {_printable(notice)}", err=True)
    if len(boards.warnings) > _NOTICES:
        typer.echo(f"{shown}: and {len(boards.warnings) - _NOTICES:,} more like these", err=True)
    for error in boards.errors:
        typer.echo(f"{shown}, {sentence(error)}", err=True)
    return bool(boards.errors)


def _printable(words: object) -> str:
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in str(words))
