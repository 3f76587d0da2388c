//! Rules, announcements, plans, conditions and payoffs.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyBool, PyDict, PyInt, PyTuple};
use trickcore::cards::{CardSet, Pack};
use trickcore::rules::{
    Announcement, Atom, Condition, Contract, Duty, Marriages, Payoff, Plan, Rules, Signal, TrumpRank,
};

use crate::args::{self, Given};
use crate::cards::{PyCardSet, PyPack, card_arg, cards_arg, pack_of, set_arg, suit_arg};
use crate::errors::{Class, error, from_payoff, from_rules, out_of_range};

fn hash_of<T: Hash>(value: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The card play of a game as plain data.
///
/// Args:
///     name: a label, written into texts of positions.
///     pack: the pack.
///     seats: 2 to 4.
///     clockwise: direction of play, for front ends.
///     ranking: the ranks of a plain lane, strongest first.
///     trump_ranking: the ranks of the trump lane, strongest first; a lower-case letter is that rank of the other
///         suit of the same colour. The plain ranking where it is `None`.
///     duty: "follow"; "follow-trump" (follow, else trump); "beat" (the same, and beat the best card if able).
///     worth: points of a card by rank.
///     last_trick: points of the last trick.
///     marriages: points of a marriage declared with a lead, outside trumps and in trumps.
///     signals: by word, the fewest and most cards that remain of the led lane, and the ranks they may have.
///
/// Raises:
///     UnknownOption: with every fault at once; the kind is that of the first.
#[pyclass(frozen, name = "Rules", module = "trickcore")]
pub struct PyRules {
    pub rules: Arc<Rules>,
    /// Plans already compiled, by contract.
    plans: Mutex<HashMap<Contract, Arc<Plan>>>,
}

/// The most plans kept per rules; past that the cache starts anew.
const MAX_PLANS: usize = 4096;

impl PyRules {
    pub fn compile(&self, py: Python<'_>, contract: Contract) -> PyResult<Arc<Plan>> {
        let known = self.plans(py).get(&contract).cloned();
        if let Some(plan) = known {
            return Ok(plan);
        }
        let plan = Plan::compile(&self.rules, contract.clone()).map_err(|e| from_rules(py, &e))?;
        let plan = Arc::new(plan);
        let mut plans = self.plans(py);
        if plans.len() >= MAX_PLANS {
            plans.clear();
        }
        Ok(plans.entry(contract).or_insert(plan).clone())
    }

    fn plans(&self, py: Python<'_>) -> MutexGuard<'_, HashMap<Contract, Arc<Plan>>> {
        self.plans.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }
}

fn ranks_arg(value: &Bound<'_, PyAny>, what: &str, pack: &'static Pack) -> PyResult<Vec<u8>> {
    let text = args::text(value, what)?;
    text.chars().take(64).map(|letter| rank_of(value.py(), what, letter, pack)).collect()
}

fn rank_of(py: Python<'_>, what: &str, letter: char, pack: &'static Pack) -> PyResult<u8> {
    pack.rank(letter).ok_or_else(|| {
        let message = format!("`{letter}` in {what} is not a rank; ranks are {}", pack.family.ranks);
        error(py, Class::Option, message, "rank_foreign", Some(what))
    })
}

fn trump_ranks_arg(value: &Bound<'_, PyAny>, pack: &'static Pack) -> PyResult<Vec<TrumpRank>> {
    let text = args::text(value, "trump_ranking")?;
    let entry = |letter: char| {
        let rank = rank_of(value.py(), "trump_ranking", letter, pack)?;
        Ok(if letter.is_ascii_lowercase() { TrumpRank::Sister(rank) } else { TrumpRank::Own(rank) })
    };
    text.chars().take(64).map(entry).collect()
}

fn worth_arg(value: &Bound<'_, PyAny>, pack: &'static Pack) -> PyResult<[u16; 16]> {
    let py = value.py();
    let mut worth = [0; 16];
    for (rank, points) in args::items(value, "worth")? {
        let letters = args::text(&rank, "worth")?;
        let mut letters = letters.chars();
        let letter = letters.next().filter(|_| letters.next().is_none()).unwrap_or(' ');
        let points = args::whole(&points, "worth", 0, u64::from(u16::MAX))? as u16;
        worth[rank_of(py, "worth", letter, pack)? as usize] = points;
    }
    Ok(worth)
}

fn duty_arg(value: &Bound<'_, PyAny>) -> PyResult<Duty> {
    let name = args::text(value, "duty")?;
    Duty::by_name(name).ok_or_else(|| {
        let message = format!("duty is `{name:.40}`, expected follow, follow-trump or beat");
        error(value.py(), Class::Option, message, "unknown_duty", Some("duty"))
    })
}

fn signals_arg(value: &Bound<'_, PyAny>, pack: &'static Pack) -> PyResult<Vec<Signal>> {
    let mut signals = Vec::new();
    for (name, truth) in args::items(value, "signals")? {
        let name = args::text(&name, "signals")?.to_string();
        let (min, max, ranks): (Bound<'_, PyAny>, Bound<'_, PyAny>, Bound<'_, PyAny>) = truth.extract()?;
        let count = |value: &Bound<'_, PyAny>| Ok::<_, PyErr>(args::whole(value, "signals", 0, 64)? as u8);
        let (min, max) = (count(&min)?, count(&max)?);
        let ranks = ranks_arg(&ranks, "signals", pack)?.into_iter().fold(0, |mask, rank| mask | 1 << rank);
        signals.push(Signal { name, min, max, ranks });
    }
    Ok(signals)
}

#[pymethods]
impl PyRules {
    #[new]
    #[pyo3(signature = (name, *, pack, seats, clockwise = true, ranking, trump_ranking = None, duty = Given(None),
        worth = None, last_trick = Given(None), marriages = None, signals = None),
        text_signature = "(name, *, pack, seats, clockwise=True, ranking, trump_ranking=None, duty='follow', \
            worth=None, last_trick=0, marriages=None, signals=None)")]
    #[allow(clippy::too_many_arguments)]
    fn new(
        name: &Bound<'_, PyAny>,
        pack: &Bound<'_, PyAny>,
        seats: &Bound<'_, PyAny>,
        clockwise: bool,
        ranking: &Bound<'_, PyAny>,
        trump_ranking: Option<&Bound<'_, PyAny>>,
        duty: Given<'_>,
        worth: Option<&Bound<'_, PyAny>>,
        last_trick: Given<'_>,
        marriages: Option<(Bound<'_, PyAny>, Bound<'_, PyAny>)>,
        signals: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyRules> {
        let last_trick = last_trick.get();
        let py = name.py();
        let pack = pack_of(pack)?;
        let points =
            |value: &Bound<'_, PyAny>, what| Ok::<_, PyErr>(args::whole(value, what, 0, u64::from(u16::MAX))? as u16);
        let rules = Rules {
            name: args::text(name, "name")?.to_string(),
            pack,
            seats: args::whole(seats, "seats", 0, 64)? as usize,
            clockwise,
            ranking: ranks_arg(ranking, "ranking", pack)?,
            trump_ranking: trump_ranking.map(|ranks| trump_ranks_arg(ranks, pack)).transpose()?,
            duty: duty.get().map_or(Ok(Duty::Follow), duty_arg)?,
            worth: worth.map_or(Ok([0; 16]), |worth| worth_arg(worth, pack))?,
            last_trick: last_trick.map_or(Ok(0), |value| points(value, "last_trick"))?,
            marriages: match marriages {
                None => None,
                Some((plain, trump)) => {
                    Some(Marriages { plain: points(&plain, "marriages")?, trump: points(&trump, "marriages")? })
                }
            },
            signals: signals.map_or(Ok(Vec::new()), |signals| signals_arg(signals, pack))?,
        };
        rules.validate().map_err(|e| from_rules(py, &e))?;
        Ok(PyRules { rules: Arc::new(rules), plans: Mutex::default() })
    }

    /// The label.
    #[getter]
    fn name(&self) -> &str {
        &self.rules.name
    }

    /// The pack.
    #[getter]
    fn pack(&self) -> PyPack {
        PyPack(self.rules.pack)
    }

    /// Number of seats.
    #[getter]
    fn seats(&self) -> usize {
        self.rules.seats
    }

    /// Whether the turn goes clockwise around the table.
    #[getter]
    fn clockwise(&self) -> bool {
        self.rules.clockwise
    }

    /// Compiles a contract; the same contract is compiled once.
    #[pyo3(signature = (*, trump = None, bidder = Given(None), side = None, out = Given(None), misere = false, marriages = true,
        announcements = Vec::new()),
        text_signature = "($self, *, trump=None, bidder=0, side=None, out=(), misere=False, marriages=True, \
            announcements=())")]
    #[allow(clippy::too_many_arguments)]
    fn plan(
        slf: &Bound<'_, Self>,
        trump: Option<&Bound<'_, PyAny>>,
        bidder: Given<'_>,
        side: Option<&Bound<'_, PyAny>>,
        out: Given<'_>,
        misere: bool,
        marriages: bool,
        announcements: Vec<Bound<'_, PyAnnouncement>>,
    ) -> PyResult<PyPlan> {
        let (bidder, out) = (bidder.get(), out.get());
        let this = slf.get();
        let (pack, seats) = (this.rules.pack, this.rules.seats);
        let bidder = bidder.map_or(Ok(0), |bidder| args::seat(bidder, "bidder", seats))?;
        let contract = Contract {
            trump: trump.map(|trump| suit_arg(trump, pack)).transpose()?,
            bidder,
            side: side.map_or(Ok([bidder].into_iter().collect()), |side| args::seats(side, "side", seats))?,
            out: out.map_or(Ok(Default::default()), |out| args::seats(out, "out", seats))?,
            misere,
            marriages,
            announcements: announcements.iter().map(|a| a.get().0.clone()).collect(),
        };
        let plan = this.compile(slf.py(), contract)?;
        Ok(PyPlan { rules: slf.clone().unbind(), plan })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyRules>().is_ok_and(|other| other.get().rules == self.rules)
    }

    fn __hash__(&self) -> u64 {
        hash_of(&*self.rules)
    }

    fn __repr__(&self) -> String {
        format!("<Rules {}>", self.rules.name)
    }

    /// The keyword arguments that make these rules.
    #[getter]
    fn keywords<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let rules = &self.rules;
        let letters =
            |ranks: &mut dyn Iterator<Item = u8>| ranks.map(|r| rules.pack.rank_letter(r)).collect::<String>();
        let named = PyDict::new(py);
        named.set_item("pack", rules.pack.name)?;
        named.set_item("seats", rules.seats)?;
        named.set_item("clockwise", rules.clockwise)?;
        named.set_item("ranking", letters(&mut rules.ranking.iter().copied()))?;
        if let Some(trumps) = &rules.trump_ranking {
            let text: String = trumps.iter().map(|&entry| trump_letter(rules.pack, entry)).collect();
            named.set_item("trump_ranking", text)?;
        }
        named.set_item("duty", rules.duty.name())?;
        let worth = PyDict::new(py);
        for (rank, points) in (0u8..).zip(rules.worth).filter(|(_, points)| *points > 0) {
            worth.set_item(rules.pack.rank_letter(rank), points)?;
        }
        named.set_item("worth", worth)?;
        named.set_item("last_trick", rules.last_trick)?;
        named.set_item("marriages", rules.marriages.map(|m| (m.plain, m.trump)))?;
        let signals = PyDict::new(py);
        for signal in &rules.signals {
            let ranks = letters(&mut (0..16).filter(|rank| signal.ranks >> rank & 1 != 0));
            signals.set_item(&signal.name, (signal.min, signal.max, ranks))?;
        }
        named.set_item("signals", signals)?;
        Ok(named)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let rules = slf.get();
        // copyreg.__newobj_ex__ calls cls.__new__(cls, *args, **kwargs): the standard way to pickle named arguments.
        let newobj = py.import("copyreg")?.getattr("__newobj_ex__")?;
        let args = (slf.get_type(), (rules.name(),), rules.keywords(py)?).into_pyobject(py)?;
        Ok((newobj, args).into_pyobject(py)?.into_any())
    }
}

