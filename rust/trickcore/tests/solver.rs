//! The engines agree with each other and with the words of the rules page, on endings of random rules and contracts.

mod support;

use proptest::prelude::*;
use support::ideas::ablations;
use support::oracle::{self, Levels, levels};
use support::tables::{Table, tables};
use support::{cases, games, position};
use trickcore::cards::{FRENCH52, card_text};
use trickcore::rules::{Atom, Contract, Payoff, Rules, SeatSet};
use trickcore::solver::{
    Control, Engine, Ideas, Limits, Objective, Solution, SolveError, Unsolvable, can_reach, solve, value,
};
use trickcore::state::{Move, Position, Say, Setup};

const ENGINES: [Engine; 3] = [Engine::Minimax, Engine::Plain, Engine::Fast];

fn solved(position: &Position, goal: &Objective, engine: Engine) -> Solution {
    solve(position, goal, engine, Limits::default(), &mut Control::unlimited()).unwrap()
}

fn goals(position: &Position, levels: &Levels) -> [Objective; 4] {
    [Objective::Tricks, Objective::Points, Objective::Margin, levels.payoff(position)]
}

/// Value, values of all moves, line and thresholds of every engine are what the page says.
fn is_solved_right(position: &Position, goal: &Objective) {
    let expected = oracle::moves(position, goal);
    let best = oracle::value(position, goal);
    for engine in ENGINES {
        let before = position.clone();
        let solution = solved(position, goal, engine);
        assert_eq!(solution.value, best, "{engine:?} {goal:?} {position}");
        assert_eq!(solution.moves, expected, "{engine:?} {goal:?} {position}");
        keeps_its_value(position, goal, &solution);
        for target in [best - 1, best, best + 1, i32::MIN, i32::MAX] {
            let reached = can_reach(position, goal, target, engine, Limits::default(), &mut Control::unlimited());
            let low = position.plan().contract().misere && *goal == Objective::Tricks;
            assert_eq!(reached, Ok(if low { best <= target } else { best >= target }), "{engine:?} {goal:?} {target}");
        }
        assert_eq!(*position, before);
        assert_eq!(position.to_string(), before.to_string());
    }
    assert_eq!(value(position, goal, Limits::default(), &mut Control::unlimited()), Ok(best));
}

/// The line is legal, goes to the end, and every position along it has the value of the first.
fn keeps_its_value(position: &Position, goal: &Objective, solution: &Solution) {
    let mut board = position.clone();
    let kept = solution.value + oracle::before(position, goal);
    for &mv in &solution.line {
        assert!(board.search_moves().contains(&mv));
        board.play(mv).unwrap();
        assert_eq!(oracle::value(&board, goal) + oracle::before(&board, goal), kept, "{:?}", solution.line);
    }
    assert!(board.is_over());
}

