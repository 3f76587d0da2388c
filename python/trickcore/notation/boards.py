"""Bridge boards as files hold them: what PBN and LIN are read into and written from.

A `Board` holds what a file says, no more: hands may be hidden, an auction may stop in the middle, names and scores may
be missing. It needs neither the rules of the game nor the solver. Seats are 0–3 for N E S W, sides N–S and E–W, cards
are written as everywhere (``SA``), calls as ``Pass``, ``X``, ``XX`` and ``1C`` … ``7NT``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from trickcore.bridge_table import SEATS, STRAINS
from trickcore.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = [
    "RANKS",
    "SUITS",
    "Auction",
    "Board",
    "BoardError",
    "Boards",
    "Call",
    "Notice",
    "Play",
    "PlayedCard",
    "Table",
    "best_of",
    "deal_text",
    "is_number",
    "outcome_of_auction",
    "passes_at_end",
    "place_of",
    "trick_winner",
    "tricks_of_side",
    "trump_of",
]

SUITS = "SHDC"
RANKS = "AKQJT98765432"

_PLAYERS = ("North", "East", "South", "West")


class BoardError(ParseError):
    """A file or a board of it that cannot be read."""

    line: int | None
    """The line of the file it is on, from 1; ``None`` for the file as a whole."""
    board: str | None
    """The board's number as the file has it, or its place in the file as ``#3``; ``None`` outside of boards."""

    def __init__(
        self, message: str, kind: str, part: object = None, line: int | None = None, board: str | None = None
    ) -> None:
        super().__init__(message, kind, part)
        self.line = line
        self.board = board

    def at(self, place: str) -> BoardError:
        """The same fault, found at a place of a larger input."""
        return type(self)(f"{place}: {self}", self.kind, place, self.line, self.board)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.kind, self.part, self.line, self.board)


class Notice(NamedTuple):
    """Something in a file that is not as it should be, but can be read."""

    line: int
    """The line of the file, from 1."""
    board: str | None
    """The board's number, or its place in the file as ``#3``; ``None`` outside of boards."""
    kind: str
    """What it is: a fixed word for programs."""
    message: str
    """What it is, in words."""

    def __str__(self) -> str:
        return f"{place_of(self.line, self.board)}: {self.message}"


def place_of(line: int | None, board: str | None) -> str:
    """A place in words.

    >>> place_of(12, "3")
    'line 12, board 3'
    """
    parts = [f"line {line}"] if line is not None else []
    return ", ".join([*parts, f"board {board}"] if board is not None else parts)


# What a board is made of


@dataclass(slots=True)
class Call:
    """One call of an auction."""

    seat: int
    text: str
    """``Pass``, ``X``, ``XX`` or a bid, as in ``1NT``."""
    alert: bool = False
    note: str = ""
    """What it means, as its alert explains it."""
    nags: tuple[int, ...] = ()
    """Numeric annotation glyphs of PBN: 1 good, 2 poor, …"""
    mark: str = ""
    """``I``: an insufficient bid that was let stand."""
    comments: tuple[str, ...] = ()


@dataclass(slots=True)
class PlayedCard:
    """One card of the play."""

    seat: int
    card: str
    """As in ``SA``; empty if the file does not say which card it was."""
    alert: bool = False
    note: str = ""
    nags: tuple[int, ...] = ()
    """Numeric annotation glyphs of PBN: 7 good, 8 poor, …"""
    mark: str = ""
    """``R``: a revoke; ``L``: a lead out of turn that was let stand."""
    comments: tuple[str, ...] = ()


@dataclass(slots=True)
class Auction:
    """The calls of a board, in order."""

    calls: list[Call] = field(default_factory=list)
    end: str = ""
    """``*`` if no more calls are given, ``+`` if it is to be continued."""
    notes: list[str] = field(default_factory=list)
    """Explanations that no call refers to."""

    @property
    def texts(self) -> list[str]:
        """The calls alone.

        >>> Auction([Call(0, "1C"), Call(1, "Pass")]).texts
        ['1C', 'Pass']
        """
        return [call.text for call in self.calls]


@dataclass(slots=True)
class Play:
    """The cards of a board in the order they were played."""

    cards: list[PlayedCard] = field(default_factory=list)
    end: str = ""
    """``*`` if no more cards are given (a claim), ``+`` if it is to be continued."""
    leader: int | None = None
    """Who leads first."""
    notes: list[str] = field(default_factory=list)
    """Explanations that no card refers to."""

    @property
    def texts(self) -> list[str]:
        """The cards alone."""
        return [played.card for played in self.cards]

    @property
    def tricks(self) -> list[list[PlayedCard]]:
        """The cards by tricks, the last of which may not be full."""
        return [self.cards[first : first + 4] for first in range(0, len(self.cards), 4)]


