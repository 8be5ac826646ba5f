//! From edges to indices with a table of the numbers of attacks. Vectors find the places in the
//! table, for as many edges at a time as a register has bytes; plain loads look them up.

use super::indices_vector::{base_words, look_up_pairs};
use super::tables::{Bases, NOT_MUTUAL, OF_KINGS, Tables};
use crate::rows::{Index, RowWriter};
use crate::{sets::pairs::edges::Edges, sets::pairs::view::MIRRORED};
use setwise_core::ByteVector;
use setwise_threats::internal::NUMBERS;

/// The longest registers for which the table is used. With more edges in a register arithmetic is
/// faster than the lookups (docs/notes/nnue-features.md).
pub(crate) const MAX_LANES: usize = 2;

/// The greatest number of edges whose places are stored before they are looked up.
const BLOCK: usize = 128;

/// The indices of some edges as two terms.
struct Terms {
    /// The bases of the pairs of pieces, in words.
    bases: [u16; BLOCK],
    /// First places in [`NUMBERS`], then the numbers at these places.
    numbers: [u16; BLOCK],
    /// Where the bases exceed a word: 1 if the attacker is the opponent's.
    theirs: [u8; BLOCK],
}

#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn append<V: ByteVector, T: Index>(
    token: V::Token,
    tables: &Tables,
    edges: &Edges,
    count: usize,
    rows: &mut RowWriter<'_, T>,
) {
    let mut sides = [const {
        Terms {
            bases: [0; BLOCK],
            numbers: [0; BLOCK],
            theirs: [0; BLOCK],
        }
    }; 2];
    let mut at = 0;
    while at < count {
        let block = BLOCK.min((count - at).next_multiple_of(8 * V::LANES));
        find_terms::<V>(token, tables, edges, at, block, &mut sides);
        let (first, second) = rows.tail();
        let (Some(first), Some(second)) = (
            first.get_mut(at..at + block),
            second.get_mut(at..at + block),
        ) else {
            return;
        };
        add_terms(&tables.bases_in_words[0], &mut sides[0], first);
        add_terms(&tables.bases_in_words[1], &mut sides[1], second);
        at += block;
    }
    rows.advance(count);
}

/// Finds bases and places of some edges, for both perspectives.
#[cfg_attr(not(unoptimized), inline(always))]
fn find_terms<V: ByteVector>(
    token: V::Token,
    tables: &Tables,
    edges: &Edges,
    start: usize,
    block: usize,
    sides: &mut [Terms; 2],
) {
    let byte = |byte| V::splat_byte(token, byte);
    let size = 8 * V::LANES;
    let [Some(from), Some(to), Some(pair)] = [&edges.from, &edges.to, &edges.pair]
        .map(|column| column.get(start..)?.first_chunk::<BLOCK>())
    else {
        return;
    };
    let mut at = 0;
    while at < block {
        let [Some(from), Some(to), Some(pair)] =
            [from, to, pair].map(|column| column.get(at..at + size))
        else {
            return;
        };
        let load = |bytes: &[u8]| V::load_bytes(token, bytes);
        let (from, to, pair) = (load(from), load(to), load(pair));
        let other = V::select(from.intersects(byte(MIRRORED)), byte(63), byte(56));
        let (from, to) = (from & byte(63), to & byte(63));
        let (exchanged, _) = tables.exchanged.as_chunks::<128>();
        let exchanged = look_up_pairs(token, tables, pair, &exchanged[0], NOT_MUTUAL);
        // Pairs of two kings do not occur, so the numbers of mutual pairs are below 128, and
        // NOT_MUTUAL is -1 as a signed number.
        let mutual = byte(NOT_MUTUAL).less(exchanged);
        let table = look_up_pairs(token, tables, pair, &tables.tables_of_numbers, OF_KINGS);
        for (side, (terms, bases)) in sides.iter_mut().zip(&tables.bases_in_words).enumerate() {
            let (from, to) = if side == 0 {
                (from, to)
            } else {
                (from ^ other, to ^ other)
            };
            // Of the two attacks of a mutual pair the one from the greater square counts.
            let exchange = mutual & from.less(to);
            let (from, to) = (V::select(exchange, to, from), V::select(exchange, from, to));
            let pair = V::select(exchange, exchanged, pair);
            let places = V::words(to | table, from);
            store_words(places, &mut terms.numbers, at);
            store_words(
                base_words(token, bases, pair, tables.kings_attack),
                &mut terms.bases,
                at,
            );
            if bases.upper != 0 {
                let of_kings = (pair & byte(63)).look_up_64(&bases.theirs_of_kings);
                let is_above = pair.less(V::splat(token, 0));
                let theirs = V::select(is_above, of_kings, pair.look_up_128(&bases.theirs));
                theirs.store_bytes(terms.theirs.get_mut(at..at + size).unwrap_or_default());
            }
        }
        at += size;
    }
}

#[cfg_attr(not(unoptimized), inline(always))]
fn store_words<V: ByteVector>(words: [V; 2], out: &mut [u16; BLOCK], at: usize) {
    V::store_words(
        words,
        out.get_mut(at..at + 8 * V::LANES).unwrap_or_default(),
    );
}

/// Looks up the numbers, and stores the indices.
#[cfg_attr(not(unoptimized), inline(always))]
fn add_terms<T: Index>(bases: &Bases, terms: &mut Terms, out: &mut [T]) {
    // Eight at a time, even past the end: a loop of single lookups counts as often as it looks up.
    let (eights, _) = terms.numbers.as_chunks_mut::<8>();
    for numbers in eights.iter_mut().take(out.len().div_ceil(8)) {
        for number in numbers {
            *number = NUMBERS[usize::from(*number) % NUMBERS.len()];
        }
    }
    let sums = terms.bases.iter().zip(&terms.numbers);
    if bases.upper == 0 {
        for (index, (base, number)) in out.iter_mut().zip(sums) {
            *index = T::from_index(u32::from(base.wrapping_add(*number)));
        }
    } else {
        for ((index, (base, number)), theirs) in out.iter_mut().zip(sums).zip(&terms.theirs) {
            let sum = u32::from(base.wrapping_add(*number));
            *index = T::from_index(sum + bases.upper * u32::from(*theirs));
        }
    }
}
