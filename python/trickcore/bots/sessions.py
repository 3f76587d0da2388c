"""Sessions: a match with who sits where, as a record from which it can be played again exactly.

A session's record is JSON: the match's own record under ``match``, and under ``players`` for each seat ``"human"`` or a
bot's name with all its options. Since a bot's choices depend on its options and on what it sees alone, the bots of a
record choose the same again, unless they are bound by time.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from trickcore.bots import bot as bot_of
from trickcore.errors import IllegalAction, ParseError, TrickcoreError, shown
from trickcore.record import read_match

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickcore.bots import Bot
    from trickcore.match import Match

__all__ = ["HUMAN", "Session", "described", "read_session", "replay", "write_session"]

HUMAN = "human"
FORMAT, VERSION = "trickcore.session", 1

_LONGEST = 40_000_000


class Session(NamedTuple):
    """A match and its players."""

    match: Match
    players: tuple[Bot | None, ...]
    """By seat; ``None`` for a person."""


def described(player: Bot | None) -> dict[str, Any]:
    """A player as a record holds it.

    >>> import trickcore as tc
    >>> described(tc.bot("pimc", worlds=8))
    {'player': 'pimc', 'options': {'seed': 0, 'worlds': 8, 'seconds': None, 'threads': 0}}
    """
    if player is None:
        return {"player": HUMAN, "options": {}}
    name, options = getattr(player, "NAME", None), getattr(player, "OPTIONS", ())
    if name is None:
        raise TypeError(f"{player!r} is not one of the library's bots, so no record can hold it")
    return {"player": name, "options": {option: getattr(player, option) for option in options}}


def write_session(match: Match, players: Sequence[Bot | None]) -> str:
    """The record of a match and its players."""
    record = {
        "format": FORMAT,
        "version": VERSION,
        "players": list(map(described, players)),
        "match": json.loads(match.to_json()),
    }
    return json.dumps(record)


def read_session(text: str) -> Session:
    """What a record holds. `ParseError` with the place of the fault if it is none."""
    if not isinstance(text, str):
        raise TypeError(f"a record is text, not {type(text).__name__}")
    if len(text) > _LONGEST:
        raise ParseError(f"a record of {len(text)} characters: at most {_LONGEST} are read", "too_long")
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        raise ParseError("this is not JSON", "not_json") from None
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise ParseError(f"format: this is not a record of {FORMAT!r}", "wrong_format", "format")
    if record.get("version") != VERSION:
        message = f"version {shown(record.get('version'))} is not known here, only {VERSION}"
        raise ParseError(message, "unknown_version", "version")
    match = _match(record.get("match"))
    players = record.get("players")
    if not isinstance(players, list) or len(players) != match.game.players:
        raise ParseError(f"players: {match.game.players} are needed", "wrong_type", "players")
    return Session(match, tuple(_player(player, f"players[{seat}]") for seat, player in enumerate(players)))


def _match(record: Any) -> Match:
    try:
        return read_match(json.dumps(record))
    except TrickcoreError as error:
        raise error.at(f"match.{error.part}" if error.part else "match") from None


def _player(record: Any, place: str) -> Bot | None:
    if not isinstance(record, dict) or set(record) != {"player", "options"} or not isinstance(record["options"], dict):
        raise ParseError(f"{place}: an object with player and options is needed", "wrong_type", place)
    if record["player"] == HUMAN:
        return None
    try:
        return bot_of(record["player"], **record["options"])
    except TypeError as error:
        raise ParseError(f"{place}: {error}", "wrong_type", place) from None
    except TrickcoreError as error:
        raise error.at(place) from None


def replay(session: Session) -> Match:
    """Play a session's match again: bots choose anew, persons as they did.

    `IllegalAction` of kind ``"other_choice"`` if a bot chooses otherwise than the record says.
    """
    from trickcore.match import Match

    old = session.match
    new = Match(old.game, seed=old.seed, deals=old.deals, dealer=old.first_dealer)
    for number, recorded in enumerate([*old.finished, *([] if old.over else [old.state])]):
        for index, action in enumerate(recorded.actions):
            state = new.state
            seat = state.actor
            assert seat is not None
            player = session.players[seat]
            chosen = action if player is None else player.act(state.observation(seat), state.legal_actions())
            if str(chosen) != str(action):
                message = f"deal {number}, action {index}: seat {seat} chose {chosen}, the record says {action}"
                raise IllegalAction(message, "other_choice", str(action))
            state.apply(action)
        if new.state.done and not new.over:
            new.advance()
    return new
