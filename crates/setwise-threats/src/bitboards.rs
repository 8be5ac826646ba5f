//! Positions without a mailbox.

use crate::geometry::RAYS;
use crate::lanes::WAY;
use crate::step::{Played, Square};
use setwise_core::ByteVector;

/// A position as bitboards: bit 0 is a1, bit 7 is h1, bit 63 is h8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bitboards {
    /// The pieces of White, the pieces of Black.
    pub colors: [u64; 2],
    /// Pawns, knights, bishops, rooks, queens, kings, each of both colors.
    pub roles: [u64; 6],
}

impl Bitboards {
    /// The codes of the pieces as planes of bits: plane k has bit k of each code.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn planes(&self) -> Planes {
        let [pawns, knights, bishops, rooks, queens, kings] = self.roles;
        Planes([
            pawns | bishops | queens,
            knights | bishops | kings,
            rooks | queens | kings,
            self.colors[1],
        ])
    }

    /// The occupied squares.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn occupied(&self) -> u64 {
        self.colors[0] | self.colors[1]
    }
}

/// Bit k of the code of each piece, for k from 0 to 3.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Planes([u64; 4]);

impl Planes {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn code(&self, square: u32) -> u8 {
        let [a, b, c, d] = self.0.map(|plane| (plane >> (square & 63) & 1) as u8);
        a | b << 1 | c << 2 | d << 3
    }

    /// The squares whose codes differ.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn changed(&self, other: &Self) -> u64 {
        let planes = self.0.iter().zip(&other.0);
        planes.fold(0, |all, (a, b)| all | a ^ b)
    }

    /// The mailbox.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn mailbox<V: ByteVector>(&self, token: V::Token) -> [u8; 64] {
        let mut mailbox = [0; 64];
        if const { V::FAST_WORDS } {
            let size = 8 * V::LANES;
            for (part, squares) in mailbox.chunks_exact_mut(size).enumerate() {
                let mut codes = V::splat(token, 0);
                for (k, plane) in self.0.iter().enumerate() {
                    let mask = V::mask(token, plane >> (part * size));
                    let with = codes | V::splat_byte(token, 1 << k);
                    codes = V::select(mask, with, codes);
                }
                codes.store_bytes(squares);
            }
            return mailbox;
        }
        for (rank, squares) in mailbox.chunks_exact_mut(8).enumerate() {
            let mut codes = 0;
            for (k, plane) in self.0.iter().enumerate() {
                codes |= bits_to_bytes(plane >> (8 * rank) & 0xff) << k;
            }
            squares.copy_from_slice(&codes.to_le_bytes());
        }
        mailbox
    }
}

/// Bit i of eight bits as byte i, 0 or 1.
#[cfg_attr(not(unoptimized), inline(always))]
const fn bits_to_bytes(bits: u64) -> u64 {
    let apart = (bits * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    (apart + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101
}

/// The move that leads from one position to another: any move of chess, or another change of as
/// many squares. The second part has the other changed squares, for another call.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn between(before: &Planes, occupied: u64, after: &Planes, among: u64) -> (Played, u64) {
    let changed = before.changed(after) & among;
    let first = changed.trailing_zeros();
    let second = 63 - (changed & changed.wrapping_sub(1)).leading_zeros().min(63);
    if changed.count_ones() == 2 {
        let (from, to) = match after.code(first) {
            0 => (first, second),
            _ => (second, first),
        };
        let pieces = (before.code(from), after.code(to), before.code(to));
        if after.code(from) == 0 && pieces.0 != 0 && pieces.1 != 0 && is_free(from, to, occupied) {
            let (moved, placed, captured) = pieces;
            return (
                Played::moves(from as u8, to as u8, moved, placed, captured),
                0,
            );
        }
    }
    several(before, after, changed)
}

/// Whether all squares between two squares on a line are empty.
#[cfg_attr(not(unoptimized), inline(always))]
fn is_free(from: u32, to: u32, occupied: u64) -> bool {
    let [from, to] = [from, to].map(|square| square as usize & 63);
    let way = usize::from(WAY[from][to]);
    way >= 8 || RAYS.0[from][way] & RAYS.0[to][way ^ 4] & occupied == 0
}

#[cold]
#[inline(never)]
fn several(before: &Planes, after: &Planes, changed: u64) -> (Played, u64) {
    const NO_SQUARE: Square = Square {
        at: 0,
        before: 0,
        after: 0,
    };
    let (mut left, mut squares) = (changed, [NO_SQUARE; Played::MAX]);
    for square in &mut squares {
        if left != 0 {
            let at = left.trailing_zeros();
            *square = Square {
                at: at as u8,
                before: before.code(at),
                after: after.code(at),
            };
            left &= left - 1;
        }
    }
    (Played::squares(&squares).unwrap_or(Played::NULL), left)
}
