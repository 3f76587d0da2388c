"""The bot that imagines: it samples worlds that fit what its seat knows and solves them exactly.

For every action it could take, each world is carried on: by the hand-written players until the cards are played, then
by perfect play with all cards seen. The action with the best mean payoff is taken; of equals the one that wins more
points or tricks, then the one that the hand-written player would take. Actions that fall clearly behind are not looked
at in further worlds.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from trickcore._core import Card, CardSet, Solver
from trickcore.bots.chance import drawn
from trickcore.bots.rules import RulesBot
from trickcore.errors import DeadlineExceeded, UnknownOption, UnsolvableGame
from trickcore.games import game as game_of
from trickcore.lanes import lanes
from trickcore.numbers import LAST_SEED, whole
from trickcore.observation import played
from trickcore.worlds import sample_worlds

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from trickcore._core import Action, State
    from trickcore.game import Game
    from trickcore.worlds import Worlds

    Scores = NDArray[np.float64]

__all__ = ["Judgement", "PimcBot", "scores"]

_CHUNK = 6
"""Worlds between two looks at which actions have fallen behind."""
_BEHIND = 2.0
"""How many standard errors of the difference an action may be behind the best."""
_SURE = 1.0
"""How many standard errors of the difference an action must be better than the hand-written player's, before play."""
_HARD = 4_000_000
"""Nodes for one position beyond which a world is too hard, and left out."""
_DRAWN = 32
"""How many worlds are drawn for one to be looked at, where bids tell of the hands: those that fit best are kept."""
_MOST_DRAWN = 10_000
"""How many are drawn at most, if not more are to be looked at."""
_CALLS = 2
"""How many cards of a suit are thought of as called cards: the highest that are missing."""
_CARDS = 8
"""How many cards are thought of as cards to give or put aside: the lowest."""


class Judgement(NamedTuple):
    """What the bot thinks of the actions, best first."""

    action: Action
    payoff: float
    """The mean payoff of its seat in the worlds looked at."""
    error: float
    """The standard error of that mean."""
    total: float | None
    """The mean points or tricks of its side, where they were needed to choose."""
    worlds: int
    """How many worlds it was looked at in."""


class PimcBot:
    """Perfect information Monte Carlo: see the module."""

    NAME: ClassVar[str] = "pimc"
    OPTIONS: ClassVar[tuple[str, ...]] = ("seed", "worlds", "seconds", "threads")

    def __init__(self, seed: int = 0, worlds: int = 24, seconds: float | None = None, threads: int = 0) -> None:
        self.seed = whole(seed, "seed", 0, LAST_SEED)
        self.worlds = whole(worlds, "worlds", 1, 100_000)
        self.threads = whole(threads, "threads", 0, 256)
        if seconds is not None and (isinstance(seconds, bool) or not isinstance(seconds, (int, float))):
            raise TypeError(f"seconds is a number, not {type(seconds).__name__}")
        if seconds is not None and not seconds > 0:
            raise UnknownOption(f"seconds {seconds}: it is more than 0", "out_of_range", "seconds")
        self.seconds = seconds
        self._rules = RulesBot()
        self._solver: Solver | None = None

    def __repr__(self) -> str:
        seconds = "" if self.seconds is None else f", seconds={self.seconds}"
        return f"bot('pimc', seed={self.seed}, worlds={self.worlds}{seconds})"

    def act(self, observation: Mapping[str, Any], legal: Sequence[Action]) -> Action:
        """Choose."""
        if len(legal) == 1:
            return legal[0]
        return self.judge(observation, legal)[0].action

    def judge(self, observation: Mapping[str, Any], legal: Sequence[Action]) -> list[Judgement]:
        """What it thinks of the actions that are worth a thought, best first."""
        end = None if self.seconds is None else monotonic() + self.seconds
        worlds, looked_at = self._worlds(observation)
        favourite = self._rules.act(observation, legal)
        thought = _Thought(_worth_a_thought(observation, legal, favourite), observation["seat"])
        try:
            for first in range(0, self.worlds, _CHUNK):
                if first and end is not None and monotonic() > end:
                    break
                states = [worlds.state(index) for index in looked_at[first : first + _CHUNK]]
                thought.add(self._payoffs(states, thought.open, thought.seat, end))
                if len(thought.open) == 1:
                    break
            if len(ties := thought.ties()) > 1 and observation["phase"] == "play":
                states = [worlds.state(index) for index in looked_at[:_CHUNK]]
                thought.counts = dict(zip(ties, self._counts(states, ties, thought.seat, end), strict=True))
        except DeadlineExceeded:
            pass
        except UnsolvableGame as error:
            _refuse_but_hard(error)
        return thought.judgements(favourite, cautious=observation["phase"] != "play")

    def _worlds(self, observation: Mapping[str, Any]) -> tuple[Worlds, list[int]]:
        """Worlds that fit what it knows, and which it looks at: where bids tell of the hands, those that fit best."""
        seed = drawn(self.seed, "pimc", observation)
        doubts = game_of(observation["game"], **observation["options"]).doubts(observation)
        if doubts is None:
            return sample_worlds(observation, self.worlds, seed), list(range(self.worlds))
        found = sample_worlds(observation, max(self.worlds, min(_DRAWN * self.worlds, _MOST_DRAWN)), seed)
        doubt = [doubts(deal) for deal in found]
        return found, sorted(range(len(found)), key=doubt.__getitem__)[: self.worlds]

    def _payoffs(
        self, states: Sequence[State], actions: Sequence[Action], seat: int, end: float | None
    ) -> list[list[float]]:
        """The seat's payoff for each action in each state, but for those that are too hard or that time is up for."""
        if end is None:
            try:
                return self._scores(states, actions, seat, end)
            except UnsolvableGame as error:
                _refuse_but_hard(error)
        found: list[list[float]] = [[] for _ in actions]
        for state in states:
            try:
                more = self._scores([state], actions, seat, end)
            except UnsolvableGame as error:
                _refuse_but_hard(error)
            except DeadlineExceeded:
                break
            else:
                for payoffs, payoff in zip(found, more, strict=True):
                    payoffs += payoff
        return found

    def _scores(
        self, states: Sequence[State], actions: Sequence[Action], seat: int, end: float | None
    ) -> list[list[float]]:
        return scores(self._solver_kept(), states, actions, seat, self._rules, self.threads, _left(end))

    def _solver_kept(self) -> Solver:
        if self._solver is None:
            self._solver = Solver(max_nodes=_HARD)
        return self._solver

    def _counts(self, states: Sequence[State], ties: Sequence[Action], seat: int, end: float | None) -> list[float]:
        """The mean points (or tricks) of the seat's side for each action."""
        positions, signs = [], []
        for state in states:
            for action in ties:
                position = _after(state, action).position
                assert position is not None
                positions.append(position)
                wants = seat in position.plan.side
                signs.append(1 if wants != position.plan.misere else -1)
        if positions[0].done:
            return [0.0] * len(ties)
        plan = positions[0].plan
        counted = plan.worth(plan.rules.pack.cards) and not plan.misere
        objective = "points" if counted else "tricks"
        values = self._solver_kept().values(positions, objective, threads=self.threads, deadline=_left(end))
        signed = [float(value) * sign for value, sign in zip(values, signs, strict=True)]
        return [sum(signed[place :: len(ties)]) / len(states) for place in range(len(ties))]


