//! Games of viriformat.
//!
//! A game is a `PackedBoard` of marlinformat, then four bytes for each half-move, then four zero
//! bytes. The four bytes are a move and the score of the position before it as White sees it,
//! little-endian. [`StoredMoves`](setwise_binpack::StoredMoves) has the bits of a move.

pub(crate) mod decode;
pub(crate) mod encode;
mod run;

/// The number of bytes before the moves.
pub(crate) const HEADER: usize = 32;
/// The number of half-moves of the longest game.
pub(super) const LONGEST: u32 = 65_535;
/// The number of bytes of the longest game.
pub(crate) const LIMIT: usize = HEADER + 4 * (LONGEST as usize + 1);
/// The bytes after the last move.
pub(super) const TERMINATOR: [u8; 4] = [0; 4];

/// The number of moves before the terminator among some words; `None` if there is none.
pub(crate) fn count_moves(words: &[u8]) -> Option<usize> {
    let (words, _) = words.as_chunks::<4>();
    let is_end = |word: &[u8; 4]| *word == TERMINATOR;
    let mut at = 0;
    // A mask for sixteen words, without a branch for each.
    let (blocks, rest) = words.as_chunks::<16>();
    for block in blocks {
        let ends = block.iter().enumerate();
        let ends = ends.fold(0_u32, |ends, (i, word)| ends | u32::from(is_end(word)) << i);
        if ends != 0 {
            return Some(at + ends.trailing_zeros() as usize);
        }
        at += 16;
    }
    Some(at + rest.iter().position(is_end)?)
}
