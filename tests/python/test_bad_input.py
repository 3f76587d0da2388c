"""Bad input at every public entry point: the right class and kind, the part at fault, and nothing changed by it."""

from __future__ import annotations

import json
import math
import random
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

import trickcore as tc
from trickcore.errors import IllegalAction, IllegalDeal, ParseError, TrickcoreError, UnknownOption, UnsolvableGame

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ANRUFEN = "AT.AKQ.9.- K.JT.A.AT QJ.9.KQ.K 9.-.JT.QJ9"
ANRUFEN_3 = "AK.AKQT.9.- QT.J.AT.AT J9.9.KQ.KQ + -.-.J.J9"
KOENIGRUFEN = "A.AKQ.-.-/9.T.7.7 KT.J.A.-/-.-.T8.T8 Q.9.K.K/-.-.Q.AQ9 J87.8.-.-/-.7.J9.J"

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("anrufen", {}),
    ("anrufen", {"players": 3}),
    ("anrufen", {"no_trick_trump": False}),
    ("koenigrufen", {}),
    ("koenigrufen", {"called_card": "whole_hand", "trump_from": "called_card"}),
    ("maine_charlemagne", {}),
    ("mediatore", {}),
]
HUGE = pytest.param(10**5000, id="10**5000")  # beyond what Python turns into text
HUGE_BELOW = pytest.param(-(10**5000), id="-10**5000")
OUT_OF_RANGE = [-1, 4, 5, 64, 2**31, 2**32, 2**63, 2**64, -(2**63), -(2**64), 10**30, HUGE, HUGE_BELOW]
NOT_INTEGERS = [True, False, 0.0, 1.0, math.nan, math.inf, "0", "", b"0", [0], (0,), {}, object(), 1j]
NO_CARDS = [5, None, True, 1.5, b"SA", [["SA"]], [5], [None], object()]
GIBBERISH = [
    "",
    " ",
    "bid",
    "play",
    "play XX",
    "play SA SA",
    "play SA marriage please",
    "call",
    "PASSS",
    "bid game; drop",
    "trump X",
    "raise no-trick",
    "\x00",
    "pass\x00",
    "💥",
    "\ud800",
    "x" * 100_000,
    "play " * 1000,
]


def fails(call: Callable[[], object], error: type[TrickcoreError] | tuple[type[TrickcoreError], ...]) -> TrickcoreError:
    """The error of a call, which is of the class, is a ``ValueError`` and has a kind and a part."""
    with pytest.raises(error) as caught:
        call()
    assert isinstance(caught.value, TrickcoreError)
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value.kind, str)
    assert caught.value.kind.replace("_", "").isalnum()
    assert hasattr(caught.value, "part")
    assert str(caught.value)
    assert len(str(caught.value)) < 5000, "a huge input is not repeated in the message"
    return caught.value


def snapshot(state: tc.State) -> tuple[object, ...]:
    return (
        state.key(),
        state.to_json(),
        tuple(state.actions),
        tuple(state.legal_actions()),
        (state.actor, state.phase, state.done, state.void, state.payoffs),
        (tuple(state.tricks), tuple(state.points), tuple(state.hands)),
    )


def deals_of(name: str, options: dict[str, Any], seed: int) -> Iterator[tc.State]:
    """One random deal, given at every moment of it."""
    chance = random.Random(seed)
    state = tc.game(name, **options).new_deal(seed=seed, dealer=seed % tc.game(name, **options).players)
    yield state
    while not state.done:
        state.apply(chance.choice(state.legal_actions()))
        yield state


def in_play() -> tc.State:
    state = tc.game("anrufen").start(ANRUFEN, dealer=3)
    for text in ("bid game", "pass", "pass", "pass", "trump H", "call HT"):
        state.apply(text)
    return state


# ---------------------------------------------------------------------------------------------------------- games


@pytest.mark.parametrize("name", ["", "nope", "Anrufen ", "anrufen\x00", "../anrufen", "__init__", "os", "x" * 100_000])
def test_an_unknown_game_is_an_unknown_option_that_lists_the_known(name: str) -> None:
    error = fails(lambda: tc.game(name), UnknownOption)
    for known in tc.games():
        assert known in str(error)
    assert error.part == name


@pytest.mark.parametrize("name", [None, 5, True, b"anrufen", ["anrufen"]])
def test_a_game_name_of_the_wrong_type_is_a_type_error(name: Any) -> None:
    with pytest.raises(TypeError):
        tc.game(name)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_an_unknown_option_is_an_error_that_lists_the_known(name: str, options: dict[str, Any]) -> None:
    error = fails(lambda: tc.game(name, **options, no_such_option=1), UnknownOption)
    assert error.part == "no_such_option"
    for known in options:
        assert known in str(error)
    fails(lambda: tc.game("mediatore", players=4), UnknownOption)
    fails(lambda: tc.game("anrufen", called_card="whole_hand"), UnknownOption)


@pytest.mark.parametrize("players", [0, 1, 2, 5, -1, -4, 2**31, 2**64, 10**30, HUGE])
def test_a_number_of_players_out_of_range_is_an_unknown_option(players: int) -> None:
    error = fails(lambda: tc.game("anrufen", players=players), UnknownOption)
    assert error.kind == "out_of_range"
    assert "3" in str(error)
    assert "4" in str(error)


