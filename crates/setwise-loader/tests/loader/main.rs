//! Loaders on files of random games.

mod batches;
mod damage;
mod data;
mod ends;
mod errors;
mod levels;
