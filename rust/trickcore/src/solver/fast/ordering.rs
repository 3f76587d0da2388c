//! Which move to try first.
//!
//! A move is scored by what it seems to do (win for sure, win for the partner, lose, …): each such *deed* has a table of
//! scores by card, made once for a contract. The weights were chosen by counting nodes on whole deals, per duty and unit;
//! see `docs/solver.md`.

use arrayvec::ArrayVec;

use super::geometry::Geometry;
use super::prospects::View;
use super::search::{Search, Trick};
use super::sets::{above, height, highest};
use super::weights::{Style, style};
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
    /// Trumps a trick, but an opponent still to play can overtrump.
    Ruffs,
}

/// How many rows of weights there are: deeds of the leader, and those of others for each number of missing cards.
pub(super) const ROWS: usize = LEADS + 3 * FOLLOWS;
const LEADS: usize = 3;
const FOLLOWS: usize = 6;

impl Deed {
    /// The row of weights, where `missing` cards of the trick are still to be played.
    #[inline(always)]
    const fn row(self, missing: u8) -> usize {
        let deed = self as usize;
        if deed < LEADS { deed } else { deed + FOLLOWS * (missing as usize - 1) }
    }
}

/// Scores by deed and card.
#[derive(Clone, Debug)]
pub(super) struct Scores {
    by_card: [[i16; 64]; ROWS],
    style: Style,
}

