//! The weights that move ordering scores cards by.
//!
//! They were found by a random walk over them that kept what made the search visit fewer nodes on some hundred whole
//! deals, one set for each *style* of play; other deals than those confirmed it. See `docs/solver.md`.

use super::ordering::ROWS;
use super::prospects::PROSPECTS;
use crate::rules::Plan;

/// The weights of one row: the score is `base` + `worth` × (worth of the card in 16ths of the most valuable) + `rank` ×
/// (cards of its lane below it) + `trump` if it is one; for leads and discards + `length` × (cards of its lane in the own
/// hand), for leads + `friends` and `others` × (those of partners and of opponents), for discards + `top` if nobody holds
/// a higher card of its lane.
#[derive(Copy, Clone, Debug)]
pub(super) struct Weights {
    pub base: i16,
    pub worth: i16,
    pub rank: i16,
    pub trump: i16,
    pub length: i16,
    pub friends: i16,
    pub others: i16,
    pub top: i16,
}

/// Weights in the order of the fields.
const fn weights([base, worth, rank, trump, length, friends, others, top]: [i16; 8]) -> Weights {
    Weights { base, worth, rank, trump, length, friends, others, top }
}

/// All weights for one style of play.
#[derive(Copy, Clone, Debug)]
pub(super) struct Style {
    /// By deed and number of missing cards.
    pub rows: [Weights; ROWS],
    /// By what leading a lane promises.
    pub prospects: [i16; PROSPECTS],
    /// For leads of the highest and the lowest card of a lane.
    pub end: i16,
}

/// The style of a contract: with trumps or without, tricks or points, to win or to lose.
pub(super) fn style(plan: &Plan, counts_points: bool, reversed: bool) -> &'static Style {
    let cards = plan.lanes.iter().map(|lane| lane.count_ones()).sum::<u32>();
    let long = cards > 40;
    match (plan.trumps != 0, counts_points) {
        _ if reversed => &LOSING,
        (true, true) => &TRUMPS_POINTS,
        (true, false) if long => &LONG_TRUMPS,
        (true, false) => &TRUMPS_TRICKS,
        (false, true) => &PLAIN_POINTS,
        (false, false) if long => &LONG_PLAIN,
        (false, false) => &PLAIN_TRICKS,
    }
}

/// Points, with trumps.
const TRUMPS_POINTS: Style = Style {
    rows: [
        weights([98, 2, 0, -44, 2, 3, -1, 0]),
        weights([90, 7, 7, -32, 3, 0, 6, 0]),
        weights([6, -16, 3, -40, 15, 0, 13, 0]),
        weights([37, 1, -6, 8, 0, 0, 0, 0]),
        weights([123, 7, -2, -16, -18, 0, 0, -16]),
        weights([173, 2, -12, 0, 0, 0, 0, 0]),
        weights([18, -6, -5, 5, 0, 0, 0, 0]),
        weights([55, -3, -5, -6, -2, 0, 0, -5]),
        weights([18, -6, -5, 5, 0, 0, 0, 0]),
        weights([49, 1, -5, 0, 0, 0, 0, 0]),
        weights([131, 1, -2, 7, -1, 0, 0, -22]),
        weights([132, 1, -6, 23, 0, 0, 0, 0]),
        weights([12, -8, 8, 11, 0, 0, 0, 0]),
        weights([10, -2, -1, 0, 4, 0, 0, -44]),
        weights([12, -8, 8, 11, 0, 0, 0, 0]),
        weights([59, 13, -8, 3, 0, 0, 0, 0]),
        weights([83, 5, -11, 8, 1, 0, 0, 0]),
        weights([147, -5, -2, 5, 0, 0, 0, 0]),
        weights([20, -3, 1, 24, 0, 0, 0, 0]),
        weights([3, -2, -2, 5, -2, 0, 0, -18]),
        weights([20, -3, 1, 24, 0, 0, 0, 0]),
    ],
    prospects: [0; PROSPECTS],
    end: 0,
};

