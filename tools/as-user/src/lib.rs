//! Calls of generic functions, whose machine code `setwise-cost` reads.

#[cfg(feature = "binpack")]
pub mod binpack;
#[cfg(feature = "threats")]
pub mod threats;
