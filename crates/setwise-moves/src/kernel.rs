//! The functions of this crate that are compiled for an instruction set: for one position at a time, and for batches.

use crate::analysis::Analyze;
#[cfg(feature = "rayon")]
use crate::lanes::CountLeavesInParallel;
use crate::lanes::{CountAll, CountLeaves};
use crate::sight::Compass;
use crate::steps::Steps;
use crate::{Frame, Legality, Targets};
use core::fmt;
use setwise_core::entry::{Entry, Pointer};
use setwise_core::{Boards, Isa, Lanes, Pack, Scalar, Sliced, Sliders, compass};

/// The register of the instruction set of a pack.
pub(crate) type Register<P> = <<P as Boards>::Proof as Isa>::Register;

/// The legal moves of one position as sets.
pub(crate) struct FindTargets;

impl Entry for FindTargets {
    type First<'a> = &'a Frame<u64>;
    type Second<'a> = ();
    type Output = Targets<u64>;

    #[inline(always)]
    fn call<P: Pack>(proof: P::Proof, frame: &Frame<u64>, (): ()) -> Targets<u64> {
        targets::<Register<P>>(proof, frame)
    }
}

/// Their number.
pub(crate) struct CountLegal;

impl Entry for CountLegal {
    type First<'a> = &'a Frame<u64>;
    type Second<'a> = ();
    type Output = u32;

    #[inline(always)]
    fn call<P: Pack>(proof: P::Proof, frame: &Frame<u64>, (): ()) -> u32 {
        targets::<Register<P>>(proof, frame).count()
    }
}

/// The number of legal moves after each legal move of one position: perft of depth 2.
pub(crate) struct CountReplies;

impl Entry for CountReplies {
    type First<'a> = &'a Frame<u64>;
    type Second<'a> = ();
    type Output = u64;

    #[inline(always)]
    fn call<P: Pack>(proof: P::Proof, frame: &Frame<u64>, (): ()) -> u64 {
        let mut steps = Steps::empty();
        steps.fill(frame, &targets::<Register<P>>(proof, frame));
        let mut replies = 0;
        for &step in steps.iter() {
            replies += u64::from(targets::<Register<P>>(proof, &frame.after(step)).count());
        }
        replies
    }
}

/// The legal moves of one position: its eight directions in the lanes of registers, if these are wide enough to
/// be worth it, else one direction after the other.
#[inline(always)]
fn targets<L: Lanes>(proof: L::Proof, frame: &Frame<u64>) -> Targets<u64> {
    if L::COUNT < 4 {
        return Targets::new(frame);
    }
    let occupied = frame.occupied();
    let king = frame.king();
    let theirs = Sliders {
        orthogonal: frame.orthogonal & frame.their,
        diagonal: frame.diagonal & frame.their,
    };
    let theirs = compass::ray_attacks::<L>(proof, theirs, occupied & !king);
    let sees = Sliders {
        orthogonal: king,
        diagonal: king,
    };
    let sees = compass::ray_attacks::<L>(proof, sees, occupied);
    let legality = Legality::seen(frame, &theirs, &sees);
    let own = Sliders {
        orthogonal: frame.orthogonal & frame.own,
        diagonal: frame.diagonal & frame.own,
    };
    let own = Compass::new::<L>(proof, own, occupied, legality.pinned(frame));
    Targets::seen(frame, &legality, &own)
}

/// How legal moves are found and counted, as functions that are compiled for an instruction set. Those for a single position
/// lay the eight directions into the lanes of its registers where these are wide enough; those for many positions, which
/// `scalar` lacks, work on as many at once as a register has bytes.
///
/// ```
/// use setwise_moves::{MoveKernel, Perft, Position};
/// let words = MoveKernel::of(setwise_core::Scalar);
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

/// The functions for many positions at once. Words have none: there it does not pay.
#[derive(Clone, Copy)]
pub(crate) struct BatchKernel {
    pub(crate) leaves: Pointer<CountLeaves>,
    #[cfg(feature = "rayon")]
    pub(crate) leaves_in_parallel: Pointer<CountLeavesInParallel>,
    pub(crate) counts: Pointer<CountAll>,
    pub(crate) prefetch: bool,
}

