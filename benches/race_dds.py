"""Double-dummy tables and single solves of bridge deals, ours against DDS (as endplay brings it), in one run.

python benches/race_dds.py [--deals 200] [--hard] [--shapes]

Deal by deal the two take turns on one thread each, so that a slow or busy machine is so for both; times are CPU time.
The deals are those of ``tests/data/bridge/random200.txt``, then random ones of ours; ``--hard`` and ``--shapes``
add the lists of hard deals and of extreme shapes. Every value is compared.

``tables``: all 20 values of a deal. ``solves``: the value of one position before the lead, in each strain, by a solver
that knows nothing yet. Ratios are relative to DDS: below 1 is faster. ``memory``: by how much a process has grown at
most over the tables of up to 50 deals.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple

import trickcore as tc
from trickcore.double_dummy import lead_position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

LISTS = Path(__file__).parents[1] / "tests" / "data" / "bridge"
STRAINS = ("C", "D", "H", "S", "NT")
DDS_ROWS = (3, 2, 1, 0, 4)
"""Where DDS, which has the order S H D C NT, keeps our rows."""
MORE_SEED = 300


class Pair(NamedTuple):
    """CPU seconds for the same question."""

    ours: float
    theirs: float


def dds() -> Any:
    """DDS, held to one thread."""
    import endplay._dds as found

    found.SetMaxThreads(1)
    return found


def timed(question: Callable[[], Any]) -> tuple[float, Any]:
    """CPU seconds, and the answer."""
    start = process_time()
    answer = question()
    return process_time() - start, answer


def their_deal(deal: str) -> Any:
    """The deal as endplay has it."""
    from endplay.types import Deal

    return Deal("N:" + deal.replace("-", ""))


def their_table(deal: Any) -> list[list[int]]:
    """The table by DDS."""
    from endplay.dds import calc_dd_table

    found = calc_dd_table(deal)._data.resTable
    return [[found[row][seat] for seat in range(4)] for row in DDS_ROWS]


def their_value(deal: Any) -> int:
    """The tricks of the leader's side by DDS."""
    from endplay.dds.solve import SolveMode, solve_board

    return max(tricks for _, tricks in solve_board(deal, SolveMode.OptimalOne))


def race_tables(deals: Iterable[str]) -> list[Pair]:
    """Both on the tables of the deals."""
    pairs = []
    for number, deal in enumerate(deals):
        theirs = their_deal(deal)
        contest = [lambda deal=deal: tc.dd_table(deal).tolist(), lambda theirs=theirs: their_table(theirs)]
        pairs.append(race(contest, number, deal))
    return pairs


def race_solves(deals: Iterable[str], strain: str) -> list[Pair]:
    """Both on the deals in one strain; the declarer is N, E, S, W in turn."""
    from endplay.types import Denom, Player

    pairs = []
    for number, deal in enumerate(deals):
        declarer = number % 4
        position = lead_position(deal, strain, declarer)
        theirs = their_deal(deal)
        theirs.trump, theirs.first = Denom.find(strain), Player((declarer + 1) % 4)
        contest = [
            lambda position=position: int(tc.Solver("fast").values([position], "tricks", threads=1)[0]),
            lambda theirs=theirs: 13 - their_value(theirs),
        ]
        pairs.append(race(contest, number, deal))
    return pairs


def race(contest: list[Callable[[], Any]], number: int, deal: str) -> Pair:
    """Ask both, now one first and now the other."""
    order = (0, 1) if number % 2 == 0 else (1, 0)
    results: dict[int, tuple[float, Any]] = {who: timed(contest[who]) for who in order}
    if results[0][1] != results[1][1]:
        sys.exit(f"different values for {deal}: {results[0][1]}, DDS {results[1][1]}")
    return Pair(results[0][0], results[1][0])


def report(name: str, pairs: list[Pair]) -> None:
    """Print the times of a contest."""
    ours, theirs = ([getattr(pair, who) * 1000 for pair in pairs] for who in Pair._fields)
    ratio = sum(ours) / sum(theirs)
    median = statistics.median(a / b for a, b in zip(ours, theirs, strict=True))
    print(
        f"{name:22} {len(pairs):5} deals   mean {statistics.fmean(ours):9.2f} : {statistics.fmean(theirs):9.2f} ms"
        f"   median {statistics.median(ours):9.2f} : {statistics.median(theirs):9.2f}"
        f"   worst {max(ours):9.1f} : {max(theirs):9.1f}   ratio {ratio:6.2f}, median of ratios {median:6.2f}",
        flush=True,
    )


def listed(name: str) -> list[str]:
    """The deals of a list."""
    return (LISTS / f"{name}.txt").read_text(encoding="utf-8").split("\n")[:-1]


def random_deals(count: int) -> list[str]:
    """The deals of the list, then more."""
    layout = tc.game("bridge").layout
    known = listed("random200")
    return [*known, *(str(layout.deal(MORE_SEED, index)) for index in range(count - len(known)))][:count]


def memory(who: str, count: int) -> None:
    """Solve tables in this process, then say how much more memory it has taken at most than before."""
    deals = random_deals(count)
    table = tc.dd_table if who == "ours" else lambda deal: their_table(their_deal(deal))
    if who != "ours":
        dds()
    before = most_memory()
    for deal in deals:
        table(deal)
    print(f"memory {who:6} {most_memory() - before:8.1f} MB more at most")


def most_memory() -> float:
    """The most that this process has taken so far, in MB. (`getrusage` would count what its parent had.)"""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def main() -> None:
    """Race."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--hard", action="store_true")
    parser.add_argument("--shapes", action="store_true")
    parser.add_argument("--memory", choices=("ours", "theirs"), help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.memory:
        memory(chosen.memory, chosen.deals)
        return
    dds()
    deals = random_deals(chosen.deals)
    print("CPU time, ours : DDS")
    report("tables", race_tables(deals))
    every = []
    for strain in STRAINS:
        pairs = race_solves(deals, strain)
        every += pairs
        report(f"solves {strain}", pairs)
    report("solves", every)
    for name, wanted in (("hard18", chosen.hard), ("shapes200", chosen.shapes)):
        if wanted:
            report(f"tables {name}", race_tables(listed(name)))
    for who in ("ours", "theirs"):
        subprocess.run([sys.executable, __file__, "--memory", who, "--deals", str(min(chosen.deals, 50))], check=True)


if __name__ == "__main__":
    main()
