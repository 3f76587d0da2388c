//! Sure winners: what the leader can cash, and what the holders of the top trumps get in any case.

use super::search::Search;

/// Amounts that are sure, and the ranks that this depends on.
pub(super) struct Sure {
    /// What the maximising side gets at least.
    pub own: i32,
    /// What the other side gets at least.
    pub others: i32,
    pub ranks: u64,
}

/// What is sure at the start of a trick, before any bonus.
pub(super) fn sure(search: &Search, leader: usize) -> Sure {
    let (cashed, ranks) = cash(search, leader);
    let mut sure = Sure { own: 0, others: 0, ranks };
    if search.sides.high >> leader & 1 != 0 {
        sure.own = cashed
    } else {
        sure.others = cashed
    }
    let (held, high, ranks) = top_trumps(search);
    if held > 0 {
        if high {
            if held > sure.own {
                sure.own = held;
            }
        } else if held > sure.others {
            sure.others = held;
        }
        sure.ranks |= ranks;
    }
    sure
}

/// What the leader wins by cashing winners from the top, lane by lane, before anybody else can get in.
fn cash(search: &Search, leader: usize) -> (i32, u64) {
    let plan = search.plan;
    let hand = search.hands[leader & 3];
    let mut left = hand.count_ones();
    let (mut amount, mut ranks, mut plain) = (0, 0, 0);
    let mut free = free_plays(search, leader);
    for &lane in plan.lanes.iter().rev() {
        let mine = hand & lane;
        if mine == 0 {
            continue;
        }
        let theirs = search.present & lane & !hand;
        let (longest, ruff_after) = lengths(search, leader, lane);
        // Winners from the top; all of the lane once the others have run out.
        let best_other = if theirs == 0 { 0 } else { 64 - theirs.leading_zeros() };
        let winners = mine & u64::MAX.unbounded_shl(best_other);
        let tops = winners.count_ones();
        let total = if tops >= longest { mine.count_ones() } else { tops };
        let mut rounds = total.min(left);
        if lane != plan.trumps {
            rounds = rounds.min(ruff_after).min(free);
            free -= rounds;
            plain += rounds;
        }
        if rounds == 0 {
            continue;
        }
        amount += worth_of_highest(search, mine, rounds);
        if theirs != 0 && longest > 0 {
            ranks |= nth_highest(winners, rounds.min(tops));
        }
        left -= rounds;
    }
    let _ = plain;
    if left == 0 {
        amount = search.pool;
    }
    (amount, ranks)
}

/// How many plain lane tricks the leader's partners can sit through without having to trump.
fn free_plays(search: &Search, leader: usize) -> u32 {
    let trumps = search.plan.trumps;
    if trumps == 0 {
        return u32::MAX;
    }
    let with_trumps = (0..search.hands.len()).filter(|&seat| seat != leader && search.hands[seat] & trumps != 0);
    let partner = |&seat: &usize| same_side(search, seat, leader);
    with_trumps.filter(partner).map(|seat| sitting(search, seat)).min().unwrap_or(u32::MAX)
}

/// Under a duty to trump a partner has to ruff as soon as it is void of the led lane, so it can sit through nothing but
/// its followers; otherwise through as many tricks as it has plain cards.
fn sitting(search: &Search, seat: usize) -> u32 {
    (search.hands[seat] & !search.plan.trumps).count_ones()
}

#[inline]
fn same_side(search: &Search, a: usize, b: usize) -> bool {
    (search.sides.high >> a ^ search.sides.high >> b) & 1 == 0
}

/// The longest holding of the lane among the others, and after how many rounds somebody may ruff.
fn lengths(search: &Search, leader: usize, lane: u64) -> (u32, u32) {
    let trumps = search.plan.trumps;
    let (mut longest, mut ruff_after) = (0, u32::MAX);
    for (seat, &hand) in search.hands.iter().enumerate() {
        if seat == leader {
            continue;
        }
        let length = (hand & lane).count_ones();
        longest = longest.max(length);
        let must_ruff = search.plan.duty_to_trump() || !same_side(search, seat, leader);
        if hand & trumps != 0 && must_ruff {
            ruff_after = ruff_after.min(length);
        }
    }
    (longest, ruff_after)
}

/// What the `count` highest of some cards are worth when each wins a trick.
fn worth_of_highest(search: &Search, mut cards: u64, count: u32) -> i32 {
    let mut amount = search.geometry.per_trick * count as i32;
    for _ in 0..count {
        let bit = 63 - cards.leading_zeros().min(63);
        amount += i32::from(search.geometry.worth[bit as usize]);
        cards &= !(1 << bit);
    }
    amount
}

/// The `n`-th highest of some cards (from 1), as a set; nothing for 0.
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

/// The top trumps all lie with one side: each of them wins a trick of its own if they are in one hand, and brings in its
/// own worth in any case. Gives the amount, whether it is the maximising side's, and the ranks.
fn top_trumps(search: &Search) -> (i32, bool, u64) {
    let trumps = search.present & search.plan.trumps;
    if trumps == 0 {
        return (0, false, 0);
    }
    let (mut high, mut low) = (0, 0);
    for (seat, &hand) in search.hands.iter().enumerate() {
        if search.sides.high >> seat & 1 != 0 { high |= hand } else { low |= hand }
    }
    let top = 1u64 << (63 - trumps.leading_zeros());
    let is_high = high & top != 0;
    let (ours, theirs) = if is_high { (high & trumps, low & trumps) } else { (low & trumps, high & trumps) };
    let best_other = if theirs == 0 { 0 } else { 64 - theirs.leading_zeros() };
    let tops = ours & u64::MAX.unbounded_shl(best_other);
    let most = search.hands.iter().map(|hand| (hand & tops).count_ones()).max().unwrap_or(0);
    let mut amount = search.geometry.per_trick * most as i32;
    let mut cards = tops;
    while cards != 0 {
        amount += i32::from(search.geometry.worth[cards.trailing_zeros() as usize & 63]);
        cards &= cards - 1;
    }
    (amount, is_high, tops & tops.wrapping_neg())
}
