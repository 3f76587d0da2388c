"""Königrufen, the mariage game with 32 cards: rules page ``docs/rules/koenigrufen.md``.

The action space: trumps, cards called, announcements, cards played.
"""

from __future__ import annotations

from functools import reduce
from operator import and_, or_
from typing import TYPE_CHECKING, Any, NamedTuple

from trickcore._core import ActionTable, Announcement, Card, CardSet, Condition, Deal, Layout, Pack, Payoff, Play, Rules
from trickcore.advice import best_suit, named, suit_strength
from trickcore.exchange import Cards
from trickcore.game import Game, Option, OptionValue, Proof, Stage
from trickcore.scoring import pays, reverse

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from trickcore._core import Action, Plan, State

__all__ = ["Contract", "Koenigrufen"]

PLAYERS = 4
TRICKS = 8
PACK = Pack("french32")
CARDS = tuple(PACK.cards)
HUNDRED, ALL_TRICKS = "declare hundred", "declare all-tricks"
TEXTS = [
    *(f"trump {suit}" for suit in PACK.suits),
    *(f"call {card}" for card in CARDS),
    *(f"declare {suit}" for suit in PACK.suits),
    HUNDRED,
    ALL_TRICKS,
    *(f"play {card}" for card in CARDS),
]
WE_HAVE_100, WE_TOOK_ALL = Condition.own(100), Condition.tricks(TRICKS)
THEY_LACK_100, THEY_MISS_ONE = Condition.others(100), Condition.tricks(1)
COUPLES = {f"declare {suit}": CardSet([f"{suit}K", f"{suit}Q"], PACK) for suit in PACK.suits}


class Contract(NamedTuple):
    """What is played. The bidder is the declarer: eldest."""

    bidder: int
    trump: str
    called: Card
    partner: int | None
    side: tuple[int, ...]

    def public(self) -> dict[str, Any]:
        """What everybody may know of it."""
        return {"bidder": self.bidder, "trump": self.trump, "called": str(self.called)}


class Calling(NamedTuple):
    """The declarer names trumps or calls a card, on its first four cards."""

    cards: Cards
    """The first four cards of each hand."""
    actor: int
    deal: Deal
    trump: str | None = None
    phase: str = "call"


class Committed(NamedTuple):
    """What was announced: what the payoff depends on."""

    marriages: int = 0
    """The worth of all declared marriages."""
    hundred: bool | None = None
    """Who said ``hundred``: ``True`` the declarer's side, ``False`` the other, ``None`` nobody."""
    all_tricks: bool | None = None


class Koenigrufen(Game):
    """Königrufen with its options fixed."""

    name = "koenigrufen"
    title = "Königrufen"
    summary = "Marriages and tricks for 4: eldest names trumps and calls a partner in secret on its first four cards."
    option_specs = (
        Option(
            "called_card",
            "first_four",
            ("first_four", "whole_hand"),
            "Where the called card makes its holder the partner: among its first four cards, or in its whole hand.",
        ),
        Option(
            "trump_from",
            "named",
            ("named", "called_card"),
            "What makes trumps: an action of their own, or the suit of the called card.",
        ),
    )
    table = ActionTable(name, PACK, TEXTS)

    def __init__(self, options: Mapping[str, OptionValue]) -> None:
        rules = Rules(
            "koenigrufen",
            pack=PACK,
            seats=PLAYERS,
            ranking="ATKQJ987",
            duty="beat",
            worth={"A": 10, "T": 10},
            last_trick=10,
        )
        super().__init__(options, Layout(PACK, PLAYERS, (4, 4)), rules)
        self.stages = {Calling: Stage(self._calls, self._call)}
        self._naming = [action for action in self.table if action.verb == "trump"]
        self._calling = self.table.naming("call", PACK.cards)
        self._whole_hand = options["called_card"] == "whole_hand"
        self._trump_called = options["trump_from"] == "called_card"
        self._plans: dict[tuple[object, ...], Plan] = {}
        self._payoffs: dict[tuple[object, ...], Payoff] = {}

    def opening(self, deal: Deal, dealer: int) -> Calling:
        """Eldest has its first four cards."""
        return Calling(Cards.of_batch(deal, 0), (dealer + 1) % PLAYERS, deal)

    def _calls(self, value: Calling) -> list[Action]:
        return self._calling if value.trump is not None or self._trump_called else self._naming

    def _call(self, value: Calling, action: Action) -> Any:
        cards, declarer, deal, trump, _ = value
        if action.card is None:
            return Calling(cards, declarer, deal, action.args[0])
        dealt = Cards.of(deal)
        holder = (dealt if self._whole_hand else cards).holder(action.card)
        partner = None if holder == declarer else holder
        side = (declarer,) if partner is None else (declarer, partner)
        contract = Contract(declarer, trump or action.card.suit, action.card, partner, side)
        return Play(self._plan(contract), dealt, declarer, contract)

    def _plan(self, contract: Contract) -> Plan:
        key = (contract.trump, contract.side)
        if key not in self._plans:
            self._plans[key] = self.rules.plan(
                trump=contract.trump,
                bidder=contract.bidder,
                side=contract.side,
                announcements=_announcements(contract.trump),
            )
        return self._plans[key]

    # The result

    def payoff(self, contract: Contract, said: tuple[tuple[str, int], ...]) -> Payoff:
        """Stakes for points and for tricks, by all that was announced."""
        committed = _committed(contract, said)
        key = (contract.side, committed)
        if key not in self._payoffs:
            self._payoffs[key] = _payoff(contract.side, committed)
        return self._payoffs[key]

    def played(self, contract: Contract) -> Hashable:
        """Who the partner is matters, not by which card it was called."""
        return (contract.trump, contract.side)

    # Who sees what

    def batches_dealt(self, state: State) -> int:
        """Only the first while the declarer calls."""
        return 1 if state.phase == "call" else 2

    def secret(self, contract: Contract) -> Card | None:
        """The called card: its holder keeps it secret."""
        return contract.called

    def partners(self, contract: Contract, holder: int | None) -> tuple[int | None, ...]:
        """A called card that turns up may have come in the second batch: then it made nobody the partner."""
        certain = super().partners(contract, holder)
        return certain if self._whole_hand or certain == (None,) else (*certain, None)

    def proof(self, contract: Contract, seat: int, action: Action) -> Proof | None:  # noqa: ARG002
        """A declared marriage is a couple in hand."""
        return Proof(held=COUPLES[action.text]) if action.text in COUPLES else None

    # Hints

    def advise(self, seen: Mapping[str, Any], hand: CardSet, legal: Sequence[Action]) -> Action | None:
        """The longest strong suit is trumps; the best missing card of it is called; every marriage is declared."""
        if seen["phase"] == "play":
            couples = [action for action in legal if action.text in COUPLES]
            trump = seen["contract"]["trump"]
            wins = any(card.rank == "A" or card.suit == trump for card in hand)
            return max(couples, key=lambda a: _worth(a.args[0], trump), default=None) if wins else None
        best = best_suit(PACK.suits, lambda suit: _strength(hand, suit))
        named_trumps = [text.split()[1] for _, text in seen["actions"] if text.startswith("trump ")]
        trump = named_trumps[0] if named_trumps else best
        return named(
            legal,
            f"trump {best}",
            *(f"call {trump}{rank}" for rank in "ATKQJ987" if f"{trump}{rank}" not in seen["hand"]),
        )


