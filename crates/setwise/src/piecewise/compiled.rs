//! What is compiled for the host: the clones of `multiversion`.
//!
//! TZCNT belongs to BMI1, LZCNT is a feature of its own, and on a CPU that lacks them they silently execute as BSF and
//! BSR: every target asks for both. BMI2 brings shifts by a variable count.

use super::handle::Handle;
use multiversion::{inherit_target, multiversion, target::match_target};
use setwise_core::piecewise::{
    PieceKind, System, SystemTask, piece_attacks_batch, set_attacks, set_ray_attacks,
};
use setwise_core::{Batch, LengthMismatch, Rays, Sliders, Square};

/// Runs a task with a system, both compiled for the host. (With a type parameter no other dispatcher will do.)
#[multiversion(
    targets("x86_64+bmi1+bmi2+lzcnt+popcnt", "x86_64+bmi1+lzcnt+popcnt",),
    dispatcher = "direct"
)]
pub(super) fn run<S: System, T: SystemTask>(system: &S, task: &mut T) -> T::Output {
    task.run(system)
}

/// The calls of a system as pointers to functions that are compiled for the host.
#[multiversion(
    targets("x86_64+bmi1+bmi2+lzcnt+popcnt", "x86_64+bmi1+lzcnt+popcnt",),
    dispatcher = "direct"
)]
pub(super) fn handle<S: System + Default>() -> Handle {
    #[inherit_target]
    fn piece<S: System + Default, const KIND: usize>(square: Square, occupied: u64) -> u64 {
        S::default().attacks(const { PieceKind::ALL[KIND] }, square, occupied)
    }

    #[inherit_target]
    fn pieces<S: System + Default, const KIND: usize>(
        squares: &[Square],
        occupied: &[u64],
        out: &mut [u64],
    ) -> Result<(), LengthMismatch> {
        let kind = const { PieceKind::ALL[KIND] };
        piece_attacks_batch(&S::default(), kind, squares, occupied, out)
    }

    #[inherit_target]
    fn set<S: System + Default>(sliders: Sliders, occupied: u64) -> u64 {
        set_attacks(&S::default(), sliders, occupied)
    }

    #[inherit_target]
    fn set_by_ray<S: System + Default>(sliders: Sliders, occupied: u64) -> Rays {
        set_ray_attacks(&S::default(), sliders, occupied)
    }

    #[inherit_target]
    fn sets<S: System + Default>(batch: Batch<'_>, out: &mut [u64]) -> Result<(), LengthMismatch> {
        batch_set_attacks(&S::default(), batch, out)
    }

    #[inherit_target]
    fn sets_by_ray<S: System + Default>(
        batch: Batch<'_>,
        out: [&mut [u64]; 8],
    ) -> Result<(), LengthMismatch> {
        batch_set_ray_attacks(&S::default(), batch, out)
    }

    Handle {
        about: S::default().about(),
        isa: match_target! {
            "x86_64+bmi1+bmi2+lzcnt+popcnt" => "bmi2",
            "x86_64+bmi1+lzcnt+popcnt" => "bmi",
            _ => "scalar",
        },
        piece: [
            piece::<S, 0>,
            piece::<S, 1>,
            piece::<S, 2>,
            piece::<S, 3>,
            piece::<S, 4>,
        ],
        pieces: [
            pieces::<S, 0>,
            pieces::<S, 1>,
            pieces::<S, 2>,
            pieces::<S, 3>,
            pieces::<S, 4>,
        ],
        set: set::<S>,
        set_by_ray: set_by_ray::<S>,
        sets: sets::<S>,
        sets_by_ray: sets_by_ray::<S>,
    }
}

#[inline(always)]
fn batch_set_attacks<S: System>(
    system: &S,
    batch: Batch<'_>,
    out: &mut [u64],
) -> Result<(), LengthMismatch> {
    LengthMismatch::check("out", out.len(), batch.len())?;
    for (out, (sliders, occupied)) in out.iter_mut().zip(batch.positions()) {
        *out = set_attacks(system, sliders, occupied);
    }
    Ok(())
}

#[inline(always)]
fn batch_set_ray_attacks<S: System>(
    system: &S,
    batch: Batch<'_>,
    mut out: [&mut [u64]; 8],
) -> Result<(), LengthMismatch> {
    LengthMismatch::check_outputs(&out, batch.len())?;
    for (i, (sliders, occupied)) in batch.positions().enumerate() {
        set_ray_attacks(system, sliders, occupied).write(&mut out, i);
    }
    Ok(())
}
