//! The criterion matrix: every kernel of setwise and its opponents, on positions of real games;
//! perft ([`perft`]) and the features of neural networks ([`nnue`]). The program `setwise-measure`
//! runs them.
//!
//! A cell of the matrix is an entry point, a contender, a number of boards per call, a corpus,
//! whose sliders, and throughput or latency. The modules describe how each part is chosen: `corpus`
//! the positions, `boards` their places in memory, `inputs` the boards of a cell, `loops` what is
//! timed, `check` the comparison with the oracle before, `peers` the opponents, and `matrix` the
//! rounds.

/// Evaluates an expression for each direction, as a constant.
macro_rules! by_direction {
    ($d:ident => $value:expr) => {
        by_direction!($d $value; North NorthEast East SouthEast South SouthWest West NorthWest)
    };
    ($d:ident $value:expr; $($direction:ident)*) => {
        [$({ let $d = Direction::$direction; $value }),*]
    };
}

mod boards;
mod calls;
mod check;
mod clock;
mod contenders;
mod corpus;
#[cfg(feature = "moves")]
pub mod danger;
mod fence;
#[cfg(feature = "moves")]
pub mod formats;
mod inputs;
mod isa;
mod loops;
pub mod matrix;
#[cfg(feature = "moves")]
pub mod nnue;
mod peers;
#[cfg(feature = "moves")]
pub mod perft;
#[cfg(feature = "moves")]
mod rounds;
