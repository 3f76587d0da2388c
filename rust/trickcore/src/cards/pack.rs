//! Packs of cards as data.

use super::{Card, CardSet};

/// The names that packs of one kind share: suits, ranks and how they may be written.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Family {
    /// `french` or `italian`.
    pub name: &'static str,
    /// Suit letters; a suit's number is its place here.
    pub suits: &'static str,
    /// Rank letters, in the order in which hands are written; a rank's number is its place here.
    pub ranks: &'static str,
    /// Suit symbols for people, by suit number.
    pub symbols: [char; 4],
    /// Other characters read as a suit or rank letter.
    pub aliases: &'static [(char, char)],
    /// For each suit the other suit of its colour.
    pub sisters: [u8; 4],
}

/// French and German cards: `S H D C` (leaves, hearts, bells, acorns).
pub static FRENCH: Family = Family {
    name: "french",
    suits: "SHDC",
    ranks: "AKQJT98765432",
    symbols: ['♠', '♥', '♦', '♣'],
    aliases: &[('♠', 'S'), ('♤', 'S'), ('♥', 'H'), ('♡', 'H'), ('♦', 'D'), ('♢', 'D'), ('♣', 'C'), ('♧', 'C')],
    sisters: [3, 2, 1, 0],
};

/// Italian cards: `C D S B` (coppe, denari, spade, bastoni), ranks `3 2 1 R C F 7 6 5 4`.
pub static ITALIAN: Family = Family {
    name: "italian",
    suits: "CDSB",
    ranks: "321RCF7654",
    symbols: ['C', 'D', 'S', 'B'],
    aliases: &[('A', '1')],
    sisters: [1, 0, 3, 2],
};

/// A pack of cards: a family and the ranks of it that are there, in each of four suits.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Pack {
    /// `french52`, `french32`, `french24` or `italian40`.
    pub name: &'static str,
    /// Names of suits and ranks.
    pub family: &'static Family,
    /// The ranks there, as a bit mask over rank numbers.
    ranks: u16,
}

/// 52 cards, A–2.
pub static FRENCH52: Pack = Pack { name: "french52", family: &FRENCH, ranks: 0x1FFF };
/// 32 cards, A–7.
pub static FRENCH32: Pack = Pack { name: "french32", family: &FRENCH, ranks: 0x00FF };
/// 24 cards, A–9.
pub static FRENCH24: Pack = Pack { name: "french24", family: &FRENCH, ranks: 0x003F };
/// 40 cards, 3 2 1 R C F 7 6 5 4.
pub static ITALIAN40: Pack = Pack { name: "italian40", family: &ITALIAN, ranks: 0x03FF };

/// Every pack there is.
pub static PACKS: [&Pack; 4] = [&FRENCH52, &FRENCH32, &FRENCH24, &ITALIAN40];

impl Pack {
    /// The pack with this name.
    ///
    /// ```
    /// use trickcore::cards::Pack;
    /// assert_eq!(Pack::by_name("french32").unwrap().len(), 32);
    /// assert!(Pack::by_name("tarot78").is_none());
    /// ```
    pub fn by_name(name: &str) -> Option<&'static Pack> {
        PACKS.into_iter().find(|pack| pack.name == name)
    }

    /// All cards of the pack.
    pub const fn cards(&self) -> CardSet {
        CardSet::from_mask(self.ranks as u64 * 0x0001_0001_0001_0001)
    }

    /// Number of cards.
    #[allow(clippy::len_without_is_empty)]
    pub const fn len(&self) -> usize {
        self.cards().len()
    }

    /// The rank letters of the pack, in the order in which hands are written.
    pub fn rank_letters(&self) -> impl Iterator<Item = char> {
        self.family.ranks.chars().enumerate().filter(|(i, _)| self.ranks >> i & 1 != 0).map(|(_, letter)| letter)
    }

    /// Number of the suit with this letter or symbol, in either case.
    pub fn suit(&self, letter: char) -> Option<u8> {
        place(self.family.suits, self.letter(letter))
    }

    /// Number of the rank with this letter, in either case, whether or not the pack has it.
    pub fn rank(&self, letter: char) -> Option<u8> {
        place(self.family.ranks, self.letter(letter))
    }

    /// Letter of a suit number (0–3).
    pub fn suit_letter(&self, suit: u8) -> char {
        letter_at(self.family.suits, suit)
    }

    /// Letter of a rank number.
    pub fn rank_letter(&self, rank: u8) -> char {
        letter_at(self.family.ranks, rank)
    }

    /// Whether the pack has this rank.
    pub const fn has_rank(&self, rank: u8) -> bool {
        self.ranks >> (rank & 15) & 1 != 0
    }

    /// The cards of this rank, one per suit.
    pub const fn of_rank(&self, rank: u8) -> CardSet {
        CardSet::from_mask(0x0001_0001_0001_0001 << (rank & 15) & self.cards().mask())
    }

    /// The place (0 …) of a card among the pack's cards in the order in which hands are written.
    pub const fn index(&self, card: Card) -> usize {
        (self.cards().mask() & ((1 << card.code()) - 1)).count_ones() as usize
    }

    fn letter(&self, read: char) -> char {
        let read = read.to_ascii_uppercase();
        self.family.aliases.iter().find(|(from, _)| *from == read).map_or(read, |(_, to)| *to)
    }
}

fn place(letters: &str, letter: char) -> Option<u8> {
    letters.chars().position(|l| l == letter).map(|i| i as u8)
}

fn letter_at(letters: &str, index: u8) -> char {
    letters.chars().nth(index as usize).unwrap_or('?')
}
