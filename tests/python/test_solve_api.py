"""The shape of solving: what can be solved, what comes back, and what is refused."""

from __future__ import annotations

import random
from typing import Any

import pytest

import trickcore as tc
from trickcore.solve import OBJECTIVES

from .walks import VARIANTS, Variant, walk

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


def ending(variant: Variant, seed: int, left: int) -> tc.State | None:
    """Give a deal with so many cards left in the hand to play, if it comes to play."""
    state = variant.deal(seed)
    for _ in walk(state, random.Random(seed)):
        if state.phase == "play" and state.actor is not None and len(state.hands[state.actor]) <= left:
            return state
    return None


def endings(variant: Variant, left: int = 3) -> list[tc.State]:
    """Give a few such deals."""
    found = [state for seed in range(20) if (state := ending(variant, seed, left)) is not None]
    assert len(found) > 5
    return found


class TestStates:
    @every_variant
    @pytest.mark.parametrize("objective", [None, *OBJECTIVES])
    def test_every_plain_play_has_a_value_and_the_best_of_them_is_the_value(
        self, variant: Variant, objective: str | None
    ) -> None:
        for state in endings(variant):
            before = state.key()
            solution = tc.solve(state, objective)
            assert state.key() == before
            assert solution.objective == (objective or "payoff")
            plays = [a for a in state.legal_actions() if a.verb == "play" and a.args[1:] in ((), ("marriage",))]
            assert list(solution.moves) == plays
            assert solution.value in (min(solution.moves.values()), max(solution.moves.values()))
            assert solution.nodes > 0

    @every_variant
    def test_the_line_is_legal_to_the_end_and_pays_what_the_value_says(self, variant: Variant) -> None:
        for state in endings(variant):
            solution = tc.solve(state)
            bidder = state.contract.bidder
            for action, said in zip(solution.line, solution.said, strict=True):
                assert isinstance(action, tc.Action)
                assert action.args[1:] == ((said,) if said else ())
                state.apply(action)
            assert state.done
            assert state.payoffs is not None
            assert state.payoffs[bidder] == solution.value

    @every_variant
    def test_can_reach_agrees_with_the_value(self, variant: Variant) -> None:
        for state in endings(variant, left=2):
            for objective in OBJECTIVES:
                value = tc.solve(state, objective).value
                position = state.position
                assert position is not None
                worse = 1 if position.plan.misere and objective == "tricks" else -1
                assert tc.can_reach(state, objective, value)
                assert tc.can_reach(state, objective, value + worse)
                assert not tc.can_reach(state, objective, value - worse)


class TestPositions:
    @every_variant
    @pytest.mark.parametrize("objective", ["tricks", "points", "margin"])
    def test_a_position_has_the_value_of_its_state(self, variant: Variant, objective: str) -> None:
        for state in endings(variant):
            position = state.position
            assert position is not None
            of_state, of_position = tc.solve(state, objective), tc.solve(position, objective)
            assert of_position.value == of_state.value
            assert list(of_position.moves) == position.legal_plays()
            for card, value in of_position.moves.items():
                assert isinstance(card, tc.Card)
                assert value in [v for a, v in of_state.moves.items() if isinstance(a, tc.Action) and a.card == card]
            assert of_position.value in (min(of_position.moves.values()), max(of_position.moves.values()))

    def test_a_card_s_value_is_the_better_of_saying_or_not(self) -> None:
        """The leader gains 20 by the marriage, so for its side that is the value of the king."""
        rules = tc.game("anrufen").rules
        position = tc.Position(rules.plan(trump="S", side=(0, 2)), [".KQ..", "..A9.", "...A9", "A9..."])
        solution = tc.solve(position, "points")
        king, queen = tc.Card("HK", "french24"), tc.Card("HQ", "french24")
        assert set(solution.moves) == {king, queen}
        with_marriage = position.clone()
        with_marriage.play("HK", "marriage")
        assert solution.moves[king] == tc.solve(with_marriage, "points").value
        assert solution.said[0] == "marriage"

    def test_the_usual_objective_of_a_position(self) -> None:
        for name, usual in [("anrufen", "points"), ("mediatore", "points"), ("maine_charlemagne", "tricks")]:
            variant = next(v for v in VARIANTS if v.name == name)
            state = endings(variant)[0]
            assert state.position is not None
            assert tc.solve(state.position).objective == usual

    def test_a_position_has_no_payoff(self) -> None:
        state = endings(VARIANTS[0])[0]
        assert state.position is not None
        for call in (lambda p: tc.solve(p, "payoff"), lambda p: tc.can_reach(p, "payoff", 1)):
            with pytest.raises(tc.UnsolvableGame) as caught:
                call(state.position)
            assert caught.value.kind == "no_payoff"


class TestRefusals:
    @every_variant
    def test_a_state_not_in_play(self, variant: Variant) -> None:
        state = variant.deal(1)
        seen = set()
        for _ in walk(state, random.Random(1)):
            if state.phase == "play":
                continue
            seen.add(state.phase)
            with pytest.raises(tc.UnsolvableGame) as caught:
                tc.solve(state)
            assert (caught.value.kind, caught.value.part) == ("not_in_play", state.phase)
        assert "done" in seen

    @pytest.mark.parametrize("wrong", [None, 3, "SA", [1], tc.game("anrufen")])
    def test_neither_a_state_nor_a_position(self, wrong: Any) -> None:
        with pytest.raises(TypeError):
            tc.solve(wrong)
        with pytest.raises(TypeError):
            tc.can_reach(wrong, "tricks", 1)

    def test_bad_arguments(self) -> None:
        state = endings(VARIANTS[0])[0]
        for terms in ({"objective": "glory"}, {"engine": "oracle"}, {"max_nodes": 0}, {"max_memory": -1}):
            with pytest.raises(tc.UnknownOption):
                tc.solve(state, **terms)
        for terms in ({"objective": 3}, {"deadline": "soon"}, {"max_nodes": 1.5}, {"cancel": 1}):
            with pytest.raises(TypeError):
                tc.solve(state, **terms)
        with pytest.raises(TypeError):
            tc.can_reach(state, "tricks", "2")

    def test_limits_are_met_and_said(self) -> None:
        state = tc.game("koenigrufen").new_deal(seed=1)
        state.apply("trump H")
        state.apply("call SA")
        with pytest.raises(tc.UnsolvableGame) as nodes:
            tc.solve(state, max_nodes=1000)
        assert nodes.value.kind == "node_limit"
        with pytest.raises(tc.UnsolvableGame) as memory:
            tc.solve(state, engine="plain", max_memory=1000)
        assert memory.value.kind == "memory_limit"
        with pytest.raises(tc.DeadlineExceeded) as late:
            tc.solve(state, deadline=0)
        assert late.value.kind == "deadline"
        assert isinstance(late.value, TimeoutError)

    def test_a_used_cancel_token_stops_at_once(self) -> None:
        state = tc.game("koenigrufen").new_deal(seed=1)
        state.apply("trump H")
        state.apply("call SA")
        token = tc.CancelToken()
        token.cancel()
        with pytest.raises(tc.DeadlineExceeded) as caught:
            tc.solve(state, cancel=token)
        assert caught.value.kind == "cancelled"
