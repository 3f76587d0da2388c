"""Worked examples of docs/rules/anrufen.md, written out by hand from the page.

Deals are written in the canonical text; the dealer is chosen so that the wanted seat is eldest.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import trickcore as tc

from .playing import legal, play, plays, total, tricks

# 0: SA ST HA HK HQ D9 · 1: SK HT HJ DA CA CT · 2: SQ SJ H9 DK DQ CK · 3: S9 DT DJ CQ CJ C9
STRONG = "AT.AKQ.9.- K.JT.A.AT QJ.9.KQ.K 9.-.JT.QJ9"
# 0: SA SK H9 DK D9 C9 · 1: SQ ST HQ HT CA CT · 2: SJ DA DQ DJ DT CK · 3: S9 HA HK HJ CQ CJ
DUTIES = "AK.9.K9.9 QT.QT.-.AT J.-.AQJT.K 9.AKJ.-.QJ"
# 0: S9 H9 DJ D9 CJ C9 · 1: SA ST HA HT DA CA · 2: SK SQ HK HQ DK CK · 3: SJ HJ DT DQ CT CQ
LAYERS = "9.9.J9.J9 AT.AT.A.A KQ.KQ.K.K J.J.QT.QT"
# every seat holds one suit whole: hearts, spades, diamonds, clubs
WHOLE = "-.AKQJT9.-.- AKQJT9.-.-.- -.-.AKQJT9.- -.-.-.AKQJT9"
# 0: SA HA HT D9 CK CQ · 1: S9 HJ DA DK DQ C9 · 2: ST SK HK DJ CT CJ · 3: SQ SJ HQ H9 DT CA
CLOSE = "A.AT.9.KQ 9.J.AKQ.9 KT.K.J.JT QJ.Q9.T.A"
# 0: SA SK HA HT HK HQ D9 · 1: ST SQ HJ DA DT CA CT · 2: SJ S9 H9 DK DQ CK CQ · talon: DJ CJ C9
THREE = "AK.AKQT.9.- QT.J.AT.AT J9.9.KQ.KQ + -.-.J.J9"

# Complete deals, trick by trick in the order played; "*" declares a marriage.
#
# Trumps hearts, bidder 0, partner 1 (ten of hearts): all six tricks, 90 points and the marriage of trumps: 130.
ALL_TRICKS = ("HK* HT H9 C9", "HJ SJ S9 HQ", "SA SK SQ CJ", "D9 DA DQ DJ", "CA CK CQ HA", "ST CT DK DT")
# The same cards without declaring: all six tricks, 90 points.
ALL_TRICKS_90 = ("HK HT H9 C9", *ALL_TRICKS[1:])
# Trumps hearts, bidder 0, partner 2 (nine of hearts): four tricks; 60 points and the marriage: exactly 100.
HUNDRED = ("HK* HT H9 C9", "CA CK CJ HQ", "HA HJ SJ S9", "SA SK SQ CQ", "ST CT DK DT", "D9 DA DQ DJ")
# One card exchanged in the last two tricks: 50 points and the marriage: exactly 90.
NINETY = (*HUNDRED[:4], "ST CT DK DJ", "D9 DA DQ DT")
# Trumps clubs, bidder 3, partner 2 (king of clubs): one trick, 10 points.
TEN_POINTS = ("CQ D9 CT CK", "CA SJ C9 HQ", "SK SQ S9 SA", "ST HJ DQ CJ", "DT HK DA DK", "HT H9 DJ HA")
# LAYERS, bidder 0 loses every trick.
NO_TRICK_MADE = ("S9 ST SQ SJ", "HA HQ HJ H9", "DA DK DQ DJ", "CA CK CQ CJ", "SA SK DT D9", "HT HK CT C9")
# LAYERS, bidder 1 wins every trick.
NO_TRICK_LOST = ("SA SK SJ S9", "ST SQ DQ D9", "HA HK HJ H9", "HT HQ DT DJ", "DA DK CQ CJ", "CA CK CT C9")
# WHOLE, bidder 0 holds all trumps.
SIX_TRUMPS = ("HK* S9 D9 C9", "HQ SJ DJ CJ", "HJ SQ DQ CQ", "HA SA DA CA", "HT ST DT CT", "H9 SK DK CK")
SIX_TRUMPS_90 = ("HK S9 D9 C9", *SIX_TRUMPS[1:])
# CLOSE, trumps hearts, bidder 0, partner 2 (king of hearts); "d" marks the defenders' marriage lead, "o" the bidder's.
CLOSE_START = ("HA HJ HK H9", "D9 DA DJ DT")
FORTY = (*CLOSE_START, "DKd SK HQ HT", "SA S9 ST SJ", "CKo C9 CT CA", "SQ CQ DQ CJ")
FIFTY = (*CLOSE_START, "DKd SK HQ HT", "CKo C9 CT CA", "SQ SA S9 ST", "CQ DQ CJ SJ")

# 0: SJ S9 HJ H9 D9 CJ C9 · 1: SA ST HA HT DA CA CT · 2: SK SQ HK HQ DT CK CQ · talon: DK DQ DJ
LOW_HAND = "J9.J9.9.J9 AT.AT.A.AT KQ.KQ.T.KQ + -.-.KQJ.-"

LEVELS = ("game", "hundred", "no-trick", "all-tricks", "all-tricks-hundred")
RAISES = ("raise hundred", "raise all-tricks", "raise all-tricks-hundred")


def bids(*levels: str) -> set[str]:
    return {f"bid {level}" for level in levels}


def trumps(suits: str) -> set[str]:
    return {f"trump {suit}" for suit in suits}


def four(deal: str = STRONG, dealer: int = 3, **options: Any) -> tc.State:
    return tc.game("anrufen", **options).start(deal, dealer=dealer)


def three(deal: str = THREE, dealer: int = 2, **options: Any) -> tc.State:
    return tc.game("anrufen", players=3, **options).start(deal, dealer=dealer)


def contract(
    deal: str, bidder: int, level: str, trump: str | None, call: str | None = None, **options: Any
) -> tc.State:
    """The moment before the first lead: the bidder is eldest, bids at once, and the three others pass."""
    state = play(four(deal, (bidder - 1) % 4, **options), f"bid {level}", "pass", "pass", "pass")
    if trump is not None:
        play(state, f"trump {trump}")
    if call is not None:
        play(state, f"call {call}")
    return state


def deal_out(state: tc.State, lines: tuple[str, ...], said: dict[int, str] | None = None) -> tc.State:
    """Play ``lines``; in the first trick each seat of ``said`` speaks before its card."""
    for card in lines[0].split():
        seat = state.actor
        if said and seat in said:
            play(state, said[seat])
        play(state, f"play {card[:-1]} marriage" if card.endswith("*") else f"play {card}")
    return tricks(state, *lines[1:])


# ---------------------------------------------------------------------------------------------------------- table


def test_four_players_by_default_and_eldest_is_the_seat_after_the_dealer() -> None:
    for dealer, eldest in enumerate((1, 2, 3, 0)):
        state = four(dealer=dealer)
        assert (state.actor, state.phase, state.dealer) == (eldest, "auction", dealer)
    for dealer, eldest in enumerate((1, 2, 0)):
        assert three(dealer=dealer).actor == eldest


def test_deal_is_six_cards_each_or_seven_and_a_talon_of_three() -> None:
    assert [len(hand) for hand in tc.game("anrufen").new_deal(seed=1, dealer=0).deal.hands] == [6, 6, 6, 6]
    deal = tc.game("anrufen", players=3).new_deal(seed=1, dealer=0).deal
    assert [len(hand) for hand in deal.hands] == [7, 7, 7]
    assert len(deal.talon) == 3


def test_nothing_is_won_and_no_payoff_is_known_before_the_end() -> None:
    state = four()
    assert (state.done, state.void, state.payoffs) == (False, False, None)
    assert tuple(state.tricks) == (0, 0, 0, 0)
    assert tuple(state.points) == (0, 0, 0, 0)


# -------------------------------------------------------------------------------------------------------- auction


def test_with_no_bid_a_turn_is_pass_or_a_bid_of_any_level() -> None:
    assert legal(four()) == {"pass"} | bids(*LEVELS)
    assert legal(three()) == {"pass"} | bids(*LEVELS)


@pytest.mark.parametrize(("standing", "higher"), [(level, LEVELS[i + 1 :]) for i, level in enumerate(LEVELS)])
def test_after_a_bid_a_turn_is_pass_match_or_a_bid_of_a_higher_level(standing: str, higher: tuple[str, ...]) -> None:
    state = play(four(), f"bid {standing}")
    assert state.actor == 1
    assert legal(state) == {"pass", "match"} | bids(*higher)


def test_a_bid_may_go_up_by_more_than_one_level() -> None:
    state = play(four(), "bid game", "bid all-tricks")
    assert legal(state) == {"pass", "match", "bid all-tricks-hundred"}


def test_speaking_goes_round_in_turn() -> None:
    state = four(dealer=1)
    for seat in (2, 3, 0, 1, 2):
        assert state.actor == seat
        play(state, "pass")


def test_auction_ends_when_every_seat_but_the_holder_has_passed_in_a_row() -> None:
    state = play(four(), "bid game", "pass", "pass")
    assert (state.phase, state.actor) == ("auction", 3)
    play(state, "pass")
    assert state.actor == 0
    assert legal(state) == trumps("SHDC")


def test_auction_opened_after_passes_asks_those_who_passed_again() -> None:
    state = play(four(), "pass", "pass", "bid game")
    for seat in (3, 0, 1):
        assert state.actor == seat
        assert legal(state) == {"pass", "match"} | bids(*LEVELS[1:])
        play(state, "pass")
    assert state.actor == 2
    assert legal(state) == trumps("SHDC")


def test_passing_does_not_bar_a_seat_from_speaking_again() -> None:
    state = play(four(), "bid game", "pass", "bid hundred", "pass", "pass")
    assert state.actor == 1
    assert legal(state) == {"pass", "match"} | bids(*LEVELS[2:])
    play(state, "bid no-trick", "pass", "pass", "pass")
    assert state.actor == 1
    assert legal(state) == trumps("SHDC")


def test_an_outbid_holder_is_asked_again_and_passes_before_the_bid_do_not_count() -> None:
    state = play(four(), "bid game", "pass", "pass", "bid hundred")
    for seat in (0, 1, 2):
        assert state.actor == seat
        play(state, "pass")
    assert state.actor == 3
    assert legal(state) == trumps("SHDC")


def test_match_without_a_suit_asks_the_holder_first_and_then_the_matcher_for_any_suit() -> None:
    state = play(four(), "bid game", "pass", "match")
    assert state.actor == 0
    assert legal(state) == trumps("SHDC")
    play(state, "trump D")
    assert state.actor == 2
    assert legal(state) == trumps("SHDC")


@pytest.mark.parametrize(
    ("holder", "matcher", "kept"),
    [
        ("H", "D", True),
        ("H", "S", True),
        ("H", "C", True),
        ("D", "S", True),
        ("D", "C", True),
        ("S", "C", True),
        ("D", "H", False),
        ("S", "H", False),
        ("C", "H", False),
        ("S", "D", False),
        ("C", "D", False),
        ("C", "S", False),
        ("H", "H", True),
        ("D", "D", True),
        ("S", "S", True),
        ("C", "C", True),
    ],
)
def test_match_is_decided_at_once_by_suit_hearts_diamonds_spades_clubs_and_a_tie_keeps_the_earlier_holder(
    holder: str, matcher: str, kept: bool
) -> None:
    state = play(four(), "bid all-tricks", "match", f"trump {holder}", f"trump {matcher}")
    assert state.actor == 2, "the turn goes to the seat after the matcher"
    for seat in (2, 3, 1 if kept else 0):
        assert state.actor == seat
        play(state, "pass")
    bidder, suit = (0, holder) if kept else (1, matcher)
    assert state.actor == bidder
    missing = {
        0: {"S": "SK SQ SJ S9", "H": "HT HJ H9", "D": "DA DK DQ DJ DT", "C": "CA CK CQ CJ CT C9"},
        1: {"S": "SA SQ SJ ST S9", "H": "HA HK HQ H9", "D": "DK DQ DJ DT D9", "C": "CK CQ CJ C9"},
    }[bidder][suit]
    assert legal(state) == {f"call {card}" for card in missing.split()}, (
        "the suit of the holder is trumps: none is asked"
    )


def test_a_failed_match_is_not_a_pass_and_the_holder_is_skipped() -> None:
    state = play(four(), "bid game", "match", "trump S", "trump C", "pass", "pass")
    assert state.actor == 1, "0 holds the bid and is skipped; 1 has not passed since its match"
    assert legal(state) == {"pass", "match"} | bids(*LEVELS[1:])
    play(state, "pass")
    assert state.actor == 0
    assert legal(state) == {"call SK", "call SQ", "call SJ", "call S9"}


def test_passes_before_a_failed_match_do_not_count() -> None:
    state = play(four(), "bid game", "pass", "match", "trump H", "trump C")
    for seat in (3, 1, 2):
        assert (state.phase, state.actor) == ("auction", seat)
        assert legal(state) == {"pass"} | bids(*LEVELS[1:])
        play(state, "pass")
    assert state.actor == 0
    assert legal(state) == {"call HT", "call HJ", "call H9"}


def test_after_a_failed_match_the_bid_has_a_suit_and_the_matcher_may_match_again_with_a_higher_one() -> None:
    state = play(four(), "bid game", "match", "trump D", "trump S", "pass", "pass", "match")
    assert state.actor == 1, "the holder names no suit a second time"
    assert legal(state) == {"trump H"}
    play(state, "trump H")
    assert state.actor == 2
    assert legal(state) == {"pass"} | bids(*LEVELS[1:]), "hearts cannot be matched"
    play(state, "pass", "pass")
    assert state.actor == 0, "1 holds the bid now"
    play(state, "pass")
    assert state.actor == 1
    assert legal(state) == {"call HA", "call HK", "call HQ", "call H9"}


@pytest.mark.parametrize(("suit", "higher"), [("C", "SDH"), ("S", "DH"), ("D", "H")])
def test_a_named_suit_can_only_be_outbid_by_a_higher_one(suit: str, higher: str) -> None:
    state = play(four(), "bid game", "match", f"trump {suit}", f"trump {suit}")
    assert legal(state) == {"pass", "match"} | bids(*LEVELS[1:])
    play(state, "match")
    assert state.actor == 2
    assert legal(state) == trumps(higher)


def test_match_is_not_open_once_hearts_are_named() -> None:
    for named in (("trump H", "trump H"), ("trump C", "trump H"), ("trump H", "trump D")):
        state = play(four(), "bid hundred", "match", *named)
        assert legal(state) == {"pass"} | bids(*LEVELS[2:])
    state = play(four(), "bid all-tricks-hundred", "match", "trump H", "trump S")
    assert legal(state) == {"pass"}, "a decision with a single legal action is still asked for"


def test_an_outmatched_holder_may_match_with_a_higher_suit_and_takes_the_bid_back() -> None:
    state = play(four(), "bid game", "match", "trump C", "trump S", "pass", "pass")
    assert state.actor == 0
    play(state, "match")
    assert state.actor == 0
    assert legal(state) == trumps("DH")
    play(state, "trump D")
    assert state.actor == 1, "the turn goes to the seat after the matcher"
    play(state, "pass", "pass", "pass")
    assert state.actor == 0
    assert legal(state) == {"call DA", "call DK", "call DQ", "call DJ", "call DT"}


def test_a_match_counts_as_speaking_so_three_passes_must_follow_it() -> None:
    state = play(four(), "bid game", "pass", "pass", "match", "trump C", "trump H")
    for seat in (0, 1, 2):
        assert (state.phase, state.actor) == ("auction", seat)
        play(state, "pass")
    assert state.actor == 3
    assert legal(state) == {"call HA", "call HK", "call HQ", "call HJ", "call HT", "call H9"}


def test_a_declared_suit_binds_only_the_bid_it_was_declared_for() -> None:
    state = play(four(), "bid game", "match", "trump C", "trump H", "bid hundred")
    assert legal(state) == {"pass", "match"} | bids(*LEVELS[2:]), "the higher bid has no suit yet and can be matched"
    play(state, "pass", "pass", "pass")
    assert state.actor == 2
    assert legal(state) == trumps("SHDC")


def test_a_holder_with_a_suit_that_is_outbid_and_bids_higher_names_trumps_anew() -> None:
    state = play(four(), "bid game", "match", "trump H", "trump S", "bid hundred", "pass", "bid no-trick")
    play(state, "pass", "pass", "pass")
    assert state.actor == 0
    assert legal(state) == trumps("SHDC")


def test_the_same_seat_may_match_a_higher_bid_with_any_suit_again() -> None:
    state = play(four(), "bid game", "match", "trump D", "trump C", "bid hundred", "match")
    assert state.actor == 2
    assert legal(state) == trumps("SHDC")
    play(state, "trump C")
    assert state.actor == 3
    assert legal(state) == trumps("SHDC")


def test_all_four_passing_starts_a_second_round_from_eldest() -> None:
    state = play(four(dealer=1), "pass", "pass", "pass", "pass")
    assert (state.phase, state.actor, state.done) == ("auction", 2, False)
    assert legal(state) == {"pass"} | bids(*LEVELS)
    play(state, "pass", "pass", "bid game", "pass", "pass", "pass")
    assert state.actor == 0
    assert legal(state) == trumps("SHDC")


def test_a_bid_by_the_last_seat_of_the_second_round_stands() -> None:
    state = play(four(), *["pass"] * 7, "bid game", "pass", "pass")
    assert (state.phase, state.actor) == ("auction", 2)
    play(state, "pass")
    assert state.actor == 3
    assert legal(state) == trumps("SHDC")


def test_two_rounds_of_passes_make_a_void_deal_that_pays_nothing() -> None:
    state = play(four(), *["pass"] * 7)
    assert not state.done
    play(state, "pass")
    assert (state.done, state.void, state.phase, state.actor) == (True, True, "done", None)
    assert state.payoffs == (0, 0, 0, 0)
    assert legal(state) == set()
    state = play(three(), *["pass"] * 6)
    assert (state.done, state.void, state.payoffs) == (True, True, (0, 0, 0))


def test_three_players_auction_ends_after_two_passes_in_a_row() -> None:
    state = play(three(), "pass", "bid game", "pass", "pass")
    assert (state.phase, state.actor) == ("exchange", 1)
    state = play(three(), "bid game", "match", "trump S", "trump C", "pass")
    assert state.actor == 1, "the holder is skipped, the failed match is not a pass"
    play(state, "pass")
    assert (state.phase, state.actor) == ("exchange", 0)


# ----------------------------------------------------------------------------------------------- after the auction


@pytest.mark.parametrize(
    ("trump", "cards"), [("S", "SK SQ SJ S9"), ("H", "HT HJ H9"), ("D", "DA DK DQ DJ DT"), ("C", "CA CK CQ CJ CT C9")]
)
def test_the_bidder_calls_a_trump_not_in_its_hand(trump: str, cards: str) -> None:
    state = contract(STRONG, 0, "game", trump)
    assert (state.phase, state.actor) == ("call", 0)
    assert legal(state) == {f"call {card}" for card in cards.split()}


def test_the_bidder_leads_after_the_call_whoever_is_eldest() -> None:
    state = play(four(dealer=0), "pass", "pass", "bid game", "pass", "pass", "pass", "trump C", "call CK")
    assert (state.phase, state.actor) == ("play", 3)


def test_a_bidder_with_all_six_trumps_has_no_card_to_call_and_plays_alone() -> None:
    state = contract(WHOLE, 0, "game", "H")
    assert (state.phase, state.actor) == ("play", 0)
    play(state, "play HA")
    for seat in (1, 2, 3):
        suit = " SDC"[seat]
        assert legal(state) == plays(" ".join(suit + rank for rank in "AKQJT9"), "contra"), "no partner: no raise"
        play(state, f"play {suit}9")


def test_a_bidder_with_all_six_of_a_suit_may_make_another_suit_trumps_and_call() -> None:
    state = contract(WHOLE, 0, "game", "S")
    assert legal(state) == {f"call S{rank}" for rank in "AKQJT9"}


def test_no_trick_names_trumps_and_calls_nobody() -> None:
    state = play(four(LAYERS), "bid no-trick", "pass", "pass", "pass")
    assert legal(state) == trumps("SHDC")
    play(state, "trump S")
    assert (state.phase, state.actor) == ("play", 0)


def test_three_players_take_the_talon_and_put_any_three_cards_aside_before_trumps() -> None:
    state = play(three(), "bid game", "pass", "pass")
    hand = ["SA", "SK", "HA", "HT", "HK", "HQ", "D9", "DJ", "CJ", "C9"]
    for card in ("DJ", "HA", "C9"):
        assert (state.phase, state.actor) == ("exchange", 0)
        assert legal(state) == {f"discard {other}" for other in hand}
        play(state, f"discard {card}")
        hand.remove(card)
    assert state.actor == 0
    assert legal(state) == trumps("SHDC")
    play(state, "trump H")
    assert (state.phase, state.actor) == ("play", 0), "three players: nobody is called"
    assert legal(state) == plays("SA SK HT HK HQ D9 CJ", "play HK marriage", "play HQ marriage")


def test_three_players_the_suit_fixed_by_a_match_is_not_asked_for_after_the_discards() -> None:
    state = play(three(), "bid game", "match", "trump S", "trump D", "pass", "pass")
    assert (state.phase, state.actor) == ("exchange", 1)
    play(state, "discard DJ", "discard CJ", "discard C9")
    assert (state.phase, state.actor) == ("play", 1)
    assert legal(state) == plays("ST SQ HJ DA DT CA CT")
    play(state, "play HJ", "play H9")
    assert legal(state) == plays("HA HT HK HQ", "contra")


def test_three_players_no_trick_takes_the_talon_and_names_trumps_too() -> None:
    state = play(three(), "bid no-trick", "pass", "pass", "discard SA", "discard HA", "discard HT")
    assert legal(state) == trumps("SHDC")
    play(state, "trump C")
    assert legal(state) == plays("SK HK HQ D9 DJ CJ C9"), "no marriages in no-trick"


# ------------------------------------------------------------------------------------- option: no_trick_trump=False


def test_option_no_trick_trump_false_plays_no_trick_without_a_trump_action() -> None:
    state = contract(LAYERS, 2, "no-trick", None, no_trick_trump=False)
    assert (state.phase, state.actor) == ("play", 2)
    assert legal(state) == plays("SK SQ HK HQ DK CK")


def test_option_no_trick_trump_false_keeps_the_duty_to_beat_within_the_suit_and_frees_who_cannot_follow() -> None:
    state = play(contract(LAYERS, 2, "no-trick", None, no_trick_trump=False), "play DK")
    assert legal(state) == plays("DT", "contra"), "the ten beats the king, the queen does not"
    play(state, "play DT", "play DJ")
    assert legal(state) == plays("DA", "contra")
    play(state, "play DA")
    assert state.actor == 1
    tricks(state, "SA SK SJ S9")
    play(state, "play ST", "play SQ")
    assert legal(state) == plays("HJ DQ CT CQ"), "no spade left: any card"


def test_option_no_trick_trump_false_other_levels_still_name_trumps_and_call() -> None:
    state = play(four(no_trick_trump=False), "bid game", "pass", "pass", "pass")
    assert legal(state) == trumps("SHDC")
    play(state, "trump H")
    assert legal(state) == {"call HT", "call HJ", "call H9"}


@pytest.mark.parametrize(("trump", "expected"), [(True, {"play HJ"}), (False, plays("HJ DT DQ CT CQ"))])
def test_suits_named_in_a_match_of_no_trick_are_trumps_only_with_no_trick_trump(
    trump: bool, expected: set[str]
) -> None:
    state = play(four(LAYERS, no_trick_trump=trump), "bid no-trick", "match", "trump C", "trump H")
    play(state, "pass", "pass", "pass")
    assert (state.phase, state.actor) == ("play", 1), "the higher suit holds the bid either way"
    tricks(state, "SA SK SJ S9")
    play(state, "play ST", "play SQ")
    assert legal(state) == expected


def test_option_no_trick_trump_false_with_three_players_plays_after_the_discards() -> None:
    state = play(three(no_trick_trump=False), "bid no-trick", "pass", "pass", "discard SA", "discard HA", "discard HT")
    assert (state.phase, state.actor) == ("play", 0)


def test_option_no_trick_trump_false_pays_as_the_table() -> None:
    state = contract(LAYERS, 0, "no-trick", None, no_trick_trump=False)
    deal_out(state, NO_TRICK_MADE, {2: "contra"})
    assert state.payoffs == (9, -3, -3, -3)


# -------------------------------------------------------------------------------------------------- duties of play


def test_the_led_suit_must_be_followed_and_beaten_the_ten_ranks_above_the_king() -> None:
    state = play(contract(DUTIES, 0, "game", "D", "DA"), "play SK")
    assert legal(state) == plays("ST", "contra")


def test_who_cannot_beat_the_led_suit_may_play_any_card_of_it() -> None:
    state = play(contract(DUTIES, 0, "game", "D", "DA"), "play SA")
    assert legal(state) == plays("SQ ST", "contra")


def test_who_cannot_follow_must_trump() -> None:
    state = play(contract(DUTIES, 0, "game", "H", "HA"), "play D9")
    assert legal(state) == plays("HQ HT", "contra")


def test_once_a_plain_suit_is_trumped_whoever_follows_may_play_any_card_of_it() -> None:
    state = play(contract(DUTIES, 0, "game", "H", "HA"), "play D9", "play HQ")
    assert legal(state) == plays("DA DQ DJ DT", "contra")


def test_whoever_must_trump_must_overtrump_if_able() -> None:
    state = contract(DUTIES, 0, "game", "H", "HA")
    play(state, "play D9", "play HQ", "play DJ")
    assert legal(state) == plays("HA HK", *RAISES)
    state = contract(DUTIES, 0, "game", "H", "HA")
    play(state, "play D9", "play HT", "play DJ")
    assert legal(state) == plays("HA", *RAISES)


def test_whoever_must_trump_but_cannot_overtrump_still_plays_a_trump() -> None:
    state = play(contract(DUTIES, 2, "game", "H", "HJ"), "play DA")
    assert legal(state) == plays("HA HK HJ", *RAISES), "a trump is due, and any trump beats a plain ace"
    play(state, "play HA")
    assert legal(state) == plays("DK D9", "contra")
    play(state, "play DK")
    assert legal(state) == plays("HT HQ", "contra")


def test_who_has_neither_the_led_suit_nor_a_trump_may_play_any_card() -> None:
    state = play(contract(DUTIES, 3, "game", "H", "HT"), "play HA", "play H9", "play HQ")
    assert legal(state) == plays("SJ DA DQ DJ DT CK", "contra"), "trumps led"
    state = contract(DUTIES, 0, "game", "H", "HA")
    tricks(state, "D9 HQ DJ HK", "S9 SK ST SJ")
    play(state, "play SQ")
    assert legal(state) == plays("DA DQ DT CK"), "a plain suit led"


def test_trumps_led_must_be_followed_and_beaten() -> None:
    state = play(contract(DUTIES, 1, "game", "H", "HA"), "play HQ", "play SJ")
    assert legal(state) == plays("HA HK", *RAISES)
    play(state, "play HK")
    assert legal(state) == plays("H9", "contra")


def test_the_duty_to_beat_holds_against_ones_own_partner() -> None:
    state = play(contract(STRONG, 0, "game", "H", "HT"), "play HQ")
    assert legal(state) == plays("HT", *RAISES), "the jack would leave the partner's queen on top"


def test_the_first_lead_is_free_and_the_winner_of_a_trick_leads_to_the_next() -> None:
    state = contract(STRONG, 0, "game", "H", "HT")
    assert legal(state) == plays("SA ST HA HK HQ D9", "play HK marriage", "play HQ marriage")
    tricks(state, "HQ HT H9 C9")
    assert state.actor == 1
    assert tuple(state.tricks) == (0, 1, 0, 0)
    assert legal(state) == plays("SK HJ DA CA CT")


def test_the_highest_trump_wins_else_the_highest_card_of_the_led_suit() -> None:
    state = contract(DUTIES, 0, "game", "H", "HA")
    tricks(state, "D9 HQ DA HK")
    assert tuple(state.tricks) == (0, 0, 0, 1), "the king of trumps over the queen of trumps and the ace led"
    state = contract(LAYERS, 0, "game", "C", "CA")
    tricks(state, "S9 ST SQ SJ")
    assert tuple(state.tricks) == (0, 1, 0, 0), "the ten over queen and jack"


# ------------------------------------------------------------------------------------------- raise and contra


@pytest.mark.parametrize(
    ("level", "raises"),
    [
        ("game", ("hundred", "all-tricks", "all-tricks-hundred")),
        ("hundred", ("all-tricks", "all-tricks-hundred")),
        ("all-tricks", ("all-tricks-hundred",)),
        ("all-tricks-hundred", ()),
    ],
)
def test_the_partner_may_raise_to_any_higher_level_except_no_trick(level: str, raises: tuple[str, ...]) -> None:
    state = play(contract(STRONG, 0, level, "H", "HT"), "play HA")
    assert legal(state) == plays("HT HJ", *(f"raise {higher}" for higher in raises))


def test_the_partner_raises_once_and_keeps_its_turn() -> None:
    state = play(contract(STRONG, 0, "game", "H", "HT"), "play HA", "raise hundred")
    assert state.actor == 1
    assert legal(state) == plays("HT HJ")


def test_contra_is_said_once_in_a_deal_by_a_defender_who_keeps_its_turn() -> None:
    state = play(contract(STRONG, 0, "game", "H", "HT"), "play HA", "play HJ")
    assert legal(state) == plays("H9", "contra")
    play(state, "contra")
    assert state.actor == 2
    assert legal(state) == plays("H9")
    play(state, "play H9")
    assert legal(state) == plays("S9 DT DJ CQ CJ C9"), "said once by anyone"


def test_contra_is_open_to_the_last_defender_if_nobody_has_said_it() -> None:
    state = play(contract(STRONG, 0, "game", "H", "HT"), "play HA", "play HJ", "play H9")
    assert legal(state) == plays("S9 DT DJ CQ CJ C9", "contra")


def test_contra_before_a_raise_leaves_the_raise_open() -> None:
    state = play(contract(STRONG, 0, "game", "H", "H9"), "play HA", "contra", "play HJ")
    assert legal(state) == plays("H9", *RAISES)


def test_bidder_says_nothing_and_the_partner_no_contra() -> None:
    state = contract(STRONG, 0, "game", "H", "HT")
    assert not {"contra", *RAISES} & legal(state)
    play(state, "play HA")
    assert "contra" not in legal(state)


def test_raise_and_contra_exist_in_the_first_trick_only() -> None:
    state = tricks(contract(STRONG, 0, "game", "H", "HT"), "HA HJ H9 C9")
    play(state, "play SA")
    for expected, card in ((plays("SK"), "SK"), (plays("SQ SJ"), "SQ"), (plays("S9"), "S9")):
        assert legal(state) == expected
        play(state, f"play {card}")


def test_no_trick_has_no_raise_but_every_defender_may_say_contra() -> None:
    state = play(contract(LAYERS, 0, "no-trick", "S"), "play S9")
    assert legal(state) == plays("SA ST", "contra")
    play(state, "play ST")
    assert legal(state) == plays("SK SQ", "contra")
    play(state, "play SQ")
    assert legal(state) == plays("SJ", "contra")


def test_three_players_have_contra_and_no_raise() -> None:
    state = play(three(), "bid game", "pass", "pass", "discard DJ", "discard CJ", "discard C9", "trump H", "play HA")
    assert legal(state) == plays("HJ", "contra")
    play(state, "contra", "play HJ")
    assert legal(state) == plays("H9")


# -------------------------------------------------------------------------------------------------------- marriages


@pytest.mark.parametrize("card", ["HK", "HQ"])
@pytest.mark.parametrize(("trump", "call", "worth"), [("H", "HT", 40), ("S", "SK", 20)])
def test_a_marriage_led_with_king_or_queen_counts_at_once_40_in_trumps_20_otherwise(
    card: str, trump: str, call: str, worth: int
) -> None:
    state = play(contract(STRONG, 0, "game", trump, call), f"play {card} marriage")
    assert tuple(state.points) == (worth, 0, 0, 0)


def test_a_marriage_may_be_led_without_declaring_and_is_then_gone() -> None:
    state = tricks(contract(WHOLE, 0, "game", "H"), "HK S9 D9 C9")
    assert tuple(state.points) == (0, 0, 0, 0)
    assert legal(state) == plays("HA HQ HJ HT H9")


def test_a_marriage_may_be_declared_with_any_lead_not_only_the_first() -> None:
    state = tricks(contract(WHOLE, 0, "game", "H"), "HA S9 D9 C9", "HJ SJ DJ CJ")
    assert legal(state) == plays("HK HQ HT H9", "play HK marriage", "play HQ marriage")
    play(state, "play HQ marriage")
    assert tuple(state.points) == (50, 0, 0, 0)


def test_a_declared_marriage_is_not_declared_again() -> None:
    state = tricks(contract(WHOLE, 0, "game", "H"), "HK* S9 D9 C9")
    assert legal(state) == plays("HA HQ HJ HT H9")


def test_every_marriage_in_hand_is_offered_with_either_card() -> None:
    state = contract(LAYERS, 2, "game", "S", "SJ")
    offered = {f"play {card} marriage" for card in ("SK", "SQ", "HK", "HQ")}
    assert legal(state) == plays("SK SQ HK HQ DK CK") | offered


def test_marriages_are_not_offered_to_followers() -> None:
    state = play(contract(LAYERS, 1, "game", "D", "DK"), "play SA")
    assert legal(state) == plays("SK SQ", *RAISES)


def test_a_defender_about_to_lead_may_declare() -> None:
    state = tricks(contract(CLOSE, 0, "game", "H", "HK"), *CLOSE_START)
    assert legal(state) == plays("S9 DK DQ C9", "play DK marriage", "play DQ marriage")
    play(state, "play DK marriage")
    assert tuple(state.points) == (10, 40, 0, 0), "ace of trumps; ace and ten of diamonds and the marriage"


def test_no_marriage_in_no_trick_for_any_seat() -> None:
    state = contract(LAYERS, 2, "no-trick", "S")
    assert legal(state) == plays("SK SQ HK HQ DK CK")
    state = tricks(contract(CLOSE, 0, "no-trick", "S"), "D9 DA DJ DT")
    assert state.actor == 1
    assert legal(state) == plays("S9 HJ DK DQ C9")


def test_marriage_points_stand_even_if_the_side_takes_no_trick() -> None:
    state = contract(LAYERS, 2, "game", "S", "SJ")
    tricks(state, "SK* SJ S9 ST", "SA SQ HJ H9", "HA HK DQ D9", "HT HQ DT DJ", "DA DK CQ CJ", "CA CK CT C9")
    assert tuple(state.tricks) == (0, 6, 0, 0)
    assert tuple(state.points) == (0, 90, 40, 0)
    assert state.payoffs == (1, 1, -1, -1)


# ------------------------------------------------------------------------------------------------- result and payoff


def test_points_aces_and_tens_count_ten_the_last_trick_ten_ninety_in_all() -> None:
    state = tricks(contract(STRONG, 0, "game", "H", "HT"), *ALL_TRICKS_90)
    assert (state.done, state.void, state.phase, state.actor) == (True, False, "done", None)
    assert tuple(state.points) == (70, 20, 0, 0)
    assert tuple(state.tricks) == (4, 2, 0, 0)
    assert legal(state) == set()


def test_points_so_far_are_those_of_the_tricks_won_so_far() -> None:
    state = contract(STRONG, 0, "game", "H", "HT")
    expected = [(40, 10, 0, 0), (40, 10, 0, 0), (50, 10, 0, 0), (50, 20, 0, 0), (70, 20, 0, 0), (110, 20, 0, 0)]
    for line, points in zip(ALL_TRICKS, expected, strict=True):
        assert state.payoffs is None
        tricks(state, line)
        assert tuple(state.points) == points


def test_a_deal_is_played_to_its_last_card_though_it_is_decided() -> None:
    state = contract(LAYERS, 1, "no-trick", "S")
    tricks(state, *NO_TRICK_LOST[:5])
    assert not state.done
    assert state.payoffs is None
    play(state, "play CA", "play CK", "play CT")
    assert legal(state) == plays("C9")
    play(state, "play C9")
    assert state.done


@pytest.mark.parametrize(
    ("level", "contra", "value"),
    [
        ("game", False, 1),
        ("hundred", False, 2),
        ("all-tricks", False, 2),
        ("all-tricks-hundred", False, 3),
        ("game", True, 2),
        ("hundred", True, 3),
        ("all-tricks", True, 3),
        ("all-tricks-hundred", True, 4),
    ],
)
class TestPaymentsTwoAgainstTwo:
    def test_made_pays_the_tokens_of_the_level_and_one_for_contra(self, level: str, contra: bool, value: int) -> None:
        state = contract(STRONG, 0, level, "H", "HT")
        deal_out(state, ALL_TRICKS, {2: "contra"} if contra else None)
        assert state.payoffs == (value, value, -value, -value)

    def test_lost_pays_the_reverse(self, level: str, contra: bool, value: int) -> None:
        state = contract(STRONG, 3, level, "C", "CK")
        deal_out(state, TEN_POINTS, {1: "contra"} if contra else None)
        assert tuple(state.points) == (40, 40, 0, 10)
        assert state.payoffs == (value, value, -value, -value)

    def test_a_raise_pays_as_the_level_raised_to(self, level: str, contra: bool, value: int) -> None:
        if level == "game":
            return  # nothing is raised to game
        state = contract(STRONG, 0, "game", "H", "HT")
        deal_out(state, ALL_TRICKS, {1: f"raise {level}"} | ({3: "contra"} if contra else {}))
        assert state.payoffs == (value, value, -value, -value)
        state = contract(STRONG, 3, "game", "C", "CK")
        deal_out(state, TEN_POINTS, {2: f"raise {level}"} | ({0: "contra"} if contra else {}))
        assert state.payoffs == (value, value, -value, -value)


@pytest.mark.parametrize(("contra", "extra"), [(None, 0), (1, 1), (2, 1), (3, 1)])
class TestPaymentsAlone:
    def test_no_trick_made_the_bidder_receives_two_from_each(self, contra: int | None, extra: int) -> None:
        state = contract(LAYERS, 0, "no-trick", "S")
        deal_out(state, NO_TRICK_MADE, {contra: "contra"} if contra else None)
        assert tuple(state.tricks) == (0, 6, 0, 0)
        value = 2 + extra
        assert state.payoffs == (3 * value, -value, -value, -value)

    def test_no_trick_lost_the_bidder_pays_two_to_each(self, contra: int | None, extra: int) -> None:
        state = contract(LAYERS, 1, "no-trick", "S")
        deal_out(state, NO_TRICK_LOST, {(contra + 1) % 4: "contra"} if contra else None)
        value = 2 + extra
        assert state.payoffs == (value, -3 * value, value, value)

    @pytest.mark.parametrize(
        ("level", "tokens"), [("game", 1), ("hundred", 2), ("all-tricks", 2), ("all-tricks-hundred", 3)]
    )
    def test_with_all_six_trumps_made(self, contra: int | None, extra: int, level: str, tokens: int) -> None:
        state = contract(WHOLE, 0, level, "H")
        deal_out(state, SIX_TRUMPS, {contra: "contra"} if contra else None)
        assert tuple(state.points) == (130, 0, 0, 0)
        value = tokens + extra
        assert state.payoffs == (3 * value, -value, -value, -value)

    @pytest.mark.parametrize(("level", "tokens"), [("hundred", 2), ("all-tricks-hundred", 3)])
    def test_with_all_six_trumps_but_ninety_points_lost(
        self, contra: int | None, extra: int, level: str, tokens: int
    ) -> None:
        state = contract(WHOLE, 0, level, "H")
        deal_out(state, SIX_TRUMPS_90, {contra: "contra"} if contra else None)
        assert tuple(state.points) == (90, 0, 0, 0)
        value = tokens + extra
        assert state.payoffs == (-3 * value, value, value, value)


def test_no_trick_is_lost_with_a_single_trick_even_the_last() -> None:
    state = contract(STRONG, 3, "no-trick", "H")
    tricks(state, "S9 SA SK SQ", "HA HJ H9 C9", "HK HT SJ CJ", "CA CK CQ HQ", "ST DA DQ DJ")
    assert tuple(state.tricks) == (4, 1, 0, 0)
    tricks(state, "D9 CT DK DT")
    assert tuple(state.tricks) == (4, 1, 0, 1), "the ten of diamonds beats nine and king"
    assert state.payoffs == (2, 2, 2, -6)


@pytest.mark.parametrize(
    ("lines", "defender", "own", "points", "made"),
    [
        (FORTY, False, False, (40, 50), False),
        (FIFTY, False, False, (50, 40), True),
        (FORTY, False, True, (60, 50), True),
        (FORTY, True, False, (40, 70), False),
        (FORTY, True, True, (60, 70), False),
        (FIFTY, True, False, (50, 60), False),
        (FIFTY, True, True, (70, 60), True),
        (FIFTY, False, True, (70, 40), True),
    ],
)
def test_game_needs_more_than_half_of_ninety_and_every_declared_marriage(
    lines: tuple[str, ...], defender: bool, own: bool, points: tuple[int, int], made: bool
) -> None:
    declared = [line.replace("d", "*" if defender else "").replace("o", "*" if own else "") for line in lines]
    state = tricks(contract(CLOSE, 0, "game", "H", "HK"), *declared)
    assert (total(state.points, (0, 2)), total(state.points, (1, 3))) == points
    assert state.payoffs == ((1, -1, 1, -1) if made else (-1, 1, -1, 1))


@pytest.mark.parametrize(
    ("lines", "level", "made"),
    [
        (HUNDRED, "game", True),
        (HUNDRED, "hundred", True),
        (HUNDRED, "all-tricks", False),
        (HUNDRED, "all-tricks-hundred", False),
        (NINETY, "game", True),
        (NINETY, "hundred", False),
        (NINETY, "all-tricks", False),
        (NINETY, "all-tricks-hundred", False),
    ],
)
def test_marks_of_the_levels_at_exactly_100_and_90_points_with_a_trick_lost(
    lines: tuple[str, ...], level: str, made: bool
) -> None:
    state = tricks(contract(STRONG, 0, level, "H", "H9"), *lines)
    assert total(state.points, (0, 2)) == (100 if lines is HUNDRED else 90)
    assert tuple(state.tricks) == (4, 2, 0, 0)
    value = {"game": 1, "hundred": 2, "all-tricks": 2, "all-tricks-hundred": 3}[level] * (1 if made else -1)
    assert state.payoffs == (value, -value, value, -value)


@pytest.mark.parametrize(
    ("level", "value"), [("game", 1), ("hundred", -2), ("all-tricks", 2), ("all-tricks-hundred", -3)]
)
def test_every_trick_with_ninety_points_makes_all_tricks_but_nothing_that_needs_a_hundred(
    level: str, value: int
) -> None:
    state = tricks(contract(STRONG, 0, level, "H", "HT"), *ALL_TRICKS_90)
    assert state.payoffs == (value, value, -value, -value)


def test_there_is_no_credit_for_a_higher_level_than_the_one_played() -> None:
    state = tricks(contract(STRONG, 0, "game", "H", "HT"), *ALL_TRICKS)
    assert state.payoffs == (1, 1, -1, -1)


def test_there_is_no_credit_for_a_lower_level_after_a_raise() -> None:
    state = contract(STRONG, 0, "game", "H", "H9")
    deal_out(state, NINETY, {2: "raise hundred"})
    assert state.payoffs == (-2, 2, -2, 2), "90 of 130 would have made the game"
    state = contract(STRONG, 0, "game", "H", "H9")
    deal_out(state, HUNDRED, {2: "raise hundred"})
    assert state.payoffs == (2, -2, 2, -2)


def test_contra_said_before_the_raise_adds_to_the_level_raised_to() -> None:
    state = contract(STRONG, 0, "game", "H", "H9")
    deal_out(state, HUNDRED, {1: "contra", 2: "raise all-tricks-hundred"})
    assert state.payoffs == (-4, 4, -4, 4)


# ---------------------------------------------------------------------------------------------- three players

# After discarding D9 CJ C9: six tricks, 110 points with the marriage.
THREE_SIX = ("HK* HJ H9", "HA SQ S9", "HT CT SJ", "HQ DT CQ", "SA ST CK", "SK CA DQ", "DJ DA DK")
# After discarding D9 DJ C9: all seven tricks, 130 points with the marriage.
THREE_SEVEN = ("HK* HJ H9", "HA CT CK", "HT CA CQ", "HQ SQ SJ", "SA ST S9", "SK DT DQ", "CJ DA DK")


def three_contract(level: str, discards: str, trump: str = "H") -> tc.State:
    state = play(three(), f"bid {level}", "pass", "pass")
    return play(state, *(f"discard {card}" for card in discards.split()), f"trump {trump}")


@pytest.mark.parametrize(("contra", "extra"), [(None, 0), (1, 1), (2, 1)])
@pytest.mark.parametrize(
    ("level", "discards", "lines", "value"),
    [
        ("game", "D9 CJ C9", THREE_SIX, 1),
        ("hundred", "D9 CJ C9", THREE_SIX, 2),
        ("all-tricks", "D9 CJ C9", THREE_SIX, -2),
        ("all-tricks-hundred", "D9 CJ C9", THREE_SIX, -3),
        ("game", "D9 DJ C9", THREE_SEVEN, 1),
        ("hundred", "D9 DJ C9", THREE_SEVEN, 2),
        ("all-tricks", "D9 DJ C9", THREE_SEVEN, 2),
        ("all-tricks-hundred", "D9 DJ C9", THREE_SEVEN, 3),
    ],
)
def test_three_players_the_bidder_settles_with_each_of_two(
    level: str, discards: str, lines: tuple[str, ...], value: int, contra: int | None, extra: int
) -> None:
    state = three_contract(level, discards)
    deal_out(state, lines, {contra: "contra"} if contra else None)
    value += extra if value > 0 else -extra
    assert state.payoffs == (2 * value, -value, -value)
    assert sum(state.points) == 130


def test_three_players_no_trick_lost_by_the_last_trick() -> None:
    state = play(three(), "bid no-trick", "pass", "pass", "discard HA", "discard HT", "discard SA", "trump D")
    tricks(state, "D9 DT DK", "CA CK CJ", "CT CQ C9", "DA DQ DJ", "ST S9 SK", "SQ SJ HQ")
    assert tuple(state.tricks) == (0, 6, 0)
    tricks(state, "HJ H9 HK")
    assert state.payoffs == (-4, 2, 2)


@pytest.mark.parametrize(("contra", "value"), [(None, 2), (1, 3), (2, 3)])
def test_three_players_no_trick_made(contra: int | None, value: int) -> None:
    state = play(three(LOW_HAND), "bid no-trick", "pass", "pass", "discard DK", "discard DQ", "discard DJ", "trump D")
    lines = ("S9 SA SK", "HA HK H9", "CA CK C9", "DA DT D9", "ST SQ SJ", "HT HQ HJ", "CT CQ CJ")
    deal_out(state, lines, {contra: "contra"} if contra else None)
    assert tuple(state.tricks) == (0, 7, 0)
    assert state.payoffs == (2 * value, -value, -value)


def test_three_players_aces_and_tens_put_aside_count_for_the_other_side_at_the_end() -> None:
    state = three_contract("game", "SA HT DJ")
    tricks(state, "HA HJ H9", "HK CT CK", "HQ DT CQ", "CJ CA S9", "SQ SJ SK", "C9 ST DK")
    assert tuple(state.points) == (40, 10, 0), "cards put aside are not shown before the end"
    tricks(state, "D9 DA DQ")
    assert state.points[0] == 40
    assert total(state.points, (1, 2)) == 50, "30 won in tricks, 20 put aside"
    assert state.payoffs == (-2, 1, 1), "40 of 90"


def test_three_players_a_marriage_outweighs_the_ace_and_ten_put_aside() -> None:
    state = three_contract("game", "SA HT DJ")
    tricks(state, "HA HJ H9", "HK* CT CK", "HQ DT CQ", "CJ CA S9", "SQ SJ SK", "C9 ST DK", "D9 DA DQ")
    assert state.points[0] == 80
    assert total(state.points, (1, 2)) == 50
    assert state.payoffs == (2, -1, -1), "80 of 130"


def test_three_players_kings_and_lower_put_aside_are_worth_nothing() -> None:
    state = three_contract("game", "D9 CJ C9")
    tricks(state, *THREE_SIX)
    assert tuple(state.points) == (110, 20, 0)


def test_three_players_an_ace_put_aside_turns_the_deal() -> None:
    state = three_contract("game", "SA D9 C9")
    tricks(state, "HK HJ H9", "HA SQ S9", "HT CT SJ", "HQ DT CQ", "SK ST CK", "CA DK CJ", "DA DQ DJ")
    assert state.points[0] == 40
    assert total(state.points, (1, 2)) == 50, "40 won in tricks, 10 put aside"
    assert state.payoffs == (-2, 1, 1)


# ------------------------------------------------------------------------------------------------------ solved exactly


def values(state: tc.State, objective: str) -> dict[str, int]:
    """The value of every legal move, by its text."""
    solution = tc.solve(state, objective=objective)
    assert solution.value in solution.moves.values()
    return {str(move): value for move, value in solution.moves.items()}


def test_solved_a_marriage_has_a_value_of_its_own() -> None:
    # 80 points are won; king, queen and nine of trumps are left, and the last trick counts ten.
    state = tricks(contract(WHOLE, 0, "hundred", "H"), "HA SA DA CA", "HT ST DT CT", "HJ SJ DJ CJ")
    kept, lost = ("play HK marriage", "play HQ marriage", "play H9"), ("play HK", "play HQ")
    for objective, high, low in (("points", 130, 90), ("margin", 130, 90), ("payoff", 6, -6), ("tricks", 3, 3)):
        assert values(state, objective) == dict.fromkeys(kept, high) | dict.fromkeys(lost, low)
    assert tc.can_reach(state, "points", 130)
    assert not tc.can_reach(state, "points", 131)


def test_solved_aces_and_tens_put_aside_count_for_the_other_side_from_the_start() -> None:
    state = three_contract("game", "SA HT DJ")
    tricks(state, "HA HJ H9", "HK CT CK", "HQ DT CQ", "CJ CA S9", "SQ SJ SK", "C9 ST DK")
    assert values(state, "points") == {"play D9": 40}
    assert values(state, "margin") == {"play D9": 40 - 50}
    assert values(state, "payoff") == {"play D9": -2}
    assert values(state, "tricks") == {"play D9": 0}


def test_solved_no_trick_minimises_the_tricks_of_the_bidder() -> None:
    # 1 leads the queen of spades or the jack of hearts; 2 has jack of spades and nine of hearts, 0 king and queen of
    # hearts: the heart comes sooner or later, and nobody can help the bidder to lose it.
    state = play(three(), "bid no-trick", "pass", "pass", "discard HA", "discard HT", "discard SA", "trump D")
    tricks(state, "D9 DT DK", "CA CK CJ", "CT CQ C9", "DA DQ DJ", "ST S9 SK")
    assert values(state, "tricks") == {"play SQ": 1, "play HJ": 2}
    assert values(state, "payoff") == {"play SQ": -4, "play HJ": -4}


# ------------------------------------------------------------------------------------------------- undo and clone


def test_undo_goes_back_through_every_phase() -> None:
    texts = ["bid game", "match", "trump C", "trump H", "pass", "pass", "pass", "call HA", "play CA", "play CK"]
    state = four()
    seen = []
    for text in texts:
        seen.append((state.clone(), legal(state), state.actor, state.phase))
        play(state, text)
    for earlier, actions, actor, phase in reversed(seen):
        state.undo()
        assert state == earlier
        assert (legal(state), state.actor, state.phase) == (actions, actor, phase)


def test_undo_takes_back_discards_a_marriage_a_contra_and_the_end_of_the_deal() -> None:
    state = three_contract("game", "D9 CJ C9")
    before = state.clone()
    deal_out(state, THREE_SIX, {1: "contra"})
    assert state.payoffs == (4, -2, -2)
    for _ in range(7 * 3 + 1):
        state.undo()
    assert state == before
    assert tuple(state.points) == (0, 0, 0)
    for _ in range(4):
        state.undo()
    assert (state.phase, state.actor) == ("exchange", 0)
    assert len(state.legal_actions()) == 10


# -------------------------------------------------------------------------------------------------- who sees what


def view(state: tc.State, seat: int) -> object:
    observation = state.observation(seat)
    plain = json.loads(json.dumps(observation))
    assert plain == observation, "an observation is plain JSON"
    return plain


def test_before_the_call_a_seat_knows_its_own_cards_and_the_auction_only() -> None:
    # 0 and 1 exchange SA with SK and D9 with DA; 3 exchanges S9 with 0's ST.
    other = "K9.AKQ.A.- A.JT.9.AT QJ.9.KQ.K T.-.JT.QJ9"
    for actions in ([], ["bid game"], ["bid game", "pass"], ["bid game", "match", "trump S", "trump H"]):
        one, two = play(four(STRONG), *actions), play(four(other), *actions)
        assert view(one, 2) == view(two, 2)
        assert view(one, 0) != view(two, 0)
        assert view(one, 3) != view(two, 3)


def test_who_holds_the_called_card_is_hidden_from_all_but_the_holder() -> None:
    # The ten of hearts moves from seat 1 to seat 3 against the nine of spades.
    other = "AT.AKQ.9.- K9.J.A.AT QJ.9.KQ.K -.T.JT.QJ9"
    call = ["bid game", "pass", "pass", "pass", "trump H", "call HT"]
    one, two = play(four(STRONG), *call), play(four(other), *call)
    assert view(one, 0) == view(two, 0)
    assert view(one, 2) == view(two, 2)
    assert view(one, 1) != view(two, 1)
    # A lead of diamonds is followed by all of 1, 2 and 3: nothing is proved by it but one of three.
    for state in (one, two):
        play(state, "play D9", "play DA")
    assert view(one, 0) == view(two, 0)
    assert view(one, 2) == view(two, 2)


def test_three_players_the_talon_is_known_to_the_taker_only() -> None:
    # The nine of clubs in the talon and the queen of clubs of seat 2 exchanged.
    other = "AK.AKQT.9.- QT.J.AT.AT J9.9.KQ.K9 + -.-.J.QJ"
    auction = ["bid game", "pass", "pass"]
    one, two = play(three(THREE), *auction), play(three(other), *auction)
    assert view(one, 1) == view(two, 1)
    assert view(one, 0) != view(two, 0)
    for state in (one, two):
        play(state, "discard DJ", "discard CJ", "discard D9", "trump H", "play HA")
    assert view(one, 1) == view(two, 1)


def test_three_players_the_cards_put_aside_are_known_to_the_one_who_put_them_aside_only() -> None:
    one, two = three_contract("game", "DJ CJ C9"), three_contract("game", "DJ SA C9")
    for seat in (1, 2):
        assert view(one, seat) == view(two, seat)
        play(one, "play HA")
        play(two, "play HA")
        assert view(one, seat) == view(two, seat)
        one.undo()
        two.undo()
    assert view(one, 0) != view(two, 0)


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_the_actions_taken_openly_are_seen_by_all(seat: int) -> None:
    one = play(four(), "bid game", "pass")
    two = play(four(), "bid game", "match")
    assert view(one, seat) != view(two, seat)


# 0, the bidder, calls the ten of hearts: 1 holds it in STRONG, 3 in this deal (exchanged for the nine of spades).
HOLDER_3 = "AT.AKQ.9.- K9.J.A.AT QJ.9.KQ.K -.T.JT.QJ9"


def partners(state: tc.State) -> list[object]:
    """Who the partner is, as seats 0, 1, 2, 3 know it."""
    return [state.observation(seat)["partner"] for seat in range(state.game.players)]


def test_the_holder_of_the_called_card_knows_it_is_the_partner_from_the_call_on_and_nobody_else() -> None:
    assert partners(contract(STRONG, 0, "game", "H", "HT")) == [None, 1, None, None]
    assert partners(contract(HOLDER_3, 0, "game", "H", "HT")) == [None, None, None, 3]


def test_the_called_card_played_proves_the_partner_to_all() -> None:
    state = play(contract(STRONG, 0, "game", "H", "HT"), "play HK")
    assert partners(state) == [None, 1, None, None]
    play(state, "play HT")
    assert partners(state) == [1, 1, 1, 1]


def test_a_raise_proves_the_partner_to_all() -> None:
    state = play(contract(STRONG, 0, "game", "H", "HT"), "play HA", "raise hundred")
    assert partners(state) == [1, 1, 1, 1]


def test_contra_proves_a_defender() -> None:
    # 1 holds the ten of hearts; the ace forces nothing. After the contra of 2, seat 3 knows that it is 1.
    state = play(contract(STRONG, 0, "game", "H", "HT"), "play HA", "play HJ")
    assert partners(state) == [None, 1, None, None]
    play(state, "contra")
    assert partners(state) == [None, 1, None, 1]


def test_a_seat_that_cannot_follow_trumps_is_proved_a_defender() -> None:
    # 3 shows out on the ace of trumps: 2 knows that it is 1; the bidder does not know it yet.
    state = tricks(contract(STRONG, 0, "game", "H", "HT"), "HA HJ H9 C9")
    assert partners(state) == [None, 1, 1, None]


def test_contra_and_a_void_in_trumps_together_prove_the_partner_to_the_bidder() -> None:
    state = play(contract(STRONG, 0, "game", "H", "HT"), "play HA", "play HJ", "contra", "play H9", "play C9")
    assert partners(state) == [1, 1, 1, 1]


def test_a_seat_that_did_not_beat_is_proved_not_to_hold_a_card_that_would_have() -> None:
    # The queen of trumps led: 1 plays the jack, so it does not hold the ten; then 2 the nine.
    state = play(contract(HOLDER_3, 0, "game", "H", "HT"), "play HQ", "play HJ")
    assert partners(state) == [None, None, 3, 3]
    play(state, "play H9")
    assert partners(state) == [3, 3, 3, 3]


def test_a_bidder_alone_is_known_to_be_alone() -> None:
    assert partners(contract(LAYERS, 0, "no-trick", "S")) == ["none"] * 4
    assert partners(contract(WHOLE, 0, "game", "H")) == ["none"] * 4
    assert partners(three_contract("game", "D9 CJ C9")) == ["none"] * 3


def test_no_partner_is_known_before_a_card_is_called() -> None:
    assert partners(contract(STRONG, 0, "game", "H")) == [None] * 4


def test_when_the_deal_is_over_everything_is_open() -> None:
    state = three_contract("game", "D9 CJ C9")
    tricks(state, *THREE_SIX[:6], "DJ DA")
    for seat in (1, 2):
        observation = state.observation(seat)
        assert observation["aside"] == []
        assert observation["talon"] is None
        assert observation["open"] is None
        assert "discard CJ" not in json.dumps(observation)
    tricks(state, "DK")
    for seat in range(3):
        opened = state.observation(seat)["open"]
        assert opened["talon"] == ["DJ", "CJ", "C9"]
        assert opened["aside"] == [["D9", "CJ", "C9"], [], []]
        assert {card for batch in opened["hands"][1] for card in batch} == {"ST", "SQ", "HJ", "DA", "DT", "CA", "CT"}
        assert [0, "discard CJ"] in state.observation(seat)["actions"]


def test_a_seat_sees_its_own_cards_the_trick_and_what_was_played() -> None:
    state = play(contract(STRONG, 0, "game", "H", "HT"), "play HK marriage", "raise hundred", "play HT")
    seen = state.observation(2)
    assert set(seen["hand"]) == {"SQ", "SJ", "H9", "DK", "DQ", "CK"}
    assert seen["trick"] == [[0, "HK"], [1, "HT"]]
    assert [0, "call HT"] in seen["actions"]
    assert seen["contract"] == {"bidder": 0, "level": "game", "trump": "H", "called": "HT"}
    assert seen["actions"][-3:] == [[0, "play HK marriage"], [1, "raise hundred"], [1, "play HT"]]
    assert seen["points"] == [40, 0, 0, 0]
    assert set(seen["legal"]) == plays("H9", "contra")
    assert state.observation(3)["legal"] == []


# -------------------------------------------------------------------------------------------------------- matches


def finish(state: tc.State, chance: random.Random, forward: bool) -> None:
    """Play a deal out at random; ``forward`` players bid high and say contra, others pass."""
    while not state.done:
        actions = [str(action) for action in state.legal_actions()]
        if not forward:
            actions = [text for text in actions if text == "pass"] or actions
        elif bold := [text for text in actions if text in ("bid all-tricks-hundred", "contra")]:
            actions = bold
        state.apply(chance.choice(actions))


@pytest.mark.parametrize("players", [4, 3])
@pytest.mark.parametrize("seed", range(4))
def test_a_match_starts_with_10_tokens_and_ends_when_a_player_is_left_with_none(players: int, seed: int) -> None:
    chance = random.Random(seed)
    match = tc.game("anrufen", players=players).match(seed=seed, dealer=1)
    tokens = [10] * players
    dealer = 1
    for number in range(1000):
        assert not match.over
        assert tuple(match.scores) == tuple(tokens)
        assert match.state.dealer == dealer
        before = str(match.state.deal)
        finish(match.state, chance, forward=number % 3 != 1)
        payoffs, void = match.state.payoffs, match.state.void
        assert payoffs is not None
        match.advance()
        if void:
            assert payoffs == (0,) * players
            assert str(match.state.deal) != before, "a void deal is dealt again, by the same dealer"
            continue
        tokens = [token + payoff for token, payoff in zip(tokens, payoffs, strict=True)]
        dealer = (dealer + 1) % players
        if min(tokens) <= 0:
            break
    assert match.over
    assert tuple(match.scores) == tuple(tokens)


def test_a_match_ends_with_exactly_no_tokens() -> None:
    chance = random.Random(0)
    for seed in range(200):
        match = tc.game("anrufen").match(seed=seed, dealer=0)
        while min(match.scores) > 0:
            assert not match.over
            while not match.state.done:
                match.state.apply(chance.choice(match.state.legal_actions()))
            match.advance()
        assert match.over
        if min(match.scores) == 0:
            return
    pytest.fail("no match came to exactly 0")


def test_a_match_of_a_number_of_deals_ends_after_them_and_void_deals_do_not_count() -> None:
    chance = random.Random(5)
    match = tc.game("anrufen").match(seed=9, deals=2, dealer=3)
    dealers = []
    for forward in (False, True, False, False, True):
        assert not match.over
        dealers.append(match.state.dealer)
        finish(match.state, chance, forward)
        assert match.state.void is not forward
        match.advance()
    assert match.over
    assert dealers == [3, 3, 0, 0, 0]


def test_the_first_dealer_of_a_match_is_given_or_drawn_from_the_seed() -> None:
    game = tc.game("anrufen")
    for dealer in range(4):
        assert game.match(seed=1, dealer=dealer).state.dealer == dealer
    drawn = [game.match(seed=seed, dealer=None).state.dealer for seed in range(64)]
    assert drawn == [game.match(seed=seed, dealer=None).state.dealer for seed in range(64)]
    assert set(drawn) == {0, 1, 2, 3}
