"""Writes golden.txt: the numbers, bounded numbers and deals that the library's generator must give for ever.

Written from the public definitions alone (SplitMix64; xoshiro256++ 1.0 by Blackman and Vigna; Lemire's multiply and
reject on the upper 32 bits of a draw; Fisher-Yates from the top) and from what the documentation says of streams and of
dealing. Nothing here is read from the library. Run it to write the file again: `python make_golden.py`.
"""

from __future__ import annotations

from pathlib import Path

WORD = 2**64
GAMMA = 0x9E3779B97F4A7C15
DEALS = int.from_bytes(b"deal", "big")

PACKS = {
    "french52": ("SHDC", "AKQJT98765432"),
    "french32": ("SHDC", "AKQJT987"),
    "french24": ("SHDC", "AKQJT9"),
    "italian40": ("CDSB", "321RCF7654"),
}
LAYOUTS = [
    ("french24", 4, [6], 0),
    ("french24", 3, [7], 3),
    ("french32", 4, [4, 4], 0),
    ("french32", 4, [8], 0),
    ("italian40", 4, [9], 4),
    ("french52", 4, [13], 0),
    ("french52", 2, [13], 26),
]


def mixed(z: int) -> int:
    """The output function of SplitMix64."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % WORD
    return z ^ (z >> 31)


def rotated(word: int, by: int) -> int:
    """The word turned left."""
    return (word << by | word >> (64 - by)) % WORD


class Generator:
    """xoshiro256++ whose four words are the first outputs of SplitMix64."""

    def __init__(self, seed: int) -> None:
        self.words = []
        for _ in range(4):
            seed = (seed + GAMMA) % WORD
            self.words.append(mixed(seed))

    def draw(self) -> int:
        s0, s1, s2, s3 = self.words
        result = (rotated((s0 + s3) % WORD, 23) + s0) % WORD
        t = (s1 << 17) % WORD
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= t
        self.words = [s0, s1, s2, rotated(s3, 45)]
        return result

    def below(self, n: int) -> int:
        while True:
            product = (self.draw() >> 32) * n
            if product % 2**32 >= 2**32 % n:
                return product >> 32

    def shuffle(self, items: list[str]) -> None:
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def of_deal(seed: int, index: int) -> Generator:
    """The generator of one deal: new(mix(mix(mix(seed + gamma) ^ stream) + gamma * index))."""
    base = mixed(mixed((seed + GAMMA) % WORD) ^ DEALS)
    return Generator(mixed((base + GAMMA * index) % WORD))


def written(cards: list[str], suits: str, ranks: str) -> str:
    """A hand as text."""
    return ".".join("".join(rank for rank in ranks if suit + rank in cards) or "-" for suit in suits)


def deal(pack: str, seats: int, batches: list[int], talon: int, seed: int, index: int) -> str:
    """A deal as text: the pack in the order in which hands are written, shuffled, given out from seat 0 on."""
    suits, ranks = PACKS[pack]
    cards = [suit + rank for suit in suits for rank in ranks]
    of_deal(seed, index).shuffle(cards)
    hands = []
    for _ in range(seats):
        parts = []
        for size in batches:
            parts.append(written(cards[:size], suits, ranks))
            cards = cards[size:]
        hands.append("/".join(parts))
    text = " ".join(hands)
    return f"{text} + {written(cards, suits, ranks)}" if talon else text


def lines() -> list[str]:
    """All lines of the file."""
    out = [
        "# Made by make_golden.py: numbers SEED | draws; below SEED N | numbers;",
        "# deal PACK SEATS BATCHES TALON SEED INDEX | deal",
    ]
    for seed in (0, 1, 7, 42, 2**32, 2**63, 2**64 - 1):
        generator = Generator(seed)
        out.append(f"numbers {seed} | " + " ".join(str(generator.draw()) for _ in range(8)))
    for seed, n in ((0, 1), (1, 2), (7, 6), (7, 52), (9, 1000), (11, 3 * 2**30), (12, 2**32 - 1), (13, 2**31 + 1)):
        generator = Generator(seed)
        out.append(f"below {seed} {n} | " + " ".join(str(generator.below(n)) for _ in range(12)))
    for pack, seats, batches, talon in LAYOUTS:
        for seed, index in ((0, 0), (7, 0), (7, 1), (2**64 - 1, 2**64 - 1)):
            parts = ",".join(map(str, batches))
            text = deal(pack, seats, batches, talon, seed, index)
            out.append(f"deal {pack} {seats} {parts} {talon} {seed} {index} | {text}")
    return out


if __name__ == "__main__":
    Path(__file__).with_name("golden.txt").write_text("\n".join(lines()) + "\n", encoding="ascii")
