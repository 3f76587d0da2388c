"""What every seat can make as bidder, with every bid, trump and partner, all hands open and all others passing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from trickcore._core import Deal, Done, Play, State
from trickcore.errors import DeadlineExceeded, UnknownOption, shown
from trickcore.game import Game
from trickcore.questions.perfect import AT_ONCE, Best, Perfect, Terms
from trickcore.questions.stakes import mark, most, settles
from trickcore.questions.ways import Way, first_lead, same_seat, ways
from trickcore.solve import at_stake, paid

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping

    from trickcore._core import Action, CancelToken, Card, Payoff
    from trickcore.game import Contract, OptionValue

__all__ = ["ContractRow", "ContractTable", "contract_table"]


class ContractRow(NamedTuple):
    """A contract, and what it comes to under perfect play.

    Where more than one way leads to it (cards to put aside, to call, to give), this is the way with the best value if
    it pays the bidder most, else the first that does.
    """

    bidder: int
    dealer: int
    """The dealer of the table; for a seat that cannot bid then (Königrufen), the seat before it."""
    leader: int
    """Who leads to the first trick."""
    bid: str
    """The bid without its suit, as in ``hundred`` or ``5`` (in bridge the level); nothing in a game without bids."""
    trump: str | None
    partner: int | None
    """Who plays on the bidder's side; ``None`` if the bidder plays alone."""
    out: tuple[int, ...]
    """The seats out of play."""
    called: tuple[Card, ...]
    """The cards to call, any of them to the same effect; none where none is called."""
    objective: str
    """What ``value`` counts: ``"points"``, ``"margin"`` or ``"tricks"``, whatever the bid is about."""
    value: int
    """The best value that perfect play reaches, for the bidder's side."""
    mark: str
    """What is needed to make the contract, as in ``own >= 100``."""
    payoffs: tuple[int, ...]
    """What each seat gains where both sides play for the payoff."""
    contract: Contract
    """The contract in the game's own terms."""
    actions: tuple[Action, ...]
    """Every action from the first call to the first lead."""

    @property
    def made(self) -> bool:
        """Whether the bidder gains by it."""
        return self.payoffs[self.bidder] > 0

    @property
    def decisions(self) -> tuple[Action, ...]:
        """The actions without the passes."""
        return tuple(action for action in self.actions if action.verb != "pass")

    def to_dict(self) -> dict[str, Any]:
        """The row ready for JSON."""
        return {
            **self._asdict(),
            "out": list(self.out),
            "called": list(map(str, self.called)),
            "made": self.made,
            "payoffs": list(self.payoffs),
            "contract": self.contract.public(),
            "actions": list(map(str, self.actions)),
        }


class ContractTable(NamedTuple):
    """Every contract of a deal: by bidder, then bid, trump and partner."""

    game: Game
    deal: Deal
    rows: tuple[ContractRow, ...]

    def of(self, bidder: int) -> tuple[ContractRow, ...]:
        """The contracts of one seat."""
        return tuple(row for row in self.rows if row.bidder == bidder)

    def best(self, bidder: int) -> ContractRow | None:
        """The contract that pays this bidder most: of equals the lowest bid, then the best value."""
        best: ContractRow | None = None
        for row in self.of(bidder):
            if best is None or row.payoffs[bidder] > best.payoffs[bidder] or _is_safer(row, best):
                best = row
        return best

    def to_dict(self) -> dict[str, Any]:
        """The table ready for JSON; ``best`` has the place of each seat's best row."""
        best = [self.best(seat) for seat in range(self.game.players)]
        return {
            "game": self.game.name,
            "options": dict(self.game.options),
            "deal": str(self.deal),
            "unit": self.game.unit,
            "rows": [row.to_dict() for row in self.rows],
            "best": [None if row is None else self.rows.index(row) for row in best],
        }


