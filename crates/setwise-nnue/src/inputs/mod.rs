//! Positions, as they are read.

pub(crate) mod boards;
#[cfg(feature = "bulletformat")]
mod bullet;
pub(crate) mod bulletformat;
pub(crate) mod columns;
pub(crate) mod marlinformat;
pub(crate) mod packed;
pub(crate) mod positions;

pub(crate) use boards::BACK_RANKS;
pub use boards::{Boards, Perspectives, TwelveBoards};
pub use bulletformat::Bulletformat;
pub use columns::{Columns, TwelveColumns};
pub use marlinformat::Marlinformat;
pub(crate) use packed::{Input, Packed};
pub use positions::{Positions, ToBoards};
