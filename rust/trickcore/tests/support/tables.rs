//! Random tables for proptest: rules, contract, and hands of any shape that is allowed.
//!
//! A table is made of plain numbers, each of which shrinks towards the plainest choice.

use std::fmt;
use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use trickcore::cards::{Card, CardSet, PACKS, Pack};
use trickcore::rules::{Announcement, Contract, Duty, Marriages, Plan, Rules, SeatSet, Signal, TrumpRank};
use trickcore::state::{Position, Setup};

use super::naive::Naive;

/// A contract of some rules, hands to play it with, and choices that say how it goes on.
#[derive(Clone)]
pub struct Table {
    pub plan: Arc<Plan>,
    /// Before the first card of a trick.
    pub setup: Setup,
    choices: Vec<u16>,
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.setup.build(&self.plan) {
            Ok(position) => write!(f, "{position}\n{:?}\n{:?}", self.plan.rules(), self.choices),
            Err(faults) => write!(f, "{faults}\n{:?}\n{:?}", self.plan.contract(), self.setup),
        }
    }
}

impl Table {
    pub fn position(&self) -> Position {
        self.setup.build(&self.plan).unwrap_or_else(|faults| panic!("{faults}"))
    }

    /// The same cards with another bidder, all on the sides on which they were.
    pub fn bid_by(&self, bidder: usize) -> Table {
        let contract = self.plan.contract();
        let side =
            if contract.side.contains(bidder) { contract.side } else { everyone(&self.plan).without(contract.side) };
        let contract = Contract { bidder, side, ..contract.clone() };
        let plan = Arc::new(Plan::compile(self.plan.rules(), contract).unwrap_or_else(|faults| panic!("{faults}")));
        Table { plan, ..self.clone() }
    }

    pub fn naive(&self) -> Naive {
        Naive::new(&self.plan, &self.setup)
    }

    /// The choice among `n` that is made at a ply.
    pub fn choice(&self, ply: usize, n: usize) -> usize {
        (self.choices[ply % self.choices.len()] as usize * n) >> 16
    }

    /// The position after so many of the chosen moves, or fewer where the play ends before.
    pub fn after(&self, plies: usize) -> Position {
        let mut position = self.position();
        for ply in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[self.choice(ply, moves.len())]);
        }
        position
    }
}

/// The numbers that a table is made of.
#[derive(Clone, Debug)]
struct Numbers {
    pack: usize,
    seats: usize,
    duty: usize,
    trump: Option<u8>,
    rank_order: Vec<u16>,
    trump_style: usize,
    trump_order: Vec<u16>,
    worth: Vec<u16>,
    last_trick: u16,
    marriages: Option<(u16, u16)>,
    marriages_open: bool,
    signals: u8,
    bidder: usize,
    side: u8,
    out: u8,
    misere: bool,
    announcements: Vec<(u8, u8, Vec<usize>, u16)>,
    said: Vec<Option<usize>>,
    card_order: Vec<u16>,
    cards: usize,
    leader: usize,
    before: Vec<(u32, u32, u32)>,
    bonus: u32,
    choices: Vec<u16>,
}

/// Tables with at most `most_cards[players]` cards in a hand.
pub fn tables(most_cards: [usize; 5]) -> impl Strategy<Value = Table> {
    let rules = (
        0..4usize,
        2..=4usize,
        0..3usize,
        proptest::option::of(0..4u8),
        vec(any::<u16>(), 13),
        0..4usize,
        vec(any::<u16>(), 20),
        vec(0..12u16, 13),
        0..12u16,
    );
    let words = (
        proptest::option::of((0..40u16, 0..60u16)),
        any::<bool>(),
        0..8u8,
        vec((0..16u8, 0..16u8, vec(0..52usize, 0..3), 0..50u16), 0..4),
        vec(proptest::option::of(0..4usize), 4),
    );
    let contract = (0..4usize, 0..16u8, 0..16u8, any::<bool>());
    let cards = (
        vec(any::<u16>(), 52),
        any::<prop::sample::Index>(),
        0..4usize,
        vec((0..3u32, 0..60u32, 0..30u32), 4),
        0..10u32,
        vec(any::<u16>(), 64),
    );
    (rules, words, contract, cards).prop_map(move |(rules, words, contract, cards)| {
        let (pack, seats, duty, trump, rank_order, trump_style, trump_order, worth, last_trick) = rules;
        let (marriages, marriages_open, signals, announcements, said) = words;
        let (bidder, side, out, misere) = contract;
        let (card_order, size, leader, before, bonus, choices) = cards;
        let mut numbers = Numbers {
            pack,
            seats,
            duty,
            trump,
            rank_order,
            trump_style,
            trump_order,
            worth,
            last_trick,
            marriages,
            marriages_open,
            signals,
            bidder,
            side,
            out,
            misere,
            announcements,
            said,
            card_order,
            cards: 0,
            leader,
            before,
            bonus,
            choices,
        };
        let players = numbers.contract(PACKS[pack]).out;
        let players = seats - players.len();
        let most = most_cards[players].min(PACKS[pack].len() / players);
        numbers.cards = 1 + size.index(most);
        numbers.table()
    })
}

impl Numbers {
    fn table(&self) -> Table {
        let pack = PACKS[self.pack];
        let rules = Arc::new(self.rules(pack));
        let contract = self.contract(pack);
        let plan = Arc::new(Plan::compile(&rules, contract).unwrap_or_else(|faults| panic!("{faults}")));
        Table { setup: self.setup(pack, &plan), plan, choices: self.choices.clone() }
    }

