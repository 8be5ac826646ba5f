//! From edges to indices.

use super::tables::{NOT_MUTUAL, Tables};
use crate::sets::pairs::edges::Edges;
use crate::sets::pairs::view::MIRRORED;
use crate::{Index, Rows};
use core::hint::select_unpredictable;
use setwise_threats::internal::NUMBERS;

#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn append_scalar<T: Index>(
    tables: &Tables,
    edges: &Edges,
    count: usize,
    rows: &mut Rows<'_, T>,
) {
    let columns = edges.from.iter().zip(&edges.to).zip(&edges.pair);
    let (first, second) = rows.tail();
    let out = first.iter_mut().zip(second);
    for (((&from, &to), &pair), (first, second)) in columns.zip(out).take(count) {
        let other = if from & MIRRORED != 0 { 63 } else { 56 };
        let (from, to) = (from & 63, to & 63);
        *first = T::from_index(index::<0>(tables, from, to, pair));
        *second = T::from_index(index::<1>(tables, from ^ other, to ^ other, pair));
    }
    rows.advance(count);
}

/// The index of an edge: from a square, to a square, as the perspective sees them.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn index<const PERSPECTIVE: usize>(tables: &Tables, from: u8, to: u8, pair: u8) -> u32 {
    let exchanged = tables.exchanged[usize::from(pair)];
    let exchange = (exchanged != NOT_MUTUAL) & (from < to);
    // Branches would be hard to predict.
    let start = select_unpredictable(exchange, to, from);
    let end = select_unpredictable(exchange, from, to);
    let table = tables.table_of_numbers(pair);
    let pair = usize::from(select_unpredictable(exchange, exchanged, pair));
    let number = NUMBERS[256 * usize::from(start & 63) + usize::from(table | end)];
    tables.bases[PERSPECTIVE][pair] + u32::from(number)
}
