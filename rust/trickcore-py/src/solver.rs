//! Solving positions.

use std::sync::Arc;

use pyo3::prelude::*;
use trickcore::cards::{Card, Pack};
use trickcore::solver::{Control, Engine, Limits, Objective, Solution, SolveError, can_reach, solve_keeping};
use trickcore::state::{Move, Position, Say};

use crate::args::{self, Given};
use crate::cards::{PyCard, card_object};
use crate::errors::{Class, error, from_solve};
use crate::position::PyPosition;
use crate::rules::PyPayoff;
use crate::run::{self, CancelToken};

/// Raw answer of a search: values are for the bidder's side.
#[pyclass(frozen, module = "trickcore._core")]
pub struct Search {
    pack: &'static Pack,
    calls: Vec<String>,
    solution: Solution,
}

impl Search {
    fn card(&self, py: Python<'_>, mv: Move) -> PyResult<(Py<PyCard>, Option<String>)> {
        let (card, say) = match mv {
            Move::Play(card, Say::Nothing) => (card, None),
            Move::Play(card, Say::Call(call)) => (card, self.calls.get(call as usize).cloned()),
            Move::Announce(_) => (Card::from_code(0).unwrap_or_else(|| unreachable!("0 is a code")), None),
        };
        Ok((card_object(py, self.pack, card)?, say))
    }

    fn valued(&self, py: Python<'_>, moves: &[(Move, i32)]) -> PyResult<Vec<Valued>> {
        moves.iter().map(|&(mv, value)| self.card(py, mv).map(|(card, say)| (card, say, value))).collect()
    }
}

/// A card, what is said with it, and the value.
type Valued = (Py<PyCard>, Option<String>, i32);

#[pymethods]
impl Search {
    /// Value of the position.
    #[getter]
    fn value(&self) -> i32 {
        self.solution.value
    }

    /// Every card to play, with what is said, and its value.
    #[getter]
    fn moves(&self, py: Python<'_>) -> PyResult<Vec<Valued>> {
        self.valued(py, &self.solution.moves)
    }

    /// Cards to the end along which both sides keep the value.
    #[getter]
    fn line(&self, py: Python<'_>) -> PyResult<Vec<(Py<PyCard>, Option<String>)>> {
        self.solution.line.iter().map(|&mv| self.card(py, mv)).collect()
    }

    /// Nodes visited.
    #[getter]
    fn nodes(&self) -> u64 {
        self.solution.nodes
    }

    fn __repr__(&self) -> String {
        format!("<Search value {}, {} nodes>", self.solution.value, self.solution.nodes)
    }
}

/// An exact double-dummy solver: `engine` is "plain" (alpha-beta, exact table), "minimax" (nothing pruned), or "fast"
/// (generalised table, equals, bounds and ordering).
///
/// Args:
///     max_nodes: nodes that one call may visit; no limit where it is `None`.
///     max_memory: bytes that the tables of one call may take.
///
/// Raises:
///     UnsolvableGame: a limit was met (`node_limit`, `memory_limit`), or the objective does not fit.
///     DeadlineExceeded: the deadline passed, or the cancel token was used; `finished` of a solve has the moves whose
///         values were found by then: card, what is said, value.
#[pyclass(frozen, module = "trickcore")]
pub struct Solver {
    engine: Engine,
    max_nodes: u64,
    limits: Limits,
}

/// A value, or why there is none, of a search under this solver's limits.
type Searched<T> = Result<T, SolveError>;

impl Solver {
    fn search<T: Send>(
        &self,
        py: Python<'_>,
        deadline: Option<&Bound<'_, PyAny>>,
        cancel: Option<&CancelToken>,
        work: impl FnOnce(&mut Control) -> Searched<T> + Send,
    ) -> PyResult<T> {
        let deadline = run::deadline(deadline)?;
        let flag = cancel.map(CancelToken::flag).unwrap_or_default();
        let max_nodes = self.max_nodes;
        let result = run::run(py, move |signalled| {
            let control = Control::unlimited().max_nodes(max_nodes).deadline(deadline);
            work(&mut control.cancelled(&flag).poll(signalled))
        })?;
        result.map_err(|e| from_solve(py, &e))
    }
}

/// An objective by name; `payoff` needs the payoff.
fn objective_arg(value: &Bound<'_, PyAny>, payoff: Option<&PyPayoff>) -> PyResult<Objective> {
    let py = value.py();
    let name = args::text(value, "objective")?;
    match (name, payoff) {
        ("tricks", _) => Ok(Objective::Tricks),
        ("points", _) => Ok(Objective::Points),
        ("margin", _) => Ok(Objective::Margin),
        ("payoff", Some(payoff)) => Ok(Objective::Payoff(Arc::clone(&payoff.0))),
        ("payoff", None) => {
            let message = "a position alone has no payoff: solve the state, or give the payoff";
            Err(error(py, Class::Unsolvable, message, "no_payoff", Some("objective")))
        }
        _ => {
            let shown: String = name.chars().take(40).collect();
            let message = format!("objective is `{shown}`, expected tricks, points, margin or payoff");
            Err(error(py, Class::Option, message, "unknown_objective", Some(&shown)))
        }
    }
}

