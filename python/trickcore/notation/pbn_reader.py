"""From the pieces of a PBN game to a `Board`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from trickcore.bridge_table import SEATS
from trickcore.notation.boards import Auction, Board, Call, Play, outcome_of_auction, tricks_of_side, trump_of
from trickcore.notation.bridge_text import (
    as_contract,
    as_seat,
    as_tricks,
    as_vulnerable,
    read_deal,
)
from trickcore.notation.pbn_pieces import DEAL_TAGS, STARTS
from trickcore.notation.pbn_sections import (
    UNKNOWN,
    AuctionReader,
    PlayReader,
    comments_in,
    keep_comments,
    table_of,
)

if TYPE_CHECKING:
    from trickcore.notation.bridge_text import Log
    from trickcore.notation.pbn_pieces import Game, Piece

__all__ = ["FIELDS", "NOT_INHERITED", "Inheritance", "interpreted", "is_other_table"]

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
        self.sections: dict[str, AuctionReader | PlayReader] = {}
        self.result_at: tuple[str, int] | None = None

    def read(self) -> Board:
        board = self.board
        keep_comments(board, "", comments_in(self.game.lead))
        for name, value in self.game.inherited.items():
            if not any(piece.name == name for piece in self.game.pieces):
                board.tags[name] = value
        self.same_deal()
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

    def same_deal(self) -> None:
        """Take over the deal of the game before this one."""
        deal, board = self.game.same_deal, self.board
        if deal is not None:
            board.number, board.dealer, board.vulnerable = deal.number, deal.dealer, deal.vulnerable
            board.hands = list(deal.hands)
            self.log.odd(self.game.line, "same_deal", "no deal is given: that of the board before is taken")

    def tag(self, piece: Piece, value: str) -> None:
        """A tag that is neither auction nor play."""
        if piece.name in FIELDS:
            self.field(piece, value)
        elif piece.name not in PLAIN and (piece.data or piece.name.endswith("Table")):
            self.board.tables[piece.name] = table_of(value, piece.tail)
            keep_comments(self.board, piece.name, comments_in(piece.tail))
            return
        else:
            self.board.tags[piece.name] = value
        keep_comments(self.board, piece.name, comments_in(piece.tail))
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
                if text not in UNKNOWN:
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
        if known is None and text not in UNKNOWN:
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
            keep_comments(self.board, piece.name, comments_in(note.tail))
        if piece.name == "Auction":
            self.board.auction = Auction()
            self.sections["Auction"] = AuctionReader(self.board, self.log, piece, texts)
        else:
            self.board.play = Play()
            self.sections["Play"] = PlayReader(self.board, self.log, piece, texts)

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
        if self.has_no_first_passes(contract, declarer):
            declarer = board.declarer
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

    def has_no_first_passes(self, contract: str, declarer: int | None) -> bool:
        """Whether the passes before the first bid were left out, as declarer and leader tell; if so they are put in."""
        board = self.board
        assert board.auction is not None
        calls, first = board.auction.calls, board.auction.calls[0].seat
        if None in (declarer, board.declarer, board.contract) or self._swapped():
            return False
        assert declarer is not None
        assert board.declarer is not None
        missing = (board.declarer - declarer) % 4
        leader = next((piece.value for piece in self.game.pieces if piece.name == "Play"), "")
        regular = calls[0].text != "Pass" and all(call.seat == (first + i) % 4 for i, call in enumerate(calls))
        same = (board.contract or "").rstrip("X") == contract.rstrip("X")
        if not (missing and regular and same and as_seat(leader) == (board.declarer + 1) % 4):
            return False
        message = f"the {missing} passes before the first bid are not written"
        self.log.odd(self.game.line, "missing_passes", message, missing)
        for call in calls:
            call.seat = (call.seat + missing) % 4
        calls[:0] = [Call((first + step) % 4, "Pass") for step in range(missing)]
        return True

    def _swapped(self) -> bool:
        return any(piece.name == "Declarer" and "^" in piece.value for piece in self.game.pieces)


_RESULT = re.compile(r"\^?\s*(?:\d{1,2}|(?:NS|EW)\s*\d{1,2}(?:\s+(?:NS|EW)\s*\d{1,2})?)", re.IGNORECASE)
_SIDE_COUNT = re.compile(r"(NS|EW)\s*(\d{1,2})")
_NOTE_NUMBER = re.compile(r"[0-9]{1,4}")


def _contract(contract: str | None, declarer: int | None) -> str:
    seat = "" if declarer is None else f" by {SEATS[declarer]}"
    return f"{contract or 'no contract'}{seat}"


def is_other_table(game: Game, before: Board) -> bool:
    """Whether a game tells what happened at another table to the deal of the board before, and does not say it."""
    names = {piece.name for piece in game.pieces}
    told = names & {"Auction", "Play", "Contract"} and not names & {*DEAL_TAGS, *STARTS}
    return bool(told) and any(hand is not None for hand in before.hands)


def interpreted(game: Game, log: Log) -> Board:
    """The board that a game says; a `BoardError` if it cannot be right."""
    return _Reader(game, log).read()
