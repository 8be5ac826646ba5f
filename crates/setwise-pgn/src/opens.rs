//! Where the comments of a plain game begin.

/// A bit for each byte of movetext that begins a comment, in blocks of 64 bytes.
#[derive(Clone, Copy)]
pub(crate) struct Opens<'a> {
    pub(crate) blocks: &'a [u64],
    /// The place in the window of the first byte of the first block.
    pub(crate) at: u32,
}

/// Iterates over the comments, together with the moves before them.
pub(crate) struct Comments<'a> {
    blocks: core::slice::Iter<'a, u64>,
    /// The place of the current block, and its bits that are not yet taken.
    at: u32,
    bits: u64,
    moves: &'a [u32],
    /// The number of moves before the last comment.
    ply: usize,
}

impl<'a> Comments<'a> {
    #[inline]
    pub(crate) fn new(opens: Opens<'a>, moves: &'a [u32]) -> Self {
        Self {
            blocks: opens.blocks.iter(),
            at: opens.at.wrapping_sub(64),
            bits: 0,
            moves,
            ply: 0,
        }
    }

    /// Returns the place of the next comment.
    #[inline]
    fn peek(&mut self) -> Option<u32> {
        while self.bits == 0 {
            self.bits = *self.blocks.next()?;
            self.at = self.at.wrapping_add(64);
        }
        Some(self.at.wrapping_add(self.bits.trailing_zeros()))
    }

    /// Returns the place of the next comment, if it follows the same move as the last one.
    #[inline]
    pub(crate) fn next_of_move(&mut self) -> Option<u32> {
        let end = self.moves.get(self.ply).copied().unwrap_or(u32::MAX);
        let place = self.peek().filter(|place| *place < end)?;
        self.bits &= self.bits - 1;
        Some(place)
    }
}

/// Yields the number of moves before each comment, and the place of its brace.
impl Iterator for Comments<'_> {
    type Item = (usize, u32);

    #[inline]
    fn next(&mut self) -> Option<(usize, u32)> {
        let place = self.peek()?;
        self.bits &= self.bits - 1;
        while self.moves.get(self.ply).is_some_and(|start| *start < place) {
            self.ply += 1;
        }
        Some((self.ply, place))
    }
}
