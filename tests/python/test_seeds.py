"""Seeds: the documented generator written a second time in plain Python deals the same cards, for ever and uniformly.

The generator is that of ``rust/trickcore/src/random/mod.rs``: xoshiro256++ whose words come from SplitMix64, bounded
numbers by multiply-and-reject, shuffles from the top. A change of any number here breaks every seed that users kept.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import pytest

import trickcore as tc

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

WORD = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15
DEALS, PLAYOUTS, DEALERS = (int.from_bytes(name, "big") for name in (b"deal", b"play", b"dealers"))
SEEDS = [*range(40), 2**32, 2**53 - 1, 2**63, WORD]

GAMES = {
    "anrufen for 4": tc.game("anrufen"),
    "anrufen for 3": tc.game("anrufen", players=3),
    **{name: tc.game(name) for name in tc.games() if name != "anrufen"},
}
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


# The generator


def mix(z: int) -> int:
    """Give the output function of SplitMix64."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
    return z ^ z >> 31


def rotated(word: int, by: int) -> int:
    """Rotate 64 bits to the left."""
    return (word << by | word >> 64 - by) & WORD


class Generator:
    """Give xoshiro256++ for a seed, or for a seed, a stream and a number in it."""

    def __init__(self, seed: int) -> None:
        self.words = [mix(seed + GAMMA * number & WORD) for number in range(1, 5)]

    @classmethod
    def of(cls, seed: int, stream: int, index: int) -> Generator:
        return cls(mix(mix(mix(seed + GAMMA & WORD) ^ stream) + GAMMA * index & WORD))

    def next(self) -> int:
        a, b, c, d = self.words
        out = rotated(a + d & WORD, 23) + a & WORD
        c ^= a
        d ^= b
        self.words = [a ^ d, b ^ c, c ^ (b << 17 & WORD), rotated(d, 45)]
        return out

    def below(self, n: int) -> int:
        while True:
            product = (self.next() >> 32) * n
            if product & 0xFFFFFFFF >= (1 << 32) % n:
                return product >> 32

    def shuffle(self, items: list[tc.Card]) -> None:
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def dealt(layout: tc.Layout, seed: int, index: int) -> str:
    """Give the text of a deal: the shuffled pack in slices, seat after seat, batch after batch, the talon last."""
    cards = list(layout.pack.cards)
    Generator.of(seed, DEALS, index).shuffle(cards)
    rest = iter(cards)
    hands = [[written(layout, rest, size) for size in layout.batches] for _ in range(layout.seats)]
    text = " ".join("/".join(batches) for batches in hands)
    return f"{text} + {written(layout, rest, layout.talon)}" if layout.talon else text


def written(layout: tc.Layout, rest: Iterable[tc.Card], size: int) -> str:
    """Give the text of the next cards as a hand."""
    held = {str(card) for card in itertools.islice(rest, size)}
    suits, ranks = layout.pack.suits, layout.pack.ranks
    return ".".join("".join(rank for rank in ranks if suit + rank in held) or "-" for suit in suits)


class TestTheSecondWriting:
    """It is the generator that its authors published."""

    def test_splitmix64(self) -> None:
        outputs = [mix(1234567 + GAMMA * number & WORD) for number in (1, 2, 3)]
        assert outputs == [6457827717110365317, 3203168211198807973, 9817491932198370423]

    def test_xoshiro256_plus_plus(self) -> None:
        generator = Generator(0)
        generator.words = [1, 2, 3, 4]
        outputs = [generator.next() for _ in range(6)]
        assert outputs[:3] == [41943041, 58720359, 3588806011781223]
        assert outputs[3:] == [3591011842654386, 9228616714210784205, 9973669472204895162]

    def test_bounded_numbers_are_in_range_and_reach_both_ends(self) -> None:
        generator = Generator(5)
        for n in (1, 2, 3, 24, 40):
            assert {generator.below(n) for _ in range(40 * n)} == set(range(n))