@pytest.mark.parametrize("players", [None, True, 4.0, "4", b"4", [4], math.nan])
def test_a_number_of_players_of_the_wrong_type_is_a_type_error(players: Any) -> None:
    with pytest.raises(TypeError):
        tc.game("anrufen", players=players)


@pytest.mark.parametrize("value", [None, 0, 1, "False", 0.0])
def test_an_option_that_is_a_bool_takes_no_other_type(value: Any) -> None:
    with pytest.raises(TypeError):
        tc.game("anrufen", no_trick_trump=value)


@pytest.mark.parametrize("option", ["called_card", "trump_from"])
def test_an_option_that_is_a_word_takes_only_its_words(option: str) -> None:
    for value in ("", "nope", "Whole_hand", "x" * 10_000):
        fails(partial(tc.game, "koenigrufen", **{option: value}), UnknownOption)
    values: list[Any] = [None, True, 4, b"named", ["named"]]
    for value in values:
        with pytest.raises(TypeError):
            tc.game("koenigrufen", **{option: value})


# --------------------------------------------------------------------------------------------- seats, dealers, seeds


@pytest.mark.parametrize(("name", "options"), GAMES)
@pytest.mark.parametrize("bad", OUT_OF_RANGE)
def test_a_dealer_or_seat_out_of_range(name: str, options: dict[str, Any], bad: int) -> None:
    game = tc.game(name, **options)
    state = game.new_deal(seed=1, dealer=0)
    before = snapshot(state)
    for call in (
        lambda: game.new_deal(seed=1, dealer=bad),
        lambda: game.start(str(state.deal), dealer=bad),
        lambda: game.match(seed=1, dealer=bad),
        lambda: state.observation(bad),
    ):
        error = fails(call, UnknownOption)
        assert error.kind == "out_of_range"
        assert error.part is not None
    assert snapshot(state) == before


def test_three_players_have_no_seat_3() -> None:
    game = tc.game("anrufen", players=3)
    state = game.new_deal(seed=1, dealer=2)
    fails(lambda: game.new_deal(seed=1, dealer=3), UnknownOption)
    fails(lambda: game.start(ANRUFEN_3, dealer=3), UnknownOption)
    fails(lambda: state.observation(3), UnknownOption)


@pytest.mark.parametrize("bad", NOT_INTEGERS)
def test_a_dealer_or_seat_of_the_wrong_type_is_a_type_error(bad: Any) -> None:
    game = tc.game("anrufen")
    state = game.start(ANRUFEN, dealer=0)
    before = snapshot(state)
    for call in (
        lambda: game.new_deal(seed=1, dealer=bad),
        lambda: game.start(ANRUFEN, dealer=bad),
        lambda: game.match(seed=1, dealer=bad),
        lambda: state.observation(bad),
    ):
        with pytest.raises(TypeError):
            call()
    assert snapshot(state) == before


def test_none_is_no_dealer_and_no_seat() -> None:
    game: Any = tc.game("anrufen")
    state: Any = game.start(ANRUFEN, dealer=0)
    with pytest.raises(TypeError):
        game.new_deal(seed=1, dealer=None)
    with pytest.raises(TypeError):
        game.start(ANRUFEN, dealer=None)
    with pytest.raises(TypeError):
        state.observation(None)


@pytest.mark.parametrize("seed", [-1, 2**64, 2**64 + 1, -(2**63), 10**30, -(10**30), HUGE, HUGE_BELOW])
def test_a_seed_out_of_range(seed: int) -> None:
    game = tc.game("anrufen")
    for call in (lambda: game.new_deal(seed=seed, dealer=0), lambda: game.match(seed=seed, dealer=0)):
        error = fails(call, UnknownOption)
        assert error.kind == "out_of_range"


def test_the_smallest_and_largest_seed_are_seeds_and_none_is_a_seed_of_the_system() -> None:
    game = tc.game("anrufen")
    for seed in (0, 2**63, 2**64 - 1):
        assert game.new_deal(seed=seed, dealer=0) == game.new_deal(seed=seed, dealer=0)
    assert len({str(game.new_deal(seed=None, dealer=0).deal) for _ in range(8)}) == 8


@pytest.mark.parametrize("seed", [True, 1.0, math.nan, "1", b"1", [1], object()])
def test_a_seed_of_the_wrong_type_is_a_type_error(seed: Any) -> None:
    game = tc.game("anrufen")
    with pytest.raises(TypeError):
        game.new_deal(seed=seed, dealer=0)
    with pytest.raises(TypeError):
        game.match(seed=seed, dealer=0)


@pytest.mark.parametrize("deals", [0, -1, -(2**64), 2**64, 10**30, HUGE])
def test_a_number_of_deals_out_of_range(deals: int) -> None:
    assert fails(lambda: tc.game("anrufen").match(seed=1, deals=deals), UnknownOption).kind == "out_of_range"


