"""Contract bridge, duplicate: rules page ``docs/rules/bridge.md``.

The action space: pass, bids in their rank, double, redouble; cards played.
"""

from __future__ import annotations

from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from trickcore._core import ActionTable, Condition, Deal, Done, Layout, Payoff, Play, Rules
from trickcore.bridge_table import (
    PACK,
    STRAINS,
    VULNERABILITIES,
    Terms,
    board,
    is_vulnerable,
    read_hands,
    read_vulnerability,
)
from trickcore.exchange import Cards
from trickcore.game import Game, Option, OptionValue, Proof, Stage
from trickcore.games.bridge_auction import POINTS, doubts, sensible
from trickcore.games.bridge_bidding import advise
from trickcore.scoring import duplicate_score, pays

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from trickcore._core import Action, CardSet, Plan, State

__all__ = ["Bidding", "Bridge", "Contract"]

PLAYERS = 4
TRICKS = 13
BIDS = [f"{level}{strain}" for level in range(1, 8) for strain in STRAINS]
DOUBLE, REDOUBLE = len(BIDS) + 1, len(BIDS) + 2
"""Indices of these calls; 0 is the pass, and a bid's index is one more than its place in `BIDS`."""
TEXTS = ["pass", *(f"bid {bid}" for bid in BIDS), "double", "redouble", *(f"play {card}" for card in PACK.cards)]
SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "NT": "N"}

_made = tuple.__new__
"""Makes a named tuple without the detour of its constructor: calls are made by the million in random play."""


def _aliases() -> dict[str, str]:
    """How players write calls, small letters only."""
    calls = {"p": "pass", "x": "double", "dbl": "double", "xx": "redouble", "rdbl": "redouble"}
    for bid in BIDS:
        for short in (bid, bid[0] + SYMBOLS[bid[1:]]):
            calls |= dict.fromkeys((short.casefold(), f"bid {short}".casefold()), f"bid {bid}")
    return calls


class Contract(NamedTuple):
    """What is played. The bidder is the declarer."""

    bidder: int
    level: int
    """Odd tricks contracted for, 1–7."""
    strain: str
    """``"C"``, ``"D"``, ``"H"``, ``"S"`` or ``"NT"``."""
    doubled: int
    """0, 1 doubled or 2 redoubled."""
    vulnerable: str
    """Who is vulnerable: ``"none"``, ``"ns"``, ``"ew"`` or ``"both"``."""

    @property
    def trump(self) -> str | None:
        """The trump suit; ``None`` at no-trump."""
        return self.terms.trump

    @property
    def partner(self) -> int:
        """The dummy."""
        return (self.bidder + 2) % PLAYERS

    @property
    def side(self) -> tuple[int, int]:
        """The declarer and the dummy."""
        return self.bidder, self.partner

    @property
    def terms(self) -> Terms:
        """Level, strain and doubling; as text ``4HX``."""
        return Terms(self.level, self.strain, self.doubled)

    def public(self) -> dict[str, Any]:
        """What everybody may know of it: all."""
        return {
            "bidder": self.bidder,
            "dummy": self.partner,
            "bid": str(self.terms),
            "trump": self.trump,
            "vulnerable": self.vulnerable,
        }


class Bidding(NamedTuple):
    """A moment of the auction."""

    cards: Cards
    actor: int
    vulnerable: str
    bid: int = 0
    """The index of the bid that stands, 0 while there is none."""
    holder: int = -1
    """The seat that made it."""
    doubled: int = 0
    """0, 1 doubled or 2 redoubled."""
    silent: int = 0
    """How many seats have passed in a row."""
    named: tuple[int, ...] = (-1,) * 10
    """The first seat to have bid each strain, -1 for nobody: those of N–S, then those of E–W."""
    phase: str = "auction"


