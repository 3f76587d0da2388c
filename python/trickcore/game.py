"""A game with its options fixed: its actions, its rules as a pure flow of values, and the deals made of it.

`trickcore.game` makes them. Each game is a subclass in ``trickcore/games/``: it says how the deal opens, what is
legal, and what each action leads to, until the cards are played; see ``docs/architecture.md``.
"""

from __future__ import annotations

from math import prod
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from trickcore._core import Card, Deal, State, tensor_sections
from trickcore.errors import IllegalDeal, ParseError, UnknownOption, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    from trickcore._core import Action, ActionTable, CardSet, Layout, Pack, Payoff, Rules
    from trickcore.match import Match

__all__ = ["TENSOR_VERSION", "Contract", "Game", "Option", "OptionValue", "Proof", "Section", "Stage", "chosen"]

TENSOR_VERSION = 1
"""Of the layout of observation tensors."""

OptionValue = int | bool | str

_LONGEST_ACTION = 80
_SYMBOLS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}


class Option(NamedTuple):
    """An option of a game."""

    name: str
    default: OptionValue
    values: tuple[OptionValue, ...]
    """Every value it can have."""
    help: str


class Contract(Protocol):
    """What every game's contract says; the rest of its fields are the game's own."""

    @property
    def bidder(self) -> int:
        """The seat that won the auction or names trumps."""

    @property
    def trump(self) -> str | None:
        """The trump suit; ``None`` without trumps, or while it is not named."""

    @property
    def partner(self) -> int | None:
        """The bidder's partner; ``None`` if the bidder is alone, or while it is not known."""

    @property
    def side(self) -> tuple[int, ...]:
        """The bidder's side, the bidder first; empty while it is not known."""

    def public(self) -> dict[str, Any]:
        """What everybody may know of it, ready for JSON."""


class Stage(NamedTuple):
    """What a game does with one class of values."""

    legal: Callable[[Any], list[Action]]
    step: Callable[[Any, Action], Any]


class Section(NamedTuple):
    """A part of the observation tensor."""

    name: str
    offset: int
    """Where it begins."""
    shape: tuple[int, ...]
    meaning: str

    @property
    def place(self) -> slice:
        """Its numbers in the tensor; reshape them to ``shape``."""
        return slice(self.offset, self.offset + prod(self.shape))


class Proof(NamedTuple):
    """What an action proves of the hand of the one who did it, once it is done."""

    held: Iterable[Card] = ()
    """Cards that are in it."""
    missing: Iterable[Card] = ()
    """Cards that are not."""
    counted: tuple[CardSet, int, int] | None = None
    """Cards of which it has at least and at most so many."""
    gave: CardSet | None = None
    """It gave one of these cards, or had none of them."""


