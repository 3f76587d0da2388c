"""Observations as numbers: every section says what the observation says, into a buffer of the caller's."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import trickcore as tc

from .walks import VARIANTS, Variant, choose, walk

if TYPE_CHECKING:
    from numpy.typing import NDArray

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


def expected(game: tc.Game, seen: dict[str, Any]) -> dict[str, NDArray[np.float32]]:
    """Work out every section from the observation alone."""
    me, n = seen["seat"], game.players
    cards, actions = [str(card) for card in game.pack.cards], [str(action) for action in game.actions]
    rows = [(me + row) % n for row in range(n)]
    contract = seen["contract"] or {}

    def marked(names: list[str], chosen: Any) -> list[float]:
        return [float(name in chosen) for name in names]

    def seat_marked(seat: int | None) -> list[float]:
        return [float(row == seat) for row in rows]

    played: dict[int, list[str]] = {seat: [] for seat in rows}
    counts = {seat: Counter[str]() for seat in rows}
    for seat, text in seen["actions"]:
        counts[seat][text] += 1
        if text.startswith("play "):
            played[seat].append(text.split()[1])
    out = {card for laid in played.values() for card in laid}
    last = dict.fromkeys(seen["talon"] or [], seen["taker"])
    last |= {gift["card"]: gift["to"] for gift in seen["gifts"] if gift["card"]}
    hidden = {
        card for card in cards if card not in out | {*seen["hand"], *seen["aside"]} and last.get(card, 0) is not None
    }
    holds: dict[int, set[str]] = {seat: set() for seat in rows}
    lacks: dict[int, set[str]] = {seat: set() for seat in rows}
    for fact in seen["facts"]:
        if fact["kind"] == "has" and fact["most"] == 0:
            lacks[fact["seat"]] |= set(fact["cards"])
        if fact["kind"] == "has" and fact["least"] == len(fact["cards"]):
            holds[fact["seat"]] |= set(fact["cards"])
    may = {
        seat: {
            card
            for card in hidden - lacks[seat]
            if last.get(card, seat) == seat and not any(card in holds[other] for other in rows if other != seat)
        }
        for seat in rows
    }
    may[me] = holds[me] = set(seen["hand"])
    own = bridge_sections(seen, rows) if game.name == "bridge" else {}
    return {
        name: np.array(value, np.float32)
        for name, value in {
            "phase": marked(["auction", "call", "exchange", "play", "done"], [seen["phase"]]),
            "dealer": seat_marked(seen["dealer"]),
            "actor": seat_marked(seen["actor"]),
            "bidder": seat_marked(contract.get("bidder")),
            "trump": marked(list(game.pack.suits), [contract.get("trump")]),
            "called": marked(cards, [contract.get("called")]),
            "hand": marked(cards, seen["hand"]),
            "aside": marked(cards, seen["aside"]),
            "given": marked(cards, [gift["card"] for gift in seen["given"]]),
            "received": marked(cards, [gift["card"] for gift in seen["received"]]),
            "talon": marked(cards, seen["talon"] or []),
            "may_hold": [marked(cards, may[seat]) for seat in rows],
            "holds": [marked(cards, holds[seat] & (hidden | set(seen["hand"]))) for seat in rows],
            "played": [marked(cards, played[seat]) for seat in rows],
            "trick": [marked(cards, [card for player, card in seen["trick"] if player == seat]) for seat in rows],
            "sizes": [seen["sizes"][seat] for seat in rows],
            "tricks": [seen["tricks"][seat] for seat in rows],
            "points": [seen["points"][seat] for seat in rows],
            "actions": [[counts[seat][action] for action in actions] for seat in rows],
            **own,
        }.items()
    }


def bridge_sections(seen: dict[str, Any], rows: list[int]) -> dict[str, list[bool]]:
    """Work out bridge's own sections."""
    vulnerable = {"none": "", "ns": "NS", "ew": "EW", "both": "NESW"}[seen["terms"]["vulnerable"]]
    doubled = 0
    for _, text in seen["actions"]:
        if text.startswith("bid "):
            doubled = 0
        doubled += text in ("double", "redouble")
    return {"vulnerable": ["NESW"[seat] in vulnerable for seat in rows], "doubled": [doubled == 1, doubled == 2]}


