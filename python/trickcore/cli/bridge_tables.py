"""Double-dummy tables and par of the boards of PBN and LIN files: shown, or put into the file."""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

import trickcore as tc
from trickcore.bridge_table import PACK, SEATS, STRAINS
from trickcore.cli.board_files import board_place, boards_of_file, shown_name, tell
from trickcore.cli.boards_out import BoardsOut
from trickcore.cli.inputs import FAULTS, Work
from trickcore.cli.screen import told
from trickcore.cli.writing import part_of
from trickcore.errors import IllegalDeal, UnknownOption
from trickcore.notation.files import form_of_name
from trickcore.notation.playing import terms_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickcore.cli.screen import Form, Screen
    from trickcore.notation.boards import Board, Boards

__all__ = ["COLUMNS", "Solved", "Solving", "answer_all", "par_words", "score_words", "tables_of_files"]

COLUMNS = ("source", "dealer", "vulnerable", "declarer", *STRAINS, "par", "contracts")
"""What a row of CSV says, one for each declarer."""

_AT_ONCE = 16
"""So many boards are solved by one call: enough for all cores, few enough to be shown soon."""
_NAMES = {"none": "none vulnerable", "ns": "N-S vulnerable", "ew": "E-W vulnerable", "both": "both vulnerable"}

_Table = list[list[int]]


class Solved(NamedTuple):
    """A board with its table and par."""

    board: Board
    place: str
    table: _Table
    par: tc.Par

    def to_dict(self) -> dict[str, Any]:
        """What there is to say, ready for JSON."""
        dealer, vulnerable = terms_of(self.board)
        contracts = [str(contract) for contract in self.par.contracts]
        return {
            "source": self.place,
            "board": self.board.number,
            "deal": self.board.deal,
            "dealer": dealer,
            "vulnerable": vulnerable,
            "table": dict(zip(STRAINS, self.table, strict=True)),
            "par": {"score": self.par.score, "contracts": contracts},
        }


def tables_of_files(files: Sequence[str], target: str | None, threads: int, deadline: float | None) -> Solving:
    """What solves the boards of files; with a target there is one file, which is written with the tables put in."""
    if target is not None and len(files) != 1:
        raise UnknownOption("--out takes the boards of one file", "out_of_range", len(files))
    if target is not None and form_of_name(target) == "lin":
        raise UnknownOption("LIN has no place for tables: write PBN", "unknown_form", target)
    if target is not None and _is_part(files[0], target):
        raise UnknownOption(f"{files[0]} is what --out {target} writes to: name it otherwise", "in_the_way", files[0])
    return Solving(files, target, threads, deadline)


def _is_part(file: str, target: str) -> bool:
    part = part_of(target)
    return part is not None and part.exists() and file != "-" and Path(file).exists() and part.samefile(file)


