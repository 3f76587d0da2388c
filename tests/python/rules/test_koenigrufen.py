"""Worked examples of docs/rules/koenigrufen.md, written out by hand from the page.

Seat 3 deals unless said otherwise, so that seat 0 is eldest and therefore the declarer.
"""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

import trickcore as tc

from .playing import legal, play, plays, total, tricks

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# first four / second four of each seat:
# 0: SA HA HK HQ / S9 HT D7 C7 · 1: SK ST HJ DA / DT D8 CT C8
# 2: SQ H9 DK CK / DQ CA CQ C9 · 3: SJ S8 S7 H8 / H7 DJ D9 CJ
TABLE = "A.AKQ.-.-/9.T.7.7 KT.J.A.-/-.-.T8.T8 Q.9.K.K/-.-.Q.AQ9 J87.8.-.-/-.7.J9.J"
# every seat holds one suit whole: hearts, spades, diamonds, clubs
WHOLE = "-.AKQJ.-.-/-.T987.-.- AKQJ.-.-.-/T987.-.-.- -.-.AKQJ.-/-.-.T987.- -.-.-.AKQJ/-.-.-.T987"
# 0: all diamonds · 1: HA HT H9 H8 / SA SK SQ SJ · 2: HK HQ HJ H7 / ST S9 S8 S7 · 3: all clubs
TRUMPED = "-.-.AKQJ.-/-.-.T987.- -.AT98.-.-/AKQJ.-.-.- -.KQJ7.-.-/T987.-.-.- -.-.-.AKQJ/-.-.-.T987"

# Complete deals of TABLE with hearts trumps, trick by trick in the order played. Tricks won and points:
# seats 0, 1, 2, 3: 5 2 1 0 tricks; 50, 20, 20, 0 points.
FIFTY = (
    "HA HJ H9 H7",
    "HK C8 SQ H8",
    "SA SK C9 S7",
    "S9 ST CQ S8",
    "DA DQ D9 D7",
    "CT CA CJ C7",
    "DK DJ HQ DT",
    "HT D8 CK SJ",
)
# 5 2 1 0 tricks; 40, 30, 20, 0 points.
FORTY = (
    "HA HJ H9 H7",
    "HK C8 SQ H8",
    "SA SK C9 S7",
    "C7 CT CA CJ",
    "DK D9 D7 DT",
    "DA DQ DJ HQ",
    "HT D8 CQ S8",
    "S9 ST CK SJ",
)
# 5 2 0 1 tricks; 60, 30, 0, 0 points: seat 2 wins no trick.
SIXTY = (
    "HA HJ H9 H7",
    "HK C8 SQ H8",
    "SA SK C9 S7",
    "HT CT CA S8",
    "HQ ST DQ D9",
    "S9 D8 CK SJ",
    "DJ D7 DT DK",
    "DA CQ CJ C7",
)
# WHOLE, trumps hearts: all eight tricks for seat 0.
HEARTS = tuple(f"H{rank} S{rank} D{rank} C{rank}" for rank in "AKQJT987")
# WHOLE, trumps spades: all eight tricks for seat 1.
SPADES = ("HA SA DA CA", *(f"S{rank} D{rank} C{rank} H{rank}" for rank in "KQJT987"))

# TABLE, trumps diamonds. Tricks 2 3 2 1; 20, 40, 20, 10 points.
DIAMONDS = (
    "HA HJ H9 H7",
    "HT D8 DQ H8",
    "CK CJ C7 CT",
    "SK SQ S7 SA",
    "S9 ST DK S8",
    "CA DJ D7 C8",
    "SJ HK DT CQ",
    "DA C9 D9 HQ",
)
# WHOLE with the seven of spades (seat 1) and the seven of clubs (seat 3) exchanged, trumps spades: seven tricks and
# 70 points for seat 1, the last trick and 20 points for seat 3.
ALL_BUT_ONE = WHOLE.replace("/T987.-.-.-", "/T98.-.-.7").replace("/-.-.-.T987", "/7.-.-.T98")
SEVEN = ("HA SA DA S7", *(f"S{rank} D{rank} C{rank} H{rank}" for rank in "KQJT98"), "C7 D7 CA H7")

SUITS = "SHDC"
RANKS = "AKQJT987"
ALL_CALLS = {f"call {suit}{rank}" for suit in SUITS for rank in RANKS}
TRUMPS = {f"trump {suit}" for suit in SUITS}
OPEN = ("declare hundred", "declare all-tricks")


def start(deal: str = TABLE, dealer: int = 3, **options: Any) -> tc.State:
    return tc.game("koenigrufen", **options).start(deal, dealer=dealer)


def contract(deal: str, trump: str, call: str, **options: Any) -> tc.State:
    """The moment before seat 0 leads."""
    state = start(deal, **options)
    return play(state, f"call {call}") if "trump_from" in options else play(state, f"trump {trump}", f"call {call}")


def deal_out(state: tc.State, lines: Sequence[str], said: Mapping[int, str]) -> tc.State:
    """Play ``lines``; in the first trick each seat of ``said`` declares those words (``H hundred``) before its card."""
    for seat, card in enumerate(lines[0].split()):
        play(state, *(f"declare {word}" for word in said.get(seat, "").split()), f"play {card}")
    return tricks(state, *lines[1:])


