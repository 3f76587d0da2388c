//! What the tests share: the four games as data, a naive second reading of the rules, random tables.

// Every test file is a crate of its own and uses a part of this.
#![allow(dead_code)]

pub mod families;
pub mod games;
pub mod ideas;
pub mod lists;
pub mod naive;
pub mod oracle;
pub mod tables;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use proptest::test_runner::Config;
use trickcore::cards::{Card, CardSet, Pack, parse_card, parse_hand};
use trickcore::rules::{Contract, Plan, Rules};
use trickcore::state::{Position, Setup};

/// This many random cases; a failure prints its smallest input, and no file is written.
pub fn cases(cases: u32) -> Config {
    Config { cases, failure_persistence: None, max_shrink_iters: 10_000, ..Config::default() }
}

pub fn card(pack: &Pack, text: &str) -> Card {
    parse_card(pack, text).unwrap_or_else(|error| panic!("{error}"))
}

pub fn hand(pack: &Pack, text: &str) -> CardSet {
    parse_hand(pack, text).unwrap_or_else(|error| panic!("{error}"))
}

pub fn hands(pack: &Pack, text: &str) -> Vec<CardSet> {
    text.split_whitespace().map(|text| hand(pack, text)).collect()
}

pub fn plan(rules: Rules, contract: Contract) -> Arc<Plan> {
    Arc::new(Plan::compile(&Arc::new(rules), contract).unwrap_or_else(|faults| panic!("{faults}")))
}

pub fn position(rules: Rules, text: &str) -> Position {
    Position::parse(&Arc::new(rules), text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub fn hash_of<T: Hash>(value: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Types a position in again from what can be seen of it. What lies aside is not shown before the end.
pub fn setup_of(position: &Position, aside: &[u32], last_trick_bonus: u32) -> Setup {
    let seats = position.plan().rules().seats;
    let mut points: Vec<u32> = position.points()[..seats].iter().map(|&points| points.into()).collect();
    if position.is_over() {
        points.iter_mut().zip(aside).for_each(|(points, aside)| *points -= aside);
    }
    Setup {
        hands: (0..seats).map(|seat| position.hand(seat)).collect(),
        leader: position.leader(),
        trick: position.trick().map(|(_, card)| card).collect(),
        tricks: position.tricks()[..seats].iter().map(|&tricks| tricks.into()).collect(),
        points,
        aside: aside.to_vec(),
        last_trick_bonus,
        said: position.said().collect(),
        allow_revokes: false,
    }
}
