//! Rules compiled for one contract: everything the play asks, as bit masks.
//!
//! A plan gives every card a *bit*: the cards of one lane lie side by side, the strongest highest, and the trump lane
//! lies above all others. So "beats" is one comparison and "all cards that beat this one" is one shift. An empty bit
//! lies above every run of cards of one lane that are worth the same, so that a search can tell by carries where runs
//! of equal cards end. Words over these bits are plain `u64`s here; [`CardSet`]s are over card codes.

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::{Contract, Duty, Rules, RulesFaults, SeatSet, TrumpRank};
use crate::cards::{Card, CardSet};
use crate::{BySeat, MAX_SEATS};

/// The most announcements a contract may have.
pub const MAX_ANNOUNCEMENTS: usize = 16;
/// The most calls (marriage, signals) that may go with a lead.
pub const MAX_CALLS: usize = 7;

/// What may be said with the lead of a card.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Call {
    /// King or queen is led and both are held: points at once.
    Marriage,
    /// A true signal: the cards of the lane that remain number `min..=max` and all lie in `within` (plan bits).
    Signal {
        /// The word said.
        name: String,
        /// Fewest cards that remain.
        min: u32,
        /// Most cards that remain.
        max: u32,
        /// Where they must lie.
        within: u64,
    },
}

impl Call {
    /// The word that follows the card in the text of the action.
    pub fn name(&self) -> &str {
        match self {
            Call::Marriage => "marriage",
            Call::Signal { name, .. } => name,
        }
    }
}

/// An announcement as masks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CompiledAnnouncement {
    pub seats: SeatSet,
    pub needs: u64,
    pub blocked_by: u16,
    pub bonus: u16,
}

/// A king and a queen of one suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Couple {
    pub both: u64,
    pub worth: u16,
}

/// Rules compiled for one contract.
///
/// ```
/// use std::sync::Arc;
/// use trickcore::cards::FRENCH52;
/// use trickcore::rules::{Contract, Plan, Rules};
/// let rules = Arc::new(Rules::plain("whist", &FRENCH52, 4));
/// let plan = Plan::compile(&rules, Contract { trump: Some(0), ..Contract::alone(0) }).unwrap();
/// assert_eq!(plan.trump_lane().len(), 13);
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    rules: Arc<Rules>,
    contract: Contract,
    /// Plan bit of each card code.
    bit_of: [u8; 64],
    /// Card code of each plan bit.
    code_of: [u8; 64],
    /// The lane of each plan bit, as a mask.
    pub(crate) lane_of: [u64; 64],
    /// The lanes as masks; the trump lane, if any, last.
    pub(crate) lanes: ArrayVec<u64, 5>,
    /// The empty bits above the runs of equal worth, those above the lanes included.
    pub(crate) worth_gaps: u64,
    /// The empty bits above the lanes; 0 where the pack leaves no room for them.
    pub(crate) lane_gaps: u64,
    /// Points of each plan bit.
    pub(crate) worth_of: [u16; 64],
    /// The trump lane; 0 without trumps.
    pub(crate) trumps: u64,
    /// The next seat in play, by seat.
    pub(crate) next: BySeat<u8>,
    /// Seats in play.
    pub(crate) in_play: SeatSet,
    /// Number of seats in play.
    pub(crate) players: u8,
    /// The trumps that must be played by those who cannot follow; 0 where there is no such duty.
    duty_trumps: u64,
    /// All bits where the best card must be beaten, else 0.
    duty_beat: u64,
    /// Whether anything may be said during the play.
    pub(crate) talks: bool,
    pub(crate) couples: Vec<Couple>,
    pub(crate) calls: Vec<Call>,
    pub(crate) announcements: Vec<CompiledAnnouncement>,
}

impl PartialEq for Plan {
    fn eq(&self, other: &Plan) -> bool {
        std::ptr::eq(self, other) || (self.contract == other.contract && self.rules == other.rules)
    }
}

impl Eq for Plan {}

impl std::hash::Hash for Plan {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.contract.hash(state);
        self.rules.name.hash(state);
    }
}

impl Plan {
    /// Compiles a contract.
    ///
    /// # Errors
    /// Every fault of the rules or, if they have none, of the contract.
    pub fn compile(rules: &Arc<Rules>, contract: Contract) -> Result<Plan, RulesFaults> {
        rules.validate()?;
        contract.validate(rules)?;
        let lanes = lanes(rules, contract.trump);
        let mut plan = Plan {
            bit_of: [0; 64],
            code_of: [0; 64],
            lane_of: [0; 64],
            lanes: ArrayVec::new(),
            worth_gaps: 0,
            lane_gaps: 0,
            worth_of: [0; 64],
            trumps: 0,
            next: next_seats(rules.seats, contract.out),
            in_play: SeatSet::first(rules.seats).without(contract.out),
            players: SeatSet::first(rules.seats).without(contract.out).len() as u8,
            duty_trumps: 0,
            duty_beat: if rules.duty == Duty::Beat { u64::MAX } else { 0 },
            talks: false,
            couples: Vec::new(),
            calls: Vec::new(),
            announcements: Vec::new(),
            rules: rules.clone(),
            contract,
        };
        plan.place_lanes(&lanes);
        plan.compile_calls();
        plan.compile_announcements();
        plan.talks = !plan.calls.is_empty() || !plan.announcements.is_empty();
        Ok(plan)
    }

