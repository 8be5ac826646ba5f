//! Where a file may be cut: units that are copied unchanged, and parts that are decoded alone.

mod copied;
mod parts;

pub use copied::{CopiedUnit, UnitKind, UnitWriter, Units};
pub use parts::{Part, Place};
