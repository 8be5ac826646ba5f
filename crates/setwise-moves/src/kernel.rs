//! The functions of this crate that are compiled for each instruction set, as one value.

#[cfg(feature = "rayon")]
use crate::batch::CountLeavesInParallel;
use crate::batch::{
    Analyze, AttackMaps, CountAll, CountCaptures, CountLeaves, CountMoveKinds, FindChecks,
    Recaptures,
};
use crate::single::functions::{CountLegal, CountReplies, FindTargets};
use core::fmt;
use setwise_core::{Isa, Pack, Pointer, Scalar, Sliced, Vector};

/// The register of the instruction set of a pack.
pub(crate) type Register<P> = <<P as Pack>::Token as Isa>::Register;

/// The functions that find and count legal moves, compiled for an instruction set.
///
/// The functions for one position use a direction per lane if the registers are wide enough. The functions for many
/// positions work on as many at once as a register has bytes. `scalar` has no functions for many positions.
///
/// ```
/// use setwise_moves::{MoveKernel, Perft, Position, Scalar};
/// let words = MoveKernel::of(Scalar);
/// let perft = Perft::new(Position::startpos(), 3).kernel(words);
/// assert_eq!(perft.count(), 8902);
/// println!("this host: {}", MoveKernel::best().name());
/// ```
#[derive(Clone, Copy)]
pub struct MoveKernel {
    name: &'static str,
    pub(crate) targets: Pointer<FindTargets>,
    pub(crate) count: Pointer<CountLegal>,
    pub(crate) replies: Pointer<CountReplies>,
    pub(crate) analyze: Pointer<Analyze>,
    pub(crate) batch: Option<BatchKernel>,
}

/// The functions for many positions at once. Plain words have none, because they gain nothing from batches.
#[derive(Clone, Copy)]
pub(crate) struct BatchKernel {
    pub(crate) leaves: Pointer<CountLeaves>,
    #[cfg(feature = "rayon")]
    pub(crate) leaves_in_parallel: Pointer<CountLeavesInParallel>,
    pub(crate) counts: Pointer<CountAll>,
    pub(crate) attack_maps: Pointer<AttackMaps>,
    pub(crate) checks: Pointer<FindChecks<true>>,
    pub(crate) left: Pointer<FindChecks<false>>,
    pub(crate) captures: Pointer<CountCaptures>,
    pub(crate) move_kinds: Pointer<CountMoveKinds>,
    pub(crate) recaptures: Pointer<Recaptures>,
    /// The number of positions that the functions work on at once.
    pub(crate) lanes: usize,
    pub(crate) prefetch: bool,
}

impl BatchKernel {
    fn of<I: Isa>(isa: I) -> Self {
        Self {
            leaves: isa.pointer::<Sliced<I::Register>, CountLeaves>(),
            #[cfg(feature = "rayon")]
            leaves_in_parallel: isa.pointer::<Sliced<I::Register>, CountLeavesInParallel>(),
            counts: isa.pointer::<Sliced<I::Register>, CountAll>(),
            attack_maps: isa.pointer::<Sliced<I::Register>, AttackMaps>(),
            checks: isa.pointer::<Sliced<I::Register>, FindChecks<true>>(),
            left: isa.pointer::<Sliced<I::Register>, FindChecks<false>>(),
            captures: isa.pointer::<Sliced<I::Register>, CountCaptures>(),
            move_kinds: isa.pointer::<Sliced<I::Register>, CountMoveKinds>(),
            recaptures: isa.pointer::<Sliced<I::Register>, Recaptures>(),
            lanes: 8 * I::Register::LANES,
            prefetch: gains_by_prefetch::<I>(),
        }
    }
}

