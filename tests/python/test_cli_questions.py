"""The command line's questions: table, exchange, call, analyse; what bulk work gets, and what bad input is told."""

import csv
import io
import json
import re

import pytest

import trickcore as tc
from trickcore.notation import write_sheet

from .test_cli import EXAMPLES, example, objects, run

FIRST = ["anrufen", "koenigrufen", "maine_charlemagne"]
"""Games whose tables are quick."""
QUESTIONS = ["solve", "table", "exchange", "call", "analyse"]


def rows(*args, **kwargs):
    """What a command prints with --csv: a dictionary for each row."""
    return list(csv.DictReader(io.StringIO(run(*args, "--csv", **kwargs).stdout)))


def exchange_sheet(seed=0, bid="solo"):
    return f"game mediatore\nseed {seed}\nbid {bid}, pass, pass, pass\n"


# table


@pytest.mark.parametrize("name", FIRST)
def test_table_shows_a_column_for_each_bid_and_the_best_of_each_seat(name):
    state = tc.game(name).new_deal(seed=3)
    shown = run("table", "-", stdin=write_sheet(state)).stdout
    table = tc.contract_table(state)
    for bid in {row.bid for row in table.rows}:
        assert all(part in shown for part in bid.split("-"))
    for seat in range(4):
        best = table.best(seat)
        [line] = [line for line in shown.splitlines() if re.match(rf"seat {seat}  [+-]", line)]
        assert f"{best.payoffs[seat]:+}  {', '.join(map(str, best.decisions))}" in line
        assert ("better to pass" in line) == (not best.made and bool(best.bid))
        cells = re.findall(rf"(-?\d+) +{re.escape(f'{best.payoffs[seat]:+}')}\b", shown)
        assert str(best.value) in cells


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("name", FIRST)
def test_table_fits_the_width(name, columns, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    from typer.testing import CliRunner

    from trickcore.cli.app import app

    sheet = write_sheet(tc.game(name).new_deal(seed=2))
    result = CliRunner().invoke(app, ["table", "-"], input=sheet, env={"COLUMNS": str(columns)})
    body = [line for line in result.stdout.splitlines() if not re.match(r"seat \d  [+-]", line)]
    assert max(map(len, body)) <= columns
    assert "…" not in result.stdout or name == "koenigrufen"


def test_table_as_data_is_that_of_the_library():
    state = tc.game("anrufen").new_deal(seed=4)
    [found] = objects("table", "-", stdin=state.to_json())
    assert found == {"source": "standard input", **json.loads(json.dumps(tc.contract_table(state).to_dict()))}


def test_table_reads_plain_deals_one_to_a_line():
    game = tc.game("anrufen", players=3)
    deals = [str(game.new_deal(seed=seed).deal) for seed in (1, 2)]
    text = f"# two deals\n{deals[0]}\n\n{deals[1]}  # the second\n"
    args = ("table", "-", "--game", "anrufen", "-o", "players=3", "--dealer", 2, "--bid", "game", "--seat", 0)
    found = objects(*args, stdin=text)
    assert [each["source"] for each in found] == ["standard input, line 2", "standard input, line 4"]
    assert [each["deal"] for each in found] == deals
    assert {(row["bidder"], row["bid"], row["dealer"]) for each in found for row in each["rows"]} == {(0, "game", 2)}


def test_table_in_csv_has_a_row_for_each_contract():
    state = tc.game("koenigrufen").new_deal(seed=4)
    table = tc.contract_table(state)
    found = rows("table", "-", stdin=state.to_json())
    assert len(found) == len(table.rows)
    assert [row["value"] for row in found] == [str(row.value) for row in table.rows]
    assert [row["called"].split() for row in found] == [list(map(str, row.called)) for row in table.rows]
    assert [row["best"] for row in found].count("true") == 4
    assert found[0]["payoffs"].split() == list(map(str, table.rows[0].payoffs))


# exchange, call


def test_exchange_says_what_to_put_aside_and_what_it_pays():
    shown = run("exchange", "-", stdin=exchange_sheet()).stdout
    advice = tc.best_exchange(next(iter(read(exchange_sheet()))))
    cards = " ".join(str(action.card) for action in advice.actions)
    assert f"best      discard {cards}\n" in shown
    assert f"value     payoff {advice.value:+}: seat 0" in shown
    assert "so far    1 bid solo\n" in shown


def read(text):
    from trickcore.notation import split

    return [state for source in split(text) for state in source.read()]


def test_a_deal_that_is_over_is_taken_back_to_its_exchange_or_call():
    for command, name, verb in [
        ("exchange", "anrufen_three.sheet", "discard"),
        ("call", "koenigrufen.json", "trump"),
        ("call", "maine_charlemagne_alone.json", "alone"),
    ]:
        [found] = objects(command, example(name))
        assert found["best"]["actions"][0].split()[0] == verb
        assert found["best"]["value"] == found["payoffs"][found["seat"]]


def test_every_choice_is_in_the_data_and_some_in_the_picture():
    path = example("anrufen_three.sheet")
    [found] = objects("exchange", path, "--every", "-O", "points")
    assert len(found["choices"]) == 120
    assert max(choice["value"] for choice in found["choices"]) == found["best"]["value"]
    shown = run("exchange", path, "--every", "-O", "points").stdout
    assert "… and 100 more" in shown
    table = rows("exchange", path, "--every", "-O", "points")
    assert [int(row["value"]) for row in table] == [choice["value"] for choice in found["choices"]]
    assert {row["best"] for row in table if int(row["value"]) == found["best"]["value"]} == {"true"}


# analyse


def test_analyse_tells_every_action_and_what_was_given_away():
    path = example("mediatore_chiamo.json")
    shown = run("analyse", path, "--suits", "letters").stdout
    analysis = tc.analyse(path.read_text())
    lines = [line.split() for line in shown.splitlines() if re.match(r"\d +\d +[CDSB]", line)]
    assert [line[2] for line in lines] == [str(move.action.card) for move in analysis.moves]
    assert "1       1      B3                +5       18   10 payoff, 1 thirds   SC SF" in shown
    assert f"payoff    {analysis.final:+} at the end; given away: seat 1 {analysis.losses[1]}" in shown


@pytest.mark.parametrize("path", [path for path in EXAMPLES if "position" not in path.name], ids=lambda path: path.name)
def test_analyse_as_data_ends_at_what_the_deal_paid(path):
    [found] = objects("analyse", path)
    [state] = read(path.read_text())
    assert found["analyses"]["payoff"]["final"] == state.payoffs[state.contract.bidder]
    assert len(found["analyses"]) == 2
    table = rows("analyse", path, "-O", "points")
    assert [row["action"] for row in table] == [move["action"] for move in found["analyses"]["payoff"]["moves"]]
    assert {row["objective"] for row in table} == {"points"}


def test_solve_in_csv_has_a_row_for_each_card_and_objective():
    table = rows("solve", example("maine_charlemagne_le_petit.sheet"))
    assert len(table) == 16
    assert [row["move"] for row in table if row["best"] == "true" and row["objective"] == "payoff"] == ["play DT"]


# Bulk work and bad input


@pytest.mark.parametrize("command", QUESTIONS)
def test_a_bad_line_is_told_by_its_number_and_passed_over(command):
    good = json.dumps(json.loads(example("anrufen_contra.json").read_text()))
    if command == "exchange":
        state = read(example("anrufen_three.sheet").read_text())[0]
        good = state.to_json()
    for bad in ("nonsense", '{"game": 1}', good[:-20], "[]"):
        result = run(command, "-", "--json", stdin=f"{good}\n{bad}\n{good}\n", code=1)
        assert [json.loads(line)["source"] for line in result.stdout.splitlines()] == [
            "standard input, line 1",
            "standard input, line 3",
        ]
        assert result.stderr.startswith("standard input, line 2: ")
        table = run(command, "-", "--csv", stdin=f"{good}\n{bad}\n{good}\n", code=1).stdout
        assert {row["source"] for row in csv.DictReader(io.StringIO(table))} == {
            "standard input, line 1",
            "standard input, line 3",
        }


@pytest.mark.parametrize("command", QUESTIONS)
def test_csv_has_its_names_even_where_nothing_is_solved(command):
    result = run(command, "-", "--csv", stdin="game anrufen\nseed x", code=1)
    [names] = csv.reader(io.StringIO(result.stdout))
    assert names[0] == "source"
    assert len(set(names)) == len(names) > 5


@pytest.mark.parametrize("command", QUESTIONS)
def test_one_form_of_output_at_a_time(command):
    assert "only one of" in run(command, "-", "--json", "--csv", stdin="", code=2).stderr


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("table", "no contracts"),
        ("exchange", "nothing to decide"),
        ("call", "nothing to decide"),
        ("analyse", "history"),
    ],
)
def test_a_position_alone_has_no_auction_and_no_history(command, words):
    assert words in run(command, example("mediatore_position.sheet"), code=1).stderr


