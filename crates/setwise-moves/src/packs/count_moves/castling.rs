//! Castling, by arithmetic on the first rank.

use super::{Counter, RANK_AND_KING};
use crate::packs::bytes::{every_byte, split_at_king, west_of};
use crate::packs::ranks::Ranks;
use setwise_core::Vector;

const A_TO_B: u8 = 0x03;
const A_TO_C: u8 = 0x07;
const A_TO_D: u8 = 0x0f;
const A_TO_E: u8 = 0x1f;
const A_TO_G: u8 = 0x7f;

impl<V: Vector, X: Ranks<V>> Counter<V, X> {
    /// Counts castling moves, orthodox and Chess960. An example, king on e1 and rook on h1:
    ///
    /// ```text
    ///                       a b c d e f g h
    /// king                  . . . . 1 . . .
    /// west of the king      1 1 1 1 . . . .
    /// rook                  . . . . . . . 1
    /// path                  . . . . 1 1 1 1    empty but for king and rook
    /// path of the king      . . . . 1 1 1 .    not attacked
    /// ```
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn count_castling(&mut self) {
        let rights = self.position.castling();
        if rights.nonzero_mask() == 0 {
            return;
        }
        let king = self.position.king(0);
        let (rook_east, rook_west) = split_at_king(king, rights);
        let east = self.king_side(king, rook_east);
        let west = self.queen_side(king, rook_west);
        // All ones is −1.
        let castles = self.zero.sub_bytes(east).sub_bytes(west);
        self.counts[RANK_AND_KING] = self.counts[RANK_AND_KING].add_bytes(castles);
    }

    /// All ones where the king may castle with the rook east of it. They go to g1 and f1.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn king_side(&self, king: V, rook: V) -> V {
        let west = west_of(king);
        let to_g = self.files(A_TO_G);
        let path = rook.or3(west_of(rook), to_g) & !(west & self.files(A_TO_E));
        self.may_castle(king, rook, path, to_g & !west)
    }

    /// All ones where the king may castle with the rook west of it. They go to c1 and d1.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn queen_side(&self, king: V, rook: V) -> V {
        let west = west_of(king);
        let to_king = king | west;
        let path = (to_king | self.files(A_TO_D)) & !(west_of(rook) & self.files(A_TO_B));
        let king_path = (to_king | self.files(A_TO_C)) & !(west & self.files(A_TO_B));
        self.may_castle(king, rook, path, king_path)
    }

    /// All ones where there is a rook and castling is legal: the path has no other pieces, the
    /// king's path is not attacked, and the rook is not pinned (possible in Chess960 only).
    #[cfg_attr(not(unoptimized), inline(always))]
    fn may_castle(&self, king: V, rook: V, path: V, king_path: V) -> V {
        let hindered = (path & self.occupied[0] & !(king | rook))
            .or_and(king_path, self.danger[0])
            .or_and(rook, self.between_on_rank[0]);
        !(rook.empty_bytes()) & hindered.empty_bytes()
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn files(&self, files: u8) -> V {
        every_byte(self.zero, files)
    }
}
