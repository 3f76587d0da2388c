"""The page on bridge, line by line: auction, dummy, play, and every kind of score."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.python.referee import bridge_score

import trickcore as tc
from trickcore import bridge_table, scoring

BRIDGE = tc.game("bridge")
SPADES = "AKQJT98765432.-.-.- -.AKQJT98765432.-.- -.-.AKQJT98765432.- -.-.-.AKQJT98765432"
STRAINS = ("C", "D", "H", "S", "NT")


def after(calls: str, dealer: int = 0, deal: str = SPADES, vulnerable: str = "none") -> tc.State:
    """Give the deal after calls with spaces between them, as players write them."""
    state = BRIDGE.start(deal, dealer, vulnerable=vulnerable)
    for call in calls.split():
        state.apply(call)
    return state


def calls_of(state: tc.State) -> set[str]:
    """Give the legal calls that are not bids."""
    return {str(action) for action in state.legal_actions() if action.verb != "bid"}


class TestTable:
    def test_seats_and_cards(self) -> None:
        assert (BRIDGE.players, len(BRIDGE.pack), BRIDGE.layout.batches) == (4, 52, (13,))
        assert BRIDGE.rules.clockwise

    def test_the_action_space(self) -> None:
        texts = list(map(str, BRIDGE.actions))
        assert texts[:3] == ["pass", "bid 1C", "bid 1D"]
        assert texts[35:39] == ["bid 7NT", "double", "redouble", "play SA"]
        assert len(texts) == 1 + 35 + 2 + 52

    def test_dealer_and_vulnerability_by_board_number(self) -> None:
        boards = [bridge_table.board(number) for number in range(1, 17)]
        assert [board.dealer for board in boards] == [0, 1, 2, 3] * 4
        # The laws: 1, 8, 11, 14 nobody; 2, 5, 12, 15 N-S; 3, 6, 9, 16 E-W; 4, 7, 10, 13 both.
        of = {
            name: {n for n, board in enumerate(boards, 1) if board.vulnerable == name}
            for name in ("none", "ns", "ew", "both")
        }
        assert of == {"none": {1, 8, 11, 14}, "ns": {2, 5, 12, 15}, "ew": {3, 6, 9, 16}, "both": {4, 7, 10, 13}}
        assert bridge_table.board(17) == boards[0]
        with pytest.raises(tc.UnknownOption):
            bridge_table.board(0)

    def test_a_match_plays_numbered_boards(self) -> None:
        match = BRIDGE.match(seed=1, deals=20, dealer=2)
        number = 3
        while not match.over:
            assert (match.dealer, match.state.terms["vulnerable"]) == tuple(bridge_table.board(number))
            for _ in range(4):
                match.state.apply("pass")
            match.advance()
            number += 1
        assert number == 23
        assert tc.Match.from_json(match.to_json()) == match

    @pytest.mark.parametrize("first", "NESW")
    def test_a_deal_in_either_form(self, first: str) -> None:
        deal = BRIDGE.layout.deal(7)
        text = bridge_table.write_hands(deal.hands, first)
        assert text.startswith(f"{first}:")
        assert BRIDGE.start(text).deal == BRIDGE.start(str(deal)).deal == deal

    def test_hands_go_clockwise_from_the_seat_named(self) -> None:
        state = BRIDGE.start("W:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
        assert [hand.of_suit(suit) == hand for hand, suit in zip(state.hands, "HDCS", strict=True)] == [True] * 4

    @pytest.mark.parametrize(
        ("words", "vulnerable"),
        [
            ("None", "none"),
            ("-", "none"),
            ("Love", "none"),
            ("NS", "ns"),
            ("EW", "ew"),
            ("All", "both"),
            ("both", "both"),
        ],
    )
    def test_words_for_vulnerability(self, words: str, vulnerable: str) -> None:
        assert BRIDGE.new_deal(1, vulnerable=words).terms == {"vulnerable": vulnerable}

    @pytest.mark.parametrize("vulnerable", ["", "north", "x" * 1000])
    def test_no_such_vulnerability(self, vulnerable: str) -> None:
        with pytest.raises(tc.ParseError) as caught:
            BRIDGE.new_deal(1, vulnerable=vulnerable)
        assert caught.value.kind == "unknown_vulnerability"

    def test_terms_that_there_are_not(self) -> None:
        with pytest.raises(tc.UnknownOption, match="vulnerable"):
            BRIDGE.new_deal(1, weather="fine")
        with pytest.raises(tc.UnknownOption, match="none"):
            tc.game("mediatore").new_deal(1, vulnerable="ns")
        with pytest.raises(TypeError):
            BRIDGE.new_deal(1, vulnerable=3)

    def test_deals_that_differ_in_vulnerability_are_different(self) -> None:
        one, other = BRIDGE.new_deal(1), BRIDGE.new_deal(1, vulnerable="ns")
        assert one != other
        assert one.key() != other.key()
        assert one == BRIDGE.new_deal(1, vulnerable="none")


class TestAuction:
    def test_the_dealer_calls_first(self) -> None:
        for dealer in range(4):
            assert after("", dealer).actor == dealer
            assert after("p", dealer).actor == (dealer + 1) % 4

    def test_strains_rank_clubs_diamonds_hearts_spades_no_trump(self) -> None:
        state = after("1H")
        assert next(str(action) for action in state.legal_actions() if action.verb == "bid") == "bid 1S"
        for bid in ("1C", "1D", "1H"):
            with pytest.raises(tc.IllegalAction, match="outbid"):
                state.apply(bid)

    @pytest.mark.parametrize("text", ["1NT", "1nt", "1N", "bid 1NT", "Bid 1n", " 1NT "])
    def test_no_trump_is_written_in_many_ways(self, text: str) -> None:
        assert str(BRIDGE.parse_action(text)) == "bid 1NT"

    @pytest.mark.parametrize(
        ("text", "action"),
        [
            *(
                ("P", "pass"),
                ("Pass", "pass"),
                ("x", "double"),
                ("Dbl", "double"),
                ("XX", "redouble"),
                ("rdbl", "redouble"),
            ),
            *(("4♠", "bid 4S"), ("bid 4♥", "bid 4H"), ("play ♠A", "play SA"), ("play 10♥", "play HT")),
        ],
    )
    def test_calls_as_players_write_them(self, text: str, action: str) -> None:
        assert str(BRIDGE.parse_action(text)) == action

    @pytest.mark.parametrize("text", ["8C", "0NT", "1", "NT", "1X", "xxx", "bid", "1CC", "bid 1 C"])
    def test_what_is_no_call(self, text: str) -> None:
        with pytest.raises(tc.ParseError):
            BRIDGE.parse_action(text)

    def test_four_passes_without_a_bid_are_passed_out_and_not_void(self) -> None:
        state = after("p p p p", vulnerable="both")
        assert (state.done, state.void, state.payoffs, state.phase) == (True, False, (0, 0, 0, 0), "done")
        assert state.contract is None
        assert state.legal_actions() == []

    def test_three_passes_after_a_bid_end_it(self) -> None:
        state = after("p p p 1C p p")
        assert state.phase == "auction"
        state.apply("p")
        assert (state.phase, state.contract.bidder) == ("play", 3)

    def test_three_passes_at_the_start_do_not(self) -> None:
        assert after("p p p").phase == "auction"

    def test_double_an_opponents_undoubled_bid(self) -> None:
        assert calls_of(after("")) == {"pass"}
        assert calls_of(after("1C")) == {"pass", "double"}
        assert calls_of(after("1C p")) == {"pass"}
        assert calls_of(after("1C p p")) == {"pass", "double"}
        assert calls_of(after("1C X")) == {"pass", "redouble"}
        assert calls_of(after("1C X p")) == {"pass"}
        assert calls_of(after("1C X p p")) == {"pass", "redouble"}
        assert calls_of(after("1C X XX")) == {"pass"}
        assert calls_of(after("1C X XX 1D")) == {"pass", "double"}

    def test_a_bid_takes_the_double_away(self) -> None:
        assert after("1C X 1D p p p").contract.doubled == 0
        assert after("1C X p p p").contract.doubled == 1
        assert after("1C X XX p p p").contract.doubled == 2

    def test_three_passes_after_a_double_end_it(self) -> None:
        assert after("1C p p X p p").phase == "auction"
        assert after("1C p p X p p p").phase == "play"

    def test_the_declarer_is_the_first_of_the_side_to_name_the_strain(self) -> None:
        assert after("1H p 2H p p p").contract.bidder == 0
        assert after("1C 1H 2C 2H p p p").contract.bidder == 1
        assert after("1H 2H p 3D 4H p p p").contract.bidder == 0
        assert after("1C p 1H p 2H p 2NT p 4H p p p").contract.bidder == 2
        assert after("1NT 2S 3S p 3NT p p p").contract.bidder == 0


class TestPlay:
    def test_the_seat_after_the_declarer_leads(self) -> None:
        for dealer in range(4):
            state = after("1S p p p", dealer)
            assert state.actor == state.position.turn == (dealer + 1) % 4

    def test_the_declarer_decides_for_the_dummy(self) -> None:
        state = after("1C p p p")
        seen = []
        for _ in range(4):
            seen.append((state.actor, state.position.turn))
            state.apply(state.legal_actions()[0])
        assert seen == [(1, 1), (0, 2), (3, 3), (0, 0)]
        assert [seat for seat, _ in state.history[-4:]] == [1, 2, 3, 0]

    def test_dummy_is_open_to_all_after_the_lead_and_not_before(self) -> None:
        state = after("1C p p p")
        assert all(state.observation(seat)["shown"] == [] for seat in range(4))
        state.apply(state.legal_actions()[0])
        dummy = list(map(str, state.deal.hands[2]))
        for seat in range(4):
            seen = state.observation(seat)
            assert seen["shown"] == dummy
            assert seen["contract"]["dummy"] == 2
            assert seen["legal"] == (["play " + card for card in dummy] if seat == 0 else [])
        state.undo()
        assert state.observation(1)["shown"] == []

    def test_follow_suit_else_any_card(self) -> None:
        deal = "AK2.A32.A432.A32 QJT.KQJ.KQJ.KQJT 9876.T98.T98.987 543.7654.765.654"
        state = after("1NT p p p", deal=deal)
        state.apply("play SQ")
        assert {str(action) for action in state.legal_actions()} == {f"play S{rank}" for rank in "9876"}
        with pytest.raises(tc.IllegalAction):
            state.apply("play HT")

    def test_trumps_win(self) -> None:
        state = after("1C p p p")
        while not state.done:
            state.apply(state.legal_actions()[0])
        assert state.tricks == (0, 0, 0, 13)
        assert after("1S p p p").contract.trump == "S"
        assert after("1NT p p p").contract.trump is None


def laws() -> list[tuple[str, int, bool, int]]:
    """Give contract, tricks, vulnerable and score from published tables."""
    rows = """
    1C 7 70 70|1C 8 90 90|1D 7 70 70|1H 7 80 80|1S 8 110 110|1NT 7 90 90|1NT 9 150 150|2NT 8 120 120|3C 9 110 110
    2S 8 110 110|3D 9 110 110|3H 9 140 140|3NT 9 400 600|3NT 11 460 660|4H 10 420 620|4S 12 480 680|5C 11 400 600
    5D 13 440 640|6C 12 920 1370|6H 12 980 1430|6H 13 1010 1460|6NT 12 990 1440|7D 13 1440 2140|7S 13 1510 2210
    7NT 13 1520 2220|1CX 7 140 140|1CX 8 240 340|2CX 8 180 180|2DX 9 280 380|2HX 8 470 670|2SX 10 670 1070
    1NTX 7 180 180|1NTX 8 280 380|3NTX 9 550 750|3NTX 11 750 1150|4SX 10 590 790|5CX 11 550 750|6SX 12 1210 1660
    7NTX 13 1790 2490|1CXX 7 230 230|1CXX 8 430 630|1HXX 7 520 720|1NTXX 7 560 760|2CXX 8 560 760|3NTXX 9 800 1000
    4HXX 10 880 1080|6CXX 12 1380 1830|7NTXX 13 2280 2980|4S 9 -50 -100|4S 8 -100 -200|4S 0 -500 -1000
    4SX 9 -100 -200|4SX 8 -300 -500|4SX 7 -500 -800|4SX 6 -800 -1100|4SX 5 -1100 -1400|7NTX 0 -3500 -3800
    4SXX 9 -200 -400|4SXX 8 -600 -1000|4SXX 7 -1000 -1600|4SXX 6 -1600 -2200|7NTXX 0 -7000 -7600
    """
    found = []
    for row in rows.replace("\n", "|").split("|"):
        if row.strip():
            contract, tricks, plain, vulnerable = row.split()
            found += [(contract, int(tricks), False, int(plain)), (contract, int(tricks), True, int(vulnerable))]
    return found


class TestScore:
    @pytest.mark.parametrize(("contract", "tricks", "vulnerable", "score"), laws())
    def test_as_the_published_tables_have_it(self, contract: str, tricks: int, vulnerable: bool, score: int) -> None:
        assert scoring.duplicate_score(contract, tricks, vulnerable) == score

    def test_every_contract_with_every_result_as_the_page_says(self) -> None:
        for level, strain, doubled, tricks, vulnerable in itertools.product(
            range(1, 8), STRAINS, range(3), range(14), (False, True)
        ):
            terms = bridge_table.Terms(level, strain, doubled)
            expected = bridge_score(level, strain, doubled, vulnerable, tricks)
            assert scoring.duplicate_score(terms, tricks, vulnerable) == expected

    @pytest.mark.parametrize("vulnerable", ["none", "ns", "ew", "both"])
    @pytest.mark.parametrize("dealer", range(4))
    def test_the_payoff_is_the_score_to_each_seat_of_the_side(self, dealer: int, vulnerable: str) -> None:
        state = after("4S X XX p p p", dealer, vulnerable=vulnerable)
        payoff = state.payoff
        side = {dealer, (dealer + 2) % 4}
        for tricks, (_, pays) in enumerate(payoff.levels):
            score = scoring.duplicate_score("4SXX", tricks, vulnerable in ("both", "ns" if dealer % 2 == 0 else "ew"))
            assert pays == tuple(score if seat in side else -score for seat in range(4))
        assert len(payoff.levels) == 14

    def test_a_played_deal_is_paid(self) -> None:
        state = after("7C p p p", dealer=1, vulnerable="ew")
        assert state.contract.bidder == 1
        while not state.done:
            state.apply(state.legal_actions()[0])
        assert state.payoffs == (-2140, 2140, -2140, 2140)

    @pytest.mark.parametrize("contract", ["", "8C", "0S", "4", "H", "4HXXX", "4Y", "XX", "4XH", "44H"])
    def test_what_is_no_contract(self, contract: str) -> None:
        with pytest.raises(tc.ParseError) as caught:
            scoring.duplicate_score(contract, 9)
        assert caught.value.kind == "unknown_contract"

    @pytest.mark.parametrize("tricks", [-1, 14, 10**30])
    def test_no_such_number_of_tricks(self, tricks: int) -> None:
        with pytest.raises(tc.UnknownOption):
            scoring.duplicate_score("1C", tricks)

    @given(st.integers(1, 7), st.sampled_from(STRAINS), st.integers(0, 2))
    def test_terms_read_back(self, level: int, strain: str, doubled: int) -> None:
        terms = bridge_table.Terms(level, strain, doubled)
        assert bridge_table.read_terms(str(terms)) == terms
        assert bridge_table.read_terms(str(terms).lower()) == terms


class TestConversions:
    def test_the_scale_of_international_match_points(self) -> None:
        # The top of each step, 0 to 23 IMPs, from the laws.
        tops = [10, 40, 80, 120, 160, 210, 260, 310, 360, 420, 490, 590, 740, 890, 1090, 1290, 1490, 1740, 1990, 2240]
        tops += [2490, 2990, 3490, 3990]
        for points, top in enumerate(tops):
            assert (scoring.imps(top), scoring.imps(top + 10)) == (points, points + 1)
            assert (scoring.imps(-top), scoring.imps(-top - 10)) == (-points, -points - 1)
        assert scoring.imps(15_000) == 24

    def test_matchpoints(self) -> None:
        assert scoring.matchpoints([620, 170, 620, -100, 650]) == (5, 2, 5, 0, 8)
        assert scoring.matchpoints([50]) == (0,)
        assert scoring.matchpoints([]) == ()

    @given(st.lists(st.integers(-7600, 7600), min_size=1, max_size=30))
    def test_matchpoints_of_both_sides_make_tops(self, scores: list[int]) -> None:
        ours, theirs = scoring.matchpoints(scores), scoring.matchpoints([-score for score in scores])
        assert [a + b for a, b in zip(ours, theirs, strict=True)] == [2 * (len(scores) - 1)] * len(scores)

    def test_a_rubber_in_two_games(self) -> None:
        rubber = scoring.Rubber().scored("2H", "N", 9)
        assert (rubber.below, rubber.totals, rubber.games) == ((60, 0), (90, 0), (0, 0))
        rubber = rubber.scored("1NT", "S", 7)
        assert (rubber.below, rubber.totals, rubber.games) == ((0, 0), (130, 0), (1, 0))
        rubber = rubber.scored("3S", "E", 9).scored("6DX", "N", 12)
        assert rubber.over
        # 6D doubled: 240 below, 750 vulnerable slam, 50; and 700 for a rubber in two games.
        assert rubber.totals == (130 + 240 + 750 + 50 + 700, 90)
        with pytest.raises(tc.IllegalAction):
            rubber.scored("1C", 0, 7)

    def test_a_rubber_in_three_games(self) -> None:
        rubber = scoring.Rubber().scored("4S", 0, 10).scored("5C", 1, 11)
        assert (rubber.vulnerable("S"), rubber.vulnerable("W")) == (True, True)
        rubber = rubber.scored("2NTX", "W", 6)
        assert rubber.totals == (120 + 500, 100)
        assert rubber.scored("3NT", 2, 9).totals == (120 + 500 + 100 + 500, 100)

    def test_a_rubber_broken_off(self) -> None:
        assert scoring.Rubber().scored("4S", 0, 10).scored("2H", "E", 8).broken_off().totals == (120 + 300, 60 + 100)
        assert scoring.Rubber().broken_off().totals == (0, 0)
