//! Set-wise functions for engines: attacks of pawns, knights and kings, spans, pawn structure, lines, attack maps.
//!
//! Every function is generic over [`Pack`]: with `u64` it works on one board, with the packs of an instruction set on many.
//! There are no lookups and no branches. Pawn functions take the color; a constant argument folds away.
//!
//! ```
//! use setwise_moves::{Color, sets};
//! // White pawns on a2, c3 and d4. The pawn on a2 is isolated; no pawn is doubled.
//! let pawns = 1u64 << 8 | 1 << 18 | 1 << 27;
//! assert_eq!(sets::isolated_pawns(pawns), 1 << 8);
//! assert_eq!(sets::doubled_pawns(pawns, Color::White), 0);
//! ```

mod lines;
mod maps;
mod pawns;

pub use lines::{between_sets, line_through, xray_attacks};
pub(crate) use maps::attackers_by_kind;
pub use maps::{AttackMap, Pieces, attackers_to};
pub use pawns::{
    attack_span, backward_pawns, double_pawn_attacks, doubled_pawns, east_pawn_attacks, file_fill,
    front_span, isolated_pawns, passed_pawns, pawn_attacks, pawn_double_pushes, pawn_pushes,
    rear_span, single_pawn_attacks, west_pawn_attacks,
};

use setwise_core::{Direction, Pack};

/// The squares that a set of kings attacks.
///
/// ```
/// use setwise_core::Diagram;
/// // Kings on c6 and h1.
/// let attacked = setwise_moves::sets::king_attacks(1u64 << 42 | 1 << 7);
/// assert_eq!(format!("{:#}", Diagram(attacked)), "\
/// 8 . . . . . . . .
/// 7 . 1 1 1 . . . .
/// 6 . 1 . 1 . . . .
/// 5 . 1 1 1 . . . .
/// 4 . . . . . . . .
/// 3 . . . . . . . .
/// 2 . . . . . . 1 1
/// 1 . . . . . . 1 .
///   a b c d e f g h
/// ");
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub fn king_attacks<P: Pack>(kings: P) -> P {
    let beside = kings.step(Direction::East) | kings.step(Direction::West);
    let row = beside | kings;
    beside | row.step(Direction::North) | row.step(Direction::South)
}

/// The squares that a set of knights attacks.
///
/// ```
/// use setwise_core::Diagram;
/// // Knights on d5 and g1.
/// let attacked = setwise_moves::sets::knight_attacks(1u64 << 35 | 1 << 6);
/// assert_eq!(format!("{:#}", Diagram(attacked)), "\
/// 8 . . . . . . . .
/// 7 . . 1 . 1 . . .
/// 6 . 1 . . . 1 . .
/// 5 . . . . . . . .
/// 4 . 1 . . . 1 . .
/// 3 . . 1 . 1 1 . 1
/// 2 . . . . 1 . . .
/// 1 . . . . . . . .
///   a b c d e f g h
/// ");
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub fn knight_attacks<P: Pack>(knights: P) -> P {
    let (one, two) = files_beside(knights);
    let north = one.step(Direction::North) | two;
    let south = one.step(Direction::South) | two;
    north.step(Direction::North) | south.step(Direction::South)
}

/// The squares one file to both sides, and the squares two files to both sides.
#[cfg_attr(not(unoptimized), inline(always))]
fn files_beside<P: Pack>(set: P) -> (P, P) {
    let (east, west) = (set.step(Direction::East), set.step(Direction::West));
    let two = east.step(Direction::East) | west.step(Direction::West);
    (east | west, two)
}

/// An empty board for each board with at most one square, and some squares for the others.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn more_than_one<P: Pack>(boards: P) -> P {
    if P::BOARDS == 1 {
        let mut board = [0];
        boards.store(&mut board);
        return P::load(boards.token(), &[board[0] & board[0].wrapping_sub(1)]);
    }
    // Packs cannot subtract. A square remains if another one lies west of it on its rank, or on a lower rank.
    let east = boards.fill(Direction::East);
    let rows = east | boards.fill(Direction::West);
    let higher = rows.fill(Direction::North).step(Direction::North);
    boards & (higher | east.step(Direction::East))
}
