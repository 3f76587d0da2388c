//! Dealing for what is wanted of the hands.

use std::sync::Arc;
use std::time::Instant;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use trickcore::cards::{Count, Dealing, NothingFits, Wanted};
use trickcore::solver::Stop;

use crate::args;
use crate::cards::{PyCardSet, PyDeal, PyLayout};
use crate::errors::{Class, error, from_stop};
use crate::run::{self, CancelToken};

/// The classes of a count, the least and the most.
type Range<'py> = (Vec<(PyRef<'py, PyCardSet>, u32)>, u32, u32);

/// What one hand has to be like.
///
/// Args:
///     given: cards that it has.
///     counts: counts that have to lie in a range, each with its classes (cards, and what each of them counts), the least
///         and the most.
///     shapes: the numbers of cards in the suits that it may have; none: any.
#[pyclass(frozen, name = "Wanted", module = "trickcore._core", from_py_object)]
#[derive(Clone)]
pub struct PyWanted(Wanted);

#[pymethods]
impl PyWanted {
    #[new]
    #[pyo3(signature = (given, counts, shapes))]
    fn new(given: &Bound<'_, PyCardSet>, counts: Vec<Range<'_>>, shapes: Vec<[u8; 4]>) -> PyWanted {
        let count = |(classes, least, most): Range<'_>| Count {
            classes: classes.into_iter().map(|(cards, worth)| (cards.set, worth.min(MOST_WORTH))).collect(),
            least,
            most,
        };
        PyWanted(Wanted { given: given.get().set, counts: counts.into_iter().map(count).collect(), shapes })
    }

    /// Whether a hand is like this.
    fn fits(&self, hand: &Bound<'_, PyCardSet>) -> bool {
        self.0.fits(hand.get().set)
    }
}

/// What a card may count at most, so that no sum overflows.
const MOST_WORTH: u32 = 1 << 24;

/// Deals a layout so that every hand is as wanted, uniformly over the deals that fit.
///
/// Raises:
///     IllegalDeal: no deal at all can be like that, as far as that is plain to see (`nothing_fits`).
#[pyclass(frozen, name = "Dealing", module = "trickcore._core")]
pub struct PyDealing(Dealing);

fn from_nothing(py: Python<'_>, e: &NothingFits) -> PyErr {
    let part = e.seat().map(|seat| format!("seat {seat}"));
    error(py, Class::Deal, e.to_string(), "nothing_fits", part.as_deref())
}

#[pymethods]
impl PyDealing {
    #[new]
    fn new(py: Python<'_>, layout: PyLayout, wanted: Vec<PyWanted>) -> PyResult<PyDealing> {
        let wanted = wanted.into_iter().map(|wanted| wanted.0).collect();
        Dealing::new(&layout.0, wanted).map(PyDealing).map_err(|e| from_nothing(py, &e))
    }

    /// The first deal that fits among candidates `first` to `first + most - 1` of deal number `index` of a seed, with the
    /// number of the candidate; `None` if none of them fits. A candidate does not depend on those before it.
    ///
    /// Raises:
    ///     DeadlineExceeded: the deadline passed, or the cancel token was used.
    #[pyo3(signature = (seed, index, first, most, *, deadline = None, cancel = None))]
    #[allow(clippy::too_many_arguments)]
    fn search<'py>(
        &self,
        py: Python<'py>,
        seed: &Bound<'py, PyAny>,
        index: &Bound<'py, PyAny>,
        first: &Bound<'py, PyAny>,
        most: &Bound<'py, PyAny>,
        deadline: Option<&Bound<'py, PyAny>>,
        cancel: Option<&Bound<'py, CancelToken>>,
    ) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let seed = args::seed(py, Some(seed))?;
        let small = |value, what| args::whole(value, what, 0, u64::from(u32::MAX)).map(|number| number as u32);
        let (index, first, most) = (small(index, "index")?, small(first, "first")?, small(most, "most")?);
        let deadline = run::deadline(deadline)?;
        let flag = cancel.map(|token| token.get().flag()).unwrap_or_default();
        let mut stopped = None;
        let found = run::run(py, |signalled| {
            self.0.search(seed, index, first, most, &mut || {
                if deadline.is_some_and(|end| Instant::now() >= end) {
                    stopped = Some(Stop::Deadline);
                } else if flag.load(std::sync::atomic::Ordering::Relaxed) {
                    stopped = Some(Stop::Cancelled);
                }
                stopped.is_some() || signalled()
            })
        })?;
        match (found, stopped) {
            (Some((candidate, deal)), _) => Ok(Some((candidate, PyDeal(Arc::new(deal))).into_pyobject(py)?)),
            (None, Some(stop)) => Err(from_stop(py, stop)),
            (None, None) => Ok(None),
        }
    }
}
