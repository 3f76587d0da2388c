"""Worked examples of the rules page ``maine_charlemagne.md``, each expectation derived by hand from the page."""

from __future__ import annotations

import itertools

import pytest

import trickcore as tc

from .playing import legal, play

SUITS = "SHDC"
RANKS = "AKQJT987"
NUMBER_BIDS = {n: {f"bid {n} {suit}" for suit in SUITS} for n in range(1, 8)}
SPECIAL_BIDS = {"bid le-petit", "bid no-trump", "bid charlemagne"}

# One suit each: seat 0 spades, 1 hearts, 2 diamonds, 3 clubs.
ONE_SUIT_EACH = "AKQJT987.-.-.- -.AKQJT987.-.- -.-.AKQJT987.- -.-.-.AKQJT987"

# With spades as trumps seat 0 has the five highest trumps (9, J, the jack of clubs, A, K) and three hearts, of which
# the 0, 1, 2 or 3 highest; seat 1 has the other hearts. Played from the top the bidder wins 5, 6, 7 or 8 tricks.
RUNS = {
    5: (
        "AKJ9.987.-.J QT.AKQJT.-.7 -.-.AKQJT987.- 87.-.-.AKQT98",
        "S9 ST D7 S7  SJ SQ D8 S8  CJ C7 D9 C8  SA HT DT C9  SK HJ DJ CT  H7 HA DQ CQ  HK DK CK H8  HQ DA CA H9",
    ),
    6: (
        "AKJ9.A87.-.J QT.KQJT9.-.7 -.-.AKQJT987.- 87.-.-.AKQT98",
        "S9 ST D7 S7  SJ SQ D8 S8  CJ C7 D9 C8  SA H9 DT C9  SK HT DJ CT  HA HJ DQ CQ  H8 HK DK CK  HQ DA CA H7",
    ),
    7: (
        "AKJ9.AK7.-.J QT.QJT98.-.7 -.-.AKQJT987.- 87.-.-.AKQT98",
        "S9 ST D7 S7  SJ SQ D8 S8  CJ C7 D9 C8  SA H8 DT C9  SK H9 DJ CT  HA HT DQ CQ  HK HJ DK CK  H7 HQ DA CA",
    ),
    8: (
        "AKJ9.AKQ.-.J QT.JT987.-.7 -.-.AKQJT987.- 87.-.-.AKQT98",
        "S9 ST D7 S7  SJ SQ D8 S8  CJ C7 D9 C8  SA H7 DT C9  SK H8 DJ CT  HA H9 DQ CQ  HK HT DK CK  HQ HJ DA CA",
    ),
}

# Trump suit, the suit of the little jack (same colour), and the two suits of the other colour.
COLOURS = [("S", "C", "H", "D"), ("C", "S", "H", "D"), ("H", "D", "S", "C"), ("D", "H", "S", "C")]

# For playing alone in spades: seat 2 holds the ace of trumps, seat 1 one low trump, seat 3 none.
ALONE = "KQJT98.7.-.J 7.AKQJT98.-.- A.-.AKQJT98.- -.-.7.AKQT987"


def start(deal: str, dealer: int = 3) -> tc.State:
    """Give the state before the first word, seat 0 being eldest unless told otherwise."""
    return tc.game("maine_charlemagne").start(deal, dealer=dealer)


def in_turn(cards: str) -> list[str]:
    """Action texts of cards played one after the other."""
    return [f"play {card}" for card in cards.split()]


def texts(verb: str, cards: str) -> set[str]:
    """Action texts of a choice among cards."""
    return {f"{verb} {card}" for card in cards.split()}


def rotated(deal: str, by: int) -> str:
    """The deal with every hand moved to the seat ``by`` places on."""
    hands = deal.split()
    return " ".join(hands[(seat - by) % 4] for seat in range(4))


def turned(values: tuple[int, ...], by: int) -> tuple[int, ...]:
    """Values per seat, moved to the seat ``by`` places on."""
    return tuple(values[(seat - by) % 4] for seat in range(4))


def deal_of(*hands: str) -> str:
    """Deal text of hands given as lists of cards."""
    return " ".join(hand_of(hand) for hand in hands)


def hand_of(cards: str) -> str:
    """Hand text of a list of cards."""
    held = cards.split()
    return ".".join("".join(r for r in RANKS if suit + r in held) or "-" for suit in SUITS)


def named(cards: str, trump: str, little: str, third: str, fourth: str) -> str:
    """Cards written with t, l, x, y for the trump suit, the little jack's suit and the two others."""
    letters = {"t": trump, "l": little, "x": third, "y": fourth}
    return " ".join(letters[card[0]] + card[1] for card in cards.split())


def above(number: int) -> set[str]:
    """All bids above a standing number bid."""
    return SPECIAL_BIDS.union(*(NUMBER_BIDS[n] for n in range(number + 1, 8)))


class TestTable:
    def test_four_players_get_eight_cards_each_of_thirty_two(self) -> None:
        state = tc.game("maine_charlemagne").new_deal(seed=1, dealer=2)
        assert [len(hand) for hand in state.deal.hands] == [8, 8, 8, 8]
        assert {str(card) for hand in state.deal.hands for card in hand} == {s + r for s in SUITS for r in RANKS}

    @pytest.mark.parametrize("dealer", range(4))
    def test_eldest_speaks_first_and_the_turn_goes_up_the_seats(self, dealer: int) -> None:
        state = start(ONE_SUIT_EACH, dealer)
        for turn in range(1, 4):
            assert (state.phase, state.actor) == ("auction", (dealer + turn) % 4)
            state.apply("pass")
        assert (state.phase, state.actor) == ("auction", dealer)


