//! Layouts and deals: every fault, batches, talons, and texts both ways.

mod support;

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;
use support::{cases, hand};
use trickcore::cards::{
    Card, CardSet, Deal, DealFault, DealFaults, FRENCH24, FRENCH32, FRENCH52, ITALIAN40, Layout, PACKS, Pack,
    ReadDealError,
};

fn layout(pack: &'static Pack, seats: usize, batches: &[usize], talon: usize) -> Arc<Layout> {
    Arc::new(Layout::new(pack, seats, batches, talon).unwrap())
}

/// The layouts of the games, and some others.
fn layouts() -> Vec<Arc<Layout>> {
    vec![
        layout(&FRENCH24, 4, &[6], 0),
        layout(&FRENCH24, 3, &[7], 3),
        layout(&FRENCH32, 4, &[4, 4], 0),
        layout(&FRENCH32, 4, &[8], 0),
        layout(&ITALIAN40, 4, &[9], 4),
        layout(&FRENCH52, 4, &[13], 0),
        layout(&FRENCH52, 2, &[5, 6, 2], 26),
        layout(&FRENCH24, 2, &[1], 22),
    ]
}

#[test]
fn a_layout_must_use_the_whole_pack() {
    for pack in PACKS {
        for seats in 0..6 {
            for batch in 0..30 {
                for talon in [0, 1, 3, 4, 22, 26] {
                    let fits = (2..=4).contains(&seats) && batch > 0 && seats * batch + talon == pack.len();
                    let made = Layout::new(pack, seats, &[batch], talon);
                    assert_eq!(made.is_ok(), fits);
                    if let Ok(layout) = made {
                        assert_eq!((layout.pack(), layout.seats(), layout.talon()), (pack, seats, talon));
                        assert_eq!((layout.hand(), layout.batches()), (batch, &[batch][..]));
                    }
                }
            }
        }
    }
    for batches in [&[][..], &[6, 0], &[usize::MAX, usize::MAX], &[usize::MAX / 2 + 1]] {
        let error = Layout::new(&FRENCH24, 4, batches, 0).unwrap_err();
        assert!(!error.to_string().is_empty());
    }
    assert!(Layout::new(&FRENCH24, 4, &[6], usize::MAX).is_err());
}

fn kinds(faults: &DealFaults) -> Vec<&'static str> {
    faults.0.iter().map(DealFault::kind).collect()
}

#[test]
fn try_new_reports_every_fault_at_once() {
    let layout = layout(&FRENCH24, 3, &[3, 4], 3);
    let hand = |text| hand(&FRENCH24, text);
    // SA twice, a two, a batch too many, a batch too small, a talon too large, and a hand missing.
    let two = CardSet::from(Card::new(0, 12).unwrap());
    let hands = vec![
        vec![hand("AKQ.-.-.-"), hand("-.AKQJ.-.-")],
        vec![hand("A.-.AK.-"), hand("-.-.QJT.-") | two, hand("9.-.-.-")],
    ];
    let hands = [hands, vec![vec![hand("-.T9.-.-"), hand("-.-.9.AKQ")]]].concat();
    let faults = Deal::try_new(&layout, hands[..2].to_vec(), hand("-.-.-.JT9") | hand("-.A.-.-")).unwrap_err();
    assert_eq!(
        kinds(&faults),
        ["hand_count", "batch_count", "card_count", "duplicate_card", "foreign_card", "duplicate_card"]
    );
    let parts: Vec<String> = faults.0.iter().map(DealFault::part).collect();
    assert_eq!(parts, ["hands", "seat 1", "talon", "SA", "S2", "HA"]);
    assert_eq!(faults.to_string().split("; ").count(), 6);

    let faults = Deal::try_new(&layout, hands, hand("-.-.-.JT9")).unwrap_err();
    assert_eq!(kinds(&faults), ["batch_count", "card_count", "duplicate_card", "foreign_card"]);
    assert_eq!(faults.0[1].part(), "batch 1 of seat 2");
}

/// What `parse` says of a text: the kinds and parts of all faults.
fn refused(layout: &Arc<Layout>, text: &str) -> Vec<(&'static str, String)> {
    match Deal::parse(layout, text).unwrap_err() {
        ReadDealError::Text(error) => vec![(error.kind(), error.part().to_string())],
        ReadDealError::Faults(faults) => faults.0.iter().map(|fault| (fault.kind(), fault.part())).collect(),
    }
}

