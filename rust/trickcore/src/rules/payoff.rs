//! What a deal pays, as data: levels from worst to best for the bidder, each with the condition that reaches it.

use thiserror::Error;

use crate::{BySeat, MAX_SEATS};

/// What the two sides have at the end of a deal.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Totals {
    /// Points of the bidder's side.
    pub own: i32,
    /// Points of all others.
    pub others: i32,
    /// Tricks of the bidder's side.
    pub tricks: i32,
}

/// Where totals may end: each of them, by itself, between its values in `low` and `high`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least of each.
    pub low: Totals,
    /// The most of each.
    pub high: Totals,
}

impl Range {
    /// The corner of the range that is best for the bidder's side in points, or worst; tricks as given.
    fn corner(&self, best: bool, tricks: i32) -> Totals {
        let (own, others) = if best { (self.high.own, self.low.others) } else { (self.low.own, self.high.others) };
        Totals { own, others, tricks }
    }
}

/// One elementary condition, monotone in the totals.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Atom {
    /// The bidder's side has at least this many points.
    Own(i32),
    /// The others have fewer points than this.
    OthersBelow(i32),
    /// Own points minus the others' points are at least this.
    Margin(i32),
    /// The bidder's side has at least this many tricks.
    Tricks(i32),
    /// The bidder's side has at most this many tricks.
    TricksAtMost(i32),
}

impl Atom {
    /// Whether it holds.
    pub fn holds(self, totals: &Totals) -> bool {
        match self {
            Atom::Own(points) => totals.own >= points,
            Atom::OthersBelow(points) => totals.others < points,
            Atom::Margin(points) => totals.own - totals.others >= points,
            Atom::Tricks(tricks) => totals.tricks >= tricks,
            Atom::TricksAtMost(tricks) => totals.tricks <= tricks,
        }
    }

    /// The amount it looks at, and how much of it; `None` where that is no objective of the bidder's side.
    fn counted(self) -> Option<(Counted, i32)> {
        match self {
            Atom::Own(points) => Some((Counted::Own, points)),
            Atom::OthersBelow(_) => None,
            Atom::Margin(points) => Some((Counted::Margin, points)),
            Atom::Tricks(tricks) => Some((Counted::Tricks, tricks)),
            Atom::TricksAtMost(tricks) => Some((Counted::FewTricks, tricks)),
        }
    }

    /// Whether it holds where in the range it holds most easily (`best`), or hardest.
    fn holds_at(self, range: &Range, best: bool) -> bool {
        let wants_few = matches!(self, Atom::TricksAtMost(_));
        let tricks = if best != wants_few { range.high.tricks } else { range.low.tricks };
        self.holds(&range.corner(best, tricks))
    }
}

/// A condition: any of several groups of atoms that all hold.
///
/// ```
/// use trickcore::rules::{Atom, Condition, Totals};
/// let made = Condition::from(Atom::Own(100)).or(Atom::Tricks(6).into());
/// assert!(made.holds(&Totals { own: 90, others: 0, tricks: 6 }));
/// assert!(!made.holds(&Totals { own: 90, others: 10, tricks: 5 }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Condition {
    any_of: Vec<Vec<Atom>>,
}

/// The most groups a condition may grow to.
const MAX_GROUPS: usize = 64;

impl Condition {
    /// The condition that always holds.
    pub fn always() -> Condition {
        Condition { any_of: vec![Vec::new()] }
    }

    /// Whether it holds.
    pub fn holds(&self, totals: &Totals) -> bool {
        self.any_of.iter().any(|group| group.iter().all(|atom| atom.holds(totals)))
    }

    /// Whether it holds everywhere in a range (yes) or nowhere (no); `None` where it depends, or cannot be told atom by
    /// atom.
    pub fn within(&self, range: &Range) -> Option<bool> {
        let holds = |best| self.any_of.iter().any(|group| group.iter().all(|atom| atom.holds_at(range, best)));
        if holds(false) {
            Some(true)
        } else if holds(true) {
            None
        } else {
            Some(false)
        }
    }

    /// The groups: it holds if all atoms of any one of them hold.
    pub fn any_of(&self) -> &[Vec<Atom>] {
        &self.any_of
    }

    /// Both conditions.
    pub fn and(self, other: Condition) -> Condition {
        let pairs = self.any_of.iter().flat_map(|a| other.any_of.iter().map(move |b| [a.as_slice(), b].concat()));
        Condition { any_of: pairs.collect() }.tidy()
    }

    /// Either condition.
    pub fn or(self, other: Condition) -> Condition {
        Condition { any_of: [self.any_of, other.any_of].concat() }.tidy()
    }

    /// Whether it has grown past what the search takes.
    pub fn is_too_large(&self) -> bool {
        self.any_of.len() > MAX_GROUPS
    }

