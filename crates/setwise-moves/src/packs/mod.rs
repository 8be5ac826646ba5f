//! Many positions at once, one per byte of a register.
//!
//! A batch is a [`Frame`](crate::frame::Frame) of rank-sliced boards. The side to move always moves
//! north; after a move the ranks are renamed, not reversed. There are no lookups by square and no
//! branches per position.

pub(crate) mod block;
pub(crate) mod blocks;
pub(crate) mod bytes;
pub(crate) mod count_moves;
mod frame;
pub(crate) mod per_position;
pub(crate) mod position_words;
pub(crate) mod ranks;

use setwise_core::{Isa, Pack};

/// The most positions of a batch. Masks of bytes have 64 bits, so a wider register needs others.
pub(crate) const MAX_LANES: usize = 64;

/// The register of the instruction set of a pack.
pub(crate) type Register<P> = <<P as Pack>::Token as Isa>::Register;
