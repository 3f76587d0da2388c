"""The words of bridge files: hands, deals, calls, cards, contracts, as people and programs write them.

Each reader takes the forms met in files and gives the one form that `boards` holds, or ``None`` if it is no such thing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from trickcore.bridge_table import SEATS, STRAINS, VULNERABILITY_WORDS
from trickcore.notation.boards import RANKS, SUITS, BoardError, Notice, is_number, place_of

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "Log",
    "as_call",
    "as_card",
    "as_contract",
    "as_hand",
    "as_seat",
    "as_tricks",
    "as_vulnerable",
    "check_deal",
    "read_deal",
]


class Log:
    """What was odd while reading: kept as a notice or, if strict, raised; and what failed, raised unless skipped."""

    def __init__(self, *, strict: bool = False, skip: bool = False) -> None:
        self.strict = strict
        self.skip = skip
        self.notices: list[Notice] = []
        self.errors: list[BoardError] = []
        self.board: str | None = None

    def odd(self, line: int, kind: str, message: str, part: object = None) -> None:
        """Tell of something that can be read although it is not as it should be."""
        if self.strict:
            raise self.fault(line, kind, message, part)
        self.notices.append(Notice(line, self.board, kind, message))

    def fail(self, error: BoardError) -> None:
        """Raise an error, or keep it if what is wrong is to be skipped."""
        if not self.skip:
            raise error
        self.errors.append(error)

    def fault(self, line: int, kind: str, message: str, part: object = None) -> BoardError:
        """The error for something that cannot be read."""
        return BoardError(f"{place_of(line, self.board)}: {message}", kind, part, line, self.board)


# Seats, vulnerability


def as_seat(text: str) -> int | None:
    """A seat from its letter or name, ``None`` for anything else.

    >>> as_seat("e"), as_seat("North"), as_seat("x")
    (1, 0, None)
    """
    word = text.strip().upper()
    if word in ("NORTH", "EAST", "SOUTH", "WEST"):
        word = word[0]
    return SEATS.index(word) if len(word) == 1 and word in SEATS else None


_VULNERABLE = {
    **VULNERABILITY_WORDS,
    **dict.fromkeys(("", "zero"), "none"),
    **dict.fromkeys(("n/s", "n_s", "northsouth"), "ns"),
    **dict.fromkeys(("e/w", "e_w", "we", "eastwest"), "ew"),
    **dict.fromkeys(("a", "nsew", "game"), "both"),
}
"""Files have more words than people say."""


def as_vulnerable(text: str) -> str | None:
    """Who is vulnerable; ``None`` if it is not said.

    >>> as_vulnerable("Love"), as_vulnerable("N-S"), as_vulnerable("b"), as_vulnerable("?")
    ('none', 'ns', 'both', None)
    """
    return _VULNERABLE.get(text.strip().lower())


# Calls, cards, contracts

_SYMBOLS = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C"})
_CALLS = {
    **{f"{level}{strain}": f"{level}{strain}" for level in range(1, 8) for strain in STRAINS},
    **dict.fromkeys(("Pass", "PASS", "P", "PAS", "PA", "--"), "Pass"),
    **dict.fromkeys(("X", "D", "DBL", "DOUBLE", "DB"), "X"),
    **dict.fromkeys(("XX", "R", "RDBL", "REDOUBLE", "RD", "REDBL", "RDB"), "XX"),
}
_CARDS = frozenset(suit + rank for suit in SUITS for rank in RANKS)
_BID = re.compile(r"([1-7])(?:([CDHS])|N|NT|SA)")
_CONTRACT = re.compile(r"([1-7])\s*(?:([CDHS])|NT?|SA)\s*(XX?|\*\*?|DBL|RDBL|D|R|)")
_STRAIN = re.compile(r"([CDHS])|NT?")


def as_call(text: str) -> str | None:
    """A call; ``None`` if it is not one.

    >>> [as_call(text) for text in ("pass", "1n", "dbl", "3♠", "8C")]
    ['Pass', '1NT', 'X', '3S', None]
    """
    if text in _CALLS:
        return _CALLS[text]
    word = text.translate(_SYMBOLS).upper()
    if word in _CALLS:
        return _CALLS[word]
    bid = _BID.fullmatch(word)
    return None if bid is None else bid[1] + (bid[2] or "NT")


def as_card(text: str) -> str | None:
    """A card, suit first; ``None`` if it is not one.

    >>> [as_card(text) for text in ("SA", "h10", "♦Q", "S1")]
    ['SA', 'HT', 'DQ', None]
    """
    if text in _CARDS:
        return text
    word = text.translate(_SYMBOLS).upper().replace("10", "T")
    return word if word in _CARDS else None


def as_contract(text: str) -> str | None:
    """A contract; ``Pass``; for an ending the strain alone. ``None`` if it is none of them.

    >>> [as_contract(text) for text in ("3NT", "4 sx", "5C**", "passed out", "nt", "5Hearts")]
    ['3NT', '4SX', '5CXX', 'Pass', 'NT', None]
    """
    word = text.translate(_SYMBOLS).strip().upper()
    if word in ("PASS", "PASSED", "PASSED OUT", "PASSOUT", "ALL PASS", "AP", "P"):
        return "Pass"
    found = _CONTRACT.fullmatch(word)
    if found is not None:
        risk = {"*": "X", "**": "XX", "DBL": "X", "RDBL": "XX", "D": "X", "R": "XX"}.get(found[3], found[3])
        return found[1] + (found[2] or "NT") + risk
    strain = _STRAIN.fullmatch(word)
    return None if strain is None else strain[1] or "NT"


# Hands and deals


def as_hand(text: str) -> str | None:
    """A hand as PBN writes it, ranks from the top; ``None`` if it is not made of four suits of ranks.

    >>> as_hand("k2a.10.-.QJ")
    'AK2.T..QJ'
    """
    suits = text.upper().replace("10", "T").split(".")
    if len(suits) != 4:
        return None
    sorted_suits = []
    for suit in suits:
        ranks = "" if suit == "-" else suit
        if any(rank not in RANKS for rank in ranks):
            return None
        sorted_suits.append("".join(sorted(ranks, key=RANKS.index)))
    return ".".join(sorted_suits)


_DEAL = re.compile(r"\s*(?:([A-Za-z]+)\s*:)?\s*([^:]*?)\s*")
_LONGEST_DEAL = 400


def read_deal(text: str, log: Log, line: int) -> list[str | None]:
    """The hands of N E S W in PBN's text of a deal; a `BoardError` if it cannot be right."""
    found = _DEAL.fullmatch(text) if len(text) <= _LONGEST_DEAL else None
    if found is None:
        raise log.fault(line, "bad_deal", "the deal is not 'N:' and four hands", text[:_LONGEST_DEAL])
    first = 0 if found[1] is None else as_seat(found[1])
    if first is None:
        raise log.fault(line, "bad_deal", f"the deal begins with {found[1][:20]!r}, not with a seat (N, E, S, W)", text)
    words = found[2].split()
    if len(words) != 4:
        raise log.fault(line, "hand_count", f"the deal has {len(words)} hands, not 4", text)
    hands: list[str | None] = [None] * 4
    for step, word in enumerate(words):
        hands[(first + step) % 4] = _hand_of_deal(word, log, line)
    check_deal(hands, log, line)
    strict_form = f"{SEATS[first]}:" + " ".join(words)
    if found[1] is None:
        log.odd(line, "no_first_seat", "the deal does not say whose hand is first: North's is taken", text)
    elif text.upper() != strict_form.upper():
        log.odd(line, "spaces", "the deal has spaces where none belong", text)
    return hands


