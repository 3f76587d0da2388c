//! Many positions at once: values, yes/no questions, and the best of several choices.
//!
//! A batch is cut into *groups* of positions that one kept search serves, before anybody thinks of threads. A group is
//! worked off in order by one thread, and what was learned is forgotten where its next position is of another deal, so
//! answers and nodes are the same whatever the number of threads. Every call starts threads of its own and has none left
//! at its end: nothing is shared that a fork could break, and any number of calls may run side by side. The calling
//! thread only watches over them.
//!
//! Each thread has one solver, so a batch takes at most `threads` times the memory of its limits.

use std::hash::{Hash, Hasher};
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, scope};
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use super::view::sides;
use super::{Control, Objective, SolveError, Solver};
use crate::rules::Plan;
use crate::state::Position;

/// A position and what it is solved for.
#[derive(Clone, Debug)]
pub struct Task {
    /// Where the search begins.
    pub position: Position,
    /// What the value counts.
    pub goal: Objective,
}

/// How a batch is worked through.
pub struct Terms<'a> {
    /// How many threads work; 0: as many as there are cores.
    pub threads: usize,
    /// Nodes that the search of one position may visit.
    pub max_nodes: u64,
    /// When the batch has to be done.
    pub deadline: Option<Instant>,
    /// Called by the calling thread about every [`LOOK_EVERY`] with the number of positions done; `true` stops the batch.
    pub watch: &'a mut (dyn FnMut(usize) -> bool + Send),
}

/// What a batch found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answers<T> {
    /// The answer for each position in order, `None` for those that were not reached.
    pub answers: Vec<Option<T>>,
    /// Nodes visited in all.
    pub nodes: u64,
    /// What stopped the batch, if it is not whole.
    pub failure: Option<Failure>,
}

/// A position that has no answer, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("position {index}: {error}")]
pub struct Failure {
    /// Its place in the batch.
    pub index: usize,
    /// Why.
    pub error: SolveError,
}

/// The best of several positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    /// Its place; the first of those with this value.
    pub index: usize,
    /// Its value.
    pub value: i32,
}

/// What a search for the best found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The best; where the search was stopped, the best of those looked at.
    pub best: Option<Best>,
    /// Nodes visited in all.
    pub nodes: u64,
    /// What stopped the search, if not all positions were looked at.
    pub failure: Option<Failure>,
}

/// How often the watch is called while threads work.
pub const LOOK_EVERY: Duration = Duration::from_millis(10);

/// Groups have at least a position in so many, but no more than [`ENOUGH`] where the deal changes and no more than
/// [`MOST`] anywhere: few enough to share out, enough to be worth the sharing.
const SHARES: usize = 64;
/// See [`SHARES`].
const ENOUGH: usize = 16;
/// See [`SHARES`].
const MOST: usize = 64;

/// The most cards placed otherwise for what was learned of one position to be of use for another. (Of unrelated deals
/// the table of one saves the other less than one node in a thousand.)
const NEAR: u32 = 6;

impl Solver {
    /// The value of every position. The solvers at work are new ones like this.
    pub fn values(&self, tasks: &[Task], terms: Terms) -> Answers<i32> {
        self.batch(tasks, terms, &|solver, index, near, control| {
            solver.value(&tasks[index].position, &tasks[index].goal, near, control)
        })
    }

    /// Whether the bidder's side can reach its target, for every position and the target at its place: see
    /// [`Solver::can_reach`]. A position without a target has no answer.
    pub fn reach(&self, tasks: &[Task], targets: &[i32], terms: Terms) -> Answers<bool> {
        let tasks = &tasks[..tasks.len().min(targets.len())];
        self.batch(tasks, terms, &|solver, index, _, control| {
            solver.can_reach(&tasks[index].position, &tasks[index].goal, targets[index], control)
        })
    }

    fn batch<T: Copy + Send>(&self, tasks: &[Task], terms: Terms, ask: &Ask<'_, T>) -> Answers<T> {
        if let Some(failure) = tasks.iter().enumerate().find_map(check) {
            return Answers { answers: vec![None; tasks.len()], nodes: 0, failure: Some(failure) };
        }
        let order = arranged(tasks);
        let groups: Vec<&[usize]> = order.iter().flat_map(|alike| cut(tasks, alike)).collect();
        let progress = Progress::new(terms.max_nodes, terms.deadline);
        let batch = Batch { tasks, groups, ask, solver: self, progress };
        let threads = threads(terms.threads, batch.groups.len());
        let mut gathered = Gathered::new(tasks.len());
        if threads > 1 {
            batch.on_threads(threads, terms.watch, &mut gathered);
        } else {
            batch.alone(terms.watch, &mut gathered);
        }
        Answers {
            answers: gathered.answers,
            nodes: gathered.nodes,
            failure: gathered.failure.map(|(_, failure)| failure),
        }
    }

