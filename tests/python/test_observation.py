"""What a seat may know: the layout, and exactly how much it can tell about the partner."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING, Any

import pytest

import trickcore as tc

from .walks import VARIANTS, Variant, finished, walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)

FIELDS = [
    *(
        "version",
        "game",
        "game_version",
        "options",
        "seat",
        "dealer",
        "terms",
        "phase",
        "actor",
        "dealt",
        "hand",
        "sizes",
    ),
    *(
        "given",
        "received",
        "gifts",
        "aside",
        "heaps",
        "talon",
        "shown",
        "taker",
        "actions",
        "trick",
        "tricks",
        "points",
    ),
    *("contract", "said", "partner", "facts", "voids", "legal", "void", "payoffs", "open"),
]


class TestLayout:
    @every_variant
    def test_the_same_fields_always(self, variant: Variant) -> None:
        state = variant.deal(1)
        fields = [field for field in FIELDS if field != "terms" or variant.game.term_specs]
        assert list(state.observation(0)) == fields
        for _ in walk(state, random.Random(1)):
            for seat in range(variant.game.players):
                seen = state.observation(seat)
                assert list(seen) == fields
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
                assert [other[key] for key in other if key not in own] == [
                    seen[0][key] for key in seen[0] if key not in own
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


class TestPartnerAmongTheFirstFour:
    """Königrufen with `called_card="first_four"`: the other games are in `test_partner_known`."""

    @pytest.mark.parametrize("trump_from", ["named", "called_card"])
    def test_known_exactly_if_all_deals_that_look_the_same_agree(self, trump_from: str) -> None:
        """Every way to share out the unseen cards is tried: whether the same actions could have been taken."""
        game = tc.game("koenigrufen", called_card="first_four", trump_from=trump_from)
        told: list[int | str | None] = []
        for seed in itertools.count():
            if len(told) > 250:
                break
            rng = random.Random(seed)
            state = game.new_deal(seed=seed)
            for _ in walk(state, rng):
                if state.phase != "play" or max(map(len, state.hands)) > 2:
                    continue
                for seat in range(4):
                    if any(state.contract.called in state.hands[other] for other in range(4) if other != seat):
                        told.append(state.observation(seat)["partner"])
                        assert told[-1] == provable(state, seat), (seed, seat)
        assert told.count(None) >= 15
        assert told.count("none") >= 3

    def test_a_called_card_that_falls_proves_nothing_but_with_the_declarer(self) -> None:
        """Seat 1 declares; the deal's text says with which batch a card came, but only its holder sees that."""
        seen = set()
        for seed in range(40):
            state = tc.game("koenigrufen").new_deal(seed=seed)
            state.apply("trump S")
            called = next(iter(state.deal.batches[2][seed % 2]))
            state.apply(f"call {called}")
            for _ in walk(state, random.Random(seed)):
                if state.phase == "play":
                    told = [state.observation(seat)["partner"] for seat in range(4)]
                    assert told == [None, None, "none" if seed % 2 else 2, None]
                    seen.add(called in state.hands[2])
        assert seen == {True, False}


def provable(state: tc.State, seat: int) -> int | str | None:
    """Give the partner if it is the same in all deals that look the same to the seat."""
    partners = {other.contract.partner for other in alike(state, seat)}
    assert state.contract.partner in partners
    if len(partners) > 1:
        return None
    partner: int | None = state.contract.partner
    return "none" if partner is None else partner


def alike(state: tc.State, seat: int) -> Iterator[tc.State]:
    """Give all deals in which the same actions lead to where the state is, with the same hand for the seat."""
    others = [other for other in range(4) if other != seat]
    unseen = [card for other in others for card in state.hands[other]]
    for way in shared_out(unseen, [len(state.hands[other]) for other in others]):
        hands = dict(zip(others, way, strict=True))
        for actor, action in state.history:
            if actor != seat and action.verb == "play" and action.card is not None:
                hands[actor].append(action.card)
        for early in (True, False):
            batches = [
                state.deal.batches[player]
                if player == seat
                else in_batches(hands[player], state.contract.called, early)
                for player in range(4)
            ]
            other = state.game.start(" ".join(f"{first}/{second}" for first, second in batches), state.dealer)
            if follows(other, state):
                yield other


def shared_out(cards: Sequence[tc.Card], sizes: Sequence[int]) -> Iterator[list[list[tc.Card]]]:
    """Give every way to share out cards into hands of these sizes."""
    if not sizes:
        yield []
        return
    for hand in itertools.combinations(cards, sizes[0]):
        for rest in shared_out([card for card in cards if card not in hand], sizes[1:]):
            yield [list(hand), *rest]


def in_batches(hand: list[tc.Card], called: tc.Card, early: bool) -> Sequence[tc.CardSet]:
    """Share a hand out into two batches, the called card in the first or the second."""
    hand = sorted(hand, key=lambda card: (card == called) is not early)
    return [tc.CardSet(batch, "french32") for batch in (hand[:4], hand[4:])]


def follows(other: tc.State, state: tc.State) -> bool:
    """Whether the actions of the state can be taken in the other."""
    for actor, action in state.history:
        if other.actor != actor or action not in other.legal_actions():
            return False
        other.apply(action)
    return True
