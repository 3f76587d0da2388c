//! Which move to try first.
//!
//! A move is scored by what it seems to do (win for sure, win for the partner, lose, …): each such *deed* has a table of
//! scores by card, made once for a contract. The weights were chosen by counting nodes on whole deals, per duty and unit;
//! see `docs/solver.md`.

use arrayvec::ArrayVec;

use super::geometry::Geometry;
use super::search::{Search, Sides, Trick};
use crate::rules::Plan;

/// What a card seems to do.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// A lead that no opponent can beat.
    LeadWins,
    /// A lead that an opponent could beat, but a partner can beat the opponents.
    LeadHelps,
    /// A lead that an opponent can beat.
    LeadLoses,
    /// Beats the best card of a trick that the side wins anyway.
    Overtakes,
    /// Goes under in a trick that the side wins anyway.
    Feeds,
    /// Beats the best card, and no opponent still to play can beat it.
    Wins,
    /// Beats the best card, but an opponent still to play can beat it.
    Tries,
    /// Goes under in a trick that may be lost.
    Loses,
}

/// How many deeds there are.
const DEEDS: usize = 8;

/// The weights of one deed: the score is `base` + `worth` × (worth of the card in 16ths of the most valuable) + `rank` ×
/// (cards of its lane below it) + `length` × (cards of its lane in the hand).
#[derive(Copy, Clone, Debug)]
pub(super) struct Weights {
    pub base: i16,
    pub worth: i16,
    pub rank: i16,
    pub length: i16,
}

const fn weights(base: i16, worth: i16, rank: i16, length: i16) -> Weights {
    Weights { base, worth, rank, length }
}

/// Scores by deed and card.
#[derive(Clone, Debug)]
pub(super) struct Scores {
    by_card: [[i16; 64]; DEEDS],
    length: [i16; DEEDS],
    killer: i16,
}

impl Scores {
    pub fn new(plan: &Plan, geometry: &Geometry) -> Scores {
        let most = geometry.worth.iter().copied().max().unwrap_or(0).max(1);
        let all = WEIGHTS;
        let mut scores = Scores { by_card: [[0; 64]; DEEDS], length: all.map(|weights| weights.length), killer: KILLER };
        for (deed, weights) in all.iter().enumerate() {
            for bit in 0..64 {
                let below = (plan.lane_of[bit] & !(u64::MAX << bit)).count_ones() as i16;
                let worth = (i32::from(geometry.worth[bit]) * 16 / i32::from(most)) as i16;
                scores.by_card[deed][bit] = weights.base + weights.worth * worth + weights.rank * below;
            }
        }
        scores
    }
}

const KILLER: i16 = 100;

const WEIGHTS: [Weights; DEEDS] = [
    weights(100, 2, -1, 1),
    weights(90, -1, -2, 0),
    weights(40, -2, -2, 0),
    weights(60, 2, -2, 0),
    weights(100, 2, -2, 1),
    weights(150, 1, -1, 0),
    weights(20, -2, -1, 0),
    weights(50, -2, -2, 1),
];

/// Moves still to be tried, the best first: taken out one by one, since most are never needed.
pub(super) struct Moves {
    /// Score (offset to be positive) above, plan bit below.
    keys: ArrayVec<u32, 64>,
}

impl Moves {
    /// No move.
    #[inline(always)]
    pub fn new() -> Moves {
        Moves { keys: ArrayVec::new() }
    }

    #[inline(always)]
    fn push(&mut self, bit: usize, score: i32) {
        self.keys.push(((score + 0x10_0000) as u32) << 8 | bit as u32);
    }

    /// Adds cards that all do the same.
    #[inline(always)]
    fn add(&mut self, scores: &Scores, deed: Deed, mut cards: u64) {
        let by_card = &scores.by_card[deed as usize];
        while cards != 0 {
            let bit = (cards.trailing_zeros() & 63) as usize;
            cards &= cards - 1;
            self.push(bit, i32::from(by_card[bit]));
        }
    }

    /// The best of the moves left, taken out.
    #[inline(always)]
    pub fn next(&mut self) -> Option<u8> {
        let (mut best, mut key) = (0, *self.keys.first()?);
        for (place, &other) in self.keys.iter().enumerate().skip(1) {
            if other > key {
                (best, key) = (place, other);
            }
        }
        self.keys.swap_remove(best);
        Some(key as u8)
    }
}

/// Moves of the leader.
#[inline]
pub(super) fn order_lead(search: &Search, leader: usize, candidates: u64, killer: u8, moves: &mut Moves) {
    if candidates & candidates.wrapping_sub(1) == 0 || !search.ideas.ordering {
        return as_they_come(candidates, moves);
    }
    if wants_to_lose(&search.sides, leader) {
        return order_lead_to_lose(search, leader, candidates, moves);
    }
    let (side, hand) = (side_of(search, leader), search.hands[leader & 3]);
    for &lane in &search.plan.lanes {
        let mut cards = candidates & lane;
        if cards == 0 {
            continue;
        }
        let (mut opponents, mut partners) = (0, 0);
        for (seat, &other) in search.hands.iter().enumerate() {
            if seat == leader {
                continue;
            }
            let height = playable_height(search, other, lane);
            let best = if side >> seat & 1 != 0 { &mut partners } else { &mut opponents };
            *best = height.max(*best);
        }
        let length = (hand & lane).count_ones() as i32;
        let under = if partners > opponents { Deed::LeadHelps } else { Deed::LeadLoses };
        while cards != 0 {
            let bit = (cards.trailing_zeros() & 63) as usize;
            cards &= cards - 1;
            let deed = if bit as i32 >= opponents { Deed::LeadWins } else { under } as usize;
            let killed = if bit == killer as usize { search.scores.killer } else { 0 };
            let score = search.scores.by_card[deed][bit] + killed;
            moves.push(bit, i32::from(score) + i32::from(search.scores.length[deed]) * length);
        }
    }
}

