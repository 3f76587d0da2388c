//! Python bindings of trickcore, the module `trickcore._core`: conversion only, one file per layer of the core.
//!
//! No class holds a borrow while Python code runs, so a state used from several threads, or from code that it calls
//! itself, gives an error of ours at worst. The mutable classes keep their contents behind a mutex that is never held
//! across a call into Python.

mod actions;
mod args;
mod batch;
mod cards;
mod dealing;
mod errors;
mod position;
mod rules;
mod run;
mod solver;
mod state;
mod worlds;

use pyo3::prelude::*;

/// The compiled core.
#[pymodule(gil_used = false)]
mod _core {
    #[pymodule_export]
    use crate::actions::{Action, ActionTable};
    #[pymodule_export]
    use crate::cards::{PyCard, PyCardSet, PyDeal, PyLayout, PyPack};
    #[pymodule_export]
    use crate::dealing::{PyDealing, PyWanted};
    #[pymodule_export]
    use crate::position::PyPosition;
    #[pymodule_export]
    use crate::rules::{PyAnnouncement, PyCondition, PyPayoff, PyPlan, PyRules};
    #[pymodule_export]
    use crate::run::CancelToken;
    #[pymodule_export]
    use crate::solver::{Search, Solver};
    #[pymodule_export]
    use crate::state::{Done, Play, State, tensor_sections};
    #[pymodule_export]
    use crate::worlds::{WorldSampler, deals_of, split_cards};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
