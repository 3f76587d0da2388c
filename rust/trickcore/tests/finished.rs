//! A search that is stopped keeps the values of the moves that it had finished, and they are right.

mod support;

use support::games;
use trickcore::solver::{Control, Engine, Limits, Objective, SolveError, Solver, Stop, solve};

#[test]
fn a_stopped_search_keeps_the_moves_it_has_finished() {
    let text = "hands AK7.Q.-.- T8.-.-.KQ QJ.AT.-.- -.9.KQ.T; leader 0; trump H; bidder 0; side 0 2";
    let position = support::position(games::maine_charlemagne(), text);
    let goal = Objective::Tricks;
    for engine in [Engine::Plain, Engine::Minimax, Engine::Fast] {
        let whole = solve(&position, &goal, engine, Limits::default(), &mut Control::unlimited()).unwrap();
        let mut counts = Vec::new();
        for part in 0..10 {
            let mut finished = Vec::new();
            let most = whole.nodes * part / 10;
            let mut control = Control::unlimited().max_nodes(most);
            let mut solver = Solver::new(engine, Limits::default());
            let answer = solver.solve_keeping(&position, &goal, &mut control, &mut finished);
            assert_eq!(answer, Err(SolveError::Stopped(Stop::Nodes(most))), "{engine:?}");
            assert_eq!(finished[..], whole.moves[..finished.len()], "{engine:?}");
            counts.push(finished.len());
        }
        assert!(counts.is_sorted() && counts[0] == 0 && counts[9] > 0, "{engine:?} {counts:?}");
    }
}
