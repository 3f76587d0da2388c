//! Why a move is not legal: every reason by name, with what the player needs to know.

mod support;

use support::{card, games, position};
use trickcore::cards::{Card, FRENCH24, ITALIAN40, Pack};
use trickcore::rules::{Duty, Rules};
use trickcore::state::{IllegalMove, Move, Position, Say};

/// The kind of the refusal, whose message must hold all these words.
fn refused(position: &Position, mv: Move, words: &[&str]) -> &'static str {
    let before = position.clone();
    let mut board = position.clone();
    let error: IllegalMove = board.play(mv).unwrap_err();
    assert_eq!(board, before);
    assert_eq!(position.check(mv), Err(error.clone()));
    let message = error.to_string();
    for word in words {
        assert!(message.contains(word), "{word}: {message}");
    }
    error.kind()
}

fn say(pack: &Pack, text: &str, call: u8) -> Move {
    Move::Play(card(pack, text), Say::Call(call))
}

fn play(text: &str) -> Move {
    Move::card(card(&FRENCH24, text))
}

#[test]
fn cards_are_refused_by_the_first_duty_they_break() {
    let text = "hands KQ.9.-.- T9.A.J.- -.KJ.K.K -.-.AT.A9; leader 0; trick SJ; trump H; bidder 0; side 0";
    let mut anrufen = position(games::anrufen(4), text);
    assert_eq!(refused(&anrufen, play("SA"), &["seat 1", "SA", "T9.A.J.-"]), "not_held");
    assert_eq!(refused(&anrufen, Move::card(card(&trickcore::cards::FRENCH52, "S2")), &["S2"]), "not_held");
    assert_eq!(refused(&anrufen, Move::card(Card::from_code(63).unwrap()), &[]), "not_held");
    assert_eq!(refused(&anrufen, play("DJ"), &["seat 1", "SJ", "ST"]), "must_follow");
    // A trump does not follow either.
    assert_eq!(refused(&anrufen, play("HA"), &["SJ", "ST"]), "must_follow");
    assert_eq!(refused(&anrufen, play("S9"), &["S9", "SJ", "ST"]), "must_beat");
    anrufen.play(play("ST")).unwrap();
    assert_eq!(refused(&anrufen, play("DK"), &["seat 2", "SJ", "HK HJ"]), "must_trump");
    anrufen.play(play("HJ")).unwrap();
    // Seat 3 has neither: any card will do.
    assert_eq!(anrufen.legal_plays().len(), 4);
    // Overtrump: seat 1 follows with a small trump to a trump led.
    let text = "hands -.9.-.- -.AQ.-.- -.K.K.- -.-.AT.-; leader 0; trick HT; trump H; bidder 0; side 0";
    let trumps = position(games::anrufen(4), text);
    assert_eq!(refused(&trumps, play("HQ"), &["HQ", "HT", "HA"]), "must_beat");
    // The same table where beating is no duty, and where trumping is none.
    let text = "hands KQ.9.-.- -.AJ.J9.- -.KT.K.K -.-.AT.A9; leader 0; trick SJ; trump H; bidder 0; side 0";
    let soft = position(Rules { duty: Duty::FollowTrump, ..games::anrufen(4) }, text);
    assert_eq!(refused(&soft, play("DJ"), &["HA HJ"]), "must_trump");
    assert_eq!(soft.legal_plays().len(), 2);
    let free = position(Rules { duty: Duty::Follow, ..games::anrufen(4) }, text);
    assert_eq!(free.legal_plays().len(), 4);
}

