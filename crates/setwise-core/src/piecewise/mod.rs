//! Systems that compute the attacks of one slider at a time.
//!
//! Engines use such systems, and the set-wise fills are measured against them. Every system is
//! safe, `const` where the language allows, and reads tables made at compile time. A system
//! implements one of three traits, and the rest is derived, so an engine adds one or two methods:
//!
//! | a type gives | by | and gets |
//! |---|---|---|
//! | attacks in one direction | [`ByRay`] | lines, pieces, sets |
//! | attacks on one line | [`ByLine`] | pieces, sets |
//! | attacks of rook and bishop | [`System`] | queen, knight, king, sets |
//!
//! [`systems`] lists all of them, and docs/piecewise.md draws each. [`with_system`] does the same
//! with static types, for code that is compiled once per system. [`slider_attacks`] works on sets.
//!
//! All systems define attacks in the same way: the square of the piece is excluded, and the first
//! piece on each ray is included, whatever its color. The bit of the piece's own square in
//! `occupied` makes no difference.

pub mod blockers;
pub mod classical;
pub mod hyperbola;
pub mod obstruction;
pub mod one_run;
mod piece;
pub mod rays;
mod registry;
mod sets;
pub mod strongchess;
mod system;

pub use piece::{KING, KNIGHT, PieceKind};
pub use registry::{SystemTask, named, systems, with_system};
pub use sets::{batch_piece_attacks, slider_attacks, slider_ray_attacks};
pub use system::{About, ByLine, ByRay, Described, Instruction, System};
