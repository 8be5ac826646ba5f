//! Moves in an array.

use crate::position::{Move, MoveKind};
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};
use core::{fmt, num::NonZeroU16};
use setwise_core::{Vector, list_squares};

/// The maximal number of targets of a piece, or of pawns that move alike.
pub(crate) const AT_MOST: usize = 32;

/// The size of the array: 218 moves, the most in a position of a game, and room for one more write.
pub(crate) const FEW: usize = 256;

/// A list of moves, which dereferences to a slice, to be sorted or indexed.
///
/// The moves lie in the value itself. Only lists of more than 224 moves allocate, and no position
/// that is reached in a game has so many.
///
/// A search may keep other moves in such lists: quiet moves that it has tried, bad captures.
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
        let mut appender = Appender {
            few: Room::Moves(&mut self.few),
            many: &mut self.many,
            len: self.len,
        };
        appender.push(found);
        self.len = appender.len();
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

    /// Replaces the moves by those that a function writes, which returns how many are in the array.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn rewrite(&mut self, write: impl FnOnce((Room<'_>, &mut Vec<Move>)) -> usize) {
        self.many.clear();
        self.len = write((Room::Moves(&mut self.few), &mut self.many));
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

/// The array to which moves are written, as moves or as bits. An array of bits comes from another
/// language, and need not hold moves before. The same instructions write both, without a branch.
pub(crate) enum Room<'a> {
    Moves(&'a mut [Move; FEW]),
    Bits(&'a mut [u16; FEW]),
}

impl Room<'_> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn reborrow(&mut self) -> Room<'_> {
        match self {
            Self::Moves(moves) => Room::Moves(moves),
            Self::Bits(bits) => Room::Bits(bits),
        }
    }

    /// Writes a move to an entry. Returns false if there is no such entry.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn set(&mut self, at: usize, found: Move) -> bool {
        match self {
            Self::Moves(moves) => match moves.get_mut(at) {
                Some(to) => *to = found,
                None => return false,
            },
            Self::Bits(bits) => match bits.get_mut(at) {
                Some(to) => *to = found.bits(),
                None => return false,
            },
        }
        true
    }

    /// Writes some moves from an entry onward. Returns false if there is no room for so many.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn set_all<const N: usize>(&mut self, at: usize, words: &[NonZeroU16]) -> bool {
        // Not `map`, which is not inlined.
        match self {
            Self::Moves(moves) => {
                let to = moves.get_mut(at..).and_then(|to| to.first_chunk_mut::<N>());
                let Some(to) = to else { return false };
                for (to, word) in to.iter_mut().zip(words) {
                    *to = Move::of_word(*word);
                }
            }
            Self::Bits(bits) => {
                let to = bits.get_mut(at..).and_then(|to| to.first_chunk_mut::<N>());
                let Some(to) = to else { return false };
                for (to, word) in to.iter_mut().zip(words) {
                    *to = word.get();
                }
            }
        }
        true
    }
}

/// A list that is being written. Its length is a separate value, which stays in a register.
pub(crate) struct Appender<'a> {
    few: Room<'a>,
    /// All moves if the array does not hold them, else empty.
    many: &'a mut Vec<Move>,
    /// The number of moves in the array.
    len: usize,
}

impl<'a> Appender<'a> {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn new((few, many): (Room<'a>, &'a mut Vec<Move>)) -> Self {
        Self { few, many, len: 0 }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn push(&mut self, found: Move) {
        match self.few.set(self.len, found) {
            true => self.len += 1,
            false => push_beyond(self.few.reborrow(), self.many, found),
        }
    }

    /// Appends the moves that [`Vector::list_squares`] makes of at most 32 targets. `USUAL` words
    /// are written at once; more targets than that take a slower path.
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
        let fits = USUAL == AT_MOST || count <= USUAL;
        if fits && self.few.set_all::<USUAL>(self.len, &words) {
            self.len += count;
        } else {
            // Computes the words again. Passing them on would force them into memory.
            let room = (self.few.reborrow(), &mut *self.many);
            self.len = write_beyond(room, self.len, targets, step, base);
        }
    }

    /// [`write`](Self::write) with the words of four squares at a time, which takes fewer branches
    /// than one at a time. The words after the last square are not used.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn write_by_fours(
        &mut self,
        targets: u64,
        (factor, offset): (u16, u16),
        base: NonZeroU16,
    ) {
        let (count, mut left, mut at) = (targets.count_ones() as usize, targets, self.len);
        loop {
            let mut words = [base; 4];
            for word in &mut words {
                let product = factor.wrapping_mul(left.trailing_zeros() as u16);
                *word |= product.wrapping_add(offset);
                left &= left.wrapping_sub(1);
            }
            if !self.few.set_all::<4>(at, &words) {
                let room = (self.few.reborrow(), &mut *self.many);
                self.len = write_beyond(room, self.len, targets, (factor, offset), base);
                return;
            }
            at += 4;
            if left == 0 {
                break;
            }
        }
        self.len += count;
    }

    /// The number of moves in the array.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn len(&self) -> usize {
        self.len
    }
}

/// Appends moves for which the array may have no room. Returns the number of moves in the array.
#[cold]
#[inline(never)]
fn write_beyond(
    (mut few, many): (Room<'_>, &mut Vec<Move>),
    mut len: usize,
    targets: u64,
    step: (u16, u16),
    base: NonZeroU16,
) -> usize {
    let words = list_squares(targets, step, base);
    for word in words.into_iter().take(targets.count_ones() as usize) {
        let found = Move::of_word(word);
        match few.set(len, found) {
            true => len += 1,
            false => push_beyond(few.reborrow(), many, found),
        }
    }
    len
}

/// Appends a move to a list whose array is full.
#[cold]
#[inline(never)]
fn push_beyond(few: Room<'_>, many: &mut Vec<Move>, found: Move) {
    if many.is_empty() {
        match few {
            Room::Moves(moves) => many.extend_from_slice(moves),
            Room::Bits(bits) => many.extend(bits.iter().filter_map(|&bits| Move::from_bits(bits))),
        }
    }
    many.push(found);
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
        // Separate pushes keep the length valid if the iterator panics. One `Appender` would not.
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
