#!/usr/bin/env bash
# Instructions for a solve, counted by callgrind: the same from run to run, whatever else the machine does.
#
#   benches/instructions.sh [value|decision [LIST …]]
#
# Builds for x86-64-v3 into target/x86-64-v3. A list is solved once with DEALS of its deals and once with none; the
# difference is what solving takes. DEALS=300 by default, 10 for Mediatore.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

command -v valgrind >/dev/null || { echo "instructions.sh needs valgrind" >&2; exit 1; }

question=${1:-value}
shift || true
if [ $# -eq 0 ]; then
    for file in tests/data/deals/*.txt; do set -- "$@" "$(basename "$file" .txt)"; done
fi

export RUSTFLAGS="-C target-cpu=x86-64-v3" CARGO_TARGET_DIR=target/x86-64-v3
cargo bench --locked --no-run -p trickcore --bench solve
program=$(cargo bench --locked --no-run -p trickcore --bench solve 2>&1 | sed -n 's/.*(\(.*\/solve-[0-9a-f]*\)).*/\1/p')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

instructions() { # LIST DEALS
    valgrind --tool=callgrind --callgrind-out-file="$work/out" "$program" count "$question" "$1" "$2" >"$work/nodes" 2>"$work/log"
    awk '/^(summary|totals):/ { print $2; exit }' "$work/out"
}

printf '%-24s%8s%14s%12s%18s\n' list deals instructions nodes "per node"
for list in "$@"; do
    case $list in mediatore*) deals=${DEALS:-10} ;; *) deals=${DEALS:-300} ;; esac
    nothing=$(instructions "$list" 0)
    all=$(instructions "$list" "$deals")
    nodes=$(cat "$work/nodes")
    awk -v list="$list" -v n="$deals" -v i="$((all - nothing))" -v nodes="$nodes" \
        'BEGIN { printf "%-24s%8d%14.0f%12.0f%18.0f\n", list, n, i / n, nodes / n, nodes ? i / nodes : 0 }'
done