#[test]
fn faulty_texts_are_refused_with_kind_and_part() {
    let three = layout(&FRENCH24, 3, &[7], 3);
    let good = "KQT.KT.-.AJ AJ9.J.K.KQ -.AQ9.J9.T9 + -.-.AQT.-";
    assert!(Deal::parse(&three, good).is_ok());
    let cases: [(&str, &[(&str, &str)]); 13] = [
        ("", &[("empty", "")]),
        ("  \n", &[("empty", "")]),
        ("+", &[("hand_count", "hands")]),
        ("KQT.KT.-.AJ AJ9.J.K.KQ + -.-.AQT.-", &[("hand_count", "hands")]),
        ("-.-.-.- -.-.-.- -.-.-.- -.-.-.- + -.-.-.-", &[("hand_count", "hands")]),
        ("KQT.KT.-.AJ AJ9.J.K.KQ -.AQ9.J9.T9", &[("talon_missing", "talon")]),
        ("KQT.KT.-.AJ AJ9.J.K.KQ -.AQ9.J9.T9 +", &[("suit_count", "")]),
        ("KQT.KT.-.AJ AJ9.J.K.KQ -.AQ9.J9.T9 + -.-.AQT.- + -.-.-.-", &[("suit_count", "-.-.AQT.- + -.-.-.-")]),
        ("KQT.KT.-.AJ AJ9.J.K.KQ -.AQ9.J9.T9 + -.-.AQX.-", &[("not_a_rank", "X")]),
        ("KQT.KT.-.AJ AJ9.J.K.KQ -.AQ9.J9.T9 + -.-.AQ7.-", &[("foreign_card", "D7")]),
        ("KQT.KT.-.AAJ AJ9.J.K.KQ -.AQ9.J9.T9 + -.-.AQT.-", &[("duplicate_card", "CA")]),
        (
            "KQT.KT.-.A AJ9.J.K.KQ -.AQ9.J9.JT9 + -.-.AQ.-",
            &[("card_count", "the hand of seat 0"), ("card_count", "the hand of seat 2"), ("card_count", "talon")],
        ),
        (
            "KQT.KT.-.AJ/-.-.-.- AJ9.J.K.AQ -.AQ9.J9.T9 + -.-.AQT.-",
            &[("batch_count", "seat 0"), ("duplicate_card", "CA")],
        ),
    ];
    for (text, faults) in cases {
        let faults: Vec<(&str, String)> = faults.iter().map(|&(kind, part)| (kind, part.to_string())).collect();
        assert_eq!(refused(&three, text), faults, "{text}");
    }
    let four = layout(&FRENCH24, 4, &[6], 0);
    let text = "KQT.KT.-.A AJ.J.-.KQJ 9.9.KJ9.T -.AQ.AQT.9";
    assert!(Deal::parse(&four, text).is_ok());
    assert_eq!(refused(&four, &format!("{text} + -.-.-.-")), [("talon_unexpected", "talon".to_string())]);
    assert_eq!(refused(&four, &format!("{text} +")), [("talon_unexpected", "talon".to_string())]);
    let huge = format!("{text} {}", "A".repeat(100_000));
    assert_eq!(refused(&four, &huge), [("hand_count", "hands".to_string())]);
    let huge = "A".repeat(100_000);
    let refusal = refused(&four, &format!("{huge} {huge} {huge} {huge}"));
    assert_eq!((refusal[0].0, refusal[0].1.chars().count()), ("suit_count", 41));
}

