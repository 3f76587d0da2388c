//! The codec: every card in every tolerated spelling and no other, hands both ways, and texts of any kind.

mod support;

use std::collections::HashMap;

use proptest::prelude::*;
use support::{cases, hand};
use trickcore::cards::{
    Card, CardSet, PACKS, Pack, ParseCardError, card_symbol, card_text, hand_text, parse_card, parse_hand,
};

/// Suits of a pack with all the ways to write each, in order.
fn suits(pack: &Pack) -> [&'static [&'static str]; 4] {
    match pack.family.name {
        "french" => [&["S", "s", "♠", "♤"], &["H", "h", "♥", "♡"], &["D", "d", "♦", "♢"], &["C", "c", "♣", "♧"]],
        _ => [&["C", "c"], &["D", "d"], &["S", "s"], &["B", "b"]],
    }
}

/// Ranks of a pack's family with all the ways to write each, in order.
fn ranks(pack: &Pack) -> Vec<Vec<String>> {
    let letters = if pack.family.name == "french" { "AKQJT98765432" } else { "321RCF7654" };
    let more = |letter| match (pack.family.name, letter) {
        ("french", 'T') => vec!["10".to_string()],
        ("italian", '1') => vec!["A".to_string(), "a".to_string()],
        _ => vec![],
    };
    letters
        .chars()
        .map(|letter| {
            let mut spellings = vec![letter.to_string()];
            spellings.extend(letter.is_alphabetic().then(|| letter.to_lowercase().to_string()));
            spellings.extend(more(letter));
            spellings
        })
        .collect()
}

/// Number of ranks of a pack.
fn height(pack: &Pack) -> usize {
    pack.len() / 4
}

/// Every spelling of every card of the family, and the card's suit and rank numbers.
fn spellings(pack: &Pack) -> HashMap<String, (u8, u8)> {
    let mut known = HashMap::new();
    for reversed in [true, false] {
        for (suit, suit_texts) in (0u8..).zip(suits(pack)) {
            for (rank, rank_texts) in (0u8..).zip(ranks(pack)) {
                for a in suit_texts {
                    for b in &rank_texts {
                        // Suit first wins where both orders can be read: `CC` is the cavallo of coppe either way.
                        let text = if reversed { format!("{b}{a}") } else { format!("{a}{b}") };
                        known.insert(text, (suit, rank));
                    }
                }
            }
        }
    }
    known
}

#[test]
fn every_card_is_read_in_every_tolerated_spelling() {
    for pack in PACKS {
        let known = spellings(pack);
        assert!(known.len() >= pack.len() * 4);
        for (text, &(suit, rank)) in &known {
            let wide = format!(" \t{text}\n");
            let styled: String = text.chars().flat_map(|c| [c, '\u{FE0F}']).collect();
            let outlined: String = text.chars().flat_map(|c| ['\u{FE0E}', c]).collect();
            for text in [text, &wide, &styled, &outlined] {
                match parse_card(pack, text) {
                    Ok(card) => {
                        assert_eq!((card.suit(), card.rank()), (suit, rank), "{text}");
                        assert!(pack.cards().contains(card));
                    }
                    Err(error) => {
                        assert_eq!(error.kind(), "foreign_card", "{text}");
                        assert!(rank as usize >= height(pack));
                        assert_eq!(error.part(), text.trim());
                    }
                }
            }
        }
    }
}

#[test]
fn no_other_short_text_is_a_card() {
    let alphabet: Vec<char> = ('!'..='~').chain("♠♤♥♡♦♢♣♧ſı１Ａ·".chars()).collect();
    for pack in PACKS {
        let known = spellings(pack);
        let check = |text: &str| {
            let expected = known.get(text).filter(|(_, rank)| (*rank as usize) < height(pack));
            let read = parse_card(pack, text).ok().map(|card| (card.suit(), card.rank()));
            assert_eq!(read, expected.copied(), "{text}");
        };
        for a in &alphabet {
            check(&a.to_string());
            for b in &alphabet {
                check(&format!("{a}{b}"));
                for c in "10JTQKA♠SsCcx".chars() {
                    check(&format!("{a}{b}{c}"));
                    check(&format!("{c}{a}{b}"));
                }
            }
        }
    }
}

#[test]
fn a_card_is_written_suit_first_in_capitals() {
    for pack in PACKS {
        for card in pack.cards() {
            let text = format!("{}{}", suits(pack)[card.suit() as usize][0], ranks(pack)[card.rank() as usize][0]);
            assert_eq!(card_text(pack, card), text);
            assert_eq!(parse_card(pack, &text), Ok(card));
            let symbol = card_symbol(pack, card);
            assert_eq!(parse_card(pack, &symbol), Ok(card), "{symbol}");
        }
    }
}

