//! Which move to try first.
//!
//! Chosen by counting nodes on whole deals, per duty and unit; see `docs/solver.md`.

use arrayvec::ArrayVec;

use super::search::{Search, Trick};

/// Moves in the order in which to try them, as plan bits.
pub(super) type Moves = ArrayVec<u8, 64>;

/// Sorts candidates by score, highest first, and puts the hint before all.
fn by_score(mut candidates: u64, hint: Option<u8>, moves: &mut Moves, score: impl Fn(u8) -> i32) {
    let mut scores: ArrayVec<i32, 64> = ArrayVec::new();
    while candidates != 0 {
        let bit = (candidates.trailing_zeros() & 63) as u8;
        candidates &= candidates - 1;
        let value = if hint == Some(bit) { i32::MAX } else { score(bit) };
        let place = scores.iter().position(|&other| other < value).unwrap_or(scores.len());
        scores.insert(place, value);
        moves.insert(place, bit);
    }
}

fn ascending(mut candidates: u64, moves: &mut Moves) {
    while candidates != 0 {
        moves.push((candidates.trailing_zeros() & 63) as u8);
        candidates &= candidates - 1;
    }
}

/// Moves of the leader.
pub(super) fn order_lead(search: &Search, leader: usize, candidates: u64, hint: Option<u8>, moves: &mut Moves) {
    if !search.ideas.ordering {
        return match hint {
            Some(_) => by_score(candidates, hint, moves, |_| 0),
            None => ascending(candidates, moves),
        };
    }
    let plan = search.plan;
    let side = side_of(search, leader);
    let (mut partners, mut opponents) = (0, 0);
    for seat in 0..search.hands.len() {
        if seat != leader {
            if side >> seat & 1 != 0 { partners |= search.hands[seat] } else { opponents |= search.hands[seat] }
        }
    }
    let loses = wants_to_lose(search, leader);
    by_score(candidates, hint, moves, |bit| {
        let lane = plan.lane_of[(bit & 63) as usize];
        let above = lane & (!1u64 << bit) & search.present;
        let rank = i32::from(bit);
        if loses {
            // Low cards of lanes where an opponent must take it.
            return (above & opponents).count_ones() as i32 * 8 - rank;
        }
        let ruffed = opponents_may_ruff(search, leader, side, lane);
        let wins = above == 0;
        let partner_wins = !wins && above & opponents & (u64::MAX << highest(above)) == 0;
        let worth = i32::from(search.geometry.worth[(bit & 63) as usize]);
        let mut score = 0;
        if wins {
            score += if ruffed { 10 } else { 100 + worth };
        } else if partner_wins {
            score += if ruffed { 5 } else { 60 } - rank / 4 - worth;
        } else {
            score -= worth * 2 + rank / 8;
            score += (lane & partners).count_ones() as i32;
        }
        score
    });
}

#[inline]
fn highest(cards: u64) -> u32 {
    63 - cards.leading_zeros().min(63)
}

/// Whether some opponent has no card of the lane but a trump.
fn opponents_may_ruff(search: &Search, leader: usize, side: u8, lane: u64) -> bool {
    let trumps = search.plan.trumps;
    lane != trumps
        && (0..search.hands.len()).any(|seat| {
            let hand = search.hands[seat];
            seat != leader && side >> seat & 1 == 0 && hand & lane == 0 && hand & trumps != 0
        })
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
        moves.push((candidates.trailing_zeros() & 63) as u8);
        return;
    }
    if !search.ideas.ordering {
        return ascending(candidates, moves);
    }
    let plan = search.plan;
    let side = side_of(search, seat);
    let beaters = plan.beaters(trick.led, trick.best);
    let ours = side >> trick.best_seat & 1 != 0;
    let last = trick.len + 1 == plan.players;
    let loses = wants_to_lose(search, seat);
    // What those who play after this seat can still beat the trick with.
    let later = later_opponents(search, seat, side, trick);
    by_score(candidates, None, moves, |bit| {
        let rank = i32::from(bit);
        let beats = beaters >> bit & 1 != 0;
        let worth = i32::from(search.geometry.worth[(bit & 63) as usize]);
        if loses {
            // Get rid of high cards below the best one; else play low.
            return if beats { -rank } else { 100 + rank };
        }
        if beats {
            let holds = last || beaten_by(search, trick, bit, later) == 0;
            if holds { if ours { 20 + worth } else { 200 + worth * 2 - rank / 2 } } else { 10 - worth * 2 - rank / 4 }
        } else if ours && (last || beaten_by(search, trick, trick.best, later) == 0) {
            80 + worth * 2 - rank / 4
        } else {
            50 - worth * 2 - rank / 4
        }
    });
}

/// Cards with which opponents who play later beat a card, as far as their duty lets them.
#[inline]
fn beaten_by(search: &Search, trick: &Trick, bit: u8, later: u64) -> u64 {
    search.plan.beaters(trick.led, bit) & later
}

/// The cards that opponents may still play to the trick.
fn later_opponents(search: &Search, seat: usize, side: u8, trick: &Trick) -> u64 {
    let mut cards = 0;
    let mut next = seat;
    for _ in trick.len + 1..search.plan.players {
        next = search.plan.next[next & 3] as usize & 3;
        if side >> next & 1 == 0 {
            let hand = search.hands[next];
            let follow = hand & search.plan.lane_of[(trick.led & 63) as usize];
            cards |= if follow != 0 { follow } else { hand };
        }
    }
    cards
}
