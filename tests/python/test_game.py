"""Games by name and option, their actions by text, and the errors that say what is known."""

from __future__ import annotations

import copy
import pickle
from hashlib import sha256
from typing import Any

import pytest

import trickcore as tc
from trickcore.errors import DeadlineExceeded

from .walks import VARIANTS, Variant

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


class TestRegistry:
    def test_one_object_for_the_same_options(self) -> None:
        assert tc.game("anrufen") is tc.game("anrufen", players=4)
        assert tc.game("anrufen") is not tc.game("anrufen", players=3)
        assert tc.game("anrufen") != tc.game("anrufen", players=3)

    @every_variant
    def test_a_game_pickles_and_copies_as_itself(self, variant: Variant) -> None:
        game = variant.game
        assert pickle.loads(pickle.dumps(game)) is game
        assert copy.copy(game) is game
        assert copy.deepcopy(game) is game
        assert eval(repr(game), {"game": tc.game}) is game

    @every_variant
    def test_a_game_describes_itself(self, variant: Variant) -> None:
        game = variant.game
        assert game.name == variant.name
        assert game.title
        assert game.summary.endswith(".")
        assert list(game.options) == [option.name for option in game.option_specs]
        for option in game.option_specs:
            assert option.default in option.values
            assert len(option.values) > 1
            assert option.help.endswith(".")
        assert len(game.actions) == game.num_actions
        assert [int(action) for action in game.actions] == list(range(game.num_actions))

    @pytest.mark.parametrize(
        ("name", "options", "kind", "known"),
        [
            ("poker", {}, "unknown_game", "mediatore"),
            ("", {}, "unknown_game", "anrufen"),
            ("anrufen", {"joker": 1}, "unknown_option", "no_trick_trump"),
            ("mediatore", {"players": 4}, "unknown_option", "none"),
            ("anrufen", {"name": "x"}, "unknown_option", "players"),
            ("anrufen", {"players": 5}, "out_of_range", "4 or 3"),
            ("anrufen", {"players": 10**40}, "out_of_range", "4 or 3"),
            ("koenigrufen", {"called_card": "last"}, "out_of_range", "whole_hand"),
        ],
    )
    def test_what_is_unknown_is_answered_with_what_is_known(
        self, name: str, options: dict[str, Any], kind: str, known: str
    ) -> None:
        with pytest.raises(tc.UnknownOption) as caught:
            tc.game(name, **options)
        assert caught.value.kind == kind
        assert known in str(caught.value)

    @pytest.mark.parametrize("options", [{"players": "4"}, {"players": True}, {"no_trick_trump": 1}, {"players": None}])
    def test_options_of_a_wrong_type(self, options: dict[str, Any]) -> None:
        with pytest.raises(TypeError):
            tc.game("anrufen", **options)

    @pytest.mark.parametrize("name", [None, 3, b"anrufen"])
    def test_names_of_a_wrong_type(self, name: Any) -> None:
        with pytest.raises(TypeError):
            tc.game(name)

    @pytest.mark.parametrize(
        ("name", "count", "digest"),
        [
            ("anrufen", 95, "e779783b1eae2f9c"),
            ("koenigrufen", 74, "abcf4a4bd4df55eb"),
            ("maine_charlemagne", 142, "97b71ef8ff5d1d22"),
            ("mediatore", 286, "197ab9159a6890c2"),
        ],
    )
    def test_action_indices_are_frozen(self, name: str, count: int, digest: str) -> None:
        """Whoever changes an action space raises the game's version, and keeps old records readable."""
        game = tc.game(name)
        texts = "\n".join(map(str, game.actions))
        assert (game.version, game.num_actions, sha256(texts.encode()).hexdigest()[:16]) == (1, count, digest)


class TestDeals:
    @every_variant
    @pytest.mark.parametrize("dealer", [-1, 4, 10**30])
    def test_no_such_dealer(self, variant: Variant, dealer: int) -> None:
        game = variant.game
        for make in (
            lambda: game.new_deal(seed=1, dealer=dealer),
            lambda: game.start(str(game.layout.deal(1)), dealer),
        ):
            with pytest.raises(tc.UnknownOption) as caught:
                make()
            assert caught.value.kind == "out_of_range"

    @pytest.mark.parametrize("dealer", [None, "0", 1.0, True])
    def test_a_dealer_is_a_whole_number(self, dealer: Any) -> None:
        with pytest.raises(TypeError):
            tc.game("mediatore").new_deal(seed=1, dealer=dealer)

    def test_a_deal_of_another_game(self) -> None:
        deal = tc.game("koenigrufen").layout.deal(1)
        for name in ("maine_charlemagne", "anrufen", "mediatore"):
            with pytest.raises(tc.IllegalDeal):
                tc.game(name).start(deal)
        assert tc.game("koenigrufen", called_card="whole_hand").start(deal).deal == deal

    @pytest.mark.parametrize("deal", [None, 3, ["AT.K.9.J"], b"AT"])
    def test_a_deal_is_text_or_a_deal(self, deal: Any) -> None:
        with pytest.raises(TypeError):
            tc.game("anrufen").start(deal)

    def test_without_a_seed_deals_differ(self) -> None:
        game = tc.game("mediatore")
        assert game.new_deal().deal != game.new_deal().deal


