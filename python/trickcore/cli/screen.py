"""What the commands share: the screen with its four suit colours, tables, progress on stderr and JSON out."""

from __future__ import annotations

import csv
import io
import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Literal, Self

import typer
from rich import box
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
)
from rich.table import Table
from rich.text import Text

from trickcore._core import Pack
from trickcore.render import face

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from trickcore.render import Face

__all__ = ["Bar", "Csv", "Form", "Json", "Screen", "Suits", "emit", "sentence"]

Suits = Annotated[
    Literal["letters", "symbols", "german", "italian"] | None,
    typer.Option("--suits", help="How cards are shown; default: symbols on a terminal, letters elsewhere."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, one object to a line.")]
Csv = Annotated[bool, typer.Option("--csv", help="Print CSV: a line of names, then a line for each row.")]

_ANY = Pack("french52")

# Four colours, one for each suit; the letter or symbol is always there too.
_COLOURS = {
    "SHDC": {"S": "bold", "H": "bold red", "D": "bold bright_blue", "C": "bold green"},
    "CDSB": {"C": "bold red", "D": "bold yellow", "S": "bold bright_blue", "B": "bold green"},
}


class Screen:
    """Standard output for people: text whose cards are coloured by suit, and tables."""

    def __init__(self, pack: Pack = _ANY, suits: str | None = None) -> None:
        self.console = Console(highlight=False, soft_wrap=True)
        symbols = self.console.is_terminal and self.console.encoding.startswith("utf")
        self.suits = suits or ("symbols" if symbols else "letters")
        self.face = face(pack, self.suits)
        self._colours = _card_colours(self.face, _COLOURS[pack.suits])

    def text(self, text: str, style: str = "") -> Text:
        """The text with its cards coloured."""
        shown = Text(text, style=style)
        for pattern, colour in self._colours:
            shown.highlight_regex(pattern, colour)
        return shown

    def say(self, text: str = "", style: str = "") -> None:
        """Print lines as they are, their cards coloured."""
        self.console.print(self.text(text, style))

    def prose(self, text: str) -> None:
        """Print a sentence, wrapped between words."""
        self.console.print(self.text(text), soft_wrap=False)

    def title(self, text: str) -> None:
        """Print a heading."""
        self.say(text, "bold underline" if self.console.is_terminal else "")

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[int] = ()) -> None:
        """Print a table; ``right`` are the columns set flush right. Without a word in ``heads`` it has no head."""
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, show_header=any(heads))
        for column, head in enumerate(heads):
            table.add_column(head, justify="right" if column in right else "left")
        for row in rows:
            table.add_row(*map(self.text, row))
        self.console.print(table, soft_wrap=False)


def _card_colours(shown: Face, colours: dict[str, str]) -> list[tuple[str, str]]:
    """For each suit a pattern of its cards (``HK``) and of its rows (``H  K Q 9``), with their colour."""
    rank = f"[{''.join(shown.ranks.values())}]"
    return [
        (
            rf"(?<!\w)(?:{shown.short[suit]}{rank}(?!\w)"
            rf"|{shown.long[suit]} +(?:-|{rank}(?!\w))(?: /| -| {rank}(?!\w))*)",
            colour,
        )
        for suit, colour in colours.items()
    ]


def emit(value: object) -> None:
    """Print one JSON value on a line."""
    typer.echo(json.dumps(value, ensure_ascii=False))


class Rows:
    """CSV on standard output: the names of the columns at once, then rows."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self._write(names)

    def add(self, row: Mapping[str, object]) -> None:
        """Print a row; what a cell holds several of stands in it with spaces between, nothing is an empty cell."""
        self._write([_cell(row[name]) for name in self.names])

    def _write(self, cells: Sequence[object]) -> None:
        line = io.StringIO()
        csv.writer(line, lineterminator="\n").writerow(cells)
        typer.echo(line.getvalue(), nl=False)


def _cell(value: object) -> object:
    if isinstance(value, (list, tuple)):
        return " ".join(map(str, value))
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else value


class Form:
    """The form that a command answers in: for people, JSON lines or CSV."""

    def __init__(self, columns: Sequence[str], suits: str | None, *, as_json: bool, as_csv: bool) -> None:
        if as_json and as_csv:
            raise typer.BadParameter("only one of --json and --csv can be had")
        self.rows = Rows(columns) if as_csv else None
        self.as_json = as_json
        self.suits = suits
        self.shown = 0

    def answer(
        self,
        pack: Pack,
        *,
        rows: Callable[[], Iterable[Mapping[str, object]]],
        data: Callable[[], Mapping[str, object]],
        show: Callable[[Screen], None],
        apart: bool = True,
    ) -> None:
        """Give one answer: its rows of CSV, its JSON, or what ``show`` puts on the screen, an empty line before it."""
        if self.rows is not None:
            for row in rows():
                self.rows.add(row)
        elif self.as_json:
            emit(data())
        else:
            screen = Screen(pack, self.suits)
            if apart and self.shown:
                screen.say()
            show(screen)
        self.shown += 1


def sentence(error: BaseException) -> str:
    """An error in words, control characters escaped."""
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        words = f"{error.filename}: {error.strerror.lower()}"
    elif isinstance(error, UnicodeDecodeError):
        words = "the input is not UTF-8 text"
    else:
        words = str(error)
    return "".join(c if c.isprintable() or c == "\n" else repr(c)[1:-1] for c in words)


def told(place: str, error: BaseException) -> str:
    """An error in words behind the place where it is, which is not said twice where the error tells it too."""
    words = sentence(error)
    where, colon, what = words.partition(": ")
    return f"{place}: {what if colon and place.endswith(where) else words}"


class Bar:
    """Shows on stderr that work goes on, only on a terminal."""

    def __init__(self, doing: str, total: int | None = None) -> None:
        columns: list[ProgressColumn] = [SpinnerColumn(), TextColumn("{task.description}")]
        if total is not None:
            columns += [BarColumn(), MofNCompleteColumn()]
        console = Console(stderr=True)
        self._bar = Progress(
            *columns,
            TimeElapsedColumn(),
            console=console,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task(doing, total=total)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def telling(self, doing: str) -> Callable[[int, int], None]:
        """What shows how far one piece is: a function of the numbers done and in all."""

        def tell(done: int, total: int) -> None:
            words = f"{doing}, {done:,} of {total:,}" if done < total else doing
            self._bar.update(self._task, description=words)

        return tell

    def step(self) -> None:
        """One more piece is done."""
        self._bar.advance(self._task)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Out of the way while something is printed."""
        self._bar.stop()
        yield
        self._bar.start()
