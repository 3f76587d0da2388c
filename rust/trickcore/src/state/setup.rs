//! Anything a user may type, made into a position or refused with every fault named.

use std::fmt;
use std::sync::Arc;

use thiserror::Error;

use super::position::{Position, Table};
use crate::cards::{Card, CardSet, card_text};
use crate::rules::Plan;
use crate::{BySeat, MAX_SEATS};

/// A moment of the play as typed: nothing is checked until [`Setup::build`].
///
/// ```
/// use std::sync::Arc;
/// use trickcore::cards::{FRENCH52, parse_hand};
/// use trickcore::rules::{Contract, Plan, Rules};
/// use trickcore::state::Setup;
/// let rules = Arc::new(Rules::plain("whist", &FRENCH52, 2));
/// let plan = Arc::new(Plan::compile(&rules, Contract::alone(0)).unwrap());
/// let hands = ["AK.-.-.-", "QJ.-.-.-"].map(|hand| parse_hand(&FRENCH52, hand).unwrap());
/// let position = Setup::new(hands.to_vec()).build(&plan).unwrap();
/// assert_eq!(position.legal_plays().len(), 2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// The cards that each seat holds now. Hands of seats out of play are left out of the play.
    pub hands: Vec<CardSet>,
    /// The seat that led, or is to lead, the trick in progress.
    pub leader: usize,
    /// The cards of the trick in progress, in order of play.
    pub trick: Vec<Card>,
    /// Tricks won before, by seat; empty for none.
    pub tricks: Vec<u32>,
    /// Points won before, by seat; empty for none.
    pub points: Vec<u32>,
    /// Points that count for a seat when all is over; empty for none.
    pub aside: Vec<u32>,
    /// Points of the last trick besides those of the rules.
    pub last_trick_bonus: u32,
    /// Announcements made: number in the contract, and seat.
    pub said: Vec<(usize, usize)>,
    /// Accepts a card in the trick that its player should not have played, as a table does that lets a revoke stand.
    pub allow_revokes: bool,
}

