"""Random deals of every game with every combination of options, played so that every kind of contract comes up."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING, Any, NamedTuple

import trickcore as tc

from .referee import RANKS, suits_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class Variant(NamedTuple):
    """A game with its options chosen."""

    name: str
    options: tuple[tuple[str, int | bool | str], ...]

    @property
    def game(self) -> tc.Game:
        """The game."""
        return tc.game(self.name, **dict(self.options))

    def __str__(self) -> str:
        return "-".join([self.name, *(f"{value}" for _, value in self.options)])

    def deal(self, seed: int) -> tc.State:
        """Deal the cards for a seed, which also says who deals."""
        return self.game.new_deal(seed, seed % self.game.players, **self.terms(seed))

    def terms(self, seed: int) -> dict[str, int | bool | str]:
        """Give what else the seed says of the deal."""
        return {spec.name: spec.values[seed // 4 % len(spec.values)] for spec in self.game.term_specs}


def variants() -> list[Variant]:
    """Give every registered game with every combination of its options."""
    return [
        Variant(name, tuple(zip((spec.name for spec in specs), values, strict=True)))
        for name in tc.games()
        for specs in [tc.game(name).option_specs]
        for values in itertools.product(*(spec.values for spec in specs))
    ]


VARIANTS = variants()


def choose(state: tc.State, rng: random.Random) -> tc.Action:
    """Choose an action: a pass more often than not, often the lowest bid, otherwise any kind of thing to say or do."""
    legal = state.legal_actions()
    others = [action for action in legal if action.verb != "pass"]
    if len(others) < len(legal) and (not others or rng.random() < 0.6):
        return legal[0] if legal[0].verb == "pass" else next(action for action in legal if action.verb == "pass")
    kinds: dict[str, list[tc.Action]] = {}
    for action in others:
        kinds.setdefault(" ".join(str(action).split()[: 2 if action.verb == "bid" else 1]), []).append(action)
    plays = kinds.pop("play", [])
    if plays and (not kinds or rng.random() < 0.7):
        return rng.choice(plays)
    kind = next(iter(kinds)) if rng.random() < 0.5 else rng.choice(list(kinds))
    return rng.choice(kinds[kind])


def walk(state: tc.State, rng: random.Random) -> Iterator[tc.Action]:
    """Play the deal to its end, each action given after it was taken."""
    while not state.done:
        action = choose(state, rng)
        state.apply(action)
        yield action


def finished(variant: Variant, seed: int) -> tc.State:
    """Play a whole deal at random."""
    state = variant.deal(seed)
    for _ in walk(state, random.Random(seed)):
        pass
    return state


def texts(state: tc.State) -> list[str]:
    """Give the texts of the legal actions, in order."""
    return [str(action) for action in state.legal_actions()]


def moved_terms(terms: Mapping[str, Any], by: int) -> dict[str, Any]:
    """Give the terms of a deal whose hands moved on by some seats: bridge's vulnerability goes with the sides."""
    other = {"ns": "ew", "ew": "ns"} if by % 2 else {}
    return {name: other.get(value, value) for name, value in terms.items()}


def renaming(game: str, rng: random.Random) -> dict[str, str]:
    """Give a new suit for each suit: colours kept together, or all as it is, where that matters."""
    suits = suits_of(game)
    if game == "bridge":
        return {suit: suit for suit in suits}
    if game == "maine_charlemagne":
        pairs = [rng.sample(pair, 2) for pair in rng.sample([["S", "C"], ["H", "D"]], 2)]
        return dict(zip("SCHD", (suit for pair in pairs for suit in pair), strict=True))
    return dict(zip(suits, rng.sample(suits, 4), strict=True))


def renamed_cards(cards: set[str], to: dict[str, str]) -> set[str]:
    """Give the cards with their new suits."""
    return {to[card[0]] + card[1] for card in cards}


def renamed(text: str, to: dict[str, str], game: str) -> str:
    """Give an action with the new suits in it."""
    words = text.split()
    for index, word in enumerate(words[1:], 1):
        if word in to:
            words[index] = to[word]
        elif len(word) == 2 and word[0] in to and word[1] in RANKS[game]:
            words[index] = to[word[0]] + word[1]
    return " ".join(words)
