"""PBN and LIN: what they say is read, nothing is lost, and no text does harm."""

import io
import pickle
import time
from contextlib import suppress
from copy import deepcopy
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import trickcore as tc
from trickcore.bridge_table import board as numbered
from trickcore.notation import lin, pbn
from trickcore.notation.boards import Auction, Board, BoardError, Boards, Call
from trickcore.notation.decoding import encoded

from .board_strategies import lin_boards, pbn_boards

DATA = Path(__file__).parents[1] / "data" / "boards"
FILES = sorted([*DATA.glob("*.pbn"), *DATA.glob("*.lin")])
DEAL = "N:4.KJ32.842.AQ743 JT987.Q876.AK5.2 AK532.T.JT6.T985 Q6.A954.Q973.KJ6"
MD = "md|3SAJ9HAQT6DJT62C98,SQ8762HKJ54DA93C7,ST5H982D874CAQ632,|"


def form(path):
    return pbn if path.suffix == ".pbn" else lin


def load(name):
    path = DATA / name
    return form(path).load(path, skip=True)


def anew(boards):
    """The boards without the text they came from."""
    copies = deepcopy(list(boards))
    for board in copies:
        board.source = None
    return copies


# What is read and written again is the same


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_read_and_written_is_the_same_byte_for_byte(path, tmp_path):
    boards = form(path).load(path, skip=True)
    form(path).dump(boards, tmp_path / path.name)
    assert (tmp_path / path.name).read_bytes() == path.read_bytes()


@settings(max_examples=60, deadline=None)
@given(st.lists(pbn_boards(), min_size=1, max_size=2))
def test_boards_written_as_pbn_are_read_as_they_were(boards):
    again = pbn.loads(pbn.dumps(boards))
    assert list(again) == boards
    assert not again.errors


@settings(max_examples=60, deadline=None)
@given(st.lists(lin_boards(), min_size=1, max_size=2))
def test_boards_written_as_lin_are_read_as_they_were(boards):
    assert list(lin.loads(lin.dumps(boards), strict=True)) == boards


@settings(max_examples=100, deadline=None)
@given(st.lists(pbn_boards(), min_size=1, max_size=2), st.sampled_from(["\n", "\r\n", "\r"]))
def test_pbn_text_read_and_written_is_the_same(boards, newline):
    text = pbn.dumps(boards).replace("\n", newline)
    assert pbn.dumps(pbn.loads(text)) == text


FIELDS_OF_BOARDS = ("Board", "Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Result")
PIECES = st.sampled_from(
    [
        *(
            '[Event "x"]',
            '[Event "##y"]',
            '[Event "#"]',
            f'[Deal "{DEAL}"]',
            '[Board "1"]',
            '[Board "2"]',
            '[A "b\\"c"]',
        ),
        *('[Auction "N"]', '[Play "W"]', "1C", "Pass", "AP", "=1=", '[Note "1:x"]', "$3", "!?", "^R", "^S", "SA", "-"),
        *(
            "+",
            "*",
            "{a}",
            "{a\n\nb}",
            ";c\n",
            "% d\n",
            "\n",
            "\n\n",
            " ",
            "\t",
            "[",
            "]",
            '"',
            "\\",
            "{",
            "}",
            ";",
            "%",
        ),
        *(
            '[ScoreTable "A;B\\2R"]',
            '[Contract "4S"]',
            '[Declarer "N"]',
            '[Result "NS 9"]',
            "\r",
            "\r\n",
            "é",
            "[A",
            '"b',
        ),
    ]
)
FIELDS = st.sampled_from(
    [
        *(MD, "md|1SA,SK,SQ,SJ|", "md|", "qx|o1|", "qx|c12,x|", "pn|a,b,c,d|", "pn|a,b,c,d,e,f,g,h|", "pg||", "st||"),
        *("rh||", "ah|Board 1|", "ah|x|", "sv|o|", "sv|q|", "mb|1C!|", "mb|p|", "mb|d|", "mb|zz|", "an|x|", "an|"),
        *(
            "pc|SA|",
            "pc|c2|",
            "pc|",
            "mc|10|",
            "mc|x|",
            "nt|hello|",
            "zz|1|",
            "vg|a,b,I,1,2,c,0,d,0|",
            "|",
            "\n",
            " ",
            "x",
        ),
    ]
)


