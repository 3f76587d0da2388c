//! The shape of a plan as the search sees it: where equals end, what cards are worth, and how a position becomes a key.
//!
//! A position at the start of a trick is described by its *shape* (how many cards each seat holds of each run of cards
//! of one lane that are worth the same), and by the *owners* of the cards in play, in order of lane and rank. Two positions with one shape and the same owners are the same game; so are two whose
//! owners agree on the cards whose rank ever mattered.

use arrayvec::ArrayVec;

use crate::MAX_SEATS;
use crate::rules::Plan;

/// Tables of one plan and one objective.
#[derive(Clone, Debug)]
pub(super) struct Geometry {
    pub lanes: ArrayVec<u64, 5>,
    /// What a card of a seat adds to the shape.
    pub shape_of: [[u128; 64]; MAX_SEATS],
    /// The run of each card: the cards of its lane that are worth the same.
    pub run_of: [u64; 64],
    /// Empty bits that end runs of equals.
    pub walls: u64,
    /// What a card adds to the worth of a trick, in the unit of the search.
    pub worth: [i16; 64],
    /// The cards that are worth anything, by worth.
    pub classes: ArrayVec<(i32, u64), 16>,
    /// The most that a card is worth.
    pub most_worth: i32,
    /// What every trick is worth besides its cards, and the last one on top.
    pub per_trick: i32,
    pub last_trick: i32,
    /// Whether this machine gathers bits in one instruction.
    #[cfg(target_arch = "x86_64")]
    has_pext: bool,
}

/// What a trick counts in a search.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// One.
    Tricks,
    /// The points in it, times this.
    Points(i16),
}

impl Geometry {
    /// `None` where a plan is too large for the keys.
    pub fn new(plan: &Plan, unit: Unit, last_trick: i32) -> Option<Geometry> {
        let counts_points = matches!(unit, Unit::Points(_));
        // Places of couples fill four bits.
        let crowded = plan.lanes.iter().any(|lane| lane.count_ones() > 15);
        if plan.lane_gaps == 0 || (crowded && !plan.couples.is_empty()) {
            return None;
        }
        let mut geometry = Geometry {
            lanes: ArrayVec::new(),
            shape_of: [[0; 64]; MAX_SEATS],
            run_of: [0; 64],
            walls: if counts_points { plan.worth_gaps } else { plan.lane_gaps },
            worth: [0; 64],
            classes: ArrayVec::new(),
            most_worth: 0,
            per_trick: i32::from(!counts_points),
            last_trick: 0,
            #[cfg(target_arch = "x86_64")]
            has_pext: is_x86_feature_detected!("bmi2"),
        };
        if let Unit::Points(times) = unit {
            geometry.last_trick = last_trick * i32::from(times);
            for bit in 0..64 {
                geometry.worth[bit] = plan.worth_of[bit] as i16 * times;
                geometry.classify(bit);
            }
        }
        geometry.place_lanes(plan)?;
        Some(geometry)
    }

    fn classify(&mut self, bit: usize) {
        let worth = i32::from(self.worth[bit]);
        self.most_worth = self.most_worth.max(worth);
        match self.classes.iter_mut().find(|class| class.0 == worth) {
            Some(class) => class.1 |= 1 << bit,
            None if worth == 0 => {}
            None => self.classes.push((worth, 1 << bit)),
        }
    }

    /// What some cards are worth together.
    #[inline(always)]
    pub fn worth_of(&self, cards: u64) -> i32 {
        self.classes.iter().map(|&(worth, class)| worth * (cards & class).count_ones() as i32).sum()
    }

    fn place_lanes(&mut self, plan: &Plan) -> Option<()> {
        let mut shape_bit = 0;
        for &mask in &plan.lanes {
            self.lanes.push(mask);
            for run in self.runs(mask) {
                for bit in (0..64).filter(|bit| run >> bit & 1 != 0) {
                    self.run_of[bit] = run;
                }
                let width = u64::BITS - u64::from(run.count_ones()).leading_zeros();
                for seat in 0..MAX_SEATS as u32 {
                    let unit = 1u128.checked_shl(shape_bit + seat * width)?;
                    for bit in (0..64).filter(|bit| run >> bit & 1 != 0) {
                        self.shape_of[seat as usize][bit] = unit;
                    }
                }
                shape_bit += width * MAX_SEATS as u32;
            }
        }
        (shape_bit <= 128).then_some(())
    }

