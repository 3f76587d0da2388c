//! Laws of the play on random rules and contracts, held against a naive second reading of the rules pages.

mod support;

use proptest::prelude::*;
use support::naive::{Act, Naive, act_of, move_of};
use support::tables::{Table, tables};
use support::{cases, games, hash_of};
use trickcore::cards::{Deal, Layout};
use trickcore::random::Rng;
use trickcore::rules::{Announcement, Call, Contract, Plan, Rules, SeatSet};
use trickcore::state::{Move, Position, Say, Setup};

/// Plays a table out by its choices and holds every moment against the naive reading.
fn agrees_to_the_end(table: &Table) {
    let mut position = table.position();
    let mut naive = table.naive();
    for ply in 0.. {
        naive.assert_same(&position);
        let moves = agrees_on_moves(&position, &naive);
        if moves.is_empty() {
            break;
        }
        let mv = moves[table.choice(ply, moves.len())];
        let act = act_of(&table.plan, mv);
        position.play(mv).unwrap();
        naive.make(&act);
    }
    assert!(position.is_over());
}

/// The legal moves are the naive ones, in the documented order, and every other conceivable move is refused for the
/// same reason.
fn agrees_on_moves(position: &Position, naive: &Naive) -> Vec<Move> {
    let plan = position.plan();
    let moves: Vec<Move> = position.legal_moves().into_iter().collect();
    let acts: Vec<Act> = moves.iter().map(|&mv| act_of(plan, mv)).collect();
    assert_eq!(acts, naive.legal());
    for act in naive.conceivable() {
        let refusal = position.check(move_of(plan, &act)).err().map(|error| error.kind());
        assert_eq!(refusal, naive.refusal(&act), "{act:?} in {position}");
    }
    moves
}

/// Every legal move, made and taken back, leaves all as it was; every illegal one leaves all as it was.
fn restores_to_the_end(table: &Table) {
    let mut position = table.position();
    let conceivable: Vec<Move> = table.naive().conceivable().iter().map(|act| move_of(&table.plan, act)).collect();
    for ply in 0.. {
        let before = (position.clone(), position.to_string(), hash_of(&position));
        let legal = position.legal_moves();
        for &mv in &conceivable {
            match position.play(mv) {
                Ok(undo) => {
                    assert!(legal.contains(&mv));
                    assert_ne!(position, before.0);
                    position.undo(undo);
                }
                Err(_) => assert!(!legal.contains(&mv)),
            }
            assert_eq!(position, before.0);
        }
        assert_eq!((position.clone(), position.to_string(), hash_of(&position)), before);
        if legal.is_empty() {
            break;
        }
        position.play_unchecked(legal[table.choice(ply, legal.len())]);
    }
}

/// Tricks and points at the end are those before, the tricks played, and everything that could be won.
fn conserves_to_the_end(table: &Table) {
    let mut position = table.position();
    let before = table.naive();
    let mut declared = 0;
    for ply in 0.. {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[table.choice(ply, moves.len())];
        let points = position.points();
        let is_marriage = matches!(mv, Move::Play(_, Say::Call(i)) if table.plan.calls()[i as usize] == Call::Marriage);
        let seat = position.turn().unwrap();
        position.play_unchecked(mv);
        // Nobody wins the trick with a lead, so all that comes with one was declared.
        declared += if is_marriage { u32::from(position.points()[seat] - points[seat]) } else { 0 };
        assert!(is_marriage || position.trick().count() != 1 || position.points() == points);
    }
    let seats = table.plan.rules().seats;
    let cards = table.setup.hands.iter().map(|hand| hand.len()).max().unwrap() as u32;
    let tricks = |list: &[u32]| list.iter().sum::<u32>();
    let at_end: Vec<u32> = position.tricks().iter().map(|&tricks| tricks.into()).collect();
    assert_eq!(tricks(&at_end), tricks(&before.tricks) + cards);
    let earned = |seat: &usize| before.tricks[*seat] == 0 && position.tricks()[*seat] > 0;
    let announced = position.said().filter(|(_, seat)| earned(seat));
    let bonuses: u32 = announced.map(|(i, _)| u32::from(table.plan.contract().announcements[i].bonus)).sum();
    let won_before: u32 = before.points().iter().sum::<u32>() + before.aside.iter().sum::<u32>();
    let points: u32 = position.points()[..seats].iter().map(|&points| u32::from(points)).sum();
    assert_eq!(points, won_before + before.points_left() + declared + bonuses);
    let totals = position.totals();
    assert_eq!(totals.own + totals.others, points as i32);
    let side = table.plan.contract().side;
    assert_eq!(totals.tricks, side.iter().map(|seat| i32::from(position.tricks()[seat])).sum::<i32>());
}

