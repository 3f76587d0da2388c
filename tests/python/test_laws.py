"""Laws that hold for every registered game with every combination of its options, on random deals."""

from __future__ import annotations

import copy
import json
import pickle
import random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import trickcore as tc

from .referee import FLOWS, Referee, pack_of, read_deal, suits_of, write_deal
from .walks import VARIANTS, Variant, finished, moved_terms, renamed, renamed_cards, renaming, texts, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)
seeds = st.integers(min_value=0, max_value=2**31)
on_random_deals = settings(max_examples=25, deadline=None)


def referee(state: tc.State) -> Referee:
    """Give a referee for a deal, told what has happened so far."""
    judge = Referee(state.game.name, dict(state.game.options), str(state.deal), state.dealer, **state.terms)
    for action in state.actions:
        judge.tell(str(action))
    return judge


def snapshot(state: tc.State) -> tuple[Any, ...]:
    """Give all that may be seen of a state."""
    return (
        state.key(),
        texts(state),
        [state.observation(seat) for seat in range(state.game.players)],
        (state.phase, state.actor, state.done, state.void, state.payoffs),
        (state.tricks, state.points, state.hands),
        list(map(str, state.actions)),
        state.to_json(),
    )


def test_every_registered_game_has_a_referee() -> None:
    assert set(tc.games()) == set(FLOWS)
    assert {variant.name for variant in VARIANTS} == set(tc.games())
    assert len(set(VARIANTS)) == len(VARIANTS) >= 10


def test_the_random_deals_reach_every_kind_of_contract() -> None:
    """The words said in the random deals below, so that no law is only tried on the commonest contract."""
    said = {" ".join(word for word in text.split() if word not in set(suits_of(name))) for name, text in spoken()}
    for level in ("game", "hundred", "no-trick", "all-tricks", "all-tricks-hundred"):
        assert f"bid {level}" in said
    assert {"match", "contra", "raise hundred", "raise all-tricks", "raise all-tricks-hundred"} <= said
    assert {"declare", "declare hundred", "declare all-tricks"} <= said
    assert {f"bid {number}" for number in range(1, 8)} | {"bid le-petit", "bid no-trump", "bid charlemagne"} <= said
    assert {"trump", "alone ace", "alone suit", "defend both", "defend alone"} <= said
    assert {"double", "redouble", "bid 1C", "bid 3NT", "bid 7NT"} <= said
    assert {f"bid {bid}" for bid in ("chiamo", "mediatore", "solo", "solissimo", "arcisolissimo")} <= said


def spoken() -> Iterator[tuple[str, str]]:
    """Give every action of a number of random deals, with the name of its game."""
    for variant in VARIANTS:
        for seed in range(150):
            for action in finished(variant, seed).actions:
                yield variant.name, str(action)


class TestAgainstTheReferee:
    """The pages read a second time, in plain sets of texts."""

    @every_variant
    @settings(max_examples=60, deadline=None)
    @given(seed=seeds)
    def test_actions_tricks_points_and_payoffs(self, variant: Variant, seed: int) -> None:
        state = variant.deal(seed)
        judge = referee(state)
        rng = random.Random(seed)
        self.compare(state, judge)
        for action in walk(state, rng):
            judge.tell(str(action))
            self.compare(state, judge)
        assert (state.payoffs, state.void) == (judge.payoffs, judge.void)
        if not state.void and judge.bidder is not None:
            assert sum(state.points[seat] for seat in judge.side) == judge.own(judge.points)
            assert sum(state.points) == sum(judge.points)

    def compare(self, state: tc.State, judge: Referee) -> None:
        question = judge.question
        assert state.done is (question is None)
        assert state.tricks == tuple(judge.tricks)
        if question is None:
            return
        assert state.actor == question.seat
        assert set(texts(state)) == question.legal
        assert (state.phase == "play") is question.play
        assert [{str(card) for card in hand} for hand in state.hands] == judge.hands
        assert state.points == tuple(judge.points)
        assert [(seat, str(card)) for seat, card in state.trick] == (judge.trick if question.play else [])