@pytest.mark.parametrize("deals", [True, 1.0, "1", [1], math.nan])
def test_a_number_of_deals_of_the_wrong_type_is_a_type_error(deals: Any) -> None:
    with pytest.raises(TypeError):
        tc.game("anrufen").match(seed=1, deals=deals)


# ---------------------------------------------------------------------------------------------------------- deals


@pytest.mark.parametrize("deal", [None, 5, True, b"", 1.5, [ANRUFEN], ANRUFEN.split(), object()])
def test_a_deal_of_the_wrong_type_is_a_type_error(deal: Any) -> None:
    with pytest.raises(TypeError):
        tc.game("anrufen").start(deal, dealer=0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "AT.AKQ.9.-",
        "💥",
        "\x00",
        "\ud800",
        ANRUFEN + "\x00",
        "." * 100_000,
        " " * 100_000,
        "/" * 100_000,
        "A" * 1_000_000,
        ("AT.AKQ.9.- " * 100_000),
        "10" * 100_000,
        " + " * 1000,
    ],
)
def test_hostile_deal_texts_are_refused(text: str) -> None:
    for name, options in GAMES:
        fails(partial(tc.game(name, **options).start, text, dealer=0), (ParseError, IllegalDeal))


def test_every_card_twice_or_replaced_by_a_foreign_one_is_refused_and_named() -> None:
    for position, letter in enumerate(ANRUFEN):
        if letter not in "AKQJT9":
            continue
        for other in "AKQJT9":
            if other != letter:
                text = ANRUFEN[:position] + other + ANRUFEN[position + 1 :]
                error = fails(partial(tc.game("anrufen").start, text, dealer=0), (ParseError, IllegalDeal))
                assert error.kind == "duplicate_card"
                assert other in str(error.part)
        for other in "8172X":
            text = ANRUFEN[:position] + other + ANRUFEN[position + 1 :]
            error = fails(partial(tc.game("anrufen").start, text, dealer=0), (ParseError, IllegalDeal))
            assert error.part is not None


def test_a_card_too_few_or_too_many_is_an_illegal_deal() -> None:
    for position, letter in enumerate(ANRUFEN):
        if letter in "AKQJT9":
            text = ANRUFEN[:position] + ANRUFEN[position + 1 :]
            error = fails(partial(tc.game("anrufen").start, text, dealer=0), IllegalDeal)
            assert error.part is not None


def test_a_deal_of_another_game_is_an_illegal_deal() -> None:
    four = tc.game("anrufen").start(ANRUFEN, dealer=0).deal
    three = tc.game("anrufen", players=3).start(ANRUFEN_3, dealer=0).deal
    koenigrufen = tc.game("koenigrufen").start(KOENIGRUFEN, dealer=0).deal
    for name, options, deal in (
        ("anrufen", {"players": 3}, four),
        ("anrufen", {}, three),
        ("maine_charlemagne", {}, koenigrufen),
        ("koenigrufen", {}, four),
        ("mediatore", {}, koenigrufen),
    ):
        fails(partial(tc.game(name, **options).start, deal, dealer=0), IllegalDeal)


# ---------------------------------------------------------------------------------------------------------- cards


@pytest.mark.parametrize("text", [None, 5, True, 1.5, b"SA", ["SA"]])
def test_a_card_of_the_wrong_type_is_a_type_error(text: Any) -> None:
    with pytest.raises(TypeError):
        tc.Card(text)


@pytest.mark.parametrize("text", ["", "S", "SAA", "XX", "\x00\x00", "💥", "\ud800", "S" * 1_000_000, "1" * 100_000])
def test_a_text_that_is_no_card_is_a_parse_error(text: str) -> None:
    error = fails(lambda: tc.Card(text), ParseError)
    assert error.part is not None


@pytest.mark.parametrize("pack", ["", "french", "bridge", "french53", "\x00", "x" * 100_000])
def test_an_unknown_pack(pack: str) -> None:
    fails(lambda: tc.Card("SA", pack), (UnknownOption, ParseError))
    fails(lambda: tc.CardSet("A.-.-.-", pack), (UnknownOption, ParseError))


@pytest.mark.parametrize("pack", [None, 52, True, b"french52", ["french52"]])
def test_a_pack_of_the_wrong_type_is_a_type_error(pack: Any) -> None:
    with pytest.raises(TypeError):
        tc.Card("SA", pack)
    with pytest.raises(TypeError):
        tc.CardSet((), pack)


@pytest.mark.parametrize("cards", NO_CARDS)
def test_a_set_of_what_are_no_cards_is_a_type_error(cards: Any) -> None:
    with pytest.raises(TypeError):
        tc.CardSet(cards)


@pytest.mark.parametrize("cards", [["SA", "XX"], ["SA", ""], ["💥"], ["A.-.-.-"]])
def test_a_set_with_a_text_that_is_no_card_is_a_parse_error(cards: list[str]) -> None:
    fails(lambda: tc.CardSet(cards), ParseError)


