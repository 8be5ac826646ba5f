//! The kernels of the registry, and the free functions, as kernels under test.

use setwise::{EntryPoint, Runner};
use setwise_conformance::Kernel;
use setwise_core::entry::Functions;

/// Returns a row of the registry with all entry points.
pub(crate) fn row(runner: Runner) -> Kernel {
    Kernel {
        functions: *runner,
        boards_per_pack: runner.kernel().boards_per_pack(),
        entries: EntryPoint::ALL.to_vec(),
    }
}

/// Returns the free functions with some of the entry points.
pub(crate) fn selected(entries: &[EntryPoint]) -> Kernel {
    Kernel {
        functions: Functions {
            attacks: setwise::attacks,
            ray_attacks: setwise::ray_attacks,
            occluded_fill: |direction, (g, p)| setwise::occluded_fill(direction, g, p),
            batch_attacks: setwise::batch_attacks,
            batch_ray_attacks: setwise::batch_ray_attacks,
            batch_occluded_fill: |fill, out| {
                setwise::batch_occluded_fill(fill.direction, fill.generators, fill.propagators, out)
            },
            batch_xray_attacks: |(batch, blockers), out| {
                setwise::batch_xray_attacks(batch, blockers, out)
            },
        },
        boards_per_pack: 64,
        entries: entries.to_vec(),
    }
}
