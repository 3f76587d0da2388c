//! Worlds: where the cards may be that somebody does not see, drawn uniformly from all ways that fit.
//!
//! Cards go to *places* (hands, a talon, heaps put aside), each with room for so many. What is known is a list of
//! [`Case`]s that exclude each other; in a case every card has the places where it may be. A [`Sampler`] counts the
//! ways to fill the places exactly, so that each is drawn with the same chance and none is ever drawn in vain.

mod sampler;

pub use sampler::{Sampler, WorldsFault, split};

use crate::cards::CardSet;

/// The most places there may be.
pub const MAX_PLACES: usize = 32;

/// Cards that may all be in the same places.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The cards.
    pub cards: CardSet,
    /// The places as bits: bit *p* for place *p*.
    pub places: u32,
}

/// One way in which things may stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// How many cards each place takes.
    pub rooms: Vec<u8>,
    /// All cards, each in one group.
    pub groups: Vec<Group>,
}
