"""Worlds: exactly those that fit what a seat knows, each as often as another, and all with the same observation."""

from __future__ import annotations

import contextlib
import copy
import itertools
import random
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest

import trickcore as tc

from .referee import Referee, pack_of, write_deal
from .walks import VARIANTS, Variant, choose, finished, walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


class Imagined(NamedTuple):
    """A way in which all cards may lie: where they are now, and which were given unseen."""

    hands: tuple[frozenset[str], ...]
    heaps: tuple[frozenset[str], ...]
    gifts: tuple[str, ...]


def near_the_end(variant: Variant, seed: int, unseen: int) -> tc.State | None:
    """Play at random until no seat has more than so many cards in play that others cannot see."""
    state, rng = variant.deal(seed), random.Random(seed)
    while not state.done:
        out = () if state.position is None else state.position.plan.out
        in_play = [len(hand) for player, hand in enumerate(state.hands) if player not in out]
        if state.phase == "play" and sum(in_play) <= unseen:
            return state
        state.apply(choose(state, rng))
    return None


def imagined(state: tc.State, seat: int) -> Iterator[tuple[Imagined, str, list[str]]]:
    """Every way that a referee, told of it, finds no fault with; with the deal's text and the actions."""
    seen, game = state.observation(seat), state.game
    played = [[a.args[0] for s, a in state.history if a.verb == "play" and s == p] for p in range(game.players)]
    others = [player for player in range(game.players) if player != seat]
    known = {*seen["hand"], *seen["aside"], *itertools.chain(*played)}
    talon_now = [] if seen["taker"] is not None else list(map(str, state.deal.talon))
    if talon_now and seen["talon"]:
        known |= set(talon_now)
    unknown = sorted(pack_of(game.name) - known)
    sizes = [seen["sizes"][player] for player in others] + [seen["heaps"][player] for player in others]
    sizes.append(0 if set(talon_now) <= known else len(talon_now))
    for hands in shared_out(unknown, sizes):
        now, heaps = (
            dict(zip(others, hands[: len(others)], strict=True)),
            dict(zip(others, hands[len(others) : -1], strict=True)),
        )
        now[seat], heaps[seat] = set(seen["hand"]), set(seen["aside"])
        talon = hands[-1] or set(talon_now)
        had = [now[player] | heaps[player] | set(played[player]) for player in range(game.players)]
        choices = [[gift["card"]] if gift["card"] else sorted(had[gift["to"]]) for gift in seen["gifts"]]
        for gifts in itertools.product(*choices):
            way = complete(state, seen, had, heaps, gifts, talon)
            if way is not None:
                held = tuple(frozenset(now[player]) for player in range(game.players))
                aside = tuple(frozenset(heaps[player]) for player in range(game.players))
                yield Imagined(held, aside, gifts), *way


