//! Every idea of the fast engine alone, and every idea left out, gives the values of the plain engine.

mod support;

use rayon::prelude::*;
use support::families::{Family, Spread, after, families};
use support::ideas::{ablations, pairs};
use trickcore::random::Rng;
use trickcore::solver::{Control, Engine, Ideas, Limits, solve, value};
use trickcore::state::Position;

/// All of these sets of ideas give the plain engine's value, for every objective.
fn agree(family: &Family, position: &Position, choices: &[Ideas]) {
    for goal in family.goals() {
        let plain = solve(position, &goal, Engine::Plain, Limits::default(), &mut Control::unlimited()).unwrap();
        for &ideas in choices {
            let limits = Limits { ideas, ..Limits::default() };
            let found = value(position, &goal, limits, &mut Control::unlimited()).unwrap();
            assert_eq!(found, plain.value, "{} {goal:?} {ideas:?}\n{position}", family.name);
        }
    }
}

/// Deals of every family, half of them skewed, some of them in progress.
fn compare(deals: u64, cards: usize, choices: &[Ideas]) {
    for family in families() {
        (0..deals).into_par_iter().for_each(|seed| {
            let spread = if seed.is_multiple_of(2) { Spread::Even } else { Spread::Skewed };
            let deal = family.deal(1000 + seed, family.hand.min(cards), spread);
            let mut rng = Rng::for_playout(seed, 1);
            let plies = rng.below(4) as usize;
            agree(&family, &after(deal.position(), plies, &mut rng), choices);
        });
    }
}

#[test]
fn every_idea_alone_and_every_idea_left_out_changes_no_value() {
    compare(40, 4, &ablations());
}

#[test]
#[ignore = "heavy"]
fn every_idea_and_every_pair_changes_no_value_of_many_deals() {
    compare(150, 4, &pairs());
    compare(20, 5, &pairs());
    compare(20, 6, &ablations());
}
