//! Sure winners: what a leader cashes from the top, then crosses over to a partner, who cashes too; and their trumps.
//!
//! Nothing here depends on what the opponents do: every trick is won by a card that beats all they hold of its lane, in
//! a round of it in which nobody who holds a trump can be out of it.
//! (Not valid under a duty to beat or to trump: the partner could not stay below the leader's winners.)

use arrayvec::ArrayVec;

use super::search::Search;
use super::sets::{above, highest, highest_of, without_lowest};

/// What the leader's side cashes before anybody else gets in, and the ranks this depends on: alone, or with the partner
/// with whom it is most.
#[inline(never)]
pub(super) fn cash_together(search: &Search, leader: usize, friends: u8, wanted: i32) -> (i32, u64) {
    let hand = search.hands[leader];
    let mut best = None;
    for other in 1..4 {
        let other = (leader + other) & 3;
        let partner = search.hands[other];
        if friends >> other & 1 != 0 && partner != 0 {
            let together = cash(search, hand, partner, search.present & !(hand | partner), wanted);
            if best.is_none_or(|(amount, _)| together.0 > amount) {
                best = Some(together);
            }
        }
    }
    best.unwrap_or_else(|| cash(search, hand, 0, search.present & !hand, wanted))
}

/// The tricks of a hand that wins the first, led by somebody else, with this card, and of its partner.
pub(super) fn cash_after(search: &Search, seat: usize, top: u64, friends: u8, wanted: i32) -> (i32, u64) {
    let hand = search.hands[seat];
    let lane = search.plan.lane_of[top.trailing_zeros() as usize & 63];
    let mut best = (1, 0);
    for other in 1..4 {
        let other = (seat + other) & 3;
        let partner = search.hands[other];
        if friends >> other & 1 != 0 && partner != 0 {
            let follows = partner & lane;
            let left = partner ^ (follows & follows.wrapping_neg());
            let (tricks, ranks) = cash(search, hand ^ top, left, search.present & !(hand | partner), wanted - 1);
            if tricks + 1 > best.0 {
                best = (tricks + 1, ranks);
            }
        }
    }
    best
}

/// What is cashed of one lane.
#[derive(Copy, Clone, Default)]
struct Lane {
    /// The cards of leader and partner.
    leader: u64,
    partner: u64,
    /// Rounds that the leader wins first, and those that the partner wins after the crossing.
    first: u32,
    then: u32,
    /// The ranks that both depend on.
    ranks: u64,
    ranks_then: u64,
    /// Whether the leader can cross over in it.
    entry: bool,
}

/// What trumps change: how long nobody can ruff, and what trumps themselves bring.
#[derive(Copy, Clone, Default)]
struct Trumps {
    /// Whether nobody else holds any, or the leader can draw them all first.
    drawn: bool,
    /// Tricks that they win besides those of other lanes. (Two hands win as many with their top trumps as there are, or
    /// as the longer of them is: one plays low under the other's.)
    tricks: u32,
    /// Trumps that surely come in.
    won: u64,
    /// The lowest rank that this depends on.
    rank: u64,
    /// Whether the leader can cross over in trumps, and the rank that this depends on.
    entry: bool,
    entry_rank: u64,
}

impl Trumps {
    /// Nobody holds any.
    fn none() -> Trumps {
        Trumps { drawn: true, ..Trumps::default() }
    }

    fn of(search: &Search, leader: u64, partner: u64) -> Trumps {
        let lane = search.plan.trumps;
        let (mine, partners) = (leader & lane, partner & lane);
        let theirs = search.present & lane & !(mine | partners);
        let longer = mine.count_ones().max(partners.count_ones());
        let high = highest(partners);
        let under = mine != 0 && mine & mine.wrapping_neg() < high;
        if theirs == 0 {
            let entry_rank = if under { high } else { 0 };
            return Trumps { tricks: longer, won: mine | partners, entry: under, entry_rank, ..Trumps::none() };
        }
        let rounds = longest(search, theirs);
        if Lane::of(mine, partners, theirs, rounds).first >= rounds {
            let drawing = highest_of(mine, rounds);
            let rank = drawing & drawing.wrapping_neg();
            return Trumps { tricks: longer, won: lane & search.present, rank, ..Trumps::none() };
        }
        let tops = (mine | partners) & above(theirs);
        let rank = tops & tops.wrapping_neg();
        // A top card led under a higher one would be a trick less.
        let entry = mine & !tops != 0 && partners & tops != 0;
        Trumps { drawn: false, tricks: tops.count_ones().min(longer), won: tops, rank, entry, entry_rank: rank }
    }
}

