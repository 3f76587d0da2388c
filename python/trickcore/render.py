"""Plain-text pictures of hands, tables and whole deals.

Everything returns text without colour or control codes; ``suits`` names how cards are shown: ``"letters"`` (as in all
other text of the library), ``"symbols"``, ``"german"`` or ``"italian"``. Italian cards have letters only.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from trickcore._core import Card
from trickcore.errors import UnknownOption

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

    from trickcore._core import Action, CardSet, Pack, Plan, State
    from trickcore.game import Game

__all__ = [
    "SUITS",
    "Face",
    "Story",
    "Trick",
    "account",
    "by_side",
    "compass",
    "contract_words",
    "counted",
    "face",
    "hands",
    "outcome",
    "payments",
    "picture",
    "story",
    "unit_of",
    "wrapped",
]

SUITS = ("letters", "symbols", "german", "italian")

_BID = re.compile("([1-7])([A-Z])(X*)")
_HEAD = 10
_SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_GERMAN = {"S": "leaves", "H": "hearts", "D": "bells", "C": "acorns"}
_GERMAN_SHORT = {"S": "L", "H": "H", "D": "B", "C": "A"}
_GERMAN_RANKS = {"Q": "O", "J": "U"}
_ITALIAN = {"C": "coppe", "D": "denari", "S": "spade", "B": "bastoni"}
_AS_ITALIAN = {"S": "spade", "H": "coppe", "D": "denari", "C": "bastoni"}
_AS_ITALIAN_SHORT = {"S": "S", "H": "C", "D": "D", "C": "B"}
_AS_ITALIAN_RANKS = {"K": "R", "Q": "C", "J": "F"}


class Face(NamedTuple):
    """How the cards of one pack are shown."""

    short: Mapping[str, str]
    """Suit letter → what stands before a rank."""
    long: Mapping[str, str]
    """Suit letter → what stands before a row of ranks."""
    ranks: Mapping[str, str]
    """Rank letter → what is shown for it."""

    def card(self, card: Card) -> str:
        """The card, as in ``♠A``."""
        return self.short[card.suit] + self.ranks[card.rank]

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards in the order given, as in ``♠A ♥K``; ``-`` for none."""
        return " ".join(map(self.card, cards)) or "-"

    def row(self, cards: CardSet, suit: str) -> str:
        """The ranks of one suit, as in ``A T 9``; ``-`` for a void."""
        return " ".join(self.ranks[card.rank] for card in cards.of_suit(suit)) or "-"

    def rows(self, *batches: CardSet) -> list[str]:
        """A hand, a row for each suit; batches of the deal are set off by ``/``."""
        width = max(map(len, self.long.values()))
        return [
            f"{name:{width}} {' / '.join(self.row(batch, suit) for batch in batches)}"
            for suit, name in self.long.items()
        ]

    def line(self, cards: CardSet) -> str:
        """A hand on one line, as in ``♠ A T  ♥ -  ♦ 9  ♣ J``."""
        return "  ".join(f"{name} {self.row(cards, suit)}" for suit, name in self.long.items())

    def action(self, action: Action) -> str:
        """An action's text with its card or suit shown in this way."""
        if action.card is None:
            return self.words(action.text)
        return " ".join([action.verb, self.card(action.card), *action.args[1:]])

    def words(self, text: str) -> str:
        """A text with its suit letters shown in this way, those of bids as ``4HX`` too."""
        return " ".join(map(self._word, text.split()))

    def _word(self, word: str) -> str:
        bid = _BID.fullmatch(word)
        if bid and bid[2] in self.short:
            return bid[1] + self.short[bid[2]] + bid[3]
        return self.long.get(word, word)


def face(pack: Pack, suits: str = "letters") -> Face:
    """The way to show the cards of ``pack``; `UnknownOption` for a name that is not in `SUITS`.

    >>> from trickcore import Card, Pack
    >>> face(Pack("french32"), "symbols").card(Card("SA"))
    '♠A'
    >>> face(Pack("french32"), "german").card(Card("HQ"))
    'HO'
    """
    if suits not in SUITS:
        raise UnknownOption(f"suits {suits!r}: known are {', '.join(SUITS)}", "suits", suits)
    letters = {suit: suit for suit in pack.suits}
    ranks = {rank: rank for rank in pack.ranks}
    if pack.name.startswith("italian"):
        return Face(letters, _ITALIAN, ranks)
    if suits == "german":
        return Face(_GERMAN_SHORT, _GERMAN, {**ranks, **_GERMAN_RANKS})
    if suits == "italian":
        return Face(_AS_ITALIAN_SHORT, _AS_ITALIAN, {**ranks, **_AS_ITALIAN_RANKS})
    shown = _SYMBOLS if suits == "symbols" else letters
    return Face(shown, shown, ranks)


def _block(lines: Sequence[str], height: int) -> list[str]:
    """Lines padded to one width, and to so many of them."""
    width = max(map(len, lines))
    return [line.ljust(width) for line in (*lines, *[""] * (height - len(lines)))]


