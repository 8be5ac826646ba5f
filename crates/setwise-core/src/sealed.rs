//! The seal of the traits of instruction sets.

/// A type of an instruction set of this workspace. Only such types implement the traits that
/// require it, so that the traits can get new methods. No other crate should implement it.
pub trait Sealed {}
