"""From the fields of a LIN board to a `Board`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from trickcore.bridge_table import SEATS
from trickcore.bridge_table import board as numbered
from trickcore.notation.boards import (
    RANKS,
    SUITS,
    Auction,
    Board,
    Call,
    Play,
    PlayedCard,
    best_of,
    is_number,
    outcome_of_auction,
    tricks_of_side,
    trump_of,
)
from trickcore.notation.bridge_text import as_call, as_card, as_tricks, as_vulnerable, check_deal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickcore.notation.bridge_text import Log
    from trickcore.notation.lin_fields import Field, LinBoard

__all__ = ["AH_NUMBER", "ORDER", "QX", "header_tags", "interpreted"]

ORDER = (2, 3, 0, 1)
"""LIN goes round from South: S W N E."""
QX = re.compile(r"\s*([A-Za-z]?)\s*(\w{1,12})\s*(?:,.*)?", re.DOTALL)
AH_NUMBER = re.compile(r"\s*board\s*#?\s*(\w{1,12})\s*", re.IGNORECASE)
_ROOMS = {"o": "Open", "c": "Closed"}
_SCORING = {"I": "IMP", "P": "MatchPoints", "B": "BAM"}
_NAMES = ("North", "East", "South", "West")
_EMPTY = frozenset(("st", "rh", "pg", "sk", ""))
_MOST_CALLS = 319


def header_tags(fields: Sequence[Field]) -> dict[str, dict[str, str]]:
    """What a file's header says of its boards: for both rooms, and of the players in each room."""
    both: dict[str, str] = {}
    rooms: dict[str, dict[str, str]] = {"": both, "Open": {}, "Closed": {}}
    for found in fields:
        if found.tag == "vg":
            parts = [part.strip() for part in found.value.split(",")]
            parts += [""] * (9 - len(parts))
            values = {"Event": parts[0], "Stage": parts[1], "HomeTeam": parts[5], "VisitTeam": parts[7]}
            both.update({name: value for name, value in values.items() if value})
            if parts[2] in _SCORING:
                both["Scoring"] = _SCORING[parts[2]]
        elif found.tag == "pn":
            names = found.value.split(",")
            for place, room in enumerate(("Open", "Closed") if len(names) > 4 else ("",)):
                rooms[room].update(_players(names[4 * place : 4 * place + 4]))
    return rooms


def _players(names: Sequence[str]) -> dict[str, str]:
    seated = {_NAMES[seat]: name.strip() for seat, name in zip(ORDER, names, strict=False)}
    return {name: seated[name] for name in _NAMES if seated.get(name)}


