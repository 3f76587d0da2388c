"""Who is the bidder's partner, as far as one seat can tell.

The holder of the called card knows from the call on. For the others it is settled once it is proved by what they may
see: the cards played, what was said, and what the duties of play forbid. Nothing here depends on a hidden card except
through what is thereby public, so the answer is the same for all deals that look the same to the seat.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Literal, NamedTuple

from trickcore._core import CardSet
from trickcore.facts import facts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from trickcore._core import Card, State
    from trickcore.facts import Fact

__all__ = ["partner_known_to"]


class Place(NamedTuple):
    """Hidden cards: a hand, or a heap of cards put aside."""

    owner: int | None
    """Whose hand it is; ``None`` for a heap."""
    cards: CardSet
    """The cards that may be in it."""
    room: int
    """How many there are."""


def partner_known_to(state: State, seat: int) -> int | Literal["none"] | None:
    """The bidder's partner, ``"none"`` if the bidder is known to be alone, ``None`` if the seat cannot know."""
    game, contract = state.game, state.contract
    if contract is None or not contract.side:
        return None
    called = game.secret(contract)
    if called is None or state.done or called in _seen_by(state, seat):
        partners = {contract.partner}
    else:
        holders = _holders(state, seat, called)
        partners = {partner for holder in holders for partner in game.partners(contract, holder)}
    if len(partners) != 1:
        return None
    return "none" if (partner := partners.pop()) is None else partner


def _seen_by(state: State, seat: int) -> CardSet:
    """The cards that were dealt to the seat, and the talon if it has seen it."""
    deal = state.deal
    talon = seat in state.game.saw_talon(state.contract)
    return deal.hands[seat] | deal.talon if talon else deal.hands[seat]


def _holders(state: State, seat: int, card: Card) -> set[int | None]:
    """Who may have the card now, or has played it, as far as a seat can tell that never had it."""
    for actor, action in state.history:
        if action.verb == "play" and action.card == card:
            return {actor}
    return {
        place.owner
        for places in _views(state, seat)
        for place in places
        if card in place.cards and place.room and _fits(_with_card(places, place, card))
    }


def _views(state: State, seat: int) -> Iterator[list[Place]]:
    """All that the seat cannot see, and what may be where: one view for each way to count proved numbers of cards."""
    cards = state.cards
    others = [other for other in range(state.game.players) if other != seat]
    heaps = [heap for other in others if (heap := cards.aside[other])]
    hidden = _union([state.hands[other] for other in others] + heaps)
    hands = _proved(state)
    elsewhere = _union([hand.held for hand in hands])
    ways = [[[Place(None, hidden - elsewhere, len(heap))]] for heap in heaps]
    for other in others:
        hand = hands[other]
        may_hold = hidden - hand.missing - (elsewhere - hand.held)
        ways.append(list(_counted(Place(other, may_hold, len(state.hands[other])), hand.counts)))
    for chosen in product(*ways):
        yield [place for places in chosen for place in places]


def _counted(place: Place, counts: Mapping[CardSet, range]) -> Iterator[list[Place]]:
    """The ways to divide a hand into places, each for cards of which there are so many."""
    for numbers in product(*counts.values()):
        owner, cards, room = place
        parts: list[Place] = []
        for lane, number in zip(counts, numbers, strict=True):
            parts.append(Place(owner, cards & lane, number))
            cards, room = cards - lane, room - number
        if room >= 0:
            yield [*parts, Place(owner, cards, room)]


class Hand:
    """What is proved of one hand."""

    def __init__(self, nothing: CardSet) -> None:
        self.held = self.missing = nothing
        self.counts: dict[CardSet, range] = {}

    def add(self, fact: Fact, played: CardSet) -> None:
        """A fact, and the cards played since from the hand of which it is."""
        if not fact.most:
            self.missing |= fact.cards
        elif fact.least == len(fact.cards):
            self.held |= fact.cards
        else:
            gone = len(fact.cards & played)
            numbers = self.counts.get(fact.cards, range(fact.most + 1))
            least, most = max(fact.least - gone, 0), fact.most - gone
            self.counts[fact.cards] = range(max(numbers.start, least), min(numbers.stop, most + 1))


def _proved(state: State) -> list[Hand]:
    """What is proved of each hand."""
    pack, history = state.game.pack, state.history
    hands = [Hand(CardSet((), pack)) for _ in state.hands]
    for fact in facts(state):
        if fact.kind == "has":
            since = [a.card for seat, a in history[fact.after + 1 :] if seat == fact.seat and a.verb == "play"]
            hands[fact.seat].add(fact, CardSet([card for card in since if card is not None], pack))
    return hands


def _union(sets: Sequence[CardSet]) -> CardSet:
    first, *rest = sets
    for cards in rest:
        first |= cards
    return first


def _with_card(places: Sequence[Place], chosen: Place, card: Card) -> list[Place]:
    """The places once the card is in the chosen one."""
    return [place._replace(cards=place.cards - card, room=place.room - (place is chosen)) for place in places]


def _fits(places: Sequence[Place]) -> bool:
    """Whether the hidden cards can be shared out: no set of places is the only one for more cards than it has room."""
    hidden = _union([place.cards for place in places])
    for chosen in range(1 << len(places)):
        only, room = hidden, 0
        for number, (_, cards, size) in enumerate(places):
            if chosen >> number & 1:
                room += size
            else:
                only = only - cards
        if len(only) > room:
            return False
    return True
