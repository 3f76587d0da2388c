"""A second, slow reading of the rules pages, written from the pages alone, to hold the library against.

A `Referee` is told the actions of one deal in turn. Between them it says who must act and which action texts are
legal, and keeps hands, tricks and points; at the end it says what the deal pays. Each game is one generator that
yields a question (the seat and the legal texts) and is sent the answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Mapping, Sequence

    Payoffs = tuple[int, ...]
    Say = Callable[[int], set[str]]
    Hear = Callable[[int, str], None]


class Question(NamedTuple):
    """Who must decide, and between what."""

    seat: int
    legal: set[str]
    play: bool = False
    hand: int | None = None
    """Whose card it is to be, where that is not the seat that decides."""

    @property
    def owner(self) -> int:
        """The seat whose action it will be."""
        return self.seat if self.hand is None else self.hand


if TYPE_CHECKING:
    Flow = Generator[Question, str, Payoffs]
    Part = Generator[Question, str, None]

FRENCH_SUITS, ITALIAN_SUITS = "SHDC", "CDSB"
BRIDGE_SUITS = "CDHS"
BRIDGE_BIDS = [f"{level}{strain}" for level in range(1, 8) for strain in ("C", "D", "H", "S", "NT")]
RANKS = {
    "anrufen": "AKQJT9",
    "bridge": "AKQJT98765432",
    "koenigrufen": "AKQJT987",
    "maine_charlemagne": "AKQJT987",
    "mediatore": "321RCF7654",
}
"""The ranks in the order in which hands are written."""
RANKING = {
    "anrufen": "ATKQJ9",
    "bridge": "AKQJT98765432",
    "koenigrufen": "ATKQJ987",
    "maine_charlemagne": "AKQJT987",
    "mediatore": "321RCF7654",
}
"""The ranks in the order of strength in a plain suit."""
LITTLE_JACK = {"S": "CJ", "C": "SJ", "H": "DJ", "D": "HJ"}

ANRUFEN_LEVELS = ("game", "hundred", "no-trick", "all-tricks", "all-tricks-hundred")
ANRUFEN_TOKENS = {"game": 1, "hundred": 2, "no-trick": 2, "all-tricks": 2, "all-tricks-hundred": 3}
ANRUFEN_SUITS = "CSDH"
MEDIATORE_BIDS = ("chiamo", "mediatore", "solo", "solissimo", "arcisolissimo")
MAINE_BIDS = (*(f"bid {n} {s}" for n in range(1, 8) for s in "SHDC"), "bid le-petit", "bid no-trump", "bid charlemagne")


def suits_of(game: str) -> str:
    """Give the suits of a game in the order in which hands are written."""
    return ITALIAN_SUITS if game == "mediatore" else FRENCH_SUITS


def pack_of(game: str) -> set[str]:
    """Give all cards of a game."""
    return {suit + rank for suit in suits_of(game) for rank in RANKS[game]}


def read_deal(game: str, text: str) -> tuple[list[list[set[str]]], set[str]]:
    """Read a deal in canonical form: the batches of each hand, and the talon."""

    def read(hand: str) -> set[str]:
        lanes = zip(suits_of(game), hand.replace("-", "").split("."), strict=True)
        return {suit + rank for suit, ranks in lanes for rank in ranks}

    hands, _, talon = text.partition(" + ")
    return [[read(batch) for batch in hand.split("/")] for hand in hands.split()], read(talon) if talon else set()


def write_deal(game: str, hands: Sequence[Sequence[set[str]]], talon: set[str]) -> str:
    """Write a deal in canonical form."""

    def written(cards: set[str]) -> str:
        return ".".join("".join(r for r in RANKS[game] if suit + r in cards) or "-" for suit in suits_of(game))

    text = " ".join("/".join(written(batch) for batch in hand) for hand in hands)
    return f"{text} + {written(talon)}" if talon else text


def with_cards(verb: str, cards: Iterable[str]) -> set[str]:
    """Give one text for each card."""
    return {f"{verb} {card}" for card in cards}


class Referee:
    """One deal, told action by action."""

    def __init__(
        self, game: str, options: Mapping[str, object], deal: str, dealer: int, vulnerable: str = "none"
    ) -> None:
        self.game, self.options, self.dealer = game, options, dealer
        self.deciders: dict[int, int] = {}
        self.batches, self.talon = read_deal(game, deal)
        self.seats = len(self.batches)
        self.hands = [set().union(*batches) for batches in self.batches]
        self.aside: list[set[str]] = [set() for _ in self.hands]
        self.played: list[str] = []
        self.out: set[int] = set()
        self.trump: str | None = None
        self.bidder: int | None = None
        self.side: set[int] = set()
        self.trick: list[tuple[int, str]] = []
        self.tricks = [0] * self.seats
        self.points = [0] * self.seats
        self.declared: dict[str, int] = {}
        self.seen: list[set[str]] = [set(hand) for hand in self.hands]
        """Cards of which a seat knows where they lay when they were dealt (gifts to it apart)."""
        self.payoffs: tuple[int, ...] | None = None
        self.void = False
        self.vulnerable = vulnerable
        self._flow = FLOWS[game](self)
        self.question: Question | None = next(self._flow)

    def tell(self, text: str) -> None:
        """Hear the action of the seat that was asked."""
        assert self.question is not None
        assert text in self.question.legal, (text, sorted(self.question.legal))
        try:
            self.question = self._flow.send(text)
        except StopIteration as end:
            self.payoffs, self.question = end.value, None

    # --- cards ---

    def lane(self, card: str) -> str:
        """Give the lane of a card, named after its suit."""
        if self.game == "maine_charlemagne" and self.trump is not None and card == LITTLE_JACK[self.trump]:
            return self.trump
        return card[0]

    def height(self, card: str) -> int:
        """Give the place of a card in its lane, the higher the stronger."""
        order = [card[0] + rank for rank in RANKING[self.game]]
        if self.game == "maine_charlemagne" and self.trump is not None and self.lane(card) == self.trump:
            trumps = [self.trump + rank for rank in "AKQT87"]
            order = [self.trump + "9", self.trump + "J", LITTLE_JACK[self.trump], *trumps]
        return -order.index(card)

    def beats(self, card: str, other: str) -> bool:
        """Whether the card beats the other, played before it."""
        if self.lane(card) == self.lane(other):
            return self.height(card) > self.height(other)
        return self.lane(card) == self.trump

    def worth(self, card: str) -> int:
        """Give the points of a card."""
        if self.game == "mediatore":
            return {"1": 3, "3": 1, "2": 1, "R": 1, "C": 1, "F": 1}.get(card[1], 0)
        if self.game in ("maine_charlemagne", "bridge"):
            return 0
        return 10 if card[1] in "AT" else 0

    @property
    def last_trick(self) -> int:
        """The points of the last trick."""
        return {"mediatore": 3, "maine_charlemagne": 0, "bridge": 0}.get(self.game, 10)

    def best(self) -> tuple[int, str]:
        """Give the winning seat and card of the trick so far."""
        winner = self.trick[0]
        for seat, card in self.trick[1:]:
            if self.beats(card, winner[1]):
                winner = seat, card
        return winner

    def followers(self, hand: set[str]) -> set[str]:
        """Give the cards of a hand that may be played to the trick."""
        if not self.trick:
            return set(hand)
        led = self.lane(self.trick[0][1])
        cards = {card for card in hand if self.lane(card) == led}
        if self.game in ("maine_charlemagne", "mediatore", "bridge"):
            return cards or set(hand)
        cards = cards or {card for card in hand if self.lane(card) == self.trump} or set(hand)
        return {card for card in cards if self.beats(card, self.best()[1])} or cards

    def said_with_lead(self, hand: set[str], card: str, marriages: bool) -> set[str]:
        """Give what a leader may say with a card."""
        rest = {other for other in hand if other[0] == card[0]} - {card}
        if self.game == "mediatore":
            words = {"busso"}
            if not rest:
                words.add("volo")
            elif len(rest) <= 2 and all(other[1] in "7654" for other in rest):
                words.add("striscio")
            return words
        couple = {card[0] + "K", card[0] + "Q"}
        return {"marriage"} if marriages and card in couple and couple <= hand else set()

    # --- the play of the cards ---

    def play(
        self,
        leader: int,
        *,
        say: Say = lambda _: set(),
        hear: Hear = lambda _, __: None,
        marriages: bool = False,
        monte: int = 0,
    ) -> Part:
        """Play all cards; ``say`` is what a seat may announce in the first trick, and ``hear`` is told of it."""
        first = True
        while any(hand for seat, hand in enumerate(self.hands) if seat not in self.out):
            self.trick = []
            for turn in range(self.seats):
                seat = (leader + turn) % self.seats
                if seat in self.out:
                    continue
                text = yield self.card_question(seat, say(seat) if first else set(), marriages)
                while not text.startswith("play"):
                    hear(seat, text)
                    text = yield self.card_question(seat, say(seat), marriages)
                card = text.split()[1]
                if text.endswith("marriage"):
                    worth = 40 if card[0] == self.trump else 20
                    self.declared[card[0]] = worth
                    self.points[seat] += worth
                self.hands[seat].remove(card)
                self.played.append(card)
                self.trick.append((seat, card))
            first = False
            leader = self.best()[0]
            self.tricks[leader] += 1
            self.points[leader] += sum(self.worth(card) for _, card in self.trick)
            if self.game == "koenigrufen" and self.tricks[leader] == 1:
                self.points[leader] += sum(self.pending.pop(leader, []))
        self.trick = []
        self.points[leader] += self.last_trick + monte

    def card_question(self, seat: int, announcements: set[str], marriages: bool) -> Question:
        """Give the question put to a seat whose turn it is to play a card."""
        hand = self.hands[seat]
        legal = with_cards("play", self.followers(hand)) | announcements
        if not self.trick:
            legal |= {f"play {card} {word}" for card in hand for word in self.said_with_lead(hand, card, marriages)}
        return Question(self.deciders.get(seat, seat), legal, play=True, hand=seat)

    pending: dict[int, list[int]]

    # --- before the play ---

    def discards(self, seat: int, count: int) -> Part:
        """Let a seat put cards of its hand aside."""
        for _ in range(count):
            card = (yield Question(seat, with_cards("discard", self.hands[seat]))).split()[1]
            self.hands[seat].remove(card)
            self.aside[seat].add(card)

    def gift(self, giver: int, receiver: int, cards: set[str]) -> Part:
        """Let a seat give one of some cards."""
        card = (yield Question(giver, with_cards("give", cards))).split()[1]
        self.hands[giver].remove(card)
        self.hands[receiver].add(card)

    def take_talon(self, seat: int, shown: bool) -> None:
        """Let a seat take the talon."""
        self.hands[seat] |= self.talon
        for other in range(self.seats):
            if shown or other == seat:
                self.seen[other] |= self.talon
        self.talon = set()

    # --- results ---

    def own(self, per_seat: Sequence[int]) -> int:
        """Give the total of the bidder's side."""
        return sum(per_seat[seat] for seat in self.side)

    def others(self, per_seat: Sequence[int]) -> int:
        """Give the total of the other side."""
        return sum(per_seat) - self.own(per_seat)

    def shared(self, value: int) -> tuple[int, ...]:
        """Give payoffs of ``value`` for every payment, from the other side to the bidder's side."""
        defenders = self.seats - len(self.side)
        each = value * defenders // len(self.side)
        return tuple(each if seat in self.side else -value for seat in range(self.seats))