def compass(blocks: Sequence[Sequence[str]], *, clockwise: bool = True) -> str:
    """Blocks of lines for seats 0, 1, 2 (and 3) set around a table, seat 0 nearest to the reader.

    >>> print(compass([["zero"], ["one"], ["two"], ["three"]]))
         two
    one       three
         zero
    """
    height = max(map(len, blocks))
    near, *others = [_block(block, height) for block in blocks]
    if not clockwise:
        others.reverse()
    left, *far, right = others
    middle = far[0] if far else []
    inset = " " * (len(left[0]) + 2)
    gap = " " * (max(len(block[0]) for block in (near, middle) if block) + 4)
    lines = [inset + line for line in middle]
    lines += [a + gap + b for a, b in zip(left, right, strict=True)]
    lines += [inset + line for line in near]
    return "\n".join(line.rstrip() for line in lines)


class Trick(NamedTuple):
    """One trick as it was played."""

    plays: tuple[tuple[int, Action], ...]
    """What was played from each hand in it, announcements included, in order."""
    winner: int | None
    """Who won it; ``None`` while it is not full."""
    tricks: tuple[int, ...]
    """Tricks per seat after it."""
    points: tuple[int, ...]
    """Points per seat after it, in the unit of the game's rules page."""

    @property
    def leader(self) -> int:
        """Who led to it."""
        return next(iter(self.cards))

    @property
    def cards(self) -> dict[int, Card]:
        """The card of each seat, the leader's first."""
        return {seat: action.card for seat, action in self.plays if action.verb == "play" and action.card is not None}

    @property
    def said(self) -> list[tuple[int, str]]:
        """What was said in it, with the seat that said it."""
        texts = ((seat, " ".join(act.args[1:]) if act.verb == "play" else act.text) for seat, act in self.plays)
        return [(seat, text) for seat, text in texts if text]


class Story(NamedTuple):
    """A deal taken apart: what came before the first lead, and the tricks."""

    decisions: tuple[tuple[str, int, Action], ...]
    """Phase, seat and action of everything before the card play."""
    hands: tuple[CardSet, ...]
    """The hands at the first lead, or those of the end if no card was played."""
    plan: Plan | None
    """The contract's plan, once cards are played."""
    tricks: tuple[Trick, ...]
    """The tricks so far, the one in progress included."""


def story(state: State) -> Story:
    """Go through a deal from its first action to where it stands."""
    walk = state.game.start(state.deal, state.dealer, **state.terms)
    decisions = []
    plays: list[tuple[int, Action]] = []
    found: list[Trick] = []
    acts = iter(state.history)
    for seat, action in acts:
        decisions.append((walk.phase, seat, action))
        walk.apply(action)
        if walk.phase == "play":
            break
    hands, plan = walk.hands, walk.position.plan if walk.position else None
    for _, action in acts:
        before, position = walk.tricks, walk.position
        assert position is not None
        assert position.turn is not None
        plays.append((position.turn, action))
        walk.apply(action)
        winner = next((s for s, old in enumerate(before) if walk.tricks[s] != old), None)
        if winner is not None:
            found.append(Trick(tuple(plays), winner, walk.tricks, walk.points))
            plays.clear()
    if any(action.verb == "play" for _, action in plays):
        found.append(Trick(tuple(plays), None, walk.tricks, walk.points))
    return Story(tuple(decisions), hands, plan, tuple(found))


# Whole deals in words


def picture(state: State, suits: str = "letters") -> str:
    """The hands as dealt, around the table, then the talon if there is one."""
    deal = state.deal
    shown = face(deal.layout.pack, suits)
    blocks = [
        [f"seat {seat}{', dealer' if seat == state.dealer else ''}", *shown.rows(*batches)]
        for seat, batches in enumerate(deal.batches)
    ]
    near = state.game.near
    table = compass([*blocks[near:], *blocks[:near]], clockwise=state.game.rules.clockwise)
    return f"{table}\n\ntalon  {shown.line(deal.talon)}" if deal.talon else table


def account(state: State, suits: str = "letters") -> str:
    """A deal told from the first call to the last card played, with every hand open.

    >>> import trickcore as tc
    >>> state = tc.game("mediatore").new_deal(seed=3)
    >>> for action in ("pass", "pass", "pass", "pass"):
    ...     state.apply(action)
    >>> print(account(state).splitlines()[-1])
    void: nobody gains anything, and the same dealer deals again
    """
    shown = face(state.deal.layout.pack, suits)
    told = story(state)
    given = {**state.game.options, **state.terms}
    options = "".join(f", {name} {str(value).lower()}" for name, value in given.items())
    parts = [
        f"{state.game.title}{options}",
        picture(state, suits),
        _decisions(told, shown),
        contract_words(state.contract, told.plan, shown),
        _hands(told, state, shown),
        _tricks(told, state, shown),
        outcome(state),
    ]
    return "\n\n".join(part for part in parts if part)