class TestAuction:
    def test_every_bid_is_open_at_the_start(self) -> None:
        assert legal(start(ONE_SUIT_EACH)) == {"pass"} | NUMBER_BIDS[1] | above(1)

    @pytest.mark.parametrize("number", range(1, 8))
    @pytest.mark.parametrize("suit", SUITS)
    def test_only_a_higher_number_or_a_special_bid_goes_above_a_number(self, number: int, suit: str) -> None:
        assert legal(play(start(ONE_SUIT_EACH), f"bid {number} {suit}")) == {"pass"} | above(number)

    @pytest.mark.parametrize(
        ("standing", "higher"),
        [
            ("le-petit", {"bid no-trump", "bid charlemagne"}),
            ("no-trump", {"bid charlemagne"}),
            ("charlemagne", set()),
        ],
    )
    def test_order_of_the_special_bids(self, standing: str, higher: set[str]) -> None:
        state = play(start(ONE_SUIT_EACH), f"bid {standing}")
        assert legal(state) == {"pass"} | higher
        assert legal(play(state, "pass")) == {"pass"} | higher
        assert legal(play(state, "pass")) == {"pass"} | higher

    def test_a_pass_leaves_the_standing_bid(self) -> None:
        assert legal(play(start(ONE_SUIT_EACH), "bid 3 H", "pass")) == {"pass"} | above(3)

    @pytest.mark.parametrize(
        "words",
        [
            ("pass", "pass", "pass"),
            ("bid 1 S", "pass", "pass"),
            ("pass", "bid 4 D", "pass"),
            ("bid 1 S", "bid 2 H", "bid 4 C"),
        ],
    )
    def test_the_dealer_must_bid_at_least_five_when_no_bid_above_four_stands(self, words: tuple[str, ...]) -> None:
        state = play(start(ONE_SUIT_EACH), *words)
        assert state.actor == 3
        assert legal(state) == above(4)

    @pytest.mark.parametrize("number", [5, 6, 7])
    def test_the_dealer_may_pass_when_a_bid_above_four_stands(self, number: int) -> None:
        state = play(start(ONE_SUIT_EACH), "pass", f"bid {number} S", "pass")
        assert legal(state) == {"pass"} | above(number)

    @pytest.mark.parametrize("special", ["le-petit", "no-trump"])
    def test_the_dealer_may_pass_when_a_special_bid_stands(self, special: str) -> None:
        assert "pass" in legal(play(start(ONE_SUIT_EACH), f"bid {special}", "pass", "pass"))

    @pytest.mark.parametrize("bid", ["5 S", "7 C", "no-trump", "le-petit"])
    def test_a_forced_dealer_may_bid_higher_than_five(self, bid: str) -> None:
        state = play(start(ONE_SUIT_EACH), "pass", "bid 4 H", "pass", f"bid {bid}")
        assert (state.phase, state.actor) == ("play", 3)

    def test_each_seat_speaks_once(self) -> None:
        state = play(start(ONE_SUIT_EACH), "bid 1 S", "bid 2 S", "bid 5 D", "bid 6 C")
        assert (state.phase, state.actor) == ("play", 3)

    @pytest.mark.parametrize("bidder", range(4))
    def test_the_bidder_leads_to_the_first_trick_any_card(self, bidder: int) -> None:
        words = ["pass"] * 4
        words[bidder] = "bid 5 S"
        state = play(start(ONE_SUIT_EACH), *words)
        assert (state.phase, state.actor) == ("play", bidder)
        assert legal(state) == {f"play {SUITS[bidder]}{rank}" for rank in RANKS}

    def test_an_illegal_bid_is_refused_and_leaves_the_state(self) -> None:
        state = play(start(ONE_SUIT_EACH), "bid 5 S")
        before = state.key()
        for text in ("bid 5 H", "bid 5 C", "bid 4 S", "bid 8 S", "play HA", "trump S"):
            with pytest.raises(tc.TrickcoreError):
                state.apply(text)
        with pytest.raises(tc.IllegalAction):
            state.apply("bid 5 H")
        assert state.key() == before

    def test_the_deal_is_never_void(self) -> None:
        state = play(start(ONE_SUIT_EACH), "pass", "pass", "pass")
        with pytest.raises(tc.IllegalAction):
            state.apply("pass")


