//! Breakdowns, division, hash table, threads, progress.

use crate::common::{known, levels, lines};
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use core::time::Duration;
use setwise_moves::{MoveFunctions, Perft, PerftCounts, Position};
use std::sync::Arc;

/// Compares the lines of `breakdown.txt` whose leaves lie in a range. Returns their number.
fn breakdowns(range: core::ops::Range<u64>) -> usize {
    let mut compared = 0;
    for fields in lines(include_str!("../data/breakdown.txt")) {
        let [name, depth, columns] = fields[..] else {
            panic!("three fields expected: {fields:?}");
        };
        let columns: Vec<Option<u64>> = columns
            .split_whitespace()
            .map(|text| text.parse().ok())
            .collect();
        if !columns[0].is_some_and(|leaves| range.contains(&leaves)) {
            continue;
        }
        let known = known().into_iter().find(|known| known.name == name);
        let position = known.expect("a classic position").position();
        let counts = position.perft_counts(depth.parse().expect("a depth"));
        let PerftCounts {
            leaves,
            captures,
            en_passant,
            castles,
            promotions,
            checks,
            discovered_checks,
            double_checks,
            mates,
            ..
        } = counts;
        let found = [
            leaves,
            captures,
            en_passant,
            castles,
            promotions,
            checks,
            discovered_checks,
            double_checks,
            mates,
        ];
        assert_eq!(columns.len(), found.len());
        for (found, expected) in found.into_iter().zip(columns) {
            assert!(
                expected.is_none_or(|expected| expected == found),
                "{name} {depth}: {counts:?}"
            );
        }
        compared += 1;
    }
    compared
}

#[test]
fn what_the_last_moves_are() {
    assert!(breakdowns(0..1_000_000) >= 16);
}

/// `cargo test --release -p setwise-moves --test positions -- --ignored perft`
#[test]
#[ignore = "a minute or two; the deep run of a release"]
fn what_the_last_moves_are_deep() {
    assert!(breakdowns(1_000_000..200_000_000) >= 6);
}

fn kiwipete() -> Position {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    Position::from_fen(fen).expect("a FEN")
}

#[test]
fn depth_by_depth() {
    let position = kiwipete();
    for (depth, leaves) in [(0, 1), (1, 48), (2, 2039), (3, 97_862), (4, 4_085_603)] {
        assert_eq!(position.perft(depth), leaves);
        let hashed = Perft::new(position, depth).hash(1 << 20);
        assert_eq!(hashed.count(), leaves);
        // A table that is much too small forgets counts, but keeps no wrong ones.
        assert_eq!(Perft::new(position, depth).hash(1).count(), leaves);
        let words = Perft::new(position, depth).functions(MoveFunctions::of(setwise_core::Scalar));
        assert_eq!(words.count(), leaves);
        let divided = position.divide(depth);
        let sum: u64 = divided.iter().map(|(_, leaves)| leaves).sum();
        assert_eq!(sum, if depth == 0 { 0 } else { leaves });
        for (first, leaves) in divided {
            let next = position.play(first).expect("a legal move");
            assert_eq!(next.perft(depth - 1), leaves);
        }
    }
}

/// The hash table distinguishes positions that differ in en passant, castling rights or promotions
/// only. (Castling rights alone differ after six moves at the earliest: one piece or another goes
/// there and back.)
#[test]
fn hash_on_the_suites() {
    for known in known() {
        let position = known.position();
        let limit = if known.suite == "standard" {
            4_000_000
        } else {
            20_000
        };
        for &(depth, leaves) in known.counts.iter().filter(|count| count.1 < limit) {
            let bytes = 100_000 + leaves as usize / 4;
            let hashed = Perft::new(position, depth).hash(bytes);
            assert_eq!(hashed.count(), leaves, "{}", known.fen);
        }
    }
}

/// Equal boards with other rights or depths, deep enough to be stored: both ways to e4, a king that
/// went and came back, and kings that lose moves.
#[test]
fn hash_tells_positions_apart() {
    for (fen, depth) in [
        ("7k/8/8/8/3p4/8/4P3/K7 w - - 0 1", 8),
        ("4k3/8/8/8/8/8/8/N3K2R w K - 0 1", 7),
        ("k7/8/8/8/8/8/8/7K w - - 0 1", 9),
    ] {
        let position = Position::from_fen(fen).expect(fen);
        let leaves = Perft::new(position, depth).count();
        for bytes in [1, 100_000, 4_000_000] {
            let hashed = Perft::new(position, depth).hash(bytes);
            assert_eq!(hashed.count(), leaves, "{fen}, {bytes} bytes");
        }
    }
}

