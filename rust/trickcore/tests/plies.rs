//! "The best of them for the side to move is the value of the position": at every ply of a line, good or bad.

mod support;

use rayon::prelude::*;
use support::families::{Family, Spread, families};
use support::oracle;
use trickcore::random::Rng;
use trickcore::solver::{Control, Engine, Limits, Objective, solve, value};
use trickcore::state::{Move, Position};

/// The value alone, from tables of its own.
fn fresh(position: &Position, goal: &Objective) -> i32 {
    value(position, goal, Limits::default(), &mut Control::unlimited()).unwrap()
}

/// The value over the whole deal.
fn whole(position: &Position, goal: &Objective) -> i32 {
    fresh(position, goal) + oracle::before(position, goal)
}

/// The values of all moves, each from a search of its own.
fn after_moves(position: &Position, goal: &Objective) -> Vec<(Move, i32)> {
    let of = |mv: Move| {
        let mut board = position.clone();
        board.play(mv).unwrap();
        (mv, whole(&board, goal) - oracle::before(position, goal))
    };
    position.search_moves().into_iter().map(of).collect()
}

/// The value is the best of the moves' at every ply of a line that `choose` makes.
fn best_of_moves(position: &Position, goal: &Objective, mut choose: impl FnMut(&[(Move, i32)], i32) -> Move) {
    let mut board = position.clone();
    while !board.is_over() {
        let moves = after_moves(&board, goal);
        let values = moves.iter().map(|&(_, value)| value);
        let best = if oracle::wants_high(&board, goal) { values.max() } else { values.min() }.unwrap();
        assert_eq!(fresh(&board, goal), best, "{goal:?}\n{board}");
        board.play(choose(&moves, best)).unwrap();
    }
}

fn check(family: &Family, seed: u64, cards: usize) {
    let spread = if seed.is_multiple_of(3) { Spread::Skewed } else { Spread::Even };
    let position = family.deal(seed, cards, spread).position();
    let mut rng = Rng::for_playout(seed, 3);
    for goal in family.goals() {
        best_of_moves(&position, &goal, |moves, best| moves.iter().find(|(_, value)| *value == best).unwrap().0);
        best_of_moves(&position, &goal, |moves, _| moves[rng.below(moves.len() as u32) as usize].0);
        line_keeps_the_value(&position, &goal);
    }
}

/// The line of a solution goes to the end and keeps the value at every ply; its moves have the values of searches of
/// their own.
fn line_keeps_the_value(position: &Position, goal: &Objective) {
    let solution = solve(position, goal, Engine::Fast, Limits::default(), &mut Control::unlimited()).unwrap();
    assert_eq!(solution.moves, after_moves(position, goal), "{goal:?}\n{position}");
    let mut board = position.clone();
    for &mv in &solution.line {
        assert_eq!(whole(&board, goal), solution.value + oracle::before(position, goal), "{goal:?}\n{board}");
        board.play(mv).unwrap();
    }
    assert!(board.is_over());
}

fn check_all(deals: u64, most: usize) {
    for family in families() {
        (0..deals).into_par_iter().for_each(|seed| check(&family, seed, family.hand.min(most)));
    }
}

#[test]
fn the_value_is_the_best_of_the_moves_at_every_ply() {
    check_all(6, 5);
}

#[test]
#[ignore = "heavy"]
fn the_value_is_the_best_of_the_moves_at_every_ply_of_full_deals() {
    check_all(30, 8);
}
