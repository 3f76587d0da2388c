"""Golden playthroughs: whole deals of every game with every combination of its options, written out step by step.

Each file of ``tests/data/playthroughs`` is one game with its options and holds several deals. A deal lists its actions,
then tells what the library said on the way: at every step the phase, the seat, the action (its index in brackets) and
after ``<`` all legal actions; after every trick who won it, tricks and points; at milestones what each seat may know,
as far as it changed since the milestone before (``all``: the same for all seats; ``+``: entries added to a list); at
the end what the deal pays. The tests replay the actions of the files and compare every line.

The deals are those of `COURSES`. After a wanted change of rules, indices or observations, write the files anew and read
the difference::

    python tests/python/test_playthroughs.py --write
"""

from __future__ import annotations

import difflib
import itertools
import json
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

import trickcore as tc

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FILES = Path(__file__).parents[1] / "data" / "playthroughs"
DEAL = "=== "
"""What the title of a deal begins with."""


class Variant(NamedTuple):
    """A game with its options chosen."""

    name: str
    options: tuple[tuple[str, int | bool | str], ...]

    @property
    def game(self) -> tc.Game:
        return tc.game(self.name, **dict(self.options))

    @property
    def file(self) -> Path:
        """Its playthroughs; an option that has its default is not in the name."""
        defaults = {spec.name: spec.default for spec in self.game.option_specs}
        chosen = [f"{name}={value}" for name, value in self.options if value != defaults[name]]
        return FILES / f"{'-'.join([self.name, *chosen])}.txt"

    def __str__(self) -> str:
        return self.file.stem


VARIANTS = [
    Variant(name, tuple(zip((spec.name for spec in specs), values, strict=True)))
    for name in tc.games()
    for specs in [tc.game(name).option_specs]
    for values in itertools.product(*(spec.values for spec in specs))
]
every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


class Course(NamedTuple):
    """How one deal is to go."""

    title: str
    said: str = ""
    """The first actions, with semicolons between them."""
    wishes: str = ""
    """Words with semicolons between them: an action with these words is taken as soon as it is legal."""
    seed: int = 0
    """Deals the cards, and draws every action that is neither said nor wished for."""
    dealer: int = 0
    deal: str | None = None
    """The cards, where they are not dealt by the seed."""
    terms: str = ""
    """What else is given with the deal, as ``vulnerable=ns``."""


def listed(text: str) -> list[str]:
    """The parts of a text with semicolons between them."""
    return [part.strip() for part in text.split(";") if part.strip()]


def given(text: str) -> dict[str, str]:
    """The terms that a text lists."""
    return {name: value for name, _, value in (part.partition("=") for part in listed(text))}


# Words that come often
PASSES = "pass; pass; pass"
EVERY_BID = "; ".join(f"bid {level}{strain}" for level in range(1, 8) for strain in ("C", "D", "H", "S", "NT"))
TEN_HEARTS = "-.AKQJT98765.AKQ.- AJ852.2.963.KT74 KT74.4.J852.Q963 Q963.3.T74.AJ852"
ALL_CLUBS = "-.-.-.AKQJT98765432 AJ852.Q963.KT74.- KT74.AJ852.Q963.- Q963.KT74.AJ852.-"
EVERYTHING = "declare all-tricks; declare S"
EIGHT_TRUMPS = "-.K.AT9.-/-.-.K7.A7 AKQT.-.-.-/J987.-.-.- -.J9.-.QJ/-.QT.Q.T -.8.J.98/-.A7.8.K"
SEVEN_TRUMPS = "-.Q8.AJ.-/-.KJ.8.A AKT.-.-.9/QJ98.-.-.- 7.97.-.K/-.-.T.QT8 -.AT.Q7.-/-.-.K9.J7"

