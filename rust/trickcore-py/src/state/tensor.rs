//! Observations as numbers: one row of floats in named sections, written into a buffer of the caller's. Sections that
//! a game has of its own follow those of all games.
//!
//! Seats are counted from the observer: row 0 is the observer's own. Cards stand in the order of the pack, actions in
//! index order.

use arrayvec::ArrayVec;
use numpy::{PyArray1, PyUntypedArrayMethods};
use pyo3::intern;
use pyo3::prelude::*;
use trickcore::MAX_SEATS;
use trickcore::cards::{Card, CardSet, Pack};

use super::{CardPlay, State};
use crate::args;
use crate::cards::{PyCard, PyCardSet};
use crate::errors::{Class, error};

const PHASES: [&str; 5] = ["auction", "call", "exchange", "play", "done"];

/// A section: its name, shape and meaning.
type Section = (&'static str, Vec<usize>, &'static str);

/// The sections of all games in order, for so many seats, cards and actions.
pub fn sections(seats: usize, cards: usize, actions: usize) -> Vec<Section> {
    vec![
        ("phase", vec![PHASES.len()], "1 at the phase: auction, call, exchange, play, done"),
        ("dealer", vec![seats], "1 at the dealer"),
        ("actor", vec![seats], "1 at the seat to decide"),
        ("bidder", vec![seats], "1 at the bidder"),
        ("trump", vec![4], "1 at the trump suit, in the order of the pack's suits"),
        ("called", vec![cards], "1 at the called card"),
        ("hand", vec![cards], "1 at each card of the own hand"),
        ("aside", vec![cards], "1 at each card that this seat has put aside"),
        ("given", vec![cards], "1 at each card that this seat has given"),
        ("received", vec![cards], "1 at each card that this seat was given"),
        ("talon", vec![cards], "1 at each card of the talon as dealt, if this seat has seen it"),
        ("may_hold", vec![seats, cards], "1 where the seat may hold the card now, by what is proved of each hand"),
        ("holds", vec![seats, cards], "1 where it is proved that the seat holds the card now"),
        ("played", vec![seats, cards], "1 at each card that the seat has played"),
        ("trick", vec![seats, cards], "1 at the seat's card in the trick in progress"),
        ("sizes", vec![seats], "number of cards that the seat holds"),
        ("tricks", vec![seats], "tricks won by the seat so far"),
        ("points", vec![seats], "points won by the seat so far"),
        ("actions", vec![seats, actions], "how often the seat has taken the action, as far as this seat saw it"),
    ]
}

/// The names, shapes and meanings of the sections that the observation tensors of all games have.
#[pyfunction]
pub fn tensor_sections(seats: usize, cards: usize, actions: usize) -> Vec<Section> {
    sections(seats.min(MAX_SEATS), cards.min(64), actions.min(usize::from(u16::MAX)))
}

/// Writes numbers one after another.
struct Writer<'a> {
    out: &'a mut [f32],
    at: usize,
    pack: &'static Pack,
}

impl Writer<'_> {
    fn number(&mut self, value: f32) {
        if let Some(place) = self.out.get_mut(self.at) {
            *place = value;
        }
        self.at += 1;
    }

    fn one_of(&mut self, count: usize, chosen: Option<usize>) {
        (0..count).for_each(|i| self.number(f32::from(u8::from(chosen == Some(i)))));
    }

    fn cards(&mut self, cards: CardSet) {
        self.pack.cards().iter().for_each(|card| self.number(f32::from(u8::from(cards.contains(card)))));
    }
}

/// What is public of the cards, by seat.
#[derive(Default)]
struct Public {
    played: [CardSet; MAX_SEATS],
    lacks: [CardSet; MAX_SEATS],
    holds: [CardSet; MAX_SEATS],
}

/// What the game says of the cards at a moment.
struct Moment<'py> {
    value: Bound<'py, PyAny>,
    contract: Option<Bound<'py, PyAny>>,
    play: Option<CardPlay>,
    actions: Vec<u16>,
    actors: Vec<u8>,
}

