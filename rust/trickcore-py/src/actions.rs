//! Actions and action spaces.

use std::collections::HashMap;
use std::sync::Arc;

use arrayvec::ArrayVec;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};
use trickcore::cards::{Card, parse_card};

use crate::args;
use crate::cards::{PyCard, PyCardSet, card_object, pack_of};
use crate::errors::{Class, error};

/// One decision of a game: `str(a)` is its text, `int(a)` its index in the action space.
#[pyclass(frozen, module = "trickcore")]
pub struct Action {
    pub index: u16,
    game: Arc<str>,
    text: Py<PyString>,
    verb: Py<PyString>,
    args: Py<PyTuple>,
    card: Option<Py<PyCard>>,
}

impl Action {
    pub fn game(&self) -> &Arc<str> {
        &self.game
    }

    pub fn text_of<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        self.text.bind(py).clone()
    }
}

#[pymethods]
impl Action {
    /// Canonical text.
    #[getter]
    fn text(&self, py: Python<'_>) -> Py<PyString> {
        self.text.clone_ref(py)
    }

    /// Place in the game's action space, 0 to `num_actions` − 1.
    #[getter]
    fn index(&self) -> u16 {
        self.index
    }

    /// First word of the text.
    #[getter]
    fn verb(&self, py: Python<'_>) -> Py<PyString> {
        self.verb.clone_ref(py)
    }

    /// The other words of the text.
    #[getter]
    fn args(&self, py: Python<'_>) -> Py<PyTuple> {
        self.args.clone_ref(py)
    }

    /// The card named, where the action names one.
    #[getter]
    fn card(&self, py: Python<'_>) -> Option<Py<PyCard>> {
        self.card.as_ref().map(|card| card.clone_ref(py))
    }

    fn __int__(&self) -> u16 {
        self.index
    }

    fn __index__(&self) -> u16 {
        self.index
    }

    fn __str__(&self, py: Python<'_>) -> Py<PyString> {
        self.text.clone_ref(py)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<Action {} of {}>", self.text.bind(py), self.game)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Action>().is_ok_and(|other| {
            let other = other.get();
            self.index == other.index && self.game == other.game
        })
    }

    fn __hash__(&self) -> u64 {
        u64::from(self.index)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let restore = py.get_type::<ActionTable>().getattr("action")?;
        (restore, (&*slf.get().game, slf.get().index)).into_pyobject(py)
    }
}

/// How an action of the play is made: a card and the place of what is said in [`Table::says`].
#[derive(Copy, Clone)]
pub struct Played {
    pub card: Card,
    pub say: u8,
}

/// The index that stands for no action.
pub const NONE: u16 = u16::MAX;

/// The most different things that can be said with a card.
const SAYS: usize = 8;

/// An action space: what the core needs to go from moves to actions and back.
pub struct Table {
    pub game: Arc<str>,
    pub actions: Vec<Py<Action>>,
    by_text: HashMap<String, u16>,
    /// For each action the card play it is, if it is one.
    pub played: Vec<Option<Played>>,
    /// For each action that moves a card face down whether it gives it (else it is put aside), and the card.
    pub face_down: Vec<Option<(bool, Card)>>,
    /// Index of the action for each card code and thing said (0: nothing).
    pub plays: [[u16; SAYS]; 64],
    /// What can be said with a card; place 0 is nothing.
    pub says: Vec<String>,
    /// For each verb that names a card, index of the first action by card code.
    naming: Vec<(String, [u16; 64])>,
}

impl Table {
    pub fn index(&self, text: &str) -> Option<u16> {
        self.by_text.get(text).copied()
    }

    /// Notes that an action names a card, unless one of its verb does already.
    fn name(&mut self, verb: &str, card: Card, index: u16) {
        let place = self.naming.iter().position(|(known, _)| known == verb).unwrap_or_else(|| {
            self.naming.push((verb.to_string(), [NONE; 64]));
            self.naming.len() - 1
        });
        let entry = &mut self.naming[place].1[card.code() as usize];
        if *entry == NONE {
            *entry = index;
        }
    }

    pub fn action(&self, py: Python<'_>, index: u16) -> Py<Action> {
        self.actions[index as usize].clone_ref(py)
    }
}

/// The action space of a game: every action, interned, in index order.
#[pyclass(frozen, module = "trickcore._core")]
pub struct ActionTable(pub Arc<Table>);

/// The most actions a space may have.
const MAX_ACTIONS: usize = 4096;

fn bad(py: Python<'_>, message: String, part: &str) -> PyErr {
    error(py, Class::Option, message, "action_table", Some(part))
}

