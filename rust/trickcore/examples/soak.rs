//! Compares the fast engine with the plain one on random deals of every kind, without end.
//!
//! `cargo run --release -p trickcore --example soak -- [SECONDS [FIRST_SEED [WORD]]]`; WORD is part of the names of the
//! families to be compared.
//!
//! Each seed is a deal of every family: even or skewed, full or of fewer cards, at its first card or some cards later. A
//! wrong answer is printed with its position, and the run goes on; it then ends with an error.

#[path = "../tests/support/mod.rs"]
mod support;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use support::families::{Family, Spread, after, families};
use support::ideas::without;
use trickcore::random::Rng;
use trickcore::solver::{Control, Engine, Ideas, Limits, Objective, can_reach, solve, value};
use trickcore::state::Position;

/// Cards in a hand that the plain engine can be asked about many times.
fn plain_cards(family: &Family) -> usize {
    if family.rules.name == "mediatore" { 6 } else { 8 }
}

fn fast(position: &Position, goal: &Objective, ideas: Ideas) -> i32 {
    value(position, goal, Limits { ideas, ..Limits::default() }, &mut Control::unlimited()).expect("a value")
}

fn plain_reaches(position: &Position, goal: &Objective, target: i32) -> bool {
    let limits = Limits { max_memory: 4 << 30, ..Limits::default() };
    can_reach(position, goal, target, Engine::Plain, limits, &mut Control::unlimited()).expect("an answer")
}

/// What is wrong with the fast engine's answers, if anything.
fn wrong(family: &Family, position: &Position, goal: &Objective, cards: usize) -> Option<String> {
    let found = fast(position, goal, Ideas::default());
    if cards > plain_cards(family) {
        let exact = fast(position, goal, without(&["generalise"]));
        return (exact != found).then(|| format!("{found}, but {exact} without generalisation"));
    }
    let better = if family.misere && *goal == Objective::Tricks { found - 1 } else { found + 1 };
    if !plain_reaches(position, goal, found) || plain_reaches(position, goal, better) {
        return Some(format!("{found} is wrong"));
    }
    if cards > 5 {
        return None;
    }
    let moves = |engine| {
        let solution = solve(position, goal, engine, Limits::default(), &mut Control::unlimited());
        solution.expect("a solution").moves
    };
    (moves(Engine::Fast) != moves(Engine::Plain)).then(|| "values of moves differ".to_string())
}

/// Compares the deal of a family with this seed.
fn compare(family: &Family, seed: u64) -> Option<String> {
    let mut rng = Rng::for_playout(seed, 9);
    let spread = if rng.below(3) == 0 { Spread::Skewed } else { Spread::Even };
    // Full hands half of the time.
    let cards = if rng.below(2) == 0 { family.hand } else { 2 + rng.below(family.hand as u32 - 2) as usize };
    let plies = if rng.below(2) == 0 { 0 } else { rng.below(9) as usize };
    let goals = family.goals();
    let goal = &goals[rng.below(goals.len() as u32) as usize];
    let position = after(family.deal(seed, cards, spread).position(), plies, &mut rng);
    let fault = wrong(family, &position, goal, cards)?;
    Some(format!("{} {goal:?} seed {seed}: {fault}\n{position}", family.name))
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, usual| words.get(i).map_or(usual, |word| word.parse().expect("a number"));
    let (seconds, first) = (number(0, 60), number(1, 0));
    let end = Instant::now() + Duration::from_secs(seconds);
    let word = words.get(2).cloned().unwrap_or_default();
    let families: Vec<Family> = families().into_iter().filter(|family| family.name.contains(&word)).collect();
    let run = Run { families, end, next: AtomicU64::new(first), done: AtomicU64::new(0), wrong: AtomicU64::new(0) };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(|| run.work()))));
    let wrong = run.wrong.into_inner();
    println!("{} deals compared, {wrong} wrong", run.done.into_inner());
    std::process::exit(i32::from(wrong > 0));
}

/// What the threads share.
struct Run {
    families: Vec<Family>,
    end: Instant,
    /// The next seed.
    next: AtomicU64,
    done: AtomicU64,
    wrong: AtomicU64,
}

impl Run {
    fn work(&self) {
        loop {
            let seed = self.next.fetch_add(1, Ordering::Relaxed);
            for family in &self.families {
                if Instant::now() >= self.end {
                    return;
                }
                if let Some(fault) = compare(family, seed) {
                    println!("WRONG {fault}");
                    self.wrong.fetch_add(1, Ordering::Relaxed);
                }
                self.done.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
}
