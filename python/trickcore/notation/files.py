"""Which form a file of bridge boards has, and reading and writing it in that form."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TYPE_CHECKING

from trickcore.errors import UnknownOption
from trickcore.notation import lin, pbn

if TYPE_CHECKING:
    from trickcore.notation.boards import Board, Boards

__all__ = ["FORMS", "form_of", "form_of_name", "read_boards", "write_boards"]

FORMS = ("pbn", "lin")

_PBN = re.compile(r'\s*+(?:\[\s*[A-Za-z0-9_]+\s*"|%|;)')
_LIN = re.compile(r"\s*+(?:[A-Za-z]{2}\||https?://\S*[?&]lin=)")
_HEAD = 4096


def form_of_name(name: str) -> str | None:
    """The form that a file's name ends in; ``None`` if it is none of them.

    >>> form_of_name("club/Monday.PBN"), form_of_name("deal.json")
    ('pbn', None)
    """
    suffix = PurePath(name).suffix.lower().lstrip(".")
    return suffix if suffix in FORMS else None


def form_of(raw: bytes | str, name: str = "") -> str | None:
    r"""The form of a file, by its name or else by how it begins; ``None`` if it is none of them.

    >>> form_of('[Board "1"]'), form_of("st||md|3S…"), form_of('[{"game": 1}]'), form_of("game bridge")
    ('pbn', 'lin', None, None)
    """
    named = form_of_name(name)
    if named is not None:
        return named
    head = raw[:_HEAD] if isinstance(raw, str) else raw[:_HEAD].decode("latin-1").removeprefix("ï»¿")
    if _PBN.match(head.removeprefix("\ufeff")):
        return "pbn"
    return "lin" if _LIN.match(head.removeprefix("\ufeff")) else None


def read_boards(raw: bytes | str, form: str, *, strict: bool = False, skip: bool = False) -> Boards:
    """The boards of a file of this form; errors as those of `pbn.loads` and `lin.loads`."""
    _check(form)
    if form == "pbn":
        return pbn.loads(raw, strict=strict, skip=skip)
    return lin.loads(raw, strict=strict, skip=skip)


def write_boards(boards: list[Board], form: str, *, export: bool = False) -> str:
    """Boards as the text of a file of this form; ``export`` asks for PBN's export format."""
    _check(form)
    return pbn.dumps(boards, export=export) if form == "pbn" else lin.dumps(boards)


def _check(form: str) -> None:
    if form not in FORMS:
        raise UnknownOption(f"form {form[:40]!r}: there are {', '.join(FORMS)}", "unknown_form", form)