# ---------------------------------------------------------------------------------------------- table and calling


def test_eight_cards_each_in_two_batches_of_four() -> None:
    deal = tc.game("koenigrufen").new_deal(seed=3, dealer=0).deal
    assert [len(hand) for hand in deal.hands] == [8, 8, 8, 8]
    assert [[len(batch) for batch in hand] for hand in deal.batches] == [[4, 4]] * 4


@pytest.mark.parametrize(("dealer", "eldest"), [(0, 1), (1, 2), (2, 3), (3, 0)])
def test_eldest_is_the_declarer_names_trumps_and_calls_and_leads(dealer: int, eldest: int) -> None:
    state = start(dealer=dealer)
    assert (state.phase, state.actor) == ("call", eldest)
    assert legal(state) == TRUMPS
    play(state, "trump C")
    assert (state.phase, state.actor) == ("call", eldest)
    assert legal(state) == ALL_CALLS, "any of the 32 cards, its own as well"
    play(state, "call SA")
    assert (state.phase, state.actor) == ("play", eldest)
    assert len({text for text in legal(state) if text.startswith("play")}) == 8, "the second four have come"


def test_the_called_holder_among_the_first_four_is_the_partner() -> None:
    for call, payoffs in {
        "HJ": (1, 1, -1, -1),
        "H9": (1, -1, 1, -1),
        "H8": (1, -1, -1, 1),
        "DA": (1, 1, -1, -1),
        "CK": (1, -1, 1, -1),
        "S7": (1, -1, -1, 1),
    }.items():
        assert tricks(contract(TABLE, "H", call), *FIFTY).payoffs == payoffs


@pytest.mark.parametrize("call", ["SA", "HQ"])
def test_a_declarer_who_calls_a_card_of_its_first_four_plays_alone(call: str) -> None:
    assert tricks(contract(TABLE, "H", call), *FIFTY).payoffs == (3, -1, -1, -1)


@pytest.mark.parametrize("call", ["HT", "C7"])
def test_a_declarer_who_is_dealt_the_called_card_later_plays_alone(call: str) -> None:
    assert tricks(contract(TABLE, "H", call), *FIFTY).payoffs == (3, -1, -1, -1)


@pytest.mark.parametrize("call", ["DT", "DQ", "CA", "H7"])
def test_a_called_card_dealt_in_the_second_four_makes_no_partner(call: str) -> None:
    assert tricks(contract(TABLE, "H", call), *FIFTY).payoffs == (3, -1, -1, -1)


# --------------------------------------------------------------------------------------------------------- options


@pytest.mark.parametrize(
    ("call", "payoffs"),
    [
        ("DT", (1, 1, -1, -1)),
        ("DQ", (1, -1, 1, -1)),
        ("H7", (1, -1, -1, 1)),
        ("H9", (1, -1, 1, -1)),
        ("SA", (3, -1, -1, -1)),
        ("HT", (3, -1, -1, -1)),
    ],
)
def test_option_whole_hand_the_holder_after_the_whole_deal_is_the_partner(call: str, payoffs: tuple[int, ...]) -> None:
    assert tricks(contract(TABLE, "H", call, called_card="whole_hand"), *FIFTY).payoffs == payoffs
    both = contract(TABLE, "H", "H9", called_card="whole_hand", trump_from="called_card")
    assert tricks(both, *FIFTY).payoffs == (1, -1, 1, -1)


def test_option_first_four_and_named_are_the_defaults() -> None:
    default = tricks(contract(TABLE, "H", "DQ"), *FIFTY)
    stated = play(start(called_card="first_four", trump_from="named"), "trump H", "call DQ")
    assert tricks(stated, *FIFTY).payoffs == default.payoffs


@pytest.mark.parametrize("called_card", ["first_four", "whole_hand"])
def test_option_trump_from_called_card_has_no_trump_action(called_card: str) -> None:
    state = start(trump_from="called_card", called_card=called_card)
    assert (state.phase, state.actor) == ("call", 0)
    assert legal(state) == ALL_CALLS
    play(state, "call DA")
    assert (state.phase, state.actor) == ("play", 0)
    tricks(state, "HA HJ H9 H7")
    play(state, "play HK")
    assert legal(state) == plays("DA DT D8"), "diamonds are trumps"


@pytest.mark.parametrize(
    ("options", "call", "payoffs"),
    [
        ({}, "HT", (3, -1, -1, -1)),
        ({}, "H7", (3, -1, -1, -1)),
        ({"called_card": "whole_hand"}, "H7", (1, -1, -1, 1)),
        ({"called_card": "whole_hand"}, "H8", (1, -1, -1, 1)),
        ({"called_card": "first_four"}, "H8", (1, -1, -1, 1)),
    ],
)
def test_the_two_options_combine_freely(options: dict[str, str], call: str, payoffs: tuple[int, ...]) -> None:
    state = contract(TABLE, "H", call, trump_from="called_card", **options)
    assert tricks(state, *FIFTY).payoffs == payoffs


# -------------------------------------------------------------------------------------------------- duties of play


def test_first_lead_is_free_and_the_declarer_may_announce_before_it() -> None:
    state = contract(TABLE, "H", "H9")
    assert legal(state) == plays("SA S9 HA HK HQ HT D7 C7", "declare H", *OPEN)


