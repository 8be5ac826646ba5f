pub(crate) mod codec;
pub(crate) mod column_values;
pub(crate) mod compression;
#[cfg(feature = "gzip")]
mod counted;
pub(crate) mod extras;
#[cfg(feature = "zstd")]
mod frames;
pub(crate) mod front;
#[cfg(feature = "gzip")]
mod gzip;
pub(crate) mod lines;
pub(crate) mod options;
pub(crate) mod points;
pub(crate) mod reader;
pub(crate) mod source;
pub(crate) mod tally;
pub(crate) mod totals;
pub(crate) mod writer;
#[cfg(feature = "zstd")]
mod zstd;
