mod cutter;
mod order;
mod part;
mod pipeline;
pub(crate) mod read_all;