    /// The best of several positions, by value (with `lowest` the lowest is the best): the first is solved, of each other
    /// it is asked whether it is better than the best so far, and only then how good. Ties go to the first. The result
    /// does not depend on the number of threads; the nodes may.
    ///
    /// Values are for the bidder's side, whoever chooses: a bidder who wants few tricks chooses the lowest, and so do
    /// defenders elsewhere. One thread asks this solver, with all that it has learned before; several have new ones.
    pub fn best_of(&mut self, tasks: &[Task], lowest: bool, terms: Terms) -> Choice {
        if let Some(failure) = tasks.iter().enumerate().find_map(check) {
            return Choice { best: None, nodes: 0, failure: Some(failure) };
        }
        let order: Vec<usize> = arranged(tasks).into_iter().flatten().collect();
        let progress = Progress::new(terms.max_nodes, terms.deadline);
        let contest = Contest { tasks, order: &order, lowest, best: Mutex::new(None), progress };
        let threads = threads(terms.threads, tasks.len());
        let (nodes, failure) =
            if threads > 1 { contest.on_threads(threads, self, terms.watch) } else { contest.alone(self, terms.watch) };
        Choice { best: contest.best.into_inner().unwrap_or_else(PoisonError::into_inner), nodes, failure }
    }
}

/// A question about the position at an index, given a guess at the answer: that for the one before it if they are near.
type Ask<'a, T> = dyn Fn(&mut Solver, usize, Option<T>, &mut Control) -> Result<T, SolveError> + Sync + 'a;

fn check((index, task): (usize, &Task)) -> Option<Failure> {
    task.goal.check(&task.position).err().map(|e| Failure { index, error: e.into() })
}

/// How many threads to start.
fn threads(asked: usize, most: usize) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
    if asked == 0 { cores() } else { asked }.min(most)
}

/// The indices of tasks that one search serves, in order, set by set in the order of their first.
fn arranged(tasks: &[Task]) -> Vec<Vec<usize>> {
    let mut numbers: FxHashMap<Served, usize> = FxHashMap::default();
    let mut sets: Vec<Vec<usize>> = Vec::new();
    for (index, task) in tasks.iter().enumerate() {
        let number = *numbers.entry(Served::of(task)).or_insert(sets.len());
        if number == sets.len() {
            sets.push(Vec::new());
        }
        sets[number].push(index);
    }
    sets
}

/// What one search serves.
struct Served<'a> {
    plan: &'a Plan,
    counted: Objective,
    last_trick_bonus: i32,
}

impl Served<'_> {
    fn of(Task { position, goal }: &Task) -> Served<'_> {
        let plan = &**position.plan();
        Served { plan, counted: goal.counted(plan), last_trick_bonus: position.last_trick_bonus() }
    }
}

impl PartialEq for Served<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.last_trick_bonus == other.last_trick_bonus
            && self.counted == other.counted
            && sides(self.plan, other.plan, &self.counted).is_some()
    }
}

impl Eq for Served<'_> {}

impl Hash for Served<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.plan.rules().name.hash(state);
        self.plan.contract().trump.hash(state);
        std::mem::discriminant(&self.counted).hash(state);
        self.last_trick_bonus.hash(state);
    }
}

/// A set cut into groups, where the deal changes if it can be, and never between questions about one position.
fn cut<'a>(tasks: &[Task], set: &'a [usize]) -> Vec<&'a [usize]> {
    let least = (tasks.len() / SHARES).clamp(1, ENOUGH);
    let mut groups = Vec::new();
    let (mut begin, mut positions) = (0, 1);
    for at in 1..set.len() {
        let (before, task) = (&tasks[set[at - 1]], &tasks[set[at]]);
        if is_same(before, task) {
            continue;
        }
        positions += 1;
        if positions > MOST || positions > least && !is_near(before, task) {
            groups.push(&set[begin..at]);
            (begin, positions) = (at, 1);
        }
    }
    groups.extend(Some(&set[begin..]).filter(|group| !group.is_empty()));
    groups
}

/// Whether two tasks of one set ask about the same cards with the same seat to play.
fn is_same(one: &Task, other: &Task) -> bool {
    let moment = |task: &Task| (task.position.hand_bits(), task.position.leader(), task.position.turn());
    moment(one) == moment(other)
}

/// Whether two positions of one set are so much alike that so are their searches and values.
fn is_near(one: &Task, other: &Task) -> bool {
    let moved = one.position.hand_bits().into_iter().zip(other.position.hand_bits());
    moved.map(|(one, other)| (one & !other).count_ones()).sum::<u32>() <= NEAR
}