#[test]
fn batches_are_written_apart_and_read_apart() {
    let batched = layout(&FRENCH32, 4, &[4, 4], 0);
    let text = "J.9.T.J/Q9.-.Q.8 A.KT7.-.-/T7.8.-.Q K8.Q.-.A/-.-.98.T9 -.J.K.K7/-.A.AJ7.-";
    let deal = Deal::parse(&batched, text).unwrap();
    assert_eq!(deal.to_string(), text);
    assert_eq!(deal.batches()[1], [hand(&FRENCH32, "A.KT7.-.-"), hand(&FRENCH32, "T7.8.-.Q")]);
    assert_eq!(deal.hand(1), hand(&FRENCH32, "AT7.KT87.-.Q"));
    assert_eq!((deal.talon(), deal.hand(4), deal.hand(usize::MAX)), (CardSet::EMPTY, CardSet::EMPTY, CardSet::EMPTY));
    let refusal = refused(&batched, "QJ9.9.QT.J8 AT7.KT87.-.Q K8.Q.98.AT9 -.AJ.AKJ7.K7");
    assert_eq!(refusal, (0..4).map(|seat| ("batch_count", format!("seat {seat}"))).collect::<Vec<_>>());
    let uneven = "J.9.T.-/Q9.-.Q.8J A.KT7.-.-/T7.8.-.Q K8.Q.-.A/-.-.98.T9 -.J.K.K7/-.A.AJ7.-";
    let parts = [("card_count", "batch 1 of seat 0".to_string()), ("card_count", "batch 2 of seat 0".to_string())];
    assert_eq!(refused(&batched, uneven), parts);
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn random_deals_are_whole_and_round_trip(seed in any::<u64>(), index in any::<u64>(), which in 0..8usize) {
        let layout = &layouts()[which];
        let deal = Deal::random(layout, seed, index);
        let mut cards = deal.talon();
        prop_assert_eq!(deal.talon().len(), layout.talon());
        for batches in deal.batches() {
            prop_assert_eq!(batches.iter().map(|batch| batch.len()).collect::<Vec<_>>(), layout.batches());
            for &batch in batches {
                prop_assert!(batch.is_disjoint(cards));
                cards = cards | batch;
            }
        }
        prop_assert_eq!(cards, layout.pack().cards());
        let text = deal.to_string();
        prop_assert_eq!(&Deal::parse(layout, &text).unwrap(), &deal);
        prop_assert_eq!(&Deal::parse(layout, &text.replace(" + ", "+").replace('-', "")).unwrap(), &deal);
        prop_assert_eq!(&Deal::parse(layout, &text.to_lowercase()).unwrap(), &deal);
        prop_assert_eq!(&Deal::try_new(layout, deal.batches().to_vec(), deal.talon()).unwrap(), &deal);
        prop_assert_eq!(&Deal::random(layout, seed, index), &deal);
    }

    #[test]
    fn a_changed_text_is_a_whole_deal_or_refused(
        seed in any::<u64>(),
        which in 0..8usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), "[AKQJT9.+/ -]{0,2}"), 1..4),
    ) {
        let layout = &layouts()[which];
        let mut text = Deal::random(layout, seed, 0).to_string();
        for (at, letters) in changes {
            let place = at.index(text.len());
            text.replace_range(place..place + 1, &letters);
            if text.is_empty() {
                text.push(' ');
            }
        }
        match Deal::parse(layout, &text) {
            Ok(deal) => prop_assert_eq!(&Deal::parse(layout, &deal.to_string()).unwrap(), &deal),
            Err(ReadDealError::Faults(faults)) => prop_assert!(!faults.0.is_empty()),
            Err(ReadDealError::Text(error)) => prop_assert!(!error.kind().is_empty()),
        }
    }

    #[test]
    fn no_text_panics(text in any::<String>(), which in 0..8usize) {
        let layout = &layouts()[which];
        prop_assert!(Deal::parse(layout, &text).is_err());
    }

    #[test]
    fn sets_that_are_no_deal_are_refused(masks in prop::collection::vec(any::<u64>(), 0..10), which in 0..8usize) {
        let layout = &layouts()[which];
        let hands: Vec<Vec<CardSet>> = masks.iter().map(|&mask| vec![CardSet::from_mask(mask)]).collect();
        prop_assert!(!Deal::try_new(layout, hands, CardSet::EMPTY).unwrap_err().0.is_empty());
    }
}

#[test]
fn different_indices_and_seeds_are_different_deals() {
    let layout = layout(&FRENCH32, 4, &[8], 0);
    let deals: BTreeSet<String> = (0..1000)
        .flat_map(|n| [Deal::random(&layout, 1, n), Deal::random(&layout, n + 2, 0)])
        .map(|deal| deal.to_string())
        .collect();
    assert_eq!(deals.len(), 2000);
}