class Solving:
    """Solves the boards of files, a number at a time."""

    def __init__(self, files: Sequence[str], target: str | None, threads: int, deadline: float | None) -> None:
        self.target = target
        self.threads = threads
        self.deadline = deadline
        self.opened: list[tuple[str, Boards]] = []
        self.failed = False
        self._tables: dict[str, _Table] = {}
        for file in files:
            try:
                boards = boards_of_file(file)
            except FAULTS as error:
                self.failed = True
                typer.echo(told(shown_name(file), error), err=True)
            else:
                self.failed |= tell(file, boards)
                self.opened.append((file, boards))

    def run(self) -> Iterator[tuple[Solved, Work]]:
        """Every board with its table and par, as soon as they are known and written; what fails is told."""
        out = None if self.target is None or not self.opened else BoardsOut(self.target, self.opened[0][1])
        with out or nullcontext(), Work("solving", sum(len(boards) for _, boards in self.opened)) as work:
            if out is not None and out.known:
                self._tables |= out.known
                with work.aside():
                    typer.echo(f"{len(out.known):,} tables are taken over from a run that was stopped", err=True)
            for place, solved in self._in_order(work):
                yield from ((one, work) for one in solved)
                if out is not None:
                    out.write(place)
            if out is not None:
                out.end()
            self.failed |= work.failed

    def end(self) -> None:
        """Exit with 1 if anything failed."""
        if self.failed:
            raise typer.Exit(1)

    def _in_order(self, work: Work) -> Iterator[tuple[int, list[Solved]]]:
        """How many boards are done, failed or not, and those that were solved since the last time."""
        jobs = [
            (board, f"{shown_name(file)}, {board_place(board)}") for file, boards in self.opened for board in boards
        ]
        size = 1 if self.threads == 1 or self.deadline is not None else _AT_ONCE
        for first in range(0, len(jobs), size):
            batch = [job for job in jobs[first : first + size] if self._is_whole(work, *job)]
            yield min(first + size, len(jobs)), list(self._solve(work, batch))

    def _is_whole(self, work: Work, board: Board, place: str) -> bool:
        """Whether a board has four hands of one size; else it is told."""
        sizes = {None if hand is None else len(hand) for hand in board.hands}
        if None not in sizes and len(sizes) == 1:
            return True
        words = "not all four hands are known with the same number of cards"
        _fail(work, place, IllegalDeal(words, "hidden_hand", board.deal))
        return False

    def _solve(self, work: Work, jobs: Sequence[tuple[Board, str]]) -> Iterator[Solved]:
        """Boards with the same deal, as those of two rooms, are solved once."""
        deals = list(dict.fromkeys(board.deal or "" for board, _ in jobs))
        deals = [deal for deal in deals if deal not in self._tables]
        try:
            progress = work.telling("solving") if len(deals) > 1 else None
            tables = tc.dd_tables(deals, threads=self.threads, deadline=self.deadline, progress=progress).tolist()
        except FAULTS as error:
            _fail(work, ", ".join(place for board, place in jobs if board.deal in deals), error)
        else:
            self._tables.update(zip(deals, tables, strict=True))
        for board, place in jobs:
            if board.deal in self._tables:
                yield self._put(work, board, place, self._tables[board.deal])
                work.step()

    def _put(self, work: Work, board: Board, place: str, table: _Table) -> Solved:
        dealer, vulnerable = terms_of(board)
        par = tc.par(table, dealer, vulnerable)
        before = board.dd_table
        if before is not None and before != table:
            with work.aside():
                typer.echo(f"{place}: the double-dummy table in the file is another", err=True)
        board.set_dd_table(table)
        board.set_par(par.score, par_words(par))
        return Solved(board, place, table, par)


def _fail(work: Work, place: str, error: Exception) -> None:
    """Tell what went wrong with a board."""
    with work.on(place):
        raise error


def par_words(par: tc.Par) -> list[str]:
    """The par contracts as PBN files have them, as in ``NS 3S=`` and ``EW 4HX-1``."""
    words = []
    for contract in par.contracts:
        seats = "".join(SEATS[seat] for seat in contract.declarers)
        terms = str(contract.terms).replace("NT", "N")
        words.append(f"{seats} {terms}{f'{contract.over:+}' if contract.over else '='}")
    return words or ["Pass"]


# Showing it


def _show(solved: Solved, screen: Screen, *, with_table: bool = True) -> None:
    """A board's table and par for people."""
    dealer, vulnerable = terms_of(solved.board)
    screen.title(f"{solved.place}: dealer {SEATS[dealer]}, {_NAMES[vulnerable]}")
    if with_table:
        rows = [[SEATS[seat], *(str(row[seat]) for row in solved.table)] for seat in range(4)]
        screen.table(["", *STRAINS], rows, right=range(1, 6))
    screen.say(f"par  {score_words(solved.par.score)}  {', '.join(par_words(solved.par))}", "bold")


def score_words(score: int) -> str:
    """A score to the side that gains it, as in ``NS +420``."""
    if score == 0:
        return "0"
    return f"NS {score:+}" if score >= 0 else f"EW {-score:+}"


def _rows(solved: Solved) -> Iterator[dict[str, object]]:
    """A row for each declarer."""
    dealer, vulnerable = terms_of(solved.board)
    for seat in range(4):
        tricks = {strain: row[seat] for strain, row in zip(STRAINS, solved.table, strict=True)}
        head = {"source": solved.place, "dealer": dealer, "vulnerable": vulnerable, "declarer": SEATS[seat]}
        yield {**head, **tricks, "par": solved.par.score, "contracts": ", ".join(par_words(solved.par))}


def answer_all(solving: Solving, form: Form, *, with_table: bool = True) -> None:
    """Show every board as it is solved, unless it goes into a file; then end."""
    for solved, work in solving.run():
        if solving.target is None:
            with work.aside():
                form.answer(
                    PACK,
                    rows=partial(_rows, solved),
                    data=solved.to_dict,
                    show=partial(_show, solved, with_table=with_table),
                    apart=with_table,
                )
    solving.end()