def test_cards_of_different_packs_do_not_mix() -> None:
    french: Any = tc.CardSet("A.-.-.-", "french24")
    italian: Any = tc.CardSet("3.-.-.-", "italian40")
    for call in (
        lambda: french | italian,
        lambda: french & italian,
        lambda: french - italian,
        lambda: french ^ italian,
        lambda: french | tc.Card("C3", "italian40"),
        lambda: tc.CardSet([tc.Card("C3", "italian40")], "french24"),
    ):
        with pytest.raises((TypeError, TrickcoreError)):
            call()
    assert french != italian


@pytest.mark.parametrize("mask", [-1, 2**64, 10**30, HUGE])
def test_a_mask_out_of_range(mask: int) -> None:
    fails(lambda: tc.CardSet.from_mask(mask), (UnknownOption, ParseError, IllegalDeal))


@pytest.mark.parametrize("mask", [None, True, 1.5, "1", b"1"])
def test_a_mask_of_the_wrong_type_is_a_type_error(mask: Any) -> None:
    with pytest.raises(TypeError):
        tc.CardSet.from_mask(mask)


@pytest.mark.parametrize("suit", ["", "X", "SH", "♠♠", "\x00", "B"])
def test_an_unknown_suit(suit: str) -> None:
    fails(lambda: tc.CardSet("A.-.-.-").of_suit(suit), (ParseError, UnknownOption))


# -------------------------------------------------------------------------------------------------------- actions


@pytest.mark.parametrize(("name", "options"), GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_every_illegal_action_at_every_moment_is_refused_and_changes_nothing(
    name: str, options: dict[str, Any], seed: int
) -> None:
    phases = set()
    for state in deals_of(name, options, seed):
        phases.add(state.phase)
        before = snapshot(state)
        legal = set(state.legal_actions())
        assert legal <= set(state.game.actions)
        for action in state.game.actions:
            if action not in legal:
                for form in (action, str(action)):
                    error = fails(partial(state.apply, form), IllegalAction)
                    assert str(action) in f"{error} {error.part}"
        assert snapshot(state) == before
    assert "done" in phases


@pytest.mark.parametrize("text", GIBBERISH)
def test_a_text_that_is_no_action_is_refused_and_changes_nothing(text: str) -> None:
    for name, options in GAMES:
        for state in deals_of(name, options, 3):
            before = snapshot(state)
            fails(partial(state.apply, text), (IllegalAction, ParseError))
            fails(partial(state.game.parse_action, text), ParseError)
            assert snapshot(state) == before
            if len(state.actions) > 4 and state.phase != "play":
                break


@pytest.mark.parametrize("action", [None, 0, 5, True, 1.5, b"pass", ["pass"], ("play", "SA"), object()])
def test_an_action_of_the_wrong_type_is_a_type_error_and_changes_nothing(action: Any) -> None:
    for name, options in GAMES:
        for state in deals_of(name, options, 4):
            before = snapshot(state)
            with pytest.raises(TypeError):
                state.apply(action)
            with pytest.raises(TypeError):
                state.game.parse_action(action)
            assert snapshot(state) == before


def test_an_action_of_another_game_is_illegal() -> None:
    foreign = tc.game("koenigrufen").start(KOENIGRUFEN, dealer=3).legal_actions()[0]
    for name in ("anrufen", "maine_charlemagne", "mediatore"):
        state = tc.game(name).new_deal(seed=1, dealer=0)
        before = snapshot(state)
        fails(partial(state.apply, foreign), IllegalAction)
        assert snapshot(state) == before


def test_a_card_not_held_and_a_revoke_are_illegal_and_the_error_says_why() -> None:
    state = in_play()
    error = fails(lambda: state.apply("play SK"), IllegalAction)
    assert "SK" in f"{error} {error.part}"
    state.apply("play HQ")
    before = snapshot(state)
    for text in ("play HJ", "play SK", "play HA", "contra", "raise game", "pass", "trump H", "play HT marriage"):
        fails(partial(state.apply, text), (IllegalAction, ParseError))
    assert snapshot(state) == before
    state.apply("play HT")


def test_nothing_can_be_done_when_the_deal_is_over() -> None:
    state = tc.game("anrufen").start(ANRUFEN, dealer=3)
    for _ in range(8):
        state.apply("pass")
    assert state.done
    before = snapshot(state)
    for text in ("pass", "bid game", "play SA", "trump H"):
        fails(partial(state.apply, text), IllegalAction)
    assert snapshot(state) == before


def test_there_is_nothing_to_undo_at_the_start() -> None:
    for name, options in GAMES:
        state = tc.game(name, **options).new_deal(seed=1, dealer=0)
        before = snapshot(state)
        fails(state.undo, IllegalAction)
        assert snapshot(state) == before


def test_an_action_index_out_of_range_or_of_the_wrong_type() -> None:
    actions: Any = tc.game("anrufen").table
    assert int(actions[0]) == 0
    for index in (len(actions), 2**31, 2**64, -(2**64), 10**30):
        with pytest.raises(IndexError):
            actions[index]
    for wrong in (None, 1.5, "0"):
        with pytest.raises(TypeError):
            actions[wrong]


# -------------------------------------------------------------------------------------------------------- records


def record() -> dict[str, Any]:
    state = in_play()
    for text in ("play HK marriage", "raise hundred", "play HT", "contra", "play H9", "play C9", "play CA"):
        state.apply(text)
    read: dict[str, Any] = json.loads(state.to_json())
    return read


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to every value within a record, containers as well."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from leaves(item, (*path, index))


def replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    copy = json.loads(json.dumps(value))
    place = copy
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = new
    return copy


def refused_or_the_same(text: str) -> None:
    """Reading a spoiled record fails with an error of ours, unless what was spoiled does not matter."""
    game = tc.game("anrufen")
    good = game.from_json(json.dumps(record()))
    try:
        state = game.from_json(text)
    except TrickcoreError as error:
        assert error.kind  # noqa: PT017
        assert len(str(error)) < 2000  # noqa: PT017
    else:
        assert state == good


def test_a_record_is_read_back() -> None:
    state = in_play()
    assert tc.game("anrufen").from_json(state.to_json()) == state


@pytest.mark.parametrize("text", [None, 5, True, {}, [], 1.5, object()])
def test_a_record_of_the_wrong_type_is_a_type_error(text: Any) -> None:
    with pytest.raises(TypeError):
        tc.game("anrufen").from_json(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "{",
        "}",
        "nul",
        "null",
        "true",
        "5",
        "NaN",
        "Infinity",
        '""',
        "[]",
        "{}",
        "[{}]",
        '{"game": "anrufen"}',
        "\x00",
        "\ud800",
        "'single'",
        "{'game': 1}",
        "[" * 100_000,
        '{"a":' * 100_000,
        '[{"a":' * 50_000,
        "9" * 100_000,
        "-" + "9" * 5000,
        "1e999999",
        '"' + "x" * 1_000_000,
        '{"game": "anrufen", "game": "mediatore"}',
    ],
)
def test_a_text_that_is_no_record_is_a_parse_error(text: str) -> None:
    fails(lambda: tc.game("anrufen").from_json(text), (ParseError, UnknownOption))


