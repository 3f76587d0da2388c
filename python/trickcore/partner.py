"""Who is the bidder's partner, as far as one seat can tell.

The holder of the called card knows from the call on. For the others it is settled once it is proved by what they may
see: the cards played, what was said, and what the duties of play forbid. Nothing here depends on a hidden card except
through what is thereby public, so the answer is the same for all deals that look the same to the seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from trickcore._core import CardSet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickcore._core import Card, Plan, State
    from trickcore.game import Game

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
    places = _places(state, seat)
    return {place.owner for place in places if card in place.cards and _fits(_with_card(places, place, card))}


def _places(state: State, seat: int) -> list[Place]:
    """All that the seat cannot see, and what may be where."""
    cards = state.cards
    others = [other for other in range(state.game.players) if other != seat]
    heaps = [heap for other in others if (heap := cards.aside[other])]
    hidden = _union([state.hands[other] for other in others] + heaps)
    held, missing = _proved(state)
    places = [Place(None, hidden, len(heap)) for heap in heaps]
    places += [Place(other, hidden - missing[other], len(state.hands[other])) for other in others]
    return [place._replace(cards=place.cards - _elsewhere(held, place.owner)) for place in places]


def _proved(state: State) -> tuple[list[CardSet], list[CardSet]]:
    """For each seat the cards that were proved to be in its hand, and those that cannot be in it."""
    game: Game = state.game
    contract = state.contract
    plan: Plan | None = getattr(state.value, "plan", None)
    nothing = CardSet((), game.pack)
    held, missing = [nothing] * game.players, [nothing] * game.players
    trick: list[Card] = []
    for actor, action in state.history:
        if (proof := game.proof(contract, action)) is not None:
            held[actor] |= CardSet(proof.held, game.pack)
            missing[actor] |= CardSet(proof.missing, game.pack)
        if action.verb == "play" and action.card is not None and plan is not None:
            missing[actor] |= game.pack.cards - plan.may_hold(trick, action.card)
            trick.append(action.card)
            if len(trick) == game.players - len(plan.out):
                trick.clear()
    return held, missing


def _elsewhere(held: Sequence[CardSet], owner: int | None) -> CardSet:
    """The cards that are proved to be in another hand."""
    return _union([cards for seat, cards in enumerate(held) if seat != owner])


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
