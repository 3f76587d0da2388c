r"""LIN, the files of Bridge Base Online: boards with auctions, alerts, play, claims and commentary, read and written.

>>> boards = loads("pn|Ann,Bob,Cat,Dan|st||md|3SAJ9HAQT6DJT62C98,SQ8762HKJ54DA93C7,ST5H982D874CAQ632,|rh||ah|Board 1|"
...                "sv|o|mb|p|mb|1C!|an|could be two|mb|p|mb|p|mb|p|pg||pc|SA|pg||mc|7|pg||")
>>> board = boards[0]
>>> board.deal
'N:T5.982.874.AQ632 K43.73.KQ5.KJT54 AJ9.AQT6.JT62.98 Q8762.KJ54.A93.7'
>>> board.players, board.dealer, board.contract, board.declarer, board.result
(('Cat', 'Dan', 'Ann', 'Bob'), 0, '1C', 1, 7)
>>> board.auction.calls[1].note
'could be two'

A file that is read and written again is the same, byte for byte. Reading is tolerant as in `pbn`: what is odd becomes a
notice, a board that cannot be right is a `BoardError`, left out with ``skip=True``.
"""

from __future__ import annotations

from typing import IO, TYPE_CHECKING
from urllib.parse import unquote

from trickcore.notation.boards import Board, BoardError, Boards
from trickcore.notation.bridge_text import Log
from trickcore.notation.decoding import decoded, read_source, write_target
from trickcore.notation.lin_fields import fields_of, split_boards
from trickcore.notation.lin_reader import AH_NUMBER, QX, header_tags, interpreted
from trickcore.notation.lin_writer import board_text

if TYPE_CHECKING:
    from collections.abc import Iterable
    from os import PathLike

    from trickcore.notation.lin_fields import LinBoard

__all__ = ["dump", "dumps", "load", "loads"]


def loads(text: str | bytes, *, strict: bool = False, skip: bool = False) -> Boards:
    """Read the boards of a LIN text, or of links to the hand viewer with ``lin=``, one to a line.

    Raises `BoardError` (a `ParseError` with ``line`` and ``board``) of the kinds ``not_text``, ``too_long``, ``empty``,
    ``no_boards``, ``hand_count``, ``bad_hand``, ``duplicate_card``, ``card_count``.
    """
    source = decoded(text)
    log = Log(strict=strict, skip=skip)
    fields, trailer = fields_of(_unlinked(source.text), log)
    header, found = split_boards(fields)
    boards = Boards(form="lin")
    boards.newline, boards.encoding, boards.bom = source.newline, source.encoding, source.bom
    boards.header = "".join(part.raw for part in header)
    boards.trailer = trailer
    if not found:
        empty = not source.text.strip()
        raise BoardError(
            "there is nothing in it" if empty else "there are no cards in it (md|…|)", "empty" if empty else "no_boards"
        )
    _read_boards(found, boards, header_tags(header), log)
    boards.warnings, boards.errors = sorted(log.notices, key=lambda notice: notice.line), log.errors
    return boards


def _unlinked(text: str) -> str:
    """The LIN text that links hold; any other text as it is."""
    if not text.lstrip()[:8].lower().startswith(("http://", "https://")):
        return text
    parts = [line.partition("lin=")[2].partition("&")[0] for line in text.split("\n")]
    return "\n".join(unquote(part) for part in parts)


def _read_boards(found: list[LinBoard], boards: Boards, tags: dict[str, dict[str, str]], log: Log) -> None:
    skipped = ""
    for place, part in enumerate(found, 1):
        number, room = _number_and_room(part)
        log.board = number or f"#{place}"
        part.inherited = {**tags[""], **tags.get(room, {})}
        part.header = boards.header
        try:
            board = interpreted(part, log)
        except BoardError as error:
            log.fail(error)
            skipped += part.text
            continue
        part.before, skipped = skipped, ""
        boards.append(board)
    boards.trailer = skipped + boards.trailer


def _number_and_room(part: LinBoard) -> tuple[str, str]:
    number, room = "", ""
    for found in part.fields:
        if found.tag == "qx" and (matched := QX.fullmatch(found.value)):
            return matched[2], {"o": "Open", "c": "Closed"}.get(matched[1].lower(), "")
        if found.tag == "ah" and (matched := AH_NUMBER.fullmatch(found.value)):
            number = matched[1]
    return number, room


def load(source: str | PathLike[str] | IO[str] | IO[bytes], *, strict: bool = False, skip: bool = False) -> Boards:
    """Read a LIN file, given by its path or opened; see `loads`. Raises `OSError` as well."""
    return loads(read_source(source), strict=strict, skip=skip)


def dumps(boards: Iterable[Board]) -> str:
    """Write boards as LIN, a line for each.

    What LIN has no field for is left out: other tags than the players' names, the room and the number; tables; glyphs;
    comments on tags.
    """
    origin = boards if isinstance(boards, Boards) and boards.form == "lin" else Boards()
    texts = [board_text(board, origin.header) for board in boards]
    text = origin.header + "".join(texts) + origin.trailer
    return text if origin.newline == "\n" else text.replace("\n", origin.newline)


def dump(boards: Iterable[Board], target: str | PathLike[str] | IO[str] | IO[bytes]) -> None:
    """Write boards into a LIN file, given by its path or opened; the encoding is that of the file they came from."""
    boards = boards if isinstance(boards, Boards) else Boards(boards)
    write_target(target, dumps(boards), boards)
