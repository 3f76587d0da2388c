//! Counting all ways to play a position out.

use thiserror::Error;

use super::{Move, Position};

/// A long computation was told to stop before it had an answer.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Error)]
#[error("stopped before the answer was found")]
pub struct Stopped;

/// The number of sequences of legal moves, announcements and calls included, that play the position out, or that are
/// `depth` moves long (or shorter, where the play ends before).
///
/// `stop` is asked now and then; the count ends when it says so. Counts past 2^64 stay at the largest number.
///
/// # Errors
/// [`Stopped`] when told to stop.
///
/// ```
/// # use std::sync::Arc;
/// # use trickcore::cards::{FRENCH52, parse_hand};
/// # use trickcore::rules::{Contract, Plan, Rules};
/// # use trickcore::state::{Setup, perft};
/// # let rules = Arc::new(Rules::plain("whist", &FRENCH52, 2));
/// # let plan = Arc::new(Plan::compile(&rules, Contract::alone(0)).unwrap());
/// let hands = ["AK.-.-.-", "Q.J.-.-"].map(|hand| parse_hand(&FRENCH52, hand).unwrap());
/// let mut position = Setup::new(hands.to_vec()).build(&plan).unwrap();
/// assert_eq!(perft(&mut position, None, &mut || false), Ok(2));
/// ```
pub fn perft(position: &mut Position, depth: Option<u32>, stop: &mut dyn FnMut() -> bool) -> Result<u64, Stopped> {
    let mut counter = Counter { stop, visited: 0 };
    counter.count(position, depth.unwrap_or(u32::MAX))
}

struct Counter<'a> {
    stop: &'a mut dyn FnMut() -> bool,
    visited: u32,
}

impl Counter<'_> {
    fn count(&mut self, position: &mut Position, depth: u32) -> Result<u64, Stopped> {
        self.visited = self.visited.wrapping_add(1);
        if self.visited & 0xFFF == 0 && (self.stop)() {
            return Err(Stopped);
        }
        if depth == 0 || position.is_over() {
            return Ok(1);
        }
        let moves = position.legal_moves();
        if depth == 1 {
            return Ok(moves.len() as u64);
        }
        let mut total = 0u64;
        for mv in moves {
            total = total.saturating_add(self.count_after(position, mv, depth - 1)?);
        }
        Ok(total)
    }

    fn count_after(&mut self, position: &mut Position, mv: Move, depth: u32) -> Result<u64, Stopped> {
        let undo = position.play_unchecked(mv);
        let count = self.count(position, depth);
        position.undo(undo);
        count
    }
}
