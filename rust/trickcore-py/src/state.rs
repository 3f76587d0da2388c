//! States: one deal of a game from the first call to the last card.
//!
//! Card play happens here; for every other decision the state asks its game's flow, a pure reducer in Python
//! (`legal(value)`, `step(value, action)`). The values of the flow are kept, so undo is a pop.

mod tensor;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arrayvec::ArrayVec;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyBool, PyDict, PyList, PyString, PyTuple};
use trickcore::MAX_SEATS;
use trickcore::rules::MAX_ANNOUNCEMENTS;
use trickcore::state::{IllegalMove, Move, Position, Say, Setup, Undo};

use crate::actions::{Action, ActionTable, NONE, Table};
use crate::args::{self, Given};
use crate::cards::{PyCardSet, PyDeal};
use crate::errors::{Class, error, from_move, from_setup};
use crate::position::{PyPosition, said_tuple, trick_list};
use crate::rules::{PyPayoff, PyPlan};
use numpy::{PyArray1, PyArrayMethods};

pub use tensor::tensor_sections;

/// A flow's last value before card play: what the core needs to play the cards.
#[pyclass(frozen, module = "trickcore._core")]
pub struct Play {
    plan: Py<PyPlan>,
    cards: Py<PyAny>,
    contract: Py<PyAny>,
    leader: usize,
    /// For each hand the seat that decides for it.
    deciders: [u8; MAX_SEATS],
    start: Position,
}

/// For each hand the seat that decides for it, each for its own unless it is said otherwise.
fn deciders_arg(value: Option<&Bound<'_, PyAny>>, seats: usize) -> PyResult<[u8; MAX_SEATS]> {
    let mut deciders = std::array::from_fn(|seat| seat as u8);
    let Some(value) = value.filter(|value| !value.is_none()) else { return Ok(deciders) };
    let given: Vec<Bound<'_, PyAny>> = value.try_iter()?.collect::<PyResult<_>>()?;
    if given.len() != seats {
        let message = format!("deciders has {} seats, expected {seats}", given.len());
        return Err(error(value.py(), Class::Option, message, "seat_count", Some("deciders")));
    }
    for (decider, seat) in deciders.iter_mut().zip(&given) {
        *decider = args::seat(seat, "deciders", seats)? as u8;
    }
    Ok(deciders)
}

#[pymethods]
impl Play {
    #[new]
    #[pyo3(signature = (plan, cards, leader, contract, aside_points = Given(None), last_trick_bonus = Given(None), deciders = None),
        text_signature = "(plan, cards, leader, contract, aside_points=(), last_trick_bonus=0, deciders=None)")]
    fn new(
        plan: Bound<'_, PyPlan>,
        cards: Bound<'_, PyAny>,
        leader: &Bound<'_, PyAny>,
        contract: Py<PyAny>,
        aside_points: Given<'_>,
        last_trick_bonus: Given<'_>,
        deciders: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Play> {
        let (aside_points, last_trick_bonus) = (aside_points.get(), last_trick_bonus.get());
        let py = plan.py();
        let compiled = &plan.get().plan;
        let hands = cards.getattr(intern!(py, "hands"))?;
        let hands = hands.try_iter()?.map(|hand| Ok(hand?.cast::<PyCardSet>()?.get().set));
        let bonus = |bonus| args::whole(bonus, "last_trick_bonus", 0, u64::from(u32::MAX)).map(|bonus| bonus as u32);
        let setup = Setup {
            hands: hands.collect::<PyResult<_>>()?,
            leader: args::seat(leader, "leader", compiled.rules().seats)?,
            aside: aside_points.map_or(Ok(Vec::new()), |points| args::amounts(points, "aside_points"))?,
            last_trick_bonus: last_trick_bonus.map_or(Ok(0), bonus)?,
            ..Setup::default()
        };
        let start = setup.build(compiled).map_err(|e| from_setup(py, &e))?;
        let deciders = deciders_arg(deciders, compiled.rules().seats)?;
        Ok(Play { leader: setup.leader, deciders, plan: plan.unbind(), cards: cards.unbind(), contract, start })
    }

    /// The contract compiled.
    #[getter]
    fn plan(&self, py: Python<'_>) -> Py<PyPlan> {
        self.plan.clone_ref(py)
    }

    /// The cards at the start of play.
    #[getter]
    fn cards(&self, py: Python<'_>) -> Py<PyAny> {
        self.cards.clone_ref(py)
    }

    /// The contract in the game's own terms.
    #[getter]
    fn contract(&self, py: Python<'_>) -> Py<PyAny> {
        self.contract.clone_ref(py)
    }

    /// The seat that leads to the first trick.
    #[getter]
    fn leader(&self) -> usize {
        self.leader
    }

    /// The position at the first lead.
    #[getter]
    fn position(&self, py: Python<'_>) -> PyPosition {
        PyPosition::of(self.plan.clone_ref(py), self.start.clone(), Vec::new())
    }

    /// For each hand the seat that decides what it plays: its own, but for a dummy's.
    #[getter]
    fn deciders<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.deciders[..self.plan.get().plan.rules().seats])
    }
}

