"""Whole deals from Python: what each call on a `State` costs, and a random deal from the shuffle to the payoffs.

See ``benches/README.md``.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

import trickcore as tc

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pytest_benchmark.fixture import BenchmarkFixture

    Cost = Callable[..., Any]

GAMES = {
    "anrufen": tc.game("anrufen"),
    "anrufen for 3": tc.game("anrufen", players=3),
    **{name: tc.game(name) for name in tc.games() if name != "anrufen"},
}
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def in_play(game: tc.Game) -> tc.State:
    """Give a deal in the middle of play."""
    state, rng = game.new_deal(seed=3), random.Random(3)
    while sum(state.tricks) < 3 or len(state.trick) != 1:
        state.apply(rng.choice(state.legal_actions()))
    return state


def over(game: tc.Game) -> tc.State:
    """Give a deal that is over and not void."""
    state, rng = in_play(game), random.Random(3)
    while not state.done:
        state.apply(rng.choice(state.legal_actions()))
    return state


def dealer_of(game: tc.Game) -> Callable[[], tuple[int, ...] | None]:
    """Give a function that plays the next random deal to its end."""
    rng, seed = random.Random(7).random, 0

    def deal() -> tuple[int, ...] | None:
        nonlocal seed
        seed += 1
        state = game.new_deal(seed)
        while legal := state.legal_actions():
            state.apply(legal[int(rng() * len(legal))])
        return state.payoffs

    return deal


@every_game
def test_random_deal(cost: Cost, benchmark: BenchmarkFixture, game: tc.Game) -> None:
    """Shuffle, auction, play, payoffs; ``moves`` in the JSON says how many actions a deal has on average."""
    rng, moves = random.Random(7).random, 0
    for seed in range(500):
        state = game.new_deal(seed)
        while legal := state.legal_actions():
            state.apply(legal[int(rng() * len(legal))])
            moves += 1
    benchmark.extra_info["moves"] = moves / 500
    assert cost(dealer_of(game), calls=200) is not None


@every_game
def test_state_new_deal(cost: Cost, game: tc.Game) -> None:
    cost(game.new_deal, 7)


@every_game
def test_state_first_legal_actions(cost: Cost, game: tc.Game) -> None:
    """Asked of the game's flow: the first call of a deal."""
    state = game.new_deal(7)
    value = state.value
    assert cost(game.legal, value) == state.legal_actions()


@every_game
def test_state_legal_actions(cost: Cost, game: tc.Game) -> None:
    assert cost(in_play(game).legal_actions)


@every_game
def test_state_apply_and_undo(cost: Cost, game: tc.Game) -> None:
    state = in_play(game)
    action = state.legal_actions()[0]

    def there_and_back() -> None:
        state.apply(action)
        state.undo()

    cost(there_and_back)


@every_game
def test_state_apply_text_and_undo(cost: Cost, game: tc.Game) -> None:
    state = in_play(game)
    action = str(state.legal_actions()[0])

    def there_and_back() -> None:
        state.apply(action)
        state.undo()

    cost(there_and_back)


@every_game
def test_state_payoffs(cost: Cost, game: tc.Game) -> None:
    """Worked out: the last card is played again each time."""
    state = over(game)
    last = state.actions[-1]

    def finish() -> tuple[int, ...] | None:
        state.undo()
        state.apply(last)
        return state.payoffs

    assert cost(finish) is not None


@every_game
def test_state_clone(cost: Cost, game: tc.Game) -> None:
    state = in_play(game)
    assert cost(state.clone) == state


@every_game
def test_state_observation(cost: Cost, game: tc.Game) -> None:
    state = in_play(game)
    assert cost(state.observation, 1, calls=50)["seat"] == 1


@every_game
def test_state_worlds(cost: Cost, benchmark: BenchmarkFixture, game: tc.Game) -> None:
    """Ten thousand worlds that fit what a seat knows; ``worlds`` in the JSON."""
    benchmark.extra_info["worlds"] = 10_000
    assert len(cost(tc.sample_worlds, in_play(game).observation(1), 10_000, 1, calls=1)) == 10_000


@every_game
def test_state_record(cost: Cost, game: tc.Game) -> None:
    """To JSON and back."""
    state = over(game)
    assert cost(lambda: game.from_json(state.to_json()), calls=20) == state
