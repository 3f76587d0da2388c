//! Counting the ways to fill places, and drawing one of them.
//!
//! A case is gone through group by group and, in a group, place by place: at each step it is decided how many of the
//! group's cards go to the place. What matters for the steps to come is only how much room is left, so the ways are
//! counted once for each such [`Node`]. A draw follows the counts from the first node to the end; which cards of a
//! group go where is a shuffle of the group.

use std::collections::HashMap;

use arrayvec::ArrayVec;
use thiserror::Error;

use super::{Case, MAX_PLACES};
use crate::cards::{Card, CardSet};
use crate::random::Rng;

/// The most nodes that are kept: about 100 bytes each.
const MAX_NODES: usize = 500_000;

/// Why worlds cannot be counted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WorldsFault {
    /// The cases do not all have the same number of places, or too many.
    #[error("{found} places in a case, expected {expected}")]
    Places {
        /// How many there are.
        found: usize,
        /// How many there should be: those of the first case, at most [`MAX_PLACES`].
        expected: usize,
    },
    /// A card is in two groups of a case.
    #[error("a card is in two groups of one case")]
    Repeated,
    /// A group may be in a place that there is not.
    #[error("a group may be in place {place}, which there is not")]
    NoSuchPlace {
        /// The place.
        place: usize,
    },
    /// The rooms do not add up to the number of cards.
    #[error("there is room for {rooms} cards, but there are {cards}")]
    Room {
        /// Room in all places.
        rooms: usize,
        /// Cards in all groups.
        cards: usize,
    },
    /// There are more ways than 128 bits can count, or counting them takes too much memory.
    #[error("there are too many ways to count")]
    TooMany,
}

impl WorldsFault {
    /// Stable name of the kind of fault.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Places { .. } => "places",
            Self::Repeated => "duplicate_card",
            Self::NoSuchPlace { .. } => "no_such_place",
            Self::Room { .. } => "room",
            Self::TooMany => "too_many",
        }
    }
}

/// Room left in each place.
type Rooms = ArrayVec<u8, MAX_PLACES>;

/// A group of a case with its places as a list.
#[derive(Clone, Debug)]
struct Part {
    cards: ArrayVec<Card, 64>,
    places: ArrayVec<u8, MAX_PLACES>,
}

/// One number of cards for a place: how many ways there are with this number or a smaller one, and what comes then.
#[derive(Copy, Clone, Debug)]
struct Choice {
    number: u8,
    up_to: u128,
    next: u32,
}

/// A moment of filling the places: the choices that lead to an end, by number.
#[derive(Clone, Debug)]
struct Node {
    ways: u128,
    first: u32,
    last: u32,
}

/// A case with its ways counted.
#[derive(Clone, Debug)]
struct Counted {
    parts: Vec<Part>,
    root: u32,
    up_to: u128,
}

/// Draws from all ways to fill the places in one of the cases, each with the same chance.
///
/// ```
/// use trickcore::cards::FRENCH24;
/// use trickcore::random::Rng;
/// use trickcore::worlds::{Case, Group, Sampler};
/// let all = Group { cards: FRENCH24.cards(), places: 0b111 };
/// let sampler = Sampler::new(&[Case { rooms: vec![8, 8, 8], groups: vec![all] }]).unwrap();
/// assert_eq!(sampler.count(), 9_465_511_770);
/// let world = sampler.draw(&mut Rng::new(7));
/// assert_eq!(world.iter().map(|place| place.len()).collect::<Vec<_>>(), [8, 8, 8]);
/// ```
#[derive(Clone, Debug)]
pub struct Sampler {
    places: usize,
    cases: Vec<Counted>,
    nodes: Vec<Node>,
    choices: Vec<Choice>,
}

