//! The kernels of the registry, and what the free functions select, as kernels under test.

use setwise::{Batch, Direction, EntryPoint, LengthMismatch, Rays, Runner, Sliders};
use setwise_conformance::kernel::{Call, Kernel};

type Outcome = Result<(), LengthMismatch>;

/// The entry point of a call.
pub(crate) fn entry(call: Call) -> EntryPoint {
    match call {
        Call::Attacks => EntryPoint::Attacks,
        Call::RayAttacks => EntryPoint::RayAttacks,
        Call::OccludedFill => EntryPoint::OccludedFill,
        Call::BatchAttacks => EntryPoint::BatchAttacks,
        Call::BatchRayAttacks => EntryPoint::BatchRayAttacks,
        Call::BatchOccludedFill => EntryPoint::BatchOccludedFill,
    }
}

/// A row of the registry.
pub(crate) struct Row {
    pub(crate) runner: Runner,
    /// Whether to make all calls, those too that the kernel can do but is not meant for.
    pub(crate) every_call: bool,
}

impl Kernel for Row {
    fn serves(&self, call: Call) -> bool {
        self.every_call || self.runner.kernel().serves(entry(call))
    }

    fn boards_per_pack(&self) -> usize {
        self.runner.kernel().boards_per_pack()
    }

    fn attacks(&self, sliders: Sliders, occupied: u64) -> u64 {
        self.runner.attacks(sliders, occupied)
    }

    fn ray_attacks(&self, sliders: Sliders, occupied: u64) -> Rays {
        self.runner.ray_attacks(sliders, occupied)
    }

    fn occluded_fill(&self, direction: Direction, generators: u64, propagators: u64) -> u64 {
        self.runner
            .occluded_fill(direction, generators, propagators)
    }

    fn batch_attacks(&self, batch: Batch<'_>, out: &mut [u64]) -> Outcome {
        self.runner.batch_attacks(batch, out)
    }

    fn batch_ray_attacks(&self, batch: Batch<'_>, out: [&mut [u64]; 8]) -> Outcome {
        self.runner.batch_ray_attacks(batch, out)
    }

    fn batch_occluded_fill(
        &self,
        direction: Direction,
        generators: &[u64],
        propagators: &[u64],
        out: &mut [u64],
    ) -> Outcome {
        self.runner
            .batch_occluded_fill(direction, generators, propagators, out)
    }
}

/// The free functions: all six, or one of them.
pub(crate) struct Selected(pub(crate) Option<Call>);

impl Kernel for Selected {
    fn serves(&self, call: Call) -> bool {
        self.0.is_none_or(|only| call == only)
    }

    fn boards_per_pack(&self) -> usize {
        64
    }

    fn attacks(&self, sliders: Sliders, occupied: u64) -> u64 {
        setwise::attacks(sliders, occupied)
    }

    fn ray_attacks(&self, sliders: Sliders, occupied: u64) -> Rays {
        setwise::ray_attacks(sliders, occupied)
    }

    fn occluded_fill(&self, direction: Direction, generators: u64, propagators: u64) -> u64 {
        setwise::occluded_fill(direction, generators, propagators)
    }

    fn batch_attacks(&self, batch: Batch<'_>, out: &mut [u64]) -> Outcome {
        setwise::batch_attacks(batch, out)
    }

    fn batch_ray_attacks(&self, batch: Batch<'_>, out: [&mut [u64]; 8]) -> Outcome {
        setwise::batch_ray_attacks(batch, out)
    }

    fn batch_occluded_fill(
        &self,
        direction: Direction,
        generators: &[u64],
        propagators: &[u64],
        out: &mut [u64],
    ) -> Outcome {
        setwise::batch_occluded_fill(direction, generators, propagators, out)
    }
}
