//! No input that the types admit makes anything panic: rules, contracts and setups of any kind, and the largest amounts.

mod support;

use std::sync::Arc;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use support::{cases, hands, plan, setup_of};
use trickcore::cards::{Card, CardSet, FRENCH52, PACKS};
use trickcore::random::Rng;
use trickcore::rules::{Announcement, Contract, Duty, Marriages, Plan, Rules, SeatSet, Signal, TrumpRank};
use trickcore::solver::{Control, Engine, Limits, Objective, can_reach, solve};
use trickcore::state::{Move, Position, RandomGames, Say, Setup, perft, playout, playouts};

fn seat_sets() -> impl Strategy<Value = SeatSet> {
    prop_oneof![3 => 0..16u8, 1 => any::<u8>()].prop_map(|mask| (0..8).filter(|seat| mask >> seat & 1 == 1).collect())
}

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![6 => "[a-z]{1,8}", 1 => any::<String>(), 1 => "[a-z ]{50,70}"]
}

fn card_sets() -> impl Strategy<Value = CardSet> {
    prop_oneof![2 => Just(0), 2 => (0..64u32).prop_map(|bit| 1 << bit), 1 => any::<u64>()].prop_map(CardSet::from_mask)
}

fn amounts() -> impl Strategy<Value = u16> {
    prop_oneof![6 => 0..=500u16, 1 => any::<u16>()]
}

fn rules() -> impl Strategy<Value = Rules> {
    let trump_rank = prop_oneof![
        (0..20u8).prop_map(TrumpRank::Own),
        (0..20u8).prop_map(TrumpRank::Sister),
        (0..64u8).prop_map(|code| TrumpRank::Fixed(Card::from_code(code).unwrap())),
    ];
    let signal = (texts(), 0..5u8, any::<u8>(), any::<u16>()).prop_map(|(name, min, max, ranks)| Signal {
        name,
        min,
        max,
        ranks,
    });
    (
        texts(),
        0..4usize,
        prop_oneof![8 => 2..=4usize, 1 => any::<usize>()],
        option::weighted(0.1, vec(any::<u8>(), 0..20)),
        option::weighted(0.5, (any::<bool>(), vec(trump_rank, 0..3))),
        0..3usize,
        option::of(prop::array::uniform16(amounts())),
        amounts(),
        option::weighted(0.3, (amounts(), amounts())),
        vec(signal, 0..3),
    )
        .prop_map(|(name, pack, seats, ranking, trumps, duty, worth, last_trick, marriages, signals)| {
            let pack = PACKS[pack];
            let plain = Rules::plain(&name, pack, seats);
            let own: Vec<TrumpRank> = plain.ranking.iter().map(|&rank| TrumpRank::Own(rank)).collect();
            let mut worth = worth.unwrap_or_default();
            (0..16u8).filter(|&rank| !pack.has_rank(rank)).for_each(|rank| worth[rank as usize] = 0);
            Rules {
                ranking: ranking.unwrap_or_else(|| plain.ranking.clone()),
                trump_ranking: trumps.map(|(whole, more)| if whole { [more, own].concat() } else { more }),
                duty: [Duty::Follow, Duty::FollowTrump, Duty::Beat][duty],
                worth,
                last_trick,
                marriages: marriages.map(|(plain, trump)| Marriages { plain, trump }),
                signals,
                ..plain
            }
        })
}

fn contracts() -> impl Strategy<Value = Contract> {
    let announcement = (texts(), seat_sets(), card_sets(), vec(texts(), 0..2), amounts())
        .prop_map(|(text, seats, needs, blocked_by, bonus)| Announcement { text, seats, needs, blocked_by, bonus });
    let seat = prop_oneof![8 => 0..4usize, 1 => any::<usize>()];
    (
        prop_oneof![3 => option::of(0..4u8), 1 => option::of(any::<u8>())],
        (seat, seat_sets(), seat_sets(), seat_sets()),
        any::<bool>(),
        any::<bool>(),
        vec(announcement, 0..4),
    )
        .prop_map(|(trump, (bidder, side, out, thin), misere, marriages, announcements)| Contract {
            trump,
            bidder,
            side: side.iter().chain([bidder]).collect(),
            out: out.without(thin),
            misere,
            marriages,
            announcements,
        })
}

