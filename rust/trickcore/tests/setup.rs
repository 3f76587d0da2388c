//! Setups: every fault by name, all at once, and any moment of the play typed in again.

mod support;

use std::sync::Arc;

use proptest::prelude::*;
use support::tables::tables;
use support::{card, cases, games, hands, hash_of, plan, setup_of};
use trickcore::cards::{Card, CardSet, FRENCH24, FRENCH52};
use trickcore::rules::{Announcement, Contract, Plan, Rules, SeatSet};
use trickcore::state::{Setup, SetupFault};

/// Anrufen for four in hearts, where two things may be said.
fn anrufen() -> Arc<Plan> {
    let say = |text: &str, seats: &[usize], bonus| Announcement {
        text: text.into(),
        seats: seats.iter().copied().collect(),
        needs: CardSet::EMPTY,
        blocked_by: Vec::new(),
        bonus,
    };
    let announcements = vec![say("raise hundred", &[2], 0), say("contra", &[1, 3], 7)];
    let side = SeatSet::from_iter([0, 2]);
    plan(games::anrufen(4), Contract { trump: Some(1), side, announcements, ..Contract::alone(0) })
}

/// Three against three cards; seat 1 has led a spade.
fn good() -> Setup {
    Setup {
        hands: hands(&FRENCH24, "AK.9.-.- T.-.J.- Q.-.-.KQ -.-.AK.9"),
        leader: 1,
        trick: vec![card(&FRENCH24, "SJ")],
        ..Setup::default()
    }
}

fn refused(setup: &Setup, plan: &Arc<Plan>) -> Vec<(&'static str, String)> {
    let faults = setup.build(plan).map_or_else(|faults| faults.0, |_| Vec::new());
    assert!(faults.iter().all(|fault| !fault.to_string().is_empty()));
    faults.iter().map(|fault: &SetupFault| (fault.kind(), fault.part())).collect()
}

