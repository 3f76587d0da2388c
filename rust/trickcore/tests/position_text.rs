//! Positions as text: both ways at every ply, every error by name, and texts of any kind.

mod support;

use std::sync::Arc;

use proptest::prelude::*;
use support::tables::tables;
use support::{cases, games, hash_of, position};
use trickcore::rules::Rules;
use trickcore::state::{ParsePositionError, Position};

fn anrufen() -> Arc<Rules> {
    Arc::new(games::anrufen(4))
}

const GOOD: &str = "rules anrufen; hands AK.9.-.- T.-.J.- Q.-.-.KQ -.-.AK.9; leader 1; trick SJ; \
                    tricks 1 2 0 0; points 20 10 0 0; aside 0 10 0 0; bonus 3; said contra@1; trump H; bidder 0; \
                    side 0 2; misere yes; marriages no; may raise hundred@2 | blocked raise all-tricks; \
                    may raise all-tricks@2 | blocked raise hundred, contra; \
                    may contra@1 3 | needs -.KQ.-.- | bonus 40";

#[test]
fn a_text_says_everything_and_is_written_as_read() {
    let position = position(games::anrufen(4), GOOD);
    assert_eq!(position.to_string(), GOOD);
    let contract = position.plan().contract();
    assert_eq!((contract.trump, contract.bidder, contract.misere, contract.marriages), (Some(1), 0, true, false));
    assert_eq!(contract.side.iter().collect::<Vec<_>>(), [0, 2]);
    let raise = &contract.announcements[1];
    assert_eq!((raise.text.as_str(), raise.bonus), ("raise all-tricks", 0));
    assert_eq!(raise.blocked_by, ["raise hundred", "contra"]);
    let contra = &contract.announcements[2];
    assert_eq!((contra.seats.iter().collect::<Vec<_>>(), contra.needs.len(), contra.bonus), (vec![1, 3], 2, 40));
    assert_eq!((position.turn(), position.leader(), position.winner()), (Some(2), 1, Some(1)));
    assert_eq!((position.tricks(), position.points()), ([1, 2, 0, 0], [20, 10, 0, 0]));
    assert_eq!(position.said().collect::<Vec<_>>(), [(2, 1)]);
    assert_eq!(position.totals().others, 20);
}

#[test]
fn the_plainest_text_is_hands_alone() {
    let rules = Arc::new(games::mediatore());
    let position = Position::parse(&rules, "hands 3.-.-.- 2.-.-.- 1.-.-.- R.-.-.-").unwrap();
    assert_eq!(
        position.to_string(),
        "rules mediatore; hands 3.-.-.- 2.-.-.- 1.-.-.- R.-.-.-; leader 0; bidder 0; side 0"
    );
    for text in [
        "leader 0;hands 3... 2... A... r...;;",
        " ; side 0 ; hands\t3.-.-.-  2.-.-.-   1.-.-.- R.-.-.- ;\nmisere no; marriages yes; tricks 0 0 0 0",
        "hands 3.-.-.- 2.-.-.- 1.-.-.- R.-.-.-; bonus 0; trick; tricks; points; aside; out",
    ] {
        assert_eq!(Position::parse(&rules, text).as_ref(), Ok(&position), "{text}");
    }
}

fn refused(rules: &Arc<Rules>, text: &str) -> (&'static str, String) {
    let error: ParsePositionError = Position::parse(rules, text).unwrap_err();
    assert!(!error.to_string().is_empty() && error.to_string().len() < 2000);
    (error.kind(), error.part())
}