impl State {
    fn moment<'py>(&self, py: Python<'py>) -> Moment<'py> {
        let (value, play, actions, actors) = {
            let inner = self.lock(py);
            (inner.value(py), inner.play.clone(), inner.actions.clone(), inner.seats.clone())
        };
        Moment { value, contract: self.contract(py), play, actions, actors }
    }

    /// Goes through the actions: cards played, and what is proved of each hand.
    fn public<'py>(slf: &Bound<'py, State>, moment: &Moment<'py>, all: CardSet) -> PyResult<Public> {
        let (py, this) = (slf.py(), slf.get());
        let (game, none) = (this.game.bind(py), py.None().into_bound(py));
        let contract = moment.contract.as_ref().unwrap_or(&none);
        let mut public = Public::default();
        let mut trick: ArrayVec<Card, MAX_SEATS> = ArrayVec::new();
        for (&index, &actor) in moment.actions.iter().zip(&moment.actors) {
            let seat = usize::from(actor) & (MAX_SEATS - 1);
            let played = this.table.played[index as usize];
            if let (Some(played), Some(play)) = (played, &moment.play) {
                let plan = play.position.plan();
                public.lacks[seat] = public.lacks[seat] | (all - plan.may_hold(&trick, played.card));
                public.played[seat].insert(played.card);
                trick.push(played.card);
                if trick.len() == plan.in_play().len() {
                    trick.clear();
                }
            }
            if played.is_none_or(|played| played.say > 0) {
                let action = this.table.action(py, index);
                let proof = game.call_method1(intern!(py, "proof"), (contract, seat, action))?;
                add_proof(&mut public, seat, &proof)?;
            }
        }
        let led = public.played.iter().any(|played| !played.is_empty());
        let shown = led.then(|| game.call_method1(intern!(py, "opened"), (slf,))).transpose()?;
        let proved = game.call_method1(intern!(py, "proved"), (slf,))?;
        for proofs in [Some(proved), shown].into_iter().flatten() {
            for proof in proofs.try_iter()? {
                let (seat, proof): (usize, Bound<'_, PyAny>) = proof?.extract()?;
                add_proof(&mut public, seat & (MAX_SEATS - 1), &proof)?;
            }
        }
        Ok(public)
    }

    /// Writes what the seat may know as numbers; see [`sections`].
    pub(super) fn write_tensor<'py>(slf: &Bound<'py, State>, seat: usize, out: &mut [f32]) -> PyResult<()> {
        let (py, this) = (slf.py(), slf.get());
        let layout = this.deal.get().0.layout().clone();
        let (seats, pack) = (layout.seats(), layout.pack());
        let moment = this.moment(py);
        let public = State::public(slf, &moment, pack.cards())?;
        let hands = hands(&moment, seats)?;
        let rows = || (0..seats).map(|row| (seat + row) % seats);
        let from_me = |other: usize| (other + seats - seat) % seats;
        let mut writer = Writer { out, at: 0, pack };
        let phase: String = this.phase(py)?.extract()?;
        writer.one_of(PHASES.len(), PHASES.iter().position(|&known| known == phase));
        writer.one_of(seats, Some(from_me(this.dealer)));
        writer.one_of(seats, this.actor(py)?.map(from_me));
        this.write_contract(&moment, from_me, &mut writer)?;
        let own = own_cards(py, &moment, seat)?;
        let talon = if this.saw_talon(&moment, seat)? { this.deal.get().0.talon() } else { CardSet::EMPTY };
        writer.cards(hands[seat]);
        [own.aside, own.given, own.received, talon].into_iter().for_each(|cards| writer.cards(cards));
        let gone = public.played.iter().fold(own.aside, |all, &cards| all | cards);
        let with = this.last_with(&moment, seat, talon)?;
        let hidden = pack.cards() - gone - hands[seat] - with.lying;
        for other in rows() {
            let others = rows().filter(|&third| third != other);
            let elsewhere = others.fold(CardSet::EMPTY, |all, third| all | public.holds[third] | with.seats[third]);
            let may = hidden - public.lacks[other] - elsewhere;
            writer.cards(if other == seat { hands[seat] } else { may });
        }
        rows().for_each(|other| writer.cards(if other == seat { hands[seat] } else { public.holds[other] & hidden }));
        rows().for_each(|other| writer.cards(public.played[other]));
        let trick: Vec<(usize, Card)> = moment.play.iter().flat_map(|play| play.position.trick()).collect();
        for other in rows() {
            let laid = trick.iter().filter(|(by, _)| *by == other).map(|&(_, card)| card).collect();
            writer.cards(laid);
        }
        rows().for_each(|other| writer.number(hands[other].len() as f32));
        let totals =
            moment.play.as_ref().map(|play| (play.position.tricks(), play.position.points())).unwrap_or_default();
        rows().for_each(|other| writer.number(f32::from(totals.0[other])));
        rows().for_each(|other| writer.number(f32::from(totals.1[other])));
        this.write_actions(&moment, seat, own.received, seats, &mut writer)?;
        let own_numbers = this.game.bind(py).call_method1(intern!(py, "own_numbers"), (slf, seat))?;
        own_numbers.try_iter()?.try_for_each(|number| number?.extract().map(|number: f32| writer.number(number)))
    }

    fn write_contract(
        &self,
        moment: &Moment<'_>,
        from_me: impl Fn(usize) -> usize,
        writer: &mut Writer<'_>,
    ) -> PyResult<()> {
        let Some(contract) = &moment.contract else {
            writer.one_of(self.seats(), None);
            writer.one_of(4, None);
            writer.cards(CardSet::EMPTY);
            return Ok(());
        };
        let py = contract.py();
        let bidder: usize = contract.getattr(intern!(py, "bidder"))?.extract()?;
        writer.one_of(self.seats(), Some(from_me(bidder)));
        let trump: Option<String> = contract.getattr(intern!(py, "trump"))?.extract()?;
        let suit = trump.and_then(|trump| trump.chars().next()).and_then(|letter| writer.pack.suit(letter));
        writer.one_of(4, suit.map(usize::from));
        let called = contract.getattr_opt(intern!(py, "called"))?.filter(|called| !called.is_none());
        let called = called.map(|card| Ok::<_, PyErr>(card.cast::<PyCard>()?.get().card)).transpose()?;
        writer.cards(called.map_or(CardSet::EMPTY, CardSet::from));
        Ok(())
    }

    fn saw_talon(&self, moment: &Moment<'_>, seat: usize) -> PyResult<bool> {
        let Some(contract) = &moment.contract else { return Ok(false) };
        let py = contract.py();
        let seats: Vec<usize> = self.game.bind(py).call_method1(intern!(py, "saw_talon"), (contract,))?.extract()?;
        Ok(seats.contains(&seat))
    }

    fn last_with(&self, moment: &Moment<'_>, seat: usize, talon: CardSet) -> PyResult<LastWith> {
        let py = moment.value.py();
        let mut with = LastWith { seats: [CardSet::EMPTY; MAX_SEATS], lying: CardSet::EMPTY };
        let cards = moment.value.getattr(intern!(py, "cards"))?;
        let lying = cards.getattr(intern!(py, "talon"))?.cast::<PyCardSet>()?.get().set;
        let gifts = gifts(&cards)?;
        if !lying.is_empty() {
            with.lying = talon;
        } else if let Some(card) = talon.iter().next() {
            let giver = gifts.iter().find(|gift| gift.2 == card).map(|gift| gift.0);
            let holder = |seat: usize| Ok::<_, PyErr>(heap(&cards, "hands", seat)? | heap(&cards, "aside", seat)?);
            let taker = match giver {
                Some(giver) => giver,
                None => (0..self.seats()).find(|&s| holder(s).is_ok_and(|held| held.contains(card))).unwrap_or(0),
            };
            with.seats[taker] = talon;
        }
        let face_down = |giver: usize, card: Card| {
            moment.actions.iter().zip(&moment.actors).any(|(&index, &actor)| {
                usize::from(actor) == giver && self.table.face_down[index as usize] == Some((true, card))
            })
        };
        for (giver, receiver, card) in gifts {
            if giver == seat || receiver == seat || !face_down(giver, card) {
                with.seats.iter_mut().for_each(|cards| cards.remove(card));
                with.seats[receiver & (MAX_SEATS - 1)].insert(card);
            }
        }
        Ok(with)
    }

    /// How often each seat has taken each action; of cards put aside or given only what the seat knows.
    fn write_actions(
        &self,
        moment: &Moment<'_>,
        seat: usize,
        received: CardSet,
        seats: usize,
        writer: &mut Writer<'_>,
    ) -> PyResult<()> {
        let (start, count) = (writer.at, self.table.actions.len());
        (0..seats * count).for_each(|_| writer.number(0.0));
        for (&index, &actor) in moment.actions.iter().zip(&moment.actors) {
            let actor = usize::from(actor);
            let known = match self.table.face_down[index as usize] {
                Some((gives, card)) => actor == seat || (gives && received.contains(card)),
                None => true,
            };
            let place = start + (actor + seats - seat) % seats * count + usize::from(index);
            if let Some(number) = writer.out.get_mut(place).filter(|_| known) {
                *number += 1.0;
            }
        }
        Ok(())
    }

    /// The length of this state's tensors.
    pub(super) fn tensor_length(&self, py: Python<'_>) -> PyResult<usize> {
        self.game.bind(py).getattr(intern!(py, "tensor_size"))?.extract()
    }
}

