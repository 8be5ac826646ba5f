//! Threads that use the library for the first time at the same moment: the selection of kernels,
//! tables, and the names of levels are made once. Under the thread sanitizer
//! (`.ci/release sanitizers`) a race is an error even if it changes no result.

use setwise::selection::{select, selected};
use setwise::{Batch, batch_attacks};
use setwise_moves::{Position, count_legal_moves};
use setwise_nnue::{Csr, Extractor, FullThreats};
use std::sync::Barrier;

const THREADS: usize = 8;

/// What a thread computes: everything that is made at the first use.
fn work(number: usize) -> (Vec<u64>, u32, Vec<u32>, &'static str) {
    // Some threads ask for a kernel. At most one kernel is selected, and all threads see the same.
    if number % 2 == 1 {
        let _ = select(["scalar/kogge-stone", "wide/sliced"][number / 2 % 2]);
    }
    let boards: Vec<u64> = (0..100).map(|i| 0x0102_0408_1020_4081 << (i % 7)).collect();
    let mut attacked = vec![0; boards.len()];
    let batch = Batch {
        orthogonal: &boards,
        diagonal: &boards,
        occupied: &boards,
    };
    batch_attacks(batch, &mut attacked).expect("equal lengths");
    let mut counts = [0];
    count_legal_moves(&[Position::startpos()], &mut counts).expect("equal lengths");
    let mut rows = Csr::<u32>::new();
    let extractor = Extractor::new(FullThreats::new());
    extractor
        .append(&[Position::startpos()], &mut rows)
        .expect("a position");
    let best = setwise::piecewise::best();
    let system = best.about().name;
    attacked.push(best.piece_attacks(
        setwise::piecewise::PieceKind::Rook,
        setwise::Square::wrapping(0),
        1 << 24,
    ));
    let forced = selected().forced.map(|kernel| kernel.name());
    (
        attacked,
        counts[0],
        rows.first().to_vec(),
        forced.unwrap_or(system),
    )
}

#[test]
fn at_the_same_moment() {
    let barrier = Barrier::new(THREADS);
    let all: Vec<_> = std::thread::scope(|scope| {
        let barrier = &barrier;
        let start = |number| {
            scope.spawn(move || {
                barrier.wait();
                work(number)
            })
        };
        let threads: Vec<_> = (0..THREADS).map(start).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("no panic"))
            .collect()
    });
    for other in &all {
        assert_eq!(other, &all[0]);
    }
    assert_eq!(all[0].1, 20);
}