class TestLanes:
    """The trump lane and its little jack, for each trump suit."""

    HANDS = (
        "tA tK tQ lA lK xA xK yA",
        "lJ lT l9 x9 x8 x7 y8 y7",
        "t9 tJ tT l8 l7 xQ yK yQ",
        "t8 t7 lQ xJ xT yJ yT y9",
    )

    def contract(self, suits: tuple[str, str, str, str], bidder: int) -> tc.State:
        deal = deal_of(*(named(hand, *suits) for hand in self.HANDS))
        return play(start(deal, dealer=(bidder - 1) % 4), f"bid 5 {suits[0]}", "pass", "pass", "pass")

    @pytest.mark.parametrize("suits", COLOURS)
    def test_the_little_jack_must_follow_trumps_and_beats_their_ace(self, suits: tuple[str, str, str, str]) -> None:
        state = play(self.contract(suits, 0), *in_turn(named("tA", *suits)))
        assert legal(state) == texts("play", named("lJ", *suits))
        play(state, *in_turn(named("lJ", *suits)))
        assert legal(state) == texts("play", named("t9 tJ tT", *suits))
        play(state, *in_turn(named("tT", *suits)))
        assert legal(state) == texts("play", named("t8 t7", *suits))
        play(state, *in_turn(named("t7", *suits)))
        assert (state.tricks, state.actor) == ((0, 1, 0, 0), 1)

    @pytest.mark.parametrize("suits", COLOURS)
    def test_the_little_jack_is_no_card_of_its_own_suit(self, suits: tuple[str, str, str, str]) -> None:
        state = play(self.contract(suits, 0), *in_turn(named("lA", *suits)))
        assert legal(state) == texts("play", named("lT l9", *suits))
        play(state, *in_turn(named("l9", *suits)))
        assert legal(state) == texts("play", named("l8 l7", *suits))
        play(state, *in_turn(named("l7", *suits)))
        assert legal(state) == texts("play", named("lQ", *suits))
        play(state, *in_turn(named("lQ", *suits)))
        assert (state.tricks, state.actor) == ((1, 0, 0, 0), 0)

    @pytest.mark.parametrize("suits", COLOURS)
    def test_trumps_follow_a_little_jack_that_is_led(self, suits: tuple[str, str, str, str]) -> None:
        state = play(self.contract(suits, 1), *in_turn(named("lJ", *suits)))
        assert legal(state) == texts("play", named("t9 tJ tT", *suits))
        play(state, *in_turn(named("tJ", *suits)))
        assert legal(state) == texts("play", named("t8 t7", *suits))
        play(state, *in_turn(named("t7", *suits)))
        assert legal(state) == texts("play", named("tA tK tQ", *suits))
        play(state, *in_turn(named("tA", *suits)))
        assert (state.tricks, state.actor) == ((0, 0, 1, 0), 2)

    @pytest.mark.parametrize("suits", COLOURS)
    def test_a_seat_void_of_the_led_lane_may_play_any_card(self, suits: tuple[str, str, str, str]) -> None:
        state = play(self.contract(suits, 0), *in_turn(named("lA l9 l8 lQ  lK", *suits)))
        play(state, *in_turn(named("lT l7", *suits)))
        assert legal(state) == texts("play", named("t8 t7 xJ xT yJ yT y9", *suits))
        play(state, *in_turn(named("t7", *suits)))
        assert state.tricks == (1, 0, 0, 1), "the lowest trump beats the king of a plain suit"

    @pytest.mark.parametrize("suits", COLOURS)
    def test_there_is_no_duty_to_beat(self, suits: tuple[str, str, str, str]) -> None:
        state = play(self.contract(suits, 3), *in_turn(named("t8", *suits)))
        assert legal(state) == texts("play", named("tA tK tQ", *suits))
        play(state, *in_turn(named("tQ", *suits)), *in_turn(named("lJ", *suits)))
        assert legal(state) == texts("play", named("t9 tJ tT", *suits))
        play(state, *in_turn(named("tT", *suits)))
        assert state.tricks == (0, 1, 0, 0)

    TRUMPS = ("t9", "tJ", "lJ", "tA", "tK", "tQ", "tT", "t8", "t7")

    @pytest.mark.parametrize("suits", COLOURS)
    @pytest.mark.parametrize(("high", "low"), list(itertools.pairwise(TRUMPS)))
    @pytest.mark.parametrize("led", ["high", "low"])
    def test_rank_of_trumps(self, suits: tuple[str, str, str, str], high: str, low: str, led: str) -> None:
        lead, answer = (high, low) if led == "high" else (low, high)
        rest = " ".join(card for card in self.TRUMPS if card != answer)
        hands = (rest, f"{answer} xA xK xQ xJ xT x9 x8", "yA yK yQ yJ yT y9 y8 y7", "x7 lA lK lQ lT l9 l8 l7")
        state = play(start(deal_of(*(named(hand, *suits) for hand in hands))), f"bid 5 {suits[0]}", *["pass"] * 3)
        play(state, *in_turn(named(lead, *suits)))
        assert legal(state) == texts("play", named(answer, *suits))
        play(state, *in_turn(named(f"{answer} yA lA", *suits)))
        assert state.tricks == ((1, 0, 0, 0) if led == "high" else (0, 1, 0, 0))

    @pytest.mark.parametrize("suits", COLOURS)
    @pytest.mark.parametrize(("high", "low"), list(itertools.pairwise(RANKS)))
    @pytest.mark.parametrize("led", ["high", "low"])
    def test_rank_of_a_plain_suit(self, suits: tuple[str, str, str, str], high: str, low: str, led: str) -> None:
        lead, answer = (high, low) if led == "high" else (low, high)
        rest = " ".join(f"x{rank}" for rank in RANKS if rank != answer)
        hands = (
            f"{rest} t7",
            f"x{answer} t9 tJ tA tK tQ tT t8",
            "yA yK yQ yJ yT y9 y8 y7",
            "lA lK lQ lJ lT l9 l8 l7",
        )
        state = play(start(deal_of(*(named(hand, *suits) for hand in hands))), f"bid 5 {suits[0]}", *["pass"] * 3)
        play(state, *in_turn(named(f"x{lead}", *suits)))
        assert legal(state) == texts("play", named(f"x{answer}", *suits))
        play(state, *in_turn(named(f"x{answer} yA lA", *suits)))
        assert state.tricks == ((1, 0, 0, 0) if led == "high" else (0, 1, 0, 0))

    @pytest.mark.parametrize("suits", COLOURS)
    @pytest.mark.parametrize(("high", "low"), list(itertools.pairwise("AKQT987")))
    @pytest.mark.parametrize("led", ["high", "low"])
    def test_rank_of_the_little_jack_s_suit(
        self, suits: tuple[str, str, str, str], high: str, low: str, led: str
    ) -> None:
        lead, answer = (high, low) if led == "high" else (low, high)
        rest = " ".join(f"l{rank}" for rank in "AKQT987" if rank != answer)
        hands = (
            f"{rest} t8 t7",
            f"l{answer} lJ t9 tJ tA tK tQ tT",
            "xA xK xQ xJ xT x9 x8 x7",
            "yA yK yQ yJ yT y9 y8 y7",
        )
        state = play(start(deal_of(*(named(hand, *suits) for hand in hands))), f"bid 5 {suits[0]}", *["pass"] * 3)
        play(state, *in_turn(named(f"l{lead}", *suits)))
        assert legal(state) == texts("play", named(f"l{answer}", *suits))
        play(state, *in_turn(named(f"l{answer} xA yA", *suits)))
        assert state.tricks == ((1, 0, 0, 0) if led == "high" else (0, 1, 0, 0))

    @pytest.mark.parametrize("suit", SUITS)
    @pytest.mark.parametrize(("high", "low"), list(itertools.pairwise(RANKS)))
    @pytest.mark.parametrize("bid", ["no-trump", "le-petit"])
    def test_rank_without_trumps(self, suit: str, high: str, low: str, bid: str) -> None:
        x, y, z = (other for other in SUITS if other != suit)
        hands = (
            " ".join(f"{suit}{rank}" for rank in RANKS if rank != high) + f" {x}7",
            f"{suit}{high} " + " ".join(f"{x}{rank}" for rank in RANKS[:7]),
            " ".join(y + rank for rank in RANKS),
            " ".join(z + rank for rank in RANKS),
        )
        state = play(start(deal_of(*hands)), f"bid {bid}", "pass", "pass", "pass", f"play {suit}{low}")
        assert legal(state) == {f"play {suit}{high}"}
        play(state, f"play {suit}{high}")
        play(state, *([f"play {y}A"] if bid == "no-trump" else []), f"play {z}A")
        assert state.tricks == (0, 1, 0, 0)