def contract_table(
    deal: State | Deal | str,
    game: Game | None = None,
    *,
    dealer: int | None = None,
    bidders: Iterable[int] | None = None,
    bids: Iterable[str] | None = None,
    threads: int = 1,
    deadline: float | None = None,
    max_memory: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    cancel: CancelToken | None = None,
    **terms: OptionValue,
) -> ContractTable:
    """What every bidder can make, with every trump and partner, and the best call of each.

    The deal is that of a state (as dealt; what was done since is ignored), or a deal of ``game``, as a `Deal` or text,
    with its ``dealer`` (0 if left out). Each seat is taken as the only one that bids; where other seats have something
    to decide before play, they do so as well as they can for their side. Nothing is announced with the first trick.

    What goes with a deal besides the dealer (`Game.term_specs`) is that of the state, unless ``terms`` say otherwise:
    in bridge ``vulnerable="ns"``.

    ``bidders`` and ``bids`` limit the table to some seats and to some bids, named as in `ContractRow.bid` or with the
    suit: tables of Mediatore take long, for each contract with an exchange has thousands of cards to choose from.
    ``threads`` 0 are all cores; ``deadline`` is in seconds, ``max_memory`` in bytes for the tables of one thread;
    ``progress`` is called with numbers done and in all; ``cancel`` stops the call from another thread.

    Errors: `DeadlineExceeded`, whose ``finished`` is a table of the rows that are known by then; `UnknownOption` for a
    seat, bid or term that there is not; `ParseError` and `IllegalDeal` for a text that is no deal.

    >>> import trickcore as tc
    >>> table = tc.contract_table(tc.game("maine_charlemagne").new_deal(seed=5), bids=["5", "no-trump"])
    >>> best = table.best(0)
    >>> best.bid, best.trump, best.value, best.mark, best.payoffs
    ('5', 'S', 6, 'tricks >= 5', (5, -5, 5, -5))
    """
    state = _dealt(deal, game, dealer, terms)
    game, dealt = state.game, state.deal
    seats = range(game.players) if bidders is None else [game.seat(seat, "bidders") for seat in bidders]
    maker = _Maker(game, Terms(deadline, max_memory, threads, progress, cancel))
    wanted = None if bids is None else _known_bids(game, bids)
    auctions = [
        auction
        for seat in dict.fromkeys(seats)
        for auction in _auctions(state, seat)
        if wanted is None or auction.rank in wanted
    ]
    try:
        maker.make(auctions)
    except DeadlineExceeded as stopped:
        stopped.finished = ContractTable(game, dealt, maker.rows())
        raise
    return ContractTable(game, dealt, maker.rows())


def _dealt(deal: State | Deal | str, game: Game | None, dealer: int | None, terms: Mapping[str, OptionValue]) -> State:
    """The deal at its beginning."""
    if game is not None and not isinstance(game, Game):
        raise TypeError(f"game is a Game, not {type(game).__name__}")
    if isinstance(deal, State):
        if game is not None and game != deal.game:
            raise UnknownOption(f"this is a deal of {deal.game}, not of {game}", "other_game", "game")
        known: Game = deal.game
        return known.start(deal.deal, deal.dealer if dealer is None else dealer, **{**deal.terms, **terms})
    if not isinstance(deal, (Deal, str)):
        raise TypeError(f"a State, a Deal or the text of one is needed, not {type(deal).__name__}")
    if game is None:
        raise TypeError("a deal alone does not say of which game it is: give the game as well")
    return game.start(deal, 0 if dealer is None else dealer, **terms)


def _known_bids(game: Game, bids: Iterable[str]) -> set[int]:
    """The bids meant, with or without the suit, by their place in the action space."""
    if isinstance(bids, str):
        raise TypeError("bids are several texts, not one")
    known: dict[str, set[int]] = {}
    for action in game.table:
        if action.verb == "bid":
            known.setdefault(game.bid_name(action), set()).add(int(action))
    there_are = f"there are {', '.join(known)}" if known else "it has none"
    for action in game.table:
        if action.verb == "bid":
            known.setdefault(" ".join(action.args), {int(action)})
    wanted: set[int] = set()
    for bid in bids:
        if not isinstance(bid, str):
            raise TypeError(f"a bid is text, not {type(bid).__name__}")
        if bid not in known:
            raise UnknownOption(f"{game.name} has no bid {shown(bid)}: {there_are}", "unknown_bid", bid)
        wanted |= known[bid]
    return wanted


