"""The auction: whose turn it is, the bid that stands, and when it is over.

What a bid is, and which calls are open, is the game's. After each call a game asks `Auction.ended`, or counts
`Auction.calls`, to know whether the auction is over by its rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from trickcore.exchange import Cards

__all__ = ["Auction"]

Bid = TypeVar("Bid")

_made = tuple.__new__
"""Makes a named tuple without the detour of its constructor: calls are made by the million in random play."""


class Auction(NamedTuple, Generic[Bid]):
    """A moment of an auction. Every method returns a new one and leaves this as it is."""

    cards: Cards
    dealer: int
    actor: int
    """The seat to speak."""
    bid: Bid | None = None
    """The bid that stands, in the game's own terms."""
    holder: int | None = None
    """Whose it is."""
    silent: int = 0
    """How many seats have passed in a row since the last bid, or from the start."""
    calls: int = 0
    """How often a seat has spoken."""
    phase: str = "auction"

    @classmethod
    def opening(cls, cards: Cards, dealer: int) -> Auction[Bid]:
        """Before the first call, which is eldest's."""
        return _made(cls, (cards, dealer, (dealer + 1) % len(cards.hands), None, None, 0, 0, "auction"))

    def passed(self) -> Auction[Bid]:
        """After the actor's pass."""
        cards, dealer, actor, bid, holder, silent, calls, phase = self
        seats = len(cards.hands)
        actor = (actor + 1) % seats
        if actor == holder:
            actor = (actor + 1) % seats
        return _made(Auction, (cards, dealer, actor, bid, holder, silent + 1, calls + 1, phase))

    def raised(self, bid: Bid) -> Auction[Bid]:
        """After the actor's bid."""
        cards, dealer, actor, _, _, _, calls, phase = self
        return _made(Auction, (cards, dealer, (actor + 1) % len(cards.hands), bid, actor, 0, calls + 1, phase))

    def settled(self, bid: Bid, holder: int) -> Auction[Bid]:
        """After a call of the actor's by which ``holder`` holds the bid; the seat after the actor speaks next."""
        if holder == self.actor:
            return self.raised(bid)
        cards, dealer, actor, _, _, _, calls, phase = self.passed()
        return _made(Auction, (cards, dealer, actor, bid, holder, 0, calls, phase))

    def ended(self, rounds: int = 1) -> bool:
        """Whether all but the holder of a bid have passed in a row, or so many rounds went by without a bid."""
        seats = len(self.cards.hands)
        return self.silent >= (rounds * seats if self.holder is None else seats - 1)