class Game:
    """A game with its options fixed. Immutable; `trickcore.game` gives the same object for the same options.

    >>> import trickcore as tc
    >>> game = tc.game("anrufen", players=3)
    >>> game.title, game.players, dict(game.options)
    ('Anrufen', 3, {'players': 3, 'no_trick_trump': True})
    >>> game.new_deal(seed=7).actor
    1
    """

    name: ClassVar[str]
    """As `trickcore.game` takes it."""
    title: ClassVar[str]
    """As people call it."""
    version: ClassVar[int] = 1
    """Goes up with any change of the rules or of the action indices; records carry it."""
    summary: ClassVar[str]
    """The game in a sentence."""
    option_specs: ClassVar[tuple[Option, ...]] = ()
    """Every option that the game has."""
    seat_names: ClassVar[tuple[str, ...]] = ()
    """What people call the seats; nothing where they have numbers only."""
    term_specs: ClassVar[tuple[Option, ...]] = ()
    """What is given with each deal besides the dealer, as who is vulnerable."""
    own_sections: ClassVar[tuple[tuple[str, tuple[int, ...], str], ...]] = ()
    """What observation tensors have besides the sections of all games: each by name, shape and meaning."""
    aliases: ClassVar[Mapping[str, str]] = {}
    """Other texts of actions, in small letters, with the canonical ones."""
    high_cards: ClassVar[Mapping[str, int]] = {}
    """How players count the strength of a hand: points by rank; empty where they do not."""
    table: ClassVar[ActionTable]
    """The action space: the same for all options."""
    near: ClassVar[int] = 0
    """The seat nearest to the reader of a picture of the table."""
    unit: ClassVar[str] = "points"
    """What `State.points` counts."""
    opening_score: ClassVar[int] = 0
    """What each seat has at the start of a match."""

    def __init__(self, options: Mapping[str, OptionValue], layout: Layout, rules: Rules) -> None:
        self.options = MappingProxyType(dict(options))
        self.layout = layout
        self.rules = rules
        self.players = layout.seats
        self.stages: Mapping[type, Stage] = {}
        self._words: dict[str, str] = {}
        self._sections: tuple[Section, ...] | None = None
        self._tensor_size: int | None = None

    # What a game says of itself

    @property
    def pack(self) -> Pack:
        """The pack it is played with."""
        return self.layout.pack

    @property
    def num_actions(self) -> int:
        """The size of the action space: indices are 0 … ``num_actions - 1``."""
        return len(self.table)

    @property
    def actions(self) -> tuple[Action, ...]:
        """The whole action space, in index order."""
        return tuple(self.table)

    @property
    def tensor_layout(self) -> tuple[Section, ...]:
        """The sections of `State.observation_tensor`, in order; version ``TENSOR_VERSION``.

        Seats are counted from the observer, who is row 0; cards stand in the order of the pack, actions in index order.

        >>> import trickcore as tc
        >>> game = tc.game("anrufen")
        >>> [section.name for section in game.tensor_layout][:3]
        ['phase', 'dealer', 'actor']
        >>> len(game.new_deal(seed=1).observation_tensor(0)) == game.tensor_size
        True
        """
        if self._sections is None:
            found, offset = [], 0
            common = tensor_sections(self.players, len(self.pack), self.num_actions)
            for name, shape, meaning in (*common, *self.own_sections):
                found.append(Section(name, offset, tuple(shape), meaning))
                offset += prod(shape)
            self._sections = tuple(found)
        return self._sections

    @property
    def tensor_size(self) -> int:
        """How many numbers `State.observation_tensor` has."""
        if self._tensor_size is None:
            self._tensor_size = sum(prod(section.shape) for section in self.tensor_layout)
        return self._tensor_size

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"game({self.name!r}{options})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or (self.name == other.name and self.options == other.options)

    def __hash__(self) -> int:
        return hash((self.name, *self.options.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return _game, (self.name, dict(self.options))

    # Deals

    def new_deal(self, seed: int | None = None, dealer: int = 0, **terms: OptionValue) -> State:
        """A deal of shuffled cards: the same for the same seed, from the system's entropy without one.

        ``terms`` are those of `term_specs`.
        """
        self.seat(dealer, "dealer")
        return State(self, self.layout.deal(seed), dealer, **self.read_terms(terms))

    def start(self, deal: str | Deal, dealer: int = 0, **terms: OptionValue) -> State:
        """A given deal, as text or as a `Deal` of this game's `layout`; ``terms`` are those of `term_specs`."""
        self.seat(dealer, "dealer")
        if isinstance(deal, str):
            deal = self.read_deal(deal)
        elif not isinstance(deal, Deal):
            raise TypeError(f"a deal is text or a Deal, not {type(deal).__name__}")
        elif _shape(deal.layout) != _shape(self.layout):
            raise IllegalDeal(f"this is not a deal of {self.name}: {deal}", "wrong_layout", str(deal))
        return State(self, deal, dealer, **self.read_terms(terms))

    def read_deal(self, text: str) -> Deal:
        """The deal that a text means."""
        return self.layout.parse(text)

    def read_terms(self, terms: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """Every term of a deal: those given, the others with their defaults."""
        if not terms and not self.term_specs:
            return {}
        return chosen(self.name, "term", self.term_specs, terms)

    def match_terms(self, number: int) -> dict[str, OptionValue]:  # noqa: ARG002
        """The terms of a match's deal; ``number`` counts from 0, the first deal that seat 0 dealt or would have."""
        return self.read_terms({})

    def match(self, seed: int | None = None, deals: int | None = None, dealer: int | None = 0) -> Match:
        """Several deals in a row; see `trickcore.match.Match`. With ``dealer=None`` the seed draws the first dealer."""
        from trickcore.match import Match

        return Match(self, seed=seed, deals=deals, dealer=dealer)

    def from_json(self, text: str) -> State:
        """The deal that a record holds, as `State.to_json` wrote it; it must be one of this very game."""
        from trickcore.record import read_record

        return read_record(text, self)

    def record(self, state: State) -> str:
        """The record of a deal, as JSON: what `State.to_json` returns."""
        from trickcore.record import write_record

        return write_record(state)

    def restore(self, payload: str) -> State:
        """The deal of a pickle."""
        return self.from_json(payload)

    def observe(self, state: State, seat: int) -> dict[str, Any]:
        """What a seat may know; `State.observation` returns it, see `trickcore.observation`."""
        from trickcore.observation import observe

        return observe(state, self.seat(seat, "seat"))

    def seat(self, seat: int, what: str = "seat") -> int:
        """The seat, if it is one of this game."""
        if type(seat) is not int:
            raise TypeError(f"{what} is a whole number, not {type(seat).__name__}")
        if not 0 <= seat < self.players:
            raise UnknownOption(f"{what} {shown(seat)}: seats are 0 to {self.players - 1}", "out_of_range", what)
        return seat

    # Actions

    def parse_action(self, text: str) -> Action:
        """The action that a text means, in any of the spellings that the rules README allows.

        >>> import trickcore as tc
        >>> str(tc.game("koenigrufen").parse_action(" Play  10♥ "))
        'play HT'
        """
        if not isinstance(text, str):
            raise TypeError(f"an action is an Action or text, not {type(text).__name__}")
        found = self.table.get(text)
        if found is None and len(text) <= _LONGEST_ACTION:
            words = text.split()
            alias = self.aliases.get(" ".join(words).casefold())
            found = self.table.get(alias or " ".join(map(self._spelt, words)))
        if found is None:
            message = f"{shown(text)} is not an action of {self.name}: {self._hint(text)}"
            raise ParseError(message, "unknown_action", text[:_LONGEST_ACTION])
        return found

    def _spelt(self, word: str) -> str:
        """A word of an action in its canonical spelling, if it has one."""
        if not self._words:
            words = {word.casefold(): word for action in self.table for word in (action.verb, *action.args)}
            self._words = {symbol: suit for symbol, suit in _SYMBOLS.items() if suit in self.pack.suits} | words
        known = self._words.get(word.casefold())
        if known is not None:
            return known
        try:
            return str(Card(word, self.pack))
        except ParseError:
            return word

    def _hint(self, text: str) -> str:
        verb = self._spelt(text[:_LONGEST_ACTION].partition(" ")[0])
        same = [action.text for action in self.table if action.verb == verb]
        if same:
            return f"there are {_listed(same)}"
        return f"one begins with {_listed(list(dict.fromkeys(action.verb for action in self.table)), 'or', 20)}"

    def explain(self, value: Any, action: Action) -> str:
        """Why an action is not legal at a value before play, in a sentence."""
        legal = self.legal(value)
        reason = self.reason(value, action) or _reason(value, action, legal)
        return f"{action} is not allowed: {reason}; seat {value.actor} may {_listed(list(map(str, legal)), 'or')}"

    def reason(self, value: Any, action: Action) -> str | None:  # noqa: ARG002
        """The game's own reason, if it has one to give, why an action is not legal."""
        return None

    def bid_name(self, action: Action) -> str:
        """What a bid is called without its suit."""
        return " ".join(word for word in action.args if word not in self.pack.suits)

    # The flow: pure functions of small immutable values

    def opening(self, deal: Deal, dealer: int) -> Any:
        """The first value of a deal."""
        raise NotImplementedError

    def legal(self, value: Any) -> list[Action]:
        """The legal actions at a value before play, in index order."""
        return self.stages[value.__class__].legal(value)

    def step(self, value: Any, action: Action) -> Any:
        """The value after a legal action: `Play` once the cards are to be played, `Done` if they are not."""
        return self.stages[value.__class__].step(value, action)

    def payoff(self, contract: Any, said: tuple[tuple[str, int], ...]) -> Payoff:
        """What the deal pays, by the contract and what was announced with the first trick."""
        raise NotImplementedError

    def played(self, contract: Any) -> Hashable:
        """What play and payoff depend on of a contract, complete or not: not on the name of a called card."""
        found: Hashable = contract
        return found

    # Who sees what

    def shown(self, state: State) -> CardSet:
        """The cards that were shown to all."""
        contract, talon = state.contract, state.deal.talon
        seen = contract is not None and len(self.saw_talon(contract)) == self.players
        return talon if seen else talon - talon

    def own_numbers(self, state: State, seat: int) -> Sequence[float]:  # noqa: ARG002
        """The numbers of `own_sections`, as a seat sees them."""
        return ()

    def batches_dealt(self, state: State) -> int:  # noqa: ARG002
        """How many batches of each hand are dealt by now."""
        return len(self.layout.batches)

    def saw_talon(self, contract: Any) -> Sequence[int]:  # noqa: ARG002
        """The seats that have seen the talon."""
        return ()

    def secret(self, contract: Any) -> Card | None:  # noqa: ARG002
        """The called card, if its holder is the bidder's partner in secret."""
        return None

    def partners(self, contract: Any, holder: int | None) -> tuple[int | None, ...]:
        """Who may be the partner (``None``: nobody) if a seat held the secret card, or no seat did."""
        return (None,) if holder == contract.bidder else (holder,)

    def proof(self, contract: Any, seat: int, action: Action) -> Proof | None:  # noqa: ARG002
        """What an action proves of the hand of the seat that did it, beyond the duties of play."""
        return None

    def proved(self, state: State) -> Iterable[tuple[int, Proof]]:  # noqa: ARG002
        """What is proved of a seat's hand by the way the deal stands before play, or stood when play began."""
        return ()

    def opened(self, state: State) -> Iterable[tuple[int, Proof]]:  # noqa: ARG002
        """What all see of a seat's hand once the first card is led."""
        return ()

    # Hints to a hand-written player

    def advise(self, seen: Mapping[str, Any], hand: CardSet, legal: Sequence[Action]) -> Action | None:  # noqa: ARG002
        """What a sensible player with this observation and hand would say, call or exchange; ``None`` for no opinion.

        Not asked for the cards to play: those who follow hints know the rules of play as data. Without an opinion they
        pass where they can, and say nothing else.
        """
        return None

    def sensible(self, seen: Mapping[str, Any], hand: CardSet, legal: Sequence[Action]) -> Sequence[Action]:  # noqa: ARG002
        """The legal actions that a player who looks ahead would think of; all, where there are not too many."""
        return legal

    def doubts(self, seen: Mapping[str, Any]) -> Callable[[Deal], float] | None:  # noqa: ARG002
        """A measure of how far a deal is from what the seats told by their bids; ``None`` where they told nothing.

        What bids tell is a matter of taste, not of rules: nothing of it is proved.
        """
        return None

    def to_lose(self, contract: Mapping[str, Any]) -> bool:  # noqa: ARG002
        """Whether the bidder of a contract, as `Contract.public` tells it, wants to win no trick."""
        return False

    # Matches

    def scored(self, payoffs: tuple[int, ...]) -> tuple[int, ...]:
        """What a deal adds to the score of each seat."""
        return payoffs

    def decided(self, scores: tuple[int, ...]) -> bool:  # noqa: ARG002
        """Whether a match ends with these scores."""
        return False


def chosen(whose: str, what: str, specs: Iterable[Option], given: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """The value of every option: those given, the others with their defaults.

    `UnknownOption` for a name or a value that there is not; it lists those there are.
    """
    known = {option.name: option for option in specs}
    for name in given:
        if name not in known:
            listed = f"its {what}s are {', '.join(known)}" if known else "it has none"
            raise UnknownOption(f"{whose} has no {what} {shown(name)}: {listed}", f"unknown_{what}", name)
    return {name: _checked(option, given.get(name, option.default)) for name, option in known.items()}


def _checked(option: Option, value: OptionValue) -> OptionValue:
    if type(value) is not type(option.default):
        raise TypeError(f"{option.name} is one of {option.values}, not a value of type {type(value).__name__}")
    if value not in option.values:
        known = " or ".join(map(repr, option.values))
        raise UnknownOption(f"{option.name} {shown(value)}: it is {known}", "out_of_range", option.name)
    return value


def _game(name: str, options: dict[str, OptionValue]) -> Game:
    """A game of a pickle."""
    from trickcore.games import game

    return game(name, **options)


def _shape(layout: Layout) -> tuple[object, ...]:
    return layout.pack, layout.seats, layout.batches, layout.talon


def _reason(value: Any, action: Action, legal: Iterable[Action]) -> str:
    """A reason that holds in any game."""
    if all(action.verb != other.verb for other in legal):
        return f"there is no {action.verb} now"
    if action.card is not None and action.card not in _hand(value):
        return f"seat {value.actor} does not hold {action.card}"
    return "it does not outbid what stands" if action.verb == "bid" else "the rules do not allow it here"


def _hand(value: Any) -> CardSet:
    hand: CardSet = value.cards.hands[value.actor]
    return hand


def _listed(texts: Sequence[str], last: str = "and", most: int = 12) -> str:
    """Texts as a list in words, cut short."""
    if len(texts) > most:
        return f"{', '.join(texts[:most])} … ({len(texts)} in all)"
    return f" {last} ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)
