"""Boards of files as deals of the game and back, and what the command line does with them."""

import json
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

import trickcore as tc
from trickcore.cli.app import app
from trickcore.notation import lin, pbn
from trickcore.notation.boards import Board
from trickcore.notation.playing import board_of, position_of, state_of, terms_of

DATA = Path(__file__).parents[1] / "data" / "boards"


def run(*args, stdin=None, code=0):
    result = CliRunner().invoke(app, [str(arg) for arg in args], input=stdin, env={"COLUMNS": "100"})
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    assert result.exit_code == code, result.output
    return result


def played(seed, cards=52):
    """A deal of bridge played at random, to its end or so many cards."""
    rng = Random(seed)
    vulnerable = ("none", "ns", "ew", "both")[seed % 4]
    state = tc.game("bridge").new_deal(seed=seed, dealer=seed % 4, vulnerable=vulnerable)
    while not state.done and sum(action.verb == "play" for action in state.actions) < cards:
        state.apply(rng.choice(state.legal_actions()))
    return state


# Boards and deals


@pytest.mark.parametrize("seed", range(40))
def test_a_deal_as_a_board_in_pbn_and_lin_is_the_same_deal(seed):
    state = played(seed, cards=(seed * 7) % 53)
    board = board_of(state, seed + 1)
    assert state_of(board) == state
    for module in (pbn, lin):
        [again] = module.loads(module.dumps([board]), strict=True)
        assert state_of(again) == state
        assert (again.contract, again.declarer, again.result) == (board.contract, board.declarer, board.result)


@pytest.mark.parametrize("seed", range(40))
def test_passes_left_out_and_cards_in_the_wrong_columns_are_put_right(seed):
    rng, state = Random(seed), played(seed, cards=24)
    if state.contract is None:
        return
    text = pbn.dumps([board_of(state, 1)])
    head, play = text.split("[Play")
    calls, auction = head.split("[Auction")[1].split("]\n")[1].split(), head.split("[Auction")[0]
    first = next(place for place, call in enumerate(calls) if call != "Pass")
    rows = play.split("\n")
    trick = rng.randrange(1, 7)
    shift = rng.randrange(1, 4)
    cells = rows[trick].split()
    rows[trick] = " ".join(cells[shift:] + cells[:shift])
    dealer = "NESW"[state.dealer]
    odd = f'{auction}[Auction "{dealer}"]\n{" ".join(calls[first:])}\n[Play' + "\n".join(rows)
    [board] = boards = pbn.loads(odd)
    assert {notice.kind for notice in boards.warnings} == {"shifted_row"} | ({"missing_passes"} if first else set())
    assert state_of(board) == state
    assert pbn.dumps(boards) == odd
    assert state_of(lin.loads(lin.dumps(boards))[0]) == state
    board.set_par(0)
    assert state_of(pbn.loads(pbn.dumps(boards))[0]) == state


def two_tables():
    """A match of three boards, at the second table each time without the deal."""
    text = ""
    for number in (1, 2, 3):
        board = board_of(played(number, cards=20), number)
        other = Board(auction=board.auction, contract="2S", declarer=1, tags={"West": "Zoe", "Room": "Closed"})
        board.tags["Room"] = "Open"
        text += pbn.dumps([board]).removeprefix("% PBN 2.1\n") + pbn.dumps([other]).removeprefix("% PBN 2.1\n")
    return text.replace('[Board ""]\n', "")


def deals(boards):
    return [(board.number, board.dealer, board.vulnerable, board.deal) for board in boards]


def test_the_second_table_has_the_deal_of_the_first():
    text = two_tables()
    boards = pbn.loads(text)
    assert text.count("[Deal ") == 3
    assert deals(boards)[::2] == deals(boards)[1::2] == deals(board_of(played(n, cards=20), n) for n in (1, 2, 3))
    assert {notice.kind for notice in boards.warnings} == {"same_deal", "contract_differs"}
    assert pbn.dumps(boards) == text
    for form, module in (("lin", lin), ("export", pbn)):
        written = module.dumps(boards, **({"export": True} if form == "export" else {}))
        assert deals(module.loads(written)) == deals(boards)


