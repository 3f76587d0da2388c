"""What a seat may know: the layout, and exactly how much it can tell about the partner."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING, Any

import pytest

import trickcore as tc
from trickcore.partner import partner_known_to

from .walks import VARIANTS, Variant, finished, walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)
secretive = pytest.mark.parametrize(
    "variant", [v for v in VARIANTS if v.game.players == 4 and v.name != "maine_charlemagne"], ids=str
)

FIELDS = [
    *("version", "game", "game_version", "options", "seat", "dealer", "phase", "actor", "dealt", "hand", "sizes"),
    *("given", "received", "aside", "talon", "shown", "actions", "trick", "tricks", "points", "contract", "said"),
    *("partner", "legal", "void", "payoffs", "open"),
]


class TestLayout:
    @every_variant
    def test_the_same_fields_always(self, variant: Variant) -> None:
        state = variant.deal(1)
        assert list(state.observation(0)) == FIELDS
        for _ in walk(state, random.Random(1)):
            for seat in range(variant.game.players):
                seen = state.observation(seat)
                assert list(seen) == FIELDS
                assert seen["version"] == 1
                assert seen["seat"] == seat
                assert (seen["open"] is not None) is state.done
                assert bool(seen["legal"]) is (state.actor == seat)

    @every_variant
    def test_when_the_deal_is_over_all_see_the_same_but_for_what_is_their_own(self, variant: Variant) -> None:
        own = ("seat", "dealt", "hand", "given", "received", "aside", "talon")
        for seed in range(10):
            state = finished(variant, seed)
            seen = [state.observation(seat) for seat in range(variant.game.players)]
            for other in seen[1:]:
                assert [other[key] for key in FIELDS if key not in own] == [
                    seen[0][key] for key in FIELDS if key not in own
                ]
            assert seen[0]["open"]["hands"] == [[list(map(str, b)) for b in batches] for batches in state.deal.batches]
            assert [text for _, text in seen[0]["actions"]] == list(map(str, state.actions))

    @every_variant
    @pytest.mark.parametrize("seat", [-1, 4, 10**30])
    def test_no_such_seat(self, variant: Variant, seat: int) -> None:
        with pytest.raises(tc.UnknownOption) as caught:
            variant.deal(1).observation(seat)
        assert caught.value.kind == "out_of_range"

    @pytest.mark.parametrize("seat", [None, "0", 1.0, True])
    def test_a_seat_is_a_whole_number(self, seat: Any) -> None:
        with pytest.raises(TypeError):
            VARIANTS[0].deal(1).observation(seat)


class TestPartner:
    @secretive
    def test_known_exactly_if_all_deals_that_look_the_same_agree(self, variant: Variant) -> None:
        """Every way to share out the unseen cards is tried: whether the same actions could have been taken."""
        told: list[int | str | None] = []
        for seed in itertools.count():
            if len(told) > 80:
                break
            rng = random.Random(seed)
            state = variant.deal(seed)
            for _ in walk(state, rng):
                if state.phase != "play" or (called := state.game.secret(state.contract)) is None:
                    continue
                for seat in range(4):
                    unseen = any(called in heap for heap in hidden(state, seat))
                    if unseen and ways(state, seat) <= 600 and rng.random() < 0.4:
                        told.append(partner_known_to(state, seat))
                        assert told[-1] == provable(state, seat), (seed, seat)
        assert told.count(None) >= 15
        assert len(told) - told.count(None) >= 5


def provable(state: tc.State, seat: int) -> int | str | None:
    """Give the partner if it is the same in all deals that look the same to the seat."""
    partners = {other.contract.partner for other in alike(state, seat)}
    assert state.contract.partner in partners
    if len(partners) > 1:
        return None
    partner: int | None = state.contract.partner
    return "none" if partner is None else partner


def hidden(state: tc.State, seat: int) -> list[tc.CardSet]:
    """Give the heaps of cards that the seat cannot see: hands of others, and what others put aside."""
    others = [other for other in range(state.game.players) if other != seat]
    return [state.hands[other] for other in others] + [state.cards.aside[other] for other in others]


def ways(state: tc.State, seat: int) -> int:
    """Count the ways to share out the cards that the seat cannot see."""
    sizes = list(map(len, hidden(state, seat)))
    count, left = 1, sum(sizes)
    for size in sizes:
        for place in range(size):
            count = count * (left - place) // (place + 1)
        left -= size
    return count


def shared_out(cards: Sequence[tc.Card], sizes: Sequence[int]) -> Iterator[list[set[tc.Card]]]:
    """Give every way to share out cards into heaps of these sizes."""
    if not sizes:
        yield []
        return
    for heap in itertools.combinations(cards, sizes[0]):
        for rest in shared_out([card for card in cards if card not in heap], sizes[1:]):
            yield [set(heap), *rest]


def alike(state: tc.State, seat: int) -> Iterator[tc.State]:
    """Give all deals in which the same actions, as far as the seat sees them, lead to where the state is."""
    heaps = hidden(state, seat)
    others = [other for other in range(state.game.players) if other != seat]
    unseen = [card for heap in heaps for card in heap]
    for way in shared_out(unseen, list(map(len, heaps))):
        hands = {other: set(way[place]) for place, other in enumerate(others)}
        aside = {other: set(way[place + len(others)]) for place, other in enumerate(others)}
        for actor, action in state.history:
            if actor != seat and action.verb == "play" and action.card is not None:
                hands[actor].add(action.card)
        for deal in deals(state, seat, hands, aside):
            other = state.game.start(deal, state.dealer)
            if follows(other, state, aside):
                yield other


def deals(state: tc.State, seat: int, hands: dict[int, set[tc.Card]], aside: dict[int, set[tc.Card]]) -> Iterator[str]:
    """Give deals in which the others come to hold and put aside these cards, one for each place of the called card."""
    talon = set(state.deal.talon)
    bidder, called = state.contract.bidder, getattr(state.contract, "called", None)
    if talon and seat != bidder and any(aside.values()):
        hands[bidder] |= aside[bidder]
        kept = sorted(hands[bidder])
        hands[bidder], talon = set(kept[4:]), set(kept[:4])
    if not talon and state.game.name == "koenigrufen":
        for first in (True, False):
            batched = [
                text(*state.deal.batches[player])
                if player == seat
                else text(*batches(sorted(hands[player]), called, first))
                for player in range(4)
            ]
            yield " ".join(batched)
        return
    whole = [state.deal.hands[seat] if player == seat else hands[player] for player in range(4)]
    yield " ".join(map(text, whole)) + (f" + {text(talon)}" if talon else "")


def batches(hand: list[tc.Card], called: tc.Card | None, first: bool) -> tuple[set[tc.Card], set[tc.Card]]:
    """Share a hand out into two batches, the called card in the first or the second."""
    rest = [card for card in hand if card != called]
    if len(rest) == len(hand):
        return set(rest[:4]), set(rest[4:])
    one, other = set(rest[:3]) | set(hand) - set(rest), set(rest[3:])
    return (one, other) if first else (other, one)


def text(*cards: Any) -> str:
    """Give batches of cards as text."""
    return "/".join(str(tc.CardSet(batch, next(iter(batch)).__reduce__()[1][1])) for batch in cards)


def follows(other: tc.State, state: tc.State, aside: dict[int, set[tc.Card]]) -> bool:
    """Whether the actions of the state could have been taken, with other cards put aside."""
    heaps = {seat: sorted(cards) for seat, cards in aside.items()}
    for actor, action in state.history:
        said = str(action)
        if action.verb == "discard" and heaps.get(actor):
            said = f"discard {heaps[actor].pop()}"
        if other.actor != actor or said not in map(str, other.legal_actions()):
            return False
        other.apply(said)
    return True
