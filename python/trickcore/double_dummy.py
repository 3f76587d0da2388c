"""Double-dummy tables and leads of bridge deals: what every contract would make with all cards seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickcore._core import CardSet, Deal, Position, Solver, State
from trickcore.bridge_table import (
    PACK,
    SEATS,
    STRAINS,
    Terms,
    check_hands,
    read_hands,
    read_seat,
    read_strain,
    read_terms,
)
from trickcore.errors import DeadlineExceeded, IllegalDeal, UnknownOption, UnsolvableGame, shown
from trickcore.games import game
from trickcore.solve import solve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from trickcore._core import CancelToken, Card, Plan

    AnyDeal = str | Deal | State | Sequence[CardSet | str]

__all__ = ["dd_table", "dd_tables", "hands_of", "lead_position", "lead_values"]

_TABLE = (len(STRAINS), len(SEATS))
_CELLS = _TABLE[0] * _TABLE[1]

_plans: dict[tuple[str, int], Plan] = {}


def dd_table(
    deal: AnyDeal, *, threads: int = 1, deadline: float | None = None, cancel: CancelToken | None = None
) -> NDArray[np.int8]:
    """The tricks that each declarer takes in each strain: shape (5, 4), rows C D H S NT, columns N E S W.

    A deal is text, ours or PBN's (``W:…``), a `Deal`, a `State` as it was dealt, or four hands of N E S W; all have the
    same number of cards, 1–13. ``threads`` 0 uses all cores; ``deadline`` is in seconds.

    Errors: `IllegalDeal`, `ParseError`; `DeadlineExceeded`.

    >>> dd_table("N:A... K... Q... J...").tolist()[4]
    [1, 0, 1, 0]
    """
    found: NDArray[np.int8] = dd_tables([deal], threads=threads, deadline=deadline, cancel=cancel)[0]
    return found


def dd_tables(
    deals: Iterable[AnyDeal],
    *,
    threads: int = 0,
    progress: Callable[[int, int], object] | None = None,
    deadline: float | None = None,
    cancel: CancelToken | None = None,
) -> NDArray[np.int8]:
    """The tables of many deals, shape (deals, 5, 4), on all cores.

    ``progress`` is called now and then with the tables done, and how many there are. The rest is as in `dd_table`; of
    a fault the message says which deal has it, and `DeadlineExceeded` has in ``finished`` the whole tables by index.
    """
    dealt = [_dealt(deal, f"deal {number}") for number, deal in enumerate(_listed(deals))]
    positions = [_position(hands, strain, seat) for hands in dealt for strain in STRAINS for seat in range(4)]
    watch = None if progress is None else lambda done, _: progress(done // _CELLS, len(dealt))
    solver = Solver("fast")
    try:
        values = solver.values(positions, "tricks", threads=threads, progress=watch, deadline=deadline, cancel=cancel)
    except DeadlineExceeded as stopped:
        stopped.finished = _whole(stopped.finished, dealt)
        raise
    tables: NDArray[np.int8] = _tables(values, dealt)
    return tables


def _listed(deals: Iterable[AnyDeal]) -> list[AnyDeal]:
    if isinstance(deals, (str, Deal, State)):
        raise TypeError("deals are several: of a single one `dd_table` gives the table")
    return list(deals)


def _tables(values: Any, dealt: list[list[CardSet]]) -> Any:
    """Tricks of N–S, in the order of the positions, as tables of the declarers' tricks."""
    import numpy as np

    tables = np.asarray(values, dtype=np.int8).reshape(-1, *_TABLE)
    size = np.array([len(hands[0]) for hands in dealt], dtype=np.int8).reshape(-1, 1, 1)
    tables[:, :, 1::2] = size - tables[:, :, 1::2]
    return tables


def _whole(finished: dict[int, int], dealt: list[list[CardSet]]) -> dict[int, Any]:
    """The tables of which every cell is there."""
    found: dict[int, Any] = {}
    for number, hands in enumerate(dealt):
        cells = range(number * _CELLS, (number + 1) * _CELLS)
        if all(cell in finished for cell in cells):
            found[number] = _tables([finished[cell] for cell in cells], [hands])[0]
    return found


