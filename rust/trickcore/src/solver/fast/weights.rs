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

/// The style of a contract: with trumps or without, tricks or points, hands of up to ten cards or long ones, to win or to
/// lose.
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
        weights([98, 2, 0, -52, 2, 3, -1, 0]),
        weights([90, 11, 7, -32, 3, 0, 6, 0]),
        weights([7, -22, 3, -40, 15, 0, 13, 0]),
        weights([-8, 1, -5, 8, 0, 0, 0, 0]),
        weights([123, 4, -8, 5, -3, 0, 0, -13]),
        weights([173, 2, -10, 19, 0, 0, 0, 0]),
        weights([-43, 1, -1, 5, 0, 0, 0, 0]),
        weights([45, -3, -13, -6, 4, 0, 0, 30]),
        weights([5, -7, -3, 0, 0, 0, 0, 0]),
        weights([49, 2, -15, 0, 0, 0, 0, 0]),
        weights([131, 1, -2, 8, -1, 0, 0, -10]),
        weights([132, 1, -12, 13, 0, 0, 0, 0]),
        weights([12, -6, 8, 9, 0, 0, 0, 0]),
        weights([10, -3, -1, 0, 4, 0, 0, -46]),
        weights([26, -8, 9, 11, 0, 0, 0, 0]),
        weights([101, 13, -7, 3, 0, 0, 0, 0]),
        weights([83, 5, -20, 16, 4, 0, 0, -3]),
        weights([147, -1, -2, 5, 0, 0, 0, 0]),
        weights([20, -3, -3, 24, 0, 0, 0, 0]),
        weights([3, -7, -5, 3, 1, 0, 0, -18]),
        weights([7, 9, 2, -2, 0, 0, 0, 0]),
    ],
    prospects: [0, 2, -6, 18, 1, 14, 9],
    end: 2,
};

/// Tricks, with trumps.
const TRUMPS_TRICKS: Style = Style {
    rows: [
        weights([99, 4, 1, -25, -1, -1, 5, 0]),
        weights([103, -7, 0, 26, -5, -2, 1, 0]),
        weights([5, -15, 2, 23, -1, 8, 1, 0]),
        weights([143, 0, -14, -52, 0, 0, 0, 0]),
        weights([134, 3, -4, -112, -3, 0, 0, -3]),
        weights([114, 11, -4, 17, 0, 0, 0, 0]),
        weights([-3, 10, 5, 6, 0, 0, 0, 0]),
        weights([68, -9, -10, -79, 1, 0, 0, 11]),
        weights([7, 9, -5, 43, 0, 0, 0, 0]),
        weights([50, 2, -11, -35, 0, 0, 0, 0]),
        weights([110, -3, -1, -17, -4, 0, 0, -6]),
        weights([185, -7, -5, 16, 0, 0, 0, 0]),
        weights([92, -9, -4, -26, 0, 0, 0, 0]),
        weights([-4, -3, -6, -64, 3, 0, 0, 2]),
        weights([0, -3, 20, 63, 0, 0, 0, 0]),
        weights([123, -6, -4, -1, 0, 0, 0, 0]),
        weights([108, -2, -8, 18, 2, 0, 0, -19]),
        weights([110, 2, -11, 5, 0, 0, 0, 0]),
        weights([17, -1, -2, 2, 0, 0, 0, 0]),
        weights([3, -17, -7, 10, 2, 0, 0, 2]),
        weights([60, -15, 0, -25, 0, 0, 0, 0]),
    ],
    prospects: [-3, -1, -68, 70, -16, 69, 93],
    end: 0,
};

/// Points, without trumps.
const PLAIN_POINTS: Style = Style {
    rows: [
        weights([78, 2, -1, 45, 1, -2, 9, 0]),
        weights([74, 6, -6, 40, 0, 8, -10, 0]),
        weights([50, -7, -4, 21, -3, 3, 0, 0]),
        weights([108, 7, -6, -14, 0, 0, 0, 0]),
        weights([104, 6, -6, -19, -14, 0, 0, -68]),
        weights([145, 4, -4, 24, 0, 0, 0, 0]),
        weights([58, -1, 3, 40, 0, 0, 0, 0]),
        weights([34, -2, -13, 24, -1, 0, 0, -2]),
        weights([16, 5, -2, -37, 0, 0, 0, 0]),
        weights([70, 5, 4, -22, 0, 0, 0, 0]),
        weights([137, 2, -2, 1, -9, 0, 0, -70]),
        weights([148, 2, -1, 2, 0, 0, 0, 0]),
        weights([48, 10, -9, 4, 0, 0, 0, 0]),
        weights([61, -5, -36, -2, 11, 0, 0, 13]),
        weights([-5, 4, 4, 33, 0, 0, 0, 0]),
        weights([58, 2, 2, -29, 0, 0, 0, 0]),
        weights([102, -6, -1, 38, -18, 0, 0, -127]),
        weights([166, 1, -6, -22, 0, 0, 0, 0]),
        weights([39, 2, -1, 9, 0, 0, 0, 0]),
        weights([53, -3, -5, -18, -7, 0, 0, -15]),
        weights([60, -11, 4, -8, 0, 0, 0, 0]),
    ],
    prospects: [1, -56, -43, 82, -50, 95, 34],
    end: 33,
};