class TestTotals:
    @every_variant
    @on_random_deals
    @given(seed=seeds)
    def test_payoffs_sum_to_zero(self, variant: Variant, seed: int) -> None:
        state = finished(variant, seed)
        assert state.payoffs is not None
        assert len(state.payoffs) == variant.game.players
        assert sum(state.payoffs) == 0
        assert any(state.payoffs) is any(state.tricks)
        assert not (state.void and any(state.tricks))

    @every_variant
    @on_random_deals
    @given(seed=seeds)
    def test_tricks_and_points_total(self, variant: Variant, seed: int) -> None:
        """Anrufen 90 and the declared marriages, Königrufen 90 and the credited ones, Mediatore 35 thirds."""
        state = finished(variant, seed)
        if state.contract is None:
            assert state.void or variant.name == "bridge"
            assert not any(state.tricks)
            assert not any(state.points)
            return
        judge = referee(state)
        tricks = {"anrufen": 6 if variant.game.players == 4 else 7, "mediatore": 9, "bridge": 13}
        assert sum(state.tricks) == tricks.get(variant.name, 8)
        total = sum(state.points)
        if variant.name == "anrufen":
            assert total == 90 + sum(judge.declared.values())
        elif variant.name == "koenigrufen":
            speakers = {action.args[0]: seat for seat, action in state.history if action.verb == "declare"}
            assert total == 90 + sum(worth for suit, worth in judge.declared.items() if state.tricks[speakers[suit]])
        else:
            assert total == {"bridge": 0, "maine_charlemagne": 0, "mediatore": 35}[variant.name]

    @every_variant
    @on_random_deals
    @given(seed=seeds)
    def test_cards_are_conserved_at_every_step(self, variant: Variant, seed: int) -> None:
        state = variant.deal(seed)
        pack = sorted(pack_of(variant.name))
        for _ in walk(state, random.Random(seed)):
            cards = state.cards
            heaps = [*state.hands, cards.talon, *cards.aside]
            placed = [str(card) for heap in heaps for card in heap]
            placed += [action.args[0] for action in state.actions if action.verb == "play"]
            if state.phase == "call" and variant.name == "koenigrufen":
                placed += [str(card) for batches in state.deal.batches for card in batches[1]]
            assert sorted(placed) == pack


