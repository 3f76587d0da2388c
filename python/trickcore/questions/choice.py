"""The best card to call or to give, and the best cards to put aside: what to decide before play, all hands open.

Values are for the bidder's side, whoever decides: one of the bidder's side looks for the highest, the others for the
lowest (and the bidder, where tricks are to be lost and counted). Whatever else is to be decided before the first lead,
by anybody, is decided as well as it can be.
"""

from __future__ import annotations

from itertools import groupby, islice, takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from trickcore._core import Play, State
from trickcore.errors import DeadlineExceeded, UnsolvableGame
from trickcore.exchange import PuttingAside
from trickcore.questions.perfect import AT_ONCE, Best, Perfect, Terms, wants_least
from trickcore.questions.ways import Way, by_bidder, decisions, first_lead, same_seat, ways
from trickcore.solve import check_objective, paid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from trickcore._core import Action, CancelToken

__all__ = ["Advice", "Choice", "best_call", "best_exchange"]

_EXCHANGES = ("discard", "give")


class Choice(NamedTuple):
    """Something that can be decided, and what it is worth."""

    actions: tuple[Action, ...]
    """The decisions of the seat that chooses, in an order in which they can be done."""
    value: int
    """What perfect play comes to then, for the bidder's side."""
    line: tuple[tuple[int, Action], ...]
    """Every decision to the first lead, with its seat: these actions and the best ones after them."""
    same: tuple[Action, ...] = ()
    """Actions that in place of one of these come to the same, as another card of the same partner to call."""

    def to_dict(self) -> dict[str, Any]:
        """The choice ready for JSON."""
        return {
            "actions": list(map(str, self.actions)),
            "value": self.value,
            "line": [[seat, str(action)] for seat, action in self.line],
            "same": list(map(str, self.same)),
        }