def _refuse_but_hard(error: UnsolvableGame) -> None:
    """Let no error pass but that a world is too hard."""
    if error.kind != "node_limit":
        raise error


class _Thought:
    """What is found out about the actions."""

    def __init__(self, actions: Sequence[Action], seat: int) -> None:
        self.seat = seat
        self.open = list(actions)
        self.found: dict[Action, list[float]] = {action: [] for action in actions}
        self.counts: dict[Action, float] = {}

    def add(self, found: Sequence[Sequence[float]]) -> None:
        """Take in the payoffs in more worlds, and drop the actions that are clearly behind."""
        for action, payoffs in zip(self.open, found, strict=True):
            self.found[action] += payoffs
        best = max(self.open, key=self._mean)
        self.open = [action for action in self.open if not self._behind(action, best)]

    def _mean(self, action: Action) -> float:
        return sum(self.found[action]) / max(1, len(self.found[action]))

    def _behind(self, action: Action, best: Action, errors: float = _BEHIND) -> bool:
        differences = [b - a for a, b in zip(self.found[action], self.found[best], strict=False)]
        if not differences:
            return False
        mean = sum(differences) / len(differences)
        return mean > errors * (_error(differences) if len(differences) > 1 else 0.0) + 1e-9

    def ties(self) -> list[Action]:
        """The actions with the best mean."""
        best = max(map(self._mean, self.open))
        return [action for action in self.open if self._mean(action) > best - 1e-9]

    def judgements(self, favourite: Action, *, cautious: bool) -> list[Judgement]:
        """All actions, best first; those still open before the others.

        The best of many uncertain means is likely to be overrated: if cautious, the favourite comes first unless the
        best is surely better.
        """
        best = max(self.open, key=self._mean)
        kept = cautious and not self._behind(favourite, best, _SURE)

        def rank(action: Action) -> tuple[bool, bool, float, float, bool]:
            is_first, is_open = kept and action == favourite, action in self.open
            return is_first, is_open, round(self._mean(action), 9), self.counts.get(action, 0.0), action == favourite

        return [
            Judgement(
                action,
                self._mean(action),
                _error(self.found[action]),
                self.counts.get(action),
                len(self.found[action]),
            )
            for action in sorted(self.found, key=rank, reverse=True)
        ]


