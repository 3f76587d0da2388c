//! Many positions at once: arguments in, arrays out.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use numpy::{Element, PyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyString};
use trickcore::solver::{Answers, Choice, Failure, SolveError, Stop, Task, Terms};

use crate::args::{self, Given};
use crate::errors::{Class, error, from_solve, out_of_range};
use crate::position::PyPosition;
use crate::rules::PyPayoff;
use crate::run::{self, CancelToken, Progress};
use crate::solver::{Aim, aim_arg, target_arg};

/// The most positions of one batch.
const MOST: usize = 1_000_000;
/// How many positions are read between two looks at signals.
const SIGNALS_EVERY: usize = 4096;

/// How a batch is worked through.
pub struct Conduct<'py> {
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
    deadline: Option<Instant>,
    flag: Arc<AtomicBool>,
}

impl<'py> Conduct<'py> {
    /// `threads` are those of the call, or as many as it usually has.
    pub fn new(
        usual_threads: usize,
        threads: &Given<'py>,
        progress: Option<&Bound<'py, PyAny>>,
        deadline: Option<&Bound<'py, PyAny>>,
        cancel: Option<&Bound<'py, CancelToken>>,
    ) -> PyResult<Conduct<'py>> {
        let progress = progress.filter(|progress| !progress.is_none());
        if let Some(progress) = progress.filter(|progress| !progress.is_callable()) {
            return Err(args::wrong_type(progress, "progress", "a function of the numbers done and in all"));
        }
        let number = |threads| Ok::<_, PyErr>(args::whole(threads, "threads", 0, 256)? as usize);
        Ok(Conduct {
            threads: threads.get().map_or(Ok(usual_threads), number)?,
            progress: progress.cloned(),
            deadline: run::deadline(deadline)?,
            flag: cancel.map(|token| token.get().flag()).unwrap_or_default(),
        })
    }

    /// Works through `total` positions without the GIL.
    pub fn run<T: Send>(
        &self,
        py: Python<'py>,
        total: usize,
        max_nodes: u64,
        work: impl FnOnce(Terms) -> T + Send,
    ) -> PyResult<T> {
        let progress = self.progress.clone().map(|tell| Progress { tell: tell.unbind(), total });
        let (threads, deadline, flag) = (self.threads, self.deadline, &self.flag);
        run::run_counted(py, progress, move |look| {
            let mut watch = |done| flag.load(Ordering::Relaxed) || look(done);
            work(Terms { threads, max_nodes, deadline, watch: &mut watch })
        })
    }

    /// Tells that all is done.
    fn end(&self, total: usize) -> PyResult<()> {
        let progress = self.progress.as_ref().filter(|_| total > 0);
        progress.map_or(Ok(()), |progress| progress.call1((total, total)).map(drop))
    }

    /// The answers as an array, if there is one to everything.
    pub fn array<T>(&self, py: Python<'py>, found: Answers<T>) -> PyResult<Bound<'py, PyArray1<T>>>
    where
        T: Copy + Element + IntoPyObject<'py>,
    {
        if let Some(failure) = found.failure {
            return Err(failed(py, &failure, || {
                let finished = PyDict::new(py);
                for (index, answer) in found.answers.iter().enumerate() {
                    if let Some(answer) = *answer {
                        finished.set_item(index, answer)?;
                    }
                }
                Ok(finished.into_any())
            }));
        }
        self.end(found.answers.len())?;
        let answers: Vec<T> = found.answers.into_iter().flatten().collect();
        Ok(PyArray1::from_vec(py, answers))
    }

    /// Index and value of the best, if all were looked at.
    pub fn best(&self, py: Python<'py>, total: usize, found: Choice) -> PyResult<(usize, i32)> {
        let best = found.best.map(|best| (best.index, best.value));
        if let Some(failure) = found.failure {
            return Err(failed(py, &failure, || best.into_pyobject(py).map(Bound::into_any)));
        }
        self.end(total)?;
        best.ok_or_else(|| out_of_range(py, "positions", "empty", "one position or more"))
    }
}

/// The exception for a position without an answer. One that says that time was up has what is finished; any other names
/// the position.
fn failed<'py>(py: Python<'py>, failure: &Failure, finished: impl FnOnce() -> PyResult<Bound<'py, PyAny>>) -> PyErr {
    let fault = from_solve(py, &failure.error);
    match failure.error {
        SolveError::Stopped(Stop::Deadline | Stop::Cancelled) => {
            let told = finished().and_then(|finished| fault.value(py).setattr("finished", finished));
            told.err().unwrap_or(fault)
        }
        _ => at(py, &fault, failure.index),
    }
}

