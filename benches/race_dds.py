"""Double-dummy tables and single solves of bridge deals, ours against DDS (as endplay brings it), in one run.

python benches/race_dds.py [tables] [solves] [hard] [shapes] [memory] [threads] [--deals 300]

Without names it runs all but ``shapes``. The deals are a fixed list of 300: ``random200`` and ``list100`` in
``tests/data/bridge``; ``hard`` and ``shapes`` are the tables of the lists ``hard18`` and ``shapes200`` there.

Deal by deal the two take turns, so that a slow or busy machine is so for both. Times are CPU seconds of the process, in
which one thread works at a time (DDS works on a thread of its own, so that the caller's time would not tell). Every
value is compared. Ratios are relative to DDS: below 1 is faster.

``tables``: all 20 values of a deal. ``solves``: the value of one position before the lead, in each strain, by a solver
that knows nothing yet. ``memory``: by how much a process has grown at most over the tables of up to 50 deals, and over
those of the hard list. ``threads``: `dd_tables` on two threads against one, portion by portion, by the clock.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any, NamedTuple

import trickcore as tc
from trickcore.double_dummy import lead_position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

LISTS = Path(__file__).parents[1] / "tests" / "data" / "bridge"
STRAINS = ("C", "D", "H", "S", "NT")
DDS_ROWS = (3, 2, 1, 0, 4)
"""Where DDS, which has the order S H D C NT, keeps our rows."""
RANDOM = ("random200", "list100")
HARD = "hard18"
SECTIONS = ("tables", "solves", "hard", "shapes", "memory", "threads")
TINY = "A.-.-.- K.-.-.- Q.-.-.- J.-.-.-"
PORTION = 25
"""So many deals two threads share, then one has them alone."""


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
    """The first deals of the fixed list."""
    return [deal for name in RANDOM for deal in listed(name)][:count]


def race_all_solves(deals: list[str]) -> None:
    """Single solves in every strain, with trumps, without, and in all."""
    by_strain = {}
    for strain in STRAINS:
        by_strain[strain] = race_solves(deals, strain)
        report(f"solves {strain}", by_strain[strain])
    trumps = [pair for strain in STRAINS[:4] for pair in by_strain[strain]]
    report("solves with trumps", trumps)
    report("solves", trumps + by_strain["NT"])


def race_threads(deals: list[str]) -> None:
    """Our tables on two threads against one, by the clock on the wall."""
    clock, work = [0.0, 0.0], [0.0, 0.0]
    for start in range(0, len(deals), PORTION):
        portion = deals[start : start + PORTION]
        for threads in (1, 2) if start // PORTION % 2 == 0 else (2, 1):
            begun, before = perf_counter(), process_time()
            tc.dd_tables(portion, threads=threads)
            clock[threads - 1] += perf_counter() - begun
            work[threads - 1] += process_time() - before
    ratio = clock[0] / clock[1]
    print(
        f"threads: {len(deals)} tables   one {clock[0]:.2f} s, two {clock[1]:.2f} s by the clock: {ratio:.2f} x"
        f"   CPU time {work[0]:.2f} : {work[1]:.2f} s, {work[1] / work[0] - 1:+.1%}",
        flush=True,
    )


def memory(who: str, deals: list[str]) -> None:
    """Solve tables in this process, then say how much more memory it has taken at most than before."""
    table = tc.dd_table if who == "ours" else lambda deal: their_table(their_deal(deal))
    if who != "ours":
        dds()
    table(TINY)  # so that all that is needed is loaded
    before = most_memory()
    for deal in deals:
        table(deal)
    print(f"memory {who:6} {len(deals):3} deals {most_memory() - before:8.1f} MB more at most", flush=True)


def most_memory() -> float:
    """The most that this process has taken so far, in MB. (`getrusage` would count what its parent had.)"""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def memory_of_both(count: int) -> None:
    """Each in a process of its own."""
    for of in (str(count), HARD):
        for who in ("ours", "theirs"):
            subprocess.run([sys.executable, __file__, "--memory", who, of], check=True)


def main() -> None:
    """Race."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=", ".join(SECTIONS))
    parser.add_argument("--deals", type=int, default=300, help="how many deals of the fixed list (default: all 300)")
    parser.add_argument("--memory", nargs=2, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.memory:
        who, of = chosen.memory
        memory(who, listed(of) if of == HARD else random_deals(int(of)))
        return
    if unknown := set(chosen.sections) - set(SECTIONS):
        parser.error(f"no section {', '.join(unknown)}: there are {', '.join(SECTIONS)}")
    dds()
    deals = random_deals(chosen.deals)
    runs: dict[str, Callable[[], None]] = {
        "tables": lambda: report("tables", race_tables(deals)),
        "solves": lambda: race_all_solves(deals),
        "hard": lambda: report(f"tables {HARD}", race_tables(listed(HARD))),
        "shapes": lambda: report("tables shapes200", race_tables(listed("shapes200"))),
        "memory": lambda: memory_of_both(min(len(deals), 50)),
        "threads": lambda: race_threads(deals),
    }
    print("CPU time, ours : DDS")
    for section in chosen.sections or [name for name in SECTIONS if name != "shapes"]:
        runs[section]()


if __name__ == "__main__":
    main()
