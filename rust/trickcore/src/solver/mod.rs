//! Exact double-dummy values: what a position is worth when all cards are known and both sides play perfectly.
//!
//! * [`Engine::Minimax`]: every line is played out, nothing pruned. The oracle.
//! * [`Engine::Plain`]: alpha-beta with a table of exact positions, nothing generalised. The oracle for whole deals,
//!   and the denominator of every comparison.
//! * [`Engine::Fast`]: zero-window search with a table generalised over winning ranks, equals, bounds and ordering.
//!
//! A [`Solver`] answers any number of questions and keeps what it has learned; [`Solver::values`], [`Solver::reach`] and
//! [`Solver::best_of`] answer for many positions on many threads.

mod batch;
mod control;
mod fast;
mod kept;
mod minimax;
mod objective;
mod plain;
mod solution;
mod view;

pub use batch::{Answers, Best, Choice, Failure, LOOK_EVERY, Task, Terms};
pub use control::{Control, Stop};
pub use fast::Ideas;
pub use kept::{Solver, can_reach, solve, value};
pub use objective::{Objective, Unsolvable};
pub use solution::{Engine, Limits, Solution, SolveError};
