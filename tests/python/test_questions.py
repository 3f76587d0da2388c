"""What is asked of a deal with all cards open: contract tables, exchanges, calls, analyses; against brute force."""

from __future__ import annotations

import itertools
import json
import pickle
import random
from typing import TYPE_CHECKING, Any

import pytest

import trickcore as tc
from trickcore.bridge_table import STRAINS, VULNERABILITIES, is_vulnerable
from trickcore.solve import OBJECTIVES

from .walks import VARIANTS, Variant, finished, walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)
SHORT = [variant for variant in VARIANTS if variant.name not in ("mediatore", "bridge")]
"""The variants whose whole deals the plain engine solves at once."""
solved_variant = pytest.mark.parametrize("variant", [v for v in VARIANTS if v.name != "bridge"], ids=str)
"""The variants whose whole deals the fast engine judges card by card in a moment."""
short_variant = pytest.mark.parametrize("variant", SHORT, ids=str)


def after(state: tc.State, *actions: tc.Action | str) -> tc.State:
    """Give the deal after some more actions."""
    moment = state.clone()
    for action in actions:
        moment.apply(action)
    return moment


def worth(state: tc.State, objective: str = "payoff", engine: str = "plain") -> int:
    """Give the value of a deal in play, by an engine that keeps nothing."""
    return tc.solve(state, objective, engine=engine).value


def is_own(state: tc.State) -> bool:
    """Whether the bidder's side decides."""
    contract = state.contract
    return contract is None or state.actor == contract.bidder or state.actor in contract.side


def minimax(state: tc.State, objective: str) -> int:
    """Give the value of a deal before play: every action of everybody tried, the plays solved by the plain engine."""
    if state.phase == "play":
        return worth(state, objective)
    values = [minimax(after(state, action), objective) for action in state.legal_actions()]
    return max(values) if is_own(state) else min(values)


def at_decision(variant: Variant, verb: str, seed: int) -> tc.State | None:
    """Give a random deal at its first decision of this kind after the auction."""
    state = variant.deal(seed)
    for _ in itertools.takewhile(lambda _: state.phase != "play", walk(state, random.Random(seed))):
        if state.phase in ("call", "exchange") and any(action.verb == verb for action in state.legal_actions()):
            return state
    return None


def decisions(name: str, verb: str, count: int, **options: Any) -> Iterator[tc.State]:
    """Give some random deals at their first decision of this kind."""
    variant = Variant(name, tuple({**tc.game(name).options, **options}.items()))
    found = (at_decision(variant, verb, seed) for seed in itertools.count())
    yield from itertools.islice((state for state in found if state is not None), count)


STRONG = "321R.321.32.- CF76.RC.-.321 -.F765.1RC.RC -.-.F7654.F765 + 54.4.-.4"
"""A deal of Mediatore in which seat 0 makes nearly everything, so that its tables are quick."""