/// Whether the value of one is a good guess at that of another that is near.
fn is_like(one: &Task, other: &Task) -> bool {
    let side = |task: &Task| task.position.plan().contract().side;
    side(one) == side(other) && one.goal == other.goal
}

/// What the threads of a batch share.
struct Progress {
    max_nodes: u64,
    deadline: Option<Instant>,
    /// The next group, or position, to be taken.
    next: AtomicUsize,
    /// Positions done.
    done: AtomicUsize,
    /// Set when all have to stop at once.
    stop: AtomicBool,
    /// Set when nothing new is to be begun.
    halt: AtomicBool,
}

impl Progress {
    fn new(max_nodes: u64, deadline: Option<Instant>) -> Progress {
        Progress {
            max_nodes,
            deadline,
            next: AtomicUsize::new(0),
            done: AtomicUsize::new(0),
            stop: AtomicBool::new(false),
            halt: AtomicBool::new(false),
        }
    }

    /// The next of `count` things to do.
    fn take(&self, count: usize) -> Option<usize> {
        if self.halt.load(Ordering::Relaxed) {
            return None;
        }
        let next = self.next.fetch_add(1, Ordering::Relaxed);
        (next < count).then_some(next)
    }

    fn done(&self) -> usize {
        self.done.load(Ordering::Relaxed)
    }

    fn control<'p>(&self, poll: &'p mut (dyn FnMut() -> bool + Send)) -> Control<'p> {
        Control::unlimited().max_nodes(self.max_nodes).deadline(self.deadline).poll(poll)
    }

    /// Asks the watch of the calling thread.
    fn look(&self, watch: &mut (dyn FnMut(usize) -> bool + Send)) -> bool {
        let stop = watch(self.done());
        self.stop.fetch_or(stop, Ordering::Relaxed);
        stop
    }

    /// Runs `worker` on so many threads, as far as the system gives them, and `gather` on the calling thread for what
    /// they send. `false` where the system gave none.
    fn run<T: Send>(
        &self,
        threads: usize,
        watch: &mut (dyn FnMut(usize) -> bool + Send),
        worker: impl Fn(Sender<T>) + Sync,
        mut gather: impl FnMut(T),
    ) -> bool {
        scope(|scope| {
            let (sender, receiver) = channel();
            let worker = &worker;
            let started = (0..threads).take_while(|_| {
                let sender = sender.clone();
                Builder::new().name("trickcore".into()).spawn_scoped(scope, move || worker(sender)).is_ok()
            });
            if started.count() == 0 {
                return false;
            }
            drop(sender);
            let mut looked = Instant::now();
            loop {
                match receiver.recv_timeout(LOOK_EVERY) {
                    Ok(sent) => gather(sent),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return true,
                }
                if looked.elapsed() >= LOOK_EVERY && !self.stop.load(Ordering::Relaxed) {
                    self.look(watch);
                    looked = Instant::now();
                }
            }
        })
    }
}

/// Groups of positions to be worked off.
struct Batch<'a, T> {
    tasks: &'a [Task],
    groups: Vec<&'a [usize]>,
    ask: &'a Ask<'a, T>,
    solver: &'a Solver,
    progress: Progress,
}

/// What came of one group.
struct Worked<T> {
    group: usize,
    answers: Vec<(usize, T)>,
    nodes: u64,
    failure: Option<Failure>,
}

/// What has come of all groups so far.
struct Gathered<T> {
    answers: Vec<Option<T>>,
    nodes: u64,
    /// The failure of the first group that has one.
    failure: Option<(usize, Failure)>,
}

impl<T: Copy> Gathered<T> {
    fn new(count: usize) -> Gathered<T> {
        Gathered { answers: vec![None; count], nodes: 0, failure: None }
    }

    fn add(&mut self, worked: Worked<T>) {
        self.nodes += worked.nodes;
        for (index, answer) in worked.answers {
            self.answers[index] = Some(answer);
        }
        let first = self.failure.as_ref().is_none_or(|(group, _)| worked.group < *group);
        if let Some(failure) = worked.failure.filter(|_| first) {
            self.failure = Some((worked.group, failure));
        }
    }
}

