//! Edges of positions with vectors of 64 bytes.
//!
//! The pieces of a position are listed along an axis: a compression removes the empty squares from
//! the squares in the order of the axis. Neighbors in the list that are on the same line then see
//! each other. One comparison finds all such pairs of two axes; a table has, for each pair of
//! kinds, the directions of the attacks that count.

use super::edges::times_pieces;
use super::geometry::{Axis, JUMPS, JUMPS_FROM, difference};
use super::tables::{
    DOWN_DIAGONAL, DOWN_STRAIGHT, NEAR, Tables, UP_DIAGONAL, UP_STRAIGHT, kind, roles,
};
use crate::inputs::Boards;
use crate::sets::pairs::byte_table::{Table, tables};
use crate::sets::pairs::edges::{Edges, window_mut};
use crate::sets::pairs::view::squares_of_first;
use crate::sets::pieces::{PIECES, mailbox_register};
use setwise_core::ByteVector;

tables! {
    IOTA: |i| i;
    BY_FILE: |i| Axis::Files.squares()[i];
    BY_DIAGONAL: |i| Axis::Diagonals.squares()[i];
    BY_ANTI_DIAGONAL: |i| Axis::AntiDiagonals.squares()[i];
    /// The next place of the same half.
    NEXT: |i| i & 32 | (i + 1) & 31;
    /// Two squares are on the same rank (first half), on the same file (second half), if these bits
    /// are the same.
    SAME_LINE: |i| if i < 32 { 0x38 } else { 7 };
    /// The distance of adjacent squares of a rank, of a file.
    NEAR_STRAIGHT: |i| if i < 32 { 1 } else { 8 };
    /// The distance of adjacent squares of a diagonal, of an anti-diagonal.
    NEAR_DIAGONAL: |i| if i < 32 { 9 } else { 7 };
    /// The diagonal of a square in the low half of the byte, its anti-diagonal in the high half.
    LINES_OF: |i| Axis::Diagonals.line(i) | Axis::AntiDiagonals.line(i) << 4;
    /// The half of such a byte that counts.
    LINE_BITS: |i| if i < 32 { 0x0f } else { 0xf0 };
    /// The kind of a piece; 7 for none.
    KIND_OF: |i| if i < PIECES { kind(i) } else { 7 };
    /// Eight jumps for each of eight knights: the number of the knight.
    KNIGHT_OF: |i| i / 8;
    JUMP_BIT: |i| 1 << (i % 8);
    JUMP: |i| difference(JUMPS[i % 8]);
    /// The targets that count, as bits of [`Tables::knight_classes`]: of a jump to a lower square
    /// all, else all but knights.
    JUMP_CLASSES: |i| if i % 8 < 4 { 3 } else { 1 };
}

