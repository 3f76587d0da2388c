"""The application: its commands, and the one place where errors become words and exit codes."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from trickcore import __version__
from trickcore.cli import (
    analysing,
    bridge,
    choosing,
    contracts,
    deals,
    games,
    perft,
    replay,
    solving,
    table,
    tournament,
)
from trickcore.cli.inputs import FAULTS
from trickcore.cli.screen import sentence
from trickcore.errors import UnknownOption

__all__ = ["app"]


class PlainErrors(TyperGroup):
    """Tells what went wrong in a sentence instead of a traceback."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command; see the module for what each error becomes."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except FAULTS as error:
            typer.echo(f"trickcore: {sentence(error)}", err=True)
            raise typer.Exit(2 if isinstance(error, UnknownOption) else 1) from None
        except KeyboardInterrupt:
            typer.echo("trickcore: stopped", err=True)
            raise typer.Exit(130) from None


app = typer.Typer(
    cls=PlainErrors,
    help="Trick-taking card games: deal, play, replay and solve exactly.",
    epilog="Exit codes: 0 all well, 1 some input was bad or a limit was met, 2 wrong usage, 130 stopped by Ctrl-C.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"trickcore {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    pass


for command in (
    games.games,
    games.rules,
    deals.deal,
    deals.playthrough,
    replay.replay,
    solving.solve,
    contracts.table,
    choosing.exchange,
    choosing.call,
    analysing.analyse,
    perft.perft,
    table.play,
    tournament.tournament,
    bridge.convert,
    bridge.par,
):
    app.command()(command)
