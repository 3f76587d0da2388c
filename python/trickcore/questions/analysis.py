"""A played deal, card by card: what it was worth before and after, and who gave away how much."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from trickcore._core import State
from trickcore.errors import DeadlineExceeded, UnsolvableGame
from trickcore.questions.perfect import Perfect, Terms, wants_least
from trickcore.record import read_record
from trickcore.solve import check_objective

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from trickcore._core import Action, CancelToken, Payoff, Position

__all__ = ["Analysis", "Judgement", "analyse"]


class Judgement(NamedTuple):
    """One action of the play, and what it changed. Values are those of the whole deal, for the bidder's side."""

    number: int
    """Its place in the record's actions."""
    trick: int
    """The trick it belongs to, from 1."""
    seat: int
    """Who did it."""
    action: Action
    before: int
    """What perfect play from there would have come to."""
    after: int
    """What it comes to after it."""
    loss: int
    """How much the seat gave away, as its own side sees it. Never less than 0 for a card; an announcement can gain."""
    moves: dict[Action, int]
    """Every card that could be played, with its value; empty for an announcement."""

    @property
    def best(self) -> tuple[Action, ...]:
        """The cards that would have given nothing away."""
        return tuple(action for action, value in self.moves.items() if value == self.before)

    def to_dict(self) -> dict[str, Any]:
        """The judgement ready for JSON."""
        return {
            **self._asdict(),
            "action": str(self.action),
            "moves": {str(action): value for action, value in self.moves.items()},
            "best": list(map(str, self.best)),
        }


class Analysis(NamedTuple):
    """A deal judged action by action."""

    objective: str
    """What the values count; ``"tricks"`` are those of the whole deal."""
    side: tuple[int, ...]
    """The bidder's side, the bidder first."""
    value: int
    """What the deal was worth at the first lead."""
    final: int
    """What it came to; what it is worth where it stands, if it is not over."""
    moves: tuple[Judgement, ...]
    """Every action of the play in order."""
    losses: tuple[int, ...]
    """What each seat gave away in all by its cards."""

    @property
    def mistakes(self) -> tuple[Judgement, ...]:
        """The cards that gave something away."""
        return tuple(move for move in self.moves if move.moves and move.loss > 0)

    def to_dict(self) -> dict[str, Any]:
        """The analysis ready for JSON."""
        return {
            **self._asdict(),
            "side": list(self.side),
            "moves": [move.to_dict() for move in self.moves],
            "losses": list(self.losses),
        }


class _Moment(NamedTuple):
    """A moment of the play, just before an action."""

    number: int
    trick: int
    seat: int
    action: Action
    position: Position
    payoff: Payoff | None
    choices: tuple[Action, ...]
    """The cards that could be played; none if something was announced."""

    def tasks(self) -> list[Position]:
        """The positions whose values tell what the action was worth; none where there was no choice."""
        if not self.choices:
            return [self.position]
        return [] if len(self.choices) == 1 else [_after(self.position, choice) for choice in self.choices]


def analyse(
    record: State | str,
    objective: str = "payoff",
    *,
    threads: int = 1,
    deadline: float | None = None,
    max_memory: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    cancel: CancelToken | None = None,
) -> Analysis:
    """Judge every card of a deal's play, all hands open.

    The record is a `State` or the JSON text of one; the deal need not be over. The losses of one side less those of the
    other are what the deal changed by from the first lead on, announcements apart. A signal is judged as its card.

    ``objective`` is one of `trickcore.solve.OBJECTIVES`; ``threads``, ``deadline`` and the others are as in
    `trickcore.best_exchange`.

    Errors: `UnsolvableGame` if no card can have been played yet (kind ``"not_in_play"``); `DeadlineExceeded`, whose
    ``finished`` has the judgements that are complete by then; those of `trickcore.read_record` for a text.

    >>> import trickcore as tc
    >>> state = tc.game("maine_charlemagne").start("Q.KQJ.Q7.KJ T.A9.KJ98.Q 97.87.T.987 AKJ8.T.A.AT", dealer=1)
    >>> for action in ("bid le-petit", "pass", "pass", "pass", "play C9"):
    ...     state.apply(action)
    >>> [lead] = tc.analyse(state).moves
    >>> lead.before, lead.after, lead.loss, [str(action) for action in lead.best]
    (8, -8, 16, ['play DT'])
    """
    state = read_record(record) if isinstance(record, str) else record
    if not isinstance(state, State):
        raise TypeError(f"a State or the text of a record is needed, not {type(state).__name__}")
    check_objective(objective)
    end = state.clone()
    moments = list(_moments(end))
    position = end.position
    if position is None or not moments:
        raise UnsolvableGame(f"no card was played: the deal is in the {end.phase} phase", "not_in_play", end.phase)
    judge = _Judge(end, position, moments, objective)
    return judge.analysis(Terms(deadline, max_memory, threads, progress, cancel))


