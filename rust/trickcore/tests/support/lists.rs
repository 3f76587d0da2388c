//! Lists of deals as data: `tests/data/deals`, one file for a kind of contract.
//!
//! The head of a file says what is played and asked: `rules` (a game and the number of seats), `contract` (fields of a
//! position text), `objective`, `target` (of a yes/no question) and `leader` (a seat, or `any`). Then deals are listed
//! under `random` and `hardest`: the leader, and the cards as a [`Deal`] is written. All that the hands allow has been
//! announced, and the talon of Mediatore goes with the last trick. Lines that start with `#` are remarks.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use trickcore::cards::{Deal, Layout};
use trickcore::random::Rng;
use trickcore::rules::{Plan, Rules};
use trickcore::solver::Objective;
use trickcore::state::{Position, Setup};

use super::{families, games};

/// The kinds of contracts that have lists, in the order in which tables show them.
pub const LISTS: [&str; 14] = [
    "anrufen",
    "anrufen_marriages",
    "anrufen_all_tricks",
    "anrufen_no_trick",
    "anrufen_three",
    "koenigrufen",
    "koenigrufen_marriages",
    "maine_trumps",
    "maine_no_trumps",
    "maine_le_petit",
    "maine_alone_one",
    "maine_alone_two",
    "mediatore",
    "mediatore_alone",
];

/// A file below `tests/data`.
pub fn data(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data")).join(name)
}

/// A deal, and who leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub leader: usize,
    pub deal: Deal,
}

/// What a file says.
pub struct List {
    pub name: &'static str,
    /// The lines above the deals, as they stand there.
    pub head: String,
    pub layout: Arc<Layout>,
    pub plan: Arc<Plan>,
    pub goal: Objective,
    pub target: i32,
    pub random: Vec<Game>,
    pub hardest: Vec<Game>,
    leader: Option<usize>,
}

impl List {
    /// The list of this name.
    pub fn read(name: &'static str) -> List {
        let path = List::path(name);
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let (head, rest) = text.split_once("\nrandom\n").unwrap_or_else(|| panic!("{name}: no line `random`"));
        let (random, hardest) = rest.split_once("hardest\n").unwrap_or((rest, ""));
        let field = |field: &str| {
            let line = head.lines().find_map(|line| line.strip_prefix(field)?.strip_prefix(' '));
            line.unwrap_or_else(|| panic!("{name}: no line `{field}`"))
        };
        let rules = rules(field("rules"));
        let layout = Arc::new(layout(&rules));
        let deals = |text: &str| {
            let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
            lines.map(|line| Game::read(&layout, line)).collect()
        };
        List {
            name,
            head: head.to_string(),
            plan: plan(&rules, field("contract")),
            goal: if field("objective") == "tricks" { Objective::Tricks } else { Objective::Points },
            target: field("target").parse().unwrap_or_else(|error| panic!("{name}: {error}")),
            random: deals(random),
            hardest: deals(hardest),
            leader: field("leader").parse().ok(),
            layout,
        }
    }

    /// Where the list of this name is.
    pub fn path(name: &str) -> PathBuf {
        data(&format!("deals/{name}.txt"))
    }

    /// Number `index` of the deals that the lists of a layout are made of.
    pub fn made(&self, index: u64) -> Game {
        let any = Rng::for_playout(1, index).below(self.layout.seats() as u32) as usize;
        Game { leader: self.leader.unwrap_or(any), deal: Deal::random(&self.layout, 1, index) }
    }

    /// A game at its first card.
    pub fn position(&self, game: &Game) -> Position {
        game.position(&self.plan)
    }

    /// The random deals at their first cards.
    pub fn positions(&self) -> Vec<Position> {
        self.random.iter().map(|game| self.position(game)).collect()
    }
}

impl Game {
    /// Reads what [`Display`](fmt::Display) writes.
    fn read(layout: &Arc<Layout>, line: &str) -> Game {
        let (leader, deal) = line.split_once(' ').unwrap_or_else(|| panic!("`{line}`: no leader and deal"));
        let deal = Deal::parse(layout, deal).unwrap_or_else(|error| panic!("`{line}`: {error}"));
        Game { leader: leader.parse().unwrap_or_else(|error| panic!("`{line}`: {error}")), deal }
    }

    /// The first card of a contract.
    pub fn position(&self, plan: &Arc<Plan>) -> Position {
        let hands: Vec<_> = (0..plan.rules().seats).map(|seat| self.deal.hand(seat)).collect();
        let monte = if plan.rules().name == "mediatore" { plan.worth(self.deal.talon()) } else { 0 };
        let said = families::said(plan.contract(), &hands);
        let setup = Setup { leader: self.leader, last_trick_bonus: monte, said, ..Setup::new(hands) };
        setup.build(plan).unwrap_or_else(|faults| panic!("{self}: {faults}"))
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.leader, self.deal)
    }
}

/// Rules by name and number of seats; `without marriages` switches them off.
fn rules(text: &str) -> Arc<Rules> {
    let (text, without) = text.strip_suffix(" without marriages").map_or((text, false), |text| (text, true));
    let (name, seats) = text.rsplit_once(' ').unwrap_or_else(|| panic!("`{text}`: no game and seats"));
    let rules = games::by_name(name, seats.parse().unwrap_or_else(|error| panic!("`{text}`: {error}")));
    if without { Arc::new(Rules { marriages: None, ..(*rules).clone() }) } else { rules }
}

/// How a game deals: hands of one batch, what does not go round evenly in the talon.
fn layout(rules: &Rules) -> Layout {
    let hand = if rules.name == "mediatore" {
        9
    } else if rules.seats == 3 {
        7
    } else {
        rules.pack.len() / rules.seats
    };
    Layout::new(rules.pack, rules.seats, &[hand], rules.pack.len() - rules.seats * hand).expect("a layout")
}

/// A contract given as fields of a position text.
fn plan(rules: &Arc<Rules>, contract: &str) -> Arc<Plan> {
    let hands = vec!["-.-.-.-"; rules.seats].join(" ");
    let position = Position::parse(rules, &format!("hands {hands}; leader 0; {contract}"));
    position.unwrap_or_else(|error| panic!("{contract}: {error}")).plan().clone()
}