COURSES: dict[str, list[Course]] = {
    "anrufen": [
        Course("played at random", seed=1, dealer=1),
        Course("no-trick at random", "bid no-trick", seed=5, dealer=2),
    ],
    "anrufen no_trick_trump=True": [
        Course("played at random", seed=2, dealer=2),
    ],
    "anrufen players=4 no_trick_trump=True": [
        Course("nobody bids in two rounds: the deal is void", "pass; pass; pass; pass; pass; pass; pass; pass", seed=3),
        Course(
            "a bid in the second round, and a seat that passed speaks again",
            "pass; pass; pass; pass; pass; bid game; pass; bid hundred; pass; pass; bid all-tricks; pass; pass; pass",
            seed=4,
            dealer=3,
        ),
        Course(
            "a match won by the matcher, then matched again with a higher suit",
            f"bid game; match; trump C; trump S; match; trump D; {PASSES}",
            "marriage",
        ),
        Course(
            "a match that failed: with the same suit the holder keeps the bid",
            f"bid hundred; match; trump D; trump D; {PASSES}",
            dealer=2,
        ),
        Course("game, raised to hundred, contra", f"bid game; {PASSES}", "raise hundred; contra", seed=115),
        Course("game, contra, raised to all-tricks", f"bid game; {PASSES}", "contra; raise all-tricks", dealer=2),
        Course("hundred made with a marriage", f"bid hundred; {PASSES}", "marriage", seed=45),
        Course(
            "all-tricks with five trumps, raised, contra",
            f"bid all-tricks; {PASSES}; trump S; call S9",
            "marriage; contra; raise all-tricks-hundred",
            deal="-.KT.KQ.AK AKQJT.A.-.- -.J9.AT.Q9 9.Q.J9.JT",
        ),
        Course(
            "all-tricks made with a partner",
            f"bid all-tricks; {PASSES}; trump S; call S9",
            deal="-.KT.KQ.AK AKQJT.A.-.- -.J9.AT.Q9 9.Q.J9.JT",
        ),
        Course(
            "all six trumps: no card to call",
            f"bid all-tricks-hundred; {PASSES}; trump S",
            "marriage; contra",
            deal="-.KT.KQ.AK AKQJT9.-.-.- -.J9.AT.Q9 -.AQ.J9.JT",
        ),
        Course(
            "all-tricks lost, raised to all-tricks-hundred", f"bid all-tricks; {PASSES}", "raise all-tricks-hundred"
        ),
        Course("all-tricks-hundred lost", f"bid all-tricks-hundred; {PASSES}", "contra"),
        Course("no-trick made", f"bid no-trick; {PASSES}", seed=1),
        Course("no-trick lost, contra", f"pass; bid no-trick; {PASSES}", "contra"),
        Course("no-trick matched", f"bid no-trick; match; trump S; trump S; {PASSES}"),
    ],
    "anrufen players=4 no_trick_trump=False": [
        Course("no-trick made without trumps", f"bid no-trick; {PASSES}", seed=13),
        Course("no-trick lost, contra", f"bid no-trick; {PASSES}", "contra", seed=1),
        Course(
            "a match that names suits for who holds the bid alone",
            f"bid game; bid no-trick; match; trump S; trump H; {PASSES}",
        ),
        Course("another level has trumps", f"bid game; {PASSES}", "marriage"),
    ],
    "anrufen players=3 no_trick_trump=True": [
        Course("nobody bids in two rounds: the deal is void", "pass; pass; pass; pass; pass; pass", seed=3),
        Course("game made with a marriage, contra", "bid game; pass; pass", "marriage; contra", seed=6),
        Course(
            "aces and tens put aside count for the others",
            "bid game; pass; pass",
            "discard HA; discard ST; contra",
            seed=3,
        ),
        Course("a match on a bid that outbid another", "bid game; bid hundred; match; trump S; trump H; pass; pass"),
        Course("hundred made", "bid hundred; pass; pass", "marriage", seed=44),
        Course("all-tricks lost", "bid all-tricks; pass; pass"),
        Course("all-tricks made", "bid all-tricks; pass; pass", seed=47),
        Course("no-trick made", "bid no-trick; pass; pass", seed=19),
        Course("no-trick lost", "bid no-trick; pass; pass"),
        Course("all-tricks-hundred lost", "bid all-tricks-hundred; pass; pass", "contra"),
    ],
    "anrufen players=3 no_trick_trump=False": [
        Course("no-trick made without trumps", "bid no-trick; pass; pass", seed=2),
        Course("no-trick matched, lost, contra", "pass; bid no-trick; match; trump D; trump H; pass; pass", "contra"),
        Course("another level has trumps", "bid game; pass; pass", "marriage"),
    ],
    "koenigrufen": [
        Course("played at random", seed=1),
        Course("played at random", seed=2, dealer=3),
    ],
    "koenigrufen trump_from=named": [
        Course("trumps and a card called", "trump H; call HA", seed=3),
        Course("all-tricks declared and lost", "trump H; call SA", "declare all-tricks", seed=1),
        Course("all-tricks made", "trump S; call SA", EVERYTHING, deal=EIGHT_TRUMPS),
        Course("all-tricks made with a partner", "trump S; call S7", EVERYTHING, seed=3, deal=SEVEN_TRUMPS),
        Course("the declarer calls a card of its own and is alone", "trump H; call CK", seed=7),
        Course("the called card comes in the second batch", "trump H; call CK", seed=6),
    ],
    "koenigrufen called_card=first_four trump_from=named": [
        Course(
            "all four marriages declared", "trump H; call HA", "declare S; declare H; declare D; declare C", seed=865
        ),
        Course("hundred declared and made", "trump H; call SA", "declare hundred", seed=233),
    ],
    "koenigrufen called_card=whole_hand trump_from=named": [
        Course("marriages raise the mark", "trump H; call HA", "declare", seed=5),
        Course("hundred declared and made", "trump H; call SA", "declare hundred", seed=192),
    ],
    "koenigrufen trump_from=called_card": [
        Course("hundred declared and made", "call SA", "declare hundred", seed=37),
        Course("hundred and all-tricks declared and lost", "call SA", "declare hundred; declare all-tricks"),
        Course("all-tricks made", "call SA", EVERYTHING, deal=EIGHT_TRUMPS),
        Course("the declarer calls a card of its own and is alone", "call CK", seed=4),
        Course("the called card comes in the second batch", "call CK", seed=6),
    ],
    "bridge": [
        Course("played at random", seed=1),
        Course("played at random", seed=2, dealer=3, terms="vulnerable=ew"),
        Course("nobody bids: passed out", f"pass; {PASSES}", seed=3, dealer=2, terms="vulnerable=both"),
        Course(
            "every bid, doubled and redoubled, lost",
            f"{EVERY_BID}; double; redouble; {PASSES}",
            terms="vulnerable=both",
        ),
        Course("1NT made", f"pass; pass; pass; bid 1NT; {PASSES}", seed=0, dealer=1),
        Course("1NT lost", f"bid 1NT; {PASSES}", seed=7),
        Course("4H by the first to name hearts, made", f"bid 1H; pass; bid 4H; {PASSES}", deal=TEN_HEARTS),
        Course(
            "4H doubled and made", f"pass; bid 4H; double; {PASSES}", deal=TEN_HEARTS, dealer=3, terms="vulnerable=ns"
        ),
        Course("4H redoubled and made", f"bid 4H; double; redouble; {PASSES}", deal=TEN_HEARTS, terms="vulnerable=ew"),
        Course("6S lost, vulnerable", f"bid 6S; {PASSES}", seed=6, terms="vulnerable=both"),
        Course("6S doubled and lost", f"bid 6S; pass; pass; double; {PASSES}", seed=7),
        Course("7C made", f"bid 7C; {PASSES}", deal=ALL_CLUBS, dealer=2, terms="vulnerable=ns"),
        Course("the other side outbids after a double", f"bid 1C; double; redouble; bid 2D; {PASSES}", seed=8),
    ],
    "maine_charlemagne": [
        Course("played at random", seed=1),
        Course("played at random", seed=2, dealer=3),
        Course("played at random", seed=3, dealer=2),
        Course("all pass: the dealer must bid at least 5", "pass; pass; pass; bid 5 H", seed=3),
        Course("bids up to 4 never stand", "bid 1 S; pass; bid 4 D; bid 6 C"),
        Course("5 lost", "bid 3 S; bid 5 S; pass; pass", seed=1),
        Course("6 made", "pass; bid 2 H; bid 6 D; pass"),
        Course("7 made", "pass; bid 7 H; pass; pass", seed=7, dealer=3),
        Course("7 lost", "pass; bid 7 H; pass; pass"),
        Course("le petit made", f"bid le-petit; {PASSES}", seed=4),
        Course("le petit lost", "bid 7 S; bid le-petit; pass; pass", dealer=3),
        Course("no-trump made", "pass; pass; bid le-petit; bid no-trump", seed=4),
        Course("no-trump lost", "pass; pass; bid le-petit; bid no-trump"),
        Course("charlemagne with the partner, made", f"bid charlemagne; {PASSES}; trump S", seed=22, dealer=3),
        Course("charlemagne with the partner, lost", "bid no-trump; bid charlemagne; pass; pass; trump H"),
        Course("alone, the ace is given, both defend", f"bid charlemagne; {PASSES}; alone C ace", "both", seed=885),
        Course("alone, no ace to give", f"bid charlemagne; {PASSES}; alone C ace", "both", seed=1, dealer=3),
        Course("alone, a trump asked for, one defends", "pass; bid charlemagne; pass; pass; alone D suit", "alone"),
        Course("alone, the second defender defends alone", "pass; bid charlemagne; pass; pass; alone H suit", dealer=1),
    ],
    "mediatore": [
        Course("played at random", seed=1),
        Course("played at random", seed=2, dealer=3),
        Course("nobody bids: the deal is void", "pass; pass; pass; pass", seed=3, dealer=2),
        Course("chiamo with a partner, every signal", f"bid chiamo; {PASSES}", "volo; striscio; busso", seed=7),
        Course("chiamo with a partner, lost", f"pass; bid chiamo; {PASSES}", seed=1),
        Course("chiamo, the called card in no other hand, made", f"pass; bid chiamo; {PASSES}", "striscio", seed=11),
        Course(
            "chiamo, the called card in no other hand, lost", f"pass; bid chiamo; {PASSES}", "volo", seed=3, dealer=3
        ),
        Course(
            "mediatore, bid by a seat that passed; the very card goes back",
            f"pass; bid chiamo; pass; pass; bid mediatore; {PASSES}",
            seed=31,
            dealer=3,
        ),
        Course("mediatore lost", f"bid mediatore; {PASSES}"),
        Course("mediatore, the called card in the monte, lost", f"bid mediatore; {PASSES}", seed=2),
        Course("mediatore, the called card in the monte, made", f"bid mediatore; {PASSES}", seed=81, dealer=3),
        Course("solo made", f"bid mediatore; bid solo; {PASSES}", "busso", seed=10),
        Course("solo lost", f"bid mediatore; bid solo; {PASSES}", "busso"),
        Course("solissimo made", f"bid solissimo; {PASSES}"),
        Course("solissimo lost", f"bid solissimo; {PASSES}", seed=1),
        Course(
            "solissimo with all nine tricks",
            f"bid solissimo; {PASSES}",
            deal="-.36.21CF.R75 321RCF765.-.-.- -.2RF5.364.16 4.C7.R.32CF4 + -.14.75.-",
        ),
        Course("arcisolissimo made", "pass; pass; pass; bid arcisolissimo; pass; pass; pass", seed=7),
        Course("arcisolissimo lost", "pass; pass; pass; bid arcisolissimo; pass; pass; pass"),
    ],
}


