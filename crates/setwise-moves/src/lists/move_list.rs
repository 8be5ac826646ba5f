//! Moves in an array.

use super::legal_moves::LegalMoves;
use crate::position::{Move, MoveKind};
use core::fmt;
use core::ops::{Deref, DerefMut};

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

/// Moves in an array of fixed size, to be sorted or indexed, without allocation.
///
/// [`LegalMoves`] takes a tenth of the memory, and most code needs no list. A new list is cleared
/// first, so reuse one: [`fill`](Self::fill).
///
/// ```
/// use setwise_moves::{MoveList, Position};
/// let position = Position::startpos();
/// let mut list = MoveList::new();
/// list.fill(&position.legal_moves());
/// list.sort_by_key(|found| (found.target(), found.source()));
/// assert_eq!(list.len(), 20);
/// assert_eq!(list[0].to_string(), "b1a3");
/// ```
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; MAX_MOVES],
    len: usize,
}

impl MoveList {
    /// An empty list.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn new() -> Self {
        let any = Move::coded(0, 0, MoveKind::Pawn as u16);
        Self {
            moves: [any; MAX_MOVES],
            len: 0,
        }
    }

    /// Replaces the list by these moves, in the order of their iteration.
    #[inline]
    pub fn fill(&mut self, moves: &LegalMoves) {
        self.len = 0;
        moves.iter().for_each(|found| self.push(found));
    }

    /// Appends a move if there is room.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn push(&mut self, found: Move) {
        if let Some(place) = self.moves.get_mut(self.len) {
            *place = found;
            self.len += 1;
        }
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl From<&LegalMoves> for MoveList {
    fn from(moves: &LegalMoves) -> Self {
        let mut list = Self::new();
        list.fill(moves);
        list
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

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