def anrufen(t: Referee) -> Flow:
    """Referee a deal of Anrufen."""
    level, holder, suit = -1, -1, ""
    seat, passes = (t.dealer + 1) % t.seats, 0
    while holder < 0 or passes < t.seats - 1:
        if seat == holder:
            seat = (seat + 1) % t.seats
        options = {"pass"} | {f"bid {name}" for name in ANRUFEN_LEVELS[level + 1 :]}
        if holder >= 0 and suit != ANRUFEN_SUITS[-1]:
            options.add("match")
        text = yield Question(seat, options)
        if text == "pass":
            passes += 1
            if holder < 0 and passes == 2 * t.seats:
                t.void = True
                return (0,) * t.seats
        elif text == "match":
            passes = 0
            if not suit:
                suit = (yield Question(holder, {f"trump {s}" for s in ANRUFEN_SUITS})).split()[1]
                named = (yield Question(seat, {f"trump {s}" for s in ANRUFEN_SUITS})).split()[1]
            else:
                higher = ANRUFEN_SUITS[ANRUFEN_SUITS.index(suit) + 1 :]
                named = (yield Question(seat, {f"trump {s}" for s in higher})).split()[1]
            if ANRUFEN_SUITS.index(named) > ANRUFEN_SUITS.index(suit):
                holder, suit = seat, named
        else:
            level, holder, suit, passes = ANRUFEN_LEVELS.index(text.split()[1]), seat, "", 0
        seat = (seat + 1) % t.seats
    t.bidder, t.side, name = holder, {holder}, ANRUFEN_LEVELS[level]
    if t.seats == 3:
        t.take_talon(holder, shown=False)
        yield from t.discards(holder, 3)
    if name == "no-trick" and t.options.get("no_trick_trump") is False:
        suit = ""
    elif not suit:
        suit = (yield Question(holder, {f"trump {s}" for s in ANRUFEN_SUITS})).split()[1]
    t.trump = suit or None
    if t.seats == 4 and name != "no-trick":
        callable_cards = {suit + rank for rank in RANKS["anrufen"]} - t.hands[holder]
        if callable_cards:
            called = (yield Question(holder, with_cards("call", callable_cards))).split()[1]
            t.side.add(next(s for s in range(4) if called in t.hands[s]))
    said = {"raise": "", "contra": ""}

    def say(seat: int) -> set[str]:
        if seat not in t.side:
            return set() if said["contra"] else {"contra"}
        if seat == holder or said["raise"]:
            return set()
        return {f"raise {higher}" for higher in ANRUFEN_LEVELS[level + 1 :] if higher != "no-trick"}

    def hear(_seat: int, text: str) -> None:
        verb, _, rest = text.partition(" ")
        said[verb] = rest or "said"

    yield from t.play(holder, say=say, hear=hear, marriages=name != "no-trick")
    aside = sum(t.worth(card) for card in t.aside[holder])
    t.points[(holder + 1) % t.seats] += aside
    name = said["raise"] or name
    points, tricks = t.own(t.points), t.own(t.tricks)
    total = 90 + sum(t.declared.values())
    assert sum(t.points) == total
    made = {
        "game": 2 * points > total,
        "hundred": points >= 100,
        "no-trick": tricks == 0,
        "all-tricks": tricks == sum(t.tricks),
        "all-tricks-hundred": tricks == sum(t.tricks) and points >= 100,
    }[name]
    value = ANRUFEN_TOKENS[name] + bool(said["contra"])
    return t.shared(value if made else -value)


