//! The search: can the maximising side get at least so much of what is still to come?
//!
//! Every answer comes with the *ranks* it depends on: bits of cards; in each lane the lowest of them and all higher
//! cards had to be where they were, the cards below could have been any. (Under a duty to beat, legality depends on
//! ranks too, and is counted in.)

use super::bounds::{Sure, sure_winners};
use super::ducking::sure_losers;
use super::equals::lowest_of_runs;
use super::geometry::Geometry;
use super::killers::{Killers, Situation};
use super::need::{Bonuses, Need, OVER, Open};
use super::ordering::{Scores, Tries, order_follow, order_lead};
use super::sets::highest;
use super::table::{Key, Table};
use crate::BySeat;
use crate::rules::Plan;
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
    /// After a card that failed pass over those which could not do better.
    pub skips: bool,
    /// Count sure winners before searching.
    pub bounds: bool,
    /// Order moves; otherwise the lowest bit comes first.
    pub ordering: bool,
    /// Try first the card that decided a like situation.
    pub hints: bool,
}

impl Default for Ideas {
    fn default() -> Ideas {
        Ideas { table: true, generalise: true, equals: true, skips: true, bounds: true, ordering: true, hints: true }
    }
}

/// The trick in progress.
#[derive(Copy, Clone, Debug)]
pub(super) struct Trick {
    /// The cards played to it.
    pub cards: u64,
    /// What they took off the shape.
    pub shape: u128,
    /// The lane that was led.
    pub lane: u64,
    /// The cards that beat the best one.
    pub beaters: u64,
    /// What its cards are worth.
    pub worth: i32,
    pub best: u8,
    pub best_seat: u8,
}

impl Trick {
    /// A trick to which this card is led.
    #[inline(always)]
    pub fn led(plan: &Plan, geometry: &Geometry, seat: usize, bit: u8) -> Trick {
        let at = (bit & 63) as usize;
        let lane = plan.lane_of[at];
        Trick {
            cards: 1 << at,
            shape: geometry.shape_of[seat & 3][at],
            lane,
            beaters: (lane | plan.trumps) & (!1 << at),
            worth: i32::from(geometry.worth[at]),
            best: bit,
            best_seat: seat as u8,
        }
    }

    /// The trick with one more card.
    #[inline(always)]
    pub fn with(&self, geometry: &Geometry, seat: usize, bit: u8) -> Trick {
        let at = (bit & 63) as usize;
        let beats = self.beaters >> at & 1 != 0;
        Trick {
            cards: self.cards | 1 << at,
            shape: self.shape.wrapping_add(geometry.shape_of[seat & 3][at]),
            lane: self.lane,
            beaters: if beats { self.beaters & (!1 << at) } else { self.beaters },
            worth: self.worth + i32::from(geometry.worth[at]),
            best: if beats { bit } else { self.best },
            best_seat: if beats { seat as u8 } else { self.best_seat },
        }
    }
}

/// A bound on the amount, and the ranks that it depends on.
type Answer = (i32, u64);

/// What the answers of a search are about.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Sides {
    /// Seats whose tricks count.
    pub gain: u8,
    /// Seats that want the amount high.
    pub high: u8,
    /// What bonuses do.
    pub bonuses: Bonuses,
}

impl Sides {
    #[inline(always)]
    pub fn gains(self, seat: usize) -> bool {
        self.gain >> (seat & 7) & 1 != 0
    }

    #[inline(always)]
    pub fn wants_high(self, seat: usize) -> bool {
        self.high >> (seat & 7) & 1 != 0
    }

    /// The seats that want what this one wants.
    #[inline(always)]
    pub fn friends(self, seat: usize) -> u8 {
        if self.wants_high(seat) { self.high } else { !self.high }
    }

    /// Whether this seat wants its own side to lose tricks (a misère).
    #[inline(always)]
    pub fn wants_to_lose(self, seat: usize) -> bool {
        self.gains(seat) != self.wants_high(seat)
    }
}

/// A search in progress over one position.
pub(super) struct Search<'a, 'c, 'p> {
    pub plan: &'a Plan,
    pub geometry: &'a Geometry,
    pub scores: &'a Scores,
    pub table: &'a mut Table,
    pub control: &'c mut Control<'p>,
    pub ideas: Ideas,
    pub sides: Sides,
    /// Cards still held.
    pub hands: BySeat<u64>,
    /// Cards held or in the trick in progress.
    pub present: u64,
    /// The shape at the start of the trick.
    pub shape: u128,
    /// Whether marriages can be declared and count.
    pub marries: bool,
    /// Kings and queens of marriages that were intact at the start of the trick.
    pub couples: u64,
    /// What the cards and tricks still to come are worth in all.
    pub pool: i32,
    /// Seats whose announced points wait, and how much.
    pub waiting: u8,
    pub bonus: BySeat<i32>,
    /// The cards that decided last.
    pub killers: &'a mut Killers,
    /// Set when the search has to stop; answers then mean nothing.
    pub stopped: Option<Stop>,
}

