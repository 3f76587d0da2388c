"""Worked examples of the rules page ``mediatore.md``, each expectation derived by hand from the page."""

from __future__ import annotations

import itertools

import pytest

import trickcore as tc

from .playing import legal, play

SUITS = "CDSB"
RANKS = "321RCF7654"
PACK = {suit + rank for suit in SUITS for rank in RANKS}
BIDS = ("chiamo", "mediatore", "solo", "solissimo", "arcisolissimo")
PASSES = ("pass", "pass", "pass")

# One suit each, the four fours in the monte: whoever leads first wins all nine tricks.
ONE_SUIT_EACH = "321RCF765.-.-.- -.321RCF765.-.- -.-.321RCF765.- -.-.-.321RCF765 + 4.4.4.4"
NINE_TRICKS = (
    "C3 D5 S5 B5  C2 D6 S6 B6  C1 D7 S7 B7  CR DF SF BF  CC DC SC BC  "
    "CF DR SR BR  C7 D1 S1 B1  C6 D2 S2 B2  C5 D3 S3 B3"
)
FOURS = ("discard C4", "discard D4", "discard S4", "discard B4")

# Seat 0 wins five tricks in coppe, then seat 1 four in denari. The monte holds no points. What seats 2 and 3 throw on
# the coppe decides whether seat 0 has 17 thirds (5 2/3 points) or 18 (6 points).
EVEN = "321RC.7654.-.- F76.321RCF.-.- -.-.321RCF765.- -.-.-.321RCF765 + 54.-.4.4"
MONTE = ("discard C5", "discard C4", "discard S4", "discard B4")
SEVENTEEN = (
    "C3 C6 S7 B3  C2 C7 S6 B2  C1 CF S5 BR  CR DF SF BC  CC DC SC BF  "
    "D7 DR SR B5  D3 S3 B6 D6  D2 S2 B7 D5  D1 S1 B1 D4"
)
EIGHTEEN = (
    "C3 C6 S7 B7  C2 C7 S6 BR  C1 CF S5 B1  CR DF SF BC  CC DC SC BF  "
    "D7 DR SR B5  D3 S3 B6 D6  D2 S2 B2 D5  D1 S1 B3 D4"
)

# Seat 0 wins eight tricks in coppe, seat 1 the last one with the ace of denari.
EIGHT_AND_ONE = "321RCF76.5.-.- 5.321RCF76.-.- -.-.321RCF765.- -.-.-.321RCF765 + 4.4.4.4"
EIGHT_TRICKS = (
    "C3 C5 S5 B5  C2 D6 S6 B6  C1 D7 S7 B7  CR DF SF BF  CC DC SC BC  "
    "CF DR SR BR  C7 D2 S2 B2  C6 D3 S3 B3  D5 D1 S1 B1"
)


def start(deal: str, dealer: int = 3) -> tc.State:
    """Give the state before the first word, seat 0 being eldest unless told otherwise."""
    return tc.game("mediatore").start(deal, dealer=dealer)


def in_turn(cards: str) -> list[str]:
    """Give the action texts of cards played one after the other."""
    return [f"play {card}" for card in cards.split()]


def texts(verb: str, cards: str) -> set[str]:
    """Give the action texts of a choice among cards."""
    return {f"{verb} {card}" for card in cards.split()}


def held(state: tc.State, seat: int) -> set[str]:
    """Give the cards in a hand as texts."""
    return {str(card) for card in state.hands[seat]}


def hand_of(cards: set[str]) -> str:
    """Give the hand text of a set of cards."""
    return ".".join("".join(r for r in RANKS if suit + r in cards) or "-" for suit in SUITS)


def bid_by(bidder: int, bid: str, dealer: int = 3) -> list[str]:
    """Give an auction in which only one seat bids."""
    return ["pass"] * ((bidder - dealer - 1) % 4) + [f"bid {bid}", *PASSES]


def negative(payoffs: tuple[int, ...]) -> tuple[int, ...]:
    """Give the reverse of a row of the payoff table."""
    return tuple(-value for value in payoffs)


class TestTable:
    def test_nine_cards_each_and_four_in_the_monte(self) -> None:
        deal = tc.game("mediatore").new_deal(seed=1, dealer=0).deal
        assert [len(hand) for hand in deal.hands] == [9, 9, 9, 9]
        assert len(deal.talon) == 4
        dealt = [str(card) for cards in (*deal.hands, deal.talon) for card in cards]
        assert len(dealt) == 40
        assert set(dealt) == PACK

    def test_an_ace_is_read_as_a_one(self) -> None:
        deal = "32ARCF765.-.-.- -.32ARCF765.-.- -.-.32ARCF765.- -.-.-.32ARCF765 + 4.4.4.4"
        assert start(deal).deal == start(ONE_SUIT_EACH).deal

    @pytest.mark.parametrize("dealer", range(4))
    def test_eldest_speaks_first_then_the_seats_in_turn(self, dealer: int) -> None:
        state = start(ONE_SUIT_EACH, dealer)
        for turn in (1, 2, 3, 4):
            assert (state.phase, state.actor) == ("auction", (dealer + turn) % 4)
            state.apply("pass")

    @pytest.mark.parametrize("suit", SUITS)
    @pytest.mark.parametrize(("high", "low"), list(itertools.pairwise(RANKS)))
    @pytest.mark.parametrize("led", ["high", "low"])
    def test_rank_in_each_suit_and_no_trumps(self, suit: str, high: str, low: str, led: str) -> None:
        lead, answer = (high, low) if led == "high" else (low, high)
        b, c, d = (other for other in SUITS if other != suit)
        hands = (
            {suit + rank for rank in RANKS if rank != answer},
            {suit + answer} | {b + rank for rank in RANKS[:8]},
            {c + rank for rank in RANKS[:9]},
            {d + rank for rank in RANKS[:9]},
        )
        monte = PACK.difference(*hands)
        deal = " ".join(hand_of(hand) for hand in hands) + " + " + hand_of(monte)
        state = play(start(deal), "bid arcisolissimo", *PASSES, f"play {suit}{lead}")
        assert legal(state) == {f"play {suit}{answer}"}
        play(state, f"play {suit}{answer}", f"play {c}3", f"play {d}3")
        winner = 0 if led == "high" else 1
        assert state.tricks == tuple(int(seat == winner) for seat in range(4))
        assert state.actor == winner


