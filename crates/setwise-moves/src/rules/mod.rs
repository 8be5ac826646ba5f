//! The rules of chess over whole boards, without lookups and branches: for one position by scalar
//! code, for many with any other [`Pack`](setwise_core::Pack).

pub(crate) mod attackers;
mod captures;
pub(crate) mod castling;
mod chess960;
pub(crate) mod en_passant;
pub(crate) mod legal_move;
pub(crate) mod legality;
mod make_move;
pub(crate) mod ray_sources;
mod setup;
pub(crate) mod targets;

pub use attackers::{Checks, piece_attacks};
pub use en_passant::EnPassantTargets;
pub use legality::Legality;
pub use targets::{PawnTargets, PromotionTargets, Targets};
