//! Leaf counts.

mod kernel;
mod steps;

pub use kernel::{CountLegal, CountReplies};

use crate::{Frame, Position};
use kernel::Kernel;

impl Position {
    /// The number of move sequences of this length.
    pub fn perft(&self, depth: u32) -> u64 {
        walk(&Frame::from(self), depth, Kernel::best())
    }
}

fn walk(frame: &Frame<u64>, depth: u32, kernel: Kernel) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from((kernel.legal)(frame)),
        2 => (kernel.replies)(frame),
        _ => {
            let mut leaves = 0;
            for &step in steps::Steps::new(frame).iter() {
                leaves += walk(&frame.after(step), depth - 1, kernel);
            }
            leaves
        }
    }
}
