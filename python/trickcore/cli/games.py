"""``trickcore games`` and ``trickcore rules``: which games there are, and what each is like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import trickcore as tc
from trickcore.cli.choices import GameName, Options
from trickcore.cli.screen import Json, Screen, emit
from trickcore.notation import game_with

if TYPE_CHECKING:
    from collections.abc import Iterable

    from trickcore.game import Game

__all__ = ["games", "rules"]


def games(as_json: Json = False) -> None:
    """List the games."""
    known = [tc.game(name) for name in tc.games()]
    if as_json:
        for game in known:
            emit(_facts(game))
        return
    rows = [[game.name, _players(game), game.summary] for game in known]
    Screen().table(["game", "players", "what it is"], rows)


def rules(game: GameName, options: Options = None, as_json: Json = False) -> None:
    """Sum up a game: table, cards, options and everything that can be decided."""
    known = game_with(game, options or [])
    if as_json:
        emit({**_facts(known), "actions": list(map(str, known.actions))})
        return
    screen = Screen()
    screen.title(f"{known.title}  ({known.name})")
    screen.say(f"{known.summary}\n")
    screen.table(["", ""], [["table", _table(known)], ["cards", _cards(known)], ["deal", _deal(known)]])
    screen.say("\nOptions" if known.option_specs else "\nIt has no options.")
    if known.option_specs:
        screen.table(
            ["name", "values (the default first)", "what it does"],
            [[option.name, ", ".join(map(_shown, option.values)), option.help] for option in known.option_specs],
        )
    screen.say("\nActions")
    for line in _decisions(known):
        screen.say(f"  {line}")
    screen.say(f"\nThe whole rules: docs/rules/{known.name}.md")


def _facts(game: Game) -> dict[str, Any]:
    return {
        "game": game.name,
        "title": game.title,
        "summary": game.summary,
        "version": game.version,
        "players": game.players,
        "pack": game.pack.name,
        "batches": list(game.layout.batches),
        "talon": game.layout.talon,
        "num_actions": game.num_actions,
        "options": [
            {"name": o.name, "default": o.default, "values": list(o.values), "help": o.help} for o in game.option_specs
        ],
    }


def _shown(value: object) -> str:
    return str(value).lower()


def _players(game: Game) -> str:
    numbers = next((option.values for option in game.option_specs if option.name == "players"), (game.players,))
    return " or ".join(map(str, numbers))


def _table(game: Game) -> str:
    return f"{game.players} players, {'clockwise' if game.rules.clockwise else 'anticlockwise'}"


def _cards(game: Game) -> str:
    return f"{len(game.pack)}: {' '.join(game.pack.ranks)} in {' '.join(game.pack.suits)}"


def _deal(game: Game) -> str:
    batches = " + ".join(map(str, game.layout.batches))
    talon = f", {game.layout.talon} to the talon" if game.layout.talon else ""
    return f"{batches} cards to each{talon}"


def _decisions(game: Game) -> list[str]:
    """What can be decided, a line for each verb: ``bid game | hundred``, ``play CARD [marriage]``."""
    verbs: dict[str, list[tuple[str, ...]]] = {}
    for action in game.actions:
        words = ("CARD", *action.args[1:]) if action.card is not None else action.args
        verbs.setdefault(action.verb, []).append(words)
    return [f"{verb} {_pattern(words, game.pack.suits)}".rstrip() for verb, words in verbs.items()]


def _pattern(choices: Iterable[tuple[str, ...]], suits: str) -> str:
    shown = [" ".join("SUIT" if word in suits else word for word in words) for words in choices]
    return " | ".join(dict.fromkeys(shown))
