//! What a position is worth, by the words of the rules page "What solved exactly means" alone: every line is played out
//! with the moves of the position, and looked at when it is over.

use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use trickcore::rules::{Atom, Call, Condition, Payoff, Totals};
use trickcore::solver::Objective;
use trickcore::state::{Move, Position, Say};

/// "The search plays cards: it adds no announcement. Signals do not exist for the search. A player who leads from a
/// marriage may declare it; the search chooses."
fn choices(position: &Position) -> Vec<Move> {
    let calls = position.plan().calls();
    let chosen = |mv: &Move| match *mv {
        Move::Play(_, Say::Nothing) => true,
        Move::Play(_, Say::Call(call)) => calls[call as usize] == Call::Marriage,
        Move::Announce(_) => false,
    };
    position.legal_moves().into_iter().filter(chosen).collect()
}

/// Tricks and points of both sides, as a finished position shows them.
fn at_end(position: &Position) -> Totals {
    assert!(position.is_over());
    let mut totals = Totals::default();
    for seat in 0..position.plan().rules().seats {
        let points = i32::from(position.points()[seat]);
        if position.plan().contract().side.contains(seat) {
            totals.own += points;
            totals.tricks += i32::from(position.tricks()[seat]);
        } else {
            totals.others += points;
        }
    }
    totals
}

/// Whether the seat to play wants the value high: "in `no-trick` and le petit the bidder minimises; `points`, `margin`
/// and `payoff` are always maximised by the bidder's side".
pub fn wants_high(position: &Position, goal: &Objective) -> bool {
    let contract = position.plan().contract();
    let own = position.turn().is_some_and(|seat| contract.side.contains(seat));
    own != (contract.misere && *goal == Objective::Tricks)
}

/// The value of a position, tricks counted over the whole deal.
pub fn whole(position: &mut Position, goal: &Objective) -> i32 {
    if position.is_over() {
        let totals = at_end(position);
        return match goal {
            Objective::Tricks => totals.tricks,
            Objective::Points => totals.own,
            Objective::Margin => totals.own - totals.others,
            Objective::Payoff(payoff) => payoff.of(&totals)[position.plan().contract().bidder],
        };
    }
    let high = wants_high(position, goal);
    let values = choices(position).into_iter().map(|mv| {
        let undo = position.play(mv).expect("a legal move");
        let value = whole(position, goal);
        position.undo(undo);
        value
    });
    if high { values.max() } else { values.min() }.expect("somebody can move")
}

/// Tricks of the bidder's side before this position.
pub fn tricks_before(position: &Position) -> i32 {
    let side = position.plan().contract().side;
    side.iter().map(|seat| i32::from(position.tricks()[seat])).sum()
}

/// What is taken off the value of the whole deal: "tricks won from here on".
pub fn before(position: &Position, goal: &Objective) -> i32 {
    if *goal == Objective::Tricks { tricks_before(position) } else { 0 }
}

/// The value of every move that a search chooses from, in their order.
pub fn moves(position: &Position, goal: &Objective) -> Vec<(Move, i32)> {
    let mut board = position.clone();
    let offset = before(position, goal);
    choices(position)
        .into_iter()
        .map(|mv| {
            let undo = board.play(mv).expect("a legal move");
            let value = whole(&mut board, goal) - offset;
            board.undo(undo);
            (mv, value)
        })
        .collect()
}

/// The value of a position.
pub fn value(position: &Position, goal: &Objective) -> i32 {
    whole(&mut position.clone(), goal) - before(position, goal)
}

/// Levels that a payoff could have, for any bidder and number of seats.
#[derive(Clone, Debug)]
pub struct Levels(Vec<(Vec<Vec<Atom>>, i32)>);

impl Levels {
    /// The payoff for the bidder of a position; the next seat pays for all.
    pub fn payoff(&self, position: &Position) -> Objective {
        let (seats, bidder) = (position.plan().rules().seats, position.plan().contract().bidder);
        let mut pay = -40;
        let mut levels = Vec::new();
        for (i, (groups, step)) in self.0.iter().enumerate() {
            let group = |atoms: &Vec<Atom>| atoms.iter().fold(Condition::always(), |all, &atom| all.and(atom.into()));
            let condition = groups.iter().map(group).reduce(Condition::or).filter(|_| i > 0);
            pay += step;
            let mut pays = vec![0; seats];
            (pays[bidder], pays[(bidder + 1) % seats]) = (pay, -pay);
            levels.push((condition.unwrap_or_else(Condition::always), pays));
        }
        Objective::Payoff(Arc::new(Payoff::new(bidder, levels).expect("a payoff")))
    }
}

/// Random levels, monotone in what the bidder's side has; in a misère few tricks are as good as many elsewhere.
pub fn levels() -> impl Strategy<Value = Levels> {
    let atom = prop_oneof![
        (0..150i32).prop_map(Atom::Own),
        (0..150i32).prop_map(Atom::OthersBelow),
        (-100..100i32).prop_map(Atom::Margin),
        (0..6i32).prop_map(Atom::Tricks),
        (0..6i32).prop_map(Atom::TricksAtMost),
    ];
    vec((vec(vec(atom, 1..3), 1..3), 1..20i32), 1..6).prop_map(Levels)
}

/// Random levels that look at one amount alone.
pub fn stairs() -> impl Strategy<Value = Levels> {
    let kinds: [fn(i32) -> Atom; 4] = [Atom::Own, Atom::Margin, Atom::Tricks, Atom::TricksAtMost];
    let amounts = [0..150i32, -100..100i32, -1..7i32, -1..7i32];
    (0..4usize).prop_flat_map(move |kind| {
        let atom = amounts[kind].clone().prop_map(kinds[kind]);
        vec((vec(vec(atom, 1..3), 1..3), 1..20i32), 2..9).prop_map(Levels)
    })
}