impl<T: Copy + Send> Batch<'_, T> {
    fn alone(&self, watch: &mut (dyn FnMut(usize) -> bool + Send), gathered: &mut Gathered<T>) {
        let mut solver = self.solver.fresh();
        let mut poll = || self.progress.look(watch);
        while let Some(group) = self.progress.take(self.groups.len()) {
            gathered.add(self.work(group, &mut solver, &mut poll));
        }
    }

    fn on_threads(&self, threads: usize, watch: &mut (dyn FnMut(usize) -> bool + Send), gathered: &mut Gathered<T>) {
        let worker = |sender: Sender<Worked<T>>| {
            let mut solver = self.solver.fresh();
            let mut poll = || self.progress.stop.load(Ordering::Relaxed);
            while let Some(group) = self.progress.take(self.groups.len()) {
                // Whoever waits for this lives as long as the threads do.
                let _ = sender.send(self.work(group, &mut solver, &mut poll));
            }
        };
        if !self.progress.run(threads, watch, worker, |worked| gathered.add(worked)) {
            self.alone(watch, gathered);
        }
    }

    /// Works off one group, or as much of it as there is time for.
    fn work(&self, group: usize, solver: &mut Solver, poll: &mut (dyn FnMut() -> bool + Send)) -> Worked<T> {
        let mut worked = Worked { group, answers: Vec::new(), nodes: 0, failure: None };
        for &index in self.groups[group] {
            let before = worked.answers.last().copied();
            let near = before.filter(|(other, _)| is_near(&self.tasks[*other], &self.tasks[index]));
            if near.is_none() {
                solver.forget();
            }
            let mut control = self.progress.control(poll);
            let guess = near.filter(|(other, _)| is_like(&self.tasks[*other], &self.tasks[index]));
            let answer = (self.ask)(solver, index, guess.map(|(_, answer)| answer), &mut control);
            worked.nodes += control.nodes();
            match answer {
                Ok(answer) => worked.answers.push((index, answer)),
                Err(error) => {
                    self.progress.halt.store(true, Ordering::Relaxed);
                    worked.failure = Some(Failure { index, error });
                    break;
                }
            }
            self.progress.done.fetch_add(1, Ordering::Relaxed);
        }
        worked
    }
}

/// Positions that contend for being the best.
struct Contest<'a> {
    tasks: &'a [Task],
    /// The order in which they are looked at.
    order: &'a [usize],
    lowest: bool,
    best: Mutex<Option<Best>>,
    progress: Progress,
}

/// Nodes visited, and what stopped the search.
type Looked = (u64, Option<Failure>);

impl Contest<'_> {
    fn alone(&self, solver: &mut Solver, watch: &mut (dyn FnMut(usize) -> bool + Send)) -> Looked {
        self.look_at_all(solver, &mut || self.progress.look(watch))
    }

    fn on_threads(&self, threads: usize, solver: &mut Solver, watch: &mut (dyn FnMut(usize) -> bool + Send)) -> Looked {
        let like = &*solver;
        let worker = |sender: Sender<Looked>| {
            let mut poll = || self.progress.stop.load(Ordering::Relaxed);
            let _ = sender.send(self.look_at_all(&mut like.fresh(), &mut poll));
        };
        let mut all: Looked = (0, None);
        let gather = |(nodes, failure): Looked| {
            all.0 += nodes;
            all.1 = all.1.take().or(failure);
        };
        if self.progress.run(threads, watch, worker, gather) { all } else { self.alone(solver, watch) }
    }

    fn look_at_all(&self, solver: &mut Solver, poll: &mut (dyn FnMut() -> bool + Send)) -> Looked {
        let mut nodes = 0;
        while let Some(place) = self.progress.take(self.order.len()) {
            let index = self.order[place];
            let mut control = self.progress.control(poll);
            let looked = self.look_at(index, solver, &mut control);
            nodes += control.nodes();
            if let Err(error) = looked {
                self.progress.halt.store(true, Ordering::Relaxed);
                return (nodes, Some(Failure { index, error }));
            }
            self.progress.done.fetch_add(1, Ordering::Relaxed);
        }
        (nodes, None)
    }

    /// Makes a position the best if it is.
    fn look_at(&self, index: usize, solver: &mut Solver, control: &mut Control) -> Result<(), SolveError> {
        let Task { position, goal } = &self.tasks[index];
        let best = *self.best();
        let mut guess = None;
        if let Some(best) = best {
            // The least value, or with `lowest` the least too high, that would not do.
            let wanted = best.value + i32::from((index > best.index) != self.lowest);
            if solver.is_at_least(position, goal, wanted, control)? == self.lowest {
                return Ok(());
            }
            guess = Some(if self.lowest { wanted - 1 } else { wanted });
        }
        let value = solver.value(position, goal, guess, control)?;
        self.enter(Best { index, value });
        Ok(())
    }

    fn best(&self) -> std::sync::MutexGuard<'_, Option<Best>> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enter(&self, entry: Best) {
        let mut best = self.best();
        let worth = |entry: Best| if self.lowest { -i64::from(entry.value) } else { i64::from(entry.value) };
        let wins = |other: Best| (worth(entry), other.index) > (worth(other), entry.index);
        if best.is_none_or(wins) {
            *best = Some(entry);
        }
    }
}
