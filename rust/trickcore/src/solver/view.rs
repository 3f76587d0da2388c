//! One fast search asked in other words: payoffs that look at one amount alone are asked for as that amount, and tricks
//! of one side as those that the other side leaves.
//!
//! So one table serves every payoff of a contract, the objective that they count, and all bidders of a deal.

use std::sync::Arc;

use super::fast::Fast;
use super::{Control, Objective, Stop};
use crate::rules::{Counted, Payoff, Plan, SeatSet, Stairs};
use crate::state::Position;

/// Payoffs of more levels than this are read off the amount itself; of others each level is a question.
const FEW: usize = 4;

impl Objective {
    /// What a search counts that finds the value of a position of this contract.
    pub(super) fn counted(&self, plan: &Plan) -> Objective {
        match self.stairs(plan).map(Stairs::counted) {
            None => self.clone(),
            Some(Counted::Own) => Objective::Points,
            Some(Counted::Margin) => Objective::Margin,
            Some(Counted::Tricks | Counted::FewTricks) => Objective::Tricks,
        }
    }

    /// The payoff as steps of one amount, if that is what the bidder's side wants most or least of.
    fn stairs(&self, plan: &Plan) -> Option<&Stairs> {
        let Objective::Payoff(payoff) = self else { return None };
        payoff.stairs().filter(|stairs| match stairs.counted() {
            Counted::Own | Counted::Margin => true,
            Counted::Tricks => !plan.contract().misere,
            Counted::FewTricks => plan.contract().misere,
        })
    }
}

/// How the sides of one contract stand to those of another with the same play.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Sides {
    /// The bidder's side is the same.
    Same,
    /// The bidder's side is the other's others.
    Swapped,
}

/// How the play of two plans is the same, as far as it matters for what is counted; `None` if it is not.
pub(super) fn sides(one: &Plan, other: &Plan, counted: &Objective) -> Option<Sides> {
    if !one.plays_like(other) {
        return None;
    }
    let side = one.contract().side;
    if side == other.contract().side {
        Some(Sides::Same)
    } else if SeatSet::first(one.rules().seats).without(side) == other.contract().side
        && *counted == Objective::Tricks
        && !one.contract().misere
    {
        Some(Sides::Swapped)
    } else {
        None
    }
}

/// A fast search that answers for an objective. It speaks of final amounts of that objective.
pub(super) struct View<'s> {
    fast: &'s mut Fast,
    /// What is asked for.
    goal: &'s Objective,
    /// What the search counts.
    counted: &'s Objective,
    /// The contract of the search, if it is another.
    other: Option<(Arc<Plan>, Sides)>,
}

impl<'s> View<'s> {
    /// A view of a search that may be asked about the position, under the contract of the `other` plan if there is one.
    pub fn new(
        fast: &'s mut Fast,
        goal: &'s Objective,
        counted: &'s Objective,
        other: Option<(Arc<Plan>, Sides)>,
    ) -> View<'s> {
        View { fast, goal, counted, other }
    }

    /// What is asked for.
    pub fn goal(&self) -> &'s Objective {
        self.goal
    }

    /// The final amount of a position.
    pub fn value(&mut self, position: &Position, guess: Option<i32>, control: &mut Control) -> Result<i32, Stop> {
        let Some((payoff, stairs)) = self.steps(position) else { return self.amount(position, guess, control) };
        let levels = payoff.levels();
        if levels.len() > FEW {
            let amount = self.amount(position, None, control)?;
            return Ok(levels[stairs.level(amount)].payoffs[payoff.bidder()]);
        }
        payoff.best(|level| self.reaches(position, stairs, level, control))
    }

    /// Whether the final amount is at least `target`.
    pub fn at_least(&mut self, position: &Position, target: i32, control: &mut Control) -> Result<bool, Stop> {
        let Some((payoff, stairs)) = self.steps(position) else { return self.counts(position, target, control) };
        payoff.level_paying(target).map_or(Ok(false), |level| self.reaches(position, stairs, level, control))
    }

    fn steps(&self, position: &Position) -> Option<(&'s Payoff, &'s Stairs)> {
        let Objective::Payoff(payoff) = self.goal else { return None };
        self.goal.stairs(position.plan()).map(|stairs| (&**payoff, stairs))
    }

    /// Whether a level of the payoff or a better one is reached.
    fn reaches(
        &mut self,
        position: &Position,
        stairs: &Stairs,
        level: usize,
        control: &mut Control,
    ) -> Result<bool, Stop> {
        let mark = stairs.marks()[level];
        if stairs.counted() == Counted::FewTricks {
            self.counts(position, mark + 1, control).map(|more| !more)
        } else {
            self.counts(position, mark, control)
        }
    }

    /// The final amount of what the search counts.
    fn amount(&mut self, position: &Position, guess: Option<i32>, control: &mut Control) -> Result<i32, Stop> {
        let (fast, counted) = (&mut *self.fast, self.counted);
        match &self.other {
            None => fast.value(position, counted, guess, control),
            Some((plan, Sides::Same)) => fast.value(&position.under(plan), counted, guess, control),
            Some((plan, Sides::Swapped)) => {
                let all = all_tricks(position);
                Ok(all - fast.value(&position.under(plan), counted, guess.map(|guess| all - guess), control)?)
            }
        }
    }

    /// Whether the final amount of what the search counts is at least so much.
    fn counts(&mut self, position: &Position, target: i32, control: &mut Control) -> Result<bool, Stop> {
        let (fast, counted) = (&mut *self.fast, self.counted);
        match &self.other {
            None => fast.at_least(position, counted, target, control),
            Some((plan, Sides::Same)) => fast.at_least(&position.under(plan), counted, target, control),
            Some((plan, Sides::Swapped)) => {
                let left = all_tricks(position) - target;
                fast.at_least(&position.under(plan), counted, left + 1, control).map(|more| !more)
            }
        }
    }
}

/// The tricks of the whole deal.
fn all_tricks(position: &Position) -> i32 {
    position.tricks_left() as i32 + position.tricks().iter().map(|&won| i32::from(won)).sum::<i32>()
}