@settings(max_examples=200, deadline=None)
@given(st.lists(PIECES, max_size=40).map("".join))
def test_any_pbn_text_is_an_error_or_comes_back_as_it_was(text):
    _error_or_the_same(pbn, text)


@settings(max_examples=200, deadline=None)
@given(st.lists(FIELDS, max_size=40).map("".join))
def test_any_lin_text_is_an_error_or_comes_back_as_it_was(text):
    _error_or_the_same(lin, text)


@settings(max_examples=100, deadline=None)
@given(st.one_of(st.text(), st.binary()))
def test_any_text_and_any_bytes_are_an_error_or_boards(text):
    for module in (pbn, lin):
        with suppress(BoardError):
            assert isinstance(module.loads(text, skip=True), Boards)


def _error_or_the_same(module, text):
    boards = None
    with suppress(BoardError):
        boards = module.loads(text, skip=True)
    if boards is None:
        with pytest.raises(BoardError) as caught:
            module.loads(text, skip=True)
        assert caught.value.kind in ("empty", "no_boards", "not_text")
    else:
        assert module.dumps(boards) == text


@settings(max_examples=100, deadline=None)
@given(st.lists(PIECES, max_size=40).map("".join), pbn_boards())
def test_a_board_of_a_read_pbn_text_that_is_changed_reads_back_as_changed(text, other):
    end = f'\n\n[Board "7"]\n[Deal "{DEAL}"]\n'
    try:
        boards = pbn.loads(text + end, skip=True)
        if "unterminated" in {error.kind for error in boards.errors}:
            # A comment without an end would go on over the board that is put there: here it ends before it.
            boards = pbn.loads(text + "}" + end, skip=True)
    except BoardError:
        return
    board = boards[-1]
    if set(board.tags) & set(FIELDS_OF_BOARDS):
        return  # a value that could not be read may be understood with what is put in
    board.dealer, board.vulnerable, board.hands = other.dealer, other.vulnerable, other.hands
    board.contract, board.declarer, board.result = other.contract, other.declarer, other.result
    board.auction, board.play = other.auction, other.play
    again = pbn.loads(pbn.dumps(boards), skip=True)
    assert again[-1] == board
    assert again[:-1] == boards[:-1]


def test_a_deal_is_put_behind_an_event_that_is_there_twice():
    boards = pbn.loads('[Event "x"][Site "y"][Event "x"]\n')
    boards[0].hands = pbn.loads(f'[Deal "{DEAL}"]\n')[0].hands
    again = pbn.loads(pbn.dumps(boards))
    assert again == boards
    assert len(again) == 1


@settings(max_examples=60, deadline=None)
@given(lin_boards(), lin_boards())
def test_a_board_of_a_read_lin_text_that_is_changed_reads_back_as_changed(board, other):
    boards = lin.loads(lin.dumps([board, other, board]))
    changed = boards[1]
    changed.dealer, changed.vulnerable, changed.hands = board.dealer, board.vulnerable, board.hands
    changed.contract, changed.declarer, changed.result = board.contract, board.declarer, board.result
    changed.auction, changed.play = board.auction, board.play
    again = lin.loads(lin.dumps(boards))
    assert again[1] == changed
    assert [again[0], again[2]] == [boards[0], boards[2]]


def test_what_is_not_changed_in_a_pbn_file_stays_as_it_is_written():
    boards = load("club.pbn")
    before = pbn.dumps(boards).splitlines()
    boards[0].tags["Event"] = "Other"
    boards[1].set_dd_table([[1] * 4] * 5)
    boards[1].set_par(-50, ["EW 1C="])
    after = pbn.dumps(boards).splitlines()
    gone = [line for line in before if line not in after]
    assert [line for line in gone if "Event" not in line and "DoubleDummy" not in line] == []
    assert '[Event "Other"]' in after
    assert [line for line in after if line][-2:] == ["W  D  1", "W  C  1"]
    assert pbn.dumps(pbn.loads(pbn.dumps(boards))) == pbn.dumps(boards)