class TestNumberBids:
    @pytest.mark.parametrize("bid", [5, 6, 7])
    @pytest.mark.parametrize("won", [5, 6, 7, 8])
    def test_payoff_of_a_number_bid(self, bid: int, won: int) -> None:
        deal, cards = RUNS[won]
        state = play(start(deal), f"bid {bid} S", "pass", "pass", "pass")
        play(state, *in_turn(cards))
        points = bid if won >= bid else -bid
        assert state.tricks == (won, 8 - won, 0, 0)
        assert state.payoffs == (points, -points, points, -points)
        assert (state.phase, state.actor, state.done, state.void) == ("done", None, True, False)
        assert legal(state) == set()

    @pytest.mark.parametrize("by", range(4))
    def test_payoff_from_every_seat(self, by: int) -> None:
        deal, cards = RUNS[6]
        state = play(start(rotated(deal, by), dealer=(by + 3) % 4), "bid 6 S", "pass", "pass", "pass", *in_turn(cards))
        assert state.tricks == turned((6, 2, 0, 0), by)
        assert state.payoffs == turned((6, -6, 6, -6), by)

    @pytest.mark.parametrize("by", range(4))
    def test_the_bidder_need_not_be_eldest(self, by: int) -> None:
        """Dealer 3: seat ``by`` bids after ``by`` passes, the seats behind it pass."""
        deal, cards = RUNS[5]
        state = start(rotated(deal, by))
        play(state, *["pass"] * by, "bid 6 S", *["pass"] * (3 - by), *in_turn(cards))
        assert state.payoffs == turned((-6, 6, -6, 6), by)

    def test_tricks_of_the_partner_count_for_the_bidder_s_side(self) -> None:
        deal = "AKJ9.87.7.J QT.AKQJT.-.7 -.9.AKQJT98.- 87.-.-.AKQT98"
        state = play(start(deal), "bid 7 S", "pass", "pass", "pass")
        play(state, *in_turn("S9 ST D8 S7  SJ SQ D9 S8  CJ C7 DT C8  SA HT DJ C9  SK HJ H9 CT"))
        play(state, *in_turn("D7 HQ DQ CQ"))
        assert (state.tricks, state.actor) == ((5, 0, 1, 0), 2), "the winner of a trick leads to the next"
        play(state, *in_turn("DK CK H7 HK  DA CA H8 HA"))
        assert state.tricks == (5, 0, 3, 0)
        assert state.payoffs == (7, -7, 7, -7)

    def test_the_suit_of_an_overbid_does_not_matter(self) -> None:
        deal, cards = RUNS[5]
        state = play(start(deal, dealer=0), "bid 2 H", "pass", "bid 4 C", "bid 5 S", *in_turn(cards))
        assert state.payoffs == (5, -5, 5, -5)

    def test_a_decided_deal_is_played_to_its_last_card(self) -> None:
        deal, cards = RUNS[8]
        state = play(start(deal), "bid 5 S", "pass", "pass", "pass")
        for text in in_turn(cards):
            assert state.payoffs is None
            state.apply(text)
        assert state.done