class TestPoints:
    def test_worth_of_the_cards_and_of_the_last_trick(self) -> None:
        """Trick by trick: 3, 2 a third each; 1 three thirds; R, C, F one; 7 to 4 none; the last trick three."""
        state = play(start(ONE_SUIT_EACH), "bid arcisolissimo", *PASSES)
        cards = NINE_TRICKS.split()
        running = []
        for trick in range(9):
            play(state, *in_turn(" ".join(cards[4 * trick : 4 * trick + 4])))
            assert state.points[1:] == (0, 0, 0)
            running.append(state.points[0])
        assert running == [1, 2, 5, 9, 13, 17, 26, 29, 35]

    def test_the_last_trick_s_winner_gets_the_monte_s_card_points(self) -> None:
        """The four ones lie in the monte of an arcisolissimo: 12 thirds."""
        deal = "32RCF7654.-.-.- -.32RCF7654.-.- -.-.32RCF7654.- -.-.-.32RCF7654 + 1.1.1.1"
        state = play(start(deal), "bid arcisolissimo", *PASSES)
        play(state, *in_turn("C3 D4 S4 B4  C2 D5 S5 B5  CR D6 S6 B6  CC D7 S7 B7  CF DF SF BF  C7 DC SC BC"))
        play(state, *in_turn("C6 DR SR BR  C5 D2 S2 B2"))
        assert state.points == (17, 0, 0, 0)
        play(state, *in_turn("C4 D3 S3 B3"))
        assert state.points == (35, 0, 0, 0)

    def test_cards_put_aside_go_to_the_bidder_if_it_wins_the_last_trick(self) -> None:
        state = play(start(ONE_SUIT_EACH), "bid solo", *PASSES, "discard C1", "discard D4", "discard S4", "discard B4")
        play(state, *in_turn("C3 D5 S5 B5  C2 D6 S6 B6  CR D7 S7 B7  CC DF SF BF  CF DC SC BC  C7 DR SR BR"))
        play(state, *in_turn("C6 D1 S1 B1  C5 D2 S2 B2"))
        assert state.points == (26, 0, 0, 0)
        play(state, *in_turn("C4 D3 S3 B3"))
        assert state.points == (35, 0, 0, 0)

    def test_cards_put_aside_go_to_a_defender_who_wins_the_last_trick(self) -> None:
        state = play(start(EVEN), "bid solo", *PASSES, "discard CR", "discard CC", "discard S4", "discard B4")
        play(state, *in_turn("C3 C6 S7 B3  C2 C7 S6 B2  C1 CF S5 BR  C5 DF SF BC  C4 DC SC BF"))
        assert state.points == (15, 0, 0, 0)
        play(state, *in_turn("D7 DR SR B5  D3 S3 B6 D6  D2 S2 B7 D5"))
        assert state.points == (15, 6, 0, 0)
        play(state, *in_turn("D1 S1 B1 D4"))
        assert state.points == (15, 20, 0, 0)
        assert state.tricks == (5, 4, 0, 0)
        assert state.payoffs == (-36, 12, 12, 12)


class TestAuction:
    def test_every_bid_is_open_at_the_start(self) -> None:
        assert legal(start(ONE_SUIT_EACH)) == {"pass"} | {f"bid {bid}" for bid in BIDS}

    @pytest.mark.parametrize("standing", range(5))
    def test_a_bid_must_be_above_the_standing_one(self, standing: int) -> None:
        state = play(start(ONE_SUIT_EACH), f"bid {BIDS[standing]}")
        for seat in (1, 2, 3):
            assert (state.phase, state.actor) == ("auction", seat)
            assert legal(state) == {"pass"} | {f"bid {bid}" for bid in BIDS[standing + 1 :]}
            state.apply("pass")
        assert state.phase != "auction"

    def test_a_lower_or_equal_bid_is_refused(self) -> None:
        state = play(start(ONE_SUIT_EACH), "bid solo")
        before = state.key()
        for bid in BIDS[:3]:
            with pytest.raises(tc.IllegalAction):
                state.apply(f"bid {bid}")
        assert state.key() == before

    @pytest.mark.parametrize("dealer", range(4))
    def test_the_deal_is_void_if_all_four_pass(self, dealer: int) -> None:
        state = play(start(ONE_SUIT_EACH, dealer), "pass", "pass", "pass")
        assert (state.done, state.void, state.payoffs) == (False, False, None)
        assert legal(state) == {"pass"} | {f"bid {bid}" for bid in BIDS}
        play(state, "pass")
        assert (state.phase, state.actor, state.done, state.void) == ("done", None, True, True)
        assert state.payoffs == (0, 0, 0, 0)
        assert legal(state) == set()

    def test_passes_before_the_first_bid_do_not_end_the_auction(self) -> None:
        state = play(start(ONE_SUIT_EACH), "pass", "pass", "bid chiamo", "pass")
        assert (state.phase, state.actor) == ("auction", 0)
        play(state, "pass")
        assert (state.phase, state.actor) == ("auction", 1)
        play(state, "pass")
        assert (state.phase, state.actor) == ("call", 2)

    def test_a_seat_that_passed_may_speak_again(self) -> None:
        state = play(start(ONE_SUIT_EACH), "pass", "pass", "pass", "bid chiamo")
        assert legal(state) == {"pass"} | {f"bid {bid}" for bid in BIDS[1:]}
        play(state, "bid solo", "pass", "pass", "pass")
        assert (state.phase, state.actor) == ("exchange", 0)

    def test_three_passes_in_a_row_end_it_not_three_in_all(self) -> None:
        state = play(start(ONE_SUIT_EACH), "bid chiamo", "pass", "pass", "bid mediatore", "pass", "pass")
        assert (state.phase, state.actor) == ("auction", 2)
        play(state, "pass")
        assert (state.phase, state.actor) == ("call", 3)

    def test_an_overbid_bidder_may_bid_again(self) -> None:
        state = play(start(ONE_SUIT_EACH), "bid chiamo", "pass", "pass", "bid mediatore", "bid solissimo")
        assert (state.actor, legal(state)) == (1, {"pass", "bid arcisolissimo"})
        play(state, *PASSES)
        assert (state.phase, state.actor) == ("play", 0)

    def test_the_highest_bid_is_still_answered_by_three_passes(self) -> None:
        state = play(start(ONE_SUIT_EACH), "bid arcisolissimo")
        for seat in (1, 2, 3):
            assert (state.actor, legal(state)) == (seat, {"pass"})
            play(state, "pass")
        assert state.phase == "play"


