//! Sets of attacks by calculation, for any number of positions at once.

use setwise_core::{Direction, Pack};

/// The squares that a set of kings attacks: two steps along the rank, then two of the widened set.
#[inline(always)]
pub fn king_attacks<P: Pack>(kings: P) -> P {
    let beside = kings.step(Direction::East) | kings.step(Direction::West);
    let row = beside | kings;
    beside | row.step(Direction::North) | row.step(Direction::South)
}

/// The squares that a set of knights attacks.
#[inline(always)]
pub fn knight_attacks<P: Pack>(knights: P) -> P {
    use Direction::{East, North, South, West};
    let (east, west) = (knights.step(East), knights.step(West));
    let near = east | west;
    let far = east.step(East) | west.step(West);
    let (up, down) = (near.step(North) | far, near.step(South) | far);
    up.step(North) | down.step(South)
}

/// Nothing in every board with at most one square, something in the others.
#[inline(always)]
pub(crate) fn more_than_one<P: Pack>(boards: P) -> P {
    if P::COUNT == 1 {
        let mut board = [0];
        boards.store(&mut board);
        return P::load(boards.proof(), &[board[0] & board[0].wrapping_sub(1)]);
    }
    // Packs cannot subtract: a square that comes after another one, further east or on a higher rank.
    let east = boards.fill(Direction::East);
    let rows = east | boards.fill(Direction::West);
    let higher = rows.fill(Direction::North).step(Direction::North);
    boards & (higher | east.step(Direction::East))
}