def scores(
    solver: Solver,
    states: Sequence[State],
    actions: Sequence[Action],
    seat: int,
    rules: RulesBot,
    threads: int = 0,
    deadline: float | None = None,
) -> list[list[float]]:
    """A seat's payoff for each action in each state: the hand-written players go on until play, then perfect play."""
    # World by world, so that what is learned of one serves all actions.
    ends = [[_played_to_cards(_after(state, action), rules) for action in actions] for state in states]
    open_ends = [end for row in ends for end in row if not end.done]
    positions = [end.position for end in open_ends]
    payoffs = [end.payoff for end in open_ends]
    values = iter(())  # type: Any
    if open_ends:
        found = solver.values(
            [p for p in positions if p is not None], "payoff", payoffs=payoffs, threads=threads, deadline=deadline
        )
        values = iter(found.tolist())
    by_world = [[_payoff(end, seat, values) for end in row] for row in ends]
    return [list(row) for row in zip(*by_world, strict=True)]


def _payoff(end: State, seat: int, values: Any) -> float:
    """What a seat gains, if the bidder gains the next of the values; or what the deal did pay."""
    if end.done:
        assert end.payoffs is not None
        return float(end.payoffs[seat])
    payoff, value = end.payoff, next(values)
    assert payoff is not None
    return float(next(pays[seat] for _, pays in payoff.levels if pays[payoff.bidder] == value))


def _after(state: State, action: Action) -> State:
    after = state.clone()
    after.apply(action)
    return after


def _played_to_cards(state: State, rules: RulesBot) -> State:
    """The state once the cards are to be played, all decisions until then made by the hand-written player."""
    while state.phase not in ("play", "done"):
        seat = state.actor
        assert seat is not None
        state.apply(rules.act(state.observation(seat), state.legal_actions()))
    return state


def _worth_a_thought(observation: Mapping[str, Any], legal: Sequence[Action], favourite: Action) -> list[Action]:
    """The legal actions but for those that nobody would take, or that come to the same as another."""
    game = game_of(observation["game"], **observation["options"])
    verbs = {action.verb for action in legal}
    hand = CardSet([Card(text, game.pack) for text in observation["hand"]], game.pack)
    thought = list(game.sensible(observation, hand, legal))
    if verbs == {"call"} and len(legal) > _CARDS:
        thought = _high_calls(observation, legal, game.rules.keywords["ranking"])
    elif verbs & {"play", "discard", "give"}:
        thought = _unlike(game, observation, _unsaid(game, legal))
        if verbs <= {"discard", "give"} and len(thought) > _CARDS:
            ranking = game.rules.keywords["ranking"]
            thought = sorted(thought, key=lambda action: -ranking.index(action.args[0][1]))[:_CARDS]
    return thought if favourite in thought else [*thought, favourite]


def _high_calls(observation: Mapping[str, Any], legal: Sequence[Action], ranking: str) -> list[Action]:
    """Of each suit the highest cards that are not in the own hand."""
    thought: list[Action] = []
    for suit in dict.fromkeys(action.args[0][0] for action in legal):
        missing = [a for a in legal if a.args[0][0] == suit and a.args[0] not in observation["hand"]]
        thought += sorted(missing, key=lambda action: ranking.index(action.args[0][1]))[:_CALLS]
    return thought


def _unsaid(game: Game, legal: Sequence[Action]) -> list[Action]:
    """The actions without the leads that give a signal: to perfect players these say nothing new."""
    signals = game.rules.keywords["signals"] or {}
    return [action for action in legal if not set(action.args[1:]) & set(signals)]


def _unlike(game: Game, observation: Mapping[str, Any], actions: Sequence[Action]) -> list[Action]:
    """The actions without cards that are as good as a higher one: of one lane and worth the same, nothing in between.

    Kings and queens may become a marriage where there are marriages, so they are like no other card.
    """
    plan = game.rules.plan(trump=(observation["contract"] or {}).get("trump"), marriages=False)
    pack = game.pack
    hand = {action.card for action in actions}
    laid = {Card(text, pack) for _, text in observation["trick"]}
    gone = {Card(text, pack) for text in played(observation)} - laid
    like: dict[Card, Card] = {}
    for lane in lanes(plan):
        above: Card | None = None
        for card in lane:
            if card in gone:
                continue
            lone = bool(game.rules.keywords["marriages"]) and card.rank in "KQ"
            same = above is not None and plan.worth(CardSet([above], pack)) == plan.worth(CardSet([card], pack))
            if card in hand and same and above is not None and not lone:
                like[card] = like.get(above, above)
            above = card if card in hand and not lone else None
    named = {(action.verb, action.card) for action in actions}
    return [a for a in actions if a.card not in like or (a.verb, like[a.card]) not in named]


def _error(values: Sequence[float]) -> float:
    """The standard error of the mean of some values."""
    n = len(values)
    if n < 2:
        return float("inf")
    mean = sum(values) / n
    return float((sum((value - mean) ** 2 for value in values) / (n - 1) / n) ** 0.5)


def _left(end: float | None) -> float | None:
    return None if end is None else max(0.0, end - monotonic())
