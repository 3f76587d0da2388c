"""The sections of a PBN game: auction, play and tables, as their words are read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from trickcore.bridge_table import SEATS
from trickcore.notation.boards import (
    Auction,
    Board,
    Call,
    Play,
    PlayedCard,
    Table,
    best_of,
    passes_at_end,
    trick_winner,
    trump_of,
)
from trickcore.notation.bridge_text import as_call, as_card, as_seat
from trickcore.notation.pbn_pieces import unescaped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickcore.notation.bridge_text import Log
    from trickcore.notation.pbn_pieces import Piece

__all__ = ["UNKNOWN", "AuctionReader", "PlayReader", "comments_in", "keep_comments", "table_of"]

UNKNOWN = ("", "?", "-")
"""What stands for a value that is not known."""

_MOST_CALLS = 319
_SUFFIXES = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}

_WORD = re.compile(
    r"""
    (?P<escape>^%[^\n]*+)
  | (?P<brace>\{[^}]*+\})
  | (?P<rest>;[^\n]*+)
  | (?P<string>"(?:[^"\\\n]|\\.)*+")
  | (?P<note>=[0-9]{1,4}=)
  | (?P<nag>\$[0-9]{1,3}(?![0-9]))
  | (?P<suffix>[!?]{1,2})
  | (?P<mark>\^\s*+[A-Za-z])
  | (?P<end>[*+])
  | (?P<word>[^\s\[\]{};"!?$=*+^]++)
  | (?P<odd>\S)
    """,
    re.VERBOSE | re.MULTILINE,
)
_CELL = re.compile(
    r"""
    ^%[^\n]*+ | \{[^}]*+\} | ;[^\n]*+
  | "(?P<string>(?:[^"\\\n]|\\.)*+)"
  | (?P<word>[^\s"{};]++)
  | (?P<line>\n)
  | \S
    """,
    re.VERBOSE | re.MULTILINE,
)


def comments_in(text: str) -> list[str]:
    """The comments in a text that follows a tag."""
    if "{" not in text and ";" not in text:
        return []
    found = (match for match in _WORD.finditer(text) if match.lastgroup in ("brace", "rest"))
    return [_comment(match[0]) for match in found]


def _comment(text: str) -> str:
    return text[1:-1].strip() if text[0] == "{" else text[1:].strip()


def keep_comments(board: Board, name: str, comments: list[str]) -> None:
    """Put comments where they belong: after a tag."""
    if comments:
        board.comments.setdefault(name, []).extend(comments)


def table_of(spec: str, text: str) -> Table:
    """The cells of a section: rows of as many cells as there are columns, or as they stand if that does not fit."""
    lines: list[list[str]] = [[]]
    for found in _CELL.finditer(text):
        if found.lastgroup == "line":
            lines.append([])
        elif found.lastgroup == "string":
            lines[-1].append(unescaped(found["string"]))
        elif found.lastgroup == "word":
            lines[-1].append(found["word"])
    rows = [line for line in lines if line]
    width = len(spec.split(";"))
    if any(len(row) != width for row in rows) and sum(map(len, rows)) % width == 0 and width > 1:
        cells = [cell for row in rows for cell in row]
        rows = [cells[first : first + width] for first in range(0, len(cells), width)]
    return Table(spec, rows)


class _Section:
    """What auction and play have in common: words, each with what is noted on it."""

    def __init__(self, board: Board, log: Log, piece: Piece, notes: dict[int, str]) -> None:
        self.board = board
        self.log = log
        self.piece = piece
        self.notes = notes
        self.used: set[int] = set()
        self.mark = ""
        self.told: set[str] = set()

    def odd(self, at: int, kind: str, message: str, part: object = None) -> None:
        """A notice at a place of the section, one of a kind."""
        if kind not in self.told or self.log.strict:
            self.told.add(kind)
            line = self.piece.line + self.piece.head.count("\n") + self.piece.tail.count("\n", 0, at)
            self.log.odd(line, kind, message, part)

    def start(self) -> int | None:
        """The seat in the tag's value."""
        value = self.piece.value.strip()
        seat = as_seat(value)
        if seat is None and value not in UNKNOWN:
            self.odd(0, "bad_value", f"{self.piece.name} {value[:40]!r} is not a seat (N, E, S, W)", value)
        return seat

    def words(self) -> Iterator[tuple[str, str, int]]:
        """Kind, text and place of each word."""
        for found in _WORD.finditer(self.piece.tail):
            assert found.lastgroup is not None
            if found.lastgroup != "escape":
                yield found.lastgroup, found[0], found.start()

    def remark(self, last: Call | PlayedCard | None, kind: str, text: str, at: int) -> None:
        """Something said of the call or card before it."""
        if kind in ("brace", "rest"):
            if last is None:
                keep_comments(self.board, self.piece.name, [_comment(text)])
            else:
                last.comments += (_comment(text),)
        elif kind == "mark":
            self.mark = text[-1].upper()
        elif last is None or kind in ("string", "odd"):
            self.odd(at, "stray_text", f"{text[:20]!r} belongs to no call and no card", text)
        elif kind == "note":
            number = int(text[1:-1])
            if number not in self.notes:
                self.odd(at, "bad_note", f"the note {number} is not explained", number)
            self.used.add(number)
            last.alert = True
            last.note = self.notes.get(number, "")
        else:
            nag = int(text[1:]) if kind == "nag" else _SUFFIXES[text] + (6 if isinstance(last, PlayedCard) else 0)
            last.nags += (nag,)

    def unused_notes(self) -> list[str]:
        """Notes that nothing refers to."""
        return [text for number, text in self.notes.items() if number not in self.used]


class AuctionReader(_Section):
    """The calls."""

    seat = 0
    all = False

    def run(self) -> None:
        """Read them."""
        auction = self.board.auction
        assert auction is not None
        start = self.start()
        self.seat = (self.board.dealer or 0) if start is None else start
        last: Call | None = None
        for kind, text, at in self.words():
            word = text.upper()
            if kind == "end":
                auction.end = text
            elif kind != "word":
                self.remark(last, kind, text, at)
                self.skipped()
            elif word in ("AP", "ALLPASS", "ALL") or self.all:
                self.all_pass(auction, word)
            elif text == "-":
                self.seat = (self.seat + 1) % 4
            elif (call := as_call(text)) is None or len(auction.calls) >= _MOST_CALLS:
                self.odd(at, "bad_call", f"{text[:20]!r} is not a call: the auction is read up to it", text)
                auction.end = "*"
                break
            else:
                last = Call(self.seat, call, mark=self.irregular(at))
                auction.calls.append(last)
                self.seat = (self.seat + 1) % 4
        auction.notes = self.unused_notes()
        self.check(auction)

    def skipped(self) -> None:
        """Somebody called out of rotation."""
        if self.mark == "S":
            self.mark = ""
            self.seat = (self.seat + 1) % 4

    def irregular(self, at: int) -> str:
        """The mark of the call that comes."""
        mark, self.mark = self.mark, ""
        if mark not in ("", "I"):
            self.odd(at, "bad_mark", f"^{mark} does not belong to a call", mark)
            return ""
        return mark

    def all_pass(self, auction: Auction, word: str) -> None:
        """Passes until the auction is over."""
        self.all = word == "ALL"
        calls = auction.calls
        needed = 3 if any(call.text != "Pass" for call in calls) else 4
        for _ in range(0 if self.all else needed - passes_at_end(calls)):
            calls.append(Call(self.seat, "Pass"))
            self.seat = (self.seat + 1) % 4

    def check(self, auction: Auction) -> None:
        """The dealer calls first, unless another called out of rotation."""
        dealer = self.board.dealer
        if auction.calls and dealer is not None and "^" not in self.piece.tail:
            first = auction.calls[0].seat
            if first != dealer:
                self.odd(0, "wrong_dealer", f"{SEATS[first]} calls first, but {SEATS[dealer]} deals")


class PlayReader(_Section):
    """The cards: a column for each seat, from which the order of play is found."""

    end = ""

    def run(self) -> None:
        """Read them."""
        play = self.board.play
        assert play is not None
        start = self.start()
        if start is None:
            start = 0 if self.board.declarer is None else (self.board.declarer + 1) % 4
        play.leader = start
        cells, open_at = self.cells(start)
        self.in_order(play, cells, start)
        play.end = self.end
        play.notes = self.unused_notes()
        self.check(play, open_at)

    def cells(self, start: int) -> tuple[list[PlayedCard], int]:
        """The cards as they stand, row by row; those not given are without a card."""
        cells: list[PlayedCard] = []
        last: PlayedCard | None = None
        for kind, text, at in self.words():
            seat = (start + len(cells)) % 4
            if text == "*" and kind == "end":
                self.end = "*"
            elif kind == "end" or text == "-":
                self.end = "+" if text == "+" else self.end
                cells.append(PlayedCard(seat, ""))
                last = cells[-1]
            elif kind != "word":
                self.remark(last, kind, text, at)
            elif len(cells) >= 52:
                self.odd(at, "too_many_cards", "more than 52 cards are played", text)
                return cells, at
            elif (card := as_card(text)) is None:
                self.odd(at, "bad_card", f"{text[:20]!r} is not a card: the play is read up to it", text)
                self.end = "*"
                return cells, at
            else:
                mark, self.mark = self.mark, ""
                last = PlayedCard(seat, card, mark=mark if mark in ("R", "L") else "")
                cells.append(last)
        return cells, len(self.piece.tail)

    def in_order(self, play: Play, cells: list[PlayedCard], leader: int) -> None:
        """Put the tricks into the order they were played in."""
        trump = trump_of(self.board.contract)
        while cells and not (cells[-1].card or _remarked(cells[-1])):
            cells.pop()
        for first in range(0, len(cells), 4):
            row = cells[first : first + 4]
            row += [PlayedCard((row[0].seat + step) % 4, "") for step in range(len(row), 4)]
            self.move(row, first // 4 + 1)
            leader = next((cell.seat for cell in row if cell.mark == "L"), leader)
            trick = sorted(row, key=lambda cell: (cell.seat - leader) % 4)
            play.cards += trick
            if first + 4 < len(cells) and trick_winner(trick, trump) is None:
                message = f"trick {first // 4 + 1} has unknown cards: its winner is guessed"
                self.odd(len(self.piece.tail), "unknown_cards", message)
            best = best_of(trick, trump)
            leader = leader if best is None else best
        while play.cards and not (play.cards[-1].card or _remarked(play.cards[-1])):
            play.cards.pop()

    def move(self, row: list[PlayedCard], trick: int) -> None:
        """Put a row into the right columns if its cards are not in the hands where they stand, but further on."""
        hands, known = self.board.hands, [cell for cell in row if cell.card]

        def fits(step: int) -> bool:
            return all(_holds(hands[(cell.seat + step) % 4] or "...", cell.card) for cell in known)

        step = next(filter(fits, range(4)), 0) if len(known) > 1 else 0
        if step:
            self.odd(len(self.piece.tail), "shifted_row", f"the cards of trick {trick} stand in the wrong columns")
            for cell in row:
                cell.seat = (cell.seat + step) % 4

    def check(self, play: Play, at: int) -> None:
        """Cards played twice or not held."""
        seen: set[str] = set()
        for played in play.cards:
            hand = self.board.hands[played.seat]
            if not played.card:
                continue
            if played.card in seen:
                self.odd(at, "played_twice", f"{played.card} is played twice", played.card)
            elif hand is not None and not _holds(hand, played.card):
                self.odd(at, "not_held", f"{SEATS[played.seat]} plays {played.card} and does not hold it", played.card)
            seen.add(played.card)


def _remarked(cell: PlayedCard) -> bool:
    return bool(cell.alert or cell.nags or cell.comments)


def _holds(hand: str, card: str) -> bool:
    return card[1] in hand.split(".")["SHDC".index(card[0])]
