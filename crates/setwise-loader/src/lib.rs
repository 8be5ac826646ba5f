//! Batches of network inputs for trainers, from training data files.
#![forbid(unsafe_code)]