fn trump_letter(pack: &Pack, entry: TrumpRank) -> char {
    match entry {
        TrumpRank::Own(rank) => pack.rank_letter(rank),
        TrumpRank::Sister(rank) => pack.rank_letter(rank).to_ascii_lowercase(),
        TrumpRank::Fixed(card) => pack.rank_letter(card.rank()),
    }
}

/// Something a seat may say before its own card in the first trick.
#[pyclass(frozen, name = "Announcement", module = "trickcore")]
pub struct PyAnnouncement(Announcement);

#[pymethods]
impl PyAnnouncement {
    #[new]
    #[pyo3(signature = (text, *, seats, needs = None, blocked_by = Vec::new(), bonus = Given(None)),
        text_signature = "(text, *, seats, needs=None, blocked_by=(), bonus=0)")]
    fn new(
        text: &Bound<'_, PyAny>,
        seats: &Bound<'_, PyAny>,
        needs: Option<PyCardSet>,
        blocked_by: Vec<String>,
        bonus: Given<'_>,
    ) -> PyResult<PyAnnouncement> {
        let bonus = bonus.get();
        Ok(PyAnnouncement(Announcement {
            text: args::text(text, "text")?.to_string(),
            seats: args::seats(seats, "seats", 4)?,
            needs: needs.map_or(CardSet::EMPTY, |needs| needs.set),
            blocked_by,
            bonus: bonus.map_or(Ok(0), |bonus| args::whole(bonus, "bonus", 0, u64::from(u16::MAX)))? as u16,
        }))
    }

    /// The words said.
    #[getter]
    fn text(&self) -> &str {
        &self.0.text
    }

    fn __repr__(&self) -> String {
        format!("<Announcement {}>", self.0.text)
    }
}

