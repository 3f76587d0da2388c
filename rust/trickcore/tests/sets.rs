//! Sets of cards and of seats behave as sets.

mod support;

use std::collections::BTreeSet;

use proptest::prelude::*;
use support::cases;
use trickcore::cards::{Card, CardSet};
use trickcore::rules::SeatSet;

fn codes(set: CardSet) -> BTreeSet<u8> {
    (0..64).filter(|code| set.mask() >> code & 1 == 1).collect()
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn set_algebra_is_that_of_sets(a in any::<u64>(), b in any::<u64>(), code in 0..64u8) {
        let (a, b) = (CardSet::from_mask(a), CardSet::from_mask(b));
        let (x, y) = (codes(a), codes(b));
        prop_assert_eq!(codes(a | b), &x | &y);
        prop_assert_eq!(codes(a & b), &x & &y);
        prop_assert_eq!(codes(a - b), &x - &y);
        prop_assert_eq!(codes(a ^ b), &x ^ &y);
        prop_assert_eq!(codes(!a), (0..64).filter(|code| !x.contains(code)).collect::<BTreeSet<u8>>());
        prop_assert_eq!(a.len(), x.len());
        prop_assert_eq!(a.is_empty(), x.is_empty());
        prop_assert_eq!(a.is_subset(b), x.is_subset(&y));
        prop_assert_eq!((a & b).is_subset(a), true);
        prop_assert_eq!(a.is_disjoint(b), x.is_disjoint(&y));
        let card = Card::from_code(code).unwrap();
        prop_assert_eq!(a.contains(card), x.contains(&code));
        let (mut with, mut without) = (a, a);
        with.insert(card);
        without.remove(card);
        prop_assert_eq!(with, a | card.into());
        prop_assert_eq!(without, a - card.into());
    }

    #[test]
    fn cards_come_in_ascending_code_and_collect_again(mask in any::<u64>()) {
        let set = CardSet::from_mask(mask);
        let cards: Vec<Card> = set.into_iter().collect();
        prop_assert_eq!(cards.iter().map(|card| card.code()).collect::<Vec<_>>(), codes(set).into_iter().collect::<Vec<_>>());
        prop_assert_eq!(set.iter().len(), cards.len());
        prop_assert_eq!(cards.into_iter().collect::<CardSet>(), set);
        let by_suit = (0..4).map(|suit| set.of_suit(suit)).collect::<Vec<_>>();
        prop_assert_eq!(by_suit.iter().fold(CardSet::EMPTY, |all, &suit| all | suit), set);
        prop_assert!((0u8..).zip(&by_suit).all(|(suit, cards)| cards.iter().all(|card| card.suit() == suit)));
    }

    #[test]
    fn seat_sets_are_sets(seats in prop::collection::vec(0..12usize, 0..8), others in prop::collection::vec(0..8usize, 0..8)) {
        let (a, b): (SeatSet, SeatSet) = (seats.iter().copied().collect(), others.iter().copied().collect());
        let x: BTreeSet<usize> = seats.into_iter().filter(|&seat| seat < 8).collect();
        let y: BTreeSet<usize> = others.into_iter().collect();
        prop_assert_eq!((0..300).filter(|&seat| a.contains(seat)).collect::<BTreeSet<_>>(), x.clone());
        prop_assert_eq!(a.len(), x.len());
        prop_assert_eq!(a.is_empty(), x.is_empty());
        prop_assert_eq!(a.is_subset(b), x.is_subset(&y));
        let left = a.without(b);
        prop_assert_eq!((0..8).filter(|&seat| left.contains(seat)).collect::<BTreeSet<_>>(), &x - &y);
        // Only the seats that a game can have are walked over.
        prop_assert_eq!(a.iter().collect::<Vec<_>>(), x.into_iter().filter(|&seat| seat < 4).collect::<Vec<_>>());
    }
}

#[test]
fn a_card_is_its_suit_and_rank() {
    for code in 0..=255u8 {
        let card = Card::from_code(code);
        assert_eq!(card.is_some(), code < 64);
        let Some(card) = card else { continue };
        assert_eq!(Card::new(card.suit(), card.rank()), Some(card));
        assert_eq!((card.code(), card.suit(), card.rank()), (code, code / 16, code % 16));
    }
    assert_eq!((Card::new(4, 0), Card::new(0, 16), Card::new(255, 255)), (None, None, None));
}

#[test]
fn the_first_seats_are_a_set() {
    for n in 0..20 {
        assert_eq!(SeatSet::first(n).len(), n.min(8));
    }
    assert_eq!(SeatSet::first(4), SeatSet::from_iter(0..4));
}
