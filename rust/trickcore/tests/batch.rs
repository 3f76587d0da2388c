//! A solver that keeps what it has learned answers like one that is new, and a batch like single questions, on any number
//! of threads.

mod support;

use std::sync::Arc;
use std::time::{Duration, Instant};

use proptest::collection::vec;
use proptest::prelude::*;
use support::oracle::{self, Levels, levels, stairs};
use support::tables::{Table, tables};
use support::{cases, games};
use trickcore::cards::{Deal, FRENCH52, Layout};
use trickcore::random::Rng;
use trickcore::rules::{Atom, Condition, Contract, Payoff, Plan, Rules, SeatSet};
use trickcore::solver::{
    Answers, Best, Choice, Control, Engine, Limits, Objective, SolveError, Solver, Stop, Task, Terms, Unsolvable,
};
use trickcore::state::{Position, Setup};

const ENGINES: [Engine; 3] = [Engine::Minimax, Engine::Plain, Engine::Fast];

fn solver(engine: Engine) -> Solver {
    Solver::new(engine, Limits::default())
}

fn terms(threads: usize, watch: &mut (dyn FnMut(usize) -> bool + Send)) -> Terms<'_> {
    Terms { threads, max_nodes: u64::MAX, deadline: None, watch }
}

fn values(engine: Engine, tasks: &[Task], threads: usize) -> Answers<i32> {
    solver(engine).values(tasks, terms(threads, &mut |_| false))
}

/// The values of a batch that is whole.
fn whole<T: Copy>(found: &Answers<T>) -> Vec<T> {
    assert_eq!(found.failure, None);
    found.answers.iter().map(|answer| answer.expect("an answer")).collect()
}

/// Other deals of a table's cards, other leaders, other moments.
fn variations(table: &Table, seeds: &[u64]) -> Vec<Position> {
    let seats: Vec<usize> = table.plan.in_play().iter().collect();
    let vary = |&seed: &u64| {
        let mut rng = Rng::new(seed);
        let mut cards: Vec<_> = table.setup.hands.iter().flat_map(|hand| hand.iter()).collect();
        rng.shuffle(&mut cards);
        let mut setup = Setup { leader: seats[rng.below(seats.len() as u32) as usize], ..table.setup.clone() };
        let size = cards.len() / seats.len();
        for (place, &seat) in seats.iter().enumerate() {
            setup.hands[seat] = cards[place * size..][..size].iter().copied().collect();
        }
        if rng.below(3) == 0 {
            setup.said.clear();
        }
        setup.last_trick_bonus += rng.below(2);
        let mut position = setup.build(&table.plan).unwrap_or_else(|faults| panic!("{faults}"));
        for _ in 0..rng.below(4) {
            let moves = position.legal_moves();
            if !moves.is_empty() {
                position.play_unchecked(moves[rng.below(moves.len() as u32) as usize]);
            }
        }
        position
    };
    seeds.iter().map(vary).collect()
}

fn goal(position: &Position, number: usize, levels: &Levels) -> Objective {
    match number % 4 {
        0 => Objective::Tricks,
        1 => Objective::Points,
        2 => Objective::Margin,
        _ => levels.payoff(position),
    }
}

