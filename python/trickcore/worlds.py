"""Worlds: complete deals that fit everything a seat knows, each as likely as another.

A seat's observation says where some cards are and what is proved of the hands. Here this becomes places with room for
so many cards, and for each card the places where it may be; the core counts all ways to fill them and draws from them
(``docs/worlds.md``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import comb, prod
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from trickcore._core import Card, CardSet, Deal, WorldSampler, deals_of, split_cards
from trickcore.errors import IllegalDeal, ParseError, TrickcoreError, UnknownOption, shown
from trickcore.games import game as game_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from trickcore._core import State
    from trickcore.game import Game, OptionValue

    Masks = NDArray[np.uint64]

__all__ = ["Worlds", "sample_worlds"]

_MOST_CASES = 4096
_MOST_WORLDS = 1_000_000
_SEEDS = 1 << 64


def sample_worlds(observation: Mapping[str, Any], n: int, seed: int | None = None) -> Worlds:
    """Draw ``n`` worlds that fit an observation (`State.observation`), uniformly from all that do.

    The same observation and seed give the same worlds, and a longer list begins with a shorter one; without a seed it
    is drawn from the system's entropy. `IllegalDeal` of kind ``"contradiction"`` if no deal fits: it says which fact
    cannot be. `ParseError` if this is no observation.

    >>> import trickcore as tc
    >>> state = tc.game("anrufen").new_deal(seed=7)
    >>> worlds = tc.sample_worlds(state.observation(1), 3, seed=1)
    >>> worlds.total == 17153136 and len(worlds) == 3
    True
    >>> all(world.hands[1] == state.hands[1] for world in worlds)
    True
    """
    if not isinstance(observation, Mapping):
        raise TypeError(f"an observation is a dict, not {type(observation).__name__}")
    _whole(n, "n", _MOST_WORLDS)
    if seed is None:
        seed = _entropy()
    _whole(seed, "seed", _SEEDS)
    seen = _seen(observation)
    return _Placing(seen).worlds(n, seed)


class Worlds(Sequence[Deal]):
    """Worlds in a row: each is a `Deal`, and with it the cards put aside and given unseen."""

    def __init__(self, seen: _Seen, total: int, deals: Masks, heaps: Masks, gifts: Masks) -> None:
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
        heaps = [_cards(int(mask), seen.game) for mask in self._heaps[index]]
        gifts = {gift.after: mask for gift, mask in zip(seen.gifts, self._gifts[index], strict=True)}
        for number, (seat, text) in enumerate(seen.actions):
            if text == "discard ?":
                text = f"discard {next(heaps[seat])}"
            elif text == "give ?":
                text = f"give {next(_cards(int(gifts[number]), seen.game))}"
            state.apply(text)
        return state

    def states(self) -> list[State]:
        """`state` of every world."""
        return [self.state(index) for index in range(len(self))]


# Reading an observation


class _Gift(NamedTuple):
    giver: int
    receiver: int
    card: int
    """The mask of the card, 0 if it is not known."""
    after: int


class _Fact(NamedTuple):
    after: int
    seat: int
    kind: str
    cards: int
    least: int
    most: int


class _Seen(NamedTuple):
    """An observation, its cards as masks."""

    game: Game
    seat: int
    dealer: int
    terms: dict[str, OptionValue]
    actions: list[tuple[int, str]]
    batches: list[int]
    """The seat's own cards as dealt so far."""
    hand: int
    aside: int
    sizes: list[int]
    heaps: list[int]
    gifts: list[_Gift]
    talon: int
    taker: int | None
    played: list[dict[int, int]]
    """For each seat the masks of its cards played, with the numbers of the actions."""
    facts: list[_Fact]
    open: Mapping[str, Any] | None


def _seen(observation: Mapping[str, Any]) -> _Seen:
    """Read an observation, which may come from anywhere."""
    try:
        game = game_of(observation["game"], **observation["options"])
        return _read(observation, game)
    except TrickcoreError as error:
        raise ParseError(f"this is no observation: {error}", "not_an_observation", error.part) from None
    except KeyError as error:
        raise ParseError(f"the observation has no {error}", "missing_key", error.args[0]) from None
    except (TypeError, ValueError, IndexError, AttributeError) as error:
        raise ParseError(f"this is no observation: {error}", "not_an_observation") from None


