//! The codec: cards and hands to text and back.
//!
//! Writing is canonical; reading is tolerant: either order of suit and rank, `10` for `T`, any case, suit symbols,
//! any order of ranks in a hand, `-` or nothing for a void.

use thiserror::Error;

use super::{Card, CardSet, Pack};

/// Why a text is not a card or a hand. `part` is the offending piece of the input, cut to 40 characters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum ParseCardError {
    #[error("empty text where a {what} was expected")]
    Empty { what: &'static str },
    #[error("`{part}` is not a card: expected a suit of {suits} and a rank of {ranks}, such as {example}")]
    NotACard { part: String, suits: &'static str, ranks: String, example: String },
    #[error("`{part}` is not a card of the pack {pack}, whose ranks are {ranks}")]
    NotInPack { part: String, pack: &'static str, ranks: String },
    #[error("the card {part} appears twice")]
    Duplicate { part: String },
    #[error("`{part}` is not a hand: {found} suits separated by dots, expected {expected} ({suits})")]
    SuitCount { part: String, found: usize, expected: usize, suits: &'static str },
    #[error("`{part}` is not a rank: expected one of {ranks}, or - for a void")]
    NotARank { part: String, ranks: String },
}

impl ParseCardError {
    /// Stable name of the kind of error.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Empty { .. } => "empty",
            Self::NotACard { .. } => "not_a_card",
            Self::NotInPack { .. } => "foreign_card",
            Self::Duplicate { .. } => "duplicate_card",
            Self::SuitCount { .. } => "suit_count",
            Self::NotARank { .. } => "not_a_rank",
        }
    }

    /// The offending part of the input.
    pub fn part(&self) -> &str {
        match self {
            Self::Empty { .. } => "",
            Self::NotACard { part, .. }
            | Self::NotInPack { part, .. }
            | Self::Duplicate { part }
            | Self::SuitCount { part, .. }
            | Self::NotARank { part, .. } => part,
        }
    }
}

/// The first 40 characters of an input, for messages: hostile texts may be huge.
pub(crate) fn excerpt(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

fn ranks_of(pack: &Pack) -> String {
    pack.rank_letters().collect()
}

/// Canonical text of a card: suit letter, rank letter.
///
/// ```
/// use trickcore::cards::{FRENCH32, card_text, parse_card};
/// for text in ["HT", "TH", "10h", "h10", "♥10"] {
///     assert_eq!(card_text(&FRENCH32, parse_card(&FRENCH32, text).unwrap()), "HT");
/// }
/// ```
pub fn card_text(pack: &Pack, card: Card) -> String {
    [pack.suit_letter(card.suit()), pack.rank_letter(card.rank())].into_iter().collect()
}

/// A card for people: suit symbol, rank letter.
pub fn card_symbol(pack: &Pack, card: Card) -> String {
    [pack.family.symbols[card.suit() as usize], pack.rank_letter(card.rank())].into_iter().collect()
}

/// Reads a card of the pack.
///
/// # Errors
/// `empty`, `not_a_card`, `foreign_card`.
pub fn parse_card(pack: &Pack, text: &str) -> Result<Card, ParseCardError> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Err(ParseCardError::Empty { what: "card" });
    }
    let not_a_card = || ParseCardError::NotACard {
        part: excerpt(trimmed),
        suits: pack.family.suits,
        ranks: ranks_of(pack),
        example: pack.cards().iter().next().map(|card| card_text(pack, card)).unwrap_or_default(),
    };
    let (first, second) = two_characters(pack, trimmed).ok_or_else(not_a_card)?;
    let read = |suit, rank| Some((pack.suit(suit)?, pack.rank(rank)?));
    let (suit, rank) = read(first, second).or_else(|| read(second, first)).ok_or_else(not_a_card)?;
    let card = Card::new(suit, rank).ok_or_else(not_a_card)?;
    if pack.has_rank(rank) {
        Ok(card)
    } else {
        Err(ParseCardError::NotInPack { part: excerpt(trimmed), pack: pack.name, ranks: ranks_of(pack) })
    }
}

/// The two characters of a card text, with `10` read as `T` where the family has a ten. Symbols may carry a
/// variation selector.
fn two_characters(pack: &Pack, text: &str) -> Option<(char, char)> {
    let mut letters = ['\0'; 3];
    let mut count = 0;
    for c in text.chars().filter(|&c| c != '\u{FE0E}' && c != '\u{FE0F}') {
        *letters.get_mut(count)? = c;
        count += 1;
    }
    let ten = pack.rank('T').is_some();
    match (&letters[..count], ten) {
        (&[a, b], _) => Some((a, b)),
        (&[a, '1', '0'], true) => Some((a, 'T')),
        (&['1', '0', a], true) => Some(('T', a)),
        _ => None,
    }
}

/// Canonical text of a hand: ranks by suit, suits separated by dots, `-` for a void.
///
/// ```
/// use trickcore::cards::{FRENCH24, hand_text, parse_hand};
/// let hand = parse_hand(&FRENCH24, "10a.qk..J").unwrap();
/// assert_eq!(hand_text(&FRENCH24, hand), "AT.KQ.-.J");
/// ```
pub fn hand_text(pack: &Pack, hand: CardSet) -> String {
    let mut text = String::with_capacity(hand.len() + 8);
    for suit in 0..4 {
        if suit > 0 {
            text.push('.');
        }
        let ranks = hand.of_suit(suit);
        if ranks.is_empty() {
            text.push('-');
        }
        text.extend(ranks.iter().map(|card| pack.rank_letter(card.rank())));
    }
    text
}

/// Reads a hand of any size.
///
/// # Errors
/// `suit_count`, `not_a_rank`, `foreign_card`, `duplicate_card`.
pub fn parse_hand(pack: &Pack, text: &str) -> Result<CardSet, ParseCardError> {
    let trimmed = text.trim();
    let found = trimmed.split('.').count();
    if found != 4 {
        let part = excerpt(trimmed);
        return Err(ParseCardError::SuitCount { part, found, expected: 4, suits: pack.family.suits });
    }
    let mut hand = CardSet::EMPTY;
    for (suit, ranks) in (0u8..).zip(trimmed.split('.')) {
        let ranks = ranks.trim();
        if ranks != "-" {
            read_suit(pack, suit, ranks, &mut hand)?;
        }
    }
    Ok(hand)
}

fn read_suit(pack: &Pack, suit: u8, ranks: &str, hand: &mut CardSet) -> Result<(), ParseCardError> {
    let mut letters = ranks.chars().peekable();
    while let Some(letter) = letters.next() {
        let rank = match (pack.rank(letter), letters.peek()) {
            (_, Some('0')) if letter == '1' && pack.rank('T').is_some() => {
                letters.next();
                pack.rank('T')
            }
            (rank, _) => rank,
        };
        let card = rank
            .and_then(|rank| Card::new(suit, rank))
            .ok_or_else(|| ParseCardError::NotARank { part: letter.to_string(), ranks: ranks_of(pack) })?;
        if !pack.has_rank(card.rank()) {
            let part = card_text(pack, card);
            return Err(ParseCardError::NotInPack { part, pack: pack.name, ranks: ranks_of(pack) });
        }
        if hand.contains(card) {
            return Err(ParseCardError::Duplicate { part: card_text(pack, card) });
        }
        hand.insert(card);
    }
    Ok(())
}