# Playing a deal by its course


def courses(variant: Variant) -> list[Course]:
    """Give the deals of a game with its options: those of all options, then those of these."""
    chosen = {variant.name, *(f"{name}={value}" for name, value in variant.options)}
    return [course for where, group in COURSES.items() if chosen >= set(where.split()) for course in group]


def play(state: tc.State, course: Course) -> None:
    """Take actions to the end: those to be said, then wishes that are legal, else one at random."""
    rng, said, wishes = random.Random(course.seed), listed(course.said), listed(course.wishes)
    unfulfilled = set(wishes)
    while not state.done:
        legal = list(map(str, state.legal_actions()))
        wished = [(wish, text) for wish in wishes for text in legal if set(wish.split()) <= set(text.split())]
        if said:
            action = said.pop(0)
        elif wished:
            wish, action = wished[0]
            unfulfilled.discard(wish)
        else:
            action = legal[0] if legal[0] == "pass" and rng.random() < 0.5 else rng.choice(legal)
        state.apply(action)
    if said or unfulfilled:
        raise ValueError(f"{course.title}: {[*said, *unfulfilled]} never came")


# Writing it down


class Transcript(NamedTuple):
    """One deal of a file: what it starts from and what was done."""

    title: str
    seed: str
    """The seed that dealt the cards, or ``-``."""
    dealer: int
    terms: dict[str, str]
    deal: str
    actions: list[str]

    @classmethod
    def read(cls, lines: list[str]) -> Transcript:
        """Read the head of a deal in a file."""
        head = dict(line.split(": ", 1) for line in itertools.takewhile(lambda line: line[0].isalpha(), lines[1:]))
        title, terms = lines[0].removeprefix(DEAL), given(head.get("terms", ""))
        return cls(title, head["seed"], int(head["dealer"]), terms, head["deal"], listed(head["actions"]))

    def start(self, game: tc.Game) -> tc.State:
        """The deal before its first action."""
        return game.start(self.deal, self.dealer, **self.terms)

    def lines(self, game: tc.Game) -> Iterator[str]:
        """The deal as it is in a file."""
        yield DEAL + self.title
        yield f"seed: {self.seed}"
        yield f"dealer: {self.dealer}"
        if self.terms:
            yield f"terms: {'; '.join(f'{name}={value}' for name, value in self.terms.items())}"
        yield f"deal: {self.deal}"
        yield f"actions: {'; '.join(self.actions)}"
        state = self.start(game)
        seen: list[dict[str, Any]] = [{}] * game.players
        phase, tricks = None, 0
        for number, text in enumerate(self.actions):
            if sum(state.tricks) > tricks:
                tricks = sum(state.tricks)
                yield standing(state)
            if state.phase != phase or (tricks in (1, 4) and not state.trick and state.history[-1][1].verb == "play"):
                phase, before, seen = state.phase, seen, observations(state)
                yield from news(before, seen)
            legal = state.legal_actions()
            index = next((int(action) for action in legal if str(action) == text), None)
            yield f"{number:3} {phase} {state.actor} {text} [{index}] < {grouped(legal)}"
            state.apply(text)
        yield standing(state)
        yield from news(seen, observations(state))
        yield f"    done: {state.done}, void: {state.void}, payoffs: {state.payoffs}"