proptest! {
    #![proptest_config(cases(300))]

    /// Questions of all kinds in any order, some given up in the middle: each has the answer of the rules page.
    #[test]
    fn what_is_kept_changes_no_answer(
        table in tables([0, 0, 5, 4, 3]),
        seeds in vec(any::<u64>(), 1..5),
        asked in vec((0..5usize, 0..4usize, 0..5usize, -2..3i32, 0..300u64), 1..30),
        levels in levels(),
        forgets in any::<bool>(),
    ) {
        let positions = variations(&table, &seeds);
        let mut kept = solver(Engine::Fast);
        for (which, number, question, off, most) in asked {
            let position = &positions[which % positions.len()];
            let goal = goal(position, number, &levels);
            let value = oracle::value(position, &goal);
            let free = &mut Control::unlimited();
            match question {
                0 => prop_assert_eq!(kept.value(position, &goal, None, free), Ok(value)),
                1 => prop_assert_eq!(kept.value(position, &goal, Some(value + 7 * off), free), Ok(value)),
                2 => {
                    let low = position.plan().contract().misere && goal == Objective::Tricks;
                    let reached = if low { value <= value + off } else { value >= value + off };
                    prop_assert_eq!(kept.can_reach(position, &goal, value + off, free), Ok(reached));
                }
                3 => {
                    let solution = kept.solve(position, &goal, free).unwrap();
                    prop_assert_eq!(solution.value, value);
                    prop_assert_eq!(solution.moves, oracle::moves(position, &goal));
                }
                _ => {
                    let stopped = kept.value(position, &goal, None, &mut Control::unlimited().max_nodes(most));
                    prop_assert!(stopped == Ok(value) || stopped == Err(SolveError::Stopped(Stop::Nodes(most))));
                }
            }
            if forgets && off == 0 {
                kept.forget();
            }
        }
    }

    /// Every bidder of a deal, and payoffs that look at one amount, by one search: kept from question to question, and in
    /// batches on any number of threads.
    #[test]
    fn what_counts_the_same_is_answered_as_if_by_itself(
        table in tables([0, 0, 4, 3, 3]),
        seeds in vec(any::<u64>(), 1..3),
        asked in vec((any::<prop::sample::Index>(), 0..5usize, any::<bool>(), -2..3i32), 1..40),
        levels in vec(prop_oneof![4 => stairs(), 1 => levels()], 2),
    ) {
        let tables: Vec<Table> = table.plan.in_play().iter().map(|seat| table.bid_by(seat)).collect();
        let positions: Vec<Position> = tables.iter().flat_map(|table| variations(table, &seeds)).collect();
        let mut kept = solver(Engine::Fast);
        let (mut tasks, mut found) = (Vec::new(), Vec::new());
        for (which, number, solves, off) in asked {
            let position = which.get(&positions);
            let goal = if number < 4 { levels[number % 2].payoff(position) } else { Objective::Tricks };
            let (value, free) = (oracle::value(position, &goal), &mut Control::unlimited());
            prop_assert_eq!(kept.value(position, &goal, Some(value + off), free), Ok(value));
            prop_assert_eq!(kept.is_at_least(position, &goal, value + off, free), Ok(off <= 0));
            if solves {
                let solution = kept.solve(position, &goal, free).unwrap();
                prop_assert_eq!((solution.value, solution.moves), (value, oracle::moves(position, &goal)));
            }
            tasks.push(Task { position: position.clone(), goal });
            found.push(value);
        }
        let alone = values(Engine::Fast, &tasks, 1);
        prop_assert_eq!(&whole(&alone), &found);
        prop_assert_eq!(&values(Engine::Fast, &tasks, 3), &alone);
        best_is_first_of_the_best(Engine::Fast, &tasks, &found)?;
    }

    /// Batches of positions of several plans and objectives.
    #[test]
    fn a_batch_has_the_values_of_single_questions(
        some in vec((tables([0, 0, 4, 3, 3]), vec(any::<u64>(), 1..12)), 1..4),
        goals in vec(0..4usize, 1..6),
        levels in levels(),
        off in vec(-1..2i32, 1..5),
    ) {
        let positions = some.iter().flat_map(|(table, seeds)| variations(table, seeds));
        let tasks: Vec<Task> = positions.enumerate().map(|(i, position)| {
            let goal = goal(&position, goals[i % goals.len()], &levels);
            Task { position, goal }
        }).collect();
        let single: Vec<i32> = tasks.iter().map(|task| oracle::value(&task.position, &task.goal)).collect();
        let targets: Vec<i32> = single.iter().enumerate().map(|(i, value)| value + off[i % off.len()]).collect();
        let reached: Vec<bool> = tasks.iter().zip(&single).zip(&targets).map(|((task, value), target)| {
            let low = task.position.plan().contract().misere && task.goal == Objective::Tricks;
            if low { value <= target } else { value >= target }
        }).collect();
        for engine in ENGINES {
            let alone = values(engine, &tasks, 1);
            prop_assert_eq!(&whole(&alone), &single);
            let asked = solver(engine).reach(&tasks, &targets, terms(1, &mut |_| false));
            prop_assert_eq!(&whole(&asked), &reached);
            for threads in [0, 2, 3] {
                prop_assert_eq!(&values(engine, &tasks, threads), &alone);
                prop_assert_eq!(&solver(engine).reach(&tasks, &targets, terms(threads, &mut |_| false)), &asked);
            }
            best_is_first_of_the_best(engine, &tasks, &single)?;
        }
    }
}

