//! The generator: golden numbers, and chi-square tests of everything that must be uniform.
//!
//! The golden file is made by `tests/data/random/make_golden.py`, an implementation of its own from the public
//! definitions. The chi-square tests have fixed seeds, so they pass or fail for ever: each asks that its statistic lie
//! between the quantiles 10⁻⁶ and 1 − 10⁻⁶ of its distribution, which an unbiased generator misses twice in a million
//! times; so many numbers are drawn that probabilities one per cent too high or too low are found.

mod support;

use std::sync::Arc;

use trickcore::cards::{Deal, FRENCH24, FRENCH32, FRENCH52, ITALIAN40, Layout, Pack};
use trickcore::random::Rng;

const GOLDEN: &str = include_str!("../../../tests/data/random/golden.txt");

/// The lines of the golden file of one kind: their arguments, and what stands behind the bar.
fn golden(kind: &str) -> Vec<(Vec<&'static str>, &'static str)> {
    let lines = GOLDEN.lines().filter_map(|line| line.strip_prefix(kind)?.split_once(" | "));
    let lines: Vec<_> = lines.map(|(arguments, answer)| (arguments.split_whitespace().collect(), answer)).collect();
    assert!(lines.len() >= 7, "{kind}");
    lines
}

fn number<T: std::str::FromStr>(text: &str) -> T {
    text.parse().unwrap_or_else(|_| panic!("{text}"))
}

#[test]
fn the_first_numbers_of_a_seed_are_golden() {
    for (arguments, answer) in golden("numbers ") {
        let mut rng = Rng::new(number(arguments[0]));
        for expected in answer.split_whitespace() {
            assert_eq!(rng.next_u64(), number::<u64>(expected), "{arguments:?}");
        }
    }
}

#[test]
fn bounded_numbers_are_golden() {
    for (arguments, answer) in golden("below ") {
        let mut rng = Rng::new(number(arguments[0]));
        for expected in answer.split_whitespace() {
            assert_eq!(rng.below(number(arguments[1])), number::<u32>(expected), "{arguments:?}");
        }
    }
}

#[test]
fn deals_are_golden() {
    for (arguments, answer) in golden("deal ") {
        let pack = Pack::by_name(arguments[0]).unwrap();
        let batches: Vec<usize> = arguments[2].split(',').map(number).collect();
        let layout = Layout::new(pack, number(arguments[1]), &batches, number(arguments[3])).unwrap();
        let deal = Deal::random(&Arc::new(layout), number(arguments[4]), number(arguments[5]));
        assert_eq!(deal.to_string(), answer, "{arguments:?}");
    }
}

#[test]
fn streams_of_deals_and_playouts_differ() {
    let first = |mut rng: Rng| rng.next_u64();
    let mut seen = std::collections::HashSet::new();
    for seed in 0..100 {
        for index in 0..100 {
            assert!(seen.insert(first(Rng::for_deal(seed, index))));
            assert!(seen.insert(first(Rng::for_playout(seed, index))));
        }
        assert!(seen.insert(first(Rng::new(seed))));
    }
}

/// Quantiles 10⁻⁶ and 1 − 10⁻⁶ of chi-square, by degrees of freedom.
const BETWEEN: [(usize, f64, f64); 13] = [
    (1, 1.57e-12, 23.93),
    (2, 2e-06, 27.63),
    (4, 0.00283, 33.38),
    (5, 0.0129, 35.89),
    (6, 0.0365, 38.26),
    (9, 0.228, 44.81),
    (23, 3.53, 70.55),
    (51, 16.4, 114.08),
    (69, 26.7, 139.83),
    (93, 41.9, 172.75),
    (99, 45.8, 180.79),
    (153, 83.7, 250.97),
    (156, 85.9, 254.78),
];

/// Whether the statistic is one that chance gives.
fn is_chance(statistic: f64, freedom: usize) -> bool {
    let &(_, low, high) = BETWEEN.iter().find(|(known, ..)| *known == freedom).expect("a known number of degrees");
    (low..=high).contains(&statistic)
}

/// Pearson's statistic against equal expectations.
fn pearson(counts: &[u64]) -> f64 {
    let expected = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    counts.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum()
}

#[test]
fn bounded_numbers_are_uniform() {
    for n in [2, 3, 5, 6, 7, 10, 24, 52, 100] {
        let mut rng = Rng::new(100 + u64::from(n));
        let mut counts = vec![0; n as usize];
        for _ in 0..1_000_000 {
            counts[rng.below(n) as usize] += 1;
        }
        let statistic = pearson(&counts);
        assert!(is_chance(statistic, n as usize - 1), "{n}: {statistic}");
    }
}

/// 3 · 2³⁰ does not divide 2³²: without rejection one value in three would come up twice as often as the others.
#[test]
fn bounded_numbers_are_uniform_where_rejection_matters() {
    let mut rng = Rng::new(5);
    let mut counts = [0; 3];
    for _ in 0..1_000_000 {
        counts[rng.below(3 << 30) as usize % 3] += 1;
    }
    assert!(is_chance(pearson(&counts), 2), "{counts:?}");
    let mut thirds = [0; 3];
    for _ in 0..1_000_000 {
        thirds[(rng.below(3 << 30) >> 30) as usize] += 1;
    }
    assert!(is_chance(pearson(&thirds), 2), "{thirds:?}");
}