def complete(
    state: tc.State,
    seen: dict[str, Any],
    had: Sequence[set[str]],
    heaps: dict[int, set[str]],
    gifts: Sequence[str],
    talon: set[str],
) -> tuple[str, list[str]] | None:
    """Give the deal and the actions of a way, if there is such a deal and the actions are legal in it."""
    dealt, layout = [set(cards) for cards in had], state.game.layout
    for gift, card in reversed(list(zip(seen["gifts"], gifts, strict=True))):
        if card not in dealt[gift["to"]]:
            return None
        dealt[gift["to"]].remove(card)
        dealt[gift["from"]].add(card)
    if seen["taker"] is not None:
        hand = dealt[seen["taker"]]
        talon = set(seen["talon"] or sorted(hand)[: layout.talon])
        if not talon <= hand:
            return None
        hand -= talon
    if [len(hand) for hand in dealt] != [sum(layout.batches)] * len(dealt):
        return None
    if {card for batch in seen["dealt"] for card in batch} != dealt[seen["seat"]]:
        return None
    dummy = (seen["contract"] or {}).get("dummy")
    if seen["shown"] and dummy is not None and dealt[dummy] != set(seen["shown"]):
        return None
    batches: list[list[set[str]]] = []
    for player, hand in enumerate(dealt):
        cards = sorted(hand)
        own = (
            seen["dealt"]
            if player == seen["seat"]
            else [cards[i : i + layout.batches[0]] for i in range(0, len(cards), layout.batches[0])]
        )
        batches.append([set(batch) for batch in own])
    text = write_deal(state.game.name, batches, talon)
    left = [sorted(heaps[player]) for player in range(len(dealt))]
    given = [card for gift, card in zip(seen["gifts"], gifts, strict=True)]
    numbers = {gift["after"]: card for gift, card in zip(seen["gifts"], given, strict=True)}
    actions = []
    for number, (player, action) in enumerate(seen["actions"]):
        if action == "discard ?":
            actions.append(f"discard {left[player].pop()}")
        elif action == "give ?":
            actions.append(f"give {numbers[number]}")
        else:
            actions.append(action)
    judge = Referee(state.game.name, dict(state.game.options), text, state.dealer, **state.terms)
    for (player, _), action in zip(seen["actions"], actions, strict=True):
        if judge.question is None or judge.question.owner != player or action not in judge.question.legal:
            return None
        judge.tell(action)
    return text, actions


def shared_out(cards: Sequence[str], sizes: Sequence[int]) -> Iterator[list[set[str]]]:
    """Give every way to share cards out into heaps of these sizes."""
    if not sizes:
        yield []
        return
    for heap in itertools.combinations(cards, sizes[0]):
        taken = set(heap)
        for heaps in shared_out([card for card in cards if card not in taken], sizes[1:]):
            yield [taken, *heaps]


AT_ONCE = 400_000
"""Worlds sampled by one call, of which there is a most."""


def drawn(state: tc.State, seat: int, n: int, seed: int) -> Counter[Imagined]:
    """Count how often each way is drawn."""
    seen = state.observation(seat)
    found: dict[bytes, Imagined] = {}
    counts: Counter[Imagined] = Counter()
    for call, first in enumerate(range(0, n, AT_ONCE)):
        worlds = tc.sample_worlds(seen, min(AT_ONCE, n - first), seed + 1000 * call)
        keys = np.concatenate([worlds.masks, worlds._heaps, worlds._gifts], axis=1)
        for index, row in enumerate(keys):
            key = row.tobytes()
            if key not in found:
                other = worlds.state(index)
                hands = tuple(frozenset(map(str, hand)) for hand in other.hands)
                heaps = tuple(frozenset(map(str, heap)) for heap in other.cards.aside)
                found[key] = Imagined(hands, heaps, tuple(str(gift.card) for gift in other.cards.gifts))
            counts[found[key]] += 1
    return counts


def even(counts: Sequence[int]) -> bool:
    """Whether counts that should be equal are; wrong about once in a million times (Wilson and Hilferty)."""
    mean, degrees = sum(counts) / len(counts), len(counts) - 1
    if not degrees:
        return True
    chi2 = sum((count - mean) ** 2 / mean for count in counts)
    spread = (2 / (9 * degrees)) ** 0.5
    return (chi2 / degrees) ** (1 / 3) < 1 - 2 / (9 * degrees) + 5 * spread


def test_the_test_of_evenness_sees_what_is_uneven() -> None:
    assert even([100, 110, 90, 100])
    assert not even([100, 100, 200, 100])


