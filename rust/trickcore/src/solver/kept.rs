//! A solver: any number of questions to one engine, which keeps what it has learned between them.

use std::sync::Arc;

use super::fast::Fast;
use super::minimax::minimax;
use super::plain::Plain;
use super::view::{View, sides};
use super::{Control, Engine, Limits, Objective, Solution, SolveError, Stop};
use crate::rules::Plan;
use crate::state::{Move, Position};

/// Answers questions about positions. The fast engine's search and table are kept from one question to the next as long
/// as both are about one contract, one amount counted and one worth of the last trick: other leaders, other targets, other
/// deals, other payoffs that count the same, other bidders of a side, and of tricks the other side. An answer never depends on what was asked before; the nodes that it takes do.
///
/// ```
/// # use std::sync::Arc;
/// # use trickcore::cards::{FRENCH52, parse_hand};
/// # use trickcore::rules::{Contract, Plan, Rules};
/// # use trickcore::state::Setup;
/// use trickcore::solver::{Control, Engine, Limits, Objective, Solver};
/// # let rules = Arc::new(Rules::plain("whist", &FRENCH52, 2));
/// # let plan = Arc::new(Plan::compile(&rules, Contract::alone(0)).unwrap());
/// let hands = ["AQ.-.-.-", "KJ.-.-.-"].map(|hand| parse_hand(&FRENCH52, hand).unwrap());
/// let mut solver = Solver::new(Engine::Fast, Limits::default());
/// let mut won = |leader| {
///     let position = Setup { leader, ..Setup::new(hands.to_vec()) }.build(&plan).unwrap();
///     solver.value(&position, &Objective::Tricks, None, &mut Control::unlimited())
/// };
/// assert_eq!((won(0), won(1)), (Ok(1), Ok(2)));
/// ```
pub struct Solver {
    engine: Engine,
    limits: Limits,
    kept: Option<Kept>,
}

/// A fast search and what it is about.
struct Kept {
    fast: Box<Fast>,
    /// The contract of its positions.
    plan: Arc<Plan>,
    /// What it counts.
    counted: Objective,
    /// Whether it has learned nothing yet.
    is_new: bool,
}

impl Kept {
    /// A new search for a position; `None` where the engine cannot take it.
    fn new(position: &Position, counted: Objective, limits: Limits) -> Option<Kept> {
        let fast = Fast::new(position, &counted, limits.ideas, limits.max_memory)?;
        Some(Kept { fast: Box::new(fast), plan: position.plan().clone(), counted, is_new: true })
    }

    /// Whether it may be asked about a position, in words of its own contract. A search that knows nothing yet takes
    /// none of another contract, so that what it does never depends on what was forgotten.
    fn serves(&self, position: &Position, counted: &Objective) -> bool {
        self.counted == *counted
            && if *position.plan() == self.plan {
                self.fast.takes(position)
            } else {
                !self.is_new
                    && sides(position.plan(), &self.plan, counted).is_some()
                    && self.fast.takes(&position.under(&self.plan))
            }
    }

    fn view<'s>(&'s mut self, position: &Position, goal: &'s Objective) -> View<'s> {
        self.is_new = false;
        let other = sides(position.plan(), &self.plan, &self.counted).filter(|_| *position.plan() != self.plan);
        View::new(&mut self.fast, goal, &self.counted, other.map(|sides| (self.plan.clone(), sides)))
    }
}

impl Solver {
    /// A solver that has learned nothing yet.
    pub fn new(engine: Engine, limits: Limits) -> Solver {
        Solver { engine, limits, kept: None }
    }

    /// One like this that has learned nothing.
    pub(super) fn fresh(&self) -> Solver {
        Solver::new(self.engine, self.limits)
    }

    /// The engine that answers. What the fast one does not take, the plain one does.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// The memory it may take.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Forgets what it has learned; memory is kept for use again.
    pub fn forget(&mut self) {
        if let Some(kept) = &mut self.kept {
            kept.fast.forget();
            kept.is_new = true;
        }
    }

    /// Solves a position: value, value of every move, a line.
    ///
    /// # Errors
    /// [`Unsolvable`](super::Unsolvable) where the objective does not fit the position, [`Stop`] where the control
    /// stopped the search.
    pub fn solve(
        &mut self,
        position: &Position,
        goal: &Objective,
        control: &mut Control,
    ) -> Result<Solution, SolveError> {
        self.solve_keeping(position, goal, control, &mut Vec::new())
    }

