//! Castling, orthodox and Chess960.

use super::legality::Legality;
use crate::frame::Frame;
use setwise_core::{Direction, FILE_A, Line, Pack, RANK_1};

/// The files that king and rook castle to.
#[derive(Clone, Copy)]
pub(crate) struct CastlingFiles {
    king: u32,
    rook: u32,
}

impl CastlingFiles {
    /// The files g and f.
    pub(crate) const KING_SIDE: Self = Self { king: 6, rook: 5 };
    /// The files c and d.
    pub(crate) const QUEEN_SIDE: Self = Self { king: 2, rook: 3 };

    /// The square of the king on the first rank.
    pub(crate) const fn king(self) -> u64 {
        1 << self.king
    }

    /// The square of the rook on the first rank.
    pub(crate) const fn rook(self) -> u64 {
        1 << self.rook
    }
}

/// Files a to this one.
const fn up_to(file: u32) -> u64 {
    FILE_A * ((2 << file) - 1)
}

/// This file to h.
const fn from(file: u32) -> u64 {
    FILE_A * (0xff & !((1 << file) - 1))
}

impl<P: Pack> Legality<P> {
    /// Our rooks that the king may castle with now, orthodox or Chess960.
    ///
    /// King and rook go to g1 and f1, or to c1 and d1. The paths of both must be free of other
    /// pieces, and the king's path free of attacks; the rook's path may be attacked. A rook that
    /// shields the king from another one on the first rank (in Chess960) is pinned.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn castles(&self, frame: &Frame<P>) -> P {
        let king = frame.king();
        let rights = frame.castling & frame.us;
        let home = king.same(RANK_1);
        let (east, west) = (king.fill(Direction::East), king.fill(Direction::West));
        let king_side = rights & east & home;
        let queen_side = rights & west & home;
        let king_side = self.castle(frame, king_side, east, west, CastlingFiles::KING_SIDE);
        king_side | self.castle(frame, queen_side, east, west, CastlingFiles::QUEEN_SIDE)
    }

    /// `rook` where the king may castle with it; `east` and `west` are the fills from the king.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn castle(&self, frame: &Frame<P>, rook: P, east: P, west: P, to: CastlingFiles) -> P {
        let king = frame.king();
        let home = rook.same(RANK_1);
        let king_path = (east & king.same(up_to(to.king)) | west & king.same(from(to.king))) & home;
        let rook_path = rook.fill(Direction::East) & rook.same(up_to(to.rook))
            | rook.fill(Direction::West) & rook.same(from(to.rook));
        let blockers = (king_path | rook_path & home) & frame.occupied() & !(king | rook);
        let pinned = rook & self.between(Line::Rank);
        let hindered = blockers | king_path & self.danger | pinned;
        rook & hindered.empty()
    }
}