/// Tricks, with trumps.
const TRUMPS_TRICKS: Style = Style {
    rows: [
        weights([98, -2, 2, -26, -1, 2, 5, 0]),
        weights([108, -7, -1, 18, -5, 0, 3, 0]),
        weights([6, -14, -1, 8, 0, 2, 0, 0]),
        weights([135, -1, -11, 1, 0, 0, 0, 0]),
        weights([113, 2, -6, -24, 2, 0, 0, -7]),
        weights([114, 7, -5, -2, 0, 0, 0, 0]),
        weights([25, 5, -2, 45, 0, 0, 0, 0]),
        weights([63, -8, -5, -55, 2, 0, 0, -2]),
        weights([25, 5, -2, 45, 0, 0, 0, 0]),
        weights([91, -5, -2, -33, 0, 0, 0, 0]),
        weights([87, -2, -1, -13, -4, 0, 0, -10]),
        weights([153, -8, -4, 3, 0, 0, 0, 0]),
        weights([31, -3, 13, 12, 0, 0, 0, 0]),
        weights([-17, 4, -2, -40, -1, 0, 0, -2]),
        weights([31, -3, 13, 12, 0, 0, 0, 0]),
        weights([125, -7, -3, 0, 0, 0, 0, 0]),
        weights([106, -1, -2, 13, 2, 0, 0, 0]),
        weights([107, -4, -6, 0, 0, 0, 0, 0]),
        weights([57, -8, -1, -4, 0, 0, 0, 0]),
        weights([43, -10, -8, 13, 1, 0, 0, -5]),
        weights([57, -8, -1, -4, 0, 0, 0, 0]),
    ],
    prospects: [0; PROSPECTS],
    end: 0,
};

/// Points, without trumps.
const PLAIN_POINTS: Style = Style {
    rows: [
        weights([100, 2, -1, 0, 1, 0, 0, 0]),
        weights([90, -1, -2, 0, 0, 0, 0, 0]),
        weights([40, -2, -2, 0, 0, 0, 0, 0]),
        weights([60, 2, -2, 0, 0, 0, 0, 0]),
        weights([100, 2, -2, 0, 1, 0, 0, 0]),
        weights([150, 1, -1, 0, 0, 0, 0, 0]),
        weights([20, -2, -1, 0, 0, 0, 0, 0]),
        weights([50, -2, -2, 0, 1, 0, 0, 0]),
        weights([20, -2, -1, 0, 0, 0, 0, 0]),
        weights([60, 2, -2, 0, 0, 0, 0, 0]),
        weights([100, 2, -2, 0, 1, 0, 0, 0]),
        weights([150, 1, -1, 0, 0, 0, 0, 0]),
        weights([20, -2, -1, 0, 0, 0, 0, 0]),
        weights([50, -2, -2, 0, 1, 0, 0, 0]),
        weights([20, -2, -1, 0, 0, 0, 0, 0]),
        weights([60, 2, -2, 0, 0, 0, 0, 0]),
        weights([100, 2, -2, 0, 1, 0, 0, 0]),
        weights([150, 1, -1, 0, 0, 0, 0, 0]),
        weights([20, -2, -1, 0, 0, 0, 0, 0]),
        weights([50, -2, -2, 0, 1, 0, 0, 0]),
        weights([20, -2, -1, 0, 0, 0, 0, 0]),
    ],
    prospects: [0; PROSPECTS],
    end: 0,
};

/// Tricks, without trumps.
const PLAIN_TRICKS: Style = Style {
    rows: [
        weights([95, -5, 1, 0, -2, 0, 5, 0]),
        weights([98, 4, 13, 0, 13, -5, 1, 0]),
        weights([69, -6, 2, 0, 1, 13, 0, 0]),
        weights([60, 2, -1, 37, 0, 0, 0, 0]),
        weights([101, 1, -10, -15, 0, 0, 0, -33]),
        weights([252, -4, -3, 0, 0, 0, 0, 0]),
        weights([19, 4, -3, -14, 0, 0, 0, 0]),
        weights([29, 5, -5, 2, 1, 0, 0, 0]),
        weights([19, 4, -3, -14, 0, 0, 0, 0]),
        weights([95, 2, -4, 15, 0, 0, 0, 0]),
        weights([87, 2, -9, -8, -27, 0, 0, -37]),
        weights([158, -3, -10, -4, 0, 0, 0, 0]),
        weights([10, 0, 4, -21, 0, 0, 0, 0]),
        weights([45, -2, -6, 0, 6, 0, 0, 0]),
        weights([10, 0, 4, -21, 0, 0, 0, 0]),
        weights([74, -1, -4, 0, 0, 0, 0, 0]),
        weights([100, 2, -13, 23, -1, 0, 0, -16]),
        weights([92, -3, -1, -2, 0, 0, 0, 0]),
        weights([50, -6, -6, 5, 0, 0, 0, 0]),
        weights([58, 4, -13, 35, 3, 0, 0, 0]),
        weights([50, -6, -6, 5, 0, 0, 0, 0]),
    ],
    prospects: [0; PROSPECTS],
    end: 0,
};