fn named(faults: &[(&'static str, &str)]) -> Vec<(&'static str, String)> {
    faults.iter().map(|&(kind, part)| (kind, part.to_string())).collect()
}

#[test]
fn every_fault_of_a_setup_has_a_name_and_a_part() {
    let plan = anrufen();
    let cards = |text: &str| text.split_whitespace().map(|text| card(&FRENCH52, text)).collect::<Vec<Card>>();
    let check = |setup: Setup, faults: &[(&'static str, &str)]| {
        assert_eq!(refused(&setup, &plan), named(faults), "{setup:?}");
    };
    check(good(), &[]);
    check(Setup { hands: good().hands[..3].to_vec(), ..good() }, &[("hand_count", "hands")]);
    check(Setup { hands: Vec::new(), ..good() }, &[("hand_count", "hands")]);
    check(Setup { hands: [good().hands, vec![CardSet::EMPTY]].concat(), ..good() }, &[("hand_count", "hands")]);
    check(Setup { tricks: vec![1, 2, 3], ..good() }, &[("seat_count", "tricks")]);
    check(Setup { points: vec![0; 5], ..good() }, &[("seat_count", "points")]);
    check(Setup { aside: vec![10], ..good() }, &[("seat_count", "points put aside")]);
    for leader in [4, 7, usize::MAX] {
        check(Setup { leader, ..good() }, &[("seat", "leader")]);
    }
    check(Setup { trick: cards("SJ HT DA CK"), ..good() }, &[("trick_too_long", "trick")]);

    let with = |seat: usize, text: &str| {
        let mut setup = good();
        setup.hands[seat] = hands(&FRENCH52, text)[0];
        setup
    };
    check(with(2, "Q.7.-.K"), &[("foreign_card", "H7")]);
    check(with(2, "Q.9.-.K"), &[("duplicate_card", "H9")]);
    check(with(2, "J.-.-.KQ"), &[("duplicate_card", "SJ")]);
    check(Setup { trick: cards("S7"), ..good() }, &[("foreign_card", "S7")]);
    check(Setup { trick: cards("SA"), ..good() }, &[("duplicate_card", "SA")]);
    // Seat 2 is to play, so its hand says how many cards there are.
    check(with(0, "AK.-.-.-"), &[("card_count", "seat 0")]);
    check(with(1, "T.9.J.-").clone(), &[("duplicate_card", "H9"), ("card_count", "seat 1")]);
    check(with(2, "Q.-.-.K"), &[("card_count", "seat 0"), ("card_count", "seat 1"), ("card_count", "seat 3")]);
    check(Setup { hands: vec![CardSet::EMPTY; 4], ..good() }, &[("card_count", "seat 1")]);
    // Seat 2 played a club to a spade, holding the queen of spades.
    check(Setup { trick: cards("SJ CA"), ..with(2, "Q.-.-.K") }, &[("revoke", "CA")]);
    for (tricks, points, aside) in [(65, 0, 0), (0, 100_000, 0), (0, 0, u32::MAX)] {
        let part = if tricks > 0 {
            "tricks"
        } else if points > 0 {
            "points"
        } else {
            "points put aside"
        };
        let list = |n: u32| vec![0, 0, 0, n];
        let setup = Setup { tricks: list(tricks), points: list(points), aside: list(aside), ..good() };
        check(setup, &[("too_much", &format!("{part} of seat 3"))]);
    }
    check(Setup { tricks: vec![60; 4], points: vec![5_000; 4], aside: vec![5_000; 4], ..good() }, &[]);
    check(Setup { last_trick_bonus: 100_000, ..good() }, &[("too_much", "points added to the last trick of seat 0")]);
    for said in [(2, 1), (usize::MAX, 1), (64, 1), (0, 1), (1, 2), (1, 4), (1, usize::MAX)] {
        check(Setup { said: vec![said], ..good() }, &[("announcement", &format!("announcement {}", said.0))]);
    }
    check(Setup { said: vec![(1, 1), (0, 2), (1, 3)], ..good() }, &[("announcement", "announcement 1")]);
}

#[test]
fn all_faults_of_a_setup_are_named_at_once() {
    let plan = anrufen();
    let frame = Setup {
        hands: Vec::new(),
        leader: 9,
        trick: vec![card(&FRENCH24, "SA"); 4],
        tricks: vec![1],
        points: vec![1],
        aside: vec![1],
        said: vec![(9, 9)],
        ..Setup::default()
    };
    let expected = [
        ("hand_count", "hands"),
        ("seat_count", "tricks"),
        ("seat_count", "points"),
        ("seat_count", "points put aside"),
        ("seat", "leader"),
        ("trick_too_long", "trick"),
    ];
    assert_eq!(refused(&frame, &plan), named(&expected));
    let mut cards = good();
    cards.hands[0] = hands(&FRENCH52, "A2.-.-.- ")[0];
    cards.hands[3] = hands(&FRENCH52, "A.9.AK.T9")[0];
    cards.tricks = vec![100, 0, 0, 100];
    cards.last_trick_bonus = 99_999;
    let expected = [
        ("foreign_card", "S2"),
        ("duplicate_card", "SA"),
        ("card_count", "seat 0"),
        ("card_count", "seat 3"),
        ("too_much", "tricks of seat 0"),
        ("too_much", "tricks of seat 3"),
        ("too_much", "points added to the last trick of seat 0"),
    ];
    assert_eq!(refused(&cards, &plan), named(&expected));
    assert_eq!(cards.build(&plan).unwrap_err().to_string().split("; ").count(), expected.len());
    let mut late = good();
    late.trick.extend([card(&FRENCH24, "CA"), card(&FRENCH24, "DQ")]);
    late.hands[2] = hands(&FRENCH24, "Q.-.-.K")[0];
    late.hands[3] = hands(&FRENCH24, "9.-.A.-")[0];
    late.said = vec![(0, 0), (7, 7)];
    let expected =
        [("announcement", "announcement 0"), ("announcement", "announcement 7"), ("revoke", "CA"), ("revoke", "DQ")];
    assert_eq!(refused(&late, &plan), named(&expected));
}

/// An announcement of a seat that is not at the table is a fault, not a panic, whatever the contract says.
#[test]
fn nobody_announces_from_outside_the_table() {
    let announcement = |seat: usize| Announcement {
        text: "contra".into(),
        seats: [seat].into_iter().collect(),
        needs: CardSet::EMPTY,
        blocked_by: Vec::new(),
        bonus: 5,
    };
    for seat in 3..8 {
        let contract = Contract { announcements: vec![announcement(seat)], ..Contract::alone(0) };
        let Ok(plan) = Plan::compile(&Arc::new(games::anrufen(3)), contract) else { continue };
        let setup = Setup { said: vec![(0, seat)], ..Setup::new(hands(&FRENCH24, "A.-.-.- K.-.-.- Q.-.-.-")) };
        assert_eq!(refused(&setup, &Arc::new(plan)), named(&[("announcement", "announcement 0")]), "{seat}");
    }
}

#[test]
fn a_revoke_stands_where_it_is_allowed() {
    let plan = anrufen();
    let mut setup = good();
    setup.trick.push(card(&FRENCH24, "CA"));
    setup.hands[2] = hands(&FRENCH24, "Q.-.-.K")[0];
    assert_eq!(refused(&setup, &plan), named(&[("revoke", "CA")]));
    setup.allow_revokes = true;
    let position = setup.build(&plan).unwrap();
    assert_eq!((position.turn(), position.winner(), position.trick().count()), (Some(3), Some(1), 2));
}

#[test]
fn hands_out_of_play_are_left_out() {
    let out = SeatSet::from_iter([2]);
    let plan = plan(Rules::plain("skat", &FRENCH24, 4), Contract { out, ..Contract::alone(0) });
    let mut setup = Setup::new(hands(&FRENCH24, "AK.-.-.- QJ.-.-.- -.-.-.- T9.-.-.-"));
    let position = setup.build(&plan).unwrap();
    // Any cards at all may lie there: they do not take part.
    setup.hands[2] = !CardSet::EMPTY;
    assert_eq!(setup.build(&plan).unwrap(), position);
    assert_eq!(position.hand(2), CardSet::EMPTY);
    assert_eq!((position.hand(4), position.hand(usize::MAX)), (CardSet::EMPTY, CardSet::EMPTY));
    setup.leader = 2;
    assert_eq!(refused(&setup, &plan), named(&[("seat", "leader")]));
    setup.leader = 1;
    setup.trick = vec![card(&FRENCH24, "HA"), card(&FRENCH24, "HK")];
    setup.hands[1] = hands(&FRENCH24, "Q.-.-.-")[0];
    setup.hands[3] = hands(&FRENCH24, "9.-.-.-")[0];
    let position = setup.build(&plan).unwrap();
    assert_eq!(position.trick().map(|(seat, _)| seat).collect::<Vec<_>>(), [1, 3]);
    assert_eq!(position.turn(), Some(0));
}

#[test]
fn a_table_without_cards_is_a_finished_deal() {
    let plan = anrufen();
    let setup = Setup { points: vec![10, 20, 0, 60], aside: vec![0, 10, 0, 0], ..Setup::new(vec![CardSet::EMPTY; 4]) };
    let position = setup.build(&plan).unwrap();
    assert!(position.is_over() && position.turn().is_none() && position.winner().is_none());
    assert!(position.legal_moves().is_empty() && position.legal_plays().is_empty());
    assert_eq!(position.points(), [10, 30, 0, 60]);
}

proptest! {
    #![proptest_config(cases(400))]

    /// Any moment of the play, any number of tricks played and half-full tricks among them, is the same typed in.
    #[test]
    fn a_moment_typed_in_is_the_moment_reached(table in tables([0, 0, 13, 13, 13])) {
        let mut position = table.position();
        let (aside, bonus) = (&table.setup.aside, table.setup.last_trick_bonus);
        for ply in 0.. {
            let setup = setup_of(&position, aside, bonus);
            let typed = setup.build(&table.plan).unwrap();
            prop_assert_eq!(&typed, &position);
            prop_assert_eq!(hash_of(&typed), hash_of(&position));
            prop_assert_eq!(typed.legal_moves(), position.legal_moves());
            prop_assert_eq!(typed.points(), position.points());
            // The same moment of another plan that is equal.
            let again = Arc::new(Plan::compile(table.plan.rules(), table.plan.contract().clone()).unwrap());
            let other = setup.build(&again).unwrap();
            prop_assert_eq!(&other, &position);
            prop_assert_eq!(hash_of(&other), hash_of(&position));
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[table.choice(ply, moves.len())]);
        }
    }

    /// A moment differs from one in which anything that can be seen of it differs.
    #[test]
    fn different_moments_are_not_equal(table in tables([0, 0, 6, 6, 6]), plies in 0..12usize, what in 0..6usize, seat in 0..4usize) {
        let position = table.after(plies);
        let seats = table.plan.rules().seats;
        let seat = seat % seats;
        let mut setup = setup_of(&position, &table.setup.aside, table.setup.last_trick_bonus);
        match what {
            0 => setup.points[seat] += 1,
            1 => setup.aside[seat] += 1,
            2 => setup.last_trick_bonus += 1,
            3 => setup.tricks[seat] += 1,
            4 => {
                // The same card left out of every hand.
                for hand in &mut setup.hands {
                    if let Some(card) = hand.iter().next() {
                        hand.remove(card);
                    }
                }
            }
            _ => setup.leader = table.plan.next_seat(setup.leader),
        }
        let Ok(other) = setup.build(&table.plan) else { return Ok(()) };
        prop_assert!(other != position || (what == 4 && position.is_over()));
    }

    /// The next move of a moment typed in leads where it leads from the moment reached.
    #[test]
    fn play_goes_on_alike(table in tables([0, 0, 8, 8, 8]), plies in 0..32usize) {
        let mut position = table.after(plies);
        let mut typed = setup_of(&position, &table.setup.aside, table.setup.last_trick_bonus).build(&table.plan).unwrap();
        for ply in plies.. {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[table.choice(ply, moves.len())];
            position.play(mv).unwrap();
            typed.play(mv).unwrap();
            prop_assert_eq!(&typed, &position);
        }
        prop_assert!(typed.is_over());
    }
}
