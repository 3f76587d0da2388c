//! What can be wrong with rules and contracts.

use std::fmt;

use thiserror::Error;

/// One thing that is wrong with rules or a contract.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum RulesFault {
    #[error("{found} seats, expected 2, 3 or 4")]
    SeatCount { found: usize },
    #[error("`{name}` is no name for rules: expected 1 to 60 characters without `;`")]
    Name { name: String },
    #[error("the {part} names the rank {rank} twice")]
    RankRepeated { part: &'static str, rank: String },
    #[error("the {part} leaves out the rank {rank}")]
    RankMissing { part: &'static str, rank: String },
    #[error("the {part} names the rank {rank}, which the pack has not")]
    RankForeign { part: &'static str, rank: String },
    #[error("a worth of {found} points, expected at most {most}")]
    Worth { found: u32, most: u16 },
    #[error("the pack {pack} has no king and queen to marry")]
    NoCouple { pack: &'static str },
    #[error("`{name}` is no name for a signal: expected a lower-case word, once")]
    SignalName { name: String },
    #[error("the signal {name} wants from {min} to {max} cards")]
    SignalRange { name: String, min: u8, max: u8 },
    #[error("{found} signals are too many")]
    TooManySignals { found: usize },
    #[error("{part} names seat {seat}, expected a seat below {seats}")]
    Seat { part: &'static str, seat: usize, seats: usize },
    #[error("suit number {suit} is no trump suit, expected 0 to 3")]
    TrumpSuit { suit: u8 },
    #[error("the bidder, seat {seat}, must be on its own side and in play")]
    Bidder { seat: usize },
    #[error("{found} seats in play, expected at least 2")]
    TooFewInPlay { found: usize },
    #[error("no seat in play opposes the bidder's side")]
    NoDefender,
    #[error("{found} announcements, expected at most {most}")]
    TooManyAnnouncements { found: usize, most: usize },
    #[error("`{text}` is no announcement: expected 1 to 60 characters without any of ; | @, once")]
    AnnouncementText { text: String },
    #[error("the announcement `{text}` is blocked by `{other}`, which is none of the contract's")]
    BlockedBy { text: String, other: String },
    #[error("the announcement `{text}` needs a card that is not in the pack")]
    AnnouncementCards { text: String },
}

impl RulesFault {
    /// Stable name of the kind of fault.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::SeatCount { .. } => "seat_count",
            Self::Name { .. } => "name",
            Self::RankRepeated { .. } => "rank_repeated",
            Self::RankMissing { .. } => "rank_missing",
            Self::RankForeign { .. } => "rank_foreign",
            Self::Worth { .. } => "worth",
            Self::NoCouple { .. } => "no_couple",
            Self::SignalName { .. } => "signal_name",
            Self::SignalRange { .. } => "signal_range",
            Self::TooManySignals { .. } => "too_many_signals",
            Self::Seat { .. } => "seat",
            Self::TrumpSuit { .. } => "trump_suit",
            Self::Bidder { .. } => "bidder",
            Self::TooFewInPlay { .. } => "too_few_in_play",
            Self::NoDefender => "no_defender",
            Self::TooManyAnnouncements { .. } => "too_many_announcements",
            Self::AnnouncementText { .. } => "announcement_text",
            Self::BlockedBy { .. } => "blocked_by",
            Self::AnnouncementCards { .. } => "announcement_cards",
        }
    }
}

/// Everything that is wrong with rules or a contract, never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesFaults(pub Vec<RulesFault>);

impl fmt::Display for RulesFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            write!(f, "{}{fault}", if i > 0 { "; " } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for RulesFaults {}
