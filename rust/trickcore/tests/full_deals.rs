//! Whole deals: the fast engine against the plain one, which generalises nothing. A wrong generalisation can stay hidden
//! in endings of a few cards, so full hands are compared for every family of contracts.

mod support;

use std::sync::Arc;

use support::{games, plan};
use trickcore::cards::{Deal, Layout};
use trickcore::random::Rng;
use trickcore::rules::{Contract, Plan, Rules, SeatSet};
use trickcore::solver::{Control, Engine, Ideas, Limits, Objective, can_reach, value};
use trickcore::state::{Position, Setup};

/// A family of contracts: a plan for each deal, and what is solved for.
struct Family {
    name: &'static str,
    rules: Rules,
    hand: usize,
    trumps: bool,
    /// The side of seat 0, seats out of play, misère.
    side: &'static [usize],
    out: &'static [usize],
    misere: bool,
    goals: &'static [Objective],
}

const POINTS: &[Objective] = &[Objective::Points, Objective::Margin];
const TRICKS: &[Objective] = &[Objective::Tricks];

fn families() -> Vec<Family> {
    let family = |name, rules, hand, side, goals| Family {
        name,
        rules,
        hand,
        trumps: true,
        side,
        out: &[],
        misere: false,
        goals,
    };
    let maine = games::maine_charlemagne;
    vec![
        family("Anrufen, two against two", games::anrufen(4), 6, &[0, 2], POINTS),
        family("Anrufen, neighbours", games::anrufen(4), 6, &[0, 1], POINTS),
        family("Anrufen, every trick", games::anrufen(4), 6, &[0, 2], TRICKS),
        Family { misere: true, ..family("Anrufen, no trick", games::anrufen(4), 6, &[0], TRICKS) },
        family("Anrufen, three players", games::anrufen(3), 7, &[0], POINTS),
        family("Königrufen, two against two", games::koenigrufen(), 8, &[0, 2], POINTS),
        family("Königrufen, alone", games::koenigrufen(), 8, &[0], POINTS),
        family("Maine Charlemagne, trumps", maine(), 8, &[0, 2], TRICKS),
        Family { trumps: false, ..family("Maine Charlemagne, no trumps", maine(), 8, &[0, 2], TRICKS) },
        Family {
            trumps: false,
            misere: true,
            out: &[2],
            ..family("Maine Charlemagne, le petit", maine(), 8, &[0, 2], TRICKS)
        },
        Family { out: &[2], ..family("Maine Charlemagne, alone", maine(), 8, &[0, 2], TRICKS) },
        Family { out: &[2, 3], ..family("Maine Charlemagne, one against one", maine(), 8, &[0, 2], TRICKS) },
        Family { trumps: false, ..family("Mediatore, two against two", games::mediatore(), 9, &[0, 2], POINTS) },
        Family { trumps: false, ..family("Mediatore, alone", games::mediatore(), 9, &[0], POINTS) },
    ]
}

impl Family {
    fn plan(&self, trump: Option<u8>) -> Arc<Plan> {
        let set = |seats: &[usize]| seats.iter().copied().collect::<SeatSet>();
        let contract =
            Contract { trump, side: set(self.side), out: set(self.out), misere: self.misere, ..Contract::alone(0) };
        plan(self.rules.clone(), contract)
    }

    /// A random deal with at most `most` cards in a hand; somebody in play leads.
    fn position(&self, seed: u64, most: usize) -> Position {
        let mut rng = Rng::new(seed);
        let plan = self.plan(self.trumps.then(|| rng.below(4) as u8));
        let talon = self.rules.pack.len() - self.rules.seats * self.hand;
        let layout = Layout::new(self.rules.pack, self.rules.seats, &[self.hand], talon).unwrap();
        let deal = Deal::random(&Arc::new(layout), seed, 0);
        let seats: Vec<usize> = plan.in_play().iter().collect();
        let setup = Setup {
            leader: seats[rng.below(seats.len() as u32) as usize],
            last_trick_bonus: plan.worth(deal.talon()),
            ..Setup::new((0..self.rules.seats).map(|seat| deal.hand(seat).iter().take(most).collect()).collect())
        };
        setup.build(&plan).unwrap()
    }
}

fn reaches(position: &Position, goal: &Objective, target: i32) -> bool {
    let limits = Limits { max_memory: 8 << 30, ..Limits::default() };
    can_reach(position, goal, target, Engine::Plain, limits, &mut Control::unlimited()).unwrap()
}

/// The plain engine confirms the value that the fast one gives: it can be reached, and nothing better.
fn is_right(family: &Family, position: &Position, ideas: Ideas) {
    for goal in family.goals {
        let limits = Limits { ideas, ..Limits::default() };
        let found = value(position, goal, limits, &mut Control::unlimited()).unwrap();
        let better = if family.misere { found - 1 } else { found + 1 };
        assert!(reaches(position, goal, found), "{} {goal:?}: {found} is too good\n{position}", family.name);
        assert!(!reaches(position, goal, better), "{} {goal:?}: {found} is not the best\n{position}", family.name);
    }
}

fn compare(deals: u64, most: usize, of: impl Fn(&Family) -> bool) {
    for family in families().iter().filter(|family| of(family)) {
        for seed in 0..deals {
            is_right(family, &family.position(seed, most), Ideas::default());
        }
    }
}

fn mediatore(family: &Family) -> bool {
    family.rules.name == "mediatore"
}

#[test]
fn full_deals_equal_the_plain_engine() {
    compare(15, 8, |family| !mediatore(family));
    compare(15, 6, mediatore);
}

#[test]
fn every_idea_alone_and_every_idea_left_out_changes_no_value() {
    let all = Ideas::default();
    let none = Ideas { table: false, generalise: false, equals: false, bounds: false, ordering: false, hints: false };
    let choices = [
        none,
        Ideas { table: true, ..none },
        Ideas { table: true, generalise: true, ..none },
        Ideas { table: true, hints: true, ..none },
        Ideas { equals: true, ..none },
        Ideas { table: true, generalise: true, equals: true, ..none },
        Ideas { bounds: true, ..none },
        Ideas { ordering: true, ..none },
        Ideas { table: false, ..all },
        Ideas { generalise: false, ..all },
        Ideas { equals: false, ..all },
        Ideas { bounds: false, ..all },
        Ideas { ordering: false, ..all },
        Ideas { hints: false, ..all },
    ];
    for family in &families() {
        for seed in 0..60 {
            for ideas in choices {
                is_right(family, &family.position(1000 + seed, 4), ideas);
            }
        }
    }
}

#[test]
#[ignore = "heavy"]
fn many_full_deals_equal_the_plain_engine() {
    compare(1000, 8, |family| family.rules.name == "anrufen");
    compare(60, 8, |family| family.rules.name != "anrufen" && !mediatore(family));
    compare(500, 6, mediatore);
    compare(2, 9, mediatore);
}
