//! From edges to indices.

use super::tables::{NOT_MUTUAL, Tables};
use crate::rows::{Index, RowWriter};
use crate::{sets::pairs::edges::Edges, sets::pairs::view::MIRRORED};
use core::hint::select_unpredictable;
use setwise_threats::internal::NUMBERS;

/// Appends the features of one of the positions whose edges were listed last.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn append_scalar<T: Index>(
    tables: &Tables,
    edges: &Edges,
    number: usize,
    rows: &mut RowWriter<'_, T>,
) {
    let start = number.checked_sub(1).map_or(0, |before| edges.ends[before]);
    let range = start..edges.ends[number];
    if const { size_of::<T>() == 0 } {
        return rows.advance(range.len());
    }
    let [from, to, pair] = [&edges.from, &edges.to, &edges.pair]
        .map(|column| column.get(range.clone()).unwrap_or_default());
    rows.fill(|out| {
        for ((&from, &to), &pair) in from.iter().zip(to).zip(pair) {
            let other = if from & MIRRORED != 0 { 63 } else { 56 };
            let (from, to) = (from & 63, to & 63);
            let first = index::<0>(tables, from, to, pair);
            out.push([first, index::<1>(tables, from ^ other, to ^ other, pair)]);
        }
    });
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
