//! The criterion matrix: every kernel of setwise and its peers, on positions of real games.

pub mod results;
