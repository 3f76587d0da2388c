"""``trickcore table --out``: boards are written as they are done, and none is lost when a run is stopped."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

import trickcore as tc
from trickcore.cli.bridge_tables import par_words
from trickcore.cli.writing import Growing
from trickcore.notation import lin, pbn
from trickcore.notation.boards import Board
from trickcore.notation.playing import board_of

from .bridge_lists import deals_of
from .test_bridge_boards import played, run


class Stopped:
    """Solves tables until so many are done, then is stopped; knows which deals it was asked for."""

    def __init__(self, monkeypatch, after=99, error=KeyboardInterrupt):
        self.after, self.error, self.solved = after, error, []
        self.tables = tc.dd_tables
        monkeypatch.setattr(tc, "dd_tables", self)

    def __call__(self, deals, **terms):
        if len(self.solved) >= self.after:
            raise self.error
        self.solved += deals
        return self.tables(deals, **terms)


def endings(count, seed=1):
    """Boards of two cards a hand."""
    rng, boards = Random(seed), []
    for number in range(1, count + 1):
        cards = rng.sample(list(tc.game("bridge").pack.cards), 8)
        hands = [str(tc.CardSet(cards[2 * seat : 2 * seat + 2])).replace("-", "") for seat in range(4)]
        boards.append(Board(number=str(number), dealer=0, vulnerable="none", hands=hands))
    return pbn.dumps(boards)


@pytest.mark.parametrize("before", [None, "what was there"])
def test_a_run_that_is_stopped_leaves_its_boards_and_the_same_command_goes_on(tmp_path, monkeypatch, before):
    source, target, part = (tmp_path / name for name in ("in.pbn", "out.pbn", "out.pbn.part"))
    source.write_text(endings(6))
    if before is not None:
        target.write_text(before)
    solving = Stopped(monkeypatch, after=4)
    stopped = run("table", source, "--out", target, code=130)
    assert f"4 of 6 boards are in {part}" in stopped.stderr
    assert (target.read_text() if target.exists() else None) == before
    assert [board.dd_table is None for board in pbn.load(part, strict=True)] == [False] * 4
    solving.after, solving.solved = 99, []
    assert "4 tables are taken over" in run("table", source, "--out", target).stderr
    assert solving.solved == [board.deal for board in pbn.load(source)[4:]]
    assert not part.exists()
    whole = tmp_path / "whole.pbn"
    run("table", source, "--out", whole)
    assert target.read_bytes() == whole.read_bytes()


def test_the_file_that_is_read_can_be_the_one_that_is_written(tmp_path, monkeypatch):
    file, other = tmp_path / "boards.pbn", tmp_path / "other.pbn"
    file.write_text(endings(5))
    file.chmod(0o640)
    run("table", file, "--out", other)
    solving = Stopped(monkeypatch, after=2)
    run("table", file, "--out", file, code=130)
    assert file.read_text() == endings(5)
    solving.after = 99
    run("table", file, "--out", file)
    assert file.read_bytes() == other.read_bytes()
    assert file.stat().st_mode & 0o777 == 0o640


def test_tables_that_a_stopped_run_has_only_copied_are_solved_again(tmp_path, monkeypatch):
    """A deal may have met its deadline, and have a table of another program's."""
    source, target = tmp_path / "in.pbn", tmp_path / "out.pbn"
    boards = pbn.loads(endings(3))
    boards[0].set_dd_table([[2, 0, 2, 0]] * 5)
    pbn.dump(boards, source)
    solving = Stopped(monkeypatch, after=2)
    run("table", source, "--out", target, "--deadline", 100, code=130)
    left = pbn.load(tmp_path / "out.pbn.part")
    left[0].set_dd_table([[2, 0, 2, 0]] * 5)
    pbn.dump(left, tmp_path / "out.pbn.part")
    solving.after, solving.solved = 99, []
    run("table", source, "--out", target)
    assert solving.solved == [boards[0].deal, boards[2].deal]


def test_a_board_half_written_is_solved_again(tmp_path, monkeypatch):
    source, target, part = (tmp_path / name for name in ("in.pbn", "out.pbn", "out.pbn.part"))
    source.write_text(endings(3))
    run("table", source, "--out", target)
    whole = target.read_bytes()
    solving = Stopped(monkeypatch)
    for size in (0, 1, 30, *range(100, len(whole), 97)):
        target.unlink()
        part.write_bytes(whole[:size])
        run("table", source, "--out", target)
        assert target.read_bytes() == whole
    assert solving.solved


