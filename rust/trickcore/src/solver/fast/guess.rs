//! A first guess at an amount: near the value, a search needs little more than its two proofs.

use std::cmp::Ordering;

use super::need::{Amount, Need};
use super::ordering::{Moves, order_follow, order_lead};
use super::search::{Search, Trick};
use crate::rules::Plan;

/// What the three highest cards of a lane count for.
const STRENGTH: [i32; 3] = [4, 2, 1];

/// How many hands the bidder's side has in play, against the others'.
pub(super) fn compare_hands(plan: &Plan) -> Ordering {
    let side = plan.contract().side;
    let hands = |own: bool| plan.in_play.iter().filter(|&seat| side.contains(seat) == own).count();
    hands(true).cmp(&hands(false))
}

impl Search<'_, '_, '_> {
    /// A guess at what the maximising side still gets. The hands are as good as played afterwards.
    pub fn guess(&mut self, seat: usize, trick: Option<Trick>) -> i32 {
        if self.plan.trumps == 0 { self.by_share() } else { self.played_out(seat, trick) }
    }

    /// Without trumps: by the share of the strength that the bidder's side holds. A side with fewer hands than the other
    /// gets less than its share, since it cannot choose who leads.
    fn by_share(&self) -> i32 {
        let own = self.held_by(self.sides.gain);
        let (mut ours, mut all) = (0, 0);
        for &lane in &self.plan.lanes {
            let mut cards = self.present & lane;
            for strength in STRENGTH {
                if cards == 0 {
                    break;
                }
                let top = 1 << (63 - cards.leading_zeros());
                cards ^= top;
                all += strength;
                ours += if own & top != 0 { strength } else { 0 };
            }
        }
        let share = f64::from(ours) / f64::from(all.max(1));
        let part = match compare_hands(self.plan) {
            Ordering::Less => share * share,
            Ordering::Equal => (0.5 + 1.16 * (share - 0.5)).clamp(0.0, 1.0),
            Ordering::Greater => 1.0 - (1.0 - share) * (1.0 - share),
        };
        (f64::from(self.pool) * part).round() as i32
    }

    /// What the rest comes to if everybody plays the first move of the ordering.
    fn played_out(&mut self, seat: usize, trick: Option<Trick>) -> i32 {
        let mut need = Amount::<false> { target: 0, got: 0 };
        let (mut seat, mut trick) = (seat & 3, trick);
        while self.hands[seat] != 0 {
            let hand = self.hands[seat];
            let mut moves = Moves::new();
            let after = match &trick {
                None => {
                    order_lead(self, seat, self.candidates(hand, hand, 0), &mut moves);
                    let bit = moves.best().unwrap_or(0);
                    Trick::led(self.plan, self.geometry, seat, bit)
                }
                Some(trick) => {
                    let legal = self.candidates(self.plan.follow_in(hand, trick.lane, trick.beaters), hand, 0);
                    match self.plan.players - trick.cards.count_ones() as u8 {
                        1 => order_follow::<1>(self, seat, legal, trick, &mut moves),
                        2 => order_follow::<2>(self, seat, legal, trick, &mut moves),
                        _ => order_follow::<3>(self, seat, legal, trick, &mut moves),
                    }
                    trick.with(self.geometry, seat, moves.best().unwrap_or(0))
                }
            };
            let played = after.cards & hand;
            self.hands[seat] ^= played;
            seat = self.plan.next[seat] as usize & 3;
            trick = Some(after);
            if after.cards.count_ones() as u8 == self.plan.players {
                seat = after.best_seat as usize & 3;
                let worth = if self.hands[seat] == 0 { self.pool } else { after.worth + self.geometry.per_trick };
                need = need.after_trick(self.sides.gains(seat), worth);
                self.pool -= worth;
                self.present ^= after.cards;
                trick = None;
            }
        }
        need.got
    }
}
