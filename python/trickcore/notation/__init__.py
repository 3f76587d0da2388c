"""Reading and writing deals as text: records in JSON, deal sheets, and the files of bridge, `pbn` and `lin`."""

from __future__ import annotations

from trickcore.notation import lin, pbn
from trickcore.notation.boards import Board, BoardError, Boards
from trickcore.notation.sheet import game_with, game_with_terms, read_sheet, write_sheet
from trickcore.notation.sources import Source, deals, split

__all__ = [
    "Board",
    "BoardError",
    "Boards",
    "Source",
    "deals",
    "game_with",
    "game_with_terms",
    "lin",
    "pbn",
    "read_sheet",
    "split",
    "write_sheet",
]
