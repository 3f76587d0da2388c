//! Worlds: counting and drawing where unseen cards may be.

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyList;
use trickcore::cards::{CardSet, Deal};
use trickcore::random::Rng;
use trickcore::worlds::{Case, Group, Sampler, WorldsFault, split};

use crate::args::{self, Given};
use crate::cards::{PyDeal, PyLayout};
use crate::errors::{Class, error, from_deal};
use crate::run;

/// The most worlds of one call.
const MOST: u64 = 50_000_000;
/// Worlds between two looks at signals.
const BATCH: usize = 10_000;

/// Draws from all ways in which cards can fill places, each with the same chance.
#[pyclass(frozen, module = "trickcore._core")]
pub struct WorldSampler(Sampler);

/// A case from Python: rooms, and groups of a mask of cards with a mask of places.
type Given1 = (Vec<u8>, Vec<(u64, u32)>);

#[pymethods]
impl WorldSampler {
    #[new]
    fn new(py: Python<'_>, cases: Vec<Given1>) -> PyResult<WorldSampler> {
        let group = |(cards, places)| Group { cards: CardSet::from_mask(cards), places };
        let case = |(rooms, groups): Given1| Case { rooms, groups: groups.into_iter().map(group).collect() };
        let cases: Vec<Case> = cases.into_iter().map(case).collect();
        let sampler = run::run(py, |_| Sampler::new(&cases))?;
        Ok(WorldSampler(sampler.map_err(|e| from_worlds(py, &e))?))
    }

    /// How many ways there are.
    #[getter]
    fn count(&self) -> u128 {
        self.0.count()
    }

    /// Number of places.
    #[getter]
    fn places(&self) -> usize {
        self.0.places()
    }

    /// `n` worlds, from number `first` of the seed: the cards of each place as masks, shape (n, places).
    #[pyo3(signature = (n, seed, first = Given(None)), text_signature = "($self, n, seed, first=0)")]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        n: &Bound<'py, PyAny>,
        seed: &Bound<'py, PyAny>,
        first: Given<'py>,
    ) -> PyResult<Bound<'py, PyArray2<u64>>> {
        let n = args::whole(n, "n", 0, MOST)? as usize;
        let seed = args::whole(seed, "seed", 0, u64::MAX)?;
        let first = first.get().map_or(Ok(0), |first| args::whole(first, "first", 0, u64::MAX - MOST))?;
        let masks = run::run(py, |signalled| {
            let mut masks = Vec::with_capacity(n * self.0.places());
            for index in 0..n {
                let world = self.0.draw(&mut Rng::for_world(seed, first + index as u64));
                masks.extend(world.iter().map(|place| place.mask()));
                if index % BATCH == 0 && signalled() {
                    break;
                }
            }
            masks
        })?;
        PyArray1::from_vec(py, masks).reshape([n, self.0.places()])
    }
}

/// Shares out each mask's cards into parts of these sizes, every way as likely: shape (n, parts).
#[pyfunction]
#[pyo3(signature = (masks, sizes, seed, part, first = Given(None)), text_signature = "(masks, sizes, seed, part, first=0)")]
pub fn split_cards<'py>(
    masks: PyReadonlyArray1<'py, u64>,
    sizes: Vec<usize>,
    seed: &Bound<'py, PyAny>,
    part: u8,
    first: Given<'py>,
) -> PyResult<Bound<'py, PyArray2<u64>>> {
    let py = seed.py();
    let seed = args::whole(seed, "seed", 0, u64::MAX)?;
    let first = first.get().map_or(Ok(0), |first| args::whole(first, "first", 0, u64::MAX - MOST))?;
    let masks: Vec<u64> = masks.as_array().iter().copied().collect();
    let shape = [masks.len(), sizes.len()];
    let parts = run::run(py, |_| {
        let mut parts = Vec::with_capacity(shape[0] * shape[1]);
        for (index, &mask) in masks.iter().enumerate() {
            let mut rng = Rng::for_split(seed, part, first + index as u64);
            parts.extend(split(CardSet::from_mask(mask), &sizes, &mut rng).iter().map(|part| part.mask()));
        }
        parts
    })?;
    PyArray1::from_vec(py, parts).reshape(shape)
}

/// The deals of a layout whose cards are rows of masks: seat 0's batches, seat 1's …, then the talon, if there is one.
#[pyfunction]
pub fn deals_of<'py>(layout: PyLayout, masks: PyReadonlyArray2<'py, u64>) -> PyResult<Bound<'py, PyList>> {
    let py = masks.py();
    let layout = layout.0;
    let (seats, batches) = (layout.seats(), layout.batches().len());
    let masks = masks.as_array();
    let columns = seats * batches + usize::from(layout.talon() > 0);
    if masks.ncols() != columns {
        let message = format!("{} columns of masks, expected {columns}", masks.ncols());
        return Err(error(py, Class::Deal, message, "hand_count", Some("masks")));
    }
    let deals = PyList::empty(py);
    for row in masks.rows() {
        let set = |column: usize| row.get(column).map_or(CardSet::EMPTY, |&mask| CardSet::from_mask(mask));
        let hands = (0..seats).map(|seat| (0..batches).map(|batch| set(seat * batches + batch)).collect()).collect();
        let deal = Deal::try_new(&layout, hands, set(seats * batches)).map_err(|e| from_deal(py, &e.into()))?;
        deals.append(Bound::new(py, PyDeal(std::sync::Arc::new(deal)))?)?;
    }
    Ok(deals)
}

fn from_worlds(py: Python<'_>, e: &WorldsFault) -> PyErr {
    error(py, Class::Deal, e.to_string(), e.kind(), Some("cases"))
}