/// One thing that is wrong with a setup.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum SetupFault {
    #[error("{found} hands, expected {expected}")]
    HandCount { found: usize, expected: usize },
    #[error("the {part} have {found} entries, expected {expected} or none")]
    SeatCount { part: &'static str, found: usize, expected: usize },
    #[error("{card} is not a card of the pack {pack}")]
    Foreign { card: String, pack: &'static str },
    #[error("the card {card} appears twice")]
    Duplicate { card: String },
    #[error("seat {seat} is no seat in play for the {part}")]
    Seat { part: &'static str, seat: usize },
    #[error("{found} cards in the trick, expected fewer than {players}")]
    TrickTooLong { found: usize, players: usize },
    #[error("seat {seat} has {found} cards, expected {expected} as the others and the trick tell")]
    HandSize { seat: usize, found: usize, expected: usize },
    #[error("seat {seat} played {card} to the trick though it had to play one of {legal}")]
    Revoke { seat: usize, card: String, legal: String },
    #[error("the {part} of seat {seat}, with all there are to win, are {found}, expected at most {most}")]
    TooMuch { part: &'static str, seat: usize, found: u32, most: u32 },
    #[error("announcement {number} of seat {seat} is not possible in this contract, or stands twice")]
    Announcement { number: usize, seat: usize },
}

impl SetupFault {
    /// Stable name of the kind of fault.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::HandCount { .. } => "hand_count",
            Self::SeatCount { .. } => "seat_count",
            Self::Foreign { .. } => "foreign_card",
            Self::Duplicate { .. } => "duplicate_card",
            Self::Seat { .. } => "seat",
            Self::TrickTooLong { .. } => "trick_too_long",
            Self::HandSize { .. } => "card_count",
            Self::Revoke { .. } => "revoke",
            Self::TooMuch { .. } => "too_much",
            Self::Announcement { .. } => "announcement",
        }
    }

    /// The offending part of the input.
    pub fn part(&self) -> String {
        match self {
            Self::HandCount { .. } => "hands".into(),
            Self::TrickTooLong { .. } => "trick".into(),
            Self::SeatCount { part, .. } | Self::Seat { part, .. } => (*part).into(),
            Self::Foreign { card, .. } | Self::Duplicate { card } | Self::Revoke { card, .. } => card.clone(),
            Self::HandSize { seat, .. } => format!("seat {seat}"),
            Self::TooMuch { part, seat, .. } => format!("{part} of seat {seat}"),
            Self::Announcement { number, .. } => format!("announcement {number}"),
        }
    }
}

/// Everything that is wrong with a setup, never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupFaults(pub Vec<SetupFault>);

impl fmt::Display for SetupFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            write!(f, "{}{fault}", if i > 0 { "; " } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for SetupFaults {}

/// The most points that a seat may have won in the end: those it starts with and all there are to win. So no sum
/// overflows, and every position that can be reached from a setup can be typed in as one.
const MAX_POINTS: u32 = 57_000;
/// The most points put aside for a seat, and the most added to the last trick.
const MAX_EXTRA: u32 = 8_000;
/// The most tricks that a seat may have won in the end.
const MAX_TRICKS: u32 = 64;

impl Setup {
    /// A setup with hands alone: seat 0 leads, nothing has been won.
    pub fn new(hands: Vec<CardSet>) -> Setup {
        Setup { hands, ..Setup::default() }
    }

    /// The position, if the setup is one.
    ///
    /// # Errors
    /// Every fault there is, at once. Faults that hide others (a wrong number of hands, a seat that is not there) are
    /// reported alone.
    pub fn build(&self, plan: &Arc<Plan>) -> Result<Position, SetupFaults> {
        let mut faults = Vec::new();
        self.check_frame(plan, &mut faults);
        if faults.is_empty() {
            self.check_cards(plan, &mut faults);
            self.check_sizes(plan, &mut faults);
            self.check_amounts(plan, &mut faults);
        }
        if !faults.is_empty() {
            return Err(SetupFaults(faults));
        }
        let mut position = self.empty_handed(plan);
        self.announce(&mut position, &mut faults);
        self.play_trick(&mut position, &mut faults);
        if faults.is_empty() { Ok(position) } else { Err(SetupFaults(faults)) }
    }

    fn check_frame(&self, plan: &Plan, faults: &mut Vec<SetupFault>) {
        let seats = plan.rules().seats;
        if self.hands.len() != seats {
            faults.push(SetupFault::HandCount { found: self.hands.len(), expected: seats });
        }
        for (part, list) in [("tricks", &self.tricks), ("points", &self.points), ("points put aside", &self.aside)] {
            if !list.is_empty() && list.len() != seats {
                faults.push(SetupFault::SeatCount { part, found: list.len(), expected: seats });
            }
        }
        if !plan.in_play().contains(self.leader) {
            faults.push(SetupFault::Seat { part: "leader", seat: self.leader });
        }
        let players = plan.in_play().len();
        if self.trick.len() >= players {
            faults.push(SetupFault::TrickTooLong { found: self.trick.len(), players });
        }
    }

    /// The hands of the seats in play.
    fn hands_in_play<'a>(&'a self, plan: &'a Plan) -> impl Iterator<Item = (usize, CardSet)> + 'a {
        self.hands.iter().copied().enumerate().filter(|(seat, _)| plan.in_play().contains(*seat))
    }

    fn check_cards(&self, plan: &Plan, faults: &mut Vec<SetupFault>) {
        let pack = plan.rules().pack;
        let mut seen = CardSet::EMPTY;
        let trick = self.trick.iter().map(|&card| CardSet::from(card));
        for set in self.hands_in_play(plan).map(|(_, hand)| hand).chain(trick) {
            let twice = (set & seen).iter();
            faults.extend(twice.map(|card| SetupFault::Duplicate { card: card_text(pack, card) }));
            let foreign = (set - pack.cards()).iter();
            faults.extend(foreign.map(|card| SetupFault::Foreign { card: card_text(pack, card), pack: pack.name }));
            seen = seen | set;
        }
    }

    /// All seats in play hold equally many cards, less one where they have played to the trick.
    fn check_sizes(&self, plan: &Plan, faults: &mut Vec<SetupFault>) {
        let mut played = [0; MAX_SEATS];
        let mut seat = self.leader;
        for _ in &self.trick {
            played[seat] = 1;
            seat = plan.next_seat(seat);
        }
        let size = self.hands[seat].len();
        for (seat, hand) in self.hands_in_play(plan) {
            let expected = size.saturating_sub(played[seat]);
            if hand.len() != expected || hand.len() + played[seat] != size {
                faults.push(SetupFault::HandSize { seat, found: hand.len(), expected });
            }
        }
    }

    fn check_amounts(&self, plan: &Plan, faults: &mut Vec<SetupFault>) {
        let tricks_left = self.hands_in_play(plan).map(|(_, hand)| hand.len() as u32).max().unwrap_or(0);
        let mut check = |part, start: &[u32], to_win: u32, most| {
            for (seat, &start) in start.iter().enumerate() {
                let found = start.saturating_add(to_win);
                if found > most {
                    faults.push(SetupFault::TooMuch { part, seat, found, most });
                }
            }
        };
        check("tricks", &self.tricks, tricks_left, MAX_TRICKS);
        check("points", &by_seat(&self.points), self.points_to_win(plan), MAX_POINTS);
        check("points put aside", &self.aside, 0, MAX_EXTRA);
        check("points added to the last trick", &[self.last_trick_bonus], 0, MAX_EXTRA);
    }

    /// All points that a seat could still win: cards, the last trick, marriages and announcements.
    fn points_to_win(&self, plan: &Plan) -> u32 {
        let hands = || self.hands_in_play(plan).map(|(_, hand)| hand);
        let in_play = hands().chain(self.trick.iter().map(|&card| card.into())).fold(CardSet::EMPTY, |a, b| a | b);
        if in_play.is_empty() {
            return 0;
        }
        let whole = |both: u64| hands().any(|hand| both & !plan.bits(hand) == 0);
        let marriages = plan.couples.iter().filter(|couple| whole(couple.both)).map(|couple| u32::from(couple.worth));
        let first_trick = self.tricks.iter().all(|&tricks| tricks == 0);
        let open = plan.announcements.iter().enumerate().filter(|(number, _)| {
            let by = self.said.iter().find(|(said, _)| said == number);
            by.map_or(first_trick, |&(_, seat)| self.tricks.get(seat).is_none_or(|&tricks| tricks == 0))
        });
        let announced = open.map(|(_, announcement)| u32::from(announcement.bonus));
        let last = u32::from(plan.rules().last_trick).saturating_add(self.last_trick_bonus.min(MAX_EXTRA));
        plan.worth(in_play).saturating_add(last).saturating_add(marriages.chain(announced).sum())
    }

    /// The position before the cards of the trick were played, these cards back in their hands.
    fn empty_handed(&self, plan: &Arc<Plan>) -> Position {
        let mut hands = [0; MAX_SEATS];
        for (seat, hand) in self.hands_in_play(plan) {
            hands[seat] = plan.bits(hand);
        }
        let mut seat = self.leader;
        for &card in &self.trick {
            hands[seat] |= 1 << plan.bit(card);
            seat = plan.next_seat(seat);
        }
        let table = Table {
            trick: [0; MAX_SEATS],
            len: 0,
            leader: self.leader as u8,
            turn: self.leader as u8,
            best: 0,
            best_seat: 0,
            tricks: by_seat(&self.tricks).map(|tricks| tricks as u8),
            points: by_seat(&self.points).map(|points| points as u16),
            waiting: [0; MAX_SEATS],
            said: 0,
            said_by: 0,
        };
        let aside = by_seat(&self.aside).map(|points| points as u16);
        Position { plan: plan.clone(), hands, table, aside, last_trick_bonus: self.last_trick_bonus as u16 }
    }

    fn announce(&self, position: &mut Position, faults: &mut Vec<SetupFault>) {
        for &(number, seat) in &self.said {
            let known = position.plan.contract().announcements.get(number);
            let fits = known.is_some_and(|announcement| announcement.seats.contains(seat));
            if !fits || position.table.said >> number & 1 != 0 {
                faults.push(SetupFault::Announcement { number, seat });
                continue;
            }
            position.table.said |= 1 << number;
            position.table.said_by |= (seat as u32) << (2 * number);
            if position.table.tricks[seat] == 0 {
                position.table.waiting[seat] += position.plan.announcements[number].bonus;
            }
        }
    }

    fn play_trick(&self, position: &mut Position, faults: &mut Vec<SetupFault>) {
        let pack = position.plan.rules().pack;
        for &card in &self.trick {
            let legal = position.legal_plays();
            if !legal.contains(card) && !self.allow_revokes {
                let names: Vec<String> = legal.iter().map(|card| card_text(pack, card)).collect();
                faults.push(SetupFault::Revoke {
                    seat: position.table.turn as usize,
                    card: card_text(pack, card),
                    legal: names.join(" "),
                });
            }
            position.play_bit(position.plan.bit(card));
        }
    }
}

fn by_seat(list: &[u32]) -> BySeat<u32> {
    let mut amounts = [0; MAX_SEATS];
    amounts.iter_mut().zip(list).for_each(|(amount, &given)| *amount = given);
    amounts
}
