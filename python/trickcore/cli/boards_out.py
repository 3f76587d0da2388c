"""The PBN file that a run writes its boards into as it goes, and what a run that was stopped has left of it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Self

import typer

from trickcore.cli.board_files import boards_of_file
from trickcore.cli.writing import Growing, part_of
from trickcore.errors import ParseError, TrickcoreError
from trickcore.notation import pbn
from trickcore.notation.decoding import coding, encoded

if TYPE_CHECKING:
    from trickcore.notation.boards import Boards

__all__ = ["BoardsOut"]


class BoardsOut:
    """The boards of a file on their way into another, one behind the other as they are done."""

    def __init__(self, target: str, boards: Boards) -> None:
        text = pbn.dumps(boards)
        self.known = _tables_left(target, boards, encoded(text, boards))
        """The tables, by deal, that an earlier run has found."""
        self._boards = boards
        self._encoding, mark = coding(text, boards)
        self._pieces = pbn.pieces(boards)
        self._file = Growing(target)
        self._head = mark + next(self._pieces)
        self._done = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._file.__exit__()
        if kind is not None and self._done and self._file.part is not None:
            done = f"{self._done:,} of {len(self._boards):,} boards are in {self._file.part}"
            typer.echo(f"{done}: the same command goes on from there", err=True)

    def write(self, count: int) -> None:
        """Write the boards that are not written yet, as far as the first ``count`` of all."""
        text = "".join(islice(self._pieces, count - self._done))
        if text:
            self._file.add((self._head + text).encode(self._encoding))
            self._head, self._done = "", count

    def end(self) -> None:
        """Write what is left, and put the file in its place."""
        self._file.add((self._head + "".join(self._pieces)).encode(self._encoding))
        self._file.end()


def _tables_left(target: str, boards: Boards, text: bytes) -> dict[str, list[list[int]]]:
    """The tables by deal of a file that was not finished; not those that it may only have copied from the source."""
    part = part_of(target)
    if part is None or not part.exists() or not part.stat().st_size:
        return {}
    try:
        left = boards_of_file(str(part))
    except TrickcoreError as error:
        if text.startswith(part.read_bytes()):
            return {}
        raise ParseError(
            f"{part} is in the way, and not what an earlier run has left", "in_the_way", str(part)
        ) from error
    copied = {(board.deal, str(board.dd_table)) for board in boards}
    found = [(board.deal, board.dd_table) for board in left]
    return {deal: table for deal, table in found if deal and table and (deal, str(table)) not in copied}
