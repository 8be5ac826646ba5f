//! Moves in an array.

use crate::position::{Move, MoveKind};
use alloc::vec::Vec;
use core::fmt;
use core::num::NonZeroU16;
use core::ops::{Deref, DerefMut};
use setwise_core::{Vector, list_squares};

/// The number of targets of a piece, or of pawns that move alike, is at most this.
pub(crate) const AT_MOST: usize = 32;

/// Positions of games have at most 218 legal moves. There is room for as many as are written at
/// once behind them.
const FEW: usize = 256;

/// A list of moves, which dereferences to a slice, to be sorted or indexed.
///
/// The moves lie in the value itself. Only lists of more than 224 moves allocate, and no position
/// that is reached in a game has so many.
///
/// A search may keep other moves in such lists too: quiet moves that it has tried, bad captures.
///
/// ```
/// use setwise_moves::Position;
/// let mut list = Position::startpos().legal_moves();
/// list.sort_by_key(|found| (found.target(), found.source()));
/// assert_eq!(list.len(), 20);
/// assert_eq!(list[0].to_string(), "b1a3");
/// ```
#[derive(Clone)]
// The first moves of a list, often the only ones, are written into one cache line.
#[repr(C, align(64))]
pub struct MoveList {
    few: [Move; FEW],
    /// The number of moves in the array.
    len: usize,
    /// All moves if the array does not hold them, else empty.
    many: Vec<Move>,
}

impl MoveList {
    /// An empty list.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn new() -> Self {
        Self {
            few: [Move::of_word(MoveKind::Pawn.bits()); FEW],
            len: 0,
            many: Vec::new(),
        }
    }

    /// Appends a move.
    ///
    /// ```
    /// use setwise_moves::{MoveList, Position};
    /// let position = Position::startpos();
    /// let mut tried = MoveList::new();
    /// tried.push(position.parse_move("e2e4")?);
    /// tried.extend(position.legal_moves_from(0xff)); // the moves of the knights
    /// assert_eq!(tried.len(), 5);
    /// # Ok::<(), setwise_moves::ParseMoveError>(())
    /// ```
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn push(&mut self, found: Move) {
        let len = self.len;
        let mut appender = Appender { list: self, len };
        appender.push(found);
        appender.finish();
    }

    /// Removes all moves.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn clear(&mut self) {
        self.len = 0;
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
            let mut kept = 0;
            for i in 0..self.len.min(FEW) {
                let found = self.few[i];
                if keep(found) {
                    self.few[kept] = found;
                    kept += 1;
                }
            }
            self.len = kept;
            return;
        }
        self.many.retain(|found| keep(*found));
        if self.many.is_empty() {
            self.len = 0;
        }
    }

    /// Replaces the moves by others, which [`Appender::finish`] makes part of the list.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn rewrite(&mut self) -> Appender<'_> {
        self.many.clear();
        Appender { list: self, len: 0 }
    }

    /// Appends moves to a list of a length, for which the array may have no room. Returns the
    /// number of moves in the array.
    #[cold]
    #[inline(never)]
    fn write_beyond(
        &mut self,
        len: usize,
        targets: u64,
        step: (u16, u16),
        base: NonZeroU16,
    ) -> usize {
        let words = list_squares(targets, step, base);
        let mut appender = Appender { list: self, len };
        for word in words.into_iter().take(targets.count_ones() as usize) {
            appender.push(Move::of_word(word));
        }
        appender.len
    }

    /// Appends a move to a list whose array is full.
    #[cold]
    #[inline(never)]
    fn push_beyond(&mut self, found: Move) {
        if self.many.is_empty() {
            self.many.extend_from_slice(&self.few);
        }
        self.many.push(found);
    }
}

impl Default for MoveList {
    /// An empty list.
    fn default() -> Self {
        Self::new()
    }
}

/// A list that is being written. Its length is a value of its own, which stays in a register.
pub(crate) struct Appender<'a> {
    list: &'a mut MoveList,
    len: usize,
}

impl Appender<'_> {
    /// Appends a move.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn push(&mut self, found: Move) {
        match self.list.few.get_mut(self.len) {
            Some(to) => {
                *to = found;
                self.len += 1;
            }
            None => self.list.push_beyond(found),
        }
    }

    /// Appends the moves that [`Vector::list_squares`] makes of a set of targets, of which there
    /// are at most 32 and usually no more than `USUAL`. So many words are written.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn write<V: Vector, const USUAL: usize>(
        &mut self,
        token: V::Token,
        targets: u64,
        step: (u16, u16),
        base: NonZeroU16,
    ) {
        let words = V::list_squares(token, targets, step, base);
        let count = targets.count_ones() as usize;
        let rest = self.list.few.get_mut(self.len..);
        match rest.and_then(|rest| rest.first_chunk_mut::<USUAL>()) {
            Some(to) if USUAL == AT_MOST || count <= USUAL => {
                // Not `map`, which is not inlined.
                for (to, word) in to.iter_mut().zip(words) {
                    *to = Move::of_word(word);
                }
                self.len += count;
            }
            // The words are made again, so that they need not be in memory.
            _ => self.len = self.list.write_beyond(self.len, targets, step, base),
        }
    }

    /// Ends the list.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn finish(self) {
        self.list.len = self.len;
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        match self.many.is_empty() {
            true => &self.few[..self.len.min(FEW)],
            false => &self.many,
        }
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        match self.many.is_empty() {
            true => &mut self.few[..self.len.min(FEW)],
            false => &mut self.many,
        }
    }
}

impl Extend<Move> for MoveList {
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        // Not one `Appender`: an iterator that panics would leave the list without its length.
        moves.into_iter().for_each(|found| self.push(found));
    }
}

impl FromIterator<Move> for MoveList {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        let mut list = Self::new();
        list.extend(moves);
        list
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

#[cfg(test)]
mod tests {
    use super::*;
    use setwise_core::Square;

    /// Moves of which neighbors differ.
    fn moves(count: usize) -> impl Iterator<Item = Move> {
        (0..count).map(|i| Move::coded(i, i >> 6, MoveKind::Queen as u16))
    }

    #[test]
    fn lists_grow_beyond_their_array() {
        for count in [0, 1, FEW - 1, FEW, FEW + 1, 3 * FEW] {
            let mut list: MoveList = moves(count).collect();
            assert_eq!(list.len(), count);
            assert!(list.iter().copied().eq(moves(count)));
            list.extend(moves(2));
            assert!(list.iter().copied().eq(moves(count).chain(moves(2))));
        }
    }

    #[test]
    fn lists_grow_after_moves_were_removed() {
        for count in [FEW, FEW + 1, 3 * FEW] {
            let mut list: MoveList = moves(count).collect();
            list.retain(|found| found.source() == Square::A1);
            let kept = count.div_ceil(64);
            list.extend(moves(FEW));
            assert_eq!(list.len(), kept + FEW);
            assert!(list[kept..].iter().copied().eq(moves(FEW)));
            list.retain(|_| false);
            list.push(king_move());
            assert_eq!(*list, [king_move()]);
            list.extend(moves(count));
            list.clear();
            list.push(king_move());
            assert_eq!(*list, [king_move()]);
        }
    }

    fn king_move() -> Move {
        Move::coded(1, 2, MoveKind::King as u16)
    }
}
