"""Players: all of one protocol, ``bot.act(observation, legal) -> action``.

A bot is given what its seat may know (`State.observation`) and the legal actions, and nothing else: it cannot reach the
state. Its choice depends only on these and on its own options, so a game of bots can be played again exactly.

===========  =========================================================================================================
``random``   every legal action as likely as another
``rules``    a hand-written player: the games' hints outside card play, and common sense with the cards
``pimc``     samples worlds that fit and solves them exactly
===========  =========================================================================================================

`trickcore.bots.cheat` looks at all cards; it is for analysis and no player of this protocol.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from trickcore.errors import UnknownOption, shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickcore._core import Action

__all__ = ["BOTS", "Bot", "bot"]

BOTS = ("random", "rules", "pimc")
"""The names of the bots there are."""


@runtime_checkable
class Bot(Protocol):
    """Whoever decides for a seat."""

    def act(self, observation: Mapping[str, Any], legal: Sequence[Action]) -> Action | str:
        """Choose one of the legal actions, given what the seat to decide may know."""


def bot(name: str, /, **options: Any) -> Bot:
    """The bot of this name.

    All take ``seed``. ``pimc`` also takes ``worlds``, how many it looks at for a decision; ``seconds``, after which it
    looks at no more of them; and ``threads``, 0 for all cores. `UnknownOption` for what there is not.

    >>> import trickcore as tc
    >>> state = tc.game("anrufen").new_deal(seed=7)
    >>> str(tc.bot("rules").act(state.observation(1), state.legal_actions()))
    'pass'
    """
    if not isinstance(name, str):
        raise TypeError(f"a bot's name is text, not {type(name).__name__}")
    if name not in BOTS:
        raise UnknownOption(f"no bot {shown(name)}: there are {', '.join(BOTS)}", "unknown_bot", name)
    kind = _kind(name)
    known = kind.OPTIONS
    for option in options:
        if option not in known:
            message = f"{name} has no option {shown(option)}: its options are {', '.join(known)}"
            raise UnknownOption(message, "unknown_option", option)
    made: Bot = kind(**options)
    return made


def _kind(name: str) -> Any:
    if name == "random":
        from trickcore.bots.chance import RandomBot

        return RandomBot
    if name == "rules":
        from trickcore.bots.rules import RulesBot

        return RulesBot
    from trickcore.bots.pimc import PimcBot

    return PimcBot