def test_what_cannot_be_asked_is_told():
    start = "game koenigrufen\nseed 1\n"
    assert "no cards to exchange" in run("exchange", "-", stdin=start, code=1).stderr
    assert "best exchange" in run("call", "-", stdin=exchange_sheet(), code=1).stderr
    assert "auction phase" in run("call", "-", stdin="game mediatore\nseed 1", code=1).stderr
    assert "no card was played" in run("analyse", "-", stdin=start, code=1).stderr
    assert "there is nothing in it" in run("table", "-", "-g", "anrufen", stdin="\n# none\n", code=1).stderr
    assert "deadline" in run("exchange", "-", "--deadline", "0", stdin=exchange_sheet(), code=1).stderr


@pytest.mark.parametrize(
    "args",
    [
        ["table"],
        ["table", "-", "--game", "nonsense"],
        ["table", "-", "-g", "anrufen", "-o", "players=7"],
        ["table", "-", "-g", "anrufen", "--dealer", "4"],
        ["table", "-", "-o", "players=3"],
        ["table", "-", "--threads", "-1"],
        ["exchange", "-", "-O", "nonsense"],
        ["call", "-", "--max-memory", "0"],
        ["analyse", "-", "--deadline", "-1"],
        ["analyse", "-", "-O", "nonsense"],
    ],
    ids=" ".join,
)
def test_wrong_usage_exits_with_2(args):
    assert run(*args, stdin="", code=2).stderr


def test_a_bid_or_seat_that_the_game_has_not_is_told_for_the_deal():
    deal = str(tc.game("anrufen").new_deal(seed=1).deal)
    for wrong in (["--bid", "solo"], ["--seat", "4"]):
        assert "line 1: " in run("table", "-", "-g", "anrufen", *wrong, stdin=deal, code=1).stderr


@pytest.mark.parametrize("command", ["table", "exchange", "call", "analyse"])
def test_every_question_has_help_json_and_csv(command):
    shown = run(command, "--help").stdout
    assert "--json" in shown
    assert "--csv" in shown