    /// As [`solve`](Self::solve), with the values of moves put into `finished` as they are found: what is there if the
    /// search is stopped.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn solve_keeping(
        &mut self,
        position: &Position,
        goal: &Objective,
        control: &mut Control,
        finished: &mut Vec<(Move, i32)>,
    ) -> Result<Solution, SolveError> {
        goal.check(position)?;
        let before = control.nodes();
        let mut search = self.search(position, goal);
        let mut board = position.clone();
        let offset = goal.offset(position);
        finished.clear();
        for mv in position.search_moves() {
            // Most moves are worth what the one before them is, or little else.
            let guess = finished.last().map(|(_, value)| value + offset);
            finished.push((mv, search.value_after(&mut board, mv, guess, control)? - offset));
        }
        let values = finished.iter().map(|(_, value)| *value);
        let best = if goal.maximises(position) { values.max() } else { values.min() };
        let value = best.unwrap_or_else(|| goal.amount(position) - offset);
        let line = search.line(&mut board, value + offset, control)?;
        Ok(Solution { value, moves: finished.clone(), line, nodes: control.nodes() - before })
    }

    /// The value alone: what [`solve`](Self::solve) gives as `value`, without moves and line. A good guess saves time;
    /// a bad one costs time and nothing else.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn value(
        &mut self,
        position: &Position,
        goal: &Objective,
        guess: Option<i32>,
        control: &mut Control,
    ) -> Result<i32, SolveError> {
        goal.check(position)?;
        let offset = goal.offset(position);
        let guess = guess.map(|guess| bounded(guess) + offset);
        Ok(self.search(position, goal).value(&mut position.clone(), guess, control)? - offset)
    }

    /// Whether the bidder's side can reach `target`: a value of at least `target`, or at most `target` where the
    /// bidder's side wants the value low (tricks of a misère).
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn can_reach(
        &mut self,
        position: &Position,
        goal: &Objective,
        target: i32,
        control: &mut Control,
    ) -> Result<bool, SolveError> {
        if goal.is_reversed(position) {
            Ok(!self.is_at_least(position, goal, bounded(target) + 1, control)?)
        } else {
            self.is_at_least(position, goal, target, control)
        }
    }

    /// Whether the value is at least `target`, whoever wants it.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn is_at_least(
        &mut self,
        position: &Position,
        goal: &Objective,
        target: i32,
        control: &mut Control,
    ) -> Result<bool, SolveError> {
        goal.check(position)?;
        let amount = bounded(target) + goal.offset(position);
        Ok(self.search(position, goal).at_least(&mut position.clone(), amount, control)?)
    }

    /// The search that answers: the one kept if it may be asked about this position, else a new one.
    fn search<'s>(&'s mut self, position: &Position, goal: &'s Objective) -> Search<'s> {
        match self.engine {
            Engine::Minimax => Search::Minimax(goal),
            Engine::Plain => Search::Plain(Plain::new(goal, self.limits.max_memory)),
            Engine::Fast => self.fast(position, goal),
        }
    }

    fn fast<'s>(&'s mut self, position: &Position, goal: &'s Objective) -> Search<'s> {
        let counted = goal.counted(position.plan());
        if !self.kept.as_ref().is_some_and(|kept| kept.serves(position, &counted)) {
            // The memory of the old search first.
            self.kept = None;
            self.kept = Kept::new(position, counted, self.limits);
        }
        match &mut self.kept {
            Some(kept) => Search::Fast(kept.view(position, goal)),
            None => Search::Plain(Plain::new(goal, self.limits.max_memory)),
        }
    }
}

/// Beyond every value (a payoff is at most a million), but with room to add.
fn bounded(value: i32) -> i32 {
    value.clamp(-2_000_000, 2_000_000)
}