impl Sampler {
    /// Counts the ways of all cases, which must exclude each other.
    ///
    /// # Errors
    /// A case that is not one, or too many ways to count. No way at all is no error: [`Sampler::count`] is 0 then.
    pub fn new(cases: &[Case]) -> Result<Sampler, WorldsFault> {
        let places = cases.first().map_or(0, |case| case.rooms.len());
        let mut sampler = Sampler { places, cases: Vec::new(), nodes: Vec::new(), choices: Vec::new() };
        let mut total = 0u128;
        for case in cases {
            check(case, places)?;
            let (parts, rooms) = parts(case);
            let mut counting = Counting { sampler: &mut sampler, parts: &parts, known: HashMap::new() };
            let left = parts.first().map_or(0, |part| part.cards.len() as u8);
            let root = counting.node(0, 0, left, rooms)?;
            let ways = sampler.nodes[root as usize].ways;
            if ways > 0 {
                total = total.checked_add(ways).ok_or(WorldsFault::TooMany)?;
                sampler.cases.push(Counted { parts, root, up_to: total });
            }
        }
        Ok(sampler)
    }

    /// How many ways there are.
    pub fn count(&self) -> u128 {
        self.cases.last().map_or(0, |case| case.up_to)
    }

    /// Number of places.
    pub fn places(&self) -> usize {
        self.places
    }

    /// Draws one way: the cards of each place. All places are empty if there is no way.
    pub fn draw(&self, rng: &mut Rng) -> ArrayVec<CardSet, MAX_PLACES> {
        let mut world: ArrayVec<CardSet, MAX_PLACES> = std::iter::repeat_n(CardSet::EMPTY, self.places).collect();
        let drawn = below(rng, self.count());
        let Some(case) = self.cases.iter().find(|case| drawn < case.up_to) else { return world };
        let mut node = case.root;
        for part in &case.parts {
            let mut cards = part.cards.clone();
            if part.places.len() > 1 {
                rng.shuffle(&mut cards);
            }
            let mut rest = cards.as_slice();
            for &place in &part.places {
                let choice = self.choose(node, rng);
                let (taken, left) = rest.split_at(usize::from(choice.number).min(rest.len()));
                rest = left;
                node = choice.next;
                let there = &mut world[place as usize];
                *there = taken.iter().fold(*there, |set, &card| set | card.into());
            }
        }
        world
    }

    /// One of a node's choices, each as likely as it has ways.
    fn choose(&self, node: u32, rng: &mut Rng) -> Choice {
        let Node { ways, first, last } = self.nodes[node as usize];
        let choices = &self.choices[first as usize..last as usize];
        if let [only] = choices {
            return *only;
        }
        let drawn = below(rng, ways);
        choices.iter().find(|choice| drawn < choice.up_to).copied().unwrap_or(Choice {
            number: 0,
            up_to: 0,
            next: node,
        })
    }
}

/// Checks a case by itself, and against the number of places of the first.
fn check(case: &Case, places: usize) -> Result<(), WorldsFault> {
    if case.rooms.len() != places || places > MAX_PLACES {
        return Err(WorldsFault::Places { found: case.rooms.len(), expected: places.min(MAX_PLACES) });
    }
    let mut seen = CardSet::EMPTY;
    for group in &case.groups {
        if !seen.is_disjoint(group.cards) {
            return Err(WorldsFault::Repeated);
        }
        seen = seen | group.cards;
        let highest = 32 - group.places.leading_zeros() as usize;
        if highest > places {
            return Err(WorldsFault::NoSuchPlace { place: highest - 1 });
        }
    }
    let rooms = case.rooms.iter().map(|&room| usize::from(room)).sum();
    if rooms != seen.len() {
        return Err(WorldsFault::Room { rooms, cards: seen.len() });
    }
    Ok(())
}

/// The groups of a case as parts, those with the fewest places first, and all its room.
fn parts(case: &Case) -> (Vec<Part>, Rooms) {
    let mut groups: Vec<_> = case.groups.iter().filter(|group| !group.cards.is_empty()).collect();
    groups.sort_by_key(|group| (group.places.count_ones(), group.places, group.cards));
    let part = |group: &&super::Group| Part {
        cards: group.cards.iter().collect(),
        places: (0..MAX_PLACES as u8).filter(|place| group.places >> place & 1 != 0).collect(),
    };
    (groups.iter().map(part).collect(), case.rooms.iter().copied().collect())
}

