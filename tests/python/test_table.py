"""The table in the terminal and tournaments, driven through a real terminal of 80 and of 120 columns."""

from __future__ import annotations

import json
import os
import re
import select
import struct
import sys
import time
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

import trickcore as tc
from trickcore.bots.sessions import Session, read_session, replay
from trickcore.cli.app import app
from trickcore.cli.screen import Screen
from trickcore.cli.words import Words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

fcntl = pytest.importorskip("fcntl")
pty = pytest.importorskip("pty")
termios = pytest.importorskip("termios")

PROGRAM = [sys.executable, "-m", "trickcore"]
CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
INTERRUPT = "\x03"


def at_the_terminal(arguments: Sequence[str], typed: Sequence[str], columns: int) -> tuple[str, int]:
    """Run the program in a terminal, type a line at each prompt; give what it showed and its exit code."""
    pid, terminal = pty.fork()
    if not pid:
        env = {**os.environ, "TERM": "xterm-256color", "PYTHONUTF8": "1"}
        for name in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR"):
            env.pop(name, None)
        time.sleep(0.2)
        os.execve(PROGRAM[0], [*PROGRAM, *arguments], env)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    shown, lines, end = b"", iter(typed), time.monotonic() + 120
    try:
        while time.monotonic() < end:
            if not select.select([terminal], [], [], 0.3)[0]:
                continue
            try:
                more = os.read(terminal, 1 << 16)
            except OSError:
                break
            if not more:
                break
            shown += more
            if shown.endswith(b"> "):
                line = next(lines, "quit")
                os.write(terminal, line.encode() if line == INTERRUPT else line.encode() + b"\n")
    finally:
        _, status = os.waitpid(pid, 0)
        os.close(terminal)
    return shown.decode(), os.waitstatus_to_exitcode(status)


def play(game: str, typed: Sequence[str], columns: int = 80, *options: str) -> str:
    """Play with fast bots and give what was shown, without control codes."""
    shown, code = at_the_terminal(["play", game, "--bots", "rules", *options], typed, columns)
    assert code == 0, shown
    return CODES.sub("", shown).replace("\r", "")


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("game", tc.games())
def test_a_deal_is_played_by_taking_the_first_choice(game: str, columns: int) -> None:
    shown = play(game, ["1"] * 60, columns, "--seed", "6", "--deals", "1", "--seat", "1")
    assert "The match is over" in shown
    assert "your hand" in shown
    assert max(len(line) for line in shown.splitlines() if not line.startswith("you>")) <= columns


def test_colour_is_never_the_only_signal() -> None:
    shown, _ = at_the_terminal(["play", "anrufen", "--bots", "rules", "--seed", "3"], ["quit"], 80)
    assert "\x1b[" in shown
    hand = next(line for line in CODES.sub("", shown).splitlines() if line.startswith("your hand"))
    assert [word for word in hand.split() if word in "♠♥♦♣"] == list("♠♥♦♣")


@pytest.mark.parametrize(
    ("suits", "names"), [("german", "leaves hearts bells acorns"), ("italian", "spade coppe denari bastoni")]
)
def test_suits_of_other_packs(suits: str, names: str) -> None:
    shown = play("koenigrufen", ["quit"], 80, "--seed", "3", "--suits", suits, "--seat", "1")
    assert all(name in shown for name in names.split())


def test_cards_are_read_as_they_are_shown() -> None:
    """With German suits A is acorns and B bells, whatever letters the rules use."""
    shown = play(
        "koenigrufen", ["trump leaves", "call BA", "quit"], 80, "--seed", "3", "--suits", "german", "--seat", "1"
    )
    dealer = tc.game("koenigrufen").match(seed=3, dealer=None).dealer
    if dealer == 0:
        assert "you call BA" in shown


@pytest.mark.parametrize(
    ("suits", "bid", "shown"), [("french", "1♠", "1♠"), ("german", "1L", "1L"), ("italian", "bid 4C", "4C")]
)
def test_bids_of_a_suit_are_shown_and_read_as_cards_are(suits: str, bid: str, shown: str) -> None:
    """With Italian suits C is coppe, the hearts, also in a bid."""
    told = play("bridge", [bid, "undo", "quit"], 80, "--seed", "3", "--suits", suits)
    assert f"you bid {shown}" in told
    if suits == "italian":
        assert "to make: dummy South (rules), bid 4C, trump coppe" in told


def test_why_a_card_is_not_allowed_in_words() -> None:
    shown = play("maine_charlemagne", ["bid 5 S", "1", "why HK", "why H9", "why", "why xx", "HK"], 80, "--seed", "4")
    assert "play ♥K: ♣ was led and you have some, so you must follow: ♣A ♣Q" in " ".join(shown.split())
    assert "you do not hold ♥9" in shown
    assert "is no command and no action here" in shown


def test_hint_undo_score_and_help() -> None:
    shown = play(
        "maine_charlemagne",
        ["undo", "help", "score", "bid 5 S", "1", "hint", "undo", "undo", "show"],
        80,
        "--seed",
        "4",
    )
    assert "you have decided nothing yet" in shown
    assert "save FILE" in shown
    assert "Score: you 0" in shown
    assert re.search(r"hint: play ♣[AQ]", shown)
    assert "by rule of thumb" in shown
    assert shown.count("taken back") == 2
    assert shown.count("bid charlemagne") >= 3


