//! The tests that must pass before a merge: known leaf counts, equality with other programs,
//! mistakes that suites miss, and properties of the public interface.

mod batches;
mod common;
mod epd;
mod equality;
mod exchange;
mod fen;
mod generators;
mod history;
mod keys;
mod material;
mod mistakes;
mod moves;
mod operations;
mod packs;
#[cfg(feature = "perft")]
mod perft;
mod played;
mod polyglot;
mod san;
#[cfg(feature = "serde")]
mod serde;
mod sets;
mod setups;
mod stack;
#[cfg(feature = "perft")]
mod suites;
mod texts;