class _Reader:
    """One board while it is read."""

    def __init__(self, source: LinBoard, log: Log) -> None:
        self.source = source
        self.log = log
        self.board = Board(source=source)
        self.last: Call | PlayedCard | None = None
        self.seat = 0
        self.stopped = False

    def read(self) -> Board:
        """All fields, in order."""
        board = self.board
        board.tags.update(self.source.inherited)
        for found in self.source.fields:
            self.field(found)
        self.conclude()
        return board

    def field(self, found: Field) -> None:
        """One field."""
        known = {
            "qx": self.number_and_room,
            "pn": self.players,
            "md": self.deal,
            "ah": self.title,
            "sv": self.vulnerable,
            "mb": self.call,
            "an": self.explanation,
            "pc": self.card,
            "mc": self.claim,
            "nt": self.text,
        }
        if found.tag in known:
            known[found.tag](found)
        elif found.tag not in _EMPTY or (found.tag and found.value.strip()):
            self.board.lin.append((found.tag, found.value))

    def number_and_room(self, found: Field) -> None:
        """``qx|o12|``: board 12 of the open room."""
        matched = QX.fullmatch(found.value)
        if matched is None:
            self.log.odd(found.line, "bad_value", f"qx {found.value[:40]!r} is no board's number", found.value)
            self.board.lin.append((found.tag, found.value))
            return
        self.board.number = matched[2]
        if matched[1].lower() in _ROOMS:
            self.board.tags["Room"] = _ROOMS[matched[1].lower()]

    def players(self, found: Field) -> None:
        """``pn|S,W,N,E|``."""
        names = found.value.split(",")
        if len(names) > 4:
            self.log.odd(found.line, "bad_value", f"pn has {len(names)} names for one board, not 4", found.value)
            closed = self.board.tags.get("Room") == "Closed"
            names = names[4:8] if closed else names[:4]
        self.board.tags.update(_players(names))

    def title(self, found: Field) -> None:
        """``ah|Board 3|``."""
        matched = AH_NUMBER.fullmatch(found.value)
        if matched is None:
            if found.value.strip():
                self.board.lin.append((found.tag, found.value))
        elif self.board.number is None:
            self.board.number = matched[1]

    def vulnerable(self, found: Field) -> None:
        """``sv|o|``: o none, n N–S, e E–W, b both."""
        self.board.vulnerable = as_vulnerable(found.value)
        if self.board.vulnerable is None:
            self.log.odd(found.line, "bad_value", f"sv {found.value[:40]!r} is not o, n, e or b", found.value)
            self.board.lin.append((found.tag, found.value))

    def deal(self, found: Field) -> None:
        """``md|1SAK…,…,…,|``: the dealer (1 South, 2 West, …) and the hands from South; the fourth follows."""
        value = found.value.strip()
        if value[:1].isdigit():
            dealer = int(value[0]) if value[0] in "1234" else 0
            self.board.dealer = None if dealer == 0 else ORDER[dealer - 1]
            if value[0] not in "01234":
                self.log.odd(found.line, "bad_dealer", f"md: the dealer is 1, 2, 3 or 4, not {value[0]!r}", value[0])
            value = value[1:]
        texts = value.split(",")
        if len(texts) > 4 and any(text.strip() for text in texts[4:]):
            raise self.log.fault(found.line, "hand_count", f"the deal has {len(texts)} hands, not 4", found.value[:400])
        hands: list[str | None] = [None] * 4
        for seat, text in zip(ORDER, texts, strict=False):
            hands[seat] = self.hand(text.strip(), found)
        check_deal(hands, self.log, found.line)
        missing = [seat for seat in range(4) if hands[seat] is None]
        if len(missing) == 1 and all(len(hand) == 13 + 3 for hand in hands if hand is not None):
            hands[missing[0]] = _rest(hands)
        self.board.hands = hands

    def hand(self, text: str, found: Field) -> str | None:
        """A hand, as in ``SAK2HQDJT9C876543``."""
        suits = dict.fromkeys(SUITS, "")
        suit = ""
        for letter in text.upper().replace("10", "T"):
            if letter in SUITS:
                suit = letter
            elif suit and letter in RANKS:
                suits[suit] += letter
            elif not letter.isspace():
                raise self.log.fault(
                    found.line,
                    "bad_hand",
                    f"{text[:60]!r} is not a hand: suits (S, H, D, C) and ranks (AKQJT98765432)",
                    text,
                )
        if not any(suits.values()):
            return None
        return ".".join("".join(sorted(suits[name], key=RANKS.index)) for name in SUITS)

    def call(self, found: Field) -> None:
        """``mb|1N!|``: a call, alerted."""
        if not found.value.strip() or self.stopped:
            return
        auction = self.board.auction
        if auction is None:
            auction = self.board.auction = Auction()
            self.seat = self.first_caller(found.line)
        text = found.value.strip()
        call = as_call(text.rstrip("!? "))
        if call is None or len(auction.calls) >= _MOST_CALLS:
            self.log.odd(found.line, "bad_call", f"{text[:20]!r} is not a call: the auction is read up to it", text)
            auction.end = "*"
            self.stopped = True
            return
        self.last = Call(self.seat, call, alert="!" in text)
        auction.calls.append(self.last)
        self.seat = (self.seat + 1) % 4

    def first_caller(self, line: int) -> int:
        """The dealer; if the file does not say who that is, the one by the board's number."""
        board = self.board
        if board.dealer is None:
            by_number = board.number is not None and is_number(board.number, 9) and int(board.number) > 0
            board.dealer = numbered(int(board.number or 1)).dealer if by_number else 0
            self.log.odd(line, "no_dealer", f"the dealer is not given: {SEATS[board.dealer]} is taken")
        return board.dealer

    def explanation(self, found: Field) -> None:
        """``an|…|``: what the call before it means."""
        if isinstance(self.last, Call):
            self.last.note = f"{self.last.note} {found.value}".strip()
        else:
            self.board.lin.append((found.tag, found.value))

    def text(self, found: Field) -> None:
        """``nt|…|``: commentary on what was last."""
        if self.last is None:
            self.board.comments.setdefault("", []).append(found.value.strip())
        else:
            self.last.comments += (found.value.strip(),)

    def play(self) -> Play:
        """The play, begun if it was not."""
        board = self.board
        if board.play is None:
            board.play = Play()
            self.end_auction()
            if board.declarer is not None:
                board.play.leader = (board.declarer + 1) % 4
        return board.play

    def card(self, found: Field) -> None:
        """``pc|SA|``: a card, in the order of play."""
        play = self.play()
        text = found.value.strip()
        if not text:
            return
        card = as_card(text)
        if card is None or len(play.cards) >= 52:
            self.log.odd(found.line, "bad_card", f"{text[:20]!r} is not a card that can be played", text)
            self.board.lin.append((found.tag, found.value))
            return
        seat = self.player_of(play, card)
        if play.leader is None:
            play.leader = seat
        hand = self.board.hands[seat]
        if hand is not None and card[1] not in hand.split(".")[SUITS.index(card[0])]:
            self.log.odd(found.line, "not_held", f"{SEATS[seat]} plays {card} and does not hold it", card)
        elif any(card == played.card for played in play.cards):
            self.log.odd(found.line, "played_twice", f"{card} is played twice", card)
        self.last = PlayedCard(seat, card)
        play.cards.append(self.last)

    def player_of(self, play: Play, card: str) -> int:
        """Whose turn it is; without a declarer, who holds the card."""
        begun = len(play.cards) % 4
        if play.cards and begun:
            return (play.cards[-1].seat + 1) % 4
        if self.board.declarer is None:
            holder = self.holder(card)
            if holder is not None:
                return holder
        winner = best_of(play.cards[-4:], trump_of(self.board.contract))
        if winner is not None:
            return winner
        return 0 if play.leader is None else play.leader

    def holder(self, card: str) -> int | None:
        """Who was dealt a card."""
        suit = SUITS.index(card[0])
        for seat, hand in enumerate(self.board.hands):
            if hand is not None and card[1] in hand.split(".")[suit]:
                return seat
        return None

    def claim(self, found: Field) -> None:
        """``mc|10|``: the declarer's tricks in all, by a claim."""
        tricks = as_tricks(found.value.strip())
        if tricks is None:
            if found.value.strip():
                self.log.odd(found.line, "bad_value", f"mc {found.value[:40]!r} is no number of tricks", found.value)
                self.board.lin.append((found.tag, found.value))
            return
        self.play()
        self.board.result = tricks

    def end_auction(self) -> None:
        """Contract and declarer, if the auction is over."""
        auction = self.board.auction
        outcome = outcome_of_auction(auction.calls) if auction is not None else None
        if outcome is not None:
            self.board.contract, self.board.declarer = outcome

    def conclude(self) -> None:
        """What follows from auction and play."""
        board = self.board
        self.end_auction()
        play = board.play
        if play is None:
            return
        if board.result is not None:
            play.end = "*" if len(play.cards) < 52 else ""
        elif board.declarer is not None:
            board.result = tricks_of_side(play.cards, trump_of(board.contract), board.declarer % 2)


def _rest(hands: Sequence[str | None]) -> str:
    """The hand that the three others leave."""
    suits = zip(*(hand.split(".") for hand in hands if hand is not None), strict=True)
    held = ["".join(ranks) for ranks in suits]
    return ".".join("".join(rank for rank in RANKS if rank not in ranks) for ranks in held)


def interpreted(source: LinBoard, log: Log) -> Board:
    """The board that LIN fields say; a `BoardError` if it cannot be right."""
    return _Reader(source, log).read()