/// Tricks, without trumps.
const PLAIN_TRICKS: Style = Style {
    rows: [
        weights([94, -5, 1, 0, -2, 2, 5, 0]),
        weights([98, 2, 3, -2, 13, -5, 1, 0]),
        weights([69, 3, 2, 13, 2, 8, 0, 0]),
        weights([60, 0, -3, 35, 0, 0, 0, 0]),
        weights([88, 4, -16, -15, 3, 0, 0, -54]),
        weights([249, -4, -6, -4, 0, 0, 0, 0]),
        weights([91, 8, 3, -14, 0, 0, 0, 0]),
        weights([29, 6, -7, -19, 2, 0, 0, 2]),
        weights([13, 8, 2, -22, 0, 0, 0, 0]),
        weights([93, 4, -7, -25, 0, 0, 0, 0]),
        weights([69, 1, -6, -8, -29, 0, 0, -58]),
        weights([150, 4, -4, -9, 0, 0, 0, 0]),
        weights([34, 0, 0, -56, 0, 0, 0, 0]),
        weights([24, 1, -8, -2, 0, 0, 0, -38]),
        weights([-14, -7, 7, -21, 0, 0, 0, 0]),
        weights([74, -1, -4, 0, 0, 0, 0, 0]),
        weights([100, 2, -13, 22, 4, 0, 0, -80]),
        weights([79, 4, -2, -2, 0, 0, 0, 0]),
        weights([15, -1, 0, 5, 0, 0, 0, 0]),
        weights([50, 4, -16, 38, 1, 0, 0, -42]),
        weights([52, -5, -12, 5, 0, 0, 0, 0]),
    ],
    prospects: [-8, -9, -4, 47, -32, 42, 63],
    end: -13,
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
        weights([120, 0, -3, -72, 8, 0, 0, -20]),
        weights([150, 0, -5, 13, 0, 0, 0, 0]),
        weights([90, 0, 3, 0, 0, 0, 0, 0]),
        weights([58, 6, -3, -40, 8, 0, 0, -20]),
        weights([136, 5, -6, 0, 0, 0, 0, 0]),
        weights([42, -5, -15, -7, 0, 0, 0, 0]),
        weights([118, -6, -3, -60, 8, 0, 0, -20]),
        weights([155, -4, -4, -2, 0, 0, 0, 0]),
        weights([78, 2, 3, -6, 0, 0, 0, 0]),
        weights([60, -6, -3, -40, 8, 0, 0, -20]),
        weights([110, -1, -8, -2, 0, 0, 0, 0]),
        weights([40, 1, -4, -20, 0, 0, 0, 0]),
        weights([119, 0, -3, -61, 8, 0, 0, -20]),
        weights([155, 0, -5, 0, 0, 0, 0, 0]),
        weights([77, 0, 2, 0, 0, 0, 0, 0]),
        weights([92, 0, -3, -40, 8, 0, 0, -20]),
        weights([110, -1, -2, 5, 0, 0, 0, 0]),
    ],
    prospects: [123, 0, -9, 164, 117, 162, 29],
    end: 25,
};

/// To lose tricks.
const LOSING: Style = Style {
    rows: [
        weights([-44, -6, 8, -45, -21, 62, 8, 0]),
        weights([8, -6, 4, -7, 1, 18, -2, 0]),
        weights([18, 6, 1, -53, -23, 26, 13, 0]),
        weights([24, 2, -2, -34, 0, 0, 0, 0]),
        weights([47, -9, 14, 0, -26, 0, 0, -23]),
        weights([40, 8, -9, 9, 0, 0, 0, 0]),
        weights([-2, 7, -3, 11, 0, 0, 0, 0]),
        weights([105, -1, 0, -45, -8, 0, 0, -3]),
        weights([2, 5, -4, 11, 0, 0, 0, 0]),
        weights([53, -3, -15, 23, 0, 0, 0, 0]),
        weights([161, 2, 3, 8, -5, 0, 0, -6]),
        weights([-48, 11, 6, -36, 0, 0, 0, 0]),
        weights([27, -13, 29, -2, 0, 0, 0, 0]),
        weights([76, 5, 1, 26, -4, 0, 0, -1]),
        weights([14, -9, 28, 7, 0, 0, 0, 0]),
        weights([53, 9, -4, 10, 0, 0, 0, 0]),
        weights([78, -1, 5, -8, -2, 0, 0, 43]),
        weights([2, -16, -4, 4, 0, 0, 0, 0]),
        weights([-4, 11, 2, 9, 0, 0, 0, 0]),
        weights([105, -1, 0, -7, -7, 0, 0, 0]),
        weights([-4, 12, 11, 42, 0, 0, 0, 0]),
    ],
    prospects: [-48, 0, 3, -46, 5, 0, 7],
    end: -13,
};
