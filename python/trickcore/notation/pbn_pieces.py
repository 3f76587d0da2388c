"""PBN text taken apart into games and tags, every character of it kept.

A game is a run of tags; each tag holds what follows it up to the next one: comments, or the data of its section.
Nothing is read into meaning here (see `pbn_reader`), so that a game put together again is the text it was.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from trickcore.notation.boards import Board
    from trickcore.notation.bridge_text import Log

__all__ = ["DEAL_TAGS", "STARTS", "Deal", "Game", "Piece", "take_apart", "unescaped"]

# A name may be followed by a value in quotes in which \" and \\ stand for " and \; other backslashes mean themselves.
# Possessive quantifiers keep the time linear whatever the text is.
_TOKEN = re.compile(
    r"""
    (?P<escape>^%[^\n]*+\n?)
  | (?P<blank>^[^\S\n]*+\n)
  | (?P<space>[^\S\n]++|\n)
  | (?P<brace>\{[^}]*+\})
  | (?P<rest>;[^\n]*+)
  | (?P<tag>\[\s*+(?P<name>[A-Za-z0-9_]++)\s*+"(?P<value>(?:[^"\\]|\\.)*+)"\s*+\])
  | (?P<string>"(?:[^"\\\n]|\\.)*+")
  | (?P<word>[^\s\[\]{};"]++)
  | (?P<other>.)
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
# What people write instead of a tag: quotes inside of quotes, no quotes, no bracket at the end.
_LOOSE = (
    (re.compile(r'\[[^\S\n]*+([A-Za-z0-9_]++)[^\S\n]*+"([^\n]*)"[^\S\n]*+\]'), "quotes inside its value"),
    (re.compile(r'\[[^\S\n]*+([A-Za-z0-9_]++)[^\S\n]*+"([^"\n\]]*+)\]'), "no quote at the end of its value"),
    (re.compile(r'\[[^\S\n]*+([A-Za-z0-9_]++)[^\S\n]*+"([^"\n]*+)"(?=[^\S\n]*+(?:\n|\Z))'), "no bracket at its end"),
    (re.compile(r'\[[^\S\n]*+([A-Za-z0-9_]++)(?:[^\S\n]++([^"\[\]\n]*+))?\]'), "a value without quotes"),
)
_ESCAPED = re.compile(r'\\(["\\])')


def unescaped(value: str) -> str:
    r"""The value that a tag's text stands for.

    >>> print(unescaped(r'the \"big\" one, \S and \\'))
    the "big" one, \S and \
    """
    return _ESCAPED.sub(r"\1", value) if "\\" in value else value


@dataclass(slots=True)
class Piece:
    """A tag, and what follows it up to the next tag."""

    name: str
    value: str
    head: str
    """The tag as it is written."""
    line: int
    tail: str = ""
    data: bool = False
    """Whether there are words after it, which make it a section."""
    repeated: bool = False
    """Whether the game had the tag before, so that this one does not count."""


class Deal(NamedTuple):
    """The fields of a `Board` that say which deal it is."""

    number: str | None
    dealer: int | None
    vulnerable: str | None
    hands: tuple[str | None, ...]

    @classmethod
    def of(cls, board: Board) -> Deal:
        """That of a board."""
        return cls(board.number, board.dealer, board.vulnerable, tuple(board.hands))


DEAL_TAGS = ("Board", "Dealer", "Vulnerable", "Deal")
"""The tags of these fields."""


@dataclass(slots=True)
class Game:
    """The text of one game."""

    line: int
    before: list[Game] = field(default_factory=list)
    """The games before it that could not be read."""
    lead: str = ""
    """What stands before the first tag: comments and lines that begin with %."""
    pieces: list[Piece] = field(default_factory=list)
    gap: str = ""
    """The empty lines after it."""
    joined: bool = False
    """Whether the game before it ends without an empty line."""
    inherited: dict[str, str] = field(default_factory=dict)
    """What it takes over from games before it."""
    same_deal: Deal | None = None
    """The deal of the game before it, if it is that deal at another table and does not say it again."""

    @property
    def skipped(self) -> str:
        """The text of the games before it that could not be read."""
        return "".join(game.text for game in self.before)

    @property
    def text(self) -> str:
        """The game as it was written."""
        return "".join([self.skipped, self.lead, *(piece.head + piece.tail for piece in self.pieces), self.gap])


class _Taker:
    """The games while the text is gone through."""

    def __init__(self, text: str, log: Log) -> None:
        self.text = text
        self.log = log
        self.at = 0
        self.line = 1
        self.games: list[Game] = []
        self.game = Game(1)
        self.said: set[str] = set()
        self.names: dict[str, str] = {}
        self.parts: list[str] = []

    def run(self) -> tuple[list[Game], str]:
        """All games, and the text after the last one."""
        end = len(self.text)
        while self.at < end:
            found = _TOKEN.match(self.text, self.at)
            assert found is not None
            kind = found.lastgroup
            assert kind is not None
            if kind == "tag":
                self._tag(found["name"], unescaped(found["value"]), found[0])
            elif kind == "other" and found[0] == "[":
                self._loose_tag()
            elif kind == "blank" and self.game.pieces:
                self._end_game()
            else:
                self._rest(kind, found[0])
        self._flush()
        if self.game.pieces:
            self.games.append(self.game)
            return self.games, ""
        return self.games, self.game.lead

    def _advance(self, text: str) -> None:
        self.at += len(text)
        self.line += text.count("\n")

    def _rest(self, kind: str, text: str) -> None:
        """Anything but a tag: it goes with the tag before it."""
        if kind in ("word", "string", "other"):
            if text == "{":
                self._stop(text)
                return
            if self.game.pieces:
                self.game.pieces[-1].data = True
            else:
                self._once("text_before_tags", f"{text[:40]!r} stands before the first tag of a game")
        self.parts.append(text)
        self._advance(text)

    def _stop(self, text: str) -> None:
        """At a comment without an end: what comes from there on is of no game."""
        self.log.fail(self.log.fault(self.line, "unterminated", "a comment that begins with { has no end", text))
        self._flush()
        if self.game.pieces:
            self._next_game()
        rest = self.text[self.at :]
        self.parts.append(rest)
        self._advance(rest)

    def _once(self, kind: str, message: str) -> None:
        """A notice, the first time in a game."""
        if kind not in self.said:
            self.said.add(kind)
            self.log.odd(self.line, kind, message)

    def _flush(self) -> None:
        """Give what was collected to the tag it follows."""
        if self.parts:
            text = "".join(self.parts)
            if self.game.pieces:
                self.game.pieces[-1].tail += text
            else:
                self.game.lead += text
            self.parts.clear()

    def _loose_tag(self) -> None:
        for pattern, fault in _LOOSE:
            found = pattern.match(self.text, self.at)
            if found is not None:
                self.log.odd(self.line, "bad_tag", f"the tag {found[1][:40]} has {fault}", found[0][:80])
                self._tag(found[1], (found[2] or "").strip(), found[0])
                return
        end = self.text.find("\n", self.at)
        text = self.text[self.at : end if end >= 0 else len(self.text)]
        self.log.odd(self.line, "bad_tag", f'{text[:40]!r} is not a tag: [Name "value"]', text[:80])
        self.parts.append(text)
        self._advance(text)

    def _tag(self, name: str, value: str, head: str) -> None:
        self._flush()
        name = name[0].upper() + name[1:]
        if self._starts_another(name, value):
            self.log.odd(self.line, "no_gap", "a game begins without an empty line before it")
            self._next_game(joined=True)
        if not self.game.pieces:
            self.game.line = self.line
        repeated = name != "Note" and name in self.names
        if repeated and (value != self.names[name] or self.log.strict):
            self.log.odd(self.line, "repeated_tag", f"the tag {name} was there before: the first one counts", name)
        self.names.setdefault(name, value)
        self.game.pieces.append(Piece(name, value, head, self.line, repeated=repeated))
        self._advance(head)

    def _starts_another(self, name: str, value: str) -> bool:
        """Whether a tag that is there already begins the next game, the empty line before it being forgotten."""
        if name not in ("Event", "Board") or "Deal" not in self.names or name not in self.names:
            return False
        return name == "Event" or value != self.names[name]

    def _end_game(self) -> None:
        """After an empty line: all the empty lines after it belong to the game."""
        self._flush()
        gap = []
        while (found := _TOKEN.match(self.text, self.at)) is not None and found.lastgroup == "blank":
            gap.append(found[0])
            self._advance(found[0])
        self.game.gap = "".join(gap)
        self._next_game()

    def _next_game(self, *, joined: bool = False) -> None:
        self.games.append(self.game)
        self.game = Game(self.line, joined=joined)
        self.said.clear()
        self.names.clear()


def take_apart(text: str, log: Log) -> tuple[list[Game], str]:
    r"""The games of a text whose lines end in ``\n``, and what stands after the last one.

    Parts of one board that an empty line tears apart come together again.
    """
    games, trailer = _Taker(text, log).run()
    together: list[Game] = []
    for game in games:
        if together and _continues(together[-1], game):
            log.odd(game.line, "torn_apart", "an empty line stands within a game")
            before = together[-1]
            before.pieces[-1].tail += before.gap + game.lead
            before.pieces += game.pieces
            before.gap = game.gap
        else:
            together.append(game)
    return together, trailer


STARTS = frozenset(("Event", "Site", "Board", "Deal", "Dealer", "DealId"))
"""A run of tags with one of these is a game of its own, even if a board before it lacks its other tags."""
_MOST_TORN = 500
_PARTS = frozenset(("Auction", "Play", "OptimumResultTable", "ScoreTable", "Note"))


def _continues(before: Game, game: Game) -> bool:
    """Whether tags after an empty line are the rest of the game before it."""
    if len(before.pieces) > _MOST_TORN:
        return False
    names = {piece.name for piece in game.pieces}
    had = {piece.name for piece in before.pieces}
    return "Deal" in had and bool(names & _PARTS) and not (names & (STARTS | (had - {"Note"})))
