"""How cards, hands, deals and actions are written and read: docs/rules/README.md, sentence by sentence."""

from __future__ import annotations

from typing import Any

import pytest

import trickcore as tc
from trickcore.errors import IllegalDeal, ParseError, TrickcoreError

from .playing import legal, play

FRENCH = ("french52", "french32", "french24")
RANKS = {
    "french52": "AKQJT98765432",
    "french32": "AKQJT987",
    "french24": "AKQJT9",
    "italian40": "321RCF7654",
}
SUITS = {"french52": "SHDC", "french32": "SHDC", "french24": "SHDC", "italian40": "CDSB"}
SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
EVERY_CARD = [(pack, suit, rank) for pack in RANKS for suit in SUITS[pack] for rank in RANKS[pack]]

ANRUFEN = "AT.AKQ.9.- K.JT.A.AT QJ.9.KQ.K 9.-.JT.QJ9"
ANRUFEN_3 = "AK.AKQT.9.- QT.J.AT.AT J9.9.KQ.KQ + -.-.J.J9"
KOENIGRUFEN = "A.AKQ.-.-/9.T.7.7 KT.J.A.-/-.-.T8.T8 Q.9.K.K/-.-.Q.AQ9 J87.8.-.-/-.7.J9.J"
MAINE = "AKQJT987.-.-.- -.AKQJT987.-.- -.-.AKQJT987.- -.-.-.AKQJT987"
MEDIATORE = "321RCF765.-.-.- -.321RCF765.-.- -.-.321RCF765.- -.-.-.321RCF765 + 4.4.4.4"
DEALS: list[tuple[str, dict[str, Any], str]] = [
    ("anrufen", {}, ANRUFEN),
    ("anrufen", {"players": 3}, ANRUFEN_3),
    ("koenigrufen", {}, KOENIGRUFEN),
    ("maine_charlemagne", {}, MAINE),
    ("mediatore", {}, MEDIATORE),
]


def texts(cards: tc.CardSet) -> set[str]:
    return {str(card) for card in cards}


def hands(name: str, text: str, **options: Any) -> list[str]:
    return [str(hand) for hand in tc.game(name, **options).start(text, dealer=0).deal.hands]


def refused(name: str, text: str, **options: Any) -> TrickcoreError:
    with pytest.raises((ParseError, IllegalDeal)) as caught:
        tc.game(name, **options).start(text, dealer=0)
    assert isinstance(caught.value, ValueError)
    assert caught.value.kind
    return caught.value


# ---------------------------------------------------------------------------------------------------------- cards


@pytest.mark.parametrize(("pack", "suit", "rank"), EVERY_CARD)
def test_a_card_is_suit_letter_and_rank_letter_in_either_order_and_either_case(pack: str, suit: str, rank: str) -> None:
    card = tc.Card(suit + rank, pack)
    assert str(card) == suit + rank
    assert (card.suit, card.rank) == (suit, rank)
    assert tc.Card((suit + rank).lower(), pack) == card
    if rank not in SUITS[pack] or suit not in RANKS[pack]:  # but not CC
        assert tc.Card(rank + suit, pack) == card
        assert tc.Card((rank + suit).lower(), pack) == card


@pytest.mark.parametrize("pack", FRENCH)
def test_ten_is_read_for_t_and_symbols_for_suits_and_output_is_canonical(pack: str) -> None:
    for suit, symbol in SYMBOLS.items():
        for text in (f"{suit}10", f"10{suit}", f"{symbol}10", f"10{symbol}", f"{symbol}T", f"T{symbol}", f"t{suit}"):
            assert str(tc.Card(text, pack)) == f"{suit}T"
        for text in (f"{symbol}A", f"A{symbol}", f"{symbol}a", f"a{symbol}"):
            assert str(tc.Card(text, pack)) == f"{suit}A"


@pytest.mark.parametrize("suit", "CDSB")
def test_italian_a_is_read_as_1(suit: str) -> None:
    for text in (f"{suit}A", f"A{suit}", f"{suit}a", f"a{suit}".lower(), f"1{suit}"):
        assert str(tc.Card(text, "italian40")) == f"{suit}1"


