"""What a deal pays: the `Payoff` that the core and the solver read, put together from conditions; bridge scores.

Bridge: the duplicate score of a contract, a rubber, and what scores of one board at several tables are worth in
international match points (IMPs) and in matchpoints. Honours are off.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, NamedTuple

from trickcore._core import Condition, Payoff
from trickcore.bridge_table import Terms, read_seat, read_terms
from trickcore.errors import IllegalAction, UnknownOption, shown

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence

__all__ = ["Rubber", "duplicate_score", "imps", "made_or_lost", "matchpoints", "pays", "reverse"]


def pays(players: int, bidder: int, side: Container[int], stake: int) -> tuple[int, ...]:
    """Each defender pays the stake; a partner of the bidder receives one stake, the bidder the rest.

    >>> pays(4, bidder=1, side=(1, 3), stake=2), pays(4, bidder=1, side=(1,), stake=2)
    ((-2, 2, -2, 2), (-2, 6, -2, -2))
    """
    shares = [stake if seat in side else -stake for seat in range(players)]
    shares[bidder] -= sum(shares)
    return tuple(shares)


def reverse(payments: Iterable[int]) -> tuple[int, ...]:
    """The same payments the other way."""
    return tuple(-payment for payment in payments)


def made_or_lost(bidder: int, made: Condition, payments: Sequence[int]) -> Payoff:
    """The payments if the contract is made, the reverse of them if not."""
    return Payoff(bidder, [(Condition.always(), reverse(payments)), (made, payments)])


# Bridge

_ODD_TRICK = {"C": 20, "D": 20, "H": 30, "S": 30, "NT": 30}
_IMPS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)


def duplicate_score(contract: str | Terms, tricks: int, vulnerable: bool = False) -> int:
    """The score of the declarer's side that took so many tricks, 0–13, by the laws of duplicate bridge.

    >>> duplicate_score("4H", 10), duplicate_score("3NT", 9, vulnerable=True), duplicate_score("4SX", 7)
    (420, 600, -500)
    """
    terms = read_terms(contract)
    over = _trick_count(tricks) - terms.tricks
    if over < 0:
        return _down(-over, terms.doubled, vulnerable)
    worth = _trick_score(terms)
    bonus = (500 if vulnerable else 300) if worth >= 100 else 50
    return worth + bonus + _slam(terms, vulnerable) + 50 * terms.doubled + _overtricks(terms, over, vulnerable)


def _trick_count(tricks: int) -> int:
    if type(tricks) is not int:
        raise TypeError(f"tricks are a whole number, not {type(tricks).__name__}")
    if not 0 <= tricks <= 13:
        raise UnknownOption(f"{shown(tricks)} tricks: there are 0 to 13", "out_of_range", tricks)
    return tricks


def _trick_score(terms: Terms) -> int:
    """What the odd tricks contracted for are worth: what counts for game."""
    first = 10 if terms.strain == "NT" else 0
    return (terms.level * _ODD_TRICK[terms.strain] + first) << terms.doubled


def _slam(terms: Terms, vulnerable: bool) -> int:
    """The bonus of a slam bid and made."""
    return {6: 500, 7: 1000}.get(terms.level, 0) * (3 if vulnerable else 2) // 2


def _overtricks(terms: Terms, over: int, vulnerable: bool) -> int:
    if terms.doubled:
        return over * terms.doubled * (200 if vulnerable else 100)
    return over * _ODD_TRICK[terms.strain]


def _down(under: int, doubled: int, vulnerable: bool) -> int:
    if not doubled:
        return under * (-100 if vulnerable else -50)
    each = [200] if vulnerable else [100, 200, 200]
    return -doubled * (sum(each[:under]) + 300 * max(0, under - len(each)))


def imps(difference: int) -> int:
    """A difference of scores in international match points, with its sign.

    >>> imps(420 - 170), imps(-10), imps(-5000)
    (6, 0, -24)
    """
    if type(difference) is not int:
        raise TypeError(f"a difference of scores is a whole number, not {type(difference).__name__}")
    worth = bisect_right(_IMPS, abs(difference))
    return worth if difference > 0 else -worth


def matchpoints(scores: Iterable[int]) -> tuple[int, ...]:
    """The matchpoints of each score of a board, all of one side: 2 for every lower score, 1 for every equal one.

    The top is ``2 * (len(scores) - 1)``.

    >>> matchpoints([420, 170, 420, -50])
    (5, 2, 5, 0)
    """
    given = list(scores)
    if any(type(score) is not int for score in given):
        raise TypeError("scores are whole numbers")
    ranked = sorted(given)
    return tuple(bisect_left(ranked, score) + bisect_right(ranked, score) - 1 for score in given)


class Rubber(NamedTuple):
    """A rubber in progress: sides are 0, N–S, and 1, E–W. Every method returns a new one and leaves this as it is.

    >>> rubber = Rubber().scored("4H", 0, 10).scored("2S", "E", 8).scored("3NT", 2, 9)
    >>> rubber.over, rubber.totals
    (True, (920, 60))
    """

    games: tuple[int, int] = (0, 0)
    """Games won by each side; the first to two has won the rubber."""
    below: tuple[int, int] = (0, 0)
    """Trick points of each side towards the next game."""
    totals: tuple[int, int] = (0, 0)
    """Everything that each side has, above the line and below."""

    @property
    def over(self) -> bool:
        """Whether a side has won two games."""
        return max(self.games) == 2

    def vulnerable(self, seat: int | str) -> bool:
        """Whether the side of a seat has won a game."""
        return self.games[read_seat(seat) % 2] > 0

    def scored(self, contract: str | Terms, declarer: int | str, tricks: int) -> Rubber:
        """After a deal that was played; a deal passed out changes nothing.

        `IllegalAction` if the rubber is over.
        """
        if self.over:
            raise IllegalAction("the rubber is over", "rubber_over")
        terms, side, vulnerable = read_terms(contract), read_seat(declarer) % 2, self.vulnerable(declarer)
        over = _trick_count(tricks) - terms.tricks
        if over < 0:
            return self._added(1 - side, -_down(-over, terms.doubled, vulnerable))
        worth = _trick_score(terms)
        above = _slam(terms, vulnerable) + 50 * terms.doubled + _overtricks(terms, over, vulnerable)
        return self._added(side, worth + above)._won(side, worth)

    def _won(self, side: int, worth: int) -> Rubber:
        """After so many trick points below the line."""
        below = _plus(self.below, side, worth)
        if below[side] < 100:
            return self._replace(below=below)
        games = _plus(self.games, side, 1)
        after = self._replace(games=games, below=(0, 0))
        return after._added(side, 500 if games[1 - side] else 700) if after.over else after

    def broken_off(self) -> Rubber:
        """An unfinished rubber settled: 300 for the only game, 100 for the only part score."""
        if self.over:
            return self
        settled = self
        for counts, bonus in ((self.games, 300), (self.below, 100)):
            for side in (0, 1):
                if counts[side] and not counts[1 - side]:
                    settled = settled._added(side, bonus)
        return settled

    def _added(self, side: int, points: int) -> Rubber:
        return self._replace(totals=_plus(self.totals, side, points))


def _plus(counts: tuple[int, int], side: int, more: int) -> tuple[int, int]:
    first, second = counts
    return (first, second + more) if side else (first + more, second)
