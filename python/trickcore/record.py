"""Records: a deal, or a match, as JSON that reads back as the same thing.

A deal's record holds the game with its version and options, the deal's cards, the dealer and the actions; that of a
match holds its terms and its deals. ``record.schema.json`` in this package says it for other programs. Records come
from anywhere, so reading trusts nothing: whatever is wrong is a `TrickcoreError`, its ``part`` the place of the fault,
as in ``actions[3]``.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn

from trickcore.errors import ParseError, TrickcoreError, shown
from trickcore.games import game as game_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickcore._core import State
    from trickcore.game import Game
    from trickcore.match import Match

__all__ = ["VERSION", "read_match", "read_record", "schema", "write_match", "write_record"]

VERSION = 1
"""Of the layout of records. Readers read this one and all older ones."""

DEAL, MATCH = "trickcore.deal", "trickcore.match"

_LONGEST_DEAL = 100_000
_LONGEST_MATCH = 20_000_000

_HEAD = {"format": str, "version": int, "game": str, "game_version": int, "options": dict}
_PLAYED = {"deal": str, "dealer": int, "actions": list}
_GIVEN = {"terms": dict}
"""Only where the game has such terms."""
_TERMS = {"seed": int, "deals": (int, type(None)), "dealer": int, "played": list, "current": (dict, type(None))}
_JSON_NAMES = {dict: "an object", list: "an array", str: "text", bool: "true or false", int: "a whole number"}


def schema() -> dict[str, Any]:
    """The JSON schema of records."""
    import json
    from importlib.resources import files

    found: dict[str, Any] = json.loads(files("trickcore").joinpath("record.schema.json").read_text(encoding="utf-8"))
    return found


# Writing


def write_record(state: State) -> str:
    """The record of a deal.

    >>> import trickcore as tc
    >>> state = tc.game("koenigrufen").new_deal(seed=1)
    >>> state.apply("trump H")
    >>> read_record(write_record(state)) == state
    True
    """
    return _dumped({**_head(DEAL, state.game), **_played(state)})


def write_match(match: Match) -> str:
    """The record of a match, with every deal in it."""
    terms = {
        "seed": match.seed,
        "deals": match.deals,
        "dealer": match.first_dealer,
        "played": list(map(_played, match.finished)),
        "current": None if match.over else _played(match.state),
    }
    return _dumped({**_head(MATCH, match.game), **terms})


def _dumped(record: dict[str, Any]) -> str:
    import json

    return json.dumps(record)


def _head(what: str, game: Game) -> dict[str, Any]:
    return {
        "format": what,
        "version": VERSION,
        "game": game.name,
        "game_version": game.version,
        "options": dict(game.options),
    }


def _played(state: State) -> dict[str, Any]:
    terms = {"terms": state.terms} if state.terms else {}
    return {"deal": str(state.deal), "dealer": state.dealer, **terms, "actions": list(map(str, state.actions))}


# Reading


def read_record(text: str, game: Game | None = None) -> State:
    """The deal that a record holds; of this game, if one is given."""
    record = _loaded(text, _LONGEST_DEAL)
    _fields(record, {**_HEAD, **_PLAYED}, "", _GIVEN)
    found = _game(record, DEAL, game)
    terms = _terms(found, record, "terms")
    try:
        state = found.start(record["deal"], record["dealer"], **terms)
    except TrickcoreError as error:
        raise error.at("dealer" if error.kind == "out_of_range" else "deal") from None
    _replay(state, record["actions"], "")
    return state


def read_match(text: str, game: Game | None = None) -> Match:
    """The match that a record holds; of this game, if one is given."""
    from trickcore.match import Match

    record = _loaded(text, _LONGEST_MATCH)
    _fields(record, {**_HEAD, **_TERMS}, "")
    found = _game(record, MATCH, game)
    try:
        match = Match(found, seed=record["seed"], deals=record["deals"], dealer=record["dealer"])
    except TrickcoreError as error:
        raise error.at("seed, deals, dealer") from None
    for number, played in enumerate(record["played"]):
        _go_on(match, _of_type(played, dict, f"played[{number}]"), f"played[{number}]")
        try:
            match.advance()
        except TrickcoreError as error:
            raise error.at(f"played[{number}]") from None
    if record["current"] is not None:
        _go_on(match, record["current"], "current")
    elif not match.over:
        raise ParseError("current: the match is not over, so a deal is in progress", "missing_deal", "current")
    return match


def _go_on(match: Match, played: Mapping[str, Any], place: str) -> None:
    """Repeat the actions of a record's deal in the deal that the match is at, which must be the same."""
    _fields(played, _PLAYED, f"{place}.", _GIVEN)
    state, terms = match.state, _terms(match.game, played, f"{place}.terms")
    if match.over or (str(state.deal), state.dealer, state.terms) != (played["deal"], played["dealer"], terms):
        raise ParseError(f"{place}: this is not the deal that comes next in this match", "wrong_deal", place)
    _replay(state, played["actions"], f"{place}.")