class TestAfterTheAuction:
    def test_chiamo_may_call_any_card(self) -> None:
        state = play(start(EVEN), "bid chiamo", *PASSES)
        assert (state.phase, state.actor) == ("call", 0)
        assert legal(state) == {f"call {card}" for card in PACK}

    @pytest.mark.parametrize("called", ["S3", "C3", "C5"])
    def test_chiamo_takes_the_monte_and_puts_four_aside(self, called: str) -> None:
        state = play(start(EVEN), "bid chiamo", *PASSES, f"call {called}")
        left = ["C3", "C2", "C1", "CR", "CC", "D7", "D6", "D5", "D4", "C5", "C4", "S4", "B4"]
        for card in ("C3", "C5", "D4", "S4"):
            assert (state.phase, state.actor) == ("exchange", 0)
            assert legal(state) == texts("discard", " ".join(left))
            play(state, f"discard {card}")
            left.remove(card)
        assert (state.phase, state.actor) == ("play", 0)
        assert held(state, 0) == set(left)

    def test_mediatore_calls_a_card_not_in_the_bidder_s_hand(self) -> None:
        state = play(start(EVEN), "bid mediatore", *PASSES)
        assert (state.phase, state.actor) == ("call", 0)
        own = {"C3", "C2", "C1", "CR", "CC", "D7", "D6", "D5", "D4"}
        assert legal(state) == {f"call {card}" for card in PACK - own}
        with pytest.raises(tc.IllegalAction):
            state.apply("call C3")

    def test_mediatore_takes_the_called_card_and_the_monte(self) -> None:
        state = play(start(EVEN), "bid mediatore", *PASSES, "call S3")
        left = ["C3", "C2", "C1", "CR", "CC", "D7", "D6", "D5", "D4", "S3", "C5", "C4", "S4", "B4"]
        for card in ("C5", "C4", "B4", "S4"):
            assert (state.phase, state.actor) == ("exchange", 0)
            assert legal(state) == texts("discard", " ".join(left))
            play(state, f"discard {card}")
            left.remove(card)
        assert (state.phase, state.actor) == ("exchange", 0)
        assert legal(state) == texts("give", " ".join(left))

    def test_mediatore_gives_any_card_back_to_the_one_who_gave(self) -> None:
        state = play(start(EVEN), "bid mediatore", *PASSES, "call S3", *MONTE, "give D4")
        assert (state.phase, state.actor) == ("play", 0)
        assert held(state, 0) == {"C3", "C2", "C1", "CR", "CC", "D7", "D6", "D5", "S3"}
        assert held(state, 2) == {"S2", "S1", "SR", "SC", "SF", "S7", "S6", "S5", "D4"}

    def test_mediatore_may_give_the_very_card_back(self) -> None:
        state = play(start(EVEN), "bid mediatore", *PASSES, "call S3", *MONTE, "give S3")
        assert held(state, 0) == {"C3", "C2", "C1", "CR", "CC", "D7", "D6", "D5", "D4"}
        assert held(state, 2) == {"S3", "S2", "S1", "SR", "SC", "SF", "S7", "S6", "S5"}

    def test_mediatore_may_put_the_called_card_aside(self) -> None:
        state = play(start(EVEN), "bid mediatore", *PASSES, "call S3")
        play(state, "discard S3", "discard C5", "discard C4", "discard B4")
        assert legal(state) == texts("give", "C3 C2 C1 CR CC D7 D6 D5 D4 S4")
        play(state, "give S4")
        assert held(state, 2) == {"S2", "S1", "SR", "SC", "SF", "S7", "S6", "S5", "S4"}
        play(state, *in_turn(EIGHTEEN.replace("S3", "S4")))
        assert state.points == (18, 17, 0, 0), "the three put aside goes with the last trick"
        assert state.payoffs == (22, -8, -6, -8)

    def test_mediatore_with_the_called_card_in_the_monte(self) -> None:
        """Nobody hands one over, four are put aside, nothing is given back."""
        state = play(start(EVEN), "bid mediatore", *PASSES, "call S4")
        assert legal(state) == texts("discard", "C3 C2 C1 CR CC D7 D6 D5 D4 C5 C4 S4 B4")
        play(state, "discard C5", "discard C4", "discard D4", "discard B4")
        assert (state.phase, state.actor) == ("play", 0)
        assert held(state, 0) == {"C3", "C2", "C1", "CR", "CC", "D7", "D6", "D5", "S4"}

    def test_solo_takes_the_monte_and_puts_four_aside(self) -> None:
        state = play(start(EVEN), "bid solo", *PASSES)
        left = ["C3", "C2", "C1", "CR", "CC", "D7", "D6", "D5", "D4", "C5", "C4", "S4", "B4"]
        for card in ("C4", "D5", "S4", "B4"):
            assert (state.phase, state.actor) == ("exchange", 0)
            assert legal(state) == texts("discard", " ".join(left))
            play(state, f"discard {card}")
            left.remove(card)
        assert (state.phase, state.actor) == ("play", 0)
        assert held(state, 0) == set(left)

    @pytest.mark.parametrize("bid", ["solissimo", "arcisolissimo"])
    def test_nothing_is_exchanged_in_the_two_highest(self, bid: str) -> None:
        state = play(start(EVEN), f"bid {bid}", *PASSES)
        assert (state.phase, state.actor) == ("play", 0)
        assert held(state, 0) == {"C3", "C2", "C1", "CR", "CC", "D7", "D6", "D5", "D4"}


