pub(crate) mod codec;
pub(crate) mod compression;
#[cfg(any(feature = "gzip", feature = "zstd"))]
mod counted;
pub(crate) mod extras;
mod front;
pub(crate) mod options;
pub(crate) mod points;
pub(crate) mod reader;
pub(crate) mod source;
pub(crate) mod tally;
pub(crate) mod totals;
pub(crate) mod writer;
#[cfg(feature = "zstd")]
mod zstd;