@pytest.mark.parametrize("seed", range(60))
def test_the_second_table_keeps_its_deal_wherever_it_goes(seed):
    rng, boards = Random(seed), pbn.loads(two_tables())
    for _ in range(rng.randrange(3)):
        changed = rng.choice(boards)
        if rng.random() < 0.3:
            changed.dealer = rng.randrange(4)
        elif rng.random() < 0.5:
            changed.number = str(rng.randrange(100))
        elif rng.random() < 0.5:
            changed.hands = rng.choice(boards).hands
        else:
            changed.set_par(50)
    if rng.random() < 0.4:
        rng.shuffle(boards)
    while boards and rng.random() < 0.5:
        del boards[rng.randrange(len(boards))]
    again = pbn.loads(pbn.dumps(boards), skip=True) if boards else []
    assert deals(again) == deals(boards)
    assert [board.tags.get("West") for board in again] == [board.tags.get("West") for board in boards]


@pytest.mark.parametrize("seed", range(8))
def test_a_dealer_that_is_not_said_is_who_calls_first(seed):
    state = played(seed, cards=5)
    board = board_of(state, 1 + (state.dealer + 1) % 4)
    board.dealer = None
    for again in ([board], pbn.loads(pbn.dumps([board])), lin.loads(lin.dumps([board]))):
        assert state_of(again[0]) == state


@pytest.mark.parametrize("seed", range(20))
def test_the_result_of_a_board_is_the_declarers_tricks(seed):
    state = played(seed)
    board = board_of(state)
    if state.contract is None:
        assert (board.contract, board.result) == ("Pass", None)
    else:
        assert board.result == sum(state.tricks[seat] for seat in state.contract.side)
        assert board.contract == str(state.contract.terms)


def test_contract_and_declarer_without_an_auction_give_the_shortest_one():
    for seed in range(20):
        state = played(seed, cards=0)
        if state.contract is None:
            continue
        board = board_of(state)
        board.auction = None
        again = state_of(board)
        assert again.contract == state.contract
        assert again.phase == "play"


def test_dealer_and_vulnerability_are_the_boards_own_or_by_number():
    assert terms_of(Board("14")) == (1, "none")
    assert terms_of(Board("14", 0, "ew")) == (0, "ew")
    assert terms_of(Board("A", None, None)) == (0, "none")


def test_boards_of_files_are_played_as_far_as_they_say():
    match, hands = pbn.load(DATA / "match.pbn"), lin.load(DATA / "hands.lin")
    state = state_of(match[0])
    assert (state.contract.bidder, str(state.contract.terms)) == (2, "5HX")
    assert sum(action.verb == "play" for action in state.actions) == 25
    assert state_of(hands[0]).phase == "play"
    assert state_of(hands[1]).done


def test_an_ending_is_a_position():
    ending = pbn.loads('[Deal "N:AK.2.. 32.A.. Q.K3.. J.QJ.."] [Declarer "S"] [Contract "NT"] [Play "W"]\nHQ H2 HA H3')[
        0
    ]
    position = position_of(ending)
    assert position.turn == 1
    assert tc.solve(position).value in (0, 1, 2)
    other_leader = pbn.loads('[Deal "N:A... K... Q... J..."] [Declarer "S"] [Contract "NT"] [Play "N"]')[0]
    assert position_of(other_leader).turn == 0


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('[Deal "N:AKQ.AKQ.AKQ.AKQJ - - -"]', "hidden_hand"),
        ('[Board "1"]', "hidden_hand"),
        ('[Dealer "N"]DEAL[Auction "N"]\n1C ^S 1D', "out_of_turn"),
        ('[Dealer "N"]DEAL[Auction "N"]\n1D 1C', "not_legal"),
        ('[Dealer "N"]DEAL[Auction "N"]\n1C AP\n[Play "E"]\nSA', "not_held"),
    ],
)
def test_what_the_rules_do_not_allow_is_an_error(text, kind):
    deal = '[Deal "N:4.KJ32.842.AQ743 JT987.Q876.AK5.2 AK532.T.JT6.T985 Q6.A954.Q973.KJ6"]'
    [board] = pbn.loads(text.replace("DEAL", deal))
    with pytest.raises(tc.TrickcoreError) as caught:
        state_of(board)
    assert caught.value.kind == kind


