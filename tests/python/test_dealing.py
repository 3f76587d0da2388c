"""Deals as wanted: they fit, are uniform over what fits, and come again for a seed; simulations of leads."""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

import trickcore as tc
from trickcore.dealing import points, shape, wanted
from trickcore.simulation import _estimate

HCP = {"A": 4, "K": 3, "Q": 2, "J": 1}


def hcp(hand: tc.CardSet) -> int:
    """Count a hand's points."""
    return sum(HCP.get(card.rank, 0) for card in hand)


class TestWishes:
    def test_points_shapes_lengths_and_cards(self) -> None:
        found = tc.deals(
            100, seed=1, north="15-17 balanced", south="S5+ 6+", east={"cards": "SA HK"}, west={"points": (None, 9)}
        )
        for deal in found:
            north, east, south, west = deal.hands
            assert 15 <= hcp(north) == points(north) <= 17
            assert tuple(sorted(shape(north), reverse=True)) in {(4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2)}
            assert len(south.of_suit("S")) >= 5
            assert hcp(south) >= 6
            assert tc.Card("SA") in east
            assert tc.Card("HK") in east
            assert hcp(west) <= 9

    @pytest.mark.parametrize(
        ("wish", "hand", "fits"),
        [
            ("12", "AKQ3.AJ2.T98.765", False),
            ("14", "AKQ3.AJ2.T98.765", True),
            ("14hcp", "AKQ3.AJ2.T98.765", True),
            ("S4+ H=3", "AKQ3.AJ2.T98.765", True),
            ("S=3", "AKQ3.AJ2.T98.765", False),
            ("H4-5", "AKQ3.AJ2.T98.765", False),
            ("4333", "AKQ3.AJ2.T98.765", True),
            ("4333", "AKQ.AJ32.T98.765", True),
            ("4=3=3=3", "AKQ.AJ32.T98.765", False),
            ("3=4=3=3", "AKQ.AJ32.T98.765", True),
            ("4=4=4=1 4333", "AKQ.AJ32.T98.765", True),
            ("balanced", "AKQ32.AJ2.T98.76", True),
            ("balanced", "AKQ32.AJ32.T98.7", False),
            ("SA, HA", "AKQ32.AJ32.T98.7", True),
            ("S5", "AKQ32.AJ32.T98.7", False),
            ("AK.A..", "AKQ32.AJ32.T98.7", True),
            ({"hcp": 14, "S": "5+", "shape": ["5431", "5422"]}, "AKQ32.AJ32.T98.7", True),
            ({"cards": ["SA", "C7"]}, "AKQ32.AJ32.T98.7", True),
            ({"H": (5, None)}, "AKQ32.AJ32.T98.7", False),
            (None, "AKQ32.AJ32.T98.7", True),
        ],
    )
    def test_what_fits(self, wish: object, hand: str, fits: bool) -> None:
        assert wanted(wish).fits(tc.CardSet(hand)) is fits  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        "wish",
        [
            "S",
            "15-",
            "-17",
            "x",
            "SA!",
            "Z5+",
            "=5",
            "5=5",
            "15-17-19",
            "99999999999",
            "1-2+",
            {"S": "many"},
            {"shape": "12"},
        ],
    )
    def test_what_is_not_understood(self, wish: object) -> None:
        with pytest.raises(tc.ParseError):
            wanted(wish)  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        "wish", [5, 1.5, ["SA"], {"S": 1.5}, {5: 5}, {"shape": 4}, {"shape": [4]}, {"S": (1, "a")}]
    )
    def test_what_is_of_the_wrong_type(self, wish: object) -> None:
        with pytest.raises(TypeError):
            wanted(wish)  # type: ignore[arg-type]

    @given(st.text(max_size=40))
    def test_any_text_is_read_or_refused(self, text: str) -> None:
        with contextlib.suppress(tc.TrickcoreError):
            wanted(text)

    def test_an_unknown_wish_lists_the_known(self) -> None:
        with pytest.raises(tc.UnknownOption, match="points, shape, cards"):
            wanted({"aces": 2})
        with pytest.raises(tc.UnknownOption):
            wanted({"S": (5, 4)})
        with pytest.raises(tc.UnknownOption):
            wanted("10+", "maine_charlemagne")