/// Counts the ways of one case, from a moment on, once for each moment.
struct Counting<'a> {
    sampler: &'a mut Sampler,
    parts: &'a [Part],
    known: HashMap<(u8, u8, u8, Rooms), u32>,
}

impl Counting<'_> {
    /// The node for place number `step` of a part, `left` cards of which are still to go somewhere.
    fn node(&mut self, part: usize, step: usize, left: u8, rooms: Rooms) -> Result<u32, WorldsFault> {
        let key = (part as u8, step as u8, left, rooms);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let (ways, choices) = self.count(part, step, left, &key.3)?;
        if self.sampler.nodes.len() >= MAX_NODES {
            return Err(WorldsFault::TooMany);
        }
        let first = self.sampler.choices.len() as u32;
        self.sampler.choices.extend(choices);
        let last = self.sampler.choices.len() as u32;
        let node = self.sampler.nodes.len() as u32;
        self.sampler.nodes.push(Node { ways, first, last });
        self.known.insert(key, node);
        Ok(node)
    }

    /// The ways from a moment on, and the choices there.
    fn count(&mut self, part: usize, step: usize, left: u8, rooms: &Rooms) -> Result<(u128, Vec<Choice>), WorldsFault> {
        let mut choices = Vec::new();
        let Some(Part { places, .. }) = self.parts.get(part) else { return Ok((1, choices)) };
        let Some(&place) = places.get(step) else { return Ok((0, choices)) };
        let last = step + 1 == places.len();
        let room = rooms[place as usize];
        let mut ways = 0u128;
        for number in if last { left } else { 0 }..=left.min(room) {
            let mut after = rooms.clone();
            after[place as usize] -= number;
            let next = if last {
                let next_left = self.parts.get(part + 1).map_or(0, |next| next.cards.len() as u8);
                self.node(part + 1, 0, next_left, after)?
            } else {
                self.node(part, step + 1, left - number, after)?
            };
            let there = self.sampler.nodes[next as usize].ways;
            if there == 0 {
                continue;
            }
            let here = choose(left, number).checked_mul(there).ok_or(WorldsFault::TooMany)?;
            ways = ways.checked_add(here).ok_or(WorldsFault::TooMany)?;
            choices.push(Choice { number, up_to: ways, next });
        }
        Ok((ways, choices))
    }
}

/// Number of ways to choose so many of `n` things, `n` at most 64.
fn choose(n: u8, number: u8) -> u128 {
    (0..u128::from(number)).fold(1, |ways, i| ways * (u128::from(n) - i) / (i + 1))
}

/// A uniform number below `n`: as many bits as `n - 1` has, drawn again while they are no number below `n`.
fn below(rng: &mut Rng, n: u128) -> u128 {
    if n <= 1 {
        return 0;
    }
    let shift = (n - 1).leading_zeros();
    loop {
        let high = if shift < 64 { u128::from(rng.next_u64()) << 64 } else { 0 };
        let word = high | u128::from(rng.next_u64());
        let drawn = word & (u128::MAX >> shift);
        if drawn < n {
            return drawn;
        }
    }
}

/// Shares cards out into parts of these sizes, every way as likely as another. Cards beyond the sizes are left over;
/// where there are too few, the last parts have less.
///
/// ```
/// use trickcore::cards::FRENCH24;
/// use trickcore::random::Rng;
/// let parts = trickcore::worlds::split(FRENCH24.cards(), &[20, 4], &mut Rng::new(1));
/// assert_eq!((parts[0] | parts[1], parts[1].len()), (FRENCH24.cards(), 4));
/// ```
pub fn split(cards: CardSet, sizes: &[usize], rng: &mut Rng) -> Vec<CardSet> {
    let mut order: ArrayVec<Card, 64> = cards.iter().collect();
    rng.shuffle(&mut order);
    let mut rest = order.into_iter();
    sizes.iter().map(|&size| rest.by_ref().take(size).collect()).collect()
}
