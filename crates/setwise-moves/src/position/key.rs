//! Hash keys of positions.
//!
//! As with the keys of Zobrist (1970), the key of a position is the exclusive or of one number for
//! each piece on its square, for each castling right, for a capture en passant and for Black to
//! move. Here a number is not taken from a table of random ones: each bit of a piece's code has a
//! number, which is rotated by the square. The key of a whole bitboard is then its carry-less
//! product with this number, the high half added to the low one, so that a key is made in a few
//! instructions where the CPU has such products.

use super::{Position, Role};
use setwise_core::{carryless_sum, const_array, const_for};
use setwise_dispatch::internal::tokens;

/// By bit of the code of a piece. All numbers here are the first ones of SplitMix64 (Steele, Lea
/// and Flood 2014; seed 0) that have an odd number of ones, so that the products of one number with
/// two boards differ.
#[rustfmt::skip]
const PLANES: [u64; 4] = [
    0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f, 0x53cb_9f0c_747e_a2ea,
];
const CASTLING: u64 = 0xc584_133a_c916_ab3c;
const EN_PASSANT: u64 = 0x3ee5_7890_41c9_8ac3;
const BLACK_TO_MOVE: u64 = 0xf3b8_488c_368c_b0a6;

/// By code of a piece.
static PIECES: [u64; 16] = const_array!(code, 16, {
    let mut sum = 0;
    const_for!(bit, 4, {
        if code >> bit & 1 != 0 {
            sum ^= PLANES[bit];
        }
    });
    sum
});

/// Returns the part of the key for a piece, by code and square; 0 for the code 0.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) const fn piece(code: usize, square: usize) -> u64 {
    PIECES[code & 15].rotate_left(square as u32 & 63)
}

/// The part of the key that changes with the side to move.
pub(crate) const TURN: u64 = BLACK_TO_MOVE;

/// Returns the part of the key for castling rights, given as the squares of the rooks.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) const fn castling(rooks: u64) -> u64 {
    carryless_sum(&[[rooks, CASTLING]])
}

/// Returns the part of the key for pieces, given as the bits of their codes, and for rights.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn of_planes(planes: [u64; 4], rooks: u64) -> u64 {
    tokens::carryless_sum(&products(planes, rooks))
}

/// Computes [`of_planes`] in constants.
pub(crate) const fn of_constant_planes(planes: [u64; 4], rooks: u64) -> u64 {
    carryless_sum(&products(planes, rooks))
}

const fn products([a, b, c, d]: [u64; 4], rooks: u64) -> [[u64; 2]; 5] {
    let [p, q, r, s] = PLANES;
    [[a, p], [b, q], [c, r], [d, s], [rooks, CASTLING]]
}

impl Position {
    /// The hash key of the position. It is stored, and [`play_unchecked`](Self::play_unchecked) and
    /// similar functions update it, so reading it costs almost nothing.
    ///
    /// Two positions have the same key if they have the same moves, now and later
    /// ([`same_moves`](Self::same_moves)): an en passant square counts only if a capture there is
    /// legal, and clocks do not count. Other positions have different keys, except by chance, 1 in
    /// 2⁶⁴. The keys are the same on all machines, and not those of Polyglot.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let start = Position::startpos();
    /// let mut position = start;
    /// for name in ["g1f3", "g8f6", "f3g1", "f6g8"] {
    ///     position = position.play(position.parse_move(name)?)?;
    /// }
    /// assert_eq!(position.key(), start.key());
    /// assert_ne!(position, start); // The clocks differ.
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "zobrist")]
    #[doc(alias = "hash")]
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn key(&self) -> u64 {
        let passed = self.board.state.passed_in_key();
        let counts = ((passed != 0) as u64).wrapping_neg();
        self.key ^ EN_PASSANT.rotate_left(passed as u32) & counts
    }

    /// The hash key of the pawns of both colors alone, for a table of pawn structures.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let start = Position::startpos();
    /// let knight = start.play(start.parse_move("g1f3")?)?;
    /// assert_eq!(knight.pawn_key(), start.pawn_key());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pawn_key(&self) -> u64 {
        let pawns = self.by_role(Role::Pawn);
        of_planes([pawns, 0, 0, pawns & self.board.planes[3]], 0)
    }

    /// The hash key of the numbers of pieces by color and role, for a table of material.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let a = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")?;
    /// let b = Position::from_fen("7R/4k3/8/8/8/8/8/4K3 b - - 7 9")?;
    /// assert_eq!(a.material_key(), b.material_key());
    /// # Ok::<(), setwise_moves::FenError>(())
    /// ```
    pub fn material_key(&self) -> u64 {
        let [a, b, c, d] = self.board.planes;
        (1..16).fold(0, |key, code: usize| {
            let has = |bit: usize, plane: u64| if code >> bit & 1 != 0 { plane } else { !plane };
            let count = (has(0, a) & has(1, b) & has(2, c) & has(3, d)).count_ones();
            key ^ piece(code, 0).wrapping_mul(2 * u64::from(count) + 1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise_conformance::Rng;
    use setwise_core::{Square, quad_code};

    #[test]
    fn instructions_and_words_agree() {
        let mut rng = Rng::new(0x6b65_7973);
        for square in (0..1000).map(Square::wrapping) {
            let planes = [(); 4].map(|()| rng.next_u64());
            let expected = of_constant_planes(planes, planes[0]);
            assert_eq!(of_planes(planes, planes[0]), expected);
            let expected = quad_code(planes, square);
            assert_eq!(tokens::quad_code(planes, square), expected);
        }
        assert_eq!(tokens::carryless_sum(&[]), 0);
    }
}