/// A flow's end without card play: a void deal, or one passed out.
#[pyclass(frozen, module = "trickcore._core")]
pub struct Done {
    payoffs: Vec<i32>,
    void: bool,
    cards: Py<PyAny>,
}

#[pymethods]
impl Done {
    #[new]
    fn new(payoffs: Vec<i32>, void: bool, cards: Py<PyAny>) -> Done {
        Done { payoffs, void, cards }
    }

    /// What each seat gains.
    #[getter]
    fn payoffs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.payoffs)
    }

    /// Whether the deal does not count.
    #[getter]
    fn void(&self) -> bool {
        self.void
    }

    /// Where the cards were.
    #[getter]
    fn cards(&self, py: Python<'_>) -> Py<PyAny> {
        self.cards.clone_ref(py)
    }
}

/// The play of a state.
#[derive(Clone)]
struct CardPlay {
    position: Position,
    undos: Vec<Undo>,
    map: Arc<MoveMap>,
    deciders: [u8; MAX_SEATS],
}

impl CardPlay {
    /// The seat to decide.
    fn actor(&self) -> Option<u8> {
        self.position.turn().map(|turn| self.deciders[turn & (MAX_SEATS - 1)])
    }
}

/// Moves of one contract as actions of the game, and back.
struct MoveMap {
    /// Index of the action for each announcement of the contract.
    announcements: [u16; MAX_ANNOUNCEMENTS],
    /// For each call of the plan its place in the table's `says`.
    says: [u8; 8],
    /// For each place in `says` the call of the plan.
    calls: [Option<u8>; 8],
}

impl MoveMap {
    fn new(table: &Table, position: &Position) -> MoveMap {
        let plan = position.plan();
        let mut map = MoveMap { announcements: [NONE; MAX_ANNOUNCEMENTS], says: [0; 8], calls: [None; 8] };
        for (i, announcement) in plan.contract().announcements.iter().enumerate() {
            map.announcements[i] = table.index(&announcement.text).unwrap_or(NONE);
        }
        for (i, call) in plan.calls().iter().enumerate() {
            if let Some(say) = table.says.iter().position(|say| say == call.name()) {
                map.says[i] = say as u8;
                map.calls[say] = Some(i as u8);
            }
        }
        map
    }

    fn index(&self, table: &Table, mv: Move) -> u16 {
        match mv {
            Move::Play(card, Say::Nothing) => table.plays[card.code() as usize][0],
            Move::Play(card, Say::Call(call)) => {
                table.plays[card.code() as usize][self.says[call as usize & 7] as usize & 7]
            }
            Move::Announce(i) => self.announcements[i as usize & (MAX_ANNOUNCEMENTS - 1)],
        }
    }

