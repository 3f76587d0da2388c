"""What bridge players call things: seats, boards, vulnerability, contracts, and deals as PBN writes them.

Seats 0–3 are N E S W; side 0 is N–S, side 1 E–W. Strains rank C D H S NT, which is their order everywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickcore._core import CardSet, Pack
from trickcore.errors import IllegalDeal, ParseError, TrickcoreError, UnknownOption, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "PACK",
    "SEATS",
    "STRAINS",
    "VULNERABILITIES",
    "VULNERABILITY_WORDS",
    "Board",
    "Terms",
    "board",
    "check_hands",
    "is_vulnerable",
    "read_hands",
    "read_seat",
    "read_strain",
    "read_terms",
    "read_vulnerability",
    "write_hands",
]

PACK = Pack("french52")
SEATS = "NESW"
STRAINS = ("C", "D", "H", "S", "NT")
VULNERABILITIES = ("none", "ns", "ew", "both")

_CYCLE = (
    *("none", "ns", "ew", "both", "ns", "ew", "both", "none"),
    *("ew", "both", "none", "ns", "both", "none", "ns", "ew"),
)
_NAMES = {"north": 0, "east": 1, "south": 2, "west": 3}
VULNERABILITY_WORDS = {
    **{name: name for name in VULNERABILITIES},
    "-": "none",
    "love": "none",
    "n-s": "ns",
    "e-w": "ew",
    "all": "both",
    "o": "none",
    "n": "ns",
    "e": "ew",
    "b": "both",
    "nil": "none",
    "neither": "none",
    "0": "none",
}
"""What a vulnerability may be called, in lower case."""
_SYMBOLS = str.maketrans({"♣": "C", "♦": "D", "♥": "H", "♠": "S"})
_LONGEST = 400


class Board(NamedTuple):
    """What a board's number says."""

    dealer: int
    vulnerable: str


def board(number: int) -> Board:
    """The dealer and the vulnerability of board 1, 2, …: they come again every 16 boards.

    >>> board(1), board(4), board(23)
    (Board(dealer=0, vulnerable='none'), Board(dealer=3, vulnerable='both'), Board(dealer=2, vulnerable='both'))
    """
    if type(number) is not int:
        raise TypeError(f"a board has a whole number, not {type(number).__name__}")
    if number < 1:
        raise UnknownOption(f"board {shown(number)}: boards are numbered from 1", "out_of_range", number)
    return Board((number - 1) % 4, _CYCLE[(number - 1) % 16])


def read_vulnerability(text: str) -> str:
    """The vulnerability meant, one of `VULNERABILITIES`; PBN's words are read too.

    >>> read_vulnerability("NS"), read_vulnerability("All"), read_vulnerability("-")
    ('ns', 'both', 'none')
    """
    if not isinstance(text, str):
        raise TypeError(f"a vulnerability is text, not {type(text).__name__}")
    found = VULNERABILITY_WORDS.get(text.strip().casefold())
    if found is None:
        known = ", ".join(VULNERABILITIES)
        raise ParseError(f"vulnerability {shown(text)}: there are {known}", "unknown_vulnerability", text[:_LONGEST])
    return found


def is_vulnerable(seat: int, vulnerability: str) -> bool:
    """Whether the side of a seat is vulnerable."""
    return vulnerability in ("both", ("ns", "ew")[seat % 2])


def read_seat(seat: int | str) -> int:
    """The seat meant: 0–3, a letter or a name.

    >>> read_seat("W"), read_seat("south"), read_seat(1)
    (3, 2, 1)
    """
    if type(seat) is int:
        if not 0 <= seat < len(SEATS):
            raise UnknownOption(f"seat {shown(seat)}: seats are 0 to 3", "out_of_range", seat)
        return seat
    if not isinstance(seat, str):
        raise TypeError(f"a seat is a whole number or text, not {type(seat).__name__}")
    word = seat.strip().casefold()
    number = _NAMES.get(word, SEATS.find(word.upper()) if len(word) == 1 else -1)
    if number < 0:
        raise ParseError(f"seat {shown(seat)}: seats are N, E, S and W", "unknown_seat", seat[:_LONGEST])
    return number


# Contracts


