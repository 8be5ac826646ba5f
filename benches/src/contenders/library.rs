//! The kernels of setwise, one by one and as the library chooses them.

use super::{Contender, SETS};
use crate::isa::Baseline;
use crate::loops::{SlicedPositions, Solver};
use setwise::{Batch, Direction, EntryPoint, Layout, Rays, Runner, SlicedBoards, Sliders};
use setwise_results::{Entry, Role};

/// A kernel, called through its runner.
#[derive(Clone, Copy)]
struct Forced(Runner);

/// The public functions of the crate.
#[derive(Clone, Copy)]
struct Chosen;

/// Returns every kernel that the host can run, and `setwise`, the library's own choice.
pub fn kernels() -> Vec<Contender> {
    let forced = setwise::kernels().iter().filter_map(|kernel| {
        let contender = Contender::new(kernel.name(), Forced(kernel.runner()?), Baseline);
        let is_served = |entry: &Entry| point(*entry).is_some_and(|point| kernel.serves(point));
        // The techniques that the library would choose for many boards, and for few.
        let best = matches!(kernel.technique(), "rank by rank" | "adaptive");
        Some(Contender {
            entries: Entry::ALL.into_iter().filter(is_served).collect(),
            streams: kernel.boards_per_pack() > 1 && best,
            few: !kernel.streams() && (best || kernel.layout() == Layout::DirectionPerLane),
            ..contender
        })
    });
    let chosen = Contender::new("setwise", Chosen, Baseline);
    forced.chain([chosen]).collect()
}

/// Returns the names of the kernels that the host cannot run.
pub fn unsupported() -> Vec<String> {
    let kernels = setwise::kernels()
        .iter()
        .filter(|kernel| !kernel.is_supported());
    kernels.map(|kernel| kernel.name().into()).collect()
}

/// Returns the entry point of the library behind one of the matrix.
fn point(entry: Entry) -> Option<EntryPoint> {
    let name = match entry {
        Entry::RayAttacksStored => "ray_attacks",
        _ => entry.name(),
    };
    EntryPoint::ALL
        .iter()
        .copied()
        .find(|point| point.name() == name)
}

/// Calls the entry points of the library: as functions of a path, or as methods of a value.
macro_rules! solver {
    ($solver:ident, $role:ident, $entries:expr, $this:ident => $($call:tt)+) => {
        impl Solver for $solver {
            const ROLE: Role = Role::$role;
            const ENTRIES: &'static [Entry] = $entries;
            const KEEPS_SLICES: bool = matches!(Role::$role, Role::Library);

            #[inline(always)]
            fn attacks($this, sliders: Sliders, occupied: u64) -> u64 {
                $($call)+ attacks(sliders, occupied)
            }

            #[inline(always)]
            fn ray_attacks($this, sliders: Sliders, occupied: u64) -> Rays {
                $($call)+ ray_attacks(sliders, occupied)
            }

            #[inline(always)]
            fn occluded_fill($this, direction: Direction, generators: u64, propagators: u64) -> u64 {
                $($call)+ occluded_fill(direction, generators, propagators)
            }

            #[inline(always)]
            fn batch_attacks($this, batch: Batch<'_>, out: &mut [u64]) {
                $($call)+ batch_attacks(batch, out).expect(LENGTHS);
            }

            #[inline(always)]
            fn batch_ray_attacks($this, batch: Batch<'_>, out: [&mut [u64]; 8]) {
                $($call)+ batch_ray_attacks(batch, out).expect(LENGTHS);
            }

            #[inline(always)]
            fn batch_xray_attacks($this, batch: Batch<'_>, blockers: &[u64], out: &mut [u64]) {
                $($call)+ batch_xray_attacks(batch, blockers, out).expect(LENGTHS);
            }

            #[inline(always)]
            fn batch_occluded_fill($this, direction: Direction, pairs: [&[u64]; 2], out: &mut [u64]) {
                let [generators, propagators] = pairs;
                $($call)+ batch_occluded_fill(direction, generators, propagators, out).expect(LENGTHS);
            }

            #[inline(always)]
            fn sliced_attacks($this, positions: &SlicedPositions, out: &mut SlicedBoards) {
                let SlicedPositions { orthogonal, diagonal, occupied } = positions;
                out.set_all_attacks(orthogonal, diagonal, occupied).expect(LENGTHS);
            }
        }
    };
}

/// The reason why a batch call cannot fail here.
const LENGTHS: &str = "the loops pass slices of one length";

// The registry says which entry points a kernel is for.
solver!(Forced, Kernel, &[], self => self.0.);
solver!(Chosen, Library, &SETS, self => setwise::);