fn best_is_first_of_the_best(engine: Engine, tasks: &[Task], values: &[i32]) -> Result<(), TestCaseError> {
    for (lowest, best) in [(false, values.iter().max()), (true, values.iter().min())] {
        let value = *best.unwrap();
        let expected = Best { index: values.iter().position(|&found| found == value).unwrap(), value };
        for threads in [1, 0, 2, 3] {
            let found = solver(engine).best_of(tasks, lowest, terms(threads, &mut |_| false));
            prop_assert_eq!((found.best, found.failure), (Some(expected), None));
        }
    }
    Ok(())
}

/// Random deals of the four games, whole hands but for Mediatore.
fn deals(rules: Rules, contract: Contract, hand: usize, most: usize, count: u64) -> Vec<Position> {
    let plan: Arc<Plan> = support::plan(rules, contract);
    let rules = plan.rules();
    let talon = rules.pack.len() - rules.seats * hand;
    let layout = Arc::new(Layout::new(rules.pack, rules.seats, &[hand], talon).unwrap());
    let seats: Vec<usize> = plan.in_play().iter().collect();
    let deal = |seed| {
        let deal = Deal::random(&layout, seed, 0);
        let hands = (0..rules.seats).map(|seat| deal.hand(seat).iter().take(most).collect());
        let leader = seats[seed as usize % seats.len()];
        let last_trick_bonus = plan.worth(deal.talon());
        Setup { leader, last_trick_bonus, ..Setup::new(hands.collect()) }.build(&plan).unwrap()
    };
    (0..count).map(deal).collect()
}

fn for_goal(positions: Vec<Position>, goal: &Objective) -> Vec<Task> {
    positions.into_iter().map(|position| Task { position, goal: goal.clone() }).collect()
}

/// Batches of all games at once: many plans, many groups.
fn many(count: u64) -> Vec<Task> {
    let side = |seats: &[usize]| seats.iter().copied().collect::<SeatSet>();
    let with = |trump, seats: &[usize]| Contract { trump, side: side(seats), ..Contract::alone(0) };
    let mut tasks = for_goal(deals(games::anrufen(4), with(Some(1), &[0, 2]), 6, 6, count), &Objective::Margin);
    tasks.extend(for_goal(deals(games::anrufen(3), with(Some(0), &[0]), 7, 7, count), &Objective::Points));
    tasks.extend(for_goal(deals(games::koenigrufen(), with(Some(2), &[0, 1]), 8, 6, count), &Objective::Points));
    tasks.extend(for_goal(deals(games::maine_charlemagne(), with(None, &[0, 2]), 8, 8, count), &Objective::Tricks));
    let misere = Contract { misere: true, out: side(&[2]), ..with(None, &[0, 2]) };
    tasks.extend(for_goal(deals(games::maine_charlemagne(), misere, 8, 8, count), &Objective::Tricks));
    tasks.extend(for_goal(deals(games::mediatore(), with(None, &[0]), 9, 6, count), &Objective::Points));
    // Side by side, not game after game.
    let per_game = count as usize;
    (0..tasks.len()).map(|i| tasks[i % 6 * per_game + i / 6].clone()).collect()
}

#[test]
fn a_batch_of_whole_deals_depends_on_no_thread_count() {
    let tasks = many(40);
    let alone = values(Engine::Fast, &tasks, 1);
    let single = |task: &Task| {
        let mut fresh = solver(Engine::Fast);
        fresh.value(&task.position, &task.goal, None, &mut Control::unlimited()).unwrap()
    };
    assert_eq!(whole(&alone), tasks.iter().map(single).collect::<Vec<_>>());
    assert!(alone.nodes > 0);
    for threads in [2, 3, 8, 0] {
        assert_eq!(values(Engine::Fast, &tasks, threads), alone, "{threads} threads");
    }
}

/// Every contract of a deal with one suit as trumps, so many deals: each declarer, each goal.
fn contracts(count: u64, goals: &[fn(usize) -> Objective]) -> Vec<Task> {
    let of = |declarer: usize| {
        let side = SeatSet::from_iter([declarer, (declarer + 2) % 4]);
        let contract = Contract { trump: Some(2), bidder: declarer, side, ..Contract::alone(declarer) };
        deals(Rules::plain("whist", &FRENCH52, 4), contract, 13, 8, count)
    };
    let declared: Vec<Vec<Position>> = (0..4).map(of).collect();
    let deals = (0..count as usize).flat_map(|deal| (0..4).map(move |declarer| (deal, declarer)));
    let asked = deals.flat_map(|(deal, declarer)| goals.iter().map(move |goal| (deal, declarer, goal)));
    let task = |(deal, declarer, goal): (usize, usize, &fn(usize) -> Objective)| Task {
        position: declared[declarer][deal].clone(),
        goal: goal(declarer),
    };
    asked.map(task).collect()
}

