#![forbid(unsafe_code)]
//! Drives the engine over UCI: whole games with clocks, whose moves another library checks; the
//! protocol; the signature.

mod games;
mod player;
mod protocol;
mod referee;
mod signature;