@dataclass(slots=True)
class Table:
    """A table or another section of PBN that follows a tag."""

    spec: str
    r"""The value of its tag: the columns, as in ``Declarer;Denomination\2R;Result\2R``."""
    rows: list[list[str]] = field(default_factory=list)

    @property
    def columns(self) -> list[str]:
        r"""The names of the columns, without order, width and alignment.

        >>> Table(r"-Rank\3R;Contract\5L").columns
        ['Rank', 'Contract']
        """
        return [column.partition("\\")[0].lstrip("+-").strip() for column in self.spec.split(";")]

    def column(self, name: str) -> list[str]:
        """The cells of one column; empty if there is no such column."""
        names = self.columns
        if name not in names:
            return []
        place = names.index(name)
        return [row[place] for row in self.rows if place < len(row)]


@dataclass(slots=True)
class Board:
    """One board of a file."""

    number: str | None = None
    """The board's number; text, since files have ``12A`` as well."""
    dealer: int | None = None
    vulnerable: str | None = None
    """``none``, ``ns``, ``ew`` or ``both``."""
    hands: list[str | None] = field(default_factory=lambda: [None] * 4)
    """The hands of N E S W as PBN writes them, ranks from the top; ``None`` for one that is hidden."""
    declarer: int | None = None
    contract: str | None = None
    """As in ``4SX``; ``Pass`` if all passed; the strain alone in an ending."""
    result: int | None = None
    """Tricks that the declarer's side won."""
    auction: Auction | None = None
    play: Play | None = None
    tags: dict[str, str] = field(default_factory=dict)
    """Everything else that the file says of the board, under PBN's names (``Event``, ``North``, ``Score``, …)."""
    tables: dict[str, Table] = field(default_factory=dict)
    """PBN's tables, by the name of their tag."""
    comments: dict[str, list[str]] = field(default_factory=dict)
    """Comments by the tag they follow; those before all tags under the empty name."""
    lin: list[tuple[str, str]] = field(default_factory=list)
    """Fields of LIN that have no place here."""
    source: Any = field(default=None, compare=False, repr=False)
    """The text it was read from, so that it can be written as it was."""

    @property
    def deal(self) -> str | None:
        """The deal as ``N:… … … …``; ``None`` if no hand is known.

        >>> Board(hands=["AKQ...", None, "JT9...", None]).deal
        'N:AKQ... - JT9... -'
        """
        if not any(hand is not None for hand in self.hands):
            return None
        return deal_text(self.hands, 0)

    @property
    def complete(self) -> bool:
        """Whether all 52 cards are there."""
        return all(hand is not None and len(hand) == 13 + 3 for hand in self.hands)

    @property
    def first_caller(self) -> int | None:
        """The dealer; if that is not said, who calls first; ``None`` if nobody calls."""
        if self.dealer is None and self.auction is not None and self.auction.calls:
            return self.auction.calls[0].seat
        return self.dealer

    @property
    def players(self) -> tuple[str | None, ...]:
        """The names of N E S W."""
        return tuple(self.tags.get(name) for name in _PLAYERS)

    @property
    def claimed(self) -> bool:
        """Whether the play ended before the last card."""
        return self.play is not None and self.play.end == "*"

    @property
    def dd_table(self) -> list[list[int]] | None:
        """The double-dummy tricks that the file gives: rows C D H S NT, columns N E S W; ``None`` if not all are there.

        Read from ``OptimumResultTable``, else from ``DoubleDummyTricks`` or ``Ability``.
        """
        return (
            _optimum_table(self.tables.get("OptimumResultTable"))
            or _hex_table(self.tags.get("DoubleDummyTricks", ""))
            or _ability_table(self.tags.get("Ability", ""))
        )

    def set_dd_table(self, table: Sequence[Sequence[int]]) -> None:
        """Put in double-dummy tricks (rows C D H S NT, columns N E S W) in both forms that are read elsewhere."""
        order = [(seat, strain) for seat in "NSEW" for strain in reversed(STRAINS)]
        tricks = [int(table[STRAINS.index(strain)][SEATS.index(seat)]) for seat, strain in order]
        self.tags["DoubleDummyTricks"] = "".join(f"{count:x}" for count in tricks)
        rows = [[seat, strain, str(count)] for (seat, strain), count in zip(order, tricks, strict=True)]
        self.tables["OptimumResultTable"] = Table(r"Declarer;Denomination\2R;Result\2R", rows)

    def set_par(self, score: int, contracts: Iterable[str] = ()) -> None:
        """Put in the par score of N–S, and the contracts that reach it, as in ``NS 3S=``."""
        self.tags["OptimumScore"] = f"NS {score}"
        text = "; ".join(contracts)
        if text:
            self.tags["ParContract"] = text


class Boards(list[Board]):
    """The boards of a file, with what was odd in it and what could not be read."""

    def __init__(self, boards: Iterable[Board] = (), *, form: str = "") -> None:
        super().__init__(boards)
        self.form = form
        """``pbn`` or ``lin``; empty if it comes from no file."""
        self.header = ""
        """The text before the first board."""
        self.trailer = ""
        """The text after the last board."""
        self.newline = "\n"
        self.encoding = "utf-8"
        self.bom = False
        self.warnings: list[Notice] = []
        """What was not as it should be, but was read."""
        self.errors: list[BoardError] = []
        """The boards that could not be read, if they were to be skipped."""