class TestContractTable:
    @short_variant
    def test_a_row_is_what_bidding_it_and_solving_it_by_itself_comes_to(self, variant: Variant) -> None:
        for seed in range(2 if variant.name == "anrufen" else 1):
            dealt = variant.deal(seed)
            table = tc.contract_table(dealt)
            for row in random.Random(seed).sample(table.rows, 12 if variant.name == "anrufen" else 3):
                state = variant.game.start(dealt.deal, row.dealer)
                for action in row.actions:
                    state.apply(action)
                assert state.phase == "play"
                assert (state.contract, state.contract.bidder) == (row.contract, row.bidder)
                position, payoff = state.position, state.payoff
                assert position is not None
                assert payoff is not None
                assert (position.plan.trump, position.turn, position.plan.out) == (row.trump, row.leader, row.out)
                assert worth(state) == row.payoffs[row.bidder]
                assert row.payoffs in [pays for _, pays in payoff.levels]
                if all(action.verb not in ("discard", "give") for action in row.actions):
                    assert worth(state, row.objective) == row.value
                else:
                    assert worth(state, row.objective) <= row.value or row.mark.startswith("tricks <=")

    @short_variant
    def test_the_rows_are_the_contracts_that_can_be_reached_when_all_others_pass(self, variant: Variant) -> None:
        dealt = variant.deal(3)
        table = tc.contract_table(dealt)
        kinds = [(row.bidder, row.bid, row.trump, row.partner, own_out(row)) for row in table.rows]
        assert len(set(kinds)) == len(kinds)
        assert set(kinds) == set(reachable(variant, dealt))
        assert kinds == sorted(kinds, key=lambda kind: kind[0])

    def test_any_of_the_cards_to_call_does(self) -> None:
        for name in ("anrufen", "koenigrufen"):
            dealt = tc.game(name).new_deal(seed=4)
            for row in random.Random(4).sample(tc.contract_table(dealt).rows, 20):
                state = dealt.game.start(dealt.deal, row.dealer)
                calls = [action for action in row.actions if action.verb == "call"]
                assert len(calls) == bool(row.called)
                for action in row.actions[: -len(calls) or None]:
                    state.apply(action)
                same = []
                for action in state.legal_actions() if calls else []:
                    contract = after(state, action).contract
                    if contract.partner == row.partner:
                        same.append(action.card)
                assert tuple(same) == row.called

    def test_the_best_row_pays_most_and_of_equals_is_the_lowest_bid(self) -> None:
        table = tc.contract_table(tc.game("maine_charlemagne").new_deal(seed=11))
        for seat in range(4):
            best, rows = table.best(seat), table.of(seat)
            assert best is not None
            assert {row.bidder for row in rows} == {seat}
            assert best.payoffs[seat] == max(row.payoffs[seat] for row in rows)
            equals = [row for row in rows if row.payoffs[seat] == best.payoffs[seat]]
            assert best.bid == equals[0].bid
            assert best.value == max(row.value for row in equals if row.bid == best.bid) or best.bid == "le-petit"
            assert best.made == (best.payoffs[seat] > 0)

    @pytest.mark.parametrize("trump", ["named", "called_card"])
    def test_every_seat_of_koenigrufen_is_tried_as_eldest(self, trump: str) -> None:
        dealt = tc.game("koenigrufen", trump_from=trump).new_deal(seed=2, dealer=1)
        table = tc.contract_table(dealt)
        assert {(row.bidder, row.dealer, row.leader) for row in table.rows} == {(s, (s - 1) % 4, s) for s in range(4)}

    def test_exchanges_are_the_best_there_are(self) -> None:
        """Anrufen for three: the value of a row is the best of 120 ways to put three cards aside."""
        dealt = tc.game("anrufen", players=3).new_deal(seed=5)
        table = tc.contract_table(dealt, bidders=[1], bids=["hundred", "no-trick"])
        state = after(dealt, "bid hundred", "pass", "pass")
        values: dict[str, list[int]] = {}
        for cards in itertools.combinations(state.hands[1], 3):
            laid = after(state, *(f"discard {card}" for card in cards))
            for action in laid.legal_actions():
                values.setdefault(action.args[0], []).append(worth(after(laid, action), "points"))
        found = {row.trump: row.value for row in table.rows if row.bid == "hundred"}
        assert found == {trump: max(points) for trump, points in values.items()}
        state = after(dealt, "bid no-trick", "pass", "pass")
        fewest: dict[str, list[int]] = {}
        for cards in itertools.combinations(state.hands[1], 3):
            laid = after(state, *(f"discard {card}" for card in cards))
            for action in laid.legal_actions():
                fewest.setdefault(action.args[0], []).append(worth(after(laid, action), "tricks"))
        found = {row.trump: row.value for row in table.rows if row.bid == "no-trick"}
        assert found == {trump: min(tricks) for trump, tricks in fewest.items()}

    def test_mediatore_has_every_bid_and_each_partner(self) -> None:
        bids = ["chiamo", "solo", "solissimo", "arcisolissimo"]
        table = tc.contract_table(STRONG, tc.game("mediatore"), bidders=[0], bids=bids)
        assert [(row.bid, row.partner) for row in table.rows] == [
            *(("chiamo", partner) for partner in (1, 2, 3, None)),
            *((bid, None) for bid in bids[1:]),
        ]
        assert {row.leader for row in table.rows} == {1}
        state = tc.game("mediatore").start(STRONG)
        for row in table.rows:
            assert bool(row.called) == (row.bid == "chiamo")
            assert row.partner is None or row.called == tuple(state.hands[row.partner])
        assert sum(len(row.called) for row in table.rows) == 40

    @pytest.mark.full
    def test_mediatore_has_a_row_for_each_giver(self) -> None:
        table = tc.contract_table(STRONG, tc.game("mediatore"), bidders=[0], bids=["mediatore"])
        assert {row.contract.giver for row in table.rows} == {1, 2, 3, None}
        for row in table.rows:
            state = tc.game("mediatore").start(STRONG)
            for action in row.actions:
                state.apply(action)
            assert worth(state, engine="fast") == row.payoffs[0]

    def test_a_deal_as_text_or_object_or_state_has_one_table(self) -> None:
        game = tc.game("koenigrufen")
        state = game.new_deal(seed=3, dealer=0)
        table = tc.contract_table(state)
        assert table == tc.contract_table(state.deal, game) == tc.contract_table(str(state.deal), game, dealer=0)
        assert table == tc.contract_table(after(state, "trump H", "call SA"))
        assert pickle.loads(pickle.dumps(table)) == table
        text = json.dumps(table.to_dict())
        assert [row["value"] for row in json.loads(text)["rows"]] == [row.value for row in table.rows]
        assert json.loads(text)["best"] == [table.rows.index(row) for seat in range(4) if (row := table.best(seat))]

    @pytest.mark.parametrize("vulnerable", VULNERABILITIES)
    def test_of_bridge_is_the_table_of_tricks_scored_with_its_vulnerability(self, vulnerable: str) -> None:
        state = tc.game("bridge").new_deal(seed=5, dealer=2, vulnerable=vulnerable)
        table, tricks = tc.contract_table(state), tc.dd_table(state)
        assert len({(row.bidder, row.contract.terms) for row in table.rows}) == len(table.rows) == 4 * 35
        for row in table.rows:
            terms = row.contract.terms
            assert row.value == tricks[STRAINS.index(terms.strain), row.bidder]
            assert row.contract.vulnerable == vulnerable
            score = tc.scoring.duplicate_score(terms, row.value, is_vulnerable(row.bidder, vulnerable))
            assert row.payoffs[row.bidder] == row.payoffs[row.partner or 0] == score == -row.payoffs[row.bidder - 1]
        par = tc.par(state, 2, vulnerable)
        rows = {(row.bidder, row.contract.terms): row.payoffs[0] for row in table.rows}
        for end in par.contracts:
            assert end.terms.doubled or {rows[seat, end.terms] for seat in end.declarers} == {par.score}
        # Whoever gains by par makes a contract that pays as much.
        assert max(row.payoffs[0] if par.score > 0 else row.payoffs[1] for row in table.rows) >= abs(par.score)

    def test_of_bridge_takes_vulnerability_with_the_deal_or_instead_of_that_of_the_state(self) -> None:
        game = tc.game("bridge")
        state = game.new_deal(seed=5, vulnerable="ns")
        table = tc.contract_table(state, bids=["4S", "3"])
        assert {str(row.contract.terms) for row in table.rows} == {"3C", "3D", "3H", "3S", "3NT", "4S"}
        assert table == tc.contract_table(str(state.deal), game, bids=["3", "4S"], vulnerable="NS")
        other = tc.contract_table(state, bids=["4S", "3"], vulnerable="ew")
        assert other == tc.contract_table(game.new_deal(seed=5, vulnerable="ew"), bids=["3", "4S"]) != table
        with pytest.raises(tc.ParseError):
            tc.contract_table(state, vulnerable="west")
        with pytest.raises(tc.UnknownOption):
            tc.contract_table(tc.game("anrufen").new_deal(seed=1), vulnerable="ns")
        with pytest.raises(tc.UnknownOption):
            tc.contract_table(state, bids=["8"])

    def test_threads_make_no_difference(self) -> None:
        state = tc.game("maine_charlemagne").new_deal(seed=8)
        assert tc.contract_table(state, threads=2) == tc.contract_table(state)

    def test_progress_is_told_to_its_end(self) -> None:
        told: list[tuple[int, int]] = []
        tc.contract_table(tc.game("anrufen").new_deal(seed=1), progress=lambda *numbers: told.append(numbers))
        assert told == sorted(told)
        assert told[-1] == (20, 20)

    def test_suits_and_seats_renamed_change_nothing_else(self) -> None:
        game = tc.game("anrufen")
        deal = game.new_deal(seed=6).deal
        hands = str(deal).split()
        turned = tc.contract_table(" ".join(hands[1:] + hands[:1]), game, dealer=3)
        for row in tc.contract_table(deal, game, dealer=0).rows:
            seat = (row.bidder - 1) % 4
            partner = None if row.partner is None else (row.partner - 1) % 4
            [other] = [r for r in turned.of(seat) if (r.bid, r.trump, r.partner) == (row.bid, row.trump, partner)]
            assert (other.value, other.called) == (row.value, row.called)
            assert other.payoffs == row.payoffs[1:] + row.payoffs[:1]


