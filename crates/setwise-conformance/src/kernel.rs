//! What the suite asks of a kernel.

use setwise_core::batch::{BatchAttacks, BatchOccludedFill, BatchRayAttacks};
use setwise_core::entry::{Attacks, Compass, Fill, OccludedFill, Pointer, RayAttacks};
use setwise_core::{Batch, Direction, Isa, LengthMismatch, Pack, Rays, Sliders};
use std::fmt;

/// The six calls that a kernel may serve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// All directions of one position, united.
    Attacks,
    /// The eight directions of one position.
    RayAttacks,
    /// A fill of one board.
    OccludedFill,
    /// All directions of many positions, united.
    BatchAttacks,
    /// The eight directions of many positions.
    BatchRayAttacks,
    /// A fill of many boards.
    BatchOccludedFill,
}

impl Call {
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
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a batch call returns.
pub type Outcome = Result<(), LengthMismatch>;

/// A kernel under test. A call that is not [served](Self::serves) is never made.
pub trait Kernel: Sync {
    /// Does it have this entry point?
    fn serves(&self, call: Call) -> bool;
    /// How many boards its widest pack holds: the suite tries all lengths up to three packs and one board.
    fn boards_per_pack(&self) -> usize;
    /// See [`Call::Attacks`].
    fn attacks(&self, sliders: Sliders, occupied: u64) -> u64;
    /// See [`Call::RayAttacks`].
    fn ray_attacks(&self, sliders: Sliders, occupied: u64) -> Rays;
    /// See [`Call::OccludedFill`].
    fn occluded_fill(&self, direction: Direction, generators: u64, propagators: u64) -> u64;
    /// See [`Call::BatchAttacks`].
    fn batch_attacks(&self, batch: Batch<'_>, out: &mut [u64]) -> Outcome;
    /// See [`Call::BatchRayAttacks`].
    fn batch_ray_attacks(&self, batch: Batch<'_>, out: [&mut [u64]; 8]) -> Outcome;
    /// See [`Call::BatchOccludedFill`].
    fn batch_occluded_fill(
        &self,
        direction: Direction,
        generators: &[u64],
        propagators: &[u64],
        out: &mut [u64],
    ) -> Outcome;
}

/// The entry points of an instruction set with one type of pack, as the crates of instruction sets offer them
/// ([`Isa::pointer`]).
#[derive(Clone, Copy, Debug)]
pub struct Pointers {
    boards_per_pack: usize,
    fills: bool,
    attacks: Pointer<Attacks>,
    ray_attacks: Pointer<RayAttacks>,
    occluded_fill: Pointer<OccludedFill>,
    batch_attacks: Pointer<BatchAttacks<'static, 'static, false>>,
    batch_ray_attacks: Pointer<BatchRayAttacks<'static, 'static, false>>,
    batch_occluded_fill: Pointer<BatchOccludedFill<'static, 'static>>,
}

impl Pointers {
    /// With packs of type `P`.
    pub fn new<P: Pack>(proof: P::Proof) -> Self {
        Self {
            boards_per_pack: P::COUNT,
            fills: true,
            attacks: proof.pointer::<P, Attacks>(),
            ray_attacks: proof.pointer::<P, RayAttacks>(),
            occluded_fill: proof.pointer::<P, OccludedFill>(),
            batch_attacks: proof.pointer::<P, BatchAttacks<'_, '_, false>>(),
            batch_ray_attacks: proof.pointer::<P, BatchRayAttacks<'_, '_, false>>(),
            batch_occluded_fill: proof.pointer::<P, BatchOccludedFill<'_, '_>>(),
        }
    }

    /// The same, but batches of attacks are written past the caches.
    pub fn streaming<P: Pack>(proof: P::Proof) -> Self {
        Self {
            batch_attacks: proof.pointer::<P, BatchAttacks<'_, '_, true>>(),
            batch_ray_attacks: proof.pointer::<P, BatchRayAttacks<'_, '_, true>>(),
            ..Self::new::<P>(proof)
        }
    }

    /// With a direction per lane. It has no fills.
    pub fn compass<I: Isa>(proof: I) -> Self {
        Self {
            fills: false,
            attacks: proof.pointer::<I::Register, Compass<Attacks>>(),
            ray_attacks: proof.pointer::<I::Register, Compass<RayAttacks>>(),
            batch_attacks: proof.pointer::<I::Register, Compass<BatchAttacks<'_, '_, false>>>(),
            batch_ray_attacks: proof
                .pointer::<I::Register, Compass<BatchRayAttacks<'_, '_, false>>>(),
            ..Self::new::<I::Register>(proof)
        }
    }
}

impl Kernel for Pointers {
    fn serves(&self, call: Call) -> bool {
        self.fills || !matches!(call, Call::OccludedFill | Call::BatchOccludedFill)
    }

    fn boards_per_pack(&self) -> usize {
        self.boards_per_pack
    }

    fn attacks(&self, sliders: Sliders, occupied: u64) -> u64 {
        (self.attacks)(sliders, occupied)
    }

    fn ray_attacks(&self, sliders: Sliders, occupied: u64) -> Rays {
        (self.ray_attacks)(sliders, occupied)
    }

    fn occluded_fill(&self, direction: Direction, generators: u64, propagators: u64) -> u64 {
        (self.occluded_fill)(direction, (generators, propagators))
    }

    fn batch_attacks(&self, batch: Batch<'_>, out: &mut [u64]) -> Outcome {
        (self.batch_attacks)(batch, out)
    }

    fn batch_ray_attacks(&self, batch: Batch<'_>, out: [&mut [u64]; 8]) -> Outcome {
        (self.batch_ray_attacks)(batch, out)
    }

    fn batch_occluded_fill(
        &self,
        direction: Direction,
        generators: &[u64],
        propagators: &[u64],
        out: &mut [u64],
    ) -> Outcome {
        let fill = Fill {
            direction,
            generators,
            propagators,
        };
        (self.batch_occluded_fill)(fill, out)
    }
}
