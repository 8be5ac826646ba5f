//! Kernels under test.

use setwise_core::entry::{Functions, Strategy};
use setwise_core::{EntryPoint, Pack};

/// A kernel under test.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// The functions.
    pub functions: Functions,
    /// The number of boards in its widest pack. The suite tries all lengths up to three packs and one board.
    pub boards_per_pack: usize,
    /// The entry points to test.
    pub entries: Vec<EntryPoint>,
}

impl Kernel {
    /// Compiles all entry points for packs of type `P`, as the crates of instruction sets offer them.
    pub(crate) fn new<P: Pack, S: Strategy>(token: P::Token) -> Self {
        let entries = EntryPoint::ALL.iter().copied();
        let has = |entry: &EntryPoint| !S::DIRECTION_PER_LANE || entry.has_direction_per_lane();
        Self {
            functions: Functions::new::<P, S>(token),
            boards_per_pack: P::BOARDS,
            entries: entries.filter(has).collect(),
        }
    }
}