    fn rules(&self, pack: &'static Pack) -> Rules {
        let ranks: Vec<u8> = (0..13).filter(|&rank| pack.has_rank(rank)).collect();
        let ranking = sorted(&ranks, &self.rank_order);
        let mut worth = [0; 16];
        for &rank in &ranks {
            worth[rank as usize] = self.worth[rank as usize];
        }
        let marriages = self.marriages.filter(|_| pack.family.suits == "SHDC");
        Rules {
            ranking,
            trump_ranking: self.trump_ranking(pack, &ranks),
            duty: [Duty::Follow, Duty::FollowTrump, Duty::Beat][self.duty],
            worth,
            last_trick: self.last_trick,
            marriages: marriages.map(|(plain, trump)| Marriages { plain, trump }),
            signals: self.signals(&ranks),
            ..Rules::plain("random", pack, self.seats)
        }
    }

    /// None, the ranks in an order of their own, with two cards of the sister suit, or with two fixed cards.
    fn trump_ranking(&self, pack: &Pack, ranks: &[u8]) -> Option<Vec<TrumpRank>> {
        let mut entries: Vec<TrumpRank> = ranks.iter().map(|&rank| TrumpRank::Own(rank)).collect();
        let two = [ranks[1], ranks[ranks.len() / 2]];
        match self.trump_style {
            0 => return None,
            1 => {}
            2 => entries.extend(two.map(TrumpRank::Sister)),
            _ => {
                let others =
                    pack.cards().iter().filter(|card| two.contains(&card.rank()) && card.suit() != self.suit());
                entries.extend(others.take(2).map(TrumpRank::Fixed));
            }
        }
        Some(sorted(&entries, &self.trump_order))
    }

    fn suit(&self) -> u8 {
        self.trump.unwrap_or(0)
    }

    fn signals(&self, ranks: &[u8]) -> Vec<Signal> {
        let low = ranks[ranks.len() / 2..].iter().fold(0, |mask, rank| mask | 1 << rank);
        let all = ranks.iter().fold(0, |mask, rank| mask | 1 << rank);
        let known = [("knock", 0, 64, all), ("fly", 0, 0, 0), ("stroke", 1, 2, low)];
        let chosen = known.iter().enumerate().filter(|(i, _)| self.signals >> i & 1 != 0);
        chosen.map(|(_, &(name, min, max, ranks))| Signal { name: name.into(), min, max, ranks }).collect()
    }

    /// The contract; seats out of play and the sides are bent until somebody opposes the bidder.
    fn contract(&self, pack: &Pack) -> Contract {
        let bidder = self.bidder % self.seats;
        let opponent = (bidder + 1) % self.seats;
        let seats = |mask: u8| (0..self.seats).filter(move |seat| mask >> seat & 1 != 0);
        let side = seats(self.side).filter(|&seat| seat != opponent).chain([bidder]).collect();
        let out = seats(self.out & self.out >> 1).filter(|&seat| seat != bidder && seat != opponent).collect();
        let cards: Vec<Card> = pack.cards().iter().collect();
        let known = self.announcements.len();
        let announcements =
            self.announcements.iter().enumerate().map(|(i, (by, blocked, needs, bonus))| Announcement {
                text: format!("say {i}"),
                seats: seats(*by).collect(),
                needs: needs.iter().map(|&card| cards[card % cards.len()]).collect(),
                blocked_by: (0..known)
                    .filter(|other| blocked >> other & 1 != 0)
                    .map(|other| format!("say {other}"))
                    .collect(),
                bonus: *bonus,
            });
        Contract {
            trump: self.trump,
            bidder,
            side,
            out,
            misere: self.misere,
            marriages: self.marriages_open,
            announcements: announcements.collect(),
        }
    }

    fn setup(&self, pack: &Pack, plan: &Plan) -> Setup {
        let order: Vec<Card> = sorted(&pack.cards().iter().collect::<Vec<_>>(), &self.card_order);
        let in_play: Vec<usize> = plan.in_play().iter().collect();
        let mut hands = vec![CardSet::EMPTY; self.seats];
        for (&seat, cards) in in_play.iter().zip(order.chunks_exact(self.cards)) {
            hands[seat] = cards.iter().copied().collect();
        }
        // The first numbers of `before` also say whether anything was won before.
        let before = &self.before[..self.seats];
        let won = before[0].0 > 0;
        let list = |pick: fn(&(u32, u32, u32)) -> u32| before.iter().map(pick).collect::<Vec<u32>>();
        let announcements = &plan.contract().announcements;
        let said = announcements.iter().zip(&self.said).enumerate().filter_map(|(number, (announcement, by))| {
            let seat = (*by)?;
            (announcement.seats.contains(seat) && plan.in_play().contains(seat)).then_some((number, seat))
        });
        Setup {
            hands,
            leader: in_play[self.leader % in_play.len()],
            trick: Vec::new(),
            tricks: if won { list(|b| b.0) } else { Vec::new() },
            points: if won { list(|b| b.1) } else { Vec::new() },
            aside: list(|b| b.2),
            last_trick_bonus: self.bonus,
            said: said.collect(),
            allow_revokes: false,
        }
    }
}

/// Items in the order of their keys.
fn sorted<T: Copy>(items: &[T], keys: &[u16]) -> Vec<T> {
    let mut keyed: Vec<(u16, usize)> = keys.iter().copied().zip(0..).take(items.len()).collect();
    keyed.sort();
    keyed.into_iter().map(|(_, i)| items[i]).collect()
}

/// All seats of a table.
pub fn everyone(plan: &Plan) -> SeatSet {
    SeatSet::first(plan.rules().seats)
}
