use core::ops::Range;

/// A part of the text of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    start: u32,
    end: u32,
}

impl Place {
    /// Makes a place from a range below the greatest length of a game.
    #[inline]
    pub(crate) const fn new(range: Range<usize>) -> Self {
        Self {
            start: range.start as u32,
            end: range.end as u32,
        }
    }

    #[inline]
    pub(crate) const fn start(self) -> usize {
        self.start as usize
    }

    #[inline]
    pub(crate) const fn end(self) -> usize {
        self.end as usize
    }

    /// Returns the part of the text of the game.
    #[inline]
    pub(crate) fn of(self, text: &[u8]) -> &[u8] {
        text.get(self.start()..self.end()).unwrap_or_default()
    }
}
