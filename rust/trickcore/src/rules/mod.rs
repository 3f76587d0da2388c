//! The card play of a game: plain data ([`Rules`], [`Contract`]), compiled into masks ([`Plan`]); and what a deal
//! pays ([`Payoff`]).

mod contract;
mod fault;
mod payoff;
mod plan;
#[allow(clippy::module_inception)]
mod rules;
mod seats;

pub use contract::{Announcement, Contract};
pub use fault::{RulesFault, RulesFaults};
pub use payoff::{Atom, Condition, Counted, Level, Payoff, PayoffFault, Range, Stairs, Totals};
pub(crate) use plan::Couple;
pub use plan::{Call, MAX_ANNOUNCEMENTS, MAX_CALLS, Plan};
pub use rules::{Duty, Marriages, Rules, Signal, TrumpRank};
pub use seats::SeatSet;