    /// Sorts, and drops repeated atoms and groups that another one covers.
    fn tidy(mut self) -> Condition {
        for group in &mut self.any_of {
            group.sort_unstable();
            group.dedup();
        }
        self.any_of.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        let mut kept: Vec<Vec<Atom>> = Vec::new();
        for group in self.any_of {
            if !kept.iter().any(|smaller| smaller.iter().all(|atom| group.contains(atom))) {
                kept.push(group);
            }
            if kept.len() > MAX_GROUPS {
                break;
            }
        }
        Condition { any_of: kept }
    }
}

impl From<Atom> for Condition {
    fn from(atom: Atom) -> Condition {
        Condition { any_of: vec![vec![atom]] }
    }
}

/// One outcome of a deal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Level {
    /// When it is reached.
    pub condition: Condition,
    /// What each seat then gains.
    pub payoffs: BySeat<i32>,
}

/// The one amount that a payoff looks at, if it looks at no other.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Counted {
    /// Points of the bidder's side, as many as possible.
    Own,
    /// Own points minus the others', as many as possible.
    Margin,
    /// Tricks of the bidder's side, as many as possible.
    Tricks,
    /// Tricks of the bidder's side, as few as possible.
    FewTricks,
}

/// A payoff as steps of one amount: the more of it, or of few tricks the fewer, the more is paid.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stairs {
    counted: Counted,
    /// For each level the least amount, or the most tricks, with which it or a better one is reached.
    marks: Vec<i32>,
}

impl Stairs {
    /// Those of these levels; `None` where conditions look at more than one amount, or at none.
    fn of(levels: &[Level]) -> Option<Stairs> {
        let atoms = || levels.iter().flat_map(|level| level.condition.any_of.iter().flatten());
        let (counted, _) = atoms().next()?.counted()?;
        if !atoms().all(|atom| atom.counted().is_some_and(|(other, _)| other == counted)) {
            return None;
        }
        // A group asks for the most of its atoms, a level for the least of its groups or of those of better levels; of few
        // tricks with the sign turned.
        let sign = if counted == Counted::FewTricks { -1 } else { 1 };
        let amount = |atom: &Atom| atom.counted().map_or(0, |(_, amount)| sign * amount.clamp(-NEVER, NEVER));
        let group = |atoms: &Vec<Atom>| atoms.iter().map(amount).max().unwrap_or(-NEVER);
        let mut marks: Vec<i32> = Vec::with_capacity(levels.len());
        for level in levels.iter().rev() {
            let least = level.condition.any_of.iter().map(group).chain(marks.last().copied()).min();
            marks.push(least.unwrap_or(NEVER));
        }
        marks.reverse();
        marks.iter_mut().for_each(|mark| *mark *= sign);
        Some(Stairs { counted, marks })
    }

    /// The amount.
    pub fn counted(&self) -> Counted {
        self.counted
    }

    /// For each level the least amount, or of few tricks the most, with which it or a better one is reached.
    pub fn marks(&self) -> &[i32] {
        &self.marks
    }

    /// The level that an amount reaches.
    pub fn level(&self, amount: i32) -> usize {
        let few = self.counted == Counted::FewTricks;
        let reached = |&mark: &i32| if few { amount <= mark } else { amount >= mark };
        self.marks.iter().rposition(reached).unwrap_or(0)
    }
}

/// Beyond every amount.
const NEVER: i32 = 1 << 28;

/// What a deal pays: the last level whose condition holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Payoff {
    bidder: usize,
    seats: usize,
    levels: Vec<Level>,
    stairs: Option<Stairs>,
}

/// Why levels are no payoff.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum PayoffFault {
    #[error("a payoff needs at least one level")]
    Empty,
    #[error("{found} levels, expected at most 64")]
    TooManyLevels { found: usize },
    #[error("seat {seat} is not one of {seats} seats")]
    Seat { seat: usize, seats: usize },
    #[error("the first level must have the condition that always holds")]
    NoBase,
    #[error("level {level} pays {found} seats, expected {expected}")]
    SeatCount { level: usize, found: usize, expected: usize },
    #[error("level {level} pays {sum} in all, expected 0")]
    Sum { level: usize, sum: i64 },
    #[error("level {level} does not pay the bidder more than the level before it")]
    Order { level: usize },
    #[error("level {level} pays more than 1,000,000")]
    TooMuch { level: usize },
    #[error("the condition of level {level} is too large")]
    Condition { level: usize },
}

impl PayoffFault {
    /// Stable name of the kind of fault.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::TooManyLevels { .. } => "too_many_levels",
            Self::Seat { .. } => "seat",
            Self::NoBase => "no_base",
            Self::SeatCount { .. } => "seat_count",
            Self::Sum { .. } => "sum",
            Self::Order { .. } => "order",
            Self::TooMuch { .. } => "too_much",
            Self::Condition { .. } => "condition",
        }
    }
}