#[test]
fn small_bounds_are_kept() {
    let mut rng = Rng::new(1);
    assert!((0..1000).all(|_| rng.below(0) == 0 && rng.below(1) == 0));
    assert!((1..1000).all(|n| rng.below(n) < n));
    let before = rng.clone();
    rng.shuffle::<u8>(&mut []);
    rng.shuffle(&mut [1]);
    assert_eq!(rng, before);
}

#[test]
fn all_24_orders_of_four_are_equally_likely() {
    let mut rng = Rng::new(4);
    let mut counts = std::collections::HashMap::new();
    for _ in 0..480_000 {
        let mut items = [0, 1, 2, 3];
        rng.shuffle(&mut items);
        *counts.entry(items).or_insert(0) += 1;
    }
    let counts: Vec<u64> = counts.into_values().collect();
    assert_eq!(counts.len(), 24);
    let statistic = pearson(&counts);
    assert!(is_chance(statistic, 23), "{statistic}");
}

/// Which card goes to which hand (or the talon), counted over many deals.
///
/// Cells are not independent: in each deal a card goes to one group, and a group of size `h` gets `h` of the `n` cards.
/// With P the matrix of `h/n` by group, the covariance of one deal's cells is `n/(n−1) · (I − J/n) ⊗ (diag p − ppᵀ)`, so
/// Pearson's statistic times `(n−1)/n` is, for many deals, chi-square with `(n−1)(groups−1)` degrees of freedom.
fn cells_of_dealing(layout: &Arc<Layout>, deals: u64, seed: u64) -> f64 {
    let cards: Vec<_> = layout.pack().cards().iter().collect();
    let groups = layout.seats() + usize::from(layout.talon() > 0);
    let mut counts = vec![vec![0u64; groups]; cards.len()];
    for index in 0..deals {
        let deal = Deal::random(layout, seed, index);
        let hands: Vec<_> = (0..layout.seats()).map(|seat| deal.hand(seat)).chain([deal.talon()]).collect();
        for (counts, &card) in counts.iter_mut().zip(&cards) {
            let group = hands.iter().position(|hand| hand.contains(card)).expect("every card is dealt");
            counts[group] += 1;
        }
    }
    let n = cards.len() as f64;
    let size = |group| if group < layout.seats() { layout.hand() } else { layout.talon() } as f64;
    let cell = |group: usize, count: u64| {
        let expected = deals as f64 * size(group) / n;
        (count as f64 - expected).powi(2) / expected
    };
    let all = counts.iter().flat_map(|counts| counts.iter().enumerate().map(|(group, &count)| cell(group, count)));
    all.sum::<f64>() * (n - 1.0) / n
}

fn layouts() -> [Layout; 5] {
    [
        Layout::new(&FRENCH24, 4, &[6], 0).unwrap(),
        Layout::new(&FRENCH24, 3, &[7], 3).unwrap(),
        Layout::new(&FRENCH32, 4, &[4, 4], 0).unwrap(),
        Layout::new(&ITALIAN40, 4, &[9], 4).unwrap(),
        Layout::new(&FRENCH52, 4, &[13], 0).unwrap(),
    ]
}

fn dealing_is_uniform(deals: u64, seed: u64) {
    for layout in layouts() {
        let layout = Arc::new(layout);
        let groups = layout.seats() + usize::from(layout.talon() > 0);
        let statistic = cells_of_dealing(&layout, deals, seed);
        assert!(is_chance(statistic, (layout.pack().len() - 1) * (groups - 1)), "{layout:?}: {statistic}");
    }
}

#[test]
fn every_card_goes_to_every_hand_equally_often() {
    dealing_is_uniform(100_000, 17);
}

#[test]
#[ignore = "heavy"]
fn every_card_goes_to_every_hand_equally_often_in_many_deals() {
    dealing_is_uniform(5_000_000, 18);
}

/// Two given cards meet in one hand with probability (h−1)/(n−1): pairs, which single cells do not see.
#[test]
fn cards_meet_as_often_as_they_should() {
    let layout = Arc::new(Layout::new(&FRENCH32, 4, &[8], 0).unwrap());
    let cards: Vec<_> = FRENCH32.cards().iter().collect();
    let deals = 200_000;
    let mut together = vec![0u64; cards.len() - 1];
    for index in 0..deals {
        let deal = Deal::random(&layout, 23, index);
        for (count, pair) in together.iter_mut().zip(cards.windows(2)) {
            *count += u64::from((0..4).any(|seat| pair.iter().all(|&card| deal.hand(seat).contains(card))));
        }
    }
    let p = 7.0 / 31.0;
    let deviation = (deals as f64 * p * (1.0 - p)).sqrt();
    for (count, pair) in together.iter().zip(cards.windows(2)) {
        // Beyond 5.6 standard deviations lie 2 · 10⁻⁸ of the normal distribution; 31 pairs are looked at.
        let off = (*count as f64 - deals as f64 * p) / deviation;
        assert!(off.abs() < 5.6, "{pair:?}: {off}");
    }
}
