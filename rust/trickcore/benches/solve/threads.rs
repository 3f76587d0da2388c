//! Batches on one thread and on two.

use trickcore::solver::{Engine, Limits, Solver, Task, Terms};

use crate::clock::process_time;
use crate::support::lists::List;

/// Rounds, by turns with one thread and with two.
const ROUNDS: usize = 3;
/// Deals of a batch, the list over and over.
const DEALS: usize = 3_000;

/// What a batch took.
#[derive(Copy, Clone)]
pub struct Batch {
    /// Deals solved in a second by the clock on the wall, on one thread and on two.
    pub rates: [f64; 2],
    /// The least CPU seconds of all threads, on one thread and on two.
    pub cpu: [f64; 2],
}

/// The list as a batch; the best of several rounds.
pub fn threads(list: &List) -> Batch {
    let positions = list.positions();
    let times = if list.plan.rules().name == "mediatore" { 1 } else { DEALS.div_ceil(positions.len()) };
    let task = |position| Task { position, goal: list.goal.clone() };
    let tasks: Vec<Task> = (0..times).flat_map(|_| positions.iter().cloned().map(task)).collect();
    let solver = Solver::new(Engine::Fast, Limits::default());
    let mut best = Batch { rates: [0.0; 2], cpu: [f64::MAX; 2] };
    for _ in 0..ROUNDS {
        for (i, threads) in [1, 2].into_iter().enumerate() {
            let terms = Terms { threads, max_nodes: u64::MAX, deadline: None, watch: &mut |_| false };
            let (wall, cpu) = process_time(|| drop(solver.values(&tasks, terms)));
            best.rates[i] = best.rates[i].max(tasks.len() as f64 / wall);
            best.cpu[i] = best.cpu[i].min(cpu);
        }
    }
    best
}
