//! The one map from errors of the core to the exceptions of `trickcore.errors`.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyModule;
use trickcore::cards::{LayoutError, ParseCardError, ReadDealError};
use trickcore::rules::{PayoffFault, RulesFaults};
use trickcore::solver::{SolveError, Stop};
use trickcore::state::{IllegalMove, ParsePositionError, SetupFaults};

/// The classes of `trickcore.errors`.
#[derive(Copy, Clone)]
pub enum Class {
    Parse,
    Deal,
    Action,
    Option,
    Unsolvable,
    Deadline,
}

impl Class {
    fn name(self) -> &'static str {
        match self {
            Class::Parse => "ParseError",
            Class::Deal => "IllegalDeal",
            Class::Action => "IllegalAction",
            Class::Option => "UnknownOption",
            Class::Unsolvable => "UnsolvableGame",
            Class::Deadline => "DeadlineExceeded",
        }
    }
}

static ERRORS: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

/// An exception of ours with its kind and the offending part of the input.
pub fn error(py: Python<'_>, class: Class, message: impl Into<String>, kind: &str, part: Option<&str>) -> PyErr {
    let make = || -> PyResult<PyErr> {
        let module = ERRORS.get_or_try_init(py, || Ok::<_, PyErr>(py.import("trickcore.errors")?.unbind()))?;
        let exception = module.bind(py).getattr(class.name())?.call1((message.into(), kind, part))?;
        Ok(PyErr::from_value(exception))
    };
    make().unwrap_or_else(|failure| failure)
}

/// An argument that is out of its range.
pub fn out_of_range(py: Python<'_>, what: &str, found: &str, expected: &str) -> PyErr {
    error(py, Class::Option, format!("{what} is {found}, expected {expected}"), "out_of_range", Some(what))
}

pub fn from_card(py: Python<'_>, e: &ParseCardError) -> PyErr {
    error(py, Class::Parse, e.to_string(), e.kind(), Some(e.part()))
}

pub fn from_deal(py: Python<'_>, e: &ReadDealError) -> PyErr {
    match e {
        ReadDealError::Text(e) => from_card(py, e),
        ReadDealError::Faults(faults) => {
            let first = faults.0.first();
            let kind = first.map_or("deal", |fault| fault.kind());
            error(py, Class::Deal, faults.to_string(), kind, first.map(|fault| fault.part()).as_deref())
        }
    }
}

pub fn from_layout(py: Python<'_>, e: &LayoutError) -> PyErr {
    error(py, Class::Option, e.to_string(), "layout", Some("layout"))
}

pub fn from_rules(py: Python<'_>, faults: &RulesFaults) -> PyErr {
    let first = faults.0.first();
    let kind = first.map_or("rules", |fault| fault.kind());
    error(py, Class::Option, faults.to_string(), kind, first.map(|fault| fault.to_string()).as_deref())
}

pub fn from_payoff(py: Python<'_>, e: &PayoffFault) -> PyErr {
    error(py, Class::Option, e.to_string(), e.kind(), Some("levels"))
}

pub fn from_setup(py: Python<'_>, faults: &SetupFaults) -> PyErr {
    let first = faults.0.first();
    let kind = first.map_or("setup", |fault| fault.kind());
    error(py, Class::Deal, faults.to_string(), kind, first.map(|fault| fault.part()).as_deref())
}

pub fn from_position(py: Python<'_>, e: &ParsePositionError) -> PyErr {
    match e {
        ParsePositionError::Setup(faults) => from_setup(py, faults),
        e => error(py, Class::Parse, e.to_string(), e.kind(), Some(&e.part())),
    }
}

pub fn from_move(py: Python<'_>, e: &IllegalMove, part: &str) -> PyErr {
    error(py, Class::Action, e.to_string(), e.kind(), Some(part))
}

pub fn from_solve(py: Python<'_>, e: &SolveError) -> PyErr {
    match e {
        SolveError::Unsolvable(e) => error(py, Class::Unsolvable, e.to_string(), e.kind(), Some("objective")),
        SolveError::Stopped(stop) => from_stop(py, *stop),
    }
}

pub fn from_stop(py: Python<'_>, stop: Stop) -> PyErr {
    let message = stop.to_string();
    match stop {
        Stop::Nodes(_) => error(py, Class::Unsolvable, message, "node_limit", Some("max_nodes")),
        Stop::Memory(_) => error(py, Class::Unsolvable, message, "memory_limit", Some("max_memory")),
        Stop::Deadline => error(py, Class::Deadline, message, "deadline", Some("deadline")),
        Stop::Cancelled => error(py, Class::Deadline, message, "cancelled", Some("cancel")),
    }
}
