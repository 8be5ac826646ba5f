pub(crate) mod convert;
mod pipeline;
pub(crate) mod read_all;
