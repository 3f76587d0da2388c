//! Sure winners: what the leader's side can cash before anybody else gets in, and what the holders of the top trumps get
//! in any case.

use super::search::Search;
use crate::BySeat;

/// Amounts that are sure, and the ranks that this depends on.
pub(super) struct Sure {
    /// What the maximising side gets at least.
    pub own: i32,
    /// What the other side gets at least.
    pub others: i32,
    pub ranks: u64,
}

/// What is sure at the start of a trick, before any bonus.
#[inline]
pub(super) fn sure(search: &Search, leader: usize) -> Sure {
    let leader = leader & 3;
    let friends = side_of(search, leader);
    let (mut amount, mut ranks) = cash(search, leader, friends);
    let (mut held, mut rank, mut ours) = (0, 0, true);
    if search.plan.trumps & search.present != 0 {
        (held, rank, ours) = top_trumps(search, friends);
        if ours && held > amount {
            (amount, ranks) = (held, rank);
        }
    }
    let theirs = if ours { 0 } else { held };
    ranks |= if theirs > 0 { rank } else { 0 };
    let (own, others) = if search.sides.wants_high(leader) { (amount, theirs) } else { (theirs, amount) };
    Sure { own, others, ranks }
}

/// The seats that want what this one wants.
#[inline(always)]
fn side_of(search: &Search, seat: usize) -> u8 {
    let high = search.sides.high;
    if search.sides.wants_high(seat) { high } else { !high }
}

/// The bits above the highest of some cards; all bits where there are none.
#[inline(always)]
fn above(cards: u64) -> u64 {
    if cards == 0 { u64::MAX } else { !1 << (63 - cards.leading_zeros()) }
}

/// What one seat can cash of one lane from the top.
#[derive(Copy, Clone, Default)]
struct Run {
    rounds: u32,
    /// The lowest winner that had to be higher than others' cards.
    rank: u64,
    /// What the side gains by it.
    amount: i32,
}

/// How many rounds of a lane `seat` wins from the top, `most` at most, and what they bring: its winners, and all of it once
/// the others have run out, as long as nobody can ruff.
#[inline(always)]
fn run(search: &Search, seat: usize, friends: u8, lane: u64, most: u32) -> Run {
    let mine = search.hands[seat & 3] & lane;
    let theirs = search.present & lane & !mine;
    if mine <= theirs {
        return Run::default();
    }
    run_of(search, seat, friends, lane, most, mine & above(theirs))
}

#[inline]
fn run_of(search: &Search, seat: usize, friends: u8, lane: u64, most: u32, winners: u64) -> Run {
    let mine = search.hands[seat & 3] & lane;
    let trumps = search.plan.trumps & !lane;
    let (mut longest, mut rounds) = (0, most);
    for other in 1..4 {
        let other = (seat + other) & 3;
        let hand = search.hands[other];
        let length = (hand & lane).count_ones();
        longest = longest.max(length);
        // Under a duty to trump a void partner ruffs too.
        if hand & trumps != 0 && (friends >> other & 1 == 0 || search.plan.duty_to_trump()) {
            rounds = rounds.min(length);
        }
    }
    let tops = winners.count_ones();
    rounds = rounds.min(if tops >= longest { mine.count_ones() } else { tops });
    if rounds == 0 {
        return Run::default();
    }
    let cashed = if rounds == tops { winners } else { highest(mine, rounds) };
    let lowest = cashed & winners;
    let rank = if longest == 0 { 0 } else { lowest & lowest.wrapping_neg() };
    let per_trick = search.geometry.per_trick;
    if per_trick != 0 {
        return Run { rounds, rank, amount: rounds as i32 * per_trick };
    }
    let mut amount = search.geometry.worth_of(cashed);
    for other in 1..4 {
        let cards = search.hands[(seat + other) & 3] & lane;
        // All of it falls, but for as many of the most valuable cards as there are rounds too few.
        let kept = cards.count_ones().saturating_sub(rounds) as i32;
        amount += (search.geometry.worth_of(cards) - kept * search.geometry.most_worth).max(0);
    }
    Run { rounds, rank, amount }
}

/// The `n` highest of some cards.
#[inline]
fn highest(cards: u64, n: u32) -> u64 {
    let mut rest = cards;
    for _ in n..cards.count_ones() {
        rest &= rest.wrapping_sub(1);
    }
    rest
}

