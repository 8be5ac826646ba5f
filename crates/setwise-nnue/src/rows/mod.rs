//! The rows of indices that features are written to.

pub(crate) mod by_rows;
pub(crate) mod csr;
pub(crate) mod index;
pub(crate) mod padded;
