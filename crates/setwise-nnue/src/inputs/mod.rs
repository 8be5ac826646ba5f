//! Positions, as they are read.

pub(crate) mod boards;
#[cfg(feature = "bulletformat")]
mod bullet;
pub(crate) mod bulletformat;
pub(crate) mod columns;
pub(crate) mod marlinformat;
pub(crate) mod packed;
pub(crate) mod positions;