/// A payoff with a level for each number of tricks, or for a few of them.
fn paid_by_tricks(declarer: usize, marks: impl Iterator<Item = i32>) -> Objective {
    let pays = |pay: i32| {
        let mut pays = vec![0; 4];
        (pays[declarer], pays[(declarer + 1) % 4]) = (pay, -pay);
        pays
    };
    let levels = marks.enumerate().map(|(level, mark)| {
        let condition = if level == 0 { Condition::always() } else { Atom::Tricks(mark).into() };
        (condition, pays(10 * level as i32 - 35))
    });
    Objective::Payoff(Payoff::new(declarer, levels.collect()).unwrap().into())
}

#[test]
fn payoffs_of_tricks_cost_no_more_than_the_tricks() {
    let goals: [fn(usize) -> Objective; 4] = [
        |_| Objective::Tricks,
        |declarer| paid_by_tricks(declarer, 0..9),
        |declarer| paid_by_tricks(declarer, [0, 3, 5].into_iter()),
        |declarer| paid_by_tricks(declarer, [0, 6].into_iter()),
    ];
    let nodes = |goals| values(Engine::Fast, &contracts(20, goals), 1).nodes;
    let (tricks, all) = (nodes(&goals[..1]), nodes(&goals));
    assert!(10 * all < 12 * tricks, "{all} for all, {tricks} for the tricks");
    let every = contracts(20, &goals);
    let alone = values(Engine::Fast, &every, 1);
    for threads in [2, 3, 0] {
        assert_eq!(values(Engine::Fast, &every, threads), alone);
    }
}

#[test]
fn one_table_serves_every_declarer_of_a_deal() {
    let tasks = contracts(10, &[|_| Objective::Tricks]);
    let together = values(Engine::Fast, &tasks, 1).nodes;
    let by_declarer = (0..4).map(|seat| tasks.iter().skip(seat).step_by(4).cloned().collect::<Vec<_>>());
    let apart: u64 = by_declarer.map(|tasks| values(Engine::Fast, &tasks, 1).nodes).sum();
    assert!(10 * together < 7 * apart, "{together} {apart}");
}

#[test]
fn the_best_of_whole_deals_is_the_best_of_their_values() {
    let side = SeatSet::from_iter([0, 2]);
    let contract = Contract { trump: Some(1), side, ..Contract::alone(0) };
    let tasks = for_goal(deals(games::koenigrufen(), contract, 8, 7, 60), &Objective::Points);
    let found = whole(&values(Engine::Fast, &tasks, 1));
    best_is_first_of_the_best(Engine::Fast, &tasks, &found).unwrap();
    // Fewer nodes than all values take: most are only asked whether they are better.
    let all = values(Engine::Fast, &tasks, 1).nodes;
    let best = solver(Engine::Fast).best_of(&tasks, false, terms(1, &mut |_| false)).nodes;
    assert!(best < all, "{best} {all}");
}

#[test]
fn a_small_memory_changes_no_value() {
    let tasks = many(6);
    let expected = whole(&values(Engine::Fast, &tasks, 1));
    for max_memory in [0, 1, 10_000, 1_000_000] {
        let small = Solver::new(Engine::Fast, Limits { max_memory, ..Limits::default() });
        assert_eq!(whole(&small.values(&tasks, terms(2, &mut |_| false))), expected);
    }
}

#[test]
fn no_positions_have_no_values_and_no_best() {
    let nothing = Answers { answers: vec![], nodes: 0, failure: None };
    assert_eq!(values(Engine::Fast, &[], 0), nothing);
    let best = solver(Engine::Fast).best_of(&[], false, terms(0, &mut |_| false));
    assert_eq!(best, Choice { best: None, nodes: 0, failure: None });
}