def _is_safer(row: ContractRow, other: ContractRow) -> bool:
    """Whether a contract of the same bid that pays the same has the better value."""
    if (row.bid, row.payoffs[row.bidder]) != (other.bid, other.payoffs[other.bidder]):
        return False
    return row.value < other.value if row.mark.startswith("tricks <=") else row.value > other.value


# Auctions in which one seat bids and the others pass


class _Auction(NamedTuple):
    bidder: int
    dealer: int
    rank: int
    """How high the bid is: its place in the action space."""
    bid: str
    way: Way


def _auctions(dealt: State, bidder: int) -> list[_Auction]:
    """One for each bid of the seat; where it cannot bid after this dealer, after the one before it."""
    return list(_bids(dealt, dealt.dealer, bidder)) or list(_bids(dealt, (bidder - 1) % dealt.game.players, bidder))


def _bids(dealt: State, dealer: int, bidder: int) -> Iterator[_Auction]:
    game: Game = dealt.game
    way: Way | None = Way((), game.start(dealt.deal, dealer, **dealt.terms).value)
    while way is not None and way.end.actor != bidder and _is_auction(way.end):
        way = _passed(game, way)
    if way is None or way.end.actor != bidder:
        return
    if not _is_auction(way.end):
        yield _Auction(bidder, dealer, 0, "", way)
        return
    for action in game.legal(way.end):
        if action.verb != "pass":
            ended = _ended(game, way.then(Way(((bidder, action),), game.step(way.end, action))))
            if ended is not None:
                yield _Auction(bidder, dealer, int(action), game.bid_name(action), ended)


def _is_auction(value: Any) -> bool:
    return not isinstance(value, (Play, Done)) and value.phase == "auction"


def _ended(game: Game, way: Way | None) -> Way | None:
    """To the end of the auction, everybody passing; nothing if somebody must bid."""
    while way is not None and _is_auction(way.end):
        way = _passed(game, way)
    return way


def _passed(game: Game, way: Way) -> Way | None:
    value = way.end
    for action in game.legal(value):
        if action.verb == "pass":
            return way.then(Way(((value.actor, action),), game.step(value, action)))
    return None


# Rows


class _Contract:
    """A contract with what is known of it: the ways to it not looked at yet, and the best of the others."""

    def __init__(self, auction: _Auction, payoff: Payoff) -> None:
        self.auction = auction
        self.payoff = payoff
        self.objective = at_stake(payoff)
        self.ways: list[Way] = []
        self.value: Best | None = None
        self.gain: Best | None = None

    def is_single(self) -> bool:
        """Whether there is but one way to it, with nothing more to decide."""
        return self.value is None and len(self.ways) == 1 and isinstance(self.ways[0].end, Play)

    def row(self) -> ContractRow:
        """The row, once it is solved."""
        assert self.value is not None
        assert self.gain is not None
        auction, way = self.auction, self.gain.way
        play, steps = way.end, [action for _, action in way.steps]
        calls = {action for action in (*steps, *way.twins) if action.verb == "call"}
        partners = [seat for seat in play.plan.side if seat != auction.bidder and seat not in play.plan.out]
        return ContractRow(
            bidder=auction.bidder,
            dealer=auction.dealer,
            leader=play.leader,
            bid=auction.bid,
            trump=play.plan.trump,
            partner=partners[0] if partners else None,
            out=play.plan.out,
            called=tuple(action.card for action in sorted(calls, key=int) if action.card is not None),
            objective=self.objective,
            value=self.value.value,
            mark=mark(self.payoff),
            payoffs=paid(self.payoff, self.gain.value),
            contract=play.contract,
            actions=tuple(steps),
        )