fn cash(search: &Search, leader: u64, partner: u64, others: u64, wanted: i32) -> (i32, u64) {
    let geometry = search.geometry;
    let trumps = search.plan.trumps & search.present;
    // What the lanes bring at most in which the side has winners.
    let (mut rounds, mut topped) = (0, 0);
    for &lane in &search.plan.lanes {
        let (mine, partners) = (leader & lane, partner & lane);
        if mine | partners > others & lane {
            topped |= lane;
            rounds += mine.count_ones().max(partners.count_ones());
        }
    }
    let left = leader.count_ones();
    let most = rounds as i32 * geometry.per_trick + geometry.worth_of(topped & search.present);
    if most < wanted && rounds < left {
        return (0, 0);
    }
    let with_trumps = if trumps == 0 { Trumps::none() } else { Trumps::of(search, leader, partner) };
    let mut lanes: ArrayVec<Lane, 5> = ArrayVec::new();
    let (mut first, mut then) = (0, 0);
    let (mut entry, mut entry_rank) = (with_trumps.entry, with_trumps.entry_rank);
    for &lane in search.plan.lanes.iter().filter(|lane| **lane & topped != 0 && **lane != search.plan.trumps) {
        let theirs = others & lane;
        let longest = if theirs == 0 { 0 } else { longest(search, theirs) };
        let mut seen = Lane::of(leader & lane, partner & lane, theirs, longest);
        if !with_trumps.drawn {
            seen.shorten(safe_rounds(search, others, lane));
        }
        first += seen.first;
        then += seen.then;
        if seen.entry && seen.then > 0 && !entry {
            (entry, entry_rank) = (true, seen.entry_rank());
        }
        lanes.push(seen);
    }
    let crosses = entry && then > 0 && first < left;
    let rounds = first + if crosses { then } else { 0 } + with_trumps.tricks;
    let all = rounds >= left;
    // Of tricks no more are counted than are wanted: so fewer ranks matter.
    let enough = if geometry.per_trick != 0 && wanted > 0 { wanted as u32 } else { u32::MAX };
    let counted = rounds.min(left).min(enough);
    let limited = counted < rounds;
    let mut amount = geometry.worth_of(with_trumps.won);
    let mut ranks = with_trumps.rank;
    let mut budget = counted - with_trumps.tricks.min(counted);
    let mut crossed = false;
    for seen in &mut lanes {
        seen.then = if crosses { seen.then } else { 0 };
        if limited {
            seen.shorten(budget);
            budget -= seen.first + seen.then;
        }
        if geometry.per_trick == 0 && !all && seen.first + seen.then > 0 {
            amount += seen.amount(search);
        }
        crossed |= seen.then > 0;
        ranks |= if seen.first > 0 { seen.ranks } else { 0 } | if seen.then > 0 { seen.ranks_then } else { 0 };
    }
    if crossed {
        ranks |= entry_rank;
    }
    if geometry.per_trick != 0 { (counted as i32, ranks) } else { (if all { search.pool } else { amount }, ranks) }
}

/// How many rounds of a lane nobody of these others can ruff.
#[inline(always)]
fn safe_rounds(search: &Search, others: u64, lane: u64) -> u32 {
    let mut rounds = u32::MAX;
    for &hand in &search.hands {
        if hand & others & search.plan.trumps != 0 {
            rounds = rounds.min((hand & lane).count_ones());
        }
    }
    rounds
}

