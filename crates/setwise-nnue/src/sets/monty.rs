//! [`MontyValue`], a set that is joined of others.

use crate::sets::threats::FullThreats79856;
use crate::{sets::joined::Joined, sets::piece_squares::MirroredKingBuckets};

/// 80,624 features: the inputs of Monty's value network at revision `562b13e9` (2025):
/// [`FullThreats79856`], then [`MirroredKingBuckets`] with a single bucket. Monty uses the
/// perspective of the side to move alone.
pub type MontyValue = Joined<FullThreats79856, MirroredKingBuckets>;

impl MontyValue {
    /// Returns the inputs of Monty's value network.
    pub fn monty() -> Self {
        let pieces = MirroredKingBuckets::new([0; 32]);
        Self::named("monty-value", FullThreats79856::new(), pieces)
    }
}
