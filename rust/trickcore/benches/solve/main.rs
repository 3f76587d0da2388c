//! How fast the fast engine solves, on the lists of `tests/data/deals`. `cargo bench -p trickcore --bench solve`
//!
//! `cargo bench -p trickcore --bench solve -- [SECTION …] [list=NAME …] [deals=N] [plain=SECONDS]`
//!
//! Sections (all, unless some are named):
//!
//! * `value`: exact values. Each deal is solved by the fast engine and by the plain one, one after the other, in CPU time
//!   of the thread; both begin with empty tables. The plain engine gets `plain` seconds a list.
//! * `decision`: one yes/no question a deal, the list's target, likewise.
//! * `hardest`: the values of the 20 hardest deals.
//! * `tables`: a value for each trump and leader, or each leader where there are no trumps, tables kept while they hold.
//! * `threads`: the whole list as a batch, on one thread and on two.
//! * `memory`: the most memory that a process takes which solves the list on one thread, less what it took before.
//!
//! `count value|decision NAME N` solves N deals and does nothing else: for counting instructions.

mod clock;
mod goals;
mod race;
mod report;
mod tables;
mod threads;

#[path = "../../tests/support/mod.rs"]
mod support;

use support::lists::{LISTS, List};

use clock::peak_memory;
use race::Question;

/// What is to be measured.
struct Options {
    sections: Vec<String>,
    lists: Vec<String>,
    /// Deals of a list at most.
    deals: usize,
    /// CPU seconds of a list for the plain engine.
    plain: f64,
}

fn options(words: Vec<String>) -> Options {
    let mut options = Options { sections: Vec::new(), lists: Vec::new(), deals: usize::MAX, plain: 3.0 };
    for word in words {
        match word.split_once('=') {
            Some(("list", name)) => options.lists.push(name.to_string()),
            Some(("deals", number)) => options.deals = number.parse().expect("deals=N"),
            Some(("plain", seconds)) => options.plain = seconds.parse().expect("plain=SECONDS"),
            _ => options.sections.push(word),
        }
    }
    options
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["count", question, name, number] => count(question, name, number.parse().expect("a number of deals")),
        ["memory-of", name] => println!("{}", memory(&read(name))),
        _ => measure(&options(words)),
    }
}

fn read(name: &str) -> List {
    List::read(LISTS.into_iter().find(|list| *list == name).unwrap_or_else(|| panic!("no list {name}")))
}

fn count(question: &str, name: &str, deals: usize) {
    let question = if question == "value" { Question::Value } else { Question::Decision };
    println!("{}", race::nodes(&read(name), question, deals));
}

/// Bytes that solving a list, its hardest deals included, takes on top of what was there.
fn memory(list: &List) -> u64 {
    let before = peak_memory();
    race::solve_all(list);
    peak_memory().saturating_sub(before)
}

fn measure(options: &Options) {
    let chosen = |name: &&str| options.lists.is_empty() || options.lists.iter().any(|list| list == name);
    let lists: Vec<List> = LISTS
        .into_iter()
        .filter(chosen)
        .map(List::read)
        .map(|mut list| {
            list.random.truncate(options.deals);
            list
        })
        .collect();
    let section = |name: &str| options.sections.is_empty() || options.sections.iter().any(|section| section == name);
    for (name, question) in [("value", Question::Value), ("decision", Question::Decision)] {
        if section(name) {
            report::race(question, lists.iter().map(|list| (list, race::race(list, question, options.plain))));
        }
    }
    if section("hardest") {
        report::hardest(lists.iter().map(|list| (list, race::hardest(list))));
    }
    if section("tables") {
        report::tables(lists.iter().filter_map(|list| Some((list, tables::tables(list)?))));
    }
    if section("threads") {
        report::threads(lists.iter().map(|list| (list, threads::threads(list))));
    }
    if section("memory") {
        report::memory(lists.iter().map(|list| (list, clock::in_a_process("memory-of", list.name))));
    }
}