#[test]
fn packs_have_the_cards_of_the_rules_pages() {
    let expected = [
        ("french52", 52, "SHDC", "AKQJT98765432"),
        ("french32", 32, "SHDC", "AKQJT987"),
        ("french24", 24, "SHDC", "AKQJT9"),
        ("italian40", 40, "CDSB", "321RCF7654"),
    ];
    assert_eq!(PACKS.len(), expected.len());
    for (name, cards, suits, ranks) in expected {
        let pack = Pack::by_name(name).unwrap();
        assert_eq!((pack.len(), pack.cards().len()), (cards, cards));
        assert_eq!(pack.family.suits, suits);
        assert_eq!(pack.rank_letters().collect::<String>(), ranks);
        let all: Vec<String> = pack.cards().iter().map(|card| card_text(pack, card)).collect();
        let written: Vec<String> =
            suits.chars().flat_map(|suit| ranks.chars().map(move |rank| format!("{suit}{rank}"))).collect();
        assert_eq!(all, written);
        for (place, card) in pack.cards().iter().enumerate() {
            assert_eq!(pack.index(card), place);
            assert!(pack.of_rank(card.rank()).contains(card));
            assert_eq!(pack.of_rank(card.rank()).len(), 4);
        }
    }
    assert!(Pack::by_name("french").is_none());
}

#[test]
fn errors_name_kind_and_part() {
    let pack = Pack::by_name("french32").unwrap();
    let long = "x".repeat(1000);
    let cut = format!("{}…", "x".repeat(40));
    let card_errors = [
        ("", "empty", ""),
        (" \t", "empty", ""),
        ("SX", "not_a_card", "SX"),
        (" S ", "not_a_card", "S"),
        ("S10H", "not_a_card", "S10H"),
        ("SS", "not_a_card", "SS"),
        (&long, "not_a_card", &cut),
        ("S2", "foreign_card", "S2"),
        ("6d", "foreign_card", "6d"),
    ];
    for (text, kind, part) in card_errors {
        let error = parse_card(pack, text).unwrap_err();
        assert_eq!((error.kind(), error.part()), (kind, part), "{text}");
    }
    let dots = ".".repeat(1000);
    let dots_cut = format!("{}…", ".".repeat(40));
    let hand_errors = [
        ("", "suit_count", ""),
        ("A.K.Q", "suit_count", "A.K.Q"),
        ("A.K.Q.J.T", "suit_count", "A.K.Q.J.T"),
        (&dots, "suit_count", &dots_cut),
        ("AX.-.-.-", "not_a_rank", "X"),
        ("A-.-.-.-", "not_a_rank", "-"),
        ("--.-.-.-", "not_a_rank", "-"),
        ("1.-.-.-", "not_a_rank", "1"),
        ("0.-.-.-", "not_a_rank", "0"),
        ("A K.-.-.-", "not_a_rank", " "),
        ("-.A2.-.-", "foreign_card", "H2"),
        ("-.-.AKA.-", "duplicate_card", "DA"),
        ("-.-.-.T10", "duplicate_card", "CT"),
    ];
    for (text, kind, part) in hand_errors {
        let error = parse_hand(pack, text).unwrap_err();
        assert_eq!((error.kind(), error.part()), (kind, part), "{text}");
    }
    let italian = Pack::by_name("italian40").unwrap();
    assert_eq!(parse_hand(italian, "1A.-.-.-").unwrap_err().part(), "C1");
    assert_eq!(parse_hand(italian, "10.-.-.-").unwrap_err().part(), "0");
    assert_eq!(parse_card(italian, "S10").unwrap_err().kind(), "not_a_card");
}

#[test]
fn hands_of_the_rules_page_are_read() {
    let pack = Pack::by_name("french24").unwrap();
    let canonical = hand(pack, "AT.KQ.9.J");
    for text in ["AT.KQ.9.J", "10A.QK.9.j", " ta.kq.9.J ", "A10 . KQ . 9 . J"] {
        assert_eq!(parse_hand(pack, text), Ok(canonical), "{text}");
    }
    for text in ["-.-.-.-", "...", "-.. .-"] {
        assert_eq!(parse_hand(pack, text), Ok(CardSet::EMPTY), "{text}");
    }
    assert_eq!(hand_text(pack, hand(pack, ".9..9J")), "-.9.-.J9");
}