class _Maker:
    """Solves contracts: those with choices before play as they come, all others at the end and at once."""

    def __init__(self, game: Game, terms: Terms) -> None:
        self.game = game
        self.terms = terms
        self.perfect = Perfect(game, terms)
        self.solved: list[_Contract] = []
        self.singles: list[_Contract] = []

    def make(self, auctions: list[_Auction]) -> None:
        """Solve every contract that these auctions lead to."""
        for number, auction in enumerate(auctions, 1):
            self._take(auction)
            if self.terms.progress is not None and number < len(auctions):
                self.terms.progress(number, len(auctions))
        self._solve_singles()
        if self.terms.progress is not None:
            self.terms.progress(len(auctions), len(auctions))

    def rows(self) -> tuple[ContractRow, ...]:
        """The rows of all contracts solved so far, in order."""
        suits = self.game.pack.suits

        def place(found: tuple[int, ContractRow]) -> tuple[int, ...]:
            rank, row = found
            trump = -1 if row.trump is None else suits.index(row.trump)
            return row.bidder, rank, trump, self.game.players if row.partner is None else row.partner

        rows = [(contract.auction.rank, contract.row()) for contract in self.solved]
        return tuple(row for _, row in sorted(rows, key=place))

    def _take(self, auction: _Auction) -> None:
        """Find the contracts of an auction, and solve those with more than one way to them."""
        found: dict[Hashable, _Contract] = {}
        value = auction.way.end
        for way in [Way((), value)] if isinstance(value, Play) else ways(self.game, value, same_seat(value)):
            key, payoff = self._kind(way)
            contract = found.setdefault(key, _Contract(auction, payoff))
            contract.ways.append(auction.way.then(way))
            if len(contract.ways) >= AT_ONCE:
                self._narrow(contract)
        for contract in found.values():
            if contract.is_single():
                self.singles.append(contract)
            else:
                self._narrow(contract)
                self.solved.append(contract)

    def _kind(self, way: Way) -> tuple[Hashable, Payoff]:
        """What tells contracts apart: trumps, who plays, and what it pays."""
        play = first_lead(self.game, way.end)
        payoff, plan = self.perfect.payoff(play), play.plan
        resting = tuple(seat for seat in plan.out if seat in plan.side)
        return (plan.trump, plan.side, resting, payoff), payoff

    def _narrow(self, contract: _Contract) -> None:
        """Of the ways to a contract keep the one with the best value, and the one that pays most."""
        objective, choices = contract.objective, contract.ways
        contract.value = best = self.perfect.best_of(choices, objective, True, contract.value)
        most_paid = most(contract.payoff, objective, best.value)[contract.auction.bidder]
        before, contract.ways = contract.gain, []
        if settles(contract.payoff, objective):
            contract.gain = Best(most_paid, best.way)
            return
        first = Best(self.perfect.values([best.way.end], "payoff")[0], best.way)
        if first.value < most_paid:
            known = [] if before is None else [before.way]
            first = self.perfect.best_of([*known, *choices], "payoff", True, first)
        contract.gain = first

    def _solve_singles(self) -> None:
        """Solve the contracts to which there is one way."""
        singles, self.singles = self.singles, []
        values = self._solve(singles, [contract.objective for contract in singles])
        for contract, best in zip(singles, values, strict=True):
            contract.value = best
        open_ = [contract for contract in singles if not settles(contract.payoff, contract.objective)]
        gains = dict(zip(map(id, open_), self._solve(open_, "payoff"), strict=True))
        for contract, best in zip(singles, values, strict=True):
            paid_most = most(contract.payoff, contract.objective, best.value)[contract.auction.bidder]
            contract.gain = gains.get(id(contract), Best(paid_most, best.way))
        self.solved.extend(singles)

    def _solve(self, contracts: list[_Contract], objectives: str | list[str]) -> list[Best]:
        ways = [contract.ways[0] for contract in contracts]
        values = self.perfect.values([way.end for way in ways], objectives)
        return [Best(value, way) for value, way in zip(values, ways, strict=True)]
