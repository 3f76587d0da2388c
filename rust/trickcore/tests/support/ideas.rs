//! The ideas of the fast engine, each as a switch.

use trickcore::solver::Ideas;

/// Every idea by name. A new field of [`Ideas`] does not compile here until it has a name too.
fn switches(ideas: &mut Ideas) -> Vec<(&'static str, &mut bool)> {
    let Ideas { table, generalise, equals, skips, bounds, ordering, hints } = ideas;
    vec![
        ("table", table),
        ("generalise", generalise),
        ("equals", equals),
        ("skips", skips),
        ("bounds", bounds),
        ("ordering", ordering),
        ("hints", hints),
    ]
}

/// The names of all ideas.
fn names() -> Vec<&'static str> {
    switches(&mut Ideas::default()).into_iter().map(|(name, _)| name).collect()
}

/// Some ideas on, all others off.
fn only(on: &[&str]) -> Ideas {
    let mut ideas = Ideas::default();
    switches(&mut ideas).into_iter().for_each(|(name, switch)| *switch = on.contains(&name));
    ideas
}

/// All ideas but some.
pub fn without(off: &[&str]) -> Ideas {
    let on: Vec<&str> = names().into_iter().filter(|name| !off.contains(name)).collect();
    only(&on)
}

/// No idea, each alone, each with the table that some of them need, and each left out.
pub fn ablations() -> Vec<Ideas> {
    let mut choices = vec![only(&[]), Ideas::default()];
    for name in names() {
        choices.extend([only(&[name]), only(&["table", name]), without(&[name])]);
    }
    distinct(choices)
}

/// Every pair of ideas alone, with the table, and left out.
pub fn pairs() -> Vec<Ideas> {
    let names = names();
    let mut choices = Vec::new();
    for (i, first) in names.iter().enumerate() {
        for second in &names[..i] {
            choices.extend([only(&[first, second]), only(&["table", first, second]), without(&[first, second])]);
        }
    }
    distinct(choices)
}

fn distinct(choices: Vec<Ideas>) -> Vec<Ideas> {
    let mut kept: Vec<Ideas> = Vec::new();
    for ideas in choices {
        if !kept.contains(&ideas) {
            kept.push(ideas);
        }
    }
    kept
}