def test_italian_letters_that_are_suit_and_rank_are_told_apart_by_their_place() -> None:
    assert str(tc.Card("CC", "italian40")) == "CC"
    for text in ("DC", "CD"):
        assert str(tc.Card(text, "italian40")) == "DC", "cavallo of denari: D is no rank"
    for text in ("SC", "CS"):
        assert str(tc.Card(text, "italian40")) == "SC"
    for text in ("CR", "RC"):
        assert str(tc.Card(text, "italian40")) == "CR"


@pytest.mark.parametrize("pack", RANKS)
@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "S",
        "A",
        "XX",
        "S1S",
        "SAA",
        "SASA",
        "S11",
        "S100",
        "11S",
        "SX",
        "XA",
        "♠",
        "♠♠",
        "S-",
        "SA.",
        "0",
        "10",
        "S0",
        "é9",
        "🂡",
        "S\x00",
        "\x00",
    ],
)
def test_text_that_is_no_card_is_a_parse_error(pack: str, text: str) -> None:
    with pytest.raises(ParseError) as caught:
        tc.Card(text, pack)
    assert caught.value.kind
    assert caught.value.part is not None


@pytest.mark.parametrize(
    ("pack", "text"),
    [
        ("french52", "S1"),
        ("french52", "SR"),
        ("french52", "SF"),
        ("french52", "B3"),
        ("french32", "S6"),
        ("french32", "2C"),
        ("french24", "H8"),
        ("french24", "7♦"),
        ("italian40", "C8"),
        ("italian40", "D9"),
        ("italian40", "ST"),
        ("italian40", "S10"),
        ("italian40", "CK"),
        ("italian40", "H3"),
        ("italian40", "♠3"),
    ],
)
def test_a_card_of_another_pack_is_a_parse_error_that_names_it(pack: str, text: str) -> None:
    with pytest.raises(ParseError) as caught:
        tc.Card(text, pack)
    assert text in str(caught.value)
    assert caught.value.part is not None


# ---------------------------------------------------------------------------------------------------------- hands


def test_a_hand_is_its_suits_and_ranks_in_the_listed_order_with_a_dash_for_a_void() -> None:
    assert str(tc.CardSet("AT.KQ.9.J", "french24")) == "AT.KQ.9.J"
    assert texts(tc.CardSet("AT.KQ.9.J", "french24")) == {"SA", "ST", "HK", "HQ", "D9", "CJ"}
    assert str(tc.CardSet(["CA", "HT", "HK", "H9"], "french24")) == "-.KT9.-.A", "not in the ranking of the game"
    assert str(tc.CardSet([], "french52")) == "-.-.-.-"


@pytest.mark.parametrize(
    "text",
    ["TA.QK.9.J", "10A.QK.9.J", "A10.KQ.9.J", "AT.QK.9.J", "at.kq.9.j", "a10.kq.9.j"],
)
def test_any_order_of_ranks_and_ten_for_t_are_read_in_a_hand(text: str) -> None:
    assert str(tc.CardSet(text, "french24")) == "AT.KQ.9.J"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        (".AKQJT9..", "-.AKQJT9.-.-"),
        ("AKQJT9...", "AKQJT9.-.-.-"),
        ("...9TJQKA", "-.-.-.AKQJT9"),
        ("-..A.-", "-.-.A.-"),
        ("...", "-.-.-.-"),
    ],
)
def test_an_empty_void_is_read(text: str, canonical: str) -> None:
    assert str(tc.CardSet(text, "french24")) == canonical


def test_italian_hand_lists_coppe_denari_spade_bastoni_from_3_to_4() -> None:
    assert str(tc.CardSet("4567FCR123.-.A.c", "italian40")) == "321RCF7654.-.1.C"


