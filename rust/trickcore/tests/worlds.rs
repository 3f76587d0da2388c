//! Worlds are counted and drawn as if every way to fill the places were listed.

use std::collections::HashMap;

use proptest::prelude::*;
use trickcore::cards::{Card, CardSet, FRENCH24, FRENCH52};
use trickcore::random::Rng;
use trickcore::worlds::{Case, Group, Sampler, WorldsFault, split};

type World = Vec<CardSet>;

/// Every way to fill the places of a case, found by trying each place for each card.
fn listed(case: &Case) -> Vec<World> {
    let cards: Vec<(Card, u32)> =
        case.groups.iter().flat_map(|group| group.cards.iter().map(|card| (card, group.places))).collect();
    let mut found = vec![vec![CardSet::EMPTY; case.rooms.len()]];
    for (card, places) in cards {
        let mut next = Vec::new();
        for world in &found {
            for place in (0..case.rooms.len()).filter(|place| places >> place & 1 != 0) {
                if world[place].len() < usize::from(case.rooms[place]) {
                    let mut more = world.clone();
                    more[place].insert(card);
                    next.push(more);
                }
            }
        }
        found = next;
    }
    found
}

/// A case with one group for each set of places.
fn case(rooms: &[u8], places: &[u32]) -> Case {
    let mut groups: Vec<Group> = Vec::new();
    for (card, &places) in FRENCH24.cards().iter().zip(places) {
        match groups.iter_mut().find(|group| group.places == places) {
            Some(group) => group.cards.insert(card),
            None => groups.push(Group { cards: card.into(), places }),
        }
    }
    Case { rooms: rooms.to_vec(), groups }
}

/// Up to nine cards for up to four places that have just room for them.
fn cases() -> impl Strategy<Value = Case> {
    proptest::collection::vec((0u32..4, 1u32..16), 1..9).prop_map(|cards| {
        let mut rooms = [0u8; 4];
        cards.iter().for_each(|(home, _)| rooms[*home as usize] += 1);
        let places: Vec<u32> = cards.iter().map(|&(_, places)| places).collect();
        case(&rooms, &places)
    })
}

/// Whether counts that should all be equal are, at a chance of about one in a million to say no wrongly.
fn even(counts: &[u64]) -> bool {
    let mean = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    let chi2: f64 = counts.iter().map(|&count| (count as f64 - mean).powi(2) / mean).sum();
    let degrees = counts.len() as f64 - 1.0;
    // Wilson and Hilferty: the cube root of chi-square over its degrees is nearly normal.
    let spread = (2.0 / (9.0 * degrees)).sqrt();
    (chi2 / degrees).cbrt() < 1.0 - 2.0 / (9.0 * degrees) + 4.9 * spread
}

proptest! {
    #[test]
    fn the_count_is_that_of_a_list_of_all_ways(case in cases()) {
        let sampler = Sampler::new(std::slice::from_ref(&case)).unwrap();
        prop_assert_eq!(sampler.count(), listed(&case).len() as u128);
    }

    #[test]
    fn what_is_drawn_is_on_the_list(case in cases(), seed: u64) {
        let all = listed(&case);
        let sampler = Sampler::new(std::slice::from_ref(&case)).unwrap();
        let drawn = sampler.draw(&mut Rng::for_world(seed, 0)).to_vec();
        prop_assert!(all.contains(&drawn) || (all.is_empty() && drawn.iter().all(|place| place.is_empty())));
    }
}

#[test]
fn every_way_of_every_case_is_drawn_as_often_as_another() {
    // Uneven groups, and a second case with other rooms in which the cards lie otherwise.
    let first = case(&[2, 2, 1, 0], &[0b111, 0b011, 0b111, 0b110, 0b011]);
    let second = case(&[1, 2, 1, 1], &[0b1000, 0b0111, 0b0011, 0b0110, 0b0111]);
    let all: Vec<World> = listed(&first).into_iter().chain(listed(&second)).collect();
    let sampler = Sampler::new(&[first, second]).unwrap();
    assert_eq!(sampler.count(), all.len() as u128);
    let mut seen: HashMap<World, u64> = all.iter().map(|world| (world.clone(), 0)).collect();
    for index in 0..2000 * all.len() as u64 {
        *seen.get_mut(&sampler.draw(&mut Rng::for_world(5, index)).to_vec()).unwrap() += 1;
    }
    let counts: Vec<u64> = seen.into_values().collect();
    assert!(even(&counts), "{counts:?}");
    assert!(!even(&[100, 100, 200, 100]), "the test sees what is uneven");
}

#[test]
fn a_split_gives_every_part_every_hand_as_often() {
    let cards: CardSet = FRENCH24.cards().iter().take(6).collect();
    let mut seen: HashMap<Vec<CardSet>, u64> = HashMap::new();
    for index in 0..60_000 {
        *seen.entry(split(cards, &[3, 1, 2], &mut Rng::for_split(1, 0, index))).or_default() += 1;
    }
    let counts: Vec<u64> = seen.into_values().collect();
    assert_eq!(counts.len(), 60);
    assert!(even(&counts));
}

#[test]
fn no_way_at_all_counts_none() {
    let none = case(&[1, 1], &[0b01, 0b01]);
    assert_eq!(Sampler::new(&[none]).unwrap().count(), 0);
    assert_eq!(Sampler::new(&[]).unwrap().count(), 0);
}

#[test]
fn what_is_no_case_is_a_fault() {
    let whole = |rooms: Vec<u8>, places: u32| Case { rooms, groups: vec![Group { cards: FRENCH24.cards(), places }] };
    let fault = |cases: &[Case]| Sampler::new(cases).unwrap_err();
    assert_eq!(fault(&[whole(vec![20, 3], 3)]), WorldsFault::Room { rooms: 23, cards: 24 });
    assert_eq!(fault(&[whole(vec![24], 2)]), WorldsFault::NoSuchPlace { place: 1 });
    assert_eq!(fault(&[whole(vec![24], 1), whole(vec![12, 12], 3)]), WorldsFault::Places { found: 2, expected: 1 });
    assert_eq!(fault(&[whole(vec![1; 33], 1)]), WorldsFault::Places { found: 33, expected: 32 });
    let ace: CardSet = FRENCH24.cards().iter().take(1).collect();
    let twice = Case {
        rooms: vec![25],
        groups: vec![Group { cards: FRENCH24.cards(), places: 1 }, Group { cards: ace, places: 1 }],
    };
    assert_eq!(fault(&[twice]), WorldsFault::Repeated);
}

#[test]
fn what_cannot_be_counted_is_a_fault() {
    let everyone = Group { cards: CardSet::from_mask(u64::MAX), places: u32::MAX };
    assert_eq!(Sampler::new(&[Case { rooms: vec![2; 32], groups: vec![everyone] }]).unwrap_err(), WorldsFault::TooMany);
}

#[test]
fn a_hand_of_bridge_is_counted_exactly() {
    let groups = vec![Group { cards: FRENCH52.cards(), places: 0b1111 }];
    let sampler = Sampler::new(&[Case { rooms: vec![13; 4], groups }]).unwrap();
    assert_eq!(sampler.count(), 53_644_737_765_488_792_839_237_440_000);
}