class TestPlay:
    @pytest.mark.parametrize("dealer", range(4))
    @pytest.mark.parametrize("turn", range(4))
    @pytest.mark.parametrize("bid", ["solissimo", "arcisolissimo"])
    def test_eldest_leads_whoever_bid(self, dealer: int, turn: int, bid: str) -> None:
        state = play(start(ONE_SUIT_EACH, dealer), *["pass"] * turn, f"bid {bid}", *PASSES)
        assert (state.phase, state.actor) == ("play", (dealer + 1) % 4)

    @pytest.mark.parametrize("bidder", range(4))
    def test_eldest_leads_after_an_exchange_too(self, bidder: int) -> None:
        fours = ("discard C4", "discard D4", "discard S4", "discard B4")
        for words in (["solo", *fours], ["chiamo", "call C3", *fours], ["mediatore", "call B4", *fours]):
            state = play(start(ONE_SUIT_EACH), *bid_by(bidder, words[0]), *words[1:])
            assert (state.phase, state.actor) == ("play", 0)

    def test_follow_suit_if_able_otherwise_any_card(self) -> None:
        state = play(start(EVEN), "bid arcisolissimo", *PASSES, "play CC")
        assert legal(state) == texts("play", "CF C7 C6")
        play(state, "play C6")
        assert legal(state) == texts("play", "S3 S2 S1 SR SC SF S7 S6 S5")
        play(state, "play S5")
        assert legal(state) == texts("play", "B3 B2 B1 BR BC BF B7 B6 B5")
        play(state, "play B5")
        assert (state.actor, state.tricks) == (0, (1, 0, 0, 0))

    def test_there_is_no_duty_to_beat(self) -> None:
        """Seat 1 may play under or over a led card, and the highest card of the led suit wins and leads."""
        deal = "321RC.7654.-.- F76.321RCF.-.- -.-.321RCF765.- -.-.-.321RCF765 + 54.-.4.4"
        state = play(start(deal), "bid arcisolissimo", *PASSES, "play D7")
        assert legal(state) == texts("play", "D3 D2 D1 DR DC DF")
        play(state, *in_turn("DF S3 B3"))
        assert (state.actor, state.tricks) == (1, (0, 1, 0, 0))

    def test_two_seats_of_a_suit_compete(self) -> None:
        deal = "3F.2F.1F.R65 2R.1R.3R.CF7 1C.3C.2C.321 7654.76.654.- + -.54.7.4"
        state = play(start(deal), "bid arcisolissimo", *PASSES, "play CF")
        assert legal(state) == {"play C2", "play CR"}
        play(state, "play CR")
        assert legal(state) == {"play C1", "play CC"}
        play(state, "play C1")
        assert legal(state) == texts("play", "C7 C6 C5 C4")
        play(state, "play C4")
        assert (state.actor, state.tricks, state.points) == (2, (0, 0, 1, 0), (0, 0, 5, 0))
        play(state, "play SC")
        assert legal(state) == texts("play", "S6 S5 S4")
        play(state, "play S4")
        assert legal(state) == {"play S1", "play SF"}
        play(state, "play SF")
        assert legal(state) == {"play S3", "play SR"}
        play(state, "play SR")
        assert (state.actor, state.tricks, state.points) == (1, (0, 1, 1, 0), (0, 3, 5, 0))


