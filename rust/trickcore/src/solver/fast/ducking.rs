//! Sure losers of a hand that wants no trick: whether it can go under in every lane, or must take the next trick.
//!
//! Without trumps and duties lanes do not mix: a hand goes under in a lane as long as its cards are low enough, whatever
//! is led and whatever it throws away elsewhere.

use super::bounds::Sure;
use super::search::Search;

/// What is sure at the start of a trick where one hand alone counts its tricks and wants none: all tricks for the others,
/// or one for it.
pub(super) fn sure_losers(search: &Search, leader: usize) -> Option<Sure> {
    let plan = search.plan;
    let mut losers = plan.in_play.iter().filter(|&seat| search.sides.gains(seat));
    let (Some(loser), None) = (losers.next(), losers.next()) else { return None };
    let hand = search.hands[loser];
    let free = !plan.duty_to_beat() && !plan.duty_to_trump() && search.present & plan.trumps == 0;
    if !free || search.geometry.per_trick == 0 {
        return None;
    }
    let leader = leader & 3;
    let leads = leader == loser;
    let (mut safe, mut safe_lead) = (true, !leads);
    // Whether the hand must win a lead of its own in every lane, and with a lead of an opponent in some lane.
    let (mut wins_all, mut wins_some) = (true, false);
    let mut ranks = 0;
    for &lane in &search.geometry.lanes {
        let (mine, theirs) = (hand & lane, search.present & lane & !hand);
        if mine == 0 {
            continue;
        }
        let lowest = mine & mine.wrapping_neg();
        let cards = mine | theirs;
        ranks |= cards & cards.wrapping_neg();
        let under = search.hands.iter().enumerate().all(|(seat, other)| {
            let cards = other & lane;
            seat == loser || cards == 0 || cards & (lowest - 1) != 0
        });
        wins_all &= under;
        wins_some |= under && search.hands[leader] & lane != 0;
        let (goes, leads) = goes_under(mine, theirs);
        safe &= goes;
        safe_lead |= leads;
    }
    if safe && safe_lead {
        return Some(Sure { own: 0, others: hand.count_ones() as i32, ranks });
    }
    let takes = if leads { wins_all } else { wins_some };
    takes.then_some(Sure { own: 1, others: 0, ranks })
}

/// Whether some cards can go under all others of their lane in every round that others lead: whatever is led, as many of
/// them are below it as others are up to it. And whether one of them can be led first.
fn goes_under(mine: u64, theirs: u64) -> (bool, bool) {
    let count = mine.count_ones();
    let (mut left, mut led, mut can_lead) = (theirs, 0, theirs != 0);
    while left != 0 && led < count {
        let lowest = left & left.wrapping_neg();
        let below = (mine & (lowest - 1)).count_ones();
        led += 1;
        if below < led.min(count) {
            return (false, false);
        }
        can_lead &= below >= (led + 1).min(count);
        left ^= lowest;
    }
    (true, can_lead)
}
