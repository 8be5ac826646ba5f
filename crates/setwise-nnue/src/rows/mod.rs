//! The rows of indices that features are written to.

pub(crate) mod by_rows;
pub(crate) mod csr;
pub(crate) mod index;
pub(crate) mod padded;

pub(crate) use by_rows::{AT_ONCE, Levels, few};
pub use csr::{Csr, RowWriter};
pub use index::Index;
pub use padded::{Padded, PaddedInt};
