"""Input that holds one or many deals, as records (JSON) or as deal sheets: taken apart first, read one by one."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from trickcore.errors import ParseError
from trickcore.notation.sheet import read_sheet
from trickcore.record import read_match, read_record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    import trickcore as tc
    from trickcore.game import OptionValue

    Read = Callable[[], list[tc.State | tc.Position]]

__all__ = ["Source", "deals", "split"]


class Source(NamedTuple):
    """One record or sheet of an input, not read yet."""

    place: str
    """Where it stands, as in ``line 3``; nothing if it is all there is."""
    text: str
    sheet_line: int | None = None
    """The number of a sheet's first line; ``None`` for a record."""

    def read(self) -> list[tc.State | tc.Position]:
        """The deal or position, or the deals of a match; a `TrickcoreError` if it is not well formed."""
        if self.sheet_line is not None:
            return [read_sheet(self.text, self.sheet_line)]
        if '"trickcore.match"' in self.text[:200]:
            match = read_match(self.text)
            return [*match.finished, *([] if match.over else [match.state])]
        return [read_record(self.text)]


def deals(text: str, game: tc.Game, dealer: int = 0, **terms: OptionValue) -> Iterator[tuple[str, Read]]:
    r"""Plain deals of one game, one to a line: where each stands, and what reads it. ``#`` starts a comment.

    Dealer and ``terms`` are those of `Game.start`, for all of them.

    >>> import trickcore as tc
    >>> koenigrufen = tc.game("koenigrufen")
    >>> [(place, read)] = deals(f"# one deal\n{koenigrufen.new_deal(seed=1).deal}\n", koenigrufen)
    >>> place, read()[0].phase
    ('line 2', 'call')
    """
    lines = [line.partition("#")[0].strip() for line in text.removeprefix("\ufeff").splitlines()]
    if not any(lines):
        raise ParseError("there is nothing in it: a deal is needed", "empty")
    for number, line in enumerate(lines, 1):
        if line:
            yield f"line {number}", partial(_dealt, game, line, dealer, terms)


def _dealt(game: tc.Game, deal: str, dealer: int, terms: Mapping[str, OptionValue]) -> list[tc.State | tc.Position]:
    return [game.start(deal, dealer, **terms)]


def split(text: str) -> Iterator[Source]:
    r"""The parts of an input: a JSON object, an array of them or one to a line; or deal sheets, one after the other.

    >>> [source.place for source in split('{"a": 1}\n{"b": 2}\n')]
    ['line 1', 'line 2']
    >>> [source.place for source in split("game mediatore\nseed 1\n\ngame anrufen\nseed 2\n")]
    ['line 1', 'line 4']
    """
    text = text.removeprefix("\ufeff")
    match text.lstrip()[:1]:
        case "":
            raise ParseError("there is nothing in it: a record or a deal sheet is needed", "empty")
        case "[":
            return _array(text)
        case "{":
            return _objects(text)
        case _:
            return _sheets(text)


def _array(text: str) -> Iterator[Source]:
    """The elements of a JSON array, each as the text it is."""
    decoder = json.JSONDecoder()
    at, number, end = _past(text, text.index("[") + 1), 0, len(text)
    while at < end and text[at] != "]":
        number += 1
        try:
            _, after = decoder.raw_decode(text, at)
        except RecursionError:
            raise ParseError(f"record {number}: the JSON is nested too deep", "too_deep") from None
        except ValueError as error:
            raise ParseError(f"record {number}: this is not JSON: {error}", "not_json") from None
        yield Source(f"record {number}", text[at:after])
        at = _past(text, after)
        if text[at : at + 1] == ",":
            at = _past(text, at + 1)
        elif text[at : at + 1] != "]":
            break
    if text[at:].strip() != "]":
        raise ParseError(f"after record {number}: this is not a JSON array", "not_json")
    if number == 0:
        raise ParseError("there is nothing in it: the array is empty", "empty")


def _past(text: str, at: int) -> int:
    """The place of the next character that is not a space."""
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _objects(text: str) -> Iterator[Source]:
    """One object over many lines, or one to a line."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(lines) > 1 and (lines[1][1].lstrip().startswith("{") or _is_whole(lines[0][1])):
        yield from (Source(f"line {number}", line) for number, line in lines)
    else:
        yield Source("", text)


def _is_whole(line: str) -> bool:
    """Whether a line is a JSON value of its own, so that what is wrong below it is no part of it."""
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _sheets(text: str) -> Iterator[Source]:
    """Each line ``game …`` starts a sheet; what stands before the first one belongs to it."""
    lines = text.splitlines()
    starts = [number for number, line in enumerate(lines) if line.split()[:1] == ["game"]] or [0]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        first = 0 if start == starts[0] else start
        yield Source(f"line {start + 1}" if len(starts) > 1 else "", "\n".join(lines[first:end]), first + 1)
