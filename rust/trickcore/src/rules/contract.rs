//! The contract of a deal: what, besides the rules, the card play depends on.

use super::rules::MAX_WORTH;
use super::{MAX_ANNOUNCEMENTS, Rules, RulesFault, RulesFaults, SeatSet};
use crate::cards::CardSet;

/// Something a seat may say in the first trick, on its own turn, before its card. Nobody may repeat it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Announcement {
    /// The words said; the text of the action.
    pub text: String,
    /// The seats that may say it.
    pub seats: SeatSet,
    /// Cards that must all be held to say it.
    pub needs: CardSet,
    /// Announcements of the contract after which this one cannot be made any more.
    pub blocked_by: Vec<String>,
    /// Points credited to the one who said it as soon as that seat has won a trick.
    pub bonus: u16,
}

/// The contract of a deal.
///
/// ```
/// use trickcore::rules::{Contract, SeatSet};
/// let contract = Contract { trump: Some(1), side: SeatSet::from_iter([0, 2]), ..Contract::alone(0) };
/// assert!(!contract.misere);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Contract {
    /// Trump suit number, or `None` to play without trumps.
    pub trump: Option<u8>,
    /// The seat whose payoff is at stake.
    pub bidder: usize,
    /// The seats of the bidder's side.
    pub side: SeatSet,
    /// Seats whose hands are out of play.
    pub out: SeatSet,
    /// Whether the bidder wants no trick.
    pub misere: bool,
    /// Whether marriages may be declared, where the rules have them.
    pub marriages: bool,
    /// What may be announced in the first trick.
    pub announcements: Vec<Announcement>,
}

impl Contract {
    /// The plainest contract: one seat against all others, no trumps.
    pub fn alone(bidder: usize) -> Contract {
        Contract {
            trump: None,
            bidder,
            side: [bidder].into_iter().collect(),
            out: SeatSet::EMPTY,
            misere: false,
            marriages: true,
            announcements: Vec::new(),
        }
    }

    /// Whether another contract differs in nothing but the bidder and the sides.
    pub(super) fn plays_like(&self, other: &Contract) -> bool {
        let Contract { trump, bidder: _, side: _, out, misere, marriages, announcements } = self;
        (trump, out, misere, marriages, announcements)
            == (&other.trump, &other.out, &other.misere, &other.marriages, &other.announcements)
    }

    pub(super) fn validate(&self, rules: &Rules) -> Result<(), RulesFaults> {
        let mut faults = Vec::new();
        self.check_seats(rules, &mut faults);
        if let Some(suit) = self.trump.filter(|&suit| suit > 3) {
            faults.push(RulesFault::TrumpSuit { suit });
        }
        self.check_announcements(rules, &mut faults);
        if faults.is_empty() { Ok(()) } else { Err(RulesFaults(faults)) }
    }

    fn check_seats(&self, rules: &Rules, faults: &mut Vec<RulesFault>) {
        let seats = rules.seats;
        let all = SeatSet::first(seats);
        for (part, set) in [("side", self.side), ("out", self.out)] {
            faults.extend((0..8).filter(|&seat| set.contains(seat) && seat >= seats).map(|seat| RulesFault::Seat {
                part,
                seat,
                seats,
            }));
        }
        if self.bidder >= seats {
            faults.push(RulesFault::Seat { part: "bidder", seat: self.bidder, seats });
        } else if !self.side.contains(self.bidder) || self.out.contains(self.bidder) {
            faults.push(RulesFault::Bidder { seat: self.bidder });
        }
        let in_play = all.without(self.out);
        if in_play.len() < 2 {
            faults.push(RulesFault::TooFewInPlay { found: in_play.len() });
        } else if in_play.is_subset(self.side) {
            faults.push(RulesFault::NoDefender);
        }
    }

    fn check_announcements(&self, rules: &Rules, faults: &mut Vec<RulesFault>) {
        if self.announcements.len() > MAX_ANNOUNCEMENTS {
            let found = self.announcements.len();
            faults.push(RulesFault::TooManyAnnouncements { found, most: MAX_ANNOUNCEMENTS });
        }
        for (i, announcement) in self.announcements.iter().enumerate() {
            let text = || announcement.text.chars().take(60).collect::<String>();
            let known = |other: &str| self.announcements.iter().any(|a| a.text == other);
            let twice = self.announcements[..i].iter().any(|a| a.text == announcement.text);
            let length = announcement.text.len();
            let plain = announcement.text.trim() == announcement.text;
            if twice || !plain || !(1..=60).contains(&length) || announcement.text.contains([';', '|', '@', ',', '\n'])
            {
                faults.push(RulesFault::AnnouncementText { text: text() });
            }
            let outside = (0..8).filter(|&seat| seat >= rules.seats && announcement.seats.contains(seat));
            faults.extend(outside.map(|seat| RulesFault::Seat { part: "announcement", seat, seats: rules.seats }));
            if let Some(other) = announcement.blocked_by.iter().find(|other| !known(other)) {
                faults.push(RulesFault::BlockedBy { text: text(), other: other.chars().take(60).collect() });
            }
            if !announcement.needs.is_subset(rules.pack.cards()) {
                faults.push(RulesFault::AnnouncementCards { text: text() });
            }
            if announcement.bonus > MAX_WORTH {
                faults.push(RulesFault::Worth { found: u32::from(announcement.bonus), most: MAX_WORTH });
            }
        }
    }
}
