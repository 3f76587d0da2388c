//! The rules of the games, transcribed from their pages.

use std::sync::Arc;

use trickcore::cards::{FRENCH24, FRENCH32, FRENCH52, ITALIAN40, Pack};
use trickcore::rules::{Duty, Marriages, Rules, Signal, TrumpRank};

pub fn ranks(pack: &Pack, letters: &str) -> Vec<u8> {
    letters.chars().map(|letter| pack.rank(letter).expect("a rank of the pack")).collect()
}

fn worth(pack: &Pack, worths: &[(char, u16)]) -> [u16; 16] {
    let mut by_rank = [0; 16];
    for &(letter, points) in worths {
        by_rank[pack.rank(letter).expect("a rank of the pack") as usize] = points;
    }
    by_rank
}

/// "Rank, high to low, trumps and plain suits alike: A T K Q J 9. Points: ace 10, ten 10, last trick 10. A marriage
/// adds 40 in trumps, 20 otherwise."
pub fn anrufen(seats: usize) -> Rules {
    Rules {
        ranking: ranks(&FRENCH24, "ATKQJ9"),
        duty: Duty::Beat,
        worth: worth(&FRENCH24, &[('A', 10), ('T', 10)]),
        last_trick: 10,
        marriages: Some(Marriages { plain: 20, trump: 40 }),
        ..Rules::plain("anrufen", &FRENCH24, seats)
    }
}

/// "Rank, trumps and plain suits alike: A T K Q J 9 8 7." Obligations and points as in Anrufen; marriages are announced.
pub fn koenigrufen() -> Rules {
    Rules {
        ranking: ranks(&FRENCH32, "ATKQJ987"),
        duty: Duty::Beat,
        worth: worth(&FRENCH32, &[('A', 10), ('T', 10)]),
        last_trick: 10,
        ..Rules::plain("koenigrufen", &FRENCH32, 4)
    }
}

/// "Trump lane, high to low: 9, jack of trumps, the other jack of the same colour, A K Q T 8 7. Other lanes: A K Q J T
/// 9 8 7. Follow the led lane if able; otherwise any card."
pub fn maine_charlemagne() -> Rules {
    let own = |letter| TrumpRank::Own(FRENCH32.rank(letter).expect("a rank of the pack"));
    let jack = FRENCH32.rank('J').expect("a rank of the pack");
    let trumps = [own('9'), own('J'), TrumpRank::Sister(jack)];
    Rules {
        ranking: ranks(&FRENCH32, "AKQJT987"),
        trump_ranking: Some(trumps.into_iter().chain("AKQT87".chars().map(own)).collect()),
        ..Rules::plain("maine_charlemagne", &FRENCH32, 4)
    }
}

/// "Rank in each suit: 3 2 1 R C F 7 6 5 4. Points in thirds: 1 = 3; 3, 2, R, C, F = 1 each. Last trick = 3 thirds."
/// The monte's thirds are the bonus of a position.
pub fn mediatore() -> Rules {
    let figures = [('3', 1), ('2', 1), ('1', 3), ('R', 1), ('C', 1), ('F', 1)];
    let signal = |name: &str, min, max, letters| Signal {
        name: name.into(),
        min,
        max,
        ranks: ranks(&ITALIAN40, letters).into_iter().fold(0, |mask, rank| mask | 1 << rank),
    };
    Rules {
        clockwise: false,
        ranking: ranks(&ITALIAN40, "321RCF7654"),
        worth: worth(&ITALIAN40, &figures),
        last_trick: 3,
        signals: vec![signal("busso", 0, 64, "321RCF7654"), signal("volo", 0, 0, ""), signal("striscio", 1, 2, "7654")],
        ..Rules::plain("mediatore", &ITALIAN40, 4)
    }
}

/// "Follow suit; else any card."
pub fn bridge() -> Rules {
    Rules::plain("bridge", &FRENCH52, 4)
}

/// The rules of a game for so many seats.
pub fn by_name(name: &str, seats: usize) -> Arc<Rules> {
    let rules = match name {
        "anrufen" => anrufen(seats),
        "bridge" => bridge(),
        "koenigrufen" => koenigrufen(),
        "maine_charlemagne" => maine_charlemagne(),
        "mediatore" => mediatore(),
        other => panic!("no game {other}"),
    };
    assert_eq!(rules.seats, seats, "{name}");
    Arc::new(rules)
}

/// All of them.
pub fn all() -> Vec<Rules> {
    vec![anrufen(4), anrufen(3), bridge(), koenigrufen(), maine_charlemagne(), mediatore()]
}