def observations(state: tc.State) -> list[dict[str, Any]]:
    """What each seat may know."""
    return [state.observation(seat) for seat in range(state.game.players)]


def standing(state: tc.State) -> str:
    """Tricks and points after a trick; the one who won it is to act."""
    return f"    tricks {state.tricks}, points {state.points}, next {state.actor}"


def grouped(actions: Iterable[tc.Action]) -> str:
    """Actions in their order, the verb only where it changes."""
    groups = itertools.groupby(actions, lambda action: action.verb)
    return "; ".join(
        f"{verb} {', '.join(' '.join(action.args) for action in group)}".rstrip() for verb, group in groups
    )


def news(before: list[dict[str, Any]], now: list[dict[str, Any]]) -> Iterator[str]:
    """What changed in the observations of all seats."""
    for key in now[0]:
        changes = [change(old.get(key, ...), new[key]) for old, new in zip(before, now, strict=True)]
        if len(set(changes)) == 1:
            changes, seats = changes[:1], ["all"]
        else:
            seats = [f"seat {seat}" for seat in range(len(now))]
        yield from (f"    {seat} {key}{text}" for seat, text in zip(seats, changes, strict=True) if text)
    assert all(observation.keys() == now[0].keys() for observation in now)


def change(old: Any, new: Any) -> str:
    """How a value changed: nothing if it did not, entries added to a list, else the new value."""
    if old == new:
        return ""
    if isinstance(old, list) and isinstance(new, list) and old and new[: len(old)] == old:
        return f" + {json.dumps(new[len(old) :])}"
    return f" = {json.dumps(new)}"


