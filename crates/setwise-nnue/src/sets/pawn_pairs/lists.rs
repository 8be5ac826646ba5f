//! Pairs of pawns, one position at a time, for vectors without a fast compression. They list the
//! pawns, then pairs as two numbers of pawns, packed by shuffles, and finally write the indices.

use super::tables::{CODES, FILES, FILES_AROUND, GREATER, LOWER, indices, number};
use crate::inputs::Boards;
use crate::rows::{Index, RowWriter};
use crate::sets::pairs::view::orientation;
use setwise_core::{ByteVector, Squares};
use setwise_moves::Color;
use setwise_threats::internal::{THEIRS, files_around};

/// The pairs of a position with at most [`MAX_PAWNS`](super::tables::MAX_PAWNS) pawns.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Pairs {
    /// The squares of the pawns, with [`THEIRS`].
    pawns: [u8; 128],
    /// The numbers of the pawns as the perspectives see them.
    numbers: [[u8; 64]; 2],
    /// The pairs as in `PAIRS`.
    codes: [u8; 192],
    /// The number of pairs.
    count: usize,
}

impl Default for Pairs {
    fn default() -> Self {
        Self {
            pawns: [0; 128],
            numbers: [[0; 64]; 2],
            codes: [0; 192],
            count: 0,
        }
    }
}

impl Pairs {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn list<V: ByteVector>(&mut self, token: V::Token, boards: &Boards) {
        let (size, mut count) = (8 * V::LANES, 0);
        for start in (0..64).step_by(size) {
            let [pawns, black] = [boards.roles[0], boards.colors[1]]
                .map(|board| board >> start & (!0 >> (64 - size)));
            let squares = V::byte_numbers(token) | V::splat_byte(token, start as u8);
            let theirs = squares | V::splat_byte(token, THEIRS);
            let all = V::select(V::mask(token, black), theirs, squares);
            if let Some(out) = self.pawns.get_mut(count..) {
                all.pack_store(pawns, out);
            }
            count += pawns.count_ones() as usize;
        }
    }

    /// Lists the pairs of listed pawns whose files are at most one apart.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn find<V: ByteVector, T: Index>(&mut self, token: V::Token, boards: &Boards) {
        let size = 8 * V::LANES;
        let pawns = V::load_bytes(token, &self.pawns);
        let low_bits = pawns & V::splat_byte(token, 7);
        let (mut files, mut around) = ([0; 64], [0; 64]);
        for (table, out) in [(&FILES, &mut files), (&FILES_AROUND, &mut around)] {
            low_bits.look_up_16(start(&table.0)).store_bytes(out);
        }
        let count = boards.roles[0].count_ones();
        let mut all = (1u128 << ((count * count.saturating_sub(1) / 2) & 127)) - 1;
        self.count = 0;
        for at in (0..128).step_by(size) {
            let lower = V::load_bytes(token, &LOWER[at / 64].0[at % 64..]);
            let greater = V::load_bytes(token, &GREATER[at / 64].0[at % 64..]);
            let around = greater.look_up_16(start(&around));
            let kept = V::bits(lower.look_up_16(start(&files)).intersects(around));
            let kept = kept & all as u64 & (!0 >> (64 - size));
            if const { size_of::<T>() != 0 }
                && let Some(out) = self.codes.get_mut(self.count..)
            {
                V::load_bytes(token, &CODES[at / 64].0[at % 64..]).pack_store(kept, out);
            }
            self.count += kept.count_ones() as usize;
            all >>= size;
        }
        for (view, numbers) in views(boards).into_iter().zip(&mut self.numbers) {
            number(token, pawns ^ V::splat_byte(token, view)).store_bytes(numbers);
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn write<V: ByteVector, T: Index>(
        &self,
        token: V::Token,
        rows: &mut RowWriter<'_, T>,
    ) {
        let low_bits = V::splat_byte(token, 15);
        for at in (0..self.count).step_by(8 * V::LANES) {
            let codes = V::load_bytes(token, self.codes.get(at..).unwrap_or_default());
            for (side, numbers) in self.numbers.iter().enumerate() {
                let lower = (codes & low_bits).look_up_16(start(numbers));
                let greater = (codes.shr(4) & low_bits).look_up_16(start(numbers));
                rows.store(side, at, indices(token, lower, greater), 0);
            }
        }
        rows.advance(self.count);
    }
}

/// By square with [`THEIRS`]: the number n of a pawn times 2^16, and n (n - 1) / 2.
static TERMS: [u32; 256] = {
    let mut terms = [0; 256];
    let mut pawn = 0;
    while pawn < 256 {
        let theirs = if pawn & THEIRS as usize != 0 { 48 } else { 0 };
        let number = (pawn as u32 % 64 + theirs).saturating_sub(8);
        terms[pawn] = (number << 16) | (number * number.saturating_sub(1) / 2);
        pawn += 1;
    }
    terms
};

/// Appends the pairs of a position with any number of pawns.
#[inline(never)]
pub(crate) fn write_scalar<T: Index>(boards: &Boards, rows: &mut RowWriter<'_, T>) {
    let [pawns, black] = [boards.roles[0], boards.colors[1]];
    let views = views(boards);
    let mut terms = [[0; 2]; 64];
    for square in Squares(pawns) {
        let pawn = square.index() as u8 | ((black >> square.index() & 1) as u8 * THEIRS);
        terms[square.index()] = views.map(|view| TERMS[usize::from(pawn ^ view)]);
    }
    rows.fill(|out| {
        for greater in Squares(pawns) {
            let lower = pawns & files_around(greater.index() as u32) & (greater.bit() - 1);
            let [a, c] = terms[greater.index()];
            for lower in Squares(lower) {
                let [b, d] = terms[lower.index()];
                // The greater sum is the one whose upper half has the greater number.
                out.push(
                    [(a, b), (c, d)].map(|(a, b)| (a + (b >> 16)).max(b + (a >> 16)) & 0xffff),
                );
            }
        }
    });
}

/// What the perspectives xor to the squares of pawns with [`THEIRS`].
#[cfg_attr(not(unoptimized), inline(always))]
fn views(boards: &Boards) -> [u8; 2] {
    let [white, black] = Color::ALL.map(|color| orientation(boards, color));
    [white, black ^ THEIRS]
}

/// The first entries of an array.
#[cfg_attr(not(unoptimized), inline(always))]
fn start(array: &[u8; 64]) -> &[u8; 16] {
    &array.as_chunks().0[0]
}
