"""DDS, the outside oracle for bridge: tables, par and plays, as ``endplay`` brings it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

if TYPE_CHECKING:
    import trickcore as tc

endplay = pytest.importorskip("endplay")
dds = pytest.importorskip("endplay._dds")
from endplay.dds import calc_all_tables, solve_board  # noqa: E402
from endplay.types import Deal, Denom, Player  # noqa: E402

# DDS has the strains S H D C NT.
ROWS = (3, 2, 1, 0, 4)
VULNERABLE = {"none": 0, "both": 1, "ns": 2, "ew": 3}
SEATS = ("N", "E", "S", "W", "NS", "EW")
BATCH = 40


def deal_of(hands: str) -> Any:
    """Give a deal of DDS from hands of N E S W."""
    return Deal("N:" + hands.replace("-", ""))


def tables(deals: list[str]) -> np.ndarray:
    """Give the tables of deals, rows C D H S NT."""
    found = []
    for start in range(0, len(deals), BATCH):
        batch = calc_all_tables(list(map(deal_of, deals[start : start + BATCH])))
        found += [[[table._data.resTable[row][seat] for seat in range(4)] for row in ROWS] for table in batch]
    return np.array(found, dtype=np.int8)


def par(table: list[list[int]], dealer: int, vulnerable: str) -> tuple[int, set[tuple[int, str, str, int]]]:
    """Give the par of a table: score to N-S, and level, strain, declarers and overtricks of each contract."""
    given, found = dds.ddTableResults(), dds.parResultsMaster()
    for row, values in zip(ROWS, table, strict=True):
        for seat, tricks in enumerate(values):
            given.resTable[row][seat] = tricks
    dds.DealerParBin(given, found, dealer, VULNERABLE[vulnerable])
    contracts = set()
    for end in list(found.contracts)[: found.number]:
        strain = ("NT", "S", "H", "D", "C")[end.denom]
        # A contract with overtricks stands for all the levels up to what is made.
        for more in range(end.overTricks + 1):
            over = end.overTricks - end.underTricks - more
            contracts.add((end.level + more, strain, SEATS[end.seats], over))
    return found.score, contracts


def card_values(position: tc.Position) -> dict[str, int]:
    """Give for each card of the hand to play the tricks that its side takes from here on, the current one included."""
    deal = deal_of(" ".join(map(str, position.hands)))
    deal.trump = Denom.find(position.plan.trump or "NT")
    deal.first = Player(position.leader)
    for _, card in position.trick:
        deal.play(str(card), from_hand=False)
    return {f"{card.suit.name[0].upper()}{card.rank.abbr}": tricks for card, tricks in solve_board(deal)}
