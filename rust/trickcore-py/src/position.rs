//! Positions.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};
use trickcore::cards::{CardSet, card_text};
use trickcore::rules::Plan;
use trickcore::solver::Stop;
use trickcore::state::{IllegalMove, Move, Outcome, Position, Say, Setup, Undo, perft, playouts};

use crate::args::{self, Given};
use crate::cards::{PyCard, PyCardSet, card_arg, card_object, cards_arg, interned, set_arg};
use crate::errors::{Class, error, from_move, from_position, from_setup, from_stop};
use crate::rules::{PyPlan, PyRules};
use crate::run;

/// A legal moment of the card play of one contract. Mutable, so unhashable: use `key()`.
///
/// Args:
///     plan: the contract, of `Rules.plan`.
///     hands: the cards each seat holds now, as texts or sets, or one text with all hands.
///     leader: the seat that led, or is to lead, the trick in progress.
///     trick: the cards of the trick in progress, in order of play.
///     tricks, points: won before, by seat.
///     aside_points: points that count for a seat when all is over.
///     last_trick_bonus: points of the last trick besides those of the rules.
///     said: announcements made, with the seats that made them.
///     allow_revokes: accept a card in the trick that should not have been played.
///
/// Raises:
///     IllegalDeal: with every fault at once; the kind is that of the first.
#[pyclass(frozen, name = "Position", module = "trickcore")]
pub struct PyPosition {
    plan: Py<PyPlan>,
    inner: Mutex<Inner>,
}

#[derive(Clone)]
struct Inner {
    position: Position,
    undos: Vec<Undo>,
}

impl PyPosition {
    pub fn of(plan: Py<PyPlan>, position: Position, undos: Vec<Undo>) -> PyPosition {
        PyPosition { plan, inner: Mutex::new(Inner { position, undos }) }
    }

    /// What changes. Whoever waits for it lets other Python threads run; whoever has it never calls into Python.
    fn lock(&self, py: Python<'_>) -> MutexGuard<'_, Inner> {
        self.inner.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    /// The position as it is now.
    pub fn snapshot(&self, py: Python<'_>) -> Position {
        self.lock(py).position.clone()
    }

    fn set(&self, set: CardSet) -> PyCardSet {
        PyCardSet { pack: self.plan.get().plan.rules().pack, set }
    }
}

/// The trick in progress as a list of seats and cards.
pub fn trick_list<'py>(py: Python<'py>, position: &Position) -> PyResult<Bound<'py, PyList>> {
    let pack = position.plan().rules().pack;
    let pairs = position.trick().map(|(seat, card)| Ok((seat, card_object(py, pack, card)?)));
    PyList::new(py, pairs.collect::<PyResult<Vec<_>>>()?)
}

/// The text of a move, as the text of the action.
pub fn move_text(plan: &Plan, mv: Move) -> String {
    match mv {
        Move::Play(card, say) => {
            let card = card_text(plan.rules().pack, card);
            match say {
                Say::Nothing => format!("play {card}"),
                Say::Call(call) => format!("play {card} {}", plan.calls()[call as usize].name()),
            }
        }
        Move::Announce(i) => plan.contract().announcements[i as usize].text.clone(),
    }
}

/// The call of a plan with this name.
pub fn call_named(plan: &Plan, name: &str) -> Result<Say, IllegalMove> {
    let place = plan.calls().iter().position(|call| call.name() == name);
    place.map(|i| Say::Call(i as u8)).ok_or_else(|| IllegalMove::UnknownCall {
        said: name.chars().take(40).collect(),
        known: plan.calls().iter().map(|call| call.name()).collect::<Vec<_>>().join(", "),
    })
}

fn hands_arg(value: &Bound<'_, PyAny>, plan: &Plan) -> PyResult<Vec<CardSet>> {
    let pack = plan.rules().pack;
    if value.is_instance_of::<PyString>() {
        let hands = args::text(value, "hands")?.split_whitespace().take(8);
        return hands.map(|hand| set_arg(PyString::new(value.py(), hand).as_any(), pack)).collect();
    }
    value.try_iter()?.take(8).map(|hand| set_arg(&hand?, pack)).collect()
}

