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
/// How often a progress function is called at most.
const PROGRESS_EVERY: Duration = Duration::from_millis(100);

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
    run_counted(py, None, |look| work(&mut || look(0)))
}

/// What is told from time to time how much of a whole is done.
pub struct Progress {
    pub tell: Py<PyAny>,
    pub total: usize,
}

impl Progress {
    fn tell(&self, done: usize) -> PyResult<()> {
        Python::attach(|py| self.tell.call1(py, (done, self.total)).map(drop))
    }
}

/// Runs `work` without the GIL, like [`run`]; the function that `work` is given takes how much is done, and passes it on
/// now and then. What the progress function raises stops the work too.
pub fn run_counted<T: Send>(
    py: Python<'_>,
    progress: Option<Progress>,
    work: impl FnOnce(&mut (dyn FnMut(usize) -> bool + Send)) -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        let mut raised = None;
        let (mut listened, mut told, mut said) = (Instant::now(), Instant::now(), 0);
        let result = work(&mut |done| {
            if raised.is_none() && listened.elapsed() >= SIGNALS_EVERY {
                raised = Python::attach(|py| py.check_signals()).err();
                listened = Instant::now();
            }
            let due = raised.is_none() && done != said && told.elapsed() >= PROGRESS_EVERY;
            if let Some(progress) = progress.as_ref().filter(|_| due) {
                raised = progress.tell(done).err();
                (told, said) = (Instant::now(), done);
            }
            raised.is_some()
        });
        raised.map_or(Ok(result), Err)
    })
}