@pytest.mark.parametrize(
    ("pack", "text"),
    [
        ("french24", "AT.KQ.9"),
        ("french24", "AT.KQ.9.J.-"),
        ("french24", "ATKQ9J"),
        ("french24", "AT.KQ.9.8"),
        ("french24", "AT.KX.9.J"),
        ("french24", "AA.KQ.9.J"),
        ("french24", "A1.KQ.9.J"),
        ("french24", "A11.KQ.9.J"),
        ("french24", "A--.KQ.9.J"),
        ("french24", "T10.K.9.J"),
        ("italian40", "11.-.-.-"),
        ("italian40", "1A.-.-.-"),
        ("italian40", "T.-.-.-"),
        ("italian40", "10.-.-.-"),
        ("french52", "AKQ1.-.-.-"),
        ("french52", "SA.-.-.-"),
    ],
)
def test_text_that_is_no_hand_is_a_parse_error(pack: str, text: str) -> None:
    with pytest.raises(ParseError) as caught:
        tc.CardSet(text, pack)
    assert caught.value.kind
    assert caught.value.part is not None


# ---------------------------------------------------------------------------------------------------------- deals


@pytest.mark.parametrize(("name", "options", "text"), DEALS)
def test_a_canonical_deal_is_read_and_written_the_same(name: str, options: dict[str, Any], text: str) -> None:
    deal = tc.game(name, **options).start(text, dealer=0).deal
    assert str(deal) == text
    assert tc.game(name, **options).start(deal, dealer=0).deal == deal


@pytest.mark.parametrize(("name", "options", "text"), DEALS)
def test_a_dealt_deal_is_read_back_from_its_text(name: str, options: dict[str, Any], text: str) -> None:
    del text
    game = tc.game(name, **options)
    for seed in range(20):
        deal = game.new_deal(seed=seed, dealer=0).deal
        again = game.start(str(deal), dealer=0).deal
        assert again == deal
        assert str(again) == str(deal)


def test_a_deal_is_the_hands_of_seats_0_1_2_then_a_talon_after_a_plus() -> None:
    deal = tc.game("anrufen", players=3).start(ANRUFEN_3, dealer=0).deal
    assert texts(deal.hands[0]) == {"SA", "SK", "HA", "HK", "HQ", "HT", "D9"}
    assert texts(deal.hands[2]) == {"SJ", "S9", "H9", "DK", "DQ", "CK", "CQ"}
    assert texts(deal.talon) == {"DJ", "CJ", "C9"}
    deal = tc.game("mediatore").start(MEDIATORE, dealer=0).deal
    assert texts(deal.talon) == {"C4", "D4", "S4", "B4"}


def test_a_koenigrufen_hand_is_written_batch_by_batch() -> None:
    deal = tc.game("koenigrufen").start(KOENIGRUFEN, dealer=0).deal
    assert [texts(batch) for batch in deal.batches[0]] == [{"SA", "HA", "HK", "HQ"}, {"S9", "HT", "D7", "C7"}]
    assert texts(deal.hands[0]) == {"SA", "HA", "HK", "HQ", "S9", "HT", "D7", "C7"}


def test_the_same_hands_in_other_batches_are_another_deal() -> None:
    game = tc.game("koenigrufen")
    other = KOENIGRUFEN.replace("A.AKQ.-.-/9.T.7.7", "A.AKT.-.-/9.Q.7.7")
    assert game.start(KOENIGRUFEN, dealer=0).deal != game.start(other, dealer=0).deal
    assert game.start(KOENIGRUFEN, dealer=0).deal.hands == game.start(other, dealer=0).deal.hands


@pytest.mark.parametrize(
    "text",
    [
        "TA.QKA.9. K.10J.A.TA JQ.9.QK.K 9..TJ.9JQ",
        "AT.AKQ.9. K.JT.A.AT QJ.9.KQ.K 9..JT.QJ9",
        "at.akq.9.- k.jt.a.at qj.9.kq.k 9.-.jt.qj9",
        "A10.AKQ.9.- K.J10.A.A10 QJ.9.KQ.K 9.-.J10.QJ9",
    ],
)
def test_a_deal_is_read_as_tolerantly_as_its_hands(text: str) -> None:
    assert str(tc.game("anrufen").start(text, dealer=0).deal) == ANRUFEN


def test_talon_batches_and_italian_deals_are_read_tolerantly_too() -> None:
    text = "KA.TQKA.9. TQ.J.TA.TA 9J.9.QK.QK + ..J.9J"
    assert str(tc.game("anrufen", players=3).start(text, dealer=0).deal) == ANRUFEN_3
    text = "a.qka../9.10.7.7 10K.J.A./..8T.8T q.9.k.k/..q.9QA 78J.8../.7.9J.J"
    assert str(tc.game("koenigrufen").start(text, dealer=0).deal) == KOENIGRUFEN
    text = "567fcr123... .32ARCF765.. ..321RCF765. -.-.-.321RCF765 + 4.4.4.4"
    assert str(tc.game("mediatore").start(text, dealer=0).deal) == MEDIATORE