def _hand_of_deal(word: str, log: Log, line: int) -> str | None:
    if word in ("-", "..."):
        return None
    hand = as_hand(word)
    if hand is None:
        raise log.fault(
            line, "bad_hand", f"{word[:60]!r} is not a hand: four suits of ranks (AKQJT98765432) parted by dots", word
        )
    return hand


def check_deal(hands: Sequence[str | None], log: Log, line: int) -> None:
    """A `BoardError` if a card is dealt twice or the hands' sizes do not fit together.

    The hands that are known have 13 cards each; in an ending all have the same number, or one less after they played
    to the trick.
    """
    seen: dict[str, int] = {}
    for seat, hand in enumerate(hands):
        for suit, ranks in zip(SUITS, (hand or "...").split("."), strict=True):
            for rank in ranks:
                if seen.setdefault(suit + rank, seat) != seat or ranks.count(rank) > 1:
                    raise log.fault(line, "duplicate_card", f"{suit}{rank} is dealt twice", suit + rank)
    sizes = {SEATS[seat]: len(hand) - 3 for seat, hand in enumerate(hands) if hand is not None}
    if not sizes:
        return
    most, least = max(sizes.values()), min(sizes.values())
    if most > 13 or most - least > (most < 13):
        words = ", ".join(f"{seat} {size}" for seat, size in sizes.items())
        raise log.fault(line, "card_count", f"the hands have {words} cards: 13 each, or fewer and alike", dict(sizes))


def as_tricks(text: str) -> int | None:
    """A number of tricks, 0 to 13."""
    return int(text) if is_number(text, 2) and int(text) <= 13 else None
