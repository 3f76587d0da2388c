"""LIN text taken apart into fields and boards, every character of it kept.

A LIN file is a row of fields ``tag|value|``, wherever its lines end. A board has one ``md`` field; which fields before
and after it are its own follows from what the tags are for.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickcore.notation.bridge_text import Log

__all__ = ["Field", "LinBoard", "fields_of", "split_boards"]

_FIELD = re.compile(r"\s*+([A-Za-z0-9]{2})\|([^|]*+)(\||\Z)")
_STRAY = re.compile(r"\s*+[^|\n]*+[|\n]?")
_SPACE = re.compile(r"\s*+\Z")
_KNOWN = frozenset(("qx", "pn", "st", "md", "rh", "ah", "sv", "mb", "an", "pc", "pg", "mc", "nt", "vg", "rs", "bn"))
OPENING = frozenset(("qx", "pn", "st", "md", "rh", "ah", "sv", "vg", "rs", "bn", "mp", "pw", "sk"))
"""Tags that stand before the calls and cards of a board."""
BODY = frozenset(("mb", "an", "pc", "mc"))
FILE = frozenset(("vg", "rs", "bn", "mp", "pw"))
"""Tags that speak of the whole file."""


@dataclass(slots=True)
class Field:
    """One field."""

    tag: str
    """In small letters; empty for text that is no field."""
    value: str
    raw: str
    """As it is written, with the space before it."""
    line: int


@dataclass(slots=True)
class LinBoard:
    """The fields of one board."""

    fields: list[Field]
    inherited: dict[str, str] = field(default_factory=dict)
    """Tags that the file's header gives it."""
    header: str = ""
    """The header of the file."""
    before: str = ""
    """Boards before it that could not be read."""

    @property
    def text(self) -> str:
        """The board as it was written."""
        return self.before + "".join(found.raw for found in self.fields)

    @property
    def line(self) -> int:
        """Where its cards are."""
        return next((found.line for found in self.fields if found.tag == "md"), self.fields[0].line)


def fields_of(text: str, log: Log) -> tuple[list[Field], str]:
    r"""The fields of a text whose lines end in ``\n``, and the space after the last one."""
    fields: list[Field] = []
    at, line = 0, 1
    while not (rest := _SPACE.match(text, at)):
        found = _FIELD.match(text, at)
        if found is None:
            raw = _stray(text, at, line, log)
            fields.append(Field("", raw, raw, line))
        else:
            raw = text[at : at + _length(found, line, log)]
            value = found[2][: len(raw) - (found.start(2) - at)]
            starts = line + raw.count("\n", 0, found.start(1) - at)
            fields.append(Field(found[1].lower(), value, raw, starts))
        line += raw.count("\n")
        at += len(raw)
    return fields, rest[0]


def _stray(text: str, at: int, line: int, log: Log) -> str:
    """Text that is no field, up to the next bar or line end."""
    found = _STRAY.match(text, at)
    assert found is not None
    words = found[0].strip()
    if words != "|":
        log.odd(line, "stray_text", f"{words[:40]!r} is no field: tag|value|", words)
    return found[0]


def _length(found: re.Match[str], line: int, log: Log) -> int:
    """How long a field is: to its bar, or to the line end where the bar was forgotten."""
    before, feed, last = found[2].rpartition("\n")
    if feed and found[3] and last.strip().lower() in _KNOWN:
        log.odd(line, "no_bar", f"the field {found[1]} does not end in a bar", found[1])
        return found.start(2) - found.start() + len(before)
    if not found[3]:
        log.odd(line, "no_bar", f"the last field, {found[1]}, does not end in a bar", found[1])
    return len(found[0])


def split_boards(fields: Sequence[Field]) -> tuple[list[Field], list[LinBoard]]:
    """The fields of the header, and those of each board."""
    deals = [place for place, found in enumerate(fields) if found.tag == "md"]
    if not deals:
        return list(fields), []
    starts = [_first_start(fields, deals[0])]
    body = [place for place, found in enumerate(fields) if found.tag in BODY]
    for before, deal in pairwise(deals):
        starts.append(_start(fields, before, deal, body))
    ends = [*starts[1:], len(fields)]
    boards = [LinBoard(list(fields[start:end])) for start, end in zip(starts, ends, strict=True)]
    return list(fields[: starts[0]]), boards


def _first_start(fields: Sequence[Field], deal: int) -> int:
    """Where the first board begins: at its ``qx``, else after the last field that speaks of the file."""
    tags = [found.tag for found in fields[:deal]]
    if "qx" in tags:
        return tags.index("qx")
    last = max((place for place, tag in enumerate(tags) if tag in FILE), default=-1)
    place = last + 1
    while last >= 0 and place < deal and tags[place] == "pg":
        place += 1
    return place


def _start(fields: Sequence[Field], before: int, deal: int, body: Sequence[int]) -> int:
    """Where the board of a deal begins, between the deal before it and its own.

    At the first opening tag after the last call or card; if there are none, at the first tag that comes again.
    """
    place = bisect_left(body, deal) - 1
    if place >= 0 and body[place] > before:
        return next(at for at in range(body[place] + 1, deal + 1) if fields[at].tag in OPENING)
    order = [found.tag for found in fields[before + 1 : deal + 1]]
    seen = {"md"}
    for step, (tag, _) in enumerate(groupby(order)):
        if tag in OPENING and (tag in seen or tag in ("qx", "pn")):
            return before + 1 + _place_of_group(order, step)
        seen.add(tag)
    return deal


def _place_of_group(order: Sequence[str], step: int) -> int:
    """The place where a run of equal tags begins."""
    at = 0
    for number, (_, run) in enumerate(groupby(order)):
        if number == step:
            return at
        at += len(list(run))
    return at
