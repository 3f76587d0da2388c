"""From a `Board` to the text of a PBN game; where it was read from PBN, what did not change stays as it was written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from trickcore.bridge_table import SEATS
from trickcore.notation.boards import deal_text, trick_winner, trump_of
from trickcore.notation.bridge_text import Log
from trickcore.notation.pbn_pieces import DEAL_TAGS, STARTS, Deal, Game, Piece
from trickcore.notation.pbn_reader import FIELDS, Inheritance, interpreted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from trickcore.notation.boards import Board, Call, Play, PlayedCard, Table

__all__ = ["Writer"]

MANDATORY = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal"),
    *("Scoring", "Declarer", "Contract", "Result"),
)
_VULNERABLE = {"none": "None", "ns": "NS", "ew": "EW", "both": "All"}


_AGAIN = "again"
"""In place of a name (which has a capital): an event or a number that was there before."""


class Part(NamedTuple):
    """A tag and what follows it, as they are written anew."""

    head: str
    body: str


class Writer:
    """Writes games one after the other: what a ``#`` in one of them means depends on those before it."""

    def __init__(self, *, export: bool = False) -> None:
        self.export = export
        self.inheritance = Inheritance()
        self.last: Deal | None = None
        """The deal of the game before."""

    def game(self, board: Board) -> str:
        """The text of a board, with the empty line after it."""
        source = board.source
        if self.export or not isinstance(source, Game):
            text = self._fresh(board)
        else:
            for skipped in source.before:
                self._follow(skipped.pieces)
            was = interpreted(source, Log())
            same = was == board and self._means_the_same(source)
            text = source.text if same else self._patched(source, was, board)
            if same:
                self._follow(source.pieces)
        self.last = Deal.of(board)
        return text

    # Written anew

    def _fresh(self, board: Board) -> str:
        parts = _parts(board, export=self.export)
        for name in self.inheritance.standing:
            parts.setdefault(name, Part(_tag(name, ""), "\n"))
        if not parts.keys() & STARTS:
            parts = {"Board": Part(_tag("Board", ""), "\n"), **parts}
        self._note(parts)
        lead = "".join(_comment_text(text) + "\n" for text in board.comments.get("", ()))
        return lead + "".join(head + body for head, body in parts.values()) + "\n"

    def _note(self, parts: dict[str, Part]) -> None:
        for name, value in _values(parts).items():
            self.inheritance.tag(name, value, {})

    # Written over what was there

    def _means_the_same(self, source: Game) -> bool:
        """Whether the values that a game takes over are still there to be taken."""
        if source.same_deal not in (None, self.last):
            return False
        given = {piece.name: piece.value for piece in source.pieces if not piece.repeated}
        taken = {name: value for name, value in source.inherited.items() if name not in given}
        standing = {name: value for name, value in self.inheritance.standing.items() if name not in given}
        return taken == standing and all(
            self.inheritance.resolve(name, value) == source.inherited.get(name, value)
            for name, value in given.items()
            if value.startswith("#")
        )

    def _follow(self, pieces: Iterable[Piece]) -> None:
        for piece in pieces:
            if not piece.repeated:
                self.inheritance.tag(piece.name, piece.value, {})

    def _patched(self, source: Game, was: Board, board: Board) -> str:
        old, new = _parts(was), _parts(board)
        placed: list[tuple[str, str]] = []
        kept_notes = True
        for piece in source.pieces:
            name = piece.name
            if name == "Note" and not kept_notes:
                continue
            text = piece.head + piece.tail
            if piece.repeated or name == "Note" or (name not in old and name not in new):
                placed.append((_AGAIN if piece.repeated and name in ("Event", "Board") else "", text))
                continue
            kept_notes = old.get(name) == new.get(name)
            if name in new:
                placed.append((name, self._piece(source, piece, old.get(name), new[name])))
            else:
                placed.append(("", _loose_comments(board, name)))
        again = source.same_deal is None or source.same_deal == self.last == Deal.of(board)
        self._insert(placed, source, old, new, () if again else DEAL_TAGS)
        lead = source.lead
        if was.comments.get("") != board.comments.get(""):
            lead = "".join(_comment_text(text) + "\n" for text in board.comments.get("", ()))
        return source.skipped + lead + _joined(placed) + source.gap

    def _piece(self, source: Game, piece: Piece, old: Part | None, new: Part) -> str:
        """A tag of the source, what changed in it written anew."""
        meant = source.inherited.get(piece.name, piece.value)
        head = piece.head
        if old is None or old.head != new.head or self.inheritance.resolve(piece.name, piece.value) != meant:
            head = new.head
        value = piece.value if head is piece.head else _value(new.head)
        self.inheritance.tag(piece.name, value, {})
        if old is not None and old.body == new.body:
            return head + piece.tail
        return head + new.body

    def _insert(
        self,
        placed: list[tuple[str, str]],
        source: Game,
        old: dict[str, Part],
        new: dict[str, Part],
        needed: Sequence[str],
    ) -> None:
        """Put the tags that were not there before where they belong; those that still stand (##) are left out.

        Those that are ``needed`` are not.
        """
        written = {piece.name for piece in source.pieces}
        for name in self.inheritance.standing:
            if name not in new and name not in written:
                new[name] = Part(_tag(name, ""), "\n")
        before = ""
        for name, part in new.items():
            if name not in written:
                if name not in needed and self._is_implied(name, part, source, old):
                    continue
                _put_after(placed, before, name, part)
                self.inheritance.tag(name, _value(part.head), {})
            before = name

    def _is_implied(self, name: str, part: Part, source: Game, old: dict[str, Part]) -> bool:
        """Whether a tag that was not written need not be written now."""
        standing = self.inheritance.standing.get(name)
        if standing is not None and _tag(name, standing) == part.head and part.body == "\n":
            return True
        return standing is None and name not in source.inherited and old.get(name) == part