class TestStates:
    @every_variant
    @on_random_deals
    @given(seed=seeds)
    def test_undo_restores_every_earlier_state_exactly(self, variant: Variant, seed: int) -> None:
        state = variant.deal(seed)
        earlier = [snapshot(state)]
        earlier += [snapshot(state) for _ in walk(state, random.Random(seed))]
        taken = list(state.actions)
        assert earlier.pop() == snapshot(state)
        while earlier:
            state.undo()
            assert earlier.pop() == snapshot(state)
        assert state == variant.deal(seed)
        for action in taken:
            state.apply(action)
        assert state == finished(variant, seed)

    @every_variant
    @on_random_deals
    @given(seed=seeds, back=st.integers(1, 60))
    def test_undo_and_another_way(self, variant: Variant, seed: int, back: int) -> None:
        """After going back, another continuation gives the same state as that way alone."""
        state = finished(variant, seed)
        for _ in range(min(back, len(state.actions))):
            state.undo()
        fresh = variant.deal(seed)
        for action in state.actions:
            fresh.apply(action)
        for _ in walk(state, random.Random(seed + 1)):
            pass
        for action in state.actions[len(fresh.actions) :]:
            fresh.apply(action)
        assert snapshot(fresh) == snapshot(state)
        assert fresh == state

    @every_variant
    @on_random_deals
    @given(seed=seeds)
    def test_clones_are_equal_and_independent(self, variant: Variant, seed: int) -> None:
        state, rng = variant.deal(seed), random.Random(seed)
        while not state.done:
            before = snapshot(state)
            copies = [state.clone(), copy.copy(state), copy.deepcopy(state)]
            for other in copies:
                assert other == state
                assert snapshot(other) == before
                other.apply(rng.choice(other.legal_actions()))
                assert other != state
            assert snapshot(state) == before
            kept = copies[0]
            after = snapshot(kept)
            state.apply(rng.choice(state.legal_actions()))
            state.undo()
            state.apply(kept.actions[-1])
            assert snapshot(kept) == after == snapshot(state)

    @every_variant
    @on_random_deals
    @given(seed=seeds)
    def test_json_and_pickle_give_the_same_state_at_every_step(self, variant: Variant, seed: int) -> None:
        state = variant.deal(seed)
        self.round_trips(state)
        for _ in walk(state, random.Random(seed)):
            self.round_trips(state)

    def round_trips(self, state: tc.State) -> None:
        expected = snapshot(state)
        for other in (state.game.from_json(state.to_json()), pickle.loads(pickle.dumps(state))):
            assert other == state
            assert other.game is state.game or other.game == state.game
            assert snapshot(other) == expected

    @every_variant
    @on_random_deals
    @given(seed=seeds)
    def test_action_or_text_make_no_difference(self, variant: Variant, seed: int) -> None:
        one, other, third = variant.deal(seed), variant.deal(seed), variant.deal(seed)
        assert one.key() == other.key()
        for action in walk(one, random.Random(seed)):
            assert other.key() != one.key()
            other.apply(str(action))
            third.apply(variant.game.actions[int(action)])
            assert other.key() == one.key() == third.key()
            assert hash(other.key()) == hash(one.key())
        assert one == other == third
        assert texts(one) == texts(other)

    @every_variant
    @on_random_deals
    @given(seed=seeds)
    def test_legal_actions(self, variant: Variant, seed: int) -> None:
        """Never empty before the end, in index order without repeats; text, index and action name each other."""
        state, game = variant.deal(seed), variant.game
        for _ in walk(state, random.Random(seed)):
            legal = state.legal_actions()
            assert bool(legal) is not state.done
            indices = [int(action) for action in legal]
            assert indices == sorted(set(indices))
            assert all(0 <= index < game.num_actions for index in indices)
            for action in legal:
                assert game.parse_action(str(action)) == action
                assert game.actions[int(action)] == action
                assert pickle.loads(pickle.dumps(action)) == action
        assert state.actor is None
        assert state.phase == "done"

    @every_variant
    @on_random_deals
    @given(seed=seeds)
    def test_an_illegal_action_is_refused_in_every_phase(self, variant: Variant, seed: int) -> None:
        state, game, rng = variant.deal(seed), variant.game, random.Random(seed)
        for _ in walk(state, rng):
            before = state.key(), texts(state), state.actor
            legal = set(texts(state))
            for action in rng.sample(game.actions, 6):
                if str(action) in legal:
                    continue
                for form in (action, str(action)):
                    with pytest.raises(tc.IllegalAction):
                        state.apply(form)
            assert (state.key(), texts(state), state.actor) == before

    @every_variant
    def test_a_state_is_unhashable_and_equal_only_to_its_like(self, variant: Variant) -> None:
        game = variant.game
        state = game.new_deal(seed=3, dealer=0)
        with pytest.raises(TypeError):
            hash(state)
        with pytest.raises(tc.TrickcoreError):
            state.undo()
        assert state == game.new_deal(seed=3, dealer=0)
        assert state != game.new_deal(seed=4, dealer=0)
        assert state != game.new_deal(seed=3, dealer=1)
        assert state != "state"
        for other in VARIANTS:
            if other != variant and other.game.players == game.players and other.name == variant.name:
                assert other.game.start(str(state.deal), dealer=0) != state
                assert other.game.start(str(state.deal), dealer=0).key() != state.key()

    @every_variant
    @on_random_deals
    @given(seed=seeds)
    def test_a_deal_s_text_gives_the_deal(self, variant: Variant, seed: int) -> None:
        deal = variant.deal(seed).deal
        assert variant.game.start(str(deal)).deal == deal
        assert write_deal(variant.name, *read_deal(variant.name, str(deal))) == str(deal)


class TestSymmetry:
    @every_variant
    @on_random_deals
    @given(seed=seeds, by=st.integers(1, 3))
    def test_moving_every_hand_on_by_a_seat_moves_everything(self, variant: Variant, seed: int, by: int) -> None:
        state, players = variant.deal(seed), variant.game.players
        hands, talon = read_deal(variant.name, str(state.deal))
        moved = [hands[(seat - by) % players] for seat in range(players)]
        terms = moved_terms(state.terms, by)
        other = variant.game.start(write_deal(variant.name, moved, talon), (state.dealer + by) % players, **terms)
        for action in walk(state, random.Random(seed)):
            assert action in other.legal_actions()
            other.apply(action)
            assert texts(other) == texts(state)
            assert other.actor == (None if state.actor is None else (state.actor + by) % players)
        for mine, theirs in (
            (state.payoffs, other.payoffs),
            (state.tricks, other.tricks),
            (state.points, other.points),
        ):
            assert mine is not None
            assert theirs == tuple(mine[(seat - by) % players] for seat in range(players))

    @every_variant
    @on_random_deals
    @given(seed=seeds, rng=st.randoms(use_true_random=False))
    def test_renaming_the_suits_changes_nothing(self, variant: Variant, seed: int, rng: random.Random) -> None:
        """Any renaming that the rules allow: colours stay together in Maine, and in a `match` suits have a rank."""
        state = finished(variant, seed)
        if any(str(action) == "match" for action in state.actions) or variant.name == "bridge":
            return
        to = renaming(variant.name, rng)
        hands, talon = read_deal(variant.name, str(state.deal))
        other = variant.game.start(
            write_deal(
                variant.name, [[renamed_cards(b, to) for b in hand] for hand in hands], renamed_cards(talon, to)
            ),
            dealer=state.dealer,
        )
        for action in state.actions:
            other.apply(renamed(str(action), to, variant.name))
        assert (other.payoffs, other.tricks, other.points) == (state.payoffs, state.tricks, state.points)