def _read(observation: Mapping[str, Any], game: Game) -> _Seen:
    seats = range(game.players)
    actions = [(seats[seat], str(text)) for seat, text in observation["actions"]]
    played: list[dict[int, int]] = [{} for _ in seats]
    for number, (seat, text) in enumerate(actions):
        if text.startswith("play "):
            played[seat][_mask([text.split()[1]], game)] = number
    gifts = [
        _Gift(
            seats[gift["from"]], seats[gift["to"]], _mask([gift["card"]] if gift["card"] else [], game), gift["after"]
        )
        for gift in observation["gifts"]
    ]
    facts = [
        _Fact(f["after"], seats[f["seat"]], f["kind"], _mask(f["cards"], game), f["least"], f["most"])
        for f in observation["facts"]
    ]
    for number in (n for fact in facts for n in (fact.after, fact.least, fact.most)):
        _of_int(number)
    sizes, heaps = ([_of_int(size) for size in observation[name]] for name in ("sizes", "heaps"))
    if (len(sizes), len(heaps)) != (game.players, game.players):
        raise ValueError(f"sizes and heaps are of {game.players} seats")
    taker = observation["taker"]
    return _Seen(
        game=game,
        seat=seats[observation["seat"]],
        dealer=game.seat(observation["dealer"], "dealer"),
        terms=game.read_terms(observation["terms"] if game.term_specs else {}),
        actions=actions,
        batches=[_mask(batch, game) for batch in observation["dealt"]],
        hand=_mask(observation["hand"], game),
        aside=_mask(observation["aside"], game),
        sizes=sizes,
        heaps=heaps,
        gifts=gifts,
        talon=_mask(observation["talon"] or [], game),
        taker=None if taker is None else seats[taker],
        played=played,
        facts=facts,
        open=observation["open"],
    )


def _of_int(value: Any) -> int:
    if type(value) is not int or not -1 <= value <= 1000:
        raise ValueError(f"{shown(value)} is no small whole number")
    return value


def _mask(texts: Sequence[str], game: Game) -> int:
    return CardSet([Card(text, game.pack) for text in texts], game.pack).mask


def _cards(mask: int, game: Game) -> Iterator[Card]:
    return iter(CardSet.from_mask(mask, game.pack))


# Places, cases


class _Place(NamedTuple):
    """Where cards may be: ``hand``, ``aside``, ``gift``, ``talon`` or ``later`` (cards not dealt yet)."""

    kind: str
    owner: int = 0
    """A seat; the number of the gift."""
    part: int = -1
    """Of a hand: which cards of it, if their number is known. Of a gift: 1 if it was put aside."""


class _Case(NamedTuple):
    """How things may stand: what became of each unseen gift, and how many cards of which kind each hand has."""

    aside: tuple[bool, ...]
    """For each unseen gift whether it was put aside."""
    wished: tuple[int, ...]
    """For each unseen gift the cards that it may be."""
    without: tuple[int, ...]
    """For each seat cards that it cannot have, if this is the case."""
    counts: tuple[tuple[int, ...], ...]
    """For each seat how many cards of each of its parts it has."""


