"""Records: deals and matches as JSON, and JSON from anywhere."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

import trickcore as tc
from trickcore.record import read_match, read_record, schema

from .walks import VARIANTS, Variant, finished, walk

if TYPE_CHECKING:
    from collections.abc import Callable

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


def sample() -> dict[str, Any]:
    """Give the record of a short deal, as an object."""
    state = tc.game("koenigrufen").new_deal(seed=1)
    state.apply("trump H")
    state.apply("call SA")
    found: dict[str, Any] = json.loads(state.to_json())
    return found


def played_match(deals: int = 2) -> tc.Match:
    """Give a match with its first deal finished and its second begun."""
    match = tc.game("koenigrufen").match(seed=5, deals=deals)
    for _ in walk(match.state, random.Random(1)):
        pass
    match.advance()
    match.state.apply("trump C")
    return match


class TestLayout:
    @every_variant
    def test_a_record_is_what_the_schema_says(self, variant: Variant) -> None:
        jsonschema.Draft202012Validator.check_schema(schema())
        state = variant.deal(3)
        jsonschema.validate(json.loads(state.to_json()), schema())
        jsonschema.validate(json.loads(finished(variant, 3).to_json()), schema())

    def test_the_fields_of_a_deal(self) -> None:
        record = sample()
        assert record == {
            "format": "trickcore.deal",
            "version": 1,
            "game": "koenigrufen",
            "game_version": 1,
            "options": {"called_card": "first_four", "trump_from": "named"},
            "deal": str(tc.game("koenigrufen").new_deal(seed=1).deal),
            "dealer": 0,
            "actions": ["trump H", "call SA"],
        }

    def test_a_match_is_what_the_schema_says(self) -> None:
        match = played_match()
        jsonschema.validate(json.loads(match.to_json()), schema())

    @pytest.mark.parametrize("field", ["format", "version", "game", "game_version", "options", "deal", "actions"])
    def test_the_schema_misses_no_field(self, field: str) -> None:
        record = sample()
        del record[field]
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(record, schema())

    def test_options_left_out_have_their_defaults(self) -> None:
        record = sample()
        record["options"] = {}
        assert read_record(json.dumps(record)).game is tc.game("koenigrufen")

    def test_a_record_finds_its_game(self) -> None:
        state = tc.game("anrufen", players=3).new_deal(seed=2, dealer=2)
        assert read_record(state.to_json()) == state
        assert read_record(state.to_json()).game is tc.game("anrufen", players=3)


class TestBadRecords:
    def fails(self, text: str, kind: str, part: object = None) -> None:
        with pytest.raises(tc.TrickcoreError) as caught:
            read_record(text)
        assert (caught.value.kind, caught.value.part) == (kind, part)
        assert str(caught.value)
        assert len(str(caught.value)) < 1000

    @pytest.mark.parametrize(
        ("change", "kind", "part"),
        [
            (lambda r: r.update(format="trickcore.match"), "wrong_format", "format"),
            (lambda r: r.update(version=2), "unknown_version", "version"),
            (lambda r: r.update(version=10**30), "unknown_version", "version"),
            (lambda r: r.update(version=True), "wrong_type", "version"),
            (lambda r: r.update(version=1.0), "wrong_type", "version"),
            (lambda r: r.update(game_version=2), "unknown_version", "game_version"),
            (lambda r: r.update(game="poker"), "unknown_game", "game"),
            (lambda r: r.update(game=None), "wrong_type", "game"),
            (lambda r: r.update(options=[]), "wrong_type", "options"),
            (lambda r: r.update(options={"jokers": 2}), "unknown_option", "options"),
            (lambda r: r.update(options={"trump_from": "hat"}), "out_of_range", "options"),
            (lambda r: r.update(options={"trump_from": 3}), "wrong_type", "options"),
            (lambda r: r.update(options={"trump_from": {}}), "wrong_type", "options"),
            (lambda r: r.update(dealer=4), "out_of_range", "dealer"),
            (lambda r: r.update(dealer=-1), "out_of_range", "dealer"),
            (lambda r: r.update(dealer=10**30), "out_of_range", "dealer"),
            (lambda r: r.update(dealer="0"), "wrong_type", "dealer"),
            (lambda r: r.update(actions="trump H"), "wrong_type", "actions"),
            (lambda r: r.update(actions=["trump H", None]), "wrong_type", "actions[1]"),
            (lambda r: r.update(actions=["trump H", ["call SA"]]), "wrong_type", "actions[1]"),
            (lambda r: r.update(actions=["trump H", "bid 7"]), "unknown_action", "actions[1]"),
            (lambda r: r.update(actions=["call SA"]), "not_legal", "actions[0]"),
            (lambda r: r.update(deals=1), "unknown_key", "deals"),
            (lambda r: r.pop("deal"), "missing_key", "deal"),
            (lambda r: r.update(deal=7), "wrong_type", "deal"),
        ],
    )
    def test_each_fault_is_named_with_its_place(
        self, change: Callable[[dict[str, Any]], object], kind: str, part: str
    ) -> None:
        record = sample()
        change(record)
        self.fails(json.dumps(record), kind, part)

    @pytest.mark.parametrize("deal", ["", "x", "AT.K.9.-/Q.J9.8.-", "♠" * 5000])
    def test_a_bad_deal(self, deal: str) -> None:
        record = sample()
        record["deal"] = deal
        with pytest.raises((tc.ParseError, tc.IllegalDeal)) as caught:
            read_record(json.dumps(record))
        assert caught.value.part == "deal"

    @pytest.mark.parametrize(
        ("text", "kind", "part"),
        [
            ("", "not_json", None),
            ("{", "not_json", None),
            ("nul", "not_json", None),
            ("[1, 2]", "wrong_type", "record"),
            ("null", "wrong_type", "record"),
            ('{"dealer": NaN}', "not_json", "NaN"),
            ('{"dealer": -Infinity}', "not_json", "-Infinity"),
            ('{"dealer": ' + "9" * 10_000 + "}", "not_json", None),
            ('{"dealer": 1e999}', "unknown_key", "x"),
            ("[" * 90_000, "too_deep", None),
            ('{"a":' * 15_000, "too_deep", None),
            ('{"a": 1, "a": 2}', "duplicate_key", "a"),
            (" " * 200_000, "too_long", None),
            ('{"' + "x" * 50_000 + '": 1}', "unknown_key", "x" * 60 + "…"),
            ("\ud800", "not_json", None),
            ("{}\x00", "not_json", None),
        ],
        ids=lambda value: repr(value)[:20],
    )
    def test_hostile_json(self, text: str, kind: str, part: str | None) -> None:
        if "1e999" in text:
            text, kind, part = json.dumps(sample()).replace('"dealer": 0', '"dealer": 1e999'), "wrong_type", "dealer"
        self.fails(text, kind, part)

    @pytest.mark.parametrize("value", [None, b"{}", 3, {"format": "trickcore.deal"}])
    def test_a_record_is_text(self, value: Any) -> None:
        with pytest.raises(TypeError):
            read_record(value)

    def test_cut_anywhere(self) -> None:
        text = json.dumps(sample())
        for end in range(len(text)):
            self.fails(text[:end], "not_json")

    @given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists) | st.text())
    def test_any_value_in_any_field(self, value: Any) -> None:
        for key in sample().keys() - {"options"}:
            record = sample()
            record[key] = value
            if value == [] or (key == "dealer" and type(value) is int and 0 <= value < 4):
                continue  # no actions yet, or another dealer: a good record
            with pytest.raises((tc.ParseError, tc.IllegalDeal, tc.UnknownOption, tc.IllegalAction)):
                read_record(json.dumps(record))

    def test_of_another_game_than_the_one_asked(self) -> None:
        text = json.dumps(sample())
        for game in (tc.game("anrufen"), tc.game("koenigrufen", trump_from="called_card")):
            with pytest.raises(tc.ParseError) as caught:
                game.from_json(text)
            assert caught.value.kind == "other_game"


class TestBadMatches:
    @pytest.mark.parametrize(
        ("change", "kind", "part"),
        [
            (lambda r: r.update(seed=-1), "out_of_range", "seed, deals, dealer"),
            (lambda r: r.update(seed=2**64), "out_of_range", "seed, deals, dealer"),
            (lambda r: r.update(seed=None), "wrong_type", "seed"),
            (lambda r: r.update(deals=0), "out_of_range", "seed, deals, dealer"),
            (lambda r: r.update(deals=1), "wrong_deal", "current"),
            (lambda r: r.update(dealer=7), "out_of_range", "seed, deals, dealer"),
            (lambda r: r.update(dealer=1), "wrong_deal", "played[0]"),
            (lambda r: r.update(seed=6), "wrong_deal", "played[0]"),
            (lambda r: r.update(current=None), "missing_deal", "current"),
            (lambda r: r.update(current=[]), "wrong_type", "current"),
            (lambda r: r.update(played=[1]), "wrong_type", "played[0]"),
            (lambda r: r["played"][0].update(more=1), "unknown_key", "played[0].more"),
            (lambda r: r["played"][0]["actions"].pop(), "deal_in_progress", "played[0]"),
            (lambda r: r["current"]["actions"].append("trump D"), "not_legal", "current.actions[1]"),
            (lambda r: r["current"].pop("deal"), "missing_key", "current.deal"),
        ],
    )
    def test_each_fault_is_named_with_its_place(
        self, change: Callable[[dict[str, Any]], object], kind: str, part: str
    ) -> None:
        record = json.loads(played_match().to_json())
        change(record)
        with pytest.raises(tc.TrickcoreError) as caught:
            read_match(json.dumps(record))
        assert (caught.value.kind, caught.value.part) == (kind, part)
