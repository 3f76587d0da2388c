//! The fast engine: zero-window search with a table over winning ranks, equal cards searched once, and bounds from sure
//! winners. It works on the compiled plan and knows no game.
//!
//! A [`Fast`] owns its table and keeps it between questions: entries speak of classes of positions of one contract, one
//! objective and one worth of the last trick, whoever leads and whatever the target.

mod bounds;
mod crossing;
mod ducking;
mod equals;
mod geometry;
mod guess;
mod killers;
mod later;
mod need;
mod ordering;
mod patterns;
mod prospects;
mod search;
mod sets;
mod steps;
mod table;
mod weights;

use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::sync::Arc;

pub use search::Ideas;

use self::geometry::{Geometry, Unit};
use self::guess::compare_hands;
use self::killers::Killers;
use self::need::{Amount, Asked, Bonuses, Need, OVER};
use self::ordering::Scores;
use self::search::{Search, Sides, Trick};
use self::steps::{Steps, Trust};
use self::table::Table;
use super::{Control, Objective, Stop};
use crate::rules::{Call, Condition, Payoff, Plan};
use crate::state::Position;
use crate::{BySeat, MAX_SEATS};

/// A fast search for one contract and one objective, with its table.
pub(super) struct Fast {
    plan: Arc<Plan>,
    geometry: Geometry,
    scores: Scores,
    table: Table,
    killers: Killers,
    unit: Unit,
    ideas: Ideas,
    last_trick: i32,
    /// What announcements that wait are worth, by seat: entries know only that they wait.
    bonus: BySeat<i32>,
    /// Of a payoff, for each level the condition that it or a better one is reached.
    conditions: Vec<Condition>,
}

/// What tricks count for an objective. A margin is twice the own points less all there are.
fn unit_of(goal: &Objective) -> Unit {
    match goal {
        Objective::Tricks => Unit::Tricks,
        Objective::Points | Objective::Payoff(_) => Unit::Points(1),
        Objective::Margin => Unit::Points(2),
    }
}

/// For each level of a payoff the condition that it or a better one is reached.
fn conditions_of(payoff: &Payoff) -> Vec<Condition> {
    let mut conditions: Vec<Condition> = Vec::new();
    for level in payoff.levels().iter().rev() {
        let better = conditions.last().cloned();
        conditions.push(better.map_or(level.condition.clone(), |better| better.or(level.condition.clone())));
    }
    conditions.reverse();
    conditions
}

fn last_trick_of(position: &Position) -> i32 {
    i32::from(position.plan().rules().last_trick) + position.last_trick_bonus()
}

impl Fast {
    /// A search for positions of this contract and objective; `None` where this engine cannot take them.
    pub fn new(position: &Position, goal: &Objective, ideas: Ideas, max_memory: usize) -> Option<Fast> {
        let unit = unit_of(goal);
        let conditions = if let Objective::Payoff(payoff) = goal { conditions_of(payoff) } else { Vec::new() };
        if conditions.iter().any(Condition::is_too_large) {
            return None;
        }
        let last_trick = last_trick_of(position);
        let geometry = Geometry::new(position.plan(), unit, last_trick)?;
        if largest_amount(position, unit) > i32::from(i16::MAX) {
            return None;
        }
        let plan = position.plan().clone();
        let scores = Scores::new(&plan, &geometry, goal.is_reversed(position));
        let table = Table::new(max_memory);
        let killers = Killers::for_plan(&plan);
        let bonus = position.waiting_worth();
        Some(Fast { plan, geometry, scores, table, killers, unit, ideas, last_trick, bonus, conditions })
    }

    /// Whether this search, with all its table has learned, may be asked about a position of the same objective.
    pub fn takes(&self, position: &Position) -> bool {
        *position.plan() == self.plan
            && last_trick_of(position) == self.last_trick
            && position.waiting_worth().iter().zip(&self.bonus).all(|(worth, known)| *worth == 0 || worth == known)
            && largest_amount(position, self.unit) <= i32::from(i16::MAX)
    }

    /// Forgets what it has learned, but keeps its memory.
    pub fn forget(&mut self) {
        self.table.clear();
        self.killers.clear();
    }