def own_out(row: tc.ContractRow) -> tuple[int, ...]:
    """Who is out of play on the bidder's side."""
    return tuple(seat for seat in row.out if seat in row.contract.side)


def reachable(variant: Variant, dealt: tc.State) -> Iterator[tuple[Any, ...]]:
    """Give bidder, bid, trump, partner and who is out of every contract of a deal, by playing auctions through."""
    for seat in range(variant.game.players):
        start = variant.game.start(dealt.deal, dealt.dealer)
        if start.phase == "call" and start.actor != seat:
            start = variant.game.start(dealt.deal, (seat - 1) % variant.game.players)
        yield from contracts(start, seat, "")


def contracts(state: tc.State, seat: int, bid: str) -> Iterator[tuple[Any, ...]]:
    """Give the contracts from here on, the others passing; of exchanges and defences any one."""
    if state.phase == "play":
        assert state.position is not None
        plan = state.position.plan
        partners = [other for other in plan.side if other not in (seat, *plan.out)]
        resting = tuple(other for other in plan.out if other in plan.side)
        yield seat, bid, plan.trump, partners[0] if partners else None, resting
        return
    actions = state.legal_actions()
    if state.phase == "auction":
        asked = state.actor == seat and not bid
        actions = [action for action in actions if (action.verb != "pass") == asked]
    elif state.phase == "exchange" or actions[0].verb == "defend":
        actions = actions[:1]
    for action in actions:
        name = " ".join(word for word in action.args if word not in "SHDC") if action.verb == "bid" else bid
        yield from contracts(after(state, action), seat, name)


