"""Deal sheets: a deal, or a position of the play, as a few plain lines that a person can type.

::

    game anrufen players=4
    dealer 3
    deal A9.A.TKJ.- …
    pass, bid hundred, pass, pass, pass
    trump H
    call HA
    play HK marriage

``game NAME [option=value …]`` comes first. Then ``dealer SEAT`` (0 if left out) and ``deal TEXT`` or ``seed NUMBER``,
followed by the actions, one to a line or separated by commas; or, instead of all that, ``position TEXT``: a moment of
the play alone. ``#`` starts a comment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import trickcore as tc
from trickcore.errors import ParseError, TrickcoreError, UnknownOption

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from trickcore.game import OptionValue

__all__ = ["game_with", "game_with_terms", "read_sheet", "write_sheet"]

_CARDS = ("deal", "seed", "position")
_WIDTH = 100


def game_with(name: str, options: Iterable[str]) -> tc.Game:
    """The game with options written ``name=value``; whole numbers, ``true`` and ``false`` are read as such.

    >>> game_with("anrufen", ["players=3", "no_trick_trump=false"])
    game('anrufen', players=3, no_trick_trump=False)
    """
    chosen = dict(map(_option, options))
    try:
        return tc.game(name, **chosen)
    except TypeError as error:
        raise UnknownOption(str(error), "wrong_type", chosen) from None


def game_with_terms(name: str, options: Iterable[str]) -> tuple[tc.Game, dict[str, OptionValue]]:
    """The game, and the terms that a deal of it is given, of options written ``name=value``.

    >>> game_with_terms("bridge", ["vulnerable=NS"])
    (game('bridge'), {'vulnerable': 'ns'})
    """
    given = list(options)
    terms = {spec.name for spec in tc.game(name).term_specs}
    own = [text for text in given if text.partition("=")[0].strip() not in terms]
    game = game_with(name, own)
    try:
        return game, game.read_terms(dict(_option(text) for text in given if text not in own))
    except TypeError as error:
        raise UnknownOption(str(error), "wrong_type", given) from None


def _option(text: str) -> tuple[str, OptionValue]:
    name, _, value = (part.strip() for part in text.partition("="))
    if not (name and value):
        raise UnknownOption(f"option {text[:60]!r}: write name=value", "not_an_option", text)
    return name, _value(value)


def _value(text: str) -> OptionValue:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    return int(text) if _is_number(text) else text


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 20


def _number(text: str, what: str) -> int:
    if not _is_number(text):
        raise ParseError(f"{what} {text[:60]!r}: a whole number is needed", "not_a_number", text)
    return int(text)


def _lines(text: str, first: int) -> Iterator[tuple[int, str, str]]:
    """Number, first word and rest of each line that says something."""
    for number, line in enumerate(text.splitlines(), first):
        said = line.partition("#")[0].strip()
        if said:
            word, _, rest = said.partition(" ")
            yield number, word, rest.strip()


class _Sheet:
    """A sheet while it is read, line by line."""

    def __init__(self) -> None:
        self.game: tc.Game | None = None
        self.dealer = 0
        self.terms: dict[str, OptionValue] = {}
        self.found: tc.State | tc.Position | None = None

    def line(self, word: str, rest: str) -> None:
        """Take in a line."""
        if word.lower() == "game":
            self._name_game(rest)
        elif self.game is None:
            raise ParseError(f"{word[:60]!r}: a sheet starts with a line 'game NAME'", "no_game", word)
        elif word.lower() in ("dealer", *_CARDS, *(spec.name for spec in self.game.term_specs)):
            self._set_up(self.game, word.lower(), rest)
        else:
            self._act(f"{word} {rest}".strip())

    def _name_game(self, rest: str) -> None:
        if self.game is not None:
            raise ParseError("a sheet has one line 'game …'", "repeated_line", "game")
        name, *options = rest.split() or [""]
        self.game = game_with(name, options)

    def _set_up(self, game: tc.Game, word: str, rest: str) -> None:
        if self.found is not None:
            raise ParseError(f"'{word} …' comes too late: the cards are dealt already", "wrong_order", word)
        match word:
            case "dealer":
                self.dealer = game.seat(_number(rest, "dealer"), "dealer")
            case "deal":
                self.found = game.start(rest, self.dealer, **self.terms)
            case "seed":
                self.found = game.new_deal(_number(rest, "seed"), self.dealer, **self.terms)
            case term if term != "position":
                self.terms = game.read_terms({**self.terms, term: _value(rest)})
            case _:
                self.found = tc.Position.from_text(rest, game.rules)

    def _act(self, text: str) -> None:
        if self.found is None:
            raise ParseError(f"{text[:60]!r} comes before the cards: first 'deal …' or 'seed …'", "wrong_order", text)
        if not isinstance(self.found, tc.State):
            raise ParseError(f"{text[:60]!r}: a position has no actions after it", "wrong_order", text)
        for action in filter(None, map(str.strip, text.split(","))):
            self.found.apply(action)


def read_sheet(text: str, first_line: int = 1) -> tc.State | tc.Position:
    """The deal or position that a sheet holds; errors name the line, counted from ``first_line``.

    >>> state = read_sheet('''
    ... game maine_charlemagne
    ... dealer 3
    ... seed 7                      # any deal
    ... bid 4 S, pass
    ... ''')
    >>> state.actor, state.phase
    (2, 'auction')
    """
    sheet = _Sheet()
    for number, word, rest in _lines(text, first_line):
        try:
            sheet.line(word, rest)
        except TrickcoreError as error:
            raise error.at(f"line {number}") from None
    if sheet.found is None:
        raise ParseError("a sheet needs a line 'deal …', 'seed …' or 'position …'", "no_cards")
    return sheet.found


def write_sheet(state: tc.State) -> str:
    r"""A deal as a sheet that reads back as the same deal.

    >>> state = read_sheet("game mediatore\nseed 5\nbid solo, pass")
    >>> read_sheet(write_sheet(state)) == state
    True
    """
    options = [f"{name}={str(value).lower()}" for name, value in state.game.options.items()]
    terms = [f"{name} {str(value).lower()}" for name, value in state.terms.items()]
    head = [" ".join(["game", state.game.name, *options]), f"dealer {state.dealer}", *terms, f"deal {state.deal}"]
    lines: list[str] = []
    for text in map(str, state.actions):
        together = lines and lines[-1].startswith("play") == text.startswith("play")
        if together and len(lines[-1]) + len(text) + 2 <= _WIDTH:
            lines[-1] += f", {text}"
        else:
            lines.append(text)
    return "\n".join([*head, *lines, ""])
