"""Reading and writing deals as text: records in JSON and deal sheets."""

from __future__ import annotations

from trickcore.notation.sheet import game_with, read_sheet, write_sheet
from trickcore.notation.sources import Source, split

__all__ = ["Source", "game_with", "read_sheet", "split", "write_sheet"]
