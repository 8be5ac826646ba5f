//! The peers: code that users have without setwise, built as well as possible.
//!
//! Unlike the kernels of setwise, peers may assume that sliders stand on occupied squares.

mod bounds;
mod fills;
#[cfg(target_arch = "x86_64")]
mod hyperbola;
mod pieces;

pub(crate) use bounds::Bound;
#[cfg(target_arch = "x86_64")]
pub(crate) use bounds::Streamed;
pub(crate) use fills::{Dumb7, FENCED, Filled, KoggeStone, PLAIN};
#[cfg(target_arch = "x86_64")]
pub(crate) use hyperbola::Hyperbola;
#[cfg(target_arch = "x86_64")]
pub(crate) use pieces::Pext;
pub(crate) use pieces::{ChessCrate, CozyChess, Lookup, Pieces, Piecewise};