/// Tricks, with trumps and long hands.
const LONG_TRUMPS: Style = Style {
    rows: [
        weights([73, 4, 2, -20, -3, -2, 1, 0]),
        weights([87, 0, 0, 39, 0, 0, 0, 0]),
        weights([54, 1, 0, 5, -1, -1, 0, 0]),
        weights([61, 0, -4, -28, 0, 0, 0, 0]),
        weights([119, -2, -3, -51, 4, 0, 0, -15]),
        weights([124, -2, -4, 5, 0, 0, 0, 0]),
        weights([134, 0, 16, -2, 0, 0, 0, 0]),
        weights([66, -3, -6, -145, 4, 0, 0, -34]),
        weights([104, 5, 6, 40, 0, 0, 0, 0]),
        weights([35, -1, -6, -5, 0, 0, 0, 0]),
        weights([86, -9, -7, -65, 1, 0, 0, -26]),
        weights([171, 6, -1, -51, 0, 0, 0, 0]),
        weights([121, -2, 3, -66, 0, 0, 0, 0]),
        weights([89, -6, -3, -43, 3, 0, 0, -5]),
        weights([101, 4, 5, -2, 0, 0, 0, 0]),
        weights([51, -4, -7, 15, 0, 0, 0, 0]),
        weights([122, 0, -15, -28, 4, 0, 0, -50]),
        weights([161, -2, -2, 0, 0, 0, 0, 0]),
        weights([63, -11, 3, 1, 0, 0, 0, 0]),
        weights([60, 5, -6, -16, 4, 0, 0, -45]),
        weights([129, 0, 3, 2, 0, 0, 0, 0]),
    ],
    prospects: [92, -9, -60, 99, -5, 94, 242],
    end: 56,
};

/// Tricks, without trumps and with long hands.
const LONG_PLAIN: Style = Style {
    rows: [
        weights([60, 2, 3, 0, 0, 0, -4, 0]),
        weights([59, 1, 0, -1, 2, 0, 2, 0]),
        weights([48, 0, 0, 2, 2, 3, 0, 0]),
        weights([96, 1, -1, -60, 0, 0, 0, 0]),
        weights([120, 0, -8, -72, 4, 0, 0, -26]),
        weights([150, 0, -5, 13, 0, 0, 0, 0]),
        weights([90, 0, 3, 0, 0, 0, 0, 0]),
        weights([58, 6, -4, -40, 5, 0, 0, 2]),
        weights([136, 5, -6, 0, 0, 0, 0, 0]),
        weights([42, -5, -15, -7, 0, 0, 0, 0]),
        weights([118, -6, -5, -60, 11, 0, 0, -54]),
        weights([155, -4, -4, -2, 0, 0, 0, 0]),
        weights([78, 2, 3, -6, 0, 0, 0, 0]),
        weights([60, -6, -3, -40, 25, 0, 0, -22]),
        weights([110, -1, -8, -2, 0, 0, 0, 0]),
        weights([40, 1, -4, -20, 0, 0, 0, 0]),
        weights([119, 0, -18, -61, 6, 0, 0, -79]),
        weights([155, 0, -5, 0, 0, 0, 0, 0]),
        weights([77, 0, 2, 0, 0, 0, 0, 0]),
        weights([92, 0, -3, -40, 3, 0, 0, -31]),
        weights([110, -1, -2, 5, 0, 0, 0, 0]),
    ],
    prospects: [123, 0, -9, 164, 117, 162, 29],
    end: 25,
};

/// To lose tricks.
const LOSING: Style = Style {
    rows: [
        weights([-45, -6, 8, -37, -1, 47, 8, 0]),
        weights([9, -6, 3, -7, 1, 18, 0, 0]),
        weights([22, 6, 1, -53, -25, 22, 16, 0]),
        weights([26, 2, -2, -26, 0, 0, 0, 0]),
        weights([47, -9, 23, 0, -7, 0, 0, 22]),
        weights([40, 8, 2, 22, 0, 0, 0, 0]),
        weights([0, 7, -4, 11, 0, 0, 0, 0]),
        weights([105, -1, 0, 0, 0, 0, 0, -3]),
        weights([0, 7, -4, 11, 0, 0, 0, 0]),
        weights([61, -1, -4, 23, 0, 0, 0, 0]),
        weights([100, 0, 7, 8, -2, 0, 0, 12]),
        weights([-45, 12, 9, -39, 0, 0, 0, 0]),
        weights([14, -9, 27, 6, 0, 0, 0, 0]),
        weights([87, 5, 1, 26, -4, 0, 0, 5]),
        weights([14, -9, 27, 6, 0, 0, 0, 0]),
        weights([53, 3, -3, 10, 0, 0, 0, 0]),
        weights([78, -1, 5, -13, -3, 0, 0, 43]),
        weights([2, -16, 0, 9, 0, 0, 0, 0]),
        weights([-4, 12, 3, 7, 0, 0, 0, 0]),
        weights([99, -1, 0, -7, 1, 0, 0, 0]),
        weights([-4, 12, 3, 7, 0, 0, 0, 0]),
    ],
    prospects: [0; PROSPECTS],
    end: 0,
};