class TestActionTexts:
    @pytest.mark.parametrize(
        ("name", "text", "canonical"),
        [
            ("anrufen", " BID  Hundred ", "bid hundred"),
            ("anrufen", "call 10h", "call HT"),
            ("anrufen", "call h10", "call HT"),
            ("anrufen", "play k♥ marriage", "play HK marriage"),
            ("anrufen", "trump ♠", "trump S"),
            ("anrufen", "trump\ts", "trump S"),
            ("koenigrufen", "declare ♦", "declare D"),
            ("koenigrufen", "play ♣7", "play C7"),
            ("maine_charlemagne", "bid 5 h", "bid 5 H"),
            ("maine_charlemagne", "Bid Le-Petit", "bid le-petit"),
            ("maine_charlemagne", "alone ♥ ACE", "alone H ace"),
            ("mediatore", "play aC busso", "play C1 busso"),
            ("mediatore", "play cb", "play BC"),
            ("mediatore", "give CC", "give CC"),
            ("mediatore", "play rc", "play CR"),
        ],
    )
    def test_spellings(self, name: str, text: str, canonical: str) -> None:
        assert str(tc.game(name).parse_action(text)) == canonical

    @pytest.mark.parametrize(
        ("text", "hint"),
        [
            ("bid slam", "bid all-tricks-hundred"),
            ("fold", "one begins with pass"),
            ("", "one begins with pass"),
            ("play SA now", "play SA"),
            ("play S8", "play SA"),
            ("x" * 100_000, "one begins with pass"),
            ("play " * 1000, "play SA"),
        ],
        ids=lambda value: value[:10],
    )
    def test_a_text_that_is_no_action(self, text: str, hint: str) -> None:
        state = tc.game("anrufen").new_deal(seed=1)
        for read in (state.game.parse_action, state.apply):
            with pytest.raises(tc.ParseError) as caught:
                read(text)
            assert caught.value.kind == "unknown_action"
            assert hint in str(caught.value)
            assert len(str(caught.value)) < 500
        assert state.actions == []

    @pytest.mark.parametrize("text", [None, 3, b"pass", ["pass"]])
    def test_an_action_of_a_wrong_type(self, text: Any) -> None:
        game = tc.game("anrufen")
        for read in (game.parse_action, game.new_deal(seed=1).apply):
            with pytest.raises(TypeError):
                read(text)


class TestReasons:
    def refused(self, state: tc.State, text: str, reason: str) -> None:
        with pytest.raises(tc.IllegalAction) as caught:
            state.apply(text)
        assert reason in str(caught.value)
        assert f"seat {state.actor} may " in str(caught.value)

    def test_anrufen(self) -> None:
        state = tc.game("anrufen").new_deal(seed=1)
        self.refused(state, "match", "there is no bid to match")
        self.refused(state, "play SA", "there is no play now")
        state.apply("bid hundred")
        self.refused(state, "bid game", "does not outbid")
        for text in ("match", "trump D", "trump H"):
            state.apply(text)
        self.refused(state, "match", "no suit is higher")
        for text in ("pass", "pass", "pass"):
            state.apply(text)
        own = next(iter(state.hands[2].of_suit("H")))
        self.refused(state, f"call {own}", "in the bidder's own hand")
        self.refused(state, "call S9", "the called card is a trump, H")

    def test_maine_charlemagne(self) -> None:
        state = tc.game("maine_charlemagne").new_deal(seed=1)
        for text in ("pass", "pass", "bid 4 S"):
            state.apply(text)
        self.refused(state, "pass", "must bid at least 5")
        self.refused(state, "bid 4 H", "must bid at least 5")
        for text in ("bid charlemagne", "alone D suit"):
            state.apply(text)
        own = next(card for card in state.hands[2] if card.suit == "C")
        self.refused(state, f"give {own}", "asked for must be given")
        away = next(iter(state.hands[1]))
        self.refused(state, f"give {away}", f"seat 2 does not hold {away}")

    def test_mediatore(self) -> None:
        state = tc.game("mediatore").new_deal(seed=1)
        for text in ("bid mediatore", "pass", "pass", "pass"):
            state.apply(text)
        own = next(iter(state.hands[1]))
        self.refused(state, f"call {own}", "in the bidder's own hand")


class TestErrors:
    @pytest.mark.parametrize(
        "error",
        [
            tc.ParseError("a", "b", "c"),
            tc.IllegalDeal("a", "b"),
            tc.IllegalAction("a", "b", None),
            tc.UnknownOption("a", "b", 3),
            tc.UnsolvableGame("a", "b", "c"),
            DeadlineExceeded("a", "b", "c", [1, 2]),
        ],
    )
    def test_errors_pickle_and_are_value_errors(self, error: tc.TrickcoreError) -> None:
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert (str(again), again.kind, again.part) == (str(error), error.kind, error.part) == ("a", "b", error.part)
        assert isinstance(error, ValueError)
        assert isinstance(error, TimeoutError) is isinstance(error, DeadlineExceeded)
        assert getattr(again, "finished", None) == getattr(error, "finished", None)
        assert (str(error.at("x[1]")), error.at("x[1]").part) == ("x[1]: a", "x[1]")
