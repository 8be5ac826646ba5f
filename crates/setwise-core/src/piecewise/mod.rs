//! Systems that compute the attacks of one slider at a time.
//!
//! Engines use such systems, and the set-wise fills are measured against them. Every system is
//! safe, `const` where the language allows, and reads tables made at compile time. A system
//! implements one of three traits, and the rest is derived. So an engine adds its own with one
//! method or two:
//!
//! | a type gives | by | and gets |
//! |---|---|---|
//! | attacks in one direction | [`ByRay`] | lines, pieces, sets |
//! | attacks on one line | [`ByLine`] | pieces, sets |
//! | attacks of rook and bishop | [`System`] | queen, knight, king, sets |
//!
//! [`systems`] lists all of them. [`with_system`] does the same with static types, for code that is
//! compiled once per system. [`set_attacks`] makes a set-wise kernel of any of them.
//!
//! ```
//! use setwise_core::{Diagram, Square};
//! use setwise_core::piecewise::{PieceKind, System, systems};
//! let d4: Square = "d4".parse().unwrap();
//! let occupied = 1 << 43 | 1 << 45 | 1 << 25; // d6, f6, b4
//! for system in systems() {
//!     assert_eq!(format!("{:#}", Diagram(system.attacks(PieceKind::Queen, d4, occupied))), "\
//! 8 . . . . . . . .
//! 7 1 . . . . . . .
//! 6 . 1 . 1 . 1 . .
//! 5 . . 1 1 1 . . .
//! 4 . 1 1 . 1 1 1 1
//! 3 . . 1 1 1 . . .
//! 2 . 1 . 1 . 1 . .
//! 1 1 . . 1 . . 1 .
//!   a b c d e f g h
//! ", "{}", system.about().name);
//! }
//! ```
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
pub use sets::{piece_attacks_batch, set_attacks, set_ray_attacks};
pub use system::{About, ByLine, ByRay, Described, Instruction, System};
