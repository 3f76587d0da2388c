//! What is asked of the rest of the play: an amount that adds up trick by trick, or a condition on the totals of the deal.

use super::bounds::Sure;
use crate::rules::{Condition, Range, Totals};

/// What the rest of the play may still bring, at the start of a trick.
#[derive(Copy, Clone, Debug)]
pub(super) struct Open {
    /// Worth of the cards and tricks still to come.
    pub pool: i32,
    /// Tricks still to come.
    pub tricks: i32,
    /// Bonuses that the sides may still get, as far as they count.
    pub own_bonus: i32,
    pub others_bonus: i32,
}

/// Nothing more to come.
pub(super) const OVER: Open = Open { pool: 0, tricks: 0, own_bonus: 0, others_bonus: 0 };

/// A question about the rest of the play, in the unit of the search: is its amount at least a target? Answers are bounds:
/// at least the target, and then the amount is at least so much, or below it, and then it is at most so much.
pub(super) trait Need: Copy {
    /// Whether bonuses may still come; if not, what looks after them is not even compiled.
    const BONUSES: bool;
    /// What is asked for; an answer is yes if it is at least this.
    fn target(self) -> i32;
    /// The part of answers that is behind: what the table knows is counted from here on.
    fn got(self) -> i32;
    /// What is asked after a trick of this worth.
    fn after_trick(self, own: bool, worth: i32) -> Self;
    /// What is asked after a bonus.
    fn after_bonus(self, own: bool, worth: i32, bonuses: Bonuses) -> Self;
    /// The answer, if it does not depend on the rest of the play.
    fn decided(self, open: Open) -> Option<i32>;
    /// The answer, if it does not with what is sure. There are no open bonuses.
    fn decided_by(self, open: Open, sure: &Sure) -> Option<i32>;
    /// How much the side of the leader must be sure of for an answer, in a pool of this worth; 0 where that cannot be told.
    fn wanted(self, pool: i32, high: bool) -> i32;
    /// What entries of the table must share to be about the same question, in 48 bits.
    fn totals(self) -> u64;
}

/// What bonuses (marriages, waiting announcements) do to an amount that adds up.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Bonuses {
    /// Nothing: tricks.
    Ignored,
    /// Those of the bidder's side count: points.
    Own,
    /// Those of the others count against it: margin.
    Both,
}

impl Bonuses {
    /// By how much a bonus raises the amount.
    #[inline(always)]
    pub fn change(self, own: bool, worth: i32) -> i32 {
        match self {
            Bonuses::Ignored => 0,
            Bonuses::Own if own => worth,
            Bonuses::Own => 0,
            Bonuses::Both if own => worth,
            Bonuses::Both => -worth,
        }
    }
}

/// An amount that adds up, with or without bonuses still to come.
#[derive(Copy, Clone, Debug)]
pub(super) struct Amount<const BONUSES: bool> {
    pub target: i32,
    pub got: i32,
}

impl<const BONUSES: bool> Need for Amount<BONUSES> {
    const BONUSES: bool = BONUSES;

    #[inline(always)]
    fn target(self) -> i32 {
        self.target
    }

    #[inline(always)]
    fn got(self) -> i32 {
        self.got
    }

    #[inline(always)]
    fn after_trick(self, own: bool, worth: i32) -> Self {
        Self { got: if own { self.got + worth } else { self.got }, ..self }
    }

    #[inline(always)]
    fn after_bonus(self, own: bool, worth: i32, bonuses: Bonuses) -> Self {
        Self { got: self.got + bonuses.change(own, worth), ..self }
    }

    #[inline(always)]
    fn decided(self, open: Open) -> Option<i32> {
        let most = self.got + open.pool + open.own_bonus;
        let least = self.got - open.others_bonus;
        if most < self.target {
            Some(most)
        } else if least >= self.target {
            Some(least)
        } else {
            None
        }
    }

    #[inline(always)]
    fn decided_by(self, open: Open, sure: &Sure) -> Option<i32> {
        let least = self.got + sure.own;
        let most = self.got + open.pool - sure.others;
        if least >= self.target {
            Some(least)
        } else if most < self.target {
            Some(most)
        } else {
            None
        }
    }

    #[inline(always)]
    fn wanted(self, pool: i32, high: bool) -> i32 {
        let missing = self.target - self.got;
        if high { missing } else { pool - missing + 1 }
    }

    #[inline(always)]
    fn totals(self) -> u64 {
        0
    }
}

/// A condition on the totals at the end of the deal, and the totals so far.
#[derive(Copy, Clone, Debug)]
pub(super) struct Asked<'a> {
    pub condition: &'a Condition,
    /// Which of the conditions asked about in one table this is.
    pub number: u8,
    pub totals: Totals,
}

impl Asked<'_> {
    /// Where the totals may end, given what both sides get at least.
    fn range(self, open: Open, own: i32, others: i32) -> Range {
        let Totals { own: had, others: lost, tricks } = self.totals;
        Range {
            low: Totals { own: had + own, others: lost + others, tricks },
            high: Totals {
                own: had + open.pool - others + open.own_bonus,
                others: lost + open.pool - own + open.others_bonus,
                tricks: tricks + open.tricks,
            },
        }
    }
}

impl Need for Asked<'_> {
    const BONUSES: bool = true;

    fn target(self) -> i32 {
        1
    }

    fn got(self) -> i32 {
        0
    }

    fn after_trick(mut self, own: bool, worth: i32) -> Self {
        if own {
            self.totals.own += worth;
            self.totals.tricks += 1;
        } else {
            self.totals.others += worth;
        }
        self
    }

    fn after_bonus(mut self, own: bool, worth: i32, _: Bonuses) -> Self {
        if own {
            self.totals.own += worth
        } else {
            self.totals.others += worth
        }
        self
    }

    fn decided(self, open: Open) -> Option<i32> {
        self.condition.within(&self.range(open, 0, 0)).map(i32::from)
    }

    fn decided_by(self, open: Open, sure: &Sure) -> Option<i32> {
        // What one side can be sure of holds whatever the other does, but not both at once.
        match self.condition.within(&self.range(open, sure.own, 0)) {
            Some(true) => Some(1),
            _ => self.condition.within(&self.range(open, 0, sure.others)).filter(|answer| !answer).map(i32::from),
        }
    }

    fn wanted(self, _: i32, _: bool) -> i32 {
        0
    }

    fn totals(self) -> u64 {
        let Totals { own, others, tricks } = self.totals;
        let points = own as u16 as u64 | (others as u16 as u64) << 16;
        points | (tricks as u8 as u64) << 32 | u64::from(self.number) << 40
    }
}