    /// The move of an action, if it is one of the play at all.
    fn find(&self, table: &Table, index: u16) -> Option<Move> {
        if let Some(played) = table.played[index as usize] {
            return match played.say {
                0 => Some(Move::card(played.card)),
                say => self.calls[say as usize & 7].map(|call| Move::Play(played.card, Say::Call(call))),
            };
        }
        self.announcements.iter().position(|&known| known == index).map(|i| Move::Announce(i as u8))
    }
}

/// What changes while a deal is played.
struct Inner {
    /// Values of the flow, the current one last.
    values: Vec<Py<PyAny>>,
    actions: Vec<u16>,
    /// Whose each action was; of a card, whose hand it came from.
    seats: Vec<u8>,
    play: Option<CardPlay>,
    /// Legal actions of the current value of the flow, once asked for; nobody else has the list's items changed.
    legal: Option<Py<PyList>>,
    /// What the deal pays, once over.
    payoffs: Option<Arc<[i32]>>,
}

impl Inner {
    fn copy(&self, py: Python<'_>) -> Inner {
        Inner {
            values: self.values.iter().map(|value| value.clone_ref(py)).collect(),
            actions: self.actions.clone(),
            seats: self.seats.clone(),
            play: self.play.clone(),
            legal: self.legal.as_ref().map(|legal| legal.clone_ref(py)),
            payoffs: self.payoffs.clone(),
        }
    }

    fn value<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        match self.values.last() {
            Some(value) => value.bind(py).clone(),
            None => py.None().into_bound(py),
        }
    }
}

/// One deal of a game, from the first call to the last card. Mutable, so unhashable: use `key()`.
///
/// Made by `Game.new_deal`, `Game.start` and `Game.from_json`.
#[pyclass(frozen, module = "trickcore")]
pub struct State {
    game: Py<PyAny>,
    table: Arc<Table>,
    deal: Py<PyDeal>,
    dealer: usize,
    /// What else is given with the deal, for games that have such terms.
    terms: Option<Py<PyDict>>,
    inner: Mutex<Inner>,
}

/// The legal moves of the play as action indices.
type Indices = ArrayVec<u16, 272>;

