//! The kernels of setwise, one by one and as the library chooses them.

use super::{Contender, Role, SETS};
use crate::isa::Baseline;
use crate::loops::{SlicedPositions, Solver};
use crate::results::Entry;
use setwise::{EntryPoint, Layout, Runner, SlicedBoards, Technique};
use setwise_core::{Batch, Direction, Rays, Sliders};

/// A kernel by its runner.
#[derive(Clone, Copy)]
struct Forced(Runner);

/// The functions of the crate.
#[derive(Clone, Copy)]
struct Chosen;

/// Every kernel that the host can run, and `setwise`, the library's own choice.
pub fn kernels() -> Vec<Contender> {
    let forced = setwise::kernels().iter().filter_map(|kernel| {
        let entries: Vec<Entry> = Entry::ALL
            .into_iter()
            .filter(|&entry| point(entry).is_some_and(|point| kernel.serves(point)))
            .collect();
        let solver = Forced(kernel.runner()?);
        // The techniques that the library would choose for many boards, and for few.
        let best = matches!(
            kernel.technique(),
            Technique::RankByRank | Technique::Adaptive
        );
        let streams = kernel.boards_per_pack() > 1 && best;
        let few = !kernel.streams() && (best || kernel.layout() == Layout::Compass);
        Some(Contender {
            streams,
            few,
            ..Contender::new(kernel.name(), Role::Kernel, solver, Baseline, &entries)
        })
    });
    let chosen = Contender::new("setwise", Role::Dispatch, Chosen, Baseline, &SETS);
    forced.chain([chosen]).collect()
}

/// The names of the kernels that the host cannot run.
pub fn unsupported() -> Vec<&'static str> {
    setwise::kernels()
        .iter()
        .filter(|kernel| !kernel.is_supported())
        .map(|kernel| kernel.name())
        .collect()
}

/// The function behind an entry of the matrix; `None` for what kernels do not do.
pub const fn point(entry: Entry) -> Option<EntryPoint> {
    Some(match entry {
        Entry::PieceAttacks | Entry::SlicedAttacks => return None,
        Entry::Attacks => EntryPoint::Attacks,
        Entry::RayAttacks | Entry::RayAttacksStored => EntryPoint::RayAttacks,
        Entry::OccludedFill => EntryPoint::OccludedFill,
        Entry::BatchAttacks => EntryPoint::BatchAttacks,
        Entry::BatchRayAttacks => EntryPoint::BatchRayAttacks,
        Entry::BatchOccludedFill => EntryPoint::BatchOccludedFill,
    })
}

/// Why a batch call may not fail here.
const LENGTHS: &str = "the loops pass slices of one length";

impl Solver for Forced {
    #[inline(always)]
    fn attacks(self, sliders: Sliders, occupied: u64) -> u64 {
        self.0.attacks(sliders, occupied)
    }

    #[inline(always)]
    fn ray_attacks(self, sliders: Sliders, occupied: u64) -> Rays {
        self.0.ray_attacks(sliders, occupied)
    }

    #[inline(always)]
    fn occluded_fill(self, direction: Direction, generators: u64, propagators: u64) -> u64 {
        self.0.occluded_fill(direction, generators, propagators)
    }

    #[inline(always)]
    fn batch_attacks(self, batch: Batch<'_>, out: &mut [u64]) {
        self.0.batch_attacks(batch, out).expect(LENGTHS);
    }

    #[inline(always)]
    fn batch_ray_attacks(self, batch: Batch<'_>, out: [&mut [u64]; 8]) {
        self.0.batch_ray_attacks(batch, out).expect(LENGTHS);
    }

    #[inline(always)]
    fn batch_occluded_fill(
        self,
        direction: Direction,
        generators: &[u64],
        propagators: &[u64],
        out: &mut [u64],
    ) {
        self.0
            .batch_occluded_fill(direction, generators, propagators, out)
            .expect(LENGTHS);
    }
}

impl Solver for Chosen {
    const KEEPS_SLICES: bool = true;

    #[inline(always)]
    fn attacks(self, sliders: Sliders, occupied: u64) -> u64 {
        setwise::attacks(sliders, occupied)
    }

    #[inline(always)]
    fn ray_attacks(self, sliders: Sliders, occupied: u64) -> Rays {
        setwise::ray_attacks(sliders, occupied)
    }

    #[inline(always)]
    fn occluded_fill(self, direction: Direction, generators: u64, propagators: u64) -> u64 {
        setwise::occluded_fill(direction, generators, propagators)
    }

    #[inline(always)]
    fn batch_attacks(self, batch: Batch<'_>, out: &mut [u64]) {
        setwise::batch_attacks(batch, out).expect(LENGTHS);
    }

    #[inline(always)]
    fn sliced_attacks(self, positions: &SlicedPositions, out: &mut SlicedBoards) {
        let SlicedPositions {
            orthogonal,
            diagonal,
            occupied,
        } = positions;
        out.set_all_attacks(orthogonal, diagonal, occupied)
            .expect(LENGTHS);
    }

    #[inline(always)]
    fn batch_ray_attacks(self, batch: Batch<'_>, out: [&mut [u64]; 8]) {
        setwise::batch_ray_attacks(batch, out).expect(LENGTHS);
    }

    #[inline(always)]
    fn batch_occluded_fill(
        self,
        direction: Direction,
        generators: &[u64],
        propagators: &[u64],
        out: &mut [u64],
    ) {
        setwise::batch_occluded_fill(direction, generators, propagators, out).expect(LENGTHS);
    }
}
