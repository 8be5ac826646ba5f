//! Moves in an array.

use crate::position::{Move, MoveKind};
use alloc::vec::Vec;
use arrayvec::ArrayVec;
use core::fmt;
use core::ops::{Deref, DerefMut};
use setwise_core::{Vector, list_squares};

/// The moves that are written at once.
const AT_ONCE: usize = 32;

/// Positions of games have at most 218 legal moves. There is room for as many as are written at
/// once behind them.
const FEW: usize = 256;

/// A list of moves, which dereferences to a slice, to be sorted or indexed.
///
/// The moves lie in the value itself. Only lists of more than 224 moves allocate, and no position
/// that is reached in a game has so many.
///
/// ```
/// use setwise_moves::Position;
/// let mut list = Position::startpos().legal_moves();
/// list.sort_by_key(|found| (found.target(), found.source()));
/// assert_eq!(list.len(), 20);
/// assert_eq!(list[0].to_string(), "b1a3");
/// ```
#[derive(Clone, Default)]
pub struct MoveList {
    few: ArrayVec<Move, FEW>,
    /// All moves if they are many, else empty.
    many: Vec<Move>,
}

impl MoveList {
    /// An empty list.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn new() -> Self {
        Self {
            few: ArrayVec::new_const(),
            many: Vec::new(),
        }
    }

    /// Removes all moves.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn clear(&mut self) {
        self.few.clear();
        self.many.clear();
    }

    /// Keeps the moves for which a condition holds, in their order.
    ///
    /// ```
    /// use setwise_moves::{Position, Role};
    /// let mut list = Position::startpos().legal_moves();
    /// list.retain(|found| found.role() == Role::Knight);
    /// assert_eq!(list.len(), 4);
    /// ```
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        if self.many.is_empty() {
            return self.few.retain(|found| keep(*found));
        }
        self.many.retain(|found| keep(*found));
        if self.many.is_empty() {
            self.few.clear();
        }
    }

    /// Appends a move.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn push(&mut self, found: Move) {
        if self.few.try_push(found).is_err() {
            self.push_beyond(found);
        }
    }

    /// Appends the moves of a kind to a set of targets, at most 32, by [`Vector::list_squares`].
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn write<V: Vector>(
        &mut self,
        token: V::Token,
        targets: u64,
        step: (u16, u16),
        kind: MoveKind,
    ) {
        let words = V::list_squares(token, targets, step, kind.bits());
        let mut moves = [Move::of_word(kind.bits()); AT_ONCE];
        // Not `map`, which is not inlined.
        for (found, word) in moves.iter_mut().zip(words) {
            *found = Move::of_word(word);
        }
        let len = self.few.len() + targets.count_ones() as usize;
        match self.few.try_extend_from_slice(&moves) {
            Ok(()) => self.few.truncate(len),
            // The words are made again, so that they need not be in memory.
            Err(_) => self.write_beyond(targets, step, kind),
        }
    }

    #[cold]
    #[inline(never)]
    fn write_beyond(&mut self, targets: u64, step: (u16, u16), kind: MoveKind) {
        let words = list_squares(targets, step, kind.bits());
        for word in words.into_iter().take(targets.count_ones() as usize) {
            self.push_beyond(Move::of_word(word));
        }
    }

    /// Appends a move for which the array may have no room. It is full from then on.
    #[cold]
    #[inline(never)]
    fn push_beyond(&mut self, found: Move) {
        if self.many.is_empty() {
            self.many.extend_from_slice(&self.few);
        }
        self.many.push(found);
        while self.few.try_push(found).is_ok() {}
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        match self.many.is_empty() {
            true => &self.few,
            false => &self.many,
        }
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        match self.many.is_empty() {
            true => &mut self.few,
            false => &mut self.many,
        }
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = Moves;

    #[inline]
    fn into_iter(self) -> Moves {
        Moves { list: self, at: 0 }
    }
}

/// An iterator over the moves of a list: the result of [`MoveList::into_iter`].
#[derive(Clone, Debug)]
pub struct Moves {
    list: MoveList,
    at: usize,
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let found = *self.list.get(self.at)?;
        self.at += 1;
        Some(found)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.list.len() - self.at;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Moves {}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
