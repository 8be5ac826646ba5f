//! Moves in an array.

use crate::position::{Move, MoveKind};
use core::fmt;
use core::num::NonZeroU16;
use core::ops::{Deref, DerefMut};
use setwise_core::Vector;

/// The capacity of a [`MoveList`]. No valid position has more legal moves.
///
/// The proof takes two bounds. Let the side to move have m pieces. Castling adds at most two moves.
/// * By source: a piece has at most 27 moves (a queen's; a pawn has at most three targets, of four
///   moves each if it promotes). Together these are at most 27 m + 2.
/// * By target: each of the 64 − m squares without a piece of that side is the target of at most
///   one move per direction. These are 16 on most squares. On the last rank five rays and four
///   jumps arrive, and three of the rays count four times if they are pawns' (3 · 4 + 2 + 4 = 18).
///   Together these are at most 16 (64 − m) + 2 · 8 + 2.
///
/// For m ≤ 24 the first bound is at most 650, for m ≥ 25 the second one is at most 642. So 650
/// moves would be enough. (The most that is known is 270, in a position with 46 queens.)
pub const MAX_MOVES: usize = 656;

/// The moves that are written at once, so that there is room for them behind the last one.
const AT_ONCE: usize = 32;

/// Moves in an array of fixed size, without allocation. It dereferences to a slice, to be sorted or
/// indexed.
///
/// A new list is cleared first, which takes a few nanoseconds. A search that fills many lists keeps
/// some of them: [`Position::list_legal_moves`](crate::position::Position::list_legal_moves).
///
/// ```
/// use setwise_moves::Position;
/// let mut list = Position::startpos().legal_moves();
/// list.sort_by_key(|found| (found.target(), found.source()));
/// assert_eq!(list.len(), 20);
/// assert_eq!(list[0].to_string(), "b1a3");
/// ```
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; MAX_MOVES + AT_ONCE],
    len: usize,
}

impl MoveList {
    /// An empty list.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn new() -> Self {
        // Its bytes are equal: such memory is filled by the fastest means.
        const ANY: Move = Move::of_word(NonZeroU16::new(0x1111).unwrap());
        Self {
            moves: [ANY; MAX_MOVES + AT_ONCE],
            len: 0,
        }
    }

    /// Removes all moves.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn clear(&mut self) {
        self.len = 0;
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
        let mut len = 0;
        for at in 0..self.len() {
            let found = self.moves[at];
            self.moves[len] = found;
            len += usize::from(keep(found));
        }
        self.len = len;
    }

    /// Appends a move if there is room.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn push(&mut self, found: Move) {
        if let Some(place) = self.moves.get_mut(self.len) {
            *place = found;
            self.len += 1;
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
        let rest = self.moves.get_mut(self.len..).unwrap_or_default();
        if let Some(places) = rest.first_chunk_mut::<AT_ONCE>() {
            let words = V::list_squares(token, targets, step, kind.bits());
            for (place, word) in places.iter_mut().zip(words) {
                *place = Move::of_word(word);
            }
            self.len += targets.count_ones() as usize;
        }
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        self.moves.get(..self.len).unwrap_or(&[])
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        self.moves.get_mut(..self.len).unwrap_or(&mut [])
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

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
        let found = self.list.get(self.at).copied();
        self.at += usize::from(found.is_some());
        found
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
