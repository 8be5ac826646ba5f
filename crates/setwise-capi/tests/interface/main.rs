//! The C interface, called from Rust.

mod array_errors;
mod boundary;
mod common;
mod entry_points;
mod errors;
mod history;
mod perft;
mod position;
mod positions;
