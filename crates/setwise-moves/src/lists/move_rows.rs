//! The moves of many positions in one array.

use super::move_list::{FEW, Room};
use crate::position::{Move, MoveKind};
use alloc::vec::Vec;
use core::fmt;

/// The moves of many positions, one row for each, without gaps: [`legal_moves`](crate::legal_moves)
/// writes them.
///
/// The value keeps its memory when it is filled again.
#[derive(Clone)]
pub struct MoveRows {
    /// The moves of all rows, followed by unused ones.
    moves: Vec<Move>,
    /// Row i is from entry i to entry i + 1.
    offsets: Vec<usize>,
    /// The moves of a row that does not fit an array of [`FEW`] moves; otherwise empty.
    many: Vec<Move>,
}

impl MoveRows {
    /// Returns no rows.
    pub fn new() -> Self {
        Self {
            moves: Vec::new(),
            offsets: alloc::vec![0],
            many: Vec::new(),
        }
    }

    /// The number of positions.
    #[inline]
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there are no positions.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The moves of all positions, row after row.
    #[inline]
    pub fn moves(&self) -> &[Move] {
        &self.moves[..self.used()]
    }

    /// The beginnings of the rows in [`moves`](Self::moves): row i is from `offsets[i]` to
    /// `offsets[i + 1]`. There is one more of them than positions.
    #[inline]
    pub fn offsets(&self) -> &[usize] {
        &self.offsets
    }

    /// The moves of a position; `None` if there is no such position.
    #[inline]
    pub fn row(&self, index: usize) -> Option<&[Move]> {
        let [start, end] = *self.offsets.get(index..)?.first_chunk::<2>()?;
        self.moves.get(start..end)
    }

    /// The moves of each position.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[Move]> {
        let rows = self.offsets.windows(2);
        rows.map(|ends| &self.moves[ends[0]..ends[1]])
    }

    /// Removes all rows, and reserves the offsets of `positions` rows.
    pub(crate) fn clear(&mut self, positions: usize) {
        self.offsets.truncate(1);
        self.offsets.reserve(positions);
    }

    fn used(&self) -> usize {
        self.offsets.last().copied().unwrap_or(0)
    }

    /// Adds a row. `write` writes its moves as it does for a list.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn add(&mut self, write: impl FnOnce((Room<'_>, &mut Vec<Move>)) -> usize) {
        let start = self.used();
        if self.moves.len() - start < FEW {
            self.grow(start + FEW);
        }
        let Some(few) = self.moves[start..].first_chunk_mut::<FEW>() else {
            return;
        };
        let mut count = write((Room::Moves(few), &mut self.many));
        if !self.many.is_empty() {
            count = self.take_many(start);
        }
        self.offsets.push(start + count);
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, least: usize) {
        let length = least.max(2 * self.moves.len());
        self.moves
            .resize(length, Move::of_word(MoveKind::Pawn.bits()));
    }

    /// Moves a row from its separate array. Returns its length.
    #[cold]
    #[inline(never)]
    fn take_many(&mut self, start: usize) -> usize {
        let count = self.many.len();
        if self.moves.len() - start < count {
            self.grow(start + count);
        }
        self.moves[start..start + count].copy_from_slice(&self.many);
        self.many.clear();
        count
    }
}

impl Default for MoveRows {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for MoveRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
