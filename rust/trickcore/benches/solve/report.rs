//! What was measured, as tables.

use crate::goals::{self, Goal};
use crate::race::{Lap, Question};
use crate::support::lists::List;
use crate::threads::Batch;

/// The value below which the share `part` of some figures lies.
fn quantile(mut figures: Vec<f64>, part: f64) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(((figures.len() as f64 * part) as usize).min(figures.len().saturating_sub(1))).copied().unwrap_or(0.0)
}

/// "17,400 → 40,000", and whether a figure is there.
fn judged(goal: Option<Goal>, more_is_better: bool, found: f64, decimals: usize) -> String {
    let Some(Goal { floor, goal }) = goal else { return format!("{:>19} {:14}", "", "") };
    let beats = |other: f64| if more_is_better { found >= other } else { found <= other };
    let verdict = match floor {
        _ if beats(goal) => "goal reached",
        Some(floor) if !beats(floor) => "BELOW FLOOR",
        _ => "goal missed",
    };
    let floor = floor.map_or("–".to_string(), |floor| format!("{floor:.decimals$}"));
    format!("{:>19} {verdict:14}", format!("{floor} → {goal:.decimals$}"))
}

/// A table of a race: one line a list.
pub fn race<'a>(question: Question, rows: impl Iterator<Item = (&'a List, Vec<Lap>)>) {
    let (title, goal): (_, fn(&str) -> Option<Goal>) = match question {
        Question::Value => ("exact values", goals::value),
        Question::Decision => ("yes/no questions", goals::decision),
    };
    println!("\n{title}: in a CPU second of one thread, empty tables at the start of each deal");
    println!(
        "{:22}{:>6}{:>10}{:>20} {:14}{:>9}{:>10}{:>10}{:>7}{:>9}{:>9}",
        "list", "deals", "a second", "before → goal", "", "nodes", "median ms", "p99 ms", "plain", "× sums", "× median"
    );
    rows.for_each(|(list, laps)| race_row(list, &laps, goal(list.name)));
}

fn race_row(list: &List, laps: &[Lap], goal: Option<Goal>) {
    let deals = laps.len() as f64;
    let time: f64 = laps.iter().map(|lap| lap.fast).sum();
    let rate = deals / time;
    let nodes = laps.iter().map(|lap| lap.nodes).sum::<u64>() as f64 / deals;
    let ms = || laps.iter().map(|lap| lap.fast * 1e3).collect();
    let both: Vec<(f64, f64)> = laps.iter().filter_map(|lap| Some((lap.fast, lap.plain?))).collect();
    let sum = |pick: fn(&(f64, f64)) -> f64| both.iter().map(pick).sum::<f64>();
    let sums = sum(|lap| lap.1) / sum(|lap| lap.0);
    let median = quantile(both.iter().map(|(fast, plain)| plain / fast).collect(), 0.5);
    let least = if laps.iter().any(|lap| lap.unfinished) { "≥" } else { "" };
    println!(
        "{:22}{:>6}{rate:>10.0} {} {nodes:>9.0}{:>10.3}{:>10.3}{:>7}{:>9}{:>9}",
        list.name,
        laps.len(),
        judged(goal, true, rate, 0),
        quantile(ms(), 0.5),
        quantile(ms(), 0.99),
        both.len(),
        format!("{least}{sums:.0}"),
        format!("{least}{median:.0}"),
    );
}

/// The hardest deals: one line a list.
pub fn hardest<'a>(rows: impl Iterator<Item = (&'a List, Vec<(f64, u64)>)>) {
    println!("\nhardest deals: exact values, empty tables at the start of each");
    println!("{:22}{:>6}{:>10}{:>12}{:>12}{:>12}", "list", "deals", "a second", "nodes", "median ms", "worst ms");
    for (list, deals) in rows {
        let time: f64 = deals.iter().map(|(time, _)| time).sum();
        let nodes = deals.iter().map(|(_, nodes)| nodes).sum::<u64>() as f64 / deals.len() as f64;
        let ms = || deals.iter().map(|(time, _)| time * 1e3).collect();
        println!(
            "{:22}{:>6}{:>10.0}{nodes:>12.0}{:>12.3}{:>12.3}",
            list.name,
            deals.len(),
            deals.len() as f64 / time,
            quantile(ms(), 0.5),
            quantile(ms(), 1.0),
        );
    }
}

/// Tables: one line a list.
pub fn tables<'a>(rows: impl Iterator<Item = (&'a List, Vec<f64>)>) {
    println!("\ntables: every trump suit × every leader (Mediatore: every leader), CPU ms a deal");
    println!("{:22}{:>6}{:>10}{:>20} {:14}{:>12}", "list", "deals", "mean ms", "before → goal", "", "median ms");
    for (list, times) in rows {
        let mean = times.iter().sum::<f64>() / times.len() as f64 * 1e3;
        let goal = judged(goals::table(list.name), false, mean, 2);
        let median = quantile(times.iter().map(|time| time * 1e3).collect(), 0.5);
        println!("{:22}{:>6}{mean:>10.3} {goal} {median:>12.3}", list.name, times.len());
    }
}

/// Batches: one line a list.
pub fn threads<'a>(rows: impl Iterator<Item = (&'a List, Batch)>) {
    println!("\nbatches: exact values in a second by the clock on the wall, best of the rounds; 1.8 × is the aim");
    println!("{:22}{:>12}{:>12}{:>8}{:>12}", "list", "1 thread", "2 threads", "×", "CPU cost ×");
    for (list, Batch { rates: [one, two], cpu }) in rows {
        println!("{:22}{one:>12.0}{two:>12.0}{:>8.2}{:>12.2}", list.name, two / one, cpu[1] / cpu[0]);
    }
}

/// Memory: one line a list.
pub fn memory<'a>(rows: impl Iterator<Item = (&'a List, u64)>) {
    println!(
        "\npeak memory: MiB of one thread that solves a list and its hardest deals and forgets nothing; 64 is the most"
    );
    for (list, bytes) in rows {
        println!("{:22}{:>8.1}", list.name, bytes as f64 / (1 << 20) as f64);
    }
}
