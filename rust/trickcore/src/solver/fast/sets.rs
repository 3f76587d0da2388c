//! What the search asks of sets of cards, as bits.

/// The highest of some cards.
#[inline(always)]
pub(super) fn highest(cards: u64) -> u64 {
    if cards == 0 { 0 } else { 1 << (63 - cards.leading_zeros()) }
}

/// The `n` highest of some cards.
#[inline]
pub(super) fn highest_of(cards: u64, n: u32) -> u64 {
    without_lowest(cards, cards.count_ones().saturating_sub(n))
}

/// Some cards but for the `n` lowest.
#[inline(always)]
pub(super) fn without_lowest(mut cards: u64, n: u32) -> u64 {
    for _ in 0..n {
        cards &= cards.wrapping_sub(1);
    }
    cards
}

/// One more than the bit of the highest of some cards; 0 where there are none.
#[inline(always)]
pub(super) fn height(cards: u64) -> i32 {
    64 - cards.leading_zeros() as i32
}

/// The bits above the highest of some cards; all bits where there are none.
#[inline(always)]
pub(super) fn above(cards: u64) -> u64 {
    if cards == 0 { u64::MAX } else { !1 << (63 - cards.leading_zeros()) }
}

#[cfg(test)]
mod tests {
    use super::{above, height, highest, highest_of, without_lowest};

    #[test]
    fn of_cards_and_of_none() {
        assert_eq!((highest(0b1011), highest(1 << 63), highest(0)), (0b1000, 1 << 63, 0));
        assert_eq!((highest_of(0b1011, 2), highest_of(0b1011, 7), highest_of(0, 1)), (0b1010, 0b1011, 0));
        assert_eq!((without_lowest(0b1011, 1), without_lowest(0b1011, 9)), (0b1010, 0));
        assert_eq!((height(0b1011), height(1 << 63), height(0)), (4, 64, 0));
        assert_eq!((above(0b1011), above(1 << 63), above(0)), (!0b1111, 0, u64::MAX));
    }
}
