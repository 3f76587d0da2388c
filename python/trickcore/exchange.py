"""The cards of a deal before play, and what moves them: the talon, cards put aside, cards given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from trickcore._core import Card, CardSet, Deal

__all__ = ["Cards", "Gift", "PuttingAside"]

_made = tuple.__new__
"""Makes a named tuple of all its fields, without the cost of its own constructor."""


class Gift(NamedTuple):
    """A card that went from one hand to another."""

    giver: int
    receiver: int
    card: Card


class Cards(NamedTuple):
    """Where the cards are. Every method returns new cards and leaves these as they are."""

    hands: tuple[CardSet, ...]
    """What each seat holds."""
    talon: CardSet
    """The talon, as long as nobody has taken it."""
    aside: tuple[CardSet, ...]
    """What each seat has put aside."""
    gifts: tuple[Gift, ...] = ()
    """The cards given from hand to hand, in order."""

    @classmethod
    def of(cls, deal: Deal) -> Cards:
        """The cards as dealt."""
        hands, talon = deal.hands, deal.talon
        return _made(cls, (hands, talon, (talon - talon,) * len(hands), ()))

    @classmethod
    def of_batch(cls, deal: Deal, batch: int) -> Cards:
        """The cards while only one batch of each hand is dealt."""
        hands, talon = tuple(batches[batch] for batches in deal.batches), deal.talon
        return _made(cls, (hands, talon, (talon - talon,) * len(hands), ()))

    def take_talon(self, seat: int) -> Cards:
        """The seat takes the talon into its hand."""
        hands = _replaced(self.hands, seat, self.hands[seat] | self.talon)
        return Cards(hands, self.talon - self.talon, self.aside, self.gifts)

    def put_aside(self, seat: int, card: Card) -> Cards:
        """The seat puts a card of its hand aside."""
        hands, talon, aside, gifts = self
        hands = _replaced(hands, seat, hands[seat] - card)
        return _made(Cards, (hands, talon, _replaced(aside, seat, aside[seat] | card), gifts))

    def give(self, giver: int, receiver: int, card: Card) -> Cards:
        """A card goes from the giver's hand to the receiver's."""
        hands = _replaced(self.hands, giver, self.hands[giver] - card)
        hands = _replaced(hands, receiver, hands[receiver] | card)
        return Cards(hands, self.talon, self.aside, (*self.gifts, Gift(giver, receiver, card)))

    def holder(self, card: Card) -> int | None:
        """The seat with this card in its hand, if there is one."""
        for seat, hand in enumerate(self.hands):
            if card in hand:
                return seat
        return None


class PuttingAside(NamedTuple):
    """A seat is putting cards of its hand aside, one at a time."""

    cards: Cards
    actor: int
    contract: Any
    """The contract as far as it is known."""
    left: int
    """How many cards are still to be put aside."""
    phase: str = "exchange"

    def put(self, card: Card) -> PuttingAside:
        """After one more card."""
        cards, actor, contract, left, phase = self
        return _made(PuttingAside, (cards.put_aside(actor, card), actor, contract, left - 1, phase))


def _replaced(sets: tuple[CardSet, ...], seat: int, new: CardSet) -> tuple[CardSet, ...]:
    return (*sets[:seat], new, *sets[seat + 1 :])
