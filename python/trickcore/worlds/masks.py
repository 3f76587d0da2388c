"""Sets of cards as masks: a bit for each card code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickcore._core import Card, CardSet

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from trickcore.game import Game

    Masks = NDArray[np.uint64]

__all__ = ["bits", "cards_of", "mask_of", "union"]


def union(masks: Iterable[int]) -> int:
    """All their cards."""
    found = 0
    for mask in masks:
        found |= mask
    return found


def bits(mask: int) -> Iterator[int]:
    """The masks of its cards, one each."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def mask_of(texts: Sequence[str], game: Game) -> int:
    """The mask of cards that are named."""
    return CardSet([Card(text, game.pack) for text in texts], game.pack).mask


def cards_of(mask: int, game: Game) -> Iterator[Card]:
    """Its cards."""
    return iter(CardSet.from_mask(mask, game.pack))