impl State {
    /// What changes. Whoever waits for it lets other Python threads run; whoever has it never calls into Python, which
    /// might let them run too.
    fn lock(&self, py: Python<'_>) -> MutexGuard<'_, Inner> {
        self.inner.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    fn seats(&self) -> usize {
        self.deal.get().0.layout().seats()
    }

    /// The action meant, by text or as an action of this game.
    fn index_of(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<u16> {
        if let Ok(action) = action.cast::<Action>() {
            let action = action.get();
            if Arc::ptr_eq(action.game(), &self.table.game) || *action.game() == self.table.game {
                return Ok(action.index);
            }
            let message = format!("an action of {} in a deal of {}", action.game(), self.table.game);
            return Err(error(py, Class::Action, message, "other_game", Some(action.game())));
        }
        if !action.is_instance_of::<PyString>() {
            return Err(args::wrong_type(action, "action", "an Action or a str"));
        }
        let text = args::text(action, "action")?;
        if let Some(index) = self.table.index(text) {
            return Ok(index);
        }
        let action = self.game.bind(py).call_method1(intern!(py, "parse_action"), (text,))?;
        Ok(action.cast::<Action>()?.get().index)
    }

    /// The legal actions of a value of the flow, as the game lists them.
    fn flow_legal<'py>(&self, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let py = value.py();
        let legal = self.game.bind(py).call_method1(intern!(py, "legal"), (value,))?;
        Ok(legal.cast_into::<PyList>()?)
    }

    fn play_indices(&self, play: &CardPlay) -> Indices {
        let mut indices = Indices::new();
        if play.position.plan().calls().is_empty() && play.position.plan().contract().announcements.is_empty() {
            indices.extend(play.position.legal_plays().iter().map(|card| self.table.plays[card.code() as usize][0]));
        } else {
            let moves = play.position.legal_moves();
            indices.extend(moves.into_iter().map(|mv| play.map.index(&self.table, mv)));
        }
        if !indices.is_sorted() {
            indices.sort_unstable();
        }
        indices
    }

    /// The legal actions as indices, in any order.
    fn legal_indices(&self, py: Python<'_>) -> PyResult<Vec<u16>> {
        let playing = self.lock(py).play.as_ref().map(|play| self.play_indices(play));
        if let Some(indices) = playing {
            return Ok(indices.to_vec());
        }
        let value = self.value(py);
        if value.is_instance_of::<Done>() {
            return Ok(Vec::new());
        }
        self.flow_legal(&value)?.iter().map(|action| Ok(action.cast::<Action>()?.get().index)).collect()
    }

    fn illegal(&self, py: Python<'_>, index: u16, why: String, kind: &str) -> PyErr {
        let text = self.table.actions[index as usize].get().text_of(py);
        let text = text.to_str().unwrap_or_default();
        error(py, Class::Action, why, kind, Some(text))
    }

    /// An action of the play. `None`: the state is not in play.
    fn apply_play(&self, py: Python<'_>, index: u16) -> Option<PyResult<()>> {
        let refused = {
            let mut inner = self.lock(py);
            let inner = &mut *inner;
            let play = inner.play.as_mut()?;
            let seat = play.position.turn().unwrap_or(0) as u8;
            match play.map.find(&self.table, index).map(|mv| play.position.play(mv)) {
                Some(Ok(undo)) => {
                    play.undos.push(undo);
                    inner.actions.push(index);
                    inner.seats.push(seat);
                    return Some(Ok(()));
                }
                Some(Err(e)) => Some(e),
                None if play.position.is_over() => Some(IllegalMove::Over),
                None => None,
            }
        };
        let text = self.table.actions[index as usize].get().text_of(py);
        Some(Err(match refused {
            Some(e) => from_move(py, &e, text.to_str().unwrap_or_default()),
            None => self.illegal(py, index, "not possible in this contract during the play".into(), "not_now"),
        }))
    }

    /// An action outside the play: the flow is asked without holding the lock.
    fn apply_flow(&self, py: Python<'_>, index: u16) -> PyResult<()> {
        let (value, moment, known) = {
            let inner = self.lock(py);
            let legal = inner.legal.as_ref().map(|legal| legal.bind(py).clone());
            (inner.value(py), inner.actions.len(), legal)
        };
        if value.is_instance_of::<Done>() {
            return Err(self.illegal(py, index, "the deal is over".into(), "over"));
        }
        let action = self.table.action(py, index);
        let game = self.game.bind(py);
        let legal = known.map_or_else(|| self.flow_legal(&value), Ok)?;
        // Actions are interned: the same action is the same object.
        if !legal.iter().any(|known| known.is(&action)) {
            let why: String = game.call_method1(intern!(py, "explain"), (&value, action))?.extract()?;
            return Err(self.illegal(py, index, why, "not_legal"));
        }
        let actor = value.getattr(intern!(py, "actor"))?.extract::<u8>()?;
        let next = game.call_method1(intern!(py, "step"), (&value, action))?;
        let play = self.start_play(&next)?;
        let mut inner = self.lock(py);
        if inner.actions.len() != moment {
            drop(inner);
            return Err(self.illegal(py, index, "the state was changed meanwhile".into(), "changed"));
        }
        inner.values.push(next.unbind());
        inner.actions.push(index);
        inner.seats.push(actor);
        inner.play = play;
        let dropped = inner.legal.take();
        drop(inner);
        drop(dropped);
        Ok(())
    }

    fn start_play(&self, value: &Bound<'_, PyAny>) -> PyResult<Option<CardPlay>> {
        let Ok(play) = value.cast::<Play>() else { return Ok(None) };
        let position = play.get().start.clone();
        let map = Arc::new(MoveMap::new(&self.table, &position));
        let deciders = play.get().deciders;
        Ok(Some(CardPlay { undos: Vec::with_capacity(56), position, map, deciders }))
    }

    /// What the deal would pay by what has been said so far.
    fn payoff_of(&self, py: Python<'_>, value: &Bound<'_, PyAny>, position: &Position) -> PyResult<Py<PyPayoff>> {
        let contract = value.cast::<Play>()?.get().contract(py);
        let said = said_tuple(py, position)?;
        let payoff = self.game.bind(py).call_method1(intern!(py, "payoff"), (contract, said))?;
        Ok(payoff.cast_into::<PyPayoff>()?.unbind())
    }

    /// The position and the value of the flow that led to it, during and after play.
    fn snapshot<'py>(&self, py: Python<'py>) -> (Option<Position>, Bound<'py, PyAny>) {
        let inner = self.lock(py);
        (inner.play.as_ref().map(|play| play.position.clone()), inner.value(py))
    }

    fn is_over(&self, py: Python<'_>) -> bool {
        let inner = self.lock(py);
        match &inner.play {
            Some(play) => play.position.is_over(),
            None => inner.value(py).is_instance_of::<Done>(),
        }
    }
}

fn not_writable(py: Python<'_>) -> PyErr {
    error(py, Class::Option, "out cannot be written to, or is in use", "not_writable", Some("out"))
}

#[pymethods]
impl State {
    #[new]
    #[pyo3(signature = (game, deal, dealer, **terms))]
    fn new(
        game: Bound<'_, PyAny>,
        deal: Bound<'_, PyDeal>,
        dealer: &Bound<'_, PyAny>,
        terms: Option<Bound<'_, PyDict>>,
    ) -> PyResult<State> {
        let py = game.py();
        let not_a_game = |_| args::wrong_type(&game, "game", "a Game");
        let table = game.getattr(intern!(py, "table")).map_err(not_a_game)?;
        let table = table.cast::<ActionTable>().map_err(|_| args::wrong_type(&game, "game", "a Game"))?.get().0.clone();
        let dealer = args::seat(dealer, "dealer", deal.get().0.layout().seats())?;
        let terms = terms.filter(|terms| !terms.is_empty());
        let value = game.call_method(intern!(py, "opening"), (&deal, dealer), terms.as_ref())?;
        let inner = Inner {
            values: Vec::with_capacity(16),
            actions: Vec::with_capacity(64),
            seats: Vec::with_capacity(64),
            play: None,
            legal: None,
            payoffs: None,
        };
        let terms = terms.map(Bound::unbind);
        let state = State { game: game.unbind(), table, deal: deal.unbind(), dealer, terms, inner: Mutex::new(inner) };
        let play = state.start_play(&value)?;
        {
            let mut inner = state.lock(py);
            inner.play = play;
            inner.values.push(value.unbind());
        }
        Ok(state)
    }

