//! The numbers of pieces, and what stands on each square.

use crate::inputs::Boards;
use setwise_core::ByteVector;
use setwise_threats::internal::bits_to_bytes;

/// Numbers of pieces: 0 to 4 White's pawn to queen, 5 to 9 Black's, 10 White's king, 11 Black's
/// king; [`PIECES`] stands for no piece.
pub(crate) const PIECES: usize = 12;

/// The number of a piece, from the color (0 or 1) and the role (0 to 5).
pub(crate) const fn piece(color: usize, role: usize) -> usize {
    match role {
        5 => 10 + color,
        _ => 5 * color + role,
    }
}

/// The color and the role of a piece.
pub(crate) const fn color_and_role(piece: usize) -> (usize, usize) {
    match piece {
        ..10 => (piece / 5, piece % 5),
        _ => (piece - 10, 5),
    }
}

/// The numbers of the pieces on all squares as planes of bits: plane k has bit k of each number.
#[cfg_attr(not(unoptimized), inline(always))]
const fn planes(boards: &Boards) -> [u64; 4] {
    let [white, black] = boards.colors;
    let [pawns, knights, bishops, rooks, queens, kings] = boards.roles;
    let empty = !boards.occupied();
    // White has 0 to 4 and 10, Black 5 to 9 and 11, and an empty square 12.
    let white_king = kings & white;
    [
        (knights | rooks) & white | (pawns | bishops | queens | kings) & black,
        (bishops | rooks | kings) & white | (knights | bishops | kings) & black,
        queens & white | (pawns | knights | bishops) & black | empty,
        white_king | (rooks | queens | kings) & black | empty,
    ]
}

/// The codes of the pieces on all squares as planes of bits: the role, and 8 more for Black. The
/// code of an empty square is 0.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) const fn code_planes(boards: &Boards) -> [u64; 4] {
    let [_, knights, bishops, rooks, queens, kings] = boards.roles;
    [
        knights | rooks | kings,
        bishops | rooks,
        queens | kings,
        boards.colors[1],
    ]
}

/// The number of the piece on each square.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn mailbox<V: ByteVector>(token: V::Token, boards: &Boards) -> [u8; 64] {
    mailbox_of::<V>(token, planes(boards))
}

/// The number of each square, from planes of bits.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn mailbox_of<V: ByteVector>(token: V::Token, planes: [u64; 4]) -> [u8; 64] {
    let mut mailbox = [0; 64];
    if const { V::FAST_WORDS } {
        let size = 8 * V::LANES;
        for (part, squares) in mailbox.chunks_exact_mut(size).enumerate() {
            numbers::<V>(token, planes.map(|plane| plane >> (part * size))).store_bytes(squares);
        }
        return mailbox;
    }
    for (rank, squares) in mailbox.chunks_exact_mut(8).enumerate() {
        let mut numbers = 0;
        for (k, plane) in planes.iter().enumerate() {
            numbers |= BYTES[(plane >> (8 * rank) & 0xff) as usize] << k;
        }
        squares.copy_from_slice(&numbers.to_le_bytes());
    }
    mailbox
}

/// Eight bits as eight bytes.
static BYTES: [u64; 256] = {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        table[bits] = bits_to_bytes(bits as u64);
        bits += 1;
    }
    table
};

/// Numbers from planes of bits, of as many squares as a register has bytes.
#[cfg_attr(not(unoptimized), inline(always))]
fn numbers<V: ByteVector>(token: V::Token, planes: [u64; 4]) -> V {
    let mut numbers = V::splat(token, 0);
    for (k, plane) in planes.into_iter().enumerate() {
        let is_set = V::mask(token, plane);
        let bit = V::select(is_set, V::splat_byte(token, 1 << k), V::splat(token, 0));
        numbers = numbers | bit;
    }
    numbers
}

/// [`mailbox`] as a register, which has 64 bytes.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn mailbox_register<V: ByteVector>(token: V::Token, boards: &Boards) -> V {
    numbers(token, planes(boards))
}
