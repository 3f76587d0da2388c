//! Solving positions.

use std::sync::{Arc, Mutex};

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt};
use trickcore::cards::{Card, Pack};
use trickcore::solver::{self, Control, Engine, Limits, Objective, Solution, SolveError};
use trickcore::state::{Move, Position, Say};

use crate::args::{self, Given};
use crate::batch::{self, Conduct};
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

/// An exact double-dummy solver: `engine` is "fast" (generalised table, equals, bounds and ordering), "plain"
/// (alpha-beta, exact table), or "minimax" (nothing pruned).
///
/// The fast engine keeps what it has learned from one call to the next, as long as they are about one contract and one
/// objective; answers never depend on it, node counts do. Calls from several threads may run at once: one of them has
/// what is kept, the others begin anew.
///
/// Args:
///     max_nodes: nodes that one call may visit, or of a batch the search of one position; no limit where it is `None`.
///     max_memory: bytes that the tables of one call may take, or of a batch those of one thread. `None`: 30 MiB for the
///         fast engine, which forgets when they are full and goes on; 1 GiB for the plain one, which gives up.
///
/// Raises:
///     UnsolvableGame: a limit was met (`node_limit`, `memory_limit`), or the objective does not fit.
///     DeadlineExceeded: the deadline passed, or the cancel token was used; `finished` of a solve has the moves whose
///         values were found by then: card, what is said, value; of a batch the answers found by then, by index; of
///         `best_of` index and value of the best by then, if any.
#[pyclass(frozen, module = "trickcore")]
pub struct Solver {
    engine: Engine,
    max_nodes: u64,
    limits: Limits,
    /// What has been learned, while no call is using it.
    kept: Mutex<Option<solver::Solver>>,
}

/// A value, or why there is none, of a search under this solver's limits.
type Searched<T> = Result<T, SolveError>;

impl Solver {
    /// One that has learned nothing.
    fn fresh(&self) -> solver::Solver {
        solver::Solver::new(self.engine, self.limits)
    }

    /// Lets `work` use what is kept. Nobody ever waits for it, so that neither threads nor forks can block each other:
    /// who finds it in use begins anew, and who is done later replaces it.
    fn lend<T>(&self, work: impl FnOnce(&mut solver::Solver) -> T) -> T {
        let kept = self.kept.try_lock().ok().and_then(|mut kept| kept.take());
        let mut solver = kept.unwrap_or_else(|| self.fresh());
        let result = work(&mut solver);
        let before = self.kept.try_lock().ok().and_then(|mut kept| kept.replace(solver));
        drop(before);
        result
    }

    fn search<T: Send>(
        &self,
        py: Python<'_>,
        deadline: Option<&Bound<'_, PyAny>>,
        cancel: Option<&CancelToken>,
        work: impl FnOnce(&mut solver::Solver, &mut Control) -> Searched<T> + Send,
    ) -> PyResult<T> {
        let deadline = run::deadline(deadline)?;
        let flag = cancel.map(CancelToken::flag).unwrap_or_default();
        let max_nodes = self.max_nodes;
        let result = run::run(py, |signalled| {
            let control = Control::unlimited().max_nodes(max_nodes).deadline(deadline);
            self.lend(|solver| work(solver, &mut control.cancelled(&flag).poll(signalled)))
        })?;
        result.map_err(|e| from_solve(py, &e))
    }
}

/// An objective by name.
#[derive(Copy, Clone)]
pub enum Aim {
    Tricks,
    Points,
    Margin,
    Payoff,
}

impl Aim {
    /// The objective; `payoff` needs the payoff.
    pub fn goal(self, py: Python<'_>, payoff: Option<&PyPayoff>) -> PyResult<Objective> {
        match (self, payoff) {
            (Aim::Tricks, _) => Ok(Objective::Tricks),
            (Aim::Points, _) => Ok(Objective::Points),
            (Aim::Margin, _) => Ok(Objective::Margin),
            (Aim::Payoff, Some(payoff)) => Ok(Objective::Payoff(Arc::clone(&payoff.0))),
            (Aim::Payoff, None) => {
                let message = "a position alone has no payoff: solve the state, or give the payoff";
                Err(error(py, Class::Unsolvable, message, "no_payoff", Some("objective")))
            }
        }
    }
}