@pytest.mark.parametrize("name", ["club.pbn", "match.pbn", "vugraph.lin", "hands.lin"])
def test_boards_written_anew_say_the_same(name):
    boards = anew(load(name))
    assert list(pbn.loads(pbn.dumps(boards))) == [_noted_is_alerted(board) for board in boards]
    if name.endswith(".lin"):
        again = lin.loads(lin.dumps(boards))
        kept = {"North", "East", "South", "West", "Room"}
        for board in boards:
            board.tags = {name: value for name, value in board.tags.items() if name in kept}
        assert list(again) == boards


def _noted_is_alerted(board):
    """PBN has no note without an alert, and no fields of LIN."""
    board = deepcopy(board)
    board.lin = []
    for call in board.auction.calls if board.auction else []:
        call.alert = call.alert or bool(call.note)
    return board


def test_export_format_has_the_mandatory_tags_in_order_and_crlf():
    lines = pbn.dumps(load("match.pbn"), export=True).split("\r\n")
    assert lines[:2] == ["% PBN 2.1", "% EXPORT"]
    tags = [line.split()[0][1:] for line in lines if line.startswith("[")]
    mandatory = "Event Site Date Board West North East South Dealer Vulnerable Deal Scoring Declarer Contract Result"
    assert tags[:15] == mandatory.split()
    assert '[Deal "W:J.QJ.. AK.2.. 32.A.. Q.K3.."]' in lines
    assert "\n" not in "".join(lines)


def test_a_board_of_which_hardly_anything_is_known_stays_a_board_of_its_own():
    boards = [Board("1", hands=DEAL[2:].split()), Board(), Board(auction=Auction([Call(0, "1C")]))]
    assert list(pbn.loads(pbn.dumps(boards))) == boards


# Inheritance


INHERITING = """[Event "##Cup"]
[Site "A"]
[Board "1"]

[Board "2"]
[Site "#"]

[Board "3"]
[Event "Final"]

[Board "4"]
"""


def test_tags_are_inherited():
    boards = pbn.loads(INHERITING)
    assert [board.tags.get("Event") for board in boards] == ["Cup", "Cup", "Final", "Cup"]
    assert [board.tags.get("Site") for board in boards] == ["A", "A", None, None]


@pytest.mark.parametrize("order", [(1, 0, 2, 3), (3, 2, 1, 0), (1, 2), (0, 2, 1)])
def test_what_boards_inherit_stays_with_them_when_they_are_moved(order):
    boards = pbn.loads(INHERITING)
    moved = Boards([boards[place] for place in order], form="pbn")
    again = pbn.loads(pbn.dumps(moved))
    assert [board.number for board in again] == [board.number for board in moved]
    assert [board.tags.get("Event") for board in again] == [board.tags["Event"] for board in moved]
    assert [board.tags.get("Site") or None for board in again] == [board.tags.get("Site") for board in moved]


def test_tags_are_inherited_from_a_board_that_is_skipped():
    text = '[Event "##Cup"]\n[Site "A"]\n[Deal "N:AA... - - -"]\n\n[Site "#"]\n[Board "2"]\n'
    boards = pbn.loads(text, skip=True)
    assert boards[0].tags == {"Event": "Cup", "Site": "A"}
    assert pbn.dumps(boards) == text
    boards[0].dealer = 2
    assert pbn.loads(pbn.dumps(boards), skip=True) == boards


def test_a_change_to_an_inherited_tag_is_written_where_it_was_made():
    boards = pbn.loads(INHERITING)
    boards[1].tags["Event"] = "Other"
    boards[2].tags["Site"] = "B"
    again = pbn.loads(pbn.dumps(boards))
    assert [board.tags.get("Event") for board in again] == ["Cup", "Other", "Final", "Cup"]
    assert [board.tags.get("Site") for board in again] == ["A", "A", "B", None]


# What the forms say