def koenigrufen(t: Referee) -> Flow:
    """Referee a deal of Königrufen."""
    declarer = (t.dealer + 1) % 4
    whole = t.hands
    t.hands = [set(batches[0]) for batches in t.batches]
    t.bidder, t.side, t.pending = declarer, {declarer}, {}
    one_call = t.options.get("trump_from") == "called_card"
    if not one_call:
        t.trump = (yield Question(declarer, {f"trump {s}" for s in FRENCH_SUITS})).split()[1]
    called = (yield Question(declarer, with_cards("call", pack_of("koenigrufen")))).split()[1]
    if one_call:
        t.trump = called[0]
    among = whole if t.options.get("called_card") == "whole_hand" else t.hands
    t.side |= {seat for seat in range(4) if called in among[seat]}
    t.hands = whole
    committed: dict[str, int] = {}

    def say(seat: int) -> set[str]:
        couples = {s for s in FRENCH_SUITS if {s + "K", s + "Q"} <= t.hands[seat] and s not in t.declared}
        return {f"declare {s}" for s in couples | ({"hundred", "all-tricks"} - set(committed))}

    def hear(seat: int, text: str) -> None:
        what = text.split()[1]
        if what in FRENCH_SUITS:
            t.declared[what] = 40 if what == t.trump else 20
            t.pending.setdefault(seat, []).append(t.declared[what])
        else:
            committed[what] = seat

    yield from t.play(declarer, say=say, hear=hear)
    points = {True: t.own(t.points), False: t.others(t.points)}
    tricks = {True: t.own(t.tricks), False: t.others(t.tricks)}
    said = {ours: {what for what, seat in committed.items() if (seat in t.side) is ours} for ours in (True, False)}
    kept = {
        ours: ("hundred" not in said[ours] or points[ours] >= 100)
        and ("all-tricks" not in said[ours] or tricks[ours] == 8)
        for ours in (True, False)
    }
    extra = sum(t.declared.values())
    if not committed:
        won = points[True] >= (40 + extra if extra else 50)
    elif said[True] and said[False]:
        won = kept[True]
    else:
        won = kept[True] if said[True] else not kept[False]
    stakes = 3 if "hundred" in committed else 2 if points[won] >= 100 else 1
    stakes += 3 if "all-tricks" in committed else 2 if tricks[won] == 8 else 0
    return t.shared(stakes if won else -stakes)


