//! Values do not change with the names of seats and suits.

mod support;

use rayon::prelude::*;
use support::families::{Dealt, Family, Spread, families, relabelled};
use trickcore::random::Rng;
use trickcore::solver::{Control, Engine, Limits, Objective, solve};
use trickcore::state::Move;

/// The values of all moves, for objectives that name no seat.
fn values(deal: &Dealt, goal: &Objective) -> Vec<(Move, i32)> {
    let position = deal.position();
    solve(&position, goal, Engine::Fast, Limits::default(), &mut Control::unlimited()).unwrap().moves
}

fn goals(family: &Family) -> Vec<Objective> {
    family.goals().into_iter().filter(|goal| !matches!(goal, Objective::Payoff(_))).collect()
}

/// Other names for the suits that the rules know nothing of: where a trump lane takes in cards of the other suit of its
/// colour, colours stay together.
fn relabelling(family: &Family, trump: Option<u8>, rng: &mut Rng) -> [u8; 4] {
    let sisters = family.rules.pack.family.sisters;
    loop {
        let mut suits = [0, 1, 2, 3];
        rng.shuffle(&mut suits);
        let together = |suit: u8| suits[sisters[suit as usize] as usize] == sisters[suits[suit as usize] as usize];
        if family.rules.trump_ranking.is_none() || trump.is_none_or(together) {
            return suits;
        }
    }
}

fn is_symmetric(family: &Family, deal: &Dealt, rng: &mut Rng) {
    let suits = relabelling(family, deal.contract.trump, rng);
    let named = |mv: Move| match mv {
        Move::Play(card, say) => Move::Play(relabelled(card, suits), say),
        Move::Announce(_) => mv,
    };
    for goal in goals(family) {
        let moves = values(deal, &goal);
        for by in 1..family.rules.seats {
            assert_eq!(values(&deal.rotated(by), &goal), moves, "{} {goal:?} {by} {}", family.name, deal.position());
        }
        let mut others = values(&deal.relabelled(suits), &goal);
        let mut same: Vec<(Move, i32)> = moves.iter().map(|&(mv, value)| (named(mv), value)).collect();
        others.sort();
        same.sort();
        assert_eq!(others, same, "{} {goal:?} {suits:?} {}", family.name, deal.position());
    }
}

fn check(deals: u64, most: usize) {
    for family in families() {
        (0..deals).into_par_iter().for_each(|seed| {
            let spread = if seed.is_multiple_of(2) { Spread::Even } else { Spread::Skewed };
            let deal = family.deal(seed, family.hand.min(most), spread);
            is_symmetric(&family, &deal, &mut Rng::for_playout(seed, 2));
        });
    }
}

#[test]
fn values_of_moves_stay_when_seats_rotate_or_suits_change_names() {
    check(20, 5);
}

#[test]
#[ignore = "heavy"]
fn values_of_moves_of_full_deals_stay_when_seats_rotate_or_suits_change_names() {
    check(200, 7);
    check(20, 8);
}