def test_a_board_that_is_no_ending_is_no_position():
    with pytest.raises(tc.IllegalDeal):
        position_of(Board())
    with pytest.raises(tc.UnsolvableGame):
        position_of(pbn.loads('[Deal "N:A... K... Q... J..."]')[0])


def test_only_bridge_becomes_a_board():
    with pytest.raises(tc.UnsolvableGame):
        board_of(tc.game("anrufen").new_deal(seed=1))


# The command line


SMALL = """[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AK... QJ... T9... 87..."]

[Board "2"]
[Deal "N:AK... - T9... 87..."]

[Board "3"]
[Dealer "E"]
[Vulnerable "All"]
[Deal "N:A.K.. Q.A.. K.Q.. J.J.."]
"""


def test_par_of_boards_and_of_a_deal():
    shown = run("par", "-", stdin=SMALL, code=1).stdout
    assert shown.count("par ") == 2
    deal = "N:AK... QJ... T9... 87..."
    [found] = [json.loads(run("par", deal, "--json", "--vulnerable", "ns", "--dealer", "W").stdout)]
    assert found["score"] == tc.par(deal, "W", "ns").score
    ours = "A.-.-.- K.-.-.- Q.-.-.- J.-.-.-"
    assert run("par", ours).stdout == run("par", "N:A... K... Q... J...").stdout
    run("par", "N:nonsense", code=1)


def test_convert_to_records_and_back(tmp_path):
    states = [played(seed, cards=(seed * 9) % 53) for seed in range(6)]
    source, records, back = tmp_path / "a.pbn", tmp_path / "a.json", tmp_path / "b.lin"
    source.write_text(pbn.dumps([board_of(state, number) for number, state in enumerate(states, 1)]))
    run("convert", source, records)
    assert [tc.read_record(line) for line in records.read_text().splitlines()] == states
    run("convert", records, back)
    assert [state_of(board) for board in lin.load(back)] == states


def test_convert_tells_which_boards_cannot_be_played_by_the_rules(tmp_path):
    result = run("convert", DATA / "match.pbn", tmp_path / "out.json", code=1)
    assert len((tmp_path / "out.json").read_text().splitlines()) == 1
    assert "board 2" in result.stderr


def test_solve_and_replay_read_boards(tmp_path):
    state = played(3, cards=44)
    path = tmp_path / "played.pbn"
    path.write_text(pbn.dumps([board_of(state, 4)]))
    [found] = [json.loads(line) for line in run("solve", path, "--json").stdout.splitlines()]
    assert found["source"].endswith("board 4")
    assert found["solutions"]["payoff"]["value"] == tc.solve(state).value
    assert "seat" in run("replay", path).stdout


def test_solve_reads_endings_from_lin_and_pbn():
    text = '[Deal "N:AK.2.. 32.A.. Q.K3.. J.QJ.."] [Declarer "S"] [Contract "NT"] [Play "W"]\n'
    [found] = [json.loads(line) for line in run("solve", "-", "--json", stdin=text).stdout.splitlines()]
    assert found["turn"] == 3


def test_solve_of_boards_goes_on_past_bad_ones():
    result = run("solve", DATA / "bad.pbn", "--json", code=1)
    assert "line 8, board 3: ST is dealt twice" in result.stderr
    assert "auction phase" in result.stderr


