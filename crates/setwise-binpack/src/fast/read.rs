//! Reads the next move and score of a chain.

use crate::position::{ChainPosition, Kind};
use crate::tables::{
    ALONG, BISHOP, HOME, KING, KNIGHT, MORE, ONLY_PAWN, PAWN, QUEEN, ROOK, SIDES, TABLES,
};
use crate::{exact::signed, kernel::BinpackOps};

/// The piece that moves, and the bits after its number.
#[derive(Clone, Copy)]
pub(super) struct Source {
    word: u64,
    bits: u32,
    pub(super) from: usize,
    /// 64 or more if there is no such piece.
    pub(super) role: u8,
}

/// Returns the number of bits of a number below `end`: 0 for an `end` of 1. An `end` of 0, which
/// has no number below it, gives 32.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn bits_below(end: u32) -> u32 {
    32 - end.wrapping_sub(1).leading_zeros()
}

/// Returns the first `count` bits of a word, 0 to 32.
#[cfg_attr(not(unoptimized), inline(always))]
fn first_bits(word: u64, count: u32) -> u64 {
    word >> 1 >> (63 - count)
}

/// Returns the role of a promotion, by the lowest bits of its number.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn promoted(number: u64) -> u8 {
    const ROLES: u16 = u16::from_le_bytes([BISHOP << 4 | KNIGHT, QUEEN << 4 | ROOK]);
    (ROLES >> (4 * (number & 3))) as u8 & 7
}

/// Returns the eight bytes at a place, with zeros after the last one.
#[cfg_attr(not(unoptimized), inline(always))]
fn window(bytes: &[u8], at: usize) -> u64 {
    let window = bytes.get(at..at + 8).and_then(<[u8]>::first_chunk::<8>);
    match window {
        Some(window) => u64::from_be_bytes(*window),
        None => last_window(bytes, at),
    }
}

#[cold]
#[inline(never)]
fn last_window(bytes: &[u8], at: usize) -> u64 {
    let rest = bytes.get(at..).unwrap_or_default();
    let window = rest.iter().zip([56, 48, 40, 32, 24, 16, 8, 0]);
    window.fold(0, |word, (byte, shift)| word | u64::from(*byte) << shift)
}

impl ChainPosition {
    /// Returns the squares that a piece reaches if checks are ignored, without castling, and the
    /// number of bits of a promotion, which is 0 for other moves.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn targets<K: BinpackOps>(&self, kernel: K, from: usize, role: u8) -> (u64, u32) {
        let (turn, us, them) = (self.turn & 1, self.us, self.them);
        let (occupied, role) = (us | them, usize::from(role & 7));
        let reached = kernel.along(from, occupied, &ALONG[role]) | TABLES.steps[role][from & 63];
        let captures = TABLES.pawns[turn][from & 63] & (them | self.en_passant);
        let side = &SIDES[turn];
        let one = (1_u64 << (from & 63)).rotate_left(side.forward) & !occupied;
        let two = (one & side.middle).rotate_left(side.forward) & !occupied;
        // Masks in place of a branch on the role, which the CPU would mispredict often.
        let pawn = ONLY_PAWN[role];
        let targets = (captures | one | two) & pawn | reached & !us;
        let promotes = (pawn & side.last) >> (from & 63) & 1;
        (targets, 2 * promotes as u32)
    }

    /// Returns the castling rights of the side to move if the king moves.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn rights(&self, role: u8) -> u64 {
        self.castling & HOME[self.turn & 1][usize::from(role & 7)]
    }

    /// Reads which piece moves, at a bit of a text.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn source<K: BinpackOps, const PDEP: bool>(
        &self,
        kernel: K,
        text: &[u8],
        bit: usize,
    ) -> Source {
        let word = window(text, bit / 8) << (bit & 7);
        let bits = bits_below(self.us.count_ones());
        let from = kernel.nth::<PDEP>(self.us, first_bits(word, bits)) as usize;
        // Past the last piece, `nth` gives 64, and so does the role.
        let role = self.role_on(from) | (from as u8 & 64);
        Source {
            word: word << bits,
            bits,
            from: from & 63,
            role,
        }
    }

    /// Reads the target and the score. Returns the number of bits, or `None` if the exact decoder
    /// must decide.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn choose<K: BinpackOps, const PDEP: bool>(
        &mut self,
        kernel: K,
        source: Source,
        (targets, promotes): (u64, u32),
    ) -> Option<usize> {
        let Source {
            word,
            bits,
            from,
            role,
        } = source;
        let number_of_targets = targets.count_ones();
        let rights = self.rights(role).count_ones();
        // With no choice, the number has 32 bits, and no target has that number.
        let choice_bits = bits_below((number_of_targets << promotes) + rights);
        let choice = first_bits(word, choice_bits);
        let to = kernel.nth::<PDEP>(targets, choice >> promotes);
        self.from = from as u8;
        self.moved = role & 7;
        self.placed = match promotes {
            0 => role & 7,
            _ => promoted(choice),
        };
        self.to = to as u8 & 63;
        self.kind = Kind::Normal;
        if to > 63 {
            self.choose_castling(role, choice as u32, number_of_targets)?;
        } else if self.en_passant >> to & 1 != 0 && role == PAWN {
            self.kind = Kind::EnPassant;
            if !self.is_legal_en_passant(from, to as usize, to as usize ^ 8) {
                return None;
            }
        } else if role > QUEEN || self.leaves_king_attacked(kernel, role, to as usize) {
            return None;
        }
        let word = word << choice_bits;
        let score_bits = (!word & MORE).leading_zeros() + 5;
        let digits = kernel.digits::<PDEP>(word & !(u64::MAX >> (score_bits & 63)));
        let difference = signed(digits as u16);
        self.score = self.score.wrapping_neg().wrapping_add(difference);
        // `i16::MIN` may not fit, and a score has at most four groups.
        if score_bits > 20 || self.score == i16::MIN {
            return None;
        }
        Some((bits + choice_bits + score_bits) as usize)
    }

    /// Whether the chosen move, which is neither castling nor en passant, leaves its king attacked.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn leaves_king_attacked<K: BinpackOps>(&self, ops: K, role: u8, to: usize) -> bool {
        let (from_bit, to_bit) = (1_u64 << (self.from & 63), 1_u64 << (to & 63));
        let (them, occupied) = (self.them & !to_bit, self.occupied() & !from_bit | to_bit);
        let king = if role == KING { to } else { self.king() };
        self.is_attacked(ops, king, self.turn, (them, occupied))
    }

    /// Whether one of `attackers` attacks a square. Pawns attack as enemies of `side`.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn is_attacked<K: BinpackOps>(
        &self,
        kernel: K,
        square: usize,
        side: usize,
        (attackers, occupied): (u64, u64),
    ) -> bool {
        let sliders = self.sliders().map(|sliders| sliders & attackers);
        let near = self.near_attackers(square, side) & attackers;
        near | kernel.sees(square, occupied, sliders) != 0
    }

    #[cold]
    #[inline(never)]
    fn choose_castling(&mut self, role: u8, choice: u32, targets: u32) -> Option<()> {
        let n = choice.checked_sub(targets)?;
        let rook = crate::kernel::words::nth(self.rights(role), n.into()) as usize;
        self.to = rook as u8 & 63;
        self.kind = Kind::Castling;
        let is_there = role == KING && rook < 64;
        (is_there && self.may_castle(usize::from(self.from), rook)).then_some(())
    }
}
