//! Sure winners: what the leader's side can cash before anybody else gets in, and what the holders of the top trumps get
//! in any case.

use super::crossing::cash_together;
use super::later::{Tops, later};
use super::search::Search;
use super::sets::{above, highest, highest_of};

/// Amounts that are sure, and the ranks that this depends on.
pub(super) struct Sure {
    /// What the maximising side gets at least.
    pub own: i32,
    /// What the other side gets at least.
    pub others: i32,
    pub ranks: u64,
}

/// What is sure at the start of a trick, before any bonus. Less than is `wanted` by the leader's side, or by the others,
/// is of no use; where that is not known it is 0.
#[inline]
pub(super) fn sure_winners(search: &Search, leader: usize, wanted: i32, others_wanted: i32) -> Sure {
    let leader = leader & 3;
    let friends = search.sides.friends(leader);
    let free = !search.plan.duty_to_beat() && !search.plan.duty_to_trump();
    let trumps = search.present & search.plan.trumps;
    let (amount, theirs, ranks) = if free && trumps == 0 {
        without_trumps(search, leader, friends, wanted, others_wanted)
    } else {
        let cashed = if free { cash_together(search, leader, friends, wanted) } else { cash(search, leader, friends) };
        with_trumps(search, leader, friends, cashed, free)
    };
    let (own, others) = if search.sides.wants_high(leader) { (amount, theirs) } else { (theirs, amount) };
    Sure { own, others, ranks }
}

/// What the leader's side and the others surely get, and the ranks this depends on.
type Both = (i32, i32, u64);

#[inline(always)]
fn without_trumps(search: &Search, leader: usize, friends: u8, wanted: i32, others_wanted: i32) -> Both {
    let tops = Tops::of(search, leader, friends);
    let (mut amount, mut ranks) = (0, 0);
    if tops.ours_to_lead != 0 {
        (amount, ranks) = cash_together(search, leader, friends, wanted);
    }
    let unknown = wanted <= 0;
    if tops.theirs == 0 || !(unknown || amount < wanted) {
        return (amount, 0, ranks);
    }
    let (theirs, rank) = later(search, leader, friends, &tops, others_wanted);
    if unknown { (amount, theirs, ranks | rank) } else { (amount, theirs, if theirs > 0 { rank } else { ranks }) }
}

#[inline(always)]
fn with_trumps(search: &Search, leader: usize, friends: u8, cashed: (i32, u64), free: bool) -> Both {
    let (mut amount, mut ranks) = cashed;
    let trumps = search.present & search.plan.trumps;
    if trumps == 0 {
        return (amount, 0, ranks);
    }
    let mut theirs = 0;
    let (held, rank, ours) = top_trumps(search, friends, trumps, free);
    if !ours && held > 0 {
        theirs = held;
        ranks |= rank;
    } else if held > amount {
        (amount, ranks) = (held, rank);
    }
    if free && amount == 0 && search.geometry.per_trick != 0 {
        let (slow, rank) = slow_trump(search, leader, friends, trumps);
        amount = slow;
        ranks |= rank;
    }
    (amount, theirs, ranks)
}

/// A trick that the leader's side gets with a trump in time, and the ranks this depends on: with the second highest, not
/// alone, behind the highest, so that the one plays low when the other falls, and else wins; or with the second and the
/// third highest, which need not fall together.
fn slow_trump(search: &Search, leader: usize, friends: u8, trumps: u64) -> (i32, u64) {
    let first = highest(trumps);
    let second = highest(trumps ^ first);
    let holds = |card: u64| search.hands.iter().position(|hand| hand & card != 0);
    let (Some(above), Some(seat)) = (holds(first), holds(second)) else { return (0, 0) };
    if friends >> above & 1 != 0 || friends >> seat & 1 == 0 {
        return (0, 0);
    }
    let many = |seat: usize| (search.hands[seat] & trumps).count_ones() >= 2;
    // A leader must have something else to lead, or trumps enough.
    if many(seat)
        && usize::from(search.plan.next[above]) == seat
        && (seat != leader || search.hands[seat].count_ones() >= 3)
    {
        return (1, second);
    }
    let third = highest(trumps ^ first ^ second);
    match holds(third) {
        Some(other) if friends >> other & 1 != 0 && (many(seat) || many(other)) => (1, third),
        _ => (0, 0),
    }
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
#[inline(never)]
fn run(search: &Search, seat: usize, friends: u8, lane: u64, most: u32, winners: u64) -> Run {
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
    let cashed = if rounds == tops { winners } else { highest_of(mine, rounds) };
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

/// What the leader wins by cashing its own winners, lane by lane.
#[inline(always)]
pub(super) fn cash(search: &Search, leader: usize, friends: u8) -> (i32, u64) {
    let (plan, hand) = (search.plan, search.hands[leader]);
    let others = search.present & !hand;
    let (mut amount, mut ranks) = (0, 0);
    let mut left = hand.count_ones();
    let mut free = u32::MAX;
    let mut counted = false;
    for &lane in plan.lanes.iter().rev() {
        let (mine, theirs) = (hand & lane, others & lane);
        if mine <= theirs {
            continue;
        }
        let trumps = lane == plan.trumps;
        if !trumps && !counted {
            counted = true;
            free = free_plays(search, leader, friends);
        }
        let most = if trumps { left } else { left.min(free) };
        let run = run(search, leader, friends, lane, most, mine & above(theirs));
        left -= run.rounds;
        free -= if trumps { 0 } else { run.rounds };
        amount += run.amount;
        ranks |= run.rank;
    }
    if left == 0 {
        return (search.pool, ranks);
    }
    (amount, ranks)
}

/// How many plain lane tricks the leader's partners can sit through without having to trump.
#[inline(always)]
fn free_plays(search: &Search, leader: usize, friends: u8) -> u32 {
    let trumps = search.plan.trumps;
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

/// The top trumps that all lie with one side, and what they surely bring: each its own worth, and a trick if they are in
/// one hand, or in two of which one has enough others to play under the partner's (`free`: if no duty keeps it from
/// that). Gives the amount, the ranks, and whether it is the side of `friends`.
#[inline(always)]
fn top_trumps(search: &Search, friends: u8, trumps: u64, free: bool) -> (i32, u64, bool) {
    let friendly = search.held_by(friends);
    let (ours, theirs) = (trumps & friendly, trumps & !friendly);
    let (tops, is_ours) = if ours > theirs { (ours & above(theirs), true) } else { (theirs & above(ours), false) };
    let rank = tops & tops.wrapping_neg();
    let per_trick = search.geometry.per_trick;
    if per_trick == 0 {
        return (search.geometry.worth_of(tops), rank, is_ours);
    }
    let side = if is_ours { friends } else { !friends & 0xF };
    let (mut hands, mut longest, mut most) = (0, 0, 0);
    for (seat, &hand) in search.hands.iter().enumerate() {
        if side >> seat & 1 != 0 && hand != 0 {
            hands += 1;
            longest = longest.max((hand & trumps).count_ones());
            most = most.max((hand & tops).count_ones());
        }
    }
    let tricks = if free && hands == 2 { tops.count_ones().min(longest) } else { most };
    (tricks as i32 * per_trick, rank, is_ours)
}