class TestDeals:
    @every_game
    def test_every_seed_deals_as_documented(self, game: tc.Game) -> None:
        for seed in SEEDS:
            for index in (0, 1, 2, 1000, WORD):
                assert str(game.layout.deal(seed, index)) == dealt(game.layout, seed, index)
            assert str(game.new_deal(seed).deal) == dealt(game.layout, seed, 0)

    def test_any_layout_deals_as_documented(self) -> None:
        layouts = [("french52", 4, (13,), 0), ("french52", 3, (17,), 1), ("french32", 3, (3, 4, 3), 2)]
        for layout in (tc.Layout(*terms) for terms in [*layouts, ("french24", 2, (12,), 0)]):
            for seed in SEEDS:
                assert str(layout.deal(seed, seed)) == dealt(layout, seed, seed)

    @pytest.mark.parametrize("name", GAMES)
    def test_golden_deals(self, name: str) -> None:
        layout = GAMES[name].layout
        assert [str(layout.deal(seed, index)) for seed, index in GOLDEN_AT] == GOLDEN[name]

    @every_game
    def test_dealer_and_options_do_not_touch_the_cards(self, game: tc.Game) -> None:
        deals = {str(game.new_deal(7, dealer=dealer).deal) for dealer in range(game.players)}
        for spec in game.option_specs:
            for value in spec.values:
                other = tc.game(game.name, **{**game.options, spec.name: value})
                if other.players == game.players:
                    deals.add(str(other.new_deal(7).deal))
        assert deals == {str(game.layout.deal(7))}

    @every_game
    def test_without_a_seed_deals_differ(self, game: tc.Game) -> None:
        assert len({str(game.new_deal().deal) for _ in range(20)}) == 20


class TestMatches:
    @every_game
    def test_deal_n_of_a_match_is_deal_n_of_its_seed_void_ones_counted(self, game: tc.Game) -> None:
        for seed in SEEDS[::10]:
            match = game.match(seed=seed, deals=4)
            while not match.over:
                assert str(match.state.deal) == dealt(game.layout, seed, len(match.results))
                while not match.state.done:
                    match.state.apply(match.state.legal_actions()[0])
                match.advance()
                if len(match.results) == 6:
                    break

    @every_game
    def test_the_first_dealer_is_drawn_as_documented(self, game: tc.Game) -> None:
        for seed in SEEDS:
            draws = (mix((seed ^ DEALERS) + GAMMA * number & WORD) for number in itertools.count(1))
            limit = (1 << 64) - (1 << 64) % game.players
            assert game.match(seed=seed, dealer=None).dealer == next(d for d in draws if d < limit) % game.players


def position_of(game: tc.Game) -> tc.Position:
    """Give the first position of play of a deal."""
    state = game.new_deal(seed=7)
    while state.phase != "play":
        legal = state.legal_actions()
        state.apply(legal[-1] if state.phase == "auction" and legal[-1].verb != "match" else legal[0])
    assert state.position is not None
    return state.position


class TestPlayouts:
    @every_game
    def test_the_number_of_threads_makes_no_difference(self, game: tc.Game) -> None:
        position = position_of(game)
        tricks, points = position.playouts(3000, seed=11, threads=1)
        for threads in (0, 2, 4, 7):
            other_tricks, other_points = position.playouts(3000, seed=11, threads=threads)
            assert (other_tricks == tricks).all()
            assert (other_points == points).all()

    @every_game
    def test_the_first_games_of_many_are_those_of_few(self, game: tc.Game) -> None:
        """Also where the games are played in several batches."""
        position = position_of(game)
        tricks, points = position.playouts(45_000, seed=11, threads=2)
        for count in (0, 1, 17, 20_000, 20_001, 40_000):
            few = position.playouts(count, seed=11)
            assert (few[0] == tricks[:count]).all()
            assert (few[1] == points[:count]).all()
            assert few[0].shape == few[1].shape == (count, game.players)
        assert tricks.dtype == points.dtype == np.int32

    @every_game
    def test_seeds_differ_and_without_one_games_differ(self, game: tc.Game) -> None:
        position = position_of(game)
        outcomes = [position.playouts(200, seed=seed)[0].tobytes() for seed in (1, 2, WORD, None, None)]
        assert len(set(outcomes)) == 5

    @pytest.mark.parametrize("name", GAMES)
    def test_golden_playouts(self, name: str) -> None:
        tricks, points = position_of(GAMES[name]).playouts(4, seed=7)
        assert [tricks.tolist(), points.tolist()] == PLAYED[name]

    @every_game
    def test_a_playout_leaves_the_position_and_every_trick_is_won(self, game: tc.Game) -> None:
        position = position_of(game)
        before = position.key()
        tricks, _ = position.playouts(500, seed=3)
        assert position.key() == before
        assert (tricks.sum(axis=1) == len(position.hands[position.leader])).all()

    def test_every_legal_card_is_as_likely_as_another(self) -> None:
        """Two tricks, two choices: ace or two is led, and to the ace any king is played."""
        rules = tc.Rules("whist", pack="french52", seats=2, ranking="AKQJT98765432")
        position = tc.Position(rules.plan(), ["A.2.-.-", "-.K.K.-"])
        tricks, _ = position.playouts(40_000, seed=5, threads=2)
        won = Counter(tricks[:, 0].tolist())
        assert abs(z_score([(won[0], 20_000), (won[1], 10_000), (won[2], 10_000)], 2)) < 4