def test_the_led_suit_must_be_followed_and_beaten() -> None:
    state = play(contract(TABLE, "H", "H9"), "play C7", "play CT")
    assert legal(state) == plays("CA", "declare D", "declare C", *OPEN), "the ten ranks above king and queen"
    state = play(contract(TABLE, "H", "H9"), "play C7", "play C8")
    assert legal(state) == plays("CA CK CQ C9", "declare D", "declare C", *OPEN)


def test_who_cannot_beat_may_follow_with_any_card() -> None:
    state = play(contract(TABLE, "H", "H9"), "play D7", "play D8", "play DQ")
    assert legal(state) == plays("DJ D9", *OPEN)


def test_who_cannot_follow_must_trump_overtrump_if_able_and_else_undertrump() -> None:
    state = play(contract(TRUMPED, "H", "HA"), "play DA")
    assert legal(state) == plays("HA HT H9 H8", "declare S", *OPEN)
    play(state, "play H9")
    assert legal(state) == plays("HK HQ HJ", "declare H", *OPEN)
    state.undo()
    play(state, "play HT")
    assert legal(state) == plays("HK HQ HJ H7", "declare H", *OPEN)
    play(state, "play H7")
    assert legal(state) == plays("CA CK CQ CJ CT C9 C8 C7", "declare C", *OPEN), "neither diamonds nor hearts: any card"


def test_once_a_plain_suit_is_trumped_a_follower_may_play_any_card_of_it() -> None:
    state = tricks(contract(TABLE, "H", "H9"), *FIFTY[:6])
    play(state, "play DK", "play DJ")
    assert legal(state) == plays("HQ HT")
    play(state, "play HQ")
    assert legal(state) == plays("DT D8")


def test_trumps_led_must_be_followed_and_beaten() -> None:
    state = play(contract(TABLE, "H", "H9"), "play HQ", "play HJ")
    assert legal(state) == plays("H9", "declare D", "declare C", *OPEN)
    state = play(start(dealer=2), "trump H", "call HJ", "play H8")
    assert state.actor == 0
    assert legal(state) == plays("HA HK HQ HT", "declare H", *OPEN), "all of seat 0's hearts beat the eight"


@pytest.mark.parametrize("call", ["H9", "H8"])
def test_the_duty_to_beat_holds_against_an_opponent_and_against_ones_own_side(call: str) -> None:
    # With H8 called, 1 and 2 are the defenders: 2 must beat the ten of its own side with the ace.
    state = tricks(contract(TABLE, "H", call), *FIFTY[:5])
    assert state.actor == 1
    play(state, "play CT")
    assert legal(state) == plays("CA")


def test_the_winner_of_a_trick_leads() -> None:
    state = contract(TABLE, "H", "H9")
    for line, winner in zip(FIFTY, (0, 0, 0, 1, 1, 2, 0, None), strict=True):
        tricks(state, line)
        assert state.actor == winner
    assert (state.done, state.void, state.phase) == (True, False, "done")
    assert tuple(state.tricks) == (5, 2, 1, 0)
    assert tuple(state.points) == (50, 20, 20, 0)
    assert legal(state) == set()


# --------------------------------------------------------------------------------------------------- announcements


def test_a_player_may_make_several_announcements_one_action_each_before_its_card() -> None:
    state = play(contract(TABLE, "H", "H9"), "play HA", "play HJ")
    assert legal(state) == plays("H9", "declare D", "declare C", *OPEN)
    play(state, "declare C")
    assert state.actor == 2
    assert legal(state) == plays("H9", "declare D", *OPEN)
    play(state, "declare hundred", "declare D", "declare all-tricks")
    assert legal(state) == plays("H9")
    play(state, "play H9")
    assert legal(state) == plays("H8 H7"), "hundred and all-tricks have been said"


def test_hundred_and_all_tricks_once_each_in_a_deal_by_whoever_says_it_first() -> None:
    state = play(contract(TABLE, "H", "H9"), "declare hundred", "play HA")
    assert legal(state) == plays("HJ", "declare all-tricks")
    play(state, "declare all-tricks", "play HJ")
    assert legal(state) == plays("H9", "declare D", "declare C")
    state = play(contract(TABLE, "H", "H9"), "declare all-tricks", "play HA")
    assert legal(state) == plays("HJ", "declare hundred")


def test_a_suit_is_declared_once_and_only_with_king_and_queen_in_hand() -> None:
    state = contract(TABLE, "H", "H9")
    assert legal(state) & {f"declare {suit}" for suit in SUITS} == {"declare H"}, "ace of spades alone is nothing"
    play(state, "declare H")
    assert legal(state) == plays("SA S9 HA HK HQ HT D7 C7", *OPEN)
    play(state, "play HA")
    assert legal(state) == plays("HJ", *OPEN), "king of spades without the queen"


def test_the_card_played_after_the_declaration_may_be_of_the_marriage() -> None:
    state = play(contract(TABLE, "H", "H9"), "declare H", "play HQ")
    assert legal(state) == plays("HJ", *OPEN)