/// Rules compiled for one contract.
#[pyclass(frozen, name = "Plan", module = "trickcore")]
pub struct PyPlan {
    rules: Py<PyRules>,
    pub plan: Arc<Plan>,
}

impl PyPlan {
    /// The plan of a position, compiled by `Rules.plan` or read from a text.
    pub fn of(rules: Py<PyRules>, plan: Arc<Plan>) -> PyPlan {
        PyPlan { rules, plan }
    }

    pub fn rules_object(&self, py: Python<'_>) -> Py<PyRules> {
        self.rules.clone_ref(py)
    }

    fn set(&self, set: CardSet) -> PyCardSet {
        PyCardSet { pack: self.plan.rules().pack, set }
    }
}

#[pymethods]
impl PyPlan {
    /// The rules compiled.
    #[getter]
    fn rules(&self, py: Python<'_>) -> Py<PyRules> {
        self.rules.clone_ref(py)
    }

    /// Trump suit letter, `None` without trumps.
    #[getter]
    fn trump(&self) -> Option<char> {
        self.plan.contract().trump.map(|suit| self.plan.rules().pack.suit_letter(suit))
    }

    /// The seat whose payoff is at stake.
    #[getter]
    fn bidder(&self) -> usize {
        self.plan.contract().bidder
    }

