//! Values of pieces by square, in the middlegame and in the endgame.

use setwise_moves::{Role, Square};

/// A value in the middlegame, plus 2^32 times that in the endgame, in hundredths of a pawn: sums,
/// differences and multiples are those of both.
pub(crate) type Value = i64;

pub(crate) const fn value(middle: i64, end: i64) -> Value {
    middle + (end << 32)
}

/// Returns the parts of a value: of the middlegame, of the endgame.
pub(crate) const fn parts(value: Value) -> [i32; 2] {
    let middle = value as i32;
    [middle, ((value - middle as i64) >> 32) as i32]
}

/// The values of the roles, without their squares.
const MATERIAL: [Value; 6] = [
    value(85, 105),
    value(325, 300),
    value(335, 315),
    value(470, 530),
    value(980, 970),
    value(0, 0),
];

/// The approximate value of a role in exchanges.
pub(crate) const fn exchange_value(role: Role) -> i32 {
    match role {
        Role::King => 10_000,
        _ => parts(MATERIAL[role.index()])[0],
    }
}

/// Returns the value of a white piece on a square.
#[inline]
pub(crate) fn piece_value(role: Role, square: Square) -> Value {
    BY_SQUARE[role.index()][square.index()]
}

static BY_SQUARE: [[Value; 64]; 6] = {
    let mut table = [[value(0, 0); 64]; 6];
    let mut i = 0;
    while i < 6 * 64 {
        let (role, square) = (i / 64, i % 64);
        let placed = placement(Role::ALL[role], square as i64 % 8, square as i64 / 8);
        table[role][square] = MATERIAL[role] + placed;
        i += 1;
    }
    table
};

/// Returns what a square adds to the value of a white piece.
const fn placement(role: Role, file: i64, rank: i64) -> Value {
    // 0 at the edge, 3 in the middle.
    let inner_file = if file < 4 { file } else { 7 - file };
    let inner_rank = if rank < 4 { rank } else { 7 - rank };
    let center = inner_file + inner_rank;
    let first = rank == 0;
    match role {
        Role::Pawn => {
            let in_center = inner_file == 3 && (rank == 3 || rank == 4);
            let unmoved = inner_file == 3 && rank == 1;
            let advance = rank - 1;
            let placed = if in_center { 18 } else { 0 } - if unmoved { 12 } else { 0 };
            value(3 * advance + placed, advance * advance * 2)
        }
        Role::Knight => value(7 * center - 24, 5 * center - 16),
        Role::Bishop => value(3 * center - if first { 18 } else { 8 }, 3 * center - 9),
        Role::Rook => {
            let seventh = if rank == 6 { 15 } else { 0 };
            value(2 * inner_file + seventh, seventh)
        }
        Role::Queen => value(center - if first { 5 } else { 3 }, 4 * center - 12),
        Role::King => {
            let is_behind_pawns = first && inner_file < 3 && inner_file > 0;
            let shelter = if is_behind_pawns { 28 } else { 0 };
            let ranks = if rank < 4 { rank } else { 4 };
            value(shelter - 16 * ranks - 6 * inner_file, 9 * center - 30)
        }
    }
}
