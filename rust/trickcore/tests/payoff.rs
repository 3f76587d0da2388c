//! Payoffs and their conditions as data.

mod support;

use proptest::prelude::*;
use support::cases;
use trickcore::rules::{Atom, Condition, Payoff, PayoffFault, Totals};

fn atoms() -> impl Strategy<Value = Atom> {
    prop_oneof![
        (-5..60i32).prop_map(Atom::Own),
        (-5..60i32).prop_map(Atom::OthersBelow),
        (-60..60i32).prop_map(Atom::Margin),
        (-1..10i32).prop_map(Atom::Tricks),
        (-1..10i32).prop_map(Atom::TricksAtMost),
    ]
}

/// A condition written as a formula.
#[derive(Clone, Debug)]
enum Formula {
    Always,
    Atom(Atom),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
}

impl Formula {
    fn condition(&self) -> Condition {
        match self {
            Formula::Always => Condition::always(),
            Formula::Atom(atom) => (*atom).into(),
            Formula::And(a, b) => a.condition().and(b.condition()),
            Formula::Or(a, b) => a.condition().or(b.condition()),
        }
    }

    fn holds(&self, totals: &Totals) -> bool {
        match self {
            Formula::Always => true,
            Formula::Atom(Atom::Own(points)) => totals.own >= *points,
            Formula::Atom(Atom::OthersBelow(points)) => totals.others < *points,
            Formula::Atom(Atom::Margin(points)) => totals.own - totals.others >= *points,
            Formula::Atom(Atom::Tricks(tricks)) => totals.tricks >= *tricks,
            Formula::Atom(Atom::TricksAtMost(tricks)) => totals.tricks <= *tricks,
            Formula::And(a, b) => a.holds(totals) && b.holds(totals),
            Formula::Or(a, b) => a.holds(totals) || b.holds(totals),
        }
    }
}

fn formulas() -> impl Strategy<Value = Formula> {
    let leaf = prop_oneof![1 => Just(Formula::Always), 9 => atoms().prop_map(Formula::Atom)];
    leaf.prop_recursive(4, 12, 2, |inner| {
        let pair = (inner.clone(), inner);
        (any::<bool>(), pair).prop_map(|(both, (a, b))| {
            let (a, b) = (Box::new(a), Box::new(b));
            if both { Formula::And(a, b) } else { Formula::Or(a, b) }
        })
    })
}

fn totals() -> impl Strategy<Value = Totals> {
    (0..60i32, 0..60i32, 0..9i32).prop_map(|(own, others, tricks)| Totals { own, others, tricks })
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn a_condition_holds_where_its_formula_does(formula in formulas(), totals in prop::collection::vec(totals(), 20)) {
        let condition = formula.condition();
        prop_assume!(!condition.is_too_large());
        for totals in &totals {
            prop_assert_eq!(condition.holds(totals), formula.holds(totals), "{:?}", condition);
        }
        prop_assert_eq!(&condition.clone().and(Condition::always()), &condition.clone().and(condition.clone()));
        prop_assert_eq!(condition.or(Condition::always()), Condition::always());
    }

    #[test]
    fn the_last_level_that_holds_is_paid(
        formulas in prop::collection::vec(formulas(), 0..6),
        steps in prop::collection::vec(1..50i32, 6),
        totals in prop::collection::vec(totals(), 10),
    ) {
        let pays: Vec<i32> = steps.iter().scan(-100, |pay, step| { *pay += step; Some(*pay) }).collect();
        let conditions = std::iter::once(Condition::always()).chain(formulas.iter().map(Formula::condition));
        let levels: Vec<(Condition, Vec<i32>)> =
            conditions.zip(&pays).map(|(condition, &pay)| (condition, vec![-pay, pay, 0])).collect();
        prop_assume!(levels.iter().all(|(condition, _)| !condition.is_too_large()));
        let payoff = Payoff::new(1, levels).unwrap();
        prop_assert_eq!((payoff.bidder(), payoff.seats(), payoff.levels().len()), (1, 3, formulas.len() + 1));
        for totals in &totals {
            let level = formulas.iter().rposition(|formula| formula.holds(totals)).map_or(0, |level| level + 1);
            prop_assert_eq!(payoff.value(totals), pays[level]);
            prop_assert_eq!(payoff.of(totals), [-pays[level], pays[level], 0, 0]);
        }
    }
}

#[test]
fn every_payoff_fault_has_a_name() {
    let always = Condition::always;
    let of = |bidder, levels| Payoff::new(bidder, levels).map_or_else(|fault: PayoffFault| fault.kind(), |_| "none");
    let own = |points| Condition::from(Atom::Own(points));
    assert_eq!(of(0, vec![(always(), vec![1, -1])]), "none");
    assert_eq!(of(0, vec![]), "empty");
    let many = |n: i32| (0..n).map(|i| (always(), vec![i, -i])).collect::<Vec<_>>();
    assert_eq!(of(0, many(64)), "none");
    assert_eq!(of(0, many(65)), "too_many_levels");
    for seats in [0, 1, 5] {
        assert_eq!(of(0, vec![(always(), vec![0; seats])]), "seat_count");
    }
    assert_eq!(of(0, vec![(always(), vec![0, 0]), (own(1), vec![1, -1, 0])]), "seat_count");
    assert_eq!(of(2, vec![(always(), vec![1, -1])]), "seat");
    assert_eq!(of(usize::MAX, vec![(always(), vec![1, -1])]), "seat");
    assert_eq!(of(0, vec![(own(1), vec![1, -1])]), "no_base");
    assert_eq!(of(0, vec![(always(), vec![1, 0])]), "sum");
    assert_eq!(of(0, vec![(always(), vec![1, -1]), (own(1), vec![1, -1])]), "order");
    assert_eq!(of(1, vec![(always(), vec![1, -1]), (own(1), vec![2, -2])]), "order");
    assert_eq!(of(0, vec![(always(), vec![1_000_000, -1_000_000])]), "none");
    assert_eq!(of(0, vec![(always(), vec![1_000_001, -1_000_001])]), "too_much");
    assert_eq!(of(0, vec![(always(), vec![i32::MIN, i32::MAX, 1])]), "too_much");
    let large = (0..70).map(|i| own(i).and(Atom::Tricks(i).into())).reduce(Condition::or).unwrap();
    assert!(large.is_too_large());
    assert_eq!(of(0, vec![(always(), vec![-1, 1]), (large, vec![1, -1])]), "condition");
}
