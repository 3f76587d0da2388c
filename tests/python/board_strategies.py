"""Boards made up for tests, as hypothesis strategies."""

from hypothesis import strategies as st

from trickcore.bridge_table import STRAINS
from trickcore.notation.boards import (
    RANKS,
    SUITS,
    Auction,
    Board,
    Call,
    Play,
    PlayedCard,
    Table,
    outcome_of_auction,
    trick_winner,
    tricks_of_side,
)

CARDS = [suit + rank for suit in SUITS for rank in RANKS]
BIDS = [f"{level}{strain}" for level in range(1, 8) for strain in STRAINS]
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=30).map(str.strip)
WORDS = TEXTS.filter(bool)


def texts(without="", filled=False):
    """Texts in which some characters do not occur."""
    return (WORDS if filled else TEXTS).filter(lambda text: not set(text) & set(without))


def written(cards):
    """A hand as PBN writes it."""
    return ".".join("".join(card[1] for card in sorted(cards, key=CARDS.index) if card[0] == suit) for suit in SUITS)


@st.composite
def deals(draw, size=13):
    """Four hands of so many cards."""
    cards = draw(st.permutations(CARDS))
    return [sorted(cards[size * seat : size * seat + size], key=CARDS.index) for seat in range(4)]


@st.composite
def auctions(draw, dealer, remarks):
    """Calls that the rules allow; the auction may stop before it is over."""
    calls, bid, seat = [], -1, dealer
    for _ in range(draw(st.integers(0, 24))):
        doubled = next((call.text for call in reversed(calls) if call.text != "Pass"), "")
        bidder = next((call.seat for call in reversed(calls) if call.text[0].isdigit()), seat)
        choices = ["Pass", "Pass", *BIDS[bid + 1 : bid + 6]]
        if doubled[:1].isdigit() and bidder % 2 != seat % 2:
            choices.append("X")
        if doubled == "X" and bidder % 2 == seat % 2:
            choices.append("XX")
        text = draw(st.sampled_from(choices))
        bid = BIDS.index(text) if text[0].isdigit() else bid
        calls.append(Call(seat, text, **draw(remarks)))
        seat = (seat + 1) % 4
        if outcome_of_auction(calls) is not None:
            break
    return Auction(calls)


@st.composite
def plays(draw, hands, contract, declarer, remarks):
    """Cards that the rules allow; the play may stop anywhere."""
    trump = contract.rstrip("X")[1:]
    held, leader = [set(hand) for hand in hands], (declarer + 1) % 4
    play = Play(leader=leader)
    seat, trick = leader, []
    for _ in range(draw(st.integers(0, 52))):
        led = trick[0].card[0] if trick else ""
        legal = [card for card in sorted(held[seat]) if card[0] == led] or sorted(held[seat])
        played = PlayedCard(seat, draw(st.sampled_from(legal)), **draw(remarks))
        held[seat].remove(played.card)
        play.cards.append(played)
        trick.append(played)
        seat = (seat + 1) % 4
        if len(trick) == 4:
            seat, trick = trick_winner(trick, trump), []
    return play


@st.composite
def tables(draw):
    """Tables of PBN."""
    names = draw(st.lists(texts(';\\"+-', filled=True), min_size=1, max_size=4))
    spec = ";".join(name + draw(st.sampled_from(["", r"\2R", r"\12L", r"\3"])) for name in names)
    row = st.lists(TEXTS, min_size=len(names), max_size=len(names))
    return Table(spec, draw(st.lists(row, max_size=4)))


NAGS = st.builds(lambda found: {"nags": tuple(sorted(found))}, st.sets(st.integers(0, 255), max_size=2))


def remarks(comments, *others):
    """What may be said of a call or a card."""
    said = st.builds(lambda found: {"comments": tuple(found)}, st.lists(comments, max_size=2))
    return st.one_of(st.just({}), st.just({}), said, *others)


