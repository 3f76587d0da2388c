//! Packs, cards, sets of cards, layouts and deals.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple};
use trickcore::cards::{
    Card, CardSet, Cards, Deal, FRENCH52, ITALIAN40, Layout, PACKS, Pack, ParseCardError, card_symbol, card_text,
    hand_text, parse_card, parse_hand,
};

use crate::args::{self, Given};
use crate::errors::{Class, error, from_card, from_deal, from_layout};

/// A pack of cards: `"french52"`, `"french32"`, `"french24"` or `"italian40"`.
#[pyclass(frozen, name = "Pack", module = "trickcore", from_py_object)]
#[derive(Clone, Copy)]
pub struct PyPack(pub &'static Pack);

/// A pack given by name or as a pack.
pub fn pack_of(value: &Bound<'_, PyAny>) -> PyResult<&'static Pack> {
    if let Ok(pack) = value.cast::<PyPack>() {
        return Ok(pack.get().0);
    }
    let name = args::text(value, "pack")?;
    Pack::by_name(name).ok_or_else(|| {
        let known = PACKS.map(|pack| pack.name).join(", ");
        let shown: String = name.chars().take(40).collect();
        let message = format!("`{shown}` is not a pack; known are {known}");
        error(value.py(), Class::Option, message, "unknown_pack", Some(&shown))
    })
}

fn pack_or_default(value: Option<&Bound<'_, PyAny>>) -> PyResult<&'static Pack> {
    value.map_or(Ok(&FRENCH52), pack_of)
}

#[pymethods]
impl PyPack {
    #[new]
    fn new(name: &Bound<'_, PyAny>) -> PyResult<PyPack> {
        pack_of(name).map(PyPack)
    }

    /// Name of the pack.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name
    }

    /// The four suit letters, in the order in which hands are written.
    #[getter]
    fn suits(&self) -> &'static str {
        self.0.family.suits
    }

    /// The rank letters, in the order in which hands are written.
    #[getter]
    fn ranks(&self) -> String {
        self.0.rank_letters().collect()
    }

    /// All cards of the pack.
    #[getter]
    fn cards(&self) -> PyCardSet {
        PyCardSet { pack: self.0, set: self.0.cards() }
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyPack>().is_ok_and(|other| other.get().0.name == self.0.name)
    }

    fn __hash__(&self) -> u64 {
        self.0.cards().mask() ^ self.0.name.len() as u64
    }

    fn __str__(&self) -> &'static str {
        self.0.name
    }

    fn __repr__(&self) -> String {
        format!("Pack('{}')", self.0.name)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        (slf.get_type(), (slf.get().0.name,)).into_pyobject(slf.py())
    }
}

/// One card; interned and immutable, so equal cards are one object.
#[pyclass(frozen, name = "Card", module = "trickcore")]
pub struct PyCard {
    /// The largest pack of the card's family.
    pub pack: &'static Pack,
    pub card: Card,
    text: Py<PyString>,
}

static CARDS: PyOnceLock<Vec<Py<PyCard>>> = PyOnceLock::new();

