//! The one door to long work: it releases the GIL, listens for Ctrl-C, deadlines and cancel tokens, and maps what
//! stopped it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::args;
use crate::errors::out_of_range;

/// How often Python is asked for signals.
const SIGNALS_EVERY: Duration = Duration::from_millis(25);

/// Stops a long call from another thread.
#[pyclass(frozen, name = "CancelToken", module = "trickcore")]
#[derive(Default)]
pub struct CancelToken {
    flag: Arc<AtomicBool>,
}

#[pymethods]
impl CancelToken {
    #[new]
    fn new() -> CancelToken {
        CancelToken::default()
    }

    /// Stops every call that was given this token, now or later.
    fn cancel(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether it has been cancelled.
    #[getter]
    fn cancelled(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }
}

impl CancelToken {
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.flag.clone()
    }
}

/// The moment when a deadline in seconds from now passes.
pub fn deadline(value: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Instant>> {
    let Some(value) = value.filter(|value| !value.is_none()) else { return Ok(None) };
    let number = if value.is_instance_of::<pyo3::types::PyBool>() { None } else { value.extract::<f64>().ok() };
    let seconds = number.ok_or_else(|| args::wrong_type(value, "deadline", "a number of seconds"))?;
    if seconds.is_nan() || seconds < 0.0 {
        return Err(out_of_range(value.py(), "deadline", &seconds.to_string(), "seconds, 0 or more"));
    }
    Ok(Duration::try_from_secs_f64(seconds).ok().and_then(|wait| Instant::now().checked_add(wait)))
}

/// Runs `work` without the GIL. `work` is given a function to call now and then, which says whether to stop because a
/// signal handler raised (Ctrl-C); that exception then is the result.
pub fn run<T: Send>(py: Python<'_>, work: impl FnOnce(&mut (dyn FnMut() -> bool + Send)) -> T + Send) -> PyResult<T> {
    let (result, raised) = py.detach(|| {
        let mut raised = None;
        let mut last = Instant::now();
        let result = work(&mut || {
            if raised.is_none() && last.elapsed() >= SIGNALS_EVERY {
                last = Instant::now();
                raised = Python::attach(|py| py.check_signals()).err();
            }
            raised.is_some()
        });
        (result, raised)
    });
    match raised {
        Some(exception) => Err(exception),
        None => Ok(result),
    }
}
