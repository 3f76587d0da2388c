"""Trick-taking card games with exact double-dummy solving.

>>> import trickcore as tc
>>> tc.games()
['anrufen', 'bridge', 'koenigrufen', 'maine_charlemagne', 'mediatore']
>>> state = tc.game("anrufen").new_deal(seed=7, dealer=0)
>>> state.actor, state.phase
(1, 'auction')
"""

from __future__ import annotations

from trickcore._core import (
    Action,
    Announcement,
    CancelToken,
    Card,
    CardSet,
    Condition,
    Deal,
    Layout,
    Pack,
    Payoff,
    Plan,
    Position,
    Rules,
    Solver,
    State,
    __version__,
)
from trickcore.bots import Bot, bot
from trickcore.dealing import deals
from trickcore.double_dummy import dd_table, dd_tables, lead_values
from trickcore.errors import (
    DeadlineExceeded,
    IllegalAction,
    IllegalDeal,
    ParseError,
    TrickcoreError,
    UnknownOption,
    UnsolvableGame,
)
from trickcore.game import Game, Option
from trickcore.games import game, games
from trickcore.match import Match
from trickcore.par import Par, par
from trickcore.questions import (
    Advice,
    Analysis,
    Choice,
    ContractRow,
    ContractTable,
    Judgement,
    analyse,
    best_call,
    best_exchange,
    contract_table,
)
from trickcore.record import read_record
from trickcore.simulation import lead_simulation
from trickcore.solve import Solution, can_reach, solve, solve_many
from trickcore.worlds import Worlds, sample_worlds

__all__ = [
    "Action",
    "Advice",
    "Analysis",
    "Announcement",
    "Bot",
    "CancelToken",
    "Card",
    "CardSet",
    "Choice",
    "Condition",
    "ContractRow",
    "ContractTable",
    "DeadlineExceeded",
    "Deal",
    "Game",
    "IllegalAction",
    "IllegalDeal",
    "Judgement",
    "Layout",
    "Match",
    "Option",
    "Pack",
    "Par",
    "ParseError",
    "Payoff",
    "Plan",
    "Position",
    "Rules",
    "Solution",
    "Solver",
    "State",
    "TrickcoreError",
    "UnknownOption",
    "UnsolvableGame",
    "Worlds",
    "__version__",
    "analyse",
    "best_call",
    "best_exchange",
    "bot",
    "can_reach",
    "contract_table",
    "dd_table",
    "dd_tables",
    "deals",
    "game",
    "games",
    "lead_simulation",
    "lead_values",
    "par",
    "read_record",
    "sample_worlds",
    "solve",
    "solve_many",
]
