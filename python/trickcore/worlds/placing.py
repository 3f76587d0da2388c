"""The places where unseen cards may be, and what counts and draws the ways to fill them."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from trickcore._core import WorldSampler
from trickcore.errors import IllegalDeal
from trickcore.worlds.masks import bits, cards_of, union

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from trickcore.worlds.reading import Fact, Seen

__all__ = ["Place", "Placing"]

_MOST_CASES = 4096


class Place(NamedTuple):
    """Where cards may be: ``hand``, ``aside``, ``gift``, ``talon`` or ``later`` (cards not dealt yet)."""

    kind: str
    owner: int = 0
    """A seat; the number of the gift."""
    part: int = -1
    """Of a hand: which cards of it, if their number is known. Of a gift: 1 if it was put aside."""


class Case(NamedTuple):
    """How things may stand: what became of each unseen gift, and how many cards of which kind each hand has."""

    aside: tuple[bool, ...]
    """For each unseen gift whether it was put aside."""
    wished: tuple[int, ...]
    """For each unseen gift the cards that it may be."""
    without: tuple[int, ...]
    """For each seat cards that it cannot have, if this is the case."""
    counts: tuple[tuple[int, ...], ...]
    """For each seat how many cards of each of its parts it has."""


class Placing:
    """All that is to be placed, and where it may be."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        game = self.game = seen.game
        self.me = seen.seat
        self.seats = range(game.players)
        self.others = [seat for seat in self.seats if seat != seen.seat]
        self.pack = game.pack.cards.mask
        self.undealt = sum(game.layout.batches[len(seen.batches) :])
        self.unseen = [number for number, gift in enumerate(seen.gifts) if not gift.card]
        self.own = seen.hand | union(seen.played[self.me])
        left = 0 if seen.taker is not None else seen.talon
        self.known = {Place("hand", self.me): self.own, Place("aside", self.me): seen.aside, Place("talon"): left}
        self.origin = self._origins()
        self.owner = {card: seat for seat in self.others for card in seen.played[seat]}

    def _origins(self) -> dict[int, int]:
        """Cards of which it is known which other seat had them last: a talon that was shown, cards given openly."""
        seen, origin = self.seen, dict[int, int]()
        if seen.taker not in (None, self.me):
            origin = dict.fromkeys(bits(seen.talon), seen.taker)
        for gift in seen.gifts:
            if gift.card:
                origin[gift.card] = gift.receiver
        return {card: seat for card, seat in origin.items() if seat != self.me}

    # Facts

    def _lacks(self, facts: Sequence[Fact], seat: int, since: int = -1) -> int:
        """The cards that a seat has not, by facts of a time."""
        found = 0
        for fact in facts:
            if fact.seat == seat and fact.kind == "has" and not fact.most and fact.after >= since:
                found |= fact.cards & ~self._played_by(fact.after)
        return found

    def _played_by(self, after: int) -> int:
        return union(card for played in self.seen.played for card, number in played.items() if number <= after)

    def _holds(self, facts: Sequence[Fact], seat: int) -> int:
        return union(f.cards for f in facts if f.seat == seat and f.kind == "has" and f.least == f.cards.bit_count())

    def _parts(self, facts: Sequence[Fact], seat: int) -> tuple[list[int], list[tuple[int, ...]]]:
        """The kinds of unplayed cards whose number in a hand is known to be one of some, and these numbers."""
        asked: list[tuple[int, int, int]] = []
        for fact in facts:
            _, _, what, cards, least, most = fact
            if fact.seat != seat or what != "has" or not most or least == cards.bit_count():
                continue
            later = sum(bool(card & cards) and number > fact.after for card, number in self.seen.played[seat].items())
            unplayed = cards & ~union(card for played in self.seen.played for card in played)
            asked.append((unplayed, least - later, most - later))
        kinds: dict[tuple[bool, ...], int] = {}
        for card in bits(union(cards for cards, _, _ in asked)):
            kind = tuple(bool(card & cards) for cards, _, _ in asked)
            kinds[kind] = kinds.get(kind, 0) | card
        room = self.seen.sizes[seat] + self.undealt
        _few(prod(min(cards.bit_count(), room) + 1 for cards in kinds.values()))
        ways = [
            numbers
            for numbers in product(*(range(min(cards.bit_count(), room) + 1) for cards in kinds.values()))
            if all(
                least <= sum(number for kind, number in zip(kinds, numbers, strict=True) if kind[place]) <= most
                for place, (_, least, most) in enumerate(asked)
            )
        ]
        return list(kinds.values()), ways

    # Cases

    def _cases(self, facts: Sequence[Fact], parts: Sequence[list[tuple[int, ...]]]) -> Iterator[Case]:
        _few(prod(map(len, parts)) << 2 * len(self.unseen))
        fates = [(False, True) if self._may_be_put_aside(number) else (False,) for number in self.unseen]
        wishes = [self._wishes(facts, number) for number in self.unseen]
        known = self._known_wishes(facts)
        for aside in product(*fates):
            for chosen in product(*wishes):
                without = list(known)
                for number, (_, lacking) in zip(self.unseen, chosen, strict=True):
                    without[self.seen.gifts[number].giver] |= lacking
                for counts in product(*parts):
                    yield Case(aside, tuple(cards for cards, _ in chosen), tuple(without), counts)

    def _may_be_put_aside(self, number: int) -> bool:
        gift = self.seen.gifts[number]
        later = self.seen.actions[gift.after + 1 :]
        return any(seat == gift.receiver and text.startswith("discard") for seat, text in later)

    def _wishes(self, facts: Sequence[Fact], number: int) -> list[tuple[int, int]]:
        """What an unseen gift may be, each with what the giver then has none of."""
        gift = self.seen.gifts[number]
        for fact in facts:
            if fact.kind == "gave" and (fact.seat, fact.after) == (gift.giver, gift.after):
                return [(fact.cards, 0), (self.pack & ~fact.cards, fact.cards)]
        return [(self.pack, 0)]

    def _known_wishes(self, facts: Sequence[Fact]) -> list[int]:
        """What each seat has none of, since it gave another card."""
        without = [0] * self.game.players
        for fact in (fact for fact in facts if fact.kind == "gave"):
            for gift in self.seen.gifts:
                if gift.card and (fact.seat, fact.after) == (gift.giver, gift.after) and not gift.card & fact.cards:
                    without[fact.seat] |= fact.cards
        return without

    def _rooms(self, case: Case) -> dict[Place, int]:
        """How many cards each place takes. The places of a gift are one for each part of the hand that it came into."""
        seen, rooms = self.seen, dict[Place, int]()
        for seat in self.others:
            rooms[Place("hand", seat)] = (
                seen.sizes[seat] + len(seen.played[seat]) + self.undealt - sum(case.counts[seat])
            )
            for part, number in enumerate(case.counts[seat]):
                rooms[Place("hand", seat, part)] = number
            rooms[Place("aside", seat)] = seen.heaps[seat]
        if seen.taker is None and not seen.talon:
            rooms[Place("talon")] = self.game.layout.talon
        rooms[Place("later")] = self.undealt
        return rooms

    def _gift_rooms(
        self, case: Case, parts: Sequence[list[int]]
    ) -> Iterator[tuple[dict[Place, int], dict[Place, Place]]]:
        """For each choice of the places that unseen gifts came into: the rooms, and these places by gift."""
        into = []
        for number, aside in zip(self.unseen, case.aside, strict=True):
            gift = self.seen.gifts[number]
            home = [Place("aside", gift.receiver)]
            if not aside:
                home = [Place("hand", gift.receiver, part) for part in range(-1, len(parts[gift.receiver]))]
            into.append([(Place("gift", number, 1 if aside else -1), place) for place in home])
        for chosen in product(*into):
            rooms = self._rooms(case)
            for gift_place, home_place in chosen:
                rooms[gift_place] = 1
                rooms[home_place] -= 1
            if min(rooms.values()) >= 0:
                yield rooms, dict(chosen)

    def _groups(self, may: Mapping[Place, int]) -> dict[frozenset[Place], int]:
        """The cards that are to be placed, by the places where they may be."""
        groups: dict[frozenset[Place], int] = {}
        for card in bits(self.pack & ~union(self.known.values())):
            places = frozenset(place for place, cards in may.items() if card & cards)
            groups[places] = groups.get(places, 0) | card
        return groups

    def _may(
        self,
        facts: Sequence[Fact],
        case: Case,
        place: Place,
        homes: Mapping[Place, Place],
        parts: Sequence[list[int]],
    ) -> int:
        """The cards that may be in a place."""
        seat, gift = place.owner, None
        held = place
        if place.kind == "gift":
            gift = self.seen.gifts[place.owner]
            seat, held = gift.receiver, homes[place]
        source = gift.giver if gift else seat if place.kind in ("hand", "aside") else None
        cards = self._may_come_from(source)
        cards &= self._may_be_played(seat if held.kind == "hand" else None)
        for other in self.others:
            if held.kind != "hand" or other != seat:
                cards &= ~self._holds(facts, other)
        if held.kind == "hand":
            cards &= ~self._lacks(facts, seat, gift.after if gift else -1)
            cards &= ~case.without[seat] if gift is None else self.pack
            cards &= parts[seat][held.part] if held.part >= 0 else ~union(parts[seat])
        if gift:
            cards &= case.wished[self.unseen.index(place.owner)]
        return cards

    def _may_come_from(self, seat: int | None) -> int:
        """The cards that a seat, or none of the seats, may have had."""
        elsewhere = union(card for card, origin in self.origin.items() if origin != seat)
        return self.pack & ~elsewhere

    def _may_be_played(self, seat: int | None) -> int:
        """The cards that nobody else has played."""
        return self.pack & ~union(card for card, owner in self.owner.items() if owner != seat)

    # Counting and drawing

    def _sampler(self, facts: Sequence[Fact]) -> tuple[list[Place], WorldSampler]:
        """What counts and draws the ways that fit these facts."""
        nothing: tuple[list[int], list[tuple[int, ...]]] = ([], [()])
        found = [nothing if seat == self.me else self._parts(facts, seat) for seat in self.seats]
        parts, ways = [kinds for kinds, _ in found], [ways for _, ways in found]
        built = []
        for case in self._cases(facts, ways):
            for rooms, homes in self._gift_rooms(case, parts):
                may = {place: self._may(facts, case, place, homes, parts) for place, room in rooms.items() if room}
                built.append((rooms, self._groups(may)))
                _few(len(built))
        places = list(dict.fromkeys(place for rooms, _ in built for place, room in rooms.items() if room))
        bits = {place: 1 << number for number, place in enumerate(places)}
        cases = [
            (
                [rooms.get(place, 0) for place in places],
                [(cards, sum(bits[place] for place in group)) for group, cards in groups.items()],
            )
            for rooms, groups in built
        ]
        return places, WorldSampler(cases)

    def checked(self, facts: Sequence[Fact]) -> tuple[list[Place], WorldSampler]:
        """The sampler, if there is any way."""
        try:
            found = self._sampler(facts)
        except IllegalDeal as error:
            if error.kind == "too_many":
                raise
            raise IllegalDeal(f"the cards do not add up: {error}", "contradiction", "sizes") from None
        if found[1].count:
            return found
        for number, fact in enumerate(facts):
            if not self._sampler(facts[: number + 1])[1].count:
                raise IllegalDeal(self._fault(fact), "contradiction", f"facts[{self.seen.facts.index(fact)}]")
        raise IllegalDeal("the cards that were seen do not fit any deal", "contradiction", "sizes")

    def _fault(self, fact: Fact) -> str:
        cards = " ".join(map(str, cards_of(fact.cards, self.game)))
        what = {
            "gave": f"gave one of {cards} or had none",
            "has": f"has none of {cards}" if not fact.most else f"has {fact.least} to {fact.most} of {cards}",
        }.get(fact.kind, fact.kind)
        by = self.seen.actions[fact.after][1] if 0 <= fact.after < len(self.seen.actions) else "the deal"
        shown_by = f"seat {fact.seat} {what}, shown by action {fact.after} ({by})"
        return f"no deal fits: {shown_by}, contradicts what was seen before"


def _few(cases: int) -> None:
    """Check that there are not too many cases."""
    if cases > _MOST_CASES:
        raise IllegalDeal("there are too many ways in which the facts may hold", "too_many", "facts")