class TestObservations:
    @every_variant
    @on_random_deals
    @given(seed=seeds)
    def test_ready_for_json(self, variant: Variant, seed: int) -> None:
        state = variant.deal(seed)
        for _ in walk(state, random.Random(seed)):
            for seat in range(variant.game.players):
                seen = state.observation(seat)
                assert json.loads(json.dumps(seen, allow_nan=False)) == seen

    @every_variant
    @settings(max_examples=10, deadline=None)
    @given(seed=seeds)
    def test_unchanged_by_exchanging_cards_that_a_seat_cannot_know(self, variant: Variant, seed: int) -> None:
        """The deal built again with two unseen cards exchanged, the same actions taken as long as they are legal.

        Cards put aside or given out of sight of the seat are exchanged with them. Equal observations have equal legal
        actions.
        """
        state, rng = finished(variant, seed), random.Random(seed)
        for seat in range(variant.game.players):
            for one, other in unseen_pairs(state, seat, rng, 4):
                Twins(state, seat, one, other).run()

    @every_variant
    def test_the_exchanges_reach_deep_into_the_play(self, variant: Variant) -> None:
        """So that the law above says something."""
        rng, plays = random.Random(5), 0
        for seed in range(12):
            state = finished(variant, seed)
            for seat in range(variant.game.players):
                for one, other in unseen_pairs(state, seat, rng, 6):
                    plays += Twins(state, seat, one, other).run()
        assert plays > 300

    @every_variant
    @on_random_deals
    @given(seed=seeds)
    def test_the_partner_a_seat_knows_of_is_the_partner(self, variant: Variant, seed: int) -> None:
        """Known to bidder and holder as soon as they can tell, to all once the called card is played."""
        if variant.name in ("bridge", "maine_charlemagne"):
            return
        final = finished(variant, seed)
        if final.void:
            return
        judge = referee(final)
        bidder = judge.bidder
        assert bidder is not None
        partner = next(iter(judge.side - {bidder}), "none")
        state = variant.deal(seed)
        called = None
        proves = dict(variant.options).get("called_card") != "first_four"  # else it may have come with the second batch
        for action in final.actions:
            state.apply(action)
            if action.verb == "call":
                called = action.args[0]
            for seat in range(variant.game.players):
                known = state.observation(seat)["partner"]
                assert known in (None, partner)
                shown = called in [other.args[0] for other in state.actions if other.verb == "play"]
                if called is not None and (seat == partner or (shown and proves)):
                    assert known == partner, (seat, called)


def unseen_pairs(state: tc.State, seat: int, rng: random.Random, count: int) -> list[tuple[str, str]]:
    """Give pairs of cards dealt to different places, none to this seat; those played late or never come more often."""
    hands, talon = read_deal(state.game.name, str(state.deal))
    place = {
        card: (owner, batch) for owner, hand in enumerate(hands) for batch, cards in enumerate(hand) for card in cards
    }
    place |= dict.fromkeys(talon, (-1, 0))
    order = [action.args[0] for action in state.actions if action.verb == "play"]
    late = sorted(
        (card for card in place if place[card][0] != seat), key=lambda c: -order.index(c) if c in order else -99
    )
    pairs = []
    for attempt in range(20 * count):
        one, other = rng.sample(late[:10] if attempt % 2 else late, 2)
        if place[one] != place[other]:
            pairs.append((one, other))
    return pairs[:count]