    /// The seats of the bidder's side.
    #[getter]
    fn side<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.plan.contract().side.iter().collect::<Vec<_>>())
    }

    /// The seats whose hands are out of play.
    #[getter]
    fn out<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.plan.contract().out.iter().collect::<Vec<_>>())
    }

    /// Whether the bidder wants no trick.
    #[getter]
    fn misere(&self) -> bool {
        self.plan.contract().misere
    }

    /// The cards of the trump lane.
    #[getter]
    fn trump_lane(&self) -> PyCardSet {
        self.set(self.plan.trump_lane())
    }

    /// The cards of the lane of a card: all that count as one suit with it.
    fn lane(&self, card: &Bound<'_, PyAny>) -> PyResult<PyCardSet> {
        Ok(self.set(self.plan.lane(card_arg(card, self.plan.rules().pack)?)))
    }

    /// Points of a set of cards.
    fn worth(&self, cards: &Bound<'_, PyAny>) -> PyResult<u32> {
        Ok(self.plan.worth(set_arg(cards, self.plan.rules().pack)?))
    }

    /// The cards that the one who played `played` to the partial trick `trick` may have held at that moment: all whose
    /// presence in the hand would have left the play legal.
    fn may_hold(&self, trick: &Bound<'_, PyAny>, played: &Bound<'_, PyAny>) -> PyResult<PyCardSet> {
        let pack = self.plan.rules().pack;
        Ok(self.set(self.plan.may_hold(&cards_arg(trick, pack)?, card_arg(played, pack)?)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyPlan>().is_ok_and(|other| other.get().plan == self.plan)
    }

    fn __hash__(&self) -> u64 {
        hash_of(&*self.plan)
    }

    fn __repr__(&self) -> String {
        let trump = self.trump().map_or("no trumps".to_string(), |suit| format!("trump {suit}"));
        format!("<Plan {}, {trump}, bidder {}>", self.plan.rules().name, self.bidder())
    }
}

/// When a payoff level is reached: a monotone combination of conditions on what the bidder's side has at the end.
#[pyclass(frozen, name = "Condition", module = "trickcore", from_py_object)]
#[derive(Clone)]
pub struct PyCondition(Condition);

/// The most that an amount in a condition or a payment may be, either way.
const MAX_AMOUNT: i64 = 1_000_000;

/// A whole number from -1,000,000 to 1,000,000.
fn amount(value: &Bound<'_, PyAny>, what: &str) -> PyResult<i32> {
    if value.is_instance_of::<PyBool>() || !value.is_instance_of::<PyInt>() {
        return Err(args::wrong_type(value, what, "a whole number"));
    }
    match value.extract::<i64>() {
        Ok(number) if (-MAX_AMOUNT..=MAX_AMOUNT).contains(&number) => Ok(number as i32),
        found => {
            let found = found.map_or("a number beyond 64 bits".into(), |number| number.to_string());
            Err(out_of_range(value.py(), what, &found, "a whole number from -1000000 to 1000000"))
        }
    }
}

fn atom(value: &Bound<'_, PyAny>, make: fn(i32) -> Atom) -> PyResult<PyCondition> {
    Ok(PyCondition(make(amount(value, "amount")?).into()))
}

#[pymethods]
impl PyCondition {
    /// Always.
    #[staticmethod]
    fn always() -> PyCondition {
        PyCondition(Condition::always())
    }

    /// The bidder's side has at least so many points.
    #[staticmethod]
    fn own(at_least: &Bound<'_, PyAny>) -> PyResult<PyCondition> {
        atom(at_least, Atom::Own)
    }

    /// The others have fewer points than this.
    #[staticmethod]
    fn others(below: &Bound<'_, PyAny>) -> PyResult<PyCondition> {
        atom(below, Atom::OthersBelow)
    }

    /// Own points minus the others' are at least this.
    #[staticmethod]
    fn margin(at_least: &Bound<'_, PyAny>) -> PyResult<PyCondition> {
        atom(at_least, Atom::Margin)
    }

    /// The bidder's side has at least so many tricks.
    #[staticmethod]
    fn tricks(at_least: &Bound<'_, PyAny>) -> PyResult<PyCondition> {
        atom(at_least, Atom::Tricks)
    }

    /// The bidder's side has at most so many tricks.
    #[staticmethod]
    fn tricks_at_most(count: &Bound<'_, PyAny>) -> PyResult<PyCondition> {
        atom(count, Atom::TricksAtMost)
    }

    fn __and__(&self, other: PyCondition) -> PyCondition {
        PyCondition(self.0.clone().and(other.0))
    }

    fn __or__(&self, other: PyCondition) -> PyCondition {
        PyCondition(self.0.clone().or(other.0))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyCondition>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        hash_of(&self.0)
    }

    /// The condition taken apart: it holds if all of any one group hold. Each part is the name of the method that makes it
    /// with its amount, as in `("own", 100)`; a group without parts always holds.
    #[getter]
    fn any_of(&self) -> Vec<Vec<(&'static str, i32)>> {
        let part = |atom: &Atom| match *atom {
            Atom::Own(points) => ("own", points),
            Atom::OthersBelow(points) => ("others", points),
            Atom::Margin(points) => ("margin", points),
            Atom::Tricks(tricks) => ("tricks", tricks),
            Atom::TricksAtMost(tricks) => ("tricks_at_most", tricks),
        };
        self.0.any_of().iter().map(|group| group.iter().map(part).collect()).collect()
    }

    fn __str__(&self) -> String {
        let atom = |atom: &Atom| match *atom {
            Atom::Own(points) => format!("own >= {points}"),
            Atom::OthersBelow(points) => format!("others < {points}"),
            Atom::Margin(points) => format!("own - others >= {points}"),
            Atom::Tricks(tricks) => format!("tricks >= {tricks}"),
            Atom::TricksAtMost(tricks) => format!("tricks <= {tricks}"),
        };
        let groups = self.0.any_of().iter().map(|group| {
            let atoms: Vec<String> = group.iter().map(atom).collect();
            if atoms.is_empty() { "always".to_string() } else { atoms.join(" and ") }
        });
        groups.collect::<Vec<_>>().join(" or ")
    }

    fn __repr__(&self) -> String {
        format!("<Condition {}>", self.__str__())
    }
}

/// What a deal pays: levels from worst to best for the bidder; the last one whose condition holds counts.
///
/// Raises:
///     UnknownOption: levels that do not ascend for the bidder, do not sum to 0, or lack the base level.
#[pyclass(frozen, name = "Payoff", module = "trickcore")]
pub struct PyPayoff(pub Arc<Payoff>);

#[pymethods]
impl PyPayoff {
    #[new]
    fn new(bidder: &Bound<'_, PyAny>, levels: Vec<(PyCondition, Vec<Bound<'_, PyAny>>)>) -> PyResult<PyPayoff> {
        let py = bidder.py();
        let bidder = args::seat(bidder, "bidder", 4)?;
        let level = |(condition, pays): (PyCondition, Vec<Bound<'_, PyAny>>)| {
            let pays = pays.iter().map(|pay| amount(pay, "payment"));
            Ok((condition.0, pays.collect::<PyResult<Vec<i32>>>()?))
        };
        let levels = levels.into_iter().map(level).collect::<PyResult<Vec<_>>>()?;
        Ok(PyPayoff(Arc::new(Payoff::new(bidder, levels).map_err(|e| from_payoff(py, &e))?)))
    }

    /// The seat in whose payoff the levels ascend.
    #[getter]
    fn bidder(&self) -> usize {
        self.0.bidder()
    }

    /// Condition and payoffs of every level.
    #[getter]
    fn levels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let level = |level: &trickcore::rules::Level| {
            let pays = PyTuple::new(py, &level.payoffs[..self.0.seats()])?;
            (PyCondition(level.condition.clone()), pays).into_pyobject(py)
        };
        PyTuple::new(py, self.0.levels().iter().map(level).collect::<PyResult<Vec<_>>>()?)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyPayoff>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        hash_of(&*self.0)
    }

    fn __repr__(&self) -> String {
        let bidder = self.0.bidder();
        let pays: Vec<String> = self.0.levels().iter().map(|level| level.payoffs[bidder].to_string()).collect();
        format!("<Payoff of seat {bidder}: {}>", pays.join(", "))
    }
}
