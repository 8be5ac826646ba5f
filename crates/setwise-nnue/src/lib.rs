#![no_std]
#![forbid(unsafe_code)]
//! Input features of neural networks (NNUE) for chess positions in batches.
extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

mod boards;
mod csr;
mod error;
mod extractor;
mod joined;
mod padded;
mod pawn_pairs;
mod piece_squares;
mod positions;
mod set;
mod threats;

pub use boards::{Boards, TwelveBoards};
pub use csr::Csr;
pub use error::{Error, Problem};
pub use extractor::{Extractor, Perspectives, Scratch};
pub use joined::{Joined, MontyValue};
pub use padded::{Entry, Padded};
pub use pawn_pairs::PawnPairs;
pub use piece_squares::{
    Chess768, HalfKaV2Hm, HalfKaV2HmTraining, KingBuckets, MirroredKingBuckets,
};
pub use positions::{Columns, Positions, TwelveColumns};
pub use set::{FeatureSet, Index, Rows};
pub use threats::{
    FullThreats, FullThreats60144, FullThreats60144Rule, FullThreats79856, FullThreats79856Rule,
    FullThreatsRule, ThreatRule, Threats,
};