def _terms(game: Game, record: Mapping[str, Any], place: str) -> dict[str, Any]:
    """The terms that a record gives for a deal."""
    try:
        return game.read_terms(record.get("terms", {}))
    except TrickcoreError as error:
        raise error.at(place) from None
    except TypeError as error:
        raise ParseError(f"{place}: {error}", "wrong_type", place) from None


def _replay(state: State, actions: Sequence[Any], place: str) -> None:
    """Do the actions of a record."""
    for number, action in enumerate(actions):
        here = f"{place}actions[{number}]"
        _of_type(action, str, here)
        try:
            state.apply(action)
        except TrickcoreError as error:
            raise error.at(here) from None


def _game(record: Mapping[str, Any], what: str, wanted: Game | None) -> Game:
    """The game that a record names, with its options."""
    if record["format"] != what:
        raise ParseError(f"format: this is not a record of {what!r}", "wrong_format", "format")
    if record["version"] != VERSION:
        _unknown_version("version", record["version"], VERSION)
    try:
        game = game_of(record["game"], **record["options"])
    except TrickcoreError as error:
        raise error.at("game" if error.kind == "unknown_game" else "options") from None
    except TypeError as error:
        raise ParseError(f"options: {error}", "wrong_type", "options") from None
    if record["game_version"] != game.version:
        _unknown_version("game_version", record["game_version"], game.version)
    if wanted is not None and game != wanted:
        raise ParseError(f"game: this is a record of {game}, not of {wanted}", "other_game", "game")
    return game


def _unknown_version(place: str, version: int, known: int) -> NoReturn:
    raise ParseError(f"{place}: version {shown(version)} is not known here, only {known}", "unknown_version", place)


# JSON from anywhere


def _loaded(text: str, longest: int) -> dict[str, Any]:
    """The object that a JSON text holds."""
    import json

    if not isinstance(text, str):
        raise TypeError(f"a record is text, not {type(text).__name__}")
    if len(text) > longest:
        raise ParseError(f"a record of {len(text)} characters: at most {longest} are read", "too_long")
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_not_a_number)
    except TrickcoreError:
        raise
    except RecursionError:
        raise ParseError("the JSON is nested too deep", "too_deep") from None
    except ValueError as error:
        raise ParseError(f"this is not JSON: {str(error)[:200]}", "not_json") from None
    found: dict[str, Any] = _of_type(value, dict, "record")
    return found


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ParseError(f"the key {shown(key)} comes twice in one object", "duplicate_key", _name(key))
        found[key] = value
    return found


def _not_a_number(text: str) -> NoReturn:
    raise ParseError(f"{text} is not JSON", "not_json", text)


def _fields(
    record: Mapping[str, Any], types: Mapping[str, Any], place: str, optional: Mapping[str, Any] = MappingProxyType({})
) -> None:
    """Check that an object has these fields, all but the optional ones and no other, each of its type."""
    for key in record:
        if key not in types and key not in optional:
            raise ParseError(f"{place}{_name(key)} is not a field of a record", "unknown_key", place + _name(key))
    for key, kind in {**types, **optional}.items():
        if key in record:
            _of_type(record[key], kind, f"{place}{key}")
        elif key in types:
            raise ParseError(f"{place}{key} is missing", "missing_key", f"{place}{key}")


def _of_type(value: Any, kinds: Any, place: str) -> Any:
    """The value, if it is of this type or one of these; ``True`` is no whole number."""
    kinds = kinds if isinstance(kinds, tuple) else (kinds,)
    if type(value) not in kinds:
        wanted = " or ".join(_JSON_NAMES.get(kind, "null") for kind in kinds)
        raise ParseError(f"{place}: {wanted} is needed, not {shown(value)}", "wrong_type", place)
    return value


def _name(key: str) -> str:
    """A key in a place, cut short."""
    return key if len(key) <= 60 else key[:60] + "…"