    /// The runs of a lane: its bits between walls.
    fn runs(&self, lane: u64) -> Vec<u64> {
        let mut runs = vec![0];
        for bit in 0..64 {
            if lane >> bit & 1 != 0 {
                *runs.last_mut().unwrap_or(&mut 0) |= 1 << bit;
            } else if self.walls >> bit & 1 != 0 && runs.last() != Some(&0) {
                runs.push(0);
            }
        }
        runs.retain(|&run| run != 0);
        runs
    }

    /// The owners of the cards in play as two words, low and high bit of the seat, side by side from the lowest plan bit:
    /// with the shape they tell whose each card of each lane is, whatever its rank.
    #[inline(always)]
    pub fn owners(&self, hands: &[u64; MAX_SEATS], present: u64) -> [u64; 2] {
        let (low, high) = (hands[1] | hands[3], hands[2] | hands[3]);
        #[cfg(target_arch = "x86_64")]
        if self.has_pext {
            // SAFETY: `has_pext` says that this machine has the instructions the function is compiled for.
            #[allow(unsafe_code)]
            return unsafe { gather_two(low, high, present) };
        }
        [gather(low, present), gather(high, present)]
    }

    /// The places, in the words of [`owners`](Self::owners), of every card of rank at least that of a card in `ranks`,
    /// lane by lane.
    #[inline(always)]
    pub fn places(&self, ranks: u64, present: u64) -> u64 {
        let mut known = 0;
        for lane in &self.lanes {
            let lowest = ranks & lane;
            known |= lane & !(lowest & lowest.wrapping_neg()).wrapping_sub(1);
        }
        #[cfg(target_arch = "x86_64")]
        if self.has_pext {
            // SAFETY: as above.
            #[allow(unsafe_code)]
            return unsafe { gather_two(known, 0, present) }[0];
        }
        gather(known, present)
    }

    /// The cards at these places.
    #[inline(always)]
    pub fn ranks(&self, places: u64, present: u64) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if self.has_pext {
            // SAFETY: as above.
            #[allow(unsafe_code)]
            return unsafe { scatter_fast(places, present) };
        }
        scatter(places, present)
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi2")]
fn gather_two(low: u64, high: u64, mask: u64) -> [u64; 2] {
    [std::arch::x86_64::_pext_u64(low, mask), std::arch::x86_64::_pext_u64(high, mask)]
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi2")]
fn scatter_fast(word: u64, mask: u64) -> u64 {
    std::arch::x86_64::_pdep_u64(word, mask)
}

/// The bits of `word` at the set bits of `mask`, side by side from bit 0.
fn gather(word: u64, mut mask: u64) -> u64 {
    let mut gathered = 0;
    let mut place = 0;
    while mask != 0 {
        let bit = mask & mask.wrapping_neg();
        gathered |= u64::from(word & bit != 0) << place;
        place += 1;
        mask ^= bit;
    }
    gathered
}

/// The lowest bits of `word` at the set bits of `mask`: the inverse of [`gather`].
fn scatter(mut word: u64, mut mask: u64) -> u64 {
    let mut scattered = 0;
    while mask != 0 && word != 0 {
        let bit = mask & mask.wrapping_neg();
        scattered |= if word & 1 != 0 { bit } else { 0 };
        word >>= 1;
        mask ^= bit;
    }
    scattered
}

#[cfg(test)]
mod tests {
    use super::{gather, scatter};

    #[test]
    fn bits_are_gathered_and_scattered_again() {
        assert_eq!(gather(0b1010_0110, 0b1110_0100), 0b1011);
        assert_eq!(scatter(0b1011, 0b1110_0100), 0b1010_0100);
        let mut word: u64 = 0x9E37_79B9_7F4A_7C15;
        for _ in 0..1000 {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mask = word.rotate_left(13) & word.rotate_left(40);
            let gathered = gather(word, mask);
            assert_eq!(gathered.count_ones(), (word & mask).count_ones());
            assert_eq!(scatter(gathered, mask), word & mask);
            #[cfg(target_arch = "x86_64")]
            if is_x86_feature_detected!("bmi2") {
                // SAFETY: the machine has the instructions.
                #[allow(unsafe_code)]
                let fast = unsafe { (super::gather_two(word, mask, mask), super::scatter_fast(gathered, mask)) };
                assert_eq!(fast, ([gathered, gather(mask, mask)], word & mask));
            }
        }
    }
}
