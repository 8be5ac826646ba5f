//! Kernels: a technique in a layout on a level.

use setwise_core::entry::{DirectionPerLane, Functions, Plain, Strategy, Streaming};
use setwise_core::natural::{KoggeStone, Technique, Using};
use setwise_core::{
    Batch, Direction, EntryArguments, EntryPoint, Isa, LengthMismatch, Pack, Rays, Sliced, Sliders,
    const_for,
};
use setwise_dispatch::KernelLayout;

/// A row of the registry.
///
/// ```
/// let kernel = setwise::Kernel::named("scalar/kogge-stone").unwrap();
/// let runner = kernel.runner().expect("every CPU has 64-bit words");
/// let rook_a1 = setwise::Sliders { orthogonal: 1, diagonal: 0 };
/// assert_eq!(runner.attacks(rook_a1, 0).count_ones(), 14);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Kernel {
    name: &'static str,
    level: &'static str,
    layout: KernelLayout,
    technique: &'static str,
    boards_per_pack: usize,
    streams: bool,
    functions: fn() -> Option<Functions>,
    /// The entry points that are compiled, as [bits](EntryPoint::bit).
    calls: u32,
    /// The entry points that suit the kernel and are not compiled.
    left_out: u32,
}

fn functions<P: Pack, S: Strategy, const CALLS: u32>() -> Option<Functions> {
    Some(Functions::some::<P, S, CALLS>(P::Token::detect()?))
}

/// Returns the entry points among `calls`, as bits, that suit packs and a strategy.
const fn suitable<P: Pack, S: Strategy>(calls: u32) -> u32 {
    let mut found = 0;
    const_for!(i, EntryPoint::ALL.len(), {
        if EntryPoint::ALL[i].suits::<P, S>() {
            found |= calls & EntryPoint::ALL[i].bit();
        }
    });
    found
}

impl Kernel {
    const fn new<P: Pack, S: Strategy, const CALLS: u32>(
        name: &'static str,
        layout: KernelLayout,
        technique: &'static str,
    ) -> Self {
        Self {
            name,
            level: P::Token::NAME,
            layout,
            technique,
            boards_per_pack: if S::DIRECTION_PER_LANE { 1 } else { P::BOARDS },
            streams: S::STREAM,
            functions: functions::<P, S, CALLS>,
            calls: suitable::<P, S>(CALLS),
            left_out: suitable::<P, S>(!CALLS),
        }
    }

    /// A kernel in natural layout, with one technique for everything.
    pub(crate) const fn natural<I: Isa, T: Technique, const CALLS: u32>(
        name: &'static str,
    ) -> Self {
        Self::new::<Using<T, I::Register>, Plain, CALLS>(name, KernelLayout::Natural, T::NAME)
    }

    /// A kernel in rank-sliced layout.
    pub(crate) const fn sliced<I: Isa, const CALLS: u32>(name: &'static str) -> Self {
        Self::new::<Sliced<I::Register>, Plain, CALLS>(name, KernelLayout::Sliced, RANK_BY_RANK)
    }

    /// A kernel in rank-sliced layout that writes the results of batches past the caches.
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code))]
    pub(crate) const fn streaming<I: Isa, const CALLS: u32>(name: &'static str) -> Self {
        Self::new::<Sliced<I::Register>, Streaming, CALLS>(name, KernelLayout::Sliced, RANK_BY_RANK)
    }

    /// A kernel for one position at a time, a direction per lane.
    pub(crate) const fn direction_per_lane<I: Isa, const CALLS: u32>(name: &'static str) -> Self {
        let layout = KernelLayout::DirectionPerLane;
        Self::new::<I::Register, DirectionPerLane, CALLS>(name, layout, KoggeStone::NAME)
    }

    /// Returns the name: level and technique or layout, such as `avx512/sliced`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the name of the level, such as `avx512`.
    pub const fn level_name(&self) -> &'static str {
        self.level
    }

    /// Returns the layout of the boards in the registers.
    pub const fn layout(&self) -> KernelLayout {
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

    /// Returns whether the kernel has an entry point: it suits the call, and a rule gives the
    /// call to it or the build has the feature `all-kernels`. (Its runner has all calls, but
    /// computes the others in scalar code.)
    pub const fn serves(&self, entry: EntryPoint) -> bool {
        self.calls & entry.bit() != 0
    }

    /// Returns whether an entry point suits the kernel and needs the feature `all-kernels`.
    pub(crate) const fn leaves_out(&self, entry: EntryPoint) -> bool {
        self.left_out & entry.bit() != 0
    }

    pub(crate) const fn is_compiled(&self) -> bool {
        self.calls != 0
    }

    /// Returns whether this CPU has the instructions.
    pub fn is_supported(&self) -> bool {
        (self.functions)().is_some()
    }

    /// Returns the entry points; `None` if this CPU cannot run them.
    pub fn runner(&'static self) -> Option<Runner> {
        let functions = (self.functions)()?;
        Some(Runner {
            kernel: self,
            functions,
        })
    }
}

/// The technique of rank-sliced kernels: rank by rank, subtraction within a rank.
const RANK_BY_RANK: &str = "rank by rank";

/// A kernel that this CPU can run. It has a method for every entry point.
#[derive(Clone, Copy, Debug)]
pub struct Runner {
    kernel: &'static Kernel,
    functions: Functions,
}

/// Returns the function pointers of a kernel.
pub const fn functions_of(runner: &Runner) -> &Functions {
    &runner.functions
}

impl Runner {
    /// Returns the kernel.
    pub const fn kernel(&self) -> &'static Kernel {
        self.kernel
    }

    /// Calls an entry point for all boards of some columns, for code that calls every entry point.
    ///
    /// # Errors
    /// A column or an output has the wrong length; nothing is written.
    pub fn call_columns(
        &self,
        entry: EntryPoint,
        columns: &EntryArguments<'_>,
        out: &mut [&mut [u64]],
    ) -> Result<(), LengthMismatch> {
        self.functions.call_columns(entry, columns, out)
    }
}

macro_rules! methods {
    ($(
        $kind:ident fn $name:ident($($argument:ident: $type:ty),* $(,)?) -> $output:ty
            = $function:ident $call:tt;
    )*) => {
        impl Runner {
            $(#[doc = concat!("Calls [`", stringify!($name), "`](crate::", stringify!($name), ") of this kernel.")]
            #[inline]
            pub fn $name(&self, $($argument: $type),*) -> $output {
                self.functions.$name($($argument),*)
            })*
        }
    };
}

setwise_core::entry_points!(methods);

#[cfg(test)]
mod tests {
    use super::*;

    /// A kernel of another CPU.
    static FOREIGN: Kernel = Kernel {
        name: "foreign/sliced",
        level: "foreign",
        layout: KernelLayout::Sliced,
        technique: RANK_BY_RANK,
        boards_per_pack: 64,
        streams: false,
        functions: || None,
        calls: 0,
        left_out: 0,
    };

    #[test]
    fn a_kernel_without_its_instructions_does_not_run() {
        assert!(!FOREIGN.is_supported());
        assert!(FOREIGN.runner().is_none());
    }
}
