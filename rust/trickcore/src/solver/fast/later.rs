//! Sure winners of those who do not lead, without trumps: what they get once they are in, which they must be in time.

use super::bounds::cash;
use super::crossing::{cash_after, longest};
use super::search::Search;
use super::sets::{above, highest};

/// Who holds the highest cards of the lanes that the leader's side can lead.
pub(super) struct Tops {
    /// The cards of the leader's side.
    pub side: u64,
    /// Those of the leader's side in lanes that the leader can lead.
    pub ours_to_lead: u64,
    /// Those of the others, and among them those in lanes that the leader can lead.
    pub theirs: u64,
    pub theirs_to_lead: u64,
}

impl Tops {
    #[inline(always)]
    pub fn of(search: &Search, leader: usize, friends: u8) -> Tops {
        let hand = search.hands[leader];
        let side = search.held_by(friends);
        let mut tops = Tops { side, ours_to_lead: 0, theirs: 0, theirs_to_lead: 0 };
        for &lane in &search.geometry.lanes {
            if side & lane == 0 {
                continue;
            }
            let top = highest(search.present & lane);
            let leads = if hand & lane != 0 { top } else { 0 };
            tops.ours_to_lead |= leads & side;
            tops.theirs |= top & !side;
            tops.theirs_to_lead |= leads & !side;
        }
        tops
    }
}

/// What the others surely get without trumps, though the leader's side is in, and the ranks this depends on.
///
/// They hold the highest card of some lanes, and get in when one of those is led at the latest. Until then the leader's
/// side can lead no more rounds than its longer hands have cards in all other lanes; who has so many cards to spare keeps
/// its winners, and cashes them. With no such lane that is at once, and of full worth.
///
/// In points only one hand can count on that: a partner might get in before, with a card that is worth nothing.
pub(super) fn later(search: &Search, leader: usize, friends: u8, tops: &Tops, wanted: i32) -> (i32, u64) {
    if tops.ours_to_lead == 0 {
        return at_once(search, friends, tops.theirs_to_lead, wanted);
    }
    let others = search.present & !tops.side;
    if search.geometry.per_trick == 0 && !search.hands.contains(&others) {
        return (0, 0);
    }
    let mut spare = search.hands[leader].count_ones();
    for &lane in &search.geometry.lanes {
        let ours = tops.side & lane;
        if ours != 0 && tops.theirs & lane == 0 {
            spare = spare.saturating_sub(longest(search, ours));
        }
    }
    let (mut amount, mut ranks) = (i32::MAX, tops.theirs);
    for (seat, &hand) in search.hands.iter().enumerate().filter(|(_, hand)| *hand & tops.theirs != 0) {
        let kept = hand & tops.theirs;
        if kept.count_ones() > spare {
            return (0, 0);
        }
        let (gain, rank) = masters(search, seat, kept, spare);
        if gain < wanted {
            return (0, 0);
        }
        amount = amount.min(gain);
        ranks |= rank;
    }
    (amount, ranks)
}

/// What the others get that hold the highest cards, `tops`, of all lanes which the leader can lead: the least that a hand
/// gets which comes in with its own, alone or with its partner.
fn at_once(search: &Search, friends: u8, tops: u64, wanted: i32) -> (i32, u64) {
    let others = !friends & 0xF;
    let (mut amount, mut ranks) = (i32::MAX, tops);
    for (seat, &hand) in search.hands.iter().enumerate().filter(|(_, hand)| *hand & tops != 0) {
        let (mut gain, mut rank) = cash(search, seat, others);
        if gain < wanted && search.geometry.per_trick != 0 {
            (gain, rank) = with_partner(search, seat, hand & tops, others, wanted);
        }
        if gain < wanted {
            return (0, 0);
        }
        amount = amount.min(gain);
        ranks |= rank;
    }
    (amount, ranks)
}

/// The tricks that a hand and its partner get, whichever of these highest cards of lanes it comes in with.
fn with_partner(search: &Search, seat: usize, mut tops: u64, side: u8, wanted: i32) -> (i32, u64) {
    let (mut least, mut ranks) = (i32::MAX, 0);
    while tops != 0 && least >= wanted {
        let top = highest(tops);
        let (tricks, rank) = cash_after(search, seat, top, side, wanted);
        least = least.min(tricks);
        ranks |= rank;
        tops ^= top;
    }
    (least, ranks)
}

/// What the highest cards of all that a hand holds bring by themselves, if it can keep `spare` cards, those of `kept` among
/// them.
fn masters(search: &Search, seat: usize, kept: u64, spare: u32) -> (i32, u64) {
    let (hand, geometry) = (search.hands[seat], search.geometry);
    let (mut all, mut ranks) = (0, 0);
    for &lane in &search.plan.lanes {
        let mine = hand & lane & above(search.present & lane & !hand);
        all |= mine;
        ranks |= mine & mine.wrapping_neg();
    }
    if geometry.per_trick != 0 {
        return (all.count_ones().min(spare) as i32, ranks);
    }
    if all.count_ones() <= spare { (geometry.worth_of(all), ranks) } else { (geometry.worth_of(kept), kept) }
}
