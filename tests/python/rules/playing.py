"""Driving a deal by action texts, for the worked examples of the rules pages (`from .playing import play`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    import trickcore as tc


def legal(state: tc.State) -> set[str]:
    """The texts of the legal actions of ``state``; a text listed twice is an error."""
    texts = [str(action) for action in state.legal_actions()]
    assert len(texts) == len(set(texts)), f"an action is listed twice: {texts}"
    return set(texts)


def play(state: tc.State, *texts: str) -> tc.State:
    """Apply ``texts`` one after the other and return the same state."""
    for text in texts:
        state.apply(text)
    return state


def tricks(state: tc.State, *lines: str) -> tc.State:
    """Play one trick a line, its cards in the order played; ``HK*`` is a lead declared as a marriage."""
    for line in lines:
        for card in line.split():
            state.apply(f"play {card[:-1]} marriage" if card.endswith("*") else f"play {card}")
    return state


def plays(cards: str, *others: str) -> set[str]:
    """The set of texts ``play X`` for each card of ``cards``, with the ``others`` added."""
    return {f"play {card}" for card in cards.split()} | set(others)


def total(points: Iterable[int], seats: Iterable[int]) -> int:
    """The sum of ``points`` over ``seats``."""
    points = tuple(points)
    return sum(points[seat] for seat in seats)