class TestBestExchange:
    @pytest.mark.parametrize("objective", OBJECTIVES)
    def test_every_choice_has_the_value_of_brute_force(self, objective: str) -> None:
        """Anrufen for three, where trumps are named after: 120 choices of 4 trumps each."""
        for state in decisions("anrufen", "discard", 2, players=3):
            advice = tc.best_exchange(state, objective, every=True)
            assert advice.choices is not None
            assert len(advice.choices) == 120
            wanted = {
                frozenset(cards): minimax_of(state, cards, objective)
                for cards in itertools.combinations(state.hands[state.actor or 0], 3)
            }
            found = {frozenset(action.card for action in c.actions): c.value for c in advice.choices}
            assert found == wanted
            only = tc.best_exchange(state, objective)
            assert only.choices is None
            assert only.value == advice.value
            assert found[frozenset(action.card for action in only.actions)] == only.value

    def test_a_deal_part_of_the_way_through_its_exchange(self) -> None:
        [state] = decisions("anrufen", "discard", 1, players=3)
        whole = tc.best_exchange(state, "points")
        rest = tc.best_exchange(after(state, whole.actions[0]), "points", every=True)
        assert rest.value == whole.value
        assert rest.choices is not None
        assert {len(choice.actions) for choice in rest.choices} == {2}
        assert len(rest.choices) == 9 * 8 / 2

    @pytest.mark.parametrize("bid", ["chiamo", "solo"])
    def test_the_best_of_715_in_mediatore_is_reached_and_not_beaten(self, bid: str) -> None:
        for seed in (0, 4):
            state = after(tc.game("mediatore").new_deal(seed=seed), f"bid {bid}", "pass", "pass", "pass")
            if bid == "chiamo":
                state.apply(next(a for a in state.legal_actions() if a.card in state.hands[3]))
            advice = tc.best_exchange(state)
            assert [action.verb for action in advice.actions] == ["discard"] * 4
            best = after(state, *advice.actions)
            assert best.phase == "play"
            assert worth(best, engine="fast") == advice.value
            assert best.payoff is not None
            assert advice.payoffs in [pays for _, pays in best.payoff.levels]
            for cards in random.Random(seed).sample(list(itertools.combinations(state.hands[1], 4)), 15):
                other = after(state, *(f"discard {card}" for card in cards))
                assert not tc.can_reach(other, "payoff", advice.value + 1, engine="fast")

    def test_what_is_called_before_and_given_after_belongs_to_it(self) -> None:
        state = after(tc.game("mediatore").new_deal(seed=0), "bid mediatore", "pass", "pass", "pass")
        state.apply(next(a for a in state.legal_actions() if a.card == tc.Card("C3", "italian40") or True))
        advice = tc.best_exchange(state)
        verbs = [action.verb for action in advice.actions]
        assert verbs == ["discard"] * 4 + (["give"] if state.contract.giver is not None else [])
        assert worth(after(state, *advice.actions), engine="fast") == advice.value

    def test_the_lone_defender_of_maine_charlemagne_looks_for_the_least(self) -> None:
        for state in lone_defenders(2):
            assert not is_own(state)
            advice = tc.best_exchange(state, "tricks", every=True)
            assert advice.choices is not None
            values = {c.actions[0].text: c.value for c in advice.choices}
            assert values == {a.text: worth(after(state, a), "tricks") for a in state.legal_actions()}
            assert advice.value == min(values.values())