class Advice(NamedTuple):
    """The best thing to decide."""

    seat: int
    """Who decides."""
    objective: str
    """What the values count."""
    best: Choice
    """The best choice; of equals the first."""
    payoffs: tuple[int, ...] | None
    """What each seat gains then, if the objective is the payoff."""
    choices: tuple[Choice, ...] | None
    """Every choice with its value, if that was asked for."""

    @property
    def value(self) -> int:
        """The value of the best choice."""
        return self.best.value

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions of the best choice."""
        return self.best.actions

    def to_dict(self) -> dict[str, Any]:
        """The advice ready for JSON."""
        return {
            "seat": self.seat,
            "objective": self.objective,
            "best": self.best.to_dict(),
            "payoffs": None if self.payoffs is None else list(self.payoffs),
            "choices": None if self.choices is None else [choice.to_dict() for choice in self.choices],
        }


def best_exchange(
    state: State,
    objective: str = "payoff",
    *,
    every: bool = False,
    threads: int = 1,
    deadline: float | None = None,
    max_memory: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    cancel: CancelToken | None = None,
) -> Advice:
    """The best cards to put aside, and to call before and to give back after, where the same seat does that as well.

    The state is one in which the seat to decide puts cards aside or gives one, or calls a card and then does. The best
    choice is found by asking of each other choice whether it is better; with ``every`` each is solved, and ``choices``
    has them all.

    ``objective`` is one of `trickcore.solve.OBJECTIVES`. ``threads`` 0 are all cores. ``deadline`` is in seconds,
    ``max_memory`` in bytes for the tables of one thread; ``progress`` is called now and then with numbers done and in
    all while every choice is solved; ``cancel`` stops the search from another thread.

    Errors: `UnsolvableGame` if the seat to decide has nothing to exchange (kind ``"no_exchange"``); `DeadlineExceeded`,
    whose ``finished`` has the choices that are solved by then; `UnknownOption` for an unknown objective.

    >>> import trickcore as tc
    >>> state = tc.game("anrufen", players=3).start("A9.T9.A.A9 TQ.QJ.TK9.- KJ.AK.J.TK + -.-.Q.QJ", dealer=2)
    >>> for text in ("bid hundred", "pass", "pass"):
    ...     state.apply(text)
    >>> advice = tc.best_exchange(state, "points")
    >>> advice.value, [str(action) for action in advice.actions]
    (60, ['discard S9', 'discard HT', 'discard H9'])
    """
    question = _Question(state, _exchanged, "no_exchange", objective, (deadline, max_memory, threads, progress, cancel))
    if not any(map(_exchanged, islice(question.options(), 1))):
        raise UnsolvableGame(f"seat {state.actor} has no cards to exchange here", "no_exchange", state.phase)
    return question.answer(every)


def best_call(
    state: State,
    objective: str = "payoff",
    *,
    every: bool = False,
    threads: int = 1,
    deadline: float | None = None,
    max_memory: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    cancel: CancelToken | None = None,
) -> Advice:
    """The best card to call or to give, trump to name, or whatever else the seat to decide has to say before play.

    A choice is one action; with ``every``, ``choices`` has every legal one. The rest is as in `best_exchange`.

    Errors: as there; `UnsolvableGame` has the kind ``"no_call"``.

    >>> import trickcore as tc
    >>> state = tc.game("koenigrufen").new_deal(seed=3, dealer=0)
    >>> state.apply("trump S")
    >>> advice = tc.best_call(state, "points", every=True)
    >>> advice.value, str(advice.actions[0]), sorted({choice.value for choice in advice.choices})
    (30, 'call ST', [0, 20, 30])
    """
    question = _Question(state, _first, "no_call", objective, (deadline, max_memory, threads, progress, cancel))
    if isinstance(question.value, PuttingAside):
        raise UnsolvableGame("cards are put aside here: ask for the best exchange", "no_call", state.phase)
    return question.answer(every)


class _Question:
    """What to decide where a state stands: a choice is the part of a way that ``extent`` cuts off."""

    def __init__(
        self, state: State, extent: Callable[[Way], tuple[Action, ...]], refusal: str, objective: str, terms: Any
    ) -> None:
        if not isinstance(state, State):
            raise TypeError(f"a State is needed, not {type(state).__name__}")
        self.state = state.clone()
        if state.phase not in ("call", "exchange"):
            message = f"nothing is called, given or put aside: the deal is in the {state.phase} phase"
            raise UnsolvableGame(message, refusal, state.phase)
        self.value = self.state.value
        self.extent = extent
        self.objective = check_objective(objective)
        self.terms = Terms(*terms)
        self.perfect = Perfect(state.game, self.terms)
        self.lowest = wants_least(first_lead(state.game, self.value).plan, by_bidder(self.value), objective)

    def options(self) -> Iterable[Way]:
        """The ways among which the seat chooses."""
        game, value = self.state.game, self.value
        return decisions(game, value) if self.extent is _first else ways(game, value, same_seat(value))

    def answer(self, every: bool) -> Advice:
        """The best choice, and every other if they are asked for."""
        choices = tuple(self._all()) if every else None
        best = self._only_best() if choices is None else self._best(choices)
        return Advice(self.value.actor, self.objective, best, self._payoffs(best), choices)

    def _only_best(self) -> Choice:
        try:
            return self._choice(self.perfect.best(self.value, self.objective))
        except DeadlineExceeded as stopped:
            stopped.finished = () if stopped.finished is None else (self._choice(stopped.finished),)
            raise

    def _all(self) -> list[Choice]:
        """Every choice with its value."""
        found: list[Choice] = []
        for groups in self._parts():
            solved, stopped = self._solved([way for group in groups for way in group])
            values = iter(solved)
            for group in groups:
                bests = [best for best in islice(values, len(group)) if best is not None]
                if len(bests) == len(group):
                    found.extend(self._spelt_out(group, bests))
            if stopped is not None:
                stopped.finished = tuple(found)
                raise stopped
        return found if self.extent is _exchanged else sorted(found, key=lambda choice: int(choice.actions[0]))

    def _parts(self) -> Iterator[list[list[Way]]]:
        """The ways of each choice, of some thousand ways at a time."""
        some: list[list[Way]] = []
        for _, alike in groupby(self.options(), self.extent):
            some.append(list(alike))
            if sum(map(len, some)) >= AT_ONCE:
                yield some
                some = []
        yield some

    def _solved(self, options: list[Way]) -> tuple[list[Best | None], DeadlineExceeded | None]:
        """The best way on from each option; where time was up those that are known, and what says so."""
        found: list[Best | None] = [None] * len(options)
        try:
            self._solve_plays(options, found)
            self._solve_others(options, found)
        except DeadlineExceeded as stopped:
            return found, stopped
        return found, None

    def _solve_plays(self, options: list[Way], found: list[Best | None]) -> None:
        """Solve the options that lead to play, all at once."""
        places = [place for place, way in enumerate(options) if isinstance(way.end, Play)]
        plays = [options[place].end for place in places]
        known: dict[int, int] = {}
        try:
            known = dict(enumerate(self.perfect.values(plays, self.objective, self.terms.progress)))
        except DeadlineExceeded as stopped:
            known = stopped.finished
            raise
        finally:
            for index, value in known.items():
                found[places[index]] = Best(value, options[places[index]])

    def _solve_others(self, options: list[Way], found: list[Best | None]) -> None:
        """Solve the options after which more is to be decided, one by one."""
        progress = self.terms.progress
        for place, way in enumerate(options):
            if found[place] is None:
                rest = self.perfect.best(way.end, self.objective)
                found[place] = Best(rest.value, way.then(rest.way))
                if progress is not None:
                    progress(place + 1, len(options))

    def _spelt_out(self, group: list[Way], bests: list[Best]) -> Iterator[Choice]:
        """The choice that some ways have in common; where it is one action, those that come to the same one by one."""
        choice = self._best([self._choice(best) for best in bests])
        yield choice
        if self.extent is _first:
            (seat, _), *rest = choice.line
            for action in group[0].twins:
                yield Choice((action,), choice.value, ((seat, action), *rest), choice.same)

    def _choice(self, best: Best) -> Choice:
        return Choice(self.extent(best.way), best.value, best.way.steps, best.way.twins)

    def _best(self, choices: Sequence[Choice]) -> Choice:
        """The best for the seat that chooses; of equals the first."""
        better = min if self.lowest else max
        return better(choices, key=lambda choice: choice.value)

    def _payoffs(self, best: Choice) -> tuple[int, ...] | None:
        """What each seat gains by the best choice, if that is what the values say."""
        if self.objective != "payoff":
            return None
        played = self.state.clone()
        for _, action in best.line:
            played.apply(action)
        assert played.payoff is not None
        return paid(played.payoff, best.value)


def _exchanged(way: Way) -> tuple[Action, ...]:
    """What one seat does in a row, up to the last card it puts aside or gives."""
    first = way.steps[0][0]
    own = [action for _, action in takewhile(lambda step: step[0] == first, way.steps)]
    while own and own[-1].verb not in _EXCHANGES:
        own.pop()
    return tuple(own)


def _first(way: Way) -> tuple[Action, ...]:
    """The first decision."""
    return (way.steps[0][1],)
