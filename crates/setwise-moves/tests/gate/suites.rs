//! Known leaf counts.

use crate::common::known;

/// Every count of a suite up to this many leaves; at least `least` counts must have been compared.
fn run(suite: &str, limit: u64, least: usize) {
    let mut compared = 0;
    let mut wrong = Vec::new();
    for known in known().iter().filter(|known| known.suite == suite) {
        let position = known.position();
        for &(depth, leaves) in known.counts.iter().filter(|count| count.1 <= limit) {
            let found = position.perft(depth);
            compared += 1;
            if found != leaves {
                wrong.push(format!(
                    "{} depth {depth}: {found} instead of {leaves} ({})",
                    known.name, known.fen
                ));
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

/// All counts up to 200 million leaves: `cargo test --release -p setwise-moves --test gate -- --ignored suites`.
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