fn said_arg(value: &Bound<'_, PyAny>, plan: &Plan) -> PyResult<Vec<(usize, usize)>> {
    let mut said = Vec::new();
    for item in value.try_iter()?.take(64) {
        let (text, seat): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item?.extract()?;
        let text = args::text(&text, "said")?;
        let number = plan.contract().announcements.iter().position(|a| a.text == text).ok_or_else(|| {
            let e = IllegalMove::UnknownAnnouncement { said: text.chars().take(40).collect() };
            from_move(value.py(), &e, text)
        })?;
        said.push((number, args::seat(&seat, "said", plan.rules().seats)?));
    }
    Ok(said)
}

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (plan, hands, *, leader = Given(None), trick = Given(None), tricks = Given(None), points = Given(None),
        aside_points = Given(None), last_trick_bonus = Given(None), said = Given(None), allow_revokes = false),
        text_signature = "(plan, hands, *, leader=0, trick=(), tricks=(), points=(), aside_points=(), \
            last_trick_bonus=0, said=(), allow_revokes=False)")]
    #[allow(clippy::too_many_arguments)]
    fn new(
        plan: Bound<'_, PyPlan>,
        hands: &Bound<'_, PyAny>,
        leader: Given<'_>,
        trick: Given<'_>,
        tricks: Given<'_>,
        points: Given<'_>,
        aside_points: Given<'_>,
        last_trick_bonus: Given<'_>,
        said: Given<'_>,
        allow_revokes: bool,
    ) -> PyResult<PyPosition> {
        let (leader, trick, tricks, points, aside_points, last_trick_bonus, said) = (
            leader.get(),
            trick.get(),
            tricks.get(),
            points.get(),
            aside_points.get(),
            last_trick_bonus.get(),
            said.get(),
        );
        let compiled = plan.get().plan.clone();
        let amounts = |value: Option<&Bound<'_, PyAny>>, what| value.map_or(Ok(Vec::new()), |v| args::amounts(v, what));
        let bonus = |v| args::whole(v, "last_trick_bonus", 0, u64::from(u32::MAX)).map(|bonus| bonus as u32);
        let setup = Setup {
            hands: hands_arg(hands, &compiled)?,
            leader: leader.map_or(Ok(0), |leader| args::seat(leader, "leader", compiled.rules().seats))?,
            trick: trick.map_or(Ok(Vec::new()), |trick| cards_arg(trick, compiled.rules().pack))?,
            tricks: amounts(tricks, "tricks")?,
            points: amounts(points, "points")?,
            aside: amounts(aside_points, "aside_points")?,
            last_trick_bonus: last_trick_bonus.map_or(Ok(0), bonus)?,
            said: said.map_or(Ok(Vec::new()), |said| said_arg(said, &compiled))?,
            allow_revokes,
        };
        let position = setup.build(&compiled).map_err(|e| from_setup(plan.py(), &e))?;
        Ok(PyPosition::of(plan.unbind(), position, Vec::new()))
    }

    /// Reads what `str(position)` writes.
    #[staticmethod]
    fn from_text(text: &Bound<'_, PyAny>, rules: Bound<'_, PyRules>) -> PyResult<PyPosition> {
        let py = text.py();
        let arc = &rules.get().rules;
        let position = Position::parse(arc, args::text(text, "position")?).map_err(|e| from_position(py, &e))?;
        let plan = rules.get().compile(py, position.plan().contract().clone())?;
        let plan = Py::new(py, PyPlan::of(rules.unbind(), plan))?;
        Ok(PyPosition::of(plan, position, Vec::new()))
    }

    /// The contract played.
    #[getter]
    fn plan(&self, py: Python<'_>) -> Py<PyPlan> {
        self.plan.clone_ref(py)
    }

    /// The seat whose card is next, `None` when the play is over.
    #[getter]
    fn turn(&self, py: Python<'_>) -> Option<usize> {
        self.lock(py).position.turn()
    }

    /// The seat that led, or is to lead, the trick in progress.
    #[getter]
    fn leader(&self, py: Python<'_>) -> usize {
        self.lock(py).position.leader()
    }

    /// Whether the last card has been played.
    #[getter]
    fn done(&self, py: Python<'_>) -> bool {
        self.lock(py).position.is_over()
    }

    /// The cards still held, by seat.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let position = self.snapshot(py);
        let seats = 0..position.plan().rules().seats;
        PyTuple::new(py, seats.map(|seat| self.set(position.hand(seat))).collect::<Vec<_>>())
    }

    /// The trick in progress: seats and cards in order of play.
    #[getter]
    fn trick<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        trick_list(py, &self.snapshot(py))
    }

    /// The seat whose card is the best of the trick in progress.
    #[getter]
    fn winner(&self, py: Python<'_>) -> Option<usize> {
        self.lock(py).position.winner()
    }

    /// Tricks won, by seat.
    #[getter]
    fn tricks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let position = self.snapshot(py);
        PyTuple::new(py, &position.tricks()[..position.plan().rules().seats])
    }

    /// Points so far, by seat.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let position = self.snapshot(py);
        PyTuple::new(py, &position.points()[..position.plan().rules().seats])
    }

    /// Announcements made, with the seats that made them.
    #[getter]
    fn said<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let position = self.snapshot(py);
        said_tuple(py, &position)
    }

    /// The cards that may be played, in the order in which hands are written; empty when the play is over.
    fn legal_plays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let (cards, pack) = {
            let inner = self.lock(py);
            (inner.position.legal_plays(), inner.position.plan().rules().pack)
        };
        let all = interned(py, pack)?;
        PyList::new(py, cards.iter().map(|card| &all[card.code() as usize]))
    }

    /// The texts of all legal moves: announcements, and cards with what may be said.
    fn legal_moves(&self, py: Python<'_>) -> Vec<String> {
        let position = self.snapshot(py);
        position.legal_moves().into_iter().map(|mv| move_text(position.plan(), mv)).collect()
    }

    /// Plays a card, perhaps with a marriage or a signal.
    ///
    /// Raises:
    ///     IllegalAction: says why; the position is unchanged.
    #[pyo3(signature = (card, say = None))]
    fn play(&self, card: &Bound<'_, PyAny>, say: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let py = card.py();
        let pack = self.plan.get().plan.rules().pack;
        let card = match card.cast::<PyCard>() {
            Ok(card) if std::ptr::eq(card.get().pack.family, pack.family) => card.get().card,
            _ => card_arg(card, pack)?,
        };
        let mut inner = self.lock(py);
        let played = match say {
            None => inner.position.play(Move::card(card)),
            Some(say) => {
                let name = args::text(say, "say")?;
                call_named(inner.position.plan(), name).and_then(|say| inner.position.play(Move::Play(card, say)))
            }
        };
        match played {
            Ok(undo) => {
                inner.undos.push(undo);
                Ok(())
            }
            Err(e) => {
                drop(inner);
                Err(from_move(py, &e, &card_text(pack, card)))
            }
        }
    }

    /// Makes an announcement of the contract.
    ///
    /// Raises:
    ///     IllegalAction: says why; the position is unchanged.
    fn announce(&self, text: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = text.py();
        let text = args::text(text, "announcement")?;
        let mut inner = self.lock(py);
        let number = inner.position.plan().contract().announcements.iter().position(|a| a.text == text);
        let made = match number {
            Some(number) => inner.position.play(Move::Announce(number as u8)),
            None => Err(IllegalMove::UnknownAnnouncement { said: text.chars().take(40).collect() }),
        };
        match made {
            Ok(undo) => {
                inner.undos.push(undo);
                Ok(())
            }
            Err(e) => {
                drop(inner);
                Err(from_move(py, &e, text))
            }
        }
    }

    /// Takes back the last move.
    ///
    /// Raises:
    ///     IllegalAction: nothing has been played since the position was made.
    fn undo(&self, py: Python<'_>) -> PyResult<()> {
        let mut inner = self.lock(py);
        match inner.undos.pop() {
            Some(undo) => {
                inner.position.undo(undo);
                Ok(())
            }
            None => {
                drop(inner);
                Err(error(py, Class::Action, "there is no move to take back", "nothing_to_undo", None))
            }
        }
    }

    /// An independent copy.
    fn clone(&self, py: Python<'_>) -> PyPosition {
        PyPosition { plan: self.plan.clone_ref(py), inner: Mutex::new(self.lock(py).clone()) }
    }

    fn __copy__(&self, py: Python<'_>) -> PyPosition {
        self.clone(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyPosition {
        self.clone(py)
    }

    /// A hashable key: equal positions have equal keys, others never.
    fn key<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.snapshot(py).to_string().as_bytes())
    }

    /// The number of sequences of legal moves that play the position out, or that are `depth` moves long.
    ///
    /// Raises:
    ///     DeadlineExceeded: `deadline` seconds were not enough.
    #[pyo3(signature = (depth = None, deadline = None))]
    fn perft(
        &self,
        py: Python<'_>,
        depth: Option<&Bound<'_, PyAny>>,
        deadline: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u64> {
        let depth = depth.map(|depth| args::whole(depth, "depth", 0, 1000)).transpose()?.map(|depth| depth as u32);
        let deadline = run::deadline(deadline)?;
        let mut position = self.snapshot(py);
        let passed = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let count = run::run(py, |signalled| perft(&mut position, depth, &mut || signalled() || passed()))?;
        count.map_err(|_| from_stop(py, Stop::Deadline))
    }

    /// Plays `n` random games from here. Returns two arrays of shape (n, seats), int32: tricks and points at the end, by
    /// seat. The same seed gives the same games, whatever the number of threads (0: all cores).
    #[pyo3(signature = (n, seed = None, threads = Given(None)), text_signature = "($self, n, seed=None, threads=1)")]
    #[allow(clippy::type_complexity)]
    fn playouts<'py>(
        &self,
        py: Python<'py>,
        n: &Bound<'_, PyAny>,
        seed: Option<&Bound<'_, PyAny>>,
        threads: Given<'_>,
    ) -> PyResult<(Bound<'py, PyArray2<i32>>, Bound<'py, PyArray2<i32>>)> {
        let threads = threads.get();
        let n = args::whole(n, "n", 0, 50_000_000)? as usize;
        let seed = args::seed(py, seed)?;
        let threads = threads.map_or(Ok(1), |threads| args::whole(threads, "threads", 0, 256))? as usize;
        let position = self.snapshot(py);
        let seats = position.plan().rules().seats;
        let (tricks, points) = run::run(py, |signalled| {
            let (mut tricks, mut points) = (Vec::with_capacity(n * seats), Vec::with_capacity(n * seats));
            for first in (0..n).step_by(BATCH) {
                for outcome in playouts(&position, first as u64, BATCH.min(n - first), seed, threads) {
                    let Outcome { tricks: t, points: p } = outcome;
                    tricks.extend(t[..seats].iter().map(|&t| i32::from(t)));
                    points.extend(p[..seats].iter().map(|&p| i32::from(p)));
                }
                if signalled() {
                    break;
                }
            }
            (tricks, points)
        })?;
        let shaped = |list: Vec<i32>| PyArray1::from_vec(py, list).reshape([n, seats]);
        Ok((shaped(tricks)?, shaped(points)?))
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Py<PyAny> {
        let Ok(other) = other.cast::<PyPosition>() else { return py.NotImplemented() };
        let equal = self.snapshot(py) == other.get().snapshot(py);
        pyo3::types::PyBool::new(py, equal).to_owned().into_any().unbind()
    }

    #[classattr]
    const __hash__: Option<Py<PyAny>> = None;

    fn __str__(&self, py: Python<'_>) -> String {
        self.snapshot(py).to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<Position {}>", self.snapshot(py))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let this = slf.get();
        let from_text = slf.get_type().getattr("from_text")?;
        let rules = this.plan.get().rules_object(py);
        (from_text, (this.snapshot(py).to_string(), rules)).into_pyobject(py)
    }
}

/// Random games between two looks at signals.
const BATCH: usize = 20_000;

/// Announcements made, as texts with seats.
pub fn said_tuple<'py>(py: Python<'py>, position: &Position) -> PyResult<Bound<'py, PyTuple>> {
    let announcements = &position.plan().contract().announcements;
    let said: Vec<(&str, usize)> = position.said().map(|(i, seat)| (announcements[i].text.as_str(), seat)).collect();
    PyTuple::new(py, said)
}