class TestObservationTensor:
    @every_variant
    def test_every_section_says_what_the_observation_says(self, variant: Variant) -> None:
        game = variant.game
        out = np.full(game.tensor_size, np.nan, np.float32)
        for seed in range(6):
            state = variant.deal(seed)
            for _ in walk(state, random.Random(seed)):
                if state.done:
                    break
                for seat in range(game.players):
                    out.fill(np.nan)
                    assert state.observation_tensor(seat, out=out) is out
                    wanted = expected(game, state.observation(seat))
                    assert [section.name for section in game.tensor_layout] == list(wanted)
                    for section in game.tensor_layout:
                        found = out[section.place].reshape(section.shape)
                        assert np.array_equal(found, wanted[section.name]), (section.name, seed, seat)

    @every_variant
    def test_is_the_same_for_what_looks_the_same(self, variant: Variant) -> None:
        for seed in range(4):
            state, rng = variant.deal(seed), random.Random(seed)
            while state.phase != "play" or sum(state.tricks) < 2:
                state.apply(choose(state, rng))
                if state.done:
                    state = variant.deal(rng.randrange(1 << 30))
            for seat in range(variant.game.players):
                for other in tc.sample_worlds(state.observation(seat), 3, seed).states():
                    assert np.array_equal(other.observation_tensor(seat), state.observation_tensor(seat))

    @every_variant
    def test_sections_follow_each_other_and_mean_something(self, variant: Variant) -> None:
        end = 0
        for section in variant.game.tensor_layout:
            assert section.offset == end
            assert section.meaning
            end = section.place.stop
        assert end == variant.game.tensor_size == len(variant.deal(1).observation_tensor(0))

    def test_the_layout_is_that_of_version_1(self) -> None:
        """A change of this is a new `TENSOR_VERSION`."""
        sections = [(section.name, section.offset) for section in tc.game("anrufen").tensor_layout]
        assert sections == [
            *(("phase", 0), ("dealer", 5), ("actor", 9), ("bidder", 13), ("trump", 17), ("called", 21), ("hand", 45)),
            *(("aside", 69), ("given", 93), ("received", 117), ("talon", 141), ("may_hold", 165), ("holds", 261)),
            *(("played", 357), ("trick", 453), ("sizes", 549), ("tricks", 553), ("points", 557), ("actions", 561)),
        ]

    def test_bridge_has_sections_of_its_own_behind_those_of_all_games(self) -> None:
        bridge = tc.game("bridge")
        sections = [(section.name, section.offset, section.shape) for section in bridge.tensor_layout[-3:]]
        assert sections == [("actions", 1177, (4, 90)), ("vulnerable", 1537, (4,)), ("doubled", 1541, (2,))]
        assert bridge.tensor_size == 1543

    def test_vulnerability_alone_makes_another_tensor_of_the_same_deal(self) -> None:
        game = tc.game("bridge")
        deals = [game.new_deal(seed=4, vulnerable=vulnerable) for vulnerable in ("none", "ns", "ew", "both")]
        place = game.tensor_layout[-2].place
        for calls in ([], ["1H", "X"], ["XX", "P", "P", "P"], ["play " + str(next(iter(deals[0].deal.hands[1])))]):
            for state, call in ((state, call) for state in deals for call in calls):
                state.apply(call)
            for seat in range(4):
                tensors = [state.observation_tensor(seat) for state in deals]
                assert len({tensor.tobytes() for tensor in tensors}) == 4
                for tensor in tensors:
                    tensor[place] = 0
                assert len({tensor.tobytes() for tensor in tensors}) == 1
                own = deals[1].observation_tensor(seat)[place]
                assert own.tolist() == ([1, 0, 1, 0] if seat % 2 == 0 else [0, 1, 0, 1])


class TestLegalMask:
    @every_variant
    def test_marks_the_legal_actions(self, variant: Variant) -> None:
        out = np.ones(variant.game.num_actions, np.bool_)
        for seed in range(10):
            state = variant.deal(seed)
            for _ in walk(state, random.Random(seed)):
                assert state.legal_mask(out) is out
                assert np.flatnonzero(out).tolist() == [int(action) for action in state.legal_actions()]
                assert np.array_equal(out, state.legal_mask())


class TestBuffers:
    @pytest.mark.parametrize("wrong", [[0.0], "x", 3, np.zeros(5, np.float64), np.zeros((5, 5), np.float32)])
    def test_of_the_wrong_type(self, wrong: Any) -> None:
        state = tc.game("anrufen").new_deal(seed=1)
        with pytest.raises(TypeError):
            state.observation_tensor(0, out=wrong)
        with pytest.raises(TypeError):
            state.legal_mask(out=wrong)

    def test_of_the_wrong_size_or_locked(self) -> None:
        game = tc.game("anrufen")
        state, size = game.new_deal(seed=1), game.tensor_size
        locked = np.zeros(size, np.float32)
        locked.flags.writeable = False
        for out in (np.zeros(size - 1, np.float32), np.zeros(2 * size, np.float32)[::2], locked):
            with pytest.raises(tc.UnknownOption) as caught:
                state.observation_tensor(0, out=out)
            assert caught.value.part == "out"
        for seat in (4, -1):
            with pytest.raises(tc.UnknownOption):
                state.observation_tensor(seat)
