"""Whole random games from Python, ours against OpenSpiel's, in one run.

python benches/race_open_spiel.py [--rounds 40] [--slice 0.05] [--seed 1]

Every game runs the same loop: legal actions, a random choice, apply, until there are none; then payoffs. The games take
turns, a slice of CPU time of this thread each, so that a slow or busy machine is so for all.

``decisions``: whole deals, dealing included, and how many decisions of players are taken in a second.
``all moves``: the same, but counting OpenSpiel's chance actions as moves: it deals by one for each card.
``dealt``: decisions from copies of deals made before, so neither library's dealing counts.
``legal`` and ``clone``: one call on a state in the middle of a game.
"""

from __future__ import annotations

import argparse
import random
import statistics
from time import thread_time, thread_time_ns
from typing import TYPE_CHECKING, Any, NamedTuple

import trickcore as tc

if TYPE_CHECKING:
    from collections.abc import Callable

OURS: dict[str, dict[str, Any]] = {
    "anrufen": {},
    "anrufen for 3": {"players": 3},
    "koenigrufen": {},
    "maine_charlemagne": {},
    "mediatore": {},
}
THEIRS = {
    "bridge": "bridge(use_double_dummy_result=false)",
    **{name: name for name in ("skat", "hearts", "euchre", "oh_hell", "spades", "tarok")},
}
RATES = ("decisions", "all moves", "dealt")
CALLS = ("legal", "clone")
REPEATS = 1000
"""How often a single call is made to time it."""


class Game(NamedTuple):
    """A game of one of the libraries."""

    name: str
    library: str
    deal: Callable[[], Any]
    """Gives the next deal; in OpenSpiel one whose cards are still to be dealt."""
    dealt: list[Any]
    """Deals with the cards dealt."""
    middle: Any
    """A deal half played."""
    share: float
    """How many of its moves are decisions of players."""
    play: Callable[[Callable[[], Any], float, Callable[[], float]], float]
    """Plays deals at random for so many seconds and gives the moves in a second."""


def our_play(deal: Callable[[], tc.State], seconds: float, rng: Callable[[], float]) -> float:
    """Moves in a second of CPU time of this thread."""
    moves, start = 0, thread_time()
    while (taken := thread_time() - start) < seconds:
        state = deal()
        while legal := state.legal_actions():
            state.apply(legal[int(rng() * len(legal))])
            moves += 1
        assert state.payoffs
    return moves / taken


def their_play(deal: Callable[[], Any], seconds: float, rng: Callable[[], float]) -> float:
    """The same with OpenSpiel's names."""
    moves, start = 0, thread_time()
    while (taken := thread_time() - start) < seconds:
        state = deal()
        while legal := state.legal_actions():
            state.apply_action(legal[int(rng() * len(legal))])
            moves += 1
        assert state.returns()
    return moves / taken


def our_game(name: str, rng: Callable[[], float]) -> Game:
    """A game of ours."""
    game = tc.game(name.split()[0], **OURS[name])
    seeds = iter(range(1 << 60))

    def deal() -> tc.State:
        return game.new_deal(next(seeds))

    middle = deal()
    while sum(middle.tricks) < 3:
        middle = deal() if middle.done else middle
        legal = middle.legal_actions()
        middle.apply(legal[int(rng() * len(legal))])
    return Game(name, "trickcore", deal, [deal() for _ in range(300)], middle, 1.0, our_play)


def their_game(name: str, rng: Callable[[], float]) -> Game:
    """A game of OpenSpiel's."""
    import pyspiel

    game = pyspiel.load_game(THEIRS[name])

    def random_step(state: Any) -> None:
        legal = state.legal_actions()
        state.apply_action(legal[int(rng() * len(legal))])

    dealt, middle, chance, decisions = [], None, 0, 0
    for _ in range(300):
        state = game.new_initial_state()
        while state.is_chance_node():
            random_step(state)
        dealt.append(state.clone())
        course = [state.clone()]
        while not state.is_terminal():
            random_step(state)
            course.append(state.clone())
        middle = course[len(course) * 2 // 3]
        decisions += len(course) - 1
        chance += state.move_number() - len(course) + 1
    share = decisions / (decisions + chance)
    return Game(name, "open_spiel", game.new_initial_state, dealt, middle, share, their_play)


def call_ns(call: Callable[[], object]) -> float:
    """Nanoseconds of one call."""
    turns = range(REPEATS)
    start = thread_time_ns()
    for _ in turns:
        call()
    return (thread_time_ns() - start) / REPEATS


def measured(game: Game, seconds: float, rng: Callable[[], float]) -> dict[str, float]:
    """One turn of a game."""
    copies = [state.clone for state in game.dealt]

    def dealt() -> Any:
        return copies[int(rng() * len(copies))]()

    moves = game.play(game.deal, seconds, rng)
    return {
        "decisions": moves * game.share,
        "all moves": moves,
        "dealt": game.play(dealt, seconds, rng),
        "legal": call_ns(game.middle.legal_actions),
        "clone": call_ns(game.middle.clone),
    }


Turns = dict[str, list[dict[str, float]]]


def race(games: list[Game], rounds: int, seconds: float, rng: Callable[[], float]) -> Turns:
    """What every game measured in every round."""
    turns: Turns = {game.name: [] for game in games}
    for number in range(rounds + 1):
        for game in games:
            turn = measured(game, seconds, rng)
            if number > 0:  # the first round warms up
                turns[game.name].append(turn)
    return turns


def report(games: list[Game], turns: Turns) -> None:
    """Print every game's best and median, then ours as multiples of OpenSpiel's best game."""
    print(f"{'thousands a CPU second (best, median)':>72}{'ns (least)':>18}")
    print(f"{'':31}{'decisions':>14}{'all moves':>14}{'dealt':>14}{'legal':>8}{'clone':>8}")
    for game in games:
        found = {column: [turn[column] for turn in turns[game.name]] for column in (*RATES, *CALLS)}
        rates = "".join(f"{max(found[c]) / 1e3:8,.0f}{statistics.median(found[c]) / 1e3:6,.0f}" for c in RATES)
        print(f"{game.library:12}{game.name:19}{rates}{''.join(f'{min(found[c]):8,.0f}' for c in CALLS)}")
    print("\nours : OpenSpiel's fastest game (best : best, then the median of the rounds)")
    theirs = [game.name for game in games if game.library == "open_spiel"]
    fastest = {rate: max(theirs, key=lambda name: max(turn[rate] for turn in turns[name])) for rate in RATES}
    print(f"{'':31}" + "".join(f"{rate + ' ' + name:>20}" for rate, name in fastest.items()))
    for game in games:
        if game.library == "trickcore":
            print(f"{'':12}{game.name:19}" + "".join(compared(turns[game.name], turns[fastest[r]], r) for r in RATES))


def compared(ours: list[dict[str, float]], theirs: list[dict[str, float]], rate: str) -> str:
    """How many times as fast ours is."""
    best = max(turn[rate] for turn in ours) / max(turn[rate] for turn in theirs)
    usual = statistics.median(mine[rate] / other[rate] for mine, other in zip(ours, theirs, strict=True))
    return f"{best:14.2f}{usual:6.2f}"


def main() -> None:
    """Race and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--slice", type=float, default=0.05, help="seconds of CPU time for a turn")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed).random
    games = [*(our_game(name, rng) for name in OURS), *(their_game(name, rng) for name in THEIRS)]
    report(games, race(games, options.rounds, options.slice, rng))


if __name__ == "__main__":
    main()