/// A search of any kind over one position. It speaks of final amounts: what was there before is part of them.
enum Search<'s> {
    Minimax(&'s Objective),
    Plain(Plain<'s>),
    Fast(View<'s>),
}

impl Search<'_> {
    fn value(&mut self, position: &mut Position, guess: Option<i32>, control: &mut Control) -> Result<i32, Stop> {
        match self {
            Search::Minimax(goal) => minimax(position, goal, control),
            Search::Plain(plain) => plain.value(position, control),
            Search::Fast(view) => view.value(position, guess, control),
        }
    }

    fn at_least(&mut self, position: &mut Position, target: i32, control: &mut Control) -> Result<bool, Stop> {
        match self {
            Search::Minimax(goal) => Ok(minimax(position, goal, control)? >= target),
            Search::Plain(plain) => plain.at_least(position, target, control),
            Search::Fast(view) => view.at_least(position, target, control),
        }
    }

    fn value_after(
        &mut self,
        position: &mut Position,
        mv: Move,
        guess: Option<i32>,
        control: &mut Control,
    ) -> Result<i32, Stop> {
        let undo = position.play_unchecked(mv);
        let value = self.value(position, guess, control);
        position.undo(undo);
        value
    }

    /// Whether the final amount is still exactly `value` after a move that cannot do better than it.
    fn keeps(
        &mut self,
        position: &mut Position,
        mv: Move,
        value: i32,
        maximises: bool,
        control: &mut Control,
    ) -> Result<bool, Stop> {
        let undo = position.play_unchecked(mv);
        let kept = if maximises {
            self.at_least(position, value, control)
        } else {
            self.at_least(position, value + 1, control).map(|more| !more)
        };
        position.undo(undo);
        kept
    }

    /// Moves to the end that keep the final amount at `value`.
    fn line(&mut self, position: &mut Position, value: i32, control: &mut Control) -> Result<Vec<Move>, Stop> {
        let goal = match self {
            Search::Minimax(goal) => *goal,
            Search::Plain(plain) => plain.goal(),
            Search::Fast(view) => view.goal(),
        };
        let mut line = Vec::new();
        let mut undos = Vec::new();
        while !position.is_over() {
            let maximises = goal.maximises(position);
            let moves = position.search_moves();
            let mut chosen = None;
            for &mv in &moves {
                if moves.len() == 1 || self.keeps(position, mv, value, maximises, control)? {
                    chosen = Some(mv);
                    break;
                }
            }
            let Some(mv) = chosen else { break };
            undos.push(position.play_unchecked(mv));
            line.push(mv);
        }
        undos.into_iter().rev().for_each(|undo| position.undo(undo));
        Ok(line)
    }
}

/// Solves one position by a solver of its own: see [`Solver::solve`].
///
/// # Errors
/// As [`Solver::solve`].
///
/// ```
/// # use std::sync::Arc;
/// # use trickcore::cards::{FRENCH52, parse_hand};
/// # use trickcore::rules::{Contract, Plan, Rules};
/// # use trickcore::state::Setup;
/// use trickcore::solver::{Control, Engine, Limits, Objective, solve};
/// # let rules = Arc::new(Rules::plain("whist", &FRENCH52, 2));
/// # let plan = Arc::new(Plan::compile(&rules, Contract::alone(0)).unwrap());
/// let hands = ["AQ.-.-.-", "KJ.-.-.-"].map(|hand| parse_hand(&FRENCH52, hand).unwrap());
/// let position = Setup { leader: 1, ..Setup::new(hands.to_vec()) }.build(&plan).unwrap();
/// let goal = Objective::Tricks;
/// let solution = solve(&position, &goal, Engine::Plain, Limits::default(), &mut Control::unlimited()).unwrap();
/// assert_eq!((solution.value, solution.line.len()), (2, 4));
/// ```
pub fn solve(
    position: &Position,
    goal: &Objective,
    engine: Engine,
    limits: Limits,
    control: &mut Control,
) -> Result<Solution, SolveError> {
    Solver::new(engine, limits).solve(position, goal, control)
}

/// The value of one position by a fast solver of its own: see [`Solver::value`].
///
/// # Errors
/// As [`Solver::solve`].
pub fn value(position: &Position, goal: &Objective, limits: Limits, control: &mut Control) -> Result<i32, SolveError> {
    Solver::new(Engine::Fast, limits).value(position, goal, None, control)
}

/// Whether the bidder's side can reach `target` from one position, by a solver of its own: see [`Solver::can_reach`].
///
/// # Errors
/// As [`Solver::solve`].
pub fn can_reach(
    position: &Position,
    goal: &Objective,
    target: i32,
    engine: Engine,
    limits: Limits,
    control: &mut Control,
) -> Result<bool, SolveError> {
    Solver::new(engine, limits).can_reach(position, goal, target, control)
}
