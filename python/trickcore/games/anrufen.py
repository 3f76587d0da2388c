"""Anrufen, for four players or three: rules page ``docs/rules/anrufen.md``.

The action space: pass, bids, match; trumps; cards called, put aside; raises and contra; cards played, then kings and
queens led as a marriage.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from trickcore._core import ActionTable, Announcement, Card, Condition, Done, Layout, Pack, Play, Rules
from trickcore.advice import best_suit, cheapest, named, naming, suit_strength
from trickcore.auction import Auction
from trickcore.exchange import Cards, PuttingAside
from trickcore.game import Game, Option, OptionValue, Proof, Stage
from trickcore.scoring import made_or_lost, pays

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from trickcore._core import Action, CardSet, Deal, Payoff, Plan, State

__all__ = ["Anrufen", "Bid", "Contract"]

LEVELS = ("game", "hundred", "no-trick", "all-tricks", "all-tricks-hundred")
TOKENS = dict(zip(LEVELS, (1, 2, 2, 2, 3), strict=True))
NO_TRICK = "no-trick"
SUITS_UP = "CSDH"
"""The suits as they rank in the auction, low to high."""

PACK = Pack("french24")
CARDS = tuple(PACK.cards)
TEXTS = [
    "pass",
    *(f"bid {level}" for level in LEVELS),
    "match",
    *(f"trump {suit}" for suit in PACK.suits),
    *(f"call {card}" for card in CARDS),
    *(f"discard {card}" for card in CARDS),
    *(f"raise {level}" for level in LEVELS[1:] if level != NO_TRICK),
    "contra",
    *(f"play {card}" for card in CARDS),
    *(f"play {card} marriage" for card in CARDS if card.rank in "KQ"),
]
COUPLE = {"K": "Q", "Q": "K"}
TRUMPS = {suit: PACK.cards.of_suit(suit) for suit in PACK.suits}


class Bid(NamedTuple):
    """A bid, with the suit that a match has given it."""

    level: int
    suit: str | None = None


class Contract(NamedTuple):
    """What is played, as far as it is known."""

    bidder: int
    level: str
    """The level that was bid; a raise is not in it."""
    trump: str | None = None
    called: Card | None = None
    partner: int | None = None
    side: tuple[int, ...] = ()

    def public(self) -> dict[str, Any]:
        """What everybody may know of it."""
        called = None if self.called is None else str(self.called)
        return {"bidder": self.bidder, "level": self.level, "trump": self.trump, "called": called}


class Matching(NamedTuple):
    """Suits are named, since the standing bid was matched."""

    auction: Auction[Bid]
    """The auction at the match: its actor is the matcher."""
    actor: int
    named: str | None = None
    """The holder's suit, once it has one."""
    phase: str = "auction"

    @property
    def cards(self) -> Cards:
        """The cards of the deal."""
        return self.auction.cards


class NamingTrump(NamedTuple):
    """The bidder names trumps."""

    cards: Cards
    actor: int
    contract: Contract
    phase: str = "call"


class Calling(NamedTuple):
    """The bidder calls a card."""

    cards: Cards
    actor: int
    contract: Contract
    phase: str = "call"


