//! Reads the numbers in comments.

mod cursor;
mod eval;
mod matches;
mod note;
mod read;
mod words;

pub use eval::Eval;
pub(crate) use matches::{begins_with_score, is_after_score};
pub use note::Note;