/// Hands of a plan's seats, then bent by what may be wrong with a setup.
fn setups() -> impl Strategy<Value = (Setup, usize, u64, Option<CardSet>)> {
    let lists = || prop_oneof![2 => Just(vec![]), 1 => vec(0..30u32, 2..5), 1 => vec(any::<u32>(), 0..6)];
    let said = vec((0..5usize, prop_oneof![4 => 0..5usize, 1 => any::<usize>()]), 0..3);
    let trick = vec((0..64u8).prop_map(|code| Card::from_code(code).unwrap()), 0..2);
    let leader = prop_oneof![8 => 0..4usize, 1 => any::<usize>()];
    let bonus = prop_oneof![4 => 0..50u32, 1 => any::<u32>()];
    let setup = (leader, option::weighted(0.3, trick), lists(), lists(), lists(), bonus, said, any::<bool>()).prop_map(
        |(leader, trick, tricks, points, aside, last_trick_bonus, said, allow_revokes)| Setup {
            hands: Vec::new(),
            leader,
            trick: trick.unwrap_or_default(),
            tricks,
            points,
            aside,
            last_trick_bonus,
            said,
            allow_revokes,
        },
    );
    (setup, 0..4usize, any::<u64>(), option::weighted(0.1, card_sets()))
}

/// Everything that can be asked of a position.
fn is_sound(mut position: Position) {
    let rules = position.plan().rules().clone();
    let text = position.to_string();
    if text.len() <= 65_536 {
        assert_eq!(Position::parse(&rules, &text).as_ref(), Ok(&position), "{text}");
    }
    for code in 0..64 {
        let card = Card::from_code(code).unwrap();
        let _ = (position.plan().lane(card), position.plan().may_hold(&[card], card));
        for say in [Say::Nothing, Say::Call(0), Say::Call(255)] {
            let _ = position.check(Move::Play(card, say));
        }
        let _ = position.check(Move::Announce(code));
    }
    let _ = position.plan().next_seat(usize::MAX);
    assert!(perft(&mut position, Some(2), &mut || false).is_ok());
    let limits = Limits { max_memory: 1 << 20, ..Limits::default() };
    for goal in [Objective::Tricks, Objective::Points, Objective::Margin] {
        let mut control = Control::unlimited().max_nodes(2000);
        let _ = solve(&position, &goal, Engine::Plain, limits, &mut control);
        for target in [i32::MIN, 0, i32::MAX] {
            let mut control = Control::unlimited().max_nodes(200);
            let _ = can_reach(&position, &goal, target, Engine::Minimax, limits, &mut control);
        }
    }
    let _ = playouts(&position, u64::MAX, 2, 0, 1);
    playout(&mut position, &mut Rng::new(1));
    assert!(position.is_over());
    let _ = (position.points(), position.totals(), position.to_string());
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn rules_contracts_and_setups_are_sound_or_refused(
        rules in rules(),
        contract in contracts(),
        (mut setup, cards, seed, strange) in setups(),
    ) {
        let rules = Arc::new(rules);
        let plan = match Plan::compile(&rules, contract) {
            Ok(plan) => Arc::new(plan),
            Err(faults) => return { prop_assert!(!faults.0.is_empty() && !faults.to_string().is_empty()); Ok(()) },
        };
        let mut pack: Vec<Card> = rules.pack.cards().iter().collect();
        Rng::new(seed).shuffle(&mut pack);
        let hand = |seat: usize| pack.iter().skip(seat * cards).take(cards).copied().collect();
        setup.hands = (0..rules.seats).map(hand).collect();
        if let (Some(strange), Some(hand)) = (strange, setup.hands.first_mut()) {
            *hand = strange;
        }
        let _ = RandomGames::new(&plan, cards, setup.leader).map(|mut games| games.play(&mut Rng::new(seed)));
        match setup.build(&plan) {
            Ok(position) => is_sound(position),
            Err(faults) => prop_assert!(!faults.0.is_empty() && !faults.to_string().is_empty()),
        }
    }

    #[test]
    fn games_of_any_size_are_dealt_or_refused(hand in any::<usize>(), leader in any::<usize>()) {
        let plan = plan(Rules::plain("whist", &FRENCH52, 4), Contract::alone(0));
        for hand in [hand, hand % 20, usize::MAX] {
            for leader in [leader, leader % 6] {
                let games = RandomGames::new(&plan, hand, leader);
                prop_assert_eq!(games.is_some(), (1..=13).contains(&hand) && leader < 4);
            }
        }
    }
}