#[test]
fn runs_can_be_watched_and_stopped() {
    let mut seen = Vec::new();
    let whole = Perft::new(kiwipete(), 4).watch(|progress| {
        seen.push(progress);
        ControlFlow::Continue(())
    });
    assert!(whole.is_complete());
    assert_eq!(seen.len(), whole.progress.parts);
    assert!(seen.len() > 250, "{}", seen.len());
    assert!(seen.windows(2).all(|pair| pair[0].done + 1 == pair[1].done));
    assert_eq!(seen.last(), Some(&whole.progress));
    assert_eq!(whole.leaves(), 4_085_603);

    let mut calls = 0;
    let part = Perft::new(kiwipete(), 4).watch(|_| {
        calls += 1;
        if calls == 100 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert!(!part.is_complete());
    assert_eq!(part.progress.done, 100);
    assert!(part.leaves() < whole.leaves());

    let mated = Position::from_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").expect("a FEN");
    let nothing = Perft::new(mated, 5).watch(|_| ControlFlow::Continue(()));
    assert_eq!((nothing.leaves(), nothing.is_complete()), (0, true));
}

#[cfg(feature = "rayon")]
#[test]
fn threads_count_the_same() {
    for depth in 0..5 {
        let perft = Perft::new(kiwipete(), depth);
        let (count, division) = (perft.count(), perft.divide());
        for threads in [0, 1, 2, 3, 64] {
            let many = perft.clone().threads(threads);
            assert_eq!(many.count(), count);
            assert_eq!(many.clone().hash(1 << 20).count(), count);
            assert_eq!(many.divide(), division);
        }
    }
    let stopped = Perft::new(kiwipete(), 4)
        .threads(2)
        .watch(|_| ControlFlow::Break(()));
    assert!(!stopped.is_complete());
}

/// At depth 5 or more, even and odd depths are walked by different code.
#[cfg(feature = "rayon")]
#[test]
fn deep_trees_in_all_ways() {
    fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
        let mut leaves = 0;
        board.generate_moves(|moves| {
            for found in moves {
                let mut next = board.clone();
                next.play_unchecked(found);
                leaves += if depth == 1 {
                    1
                } else {
                    cozy_perft(&next, depth - 1)
                };
            }
            false
        });
        leaves
    }
    let fen = "8/k1P5/8/1K6/8/8/8/8 w - - 0 1";
    let position = Position::from_fen(fen).expect("a FEN");
    for depth in 4..8 {
        let leaves = cozy_perft(&fen.parse().expect("a FEN"), depth);
        for level in levels() {
            let perft = Perft::new(position, depth).functions(level);
            assert_eq!(perft.count(), leaves, "{level:?}");
            #[cfg(feature = "rayon")]
            assert_eq!(perft.clone().threads(2).count(), leaves, "{level:?}");
            let watched = perft.watch(|_| ControlFlow::Continue(()));
            assert_eq!(watched.leaves(), leaves, "{level:?}");
        }
    }
}

/// Stops a run some time after its start, later and later, until it reaches leaves.
fn reaches_leaves(run: impl Fn(Arc<AtomicBool>) -> u64) -> bool {
    (4..15).any(|doublings| {
        let stop = Arc::new(AtomicBool::new(false));
        let later = stop.clone();
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(1 << doublings));
            later.store(true, Relaxed);
        });
        run(stop) > 0
    })
}

/// The greatest depth fits the stack of a thread, and the run ends when it is stopped.
#[test]
fn the_greatest_depth() {
    let bare = Position::from_fen("7k/8/8/8/8/8/8/K7 w - - 0 1").expect("a FEN");
    for level in levels() {
        let perft = Perft::new(bare, Perft::MAX_DEPTH).functions(level);
        let perft = |stop: Arc<AtomicBool>| perft.clone().stop_when(move || stop.load(Relaxed));
        let hashed = |stop| perft(stop).hash(1 << 20);
        assert!(reaches_leaves(|stop| perft(stop).count()));
        assert!(reaches_leaves(|stop| perft(stop).one_by_one().count()));
        assert!(reaches_leaves(|stop| hashed(stop).count()));
        let watch = |perft: Perft| perft.watch(|_| ControlFlow::Continue(())).leaves();
        assert!(reaches_leaves(|stop| watch(perft(stop))));
        #[cfg(feature = "rayon")]
        {
            assert!(reaches_leaves(|stop| perft(stop).threads(2).count()));
            assert!(reaches_leaves(|stop| hashed(stop).threads(2).count()));
        }
    }
}

/// After a panic of `progress`, only the parts that have begun are finished.
#[cfg(feature = "rayon")]
#[test]
fn a_panic_ends_the_run() {
    let calls = core::sync::atomic::AtomicUsize::new(0);
    let run = || {
        Perft::new(kiwipete(), 4).threads(2).watch(|_| {
            calls.fetch_add(1, Relaxed);
            panic!("of the caller's own");
        })
    };
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err());
    assert!(calls.into_inner() <= 2);
}

/// Any depth is a valid argument. Below a mate there are no leaves; an endless walk ends when it is
/// stopped.
#[test]
fn depths_without_end() {
    let mate = Position::from_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").unwrap();
    let bare = Position::from_fen("7k/8/8/8/8/8/8/K7 w - - 0 1").unwrap();
    for level in levels() {
        for depth in [Perft::MAX_DEPTH, Perft::MAX_DEPTH + 1, u32::MAX] {
            assert_eq!(Perft::new(mate, depth).functions(level).count(), 0);
            let perft = Perft::new(bare, depth).functions(level).stop_when(|| true);
            assert!(!perft.watch(|_| ControlFlow::Continue(())).is_complete());
        }
    }
    assert_eq!(mate.perft_counts(u32::MAX), PerftCounts::default());
}

/// The position itself is the only leaf of depth 0.
#[test]
fn depth_zero() {
    let mut one = PerftCounts::default();
    one.leaves = 1;
    assert_eq!(Position::startpos().perft_counts(0), one);
    assert_eq!(PerftCounts::leaves_only(1), one);
}