class Terms(NamedTuple):
    """What is contracted for, without who plays it: ``str()`` gives ``4HX``."""

    level: int
    """Odd tricks, 1–7."""
    strain: str
    doubled: int = 0
    """0, 1 doubled or 2 redoubled."""

    @property
    def tricks(self) -> int:
        """Tricks needed."""
        return self.level + 6

    @property
    def trump(self) -> str | None:
        """The trump suit; ``None`` at no-trump."""
        return None if self.strain == "NT" else self.strain

    def __str__(self) -> str:
        return f"{self.level}{self.strain}{'X' * self.doubled}"


def read_strain(text: str) -> str:
    """The strain meant: a letter, a symbol, ``N`` or ``NT``."""
    if not isinstance(text, str):
        raise TypeError(f"a strain is text, not {type(text).__name__}")
    word = text.strip().upper().translate(_SYMBOLS)
    word = "NT" if word == "N" else word
    if word not in STRAINS:
        raise ParseError(f"strain {shown(text)}: strains are {', '.join(STRAINS)}", "unknown_strain", text[:_LONGEST])
    return word


def read_terms(text: str | Terms) -> Terms:
    """The terms that a text means.

    >>> read_terms("4HX"), str(read_terms("3n xx")), read_terms("1♠").tricks
    (Terms(level=4, strain='H', doubled=1), '3NTXX', 7)
    """
    if isinstance(text, Terms):
        return text
    if not isinstance(text, str):
        raise TypeError(f"a contract is text, not {type(text).__name__}")
    word = "".join(text[:_LONGEST].upper().translate(_SYMBOLS).split())
    bare = word.rstrip("X")
    strain = "NT" if bare[1:] == "N" else bare[1:]
    if bare[:1] not in tuple("1234567") or strain not in STRAINS or len(word) - len(bare) > 2:
        message = f"contract {shown(text)}: a level from 1 to 7, a strain and X or XX if doubled, as in 4HX"
        raise ParseError(message, "unknown_contract", text[:_LONGEST])
    return Terms(int(bare[0]), strain, len(word) - len(bare))


# Deals


def read_hands(text: str) -> list[CardSet]:
    """The hands of N E S W that a text holds, of any number of cards.

    Either PBN's form, hands clockwise from the seat named (``W:AK.Q.. …``), or just the hands of N E S W. Suits are in
    the order S.H.D.C; a void is nothing or ``-``.

    Errors: `ParseError` if it is not four hands; `IllegalDeal` for a card in two hands.

    >>> [str(hand) for hand in read_hands("W:A... K... Q... J...")]
    ['K.-.-.-', 'Q.-.-.-', 'J.-.-.-', 'A.-.-.-']
    """
    if not isinstance(text, str):
        raise TypeError(f"a deal is text, not {type(text).__name__}")
    if len(text) > _LONGEST:
        raise ParseError(f"a deal of {len(text)} characters: at most {_LONGEST} are read", "too_long")
    named, colon, rest = text.partition(":")
    first = read_seat(named) if colon else 0
    words = (rest if colon else named).split()
    if len(words) != len(SEATS):
        raise ParseError(f"{len(words)} hands, expected 4: {shown(text)}", "hand_count", text)
    hands: list[CardSet] = [CardSet()] * 4
    for place, word in enumerate(words):
        seat = (first + place) % 4
        try:
            hands[seat] = CardSet(word, PACK)
        except TrickcoreError as error:
            raise ParseError(f"the hand of {SEATS[seat]}: {error}", error.kind, word) from None
    check_hands(hands)
    return hands


def check_hands(hands: Sequence[CardSet]) -> None:
    """`IllegalDeal` if a card is in two hands."""
    seen = CardSet((), PACK)
    for hand in hands:
        for card in hand & seen:
            raise IllegalDeal(f"{card} is in two hands", "duplicate_card", str(card))
        seen |= hand


def write_hands(hands: Sequence[CardSet], first: int | str = "N") -> str:
    """Hands of N E S W as PBN writes them, clockwise from a seat.

    >>> write_hands(read_hands("A.-.-.- K... Q... .J.."), "S")
    'S:Q... .J.. A... K...'
    """
    start = read_seat(first)
    ordered = [str(hands[(start + place) % 4]).replace("-", "") for place in range(4)]
    return f"{SEATS[start]}:{' '.join(ordered)}"
