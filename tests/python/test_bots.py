"""Bots: one protocol, nothing but what a seat may know, the same choices again; better bots win."""

from __future__ import annotations

import copy
import json
import runpy
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

import trickcore as tc
from trickcore.bots import BOTS
from trickcore.bots.cheat import Cheat
from trickcore.bots.duel import duel, play_out
from trickcore.bots.pimc import PimcBot, _worth_a_thought
from trickcore.bots.sessions import read_session, replay, write_session
from trickcore.record import schema

from .walks import VARIANTS, Variant, choose

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)
every_bot = pytest.mark.parametrize("name", BOTS)


def made(name: str, **options: Any) -> tc.Bot:
    """Make a bot that thinks fast."""
    return tc.bot(name, **({"worlds": 2, "threads": 1} if name == "pimc" else {}), **options)


class Watched:
    """A bot that is given copies of what a bot is given, and nothing else."""

    def __init__(self, bot: tc.Bot) -> None:
        self.bot = bot
        self.asked = 0

    def act(self, observation: Mapping[str, Any], legal: Sequence[tc.Action]) -> tc.Action | str:
        """Answer from what survives a trip through JSON, and check that it was not changed."""
        self.asked += 1
        seen = json.loads(json.dumps(observation))
        before = copy.deepcopy(seen)
        chosen = self.bot.act(seen, list(legal))
        assert chosen in legal
        assert seen == before
        return chosen


class TestAllBots:
    @every_variant
    @pytest.mark.parametrize("name", ["random", "rules"])
    def test_play_whole_deals_legally_from_observations_alone(self, name: str, variant: Variant) -> None:
        watched = Watched(made(name))
        for seed in range(12):
            state = play_out(variant.deal(seed), [watched] * variant.game.players)
            assert state.payoffs is not None
            assert sum(state.payoffs) == 0
        assert watched.asked

    @every_variant
    def test_pimc_plays_whole_deals_legally_from_observations_alone(self, variant: Variant) -> None:
        watched = Watched(made("pimc"))
        for seed in range(2):
            assert play_out(variant.deal(seed), [watched] * variant.game.players).done

    @every_variant
    def test_pimc_decides_anything(self, variant: Variant) -> None:
        """Late in a deal, where it is quick, after random decisions of every kind."""
        import random

        pimc = Watched(made("pimc"))
        for seed in range(6):
            state, rng = variant.deal(seed), random.Random(seed)
            while not state.done:
                if state.phase == "play" and sum(map(len, state.hands)) < 20:
                    seat = state.actor
                    assert seat is not None
                    state.apply(pimc.act(state.observation(seat), state.legal_actions()))
                else:
                    state.apply(choose(state, rng))

    @every_bot
    def test_the_same_bot_chooses_the_same_again(self, name: str) -> None:
        state = tc.game("anrufen").new_deal(seed=4)
        seen, legal = state.observation(1), state.legal_actions()
        assert made(name, seed=5).act(seen, legal) == made(name, seed=5).act(seen, legal)

    def test_chance_depends_on_the_seed(self) -> None:
        state = tc.game("maine_charlemagne").new_deal(seed=4)
        seen, legal = state.observation(1), state.legal_actions()
        assert len({tc.bot("random", seed=seed).act(seen, legal) for seed in range(50)}) > 10

    @every_bot
    def test_a_single_choice_is_no_choice(self, name: str) -> None:
        state = tc.game("anrufen").new_deal(seed=4)
        only = state.legal_actions()[:1]
        assert [made(name).act(state.observation(1), only)] == only

    def test_an_illegal_choice_names_the_seat(self) -> None:
        class Wrong:
            def act(self, observation: Mapping[str, Any], legal: Sequence[tc.Action]) -> str:  # noqa: ARG002
                return "bid game" if observation["phase"] == "auction" else "play HA"

        with pytest.raises(tc.IllegalAction, match="seat "):
            play_out(tc.game("anrufen").new_deal(seed=1), [Wrong()] * 4)

    def test_the_example_plays(self) -> None:
        """`examples/own_bot.py` is a bot like any other."""
        found = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "own_bot.py"))
        players = [Watched(found["Playouts"](worlds=2, games=5)), *[tc.bot("rules")] * 3]
        assert play_out(tc.game("koenigrufen").new_deal(seed=2), players).done


