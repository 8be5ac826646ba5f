//! Slices at chosen places in memory, with guards around them.

use crate::failure::Failure;
use std::fmt::Display;

/// The word in memory that no call may write.
pub(crate) const GUARD: u64 = 0x5afe_c0de_5afe_c0de;
/// The number of words in a cache line, and so the number of places where a slice can start.
pub(crate) const PLACES: usize = 8;

/// Memory with a slice, between guards, at a chosen distance from a multiple of 64 bytes.
#[derive(Debug)]
pub(crate) struct Arena {
    words: Vec<u64>,
    start: usize,
    len: usize,
}

impl Arena {
    /// Returns a slice of guards, `place` words (modulo 8) from a multiple of 64 bytes.
    pub(crate) fn new(place: usize, len: usize) -> Self {
        let words = vec![GUARD; len + 4 * PLACES];
        let aligned = words.as_ptr().align_offset(64).min(PLACES);
        let start = aligned + PLACES + place % PLACES;
        Self { words, start, len }
    }

    pub(crate) fn with(place: usize, boards: &[u64]) -> Self {
        let mut arena = Self::new(place, boards.len());
        arena.slice_mut().copy_from_slice(boards);
        arena
    }

    pub(crate) fn exact(boards: &[u64]) -> Self {
        let (words, start, len) = (boards.to_vec(), 0, boards.len());
        Self { words, start, len }
    }

    pub(crate) fn slice(&self) -> &[u64] {
        &self.words[self.start..][..self.len]
    }

    pub(crate) fn slice_mut(&mut self) -> &mut [u64] {
        &mut self.words[self.start..][..self.len]
    }

    /// Checks that the slice begins with `expected`, or with as much of it as fits, that guards
    /// follow, and that the guards around the slice are unchanged.
    ///
    /// # Errors
    /// Another word was written. `what` names the call.
    pub(crate) fn check(&self, expected: &[u64], what: impl Display) -> Result<(), Failure> {
        let written = self.len.min(expected.len());
        let (before, rest) = self.words.split_at(self.start);
        let (found, behind) = rest.split_at(written);
        if before.iter().chain(behind).any(|&word| word != GUARD) {
            return Err(format!("{what}: written outside the slice").into());
        }
        match found.iter().zip(expected).position(|(a, b)| a != b) {
            None => Ok(()),
            Some(i) => {
                let skipped = ["", " (not written)"][usize::from(found[i] == GUARD)];
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
