"""Maine Charlemagne: rules page ``docs/rules/maine_charlemagne.md``.

The action space: pass and bids; what a bidder of charlemagne names; cards given, put aside; how the defenders play;
cards played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from trickcore._core import ActionTable, Card, CardSet, Condition, Layout, Pack, Play, Rules
from trickcore.advice import best_suit, cheapest, named, naming
from trickcore.auction import Auction
from trickcore.exchange import Cards, PuttingAside
from trickcore.game import Game, OptionValue, Proof, Stage
from trickcore.scoring import made_or_lost, pays

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickcore._core import Action, Deal, Payoff, Plan

__all__ = ["Bid", "Contract", "MaineCharlemagne"]

PLAYERS = 4
TRICKS = 8
MATCH = 32
"""The points that win a match."""
LE_PETIT, NO_TRUMP, CHARLEMAGNE = "le-petit", "no-trump", "charlemagne"
NUMBERS = [str(number) for number in range(1, 8)]
RANKS = {name: rank for rank, name in enumerate([*NUMBERS, LE_PETIT, NO_TRUMP, CHARLEMAGNE], 1)}
"""The bids as they outbid each other; suits make no difference."""
FORCED = 5
"""The dealer bids at least this if nobody else does."""
POINTS = {**RANKS, LE_PETIT: 8, NO_TRUMP: 8, CHARLEMAGNE: MATCH}

PACK = Pack("french32")
CARDS = tuple(PACK.cards)
TEXTS = [
    "pass",
    *(f"bid {number} {suit}" for number in NUMBERS for suit in PACK.suits),
    *(f"bid {name}" for name in (LE_PETIT, NO_TRUMP, CHARLEMAGNE)),
    *(f"trump {suit}" for suit in PACK.suits),
    *(f"alone {suit} {wish}" for suit in PACK.suits for wish in ("ace", "suit")),
    *(f"give {card}" for card in CARDS),
    *(f"discard {card}" for card in CARDS),
    "defend both",
    "defend alone",
    *(f"play {card}" for card in CARDS),
]


TRUMP_TRICKS = (0.4, 0.4, 0.4, 0.5, 0.55, 0.65, 0.8, 0.9, 1.0)
"""About how many tricks each card of the trump lane takes, weakest first."""
SIDE_TRICKS = {"A": 0.7, "K": 0.25}
NO_TRUMP_TRICKS = {"A": 1.0, "K": 0.6, "Q": 0.2}
PARTNER_TRICKS = 1.8


class Bid(NamedTuple):
    """A bid: a number with its trump suit, or a name."""

    name: str
    suit: str | None = None


class Contract(NamedTuple):
    """What is played, as far as it is known."""

    bidder: int
    bid: str
    """``"5"`` … ``"7"``, ``"le-petit"``, ``"no-trump"`` or ``"charlemagne"``."""
    trump: str | None = None
    alone: bool = False
    """Whether the bidder plays without its partner's hand."""
    out: tuple[int, ...] = ()
    """The seats out of play."""
    wish: CardSet | None = None
    """What a partner who gives a card was asked for."""

    @property
    def partner(self) -> int:
        """The seat opposite the bidder: partnerships are fixed."""
        return _opposite(self.bidder)

    @property
    def side(self) -> tuple[int, int]:
        """The bidder and its partner, who wins or loses with it even out of play."""
        return self.bidder, self.partner

    @property
    def points(self) -> int:
        """What the deal is worth."""
        return POINTS[self.bid]

    def public(self) -> dict[str, Any]:
        """What everybody may know of it: all."""
        terms = self._asdict() | {"out": list(self.out)}
        del terms["wish"]
        return terms


class Naming(NamedTuple):
    """The bidder of charlemagne names trumps, with or without its partner."""

    cards: Cards
    actor: int
    contract: Contract
    phase: str = "call"


class Giving(NamedTuple):
    """A seat gives one card to the one who plays alone, then is out of play."""

    cards: Cards
    actor: int
    receiver: int
    contract: Contract
    wish: CardSet
    """It must give one of these if it can."""
    phase: str = "exchange"


class Defending(NamedTuple):
    """A defender chooses whether both defend or only one."""

    cards: Cards
    actor: int
    contract: Contract
    phase: str = "call"


