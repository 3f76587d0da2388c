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
    let (cashed, ranks) = cash(search, leader & 3);
    let mut sure = Sure { own: 0, others: 0, ranks };
    let amount = if search.sides.high >> leader & 1 != 0 { &mut sure.own } else { &mut sure.others };
    *amount = cashed;
    if search.plan.trumps & search.present != 0 {
        let (held, high, ranks) = top_trumps(search);
        let amount = if high { &mut sure.own } else { &mut sure.others };
        if held > *amount {
            *amount = held;
            sure.ranks |= ranks;
        }
    }
    sure
}

/// What one seat can cash of one lane from the top.
#[derive(Copy, Clone, Default)]
struct Run {
    rounds: u32,
    /// The lowest winner that had to be higher than others' cards.
    rank: u64,
}

/// How many rounds of a lane `hand` wins from the top: its winners, and all of it once the others have run out, as long as
/// nobody can ruff.
#[inline]
fn run(search: &Search, seat: usize, lane: u64) -> Run {
    let mine = search.hands[seat] & lane;
    let theirs = search.present & lane & !mine;
    if theirs > mine {
        return Run::default();
    }
    let (longest, ruff_after) = lengths(search, seat, lane);
    let winners = mine & u64::MAX.unbounded_shl(64 - theirs.leading_zeros());
    let tops = winners.count_ones();
    let total = if tops >= longest { mine.count_ones() } else { tops };
    let rounds = total.min(ruff_after);
    let rank = if theirs == 0 { 0 } else { nth_highest(winners, rounds.min(tops)) };
    Run { rounds, rank }
}

