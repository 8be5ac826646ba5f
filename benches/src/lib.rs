//! The criterion matrix: every kernel of setwise and its peers, on positions of real games.
//!
//! A cell of the matrix is an entry point, a contender, a number of boards per call, a corpus,
//! whose sliders, and throughput or latency. How it is measured:
//!
//! * **Positions** (`corpus`): games of an engine against itself, random legal play, and random
//!   boards for single pieces. Cells with up to 1024 boards per call all walk over the same 1024
//!   positions in one timed loop; larger ones repeat the corpus.
//! * **Memory** (`boards`): arrays begin at cache lines, each at its own place in a page, the same
//!   in every process. The forms `_unaligned` and `_mixed` of a call have slices that begin
//!   elsewhere ([`setwise_results::Form`]), measured next to aligned ones.
//! * **Checks** (`check`): every loop is compared with the oracle on the input that it is timed on.
//! * **Entry points** (`calls`): methods and loops follow from the declarations of the library, so
//!   that each entry point has cells for every kernel and for the library's own choice.
//! * **Loops** (`loops`): written once for all contenders. Batch results are written to memory; of
//!   one position each word is read by itself (`ray_attacks_stored` leaves them unread); for
//!   latency the next position waits for the result.
//! * **Peers** (`peers`), each compiled for the instructions that help it: scalar fills behind a
//!   `fence`, which the compiler cannot vectorize. The plain loop, which it vectorizes, for three
//!   levels of x86-64. Table lookups and hyperbola quintessence, slider by slider. The memory
//!   traffic alone.
//! * **Rounds** (`matrix`): the matrix is passed several times. In each round the groups of cells
//!   that differ in nothing but the contender come in random order, and within a group the
//!   contenders. Contenders that are compared run within seconds of one another, and ratios are
//!   taken within a round ([`setwise_results::Timed::ratio_to`]).
//! * **Samples**: many short ones, because other processes interrupt long ones; the median is what
//!   counts.
//!
//! Biases: all positions of a loop are met again in every pass, so branch predictors know them
//! better than an engine's; tables of lookups stay in the cache, which they share with nothing
//! else.
//!
//! Perft ([`perft`]) and the features of neural networks ([`nnue`]) have benchmarks of their own.
//! The program `setwise-measure` runs all three and writes result files and reports.

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