/// How many rounds of a lane a hand wins from the top while the partner stays below, and the lowest rank this depends on.
/// `tops` are bits above all cards of the others, of whom the longest holds `longest` cards.
#[inline(always)]
fn winners(hand: u64, partner: u64, tops: u64, longest: u32) -> (u32, u64) {
    let mut winning = hand & tops;
    if winning == 0 {
        return (0, 0);
    }
    let mut rounds = winning.count_ones();
    let mut lowest = winning & winning.wrapping_neg();
    if partner < lowest {
        // The others run out, and the rest wins too, if the partner has run out or has nothing above it.
        let last = hand & hand.wrapping_neg();
        if rounds >= longest && rounds >= partner.count_ones() {
            rounds = hand.count_ones();
        } else if rounds >= longest && partner < last {
            (rounds, lowest) = (hand.count_ones(), last);
        }
        return (rounds, lowest);
    }
    loop {
        let low = (partner & lowest.wrapping_sub(1)).count_ones();
        if low >= rounds || partner < lowest {
            return (rounds, lowest);
        }
        winning ^= lowest;
        rounds -= 1;
        if rounds == 0 {
            return (0, 0);
        }
        lowest = winning & winning.wrapping_neg();
    }
}

impl Lane {
    #[inline(always)]
    fn of(mine: u64, partners: u64, theirs: u64, longest: u32) -> Lane {
        let tops = above(theirs);
        let (first, lowest) = winners(mine, partners, tops, longest);
        let mut seen = Lane { leader: mine, partner: partners, first, ..Lane::default() };
        if first > 0 && theirs | partners != 0 {
            seen.ranks = lowest;
        }
        if partners & tops != 0 {
            let left = without_lowest(partners, first);
            let rest = mine & !highest_of(mine, first);
            let (then, lowest) = winners(left, rest, tops, longest.saturating_sub(first));
            seen.then = then;
            seen.entry = then > 0 && rest != 0;
            seen.ranks_then = if then > 0 && theirs | mine != 0 { lowest } else { 0 };
        }
        seen
    }

    /// The rank that crossing over in it depends on.
    fn entry_rank(&self) -> u64 {
        if self.ranks_then == 0 { 0 } else { highest(self.partner) }
    }

    /// No more rounds than are left; they then depend on fewer ranks.
    #[inline(always)]
    fn shorten(&mut self, left: u32) {
        let shortest = |hand: u64, rounds: u32, ranks: u64| {
            let lowest = highest_of(hand, rounds);
            if ranks == 0 { 0 } else { ranks.max(lowest & lowest.wrapping_neg()) }
        };
        if self.first > left {
            self.first = left;
            self.ranks = shortest(self.leader, left, self.ranks);
        }
        if self.then > left - self.first {
            self.then = left - self.first;
            self.ranks_then = shortest(self.partner, self.then, self.ranks_then);
        }
    }

    /// What its rounds bring in, in points.
    #[inline(always)]
    fn amount(&self, search: &Search) -> i32 {
        let geometry = search.geometry;
        let rounds = self.first + self.then;
        // All cards of the lane fall, but for as many of the most valuable as somebody has more than there are rounds.
        let all = self.leader | self.partner;
        let lane = search.plan.lane_of[all.trailing_zeros() as usize & 63];
        let mut amount = geometry.worth_of(search.present & lane);
        for &hand in &search.hands {
            let cards = hand & lane;
            let kept = cards.count_ones().saturating_sub(rounds);
            if kept > 0 {
                let may_keep = geometry.worth_of(cards).min(kept as i32 * geometry.most_worth);
                let won = match cards {
                    _ if cards == self.leader => highest_of(cards, self.first),
                    _ if cards == self.partner => highest_of(cards, self.then),
                    _ => 0,
                };
                amount -= may_keep.min(geometry.worth_of(cards & !won));
            }
        }
        amount
    }
}

/// The most of these cards that one seat holds.
#[inline(always)]
pub(super) fn longest(search: &Search, cards: u64) -> u32 {
    let [a, b, c, d] = search.hands.map(|hand| (hand & cards).count_ones());
    a.max(b).max(c.max(d))
}
