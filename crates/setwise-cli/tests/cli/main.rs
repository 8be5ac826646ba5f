//! The program `setwise`, run as its users run it.

#[cfg(unix)]
mod bench;
mod commands;
mod common;
mod compare;
mod data;
mod nnue;
mod perft;
mod report;
mod resume;
mod same_bytes;