/// Returns whether counting an array of positions that is not in the cache gains from prefetching the batch after the
/// next. With AVX-512, which has eight boards per register, only Zen 5 and later CPUs of AMD gain. NEON and `wide`
/// prefetch nothing. docs/notes/count-legal-moves.md has the measurements.
fn gains_by_prefetch<I: Isa>() -> bool {
    #[cfg(target_arch = "x86_64")]
    if const { <I::Register as Vector>::LANES == 8 } {
        use core::arch::x86_64::__cpuid;
        const FAMILY_OF_ZEN_5: u32 = 26;
        let maker = __cpuid(0);
        let name = [maker.ebx, maker.edx, maker.ecx].map(u32::to_le_bytes);
        let signature = __cpuid(1).eax;
        let family = (signature >> 8 & 15) + (signature >> 20 & 255);
        return name.as_flattened() == b"AuthenticAMD" && family >= FAMILY_OF_ZEN_5;
    }
    true
}

impl MoveKernel {
    /// Returns the functions for an instruction set.
    pub fn of<I: Isa>(isa: I) -> Self {
        Self {
            name: I::NAME,
            targets: isa.pointer::<I::Register, FindTargets>(),
            count: isa.pointer::<I::Register, CountLegal>(),
            replies: isa.pointer::<I::Register, CountReplies>(),
            analyze: if const { <I::Register as Vector>::LANES > 1 } {
                isa.pointer::<Sliced<I::Register>, Analyze>()
            } else {
                isa.pointer::<I::Register, Analyze>()
            },
            batch: if const { <I::Register as Vector>::LANES > 1 } {
                Some(BatchKernel::of(isa))
            } else {
                None
            },
        }
    }

    /// Returns the functions for the best instruction set of the host, or for that of the kernel that `setwise::select_from_env`
    /// forces; `bmi/...` selects `wide`. The choice is made once. Without the feature `std` the choice is `scalar`.
    #[inline]
    pub fn best() -> Self {
        #[cfg(feature = "std")]
        {
            static BEST: std::sync::OnceLock<MoveKernel> = std::sync::OnceLock::new();
            *BEST.get_or_init(|| {
                let level = setwise::selected().level;
                match level.name() {
                    Scalar::NAME => Self::of_level(level),
                    _ => Self::of_level(level.with_vectors()),
                }
            })
        }
        #[cfg(not(feature = "std"))]
        Self::of(Scalar)
    }

    /// Returns the functions for a named instruction set; `None` if there is none of that name or the host does not support
    /// it.
    ///
    /// ```
    /// use setwise_moves::MoveKernel;
    /// assert_eq!(MoveKernel::named("wide").unwrap().name(), "wide");
    /// assert!(MoveKernel::named("x87").is_none());
    /// ```
    #[cfg(feature = "std")]
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|kernel| kernel.name == name)
    }

    /// Returns the functions for every instruction set of this host, best first, except `bmi`: positions gain nothing
    /// from its words.
    #[cfg(feature = "std")]
    pub fn all() -> impl Iterator<Item = Self> {
        let levels = setwise::Level::all()
            .filter(|level| level.has_vectors() || level.name() == Scalar::NAME);
        levels.map(Self::of_level)
    }

    /// Returns the functions for a level. Not inlined, so that no other crate compiles the functions once more.
    #[cfg(feature = "std")]
    #[inline(never)]
    fn of_level(level: setwise::Level) -> Self {
        level.visit(MakeKernel)
    }

    /// Returns the name of the instruction set.
    pub fn name(&self) -> &'static str {
        self.name
    }
}

impl Default for MoveKernel {
    fn default() -> Self {
        Self::best()
    }
}

impl fmt::Debug for MoveKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MoveKernel({})", self.name)
    }
}

/// Makes the functions for an instruction set.
#[cfg(feature = "std")]
struct MakeKernel;

#[cfg(feature = "std")]
impl setwise::LevelVisitor for MakeKernel {
    type Output = MoveKernel;

    fn visit<I: Isa>(self, isa: I) -> MoveKernel {
        MoveKernel::of(isa)
    }
}
