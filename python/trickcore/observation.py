"""What one seat may know of a deal: a dictionary ready for JSON, without a hidden card in it.

Layout, version 1. Cards are texts (``"SA"``) in the order of the pack unless another order is said.

=============  ========================================================================================================
``version``    of this layout
``game``       its name; ``game_version`` and ``options`` with it
``seat``       whose view this is
``dealer``     a seat
``terms``      what else was given with the deal, by name; only in games that have such terms
``phase``      ``"auction"``, ``"call"``, ``"exchange"``, ``"play"`` or ``"done"``
``actor``      the seat to decide, ``None`` once done
``dealt``      this seat's cards as dealt so far, a list for each batch
``hand``       what it holds now
``sizes``      how many cards each seat holds now
``given``      cards it gave: ``{"card", "to"}``, in order
``received``   cards it was given: ``{"card", "from"}``, in order
``gifts``      every card given, in order: ``{"from", "to", "card", "after"}``; the card ``None`` if this seat cannot
               know it, ``after`` the number of the action with which it was given
``aside``      cards it put aside
``heaps``      how many cards each seat has put aside
``talon``      the talon as dealt, if this seat has seen it, else ``None``
``shown``      the cards that were shown to all: a talon, or a dummy as it was dealt
``taker``      the seat that took the talon into its hand, else ``None``
``actions``    ``[seat, text]`` of every action, of a dummy's card with the dummy's seat; of cards put aside or given by
               others only ``discard ?``, ``give ?``
``trick``      ``[seat, card]`` of the trick in progress, in the order of play
``tricks``     tricks won by each seat so far
``points``     points won by each seat so far; cards put aside are in it once done
``contract``   what all may know of the contract, by the game, or ``None``
``said``       ``[seat, text]`` of the announcements of the first trick
``partner``    the bidder's partner: a seat, ``"none"`` if the bidder is known to be alone, ``None`` if not known
``facts``      all that the actions prove of the hands: ``{"after", "seat", "kind", "cards", "least", "most"}``. After
               action number ``after`` the hand had (``"has"``) at least and at most so many of the cards; or
               (``"gave"``) it gave one of them, or had none left. Cards played before are not in it
``voids``      for each seat the suits of which it is proved to have none left; a trump lane goes by its suit
``legal``      the texts of the legal actions, if it is this seat's turn, else empty
``void``       whether the deal is void
``payoffs``    what each seat gains, once done, else ``None``
``open``       once done: ``hands`` (each seat's batches as dealt), ``talon``, ``aside`` of each seat and all ``gifts``
               (``{"from", "to", "card"}``); else ``None``
=============  ========================================================================================================
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickcore.facts import facts, voids
from trickcore.partner import partner_known_to

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from trickcore._core import Card, State
    from trickcore.exchange import Cards

__all__ = ["VERSION", "left_open", "observe", "played"]

VERSION = 1

_ANNOUNCED = ("raise", "contra", "declare")
_FACE_DOWN = ("discard", "give")


def observe(state: State, seat: int) -> dict[str, Any]:
    """What the seat may know; see the module for the layout."""
    game, deal, contract, cards = state.game, state.deal, state.contract, state.cards
    saw_talon = () if contract is None else game.saw_talon(contract)
    actor, done, hands = state.actor, state.done, state.hands
    proved = facts(state)
    return {
        "version": VERSION,
        "game": game.name,
        "game_version": game.version,
        "options": dict(game.options),
        "seat": seat,
        "dealer": state.dealer,
        **({"terms": state.terms} if game.term_specs else {}),
        "phase": state.phase,
        "actor": actor,
        "dealt": [_texts(batch) for batch in deal.batches[seat][: game.batches_dealt(state)]],
        "hand": _texts(hands[seat]),
        "sizes": [len(hand) for hand in hands],
        "given": [{"card": str(gift.card), "to": gift.receiver} for gift in cards.gifts if gift.giver == seat],
        "received": [{"card": str(gift.card), "from": gift.giver} for gift in cards.gifts if gift.receiver == seat],
        "gifts": _gifts(state, seat),
        "aside": _texts(cards.aside[seat]),
        "heaps": [len(heap) for heap in cards.aside],
        "talon": _texts(deal.talon) if deal.talon and seat in saw_talon else None,
        "shown": _texts(game.shown(state)),
        "taker": _taker(state),
        "actions": _actions(state, seat),
        "trick": [[player, str(card)] for player, card in state.trick],
        "tricks": list(state.tricks),
        "points": list(state.points),
        "contract": None if contract is None else contract.public(),
        "said": [[player, action.text] for player, action in state.history if action.verb in _ANNOUNCED],
        "partner": partner_known_to(state, seat),
        "facts": [fact._asdict() | {"cards": _texts(fact.cards)} for fact in proved],
        "voids": voids(state, proved),
        "legal": [action.text for action in state.legal_actions()] if actor == seat else [],
        "void": state.void,
        "payoffs": None if state.payoffs is None else list(state.payoffs),
        "open": _opened(state) if done else None,
    }


def played(seen: Mapping[str, Any]) -> list[str]:
    """The cards that an observation saw played, first to last."""
    return [text.split()[1] for _, text in seen["actions"] if text.startswith("play ")]


def left_open(seen: Mapping[str, Any]) -> list[str]:
    """The cards that lie open to all and are not played yet."""
    gone = set(played(seen))
    return [text for text in seen["shown"] if text not in gone]


def _texts(cards: Iterable[Card]) -> list[str]:
    return list(map(str, cards))


def _actions(state: State, seat: int) -> list[list[int | str]]:
    """Every action as this seat saw it."""
    known = {(gift.giver, gift.card) for gift in state.cards.gifts if gift.receiver == seat}
    return [
        [actor, f"{action.verb} ?"]
        if action.verb in _FACE_DOWN and actor != seat and not state.done and (actor, action.card) not in known
        else [actor, action.text]
        for actor, action in state.history
    ]


def _gifts(state: State, seat: int) -> list[dict[str, Any]]:
    """Every card given, as this seat saw it: openly, or face down with an action that names it."""
    cards: Cards = state.cards
    named = {
        (actor, action.card): number for number, (actor, action) in enumerate(state.history) if action.verb == "give"
    }
    moved = [number for number, (_, action) in enumerate(state.history) if action.verb in (*_FACE_DOWN, "play")]
    before = (min(moved) if moved else len(state.history)) - 1
    return [
        {
            "from": giver,
            "to": receiver,
            "card": str(card) if seat in (giver, receiver) or (giver, card) not in named or state.done else None,
            "after": named.get((giver, card), before),
        }
        for giver, receiver, card in cards.gifts
    ]


def _taker(state: State) -> int | None:
    """The seat that took the talon: that of one of its cards before play, or the first to give that card."""
    deal, cards = state.deal, state.value.cards
    if not deal.talon or cards.talon:
        return None
    card = next(iter(deal.talon))
    first: list[int] = [gift.giver for gift in cards.gifts if gift.card == card]
    first += [seat for seat, hand in enumerate(cards.hands) if card in hand | cards.aside[seat]]
    return first[0]


def _opened(state: State) -> dict[str, Any]:
    cards: Cards = state.cards
    return {
        "hands": [[_texts(batch) for batch in batches] for batches in state.deal.batches],
        "talon": _texts(state.deal.talon),
        "aside": [_texts(heap) for heap in cards.aside],
        "gifts": [{"from": giver, "to": receiver, "card": str(card)} for giver, receiver, card in cards.gifts],
    }
