//! A search that may not finish says so, and never gives a wrong value.

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use support::oracle;
use support::tables::tables;
use support::{cases, games};
use trickcore::cards::{Deal, FRENCH52, ITALIAN40, Layout};
use trickcore::rules::{Contract, Rules};
use trickcore::solver::{Control, Engine, Limits, Objective, SolveError, Stop, can_reach, solve};
use trickcore::state::{Position, Setup};

const ENGINES: [Engine; 3] = [Engine::Minimax, Engine::Plain, Engine::Fast];

fn stopped<T>(answer: Result<T, SolveError>) -> Option<Stop> {
    match answer {
        Ok(_) => None,
        Err(SolveError::Stopped(stop)) => Some(stop),
        Err(error) => panic!("{error}"),
    }
}

/// A deal of 40 cards that no engine solves in a moment.
fn long() -> Position {
    let layout = Arc::new(Layout::new(&ITALIAN40, 4, &[10], 0).unwrap());
    let deal = Deal::random(&layout, 1, 0);
    let plan = support::plan(games::mediatore(), Contract::alone(0));
    Setup::new((0..4).map(|seat| deal.hand(seat)).collect()).build(&plan).unwrap()
}

/// One card each: no engine needs to look far.
fn short() -> Position {
    let plan = support::plan(Rules::plain("whist", &FRENCH52, 2), Contract::alone(0));
    Setup::new(support::hands(&FRENCH52, "AK.-.-.- Q.J.-.-")).build(&plan).unwrap()
}

#[test]
fn a_search_visits_the_nodes_it_may_and_no_more() {
    let position = long();
    for engine in ENGINES {
        for most in [0, 1, 2, 1000, 1023, 1024, 1025, 20_000] {
            let mut control = Control::unlimited().max_nodes(most);
            let answer = solve(&position, &Objective::Points, engine, Limits::default(), &mut control);
            assert_eq!(stopped(answer), Some(Stop::Nodes(most)), "{engine:?}");
            let mut control = Control::unlimited().max_nodes(most.min(200));
            let answer = can_reach(&position, &Objective::Points, 18, engine, Limits::default(), &mut control);
            assert_eq!(stopped(answer), Some(Stop::Nodes(most.min(200))), "{engine:?}");
        }
    }
}

#[test]
fn a_deadline_that_has_passed_stops_at_once() {
    for position in [long(), short()] {
        for engine in ENGINES {
            let mut control = Control::unlimited().deadline(Some(Instant::now()));
            let answer = solve(&position, &Objective::Tricks, engine, Limits::default(), &mut control);
            assert_eq!(stopped(answer), Some(Stop::Deadline), "{engine:?}");
        }
    }
}

#[test]
fn a_deadline_is_kept() {
    for engine in ENGINES {
        let start = Instant::now();
        let mut control = Control::unlimited().deadline(Some(start + Duration::from_millis(30)));
        let limits = Limits { max_memory: 1 << 26, ..Limits::default() };
        let answer = solve(&long(), &Objective::Points, engine, limits, &mut control);
        assert_eq!(stopped(answer), Some(Stop::Deadline), "{engine:?}");
        assert!(start.elapsed() >= Duration::from_millis(30));
        // A loaded machine may be late, but not by much.
        assert!(start.elapsed() < Duration::from_secs(5));
    }
    let mut control = Control::unlimited().deadline(None);
    assert!(solve(&short(), &Objective::Tricks, Engine::Fast, Limits::default(), &mut control).is_ok());
}

#[test]
fn a_search_is_cancelled_from_another_thread() {
    for engine in ENGINES {
        let flag = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let search = scope.spawn(|| {
                let mut control = Control::unlimited().cancelled(&flag);
                stopped(solve(&long(), &Objective::Points, engine, Limits::default(), &mut control))
            });
            std::thread::sleep(Duration::from_millis(10));
            flag.store(true, Ordering::Relaxed);
            assert_eq!(search.join().unwrap(), Some(Stop::Cancelled), "{engine:?}");
        });
        // A flag that is up from the start stops even the shortest search.
        let mut control = Control::unlimited().cancelled(&flag);
        let answer = solve(&short(), &Objective::Tricks, engine, Limits::default(), &mut control);
        assert_eq!(stopped(answer), Some(Stop::Cancelled), "{engine:?}");
    }
}