def test_every_truncation_of_a_record_is_a_parse_error() -> None:
    text = in_play().to_json().rstrip()
    game = tc.game("anrufen")
    for length in range(len(text)):
        fails(partial(game.from_json, text[:length]), ParseError)
    fails(lambda: game.from_json(text + "x"), ParseError)
    fails(lambda: game.from_json(text + text), ParseError)


@pytest.mark.parametrize(
    "new",
    [
        None,
        True,
        False,
        -1,
        4,
        1.5,
        math.nan,
        math.inf,
        -math.inf,
        2**63,
        2**64,
        10**30,
        "",
        "x",
        "SA",
        "pass",
        "\ud800",
        "x" * 10_000,
        [],
        {},
        [[]],
        [None],
        [5],
        ["x"],
        {"x": 1},
        ["pass"] * 10_000,
    ],
)
def test_every_value_of_a_record_spoiled(new: Any) -> None:
    whole = record()
    for path in leaves(whole):
        if (path, new) != (("actions",), []):  # a deal that has just begun
            refused_or_the_same(json.dumps(replaced(whole, path, new)))


def test_every_key_of_a_record_left_out() -> None:
    whole = record()
    for path in leaves(whole):
        copy = json.loads(json.dumps(whole))
        place = copy
        for key in path[:-1]:
            place = place[key]
        if isinstance(place, dict):
            del place[path[-1]]
            refused_or_the_same(json.dumps(copy))


def test_a_record_with_deep_or_huge_values_in_it() -> None:
    whole = record()
    for path in leaves(whole):
        text = json.dumps(replaced(whole, path, "@"))
        for hostile in ("[" * 50_000 + "]" * 50_000, "9" * 10_000, "[" + "0," * 100_000 + "0]"):
            refused_or_the_same(text.replace('"@"', hostile))


def test_a_record_with_an_illegal_action_names_it() -> None:
    whole = record()
    (actions,) = [path for path in leaves(whole) if path[-1] == "actions" and len(path) == 1]
    assert actions == ("actions",)
    spoiled = replaced(whole, ("actions", 1), whole["actions"][0])
    error = fails(lambda: tc.game("anrufen").from_json(json.dumps(spoiled)), IllegalAction)
    assert "1" in str(error.part)


def test_a_record_of_another_game_or_other_options_is_refused() -> None:
    text = in_play().to_json()
    others: list[tuple[str, dict[str, Any]]] = [
        ("koenigrufen", {}),
        ("anrufen", {"players": 3}),
        ("anrufen", {"no_trick_trump": False}),
    ]
    for name, options in others:
        fails(
            partial(tc.game(name, **options).from_json, text),
            (ParseError, UnknownOption, IllegalDeal),
        )


def test_a_record_of_a_match_is_not_one_of_a_deal_and_the_other_way_round() -> None:
    game = tc.game("anrufen")
    fails(partial(game.from_json, game.match(seed=1).to_json()), ParseError)
    fails(partial(tc.Match.from_json, in_play().to_json()), ParseError)


