//! Every idea of the fast engine alone, and every idea left out, gives the values of the plain engine.

mod support;

use std::sync::Arc;

use rayon::prelude::*;
use support::families::{Family, Spread, after, families};
use support::games::{bridge, maine_charlemagne};
use support::ideas::{ablations, pairs, without};
use trickcore::cards::parse_hand;
use trickcore::random::Rng;
use trickcore::rules::{Contract, Plan};
use trickcore::solver::{Control, Engine, Ideas, Limits, Objective, solve, value};
use trickcore::state::{Position, Setup};

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

/// The engine gives the values of a search that neither counts sure winners nor passes over cards: longer endings than
/// others can follow, since what is wrong about winners that cross over shows once in ten thousand of them.
fn winners_are_sure(deals: u64, cards: usize) {
    let free = |family: &Family| matches!(&*family.rules.name, "maine_charlemagne" | "mediatore");
    let known: Vec<Family> = families().into_iter().filter(free).collect();
    let two_against_two = known[0].clone();
    let bridge = |trumps| Family { name: "bridge", rules: bridge(), trumps, ..two_against_two.clone() };
    for family in known.iter().cloned().chain([bridge(true), bridge(false)]) {
        let goal = &family.goals()[0];
        // A deal in points takes as long as many in tricks.
        let deals = if family.tricks { deals } else { deals / 12 };
        (0..deals).into_par_iter().for_each(|seed| {
            let spread = if seed.is_multiple_of(4) { Spread::Skewed } else { Spread::Even };
            let position = family.deal(5000 + seed, cards, spread).position();
            let found = |ideas| {
                let limits = Limits { ideas, ..Limits::default() };
                value(&position, goal, limits, &mut Control::unlimited()).unwrap()
            };
            assert_eq!(found(Ideas::default()), found(without(&["bounds", "skips"])), "{} {position}", family.name);
        });
    }
}

#[test]
fn sure_winners_are_sure() {
    winners_are_sure(1500, 7);
}

#[test]
#[ignore = "heavy"]
fn sure_winners_are_sure_in_many_endings() {
    for cards in 5..=8 {
        winners_are_sure(10_000, cards);
    }
}

/// Endings that an engine once had wrong, and their values.
#[test]
fn endings_that_show_a_trap() {
    let endings = [
        // A top trump led under the partner's higher one would be a trick less.
        (bridge(), "9532.976.-.- AQ7.J83.A.- K84.AKT2.-.- JT6.Q.T76.-", 1, 4),
        (bridge(), "Q942.J4.KQ.- T8653.A9.J.- KJ7.KT753.-.- A.Q862.983.-", 2, 4),
        // Where every trick is sure, the card that crosses over matters even if no more is cashed of its suit.
        (maine_charlemagne(), "K.T87.8.KQ8 Q.AKQJ.Q.A7 T87.9.AK97.- AJ9.-.JT.JT9", 2, 4),
    ];
    for (rules, hands, leader, tricks) in endings {
        let contract = Contract { trump: Some(0), side: [0, 2].into_iter().collect(), ..Contract::alone(0) };
        let hands = hands.split(' ').map(|hand| parse_hand(rules.pack, hand).unwrap()).collect();
        let plan = Arc::new(Plan::compile(&Arc::new(rules), contract).unwrap());
        let position = Setup { leader, ..Setup::new(hands) }.build(&plan).unwrap();
        for engine in [Engine::Fast, Engine::Plain] {
            let found = solve(&position, &Objective::Tricks, engine, Limits::default(), &mut Control::unlimited());
            assert_eq!(found.unwrap().value, tricks, "{engine:?} {position}");
        }
    }
}

#[test]
#[ignore = "heavy"]
fn every_idea_and_every_pair_changes_no_value_of_many_deals() {
    compare(150, 4, &pairs());
    compare(20, 5, &pairs());
    compare(20, 6, &ablations());
}
