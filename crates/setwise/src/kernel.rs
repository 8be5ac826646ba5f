//! Kernels: a technique in a layout on an instruction set.

use setwise_core::entry::{DirectionPerLane, Functions, Plain, Strategy, Streaming};
use setwise_core::natural::{KoggeStone, Technique, Using};
use setwise_core::{EntryPoint, Isa, Pack, Sliced};
use std::fmt;
use std::ops::Deref;

/// The layout of the boards in the registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Layout {
    /// A board per 64-bit lane.
    Natural,
    /// A rank of many boards per register.
    Sliced,
    /// One board, a direction per lane.
    DirectionPerLane,
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Natural => "natural",
            Self::Sliced => "sliced",
            Self::DirectionPerLane => "direction-per-lane",
        })
    }
}

/// A row of the registry.
///
/// ```
/// let kernel = setwise::kernel("scalar/kogge-stone").unwrap();
/// let runner = kernel.runner().expect("every CPU has 64-bit words");
/// let rook_a1 = setwise::Sliders { orthogonal: 1, diagonal: 0 };
/// assert_eq!(runner.attacks(rook_a1, 0).count_ones(), 14);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Kernel {
    name: &'static str,
    isa: &'static str,
    layout: Layout,
    technique: &'static str,
    boards_per_pack: usize,
    streams: bool,
    functions: fn() -> Option<Functions>,
}

fn functions<P: Pack, S: Strategy>() -> Option<Functions> {
    Some(Functions::new::<P, S>(P::Token::detect()?))
}

impl Kernel {
    const fn new<P: Pack, S: Strategy>(
        name: &'static str,
        layout: Layout,
        technique: &'static str,
    ) -> Self {
        Self {
            name,
            isa: P::Token::NAME,
            layout,
            technique,
            boards_per_pack: if S::DIRECTION_PER_LANE { 1 } else { P::BOARDS },
            streams: S::STREAM,
            functions: functions::<P, S>,
        }
    }

    /// A kernel in natural layout, with one technique for everything.
    pub(crate) const fn natural<I: Isa, T: Technique>(name: &'static str) -> Self {
        Self::new::<Using<T, I::Register>, Plain>(name, Layout::Natural, T::NAME)
    }

    /// A kernel in rank-sliced layout.
    pub(crate) const fn sliced<I: Isa>(name: &'static str) -> Self {
        Self::new::<Sliced<I::Register>, Plain>(name, Layout::Sliced, RANK_BY_RANK)
    }

    /// A kernel in rank-sliced layout that writes the results of batches past the caches.
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code))]
    pub(crate) const fn streaming<I: Isa>(name: &'static str) -> Self {
        Self::new::<Sliced<I::Register>, Streaming>(name, Layout::Sliced, RANK_BY_RANK)
    }

    /// A kernel for one position at a time, a direction per lane.
    pub(crate) const fn direction_per_lane<I: Isa>(name: &'static str) -> Self {
        Self::new::<I::Register, DirectionPerLane>(name, Layout::DirectionPerLane, KoggeStone::NAME)
    }

    /// Returns the name: instruction set and technique or layout, such as `avx512/sliced`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the name of the instruction set, such as `avx512`.
    pub const fn isa(&self) -> &'static str {
        self.isa
    }

    /// Returns the layout of the boards in the registers.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// Returns the technique of its fills, such as `kogge-stone`.
    pub const fn technique(&self) -> &'static str {
        self.technique
    }

    /// Returns the number of positions that it processes at once.
    pub const fn boards_per_pack(&self) -> usize {
        self.boards_per_pack
    }

    /// Returns whether the results of batches bypass the caches.
    pub const fn streams(&self) -> bool {
        self.streams
    }

    /// Returns whether the kernel is meant for an entry point. (Its runner serves all of them, but a kernel for packs
    /// then puts one position into an otherwise empty pack.)
    pub fn serves(&self, entry: EntryPoint) -> bool {
        if !entry.is_batch() && self.boards_per_pack > 1 || self.streams && !entry.has_streaming() {
            return false;
        }
        self.layout != Layout::DirectionPerLane || entry.has_direction_per_lane()
    }

    /// Returns whether this CPU has the instructions.
    pub fn is_supported(&self) -> bool {
        (self.functions)().is_some()
    }

    /// Returns the entry points; `None` if this CPU cannot run them.
    pub fn runner(&'static self) -> Option<Runner> {
        Some(Runner {
            kernel: self,
            functions: (self.functions)()?,
        })
    }
}

/// The technique of rank-sliced kernels: rank by rank, subtraction within a rank.
const RANK_BY_RANK: &str = "rank by rank";

/// A kernel that this CPU can run. It has a method for every entry point ([`Functions`]).
#[derive(Clone, Copy, Debug)]
pub struct Runner {
    kernel: &'static Kernel,
    functions: Functions,
}

impl Runner {
    /// Returns the kernel.
    pub const fn kernel(&self) -> &'static Kernel {
        self.kernel
    }
}

impl Deref for Runner {
    type Target = Functions;

    #[inline]
    fn deref(&self) -> &Functions {
        &self.functions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A kernel of another CPU.
    static FOREIGN: Kernel = Kernel {
        name: "foreign/sliced",
        isa: "foreign",
        layout: Layout::Sliced,
        technique: RANK_BY_RANK,
        boards_per_pack: 64,
        streams: false,
        functions: || None,
    };

    #[test]
    fn a_kernel_without_its_instructions_does_not_run() {
        assert!(!FOREIGN.is_supported());
        assert!(FOREIGN.runner().is_none());
    }

    #[test]
    fn layouts_are_shown_by_their_names() {
        assert_eq!(
            format!(
                "{}|{:>8}|{}",
                Layout::Natural,
                Layout::Sliced,
                Layout::DirectionPerLane
            ),
            "natural|  sliced|direction-per-lane"
        );
    }
}
