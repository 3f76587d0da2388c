"""Mediatore: rules page ``docs/rules/mediatore.md``.

The action space: pass and bids; cards called, put aside, given back; cards played, then led with each signal. Points
are thirds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from trickcore._core import ActionTable, Card, Condition, Done, Layout, Pack, Payoff, Play, Rules
from trickcore.advice import cheapest, named, naming
from trickcore.auction import Auction
from trickcore.exchange import Cards, PuttingAside
from trickcore.game import Game, OptionValue, Proof, Stage
from trickcore.scoring import reverse

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from trickcore._core import Action, CardSet, Deal, Plan

__all__ = ["Contract", "Mediatore"]

PLAYERS = 4
TRICKS = 9
MONTE = 4
ENOUGH = 18
"""Thirds that win: six points."""
BIDS = ("chiamo", "mediatore", "solo", "solissimo", "arcisolissimo")
CHIAMO, MEDIATORE, SOLO, SOLISSIMO, ARCISOLISSIMO = BIDS
PAID = {CHIAMO: 4, MEDIATORE: 8, SOLO: 12, SOLISSIMO: 16, ARCISOLISSIMO: 18}
"""What each payer pays."""
GIVER_LESS = 2
"""How much less one pays who gave the called card."""
PARTNER_LESS = 1
"""How much less the partner in chiamo receives than a payer pays; the bidder has the rest."""
ALL_NINE = 2
"""What each payment rises by if one side wins all nine tricks."""

RANKS = "321RCF7654"
LOW = "7654"
LEFT = {"volo": "", "striscio": LOW}
"""The ranks of the lane that a signal leaves in hand."""
SIGNALS = {"busso": (0, 64, RANKS), "volo": (0, 0, RANKS), "striscio": (1, 2, LOW)}

PACK = Pack("italian40")
CARDS = tuple(PACK.cards)
TEXTS = [
    "pass",
    *(f"bid {bid}" for bid in BIDS),
    *(f"{verb} {card}" for verb in ("call", "discard", "give", "play") for card in CARDS),
    *(f"play {card} {signal}" for signal in SIGNALS for card in CARDS),
]


HIGH = {"3": 1.0, "2": 0.8, "1": 0.5}
"""About how many tricks a high card is good for."""
BIDS_FROM = ((7.6, SOLISSIMO), (6.6, SOLO), (5.8, MEDIATORE), (3.6, CHIAMO))
"""From what strength to bid how high."""


class Contract(NamedTuple):
    """What is played, as far as it is known."""

    bidder: int
    bid: str
    leader: int
    """Eldest, who leads to the first trick whoever bid."""
    called: Card | None = None
    giver: int | None = None
    """In mediatore, who handed the called card over."""
    partner: int | None = None
    side: tuple[int, ...] = ()

    def public(self) -> dict[str, Any]:
        """What everybody may know of it."""
        called = None if self.called is None else str(self.called)
        return {"bidder": self.bidder, "bid": self.bid, "trump": None, "called": called, "giver": self.giver}

    @property
    def trump(self) -> None:
        """There are no trumps."""
        return


class Calling(NamedTuple):
    """The bidder calls a card."""

    cards: Cards
    actor: int
    contract: Contract
    phase: str = "call"


class GivingBack(NamedTuple):
    """The bidder gives a card to the one who handed the called card over."""

    cards: Cards
    actor: int
    contract: Contract
    phase: str = "exchange"


class Mediatore(Game):
    """Mediatore."""

    name = "mediatore"
    title = "Mediatore"
    summary = "Tressette's cards for 4, no trumps: an auction, a partner called in secret or one against three."
    table = ActionTable(name, PACK, TEXTS)
    unit = "thirds"

    def __init__(self, options: Mapping[str, OptionValue]) -> None:
        rules = Rules(
            "mediatore",
            pack=PACK,
            seats=PLAYERS,
            clockwise=False,
            ranking=RANKS,
            duty="follow",
            worth={"1": 3, **dict.fromkeys("32RCF", 1)},
            last_trick=3,
            signals=SIGNALS,
        )
        super().__init__(options, Layout(PACK, PLAYERS, (TRICKS,), talon=MONTE), rules)
        self.stages = {
            Auction: Stage(self._calls, self._call),
            Calling: Stage(self._callable, self._called),
            PuttingAside: Stage(self._discards, self._discard),
            GivingBack: Stage(self._gifts, self._give_back),
        }
        self._bids = [action.args[0] if action.verb == "bid" else None for action in self.table]
        self._open = {
            bid: [self.table[0], *(self.table[index] for index in range(first, len(BIDS) + 1))]
            for first, bid in enumerate([None, *BIDS], 1)
        }
        self._plans: dict[tuple[int, ...], Plan] = {}
        self._payoffs: dict[tuple[object, ...], Payoff] = {}

    def opening(self, deal: Deal, dealer: int) -> Auction[str]:
        """Eldest is to speak."""
        return Auction.opening(Cards.of(deal), dealer)

    # The auction

    def _calls(self, auction: Auction[str]) -> list[Action]:
        return self._open[auction.bid]

    def _call(self, auction: Auction[str], action: Action) -> Any:
        bid = self._bids[action]
        if bid is not None:
            return auction.raised(bid)
        after = auction.passed()
        if not after.ended():
            return after
        return Done((0,) * PLAYERS, void=True, cards=after.cards) if after.holder is None else self._won(after)

    def _won(self, auction: Auction[str]) -> Any:
        assert auction.bid is not None
        assert auction.holder is not None
        cards, bidder = auction.cards, auction.holder
        contract = Contract(bidder, auction.bid, (auction.dealer + 1) % PLAYERS, side=(bidder,))
        match contract.bid:
            case "chiamo":
                return Calling(cards, bidder, contract._replace(side=()))
            case "mediatore":
                return Calling(cards, bidder, contract)
            case "solo":
                return PuttingAside(cards.take_talon(bidder), bidder, contract, MONTE)
            case _:
                return self._play(cards, contract)

    # Calling and exchange

    def _callable(self, value: Calling) -> list[Action]:
        chiamo = value.contract.bid == CHIAMO
        return self.table.naming("call", PACK.cards if chiamo else PACK.cards - value.cards.hands[value.actor])

    def _called(self, value: Calling, action: Action) -> PuttingAside:
        card = action.card
        assert card is not None
        cards, bidder, contract, _ = value
        holder = cards.holder(card)
        contract = contract._replace(called=card)
        if contract.bid == CHIAMO:
            partner = None if holder == bidder else holder
            contract = contract._replace(partner=partner, side=(bidder,) if partner is None else (bidder, partner))
        elif holder is not None:
            contract = contract._replace(giver=holder)
            cards = cards.give(holder, bidder, card)
        return PuttingAside(cards.take_talon(bidder), bidder, contract, MONTE)

    def _discards(self, value: PuttingAside) -> list[Action]:
        return self.table.naming("discard", value.cards.hands[value.actor])

    def _discard(self, value: PuttingAside, action: Action) -> Any:
        assert action.card is not None
        after = value.put(action.card)
        if after.left:
            return after
        if after.contract.giver is not None:
            return GivingBack(after.cards, after.actor, after.contract)
        return self._play(after.cards, after.contract)

    def _gifts(self, value: GivingBack) -> list[Action]:
        return self.table.naming("give", value.cards.hands[value.actor])

    def _give_back(self, value: GivingBack, action: Action) -> Play:
        assert action.card is not None
        assert value.contract.giver is not None
        return self._play(value.cards.give(value.actor, value.contract.giver, action.card), value.contract)

    # Play and result

    def _play(self, cards: Cards, contract: Contract) -> Play:
        """To the last trick's winner goes the monte: the talon as dealt, or what was put aside for it."""
        side = contract.side
        if side not in self._plans:
            self._plans[side] = self.rules.plan(bidder=contract.bidder, side=side)
        plan = self._plans[side]
        monte = plan.worth(cards.talon | cards.aside[contract.bidder])
        return Play(plan, cards, contract.leader, contract, last_trick_bonus=monte)

    def payoff(self, contract: Contract, said: tuple[tuple[str, int], ...]) -> Payoff:  # noqa: ARG002
        """The table's payments, each two higher if one side wins all nine tricks."""
        key = (contract.bid, contract.side, contract.giver)
        if key not in self._payoffs:
            usual, all_nine = _payments(contract, 0), _payments(contract, ALL_NINE)
            levels = [
                (Condition.always(), reverse(all_nine)),
                (Condition.tricks(1), reverse(usual)),
                (Condition.own(ENOUGH), usual),
                (Condition.tricks(TRICKS), all_nine),
            ]
            self._payoffs[key] = Payoff(contract.bidder, levels)
        return self._payoffs[key]

    def played(self, contract: Contract) -> Hashable:
        """Who the partner is matters, not by which card it was called."""
        return (contract.bid, contract.side, contract.giver)

    # Who sees what

    def saw_talon(self, contract: Contract) -> tuple[int, ...]:
        """The bidder, in secret, or all; nobody before a card is called, and in arcisolissimo."""
        match contract.bid:
            case "chiamo" | "mediatore" if contract.called is None:
                return ()
            case "mediatore" | "solo":
                return tuple(range(PLAYERS))
            case "chiamo" | "solissimo":
                return (contract.bidder,)
            case _:
                return ()

    def secret(self, contract: Contract) -> Card | None:
        """The card called in chiamo; in mediatore it is handed over for all to see."""
        return contract.called if contract.bid == CHIAMO else None

    def proof(self, contract: Contract, seat: int, action: Action) -> Proof | None:  # noqa: ARG002
        """A signal is true: after volo the lane is empty, after striscio one or two low cards of it are left."""
        if action.card is None or len(action.args) < 2 or action.args[1] not in LEFT:
            return None
        signal = action.args[1]
        lane = PACK.cards.of_suit(action.card.suit)
        least, most, _ = SIGNALS[signal]
        return Proof(missing=[c for c in lane if c.rank not in LEFT[signal]], counted=(lane, least, most))

    # Hints

    def advise(self, seen: Mapping[str, Any], hand: CardSet, legal: Sequence[Action]) -> Action | None:
        """Bids by high cards and length, calls the highest card that is missing, keeps what wins tricks."""
        match seen["phase"]:
            case "auction":
                strength = sum(_strength(hand, card) for card in hand)
                bid = next((bid for least, bid in BIDS_FROM if strength >= least), None)
                return None if bid is None else named(legal, f"bid {bid}")
            case "call":
                suits = sorted(PACK.suits, key=lambda suit: -sum(_strength(hand, card) for card in hand.of_suit(suit)))
                missing = [
                    f"call {suit}{rank}" for rank in RANKS for suit in suits if f"{suit}{rank}" not in seen["hand"]
                ]
                return named(legal, *missing)
            case "exchange":
                return cheapest(naming(legal, "discard") or naming(legal, "give"), lambda card: _strength(hand, card))
            case _:
                return None

    def reason(self, value: Any, action: Action) -> str | None:
        """Why not, where the page has a reason of its own."""
        if isinstance(value, Calling) and action.verb == "call":
            return f"{action.card} is in the bidder's own hand"
        return None


def _strength(hand: CardSet, card: Card) -> float:
    """About how many tricks a card is good for in this hand: high cards, and low ones behind them in a long suit."""
    suit = hand.of_suit(card.suit)
    high = sum(other.rank in "32" for other in suit)
    if card.rank in HIGH:
        return HIGH[card.rank] + (0.4 if card.rank == "1" and high else 0.0)
    return 0.1 * len(suit) * high


def _payments(contract: Contract, more: int) -> tuple[int, ...]:
    """What each seat receives if the bidder's side wins, every single payment so much higher."""
    paid = PAID[contract.bid] + more
    received = [-paid] * PLAYERS
    received[contract.bidder] = 0
    if contract.partner is not None:
        received[contract.partner] = paid - PARTNER_LESS
    if contract.giver is not None:
        received[contract.giver] = GIVER_LESS - paid
    received[contract.bidder] = -sum(received)
    return tuple(received)
