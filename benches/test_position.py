"""Card play from Python: what one call on a `Position` costs.

A benchmark's time is that of one call, or of one move. See ``benches/README.md``.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

import trickcore as tc

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Cost = Callable[..., Any]

STARTS = {
    "anrufen": ["bid game", "pass", "pass", "pass", "trump H", "call HA"],
    "koenigrufen": ["trump H", "call HA"],
    "maine_charlemagne": ["pass", "pass", "pass", "bid 5 H"],
    "mediatore": ["bid solissimo", "pass", "pass", "pass"],
}
"""A contract with nothing to put aside for each game; in Anrufen and Königrufen with announcements still open."""

every_game = pytest.mark.parametrize("name", STARTS)


def opening(name: str) -> tc.Position:
    """Give the first position of play of a deal."""
    state = tc.game(name).new_deal(seed=10)
    for action in STARTS[name]:
        state.apply(action)
    assert state.position is not None
    return state.position


def middle(name: str) -> tc.Position:
    """Give a position after three tricks and a card, which has a couple of legal cards."""
    position = opening(name)
    for _ in range(13):
        position.play(position.legal_plays()[0])
    return position


def mover(start: tc.Position) -> Callable[[], None]:
    """Give a function that makes one random move, and starts the deal again from a copy when it is over."""
    position, rng = start.clone(), random.Random(7).random

    def move() -> None:
        nonlocal position
        legal = position.legal_plays()
        if not legal:
            position = start.clone()
            legal = position.legal_plays()
        position.play(legal[int(rng() * len(legal))])

    return move


def test_nothing(cost: Cost) -> None:
    """What the harness adds to every figure: a built-in call that does nothing to speak of."""
    assert cost(().__len__) == 0


@every_game
def test_position_legal_plays(cost: Cost, name: str) -> None:
    assert cost(middle(name).legal_plays)


@every_game
def test_position_move(cost: Cost, name: str) -> None:
    """Legal plays, a random choice, play."""
    cost(mover(opening(name)))


@every_game
def test_position_clone(cost: Cost, name: str) -> None:
    position = middle(name)
    assert cost(position.clone) == position


@every_game
def test_position_play_and_undo(cost: Cost, name: str) -> None:
    position = middle(name)
    card = position.legal_plays()[0]

    def there_and_back() -> None:
        position.play(card)
        position.undo()

    cost(there_and_back)


@every_game
def test_a_thousand_playouts(cost: Cost, name: str) -> None:
    tricks, _ = cost(opening(name).playouts, 1000, 7, calls=2)
    assert len(tricks) == 1000
