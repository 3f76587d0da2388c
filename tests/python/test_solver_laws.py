"""Laws of exact solving, on random endings of every game, option, contract and objective."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import trickcore as tc

from .referee import Referee, read_deal, write_deal
from .walks import VARIANTS, Variant, choose, moved_terms, renamed, renamed_cards, renaming

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

TRICKS, POINTS, MARGIN, PAYOFF = "tricks", "points", "margin", "payoff"
CASES = [
    pytest.param(variant, objective, id=f"{variant}-{objective}")
    for variant in VARIANTS
    for objective in (
        (TRICKS, PAYOFF) if variant.name in ("bridge", "maine_charlemagne") else (TRICKS, POINTS, MARGIN, PAYOFF)
    )
]
every_case = pytest.mark.parametrize(("variant", "objective"), CASES)
seeds = st.integers(min_value=0, max_value=2**31)


def ending(variant: Variant, seed: int, size: int) -> tc.State | None:
    """Play a deal at random until the seats in play hold at most ``size`` cards, perhaps in mid-trick."""
    state, rng = variant.deal(seed), random.Random(seed)
    while not state.done:
        position = state.position
        if position is not None:
            hands = [hand for seat, hand in enumerate(position.hands) if seat not in position.plan.out]
            if max(map(len, hands)) <= size and (state.trick or rng.random() < 0.5):
                return state
        state.apply(kept_together(state, rng))
    return None


def kept_together(state: tc.State, rng: random.Random) -> tc.Action:
    """Choose an action, with kings and queens kept for later where there is a choice, so that marriages survive."""
    action = choose(state, rng)
    for _ in range(3):
        if action.verb != "play" or action.args[0][1] not in "KQ":
            break
        action = choose(state, rng)
    return action


def some_ending(variant: Variant, seed: int, size: int) -> tc.State:
    """Give an ending; another seed is tried by hypothesis if the deal was void."""
    state = ending(variant, seed, size)
    assume(state is not None)
    assert state is not None
    return state


def moves_of(state: tc.State) -> list[tc.Action]:
    """Give what the search may do: cards, with or without a marriage; nothing else is said."""
    return [a for a in state.legal_actions() if a.verb == "play" and a.args[1:] in ((), ("marriage",))]


def position_of(state: tc.State) -> tc.Position:
    """Give the position of a state in play."""
    assert state.position is not None
    return state.position


def result(state: tc.State, objective: str, side: Iterable[int], bidder: int) -> int:
    """Give what a finished deal is worth, all tricks of the deal counted."""
    side = set(side)
    if objective == PAYOFF:
        assert state.payoffs is not None
        return state.payoffs[bidder]
    per_seat = state.tricks if objective == TRICKS else state.points
    own = sum(per_seat[seat] for seat in side)
    return own - (sum(per_seat) - own) if objective == MARGIN else own


def better(state: tc.State, objective: str) -> Callable[[Iterable[int]], int]:
    """Say whether the seat to play wants a high or a low value."""
    plan = position_of(state).plan
    loses = objective == TRICKS and plan.misere
    return max if (state.actor in plan.side) is not loses else min


def searched(state: tc.State, objective: str, side: tuple[int, ...], bidder: int) -> int:
    """Search everything, in Python, through the public state alone; all tricks of the deal count."""
    if state.done:
        return result(state, objective, side, bidder)
    values = []
    best = better(state, objective)
    for action in moves_of(state):
        state.apply(action)
        values.append(searched(state, objective, side, bidder))
        state.undo()
    return best(values)


def won_already(state: tc.State, objective: str) -> int:
    """Give the tricks won before, which the objective ``tricks`` does not count."""
    side = position_of(state).plan.side
    return sum(state.tricks[seat] for seat in side) if objective == TRICKS else 0


def values(solution: tc.Solution) -> dict[str, int]:
    """Give the value of each move by its text."""
    return {str(move): value for move, value in solution.moves.items()}


@every_case
@settings(max_examples=40, deadline=None)
@given(seed=seeds, size=st.integers(2, 4))
def test_alpha_beta_equals_minimax(variant: Variant, objective: str, seed: int, size: int) -> None:
    state = some_ending(variant, seed, size)
    plain, minimax = (tc.solve(state, objective, engine=engine) for engine in ("plain", "minimax"))
    assert plain.value == minimax.value
    assert values(plain) == values(minimax)


@every_case
@settings(max_examples=25, deadline=None)
@given(seed=seeds, size=st.integers(1, 3))
def test_solving_equals_playing_everything_out(variant: Variant, objective: str, seed: int, size: int) -> None:
    """The states themselves, with their payoffs, points and tricks, searched to the end."""
    state = some_ending(variant, seed, size)
    plan = position_of(state).plan
    before = won_already(state, objective)
    solution = tc.solve(state, objective)
    assert solution.value == searched(state, objective, plan.side, plan.bidder) - before
    assert sorted(values(solution)) == sorted(map(str, moves_of(state)))
    for move, value in solution.moves.items():
        assert isinstance(move, tc.Action)
        state.apply(move)
        assert searched(state, objective, plan.side, plan.bidder) - before == value
        state.undo()


@every_case
@settings(max_examples=25, deadline=None)
@given(seed=seeds, size=st.integers(2, 4))
def test_the_value_is_the_best_of_the_moves_all_along_the_line(
    variant: Variant, objective: str, seed: int, size: int
) -> None:
    state = some_ending(variant, seed, size)
    key, plan = state.key(), position_of(state).plan
    solution = tc.solve(state, objective)
    assert state.key() == key, "solving changes nothing"
    whole = solution.value + won_already(state, objective)
    line = list(solution.line)
    while line:
        now = tc.solve(state, objective)
        assert now.value == better(state, objective)(now.moves.values())
        assert now.value + won_already(state, objective) == whole
        move = line.pop(0)
        assert isinstance(move, tc.Action)
        assert move in moves_of(state)
        assert dict(now.moves.items())[move] == now.value
        state.apply(move)
    assert state.done
    assert result(state, objective, plan.side, plan.bidder) == whole


@every_case
def test_whole_deals_are_consistent_from_the_first_lead_on(variant: Variant, objective: str) -> None:
    """From the first lead (Mediatore: from six cards) to the endings that are compared with minimax above.

    At every ply the value is the best of the moves, the line's first move has it, and the next position too.
    """
    for seed in range(4):
        state = ending(variant, seed, 6 if variant.name == "mediatore" else 8)
        if state is None:
            continue
        plan, wholes = position_of(state).plan, []
        while not state.done:
            solution = tc.solve(state, objective)
            assert sorted(values(solution)) == sorted(map(str, moves_of(state))), "no announcement, no signal"
            assert solution.value == better(state, objective)(solution.moves.values())
            wholes.append(solution.value + won_already(state, objective))
            move = solution.line[0]
            assert isinstance(move, tc.Action)
            assert values(solution)[str(move)] == solution.value
            state.apply(move)
        assert set(wholes) == {result(state, objective, plan.side, plan.bidder)}


@every_case
@settings(max_examples=25, deadline=None)
@given(seed=seeds, size=st.integers(2, 4))
def test_a_move_is_worth_what_the_position_after_it_is_worth(
    variant: Variant, objective: str, seed: int, size: int
) -> None:
    state = some_ending(variant, seed, size)
    before = won_already(state, objective)
    plan = position_of(state).plan
    for move, value in tc.solve(state, objective).moves.items():
        assert isinstance(move, tc.Action)
        state.apply(move)
        if state.done:
            after = result(state, objective, plan.side, plan.bidder)
        else:
            after = tc.solve(state, objective).value + won_already(state, objective)
        assert value == after - before
        state.undo()


@every_case
@settings(max_examples=15, deadline=None)
@given(seed=seeds, by=st.integers(1, 3), rng=st.randoms(use_true_random=False))
def test_seats_and_suits_have_no_names(
    variant: Variant, objective: str, seed: int, by: int, rng: random.Random
) -> None:
    """The same deal with every hand moved on by some seats and the suits renamed has the same values."""
    state = some_ending(variant, seed, 4)
    assume(not any(action.verb == "match" for action in state.actions))
    players, to = variant.game.players, renaming(variant.name, rng)
    hands, talon = read_deal(variant.name, str(state.deal))
    moved = [[renamed_cards(batch, to) for batch in hands[(seat - by) % players]] for seat in range(players)]
    deal = write_deal(variant.name, moved, renamed_cards(talon, to))
    other = variant.game.start(deal, (state.dealer + by) % players, **moved_terms(state.terms, by))
    for action in state.actions:
        other.apply(renamed(str(action), to, variant.name))
    one, two = tc.solve(state, objective), tc.solve(other, objective)
    assert one.value == two.value
    assert {renamed(text, to, variant.name): value for text, value in values(one).items()} == values(two)


@every_case
@settings(max_examples=25, deadline=None)
@given(seed=seeds, size=st.integers(2, 4))
def test_equal_cards_have_equal_values(variant: Variant, objective: str, seed: int, size: int) -> None:
    """Cards of one lane in one hand, no card in play between them, worth the same, neither half of a marriage."""
    state = some_ending(variant, seed, size)
    judge = Referee(variant.name, dict(variant.options), str(state.deal), state.dealer)
    for action in state.actions:
        judge.tell(str(action))
    assert judge.question is not None
    hand = judge.hands[judge.question.seat]
    in_play = {card for seat, cards in enumerate(judge.hands) if seat not in judge.out for card in cards}
    in_play |= {card for _, card in judge.trick}

    def coupled(card: str) -> bool:
        marriages = variant.name == "anrufen" and card[1] in "KQ" and not position_of(state).plan.misere
        return marriages and {card[0] + "K", card[0] + "Q"} <= hand

    found = values(tc.solve(state, objective))
    plain = [text.split()[1] for text in found if len(text.split()) == 2]
    for one in plain:
        for two in plain:
            low, high = sorted((judge.height(one), judge.height(two)))
            alike = judge.lane(one) == judge.lane(two) and judge.worth(one) == judge.worth(two)
            between = any(judge.lane(c) == judge.lane(one) and low < judge.height(c) < high for c in in_play)
            if alike and not between and not coupled(one) and not coupled(two):
                assert found[f"play {one}"] == found[f"play {two}"]


@every_case
@settings(max_examples=15, deadline=None)
@given(seed=seeds, size=st.integers(2, 4), off=st.integers(-3, 3))
def test_what_can_be_reached(variant: Variant, objective: str, seed: int, size: int, off: int) -> None:
    """A target can be reached if the value is at least as good: not above it where the bidder must lose tricks."""
    state = some_ending(variant, seed, size)
    value = tc.solve(state, objective).value
    loses = objective == TRICKS and position_of(state).plan.misere
    for target in (value - 1, value, value + 1, value + off):
        reached = value <= target if loses else value >= target
        for engine in ("plain", "minimax"):
            assert tc.can_reach(state, objective, target, engine=engine) is reached


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_position_has_the_values_of_its_state(variant: Variant) -> None:
    for seed in range(20):
        state = ending(variant, seed, 3)
        if state is None:
            continue
        position = position_of(state)
        for objective in (TRICKS, POINTS, MARGIN):
            if objective != TRICKS and variant.name == "maine_charlemagne":
                continue
            mine, theirs = tc.solve(state, objective), tc.solve(position, objective)
            assert mine.value == theirs.value
            best = better(state, objective)
            cards: dict[str, int] = {}
            for text, value in values(mine).items():
                card = text.split()[1]
                cards[card] = best([value, cards.get(card, value)])
            assert cards == values(theirs)


class TestCoverage:
    """The endings above are of every kind, and two kinds that need luck are sought out here."""

    def test_every_kind_of_contract_and_position_comes_up(self) -> None:
        kinds: Counter[str] = Counter()
        for variant in VARIANTS:
            for seed in range(150):
                state = ending(variant, seed, 3)
                if state is None:
                    continue
                plan = position_of(state).plan
                in_play = set(range(variant.game.players)) - set(plan.out)
                own = in_play & set(plan.side)
                kinds[f"{variant.name} {len(own)} v {len(in_play - own)}"] += 1
                kinds[f"{variant.name} misère"] += plan.misere
                kinds[f"{variant.name} mid-trick"] += bool(state.trick)
                kinds[f"{variant.name} lead"] += not state.trick
                kinds[f"{variant.name} pending"] += bool(pending(state))
                kinds[f"{variant.name} marriage"] += any(a.args[1:] for a in moves_of(state))
                kinds[f"{variant.name} aside"] += any(map(len, state.cards.aside))
        for kind in (
            "anrufen 2 v 2",
            "anrufen 1 v 3",
            "anrufen 1 v 2",
            "anrufen misère",
            "anrufen marriage",
            "anrufen aside",
            "koenigrufen 2 v 2",
            "koenigrufen 1 v 3",
            "koenigrufen pending",
            "maine_charlemagne 2 v 2",
            "maine_charlemagne 1 v 2",
            "maine_charlemagne 1 v 1",
            "maine_charlemagne misère",
            "mediatore 2 v 2",
            "mediatore 1 v 3",
            "mediatore aside",
        ):
            assert kinds[kind] >= 5, (kind, kinds)
        for variant in VARIANTS:
            assert min(kinds[f"{variant.name} mid-trick"], kinds[f"{variant.name} lead"]) >= 5

    @pytest.mark.parametrize("variant", [v for v in VARIANTS if v.name == "koenigrufen"], ids=str)
    @pytest.mark.parametrize("objective", [POINTS, MARGIN, PAYOFF])
    def test_marriages_that_wait_for_a_trick(self, variant: Variant, objective: str) -> None:
        self.compare(variant, objective, lambda state: bool(pending(state)))

    @pytest.mark.parametrize("variant", [v for v in VARIANTS if v.name == "anrufen"], ids=str)
    @pytest.mark.parametrize("objective", [TRICKS, POINTS, MARGIN, PAYOFF])
    def test_marriages_chosen_by_the_search(self, variant: Variant, objective: str) -> None:
        self.compare(variant, objective, lambda state: any(a.args[1:] for a in moves_of(state)))

    @pytest.mark.parametrize("objective", [TRICKS, PAYOFF])
    def test_seats_out_of_play(self, objective: str) -> None:
        variant = next(v for v in VARIANTS if v.name == "maine_charlemagne")
        self.compare(variant, objective, lambda state: bool(position_of(state).plan.out))

    def compare(self, variant: Variant, objective: str, wanted: Callable[[tc.State], bool]) -> None:
        """Compare both engines and the search over states on endings of one kind."""
        found = 0
        for seed in range(2000):
            state = ending(variant, seed, 2 + seed % 3)
            if state is None or not wanted(state):
                continue
            found += 1
            plain, minimax = (tc.solve(state, objective, engine=engine) for engine in ("plain", "minimax"))
            assert (plain.value, values(plain)) == (minimax.value, values(minimax))
            plan = position_of(state).plan
            if max(map(len, position_of(state).hands)) <= 2:
                expected = searched(state, objective, plan.side, plan.bidder) - won_already(state, objective)
                assert plain.value == expected
            if found == 40:
                return
        raise AssertionError(f"only {found} endings of this kind")


def pending(state: tc.State) -> set[str]:
    """Give Königrufen's marriages declared by a seat without a trick so far."""
    return {
        a.args[0] for seat, a in state.history if a.verb == "declare" and len(a.args[0]) == 1 and not state.tricks[seat]
    }
