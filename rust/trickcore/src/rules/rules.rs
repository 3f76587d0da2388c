//! The card play of a game as plain data.

use super::{RulesFault, RulesFaults};
use crate::MAX_SEATS;
use crate::cards::{Card, Pack};

/// What a player who does not lead must do.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Duty {
    /// Follow the led lane; if unable, any card.
    Follow,
    /// Follow; if unable, play a trump; if unable, any card.
    FollowTrump,
    /// As [`Duty::FollowTrump`], and within what follows a card that beats every card so far must be played if
    /// there is one.
    Beat,
}

impl Duty {
    /// `follow`, `follow-trump` or `beat`.
    pub const fn name(self) -> &'static str {
        match self {
            Duty::Follow => "follow",
            Duty::FollowTrump => "follow-trump",
            Duty::Beat => "beat",
        }
    }

    /// The duty with this name.
    pub fn by_name(name: &str) -> Option<Duty> {
        [Duty::Follow, Duty::FollowTrump, Duty::Beat].into_iter().find(|duty| duty.name() == name)
    }
}

/// One place in the ranking of the trump lane.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum TrumpRank {
    /// The card of this rank of the trump suit.
    Own(u8),
    /// The card of this rank of the other suit of the same colour.
    Sister(u8),
    /// This card, whatever the trump suit.
    Fixed(Card),
}

/// What marriages (king and queen of a suit, declared with a lead of one of them) are worth.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Marriages {
    /// In a suit that is not trumps.
    pub plain: u16,
    /// In trumps.
    pub trump: u16,
}

/// A signal that may be given with a lead: true to be legal, and without effect on the play.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Signal {
    /// The word said.
    pub name: String,
    /// The fewest cards of the led lane that may remain in the leader's hand.
    pub min: u8,
    /// The most cards of the led lane that may remain in the leader's hand.
    pub max: u8,
    /// Bit mask of the ranks that the remaining cards may have.
    pub ranks: u16,
}

/// The card play of a game: what does not depend on the contract.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// A label, written into texts of positions.
    pub name: String,
    /// The pack.
    pub pack: &'static Pack,
    /// Number of seats, 2–4.
    pub seats: usize,
    /// Whether the turn goes to the left. Only front ends care: seats are numbered in turn order.
    pub clockwise: bool,
    /// Ranking of a plain lane, strongest first.
    pub ranking: Vec<u8>,
    /// Ranking of the trump lane, strongest first; the plain ranking where it is `None`.
    pub trump_ranking: Option<Vec<TrumpRank>>,
    /// What a player who does not lead must do.
    pub duty: Duty,
    /// Points of a card by its rank number.
    pub worth: [u16; 16],
    /// Points of the last trick.
    pub last_trick: u16,
    /// Marriages declared with a lead, where the game has them.
    pub marriages: Option<Marriages>,
    /// Signals given with a lead.
    pub signals: Vec<Signal>,
}

/// The most points a single item may be worth, so that no sum overflows.
pub(super) const MAX_WORTH: u16 = 500;

impl Rules {
    /// Rules in which nothing but the pack and the number of seats is said: plain ranking as listed in the pack, duty
    /// to follow, no points.
    ///
    /// ```
    /// use trickcore::cards::FRENCH52;
    /// use trickcore::rules::Rules;
    /// let whist = Rules::plain("whist", &FRENCH52, 4);
    /// assert!(whist.validate().is_ok());
    /// ```
    pub fn plain(name: &str, pack: &'static Pack, seats: usize) -> Rules {
        Rules {
            name: name.to_string(),
            pack,
            seats,
            clockwise: true,
            ranking: (0..16).filter(|&rank| pack.has_rank(rank)).collect(),
            trump_ranking: None,
            duty: Duty::Follow,
            worth: [0; 16],
            last_trick: 0,
            marriages: None,
            signals: Vec::new(),
        }
    }

    /// Checks the rules as data.
    ///
    /// # Errors
    /// Every fault there is, at once.
    pub fn validate(&self) -> Result<(), RulesFaults> {
        let mut faults = Vec::new();
        self.check_frame(&mut faults);
        self.check_rankings(&mut faults);
        self.check_worths(&mut faults);
        self.check_signals(&mut faults);
        if faults.is_empty() { Ok(()) } else { Err(RulesFaults(faults)) }
    }