@pytest.mark.parametrize("form", ["pbn", "lin"])
def test_boards_with_the_same_deal_are_solved_once(tmp_path, monkeypatch, form):
    deals = [played(seed, cards=0) for seed in (1, 1, 2, 1, 2)]
    source, target = tmp_path / f"in.{form}", tmp_path / "out.pbn"
    source.write_text((pbn if form == "pbn" else lin).dumps([board_of(deal, i) for i, deal in enumerate(deals, 1)]))
    solving = Stopped(monkeypatch)
    run("table", source, "--out", target, "--threads", 2)
    assert len(solving.solved) == 2
    for board, deal in zip(pbn.load(target), deals, strict=True):
        assert board.dd_table == tc.dd_table(deal).tolist()


def test_boards_go_to_standard_output_as_they_are_done(monkeypatch, tmp_path):
    Stopped(monkeypatch, after=2)
    source = tmp_path / "in.pbn"
    source.write_text(endings(3))
    out = run("table", source, "--out", "-", code=130).stdout
    assert [board.dd_table is not None for board in pbn.loads(out)] == [True] * 2


def test_what_is_written_keeps_its_encoding(tmp_path):
    text = endings(2).replace('[Board "1"]', '[Board "1"]\n[Site "Zürich"]').replace("\n", "\r\n")
    for encoding in ("latin-1", "utf-8-sig", "utf-16"):
        source, target = tmp_path / "in.pbn", tmp_path / "out.pbn"
        source.write_bytes(text.encode(encoding))
        run("table", source, "--out", target)
        boards = pbn.load(source)
        for board in boards:
            table = tc.dd_table(board.deal).tolist()
            par = tc.par(table, 0, "none")
            board.set_dd_table(table)
            board.set_par(par.score, par_words(par))
        pbn.dump(boards, tmp_path / "expected.pbn")
        assert target.read_bytes() == (tmp_path / "expected.pbn").read_bytes()


def test_what_cannot_be_written_is_told_before_anything_is_solved(tmp_path, monkeypatch):
    source = tmp_path / "in.pbn"
    source.write_text(endings(2))
    solving = Stopped(monkeypatch)
    assert "no such file" in run("table", source, "--out", tmp_path / "none" / "out.pbn", code=1).stderr
    assert "is a directory" in run("table", source, "--out", tmp_path, code=1).stderr
    (tmp_path / "out.pbn.part").write_text("my own notes")
    assert "in the way" in run("table", source, "--out", tmp_path / "out.pbn", code=1).stderr
    assert (tmp_path / "out.pbn.part").read_text() == "my own notes"
    left = tmp_path / "x.pbn.part"
    left.write_text(endings(2))
    assert "name it otherwise" in run("table", left, "--out", tmp_path / "x.pbn", code=2).stderr
    assert left.read_text() == endings(2)
    assert not solving.solved


def test_a_file_that_may_not_be_written_is_not_replaced(tmp_path, monkeypatch):
    source, target = tmp_path / "in.pbn", tmp_path / "out.pbn"
    source.write_text(endings(1))
    target.write_text("kept")
    monkeypatch.setattr(os, "access", lambda *_: False)
    for command in (("table", source, "--out", target), ("convert", source, target)):
        assert f"{target}: permission denied" in run(*command, code=1).stderr
        assert target.read_text() == "kept"


def test_a_link_stays_and_what_it_leads_to_is_replaced(tmp_path):
    source, link, real = tmp_path / "in.pbn", tmp_path / "link.pbn", tmp_path / "real.pbn"
    source.write_text(endings(1))
    real.write_text("old")
    link.symlink_to(real)
    run("table", source, "--out", link)
    assert link.is_symlink()
    assert pbn.load(real)[0].dd_table


def test_a_file_that_cannot_be_replaced_is_written_over(tmp_path, monkeypatch):
    """As one that is mounted by itself."""
    source, target = tmp_path / "in.pbn", tmp_path / "out.pbn"
    source.write_text(endings(1))

    def refuse(*_):
        raise OSError(16, "busy")

    monkeypatch.setattr(Path, "replace", refuse)
    run("table", source, "--out", target)
    assert pbn.load(target)[0].dd_table
    assert not (tmp_path / "out.pbn.part").exists()


def test_two_runs_into_one_file_do_not_mix(tmp_path):
    with Growing(str(tmp_path / "x")) as first, Growing(str(tmp_path / "x")) as second:
        first.add(b"one")
        second.add(b"two")
        with pytest.raises(OSError, match="busy"):
            first.end()
        second.end()
    assert (tmp_path / "x").read_bytes() == b"two"