def maine_charlemagne(t: Referee) -> Flow:
    """Referee a deal of Maine Charlemagne."""
    standing = ""
    for turn in range(1, 5):
        seat = (t.dealer + turn) % 4
        options = set(MAINE_BIDS)
        if standing:
            options = {bid for bid in MAINE_BIDS if maine_rank(bid) > maine_rank(standing)}
        if turn < 4 or (standing and maine_rank(standing) > 4):
            options.add("pass")
        else:
            options = {bid for bid in options if maine_rank(bid) > 4}
        text = yield Question(seat, options)
        if text != "pass":
            standing, t.bidder = text, seat
    bidder = t.bidder
    assert bidder is not None
    partner = (bidder + 2) % 4
    t.side = {bidder, partner}
    words = standing.split()
    if words[1] == "charlemagne":
        options = {f"trump {s}" for s in FRENCH_SUITS}
        options |= {f"alone {s} {what}" for s in FRENCH_SUITS for what in ("ace", "suit")}
        answer = (yield Question(bidder, options)).split()
        t.trump = answer[1]
        if answer[0] == "alone":
            yield from maine_alone(t, bidder, partner, answer[2])
    elif words[1] == "le-petit":
        t.out = {partner}
    elif words[1] != "no-trump":
        t.trump = words[2]
    yield from t.play(bidder)
    won = t.own(t.tricks)
    needed = {"charlemagne": 8, "no-trump": 8, "le-petit": 0}.get(words[1]) if len(words) == 2 else int(words[1])
    assert needed is not None
    made = won == 0 if words[1] == "le-petit" else won >= needed
    score = {"charlemagne": 32, "no-trump": 8, "le-petit": 8}.get(words[1]) or int(words[1])
    return t.shared(score if made else -score)


