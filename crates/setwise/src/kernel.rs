//! What a kernel is: a technique in a layout on an instruction set.

use setwise_core::batch::{BatchAttacks, BatchOccludedFill, BatchRayAttacks};
use setwise_core::entry::{Attacks, Compass, Fill, OccludedFill, Pointer, RayAttacks};
use setwise_core::{Batch, Direction, Isa, LengthMismatch, Pack, Rays, Scalar, Sliders};
use std::fmt;

/// One of the calls that a kernel can serve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EntryPoint {
    /// [`attacks`](crate::attacks): one position, all directions united.
    Attacks,
    /// [`ray_attacks`](crate::ray_attacks): one position, by direction.
    RayAttacks,
    /// [`occluded_fill`](crate::occluded_fill): one board, one direction.
    OccludedFill,
    /// [`batch_attacks`](crate::batch_attacks): many positions, all directions united.
    BatchAttacks,
    /// [`batch_ray_attacks`](crate::batch_ray_attacks): many positions, by direction.
    BatchRayAttacks,
    /// [`batch_occluded_fill`](crate::batch_occluded_fill): many boards, one direction.
    BatchOccludedFill,
}

impl EntryPoint {
    /// All six.
    pub const ALL: [Self; 6] = [
        Self::Attacks,
        Self::RayAttacks,
        Self::OccludedFill,
        Self::BatchAttacks,
        Self::BatchRayAttacks,
        Self::BatchOccludedFill,
    ];

    /// The name of the function.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Attacks => "attacks",
            Self::RayAttacks => "ray_attacks",
            Self::OccludedFill => "occluded_fill",
            Self::BatchAttacks => "batch_attacks",
            Self::BatchRayAttacks => "batch_ray_attacks",
            Self::BatchOccludedFill => "batch_occluded_fill",
        }
    }

    /// Does it take many boards?
    pub const fn is_batch(self) -> bool {
        matches!(
            self,
            Self::BatchAttacks | Self::BatchRayAttacks | Self::BatchOccludedFill
        )
    }
}

impl fmt::Display for EntryPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Where the squares of the boards lie in the registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// A board per 64-bit lane.
    Natural,
    /// A rank of many boards per register.
    Sliced,
    /// One board, a direction per lane.
    Compass,
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Natural => "natural",
            Self::Sliced => "sliced",
            Self::Compass => "compass",
        })
    }
}

/// How a kernel fills along a ray.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Technique {
    /// Seven single steps.
    Dumb7,
    /// Parallel prefix with strides 1, 2, 4.
    KoggeStone,
    /// Arithmetic along ranks and files, Kogge-Stone along diagonals.
    Subtraction,
    /// Subtraction where the register makes it cheap, Kogge-Stone elsewhere.
    Adaptive,
    /// Rank by rank, subtraction within a rank.
    RankByRank,
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Dumb7 => "dumb7",
            Self::KoggeStone => "kogge-stone",
            Self::Subtraction => "subtraction",
            Self::Adaptive => "adaptive",
            Self::RankByRank => "rank by rank",
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
    technique: Technique,
    boards_per_pack: usize,
    streams: bool,
    pointers: fn() -> Option<Pointers>,
}

/// The six entry points, compiled for the kernel's instruction set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pointers {
    pub(crate) attacks: Pointer<Attacks>,
    pub(crate) ray_attacks: Pointer<RayAttacks>,
    pub(crate) occluded_fill: Pointer<OccludedFill>,
    pub(crate) batch_attacks: Pointer<BatchAttacks<'static, 'static, false>>,
    pub(crate) batch_ray_attacks: Pointer<BatchRayAttacks<'static, 'static, false>>,
    pub(crate) batch_occluded_fill: Pointer<BatchOccludedFill<'static, 'static>>,
}

fn pack_pointers<P: Pack, const STREAM: bool>() -> Option<Pointers> {
    Some(of_isa::<P, STREAM>(P::Proof::detect()?))
}

fn of_isa<P: Pack, const STREAM: bool>(isa: P::Proof) -> Pointers {
    Pointers {
        attacks: isa.pointer::<P, Attacks>(),
        ray_attacks: isa.pointer::<P, RayAttacks>(),
        occluded_fill: isa.pointer::<P, OccludedFill>(),
        batch_attacks: isa.pointer::<P, BatchAttacks<'static, 'static, STREAM>>(),
        batch_ray_attacks: isa.pointer::<P, BatchRayAttacks<'static, 'static, STREAM>>(),
        batch_occluded_fill: isa.pointer::<P, BatchOccludedFill<'static, 'static>>(),
    }
}

impl Pointers {
    /// Plain words, which need no instruction set.
    pub(crate) fn scalar() -> Self {
        of_isa::<u64, false>(Scalar)
    }
}