def _strength(hand: CardSet, trump: str) -> float:
    couple = hand >= COUPLES[f"declare {trump}"]
    return suit_strength(hand, trump, "ATKQJ987", {"A": 0.2}, 0.6) + couple


def _worth(suit: str, trump: str) -> int:
    return 40 if suit == trump else 20


def _announcements(trump: str) -> list[Announcement]:
    everyone = range(PLAYERS)
    return [
        *(
            Announcement(text, seats=everyone, needs=couple, bonus=_worth(text[-1], trump))
            for text, couple in COUPLES.items()
        ),
        Announcement(HUNDRED, seats=everyone),
        Announcement(ALL_TRICKS, seats=everyone),
    ]


def _committed(contract: Contract, said: Sequence[tuple[str, int]]) -> Committed:
    marriages = sum(_worth(text[-1], contract.trump) for text, _ in said if text in COUPLES)
    ours = {text: seat in contract.side for text, seat in said}
    return Committed(marriages, ours.get(HUNDRED), ours.get(ALL_TRICKS))


def _won(committed: Committed) -> Condition:
    """When the declarer's side wins the deal."""
    _, hundred, all_tricks = committed
    if hundred or all_tricks:
        fulfilled = [WE_HAVE_100] if hundred else []
        fulfilled += [WE_TOOK_ALL] if all_tricks else []
        return reduce(and_, fulfilled)
    if hundred is False or all_tricks is False:
        failed = [THEY_LACK_100] if hundred is False else []
        failed += [THEY_MISS_ONE] if all_tricks is False else []
        return reduce(or_, failed)
    return Condition.own(40 + committed.marriages if committed.marriages else 50)


def _payoff(side: tuple[int, ...], committed: Committed) -> Payoff:
    """From the dearest defeat up to the dearest victory; a level holds if the deal pays at least that much."""
    won, always = _won(committed), Condition.always()
    match committed.hundred is None, committed.all_tricks is None:
        case True, True:
            lost = {4: always, 3: THEY_LACK_100 | THEY_MISS_ONE, 2: THEY_MISS_ONE, 1: THEY_LACK_100 & THEY_MISS_ONE}
            victory = {1: won, 2: won & (WE_HAVE_100 | WE_TOOK_ALL), 3: won & WE_TOOK_ALL}
            victory[4] = won & WE_HAVE_100 & WE_TOOK_ALL
        case False, True:
            lost = {5: always, 3: THEY_MISS_ONE | won}
            victory = {3: won, 5: won & WE_TOOK_ALL}
        case True, False:
            lost = {5: always, 4: THEY_LACK_100 | won}
            victory = {4: won, 5: won & WE_HAVE_100}
        case _:
            lost = {6: always}
            victory = {6: won}
    levels = [(condition, reverse(_stakes(side, stake))) for stake, condition in lost.items()]
    levels += [(condition, _stakes(side, stake)) for stake, condition in victory.items()]
    return Payoff(side[0], levels)


def _stakes(side: tuple[int, ...], stake: int) -> tuple[int, ...]:
    return pays(PLAYERS, side[0], side, stake)
