//! Pairs of pawns.

mod lists;
mod optional;
mod tables;

use crate::error::PositionError;
use crate::feature_set::extract::{append, by_rows};
use crate::feature_set::{ByRows, FeatureSet};
use crate::inputs::{Boards, Input};
use crate::rows::{AT_ONCE, Index, Levels, RowWriter};
use crate::sets::pairs::edges::{Edges, FULL, window_mut};
use crate::sets::pairs::view::{MIRRORED, squares_of_first};
use crate::sets::requirements::KINGS_AND_PAWNS;
use alloc::boxed::Box;
use core::ops::Range;
use lists::Pairs;
use setwise_core::ByteVector;
pub use setwise_threats::PawnPairs;
use setwise_threats::internal::{PAIRS as SIZE, THEIRS};
use tables::{CODES, FILES, FILES_AROUND, GREATER, LOWER, MAX_PAWNS, indices, number};

impl FeatureSet for PawnPairs {
    type Scratch = Scratch;
    type Rows = Self;

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
    fn check(&self, boards: &Boards) -> Result<(), PositionError> {
        KINGS_AND_PAWNS.check(boards)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn known_to_pass<V: ByteVector>(&self, token: V::Token, boards: &[Boards]) -> bool {
        KINGS_AND_PAWNS.known_to_pass::<V>(token, boards)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn extract<V: ByteVector, T: Index>(
        &self,
        token: V::Token,
        boards: &[Boards],
        scratch: &mut Self::Scratch,
        rows: &mut RowWriter<'_, T>,
    ) {
        if const { by_rows::<Self, V>() } {
            return append::<Self, V, T>(token, self, Input::Boards(boards), scratch, rows);
        }
        let pairs = &mut **scratch.edges.get_or_insert_default();
        let mut count = 0;
        for boards in boards {
            if let Some(end) = append_vector::<V>(token, boards, pairs, count) {
                count = end;
                rows.end_row_at(rows.features() + count);
            } else {
                append_indices::<V, T>(token, pairs, count, rows);
                count = 0;
                lists::write_scalar(boards, rows);
                rows.end_row();
            }
            if count > FULL {
                append_indices::<V, T>(token, pairs, count, rows);
                count = 0;
            }
        }
        append_indices::<V, T>(token, pairs, count, rows);
    }
}

impl ByRows<Self> for PawnPairs {
    const ON: Levels = Levels::WithoutCompression;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn list<V: ByteVector, T: Index>(
        _: &Self,
        token: V::Token,
        input: Input<'_>,
        range: Range<usize>,
        scratch: &mut Scratch,
    ) {
        if let (true, Input::Boards(boards)) = (V::FAST_WORDS, input) {
            let boards = &boards[range];
            for (pairs, boards) in scratch.lists.iter_mut().zip(boards) {
                pairs.list::<V>(token, boards);
            }
            for (pairs, boards) in scratch.lists.iter_mut().zip(boards) {
                pairs.find::<V, T>(token, boards);
            }
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn write<V: ByteVector, T: Index>(
        _: &Self,
        token: V::Token,
        input: Input<'_>,
        number: usize,
        scratch: &Scratch,
        rows: &mut RowWriter<'_, T>,
    ) {
        if let Input::Boards(boards) = input {
            let boards = &boards[number];
            if V::FAST_WORDS && boards.roles[0].count_ones() as usize <= MAX_PAWNS {
                scratch.lists[number % AT_ONCE].write::<V, T>(token, rows);
            } else {
                lists::write_scalar(boards, rows);
            }
        }
    }
}

/// Memory of the set, either for many positions or for some.
#[derive(Debug, Default)]
pub struct Scratch {
    edges: Option<Box<Edges>>,
    lists: [Pairs; AT_ONCE],
}

/// Appends the pairs of a position as two squares each, with vectors of 64 bytes: of all pairs of
/// pawns, keeps those on files that are at most one apart. Returns the new number of pairs; `None`
/// if there are more than [`MAX_PAWNS`] pawns or 64 pairs.
#[cfg_attr(not(unoptimized), inline(always))]
fn append_vector<V: ByteVector>(
    token: V::Token,
    boards: &Boards,
    pairs: &mut Edges,
    before: usize,
) -> Option<usize> {
    let pawns = boards.roles[0];
    let count = pawns.count_ones() as usize;
    let byte = |byte| V::splat_byte(token, byte);
    let squares = V::byte_numbers(token);
    let black = V::mask(token, boards.colors[1]);
    let list = V::select(black, squares | byte(THEIRS), squares).compress(pawns);
    // Lookups read only the low six bits of a byte, which are the square.
    let files = FILES.load::<V>(token).shuffle_bytes(list);
    let around = FILES_AROUND.load::<V>(token).shuffle_bytes(list);
    // As many pawns as are handled here have at most 120 pairs.
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
    if count > MAX_PAWNS || first == 64 || number > 64 {
        return None;
    }
    let from = window_mut::<_, 64>(&mut pairs.from, before)?;
    let to = window_mut::<_, 64>(&mut pairs.to, before)?;
    let codes = CODES[0].load::<V>(token).compress(kept[0]);
    let rest = CODES[1].load::<V>(token).compress(kept[1]);
    let codes = rest.expand(!0 << first, codes);
    let list = list ^ byte(squares_of_first(boards));
    list.shuffle_bytes(codes & byte(15)).store_bytes(from);
    list.shuffle_bytes(codes.shr(4) & byte(15)).store_bytes(to);
    Some(before + number)
}

#[cfg_attr(not(unoptimized), inline(always))]
fn append_indices<V: ByteVector, T: Index>(
    token: V::Token,
    pairs: &Edges,
    count: usize,
    rows: &mut RowWriter<'_, T>,
) {
    if const { size_of::<T>() == 0 } {
        rows.advance(count);
        return;
    }
    let byte = |byte| V::splat_byte(token, byte);
    for at in (0..count).step_by(8 * V::LANES) {
        let a = V::load_bytes(token, pairs.from.get(at..).unwrap_or_default());
        let b = V::load_bytes(token, pairs.to.get(at..).unwrap_or_default());
        let other = V::select(a.intersects(byte(MIRRORED)), byte(63), byte(56)) ^ byte(THEIRS);
        for (side, view) in [V::splat(token, 0), other].into_iter().enumerate() {
            let (a, b) = (number(token, a ^ view), number(token, b ^ view));
            rows.store(side, at, indices(token, a, b), 0);
        }
    }
    rows.advance(count);
}
