//! The kernels of the registry, and the free functions, as subjects of the suite.

use crate::suite::Subject;
use setwise::internal::functions_of;
use setwise::{EntryPoint, Runner};
use setwise_core::Scalar;
use setwise_core::entry::*;

/// Returns a row of the registry with all entry points.
pub fn row(runner: Runner) -> Subject {
    Subject {
        functions: *functions_of(&runner),
        boards_per_pack: runner.kernel().boards_per_pack(),
        entries: EntryPoint::ALL.to_vec(),
    }
}

/// Returns the free functions with some of the entry points.
pub fn selected(entries: &[EntryPoint]) -> Subject {
    const { assert!(EntryPoint::ALL.len() == 7, "name each entry point here") };
    let functions = Functions::new::<u64, Plain>(Scalar)
        .with::<Attacks<Plain>>(setwise::attacks)
        .with::<RayAttacks<Plain>>(setwise::ray_attacks)
        .with::<OccludedFill<Plain>>(|direction, (g, p)| setwise::occluded_fill(g, p, direction))
        .with::<BatchAttacks<Plain>>(|batch, out| setwise::batch_attacks(*batch, out))
        .with::<BatchRayAttacks<Plain>>(|batch, out| setwise::batch_ray_attacks(*batch, out))
        .with::<BatchOccludedFill<Plain>>(|fill, out| {
            setwise::batch_occluded_fill(fill.generators, fill.propagators, fill.direction, out)
        })
        .with::<BatchXrayAttacks<Plain>>(|(batch, blockers), out| {
            setwise::batch_xray_attacks(*batch, blockers, out)
        });
    Subject {
        functions,
        boards_per_pack: 64,
        entries: entries.to_vec(),
    }
}
