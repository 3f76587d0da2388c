//! Random play to the end: whole, uniform, and the same however the work is cut.

mod support;

use proptest::prelude::*;
use support::tables::tables;
use support::{cases, games, plan, position};
use trickcore::cards::{FRENCH24, FRENCH32, FRENCH52, card_text};
use trickcore::random::Rng;
use trickcore::rules::{Contract, Rules, SeatSet};
use trickcore::state::{Move, Outcome, Position, RandomGames, Setup, playout, playouts};

proptest! {
    #![proptest_config(cases(400))]

    /// A playout makes the move number `below(n)` of the legal moves until nobody can move: of all moves where anything
    /// may be said, else of the cards lane by lane, trumps last, each lane from the weakest up.
    #[test]
    fn a_playout_makes_the_moves_that_its_numbers_say(
        table in tables([0, 0, 13, 13, 13]),
        plies in 0..30usize,
        seed in any::<u64>(),
    ) {
        let mut played = table.after(plies);
        let mut expected = played.clone();
        playout(&mut played, &mut Rng::new(seed));
        let mut rng = Rng::new(seed);
        let (plan, naive) = (&table.plan, table.naive());
        let talks = !plan.calls().is_empty() || !plan.contract().announcements.is_empty();
        while !expected.is_over() {
            let mut moves = expected.legal_moves();
            if !talks {
                moves.sort_by_key(|mv| match mv {
                    Move::Play(card, _) => naive.lane_order(&card_text(plan.rules().pack, *card)),
                    Move::Announce(_) => unreachable!("nothing may be said"),
                });
            }
            expected.play(moves[rng.below(moves.len() as u32) as usize]).unwrap();
        }
        prop_assert!(played.is_over());
        prop_assert_eq!(played, expected);
    }

    #[test]
    fn outcomes_depend_on_seed_and_number_alone(
        table in tables([0, 0, 6, 6, 6]),
        seed in any::<u64>(),
        first in any::<u64>(),
        count in 0..12usize,
        cut in any::<prop::sample::Index>(),
        threads in 1..4usize,
    ) {
        let start = table.position();
        let all = playouts(&start, first, count, seed, 1);
        prop_assert_eq!(&playouts(&start, first, count, seed, threads), &all);
        let cut = cut.index(count + 1);
        let rest = playouts(&start, first.wrapping_add(cut as u64), count - cut, seed, 2);
        prop_assert_eq!(&[playouts(&start, first, cut, seed, 1), rest].concat(), &all);
        for (i, outcome) in (0u64..).zip(&all) {
            let mut game = start.clone();
            playout(&mut game, &mut Rng::for_playout(seed, first.wrapping_add(i)));
            prop_assert_eq!(outcome, &Outcome { tricks: game.tricks(), points: game.points() });
        }
        prop_assert_eq!(start, table.position());
    }
}

/// Two moves to choose from, twice: each of the four ways is played a quarter of the time.
#[test]
fn playouts_choose_uniformly() {
    let text = "hands AK.-.-.- -.AK.-.-; bidder 0; side 0";
    let start = position(Rules { seats: 2, ..games::maine_charlemagne() }, text);
    let mut counts = [0u64; 4];
    for index in 0..40_000 {
        let mut rng = Rng::for_playout(9, index);
        let mut game = start.clone();
        // The first two choices, made as a playout makes them.
        let mut way = 0;
        for _ in 0..2 {
            let moves = game.legal_moves();
            let chosen = rng.below(moves.len() as u32) as usize;
            game.play(moves[chosen]).unwrap();
            way = 2 * way + chosen;
        }
        counts[way] += 1;
    }
    // The quantiles 10⁻⁶ and 1 − 10⁻⁶ of chi-square with 3 degrees of freedom.
    let statistic: f64 = counts.iter().map(|&count| (count as f64 - 10_000.0).powi(2) / 10_000.0).sum();
    assert!((0.000_242..30.66).contains(&statistic), "{counts:?}");
}

#[test]
fn random_games_are_deals_played_out() {
    let deals = |rules: Rules, hand: usize, out: &[usize], leader: usize| {
        let seats = rules.seats;
        let out: SeatSet = out.iter().copied().collect();
        let contract = Contract { trump: Some(0), out, ..Contract::alone(leader) };
        let plan = plan(rules.clone(), contract);
        let mut games = RandomGames::new(&plan, hand, leader).unwrap();
        for seed in 0..200 {
            let outcome = games.play(&mut Rng::new(seed));
            // The same by hand: shuffled, dealt in slices from seat 0 on to those in play, and played out.
            let mut rng = Rng::new(seed);
            let mut cards: Vec<_> = rules.pack.cards().iter().collect();
            rng.shuffle(&mut cards);
            let mut slices = cards.chunks(hand);
            let hands = (0..seats).map(|seat| {
                let slice = if out.contains(seat) { None } else { slices.next() };
                slice.into_iter().flatten().copied().collect()
            });
            let setup = Setup { leader, ..Setup::new(hands.collect()) };
            let mut game: Position = setup.build(&plan).unwrap();
            playout(&mut game, &mut rng);
            assert_eq!(outcome, Outcome { tricks: game.tricks(), points: game.points() });
            assert_eq!(outcome.tricks.iter().map(|&tricks| usize::from(tricks)).sum::<usize>(), hand);
        }
    };
    deals(games::koenigrufen(), 8, &[], 0);
    deals(games::anrufen(4), 6, &[], 3);
    deals(games::anrufen(3), 7, &[], 1);
    deals(games::maine_charlemagne(), 8, &[2], 0);
    deals(games::maine_charlemagne(), 8, &[1, 2], 3);
    deals(Rules::plain("whist", &FRENCH52, 2), 26, &[], 1);
}

#[test]
fn random_games_must_fit_the_pack() {
    let of = |rules: Rules, out: &[usize], hand, leader| {
        let out: SeatSet = out.iter().copied().collect();
        RandomGames::new(&plan(rules, Contract { out, ..Contract::alone(0) }), hand, leader).is_some()
    };
    let whist = |seats| Rules::plain("whist", &FRENCH32, seats);
    assert!(of(whist(4), &[], 8, 0) && !of(whist(4), &[], 9, 0) && !of(whist(4), &[], 0, 0));
    assert!(of(whist(4), &[3], 10, 0) && !of(whist(4), &[3], 11, 0));
    assert!(!of(whist(4), &[3], 8, 3) && !of(whist(4), &[], 8, 4));
    assert!(of(Rules::plain("small", &FRENCH24, 3), &[], 8, 2));
}
