//! The search: can the maximising side get at least so much of what is still to come?
//!
//! Every answer comes with the *ranks* it depends on: bits of cards; in each lane the lowest of them and all higher
//! cards had to be where they were, the cards below could have been any. (Under a duty to beat, legality depends on
//! ranks too, and is counted in.)

use super::bounds::sure;
use super::equals::lowest_of_runs;
use super::geometry::Geometry;
use super::need::{Need, OVER, Open};
use super::ordering::{Moves, order_follow, order_lead};
use super::table::{Found, Key, Table};
use crate::BySeat;
use crate::rules::{Call, Plan};
use crate::solver::control::{Control, Stop};

/// Which ideas a search uses. All are on but in tests that prove each of them harmless.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Ideas {
    /// Keep answers in the table.
    pub table: bool,
    /// Generalise entries over ranks that did not matter.
    pub generalise: bool,
    /// Search one of a run of equal cards.
    pub equals: bool,
    /// Count sure winners before searching.
    pub bounds: bool,
    /// Order moves; otherwise the lowest bit comes first.
    pub ordering: bool,
    /// Try first the card that decided a similar position.
    pub hints: bool,
}

impl Default for Ideas {
    fn default() -> Ideas {
        Ideas { table: true, generalise: true, equals: true, bounds: true, ordering: true, hints: true }
    }
}

/// The trick in progress.
#[derive(Copy, Clone, Debug)]
pub(super) struct Trick {
    /// The cards played to it.
    pub cards: u64,
    pub led: u8,
    pub best: u8,
    pub best_seat: u8,
    /// How many cards have been played to it.
    pub len: u8,
    /// What its cards are worth.
    pub worth: i32,
    /// Kings and queens of marriages that were intact when it was led.
    pub couples: u64,
}

impl Trick {
    /// A trick to which this card is led.
    #[inline(always)]
    pub fn led(geometry: &Geometry, seat: usize, bit: u8, couples: u64) -> Trick {
        let worth = i32::from(geometry.worth[(bit & 63) as usize]);
        Trick { cards: 1 << (bit & 63), led: bit, best: bit, best_seat: seat as u8, len: 1, worth, couples }
    }

    /// The trick with one more card.
    #[inline(always)]
    pub fn with(&self, plan: &Plan, geometry: &Geometry, seat: usize, bit: u8) -> Trick {
        let mut after = *self;
        after.cards |= 1 << (bit & 63);
        after.worth += i32::from(geometry.worth[(bit & 63) as usize]);
        if plan.beaters(self.led, self.best) >> (bit & 63) & 1 != 0 {
            after.best = bit;
            after.best_seat = seat as u8;
        }
        after.len += 1;
        after
    }
}

/// An answer and the ranks it depends on.
type Answer = (bool, u64);

/// What the answers of a search are about.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Sides {
    /// Seats whose tricks count.
    pub gain: u8,
    /// Seats that want the amount high.
    pub high: u8,
    /// Whether bonuses (marriages, waiting announcements) count.
    pub bonuses: bool,
}

/// A search in progress over one position.
pub(super) struct Search<'a, 'c, 'p> {
    pub plan: &'a Plan,
    pub geometry: &'a Geometry,
    pub table: &'a mut Table,
    pub control: &'c mut Control<'p>,
    pub ideas: Ideas,
    pub sides: Sides,
    /// Cards still held.
    pub hands: BySeat<u64>,
    /// Cards held or in the trick in progress.
    pub present: u64,
    pub shape: u128,
    /// What the cards and tricks still to come are worth in all.
    pub pool: i32,
    /// Seats whose announced points wait, and how much.
    pub waiting: u8,
    pub bonus: BySeat<i32>,
    /// The lead that decided last, by seat and number of cards held.
    pub killers: [[u8; 32]; crate::MAX_SEATS],
    /// Set when the search has to stop; answers then mean nothing.
    pub stopped: Option<Stop>,
}

