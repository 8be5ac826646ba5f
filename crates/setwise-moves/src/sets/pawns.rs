//! Pawns as sets: pushes, attacks, spans, structure.

use crate::position::Color;
use setwise_core::{Direction, Pack, RANK_1};

/// The targets of single pushes.
#[cfg_attr(not(unoptimized), inline(always))]
pub fn pawn_pushes<P: Pack>(pawns: P, empty: P, color: Color) -> P {
    let [_, forward, _] = color.pawn_directions();
    pawns.step(forward) & empty
}

/// The targets of double pushes.
///
/// ```
/// use setwise_moves::{Color, sets};
/// // White pawns on b2, d2, e3 and g2; another piece on d3.
/// let (pawns, d3) = (1u64 << 9 | 1 << 11 | 1 << 20 | 1 << 14, 1 << 19);
/// let pushed = sets::pawn_double_pushes(pawns, !(pawns | d3), Color::White);
/// assert_eq!(pushed, 1 << 25 | 1 << 30); // b4, g4
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub fn pawn_double_pushes<P: Pack>(pawns: P, empty: P, color: Color) -> P {
    let once = pawn_pushes(pawns, empty, color);
    pawn_pushes(once, empty, color) & pawns.same(color.view(RANK_1 << 24))
}

/// The attacks of pawns towards the h-file.
#[cfg_attr(not(unoptimized), inline(always))]
pub fn east_pawn_attacks<P: Pack>(pawns: P, color: Color) -> P {
    pawns.step(color.pawn_directions()[2])
}

/// The attacks of pawns towards the a-file.
#[cfg_attr(not(unoptimized), inline(always))]
pub fn west_pawn_attacks<P: Pack>(pawns: P, color: Color) -> P {
    pawns.step(color.pawn_directions()[0])
}

/// The squares that some pawn attacks.
#[cfg_attr(not(unoptimized), inline(always))]
pub fn pawn_attacks<P: Pack>(pawns: P, color: Color) -> P {
    east_pawn_attacks(pawns, color) | west_pawn_attacks(pawns, color)
}

/// The squares that two pawns attack.
#[cfg_attr(not(unoptimized), inline(always))]
pub fn double_pawn_attacks<P: Pack>(pawns: P, color: Color) -> P {
    east_pawn_attacks(pawns, color) & west_pawn_attacks(pawns, color)
}

/// The squares that exactly one pawn attacks.
#[cfg_attr(not(unoptimized), inline(always))]
pub fn single_pawn_attacks<P: Pack>(pawns: P, color: Color) -> P {
    east_pawn_attacks(pawns, color) ^ west_pawn_attacks(pawns, color)
}

/// The whole files of a set.
#[cfg_attr(not(unoptimized), inline(always))]
pub fn file_fill<P: Pack>(set: P) -> P {
    set.fill(Direction::North) | set.fill(Direction::South)
}

/// The squares in front of pawns on their files, up to the edge.
///
/// ```
/// use setwise_core::Diagram;
/// use setwise_moves::{Color, sets};
/// let span = sets::front_span(1u64 << 9 | 1 << 37, Color::White); // b2, f5
/// assert_eq!(format!("{:#}", Diagram(span)), "\
/// 8 . 1 . . . 1 . .
/// 7 . 1 . . . 1 . .
/// 6 . 1 . . . 1 . .
/// 5 . 1 . . . . . .
/// 4 . 1 . . . . . .
/// 3 . 1 . . . . . .
/// 2 . . . . . . . .
/// 1 . . . . . . . .
///   a b c d e f g h
/// ");
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub fn front_span<P: Pack>(pawns: P, color: Color) -> P {
    let [_, forward, _] = color.pawn_directions();
    pawns.fill(forward).step(forward)
}

/// The squares behind pawns on their files, down to the edge.
#[cfg_attr(not(unoptimized), inline(always))]
pub fn rear_span<P: Pack>(pawns: P, color: Color) -> P {
    front_span(pawns, color.other())
}

/// The squares that pawns attack, or could attack after pushes.
///
/// ```
/// use setwise_moves::{Color, Square, sets};
/// // Of pawns on b2 and f5: the squares in front of their neighbors.
/// let span = sets::attack_span(Square::B2.bit() | Square::F5.bit(), Color::White);
/// let beside = Square::A2.bit() | Square::C2.bit() | Square::E5.bit() | Square::G5.bit();
/// assert_eq!(span, sets::front_span(beside, Color::White));
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub fn attack_span<P: Pack>(pawns: P, color: Color) -> P {
    let [_, forward, _] = color.pawn_directions();
    pawn_attacks(pawns, color).fill(forward)
}

/// The pawns that no enemy pawn can stop: none is in front on their file or a neighboring one.
///
/// ```
/// use setwise_moves::{Color, sets};
/// // White pawns on a5 and e4. The black pawn on d6 stops the pawn on e4.
/// let passed = sets::passed_pawns(1u64 << 32 | 1 << 28, 1 << 43, Color::White);
/// assert_eq!(passed, 1 << 32);
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub fn passed_pawns<P: Pack>(pawns: P, enemies: P, color: Color) -> P {
    let enemy = color.other();
    pawns & !(front_span(enemies, enemy) | attack_span(enemies, enemy))
}

/// The pawns without a pawn of their set on a neighboring file.
#[cfg_attr(not(unoptimized), inline(always))]
pub fn isolated_pawns<P: Pack>(pawns: P) -> P {
    let files = file_fill(pawns);
    pawns & !(files.step(Direction::East) | files.step(Direction::West))
}

/// The pawns with another pawn of their set in front of them on their file.
#[cfg_attr(not(unoptimized), inline(always))]
pub fn doubled_pawns<P: Pack>(pawns: P, color: Color) -> P {
    pawns & rear_span(pawns, color)
}

/// The pawns whose next square an enemy pawn attacks and no pawn of their set can ever defend:
/// pawns on neighboring files are missing, or have advanced further.
///
/// ```
/// use setwise_moves::{Color, sets};
/// // White pawns on c4, d3 and e4 against e5 and c5. Black attacks d4; c4 and e4 cannot defend it.
/// let (white, black) = (1u64 << 26 | 1 << 19 | 1 << 28, 1 << 36 | 1 << 34);
/// assert_eq!(sets::backward_pawns(white, black, Color::White), 1 << 19);
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub fn backward_pawns<P: Pack>(pawns: P, enemies: P, color: Color) -> P {
    let [_, forward, _] = color.pawn_directions();
    let attacked = pawn_attacks(enemies, color.other());
    let lost = pawns.step(forward) & attacked & !attack_span(pawns, color);
    lost.step(forward.opposite())
}
