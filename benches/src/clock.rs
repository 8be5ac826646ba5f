//! The length of a cycle of the CPU.

use crate::fence::fence;
use std::hint::black_box;
use std::time::{Duration, Instant};

const STEPS: u32 = 64;

/// Returns the length of a CPU cycle in ns. A chain of dependent exclusive ors takes one cycle per
/// operation on every CPU. The result is the shortest of many measurements, because interruptions
/// only lengthen them.
pub(crate) fn cycle() -> f64 {
    let passes = 2_000;
    let shortest = (0..50).map(|_| chain(passes)).min();
    shortest.unwrap_or_default().as_secs_f64() * 1e9 / f64::from(passes * STEPS)
}

fn chain(passes: u32) -> Duration {
    let start = Instant::now();
    let (mut board, other) = (black_box(1), black_box(0x5555));
    for _ in 0..passes {
        for _ in 0..STEPS {
            board = fence(board ^ other);
        }
    }
    black_box(board);
    start.elapsed()
}