def test_announcements_exist_in_the_first_trick_only_and_before_ones_own_card() -> None:
    state = tricks(contract(TABLE, "H", "H9"), FIFTY[0])
    assert legal(state) == plays("SA S9 HK HQ HT D7 C7")
    play(state, "play HK")
    assert legal(state) == plays("SK ST DA DT D8 CT C8")
    play(state, "play C8")
    assert legal(state) == plays("SQ DK DQ CA CK CQ C9")


def test_marriages_completed_by_the_second_four_count() -> None:
    # seat 2: king of diamonds and clubs in the first four, their queens in the second
    state = play(contract(TABLE, "S", "H9"), "play SA", "play ST")
    assert legal(state) == plays("SQ", "declare D", "declare C", *OPEN)


def test_a_marriage_counts_once_its_player_has_won_a_trick() -> None:
    state = contract(TABLE, "H", "H9")
    play(state, "declare H")
    assert tuple(state.points) == (0, 0, 0, 0)
    play(state, "play HA", "play HJ", "declare D", "play H9")
    assert tuple(state.points) == (0, 0, 0, 0)
    play(state, "play H7")
    assert tuple(state.points) == (50, 0, 0, 0), "ace of trumps and the marriage of trumps"
    tricks(state, *FIFTY[1:5])
    assert tuple(state.points) == (60, 20, 0, 0), "seat 2 has not won a trick"
    tricks(state, FIFTY[5])
    assert tuple(state.points) == (60, 20, 40, 0), "ace and ten of clubs and the marriage of diamonds"


def test_a_marriage_is_worth_20_in_a_plain_suit_and_40_in_trumps() -> None:
    for trump, worth in (("H", 40), ("S", 20), ("D", 20), ("C", 20)):
        state = play(contract(TABLE, trump, "SA"), "declare H", "play HA", "play HJ", "play H9", "play H7")
        assert tuple(state.points) == (10 + worth, 0, 0, 0)


def test_a_marriage_whose_player_wins_no_trick_is_worth_nothing() -> None:
    state = deal_out(contract(TABLE, "H", "H9"), SIXTY, {2: "D C"})
    assert tuple(state.tricks) == (5, 2, 0, 1)
    assert tuple(state.points) == (60, 30, 0, 0)


# ---------------------------------------------------------------------------------------------------------- result

# trumps hearts; call H9: with seat 2, H8: with seat 3, HJ: with seat 1, SA: alone
MARKS = [
    # E = 0: 50 points
    (FIFTY, "H9", {}, (1, -1, 1, -1), "70 against 20"),
    (FIFTY, "H8", {}, (1, -1, -1, 1), "exactly 50"),
    (FIFTY, "SA", {}, (3, -1, -1, -1), "exactly 50, alone"),
    (FORTY, "H8", {}, (-1, 1, 1, -1), "40"),
    (FORTY, "SA", {}, (-3, 1, 1, 1), "40, alone"),
    # E = 20: 60 points
    (SIXTY, "H8", {2: "D"}, (1, -1, -1, 1), "exactly 60 against a defender's marriage"),
    (SIXTY, "SA", {2: "C"}, (3, -1, -1, -1), "exactly 60, alone"),
    (FIFTY, "H8", {2: "D"}, (-1, 1, 1, -1), "50 would have won without the defender's marriage"),
    (FIFTY, "SA", {2: "C"}, (-3, 1, 1, 1), "50, alone"),
    (FIFTY, "H9", {2: "D"}, (1, -1, 1, -1), "90 with the own marriage"),
    (SIXTY, "H9", {2: "D"}, (1, -1, 1, -1), "exactly 60: the own marriage is not credited, but raises the mark"),
    # E = 40: 80 points
    (FORTY, "SA", {0: "H"}, (3, -1, -1, -1), "exactly 80 with the own marriage of trumps"),
    (FIFTY, "SA", {0: "H"}, (3, -1, -1, -1), "90"),
    (FIFTY, "HJ", {2: "D C"}, (-1, -1, 1, 1), "70 against two marriages of a defender"),
    (FIFTY, "H9", {2: "D C"}, (2, -2, 2, -2), "110 with two own marriages"),
    (SIXTY, "H9", {2: "D C"}, (-1, 1, -1, 1), "60: two own marriages, neither credited"),
    # E = 60: 100 points
    (SIXTY, "H8", {0: "H", 2: "D"}, (2, -2, -2, 2), "exactly 100"),
    (SIXTY, "H9", {0: "H", 2: "D"}, (2, -2, 2, -2), "exactly 100: diamonds not credited"),
    (FIFTY, "H8", {0: "H", 2: "D"}, (-1, 1, 1, -1), "90"),
    (FIFTY, "SA", {0: "H", 2: "C"}, (-3, 1, 1, 1), "90, alone"),
    (FIFTY, "H9", {0: "H", 2: "D"}, (2, -2, 2, -2), "130"),
    (FIFTY, "HJ", {0: "H", 2: "D"}, (2, 2, -2, -2), "110"),
    # E = 80: 120 points
    (SIXTY, "H8", {0: "H", 2: "D C"}, (-1, 1, 1, -1), "100 is short of 120"),
    (SIXTY, "H9", {0: "H", 2: "D C"}, (-1, 1, -1, 1), "100: neither plain marriage credited"),
    (FIFTY, "HJ", {0: "H", 2: "D C"}, (-1, -1, 1, 1), "110"),
    (FIFTY, "H9", {0: "H", 2: "D C"}, (2, -2, 2, -2), "150"),
]


