"""Bots at a table: deals played out, and duplicate matches that say which of two is better, and how surely."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from trickcore.errors import IllegalAction

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from trickcore._core import State
    from trickcore.bots import Bot
    from trickcore.game import Game

__all__ = ["Duel", "duel", "play_out"]


def play_out(state: State, bots: Sequence[Bot]) -> State:
    """Carry a deal to its end, each seat's decisions made by its bot; the state itself is played on.

    `IllegalAction` if a bot chooses what is not legal: the message names its seat.
    """
    while (seat := state.actor) is not None:
        step(state, seat, bots[seat])
    return state


def step(state: State, seat: int, bot: Bot) -> None:
    """One decision of a seat."""
    chosen = bot.act(state.observation(seat), state.legal_actions())
    try:
        state.apply(chosen)
    except IllegalAction as error:
        raise IllegalAction(f"seat {seat}, {bot!r}: {error}", error.kind, error.part) from None


class Duel(NamedTuple):
    """How a duplicate match went: the first bot's gain over the second's, per deal and seat."""

    deals: int
    mean: float
    half: float
    """Half the width of the 95 % interval of the mean."""

    @property
    def decided(self) -> bool:
        """Whether the interval excludes zero."""
        return self.deals > 1 and abs(self.mean) > self.half

    def __str__(self) -> str:
        return f"{self.mean:+.3f} ± {self.half:.3f} per deal and seat, {self.deals} deals"


def duel(
    game: Game,
    first: Bot,
    second: Bot,
    *,
    seed: int = 0,
    most: int = 2000,
    least: int = 30,
    going_on: Callable[[Duel], bool] | None = None,
) -> Duel:
    """Play deals with both until it is decided which is better, at most ``most`` of them, at least ``least``.

    Each deal is played twice: the first bot sits at the even seats (3 players: at one seat, in turn) and the second at
    the others; then the other way round. Void deals count zero. ``going_on`` is asked after each deal.
    """
    total = squares = 0.0
    result = Duel(0, 0.0, float("inf"))
    for index in range(most):
        gain = _gain(game, index, first, second, seed)
        total, squares = total + gain, squares + gain * gain
        result = _result(index + 1, total, squares)
        if going_on is not None and not going_on(result):
            break
        if index + 1 >= least and result.decided:
            break
    return result


def _gain(game: Game, index: int, first: Bot, second: Bot, seed: int) -> float:
    """What the first bot gains over the second in a deal, per seat: the mean of both seatings."""
    players = range(game.players)
    mine = {index % game.players} if game.players == 3 else {seat for seat in players if seat % 2 == index % 2}
    gains = []
    for own, others in ((first, second), (second, first)):
        state = game.start(game.layout.deal(seed, index), index // 2 % game.players)
        play_out(state, [own if seat in mine else others for seat in players])
        assert state.payoffs is not None
        gains.append(sum(state.payoffs[seat] for seat in mine) / len(mine))
    return (gains[0] - gains[1]) / 2


def _result(deals: int, total: float, squares: float) -> Duel:
    mean = total / deals
    if deals < 2:
        return Duel(deals, mean, float("inf"))
    variance = max(0.0, (squares - deals * mean * mean) / (deals - 1))
    return Duel(deals, mean, 1.96 * sqrt(variance / deals))