class TestSignals:
    DEAL = "3.37.765.F54 21RCF7654.-.-.- -.21RCF654.4.- -.-.321RCF.321 + -.-.-.RC76"

    def begun(self) -> tc.State:
        return play(start(self.DEAL), "bid arcisolissimo", *PASSES)

    def test_the_leader_s_actions(self) -> None:
        """Plain and busso always; volo with a suit's last card; striscio if one or two are left, all of 7 6 5 4."""
        cards = "C3 D3 D7 S7 S6 S5 BF B5 B4"
        true = {"play C3 volo", "play D3 striscio", "play BF striscio"}
        true |= {"play S7 striscio", "play S6 striscio", "play S5 striscio"}
        assert legal(self.begun()) == texts("play", cards) | {f"{text} busso" for text in texts("play", cards)} | true

    @pytest.mark.parametrize(
        "text",
        [
            "play C3 striscio",  # none left
            "play D3 volo",  # one left
            "play D7 striscio",  # the three is left
            "play B5 striscio",  # fante and four are left
            "play B4 striscio",
            "play S7 volo",
        ],
    )
    def test_a_signal_must_be_true_to_be_legal(self, text: str) -> None:
        state = self.begun()
        before = state.key()
        with pytest.raises(tc.IllegalAction):
            state.apply(text)
        assert state.key() == before

    def test_three_low_cards_left_are_too_many(self) -> None:
        state = play(start(EVEN), "bid arcisolissimo", *PASSES)
        cards = texts("play", "C3 C2 C1 CR CC D7 D6 D5 D4")
        assert legal(state) == cards | {f"{card} busso" for card in cards}

    def test_only_the_leader_signals(self) -> None:
        state = play(self.begun(), "play C3 volo")
        assert legal(state) == texts("play", "C2 C1 CR CC CF C7 C6 C5 C4")
        with pytest.raises(tc.IllegalAction):
            state.apply("play C2 busso")

    @pytest.mark.parametrize("signal", ["", " busso", " volo"])
    def test_signals_change_nothing_else(self, signal: str) -> None:
        state = play(self.begun(), f"play C3{signal}", *in_turn("C2 D4 B1"))
        assert (state.actor, state.tricks, state.points) == (0, (1, 0, 0, 0), (5, 0, 0, 0))

    def test_what_is_true_depends_on_the_cards_left(self) -> None:
        state = play(self.begun(), "play S5 striscio", "play C4", "play S4", "play SF")
        assert state.actor == 3
        cards = texts("play", "S3 S2 S1 SR SC B3 B2 B1")
        assert legal(state) == cards | {f"{card} busso" for card in cards}
        play(state, "play B3", "play B4", "play C5", "play D4")
        play(state, "play B2", "play B5", "play C6", "play D5")
        assert {text for text in legal(state) if text.startswith("play B")} == {
            "play B1",
            "play B1 busso",
            "play B1 volo",
        }

    def test_the_last_lead_may_always_fly(self) -> None:
        state = play(start(EVEN), "bid arcisolissimo", *PASSES, *in_turn(SEVENTEEN)[:32])
        assert (state.actor, legal(state)) == (1, {"play D1", "play D1 busso", "play D1 volo"})

    @pytest.mark.parametrize(
        ("hand", "lead", "strokes"),
        [
            ("74.-.-.3216FC5", "C7", True),
            ("F7.-.-.3216RC5", "CF", True),
            ("F7.-.-.3216RC5", "C7", False),
            ("765.-.-.3216FC", "C7", True),
            ("7654.-.-.3216F", "C7", False),
            ("365.-.-.3216FC", "C3", True),
            ("365.-.-.3216FC", "C6", False),
        ],
    )
    def test_striscio(self, hand: str, lead: str, strokes: bool) -> None:
        cards = {
            suit + rank for suit, ranks in zip(SUITS, hand.split("."), strict=True) for rank in ranks if rank != "-"
        }
        assert len(cards) == 9
        rest = sorted(PACK - cards)
        others = [set(rest[9 * seat : 9 * seat + 9]) for seat in range(3)]
        deal = " ".join(map(hand_of, (cards, *others))) + " + " + hand_of(set(rest[27:]))
        state = play(start(deal), "bid arcisolissimo", *PASSES)
        assert (f"play {lead} striscio" in legal(state)) is strokes


# What the bidder, seat 0 and eldest, says after its bid; what the deal pays if it wins.
ROWS_OF_ELDEST = [
    pytest.param("chiamo", ("call S3", *MONTE), (5, -4, 3, -4), id="chiamo-with-partner"),
    pytest.param("chiamo", ("call C3", *MONTE), (12, -4, -4, -4), id="chiamo-alone-by-own-card"),
    pytest.param("chiamo", ("call S4", *MONTE), (12, -4, -4, -4), id="chiamo-alone-by-the-monte"),
    pytest.param("mediatore", ("call S3", *MONTE, "give S3"), (22, -8, -6, -8), id="mediatore-with-giver"),
    pytest.param("mediatore", ("call S4", *MONTE), (24, -8, -8, -8), id="mediatore-by-the-monte"),
    pytest.param("solo", MONTE, (36, -12, -12, -12), id="solo"),
    pytest.param("solissimo", (), (48, -16, -16, -16), id="solissimo"),
    pytest.param("arcisolissimo", (), (54, -18, -18, -18), id="arcisolissimo"),
]