class _Placing:
    """All that is to be placed, and where it may be."""

    def __init__(self, seen: _Seen) -> None:
        self.seen = seen
        game = self.game = seen.game
        self.me = seen.seat
        self.seats = range(game.players)
        self.others = [seat for seat in self.seats if seat != seen.seat]
        self.pack = game.pack.cards.mask
        self.undealt = sum(game.layout.batches[len(seen.batches) :])
        self.unseen = [number for number, gift in enumerate(seen.gifts) if not gift.card]
        self.own = seen.hand | _union(seen.played[self.me])
        left = 0 if seen.taker is not None else seen.talon
        self.known = {_Place("hand", self.me): self.own, _Place("aside", self.me): seen.aside, _Place("talon"): left}
        self.origin = self._origins()
        self.owner = {card: seat for seat in self.others for card in seen.played[seat]}

    def _origins(self) -> dict[int, int]:
        """Cards of which it is known which other seat had them last: a talon that was shown, cards given openly."""
        seen, origin = self.seen, dict[int, int]()
        if seen.taker not in (None, self.me):
            origin = dict.fromkeys(_bits(seen.talon), seen.taker)
        for gift in seen.gifts:
            if gift.card:
                origin[gift.card] = gift.receiver
        return {card: seat for card, seat in origin.items() if seat != self.me}

    # Facts

    def _lacks(self, facts: Sequence[_Fact], seat: int, since: int = -1) -> int:
        """The cards that a seat has not, by facts of a time."""
        found = 0
        for fact in facts:
            if fact.seat == seat and fact.kind == "has" and not fact.most and fact.after >= since:
                found |= fact.cards & ~self._played_by(fact.after)
        return found

    def _played_by(self, after: int) -> int:
        return _union(card for played in self.seen.played for card, number in played.items() if number <= after)

    def _holds(self, facts: Sequence[_Fact], seat: int) -> int:
        return _union(f.cards for f in facts if f.seat == seat and f.kind == "has" and f.least == f.cards.bit_count())

    def _parts(self, facts: Sequence[_Fact], seat: int) -> tuple[list[int], list[tuple[int, ...]]]:
        """The kinds of unplayed cards whose number in a hand is known to be one of some, and these numbers."""
        asked: list[tuple[int, int, int]] = []
        for fact in facts:
            _, _, what, cards, least, most = fact
            if fact.seat != seat or what != "has" or not most or least == cards.bit_count():
                continue
            later = sum(bool(card & cards) and number > fact.after for card, number in self.seen.played[seat].items())
            unplayed = cards & ~_union(card for played in self.seen.played for card in played)
            asked.append((unplayed, least - later, most - later))
        kinds: dict[tuple[bool, ...], int] = {}
        for card in _bits(_union(cards for cards, _, _ in asked)):
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

    def _cases(self, facts: Sequence[_Fact], parts: Sequence[list[tuple[int, ...]]]) -> Iterator[_Case]:
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
                    yield _Case(aside, tuple(cards for cards, _ in chosen), tuple(without), counts)

    def _may_be_put_aside(self, number: int) -> bool:
        gift = self.seen.gifts[number]
        later = self.seen.actions[gift.after + 1 :]
        return any(seat == gift.receiver and text.startswith("discard") for seat, text in later)

    def _wishes(self, facts: Sequence[_Fact], number: int) -> list[tuple[int, int]]:
        """What an unseen gift may be, each with what the giver then has none of."""
        gift = self.seen.gifts[number]
        for fact in facts:
            if fact.kind == "gave" and (fact.seat, fact.after) == (gift.giver, gift.after):
                return [(fact.cards, 0), (self.pack & ~fact.cards, fact.cards)]
        return [(self.pack, 0)]

    def _known_wishes(self, facts: Sequence[_Fact]) -> list[int]:
        """What each seat has none of, since it gave another card."""
        without = [0] * self.game.players
        for fact in (fact for fact in facts if fact.kind == "gave"):
            for gift in self.seen.gifts:
                if gift.card and (fact.seat, fact.after) == (gift.giver, gift.after) and not gift.card & fact.cards:
                    without[fact.seat] |= fact.cards
        return without

    def _rooms(self, case: _Case) -> dict[_Place, int]:
        """How many cards each place takes. The places of a gift are one for each part of the hand that it came into."""
        seen, rooms = self.seen, dict[_Place, int]()
        for seat in self.others:
            rooms[_Place("hand", seat)] = (
                seen.sizes[seat] + len(seen.played[seat]) + self.undealt - sum(case.counts[seat])
            )
            for part, number in enumerate(case.counts[seat]):
                rooms[_Place("hand", seat, part)] = number
            rooms[_Place("aside", seat)] = seen.heaps[seat]
        if seen.taker is None and not seen.talon:
            rooms[_Place("talon")] = self.game.layout.talon
        rooms[_Place("later")] = self.undealt
        return rooms

    def _gift_rooms(
        self, case: _Case, parts: Sequence[list[int]]
    ) -> Iterator[tuple[dict[_Place, int], dict[_Place, _Place]]]:
        """For each choice of the places that unseen gifts came into: the rooms, and these places by gift."""
        into = []
        for number, aside in zip(self.unseen, case.aside, strict=True):
            gift = self.seen.gifts[number]
            home = [_Place("aside", gift.receiver)]
            if not aside:
                home = [_Place("hand", gift.receiver, part) for part in range(-1, len(parts[gift.receiver]))]
            into.append([(_Place("gift", number, 1 if aside else -1), place) for place in home])
        for chosen in product(*into):
            rooms = self._rooms(case)
            for gift_place, home_place in chosen:
                rooms[gift_place] = 1
                rooms[home_place] -= 1
            if min(rooms.values()) >= 0:
                yield rooms, dict(chosen)

    def _groups(self, may: Mapping[_Place, int]) -> dict[frozenset[_Place], int]:
        """The cards that are to be placed, by the places where they may be."""
        groups: dict[frozenset[_Place], int] = {}
        for card in _bits(self.pack & ~_union(self.known.values())):
            places = frozenset(place for place, cards in may.items() if card & cards)
            groups[places] = groups.get(places, 0) | card
        return groups

    def _may(
        self,
        facts: Sequence[_Fact],
        case: _Case,
        place: _Place,
        homes: Mapping[_Place, _Place],
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
            cards &= parts[seat][held.part] if held.part >= 0 else ~_union(parts[seat])
        if gift:
            cards &= case.wished[self.unseen.index(place.owner)]
        return cards

    def _may_come_from(self, seat: int | None) -> int:
        """The cards that a seat, or none of the seats, may have had."""
        elsewhere = _union(card for card, origin in self.origin.items() if origin != seat)
        return self.pack & ~elsewhere

    def _may_be_played(self, seat: int | None) -> int:
        """The cards that nobody else has played."""
        return self.pack & ~_union(card for card, owner in self.owner.items() if owner != seat)

    # Counting and drawing

    def _sampler(self, facts: Sequence[_Fact]) -> tuple[list[_Place], WorldSampler]:
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

    def worlds(self, n: int, seed: int) -> Worlds:
        """Draw worlds."""
        if self.seen.open is not None:
            return self._open(self.seen.open, n)
        facts = [fact for fact in self.seen.facts if fact.seat != self.me]
        places, sampler = self._checked(facts)
        drawn = sampler.sample(n, seed)
        return self._complete(places, sampler.count, drawn, seed)

    def _checked(self, facts: Sequence[_Fact]) -> tuple[list[_Place], WorldSampler]:
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

    def _fault(self, fact: _Fact) -> str:
        cards = " ".join(map(str, _cards(fact.cards, self.game)))
        what = {
            "gave": f"gave one of {cards} or had none",
            "has": f"has none of {cards}" if not fact.most else f"has {fact.least} to {fact.most} of {cards}",
        }.get(fact.kind, fact.kind)
        by = self.seen.actions[fact.after][1] if 0 <= fact.after < len(self.seen.actions) else "the deal"
        shown_by = f"seat {fact.seat} {what}, shown by action {fact.after} ({by})"
        return f"no deal fits: {shown_by}, contradicts what was seen before"

    # From places to deals

    def _complete(self, places: Sequence[_Place], total: int, drawn: Masks, seed: int) -> Worlds:
        """Deals from what is in each place: everything that moved goes back to where it came from."""
        import numpy as np

        n = len(drawn)
        column = {place: drawn[:, number] for number, place in enumerate(places)}

        def all_of(kind: str, seat: int) -> Masks:
            found = np.full(n, self.known.get(_Place(kind, seat), 0), np.uint64)
            for place, cards in column.items():
                gift = self.seen.gifts[place.owner] if place.kind == "gift" else None
                home = ("aside" if place.part == 1 else "hand", gift.receiver) if gift else (place.kind, place.owner)
                if home == (kind, seat):
                    found |= cards
            return found

        hands = [all_of("hand", seat) for seat in self.seats]
        heaps = [all_of("aside", seat) for seat in self.seats]
        gifts = [self._gift(number, column, n) for number in range(len(self.seen.gifts))]
        dealt = [hand | heap for hand, heap in zip(hands, heaps, strict=True)]
        for gift, card in reversed(list(zip(self.seen.gifts, gifts, strict=True))):
            dealt[gift.receiver] &= ~card
            dealt[gift.giver] |= card
        talon = all_of("talon", 0)
        if self.seen.taker is not None:
            talon, ways = self._talon(dealt, seed)
            dealt[self.seen.taker] &= ~talon
            total *= ways
        columns: list[Masks] = []
        for seat in self.seats:
            batches, ways = self._batches(dealt[seat], all_of("later", 0), seat, seed)
            columns += batches
            total *= ways
        if self.game.layout.talon:
            columns.append(talon)
        gift_masks = np.stack(gifts, 1) if gifts else np.zeros((n, 0), np.uint64)
        return Worlds(self.seen, total, np.stack(columns, 1), np.stack(heaps, 1), gift_masks)

    def _gift(self, number: int, column: Mapping[_Place, Masks], n: int) -> Masks:
        import numpy as np

        found = np.full(n, self.seen.gifts[number].card, np.uint64)
        for part in (-1, 1):
            found |= column.get(_Place("gift", number, part), np.uint64(0))
        return found

    def _talon(self, dealt: Sequence[Masks], seed: int) -> tuple[Masks, int]:
        """The talon that somebody took: the one that was seen, or any of the taker's cards."""
        import numpy as np

        assert self.seen.taker is not None
        if self.seen.talon:
            return np.full(len(dealt[0]), self.seen.talon, np.uint64), 1
        size, hand = self.game.layout.talon, sum(self.game.layout.batches)
        return split_cards(dealt[self.seen.taker], [size], seed, 0)[:, 0].copy(), comb(hand + size, size)

    def _batches(self, dealt: Masks, later: Masks, seat: int, seed: int) -> tuple[list[Masks], int]:
        """A hand as it was dealt, batch by batch."""
        import numpy as np

        sizes = self.game.layout.batches
        if seat == self.me:
            known = [np.full(len(dealt), batch, np.uint64) for batch in self.seen.batches]
            sizes, dealt = sizes[len(known) :], later
        else:
            known = []
        if len(sizes) < 2:
            return [*known, dealt][: len(self.game.layout.batches)], 1
        left, ways = sum(sizes), 1
        for size in sizes:
            ways *= comb(left, size)
            left -= size
        parts = split_cards(np.ascontiguousarray(dealt), list(sizes), seed, 1 + seat)
        return [*known, *(parts[:, number] for number in range(len(sizes)))], ways

    def _open(self, opened: Mapping[str, Any], n: int) -> Worlds:
        """The one world that there is when the deal is over."""
        import numpy as np

        game = self.game
        row = [_mask(batch, game) for batches in opened["hands"] for batch in batches]
        row += [_mask(opened["talon"], game)] if game.layout.talon else []
        heaps = [_mask(heap, game) for heap in opened["aside"]]
        gifts = [gift.card for gift in self.seen.gifts]
        tables = [np.tile(np.array(masks, np.uint64), (n, 1)) for masks in (row, heaps, gifts)]
        return Worlds(self.seen, 1, *tables)


def _few(cases: int) -> None:
    """Check that there are not too many cases."""
    if cases > _MOST_CASES:
        raise IllegalDeal("there are too many ways in which the facts may hold", "too_many", "facts")


def _union(masks: Any) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def _bits(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def _whole(number: int, what: str, end: int) -> None:
    if type(number) is not int:
        raise TypeError(f"{what} is a whole number, not {type(number).__name__}")
    if not 0 <= number < end:
        raise UnknownOption(f"{what} {shown(number)}: it is a whole number from 0 to {end - 1}", "out_of_range", what)


def _entropy() -> int:
    from os import urandom

    return int.from_bytes(urandom(8), "little")
