"""From the pieces of a PBN game to a `Board`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from trickcore.notation.boards import (
    SEATS,
    Auction,
    Board,
    Call,
    Play,
    PlayedCard,
    Table,
    best_of,
    outcome_of_auction,
    passes_at_end,
    trick_winner,
    tricks_of_side,
)
from trickcore.notation.bridge_text import (
    as_call,
    as_card,
    as_contract,
    as_seat,
    as_tricks,
    as_vulnerable,
    read_deal,
)
from trickcore.notation.pbn_pieces import unescaped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickcore.notation.bridge_text import Log
    from trickcore.notation.pbn_pieces import Game, Piece

__all__ = ["FIELDS", "NOT_INHERITED", "Inheritance", "interpreted", "trump_of"]

FIELDS = ("Board", "Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Result")
"""The tags that are fields of a `Board`."""
PLAIN = frozenset(
    (
        *("Event", "Site", "Date", "West", "North", "East", "South", "Scoring", "Room", "Score", "ScoreIMP", "ScoreMP"),
        *("Round", "Table", "Section", "Stage", "Competition", "Description", "Generator", "Hidden", "HomeTeam"),
        *("VisitTeam", "EventDate", "DealId", "DoubleDummyTricks", "OptimumScore", "ParContract", "Annotator"),
    )
)
"""Tags that are no section, whatever follows them."""
NOT_INHERITED = frozenset(("Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play", "Note"))
"""The tags whose value # means nothing."""

_UNKNOWN = ("", "?", "-")
_MOST_CALLS = 319
_SUFFIXES = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}


class Inheritance:
    """What ``#`` and ``##`` stand for, from game to game."""

    def __init__(self) -> None:
        self._last: dict[str, str] = {}
        self.standing: dict[str, str] = {}
        """The values given with ##, which hold for all games that do not give another."""

    def resolve(self, name: str, value: str) -> str:
        """The value that a tag's text means here."""
        if name in NOT_INHERITED:
            return value
        if value.startswith("##"):
            return value[2:]
        return self._last.get(name, "") if value == "#" else value

    def take(self, game: Game) -> None:
        """Note what a game takes over and gives on."""
        given = {piece.name for piece in game.pieces}
        game.inherited = {name: value for name, value in self.standing.items() if name not in given}
        for piece in game.pieces:
            if not piece.repeated:
                self.tag(piece.name, piece.value, game.inherited)
        self._last.update(game.inherited)

    def tag(self, name: str, value: str, inherited: dict[str, str]) -> None:
        """Note a tag; its value goes into ``inherited`` if it is another than the text says."""
        meant = self.resolve(name, value)
        if meant != value:
            inherited[name] = meant
        if value.startswith("##") and name not in NOT_INHERITED:
            self.standing[name] = meant
        self._last[name] = meant


