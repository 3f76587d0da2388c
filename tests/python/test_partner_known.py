"""Who is partner is known once it is proved, no sooner and no later: held against all deals that a seat can imagine."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from .referee import Referee, pack_of, read_deal, write_deal
from .walks import VARIANTS, Variant, choose

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import trickcore as tc

SECRET = [
    variant
    for variant in VARIANTS
    if variant.name == "mediatore"
    or dict(variant.options).get("players") == 4
    or dict(variant.options).get("called_card") == "whole_hand"
]
"""Games in which the partner is secret and proved by the cards alone (not by which batch a card came with)."""


@pytest.mark.parametrize("variant", SECRET, ids=str)
def test_a_seat_knows_the_partner_exactly_when_all_deals_it_can_imagine_agree(variant: Variant) -> None:
    cards = 1 if variant.name == "mediatore" else 2
    seen: Counter[str] = Counter()
    for seed in range(30):
        state = near_the_end(variant, seed, cards)
        if state is None:
            continue
        for seat in range(4):
            possible = set(imagined(state, seat))
            expected = possible.pop() if len(possible) == 1 else None
            assert state.observation(seat)["partner"] == expected, (seed, seat)
            seen["none" if expected is None else "proved"] += 1
    assert min(seen["none"], seen["proved"]) >= 10, seen


def near_the_end(variant: Variant, seed: int, cards: int) -> tc.State | None:
    """Play until no hand has more than so many cards, the called card being held back where it may be."""
    state, rng = variant.deal(seed), random.Random(seed)
    if variant.name == "mediatore":
        state.apply("bid chiamo")
        for _ in range(3):
            state.apply("pass")
    while not state.done:
        if state.phase == "play" and max(map(len, state.hands)) <= cards and rng.random() < 0.5:
            return state if called(state) else None
        action = choose(state, rng)
        for _ in range(20):
            if action.verb != "play" or action.args[0] != called(state):
                break
            action = choose(state, rng)
        state.apply(action)
    return None


def called(state: tc.State) -> str:
    """Give the called card, or nothing."""
    return next((action.args[0] for action in state.actions if action.verb == "call"), "")


def imagined(state: tc.State, seat: int) -> Iterator[int | str]:
    """Give the partner in every deal that agrees with all that the seat has seen."""
    judge = told(state, str(state.deal), [str(action) for action in state.actions])
    assert judge is not None
    bidder = judge.bidder
    assert bidder is not None
    dealt, monte = read_deal(state.game.name, str(state.deal))
    played = [{a.args[0] for owner, a in state.history if a.verb == "play" and owner == s} for s in range(4)]
    secret_heap = judge.aside[bidder] if seat != bidder else set()
    own = set().union(*dealt[seat]) | (monte if seat == bidder else set())
    unknown = sorted(pack_of(state.game.name) - own - set().union(*played))
    others = [other for other in range(4) if other != seat]
    sizes = [len(judge.hands[other]) for other in others] + [len(secret_heap)]
    for *hands, heap in shared_out(unknown, sizes):
        deal = [list(batches) for batches in dealt]
        for other, hand in zip(others, hands, strict=True):
            cards = sorted(played[other] | hand)
            batch = len(cards) // len(dealt[other])
            deal[other] = [set(cards[i : i + batch]) for i in range(0, len(cards), batch)]
        put_aside = iter(sorted(heap))
        texts = [
            f"discard {next(put_aside)}" if action.verb == "discard" and seat != bidder else str(action)
            for action in state.actions
        ]
        world = told(state, write_deal(state.game.name, deal, heap if heap else monte), texts)
        if world is not None:
            yield next(iter(world.side - {bidder}), "none")


def shared_out(cards: Sequence[str], sizes: Sequence[int]) -> Iterator[list[set[str]]]:
    """Give every way to share cards out into heaps of these sizes."""
    if not sizes:
        yield []
        return
    for heap in itertools.combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in heap]
        for heaps in shared_out(rest, sizes[1:]):
            yield [set(heap), *heaps]


def told(state: tc.State, deal: str, texts: Sequence[str]) -> Referee | None:
    """Give a referee told these actions of a deal, or nothing if one of them was not legal or not of that seat."""
    judge = Referee(state.game.name, dict(state.game.options), deal, state.dealer)
    for (seat, _), text in zip(state.history, texts, strict=True):
        if judge.question is None or judge.question.seat != seat or text not in judge.question.legal:
            return None
        judge.tell(text)
    return judge
