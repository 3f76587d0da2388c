//! Rules and contracts as data: every fault by name, all at once; and the lanes that they are compiled into.

mod support;

use std::sync::Arc;

use proptest::prelude::*;
use support::naive::{Act, Naive};
use support::tables::tables;
use support::{card, cases, games, hand, hash_of, plan};
use trickcore::cards::{Card, CardSet, FRENCH24, FRENCH32, FRENCH52, ITALIAN40, card_text};
use trickcore::rules::{
    Announcement, Contract, Duty, MAX_ANNOUNCEMENTS, MAX_CALLS, Marriages, Plan, Rules, RulesFault, SeatSet, Signal,
    TrumpRank,
};
use trickcore::state::{Move, Setup};

const OWN: fn(u8) -> TrumpRank = TrumpRank::Own;

fn whist() -> Rules {
    Rules::plain("whist", &FRENCH52, 4)
}

fn signal(name: &str, min: u8, max: u8) -> Signal {
    Signal { name: name.into(), min, max, ranks: 0 }
}

fn say(text: &str) -> Announcement {
    Announcement {
        text: text.into(),
        seats: SeatSet::first(4),
        needs: CardSet::EMPTY,
        blocked_by: Vec::new(),
        bonus: 0,
    }
}

fn saying(announcements: Vec<Announcement>) -> Contract {
    Contract { announcements, ..Contract::alone(0) }
}

fn kinds(faults: &[RulesFault]) -> Vec<&'static str> {
    faults.iter().map(RulesFault::kind).collect()
}

fn faults_of(rules: &Rules) -> Vec<&'static str> {
    let faults = rules.validate().map_or_else(|faults| faults.0, |()| Vec::new());
    // A contract of faulty rules cannot be compiled, and the same faults are named.
    let compiled = Plan::compile(&Arc::new(rules.clone()), Contract::alone(0));
    assert_eq!(compiled.map_or_else(|faults| faults.0, |_| Vec::new()), faults);
    assert!(faults.iter().all(|fault| !fault.to_string().is_empty()));
    kinds(&faults)
}

fn contract_faults(rules: Rules, contract: Contract) -> Vec<&'static str> {
    kinds(&Plan::compile(&Arc::new(rules), contract).map_or_else(|faults| faults.0, |_| Vec::new()))
}

#[test]
fn the_rules_of_the_games_are_valid() {
    for rules in games::all() {
        assert_eq!(faults_of(&rules), [""; 0], "{}", rules.name);
    }
}