/// The best that moves which failed come to.
struct Best {
    target: i32,
    /// Whether the player wants the amount high.
    high: bool,
    bound: i32,
}

impl Best {
    #[inline(always)]
    fn new(target: i32, high: bool) -> Best {
        Best { target, high, bound: if high { i32::MIN } else { i32::MAX } }
    }

    /// Whether a move that comes to this is good enough.
    #[inline(always)]
    fn is_decided_by(&self, answer: i32) -> bool {
        (answer >= self.target) == self.high
    }

    #[inline(always)]
    fn take(&mut self, answer: i32) {
        self.bound = if self.high { self.bound.max(answer) } else { self.bound.min(answer) };
    }
}

impl Search<'_, '_, '_> {
    /// At the start of a trick; the answer depends on what is left.
    pub fn lead<N: Need>(&mut self, leader: usize, need: N) -> Answer {
        // Step 1. Count the node; stop where told to.
        if let Err(stop) = self.control.tick() {
            self.stopped = Some(stop);
            return (0, 0);
        }
        let leader = leader & 3;
        if !N::BONUSES || (!self.marries && self.waiting == 0) {
            return self.lead_on(leader, need);
        }

        // Step 2. With open bonuses too the answer may be decided by what is left at all.
        let parted = self.couples;
        self.couples = self.intact_couples();
        let answer = match need.decided(self.open::<N>(self.pool, leader)) {
            Some(answer) => (answer, 0),
            None => self.lead_on(leader, need),
        };
        self.couples = parted;
        answer
    }

    #[inline(always)]
    fn lead_on<N: Need>(&mut self, leader: usize, need: N) -> Answer {
        let (hand, couples, waiting) = (self.hands[leader], self.whole::<N>(), self.who_waits::<N>());
        // Step 3. The last trick plays itself.
        if hand & hand.wrapping_sub(1) == 0 {
            return self.last_trick(leader, need);
        }

        // Step 4. Decided by the table.
        let turn = need.totals() << 8 | u64::from(waiting << 2) | leader as u64;
        let key = Key { shape: self.shape, turn, couples: self.places_of(couples) };
        let mut owners = [0; 2];
        if self.ideas.table {
            owners = self.geometry.owners(&self.hands, self.present);
            if let Some((value, places)) = self.table.find(&key, owners, need.target() - need.got()) {
                return (need.got() + value, self.geometry.ranks(places, self.present));
            }
        }

        // Step 5. Decided by sure winners, or by sure losers.
        if self.ideas.bounds
            && couples == 0
            && waiting == 0
            && let Some(sure) = self.sure(leader, need)
            && let Some(answer) = need.decided_by(self.open::<N>(self.pool, leader), &sure)
        {
            return (answer, self.needed(sure.ranks));
        }

        // Step 6. Search the moves.
        let (answer, ranks) = self.search_leads(leader, need, couples);
        if self.stopped.is_some() {
            return (0, 0);
        }

        // Step 7. Remember. Intact marriages need their cards known.
        let ranks = self.needed(ranks | couples);
        if self.ideas.table {
            let all = if self.ideas.generalise { ranks } else { self.present };
            let places = self.geometry.places(all, self.present);
            let got = need.got();
            self.table.store(&key, owners, places, need.target() - got, answer - got);
        }
        (answer, ranks)
    }

    /// What is sure at the start of a trick, as far as that is of use.
    #[inline(always)]
    fn sure<N: Need>(&self, leader: usize, need: N) -> Option<Sure> {
        let high = self.sides.wants_high(leader);
        let wanted = |high| need.wanted(self.pool, high);
        if self.sides.gain == self.sides.high {
            Some(sure_winners(self, leader, wanted(high), wanted(!high)))
        } else {
            sure_losers(self, leader)
        }
    }

    #[inline(always)]
    fn search_leads<N: Need>(&mut self, leader: usize, need: N, couples: u64) -> Answer {
        let hand = self.hands[leader];
        let married = hand & couples;
        let high = self.sides.wants_high(leader);
        let candidates = self.candidates(hand, hand, married);
        let situation = Situation::of_leader(leader, hand);
        let mut tries = Tries::new(candidates, self.killer(situation, candidates));
        let mut best = Best::new(need.target(), high);
        let mut ranks = 0;
        while let Some(bit) = tries.next(|rest, moves| order_lead(self, leader, rest, moves)) {
            if married >> (bit & 63) & 1 != 0 {
                let declared = need.after_bonus(self.sides.gains(leader), self.marriage(bit), self.sides.bonuses);
                let (answer, mattered) = self.after_lead(leader, bit, declared);
                if best.is_decided_by(answer) {
                    return (answer, mattered);
                }
                best.take(answer);
                ranks |= mattered;
            }
            let (answer, mattered) = self.after_lead(leader, bit, need);
            if best.is_decided_by(answer) {
                self.killers.keep(situation, bit);
                return (answer, mattered);
            }
            ranks |= mattered;
            tries.skip(self.no_better(bit, (answer, mattered), hand & !married, &mut best));
        }
        (best.bound, self.whole_runs(ranks, hand, candidates))
    }

    /// The card that decided a situation like this one, if it may be played.
    #[inline(always)]
    fn killer(&self, situation: Situation, candidates: u64) -> Option<u8> {
        if !self.ideas.hints {
            return None;
        }
        self.killers.find(situation).filter(|&bit| candidates >> (bit & 63) & 1 != 0)
    }

    #[inline(always)]
    fn after_lead<N: Need>(&mut self, leader: usize, bit: u8, need: N) -> Answer {
        let card = 1 << (bit & 63);
        self.hands[leader] ^= card;
        let trick = Trick::led(self.plan, self.geometry, leader, bit);
        let answer = self.follow(self.plan.next[leader] as usize, need, &trick, self.plan.players - 1);
        self.hands[leader] ^= card;
        answer
    }

    /// In the middle of a trick to which `missing` cards, 1 to 3, are still to be played.
    pub fn follow<N: Need>(&mut self, seat: usize, need: N, trick: &Trick, missing: u8) -> Answer {
        match missing {
            1 => self.follow_as::<N, 1>(seat, need, trick),
            2 => self.follow_as::<N, 2>(seat, need, trick),
            _ => self.follow_as::<N, 3>(seat, need, trick),
        }
    }

    fn follow_as<N: Need, const MISSING: u8>(&mut self, seat: usize, need: N, trick: &Trick) -> Answer {
        if let Err(stop) = self.control.tick() {
            self.stopped = Some(stop);
            return (0, 0);
        }
        let seat = seat & 3;
        let hand = self.hands[seat];
        let legal = self.plan.follow_in(hand, trick.lane, trick.beaters);
        let duty = self.duty_ranks(hand, trick);
        // To part a couple is like no other play.
        let married = hand & self.whole::<N>();
        let candidates = self.candidates(legal, hand, married);
        let high = self.sides.wants_high(seat);
        if candidates & candidates.wrapping_sub(1) == 0 {
            let (answer, mattered) =
                self.after_card::<N, MISSING>(seat, need, trick, candidates.trailing_zeros() as u8);
            let kept = (answer >= need.target()) == high;
            let ranks = mattered | duty;
            return (answer, if kept { ranks } else { self.whole_runs(ranks, legal, candidates) });
        }
        let situation = Situation::of_follower(self, seat, trick, MISSING);
        let mut tries = Tries::new(candidates, self.killer(situation, candidates));
        let mut best = Best::new(need.target(), high);
        let mut ranks = duty;
        while let Some(bit) = tries.next(|rest, moves| order_follow::<MISSING>(self, seat, rest, trick, moves)) {
            let (answer, mattered) = self.after_card::<N, MISSING>(seat, need, trick, bit);
            if best.is_decided_by(answer) {
                self.killers.keep(situation, bit);
                return (answer, mattered | duty);
            }
            ranks |= mattered;
            tries.skip(self.no_better(bit, (answer, mattered), legal & !married, &mut best));
        }
        (best.bound, self.whole_runs(ranks, legal, candidates))
    }

    #[inline(always)]
    fn after_card<N: Need, const MISSING: u8>(&mut self, seat: usize, need: N, trick: &Trick, bit: u8) -> Answer {
        let card = 1 << (bit & 63);
        self.hands[seat] ^= card;
        let after = trick.with(self.geometry, seat, bit);
        let answer = match MISSING {
            1 => self.finish(need, &after),
            2 => self.follow_as::<N, 1>(self.plan.next[seat] as usize, need, &after),
            _ => self.follow_as::<N, 2>(self.plan.next[seat] as usize, need, &after),
        };
        self.hands[seat] ^= card;
        answer
    }

    /// The trick is complete.
    #[inline(always)]
    fn finish<N: Need>(&mut self, need: N, trick: &Trick) -> Answer {
        let winner = (trick.best_seat & 3) as usize;
        let over = self.hands[winner] == 0;
        let worth = if over { self.pool } else { trick.worth + self.geometry.per_trick };
        let own = self.sides.gains(winner);
        let mut need = need.after_trick(own, worth);
        let waiting = self.who_waits::<N>();
        if waiting >> winner & 1 != 0 {
            need = need.after_bonus(own, self.bonus[winner], self.sides.bonuses);
            self.waiting &= !(1 << winner);
        }
        let pool = self.pool - worth;
        let (answer, ranks) = if over {
            (need.decided(OVER).unwrap_or(0), 0)
        } else if let Some(answer) = need.decided(self.open::<N>(pool, winner)) {
            (answer, 0)
        } else {
            self.present ^= trick.cards;
            self.shape = self.shape.wrapping_sub(trick.shape);
            self.pool = pool;
            let later = self.lead(winner, need);
            self.pool += worth;
            self.shape = self.shape.wrapping_add(trick.shape);
            self.present ^= trick.cards;
            later
        };
        if N::BONUSES {
            self.waiting = waiting;
        }
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
        let mut trick = Trick::led(self.plan, self.geometry, leader, card(leader));
        let mut seat = leader;
        for _ in 1..self.plan.players {
            seat = self.plan.next[seat & 3] as usize;
            trick = trick.with(self.geometry, seat, card(seat));
        }
        let winner = trick.best_seat as usize & 3;
        let own = self.sides.gains(winner);
        let mut need = need.after_trick(own, self.pool);
        if self.who_waits::<N>() >> winner & 1 != 0 {
            need = need.after_bonus(own, self.bonus[winner], self.sides.bonuses);
        }
        (need.decided(OVER).unwrap_or(0), self.rank_of_winner(&trick))
    }

    /// One of each run of equals among `legal` cards of `hand`; cards of `special` equal nothing.
    #[inline]
    pub fn candidates(&self, legal: u64, hand: u64, special: u64) -> u64 {
        if !self.ideas.equals {
            return legal;
        }
        let walls = self.geometry.walls | (self.present & !hand) | special;
        lowest_of_runs(legal & !special, walls) | (legal & special)
    }

    /// Of some cards, those that need not be tried after one that failed, which is taken into account: those of its lane,
    /// if it and they are below every rank that mattered. They win and lose the same tricks; in points each may come to
    /// more by as much as it is worth more or less, and that must fail too.
    #[inline(always)]
    fn no_better(&self, bit: u8, (answer, mattered): Answer, cards: u64, best: &mut Best) -> u64 {
        best.take(answer);
        let at = (bit & 63) as usize;
        let lane = self.plan.lane_of[at];
        let lowest = mattered & lane;
        let low = cards & lane & (lowest & lowest.wrapping_neg()).wrapping_sub(1);
        if !self.ideas.skips || low >> at & 1 == 0 {
            return 0;
        }
        let mut skipped = self.geometry.run_of[at] & low;
        let mut others = low & !skipped;
        while others != 0 {
            let other = (others.trailing_zeros() & 63) as usize;
            let run = self.geometry.run_of[other] & low;
            let change = i32::from((self.geometry.worth[other] - self.geometry.worth[at]).abs());
            let reached = if best.high { answer + change } else { answer - change };
            if !best.is_decided_by(reached) {
                best.take(reached);
                skipped |= run;
            }
            others &= !run;
        }
        skipped
    }

    /// Failed cards stand for their whole runs only as long as the runs are such. Where the rank of any card of a run
    /// mattered, the answer so depends on all of them: down to the lowest, the card tried.
    #[inline(always)]
    fn whole_runs(&self, ranks: u64, legal: u64, tried: u64) -> u64 {
        let mut ranks = ranks;
        let mut higher = ranks & legal & !tried;
        while higher != 0 {
            let below = tried & (higher & higher.wrapping_neg()).wrapping_sub(1);
            ranks |= highest(below);
            higher &= higher - 1;
        }
        ranks
    }

    /// Of ranks that an answer depends on at the start of a trick, those that the shape does not tell: where all cards of
    /// a lane from one downwards are in one hand, that is plain from how many it holds.
    #[inline(always)]
    fn needed(&self, mut ranks: u64) -> u64 {
        for &lane in &self.geometry.lanes {
            let mattered = ranks & lane;
            if mattered == 0 {
                continue;
            }
            let lowest = mattered & mattered.wrapping_neg();
            let down = self.present & lane & (lowest | lowest.wrapping_sub(1));
            if let Some(&hand) = self.hands.iter().find(|hand| down & !**hand == 0) {
                let others = self.present & lane & !hand;
                let next = others & others.wrapping_neg();
                let higher = if next == 0 { 0 } else { mattered & !next.wrapping_sub(1) | next };
                ranks = ranks & !lane | higher;
            }
        }
        ranks
    }

    /// The rank that the duty to beat made matter: the best card so far, where the hand had a choice to compare with it.
    #[inline(always)]
    fn duty_ranks(&self, hand: u64, trick: &Trick) -> u64 {
        if !self.plan.duty_to_beat() {
            return 0;
        }
        let lane = hand & trick.lane;
        let class = if lane != 0 { lane } else { hand & self.plan.trumps };
        let compared = class & self.plan.lane_of[(trick.best & 63) as usize];
        if compared & compared.wrapping_sub(1) != 0 { 1 << trick.best } else { 0 }
    }

    /// Kings and queens held by one hand, where marriages can still be declared and count.
    #[inline]
    pub fn intact_couples(&self) -> u64 {
        if !self.marries {
            return 0;
        }
        let together = |both: u64| self.hands.iter().any(|hand| both & !hand == 0);
        self.plan.couples.iter().filter(|couple| together(couple.both)).fold(0, |set, couple| set | couple.both)
    }

    /// The places of the cards of intact couples in their lanes, from the top: one byte a couple.
    #[inline(always)]
    fn places_of(&self, couples: u64) -> u32 {
        if couples == 0 { 0 } else { self.places_of_couples(couples) }
    }

    fn places_of_couples(&self, couples: u64) -> u32 {
        let mut places = 0;
        for (number, couple) in self.plan.couples.iter().enumerate() {
            if couple.both & couples != 0 {
                let (low, high) = (couple.both.trailing_zeros(), 63 - couple.both.leading_zeros());
                let lane = self.present & self.plan.lane_of[low as usize & 63];
                let place = |bit: u32| (lane & (u64::MAX << bit)).count_ones();
                places |= (place(low) << 4 | place(high)) << (8 * number);
            }
        }
        places
    }

    /// The cards that some seats hold together.
    #[inline(always)]
    pub fn held_by(&self, seats: u8) -> u64 {
        self.hands
            .iter()
            .enumerate()
            .fold(0, |held, (seat, &hand)| held | if seats >> seat & 1 != 0 { hand } else { 0 })
    }

    /// Kings and queens of marriages that were intact at the start of the trick, where bonuses may come.
    #[inline(always)]
    fn whole<N: Need>(&self) -> u64 {
        if N::BONUSES { self.couples } else { 0 }
    }

    /// Seats whose announced points wait, where bonuses may come.
    #[inline(always)]
    fn who_waits<N: Need>(&self) -> u8 {
        if N::BONUSES { self.waiting } else { 0 }
    }

    /// What may still come, in a pool of this worth, at the start of a trick of this leader.
    #[inline(always)]
    pub fn open<N: Need>(&self, pool: i32, leader: usize) -> Open {
        let tricks = self.hands[leader & 3].count_ones() as i32;
        let open = Open { pool, tricks, own_bonus: 0, others_bonus: 0 };
        if self.whole::<N>() == 0 && self.who_waits::<N>() == 0 { open } else { self.open_bonuses(open) }
    }

    fn open_bonuses(&self, mut open: Open) -> Open {
        for seat in 0..self.hands.len() {
            let held = self.hands[seat] & self.couples;
            let whole = self.plan.couples.iter().filter(|couple| couple.both & !held == 0);
            let mut bonus = whole.map(|couple| i32::from(couple.worth)).sum::<i32>();
            bonus += if self.waiting >> seat & 1 != 0 { self.bonus[seat] } else { 0 };
            match (self.sides.gains(seat), self.sides.bonuses) {
                (_, Bonuses::Ignored) => {}
                (true, _) => open.own_bonus += bonus,
                (false, Bonuses::Both) => open.others_bonus += bonus,
                (false, Bonuses::Own) => {}
            }
        }
        open
    }

    /// What the marriage is worth that a lead of this card declares.
    fn marriage(&self, bit: u8) -> i32 {
        self.plan.couples.iter().find(|couple| couple.both >> bit & 1 != 0).map_or(0, |couple| i32::from(couple.worth))
    }
}
