//! Dealing for what is wanted of the hands: uniform over the deals that fit, by rejection.

use std::sync::Arc;

use thiserror::Error;

use super::{Card, CardSet, Deal, Layout};
use crate::random::Rng;

/// A count over a hand that has to lie in a range: cards of a set, or points of several sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// Cards, and what each of them counts.
    pub classes: Vec<(CardSet, u32)>,
    /// The least that the hand may have.
    pub least: u32,
    /// The most.
    pub most: u32,
}

impl Count {
    /// What a hand has.
    pub fn of(&self, hand: CardSet) -> u32 {
        self.classes.iter().map(|&(cards, worth)| (hand & cards).len() as u32 * worth).sum()
    }

    fn holds(&self, hand: CardSet) -> bool {
        (self.least..=self.most).contains(&self.of(hand))
    }

    /// The least and the most that any hand of so many cards with the cards `given` could have.
    fn bounds(&self, pack: CardSet, given: CardSet, size: usize) -> (u32, u32) {
        let worth = |card: Card| self.of(card.into());
        let mut rest: Vec<u32> = (pack - given).iter().map(worth).collect();
        rest.sort_unstable();
        let more = size.saturating_sub(given.len()).min(rest.len());
        let had = self.of(given);
        (had + rest[..more].iter().sum::<u32>(), had + rest[rest.len() - more..].iter().sum::<u32>())
    }
}

/// What one hand has to be like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Cards that it has.
    pub given: CardSet,
    /// Counts that have to lie in their ranges.
    pub counts: Vec<Count>,
    /// The numbers of cards in the suits that it may have, in the order of the suits; empty: any.
    pub shapes: Vec<[u8; 4]>,
}

impl Wanted {
    /// Whether a hand is like this.
    pub fn fits(&self, hand: CardSet) -> bool {
        self.given.is_subset(hand)
            && self.counts.iter().all(|count| count.holds(hand))
            && (self.shapes.is_empty() || self.shapes.contains(&shape(hand)))
    }

    fn is_nothing(&self) -> bool {
        self.counts.is_empty() && self.shapes.is_empty()
    }
}

/// The numbers of cards in each suit.
fn shape(hand: CardSet) -> [u8; 4] {
    std::array::from_fn(|suit| hand.of_suit(suit as u8).len() as u8)
}

/// Why no deal at all can be what is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum NothingFits {
    #[error("{found} hands are described, there are {expected}")]
    Seats { found: usize, expected: usize },
    #[error("seat {seat} is given {found} cards, a hand has {expected}")]
    TooMany { seat: usize, found: usize, expected: usize },
    #[error("seat {seat} is given a card that is not in the pack")]
    Foreign { seat: usize },
    #[error("seat {seat} is given a card that another seat is given too")]
    Twice { seat: usize },
    #[error("seat {seat} is to have {}, but would have {low} to {high}", range(*least, *most))]
    Count { seat: usize, least: u32, most: u32, low: u32, high: u32 },
    #[error("none of the shapes of seat {seat} is one of {cards} cards that it could have")]
    Shape { seat: usize, cards: usize },
}

/// More than any hand can have: as good as no upper limit.
const NO_LIMIT: u32 = 1 << 20;

fn range(least: u32, most: u32) -> String {
    match (least, most) {
        (_, NO_LIMIT..) => format!("{least} or more"),
        (0, _) => format!("{most} or fewer"),
        _ => format!("{least} to {most}"),
    }
}

impl NothingFits {
    /// The seat at fault.
    pub fn seat(&self) -> Option<usize> {
        match *self {
            Self::Seats { .. } => None,
            Self::TooMany { seat, .. }
            | Self::Foreign { seat }
            | Self::Twice { seat }
            | Self::Count { seat, .. }
            | Self::Shape { seat, .. } => Some(seat),
        }
    }
}

/// Deals a layout so that every hand is as wanted.
///
/// ```
/// use std::sync::Arc;
/// use trickcore::cards::{Dealing, FRENCH52, Layout, Wanted};
/// use trickcore::random::Rng;
/// let layout = Arc::new(Layout::new(&FRENCH52, 4, &[13], 0).unwrap());
/// let balanced = Wanted { shapes: vec![[4, 3, 3, 3]], ..Wanted::default() };
/// let dealing = Dealing::new(&layout, vec![balanced.clone(), Wanted::default(), Wanted::default(), Wanted::default()]).unwrap();
/// let mut rng = Rng::new(7);
/// let deal = std::iter::repeat_with(|| dealing.attempt(&mut rng)).flatten().next().unwrap();
/// assert!(balanced.fits(deal.hand(0)));
/// ```
#[derive(Clone, Debug)]
pub struct Dealing {
    layout: Arc<Layout>,
    wanted: Vec<Wanted>,
    /// The seats whose hands have to fit something first, so that an attempt fails early.
    order: Vec<usize>,
    /// The cards given to nobody.
    free: Vec<Card>,
}

