"""Matches: the dealer, void deals, scores, and the end that each page gives."""

from __future__ import annotations

import copy
import pickle
import random
from typing import TYPE_CHECKING

import pytest

import trickcore as tc

from .walks import VARIANTS, Variant, walk

if TYPE_CHECKING:
    from collections.abc import Iterable

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


def play_out(match: tc.Match) -> None:
    """Play a match's deal to its end at random."""
    for _ in walk(match.state, random.Random(len(match.results))):
        pass


def say(state: tc.State, texts: Iterable[str]) -> None:
    """Take these actions."""
    for text in texts:
        state.apply(text)


class TestCourse:
    @every_variant
    def test_the_dealer_rotates_and_payoffs_add_up(self, variant: Variant) -> None:
        match = variant.game.match(seed=11, dealer=1, deals=6)
        totals, dealer, number = [0] * variant.game.players, 1, 1
        while not match.over:
            assert (match.dealer, match.deal_number, match.totals) == (dealer, number, tuple(totals))
            assert match.winners == ()
            state = match.state
            play_out(match)
            payoffs = state.payoffs
            assert payoffs is not None
            match.advance()
            assert match.results[-1] == (dealer, state.void, payoffs)
            if not state.void:
                totals = [sum(pair) for pair in zip(totals, payoffs, strict=True)]
                dealer, number = (dealer + 1) % variant.game.players, number + 1
        assert match.totals == tuple(totals)
        assert match.deal_number == number - 1 <= 6

    @every_variant
    def test_the_same_seed_gives_the_same_match(self, variant: Variant) -> None:
        one, other = variant.game.match(seed=4, deals=3), variant.game.match(seed=4, deals=3)
        assert one == other
        assert one.state.deal == variant.game.new_deal(seed=4).deal
        for match in (one, other):
            for _ in range(3):
                if not match.over:
                    play_out(match)
                    match.advance()
        assert one == other
        assert one != variant.game.match(seed=5, deals=3)

    def test_deals_of_a_match_differ(self) -> None:
        match = tc.game("mediatore").match(seed=4, deals=5)
        seen = set()
        while not match.over:
            seen.add(str(match.state.deal))
            play_out(match)
            match.advance()
        assert len(seen) == len(match.results)

    def test_a_void_deal_is_dealt_again_by_the_same_dealer_and_does_not_count(self) -> None:
        match = tc.game("anrufen").match(seed=2, dealer=3, deals=1)
        first = match.state.deal
        say(match.state, ["pass"] * 8)
        match.advance()
        assert (match.dealer, match.deal_number, match.over) == (3, 1, False)
        assert match.state.deal != first
        assert match.results == ((3, True, (0, 0, 0, 0)),)
        assert match.scores == (10, 10, 10, 10)

    def test_without_a_seed_matches_differ(self) -> None:
        game = tc.game("anrufen")
        one, other = game.match(), game.match()
        assert one.seed != other.seed
        assert one.state.deal != other.state.deal

    def test_a_first_dealer_drawn_from_the_seed_is_any_seat(self) -> None:
        for variant in VARIANTS:
            game = variant.game
            drawn = [game.match(seed=seed, dealer=None).dealer for seed in range(300)]
            for seat in range(game.players):
                assert drawn.count(seat) > 300 / game.players / 2
            assert drawn == [game.match(seed=seed, dealer=None).dealer for seed in range(300)]

    def test_the_drawn_dealer_stays_the_same_from_version_to_version(self) -> None:
        assert [tc.game("anrufen").match(seed=seed, dealer=None).dealer for seed in range(12)] == [
            1,
            2,
            2,
            0,
            1,
            2,
            0,
            2,
            3,
            3,
            2,
            1,
        ]
        three = tc.game("anrufen", players=3)
        assert [three.match(seed=seed, dealer=None).dealer for seed in range(12)] == [
            1,
            1,
            1,
            2,
            2,
            1,
            1,
            0,
            1,
            0,
            1,
            2,
        ]


