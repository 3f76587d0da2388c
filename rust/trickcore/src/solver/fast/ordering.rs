//! Which move to try first.
//!
//! Chosen by counting nodes on whole deals, per duty and unit; see `docs/solver.md`.

use arrayvec::ArrayVec;

use super::search::{Search, Trick};

/// What the lead that decided last is worth.
const KILLER: i32 = 100;

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

    /// Scores candidates; the hint comes before all.
    #[inline(always)]
    fn score(&mut self, mut candidates: u64, hint: Option<u8>, score: impl Fn(u8) -> i32) {
        while candidates != 0 {
            let bit = (candidates.trailing_zeros() & 63) as u8;
            candidates &= candidates - 1;
            let value = if hint == Some(bit) { 0xFF_FFFF } else { (score(bit) + 0x10_0000) as u32 };
            self.keys.push(value << 8 | u32::from(bit));
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
pub(super) fn order_lead(
    search: &Search,
    leader: usize,
    candidates: u64,
    hint: Option<u8>,
    killer: u8,
    moves: &mut Moves,
) {
    if candidates & candidates.wrapping_sub(1) == 0 {
        return moves.score(candidates, None, |_| 0);
    }
    if !search.ideas.ordering {
        return moves.score(candidates, hint, |bit| -i32::from(bit));
    }
    if wants_to_lose(search, leader) {
        return order_lead_to_lose(search, leader, candidates, hint, moves);
    }
    let plan = search.plan;
    let mut lanes = [LaneView::default(); 5];
    for (view, &lane) in lanes.iter_mut().zip(&plan.lanes) {
        if candidates & lane != 0 {
            *view = LaneView::of(search, leader, lane);
        }
    }
    moves.score(candidates, hint, |bit| {
        let number = search.geometry.lane_number[(bit & 63) as usize];
        let view = &lanes[(number as usize).min(4)];
        let lane = plan.lane_of[(bit & 63) as usize];
        let below = (search.present & lane & !(u64::MAX << bit)).count_ones() as i32;
        let worth = i32::from(search.geometry.worth[(bit & 63) as usize]);
        let height = i32::from(bit) + 1;
        let killed = if bit == killer { KILLER } else { 0 };
        killed
            + if height > view.opponents {
                100 + worth * 4 - below + view.length
            } else if view.partners > view.opponents {
                90 - below * 2 - worth * 2
            } else {
                40 - below * 2 - worth * 4
            }
    });
}

/// What the others can do to a lead of one lane.
#[derive(Copy, Clone, Default)]
struct LaneView {
    /// One more than the bit of the best card that an opponent can play to it; trumps count for those who are void.
    opponents: i32,
    /// The same for partners.
    partners: i32,
    /// How many cards of it the leader holds.
    length: i32,
}

impl LaneView {
    #[inline]
    fn of(search: &Search, leader: usize, lane: u64) -> LaneView {
        let side = side_of(search, leader);
        let mut view = LaneView { length: (search.hands[leader & 3] & lane).count_ones() as i32, ..Default::default() };
        for (seat, &hand) in search.hands.iter().enumerate() {
            if seat == leader {
                continue;
            }
            let height = playable_height(search, hand, lane);
            let best = if side >> seat & 1 != 0 { &mut view.partners } else { &mut view.opponents };
            *best = (*best).max(height);
        }
        view
    }
}

/// One more than the bit of the best card that a hand can play to a lead of the lane; 0 if it can only discard.
#[inline]
fn playable_height(search: &Search, hand: u64, lane: u64) -> i32 {
    let follow = hand & lane;
    let cards = if follow != 0 { follow } else { hand & search.plan.trumps };
    64 - cards.leading_zeros() as i32
}

/// Leads of somebody who wants to lose tricks: low cards of lanes in which an opponent must take it.
fn order_lead_to_lose(search: &Search, leader: usize, candidates: u64, hint: Option<u8>, moves: &mut Moves) {
    let side = side_of(search, leader);
    let mut opponents = 0;
    for (seat, &hand) in search.hands.iter().enumerate() {
        if side >> seat & 1 == 0 {
            opponents |= hand;
        }
    }
    moves.score(candidates, hint, |bit| {
        let lane = search.plan.lane_of[(bit & 63) as usize];
        let above = lane & (!1u64 << bit) & opponents;
        let below = lane & !(u64::MAX << bit) & search.present;
        above.count_ones() as i32 * 8 - below.count_ones() as i32 * 4
    });
}

/// The seats that want what this one wants.
#[inline]
fn side_of(search: &Search, seat: usize) -> u8 {
    let high = search.sides.high;
    if high >> seat & 1 != 0 { high } else { !high }
}

/// Whether this seat wants its own side to lose tricks (a misère).
#[inline]
fn wants_to_lose(search: &Search, seat: usize) -> bool {
    let gains = search.sides.gain >> seat & 1 != 0;
    let high = search.sides.high >> seat & 1 != 0;
    gains != high
}

/// Moves of a player who does not lead.
pub(super) fn order_follow(search: &Search, seat: usize, candidates: u64, trick: &Trick, moves: &mut Moves) {
    if candidates & candidates.wrapping_sub(1) == 0 {
        return moves.score(candidates, None, |_| 0);
    }
    if !search.ideas.ordering {
        return moves.score(candidates, None, |bit| -i32::from(bit));
    }
    let plan = search.plan;
    let side = side_of(search, seat);
    let beaters = plan.beaters(trick.led, trick.best);
    let led_lane = plan.lane_of[(trick.led & 63) as usize];
    // What those who play after this seat can still do.
    let (mut opponents, mut partners) = (0, 0);
    let mut next = seat;
    for _ in trick.len + 1..plan.players {
        next = plan.next[next & 3] as usize & 3;
        let height = playable_height(search, search.hands[next], led_lane);
        let best = if side >> next & 1 != 0 { &mut partners } else { &mut opponents };
        *best = (*best).max(height);
    }
    let best_height = i32::from(trick.best) + 1;
    let ours_now = side >> trick.best_seat & 1 != 0;
    let ours = (ours_now && best_height > opponents) || (partners > opponents && (ours_now || partners > best_height));
    let loses = wants_to_lose(search, seat);
    let hand = search.hands[seat & 3];
    moves.score(candidates, None, |bit| {
        let lane = plan.lane_of[(bit & 63) as usize];
        let below = (search.present & lane & !(u64::MAX << bit)).count_ones() as i32;
        let worth = i32::from(search.geometry.worth[(bit & 63) as usize]);
        let beats = beaters >> bit & 1 != 0;
        let length = if lane == led_lane { 0 } else { (hand & lane).count_ones() as i32 };
        if loses {
            // Get rid of high cards below the best one; else play low.
            return if beats { -below } else { 100 + below };
        }
        if ours {
            // The trick is ours anyway: add points, keep rank.
            return if beats { 60 } else { 100 } + worth * 4 - below * 2 + length;
        }
        if beats && i32::from(bit) + 1 > opponents {
            150 + worth * 2 - below
        } else if beats {
            20 - worth * 4 - below
        } else {
            50 - worth * 4 - below * 2 + length
        }
    });
}