class TestNoTrump:
    def test_made_with_all_eight_tricks(self) -> None:
        state = play(start(ONE_SUIT_EACH), "bid no-trump", "pass", "pass", "pass")
        play(state, *in_turn(" ".join(f"S{r} H{r} D{r} C{r}" for r in RANKS)))
        assert state.tricks == (8, 0, 0, 0)
        assert state.payoffs == (8, -8, 8, -8)

    def test_not_made_with_seven(self) -> None:
        deal = "AKQJT98.7.-.- 7.AKQJT98.-.- -.-.AKQJT987.- -.-.-.AKQJT987"
        state = play(start(deal), "bid no-trump", "pass", "pass", "pass", *in_turn("SA S7 D7 C7  SK H8 D8 C8"))
        play(state, *in_turn("SQ H9 D9 C9  SJ HT DT CT  ST HJ DJ CJ  S9 HQ DQ CQ  S8 HK DK CK  H7 HA DA CA"))
        assert state.tricks == (7, 1, 0, 0)
        assert state.payoffs == (-8, 8, -8, 8)

    def test_the_partner_may_win_some_of_the_eight(self) -> None:
        deal = "AKQJT98.-.7.- -.AKQJT987.-.- 7.-.AKQJT98.- -.-.-.AKQJT987"
        state = play(start(deal), "bid no-trump", "pass", "pass", "pass", *in_turn("SA H7 S7 C7  SK H8 D8 C8"))
        play(state, *in_turn("SQ H9 D9 C9  SJ HT DT CT  ST HJ DJ CJ  S9 HQ DQ CQ  S8 HK DK CK  D7 HA DA CA"))
        assert state.tricks == (7, 0, 1, 0)
        assert state.payoffs == (8, -8, 8, -8)

    def test_jacks_belong_to_their_own_suits(self) -> None:
        deal = "AJ.AJ.AJ.AJ KQ.KQ.KQ.KQ T9.T9.T9.T9 87.87.87.87"
        state = play(start(deal), "bid no-trump", "pass", "pass", "pass", *in_turn("SA SK"))
        assert legal(state) == {"play ST", "play S9"}
        play(state, *in_turn("S9 S7"))
        play(state, *in_turn("SJ"))
        assert legal(state) == {"play SQ"}
        play(state, *in_turn("SQ ST S8"))
        assert state.tricks == (1, 1, 0, 0)


class TestLePetit:
    DEAL = "87.87.87.87 AKQJT9.AK.-.- -.T9.-.AKQJT9 -.QJ.AKQJT9.-"

    def started(self, by: int = 0) -> tc.State:
        deal = rotated(self.DEAL, by)
        return play(start(deal, dealer=(by + 3) % 4), "bid le-petit", "pass", "pass", "pass")

    @pytest.mark.parametrize("by", range(4))
    def test_made_when_the_bidder_loses_every_trick(self, by: int) -> None:
        state = self.started(by)
        play(state, *in_turn("S7 SA DA  SK DK S8  SQ DQ C8  SJ DJ C7  ST DT H8  S9 D9 H7  HK HJ D8  HA HQ D7"))
        assert state.tricks == turned((0, 8, 0, 0), by)
        assert state.payoffs == turned((8, -8, 8, -8), by)

    @pytest.mark.parametrize("by", range(4))
    def test_not_made_with_one_trick(self, by: int) -> None:
        state = play(self.started(by), *in_turn("C7 HK HJ"))
        assert state.tricks == turned((1, 0, 0, 0), by), "no seat in play holds a club"
        assert (state.done, state.actor) == (False, by)
        play(state, *in_turn("S7 SA DA  SK DK S8  SQ DQ C8  SJ DJ H8  ST DT H7  S9 D9 D8  HA HQ D7"))
        assert state.tricks == turned((1, 7, 0, 0), by)
        assert state.payoffs == turned((-8, 8, -8, 8), by)

    def test_the_bidder_leads_and_the_partner_is_skipped(self) -> None:
        state = self.started()
        order = []
        for text in in_turn("S7 SA DA SK DK S8"):
            order.append(state.actor)
            state.apply(text)
        assert order == [0, 1, 3, 1, 3, 0]

    def test_lanes_are_plain(self) -> None:
        """No suit is trumps: a jack follows its own suit and a nine is low."""
        deal = "J9.J9.J9.J9 AK.AK.AK.AK 87.87.87.87 QT.QT.QT.QT"
        state = play(start(deal), "bid le-petit", "pass", "pass", "pass", *in_turn("SJ"))
        assert legal(state) == {"play SA", "play SK"}
        play(state, *in_turn("SK"))
        assert legal(state) == {"play SQ", "play ST"}
        play(state, *in_turn("ST CA CT"))
        assert legal(state) == {"play CJ", "play C9"}
        play(state, *in_turn("C9"))
        assert state.tricks == (0, 2, 0, 0)