def test_tags_with_escapes_and_over_several_lines():
    board = pbn.loads('[ Event\n"a \\"b\\" \\\\ \\S" ]  [Site "two\nlines"]\n')[0]
    assert board.tags == {"Event": 'a "b" \\ \\S', "Site": "two\nlines"}


def test_the_play_is_put_in_the_order_it_was_played():
    play = load("match.pbn")[0].play
    assert [trick[0].seat for trick in play.tricks] == [3, 0, 2, 0, 0, 0, 2]
    assert play.texts[4:8] == ["C2", "C6", "CK", "C5"]
    assert play.end == "*"
    assert play.cards[0].note == "highest of series"


def test_irregularities_are_kept():
    boards = load("match.pbn")
    assert [(call.seat, call.text, call.mark) for call in boards[1].auction.calls] == [
        (0, "1D", ""),
        (2, "2D", ""),
        (3, "1S", "I"),
    ]
    assert boards[2].play.cards[3].mark == "R"
    out_of_turn = pbn.loads('[Declarer "S"]\n[Contract "4S"]\n[Play "W"]\nCA C2 ^L C3 C4\n')[0]
    assert [played.seat for played in out_of_turn.play.cards] == [1, 2, 3, 0]


def test_hidden_hands_and_endings():
    boards = load("match.pbn")
    assert boards[1].hands[0] is None
    assert boards[1].deal == "N:- A8654.KQ5.T.QJT6 - KQT2.AT.J6542.85"
    assert not boards[2].complete
    assert boards[2].contract == "NT"


def test_both_forms_of_double_dummy_tables_are_read_alike():
    board = load("club.pbn")[0]
    table = board.dd_table
    assert table[4] == [9, 3, 9, 5]  # no-trump: N E S W
    assert table[0] == [8, 3, 4, 5]  # clubs
    del board.tables["OptimumResultTable"]
    assert board.dd_table == table
    board.tags["DoubleDummyTricks"] = "x" * 20
    assert board.dd_table is None
    board.set_dd_table(table)
    assert board.dd_table == table
    del board.tables["OptimumResultTable"]
    assert board.dd_table == table


def test_double_dummy_digits_are_nt_s_h_d_c_of_n_s_e_w():
    board = Board(tags={"DoubleDummyTricks": "66477665877785677856"})
    assert board.dd_table == [[7, 6, 7, 6], [7, 5, 8, 5], [4, 8, 5, 8], [6, 7, 6, 7], [6, 7, 6, 7]]


def test_ability_of_dealing_programs_is_a_double_dummy_table():
    first, second = load("dealer.pbn")
    assert first.tags["Ability"] == "N:7AA55 E:53377 S:7AA56 W:53377"
    assert first.dd_table == [[5, 7, 6, 7], [5, 7, 5, 7], [10, 3, 10, 3], [10, 3, 10, 3], [7, 5, 7, 5]]
    assert second.dd_table is None


def test_tables_have_columns_and_quoted_cells():
    table = load("club.pbn")[0].tables["ScoreTable"]
    assert table.columns[:3] == ["PairId_NS", "PairId_EW", "Contract"]
    assert table.column("Names_NS") == ["Müller, A;Weiß, B", "One;Two", "Three;Four"]
    assert table.column("nothing") == []


def test_the_result_is_the_declarers():
    text = '[Declarer "{}"]\n[Contract "3NT"]\n[Result "{}"]\n'
    cases = [("N", "9", 9), ("N", "NS 9", 9), ("E", "NS 9", 4), ("E", "NS 9 EW 4", 4), ("W", "EW 7", 7), ("S", "^8", 8)]
    for declarer, result, tricks in cases:
        assert pbn.loads(text.format(declarer, result))[0].result == tricks


def test_contract_and_declarer_follow_from_the_auction():
    board = pbn.loads('[Dealer "E"]\n[Auction "N"]\n- 1S Pass 2H\nX XX Pass 4S\nAP\n')[0]
    assert (board.contract, board.declarer) == ("4S", 1)
    assert [call.seat for call in board.auction.calls[:2]] == [1, 2]


