//! Makes the deals of `tests/data/deals` anew: 300 at random and the 20 hardest found, by nodes of the fast engine.
//!
//! `cargo run --release -p trickcore --example deal_lists [-- NAME …]`
//!
//! Heads of files are kept. Random deals never change; the hardest ones do with the engine, so make them anew only on
//! purpose.

#[path = "../tests/support/mod.rs"]
mod support;

use rayon::prelude::*;
use support::lists::{Game, LISTS, List};
use trickcore::solver::{Control, Limits, value};

/// Deals listed at random.
const RANDOM: u64 = 300;
/// Deals listed as hardest.
const HARDEST: usize = 20;

/// Deals looked through for the hardest.
fn looked_through(list: &List) -> u64 {
    if list.plan.rules().name == "mediatore" { 1_000 } else { 10_000 }
}

/// Nodes of the fast engine for an exact value.
fn nodes(list: &List, game: &Game) -> u64 {
    let mut control = Control::unlimited();
    value(&list.position(game), &list.goal, Limits::default(), &mut control).expect("an unlimited search");
    control.nodes()
}

/// The hardest deals, the hardest first.
fn hardest(list: &List) -> Vec<Game> {
    let of = |index| {
        let game = list.made(index);
        (nodes(list, &game), index, game)
    };
    let mut games: Vec<(u64, u64, Game)> = (0..looked_through(list)).into_par_iter().map(of).collect();
    games.sort_by_key(|(nodes, index, _)| (std::cmp::Reverse(*nodes), *index));
    games.into_iter().take(HARDEST).map(|(_, _, game)| game).collect()
}

fn main() -> std::io::Result<()> {
    let chosen: Vec<String> = std::env::args().skip(1).collect();
    for name in LISTS.into_iter().filter(|name| chosen.is_empty() || chosen.iter().any(|of| of == name)) {
        let list = List::read(name);
        let random = (0..RANDOM).map(|index| list.made(index));
        let mut text = format!("{}\nrandom\n", list.head);
        random.for_each(|game| text += &format!("{game}\n"));
        text += &format!("\n# Of {} deals, by nodes of the fast engine.\nhardest\n", looked_through(&list));
        hardest(&list).iter().for_each(|game| text += &format!("{game}\n"));
        std::fs::write(List::path(name), text)?;
        println!("{name}");
    }
    Ok(())
}
