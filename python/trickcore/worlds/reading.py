"""An observation as it is read, its cards as masks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from trickcore.errors import ParseError, TrickcoreError, shown
from trickcore.games import game as game_of
from trickcore.worlds.masks import mask_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickcore.game import Game, OptionValue

__all__ = ["Fact", "Gift", "Seen", "read"]


class Gift(NamedTuple):
    """A card that one seat gave another."""

    giver: int
    receiver: int
    card: int
    """The mask of the card, 0 if it is not known."""
    after: int


class Fact(NamedTuple):
    """Something proved of a hand."""

    after: int
    seat: int
    kind: str
    cards: int
    least: int
    most: int


class Seen(NamedTuple):
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
    gifts: list[Gift]
    talon: int
    taker: int | None
    played: list[dict[int, int]]
    """For each seat the masks of its cards played, with the numbers of the actions."""
    facts: list[Fact]
    open: Mapping[str, Any] | None


def read(observation: Mapping[str, Any]) -> Seen:
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


def _read(observation: Mapping[str, Any], game: Game) -> Seen:
    seats = range(game.players)
    actions = [(seats[seat], str(text)) for seat, text in observation["actions"]]
    played: list[dict[int, int]] = [{} for _ in seats]
    for number, (seat, text) in enumerate(actions):
        if text.startswith("play "):
            played[seat][mask_of([text.split()[1]], game)] = number
    gifts = [
        Gift(
            seats[gift["from"]], seats[gift["to"]], mask_of([gift["card"]] if gift["card"] else [], game), gift["after"]
        )
        for gift in observation["gifts"]
    ]
    facts = [
        Fact(f["after"], seats[f["seat"]], f["kind"], mask_of(f["cards"], game), f["least"], f["most"])
        for f in observation["facts"]
    ]
    for number in (n for fact in facts for n in (fact.after, fact.least, fact.most)):
        _of_int(number)
    sizes, heaps = ([_of_int(size) for size in observation[name]] for name in ("sizes", "heaps"))
    if (len(sizes), len(heaps)) != (game.players, game.players):
        raise ValueError(f"sizes and heaps are of {game.players} seats")
    taker = observation["taker"]
    return Seen(
        game=game,
        seat=seats[observation["seat"]],
        dealer=game.seat(observation["dealer"], "dealer"),
        terms=game.read_terms(observation["terms"] if game.term_specs else {}),
        actions=actions,
        batches=[mask_of(batch, game) for batch in observation["dealt"]],
        hand=mask_of(observation["hand"], game),
        aside=mask_of(observation["aside"], game),
        sizes=sizes,
        heaps=heaps,
        gifts=gifts,
        talon=mask_of(observation["talon"] or [], game),
        taker=None if taker is None else seats[taker],
        played=played,
        facts=facts,
        open=observation["open"],
    )


def _of_int(value: Any) -> int:
    if type(value) is not int or not -1 <= value <= 1000:
        raise ValueError(f"{shown(value)} is no small whole number")
    return value