def _put_after(placed: list[tuple[str, str]], before: str, name: str, part: Part) -> None:
    """Put a tag behind another one, its notes and repetitions; first, if that is not there.

    After a deal an event or a number that is there already would begin the next board: the deal goes behind them.
    """
    behind = (before, _AGAIN) if name == "Deal" else (before,)
    at = next((place for place in range(len(placed) - 1, -1, -1) if placed[place][0] in behind), -1)
    while at + 1 < len(placed) and placed[at + 1][0] in ("", _AGAIN):
        at += 1
    placed.insert(at + 1, (name, part.head + part.body))


def _joined(placed: Sequence[tuple[str, str]]) -> str:
    """Tags one after the other, each on a line of its own if it was put in."""
    out: list[str] = []
    for _, text in placed:
        if out and text.startswith("[") and not out[-1][-1:].isspace():
            out.append("\n")
        if text:
            out.append(text)
    if out and not out[-1].endswith("\n"):
        out.append("\n")
    return "".join(out)


def _loose_comments(board: Board, name: str) -> str:
    return "".join(_comment_text(text) + "\n" for text in board.comments.get(name, ()))


# A board as parts


def _parts(board: Board, *, export: bool = False) -> dict[str, Part]:
    """Every tag of a board, in PBN's order."""
    values = _field_values(board, export=export)
    named = {**{name: board.tags[name] for name in board.tags if name not in values}, **values}
    if export:
        for name in MANDATORY:
            named.setdefault(name, "" if name in ("Declarer", "Result") and board.contract == "Pass" else "?")
    order = [name for name in MANDATORY if name in named]
    others = [name for name in named if name not in MANDATORY]
    order += sorted(others) if export else others
    parts = {name: Part(_tag(name, named[name]), "\n" + _loose_comments(board, name)) for name in order}
    if board.auction is not None:
        parts["Auction"] = _auction_part(board)
    if board.play is not None:
        parts["Play"] = _play_part(board)
    for name in sorted(board.tables) if export else board.tables:
        parts[name] = _table_part(board, name, board.tables[name])
    return parts


def _field_values(board: Board, *, export: bool) -> dict[str, str]:
    values: dict[str, str] = {}
    if board.number is not None:
        values["Board"] = board.number
    if board.dealer is not None:
        values["Dealer"] = SEATS[board.dealer]
    if board.vulnerable is not None:
        values["Vulnerable"] = _VULNERABLE[board.vulnerable]
    if any(hand is not None for hand in board.hands):
        values["Deal"] = deal_text(board.hands, (board.dealer or 0) if export else 0)
    if board.declarer is not None:
        values["Declarer"] = SEATS[board.declarer]
    if board.contract is not None:
        values["Contract"] = board.contract
    if board.result is not None:
        values["Result"] = str(board.result)
    return {name: values[name] for name in FIELDS if name in values}


_TO_ESCAPE = re.compile(r'"|\\(?=["\\]|\Z)')


def _tag(name: str, value: str) -> str:
    escaped = _TO_ESCAPE.sub(lambda found: "\\" + found[0], value)
    return f'[{name} "{escaped}"]'


_HEAD = re.compile(r'\[\w+ "(.*)"\]', re.DOTALL)


def _value(head: str) -> str:
    found = _HEAD.fullmatch(head)
    assert found is not None
    return re.sub(r'\\(["\\])', r"\1", found[1])


def _values(parts: dict[str, Part]) -> dict[str, str]:
    return {name: _value(part.head) for name, part in parts.items()}


def _comment_text(text: str) -> str:
    if "}" not in text:
        return "{" + text + "}"
    return "\n".join(f";{line}" for line in text.split("\n"))


# Sections


