//! Castling rights, en passant square, side to move and clocks in one word.

use super::Color;

/// The state of a position besides its pieces, as seen from White.
///
/// [`Position::words`](super::Position::words) describes the bytes. Vector code takes the first
/// four as they are (`packs::position_words`).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct State(u64);

/// The lowest bit of each part.
const BLACK_RIGHTS: u32 = 8;
const PASSED: u32 = 16;
const TURN: u32 = 24;
const HALFMOVES: u32 = 32;
const FULLMOVE: u32 = 48;
/// The bit beside the passed square that says that it counts in the key.
const CAPTURABLE: u64 = 1 << (PASSED + 6);

impl State {
    /// A state without castling rights and en passant square.
    pub(crate) const fn new(turn: Color, halfmoves: u16, fullmove: u16) -> Self {
        let black = match turn {
            Color::White => 0,
            Color::Black => 0xff,
        };
        Self(black << TURN).with_counters(halfmoves, fullmove)
    }

    pub(crate) const fn with_counters(self, halfmoves: u16, fullmove: u16) -> Self {
        let counters = (halfmoves as u64) << HALFMOVES | (fullmove as u64) << FULLMOVE;
        Self(self.0 & !(!0 << HALFMOVES) | counters)
    }

    /// Returns the state with these rooks that may castle, on the first and last rank.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn with_castling(self, rooks: u64) -> Self {
        let rights = rooks & 0xff | rooks >> 56 << BLACK_RIGHTS;
        Self(self.0 & !0xffff | rights)
    }

    /// Returns the state with this passed square, 0 for none, and whether it counts in the key.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn with_passed(self, square: usize, counts: bool) -> Self {
        let counts = if counts { CAPTURABLE } else { 0 };
        Self(self.0 & !(0xff << PASSED) | (square as u64 & 63) << PASSED | counts)
    }

    /// The state after a move: the other side is to move, nothing can be captured en passant.
    /// `resets` if the move is a capture or a pawn's move.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn next(self, resets: bool) -> Self {
        const NO_HALFMOVES: u64 = !(0xffff << HALFMOVES);
        /// The highest bit of each clock.
        const FAR: u64 = 1 << (HALFMOVES + 15) | 1 << (FULLMOVE + 15);
        let full = (self.0 & 1 << TURN) << (FULLMOVE - TURN);
        let step = match self.0 & FAR {
            0 => 1 << HALFMOVES | full,
            _ => self.step_of_far_clocks(),
        };
        let next = self.0.wrapping_add(step);
        let next = if resets { next & NO_HALFMOVES } else { next };
        Self(next & !(0xff << PASSED) ^ 0xff << TURN)
    }

    /// The increments of the clocks by a move; the clocks saturate.
    #[cold]
    const fn step_of_far_clocks(self) -> u64 {
        let counts = (self.halfmoves() != u16::MAX) as u64;
        let full = self.is_black() as u64 & (self.fullmove() != u16::MAX) as u64;
        counts << HALFMOVES | full << FULLMOVE
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn of_word(word: u64) -> Self {
        Self(word)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn word(self) -> u64 {
        self.0
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    const fn is_black(self) -> bool {
        self.0 >> TURN & 1 != 0
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn turn(self) -> Color {
        if self.is_black() {
            Color::Black
        } else {
            Color::White
        }
    }

    /// All ones if Black is to move, else 0.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn black_mask(self) -> u64 {
        (self.is_black() as u64).wrapping_neg()
    }

    /// The rooks that may castle.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn castling(self) -> u64 {
        self.0 & 0xff | self.0 >> BLACK_RIGHTS << 56
    }

    /// The square that a pawn has passed, 0 for none.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn passed(self) -> usize {
        (self.0 >> PASSED & 63) as usize
    }

    /// The passed square if it counts in the key, else 0.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn passed_in_key(self) -> usize {
        if self.0 & CAPTURABLE != 0 {
            self.passed()
        } else {
            0
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn halfmoves(self) -> u16 {
        (self.0 >> HALFMOVES) as u16
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn fullmove(self) -> u16 {
        (self.0 >> FULLMOVE) as u16
    }
}