/// What the leader's side wins by cashing, lane by lane: the leader's own winners and, without trumps, those of a partner
/// whom it can reach.
#[inline(always)]
fn cash(search: &Search, leader: usize, friends: u8) -> (i32, u64) {
    let plan = search.plan;
    let hand = search.hands[leader];
    let mut left = hand.count_ones();
    let mut free = free_plays(search, leader, friends);
    let (mut amount, mut ranks) = (0, 0);
    for &lane in plan.lanes.iter().rev() {
        let trumps = lane == plan.trumps;
        let run = run(search, leader, friends, lane, if trumps { left } else { left.min(free) });
        left -= run.rounds;
        free -= if trumps { 0 } else { run.rounds };
        amount += run.amount;
        ranks |= run.rank;
    }
    if left == 0 {
        return (search.pool, ranks);
    }
    if plan.trumps == 0 && !plan.duty_to_beat() {
        for partner in 1..4 {
            let partner = (leader + partner) & 3;
            if friends >> partner & 1 != 0 && search.hands[partner] != 0 {
                let (crossed, used) = cash_with(search, leader, partner, friends);
                if crossed > amount {
                    (amount, ranks) = (crossed, used);
                }
            }
        }
    }
    (amount, ranks)
}

/// What leader and one partner cash between them without trumps: the leader first its own lanes, then over to the partner by
/// a low card of a lane that the partner tops.
fn cash_with(search: &Search, leader: usize, partner: usize, friends: u8) -> (i32, u64) {
    let lanes = &search.plan.lanes;
    let size = search.hands[leader].count_ones();
    let mut runs: BySeat<(Run, Run)> = Default::default();
    let mut entry = None;
    for (number, &lane) in lanes.iter().enumerate().take(runs.len()) {
        let mine = run(search, leader, friends, lane, size);
        let theirs = run(search, partner, friends, lane, size);
        runs[number] = (mine, theirs);
        let reach = theirs.rounds > 0 && search.hands[leader] & lane != 0;
        if reach && entry.is_none_or(|other: usize| runs[other].0.rounds > mine.rounds) {
            entry = Some(number);
        }
    }
    let Some(entry) = entry else { return (0, 0) };
    let (mut amount, mut ranks, mut left) = (0, 0, size);
    for (number, &lane) in lanes.iter().enumerate().take(runs.len()) {
        let (mine, theirs) = runs[number];
        let (seat, run) =
            if number == entry || theirs.rounds > mine.rounds { (partner, theirs) } else { (leader, mine) };
        let rounds = run.rounds.min(left);
        if rounds > 0 {
            left -= rounds;
            let cashed = highest(search.hands[seat] & lane, rounds);
            amount += search.geometry.per_trick * rounds as i32 + search.geometry.worth_of(cashed);
            ranks |= run.rank;
        }
    }
    if left == 0 { (search.pool, ranks) } else { (amount, ranks) }
}

/// How many plain lane tricks the leader's partners can sit through without having to trump.
#[inline(always)]
fn free_plays(search: &Search, leader: usize, friends: u8) -> u32 {
    let trumps = search.plan.trumps;
    if trumps & search.present == 0 {
        return u32::MAX;
    }
    let mut free = u32::MAX;
    for other in 1..4 {
        let other = (leader + other) & 3;
        let hand = search.hands[other];
        if friends >> other & 1 != 0 && hand & trumps != 0 {
            free = free.min((hand & !trumps).count_ones());
        }
    }
    free
}

/// The top trumps that all lie with one side: each of them wins a trick of its own if they are in one hand, and brings in
/// its own worth in any case. Gives the amount, the ranks, and whether it is the side of `friends`.
#[inline(always)]
fn top_trumps(search: &Search, friends: u8) -> (i32, u64, bool) {
    let trumps = search.present & search.plan.trumps;
    let mut friendly = 0;
    for (seat, &hand) in search.hands.iter().enumerate() {
        friendly |= if friends >> seat & 1 != 0 { hand } else { 0 };
    }
    let (ours, theirs) = (trumps & friendly, trumps & !friendly);
    let (tops, is_ours) = if ours > theirs { (ours & above(theirs), true) } else { (theirs & above(ours), false) };
    let rank = tops & tops.wrapping_neg();
    let per_trick = search.geometry.per_trick;
    if per_trick == 0 {
        return (search.geometry.worth_of(tops), rank, is_ours);
    }
    let most = search.hands.iter().map(|hand| (hand & tops).count_ones()).max().unwrap_or(0);
    (most as i32 * per_trick, rank, is_ours)
}
