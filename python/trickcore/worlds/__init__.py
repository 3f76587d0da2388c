"""Worlds: complete deals that fit everything a seat knows, each as likely as another.

A seat's observation says where some cards are and what is proved of the hands. Here this becomes places with room for
so many cards, and for each card the places where it may be; the core counts all ways to fill them and draws from them
(``docs/worlds.md``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trickcore.numbers import LAST_SEED, entropy, whole
from trickcore.worlds.deals import complete, opened
from trickcore.worlds.placing import Placing
from trickcore.worlds.reading import read
from trickcore.worlds.result import Worlds

__all__ = ["Worlds", "sample_worlds"]

_MOST_WORLDS = 999_999


def sample_worlds(observation: Mapping[str, Any], n: int, seed: int | None = None) -> Worlds:
    """Draw ``n`` worlds that fit an observation (`State.observation`), uniformly from all that do.

    The same observation and seed give the same worlds, and a longer list begins with a shorter one; without a seed it
    is drawn from the system's entropy. `IllegalDeal` of kind ``"contradiction"`` if no deal fits: it says which fact
    cannot be. `ParseError` if this is no observation.

    >>> import trickcore as tc
    >>> state = tc.game("anrufen").new_deal(seed=7)
    >>> worlds = tc.sample_worlds(state.observation(1), 3, seed=1)
    >>> worlds.total == 17153136 and len(worlds) == 3
    True
    >>> all(world.hands[1] == state.hands[1] for world in worlds)
    True
    """
    if not isinstance(observation, Mapping):
        raise TypeError(f"an observation is a dict, not {type(observation).__name__}")
    whole(n, "n", 0, _MOST_WORLDS)
    drawn = entropy() if seed is None else whole(seed, "seed", 0, LAST_SEED)
    seen = read(observation)
    if seen.open is not None:
        return opened(seen, seen.open, n)
    placing = Placing(seen)
    places, sampler = placing.checked([fact for fact in seen.facts if fact.seat != seen.seat])
    return complete(placing, places, sampler.count, sampler.sample(n, drawn), drawn)
