//! Slices at chosen places in memory, with guards around them.

use crate::failure::Failure;
use std::fmt::Display;

/// What stands where no call may write.
pub(crate) const GUARD: u64 = 0x5afe_c0de_5afe_c0de;
/// Words to a cache line, and so the number of places that a slice can start at.
pub(crate) const PLACES: usize = 8;

/// Memory with a slice in it at a chosen distance from a multiple of 64 bytes, guards before and behind.
#[derive(Debug)]
pub(crate) struct Arena {
    words: Vec<u64>,
    start: usize,
    len: usize,
}

impl Arena {
    /// A slice of guards, `place` words (modulo 8) from a multiple of 64 bytes.
    pub(crate) fn new(place: usize, len: usize) -> Self {
        let words = vec![GUARD; len + 4 * PLACES];
        let aligned = words.as_ptr().align_offset(64).min(PLACES);
        let start = aligned + PLACES + place % PLACES;
        Self { words, start, len }
    }

    /// A slice of some boards.
    pub(crate) fn with(place: usize, boards: &[u64]) -> Self {
        let mut arena = Self::new(place, boards.len());
        arena.slice_mut().copy_from_slice(boards);
        arena
    }

    /// A slice of some boards with nothing before or behind it.
    pub(crate) fn exact(boards: &[u64]) -> Self {
        let (words, start, len) = (boards.to_vec(), 0, boards.len());
        Self { words, start, len }
    }

    /// The slice.
    pub(crate) fn slice(&self) -> &[u64] {
        &self.words[self.start..][..self.len]
    }

    /// The slice, to be written.
    pub(crate) fn slice_mut(&mut self) -> &mut [u64] {
        &mut self.words[self.start..][..self.len]
    }

    /// The slice begins with `expected` as far as it goes, goes on with guards, and has guards around it.
    ///
    /// # Errors
    /// Something else was written. `what` says by whom.
    pub(crate) fn check(&self, expected: &[u64], what: impl Display) -> Result<(), Failure> {
        let written = self.len.min(expected.len());
        let (before, rest) = self.words.split_at(self.start);
        let (found, behind) = rest.split_at(written);
        if before.iter().chain(behind).any(|&word| word != GUARD) {
            return Err(Failure::plain(format!("{what}: written outside the slice")));
        }
        match found.iter().zip(expected).position(|(a, b)| a != b) {
            None => Ok(()),
            Some(i) => {
                let skipped = if found[i] == GUARD {
                    " (not written)"
                } else {
                    ""
                };
                let what = format!("{what}, board {i}{skipped}");
                Err(Failure::new(what, &[], expected[i], found[i]))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_guards() {
        for place in 0..PLACES {
            let mut arena = Arena::new(place, 5);
            assert_eq!(arena.slice().as_ptr().addr() % 64, 8 * place);
            assert!(arena.check(&[], "x").is_ok());
            arena.slice_mut().copy_from_slice(&[1, 2, 3, 4, 5]);
            assert!(arena.check(&[1, 2, 3, 4, 5, 6], "x").is_ok());
            assert!(arena.check(&[1, 2, 3, 4], "x").is_err());
            assert!(arena.check(&[1, 2, 4, 4, 5], "x").is_err());
            for i in [arena.start - 1, arena.start + 5] {
                let word = std::mem::replace(&mut arena.words[i], 7);
                assert!(arena.check(&[1, 2, 3, 4, 5], "x").is_err());
                arena.words[i] = word;
            }
        }
    }
}