/// What the leader's side wins by cashing, lane by lane: the leader's own winners and, without trumps, those of a partner
/// whom it can reach.
#[inline]
fn cash(search: &Search, leader: usize) -> (i32, u64) {
    let plan = search.plan;
    let hand = search.hands[leader];
    let size = hand.count_ones();
    let mut left = size;
    let mut free = free_plays(search, leader);
    let (mut amount, mut ranks) = (0, 0);
    for &lane in plan.lanes.iter().rev() {
        if hand & lane == 0 {
            continue;
        }
        let Run { mut rounds, rank } = run(search, leader, lane);
        if rounds == 0 {
            continue;
        }
        rounds = rounds.min(left);
        if lane != plan.trumps {
            rounds = rounds.min(free);
            free -= rounds;
        }
        left -= rounds;
        amount += gains_of(search, leader, lane, rounds);
        ranks |= rank;
    }
    if left == 0 {
        return (search.pool, ranks);
    }
    if plan.trumps == 0 && !plan.duty_to_beat() {
        for partner in 0..search.hands.len() {
            if partner != leader && same_side(search, partner, leader) {
                let (crossed, used) = cash_with(search, leader, partner);
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
fn cash_with(search: &Search, leader: usize, partner: usize) -> (i32, u64) {
    let lanes = &search.plan.lanes;
    let size = search.hands[leader].count_ones();
    let mut runs: BySeat<(Run, Run)> = Default::default();
    let mut entry = None;
    for (number, &lane) in lanes.iter().enumerate().take(runs.len()) {
        let (mine, theirs) = (run(search, leader, lane), run(search, partner, lane));
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
            amount += worth_of_highest(search, search.hands[seat] & lane, rounds);
            ranks |= run.rank;
        }
    }
    if left == 0 { (search.pool, ranks) } else { (amount, ranks) }
}

/// How many plain lane tricks the leader's partners can sit through without having to trump.
#[inline]
fn free_plays(search: &Search, leader: usize) -> u32 {
    let trumps = search.plan.trumps;
    if trumps & search.present == 0 {
        return u32::MAX;
    }
    let mut free = u32::MAX;
    for (seat, &hand) in search.hands.iter().enumerate() {
        if seat != leader && hand & trumps != 0 && same_side(search, seat, leader) {
            free = free.min((hand & !trumps).count_ones());
        }
    }
    free
}

#[inline]
fn same_side(search: &Search, a: usize, b: usize) -> bool {
    (search.sides.high >> a ^ search.sides.high >> b) & 1 == 0
}

/// The longest holding of the lane among the others, and after how many rounds somebody may (or must) ruff.
#[inline]
fn lengths(search: &Search, leader: usize, lane: u64) -> (u32, u32) {
    let trumps = search.plan.trumps & !lane;
    let (mut longest, mut ruff_after) = (0, u32::MAX);
    for (seat, &hand) in search.hands.iter().enumerate() {
        if seat == leader {
            continue;
        }
        let length = (hand & lane).count_ones();
        longest = longest.max(length);
        // Under a duty to trump a void partner ruffs too.
        if hand & trumps != 0 && (search.plan.duty_to_trump() || !same_side(search, seat, leader)) {
            ruff_after = ruff_after.min(length);
        }
    }
    (longest, ruff_after)
}

/// What a seat gains that wins `rounds` tricks of a lane with its highest cards: these, and what the others must play to
/// them.
#[inline]
fn gains_of(search: &Search, seat: usize, lane: u64, rounds: u32) -> i32 {
    let mut amount = worth_of_highest(search, search.hands[seat] & lane, rounds);
    if search.geometry.per_trick == 0 {
        for (other, &hand) in search.hands.iter().enumerate() {
            let cards = hand & lane;
            if other != seat && cards != 0 {
                amount += least_worth(search, cards, rounds, same_side(search, other, seat));
            }
        }
    }
    amount
}

/// What `count` of some cards are worth at least, or at most for a friend; all of them if there are no more.
#[inline]
fn least_worth(search: &Search, mut cards: u64, count: u32, friend: bool) -> i32 {
    let length = cards.count_ones();
    let worth = |bit: u32| i32::from(search.geometry.worth[bit as usize & 63]);
    if length > count && !friend {
        // The lowest worth there is, as often as needed: never too much.
        let mut least = i32::MAX;
        while cards != 0 {
            least = least.min(worth(cards.trailing_zeros()));
            cards &= cards - 1;
        }
        return least * count as i32;
    }
    if length > count {
        let mut most = 0;
        while cards != 0 {
            most = most.max(worth(cards.trailing_zeros()));
            cards &= cards - 1;
        }
        return most;
    }
    let mut sum = 0;
    while cards != 0 {
        sum += worth(cards.trailing_zeros());
        cards &= cards - 1;
    }
    sum
}

/// What the `count` highest of some cards are worth when each wins a trick.
#[inline]
fn worth_of_highest(search: &Search, mut cards: u64, count: u32) -> i32 {
    if search.geometry.per_trick != 0 {
        return search.geometry.per_trick * count as i32;
    }
    let mut amount = 0;
    for _ in 0..count {
        let bit = 63 - cards.leading_zeros().min(63);
        amount += i32::from(search.geometry.worth[bit as usize]);
        cards &= !(1 << bit);
    }
    amount
}

/// The `n`-th highest of some cards (from 1), as a set; nothing for 0.
#[inline]
fn nth_highest(mut cards: u64, n: u32) -> u64 {
    let mut found = 0;
    for _ in 0..n {
        if cards == 0 {
            break;
        }
        found = 1 << (63 - cards.leading_zeros());
        cards &= !found;
    }
    found
}

/// The top trumps that all lie with one side: each of them wins a trick of its own if they are in one hand, and brings in
/// its own worth in any case. Gives the amount, whether it is the maximising side's, and the ranks.
#[inline]
fn top_trumps(search: &Search) -> (i32, bool, u64) {
    let trumps = search.present & search.plan.trumps;
    let mut high = 0;
    for (seat, &hand) in search.hands.iter().enumerate() {
        if search.sides.high >> seat & 1 != 0 {
            high |= hand;
        }
    }
    let (high, low) = (high & trumps, trumps & !high);
    let is_high = high > low;
    let (ours, theirs) = if is_high { (high, low) } else { (low, high) };
    let tops = ours & u64::MAX.unbounded_shl(64 - theirs.leading_zeros());
    if search.geometry.per_trick != 0 {
        let most = search.hands.iter().map(|hand| (hand & tops).count_ones()).max().unwrap_or(0);
        return (most as i32 * search.geometry.per_trick, is_high, tops & tops.wrapping_neg());
    }
    (worth_of_highest(search, tops, tops.count_ones()), is_high, tops & tops.wrapping_neg())
}