pub fn aim_arg(value: &Bound<'_, PyAny>) -> PyResult<Aim> {
    match args::text(value, "objective")? {
        "tricks" => Ok(Aim::Tricks),
        "points" => Ok(Aim::Points),
        "margin" => Ok(Aim::Margin),
        "payoff" => Ok(Aim::Payoff),
        name => {
            let shown: String = name.chars().take(40).collect();
            let message = format!("objective is `{shown}`, expected tricks, points, margin or payoff");
            Err(error(value.py(), Class::Option, message, "unknown_objective", Some(&shown)))
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
    #[pyo3(signature = (engine = Given(None), *, max_nodes = None, max_memory = None),
        text_signature = "(engine='fast', *, max_nodes=None, max_memory=None)")]
    fn new(
        engine: Given<'_>,
        max_nodes: Option<&Bound<'_, PyAny>>,
        max_memory: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Solver> {
        let engine = engine.get().map_or(Ok(Engine::Fast), engine_arg)?;
        let max_nodes = max_nodes.map_or(Ok(u64::MAX), |nodes| args::whole(nodes, "max_nodes", 1, u64::MAX))?;
        let memory = max_memory.map(|bytes| args::whole(bytes, "max_memory", 1, 1 << 40)).transpose()?;
        let max_memory = memory.map_or(engine.usual_memory(), |bytes| bytes as usize);
        let limits = Limits { max_memory, ..Limits::default() };
        Ok(Solver { engine, max_nodes, limits, kept: Mutex::new(None) })
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
        let goal = aim_arg(objective)?.goal(objective.py(), payoff.map(|payoff| payoff.get()))?;
        let position = position.get().snapshot(position.py());
        let (pack, calls) = (position.plan().rules().pack, call_names(&position));
        let py = objective.py();
        let mut finished = Vec::new();
        let solved = self.search(py, deadline, cancel.map(|token| token.get()), |solver, control| {
            solver.solve_keeping(&position, &goal, control, &mut finished)
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
        let goal = aim_arg(objective)?.goal(objective.py(), payoff.map(|payoff| payoff.get()))?;
        let target = target_arg(target)?;
        let position = position.get().snapshot(position.py());
        self.search(objective.py(), deadline, cancel.map(|token| token.get()), |solver, control| {
            solver.can_reach(&position, &goal, target, control)
        })
    }

    /// The value of every position, as an int32 array. `objective` is one for all or one for each; `payoffs` has a payoff
    /// or `None` for each. With `threads` 0 all cores work. `progress` is called by this thread now and then with the
    /// numbers of positions done and in all; what it raises ends the call.
    ///
    /// Values, and the nodes visited, are the same whatever the number of threads.
    #[pyo3(signature = (positions, objective, *, payoffs = None, threads = Given(None), progress = None, deadline = None,
        cancel = None), text_signature = "($self, positions, objective, *, payoffs=None, threads=0, progress=None, \
        deadline=None, cancel=None)")]
    #[allow(clippy::too_many_arguments)]
    fn values<'py>(
        &self,
        positions: &Bound<'py, PyAny>,
        objective: &Bound<'py, PyAny>,
        payoffs: Option<&Bound<'py, PyAny>>,
        threads: Given<'py>,
        progress: Option<&Bound<'py, PyAny>>,
        deadline: Option<&Bound<'py, PyAny>>,
        cancel: Option<&Bound<'py, CancelToken>>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let py = positions.py();
        let conduct = Conduct::new(0, &threads, progress, deadline, cancel)?;
        let tasks = batch::tasks(positions, objective, payoffs)?;
        let solver = self.fresh();
        let found = conduct.run(py, tasks.len(), self.max_nodes, |terms| solver.values(&tasks, terms))?;
        conduct.array(py, found)
    }

    /// Whether the bidder's side can reach its target, for every position, as an array of bools: see `can_reach`.
    /// `targets` is one for all or one for each; the rest is as in `values`.
    #[pyo3(signature = (positions, objective, targets, *, payoffs = None, threads = Given(None), progress = None,
        deadline = None, cancel = None), text_signature = "($self, positions, objective, targets, *, payoffs=None, \
        threads=0, progress=None, deadline=None, cancel=None)")]
    #[allow(clippy::too_many_arguments)]
    fn reach<'py>(
        &self,
        positions: &Bound<'py, PyAny>,
        objective: &Bound<'py, PyAny>,
        targets: &Bound<'py, PyAny>,
        payoffs: Option<&Bound<'py, PyAny>>,
        threads: Given<'py>,
        progress: Option<&Bound<'py, PyAny>>,
        deadline: Option<&Bound<'py, PyAny>>,
        cancel: Option<&Bound<'py, CancelToken>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let py = positions.py();
        let conduct = Conduct::new(0, &threads, progress, deadline, cancel)?;
        let tasks = batch::tasks(positions, objective, payoffs)?;
        let targets = batch::targets(targets, tasks.len())?;
        let solver = self.fresh();
        let found = conduct.run(py, tasks.len(), self.max_nodes, |terms| solver.reach(&tasks, &targets, terms))?;
        conduct.array(py, found)
    }

    /// Index and value of the best of several positions, the choices of one player: the highest value, with `lowest` the
    /// lowest, and of several such the first. The first position is solved; of each other it is asked whether it is
    /// better than the best so far, and only then how good.
    ///
    /// Values are for the bidder's side, whoever chooses: `lowest` is for choices of the defenders, and of a bidder who
    /// wants few tricks. One thread uses, and adds to, what this solver has learned. The result does not depend on the
    /// number of threads. The rest is as in `values`.
    #[pyo3(signature = (positions, objective, *, payoffs = None, lowest = false, threads = Given(None), progress = None,
        deadline = None, cancel = None), text_signature = "($self, positions, objective, *, payoffs=None, \
        lowest=False, threads=1, progress=None, deadline=None, cancel=None)")]
    #[allow(clippy::too_many_arguments)]
    fn best_of<'py>(
        &self,
        positions: &Bound<'py, PyAny>,
        objective: &Bound<'py, PyAny>,
        payoffs: Option<&Bound<'py, PyAny>>,
        lowest: bool,
        threads: Given<'py>,
        progress: Option<&Bound<'py, PyAny>>,
        deadline: Option<&Bound<'py, PyAny>>,
        cancel: Option<&Bound<'py, CancelToken>>,
    ) -> PyResult<(usize, i32)> {
        let py = positions.py();
        let conduct = Conduct::new(1, &threads, progress, deadline, cancel)?;
        let tasks = batch::tasks(positions, objective, payoffs)?;
        let found = conduct
            .run(py, tasks.len(), self.max_nodes, |terms| self.lend(|solver| solver.best_of(&tasks, lowest, terms)))?;
        conduct.best(py, tasks.len(), found)
    }

    fn __repr__(&self) -> String {
        format!("<Solver {}>", self.engine())
    }
}

/// A target may be any whole number; past every possible value it makes no difference how far.
pub fn target_arg(value: &Bound<'_, PyAny>) -> PyResult<i32> {
    const FAR: i64 = 2_000_000;
    let wrong = |_| args::wrong_type(value, "target", "a whole number");
    let target =
        if value.is_instance_of::<PyInt>() { value.clone() } else { value.call_method0("__index__").map_err(wrong)? };
    if value.is_instance_of::<PyBool>() {
        return Err(args::wrong_type(value, "target", "a whole number"));
    }
    if let Ok(target) = target.extract::<i64>() {
        return Ok(target.clamp(-FAR, FAR) as i32);
    }
    Ok(if target.lt(0)? { -FAR as i32 } else { FAR as i32 })
}