impl Dealing {
    /// A dealing of a layout, with what is wanted of each hand.
    ///
    /// # Errors
    /// [`NothingFits`] where it can be told that no deal is like that. There may be none all the same.
    pub fn new(layout: &Arc<Layout>, wanted: Vec<Wanted>) -> Result<Dealing, NothingFits> {
        if wanted.len() != layout.seats() {
            return Err(NothingFits::Seats { found: wanted.len(), expected: layout.seats() });
        }
        let mut given = CardSet::EMPTY;
        for (seat, wanted) in wanted.iter().enumerate() {
            check(layout, seat, wanted, given)?;
            given = given | wanted.given;
        }
        let mut order: Vec<usize> = (0..wanted.len()).collect();
        order.sort_by_key(|&seat| wanted[seat].is_nothing());
        let free = (layout.pack().cards() - given).iter().collect();
        Ok(Dealing { layout: layout.clone(), wanted, order, free })
    }

    /// One try: a deal that is uniform among those with the cards given, if it is as wanted.
    ///
    /// Of the cards given to nobody, in the order in which hands are written, hand after hand draws what it lacks without
    /// replacement: seats of which something is wanted first, then the others, each in the order of seats, the talon last.
    pub fn attempt(&self, rng: &mut Rng) -> Option<Deal> {
        let mut free = self.free.clone();
        let mut hands = vec![Vec::new(); self.wanted.len()];
        for &seat in &self.order {
            let wanted = &self.wanted[seat];
            let drawn = draw(&mut free, self.layout.hand() - wanted.given.len(), rng);
            let hand = drawn.iter().copied().collect::<CardSet>() | wanted.given;
            if !wanted.fits(hand) {
                return None;
            }
            hands[seat] = self.batches(hand, rng);
        }
        Deal::try_new(&self.layout, hands, free.into_iter().collect()).ok()
    }

    /// A hand parted into its batches, every way as likely as another.
    fn batches(&self, hand: CardSet, rng: &mut Rng) -> Vec<CardSet> {
        let sizes = self.layout.batches();
        if sizes.len() == 1 {
            return vec![hand];
        }
        let mut cards: Vec<Card> = hand.iter().collect();
        sizes.iter().map(|&size| draw(&mut cards, size, rng).into_iter().collect()).collect()
    }

    /// The first deal that fits among candidates `first` … `first + most - 1` of deal number `index` of a seed, with the
    /// number of the candidate. Every candidate has a generator of its own, [`Rng::for_wanted`], so it is the same
    /// whatever was tried before. `stop` is asked now and then.
    pub fn search(
        &self,
        seed: u64,
        index: u32,
        first: u32,
        most: u32,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<(u32, Deal)> {
        for candidate in first..first.saturating_add(most) {
            if candidate % LOOK_EVERY == LOOK_EVERY - 1 && stop() {
                return None;
            }
            if let Some(deal) = self.attempt(&mut Rng::for_wanted(seed, index, candidate)) {
                return Some((candidate, deal));
            }
        }
        None
    }
}

/// How many candidates are tried between two looks at whether to stop.
const LOOK_EVERY: u32 = 1 << 10;

/// Takes `count` cards out of `cards`, uniformly: each from a random place, which the last card then fills.
fn draw(cards: &mut Vec<Card>, count: usize, rng: &mut Rng) -> Vec<Card> {
    (0..count.min(cards.len())).map(|_| cards.swap_remove(rng.below(cards.len() as u32) as usize)).collect()
}

fn check(layout: &Layout, seat: usize, wanted: &Wanted, others: CardSet) -> Result<(), NothingFits> {
    let (pack, size) = (layout.pack().cards(), layout.hand());
    if wanted.given.len() > size {
        return Err(NothingFits::TooMany { seat, found: wanted.given.len(), expected: size });
    }
    if !wanted.given.is_subset(pack) {
        return Err(NothingFits::Foreign { seat });
    }
    if !wanted.given.is_disjoint(others) {
        return Err(NothingFits::Twice { seat });
    }
    for count in &wanted.counts {
        let (low, high) = count.bounds(pack, wanted.given, size);
        if count.least > count.most || count.least > high || count.most < low {
            return Err(NothingFits::Count { seat, least: count.least, most: count.most, low, high });
        }
    }
    let given = shape(wanted.given);
    let could = |shape: &[u8; 4]| {
        shape.iter().map(|&n| usize::from(n)).sum::<usize>() == size
            && shape.iter().zip(given).all(|(&n, had)| n >= had)
    };
    if wanted.shapes.is_empty() || wanted.shapes.iter().any(could) {
        return Ok(());
    }
    Err(NothingFits::Shape { seat, cards: size })
}
