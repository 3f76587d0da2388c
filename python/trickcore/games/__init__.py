"""The games that trickcore knows, one file for each."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from trickcore.errors import UnknownOption, shown
from trickcore.game import chosen

if TYPE_CHECKING:
    from trickcore.game import Game, OptionValue

__all__ = ["game", "games"]

# Module and class of each game; a game is registered by its line here.
_CLASSES = {
    "anrufen": "Anrufen",
    "bridge": "Bridge",
    "koenigrufen": "Koenigrufen",
    "maine_charlemagne": "MaineCharlemagne",
    "mediatore": "Mediatore",
}

_made: dict[tuple[object, ...], Game] = {}


def games() -> list[str]:
    """The names of all games.

    >>> import trickcore as tc
    >>> tc.games()
    ['anrufen', 'bridge', 'koenigrufen', 'maine_charlemagne', 'mediatore']
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
    values = chosen(name, "option", kind.option_specs, options)
    key = (name, *values.values())
    if key not in _made:
        _made.setdefault(key, kind(values))  # type: ignore[call-arg]
    return _made[key]