class _Reader:
    """One game while it is read."""

    def __init__(self, game: Game, log: Log) -> None:
        self.game = game
        self.log = log
        self.board = Board(source=game)
        self.sections: dict[str, _AuctionReader | _PlayReader] = {}
        self.result_at: tuple[str, int] | None = None

    def read(self) -> Board:
        board = self.board
        _keep_comments(board, "", _comments(self.game.lead))
        for name, value in self.game.inherited.items():
            if not any(piece.name == name for piece in self.game.pieces):
                board.tags[name] = value
        pieces = self.game.pieces
        for place, piece in enumerate(pieces):
            if piece.repeated or piece.name == "Note":
                continue
            if piece.name in ("Auction", "Play"):
                notes = []
                for note in pieces[place + 1 :]:
                    if note.name != "Note":
                        break
                    notes.append(note)
                self.section_of_actions(piece, notes)
            else:
                self.tag(piece, self.game.inherited.get(piece.name, piece.value))
        self.stray_notes()
        if "Auction" in self.sections:
            self.sections["Auction"].run()
            self.conclude_auction()
        if "Play" in self.sections:
            self.sections["Play"].run()
        self.result()
        return board

    def tag(self, piece: Piece, value: str) -> None:
        """A tag that is neither auction nor play."""
        if piece.name in FIELDS:
            self.field(piece, value)
        elif piece.name not in PLAIN and (piece.data or piece.name.endswith("Table")):
            self.board.tables[piece.name] = _table(value, piece.tail)
            _keep_comments(self.board, piece.name, _comments(piece.tail))
            return
        else:
            self.board.tags[piece.name] = value
        _keep_comments(self.board, piece.name, _comments(piece.tail))
        if piece.data:
            self.log.odd(piece.line, "stray_text", f"text that belongs to nothing follows the tag {piece.name}")

    def field(self, piece: Piece, value: str) -> None:
        """One of the tags that a `Board` has a field for; what cannot be read stays a tag."""
        board, line, text = self.board, piece.line, value.strip()
        known: Any = None
        match piece.name:
            case "Board":
                known = board.number = text or None
            case "Deal":
                if text not in _UNKNOWN:
                    board.hands = read_deal(value, self.log, line)
                return
            case "Dealer":
                known = board.dealer = as_seat(value)
            case "Vulnerable":
                known = board.vulnerable = None if text == "" else as_vulnerable(value)
            case "Declarer":
                known = board.declarer = as_seat(value.replace("^", ""))
            case "Contract":
                known = board.contract = as_contract(value)
            case "Result":
                known = _RESULT.fullmatch(text)
                self.result_at = None if known is None else (text, line)
        if known is None and text not in _UNKNOWN:
            self.log.odd(line, "bad_value", f"{piece.name} {value[:40]!r} is not understood", value)
            board.tags[piece.name] = value

    def result(self) -> None:
        """The declarer's tricks, from the tag or else from the play."""
        board = self.board
        if self.result_at is None:
            if board.play is not None and "Result" not in board.tags:
                board.result = self.tricks_played()
            return
        text, line = self.result_at
        plain = as_tricks(text.lstrip("^ "))
        board.result = self.tricks_of_sides(text) if plain is None else plain
        if board.result is None:
            board.tags["Result"] = text
            if plain is None and board.declarer is not None:
                self.log.odd(line, "bad_value", f"Result {text[:40]!r} is not understood", text)

    def tricks_of_sides(self, text: str) -> int | None:
        """The declarer's tricks from ``NS 9`` or ``NS 9 EW 4``."""
        counts = {side: as_tricks(count) for side, count in _SIDE_COUNT.findall(text.upper())}
        declarer = self.board.declarer
        if declarer is None or not counts or None in counts.values():
            return None
        own, other = ("NS", "EW") if declarer % 2 == 0 else ("EW", "NS")
        mine, theirs = counts.get(own), counts.get(other)
        return mine if mine is not None else 13 - (theirs or 0)

    def tricks_played(self) -> int | None:
        """The declarer's tricks if all 13 were played."""
        board = self.board
        if board.play is None or board.contract in (None, "Pass") or board.declarer is None:
            return None
        return tricks_of_side(board.play.cards, trump_of(board.contract), board.declarer % 2)

    def section_of_actions(self, piece: Piece, notes: list[Piece]) -> None:
        """The auction or the play with its notes."""
        texts: dict[int, str] = {}
        for note in notes:
            number, colon, text = note.value.partition(":")
            if not (colon and _NOTE_NUMBER.fullmatch(number.strip())):
                self.log.odd(note.line, "bad_note", f"{note.value[:40]!r} is not a note: 'number:text'", note.value)
            elif int(number) not in texts:
                texts[int(number)] = text.strip()
            _keep_comments(self.board, piece.name, _comments(note.tail))
        if piece.name == "Auction":
            self.board.auction = Auction()
            self.sections["Auction"] = _AuctionReader(self, piece, texts)
        else:
            self.board.play = Play()
            self.sections["Play"] = _PlayReader(self, piece, texts)

    def stray_notes(self) -> None:
        """Notes that stand in no auction and no play."""
        before = ""
        for piece in self.game.pieces:
            if piece.name == "Note" and before not in ("Auction", "Play"):
                self.log.odd(piece.line, "bad_note", "a note stands outside of auction and play", piece.value)
            elif piece.name != "Note":
                before = piece.name

    def conclude_auction(self) -> None:
        """Contract and declarer where the auction says them and the tags do not."""
        board = self.board
        assert board.auction is not None
        found = outcome_of_auction(board.auction.calls)
        if found is None:
            return
        contract, declarer = found
        same = board.contract in (None, contract) and (board.declarer in (None, declarer) or self._swapped())
        if not same:
            ends, tags = _contract(contract, declarer), _contract(board.contract, board.declarer)
            self.log.odd(
                self.game.line, "contract_differs", f"the auction ends in {ends}, the tags say {tags}", (ends, tags)
            )
        if "Contract" not in board.tags and board.contract is None:
            board.contract = contract
        if "Declarer" not in board.tags and board.declarer is None:
            board.declarer = declarer

    def _swapped(self) -> bool:
        return any(piece.name == "Declarer" and "^" in piece.value for piece in self.game.pieces)


_RESULT = re.compile(r"\^?\s*(?:\d{1,2}|(?:NS|EW)\s*\d{1,2}(?:\s+(?:NS|EW)\s*\d{1,2})?)", re.IGNORECASE)
_SIDE_COUNT = re.compile(r"(NS|EW)\s*(\d{1,2})")
_NOTE_NUMBER = re.compile(r"[0-9]{1,4}")


def trump_of(contract: str | None) -> str:
    """The suit that is trump in a contract, ``NT`` if none or not known.

    >>> trump_of("4SXX"), trump_of("H"), trump_of("3NTX")
    ('S', 'H', 'NT')
    """
    strain = (contract or "NT").lstrip("1234567").rstrip("X")
    return strain if strain in ("S", "H", "D", "C") else "NT"


def _contract(contract: str | None, declarer: int | None) -> str:
    seat = "" if declarer is None else f" by {SEATS[declarer]}"
    return f"{contract or 'no contract'}{seat}"


# Sections

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


def _comments(text: str) -> list[str]:
    """The comments in a text that follows a tag."""
    if "{" not in text and ";" not in text:
        return []
    found = (match for match in _WORD.finditer(text) if match.lastgroup in ("brace", "rest"))
    return [_comment(match[0]) for match in found]


def _comment(text: str) -> str:
    return text[1:-1].strip() if text[0] == "{" else text[1:].strip()


def _keep_comments(board: Board, name: str, comments: list[str]) -> None:
    if comments:
        board.comments.setdefault(name, []).extend(comments)


def _table(spec: str, text: str) -> Table:
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

    def __init__(self, reader: _Reader, piece: Piece, notes: dict[int, str]) -> None:
        self.reader = reader
        self.log = reader.log
        self.board = reader.board
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
        if seat is None and value not in _UNKNOWN:
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
                _keep_comments(self.board, self.piece.name, [_comment(text)])
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


class _AuctionReader(_Section):
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


class _PlayReader(_Section):
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


def interpreted(game: Game, log: Log) -> Board:
    """The board that a game says; a `BoardError` if it cannot be right."""
    return _Reader(game, log).read()
