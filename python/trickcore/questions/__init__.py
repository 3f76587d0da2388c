"""What players and analysts ask of a deal with all cards open: contracts, exchanges, calls, and where it was lost.

``ways`` lists the decisions before play, ``perfect`` finds the best of them; ``table``, ``choice`` and ``analysis`` are
the questions. They know no game: all they use is its flow (``legal``, ``step``, ``payoff``).
"""

from __future__ import annotations

from trickcore.questions.analysis import Analysis, Judgement, analyse
from trickcore.questions.choice import Advice, Choice, best_call, best_exchange
from trickcore.questions.table import ContractRow, ContractTable, contract_table

__all__ = [
    "Advice",
    "Analysis",
    "Choice",
    "ContractRow",
    "ContractTable",
    "Judgement",
    "analyse",
    "best_call",
    "best_exchange",
    "contract_table",
]
