"""``trickcore table``: what every seat can make as bidder, with every bid, trump and partner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

import trickcore as tc
from trickcore.cli.board_files import is_board_file
from trickcore.cli.bridge_tables import COLUMNS as BRIDGE_COLUMNS
from trickcore.cli.bridge_tables import answer_all, tables_of_files
from trickcore.cli.choices import Deadline, Dealer, Files, Memory, Options, Threads, in_bytes
from trickcore.cli.inputs import Work, sources, work_on
from trickcore.cli.screen import Csv, Form, Json, Screen, Suits
from trickcore.errors import UnknownOption
from trickcore.notation import game_with_terms
from trickcore.render import hands, unit_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickcore.render import Face

__all__ = ["table"]

_COLUMNS = (
    "source",
    "bidder",
    "dealer",
    "leader",
    "bid",
    "trump",
    "partner",
    "out",
    "called",
    "objective",
    "value",
    "mark",
    "made",
    "payoffs",
    "actions",
    "best",
)
_CALLS_SHOWN = 6
_NARROW = 9


def table(
    files: Files,
    game: Annotated[
        str | None,
        typer.Option("--game", "-g", metavar="GAME", help="Read plain deals of this game, one to a line."),
    ] = None,
    options: Options = None,
    dealer: Dealer = 0,
    bids: Annotated[
        list[str] | None, typer.Option("--bid", "-b", metavar="BID", help="Only this bid, as hundred; repeatable.")
    ] = None,
    seats: Annotated[list[int] | None, typer.Option("--seat", "-s", help="Only this bidder; repeatable.")] = None,
    out: Annotated[
        str | None,
        typer.Option("--out", help="Bridge: write the boards here as PBN, double-dummy tables and par put in."),
    ] = None,
    threads: Threads = 1,
    deadline: Deadline = None,
    max_memory: Memory = None,
    suits: Suits = None,
    as_json: Json = False,
    as_csv: Csv = False,
) -> None:
    """Show what every seat can make as bidder, all hands open: the value and the payoff of every contract.

    A deal is taken as dealt, whatever was done since. --option and --dealer go with --game. Tables of Mediatore are
    long work; --bid and --seat make it less.

    Of bridge boards (PBN, LIN) it shows the double-dummy table, the tricks of each declarer in each strain, and par;
    --out puts them into a file: FILE.part as boards are done, FILE at the end. If it is stopped, the same command goes
    on where it was.
    """
    if game is None and any(map(is_board_file, files)):
        if bids or seats or max_memory is not None:
            raise typer.BadParameter("--bid, --seat and --max-memory are not for bridge boards")
        form = Form(BRIDGE_COLUMNS, suits, as_json=as_json, as_csv=as_csv)
        answer_all(tables_of_files(files, out, threads, deadline), form)
        return
    if out is not None:
        raise typer.BadParameter("--out is for bridge boards")
    if game is None and options:
        raise typer.BadParameter("--option goes with --game: records and sheets have their own options")
    known, given = (None, {}) if game is None else game_with_terms(game, options or [])
    if known is not None:
        known.seat(dealer, "dealer")
    form = Form(_COLUMNS, suits, as_json=as_json, as_csv=as_csv)
    terms: dict[str, Any] = {"bids": bids, "bidders": seats, "threads": threads, "deadline": deadline}
    terms["max_memory"] = in_bytes(max_memory)

    def answer(state: tc.State | tc.Position, place: str, work: Work) -> None:
        if not isinstance(state, tc.State):
            raise UnknownOption("a position alone has no contracts to choose from", "no_history")
        made = tc.contract_table(state, progress=work.telling(f"solving {place}"), **terms)
        with work.aside():
            form.answer(
                made.game.pack,
                rows=lambda: _rows(made, place),
                data=lambda: {"source": place, **made.to_dict()},
                show=lambda screen: _show(made, place, screen),
            )

    work_on(sources(files, known, dealer, given), "solving", answer)


def _rows(made: tc.ContractTable, place: str) -> Iterator[dict[str, object]]:
    best = [made.best(seat) for seat in range(made.game.players)]
    for row in made.rows:
        yield {"source": place, **row.to_dict(), "best": any(row is other for other in best)}


def _show(made: tc.ContractTable, place: str, screen: Screen) -> None:
    """The hands, a table for each bidder, then the best contract of each."""
    screen.title(place)
    screen.say(hands(made.deal.hands, (), screen.face))
    if made.deal.talon:
        screen.say(f"+  {screen.face.line(made.deal.talon)}")
    for bidder in range(made.game.players):
        rows = made.of(bidder)
        if rows:
            screen.say()
            _show_bidder(rows, screen, made.game)
    screen.say()
    for bidder in range(made.game.players):
        best = made.best(bidder)
        if best is not None:
            screen.say(_best_words(best, screen.face, made.game), "bold" if best.made else "")


def _show_bidder(rows: Sequence[tc.ContractRow], screen: Screen, game: tc.Game) -> None:
    """A line for each trump and partner, a column for each bid: the value, and what the bidder gains."""
    bids = list(dict.fromkeys(row.bid for row in rows))
    lines: dict[tuple[str | None, int | None], list[tc.ContractRow]] = {}
    for row in rows:
        lines.setdefault((row.trump, row.partner), []).append(row)
    table = []
    for (trump, partner), found in sorted(lines.items(), key=lambda line: _place(line[0], game)):
        with_ = "alone" if partner is None else f"with {partner}"
        cells = [_cell([row for row in found if row.bid == bid]) for bid in bids]
        table.append([screen.face.long[trump] if trump else "-", with_, _calls(found, screen.face), *cells])
    heads = [f"seat {rows[0].bidder}", "", "call", *(_head(bid, rows, game) for bid in bids)]
    if not any(line[2] for line in table):
        table = [[*line[:2], *line[3:]] for line in table]
        del heads[2]
    screen.table(heads, table, right=range(len(heads) - len(bids), len(heads)))


def _place(line: tuple[str | None, int | None], game: tc.Game) -> tuple[int, int]:
    trump, partner = line
    return -1 if trump is None else game.pack.suits.index(trump), game.players if partner is None else partner


def _head(bid: str, rows: Sequence[tc.ContractRow], game: tc.Game) -> str:
    objective = next(row.objective for row in rows if row.bid == bid)
    name = bid if len(bid) <= _NARROW else bid.replace("-", "-\n")
    return f"{name}\n{unit_of(objective, game)}".strip()


def _cell(rows: Sequence[tc.ContractRow]) -> str:
    """The value and the payoff of the best of these contracts."""
    if not rows:
        return ""
    row = max(rows, key=lambda row: row.payoffs[row.bidder])
    return f"{row.value} {row.payoffs[row.bidder]:>+3}"


def _calls(rows: Sequence[tc.ContractRow], shown: Face) -> str:
    """The cards to call, if they are the same for all contracts that call one."""
    calls = {row.called for row in rows if row.called}
    if len(calls) != 1:
        return ""
    [cards] = calls
    return shown.cards(cards[:_CALLS_SHOWN]) + (" …" if len(cards) > _CALLS_SHOWN else "")


def _best_words(row: tc.ContractRow, shown: Face, game: tc.Game) -> str:
    gain = row.payoffs[row.bidder]
    decisions = ", ".join(map(shown.action, row.decisions))
    words = f"seat {row.bidder}  {gain:+}  {decisions}: {row.value} {unit_of(row.objective, game)}"
    return words if row.made or not row.bid else f"{words} (better to pass)"