def _decisions(told: Story, shown: Face) -> str:
    """What was decided before the first lead, by phase."""
    runs: list[tuple[str, list[str]]] = []
    for phase, seat, action in told.decisions:
        if not runs or runs[-1][0] != phase:
            runs.append((phase, []))
        runs[-1][1].append(f"{seat} {shown.action(action)}")
    return "\n".join(wrapped(phase, said) for phase, said in runs)


def wrapped(head: str, parts: Iterable[str], between: str = ", ", width: int = 78) -> str:
    """Parts behind a head, on as many lines as they need, none of them broken.

    >>> print(wrapped("auction", ["1 pass", "2 bid game", "3 pass"], width=32))
    auction   1 pass, 2 bid game
              3 pass
    """
    lines = [head.ljust(_HEAD)]
    for part in parts:
        if len(lines[-1]) > _HEAD and len(lines[-1]) + len(between) + len(part) > width:
            lines.append(" " * _HEAD)
        lines[-1] += part if len(lines[-1]) == _HEAD else between + part
    return "\n".join(lines)


def contract_words(contract: Any, plan: Plan | None, shown: Face) -> str:
    """Who plays what, as in ``contract  seat 1 with seat 3: level hundred, trump H, called HA``."""
    if contract is None or plan is None:
        return ""
    others = [seat for seat in plan.side if seat != plan.bidder]
    partner = f" with seat {others[0]}" if others and others[0] not in plan.out else " alone"
    terms = [
        f"{name.replace('_', ' ')} {_term(value, shown, plan.rules.pack)}"
        for name, value in contract.public().items()
        if name not in ("bidder", "alone") and value not in (None, False, [])
    ]
    return f"contract  seat {plan.bidder}{partner}: {', '.join(terms)}"


def _term(value: object, shown: Face, pack: Pack) -> str:
    """A value of a contract: a suit and a card in the way that cards are shown."""
    if isinstance(value, list):
        return " and ".join(map(str, value))
    text = str(value)
    is_card = len(text) == 2 and text[0] in pack.suits and text[1] in pack.ranks
    return shown.card(Card(text, pack)) if is_card else shown.words(text)


def _hands(told: Story, state: State, shown: Face) -> str:
    """The hands that are played, if they are not those that were dealt."""
    if told.plan is None or told.hands == state.deal.hands:
        return ""
    return f"hands in play\n{hands(told.hands, told.plan.out, shown)}"


def hands(held: Sequence[CardSet], out: Container[int], shown: Face) -> str:
    """Hands one to a line, each behind its seat."""
    return "\n".join(f"{seat}  {'out of play' if seat in out else shown.line(hand)}" for seat, hand in enumerate(held))


def unit_of(counted: str, game: Game) -> str:
    """What a value is of that counts points, tricks, …: points by the game's own word."""
    return game.unit if counted == "points" else counted


def _tricks(told: Story, state: State, shown: Face) -> str:
    """The tricks as a table: ``>`` before the lead, ``*`` after the card that won."""
    if told.plan is None or not told.tricks:
        return ""
    plan = told.plan
    counts = counted(plan)
    order = range(len(state.deal.hands))
    unit = unit_of(counts, state.game)
    lines = ["trick  " + "".join(f" {seat:<5}" for seat in order) + f"{unit}, side : others"]
    for number, trick in enumerate(told.tricks, 1):
        cells = "".join(_cell(trick, seat, shown).ljust(6) for seat in order)
        own, others = by_side(plan, trick.points if counts == "points" else trick.tricks)
        said = ", ".join(f"{seat} {shown.words(text)}" for seat, text in trick.said)
        lines.append(f"{number:>4}   {cells}{own:>4} : {others:<4} {said}".rstrip())
    return "\n".join(lines)


def _cell(trick: Trick, seat: int, shown: Face) -> str:
    card = trick.cards.get(seat)
    if card is None:
        return ""
    return (">" if seat == trick.leader else " ") + shown.card(card) + ("*" if seat == trick.winner else "")


def counted(plan: Plan) -> str:
    """What decides a contract: ``"tricks"`` if no card is worth a point or tricks are to be lost, else ``"points"``."""
    return "points" if plan.worth(plan.rules.pack.cards) and not plan.misere else "tricks"


def by_side(plan: Plan, counts: Sequence[int]) -> tuple[int, int]:
    """The total of the bidder's side, and that of the others."""
    own = sum(counts[seat] for seat in plan.side)
    return own, sum(counts) - own


def outcome(state: State) -> str:
    """How a deal ended; nothing while it is not over."""
    if state.void:
        return "void: nobody gains anything, and the same dealer deals again"
    if state.payoffs is None:
        return ""
    made = state.contract is not None and state.payoffs[state.contract.bidder] > 0
    return f"{'made' if made else 'not made'}: {payments(state.payoffs)}"


def payments(payoffs: Iterable[int]) -> str:
    """What each seat gains, as in ``seat 0 +2, seat 1 -2``."""
    return ", ".join(f"seat {seat} {gain:+}" for seat, gain in enumerate(payoffs))
