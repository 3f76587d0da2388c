//! What leading a lane seems to promise, by where its highest cards lie.

use super::search::Search;
use super::sets::highest;

/// Kinds of leads.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Prospect {
    /// Nothing special.
    Plain,
    /// The lane of trumps.
    Trumps,
    /// An opponent can ruff.
    Ruffed,
    /// Through the next opponent's high card up to the partner's.
    Finesse,
    /// Into the hand of the last opponent, who sits behind the own high card.
    Gift,
    /// The side holds two of the three highest, and both opponents must follow.
    Strength,
    /// The partner can ruff, the opponents cannot.
    Ruff,
}

/// How many kinds there are.
pub(super) const PROSPECTS: usize = 7;

/// What a leader sees of the others.
pub(super) struct View {
    hand: u64,
    /// The cards of the partners and of the opponents.
    pub friends: u64,
    pub others: u64,
    /// Those of the opponent who plays next, and of the one who plays last.
    next: u64,
    last: u64,
}

impl View {
    pub fn of(search: &Search, leader: usize) -> View {
        let side = search.sides.friends(leader);
        let mut view = View { hand: search.hands[leader & 3], friends: 0, others: 0, next: 0, last: 0 };
        for step in 1..4 {
            let other = (leader + step) & 3;
            let hand = search.hands[other];
            if side >> other & 1 != 0 {
                view.friends |= hand;
            } else if hand != 0 {
                view.others |= hand;
                view.next = if view.next == 0 { hand } else { view.next };
                view.last = hand;
            }
        }
        view
    }

    /// What leading a lane promises.
    pub fn prospect(&self, search: &Search, lane: u64) -> Prospect {
        let trumps = search.plan.trumps;
        if lane == trumps {
            return Prospect::Trumps;
        }
        let (mine, friends) = (self.hand & lane, self.friends & lane);
        let (next, last) = (self.next & lane, self.last & lane);
        if (next == 0 && self.next & trumps != 0) || (last == 0 && self.last & trumps != 0) {
            return Prospect::Ruffed;
        }
        let [first, second, third, fourth, fifth] = highest_five(search.present & lane);
        let ours = mine | friends;
        let either = |high: u64, pair: u64| friends & high != 0 || (pair != 0 && ours & pair == pair);
        if friends.count_ones() >= 2
            && next.count_ones() >= 2
            && ((friends & second != 0 && next & first != 0)
                || (friends & first != 0 && next & second != 0 && either(third, third | fourth))
                || (friends & second != 0 && next & third != 0 && either(fourth, fourth | fifth)))
        {
            return Prospect::Finesse;
        }
        if mine.count_ones() >= 2
            && last.count_ones() >= 2
            && ((mine & first != 0 && last & second != 0)
                || (mine & second != 0 && last & first != 0 && ours & third == 0))
        {
            return Prospect::Gift;
        }
        if next != 0 && last != 0 {
            if (ours & (first | second | third)).count_ones() >= 2 {
                return Prospect::Strength;
            }
            if friends == 0 && self.friends & trumps != 0 {
                return Prospect::Ruff;
            }
        }
        Prospect::Plain
    }
}

/// The five highest of some cards.
#[inline(always)]
fn highest_five(mut cards: u64) -> [u64; 5] {
    [(); 5].map(|()| {
        let high = highest(cards);
        cards ^= high;
        high
    })
}