class TestDeals:
    def test_the_same_for_the_same_seed_and_a_longer_list_begins_with_a_shorter(self) -> None:
        def aces(deal: tc.Deal) -> bool:
            return sum(card.rank == "A" for card in deal.hands[0]) == 2

        one = tc.deals(20, seed=5, north="12+", predicate=aces)
        assert tc.deals(8, seed=5, north="12+", predicate=aces) == one[:8]
        assert len(set(one)) == 20
        assert tc.deals(5, seed=6, north="12+", predicate=aces) != one[:5]
        assert tc.deals(2) != tc.deals(2)

    def test_the_deals_of_a_seed_for_ever(self) -> None:
        [deal] = tc.deals(1, seed=7, north="15-17 balanced")
        assert str(deal) == GOLDEN

    def test_the_predicate_sees_only_what_fits(self) -> None:
        seen: list[tc.Deal] = []
        tc.deals(5, seed=1, south="S6+", predicate=lambda deal: seen.append(deal) or len(seen) % 3 == 0)
        assert len(seen) == 15
        assert all(len(deal.hands[2].of_suit("S")) >= 6 for deal in seen)

    def test_what_the_predicate_raises_comes_through(self) -> None:
        def fail(_: tc.Deal) -> bool:
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            tc.deals(1, seed=1, predicate=fail)

    @pytest.mark.parametrize(
        "wishes",
        [
            {"north": "38+"},
            {"north": "SA", "south": "SA"},
            {"north": "S=14"},
            {"north": "5=5=5=0"},
            {"north": "SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2 HA"},
            {"north": "SA HA DA CA 10"},
            {"north": "SA SK SQ SJ 4=3=3=3 S=5", "max_attempts": 1000},
            {"north": "30+", "south": "30+", "max_attempts": 1000},
        ],
    )
    def test_nothing_fits(self, wishes: dict[str, object]) -> None:
        with pytest.raises(tc.IllegalDeal) as caught:
            tc.deals(1, seed=1, **wishes)  # type: ignore[arg-type]
        assert caught.value.kind == "nothing_fits"

    def test_a_predicate_that_nothing_fits(self) -> None:
        with pytest.raises(tc.IllegalDeal, match="1,000") as caught:
            tc.deals(1, seed=1, predicate=lambda _: False, max_attempts=1000)
        assert caught.value.kind == "nothing_fits"

    def test_a_deadline_keeps_what_was_found(self) -> None:
        start = time.monotonic()
        with pytest.raises(tc.DeadlineExceeded) as caught:
            tc.deals(2, seed=1, north="36+", max_attempts=1 << 31, deadline=0.2)
        assert time.monotonic() - start < 5
        assert isinstance(caught.value.finished, list)

    @pytest.mark.parametrize("name", tc.games())
    def test_for_any_game(self, name: str) -> None:
        game = tc.game(name)
        first = next(iter(game.pack.cards))
        for deal in tc.deals(20, seed=3, game=name, hands={1: {"cards": [first]}}):
            assert game.start(deal).deal == deal
            assert first in deal.hands[1]

    def test_a_seat_that_there_is_not(self) -> None:
        with pytest.raises(tc.UnknownOption):
            tc.deals(1, hands={4: "SA"})
        with pytest.raises(tc.UnknownOption):
            tc.deals(1, game=tc.game("anrufen", players=3), west="SA")
        with pytest.raises(tc.UnknownOption):
            tc.deals(1, north="SA", hands={0: "SK"})

    @pytest.mark.parametrize(("n", "error"), [(-1, tc.UnknownOption), (10**7, tc.UnknownOption), ("5", TypeError)])
    def test_how_many(self, n: int, error: type[Exception]) -> None:
        with pytest.raises(error):
            tc.deals(n)

    def test_every_deal_that_fits_is_as_likely_as_another(self) -> None:
        """Of Maine's pack seat 0 is given seven hearts and no spade: its eighth card is any of the other 17."""
        found = tc.deals(5000, seed=2, game="maine_charlemagne", hands={0: {"cards": ".AKQJT98..", "S": (0, 0)}})
        eighth = Counter(str(next(iter(deal.hands[0] - tc.CardSet(".AKQJT98..", "french32")))) for deal in found)
        assert set(eighth) == {"H7", *(suit + rank for suit in "DC" for rank in "AKQJT987")}
        expected = 5000 / 17
        chi_square = sum((count - expected) ** 2 / expected for count in eighth.values())
        assert chi_square < 39.3  # 16 degrees of freedom, one in a thousand

    def test_batches_are_as_likely_as_others(self) -> None:
        """Königrufen deals 4 and 4: of two given cards each of the pairs of batches comes as often as it should."""
        cards = [tc.Card("SA", "french32"), tc.Card("SK", "french32")]
        found = tc.deals(4000, seed=2, game="koenigrufen", hands={0: {"cards": cards}})
        together = sum(len({card in deal.batches[0][0] for card in cards}) == 1 for deal in found)
        assert abs(together / 4000 - 3 / 7) < 4 * sqrt(3 / 7 * 4 / 7 / 4000)

    def test_points_come_as_often_as_they_should(self) -> None:
        """Hands of 10+ points: the chances of 10, 11, … as they are among all deals."""
        found = tc.deals(6000, seed=4, north="10-12")
        counts = Counter(hcp(deal.hands[0]) for deal in found)
        weights = {10: 9.405, 11: 8.945, 12: 8.027}  # percent of all hands
        total = sum(weights.values())
        chi_square = sum((counts[n] - 6000 * w / total) ** 2 / (6000 * w / total) for n, w in weights.items())
        assert chi_square < 13.8  # 2 degrees of freedom, one in a thousand