@pytest.mark.parametrize(
    ("name", "options", "text", "why"),
    [
        ("anrufen", {}, "", "empty"),
        ("anrufen", {}, "  ", "blank"),
        ("anrufen", {}, "AT.AKQ.9.- K.JT.A.AT QJ.9.KQ.K", "three hands of four"),
        ("anrufen", {}, f"{ANRUFEN} -.-.-.-", "five hands"),
        ("anrufen", {}, f"{ANRUFEN} + -.-.-.-", "a talon where there is none"),
        ("anrufen", {}, "A.AKQ.9.- K.JT.A.AT QJ.9.KQ.K 9.-.JT.QJ9", "five cards in a hand"),
        ("anrufen", {}, "AT9.AKQ.9.- K.JT.A.AT QJ.9.KQ.K -.-.JT.QJ9", "seven and five"),
        ("anrufen", {}, "AT.AKQ.9.- AK.JT.A.A QJ.9.KQ.K 9.-.JT.QJ9", "the ace of spades twice"),
        ("anrufen", {}, "AT.AKQ.8.- K.JT.A.AT QJ.9.KQ.K 9.-.JT.QJ9", "a card of another pack"),
        ("anrufen", {}, "AT/AKQ.9.- K.JT.A.AT QJ.9.KQ.K 9.-.JT.QJ9", "a stray slash"),
        ("anrufen", {}, "A.A.9.-/T.KQ.-.- K.JT.A.AT QJ.9.KQ.K 9.-.JT.QJ9", "batches where they do not matter"),
        ("anrufen", {}, ANRUFEN.replace(" ", ","), "other separators"),
        ("anrufen", {}, "N:" + ANRUFEN, "another notation"),
        ("anrufen", {}, ANRUFEN_3, "three players' deal"),
        ("anrufen", {"players": 3}, ANRUFEN, "four players' deal"),
        ("anrufen", {"players": 3}, ANRUFEN_3.replace(" + ", " "), "no plus"),
        ("anrufen", {"players": 3}, ANRUFEN_3.split(" + ")[0], "no talon"),
        ("anrufen", {"players": 3}, ANRUFEN_3.replace("J.J9", "J.J"), "two cards in the talon"),
        ("anrufen", {"players": 3}, f"{ANRUFEN_3} + -.-.-.-", "two talons"),
        ("anrufen", {"players": 3}, f"{ANRUFEN_3} -.-.-.-", "a hand after the talon"),
        ("anrufen", {"players": 3}, f"+ {ANRUFEN_3}", "a plus in front"),
        ("anrufen", {"players": 3}, ANRUFEN_3.replace("-.-.J.J9", "-.-.J.AJ"), "a card of a hand in the talon"),
        ("koenigrufen", {}, KOENIGRUFEN.replace("/", "."), "no slash"),
        ("koenigrufen", {}, "A9.AKQT.7.7 KT.J.AT8.T8 Q.9.KQ.AKQ9 J87.87.J9.J", "hands not in batches"),
        ("koenigrufen", {}, KOENIGRUFEN.replace("A.AKQ.-.-/9.T.7.7", "A9.AKQ.-.-/-.T.7.7"), "batches of 5 and 3"),
        ("koenigrufen", {}, KOENIGRUFEN.replace("9.T.7.7", "9.T.7.-/-.-.-.7"), "three batches"),
        ("koenigrufen", {}, KOENIGRUFEN.replace("9.T.7.7", "9.A.7.7"), "the ace of hearts in both batches"),
        ("koenigrufen", {}, KOENIGRUFEN.replace("9.T.7.7", "6.T.7.7"), "a six"),
        ("maine_charlemagne", {}, MAINE.replace("AKQJT987.-.-.-", "AKQJT98.-.-.-"), "seven cards"),
        ("maine_charlemagne", {}, MAINE.replace("AKQJT987.-.-.-", "AKQJT986.-.-.-"), "a six"),
        ("mediatore", {}, MEDIATORE.split(" + ")[0], "no monte"),
        ("mediatore", {}, MEDIATORE.replace("4.4.4.4", "4.4.4.-"), "three cards in the monte"),
        ("mediatore", {}, MEDIATORE.replace("4.4.4.4", "4.4.4.8"), "an eight"),
        ("mediatore", {}, MEDIATORE.replace("4.4.4.4", "4.4.4.5"), "the five of bastoni twice"),
        ("mediatore", {}, MAINE, "French cards"),
    ],
)  # fmt: skip
def test_a_text_that_is_no_deal_is_refused(name: str, options: dict[str, Any], text: str, why: str) -> None:
    assert refused(name, text, **options), why