class Bridge(Game):
    """Contract bridge."""

    name = "bridge"
    title = "Contract bridge"
    summary = "Tricks for 4 in fixed partnerships: an auction for level and strain, a dummy, duplicate scoring."
    table = ActionTable(name, PACK, TEXTS)
    aliases = _aliases()
    near = 2
    high_cards = MappingProxyType(POINTS)
    seat_names = ("North", "East", "South", "West")
    term_specs = (Option("vulnerable", "none", VULNERABILITIES, "Which sides are vulnerable."),)
    own_sections = (
        ("vulnerable", (PLAYERS,), "1 at each seat whose side is vulnerable"),
        ("doubled", (2,), "1 at how the bid or contract stands: doubled, redoubled"),
    )

    def __init__(self, options: Mapping[str, OptionValue]) -> None:
        rules = Rules("bridge", pack=PACK, seats=PLAYERS, ranking=PACK.ranks, duty="follow")
        super().__init__(options, Layout(PACK, PLAYERS, (TRICKS,)), rules)
        self.stages = {Bidding: Stage(self._calls, self._call)}
        actions = list(self.table)
        bids = [actions[bid + 1 : DOUBLE] for bid in range(len(BIDS) + 1)]
        more: tuple[list[Action], ...] = ([], [actions[DOUBLE]], [actions[REDOUBLE]])
        self._open = [[[actions[0], *higher, *call] for call in more] for higher in bids]
        self._plans: dict[tuple[str | None, int], Plan] = {}
        self._payoffs: dict[tuple[object, ...], Payoff] = {}

    def read_deal(self, text: str) -> Deal:
        """The deal of a text: PBN's form as well as ours."""
        if ":" not in text:
            return super().read_deal(text)
        return super().read_deal(" ".join(map(str, read_hands(text))))

    def read_terms(self, terms: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """Vulnerability in any of the usual words."""
        given = terms.get("vulnerable")
        if isinstance(given, str):
            terms = {**terms, "vulnerable": read_vulnerability(given)}
        return super().read_terms(terms)

    def match_terms(self, number: int) -> dict[str, OptionValue]:
        """Vulnerability by the number of the board."""
        return {"vulnerable": board(number + 1).vulnerable}

    def bid_name(self, action: Action) -> str:
        """The level."""
        return action.args[0][0]

    # The auction

    def opening(self, deal: Deal, dealer: int, vulnerable: str = "none") -> Bidding:
        """The dealer is to call."""
        return Bidding(Cards.of(deal), dealer, vulnerable)

    def _calls(self, value: Bidding) -> list[Action]:
        return self._open[value.bid][_may_double(value)]

    def _call(self, value: Bidding, action: Action) -> Any:
        cards, actor, vulnerable, bid, holder, doubled, silent, named, phase = value
        call, after = action.index, (actor + 1) % PLAYERS
        if call == 0:
            if silent == (2 if bid else 3):
                return self._play(value) if bid else Done([0] * PLAYERS, False, cards)
            return _made(Bidding, (cards, after, vulnerable, bid, holder, doubled, silent + 1, named, phase))
        if call >= DOUBLE:
            return _made(Bidding, (cards, after, vulnerable, bid, holder, doubled + 1, 0, named, phase))
        return _made(Bidding, (cards, after, vulnerable, call, actor, 0, 0, _naming(named, actor, call), phase))

    # Play and result

    def _play(self, value: Bidding) -> Play:
        level, strain = divmod(value.bid - 1, len(STRAINS))
        declarer = value.named[value.holder % 2 * len(STRAINS) + strain]
        contract = Contract(declarer, level + 1, STRAINS[strain], value.doubled, value.vulnerable)
        deciders = [declarer if seat == contract.partner else seat for seat in range(PLAYERS)]
        leader = (declarer + 1) % PLAYERS
        return Play(self._plan(contract), value.cards, leader, contract, deciders=deciders)

    def _plan(self, contract: Contract) -> Plan:
        key = (contract.trump, contract.bidder)
        if key not in self._plans:
            self._plans[key] = self.rules.plan(trump=contract.trump, bidder=contract.bidder, side=contract.side)
        return self._plans[key]

    def payoff(self, contract: Contract, said: tuple[tuple[str, int], ...]) -> Payoff:  # noqa: ARG002
        """The duplicate score, a level for each number of tricks."""
        vulnerable = is_vulnerable(contract.bidder, contract.vulnerable)
        key = (contract.bidder, contract.terms, vulnerable)
        if key not in self._payoffs:
            scores = [duplicate_score(contract.terms, tricks, vulnerable) for tricks in range(TRICKS + 1)]
            conditions = [Condition.tricks(tricks) if tricks else Condition.always() for tricks in range(TRICKS + 1)]
            stakes = [pays(PLAYERS, contract.bidder, contract.side, score) for score in scores]
            self._payoffs[key] = Payoff(contract.bidder, list(zip(conditions, stakes, strict=True)))
        return self._payoffs[key]

    def shown(self, state: State) -> CardSet:
        """The dummy's hand, once the first card is led."""
        if state.contract is None or not (state.trick or any(state.tricks)):
            return super().shown(state)
        dummy: CardSet = state.deal.hands[state.contract.partner]
        return dummy

    def own_numbers(self, state: State, seat: int) -> tuple[float, ...]:
        """Who is vulnerable, from the observer on, and whether what stands is doubled."""
        stands: Bidding | Contract | None = state.contract
        if stands is None:
            if not isinstance(state.value, Bidding):
                return _numbers(state.terms["vulnerable"], seat % 2, 0)
            stands = state.value
        return _numbers(stands.vulnerable, seat % 2, stands.doubled)

    def opened(self, state: State) -> list[tuple[int, Proof]]:
        """The dummy lies open."""
        dummy = state.contract.partner
        return [(dummy, Proof(held=state.deal.hands[dummy]))]

    def advise(self, seen: Mapping[str, Any], hand: CardSet, legal: Sequence[Action]) -> Action | None:
        """Natural bidding."""
        return advise(seen, hand, legal) if seen["phase"] == "auction" else None

    def sensible(self, seen: Mapping[str, Any], hand: CardSet, legal: Sequence[Action]) -> Sequence[Action]:
        """Of the bids only the lowest of each strain, and games, with enough trumps."""
        return sensible(seen, hand, legal) if seen["phase"] == "auction" else legal

    def doubts(self, seen: Mapping[str, Any]) -> Callable[[Deal], float] | None:
        """What natural bids have told of points and suits."""
        return doubts(seen)

    def reason(self, value: Any, action: Action) -> str | None:
        """Why a call is not allowed."""
        if not isinstance(value, Bidding):
            return None
        if action.verb == "double":
            return "only an opponent's bid that is not doubled yet can be doubled"
        if action.verb == "redouble":
            return "only a bid of the own side that stands doubled can be redoubled"
        return None


@cache
def _numbers(vulnerable: str, seat: int, doubled: int) -> tuple[float, ...]:
    """What bridge has of its own in an observation tensor."""
    sides = (float(is_vulnerable(seat + row, vulnerable)) for row in range(PLAYERS))
    return (*sides, float(doubled == 1), float(doubled == 2))


def _may_double(value: Bidding) -> int:
    """1 if the actor may double, 2 if it may redouble, else 0."""
    if value.bid == 0:
        return 0
    own = (value.holder - value.actor) % 2 == 0
    return 2 if own and value.doubled == 1 else 1 if not own and value.doubled == 0 else 0


def _naming(named: tuple[int, ...], actor: int, bid: int) -> tuple[int, ...]:
    """Who first named each strain, after a bid."""
    place = actor % 2 * len(STRAINS) + (bid - 1) % len(STRAINS)
    return named if named[place] >= 0 else (*named[:place], actor, *named[place + 1 :])
