//! The play a second time, naively: cards are texts, hands are lists, and every rule is a sentence of the rules pages.

use trickcore::cards::{Card, card_text, parse_card};
use trickcore::rules::{Duty, Plan, TrumpRank};
use trickcore::state::{Move, Position, Say, Setup};

/// A move in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    Play(String),
    PlaySaying(String, String),
    Announce(String),
}

#[derive(Clone, Debug)]
struct Announced {
    text: String,
    seats: Vec<usize>,
    needs: Vec<String>,
    blocked_by: Vec<String>,
    bonus: u32,
}

#[derive(Clone, Debug)]
struct Signalled {
    name: String,
    min: usize,
    max: usize,
    ranks: Vec<char>,
}

/// A moment of the play. Fields may be read and nothing is hidden.
#[derive(Clone, Debug)]
pub struct Naive {
    pack: Vec<String>,
    /// Ranks of a plain suit, strongest first.
    ranking: Vec<char>,
    trump: Option<char>,
    /// Cards of the trump lane, strongest first.
    trumps: Vec<String>,
    duty: Duty,
    worth: Vec<(char, u32)>,
    last_trick: u32,
    marriages: Option<(u32, u32)>,
    signals: Vec<Signalled>,
    announcements: Vec<Announced>,
    /// The seats in play in turn order.
    players: Vec<usize>,
    pub aside: Vec<u32>,
    pub hands: Vec<Vec<String>>,
    pub leader: usize,
    pub trick: Vec<(usize, String)>,
    pub tricks: Vec<u32>,
    points: Vec<u32>,
    pub said: Vec<(String, usize)>,
}

impl Naive {
    /// What a setup means under a plan. The setup is taken to be right.
    pub fn new(plan: &Plan, setup: &Setup) -> Naive {
        let (rules, contract) = (plan.rules(), plan.contract());
        let pack = rules.pack;
        let text = |card: Card| card_text(pack, card);
        let letters = |ranks: &[u8]| ranks.iter().map(|&rank| pack.rank_letter(rank)).collect::<Vec<char>>();
        let trump = contract.trump.map(|suit| pack.suit_letter(suit));
        let players: Vec<usize> = (0..rules.seats).filter(|&seat| !contract.out.contains(seat)).collect();
        let padded = |list: &[u32]| if list.is_empty() { vec![0; rules.seats] } else { list.to_vec() };
        let mut naive = Naive {
            pack: pack.cards().iter().map(text).collect(),
            ranking: letters(&rules.ranking),
            trump,
            trumps: Vec::new(),
            duty: rules.duty,
            worth: (0..13).map(|rank| (pack.rank_letter(rank), rules.worth[rank as usize].into())).collect(),
            last_trick: u32::from(rules.last_trick) + setup.last_trick_bonus,
            marriages: rules.marriages.filter(|_| contract.marriages).map(|m| (m.plain.into(), m.trump.into())),
            signals: rules
                .signals
                .iter()
                .map(|signal| Signalled {
                    name: signal.name.clone(),
                    min: signal.min.into(),
                    max: signal.max.into(),
                    ranks: (0..13).filter(|r| signal.ranks >> r & 1 == 1).map(|r| pack.rank_letter(r)).collect(),
                })
                .collect(),
            announcements: contract
                .announcements
                .iter()
                .map(|announcement| Announced {
                    text: announcement.text.clone(),
                    seats: announcement.seats.iter().collect(),
                    needs: announcement.needs.iter().map(text).collect(),
                    blocked_by: announcement.blocked_by.clone(),
                    bonus: announcement.bonus.into(),
                })
                .collect(),
            hands: (0..rules.seats).map(|_| Vec::new()).collect(),
            aside: padded(&setup.aside),
            leader: setup.leader,
            trick: Vec::new(),
            tricks: padded(&setup.tricks),
            points: padded(&setup.points),
            said: Vec::new(),
            players,
        };
        naive.trumps = naive.trump_lane(rules.trump_ranking.as_deref(), pack.family.suits);
        for &seat in &naive.players {
            naive.hands[seat] = setup.hands[seat].iter().map(text).collect();
        }
        for &(number, seat) in &setup.said {
            naive.said.push((naive.announcements[number].text.clone(), seat));
        }
        for &card in &setup.trick {
            naive.trick.push((naive.at(setup.leader, naive.trick.len()), text(card)));
        }
        naive
    }

