"""``trickcore convert`` and ``trickcore par``: files of bridge boards."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

import trickcore as tc
from trickcore.bridge_table import SEATS
from trickcore.cli.board_files import board_place, boards_of_file, is_board_file, shown_name, tell, write_file
from trickcore.cli.bridge_tables import answer_all, par_words, score_words, tables_of_files
from trickcore.cli.choices import Deadline, Threads
from trickcore.cli.inputs import Work, sources
from trickcore.cli.screen import Form, Json, Screen, Suits, emit
from trickcore.errors import UnknownOption, UnsolvableGame
from trickcore.notation.boards import Board, Boards
from trickcore.notation.files import form_of_name, write_boards
from trickcore.notation.playing import board_of, state_of

__all__ = ["convert", "par"]


def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="PBN, LIN, records or sheets; '-' is standard input.")],
    target: Annotated[str, typer.Argument(metavar="OUT", help="The file to write; '-' is standard output.")] = "-",
    to: Annotated[
        Literal["pbn", "lin", "json"] | None,
        typer.Option("--to", help="The form to write; default: what the name of OUT ends in."),
    ] = None,
    export: Annotated[bool, typer.Option("--export", help="Write PBN in its strict export format.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Take everything odd in a file for an error.")] = False,
) -> None:
    """Convert bridge boards between PBN, LIN and records (JSON, one to a line).

    What is odd in the file is told on standard error. A board that cannot be right is told and left out, and the exit
    code is 1; the others are written.
    """
    form = to or form_of_name(target) or ("json" if target.lower().endswith((".json", ".jsonl")) else None)
    if form is None:
        raise UnknownOption(f"{target}: say --to pbn, --to lin or --to json", "unknown_form", target)
    boards = boards_of_file(source, strict=strict) if is_board_file(source) else Boards()
    failed = tell(source, boards)
    with Work("converting", len(boards)) as work:
        if boards.form == "":
            boards.extend(_boards_of_records(source, work))
        text = _records(source, boards, work) if form == "json" else write_boards(boards, form, export=export)
    write_file(target, text, boards)
    if failed or work.failed:
        raise typer.Exit(1)


def _boards_of_records(source: str, work: Work) -> list[Board]:
    """The deals of records and sheets, numbered as they come."""
    boards: list[Board] = []
    for place, read in sources([source]):
        with work.on(place):
            for state in read():
                if not isinstance(state, tc.State):
                    raise UnsolvableGame("a position alone is no board", "no_history")
                boards.append(board_of(state, len(boards) + 1))
    return boards


def _records(source: str, boards: Boards, work: Work) -> str:
    """The boards as records, a line for each that can be played by the rules."""
    lines: list[str] = []
    for board in boards:
        with work.on(f"{shown_name(source)}, {board_place(board)}"):
            lines.append(state_of(board).to_json() + "\n")
    return "".join(lines)


def par(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE...", help="PBN or LIN files, or a deal: 'N:… … … …'; '-' is standard input."),
    ],
    dealer: Annotated[str, typer.Option("--dealer", help="The dealer of a deal: N, E, S or W.")] = "N",
    vulnerable: Annotated[
        Literal["none", "ns", "ew", "both"], typer.Option("--vulnerable", help="Who is vulnerable in a deal.")
    ] = "none",
    threads: Threads = 0,
    deadline: Deadline = None,
    suits: Suits = None,
    as_json: Json = False,
) -> None:
    """Tell the par of every board, or of a deal: the score and the contracts when all see all cards."""
    if len(files) == 1 and _is_deal(files[0]):
        found = tc.par(files[0], dealer, vulnerable, deadline=deadline)
        if as_json:
            emit({"score": found.score, "contracts": list(map(str, found.contracts))})
        else:
            Screen(suits=suits).say(f"par  {score_words(found.score)}  {', '.join(par_words(found))}")
        return
    form = Form((), suits, as_json=as_json, as_csv=False)
    answer_all(tables_of_files(files, None, threads, deadline), form, with_table=False)


def _is_deal(text: str) -> bool:
    """Whether this is a deal, not the name of a file: hands behind a seat, or four hands."""
    words = text.split()
    return ":" in text[:6] or (len(words) == len(SEATS) and all(word.count(".") == len(SEATS) - 1 for word in words))