impl Payoff {
    /// A payoff for `bidder` from levels given with what each seat gains.
    ///
    /// # Errors
    /// The first fault found; see [`PayoffFault`].
    ///
    /// ```
    /// use trickcore::rules::{Atom, Condition, Payoff, Totals};
    /// let levels = vec![(Condition::always(), vec![-3, 1, 1, 1]), (Atom::Own(46).into(), vec![3, -1, -1, -1])];
    /// let payoff = Payoff::new(0, levels).unwrap();
    /// assert_eq!(payoff.of(&Totals { own: 50, others: 40, tricks: 3 }), [3, -1, -1, -1]);
    /// ```
    pub fn new(bidder: usize, levels: Vec<(Condition, Vec<i32>)>) -> Result<Payoff, PayoffFault> {
        let seats = levels.first().ok_or(PayoffFault::Empty)?.1.len();
        if levels.len() > 64 {
            return Err(PayoffFault::TooManyLevels { found: levels.len() });
        }
        if !(2..=MAX_SEATS).contains(&seats) {
            return Err(PayoffFault::SeatCount { level: 0, found: seats, expected: MAX_SEATS });
        }
        if bidder >= seats {
            return Err(PayoffFault::Seat { seat: bidder, seats });
        }
        if levels[0].0 != Condition::always() {
            return Err(PayoffFault::NoBase);
        }
        let mut checked: Vec<Level> = Vec::with_capacity(levels.len());
        for (level, (condition, pays)) in levels.into_iter().enumerate() {
            if pays.len() != seats {
                return Err(PayoffFault::SeatCount { level, found: pays.len(), expected: seats });
            }
            if pays.iter().any(|pay| pay.unsigned_abs() > 1_000_000) {
                return Err(PayoffFault::TooMuch { level });
            }
            if condition.is_too_large() {
                return Err(PayoffFault::Condition { level });
            }
            let sum: i64 = pays.iter().map(|&pay| i64::from(pay)).sum();
            if sum != 0 {
                return Err(PayoffFault::Sum { level, sum });
            }
            let mut payoffs = [0; MAX_SEATS];
            payoffs[..seats].copy_from_slice(&pays);
            if checked.last().is_some_and(|last| last.payoffs[bidder] >= payoffs[bidder]) {
                return Err(PayoffFault::Order { level });
            }
            checked.push(Level { condition, payoffs });
        }
        let stairs = Stairs::of(&checked);
        Ok(Payoff { bidder, seats, levels: checked, stairs })
    }

    /// The seat whose payoff the levels ascend in.
    pub fn bidder(&self) -> usize {
        self.bidder
    }

    /// Number of seats paid.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// The levels, worst for the bidder first.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The first level that pays the bidder so much, if there is one.
    pub(crate) fn level_paying(&self, target: i32) -> Option<usize> {
        self.levels.iter().position(|level| level.payoffs[self.bidder] >= target)
    }

    /// What the bidder gets with the best level that is reached, asked from the middle on.
    pub(crate) fn best<E>(&self, mut reaches: impl FnMut(usize) -> Result<bool, E>) -> Result<i32, E> {
        let (mut low, mut high) = (0, self.levels.len() - 1);
        while low < high {
            let asked = (low + high).div_ceil(2);
            if reaches(asked)? { low = asked } else { high = asked - 1 }
        }
        Ok(self.levels[low].payoffs[self.bidder])
    }

    /// The payoff as steps of one amount, if its conditions look at no other.
    ///
    /// ```
    /// use trickcore::rules::{Atom, Condition, Payoff};
    /// let levels = |made: Condition| vec![(Condition::always(), vec![-1, 1]), (made, vec![1, -1])];
    /// let payoff = Payoff::new(0, levels(Atom::Tricks(6).into())).unwrap();
    /// assert_eq!(payoff.stairs().map(|stairs| stairs.level(7)), Some(1));
    /// let either = Condition::from(Atom::Tricks(6)).or(Atom::Own(46).into());
    /// assert_eq!(Payoff::new(0, levels(either)).unwrap().stairs(), None);
    /// ```
    pub fn stairs(&self) -> Option<&Stairs> {
        self.stairs.as_ref()
    }

    /// What each seat gains with these totals.
    pub fn of(&self, totals: &Totals) -> BySeat<i32> {
        self.levels.iter().rev().find(|level| level.condition.holds(totals)).unwrap_or(&self.levels[0]).payoffs
    }

    /// What the bidder gains with these totals.
    pub fn value(&self, totals: &Totals) -> i32 {
        self.of(totals)[self.bidder]
    }
}
