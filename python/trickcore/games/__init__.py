"""The games that trickcore knows, one file for each."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from trickcore.errors import UnknownOption, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickcore.game import Game, Option, OptionValue

__all__ = ["game", "games"]

# Module and class of each game; a game is registered by its line here.
_CLASSES = {
    "anrufen": "Anrufen",
    "koenigrufen": "Koenigrufen",
    "maine_charlemagne": "MaineCharlemagne",
    "mediatore": "Mediatore",
}

_made: dict[tuple[object, ...], Game] = {}


def games() -> list[str]:
    """The names of all games.

    >>> import trickcore as tc
    >>> tc.games()
    ['anrufen', 'koenigrufen', 'maine_charlemagne', 'mediatore']
    """
    return list(_CLASSES)


def game(name: str, /, **options: OptionValue) -> Game:
    """The game of this name with these options; those left out have their defaults.

    `UnknownOption` for a name, option or value that there is not; it lists those there are.

    >>> import trickcore as tc
    >>> tc.game("koenigrufen", called_card="whole_hand")
    game('koenigrufen', called_card='whole_hand', trump_from='named')
    """
    if not isinstance(name, str):
        raise TypeError(f"a game's name is text, not {type(name).__name__}")
    if name not in _CLASSES:
        raise UnknownOption(f"no game {shown(name)}: there are {', '.join(_CLASSES)}", "unknown_game", name)
    kind: type[Game] = getattr(import_module(f"trickcore.games.{name}"), _CLASSES[name])
    chosen = _chosen(kind, options)
    key = (name, *chosen.values())
    if key not in _made:
        _made.setdefault(key, kind(chosen))  # type: ignore[call-arg]
    return _made[key]


def _chosen(kind: type[Game], options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """The value of every option of the game."""
    specs = {option.name: option for option in kind.option_specs}
    for name in options:
        if name not in specs:
            known = f"its options are {', '.join(specs)}" if specs else "it has none"
            raise UnknownOption(f"{kind.name} has no option {shown(name)}: {known}", "unknown_option", name)
    return {name: _checked(option, options.get(name, option.default)) for name, option in specs.items()}


def _checked(option: Option, value: OptionValue) -> OptionValue:
    if type(value) is not type(option.default):
        raise TypeError(f"{option.name} is one of {option.values}, not a value of type {type(value).__name__}")
    if value not in option.values:
        known = " or ".join(map(repr, option.values))
        raise UnknownOption(f"{option.name} {shown(value)}: it is {known}", "out_of_range", option.name)
    return value
