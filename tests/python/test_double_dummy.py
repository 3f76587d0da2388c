"""Double-dummy tables, par and leads: against the lists' values, against DDS, against minimax."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import trickcore as tc
from trickcore.bridge_table import SEATS, STRAINS, VULNERABILITIES, read_hands, write_hands

from .bridge_lists import deals_of, tables_of

if TYPE_CHECKING:
    from collections.abc import Sequence

RULES = tc.game("bridge").rules
SAMPLE = [("list100", 100), ("random200", 100)]
"""How many whole tables of each list are solved in a plain test run; all of them in a full one."""


def random_hands(size: int, rng: random.Random) -> list[tc.CardSet]:
    """Deal hands of so many cards."""
    cards = rng.sample(list(RULES.pack.cards), 4 * size)
    return [tc.CardSet(cards[seat * size : (seat + 1) * size]) for seat in range(4)]


def position_of(hands: Sequence[tc.CardSet], strain: str, leader: int, bidder: int) -> tc.Position:
    """Give the play of hands in a strain."""
    trump = None if strain == "NT" else strain
    return tc.Position(RULES.plan(trump=trump, bidder=bidder, side=(bidder, (bidder + 2) % 4)), hands, leader=leader)


def by_minimax(hands: Sequence[tc.CardSet]) -> list[list[int]]:
    """Give the table of an ending, every line of play followed."""
    solver = tc.Solver("minimax")
    return [
        [
            solver.solve(position_of(hands, strain, (declarer + 1) % 4, declarer), "tricks").value
            for declarer in range(4)
        ]
        for strain in STRAINS
    ]


class TestTables:
    @pytest.mark.parametrize(("name", "count"), SAMPLE)
    def test_some_tables_of_a_list(self, name: str, count: int) -> None:
        assert (tc.dd_tables(deals_of(name)[:count]) == tables_of(name)[:count]).all()

    @pytest.mark.full
    @pytest.mark.parametrize("name", ["list100", "list1000", "random200", "shapes200", "hard18"])
    def test_all_tables_of_a_list(self, name: str) -> None:
        assert (tc.dd_tables(deals_of(name)) == tables_of(name)).all()

    @pytest.mark.full
    def test_ten_thousand_random_tables_are_those_of_dds(self) -> None:
        from . import oracle_dds

        layout = tc.game("bridge").layout
        for start in range(0, 10_000, 200):
            deals = [str(layout.deal(2024, index)) for index in range(start, start + 200)]
            assert (tc.dd_tables(deals) == oracle_dds.tables(deals)).all()

    @given(seed=st.integers(0, 2**31))
    @settings(max_examples=25, deadline=None)
    def test_small_endings_are_those_of_minimax(self, seed: int) -> None:
        rng = random.Random(seed)
        hands = random_hands(rng.randint(1, 4), rng)
        assert tc.dd_table(hands).tolist() == by_minimax(hands)

    @pytest.mark.parametrize("size", range(1, 9))
    def test_endings_of_every_size_are_those_of_the_plain_engine(self, size: int) -> None:
        rng, solver = random.Random(size), tc.Solver("plain")
        hands = random_hands(size, rng)
        table = tc.dd_table(hands)
        for (row, strain), declarer in itertools.product(enumerate(STRAINS), range(4)):
            position = position_of(hands, strain, (declarer + 1) % 4, declarer)
            assert table[row, declarer] == solver.solve(position, "tricks").value

    def test_hands_of_one_card(self) -> None:
        assert tc.dd_table("N:A... K... Q... J...").tolist() == [[1, 0, 1, 0]] * 5
        # N has the ace of hearts, E and S spades, W a diamond: a trump wins, else the best card of the suit led.
        assert tc.dd_table(".A.. K... Q... ..2.").tolist() == [
            [0, 1, 0, 0],
            [0, 1, 0, 1],
            [1, 0, 1, 0],
            [0, 1, 0, 1],
            [0, 1, 0, 0],
        ]

    @pytest.mark.parametrize("first", SEATS)
    def test_the_order_of_the_hands_makes_no_difference(self, first: str) -> None:
        hands = random_hands(5, random.Random(3))
        assert (tc.dd_table(write_hands(hands, first)) == tc.dd_table(hands)).all()

    def test_shape_and_type(self) -> None:
        table = tc.dd_table("N:A... K... Q... J...")
        assert (table.shape, table.dtype) == ((5, 4), np.int8)
        tables = tc.dd_tables(["N:A... K... Q... J...", "N:AK... QJ... T9... 87..."])
        assert (tables.shape, tables.dtype) == ((2, 5, 4), np.int8)
        assert tc.dd_tables([]).shape == (0, 5, 4)

    def test_a_whole_deal_in_every_form(self) -> None:
        state = tc.game("bridge").start(deals_of("list100")[5])
        forms = [state, state.deal, str(state.deal), list(state.deal.hands), list(map(str, state.deal.hands))]
        tables = tc.dd_tables(forms)
        assert (tables == tables_of("list100")[5]).all()

    @given(seed=st.integers(0, 2**31), by=st.integers(1, 3))
    @settings(max_examples=15, deadline=None)
    def test_moving_the_hands_on_moves_the_columns(self, seed: int, by: int) -> None:
        hands = random_hands(6, random.Random(seed))
        moved = [hands[(seat - by) % 4] for seat in range(4)]
        assert (tc.dd_table(moved) == np.roll(tc.dd_table(hands), by, axis=1)).all()

    @pytest.mark.parametrize("threads", [1, 2, 5])
    def test_the_number_of_threads_makes_no_difference(self, threads: int) -> None:
        rng = random.Random(9)
        deals = [random_hands(6, rng) for _ in range(12)]
        assert (tc.dd_tables(deals, threads=threads) == np.array([tc.dd_table(deal) for deal in deals])).all()

    @pytest.mark.parametrize(
        ("deal", "kind"),
        [
            ("", "hand_count"),
            ("N:A... K... Q...", "hand_count"),
            ("X:A... K... Q... J...", "unknown_seat"),
            ("N:A... K... Q... A...", "duplicate_card"),
            ("N:AK... Q... J... T...", "card_count"),
            ("N:... ... ... ...", "card_count"),
            ("N:- A... K... Q...", None),
            ("x" * 1000, "too_long"),
            (["A...", "K...", "Q..."], "hand_count"),
        ],
    )
    def test_what_is_no_deal(self, deal: str | list[str], kind: str | None) -> None:
        with pytest.raises((tc.ParseError, tc.IllegalDeal)) as caught:
            tc.dd_table(deal)
        assert kind is None or caught.value.kind == kind

    @pytest.mark.parametrize("deal", [None, 5, 1.5, [1, 2, 3, 4], [None] * 4])
    def test_what_is_of_the_wrong_type(self, deal: object) -> None:
        with pytest.raises(TypeError):
            tc.dd_table(deal)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            tc.dd_tables("N:A... K... Q... J...")

    def test_a_51_card_deal_is_refused(self) -> None:
        text = deals_of("list100")[0]
        with pytest.raises(tc.IllegalDeal) as caught:
            tc.dd_tables([text, text.replace("Q", "", 1)])
        assert "deal 1" in str(caught.value)

    def test_another_game_s_deal_is_refused(self) -> None:
        with pytest.raises(tc.TrickcoreError):
            tc.dd_table(tc.game("mediatore").new_deal(1))

    def test_a_deadline_keeps_the_whole_tables(self) -> None:
        easy = "N:A... K... Q... J..."
        with pytest.raises(tc.DeadlineExceeded) as caught:
            tc.dd_tables([easy, *deals_of("hard18")], threads=1, deadline=0.5)
        assert all(table.shape == (5, 4) for table in caught.value.finished.values())


class TestPlay:
    """Any point of the play."""

    def play_on(self, size: int, seed: int) -> tc.Position:
        """Give a position of a random ending, perhaps in the middle of a trick."""
        rng = random.Random(seed)
        position = position_of(random_hands(size, rng), rng.choice(STRAINS), rng.randrange(4), rng.randrange(4))
        for _ in range(rng.randrange(4 * size)):
            position.play(rng.choice(position.legal_plays()))
        return position

    def compare(self, position: tc.Position) -> None:
        from . import oracle_dds

        theirs = oracle_dds.card_values(position)
        turn = position.turn
        assert turn is not None
        left = len(position.hands[turn])
        ours = tc.solve(position, "tricks").moves
        sign = turn in position.plan.side
        assert {str(card): value if sign else left - value for card, value in ours.items()} == theirs

    @pytest.mark.parametrize("seed", range(60))
    def test_every_card_is_worth_what_dds_says(self, seed: int) -> None:
        self.compare(self.play_on(1 + seed % 8, seed))

    @pytest.mark.full
    @pytest.mark.parametrize("seed", range(1000))
    def test_every_card_of_long_endings_is_worth_what_dds_says(self, seed: int) -> None:
        self.compare(self.play_on(9 + seed % 5, seed))


class TestLeads:
    def test_the_best_lead_gives_what_the_table_says(self) -> None:
        rng = random.Random(4)
        for _ in range(10):
            hands = random_hands(5, rng)
            table = tc.dd_table(hands)
            for (row, strain), declarer in itertools.product(enumerate(STRAINS), range(4)):
                values = tc.lead_values(hands, strain, declarer)
                assert set(values) == set(hands[(declarer + 1) % 4])
                assert min(values.values()) == table[row, declarer]

    def test_a_state_knows_its_contract(self) -> None:
        state = tc.game("bridge").start(deals_of("list100")[5])
        for call in ("1S", "P", "P", "P"):
            state.apply(call)
        expected = tc.lead_values(state.deal, "1S", "N")
        assert tc.lead_values(state) == expected
        state.apply(state.legal_actions()[0])
        state.apply(state.legal_actions()[0])
        assert tc.lead_values(state) == expected
        assert min(expected.values()) == tables_of("list100")[5][3, 0]

    def test_without_a_contract(self) -> None:
        state = tc.game("bridge").new_deal(1)
        with pytest.raises(tc.UnsolvableGame):
            tc.lead_values(state)
        with pytest.raises(tc.UnknownOption):
            tc.lead_values(str(state.deal), "4S")
        with pytest.raises(tc.UnsolvableGame):
            tc.lead_values(tc.game("mediatore").new_deal(1))


class TestPar:
    @pytest.mark.parametrize("dealer", range(4))
    @pytest.mark.parametrize("vulnerable", VULNERABILITIES)
    def test_score_and_contracts_are_those_of_dds(self, dealer: int, vulnerable: str) -> None:
        from . import oracle_dds

        for table in np.concatenate([tables_of("list100"), tables_of("list1000")[::3], tables_of("shapes200")]):
            mine = tc.par(table, dealer, vulnerable)
            contracts = {
                (end.terms.level, end.terms.strain, "".join(SEATS[seat] for seat in end.declarers), end.over)
                for end in mine.contracts
            }
            assert (mine.score, contracts) == oracle_dds.par(table.tolist(), dealer, vulnerable)

    def test_of_a_deal(self) -> None:
        deal, table = deals_of("list100")[5], tables_of("list100")[5]
        assert tc.par(deal, "W", "All") == tc.par(table, 3, "both")

    def test_a_state_brings_its_dealer_and_vulnerability(self) -> None:
        """Par of this deal is another with every vulnerability."""
        deal, table = deals_of("list100")[5], tables_of("list100")[5]
        pars = {(d, v): tc.par(table, d, v) for d in range(4) for v in VULNERABILITIES}
        assert len(set(pars.values())) == 4
        for (dealer, vulnerable), expected in pars.items():
            state = tc.game("bridge").start(deal, dealer, vulnerable=vulnerable)
            if dealer < 2:
                assert tc.par(state) == expected
        assert tc.par(state, "N", "none") == tc.par(table) == pars[0, "none"]

    def test_nobody_makes_anything(self) -> None:
        table = [[6, 6, 6, 6]] * 5
        assert tc.par(table, 0, "none") == (0, ())

    def test_both_sides_make_the_same(self) -> None:
        """The dealer's side bids first."""
        table = [[6, 6, 6, 6]] * 4 + [[7, 7, 7, 7]]
        assert [tc.par(table, dealer, "none").score for dealer in range(4)] == [90, -90, 90, -90]

    def test_texts(self) -> None:
        # N-S make 4H, E-W go down one in 4S.
        table = [[4, 9, 4, 9], [4, 9, 4, 9], [10, 3, 10, 3], [4, 9, 4, 9], [6, 6, 6, 6]]
        assert [str(end) for end in tc.par(table, 0, "ns").contracts] == ["4SX-EW-1"]

    @pytest.mark.parametrize("table", [[[1, 2, 3]] * 5, [[14, 0, 0, 0]] * 5, [["a"] * 4] * 5, [[0.5] * 4] * 5])
    def test_what_is_no_table(self, table: list[list[int]]) -> None:
        with pytest.raises(tc.UnknownOption):
            tc.par(table)

    def test_no_such_dealer_or_vulnerability(self) -> None:
        table = tables_of("list100")[0]
        with pytest.raises(tc.ParseError):
            tc.par(table, "X")
        with pytest.raises(tc.ParseError):
            tc.par(table, 0, "north")
        with pytest.raises(tc.UnknownOption):
            tc.par(table, 4)

    @given(table=st.lists(st.lists(st.integers(0, 13), min_size=4, max_size=4), min_size=5, max_size=5))
    @settings(deadline=None)
    def test_any_table_has_a_par(self, table: list[list[int]]) -> None:
        found = tc.par(table, 0, "both")
        assert all(
            abs(found.score) == abs(tc.scoring.duplicate_score(c.terms, c.tricks, True)) for c in found.contracts
        )


class TestText:
    @given(seed=st.integers(0, 2**31), size=st.integers(1, 13), first=st.sampled_from(SEATS))
    def test_hands_read_back(self, seed: int, size: int, first: str) -> None:
        hands = random_hands(size, random.Random(seed))
        assert read_hands(write_hands(hands, first)) == hands
        assert read_hands(" ".join(map(str, hands))) == hands