fn family_pack(pack: &'static Pack) -> &'static Pack {
    if pack.family == ITALIAN40.family { &ITALIAN40 } else { &FRENCH52 }
}

fn make_cards(py: Python<'_>) -> PyResult<Vec<Py<PyCard>>> {
    let all = [&FRENCH52, &ITALIAN40].into_iter().flat_map(|pack| (0..64).map(move |code| (pack, code)));
    all.map(|(pack, code)| {
        let card = Card::from_code(code).unwrap_or_else(|| unreachable!("codes are below 64"));
        let text = PyString::new(py, &card_text(pack, card)).unbind();
        Py::new(py, PyCard { pack, card, text })
    })
    .collect()
}

/// The interned cards of a pack's family, by code.
pub fn interned<'py>(py: Python<'py>, pack: &'static Pack) -> PyResult<&'py [Py<PyCard>]> {
    let cards = CARDS.get_or_try_init(py, || make_cards(py))?;
    let start = if family_pack(pack).name == ITALIAN40.name { 64 } else { 0 };
    Ok(&cards[start..start + 64])
}

/// The one object for a card.
pub fn card_object(py: Python<'_>, pack: &'static Pack, card: Card) -> PyResult<Py<PyCard>> {
    Ok(interned(py, pack)?[card.code() as usize].clone_ref(py))
}

/// A card of the pack, given as card or text.
pub fn card_arg(value: &Bound<'_, PyAny>, pack: &'static Pack) -> PyResult<Card> {
    let py = value.py();
    if let Ok(card) = value.cast::<PyCard>() {
        let card = card.get();
        if card.pack.family == pack.family && pack.cards().contains(card.card) {
            return Ok(card.card);
        }
        let part = card_text(card.pack, card.card);
        let ranks = pack.rank_letters().collect();
        return Err(from_card(py, &ParseCardError::NotInPack { part, pack: pack.name, ranks }));
    }
    let text = value.cast::<PyString>().map_err(|_| args::wrong_type(value, "card", "a Card or a str"))?;
    parse_card(pack, args::text(text, "card")?).map_err(|e| from_card(py, &e))
}

/// A short list of cards of the pack.
pub fn cards_arg(value: &Bound<'_, PyAny>, pack: &'static Pack) -> PyResult<Vec<Card>> {
    value.try_iter()?.take(65).map(|card| card_arg(&card?, pack)).collect()
}

#[pymethods]
impl PyCard {
    #[new]
    #[pyo3(signature = (text, pack = Given(None)), text_signature = "(text, pack='french52')")]
    fn new(text: &Bound<'_, PyAny>, pack: Given<'_>) -> PyResult<Py<PyCard>> {
        let pack = pack.get();
        let pack = pack_or_default(pack)?;
        card_object(text.py(), pack, card_arg(text, pack)?)
    }

    /// Suit letter.
    #[getter]
    fn suit(&self) -> char {
        self.pack.suit_letter(self.card.suit())
    }

    /// Rank letter.
    #[getter]
    fn rank(&self) -> char {
        self.pack.rank_letter(self.card.rank())
    }

    /// Number 0–63: 16 × suit + rank, both in the order in which hands are written.
    #[getter]
    fn code(&self) -> u8 {
        self.card.code()
    }

    /// Suit symbol and rank letter, for people.
    #[getter]
    fn symbol(&self) -> String {
        card_symbol(self.pack, self.card)
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<PyCard>() else { return Ok(py.NotImplemented()) };
        let other = other.get();
        let key = |card: &PyCard| (card.pack.family.name, card.card);
        let (a, b) = (key(self), key(other));
        if a.0 != b.0 && !matches!(op, CompareOp::Eq | CompareOp::Ne) {
            return Ok(py.NotImplemented());
        }
        Ok(op.matches(a.cmp(&b)).into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self) -> u64 {
        u64::from(self.card.code()) + if self.pack.name == ITALIAN40.name { 64 } else { 0 }
    }

    fn __str__(&self, py: Python<'_>) -> Py<PyString> {
        self.text.clone_ref(py)
    }

    fn __repr__(&self) -> String {
        let text = card_text(self.pack, self.card);
        if self.pack.name == FRENCH52.name {
            format!("Card('{text}')")
        } else {
            format!("Card('{text}', '{}')", self.pack.name)
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let card = slf.get();
        (slf.get_type(), (card.text.clone_ref(slf.py()), card.pack.name)).into_pyobject(slf.py())
    }
}

/// An immutable set of cards of one pack.
#[pyclass(frozen, name = "CardSet", module = "trickcore", from_py_object)]
#[derive(Clone, Copy)]
pub struct PyCardSet {
    pub pack: &'static Pack,
    pub set: CardSet,
}

impl PyCardSet {
    /// The other operand of a set operation: a set or a card of the same family.
    fn operand(&self, other: &Bound<'_, PyAny>) -> Option<CardSet> {
        if let Ok(other) = other.cast::<PyCardSet>() {
            let other = other.get();
            return (other.pack.family == self.pack.family).then_some(other.set);
        }
        let card = other.cast::<PyCard>().ok()?.get();
        (card.pack.family == self.pack.family).then(|| card.card.into())
    }

    fn combine(&self, other: &Bound<'_, PyAny>, by: fn(CardSet, CardSet) -> CardSet) -> PyResult<Py<PyAny>> {
        let py = other.py();
        match self.operand(other) {
            Some(set) => Ok(Py::new(py, PyCardSet { pack: self.pack, set: by(self.set, set) })?.into_any()),
            None => Ok(py.NotImplemented()),
        }
    }
}

/// A set of cards of the pack, given as set, hand text or cards.
pub fn set_arg(value: &Bound<'_, PyAny>, pack: &'static Pack) -> PyResult<CardSet> {
    let py = value.py();
    if let Ok(set) = value.cast::<PyCardSet>() {
        let set = set.get();
        if set.pack.family == pack.family {
            return in_pack(py, set.set, pack);
        }
    }
    if value.is_instance_of::<PyString>() {
        return parse_hand(pack, args::text(value, "hand")?).map_err(|e| from_card(py, &e));
    }
    let mut set = CardSet::EMPTY;
    for card in cards_arg(value, pack)? {
        if set.contains(card) {
            return Err(from_card(py, &ParseCardError::Duplicate { part: card_text(pack, card) }));
        }
        set.insert(card);
    }
    Ok(set)
}

fn in_pack(py: Python<'_>, set: CardSet, pack: &'static Pack) -> PyResult<CardSet> {
    match (set - pack.cards()).iter().next() {
        None => Ok(set),
        Some(card) => {
            let ranks = pack.rank_letters().collect();
            Err(from_card(py, &ParseCardError::NotInPack { part: card_text(pack, card), pack: pack.name, ranks }))
        }
    }
}

#[pymethods]
impl PyCardSet {
    #[new]
    #[pyo3(signature = (cards = Given(None), pack = Given(None)), text_signature = "(cards=(), pack='french52')")]
    fn new(cards: Given<'_>, pack: Given<'_>) -> PyResult<PyCardSet> {
        let (cards, pack) = (cards.get(), pack.get());
        let pack = pack_or_default(pack)?;
        let set = cards.map_or(Ok(CardSet::EMPTY), |cards| set_arg(cards, pack))?;
        Ok(PyCardSet { pack, set })
    }

    /// The set whose cards' codes are the set bits of `mask`.
    #[staticmethod]
    #[pyo3(signature = (mask, pack = Given(None)), text_signature = "(mask, pack='french52')")]
    fn from_mask(mask: &Bound<'_, PyAny>, pack: Given<'_>) -> PyResult<PyCardSet> {
        let pack = pack.get();
        let pack = pack_or_default(pack)?;
        let mask = args::whole(mask, "mask", 0, u64::MAX)?;
        Ok(PyCardSet { pack, set: in_pack_mask(mask, pack)? })
    }

    /// The set as a number: bit `c` stands for the card with code `c`.
    #[getter]
    fn mask(&self) -> u64 {
        self.set.mask()
    }

    /// Whether the sets share no card.
    #[pyo3(signature = (other, /))]
    fn isdisjoint(&self, other: PyCardSet) -> bool {
        self.pack.family != other.pack.family || self.set.is_disjoint(other.set)
    }

    /// The cards of one suit, given as letter or symbol.
    #[pyo3(signature = (suit, /))]
    fn of_suit(&self, suit: &Bound<'_, PyAny>) -> PyResult<PyCardSet> {
        let suit = suit_arg(suit, self.pack)?;
        Ok(PyCardSet { pack: self.pack, set: self.set.of_suit(suit) })
    }

    fn __len__(&self) -> usize {
        self.set.len()
    }

    fn __bool__(&self) -> bool {
        !self.set.is_empty()
    }

    fn __contains__(&self, card: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(card) = card.cast::<PyCard>() {
            let card = card.get();
            return Ok(card.pack.family == self.pack.family && self.set.contains(card.card));
        }
        Ok(self.set.contains(card_arg(card, family_pack(self.pack))?))
    }

    fn __iter__(&self) -> CardIterator {
        CardIterator { pack: self.pack, cards: self.set.iter() }
    }

    fn __or__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.combine(other, |a, b| a | b)
    }

    fn __and__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.combine(other, |a, b| a & b)
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.combine(other, |a, b| a - b)
    }

    fn __xor__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.combine(other, |a, b| a ^ b)
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<PyCardSet>() else { return Ok(py.NotImplemented()) };
        let (a, b) = (self.set, other.get().set);
        let same = self.pack.family == other.get().pack.family;
        let holds = match op {
            CompareOp::Eq => same && a == b,
            CompareOp::Ne => !same || a != b,
            _ if !same => return Ok(py.NotImplemented()),
            CompareOp::Le => a.is_subset(b),
            CompareOp::Lt => a.is_subset(b) && a != b,
            CompareOp::Ge => b.is_subset(a),
            CompareOp::Gt => b.is_subset(a) && a != b,
        };
        Ok(holds.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self) -> u64 {
        self.set.mask().wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn __str__(&self) -> String {
        hand_text(self.pack, self.set)
    }

    fn __repr__(&self) -> String {
        format!("CardSet('{}', '{}')", hand_text(self.pack, self.set), self.pack.name)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let set = slf.get();
        (slf.get_type(), (hand_text(set.pack, set.set), set.pack.name)).into_pyobject(slf.py())
    }
}

fn in_pack_mask(mask: u64, pack: &'static Pack) -> PyResult<CardSet> {
    let set = CardSet::from_mask(mask);
    Python::attach(|py| match (set - pack.cards()).iter().next() {
        None => Ok(set),
        Some(card) => {
            let message = format!("bit {} of the mask is no card of the pack {}", card.code(), pack.name);
            Err(error(py, Class::Parse, message, "foreign_card", Some("mask")))
        }
    })
}

/// A suit of the pack, given as letter or symbol.
pub fn suit_arg(value: &Bound<'_, PyAny>, pack: &'static Pack) -> PyResult<u8> {
    let text = args::text(value, "suit")?;
    let mut letters = text.trim().chars();
    let suit = letters.next().and_then(|letter| pack.suit(letter)).filter(|_| letters.next().is_none());
    suit.ok_or_else(|| {
        let shown: String = text.chars().take(40).collect();
        let message = format!("`{shown}` is not a suit; suits are {}", pack.family.suits);
        error(value.py(), Class::Parse, message, "unknown_suit", Some(&shown))
    })
}

/// The cards of a set, one by one.
#[pyclass(name = "_CardIterator", module = "trickcore._core")]
pub struct CardIterator {
    pack: &'static Pack,
    cards: Cards,
}

#[pymethods]
impl CardIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Py<PyCard>>> {
        self.cards.next().map(|card| card_object(py, self.pack, card)).transpose()
    }
}

/// How a game deals its pack: seats, batches per hand and the talon.
#[pyclass(frozen, name = "Layout", module = "trickcore", from_py_object)]
#[derive(Clone)]
pub struct PyLayout(pub Arc<Layout>);

#[pymethods]
impl PyLayout {
    #[new]
    #[pyo3(signature = (pack, seats, batches, talon = Given(None)), text_signature = "(pack, seats, batches, talon=0)")]
    fn new(
        pack: &Bound<'_, PyAny>,
        seats: &Bound<'_, PyAny>,
        batches: &Bound<'_, PyAny>,
        talon: Given<'_>,
    ) -> PyResult<PyLayout> {
        let talon = talon.get();
        let py = pack.py();
        let pack = pack_of(pack)?;
        let seats = args::whole(seats, "seats", 2, 4)? as usize;
        let batches: Vec<usize> = args::amounts(batches, "batches")?.into_iter().map(|n| n as usize).collect();
        let talon = talon.map_or(Ok(0), |talon| args::whole(talon, "talon", 0, 64))? as usize;
        let layout = Layout::new(pack, seats, &batches, talon).map_err(|e| from_layout(py, &e))?;
        Ok(PyLayout(Arc::new(layout)))
    }

    /// The pack dealt.
    #[getter]
    fn pack(&self) -> PyPack {
        PyPack(self.0.pack())
    }

    /// Number of seats.
    #[getter]
    fn seats(&self) -> usize {
        self.0.seats()
    }

    /// Sizes of the batches of a hand.
    #[getter]
    fn batches<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.batches())
    }

    /// Number of cards in the talon.
    #[getter]
    fn talon(&self) -> usize {
        self.0.talon()
    }

    /// Deal number `index` of a seed; of the operating system's entropy where the seed is `None`.
    #[pyo3(signature = (seed = None, index = Given(None)), text_signature = "($self, seed=None, index=0)")]
    fn deal(&self, py: Python<'_>, seed: Option<&Bound<'_, PyAny>>, index: Given<'_>) -> PyResult<PyDeal> {
        let index = index.get();
        let index = index.map_or(Ok(0), |index| args::whole(index, "index", 0, u64::MAX))?;
        Ok(PyDeal(Arc::new(Deal::random(&self.0, args::seed(py, seed)?, index))))
    }

    /// Reads a deal of this layout.
    fn parse(&self, text: &Bound<'_, PyAny>) -> PyResult<PyDeal> {
        let deal = Deal::parse(&self.0, args::text(text, "deal")?).map_err(|e| from_deal(text.py(), &e))?;
        Ok(PyDeal(Arc::new(deal)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyLayout>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        (self.0.seats() * 64 + self.0.hand()) as u64
    }

    fn __repr__(&self) -> String {
        let layout = &self.0;
        let batches: Vec<String> = layout.batches().iter().map(|batch| format!("{batch},")).collect();
        format!("Layout('{}', {}, ({}), {})", layout.pack().name, layout.seats(), batches.join(" "), layout.talon())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let layout = &slf.get().0;
        let batches = PyTuple::new(slf.py(), layout.batches())?;
        let args = (layout.pack().name, layout.seats(), batches, layout.talon());
        (slf.get_type(), args).into_pyobject(slf.py())
    }
}

/// The cards of one deal, complete and checked against a layout.
#[pyclass(frozen, name = "Deal", module = "trickcore", from_py_object)]
#[derive(Clone)]
pub struct PyDeal(pub Arc<Deal>);

impl PyDeal {
    fn set(&self, set: CardSet) -> PyCardSet {
        PyCardSet { pack: self.0.layout().pack(), set }
    }
}

#[pymethods]
impl PyDeal {
    #[new]
    fn new(text: &Bound<'_, PyAny>, layout: PyLayout) -> PyResult<PyDeal> {
        layout.parse(text)
    }

    /// How it was dealt.
    #[getter]
    fn layout(&self) -> PyLayout {
        PyLayout(self.0.layout().clone())
    }

    /// The whole hands, by seat.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, (0..self.0.layout().seats()).map(|seat| self.set(self.0.hand(seat))))
    }

    /// The batches of each hand, by seat.
    #[getter]
    fn batches<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let hands = self.0.batches().iter().map(|batches| PyTuple::new(py, batches.iter().map(|&set| self.set(set))));
        PyTuple::new(py, hands.collect::<PyResult<Vec<_>>>()?)
    }

    /// The talon; empty where there is none.
    #[getter]
    fn talon(&self) -> PyCardSet {
        self.set(self.0.talon())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyDeal>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        (0..4).fold(0, |hash: u64, seat| {
            (hash.rotate_left(13) ^ self.0.hand(seat).mask()).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        })
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Deal {}>", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        (slf.get_type(), (slf.get().0.to_string(), slf.get().layout())).into_pyobject(slf.py())
    }
}
