//! The plain engine: alpha-beta with a table of exact positions.
//!
//! Nothing is generalised: an entry speaks of one placing of the cards. The table is asked at the start of tricks. For
//! objectives that add up, entries hold what the rest of the play adds, so positions reached with other totals share
//! them; for the payoff the totals are part of the key.

use rustc_hash::FxHashMap;

use super::{Control, Objective, Stop};
use crate::BySeat;
use crate::state::{Move, Position};

/// Below and above every value.
const INFINITY: i32 = 1 << 28;

/// A position at the start of a trick, as far as the rest of the play depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    hands: BySeat<u64>,
    leader: u8,
    /// Seats whose announced points wait for a first trick.
    waiting: u8,
    /// Totals of both sides; zeros where the objective adds up.
    totals: (i16, i16, i8),
}

/// What is known of a key: the value lies between these.
#[derive(Clone, Copy)]
struct Bounds {
    low: i32,
    high: i32,
}

/// An alpha-beta search with its table. The table holds for one contract and one objective.
pub(super) struct Plain<'g> {
    goal: &'g Objective,
    table: FxHashMap<Key, Bounds>,
    max_memory: usize,
}

/// Bytes that an entry of the table takes, the map's slack included.
const ENTRY_BYTES: usize = (size_of::<(Key, Bounds)>() + 1) * 16 / 7;

impl<'g> Plain<'g> {
    pub fn new(goal: &'g Objective, max_memory: usize) -> Plain<'g> {
        Plain { goal, table: FxHashMap::default(), max_memory }
    }

    /// What the search is about.
    pub fn goal(&self) -> &'g Objective {
        self.goal
    }

    /// The amount that the bidder's side ends with.
    pub fn value(&mut self, position: &mut Position, control: &mut Control) -> Result<i32, Stop> {
        self.search(position, -INFINITY, INFINITY, control)
    }

    /// Whether the amount is at least `target`.
    pub fn at_least(&mut self, position: &mut Position, target: i32, control: &mut Control) -> Result<bool, Stop> {
        Ok(self.search(position, target - 1, target, control)? >= target)
    }

    /// Fail-soft alpha-beta: at most `alpha` means an upper bound, at least `beta` a lower one.
    fn search(&mut self, position: &mut Position, alpha: i32, beta: i32, control: &mut Control) -> Result<i32, Stop> {
        control.tick()?;
        if position.is_over() {
            return Ok(self.goal.amount(position));
        }
        if position.trick_len() > 0 {
            return self.search_moves(position, alpha, beta, control);
        }
        let had = if self.goal.is_additive() { self.goal.amount(position) } else { 0 };
        let key = self.key(position);
        let (mut alpha, mut beta) = (alpha, beta);
        if let Some(known) = self.table.get(&key) {
            let (low, high) = (known.low + had, known.high + had);
            if low >= beta || low == high {
                return Ok(low);
            }
            if high <= alpha {
                return Ok(high);
            }
            (alpha, beta) = (alpha.max(low), beta.min(high));
        }
        let value = self.search_moves(position, alpha, beta, control)?;
        self.store(key, value - had, alpha - had, beta - had)?;
        Ok(value)
    }

    fn search_moves(
        &mut self,
        position: &mut Position,
        mut alpha: i32,
        mut beta: i32,
        control: &mut Control,
    ) -> Result<i32, Stop> {
        let maximises = self.goal.maximises(position);
        let mut best = if maximises { -INFINITY } else { INFINITY };
        for mv in position.search_moves() {
            let value = self.after(position, mv, alpha, beta, control)?;
            if maximises {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    fn after(
        &mut self,
        position: &mut Position,
        mv: Move,
        alpha: i32,
        beta: i32,
        control: &mut Control,
    ) -> Result<i32, Stop> {
        let undo = position.play_unchecked(mv);
        let value = self.search(position, alpha, beta, control);
        position.undo(undo);
        value
    }

    fn key(&self, position: &Position) -> Key {
        let totals = position.totals();
        let totals = if self.goal.is_additive() {
            (0, 0, 0)
        } else {
            (totals.own as i16, totals.others as i16, totals.tricks as i8)
        };
        Key { hands: position.hand_bits(), leader: position.leader() as u8, waiting: position.waiting(), totals }
    }

    fn store(&mut self, key: Key, value: i32, alpha: i32, beta: i32) -> Result<(), Stop> {
        if self.table.len() * ENTRY_BYTES >= self.max_memory {
            return Err(Stop::Memory(self.max_memory));
        }
        let entry = self.table.entry(key).or_insert(Bounds { low: -INFINITY, high: INFINITY });
        if value > alpha {
            entry.low = entry.low.max(value);
        }
        if value < beta {
            entry.high = entry.high.min(value);
        }
        Ok(())
    }
}