def minimax_of(state: tc.State, cards: tuple[tc.Card, ...], objective: str) -> int:
    """Give the best that follows on these cards put aside; where tricks are lost and counted, the fewest."""
    laid = after(state, *(f"discard {card}" for card in cards))
    values = [worth(after(laid, a), objective) for a in laid.legal_actions()] if laid.phase == "call" else []
    fewest = objective == "tricks" and state.contract.level == "no-trick"
    return (min if fewest else max)(values or [worth(laid, objective)])


def lone_defenders(count: int) -> Iterator[tc.State]:
    """Give deals of charlemagne alone in which the lone defender is about to put a card aside."""
    for seed in range(count):
        state = after(tc.game("maine_charlemagne").new_deal(seed=seed), "bid charlemagne", "pass", "pass", "pass")
        state.apply("alone S suit")
        for _ in range(2):
            state.apply(state.legal_actions()[0])
        state.apply("defend alone")
        state.apply(state.legal_actions()[0])
        yield state


class TestBestCall:
    @pytest.mark.parametrize("objective", OBJECTIVES)
    @pytest.mark.parametrize("name", ["anrufen", "koenigrufen"])
    def test_every_card_to_call_has_the_value_of_what_follows(self, name: str, objective: str) -> None:
        solved: dict[bytes, int] = {}
        for state in decisions(name, "call", 3 if name == "anrufen" else 1):
            advice = tc.best_call(state, objective, every=True)
            assert advice.choices is not None
            assert [choice.actions[0] for choice in advice.choices] == state.legal_actions()
            for choice in advice.choices:
                played = after(state, *choice.actions)
                assert played.position is not None
                key = played.position.key()
                if key not in solved:
                    solved[key] = worth(played, objective)
                assert choice.value == solved[key]
                assert after(state, *(action for _, action in choice.line)).phase == "play"
            assert advice.value == max(choice.value for choice in advice.choices)
            assert tc.best_call(state, objective).best.value == advice.value

    def test_trumps_are_named_with_the_call_after_them_in_view(self) -> None:
        for state in decisions("anrufen", "trump", 2):
            advice = tc.best_call(state, "points", every=True)
            assert advice.choices is not None
            values = {choice.actions[0].text: choice.value for choice in advice.choices}
            assert values == {a.text: minimax(after(state, a), "points") for a in state.legal_actions()}

    def test_the_card_given_to_who_plays_alone(self) -> None:
        """Maine Charlemagne: what follows are a discard, both defenders' choices, and what a lone one is given."""
        state = tc.game("maine_charlemagne").start("AKT.8.-.QJT9 8.K7.AT987.- 97.Q9.K.A87 QJ.AJT.QJ.K", dealer=3)
        state = after(state, "bid charlemagne", "pass", "pass", "pass", "alone C ace")
        assert [action.text for action in state.legal_actions()] == ["give CA"]
        advice = tc.best_call(state)
        assert (advice.value, advice.payoffs) == (32, (32, -32, 32, -32))
        assert [action.verb for _, action in advice.best.line] == ["give", "discard", "defend", "defend"]
        assert not is_own(after(state, *(action for _, action in advice.best.line[:2])))

    def test_a_defence_is_chosen_against_every_answer(self) -> None:
        for seed in range(2):
            state = after(tc.game("maine_charlemagne").new_deal(seed=seed), "bid charlemagne", "pass", "pass", "pass")
            state.apply("alone H suit")
            for _ in range(2):
                state.apply(state.legal_actions()[0])
            assert tc.best_call(state, "tricks").value == minimax(state, "tricks")

    def test_the_card_called_in_mediatore(self) -> None:
        state = after(tc.game("mediatore").new_deal(seed=4), "bid chiamo", "pass", "pass", "pass")
        advice = tc.best_call(state)
        called = after(state, *advice.actions)
        assert tc.best_exchange(called).value == advice.value
        partner = called.contract.partner
        same = [action for action in state.legal_actions() if after(state, action).contract.partner == partner]
        assert {*advice.best.same, *advice.actions} == set(same)

    def test_equal_calls_are_listed_together(self) -> None:
        [state] = decisions("koenigrufen", "call", 1)
        best = tc.best_call(state).best
        partner = after(state, *best.actions).contract.partner
        for action in best.same:
            assert after(state, action).contract.partner == partner


