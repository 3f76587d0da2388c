"""The hand-written player's bidding at bridge: what any book of natural bidding says, and never anything illegal."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

import trickcore as tc
from trickcore.bots.duel import duel
from trickcore.games.bridge_auction import Auction, Shown, doubts, sensible
from trickcore.games.bridge_bidding import advise

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

GAME = tc.game("bridge")
RULES = tc.bot("rules")
OTHERS = {
    "S": "AKQJT98765432",
    "H": "AKQJT98765432",
    "D": "AKQJT98765432",
    "C": "AKQJT98765432",
}


def call(hand: str, *auction: str) -> str:
    """What the seat after this auction calls with a hand; the other cards do not matter."""
    seat = len(auction) % 4
    suits = hand.split(".")
    assert sum(map(len, suits)) == 13
    left = [suit + rank for suit, held in zip("SHDC", suits, strict=True) for rank in OTHERS[suit] if rank not in held]
    hands = [tc.CardSet(left[i * 13 :][:13], GAME.pack) for i in range(3)]
    hands.insert(seat, tc.CardSet([s + r for s, held in zip("SHDC", suits, strict=True) for r in held], GAME.pack))
    state = GAME.start(" ".join(map(str, hands)), dealer=0)
    for text in auction:
        state.apply(text)
    assert state.actor == seat
    return RULES.act(state.observation(seat), state.legal_actions()).text  # type: ignore[union-attr]


class TestOpening:
    @pytest.mark.parametrize(
        ("hand", "expected"),
        [
            ("AQ4.KJ5.K98.QJ73", "bid 1NT"),  # 16, balanced
            ("AQJ54.K83.A4.732", "bid 1S"),
            ("AQJ5.K832.A43.73", "bid 1D"),  # no five-card major
            ("AQJ5.K83.K43.732", "bid 1C"),
            ("AK765.AQ932.4.32", "bid 1S"),  # of five and five the higher
            ("Q654.K83.K43.732", "pass"),
            ("4.KQJ9876.43.732", "bid 3H"),
            ("AKQ.AQJ.KJ98.T32", "bid 2NT"),  # 20
            ("AKQJ87.AKQ.A2.K3", "bid 2S"),
        ],
    )
    def test_as_the_book_says(self, hand: str, expected: str) -> None:
        assert call(hand) == expected


class TestAnswers:
    @pytest.mark.parametrize(
        ("hand", "auction", "expected"),
        [
            ("Q54.K83.K943.732", ("1H", "pass"), "bid 2H"),  # 8, three trumps
            ("A54.K832.K943.73", ("1H", "pass"), "bid 3H"),  # 10 and a short suit
            ("A54.KQ83.AJ94.73", ("1H", "pass"), "bid 4H"),
            ("9654.83.J943.732", ("1H", "pass"), "pass"),
            ("KJ65.83.Q943.732", ("1H", "pass"), "bid 1S"),
            ("K65.83.AQ943.A32", ("1S", "pass"), "bid 4S"),
            ("K65.83.A943.A632", ("1NT", "pass"), "bid 3NT"),
            ("965.83.Q943.J632", ("1NT", "pass"), "pass"),
            ("K65.983.A94.Q632", ("1NT", "pass"), "bid 2NT"),
            ("K65.983.Q94.Q632", ("1H", "pass"), "bid 2H"),
        ],
    )
    def test_to_an_opening(self, hand: str, auction: tuple[str, ...], expected: str) -> None:
        assert call(hand, *auction) == expected

    @pytest.mark.parametrize(
        ("hand", "auction", "expected"),
        [
            ("A5.AQJ83.K94.732", ("1H", "pass", "2H", "pass"), "pass"),  # 14 and at most 9: no game
            ("A5.AQJ863.AK4.32", ("1H", "pass", "2H", "pass"), "bid 4H"),
            ("A5.AQJ83.KQ4.732", ("1H", "pass", "3H", "pass"), "bid 4H"),
            ("AQ4.KJ5.K98.QJ73", ("1NT", "pass", "2NT", "pass"), "pass"),  # with the least
            ("AQ4.KJ5.A98.QJ73", ("1NT", "pass", "2NT", "pass"), "bid 3NT"),
        ],
    )
    def test_of_the_opener(self, hand: str, auction: tuple[str, ...], expected: str) -> None:
        assert call(hand, *auction) == expected


class TestAgainstOpponents:
    @pytest.mark.parametrize(
        ("hand", "auction", "expected"),
        [
            ("AQJ54.K83.43.732", ("1H",), "bid 1S"),
            ("AQ54.3.KJ43.KJ32", ("1H",), "double"),
            ("AQ4.KJ5.K98.QJ73", ("1H",), "bid 1NT"),
            ("Q654.K83.K43.732", ("1H",), "pass"),
            ("J9654.83.Q43.732", ("1H", "double", "pass"), "bid 1S"),  # asked for a suit, however weak
        ],
    )
    def test_as_the_book_says(self, hand: str, auction: tuple[str, ...], expected: str) -> None:
        assert call(hand, *auction) == expected


class TestAlways:
    def test_whatever_others_have_called_the_advice_is_legal_and_the_list_has_a_pass(self) -> None:
        """Auctions in which half the calls are made by chance."""
        rng, forms = random.Random(1), 0
        for seed in range(300):
            state = GAME.new_deal(seed=seed, dealer=seed % 4)
            while state.phase == "auction":
                seat, legal = state.actor, state.legal_actions()
                assert seat is not None
                seen = state.observation(seat)
                advice = advise(seen, state.hands[seat], legal)
                assert advice is None or advice in legal
                thought = sensible(seen, state.hands[seat], legal)
                assert thought == [action for action in legal if action in thought]
                assert thought[0].text == "pass"
                forms += len(legal) - len(thought)
                state.apply(rng.choice(legal[:12]) if rng.random() < 0.5 else advice or "pass")
        assert forms > 1000

    def test_all_auctions_end(self) -> None:
        for seed in range(200):
            state = GAME.new_deal(seed=seed, dealer=0)
            while state.phase == "auction":
                assert len(state.history) < 40
                state.apply(RULES.act(state.observation(state.actor), state.legal_actions()))  # type: ignore[arg-type]

    def test_bidding_beats_passing(self) -> None:
        class Silent:
            def act(self, observation: Mapping[str, Any], legal: Sequence[tc.Action]) -> tc.Action | str:
                return "pass" if observation["phase"] == "auction" else RULES.act(observation, legal)

        result = duel(GAME, RULES, Silent(), seed=1, most=300, least=60)
        assert result.decided
        assert result.mean > 0


class TestWhatIsTold:
    def test_by_an_opening_and_a_raise(self) -> None:
        auction = Auction([(0, "bid 1H"), (1, "pass"), (2, "bid 3H"), (3, "pass")])
        opener, partner = auction.shown[0], auction.shown[2]
        assert (opener.low, opener.lengths) == (12, (0, 0, 5, 0))
        assert (partner.low, partner.high, partner.lengths[2]) == (10, 12, 3)
        assert auction.shown[1] == auction.shown[3] == Shown()

    def test_nothing_is_told_before_the_first_call(self) -> None:
        assert doubts(GAME.new_deal(seed=1, dealer=0).observation(0)) is None

    def test_the_deal_itself_is_doubted_less_than_others(self) -> None:
        """Where all bid by the book, the deal as it is fits what they told better than one drawn at random."""
        better = others = 0
        for seed in range(60):
            state = GAME.new_deal(seed=seed, dealer=0)
            while state.phase == "auction":
                state.apply(RULES.act(state.observation(state.actor), state.legal_actions()))  # type: ignore[arg-type]
            if state.phase != "play":
                continue
            seen = state.observation(state.actor)  # type: ignore[arg-type]
            doubt = doubts(seen)
            assert doubt is not None
            assert doubt(state.deal) >= 0
            for deal in tc.sample_worlds(seen, 5, seed=seed):
                better += doubt(state.deal) < doubt(deal)
                others += doubt(state.deal) > doubt(deal)
        assert better > 10 * others
