"""Matches: deals in a row with the dealer rotating, scores, and the end that each game's page gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from trickcore.errors import IllegalAction
from trickcore.game import Game
from trickcore.numbers import LAST_SEED, entropy, whole

if TYPE_CHECKING:
    from trickcore._core import State

__all__ = ["Match", "Result"]

_WORDS = 1 << 64
_SEED_BITS = 53
"""What every reader of JSON keeps of a number."""
_DEALERS_STREAM = 0x6465616C657273  # "dealers"


class Result(NamedTuple):
    """How one deal of a match ended."""

    dealer: int
    void: bool
    """A void deal is dealt again by the same dealer and does not count."""
    payoffs: tuple[int, ...]


class Match:
    """A match in progress: play its `state` to the end, then `advance`.

    ``deals`` is the agreed number of deals, ``None`` for as many as the game's page says, which may be without end. The
    same seed gives the same match: its n-th deal, void ones counted too, is deal n of that seed. Without a seed one is
    drawn from the system's entropy. Mutable, so unhashable; pickles.

    >>> import trickcore as tc
    >>> match = tc.game("mediatore").match(seed=3, deals=2)
    >>> for action in ("pass", "pass", "pass", "pass"):
    ...     match.state.apply(action)
    >>> match.advance()
    >>> match.dealer, match.deal_number, match.totals
    (0, 1, (0, 0, 0, 0))
    """

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __init__(
        self, game: Game, *, seed: int | None = None, deals: int | None = None, dealer: int | None = 0
    ) -> None:
        if not isinstance(game, Game):
            raise TypeError(f"a match is one of a Game, not of {type(game).__name__}")
        if deals is not None:
            whole(deals, "deals", 1, LAST_SEED)
        self.game = game
        self.seed = entropy(_SEED_BITS) if seed is None else whole(seed, "seed", 0, LAST_SEED)
        """What all its deals come from."""
        self.deals = deals
        """The agreed number of deals, if there is one."""
        self.first_dealer = _drawn_dealer(self.seed, game.players) if dealer is None else game.seat(dealer, "dealer")
        """Who deals first."""
        self._finished: list[State] = []
        self._scores = (game.opening_score,) * game.players
        self._totals = (0,) * game.players
        self._counted = 0
        self._state = self._dealt(self.first_dealer)

    def _dealt(self, dealer: int) -> State:
        number = len(self._finished)
        terms = self.game.match_terms(self.first_dealer + number)
        return self.game.start(self.game.layout.deal(self.seed, number), dealer, **terms)

    # Where it stands

    @property
    def state(self) -> State:
        """The deal in progress; once the match is over, its last deal."""
        return self._state

    @property
    def dealer(self) -> int:
        """Who deals the deal in progress."""
        return self._state.dealer

    @property
    def deal_number(self) -> int:
        """The number of the deal in progress, from 1; a void deal does not count."""
        return self._counted + (not self.over)

    @property
    def finished(self) -> tuple[State, ...]:
        """The deals taken into account, void ones as well: copies."""
        return tuple(state.clone() for state in self._finished)

    @property
    def results(self) -> tuple[Result, ...]:
        """How each of them ended."""
        return tuple(Result(state.dealer, state.void, _payoffs(state)) for state in self._finished)

    @property
    def totals(self) -> tuple[int, ...]:
        """The payoffs of each seat, added up."""
        return self._totals

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each seat as the game's page keeps it.

        Anrufen: tokens, 10 at the start. Maine Charlemagne: the points of its side. Other games: `totals`.
        """
        return self._scores

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._counted > 0 and (self._counted == self.deals or self.game.decided(self._scores))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the highest score, once the match is over; empty before."""
        return tuple(s for s, score in enumerate(self._scores) if score == max(self._scores)) if self.over else ()

    # Going on

    def advance(self) -> None:
        """Take the finished deal into account and deal the next one, if the match is not over then.

        `IllegalAction` if the deal is not finished (``"deal_in_progress"``) or the match is over (``"match_over"``).
        """
        if self.over:
            raise IllegalAction("the match is over", "match_over")
        if not self._state.done:
            raise IllegalAction("the deal is not finished", "deal_in_progress")
        self._take(self._state.clone())
        if not self.over:
            void, dealer = self._state.void, self._state.dealer
            self._state = self._dealt(dealer if void else (dealer + 1) % self.game.players)

    def _take(self, state: State) -> None:
        self._finished.append(state)
        if not state.void:
            payoffs = _payoffs(state)
            self._counted += 1
            self._totals = _sum(self._totals, payoffs)
            self._scores = _sum(self._scores, self.game.scored(payoffs))

    # Records

    def to_json(self) -> str:
        """The match as a record."""
        from trickcore.record import write_match

        return write_match(self)

    @staticmethod
    def from_json(text: str) -> Match:
        """The match that a record holds, as `to_json` wrote it."""
        from trickcore.record import read_match

        return read_match(text)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return self._terms() == other._terms() and self._finished == other._finished and self._state == other._state

    def _terms(self) -> tuple[Any, ...]:
        return self.game, self.seed, self.deals, self.first_dealer

    def __reduce__(self) -> tuple[Any, ...]:
        return Match.from_json, (self.to_json(),)

    def __repr__(self) -> str:
        return f"<Match of {self.game}: deal {self.deal_number}, scores {self.scores}>"


def _payoffs(state: State) -> tuple[int, ...]:
    assert state.payoffs is not None
    return state.payoffs


def _sum(scores: tuple[int, ...], gains: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(sum, zip(scores, gains, strict=True)))


def _drawn_dealer(seed: int, players: int) -> int:
    """A seat drawn from the seed, each as likely as another: SplitMix64 on a stream of its own, with rejection."""
    word = seed ^ _DEALERS_STREAM
    while True:
        word = (word + 0x9E3779B97F4A7C15) % _WORDS
        mixed = word
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 % _WORDS
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % _WORDS
        mixed ^= mixed >> 31
        if mixed < _WORDS - _WORDS % players:
            return mixed % players