def test_a_hint_without_time_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("trickcore.cli.words.HINT_SECONDS", 1e-9)
    match = tc.game("mediatore").match(seed=5, dealer=0)
    words = Words(Session(match, (None,) * 4), Screen(match.game.pack))
    seat = match.state.actor
    assert seat is not None
    words.hint(match.state.observation(seat), match.state.legal_actions())
    shown = " ".join(capsys.readouterr().out.split())
    assert "could be solved in time: this is by rule of thumb." in shown
    assert "+0.00" not in shown


def test_declarer_sees_the_dummy_and_plays_for_it() -> None:
    shown = play("bridge", ["4S", "why DA", "why HJ", "why S2", "1", "quit"], 80, "--seed", "3")
    assert "You sit at North; in turn order follow East (rules), South (rules), West (rules)" in " ".join(shown.split())
    assert "you to make: dummy South (rules), bid 4♠, trump ♠" in shown
    assert "dummy     ♠ J 8 2   ♥ K T 9 7 5   ♦ K 9 7   ♣ 6 3" in shown
    assert "for dummy 1 play ♦K" in shown
    assert "play ♦A: South (rules) does not hold ♦A" in shown
    assert "play ♥J: South (rules) does not hold ♥J" in shown
    assert "play ♠2: ♦ was led and you have some, so you must follow: ♦K ♦9 ♦7" in shown
    played = shown.split("South (rules) plays ♦K")[1]
    assert "dummy     ♠ J 8 2   ♥ K T 9 7 5   ♦ 9 7   ♣ 6 3" in played


def test_the_dummy_is_hidden_until_the_lead_and_from_nobody_after_it() -> None:
    shown = play("bridge", ["pass", "pass", "pass", "SA", "quit"], 80, "--seed", "3")
    before, after = shown.split("you play ♠A")
    assert "dummy East (rules)" in before
    assert "\ndummy     ♠" not in before
    assert "\ndummy     ♠" in after


def test_the_auction_so_far_is_part_of_the_table(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    play("bridge", ["pass", f"save {kept}", "quit"], 80, "--seed", "3")
    shown = re.sub(r",?\s+", " ", play("bridge", ["quit"], 80, "--load", str(kept)))
    assert "so far you pass East (rules) bids 1♦ South (rules) passes West (rules) bids 1♠" in shown


def test_a_kept_match_goes_on_and_replays_exactly(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    first = play("anrufen", ["bid game", f"save {kept}", "quit"], 80, "--seed", "3", "--deals", "2")
    assert f"kept in {kept}" in first
    session = read_session(kept.read_text())
    assert replay(session) == session.match
    second = play("anrufen", ["1"] * 60, 80, "--load", str(kept))
    assert "The match is over" in second
    third = play("anrufen", [f"load {kept}", f"load {tmp_path / 'none'}", "quit"], 80, "--seed", "9")
    assert third.count("You sit at seat 0") == 2
    assert "no such file" in third


def test_ctrl_c_leaves_at_once_and_cleanly() -> None:
    shown, code = at_the_terminal(["play", "anrufen", "--bots", "rules", "--seed", "3"], [INTERRUPT], 80)
    assert code == 130
    assert CODES.sub("", shown).rstrip().endswith("trickcore: stopped")


def test_a_tournament_in_a_terminal_shows_its_table() -> None:
    arguments = ["tournament", "koenigrufen", "--bots", "rules,random", "--deals", "20", "--seed", "2"]
    shown, code = at_the_terminal(arguments, [], 80)
    assert code == 0
    assert re.search(r"rules\s+random\s+[+-][0-9.]+\s+± [0-9.]+\s+20", CODES.sub("", shown))


# Tournaments without a terminal


def run(*arguments: str) -> tuple[int, str]:
    ended = CliRunner().invoke(app, list(arguments))
    return ended.exit_code, ended.output


def test_a_tournament_is_the_same_again_and_writes_a_record_that_replays(tmp_path: Path) -> None:
    kept = tmp_path / "match.json"
    command = [
        "tournament",
        "anrufen",
        "--bots",
        "rules,random,pimc:worlds=2",
        "--deals",
        "4",
        "--json",
        "--save",
        str(kept),
    ]
    first, second = run(*command), run(*command)
    assert first == second
    assert first[0] == 0
    lines = [json.loads(line) for line in first[1].splitlines()]
    assert [(line["first"], line["second"]) for line in lines] == [
        ("rules", "random"),
        ("rules", "pimc:worlds=2"),
        ("random", "pimc:worlds=2"),
    ]
    session = read_session(kept.read_text())
    assert replay(session) == session.match


@pytest.mark.parametrize("bots", ["rules", "rules,deep", "rules,pimc:worlds", "rules,pimc:depth=3", ""])
def test_bots_that_there_are_not(bots: str) -> None:
    code, shown = run("tournament", "anrufen", "--bots", bots)
    assert code == 2
    assert "Traceback" not in shown


@pytest.mark.parametrize("arguments", [["--seat", "7"], ["--bots", "x"], ["--load", "nowhere"]])
def test_a_table_that_cannot_be(arguments: list[str]) -> None:
    code, shown = run("play", "anrufen", *arguments)
    assert code in (1, 2)
    assert "Traceback" not in shown
