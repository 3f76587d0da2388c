"""What is drawn: worlds in a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, overload

from trickcore._core import Deal, deals_of
from trickcore.worlds.masks import cards_of

if TYPE_CHECKING:
    from trickcore._core import State
    from trickcore.worlds.masks import Masks
    from trickcore.worlds.reading import Seen

__all__ = ["Worlds"]


class Worlds(Sequence[Deal]):
    """Worlds in a row: each is a `Deal`, and with it the cards put aside and given unseen."""

    def __init__(self, seen: Seen, total: int, deals: Masks, heaps: Masks, gifts: Masks) -> None:
        self._seen = seen
        self.total = total
        """How many worlds fit in all."""
        self._masks = deals
        self._heaps = heaps
        self._gifts = gifts
        self._deals: list[Deal] | None = None

    @property
    def masks(self) -> Masks:
        """The cards as masks, shape (n, columns): batches of seat 0, of seat 1 …, then the talon, if there is one."""
        return self._masks

    @property
    def deals(self) -> list[Deal]:
        """All deals."""
        if self._deals is None:
            self._deals = deals_of(self._seen.game.layout, self._masks)
        return self._deals

    def __len__(self) -> int:
        return len(self._masks)

    @overload
    def __getitem__(self, index: int) -> Deal: ...
    @overload
    def __getitem__(self, index: slice) -> list[Deal]: ...
    def __getitem__(self, index: int | slice) -> Deal | list[Deal]:
        return self.deals[index]

    def __repr__(self) -> str:
        return f"<{len(self)} worlds of {self.total:,} that fit>"

    def state(self, index: int) -> State:
        """The deal in progress as it is in one world: the same actions, with the unseen cards of that world."""
        seen = self._seen
        state: State = seen.game.start(self.deals[index], seen.dealer, **seen.terms)
        heaps = [cards_of(int(mask), seen.game) for mask in self._heaps[index]]
        gifts = {gift.after: mask for gift, mask in zip(seen.gifts, self._gifts[index], strict=True)}
        for number, (seat, text) in enumerate(seen.actions):
            if text == "discard ?":
                text = f"discard {next(heaps[seat])}"
            elif text == "give ?":
                text = f"give {next(cards_of(int(gifts[number]), seen.game))}"
            state.apply(text)
        return state

    def states(self) -> list[State]:
        """`state` of every world."""
        return [self.state(index) for index in range(len(self))]