class TestPayoff:
    @pytest.mark.parametrize(("bid", "words", "row"), ROWS_OF_ELDEST)
    def test_eighteen_thirds_win(self, bid: str, words: tuple[str, ...], row: tuple[int, ...]) -> None:
        state = play(start(EVEN), f"bid {bid}", *PASSES, *words)
        assert state.payoffs is None
        play(state, *in_turn(EIGHTEEN))
        assert (state.tricks, state.points) == ((5, 4, 0, 0), (18, 17, 0, 0))
        assert (state.phase, state.done, state.void) == ("done", True, False)
        assert state.payoffs == row

    @pytest.mark.parametrize(("bid", "words", "row"), ROWS_OF_ELDEST)
    def test_seventeen_thirds_lose(self, bid: str, words: tuple[str, ...], row: tuple[int, ...]) -> None:
        """Five points and two thirds are rounded down to five; the others have six."""
        state = play(start(EVEN), f"bid {bid}", *PASSES, *words, *in_turn(SEVENTEEN))
        assert (state.tricks, state.points) == ((5, 4, 0, 0), (17, 18, 0, 0))
        assert state.payoffs == negative(row)

    @pytest.mark.parametrize(
        ("bid", "words", "row"),
        [
            pytest.param("chiamo", ("call S3", *FOURS), (7, -6, 5, -6), id="chiamo-with-partner"),
            pytest.param("chiamo", ("call C3", *FOURS), (18, -6, -6, -6), id="chiamo-alone-by-own-card"),
            pytest.param("chiamo", ("call B4", *FOURS), (18, -6, -6, -6), id="chiamo-alone-by-the-monte"),
            pytest.param("mediatore", ("call D3", *FOURS, "give D3"), (28, -8, -10, -10), id="mediatore-with-giver"),
            pytest.param("mediatore", ("call D4", *FOURS), (30, -10, -10, -10), id="mediatore-by-the-monte"),
            pytest.param("solo", FOURS, (42, -14, -14, -14), id="solo"),
            pytest.param("solissimo", (), (54, -18, -18, -18), id="solissimo"),
            pytest.param("arcisolissimo", (), (60, -20, -20, -20), id="arcisolissimo"),
        ],
    )
    def test_all_nine_tricks_won(self, bid: str, words: tuple[str, ...], row: tuple[int, ...]) -> None:
        state = play(start(ONE_SUIT_EACH), f"bid {bid}", *PASSES, *words, *in_turn(NINE_TRICKS))
        assert (state.tricks, state.points) == ((9, 0, 0, 0), (35, 0, 0, 0))
        assert state.payoffs == row

    @pytest.mark.parametrize(
        ("bid", "words", "row"),
        [
            pytest.param("chiamo", ("call D3", *FOURS), (6, -5, -7, 6), id="chiamo-with-partner"),
            pytest.param("chiamo", ("call S3", *FOURS), (6, 6, -18, 6), id="chiamo-alone-by-own-card"),
            pytest.param("chiamo", ("call B4", *FOURS), (6, 6, -18, 6), id="chiamo-alone-by-the-monte"),
            pytest.param("mediatore", ("call C3", *FOURS, "give C3"), (8, 10, -28, 10), id="mediatore-with-giver"),
            pytest.param("mediatore", ("call D4", *FOURS), (10, 10, -30, 10), id="mediatore-by-the-monte"),
            pytest.param("solo", FOURS, (14, 14, -42, 14), id="solo"),
            pytest.param("solissimo", (), (18, 18, -54, 18), id="solissimo"),
            pytest.param("arcisolissimo", (), (20, 20, -60, 20), id="arcisolissimo"),
        ],
    )
    def test_all_nine_tricks_lost(self, bid: str, words: tuple[str, ...], row: tuple[int, ...]) -> None:
        """The bidder is seat 2; eldest, seat 0, leads and wins every trick."""
        state = play(start(ONE_SUIT_EACH), *bid_by(2, bid), *words, *in_turn(NINE_TRICKS))
        assert (state.tricks, state.points) == ((9, 0, 0, 0), (35, 0, 0, 0))
        assert state.payoffs == row

    def test_all_nine_won_by_the_partner(self) -> None:
        """Seat 2 calls the three of coppe, which eldest holds, and keeps the four of coppe instead of a one."""
        words = ("call C3", "discard S1", "discard S4", "discard D4", "discard B4")
        state = play(start(ONE_SUIT_EACH), *bid_by(2, "chiamo"), *words)
        play(state, *in_turn("C3 D5 C4 B5  C2 D6 S6 B6  C1 D7 S7 B7  CR DF SF BF  CC DC SC BC  CF DR SR BR"))
        play(state, *in_turn("C7 D1 S5 B1  C6 D2 S2 B2  C5 D3 S3 B3"))
        assert (state.tricks, state.points) == ((9, 0, 0, 0), (35, 0, 0, 0))
        assert state.payoffs == (5, -6, 7, -6)

    def test_all_nine_won_by_bidder_and_partner_together(self) -> None:
        state = play(start(EVEN), "bid chiamo", *PASSES, "call D3", *MONTE, *in_turn(SEVENTEEN))
        assert state.tricks == (5, 4, 0, 0)
        assert state.payoffs == (7, 5, -6, -6)

    def test_all_nine_won_by_the_defenders_together(self) -> None:
        state = play(start(EVEN), *bid_by(2, "solissimo"), *in_turn(EIGHTEEN))
        assert state.tricks == (5, 4, 0, 0)
        assert state.payoffs == (18, 18, -54, 18)

    def test_eight_tricks_pay_no_more(self) -> None:
        state = play(start(EIGHT_AND_ONE), "bid arcisolissimo", *PASSES, *in_turn(EIGHT_TRICKS))
        assert (state.tricks, state.points) == ((8, 1, 0, 0), (23, 12, 0, 0))
        assert state.payoffs == (54, -18, -18, -18)

    def test_one_trick_saves_the_bidder_from_paying_more(self) -> None:
        state = play(start(EIGHT_AND_ONE), *bid_by(1, "arcisolissimo"), *in_turn(EIGHT_TRICKS))
        assert state.payoffs == (18, -54, 18, 18)

    def test_one_trick_saves_the_defenders_from_paying_more(self) -> None:
        """Chiamo with partner: seats 0 and 2 win eight tricks, the defender in seat 1 the last."""
        state = play(start(EIGHT_AND_ONE), "bid chiamo", *PASSES, "call S3", *FOURS, *in_turn(EIGHT_TRICKS))
        assert state.payoffs == (5, -4, 3, -4)

    def test_chiamo_alone_by_an_own_card_put_aside(self) -> None:
        words = ("call C5", "discard C5", "discard D4", "discard S4", "discard B4")
        state = play(start(ONE_SUIT_EACH), "bid chiamo", *PASSES, *words, *in_turn(NINE_TRICKS.replace("C5", "C4")))
        assert state.payoffs == (18, -6, -6, -6)

    def test_chiamo_alone_by_a_monte_card_kept(self) -> None:
        words = ("call C4", "discard C5", "discard D4", "discard S4", "discard B4")
        state = play(start(ONE_SUIT_EACH), "bid chiamo", *PASSES, *words, *in_turn(NINE_TRICKS.replace("C5", "C4")))
        assert state.payoffs == (18, -6, -6, -6)

    def test_the_giver_in_mediatore_is_paid_less_though_it_got_its_card_back_or_not(self) -> None:
        state = play(start(EVEN), "bid mediatore", *PASSES, "call S3", "discard S3", "discard C5", "discard C4")
        play(state, "discard B4", "give S4", *in_turn(SEVENTEEN.replace("S3", "S4")))
        assert state.points == (17, 18, 0, 0)
        assert state.payoffs == (-22, 8, 6, 8)

    @pytest.mark.parametrize("bidder", range(4))
    @pytest.mark.parametrize("giver", range(4))
    def test_who_gives_in_mediatore(self, bidder: int, giver: int) -> None:
        """Eldest, seat 0, wins all nine; every bidder calls a three and gives that very card back."""
        if bidder == giver:
            return
        three = f"{SUITS[giver]}3"
        state = play(start(ONE_SUIT_EACH), *bid_by(bidder, "mediatore"), f"call {three}", *FOURS, f"give {three}")
        play(state, *in_turn(NINE_TRICKS))
        row = [10, 10, 10, 10]
        row[giver], row[bidder] = 8, -28
        assert state.payoffs == (tuple(row) if bidder != 0 else negative(tuple(row)))

    @pytest.mark.parametrize("bidder", range(1, 4))
    @pytest.mark.parametrize("partner", range(4))
    def test_who_is_partner_in_chiamo(self, bidder: int, partner: int) -> None:
        """Eldest, seat 0, wins all nine: with it as partner the bidder's side wins, else it loses."""
        state = play(start(ONE_SUIT_EACH), *bid_by(bidder, "chiamo"), f"call {SUITS[partner]}3", *FOURS)
        play(state, *in_turn(NINE_TRICKS))
        row = [6, 6, 6, 6]
        row[partner] = -5
        row[bidder] = -18 if partner == bidder else -7
        assert state.payoffs == (negative(tuple(row)) if partner == 0 else tuple(row))