def test_dealer_and_vulnerability_of_a_number():
    dealt = [tuple(numbered(number)) for number in range(1, 17)]
    names = ["none", "ns", "ew", "both"]
    assert dealt == [(n % 4, names[(n + n // 4) % 4]) for n in range(16)]
    assert dealt[6] == (2, "both")
    assert dealt[12] == (0, "both")


def test_lin_has_rooms_players_alerts_claims_and_comments():
    first, second = load("vugraph.lin")
    assert first.players == ("Nils", "Eve", "Sam", "Wanda")
    assert second.players == ("Nora", "Ed", "Sue", "Will")
    assert (first.number, first.tags["Room"], first.tags["HomeTeam"]) == ("1", "Open", "Reds")
    assert first.auction.calls[2].alert
    assert first.auction.calls[2].note == "transfer"
    assert first.auction.calls[0].comments == ("ann: hello all", "bob: hi")
    assert (first.contract, first.declarer, first.result, first.claimed) == ("2H", 0, 8, True)
    assert first.hands == second.hands
    assert second.contract == "Pass"


def test_lin_boards_begin_with_any_tag_and_go_over_lines():
    boards = load("hands.lin")
    assert [board.number for board in boards] == ["1", "2", "3"]
    assert boards[1].lin == [("zz", "-1.5")]
    orders = [
        f"{MD}sv|o|mb|p|mb|p|",
        f"sv|o|{MD}mb|p|mb|p|",
        f"ah|Board 1|sv|o|{MD}",
        f"{MD}",
        f"sv|e|{MD}",
        f"pn|a,b,c,d|{MD}sv|n|",
    ]
    for order in orders:
        assert len(lin.loads(order * 3)) == 3
        assert len(lin.loads("\n".join(order.replace("|s", "|\ns") for _ in range(3)))) == 3


def test_the_fourth_hand_of_lin_follows_from_three():
    board = lin.loads(MD)[0]
    assert board.hands[1] == "K43.73.KQ5.KJT54"
    assert board.dealer == 0


def test_links_to_the_hand_viewer_are_read():
    link = "https://www.example.com/tools/handviewer.html?lin=" + (MD + "ah|Board 5|sv|n|").replace("|", "%7C")
    board = lin.loads(link.replace(" ", "%20"))[0]
    assert (board.number, board.vulnerable) == ("5", "ns")


def test_a_forgotten_bar_costs_no_board():
    boards = lin.loads(f"{MD}mb|p\nqx|o2|{MD}mb|1C|")
    assert [board.auction.texts for board in boards] == [["Pass"], ["1C"]]
    assert [notice.kind for notice in boards.warnings] == ["no_bar"]


# Encodings


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends_are_kept(encoding, newline):
    raw = f'[Event "Fête"]\n[Deal "{DEAL}"]\n'.replace("\n", newline).encode(encoding)
    boards = pbn.loads(raw)
    assert boards[0].tags["Event"] == "Fête"
    target = io.BytesIO()
    pbn.dump(boards, target)
    assert target.getvalue() == raw


def test_what_the_encoding_cannot_hold_is_written_as_utf_8():
    boards = pbn.loads('[Event "Fête"]'.encode("latin-1"))
    boards[0].tags["Event"] = "♠"
    assert pbn.loads(encoded(pbn.dumps(boards), boards))[0].tags["Event"] == "♠"


def test_opened_files_of_text_and_of_bytes():
    for opened in (io.StringIO(f'[Deal "{DEAL}"]'), io.BytesIO(f'[Deal "{DEAL}"]'.encode())):
        assert pbn.load(opened)[0].deal == DEAL
    target = io.StringIO()
    lin.dump(lin.loads(MD), target)
    assert target.getvalue() == MD


def test_boards_can_be_copied_and_pickled():
    boards = load("match.pbn")
    again = pickle.loads(pickle.dumps(boards))
    assert again == boards
    assert pbn.dumps(again) == pbn.dumps(boards)
    error = load("bad.pbn").errors[0]
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.kind, again.line, again.board) == (str(error), error.kind, error.line, error.board)


# What is odd, and what is wrong


def test_notices_name_line_and_board():
    boards = load("odd.pbn")
    assert [board.vulnerable for board in boards] == ["ns", "none", None]
    assert [(board.contract, board.declarer) for board in boards[:2]] == [("1NTX", 1), ("3NTX", 2)]
    assert boards[0].tags["Event"] == 'The "Big" One'
    found = {(notice.line, notice.board, notice.kind) for notice in boards.warnings}
    assert (1, None, "bad_tag") in found
    assert (8, None, "no_gap") in found
    assert (19, "2", "not_held") in found
    assert (22, "3", "bad_value") in found
    assert str(next(notice for notice in boards.warnings if notice.line == 19)).startswith("line 19, board 2: ")


ODD = [
    ('[Event "a "b" c"]', "bad_tag"),
    ('[Event "a"\n', "bad_tag"),
    ("[Event]", "bad_tag"),
    ("[Event a]", "bad_tag"),
    ('[Event "a"] [x', "bad_tag"),
    ('[Event "a"]\n[Event "b"]', "repeated_tag"),
    ('[Dealer "Q"]', "bad_value"),
    ('[Vulnerable "maybe"]', "bad_value"),
    ('[Declarer "Q"]', "bad_value"),
    ('[Contract "8C"]', "bad_value"),
    ('[Result "nine"]', "bad_value"),
    ('[Board "1"]\nwords\n', "stray_text"),
    ('words\n[Board "1"]\n', "text_before_tags"),
    ('[Auction "N"]\n1C 8C', "bad_call"),
    ('[Auction "Q"]\n1C', "bad_value"),
    ('[Auction "N"]\n1C =1=', "bad_note"),
    ('[Auction "N"]\n=1=', "stray_text"),
    ('[Auction "N"]\n^R 1C', "bad_mark"),
    ('[Auction "N"]\n1C\n[Note "x"]', "bad_note"),
    ('[Note "1:x"]', "bad_note"),
    ('[Dealer "E"]\n[Auction "N"]\n1C', "wrong_dealer"),
    ('[Contract "1D"]\n[Declarer "N"]\n[Auction "N"]\n1C AP', "contract_differs"),
    ('[Contract "1CX"]\n[Declarer "N"]\n[Auction "W"]\n1C AP\n[Play "E"]\n', "missing_passes"),
    (f'[Deal "{DEAL}"]\n\n[Contract "1C"]\n', "same_deal"),
    (f'[Deal "{DEAL}"]\n[Play "N"]\nSA', "not_held"),
    (f'[Deal "{DEAL}"]\n[Play "N"]\nSJ SA SQ S4', "shifted_row"),
    ('[Play "N"]\nSA SA', "played_twice"),
    ('[Play "N"]\nSA S1', "bad_card"),
    ('[Play "N"]\nSA - - -\nSK', "unknown_cards"),
    ('[Play "N"]\n' + "SA " * 53, "too_many_cards"),
    (f'[Deal "{DEAL[2:]}"]', "no_first_seat"),
    (f'[Deal "{DEAL.replace(" ", "  ")}"]', "spaces"),
    (f'[Board "1"]\n[Deal "{DEAL}"]\n[Board "2"]', "no_gap"),
    (f'[Board "1"]\n[Deal "{DEAL}"]\n\n[Auction "N"]\n1C', "torn_apart"),
]


@pytest.mark.parametrize(("text", "kind"), ODD, ids=[text[:30] for text, _ in ODD])
def test_what_is_odd_in_pbn_is_noticed_and_an_error_if_strict(text, kind):
    noticed_and_an_error_if_strict(pbn, text, kind)


def noticed_and_an_error_if_strict(form, text, kind):
    boards = form.loads(text)
    assert kind in {notice.kind for notice in boards.warnings}
    assert form.dumps(boards) == text
    with pytest.raises(tc.ParseError) as caught:
        form.loads(text, strict=True)
    assert caught.value.kind in {notice.kind for notice in boards.warnings}
    assert caught.value.line is not None


ODD_LIN = [
    (f"{MD}sv|q|", "bad_value"),
    (f"qx|?|{MD}", "bad_value"),
    (f"pn|a,b,c,d,e|{MD}", "bad_value"),
    (f"{MD}mb|8C|", "bad_call"),
    (f"{MD}pc|S1|", "bad_card"),
    (f"{MD}pc|SA|pc|CT|pc|C2|pc|D2|pc|SA|", "played_twice"),
    (f"{MD}mb|1C|mb|p|mb|p|mb|p|pc|SA|", "not_held"),
    (f"{MD}mc|99|", "bad_value"),
    (f"{MD.replace('3S', '9S')}mb|p|", "bad_dealer"),
    (f"{MD.replace('3S', 'S')}mb|p|", "no_dealer"),
    (f"{MD}mb|p", "no_bar"),
    (f"{MD}hello\n", "stray_text"),
]


@pytest.mark.parametrize(("text", "kind"), ODD_LIN, ids=[kind for _, kind in ODD_LIN])
def test_what_is_odd_in_lin_is_noticed_and_an_error_if_strict(text, kind):
    noticed_and_an_error_if_strict(lin, text, kind)


WRONG_DEALS = [
    (DEAL.replace("AQ743", "AQ74"), "card_count"),
    (DEAL.replace("AQ743", "AQ7432"), "duplicate_card"),
    (DEAL.replace("AQ743", "AQ744"), "duplicate_card"),
    (DEAL.replace("AQ743", "AQ74x"), "bad_hand"),
    (DEAL.replace("Q6.A954.Q973.KJ6", ""), "hand_count"),
    (DEAL + " -", "hand_count"),
    (DEAL.replace("N:", "Z:"), "bad_deal"),
    ("N:" + "A" * 500, "bad_deal"),
    ("N:AKQJT98765432A... - - -", "duplicate_card"),
    ("N:AKQJT98765432.A.. - - -", "card_count"),
    ("N:AK... Q... J... T...", None),
    ("N:AK... Q.A.. J... T...", "card_count"),
]


@pytest.mark.parametrize(("deal", "kind"), WRONG_DEALS)
def test_a_deal_that_cannot_be_right_is_an_error_by_kind_line_and_board(deal, kind):
    text = f'[Board "7"]\n[Deal "{deal}"]\n\n[Board "8"]\n[Deal "{DEAL}"]\n'
    if kind == "card_count" and deal.startswith("N:AK... Q.A"):
        text = text.replace(deal, "N:AK2... Q.A.. J... T9...")
    if kind is None:
        assert len(pbn.loads(text)) == 2
        return
    with pytest.raises(tc.ParseError) as caught:
        pbn.loads(text)
    assert (caught.value.kind, caught.value.line, caught.value.board) == (kind, 2, "7")
    assert str(caught.value).startswith("line 2, board 7: ")
    boards = pbn.loads(text, skip=True)
    assert [board.number for board in boards] == ["8"]
    assert [error.kind for error in boards.errors] == [kind]
    assert pbn.dumps(boards) == text


@pytest.mark.parametrize(
    ("deal", "kind"),
    [
        ("3SAKQ,SA2H,,", "duplicate_card"),
        ("3SAKX,,,", "bad_hand"),
        ("3AKQ,,,", "bad_hand"),
        ("3SA,SK,SQ,SJ,ST", "hand_count"),
        ("3SAKQJT98765432HA,,,", "card_count"),
    ],
)
def test_a_lin_deal_that_cannot_be_right_is_an_error_by_kind_line_and_board(deal, kind):
    text = f"qx|o1|{MD}\nqx|o2|md|{deal}|\nqx|o3|{MD}\n"
    with pytest.raises(tc.ParseError) as caught:
        lin.loads(text)
    assert (caught.value.kind, caught.value.line, caught.value.board) == (kind, 2, "2")
    boards = lin.loads(text, skip=True)
    assert [board.number for board in boards] == ["1", "3"]
    assert lin.dumps(boards) == text


@pytest.mark.parametrize("module", [pbn, lin])
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", "empty"),
        (" \n\t\n", "empty"),
        (b"", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        ("hello", "no_boards"),
        ("a\x00b", "not_text"),
        ("\ud800", "not_text"),
        (b"\x7fELF\x02\x01\x01\x00\x00", "not_text"),
        (b"\xff\xfe\x00\xd8", "not_text"),
        (bytes(range(256)), "not_text"),
    ],
)
def test_what_is_no_file_of_boards_is_an_error_by_kind(module, text, kind):
    with pytest.raises(tc.ParseError) as caught:
        module.loads(text)
    assert caught.value.kind == kind


def test_a_comment_without_end_is_an_error_and_what_came_before_is_read():
    text = f'[Board "1"]\n[Deal "{DEAL}"]\n\n[Board "2"]\n{{ no end [Board "3"]\n'
    with pytest.raises(tc.ParseError) as caught:
        pbn.loads(text)
    assert (caught.value.kind, caught.value.line) == ("unterminated", 5)
    boards = pbn.loads(text, skip=True)
    assert [board.number for board in boards] == ["1", "2"]
    assert pbn.dumps(boards) == text
    boards[1].dealer = 3
    assert pbn.loads(pbn.dumps(boards), skip=True) == boards


def test_a_wrong_type_is_a_type_error():
    for module in (pbn, lin):
        for value in (None, 3, ["x"]):
            with pytest.raises(TypeError):
                module.loads(value)


HOSTILE_PBN = [
    "{" * 200_000,
    "[" * 200_000,
    '[A "' * 50_000,
    '[A "\\"' * 30_000,
    '"' * 200_000,
    '[A "b"]' * 30_000,
    '[Note "1:x"]\n\n' * 20_000,
    f'[Deal "{DEAL}"]\n\n' + '[Note "1:x"]\n\n' * 20_000,
    '[Auction "N"]\n' + "1C " * 100_000,
    '[Auction "N"]\n' + "Pass {x} =1= " * 20_000,
    '[Auction "N"]\nPass' + " {x}" * 30_000,
    '[Auction "N"]\nPass' + " !" * 30_000,
    '[Play "N"]\n' + "- " * 100_000,
    '[Play "N"]\n' + "SA " * 100_000,
    '[ScoreTable "' + ";" * 50_000 + '"]\n' + "x " * 100_000,
    "\n" * 200_000 + '[A "b"]',
    " " * 200_000 + '[A "b"]' + " \n" * 100_000,
    "% x\n" * 50_000 + '[A "b"]',
    '[Event "##x"]\n' + '[Board "1"]\n\n' * 10_000,
    "".join(f'[A{n} "##x"]\n' for n in range(2_000)) + '\n[Board "1"]\n' * 20,
    '[Deal "' + "A" * 200_000 + '"]',
    "^" * 200_000 + '[Auction "N"]' + "^" * 200_000,
]
HOSTILE_LIN = [
    "|" * 200_000,
    "md|" * 60_000,
    "md||" * 30_000,
    MD * 2_000,
    "md|3" + "SA" * 100_000 + "|",
    "md|3" + "," * 200_000 + "|",
    MD + "mb|p|" * 30_000,
    MD + "an|x|" * 30_000,
    MD + "mb|p|" + "an|x|" * 30_000,
    MD + "mb|p|" + "nt|x|" * 30_000,
    MD + "pc|SA|" * 30_000,
    MD + "st||" * 30_000,
    MD + "st||rh||" * 20_000 + MD,
    "st||" * 50_000 + MD,
    MD + "x\n" * 50_000,
    "\n" * 200_000 + MD,
    (" " * 50 + "x|") * 20_000,
    MD + "nt|" + "\n " * 100_000 + "|",
    "https://" + "%7C" * 100_000,
]


@pytest.mark.parametrize("place", range(len(HOSTILE_PBN) + len(HOSTILE_LIN)))
def test_hostile_texts_take_no_more_than_linear_time(place):
    module, text = [*((pbn, text) for text in HOSTILE_PBN), *((lin, text) for text in HOSTILE_LIN)][place]
    began = time.process_time()
    try:
        boards = module.loads(text, skip=True)
        if not text.startswith("https"):
            assert module.dumps(boards) == text
    except BoardError:
        pass
    assert time.process_time() - began < 20