/// The cards of one seat that it put aside, gave and was given.
struct Own {
    aside: CardSet,
    given: CardSet,
    received: CardSet,
}

fn own_cards(py: Python<'_>, moment: &Moment<'_>, seat: usize) -> PyResult<Own> {
    let cards = moment.value.getattr(intern!(py, "cards"))?;
    let gifts = gifts(&cards)?;
    let those = |from: bool| {
        gifts.iter().filter(|gift| if from { gift.0 } else { gift.1 } == seat).map(|gift| gift.2).collect()
    };
    Ok(Own { aside: heap(&cards, "aside", seat)?, given: those(true), received: those(false) })
}

/// One of the sets of the game's cards that there are for each seat.
fn heap(cards: &Bound<'_, PyAny>, name: &str, seat: usize) -> PyResult<CardSet> {
    Ok(cards.getattr(name)?.get_item(seat)?.cast::<PyCardSet>()?.get().set)
}

/// The cards given, in order: giver, receiver and card.
fn gifts(cards: &Bound<'_, PyAny>) -> PyResult<Vec<(usize, usize, Card)>> {
    let gift = |gift: PyResult<Bound<'_, PyAny>>| {
        let (giver, receiver, card): (usize, usize, Bound<'_, PyAny>) = gift?.extract()?;
        Ok((giver, receiver, card.cast::<PyCard>()?.get().card))
    };
    cards.getattr(intern!(cards.py(), "gifts"))?.try_iter()?.map(gift).collect()
}