class Anrufen(Game):
    """Anrufen with its options fixed."""

    name = "anrufen"
    title = "Anrufen"
    summary = "Marriages and tricks for 3 or 4: an auction, and a partner called by a card in secret."
    option_specs = (
        Option("players", 4, (4, 3), "How many play; with 3 there is a talon and the bidder is alone."),
        Option("no_trick_trump", True, (True, False), "Whether no-trick is played with trumps."),
    )
    table = ActionTable(name, PACK, TEXTS)
    opening_score = 10

    def __init__(self, options: Mapping[str, OptionValue]) -> None:
        players = 3 if options["players"] == 3 else 4
        rules = Rules(
            "anrufen",
            pack=PACK,
            seats=players,
            ranking="ATKQJ9",
            duty="beat",
            worth={"A": 10, "T": 10},
            last_trick=10,
            marriages=(20, 40),
        )
        layout = Layout(PACK, players, (6,)) if players == 4 else Layout(PACK, players, (7,), talon=3)
        super().__init__(options, layout, rules)
        self.stages = {
            Auction: Stage(self._calls, self._call),
            Matching: Stage(self._suits, self._suit),
            PuttingAside: Stage(self._discards, self._discard),
            NamingTrump: Stage(self._trumps, self._trump),
            Calling: Stage(self._partners, self._partner),
        }
        self._naming = [action for action in self.table if action.verb == "trump"]
        self._suits_above: dict[str | None, list[Action]] = {None: self._naming}
        for suit in SUITS_UP:
            self._suits_above[suit] = [action for action in self._naming if _higher(action.args[0], suit)]
        self._bids = [_bid(action) for action in self.table]
        self._open = {bid: self._open_calls(bid) for bid in _every_bid()}
        self._plans: dict[tuple[object, ...], Plan] = {}
        self._payoffs: dict[tuple[object, ...], Payoff] = {}

    def opening(self, deal: Deal, dealer: int) -> Auction[Bid]:
        """Eldest is to speak."""
        return Auction.opening(Cards.of(deal), dealer)

    # The auction

    def _open_calls(self, bid: Bid | None) -> list[Action]:
        """What can be said to a standing bid."""
        return [action for action in self.table if _is_open(action, bid)]

    def _calls(self, auction: Auction[Bid]) -> list[Action]:
        return self._open[auction.bid]

    def _call(self, auction: Auction[Bid], action: Action) -> Any:
        bid = self._bids[action]
        if bid is not None:
            return auction.raised(bid)
        if action.verb == "match":
            return self._match(auction)
        after = auction.passed()
        if not after.ended(rounds=2):
            return after
        if after.holder is None:
            return Done((0,) * self.players, void=True, cards=after.cards)
        return self._won(after)

    def _match(self, auction: Auction[Bid]) -> Matching:
        assert auction.bid is not None
        assert auction.holder is not None
        suit = auction.bid.suit
        return Matching(auction, auction.holder if suit is None else auction.actor, suit)

    def _suits(self, match: Matching) -> list[Action]:
        assert match.auction.bid is not None
        return self._suits_above[match.auction.bid.suit]

    def _suit(self, match: Matching, action: Action) -> Matching | Auction[Bid]:
        auction, _, named, _ = match
        suit = action.args[0]
        if named is None:
            return Matching(auction, auction.actor, suit)
        assert auction.bid is not None
        assert auction.holder is not None
        if _higher(suit, named):
            return auction.settled(Bid(auction.bid.level, suit), auction.actor)
        return auction.settled(Bid(auction.bid.level, named), auction.holder)

    # After the auction

    def _won(self, auction: Auction[Bid]) -> Any:
        assert auction.bid is not None
        assert auction.holder is not None
        bidder, level = auction.holder, LEVELS[auction.bid.level]
        trump = auction.bid.suit if self._has_trump(level) else None
        alone = (bidder,) if self.players == 3 or level == NO_TRICK else ()
        contract = Contract(bidder, level, trump, side=alone)
        if self.players == 3:
            return PuttingAside(auction.cards.take_talon(bidder), bidder, contract, 3)
        return self._go_on(auction.cards, contract)

    def _has_trump(self, level: str) -> bool:
        return level != NO_TRICK or bool(self.options["no_trick_trump"])

    def _discards(self, value: PuttingAside) -> list[Action]:
        return self.table.naming("discard", value.cards.hands[value.actor])

    def _discard(self, value: PuttingAside, action: Action) -> Any:
        assert action.card is not None
        after = value.put(action.card)
        return after if after.left else self._go_on(after.cards, after.contract)

    def _go_on(self, cards: Cards, contract: Contract) -> Any:
        """What comes after the auction and the talon: trumps, a partner, play."""
        bidder = contract.bidder
        if contract.trump is None and self._has_trump(contract.level):
            return NamingTrump(cards, bidder, contract)
        if contract.side:
            return self._play(cards, contract)
        if contract.trump is not None and cards.hands[bidder] >= TRUMPS[contract.trump]:
            return self._play(cards, contract._replace(side=(bidder,)))
        return Calling(cards, bidder, contract)

    def _trumps(self, value: NamingTrump) -> list[Action]:  # noqa: ARG002
        return self._naming

    def _trump(self, value: NamingTrump, action: Action) -> Any:
        return self._go_on(value.cards, value.contract._replace(trump=action.args[0]))

    def _partners(self, value: Calling) -> list[Action]:
        assert value.contract.trump is not None
        return self.table.naming("call", TRUMPS[value.contract.trump] - value.cards.hands[value.actor])

    def _partner(self, value: Calling, action: Action) -> Play:
        assert action.card is not None
        holder = value.cards.holder(action.card)
        assert holder is not None
        side = (value.actor, holder)
        contract = Contract(value.actor, value.contract.level, value.contract.trump, action.card, holder, side)
        return self._play(value.cards, contract)

    def _play(self, cards: Cards, contract: Contract) -> Play:
        """Aces and tens put aside count for the other side: for the defender after the bidder."""
        bidder, plan = contract.bidder, self._plan(contract)
        if not cards.aside[bidder]:
            return Play(plan, cards, bidder, contract)
        aside_points = [0] * self.players
        aside_points[(bidder + 1) % self.players] = plan.worth(cards.aside[bidder])
        return Play(plan, cards, bidder, contract, aside_points)

    def _plan(self, contract: Contract) -> Plan:
        key = (contract.level, contract.trump, contract.side)
        if key not in self._plans:
            self._plans[key] = self.rules.plan(
                trump=contract.trump,
                bidder=contract.bidder,
                side=contract.side,
                misere=contract.level == NO_TRICK,
                marriages=contract.level != NO_TRICK,
                announcements=self._announcements(contract),
            )
        return self._plans[key]

    def _announcements(self, contract: Contract) -> list[Announcement]:
        """A raise by the partner to a higher level, and contra by a defender, once each."""
        raises: list[str] = []
        if contract.partner is not None:
            higher = LEVELS[LEVELS.index(contract.level) + 1 :]
            raises = [f"raise {level}" for level in higher if level != NO_TRICK]
        defenders = [seat for seat in range(self.players) if seat not in contract.side]
        return [
            *(Announcement(text, seats=contract.side[1:], blocked_by=raises) for text in raises),
            Announcement("contra", seats=defenders),
        ]

    # The result

    def payoff(self, contract: Contract, said: tuple[tuple[str, int], ...]) -> Payoff:
        """Made or lost at the level after any raise, one token more after contra."""
        level, contra = contract.level, False
        for text, _ in said:
            contra |= text == "contra"
            level = text.removeprefix("raise ") if text != "contra" else level
        key = (contract.bidder, contract.side, level, contra)
        if key not in self._payoffs:
            stakes = pays(self.players, contract.bidder, contract.side, TOKENS[level] + contra)
            self._payoffs[key] = made_or_lost(contract.bidder, self._made(level), stakes)
        return self._payoffs[key]

    def played(self, contract: Contract) -> Hashable:
        """Who the partner is matters, not by which card it was called."""
        return (contract.bidder, contract.level, contract.trump, contract.side)

    def _made(self, level: str) -> Condition:
        every_trick = Condition.tricks(self.layout.batches[0])
        match level:
            case "game":
                return Condition.margin(1)
            case "hundred":
                return Condition.own(100)
            case "no-trick":
                return Condition.tricks_at_most(0)
            case "all-tricks":
                return every_trick
            case _:
                return every_trick & Condition.own(100)

    # Hints

    def to_lose(self, contract: Mapping[str, Any]) -> bool:
        """Whether it is no-trick."""
        return bool(contract["level"] == NO_TRICK)

    def advise(self, seen: Mapping[str, Any], hand: CardSet, legal: Sequence[Action]) -> Action | None:
        """Bids by about how many tricks the hand takes, calls the highest trump that is missing."""
        match seen["phase"]:
            case "auction":
                return self._advise_call(seen, hand, legal)
            case "call":
                best = best_suit(PACK.suits, lambda suit: _strength(hand, suit))
                return named(legal, f"trump {best}") or next(iter(naming(legal, "call")), None)
            case "exchange":
                best = best_suit(PACK.suits, lambda suit: _strength(hand, suit))
                return cheapest(naming(legal, "discard"), lambda card: _keep(hand, card, best))
            case _:
                return None

    def _advise_call(self, seen: Mapping[str, Any], hand: CardSet, legal: Sequence[Action]) -> Action | None:
        if naming(legal, "trump"):
            open_suits = [action.args[0] for action in naming(legal, "trump")]
            return named(legal, f"trump {best_suit(open_suits, lambda suit: _strength(hand, suit))}")
        best = best_suit(PACK.suits, lambda suit: _strength(hand, suit))
        strength, alone = _strength(hand, best), 1.0 if self.players == 3 else 0.0
        couple = {f"{best}K", f"{best}Q"} <= set(map(str, hand))
        stands = [text for _, text in seen["actions"] if text.startswith("bid ")]
        if strength >= 5.4:
            return named(legal, "bid all-tricks-hundred" if couple or strength > 5.9 else "bid all-tricks")
        if couple and strength >= 3.6 + alone:
            return named(legal, "bid hundred")
        if strength >= 2.7 + alone and not stands:
            return named(legal, "bid game")
        return named(legal, "match") if stands == ["bid game"] and best == "H" and strength >= 3 + alone else None

    def decided(self, scores: tuple[int, ...]) -> bool:
        """A match ends when a player is left with no tokens."""
        return min(scores) <= 0

    # Who sees what

    def saw_talon(self, contract: Contract) -> tuple[int, ...]:
        """The bidder takes it unseen by others."""
        return (contract.bidder,)

    def secret(self, contract: Contract) -> Card | None:
        """The called card: only its holder knows."""
        return contract.called

    def proof(self, contract: Contract, seat: int, action: Action) -> Proof | None:  # noqa: ARG002
        """Who raises has the called card; the bidder and who says contra have not; a marriage is a couple."""
        match action.verb:
            case "raise":
                return Proof(held=_cards(contract.called))
            case "contra" | "call":
                return Proof(missing=_cards(contract.called))
            case "play" if len(action.args) > 1:
                assert action.card is not None
                return Proof(held=[Card(action.card.suit + COUPLE[action.card.rank], PACK)])
            case _:
                return None

    def proved(self, state: State) -> list[tuple[int, Proof]]:
        """A bidder who is to call lacks a trump; one who plays alone without having to has them all."""
        contract: Contract | None = state.contract
        if contract is None or self.players == 3 or contract.level == NO_TRICK or contract.trump is None:
            return []
        trumps = TRUMPS[contract.trump]
        if contract.called is None and contract.side:
            return [(contract.bidder, Proof(held=trumps))]
        return [(contract.bidder, Proof(counted=(trumps, 0, len(trumps) - 1)))] if contract.called is None else []

    def reason(self, value: Any, action: Action) -> str | None:
        """Why not, where the page has a reason of its own."""
        if isinstance(value, Calling) and action.verb == "call" and action.card is not None:
            return (
                f"{action.card} is in the bidder's own hand"
                if action.card in value.cards.hands[value.actor]
                else f"the called card is a trump, {value.contract.trump}"
            )
        if action.verb == "match" and isinstance(value, Auction):
            return "there is no bid to match" if value.bid is None else "no suit is higher than that of the bid"
        if action.verb == "trump" and isinstance(value, Matching):
            return "the bid has a suit, and a match must name a higher one"
        return None


