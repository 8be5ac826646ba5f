//! Loaders that are dropped, and waits.

use crate::data::{SHORT_FILES, binpacks, builder};
use setwise_loader::{Error, Memory, SkipRules};
use std::time::{Duration, Instant};

#[test]
fn dropped_at_any_moment() {
    let mut random = fastrand::Rng::with_seed(2);
    let mut memory = Memory::padded(100, 32);
    for _ in 0..std::env::var("SETWISE_LOADER_ROUNDS").map_or(300, |text| text.parse().unwrap()) {
        let settings = builder(&SHORT_FILES)
            .threads(random.usize(1..9))
            .cyclic(random.bool());
        let settings = settings.batch_size(100).shuffle(random.usize(..2000));
        let mut loader = settings.seed(random.u64(..)).open().unwrap();
        for _ in 0..random.usize(..4) {
            assert_eq!(loader.next_into(&mut memory.batch()).unwrap(), Some(100));
        }
        std::thread::sleep(Duration::from_micros(random.u64(..2000)));
        let meter = loader.meter();
        drop(loader);
        // The threads are gone.
        let counters = meter.counters();
        std::thread::sleep(Duration::from_micros(100));
        assert_eq!(meter.counters(), counters);
    }
}

#[test]
fn waits_end() {
    let mut loader = builder(&binpacks()).threads(2).open().unwrap();
    while !loader.wait(Duration::from_millis(1)) {}
    let mut memory = Memory::padded(1000, 32);
    while loader.next_into(&mut memory.batch()).unwrap().is_some() {
        while !loader.wait(Duration::from_secs(10)) {}
    }
    assert!(loader.wait(Duration::ZERO));
    // More is wanted than there is room for.
    let settings = builder(&binpacks()).cyclic(true).shuffle(0);
    let loader = settings.batch_size(1_000_000).open().unwrap();
    let since = Instant::now();
    assert!(!loader.wait(Duration::from_millis(20)));
    assert!(since.elapsed() >= Duration::from_millis(20));
}

#[test]
fn a_circle_without_rows_ends() {
    let rules = SkipRules::default().after_ply(Some(60_000));
    let mut memory = Memory::padded(1000, 32);
    for threads in [1, 4] {
        let settings = builder(&binpacks()).rules(rules.clone()).threads(threads);
        let mut loader = settings.clone().cyclic(true).open().unwrap();
        for _ in 0..2 {
            let error = loader.next_into(&mut memory.batch()).unwrap_err();
            assert!(matches!(error, Error::NothingKept));
        }
        let mut loader = settings.open().unwrap();
        assert_eq!(loader.next_into(&mut memory.batch()).unwrap(), None);
    }
}