impl Search<'_, '_, '_> {
    #[inline]
    fn gains(&self, seat: usize) -> bool {
        self.sides.gain >> seat & 1 != 0
    }

    #[inline]
    fn wants_high(&self, seat: usize) -> bool {
        self.sides.high >> seat & 1 != 0
    }

    /// At the start of a trick.
    pub fn lead<N: Need>(&mut self, leader: usize, need: N) -> Answer {
        // Step 1. Count the node; stop where told to.
        if let Err(stop) = self.control.tick() {
            self.stopped = Some(stop);
            return (false, 0);
        }

        // Step 2. Decided by what is left at all.
        let hand = self.hands[leader & 3];
        let couples = self.intact_couples();
        let open = self.open(hand.count_ones() as i32, couples);
        if let Some(answer) = need.decided(open) {
            return (answer, 0);
        }

        // Step 3. The last trick plays itself.
        if hand & hand.wrapping_sub(1) == 0 {
            return self.last_trick(leader, need);
        }

        // Step 4. Decided by sure winners.
        let closed = open.own_bonus == 0 && open.others_bonus == 0;
        if self.ideas.bounds && closed && self.sides.gain == self.sides.high {
            let sure = sure(self, leader);
            if let Some(answer) = need.decided_by(open, &sure) {
                return (answer, sure.ranks);
            }
        }

        // Step 5. Decided by the table.
        let turn = leader as u8 | self.waiting << 2;
        let (bound, totals) = need.split();
        let key = Key { shape: self.shape, couples: self.lanes_of(couples), totals, turn };
        let mut owners = [0; 2];
        let mut hint = None;
        if self.ideas.table {
            owners = self.geometry.owners(&self.hands, self.present);
            match self.table.find(&key, owners, bound) {
                Found::Answer(answer, places) => return (answer, self.geometry.ranks(places, self.present)),
                Found::Hint(found) => hint = found.filter(|_| self.ideas.hints),
            }
        }

        // Step 6. Search the moves.
        let (answer, ranks, best) = self.search_leads(leader, need, couples, hint);
        if self.stopped.is_some() {
            return (false, 0);
        }

        // Step 7. Remember. Intact marriages need their cards known.
        let ranks = ranks | couples;
        if self.ideas.table {
            let all = if self.ideas.generalise { ranks } else { self.present };
            let places = self.geometry.places(all, self.present);
            self.table.store(&key, owners, places, bound, answer, best);
        }
        (answer, ranks)
    }

    fn search_leads<N: Need>(&mut self, leader: usize, need: N, couples: u64, hint: Option<u8>) -> (bool, u64, u8) {
        let hand = self.hands[leader];
        let married = hand & couples;
        let depth = (hand.count_ones() & 31) as usize;
        let killer = self.killers[leader & 3][depth];
        let mut moves = Moves::new();
        order_lead(self, leader, self.candidates(hand, hand, married), hint, killer, &mut moves);
        let high = self.wants_high(leader);
        let mut ranks = 0;
        let mut best = 0;
        while let Some(bit) = moves.next() {
            best = bit;
            if married >> bit & 1 != 0 {
                let (answer, mattered) =
                    self.after_lead(leader, bit, couples, need.after_bonus(self.gains(leader), self.marriage(bit)));
                if answer == high {
                    return (answer, mattered, best);
                }
                ranks |= mattered;
            }
            let (answer, mattered) = self.after_lead(leader, bit, couples, need);
            if answer == high {
                self.killers[leader & 3][depth] = bit;
                return (answer, mattered, best);
            }
            ranks |= mattered | self.run_rank(bit, hand, hand, married, mattered);
        }
        (!high, ranks, best)
    }

    fn after_lead<N: Need>(&mut self, leader: usize, bit: u8, couples: u64, need: N) -> Answer {
        self.take(leader, bit);
        let trick = Trick::led(self.geometry, leader, bit, couples);
        let answer = self.follow(self.plan.next[leader & 3] as usize, need, &trick);
        self.put_back(leader, bit);
        answer
    }

    /// In the middle of a trick.
    pub fn follow<N: Need>(&mut self, seat: usize, need: N, trick: &Trick) -> Answer {
        if let Err(stop) = self.control.tick() {
            self.stopped = Some(stop);
            return (false, 0);
        }
        let seat = seat & 3;
        let hand = self.hands[seat];
        let legal = self.plan.follow(hand, trick.led, trick.best);
        let mut ranks = self.duty_ranks(hand, trick);
        let mut moves = Moves::new();
        // To part a couple is like no other play.
        let married = hand & trick.couples;
        order_follow(self, seat, self.candidates(legal, hand, married), trick, &mut moves);
        let high = self.wants_high(seat);
        let last = trick.len + 1 == self.plan.players;
        let duty = ranks;
        while let Some(bit) = moves.next() {
            self.take(seat, bit);
            let after = trick.with(self.plan, self.geometry, seat, bit);
            let (answer, mattered) =
                if last { self.finish(need, &after) } else { self.follow(self.plan.next[seat] as usize, need, &after) };
            self.put_back(seat, bit);
            if answer == high {
                return (answer, mattered | duty);
            }
            ranks |= mattered | self.run_rank(bit, legal, hand, married, mattered);
        }
        (!high, ranks)
    }

    /// The trick is complete.
    fn finish<N: Need>(&mut self, need: N, trick: &Trick) -> Answer {
        let winner = (trick.best_seat & 3) as usize;
        let over = self.hands[winner] == 0;
        let worth = if over { self.pool } else { trick.worth + self.geometry.per_trick };
        let mut need = need.after_trick(self.gains(winner), worth);
        let waiting = self.waiting;
        if waiting >> winner & 1 != 0 {
            need = need.after_bonus(self.gains(winner), self.bonus[winner]);
            self.waiting &= !(1 << winner);
        }
        let (answer, ranks) = if over {
            (need.decided(OVER) == Some(true), 0)
        } else {
            self.present ^= trick.cards;
            self.pool -= worth;
            let later = self.lead(winner, need);
            self.pool += worth;
            self.present ^= trick.cards;
            later
        };
        self.waiting = waiting;
        (answer, ranks | self.rank_of_winner(trick))
    }

    /// The winning card, if it had to be higher than another card of its lane.
    #[inline]
    fn rank_of_winner(&self, trick: &Trick) -> u64 {
        let best = 1 << trick.best;
        let lane = self.plan.lane_of[(trick.best & 63) as usize];
        if trick.cards & lane & !best != 0 { best } else { 0 }
    }

    /// Everybody has one card: the rest of the deal.
    fn last_trick<N: Need>(&self, leader: usize, need: N) -> Answer {
        let card = |seat: usize| self.hands[seat & 3].trailing_zeros() as u8;
        let mut trick = Trick::led(self.geometry, leader, card(leader), 0);
        let mut seat = leader;
        for _ in 1..self.plan.players {
            seat = self.plan.next[seat & 3] as usize;
            trick = trick.with(self.plan, self.geometry, seat, card(seat));
        }
        let winner = trick.best_seat as usize & 3;
        let mut need = need.after_trick(self.gains(winner), self.pool);
        if self.waiting >> winner & 1 != 0 {
            need = need.after_bonus(self.gains(winner), self.bonus[winner]);
        }
        (need.decided(OVER) == Some(true), self.rank_of_winner(&trick))
    }

    /// One of each run of equals among `legal` cards of `hand`; cards of `special` equal nothing.
    #[inline]
    fn candidates(&self, legal: u64, hand: u64, special: u64) -> u64 {
        if !self.ideas.equals {
            return legal;
        }
        let walls = self.geometry.walls | (self.present & !hand) | special;
        lowest_of_runs(legal & !special, walls) | (legal & special)
    }

    /// A failed card stands for its whole run only as long as the run is one. Where the rank of any card of the run
    /// mattered, the answer so depends on all of them: down to the lowest, the card tried.
    #[inline]
    fn run_rank(&self, bit: u8, legal: u64, hand: u64, special: u64, mattered: u64) -> u64 {
        if !self.ideas.equals {
            return 0;
        }
        let walls = (self.geometry.walls | (self.present & !hand) | special) & (u64::MAX << bit);
        let run = legal & (u64::MAX << bit) & walls.wrapping_sub(1) & !walls;
        if run & mattered != 0 { 1 << bit } else { 0 }
    }

    /// The rank that the duty to beat made matter: the best card so far, where the hand had a choice to compare with it.
    #[inline]
    fn duty_ranks(&self, hand: u64, trick: &Trick) -> u64 {
        if !self.plan.duty_to_beat() {
            return 0;
        }
        let lane = hand & self.plan.lane_of[(trick.led & 63) as usize];
        let class = if lane != 0 { lane } else { hand & self.plan.trumps };
        let compared = class & self.plan.lane_of[(trick.best & 63) as usize];
        if compared & compared.wrapping_sub(1) != 0 { 1 << trick.best } else { 0 }
    }

    #[inline]
    fn take(&mut self, seat: usize, bit: u8) {
        self.hands[seat & 3] ^= 1 << (bit & 63);
        self.shape = self.shape.wrapping_sub(self.geometry.shape_of[seat & 3][(bit & 63) as usize]);
    }

    #[inline]
    fn put_back(&mut self, seat: usize, bit: u8) {
        self.hands[seat & 3] ^= 1 << (bit & 63);
        self.shape = self.shape.wrapping_add(self.geometry.shape_of[seat & 3][(bit & 63) as usize]);
    }

    /// Kings and queens held by one hand, where marriages can still be declared and count.
    #[inline]
    pub fn intact_couples(&self) -> u64 {
        if !self.sides.bonuses || self.plan.calls.first() != Some(&Call::Marriage) {
            return 0;
        }
        let together = |both: u64| self.hands.iter().any(|hand| both & !hand == 0);
        self.plan.couples.iter().filter(|couple| together(couple.both)).fold(0, |set, couple| set | couple.both)
    }

    /// The lanes of some cards, as far as still in play.
    #[inline]
    fn lanes_of(&self, mut cards: u64) -> u64 {
        let mut lanes = 0;
        while cards != 0 {
            lanes |= self.plan.lane_of[cards.trailing_zeros() as usize & 63];
            cards &= !lanes;
        }
        lanes & self.present
    }

    /// What may still come.
    #[inline]
    fn open(&self, tricks: i32, couples: u64) -> Open {
        let mut open = Open { pool: self.pool, tricks, own_bonus: 0, others_bonus: 0 };
        if couples == 0 && self.waiting == 0 {
            return open;
        }
        for seat in 0..self.hands.len() {
            let bonus = if self.gains(seat) { &mut open.own_bonus } else { &mut open.others_bonus };
            if self.waiting >> seat & 1 != 0 {
                *bonus += self.bonus[seat];
            }
            let held = self.hands[seat] & couples;
            let whole = self.plan.couples.iter().filter(|couple| couple.both & !held == 0);
            *bonus += whole.map(|couple| i32::from(couple.worth)).sum::<i32>();
        }
        open
    }

    /// What the marriage is worth that a lead of this card declares.
    fn marriage(&self, bit: u8) -> i32 {
        self.plan.couples.iter().find(|couple| couple.both >> bit & 1 != 0).map_or(0, |couple| i32::from(couple.worth))
    }
}
