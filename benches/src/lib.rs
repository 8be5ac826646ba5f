//! The criterion matrix: every kernel of setwise and its peers, on positions of real games; perft
//! ([`perft`]) and the features of neural networks ([`nnue`]). The program `setwise-measure` runs
//! them.
//!
//! A cell of the matrix is an entry point, a contender, a number of boards per call, a corpus,
//! whose sliders, and throughput or latency.
//!
//! * **Positions** (`corpus`): cells with up to 1024 boards per call all walk over the same 1024
//!   positions in one timed loop; larger ones repeat the corpus. All positions are met again in
//!   every pass, so branch predictors know them better than an engine's.
//! * **Memory** (`boards`): each array begins at its own place in a page, the same in every
//!   process.
//! * **Checks** (`check`): every loop is compared with the oracle on the input that it is timed on.
//! * **Loops** (`loops`): written once for all contenders. Batch results are written to memory; of
//!   one position each word is read by itself; for latency the next position waits for the result.
//! * **Peers** (`peers`), each compiled for the instructions that help it.
//! * **Rounds** (`matrix`): in each round the groups of cells that differ in nothing but the
//!   contender come in random order, and within a group the contenders. Ratios are taken within a
//!   round ([`setwise_results::Timed::ratio_to`]).
//! * **Samples**: many short ones, because other processes interrupt long ones; the median counts.

/// Evaluates an expression for each direction, which the compiler knows in it.
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
mod fence;
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
