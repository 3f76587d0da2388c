//! Exact double-dummy values: what a position is worth when all cards are known and both sides play perfectly.
//!
//! * [`Engine::Minimax`]: every line is played out, nothing pruned. The oracle.
//! * [`Engine::Plain`]: alpha-beta with a table of exact positions, nothing generalised. The oracle for whole deals,
//!   and the denominator of every comparison.
//! * [`Engine::Fast`]: zero-window search with a table generalised over winning ranks, equals, bounds and ordering.

mod control;
mod fast;
mod minimax;
mod objective;
mod plain;
mod solution;

pub use control::{Control, Stop};
pub use fast::Ideas;
pub use objective::{Objective, Unsolvable};
pub use solution::{Engine, Limits, Solution, SolveError, can_reach, solve, solve_keeping, value};
