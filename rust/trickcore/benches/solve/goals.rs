//! What we want to reach, and what an engine written to find out what is possible reached on a machine of 3.65 GHz.

/// A figure to be better than, and a figure to reach.
#[derive(Copy, Clone)]
pub struct Goal {
    /// What was measured before.
    pub floor: Option<f64>,
    pub goal: f64,
}

const fn from(floor: f64, goal: f64) -> Option<Goal> {
    Some(Goal { floor: Some(floor), goal })
}

const fn to(goal: f64) -> Option<Goal> {
    Some(Goal { floor: None, goal })
}

/// Exact values in a CPU second.
pub fn value(list: &str) -> Option<Goal> {
    match list {
        "anrufen" => from(17_400.0, 40_000.0),
        "anrufen_three" => from(21_900.0, 50_000.0),
        "koenigrufen" => from(3_000.0, 8_000.0),
        "maine_trumps" => from(5_300.0, 14_000.0),
        "maine_no_trumps" => from(10_500.0, 22_000.0),
        "maine_alone_one" => from(58_000.0, 150_000.0),
        "maine_alone_two" => from(16_500.0, 45_000.0),
        "mediatore" => from(27.0, 120.0),
        "mediatore_alone" => from(92.0, 350.0),
        _ => None,
    }
}

/// Yes/no answers in a CPU second.
pub fn decision(list: &str) -> Option<Goal> {
    match list {
        "anrufen" => from(52_000.0, 120_000.0),
        "anrufen_all_tricks" => from(184_000.0, 400_000.0),
        "anrufen_no_trick" => from(99_000.0, 250_000.0),
        "anrufen_three" => from(104_000.0, 250_000.0),
        "koenigrufen" => from(11_100.0, 30_000.0),
        "maine_trumps" => from(16_300.0, 45_000.0),
        "maine_no_trumps" => from(46_000.0, 110_000.0),
        "maine_le_petit" => from(69_600.0, 200_000.0),
        "mediatore" => from(127.0, 500.0),
        _ => None,
    }
}

/// Milliseconds of a whole table.
pub fn table(list: &str) -> Option<Goal> {
    match list {
        "anrufen" => from(0.55, 0.25),
        "koenigrufen" => from(3.0, 1.2),
        "maine_trumps" => to(0.7),
        "mediatore" => from(69.0, 20.0),
        _ => None,
    }
}
