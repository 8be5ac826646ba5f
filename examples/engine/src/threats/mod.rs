//! An evaluation with threat features: a network that is updated from move to move.
//!
//! Its weights are random numbers, which say nothing about chess. It adds its output to the score
//! of `evaluate`, and takes the time that a trained one of its size would take.

mod made;
mod plies;
mod weights;

pub(crate) use plies::{Network, Way};
