"""The best decisions before play: values of plays from the solver, carried up the tree of decisions.

A chooser's plays are compared by yes/no questions ("better than the best so far?"), which the solver answers for many
plays with one table. Values are for the bidder's side, as everywhere.
"""

from __future__ import annotations

from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from trickcore._core import Play, Solver
from trickcore.errors import DeadlineExceeded, UnknownOption
from trickcore.questions.ways import Way, by_bidder, same_side, ways

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from trickcore._core import CancelToken, Payoff, Plan, Position
    from trickcore.game import Game

    Progress = Callable[[int, int], object]

__all__ = ["AT_ONCE", "Best", "Perfect", "Terms", "in_parts", "wants_least"]

AT_ONCE = 4096
"""How many ways are held at a time: more would only fill the memory."""


class Terms(NamedTuple):
    """The limits of a question."""

    deadline: float | None = None
    """Seconds for all of it."""
    max_memory: int | None = None
    """Bytes for the tables of one thread."""
    threads: int = 1
    progress: Progress | None = None
    cancel: CancelToken | None = None


class Best(NamedTuple):
    """The best way from a decision to the first lead."""

    value: int
    way: Way
    """Every decision to the first lead; its end is the `Play`."""


class Perfect:
    """Answers for one game and one objective, all with one solver and one deadline."""

    def __init__(self, game: Game, terms: Terms) -> None:
        _check(terms)
        self.game = game
        self.solver = Solver("fast", max_memory=terms.max_memory)
        self.terms = terms
        self._end = None if terms.deadline is None else monotonic() + terms.deadline

    def values(
        self, plays: Sequence[Play], objectives: str | Sequence[str], progress: Progress | None = None
    ) -> list[int]:
        """The value of each play, for one objective or for one each."""
        payoffs = self._payoffs(plays, objectives)
        return self.worths([play.position for play in plays], objectives, payoffs, progress)

    def worths(
        self,
        positions: Sequence[Position],
        objectives: str | Sequence[str],
        payoffs: Sequence[Payoff | None] | None,
        progress: Progress | None = None,
    ) -> list[int]:
        """The value of each position. A `DeadlineExceeded` has those known by then, by their place."""
        found = self.solver.values(
            positions, objectives, payoffs=payoffs, threads=self.terms.threads, progress=progress, **self._limits()
        )
        values: list[int] = found.tolist()
        return values

    def best(self, value: Any, objective: str) -> Best:
        """The best way from a value of the flow to the first lead, each side choosing for itself."""
        if isinstance(value, Play):
            [worth] = self.values([value], objective)
            return Best(worth, Way((), value))
        return self.best_of(ways(self.game, value, same_side(value)), objective, by_bidder(value))

    def best_of(self, choices: Iterable[Way], objective: str, bidder_chooses: bool, known: Best | None = None) -> Best:
        """The best of several ways for the side that chooses, and of one that is ``known``; of equals the first.

        A `DeadlineExceeded` has the best of those that were looked at, or ``None``.
        """
        for some in in_parts(choices):
            plays = [way for way in some if isinstance(way.end, Play)]
            if plays:
                known = self._best_play(plays, objective, bidder_chooses, known)
            answered = [way for way in some if not isinstance(way.end, Play)]
            if answered:
                known = self._best_answered(answered, objective, bidder_chooses, known)
        assert known is not None
        return known

    def reaches(self, value: Any, objective: str, target: int) -> bool:
        """Whether the bidder's side can bring the play that follows to the target or better."""
        if isinstance(value, Play):
            payoff = self.payoff(value) if objective == "payoff" else None
            return self.solver.can_reach(value.position, objective, target, payoff=payoff, **self._limits())
        onwards = (self.reaches(way.end, objective, target) for way in ways(self.game, value, same_side(value)))
        return any(onwards) if by_bidder(value) else all(onwards)

    def payoff(self, play: Play) -> Payoff:
        """What a play pays, before anything is announced."""
        return self.game.payoff(play.contract, ())

    def _best_play(self, choices: list[Way], objective: str, bidder_chooses: bool, known: Best | None) -> Best:
        """The best of ways that lead to plays, and of what is known: one question to the solver."""
        compared = choices if known is None else [known.way, *choices]
        plays = [way.end for way in compared]
        try:
            index, value = self.solver.best_of(
                [play.position for play in plays],
                objective,
                payoffs=self._payoffs(plays, objective),
                lowest=wants_least(plays[0].plan, bidder_chooses, objective),
                threads=self.terms.threads,
                **self._limits(),
            )
        except DeadlineExceeded as stopped:
            if stopped.finished is not None:
                index, value = stopped.finished
                stopped.finished = Best(value, compared[index])
            raise
        return Best(value, compared[index])

    def _best_answered(
        self, choices: list[Way], objective: str, bidder_chooses: bool, known: Best | None
    ) -> Best | None:
        """The best of ways after which the other side decides, and of what is known.

        One answer of the other side, if play follows it, says how good a way is at most; the most promising come first.
        """
        answers = [next(ways(self.game, way.end, same_side(way.end))).end for way in choices]
        if not all(isinstance(play, Play) for play in answers):
            for way in choices:
                known = self._better(way, objective, bidder_chooses, known)
            return known
        least = wants_least(answers[0].plan, bidder_chooses, objective)
        signed = [-value if least else value for value in self.values(answers, objective)]
        for most, way in sorted(zip(signed, choices, strict=True), key=lambda pair: -pair[0]):
            if known is None or most > (-known.value if least else known.value):
                known = self._better(way, objective, bidder_chooses, known)
        return known

    def _better(self, way: Way, objective: str, bidder_chooses: bool, known: Best | None) -> Best:
        """What is known, or a way after which the other side decides, if that is better."""
        try:
            if known is not None and not self._is_better(way.end, objective, bidder_chooses, known):
                return known
            rest = self.best(way.end, objective)
        except DeadlineExceeded as stopped:
            stopped.finished = known
            raise
        return Best(rest.value, way.then(rest.way))

    def _is_better(self, value: Any, objective: str, bidder_chooses: bool, known: Best) -> bool:
        """Whether the side that chooses does better here than by what is known."""
        if not bidder_chooses:
            return not self.reaches(value, objective, known.value)
        step = -1 if wants_least(known.way.end.plan, True, objective) else 1
        return self.reaches(value, objective, known.value + step)

    def _payoffs(self, plays: Sequence[Play], objectives: str | Sequence[str]) -> list[Payoff] | None:
        return list(map(self.payoff, plays)) if "payoff" in objectives else None

    def _limits(self) -> dict[str, Any]:
        """What is left of the time, and the token that stops it all."""
        left = None if self._end is None else max(0.0, self._end - monotonic())
        return {"deadline": left, "cancel": self.terms.cancel}


def _check(terms: Terms) -> None:
    """Refuse what no solver would be asked about."""
    deadline, progress = terms.deadline, terms.progress
    if deadline is not None and (isinstance(deadline, bool) or not isinstance(deadline, (int, float))):
        raise TypeError(f"deadline is a number of seconds, not {type(deadline).__name__}")
    if deadline is not None and not deadline >= 0:
        raise UnknownOption(f"deadline {deadline}: it is in seconds, 0 or more", "out_of_range", "deadline")
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is a function of the numbers done and in all, not {type(progress).__name__}")


def wants_least(plan: Plan, bidder_chooses: bool, objective: str) -> bool:
    """Whether the side that chooses looks for the lowest value.

    The others do; but where tricks are to be lost and counted, it is the bidder's side.
    """
    return bidder_chooses == (plan.misere and objective == "tricks")


def in_parts(choices: Iterable[Way]) -> Iterator[list[Way]]:
    """Ways, some thousands at a time."""
    rest = iter(choices)
    while part := list(islice(rest, AT_ONCE)):
        yield part