@pytest.mark.parametrize(("lines", "call", "said", "payoffs", "why"), MARKS)
def test_marks_the_declarer_needs_50_or_40_plus_all_that_was_declared(
    lines: tuple[str, ...], call: str, said: dict[int, str], payoffs: tuple[int, ...], why: str
) -> None:
    assert deal_out(contract(TABLE, "H", call), lines, said).payoffs == payoffs, why


def test_marriages_of_all_four_seats_raise_the_mark() -> None:
    # 40 + 20 + 20 + 20: the mark is 140; all eight tricks and the marriage of trumps make 130.
    state = deal_out(contract(WHOLE, "H", "HA"), HEARTS, {0: "H", 1: "S", 2: "D", 3: "C"})
    assert tuple(state.points) == (130, 0, 0, 0)
    assert state.payoffs == (-3, 1, 1, 1), "one stake: the winners have no points and took no trick"


# ------------------------------------------------------------------------------------------------------ commitments

COMMITTED = [
    # the declarer's side
    (SIXTY, "H8", {0: "H hundred"}, 3, "exactly 100"),
    (SIXTY, "H8", {0: "hundred"}, -3, "60"),
    (SIXTY, "H8", {0: "H hundred", 2: "D C"}, 3, "100; the mark of 120 plays no part"),
    (FIFTY, "H8", {0: "H hundred"}, -3, "90, though the mark is 80"),
    (SIXTY, "H8", {0: "H", 3: "hundred"}, 3, "the partner binds the side"),
    (SIXTY, "H8", {3: "hundred"}, -3, "the partner binds the side"),
    (SIXTY, "H8", {0: "all-tricks"}, -4, "seven tricks at most"),
    (SIXTY, "H8", {0: "H hundred all-tricks"}, -6, "it must fulfil all it said"),
    (SIXTY, "H8", {0: "H hundred", 3: "all-tricks"}, -6, "said by two seats of the side"),
    # the defenders
    (SIXTY, "H8", {1: "hundred"}, 3, "the defenders have 30"),
    (SIXTY, "H8", {1: "hundred", 2: "D C"}, 3, "the declarer's side has 60 of a mark of 80, but the defenders fail"),
    (SIXTY, "H8", {1: "all-tricks"}, 4, "the winners have 60: 1 + 3"),
    (SIXTY, "H8", {1: "all-tricks", 2: "D C"}, 4, "60 of a mark of 80, but the defenders fail"),
    (SIXTY, "H8", {0: "H", 1: "all-tricks"}, 5, "the winners have 100: 2 + 3"),
    (SIXTY, "H8", {1: "hundred all-tricks"}, 6, "both said, both missed"),
    (SIXTY, "H8", {1: "hundred", 2: "all-tricks"}, 6, "by two defenders"),
    # both sides
    (SIXTY, "H8", {0: "H hundred", 1: "all-tricks"}, 6, "the declarer's side fulfils"),
    (SIXTY, "H8", {0: "hundred", 1: "all-tricks"}, -6, "neither fulfils: the defenders win"),
    (SIXTY, "H8", {0: "all-tricks", 1: "hundred"}, -6, "neither fulfils: the defenders win"),
    (SIXTY, "H8", {0: "H all-tricks", 2: "hundred"}, -6, "neither fulfils, 100 points or not"),
]


@pytest.mark.parametrize(("lines", "call", "said", "stakes", "why"), COMMITTED)
def test_commitments_two_against_two(
    lines: tuple[str, ...], call: str, said: dict[int, str], stakes: int, why: str
) -> None:
    assert deal_out(contract(TABLE, "H", call), lines, said).payoffs == (stakes, -stakes, -stakes, stakes), why


def test_defenders_one_short_of_a_hundred_lose_though_the_declarer_is_below_the_mark() -> None:
    state = deal_out(contract(TABLE, "H", "SA"), FORTY, {2: "D C hundred"})
    assert state.points[0] == 40
    assert total(state.points, (1, 2, 3)) == 90
    assert state.payoffs == (9, -3, -3, -3)


# ---------------------------------------------------------------------------------------------------------- stakes

# WHOLE, hearts trumps, declarer alone and taking every trick: stakes won from each of three
ALL_EIGHT = [
    ({}, 3, "1 for points, 2 for eight tricks unannounced"),
    ({0: "H"}, 4, "130 points: 2 and 2"),
    ({1: "S"}, 3, "90 of a mark of 60"),
    ({0: "H hundred"}, 5, "3 and 2"),
    ({0: "hundred"}, -3, "90 points: the others win, without a trick"),
    ({0: "all-tricks"}, 4, "1 and 3"),
    ({0: "H all-tricks"}, 5, "2 and 3"),
    ({0: "H hundred all-tricks"}, 6, "3 and 3"),
    ({0: "hundred all-tricks"}, -6, "90 points miss the hundred"),
    ({2: "hundred"}, 5, "declared by anyone: 3; the winners took all eight: 2"),
    ({2: "all-tricks"}, 4, "declared by anyone: 3; 90 points: 1"),
    ({0: "H", 2: "all-tricks"}, 5, "declared by anyone: 3; 130 points: 2"),
    ({1: "hundred", 2: "all-tricks"}, 6, "3 and 3"),
    ({0: "all-tricks", 1: "hundred"}, 6, "the declarer fulfils"),
    ({0: "H hundred", 1: "all-tricks"}, 6, "the declarer fulfils"),
]


