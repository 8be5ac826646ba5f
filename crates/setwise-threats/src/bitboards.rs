//! Positions without a mailbox.

use crate::step::{Played, SquareChange, Step};
use crate::{geometry::RAYS, lanes::WAY};
use setwise_core::ByteVector;

/// A position as the bitboards of an engine: bit 0 is a1, bit 7 is h1, bit 63 is h8. The boards are
/// references, because a copy of them would take as long as the search for changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bitboards<'a> {
    /// The pieces of White, the pieces of Black.
    pub colors: &'a [u64; 2],
    /// Pawns, knights, bishops, rooks, queens, kings, each of both colors.
    pub roles: &'a [u64; 6],
}

impl Bitboards<'_> {
    /// The codes of the pieces as planes of bits: plane k has bit k of each code.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn planes(&self) -> Planes {
        let [pawns, knights, bishops, rooks, queens, kings] = *self.roles;
        Planes([
            pawns | bishops | queens,
            knights | bishops | kings,
            rooks | queens | kings,
            self.colors[1],
        ])
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn occupied(&self) -> u64 {
        self.colors[0] | self.colors[1]
    }
}

/// Bit k of the code of each piece, for k from 0 to 3.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Planes([u64; 4]);

impl Planes {
    /// The code on a square. `single` returns its argument, and keeps the compiler from putting the
    /// planes into vectors to extract the codes from them.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn code(&self, square: u32, single: impl Fn(u32) -> u32) -> u8 {
        let [a, b, c, d] = self.0.map(|plane| (plane >> (square & 63)) as u32 & 1);
        single(a | b << 1 | c << 2 | d << 3) as u8
    }

    /// The squares whose codes differ.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn changed(&self, other: &Self) -> u64 {
        let [a, b, c, d] = core::array::from_fn(|k| self.0[k] ^ other.0[k]);
        (a | b) | (c | d)
    }

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
pub const fn bits_to_bytes(bits: u64) -> u64 {
    let apart = (bits * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    (apart + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101
}

/// The step that leads from one position to another: a piece moves to an empty square, or captures.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn step_between(
    [before, after]: [&Planes; 2],
    [occupied, occupied_after]: [u64; 2],
    single: impl Fn(u32) -> u32,
) -> Option<Step> {
    let changed = before.changed(after);
    let (left, reached) = (changed & !occupied_after, changed & occupied_after);
    let (from, to) = (left.trailing_zeros() & 63, reached.trailing_zeros() & 63);
    let is_one = changed.count_ones() == 2 && left != 0 && reached != 0;
    (is_one && is_free(from, to, occupied)).then(|| {
        let (moved, captured) = (before.code(from, &single), before.code(to, &single));
        let placed = after.code(to, &single);
        Step::moves(from as u8, to as u8, moved, placed, captured)
    })
}

/// Whether all squares between two squares on a line are empty.
#[cfg_attr(not(unoptimized), inline(always))]
fn is_free(from: u32, to: u32, occupied: u64) -> bool {
    let [from, to] = [from, to].map(|square| square as usize & 63);
    let way = usize::from(WAY[from][to]);
    way >= 8 || RAYS.0[from][way] & RAYS.0[to][way ^ 4] & occupied == 0
}

/// Returns the change of up to [`Played::MAX`] squares, and the squares left for later calls.
pub(crate) fn several(before: &Planes, after: &Planes, changed: u64) -> (Played, u64) {
    let (mut left, mut squares) = (changed, [SquareChange::NONE; Played::MAX]);
    for square in &mut squares {
        if left != 0 {
            let at = left.trailing_zeros();
            *square = SquareChange {
                at: at as u8,
                before: before.code(at, |bits| bits),
                after: after.code(at, |bits| bits),
            };
            left &= left - 1;
        }
    }
    (Played::squares(&squares).unwrap_or(Played::NULL), left)
}
