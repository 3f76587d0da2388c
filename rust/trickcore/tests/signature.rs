//! Node counts of fixed deals, pinned per contract: a change of the fast engine must not alter them unknowingly.
//!
//! `tests/data/signature.txt` has a line for each list of `tests/data/deals`: nodes for the exact values of its first
//! random deals, and for its yes/no questions on them. Counts are the same from run to run and on every machine.
//! `TRICKCORE_PIN=1 cargo test -p trickcore --test signature` writes them anew; do so only on purpose.

mod support;

use rayon::prelude::*;
use support::lists::{LISTS, List, data};
use trickcore::solver::{Control, Engine, Limits, can_reach, value};

/// The lines above the counts.
const HEAD: &str =
    "# Nodes of the fast engine: list, deals, nodes for their exact values, nodes for the yes/no question.
# Written by `TRICKCORE_PIN=1 cargo test -p trickcore --test signature`.
";

/// How many deals of a list are counted.
fn deals(list: &List) -> usize {
    if list.plan.rules().name == "mediatore" { 3 } else { 50 }
}

/// The line of a list.
fn counted(list: &List) -> String {
    let deals = deals(list);
    let (mut exact, mut decision) = (Control::unlimited(), Control::unlimited());
    for game in &list.random[..deals] {
        let position = list.position(game);
        value(&position, &list.goal, Limits::default(), &mut exact).unwrap();
        can_reach(&position, &list.goal, list.target, Engine::Fast, Limits::default(), &mut decision).unwrap();
    }
    format!("{} {deals} {} {}", list.name, exact.nodes(), decision.nodes())
}

#[test]
fn node_counts_are_the_pinned_ones() {
    let lines: Vec<String> = LISTS.into_par_iter().map(|name| counted(&List::read(name))).collect();
    let found = format!("{HEAD}{}\n", lines.join("\n"));
    let path = data("signature.txt");
    if std::env::var_os("TRICKCORE_PIN").is_some() {
        std::fs::write(&path, &found).unwrap();
        return;
    }
    let pinned = std::fs::read_to_string(&path).unwrap_or_default();
    let changed: Vec<String> = lines.iter().filter(|line| !pinned.lines().any(|pin| pin == *line)).cloned().collect();
    assert!(
        pinned == found,
        "the fast engine visits other nodes than tests/data/signature.txt says; now:\n{}\nIf that is on purpose, write \
         the counts anew: TRICKCORE_PIN=1 cargo test -p trickcore --test signature",
        changed.join("\n")
    );
}
