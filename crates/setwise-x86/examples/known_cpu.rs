//! A build for a known CPU, without detection and dispatch:
//! `RUSTFLAGS='-C target-cpu=native' cargo run --release -p setwise-x86 --example known_cpu`
//!
//! In such a build the token of an instruction set is a plain value. Kernels are inlined into their
//! callers. A build for a CPU without AVX2 uses scalar code here.

use setwise_core::entry::{Attacks, BatchAttacks, DirectionPerLane, Plain};
use setwise_core::{Batch, Direction, Function, Isa, LengthMismatch, Sliced, Sliders};

#[cfg(not(target_feature = "avx2"))]
use setwise_core::Scalar as Cpu;
// x86-64-v3, and each CPU with AVX2 that `target-cpu` can name, has all features of this token.
#[cfg(target_feature = "avx2")]
use setwise_x86::Avx2 as Cpu;

type Register = <Cpu as Isa>::Register;

/// The attacks of the sliders of one position.
#[inline(always)]
fn attacks(sliders: Sliders, occupied: u64) -> u64 {
    Attacks::<DirectionPerLane>::call::<Register>(Cpu::new_unchecked(), sliders, occupied)
}

/// The attacks in many positions, in rank-sliced packs.
fn batch_attacks(batch: Batch<'_>, out: &mut [u64]) -> Result<(), LengthMismatch> {
    BatchAttacks::<Plain>::call::<Sliced<Register>>(Cpu::new_unchecked(), batch.check()?, out)
}

fn main() -> Result<(), LengthMismatch> {
    println!("compiled for: {}", Cpu::NAME);

    // A queen on d4 and blockers on all squares in turn.
    let queen = 1 << 27;
    let blockers: Vec<u64> = (0..64).map(|square| 1 << square).collect();
    let queens = vec![queen; 64];
    let mut out = vec![0; 64];
    let batch = Batch {
        orthogonal: &queens,
        diagonal: &queens,
        occupied: &blockers,
    };
    batch_attacks(batch, &mut out)?;
    let sliders = Sliders {
        orthogonal: queen,
        diagonal: queen,
    };
    for (&blocker, &attacked) in blockers.iter().zip(&out) {
        let in_direction = |&direction| setwise_core::attacks(queen, blocker, direction);
        let expected = Direction::ALL
            .iter()
            .map(in_direction)
            .fold(0, |all, one| all | one);
        assert_eq!(attacked, expected);
        assert_eq!(attacks(sliders, blocker), expected);
    }
    println!("64 positions agree with scalar code, one direction at a time");
    Ok(())
}