def head(variant: Variant) -> list[str]:
    """How a file begins."""
    return [
        f"game: {variant.name}",
        f"options: {json.dumps(dict(variant.options))}",
        f"version: {variant.game.version}",
    ]


def written(variant: Variant) -> str:
    """The file of a game with its options, made anew."""
    lines = head(variant)
    for course in courses(variant):
        game = variant.game
        deal = course.deal or game.layout.deal(course.seed)
        state = game.start(deal, course.dealer, **given(course.terms))
        play(state, course)
        seed = "-" if course.deal else str(course.seed)
        actions = list(map(str, state.actions))
        terms = {name: str(value) for name, value in state.terms.items()}
        lines += ["", *Transcript(course.title, seed, course.dealer, terms, str(state.deal), actions).lines(game)]
    return "\n".join([*lines, ""])


# The tests


def sections(variant: Variant) -> list[list[str]]:
    """The lines of a file: its head, then its deals."""
    text = variant.file.read_text(encoding="utf-8")
    return [part.split("\n") for part in text.removesuffix("\n").split("\n\n")]


def transcripts(variant: Variant) -> list[Transcript]:
    """The deals of a file."""
    return [Transcript.read(lines) for lines in sections(variant)[1:]]


def kind(game: tc.Game, action: tc.Action) -> str:
    """An action with ``X`` for a card and ``S`` for a suit."""
    cards, suits = set(map(str, game.pack.cards)), set(game.pack.suits)
    return " ".join([action.verb, *("X" if word in cards else "S" if word in suits else word for word in action.args)])