@pytest.mark.parametrize("command", ["solve", "table", "replay"])
def test_where_something_is_wrong_is_said_once(command, tmp_path):
    file = tmp_path / "bad.pbn"
    file.write_text('[Deal "N:AKQ... ... ..."]\n')
    [told] = run(command, file, code=1).stderr.splitlines()
    assert told == f"{file}, line 1, board #1: the deal has 3 hands, not 4"
    [told] = run(command, tmp_path / "none.pbn", code=1).stderr.splitlines()
    assert told == f"{tmp_path / 'none.pbn'}: no such file or directory"


def test_deal_makes_hands_as_wanted_in_every_form():
    for form, module in (("pbn", pbn), ("lin", lin)):
        text = run("deal", "bridge", "--seed", 3, "-n", 4, "--hcp", "N=15-17", "--hand", "S=S5+", "--to", form).stdout
        boards = module.loads(text, strict=True)
        assert [board.number for board in boards] == ["1", "2", "3", "4"]
        assert [board.dealer for board in boards] == [0, 1, 2, 3]
        assert [board.vulnerable for board in boards] == ["none", "ns", "ew", "both"]
        for board in boards:
            assert 15 <= sum("JQKA".find(rank) + 1 for rank in board.hands[0]) <= 17
            assert len(board.hands[2].split(".")[0]) >= 5


def test_deal_says_what_is_wrong_with_a_wish():
    run("deal", "bridge", "--hcp", "Q=3", code=1)
    assert "40 to 40" in run("deal", "bridge", "--hcp", "N=40", "--seed", 1, code=1).stderr
    assert "38 or more" in run("deal", "bridge", "--hcp", "N=38+", "--seed", 1, code=1).stderr
    assert "write SEAT=WISH" in run("deal", "bridge", "--hcp", "15-17", code=1).stderr
    run("deal", "anrufen", "--to", "pbn", code=1)


def test_table_shows_the_boards_and_goes_on_past_bad_ones():
    result = run("table", "-", "--json", stdin=SMALL, code=1)
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert [board["board"] for board in found] == ["1", "3"]
    assert found[0]["table"]["NT"] == [2, 0, 2, 0]
    assert "line 6, board 2: not all four hands are known" in result.stderr
    for board in found:
        par = tc.par(list(board["table"].values()), board["dealer"], board["vulnerable"])
        assert board["par"]["score"] == par.score


def test_table_puts_tables_and_par_into_the_file(tmp_path):
    source, target = tmp_path / "small.pbn", tmp_path / "out.pbn"
    source.write_text(SMALL)
    run("table", source, "--out", target, code=1)
    boards = pbn.load(target, strict=True)
    assert [board.number for board in boards] == ["1", "2", "3"]
    for board in (boards[0], boards[2]):
        assert board.dd_table == tc.dd_table(board.deal).tolist()
        assert board.tags["OptimumScore"]
        assert board.tags["ParContract"]
    assert boards[1].dd_table is None
    kept = [line for line in target.read_text().splitlines() if line in SMALL.splitlines()]
    assert kept == SMALL.splitlines()
    again = tmp_path / "again.pbn"
    run("table", target, "--out", again, code=1)
    assert again.read_text() == target.read_text()


def test_table_as_csv_has_a_row_for_each_declarer():
    lines = run("table", "-", "--csv", stdin=SMALL, code=1).stdout.splitlines()
    assert lines[0].startswith("source,dealer,vulnerable,declarer,C,D,H,S,NT")
    assert len(lines) == 1 + 4 * 2


def test_tables_do_not_go_into_lin(tmp_path):
    run("table", DATA / "hands.lin", "--out", tmp_path / "out.lin", code=2)


def test_analyse_judges_the_play_of_boards(tmp_path):
    path = tmp_path / "played.pbn"
    path.write_text(pbn.dumps([board_of(played(3, cards=44), 4)]))
    judged = json.loads(run("analyse", path, "--json", "-O", "tricks").stdout)
    assert judged["game"] == "bridge"
    assert len(judged["analyses"]["tricks"]["moves"]) == 44