@pytest.mark.parametrize(("said", "stakes", "why"), ALL_EIGHT)
def test_stakes_alone_the_declarer_settles_with_each_of_three(said: dict[int, str], stakes: int, why: str) -> None:
    state = deal_out(contract(WHOLE, "H", "HA"), HEARTS, said)
    assert tuple(state.tricks) == (8, 0, 0, 0)
    assert state.payoffs == (3 * stakes, -stakes, -stakes, -stakes), why


@pytest.mark.parametrize(("said", "stakes", "why"), ALL_EIGHT)
def test_stakes_with_a_partner_each_winner_receives_the_sum(said: dict[int, str], stakes: int, why: str) -> None:
    state = deal_out(contract(WHOLE, "H", "CA"), HEARTS, said)
    assert state.payoffs == (stakes, -stakes, -stakes, stakes), why


# WHOLE, spades trumps: seat 1, a defender, takes every trick
DEFENDERS = [
    ({}, -3, "1 for points, 2 for eight tricks unannounced"),
    ({1: "S"}, -4, "130 points: 2 and 2"),
    ({0: "H"}, -3, "the declarer's marriage is not credited"),
    ({1: "hundred"}, 3, "90 points: the declarer wins without a trick"),
    ({1: "S hundred"}, -5, "3 and 2"),
    ({1: "all-tricks"}, -4, "1 and 3"),
    ({2: "all-tricks"}, -4, "the defenders' side wins every trick"),
    ({1: "S", 2: "hundred"}, -5, "the side has 130"),
    ({1: "S hundred", 3: "all-tricks"}, -6, "3 and 3"),
    ({1: "hundred", 3: "all-tricks"}, 6, "the defenders miss the hundred"),
    ({0: "hundred"}, -5, "the declarer misses it: 3; the winners took all eight: 2"),
    ({0: "all-tricks"}, -4, "the declarer misses it: 3; 90 points: 1"),
    ({0: "hundred all-tricks"}, -6, "3 and 3"),
    ({0: "hundred", 1: "all-tricks"}, -6, "the defenders fulfil"),
    ({0: "all-tricks", 1: "S hundred"}, -6, "the defenders fulfil"),
    ({0: "all-tricks", 1: "hundred"}, -6, "neither fulfils: the defenders win"),
]


@pytest.mark.parametrize(("said", "stakes", "why"), DEFENDERS)
def test_stakes_won_by_defenders(said: dict[int, str], stakes: int, why: str) -> None:
    state = deal_out(contract(WHOLE, "S", "HA"), SPADES, said)
    assert tuple(state.tricks) == (0, 8, 0, 0)
    assert state.payoffs == (3 * stakes, -stakes, -stakes, -stakes), why


@pytest.mark.parametrize(("said", "stakes", "why"), [case for case in DEFENDERS if not {2, 3} & set(case[0])])
def test_stakes_won_by_two_defenders(said: dict[int, str], stakes: int, why: str) -> None:
    state = deal_out(contract(WHOLE, "S", "DA"), SPADES, said)
    assert state.payoffs == (stakes, -stakes, stakes, -stakes), why


@pytest.mark.parametrize(
    ("said", "stakes", "why"),
    [
        ({2: "C"}, -1, "60 and 20"),
        ({2: "D"}, -2, "exactly 100 with the marriage of trumps"),
        ({2: "D C"}, -2, "120"),
        ({2: "D hundred"}, -3, "exactly 100 fulfils"),
        ({2: "hundred"}, 3, "60 does not"),
        ({2: "C hundred"}, 3, "80 does not"),
        ({0: "hundred", 2: "D"}, -3, "the declarer misses it"),
    ],
)
def test_stakes_of_defenders_at_exactly_a_hundred(said: dict[int, str], stakes: int, why: str) -> None:
    state = deal_out(contract(TABLE, "D", "H8"), DIAMONDS, said)
    assert total(state.points, (0, 3)) == 30
    assert state.payoffs == (stakes, -stakes, -stakes, stakes), why


@pytest.mark.parametrize(
    ("said", "stakes", "why"),
    [
        ({}, -1, "70 points and seven tricks"),
        ({1: "S"}, -2, "110 points and seven tricks"),
        ({1: "hundred"}, 3, "70 points miss the hundred"),
        ({1: "S hundred"}, -3, "110 points, seven tricks"),
        ({1: "all-tricks"}, 4, "a single trick is missing"),
        ({1: "S hundred all-tricks"}, 6, "a single trick is missing"),
        ({0: "hundred"}, -3, "the declarer misses it; seven tricks pay nothing more"),
        ({3: "all-tricks"}, -4, "the declarer's side misses it"),
    ],
)
def test_stakes_of_defenders_who_win_all_tricks_but_one(said: dict[int, str], stakes: int, why: str) -> None:
    state = deal_out(contract(ALL_BUT_ONE, "S", "CA"), SEVEN, said)
    assert tuple(state.tricks) == (0, 7, 0, 1)
    assert state.points[3] == 20
    assert state.payoffs == (stakes, -stakes, -stakes, stakes), why