class TestAnalyse:
    @short_variant
    @pytest.mark.parametrize("objective", OBJECTIVES)
    def test_each_value_is_that_of_solving_the_moment(self, variant: Variant, objective: str) -> None:
        for seed in range(2):
            state = finished(variant, seed)
            if state.position is None:
                continue
            analysis = tc.analyse(state, objective)
            walked = variant.game.start(state.deal, state.dealer)
            judged = {move.number: move for move in analysis.moves}
            for number, action in enumerate(state.actions):
                if number in judged and number % 3 == 0:
                    assert walked.position is not None
                    side = walked.position.plan.side
                    won = sum(walked.tricks[seat] for seat in side) if objective == "tricks" else 0
                    assert judged[number].before == worth(walked, objective, "fast") + won
                walked.apply(action)

    @solved_variant
    @pytest.mark.parametrize("objective", OBJECTIVES)
    def test_what_is_given_away_adds_up_to_what_the_deal_changed_by(self, variant: Variant, objective: str) -> None:
        for seed in range(1 if variant.name == "mediatore" else 4):
            state = finished(variant, seed)
            if state.position is None:
                continue
            analysis = tc.analyse(state, objective)
            moves = analysis.moves
            assert [move.number for move in moves] == list(range(moves[0].number, len(state.actions)))
            assert [move.action for move in moves] == state.actions[moves[0].number :]
            assert all(one.after == other.before for one, other in itertools.pairwise(moves))
            assert (moves[0].before, moves[-1].after) == (analysis.value, analysis.final)
            plan = state.position.plan
            low = plan.misere and objective == "tricks"
            signs = [-1 if (seat in plan.side) != low else 1 for seat in range(variant.game.players)]
            said = sum(move.after - move.before for move in moves if not move.moves)
            lost = sum(sign * loss for sign, loss in zip(signs, analysis.losses, strict=True))
            assert analysis.final - analysis.value == said + lost
            assert all(move.loss >= 0 for move in moves if move.moves)
            assert all(move.best for move in moves if move.moves)

    @solved_variant
    def test_the_end_is_what_the_deal_came_to(self, variant: Variant) -> None:
        state = finished(variant, 1)
        if state.position is None or state.payoffs is None:
            return
        side = state.position.plan.side
        own, everything = sum(state.points[seat] for seat in side), sum(state.points)
        assert tc.analyse(state).final == state.payoffs[state.contract.bidder]
        assert tc.analyse(state, "points").final == own
        assert tc.analyse(state, "margin").final == 2 * own - everything
        assert tc.analyse(state, "tricks").final == sum(state.tricks[seat] for seat in side)

    @short_variant
    def test_perfect_play_gives_nothing_away(self, variant: Variant) -> None:
        state = variant.deal(2)
        for _ in walk(state, random.Random(2)):
            if state.phase == "play":
                break
        for objective in OBJECTIVES:
            perfect = after(state, *map(str, tc.solve(state, objective).line))
            analysis = tc.analyse(perfect, objective)
            assert set(analysis.losses) == {0}
            assert analysis.mistakes == ()
            assert analysis.value == analysis.final

    def test_a_blunder_is_found_and_what_was_better(self) -> None:
        game = tc.game("maine_charlemagne")
        state = game.start("Q.KQJ.Q7.KJ T.A9.KJ98.Q 97.87.T.987 AKJ8.T.A.AT", dealer=1)
        state = after(state, "bid le-petit", "pass", "pass", "pass", "play C9")
        [blunder] = tc.analyse(state).mistakes
        assert (blunder.seat, blunder.before, blunder.after, blunder.loss) == (2, 8, -8, 16)
        assert [action.text for action in blunder.best] == ["play DT"]
        assert tc.analyse(state.to_json()).mistakes == (blunder,)

    def test_an_announcement_may_gain_and_counts_as_no_card_given_away(self) -> None:
        state = tc.game("anrufen").start("K9.J.AKQ.- AT.A.JT.A QJ.-.9.QT9 -.KQT9.-.KJ", dealer=0)
        said = "pass,bid game,match,trump D,trump H,pass,pass,pass,call HJ"
        for action in f"{said},play CK,raise hundred,play HJ,contra".split(","):
            state.apply(action)
        analysis = tc.analyse(state)
        raised, contra = (move for move in analysis.moves if not move.moves)
        assert (raised.before, raised.after, raised.loss) == (1, 2, -1)
        assert (contra.seat, contra.before, contra.after, contra.loss) == (1, 2, 3, 1)
        assert analysis.losses == (0, 0, 0, 0)

    def test_a_deal_that_is_not_over_is_judged_so_far(self) -> None:
        state = finished(SHORT[0], 1)
        whole = tc.analyse(state)
        for _ in range(7):
            state.undo()
        part = tc.analyse(state)
        assert part.moves == whole.moves[:-7]
        assert part.final == whole.moves[-7].before

    def test_it_is_plain_data(self) -> None:
        analysis = tc.analyse(finished(SHORT[0], 1), "points")
        assert pickle.loads(pickle.dumps(analysis)) == analysis
        told = json.loads(json.dumps(analysis.to_dict()))
        assert [move["loss"] for move in told["moves"]] == [move.loss for move in analysis.moves]
        assert told["moves"][0]["action"] == str(analysis.moves[0].action)


