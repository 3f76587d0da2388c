//! Touching cards: of a run of cards that are worth the same and that nothing still in play separates, one is searched.

/// Of `cards`, all held by one seat, the lowest of every run of equals.
///
/// `walls` are bits that end a run: cards of others, cards that are not equal to anything, and the empty bits between
/// lanes (and runs of different worth). A card is in the run of the card below it if only empty bits lie between;
/// adding to the empty bits carries each card's mark up to the next bit that is not empty.
#[inline(always)]
pub(super) fn lowest_of_runs(cards: u64, walls: u64) -> u64 {
    let empty = !(cards | walls);
    let landed = (cards << 1).wrapping_add(empty) & !empty;
    cards & !landed
}

#[cfg(test)]
mod tests {
    use super::lowest_of_runs;

    #[test]
    fn a_run_ends_at_walls_only() {
        // Cards at 0, 1 and 3; bit 2 is empty: one run.
        assert_eq!(lowest_of_runs(0b1011, 1 << 5), 0b0001);
        // A card of somebody else at bit 2: two runs.
        assert_eq!(lowest_of_runs(0b1011, 1 << 5 | 0b0100), 0b1001);
        // A wall at bit 2, then a run with empty bits inside.
        assert_eq!(lowest_of_runs(0b1100_1010, 0b1_0000_0100), 0b1010);
    }

    #[test]
    fn agrees_with_the_definition() {
        let mut word: u64 = 0x9E37_79B9_7F4A_7C15;
        for _ in 0..10_000 {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let cards = word & word.rotate_left(17);
            let walls = word.rotate_left(31) & !cards;
            let slow = (0..64).filter(|&bit| cards >> bit & 1 != 0).filter(|&bit| {
                let below = (0..bit).rev().find(|&b| (cards | walls) >> b & 1 != 0);
                below.is_none_or(|b| walls >> b & 1 != 0)
            });
            assert_eq!(lowest_of_runs(cards, walls), slow.fold(0, |set, bit| set | 1 << bit));
        }
    }
}
