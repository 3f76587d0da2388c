r"""PBN, Portable Bridge Notation 2.1: boards with everything that a file says of them, read and written.

>>> boards = loads('''
... [Board "1"]
... [Dealer "N"]
... [Vulnerable "None"]
... [Deal "N:4.KJ32.842.AQ743 JT987.Q876.AK5.2 AK532.T.JT6.T985 Q6.A954.Q973.KJ6"]
... [Auction "N"]
... Pass 1S AP
... ''')
>>> boards[0].contract, boards[0].declarer
('1S', 1)
>>> boards[0].tags["Event"] = "Club evening"
>>> print(dumps(boards).strip())
[Event "Club evening"]
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:4.KJ32.842.AQ743 JT987.Q876.AK5.2 AK532.T.JT6.T985 Q6.A954.Q973.KJ6"]
[Auction "N"]
Pass 1S AP

A file that is read and written again is the same, byte for byte; where a board was changed, what did not change stays
as it was. Reading is tolerant: what is odd becomes a notice in ``warnings``, with line and board. A board that cannot
be right (51 cards, a card twice) is a `BoardError`, and so is anything odd with ``strict=True``; with ``skip=True``
such a board is left out, its error is in ``errors``, and the others are read.
"""

from __future__ import annotations

from typing import IO, TYPE_CHECKING

from trickcore.notation.boards import Board, BoardError, Boards
from trickcore.notation.bridge_text import Log
from trickcore.notation.decoding import decoded, read_source, write_target
from trickcore.notation.pbn_pieces import Deal, Game, take_apart
from trickcore.notation.pbn_reader import Inheritance, interpreted, is_other_table
from trickcore.notation.pbn_writer import Writer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from os import PathLike

__all__ = ["dump", "dumps", "load", "loads", "pieces"]

_HEADER = "% PBN 2.1\n"
_EXPORT_HEADER = "% PBN 2.1\n% EXPORT\n"


def loads(text: str | bytes, *, strict: bool = False, skip: bool = False) -> Boards:
    """Read the boards of a PBN text; bytes are taken as UTF-8, as UTF-16 with its mark, or as Latin-1.

    Raises `BoardError` (a `ParseError` with ``line`` and ``board``) of the kinds ``not_text``, ``too_long``, ``empty``,
    ``no_boards``, ``unterminated``, ``bad_deal``, ``hand_count``, ``bad_hand``, ``duplicate_card``, ``card_count``.
    """
    source = decoded(text)
    log = Log(strict=strict, skip=skip)
    games, trailer = take_apart(source.text, log)
    boards = Boards(form="pbn")
    boards.newline, boards.encoding, boards.bom = source.newline, source.encoding, source.bom
    boards.trailer = trailer
    if not games:
        empty = not source.text.strip()
        raise BoardError(
            "there is nothing in it" if empty else "there is no PBN tag in it", "empty" if empty else "no_boards"
        )
    _read_games(games, boards, log)
    boards.warnings, boards.errors = sorted(log.notices, key=lambda notice: notice.line), log.errors
    return boards


def _read_games(games: list[Game], boards: Boards, log: Log) -> None:
    """Read game by game; the text of one that is skipped goes before the next one."""
    inheritance = Inheritance()
    skipped: list[Game] = []
    last: Board | None = None
    for place, game in enumerate(games, 1):
        inheritance.take(game)
        if last is not None and is_other_table(game, last):
            game.same_deal = Deal.of(last)
        number = next((piece.value for piece in game.pieces if piece.name == "Board"), "").strip()[:20]
        log.board = number or f"#{place}"
        try:
            board = interpreted(game, log)
        except BoardError as error:
            log.fail(error)
            skipped.append(game)
            last = None
            continue
        game.before, skipped = skipped, []
        boards.append(board)
        last = board
    boards.trailer = "".join(game.text for game in skipped) + boards.trailer


def load(source: str | PathLike[str] | IO[str] | IO[bytes], *, strict: bool = False, skip: bool = False) -> Boards:
    """Read a PBN file, given by its path or opened; see `loads`. Raises `OSError` as well."""
    return loads(read_source(source), strict=strict, skip=skip)


def dumps(boards: Iterable[Board], *, export: bool = False) -> str:
    """Write boards as PBN.

    With ``export`` it is PBN's export format: all 15 mandatory tags, in order, lines that end in CR LF, nothing kept of
    how the file was written.
    """
    return "".join(pieces(boards, export=export))


def pieces(boards: Iterable[Board], *, export: bool = False) -> Iterator[str]:
    """The text that `dumps` gives in pieces: the head of the file, each board, and what stands behind the last one.

    A board is written when its piece is asked for, so that a file can grow while its boards are worked on.
    """
    origin = boards if isinstance(boards, Boards) and boards.form == "pbn" and not export else Boards()
    newline = "\r\n" if export else origin.newline
    for text in _pieces(boards, origin, export=export):
        yield text if newline == "\n" else text.replace("\n", newline)


def _pieces(boards: Iterable[Board], origin: Boards, *, export: bool) -> Iterator[str]:
    writer = Writer(export=export)
    yield "" if origin.form == "pbn" else _EXPORT_HEADER if export else _HEADER
    gap = True
    for board in boards:
        source = board.source
        joined = isinstance(source, Game) and [*source.before, source][0].joined
        text = writer.game(board)
        yield text if gap or joined else "\n" + text
        gap = text.endswith("\n\n") or (isinstance(source, Game) and "\n" in source.gap and text.endswith(source.gap))
    yield origin.trailer


def dump(boards: Iterable[Board], target: str | PathLike[str] | IO[str] | IO[bytes], *, export: bool = False) -> None:
    """Write boards into a PBN file, given by its path or opened; the encoding is that of the file they came from."""
    boards = boards if isinstance(boards, Boards) else Boards(boards)
    write_target(target, dumps(boards, export=export), boards)
