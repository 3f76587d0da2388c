//! Deals: how a pack is dealt, and one deal of it.

use std::fmt;
use std::sync::Arc;

use thiserror::Error;

use super::notation::{ParseCardError, card_text, excerpt, hand_text, parse_hand};
use super::{Card, CardSet, Pack};
use crate::MAX_SEATS;
use crate::random::Rng;

/// How a game deals: the pack, the number of seats, the batches of every hand, and the talon.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    pack: &'static Pack,
    seats: usize,
    batches: Vec<usize>,
    talon: usize,
}

/// Why a layout cannot be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a layout of {seats} seats × {hand} cards and {talon} in the talon does not fit: {reason}")]
pub struct LayoutError {
    seats: usize,
    hand: usize,
    talon: usize,
    reason: &'static str,
}

impl Layout {
    /// A layout; `batches` are the sizes of the batches of a hand, written apart in texts if there is more than one.
    ///
    /// # Errors
    /// Seats outside 2–4, an empty batch, or a number of cards other than the pack's.
    ///
    /// ```
    /// use trickcore::cards::{FRENCH24, Layout};
    /// let layout = Layout::new(&FRENCH24, 3, &[7], 3).unwrap();
    /// assert_eq!(layout.hand(), 7);
    /// assert!(Layout::new(&FRENCH24, 3, &[8], 3).is_err());
    /// ```
    pub fn new(pack: &'static Pack, seats: usize, batches: &[usize], talon: usize) -> Result<Layout, LayoutError> {
        let hand = batches.iter().fold(0usize, |sum, &batch| sum.saturating_add(batch));
        let error = |reason| Err(LayoutError { seats, hand, talon, reason });
        if !(2..=MAX_SEATS).contains(&seats) {
            return error("seats must be 2, 3 or 4");
        }
        if batches.is_empty() || batches.contains(&0) {
            return error("every batch must have at least one card");
        }
        if hand.saturating_mul(seats).saturating_add(talon) != pack.len() {
            return error("it must use every card of the pack");
        }
        Ok(Layout { pack, seats, batches: batches.to_vec(), talon })
    }

    /// The pack dealt.
    pub fn pack(&self) -> &'static Pack {
        self.pack
    }

    /// Number of seats, 2–4.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// Sizes of the batches of a hand.
    pub fn batches(&self) -> &[usize] {
        &self.batches
    }

    /// Cards in a hand.
    pub fn hand(&self) -> usize {
        self.batches.iter().sum()
    }

    /// Cards in the talon.
    pub fn talon(&self) -> usize {
        self.talon
    }
}

/// One complete deal, checked against its layout.
///
/// ```
/// use std::sync::Arc;
/// use trickcore::cards::{Deal, FRENCH24, Layout};
/// let layout = Arc::new(Layout::new(&FRENCH24, 3, &[7], 3).unwrap());
/// let deal = Deal::random(&layout, 7, 0);
/// assert_eq!(Deal::parse(&layout, &deal.to_string()).unwrap(), deal);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deal {
    layout: Arc<Layout>,
    hands: Vec<Vec<CardSet>>,
    talon: CardSet,
}

/// One thing that is wrong with a deal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum DealFault {
    #[error("{found} hands, expected {expected}")]
    HandCount { found: usize, expected: usize },
    #[error("the hand of seat {seat} has {found} batches separated by /, expected {expected}")]
    BatchCount { seat: usize, found: usize, expected: usize },
    #[error("{part} has {found} cards, expected {expected}")]
    CardCount { part: String, found: usize, expected: usize },
    #[error("the card {card} appears twice")]
    Duplicate { card: String },
    #[error("{card} is not a card of the pack {pack}")]
    Foreign { card: String, pack: &'static str },
    #[error("a talon of {expected} cards is missing after ` + `")]
    TalonMissing { expected: usize },
    #[error("this game has no talon, yet the text has ` + `")]
    TalonUnexpected,
}