class _Judge:
    """Judges the moments of one deal."""

    def __init__(self, end: State, position: Position, moments: list[_Moment], objective: str) -> None:
        self.end = end
        self.position = position
        self.moments = moments
        self.objective = objective
        self.tasks = [moment.tasks() for moment in moments]
        plan = position.plan
        self.side = (plan.bidder, *(seat for seat in plan.side if seat != plan.bidder))

    def analysis(self, terms: Terms) -> Analysis:
        """The whole of it, if there is time for it."""
        positions = [position for tasks in self.tasks for position in tasks]
        payoffs = [moment.payoff for moment, tasks in zip(self.moments, self.tasks, strict=True) for _ in tasks]
        if not self.position.done:
            positions.append(self.position)
            payoffs.append(self.end.payoff)
        moves = self._judgements(self._values(positions, payoffs, terms))
        losses = [0] * len(self.end.hands)
        for move in moves:
            losses[move.seat] += move.loss if move.moves else 0
        return Analysis(self.objective, self.side, moves[0].before, moves[-1].after, moves, tuple(losses))

    def _values(self, positions: list[Position], payoffs: list[Payoff | None], terms: Terms) -> list[int | None]:
        """What each position comes to, the whole deal counted."""
        won = [self._won(position) for position in positions]
        try:
            values = Perfect(self.end.game, terms).worths(positions, self.objective, payoffs, terms.progress)
        except DeadlineExceeded as stopped:
            known = stopped.finished
            stopped.finished = self._judgements(
                [known[index] + tricks if index in known else None for index, tricks in enumerate(won)]
            )
            raise
        return [value + tricks for value, tricks in zip(values, won, strict=True)]

    def _won(self, position: Position) -> int:
        """The tricks that the bidder's side has, where tricks are counted: a solver counts those to come."""
        return sum(position.tricks[seat] for seat in self.side) if self.objective == "tricks" else 0

    def _final(self, values: list[int | None]) -> int | None:
        """What the deal came to; where it is not over, what it is worth where it stands, the last of the values."""
        end = self.end
        if end.payoffs is None:
            return values[-1]
        own = sum(end.points[seat] for seat in self.side)
        match self.objective:
            case "payoff":
                return end.payoffs[self.side[0]]
            case "tricks":
                return sum(end.tricks[seat] for seat in self.side)
            case "points":
                return own
            case _:
                return 2 * own - sum(end.points)

    def _judgements(self, values: list[int | None]) -> tuple[Judgement, ...]:
        """The judgements of all moments of which enough is known, from the last back to the first."""
        found: list[Judgement] = []
        after = self._final(values)
        end = sum(map(len, self.tasks))
        for moment, tasks in zip(reversed(self.moments), reversed(self.tasks), strict=True):
            start = end - len(tasks)
            judgement = self._judgement(moment, values[start:end], after)
            found.extend([judgement] if judgement else [])
            after, end = judgement.before if judgement else None, start
        return tuple(reversed(found))

    def _judgement(self, moment: _Moment, values: list[int | None], after: int | None) -> Judgement | None:
        """One judgement, if what the deal comes to after it and instead of it is known."""
        known = [value for value in values if value is not None]
        if after is None or len(known) < len(values):
            return None
        least = wants_least(moment.position.plan, moment.seat in self.side, self.objective)
        if not moment.choices:
            before, moves = known[0], {}
        else:
            moves = dict(zip(moment.choices, known or [after], strict=True))
            before = (min if least else max)(moves.values())
        loss = after - before if least else before - after
        return Judgement(moment.number, moment.trick, moment.seat, moment.action, before, after, loss, moves)


def _moments(end: State) -> Iterator[_Moment]:
    """Every moment of a deal's play at which something was done."""
    walk = end.game.start(end.deal, end.dealer, **end.terms)
    for number, (seat, action) in enumerate(end.history):
        position = walk.position
        if position is not None:
            choices = _cards(walk) if action.verb == "play" else ()
            yield _Moment(number, sum(walk.tricks) + 1, seat, action, position, walk.payoff, choices)
        walk.apply(action)


def _cards(state: State) -> tuple[Action, ...]:
    """The cards that can be played, with a marriage and without; signals change nothing."""
    return tuple(a for a in state.legal_actions() if a.verb == "play" and a.args[1:] in ((), ("marriage",)))


def _after(position: Position, action: Action) -> Position:
    after = position.clone()
    assert action.card is not None
    after.play(action.card, *action.args[1:])
    return after
