//! Any rules, contract, setup and moves, all read from bytes.

#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use trickcore::cards::{Card, CardSet, PACKS};
use trickcore::random::Rng;
use trickcore::rules::{Announcement, Contract, Duty, Marriages, Plan, Rules, SeatSet, Signal, TrumpRank};
use trickcore::state::{Move, Position, Say, Setup};

/// Bytes that never end: zeros follow the input.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    fn below(&mut self, n: u8) -> u8 {
        self.byte() % n.max(1)
    }

    fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    fn wide(&mut self) -> u64 {
        (0..8).fold(0, |word, _| word << 8 | u64::from(self.byte()))
    }

    fn seats(&mut self) -> SeatSet {
        let mask = self.byte();
        (0..8).filter(|seat| mask >> seat & 1 == 1).collect()
    }

    /// Up to `n` items.
    fn some<T>(&mut self, n: u8, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let n = self.below(n + 1);
        (0..n).map(|_| item(self)).collect()
    }

    fn amount(&mut self) -> u32 {
        let amount = u32::from(self.byte());
        if self.flag() { amount * amount } else { amount }
    }

    fn rules(&mut self) -> Rules {
        let pack = PACKS[self.below(4) as usize];
        let plain = Rules::plain("fuzz", pack, self.below(4) as usize + 1);
        let mut worth = [0; 16];
        for rank in (0..16).filter(|&rank| pack.has_rank(rank)) {
            worth[rank as usize] = self.amount() as u16;
        }
        let mut ranking = plain.ranking.clone();
        Rng::new(self.byte().into()).shuffle(&mut ranking);
        let trump_rank = |bytes: &mut Self| match bytes.below(3) {
            0 => TrumpRank::Own(bytes.byte()),
            1 => TrumpRank::Sister(bytes.below(16)),
            _ => TrumpRank::Fixed(Card::from_code(bytes.below(64)).unwrap()),
        };
        let trumps = self.flag().then(|| {
            let mut entries = self.some(80, trump_rank);
            entries.extend(ranking.iter().map(|&rank| TrumpRank::Own(rank)));
            entries
        });
        Rules {
            ranking,
            trump_ranking: trumps,
            duty: [Duty::Follow, Duty::FollowTrump, Duty::Beat][self.below(3) as usize],
            worth,
            last_trick: self.amount() as u16,
            marriages: self.flag().then(|| Marriages { plain: self.amount() as u16, trump: self.amount() as u16 }),
            signals: self.some(3, |bytes| Signal {
                name: ["knock", "fly", "stroke"][bytes.below(3) as usize].into(),
                min: bytes.below(4),
                max: bytes.byte(),
                ranks: bytes.wide() as u16,
            }),
            ..plain
        }
    }

    fn contract(&mut self) -> Contract {
        let text = |bytes: &mut Self| format!("say {}", bytes.below(4));
        Contract {
            trump: self.flag().then(|| self.below(6)),
            bidder: self.below(5) as usize,
            side: self.seats(),
            out: if self.flag() { self.seats() } else { SeatSet::EMPTY },
            misere: self.flag(),
            marriages: self.flag(),
            announcements: self.some(17, |bytes| Announcement {
                text: text(bytes),
                seats: bytes.seats(),
                needs: if bytes.flag() { CardSet::from_mask(1 << bytes.below(64)) } else { CardSet::EMPTY },
                blocked_by: bytes.some(2, text),
                bonus: bytes.amount() as u16,
            }),
        }
    }

    fn setup(&mut self, plan: &Plan) -> Setup {
        let rules = plan.rules();
        let mut cards: Vec<Card> = rules.pack.cards().iter().collect();
        Rng::new(self.byte().into()).shuffle(&mut cards);
        let size = self.below(27) as usize;
        let mut hands: Vec<CardSet> =
            (0..rules.seats).map(|seat| cards.iter().skip(seat * size).take(size).copied().collect()).collect();
        if self.byte() == 255 {
            hands[0] = CardSet::from_mask(self.wide());
        }
        Setup {
            hands,
            leader: self.below(5) as usize,
            trick: self.some(2, |bytes| Card::from_code(bytes.below(64)).unwrap()),
            tricks: self.some(5, Self::amount),
            points: self.some(5, Self::amount),
            aside: self.some(5, Self::amount),
            last_trick_bonus: self.amount(),
            said: self.some(3, |bytes| (bytes.below(20) as usize, bytes.below(9) as usize)),
            allow_revokes: self.flag(),
        }
    }

    fn mv(&mut self) -> Move {
        let card = Card::from_code(self.below(64)).unwrap();
        match self.below(4) {
            0 => Move::Announce(self.byte()),
            1 => Move::Play(card, Say::Call(self.byte())),
            _ => Move::card(card),
        }
    }
}

fn play(mut position: Position, bytes: &mut Bytes) {
    let start = position.clone();
    let mut undos = Vec::new();
    while !position.is_over() {
        let legal = position.legal_moves();
        assert!(!legal.is_empty());
        for _ in 0..4 {
            let mv = bytes.mv();
            let before = position.clone();
            match position.play(mv) {
                Ok(undo) => {
                    assert!(legal.contains(&mv));
                    position.undo(undo);
                }
                Err(error) => assert!(!legal.contains(&mv) && !error.to_string().is_empty()),
            }
            assert_eq!(position, before);
        }
        let chosen = legal[bytes.byte() as usize % legal.len()];
        undos.push(position.play(chosen).unwrap());
        let text = position.to_string();
        if text.len() <= 4096 {
            assert_eq!(Position::parse(position.plan().rules(), &text).as_ref(), Ok(&position));
        }
    }
    let _ = (position.points(), position.totals());
    undos.into_iter().rev().for_each(|undo| position.undo(undo));
    assert_eq!(position, start);
}

fuzz_target!(|input: &[u8]| {
    let mut bytes = Bytes(input);
    let rules = Arc::new(bytes.rules());
    let contract = bytes.contract();
    let Ok(plan) = Plan::compile(&rules, contract) else { return };
    let plan = Arc::new(plan);
    if let Ok(position) = bytes.setup(&plan).build(&plan) {
        play(position, &mut bytes);
    }
});
