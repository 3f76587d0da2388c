#!/usr/bin/env bash
# A real deal of each game: dealt, played and solved. `make demo` runs it; so can you, with trickcore on the path.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bold=$'\e[1m' plain=$'\e[0m'
if [[ ! -t 1 || -n "${NO_COLOR:-}" ]]; then bold='' plain=''; fi

heading() { printf '\n%s# %s%s\n' "$bold" "$*" "$plain"; }
run() {
    printf '\n%s$ %s%s\n\n' "$bold" "$*" "$plain"
    "$@"
}

heading "The games"
run trickcore games

heading "Anrufen: a match in the auction, a partner called, a raise, contra, two marriages"
run trickcore replay examples/anrufen_contra.json
run trickcore solve --after 4 examples/anrufen_contra.json

heading "Anrufen with three: talon and exchange, alone against two, contra"
run trickcore replay examples/anrufen_three.sheet
run trickcore solve examples/anrufen_three.sheet

heading "Bridge: four spades doubled, a dummy, two down"
run trickcore replay examples/bridge.sheet
run trickcore solve --after 13 examples/bridge.sheet

heading "Königrufen: called on four cards, two marriages and 'hundred' declared"
run trickcore replay examples/koenigrufen.json
run trickcore solve --after 4 examples/koenigrufen.json

heading "Maine Charlemagne: five tricks, charlemagne alone, le petit"
run trickcore replay examples/maine_charlemagne_five.sheet
run trickcore solve examples/maine_charlemagne_five.sheet
run trickcore replay examples/maine_charlemagne_alone.json
run trickcore solve examples/maine_charlemagne_alone.json examples/maine_charlemagne_le_petit.sheet

heading "Mediatore: chiamo with a partner, solissimo (solved with six and seven cards in hand)"
run trickcore replay examples/mediatore_chiamo.json
run trickcore solve --after 12 examples/mediatore_chiamo.json
run trickcore solve --after 8 examples/mediatore_solissimo.sheet
run trickcore solve examples/mediatore_position.sheet