impl BatchKernel {
    fn of<I: Isa>(isa: I) -> Self {
        Self {
            leaves: isa.pointer::<Sliced<I::Register>, CountLeaves>(),
            #[cfg(feature = "rayon")]
            leaves_in_parallel: isa.pointer::<Sliced<I::Register>, CountLeavesInParallel>(),
            counts: isa.pointer::<Sliced<I::Register>, CountAll>(),
            prefetch: gains_by_prefetch::<I>(),
        }
    }
}

/// Is an array of positions that is not in the cache counted faster if the batch after the next is prefetched? Measured
/// (`docs/design.md`): with AVX2 on Zen 5 and on Intel; with AVX-512, eight boards in a register, on Zen 5, while Intel
/// takes a quarter to two thirds longer, and counts for what was not measured. NEON and `wide` prefetch nothing.
fn gains_by_prefetch<I: Isa>() -> bool {
    #[cfg(target_arch = "x86_64")]
    if const { <I::Register as Boards>::COUNT == 8 } {
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
    /// The functions for an instruction set.
    pub fn of<I: Isa>(isa: I) -> Self {
        Self {
            name: I::NAME,
            targets: isa.pointer::<I::Register, FindTargets>(),
            count: isa.pointer::<I::Register, CountLegal>(),
            replies: isa.pointer::<I::Register, CountReplies>(),
            analyze: if const { <I::Register as Boards>::COUNT > 1 } {
                isa.pointer::<Sliced<I::Register>, Analyze>()
            } else {
                isa.pointer::<I::Register, Analyze>()
            },
            batch: if const { <I::Register as Boards>::COUNT > 1 } {
                Some(BatchKernel::of(isa))
            } else {
                None
            },
        }
    }

    /// The functions for the best instruction set of the host, or for that of the kernel that `SETWISE_KERNEL` names (for
    /// `bmi/...` those of `wide`); chosen once. Without the feature `std` plain words.
    #[inline]
    pub fn best() -> Self {
        #[cfg(feature = "std")]
        {
            static BEST: std::sync::OnceLock<MoveKernel> = std::sync::OnceLock::new();
            *BEST.get_or_init(|| match setwise::selected().forced {
                setwise::Forced::Kernel(kernel) if kernel.isa() == Scalar::NAME => Self::of(Scalar),
                _ => setwise::dispatch(Best),
            })
        }
        #[cfg(not(feature = "std"))]
        Self::of(Scalar)
    }

    /// The functions for a named instruction set; `None` if there is none of that name, or this host does not have
    /// it.
    ///
    /// ```
    /// use setwise_moves::MoveKernel;
    /// assert_eq!(MoveKernel::named("wide").unwrap().name(), "wide");
    /// assert!(MoveKernel::named("x87").is_none());
    /// ```
    #[cfg(feature = "std")]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            // `dispatch_on` runs both on the packs of `wide`.
            "scalar" => Some(Self::of(Scalar)),
            "bmi" => None,
            _ => setwise::dispatch_on(name, Best),
        }
    }

    /// All that this host can run, by rising width.
    #[cfg(feature = "std")]
    pub fn all() -> impl Iterator<Item = Self> {
        let names = [
            "scalar",
            "wide",
            "neon",
            "neon-sha3",
            "avx2",
            "avx2-gfni",
            "avx512",
        ];
        names.into_iter().filter_map(Self::named)
    }

    /// The name of the instruction set.
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

/// A task that is only run to learn which instruction set it is run on.
#[cfg(feature = "std")]
struct Best;

#[cfg(feature = "std")]
impl setwise_core::Task for Best {
    type Output = MoveKernel;

    fn boards(&self) -> usize {
        1
    }

    #[inline(always)]
    fn run<P: Pack>(&mut self, proof: P::Proof) -> MoveKernel {
        MoveKernel::of(proof)
    }
}