/// An error of ours, found at a position of the batch.
fn at(py: Python<'_>, fault: &PyErr, index: usize) -> PyErr {
    let placed = fault.value(py).call_method1("at", (format!("positions[{index}]"),));
    placed.map_or_else(|failure| failure, PyErr::from_value)
}

/// Values that come one for each position, or not at all.
struct OneEach<'py> {
    values: Option<Bound<'py, PyIterator>>,
    what: &'static str,
}

impl<'py> OneEach<'py> {
    fn new(values: Option<&Bound<'py, PyAny>>, what: &'static str, expected: &str) -> PyResult<OneEach<'py>> {
        let iterated =
            |values: &Bound<'py, PyAny>| values.try_iter().map_err(|_| args::wrong_type(values, what, expected));
        Ok(OneEach { values: values.map(iterated).transpose()?, what })
    }

    fn next(&mut self) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(values) = &mut self.values else { return Ok(None) };
        let value = values.next().transpose()?;
        value.map(Some).ok_or_else(|| count(values.py(), self.what, "fewer"))
    }

    /// After the last position there has to be none left.
    fn end(self) -> PyResult<()> {
        let Some(mut values) = self.values else { return Ok(()) };
        let more = values.next().transpose()?.is_some();
        if more { Err(count(values.py(), self.what, "more")) } else { Ok(()) }
    }
}

fn count(py: Python<'_>, what: &str, found: &str) -> PyErr {
    let message = format!("{what}: there are {found} than positions, expected one for each");
    error(py, Class::Option, message, "count", Some(what))
}

/// The positions, and what each is solved for. `objective` is one for all or one for each, `payoffs` one for each.
pub fn tasks(
    positions: &Bound<'_, PyAny>,
    objective: &Bound<'_, PyAny>,
    payoffs: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<Task>> {
    let for_all = objective.is_instance_of::<PyString>().then(|| aim_arg(objective)).transpose()?;
    let each = Some(objective).filter(|_| for_all.is_none());
    let mut aims = OneEach::new(each, "objective", "a str, or one for each position")?;
    let given = payoffs.filter(|payoffs| !payoffs.is_none());
    let mut payoffs = OneEach::new(given, "payoffs", "a Payoff or None for each position")?;
    let mut tasks = Vec::new();
    for item in positions.try_iter().map_err(|_| args::wrong_type(positions, "positions", "a series of Positions"))? {
        let (item, index) = (item?, tasks.len());
        listen(item.py(), index)?;
        let position = item.cast::<PyPosition>();
        let position = position.map_err(|_| args::wrong_type(&item, &format!("positions[{index}]"), "a Position"))?;
        let aim = match aims.next()? {
            Some(aim) => aim_arg(&aim)?,
            None => for_all.unwrap_or(Aim::Tricks),
        };
        let payoff = payoffs.next()?.filter(|payoff| !payoff.is_none());
        let paid = payoff.as_ref().map(|payoff| payoff.cast::<PyPayoff>().map_err(|_| payoff)).transpose();
        let paid = paid.map_err(|other| args::wrong_type(other, &format!("payoffs[{index}]"), "a Payoff or None"))?;
        let goal = aim.goal(item.py(), paid.map(|payoff| payoff.get())).map_err(|e| at(item.py(), &e, index))?;
        tasks.push(Task { position: position.get().snapshot(item.py()), goal });
    }
    aims.end()?;
    payoffs.end()?;
    Ok(tasks)
}

/// A target for each of so many positions: one for all, or one for each.
pub fn targets(value: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<i32>> {
    let Ok(values) = value.try_iter() else { return Ok(vec![target_arg(value)?; count]) };
    let mut each = OneEach { values: Some(values), what: "targets" };
    let mut targets = Vec::with_capacity(count);
    for index in 0..count {
        listen(value.py(), index)?;
        targets.extend(each.next()?.as_ref().map(target_arg).transpose()?);
    }
    each.end()?;
    Ok(targets)
}

/// Keeps a series that never ends from being read for ever, and from shutting out Ctrl-C.
fn listen(py: Python<'_>, index: usize) -> PyResult<()> {
    if index >= MOST {
        return Err(out_of_range(py, "positions", "a longer series", &format!("at most {MOST}")));
    }
    if index % SIGNALS_EVERY == SIGNALS_EVERY - 1 { py.check_signals() } else { Ok(()) }
}