class Twins:
    """Two deals alike but for two cards exchanged that a seat does not hold."""

    def __init__(self, state: tc.State, seat: int, one: str, other: str) -> None:
        self.history, self.seat, self.swap = state.history, seat, {one: other, other: one}
        self.name, game = state.game.name, state.game
        hands, talon = read_deal(self.name, str(state.deal))
        exchanged = [[{self.swap.get(card, card) for card in batch} for batch in hand] for hand in hands]
        deal = write_deal(self.name, exchanged, {self.swap.get(card, card) for card in talon})
        self.first = game.start(state.deal, state.dealer, **state.terms)
        self.second = game.start(deal, state.dealer, **state.terms)
        self.judge = referee(self.first)

    def run(self) -> int:
        """Compare as long as the second deal can follow the first; how many cards were played by then."""
        plays = 0
        self.compare()
        for seat, action in self.history:
            text = str(action)
            mirrored = self.mirrored(seat, text)
            position = self.second.position
            if (self.second.actor if position is None else position.turn) != seat or mirrored not in texts(self.second):
                break
            self.judge.tell(text)
            self.first.apply(text)
            self.second.apply(mirrored)
            if self.first.done or self.judge.seen[self.seat] & set(self.swap):
                break
            self.compare()
            plays += action.verb == "play"
        return plays

    def mirrored(self, seat: int, text: str) -> str:
        """Give the action as taken in the second deal: the other card where this seat does not see which."""
        verb, _, card = text.partition(" ")
        hidden = verb == "discard" or (verb == "give" and self.receiver(seat) != self.seat)
        return f"{verb} {self.swap.get(card, card)}" if hidden and seat != self.seat else text

    def receiver(self, giver: int) -> int:
        """Give the seat that a card is given to: by Maine's partner and defenders across, else by the bidder."""
        if self.name == "maine_charlemagne":
            return (giver + 2) % 4
        called = next(str(action)[5:] for _, action in self.history if action.verb == "call")
        hands, _ = read_deal(self.name, str(self.first.deal))
        return next(owner for owner, hand in enumerate(hands) if called in hand[0])

    def compare(self) -> None:
        """The seat must see the same, and be allowed the same."""
        mine, theirs = (state.observation(self.seat) for state in (self.first, self.second))
        assert mine == theirs, {key: (mine[key], theirs[key]) for key in mine if mine[key] != theirs.get(key)}
        if self.first.actor == self.seat:
            assert texts(self.first) == texts(self.second)


class TestMatches:
    @every_variant
    @pytest.mark.parametrize("seed", range(6))
    def test_dealer_void_deals_scores_and_end(self, variant: Variant, seed: int) -> None:
        """The dealer moves on after a deal that counts; tokens, 32 points and payoffs as each page keeps them."""
        rng, players = random.Random(seed), variant.game.players
        dealer = seed % players
        match = variant.game.match(seed=seed, dealer=dealer)
        totals = [0] * players
        scores = [10 if variant.name == "anrufen" else 0] * players
        for _ in range(40):
            assert match.dealer == match.state.dealer == dealer
            for _ in walk(match.state, rng):
                pass
            state = match.state
            assert state.payoffs is not None
            match.advance()
            totals = [total + value for total, value in zip(totals, state.payoffs, strict=True)]
            gains = [max(value, 0) for value in state.payoffs] if variant.name == "maine_charlemagne" else state.payoffs
            scores = [score + gain for score, gain in zip(scores, gains, strict=True)]
            assert (match.totals, match.scores) == (tuple(totals), tuple(scores))
            ended = {"anrufen": min(scores) <= 0, "maine_charlemagne": max(scores) >= 32}.get(variant.name, False)
            assert match.over is ended
            if ended:
                assert match.winners == tuple(s for s in range(players) if scores[s] == max(scores))
                return
            dealer = dealer if state.void else (dealer + 1) % players
        assert variant.name in ("bridge", "koenigrufen", "mediatore"), "no end of a match is given"

    @every_variant
    def test_an_agreed_number_of_deals_that_count(self, variant: Variant) -> None:
        rng = random.Random(1)
        match = variant.game.match(seed=1, deals=2, dealer=0)
        counted = 0
        while not match.over:
            for _ in walk(match.state, rng):
                pass
            counted += not match.state.void
            match.advance()
        assert counted == 2 or variant.game.decided(match.scores)

    @every_variant
    def test_the_first_dealer_is_given_or_drawn_from_the_seed(self, variant: Variant) -> None:
        game = variant.game
        drawn = [game.match(seed=seed, dealer=None).dealer for seed in range(40)]
        assert drawn == [game.match(seed=seed, dealer=None).dealer for seed in range(40)]
        assert set(drawn) == set(range(game.players))
        for dealer in range(game.players):
            assert game.match(seed=5, dealer=dealer).dealer == dealer