def test_every_value_of_the_record_of_a_match_spoiled() -> None:
    match = tc.game("anrufen").match(seed=1, deals=2)
    for _ in range(8):
        match.state.apply("pass")
    match.advance()
    match.state.apply("pass")
    whole = json.loads(match.to_json())
    assert tc.Match.from_json(json.dumps(whole)) == match
    for path in leaves(whole):
        for new in (None, True, -1, 7, 1.5, math.nan, 2**64, "", "x", "\ud800", {}, [None], {"x": 1}):
            try:
                read = tc.Match.from_json(json.dumps(replaced(whole, path, new)))
            except TrickcoreError as error:
                assert error.kind  # noqa: PT017
            else:
                assert read == match or path == ("deals",), path
    for length in range(0, len(json.dumps(whole)), 7):
        fails(partial(tc.Match.from_json, json.dumps(whole)[:length]), ParseError)


# -------------------------------------------------------------------------------------------------------- matches


def test_a_match_goes_on_only_when_its_deal_is_over_and_not_after_its_end() -> None:
    match = tc.game("koenigrufen").match(seed=1, deals=1)
    before = match.to_json()
    assert fails(match.advance, IllegalAction).kind == "deal_in_progress"
    assert match.to_json() == before
    while not match.state.done:
        match.state.apply(match.state.legal_actions()[0])
    match.advance()
    assert match.over
    before = match.to_json()
    assert fails(match.advance, IllegalAction).kind == "match_over"
    assert match.to_json() == before


@pytest.mark.parametrize("game", [None, "anrufen", 5, True, [], object()])
def test_a_match_or_a_state_of_what_is_no_game_is_a_type_error(game: Any) -> None:
    with pytest.raises(TypeError):
        tc.Match(game, seed=1)
    with pytest.raises(TypeError):
        tc.State(game, tc.game("anrufen").start(ANRUFEN, dealer=0).deal, 0)


# ------------------------------------------------------------------------------------------------------- solving


def ending() -> tc.State:
    """Two tricks before the end."""
    state = in_play()
    for line in ("HK HT H9 C9", "HJ SJ S9 HQ", "SA SK SQ CJ", "D9 DA DQ DJ"):
        for card in line.split():
            state.apply(f"play {card}")
    return state


@pytest.mark.parametrize("objective", ["", "nope", "Points", "tricks ", "\x00", "x" * 100_000])
def test_an_unknown_objective_is_an_unknown_option(objective: str) -> None:
    state = ending()
    before = snapshot(state)
    error = fails(lambda: tc.solve(state, objective=objective), UnknownOption)
    assert "points" in str(error)
    fails(lambda: tc.can_reach(state, objective, 1), UnknownOption)
    assert snapshot(state) == before


@pytest.mark.parametrize("objective", [5, True, b"points", ["points"]])
def test_an_objective_of_the_wrong_type_is_a_type_error(objective: Any) -> None:
    state = ending()
    with pytest.raises(TypeError):
        tc.solve(state, objective=objective)
    with pytest.raises(TypeError):
        tc.can_reach(state, objective, 1)


@pytest.mark.parametrize("state", [None, 5, "state", ANRUFEN, [], object()])
def test_what_is_no_state_cannot_be_solved(state: Any) -> None:
    with pytest.raises(TypeError):
        tc.solve(state)
    with pytest.raises(TypeError):
        tc.can_reach(state, "points", 1)


def test_a_deal_before_its_play_cannot_be_solved() -> None:
    for name, options in GAMES:
        state = tc.game(name, **options).new_deal(seed=1, dealer=0)
        before = snapshot(state)
        fails(partial(tc.solve, state), UnsolvableGame)
        fails(partial(tc.can_reach, state, "payoff", 1), UnsolvableGame)
        assert snapshot(state) == before


@pytest.mark.parametrize("deadline", [math.nan, -1.0, -1, -math.inf])
def test_a_deadline_out_of_range(deadline: float) -> None:
    fails(lambda: tc.solve(ending(), deadline=deadline), UnknownOption)
    fails(lambda: tc.can_reach(ending(), "points", 1, deadline=deadline), UnknownOption)


@pytest.mark.parametrize("deadline", ["1", True, [1], b"1", 1j])
def test_a_deadline_of_the_wrong_type_is_a_type_error(deadline: Any) -> None:
    with pytest.raises(TypeError):
        tc.solve(ending(), deadline=deadline)


@pytest.mark.parametrize("target", [2**31, 2**64, -(2**64), 10**30, HUGE, HUGE_BELOW])
def test_a_target_beyond_the_whole_numbers_is_out_of_range_or_simply_answered(target: int) -> None:
    try:
        answer = tc.can_reach(ending(), "points", target)
    except UnknownOption as error:
        assert error.kind == "out_of_range"  # noqa: PT017
    else:
        assert answer is (target < 0)


@pytest.mark.parametrize("target", [None, True, 1.5, "1", math.nan])
def test_a_target_of_the_wrong_type_is_a_type_error(target: Any) -> None:
    with pytest.raises(TypeError):
        tc.can_reach(ending(), "points", target)


# ------------------------------------------------------------------------------------------------------ positions


