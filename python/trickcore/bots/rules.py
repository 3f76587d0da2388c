"""The hand-written player: the game's own hints for what is said and exchanged, common sense for the cards.

Card play needs nothing of a game but its rules as data: which cards form a lane and how they rank, what they are worth,
who is on which side as far as this seat knows.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from trickcore._core import Card, CardSet
from trickcore.games import game as game_of
from trickcore.lanes import lanes
from trickcore.numbers import LAST_SEED, whole
from trickcore.observation import left_open, played

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from trickcore._core import Action, Plan
    from trickcore.game import Game

__all__ = ["RulesBot"]


class RulesBot:
    """Bids, calls, exchanges and plays sensibly, always the same in the same situation."""

    NAME: ClassVar[str] = "rules"
    OPTIONS: ClassVar[tuple[str, ...]] = ("seed",)

    def __init__(self, seed: int = 0) -> None:
        self.seed = whole(seed, "seed", 0, LAST_SEED)
        """Of no effect: this player leaves nothing to chance."""

    def act(self, observation: Mapping[str, Any], legal: Sequence[Action]) -> Action:
        """Choose."""
        if len(legal) == 1:
            return legal[0]
        game = game_of(observation["game"], **observation["options"])
        hand = CardSet([Card(text, game.pack) for text in observation["hand"]], game.pack)
        advice = game.advise(observation, hand, legal)
        if advice is not None:
            return advice
        plays = [action for action in legal if action.verb == "play"]
        if plays:
            return _Table(game, observation, hand).play(plays)
        return next((action for action in legal if action.verb == "pass"), legal[0])

    def __repr__(self) -> str:
        return f"bot('rules', seed={self.seed})"


class _Heights(NamedTuple):
    """The lanes of a contract: where each card stands."""

    lane: dict[Card, int]
    height: dict[Card, int]
    trumps: int
    """The number of the trump lane, -1 without trumps."""


@lru_cache(maxsize=256)
def _heights(plan: Plan) -> _Heights:
    found = lanes(plan)
    return _Heights(
        {card: number for number, lane in enumerate(found) for card in lane},
        {card: height for lane in found for height, card in enumerate(reversed(lane))},
        0 if plan.trump_lane else -1,
    )


class _Table:
    """What a seat sees of the play."""

    def __init__(self, game: Game, seen: Mapping[str, Any], hand: CardSet) -> None:
        contract = seen["contract"]
        self.seen, self.hand, self.me = seen, hand, seen["seat"]
        self.bidder = contract["bidder"]
        self.plan = _plan(game, contract.get("trump"), self.bidder)
        self.lane, self.height, self.trumps = _heights(self.plan)
        self.loses = game.to_lose(contract)
        self.trick = [(seat, Card(text, game.pack)) for seat, text in seen["trick"]]
        opened = contract.get("dummy") is not None and self.friend(contract["dummy"])
        self.dummy = _cards(game, left_open(seen) if opened else [])
        self.out = game.pack.cards - hand - self.dummy - _cards(game, [*played(seen), *seen["aside"]])
        out_of_play = contract.get("out") or []
        in_play = game.players - len(out_of_play)
        self.left = in_play - len(self.trick) - 1
        self.marks = self.plan.worth(game.pack.cards) > 0

    # Sides

    def friend(self, seat: int) -> bool:
        """Whether a seat is on the same side, or is more likely so than not."""
        partner = self.seen["partner"]
        side = {self.bidder, partner}
        if self.me in side or partner is not None:
            return bool((self.me in side) == (seat in side))
        return bool(self.bidder not in (seat, self.me))

    @property
    def attacks(self) -> bool:
        """Whether this seat is on the bidder's side."""
        return self.friend(self.bidder)

    # Cards

    def worth(self, card: Card) -> int:
        """The points of a card."""
        return self.plan.worth(CardSet([card], self.plan.rules.pack))

    def beats(self, card: Card, other: Card) -> bool:
        """Whether a card beats one that was the best so far."""
        if self.lane[card] == self.lane[other]:
            return self.height[card] > self.height[other]
        return self.lane[card] == self.trumps

    def best(self) -> tuple[int, Card]:
        """Who wins the trick so far, with which card."""
        seat, best = self.trick[0]
        for other, card in self.trick[1:]:
            if self.beats(card, best):
                seat, best = other, card
        return seat, best

    def master(self, card: Card) -> bool:
        """Whether no card that others may have in its lane beats it."""
        return not any(self.lane[o] == self.lane[card] and self.height[o] > self.height[card] for o in self.out)

    def safe(self, card: Card) -> bool:
        """Whether a card that is led, or wins so far, is likely to win."""
        return self.left == 0 or (self.master(card) and (self.lane[card] == self.trumps or not self._trumps_out()))

    def _trumps_out(self) -> bool:
        """Whether many trumps are with others."""
        return sum(self.lane[card] == self.trumps for card in self.out) > 2

    def cost(self, card: Card) -> tuple[float, ...]:
        """How dear a card is to throw: its points, then whether it is a trump, then how high it is."""
        return self.worth(card), self.lane[card] == self.trumps, self.height[card]

    # Playing

    def play(self, plays: Sequence[Action]) -> Action:
        """Choose a card; of what may be said with it only a marriage is."""
        declared = [action for action in plays if action.args[1:] == ("marriage",)]
        if declared:
            return min(declared, key=lambda action: -self.worth(_card(action)))
        plain = [action for action in plays if len(action.args) == 1] or list(plays)
        if self.loses:
            return self._lose(plain)
        return self._follow(plain) if self.trick else self._lead(plain)

    def _lead(self, plays: Sequence[Action]) -> Action:
        trumps = [action for action in plays if self.lane[_card(action)] == self.trumps]
        out = sum(self.lane[card] == self.trumps for card in self.out)
        masters = [action for action in plays if self.master(_card(action))]
        if self.attacks and out and (top := [action for action in masters if action in trumps]):
            return max(top, key=lambda action: self.height[_card(action)])
        side = [action for action in masters if action not in trumps]
        if side and (not out or not self.attacks or self.left):
            return max(side, key=lambda action: (self.worth(_card(action)), self._length(action)))
        if self.attacks and self.me == self.bidder and out and len(trumps) > 2:
            return min(trumps, key=lambda action: self.cost(_card(action)))
        others = [action for action in plays if action not in trumps] or list(plays)
        return min(
            others, key=lambda action: (self.worth(_card(action)), -self._length(action), self.height[_card(action)])
        )

    def _length(self, action: Action) -> int:
        hand = self.hand if _card(action) in self.hand else self.dummy
        return sum(self.lane[card] == self.lane[_card(action)] for card in hand)

    def _follow(self, plays: Sequence[Action]) -> Action:
        seat, best = self.best()
        winning = [action for action in plays if self.beats(_card(action), best)]
        losing = [action for action in plays if action not in winning]
        if self.friend(seat) and losing and self.safe(best):
            return max(losing, key=lambda action: self._gift(_card(action)))
        sure = [action for action in winning if self.safe(_card(action))]
        if sure:
            cards = sure if self.left else winning
            if self.marks and not self.left:
                return max(
                    cards,
                    key=lambda a: (self.worth(_card(a)), self.lane[_card(a)] != self.trumps, -self.height[_card(a)]),
                )
            return min(cards, key=lambda action: self.cost(_card(action)))
        if winning and self.left and not self.friend(seat):
            cheap = min(winning, key=lambda action: self.cost(_card(action)))
            if self.worth(_card(cheap)) == 0 or not losing:
                return cheap
        return min(losing or winning, key=lambda action: self.cost(_card(action)))

    def _gift(self, card: Card) -> tuple[float, ...]:
        """How good a card is to give to a partner's trick: points, but no trump and no master of a lane to come."""
        return (
            self.worth(card) - (5 if self.lane[card] == self.trumps else 0),
            not self.master(card),
            -self.height[card],
        )

    def _lose(self, plays: Sequence[Action]) -> Action:
        """In a contract to lose: the bidder ducks as high as it can, the others make it win."""
        if self.me != self.bidder:
            return min(plays, key=lambda action: self.height[_card(action)])
        if not self.trick:
            return min(plays, key=lambda action: self.height[_card(action)])
        _, best = self.best()
        ducks = [action for action in plays if not self.beats(_card(action), best)]
        if ducks:
            return max(ducks, key=lambda action: self.height[_card(action)])
        return (min if self.left else max)(plays, key=lambda action: self.height[_card(action)])


@lru_cache(maxsize=256)
def _plan(game: Game, trump: str | None, bidder: int) -> Plan:
    return game.rules.plan(trump=trump, bidder=bidder, marriages=False)


def _cards(game: Game, texts: Iterable[str]) -> CardSet:
    return CardSet([Card(text, game.pack) for text in texts], game.pack)


def _card(action: Action) -> Card:
    assert action.card is not None
    return action.card
