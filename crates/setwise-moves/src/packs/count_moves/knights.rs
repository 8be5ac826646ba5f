//! Our knights.

use super::{Counter, KNIGHTS, for_ranks};
use crate::packs::ranks::Ranks;
use setwise_core::Vector;

impl<V: Vector, X: Ranks<V>> Counter<V, X> {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn count_knights(&mut self) {
        if X::AT_MOST_TWO_KNIGHTS {
            for_ranks!(self.count_targets_of_one_knight: 0 1 2 3 4 5 6 7);
            if self.position.may_share_targets() {
                self.count_shared_targets();
            }
        } else {
            for_ranks!(self.count_knights_of_rank: 0 1 2 3 4 5 6 7);
        }
    }

    /// Counts the moves of the knights on rank `R`, direction by direction.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn count_knights_of_rank<const R: usize>(&mut self) {
        let (east, west) = (self.knights[R].east(), self.knights[R].west());
        self.count_jumps(R + 2, east, west);
        self.count_jumps(R.wrapping_sub(2), east, west);
        let (east, west) = (east.east(), west.west());
        self.count_jumps(R + 1, east, west);
        self.count_jumps(R.wrapping_sub(1), east, west);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn count_jumps(&mut self, rank: usize, east: V, west: V) {
        if rank < 8 {
            self.add(KNIGHTS, east & self.targets[rank]);
            self.add(KNIGHTS, west & self.targets[rank]);
        }
    }

    /// Counts the targets on rank `R` that one knight attacks. XOR removes those that both attack.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn count_targets_of_one_knight<const R: usize>(&mut self) {
        let mut once = self.zero;
        if R >= 2 {
            once = once ^ self.knights[R - 2].beside();
        }
        if R < 6 {
            once = once ^ self.knights[R + 2].beside();
        }
        if R >= 1 {
            once = once ^ self.knights[R - 1].two_beside();
        }
        if R < 7 {
            once = once ^ self.knights[R + 1].two_beside();
        }
        self.add(KNIGHTS, once & self.targets[R]);
    }

    /// Counts the targets that both knights attack. Each is two moves.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn count_shared_targets(&mut self) {
        let missing = self.position.knight_missing(&self.knights);
        let mut both = self.zero;
        for rank in 0..8 {
            let shared = self.position.shared_targets(rank) & self.targets[rank];
            both = both.add_bytes(shared.count_bytes());
        }
        let both = both & !missing;
        self.counts[KNIGHTS] = self.counts[KNIGHTS].add_bytes(both).add_bytes(both);
    }
}
