//! Tables: a deal solved for every trump suit and every leader.

use std::sync::Arc;

use trickcore::rules::{Contract, Plan};
use trickcore::solver::{Control, Engine, Limits, Solver};
use trickcore::state::Position;

use crate::clock::thread_time;
use crate::support::lists::{Game, List};

/// The contract of a list with each trump suit; where it has none, as it is.
fn plans(list: &List) -> Vec<Arc<Plan>> {
    let contract = list.plan.contract();
    let with = |trump| Contract { trump, ..contract.clone() };
    let trumps: Vec<Option<u8>> = if contract.trump.is_some() { (0..4).map(Some).collect() } else { vec![None] };
    let compile = |trump| Arc::new(Plan::compile(list.plan.rules(), with(trump)).expect("a contract"));
    trumps.into_iter().map(compile).collect()
}

/// CPU seconds for a table of each deal; `None` where a list is not what tables are made of. One solver for each trump
/// suit keeps what it learns from leader to leader, and forgets it between deals.
pub fn tables(list: &List) -> Option<Vec<f64>> {
    if !["anrufen", "koenigrufen", "maine_trumps", "mediatore"].contains(&list.name) {
        return None;
    }
    let plans = plans(list);
    let mut solvers: Vec<Solver> = plans.iter().map(|_| Solver::new(Engine::Fast, Limits::default())).collect();
    let of = |game: &Game| {
        let with = |plan: &Arc<Plan>| -> Vec<Position> {
            (0..4).map(|leader| Game { leader, ..game.clone() }.position(plan)).collect()
        };
        let rows: Vec<Vec<Position>> = plans.iter().map(with).collect();
        thread_time(|| rows.iter().zip(&mut solvers).for_each(|(row, solver)| solve_row(solver, list, row))).0
    };
    Some(list.random.iter().map(of).collect())
}

/// A row is of one trump suit; the value for one leader is the first guess for the next.
fn solve_row(solver: &mut Solver, list: &List, row: &[Position]) {
    solver.forget();
    let mut guess = None;
    for position in row {
        guess = solver.value(position, &list.goal, guess, &mut Control::unlimited()).ok();
    }
}
