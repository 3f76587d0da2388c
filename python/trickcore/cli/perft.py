"""``trickcore perft``: the number of legal ways to go on."""

from __future__ import annotations

from time import perf_counter
from typing import Annotated

import typer

import trickcore as tc
from trickcore.cli.choices import Dealer, GameName, Options, Seed
from trickcore.cli.deals import played_at_random
from trickcore.cli.screen import Bar, Json, Screen, emit
from trickcore.notation import game_with_terms

__all__ = ["paths", "perft"]


def perft(
    game: GameName,
    seed: Seed = None,
    depth: Annotated[int, typer.Option("--depth", "-d", min=1, max=64, help="How many actions deep.")] = 4,
    dealer: Dealer = 0,
    play: Annotated[bool, typer.Option("--play", help="Start at the first lead, after a random auction.")] = False,
    options: Options = None,
    as_json: Json = False,
) -> None:
    """Count the sequences of legal actions from the start of a deal, one line for each number of actions."""
    known, terms = game_with_terms(game, options or [])
    state = known.new_deal(seed, dealer, **terms)
    if play:
        _go_to_play(state, seed)
    counts: list[int] = []
    rows: list[list[str]] = []
    with Bar(f"counting to depth {depth}", depth) as bar:
        for actions in range(1, depth + 1):
            start = perf_counter()
            counts.append(paths(state, actions))
            rows.append([str(actions), f"{counts[-1]:,}", f"{perf_counter() - start:.2f} s"])
            bar.step()
    if as_json:
        emit(
            {
                "game": state.game.name,
                "options": dict(state.game.options),
                "deal": str(state.deal),
                "dealer": state.dealer,
                "actions": list(map(str, state.actions)),
                "counts": counts,
            }
        )
        return
    screen = Screen()
    screen.say(f"{state.game.title}, deal {state.deal}, dealer {state.dealer}")
    if state.actions:
        screen.say(f"after {', '.join(map(str, state.actions))}")
    screen.table(["actions", "sequences", "time"], rows, right=(0, 1, 2))


def paths(state: tc.State, depth: int) -> int:
    """The number of sequences of ``depth`` legal actions; one that ends the deal before counts as well.

    The state is as it was afterwards. In the card play the core counts.
    """
    if depth == 0 or state.done:
        return 1
    position = state.position
    if position is not None:
        return position.perft(depth)
    total = 0
    for action in state.legal_actions():
        state.apply(action)
        total += paths(state, depth - 1)
        state.undo()
    return total


def _go_to_play(state: tc.State, seed: int | None) -> None:
    """Carry the deal at random to its first lead; past void deals it looks for another auction."""
    for attempt in range(1000):
        ended = played_at_random(state.clone(), None if seed is None else seed + attempt)
        for action in ended.actions:
            if state.phase == "play":
                return
            state.apply(action)
        if state.phase == "play":
            return
        while state.actions:
            state.undo()