def limited(*arguments):
    """Run the program where no file may be larger than 2 KB."""
    code = (
        "import resource, sys; from trickcore.cli import main;"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048)); sys.argv[0] = 'trickcore'; main()"
    )
    return subprocess.run([sys.executable, "-c", code, *map(str, arguments)], capture_output=True, text=True)


@pytest.mark.skipif(os.name == "nt", reason="no such limits here")
@pytest.mark.parametrize("command", ["table", "convert"])
def test_a_full_disk_is_told_and_what_was_there_stays(tmp_path, command):
    file = tmp_path / "boards.pbn"
    file.write_text(endings(30))
    before = file.read_bytes()
    ended = limited(*((command, file, "--out", file) if command == "table" else (command, file, file)))
    part = tmp_path / "boards.pbn.part"
    assert ended.returncode == 1
    assert f"trickcore: {part}: file too large" in ended.stderr
    assert file.read_bytes() == before
    assert part.exists() == (command == "table")
    if command == "table":
        assert pbn.load(part)[0].dd_table


@pytest.mark.skipif(os.name == "nt", reason="signals are sent as POSIX has them")
def test_ctrl_c_leaves_the_boards_that_are_done(tmp_path):
    source, target, part = (tmp_path / name for name in ("in.pbn", "out.pbn", "out.pbn.part"))
    hard = [Board(number=str(i), hands=deal.replace("-", "").split()) for i, deal in enumerate(deals_of("hard18"))]
    source.write_text(endings(3) + "\n" + pbn.dumps(hard))
    with subprocess.Popen(
        [sys.executable, "-m", "trickcore", "table", source, "--out", target], stderr=subprocess.PIPE, text=True
    ) as child:
        try:
            end = time.monotonic() + 60
            while not (part.exists() and part.read_text().count("ParContract") >= 3) and time.monotonic() < end:
                time.sleep(0.02)
            time.sleep(0.2)
            sent = time.monotonic()
            child.send_signal(signal.SIGINT)
            told = child.communicate(timeout=60)[1]
            assert time.monotonic() - sent < 2
        finally:
            child.kill()
    assert child.returncode == 130
    assert "boards are in" in told
    assert "Traceback" not in told
    assert not target.exists()
    for board in pbn.load(part, strict=True)[:3]:
        assert board.dd_table == tc.dd_table(board.deal).tolist()


BROKEN = {
    "pbn": [
        "AK... QJ... T9... 8...",
        "AK... QJ... T9... A7...",
        "AK... QJ... T9...",
        "AK... QJ... 1X... 87...",
        "AK... - T9... -",
        "",
    ],
    "lin": [
        "SAKHDC,SQJHDC,ST9HDC,S8HDC",
        "SAKHDC,SQJHDC,ST9HDC,SA7HDC",
        "SAKHDC,SQJHDC,ST1HDC,S87HDC",
        "SAKHDC,,ST9HDC,",
        "SAKHDC,,,",
    ],
}
SOUND = {"pbn": "AK... QJ... T9... 87...", "lin": "SAKHDC,SQJHDC,ST9HDC,S87HDC"}


@pytest.mark.parametrize("form", ["pbn", "lin"])
def test_broken_boards_in_between_are_told_and_the_others_are_done(tmp_path, form):
    deals = [deal for broken in BROKEN[form] for deal in (SOUND[form], broken)] + [SOUND[form]]
    if form == "pbn":
        lines = [f'[Board "{i}"] [Deal "N:{deal}"]\n\n' for i, deal in enumerate(deals, 1)]
    else:
        lines = [f"qx|o{i}|md|3{deal}|sv|o|pg||\n" for i, deal in enumerate(deals, 1)]
    source, target = tmp_path / f"in.{form}", tmp_path / "out.pbn"
    source.write_text("".join(lines))
    told = run("table", source, "--out", target, code=1).stderr.splitlines()
    step = 2 if form == "pbn" else 1
    for number in range(2, len(deals), 2):
        place = f"{source}, line {(number - 1) * step + 1}, board {number}: "
        assert len([line for line in told if line.startswith(place)]) == 1, (place, told)
    assert len(told) == len(BROKEN[form])
    tables = {board.number: board.dd_table for board in pbn.load(target, skip=True)}
    for number in range(1, len(deals) + 1, 2):
        assert tables[str(number)] == [[2, 0, 2, 0]] * 5
    if form == "pbn":
        assert all(line.strip() in target.read_text() for line in lines[1::2])