class TestWhoSeesWhat:
    """Two deals or choices that differ only in what a seat may not know look the same to it."""

    # EVEN with the four and five of bastoni exchanged: one is in the monte, the other in seat 3's hand.
    OTHER_MONTE = "321RC.7654.-.- F76.321RCF.-.- -.-.321RCF765.- -.-.-.321RCF764 + 54.-.4.5"
    # EVEN with the threes of spade and bastoni exchanged between seats 2 and 3.
    OTHER_HOLDER = "321RC.7654.-.- F76.321RCF.-.- -.-.21RCF765.3 -.-.3.21RCF765 + 54.-.4.4"

    def same(self, one: tc.State, other: tc.State) -> set[int]:
        return {seat for seat in range(4) if one.observation(seat) == other.observation(seat)}

    def pair(self, deal: str, *words: str) -> tuple[tc.State, tc.State]:
        return play(start(EVEN), *words), play(start(deal), *words)

    def test_the_monte_is_taken_in_secret_in_chiamo(self) -> None:
        one, other = self.pair(self.OTHER_MONTE, "bid chiamo", *PASSES)
        assert self.same(one, other) == {0, 1, 2}
        for state in (one, other):
            play(state, "call S3")
        assert self.same(one, other) == {1, 2}
        play(one, *MONTE), play(other, *MONTE[:3], "discard B5")
        assert self.same(one, other) == {1, 2}
        for state in (one, other):
            play(state, *in_turn("C3 C6 S7 B3"))
        assert self.same(one, other) == {1, 2}

    def test_that_the_called_card_lay_in_the_monte_is_secret_in_chiamo(self) -> None:
        one, other = self.pair(self.OTHER_MONTE, "bid chiamo", *PASSES, "call B4")
        assert self.same(one, other) == {1, 2}, "alone in one deal, with seat 3 in the other"

    def test_the_partner_in_chiamo_is_secret(self) -> None:
        one, other = self.pair(self.OTHER_HOLDER, "bid chiamo", *PASSES, "call S3", *MONTE)
        assert self.same(one, other) == {0, 1}
        for text in in_turn("C3 C6 S7 B2"):
            play(one, text), play(other, text)
            assert self.same(one, other) == {0, 1}

    @pytest.mark.parametrize(
        ("words", "see"),
        [
            (("bid chiamo", *PASSES, "call S3"), {0}),
            (("bid mediatore", *PASSES, "call S3"), {0}),
            (("bid mediatore", *PASSES, "call S4"), {0}),
            (("bid solo", *PASSES), {0}),
        ],
    )
    def test_cards_put_aside_are_known_to_the_bidder_alone(self, words: tuple[str, ...], see: set[int]) -> None:
        one = play(start(EVEN), *words, "discard C5")
        other = play(start(EVEN), *words, "discard C3")
        assert self.same(one, other) == {0, 1, 2, 3} - see

    @pytest.mark.parametrize("words", [("bid mediatore", *PASSES, "call S3"), ("bid solo", *PASSES)])
    def test_the_monte_is_shown_to_all_in_mediatore_and_solo(self, words: tuple[str, ...]) -> None:
        one, other = self.pair(self.OTHER_MONTE, *words[:-1])
        assert self.same(one, other) == {0, 1, 2}
        play(one, words[-1]), play(other, words[-1])
        assert self.same(one, other) == set()

    def test_who_hands_over_the_called_card_is_seen_by_all(self) -> None:
        one, other = self.pair(self.OTHER_HOLDER, "bid mediatore", *PASSES)
        assert self.same(one, other) == {0, 1}
        play(one, "call S3"), play(other, "call S3")
        assert self.same(one, other) == set()

    def test_the_card_given_back_is_face_down(self) -> None:
        words = ("bid mediatore", *PASSES, "call S3", *MONTE)
        assert self.same(play(start(EVEN), *words, "give S3"), play(start(EVEN), *words, "give D4")) == {1, 3}

    def test_the_monte_is_seen_by_the_bidder_alone_in_solissimo(self) -> None:
        one, other = self.pair(self.OTHER_MONTE, "bid solissimo", "pass", "pass")
        assert self.same(one, other) == {0, 1, 2}
        play(one, "pass"), play(other, "pass")
        assert self.same(one, other) == {1, 2}

    def test_the_monte_is_unseen_in_arcisolissimo(self) -> None:
        one, other = self.pair(self.OTHER_MONTE, "bid arcisolissimo", *PASSES, *in_turn("C3 C6 S7 B3"))
        assert self.same(one, other) == {0, 1, 2}

    def test_a_signal_is_heard_by_all(self) -> None:
        words = ("bid arcisolissimo", *PASSES)
        assert self.same(play(start(EVEN), *words, "play C3"), play(start(EVEN), *words, "play C3 busso")) == set()

    def test_everything_is_open_when_the_deal_is_over(self) -> None:
        """A card of the bidder's hand exchanged with one of the monte it took: nobody else can tell before the end."""
        deal = "321R5.7654.-.- F76.321RCF.-.- -.-.321RCF765.- -.-.-.321RCF765 + C4.-.4.4"
        one, other = self.pair(deal, "bid chiamo", *PASSES, "call S3", *MONTE)
        for text in in_turn(EIGHTEEN):
            assert self.same(one, other) == {1, 2, 3}
            play(one, text), play(other, text)
        assert one.done
        assert self.same(one, other) == set()