/// A search chooses from all cards and marriages, and from nothing else.
fn search_moves_are_cards_and_marriages(table: &Table) {
    for plies in 0..20 {
        let position = table.after(plies);
        let calls = table.plan.calls();
        let counts = |mv: &Move| match *mv {
            Move::Play(_, Say::Nothing) => true,
            Move::Play(_, Say::Call(call)) => calls[call as usize] == Call::Marriage,
            Move::Announce(_) => false,
        };
        let all = position.legal_moves();
        let expected: Vec<Move> = all.iter().copied().filter(counts).collect();
        assert_eq!(position.search_moves().as_slice(), expected);
        let alone = |mv: &Move| if let Move::Play(card, Say::Nothing) = *mv { Some(card) } else { None };
        assert_eq!(position.legal_plays(), all.iter().filter_map(alone).collect());
    }
}

proptest! {
    #![proptest_config(cases(800))]

    #[test]
    fn moves_winners_tricks_and_points_are_those_of_the_naive_reading(table in tables([0, 0, 8, 6, 5])) {
        agrees_to_the_end(&table);
    }

    #[test]
    fn undo_restores_exactly_and_illegal_moves_change_nothing(table in tables([0, 0, 4, 3, 3])) {
        restores_to_the_end(&table);
    }

    #[test]
    fn tricks_and_points_are_conserved(table in tables([0, 0, 13, 13, 13])) {
        conserves_to_the_end(&table);
    }

    #[test]
    fn a_search_plays_cards_and_marriages_only(table in tables([0, 0, 13, 13, 13])) {
        search_moves_are_cards_and_marriages(&table);
    }
}

proptest! {
    #![proptest_config(cases(10_000))]

    #[test]
    #[ignore = "heavy"]
    fn all_laws_on_many_tables(table in tables([0, 0, 26, 13, 13])) {
        agrees_to_the_end(&table);
        restores_to_the_end(&table);
        conserves_to_the_end(&table);
        search_moves_are_cards_and_marriages(&table);
    }
}

/// A whole deal of a game with every trump and without, everything announced that its page allows.
fn game_tables(rules: &Rules, deals: u64) -> Vec<(std::sync::Arc<Plan>, Setup)> {
    let (batches, talon) = match (rules.pack.len(), rules.seats) {
        (24, 3) => (7, 3),
        (40, _) => (9, 4),
        (cards, seats) => (cards / seats, 0),
    };
    let layout = std::sync::Arc::new(Layout::new(rules.pack, rules.seats, &[batches], talon).unwrap());
    let everyone = SeatSet::first(rules.seats);
    let say = |text: &str| Announcement {
        text: text.into(),
        seats: everyone,
        needs: Default::default(),
        blocked_by: Vec::new(),
        bonus: 0,
    };
    let trumps: &[Option<u8>] =
        if rules.name == "mediatore" { &[None] } else { &[None, Some(0), Some(1), Some(2), Some(3)] };
    let mut tables = Vec::new();
    for &trump in trumps {
        let announcements =
            if rules.name == "mediatore" { vec![] } else { vec![say("contra"), say("declare all-tricks")] };
        let side = SeatSet::from_iter([1, (rules.seats + 1) % 4]);
        let plan = support::plan(rules.clone(), Contract { trump, side, announcements, ..Contract::alone(1) });
        for index in 0..deals {
            let deal = Deal::random(&layout, 2, index);
            let hands = (0..rules.seats).map(|seat| deal.hand(seat)).collect();
            tables.push((plan.clone(), Setup { leader: 1, ..Setup::new(hands) }));
        }
    }
    tables
}

#[test]
fn whole_deals_of_the_games_agree_with_the_naive_reading() {
    let mut rng = Rng::new(3);
    for rules in games::all() {
        for (plan, setup) in game_tables(&rules, 6) {
            let mut position = setup.build(&plan).unwrap();
            let mut naive = Naive::new(&plan, &setup);
            loop {
                naive.assert_same(&position);
                let moves = agrees_on_moves(&position, &naive);
                if moves.is_empty() {
                    break;
                }
                let mv = moves[rng.below(moves.len() as u32) as usize];
                naive.make(&act_of(&plan, mv));
                position.play(mv).unwrap();
            }
        }
    }
}
