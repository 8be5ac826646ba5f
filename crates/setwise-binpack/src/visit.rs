use crate::position::{ChainPosition, Kind, NO_SCORE};
use setwise_moves::Move;

/// A visitor of the positions that a decoder reads. Mark short functions `#[inline(always)]`, so
/// that they are compiled with the instructions of the decoder's level.
///
/// ```
/// use setwise_binpack::{ChainPosition, Visit};
/// struct Decided(u64);
/// impl Visit for Decided {
///     #[inline(always)]
///     fn visit(&mut self, position: &ChainPosition) {
///         self.0 += u64::from(position.mover_score().is_some_and(|score| score.abs() > 500));
///     }
/// }
/// ```
pub trait Visit {
    /// Takes a position. Its move, if there is one, is legal.
    fn visit(&mut self, position: &ChainPosition);

    /// Returns the number of positions to pass over before the next visit. These are decoded and
    /// checked as well, in less time than visited ones. The decoder calls this function when it
    /// begins the chunk or the chain that it is given, and after each visit.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn skip(&mut self) -> u64 {
        0
    }

    /// Whether the decoder of several chunks calls [`begin`](Self::begin). It then stops before a
    /// chain that only the exact decoder reads, as before a damaged one.
    const BEGINS: bool = false;
    /// Whether it calls [`words`](Self::words).
    const WORDS: bool = false;

    /// Takes the first position of a chain that begins at a byte of the chunk, and the number of
    /// half-moves after it.
    fn begin(&mut self, _first: &ChainPosition, _at: usize, _count: usize) {}

    /// Takes the moves and the scores of positions in their order, also of those that are passed
    /// over: the [bits](Move::bits) of the move, and above them the score as White sees it, or
    /// `i16::MIN` if there is none.
    fn words(&mut self, _words: &[u32]) {}

    /// Notes that the next word stands for a position without a move, or with the score `i16::MIN`,
    /// which the word does not tell from none.
    fn unclear(&mut self) {}

    /// Takes the number of all positions of a chunk or a chain, including those passed over.
    fn decoded(&mut self, _positions: u64) {}

    /// Takes the position after the last move of a chain, which has no move and no score.
    fn end(&mut self, _last: &ChainPosition) {}
}

impl<F: FnMut(&ChainPosition)> Visit for F {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn visit(&mut self, position: &ChainPosition) {
        self(position);
    }
}

impl ChainPosition {
    /// The word of [`Visit::words`].
    #[cfg_attr(not(unoptimized), inline(always))]
    fn word(&self) -> u32 {
        let bits = self.played().map_or(0, Move::bits);
        let score = match self.turn & 1 {
            _ if self.score == NO_SCORE => i16::MIN,
            0 => self.score,
            _ => self.score.wrapping_neg(),
        };
        u32::from(bits) | u32::from(score as u16) << 16
    }
}

/// Calls a visitor for positions that are not skipped.
pub(crate) struct Skipping<'a, V> {
    pub(crate) visit: &'a mut V,
    /// The number of positions to pass over before the next visit.
    pub(crate) left: u64,
    pub(crate) positions: u64,
    /// The score that [`ChainPosition::before`] returns, in the low 16 bits; its ply above them.
    pub(crate) before: u64,
}

impl<'a, V: Visit> Skipping<'a, V> {
    pub(crate) fn new(visit: &'a mut V) -> Self {
        Self {
            left: visit.skip(),
            visit,
            positions: 0,
            before: 0,
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn begin(&mut self, first: &ChainPosition, at: usize, count: usize) {
        if V::BEGINS {
            self.visit.begin(first, at, count);
        }
    }

    /// Takes the next position.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn take(&mut self, position: &mut ChainPosition) {
        self.positions += 1;
        if V::WORDS {
            if position.score == i16::MIN || position.kind == Kind::None {
                self.visit.unclear();
            }
            self.visit.words(&[position.word()]);
        }
        match self.left {
            0 => self.visit(position),
            _ => self.left -= 1,
        }
        self.note(position);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn visit(&mut self, position: &mut ChainPosition) {
        position.before = self.before;
        self.visit.visit(position);
        self.left = self.visit.skip();
    }

    /// Stores the score of a position as the score before the next ones.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn note(&mut self, position: &ChainPosition) {
        // Without a branch on the score, which the CPU would mispredict often.
        let is_score = u64::from(position.score != 0) & u64::from(position.score != NO_SCORE);
        let score = u64::from(position.score as u16) | u64::from(position.ply) << 16;
        self.before ^= (self.before ^ score) & is_score.wrapping_neg();
    }

    /// Ends the chunk or the chain.
    pub(crate) fn end(self) {
        self.visit.decoded(self.positions);
    }
}

impl<V: Visit> Visit for Skipping<'_, V> {
    fn visit(&mut self, position: &ChainPosition) {
        self.take(&mut position.clone());
    }

    fn end(&mut self, last: &ChainPosition) {
        self.visit.end(last);
    }
}