/// One more than the bit of the best card that a hand can play to a lead of the lane; 0 if it can only discard.
#[inline(always)]
fn playable_height(search: &Search, hand: u64, lane: u64) -> i32 {
    let follow = hand & lane;
    let cards = if follow != 0 { follow } else { hand & search.plan.trumps };
    64 - cards.leading_zeros() as i32
}

/// Lowest bits first.
fn as_they_come(mut candidates: u64, moves: &mut Moves) {
    while candidates != 0 {
        let bit = candidates.trailing_zeros() as usize;
        candidates &= candidates - 1;
        moves.push(bit, -(bit as i32));
    }
}

/// Leads of somebody who wants to lose tricks: low cards of lanes in which an opponent must take it.
fn order_lead_to_lose(search: &Search, leader: usize, mut candidates: u64, moves: &mut Moves) {
    let side = side_of(search, leader);
    let mut opponents = 0;
    for (seat, &hand) in search.hands.iter().enumerate() {
        if side >> seat & 1 == 0 {
            opponents |= hand;
        }
    }
    while candidates != 0 {
        let bit = candidates.trailing_zeros() as usize & 63;
        candidates &= candidates - 1;
        let lane = search.plan.lane_of[bit];
        let above = lane & (!1u64 << bit) & opponents;
        let below = lane & !(u64::MAX << bit) & search.present;
        moves.push(bit, above.count_ones() as i32 * 8 - below.count_ones() as i32 * 4);
    }
}

/// The seats that want what this one wants.
#[inline(always)]
fn side_of(search: &Search, seat: usize) -> u8 {
    let high = search.sides.high;
    if high >> (seat & 7) & 1 != 0 { high } else { !high }
}

/// Whether this seat wants its own side to lose tricks (a misère).
#[inline(always)]
fn wants_to_lose(sides: &Sides, seat: usize) -> bool {
    (sides.gain ^ sides.high) >> (seat & 7) & 1 != 0
}

/// Moves of a player who does not lead.
#[inline]
pub(super) fn order_follow<const MISSING: u8>(
    search: &Search,
    seat: usize,
    candidates: u64,
    trick: &Trick,
    moves: &mut Moves,
) {
    if !search.ideas.ordering {
        return as_they_come(candidates, moves);
    }
    let plan = search.plan;
    let side = side_of(search, seat);
    let (beaters, led_lane) = (trick.beaters, trick.lane);
    if wants_to_lose(&search.sides, seat) {
        return order_to_lose(search, candidates, beaters, moves);
    }
    // What those who play after this seat can still do.
    let (mut opponents, mut partners) = (0, 0);
    let mut next = seat;
    for _ in 1..MISSING {
        next = plan.next[next & 3] as usize & 3;
        let height = playable_height(search, search.hands[next], led_lane);
        let best = if side >> next & 1 != 0 { &mut partners } else { &mut opponents };
        *best = height.max(*best);
    }
    let best_height = i32::from(trick.best) + 1;
    let ours_now = side >> trick.best_seat & 1 != 0;
    let ours = (ours_now && best_height > opponents) || (partners > opponents && (ours_now || partners > best_height));
    let beating = candidates & beaters;
    let under = candidates & !beaters;
    let scores = search.scores;
    let deed = if ours {
        moves.add(scores, Deed::Overtakes, beating);
        Deed::Feeds
    } else {
        let safe = beating & u64::MAX.unbounded_shl(opponents as u32);
        moves.add(scores, Deed::Wins, safe);
        moves.add(scores, Deed::Tries, beating & !safe);
        Deed::Loses
    };
    if under & led_lane != 0 {
        return moves.add(scores, deed, under);
    }
    let hand = search.hands[seat & 3];
    let mut discards = under;
    while discards != 0 {
        let bit = (discards.trailing_zeros() & 63) as usize;
        discards &= discards - 1;
        let length = (hand & plan.lane_of[bit]).count_ones() as i32;
        let score = i32::from(scores.by_card[deed as usize][bit]);
        moves.push(bit, score + i32::from(scores.length[deed as usize]) * length);
    }
}

/// To a trick that is not wanted: high cards below the best one; else low ones.
fn order_to_lose(search: &Search, mut candidates: u64, beaters: u64, moves: &mut Moves) {
    while candidates != 0 {
        let bit = (candidates.trailing_zeros() & 63) as usize;
        candidates &= candidates - 1;
        let below = (search.present & search.plan.lane_of[bit] & !(u64::MAX << bit)).count_ones() as i32;
        moves.push(bit, if beaters >> bit & 1 != 0 { -below } else { 100 + below });
    }
}