fn every_goal_is_solved_right(table: &Table, plies: usize, levels: &Levels) {
    let position = table.after(plies);
    for goal in goals(&position, levels) {
        is_solved_right(&position, &goal);
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn endings_are_solved_as_the_page_says(table in tables([0, 0, 4, 3, 3]), plies in 0..5usize, levels in levels()) {
        every_goal_is_solved_right(&table, plies, &levels);
    }
}

proptest! {
    #![proptest_config(cases(4000))]

    #[test]
    #[ignore = "heavy"]
    fn many_endings_are_solved_as_the_page_says(
        table in tables([0, 0, 5, 4, 3]),
        plies in 0..7usize,
        levels in levels(),
    ) {
        every_goal_is_solved_right(&table, plies, &levels);
    }
}

/// The engines agree on value and moves; where the positions are too large for minimax, plain is the oracle.
fn engines_agree(position: &Position, levels: &Levels, ablation: bool) {
    for goal in goals(position, levels) {
        let plain = solved(position, &goal, Engine::Plain);
        let ideas = if ablation { ablations() } else { vec![Ideas::default()] };
        for ideas in ideas {
            let limits = Limits { ideas, ..Limits::default() };
            let fast = solve(position, &goal, Engine::Fast, limits, &mut Control::unlimited()).unwrap();
            assert_eq!((fast.value, &fast.moves), (plain.value, &plain.moves), "{ideas:?} {goal:?} {position}");
        }
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn engines_agree_on_longer_endings(table in tables([0, 0, 7, 6, 5]), plies in 0..8usize, levels in levels()) {
        engines_agree(&table.after(plies), &levels, false);
    }

    #[test]
    fn every_idea_alone_is_harmless(table in tables([0, 0, 5, 4, 4]), plies in 0..8usize, levels in levels()) {
        engines_agree(&table.after(plies), &levels, true);
    }
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    #[ignore = "heavy"]
    fn engines_agree_on_many_longer_endings(table in tables([0, 0, 8, 7, 6]), plies in 0..8usize, levels in levels()) {
        engines_agree(&table.after(plies), &levels, false);
    }

    #[test]
    #[ignore = "heavy"]
    fn every_idea_alone_is_harmless_on_many_tables(
        table in tables([0, 0, 6, 5, 5]),
        plies in 0..8usize,
        levels in levels(),
    ) {
        engines_agree(&table.after(plies), &levels, true);
    }
}

/// The value of a move, by its text.
fn worth(position: &Position, goal: &Objective, text: &str) -> i32 {
    let solution = solved(position, goal, Engine::Minimax);
    for engine in [Engine::Plain, Engine::Fast] {
        assert_eq!(solved(position, goal, engine).moves, solution.moves);
    }
    let (card, say) = text.split_once(' ').unwrap_or((text, ""));
    let is = |mv: &Move| match *mv {
        Move::Play(played, said) => {
            card_text(position.plan().rules().pack, played) == card && (said != Say::Nothing) == (say == "marriage")
        }
        Move::Announce(_) => false,
    };
    solution.moves.iter().find(|(mv, _)| is(mv)).unwrap_or_else(|| panic!("no {text}")).1
}

#[test]
fn tricks_count_from_here_on_with_the_trick_in_progress() {
    // Seat 1 has led the queen of spades and seat 0 has the ace; the last trick is seat 1's, whose king of hearts is the
    // best heart.
    let text = "hands A.9.-.- -.K.-.-; leader 1; trick SQ; tricks 3 4; bidder 0; side 0";
    let position = position(Rules { seats: 2, ..games::maine_charlemagne() }, text);
    let solution = solved(&position, &Objective::Tricks, Engine::Minimax);
    assert_eq!((solution.value, solution.line.len()), (1, 3));
    assert_eq!(worth(&position, &Objective::Tricks, "SA"), 1);
}

#[test]
fn points_count_those_won_before_and_those_put_aside() {
    // Bidder 0 makes the ace and the ten of spades and the last trick: 30 to the 25 it has. Seat 1 has 20 aside.
    let text = "hands AT.-.-.- -.A9.-.- -.-.K9.-; points 25 0 10; aside 0 20 0; trump S; bidder 0; side 0";
    let position = position(games::anrufen(3), text);
    assert_eq!(solved(&position, &Objective::Points, Engine::Minimax).value, 25 + 20 + 10 + 10);
    assert_eq!(solved(&position, &Objective::Margin, Engine::Minimax).value, 65 - 30);
    assert_eq!(worth(&position, &Objective::Points, "SA"), 65);
}

#[test]
fn a_marriage_declared_has_its_own_value() {
    // All tricks are the bidder's. Declared, the marriage of hearts (trumps) adds 40.
    let text = "hands -.KQ.-.- 9.-.9.- J.-.J.- -.-.-.J9; trump H; bidder 0; side 0";
    let position = position(games::anrufen(4), text);
    for (text, points) in [("HK", 10), ("HK marriage", 50), ("HQ", 10), ("HQ marriage", 50)] {
        assert_eq!(worth(&position, &Objective::Points, text), points, "{text}");
        assert_eq!(worth(&position, &Objective::Tricks, text), 2, "{text}");
    }
}

#[test]
fn a_defender_declares_against_the_bidder() {
    // Seat 1 wins the ace and the last trick, and 20 more if it declares: not the bidder's points, but its margin.
    let text = "hands A9.-.-.- -.-.-.KQ; leader 1; bidder 0; side 0";
    let position = position(Rules { seats: 2, ..games::anrufen(4) }, text);
    assert_eq!(worth(&position, &Objective::Points, "CK marriage"), 0);
    assert_eq!(worth(&position, &Objective::Margin, "CK marriage"), -40);
    assert_eq!(worth(&position, &Objective::Margin, "CK"), -20);
    assert_eq!(solved(&position, &Objective::Margin, Engine::Minimax).value, -40);
}

#[test]
fn an_announced_marriage_counts_with_the_first_trick_of_its_seat() {
    // Seat 2, the partner, has declared clubs. Seat 0 can win both tricks or let its partner win the second.
    let may = "may declare C@0 1 2 3 | bonus 20; said declare C@2";
    let text = format!("hands AK.-.-.- 9.-.9.- T.-.-.A J.-.-.9; leader 0; bidder 0; side 0 2; {may}");
    let position = position(games::koenigrufen(), &text);
    // With the trick ten of seat 2: SA draws it, then SK wins: 10 + 10 + 10 (last) and no bonus; the ace of clubs falls.
    assert_eq!(worth(&position, &Objective::Points, "SA"), 40);
    // SK is beaten by the ten, the marriage counts; then the ace of clubs wins the ace of spades and the last trick.
    assert_eq!(worth(&position, &Objective::Points, "SK"), 10 + 20 + 20 + 10);
    assert_eq!(worth(&position, &Objective::Tricks, "SK"), 2);
}

#[test]
fn the_monte_goes_with_the_last_trick() {
    let text = "hands 3.4.-.- 2.5.-.- 1.6.-.- R.7.-.-; bonus 5; bidder 0; side 0";
    let position = position(games::mediatore(), text);
    // 3 takes 3, 2, 1 and R of coppe, 6 thirds, and loses the last trick; 4 loses the first, and 3 wins the last.
    assert_eq!(worth(&position, &Objective::Points, "C3"), 6);
    assert_eq!(worth(&position, &Objective::Points, "D4"), 6 + 3 + 5);
}

#[test]
fn a_misere_bidder_wants_no_trick_but_still_points() {
    let text = "hands A9.-.-.- KQ.-.-.- TJ.-.-.-; misere yes; bidder 0; side 0";
    let position = position(games::anrufen(3), text);
    let tricks = solved(&position, &Objective::Tricks, Engine::Minimax);
    // The ace wins one trick whatever happens.
    assert_eq!(tricks.value, 1);
    let reach = |target| {
        can_reach(&position, &Objective::Tricks, target, Engine::Plain, Limits::default(), &mut Control::unlimited())
    };
    assert_eq!((reach(0), reach(1), reach(2)), (Ok(false), Ok(true), Ok(true)));
    // Points are wanted all the same: the ace is kept for the last trick.
    assert_eq!(worth(&position, &Objective::Points, "S9"), 20);
    assert_eq!(worth(&position, &Objective::Points, "SA"), 10);
}

#[test]
fn a_seat_out_of_play_still_belongs_to_its_side() {
    let out = SeatSet::from_iter([2]);
    let contract = Contract { out, side: SeatSet::from_iter([0, 2]), ..Contract::alone(0) };
    let plan = support::plan(Rules { last_trick: 5, ..Rules::plain("whist", &FRENCH52, 4) }, contract);
    // Seat 0 makes its ace, and makes it last.
    let hands = support::hands(&FRENCH52, "A.K.-.- K.A.-.- -.-.-.- Q.Q.-.-");
    let setup =
        Setup { points: vec![1, 2, 4, 8], aside: vec![16, 0, 32, 0], tricks: vec![0, 1, 2, 0], ..Setup::new(hands) };
    let position = setup.build(&plan).unwrap();
    assert_eq!(solved(&position, &Objective::Tricks, Engine::Minimax).value, 1);
    assert_eq!(solved(&position, &Objective::Points, Engine::Minimax).value, 1 + 4 + 16 + 32 + 5);
    assert_eq!(solved(&position, &Objective::Margin, Engine::Minimax).value, 58 - (2 + 8));
}

#[test]
fn a_finished_position_is_worth_what_was_won() {
    let text = "hands -.-.-.- -.-.-.- -.-.-.-; tricks 2 4 1; points 30 20 10; aside 0 20 0; bidder 0; side 0";
    let position = position(games::anrufen(3), text);
    for engine in ENGINES {
        let values = [Objective::Tricks, Objective::Points, Objective::Margin].map(|goal| {
            let solution = solved(&position, &goal, engine);
            assert!(solution.moves.is_empty() && solution.line.is_empty());
            solution.value
        });
        assert_eq!(values, [0, 30, -20], "{engine:?}");
    }
}

#[test]
fn a_payoff_of_another_deal_is_refused() {
    let position = position(games::anrufen(3), "hands A.-.-.- K.-.-.- Q.-.-.-; bidder 1; side 1");
    let payoff = |bidder: usize, seats: usize| {
        let mut pays = vec![0; seats];
        (pays[bidder], pays[(bidder + 1) % seats]) = (1, -1);
        let lost = pays.iter().map(|pay| -pay).collect();
        let levels = vec![(trickcore::rules::Condition::always(), lost), (Atom::Own(1).into(), pays)];
        Objective::Payoff(Payoff::new(bidder, levels).unwrap().into())
    };
    for engine in ENGINES {
        let of = |goal| {
            let reach = can_reach(&position, &goal, 0, engine, Limits::default(), &mut Control::unlimited()).err();
            let error = solve(&position, &goal, engine, Limits::default(), &mut Control::unlimited()).err();
            assert_eq!(error, reach);
            error
        };
        assert_eq!(of(payoff(1, 3)), None);
        for (bidder, found) in [(0, 3), (2, 3), (1, 4), (1, 2)] {
            let expected = Unsolvable::OtherPayoff { found, bidder, expected: 3 };
            assert_eq!(expected.kind(), "other_payoff");
            assert_eq!(of(payoff(bidder, found)), Some(SolveError::Unsolvable(expected)));
        }
    }
}

/// Amounts far beyond those of any game are told apart.
#[test]
fn large_amounts_are_solved() {
    let mut worth = [0; 16];
    worth[..13].fill(500);
    let rules = Rules { worth, last_trick: 500, ..Rules::plain("rich", &FRENCH52, 3) };
    let text = "hands AQ5.3.-.- KJ4.2.-.- T98.4.-.-; points 8000 8000 8000; aside 8000 8000 8000; bonus 8000; \
                tricks 30 30 30; bidder 0; side 0";
    let position = position(rules, text);
    let steps = |points: i32| (Atom::Own(points).into(), vec![points - 16_000, 16_000 - points, 0]);
    let mut levels = vec![(trickcore::rules::Condition::always(), vec![-1, 1, 0])];
    levels.extend((16_001..=32_500).step_by(250).take(60).map(steps));
    let payoff = Objective::Payoff(Payoff::new(0, levels).unwrap().into());
    for goal in [Objective::Points, Objective::Margin, Objective::Tricks, payoff] {
        is_solved_right(&position, &goal);
    }
}