#[test]
fn every_fault_of_rules_has_a_name() {
    let long = "x".repeat(61);
    for seats in [0, 1, 5, usize::MAX] {
        assert_eq!(kinds(&Rules { seats, ..whist() }.validate().unwrap_err().0), ["seat_count"]);
    }
    for name in ["", &long, "a;b", "a\nb", " ", " a", "a "] {
        assert_eq!(faults_of(&Rules { name: name.into(), ..whist() }), ["name"], "{name:?}");
    }
    let plain = whist().ranking;
    let ranking = |ranking: &[u8]| faults_of(&Rules { ranking: ranking.to_vec(), ..whist() });
    assert_eq!(ranking(&plain[1..]), ["rank_missing"]);
    assert_eq!(ranking(&[&plain[..], &[3]].concat()), ["rank_repeated"]);
    assert_eq!(ranking(&[&plain[..], &[13]].concat()), ["rank_foreign"]);
    assert_eq!(ranking(&[&plain[..], &[200]].concat()), ["rank_foreign"]);
    assert_eq!(ranking(&[]), ["rank_missing"; 13]);
    let small = Rules::plain("piquet", &FRENCH32, 2);
    assert_eq!(faults_of(&Rules { ranking: (0..9).collect(), ..small.clone() }), ["rank_foreign"]);

    let own: Vec<TrumpRank> = (0..13).map(OWN).collect();
    let trumps = |entries: &[TrumpRank]| faults_of(&Rules { trump_ranking: Some(entries.to_vec()), ..whist() });
    assert_eq!(trumps(&own), [""; 0]);
    assert_eq!(trumps(&own[1..]), ["rank_missing"]);
    assert_eq!(trumps(&[&own[..], &[OWN(2)]].concat()), ["rank_repeated"]);
    let sister = TrumpRank::Sister;
    assert_eq!(trumps(&[&own[..], &[sister(2), sister(3)]].concat()), [""; 0]);
    assert_eq!(trumps(&[&own[..], &[sister(2), sister(2)]].concat()), ["rank_repeated"]);
    assert_eq!(trumps(&[&own[..], &[sister(13)]].concat()), ["rank_foreign"]);
    let queen = TrumpRank::Fixed(card(&FRENCH52, "CQ"));
    assert_eq!(trumps(&[&own[..], &[queen, queen]].concat()), ["rank_repeated"]);

    let worth = |rank: usize, points| {
        let mut worth = [0; 16];
        worth[rank] = points;
        worth
    };
    assert_eq!(faults_of(&Rules { worth: worth(12, 500), ..whist() }), [""; 0]);
    assert_eq!(faults_of(&Rules { worth: worth(12, 501), ..whist() }), ["worth"]);
    assert_eq!(faults_of(&Rules { worth: worth(13, 1), ..whist() }), ["rank_foreign"]);
    assert_eq!(faults_of(&Rules { worth: worth(8, 1), ..small }), ["rank_foreign"]);
    assert_eq!(faults_of(&Rules { last_trick: u16::MAX, ..whist() }), ["worth"]);
    for marriages in [Marriages { plain: 501, trump: 0 }, Marriages { plain: 0, trump: 501 }] {
        assert_eq!(faults_of(&Rules { marriages: Some(marriages), ..whist() }), ["worth"]);
    }
    let marriages = Some(Marriages { plain: 20, trump: 40 });
    assert_eq!(faults_of(&Rules { marriages, ..Rules::plain("tresette", &ITALIAN40, 4) }), ["no_couple"]);

    let signals = |signals: Vec<Signal>| faults_of(&Rules { signals, ..whist() });
    for name in ["", "Knock", "knock knock", "marriage", "klopf!", "kühn"] {
        assert_eq!(signals(vec![signal(name, 0, 1)]), ["signal_name"], "{name:?}");
    }
    assert_eq!(signals(vec![signal("knock", 0, 1), signal("knock", 0, 1)]), ["signal_name"]);
    assert_eq!(signals(vec![signal("knock", 2, 1)]), ["signal_range"]);
    let many = |n: u8| (0..n).map(|i| signal(&"x".repeat(i as usize + 1), 0, 1)).collect::<Vec<_>>();
    assert_eq!(signals(many(MAX_CALLS as u8)), [""; 0]);
    assert_eq!(signals(many(MAX_CALLS as u8 + 1)), ["too_many_signals"]);
    assert_eq!(faults_of(&Rules { signals: many(MAX_CALLS as u8), marriages, ..whist() }), ["too_many_signals"]);
}

#[test]
fn all_faults_of_rules_are_named_at_once() {
    let mut worth = [0; 16];
    (worth[0], worth[15]) = (1000, 1);
    let rules = Rules {
        name: String::new(),
        seats: 7,
        ranking: vec![0, 0, 1, 9, 3, 4, 5, 6, 7],
        trump_ranking: Some((1..8).map(OWN).chain([TrumpRank::Sister(12)]).collect()),
        worth,
        last_trick: 501,
        marriages: Some(Marriages { plain: 600, trump: 700 }),
        signals: vec![signal("UP", 3, 2)],
        ..Rules::plain("bad", &FRENCH32, 4)
    };
    let expected = [
        "seat_count",
        "name",
        "rank_repeated",
        "rank_foreign",
        "rank_missing",
        "rank_foreign",
        "rank_missing",
        "rank_foreign",
        "worth",
        "signal_name",
        "signal_range",
    ];
    assert_eq!(faults_of(&rules), expected);
    assert_eq!(rules.validate().unwrap_err().to_string().split("; ").count(), expected.len());
}

