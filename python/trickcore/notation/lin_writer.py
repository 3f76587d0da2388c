"""From a `Board` to LIN fields; where it was read from LIN, what did not change stays as it was written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickcore.notation.boards import SUITS
from trickcore.notation.bridge_text import Log
from trickcore.notation.lin_fields import OPENING, LinBoard
from trickcore.notation.lin_reader import AH_NUMBER, ORDER, interpreted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickcore.notation.boards import Board
    from trickcore.notation.lin_fields import Field

__all__ = ["board_text"]

_VULNERABLE = {"none": "o", "ns": "n", "ew": "e", "both": "b"}
_ROOMS = {"Open": "o", "Closed": "c"}
_NAMES = ("North", "East", "South", "West")
_CALLS = {"Pass": "p", "X": "d", "XX": "r"}


def board_text(board: Board, header: str) -> str:
    """The text of a board in a file that has this header."""
    source = board.source
    if not isinstance(source, LinBoard):
        return _fresh(board)
    was = interpreted(source, Log())
    at_home = source.header == header or not source.inherited
    return source.text if was == board and at_home else _patched(source, was, board, at_home=at_home)


def _field(tag: str, value: str) -> str:
    """A field; a bar in its value becomes a broken bar, a line end a space."""
    return f"{tag}|{value.replace('|', '¦').replace(chr(10), ' ')}|"


def _fresh(board: Board) -> str:
    parts = _parts(board)
    order = ("qx", "pn", "md", "ah", "sv", "lead", "auction", "play", "other")
    texts = {**parts, "md": f"st||{parts['md']}rh||"}
    return "".join(texts.get(name, "") for name in order) + "\n"


def _parts(board: Board) -> dict[str, str]:
    """The groups of fields of a board."""
    parts = {"md": _deal(board)}
    room = _ROOMS.get(board.tags.get("Room", ""), "")
    if room:
        parts["qx"] = _field("qx", room + (board.number or "1"))
    if any(board.players):
        names = [(board.tags.get(_NAMES[seat]) or "").replace(", ", " ").replace(",", " ") for seat in ORDER]
        parts["pn"] = _field("pn", ",".join(names))
    if board.number is not None:
        parts["ah"] = _field("ah", f"Board {board.number}")
    if board.vulnerable is not None:
        parts["sv"] = _field("sv", _VULNERABLE[board.vulnerable])
    parts["lead"] = "".join(f"{_field('nt', text)}pg||" for text in board.comments.get("", ()))
    parts["auction"] = "".join(_auction(board))
    parts["play"] = "".join(_play(board))
    parts["other"] = "".join(_field(tag, value) for tag, value in board.lin)
    return parts


def _deal(board: Board) -> str:
    first = board.first_caller
    dealer = "0" if first is None else str(ORDER.index(first) + 1)
    hands = [_hand(board.hands[seat]) for seat in ORDER]
    if board.complete:
        hands[3] = ""
    return _field("md", dealer + ",".join(hands))


def _hand(hand: str | None) -> str:
    if hand is None:
        return ""
    return "".join(suit + ranks for suit, ranks in zip(SUITS, hand.split("."), strict=True))


def _auction(board: Board) -> Iterator[str]:
    if board.auction is None:
        return
    for call in board.auction.calls:
        text = _CALLS.get(call.text, call.text.replace("NT", "N"))
        yield _field("mb", text + ("!" if call.alert else ""))
        if call.note:
            yield _field("an", call.note)
        yield from (_field("nt", text) + "pg||" for text in call.comments)
    if board.auction.calls:
        yield "pg||"


def _play(board: Board) -> Iterator[str]:
    play = board.play
    if play is None:
        return
    for trick in play.tricks:
        for played in trick:
            if not played.card:
                return
            yield _field("pc", played.card)
            yield from (_field("nt", text) + "pg||" for text in played.comments)
        yield "pg||"
    if play.end == "*" and board.result is not None:
        yield f"mc|{board.result}|pg||"


# Over what was there


_ORDER = ("qx", "pn", "md", "ah", "sv", "lead", "auction", "play")
"""The groups of a board's fields as they stand."""


def _patched(source: LinBoard, was: Board, board: Board, *, at_home: bool) -> str:
    old, new = _parts(was), _parts(board)
    out: list[tuple[str, str]] = []
    done: set[str] = set()
    for group, found in zip(_groups(source.fields), source.fields, strict=True):
        if group == "ah" and AH_NUMBER.fullmatch(found.value) is None:
            group = "head"
        if group in ("head", "other") or old.get(group) == new.get(group):
            out.append((group, found.raw))
        elif group not in done:
            space = found.raw[: len(found.raw) - len(found.raw.lstrip())]
            out.append((group, space + new.get(group, "")))
        done.add(group)
    for group in _ORDER:
        if group not in done and _is_needed(group, old, new, done, at_home=at_home):
            _put(out, group, new[group])
    added = board.lin[len(was.lin) :] if board.lin[: len(was.lin)] == was.lin else []
    out += [("other", _field(tag, value)) for tag, value in added]
    return source.before + "".join(text for _, text in out)


def _is_needed(group: str, old: dict[str, str], new: dict[str, str], done: set[str], *, at_home: bool) -> bool:
    """Whether a group that was not written is to be written now."""
    if group not in new or (group == "ah" and "qx" in done):
        return False
    return (group == "pn" and not at_home) or old.get(group) != new[group]


def _put(out: list[tuple[str, str]], group: str, text: str) -> None:
    """Put a group behind those that stand before it."""
    before = _ORDER[: _ORDER.index(group)] if group in ("qx", "pn") else ("head", *_ORDER[: _ORDER.index(group)])
    at = max((place for place, (other, _) in enumerate(out) if other in before), default=-1)
    out.insert(at + 1, (group, text))


def _groups(fields: list[Field]) -> Iterator[str]:
    """The group that each field belongs to."""
    stage = "lead"
    for found in fields:
        if found.tag in ("mb", "an"):
            stage = "auction"
        elif found.tag in ("pc", "mc"):
            stage = "play"
        if found.tag in ("mb", "an", "pc", "mc", "nt") or (found.tag == "pg" and stage != "lead"):
            yield stage
        elif found.tag in ("qx", "pn", "md", "ah", "sv"):
            yield found.tag
        else:
            yield "head" if found.tag in OPENING else "other"
