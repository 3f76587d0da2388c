"""Between boards of files and the game: a `Board` played by the rules as a `State`, and a `State` as a `Board`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import trickcore as tc
from trickcore.bridge_table import SEATS
from trickcore.bridge_table import board as numbered
from trickcore.double_dummy import lead_position
from trickcore.errors import IllegalAction, IllegalDeal, TrickcoreError, UnsolvableGame
from trickcore.notation.boards import Auction, Board, Call, Play, PlayedCard, is_number, trick_winner

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["board_of", "calls_to", "position_of", "state_of", "terms_of"]

_CALLS = {"Pass": "pass", "X": "double", "XX": "redouble"}
_TEXTS = {text: call for call, text in _CALLS.items()}


def terms_of(board: Board) -> tuple[int, str]:
    """Dealer and vulnerability: the board's own (the dealer is who calls first), else by its number, else N and none.

    >>> terms_of(Board("7")), terms_of(Board("7", dealer=3)), terms_of(Board())
    ((2, 'both'), (3, 'both'), (0, 'none'))
    """
    number = int(board.number) if board.number is not None and is_number(board.number, 9) else 0
    dealer = board.first_caller
    if dealer is None:
        dealer = numbered(number).dealer if number else 0
    return dealer, board.vulnerable or (numbered(number).vulnerable if number else "none")


def state_of(board: Board) -> tc.State:
    """The board as a deal of the game, called and played as far as the file says, by the rules.

    A board without an auction but with contract and declarer gets the shortest auction that leads to them. The play
    ends at the first card that the file does not say.

    Errors: `IllegalDeal` (``hidden_hand``) if not all 52 cards are known; `IllegalAction` for a call or a card that the
    rules do not allow, with its place.

    >>> from trickcore.notation import pbn
    >>> board = pbn.loads('''[Dealer "W"] [Vulnerable "NS"] [Contract "4SX"] [Declarer "E"]
    ... [Deal "N:4.KJ32.842.AQ743 JT987.Q876.AK5.2 AK532.T.JT6.T985 Q6.A954.Q973.KJ6"] [Play "S"]
    ... SA - - -''')[0]
    >>> state = state_of(board)
    >>> [str(action) for action in state.actions]
    ['pass', 'pass', 'bid 4S', 'double', 'pass', 'pass', 'pass', 'play SA']
    """
    if not board.complete:
        known = sum(hand is not None and len(hand) == 13 + 3 for hand in board.hands)
        raise IllegalDeal(f"{known} of 4 hands are known with 13 cards", "hidden_hand", board.deal)
    dealer, vulnerable = terms_of(board)
    deal = " ".join(".".join(suit or "-" for suit in (hand or "").split(".")) for hand in board.hands)
    state = tc.game("bridge").start(deal, dealer=dealer, vulnerable=vulnerable)
    for number, (seat, call) in enumerate(_calls(board, dealer), 1):
        _apply(state, seat, state.actor, _CALLS.get(call, f"bid {call}"), f"call {number}, {call} by {SEATS[seat]}")
    for number, played in enumerate(_cards(board), 1):
        turn = None if state.position is None else state.position.turn
        _apply(state, played.seat, turn, f"play {played.card}", f"card {number}, {played.card} by {SEATS[played.seat]}")
    return state


def _apply(state: tc.State, seat: int, turn: int | None, text: str, place: str) -> None:
    if turn is None:
        raise IllegalAction(f"{place}: nothing more is to be done in the {state.phase} phase", "over", place)
    if turn != seat:
        raise IllegalAction(f"{place}: it is {SEATS[turn]}'s turn", "out_of_turn", place)
    try:
        state.apply(text)
    except TrickcoreError as error:
        raise error.at(place) from None


def _calls(board: Board, dealer: int) -> Iterator[tuple[int, str]]:
    """The calls with their seats; where there are none, those that lead to the contract."""
    if board.auction is not None and board.auction.calls:
        yield from ((call.seat, call.text) for call in board.auction.calls)
    elif board.contract is not None and (board.contract == "Pass" or board.contract[:1].isdigit()):
        for step, call in enumerate(calls_to(board.contract, board.declarer, dealer)):
            yield (dealer + step) % 4, call


def calls_to(contract: str, declarer: int | None, dealer: int) -> list[str]:
    """The shortest auction from a dealer to a contract.

    >>> calls_to("3NTXX", 2, 1)
    ['Pass', '3NT', 'X', 'XX', 'Pass', 'Pass', 'Pass']
    >>> calls_to("Pass", None, 0)
    ['Pass', 'Pass', 'Pass', 'Pass']
    """
    if contract == "Pass":
        return ["Pass"] * 4
    if declarer is None:
        return []
    bid = contract.rstrip("X")
    doubles = [["X"], ["X", "XX"]][len(contract) - len(bid) - 1] if contract != bid else []
    return [*["Pass"] * ((declarer - dealer) % 4), bid, *doubles, *["Pass"] * 3]


def _cards(board: Board) -> Iterator[PlayedCard]:
    for played in board.play.cards if board.play is not None else ():
        if not played.card:
            return
        yield played


def position_of(board: Board) -> tc.Position:
    """The play of an ending: equal hands of fewer than 13 cards, contract or strain, declarer and the cards played.

    Errors: `UnsolvableGame` (``no_contract``) if there is no contract or no declarer; `IllegalDeal`; `IllegalAction`
    for a card that cannot be played.
    """
    if board.deal is None or None in board.hands:
        raise IllegalDeal("not all hands are known", "hidden_hand", board.deal)
    strain = (board.contract or "").lstrip("1234567").rstrip("X")
    if board.declarer is None or strain not in ("S", "H", "D", "C", "NT"):
        raise UnsolvableGame("the board has no contract, or no declarer", "no_contract")
    position = lead_position(board.deal, strain, board.declarer)
    leader = None if board.play is None else board.play.leader
    if leader is not None and leader != position.turn:
        position = tc.Position(position.plan, position.hands, leader=leader)
    for number, played in enumerate(_cards(board), 1):
        try:
            position.play(played.card)
        except TrickcoreError as error:
            raise error.at(f"card {number}, {played.card} by {SEATS[played.seat]}") from None
    return position


def board_of(state: tc.State, number: int | None = None) -> Board:
    """A deal of the game as a board: hands, dealer, vulnerability, calls, cards, and the result if it is over.

    Errors: `UnsolvableGame` (``other_game``) for a deal of another game.

    >>> state = tc.game("bridge").new_deal(seed=1, dealer=2, vulnerable="ew")
    >>> board = board_of(state, 3)
    >>> board.number, board.dealer, board.vulnerable, state_of(board) == state
    ('3', 2, 'ew', True)
    """
    if state.game.name != "bridge":
        raise UnsolvableGame(f"a deal of {state.game.name}, not of bridge", "other_game", state.game.name)
    board = Board(None if number is None else str(number), state.dealer, state.terms["vulnerable"])
    board.hands = [str(hand).replace("-", "") for hand in state.deal.hands]
    calls = [(seat, action) for seat, action in state.history if action.verb != "play"]
    cards = [str(action.card) for action in state.actions if action.verb == "play"]
    if calls:
        board.auction = Auction([Call(seat, _call(action)) for seat, action in calls])
    contract = state.contract
    if contract is not None:
        board.contract, board.declarer = str(contract.terms), contract.bidder
        board.play = _play(cards, contract.terms.strain, (contract.bidder + 1) % 4) if cards else None
        if state.done:
            board.result = sum(state.tricks[seat] for seat in contract.side)
    elif state.done:
        board.contract = "Pass"
    return board


def _call(action: tc.Action) -> str:
    return _TEXTS.get(action.text) or action.args[0]


def _play(cards: Sequence[str], strain: str, leader: int) -> Play:
    play = Play(leader=leader)
    seat = leader
    for card in cards:
        play.cards.append(PlayedCard(seat, card))
        begun = len(play.cards) % 4
        winner = None if begun else trick_winner(play.cards[-4:], strain)
        seat = (seat + 1) % 4 if winner is None else winner
    return play
