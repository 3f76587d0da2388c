//! What a solve is about: see the rules page "What solved exactly means".

use std::sync::Arc;

use thiserror::Error;

use crate::rules::Payoff;
use crate::state::Position;

/// What the bidder's side wants most of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Objective {
    /// Tricks from here on, the trick in progress included. In a misère the bidder's side wants fewest.
    Tricks,
    /// Points of the whole deal.
    Points,
    /// Own points minus the others', whole deal.
    Margin,
    /// The bidder's payoff.
    Payoff(Arc<Payoff>),
}

/// Why a position cannot be solved for an objective.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum Unsolvable {
    #[error("the payoff is of {found} seats and bidder {bidder}, the position of {expected} seats and another bidder")]
    OtherPayoff { found: usize, bidder: usize, expected: usize },
}

impl Unsolvable {
    /// Stable name of the kind of error.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::OtherPayoff { .. } => "other_payoff",
        }
    }
}

impl Objective {
    /// Whether the position can be solved for it.
    pub(super) fn check(&self, position: &Position) -> Result<(), Unsolvable> {
        let Objective::Payoff(payoff) = self else { return Ok(()) };
        let (plan, bidder) = (position.plan(), payoff.bidder());
        if payoff.seats() == plan.rules().seats && bidder == plan.contract().bidder {
            return Ok(());
        }
        Err(Unsolvable::OtherPayoff { found: payoff.seats(), bidder, expected: plan.rules().seats })
    }

    /// What the bidder's side has at this moment, in the unit of the objective; at the end the value itself but for
    /// the tricks won before the search began.
    pub(super) fn amount(&self, position: &Position) -> i32 {
        let totals = position.totals();
        match self {
            Objective::Tricks => totals.tricks,
            Objective::Points => totals.own,
            Objective::Margin => totals.own - totals.others,
            Objective::Payoff(payoff) => payoff.value(&totals),
        }
    }

    /// Whether the value of a position is what it has now plus what the rest of the play adds.
    pub(super) fn is_additive(&self) -> bool {
        !matches!(self, Objective::Payoff(_))
    }

    /// What has to be taken off the final amount: tricks won before the position.
    pub(super) fn offset(&self, position: &Position) -> i32 {
        if matches!(self, Objective::Tricks) { self.amount(position) } else { 0 }
    }

    /// Whether the bidder's side wants the value low.
    pub(super) fn is_reversed(&self, position: &Position) -> bool {
        matches!(self, Objective::Tricks) && position.plan().contract().misere
    }

    /// Whether the seat to play wants the value high.
    pub(super) fn maximises(&self, position: &Position) -> bool {
        let seat = position.turn().unwrap_or(0);
        position.plan().contract().side.contains(seat) != self.is_reversed(position)
    }
}
