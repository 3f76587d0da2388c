"""What the table of ``trickcore play`` says: who does what, the cards, what may be done, a hint, the score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import trickcore as tc
from trickcore.bots.pimc import Judgement, PimcBot
from trickcore.cli.screen import sentence
from trickcore.errors import IllegalAction, ParseError
from trickcore.lanes import lanes
from trickcore.observation import left_open
from trickcore.render import Face, compass, contract_words, payments, story, wrapped

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickcore._core import Action, Card, CardSet, State
    from trickcore.bots.sessions import Session
    from trickcore.cli.screen import Screen

__all__ = ["Words"]

HINT_WORLDS = 48
HINT_SECONDS = 5.0

DOES = {
    "pass": ("pass", "passes"),
    "bid": ("bid {}", "bids {}"),
    "match": ("match the bid", "matches the bid"),
    "trump": ("name {} trumps", "names {} trumps"),
    "call": ("call {}", "calls {}"),
    "discard": ("put {} aside", "puts {} aside"),
    "give": ("give {}", "gives {}"),
    "raise": ("raise to {}", "raises to {}"),
    "contra": ("say contra", "says contra"),
    "declare": ("declare {}", "declares {}"),
    "alone": ("play alone with {}", "plays alone with {}"),
    "defend": ("defend {}", "defends {}"),
    "double": ("double", "doubles"),
    "redouble": ("redouble", "redoubles"),
    "play": ("play {}", "plays {}"),
}
"""What one does with each verb: you, and another."""
_SEATS = ("dummy", "giver")
"""What of a contract is a seat."""


class Words:
    """Says things on a screen, to the person at a seat."""

    def __init__(self, session: Session, screen: Screen) -> None:
        self.session, self.screen = session, screen
        self.me = session.players.index(None)

    @property
    def game(self) -> tc.Game:
        """The game played."""
        return self.session.match.game

    @property
    def state(self) -> State:
        """The deal in progress."""
        return self.session.match.state

    @property
    def face(self) -> Face:
        """How cards are shown."""
        return self.screen.face

    @property
    def width(self) -> int:
        """How wide a line may be."""
        return min(120, self.screen.console.width)

    # Names

    def name(self, seat: int) -> str:
        """What a seat is called."""
        player = self.session.players[seat]
        return "you" if seat == self.me else f"{self._place(seat)}{'' if player is None else f' ({_kind(player)})'}"

    def _place(self, seat: int) -> str:
        return self.game.seat_names[seat] if self.game.seat_names else f"seat {seat}"

    @property
    def playing(self) -> int:
        """The seat whose card is next: not the person's where it decides for a hand that lies open."""
        position = self.state.position
        turn = None if position is None or self.state.actor != self.me else position.turn
        return self.me if turn is None else turn

    def shown(self, action: Action) -> str:
        """An action's text with cards as they are shown."""
        return self.face.action(action)

    def done(self, seat: int, text: str) -> str:
        """Who did what, in words; the text is as this seat saw it."""
        verb, _, rest = text.partition(" ")
        action = self.game.table.get(text)
        if action is not None:
            rest = self.shown(action).partition(" ")[2]
        if rest == "?":
            rest = "a card"
        if verb == "play" and action is not None and len(action.args) > 1:
            card = self.face.card(action.card) if action.card else rest
            rest = f"{card} and says {action.args[1]}"
        yours, others = DOES.get(verb, ("{}", "{}"))
        phrase = (yours if seat == self.me else others).format(rest or text)
        return f"{self.name(seat)} {phrase}"

    def action(self, typed: str) -> Action:
        """The action that was typed, as it is shown here or as the rules write it; ``play`` may be left out."""
        plain = " ".join(typed.split()).casefold()
        for action in self.game.table:
            shown = self.shown(action).casefold()
            if plain in (shown, shown.removeprefix("play "), shown.removeprefix("bid ")):
                return action
        for text in (typed, f"play {typed}"):
            try:
                return self.game.parse_action(text)
            except ParseError:
                continue
        raise ParseError(f"{typed!r} is no command and no action here; 'help' lists commands", "unknown_action", typed)

    def why(self, action: Action) -> str:
        """Why an action is not allowed now, in words; or that it is."""
        state = self.state
        name, card = self.shown(action), action.card
        if action in state.legal_actions():
            return f"{name} is allowed"
        if card is not None and action.verb != "call" and card not in state.hands[self.playing]:
            holds_not = "you do not hold" if self.playing == self.me else f"{self.name(self.playing)} does not hold"
            return f"{name}: {holds_not} {self.face.card(card)}"
        if card is not None and action.verb == "play" and len(action.args) == 1 and state.trick:
            return f"{name}: {self._duty(card)}"
        try:
            state.clone().apply(action)
        except IllegalAction as error:
            return sentence(error) if name in str(error) else f"{name}: {sentence(error)}"
        return f"{name} is allowed"

    def _duty(self, card: Card) -> str:
        """Which duty of play a card in hand fails."""
        state, position = self.state, self.state.position
        assert position is not None
        plan, hand = position.plan, state.hands[self.playing]
        led = state.trick[0][1]
        lane = plan.lane(led)
        instead = self.face.cards([a.card for a in state.legal_actions() if a.card is not None and a.verb == "play"])
        suit = "trumps were" if led in plan.trump_lane else f"{self.face.long[led.suit]} was"
        if hand & lane and card not in lane:
            return f"{suit} led and you have some, so you must follow: {instead}"
        if not hand & lane and card not in plan.trump_lane:
            return f"{suit} led and you have none, so you must trump: {instead}"
        best = next(laid for seat, laid in state.trick if seat == position.winner)
        return f"you can beat {self.face.card(best)}, so you must: {instead}"

    # Telling

    def welcome(self) -> None:
        """Who plays what with whom."""
        self.screen.title(self.game.title)
        others = ", ".join(self.name(seat) for seat in self._around()[1:])
        seed = f"seed {self.session.match.seed}"
        self.screen.prose(
            f"You sit at {self._place(self.me)}; in turn order follow {others}. {seed}. 'help' lists commands."
        )

    def deal(self) -> None:
        """A new deal begins, or one goes on."""
        match = self.session.match
        self.screen.say(f"\nDeal {match.deal_number}, dealt by {self.name(match.dealer)}", "bold")

    def tell(self, since: int) -> None:
        """Say what was done from an action on, and who won the tricks."""
        seen = self.state.observation(self.me)
        told = story(self.state)
        before = len(told.decisions)
        ends = self._trick_ends(told.tricks, before)
        for number, (seat, text) in enumerate(seen["actions"]):
            if number < since:
                continue
            self.screen.say(f"  {self.done(seat, text)}")
            if number in ends:
                winner, tricks = ends[number]
                self.screen.say(f"  {'—' * 3} the trick is {self._whose(winner)}: {tricks} so far", "dim")
            if number == before - 1 and told.plan is not None:
                self._contract(seen)

    def _trick_ends(self, tricks: Sequence[Any], before: int) -> dict[int, tuple[int, int]]:
        """For the action that ends each trick, who won it and how many that makes."""
        found, number = {}, before
        for trick in tricks:
            number += len(trick.plays)
            if trick.winner is not None:
                found[number - 1] = (trick.winner, trick.tricks[trick.winner])
        return found

    def _whose(self, seat: int) -> str:
        return "yours" if seat == self.me else f"{self.name(seat)}'s"

    def _contract(self, seen: Mapping[str, Any]) -> None:
        self.screen.prose(f"  {self._terms(seen)}")

    def _terms(self, seen: Mapping[str, Any]) -> str:
        """The contract in words."""
        terms = [
            f"{key} {self.name(value) if key in _SEATS else self._term(value)}"
            for key, value in seen["contract"].items()
            if key != "bidder" and value not in (None, False, [])
        ]
        return f"{self.name(seen['contract']['bidder'])} to make: {', '.join(terms)}"

    def _term(self, value: object) -> str:
        text = " ".join(map(str, value)) if isinstance(value, list) else str(value)
        pack = self.game.pack
        if len(text) == 2 and text[0] in pack.suits and text[1] in pack.ranks:
            return self.face.card(tc.Card(text, pack))
        return self.face.words(text)

    # The table

    def _around(self) -> list[int]:
        return [(self.me + i) % self.game.players for i in range(self.game.players)]

    def table(self) -> None:
        """The seats around the table with the trick in progress, and the own hand by lanes."""
        seen = self.state.observation(self.me)
        turn = self.playing if seen["actor"] == self.me else seen["actor"]
        laid = {seat: self.face.card(tc.Card(text, self.game.pack)) for seat, text in seen["trick"]}
        blocks = []
        for seat in self._around():
            mark = " *" if seat == turn else ""
            tricks = f", {seen['tricks'][seat]} won" if seen["phase"] == "play" else ""
            size = seen["sizes"][seat]
            cards = f"{size} card{'s' * (size != 1)}{tricks}"
            blocks.append([f"{self.name(seat)}{mark}", cards, laid.get(seat, "")])
        self.screen.say()
        self.screen.say(compass(blocks, clockwise=self.game.rules.clockwise).rstrip())
        self.screen.say()
        if seen["talon"] and seen["shown"]:
            self.screen.say(f"{'talon':10}{self.face.cards(self._cards(seen['talon']))}")
        if seen["phase"] not in ("play", "done") and seen["actions"]:
            self.screen.say(wrapped("so far", [self.done(*done) for done in seen["actions"]], ", ", self.width))
        if seen["contract"]:
            said = [self.done(seat, text) for seat, text in seen["said"]]
            self.screen.say(wrapped("contract", [self._terms(seen), *said], "; ", self.width))
        if seen["contract"] and seen["phase"] == "play" and seen["partner"] not in (None, "none"):
            side = {seen["contract"]["bidder"], seen["partner"]}
            self.screen.say(f"{'side':10}{' and '.join(self.name(seat) for seat in sorted(side))}")
        if any(seen["points"]):
            points = ", ".join(f"{self.name(seat)} {seen['points'][seat]}" for seat in self._around())
            self.screen.say(wrapped(self.game.unit, points.split(", "), ", ", self.width))
        if seen["phase"] == "play" and (seen["contract"] or {}).get("dummy") not in (None, self.me):
            self._dummy(seen)
        self.screen.say(wrapped("your hand", self.lanes(seen, seen["hand"]), "   ", self.width))

    def _dummy(self, seen: Mapping[str, Any]) -> None:
        """The hand that lies open, what is left of it."""
        if left := left_open(seen):
            self.screen.say(wrapped("dummy", self.lanes(seen, left), "   ", self.width))

    def lanes(self, seen: Mapping[str, Any], cards: Sequence[str]) -> list[str]:
        """A hand by lanes, each strongest first, trumps first; a card of another suit is shown with it."""
        trump = (seen["contract"] or {}).get("trump")
        hand, found = self._cards(cards), []
        for lane in lanes(self.game.rules.plan(trump=trump, marriages=False)):
            own = [card for card in lane if card in hand]
            suit = trump if trump and lane[0] in self.game.rules.plan(trump=trump).trump_lane else lane[-1].suit
            ranks = [self.face.ranks[c.rank] if c.suit == suit else self.face.card(c) for c in own]
            found.append(f"{self.face.long[suit]} {' '.join(ranks) or '-'}")
        return found

    def _cards(self, texts: Sequence[str]) -> CardSet:
        return tc.CardSet([tc.Card(text, self.game.pack) for text in texts], self.game.pack)

    def choices(self, legal: Sequence[Action]) -> None:
        """What may be done, numbered."""
        parts = [f"{number} {self.shown(action)}" for number, action in enumerate(legal, 1)]
        self.screen.say(wrapped("you may" if self.playing == self.me else "for dummy", parts, "   ", self.width))

    # Hint

    def hint(self, seen: Mapping[str, Any], legal: Sequence[Action]) -> None:
        """What pimc thinks of the choices and why, and what the hand-written player would do."""
        if len(legal) == 1:
            self.screen.say(f"there is nothing but {self.shown(legal[0])}")
            return
        judged = PimcBot(seed=self.session.match.seed, worlds=HINT_WORLDS, seconds=HINT_SECONDS).judge(seen, legal)
        best, *others = judged[:4]
        self.screen.say(f"hint: {self.shown(best.action)}", "bold")
        self.screen.prose(self._reason(best))
        for other in others if best.worlds else ():
            self.screen.say(f"  {self.shown(other.action):24} {other.payoff:+.2f}  {self._beside(best, other)}")
        rules = tc.bot("rules").act(seen, legal)
        self.screen.say(f"by rule of thumb: {self.shown(self.game.parse_action(str(rules)))}")

    def _reason(self, best: Judgement) -> str:
        if not best.worlds:
            return "No deal that fits what you know could be solved in time: this is by rule of thumb."
        off = f" (± {1.96 * best.error:.2f})" if best.worlds > 1 else ""
        return (
            f"In {best.worlds} deals that fit what you know, all cards seen and played perfectly, it brings you "
            f"{best.payoff:+.2f} on average{off}."
        )

    def _beside(self, best: Judgement, other: Judgement) -> str:
        if other.payoff > best.payoff and other.worlds == best.worlds:
            return "not surely better than the rule of thumb"
        if other.worlds < best.worlds:
            return f"left aside after {other.worlds} deals"
        if other.total is not None and best.total is not None and abs(other.payoff - best.payoff) < 1e-9:
            return (
                f"as good; {abs(best.total - other.total):.1f} {self.game.unit} behind"
                if other.total < best.total
                else "as good"
            )
        return ""

    # The end

    def end(self) -> None:
        """How the deal went: all hands, the contract, what each gains."""
        state = self.state
        if state.void:
            self.screen.say("Nobody bids: the deal is void, and the same dealer deals again.")
            return
        told = story(state)
        self.screen.say("\nThe deal is over", "bold")
        for seat in self._around():
            self.screen.say(f"  {self.name(seat):16} {self.face.line(state.deal.hands[seat])}")
        if state.deal.talon:
            self.screen.say(f"  {'talon':16} {self.face.line(state.deal.talon)}")
        assert state.payoffs is not None
        if state.contract is None:
            self.screen.say(f"passed out: {payments(state.payoffs)}", "bold")
            return
        self.screen.say(contract_words(state.contract, told.plan, self.face))
        made = state.payoffs[state.contract.bidder] > 0
        self.screen.say(f"{'made' if made else 'not made'}: {payments(state.payoffs)}", "bold")

    def score(self) -> None:
        """The score of the match."""
        scores = self.session.match.scores
        told = ", ".join(f"{self.name(seat)} {scores[seat]}" for seat in self._around())
        self.screen.say(f"Score: {told}")

    def winners(self) -> None:
        """Who has won the match."""
        won = [self.name(seat) for seat in self.session.match.winners]
        if len(won) == self.game.players:
            self.screen.say("\nThe match is over: a draw, nobody is ahead.", "bold")
        else:
            self.screen.say(f"\nThe match is over: {' and '.join(won)} won.", "bold")


def _kind(player: tc.Bot) -> str:
    return str(getattr(player, "NAME", "bot"))
