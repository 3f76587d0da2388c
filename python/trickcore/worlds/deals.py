"""From what is in each place to deals: everything that moved goes back to where it came from."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Any

from trickcore._core import split_cards
from trickcore.worlds.masks import mask_of
from trickcore.worlds.placing import Place
from trickcore.worlds.result import Worlds

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickcore.worlds.masks import Masks
    from trickcore.worlds.placing import Placing
    from trickcore.worlds.reading import Gift, Seen

__all__ = ["complete", "opened"]


def complete(placing: Placing, places: Sequence[Place], total: int, drawn: Masks, seed: int) -> Worlds:
    """Deals from what is in each place: everything that moved goes back to where it came from."""
    import numpy as np

    seen, n = placing.seen, len(drawn)
    column = {place: drawn[:, number] for number, place in enumerate(places)}

    def all_of(kind: str, seat: int) -> Masks:
        found = np.full(n, placing.known.get(Place(kind, seat), 0), np.uint64)
        for place, cards in column.items():
            gift = seen.gifts[place.owner] if place.kind == "gift" else None
            home = ("aside" if place.part == 1 else "hand", gift.receiver) if gift else (place.kind, place.owner)
            if home == (kind, seat):
                found |= cards
        return found

    hands = [all_of("hand", seat) for seat in range(seen.game.players)]
    heaps = [all_of("aside", seat) for seat in range(seen.game.players)]
    gifts = [_gift(number, gift, column, n) for number, gift in enumerate(seen.gifts)]
    dealt = [hand | heap for hand, heap in zip(hands, heaps, strict=True)]
    for gift, card in reversed(list(zip(seen.gifts, gifts, strict=True))):
        dealt[gift.receiver] &= ~card
        dealt[gift.giver] |= card
    talon = all_of("talon", 0)
    if seen.taker is not None:
        talon, ways = _talon(seen, dealt, seed)
        dealt[seen.taker] &= ~talon
        total *= ways
    columns: list[Masks] = []
    for seat in range(seen.game.players):
        batches, ways = _batches(seen, dealt[seat], all_of("later", 0), seat, seed)
        columns += batches
        total *= ways
    if seen.game.layout.talon:
        columns.append(talon)
    gift_masks = np.stack(gifts, 1) if gifts else np.zeros((n, 0), np.uint64)
    return Worlds(seen, total, np.stack(columns, 1), np.stack(heaps, 1), gift_masks)


def _gift(number: int, gift: Gift, column: Mapping[Place, Masks], n: int) -> Masks:
    import numpy as np

    found = np.full(n, gift.card, np.uint64)
    for part in (-1, 1):
        found |= column.get(Place("gift", number, part), np.uint64(0))
    return found


def _talon(seen: Seen, dealt: Sequence[Masks], seed: int) -> tuple[Masks, int]:
    """The talon that somebody took: the one that was seen, or any of the taker's cards."""
    import numpy as np

    assert seen.taker is not None
    if seen.talon:
        return np.full(len(dealt[0]), seen.talon, np.uint64), 1
    size, hand = seen.game.layout.talon, sum(seen.game.layout.batches)
    return split_cards(dealt[seen.taker], [size], seed, 0)[:, 0].copy(), comb(hand + size, size)


def _batches(seen: Seen, dealt: Masks, later: Masks, seat: int, seed: int) -> tuple[list[Masks], int]:
    """A hand as it was dealt, batch by batch."""
    import numpy as np

    sizes = seen.game.layout.batches
    if seat == seen.seat:
        known = [np.full(len(dealt), batch, np.uint64) for batch in seen.batches]
        sizes, dealt = sizes[len(known) :], later
    else:
        known = []
    if len(sizes) < 2:
        return [*known, dealt][: len(seen.game.layout.batches)], 1
    left, ways = sum(sizes), 1
    for size in sizes:
        ways *= comb(left, size)
        left -= size
    parts = split_cards(np.ascontiguousarray(dealt), list(sizes), seed, 1 + seat)
    return [*known, *(parts[:, number] for number in range(len(sizes)))], ways


def opened(seen: Seen, shown: Mapping[str, Any], n: int) -> Worlds:
    """The one world that there is when the deal is over."""
    import numpy as np

    game = seen.game
    row = [mask_of(batch, game) for batches in shown["hands"] for batch in batches]
    row += [mask_of(shown["talon"], game)] if game.layout.talon else []
    heaps = [mask_of(heap, game) for heap in shown["aside"]]
    gifts = [gift.card for gift in seen.gifts]
    tables = [np.tile(np.array(masks, np.uint64), (n, 1)) for masks in (row, heaps, gifts)]
    return Worlds(seen, 1, *tables)