impl Scores {
    pub fn new(plan: &Plan, geometry: &Geometry, reversed: bool) -> Scores {
        let most = i32::from(geometry.worth.iter().copied().max().unwrap_or(0).max(1));
        let style = *style(plan, geometry.per_trick == 0, reversed);
        let mut scores = Scores { by_card: [[0; 64]; ROWS], style };
        for (bit, &lane) in plan.lane_of.iter().enumerate().filter(|(_, lane)| **lane != 0) {
            let below = (lane & !(u64::MAX << bit)).count_ones() as i16;
            let worth = (i32::from(geometry.worth[bit]) * 16 / most) as i16;
            let trump = (plan.trumps >> bit & 1) as i16;
            for (by_card, weights) in scores.by_card.iter_mut().zip(&style.rows) {
                by_card[bit] = weights.base + weights.worth * worth + weights.rank * below + weights.trump * trump;
            }
        }
        scores
    }
}

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
    fn add(&mut self, scores: &Scores, row: usize, mut cards: u64) {
        let by_card = &scores.by_card[row];
        while cards != 0 {
            let bit = (cards.trailing_zeros() & 63) as usize;
            cards &= cards - 1;
            self.push(bit, i32::from(by_card[bit]));
        }
    }

    /// The best of the moves left, taken out.
    #[inline(always)]
    pub fn best(&mut self) -> Option<u8> {
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

/// The moves of one player, in the order to be tried: a killer first, and the others ordered only if it fails.
pub(super) struct Tries {
    killer: Option<u8>,
    /// Cards not yet ordered.
    rest: u64,
    moves: Moves,
    skipped: u64,
}

impl Tries {
    /// These cards, one of them the killer.
    #[inline(always)]
    pub fn new(candidates: u64, killer: Option<u8>) -> Tries {
        Tries { killer, rest: candidates, moves: Moves::new(), skipped: 0 }
    }

    /// Leaves out these cards from now on.
    #[inline(always)]
    pub fn skip(&mut self, cards: u64) {
        self.skipped |= cards;
    }

    /// The next card to try.
    #[inline(always)]
    pub fn next(&mut self, order: impl FnOnce(u64, &mut Moves)) -> Option<u8> {
        if let Some(bit) = self.killer.take() {
            self.skipped |= 1 << (bit & 63);
            return Some(bit);
        }
        let rest = std::mem::take(&mut self.rest) & !self.skipped;
        if rest != 0 {
            order(rest, &mut self.moves);
        }
        loop {
            let bit = self.moves.best()?;
            if self.skipped >> (bit & 63) & 1 == 0 {
                return Some(bit);
            }
        }
    }
}

/// Moves of the leader.
#[inline]
pub(super) fn order_lead(search: &Search, leader: usize, candidates: u64, moves: &mut Moves) {
    if candidates & candidates.wrapping_sub(1) == 0 || !search.ideas.ordering {
        return as_they_come(candidates, moves);
    }
    if search.sides.wants_to_lose(leader) {
        return order_lead_to_lose(search, leader, candidates, moves);
    }
    let hand = search.hands[leader & 3];
    let view = View::of(search, leader);
    let style = &search.scores.style;
    for &lane in &search.plan.lanes {
        let mut cards = candidates & lane;
        if cards == 0 {
            continue;
        }
        let (friends, others) = (view.friends & lane, view.others & lane);
        let (mut partners, mut opponents) = (height(friends), height(others));
        if search.plan.trumps & search.present & !lane != 0 {
            (partners, opponents) = with_ruffs(search, leader & 3, lane);
        }
        let (friends, others) = (friends.count_ones() as i32, others.count_ones() as i32);
        let length = (hand & lane).count_ones() as i32;
        let under = if partners > opponents { Deed::LeadHelps } else { Deed::LeadLoses };
        let promised = i32::from(style.prospects[view.prospect(search, lane) as usize]);
        let of_lane = |row: usize| {
            let weights = &style.rows[row];
            promised
                + i32::from(weights.length) * length
                + i32::from(weights.friends) * friends
                + i32::from(weights.others) * others
        };
        let of_lane = [of_lane(Deed::LeadWins as usize), of_lane(under as usize)];
        let ends = cards & cards.wrapping_neg() | highest(cards);
        while cards != 0 {
            let bit = (cards.trailing_zeros() & 63) as usize;
            cards &= cards - 1;
            let wins = bit as i32 >= opponents;
            let row = if wins { Deed::LeadWins } else { under } as usize;
            let end = if ends >> bit & 1 != 0 { style.end } else { 0 };
            let score = i32::from(search.scores.by_card[row][bit] + end);
            moves.push(bit, score + of_lane[usize::from(!wins)]);
        }
    }
}

/// How high partners and opponents can go on a lead of this lane, ruffs included.
#[inline(always)]
fn with_ruffs(search: &Search, leader: usize, lane: u64) -> (i32, i32) {
    let side = search.sides.friends(leader);
    let (mut partners, mut opponents) = (0, 0);
    for step in 1..4 {
        let other = (leader + step) & 3;
        let reach = height(playable(search, search.hands[other], lane));
        if side >> other & 1 != 0 {
            partners = reach.max(partners);
        } else {
            opponents = reach.max(opponents);
        }
    }
    (partners, opponents)
}

/// The cards that a hand can play to a lead of the lane, but discards.
#[inline(always)]
fn playable(search: &Search, hand: u64, lane: u64) -> u64 {
    let follow = hand & lane;
    if follow != 0 { follow } else { hand & search.plan.trumps }
}

/// Lowest bits first.
fn as_they_come(mut candidates: u64, moves: &mut Moves) {
    while candidates != 0 {
        let bit = candidates.trailing_zeros() as usize;
        candidates &= candidates - 1;
        moves.push(bit, -(bit as i32));
    }
}

/// Leads of somebody who wants to lose tricks. Here `others` weighs the opponents' cards above the one led, `friends`
/// those below it.
fn order_lead_to_lose(search: &Search, leader: usize, mut candidates: u64, moves: &mut Moves) {
    let side = search.sides.friends(leader);
    let mut opponents = 0;
    for (seat, &hand) in search.hands.iter().enumerate() {
        opponents |= if side >> seat & 1 == 0 { hand } else { 0 };
    }
    while candidates != 0 {
        let bit = candidates.trailing_zeros() as usize & 63;
        candidates &= candidates - 1;
        let lane = search.plan.lane_of[bit];
        let above = (lane & (!1u64 << bit) & opponents).count_ones() as i32;
        let below = (lane & !(u64::MAX << bit) & opponents).count_ones() as i32;
        let deed = match (above, below) {
            (0, _) => Deed::LeadWins,
            (_, 0) => Deed::LeadHelps,
            _ => Deed::LeadLoses,
        };
        let weights = &search.scores.style.rows[deed as usize];
        let length = (search.hands[leader] & lane).count_ones() as i32;
        let more =
            i32::from(weights.length) * length + i32::from(weights.others) * above + i32::from(weights.friends) * below;
        moves.push(bit, i32::from(search.scores.by_card[deed as usize][bit]) + more);
    }
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
    let side = search.sides.friends(seat);
    let (beaters, led_lane) = (trick.beaters, trick.lane);
    // What those who play after this seat can still play to the trick.
    let (mut opponents, mut partners) = (0, 0);
    let mut next = seat;
    for _ in 1..MISSING {
        next = search.plan.next[next & 3] as usize & 3;
        let cards = playable(search, search.hands[next], led_lane);
        *(if side >> next & 1 != 0 { &mut partners } else { &mut opponents }) |= cards;
    }
    if search.sides.wants_to_lose(seat) {
        return order_to_lose::<MISSING>(search, seat, candidates, trick, height(opponents), moves);
    }
    let beating = candidates & beaters;
    let under = candidates & !beaters;
    // The best card that the side has in the trick anyway.
    let best = 1u64 << trick.best;
    let sure = if side >> trick.best_seat & 1 != 0 { best } else { 0 } | (partners & beaters);
    // What could only be won by spending more: cards of opponents between that and the best one here.
    let between = opponents & above(sure) & !above(beating);
    let ours = sure != 0 && between == 0;
    let scores = search.scores;
    let deed = if ours {
        moves.add(scores, Deed::Overtakes.row(MISSING), beating);
        Deed::Feeds
    } else {
        let safe = beating & u64::MAX.unbounded_shl(height(opponents) as u32);
        let unsure = if beating & led_lane == 0 { Deed::Ruffs } else { Deed::Tries };
        moves.add(scores, Deed::Wins.row(MISSING), safe);
        moves.add(scores, unsure.row(MISSING), beating & !safe);
        Deed::Loses
    };
    let row = deed.row(MISSING);
    if under & led_lane != 0 {
        return moves.add(scores, row, under);
    }
    discard(search, search.hands[seat & 3], row, under, moves);
}

/// To a trick that is not wanted.
fn order_to_lose<const MISSING: u8>(
    search: &Search,
    seat: usize,
    candidates: u64,
    trick: &Trick,
    opponents: i32,
    moves: &mut Moves,
) {
    let scores = search.scores;
    let beating = candidates & trick.beaters;
    let under = candidates & !trick.beaters;
    let safe = beating & u64::MAX.unbounded_shl(opponents as u32);
    moves.add(scores, Deed::Wins.row(MISSING), safe);
    moves.add(scores, Deed::Tries.row(MISSING), beating & !safe);
    if under & trick.lane != 0 {
        return moves.add(scores, Deed::Loses.row(MISSING), under);
    }
    discard(search, search.hands[seat & 3], Deed::Feeds.row(MISSING), under, moves);
}

/// Cards of other lanes than the one led.
#[inline(always)]
fn discard(search: &Search, hand: u64, row: usize, mut cards: u64, moves: &mut Moves) {
    let scores = search.scores;
    let weights = &scores.style.rows[row];
    while cards != 0 {
        let bit = (cards.trailing_zeros() & 63) as usize;
        cards &= cards - 1;
        let lane = search.plan.lane_of[bit];
        let length = (hand & lane).count_ones() as i32;
        let top = if search.present & lane & (!1 << bit) == 0 { weights.top } else { 0 };
        let score = i32::from(scores.by_card[row][bit] + top);
        moves.push(bit, score + i32::from(weights.length) * length);
    }
}
