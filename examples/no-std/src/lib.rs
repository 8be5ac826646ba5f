#![no_std]
#![forbid(unsafe_code)]
//! setwise without the standard library, for a chess computer or a kernel: no detection of the CPU,
//! no memory allocation.
//!
//! `cargo build -p setwise-no-std --target thumbv7em-none-eabi`

use setwise_core::entry::{BatchAttacks, Plain};
use setwise_core::{Batch, Isa, LengthMismatch, Sliced};
use setwise_dispatch::Wide;
use setwise_moves::{FenError, Position};

/// Returns the number of legal moves of a position.
///
/// # Errors
/// `fen` is not the FEN of a position.
///
/// ```
/// let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// assert_eq!(setwise_no_std::legal_moves(fen).unwrap(), 48);
/// ```
pub fn legal_moves(fen: &str) -> Result<usize, FenError> {
    Ok(Position::from_fen(fen)?.legal_moves().len())
}

/// Computes attack maps with the 128-bit vectors that the target has, in rank-sliced packs.
///
/// # Errors
/// The slices differ in length; nothing is written.
///
/// ```
/// use setwise_core::Batch;
/// let mut out = [0; 100];
/// let batch = Batch { orthogonal: &[1; 100], diagonal: &[0; 100], occupied: &[1 << 3; 100] };
/// setwise_no_std::attack_maps(batch, &mut out).unwrap();
/// assert_eq!(out, [0x0101_0101_0101_010e; 100]); // a rook on a1, a piece on d1
/// ```
pub fn attack_maps(batch: Batch<'_>, out: &mut [u64]) -> Result<(), LengthMismatch> {
    Wide.pointer::<Sliced<<Wide as Isa>::Register>, BatchAttacks<Plain>>()(batch.check()?, out)
}