fn compass_pointers<I: Isa>() -> Option<Pointers> {
    let isa = I::detect()?;
    type Batched = BatchAttacks<'static, 'static, false>;
    type BatchedRays = BatchRayAttacks<'static, 'static, false>;
    Some(Pointers {
        attacks: isa.pointer::<I::Register, Compass<Attacks>>(),
        ray_attacks: isa.pointer::<I::Register, Compass<RayAttacks>>(),
        batch_attacks: isa.pointer::<I::Register, Compass<Batched>>(),
        batch_ray_attacks: isa.pointer::<I::Register, Compass<BatchedRays>>(),
        ..of_isa::<I::Register, false>(isa)
    })
}

impl Kernel {
    /// A kernel that works on packs of type `P`; its large results bypass the caches if `STREAM`.
    pub(crate) const fn of_pack<P: Pack, const STREAM: bool>(
        name: &'static str,
        layout: Layout,
        technique: Technique,
    ) -> Self {
        Self {
            name,
            isa: P::Proof::NAME,
            layout,
            technique,
            boards_per_pack: P::COUNT,
            streams: STREAM,
            pointers: pack_pointers::<P, STREAM>,
        }
    }

    /// A kernel that works on one position at a time, a direction per lane.
    pub(crate) const fn of_compass<I: Isa>(name: &'static str) -> Self {
        Self {
            name,
            isa: I::NAME,
            layout: Layout::Compass,
            technique: Technique::KoggeStone,
            boards_per_pack: 1,
            streams: false,
            pointers: compass_pointers::<I>,
        }
    }

    /// Instruction set and way of working, such as `avx512/sliced`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The instruction set, such as `avx512`.
    pub const fn isa(&self) -> &'static str {
        self.isa
    }

    /// Where the squares lie in the registers.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// How it fills along a ray.
    pub const fn technique(&self) -> Technique {
        self.technique
    }

    /// How many positions it handles at once.
    pub const fn boards_per_pack(&self) -> usize {
        self.boards_per_pack
    }

    /// Does it write the results of batches past the caches?
    pub const fn streams(&self) -> bool {
        self.streams
    }

    /// Is the kernel meant for this call? (Its runner serves all of them, but a kernel for packs does one
    /// position in a pack that is otherwise empty, and a compass has no use for a single direction.)
    pub fn serves(&self, entry: EntryPoint) -> bool {
        match entry {
            EntryPoint::Attacks | EntryPoint::RayAttacks => self.boards_per_pack == 1,
            EntryPoint::OccludedFill => self.boards_per_pack == 1 && self.layout == Layout::Natural,
            EntryPoint::BatchAttacks | EntryPoint::BatchRayAttacks => true,
            EntryPoint::BatchOccludedFill => self.layout != Layout::Compass && !self.streams,
        }
    }

    /// Has this CPU the instructions?
    pub fn is_supported(&self) -> bool {
        (self.pointers)().is_some()
    }

    /// The entry points; `None` where the CPU cannot run them.
    pub fn runner(&'static self) -> Option<Runner> {
        Some(Runner {
            kernel: self,
            pointers: (self.pointers)()?,
        })
    }
}

/// A kernel that this CPU can run.
#[derive(Clone, Copy, Debug)]
pub struct Runner {
    kernel: &'static Kernel,
    pub(crate) pointers: Pointers,
}

impl Runner {
    /// Which kernel it is.
    pub const fn kernel(&self) -> &'static Kernel {
        self.kernel
    }

    /// As [`crate::attacks`].
    #[inline]
    pub fn attacks(&self, sliders: Sliders, occupied: u64) -> u64 {
        (self.pointers.attacks)(sliders, occupied)
    }

    /// As [`crate::ray_attacks`].
    #[inline]
    pub fn ray_attacks(&self, sliders: Sliders, occupied: u64) -> Rays {
        (self.pointers.ray_attacks)(sliders, occupied)
    }

    /// As [`crate::occluded_fill`].
    #[inline]
    pub fn occluded_fill(&self, direction: Direction, generators: u64, propagators: u64) -> u64 {
        (self.pointers.occluded_fill)(direction, (generators, propagators))
    }

    /// As [`crate::batch_attacks`].
    ///
    /// # Errors
    /// `out` is not as long as the batch; nothing was written.
    #[inline]
    pub fn batch_attacks(&self, batch: Batch<'_>, out: &mut [u64]) -> Result<(), LengthMismatch> {
        (self.pointers.batch_attacks)(batch, out)
    }

    /// As [`crate::batch_ray_attacks`].
    ///
    /// # Errors
    /// An output is not as long as the batch; nothing was written.
    #[inline]
    pub fn batch_ray_attacks(
        &self,
        batch: Batch<'_>,
        out: [&mut [u64]; 8],
    ) -> Result<(), LengthMismatch> {
        (self.pointers.batch_ray_attacks)(batch, out)
    }

    /// As [`crate::batch_occluded_fill`].
    ///
    /// # Errors
    /// The slices differ in length; nothing was written.
    #[inline]
    pub fn batch_occluded_fill(
        &self,
        direction: Direction,
        generators: &[u64],
        propagators: &[u64],
        out: &mut [u64],
    ) -> Result<(), LengthMismatch> {
        let fill = Fill {
            direction,
            generators,
            propagators,
        };
        (self.pointers.batch_occluded_fill)(fill, out)
    }
}