def z_score(counts: Iterable[tuple[int, float]], freedom: int, scale: float = 1) -> float:
    """How many standard deviations chi-square is off: Wilson and Hilferty's cube root."""
    chi_square = scale * sum((found - expected) ** 2 / expected for found, expected in counts)
    return (math.cbrt(chi_square / freedom) - 1 + 2 / (9 * freedom)) / math.sqrt(2 / (9 * freedom))


def places(deal: tc.Deal) -> list[tc.CardSet]:
    """Give the heaps that a deal has: every batch of every seat, and the talon."""
    heaps = [batch for batches in deal.batches for batch in batches]
    return [*heaps, deal.talon] if deal.layout.talon else heaps


def place_of(card: tc.Card, heaps: Sequence[tc.CardSet]) -> int:
    """Give the number of the heap that has a card."""
    return next(place for place, heap in enumerate(heaps) if card in heap)


DRAWS: dict[str, Callable[[tc.Layout, int], tc.Deal]] = {
    "by seed": lambda layout, number: layout.deal(number),
    "by index": lambda layout, number: layout.deal(7, number),
}


@every_game
@pytest.mark.parametrize("draw", DRAWS.values(), ids=DRAWS.keys())
class TestUniform:
    """Chi-square; the deals are always the same, so a test that passes once passes for ever."""

    def test_every_card_is_dealt_to_every_place_alike(
        self, game: tc.Game, draw: Callable[[tc.Layout, int], tc.Deal]
    ) -> None:
        found = Counter[tuple[tc.Card, int]]()
        for number in range(DEALT):
            found.update((card, place) for place, heap in enumerate(places(draw(game.layout, number))) for card in heap)
        cards, sizes = list(game.pack.cards), [len(heap) for heap in places(game.layout.deal(0))]
        table = [(found[card, place], DEALT * size / len(cards)) for card in cards for place, size in enumerate(sizes)]
        # A place has a fixed number of cards, so the rows of the table are not independent.
        off = z_score(table, (len(cards) - 1) * (len(sizes) - 1), scale=1 - 1 / len(cards))
        assert abs(off) < 4

    def test_four_cards_are_spread_as_they_should(
        self, game: tc.Game, draw: Callable[[tc.Layout, int], tc.Deal]
    ) -> None:
        four = [card for card in game.pack.cards if card.rank == game.pack.ranks[0]]
        assert len(four) == 4
        found = Counter[tuple[int, ...]]()
        for number in range(DEALT):
            deal = draw(game.layout, number)
            found[tuple(place_of(card, [*deal.hands, deal.talon]) for card in four)] += 1
        hand = sum(game.layout.batches)
        sizes = [*([hand] * game.players), *([game.layout.talon] if game.layout.talon else [])]
        assert abs(z_score(*spread(found, sizes))) < 4

    def test_a_deal_says_nothing_of_the_next(self, game: tc.Game, draw: Callable[[tc.Layout, int], tc.Deal]) -> None:
        card = next(iter(game.pack.cards))
        where = [place_of(card, places(draw(game.layout, number))) for number in range(DEALT + 1)]
        found: Counter[tuple[int, ...]] = Counter(itertools.pairwise(where))
        sizes = [len(heap) for heap in places(game.layout.deal(0))]
        share = [size / len(game.pack) for size in sizes]
        ways = itertools.product(range(len(sizes)), repeat=2)
        table = [(found[way], DEALT * share[way[0]] * share[way[1]]) for way in ways]
        assert abs(z_score(table, len(table) - 1)) < 4


DEALT = 6000


def spread(found: Counter[tuple[int, ...]], sizes: Sequence[int]) -> tuple[list[tuple[int, float]], int]:
    """How often four cards lie in such places, and how often they should; rare ways counted together."""
    table: list[tuple[int, float]] = []
    rest, rest_expected = 0, 0.0
    for way in itertools.product(range(len(sizes)), repeat=4):
        ways = math.prod(math.perm(sizes[place], count) for place, count in Counter(way).items())
        expected = DEALT * ways / math.perm(sum(sizes), 4)
        if expected >= 5:
            table.append((found[way], expected))
        else:
            rest, rest_expected = rest + found[way], rest_expected + expected
    if rest_expected >= 5:
        table.append((rest, rest_expected))
    return table, len(table) - 1


# What was dealt and played once

