//! The peers: code that users have without setwise, built as well as possible.
//!
//! Unlike the kernels of setwise, peers may assume that sliders stand on occupied squares.

/// Evaluates an expression for each direction, which the compiler knows in it.
macro_rules! by_direction {
    ($d:ident => $value:expr) => {
        by_direction!($d $value; North NorthEast East SouthEast South SouthWest West NorthWest)
    };
    ($d:ident $value:expr; $($direction:ident)*) => {
        [$({ let $d = Direction::$direction; $value }),*]
    };
}

pub(crate) mod batches;
mod bounds;
mod fills;
#[cfg(target_arch = "x86_64")]
mod hyperbola;
mod pieces;

pub use bounds::Bound;
#[cfg(target_arch = "x86_64")]
pub(crate) use bounds::Streamed;
pub use fills::{Dumb7, FENCED, Fill, Filled, KoggeStone, PLAIN};
#[cfg(target_arch = "x86_64")]
pub use hyperbola::Hyperbola;
#[cfg(target_arch = "x86_64")]
pub use pieces::Pext;
pub use pieces::{ChessCrate, CozyChess, Lookup, Pieces, Piecewise};
