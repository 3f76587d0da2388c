//! Counts of all ways to play on, held against files counted by another program.
//!
//! The files lie in `tests/data/perft` of the repository, where `make_perft.py` counts them from the rules pages alone.

mod support;

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use support::tables::tables;
use support::{cases, games, position};
use trickcore::state::{Position, Stopped, perft};

/// One case of a file: a position, and counts by depth; no depth means to the end.
struct Case {
    id: String,
    position: Position,
    counts: Vec<(Option<u32>, u64)>,
}

fn read(game: &str, text: &str) -> Vec<Case> {
    let mut found: Vec<Case> = Vec::new();
    let mut id = "";
    for line in text.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" | "#" => {}
            "id" => id = rest,
            "position" => {
                // As many hands as there are seats stand between `hands` and the next field.
                let hands = rest.split(';').find_map(|field| field.trim().strip_prefix("hands ")).expect("hands");
                let rules = games::by_name(game, hands.split_whitespace().count());
                let position = Position::parse(&rules, rest).unwrap_or_else(|error| panic!("{game}, {id}: {error}"));
                assert_eq!(position.to_string(), rest, "{game}, {id}");
                found.push(Case { id: id.to_string(), position, counts: Vec::new() });
            }
            "perft" => {
                let (depth, count) = rest.split_once(' ').expect("a depth and a count");
                let depth = (depth != "all").then(|| depth.parse().expect("a depth"));
                let case = found.last_mut().expect("a position before counts");
                case.counts.push((depth, count.parse().expect("a count")));
            }
            other => panic!("{game}, {id}: {other}"),
        }
    }
    assert!(found.iter().all(|case| !case.counts.is_empty()));
    found
}

fn files() -> Vec<(String, Vec<Case>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/perft");
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder of the files") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|ending| ending == "txt") {
            let game = path.file_stem().unwrap().to_str().unwrap().to_string();
            let found = read(&game, &fs::read_to_string(&path).expect("a text file"));
            files.push((game, found));
        }
    }
    files
}

#[test]
fn counts_are_those_of_the_files() {
    let files = files();
    let mut games: Vec<&str> = files.iter().map(|(game, _)| game.as_str()).collect();
    games.sort_unstable();
    assert_eq!(games, ["anrufen", "bridge", "koenigrufen", "maine_charlemagne", "mediatore"]);
    for (game, cases) in files {
        assert!(cases.len() >= 8, "{game}");
        for Case { id, mut position, counts } in cases {
            let before = position.clone();
            for (depth, count) in counts {
                assert_eq!(perft(&mut position, depth, &mut || false), Ok(count), "{game}, {id}, {depth:?}");
                assert_eq!(position, before, "{game}, {id}");
            }
        }
    }
}

/// The count by its definition.
fn counted(position: &mut Position, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 0 || moves.is_empty() {
        return 1;
    }
    let after = |position: &mut Position, mv| {
        let undo = position.play(mv).expect("a legal move");
        let count = counted(position, depth - 1);
        position.undo(undo);
        count
    };
    moves.into_iter().map(|mv| after(position, mv)).sum()
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn a_count_is_the_sum_over_the_moves(table in tables([0, 0, 5, 5, 5]), plies in 0..20usize, depth in 0..5u32) {
        let mut position = table.after(plies);
        let expected = counted(&mut position, depth);
        prop_assert_eq!(perft(&mut position, Some(depth), &mut || false), Ok(expected));
    }

    #[test]
    fn beyond_the_end_nothing_is_added(table in tables([0, 0, 4, 3, 2])) {
        let mut position = table.position();
        let all = perft(&mut position, None, &mut || false);
        prop_assert_eq!(perft(&mut position, Some(u32::MAX), &mut || false), all);
        let longest = 16 + table.plan.contract().announcements.len() as u32;
        prop_assert_eq!(perft(&mut position, Some(longest), &mut || false), all);
    }
}

#[test]
fn a_count_stops_when_told_to() {
    let text = "hands 321RCF7654.-.-.- -.321RCF7654.-.- -.-.321RCF7654.- -.-.-.321RCF7654";
    let mut position = position(games::mediatore(), text);
    let before = position.clone();
    let mut asked = 0;
    let mut stop = || {
        asked += 1;
        asked == 3
    };
    assert_eq!(perft(&mut position, None, &mut stop), Err(Stopped));
    assert_eq!((asked, &position), (3, &before));
    // A short count is through before anybody asks.
    assert_eq!(perft(&mut position, Some(1), &mut || true), Ok(10 + 10));
    assert!(!Stopped.to_string().is_empty());
}
