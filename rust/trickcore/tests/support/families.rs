//! The contracts of the four games, and random deals to play them with: what comparisons of the engines run over.

use std::sync::Arc;

use trickcore::cards::{Card, CardSet, Pack};
use trickcore::random::Rng;
use trickcore::rules::{Announcement, Atom, Condition, Contract, Payoff, Plan, Rules, SeatSet};
use trickcore::solver::Objective;
use trickcore::state::{Position, Setup};

use super::games;

/// How the cards of a deal are spread.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Spread {
    /// Every deal is as likely as any other.
    Even,
    /// Long suits in one hand, or high cards.
    Skewed,
}

/// A kind of contract: rules, sides, and what is solved for.
#[derive(Clone)]
pub struct Family {
    pub name: &'static str,
    pub rules: Rules,
    /// Cards of a full hand.
    pub hand: usize,
    pub trumps: bool,
    /// The side of seat 0, who bids.
    pub side: &'static [usize],
    pub out: &'static [usize],
    pub misere: bool,
    /// Whether every king and queen in one hand has been announced.
    pub declared: bool,
    /// Whether tricks are wanted, or points.
    pub tricks: bool,
}

/// Every kind of contract that the games have.
pub fn families() -> Vec<Family> {
    let points = |name, rules, hand, side| Family {
        name,
        rules,
        hand,
        trumps: true,
        side,
        out: &[],
        misere: false,
        declared: false,
        tricks: false,
    };
    let tricks = |name, rules, hand, side| Family { tricks: true, ..points(name, rules, hand, side) };
    let maine = games::maine_charlemagne;
    vec![
        points("Anrufen, two against two", games::anrufen(4), 6, &[0, 2]),
        points("Anrufen, neighbours", games::anrufen(4), 6, &[0, 1]),
        tricks("Anrufen, every trick", games::anrufen(4), 6, &[0, 2]),
        Family { misere: true, ..tricks("Anrufen, no trick", games::anrufen(4), 6, &[0]) },
        points("Anrufen, three players", games::anrufen(3), 7, &[0]),
        points("Königrufen, two against two", games::koenigrufen(), 8, &[0, 2]),
        Family { declared: true, ..points("Königrufen, neighbours, marriages", games::koenigrufen(), 8, &[0, 3]) },
        points("Königrufen, alone", games::koenigrufen(), 8, &[0]),
        tricks("Maine Charlemagne, trumps", maine(), 8, &[0, 2]),
        Family { trumps: false, ..tricks("Maine Charlemagne, no trumps", maine(), 8, &[0, 2]) },
        Family { trumps: false, misere: true, out: &[2], ..tricks("Maine Charlemagne, le petit", maine(), 8, &[0, 2]) },
        Family { out: &[2], ..tricks("Maine Charlemagne, alone against two", maine(), 8, &[0, 2]) },
        Family { out: &[2, 3], ..tricks("Maine Charlemagne, alone against one", maine(), 8, &[0, 2]) },
        Family { trumps: false, ..points("Mediatore, two against two", games::mediatore(), 9, &[0, 2]) },
        Family { trumps: false, ..points("Mediatore, neighbours", games::mediatore(), 9, &[0, 1]) },
        Family { trumps: false, ..points("Mediatore, alone", games::mediatore(), 9, &[0]) },
    ]
}

impl Family {
    /// Everything that deals of this family are solved for.
    pub fn goals(&self) -> Vec<Objective> {
        if self.tricks {
            vec![Objective::Tricks, self.payoff()]
        } else {
            vec![Objective::Points, Objective::Margin, self.payoff()]
        }
    }

    /// A payoff as the games have them: half of what there is, three quarters of it, everything.
    fn payoff(&self) -> Objective {
        let pack = self.rules.pack;
        let all: u32 = pack.cards().iter().map(|card| u32::from(self.rules.worth[card.rank() as usize])).sum();
        let (all, tricks) = (all as i32 + i32::from(self.rules.last_trick), self.hand as i32);
        let steps: Vec<Condition> = match (self.misere, self.tricks) {
            (true, _) => vec![Atom::TricksAtMost(0).into()],
            (_, true) => vec![Atom::Tricks(tricks / 2 + 1).into(), Atom::Tricks(tricks).into()],
            _ => vec![
                Condition::from(Atom::Own(all / 2 + 1)).or(Atom::Margin(all / 2).into()),
                Condition::from(Atom::Own(all * 3 / 4)).and(Atom::OthersBelow(all / 3).into()),
                Atom::Tricks(tricks).into(),
            ],
        };
        let levels = std::iter::once(Condition::always()).chain(steps).zip([-2, 1, 3, 8]);
        let pays = |pay: i32| (0..self.rules.seats).map(|seat| [pay, -pay, 0, 0][seat]).collect();
        let levels = levels.map(|(condition, pay)| (condition, pays(pay))).collect();
        Objective::Payoff(Arc::new(Payoff::new(0, levels).expect("a payoff")))
    }

    /// The contract with this trump.
    fn contract(&self, trump: Option<u8>) -> Contract {
        let set = |seats: &[usize]| seats.iter().copied().collect::<SeatSet>();
        let announcements =
            if self.declared { (0..4).map(|suit| self.announcement(suit, trump)).collect() } else { vec![] };
        Contract {
            trump,
            side: set(self.side),
            out: set(self.out),
            misere: self.misere,
            announcements,
            ..Contract::alone(0)
        }
    }