#[test]
fn every_fault_of_a_contract_has_a_name() {
    let of = |contract| contract_faults(whist(), contract);
    let seats = |list: &[usize]| SeatSet::from_iter(list.iter().copied());
    let alone = Contract::alone;
    assert_eq!(of(alone(3)), [""; 0]);
    assert_eq!(of(Contract { trump: Some(3), ..alone(0) }), [""; 0]);
    assert_eq!(of(Contract { trump: Some(4), ..alone(0) }), ["trump_suit"]);
    assert_eq!(of(Contract { trump: Some(255), ..alone(0) }), ["trump_suit"]);
    assert_eq!(of(Contract { bidder: 4, ..alone(0) }), ["seat"]);
    assert_eq!(of(Contract { bidder: usize::MAX, ..alone(0) }), ["seat"]);
    assert_eq!(of(Contract { side: seats(&[0, 5]), ..alone(0) }), ["seat"]);
    assert_eq!(of(Contract { out: seats(&[4, 7]), ..alone(0) }), ["seat", "seat"]);
    assert_eq!(of(Contract { side: seats(&[1]), ..alone(0) }), ["bidder"]);
    assert_eq!(of(Contract { out: seats(&[0]), ..alone(0) }), ["bidder"]);
    assert_eq!(of(Contract { out: seats(&[1, 2, 3]), ..alone(0) }), ["too_few_in_play"]);
    assert_eq!(of(Contract { side: SeatSet::first(4), ..alone(0) }), ["no_defender"]);
    assert_eq!(of(Contract { side: seats(&[0, 2]), out: seats(&[1, 3]), ..alone(0) }), ["no_defender"]);
    assert_eq!(of(Contract { side: seats(&[0, 2]), out: seats(&[1]), ..alone(0) }), [""; 0]);

    let many = |n: usize| saying((0..n).map(|i| say(&format!("say {i}"))).collect());
    assert_eq!(of(many(MAX_ANNOUNCEMENTS)), [""; 0]);
    assert_eq!(of(many(MAX_ANNOUNCEMENTS + 1)), ["too_many_announcements"]);
    for text in ["", " x", "x ", "a;b", "a|b", "a@b", "a,b", "a\nb", &"x".repeat(61)] {
        assert_eq!(of(saying(vec![say(text)])), ["announcement_text"], "{text:?}");
    }
    assert_eq!(of(saying(vec![say("contra"), say("contra")])), ["announcement_text"]);
    let blocked = |by: &str| Announcement { blocked_by: vec![by.into()], ..say("raise") };
    assert_eq!(of(saying(vec![blocked("raise")])), [""; 0]);
    assert_eq!(of(saying(vec![blocked("contra")])), ["blocked_by"]);
    let needs = |cards| saying(vec![Announcement { needs: cards, ..say("declare") }]);
    assert_eq!(of(needs(hand(&FRENCH52, "KQ.2.-.-"))), [""; 0]);
    let low = hand(&FRENCH52, "KQ.2.-.-");
    assert_eq!(contract_faults(Rules::plain("p", &FRENCH32, 4), needs(low)), ["announcement_cards"]);
    assert_eq!(of(saying(vec![Announcement { bonus: 500, ..say("x") }])), [""; 0]);
    assert_eq!(of(saying(vec![Announcement { bonus: 501, ..say("x") }])), ["worth"]);
}

/// Who may announce is a seat of the table, as everywhere else.
#[test]
fn announcements_are_for_seats_that_are_there() {
    for seats in [vec![4], vec![0, 7], vec![3]] {
        let rules = Rules { seats: if seats == [3] { 3 } else { 4 }, ..whist() };
        let contract = saying(vec![Announcement { seats: seats.iter().copied().collect(), ..say("contra") }]);
        assert_eq!(contract_faults(rules, contract), ["seat"], "{seats:?}");
    }
}

#[test]
fn all_faults_of_a_contract_are_named_at_once() {
    let contract = Contract {
        trump: Some(9),
        bidder: 1,
        side: SeatSet::from_iter([0, 6]),
        out: SeatSet::from_iter([2, 5, 3]),
        announcements: vec![
            Announcement { blocked_by: vec!["b".into()], needs: !CardSet::EMPTY, bonus: 9999, ..say(";") },
            say(""),
        ],
        ..Contract::alone(0)
    };
    let expected = [
        "seat",
        "seat",
        "bidder",
        "trump_suit",
        "announcement_text",
        "blocked_by",
        "announcement_cards",
        "worth",
        "announcement_text",
    ];
    assert_eq!(contract_faults(whist(), contract), expected);
}