def test_an_illegal_card_is_refused_and_the_position_is_unchanged() -> None:
    position: Any = in_play().position
    before = position.key()
    for text in ("SK", "DA", "S8", "XX", "", "💥", "\ud800", "SA" * 10_000):
        fails(partial(position.play, text), (IllegalAction, ParseError))
    for card in (None, 5, True, b"SA", ["SA"]):
        with pytest.raises(TypeError):
            position.play(card)
    assert position.key() == before
    position.play("HQ")
    before = position.key()
    fails(lambda: position.play("HJ"), IllegalAction)
    fails(lambda: position.play("HT", say="marriage"), (IllegalAction, ParseError, UnknownOption))
    fails(lambda: position.announce("contra"), (IllegalAction, ParseError, UnknownOption))
    fails(lambda: position.announce("nope"), (IllegalAction, ParseError, UnknownOption))
    assert position.key() == before


def test_a_position_has_nothing_to_undo_at_its_start() -> None:
    position: Any = in_play().position
    fails(position.undo, IllegalAction)


@pytest.mark.parametrize("n", [-1, 2**64, 10**30, HUGE])
def test_a_number_of_playouts_out_of_range(n: int) -> None:
    position: Any = in_play().position
    assert fails(lambda: position.playouts(n, 1), UnknownOption).kind == "out_of_range"


def test_other_numbers_of_a_position_out_of_range_or_of_the_wrong_type() -> None:
    position: Any = in_play().position
    fails(lambda: position.playouts(1, -1), UnknownOption)
    fails(lambda: position.playouts(1, 2**64), UnknownOption)
    fails(lambda: position.perft(-1), UnknownOption)
    for bad in (True, 1.5, "1", [1]):
        with pytest.raises(TypeError):
            position.playouts(bad, 1)
        with pytest.raises(TypeError):
            position.playouts(1, bad)
        with pytest.raises(TypeError):
            position.perft(bad)


def test_a_position_of_hands_that_do_not_fit_is_an_illegal_deal() -> None:
    position: Any = in_play().position
    plan = position.plan
    good = ["A.-.-.-", "K.-.-.-", "Q.-.-.-", "J.-.-.-"]
    assert len(tc.Position(plan, good).hands) == 4
    for bad in (
        good[:3],
        [*good, "T.-.-.-"],
        ["A.-.-.-", "A.-.-.-", "Q.-.-.-", "J.-.-.-"],
        ["AT.-.-.-", "K.-.-.-", "Q.-.-.-", "J.-.-.-"],
        ["-.-.-.-", "K.-.-.-", "Q.-.-.-", "J.-.-.-"],
    ):
        fails(partial(tc.Position, plan, bad), IllegalDeal)
    for text in ("", "A.-.-.-", "x", "A.-.-.8", "A.-.-.- K.-.-.- Q.-.-.- J.-.-.- T.-.-.-", "💥"):
        fails(partial(tc.Position, plan, text), (IllegalDeal, ParseError))
    wrong: list[Any] = [None, 5, [1, 2, 3, 4], [None] * 4]
    for value in wrong:
        with pytest.raises(TypeError):
            tc.Position(plan, value)
    for leader in (-1, 4, 2**64):
        fails(partial(tc.Position, plan, good, leader=leader), UnknownOption)
    no_leader: list[Any] = [None, True, 0.0, "0"]
    for leader in no_leader:
        with pytest.raises(TypeError):
            tc.Position(plan, good, leader=leader)


@pytest.mark.parametrize(
    "text", ["", "x", "\x00", "💥", "A.-.-.- K.-.-.-", "/" * 100_000, " " * 100_000, "[" * 100_000]
)
def test_a_text_that_is_no_position_is_refused(text: str) -> None:
    position: Any = in_play().position
    fails(lambda: tc.Position.from_text(text, position.plan.rules), (ParseError, IllegalDeal))


def test_rules_of_nonsense_are_refused() -> None:
    good: dict[str, Any] = {"pack": "french24", "seats": 4, "ranking": "ATKQJ9", "duty": "beat"}
    assert tc.Rules("mine", **good).seats == 4
    for field, value in (
        ("pack", "nope"),
        ("seats", 0),
        ("seats", 1),
        ("seats", 65),
        ("seats", -1),
        ("seats", 2**64),
        ("ranking", ""),
        ("ranking", "ATKQJ"),
        ("ranking", "ATKQJJ"),
        ("ranking", "ATKQJ8"),
        ("ranking", "A" * 100_000),
        ("trump_ranking", ""),
        ("trump_ranking", "XYZ"),
        ("duty", "nope"),
        ("duty", "\ud800"),
        ("worth", {"X": 1}),
        ("worth", {"A": -1}),
        ("worth", {"A": 2**64}),
        ("last_trick", -1),
        ("last_trick", 2**64),
        ("marriages", (-1, 40)),
        ("marriages", (2**64, 40)),
        ("signals", {"busso": (2, 1, "A")}),
        ("signals", {"": (0, 0, "X")}),
    ):
        fails(
            partial(tc.Rules, "mine", **{**good, field: value}),
            (UnknownOption, ParseError),
        )
    wrong: list[dict[str, Any]] = [{"pack": 5}, {"seats": "4"}, {"seats": True}, {"ranking": None}, {"worth": [1]}]
    for fields in [*wrong, {"duty": 5}, {"last_trick": 1.5}, {"marriages": 40}, {"signals": ["busso"]}]:
        with pytest.raises(TypeError):
            tc.Rules("mine", **{**good, **fields})