def maine_rank(bid: str) -> int:
    """Give the rank of a bid: its number, or 8 to 10."""
    name = bid.split()[1]
    return {"le-petit": 8, "no-trump": 9, "charlemagne": 10}.get(name) or int(name)


def maine_alone(t: Referee, bidder: int, partner: int, asked: str) -> Part:
    """Referee the exchanges of a charlemagne played alone."""
    assert t.trump is not None
    ace = {t.trump + "A"} & t.hands[partner]
    lane = {card for card in t.hands[partner] if t.lane(card) == t.trump}
    yield from t.gift(partner, bidder, (ace if asked == "ace" else lane) or t.hands[partner])
    t.out = {partner}
    yield from t.discards(bidder, 1)
    for seat, other in (((bidder + 1) % 4, (bidder + 3) % 4), ((bidder + 3) % 4, (bidder + 1) % 4)):
        if (yield Question(seat, {"defend both", "defend alone"})) == "defend alone":
            yield from t.gift(other, seat, t.hands[other])
            t.out = {partner, other}
            yield from t.discards(seat, 1)
            return


def mediatore(t: Referee) -> Flow:
    """Referee a deal of Mediatore."""
    level, passes, seat = -1, 0, (t.dealer + 1) % 4
    while passes < (3 if level >= 0 else 4):
        text = yield Question(seat, {"pass"} | {f"bid {name}" for name in MEDIATORE_BIDS[level + 1 :]})
        if text == "pass":
            passes += 1
        else:
            level, t.bidder, passes = MEDIATORE_BIDS.index(text.split()[1]), seat, 0
        seat = (seat + 1) % 4
    if t.bidder is None:
        t.void = True
        return (0, 0, 0, 0)
    bidder, bid, giver = t.bidder, MEDIATORE_BIDS[level], None
    t.side = {bidder}
    monte = set(t.talon)
    if bid == "chiamo":
        called = (yield Question(bidder, with_cards("call", pack_of("mediatore")))).split()[1]
        t.side |= {seat for seat in range(4) if called in t.hands[seat]}
        t.take_talon(bidder, shown=False)
    elif bid == "mediatore":
        called = (yield Question(bidder, with_cards("call", pack_of("mediatore") - t.hands[bidder]))).split()[1]
        giver = next((seat for seat in range(4) if called in t.hands[seat]), None)
        if giver is not None:
            t.hands[giver].remove(called)
            t.hands[bidder].add(called)
            for seen in t.seen:
                seen.add(called)
        t.take_talon(bidder, shown=True)
    elif bid == "solo":
        t.take_talon(bidder, shown=True)
    elif bid == "solissimo":
        t.seen[bidder] |= t.talon
    if bid in ("chiamo", "mediatore", "solo"):
        yield from t.discards(bidder, 4)
        monte = set(t.aside[bidder])
    if giver is not None:
        yield from t.gift(bidder, giver, t.hands[bidder])
    yield from t.play((t.dealer + 1) % 4, monte=sum(map(t.worth, monte)))
    assert sum(t.points) == 35
    won = t.own(t.points) // 3 >= 6
    assert won == (t.others(t.points) // 3 < 6)
    more = 2 if 9 in (t.own(t.tricks), t.others(t.tricks)) else 0
    row = [-{"chiamo": 4, "mediatore": 8, "solo": 12, "solissimo": 16, "arcisolissimo": 18}[bid] - more] * 4
    if giver is not None:
        row[giver] = -6 - more
    for seat in t.side - {bidder}:
        row[seat] = 3 + more
    row[bidder] = 0
    row[bidder] = -sum(row)
    return tuple(value if won else -value for value in row)


def bridge(t: Referee) -> Flow:
    """Referee a deal of bridge."""
    calls: list[tuple[int, str]] = []
    seat = t.dealer
    while len(calls) < 4 or any(call != "pass" for _, call in calls[-3:]):
        calls.append((seat, (yield Question(seat, bridge_calls(calls, seat)))))
        seat = (seat + 1) % 4
    bids = [(who, call.split()[1]) for who, call in calls if call.startswith("bid")]
    if not bids:
        return (0, 0, 0, 0)
    last, bid = bids[-1]
    strain = bid[1:]
    declarer = next(who for who, other in bids if other[1:] == strain and who % 2 == last % 2)
    t.bidder, t.side = declarer, {declarer, (declarer + 2) % 4}
    t.trump = None if strain == "NT" else strain
    t.deciders = {(declarer + 2) % 4: declarer}
    doubles = sum(call.endswith("double") for _, call in calls[calls.index((last, f"bid {bid}")) :])
    dummy = t.play((declarer + 1) % 4)
    question = next(dummy)
    while True:
        text = yield question
        for seen in t.seen:
            seen |= t.hands[(declarer + 2) % 4]
        try:
            question = dummy.send(text)
        except StopIteration:
            break
    vulnerable = t.vulnerable in ("both", ("ns", "ew")[declarer % 2])
    return t.shared(bridge_score(int(bid[0]), strain, doubles, vulnerable, t.own(t.tricks)))


def bridge_calls(calls: Sequence[tuple[int, str]], seat: int) -> set[str]:
    """Give the calls open to a seat."""
    spoken = [(who, call) for who, call in calls if call != "pass"]
    standing = next((call.split()[1] for _, call in reversed(spoken) if call.startswith("bid")), None)
    options = {"pass"} | {f"bid {bid}" for bid in BRIDGE_BIDS[BRIDGE_BIDS.index(standing) + 1 if standing else 0 :]}
    if spoken and (spoken[-1][0] - seat) % 2 == 1:
        if spoken[-1][1].startswith("bid"):
            options.add("double")
        elif spoken[-1][1] == "double":
            options.add("redouble")
    return options


def bridge_score(level: int, strain: str, doubles: int, vulnerable: bool, tricks: int) -> int:
    """Give what the declarer's side scores, trick by trick as the page says."""
    factor = 2**doubles
    over = tricks - 6 - level
    if over < 0:
        steps = [(200 if vulnerable else 100) if n == 0 else 300 if vulnerable or n >= 3 else 200 for n in range(-over)]
        plain = (100 if vulnerable else 50) * -over
        return -(sum(steps) * factor // 2 if doubles else plain)
    trick = {"C": 20, "D": 20}.get(strain, 30)
    worth = (trick * level + (10 if strain == "NT" else 0)) * factor
    total = worth + (50 if worth < 100 else 500 if vulnerable else 300)
    total += {6: (500, 750), 7: (1000, 1500)}.get(level, (0, 0))[vulnerable]
    total += {0: 0, 1: 50, 2: 100}[doubles]
    each = {0: (trick, trick), 1: (100, 200), 2: (200, 400)}[doubles][vulnerable]
    return total + each * over


FLOWS: dict[str, Callable[[Referee], Flow]] = {
    "anrufen": anrufen,
    "bridge": bridge,
    "koenigrufen": koenigrufen,
    "maine_charlemagne": maine_charlemagne,
    "mediatore": mediatore,
}
