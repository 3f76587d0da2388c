"""Par: the score of a bridge deal when both sides bid their best with all cards seen.

The auction is searched as a game: from the dealer on, each side passes or bids anything higher; a contract that would
go down is doubled; of a side, the better of its two declarers plays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickcore._core import State
from trickcore.bridge_table import SEATS, STRAINS, Terms, is_vulnerable, read_seat, read_vulnerability
from trickcore.double_dummy import dd_table
from trickcore.errors import UnknownOption
from trickcore.scoring import duplicate_score

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from trickcore._core import CancelToken
    from trickcore.double_dummy import AnyDeal

__all__ = ["Par", "ParContract", "par"]

_BIDS = [(level, strain) for level in range(1, 8) for strain in range(len(STRAINS))]


class ParContract(NamedTuple):
    """A contract of that score which no higher bid of the others improves on: ``str()`` gives ``4SX-EW-1``."""

    terms: Terms
    """Level and strain, doubled if it goes down."""
    declarers: tuple[int, ...]
    """The seats of the side that reach the score as declarer."""
    tricks: int
    """What the declarer takes."""

    @property
    def over(self) -> int:
        """Overtricks; undertricks are negative."""
        return self.tricks - self.terms.tricks

    def __str__(self) -> str:
        seats = "".join(SEATS[seat] for seat in self.declarers)
        return f"{self.terms}-{seats}{f'{self.over:+}' if self.over else '='}"


class Par(NamedTuple):
    """Par of a deal."""

    score: int
    """To N–S."""
    contracts: tuple[ParContract, ...]
    """All par contracts in the rank of their bids; none where the deal is passed out."""


def par(
    deal: AnyDeal | Sequence[Sequence[int]],
    dealer: int | str | None = None,
    vulnerability: str | None = None,
    *,
    deadline: float | None = None,
    cancel: CancelToken | None = None,
) -> Par:
    """The par of a deal, or of its double-dummy table where that is known already.

    Dealer and vulnerability that are left out are those of a `State`; of anything else, N and ``"none"``.

    Errors: as `dd_table`; `ParseError` for a dealer or a vulnerability that there is not; `UnknownOption` for numbers
    that are no table.

    >>> par([[7, 6, 7, 6], [5, 8, 5, 8], [10, 3, 10, 3], [6, 7, 6, 7], [8, 5, 8, 5]], "N", "none")
    Par(score=420, contracts=(ParContract(terms=Terms(level=4, strain='H', doubled=0), declarers=(0, 2), tricks=10),))
    """
    known = deal if isinstance(deal, State) else None
    if dealer is None:
        dealer = 0 if known is None else known.dealer
    if vulnerability is None:
        vulnerability = "none" if known is None else known.terms.get("vulnerable", "none")
    first, vulnerable = read_seat(dealer), read_vulnerability(vulnerability)
    table = _table(deal, deadline, cancel)
    ends = [[_end(table, bid, side, vulnerable) for side in (0, 1)] for bid in range(len(_BIDS))]
    opened = _auction(ends)
    score = _opening(opened, first % 2)
    contracts = [
        end.contract
        for bid, both in enumerate(ends)
        for side, end in enumerate(both)
        if end.score == score and not _improved(ends, bid, side)
    ]
    return Par(score, tuple(contracts))


def _table(
    deal: AnyDeal | Sequence[Sequence[int]], deadline: float | None, cancel: CancelToken | None
) -> list[list[int]]:
    """The tricks of each declarer in each strain."""
    rows = getattr(deal, "tolist", lambda: deal)()
    if isinstance(rows, (list, tuple)) and len(rows) == len(STRAINS):
        if any(len(row) != 4 or any(type(n) is not int or not 0 <= n <= 13 for n in row) for row in rows):
            raise UnknownOption("a table has 5 rows of 4 numbers from 0 to 13", "not_a_table")
        return [list(row) for row in rows]
    found: list[list[int]] = dd_table(deal, deadline=deadline, cancel=cancel).tolist()  # type: ignore[arg-type]
    return found


class _End(NamedTuple):
    """The auction ends with a bid."""

    score: int
    """To N–S."""
    contract: ParContract


def _end(table: list[list[int]], bid: int, side: int, vulnerability: str) -> _End:
    level, strain = _BIDS[bid]
    tricks = max(table[strain][side], table[strain][side + 2])
    terms = Terms(level, STRAINS[strain], doubled=int(tricks < level + 6))
    score = duplicate_score(terms, tricks, is_vulnerable(side, vulnerability))
    declarers = tuple(seat for seat in (side, side + 2) if table[strain][seat] == tricks)
    return _End(-score if side else score, ParContract(terms, declarers, tricks))


def _best(side: int) -> Callable[..., int]:
    return min if side else max


def _auction(ends: list[list[_End]]) -> list[int]:
    """For each side what it comes to if that side has to open: from the highest bid down, the others pass or bid on."""
    opened = [end.score for end in ends[-1]]
    for both in reversed(ends[:-1]):
        held = [_best(1 - side)(end.score, opened[1 - side]) for side, end in enumerate(both)]
        opened = [_best(side)(opened[side], value) for side, value in enumerate(held)]
    return opened


def _opening(opened: list[int], dealing: int) -> int:
    """From the fourth seat, which may pass the deal out, back to the dealer."""
    score = 0
    for seat in (3, 2, 1, 0):
        side = (dealing + seat) % 2
        score = _best(side)(score, opened[side])
    return score


def _improved(ends: list[list[_End]], bid: int, side: int) -> bool:
    """Whether the other side has a higher bid that is better for it than this end."""
    score, better = ends[bid][side].score, _best(1 - side)
    return any(better(score, both[1 - side].score) != score for both in ends[bid + 1 :])