def test_wrong_counts_and_repeated_cards_are_an_illegal_deal_that_names_them() -> None:
    error = refused("anrufen", "AT.AKQ.9.- AK.JT.A.A QJ.9.KQ.K 9.-.JT.QJ9")
    assert isinstance(error, IllegalDeal)
    assert "SA" in f"{error} {error.part}"
    error = refused("anrufen", "A.AKQ.9.- K.JT.A.AT QJ.9.KQ.K 9.-.JT.QJ9")
    assert isinstance(error, IllegalDeal)
    error = refused("koenigrufen", KOENIGRUFEN.replace("A.AKQ.-.-/9.T.7.7", "A9.AKQ.-.-/-.T.7.7"))
    assert isinstance(error, IllegalDeal)


def test_a_card_of_another_pack_in_a_deal_is_named() -> None:
    error = refused("anrufen", "AT.AKQ.8.- K.JT.A.AT QJ.9.KQ.K 9.-.JT.QJ9")
    assert "8" in str(error.part)


# -------------------------------------------------------------------------------------------------------- actions


def test_every_legal_action_has_one_canonical_text_and_is_read_back_from_it() -> None:
    for name in tc.games():
        state = tc.game(name).new_deal(seed=5, dealer=0)
        while not state.done:
            actions = state.legal_actions()
            assert len({str(action) for action in actions}) == len(actions)
            for action in actions:
                other = state.clone()
                other.apply(str(action))
                assert other.actions[-1] == action
            state.apply(actions[-1])


@pytest.mark.parametrize(
    "text", ["call HT", "call TH", "call H10", "call 10H", "call ht", "call ♥T", "call 10♥", "call th"]
)
def test_a_card_in_an_action_is_read_as_tolerantly_and_written_canonically(text: str) -> None:
    state = play(tc.game("anrufen").start(ANRUFEN, dealer=3), "bid game", "pass", "pass", "pass", "trump H", text)
    assert str(state.actions[-1]) == "call HT"
    assert state.phase == "play"


def test_common_actions_are_pass_bid_trump_call_discard_and_play() -> None:
    state = tc.game("anrufen", players=3).start(ANRUFEN_3, dealer=2)
    assert {"pass", "bid game"} <= legal(state)
    play(state, "bid game", "pass", "pass")
    assert "discard SA" in legal(state)
    play(state, "discard DJ", "discard CJ", "discard C9")
    assert "trump S" in legal(state)
    play(state, "trump S")
    assert "play SA" in legal(state)


def test_what_involves_no_choice_happens_with_the_action_before_it() -> None:
    state = tc.game("anrufen", players=3).start(ANRUFEN_3, dealer=2)
    play(state, "bid game", "pass", "pass")
    assert "discard DJ" in legal(state), "the talon is taken with the last pass"
    state = play(tc.game("koenigrufen").start(KOENIGRUFEN, dealer=3), "trump H", "call SA")
    assert "play S9" in legal(state), "the second batch is dealt with the call"


# -------------------------------------------------------------------------------------------------------- matches


@pytest.mark.parametrize("name", ["anrufen", "koenigrufen", "maine_charlemagne", "mediatore"])
def test_seats_speak_from_eldest_the_seat_after_the_dealer(name: str) -> None:
    text = next(text for other, options, text in DEALS if other == name and not options)
    for dealer in range(4):
        assert tc.game(name).start(text, dealer=dealer).actor == (dealer + 1) % 4
