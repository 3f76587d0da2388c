//! The fast engine against the plain one, deal by deal.

use trickcore::solver::{Control, Engine, Limits, Solver};
use trickcore::state::Position;

use crate::clock::thread_time;
use crate::support::lists::{Game, List};

/// What is asked of a deal.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Question {
    /// Its value.
    Value,
    /// Whether it reaches the target of its list.
    Decision,
}

impl Question {
    /// The answer of a solver that has forgotten all before; `None` where the control stopped it.
    fn ask(self, solver: &mut Solver, list: &List, position: &Position, control: &mut Control) -> Option<i32> {
        solver.forget();
        self.ask_on(solver, list, position, control)
    }

    /// The answer of a solver that remembers.
    fn ask_on(self, solver: &mut Solver, list: &List, position: &Position, control: &mut Control) -> Option<i32> {
        let answer = match self {
            Question::Value => solver.value(position, &list.goal, None, control),
            Question::Decision => solver.can_reach(position, &list.goal, list.target, control).map(i32::from),
        };
        answer.ok()
    }
}

/// One deal of a race.
pub struct Lap {
    /// CPU seconds of the fast engine.
    pub fast: f64,
    pub nodes: u64,
    /// CPU seconds of the plain engine, where it ran.
    pub plain: Option<f64>,
    /// Whether the plain engine gave up before the end.
    pub unfinished: bool,
}

/// Nodes after which the plain engine gives up.
const PLAIN_NODES: u64 = 30_000_000;

/// A solver of each engine.
fn engines() -> (Solver, Solver) {
    let memory = Limits { max_memory: 8 << 30, ..Limits::default() };
    (Solver::new(Engine::Fast, Limits::default()), Solver::new(Engine::Plain, memory))
}

/// Solves the deals of a list with both engines in turn, the plain one as long as it has used less than so many seconds.
pub fn race(list: &List, question: Question, plain_seconds: f64) -> Vec<Lap> {
    let (mut fast, mut plain) = engines();
    let mut left = plain_seconds;
    let positions = list.positions();
    question.ask(&mut fast, list, &positions[0], &mut Control::unlimited());
    let lap = |position: &Position| {
        let mut control = Control::unlimited();
        let (fast_time, found) = thread_time(|| question.ask(&mut fast, list, position, &mut control));
        let nodes = control.nodes();
        let mut lap = Lap { fast: fast_time, nodes, plain: None, unfinished: false };
        if left > 0.0 {
            let mut control = Control::unlimited().max_nodes(PLAIN_NODES);
            let (time, right) = thread_time(|| question.ask(&mut plain, list, position, &mut control));
            assert!(right.is_none() || right == found, "{position}: {found:?}, not {right:?}");
            (lap.plain, lap.unfinished) = (Some(time), right.is_none());
            left -= time;
        }
        lap
    };
    positions.iter().map(lap).collect()
}

/// CPU seconds and nodes of the fast engine for each of the hardest deals.
pub fn hardest(list: &List) -> Vec<(f64, u64)> {
    let (mut fast, _) = engines();
    let of = |game: &Game| {
        let position = list.position(game);
        let mut control = Control::unlimited();
        let (time, _) = thread_time(|| Question::Value.ask(&mut fast, list, &position, &mut control));
        (time, control.nodes())
    };
    list.hardest.iter().map(of).collect()
}

/// Nodes of the fast engine for the first deals of a list.
pub fn nodes(list: &List, question: Question, deals: usize) -> u64 {
    let (mut fast, _) = engines();
    let mut control = Control::unlimited();
    for position in list.positions().iter().take(deals) {
        question.ask(&mut fast, list, position, &mut control);
    }
    control.nodes()
}

/// Solves a list and its hardest deals with one solver that forgets nothing.
pub fn solve_all(list: &List) {
    let (mut fast, _) = engines();
    for game in list.random.iter().chain(&list.hardest) {
        Question::Value.ask_on(&mut fast, list, &list.position(game), &mut Control::unlimited());
    }
}
