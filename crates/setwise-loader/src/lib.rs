//! Batches of network inputs for trainers, from training data files.
#![forbid(unsafe_code)]

mod random;
mod rules;

pub use rules::{BadRule, Labels, Opening, PieceControl, Rule, SkipRules, UnitRules, result};
