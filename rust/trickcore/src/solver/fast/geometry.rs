//! The shape of a plan as the search sees it: where equals end, what cards are worth, and how a position becomes a key.
//!
//! A position at the start of a trick is described by its *shape* (how many cards each seat holds of each run of cards
//! of one lane that are worth the same), and by the *owners* of the cards in order of rank, lane by lane, the highest
//! card still in play first. Two positions with one shape and the same owners are the same game; so are two whose
//! owners agree on the cards whose rank ever mattered.

use arrayvec::ArrayVec;

use crate::MAX_SEATS;
use crate::rules::Plan;

/// One lane in the words that hold owners.
#[derive(Copy, Clone, Debug)]
pub(super) struct Lane {
    /// The lane as plan bits.
    pub mask: u64,
    /// One past the highest bit of its field.
    pub end: u8,
}

/// Tables of one plan and one objective.
#[derive(Clone, Debug)]
pub(super) struct Geometry {
    pub lanes: ArrayVec<Lane, 5>,
    /// The lane number of each bit.
    pub lane_number: [u8; 64],
    /// What a card of a seat adds to the shape.
    pub shape_of: [[u128; 64]; MAX_SEATS],
    /// Empty bits that end runs of equals.
    pub walls: u64,
    /// What a card adds to the worth of a trick, in the unit of the search.
    pub worth: [i16; 64],
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
        if plan.lane_gaps == 0 {
            return None;
        }
        let mut geometry = Geometry {
            lanes: ArrayVec::new(),
            lane_number: [0; 64],
            shape_of: [[0; 64]; MAX_SEATS],
            walls: if counts_points { plan.worth_gaps } else { plan.lane_gaps },
            worth: [0; 64],
            per_trick: i32::from(!counts_points),
            last_trick: 0,
            #[cfg(target_arch = "x86_64")]
            has_pext: is_x86_feature_detected!("bmi2") && is_x86_feature_detected!("popcnt"),
        };
        if let Unit::Points(times) = unit {
            geometry.last_trick = last_trick * i32::from(times);
            for bit in 0..64 {
                geometry.worth[bit] = plan.worth_of[bit] as i16 * times;
            }
        }
        geometry.place_lanes(plan)?;
        Some(geometry)
    }

    fn place_lanes(&mut self, plan: &Plan) -> Option<()> {
        let (mut end, mut shape_bit) = (0, 0);
        for (number, &mask) in plan.lanes.iter().enumerate() {
            end += mask.count_ones() as u8;
            self.lanes.push(Lane { mask, end });
            for run in self.runs(mask) {
                let width = u64::BITS - u64::from(run.count_ones()).leading_zeros();
                for seat in 0..MAX_SEATS as u32 {
                    let unit = 1u128.checked_shl(shape_bit + seat * width)?;
                    for bit in (0..64).filter(|bit| run >> bit & 1 != 0) {
                        self.lane_number[bit] = number as u8;
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

    /// The owners of the cards in play as two words, low and high bit of the seat: in each lane's field the highest card
    /// first, whatever its rank.
    #[inline]
    pub fn owners(&self, hands: &[u64; MAX_SEATS], present: u64) -> [u64; 2] {
        #[cfg(target_arch = "x86_64")]
        if self.has_pext {
            // SAFETY: `has_pext` says that this machine has the instructions the function is compiled for.
            #[allow(unsafe_code)]
            return unsafe { self.owners_pext(hands, present) };
        }
        self.owners_with(hands, present, gather)
    }

    /// The same with the instruction that gathers bits.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi2,popcnt")]
    fn owners_pext(&self, hands: &[u64; MAX_SEATS], present: u64) -> [u64; 2] {
        self.owners_with(hands, present, |word, mask| std::arch::x86_64::_pext_u64(word, mask))
    }

    #[inline(always)]
    fn owners_with(&self, hands: &[u64; MAX_SEATS], present: u64, gather: impl Fn(u64, u64) -> u64) -> [u64; 2] {
        let (low, high) = (hands[1] | hands[3], hands[2] | hands[3]);
        let mut owners = [0; 2];
        for lane in &self.lanes {
            let cards = present & lane.mask;
            let place = u32::from(lane.end) - cards.count_ones();
            owners[0] |= gather(low, cards).unbounded_shl(place);
            owners[1] |= gather(high, cards).unbounded_shl(place);
        }
        owners
    }

    /// The places, in the words of [`owners`](Self::owners), of every card of rank at least that of a card in `ranks`,
    /// lane by lane.
    #[inline]
    pub fn places(&self, ranks: u64, present: u64) -> u64 {
        let mut places = 0;
        for lane in &self.lanes {
            let known = ranks & lane.mask;
            if known != 0 {
                let above = present & lane.mask & (u64::MAX << known.trailing_zeros());
                let count = above.count_ones();
                places |= ((1u64.unbounded_shl(count)).wrapping_sub(1)) << (u32::from(lane.end) - count);
            }
        }
        places
    }

    /// The lowest card at these places, lane by lane: the inverse of [`places`](Self::places).
    #[inline]
    pub fn ranks(&self, places: u64, present: u64) -> u64 {
        let mut ranks = 0;
        let mut start = 0;
        for lane in &self.lanes {
            let field = (u64::MAX << start) & !(u64::MAX.unbounded_shl(u32::from(lane.end)));
            let count = (places & field).count_ones();
            if count > 0 {
                let mut cards = present & lane.mask;
                for _ in count..cards.count_ones() {
                    cards &= cards.wrapping_sub(1);
                }
                ranks |= cards & cards.wrapping_neg();
            }
            start = u32::from(lane.end);
        }
        ranks
    }
}

/// The bits of `word` at the set bits of `mask`, side by side from bit 0.
#[inline(always)]
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
