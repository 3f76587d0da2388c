//! How fast the core deals, plays, and counts. `cargo bench -p trickcore --bench play`
//!
//! `deal_and_play`: one random game without an auction, cards shuffled and dealt included, one thread; the throughput
//! is whole deals.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use trickcore::cards::{Deal, FRENCH32, Layout};
use trickcore::random::Rng;
use trickcore::rules::{Contract, Duty, Plan, Rules, TrumpRank};
use trickcore::state::{Position, RandomGames, Setup, perft};

/// The 32-card games: Königrufen's duty to beat with points, and Maine Charlemagne's trump lane.
fn plans() -> [(&'static str, Arc<Plan>); 2] {
    let point_trick = Rules {
        ranking: vec![0, 4, 1, 2, 3, 5, 6, 7],
        duty: Duty::Beat,
        worth: [10, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        last_trick: 10,
        ..Rules::plain("koenigrufen", &FRENCH32, 4)
    };
    let own = TrumpRank::Own;
    let plain_trick = Rules {
        trump_ranking: Some(vec![own(5), own(3), TrumpRank::Sister(3), own(0), own(1), own(2), own(4), own(6), own(7)]),
        ..Rules::plain("maine_charlemagne", &FRENCH32, 4)
    };
    [("koenigrufen", point_trick), ("maine_charlemagne", plain_trick)].map(|(name, rules)| {
        let contract = Contract { trump: Some(0), side: [0, 2].into_iter().collect(), ..Contract::alone(0) };
        let plan = Plan::compile(&Arc::new(rules), contract).expect("the rules of a bench are valid");
        (name, Arc::new(plan))
    })
}

fn position(plan: &Arc<Plan>, seed: u64) -> Position {
    let layout = Arc::new(Layout::new(&FRENCH32, 4, &[8], 0).expect("32 cards"));
    let deal = Deal::random(&layout, seed, 0);
    Setup::new((0..4).map(|seat| deal.hand(seat)).collect()).build(plan).expect("a dealt hand is legal")
}

fn bench(c: &mut Criterion) {
    let mut group = c.benchmark_group("deal_and_play");
    group.throughput(Throughput::Elements(1));
    for (name, plan) in plans() {
        let mut rng = Rng::new(7);
        let mut games = RandomGames::new(&plan, 8, 0).expect("32 cards for four");
        group.bench_function(name, |b| b.iter(|| black_box(&mut games).play(&mut rng)));
    }
    group.finish();
    let mut group = c.benchmark_group("perft");
    for (name, plan) in plans() {
        let mut start = position(&plan, 7);
        group.bench_function(format!("{name} depth 9"), |b| {
            b.iter(|| perft(black_box(&mut start), Some(9), &mut || false));
        });
    }
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
