"""The command line: every command, its JSON, its exit codes, and what it says to bad input."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

import trickcore as tc
from trickcore.cli.app import app
from trickcore.cli.perft import paths
from trickcore.notation import game_with, lin, pbn, read_sheet, split, write_sheet

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted([*(ROOT / "examples").glob("*.json"), *(ROOT / "examples").glob("*.sheet")])
QUICK = [path for path in EXAMPLES if path.name not in ("mediatore_chiamo.json", "mediatore_solissimo.sheet")]
PROGRAM = [sys.executable, "-m", "trickcore"]


def run(*args, stdin=None, code=0):
    """What a command prints; it must end with this exit code, without a traceback."""
    result = CliRunner().invoke(app, [str(arg) for arg in args], input=stdin, env={"COLUMNS": "100"})
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    return result


def objects(*args, **kwargs):
    """What a command prints with --json: an object to a line."""
    return [json.loads(line) for line in run(*args, "--json", **kwargs).stdout.splitlines()]


def example(name):
    return ROOT / "examples" / name


# games, rules


def test_games_lists_every_game():
    shown = run("games").stdout
    assert all(name in shown for name in tc.games())
    assert [found["game"] for found in objects("games")] == tc.games()


@pytest.mark.parametrize("name", tc.games())
def test_rules_sums_up_a_game_with_every_option_and_verb(name):
    game = tc.game(name)
    shown = run("rules", name).stdout
    assert game.title in shown
    assert all(option.name in shown for option in game.option_specs)
    assert all(re.search(rf"^{verb}\b", shown, re.MULTILINE) for verb in {action.verb for action in game.actions})
    [facts] = objects("rules", name)
    assert facts["actions"] == [str(action) for action in game.actions]
    assert [option["name"] for option in facts["options"]] == [option.name for option in game.option_specs]


def test_rules_follow_the_options():
    assert "3 players" in run("rules", "anrufen", "-o", "players=3").stdout


# deal, playthrough


@pytest.mark.parametrize("name", tc.games())
def test_deal_prints_a_sheet_that_reads_back_as_the_deal_of_the_seed(name):
    shown = run("deal", name, "--seed", 5, "--dealer", 2).stdout
    sheet = shown[shown.index("game ") :]
    assert read_sheet(sheet) == tc.game(name).new_deal(seed=5, dealer=2)


def test_deal_makes_many_records_the_nth_of_a_seed_always_the_same():
    three = run("deal", "mediatore", "--seed", 5, "--count", 3, "--json").stdout.splitlines()
    five = run("deal", "mediatore", "--seed", 5, "-n", 5, "--json").stdout.splitlines()
    assert len({tc.read_record(line).deal for line in five}) == 5
    assert five[:3] == three


@pytest.mark.parametrize("name", tc.games())
@pytest.mark.parametrize("seed", range(5))
def test_playthrough_is_a_complete_deal_and_the_same_for_the_same_seed(name, seed):
    shown = run("playthrough", name, "--seed", seed, "--json").stdout
    assert tc.read_record(shown).done
    assert shown == run("playthrough", name, "--seed", seed, "--json").stdout


def test_playthrough_saves_the_record_of_what_it_tells(tmp_path):
    path = tmp_path / "deal.json"
    told = run("playthrough", "koenigrufen", "--seed", 4, "-o", "called_card=whole_hand", "--save", path).stdout
    assert tc.read_record(path.read_text()).game.options["called_card"] == "whole_hand"
    assert run("replay", path).stdout == told


# replay


@pytest.mark.parametrize("path", [path for path in EXAMPLES if "position" not in path.name], ids=lambda path: path.name)
def test_replay_tells_every_card_the_contract_and_the_payoffs(path):
    [state] = next(split(path.read_text())).read()
    told = run("replay", path, "--suits", "letters").stdout
    cards = [action.card for action in state.actions if action.verb == "play"]
    table = told[told.index("trick ") :]
    assert all(str(card) in table for card in cards)
    assert f"seat {state.contract.bidder}" in told
    assert all(f"seat {seat} {gain:+}" in told for seat, gain in enumerate(state.payoffs))


def test_replay_as_data_has_every_action_in_order():
    path = example("anrufen_contra.json")
    state = tc.read_record(path.read_text())
    [told] = objects("replay", path)
    actions = [step["action"] for step in told["decisions"]]
    actions += [play["action"] for trick in told["tricks"] for play in trick["plays"]]
    assert actions == [str(action) for action in state.actions]
    assert tuple(told["payoffs"]) == state.payoffs
    assert told["tricks"][-1]["points"] == list(state.points)


def test_replay_of_a_match_tells_its_deals():
    match = tc.game("anrufen").match(seed=3, deals=2)
    match.state.apply("pass")
    [told] = objects("replay", "-", stdin=match.to_json())
    assert told["deal"] == str(match.state.deal)


def test_german_suits_have_german_names_and_ranks():
    told = run("replay", example("koenigrufen.json"), "--suits", "german").stdout
    assert "leaves" in told
    assert "AO" in told  # the Ober of acorns
    assert "♠" not in told


# solve


@pytest.mark.parametrize("path", QUICK, ids=lambda path: path.name)
def test_solve_gives_the_value_of_every_legal_card(path):
    [found] = objects("solve", path)
    values = {name: solution["value"] for name, solution in found["solutions"].items()}
    for name, solution in found["solutions"].items():
        assert solution["moves"]
        assert values[name] in solution["moves"].values()
        assert solution["line"]
    if "payoff" in values:
        assert found["made"] == (values["payoff"] > 0)
        assert found["payoffs"][found["bidder"]] == values["payoff"]
        assert sum(found["payoffs"]) == 0


def test_solve_says_whether_the_contract_is_made_and_what_it_pays():
    shown = run("solve", example("maine_charlemagne_le_petit.sheet")).stdout
    assert "contract  made: seat 0 +8, seat 1 -8, seat 2 +8, seat 3 -8" in shown
    assert re.search(r"^DT +\+8 +0 +best", shown, re.MULTILINE)


def test_solve_after_some_cards_keeps_what_was_announced_by_then():
    shown = run("solve", "--after", 1, example("anrufen_contra.json")).stdout
    assert "said      0 raise hundred\n" in shown
    assert "to play   seat 0 to 3 CK" in shown


def test_solve_agrees_with_the_library():
    state = tc.read_record(example("anrufen_contra.json").read_text())
    while len(state.actions) > 9:
        state.undo()
    [found] = objects("solve", example("anrufen_contra.json"), "-O", "margin", "-O", "payoff")
    for objective in ("margin", "payoff"):
        solution = tc.solve(state, objective)
        assert found["solutions"][objective]["value"] == solution.value
        assert found["solutions"][objective]["moves"] == {str(move): value for move, value in solution.moves.items()}


@pytest.mark.parametrize("engine", ["fast", "plain", "minimax"])
def test_every_engine_finds_the_same(engine):
    [found] = objects("solve", "--after", 16, "--engine", engine, example("koenigrufen.json"))
    assert {name: solution["value"] for name, solution in found["solutions"].items()} == {"payoff": 3, "points": 100}


def test_solve_reads_a_bare_position():
    sheet = (
        "game koenigrufen\nposition hands A.-.-.K T.-.-.7 9.-.-.8 8.-.-.9; leader 1; trump S; side 0 2; points 0 20 0 0"
    )
    [found] = objects("solve", "-", stdin=sheet)
    assert found["turn"] == 1
    assert found["made"] is None
    assert set(found["solutions"]) == {"points"}


def test_solve_goes_on_past_bad_input_and_ends_with_1():
    good = run("playthrough", "anrufen", "--seed", 5, "--json").stdout.strip()
    result = run("solve", "-", "--json", stdin=f'{good}\n{{"game": 1}}\nnonsense\n{good}\n', code=1)
    assert [json.loads(line)["source"] for line in result.stdout.splitlines()] == [
        "standard input, line 1",
        "standard input, line 4",
    ]
    assert "standard input, line 2: " in result.stderr
    assert "standard input, line 3: " in result.stderr


@pytest.mark.parametrize(
    ("limit", "words"),
    [
        (("--max-nodes", 10), "limit of 10 nodes"),
        (("--deadline", 0), "deadline"),
        (("--engine", "plain", "--max-memory", 1), "memory limit"),
    ],
)
def test_a_limit_that_is_met_is_said(limit, words):
    result = run("solve", example("maine_charlemagne_five.sheet"), *limit, code=1)
    assert words in result.stderr


# perft


def test_perft_counts_what_a_plain_walk_counts():
    def walk(state, depth):
        if depth == 0 or state.done:
            return 1
        count = 0
        for action in state.legal_actions():
            after = state.clone()
            after.apply(action)
            count += walk(after, depth - 1)
        return count

    [found] = objects("perft", "anrufen", "--seed", 3, "--depth", 4)
    assert found["counts"] == [walk(tc.game("anrufen").new_deal(seed=3), depth) for depth in (1, 2, 3, 4)]


@pytest.mark.parametrize("name", tc.games())
def test_perft_from_the_first_lead_counts_announcements_and_cards(name):
    [found] = objects("perft", name, "--seed", 6, "--depth", 3, "--play")
    state = tc.game(name).start(found["deal"], found["dealer"])
    for action in found["actions"]:
        state.apply(action)
    assert state.phase == "play"
    assert found["counts"][0] == len(state.legal_actions())
    assert found["counts"][2] == paths(state, 3)


# Input


def test_records_come_one_to_a_line_in_an_array_or_alone():
    records = [run("deal", "anrufen", "--seed", seed, "--json").stdout.strip() for seed in (1, 2)]
    pretty = json.dumps(json.loads(records[0]), indent=2)
    for text, places in [
        ("\n".join(records), ["line 1", "line 2"]),
        (f"[{', '.join(records)}]", ["record 1", "record 2"]),
        (f"[\n{pretty}\n,{records[1]} ] \n", ["record 1", "record 2"]),
        (pretty, [""]),
        ("\ufeff" + records[0], [""]),
    ]:
        parts = list(split(text))
        assert [part.place for part in parts] == places
        found = [str(state.deal) for part in parts for state in part.read()]
        assert found == [json.loads(record)["deal"] for record in records[: len(places)]]


def test_sheets_come_one_after_the_other():
    sheets = [write_sheet(tc.game(name).new_deal(seed=1)) for name in tc.games()]
    parts = list(split("# all four\n\n" + "\n".join(sheets)))
    assert [part.read()[0].game.name for part in parts] == tc.games()


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_examples_read_and_sheets_round_trip(path):
    [state] = next(split(path.read_text())).read()
    if isinstance(state, tc.State):
        assert state.done
        assert read_sheet(write_sheet(state)) == state


def test_options_are_read_as_numbers_truths_or_words():
    assert game_with("anrufen", ["players=3", "no_trick_trump=FALSE"]) == tc.game(
        "anrufen", players=3, no_trick_trump=False
    )


SHEETS = [
    ("", "nothing"),
    ("\n \n", "nothing"),
    ("# only a comment", "needs a line"),
    ("game anrufen", "needs a line"),
    ("game", "no game"),
    ("game nonsense\nseed 1", "line 1: no game"),
    ("seed 1", "starts with a line 'game NAME'"),
    ("game anrufen players\nseed 1", "write name=value"),
    ("game anrufen players=5\nseed 1", "line 1: players 5"),
    ("game anrufen players=x\nseed 1", "line 1: players"),
    ("game anrufen colour=red\nseed 1", "no option 'colour'"),
    ("game anrufen\ndealer 4\nseed 1", "line 2: dealer 4"),
    ("game anrufen\ndealer -1\nseed 1", "line 2: dealer '-1'"),
    ("game anrufen\nseed x", "line 2: seed 'x'"),
    ("game anrufen\nseed 99999999999999999999", "line 2: seed"),
    ("game anrufen\nseed " + "9" * 5000, "line 2: seed"),
    ("game anrufen\nseed 1\ndealer 1", "too late"),
    ("game anrufen\nseed 1\ndeal x", "too late"),
    ("game anrufen\ndeal A.K", "line 2"),
    ("game anrufen\ndeal K9.J.AKQ.- AT.A.JT.A QJ.-.9.QT9 -.KQT9.-.KK", "line 2"),
    ("game anrufen\npass", "before the cards"),
    ("game anrufen\nseed 1\nbid nonsense", "line 3: 'bid nonsense'"),
    ("game anrufen\nseed 1\npass\nmatch", "line 4: match is not allowed"),
    ("game anrufen\nseed 1\nbid \x1b[31m\x07", r"\x1b"),
    ("game anrufen\nposition", "line 2"),
    ("game anrufen\nposition hands A.-.-.- K.-.-.- Q.-.-.-", "line 2"),
    ("game mediatore\nposition hands 3.-.-.- 2.-.-.- 1.-.-.- R.-.-.-\nplay C3", "no actions after it"),
    ("game anrufen\nseed 1", "auction phase"),
]


@pytest.mark.parametrize(("sheet", "words"), SHEETS)
def test_a_bad_sheet_is_told_in_words_and_by_line(sheet, words):
    result = run("solve", "-", stdin=sheet, code=1)
    assert words in result.stderr
    assert result.stdout == ""


RECORDS = [
    "{",
    "[",
    "[]",
    "[1]",
    "[{},]",
    "[{} {}]",
    "{}",
    '{"a": NaN}',
    '{"a": 1, "a": 2}',
    "[" * 100_000,
    '{"a":' * 9_000,
    "{}{}",
]


@pytest.mark.parametrize("text", RECORDS, ids=lambda text: text[:12])
def test_a_bad_record_is_told_in_words(text):
    for command in ("solve", "replay"):
        result = run(command, "-", stdin=text, code=1)
        assert result.stderr.startswith("standard input")


def test_what_is_not_text_is_told_in_words(tmp_path):
    path = tmp_path / "deal"
    path.write_bytes(b"\xff\xfe\x00")
    assert "not UTF-8" in run("solve", path, code=1).stderr
    assert "no such file" in run("solve", tmp_path / "none", code=1).stderr
    assert "directory" in run("replay", tmp_path, code=1).stderr


def test_a_position_has_no_history_and_no_payoff():
    position = example("mediatore_position.sheet")
    assert "history" in run("replay", position, code=1).stderr
    assert "history" in run("solve", position, "--after", 1, code=1).stderr
    assert "payoff" in run("solve", position, "-O", "payoff", code=1).stderr


def test_more_cards_than_were_played_is_an_error():
    assert "only 24 cards" in run("solve", "--after", 25, example("anrufen_contra.json"), code=1).stderr


USAGE = [
    ["nonsense"],
    ["deal"],
    ["deal", "nonsense"],
    ["deal", "anrufen", "--seed", "x"],
    ["deal", "anrufen", "--seed", "-1"],
    ["deal", "anrufen", "--seed", str(1 << 64)],
    ["deal", "anrufen", "--dealer", "4"],
    ["deal", "anrufen", "--count", "0"],
    ["deal", "anrufen", "-o", "players"],
    ["deal", "anrufen", "-o", "players=7"],
    ["deal", "anrufen", "--suits", "nonsense"],
    ["rules", "nonsense"],
    ["perft", "anrufen", "--depth", "0"],
    ["playthrough"],
    ["replay"],
    ["solve"],
    ["solve", "-", "-O", "nonsense"],
    ["solve", "-", "--engine", "nonsense"],
    ["solve", "-", "--max-nodes", "0"],
    ["solve", "-", "--deadline", "nan"],
]


@pytest.mark.parametrize("args", USAGE, ids=" ".join)
def test_wrong_usage_exits_with_2(args):
    assert run(*args, code=2).stderr


@pytest.mark.parametrize("command", ["games", "rules", "deal", "playthrough", "replay", "solve", "perft"])
def test_every_command_has_help_and_json(command):
    shown = run(command, "--help").stdout
    assert "--json" in shown


# The program as a process


def process(*args, **kwargs):
    return subprocess.run([*PROGRAM, *args], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", **kwargs)


def test_the_program_says_its_version():
    assert process("--version").stdout == f"trickcore {tc.__version__}\n"


def test_errors_go_to_stderr_with_the_exit_code():
    ended = process("solve", "none")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == "none: no such file or directory\n"


def test_piped_output_has_letters_and_no_control_codes():
    shown = process("replay", "examples/anrufen_contra.json", env={**os.environ, "FORCE_COLOR": ""}).stdout
    assert "\x1b" not in shown
    assert "♠" not in shown


@pytest.mark.parametrize("no_color", [True, False])
def test_colour_is_beside_the_letter_and_no_color_turns_it_off(no_color):
    env = {**os.environ, "FORCE_COLOR": "1", "TERM": "xterm-256color"} | ({"NO_COLOR": "1"} if no_color else {})
    shown = process("replay", "examples/anrufen_contra.json", "--suits", "letters", env=env).stdout
    colours = re.findall(r"\x1b\[[0-9;]*?(3[0-9]|9[0-7])m", shown)
    assert bool(colours) != no_color
    assert "HK" in re.sub(r"\x1b\[[0-9;]*m", "", shown)


def test_a_reader_that_leaves_early_is_no_error():
    program = " ".join(PROGRAM)
    ended = subprocess.run(
        ["bash", "-c", f"{program} deal anrufen --count 20000 --json | head -1"], capture_output=True, text=True
    )
    assert ended.stderr == ""
    assert len(ended.stdout.splitlines()) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(
    "args",
    [
        ["solve", "examples/mediatore_solissimo.sheet", "--engine", "plain"],
        ["perft", "mediatore", "--seed", "3", "--depth", "36", "--play"],
    ],
    ids=lambda args: args[0],
)
def test_ctrl_c_stops_long_work_cleanly(args):
    with subprocess.Popen(
        [*PROGRAM, *args], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as ran:
        time.sleep(2)
        ran.send_signal(signal.SIGINT)
        _, told = ran.communicate(timeout=30)
    assert (ran.returncode, told) == (130, "trickcore: stopped\n")


def test_without_the_extra_a_sentence_says_what_to_install():
    code = "import sys; sys.modules['typer'] = None; from trickcore.cli import main; main()"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ended.returncode == 1
    assert ended.stderr == "The command line needs typer and rich: pip install 'trickcore[cli]'\n"


# Bridge boards


BOARDS = ROOT / "tests" / "data" / "boards"


def test_convert_goes_from_lin_to_pbn_and_back(tmp_path):
    converted = tmp_path / "hands.pbn"
    run("convert", BOARDS / "hands.lin", converted)
    boards = pbn.load(converted, strict=True)
    assert [board.number for board in boards] == ["1", "2", "3"]
    again = run("convert", converted, "-", "--to", "lin").stdout
    for board, first in zip(lin.loads(again), lin.load(BOARDS / "hands.lin"), strict=True):
        assert (board.hands, board.contract, board.result) == (first.hands, first.contract, first.result)


def test_convert_keeps_a_file_as_it_is_written_or_writes_the_export_format(tmp_path):
    same = tmp_path / "club.pbn"
    run("convert", BOARDS / "club.pbn", same)
    assert same.read_bytes() == (BOARDS / "club.pbn").read_bytes()
    run("convert", BOARDS / "match.pbn", same, "--export")
    assert same.read_bytes().startswith(b"% PBN 2.1\r\n% EXPORT\r\n")


def test_convert_leaves_out_bad_boards_and_ends_with_1(tmp_path):
    result = run("convert", BOARDS / "bad.pbn", tmp_path / "good.lin", code=1)
    assert "bad.pbn, line 8, board 3: " in result.stderr
    assert [board.number for board in lin.load(tmp_path / "good.lin")] == ["1", "5"]


def test_convert_tells_what_is_odd_and_refuses_it_if_strict(tmp_path):
    assert "odd.pbn, line 19, board 2: W plays HT" in run("convert", BOARDS / "odd.pbn", "-", "--to", "lin").stderr
    run("convert", "--strict", BOARDS / "odd.pbn", tmp_path / "out.lin", code=1)
    assert not (tmp_path / "out.lin").exists()


def test_convert_needs_a_form_that_it_knows(tmp_path):
    assert "--to" in run("convert", BOARDS / "odd.pbn", tmp_path / "out", code=2).stderr
    assert "not of bridge" in run("convert", example("mediatore_chiamo.json"), "-", "--to", "pbn", code=1).stderr
    run("convert", tmp_path / "missing.pbn", "-", "--to", "lin", code=1)
