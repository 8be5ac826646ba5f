//! The length of a cycle of the CPU.

use crate::fence::fence;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Exclusive ors of a pass, each of which waits for the one before.
const STEPS: u32 = 64;

/// Returns the ns per cycle at this moment: the time of an exclusive or of two registers that waits for the one before, which takes one
/// cycle on every CPU. The shortest of many short measurements, as interruptions only lengthen them.
///
/// ```
/// let ns = setwise_benches::clock::cycle();
/// assert!(ns > 0.0 && ns.is_finite());
/// ```
pub fn cycle() -> f64 {
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