class TestTheWorlds:
    @every_variant
    def test_are_all_that_a_referee_can_imagine_each_as_often(self, variant: Variant) -> None:
        tried = moments = 0
        for seed in itertools.count():
            if moments >= 12 or tried > 400:
                break
            tried += 1
            state = near_the_end(variant, seed, 6 if variant.game.layout.talon else 7)
            if state is None:
                continue
            seat = seed % variant.game.players
            if size_of(state, seat) > 3000:
                continue
            possible = {way for way, _, _ in imagined(state, seat)}
            counts = drawn(state, seat, 40 * len(possible), seed)
            assert set(counts) == possible, (seed, seat)
            assert even([counts[way] for way in possible]), (seed, seat)
            moments += len(possible) > 1
        assert moments >= 12

    @pytest.mark.parametrize("wish", ["ace", "suit"])
    @pytest.mark.parametrize(
        ("defence", "cards", "moments"), [("both", 3, 2), pytest.param("alone", 2, 1, marks=pytest.mark.full)]
    )
    def test_know_what_must_be_given(self, wish: str, defence: str, cards: int, moments: int) -> None:
        """Charlemagne alone: a partner gives what it is asked for or has none; cards are given and put aside unseen."""
        compared = 0
        for seed in range(40):
            if compared >= moments:
                break
            state, rng = tc.game("maine_charlemagne").new_deal(seed=seed, dealer=3), random.Random(seed)
            for action in ("bid charlemagne", "pass", "pass", "pass", f"alone {rng.choice('SHDC')} {wish}"):
                state.apply(action)
            while sum(len(state.hands[player]) for player in range(4) if player not in state.contract.out) > cards:
                wanted = [action for action in state.legal_actions() if str(action) == f"defend {defence}"]
                state.apply(rng.choice(wanted or state.legal_actions()))
            seat = rng.choice((1, 2, 3))
            if not 1 < size_of(state, seat) < 9000:
                continue
            possible = {way for way, _, _ in imagined(state, seat)}
            counts = drawn(state, seat, 40 * len(possible), seed)
            assert set(counts) == possible, (seed, seat)
            assert even([counts[way] for way in possible]), (seed, seat)
            compared += 1
        assert compared >= moments

    @every_variant
    def test_look_the_same_to_the_seat(self, variant: Variant) -> None:
        """The law: states that a seat cannot tell apart give equal observations, with equal legal actions."""
        for seed in range(12):
            state = variant.deal(seed)
            for number, _ in enumerate(walk(state, random.Random(seed))):
                if number % 3 or state.done:
                    continue
                for seat in range(variant.game.players):
                    seen = state.observation(seat)
                    for other in tc.sample_worlds(seen, 2, seed).states():
                        assert other.observation(seat) == seen
                        if state.actor == seat:
                            assert other.legal_actions() == state.legal_actions()

    @every_variant
    def test_that_a_referee_imagines_look_the_same_to_the_seat(self, variant: Variant) -> None:
        rng = random.Random(1)
        compared = 0
        for seed in range(60):
            state = near_the_end(variant, seed, 6)
            if state is None or size_of(state, seed % variant.game.players) > 1000:
                continue
            seat = seed % variant.game.players
            ways = list(imagined(state, seat))
            for _, deal, actions in rng.sample(ways, min(5, len(ways))):
                other = variant.game.start(deal, state.dealer, **state.terms)
                for action in actions:
                    other.apply(action)
                assert other.observation(seat) == state.observation(seat)
                compared += str(other.deal) != str(state.deal)
        assert compared >= 20

    @every_variant
    def test_of_a_finished_deal_are_that_deal(self, variant: Variant) -> None:
        state = finished(variant, 5)
        worlds = tc.sample_worlds(state.observation(1), 2, seed=1)
        assert worlds.total == 1
        assert worlds.states() == [state, state]

    @every_variant
    def test_begin_with_those_of_a_shorter_list(self, variant: Variant) -> None:
        seen = variant.deal(3).observation(2)
        long, short = tc.sample_worlds(seen, 20, seed=9), tc.sample_worlds(seen, 5, seed=9)
        assert long[:5] == list(short)
        assert long[:5] != list(tc.sample_worlds(seen, 5, seed=10))

    def test_before_the_first_call_are_counted_as_one_counts_by_hand(self) -> None:
        def total(name: str) -> int:
            return tc.sample_worlds(tc.game(name).new_deal(seed=1).observation(0), 0, 1).total

        factorial = [1]
        for number in range(1, 41):
            factorial.append(factorial[-1] * number)
        assert total("anrufen") == factorial[18] // factorial[6] ** 3
        assert total("mediatore") == factorial[31] // (factorial[9] ** 3 * factorial[4])
        assert total("koenigrufen") == factorial[28] // factorial[4] ** 7