/// What each seat holds now, the hands out of play included.
fn hands(moment: &Moment<'_>, seats: usize) -> PyResult<[CardSet; MAX_SEATS]> {
    let py = moment.value.py();
    let mut hands = [CardSet::EMPTY; MAX_SEATS];
    let before = moment.value.getattr(intern!(py, "cards"))?.getattr(intern!(py, "hands"))?;
    for (seat, hand) in before.try_iter()?.enumerate().take(seats) {
        hands[seat] = hand?.cast::<PyCardSet>()?.get().set;
    }
    if let Some(play) = &moment.play {
        let in_play = (0..seats).filter(|&seat| !play.position.plan().contract().out.contains(seat));
        in_play.for_each(|seat| hands[seat] = play.position.hand(seat));
    }
    Ok(hands)
}

/// Cards of which a seat knows who had them last: a talon that it saw, cards given in its sight.
struct LastWith {
    seats: [CardSet; MAX_SEATS],
    /// The talon, if it was seen and nobody took it.
    lying: CardSet,
}

fn add_proof(public: &mut Public, seat: usize, proof: &Bound<'_, PyAny>) -> PyResult<()> {
    if proof.is_none() {
        return Ok(());
    }
    let py = proof.py();
    public.holds[seat] = public.holds[seat] | cards_of(&proof.getattr(intern!(py, "held"))?)?;
    public.lacks[seat] = public.lacks[seat] | cards_of(&proof.getattr(intern!(py, "missing"))?)?;
    Ok(())
}

fn cards_of(cards: &Bound<'_, PyAny>) -> PyResult<CardSet> {
    if let Ok(set) = cards.cast::<PyCardSet>() {
        return Ok(set.get().set);
    }
    cards.try_iter()?.map(|card| Ok(card?.cast::<PyCard>()?.get().card)).collect()
}

/// The caller's buffer, or a new one: a contiguous row of so many numbers of the right type.
pub fn buffer<'py, T: numpy::Element>(
    py: Python<'py>,
    out: Option<&Bound<'py, PyAny>>,
    length: usize,
    kind: &str,
) -> PyResult<Bound<'py, PyArray1<T>>> {
    let Some(out) = out.filter(|out| !out.is_none()) else { return Ok(PyArray1::zeros(py, length, false)) };
    let array = out.cast::<PyArray1<T>>().map_err(|_| args::wrong_type(out, "out", kind))?;
    let contiguous = array.is_c_contiguous();
    if array.len() != length || !contiguous {
        let message = format!("out has {} numbers, expected a contiguous row of {length}", array.len());
        return Err(error(py, Class::Option, message, "out_of_range", Some("out")));
    }
    Ok(array.clone())
}