def test_there_is_a_file_for_every_game_with_every_combination_of_its_options_and_no_other() -> None:
    assert {variant.file.name for variant in VARIANTS} == {file.name for file in FILES.iterdir()}
    assert {where.split()[0] for where in COURSES} == set(tc.games())


@every_variant
def test_the_file_is_of_this_game_with_these_options(variant: Variant) -> None:
    assert sections(variant)[0] == head(variant)
    assert len(sections(variant)) > 5


@every_variant
def test_the_same_actions_give_the_same_playthrough_line_by_line(variant: Variant) -> None:
    for lines in sections(variant)[1:]:
        again = list(Transcript.read(lines).lines(variant.game))
        if again != lines:
            pytest.fail("\n".join(itertools.islice(difflib.unified_diff(lines, again, "file", "now", n=1), 40)))


@every_variant
def test_the_seed_deals_the_cards(variant: Variant) -> None:
    seeded = [deal for deal in transcripts(variant) if deal.seed != "-"]
    assert seeded
    for deal in seeded:
        assert deal.start(variant.game) == variant.game.new_deal(int(deal.seed), deal.dealer, **deal.terms)


@every_variant
def test_every_deal_is_complete(variant: Variant) -> None:
    for deal in transcripts(variant):
        state = deal.start(variant.game)
        for text in deal.actions:
            assert not state.done
            state.apply(text)
        assert state.done


@pytest.mark.parametrize("name", tc.games())
def test_every_kind_of_action_of_the_action_space_is_taken_somewhere(name: str) -> None:
    game = tc.game(name)
    taken = {
        kind(game, game.parse_action(text))
        for variant in VARIANTS
        if variant.name == name
        for deal in transcripts(variant)
        for text in deal.actions
    }
    assert taken == {kind(game, action) for action in game.actions}


@pytest.mark.parametrize("name", tc.games())
def test_every_contract_is_made_somewhere_and_lost_somewhere(name: str) -> None:
    ends = {
        end
        for variant in VARIANTS
        if variant.name == name
        for deal in transcripts(variant)
        for end in [ending(deal, variant.game)]
    }
    assert ends >= set(ENDINGS[name])


WAYS = ["together made", "together lost", "alone made", "alone lost"]
ENDINGS = {
    "anrufen": [
        "void",
        *(f"{level} {how}" for level in ("game", "hundred", "all-tricks") for how in WAYS),
        *("no-trick alone made", "no-trick alone lost"),
        *("all-tricks-hundred alone made", "all-tricks-hundred together lost", "all-tricks-hundred alone lost"),
    ],
    "bridge": [
        "1 together made",
        "1 together lost",
        "4 together made",
        "6 together lost",
        "7 together made",
        "7 together lost",
    ],
    "koenigrufen": WAYS,
    "maine_charlemagne": [
        *(f"{bid} together {end}" for bid in ("5", "6", "7", "no-trump", "charlemagne") for end in ("made", "lost")),
        *(f"{bid} alone {end}" for bid in ("le-petit", "charlemagne") for end in ("made", "lost")),
    ],
    "mediatore": [
        "void",
        *(f"chiamo {how}" for how in WAYS),
        *(
            f"{bid} alone {end}"
            for bid in ("mediatore", "solo", "solissimo", "arcisolissimo")
            for end in ("made", "lost")
        ),
    ],
}


@every_variant
def test_a_deal_ended_as_its_title_says(variant: Variant) -> None:
    for deal in transcripts(variant):
        for end in ("made", "lost", "void"):
            if end in deal.title.split():
                assert end in ending(deal, variant.game).split(), deal.title


def ending(deal: Transcript, game: tc.Game) -> str:
    """What was played, with a partner or without, and how it ended."""
    state = deal.start(game)
    for text in deal.actions:
        state.apply(text)
    if state.void or state.contract is None:
        return "void" if state.void else "passed out"
    contract, payoffs = state.contract, state.payoffs
    assert payoffs is not None
    level = getattr(contract, "bid", None) or getattr(contract, "level", "")
    alone = getattr(contract, "alone", contract.partner is None)
    return f"{level} {'alone' if alone else 'together'} {'made' if payoffs[contract.bidder] > 0 else 'lost'}".lstrip()


def main() -> None:
    """Write all files anew."""
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: test_playthroughs.py --write")
    for stale in FILES.glob("*.txt"):
        stale.unlink()
    for variant in VARIANTS:
        variant.file.write_text(written(variant), encoding="utf-8", newline="\n")
        print(f"{variant.file.name}: {variant.file.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