    /// "The trump marriage counts 40, any other 20."
    fn announcement(&self, suit: u8, trump: Option<u8>) -> Announcement {
        let pack = self.rules.pack;
        let needs = "KQ".chars().filter_map(|letter| Card::new(suit, pack.rank(letter)?)).collect();
        Announcement {
            text: format!("declare {}", pack.suit_letter(suit)),
            seats: SeatSet::first(self.rules.seats),
            needs,
            blocked_by: Vec::new(),
            bonus: if trump == Some(suit) { 40 } else { 20 },
        }
    }

    /// Deal number `seed` with `cards` in every hand; somebody in play leads.
    pub fn deal(&self, seed: u64, cards: usize, spread: Spread) -> Dealt {
        let mut rng = Rng::new(seed);
        let contract = self.contract(self.trumps.then(|| rng.below(4) as u8));
        let order = order(self.rules.pack, spread, &mut rng);
        let mut hands: Vec<CardSet> =
            order.chunks_exact(cards).take(self.rules.seats).map(|hand| hand.iter().copied().collect()).collect();
        rng.shuffle(&mut hands);
        let in_play: Vec<usize> = (0..self.rules.seats).filter(|&seat| !contract.out.contains(seat)).collect();
        let setup = Setup {
            leader: in_play[rng.below(in_play.len() as u32) as usize],
            last_trick_bonus: self.monte(&order),
            said: said(&contract, &hands),
            ..Setup::new(hands)
        };
        Dealt { rules: Arc::new(self.rules.clone()), contract, setup }
    }

    /// "The monte's points go with the last trick" of Mediatore.
    fn monte(&self, order: &[Card]) -> u32 {
        if self.rules.name != "mediatore" {
            return 0;
        }
        order[self.rules.seats * self.hand..].iter().map(|card| u32::from(self.rules.worth[card.rank() as usize])).sum()
    }
}

/// Everything that can be announced with these hands.
pub fn said(contract: &Contract, hands: &[CardSet]) -> Vec<(usize, usize)> {
    let of = |(number, announcement): (usize, &Announcement)| {
        let by = hands.iter().position(|&hand| announcement.needs.is_subset(hand))?;
        Some((number, by))
    };
    contract.announcements.iter().enumerate().filter_map(of).collect()
}

/// The cards of a pack in the order in which they are dealt.
fn order(pack: &Pack, spread: Spread, rng: &mut Rng) -> Vec<Card> {
    let mut cards: Vec<Card> = pack.cards().iter().collect();
    rng.shuffle(&mut cards);
    if spread == Spread::Skewed {
        let by_suit = rng.below(2) == 0;
        let loose = 1 + rng.below(24);
        cards.sort_by_cached_key(|card| {
            let key = if by_suit { u32::from(card.suit()) * 8 } else { u32::from(card.rank()) * 3 };
            key + rng.below(loose)
        });
    }
    cards
}

/// A deal of a family: all that its position is made of.
#[derive(Clone, Debug)]
pub struct Dealt {
    pub rules: Arc<Rules>,
    pub contract: Contract,
    pub setup: Setup,
}

impl Dealt {
    /// The position before the first card.
    pub fn position(&self) -> Position {
        let plan = Plan::compile(&self.rules, self.contract.clone()).unwrap_or_else(|faults| panic!("{faults}"));
        self.setup.build(&Arc::new(plan)).unwrap_or_else(|faults| panic!("{faults}"))
    }

    /// The same deal, everybody so many seats further on.
    pub fn rotated(&self, by: usize) -> Dealt {
        let seats = self.rules.seats;
        let seat = |seat: usize| (seat + by) % seats;
        let set = |set: SeatSet| set.iter().map(seat).collect::<SeatSet>();
        let mut hands = self.setup.hands.clone();
        hands.rotate_right(by);
        let mut contract = Contract {
            bidder: seat(self.contract.bidder),
            side: set(self.contract.side),
            out: set(self.contract.out),
            ..self.contract.clone()
        };
        contract.announcements.iter_mut().for_each(|announcement| announcement.seats = set(announcement.seats));
        let said = self.setup.said.iter().map(|&(number, by)| (number, seat(by))).collect();
        let setup = Setup { hands, leader: seat(self.setup.leader), said, ..self.setup.clone() };
        Dealt { rules: self.rules.clone(), contract, setup }
    }

    /// The same deal with other names for the suits.
    pub fn relabelled(&self, suits: [u8; 4]) -> Dealt {
        let set = |cards: CardSet| cards.iter().map(|card| relabelled(card, suits)).collect::<CardSet>();
        let trump = self.contract.trump.map(|trump| suits[trump as usize]);
        let mut contract = Contract { trump, ..self.contract.clone() };
        contract.announcements.iter_mut().for_each(|announcement| announcement.needs = set(announcement.needs));
        let setup = Setup { hands: self.setup.hands.iter().map(|&hand| set(hand)).collect(), ..self.setup.clone() };
        Dealt { rules: self.rules.clone(), contract, setup }
    }
}

/// The card of the same rank in the suit that takes the place of its own.
pub fn relabelled(card: Card, suits: [u8; 4]) -> Card {
    Card::new(suits[card.suit() as usize], card.rank()).expect("a suit")
}

/// The position after so many random moves, or fewer where the play ends before.
pub fn after(mut position: Position, plies: usize, rng: &mut Rng) -> Position {
    for _ in 0..plies {
        let moves = position.search_moves();
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(moves[rng.below(moves.len() as u32) as usize]);
    }
    position
}