fn engine_arg(value: &Bound<'_, PyAny>) -> PyResult<Engine> {
    match args::text(value, "engine")? {
        "plain" => Ok(Engine::Plain),
        "minimax" => Ok(Engine::Minimax),
        "fast" => Ok(Engine::Fast),
        other => {
            let message = format!("engine is `{other:.40}`, expected fast, plain or minimax");
            Err(error(value.py(), Class::Option, message, "unknown_engine", Some("engine")))
        }
    }
}

fn call_names(position: &Position) -> Vec<String> {
    position.plan().calls().iter().map(|call| call.name().to_string()).collect()
}

#[pymethods]
impl Solver {
    #[new]
    #[pyo3(signature = (engine = Given(None), *, max_nodes = None, max_memory = Given(None)),
        text_signature = "(engine='plain', *, max_nodes=None, max_memory=1073741824)")]
    fn new(engine: Given<'_>, max_nodes: Option<&Bound<'_, PyAny>>, max_memory: Given<'_>) -> PyResult<Solver> {
        let max_memory = max_memory.get();
        let engine = engine.get().map_or(Ok(Engine::Plain), engine_arg)?;
        let max_nodes = max_nodes.map_or(Ok(u64::MAX), |nodes| args::whole(nodes, "max_nodes", 1, u64::MAX))?;
        let memory = max_memory.map(|bytes| args::whole(bytes, "max_memory", 1, 1 << 40)).transpose()?;
        let limits =
            memory.map_or(Limits::default(), |bytes| Limits { max_memory: bytes as usize, ..Limits::default() });
        Ok(Solver { engine, max_nodes, limits })
    }

    /// Name of the engine.
    #[getter]
    fn engine(&self) -> &'static str {
        match self.engine {
            Engine::Plain => "plain",
            Engine::Minimax => "minimax",
            Engine::Fast => "fast",
        }
    }

    /// Solves a position for "tricks", "points", "margin" or, given a payoff, "payoff".
    #[pyo3(signature = (position, objective, *, payoff = None, deadline = None, cancel = None))]
    fn solve(
        &self,
        position: &Bound<'_, PyPosition>,
        objective: &Bound<'_, PyAny>,
        payoff: Option<&Bound<'_, PyPayoff>>,
        deadline: Option<&Bound<'_, PyAny>>,
        cancel: Option<&Bound<'_, CancelToken>>,
    ) -> PyResult<Search> {
        let goal = objective_arg(objective, payoff.map(|payoff| payoff.get()))?;
        let position = position.get().snapshot(position.py());
        let (engine, limits) = (self.engine, self.limits);
        let (pack, calls) = (position.plan().rules().pack, call_names(&position));
        let py = objective.py();
        let mut finished = Vec::new();
        let solved = self.search(py, deadline, cancel.map(|token| token.get()), |control| {
            solve_keeping(&position, &goal, engine, limits, control, &mut finished)
        });
        match solved {
            Ok(solution) => Ok(Search { pack, calls, solution }),
            Err(e) => {
                let value = e.value(py);
                if value.hasattr("finished")? {
                    let nothing = Solution { value: 0, moves: Vec::new(), line: Vec::new(), nodes: 0 };
                    let search = Search { pack, calls, solution: nothing };
                    value.setattr("finished", search.valued(py, &finished)?)?;
                }
                Err(e)
            }
        }
    }

    /// Whether the bidder's side can reach `target`: a value at least as high, or, for the tricks of a misère, at most
    /// as high.
    #[pyo3(signature = (position, objective, target, *, payoff = None, deadline = None, cancel = None))]
    #[allow(clippy::too_many_arguments)]
    fn can_reach(
        &self,
        position: &Bound<'_, PyPosition>,
        objective: &Bound<'_, PyAny>,
        target: &Bound<'_, PyAny>,
        payoff: Option<&Bound<'_, PyPayoff>>,
        deadline: Option<&Bound<'_, PyAny>>,
        cancel: Option<&Bound<'_, CancelToken>>,
    ) -> PyResult<bool> {
        let goal = objective_arg(objective, payoff.map(|payoff| payoff.get()))?;
        let target = target_arg(target)?;
        let position = position.get().snapshot(position.py());
        let (engine, limits) = (self.engine, self.limits);
        self.search(objective.py(), deadline, cancel.map(|token| token.get()), |control| {
            can_reach(&position, &goal, target, engine, limits, control)
        })
    }

    fn __repr__(&self) -> String {
        format!("<Solver {}>", self.engine())
    }
}

/// A target may be any whole number; past every possible value it makes no difference how far.
fn target_arg(value: &Bound<'_, PyAny>) -> PyResult<i32> {
    if value.is_instance_of::<pyo3::types::PyBool>() || !value.is_instance_of::<pyo3::types::PyInt>() {
        return Err(args::wrong_type(value, "target", "a whole number"));
    }
    if let Ok(target) = value.extract::<i64>() {
        return Ok(target.clamp(-1_000_000, 1_000_000) as i32);
    }
    Ok(if value.lt(0)? { -1_000_000 } else { 1_000_000 })
}