class TestEnd:
    def test_anrufen_ends_when_a_player_has_no_tokens(self) -> None:
        match = tc.game("anrufen").match(seed=8)
        assert match.scores == (10, 10, 10, 10)
        while not match.over:
            assert min(match.scores) > 0
            play_out(match)
            match.advance()
        assert min(match.scores) <= 0
        assert match.scores == tuple(10 + total for total in match.totals)
        assert all(match.scores[seat] == max(match.scores) for seat in match.winners)

    def test_maine_ends_at_32_points_of_a_side_that_scored(self) -> None:
        match = tc.game("maine_charlemagne").match(seed=8)
        gained = [0, 0]
        while not match.over:
            assert max(match.scores) < 32
            play_out(match)
            payoffs = match.state.payoffs
            assert payoffs is not None
            for side in (0, 1):
                gained[side] += max(0, payoffs[side])
            match.advance()
            assert match.scores == (*gained, *gained)
        assert max(gained) >= 32
        assert match.winners == ((0, 2) if gained[0] >= 32 else (1, 3))

    def test_charlemagne_wins_the_match_at_once(self) -> None:
        match = tc.game("maine_charlemagne").match(seed=1)
        say(match.state, ["bid charlemagne", "pass", "pass", "pass", "trump S"])
        play_out(match)
        match.advance()
        assert match.over
        assert sorted(match.scores) == [0, 0, 32, 32]

    @pytest.mark.parametrize("name", ["koenigrufen", "mediatore"])
    def test_other_games_are_open_ended(self, name: str) -> None:
        match = tc.game(name).match(seed=1)
        for _ in range(60):
            play_out(match)
            match.advance()
        assert not match.over
        assert match.scores == match.totals

    def test_after_the_last_deal_nothing_follows(self) -> None:
        match = tc.game("koenigrufen").match(seed=1, deals=1)
        play_out(match)
        match.advance()
        assert match.over
        assert match.state.done
        assert len(match.winners) >= 1
        with pytest.raises(tc.IllegalAction) as caught:
            match.advance()
        assert caught.value.kind == "match_over"


class TestMisuse:
    def test_an_unfinished_deal_is_not_taken(self) -> None:
        match = tc.game("koenigrufen").match(seed=1)
        with pytest.raises(tc.IllegalAction) as caught:
            match.advance()
        assert caught.value.kind == "deal_in_progress"

    @pytest.mark.parametrize(
        "terms",
        [{"deals": 0}, {"deals": -1}, {"dealer": 4}, {"dealer": -1}, {"seed": -1}, {"seed": 2**64}, {"deals": 2**64}],
    )
    def test_terms_out_of_range(self, terms: dict[str, int]) -> None:
        with pytest.raises(tc.UnknownOption) as caught:
            tc.game("anrufen").match(**terms)
        assert caught.value.kind == "out_of_range"

    @pytest.mark.parametrize("terms", [{"deals": 1.0}, {"deals": True}, {"dealer": "0"}, {"seed": "x"}])
    def test_terms_of_a_wrong_type(self, terms: dict[str, int]) -> None:
        with pytest.raises(TypeError):
            tc.game("anrufen").match(**terms)

    def test_a_state_changed_later_changes_no_result(self) -> None:
        match = tc.game("koenigrufen").match(seed=1)
        state = match.state
        play_out(match)
        match.advance()
        results = match.results
        state.undo()
        match.finished[0].undo()
        assert match.results == results

    def test_unhashable(self) -> None:
        with pytest.raises(TypeError):
            hash(tc.game("anrufen").match(seed=1))


class TestRecords:
    @every_variant
    def test_json_and_pickle_at_every_deal(self, variant: Variant) -> None:
        match = variant.game.match(seed=6, deals=3, dealer=2)
        self.round_trips(match)
        while not match.over:
            match.state.apply(match.state.legal_actions()[0])
            self.round_trips(match)
            play_out(match)
            self.round_trips(match)
            match.advance()
            self.round_trips(match)

    def round_trips(self, match: tc.Match) -> None:
        for other in (tc.Match.from_json(match.to_json()), pickle.loads(pickle.dumps(match)), copy.deepcopy(match)):
            assert other == match
            assert (other.scores, other.totals, other.results) == (match.scores, match.totals, match.results)
            assert (other.over, other.dealer, other.deal_number) == (match.over, match.dealer, match.deal_number)
