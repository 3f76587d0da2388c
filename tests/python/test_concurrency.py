"""Threads, forks, Ctrl-C, deadlines and limits: nothing deadlocks, crashes, leaks or outstays its time.

What might hang or crash is a scenario: a function of this module that runs in an interpreter of its own, which the test
starts by running this file with the scenario's name and gives a time to be done in.
"""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import trickcore as tc

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future

HERE = Path(__file__)
STATUS = Path("/proc/self/status")
has_status = pytest.mark.skipif(not STATUS.exists(), reason="this system does not say how much memory was used")
PATIENCE = 120
"""Seconds after which a scenario hangs for sure, however busy the machine."""
SOON = 2
"""Seconds in which a long call must have stopped, however busy the machine."""


# Running a scenario in an interpreter of its own


def outcome(scenario: Callable[..., object], *arguments: str) -> str:
    """What a scenario printed, if it came to its end."""
    command = [sys.executable, "-X", "faulthandler", str(HERE), scenario.__name__, *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired as hanging:
        pytest.fail(f"{scenario.__name__} hangs: {hanging.stderr!r}")
    assert done.returncode == 0, f"{scenario.__name__} ended with {done.returncode}:\n{done.stderr[-4000:]}"
    return done.stdout.strip()


# Deals


def in_play(name: str, seed: int = 1, **options: int | bool | str) -> tc.State:
    """A deal whose cards are all still to be played."""
    state = tc.game(name, **options).new_deal(seed=seed)
    while state.phase != "play":
        legal = state.legal_actions()
        bidding = state.phase == "auction" and not any(str(action).startswith("bid") for action in state.actions)
        state.apply(legal[-1] if bidding else legal[0])
    return state


def position_of(state: tc.State) -> tc.Position:
    """The position of a deal in play."""
    position = state.position
    assert position is not None
    return position


def endless() -> tc.Position:
    """A position that the plain engines do not finish: thirteen cards in each hand."""
    rules = tc.Rules("whist", pack="french52", seats=4, ranking="AKQJT98765432")
    return tc.Position(rules.plan(trump="S", side=(0, 2)), tc.Layout("french52", 4, (13,)).deal(1).hands)


def solve_endlessly(**terms: Any) -> tc.Solution:
    """A solve that goes on until it is stopped."""
    return tc.solve(endless(), "tricks", **{"engine": "plain", **terms})


def reach_endlessly(**terms: Any) -> bool:
    """The same, for a question of yes or no."""
    return tc.can_reach(endless(), "tricks", 6, **{"engine": "plain", **terms})


def many() -> list[tc.Position]:
    """So many whole hands of Mediatore that every engine is at work for minutes."""
    plan = tc.game("mediatore").rules.plan(side=(0, 2))
    layout = tc.Layout("italian40", 4, (9,), 4)
    return [tc.Position(plan, layout.deal(seed).hands) for seed in range(5000)]


def best_endlessly(threads: int) -> None:
    """The best of so many hands, found again and again: all that can be won ends the search early."""
    positions = many()
    while True:
        tc.Solver().best_of(positions, "points", threads=threads)


def short(name: str, left: int = 4, seed: int = 1) -> tc.State:
    """A deal with so many cards left in each hand: solved in no time."""
    state = in_play(name, seed)
    while len(state.hands[state.actor or 0]) > left or state.trick:
        state.apply(state.legal_actions()[0])
    return state


def in_threads(count: int, work: Callable[[int], Any]) -> list[Any]:
    """What a function gives for 0 … count - 1, all at once, threads changing as often as can be."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    gate = threading.Barrier(count)

    def at_once(number: int) -> Any:
        gate.wait()
        return work(number)

    try:
        with ThreadPoolExecutor(count) as pool:
            return list(pool.map(at_once, range(count)))
    finally:
        sys.setswitchinterval(interval)


# Scenarios: many threads


def one_state(name: str) -> None:
    """Threads that look at a state in every way, and threads that change it and may be told that they cannot now."""
    state, end = tc.game(name).new_deal(seed=3), time.monotonic() + 3

    def work(number: int) -> int:
        rng, rounds = random.Random(number), 0
        while time.monotonic() < end:
            rounds += 1
            if number < 4:
                for look in LOOKS:
                    look(state)
                continue
            try:
                if rng.random() < 0.3:
                    state.undo()
                else:
                    state.apply(rng.choice(state.legal_actions() or state.game.actions))
            except tc.IllegalAction:
                pass
        return rounds

    assert all(in_threads(8, work))
    again = state.game.start(state.deal, state.dealer)
    for action in state.actions:
        again.apply(action)
    assert again == state
    assert again.observation(0) == state.observation(0)


LOOKS: list[Callable[[tc.State], object]] = [
    lambda state: (state.actor, state.phase, state.done, state.void, state.payoffs),
    lambda state: (state.hands, state.cards, state.trick, state.tricks, state.points),
    lambda state: (state.contract, state.value, state.payoff, state.history, state.actions),
    lambda state: [str(action) for action in state.legal_actions()],
    lambda state: (state.key(), repr(state), state == state.clone()),
    lambda state: state.game.from_json(state.to_json()),
    lambda state: pickle.loads(pickle.dumps(state)),
    lambda state: (position := state.position) and (str(position), position.legal_plays(), position.hands),
    lambda state: state.observation(1),
]


def refused_actions() -> None:
    """Threads that try illegal actions in the auction and in the play of one state: an error takes a while to make."""
    for state in (tc.game("anrufen").new_deal(seed=3), in_play("koenigrufen")):
        legal = set(state.legal_actions())
        illegal = [action for action in state.game.actions if action not in legal]

        def work(number: int, state: tc.State = state, illegal: list[tc.Action] = illegal) -> int:
            refused = 0
            for turn in range(1000):
                try:
                    state.apply(illegal[(turn * 7 + number) % len(illegal)])
                except tc.IllegalAction:
                    refused += 1
                assert state.actor is not None
                state.legal_actions()
            return refused

        assert in_threads(6, work) == [1000] * 6


def one_position() -> None:
    """Threads that play, take back, copy and count one position."""
    position, end = position_of(in_play("koenigrufen")), time.monotonic() + 2

    def work(number: int) -> int:
        rng, rounds = random.Random(number), 0
        while time.monotonic() < end:
            rounds += 1
            try:
                if number % 4 == 0:
                    legal = position.legal_plays()
                    position.play(rng.choice(legal) if legal else "SA")
                elif number % 4 == 1:
                    position.undo()
                elif number % 4 == 2:
                    position.play("SA", rng.choice(["shout", "\ud800"]))
                else:
                    copy = position.clone()
                    assert copy.plan is position.plan
                    assert copy.perft(1) >= 1
                    copy.playouts(3, seed=rounds, threads=number % 3)
                    assert tc.Position.from_text(str(copy), copy.plan.rules) == copy
                    assert position.turn in (0, 1, 2, 3, None)
            except (tc.IllegalAction, tc.ParseError):
                pass
        return rounds

    assert all(in_threads(8, work))


def one_game(name: str) -> None:
    """Threads that all start with a game that nobody has used yet, and play the same deals."""
    rules = tc.Rules("whist", pack="french52", seats=4, ranking="AKQJT98765432")

    def work(_: int) -> tuple[int, list[Any]]:
        game = tc.game(name)
        ends = []
        for seed in range(60):
            state, rng = game.new_deal(seed=seed), random.Random(seed)
            while not state.done:
                state.apply(rng.choice(state.legal_actions()))
            ends.append((state.payoffs, state.points, state.key()))
        plans = [rules.plan(trump=trump, side=(0, 2)) for trump in (None, "S", "H", "D", "C")]
        assert plans == [rules.plan(trump=trump, side=(0, 2)) for trump in (None, "S", "H", "D", "C")]
        return id(game), ends

    first, *others = in_threads(6, work)
    assert all(other == first for other in others)


def several_solves() -> None:
    """One solver for several threads, on states of all games."""
    states = [short(name) for name in tc.games()]
    solver = tc.Solver("plain")
    expected = [tc.solve(state, "tricks", engine="plain") for state in states]

    def work(number: int) -> None:
        for turn in range(12):
            which = (turn + number) % len(states)
            assert tc.solve(states[which], "tricks", engine="plain") == expected[which]
            search = solver.solve(position_of(states[which]), "tricks")
            assert (search.value, search.nodes) == (expected[which].value, expected[which].nodes)

    in_threads(6, work)


def one_kept_solver() -> None:
    """One fast solver for several threads: questions of all kinds, and whole batches."""
    positions = [position_of(short(name, seed=seed)) for name in tc.games() for seed in (1, 2, 3)]
    values = [tc.solve(position, "tricks", engine="plain").value for position in positions]
    points = [tc.solve(position, "points", engine="plain").value for position in positions]
    solver = tc.Solver()

    def work(number: int) -> None:
        rng = random.Random(number)
        for turn in range(40):
            which = rng.randrange(len(positions))
            position, value = positions[which], values[which]
            assert solver.solve(position, "tricks").value == value
            assert solver.can_reach(position, "points", points[which])
            assert not solver.can_reach(position, "points", points[which] + 1)
            if turn % 8 == number:
                assert solver.values(positions, "tricks", threads=number % 3).tolist() == values
                assert tc.solve_many(positions, "points", threads=2).tolist() == points
                best = solver.best_of(positions, "points", threads=1 + number % 2)
                assert best == (points.index(max(points)), max(points))

    in_threads(6, work)


def endings_of_bridge(count: int) -> list[list[tc.CardSet]]:
    """Deals of bridge with three to six cards in each hand."""
    rng, found = random.Random(1), []
    for number in range(count):
        size = 3 + number % 4
        cards = rng.sample(list(tc.game("bridge").pack.cards), 4 * size)
        found.append([tc.CardSet(cards[seat * size : (seat + 1) * size]) for seat in range(4)])
    return found


def bridge_answers(endings: list[list[tc.CardSet]], threads: int) -> list[Any]:
    """What a caller may ask of bridge deals, on so many threads."""
    tables = tc.dd_tables(endings, threads=threads)
    leads = [tc.lead_values(ending, "NT", "S") for ending in endings]
    pars = [tc.par(ending, 1, "ns").score for ending in endings]
    return [tables.tolist(), leads, pars, tc.dd_table(endings[-1], threads=threads).tolist()]


def tables_from_many_threads() -> None:
    """Tables, leads and par of bridge deals from eight threads at once, each on one, two or all cores."""
    endings = endings_of_bridge(12)
    expected = bridge_answers(endings, 1)
    for answers in in_threads(8, lambda number: bridge_answers(endings, number % 3)):
        assert answers == expected


def tables_in_children(method: str) -> None:
    """Tables in processes started while threads of this one are at tables, too."""
    endings, token = endings_of_bridge(12), tc.CancelToken()
    expected = bridge_answers(endings, 2)
    whole = tc.deals(400, seed=1)
    with ThreadPoolExecutor(2) as busy:
        runs = [busy.submit(tc.dd_tables, whole, threads=threads, cancel=token) for threads in (1, 2)]
        for _ in range(3):
            with multiprocessing.get_context(method).Pool(2) as pool:
                found = pool.starmap(bridge_answers, [(endings, threads) for threads in (0, 1, 2)], chunksize=1)
            assert found == [expected] * 3
        assert not any(run.done() for run in runs)
        token.cancel()
        for run in runs:
            with pytest.raises(tc.DeadlineExceeded):
                run.result()
    assert bridge_answers(endings, 2) == expected


def changed_while_solved() -> None:
    """A deal is played on and taken back by another thread all the time that it is solved."""
    state = short("koenigrufen", left=6)
    expected, stop = tc.solve(state), threading.Event()
    played = random.Random(1).choice(state.legal_actions())

    def change() -> int:
        count = 0
        while not stop.is_set():
            state.apply(played)
            state.undo()
            count += 1
        return count

    values = {expected.value, dict(zip(map(str, expected.moves), expected.moves.values(), strict=True))[str(played)]}
    with ThreadPoolExecutor(1) as pool:
        changes = pool.submit(change)
        solved = [tc.solve(position_of(state), "points").value for _ in range(6)]
        paid = [tc.solve(state).value for _ in range(6)]
        stop.set()
        assert changes.result() > 100
    assert set(paid) <= values
    assert len(set(solved)) <= 2
    assert tc.solve(state) == expected


class TestThreads:
    @pytest.mark.parametrize("name", tc.games())
    def test_one_state_for_many_threads(self, name: str) -> None:
        outcome(one_state, name)

    def test_illegal_actions_from_many_threads(self) -> None:
        outcome(refused_actions)

    def test_one_position_for_many_threads(self) -> None:
        outcome(one_position)

    @pytest.mark.parametrize("name", tc.games())
    def test_one_game_for_many_threads(self, name: str) -> None:
        outcome(one_game, name)

    def test_one_solver_for_many_threads(self) -> None:
        outcome(several_solves)

    def test_one_kept_solver_for_many_threads(self) -> None:
        outcome(one_kept_solver)

    def test_tables_of_bridge_from_many_threads(self) -> None:
        outcome(tables_from_many_threads)

    def test_a_state_changed_while_it_is_solved(self) -> None:
        outcome(changed_while_solved)

    def test_python_goes_on_while_a_solve_runs(self) -> None:
        """The GIL is released: this thread counts while the other searches."""
        token, count = tc.CancelToken(), 0
        with ThreadPoolExecutor(1) as pool:
            solving = pool.submit(solve_endlessly, cancel=token)
            time.sleep(0.2)
            end = time.monotonic() + 0.3
            while time.monotonic() < end:
                count += 1
            assert not solving.done()
            token.cancel()
            with pytest.raises(tc.DeadlineExceeded):
                solving.result()
        assert count > 1000


# Scenarios: processes


def solved(state: tc.State) -> tuple[int, int, list[list[int]], list[int], tuple[int, int]]:
    """What a child process makes of a state that it is sent, with a solver that its parent was using."""
    position = position_of(state)
    tricks, _ = position.playouts(500, seed=4, threads=0)
    values = SHARED.values([position] * 3, "points", threads=2).tolist()
    best = SHARED.best_of([position] * 3, "points", threads=2)
    assert SHARED.solve(position, "points").value == best[1]
    return os.getpid(), tc.solve(state, "tricks").value, tricks.tolist(), values, best


SHARED = tc.Solver()


def choose_endlessly(token: tc.CancelToken) -> None:
    """Have the shared solver at work until it is stopped."""
    while True:
        SHARED.best_of(many(), "points", cancel=token)


def children(method: str) -> None:
    """Processes started once threads of all kinds have been at work, some while they are."""
    states = [short(name) for name in tc.games()]
    expected = [solved(state)[1:] for state in states]
    position_of(in_play("mediatore")).playouts(50_000, seed=1, threads=0)
    token = tc.CancelToken()
    with ThreadPoolExecutor(4) as busy:
        solving: Future[tc.Solution] = busy.submit(solve_endlessly, cancel=token)
        batch = busy.submit(lambda: SHARED.values(many(), "points", threads=2, cancel=token))
        choice = busy.submit(choose_endlessly, token)
        playing = busy.submit(lambda: position_of(in_play("anrufen")).playouts(2_000_000, seed=1, threads=0))
        for _ in range(3):
            with multiprocessing.get_context(method).Pool(2) as pool:
                found = pool.map(solved, states, chunksize=1)
            assert [tuple(rest) for _, *rest in found] == expected
            assert os.getpid() not in {child for child, *_ in found}
        assert not solving.done()
        token.cancel()
        for stopped in (solving, batch, choice):
            with pytest.raises(tc.DeadlineExceeded):
                stopped.result()
        playing.result()


class TestProcesses:
    @pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
    def test_fork_after_and_while_threads_work(self) -> None:
        outcome(children, "fork")

    def test_spawn_after_and_while_threads_work(self) -> None:
        outcome(children, "spawn")

    @pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
    def test_tables_of_bridge_after_a_fork(self) -> None:
        outcome(tables_in_children, "fork")

    def test_tables_of_bridge_in_new_interpreters(self) -> None:
        outcome(tables_in_children, "spawn")


# Scenarios: Ctrl-C

LONG: dict[str, Callable[[], object]] = {
    "solve": solve_endlessly,
    "can_reach": reach_endlessly,
    "minimax": lambda: solve_endlessly(engine="minimax"),
    "values": lambda: tc.Solver().values(many(), "points", threads=1),
    "values on all cores": lambda: tc.solve_many(many(), "points"),
    "reach on all cores": lambda: tc.Solver().reach(many(), "points", 17),
    "best_of": lambda: best_endlessly(threads=1),
    "best_of on all cores": lambda: best_endlessly(threads=0),
    "a batch with progress": lambda: tc.solve_many(many(), "points", progress=lambda *_: time.sleep(0.01)),
    "tables of bridge": lambda: tc.dd_tables(tc.deals(2000, seed=1), threads=1),
    "tables of bridge on all cores": lambda: tc.dd_tables(tc.deals(2000, seed=1)),
    "a simulation of leads": lambda: tc.lead_simulation("AKQ2.AKQ.AKQ.AKQ", "3NT", "S", n=20_000, seed=1),
    "deals that nothing fits": lambda: tc.deals(2, seed=1, north="36+", max_attempts=1 << 31),
    "deals that no predicate likes": lambda: tc.deals(1, seed=1, predicate=lambda _: False, max_attempts=1 << 31),
    "perft": lambda: endless().perft(),
    "playouts": lambda: endless().playouts(20_000_000, seed=1),
    "playouts on all cores": lambda: endless().playouts(20_000_000, seed=1, threads=0),
}


def interrupted(what: str) -> None:
    """A long call on the main thread, stopped by a signal from outside; all is well afterwards."""
    for _ in range(2):
        print("ready", flush=True)
        try:
            LONG[what]()
        except KeyboardInterrupt:
            print("interrupted", flush=True)
    print(tc.solve(short("anrufen"), "tricks").value >= 0, flush=True)


def heard_and_ignored() -> None:
    """A signal handler that does not raise leaves the call alone."""
    heard: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(tc.DeadlineExceeded):
        solve_endlessly(deadline=1.5)
    assert heard == [signal.SIGINT]


@pytest.mark.skipif(os.name == "nt", reason="signals are sent as POSIX has them")
class TestInterrupts:
    @pytest.mark.parametrize("what", LONG)
    def test_ctrl_c_stops_a_long_call_soon_and_leaves_all_in_order(self, what: str) -> None:
        command = [sys.executable, str(HERE), interrupted.__name__, what]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
            try:
                assert child.stdout is not None
                for _ in range(2):
                    assert child.stdout.readline() == "ready\n"
                    time.sleep(0.3)
                    sent = time.monotonic()
                    child.send_signal(signal.SIGINT)
                    assert child.stdout.readline() == "interrupted\n"
                    assert time.monotonic() - sent < SOON
                assert child.stdout.readline() == "True\n"
                assert child.wait(PATIENCE) == 0
            finally:
                child.kill()

    def test_a_signal_that_raises_nothing_stops_nothing(self) -> None:
        outcome(heard_and_ignored)


# Deadlines, cancelling, limits


def finished_in(asked: tc.State | tc.Position, seconds: float) -> dict[Any, int]:
    """The values of the moves that a solve finds in this time, all or some."""
    try:
        return {**tc.solve(asked, "points", seconds, engine="plain").moves}
    except tc.DeadlineExceeded as stopped:
        return {**stopped.finished}


class TestDeadlines:
    @pytest.mark.parametrize("engine", ["plain", "minimax"])
    @pytest.mark.parametrize("seconds", [0, 0.0, 0.2])
    def test_a_solve_ends_at_its_deadline_and_says_so(self, engine: str, seconds: float) -> None:
        start = time.monotonic()
        for call, nothing in (
            (lambda: solve_endlessly(deadline=seconds, engine=engine), {}),
            (lambda: reach_endlessly(deadline=seconds, engine=engine), None),
            (lambda: endless().perft(deadline=seconds), None),
        ):
            with pytest.raises(tc.DeadlineExceeded) as caught:
                call()
            error = caught.value
            assert isinstance(error, TimeoutError)
            assert (error.kind, error.part, error.finished) == ("deadline", "deadline", nothing)
            assert "deadline" in str(error)
            again = pickle.loads(pickle.dumps(error))
            assert (str(again), again.kind, again.finished) == (str(error), error.kind, error.finished)
        assert 3 * seconds <= time.monotonic() - start < 3 * (seconds + SOON)

    @pytest.mark.parametrize("of_position", [False, True])
    def test_a_solve_stopped_at_its_deadline_keeps_the_moves_it_has_finished(self, of_position: bool) -> None:
        state = short("koenigrufen", left=6)
        asked = position_of(state) if of_position else state
        whole = tc.solve(asked, "points", engine="plain")
        for milliseconds in range(0, 60, 3):
            assert finished_in(asked, milliseconds / 1000).items() <= whole.moves.items()

    @pytest.mark.parametrize("seconds", [None, 600, 1e300, float("inf")])
    def test_a_deadline_that_is_not_met_changes_nothing(self, seconds: float | None) -> None:
        state = short("anrufen")
        assert tc.solve(state, deadline=seconds) == tc.solve(state)
        assert position_of(state).perft(deadline=seconds) == position_of(state).perft()


class TestCancelling:
    def test_a_token_stops_a_solve_of_another_thread(self) -> None:
        token = tc.CancelToken()
        assert not token.cancelled
        threading.Timer(0.3, token.cancel).start()
        start = time.monotonic()
        with pytest.raises(tc.DeadlineExceeded) as caught:
            solve_endlessly(cancel=token)
        assert caught.value.kind == "cancelled"
        assert 0.2 < time.monotonic() - start < 0.3 + SOON
        assert token.cancelled

    def test_a_token_stops_every_call_that_has_it_and_no_other(self) -> None:
        token, other = tc.CancelToken(), tc.CancelToken()
        with ThreadPoolExecutor(3) as pool:
            calls: list[Future[Any]] = [
                pool.submit(solve_endlessly, cancel=token),
                pool.submit(reach_endlessly, cancel=token),
            ]
            spared = pool.submit(solve_endlessly, cancel=other)
            time.sleep(0.2)
            token.cancel()
            assert [getattr(call.exception(), "kind", None) for call in calls] == ["cancelled", "cancelled"]
            time.sleep(0.1)
            assert not spared.done()
            other.cancel()
            assert getattr(spared.exception(), "kind", None) == "cancelled"

    def test_a_token_that_is_not_used_changes_nothing(self) -> None:
        state = short("anrufen")
        assert tc.solve(state, cancel=tc.CancelToken()) == tc.solve(state)


class TestLimits:
    @pytest.mark.parametrize("engine", ["plain", "minimax"])
    def test_as_many_nodes_as_are_needed_are_enough_and_one_fewer_is_not(self, engine: str) -> None:
        state = short("anrufen", left=3)
        solution = tc.solve(state, engine=engine)
        assert tc.solve(state, engine=engine, max_nodes=solution.nodes) == solution
        with pytest.raises(tc.UnsolvableGame) as caught:
            tc.solve(state, engine=engine, max_nodes=solution.nodes - 1)
        assert (caught.value.kind, caught.value.part) == ("node_limit", "max_nodes")
        assert str(solution.nodes - 1) in str(caught.value)

    @has_status
    def test_the_memory_limit_is_kept_and_said(self) -> None:
        limit = 64 << 20
        grown = int(outcome(met_memory_limit, str(limit)))
        assert 0.2 * limit < grown < 1.6 * limit

    @has_status
    @pytest.mark.parametrize("threads", [1, 2])
    def test_a_batch_takes_its_memory_once_for_each_thread(self, threads: int) -> None:
        """A table may be moved while it grows, so for a moment it is there one and a half times."""
        megabytes = 16
        assert int(outcome(grown_by_batch, str(threads), str(megabytes))) < 1.75 * threads * (megabytes << 20)


def peak() -> int:
    """The most memory that this process has ever had, in bytes."""
    # Not ru_maxrss: in a child process that begins with what its parent had.
    fields = dict(line.split(":", 1) for line in STATUS.read_text().splitlines())
    return int(fields["VmHWM"].split()[0]) * 1024


def grown_by_batch(threads: str, megabytes: str) -> None:
    """By how much the process grew while so many threads worked through hard deals, each with so much memory."""
    positions = many()[:12]
    tc.solve_many(positions[:2], "points", threads=int(threads), max_memory=1 << 20)
    before = peak()
    tc.solve_many(positions, "points", threads=int(threads), max_memory=int(megabytes) << 20)
    print(peak() - before)


def met_memory_limit(limit: str) -> None:
    """By how much the process grew until the limit was met."""
    before = peak()
    with pytest.raises(tc.UnsolvableGame) as caught:
        solve_endlessly(max_memory=int(limit))
    assert (caught.value.kind, caught.value.part) == ("memory_limit", "max_memory")
    print(peak() - before)


# Scenarios: leaks


def growth(work: Callable[[], object], warm: int, rounds: int) -> int:
    """By how many bytes the process grew in so many rounds, once it was warm."""
    for _ in range(warm):
        work()
    gc.collect()
    before = peak()
    for _ in range(rounds):
        work()
    gc.collect()
    return peak() - before


def leaks() -> None:
    """By how much the process grew by each kind of work."""
    rng = random.Random(1)
    states = [short(name) for name in tc.games()]
    token = tc.CancelToken()
    token.cancel()

    def deals() -> None:
        for name in tc.games():
            state = tc.game(name).new_deal(seed=rng.randrange(1 << 40))
            while not state.done:
                state.apply(rng.choice(state.legal_actions()))
            assert state.payoffs is not None

    def copies() -> None:
        for state in states:
            state.clone().observation(0)
            pickle.loads(pickle.dumps(state))
            position_of(state).clone().key()
            tc.Position.from_text(str(position_of(state)), state.game.rules)

    def errors() -> None:
        for state in states:
            for wrong in ("play SA marriage", "bid", "discard C4", 3):
                with pytest.raises((tc.TrickcoreError, TypeError)):
                    state.apply(wrong)  # type: ignore[arg-type]
            with pytest.raises(tc.DeadlineExceeded):
                tc.solve(state, cancel=token)

    def solves() -> None:
        for state in states:
            tc.solve(state, "tricks")
            position_of(state).playouts(100, seed=1, threads=0)

    def rules() -> None:
        table = tc.Rules("whist", pack="french52", seats=4, ranking="AKQJT98765432")
        table.plan(trump="S", side=(0, 2))
        tc.Layout("french52", 4, (13,)).deal(3)

    print(
        json.dumps(
            {
                "deals": growth(deals, 300, 2000),
                "copies": growth(copies, 200, 1500),
                "errors": growth(errors, 200, 1500),
                "solves": growth(solves, 20, 150),
                "rules": growth(rules, 300, 3000),
            }
        )
    )


class TestMemory:
    @has_status
    def test_nothing_leaks(self) -> None:
        """A state has some kilobytes, so keeping one in three would show."""
        for work, bytes_grown in json.loads(outcome(leaks)).items():
            assert bytes_grown < 6_000_000, work

    @pytest.mark.parametrize("name", tc.games())
    def test_states_give_back_what_they_hold(self, name: str) -> None:
        """Game, deal, values and cards have as many references afterwards as before."""
        game = tc.game(name)
        deal, card, action = game.layout.deal(5), next(iter(game.pack.cards)), game.actions[0]
        value = game.opening(deal, 0)
        kept: list[object] = [game, deal, card, action, value, game.rules, game.table]
        self.rounds(game, deal, 50)  # so that every plan is known
        before = [sys.getrefcount(thing) for thing in kept]
        self.rounds(game, deal, 50)
        gc.collect()
        after = [sys.getrefcount(thing) for thing in kept]
        assert all(now - then < 20 for then, now in zip(before, after, strict=True)), (before, after)

    def rounds(self, game: tc.Game, deal: tc.Deal, count: int) -> None:
        for number in range(count):
            for state in self.course(game.start(deal), random.Random(number)):
                state.clone()
                state.observation(0)
                assert state == pickle.loads(pickle.dumps(state))
            state.undo()

    def course(self, state: tc.State, rng: random.Random) -> Iterator[tc.State]:
        yield state
        while not state.done:
            state.apply(rng.choice(state.legal_actions()))
            yield state


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