class _Rows:
    """Words in rows of four, comments between them."""

    def __init__(self) -> None:
        self.text = ""
        self.count = 0

    def word(self, word: str) -> None:
        """A word that fills a column."""
        if self.count == 4:
            self.line()
        self.count += 1
        self.also(word)

    def also(self, word: str) -> None:
        """A word that belongs to the one before."""
        if self.text and not self.text.endswith("\n"):
            self.text += " "
        self.text += word

    def comment(self, text: str) -> None:
        """A comment on the word before."""
        shown = _comment_text(text)
        self.also(shown)
        if shown[0] == ";":
            self.text += "\n"

    def line(self) -> None:
        """Go to a new line."""
        self.count = 0
        if self.text and not self.text.endswith("\n"):
            self.text += "\n"


class _Notes:
    """The numbers of the notes of one section."""

    def __init__(self, unused: Sequence[str]) -> None:
        self.numbers: dict[str, int] = {}
        self.unused = unused

    def remarks(self, item: Call | PlayedCard) -> list[str]:
        """What is written after a call or card: its note and its glyphs."""
        said = []
        if item.alert or item.note:
            said.append(f"={self.numbers.setdefault(item.note, len(self.numbers) + 1)}=")
        return [*said, *(f"${nag}" for nag in sorted(item.nags))]

    def text(self) -> str:
        """The tags that explain them."""
        texts = [*self.numbers, *self.unused]
        return "".join(_tag("Note", f"{number}:{text}") + "\n" for number, text in enumerate(texts, 1))


def _put(rows: _Rows, notes: _Notes, word: str, item: Call | PlayedCard) -> None:
    rows.word(f"^{item.mark} {word}" if item.mark else word)
    for remark in notes.remarks(item):
        rows.also(remark)
    for text in item.comments:
        rows.comment(text)


def _auction_part(board: Board) -> Part:
    auction = board.auction
    assert auction is not None
    calls = auction.calls
    first = calls[0].seat if calls else 0
    seat = first if board.dealer is None else board.dealer
    head = _tag("Auction", SEATS[seat])
    rows, notes = _Rows(), _Notes(auction.notes)
    for call in calls:
        while seat != call.seat:
            rows.word("^S")
            seat = (seat + 1) % 4
        _put(rows, notes, call.text, call)
        seat = (seat + 1) % 4
    if auction.end:
        rows.word(auction.end)
    rows.line()
    return Part(head, "\n" + _loose_comments(board, "Auction") + rows.text + notes.text())


def _play_part(board: Board) -> Part:
    play = board.play
    assert play is not None
    start = play.leader
    if start is None:
        start = play.cards[0].seat if play.cards else 0 if board.declarer is None else (board.declarer + 1) % 4
    rows, notes = _Rows(), _Notes(play.notes)
    trump, leader = trump_of(board.contract), start
    for trick in play.tricks:
        by_seat = {played.seat: played for played in trick}
        out_of_turn = trick[0].seat if trick[0].seat != leader and trick[0].mark == "" else None
        following = (trick[-1].seat + 1) % 4 if play.end == "+" and len(trick) < 4 else None
        for step in range(4):
            seat = (start + step) % 4
            _put_card(rows, notes, by_seat.get(seat), out_of_turn=seat == out_of_turn, next_one=seat == following)
        winner = trick_winner(trick, trump)
        leader = leader if winner is None else winner
    _put_end(rows, play, start, leader)
    rows.line()
    return Part(_tag("Play", SEATS[start]), "\n" + _loose_comments(board, "Play") + rows.text + notes.text())


def _put_card(rows: _Rows, notes: _Notes, played: PlayedCard | None, *, out_of_turn: bool, next_one: bool) -> None:
    if played is None:
        rows.word("+" if next_one else "-")
    else:
        word = played.card or "-"
        _put(rows, notes, f"^L {word}" if out_of_turn else word, played)


def _put_end(rows: _Rows, play: Play, start: int, leader: int) -> None:
    """The mark after the last card, or in the place of the next one."""
    if play.end == "+" and len(play.cards) % 4 == 0:
        for step in range((leader - start) % 4):
            rows.word("-")
            del step
        rows.word("+")
    elif play.end and play.end != "+":
        rows.line()
        rows.word(play.end)


_PLAIN_CELL = re.compile(r'[^\s\[\]{};"%][^\s\[\]{};"]*')


def _cell(text: str) -> str:
    if _PLAIN_CELL.fullmatch(text):
        return text
    return '"' + _TO_ESCAPE.sub(lambda found: "\\" + found[0], " ".join(text.split("\n"))) + '"'


_WIDTH = re.compile(r"\\(\d{1,3})([LR]?)\s*$")


def _table_part(board: Board, name: str, table: Table) -> Part:
    widths = [_WIDTH.search(column) for column in table.spec.split(";")]
    lines = []
    for row in table.rows:
        cells = []
        for place, cell in enumerate(map(_cell, row)):
            width = widths[place] if place < len(widths) else None
            if width is not None:
                cell = cell.rjust(int(width[1])) if width[2] == "R" else cell.ljust(int(width[1]))
            cells.append(cell)
        lines.append(" ".join(cells).rstrip() + "\n")
    return Part(_tag(name, table.spec), "\n" + _loose_comments(board, name) + "".join(lines))
