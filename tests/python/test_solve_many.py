"""Many positions at once: a batch answers as single questions do, whatever the threads; and what it refuses."""

from __future__ import annotations

import itertools
import pickle
import random
import threading
import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import trickcore as tc

from .walks import VARIANTS, Variant, walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)
OBJECTIVES = ["tricks", "points", "margin", "payoff"]
STRIDE = max(1, len(VARIANTS) // 8)
"""A few variants of all games stand for the rest where that does."""


def endings(variant: Variant, left: int, seeds: int) -> list[tc.State]:
    """Give deals of a variant with at most so many cards left in the hand to play, tricks in progress among them."""
    found = []
    for seed in range(seeds):
        state, rng = variant.deal(seed), random.Random(seed)
        for _ in walk(state, rng):
            if state.phase == "play" and state.actor is not None and len(state.hands[state.actor]) <= left:
                found.append(state.clone())
                if rng.random() < 0.5:
                    break
    return found


def mixed() -> list[tc.State | tc.Position]:
    """Give states and positions of all games, side by side."""
    states = [state for variant in VARIANTS[::STRIDE] for state in endings(variant, 3, 4)]
    random.Random(1).shuffle(states)
    return [state if number % 3 else position_of(state) for number, state in enumerate(states)]


def position_of(state: tc.State) -> tc.Position:
    """Give the position of a state in play."""
    position = state.position
    assert position is not None
    return position


def long() -> list[tc.Position]:
    """Give positions that take all engines a while: whole hands of Mediatore."""
    rules = tc.game("mediatore").rules
    plan = rules.plan(side=(0, 2))
    layout = tc.Layout("italian40", 4, (9,), 4)
    return [tc.Position(plan, layout.deal(seed).hands) for seed in range(1000)]


def longest() -> list[tc.Position]:
    """Give positions of which none ends the search for the best: thirteen cards in each hand, no trumps, aces count."""
    rules = tc.Rules("aces", pack="french52", seats=4, ranking="AKQJT98765432", worth={"A": 1}, last_trick=1)
    plan = rules.plan(side=(0, 2))
    layout = tc.Layout("french52", 4, (13,))
    return [tc.Position(plan, layout.deal(seed).hands) for seed in range(200)]


class TestValues:
    @every_variant
    @pytest.mark.parametrize("objective", [None, *OBJECTIVES])
    def test_a_batch_has_the_values_of_single_solves(self, variant: Variant, objective: str | None) -> None:
        states = endings(variant, 2, 8)
        assert len(states) > 8
        expected = [tc.solve(state, objective, engine="plain").value for state in states]
        found = tc.solve_many(states, objective)
        assert found.dtype == np.int32
        assert found.shape == (len(states),)
        assert found.tolist() == expected

    def test_states_and_positions_of_all_games_may_be_mixed_on_any_number_of_threads(self) -> None:
        states = mixed()
        expected = [tc.solve(state).value for state in states]
        for threads in (0, 1, 2, 3, 7):
            assert tc.solve_many(states, threads=threads).tolist() == expected
        assert tc.solve_many(iter(states)).tolist() == expected
        assert tc.solve_many(states, max_memory=1).tolist() == expected
        for engine in ("plain", "minimax"):
            assert tc.solve_many(states[:40], engine=engine).tolist() == expected[:40]

    def test_the_states_are_left_as_they_were(self) -> None:
        states = mixed()
        before = [state.key() for state in states]
        tc.solve_many(states)
        assert [state.key() for state in states] == before

    def test_no_states_have_no_values(self) -> None:
        found = tc.solve_many([])
        assert (found.dtype, found.shape) == (np.int32, (0,))

    def test_a_solver_takes_objectives_and_payoffs_one_for_each(self) -> None:
        states = [state for state in mixed() if isinstance(state, tc.State)]
        aims = [OBJECTIVES[number % 4] for number in range(len(states))]
        payoffs = [state.payoff if aim == "payoff" else None for state, aim in zip(states, aims, strict=True)]
        found = tc.Solver().values(map(position_of, states), iter(aims), payoffs=iter(payoffs))
        assert found.tolist() == [tc.solve(state, aim).value for state, aim in zip(states, aims, strict=True)]


class TestReach:
    @every_variant
    @pytest.mark.parametrize("objective", OBJECTIVES)
    def test_each_position_has_its_target(self, variant: Variant, objective: str) -> None:
        states = endings(variant, 2, 4)
        positions, payoffs = [position_of(state) for state in states], [state.payoff for state in states]
        values = tc.solve_many(states, objective)
        rng = np.random.default_rng(1)
        for targets in (values, values + rng.integers(-1, 2, len(values))):
            found = tc.Solver().reach(positions, objective, targets, payoffs=payoffs)
            assert found.dtype == np.bool_
            low = [position.plan.misere and objective == "tricks" for position in positions]
            assert found.tolist() == np.where(low, values <= targets, values >= targets).tolist()
            single = [tc.can_reach(*task) for task in zip(states, itertools.repeat(objective), targets.tolist())]
            assert found.tolist() == single

    def test_one_target_may_do_for_all(self) -> None:
        positions = [position_of(state) for state in endings(VARIANTS[0], 3, 6)]
        solver = tc.Solver()
        one_by_one = solver.reach(positions, "points", [50] * len(positions))
        assert solver.reach(positions, "points", 50).tolist() == one_by_one.tolist()
        assert solver.reach(positions, "points", -(10**30)).all()
        assert not solver.reach(positions, "points", 10**30).any()
        assert solver.reach([], "points", 50).shape == (0,)


class TestBest:
    @pytest.mark.parametrize("variant", VARIANTS[::STRIDE], ids=str)
    @pytest.mark.parametrize("objective", ["tricks", "points", "margin"])
    @pytest.mark.parametrize("lowest", [False, True])
    def test_it_is_the_first_of_the_best_values(self, variant: Variant, objective: str, lowest: bool) -> None:
        positions = [position_of(state) for state in endings(variant, 3, 6)]
        values = tc.solve_many(positions, objective)
        solver, rng = tc.Solver(), random.Random(1)
        for _ in range(6):
            order = rng.sample(range(len(positions)), rng.randint(1, len(positions)))
            some = values[order]
            expected = (int(some.argmin() if lowest else some.argmax()), int(some.min() if lowest else some.max()))
            chosen = [positions[place] for place in order]
            for threads in (1, 0, 2, 3):
                assert solver.best_of(chosen, objective, lowest=lowest, threads=threads) == expected

    def test_payoffs_may_differ(self) -> None:
        states = [state for variant in VARIANTS[::STRIDE] for state in endings(variant, 2, 3)]
        values = tc.solve_many(states)
        positions, payoffs = map(position_of, states), [state.payoff for state in states]
        best = tc.Solver().best_of(positions, "payoff", payoffs=payoffs)
        assert best == (values.argmax(), values.max())

    def test_nothing_has_no_best(self) -> None:
        with pytest.raises(tc.UnknownOption) as caught:
            tc.Solver().best_of([], "tricks")
        assert (caught.value.kind, caught.value.part) == ("out_of_range", "positions")


class TestKept:
    @every_variant
    def test_a_solver_kept_answers_like_a_new_one(self, variant: Variant) -> None:
        states, kept, rng = endings(variant, 2, 6), tc.Solver(), random.Random(1)
        values = {objective: tc.solve_many(states, objective, engine="plain") for objective in OBJECTIVES}
        for _ in range(60):
            place, objective = rng.randrange(len(states)), rng.choice(OBJECTIVES)
            state, value = states[place], values[objective][place]
            position, payoff = position_of(state), state.payoff
            if rng.random() < 0.5:
                search = kept.solve(position, objective, payoff=payoff)
                assert search.value == value
                single = tc.Solver("plain").solve(position, objective, payoff=payoff)
                assert search.moves == single.moves
            else:
                target = int(value) + rng.randint(-1, 1)
                low = position.plan.misere and objective == "tricks"
                reached = value <= target if low else value >= target
                assert kept.can_reach(position, objective, target, payoff=payoff) is bool(reached)

    def test_what_was_learned_is_used(self) -> None:
        position, kept = long()[0], tc.Solver()
        nodes = [kept.solve(position, "points").nodes for _ in range(2)]
        assert nodes[1] < nodes[0] / 2
        assert tc.Solver().solve(position, "points").nodes == nodes[0]


class TestProgress:
    def test_it_is_told_on_this_thread_now_and_then_and_at_the_end(self) -> None:
        for threads in (1, 2):
            told: list[tuple[int, int]] = []
            here = threading.get_ident()

            def tell(done: int, total: int, told: list[tuple[int, int]] = told, here: int = here) -> None:
                assert threading.get_ident() == here
                told.append((done, total))

            count, start = 8, time.monotonic()
            tc.solve_many(long()[:count], threads=threads, progress=tell)
            assert told == sorted(told)
            assert told[-1] == (count, count)
            assert 1 <= len(told) <= 2 + (time.monotonic() - start) / 0.1
            assert tc.Solver().best_of(long()[:2], "points", threads=threads, progress=tell)[0] < 2
            assert told[-1] == (2, 2)

    @pytest.mark.parametrize("threads", [1, 2])
    def test_what_it_raises_ends_the_call(self, threads: int) -> None:
        class Enough(Exception):
            pass

        def tell(done: int, total: int) -> None:
            raise Enough(done, total)

        start = time.monotonic()
        for call in calls(threads=threads, progress=tell):
            with pytest.raises(Enough) as caught:
                call()
            done, total = caught.value.args
            assert 0 < done < total
        assert time.monotonic() - start < 60

    def test_it_may_use_the_solver_itself(self) -> None:
        solver, positions = tc.Solver(), long()[:4]
        expected = tc.solve_many(positions, "points").tolist()
        found: list[int] = []

        def tell(*_: int) -> None:
            found.append(int(solver.values(positions[:1], "points")[0]))
            found.append(solver.best_of(positions[:1], "points")[1])

        assert solver.best_of(positions, "points", progress=tell)[1] == max(expected)
        assert set(found) == {expected[0]}


def calls(**terms: Any) -> Iterator[Callable[[], object]]:
    """Give the calls that work through many positions, each long."""
    solver = tc.Solver()
    yield lambda: tc.solve_many(longest(), **terms)
    yield lambda: solver.values(longest(), "points", **terms)
    yield lambda: solver.reach(longest(), "points", 3, **terms)
    yield lambda: solver.best_of(longest(), "points", **terms)


class TestStopping:
    @pytest.mark.parametrize("threads", [1, 2])
    def test_a_deadline_leaves_what_is_finished(self, threads: int) -> None:
        positions = [position_of(state) for state in endings(VARIANTS[0], 4, 40)] + long()
        counts = []
        for seconds in (0.4, 0.1, 0):
            with pytest.raises(tc.DeadlineExceeded) as caught:
                tc.solve_many(positions, "points", threads=threads, deadline=seconds)
            assert (caught.value.kind, caught.value.part) == ("deadline", "deadline")
            finished = caught.value.finished
            assert pickle.loads(pickle.dumps(caught.value)).finished == finished
            assert all(value == tc.solve(positions[place], "points").value for place, value in finished.items())
            counts.append(len(finished))
        assert counts[0] > counts[2] == 0

    @pytest.mark.parametrize("threads", [1, 2])
    def test_every_call_ends_at_its_deadline(self, threads: int) -> None:
        for call in calls(threads=threads, deadline=0.2):
            start = time.monotonic()
            with pytest.raises(tc.DeadlineExceeded):
                call()
            assert 0.2 <= time.monotonic() - start < 5

    def test_the_best_by_then_is_told(self) -> None:
        variant = next(variant for variant in VARIANTS if variant.name == "mediatore")
        easy = min(endings(variant, 3, 10), key=lambda state: tc.solve(state, "points").value)
        positions = [position_of(easy), *longest()]
        with pytest.raises(tc.DeadlineExceeded) as caught:
            tc.Solver().best_of(positions, "points", deadline=0.3)
        place, value = caught.value.finished
        assert tc.solve(positions[place], "points").value == value
        with pytest.raises(tc.DeadlineExceeded) as caught:
            tc.Solver().best_of(positions, "points", deadline=0)
        assert caught.value.finished is None

    @pytest.mark.parametrize("threads", [1, 2])
    def test_a_token_that_was_used_stops_at_once(self, threads: int) -> None:
        token = tc.CancelToken()
        token.cancel()
        for call in calls(threads=threads, cancel=token):
            with pytest.raises(tc.DeadlineExceeded) as caught:
                call()
            assert caught.value.kind == "cancelled"

    def test_a_limit_that_is_met_names_the_state(self) -> None:
        easy, hard = [position_of(state) for state in endings(VARIANTS[0], 1, 8)], long()[0]
        states = [*easy[:3], hard, *easy[3:], hard]
        for threads in (1, 2, 3):
            with pytest.raises(tc.UnsolvableGame) as caught:
                tc.solve_many(states, max_nodes=2000, threads=threads)
            assert (caught.value.kind, caught.value.part) == ("node_limit", "states[3]")
            assert str(caught.value).startswith("states[3]: ")
        with pytest.raises(tc.UnsolvableGame) as caught:
            tc.Solver("plain", max_memory=1000).values(states, "points")
        assert (caught.value.kind, caught.value.part) == ("memory_limit", "positions[3]")


class TestRefusals:
    def test_a_state_not_in_play_is_named(self) -> None:
        good = endings(VARIANTS[0], 2, 3)
        over = good[0].clone()
        for _ in walk(over, random.Random(1)):
            pass
        for bad, phase in ((VARIANTS[0].deal(1), "auction"), (over, "done")):
            assert bad.phase == phase
            with pytest.raises(tc.UnsolvableGame) as caught:
                tc.solve_many([*good[:2], bad, bad])
            assert (caught.value.kind, caught.value.part) == ("not_in_play", "states[2]")

    def test_a_position_has_no_payoff(self) -> None:
        good = endings(VARIANTS[0], 2, 3)
        with pytest.raises(tc.UnsolvableGame) as caught:
            tc.solve_many([good[0], position_of(good[1])], "payoff")
        assert (caught.value.kind, caught.value.part) == ("no_payoff", "states[1]")
        with pytest.raises(tc.UnsolvableGame) as caught:
            tc.Solver().values(map(position_of, good[:2]), "payoff", payoffs=[good[0].payoff, None])
        assert (caught.value.kind, caught.value.part) == ("no_payoff", "positions[1]")

    def test_a_payoff_of_another_deal_is_named(self) -> None:
        one = endings(VARIANTS[0], 2, 1)[0]
        seats = one.game.players
        other = (position_of(one).plan.bidder + 1) % seats
        wrong = tc.Payoff(other, [(tc.Condition.always(), (0,) * seats)])
        with pytest.raises(tc.UnsolvableGame) as caught:
            tc.Solver().values([position_of(one)] * 2, "payoff", payoffs=[one.payoff, wrong])
        assert (caught.value.kind, caught.value.part) == ("other_payoff", "positions[1]")

    @pytest.mark.parametrize("wrong", [None, 3, 1.5, tc.Solver, endings(VARIANTS[0], 2, 1)[0]])
    def test_what_is_no_series_is_refused(self, wrong: Any) -> None:
        for call in (tc.solve_many, lambda it: tc.Solver().values(it, "points")):
            with pytest.raises(TypeError):
                call(wrong)

    @pytest.mark.parametrize("wrong", [None, 3, "SA", [1], tc.game("anrufen")])
    def test_what_is_neither_a_state_nor_a_position_is_named(self, wrong: Any) -> None:
        good = endings(VARIANTS[0], 2, 1)[0]
        with pytest.raises(TypeError, match=r"states\[1\]"):
            tc.solve_many([good, wrong])
        with pytest.raises(TypeError, match=r"positions\[1\]"):
            tc.Solver().values([position_of(good), wrong], "points")
        if wrong is not None:
            with pytest.raises(TypeError, match=r"payoffs\[0\]"):
                tc.Solver().values([position_of(good)], "points", payoffs=[wrong])

    def test_what_a_series_raises_comes_through(self) -> None:
        def broken() -> Iterator[tc.Position]:
            yield position_of(endings(VARIANTS[0], 2, 1)[0])
            raise LookupError("no more")

        with pytest.raises(LookupError, match="no more"):
            tc.solve_many(broken())
        with pytest.raises(LookupError, match="no more"):
            tc.Solver().values(broken(), "points")

    def test_a_series_without_end_is_refused(self) -> None:
        state = endings(VARIANTS[0], 1, 1)[0]
        for call in (
            lambda: tc.Solver().values(itertools.repeat(position_of(state)), "points"),
            lambda: tc.solve_many(itertools.repeat(position_of(state)), "points"),
        ):
            with pytest.raises(tc.UnknownOption) as caught:
                call()
            assert caught.value.kind == "out_of_range"

    def test_series_of_other_lengths_are_refused(self) -> None:
        one = position_of(endings(VARIANTS[0], 2, 1)[0])
        solver, positions = tc.Solver(), [one, one]
        for call, part in (
            (lambda: solver.values(positions, ["points"]), "objective"),
            (lambda: solver.values(positions, itertools.repeat("points")), "objective"),
            (lambda: solver.values(positions, "points", payoffs=[]), "payoffs"),
            (lambda: solver.values(positions, "points", payoffs=[None] * 3), "payoffs"),
            (lambda: solver.reach(positions, "points", [1]), "targets"),
            (lambda: solver.reach(positions, "points", itertools.count()), "targets"),
        ):
            with pytest.raises(tc.UnknownOption) as caught:
                call()
            assert (caught.value.kind, caught.value.part) == ("count", part)

    def test_bad_terms_are_refused_even_for_no_positions(self) -> None:
        one = position_of(endings(VARIANTS[0], 2, 1)[0])
        for positions in ([], [one]):
            solver: Any = tc.Solver()
            for terms in ({"threads": -1}, {"threads": 257}, {"threads": 10**30}, {"deadline": -1}):
                for call in (solver.values, solver.best_of):
                    with pytest.raises(tc.UnknownOption):
                        call(positions, "points", **terms)
            wrong: list[dict[str, Any]] = [{"threads": None}, {"threads": 1.5}, {"threads": True}, {"progress": 3}]
            for terms in [*wrong, {"deadline": "soon"}, {"cancel": 1}, {"payoffs": 3}]:
                for call in (solver.values, solver.best_of):
                    with pytest.raises(TypeError):
                        call(positions, "points", **terms)
            with pytest.raises(tc.UnknownOption):
                solver.values(positions, "glory")
            with pytest.raises(TypeError):
                solver.values(positions, None)
        for target in (None, "2", 1.5, True, [None], ["2"], [1.5], [True]):
            with pytest.raises(TypeError):
                solver.reach([one], "points", target)
        with pytest.raises(tc.UnknownOption):
            tc.solve_many([one], engine="oracle")
