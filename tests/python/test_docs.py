"""The commands that README and docs show run, and print what is shown beneath them."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def shown_commands():
    """Page and line of every ``$ trickcore …`` in a console block, the command, and the output shown beneath it."""
    for page in PAGES:
        command, line, output = None, 0, []
        inside = False
        for number, text in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
            if text.startswith("```") or (inside and text.startswith("$ ")):
                if command:
                    yield pytest.param(command, "\n".join(output), id=f"{page.name}:{line}")
                command, output = None, []
            if text.startswith("```"):
                inside = text == "```console"
            elif inside and text.startswith("$ trickcore"):
                command, line = text.removeprefix("$ "), number
            elif command:
                output.append(text)


def lines(text):
    return [line.rstrip() for line in text.rstrip().splitlines()]


@pytest.mark.parametrize(("command", "output"), list(shown_commands()))
def test_a_command_in_the_docs_runs_and_prints_what_is_shown(command, output):
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=ROOT,
        env={**os.environ, "PATH": path, "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert ran.returncode == 0, ran.stderr
    shown = lines(output)
    printed = lines(ran.stdout)
    if shown and shown[-1] == "...":
        shown, printed = shown[:-1], printed[: len(shown) - 1]
    assert not shown or printed == shown


def links_of(page):
    """Targets of the links of a page that stay within the repository."""
    return [link for link in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8")) if "://" not in link]


@pytest.mark.parametrize(
    "page", [*PAGES, ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs/rules").glob("*.md"))], ids=lambda page: page.name
)
def test_every_link_of_a_page_leads_somewhere(page):
    for link in links_of(page):
        assert (page.parent / link).exists(), link
