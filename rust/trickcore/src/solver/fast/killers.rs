//! The card that decided a like situation last: it is tried before the others are put in order.

use super::search::{Search, Trick};
use crate::rules::Plan;

/// A cache of cards by what the table looks like to a player. What it says is a hint, and may be about another situation.
#[derive(Debug)]
pub(super) struct Killers {
    /// Of each slot the tag above, the plan bit below.
    slots: Box<[u32]>,
}

/// What a player sees, hashed.
#[derive(Copy, Clone)]
pub(super) struct Situation(u64);

impl Situation {
    /// To lead: the own hand.
    #[inline(always)]
    pub fn of_leader(seat: usize, hand: u64) -> Situation {
        Situation::of(hand, seat as u64)
    }

    /// To follow: the lane led, as far as it is still there; else the own hand. And what is to be beaten.
    #[inline(always)]
    pub fn of_follower(search: &Search, seat: usize, trick: &Trick, missing: u8) -> Situation {
        let hand = search.hands[seat & 3];
        let who = u64::from(missing) << 4 | seat as u64;
        if hand & trick.lane != 0 {
            return Situation::of(search.present & trick.lane, u64::from(trick.best) << 8 | who);
        }
        let best = if search.plan.trumps == 0 { trick.best_seat } else { trick.best };
        Situation::of(hand, u64::from(best) << 8 | 8 | who)
    }

    #[inline(always)]
    fn of(cards: u64, more: u64) -> Situation {
        let mixed = (cards ^ more.wrapping_mul(0xD6E8_FEB8_6659_FD93)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Situation(mixed ^ mixed >> 32)
    }

    #[inline(always)]
    fn tag(self) -> u32 {
        (self.0 >> 40) as u32 | 1
    }
}

impl Killers {
    /// A cache for searches of a plan: the small ones must fit the nearest memory.
    pub fn for_plan(plan: &Plan) -> Killers {
        let cards = plan.lanes.iter().map(|lane| lane.count_ones()).sum::<u32>();
        Killers { slots: vec![0; 1 << (cards / 4 + 3)].into_boxed_slice() }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.fill(0);
    }

    #[inline(always)]
    fn slot(&self, situation: Situation) -> usize {
        situation.0 as usize & (self.slots.len() - 1)
    }

    /// The card that decided a situation like this one.
    #[inline(always)]
    pub fn find(&self, situation: Situation) -> Option<u8> {
        let slot = self.slots[self.slot(situation)];
        (slot >> 8 == situation.tag()).then_some(slot as u8)
    }

    /// Keeps the card that decided a situation.
    #[inline(always)]
    pub fn keep(&mut self, situation: Situation, bit: u8) {
        let slot = self.slot(situation);
        self.slots[slot] = situation.tag() << 8 | u32::from(bit);
    }
}