    /// Gives the cards their bits, lane by lane, weakest first; the trump lane, if any, is the last of `lanes`. Packs
    /// too large for empty bits between the runs have none.
    fn place_lanes(&mut self, lanes: &[Vec<Card>]) {
        let worth = |card: &Card| self.rules.worth[card.rank() as usize];
        let runs: usize = lanes.iter().map(|lane| lane.chunk_by(|a, b| worth(a) == worth(b)).count()).sum();
        let cards: usize = lanes.iter().map(Vec::len).sum();
        let gap = u8::from(cards + runs <= 64);
        let mut bit = 0;
        for lane in lanes {
            let mut mask = 0;
            for run in lane.chunk_by(|a, b| worth(a) == worth(b)).rev() {
                for &card in run.iter().rev() {
                    self.bit_of[card.code() as usize] = bit;
                    self.code_of[bit as usize] = card.code();
                    self.worth_of[bit as usize] = worth(&card);
                    mask |= 1 << bit;
                    bit += 1;
                }
                self.worth_gaps |= u64::from(gap) << (bit & 63);
                bit += gap;
            }
            self.lane_gaps |= u64::from(gap) << (bit.wrapping_sub(gap) & 63);
            self.lanes.push(mask);
            for lane_bit in 0..64 {
                if mask >> lane_bit & 1 != 0 {
                    self.lane_of[lane_bit] = mask;
                }
            }
        }
        self.trumps = self.contract.trump.and_then(|_| self.lanes.last().copied()).unwrap_or(0);
        self.duty_trumps = if self.rules.duty == Duty::Follow { 0 } else { self.trumps };
    }

    fn compile_calls(&mut self) {
        if let (Some(marriages), Some((king, queen)), true) =
            (self.rules.marriages, self.rules.couple_ranks(), self.contract.marriages)
        {
            self.calls.push(Call::Marriage);
            for suit in 0..4 {
                let couple = [king, queen].into_iter().filter_map(|rank| Card::new(suit, rank)).collect();
                let trump = self.contract.trump == Some(suit);
                let worth = if trump { marriages.trump } else { marriages.plain };
                self.couples.push(Couple { both: self.bits(couple), worth });
            }
        }
        for signal in &self.rules.signals {
            let ranks = (0..16).filter(|rank| signal.ranks >> rank & 1 != 0);
            let within = ranks.fold(CardSet::EMPTY, |set, rank| set | self.rules.pack.of_rank(rank));
            self.calls.push(Call::Signal {
                name: signal.name.clone(),
                min: u32::from(signal.min),
                max: u32::from(signal.max),
                within: self.bits(within),
            });
        }
    }

    fn compile_announcements(&mut self) {
        let all = &self.contract.announcements;
        let place = |text: &str| all.iter().position(|a| a.text == text);
        let compiled = all.iter().enumerate().map(|(i, announcement)| CompiledAnnouncement {
            seats: announcement.seats,
            needs: self.bits(announcement.needs),
            blocked_by: announcement.blocked_by.iter().filter_map(|text| place(text)).fold(1 << i, |m, j| m | 1 << j),
            bonus: announcement.bonus,
        });
        self.announcements = compiled.collect();
    }

    /// The rules compiled.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The contract compiled.
    pub fn contract(&self) -> &Contract {
        &self.contract
    }

    /// Whether the play under another plan is the same but for who bids and who is on which side.
    pub(crate) fn plays_like(&self, other: &Plan) -> bool {
        std::ptr::eq(self, other) || (self.contract.plays_like(&other.contract) && self.rules == other.rules)
    }

    /// What may be said with a lead.
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// The seats whose hands are in play.
    pub fn in_play(&self) -> SeatSet {
        self.in_play
    }

    /// The next seat in play after `seat`.
    pub fn next_seat(&self, seat: usize) -> usize {
        self.next[seat & (MAX_SEATS - 1)] as usize
    }

    /// Plan bit of a card of the pack.
    #[inline]
    pub(crate) fn bit(&self, card: Card) -> u8 {
        self.bit_of[card.code() as usize]
    }

    /// The card of a plan bit.
    #[inline]
    pub(crate) fn card(&self, bit: u8) -> Card {
        Card::from_bit(u32::from(self.code_of[(bit & 63) as usize]))
    }

    /// A set of cards of the pack as plan bits.
    pub(crate) fn bits(&self, cards: CardSet) -> u64 {
        cards.iter().fold(0, |bits, card| bits | 1 << self.bit(card))
    }