/// Plays two cards of a two-seat table against each other.
fn first_wins(rules: &Rules, trump: Option<u8>, led: Card, answer: Card) -> bool {
    let rules = Rules { seats: 2, duty: Duty::Follow, marriages: None, ..rules.clone() };
    let plan = plan(rules, Contract { trump, ..Contract::alone(0) });
    let mut position = Setup::new(vec![led.into(), answer.into()]).build(&plan).unwrap();
    position.play(Move::card(led)).unwrap();
    position.play(Move::card(answer)).unwrap();
    position.tricks()[0] == 1
}

/// The lanes are these, strongest first, and every pair of cards meets as they say.
fn lanes_are(rules: &Rules, trump: Option<char>, lanes: [&str; 4]) {
    let pack = rules.pack;
    let lanes: Vec<Vec<Card>> =
        lanes.iter().map(|lane| lane.split_whitespace().map(|text| card(pack, text)).collect()).collect();
    assert_eq!(lanes.iter().map(Vec::len).sum::<usize>(), pack.len());
    let suit = trump.map(|letter| pack.suit(letter).unwrap());
    let plan = plan(rules.clone(), Contract { trump: suit, ..Contract::alone(0) });
    let trumps: CardSet = if trump.is_some() { lanes[0].iter().copied().collect() } else { CardSet::EMPTY };
    assert_eq!(plan.trump_lane(), trumps);
    for lane in &lanes {
        for (i, &strong) in lane.iter().enumerate() {
            assert_eq!(plan.lane(strong), lane.iter().copied().collect());
            for &weak in &lane[i + 1..] {
                assert!(first_wins(rules, suit, strong, weak), "{strong:?} {weak:?}");
                assert!(!first_wins(rules, suit, weak, strong), "{strong:?} {weak:?}");
            }
            // Of another lane only trumps win.
            for &other in lanes.iter().filter(|other| *other != lane).flatten() {
                assert_eq!(first_wins(rules, suit, strong, other), !trumps.contains(other));
            }
        }
    }
}

#[test]
fn the_lanes_of_maine_charlemagne_are_those_of_the_page() {
    let rules = games::maine_charlemagne();
    let spades = "SA SK SQ SJ ST S9 S8 S7";
    let hearts = "HA HK HQ HJ HT H9 H8 H7";
    let diamonds = "DA DK DQ DJ DT D9 D8 D7";
    let clubs = "CA CK CQ CJ CT C9 C8 C7";
    let short = |lane: &str, jack: &str| lane.replace(&format!("{jack} "), "");
    lanes_are(&rules, Some('S'), ["S9 SJ CJ SA SK SQ ST S8 S7", hearts, diamonds, &short(clubs, "CJ")]);
    lanes_are(&rules, Some('H'), ["H9 HJ DJ HA HK HQ HT H8 H7", spades, &short(diamonds, "DJ"), clubs]);
    lanes_are(&rules, Some('D'), ["D9 DJ HJ DA DK DQ DT D8 D7", spades, &short(hearts, "HJ"), clubs]);
    lanes_are(&rules, Some('C'), ["C9 CJ SJ CA CK CQ CT C8 C7", &short(spades, "SJ"), hearts, diamonds]);
    lanes_are(&rules, None, [spades, hearts, diamonds, clubs]);
}

#[test]
fn the_lanes_of_the_other_games_are_those_of_the_pages() {
    let lane = |suit: char, ranks: &str| ranks.chars().map(|rank| format!("{suit}{rank} ")).collect::<String>();
    let check = |rules: Rules, suits: &str, ranks: &str, with_trumps: bool| {
        let suits: Vec<char> = suits.chars().collect();
        for trump in suits.iter().map(|&suit| with_trumps.then_some(suit)) {
            // The trump lane first, if there is one.
            let mut order = suits.clone();
            order.sort_by_key(|suit| Some(*suit) != trump);
            let lanes: Vec<String> = order.iter().map(|&suit| lane(suit, ranks)).collect();
            lanes_are(&rules, trump, [&lanes[0], &lanes[1], &lanes[2], &lanes[3]]);
        }
    };
    check(games::anrufen(4), "SHDC", "ATKQJ9", true);
    check(games::anrufen(3), "SHDC", "ATKQJ9", false);
    check(games::koenigrufen(), "SHDC", "ATKQJ987", true);
    check(games::mediatore(), "CDSB", "321RCF7654", false);
}