GOLDEN = "J984.AQ.AQ98.K53 AQ6.K92.K65.Q764 32.JT753.JT73.J2 KT75.864.42.AT98"


class TestSimulation:
    HAND = "KQJT9.32.432.432"

    def test_what_it_holds(self) -> None:
        """Against 3NT by a hand with one stopper in spades, one deal as it is dealt and solved by itself."""
        known = {"S": "SA S8 15-17", "N": "10-12"}
        leads = tc.lead_simulation(self.HAND, "3NT", "S", n=1, seed=1, vulnerable="ns", hands=known)
        [deal] = tc.deals(1, seed=1, west=self.HAND, south=known["S"], north=known["N"])
        values = tc.lead_values(deal, "3NT", "S")
        assert {lead.card: 13 - lead.tricks.mean for lead in leads} == values
        assert [lead.tricks.mean for lead in leads] == sorted((lead.tricks.mean for lead in leads), reverse=True)
        for lead in leads:
            made = values[lead.card]
            assert lead.beaten.mean == (made < 9)
            assert lead.score.mean == -tc.scoring.duplicate_score("3NT", made, vulnerable=True)
            assert lead.tricks.error == lead.beaten.error == lead.score.error == 0

    def test_means_and_standard_errors(self) -> None:
        assert _estimate([3, 5, 4, 4]) == (4, pytest.approx(sqrt(2 / 3 / 4)))
        assert _estimate([7]) == (7, 0)

    def test_errors_in_the_arguments(self) -> None:
        with pytest.raises(tc.IllegalDeal):
            tc.lead_simulation("A...", "3NT", "S")
        with pytest.raises(tc.ParseError):
            tc.lead_simulation(self.HAND, "8NT", "S")
        with pytest.raises(tc.UnknownOption):
            tc.lead_simulation(self.HAND, "3NT", "S", hands={"W": "SA"})
        with pytest.raises(tc.UnknownOption):
            tc.lead_simulation(self.HAND, "3NT", "S", n=0)
