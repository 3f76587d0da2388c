//! Any text as a position of any game; a position is written, read again and played out.

#![no_main]

#[allow(dead_code)]
#[path = "../../tests/support/games.rs"]
mod games;

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use trickcore::random::Rng;
use trickcore::solver::{Control, Engine, Limits, Objective, solve};
use trickcore::state::{Position, perft, playout};

fuzz_target!(|input: (u8, &str)| {
    let (which, text) = input;
    let rules = games::all();
    let rules = Arc::new(rules[which as usize % rules.len()].clone());
    let Ok(mut position) = Position::parse(&rules, text) else { return };
    let again = position.to_string();
    if again.len() <= 4096 {
        assert_eq!(Position::parse(&rules, &again).as_ref(), Ok(&position));
    }
    let _ = perft(&mut position, Some(2), &mut || false);
    assert_eq!(position.to_string(), again);
    for engine in [Engine::Minimax, Engine::Plain, Engine::Fast] {
        let mut control = Control::unlimited().max_nodes(300);
        let limits = Limits { max_memory: 1 << 20, ..Limits::default() };
        let _ = solve(&position, &Objective::Margin, engine, limits, &mut control);
    }
    playout(&mut position, &mut Rng::new(which.into()));
    assert!(position.is_over());
    let _ = (position.points(), position.totals());
});