fn packs() -> impl Strategy<Value = &'static Pack> {
    prop::sample::select(PACKS.to_vec())
}

/// A pack, any of its hands, and a key for each card.
fn pack_and_hand() -> impl Strategy<Value = (&'static Pack, CardSet, Vec<u8>)> {
    (packs(), any::<u64>(), any::<u64>(), prop::collection::vec(any::<u8>(), 64)).prop_map(
        |(pack, mask, thin, keys)| {
            let mask = if thin % 2 == 0 { mask } else { mask & thin };
            (pack, CardSet::from_mask(mask) & pack.cards(), keys)
        },
    )
}

/// The hand as a careless person writes it: ranks in any order, any spelling, voids with or without a dash.
fn careless(pack: &Pack, hand: CardSet, keys: &[u8]) -> String {
    let suit = |suit: u8| {
        let mut cards: Vec<Card> = hand.of_suit(suit).iter().collect();
        cards.sort_by_key(|card| keys[card.code() as usize]);
        let spell = |card: &Card| {
            let spellings = &ranks(pack)[card.rank() as usize];
            spellings[keys[card.code() as usize] as usize % spellings.len()].clone()
        };
        let text: String = cards.iter().map(spell).collect();
        let void = if keys[suit as usize].is_multiple_of(2) { "-" } else { "" };
        let space = if keys[suit as usize].is_multiple_of(3) { " " } else { "" };
        format!("{space}{}", if text.is_empty() { void } else { &text })
    };
    (0..4).map(suit).collect::<Vec<_>>().join(".")
}

/// What every error must keep: a known kind, and a part that is a short piece of the input or a card's name.
fn names_its_part(pack: &Pack, text: &str, error: &ParseCardError) {
    let part = error.part();
    assert!(part.chars().count() <= 41);
    assert!(!error.to_string().is_empty() && error.to_string().len() < 400);
    let piece = part.strip_suffix('…').unwrap_or(part);
    match error.kind() {
        "empty" => assert!(text.trim().is_empty()),
        "not_a_card" | "suit_count" | "not_a_rank" => assert!(text.contains(piece)),
        "foreign_card" | "duplicate_card" => {
            let card = parse_card(
                Pack::by_name(if pack.family.name == "french" { "french52" } else { pack.name }).unwrap(),
                part,
            );
            assert!(card.is_ok(), "{part}");
        }
        other => panic!("unknown kind {other}"),
    }
}

/// Texts that come near to hands and cards.
fn near_texts() -> impl Strategy<Value = String> {
    prop::string::string_regex("[AKQJT9876543210akqjtRCFSHDB♠♥♦♣\u{FE0F} ./+-]{0,24}").unwrap()
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn hands_round_trip((pack, hand, _) in pack_and_hand()) {
        let text = hand_text(pack, hand);
        prop_assert_eq!(parse_hand(pack, &text), Ok(hand));
        prop_assert_eq!(text.split('.').count(), 4);
        prop_assert!(text.split('.').all(|suit| !suit.is_empty()));
    }

    #[test]
    fn careless_hands_are_read_as_the_same_hand((pack, hand, keys) in pack_and_hand()) {
        let text = careless(pack, hand, &keys);
        prop_assert_eq!(parse_hand(pack, &text), Ok(hand), "{}", text);
    }

    #[test]
    fn no_text_panics_and_errors_name_their_part(pack in packs(), text in prop_oneof![any::<String>(), near_texts()]) {
        if let Err(error) = parse_card(pack, &text) {
            names_its_part(pack, &text, &error);
        }
        match parse_hand(pack, &text) {
            Ok(hand) => {
                prop_assert!(hand.is_subset(pack.cards()));
                prop_assert_eq!(parse_hand(pack, &hand_text(pack, hand)), Ok(hand));
            }
            Err(error) => names_its_part(pack, &text, &error),
        }
    }

    #[test]
    fn a_changed_hand_is_another_hand_or_refused(
        (pack, hand, _) in pack_and_hand(),
        at in any::<prop::sample::Index>(),
        letter in any::<char>(),
    ) {
        let mut letters: Vec<char> = hand_text(pack, hand).chars().collect();
        let place = at.index(letters.len());
        letters[place] = letter;
        let text: String = letters.into_iter().collect();
        match parse_hand(pack, &text) {
            Ok(read) => prop_assert!(read.is_subset(pack.cards())),
            Err(error) => names_its_part(pack, &text, &error),
        }
    }
}