class TestCharlemagneWithPartner:
    def begun(self, deal: str) -> tc.State:
        return play(start(deal), "bid charlemagne", "pass", "pass", "pass")

    def test_the_bidder_names_a_suit_or_plays_alone(self) -> None:
        state = self.begun(ONE_SUIT_EACH)
        assert state.actor == 0
        assert legal(state) == {f"trump {s}" for s in SUITS} | {
            f"alone {s} {asked}" for s in SUITS for asked in ("ace", "suit")
        }

    def test_the_seats_after_the_bid_still_pass_one_by_one(self) -> None:
        state = play(start(ONE_SUIT_EACH), "bid charlemagne")
        for seat in (1, 2, 3):
            assert (state.phase, state.actor, legal(state)) == ("auction", seat, {"pass"})
            state.apply("pass")
        assert state.phase not in ("auction", "play", "done")

    def test_with_the_partner_play_begins_at_once(self) -> None:
        state = play(self.begun(ONE_SUIT_EACH), "trump H")
        assert (state.phase, state.actor) == ("play", 0)
        assert legal(state) == {f"play S{rank}" for rank in RANKS}

    def test_made(self) -> None:
        deal, cards = RUNS[8]
        state = play(self.begun(deal), "trump S", *in_turn(cards))
        assert state.tricks == (8, 0, 0, 0)
        assert state.payoffs == (32, -32, 32, -32)

    @pytest.mark.parametrize("won", [5, 6, 7])
    def test_not_made(self, won: int) -> None:
        deal, cards = RUNS[won]
        assert play(self.begun(deal), "trump S", *in_turn(cards)).payoffs == (-32, 32, -32, 32)

    def test_the_partner_may_win_some_of_the_eight(self) -> None:
        deal = "AKJ9.87.7.J QT.AKQJT.-.7 -.9.AKQJT98.- 87.-.-.AKQT98"
        state = play(self.begun(deal), "trump S")
        play(state, *in_turn("S9 ST D8 S7  SJ SQ D9 S8  CJ C7 DT C8  SA HT DJ C9  SK HJ H9 CT  D7 HQ DQ CQ"))
        play(state, *in_turn("DK CK H7 HK  DA CA H8 HA"))
        assert state.payoffs == (32, -32, 32, -32)


