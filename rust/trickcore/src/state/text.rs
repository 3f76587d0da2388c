//! A position as one line of text, and back.
//!
//! Fields are separated by `;`, each a word and its value: `hands` (one per seat), `leader`, `trick`, `tricks`,
//! `points`, `aside`, `bonus`, `said`, and of the contract `trump`, `bidder`, `side`, `out`, `misere`, `marriages`,
//! `may` (an announcement). What has its plainest value is left out. Fields are read in any order.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use thiserror::Error;

use super::position::Position;
use super::setup::{Setup, SetupFaults};
use crate::cards::{ParseCardError, card_text, excerpt, hand_text, parse_card, parse_hand};
use crate::rules::{Announcement, Contract, MAX_ANNOUNCEMENTS, Plan, Rules, RulesFaults, SeatSet};

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum ParsePositionError {
    #[error("a position text of {found} bytes is too long, expected at most {most}")]
    TooLong { found: usize, most: usize },
    #[error("the field `{field}` is not known; known are {known}")]
    UnknownField { field: String, known: &'static str },
    #[error("the field `{field}` stands twice")]
    RepeatedField { field: String },
    #[error("the field `hands` is missing")]
    NoHands,
    #[error("`{part}` in the field `{field}` is not {expected}")]
    Value { field: String, part: String, expected: &'static str },
    #[error("the text is of the rules `{found}`, expected `{expected}`")]
    OtherRules { found: String, expected: String },
    #[error(transparent)]
    Card(#[from] ParseCardError),
    #[error(transparent)]
    Contract(#[from] RulesFaults),
    #[error(transparent)]
    Setup(#[from] SetupFaults),
}

impl ParsePositionError {
    /// Stable name of the kind of error.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::TooLong { .. } => "too_long",
            Self::UnknownField { .. } => "unknown_field",
            Self::RepeatedField { .. } => "repeated_field",
            Self::NoHands => "no_hands",
            Self::Value { .. } => "value",
            Self::OtherRules { .. } => "other_rules",
            Self::Card(error) => error.kind(),
            Self::Contract(faults) => faults.0.first().map_or("contract", |fault| fault.kind()),
            Self::Setup(faults) => faults.0.first().map_or("setup", |fault| fault.kind()),
        }
    }

    /// The offending part of the input.
    pub fn part(&self) -> String {
        match self {
            Self::TooLong { .. } | Self::NoHands => String::new(),
            Self::UnknownField { field, .. } | Self::RepeatedField { field } => field.clone(),
            Self::Value { part, .. } => part.clone(),
            Self::OtherRules { found, .. } => found.clone(),
            Self::Card(error) => error.part().to_string(),
            Self::Contract(faults) => faults.to_string(),
            Self::Setup(faults) => faults.0.first().map(|fault| fault.part()).unwrap_or_default(),
        }
    }
}

const FIELDS: &str =
    "rules, hands, leader, trick, tricks, points, aside, bonus, said, trump, bidder, side, out, misere, marriages, may";
const MAX_TEXT: usize = 65_536;

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.plan.rules();
        let seats = rules.seats;
        let contract = self.plan.contract();
        let hands: Vec<String> = (0..seats).map(|seat| hand_text(rules.pack, self.hand(seat))).collect();
        write!(f, "rules {}; hands {}; leader {}", rules.name, hands.join(" "), self.leader())?;
        if self.table.len > 0 {
            let cards: Vec<String> = self.trick().map(|(_, card)| card_text(rules.pack, card)).collect();
            write!(f, "; trick {}", cards.join(" "))?;
        }
        write_amounts(f, "tricks", &self.table.tricks[..seats])?;
        write_amounts(f, "points", &self.table.points[..seats])?;
        write_amounts(f, "aside", &self.aside[..seats])?;
        if self.last_trick_bonus > 0 {
            write!(f, "; bonus {}", self.last_trick_bonus)?;
        }
        let said: Vec<String> =
            self.said().map(|(i, seat)| format!("{}@{seat}", contract.announcements[i].text)).collect();
        if !said.is_empty() {
            write!(f, "; said {}", said.join(", "))?;
        }
        write_contract(f, rules, contract)
    }
}

fn write_amounts<T: Copy + Into<u32>>(f: &mut fmt::Formatter<'_>, field: &str, amounts: &[T]) -> fmt::Result {
    let amounts: Vec<u32> = amounts.iter().map(|&amount| amount.into()).collect();
    if amounts.iter().all(|&amount| amount == 0) {
        return Ok(());
    }
    let list: Vec<String> = amounts.iter().map(u32::to_string).collect();
    write!(f, "; {field} {}", list.join(" "))
}

fn seats_text(seats: SeatSet) -> String {
    seats.iter().map(|seat| seat.to_string()).collect::<Vec<_>>().join(" ")
}

fn write_contract(f: &mut fmt::Formatter<'_>, rules: &Rules, contract: &Contract) -> fmt::Result {
    if let Some(trump) = contract.trump {
        write!(f, "; trump {}", rules.pack.suit_letter(trump))?;
    }
    write!(f, "; bidder {}; side {}", contract.bidder, seats_text(contract.side))?;
    if !contract.out.is_empty() {
        write!(f, "; out {}", seats_text(contract.out))?;
    }
    if contract.misere {
        write!(f, "; misere yes")?;
    }
    if !contract.marriages {
        write!(f, "; marriages no")?;
    }
    for announcement in &contract.announcements {
        write!(f, "; may {}@{}", announcement.text, seats_text(announcement.seats))?;
        if !announcement.needs.is_empty() {
            write!(f, " | needs {}", hand_text(rules.pack, announcement.needs))?;
        }
        if announcement.bonus > 0 {
            write!(f, " | bonus {}", announcement.bonus)?;
        }
        if !announcement.blocked_by.is_empty() {
            write!(f, " | blocked {}", announcement.blocked_by.join(", "))?;
        }
    }
    Ok(())
}

/// The fields of a text, while they are read.
struct Fields<'a> {
    rules: &'a Rules,
    setup: Setup,
    contract: Contract,
    side: Option<SeatSet>,
    said: Vec<(&'a str, usize)>,
    seen: Vec<&'a str>,
}

impl Position {
    /// Reads what [`Display`](fmt::Display) writes.
    ///
    /// # Errors
    /// See [`ParsePositionError`]: unknown or repeated fields, unreadable values, faults of the contract or the setup.
    pub fn parse(rules: &Arc<Rules>, text: &str) -> Result<Position, ParsePositionError> {
        if text.len() > MAX_TEXT {
            return Err(ParsePositionError::TooLong { found: text.len(), most: MAX_TEXT });
        }
        let mut fields = Fields {
            rules,
            setup: Setup { allow_revokes: true, ..Setup::default() },
            contract: Contract::alone(0),
            side: None,
            said: Vec::new(),
            seen: Vec::new(),
        };
        for field in text.split(';').map(str::trim).filter(|field| !field.is_empty()) {
            let (name, value) = field.split_once(char::is_whitespace).unwrap_or((field, ""));
            fields.read(name, value.trim())?;
        }
        fields.finish(rules)
    }
}

impl<'a> Fields<'a> {
    fn read(&mut self, name: &'a str, value: &'a str) -> Result<(), ParsePositionError> {
        if name != "may" && self.seen.contains(&name) {
            return Err(ParsePositionError::RepeatedField { field: excerpt(name) });
        }
        self.seen.push(name);
        match name {
            "rules" => self.check_rules(value)?,
            "hands" => {
                let hands = value.split_whitespace().map(|hand| parse_hand(self.rules.pack, hand));
                self.setup.hands = hands.collect::<Result<_, _>>()?;
            }
            "leader" => self.setup.leader = number(name, value)?,
            "trick" => {
                let cards = value.split_whitespace().map(|card| parse_card(self.rules.pack, card));
                self.setup.trick = cards.collect::<Result<_, _>>()?;
            }
            "tricks" => self.setup.tricks = numbers(name, value)?,
            "points" => self.setup.points = numbers(name, value)?,
            "aside" => self.setup.aside = numbers(name, value)?,
            "bonus" => self.setup.last_trick_bonus = number(name, value)?,
            "said" => self.said = value.split(',').map(|item| at_seat(name, item)).collect::<Result<_, _>>()?,
            "trump" => self.contract.trump = Some(self.suit(name, value)?),
            "bidder" => self.contract.bidder = number(name, value)?,
            "side" => self.side = Some(seats(name, value)?),
            "out" => self.contract.out = seats(name, value)?,
            "misere" => self.contract.misere = yes(name, value)?,
            "marriages" => self.contract.marriages = yes(name, value)?,
            "may" => self.read_announcement(name, value)?,
            _ => return Err(ParsePositionError::UnknownField { field: excerpt(name), known: FIELDS }),
        }
        Ok(())
    }

    fn check_rules(&self, value: &str) -> Result<(), ParsePositionError> {
        if value == self.rules.name {
            return Ok(());
        }
        Err(ParsePositionError::OtherRules { found: excerpt(value), expected: self.rules.name.clone() })
    }

    fn suit(&self, field: &str, value: &str) -> Result<u8, ParsePositionError> {
        let mut letters = value.chars();
        let suit = letters.next().and_then(|letter| self.rules.pack.suit(letter));
        suit.filter(|_| letters.next().is_none()).ok_or_else(|| wrong(field, value, "a suit of the pack"))
    }

    fn read_announcement(&mut self, field: &str, value: &str) -> Result<(), ParsePositionError> {
        if self.contract.announcements.len() >= MAX_ANNOUNCEMENTS {
            return Err(wrong(field, value, "one of at most 16 announcements"));
        }
        let mut parts = value.split('|').map(str::trim);
        let first = parts.next().unwrap_or_default();
        let (text, by) = first.rsplit_once('@').ok_or_else(|| wrong(field, first, "a text, @ and seats"))?;
        let mut announcement = Announcement {
            text: text.trim().to_string(),
            seats: seats(field, by)?,
            needs: Default::default(),
            blocked_by: Vec::new(),
            bonus: 0,
        };
        for part in parts {
            match part.split_once(char::is_whitespace) {
                Some(("needs", cards)) => announcement.needs = parse_hand(self.rules.pack, cards)?,
                Some(("bonus", points)) => announcement.bonus = number(field, points.trim())?,
                Some(("blocked", texts)) => {
                    announcement.blocked_by = texts.split(',').map(|text| text.trim().to_string()).collect();
                }
                _ => return Err(wrong(field, part, "one of needs, bonus, blocked")),
            }
        }
        self.contract.announcements.push(announcement);
        Ok(())
    }

    fn finish(mut self, rules: &Arc<Rules>) -> Result<Position, ParsePositionError> {
        if !self.seen.contains(&"hands") {
            return Err(ParsePositionError::NoHands);
        }
        self.contract.side = self.side.unwrap_or_else(|| [self.contract.bidder].into_iter().collect());
        let plan = Arc::new(Plan::compile(rules, self.contract)?);
        for (text, seat) in self.said {
            let known = plan.contract().announcements.iter().position(|a| a.text == text);
            self.setup.said.push((known.ok_or_else(|| wrong("said", text, "an announcement of a field may"))?, seat));
        }
        Ok(self.setup.build(&plan)?)
    }
}

fn wrong(field: &str, part: &str, expected: &'static str) -> ParsePositionError {
    ParsePositionError::Value { field: field.to_string(), part: excerpt(part), expected }
}

fn number<T: FromStr>(field: &str, value: &str) -> Result<T, ParsePositionError> {
    value.trim().parse().map_err(|_| wrong(field, value, "a whole number in range"))
}

fn numbers(field: &str, value: &str) -> Result<Vec<u32>, ParsePositionError> {
    value.split_whitespace().map(|item| number(field, item)).collect()
}

fn seats(field: &str, value: &str) -> Result<SeatSet, ParsePositionError> {
    let list = numbers(field, value)?;
    if list.iter().any(|&seat| seat > 7) {
        return Err(wrong(field, value, "a list of seats"));
    }
    Ok(list.into_iter().map(|seat| seat as usize).collect())
}

fn yes(field: &str, value: &str) -> Result<bool, ParsePositionError> {
    match value {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(wrong(field, value, "yes or no")),
    }
}

fn at_seat<'a>(field: &str, item: &'a str) -> Result<(&'a str, usize), ParsePositionError> {
    let (text, seat) = item.rsplit_once('@').ok_or_else(|| wrong(field, item, "a text, @ and a seat"))?;
    Ok((text.trim(), number(field, seat)?))
}