def _strength(hand: CardSet, trump: str) -> float:
    """About how many tricks a hand takes with this trump suit, a marriage in trumps counting one half more."""
    couple = {f"{trump}K", f"{trump}Q"} <= set(map(str, hand))
    return suit_strength(hand, trump, "ATKQJ9", {"A": 0.8, "T": 0.3}, 0.4) + couple / 2


def _keep(hand: CardSet, card: Card, trump: str) -> float:
    """How dear a card is to one who puts cards aside: trumps and couples are kept; points would go to the others."""
    points = {"A": 10, "T": 6}.get(card.rank, 0)
    couple = card.rank in COUPLE and Card(card.suit + COUPLE[card.rank], PACK) in hand
    return points + 3 * couple + 20 * (card.suit == trump) + len(hand.of_suit(card.suit)) / 10


def _cards(card: Card | None) -> tuple[Card, ...]:
    return () if card is None else (card,)


def _higher(suit: str, other: str) -> bool:
    """Whether a suit ranks above the other in the auction."""
    return SUITS_UP.index(suit) > SUITS_UP.index(other)


def _bid(action: Action) -> Bid | None:
    return Bid(LEVELS.index(action.args[0])) if action.verb == "bid" else None


def _every_bid() -> list[Bid | None]:
    return [None, *(Bid(level, suit) for level in range(len(LEVELS)) for suit in (None, *SUITS_UP))]


def _is_open(action: Action, standing: Bid | None) -> bool:
    """Whether a call can be said to the standing bid."""
    bid = _bid(action)
    if bid is not None:
        return standing is None or bid.level > standing.level
    return action.verb == "pass" or (action.verb == "match" and standing is not None and standing.suit != SUITS_UP[-1])