def test_contracts_of_nonsense_are_refused() -> None:
    position: Any = in_play().position
    rules: Any = position.plan.rules
    for fields in (
        {"trump": "X"},
        {"trump": ""},
        {"trump": "SH"},
        {"bidder": -1},
        {"bidder": 4},
        {"bidder": 2**64},
        {"side": (0, 4)},
        {"side": (-1,)},
        {"side": (1, 3)},
        {"side": ()},
        {"out": (0,)},
        {"out": (4,)},
        {"out": (1, 2, 3)},
    ):
        fails(partial(rules.plan, **fields), (UnknownOption, ParseError))
    wrong: list[dict[str, Any]] = [{"trump": 5}, {"bidder": None}, {"bidder": True}, {"side": 0}, {"side": ["0"]}]
    for fields in [*wrong, {"out": 1}, {"announcements": [1]}, {"announcements": ["contra"]}]:
        with pytest.raises(TypeError):
            rules.plan(**fields)


def test_packs_and_layouts_of_nonsense_are_refused() -> None:
    for name in ("", "nope", "french52 ", "x" * 10_000, "\ud800"):
        fails(partial(tc.Pack, name), (UnknownOption, ParseError))
        fails(partial(tc.Layout, name, 4, (6,)), (UnknownOption, ParseError))
    for seats, batches, talon in (
        (0, (6,), 0),
        (-1, (6,), 0),
        (4, (), 0),
        (4, (7,), 0),
        (4, (6,), 1),
        (4, (6,), -1),
        (4, (-6,), 0),
        (5, (6,), 0),
        (2**64, (6,), 0),
        (4, (2**64,), 0),
        (4, (6,), 2**64),
    ):
        fails(partial(tc.Layout, "french24", seats, batches, talon), UnknownOption)
    wrong: list[Any] = [None, 24, True, b"french24"]
    for value in wrong:
        with pytest.raises(TypeError):
            tc.Pack(value)
        with pytest.raises(TypeError):
            tc.Layout(value, 4, (6,))
    layout: Any = tc.Layout("french24", 4, (6,))
    for index in (-1, 2**64):
        fails(partial(layout.deal, 1, index), UnknownOption)
    for value in wrong:
        with pytest.raises(TypeError):
            layout.parse(value)
        with pytest.raises(TypeError):
            tc.Deal(value, layout)
    fails(partial(tc.Deal, ANRUFEN_3, layout), (ParseError, IllegalDeal))


def test_solvers_of_nonsense_are_refused() -> None:
    for engine in ("", "nope", "\ud800", "x" * 10_000):
        fails(partial(tc.Solver, engine), (UnknownOption, ParseError))
        fails(partial(tc.solve, ending(), engine=engine), (UnknownOption, ParseError))
    for number in (-1, 2**64, 10**30, 10**5000):
        fails(partial(tc.Solver, "plain", max_nodes=number), UnknownOption)
        fails(partial(tc.Solver, "plain", max_memory=number), UnknownOption)
    wrong: list[Any] = [True, 1.5, "1"]
    for value in wrong:
        with pytest.raises(TypeError):
            tc.Solver("plain", max_nodes=value)
        with pytest.raises(TypeError):
            tc.Solver("plain", max_memory=value)
    engines: list[Any] = [True, 1, b"plain", ["plain"]]
    for value in engines:
        with pytest.raises(TypeError):
            tc.Solver(value)


def test_conditions_payoffs_and_announcements_of_nonsense_are_refused() -> None:
    always = tc.Condition.always()
    for amount in (2**64, -(2**64), 10**30):
        fails(partial(tc.Condition.own, amount), UnknownOption)
        fails(partial(tc.Condition.margin, amount), UnknownOption)
    wrong: list[Any] = [None, True, 1.5, "1"]
    for value in wrong:
        with pytest.raises(TypeError):
            tc.Condition.own(value)
        with pytest.raises(TypeError):
            _ = always & value
    for bidder, levels in (
        (0, []),
        (4, [(always, (0, 0, 0, 0))]),
        (-1, [(always, (0, 0, 0, 0))]),
        (0, [(always, (1, 0, 0, 0))]),
        (0, [(always, (1, -1, 0, 0)), (tc.Condition.own(5), (0, 0, 0, 0))]),
        (0, [(tc.Condition.own(5), (0, 0, 0, 0))]),
        (0, [(always, (2**64, -(2**64), 0, 0))]),
    ):
        fails(partial(tc.Payoff, bidder, levels), UnknownOption)
    fails(partial(tc.Announcement, "contra", seats=[-1]), UnknownOption)
    fails(partial(tc.Announcement, "contra", seats=[2**64]), UnknownOption)
    fails(partial(tc.Announcement, "contra", seats=[0], bonus=2**64), UnknownOption)
    seats: list[Any] = [None, 5, ["0"], [True], [1.5]]
    for value in seats:
        with pytest.raises(TypeError):
            tc.Announcement("contra", seats=value)
