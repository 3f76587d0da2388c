"""Counts the ways to play the positions of the files beside it, by the rules pages alone.

A second implementation of the play of the games: cards are two letters, hands are lists, a legal move is what the
page says it is, and nothing of the library is used. `python make_perft.py` counts every `perft` line of every file
again and writes the counts in; `python make_perft.py --check` says where they differ. A `?` in the place of a count is
filled in like any other.

The files: `id` names a case; `position` is the text of a position as the library writes it; `perft N C` says that C
sequences of N moves can be played (or fewer, where the play ends before), `perft all C` that C play it out. A move is a
card, a card with what is said with it, or an announcement. Lines that start with `#` are remarks.
"""

from __future__ import annotations

import sys
from pathlib import Path

SUITS = {"anrufen": "SHDC", "bridge": "SHDC", "koenigrufen": "SHDC", "maine_charlemagne": "SHDC", "mediatore": "CDSB"}
# "Rank, high to low", as each page has it.
RANKING = {
    "anrufen": "ATKQJ9",
    "bridge": "AKQJT98765432",
    "koenigrufen": "ATKQJ987",
    "maine_charlemagne": "AKQJT987",
    "mediatore": "321RCF7654",
}
OTHER_OF_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}


class Table:
    """A position, read from its text."""

    def __init__(self, text: str) -> None:
        fields = [field.strip().partition(" ") for field in text.split(";")]
        self.fields = {name: value for name, _, value in fields if name != "may"}
        self.game = self.fields["rules"]
        self.hands = [self.read_hand(hand) for hand in self.fields["hands"].split()]
        out = [int(seat) for seat in self.fields.get("out", "").split()]
        self.players = [seat for seat in range(len(self.hands)) if seat not in out]
        self.trump = self.fields.get("trump")
        self.turn = int(self.fields.get("leader", "0"))
        self.trick: list[tuple[int, str]] = []
        for card in self.fields.get("trick", "").split():
            self.trick.append((self.turn, card))
            self.turn = self.after(self.turn)
        self.first_trick = all(won == "0" for won in self.fields.get("tricks", "0").split())
        self.marriages = self.game == "anrufen" and self.fields.get("marriages") != "no"
        self.may = [self.read_announcement(value) for name, _, value in fields if name == "may"]
        self.said = [text.strip().rpartition("@")[0] for text in self.fields.get("said", "").split(",") if text]

    def read_hand(self, text: str) -> list[str]:
        lanes = zip(SUITS[self.game], text.replace("-", "").split("."), strict=True)
        return [suit + rank for suit, ranks in lanes for rank in ranks]

    def read_announcement(self, text: str) -> tuple[str, list[int], list[str], list[str]]:
        """The words, who may say them, the cards needed, and the announcements that close it."""
        first, *parts = [part.strip() for part in text.split("|")]
        words, _, seats = first.rpartition("@")
        needs: list[str] = []
        blocked: list[str] = []
        for name, _, value in (part.partition(" ") for part in parts):
            if name == "needs":
                needs = self.read_hand(value)
            elif name == "blocked":
                blocked = [text.strip() for text in value.split(",")]
        return words, [int(seat) for seat in seats.split()], needs, blocked

    def after(self, seat: int) -> int:
        """The next seat in play."""
        return self.players[(self.players.index(seat) + 1) % len(self.players)]

    # Cards

    def is_trump(self, card: str) -> bool:
        """Maine Charlemagne: the other jack of the trump suit's colour is a trump."""
        if self.trump is None:
            return False
        little_jack = self.game == "maine_charlemagne" and card == OTHER_OF_COLOUR[self.trump] + "J"
        return card[0] == self.trump or little_jack

    def is_of_lane(self, card: str, led: str) -> bool:
        if self.is_trump(led):
            return self.is_trump(card)
        return card[0] == led[0] and not self.is_trump(card)

    def trumps(self) -> list[str]:
        """Trumps, high to low."""
        assert self.trump is not None
        if self.game == "maine_charlemagne":
            jacks = [self.trump + "J", OTHER_OF_COLOUR[self.trump] + "J"]
            return [self.trump + "9", *jacks, *(self.trump + rank for rank in "AKQT87")]
        return [self.trump + rank for rank in RANKING[self.game]]

    def is_higher(self, card: str, other: str) -> bool:
        """Of two cards of one lane."""
        order = self.trumps() if self.is_trump(card) else [card[0] + rank for rank in RANKING[self.game]]
        return order.index(card) < order.index(other)

    def beats(self, card: str, other: str) -> bool:
        if self.is_of_lane(card, other):
            return self.is_higher(card, other)
        return self.is_trump(card)

    def winning(self) -> tuple[int, str]:
        """The seat and card that win the trick so far."""
        winner = self.trick[0]
        for played in self.trick[1:]:
            if self.beats(played[1], winner[1]):
                winner = played
        return winner

    # Moves

    def cards_allowed(self) -> list[str]:
        hand = self.hands[self.turn]
        if not self.trick:
            return hand
        following = [card for card in hand if self.is_of_lane(card, self.trick[0][1])]
        if self.game in ("bridge", "maine_charlemagne", "mediatore"):
            # "Follow the led lane if able; otherwise any card."
            return following or hand
        # "Follow the led suit; if unable, play a trump; if unable, any card. Within what follows, a card that beats
        # every card so far in the trick must be played if there is one."
        allowed = following or [card for card in hand if self.is_trump(card)] or hand
        return [card for card in allowed if self.beats(card, self.winning()[1])] or allowed

    def with_lead(self, card: str) -> list[str]:
        """What may be said with the lead of a card."""
        rest = [other for other in self.hands[self.turn] if other[0] == card[0] and other != card]
        if self.game == "mediatore":
            words = ["busso"]
            if not rest:
                words.append("volo")
            if 1 <= len(rest) <= 2 and all(other[1] in "7654" for other in rest):
                words.append("striscio")
            return words
        partner = {"K": "Q", "Q": "K"}.get(card[1])
        return ["marriage"] if self.marriages and partner and card[0] + partner in rest else []

    def announcements(self) -> list[str]:
        """First trick only, on one's own turn, before one's card."""
        if not self.first_trick:
            return []
        return [
            words
            for words, seats, needs, blocked in self.may
            if self.turn in seats
            and words not in self.said
            and not any(other in self.said for other in blocked)
            and all(card in self.hands[self.turn] for card in needs)
        ]

    def is_over(self) -> bool:
        return not self.trick and not self.hands[self.turn]

    # Counting

    def count(self, depth: int | None) -> int:
        """The number of sequences of so many moves, or to the end."""
        if depth == 0 or self.is_over():
            return 1
        less = None if depth is None else depth - 1
        total = 0
        for words in self.announcements():
            self.said.append(words)
            total += self.count(less)
            self.said.pop()
        for card in list(self.cards_allowed()):
            ways = 1 + (0 if self.trick else len(self.with_lead(card)))
            total += ways * (1 if depth == 1 else self.count_after(card, less))
        return total

    def count_after(self, card: str, depth: int | None) -> int:
        seat, trick, first_trick = self.turn, self.trick, self.first_trick
        hand = self.hands[seat]
        self.hands[seat] = [other for other in hand if other != card]
        self.trick = [*trick, (seat, card)]
        self.turn = self.after(seat)
        if len(self.trick) == len(self.players):
            self.turn = self.winning()[0]
            self.trick = []
            self.first_trick = False
        total = self.count(depth)
        self.hands[seat], self.turn, self.trick, self.first_trick = hand, seat, trick, first_trick
        return total


def counted(path: Path) -> str:
    """The text of a file with every count made anew."""
    lines = []
    table = None
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "position":
            table = Table(rest)
        elif word == "perft":
            assert table is not None
            depth = rest.split()[0]
            line = f"perft {depth} {table.count(None if depth == 'all' else int(depth))}"
        lines.append(line)
    return "\n".join(lines) + "\n"


def main() -> int:
    """Count again; write, or with --check compare."""
    differ = 0
    for path in sorted(Path(__file__).parent.glob("*.txt")):
        text = counted(path)
        if text != path.read_text(encoding="utf-8"):
            differ += 1
            print(f"{path.name} differs")
            if "--check" not in sys.argv[1:]:
                path.write_text(text, encoding="utf-8")
    return 1 if differ and "--check" in sys.argv[1:] else 0


if __name__ == "__main__":
    raise SystemExit(main())
