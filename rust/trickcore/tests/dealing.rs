//! Dealing what is wanted: what is dealt fits, everything that fits is dealt as often, and what cannot be is told.

use std::collections::HashMap;
use std::sync::Arc;

use proptest::prelude::*;
use trickcore::cards::{
    CardSet, Count, Deal, Dealing, FRENCH24, FRENCH32, FRENCH52, Layout, NothingFits, Pack, Wanted, parse_hand,
};
use trickcore::random::Rng;

fn layout(pack: &'static Pack, seats: usize, batches: &[usize], talon: usize) -> Arc<Layout> {
    Arc::new(Layout::new(pack, seats, batches, talon).unwrap())
}

fn bridge() -> Arc<Layout> {
    layout(&FRENCH52, 4, &[13], 0)
}

fn of_rank(pack: &Pack, letter: char) -> CardSet {
    pack.cards().iter().filter(|card| card.rank() == pack.rank(letter).unwrap()).collect()
}

fn points(least: u32, most: u32) -> Count {
    let classes = [('A', 4), ('K', 3), ('Q', 2), ('J', 1)];
    Count { classes: classes.map(|(rank, worth)| (of_rank(&FRENCH52, rank), worth)).to_vec(), least, most }
}

fn anything(seats: usize) -> Vec<Wanted> {
    vec![Wanted::default(); seats]
}

fn only(seats: usize, seat: usize, wanted: Wanted) -> Vec<Wanted> {
    let mut all = anything(seats);
    all[seat] = wanted;
    all
}

fn found(dealing: &Dealing, seed: u64, index: u32) -> Deal {
    dealing.search(seed, index, 0, 1 << 20, &mut || false).expect("one of a million candidates fits").1
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn what_is_dealt_fits(seed: u64, least in 0..14u32, more in 3..10u32, suit in 0..4u8, length in 3..6u32, seat in 0..4usize) {
        let counts = vec![
            points(least, least + more),
            Count { classes: vec![(FRENCH52.cards().of_suit(suit), 1)], least: length, most: 13 },
        ];
        let wanted = Wanted { counts, ..Wanted::default() };
        let dealing = Dealing::new(&bridge(), only(4, seat, wanted.clone())).unwrap();
        let deal = found(&dealing, seed, 0);
        prop_assert!(wanted.fits(deal.hand(seat)));
        prop_assert_eq!(deal.clone(), found(&dealing, seed, 0));
        prop_assert_ne!(deal, found(&dealing, seed, 1));
    }

    #[test]
    fn given_cards_are_given_whatever_the_layout(seed: u64, mask: u32, seat in 0..3usize) {
        let layout = layout(&FRENCH24, 3, &[7], 3);
        let given: CardSet = FRENCH24.cards().iter().enumerate().filter(|(i, _)| mask >> i & 1 != 0).take(7).map(|(_, card)| card).collect();
        let dealing = Dealing::new(&layout, only(3, seat, Wanted { given, ..Wanted::default() })).unwrap();
        let deal = found(&dealing, seed, 3);
        prop_assert!(given.is_subset(deal.hand(seat)));
        prop_assert_eq!(Deal::parse(&layout, &deal.to_string()).unwrap(), deal);
    }
}

/// Seat 0 has all but two cards of its hand given and needs one of the two aces left: all such hands come as often.
#[test]
fn everything_that_fits_is_as_likely() {
    let layout = layout(&FRENCH32, 4, &[8], 0);
    let given = parse_hand(&FRENCH32, "AKQ.AKQ.-.-").unwrap();
    let aces = Count { classes: vec![(of_rank(&FRENCH32, 'A'), 1)], least: 3, most: 3 };
    let wanted = Wanted { given, counts: vec![aces], shapes: Vec::new() };
    let dealing = Dealing::new(&layout, only(4, 0, wanted)).unwrap();
    let mut seen: HashMap<u64, u32> = HashMap::new();
    let mut rng = Rng::new(5);
    let n = 20_000;
    for deal in std::iter::repeat_with(|| dealing.attempt(&mut rng)).flatten().take(n) {
        *seen.entry(deal.hand(0).mask()).or_default() += 1;
    }
    // One of two aces with one of the 24 cards that are none.
    assert_eq!(seen.len(), 2 * 24);
    let expected = n as f64 / 48.0;
    let chi_square: f64 = seen.values().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
    assert!(chi_square < 82.7, "{chi_square}: 47 degrees of freedom, one in a thousand");
}

#[test]
fn candidates_do_not_depend_on_those_before() {
    let dealing =
        Dealing::new(&bridge(), only(4, 2, Wanted { counts: vec![points(15, 17)], ..Wanted::default() })).unwrap();
    let (first, deal) = dealing.search(9, 4, 0, 1000, &mut || false).unwrap();
    assert_eq!(dealing.search(9, 4, first, 1, &mut || false), Some((first, deal)));
    assert_eq!(dealing.search(9, 4, 0, first, &mut || false), None);
}

#[test]
fn a_search_can_be_stopped() {
    let dealing =
        Dealing::new(&bridge(), only(4, 0, Wanted { counts: vec![points(37, 37)], ..Wanted::default() })).unwrap();
    let mut asked = 0;
    let stop = &mut || {
        asked += 1;
        asked == 3
    };
    assert_eq!(dealing.search(1, 0, 0, u32::MAX, stop), None);
    assert_eq!(asked, 3);
}

#[test]
fn what_cannot_be_is_told() {
    let fault = |wanted| Dealing::new(&bridge(), wanted).unwrap_err();
    let given = |text| Wanted { given: parse_hand(&FRENCH52, text).unwrap(), ..Wanted::default() };
    assert_eq!(fault(anything(3)), NothingFits::Seats { found: 3, expected: 4 });
    assert_eq!(
        fault(only(4, 1, given("AKQJT98765432.A.-.-"))),
        NothingFits::TooMany { seat: 1, found: 14, expected: 13 }
    );
    let twice = vec![given("A.-.-.-"), Wanted::default(), given("A.-.-.-"), Wanted::default()];
    assert_eq!(fault(twice), NothingFits::Twice { seat: 2 });
    let counts = vec![points(38, 40)];
    assert_eq!(
        fault(only(4, 3, Wanted { counts, ..Wanted::default() })),
        NothingFits::Count { seat: 3, least: 38, most: 40, low: 0, high: 37 }
    );
    let poor = Wanted { counts: vec![points(0, 3)], ..given("A.-.-.-") };
    assert_eq!(fault(only(4, 0, poor)), NothingFits::Count { seat: 0, least: 0, most: 3, low: 4, high: 37 });
    let long = Wanted { shapes: vec![[5, 5, 5, 0]], ..Wanted::default() };
    assert_eq!(fault(only(4, 0, long)), NothingFits::Shape { seat: 0, cards: 13 });
    let other = Wanted { shapes: vec![[4, 3, 3, 3]], ..given("AKQJT.-.-.-") };
    assert_eq!(fault(only(4, 0, other)), NothingFits::Shape { seat: 0, cards: 13 });
    let foreign = Dealing::new(&layout(&FRENCH24, 4, &[6], 0), only(4, 0, given("2.-.-.-"))).unwrap_err();
    assert_eq!(foreign, NothingFits::Foreign { seat: 0 });
}