#[test]
fn cards_are_worth_what_the_pages_say() {
    let total = |rules: Rules, text: &str| {
        let plan = plan(rules.clone(), Contract::alone(0));
        assert_eq!(plan.worth(hand(rules.pack, text)), plan.worth(hand(rules.pack, text) | !rules.pack.cards()));
        (plan.worth(hand(rules.pack, text)), plan.worth(rules.pack.cards()) + u32::from(rules.last_trick))
    };
    assert_eq!(total(games::anrufen(4), "AT.KQJ9.-.-"), (20, 90));
    assert_eq!(total(games::koenigrufen(), "AT.KQJ987.-.-"), (20, 90));
    assert_eq!(total(games::maine_charlemagne(), "AT.KQJ987.-.-"), (0, 0));
    // The monte is part of the pack here: 35 thirds in all.
    assert_eq!(total(games::mediatore(), "321RCF7654.-.-.-"), (8, 35));
}

#[test]
fn plans_of_one_contract_are_equal_and_of_two_are_not() {
    let contracts = || {
        let seats = |list: &[usize]| SeatSet::from_iter(list.iter().copied());
        let alone = Contract::alone;
        let mut contracts = vec![
            alone(0),
            alone(1),
            Contract { side: seats(&[0, 2]), ..alone(0) },
            Contract { side: seats(&[0, 2]), ..alone(2) },
            Contract { out: seats(&[2]), ..alone(0) },
            Contract { misere: true, ..alone(0) },
            Contract { marriages: false, ..alone(0) },
            saying(vec![say("contra")]),
            saying(vec![Announcement { bonus: 20, ..say("contra") }]),
            saying(vec![Announcement { blocked_by: vec!["contra".into()], ..say("contra") }]),
            saying(vec![Announcement { needs: hand(&FRENCH24, "KQ.-.-.-"), ..say("contra") }]),
            saying(vec![Announcement { seats: seats(&[1]), ..say("contra") }]),
            saying(vec![say("contra"), say("re")]),
            saying(vec![say("re"), say("contra")]),
        ];
        contracts.extend((0..4).map(|suit| Contract { trump: Some(suit), ..alone(0) }));
        contracts
    };
    let compile = |rules: Rules| contracts().into_iter().map(|contract| plan(rules.clone(), contract)).collect();
    let games: Vec<Vec<Arc<Plan>>> = vec![
        compile(games::anrufen(4)),
        compile(Rules { duty: Duty::Follow, ..games::anrufen(4) }),
        compile(Rules { last_trick: 11, ..games::anrufen(4) }),
    ];
    let again: Vec<Vec<Arc<Plan>>> = vec![compile(games::anrufen(4))];
    for (i, a) in games.iter().flatten().enumerate() {
        for (j, b) in games.iter().flatten().enumerate() {
            assert_eq!(a == b, i == j, "{i} {j}");
        }
    }
    for (a, b) in games[0].iter().zip(&again[0]) {
        assert_eq!(a, b);
        assert_eq!(hash_of(a), hash_of(b));
    }
}

#[test]
fn the_turn_goes_round_the_seats_in_play() {
    for seats in 2..=4 {
        for out in 0..1 << seats {
            let out = SeatSet::from_iter((0..seats).filter(|seat| out >> seat & 1 == 1));
            let contract = Contract { out, ..Contract::alone(0) };
            let Ok(plan) = Plan::compile(&Arc::new(Rules { seats, ..whist() }), contract) else { continue };
            let in_play: Vec<usize> = (0..seats).filter(|&seat| !out.contains(seat)).collect();
            assert_eq!(plan.in_play().iter().collect::<Vec<_>>(), in_play);
            for (i, &seat) in in_play.iter().enumerate() {
                assert_eq!(plan.next_seat(seat), in_play[(i + 1) % in_play.len()]);
            }
        }
    }
}

#[test]
fn duties_have_names() {
    for (duty, name) in [(Duty::Follow, "follow"), (Duty::FollowTrump, "follow-trump"), (Duty::Beat, "beat")] {
        assert_eq!((duty.name(), Duty::by_name(name)), (name, Some(duty)));
    }
    assert_eq!((Duty::by_name("Follow"), Duty::by_name("")), (None, None));
}