/// The largest amount that a setup may have in a place.
fn most(plan: &Arc<Plan>, setup: &Setup, place: fn(&mut Setup, u32)) -> u32 {
    let fits = |amount: u32| {
        let mut setup = setup.clone();
        place(&mut setup, amount);
        setup.build(plan).is_ok()
    };
    let (mut low, mut high) = (0, u32::MAX);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        (low, high) = if fits(middle) { (middle, high) } else { (low, middle - 1) };
    }
    low
}

/// One seat wins everything there can be, starting with all it may start with.
#[test]
fn the_largest_amounts_are_counted() {
    let mut worth = [0; 16];
    worth[..13].fill(500);
    let marriages = Some(Marriages { plain: 500, trump: 500 });
    let rules = Rules { worth, last_trick: 500, marriages, ..Rules::plain("rich", &FRENCH52, 2) };
    let announcements = (0..16).map(|i| Announcement {
        text: format!("say {i}"),
        seats: SeatSet::first(2),
        needs: CardSet::EMPTY,
        blocked_by: Vec::new(),
        bonus: 500,
    });
    let plan = plan(rules, Contract { trump: Some(0), announcements: announcements.collect(), ..Contract::alone(0) });
    let bare = Setup::new(hands(&FRENCH52, "AKQJT98765432.AKQJT.AKQJ.AKQJ -.98765432.T98765432.T98765432"));
    // The largest amounts that go together, and not so small that a game would miss them.
    let mut setup = bare;
    for place in [
        (|setup, amount| setup.last_trick_bonus = amount) as fn(&mut Setup, u32),
        |setup, amount| setup.points = vec![amount; 2],
        |setup, amount| setup.aside = vec![amount; 2],
    ] {
        let amount = most(&plan, &setup, place);
        assert!(amount >= 1000);
        place(&mut setup, amount);
    }
    let tricks = most(&plan, &setup, |setup, amount| setup.tricks = vec![amount; 2]);
    let (points, aside, bonus) = (setup.points[0], setup.aside[0], setup.last_trick_bonus);
    // Once in the first trick, where announcements are open, and once after many.
    for (tricks, announced) in [(vec![], 16 * 500), (vec![tricks; 2], 0)] {
        let mut position = Setup { tricks: tricks.clone(), ..setup.clone() }.build(&plan).unwrap();
        while !position.is_over() {
            // The first announcement, else the first marriage, else the highest card.
            let moves = position.legal_moves();
            let speaks = |mv: &&Move| !matches!(mv, Move::Play(_, Say::Nothing));
            let mv = *moves.iter().find(speaks).unwrap_or(&moves[0]);
            position.play(mv).unwrap();
            // However much has been won, the moment can be typed in, and read.
            let typed = setup_of(&position, &setup.aside, setup.last_trick_bonus).build(&plan);
            assert_eq!(typed.as_ref(), Ok(&position));
        }
        let won = points + 52 * 500 + 500 + bonus + 4 * 500 + announced;
        assert_eq!(i64::from(position.points()[0]), i64::from(won + aside));
        assert_eq!(i64::from(position.totals().own), i64::from(won + aside));
        assert_eq!(i64::from(position.totals().others), i64::from(points + aside));
        let before = tricks.first().copied().unwrap_or(0);
        assert_eq!(u32::from(position.tricks()[0]), before + 26);
    }
}

/// Only legal moves may be made unchecked, but any other does no more harm than a wrong count.
#[test]
fn moves_made_unchecked_never_panic() {
    let plan = plan(Rules::plain("whist", &FRENCH52, 4), Contract::alone(0));
    let start = Setup::new(hands(&FRENCH52, "A.K.-.- Q.J.-.- T.9.-.- 8.7.-.-")).build(&plan).unwrap();
    let mut rng = Rng::new(8);
    for _ in 0..200 {
        let mut position = start.clone();
        let mut undos = Vec::new();
        for _ in 0..40 {
            let card = Card::from_code(rng.below(64) as u8).unwrap();
            let number = rng.below(256) as u8;
            let mv = [Move::card(card), Move::Play(card, Say::Call(number)), Move::Announce(number)];
            undos.push(position.play_unchecked(mv[rng.below(3) as usize]));
            let _ = (position.legal_moves(), position.is_over(), position.winner(), position.totals());
            let _ = position.trick().count();
        }
        undos.into_iter().rev().for_each(|undo| position.undo(undo));
    }
}
