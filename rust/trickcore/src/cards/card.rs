//! One card in one byte.

/// A card: suit in bits 4–5, rank in bits 0–3, so every pack of at most 64 cards fits a 64-bit set.
///
/// Suits and ranks are numbered in the order of the pack's family (`S H D C`, `A K Q …`); names live in
/// [`Pack`](super::Pack).
///
/// ```
/// use trickcore::cards::Card;
/// let card = Card::new(1, 3).unwrap();
/// assert_eq!((card.suit(), card.rank(), card.code()), (1, 3, 19));
/// assert!(Card::new(4, 0).is_none());
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card(u8);

impl Card {
    /// The card of `suit` (0–3) and `rank` (0–15), or `None` outside these ranges.
    pub const fn new(suit: u8, rank: u8) -> Option<Card> {
        if suit < 4 && rank < 16 { Some(Card(suit << 4 | rank)) } else { None }
    }

    /// The card with this code (0–63), or `None` outside the range.
    pub const fn from_code(code: u8) -> Option<Card> {
        if code < 64 { Some(Card(code)) } else { None }
    }

    /// The card at a bit number of a 64-bit set; higher bits of `bit` are cut off.
    pub(crate) const fn from_bit(bit: u32) -> Card {
        Card((bit & 63) as u8)
    }

    /// Code 0–63: 16 × suit + rank.
    pub const fn code(self) -> u8 {
        self.0
    }

    /// Suit number, 0–3.
    pub const fn suit(self) -> u8 {
        self.0 >> 4
    }

    /// Rank number, 0–15; 0 is the rank listed first in the family.
    pub const fn rank(self) -> u8 {
        self.0 & 15
    }
}