# Facts of the game that reading a file needs


def deal_text(hands: Sequence[str | None], first: int) -> str:
    """PBN's text of a deal, beginning with a seat."""
    turned = [hands[(first + step) % 4] for step in range(4)]
    return f"{SEATS[first]}:{' '.join('-' if hand is None else hand for hand in turned)}"


def best_of(cards: Sequence[PlayedCard], trump: str) -> int | None:
    """Who has the best of the known cards of a trick, the first of which was led; ``None`` if none is known."""
    known = [played for played in cards if played.card]
    if not known:
        return None
    led = known[0].card[0]

    def strength(played: PlayedCard) -> tuple[int, int]:
        suit = played.card[0]
        return (2 if suit == trump else 1 if suit == led else 0), -RANKS.index(played.card[1])

    return max(known, key=strength).seat


def trick_winner(cards: Sequence[PlayedCard], trump: str) -> int | None:
    """Who won a trick in a strain; ``None`` if it is not full or a card is not known.

    >>> trick_winner([PlayedCard(3, "SK"), PlayedCard(0, "H2"), PlayedCard(1, "SA"), PlayedCard(2, "S2")], "NT")
    1
    """
    full = len(cards) == 4 and all(played.card for played in cards)
    return best_of(cards, trump) if full else None


def outcome_of_auction(calls: Sequence[Call]) -> tuple[str, int | None] | None:
    """The contract and declarer of an auction that is over, as ``4SX`` and a seat; ``None`` if it is not over.

    >>> outcome_of_auction([Call(0, "1NT"), Call(1, "X"), Call(2, "Pass"), Call(3, "Pass"), Call(0, "Pass")])
    ('1NTX', 0)
    >>> outcome_of_auction([Call(seat, "Pass") for seat in range(4)])
    ('Pass', None)
    """
    passes = passes_at_end(calls)
    bids = [call for call in calls if call.text[:1].isdigit()]
    if not bids:
        return ("Pass", None) if passes == len(calls) == 4 else None
    if passes < 3:
        return None
    ends = next(call for call in reversed(calls) if call.text != "Pass")
    last, risk = bids[-1], ends.text if ends.text in ("X", "XX") else ""
    declarer = next(bid.seat for bid in bids if bid.seat % 2 == last.seat % 2 and bid.text[1:] == last.text[1:])
    return last.text + risk, declarer


def trump_of(contract: str | None) -> str:
    """The suit that is trump in a contract, ``NT`` if none or not known.

    >>> trump_of("4SXX"), trump_of("H"), trump_of("3NTX")
    ('S', 'H', 'NT')
    """
    strain = (contract or "NT").lstrip("1234567").rstrip("X")
    return strain if strain in ("S", "H", "D", "C") else "NT"


def passes_at_end(calls: Sequence[Call]) -> int:
    """How many passes the calls end with."""
    count = 0
    while count < len(calls) and calls[-1 - count].text == "Pass":
        count += 1
    return count


def tricks_of_side(cards: Sequence[PlayedCard], trump: str, side: int) -> int | None:
    """How many of 13 full tricks a side (0 for N–S) won; ``None`` if not all are there."""
    if len(cards) != 52:
        return None
    winners = [trick_winner(cards[first : first + 4], trump) for first in range(0, 52, 4)]
    known = [winner for winner in winners if winner is not None]
    return sum(winner % 2 == side for winner in known) if len(known) == 13 else None


# The forms of double-dummy tables


def _optimum_table(table: Table | None) -> list[list[int]] | None:
    if table is None:
        return None
    found: dict[tuple[str, str], int] = {}
    cells = zip(table.column("Declarer"), table.column("Denomination"), table.column("Result"), strict=False)
    for declarer, strain, result in cells:
        if is_number(result, 2):
            found[declarer.upper(), {"N": "NT"}.get(strain.upper(), strain.upper())] = int(result)
    try:
        values = [[found[seat, strain] for seat in SEATS] for strain in STRAINS]
    except KeyError:
        return None
    return values if all(0 <= value <= 13 for row in values for value in row) else None


def _hex_table(text: str) -> list[list[int]] | None:
    digits = text.strip().lower()
    if len(digits) != 20 or set(digits) - set("0123456789abcd"):
        return None
    seats = {seat: digits[5 * place : 5 * place + 5] for place, seat in enumerate("NSEW")}
    return [[int(seats[seat][4 - row], 16) for seat in SEATS] for row in range(5)]


def _ability_table(text: str) -> list[list[int]] | None:
    """As dealing programs have it: ``N:7AA55 E:53377 S:7AA56 W:53377``, no-trump first."""
    seats = {word[:1]: word[2:] for word in text.upper().split() if word[1:2] == ":"}
    return _hex_table("".join(seats.get(seat, "") for seat in "NSEW"))


def is_number(text: str, digits: int) -> bool:
    """Whether a text is a whole number of no more than so many digits."""
    return text.isascii() and text.isdigit() and len(text) <= digits