GOLDEN_AT = [(0, 0), (7, 0), (7, 1), (WORD, 1000)]
GOLDEN = {
    "anrufen for 4": [
        "KQT.KT.-.A AJ.J.-.KQJ 9.9.KJ9.T -.AQ.AQT.9",
        "AQ.AT.AK.- T.-.J.QJT9 J.K9.Q.AK K9.QJ.T9.-",
        "KJ.J.9.Q9 Q9.AT.-.AT -.9.AKQJ.K AT.KQ.T.J",
        "KJT.A.A.K -.K9.KT9.T Q9.-.Q.AQ9 A.QJT.J.J",
    ],
    "anrufen for 3": [
        "KQT.KT.-.AJ AJ9.J.K.KQ -.AQ9.J9.T9 + -.-.AQT.-",
        "AQ.AT.AK.J T.K.J.AQT9 KJ.Q9.QT.K + 9.J.9.-",
        "KJ.JT.9.Q9 Q9.A.KJ.AT AT.Q9.AQ.K + -.K.T.J",
        "KJT.A.A.KT -.K9.KT9.A9 Q9.J.QJ.QJ + A.QT.-.-",
    ],
    "bridge": [
        "2.AT9643.KQ9.K92 KJ98754.5.4.7643 AQT63.2.7653.QT5 -.KQJ87.AJT82.AJ8",
        "AQ8.AK8432.J9.76 763.QT9.AK4.KJ94 KT5.-.QT865.QT852 J942.J765.732.A3",
        "Q543.AKQ63.Q2.T7 KJ986.T.J4.QJ953 T.984.AKT96.A842 A72.J752.8753.K6",
        "T7632.AQT3.KQ.K6 J.J72.AJ64.J9742 Q84.6.9875.AT853 AK95.K9854.T32.Q",
    ],
    "koenigrufen": [
        "J.9.T.J/Q9.-.Q.8 A.KT7.-.-/T7.8.-.Q K8.Q.-.A/-.-.98.T9 -.J.K.K7/-.A.AJ7.-",
        "J8.-.-.T9/-.8.QT.7 AT.9.A.-/-.K.J.KQ -.AQ7.-.A/Q.-.K9.J K9.J.-.8/7.T.87.-",
        "QT.-.-.Q8/K.8.J.7 9.Q7.7.-/7.A.-.AK J.J.A.9/-.9.K9.J 8.T.QT.-/A.K.8.T",
        "9.-.T.KJ/-.K.A7.A Q8.-.K.Q/-.A9.Q.8 T.Q.J.7/A7.7.9.- J.T.-.T9/K.J8.8.-",
    ],
    "maine_charlemagne": [
        "QJ9.9.QT.J8 AT7.KT87.-.Q K8.Q.98.AT9 -.AJ.AKJ7.K7",
        "J8.8.QT.T97 AT.K9.AJ.KQ Q.AQ7.K9.AJ K97.JT.87.8",
        "KQT.8.J.Q87 97.AQ7.7.AK J.J9.AK9.J9 A8.KT.QT8.T",
        "9.K.AT7.AKJ Q8.A9.KQ.Q8 AT7.Q7.J9.7 KJ.JT8.8.T9",
    ],
    "mediatore": [
        "R75.754.R.24 32CF.R6.276.- 164.1F.F.175 -.2C.15.3RCF6 + -.3.3C4.-",
        "2C7.31R.327.- F.6.CF6.1C64 35.C54.1.32F 1R6.27.R.R75 + 4.F.54.-",
        "C765.2C.26.R 21R.-.14.3CF4 -.3R64.3F.216 F4.F75.RC7.5 + 3.1.5.7",
        "164.F5.1C.15 RF5.214.F4.F -.R.3R76.2RC4 3C7.37.2.376 + 2.C6.5.-",
    ],
}
PLAYED = {
    "anrufen for 4": [
        [[3, 1, 1, 1], [2, 1, 1, 2], [5, 0, 0, 1], [3, 1, 1, 1]],
        [[40, 20, 20, 10], [30, 20, 20, 20], [80, 0, 0, 10], [40, 20, 20, 10]],
    ],
    "anrufen for 3": [
        [[5, 1, 1], [4, 0, 3], [6, 0, 1], [6, 1, 0]],
        [[70, 10, 10], [60, 0, 30], [80, 0, 10], [70, 10, 10]],
    ],
    "bridge": [
        [[3, 7, 0, 3], [1, 7, 4, 1], [4, 4, 2, 3], [3, 5, 3, 2]],
        [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
    ],
    "koenigrufen": [
        [[0, 3, 3, 2], [2, 3, 2, 1], [2, 3, 1, 2], [2, 3, 2, 1]],
        [[0, 40, 40, 10], [30, 30, 20, 10], [10, 60, 10, 10], [20, 50, 20, 0]],
    ],
    "maine_charlemagne": [
        [[0, 0, 6, 2], [1, 2, 3, 2], [2, 2, 3, 1], [0, 3, 3, 2]],
        [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
    ],
    "mediatore": [
        [[4, 0, 3, 2], [2, 0, 4, 3], [2, 0, 5, 2], [4, 1, 2, 2]],
        [[18, 0, 10, 7], [6, 0, 21, 8], [7, 0, 20, 8], [13, 3, 9, 10]],
    ],
}
