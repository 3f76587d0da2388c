//! One move of the play, and why one is not legal.

use arrayvec::ArrayVec;
use thiserror::Error;

use crate::cards::Card;

/// What goes with a card: nothing, or one of the plan's calls.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Say {
    /// The card alone.
    Nothing,
    /// The call with this number in [`Plan::calls`](crate::rules::Plan::calls).
    Call(u8),
}

/// One move: a card, perhaps with something said, or an announcement before the card.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// A card is played.
    Play(Card, Say),
    /// The announcement with this number in the contract is made.
    Announce(u8),
}

impl Move {
    /// The card alone.
    pub const fn card(card: Card) -> Move {
        Move::Play(card, Say::Nothing)
    }
}

impl From<Card> for Move {
    fn from(card: Card) -> Move {
        Move::card(card)
    }
}

/// The legal moves of a position: at most 32 cards with 8 ways to play each, and 16 announcements.
pub type MoveList = ArrayVec<Move, 272>;

/// Why a move is not legal. Cards and words are given as text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum IllegalMove {
    #[error("the play is over")]
    Over,
    #[error("seat {seat} does not hold {card}; it holds {hand}")]
    NotHeld { seat: usize, card: String, hand: String },
    #[error("{card} does not follow: seat {seat} must follow to {led} with one of {legal}")]
    MustFollow { seat: usize, card: String, led: String, legal: String },
    #[error("{card} is no trump: seat {seat} cannot follow to {led} and must trump with one of {legal}")]
    MustTrump { seat: usize, card: String, led: String, legal: String },
    #[error("{card} does not beat {best}: seat {seat} must beat it with one of {legal}")]
    MustBeat { seat: usize, card: String, best: String, legal: String },
    #[error("`{said}` is not known here; what may go with a lead: {known}")]
    UnknownCall { said: String, known: String },
    #[error("`{said}` goes only with a lead")]
    NotLeading { said: String },
    #[error("no marriage: seat {seat} must hold king and queen of the suit and lead one of them, not {card}")]
    NoMarriage { seat: usize, card: String },
    #[error("the signal {said} with {card} would not be true")]
    FalseSignal { said: String, card: String },
    #[error("`{said}` cannot be announced in this contract")]
    UnknownAnnouncement { said: String },
    #[error("`{said}` can only be announced in the first trick, before one's card")]
    TooLate { said: String },
    #[error("seat {seat} may not announce `{said}`")]
    NotForSeat { seat: usize, said: String },
    #[error("`{said}` is closed by what has been announced")]
    AlreadySaid { said: String },
    #[error("`{said}` needs cards that seat {seat} does not hold: {missing}")]
    CardsMissing { seat: usize, said: String, missing: String },
}

impl IllegalMove {
    /// Stable name of the kind of error.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Over => "over",
            Self::NotHeld { .. } => "not_held",
            Self::MustFollow { .. } => "must_follow",
            Self::MustTrump { .. } => "must_trump",
            Self::MustBeat { .. } => "must_beat",
            Self::UnknownCall { .. } => "unknown_call",
            Self::NotLeading { .. } => "not_leading",
            Self::NoMarriage { .. } => "no_marriage",
            Self::FalseSignal { .. } => "false_signal",
            Self::UnknownAnnouncement { .. } => "unknown_announcement",
            Self::TooLate { .. } => "too_late",
            Self::NotForSeat { .. } => "not_for_seat",
            Self::AlreadySaid { .. } => "already_said",
            Self::CardsMissing { .. } => "cards_missing",
        }
    }
}
