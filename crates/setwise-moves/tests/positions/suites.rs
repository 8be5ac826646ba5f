//! Known leaf counts.

use crate::common::{known, levels};
use setwise_conformance::suite::one_in;
use setwise_moves::{Perft, Position};

/// Counts leaves with lists and `play`, as users do.
fn played(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    let next = moves.iter().map(|found| position.play(*found).unwrap());
    next.map(|next| played(&next, depth - 1)).sum()
}

/// Compares every count of a suite up to `limit` leaves, at least `least` counts.
/// `SUITE_FRACTION=n` divides the limit.
fn run(suite: &str, limit: u64, least: usize) {
    let fraction = one_in("SUITE_FRACTION", 20);
    let (limit, least) = (limit / fraction as u64, least / fraction.min(10));
    let mut compared = 0;
    let mut wrong = Vec::new();
    for known in known().iter().filter(|known| known.suite == suite) {
        let position = known.position();
        for &(depth, leaves) in known.counts.iter().filter(|count| count.1 <= limit) {
            compared += 1;
            let perft = Perft::new(position, depth);
            let one_by_one = perft.clone().one_by_one();
            if leaves <= limit / 10 {
                assert_eq!(played(&position, depth), leaves, "{}", known.fen);
            }
            let batches = levels().filter(|level| level.name() != "scalar");
            let batches = batches.map(|level| (level.name(), perft.clone().functions(level)));
            // One by one, levels differ only in the directions of one position. One of them is
            // enough here.
            for (name, perft) in batches.chain([("one by one", one_by_one)]) {
                let found = perft.count();
                if found != leaves {
                    wrong.push(format!(
                        "{} depth {depth}: {found} instead of {leaves} ({}; {name})",
                        known.name, known.fen
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{suite}: {wrong:#?}");
    assert!(compared >= least, "{suite}: only {compared} counts");
}

#[test]
fn classic() {
    run("classic", 20_000_000, 28);
}

#[test]
fn standard() {
    run("standard", 10_000_000, 700);
}

#[test]
fn tricky() {
    run("tricky", 20_000_000, 90);
}

#[test]
fn odd() {
    run("odd", 2_000_000, 60);
}

#[test]
fn chess960() {
    run("chess960", 500_000, 3300);
}

/// All counts up to 200 million leaves:
/// `cargo test --release -p setwise-moves --test positions -- --ignored suites`.
#[test]
#[ignore = "minutes to hours; the deep run of a release"]
fn deep() {
    let suites = [
        ("classic", 33),
        ("standard", 757),
        ("tricky", 99),
        ("odd", 72),
        ("chess960", 4895),
    ];
    for (suite, least) in suites {
        run(suite, 200_000_000, least);
    }
}
