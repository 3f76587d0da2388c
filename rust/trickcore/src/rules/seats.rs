//! Sets of seats.

use crate::MAX_SEATS;

/// A set of seats in one byte.
///
/// ```
/// use trickcore::rules::SeatSet;
/// let side = SeatSet::from_iter([0, 2]);
/// assert!(side.contains(2) && !side.contains(1));
/// assert_eq!(side.iter().collect::<Vec<_>>(), [0, 2]);
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// The seats `0..n`.
    pub const fn first(n: usize) -> SeatSet {
        SeatSet(((1u16 << if n > 8 { 8 } else { n }) - 1) as u8)
    }

    /// Whether a seat is in the set.
    #[inline]
    pub const fn contains(self, seat: usize) -> bool {
        seat < 8 && self.0 >> seat & 1 != 0
    }

    /// Number of seats.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no seat is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats of `self` that are not in `other`.
    pub const fn without(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    /// Whether every seat of `self` is in `other`.
    pub const fn is_subset(self, other: SeatSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// The seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..MAX_SEATS).filter(move |&seat| self.contains(seat))
    }
}

impl FromIterator<usize> for SeatSet {
    /// Collects seats; numbers above 7 are left out.
    fn from_iter<I: IntoIterator<Item = usize>>(seats: I) -> SeatSet {
        SeatSet(seats.into_iter().filter(|&seat| seat < 8).fold(0, |set, seat| set | 1 << seat))
    }
}
