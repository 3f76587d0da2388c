"""The decisions before play as a tree: who makes them, and every way through those of one chooser.

With all cards open there are two choosers, as in the play: the bidder with its side, and the others. Ways that come to
the same play are listed once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from trickcore._core import Done, Play
from trickcore.exchange import PuttingAside

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

    from trickcore._core import Action
    from trickcore.game import Game

__all__ = ["Way", "by_bidder", "decisions", "first_lead", "same_seat", "same_side", "ways"]


class Way(NamedTuple):
    """Decisions one after the other, and where they lead."""

    steps: tuple[tuple[int, Action], ...]
    """Seats with their actions."""
    end: Any
    """The value of the flow after them: `Play`, or the next decision."""
    twins: tuple[Action, ...] = ()
    """Actions that in place of one of these come to the same, as another card of the same partner to call."""

    def then(self, rest: Way) -> Way:
        """The way that goes on from its end by another."""
        return Way(self.steps + rest.steps, rest.end, self.twins + rest.twins)


def by_bidder(value: Any) -> bool:
    """Whether the bidder's side decides; where there is no contract yet, whoever decides is the bidder."""
    contract = getattr(value, "contract", None)
    return contract is None or value.actor == contract.bidder or value.actor in contract.side


def same_seat(value: Any) -> Callable[[Any], bool]:
    """Tells the values at which the same seat decides on."""
    actor = value.actor
    return lambda later: not isinstance(later, Play) and later.actor == actor


def same_side(value: Any) -> Callable[[Any], bool]:
    """Tells the values at which the same side decides on."""
    side = by_bidder(value)
    return lambda later: not isinstance(later, Play) and by_bidder(later) == side


def ways(game: Game, value: Any, on: Callable[[Any], bool]) -> Iterator[Way]:
    """Every way from a value before play to the first that is not of those to go ``on`` from; to each such once."""
    return _ways(game, value, on, set())


def _ways(game: Game, value: Any, on: Callable[[Any], bool], seen: set[Hashable]) -> Iterator[Way]:
    for way in decisions(game, value, seen):
        if on(way.end):
            for rest in _ways(game, way.end, on, seen):
                yield way.then(rest)
        else:
            yield way


def first_lead(game: Game, value: Any) -> Play:
    """Where the first of all ways leads."""
    while not isinstance(value, Play):
        value = game.step(value, game.legal(value)[0])
    return value


def decisions(game: Game, value: Any, seen: set[Hashable] | None = None) -> Iterable[Way]:
    """The next decision: one action, or the cards to put aside, in any order the same; nothing seen before."""
    legal = game.legal(value)
    if isinstance(value, PuttingAside):
        return _put_aside(game, value, sorted(legal, key=_weakest_first(game, value)))
    return _merged(game, value, legal, set() if seen is None else seen)


def _merged(game: Game, value: Any, legal: Iterable[Action], seen: set[Hashable]) -> Iterable[Way]:
    """One way for each different thing that an action comes to."""
    found: dict[Hashable, Way] = {}
    for action in legal:
        after = game.step(value, action)
        if isinstance(after, Done):
            continue
        key = _sameness(game, after)
        if key in found:
            found[key] = found[key]._replace(twins=(*found[key].twins, action))
        elif key not in seen:
            found[key] = Way(((value.actor, action),), after)
    seen.update(found)
    return found.values()


def _sameness(game: Game, value: Any) -> Hashable:
    """Equal for values from which the same can follow."""
    contract = getattr(value, "contract", None)
    if contract is None:
        same: Hashable = value
        return same
    played = game.played(contract)
    if isinstance(value, Play):
        return Play, played, value.leader, value.cards
    return type(value), value._replace(contract=None), played


def _put_aside(game: Game, value: PuttingAside, order: Sequence[Action]) -> Iterator[Way]:
    """Each set of cards once; in the way they stand in index order."""
    for actions, after in _sets(game, value, order):
        yield Way(tuple((value.actor, action) for action in sorted(actions, key=int)), after)


def _sets(game: Game, value: PuttingAside, order: Sequence[Action]) -> Iterator[tuple[tuple[Action, ...], Any]]:
    left = value.left
    for place, action in enumerate(order[: len(order) - left + 1], 1):
        after = game.step(value, action)
        if left == 1:
            yield (action,), after
        else:
            for actions, end in _sets(game, after, order[place:]):
                yield (action, *actions), end


def _weakest_first(game: Game, value: PuttingAside) -> Callable[[Action], tuple[bool, int]]:
    """Low cards before high ones and trumps last: the sooner a good choice comes, the more others are cut short."""
    ranking, trump = game.rules.keywords["ranking"], value.contract.trump

    def strength(action: Action) -> tuple[bool, int]:
        assert action.card is not None
        return action.card.suit == trump, -ranking.index(action.card.rank)

    return strength