def size_of(state: tc.State, seat: int) -> int:
    """Give how many ways there are to share out what the seat does not see, whatever fits."""
    seen = state.observation(seat)
    others = [player for player in range(len(seen["sizes"])) if player != seat]
    rooms = [seen["sizes"][player] for player in others] + [seen["heaps"][player] for player in others]
    if seen["taker"] is None and not seen["talon"]:
        rooms.append(len(state.deal.talon))
    ways, left = 1, sum(rooms)
    for room in rooms:
        for number in range(room):
            ways = ways * (left - number) // (number + 1)
        left -= room
    return ways


class TestWhatCannotBe:
    def seen(self) -> dict[str, Any]:
        """Give an observation with facts in it."""
        state = tc.game("anrufen").new_deal(seed=3)
        rng = random.Random(2)
        while not (state.phase == "play" and len(state.hands[0]) == 4 and state.observation(0)["facts"]):
            state.apply(rng.choice(state.legal_actions()))
        return state.observation(0)

    def test_is_named(self) -> None:
        seen = self.seen()
        other = next(seat for seat in (1, 2, 3) if seat != seen["seat"])
        hidden = [card for card in pack_of("anrufen") if card not in str(seen["actions"]) and card not in seen["hand"]]
        seen["facts"].append({"after": 3, "seat": other, "kind": "has", "cards": hidden, "least": 0, "most": 0})
        with pytest.raises(tc.IllegalDeal) as caught:
            tc.sample_worlds(seen, 1, 1)
        assert caught.value.kind == "contradiction"
        assert caught.value.part == f"facts[{len(seen['facts']) - 1}]"
        assert f"seat {other} has none of" in str(caught.value)

    def test_sizes_that_do_not_add_up(self) -> None:
        seen = self.seen()
        seen["sizes"][2] += 1
        with pytest.raises(tc.IllegalDeal) as caught:
            tc.sample_worlds(seen, 1, 1)
        assert caught.value.kind == "contradiction"

    @pytest.mark.parametrize("key", ["game", "options", "seat", "sizes", "facts", "actions", "gifts", "hand", "dealt"])
    def test_what_is_no_observation(self, key: str) -> None:
        for wrong in (None, 7, "x", [7], {"a": 1}, [[7, 7]], [None]):
            seen = copy.deepcopy(self.seen())
            seen[key] = wrong
            with contextlib.suppress(tc.TrickcoreError):
                tc.sample_worlds(seen, 1, 1)
        del seen[key]
        with pytest.raises(tc.ParseError):
            tc.sample_worlds(seen, 1, 1)

    def test_more_cases_than_can_be_told_apart(self) -> None:
        """Facts from anywhere: no number of them takes for ever."""
        state = tc.game("mediatore").new_deal(seed=1)
        seen = state.observation(0)
        cards = [card for card in sorted(pack_of("mediatore")) if card not in seen["hand"]]
        seen["facts"] = [
            {"after": 0, "seat": seat, "kind": "has", "cards": cards[i : i + 5], "least": 1, "most": 3}
            for seat in (1, 2, 3)
            for i in range(25)
        ]
        with pytest.raises(tc.IllegalDeal) as caught:
            tc.sample_worlds(seen, 1, 1)
        assert caught.value.kind == "too_many"

    def test_numbers_and_types(self) -> None:
        seen = self.seen()
        for wrong in (None, 1.0, "3", True):
            with pytest.raises(TypeError):
                tc.sample_worlds(seen, wrong, 1)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            tc.sample_worlds("state", 1, 1)  # type: ignore[arg-type]
        for n, seed in ((-1, 1), (10**9, 1), (1, -1), (1, 1 << 64)):
            with pytest.raises(tc.UnknownOption):
                tc.sample_worlds(seen, n, seed)