class TestMakingBots:
    def test_an_unknown_bot_or_option(self) -> None:
        for name, options in (("deep", {}), ("rules", {"worlds": 3}), ("pimc", {"depth": 1})):
            with pytest.raises(tc.UnknownOption):
                tc.bot(name, **options)

    @pytest.mark.parametrize(
        "options", [{"worlds": 0}, {"seed": -1}, {"threads": 1000}, {"seconds": 0.0}, {"seconds": -1}]
    )
    def test_out_of_range(self, options: dict[str, Any]) -> None:
        with pytest.raises(tc.UnknownOption):
            tc.bot("pimc", **options)

    @pytest.mark.parametrize("options", [{"worlds": 2.0}, {"seed": "1"}, {"seconds": "1"}, {"seconds": True}])
    def test_of_the_wrong_type(self, options: dict[str, Any]) -> None:
        with pytest.raises(TypeError):
            tc.bot("pimc", **options)

    @every_bot
    def test_all_follow_the_protocol(self, name: str) -> None:
        assert isinstance(tc.bot(name), tc.Bot)


class TestPimc:
    def test_wins_the_last_tricks_that_can_be_won(self) -> None:
        """With all cards known the choice is that of the solver."""
        for seed in range(20):
            state = tc.game("maine_charlemagne").new_deal(seed=seed)
            play = [tc.bot("random", seed=seed)] * 4
            while not state.done and not (state.phase == "play" and sum(map(len, state.hands)) <= 8):
                seat = state.actor
                assert seat is not None
                state.apply(play[seat].act(state.observation(seat), state.legal_actions()))
            if state.done or len(state.legal_actions()) < 2:
                continue
            seat = state.actor
            assert seat is not None
            worlds = tc.sample_worlds(state.observation(seat), 1, 1)
            if worlds.total > 1:
                continue
            solved = tc.solve(state)
            chosen = PimcBot(worlds=1, threads=1).act(state.observation(seat), state.legal_actions())
            assert solved.moves[chosen] == solved.value  # type: ignore[index]

    @every_variant
    def test_leaves_out_only_cards_that_are_as_good_as_another(self, variant: Variant) -> None:
        """In any deal, the best of the cards it thinks of is as good as the best of all."""
        rules = tc.bot("rules")
        left_out = 0
        for seed in range(25):
            state = variant.deal(seed)
            while not state.done:
                seat, legal = state.actor, state.legal_actions()
                assert seat is not None
                favourite = tc.bot("random", seed=seed).act(state.observation(seat), legal)
                if (
                    state.phase == "play"
                    and sum(map(len, state.hands)) <= 20
                    and legal[-1].verb == "play" == legal[0].verb
                ):
                    thought = _worth_a_thought(state.observation(seat), legal, legal[0])
                    moves = tc.solve(state).moves
                    best = max if seat in state.position.plan.side else min
                    assert best(moves[a] for a in thought) == best(moves.values())  # type: ignore[index]
                    left_out += len(legal) - len(thought)
                use_rules = state.phase != "play"
                state.apply(rules.act(state.observation(seat), legal) if use_rules else favourite)
        assert left_out > 10

    @pytest.mark.parametrize("name", ["koenigrufen", "bridge"])
    def test_does_not_depend_on_the_number_of_threads(self, name: str) -> None:
        state = tc.game(name).new_deal(seed=3, dealer=0)
        seen, legal = state.observation(state.actor), state.legal_actions()  # type: ignore[arg-type]
        one, two = (PimcBot(worlds=12, threads=threads).judge(seen, legal) for threads in (1, 2))
        assert one == two

    def test_plays_by_hand_where_every_world_is_too_hard(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("trickcore.bots.pimc._HARD", 1)
        for name in ("bridge", "mediatore"):
            state = play_out(tc.game(name).new_deal(seed=3), [made("rules")] * 4)
            while len(state.actions) > 30:
                state.undo()
            while state.actions:
                seat, legal = state.actor, state.legal_actions()
                assert seat is not None
                assert made("pimc").act(state.observation(seat), legal) == made("rules").act(
                    state.observation(seat), legal
                )
                state.undo()

    def test_leaves_out_the_worlds_that_are_too_hard(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The others count as if there were no more of them, on any number of threads."""
        state = tc.game("bridge").new_deal(seed=4, dealer=0)
        seen, legal = state.observation(0), state.legal_actions()
        every = {judged.worlds for judged in PimcBot(worlds=6, threads=1).judge(seen, legal)}
        monkeypatch.setattr("trickcore.bots.pimc._HARD", 100_000)
        one, two = (PimcBot(worlds=6, threads=threads).judge(seen, legal) for threads in (1, 2))
        assert one == two
        assert every == {6}
        assert 0 < one[0].worlds < 6

    def test_counts_the_worlds_that_there_was_time_for(self) -> None:
        state = tc.game("bridge").new_deal(seed=3, dealer=0)
        seen, legal = state.observation(0), state.legal_actions()
        most = 0
        for seconds in (0.3, 0.6, 1.2, 2.4, 4.8, 9.6):
            judged = PimcBot(worlds=500, seconds=seconds, threads=1).judge(seen, legal)
            most = max(judgement.worlds for judgement in judged)
            if most:
                break
        assert 0 < most < 500

    def test_believes_what_bids_tell(self) -> None:
        """A partner that has opened one spade has spades in the worlds that it looks at."""
        state = tc.game("bridge").new_deal(seed=1, dealer=0)
        for text in ("1S", "pass"):
            state.apply(text)
        worlds, looked_at = PimcBot(worlds=10)._worlds(state.observation(2))
        assert len(looked_at) == 10
        assert all(len(worlds[index].hands[0].of_suit("S")) >= 5 for index in looked_at)
        assert any(len(world.hands[0].of_suit("S")) < 5 for world in worlds)

    @pytest.mark.parametrize("name", ["mediatore", "bridge"])
    def test_keeps_to_its_time(self, name: str) -> None:
        state = tc.game(name).new_deal(seed=3)
        state.apply(tc.bot("rules").act(state.observation(state.actor), state.legal_actions()))  # type: ignore[arg-type]
        seen, legal = state.observation(state.actor), state.legal_actions()  # type: ignore[arg-type]
        start = time.process_time()
        assert PimcBot(worlds=100_000, seconds=0.05, threads=1).act(seen, legal) in legal
        assert time.process_time() - start < 5


class TestDuels:
    @pytest.mark.parametrize("name", tc.games())
    def test_rules_beat_random(self, name: str) -> None:
        result = duel(tc.game(name), tc.bot("rules"), tc.bot("random"), seed=1, most=200)
        assert result.decided
        assert result.mean > 0

    def test_a_bot_against_itself_gains_nothing(self) -> None:
        result = duel(tc.game("anrufen", players=3), tc.bot("rules"), tc.bot("rules"), seed=1, most=30)
        assert (result.deals, result.mean, result.half) == (30, 0.0, 0.0)

    def test_the_cheat_is_at_least_as_good_as_any(self) -> None:
        cheat = Cheat(threads=1)
        total = 0
        for seed in range(12):
            state = tc.game("maine_charlemagne").new_deal(seed=seed)
            while (seat := state.actor) is not None:
                rules = tc.bot("rules").act(state.observation(seat), state.legal_actions())
                state.apply(cheat.choose(state) if seat % 2 else rules)
            assert state.payoffs is not None
            total += state.payoffs[1]
        assert total > 0


class TestSessions:
    def session(self) -> str:
        """Give the record of a match of bots."""
        players = [tc.bot("rules"), tc.bot("random", seed=3), made("pimc", seed=2), tc.bot("random", seed=4)]
        match = tc.game("maine_charlemagne").match(seed=5, deals=2)
        while not match.over:
            play_out(match.state, players)
            match.advance()
        return write_session(match, players)

    def test_replay_exactly(self) -> None:
        text = self.session()
        session = read_session(text)
        assert replay(session) == session.match
        assert write_session(*session) == text

    def test_are_what_the_schema_says(self) -> None:
        record = json.loads(self.session())
        jsonschema.validate(record, schema())
        for field in record:
            with pytest.raises(jsonschema.ValidationError):
                jsonschema.validate({key: record[key] for key in record if key != field}, schema())

    def test_a_bot_that_would_choose_otherwise_is_found_out(self) -> None:
        record = json.loads(self.session())
        record["players"][1]["options"]["seed"] = 99
        with pytest.raises(tc.IllegalAction) as caught:
            replay(read_session(json.dumps(record)))
        assert caught.value.kind == "other_choice"

    @pytest.mark.parametrize(
        ("key", "value"),
        [
            ("players", []),
            ("players", [1, 2, 3, 4]),
            ("players", [{"player": "x", "options": {}}] * 4),
            ("match", {}),
            ("version", 9),
        ],
    )
    def test_what_is_no_record_is_an_error_with_its_place(self, key: str, value: Any) -> None:
        record = json.loads(self.session()) | {key: value}
        with pytest.raises(tc.TrickcoreError) as caught:
            read_session(json.dumps(record))
        assert str(caught.value.part).startswith(key)

    @pytest.mark.parametrize("text", ["", "[]", "{}", "[" * 10_000, "7"])
    def test_what_is_no_json_object(self, text: str) -> None:
        with pytest.raises(tc.ParseError):
            read_session(text)
