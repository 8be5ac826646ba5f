//! FEN in less time than `Position` takes.

mod cells;
mod read;
mod write;

pub use read::{parse_fen, parse_fens};
pub(crate) use write::append_fen;