class MaineCharlemagne(Game):
    """Maine Charlemagne."""

    name = "maine_charlemagne"
    title = "Maine Charlemagne"
    summary = "A euchre-like game of tricks for 4 in fixed partnerships: one round of bidding, 32 points win."
    table = ActionTable(name, PACK, TEXTS)

    def __init__(self, options: Mapping[str, OptionValue]) -> None:
        rules = Rules(
            "maine_charlemagne",
            pack=PACK,
            seats=PLAYERS,
            ranking="AKQJT987",
            trump_ranking="9JjAKQT87",
            duty="follow",
        )
        super().__init__(options, Layout(PACK, PLAYERS, (TRICKS,)), rules)
        self.stages = {
            Auction: Stage(self._calls, self._call),
            Naming: Stage(self._namings, self._name),
            Giving: Stage(self._gifts, self._give),
            PuttingAside: Stage(self._discards, self._discard),
            Defending: Stage(self._defences, self._defend),
        }
        self._bids = [_bid(action) for action in self.table]
        self._open = {bid: self._open_calls(bid, least=1) for bid in {None, *self._bids}}
        self._forced = {bid: self._open_calls(bid, least=FORCED) for bid in {None, *self._bids} if not _stands(bid)}
        self._naming = [action for action in self.table if action.verb in ("trump", "alone")]
        self._defending = [action for action in self.table if action.verb == "defend"]
        self._plans: dict[Contract, Plan] = {}
        self._payoffs: dict[Contract, Payoff] = {}

    def opening(self, deal: Deal, dealer: int) -> Auction[Bid]:
        """Eldest is to speak."""
        return Auction.opening(Cards.of(deal), dealer)

    # The auction

    def _open_calls(self, standing: Bid | None, least: int) -> list[Action]:
        """A pass, where no bid is asked for, and the bids of at least so much that outbid the standing one."""
        above = max(least, RANKS[standing.name] + 1 if standing else 1)
        bids = [action for bid, action in zip(self._bids, self.table, strict=True) if bid and RANKS[bid.name] >= above]
        return bids if least == FORCED else [self.table[0], *bids]

    def _calls(self, auction: Auction[Bid]) -> list[Action]:
        must_bid = auction.calls == PLAYERS - 1 and auction.bid in self._forced
        return self._forced[auction.bid] if must_bid else self._open[auction.bid]

    def _call(self, auction: Auction[Bid], action: Action) -> Any:
        bid = self._bids[action]
        after = auction.passed() if bid is None else auction.raised(bid)
        return after if after.calls < PLAYERS else self._won(after)

    def _won(self, auction: Auction[Bid]) -> Any:
        assert auction.bid is not None
        assert auction.holder is not None
        name, suit = auction.bid
        contract = Contract(auction.holder, name, suit)
        if name == CHARLEMAGNE:
            return Naming(auction.cards, contract.bidder, contract)
        if name == LE_PETIT:
            contract = contract._replace(alone=True, out=(contract.partner,))
        return self._play(auction.cards, contract)

    # Charlemagne

    def _namings(self, value: Naming) -> list[Action]:  # noqa: ARG002
        return self._naming

    def _name(self, value: Naming, action: Action) -> Any:
        suit, *wish = action.args
        contract = value.contract._replace(trump=suit, alone=bool(wish))
        if not wish:
            return self._play(value.cards, contract)
        asked = CardSet([f"{suit}A"], PACK) if wish == ["ace"] else self._plan(contract).trump_lane
        contract = contract._replace(wish=asked)
        return Giving(value.cards, contract.partner, contract.bidder, contract, asked)

    def _gifts(self, value: Giving) -> list[Action]:
        hand = value.cards.hands[value.actor]
        return self.table.naming("give", hand & value.wish or hand)

    def _give(self, value: Giving, action: Action) -> PuttingAside:
        assert action.card is not None
        contract = value.contract._replace(out=(*value.contract.out, value.actor))
        return PuttingAside(value.cards.give(value.actor, value.receiver, action.card), value.receiver, contract, 1)

    def _discards(self, value: PuttingAside) -> list[Action]:
        return self.table.naming("discard", value.cards.hands[value.actor])

    def _discard(self, value: PuttingAside, action: Action) -> Any:
        assert action.card is not None
        cards, actor, contract, _, _ = value.put(action.card)
        if actor == contract.bidder:
            return Defending(cards, _after(actor), contract)
        return self._play(cards, contract)

    def _defences(self, value: Defending) -> list[Action]:  # noqa: ARG002
        return self._defending

    def _defend(self, value: Defending, action: Action) -> Any:
        cards, actor, contract, _ = value
        if action.args[0] == "alone":
            return Giving(cards, _opposite(actor), actor, contract, cards.hands[actor])
        if actor == _after(contract.bidder):
            return Defending(cards, _opposite(actor), contract)
        return self._play(cards, contract)

    # Play and result

    def _play(self, cards: Cards, contract: Contract) -> Play:
        return Play(self._plan(contract), cards, contract.bidder, contract)

    def _plan(self, contract: Contract) -> Plan:
        if contract not in self._plans:
            self._plans[contract] = self.rules.plan(
                trump=contract.trump,
                bidder=contract.bidder,
                side=contract.side,
                out=contract.out,
                misere=contract.bid == LE_PETIT,
            )
        return self._plans[contract]

    def payoff(self, contract: Contract, said: tuple[tuple[str, int], ...]) -> Payoff:  # noqa: ARG002
        """The bid's points to the side that scores."""
        if contract not in self._payoffs:
            stakes = pays(PLAYERS, contract.bidder, contract.side, contract.points)
            self._payoffs[contract] = made_or_lost(contract.bidder, _made(contract.bid), stakes)
        return self._payoffs[contract]

    def proof(self, contract: Contract, seat: int, action: Action) -> Proof | None:
        """The bidder's partner gives what it was asked for, if it has it."""
        asked = action.verb == "give" and seat == contract.partner
        return Proof(gave=contract.wish) if asked else None

    # Hints

    def to_lose(self, contract: Mapping[str, Any]) -> bool:
        """Whether it is le petit."""
        return bool(contract["bid"] == LE_PETIT)

    def advise(self, seen: Mapping[str, Any], hand: CardSet, legal: Sequence[Action]) -> Action | None:
        """Bids what the hand and about two tricks of the partner's make; gives and keeps the best, defends together."""
        trump = self._best_trump(hand)
        match seen["phase"]:
            case "auction":
                return self._advise_bid(hand, trump, legal)
            case "call":
                return named(legal, f"trump {trump}", "defend both")
            case "exchange":
                trump = seen["contract"]["trump"]
                lane = self._lane(trump)
                price = {card: place for place, card in enumerate(lane)}
                worst = "".join(reversed("AKQJT987"))
                gives = naming(legal, "give")
                if gives:
                    return cheapest(gives, lambda card: -10 - price[card] if card in price else -worst.index(card.rank))
                return cheapest(
                    naming(legal, "discard"), lambda c: 10 + price[c] if c in price else worst.index(c.rank)
                )
            case _:
                return None

    def _best_trump(self, hand: CardSet) -> str:
        return best_suit(PACK.suits, lambda suit: self._tricks(hand, suit))

    def _lane(self, trump: str) -> list[Card]:
        """The trump lane, weakest first."""
        little = next(card for card in self.rules.plan(trump=trump).trump_lane if card.suit != trump)
        own = {rank: Card(trump + rank, PACK) for rank in PACK.ranks}
        return [*(own[rank] for rank in "78TQKA"), little, own["J"], own["9"]]

    def _tricks(self, hand: CardSet, trump: str) -> float:
        """About how many tricks a hand takes with this trump suit."""
        lane = dict(zip(self._lane(trump), TRUMP_TRICKS, strict=True))
        return sum(lane.get(card, SIDE_TRICKS.get(card.rank, 0.0)) for card in hand)

    def _advise_bid(self, hand: CardSet, trump: str, legal: Sequence[Action]) -> Action | None:
        if sum("78T9JQKA".index(card.rank) for card in hand) <= 9 and named(legal, "bid le-petit"):
            return named(legal, "bid le-petit")
        if sum(NO_TRUMP_TRICKS.get(card.rank, 0.0) for card in hand) >= 4.4:
            return named(legal, "bid no-trump")
        makes = min(7, int(self._tricks(hand, trump) + PARTNER_TRICKS))
        forced = all(action.verb == "bid" for action in legal)
        bids = [f"bid {number} {trump}" for number in range(FORCED, makes + 1)]
        return named(legal, *(bids[:1] or [f"bid {FORCED} {trump}"] if forced else bids))

    def scored(self, payoffs: tuple[int, ...]) -> tuple[int, ...]:
        """A side only ever gains: both of its seats show its score."""
        return tuple(max(0, points) for points in payoffs)

    def decided(self, scores: tuple[int, ...]) -> bool:
        """The first side to 32 points wins the match."""
        return max(scores) >= MATCH

    def reason(self, value: Any, action: Action) -> str | None:
        """Why not, where the page has a reason of its own."""
        if (
            isinstance(value, Auction)
            and action.verb in ("pass", "bid")
            and self._calls(value) is not self._open[value.bid]
        ):
            return f"no bid above 4 stands, so the dealer must bid at least {FORCED}"
        if isinstance(value, Giving) and action.card is not None and action.card in value.cards.hands[value.actor]:
            return "the card that was asked for must be given" if action.verb == "give" else None
        return None


def _opposite(seat: int) -> int:
    return (seat + 2) % PLAYERS


def _after(seat: int) -> int:
    return (seat + 1) % PLAYERS


def _bid(action: Action) -> Bid | None:
    return Bid(*action.args) if action.verb == "bid" else None


def _stands(bid: Bid | None) -> bool:
    """Whether the dealer may leave it at this bid."""
    return bid is not None and RANKS[bid.name] >= FORCED


def _made(bid: str) -> Condition:
    if bid == LE_PETIT:
        return Condition.tricks_at_most(0)
    return Condition.tricks(int(bid) if bid in NUMBERS else TRICKS)