class TestCharlemagneAlone:
    PARTNER = "SA DA DK DQ DJ DT D9 D8"
    BIDDER = "SK SQ SJ ST S9 S8 H7 CJ"
    FIRST = "S7 HA HK HQ HJ HT H9 H8"
    SECOND = "D7 CA CK CQ CT C9 C8 C7"

    def asked(self, suit: str = "S", what: str = "ace") -> tc.State:
        return play(start(ALONE), "bid charlemagne", "pass", "pass", "pass", f"alone {suit} {what}")

    def defended(self) -> tc.State:
        return play(self.asked(), "give SA", "discard H7")

    @pytest.mark.parametrize(
        ("suit", "what", "given"),
        [
            ("S", "ace", "SA"),
            ("D", "ace", "DA"),
            ("H", "ace", PARTNER),  # it has the little jack of hearts, but was asked for the ace and has none
            ("C", "ace", PARTNER),
            ("S", "suit", "SA"),
            ("D", "suit", "DA DK DQ DJ DT D9 D8"),
            ("H", "suit", "DJ"),  # the little jack is its only card of the trump lane
            ("C", "suit", PARTNER),  # no card of the trump lane: any card
        ],
    )
    def test_what_the_partner_must_give(self, suit: str, what: str, given: str) -> None:
        state = self.asked(suit, what)
        assert (state.phase, state.actor) == ("exchange", 2)
        assert legal(state) == texts("give", given)

    def test_the_little_jack_is_no_card_of_its_own_suit_when_asked_for_the_suit(self) -> None:
        """Diamonds are trumps: of hearts only the jack is in the trump lane, and seat 2 holds other hearts too."""
        deal = "AKQJT987.-.-.- -.A9.AKQJT.8 -.KQJT87.-.A9 -.-.987.KQJT7"
        state = play(start(deal), "bid charlemagne", "pass", "pass", "pass", "alone D suit")
        assert legal(state) == {"give HJ"}

    def test_the_bidder_puts_one_of_nine_aside(self) -> None:
        state = play(self.asked(), "give SA")
        assert (state.phase, state.actor) == ("exchange", 0)
        assert legal(state) == texts("discard", f"{self.BIDDER} SA")

    def test_the_card_just_given_may_be_put_aside(self) -> None:
        state = play(self.asked(), "give SA", "discard SA")
        assert {str(card) for card in state.hands[0]} == set(self.BIDDER.split())

    def test_the_defender_after_the_bidder_chooses_first(self) -> None:
        state = self.defended()
        assert (state.actor, legal(state)) == (1, {"defend both", "defend alone"})
        play(state, "defend both")
        assert (state.actor, legal(state)) == (3, {"defend both", "defend alone"})
        play(state, "defend both")
        assert (state.phase, state.actor) == ("play", 0)
        assert legal(state) == texts("play", "SK SQ SJ ST S9 S8 CJ SA")

    def test_the_first_defender_alone(self) -> None:
        state = play(self.defended(), "defend alone")
        assert (state.phase, state.actor) == ("exchange", 3)
        assert legal(state) == texts("give", self.SECOND)
        play(state, "give CA")
        assert (state.phase, state.actor) == ("exchange", 1)
        assert legal(state) == texts("discard", f"{self.FIRST} CA")
        play(state, "discard H8")
        assert (state.phase, state.actor) == ("play", 0)
        play(state, "play S9")
        assert (state.actor, legal(state)) == (1, {"play S7"})
        play(state, "play S7")
        assert (state.actor, state.tricks) == (0, (1, 0, 0, 0))

    def test_the_second_defender_alone(self) -> None:
        state = play(self.defended(), "defend both", "defend alone")
        assert (state.phase, state.actor) == ("exchange", 1)
        assert legal(state) == texts("give", self.FIRST)
        play(state, "give S7")
        assert (state.phase, state.actor) == ("exchange", 3)
        assert legal(state) == texts("discard", f"{self.SECOND} S7")
        play(state, "discard C7", "play S9")
        assert (state.actor, legal(state)) == (3, {"play S7"})

    def test_both_defend_made(self) -> None:
        state = play(self.defended(), "defend both", "defend both", *in_turn("S9 S7 C7  SJ H8 C8  CJ H9"))
        assert legal(state) == texts("play", "C9 CT CQ CK CA D7"), "the jack of clubs is a trump: no club need follow"
        play(state, *in_turn("C9  SA HT CT  SK HJ CQ  SQ HQ CK  ST HK CA  S8 HA D7"))
        assert state.tricks == (8, 0, 0, 0)
        assert state.payoffs == (32, -32, 32, -32)

    def test_both_defend_not_made(self) -> None:
        state = play(self.asked(), "give SA", "discard S8", "defend both", "defend both")
        play(state, *in_turn("S9 S7 C7  SJ H8 C8  CJ H9 C9  SA HT CT  SK HJ CQ  SQ HQ CK  ST HK CA  H7 HA D7"))
        assert state.tricks == (7, 1, 0, 0)
        assert state.payoffs == (-32, 32, -32, 32)

    def test_lone_defender_made(self) -> None:
        state = play(self.defended(), "defend alone", "give CA", "discard H8")
        play(state, *in_turn("S9 S7  SJ H9  CJ HT  SA HJ  SK HQ  SQ HK  ST HA  S8 CA"))
        assert state.tricks == (8, 0, 0, 0)
        assert state.payoffs == (32, -32, 32, -32)

    def test_lone_defender_not_made(self) -> None:
        """The last seat defends alone with the ace of hearts it was given; the bidder kept a low heart."""
        state = play(self.asked(), "give SA", "discard S8", "defend both", "defend alone", "give HA", "discard C7")
        play(state, *in_turn("S9 C8  SJ C9  CJ CT  SA CQ  SK CK  SQ CA  ST D7  H7 HA"))
        assert state.tricks == (7, 0, 0, 1)
        assert state.payoffs == (-32, 32, -32, 32)

    def test_a_card_of_a_hand_out_of_play_does_not_count(self) -> None:
        """Seat 2 is out with all high diamonds; the bidder's low diamond is the only one in play but one."""
        deal = "KQJT98.-.7.J 7.AKQJT98.-.- A.-.AKQJT98.- -.7.-.AKQT987"
        state = play(start(deal), "bid charlemagne", "pass", "pass", "pass", "alone S ace", "give SA", "discard S8")
        play(state, "defend both", "defend both")
        play(state, *in_turn("D7 H8 C7"))
        assert (state.tricks, state.actor) == ((1, 0, 0, 0), 0)

    @pytest.mark.parametrize("by", range(4))
    def test_from_every_seat(self, by: int) -> None:
        state = play(start(rotated(ALONE, by), dealer=(by + 3) % 4), "bid charlemagne", *["pass"] * 3, "alone S ace")
        actors = []
        for text in ("give SA", "discard H7", "defend both", "defend alone", "give HA", "discard D7"):
            actors.append(state.actor)
            state.apply(text)
        assert actors == [(by + step) % 4 for step in (2, 0, 1, 3, 1, 3)]
        play(state, *in_turn("S9 C7  SJ C8  CJ C9  SA CT  SK CQ  SQ CK  ST CA  S8 HA"))
        assert state.payoffs == turned((32, -32, 32, -32), by)


