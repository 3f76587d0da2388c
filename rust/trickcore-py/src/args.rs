//! Arguments from Python: whole numbers in range, texts, seats. A wrong type is a `TypeError`, a wrong value ours.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyMapping, PyString};
use trickcore::rules::SeatSet;

use crate::errors::{Class, error, out_of_range};

/// An argument that may be left out, but not be `None`: what is given is kept, whatever it is, for the check to come.
pub struct Given<'py>(pub Option<Bound<'py, PyAny>>);

impl<'py> Given<'py> {
    /// What was given, if anything.
    pub fn get(&self) -> Option<&Bound<'py, PyAny>> {
        self.0.as_ref()
    }
}

impl<'py> FromPyObject<'_, 'py> for Given<'py> {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Given<'py>> {
        Ok(Given(Some(value.to_owned())))
    }
}

/// A whole number from `least` to `most`. Anything with `__index__` will do, but no bool.
pub fn whole(value: &Bound<'_, PyAny>, what: &str, least: u64, most: u64) -> PyResult<u64> {
    if value.is_instance_of::<PyBool>() {
        return Err(wrong_type(value, what, "a whole number"));
    }
    let number = if value.is_instance_of::<PyInt>() {
        value.clone()
    } else {
        value.call_method0("__index__").map_err(|_| wrong_type(value, what, "a whole number"))?
    };
    match number.extract::<u64>() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(out_of_range(value.py(), what, &shown(&number), &format!("a whole number from {least} to {most}"))),
    }
}

/// A number for a message; huge ones are not written out.
fn shown(number: &Bound<'_, PyAny>) -> String {
    match number.extract::<i128>() {
        Ok(number) => number.to_string(),
        Err(_) => "a number beyond 128 bits".into(),
    }
}

/// A text as Rust has it.
pub fn text<'a>(value: &'a Bound<'_, PyAny>, what: &str) -> PyResult<&'a str> {
    let string = value.cast::<PyString>().map_err(|_| wrong_type(value, what, "a str"))?;
    string.to_str().map_err(|_| {
        let message = format!("{what} is no valid Unicode text");
        error(value.py(), Class::Parse, message, "not_unicode", Some(what))
    })
}

/// A seat below `seats`.
pub fn seat(value: &Bound<'_, PyAny>, what: &str, seats: usize) -> PyResult<usize> {
    Ok(whole(value, what, 0, seats.saturating_sub(1) as u64)? as usize)
}

/// A set of seats below `seats`.
pub fn seats(value: &Bound<'_, PyAny>, what: &str, seats: usize) -> PyResult<SeatSet> {
    let mut set = Vec::new();
    for item in value.try_iter()?.take(64) {
        set.push(seat(&item?, what, seats)?);
    }
    Ok(set.into_iter().collect())
}

/// A short list of whole numbers.
pub fn amounts(value: &Bound<'_, PyAny>, what: &str) -> PyResult<Vec<u32>> {
    value.try_iter()?.take(64).map(|item| Ok(whole(&item?, what, 0, u64::from(u32::MAX))? as u32)).collect()
}

/// A seed; from the operating system's entropy where it is `None`.
pub fn seed(py: Python<'_>, value: Option<&Bound<'_, PyAny>>) -> PyResult<u64> {
    match value {
        Some(value) if !value.is_none() => whole(value, "seed", 0, u64::MAX),
        _ => {
            let bytes: [u8; 8] = py.import("os")?.call_method1("urandom", (8,))?.extract()?;
            Ok(u64::from_le_bytes(bytes))
        }
    }
}

/// The items of a mapping, as pairs; at most 64 of them.
pub fn items<'py>(value: &Bound<'py, PyAny>, what: &str) -> PyResult<Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
    let mapping = value.cast::<PyMapping>().map_err(|_| wrong_type(value, what, "a mapping"))?;
    mapping.items()?.iter().take(64).map(|item| item.extract()).collect()
}

/// The error for a value of the wrong Python type.
pub fn wrong_type(value: &Bound<'_, PyAny>, what: &str, expected: &str) -> PyErr {
    let found = value.get_type().name().map(|name| name.to_string()).unwrap_or_else(|_| "something else".into());
    PyTypeError::new_err(format!("{what} must be {expected}, not {found}"))
}
