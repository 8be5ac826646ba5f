//! Blockers and beyond (Fabien Letouzey: Senpai 1.0, March 2014). A loop over the pieces on the
//! rays of a piece removes the squares behind each of them. The loop uses no directions, so the
//! same code works for every kind of piece except pawns.
//!
//! The mask of these pieces leaves out the last square of *each ray*, because no square is behind
//! it. It is not the interior of the board: a rook on a1 has a2 to a7 in its mask.

use super::piece::{KING, KNIGHT, PieceKind};
use super::system::{About, Instruction, System, system};
use crate::word::attacks as slide;
use crate::{const_for, direction::Direction, square::Square};

/// The three tables, 38,912 bytes. Kinds are numbered by [`PieceKind::index`]; row 0 is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Tables {
    /// The squares that a piece attacks on the empty board: `attacks[kind][square]`.
    pub attacks: [[u64; 64]; 6],
    /// The squares whose pieces hide others: `blockers[kind][square]`; empty for knights and kings.
    pub blockers: [[u64; 64]; 6],
    /// The squares behind a blocker: `behind[square][blocker]`; empty if no line contains both.
    pub behind: [[u64; 64]; 64],
}

const _: () = assert!(size_of::<Tables>() == 38_912);

/// The tables.
pub static TABLES: Tables = {
    let mut tables = Tables {
        attacks: [[0; 64]; 6],
        blockers: [[0; 64]; 6],
        behind: [[0; 64]; 64],
    };
    const_for!(square, 64, {
        const_for!(d, 8, {
            let direction = Direction::ALL[d];
            let piece = if direction.is_diagonal() {
                PieceKind::Bishop
            } else {
                PieceKind::Rook
            };
            let ray = slide(1 << square, 0, direction);
            let mut rest = ray;
            let mut blockers = 0;
            while rest != 0 {
                let blocker = rest.trailing_zeros() as usize;
                let behind = slide(1 << blocker, 0, direction);
                tables.behind[square][blocker] = behind;
                if behind != 0 {
                    blockers |= 1 << blocker;
                }
                rest &= rest - 1;
            }
            tables.attacks[piece.index()][square] |= ray;
            tables.blockers[piece.index()][square] |= blockers;
            tables.attacks[PieceKind::Queen.index()][square] |= ray;
            tables.blockers[PieceKind::Queen.index()][square] |= blockers;
        });
    });
    tables.attacks[PieceKind::Knight.index()] = KNIGHT;
    tables.attacks[PieceKind::King.index()] = KING;
    tables
};

/// Returns the squares that a piece attacks, by a loop over all pieces on its rays.
///
/// ```
/// use setwise_core::piecewise::{PieceKind, blockers};
/// let c4 = "c4".parse().unwrap();
/// let pieces = 1 << 28 | 1 << 30 | 1 << 42; // e4, g4, c6
/// let attacked = blockers::attacks(PieceKind::Rook, c4, pieces);
/// assert_eq!(attacked, blockers::attacks_pruned(PieceKind::Rook, c4, pieces));
/// assert_eq!(attacked.count_ones(), 9);
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn attacks(kind: PieceKind, square: Square, occupied: u64) -> u64 {
    let behind = &TABLES.behind[square.index()];
    let mut targets = TABLES.attacks[kind.index()][square.index()];
    let mut pieces = occupied & TABLES.blockers[kind.index()][square.index()];
    while let Some(blocker) = Square::lowest(pieces) {
        targets &= !behind[blocker.index()];
        pieces &= pieces - 1;
    }
    targets
}

/// Returns the same with pruning: the loop skips pieces behind a blocker that it has visited. It
/// takes fewer rounds, but each round waits for the table read of the previous one.
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn attacks_pruned(kind: PieceKind, square: Square, occupied: u64) -> u64 {
    let behind = &TABLES.behind[square.index()];
    let mut targets = TABLES.attacks[kind.index()][square.index()];
    let mut pieces = occupied & TABLES.blockers[kind.index()][square.index()];
    while let Some(blocker) = Square::lowest(pieces) {
        let hidden = behind[blocker.index()];
        targets &= !hidden;
        pieces &= pieces - 1;
        pieces &= !hidden;
    }
    targets
}

const ABOUT: About = About {
    name: "blockers-and-beyond",
    author: "Fabien Letouzey",
    year: "2014",
    reference: "Senpai 1.0, March 2014; Chessprogramming wiki: Blockers and Beyond",
    table_bytes: size_of::<Tables>(),
    wants: &[
        Instruction::TrailingZeros,
        Instruction::ResetLowest,
        Instruction::AndNot,
    ],
};

system! {
    /// The system of [`attacks`].
    BlockersAndBeyond: System {
        fn rook(square: Square, occupied: u64) = attacks(PieceKind::Rook, square, occupied);
        fn bishop(square: Square, occupied: u64) = attacks(PieceKind::Bishop, square, occupied);
        fn queen(square: Square, occupied: u64) = attacks(PieceKind::Queen, square, occupied);
        fn attacks(kind: PieceKind, square: Square, occupied: u64)
            = attacks(kind, square, occupied);
    }
    ABOUT;

    /// The system of [`attacks_pruned`].
    Pruned: System {
        fn rook(square: Square, occupied: u64) = attacks_pruned(PieceKind::Rook, square, occupied);
        fn bishop(square: Square, occupied: u64)
            = attacks_pruned(PieceKind::Bishop, square, occupied);
        fn queen(square: Square, occupied: u64)
            = attacks_pruned(PieceKind::Queen, square, occupied);
        fn attacks(kind: PieceKind, square: Square, occupied: u64)
            = attacks_pruned(kind, square, occupied);
    }
    About { name: "blockers-and-beyond/pruned", ..ABOUT };
}
