//! Random play to the end, one game or many in parallel.

use std::sync::Arc;

use rayon::prelude::*;

use super::{Position, Setup};
use crate::BySeat;
use crate::cards::CardSet;
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

/// Plays uniformly random legal moves to the end: move number `below(n)` of [`Position::legal_moves`]; where nothing can be
/// said, of the cards lane by lane, trumps last, each lane from its weakest card up.
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

/// The same where cards are the only moves. Random choices cannot be predicted, so nothing here branches on them.
#[inline]
fn play_cards(position: &mut Position, rng: &mut Rng) {
    loop {
        let legal = position.legal_bits();
        if legal == 0 {
            return;
        }
        let chosen = nth_bit(legal, rng.below(legal.count_ones()));
        position.play_bit(chosen);
    }
}

/// The place of the `n`-th set bit (from 0), counted from the lowest.
#[inline]
fn nth_bit(mut bits: u64, n: u32) -> u8 {
    for i in 0..6 {
        let without_lowest = bits & bits.wrapping_sub(1);
        bits = if i < n { without_lowest } else { bits };
    }
    for _ in 6..n {
        bits &= bits.wrapping_sub(1);
    }
    bits.trailing_zeros() as u8
}

/// Plays a position out `count` times, game `i` with [`Rng::for_playout`]`(seed, first + i)`, so the outcomes depend on
/// neither the number of threads nor how a batch is cut. `threads` 0 means all cores.
///
/// # Panics
/// Where so many outcomes do not fit in memory.
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

/// Whole random games without an auction: every game shuffles the plan's pack, deals it and plays it out.
///
/// ```
/// # use std::sync::Arc;
/// # use trickcore::cards::FRENCH52;
/// # use trickcore::random::Rng;
/// # use trickcore::rules::{Contract, Plan, Rules};
/// use trickcore::state::RandomGames;
/// # let rules = Arc::new(Rules::plain("whist", &FRENCH52, 4));
/// # let plan = Arc::new(Plan::compile(&rules, Contract::alone(0)).unwrap());
/// let mut games = RandomGames::new(&plan, 13, 0).unwrap();
/// let outcome = games.play(&mut Rng::new(7));
/// assert_eq!(outcome.tricks.iter().sum::<u8>(), 13);
/// ```
#[derive(Clone, Debug)]
pub struct RandomGames {
    /// The position before any card is dealt.
    empty: Position,
    /// The pack as plan bits, in the order in which hands are written.
    pack: Vec<u8>,
    hand: usize,
}

impl RandomGames {
    /// Games of a plan with `hand` cards to each seat in play, in which `leader` leads.
    ///
    /// Returns `None` where the hands do not fit the pack or the leader is not in play.
    pub fn new(plan: &Arc<Plan>, hand: usize, leader: usize) -> Option<RandomGames> {
        let pack: Vec<u8> = plan.rules().pack.cards().iter().map(|card| plan.bit(card)).collect();
        if hand == 0 || hand.checked_mul(plan.in_play().len())? > pack.len() {
            return None;
        }
        let nothing = vec![CardSet::EMPTY; plan.rules().seats];
        let empty = Setup { leader, ..Setup::new(nothing) }.build(plan).ok()?;
        Some(RandomGames { empty, pack, hand })
    }

    /// The next game: shuffled by [`Rng::shuffle`], dealt in slices from seat 0 on, played uniformly at random.
    #[inline]
    pub fn play(&mut self, rng: &mut Rng) -> Outcome {
        let mut game = self.empty.clone();
        let mut cards = [0u8; 64];
        let cards = &mut cards[..self.pack.len()];
        cards.copy_from_slice(&self.pack);
        rng.shuffle(cards);
        let mut hands = cards.chunks_exact(self.hand);
        for seat in self.empty.plan().in_play().iter() {
            game.hands[seat] = hands.next().into_iter().flatten().fold(0, |hand, &bit| hand | 1 << (bit & 63));
        }
        playout(&mut game, rng);
        Outcome { tricks: game.tricks(), points: game.points() }
    }
}
