//! Random play to the end, one game or many in parallel.

use std::sync::Arc;

use rayon::prelude::*;

use super::{Position, Setup};
use crate::BySeat;
use crate::cards::{Card, CardSet};
use crate::random::Rng;
use crate::rules::Plan;

/// What each seat had at the end of a random game, what it had before included.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Tricks by seat.
    pub tricks: BySeat<u8>,
    /// Points by seat, points put aside included.
    pub points: BySeat<u16>,
}

/// Plays uniformly random legal moves to the end.
pub fn playout(position: &mut Position, rng: &mut Rng) {
    if position.plan().talks {
        while !position.is_over() {
            let moves = position.legal_moves();
            let chosen = moves[rng.below(moves.len() as u32) as usize];
            position.play_unchecked(chosen);
        }
    } else {
        play_cards(position, rng);
    }
}

/// The same where cards are the only moves.
#[inline]
fn play_cards(position: &mut Position, rng: &mut Rng) {
    loop {
        let legal = position.legal_bits();
        if legal & legal.wrapping_sub(1) != 0 {
            let chosen = nth_bit(legal, rng.below(legal.count_ones()));
            position.play_bit(chosen);
        } else if legal != 0 {
            position.play_bit(legal.trailing_zeros() as u8);
        } else {
            return;
        }
    }
}

/// The place of the `n`-th set bit (from 0), counted from the lowest.
#[inline]
fn nth_bit(mut bits: u64, n: u32) -> u8 {
    for _ in 0..n {
        bits &= bits.wrapping_sub(1);
    }
    bits.trailing_zeros() as u8
}

/// Plays a position out `count` times, game `i` with [`Rng::for_playout`]`(seed, first + i)`, so the outcomes depend on
/// neither the number of threads nor how a batch is cut. `threads` 0 means all cores.
pub fn playouts(position: &Position, first: u64, count: usize, seed: u64, threads: usize) -> Vec<Outcome> {
    let one = |index: usize| {
        let mut game = position.clone();
        playout(&mut game, &mut Rng::for_playout(seed, first.wrapping_add(index as u64)));
        Outcome { tricks: game.tricks(), points: game.points() }
    };
    if threads == 1 {
        return (0..count).map(one).collect();
    }
    let many = || (0..count).into_par_iter().map(one).collect();
    match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(many),
        Err(_) => (0..count).map(one).collect(),
    }
}

/// Deals the plan's pack at random, all cards or `hand` to each seat in play, and plays it out: the whole of a random
/// game without an auction. `leader` leads.
///
/// Returns `None` where the hands do not fit the pack or the leader is not in play.
pub fn deal_and_play(plan: &Arc<Plan>, hand: usize, leader: usize, rng: &mut Rng) -> Option<Outcome> {
    let mut cards = [Card::from_bit(0); 64];
    let pack = plan.rules().pack;
    let size = pack.len();
    if hand * plan.in_play().len() > size {
        return None;
    }
    cards.iter_mut().zip(pack.cards()).for_each(|(place, card)| *place = card);
    rng.shuffle(&mut cards[..size]);
    let mut rest = cards[..size].chunks_exact(hand.max(1));
    let mut hands = vec![CardSet::EMPTY; plan.rules().seats];
    for seat in plan.in_play().iter() {
        hands[seat] = rest.next()?.iter().copied().collect();
    }
    let mut position = Setup { leader, ..Setup::new(hands) }.build(plan).ok()?;
    playout(&mut position, rng);
    Some(Outcome { tricks: position.tricks(), points: position.points() })
}