#[test]
fn a_search_is_polled_about_every_thousand_nodes() {
    for engine in ENGINES {
        let mut asked = 0;
        let mut poll = || {
            asked += 1;
            asked == 10
        };
        let mut control = Control::unlimited().poll(&mut poll);
        let answer = solve(&long(), &Objective::Points, engine, Limits::default(), &mut control);
        assert_eq!(stopped(answer), Some(Stop::Cancelled), "{engine:?}");
        let nodes = control.nodes();
        assert_eq!(asked, 10);
        assert!((4_000..20_000).contains(&nodes), "{nodes}");
    }
}

#[test]
fn a_plain_search_says_when_its_memory_is_full() {
    for max_memory in [0, 1, 1000, 100_000, 1_000_000] {
        let limits = Limits { max_memory, ..Limits::default() };
        let answer = solve(&long(), &Objective::Points, Engine::Plain, limits, &mut Control::unlimited());
        assert_eq!(stopped(answer), Some(Stop::Memory(max_memory)));
    }
}

proptest! {
    #![proptest_config(cases(400))]

    /// Whatever the limit: the whole right answer, or the limit that was met.
    #[test]
    fn an_answer_is_right_or_there_is_none(
        table in tables([0, 0, 4, 3, 3]),
        most in 0..3000u64,
        max_memory in prop_oneof![0..5000usize, 0..200_000usize],
        goal in prop::sample::select(vec![Objective::Tricks, Objective::Points, Objective::Margin]),
        target in -3..10i32,
    ) {
        let position = table.position();
        let value = oracle::value(&position, &goal);
        let low = table.plan.contract().misere && goal == Objective::Tricks;
        let reached = if low { value <= target } else { value >= target };
        for engine in ENGINES {
            let limits = Limits { max_memory, ..Limits::default() };
            let mut control = Control::unlimited().max_nodes(most);
            match solve(&position, &goal, engine, limits, &mut control) {
                Ok(solution) => {
                    prop_assert_eq!(solution.value, value);
                    prop_assert_eq!(&solution.moves, &oracle::moves(&position, &goal));
                    prop_assert_eq!(solution.nodes, control.nodes());
                    prop_assert!(solution.nodes <= most);
                }
                Err(SolveError::Stopped(Stop::Nodes(limit))) => prop_assert_eq!(limit, most),
                Err(SolveError::Stopped(Stop::Memory(limit))) => prop_assert_eq!(limit, max_memory),
                Err(error) => prop_assert!(false, "{error}"),
            }
            match can_reach(&position, &goal, target, engine, limits, &mut Control::unlimited().max_nodes(most)) {
                Ok(answer) => prop_assert_eq!(answer, reached),
                Err(SolveError::Stopped(Stop::Nodes(limit))) => prop_assert_eq!(limit, most),
                Err(SolveError::Stopped(Stop::Memory(limit))) => prop_assert_eq!(limit, max_memory),
                Err(error) => prop_assert!(false, "{error}"),
            }
        }
    }

    /// Exactly the nodes of the whole search are enough.
    #[test]
    fn the_nodes_that_were_needed_are_enough(table in tables([0, 0, 4, 3, 3])) {
        let position = table.position();
        for engine in ENGINES {
            let limited = |most| {
                let mut control = Control::unlimited().max_nodes(most);
                solve(&position, &Objective::Points, engine, Limits::default(), &mut control)
            };
            let solution = limited(u64::MAX).unwrap();
            prop_assert_eq!(limited(solution.nodes), Ok(solution.clone()));
            for most in [0, solution.nodes / 2, solution.nodes.saturating_sub(1)] {
                if most < solution.nodes {
                    prop_assert_eq!(stopped(limited(most)), Some(Stop::Nodes(most)));
                }
            }
        }
    }
}