/// Any list of entries for a trump lane of 32 cards, most of them nearly right.
fn trump_rankings() -> impl Strategy<Value = Vec<TrumpRank>> {
    let entry = prop_oneof![
        (0..16u8).prop_map(TrumpRank::Own),
        (0..9u8).prop_map(TrumpRank::Sister),
        (0..64u8).prop_map(|code| TrumpRank::Fixed(Card::from_code(code).unwrap())),
    ];
    let fixed =
        prop::collection::vec((0..64u8).prop_map(|code| TrumpRank::Fixed(Card::from_code(code).unwrap())), 0..70);
    (
        0..8usize,
        prop::bool::weighted(0.8),
        prop::collection::vec(entry, 0..4),
        prop_oneof![4 => Just(vec![]), 1 => fixed],
    )
        .prop_map(|(left_out, whole, more, fixed)| {
            let own = (0..8u8).filter(|&rank| whole || rank as usize != left_out).map(TrumpRank::Own);
            more.into_iter().chain(own).chain(fixed).collect()
        })
}

/// A trump lane may name each card of the pack besides the trump suit's own: more entries than a word has bits.
#[test]
fn a_trump_lane_may_name_every_card() {
    for pack in [&FRENCH52, &FRENCH32, &ITALIAN40] {
        let own: Vec<TrumpRank> = (0..13).filter(|&rank| pack.has_rank(rank)).map(OWN).collect();
        let sisters = (0..13).filter(|&rank| pack.has_rank(rank)).map(TrumpRank::Sister);
        let fixed = pack.cards().iter().map(TrumpRank::Fixed);
        let entries: Vec<TrumpRank> = own.into_iter().chain(sisters).chain(fixed).collect();
        let rules = Arc::new(Rules { trump_ranking: Some(entries), ..Rules::plain("tarock", pack, 4) });
        for trump in 0..4 {
            let Ok(plan) = Plan::compile(&rules, Contract { trump: Some(trump), ..Contract::alone(0) }) else {
                continue;
            };
            assert_eq!(plan.trump_lane(), pack.cards());
            assert!(pack.cards().iter().all(|card| plan.lane(card) == pack.cards()));
        }
    }
}

proptest! {
    #![proptest_config(cases(1000))]

    /// Whatever the ranking, rules that are accepted give every card of the pack one lane under every trump.
    #[test]
    fn every_card_has_one_lane(trump_ranking in trump_rankings()) {
        let rules = Arc::new(Rules { trump_ranking: Some(trump_ranking), ..Rules::plain("any", &FRENCH32, 4) });
        for trump in [None, Some(0), Some(1), Some(2), Some(3)] {
            let Ok(plan) = Plan::compile(&rules, Contract { trump, ..Contract::alone(0) }) else { continue };
            for a in FRENCH32.cards() {
                let lane = plan.lane(a);
                prop_assert!(lane.contains(a), "{} is in no lane", card_text(&FRENCH32, a));
                prop_assert!(lane.is_subset(FRENCH32.cards()));
                prop_assert!(lane == plan.trump_lane() || lane.iter().all(|card| card.suit() == a.suit()));
                prop_assert!(lane.iter().all(|b| plan.lane(b) == lane));
            }
        }
    }

    /// A card may have been held if the play would have been legal with it in hand.
    #[test]
    fn what_a_player_may_hold_is_what_would_not_have_bound_it(table in tables([0, 0, 8, 8, 8]), plies in 0..40usize) {
        let position = table.after(plies);
        let pack = table.plan.rules().pack;
        let trick: Vec<Card> = position.trick().map(|(_, card)| card).collect();
        let Some(turn) = position.turn() else { return Ok(()) };
        let setup = Setup { hands: (0..table.plan.rules().seats).map(|seat| position.hand(seat)).collect(), ..table.setup };
        let mut naive = Naive::new(&table.plan, &Setup { leader: position.leader(), trick: trick.clone(), ..setup });
        for played in position.legal_plays() {
            let may = table.plan.may_hold(&trick, played);
            for other in pack.cards() {
                let text = |card| card_text(pack, card);
                naive.hands[turn] = vec![text(played), text(other)];
                let innocent = naive.refusal(&Act::Play(text(played))).is_none();
                prop_assert_eq!(may.contains(other), innocent, "{} {}", text(played), text(other));
            }
        }
    }
}