class TestPartnerKnown:
    """Who is partner is known to the holder from the call on, to the others once it is proved by what they may see."""

    def known(self, state: tc.State) -> list[object]:
        return [state.observation(seat)["partner"] for seat in range(4)]

    def test_known_to_the_holder_alone_until_the_card_is_played(self) -> None:
        state = play(start(EVEN), "bid chiamo", *PASSES, "call S3")
        assert self.known(state) == [None, None, 2, None]
        play(state, *MONTE, *in_turn("C3 C6 S7 B7"))
        assert self.known(state) == [None, None, 2, None]
        play(state, *in_turn("C2 C7 S3"))
        assert self.known(state) == [2, 2, 2, 2]

    def test_a_bidder_who_called_its_own_card_knows(self) -> None:
        """Seats 2 and 3 show that they have no coppe: seat 1 knows too, while they cannot tell it from the bidder."""
        state = play(start(EVEN), "bid chiamo", *PASSES, "call CC", *MONTE)
        assert self.known(state) == ["none", None, None, None]
        play(state, *in_turn("C3 C6 S7"))
        assert self.known(state) == ["none", None, None, None]
        play(state, "play B7")
        assert self.known(state) == ["none", "none", None, None]
        play(state, "play CC")
        assert self.known(state) == ["none"] * 4, "the bidder itself played it"

    def test_a_bidder_who_finds_the_called_card_in_the_monte_knows(self) -> None:
        state = play(start(EVEN), "bid chiamo", *PASSES, "call S4", *MONTE)
        assert self.known(state) == ["none", None, None, None]

    def test_proved_to_the_bidder_by_two_voids(self) -> None:
        """The bidder leads the four of spade it took from the monte: seats 1 and 3 have none, so seat 2 has the three.

        Seats 1 and 3 cannot tell seat 2 from the bidder itself.
        """
        words = ("call S3", "discard C5", "discard C4", "discard B4", "discard D4")
        state = play(start(EVEN), "bid chiamo", *PASSES, *words, "play S4")
        assert self.known(state) == [None, None, 2, None]
        play(state, *in_turn("DF S5"))
        assert self.known(state) == [None, None, 2, None]
        play(state, "play B5")
        assert self.known(state) == [2, None, 2, None]

    @pytest.mark.parametrize(
        "words",
        [
            ("bid mediatore", *PASSES, "call S3", *MONTE, "give S3"),
            ("bid mediatore", *PASSES, "call S4", *MONTE),
            ("bid solo", *PASSES, *MONTE),
            ("bid solissimo", *PASSES),
            ("bid arcisolissimo", *PASSES),
        ],
    )
    def test_a_lone_bidder_is_known_to_be_alone(self, words: tuple[str, ...]) -> None:
        assert self.known(play(start(EVEN), *words)) == ["none"] * 4


class TestMatch:
    """Deals in a row, the right neighbour dealing next; a void deal is dealt again by the same dealer."""

    def finish(self, match: tc.Match) -> tuple[int, ...]:
        """Play the deal in progress to its end, the last legal action every time; what it paid."""
        while not match.state.done:
            match.state.apply(match.state.legal_actions()[-1])
        assert match.state.payoffs is not None
        payoffs = match.state.payoffs
        match.advance()
        return payoffs

    def test_the_dealer_rotates_and_payoffs_add_up(self) -> None:
        match = tc.game("mediatore").match(seed=4, deals=3, dealer=2)
        totals = [0, 0, 0, 0]
        for dealer in (2, 3, 0):
            assert not match.over
            assert match.dealer == match.state.dealer == dealer
            assert match.state.actor == (dealer + 1) % 4
            totals = [total + value for total, value in zip(totals, self.finish(match), strict=True)]
            assert match.scores == tuple(totals)
        assert match.over

    def test_a_void_deal_is_dealt_again_by_the_same_dealer_and_does_not_count(self) -> None:
        match = tc.game("mediatore").match(seed=4, deals=1, dealer=2)
        first = match.state.deal
        for _ in range(3):
            play(match.state, "pass", "pass", "pass", "pass")
            match.advance()
            assert (match.over, match.dealer) == (False, 2)
            assert match.scores == (0, 0, 0, 0)
        assert match.state.deal != first
        self.finish(match)
        assert match.over

    def test_without_an_agreed_number_a_match_has_no_end(self) -> None:
        match = tc.game("mediatore").match(seed=4, dealer=0)
        for deal in range(12):
            assert match.dealer == deal % 4
            self.finish(match)
            assert not match.over
