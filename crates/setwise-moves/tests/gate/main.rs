//! The tests that must pass before a merge: known leaf counts, equality with other programs,
//! mistakes that suites miss, and properties of the public interface.

mod batches;
mod common;
mod equality;
mod exchange;
mod fen;
mod generators;
mod mistakes;
mod moves;
#[cfg(feature = "perft")]
mod perft;
mod played;
mod san;
mod sets;
mod setups;
mod stack;
#[cfg(feature = "perft")]
mod suites;
mod texts;
