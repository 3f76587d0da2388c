//! Any text as a card, a hand and a deal of any pack.

#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use trickcore::cards::{
    Deal, FRENCH24, FRENCH32, FRENCH52, ITALIAN40, Layout, PACKS, card_text, hand_text, parse_card, parse_hand,
};

fuzz_target!(|input: (u8, &str)| {
    let (which, text) = input;
    let pack = PACKS[which as usize % PACKS.len()];
    match parse_card(pack, text) {
        Ok(card) => assert_eq!(parse_card(pack, &card_text(pack, card)), Ok(card)),
        Err(error) => assert!(!error.kind().is_empty() && error.to_string().len() < 400),
    }
    match parse_hand(pack, text) {
        Ok(hand) => assert_eq!(parse_hand(pack, &hand_text(pack, hand)), Ok(hand)),
        Err(error) => assert!(!error.kind().is_empty() && error.to_string().len() < 400),
    }
    let layout = match which % 5 {
        0 => Layout::new(&FRENCH24, 4, &[6], 0),
        1 => Layout::new(&FRENCH24, 3, &[7], 3),
        2 => Layout::new(&FRENCH32, 4, &[4, 4], 0),
        3 => Layout::new(&ITALIAN40, 4, &[9], 4),
        _ => Layout::new(&FRENCH52, 2, &[1], 50),
    };
    let layout = Arc::new(layout.unwrap());
    if let Ok(deal) = Deal::parse(&layout, text) {
        assert_eq!(Deal::parse(&layout, &deal.to_string()).unwrap(), deal);
    }
});
