"""What ``import trickcore`` costs: CPU time of an interpreter that imports it over that of one that does not.

python benches/import_time.py [--runs 41] [module …]
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys


def cpu(statement: str) -> float:
    """CPU milliseconds, user and system, of an interpreter that runs a statement."""
    process = os.posix_spawn(sys.executable, [sys.executable, "-c", statement], os.environ)
    _, status, usage = os.wait4(process, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"{statement}: failed")
    return (usage.ru_utime + usage.ru_stime) * 1000


def main() -> None:
    """Measure and print, bare interpreter and modules in turn."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=41)
    parser.add_argument("modules", nargs="*", default=["trickcore"])
    options = parser.parse_args()
    statements = {"bare interpreter": "pass", **{name: f"import {name}" for name in options.modules}}
    for statement in statements.values():  # warm: byte code written, files in memory
        cpu(statement)
    times: dict[str, list[float]] = {name: [] for name in statements}
    for _ in range(options.runs):
        for name, statement in statements.items():
            times[name].append(cpu(statement))
    bare = times.pop("bare interpreter")
    print(f"{'CPU ms':<20} {'least':>8} {'median':>8}")
    print(f"{'bare interpreter':<20} {min(bare):8.1f} {statistics.median(bare):8.1f}")
    for name, found in times.items():
        over = [with_it - without for with_it, without in zip(found, bare, strict=True)]
        print(f"{'+ import ' + name:<20} {min(found) - min(bare):8.1f} {statistics.median(over):8.1f}")


if __name__ == "__main__":
    main()
