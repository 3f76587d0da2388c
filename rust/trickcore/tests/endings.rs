//! Small endings of every class: every game, every split into sides, every seat out of play, with and without trumps,
//! misère or not, for every objective, against minimax.

mod support;

use std::sync::Arc;

use rayon::prelude::*;
use support::families::{Dealt, Family, Spread, after};
use support::games;
use trickcore::random::Rng;
use trickcore::rules::{Contract, Rules, SeatSet};
use trickcore::solver::{Control, Engine, Limits, Objective, solve};
use trickcore::state::Position;

fn seats(mask: usize) -> SeatSet {
    (0..4).filter(|seat| mask >> seat & 1 != 0).collect()
}

/// Every contract of some rules with seat 0 as the bidder, up to the names of suits.
fn contracts(rules: &Rules) -> Vec<Contract> {
    let all = (1 << rules.seats) - 1;
    let mut contracts = Vec::new();
    for (side, out) in (0..=all).flat_map(|side| (0..=all).map(move |out| (side, out))) {
        for trump in [None, Some(0)] {
            for misere in [false, true] {
                let contract = Contract { trump, side: seats(side), out: seats(out), misere, ..Contract::alone(0) };
                let fits = trickcore::rules::Plan::compile(&Arc::new(rules.clone()), contract.clone()).is_ok();
                contracts.extend(fits.then_some(contract));
            }
        }
    }
    contracts
}

/// A deal of a class.
fn deal(rules: &Rules, contract: &Contract, seed: u64, cards: usize) -> Dealt {
    let family = Family {
        name: "",
        rules: rules.clone(),
        hand: rules.pack.len() / rules.seats,
        trumps: false,
        side: &[0],
        out: &[],
        misere: contract.misere,
        declared: rules.name == "koenigrufen",
        tricks: false,
    };
    let spread = if seed.is_multiple_of(2) { Spread::Even } else { Spread::Skewed };
    let mut deal = family.deal(seed, cards, spread);
    let in_play: Vec<usize> = (0..rules.seats).filter(|&seat| !contract.out.contains(seat)).collect();
    deal.contract = Contract { announcements: deal.contract.announcements, ..contract.clone() };
    deal.setup.leader = in_play[deal.setup.leader % in_play.len()];
    deal.setup.said.retain(|(_, seat)| in_play.contains(seat));
    deal
}

fn is_solved_right(position: &Position, goal: &Objective) {
    let of = |engine| {
        let solution = solve(position, goal, engine, Limits::default(), &mut Control::unlimited()).unwrap();
        (solution.value, solution.moves)
    };
    let right = of(Engine::Minimax);
    assert_eq!(of(Engine::Fast), right, "fast, {goal:?}\n{position}");
    assert_eq!(of(Engine::Plain), right, "plain, {goal:?}\n{position}");
}

/// So many endings of so many cards, of every class or of one in several.
fn check(endings: u64, cards: usize, one_in: usize) {
    for rules in games::all() {
        let contracts = contracts(&rules);
        assert!(contracts.len() > 20);
        contracts.par_iter().enumerate().step_by(one_in).for_each(|(number, contract)| {
            for seed in 0..endings {
                let deal = deal(&rules, contract, seed + number as u64 * 1000, cards);
                let mut rng = Rng::for_playout(seed, number as u64);
                let plies = rng.below(4) as usize;
                let position = after(deal.position(), plies, &mut rng);
                for goal in [Objective::Tricks, Objective::Points, Objective::Margin] {
                    is_solved_right(&position, &goal);
                }
            }
        });
    }
}

#[test]
fn endings_of_every_class_equal_minimax() {
    check(40, 2, 1);
    check(8, 3, 1);
}

#[test]
#[ignore = "heavy"]
fn many_endings_of_every_class_equal_minimax() {
    check(300, 2, 1);
    check(100, 3, 1);
    check(15, 4, 1);
    check(1, 5, 4);
}