    /// The trump lane in words: what the trump ranking names, or the trump suit ranked as a plain one.
    fn trump_lane(&self, ranking: Option<&[TrumpRank]>, suits: &str) -> Vec<String> {
        let Some(trump) = self.trump else { return Vec::new() };
        let Some(ranking) = ranking else {
            return self.ranking.iter().map(|rank| format!("{trump}{rank}")).collect();
        };
        let all = if suits == "SHDC" { "AKQJT98765432" } else { "321RCF7654" };
        let letter = |rank: u8| all.chars().nth(rank.into()).unwrap();
        // Spades and clubs are of one colour, hearts and diamonds; of the Italian suits each is paired with its
        // neighbour.
        let sister = match (suits, trump) {
            ("SHDC", 'S') => 'C',
            ("SHDC", 'C') => 'S',
            ("SHDC", 'H') => 'D',
            ("SHDC", _) => 'H',
            (_, 'C') => 'D',
            (_, 'D') => 'C',
            (_, 'S') => 'B',
            _ => 'S',
        };
        let mut lane: Vec<String> = Vec::new();
        for entry in ranking {
            let card = match *entry {
                TrumpRank::Own(rank) => format!("{trump}{}", letter(rank)),
                TrumpRank::Sister(rank) => format!("{sister}{}", letter(rank)),
                TrumpRank::Fixed(card) => {
                    format!("{}{}", suits.chars().nth(card.suit().into()).unwrap(), letter(card.rank()))
                }
            };
            if !lane.contains(&card) {
                lane.push(card);
            }
        }
        lane
    }

    /// The seat that plays the card number `place` of a trick.
    fn at(&self, leader: usize, place: usize) -> usize {
        let start = self.players.iter().position(|&seat| seat == leader).expect("the leader is in play");
        self.players[(start + place) % self.players.len()]
    }

    pub fn is_over(&self) -> bool {
        self.trick.is_empty() && self.players.iter().all(|&seat| self.hands[seat].is_empty())
    }

    pub fn turn(&self) -> Option<usize> {
        (!self.is_over()).then(|| self.at(self.leader, self.trick.len()))
    }

    /// The lane of a card: trumps, or its suit.
    fn lane(&self, card: &str) -> String {
        if self.trumps.iter().any(|trump| trump == card) { "trumps".into() } else { card[..1].into() }
    }

    /// Place of a card in its lane, 0 the strongest.
    fn place(&self, card: &str) -> usize {
        match self.trumps.iter().position(|trump| trump == card) {
            Some(place) => place,
            None => self.ranking.iter().position(|rank| card.ends_with(*rank)).expect("a ranked card"),
        }
    }

    /// Cards lane by lane, trumps last, each lane from the weakest card up.
    pub fn lane_order(&self, card: &str) -> (bool, usize, std::cmp::Reverse<usize>) {
        let suit = self.pack.iter().position(|other| other[..1] == card[..1]).expect("a suit of the pack");
        let is_trump = self.lane(card) == "trumps";
        (is_trump, if is_trump { 0 } else { suit }, std::cmp::Reverse(self.place(card)))
    }

    /// "A card beats another if it is in the trump lane and the other is not, or both are in one lane and it ranks
    /// higher."
    fn beats(&self, card: &str, other: &str) -> bool {
        let (lane, of_other) = (self.lane(card), self.lane(other));
        if lane == of_other { self.place(card) < self.place(other) } else { lane == "trumps" }
    }

    /// "The first card of a trick fixes the led lane; a card of neither the led lane nor trumps never wins."
    fn can_win(&self, card: &str, led: &str) -> bool {
        self.lane(card) == self.lane(led) || self.lane(card) == "trumps"
    }

    /// The one card of the trick that can win and is beaten by none that can.
    pub fn best(&self) -> Option<&(usize, String)> {
        let led = &self.trick.first()?.1;
        let able = || self.trick.iter().filter(|(_, card)| self.can_win(card, led));
        able().find(|(_, card)| !able().any(|(_, other)| self.beats(other, card)))
    }

    /// Whether a card added to the trick would take it from all cards so far.
    fn takes_over(&self, card: &str) -> bool {
        let led = &self.trick[0].1;
        let able = self.trick.iter().filter(|(_, other)| self.can_win(other, led));
        self.can_win(card, led) && able.into_iter().all(|(_, other)| self.beats(card, other))
    }