NAMES = st.from_regex(r"[A-Z][A-Za-z0-9_]{0,12}", fullmatch=True).filter(
    lambda name: (
        name not in ("Note", "Auction", "Play", "Deal", "Board", "Dealer", "Result", "Vulnerable")
        and name not in ("Contract", "Declarer")
        and not name.endswith("Table")
    )
)
ONE_BRACE = texts("\r").filter(lambda text: "}" not in text or "\n" not in text)


@st.composite
def pbn_boards(draw):
    """Boards with all that PBN can say."""
    noted = st.builds(lambda text: {"alert": True, "note": text}, TEXTS)
    said = remarks(ONE_BRACE, noted, NAGS)
    board = draw(_boards(said, said, st.sets(st.integers(0, 3))))
    values = TEXTS.filter(lambda text: text != "#" and not text.startswith("##"))
    board.tags = draw(st.dictionaries(NAMES, values, max_size=4))
    board.tables = draw(st.dictionaries(NAMES.map(lambda name: name + "Table"), tables(), max_size=2))
    board.comments = {
        name: draw(st.lists(ONE_BRACE, min_size=1, max_size=2))
        for name in draw(st.sets(st.sampled_from(["", *board.tags, *board.tables]), max_size=2))
    }
    if board.auction is not None:
        board.auction.notes = draw(st.lists(TEXTS, max_size=2))
        if outcome_of_auction(board.auction.calls) is None:
            board.auction.end = draw(st.sampled_from(["", "*", "+"]))
    return board


@st.composite
def lin_boards(draw):
    """Boards with all that LIN can say."""
    said = texts("|\r", filled=True)
    noted = st.builds(lambda text, alert: {"alert": alert, "note": text}, said, st.booleans())
    # LIN gives the fourth hand by the three others, so a single one cannot be hidden; it has no glyphs.
    alerts = st.one_of(noted, st.just({"alert": True}))
    hidden = st.sets(st.integers(0, 3)).filter(lambda seats: len(seats) != 1)
    board = draw(_boards(remarks(said, alerts), remarks(said), hidden))
    if board.auction is not None and not board.auction.calls:
        board.auction = None
    if board.play is not None and not board.play.cards and board.result is None:
        board.play = None
    names = texts("|,\r", filled=True)
    board.tags = draw(st.dictionaries(st.sampled_from(["North", "East", "South", "West"]), names))
    if board.number is not None and draw(st.booleans()):
        board.tags["Room"] = draw(st.sampled_from(["Open", "Closed"]))
    board.comments = draw(st.one_of(st.just({}), st.builds(lambda found: {"": found}, st.lists(said, min_size=1))))
    board.lin = draw(st.lists(st.tuples(st.sampled_from(["zz", "tu", "x1"]), said), max_size=2))
    return board


@st.composite
def _boards(draw, on_calls, on_cards, hidden_seats):
    number = draw(st.one_of(st.none(), st.integers(1, 99).map(str)))
    dealer = draw(st.integers(0, 3))
    vulnerable = draw(st.sampled_from([None, "none", "ns", "ew", "both"]))
    hands = draw(deals())
    hidden = draw(st.one_of(st.just(set()), hidden_seats))
    shown = [None if seat in hidden else written(hand) for seat, hand in enumerate(hands)]
    board = Board(number, dealer, vulnerable, shown)
    if draw(st.booleans()):
        board.auction = draw(auctions(dealer, on_calls))
        outcome = outcome_of_auction(board.auction.calls)
        if outcome is not None:
            board.contract, board.declarer = outcome
    if board.contract not in (None, "Pass"):
        board.play = draw(plays(hands, board.contract, board.declarer, on_cards))
        board.result = tricks_of_side(board.play.cards, board.contract.rstrip("X")[1:], board.declarer % 2)
        if board.result is None and draw(st.booleans()):
            board.result, board.play.end = draw(st.integers(0, 13)), "*"
    return board
