//! A legal moment of the play.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::moves::{IllegalMove, Move, MoveList, Say};
use crate::cards::{Card, CardSet, card_text, hand_text};
use crate::rules::{Call, MAX_ANNOUNCEMENTS, Plan, Totals};
use crate::{BySeat, MAX_SEATS};

/// Everything that changes during the play except the hands; small, so that an undo is one copy.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Table {
    /// Plan bits of the cards of the trick in progress, in order of play.
    pub trick: [u8; MAX_SEATS],
    pub len: u8,
    pub leader: u8,
    pub turn: u8,
    /// Plan bit of the best card so far, and who played it.
    pub best: u8,
    pub best_seat: u8,
    pub tricks: BySeat<u8>,
    pub points: BySeat<u16>,
    /// Points announced that wait for their seat's first trick.
    pub waiting: BySeat<u16>,
    /// Announcements made, one bit each, and by whom, two bits each.
    pub said: u16,
    pub said_by: u32,
}

/// What takes a move back.
#[derive(Copy, Clone, Debug)]
pub struct Undo {
    table: Table,
    bit: u8,
}

/// No card: the move undone was an announcement.
const NO_CARD: u8 = 64;

/// A legal moment of the play of one contract: made from a [`Setup`](super::Setup), changed only by legal moves.
///
/// Equality, hash and text take in everything that the rest of the deal depends on, and what has been won so far.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) plan: Arc<Plan>,
    /// Hands in plan bits.
    pub(super) hands: BySeat<u64>,
    pub(super) table: Table,
    /// Points that count for a seat when all is over.
    pub(super) aside: BySeat<u16>,
    /// Points of the last trick besides those of the rules.
    pub(super) last_trick_bonus: u16,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.state() == other.state() && self.plan == other.plan
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state().hash(hasher);
        self.plan.hash(hasher);
    }
}

impl Position {
    fn state(&self) -> (BySeat<u64>, Table, BySeat<u16>, u16) {
        (self.hands, self.clean_table(), self.aside, self.last_trick_bonus)
    }

    /// The table without leftovers of earlier tricks.
    fn clean_table(&self) -> Table {
        let mut table = self.table;
        for (place, bit) in table.trick.iter_mut().enumerate() {
            if place >= table.len as usize {
                *bit = 0;
            }
        }
        if table.len == 0 {
            (table.best, table.best_seat) = (0, 0);
        }
        table
    }

    /// The contract played.
    pub fn plan(&self) -> &Arc<Plan> {
        &self.plan
    }

