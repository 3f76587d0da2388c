"""The auction: whose turn it is, the bid that stands, and when it is over.

What a bid is, and which calls are open, is the game's. A game asks `Auction.won`, `Auction.all_passed` or
`Auction.calls` after each call whether the auction is over by its rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from trickcore.exchange import Cards

__all__ = ["Auction"]

Bid = TypeVar("Bid")


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
        return cls(cards, dealer, (dealer + 1) % len(cards.hands))

    def passed(self) -> Auction[Bid]:
        """After the actor's pass."""
        cards, dealer, actor, bid, holder, silent, calls, _ = self
        actor = (actor + 1) % len(cards.hands)
        if actor == holder:
            actor = (actor + 1) % len(cards.hands)
        return Auction(cards, dealer, actor, bid, holder, silent + 1, calls + 1)

    def raised(self, bid: Bid) -> Auction[Bid]:
        """After the actor's bid."""
        cards, dealer, actor, _, _, _, calls, _ = self
        return Auction(cards, dealer, (actor + 1) % len(cards.hands), bid, actor, 0, calls + 1)

    def settled(self, bid: Bid, holder: int) -> Auction[Bid]:
        """After a call of the actor's by which ``holder`` holds the bid; the seat after the actor speaks next."""
        return self.raised(bid) if holder == self.actor else self.passed()._replace(bid=bid, silent=0)

    def won(self) -> bool:
        """Whether all but the holder of a bid have passed in a row."""
        return self.holder is not None and self.silent >= len(self.cards.hands) - 1

    def all_passed(self, rounds: int = 1) -> bool:
        """Whether so many rounds have gone by without a bid."""
        return self.holder is None and self.silent >= rounds * len(self.cards.hands)