impl DealFault {
    /// Stable name of the kind of fault.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::HandCount { .. } => "hand_count",
            Self::BatchCount { .. } => "batch_count",
            Self::CardCount { .. } => "card_count",
            Self::Duplicate { .. } => "duplicate_card",
            Self::Foreign { .. } => "foreign_card",
            Self::TalonMissing { .. } => "talon_missing",
            Self::TalonUnexpected => "talon_unexpected",
        }
    }

    /// The offending part: a seat, the talon or a card.
    pub fn part(&self) -> String {
        match self {
            Self::HandCount { .. } => "hands".into(),
            Self::BatchCount { seat, .. } => format!("seat {seat}"),
            Self::CardCount { part, .. } => part.clone(),
            Self::Duplicate { card } | Self::Foreign { card, .. } => card.clone(),
            Self::TalonMissing { .. } | Self::TalonUnexpected => "talon".into(),
        }
    }
}

/// Everything that is wrong with a deal, never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealFaults(pub Vec<DealFault>);

impl fmt::Display for DealFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            write!(f, "{}{fault}", if i > 0 { "; " } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for DealFaults {}

/// Why a text is not a deal: it cannot be read, or it reads as an illegal deal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadDealError {
    /// The text has no readable hands.
    #[error(transparent)]
    Text(#[from] ParseCardError),
    /// The text has hands, but they are no deal of the layout.
    #[error(transparent)]
    Faults(#[from] DealFaults),
}

impl Deal {
    /// A deal from the batches of each hand and the talon.
    ///
    /// # Errors
    /// Every fault there is: `hand_count`, `batch_count`, `card_count`, `duplicate_card`, `foreign_card`.
    pub fn try_new(layout: &Arc<Layout>, hands: Vec<Vec<CardSet>>, talon: CardSet) -> Result<Deal, DealFaults> {
        let mut faults = Vec::new();
        if hands.len() != layout.seats {
            faults.push(DealFault::HandCount { found: hands.len(), expected: layout.seats });
        }
        for (seat, batches) in hands.iter().enumerate() {
            check_hand(layout, seat, batches, &mut faults);
        }
        if talon.len() != layout.talon {
            faults.push(DealFault::CardCount { part: "talon".into(), found: talon.len(), expected: layout.talon });
        }
        check_cards(layout, &hands, talon, &mut faults);
        if faults.is_empty() { Ok(Deal { layout: layout.clone(), hands, talon }) } else { Err(DealFaults(faults)) }
    }

    /// The deal number `index` of a seed: the pack in the order in which hands are written, shuffled by
    /// [`Rng::for_deal`], then given out in slices: seat 0's hand first, batch after batch, the talon last.
    pub fn random(layout: &Arc<Layout>, seed: u64, index: u64) -> Deal {
        let mut cards: Vec<Card> = layout.pack.cards().iter().collect();
        Rng::for_deal(seed, index).shuffle(&mut cards);
        let mut rest = cards.into_iter();
        let mut take = |n: usize| rest.by_ref().take(n).collect::<CardSet>();
        let hands = (0..layout.seats).map(|_| layout.batches.iter().map(|&n| take(n)).collect()).collect();
        Deal { layout: layout.clone(), hands, talon: take(layout.talon) }
    }

    /// Reads a deal: hands separated by spaces, batches by `/`, the talon after `+`.
    ///
    /// # Errors
    /// [`ReadDealError::Text`] where a hand cannot be read, else every fault of the deal.
    pub fn parse(layout: &Arc<Layout>, text: &str) -> Result<Deal, ReadDealError> {
        if text.trim().is_empty() {
            return Err(ParseCardError::Empty { what: "deal" }.into());
        }
        let (hands, talon) = match text.split_once('+') {
            Some((hands, talon)) => (hands, Some(talon)),
            None => (text, None),
        };
        let hands: Vec<&str> = hands.split_whitespace().take(MAX_SEATS + 1).collect();
        if hands.len() != layout.seats {
            return Err(one(DealFault::HandCount { found: hands.len(), expected: layout.seats }));
        }
        let hands = hands.into_iter().map(|hand| read_batches(layout, hand)).collect::<Result<Vec<_>, _>>()?;
        let talon = match (talon, layout.talon) {
            (None, 0) => CardSet::EMPTY,
            (None, expected) => return Err(one(DealFault::TalonMissing { expected })),
            (Some(_), 0) => return Err(one(DealFault::TalonUnexpected)),
            (Some(talon), _) => read_hand(layout.pack, talon)?,
        };
        Ok(Deal::try_new(layout, hands, talon)?)
    }

    /// How it was dealt.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// The batches of each hand, by seat.
    pub fn batches(&self) -> &[Vec<CardSet>] {
        &self.hands
    }

    /// The whole hand of a seat; empty for a seat that is not there.
    pub fn hand(&self, seat: usize) -> CardSet {
        self.hands.get(seat).into_iter().flatten().fold(CardSet::EMPTY, |hand, &batch| hand | batch)
    }

    /// The talon; empty where the layout has none.
    pub fn talon(&self) -> CardSet {
        self.talon
    }
}

fn one(fault: DealFault) -> ReadDealError {
    DealFaults(vec![fault]).into()
}

/// A hand of a deal: cards twice or of another pack are faults of the deal, not of the text.
fn read_hand(pack: &'static Pack, text: &str) -> Result<CardSet, ReadDealError> {
    parse_hand(pack, text).map_err(|error| match error {
        ParseCardError::Duplicate { part } => one(DealFault::Duplicate { card: part }),
        ParseCardError::NotInPack { part, .. } => one(DealFault::Foreign { card: part, pack: pack.name }),
        error => error.into(),
    })
}

fn read_batches(layout: &Layout, text: &str) -> Result<Vec<CardSet>, ReadDealError> {
    if text.len() > 400 {
        return Err(ParseCardError::SuitCount {
            part: excerpt(text),
            found: text.split('.').count(),
            expected: 4,
            suits: layout.pack.family.suits,
        }
        .into());
    }
    text.split('/').map(|batch| read_hand(layout.pack, batch)).collect()
}

fn check_hand(layout: &Layout, seat: usize, batches: &[CardSet], faults: &mut Vec<DealFault>) {
    if batches.len() != layout.batches.len() {
        faults.push(DealFault::BatchCount { seat, found: batches.len(), expected: layout.batches.len() });
        return;
    }
    for (i, (batch, &expected)) in batches.iter().zip(&layout.batches).enumerate() {
        if batch.len() != expected {
            let part = if batches.len() > 1 {
                format!("batch {} of seat {seat}", i + 1)
            } else {
                format!("the hand of seat {seat}")
            };
            faults.push(DealFault::CardCount { part, found: batch.len(), expected });
        }
    }
}

fn check_cards(layout: &Layout, hands: &[Vec<CardSet>], talon: CardSet, faults: &mut Vec<DealFault>) {
    let mut seen = CardSet::EMPTY;
    for &set in hands.iter().flatten().chain([&talon]) {
        let card = |card| card_text(layout.pack, card);
        faults.extend((set & seen).iter().map(|twice| DealFault::Duplicate { card: card(twice) }));
        let foreign = set - layout.pack.cards();
        let pack = layout.pack.name;
        faults.extend(foreign.iter().map(|other| DealFault::Foreign { card: card(other), pack }));
        seen = seen | set;
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pack = self.layout.pack;
        for (seat, batches) in self.hands.iter().enumerate() {
            let batches: Vec<String> = batches.iter().map(|&batch| hand_text(pack, batch)).collect();
            write!(f, "{}{}", if seat > 0 { " " } else { "" }, batches.join("/"))?;
        }
        if self.layout.talon > 0 {
            write!(f, " + {}", hand_text(pack, self.talon))?;
        }
        Ok(())
    }
}