#[pymethods]
impl ActionTable {
    #[new]
    fn new(game: &Bound<'_, PyAny>, pack: &Bound<'_, PyAny>, texts: &Bound<'_, PyAny>) -> PyResult<ActionTable> {
        let py = game.py();
        let pack = pack_of(pack)?;
        let game: Arc<str> = args::text(game, "game")?.into();
        let mut table = Table {
            game: game.clone(),
            actions: Vec::new(),
            by_text: HashMap::new(),
            played: Vec::new(),
            face_down: Vec::new(),
            plays: [[NONE; SAYS]; 64],
            says: vec![String::new()],
            naming: Vec::new(),
        };
        for text in texts.try_iter()? {
            let text = text?;
            let text = args::text(&text, "texts")?;
            let index = table.actions.len() as u16;
            if table.actions.len() >= MAX_ACTIONS {
                return Err(bad(py, format!("more than {MAX_ACTIONS} actions"), "texts"));
            }
            if table.by_text.insert(text.to_string(), index).is_some() {
                return Err(bad(py, format!("the action `{text}` stands twice"), text));
            }
            let mut words = text.split(' ');
            let verb = words.next().unwrap_or_default();
            let rest: Vec<&str> = words.collect();
            let names_card = matches!(verb, "call" | "discard" | "give" | "play");
            let card = rest.first().filter(|_| names_card).and_then(|word| parse_card(pack, word).ok());
            if let Some(card) = card {
                table.name(verb, card, index);
            }
            let mut played = None;
            if let (Some(card), "play") = (card, verb) {
                let said = rest.get(1).copied().unwrap_or_default();
                let say = match table.says.iter().position(|known| known == said) {
                    Some(say) => say,
                    None if table.says.len() < SAYS => {
                        table.says.push(said.to_string());
                        table.says.len() - 1
                    }
                    None => return Err(bad(py, "more than 7 things to say with a card".into(), text)),
                };
                table.plays[card.code() as usize][say] = index;
                played = Some(Played { card, say: say as u8 });
            }
            table.played.push(played);
            table
                .face_down
                .push(card.filter(|_| matches!(verb, "give" | "discard")).map(|card| (verb == "give", card)));
            let action = Action {
                index,
                game: game.clone(),
                text: PyString::new(py, text).unbind(),
                verb: PyString::intern(py, verb).unbind(),
                args: PyTuple::new(py, rest)?.unbind(),
                card: card.map(|card| card_object(py, pack, card)).transpose()?,
            };
            table.actions.push(Py::new(py, action)?);
        }
        Ok(ActionTable(Arc::new(table)))
    }

    /// The action of a registered game with this index; what unpickling calls.
    #[staticmethod]
    fn action(game: &Bound<'_, PyAny>, index: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let game = game.py().import("trickcore")?.call_method1("game", (args::text(game, "game")?,))?;
        Ok(game.getattr("table")?.get_item(index)?.unbind())
    }

    /// The action with this canonical text, if there is one.
    fn get(&self, py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Option<Py<Action>>> {
        Ok(self.0.index(args::text(text, "text")?).map(|index| self.0.action(py, index)))
    }

    /// The actions of one verb on these cards, as in `discard SA`, in index order; cards that no such action names are
    /// left out.
    fn naming<'py>(&self, verb: &Bound<'py, PyAny>, cards: PyCardSet) -> PyResult<Bound<'py, PyList>> {
        let py = verb.py();
        let verb = args::text(verb, "verb")?;
        let Some((_, known)) = self.0.naming.iter().find(|(known, _)| known == verb) else {
            return Ok(PyList::empty(py));
        };
        let mut found: ArrayVec<u16, 64> =
            cards.set.iter().map(|card| known[card.code() as usize]).filter(|&index| index != NONE).collect();
        if !found.is_sorted() {
            found.sort_unstable();
        }
        PyList::new(py, found.iter().map(|&index| &self.0.actions[index as usize]))
    }

    fn __len__(&self) -> usize {
        self.0.actions.len()
    }

    fn __getitem__(&self, index: &Bound<'_, PyAny>) -> PyResult<Py<Action>> {
        let py = index.py();
        let count = self.0.actions.len() as isize;
        let number = index.call_method0("__index__").map_err(|_| args::wrong_type(index, "index", "a whole number"))?;
        let place = number.extract::<isize>().map_or(-1, |number| if number < 0 { number + count } else { number });
        if !(0..count).contains(&place) {
            return Err(PyIndexError::new_err(format!("there is no such action: the space has {count}")));
        }
        Ok(self.0.action(py, place as u16))
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let all: Vec<Py<Action>> = slf.get().0.actions.iter().map(|action| action.clone_ref(py)).collect();
        Ok(PyTuple::new(py, all)?.try_iter()?.into_any())
    }

    fn __repr__(&self) -> String {
        format!("<ActionTable of {}: {} actions>", self.0.game, self.0.actions.len())
    }
}