#[test]
fn the_first_position_that_cannot_be_solved_is_named() {
    let mut tasks = many(2);
    let payoff = Payoff::new(1, vec![(Condition::always(), vec![0, 0, 0, 0])]).unwrap();
    for index in [3, 7] {
        tasks[index].goal = Objective::Payoff(payoff.clone().into());
    }
    let seats = tasks[3].position.plan().rules().seats;
    let expected = SolveError::Unsolvable(Unsolvable::OtherPayoff { found: 4, bidder: 1, expected: seats });
    let found = values(Engine::Fast, &tasks, 2);
    assert!(found.answers.iter().all(Option::is_none));
    let best = solver(Engine::Fast).best_of(&tasks, false, terms(2, &mut |_| false));
    for failure in [found.failure, best.failure] {
        let failure = failure.unwrap();
        assert_eq!((failure.index, failure.error), (3, expected.clone()));
    }
}

#[test]
fn a_position_beyond_the_node_limit_is_named_whatever_the_thread_count() {
    let tasks = many(20);
    let nodes = |task: &Task| {
        let mut control = Control::unlimited();
        solver(Engine::Plain).value(&task.position, &task.goal, None, &mut control).unwrap();
        control.nodes()
    };
    let most = nodes(&tasks[1]) / 2;
    let stopped = |threads| {
        let mut watch = |_| false;
        let terms = Terms { max_nodes: most, ..terms(threads, &mut watch) };
        solver(Engine::Fast).values(&tasks, terms)
    };
    let alone = stopped(1);
    let failure = alone.failure.clone().expect("a limit that is met");
    assert_eq!(failure.error, SolveError::Stopped(Stop::Nodes(most)));
    assert_eq!(alone.answers[failure.index], None);
    for threads in [2, 3] {
        assert_eq!(stopped(threads).failure, Some(failure.clone()));
    }
}

#[test]
fn a_batch_stops_at_its_deadline_and_keeps_what_is_finished() {
    let tasks = many(100);
    let expected = whole(&values(Engine::Fast, &tasks, 1));
    for threads in [1, 2] {
        let mut partly = 0;
        for milliseconds in [0, 1, 2, 5, 10, 20, 40] {
            let deadline = Some(Instant::now() + Duration::from_millis(milliseconds));
            let found = solver(Engine::Fast).values(&tasks, Terms { deadline, ..terms(threads, &mut |_| false) });
            let Some(failure) = found.failure else { continue };
            assert_eq!(failure.error, SolveError::Stopped(Stop::Deadline));
            assert_eq!(found.answers[failure.index], None);
            let mut count = 0;
            for (answer, value) in found.answers.iter().zip(&expected) {
                assert!(answer.is_none_or(|answer| answer == *value));
                count += usize::from(answer.is_some());
            }
            partly += usize::from(count > 0);
        }
        assert!(partly > 0);
        let past = Some(Instant::now());
        let best =
            solver(Engine::Fast).best_of(&tasks, false, Terms { deadline: past, ..terms(threads, &mut |_| false) });
        assert_eq!(best.best, None);
        assert_eq!(best.failure.map(|failure| failure.error), Some(SolveError::Stopped(Stop::Deadline)));
    }
}

/// A batch that takes seconds.
fn long() -> Vec<Task> {
    let contract = Contract { side: SeatSet::from_iter([0, 2]), ..Contract::alone(0) };
    for_goal(deals(games::mediatore(), contract, 9, 9, 200), &Objective::Points)
}

#[test]
fn the_watch_is_called_all_along_and_stops_a_batch_soon() {
    let tasks = long();
    for threads in [1, 2] {
        let (mut last, mut calls, mut asked_at) = (0, 0, Instant::now());
        let mut watch = |done| {
            assert!(done >= last && done <= 200);
            (last, calls) = (done, calls + 1);
            asked_at = Instant::now();
            done >= 3
        };
        let found = solver(Engine::Fast).values(&tasks, terms(threads, &mut watch));
        let waited = asked_at.elapsed();
        assert_eq!(found.failure.map(|failure| failure.error), Some(SolveError::Stopped(Stop::Cancelled)));
        assert!(found.answers.iter().flatten().count() >= 3);
        assert!(calls > 0);
        // A loaded machine may be late, but not by much.
        assert!(waited < Duration::from_secs(2), "{waited:?}");
        let mut at_once = |_| true;
        let best = solver(Engine::Fast).best_of(&tasks, false, terms(threads, &mut at_once));
        assert_eq!(best.failure.map(|failure| failure.error), Some(SolveError::Stopped(Stop::Cancelled)));
    }
}