    /// Why the card may not be played, as the kind of the error.
    fn card_refusal(&self, hand: &[String], card: &str) -> Option<&'static str> {
        if !hand.iter().any(|held| held == card) {
            return Some("not_held");
        }
        let (_, led) = self.trick.first()?;
        let follows = |card: &&String| self.lane(card) == self.lane(led);
        let is_trump = |card: &&String| self.lane(card) == "trumps";
        let mut allowed: Vec<&String> = hand.iter().filter(follows).collect();
        if !allowed.is_empty() {
            if self.lane(card) != self.lane(led) {
                return Some("must_follow");
            }
        } else if self.duty != Duty::Follow && hand.iter().any(|card| is_trump(&card)) {
            allowed = hand.iter().filter(is_trump).collect();
            if self.lane(card) != "trumps" {
                return Some("must_trump");
            }
        }
        // "Within what follows, a card that beats every card so far in the trick must be played if there is one."
        let beatable = self.duty == Duty::Beat && allowed.iter().any(|card| self.takes_over(card));
        (beatable && !self.takes_over(card)).then_some("must_beat")
    }

    /// "A player about to lead a trick, holding K and Q of a suit, may lead one of the two and declare."
    fn marriage(&self, hand: &[String], card: &str) -> Option<u32> {
        let (plain, trump) = self.marriages?;
        let suit = card.chars().next()?;
        let holds = |rank: char| hand.contains(&format!("{suit}{rank}"));
        let of_couple = card.ends_with('K') || card.ends_with('Q');
        let worth = if Some(suit) == self.trump { trump } else { plain };
        (of_couple && holds('K') && holds('Q')).then_some(worth)
    }

    /// "A signal must be true to be legal": so many cards of the lane remain, and all of the ranks it speaks of.
    fn is_true(&self, signal: &Signalled, hand: &[String], card: &str) -> bool {
        let left: Vec<&String> =
            hand.iter().filter(|other| *other != card && self.lane(other) == self.lane(card)).collect();
        left.len() >= signal.min
            && left.len() <= signal.max
            && left.iter().all(|other| signal.ranks.contains(&other.chars().last().unwrap()))
    }

    /// What may go with a lead.
    fn words(&self) -> Vec<String> {
        let marriage = self.marriages.map(|_| "marriage".to_string());
        marriage.into_iter().chain(self.signals.iter().map(|signal| signal.name.clone())).collect()
    }

    /// Everything that can be put into words: announcements, then every card of the pack, alone and with each word.
    pub fn conceivable(&self) -> Vec<Act> {
        let mut acts: Vec<Act> = self.announcements.iter().map(|a| Act::Announce(a.text.clone())).collect();
        for card in &self.pack {
            acts.push(Act::Play(card.clone()));
            acts.extend(self.words().into_iter().map(|word| Act::PlaySaying(card.clone(), word)));
        }
        acts
    }

    /// The legal ones among them.
    pub fn legal(&self) -> Vec<Act> {
        self.conceivable().into_iter().filter(|act| self.refusal(act).is_none()).collect()
    }

    /// Why an act is not legal, as the kind of the error; nothing where it is.
    pub fn refusal(&self, act: &Act) -> Option<&'static str> {
        let Some(seat) = self.turn() else { return Some("over") };
        let hand = &self.hands[seat];
        match act {
            Act::Play(card) => self.card_refusal(hand, card),
            Act::PlaySaying(card, word) => {
                self.card_refusal(hand, card).or_else(|| self.word_refusal(hand, card, word))
            }
            Act::Announce(text) => self.announcement_refusal(seat, text),
        }
    }

    fn word_refusal(&self, hand: &[String], card: &str, word: &str) -> Option<&'static str> {
        if !self.trick.is_empty() {
            return Some("not_leading");
        }
        if word == "marriage" {
            return self.marriage(hand, card).is_none().then_some("no_marriage");
        }
        let signal = self.signals.iter().find(|signal| signal.name == word)?;
        (!self.is_true(signal, hand, card)).then_some("false_signal")
    }

    /// "First trick only, on one's own turn, before one's card."
    fn announcement_refusal(&self, seat: usize, text: &str) -> Option<&'static str> {
        let announcement = self.announcements.iter().find(|a| a.text == text)?;
        let was_said = |text: &String| self.said.iter().any(|(said, _)| said == text);
        if self.tricks.iter().any(|&tricks| tricks > 0) {
            Some("too_late")
        } else if !announcement.seats.contains(&seat) {
            Some("not_for_seat")
        } else if was_said(&announcement.text) || announcement.blocked_by.iter().any(was_said) {
            Some("already_said")
        } else if announcement.needs.iter().any(|card| !self.hands[seat].contains(card)) {
            Some("cards_missing")
        } else {
            None
        }
    }

    /// Makes a legal act.
    pub fn make(&mut self, act: &Act) {
        let seat = self.turn().expect("the play is not over");
        match act {
            Act::Announce(text) => self.said.push((text.clone(), seat)),
            Act::Play(card) => self.put(seat, card),
            Act::PlaySaying(card, word) => {
                if word == "marriage" {
                    self.points[seat] += self.marriage(&self.hands[seat], card).expect("a true marriage");
                }
                self.put(seat, card);
            }
        }
    }

    fn put(&mut self, seat: usize, card: &str) {
        self.hands[seat].retain(|held| held != card);
        self.trick.push((seat, card.to_string()));
        if self.trick.len() == self.players.len() {
            self.take_trick();
        }
    }

    fn take_trick(&mut self) {
        let winner = self.best().expect("a whole trick has a winner").0;
        let cards = self.trick.drain(..).map(|(_, card)| card).collect::<Vec<_>>();
        self.points[winner] += cards.iter().map(|card| self.worth(card)).sum::<u32>();
        if self.hands.iter().all(Vec::is_empty) {
            self.points[winner] += self.last_trick;
        }
        if self.tricks[winner] == 0 {
            // What this seat announced counts from its first trick on.
            let own = self.said.iter().filter(|(_, seat)| *seat == winner);
            let bonus =
                |(text, _): &(String, usize)| self.announcements.iter().find(|a| a.text == *text).unwrap().bonus;
            self.points[winner] += own.map(bonus).sum::<u32>();
        }
        self.tricks[winner] += 1;
        self.leader = winner;
    }

    fn worth(&self, card: &str) -> u32 {
        self.worth.iter().find(|(rank, _)| card.ends_with(*rank)).map_or(0, |(_, points)| *points)
    }

    /// Points by seat; what lies aside counts when all is over.
    pub fn points(&self) -> Vec<u32> {
        let aside = |seat: usize| if self.is_over() { self.aside[seat] } else { 0 };
        self.points.iter().enumerate().map(|(seat, points)| points + aside(seat)).collect()
    }

    /// All points that the cards left, the last trick and bonuses still waiting can bring, if every bonus is earned.
    pub fn points_left(&self) -> u32 {
        let cards = self.hands.iter().flatten().chain(self.trick.iter().map(|(_, card)| card));
        let last = if self.is_over() { 0 } else { self.last_trick };
        cards.map(|card| self.worth(card)).sum::<u32>() + last
    }

    /// Bonuses announced by a seat that has not won a trick.
    pub fn waiting(&self, seat: usize) -> u32 {
        if self.tricks[seat] > 0 {
            return 0;
        }
        let own = self.said.iter().filter(|(_, by)| *by == seat);
        own.map(|(text, _)| self.announcements.iter().find(|a| a.text == *text).unwrap().bonus).sum()
    }

    /// Holds everything that can be seen of a position against this.
    pub fn assert_same(&self, position: &Position) {
        let pack = position.plan().rules().pack;
        let text = |card: Card| card_text(pack, card);
        for (seat, held) in self.hands.iter().enumerate() {
            let mut held = held.clone();
            let mut hand: Vec<String> = position.hand(seat).iter().map(text).collect();
            held.sort();
            hand.sort();
            assert_eq!(hand, held, "hand of seat {seat}");
        }
        assert_eq!(position.is_over(), self.is_over());
        assert_eq!(position.turn(), self.turn());
        assert_eq!(position.leader(), self.leader);
        let trick: Vec<(usize, String)> = position.trick().map(|(seat, card)| (seat, text(card))).collect();
        assert_eq!(trick, self.trick);
        assert_eq!(position.winner(), self.best().map(|(seat, _)| *seat));
        let seats = self.hands.len();
        assert_eq!(position.tricks()[..seats].iter().map(|&t| t.into()).collect::<Vec<u32>>(), self.tricks);
        assert_eq!(position.points()[..seats].iter().map(|&p| p.into()).collect::<Vec<u32>>(), self.points());
        let announcements = &position.plan().contract().announcements;
        let mut said: Vec<(String, usize)> =
            position.said().map(|(number, seat)| (announcements[number].text.clone(), seat)).collect();
        let mut expected = self.said.clone();
        said.sort();
        expected.sort();
        assert_eq!(said, expected);
    }
}

/// A move of a plan in words.
pub fn act_of(plan: &Plan, mv: Move) -> Act {
    let text = |card| card_text(plan.rules().pack, card);
    match mv {
        Move::Play(card, Say::Nothing) => Act::Play(text(card)),
        Move::Play(card, Say::Call(call)) => Act::PlaySaying(text(card), plan.calls()[call as usize].name().into()),
        Move::Announce(number) => Act::Announce(plan.contract().announcements[number as usize].text.clone()),
    }
}

/// The move that an act of the plan's words means.
pub fn move_of(plan: &Plan, act: &Act) -> Move {
    let card = |text: &str| parse_card(plan.rules().pack, text).expect("a card of the pack");
    let place = |found: Option<usize>| found.expect("a word of the plan") as u8;
    match act {
        Act::Play(text) => Move::card(card(text)),
        Act::PlaySaying(text, word) => {
            Move::Play(card(text), Say::Call(place(plan.calls().iter().position(|call| call.name() == word))))
        }
        Act::Announce(text) => {
            Move::Announce(place(plan.contract().announcements.iter().position(|a| a.text == *text)))
        }
    }
}