    fn check_frame(&self, faults: &mut Vec<RulesFault>) {
        if !(2..=MAX_SEATS).contains(&self.seats) {
            faults.push(RulesFault::SeatCount { found: self.seats });
        }
        let word = self.name.trim() == self.name && !self.name.contains([';', '\n']);
        if !word || !(1..=60).contains(&self.name.len()) {
            faults.push(RulesFault::Name { name: self.name.chars().take(60).collect() });
        }
    }

    fn check_rankings(&self, faults: &mut Vec<RulesFault>) {
        let plain: Vec<TrumpRank> = self.ranking.iter().map(|&rank| TrumpRank::Own(rank)).collect();
        self.check_ranking("ranking", &plain, faults);
        if let Some(trumps) = &self.trump_ranking {
            self.check_ranking("trump_ranking", trumps, faults);
        }
    }

    /// Every rank of the pack exactly once, besides promoted cards, each at most once.
    fn check_ranking(&self, part: &'static str, ranking: &[TrumpRank], faults: &mut Vec<RulesFault>) {
        let letter = |rank: u8| self.pack.rank_letter(rank).to_string();
        for (i, &entry) in ranking.iter().enumerate() {
            let (TrumpRank::Own(rank) | TrumpRank::Sister(rank)) = entry else { continue };
            if !self.pack.has_rank(rank) || rank > 15 {
                faults.push(RulesFault::RankForeign { part, rank: letter(rank) });
            } else if ranking[..i].contains(&entry) {
                faults.push(RulesFault::RankRepeated { part, rank: letter(rank) });
            }
        }
        for (i, &entry) in ranking.iter().enumerate() {
            let TrumpRank::Fixed(card) = entry else { continue };
            if !self.pack.cards().contains(card) {
                faults.push(RulesFault::RankForeign { part, rank: letter(card.rank()) });
            } else if ranking[..i].contains(&entry) {
                faults.push(RulesFault::RankRepeated { part, rank: "a fixed card".into() });
            }
        }
        // A rank may also be there as four fixed cards.
        let fixed = |rank: u8| self.pack.of_rank(rank).iter().all(|card| ranking.contains(&TrumpRank::Fixed(card)));
        for rank in (0..16).filter(|&rank| self.pack.has_rank(rank)) {
            if !ranking.contains(&TrumpRank::Own(rank)) && !fixed(rank) {
                faults.push(RulesFault::RankMissing { part, rank: letter(rank) });
            }
        }
    }

    fn check_worths(&self, faults: &mut Vec<RulesFault>) {
        for (rank, &worth) in (0u8..).zip(&self.worth) {
            if worth > 0 && !self.pack.has_rank(rank) {
                faults.push(RulesFault::RankForeign { part: "worth", rank: self.pack.rank_letter(rank).to_string() });
            }
        }
        let marriages = self.marriages.into_iter().flat_map(|m| [m.plain, m.trump]);
        let dearest = self.worth.iter().copied().chain([self.last_trick]).chain(marriages).max().unwrap_or(0);
        if dearest > MAX_WORTH {
            faults.push(RulesFault::Worth { found: u32::from(dearest), most: MAX_WORTH });
        }
        if self.marriages.is_some() && self.couple_ranks().is_none() {
            faults.push(RulesFault::NoCouple { pack: self.pack.name });
        }
    }

    fn check_signals(&self, faults: &mut Vec<RulesFault>) {
        for (i, signal) in self.signals.iter().enumerate() {
            let name = || signal.name.chars().take(60).collect();
            let word = !signal.name.is_empty() && signal.name.chars().all(|c| c.is_ascii_lowercase() || c == '-');
            if !word || signal.name == "marriage" || self.signals[..i].iter().any(|s| s.name == signal.name) {
                faults.push(RulesFault::SignalName { name: name() });
            }
            if signal.min > signal.max {
                faults.push(RulesFault::SignalRange { name: name(), min: signal.min, max: signal.max });
            }
        }
        if self.signals.len() + usize::from(self.marriages.is_some()) > super::MAX_CALLS {
            faults.push(RulesFault::TooManySignals { found: self.signals.len() });
        }
    }

    /// Rank numbers of king and queen, where the pack has both.
    pub(crate) fn couple_ranks(&self) -> Option<(u8, u8)> {
        let (king, queen) = (self.pack.rank('K')?, self.pack.rank('Q')?);
        (self.pack.has_rank(king) && self.pack.has_rank(queen)).then_some((king, queen))
    }
}
