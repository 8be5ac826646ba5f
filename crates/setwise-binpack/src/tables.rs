//! Constant tables of the decoder. The compiler computes all of them.

use setwise_core::piecewise::{self, rays::RAYS};
use setwise_core::{Direction, const_array, const_for, step};
use setwise_moves::MoveKind;

/// The squares below and above a square on its four lines: rank, file, diagonal, antidiagonal.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Lines(pub(crate) [[u64; 4]; 2]);

pub(crate) struct Tables {
    pub(crate) lines: [Lines; 64],
    /// The steps of knights and kings, by role.
    pub(crate) steps: [[u64; 64]; 8],
    /// The squares that pawns attack, by side.
    pub(crate) pawns: [[u64; 64]; 2],
}

// The codes of roles are the numbers of their moves. Bit i of a code says whether the role is in
// plane i of a position.
pub(crate) const PAWN: u8 = MoveKind::Pawn as u8;
pub(crate) const BISHOP: u8 = MoveKind::Bishop as u8;
pub(crate) const KNIGHT: u8 = MoveKind::Knight as u8;
pub(crate) const ROOK: u8 = MoveKind::Rook as u8;
pub(crate) const KING: u8 = MoveKind::King as u8;
pub(crate) const QUEEN: u8 = MoveKind::Queen as u8;

/// The code of each role, in the order of [`Role::ALL`](setwise_moves::Role::ALL).
pub(crate) static CODES: [u8; 6] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING];

/// The flag of each group of a score, which says whether another group follows.
pub(crate) const MORE: u64 = 1 << 63 | 1 << 58 | 1 << 53 | 1 << 48;

/// For each role, all ones for the planes that contain it.
pub(crate) static PLANES: [[u64; 3]; 8] = const_array!(role, 8, {
    const_array!(bit, 3, (role as u64 >> bit & 1).wrapping_neg())
});

/// For each role, all ones for the lines along which it moves.
pub(crate) static ALONG: [[u64; 4]; 8] = {
    let mut along = [[0; 4]; 8];
    along[BISHOP as usize] = [0, 0, !0, !0];
    along[ROOK as usize] = [!0, !0, 0, 0];
    along[QUEEN as usize] = [!0; 4];
    along
};

/// The constants of pawn moves that depend on the side.
pub(crate) struct Side {
    /// The rotation of a bitboard that moves its pawns forward.
    pub(crate) forward: u32,
    /// The rank that a pawn passes in a double push.
    pub(crate) middle: u64,
    /// The rank from which pawns promote.
    pub(crate) last: u64,
}

pub(crate) static SIDES: [Side; 2] = [
    Side {
        forward: 8,
        middle: 0xff << 16,
        last: 0xff << 48,
    },
    Side {
        forward: 56,
        middle: 0xff << 40,
        last: 0xff << 8,
    },
];

/// For each role, all ones if it is the pawn.
pub(crate) static ONLY_PAWN: [u64; 8] = [0, !0, 0, 0, 0, 0, 0, 0];

/// For each side and role, the first rank of the side if the role is the king.
pub(crate) static HOME: [[u64; 8]; 2] = [
    [0, 0, 0, 0, 0, 0xff, 0, 0],
    [0, 0, 0, 0, 0, 0xff << 56, 0, 0],
];

pub(crate) static TABLES: Tables = tables();

const fn tables() -> Tables {
    let mut t = Tables {
        lines: [Lines([[0; 4]; 2]); 64],
        steps: [[0; 64]; 8],
        pawns: [[0; 64]; 2],
    };
    t.steps[KING as usize] = piecewise::KING;
    t.steps[KNIGHT as usize] = piecewise::KNIGHT;
    const_for!(square, 64, {
        const_for!(d, 8, {
            let direction = Direction::ALL[d];
            let (half, line) = (direction.is_positive(), direction.line());
            t.lines[square].0[half as usize][line as usize] |= RAYS[d][square];
            if direction.is_diagonal() {
                let is_down = direction.rank_delta() < 0;
                t.pawns[is_down as usize][square] |= step(1 << square, direction);
            }
        });
    });
    t
}
