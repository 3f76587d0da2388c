"""``trickcore play``: a table in the terminal, a person at one seat and bots at the others."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

import trickcore as tc
from trickcore.bots.duel import step
from trickcore.bots.sessions import Session, read_session, write_session
from trickcore.cli.choices import GameName, Options, Seed
from trickcore.cli.screen import Screen, sentence
from trickcore.cli.tournament import player
from trickcore.cli.words import Words
from trickcore.errors import IllegalAction, ParseError, TrickcoreError, UnknownOption
from trickcore.notation import game_with

if TYPE_CHECKING:
    from collections.abc import Callable

    from trickcore._core import Action
    from trickcore.match import Match

__all__ = ["play"]

HELP = """\
A number or the text of an action: does it; 'play' may be left out before a card
hint          what pimc thinks, and why      why ACTION    why it is not allowed
undo          back to your last decision     show          the table again
save FILE     keep the match                 load FILE     go on with a kept one
score         of the match                   quit          leave the table"""


class Leave(Exception):
    """The person leaves the table."""


def play(
    game: GameName,
    seed: Seed = None,
    seat: Annotated[int, typer.Option("--seat", min=0, help="Where you sit.")] = 0,
    bots: Annotated[
        str, typer.Option("--bots", help="Who sits elsewhere, in turn order behind you: one name for all, or a list.")
    ] = "pimc:worlds=12",
    deals: Annotated[int | None, typer.Option("--deals", "-n", min=1, help="Deals of the match.")] = None,
    load: Annotated[Path | None, typer.Option("--load", help="Go on with a match kept with 'save'.")] = None,
    suits: Annotated[
        Literal["french", "german", "italian"] | None, typer.Option("--suits", help="How cards are shown.")
    ] = None,
    options: Options = None,
) -> None:
    """Play a match in the terminal. At the table, 'help' lists what can be typed."""
    if load is not None:
        session = read_session(load.read_text(encoding="utf-8"))
    else:
        known = game_with(game, options or [])
        match = known.match(seed=seed, deals=deals, dealer=None)
        names = bots.split(",")
        known.seat(seat, "--seat")
        seats = [(seat + 1 + i) % known.players for i in range(known.players - 1)]
        players: list[tc.Bot | None] = [None] * known.players
        for place, other in enumerate(seats):
            players[other] = player(names[place % len(names)], match.seed)
        session = Session(match, tuple(players))
    if session.match.game.name != game:
        raise UnknownOption(f"this is a match of {session.match.game.name}, not of {game}", "other_game", game)
    Table(session, suits).run()


class Table:
    """One match at the terminal."""

    def __init__(self, session: Session, suits: str | None) -> None:
        self.suits = suits
        self.commands: dict[str, Callable[[str], None]] = {
            "hint": self._hint,
            "why": self._why,
            "undo": self._undo,
            "save": self._save,
            "load": self._load,
            "show": self._show,
            "score": self._score,
            "help": self._help,
            "quit": self._quit,
        }
        self._sit(session)

    def _sit(self, session: Session) -> None:
        """Take the place of the person in a session."""
        if None not in session.players:
            raise UnknownOption("no seat of this match is a person's", "players", "players")
        self.session = session
        shown = {"french": None, "german": "german", "italian": "italian", None: None}[self.suits]
        self.screen = Screen(session.match.game.pack, shown)
        self.words = Words(session, self.screen)
        self.told, self.fresh = 0, True

    @property
    def match(self) -> Match:
        """The match played."""
        return self.session.match

    def run(self) -> None:
        """Play until the match is over or the person leaves."""
        self.words.welcome()
        try:
            while not self.match.over:
                self._deal()
                self.match.advance()
                self.words.score()
                if not self.match.over:
                    self._read("return for the next deal> ")
            self.words.winners()
        except Leave:
            self.screen.say("\nYou leave the table.")
        except EOFError:
            self.screen.say("\nThe input has ended: you leave the table.")

    def _deal(self) -> None:
        self.told, self.fresh = len(self.match.state.actions), True
        self.words.deal()
        while (seat := self.match.state.actor) is not None:
            player = self.session.players[seat]
            if player is None:
                self._turn(seat)
            else:
                step(self.match.state, seat, player)
                self._tell()
        self.words.end()

    def _tell(self) -> None:
        """Say what has been done since the last time; the table is shown again before the person's next turn."""
        self.words.tell(self.told)
        self.told, self.fresh = len(self.match.state.actions), True

    def _turn(self, seat: int) -> None:
        """Read one line of a person's, and do what it says. Persons at other seats take turns at the keyboard."""
        self.words.me = seat
        state = self.match.state
        if self.fresh:
            self._show("")
        self.fresh = False
        typed = self._read("you> ")
        word, _, rest = typed.partition(" ")
        try:
            if word.casefold() in self.commands:
                self.commands[word.casefold()](rest.strip())
            elif typed:
                self._do(self._meant(typed, state.legal_actions()))
        except (TrickcoreError, OSError, UnicodeDecodeError) as error:
            self.screen.prose(sentence(error))

    def _do(self, action: Action) -> None:
        """Take the action, or say why it is not allowed."""
        if action not in self.match.state.legal_actions():
            self.screen.prose(self.words.why(action))
            return
        self.match.state.apply(action)
        self._tell()

    def _read(self, prompt: str) -> str:
        typed = input(prompt).strip()
        if typed.casefold() in ("quit", "exit", "q"):
            raise Leave
        return typed

    def _meant(self, typed: str, legal: list[Action]) -> Action:
        """The action typed: by number, by its text as it is shown, or in any spelling that the rules allow."""
        if typed.isdecimal() and 1 <= int(typed) <= len(legal):
            return legal[int(typed) - 1]
        return self.words.action(typed)

    # Commands

    def _hint(self, _: str) -> None:
        state = self.match.state
        self.words.hint(state.observation(self.words.me), state.legal_actions())

    def _why(self, rest: str) -> None:
        state = self.match.state
        if not rest:
            self.screen.say("why what? For example: why play and a card")
            return
        self.screen.prose(self.words.why(self._meant(rest, state.legal_actions())))

    def _undo(self, _: str) -> None:
        state = self.match.state
        before = state.clone()
        while before.actions:
            before.undo()
            if before.actor == self.words.me:
                break
        else:
            raise IllegalAction("you have decided nothing yet in this deal", "nothing_to_undo")
        while len(state.actions) > len(before.actions):
            state.undo()
        self.told, self.fresh = len(state.actions), True
        self.screen.say("taken back")

    def _save(self, rest: str) -> None:
        if not rest:
            raise ParseError("save to which file? For example: save my.json", "no_file", "save")
        Path(rest).write_text(write_session(self.match, self.session.players) + "\n", encoding="utf-8")
        self.screen.say(f"kept in {rest}")

    def _load(self, rest: str) -> None:
        if not rest:
            raise ParseError("load which file?", "no_file", "load")
        self._sit(read_session(Path(rest).read_text(encoding="utf-8")))
        self.words.welcome()
        self.words.deal()
        self.told, self.fresh = len(self.match.state.actions), True

    def _show(self, _: str) -> None:
        self.words.table()
        self.words.choices(self.match.state.legal_actions())

    def _score(self, _: str) -> None:
        self.words.score()

    def _help(self, _: str) -> None:
        self.screen.say(HELP)

    def _quit(self, _: str) -> None:
        raise Leave
