"""Bytes of a bridge file to text and back: UTF-8, UTF-16 with its mark, or Latin-1; and the three line ends."""

from __future__ import annotations

import re
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from trickcore.notation.boards import BoardError

if TYPE_CHECKING:
    from os import PathLike

    from trickcore.notation.boards import Boards

__all__ = ["MOST_BYTES", "Decoded", "coding", "decoded", "encoded", "read_source", "write_target"]

MOST_BYTES = 1 << 28
"""No file may be larger: 256 MB."""

_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_FOREIGN = re.compile("[\x00-\x08\x0e-\x19\x1b-\x1f\ud800-\udfff]")


class Decoded:
    r"""A text whose lines all end in ``\n``, and what it takes to make the same bytes of it again."""

    __slots__ = ("bom", "encoding", "newline", "text")

    def __init__(self, text: str, encoding: str = "utf-8", *, bom: bool = False) -> None:
        check_text(text)
        self.encoding = encoding
        self.bom = bom
        self.newline = _newline(text)
        self.text = text if self.newline == "\n" else text.replace(self.newline, "\n")


def check_text(text: str) -> None:
    """A `BoardError` for what no text file holds: too much of it, control characters, halves of characters."""
    if len(text) > MOST_BYTES:
        raise BoardError(f"more than {MOST_BYTES >> 20} MB", "too_long")
    foreign = _FOREIGN.search(text)
    if foreign is not None:
        line = text.count("\n", 0, foreign.start()) + 1
        raise BoardError(f"line {line}: {foreign[0]!r} is not text", "not_text", foreign[0], line)


def _newline(text: str) -> str:
    r"""The line end that all lines have; ``\n`` if they differ, and the rest stays in the text."""
    feeds, returns, pairs = text.count("\n"), text.count("\r"), text.count("\r\n")
    if pairs and pairs == feeds == returns:
        return "\r\n"
    return "\r" if returns and not feeds else "\n"


def decoded(raw: str | bytes) -> Decoded:
    """The text of a file: by its mark, else as UTF-8, else as Latin-1."""
    if isinstance(raw, str):
        bom = raw.startswith("\ufeff")
        return Decoded(raw.removeprefix("\ufeff"), bom=bom)
    if not isinstance(raw, bytes | bytearray | memoryview):
        raise TypeError(f"text or bytes are needed, not {type(raw).__name__}")
    data = bytes(raw)
    if len(data) > MOST_BYTES:
        raise BoardError(f"more than {MOST_BYTES >> 20} MB", "too_long")
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return Decoded(data[len(mark) :].decode(encoding), encoding, bom=True)
            except UnicodeDecodeError:
                raise BoardError(f"the file is marked as {encoding} and is not", "not_text") from None
    try:
        return Decoded(data.decode("utf-8"))
    except UnicodeDecodeError:
        return Decoded(data.decode("latin-1"), "latin-1")


def coding(text: str, boards: Boards) -> tuple[str, str]:
    """The encoding that the boards of a text came in, or UTF-8 if that cannot hold it, and the mark that goes first."""
    found = (boards.encoding, "\ufeff" if boards.bom else "")
    try:
        text.encode(boards.encoding)
    except UnicodeEncodeError:
        found = ("utf-8", "")
    return found


def encoded(text: str, boards: Boards) -> bytes:
    """The bytes of a text in the encoding that its boards came in, or UTF-8 if that cannot hold it."""
    encoding, mark = coding(text, boards)
    try:
        return (mark + text).encode(encoding)
    except UnicodeEncodeError as error:
        raise BoardError(f"{error.object[error.start]!r} is not text", "not_text") from None


def read_source(source: str | PathLike[str] | IO[str] | IO[bytes]) -> str | bytes:
    """What is in a file, given by its path or opened."""
    if isinstance(source, str) or hasattr(source, "__fspath__"):
        with Path(source).open("rb") as opened:
            return opened.read(MOST_BYTES + 1)
    return source.read(MOST_BYTES + 1)


def write_target(target: str | PathLike[str] | IO[str] | IO[bytes], text: str, boards: Boards) -> None:
    """Put a text into a file, given by its path or opened."""
    if isinstance(target, str) or hasattr(target, "__fspath__"):
        Path(target).write_bytes(encoded(text, boards))
        return
    opened: Any = target
    try:
        opened.write(text)
    except TypeError:
        opened.write(encoded(text, boards))
