//! Whole answers: value, values of all moves, a line; from either engine.

use super::fast::{Fast, Ideas};
use super::minimax::minimax;
use super::plain::Plain;
use super::{Control, Objective, Stop, Unsolvable};
use crate::state::{Move, Position};

/// Which search answers.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Every line played out.
    Minimax,
    /// Alpha-beta with a table of exact positions.
    Plain,
    /// Zero-window search with everything that makes it fast.
    #[default]
    Fast,
}

/// How much memory a search may take.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes for tables.
    pub max_memory: usize,
    /// Which ideas the fast engine uses; all, but in tests of each.
    pub ideas: Ideas,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { max_memory: 1 << 30, ideas: Ideas::default() }
    }
}

/// What a position is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Value for the bidder's side, in the unit of the objective.
    pub value: i32,
    /// The value if a move is made now, for every move that a search chooses from.
    pub moves: Vec<(Move, i32)>,
    /// One sequence of moves to the end along which both sides keep the value.
    pub line: Vec<Move>,
    /// Nodes visited.
    pub nodes: u64,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum SolveError {
    #[error(transparent)]
    Unsolvable(#[from] Unsolvable),
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// A search of either kind over one position.
enum Search<'g> {
    Minimax(&'g Objective),
    Plain(Plain<'g>),
    Fast(Box<Fast>, &'g Objective),
}

impl Search<'_> {
    fn value(&mut self, position: &mut Position, control: &mut Control) -> Result<i32, Stop> {
        match self {
            Search::Minimax(goal) => minimax(position, goal, control),
            Search::Plain(plain) => plain.value(position, control),
            Search::Fast(fast, goal) => fast.value(position, goal, None, control),
        }
    }

    fn at_least(&mut self, position: &mut Position, target: i32, control: &mut Control) -> Result<bool, Stop> {
        match self {
            Search::Minimax(goal) => Ok(minimax(position, goal, control)? >= target),
            Search::Plain(plain) => plain.at_least(position, target, control),
            Search::Fast(fast, goal) => fast.at_least(position, goal, target, control),
        }
    }

    fn value_after(&mut self, position: &mut Position, mv: Move, control: &mut Control) -> Result<i32, Stop> {
        let undo = position.play_unchecked(mv);
        let value = self.value(position, control);
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
            Search::Fast(_, goal) => *goal,
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

/// The search that answers. What the fast engine does not take, the plain one does.
fn search<'g>(position: &Position, goal: &'g Objective, engine: Engine, limits: Limits) -> Search<'g> {
    let plain = || Search::Plain(Plain::new(goal, limits.max_memory));
    match engine {
        Engine::Minimax => Search::Minimax(goal),
        Engine::Plain => plain(),
        Engine::Fast => match Fast::new(position, goal, limits.ideas, limits.max_memory) {
            Some(fast) => Search::Fast(Box::new(fast), goal),
            None => plain(),
        },
    }
}

/// Solves a position: value, value of every move, a line.
///
/// # Errors
/// [`Unsolvable`] where the objective does not fit the position, [`Stop`] where the control stopped the search.
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
    solve_keeping(position, goal, engine, limits, control, &mut Vec::new())
}

/// As [`solve`], with the values of moves put into `finished` as they are found: what is there if the search is stopped.
///
/// # Errors
/// As [`solve`].
pub fn solve_keeping(
    position: &Position,
    goal: &Objective,
    engine: Engine,
    limits: Limits,
    control: &mut Control,
    finished: &mut Vec<(Move, i32)>,
) -> Result<Solution, SolveError> {
    goal.check(position)?;
    let mut search = search(position, goal, engine, limits);
    let mut board = position.clone();
    let offset = goal.offset(position);
    finished.clear();
    for mv in position.search_moves() {
        finished.push((mv, search.value_after(&mut board, mv, control)? - offset));
    }
    let values = finished.iter().map(|(_, value)| *value);
    let best = if goal.maximises(position) { values.max() } else { values.min() };
    let value = best.unwrap_or_else(|| goal.amount(position) - offset);
    let line = search.line(&mut board, value + offset, control)?;
    Ok(Solution { value, moves: finished.clone(), line, nodes: control.nodes() })
}

/// The value alone, by the fast engine where it can: what [`solve`] gives as `value`, without moves and line.
///
/// # Errors
/// As [`solve`].
pub fn value(position: &Position, goal: &Objective, limits: Limits, control: &mut Control) -> Result<i32, SolveError> {
    goal.check(position)?;
    let mut search = search(position, goal, Engine::Fast, limits);
    Ok(search.value(&mut position.clone(), control)? - goal.offset(position))
}

/// Whether the bidder's side can reach `target`: a value of at least `target`, or at most `target` where the bidder's
/// side wants the value low (tricks of a misère).
///
/// # Errors
/// As [`solve`].
pub fn can_reach(
    position: &Position,
    goal: &Objective,
    target: i32,
    engine: Engine,
    limits: Limits,
    control: &mut Control,
) -> Result<bool, SolveError> {
    goal.check(position)?;
    let mut search = search(position, goal, engine, limits);
    let mut board = position.clone();
    let amount = target.clamp(-1_000_000, 1_000_000) + goal.offset(position);
    Ok(if goal.is_reversed(position) {
        !search.at_least(&mut board, amount + 1, control)?
    } else {
        search.at_least(&mut board, amount, control)?
    })
}