    /// Whether the amount that the bidder's side ends with is at least `target`.
    pub fn at_least(
        &mut self,
        position: &Position,
        goal: &Objective,
        target: i32,
        control: &mut Control,
    ) -> Result<bool, Stop> {
        debug_assert!(self.takes(position));
        if let Objective::Payoff(payoff) = goal {
            let level = payoff.level_paying(target);
            return level.map_or(Ok(false), |level| self.reaches_level(position, goal, level, control));
        }
        Ok(self.bound(position, goal, target, control)? >= target)
    }

    /// A bound on the amount that the bidder's side ends with: at least `target`, and then so much is reached; or below
    /// it, and then no more is.
    fn bound(
        &mut self,
        position: &Position,
        goal: &Objective,
        target: i32,
        control: &mut Control,
    ) -> Result<i32, Stop> {
        let against = matches!(goal, Objective::Margin);
        let got = goal.amount(position) - if against { remaining_worth(position) } else { 0 };
        if matches!(goal, Objective::Tricks) || bonuses(position) == 0 {
            self.ask(position, goal, Amount::<false> { target, got }, control)
        } else {
            self.ask(position, goal, Amount::<true> { target, got }, control)
        }
    }

    /// Whether this level of the payoff or a better one is reached.
    fn reaches_level(
        &mut self,
        position: &Position,
        goal: &Objective,
        level: usize,
        control: &mut Control,
    ) -> Result<bool, Stop> {
        let conditions = std::mem::take(&mut self.conditions);
        let asked = Asked { condition: &conditions[level], number: level as u8, totals: position.totals() };
        let answer = self.ask(position, goal, asked, control);
        self.conditions = conditions;
        Ok(answer? >= 1)
    }

    fn ask<N: Need>(
        &mut self,
        position: &Position,
        goal: &Objective,
        need: N,
        control: &mut Control,
    ) -> Result<i32, Stop> {
        let remaining = remaining_worth(position);
        let turn = position.turn().unwrap_or(0);
        let mut search = self.search(position, goal, remaining, control);
        search.couples = search.intact_couples();
        let (answer, _) = match trick_of(position, search.geometry) {
            _ if position.is_over() => (need.decided(OVER).unwrap_or(0), 0),
            Some(trick) => {
                let missing = search.plan.players - trick.cards.count_ones() as u8;
                search.shape = search.shape.wrapping_add(trick.shape);
                search.follow(turn, need, &trick, missing)
            }
            None => match need.decided(search.open::<N>(search.pool, turn)) {
                Some(answer) => (answer, 0),
                None => search.lead(turn, need),
            },
        };
        match search.stopped {
            Some(stop) => Err(stop),
            None => Ok(answer),
        }
    }