#[test]
fn every_error_has_a_name_and_a_part() {
    let rules = anrufen();
    let hands = "hands AK.9.-.- T.-.J.9 Q.-.-.KQ -.-.AK.T";
    let check = |more: &str, kind: &str, part: &str| {
        let (found, found_part) = refused(&rules, &format!("{hands}; {more}"));
        assert_eq!((found, found_part.as_str()), (kind, part), "{more}");
    };
    assert!(Position::parse(&rules, hands).is_ok());
    assert_eq!(refused(&rules, ""), ("no_hands", String::new()));
    assert_eq!(refused(&rules, ";;;"), ("no_hands", String::new()));
    assert_eq!(refused(&rules, "leader 0"), ("no_hands", String::new()));
    assert_eq!(refused(&rules, &"x".repeat(70_000)), ("too_long", String::new()));
    assert_eq!(refused(&rules, &format!("{hands};{}", " ".repeat(70_000))), ("too_long", String::new()));
    let long = "y".repeat(100);
    let cut = format!("{}…", "y".repeat(40));
    // Fields
    check("colour red", "unknown_field", "colour");
    check(&long, "unknown_field", &cut);
    check("Leader 1", "unknown_field", "Leader");
    check(hands, "repeated_field", "hands");
    check("leader 0; leader 0", "repeated_field", "leader");
    check("rules skat", "other_rules", "skat");
    check(&format!("rules {long}"), "other_rules", &cut);
    check("rules", "other_rules", "");
    // Values
    for field in ["leader", "bonus", "bidder"] {
        for value in ["", "x", "-1", "1.5", "99999999999999999999999", "1 2", "①"] {
            check(&format!("{field} {value}"), "value", value);
        }
    }
    for field in ["tricks", "points", "aside", "side", "out"] {
        check(&format!("{field} 1 x 2 3"), "value", "x");
        check(&format!("{field} 1 -2"), "value", "-2");
        check(&format!("{field} 4294967296"), "value", "4294967296");
    }
    check("side 0 8", "value", "0 8");
    check("trump X", "value", "X");
    check("trump", "value", "");
    check("trump HH", "value", "HH");
    check("misere maybe", "value", "maybe");
    check("marriages", "value", "");
    check("said contra", "value", "contra");
    check("said contra@x", "value", "x");
    check("said contra@1", "value", "contra");
    check("may contra", "value", "contra");
    check("may contra@x", "value", "x");
    check("may contra@1 | wants x", "value", "wants x");
    check("may contra@1 | bonus 70000", "value", "70000");
    check("may contra@1 | ", "value", "");
    let many: Vec<String> = (0..17).map(|i| format!("may say {i}@0")).collect();
    check(&many.join(";"), "value", "say 16@0");
    // Cards
    assert_eq!(refused(&rules, "hands"), ("hand_count", "hands".into()));
    assert_eq!(refused(&rules, "hands AK.9.-.-X"), ("not_a_rank", "-".into()));
    assert_eq!(refused(&rules, "hands AK"), ("suit_count", "AK".into()));
    assert_eq!(refused(&rules, "hands AK.AA.-.-"), ("duplicate_card", "HA".into()));
    assert_eq!(refused(&rules, "hands AK.2.-.-"), ("foreign_card", "H2".into()));
    check("trick XX", "not_a_card", "XX");
    check("trick H2", "foreign_card", "H2");
    check("may declare@1 | needs KQ", "suit_count", "KQ");
    // Contract
    let contract = |more: &str, kind: &str| assert_eq!(refused(&rules, &format!("{hands}; {more}")).0, kind, "{more}");
    contract("bidder 4", "seat");
    contract("side 0 5", "seat");
    contract("side 1", "bidder");
    contract("out 0", "bidder");
    contract("out 1 2 3", "too_few_in_play");
    contract("side 0 1 2 3", "no_defender");
    contract("may @1", "announcement_text");
    contract("may a@1; may a@2", "announcement_text");
    contract("may a@1 | blocked b", "blocked_by");
    contract("may a@1 | bonus 501", "worth");
    // Setup
    check("leader 4", "seat", "leader");
    check("trick SJ HT DQ DT", "trick_too_long", "trick");
    check("trick SJ", "card_count", "seat 0");
    check("trick SA", "duplicate_card", "SA");
    check("tricks 1 2", "seat_count", "tricks");
    check("points 100000 0 0 0", "too_much", "points of seat 0");
    check("may a@1; said a@2", "announcement", "announcement 0");
    check("may a@1; said a@1, a@1", "announcement", "announcement 0");
}

/// Who announces sits at the table: anything else is an error, not a panic.
#[test]
fn nobody_announces_from_outside_the_table() {
    for seats in [3, 4] {
        let rules = Arc::new(games::anrufen(seats));
        let hands = if seats == 3 { "A.-.-.- K.-.-.- Q.-.-.-" } else { "A.-.-.- K.-.-.- Q.-.-.- J.-.-.-" };
        for seat in seats..10 {
            let text = format!("hands {hands}; may contra@{seat}; said contra@{seat}");
            assert!(Position::parse(&rules, &text).is_err(), "{text}");
            let text = format!("hands {hands}; may contra@0 1 2 {seat}; said contra@{seat}");
            assert!(Position::parse(&rules, &text).is_err(), "{text}");
        }
    }
}

/// A list that is too long is refused or read to its end, not cut.
#[test]
fn nothing_is_left_unread() {
    let rules = anrufen();
    let hands = "hands AK.9.-.- T.-.J.9 Q.-.-.KQ -.-.AK.T";
    for more in [
        "tricks 0 0 0 0 0 0 0 0 0",
        "side 0 1 0 1 0 1 0 1 x",
        "out 1 1 1 1 1 1 1 1 9",
        "trick SA SA SA SA SA SA SA SA XX",
    ] {
        assert!(Position::parse(&rules, &format!("{hands}; {more}")).is_err(), "{more}");
    }
    let long = Position::parse(&rules, &format!("{hands}; side 0 1 0 1 0 1 0 1 3"));
    assert!(long.is_err() || long.is_ok_and(|position| position.plan().contract().side.contains(3)));
    let nine = "A.-.-.- ".repeat(9);
    assert_eq!(refused(&rules, &format!("hands {nine}")).0, "hand_count");
}

