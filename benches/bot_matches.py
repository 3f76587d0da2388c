"""Which bot is better, and how surely: duplicate matches of pimc against rules and rules against random, in every game.

Each deal is played twice with the seats swapped, until the 95 % interval of the difference excludes zero, or the most
deals or the most time are used up. Run it with ``python benches/bot_matches.py``; ``--help`` lists what can be set.
Prints a line of JSON for each pair, with the payoff per deal and seat and its interval; exits with 1 if a pair is not
decided in favour of the first.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import TYPE_CHECKING, Any

import trickcore as tc
from trickcore.bots.duel import duel

if TYPE_CHECKING:
    from trickcore.bots.duel import Duel

PAIRS = (("rules", "random"), ("pimc", "rules"))
VARIANTS: dict[str, list[dict[str, Any]]] = {"anrufen": [{}, {"players": 3}]}


def made(name: str, args: argparse.Namespace) -> tc.Bot:
    """A bot with the options of the command line."""
    if name == "pimc":
        return tc.bot(name, seed=args.seed, worlds=args.worlds, threads=args.threads)
    return tc.bot(name, seed=args.seed)


def matched(game: tc.Game, first: str, second: str, args: argparse.Namespace) -> dict[str, Any]:
    """One pair in one game."""
    start, cpu = time.monotonic(), time.process_time()

    def going_on(_: Duel) -> bool:
        return time.monotonic() - start < args.minutes * 60

    bots = made(first, args), made(second, args)
    result = duel(game, *bots, seed=args.seed, most=args.deals, least=args.least, going_on=going_on)
    return {
        "game": game.name,
        "options": dict(game.options),
        "first": first,
        "second": second,
        "gain": round(result.mean, 4),
        "half": round(result.half, 4),
        "deals": result.deals,
        "decided": result.decided,
        "seconds": round(time.monotonic() - start, 1),
        "cpu_seconds": round(time.process_time() - cpu, 1),
        "worlds": args.worlds,
        "seed": args.seed,
    }


def main() -> int:
    """Go through the games and pairs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", default=tc.games(), help="games; default: all")
    parser.add_argument(
        "--pair", action="append", metavar="FIRST:SECOND", help="pairs; default: rules:random, pimc:rules"
    )
    parser.add_argument("--deals", type=int, default=2000, help="at most so many deals for a pair")
    parser.add_argument("--least", type=int, default=100, help="at least so many")
    parser.add_argument("--minutes", type=float, default=120.0, help="at most so long for a pair")
    parser.add_argument("--worlds", type=int, default=24, help="worlds that pimc looks at for a decision")
    parser.add_argument("--threads", type=int, default=1, help="threads of pimc")
    parser.add_argument("--seed", type=int, default=1, help="of the deals and the bots")
    args = parser.parse_args()
    pairs = [tuple(pair.split(":")) for pair in args.pair] if args.pair else PAIRS
    lost = 0
    for name in args.games:
        for options in VARIANTS.get(name, [{}]):
            for first, second in pairs:
                found = matched(tc.game(name, **options), first, second, args)
                print(json.dumps(found), flush=True)
                lost += not (found["decided"] and found["gain"] > 0)
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