    /// The game played.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyAny> {
        self.game.clone_ref(py)
    }

    /// The cards as dealt.
    #[getter]
    fn deal(&self, py: Python<'_>) -> Py<PyDeal> {
        self.deal.clone_ref(py)
    }

    /// The seat that dealt.
    #[getter]
    fn dealer(&self) -> usize {
        self.dealer
    }

    /// What else was given with the deal, by name: of bridge, who is vulnerable; empty for most games.
    #[getter]
    fn terms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.terms.as_ref().map_or_else(|| Ok(PyDict::new(py)), |terms| terms.bind(py).copy())
    }

    /// The current value of the game's flow; during and after card play the value that started it.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.lock(py).value(py)
    }

    /// The seat to decide, `None` when the deal is over.
    #[getter]
    fn actor(&self, py: Python<'_>) -> PyResult<Option<usize>> {
        let value = {
            let inner = self.lock(py);
            if let Some(play) = &inner.play {
                return Ok(play.actor().map(usize::from));
            }
            inner.value(py)
        };
        if value.is_instance_of::<Done>() { Ok(None) } else { value.getattr(intern!(py, "actor"))?.extract() }
    }

    /// "auction", "call", "exchange", "play" or "done".
    #[getter]
    fn phase<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let value = {
            let inner = self.lock(py);
            if let Some(play) = &inner.play {
                let over = play.position.is_over();
                let phase = if over { intern!(py, "done") } else { intern!(py, "play") };
                return Ok(phase.clone().into_any());
            }
            inner.value(py)
        };
        if value.is_instance_of::<Done>() {
            return Ok(intern!(py, "done").clone().into_any());
        }
        value.getattr(intern!(py, "phase"))
    }

    /// Whether the deal is over.
    #[getter]
    fn done(&self, py: Python<'_>) -> bool {
        self.is_over(py)
    }

    /// Whether the deal does not count and is dealt again.
    #[getter]
    fn void(&self, py: Python<'_>) -> bool {
        self.value(py).cast::<Done>().is_ok_and(|done| done.get().void)
    }

    /// What each seat gains, `None` before the deal is over.
    #[getter]
    fn payoffs<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let known = self.lock(py).payoffs.clone();
        if let Some(known) = known {
            return Ok(Some(PyTuple::new(py, known.iter())?));
        }
        let (position, value) = self.snapshot(py);
        if let Ok(done) = value.cast::<Done>() {
            return Ok(Some(PyTuple::new(py, &done.get().payoffs)?));
        }
        let Some(position) = position.filter(Position::is_over) else { return Ok(None) };
        let payoff = self.payoff_of(py, &value, &position)?;
        let payoffs = payoff.get().0.of(&position.totals());
        let payoffs: Arc<[i32]> = payoffs[..self.seats()].into();
        let mut inner = self.lock(py);
        if inner.play.as_ref().is_some_and(|play| play.position.is_over()) {
            inner.payoffs = Some(payoffs.clone());
        }
        Ok(Some(PyTuple::new(py, payoffs.iter())?))
    }

    /// What the deal pays by what has been said so far; `None` outside card play.
    #[getter]
    fn payoff(&self, py: Python<'_>) -> PyResult<Option<Py<PyPayoff>>> {
        let (position, value) = self.snapshot(py);
        position.map(|position| self.payoff_of(py, &value, &position)).transpose()
    }

    /// The contract in the game's own terms, `None` before there is one.
    #[getter]
    fn contract<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        let value = self.value(py);
        match value.cast::<Play>() {
            Ok(play) => Some(play.get().contract(py).into_bound(py)),
            Err(_) => value.getattr(intern!(py, "contract")).ok().filter(|contract| !contract.is_none()),
        }
    }

    /// The actions so far.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let actions = self.lock(py).actions.clone();
        PyList::new(py, actions.into_iter().map(|index| self.table.action(py, index)))
    }

    /// The actions so far, each with its seat: the one that took it, or, of a card, the one whose hand it came from. In
    /// bridge a dummy's card is the dummy's, though the declarer played it.
    #[getter]
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let (actions, seats) = {
            let inner = self.lock(py);
            (inner.actions.clone(), inner.seats.clone())
        };
        let pairs = seats.into_iter().zip(actions).map(|(seat, index)| (seat, self.table.action(py, index)));
        PyList::new(py, pairs.collect::<Vec<_>>())
    }

    /// Where the cards are now, in the game's own terms.
    #[getter]
    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (position, value) = self.snapshot(py);
        let cards = value.getattr(intern!(py, "cards"))?;
        let Some(position) = position else { return Ok(cards) };
        let pack = position.plan().rules().pack;
        let mut hands = Vec::new();
        for (seat, before) in cards.getattr(intern!(py, "hands"))?.try_iter()?.enumerate() {
            let idle = position.plan().contract().out.contains(seat);
            let now = PyCardSet { pack, set: position.hand(seat) };
            hands.push(if idle { before? } else { Bound::new(py, now)?.into_any() });
        }
        let named = PyDict::new(py);
        named.set_item("hands", PyTuple::new(py, hands)?)?;
        cards.call_method("_replace", (), Some(&named))
    }

    /// The cards that each seat holds now.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.cards(py)?.getattr(intern!(py, "hands"))
    }

    /// The trick in progress: seats and cards in order of play.
    #[getter]
    fn trick<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        match self.snapshot(py).0 {
            Some(position) => trick_list(py, &position),
            None => Ok(PyList::empty(py)),
        }
    }

    /// Tricks won so far, by seat.
    #[getter]
    fn tricks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let tricks = self.lock(py).play.as_ref().map(|play| play.position.tricks()).unwrap_or_default();
        PyTuple::new(py, &tricks[..self.seats()])
    }

    /// Points so far, by seat, in the unit of the rules page.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let points = self.lock(py).play.as_ref().map(|play| play.position.points()).unwrap_or_default();
        PyTuple::new(py, &points[..self.seats()])
    }

    /// The card play as a position of its own, `None` outside card play.
    #[getter]
    fn position(&self, py: Python<'_>) -> Option<PyPosition> {
        let (position, undos, value) = {
            let inner = self.lock(py);
            let play = inner.play.as_ref()?;
            (play.position.clone(), play.undos.clone(), inner.value(py))
        };
        let plan = value.cast::<Play>().ok()?.get().plan(py);
        Some(PyPosition::of(plan, position, undos))
    }

    /// The legal actions, in index order; empty when the deal is over.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let actions = &self.table.actions;
        let (value, moment) = {
            let inner = self.lock(py);
            if let Some(play) = &inner.play {
                let indices = self.play_indices(play);
                drop(inner);
                return PyList::new(py, indices.iter().map(|&index| &actions[index as usize]));
            }
            if let Some(legal) = inner.legal.as_ref().map(|legal| legal.bind(py).clone()) {
                drop(inner);
                return Ok(legal.get_slice(0, legal.len()));
            }
            (inner.value(py), inner.actions.len())
        };
        if value.is_instance_of::<Done>() {
            return Ok(PyList::empty(py));
        }
        let legal = self.flow_legal(&value)?;
        let kept = legal.clone().unbind();
        let mut inner = self.lock(py);
        if inner.actions.len() == moment {
            inner.legal = Some(kept);
        }
        drop(inner);
        Ok(legal.get_slice(0, legal.len()))
    }

    /// Takes an action, given as action or text.
    ///
    /// Raises:
    ///     IllegalAction: says why; the state is unchanged.
    ///     ParseError: the text is no action of this game.
    fn apply(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let index = self.index_of(py, action)?;
        self.apply_play(py, index).unwrap_or_else(|| self.apply_flow(py, index))
    }

    /// Takes back the last action.
    ///
    /// Raises:
    ///     IllegalAction: nothing has been done yet.
    fn undo(&self, py: Python<'_>) -> PyResult<()> {
        let mut guard = self.lock(py);
        let inner = &mut *guard;
        if inner.actions.is_empty() {
            drop(guard);
            return Err(error(py, Class::Action, "there is no action to take back", "nothing_to_undo", None));
        }
        let undone = inner.play.as_mut().and_then(|play| Some((play.undos.pop()?, play)));
        let dropped = match undone {
            Some((undo, play)) => {
                play.position.undo(undo);
                None
            }
            None => {
                inner.play = None;
                inner.values.pop()
            }
        };
        inner.actions.pop();
        inner.seats.pop();
        let legal = inner.legal.take();
        inner.payoffs = None;
        drop(guard);
        drop((dropped, legal));
        Ok(())
    }

    /// An independent copy.
    fn clone(&self, py: Python<'_>) -> State {
        let copy = self.lock(py).copy(py);
        State {
            game: self.game.clone_ref(py),
            table: self.table.clone(),
            deal: self.deal.clone_ref(py),
            dealer: self.dealer,
            terms: self.terms.as_ref().map(|terms| terms.clone_ref(py)),
            inner: Mutex::new(copy),
        }
    }

    fn __copy__(&self, py: Python<'_>) -> State {
        self.clone(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> State {
        self.clone(py)
    }

    /// A hashable key: equal states have equal keys, others never.
    fn key<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let actions = self.lock(py).actions.clone();
        let actions = PyTuple::new(py, actions)?;
        let (game, deal) = (self.game.clone_ref(py), self.deal.clone_ref(py));
        match &self.terms {
            None => (game, deal, self.dealer, actions).into_pyobject(py),
            Some(terms) => (game, deal, self.dealer, actions, terms.bind(py).items().to_tuple()).into_pyobject(py),
        }
    }

    /// Everything that a seat may know, and nothing else: a dict ready for JSON. Of one moment, whatever other threads do.
    fn observation<'py>(slf: &Bound<'py, Self>, seat: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let this = slf.get();
        let seat = args::seat(seat, "seat", this.seats())?;
        this.game.bind(slf.py()).call_method1(intern!(slf.py(), "observe"), (this.clone(slf.py()), seat))
    }

    /// What a seat may know as numbers, in the sections of `game.tensor_layout`; into `out`, if given (float32).
    #[pyo3(signature = (seat, out = None))]
    fn observation_tensor<'py>(
        slf: &Bound<'py, Self>,
        seat: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let this = slf.get();
        let seat = args::seat(seat, "seat", this.seats())?;
        let array = tensor::buffer::<f32>(slf.py(), out, this.tensor_length(slf.py())?, "a numpy array of float32")?;
        let mut writable = array.try_readwrite().map_err(|_| not_writable(slf.py()))?;
        let row = writable.as_slice_mut().map_err(|_| not_writable(slf.py()))?;
        State::write_tensor(slf, seat, row)?;
        drop(writable);
        Ok(array)
    }

    /// Which actions are legal, by index; into `out`, if given (bool).
    #[pyo3(signature = (out = None))]
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let count = self.table.actions.len();
        let array = tensor::buffer::<bool>(py, out, count, "a numpy array of bool")?;
        let indices = self.legal_indices(py)?;
        let mut writable = array.try_readwrite().map_err(|_| not_writable(py))?;
        let row = writable.as_slice_mut().map_err(|_| not_writable(py))?;
        row.fill(false);
        indices.iter().for_each(|&index| row[index as usize] = true);
        drop(writable);
        Ok(array)
    }

    /// The deal so far as a JSON record.
    fn to_json<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let this = slf.get();
        this.game.bind(slf.py()).call_method1(intern!(slf.py(), "record"), (this.clone(slf.py()),))
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let Ok(other) = other.cast::<State>() else { return Ok(py.NotImplemented()) };
        let other = other.get();
        let ours = self.lock(py).actions.clone();
        let theirs = other.lock(py).actions.clone();
        let equal = self.dealer == other.dealer
            && ours == theirs
            && self.deal.get().0 == other.deal.get().0
            && self.terms(py)?.eq(other.terms(py)?)?
            && self.game.bind(py).eq(&other.game)?;
        Ok(PyBool::new(py, equal).to_owned().into_any().unbind())
    }

    #[classattr]
    const __hash__: Option<Py<PyAny>> = None;

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let count = self.lock(py).actions.len();
        let phase = self.phase(py)?;
        Ok(format!("<State of {}: {phase}, {count} actions>", self.table.game))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let restore = slf.get().game.bind(py).getattr("restore")?;
        (restore, (State::to_json(slf)?,)).into_pyobject(py)
    }
}