    /// Plan bits as a set of cards.
    #[inline]
    pub(crate) fn cards(&self, mut bits: u64) -> CardSet {
        let mut mask = 0;
        while bits != 0 {
            mask |= 1 << self.code_of[(bits.trailing_zeros() & 63) as usize];
            bits &= bits - 1;
        }
        CardSet::from_mask(mask)
    }

    /// The bits that beat `best` when `led` was led: higher ones of its own lane, and higher trumps.
    #[inline]
    pub(crate) fn beaters(&self, led: u8, best: u8) -> u64 {
        (self.lane_of[(led & 63) as usize] | self.trumps) & (!1u64 << (best & 63))
    }

    /// The lane of a card of the pack: all cards that count as one suit with it.
    pub fn lane(&self, card: Card) -> CardSet {
        self.cards(self.lane_of[self.bit(card) as usize & 63])
    }

    /// The trump lane; empty without trumps.
    pub fn trump_lane(&self) -> CardSet {
        self.cards(self.trumps)
    }

    /// Points of a set of cards.
    pub fn worth(&self, cards: CardSet) -> u32 {
        (cards & self.rules.pack.cards()).iter().map(|card| u32::from(self.rules.worth[card.rank() as usize])).sum()
    }

    /// The bits of `hand` that may be played when `led` was led and `best` is the best card so far.
    #[inline]
    pub(crate) fn follow(&self, hand: u64, led: u8, best: u8) -> u64 {
        self.follow_in(hand, self.lane_of[(led & 63) as usize], self.beaters(led, best))
    }

    /// The bits of `hand` that may be played when a card of `lane` was led and `beaters` beat the best card so far.
    #[inline(always)]
    pub(crate) fn follow_in(&self, hand: u64, lane: u64, beaters: u64) -> u64 {
        let lane = hand & lane;
        let trumps = hand & self.duty_trumps;
        let legal = if lane != 0 { lane } else { trumps };
        let legal = if legal != 0 { legal } else { hand };
        let beating = legal & beaters & self.duty_beat;
        if beating != 0 { beating } else { legal }
    }

    /// Whether the best card must be beaten.
    #[inline]
    pub(crate) fn duty_to_beat(&self) -> bool {
        self.duty_beat != 0
    }

    /// Whether those who cannot follow must trump.
    #[inline]
    pub(crate) fn duty_to_trump(&self) -> bool {
        self.duty_trumps != 0
    }

    /// Which cards the one who played `played` to the partial trick `trick` may still have held at that moment: all
    /// whose presence in the hand would have left the play legal. For a lead, all.
    pub fn may_hold(&self, trick: &[Card], played: Card) -> CardSet {
        let all = self.rules.pack.cards();
        let Some((&led, rest)) = trick.split_first() else { return all };
        let led = self.bit(led);
        let best = rest
            .iter()
            .map(|&card| self.bit(card))
            .fold(led, |best, bit| if self.beaters(led, best) >> bit & 1 != 0 { bit } else { best });
        let played = 1 << self.bit(played);
        let innocent = |card: &Card| self.follow(played | 1 << self.bit(*card), led, best) & played != 0;
        all.iter().filter(innocent).collect()
    }
}

/// The lanes of a contract, each strongest first; the trump lane last.
fn lanes(rules: &Rules, trump: Option<u8>) -> Vec<Vec<Card>> {
    let card = |suit, rank| Card::new(suit, rank);
    let trumps: Vec<Card> = match (trump, &rules.trump_ranking) {
        (None, _) => Vec::new(),
        (Some(suit), None) => rules.ranking.iter().filter_map(|&rank| card(suit, rank)).collect(),
        (Some(suit), Some(ranking)) => {
            let sister = rules.pack.family.sisters[suit as usize & 3];
            let place = |entry: &TrumpRank| match *entry {
                TrumpRank::Own(rank) => card(suit, rank),
                TrumpRank::Sister(rank) => card(sister, rank),
                TrumpRank::Fixed(card) => Some(card),
            };
            // A card that has two places has the higher one.
            let mut trumps = Vec::new();
            for card in ranking.iter().filter_map(place) {
                if !trumps.contains(&card) {
                    trumps.push(card);
                }
            }
            trumps
        }
    };
    let plain = (0..4).filter(|&suit| Some(suit) != trump).map(|suit| {
        let lane = rules.ranking.iter().filter_map(|&rank| card(suit, rank));
        lane.filter(|card| !trumps.contains(card)).collect()
    });
    let mut lanes: Vec<Vec<Card>> = plain.collect();
    lanes.extend(trump.map(|_| trumps.clone()));
    lanes
}

fn next_seats(seats: usize, out: SeatSet) -> BySeat<u8> {
    let mut next = [0; MAX_SEATS];
    for (seat, next) in next.iter_mut().enumerate().take(seats) {
        let after = (1..=seats).map(|step| (seat + step) % seats).find(|&other| !out.contains(other));
        *next = after.unwrap_or(seat) as u8;
    }
    next
}
