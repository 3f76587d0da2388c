"""The command line: ``trickcore``. Needs the extra ``cli`` (typer and rich)."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line and exit: 0 all well, 1 some input was bad or a limit was met, 2 wrong usage, 130 Ctrl-C."""
    try:
        from trickcore.cli.app import app
    except ModuleNotFoundError as missing:
        if missing.name not in ("typer", "rich"):
            raise
        print("The command line needs typer and rich: pip install 'trickcore[cli]'", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
    app(prog_name="trickcore")
