"""What the public actions of a deal prove of the hands: what anybody who knows the rules can conclude.

A play proves what the hand that made it had not: a card that would have had to be played instead. The rest is the
games': a marriage shows its other card, a raise the called card. Nothing here depends on a hidden card except through
what is thereby public, so the facts are the same for all seats and for all deals that look the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickcore._core import CardSet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickcore._core import Card, State
    from trickcore.game import Game, Proof

__all__ = ["Fact", "facts", "voids"]


class Fact(NamedTuple):
    """One thing that is proved of a seat's hand."""

    after: int
    """The number of the action that proves it; the fact is of the hand after that action."""
    seat: int
    kind: str
    """``"has"``: it has at least and at most so many of the cards. ``"gave"``: it gave one of them, or had none."""
    cards: CardSet
    least: int
    most: int


def facts(state: State) -> list[Fact]:
    """All that the actions so far prove, in the order of the actions; nothing twice, nothing of cards played before."""
    return list(_Proving(state).all())


def voids(state: State, proved: list[Fact]) -> list[list[str]]:
    """For each seat the suits of the lanes of which it is proved to have no card left; none before the play."""
    plan = getattr(state.value, "plan", None)
    pack = state.game.pack
    found: list[list[str]] = [[] for _ in state.hands]
    if plan is None:
        return found
    played = CardSet([action.card for _, action in state.history if action.verb == "play" and action.card], pack)
    for seat, suits in enumerate(found):
        gone = played
        for fact in proved:
            if fact.seat == seat and fact.kind == "has" and not fact.most:
                gone |= fact.cards
        lanes = {
            suit: plan.trump_lane if suit == plan.trump else plan.lane(f"{suit}{pack.ranks[-1]}") for suit in pack.suits
        }
        suits += [suit for suit, lane in lanes.items() if lane <= gone]
    return found


class _Proving:
    """Goes through the actions of a deal."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.pack = state.game.pack
        nothing = CardSet((), self.pack)
        self.lacking = [nothing] * state.game.players
        self.played = nothing
        self.led = False

    def all(self) -> Iterator[Fact]:
        """Every fact."""
        state, game, pack = self.state, self.state.game, self.pack.cards
        contract, plan = state.contract, getattr(state.value, "plan", None)
        history = state.history
        trick: list[Card] = []
        opened = plan is None
        for number, (seat, action) in enumerate(history):
            card = action.card if action.verb == "play" else None
            if card is not None and plan is not None:
                if not opened:
                    yield from self._moment(number - 1)
                    opened = True
                self.played |= card
                yield from self._lacks(number, seat, pack - plan.may_hold(trick, card))
                trick.append(card)
                if len(trick) == game.players - len(plan.out):
                    trick.clear()
                if not self.led:
                    self.led = True
                    for shown, proof in game.opened(state):
                        yield from self._proof(number, shown, proof)
            if (proof := game.proof(contract, seat, action)) is not None:
                yield from self._proof(number, seat, proof)
        if not opened or plan is None:
            yield from self._moment(len(history) - 1)

    def _moment(self, number: int) -> Iterator[Fact]:
        game: Game = self.state.game
        for seat, proof in game.proved(self.state):
            yield from self._proof(number, seat, proof)

    def _lacks(self, number: int, seat: int, cards: CardSet) -> Iterator[Fact]:
        new = cards - self.lacking[seat] - self.played
        if new:
            self.lacking[seat] |= new
            yield Fact(number, seat, "has", new, 0, 0)

    def _proof(self, number: int, seat: int, proof: Proof) -> Iterator[Fact]:
        held = CardSet(proof.held, self.pack)
        if held:
            yield Fact(number, seat, "has", held, len(held), len(held))
        yield from self._lacks(number, seat, CardSet(proof.missing, self.pack))
        if proof.counted is not None:
            cards, least, most = proof.counted
            yield Fact(number, seat, "has", cards, least, most)
        if proof.gave is not None:
            yield Fact(number, seat, "gave", proof.gave, 0, 1)