def test_solved_a_declared_marriage_counts_once_its_player_has_won_a_trick() -> None:
    state = deal_out(contract(ALL_BUT_ONE, "S", "CA"), SEVEN[:7], {3: "C"})
    assert tuple(state.points) == (0, 70, 0, 0)
    for objective, value in (("points", 40), ("margin", 40 - 70), ("payoff", -1), ("tricks", 1)):
        solution = tc.solve(state, objective=objective)
        assert solution.value == value
        assert {str(move): worth for move, worth in solution.moves.items()} == {"play C7": value}
        assert [str(move) for move in solution.line] == ["play C7", "play D7", "play CA", "play H7"]


def test_stakes_all_eight_tricks_are_those_of_the_side_together() -> None:
    # Spades trumps; 0 leads the ace of hearts, its partner 1 trumps and wins all eight.
    state = deal_out(contract(WHOLE, "S", "SA"), SPADES, {})
    assert state.payoffs == (3, 3, -3, -3)
    state = deal_out(contract(WHOLE, "S", "SA"), SPADES, {0: "hundred all-tricks", 1: "S"})
    assert state.payoffs == (6, 6, -6, -6)


def test_stakes_points_of_a_hundred_count_for_the_winners_only() -> None:
    state = deal_out(contract(TABLE, "H", "H8"), SIXTY, {0: "H", 2: "D C"})
    assert total(state.points, (0, 3)) == 100
    assert state.payoffs == (-1, 1, 1, -1), "the losers' 100 points raise nothing"


def test_stakes_ninety_points_pay_one() -> None:
    state = deal_out(contract(TABLE, "H", "H9"), FIFTY, {2: "D"})
    assert total(state.points, (0, 2)) == 90
    assert state.payoffs == (1, -1, 1, -1)


def test_points_ninety_in_all_and_a_deal_is_played_to_its_last_card() -> None:
    state = contract(TABLE, "H", "H9")
    tricks(state, *FIFTY[:7])
    assert (state.done, state.payoffs) == (False, None)
    assert sum(state.points) == 70
    tricks(state, FIFTY[7])
    assert sum(state.points) == 90
    assert state.done


# ------------------------------------------------------------------------------------------------------------ undo


def test_undo_takes_back_cards_announcements_call_and_trump() -> None:
    state = start()
    seen = []
    for text in ("trump H", "call H9", "declare H", "declare hundred", "play HA", "play HJ", "declare D", "play H9"):
        seen.append((state.clone(), legal(state), tuple(state.points)))
        play(state, text)
    play(state, "play H7")
    assert tuple(state.points) == (50, 0, 0, 0)
    state.undo()
    for earlier, actions, points in reversed(seen):
        state.undo()
        assert state == earlier
        assert legal(state) == actions
        assert tuple(state.points) == points


# -------------------------------------------------------------------------------------------------- who sees what


def view(state: tc.State, seat: int) -> object:
    observation = state.observation(seat)
    plain = json.loads(json.dumps(observation))
    assert plain == observation, "an observation is plain JSON"
    return plain


def test_before_the_second_four_are_dealt_nobody_knows_them() -> None:
    # The second fours go round by one seat.
    other = "A.AKQ.-.-/-.7.J9.J KT.J.A.-/9.T.7.7 Q.9.K.K/-.-.T8.T8 J87.8.-.-/-.-.Q.AQ9"
    for actions in ([], ["trump H"]):
        one, two = play(start(TABLE), *actions), play(start(other), *actions)
        for seat in range(4):
            assert view(one, seat) == view(two, seat)
    one, two = contract(TABLE, "H", "H9"), contract(other, "H", "H9")
    for seat in range(4):
        assert view(one, seat) != view(two, seat)


def test_a_seat_sees_its_own_first_four_and_later_all_eight() -> None:
    first, second = ["SA", "HA", "HK", "HQ"], ["S9", "HT", "D7", "C7"]
    for seen in (start().observation(0), play(start(), "trump S").observation(0)):
        assert seen["hand"] == first
        assert seen["dealt"] == [first]
        assert seen["sizes"] == [4, 4, 4, 4]
    seen = contract(TABLE, "H", "H9").observation(0)
    assert set(seen["hand"]) == {*first, *second}
    assert seen["dealt"] == [first, second]
    assert seen["sizes"] == [8, 8, 8, 8]


def test_first_fours_of_others_are_hidden_while_calling() -> None:
    # 1 and 2 exchange the jack and the nine of hearts.
    other = TABLE.replace("KT.J.A.-", "KT.9.A.-").replace("Q.9.K.K", "Q.J.K.K")
    one, two = play(start(TABLE), "trump H"), play(start(other), "trump H")
    assert view(one, 0) == view(two, 0)
    assert view(one, 3) == view(two, 3)
    assert view(one, 1) != view(two, 1)