    fn search<'a, 'c, 'p>(
        &'a mut self,
        position: &Position,
        goal: &Objective,
        remaining: i32,
        control: &'c mut Control<'p>,
    ) -> Search<'a, 'c, 'p> {
        let hands = position.hand_bits();
        let in_trick = position.trick().fold(0, |set, (_, card)| set | 1u64 << self.plan.bit(card));
        let mut shape = 0u128;
        for (seat, &hand) in hands.iter().enumerate() {
            for bit in bits(hand) {
                shape = shape.wrapping_add(self.geometry.shape_of[seat][bit]);
            }
        }
        let gain = (0..MAX_SEATS).filter(|&seat| self.plan.contract().side.contains(seat));
        let gain = gain.fold(0, |set, seat| set | 1 << seat);
        let bonuses = match goal {
            Objective::Tricks => Bonuses::Ignored,
            Objective::Points => Bonuses::Own,
            Objective::Margin | Objective::Payoff(_) => Bonuses::Both,
        };
        let counted = bonuses != Bonuses::Ignored;
        let pool = match self.unit {
            Unit::Tricks => position.tricks_left() as i32,
            Unit::Points(times) => remaining * i32::from(times),
        };
        let sides = Sides { gain, high: if goal.is_reversed(position) { !gain & 0xF } else { gain }, bonuses };
        Search {
            plan: &self.plan,
            geometry: &self.geometry,
            scores: &self.scores,
            table: &mut self.table,
            control,
            ideas: self.ideas,
            sides,
            hands,
            present: hands.iter().fold(in_trick, |set, hand| set | hand),
            shape,
            marries: counted && self.plan.calls.first() == Some(&Call::Marriage),
            couples: 0,
            pool,
            waiting: if counted { position.waiting() } else { 0 },
            bonus: position.waiting_worth(),
            killers: &mut self.killers,
            stopped: None,
        }
    }

    /// The lowest amount that the bidder's side could end with, and by how much the highest exceeds it.
    fn range(&self, position: &Position, goal: &Objective) -> (i32, i32) {
        let had = goal.amount(position);
        let remaining = remaining_worth(position);
        match self.unit {
            Unit::Tricks => (had, position.tricks_left() as i32),
            Unit::Points(1) => (had, remaining + bonuses(position)),
            Unit::Points(_) => {
                let open = remaining + bonuses(position);
                (had - open, 2 * open)
            }
        }
    }

    /// The amount that the bidder's side ends with, asked from a first guess on.
    pub fn value(
        &mut self,
        position: &Position,
        goal: &Objective,
        guess: Option<i32>,
        control: &mut Control,
    ) -> Result<i32, Stop> {
        if let Objective::Payoff(payoff) = goal {
            return payoff.best(|level| self.reaches_level(position, goal, level, control));
        }
        let (base, width) = self.range(position, goal);
        let trust = if guess.is_some() { Trust::Near } else { self.trust() };
        let guess = guess.unwrap_or_else(|| self.guess(position, goal, control));
        let mut steps = Steps::new(base, width, self.step(), guess, trust);
        loop {
            match steps.next() {
                ControlFlow::Break(value) => return Ok(value),
                ControlFlow::Continue(asked) => steps.take(asked, self.bound(position, goal, asked, control)?),
            }
        }
    }

    /// What is known about a first guess: in points without trumps it is vague, and the fewer hands the bidder's side has,
    /// the more others can try to keep it from what it reaches.
    fn trust(&self) -> Trust {
        if self.plan.trumps != 0 || self.unit == Unit::Tricks {
            return Trust::Near;
        }
        if compare_hands(&self.plan) == Ordering::Less { Trust::Dear } else { Trust::Vague }
    }

    /// A first guess at the amount.
    fn guess(&mut self, position: &Position, goal: &Objective, control: &mut Control) -> i32 {
        let (remaining, turn) = (remaining_worth(position), position.turn().unwrap_or(0));
        let mut search = self.search(position, goal, remaining, control);
        let trick = trick_of(position, search.geometry);
        let more = search.guess(turn, trick);
        goal.amount(position) + more - if matches!(goal, Objective::Margin) { remaining } else { 0 }
    }

    /// The distance between possible amounts: the greatest common divisor of all that can be won.
    fn step(&self) -> i32 {
        let Unit::Points(_) = self.unit else { return 1 };
        let cards = self.geometry.worth.iter().map(|&worth| i32::from(worth));
        let couples = self.plan.couples.iter().map(|couple| i32::from(couple.worth));
        let said = self.plan.announcements.iter().map(|announcement| i32::from(announcement.bonus));
        let all = cards.chain([self.geometry.last_trick]).chain(couples).chain(said).fold(0, gcd);
        all.max(1)
    }
}

/// The largest amount that a question may be about: entries of the table hold amounts in 16 bits.
fn largest_amount(position: &Position, unit: Unit) -> i32 {
    let Unit::Points(times) = unit else { return 64 };
    remaining_worth(position) * i32::from(times) + 2 * bonuses(position) + 1
}

/// All that bonuses could add for anybody.
fn bonuses(position: &Position) -> i32 {
    let marriages: i32 = position.plan().couples.iter().map(|couple| i32::from(couple.worth)).sum();
    marriages + position.waiting_worth().iter().sum::<i32>()
}

fn gcd(a: i32, b: i32) -> i32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Points of the cards still to be won, those of the trick in progress and the last trick included.
fn remaining_worth(position: &Position) -> i32 {
    if position.is_over() {
        return 0;
    }
    let plan = position.plan();
    let held = position.hand_bits().iter().fold(0, |set, hand| set | hand);
    let in_trick = position.trick().fold(held, |set, (_, card)| set | 1u64 << plan.bit(card));
    let cards: i32 = bits(in_trick).map(|bit| i32::from(plan.worth_of[bit])).sum();
    cards + last_trick_of(position)
}

/// The numbers of the set bits.
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

/// The trick in progress, if there is one.
fn trick_of(position: &Position, geometry: &Geometry) -> Option<Trick> {
    let plan = position.plan();
    let mut trick: Option<Trick> = None;
    for (seat, card) in position.trick() {
        let bit = plan.bit(card);
        trick = Some(match trick {
            Some(trick) => trick.with(geometry, seat, bit),
            None => Trick::led(plan, geometry, seat, bit),
        });
    }
    trick
}