def hands_of(deal: AnyDeal) -> list[CardSet]:
    """The hands of N E S W of a deal in any form that `dd_table` takes.

    Errors: `ParseError`; `IllegalDeal` for cards of another pack or in two hands.
    """
    if isinstance(deal, str):
        return read_hands(deal)
    if isinstance(deal, State):
        deal = deal.deal
    given = list(deal.hands if isinstance(deal, Deal) else deal)
    if len(given) != len(SEATS):
        raise IllegalDeal(f"{len(given)} hands, expected 4", "hand_count")
    if not all(isinstance(hand, (str, CardSet)) for hand in given):
        raise TypeError("a hand is a CardSet or text")
    hands = [CardSet(hand, PACK) for hand in given]
    check_hands(hands)
    return hands


def _dealt(deal: AnyDeal, place: str) -> list[CardSet]:
    """The hands, all of one size."""
    try:
        hands = hands_of(deal)
    except (IllegalDeal, UnknownOption) as error:
        raise error.at(place) from None
    sizes = [len(hand) for hand in hands]
    if min(sizes) != max(sizes) or not 1 <= sizes[0] <= 13:
        message = f"{place}: hands of {', '.join(map(str, sizes))} cards; all must have the same number, 1 to 13"
        raise IllegalDeal(message, "card_count", place)
    return hands


def _plan(strain: str, bidder: int) -> Plan:
    key = (strain, bidder)
    if key not in _plans:
        side = (bidder, (bidder + 2) % 4)
        trump = None if strain == "NT" else strain
        _plans[key] = game("bridge").rules.plan(trump=trump, bidder=bidder, side=side)
    return _plans[key]


def _position(hands: list[CardSet], strain: str, declarer: int) -> Position:
    """Before the lead against a declarer. The bidder's side is N–S for all of them: one table serves every leader."""
    return Position(_plan(strain, 0), hands, leader=(declarer + 1) % 4)


# Leads


def lead_position(deal: AnyDeal, strain: str, declarer: int | str) -> Position:
    """The play of a deal before the opening lead against a declarer, whose side the values of a solve are for.

    >>> lead_position("N:A... K... Q... J...", "NT", "S").turn
    3
    """
    seat = read_seat(declarer)
    return Position(_plan(strain, seat), _dealt(deal, "deal"), leader=(seat + 1) % 4)


def lead_values(
    deal: AnyDeal,
    contract: str | Terms | None = None,
    declarer: int | str | None = None,
    *,
    deadline: float | None = None,
    cancel: CancelToken | None = None,
) -> dict[Card, int]:
    """For each opening lead the tricks that the declarer's side takes with perfect play from there.

    Of a `State` with its contract settled only the state is needed, however far the play is. Otherwise ``contract`` is
    as in ``"4H"``, or just the strain, and ``declarer`` a seat.

    Errors: as `dd_table`; `UnsolvableGame` for a state without a contract; `UnknownOption` if contract or declarer is
    missing.

    >>> values = lead_values("N:A2... K3... Q4... J5...", "NT", "N")
    >>> {str(card): tricks for card, tricks in values.items()}
    {'SK': 2, 'S3': 2}
    """
    if isinstance(deal, State) and contract is None and declarer is None:
        strain, seat = _settled(deal)
    elif contract is None or declarer is None:
        raise UnknownOption("a contract and a declarer are needed", "missing_contract")
    else:
        strain, seat = _strain(contract), read_seat(declarer)
    solution = solve(lead_position(deal, strain, seat), "tricks", deadline, engine="fast", cancel=cancel)
    return solution.moves  # type: ignore[return-value]


def _strain(contract: str | Terms) -> str:
    if isinstance(contract, str) and contract.strip()[:1] not in tuple("1234567"):
        return read_strain(contract)
    return read_terms(contract).strain


def _settled(state: State) -> tuple[str, int]:
    """Strain and declarer of a state."""
    if state.game.name != "bridge":
        raise UnsolvableGame(f"a deal of {shown(state.game.name)}, not of bridge", "other_game")
    if state.contract is None:
        raise UnsolvableGame("there is no contract yet, or the deal was passed out", "no_contract")
    return state.contract.strain, state.contract.bidder
