#![forbid(unsafe_code)]
//! Games in PGN.

mod notes;
mod write;

pub use notes::{Eval, Note};
pub use write::{GameError, GameWriter};
