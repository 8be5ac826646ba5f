//! From edges to indices.

use super::edges::{Edges, MIRRORED};
use super::geometry::attack_number;
use super::tables::{NOT_MUTUAL, PIECES, Tables, kind};
use crate::{Index, Rows};

/// By perspective and piece as the first perspective sees it: the kind as this perspective sees it.
static KINDS_SEEN: [[u8; 16]; 2] = {
    let mut kinds = [[0; 16]; 2];
    let mut piece = 0;
    while piece < PIECES {
        let kind = kind(piece) as u8;
        kinds[0][piece] = kind;
        // The two kinds of pawns are 0 and 1.
        kinds[1][piece] = if kind < 2 { 1 - kind } else { kind };
        piece += 1;
    }
    kinds
};

/// Appends the indices of the first edges, one by one.
#[inline(always)]
pub(crate) fn append_scalar<T: Index>(
    tables: &Tables,
    edges: &Edges,
    count: usize,
    rows: &mut Rows<'_, T>,
) {
    let columns = edges.from.iter().zip(&edges.to).zip(&edges.pair);
    for ((&from, &to), &pair) in columns.take(count) {
        let second = if from & MIRRORED != 0 { 63 } else { 56 };
        let (from, to) = (from & 63, to & 63);
        rows.push(
            index::<0>(tables, from, to, pair),
            index::<1>(tables, from ^ second, to ^ second, pair),
        );
    }
}

/// The index of an edge: from a square, to a square, as the perspective sees them.
#[inline(always)]
fn index<const PERSPECTIVE: usize>(tables: &Tables, from: u8, to: u8, pair: u8) -> u32 {
    let exchanged = tables.exchanged[usize::from(pair) % tables.exchanged.len()];
    let exchange = exchanged != NOT_MUTUAL && from < to;
    let (from, to, pair) = if exchange {
        (to, from, exchanged)
    } else {
        (from, to, pair)
    };
    let bases = &tables.bases[PERSPECTIVE];
    let attacker = usize::from(pair) / PIECES;
    let kind = KINDS_SEEN[PERSPECTIVE][attacker & 15] as usize;
    bases[usize::from(pair) % bases.len()] + attack_number(kind % 7, from.into(), to.into())
}
