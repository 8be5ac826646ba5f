#![forbid(unsafe_code)]
//! Drives the engine over UCI.

mod player;
mod protocol;