class TestWhoSeesWhat:
    """Two deals or choices that differ only in what a seat may not know look the same to it."""

    def asked(self, *after: str) -> tc.State:
        return play(start(ALONE), "bid charlemagne", "pass", "pass", "pass", "alone D suit", *after)

    def same(self, one: tc.State, other: tc.State) -> set[int]:
        return {seat for seat in range(4) if one.observation(seat) == other.observation(seat)}

    def test_a_given_card_is_known_to_giver_and_receiver(self) -> None:
        assert self.same(self.asked("give DA"), self.asked("give D8")) == {1, 3}

    def test_a_card_put_aside_is_known_to_the_one_who_put_it_aside(self) -> None:
        one, other = self.asked("give DA", "discard S8"), self.asked("give DA", "discard CJ")
        assert self.same(one, other) == {1, 2, 3}

    def test_a_defender_s_gift_and_discard(self) -> None:
        base = ("give DA", "discard S8", "defend alone")
        assert self.same(self.asked(*base, "give CA"), self.asked(*base, "give CK")) == {0, 2}
        given = (*base, "give CA")
        assert self.same(self.asked(*given, "discard CA"), self.asked(*given, "discard H8")) == {0, 2, 3}

    def test_what_the_bidder_asks_for_and_how_the_defenders_play_is_open(self) -> None:
        one = self.asked()
        other = play(start(ALONE), "bid charlemagne", "pass", "pass", "pass", "alone D ace")
        assert self.same(one, other) == set()
        base = ("give DA", "discard S8")
        assert self.same(self.asked(*base, "defend both"), self.asked(*base, "defend alone")) == set()

    def test_everything_is_open_when_the_deal_is_over(self) -> None:
        """A card put aside exchanged with one of the hand out of play: no defender can tell before the end."""
        base = ("bid charlemagne", "pass", "pass", "pass", "alone S ace", "give SA")
        tail = in_turn("S9 S7 C7  SJ H8 C8  CJ H9 C9  SA HT CT  SK HJ CQ  SQ HQ CK  ST HK CA  S8 HA D7")
        one = play(start(ALONE), *base, "discard H7", "defend both", "defend both")
        other = start("KQJT98.-.8.J 7.AKQJT98.-.- A.7.AKQJT9.- -.-.7.AKQT987")
        play(other, *base, "discard D8", "defend both", "defend both")
        for text in tail:
            assert self.same(one, other) == {1, 3}
            play(one, text), play(other, text)
        assert one.done
        assert self.same(one, other) == set()

    def test_other_hands_are_not_seen(self) -> None:
        one = start("AKQJ.AKQJ.-.- T987.T987.-.- -.-.AKQJ.AKQJ -.-.T987.T987")
        other = start("AKQJ.AKQJ.-.- T987.-.T987.- -.-.AKQJ.AKQJ -.T987.-.T987")
        assert self.same(one, other) == {0, 2}
        for text in ("bid 5 S", "pass", "pass", "pass", "play SA"):
            play(one, text), play(other, text)
            assert self.same(one, other) == {0, 2}, text

    def test_a_hand_out_of_play_is_seen_by_nobody_else(self) -> None:
        """Le petit: the partner's hand, seat 2, exchanged in part with seat 3's."""
        one = start("87.87.87.87 AKQJT9.AK.-.- -.T9.-.AKQJT9 -.QJ.AKQJT9.-")
        other = start("87.87.87.87 AKQJT9.AK.-.- -.T9.AKQJT9.- -.QJ.-.AKQJT9")
        for text in ("bid le-petit", "pass", "pass", "pass", "play S7", "play SA"):
            play(one, text), play(other, text)
            assert self.same(one, other) == {0, 1}, text


class TestMatch:
    """The first side to 32 points wins the match; the next deal is dealt by ``dealer + 1``."""

    def finish(self, match: tc.Match, *words: str) -> tuple[int, ...]:
        """Play the deal in progress to its end, the first legal card every time; what it paid."""
        play(match.state, *words)
        while not match.state.done:
            match.state.apply(match.state.legal_actions()[0])
        assert match.state.payoffs is not None
        payoffs = match.state.payoffs
        match.advance()
        return payoffs

    @pytest.mark.parametrize("dealer", range(4))
    def test_the_side_that_scores_first_reaches_thirty_two(self, dealer: int) -> None:
        match = tc.game("maine_charlemagne").match(seed=11, dealer=dealer)
        sides = [0, 0]
        for deal in range(7):  # eights: one side has four of seven
            assert match.dealer == (dealer + deal) % 4
            assert match.state.actor == (dealer + deal + 1) % 4
            payoffs = self.finish(match, "bid le-petit", "pass", "pass", "pass")
            assert {abs(value) for value in payoffs} == {8}
            sides[0 if payoffs[0] > 0 else 1] += 8
            assert match.scores == (sides[0], sides[1], sides[0], sides[1])
            assert match.over is (max(sides) >= 32)
            if match.over:
                break
        assert max(sides) == 32
        assert match.winners == ((0, 2) if sides[0] == 32 else (1, 3))

    @pytest.mark.parametrize("seed", range(4))
    def test_charlemagne_wins_or_loses_the_match_at_once(self, seed: int) -> None:
        match = tc.game("maine_charlemagne").match(seed=seed, deals=9, dealer=3)
        payoffs = self.finish(match, "bid charlemagne", "pass", "pass", "pass", "trump S")
        assert match.over
        assert match.winners == tuple(seat for seat in range(4) if payoffs[seat] == 32)
        assert len(match.winners) == 2

    def test_charlemagne_ends_a_match_in_which_something_was_scored(self) -> None:
        match = tc.game("maine_charlemagne").match(seed=5, dealer=3)
        over = []
        for words in (("bid 7 S", "pass", "pass", "pass"), ("bid charlemagne", "pass", "pass", "pass", "trump H")):
            payoffs = self.finish(match, *words)
            over.append(match.over)
        assert over == [False, True]
        assert match.winners == tuple(seat for seat in range(4) if payoffs[seat] == 32)

    def test_an_agreed_number_of_deals(self) -> None:
        match = tc.game("maine_charlemagne").match(seed=2, deals=2, dealer=1)
        over = []
        for bid in ("bid 5 S", "bid 6 H"):
            self.finish(match, bid, "pass", "pass", "pass")
            over.append(match.over)
        assert over == [False, True]
        with pytest.raises(tc.IllegalAction):
            match.advance()