/// What is written can be read: the name of rules, however odd.
#[test]
fn every_name_that_rules_may_have_can_be_read_again() {
    for name in ["x", "two words", " lead", "trail ", "tab\there", "\u{A0}nbsp\u{A0}", "hands", "a: b, c | d@1", "é"] {
        let rules = Arc::new(Rules { name: name.into(), ..games::koenigrufen() });
        if rules.validate().is_err() {
            continue;
        }
        let text = format!("rules {name}; hands A.-.-.- K.-.-.- Q.-.-.- J.-.-.-");
        let position = Position::parse(&rules, &text).unwrap_or_else(|error| panic!("{name:?}: {error}"));
        assert_eq!(Position::parse(&rules, &position.to_string()).as_ref(), Ok(&position), "{name:?}");
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn positions_round_trip_at_every_ply(table in tables([0, 0, 13, 13, 13])) {
        let mut position = table.position();
        for ply in 0.. {
            let text = position.to_string();
            prop_assert!(!text.contains('\n'));
            let read = Position::parse(table.plan.rules(), &text).unwrap();
            prop_assert_eq!(&read, &position, "{}", text);
            prop_assert_eq!(hash_of(&read), hash_of(&position));
            prop_assert_eq!(read.to_string(), text);
            prop_assert_eq!(read.legal_moves(), position.legal_moves());
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[table.choice(ply, moves.len())]);
        }
    }

    /// The fields are read in any order.
    #[test]
    fn the_order_of_fields_does_not_matter(table in tables([0, 0, 6, 6, 6]), plies in 0..20usize, keys in prop::collection::vec(any::<u8>(), 24)) {
        let position = table.after(plies);
        let text = position.to_string();
        // What may be announced keeps its order: that is the order of the contract.
        let (may, mut others): (Vec<&str>, Vec<&str>) = text.split("; ").partition(|field| field.starts_with("may "));
        let mut keys = keys.into_iter().cycle();
        others.sort_by_cached_key(|_| keys.next());
        let shuffled = may.into_iter().chain(others).collect::<Vec<_>>().join(";");
        prop_assert_eq!(&Position::parse(table.plan.rules(), &shuffled).unwrap(), &position);
    }
}

/// One change of a text: letters put in the place of some others.
fn changes() -> impl Strategy<Value = Vec<(prop::sample::Index, usize, String)>> {
    let pieces = prop_oneof![
        "[-0-9@|,;. AKQJT]{0,3}",
        "[ -~]{0,6}",
        any::<char>().prop_map(String::from),
        prop::sample::select(vec![
            "; may x@5; said x@5",
            "; said say 0@7",
            "said say 0@2",
            "; out 2",
            "; side 1",
            "; tricks 64 64 64 64",
            "; points 10000 10000 10000 10000",
            "; aside 10000 10000 10000 10000",
            "; bonus 10000",
            "; misere yes",
            "; trump S",
            "; leader 3",
            "99999999999999999999",
            "@7",
        ])
        .prop_map(String::from),
    ];
    prop::collection::vec((any::<prop::sample::Index>(), 0..6usize, pieces), 1..5)
}

/// Reads a text that may be anything: an error names itself, a position can be written, read, and played to its end.
fn is_read_or_refused(rules: &Arc<Rules>, text: &str) {
    match Position::parse(rules, text) {
        Err(error) => assert!(!error.kind().is_empty() && !error.to_string().is_empty()),
        Ok(mut position) => {
            assert_eq!(Position::parse(rules, &position.to_string()).as_ref(), Ok(&position), "{text}");
            while let Some(&mv) = position.legal_moves().last() {
                position.play(mv).unwrap();
                assert_eq!(position.to_string(), position.clone().to_string());
            }
            let _ = (position.points(), position.totals());
        }
    }
}

fn changed(text: &str, changes: Vec<(prop::sample::Index, usize, String)>) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for (at, length, piece) in changes {
        let start = at.index(letters.len() + 1);
        let end = (start + length).min(letters.len());
        letters.splice(start..end, piece.chars());
    }
    letters.into_iter().collect()
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn a_changed_text_is_a_position_or_refused(table in tables([0, 0, 5, 5, 5]), plies in 0..20usize, edits in changes()) {
        let text = changed(&table.after(plies).to_string(), edits);
        is_read_or_refused(table.plan.rules(), &text);
    }

    #[test]
    fn a_changed_full_text_is_a_position_or_refused(edits in changes()) {
        is_read_or_refused(&anrufen(), &changed(GOOD, edits));
    }

    #[test]
    fn no_text_panics(text in any::<String>()) {
        is_read_or_refused(&anrufen(), &text);
    }
}