/// Appends the edges of a position in the order that [`Threats`](super::Threats) states. Returns
/// the new number of edges, or `None` if the position has more pieces, edges or knights than
/// registers have room for.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn append<V: ByteVector>(
    token: V::Token,
    tables: &Tables,
    boards: &Boards,
    edges: &mut Edges,
    before: usize,
) -> Option<usize> {
    let table = |table: &Table| table.load::<V>(token);
    let byte = |byte| V::splat_byte(token, byte);
    let occupied = boards.occupied();
    let pieces = mailbox_register::<V>(token, boards);
    let kinds = table(&KIND_OF).shuffle_bytes(pieces);
    // A list has at most 32 pieces, and one pair less.
    let pairs = (1u64 << (occupied.count_ones().wrapping_sub(1) & 63)) - 1;
    let pairs = pairs | pairs << 32;
    let ranks = table(&IOTA).compress(occupied);
    let straight = ranks.lower_halves(list::<V>(token, &kinds, &BY_FILE));
    let diagonals = list::<V>(token, &kinds, &BY_DIAGONAL);
    let diagonal = diagonals.lower_halves(list::<V>(token, &kinds, &BY_ANTI_DIAGONAL));

    let next = table(&NEXT);
    let straight_after = straight.shuffle_bytes(next);
    let diagonal_after = diagonal.shuffle_bytes(next);
    let straight_pairs = attributes::<V>(token, tables, &kinds, straight);
    // Along ranks and files, only the attacks of kings depend on the distance.
    let straight_pairs = if tables.kings_attack {
        let distance = straight_after.sub_bytes(straight);
        let is_near = distance.equal(table(&NEAR_STRAIGHT));
        V::select(is_near, straight_pairs.shr(NEAR), straight_pairs)
    } else {
        straight_pairs
    };
    let diagonal_pairs = attributes::<V>(token, tables, &kinds, diagonal);
    let distance = diagonal_after.sub_bytes(diagonal);
    let is_near = distance.equal(table(&NEAR_DIAGONAL));
    let diagonal_pairs = V::select(is_near, diagonal_pairs.shr(NEAR), diagonal_pairs);

    let differ = (straight ^ straight_after).intersects(table(&SAME_LINE));
    let same_straight = pairs & !V::bits(differ);
    let line = table(&LINES_OF).shuffle_bytes(diagonal) & table(&LINE_BITS);
    let same_diagonal = pairs & V::bits(line.equal(line.shuffle_bytes(next)));
    let counting = |attributes: V, bit| V::bits(attributes.intersects(byte(bit)));
    let up_straight = same_straight & counting(straight_pairs, UP_STRAIGHT);
    let up_diagonal = same_diagonal & counting(diagonal_pairs, UP_DIAGONAL);
    let down_straight = same_straight & counting(straight_pairs, DOWN_STRAIGHT);
    let down_diagonal = same_diagonal & counting(diagonal_pairs, DOWN_DIAGONAL);

    let knights = boards.roles[roles::KNIGHT];
    let jump_from = table(&IOTA).compress(knights);
    let jump_from = jump_from.shuffle_bytes(table(&KNIGHT_OF));
    let jump_to = jump_from.add_bytes(table(&JUMP));
    let lanes = (1u64 << ((8 * knights.count_ones()) & 63)) - 1;
    let jumps_from = table(&JUMPS_FROM).shuffle_bytes(jump_from);
    let on_board = jumps_from.intersects(table(&JUMP_BIT));
    let classes = V::load_bytes(token, &tables.knight_classes);
    let class = classes.shuffle_bytes(kinds.shuffle_bytes(jump_to));
    let jumps = lanes & V::bits(on_board & class.intersects(table(&JUMP_CLASSES)));

    // The number of edges after each group.
    let a = up_straight.count_ones();
    let b = a + up_diagonal.count_ones();
    let c = b + down_straight.count_ones();
    let d = c + down_diagonal.count_ones();
    let count = d + jumps.count_ones();
    if count > 63 || knights.count_ones() > 7 || occupied.count_ones() > 32 {
        return None;
    }

    // An edge as the place of its pair: bit 6 is the number of the list, bit 7 is set if the upper
    // square attacks.
    let numbers = |mask: u64, base| (table(&IOTA) | byte(base)).compress(mask);
    let slots = numbers(up_straight, 0);
    let slots = numbers(up_diagonal, 64).expand(!0 << (a & 63), slots);
    let slots = numbers(down_straight, 128).expand(!0 << (b & 63), slots);
    let slots = numbers(down_diagonal, 192).expand(!0 << (c & 63), slots);
    let lower = slots.shuffle_two(&straight, &diagonal);
    let upper = slots.shuffle_two(&straight_after, &diagonal_after);
    let down = slots.intersects(byte(128));
    let behind = !0 << (d & 63);
    let from = jump_from
        .compress(jumps)
        .expand(behind, V::select(down, upper, lower));
    let to = jump_to
        .compress(jumps)
        .expand(behind, V::select(down, lower, upper));
    let pair = pieces.shuffle_bytes(from);
    let pair = times_pieces(pair).add_bytes(pieces.shuffle_bytes(to));
    let view = byte(squares_of_first(boards));
    (from ^ view).store_bytes(window_mut::<_, 64>(&mut edges.from, before)?);
    (to ^ view).store_bytes(window_mut::<_, 64>(&mut edges.to, before)?);
    pair.store_bytes(window_mut::<_, 64>(&mut edges.pair, before)?);
    Some(before + count as usize)
}

/// The occupied squares in an order.
#[cfg_attr(not(unoptimized), inline(always))]
fn list<V: ByteVector>(token: V::Token, kinds: &V, order: &Table) -> V {
    let order: V = order.load(token);
    let none = kinds.shuffle_bytes(order).equal(V::splat_byte(token, 7));
    order.compress(!V::bits(none))
}

/// The attributes of each square in a list with the next one.
#[cfg_attr(not(unoptimized), inline(always))]
fn attributes<V: ByteVector>(token: V::Token, tables: &Tables, kinds: &V, squares: V) -> V {
    let lower = kinds.shuffle_bytes(squares);
    let upper = lower.shuffle_bytes(NEXT.load(token));
    V::load_bytes(token, &tables.attributes).shuffle_bytes(lower.shl(3).add_bytes(upper))
}
