//! Sets of cards over one 64-bit word.

use std::iter::FusedIterator;
use std::ops::{BitAnd, BitOr, BitXor, Not, Sub};

use super::Card;

/// A set of cards, one bit per card code.
///
/// ```
/// use trickcore::cards::{Card, CardSet};
/// let ace = Card::new(0, 0).unwrap();
/// let king = Card::new(0, 1).unwrap();
/// let both: CardSet = [ace, king].into_iter().collect();
/// assert_eq!(both.len(), 2);
/// assert!(both.contains(king) && !(both - king.into()).contains(king));
/// assert_eq!(both.iter().next(), Some(ace));
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CardSet(u64);

impl CardSet {
    /// The set without cards.
    pub const EMPTY: CardSet = CardSet(0);

    /// The set whose cards' codes are the set bits of `mask`.
    pub const fn from_mask(mask: u64) -> CardSet {
        CardSet(mask)
    }

    /// The set as a word: bit `c` stands for the card with code `c`.
    pub const fn mask(self) -> u64 {
        self.0
    }

    /// Number of cards, 0–64.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no card is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `card` is in the set.
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.code() & 1 != 0
    }

    /// Whether every card of `self` is in `other`.
    pub const fn is_subset(self, other: CardSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether the sets share no card.
    pub const fn is_disjoint(self, other: CardSet) -> bool {
        self.0 & other.0 == 0
    }

    /// Adds a card; a card already there changes nothing.
    pub const fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.code();
    }

    /// Takes a card out; a card not there changes nothing.
    pub const fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.code());
    }

    /// The cards of one suit (0–3).
    pub const fn of_suit(self, suit: u8) -> CardSet {
        CardSet(self.0 & (0xFFFF << (16 * (suit & 3))))
    }

    /// The cards in ascending code, that is in the order in which hands are written.
    pub const fn iter(self) -> Cards {
        Cards(self.0)
    }
}

impl From<Card> for CardSet {
    fn from(card: Card) -> CardSet {
        CardSet(1 << card.code())
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        cards.into_iter().fold(CardSet::EMPTY, |set, card| set | card.into())
    }
}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = Cards;

    fn into_iter(self) -> Cards {
        self.iter()
    }
}

impl BitOr for CardSet {
    type Output = CardSet;
    fn bitor(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }
}

impl BitAnd for CardSet {
    type Output = CardSet;
    fn bitand(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }
}

impl BitXor for CardSet {
    type Output = CardSet;
    fn bitxor(self, other: CardSet) -> CardSet {
        CardSet(self.0 ^ other.0)
    }
}

impl Sub for CardSet {
    type Output = CardSet;
    fn sub(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }
}

impl Not for CardSet {
    type Output = CardSet;
    fn not(self) -> CardSet {
        CardSet(!self.0)
    }
}

/// The cards of a set in ascending code.
#[derive(Copy, Clone, Debug)]
pub struct Cards(u64);

impl Iterator for Cards {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(Card::from_bit(bit))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Cards {}
impl FusedIterator for Cards {}
