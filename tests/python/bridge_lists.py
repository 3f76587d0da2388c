"""The lists of bridge deals in ``tests/data/bridge``, with their right tables."""

from __future__ import annotations

from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parents[1] / "data" / "bridge"


def deals_of(name: str) -> list[str]:
    """Give the deals of a list, in our own form."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8").split("\n")[:-1]


def tables_of(name: str) -> np.ndarray:
    """Give their tables: the files have the strains S H D C NT."""
    rows = np.loadtxt(FOLDER / f"{name}.tab", dtype=np.int8).reshape(-1, 5, 4)
    return rows[:, [3, 2, 1, 0, 4]]
