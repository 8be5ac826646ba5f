//! Edges of positions with vectors of 64 bytes.
//!
//! The pieces of a position are listed along an axis: the squares in the order of the axis, those without a piece removed by a
//! compression. Neighbors in the list that are on the same line then see each other. One comparison finds all such pairs of two axes;
//! a table tells of each pair of kinds which way it counts.

use super::edges::{Edges, squares_of_first, window_mut};
use super::geometry::{Axis, JUMPS, difference, on_board};
use super::tables::{DOWN_DIAGONAL, DOWN_STRAIGHT, NEAR, Tables, UP_DIAGONAL, UP_STRAIGHT, kind};
use crate::Boards;
use crate::pieces::{PIECES, mailbox_register};
use core::array::from_fn;
use setwise_core::ByteVector;

/// Constants for the bytes of a register.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Table([u8; 64]);

impl Table {
    #[inline(always)]
    fn load<V: ByteVector>(&self, token: V::Token) -> V {
        V::load_bytes(token, &self.0)
    }
}

/// Defines a table by an expression of the place.
macro_rules! tables {
    ($($(#[$doc:meta])* $name:ident: |$i:ident| $value:expr;)*) => {$(
        $(#[$doc])*
        static $name: Table = {
            let mut table = [0; 64];
            let mut $i = 0;
            while $i < 64 {
                table[$i] = $value as u8;
                $i += 1;
            }
            Table(table)
        };
    )*};
}

tables! {
    IOTA: |i| i;
    BY_FILE: |i| Axis::Files.squares()[i];
    BY_DIAGONAL: |i| Axis::Diagonals.squares()[i];
    BY_ANTI_DIAGONAL: |i| Axis::AntiDiagonals.squares()[i];
    /// The next place of the same half.
    NEXT: |i| i & 32 | (i + 1) & 31;
    /// Two squares are on the same rank (first half), on the same file (second half), if these bits are the same.
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
    /// The jumps from a square that stay on the board, as bits in ascending order of the target.
    JUMPS_FROM: |i| on_board(&JUMPS, i);
    /// The targets that count, as bits of [`Tables::knight_classes`]: of a jump to a lower square all, else all but knights.
    JUMP_CLASSES: |i| if i % 8 < 4 { 3 } else { 1 };
}

/// Appends the edges of `N` positions, computed side by side, in the order that [`Threats`](super::Threats) states. Writes the number
/// of edges after each position to `ends`. Returns false, and appends nothing, if a position has more pieces, edges or knights than
/// registers have room for.
#[inline(always)]
pub(crate) fn append<const N: usize, V: ByteVector>(
    token: V::Token,
    tables: &Tables,
    boards: &[Boards; N],
    edges: &mut Edges,
    before: usize,
    ends: &mut [usize; N],
) -> bool {
    let table = |table: &Table| table.load::<V>(token);
    let byte = |byte| V::splat_byte(token, byte);
    let occupied: [u64; N] = from_fn(|i| boards[i].occupied());
    let pieces: [V; N] = from_fn(|i| mailbox_register(token, &boards[i]));
    let kinds: [V; N] = from_fn(|i| table(&KIND_OF).shuffle_bytes(pieces[i]));
    // A list has at most 32 pieces, and one pair less.
    let pairs: [u64; N] = from_fn(|i| {
        let half = (1u64 << (occupied[i].count_ones().wrapping_sub(1) & 63)) - 1;
        half | half << 32
    });
    let next = table(&NEXT);
    let list = |i: usize, order: &Table| {
        let order = table(order);
        let none = kinds[i].shuffle_bytes(order).equal(byte(7));
        order.compress(!V::bits(none))
    };
    let straight: [V; N] = from_fn(|i| {
        table(&IOTA)
            .compress(occupied[i])
            .lower_halves(list(i, &BY_FILE))
    });
    let diagonal: [V; N] =
        from_fn(|i| list(i, &BY_DIAGONAL).lower_halves(list(i, &BY_ANTI_DIAGONAL)));

    let after = |squares: V| squares.shuffle_bytes(next);
    let straight_after: [V; N] = from_fn(|i| after(straight[i]));
    let diagonal_after: [V; N] = from_fn(|i| after(diagonal[i]));
    let attributes_of: V = table_of(token, &tables.attributes);
    let attributes = |i: usize, squares: V, squares_after: V, near: &Table, by_distance: bool| {
        let lower = kinds[i].shuffle_bytes(squares);
        let pair = lower.shl(3).add_bytes(after(lower));
        let attributes = attributes_of.shuffle_bytes(pair);
        if !by_distance {
            return attributes;
        }
        let near = squares_after.sub_bytes(squares).equal(table(near));
        V::select(near, attributes.shr(NEAR), attributes)
    };
    let straight_attributes: [V; N] = from_fn(|i| {
        // Along ranks and files only kings depend on the distance.
        let by_distance = tables.kings_attack;
        attributes(
            i,
            straight[i],
            straight_after[i],
            &NEAR_STRAIGHT,
            by_distance,
        )
    });
    let diagonal_attributes: [V; N] =
        from_fn(|i| attributes(i, diagonal[i], diagonal_after[i], &NEAR_DIAGONAL, true));
    let same_straight: [u64; N] = from_fn(|i| {
        let differ = (straight[i] ^ straight_after[i]).intersects(table(&SAME_LINE));
        pairs[i] & !V::bits(differ)
    });
    let same_diagonal: [u64; N] = from_fn(|i| {
        let line = table(&LINES_OF).shuffle_bytes(diagonal[i]) & table(&LINE_BITS);
        pairs[i] & V::bits(line.equal(after(line)))
    });
    let counting = |attributes: V, bit| V::bits(attributes.intersects(byte(bit)));
    let masks: [[u64; 4]; N] = from_fn(|i| {
        [
            same_straight[i] & counting(straight_attributes[i], UP_STRAIGHT),
            same_diagonal[i] & counting(diagonal_attributes[i], UP_DIAGONAL),
            same_straight[i] & counting(straight_attributes[i], DOWN_STRAIGHT),
            same_diagonal[i] & counting(diagonal_attributes[i], DOWN_DIAGONAL),
        ]
    });

    let knights: [u32; N] = from_fn(|i| boards[i].roles[1].count_ones());
    let jump_from: [V; N] = from_fn(|i| {
        let squares = table(&IOTA).compress(boards[i].roles[1]);
        squares.shuffle_bytes(table(&KNIGHT_OF))
    });
    let jump_to: [V; N] = from_fn(|i| jump_from[i].add_bytes(table(&JUMP)));
    let classes: V = table_of(token, &tables.knight_classes);
    let jumps: [u64; N] = from_fn(|i| {
        let lanes = (1u64 << ((8 * knights[i]) & 63)) - 1;
        let on_board = table(&JUMPS_FROM)
            .shuffle_bytes(jump_from[i])
            .intersects(table(&JUMP_BIT));
        let class = classes.shuffle_bytes(kinds[i].shuffle_bytes(jump_to[i]));
        lanes & V::bits(on_board & class.intersects(table(&JUMP_CLASSES)))
    });

    // The number of edges after each group.
    let groups: [[u32; 5]; N] = from_fn(|i| {
        let [a, b, c, d] = masks[i].map(u64::count_ones);
        [
            a,
            a + b,
            a + b + c,
            a + b + c + d,
            a + b + c + d + jumps[i].count_ones(),
        ]
    });
    let fits = |i: usize| groups[i][4] < 64 && knights[i] < 8 && occupied[i].count_ones() <= 32;
    if !(0..N).all(fits) {
        return false;
    }

    // An edge as the place of its pair: bit 6 tells the list, bit 7 that the upper square attacks.
    let numbers = |mask: u64, base| (table(&IOTA) | byte(base)).compress(mask);
    let slots: [V; N] = from_fn(|i| numbers(masks[i][0], 0));
    let slots: [V; N] =
        from_fn(|i| numbers(masks[i][1], 64).expand(!0 << (groups[i][0] & 63), slots[i]));
    let slots: [V; N] =
        from_fn(|i| numbers(masks[i][2], 128).expand(!0 << (groups[i][1] & 63), slots[i]));
    let slots: [V; N] =
        from_fn(|i| numbers(masks[i][3], 192).expand(!0 << (groups[i][2] & 63), slots[i]));
    let lower: [V; N] = from_fn(|i| slots[i].shuffle_two(&straight[i], &diagonal[i]));
    let upper: [V; N] = from_fn(|i| slots[i].shuffle_two(&straight_after[i], &diagonal_after[i]));
    let down: [V::Mask; N] = from_fn(|i| slots[i].intersects(byte(128)));
    let behind: [u64; N] = from_fn(|i| !0 << (groups[i][3] & 63));
    let from: [V; N] = from_fn(|i| {
        let from = V::select(down[i], upper[i], lower[i]);
        jump_from[i].compress(jumps[i]).expand(behind[i], from)
    });
    let to: [V; N] = from_fn(|i| {
        let to = V::select(down[i], lower[i], upper[i]);
        jump_to[i].compress(jumps[i]).expand(behind[i], to)
    });
    let pair: [V; N] = from_fn(|i| {
        // PIECES is 8 + 4, and no piece has a number that is shifted out of its byte.
        let first = pieces[i].shuffle_bytes(from[i]);
        let first = first.shl(3).add_bytes(first.shl(2));
        first.add_bytes(pieces[i].shuffle_bytes(to[i]))
    });
    let mut at = before;
    for i in 0..N {
        let view = byte(squares_of_first(&boards[i]));
        for (bytes, column) in [
            (from[i] ^ view, &mut edges.from),
            (to[i] ^ view, &mut edges.to),
            (pair[i], &mut edges.pair),
        ] {
            if let Some(out) = window_mut(column, at) {
                bytes.store_bytes(out);
            }
        }
        at += groups[i][4] as usize;
        ends[i] = at;
    }
    true
}

/// Loads a table of a set.
#[inline(always)]
fn table_of<V: ByteVector>(token: V::Token, table: &[u8; 64]) -> V {
    V::load_bytes(token, table)
}