def exchange_state() -> tc.State:
    """Give a deal of Mediatore in which four cards are to be put aside."""
    return after(tc.game("mediatore").new_deal(seed=0), "bid solo", "pass", "pass", "pass")


ASKED: list[Callable[..., Any]] = [
    lambda **terms: tc.contract_table(tc.game("koenigrufen").new_deal(seed=1), **terms),
    lambda **terms: tc.best_exchange(exchange_state(), **terms),
    lambda **terms: tc.best_exchange(exchange_state(), every=True, **terms),
    lambda **terms: tc.best_call(after(tc.game("koenigrufen").new_deal(seed=1), "trump S"), **terms),
    lambda **terms: tc.analyse(finished(SHORT[0], 1), **terms),
]


class TestRefusals:
    @pytest.mark.parametrize("ask", ASKED)
    def test_time_that_is_up_is_said_with_what_is_finished(self, ask: Callable[..., Any]) -> None:
        with pytest.raises(tc.DeadlineExceeded) as caught:
            ask(deadline=0)
        assert caught.value.kind == "deadline"
        assert len(caught.value.finished) == len(caught.value.finished)

    def test_rows_and_choices_found_in_time_are_right(self) -> None:
        state = exchange_state()
        with pytest.raises(tc.DeadlineExceeded) as caught:
            tc.best_exchange(state, "points", every=True, deadline=0.5)
        for choice in caught.value.finished[:3]:
            assert worth(after(state, *choice.actions), "points", "fast") == choice.value
        with pytest.raises(tc.DeadlineExceeded) as caught:
            tc.contract_table(state, bidders=[1], bids=["solissimo", "mediatore"], deadline=0.3)
        assert isinstance(caught.value.finished, tc.ContractTable)

    @pytest.mark.parametrize("ask", ASKED)
    def test_a_used_token_stops_at_once(self, ask: Callable[..., Any]) -> None:
        token = tc.CancelToken()
        token.cancel()
        with pytest.raises(tc.DeadlineExceeded) as caught:
            ask(cancel=token)
        assert caught.value.kind == "cancelled"

    @pytest.mark.parametrize("ask", ASKED)
    @pytest.mark.parametrize(
        "terms",
        [
            {"deadline": "soon"},
            {"deadline": True},
            {"threads": "2"},
            {"max_memory": 1.5},
            {"cancel": 1},
            {"progress": 3},
        ],
        ids=str,
    )
    def test_terms_of_a_wrong_type(self, ask: Callable[..., Any], terms: dict[str, Any]) -> None:
        with pytest.raises(TypeError):
            ask(**terms)

    @pytest.mark.parametrize("ask", ASKED)
    @pytest.mark.parametrize(
        "terms", [{"deadline": -1}, {"deadline": float("nan")}, {"threads": -1}, {"max_memory": 0}], ids=str
    )
    def test_terms_out_of_range(self, ask: Callable[..., Any], terms: dict[str, Any]) -> None:
        with pytest.raises(tc.UnknownOption):
            ask(**terms)

    @every_variant
    def test_a_question_at_the_wrong_moment_leaves_the_deal_as_it_is(self, variant: Variant) -> None:
        state = variant.deal(1)
        for _ in walk(state, random.Random(1)):
            before = state.key()
            if state.phase not in ("call", "exchange"):
                for ask, kind in ((tc.best_exchange, "no_exchange"), (tc.best_call, "no_call")):
                    with pytest.raises(tc.UnsolvableGame) as caught:
                        ask(state)
                    assert (caught.value.kind, caught.value.part) == (kind, state.phase)
            if state.position is None:
                with pytest.raises(tc.UnsolvableGame) as caught:
                    tc.analyse(state)
                assert caught.value.kind == "not_in_play"
            assert state.key() == before

    def test_no_exchange_where_only_a_card_is_called_and_no_call_where_cards_are_put_aside(self) -> None:
        [call] = decisions("koenigrufen", "call", 1)
        with pytest.raises(tc.UnsolvableGame, match="no cards to exchange"):
            tc.best_exchange(call)
        with pytest.raises(tc.UnsolvableGame, match="best exchange"):
            tc.best_call(exchange_state())

    @pytest.mark.parametrize("wrong", [None, 3, "SA", [1], tc.game("anrufen")])
    def test_not_a_state(self, wrong: Any) -> None:
        for ask in (tc.best_exchange, tc.best_call):
            with pytest.raises(TypeError):
                ask(wrong)
        with pytest.raises((TypeError, tc.ParseError)):
            tc.analyse(wrong)
        with pytest.raises(TypeError):
            tc.contract_table(wrong)

    def test_objectives(self) -> None:
        state, done = exchange_state(), finished(SHORT[0], 1)
        for ask in (tc.best_exchange, tc.analyse):
            with pytest.raises(tc.UnknownOption, match="no objective 'glory'"):
                ask(done if ask is tc.analyse else state, "glory")
            with pytest.raises(TypeError):
                ask(done if ask is tc.analyse else state, 3)

    def test_tables_of_what_is_no_deal_of_the_game(self) -> None:
        game = tc.game("koenigrufen")
        state = game.new_deal(seed=1)
        refused: list[tuple[Any, dict[str, Any], type[Exception]]] = [
            ((state.deal,), {}, TypeError),
            ((state.deal, "koenigrufen"), {}, TypeError),
            ((state, tc.game("anrufen")), {}, tc.UnknownOption),
            ((state.deal, tc.game("anrufen")), {}, tc.IllegalDeal),
            (("AT.K", game), {}, tc.TrickcoreError),
            ((state,), {"dealer": 4}, tc.UnknownOption),
            ((state,), {"dealer": "0"}, TypeError),
            ((state,), {"bidders": [4]}, tc.UnknownOption),
            ((state,), {"bidders": ["0"]}, TypeError),
            ((state,), {"bids": "hundred"}, TypeError),
            ((state,), {"bids": ["hundred"]}, tc.UnknownOption),
            ((tc.game("anrufen").new_deal(seed=1),), {"bids": ["hundred", 3]}, TypeError),
        ]
        for args, terms, error in refused:
            with pytest.raises(error):
                tc.contract_table(*args, **terms)

    def test_records_that_are_none(self) -> None:
        for text in ("", "{}", "[]", "nonsense"):
            with pytest.raises(tc.ParseError):
                tc.analyse(text)
