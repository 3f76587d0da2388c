"""Counts of all ways to play on, held against files that another program counted from the rules pages alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

import trickcore as tc

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).parents[1] / "data" / "perft"


class Case(NamedTuple):
    """A position of a file, and its counts by depth; `None` is to the end."""

    game: str
    id: str
    position: str
    counts: list[tuple[int | None, int]]

    @property
    def rules(self) -> tc.Rules:
        """The rules of the game for as many players as there are hands."""
        hands = next(field for field in self.position.split("; ") if field.startswith("hands ")).split()[1:]
        options = {option.name for option in tc.game(self.game).option_specs}
        return tc.game(self.game, **({"players": len(hands)} if "players" in options else {})).rules


def cases() -> Iterator[Case]:
    for path in sorted(FOLDER.glob("*.txt")):
        name = ""
        for line in path.read_text(encoding="utf-8").splitlines():
            word, _, rest = line.partition(" ")
            if word == "id":
                name = rest
            elif word == "position":
                case = Case(path.stem, name, rest, [])
                yield case
            elif word == "perft":
                depth, count = rest.split()
                case.counts.append((None if depth == "all" else int(depth), int(count)))


CASES = list(cases())


def test_every_game_has_a_file() -> None:
    assert {case.game for case in CASES} == set(tc.games())


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game}: {case.id}")
def test_counts_are_those_of_the_file(case: Case) -> None:
    position = tc.Position.from_text(case.position, case.rules)
    assert str(position) == case.position
    key = position.key()
    for depth, count in case.counts:
        assert position.perft(depth) == count
    assert position.key() == key


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game}: {case.id}")
def test_the_first_count_is_the_number_of_legal_moves(case: Case) -> None:
    position = tc.Position.from_text(case.position, case.rules)
    assert len(position.legal_moves()) == dict(case.counts)[1]
