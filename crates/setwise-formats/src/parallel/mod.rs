mod pipeline;
pub(crate) mod read_all;
