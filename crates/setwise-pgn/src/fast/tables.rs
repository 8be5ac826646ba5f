//! Constant tables of the player. The compiler computes all of them.

use setwise_core::Direction::{self, North, NorthEast, NorthWest, South, SouthEast, SouthWest};
use setwise_core::piecewise::{self, one_run};
use setwise_core::{Square, const_array, const_for, step};

/// Eight words, one cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Row(pub(crate) [u64; 8]);

/// The number of the first board of a role. The boards of White and Black precede it.
pub(crate) const ROLES: usize = 2;
pub(crate) const PAWN: usize = 0;
pub(crate) const KNIGHT: usize = 1;
pub(crate) const BISHOP: usize = 2;
pub(crate) const ROOK: usize = 3;
pub(crate) const QUEEN: usize = 4;
pub(crate) const KING: usize = 5;
/// The kinds after the roles: captures of a pawn that comes from the west or from the east.
pub(crate) const PAWN_FROM_WEST: usize = 6;
pub(crate) const PAWN_FROM_EAST: usize = 7;

/// The constants of a kind of move of one side.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Kind {
    /// All ones in the boards that change: those of the side and of the role.
    pub(crate) lanes: Row,
    /// All ones for pawns that do not capture.
    pub(crate) push: u64,
    /// All ones for the king.
    pub(crate) king: u64,
    /// The kind in the bits of a [`Move`](setwise_moves::Move).
    pub(crate) bits: u16,
}

pub(crate) struct Tables {
    /// The squares from which a piece may come on an empty board, by side, and by kind and target
    /// as in a code. Promotions are left out.
    pub(crate) sources: [[u64; 512]; 2],
    pub(crate) kinds: [[Kind; 8]; 2],
    /// The squares from which pieces attack a king of a side on an empty board, in lanes of roles.
    pub(crate) reach: [[Row; 64]; 2],
}

pub(crate) static TABLES: Tables = tables();

/// The squares strictly between two squares of a line.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn between(from: usize, to: usize) -> u64 {
    setwise_moves::between(Square::wrapping(from), Square::wrapping(to))
}

/// The numbers of kinds in the bits of a [`Move`](setwise_moves::Move), by kind of the decoder.
const BITS: [u16; 8] = {
    use setwise_moves::MoveKind::*;
    let kinds = [Pawn, Knight, Bishop, Rook, Queen, King, Pawn, Pawn];
    const_array!(i, 8, (kinds[i] as u16) << 12)
};

const fn kind(side: usize, kind: usize) -> Kind {
    let role = if kind > KING { PAWN } else { kind };
    let mut lanes = [0; 8];
    lanes[side] = !0;
    lanes[ROLES + role] = !0;
    Kind {
        lanes: Row(lanes),
        push: if kind == PAWN { !0 } else { 0 },
        king: if kind == KING { !0 } else { 0 },
        bits: BITS[kind],
    }
}

const fn tables() -> Tables {
    let mut t = Tables {
        sources: [[0; 512]; 2],
        kinds: [[kind(0, PAWN); 8]; 2],
        reach: [[Row([0; 8]); 64]; 2],
    };
    const_for!(i, 16, {
        t.kinds[i >> 3][i & 7] = kind(i >> 3, i & 7);
    });
    const_for!(square, 64, {
        let (knights, steps) = (piecewise::KNIGHT[square], piecewise::KING[square]);
        let (diagonal, straight) = (one_run::BISHOP[square], one_run::ROOK[square]);
        let on = 1 << square;
        const_for!(side, 2, {
            let ([west, back, east], [on_west, on_east]) = BESIDE[side];
            let sources = &mut t.sources[side];
            sources[KNIGHT << 6 | square] = knights;
            sources[BISHOP << 6 | square] = diagonal;
            sources[ROOK << 6 | square] = straight;
            sources[QUEEN << 6 | square] = diagonal | straight;
            sources[KING << 6 | square] = steps;
            // The first rank and the last one, as the side sees them.
            let rank = (square >> 3) ^ (7 * side);
            if rank != 7 {
                let one = step(on, back);
                let two = if rank == 3 { step(one, back) } else { 0 };
                sources[PAWN << 6 | square] = one | two;
                sources[PAWN_FROM_WEST << 6 | square] = step(on, west);
                sources[PAWN_FROM_EAST << 6 | square] = step(on, east);
            }
            let reach = &mut t.reach[side][square].0;
            reach[ROLES + PAWN] = step(on, on_west) | step(on, on_east);
            reach[ROLES + KNIGHT] = knights;
            reach[ROLES + BISHOP] = diagonal;
            reach[ROLES + ROOK] = straight;
            reach[ROLES + QUEEN] = diagonal | straight;
            reach[ROLES + KING] = steps;
        });
    });
    t
}

/// The directions from which pawns of a side come, and those in which they capture.
const BESIDE: [([Direction; 3], [Direction; 2]); 2] = [
    ([SouthWest, South, SouthEast], [NorthWest, NorthEast]),
    ([NorthWest, North, NorthEast], [SouthWest, SouthEast]),
];
