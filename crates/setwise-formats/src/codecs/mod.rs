pub(crate) mod binpack;
mod binpack_ahead;
pub(crate) mod bulletformat;
#[cfg(feature = "arrow")]
pub mod columns;
mod game;
pub(crate) mod lines;
pub(crate) mod marlinformat;
pub(crate) mod packed;
pub(crate) mod pgn;
pub(crate) mod pgn_columns;
pub(crate) mod pgn_encode;
pub(crate) mod text;
pub(crate) mod viriformat;
