//! What is asked of, and what comes out of, a solver.

use super::fast::Ideas;
use super::{Stop, Unsolvable};
use crate::state::Move;

/// Which search answers.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Every line played out.
    Minimax,
    /// Alpha-beta with a table of exact positions.
    Plain,
    /// Zero-window search with everything that makes it fast.
    #[default]
    Fast,
}

impl Engine {
    /// Bytes that its tables may take where nothing else is said. The plain engine gives up when they are full, the fast
    /// one forgets and goes on.
    pub fn usual_memory(self) -> usize {
        match self {
            Engine::Minimax | Engine::Plain => 1 << 30,
            Engine::Fast => 30 << 20,
        }
    }
}

/// How much memory a search may take.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes for tables.
    pub max_memory: usize,
    /// Which ideas the fast engine uses; all, but in tests of each.
    pub ideas: Ideas,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { max_memory: 1 << 30, ideas: Ideas::default() }
    }
}

/// What a position is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Value for the bidder's side, in the unit of the objective.
    pub value: i32,
    /// The value if a move is made now, for every move that a search chooses from.
    pub moves: Vec<(Move, i32)>,
    /// One sequence of moves to the end along which both sides keep the value.
    pub line: Vec<Move>,
    /// Nodes visited.
    pub nodes: u64,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum SolveError {
    #[error(transparent)]
    Unsolvable(#[from] Unsolvable),
    #[error(transparent)]
    Stopped(#[from] Stop),
}