def test_the_partner_is_known_to_the_holder_only_and_so_is_whether_there_is_one() -> None:
    # The nine of hearts with seat 2, with seat 3 (for the eight), or dealt to seat 2 later (for the ace of clubs).
    with_three = TABLE.replace("Q.9.K.K/", "Q.8.K.K/").replace("J87.8.-.-/", "J87.9.-.-/")
    later = TABLE.replace("Q.9.K.K/-.-.Q.AQ9", "Q.-.K.AK/-.9.Q.Q9")
    deals = [play(start(deal), "trump H", "call H9", "play D7") for deal in (TABLE, with_three, later)]
    for seat in (0, 1):
        assert view(deals[0], seat) == view(deals[1], seat) == view(deals[2], seat)
    assert view(deals[0], 2) != view(deals[1], 2)
    assert view(deals[0], 3) == view(deals[2], 3)
    assert view(deals[0], 2) != view(deals[2], 2), "partner or not"


def test_announcements_are_seen_by_all() -> None:
    one, two = contract(TABLE, "H", "H9"), play(contract(TABLE, "H", "H9"), "declare H")
    for seat in range(4):
        assert view(one, seat) != view(two, seat)


def partners(state: tc.State) -> list[object]:
    """Who the partner is, as seats 0, 1, 2, 3 know it."""
    return [state.observation(seat)["partner"] for seat in range(4)]


def test_the_holder_among_its_first_four_knows_it_is_the_partner_from_the_call_on() -> None:
    assert partners(contract(TABLE, "H", "H9")) == [None, None, 2, None]
    assert partners(contract(TABLE, "H", "DA")) == [None, 1, None, None]


def test_the_declarer_with_the_called_card_knows_it_is_alone_and_so_do_all_once_the_card_is_played() -> None:
    state = contract(TABLE, "H", "HA")
    assert partners(state) == ["none", None, None, None]
    play(state, "play HA")
    assert partners(state) == ["none"] * 4
    state = contract(TABLE, "H", "HT")
    assert partners(state) == ["none", None, None, None], "dealt to the declarer in the second four"


def test_who_is_dealt_the_called_card_later_knows_that_the_declarer_is_alone() -> None:
    assert partners(contract(TABLE, "H", "DQ")) == [None, None, "none", None]


def test_the_called_card_played_by_another_does_not_tell_in_which_four_it_was() -> None:
    state = play(contract(TABLE, "H", "H9"), "play HA", "play HJ", "play H9")
    assert partners(state) == [None, None, 2, None]
    later = play(contract(TABLE.replace("Q.9.K.K/-.-.Q.AQ9", "Q.-.K.AK/-.9.Q.Q9"), "H", "H9"), "play HA", "play HJ")
    play(later, "play H9")
    assert partners(later) == [None, None, "none", None]


def test_option_whole_hand_the_called_card_played_proves_the_partner_to_all() -> None:
    state = contract(TABLE, "H", "DQ", called_card="whole_hand")
    assert partners(state) == [None, None, 2, None]
    play(state, "play D7", "play D8", "play DQ")
    assert partners(state) == [2, 2, 2, 2]


def test_option_whole_hand_duties_prove_who_does_not_hold_the_called_card() -> None:
    # The queen of hearts is led: 1 plays the jack, 2 the nine: neither holds the called ten, nor does 3 with the eight.
    deal = TABLE.replace("/9.T.7.7", "/9.7.7.7").replace("/-.7.J9.J", "/-.T.J9.J")
    state = play(contract(deal, "H", "HT", called_card="whole_hand"), "play HQ", "play HJ")
    assert partners(state) == [None, None, None, 3]
    play(state, "play H9")
    assert partners(state) == [3, None, None, 3], "for 1 and 2 the declarer may have called its own card"
    play(state, "play HT")
    assert partners(state) == [3, 3, 3, 3]


def test_when_the_deal_is_over_the_partner_is_open() -> None:
    assert partners(tricks(contract(TABLE, "H", "H9"), *FIFTY)) == [2, 2, 2, 2]
    assert partners(tricks(contract(TABLE, "H", "DQ"), *FIFTY)) == ["none"] * 4


# -------------------------------------------------------------------------------------------------------- matches


def test_a_match_has_no_end_of_its_own_and_the_dealer_rotates() -> None:
    chance = random.Random(1)
    match = tc.game("koenigrufen").match(seed=4, dealer=2)
    totals = [0, 0, 0, 0]
    for number in range(60):
        assert not match.over
        assert match.state.dealer == (2 + number) % 4
        assert tuple(match.scores) == tuple(totals)
        while not match.state.done:
            match.state.apply(chance.choice(match.state.legal_actions()))
        payoffs = match.state.payoffs
        assert payoffs is not None
        totals = [total + payoff for total, payoff in zip(totals, payoffs, strict=True)]
        match.advance()
    assert sum(totals) == 0


def test_a_match_of_a_number_of_deals_ends_after_them() -> None:
    match = tc.game("koenigrufen").match(seed=4, deals=3, dealer=0)
    for _ in range(3):
        assert not match.over
        while not match.state.done:
            match.state.apply(match.state.legal_actions()[0])
        match.advance()
    assert match.over


def test_the_first_dealer_is_drawn_at_random_from_the_seed_if_not_given() -> None:
    drawn = {tc.game("koenigrufen").match(seed=seed, dealer=None).state.dealer for seed in range(64)}
    assert drawn == {0, 1, 2, 3}