#[test]
fn words_with_cards_are_refused_with_the_reason() {
    let marriage = |text: &str| say(&FRENCH24, text, 0);
    let text = "hands KQ.KJ.-.- AT.A.9.- 9.T.-.KQ J.-.AT.9; leader 0; trump H; bidder 0; side 0";
    let mut anrufen = position(games::anrufen(4), text);
    assert_eq!(refused(&anrufen, marriage("HK"), &["seat 0", "HK"]), "no_marriage");
    assert_eq!(refused(&anrufen, marriage("HJ"), &["HJ"]), "no_marriage");
    assert_eq!(refused(&anrufen, marriage("SA"), &["SA"]), "not_held");
    assert_eq!(refused(&anrufen, say(&FRENCH24, "SK", 1), &["call 1", "marriage"]), "unknown_call");
    assert_eq!(refused(&anrufen, say(&FRENCH24, "SK", 255), &["call 255"]), "unknown_call");
    anrufen.play(marriage("SK")).unwrap();
    assert_eq!(anrufen.points(), [20, 0, 0, 0]);
    assert_eq!(refused(&anrufen, marriage("SA"), &["marriage", "lead"]), "not_leading");
    let closed = position(games::anrufen(4), &format!("{text}; marriages no"));
    assert_eq!(refused(&closed, marriage("SK"), &["call 0"]), "unknown_call");

    let text = "hands 3.765.2.- 2.R.1.76 1.F.3R.5 RC.C.-.34; bidder 0; side 0";
    let mediatore = position(games::mediatore(), text);
    let signal = |text: &str, call| say(&ITALIAN40, text, call);
    let [busso, volo, striscio] = [0, 1, 2];
    assert_eq!(refused(&mediatore, signal("D7", volo), &["volo", "D7"]), "false_signal");
    assert_eq!(refused(&mediatore, signal("C3", striscio), &["striscio", "C3"]), "false_signal");
    for legal in
        [signal("D7", busso), signal("C3", busso), signal("C3", volo), signal("S2", volo), signal("D7", striscio)]
    {
        assert_eq!(mediatore.check(legal), Ok(()));
    }
    // Two low cards of the suit remain in each of these; a high one, or three low ones, make the signal false.
    let high = position(games::mediatore(), &text.replace("765.2", "76R.2").replace("2.R.1", "2.5.1"));
    assert_eq!(refused(&high, signal("D7", striscio), &[]), "false_signal");
    let many = position(games::mediatore(), &text.replace("765.2", "7654.-").replace("2.R.1", "2.R.2"));
    assert_eq!(refused(&many, signal("D7", striscio), &[]), "false_signal");
}

#[test]
fn announcements_are_refused_with_the_reason() {
    let text = "hands KQ.J.-.- AT.A.-.- 9.T.-.K -.-.AT.9; leader 0; trump H; bidder 0; side 0 2; \
                may raise hundred@2 | blocked raise all-tricks; may raise all-tricks@2 | blocked raise hundred; \
                may contra@1 3; may declare S@0 1 2 3 | needs KQ.-.-.-";
    let mut board = position(games::anrufen(4), text);
    let [hundred, all_tricks, contra, declare] = [0, 1, 2, 3].map(Move::Announce);
    assert_eq!(refused(&board, Move::Announce(4), &["announcement 4"]), "unknown_announcement");
    assert_eq!(refused(&board, Move::Announce(255), &["announcement 255"]), "unknown_announcement");
    assert_eq!(refused(&board, contra, &["seat 0", "contra"]), "not_for_seat");
    board.play(declare).unwrap();
    assert_eq!(refused(&board, declare, &["declare S"]), "already_said");
    board.play(play("SQ")).unwrap();
    assert_eq!(refused(&board, hundred, &["seat 1", "raise hundred"]), "not_for_seat");
    board.play(contra).unwrap();
    assert_eq!(refused(&board, contra, &["contra"]), "already_said");
    board.play(play("ST")).unwrap();
    board.play(all_tricks).unwrap();
    assert_eq!(refused(&board, hundred, &["raise hundred"]), "already_said");
    assert_eq!(refused(&board, all_tricks, &["raise all-tricks"]), "already_said");
    board.play(play("S9")).unwrap();
    assert_eq!(refused(&board, contra, &["contra"]), "already_said");
    board.play(play("C9")).unwrap();
    assert_eq!(refused(&board, contra, &["contra", "first trick"]), "too_late");
    assert_eq!(board.said().collect::<Vec<_>>(), [(1, 2), (2, 1), (3, 0)]);
    let fresh = position(games::anrufen(4), &text.replace("hands KQ.J", "hands K9.J").replace("9.T.-.K ", "J.T.-.K "));
    assert_eq!(refused(&fresh, declare, &["declare S", "seat 0", "SQ"]), "cards_missing");
}

#[test]
fn nothing_can_be_done_when_the_play_is_over() {
    let text = "hands -.-.-.- -.-.-.- -.-.-.- -.-.-.-; may contra@0 1 2 3; bidder 0; side 0";
    let over = position(games::anrufen(4), text);
    for mv in [play("SA"), say(&FRENCH24, "SK", 0), say(&FRENCH24, "SK", 9), Move::Announce(0), Move::Announce(9)] {
        assert_eq!(refused(&over, mv, &["over"]), "over");
    }
}