    /// Whether the last card has been played.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.table.len == 0 && self.hands[self.at_turn()] == 0
    }

    #[inline]
    fn at_turn(&self) -> usize {
        (self.table.turn & 3) as usize
    }

    /// The seat whose card is next, `None` when the play is over.
    pub fn turn(&self) -> Option<usize> {
        (!self.is_over()).then_some(self.table.turn as usize)
    }

    /// The seat that led, or is to lead, the trick in progress; after the last card the winner of the last trick.
    pub fn leader(&self) -> usize {
        self.table.leader as usize
    }

    /// The cards that a seat still holds; empty for a seat that is out of play or not there.
    pub fn hand(&self, seat: usize) -> CardSet {
        self.hands.get(seat).map_or(CardSet::EMPTY, |&bits| self.plan.cards(bits))
    }

    /// The trick in progress: seats and cards in order of play.
    pub fn trick(&self) -> impl Iterator<Item = (usize, Card)> + '_ {
        let mut seat = self.table.leader as usize;
        self.table.trick[..self.table.len as usize].iter().map(move |&bit| {
            let player = seat;
            seat = self.plan.next_seat(seat);
            (player, self.plan.card(bit))
        })
    }

    /// The same play under another contract, one that differs in nothing but the bidder and the sides.
    pub(crate) fn under(&self, plan: &Arc<Plan>) -> Position {
        debug_assert!(self.plan.plays_like(plan));
        Position { plan: plan.clone(), ..self.clone() }
    }

    /// The seat whose card is the best of the trick in progress.
    pub fn winner(&self) -> Option<usize> {
        (self.table.len > 0).then_some(self.table.best_seat as usize)
    }

    /// Tricks won so far, by seat.
    pub fn tricks(&self) -> BySeat<u8> {
        self.table.tricks
    }

    /// Points so far, by seat: cards won, the last trick, marriages and announcements credited. Points put aside
    /// are not among them until the play is over.
    pub fn points(&self) -> BySeat<u16> {
        let mut points = self.table.points;
        if self.is_over() {
            points.iter_mut().zip(self.aside).for_each(|(points, aside)| *points += aside);
        }
        points
    }

    /// Announcements made, in the order of the contract, with the seats that made them.
    pub fn said(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..MAX_ANNOUNCEMENTS)
            .filter(|i| self.table.said >> i & 1 != 0)
            .map(|i| (i, (self.table.said_by >> (2 * i) & 3) as usize))
    }

    /// What both sides have so far, points put aside included.
    pub fn totals(&self) -> Totals {
        let side = self.plan.contract().side;
        let mut totals = Totals::default();
        for seat in 0..MAX_SEATS {
            let points = i32::from(self.table.points[seat]) + i32::from(self.aside[seat]);
            if side.contains(seat) {
                totals.own += points;
                totals.tricks += i32::from(self.table.tricks[seat]);
            } else {
                totals.others += points;
            }
        }
        totals
    }

    /// Seats whose announced points still wait for a first trick, one bit each.
    pub(crate) fn waiting(&self) -> u8 {
        (0..MAX_SEATS).filter(|&seat| self.table.waiting[seat] > 0).fold(0, |set, seat| set | 1 << seat)
    }

    /// Announced points that wait for a first trick, by seat.
    pub(crate) fn waiting_worth(&self) -> BySeat<i32> {
        self.table.waiting.map(i32::from)
    }

    /// Points of the last trick besides those of the rules.
    pub(crate) fn last_trick_bonus(&self) -> i32 {
        i32::from(self.last_trick_bonus)
    }

    /// Tricks still to be won, the one in progress included.
    pub(crate) fn tricks_left(&self) -> usize {
        self.hands[self.at_turn()].count_ones() as usize
    }

    /// Plan bits of every hand.
    pub(crate) fn hand_bits(&self) -> BySeat<u64> {
        self.hands
    }

    /// Cards in the trick in progress.
    pub(crate) fn trick_len(&self) -> usize {
        self.table.len as usize
    }

    /// Plan bits that the seat to play may play; empty when the play is over.
    #[inline]
    pub(crate) fn legal_bits(&self) -> u64 {
        let hand = self.hands[self.at_turn()];
        if self.table.len == 0 { hand } else { self.plan.follow(hand, self.table.trick[0], self.table.best) }
    }

    /// The cards that the seat to play may play; empty when the play is over.
    #[inline]
    pub fn legal_plays(&self) -> CardSet {
        self.plan.cards(self.legal_bits())
    }

    /// Every legal move: announcements, then cards in the order in which hands are written, each first alone, then
    /// with what may be said.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.push_announcements(&mut moves);
        self.push_plays(self.plan.calls.len(), &mut moves);
        moves
    }

    /// The moves that a search chooses from: cards and marriages, no announcement and no signal.
    pub fn search_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        let calls = usize::from(self.plan.calls.first() == Some(&Call::Marriage));
        self.push_plays(calls, &mut moves);
        moves
    }

    fn push_plays(&self, calls: usize, moves: &mut MoveList) {
        let leading = self.table.len == 0;
        for card in self.legal_plays() {
            moves.push(Move::card(card));
            if leading {
                let may = (0..calls).filter(|&call| self.call_fits(self.plan.bit(card), call));
                moves.extend(may.map(|call| Move::Play(card, Say::Call(call as u8))));
            }
        }
    }

    fn push_announcements(&self, moves: &mut MoveList) {
        if self.plan.announcements.is_empty() || !self.in_first_trick() {
            return;
        }
        let may = (0..self.plan.announcements.len()).filter(|&i| self.may_announce(i));
        moves.extend(may.map(|i| Move::Announce(i as u8)));
    }

    /// Whether no trick has been won and the seat to play has a card to play.
    fn in_first_trick(&self) -> bool {
        self.table.tricks == [0; MAX_SEATS] && !self.is_over()
    }

    fn may_announce(&self, i: usize) -> bool {
        let announcement = &self.plan.announcements[i];
        announcement.seats.contains(self.at_turn())
            && announcement.blocked_by & self.table.said == 0
            && announcement.needs & !self.hands[self.at_turn()] == 0
    }

    /// Whether a call of the plan may go with the lead of a card that the leader holds.
    fn call_fits(&self, bit: u8, call: usize) -> bool {
        let hand = self.hands[self.at_turn()];
        match &self.plan.calls[call] {
            Call::Marriage => self.couple_worth(bit, hand).is_some(),
            Call::Signal { min, max, within, .. } => {
                let left = hand & self.plan.lane_of[(bit & 63) as usize] & !(1 << bit);
                (*min..=*max).contains(&left.count_ones()) && left & !within == 0
            }
        }
    }

    /// What the marriage is worth that a lead of this card declares, if the hand has both of the couple.
    fn couple_worth(&self, bit: u8, hand: u64) -> Option<u16> {
        let declared = |couple: &&crate::rules::Couple| couple.both >> bit & 1 != 0 && couple.both & !hand == 0;
        self.plan.couples.iter().find(declared).map(|couple| couple.worth)
    }

    /// Makes a legal move, checked.
    ///
    /// # Errors
    /// The reason why the move is not legal; the position is unchanged.
    pub fn play(&mut self, mv: Move) -> Result<Undo, IllegalMove> {
        self.check(mv)?;
        Ok(self.play_unchecked(mv))
    }

    /// Makes a move of [`legal_moves`](Self::legal_moves) without checking it. Another move makes later answers wrong,
    /// but never unsafe.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) -> Undo {
        match mv {
            Move::Play(card, Say::Nothing) => self.play_bit(self.plan.bit(card)),
            Move::Play(card, Say::Call(call)) => self.play_saying(self.plan.bit(card), call),
            Move::Announce(i) => self.announce(i),
        }
    }

    fn play_saying(&mut self, bit: u8, call: u8) -> Undo {
        let mut credit = 0;
        if let Some(Call::Marriage) = self.plan.calls.get(call as usize) {
            credit = self.couple_worth(bit, self.hands[self.at_turn()]).unwrap_or(0);
        }
        let table = self.table;
        self.table.points[self.at_turn()] += credit;
        self.play_bit(bit);
        Undo { table, bit }
    }

    fn announce(&mut self, i: u8) -> Undo {
        let undo = Undo { table: self.table, bit: NO_CARD };
        let i = i as usize & (MAX_ANNOUNCEMENTS - 1);
        let seat = self.at_turn();
        self.table.said |= 1 << i;
        self.table.said_by |= (seat as u32) << (2 * i);
        self.table.waiting[seat] += self.plan.announcements.get(i).map_or(0, |announcement| announcement.bonus);
        undo
    }

    /// Plays a card given as plan bit, alone.
    #[inline]
    pub(crate) fn play_bit(&mut self, bit: u8) -> Undo {
        let undo = Undo { table: self.table, bit };
        let turn = self.at_turn();
        let plan = &*self.plan;
        let table = &mut self.table;
        self.hands[turn] &= !(1 << (bit & 63));
        let place = (table.len & 3) as usize;
        table.trick[place] = bit;
        if place == 0 || plan.beaters(table.trick[0], table.best) >> (bit & 63) & 1 != 0 {
            table.best = bit;
            table.best_seat = turn as u8;
        }
        table.len += 1;
        if table.len < plan.players {
            table.turn = plan.next[turn];
        } else {
            self.finish_trick();
        }
        undo
    }

    #[inline]
    fn finish_trick(&mut self) {
        let table = &mut self.table;
        let winner = (table.best_seat & 3) as usize;
        let cards = &table.trick[..(table.len as usize).min(MAX_SEATS)];
        let mut points: u16 = cards.iter().map(|&bit| self.plan.worth_of[(bit & 63) as usize]).sum();
        if self.hands[winner] == 0 {
            points += self.plan.rules().last_trick + self.last_trick_bonus;
        }
        table.points[winner] += points + table.waiting[winner];
        table.waiting[winner] = 0;
        table.tricks[winner] += 1;
        table.len = 0;
        table.leader = winner as u8;
        table.turn = winner as u8;
    }

    /// Takes back the last move made, given what that move returned.
    #[inline]
    pub fn undo(&mut self, undo: Undo) {
        self.table = undo.table;
        if undo.bit != NO_CARD {
            self.hands[self.at_turn()] |= 1 << (undo.bit & 63);
        }
    }

    /// Why a move is not legal, if it is not.
    ///
    /// # Errors
    /// The reason.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.is_over() {
            return Err(IllegalMove::Over);
        }
        match mv {
            Move::Play(card, say) => {
                self.check_card(card)?;
                self.check_say(card, say)
            }
            Move::Announce(i) => self.check_announcement(i as usize),
        }
    }

    fn check_card(&self, card: Card) -> Result<(), IllegalMove> {
        let pack = self.plan.rules().pack;
        let seat = self.at_turn();
        let hand = self.hands[seat];
        let name = |card| card_text(pack, card);
        if !pack.cards().contains(card) || hand >> self.plan.bit(card) & 1 == 0 {
            let hand = hand_text(pack, self.plan.cards(hand));
            return Err(IllegalMove::NotHeld { seat, card: name(card), hand });
        }
        let bit = self.plan.bit(card);
        let legal = self.legal_bits();
        if legal >> bit & 1 != 0 {
            return Ok(());
        }
        let led_bit = self.table.trick[0];
        let lane = self.plan.lane_of[(led_bit & 63) as usize];
        let (card, led) = (name(card), name(self.plan.card(led_bit)));
        let best = name(self.plan.card(self.table.best));
        let follows = hand & lane != 0;
        let names = self.plan.cards(legal).iter().map(name).collect::<Vec<_>>();
        let legal = names.join(" ");
        Err(if follows && lane >> bit & 1 == 0 {
            IllegalMove::MustFollow { seat, card, led, legal }
        } else if !follows && self.plan.trumps >> bit & 1 == 0 {
            IllegalMove::MustTrump { seat, card, led, legal }
        } else {
            IllegalMove::MustBeat { seat, card, best, legal }
        })
    }

    fn check_say(&self, card: Card, say: Say) -> Result<(), IllegalMove> {
        let Say::Call(number) = say else { return Ok(()) };
        let calls = &self.plan.calls;
        let Some(call) = calls.get(number as usize) else {
            let known = calls.iter().map(Call::name).collect::<Vec<_>>().join(", ");
            return Err(IllegalMove::UnknownCall { said: format!("call {number}"), known });
        };
        if self.table.len > 0 {
            return Err(IllegalMove::NotLeading { said: call.name().into() });
        }
        if self.call_fits(self.plan.bit(card), number as usize) {
            return Ok(());
        }
        let text = card_text(self.plan.rules().pack, card);
        Err(match call {
            Call::Marriage => IllegalMove::NoMarriage { seat: self.at_turn(), card: text },
            Call::Signal { name, .. } => IllegalMove::FalseSignal { said: name.clone(), card: text },
        })
    }

    fn check_announcement(&self, i: usize) -> Result<(), IllegalMove> {
        let seat = self.at_turn();
        let Some(announcement) = self.plan.contract().announcements.get(i) else {
            return Err(IllegalMove::UnknownAnnouncement { said: format!("announcement {i}") });
        };
        let said = announcement.text.clone();
        if !self.in_first_trick() {
            return Err(IllegalMove::TooLate { said });
        }
        if !announcement.seats.contains(seat) {
            return Err(IllegalMove::NotForSeat { seat, said });
        }
        if self.plan.announcements[i].blocked_by & self.table.said != 0 {
            return Err(IllegalMove::AlreadySaid { said });
        }
        let missing = self.plan.announcements[i].needs & !self.hands[seat];
        if missing != 0 {
            let pack = self.plan.rules().pack;
            let names: Vec<String> = self.plan.cards(missing).iter().map(|card| card_text(pack, card)).collect();
            return Err(IllegalMove::CardsMissing { seat, said, missing: names.join(" ") });
        }
        Ok(())
    }
}
