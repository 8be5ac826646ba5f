//! Pairs of pawns.

mod optional;

use crate::sets::pairs::byte_table::{Table, tables};
use crate::sets::pairs::edges::{Edges, FULL, window_mut};
use crate::sets::pairs::view::{MIRRORED, squares_of_first};
use crate::sets::requirements::KINGS_AND_PAWNS;
use crate::{Boards, FeatureSet, Index, Problem, Rows};
use alloc::boxed::Box;
use setwise_core::ByteVector;
pub use setwise_threats::PawnPairs;
use setwise_threats::internal::{PAIRS as SIZE, THEIRS, files_around, pair_index};

impl FeatureSet for PawnPairs {
    type Scratch = Box<Edges>;

    fn name(&self) -> &'static str {
        "pawn-pairs"
    }

    fn size(&self) -> u32 {
        SIZE
    }

    /// All pairs of 48 pawns, of which each file has six: 8 files with 15 pairs each and 7 pairs of
    /// files with 36.
    fn max_active(&self) -> usize {
        8 * 15 + 7 * 36
    }

    /// The features are defined for positions with one king of each color and without pawns on the
    /// first and the last rank.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn check(&self, boards: &Boards) -> Result<(), Problem> {
        KINGS_AND_PAWNS.check(boards)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn known_to_pass<V: ByteVector>(&self, token: V::Token, boards: &[Boards]) -> bool {
        KINGS_AND_PAWNS.known_to_pass::<V>(token, boards)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn bound(&self, boards: &Boards) -> usize {
        let pawns = boards.roles[0].count_ones() as usize;
        (pawns * pawns.saturating_sub(1) / 2).min(self.max_active())
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn extract<V: ByteVector, T: Index>(
        &self,
        token: V::Token,
        boards: &[Boards],
        pairs: &mut Self::Scratch,
        rows: &mut Rows<'_, T>,
    ) {
        let mut count = 0;
        for boards in boards {
            count = if const { V::FAST_COMPRESS && V::LANES == 8 } {
                append_vector::<V>(token, boards, pairs, count)
            } else {
                append_scalar(boards, pairs, count)
            };
            rows.end_row_at(rows.features() + count);
            if count > FULL {
                append_indices::<V, T>(token, pairs, count, rows);
                count = 0;
            }
        }
        append_indices::<V, T>(token, pairs, count, rows);
    }
}

/// Appends the pairs of a position as two squares each. Returns the new number of pairs.
#[cfg_attr(not(unoptimized), inline(always))]
fn append_scalar(boards: &Boards, pairs: &mut Edges, before: usize) -> usize {
    let pawns = boards.roles[0];
    let view = squares_of_first(boards);
    let pawn = |square: u32| {
        let theirs = boards.colors[1] >> (square & 63) & 1;
        (square as u8 | (theirs as u8 * THEIRS)) ^ view
    };
    let (mut at, mut left) = (before, pawns);
    while left != 0 {
        let greater = left.trailing_zeros();
        let mut lower = pawns & files_around(greater) & !(!0 << (greater & 63));
        let a = pawn(greater);
        while lower != 0 {
            let b = pawn(lower.trailing_zeros());
            if let (Some(from), Some(to)) = (pairs.from.get_mut(at), pairs.to.get_mut(at)) {
                (*from, *to) = (b, a);
            }
            at += 1;
            lower &= lower - 1;
        }
        left &= left - 1;
    }
    at
}

/// The most pawns whose pairs fit two registers, and whose numbers fit four bits.
const MAX_PAWNS: usize = 16;

/// All pairs of [`MAX_PAWNS`] pawns, by the greater number, then by the lower: the lower number
/// plus 16 times the greater.
const PAIRS: [[u8; 64]; 2] = {
    let mut table = [[0; 64]; 2];
    let (mut greater, mut n) = (1, 0);
    while greater < MAX_PAWNS {
        let mut lower = 0;
        while lower < greater {
            table[n / 64][n % 64] = (lower + MAX_PAWNS * greater) as u8;
            n += 1;
            lower += 1;
        }
        greater += 1;
    }
    table
};

static CODES: [Table; 2] = [Table(PAIRS[0]), Table(PAIRS[1])];
static LOWER: [Table; 2] = numbers_of(0);
static GREATER: [Table; 2] = numbers_of(4);

/// One of the two numbers of each pair: the one in four bits from `shift` onward.
const fn numbers_of(shift: u32) -> [Table; 2] {
    let mut tables = [Table([0; 64]); 2];
    let mut n = 0;
    while n < 128 {
        tables[n / 64].0[n % 64] = PAIRS[n / 64][n % 64] >> shift & 15;
        n += 1;
    }
    tables
}

tables! {
    /// The file of a square as a bit.
    FILES: |i| 1 << (i % 8);
    /// The file of a square and the adjacent ones as bits.
    FILES_AROUND: |i| 7 << (i % 8) >> 1;
}

/// [`append_scalar`] with vectors of 64 bytes: of all pairs of pawns, keeps those on files that are
/// at most one apart. Positions with more than [`MAX_PAWNS`] pawns or 64 pairs are left to it.
#[cfg_attr(not(unoptimized), inline(always))]
fn append_vector<V: ByteVector>(
    token: V::Token,
    boards: &Boards,
    pairs: &mut Edges,
    before: usize,
) -> usize {
    let pawns = boards.roles[0];
    let count = pawns.count_ones() as usize;
    let byte = |byte| V::splat_byte(token, byte);
    let squares = V::byte_numbers(token);
    let black = V::mask(token, boards.colors[1]);
    let list = V::select(black, squares | byte(THEIRS), squares).compress(pawns);
    // Lookups take no more than the six bits of the square.
    let files = FILES.load::<V>(token).shuffle_bytes(list);
    let around = FILES_AROUND.load::<V>(token).shuffle_bytes(list);
    // At most 120 pairs of as many pawns as are handled here.
    let pairs_of_all = count * count.saturating_sub(1) / 2;
    let all = (1u128 << (pairs_of_all & 127)) - 1;
    let mut kept = [0; 2];
    for half in 0..2 {
        let lower = files.shuffle_bytes(LOWER[half].load(token));
        let greater = around.shuffle_bytes(GREATER[half].load(token));
        kept[half] = V::bits(lower.intersects(greater)) & (all >> (64 * half)) as u64;
    }
    let [first, second] = [kept[0].count_ones(), kept[1].count_ones()];
    let number = (first + second) as usize;
    let from = window_mut::<_, 64>(&mut pairs.from, before);
    let to = window_mut::<_, 64>(&mut pairs.to, before);
    let usual = count <= MAX_PAWNS && first < 64 && number <= 64;
    let (Some(from), Some(to), true) = (from, to, usual) else {
        return append_many(boards, pairs, before);
    };
    let codes = CODES[0].load::<V>(token).compress(kept[0]);
    let rest = CODES[1].load::<V>(token).compress(kept[1]);
    let codes = rest.expand(!0 << first, codes);
    let list = list ^ byte(squares_of_first(boards));
    list.shuffle_bytes(codes & byte(15)).store_bytes(from);
    list.shuffle_bytes(codes.shr(4) & byte(15)).store_bytes(to);
    before + number
}

/// [`append_scalar`], apart from the code that is usual.
#[cold]
#[inline(never)]
fn append_many(boards: &Boards, pairs: &mut Edges, before: usize) -> usize {
    append_scalar(boards, pairs, before)
}

#[cfg_attr(not(unoptimized), inline(always))]
fn append_indices<V: ByteVector, T: Index>(
    token: V::Token,
    pairs: &Edges,
    count: usize,
    rows: &mut Rows<'_, T>,
) {
    if const { size_of::<T>() == 0 } {
        rows.advance(count);
        return;
    }
    if const { V::FAST_WORDS } {
        append_indices_vector::<V, T>(token, pairs, count, rows);
    } else {
        append_indices_scalar(pairs, count, rows);
    }
}

#[cfg_attr(not(unoptimized), inline(always))]
fn append_indices_scalar<T: Index>(pairs: &Edges, count: usize, rows: &mut Rows<'_, T>) {
    let (first, second) = rows.tail();
    let out = first.iter_mut().zip(second);
    let pairs = pairs.from.iter().zip(&pairs.to);
    for ((&a, &b), (first, second)) in pairs.zip(out).take(count) {
        let other = if a & MIRRORED != 0 { 63 } else { 56 } | THEIRS;
        *first = T::from_index(pair_index(a, b));
        *second = T::from_index(pair_index(a ^ other, b ^ other));
    }
    rows.advance(count);
}

#[cfg_attr(not(unoptimized), inline(always))]
fn append_indices_vector<V: ByteVector, T: Index>(
    token: V::Token,
    pairs: &Edges,
    count: usize,
    rows: &mut Rows<'_, T>,
) {
    let byte = |byte| V::splat_byte(token, byte);
    let size = 8 * V::LANES;
    let (first, second) = rows.tail();
    let mut at = 0;
    while at < count {
        let columns = [&pairs.from, &pairs.to].map(|column| column.get(at..at + size));
        let ([Some(a), Some(b)], Some(first), Some(second)) = (
            columns,
            first.get_mut(at..at + size),
            second.get_mut(at..at + size),
        ) else {
            return;
        };
        let (a, b) = (V::load_bytes(token, a), V::load_bytes(token, b));
        let theirs = [a.intersects(byte(THEIRS)), b.intersects(byte(THEIRS))];
        store_side::<V, T>(token, [a, b], theirs, first);
        let other = V::select(a.intersects(byte(MIRRORED)), byte(63), byte(56));
        let theirs = [!theirs[0], !theirs[1]];
        store_side::<V, T>(token, [a ^ other, b ^ other], theirs, second);
        at += size;
    }
    rows.advance(count);
}

/// Stores the indices of pairs of pawns, with squares as the perspective sees them.
#[cfg_attr(not(unoptimized), inline(always))]
fn store_side<V: ByteVector, T: Index>(
    token: V::Token,
    pawns: [V; 2],
    theirs: [V::Mask; 2],
    out: &mut [T],
) {
    let a = number::<V>(token, pawns[0], theirs[0]);
    let b = number::<V>(token, pawns[1], theirs[1]);
    let low = a.min_bytes(b);
    let high = a.add_bytes(b).sub_bytes(low);
    let (mut words, low) = (high.widen(), low.widen());
    for (word, low) in words.iter_mut().zip(low) {
        let product = word.mul_words(word.add_words(V::splat(token, !0)));
        *word = product.shr_words(1).add_words(low);
    }
    T::store(words, out);
}

#[cfg_attr(not(unoptimized), inline(always))]
fn number<V: ByteVector>(token: V::Token, pawns: V, theirs: V::Mask) -> V {
    let square = (pawns & V::splat_byte(token, 63)).sub_bytes(V::splat_byte(token, 8));
    V::select(theirs, square.add_bytes(V::splat_byte(token, 48)), square)
}
