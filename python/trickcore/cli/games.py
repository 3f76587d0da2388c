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
    screen.prose(f"{known.summary}\n")
    screen.table(["", ""], [[what, text] for what, text in _terms(known) if text])
    screen.say("\nOptions" if known.option_specs else "\nIt has no options.")
    if known.option_specs:
        screen.table(
            ["name", "values (the default first)", "what it does"],
            [[option.name, ", ".join(map(_shown, option.values)), option.help] for option in known.option_specs],
        )
    screen.say("\nActions")
    screen.table(["", ""], _decisions(known))
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


def _terms(game: Game) -> list[tuple[str, str]]:
    """What the card play is like, in words."""
    rules = game.rules.keywords
    return [
        ("table", f"{game.players} players, {'clockwise' if rules['clockwise'] else 'anticlockwise'}"),
        ("cards", f"{len(game.pack)}, suits {' '.join(game.pack.suits)}"),
        ("deal", _deal(game)),
        *(
            (f"{spec.name} (with -o)", f"{', '.join(map(_shown, spec.values))}: {spec.help}")
            for spec in game.term_specs
        ),
        ("rank", " ".join(rules["ranking"])),
        ("trumps", _trumps(rules.get("trump_ranking"))),
        ("duty", _DUTIES[rules["duty"]]),
        ("worth", _worth(game, rules)),
        ("signals", ", ".join(rules["signals"])),
    ]


_DUTIES = {
    "follow": "follow suit; else any card",
    "follow-trump": "follow suit; else trump; else any card",
    "beat": "follow suit; else trump; else any card; and beat what lies if able",
}


def _trumps(ranking: str | None) -> str:
    if ranking is None:
        return ""
    absorbs = "; a small letter is that card of the other suit of the colour" if ranking != ranking.upper() else ""
    return " ".join(ranking) + absorbs


def _worth(game: Game, rules: dict[str, Any]) -> str:
    """What is worth points, in the game's unit."""
    worth: dict[str, int] = rules["worth"]
    parts = [
        f"{' '.join(rank for rank in worth if worth[rank] == points)} = {points}"
        for points in sorted(set(worth.values()), reverse=True)
    ]
    if rules["last_trick"]:
        parts.append(f"last trick = {rules['last_trick']}")
    if rules["marriages"]:
        parts.append("marriage = {}, in trumps {}".format(*rules["marriages"]))
    return f"{', '.join(parts)} ({game.unit})" if parts else ""


def _deal(game: Game) -> str:
    batches = " + ".join(map(str, game.layout.batches))
    talon = f", {game.layout.talon} to the talon" if game.layout.talon else ""
    return f"{batches} cards to each{talon}"


def _decisions(game: Game) -> list[list[str]]:
    """What can be decided, by verb: ``play``, ``CARD | CARD marriage``."""
    verbs: dict[str, list[tuple[str, ...]]] = {}
    for action in game.actions:
        words = ("CARD", *action.args[1:]) if action.card is not None else action.args
        verbs.setdefault(action.verb, []).append(words)
    return [[verb, _pattern(words, game.pack.suits)] for verb, words in verbs.items()]


def _pattern(choices: Iterable[tuple[str, ...]], suits: str) -> str:
    shown = [" ".join("SUIT" if word in suits else word for word in words) for words in choices]
    return " | ".join(dict.fromkeys(shown))
