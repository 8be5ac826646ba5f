//! The rules of chess over whole boards, without lookups and branches: for one position with plain words, for many with
//! any other [`Pack`](setwise_core::Pack).

mod frame;
mod legality;
pub(crate) mod make_move;
pub(crate) mod ray_sources;
mod targets;

pub use frame::Frame;
pub(crate) use legality::CastlingFiles;
pub use legality::Legality;
pub use targets::{EnPassantTargets, PawnTargets, PromotionTargets, Targets};
