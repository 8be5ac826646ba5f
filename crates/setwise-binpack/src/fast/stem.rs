//! Reads stems. The exact decoder also reads sound stems of rare kinds.

use super::read::promoted;
use crate::position::{ChainPosition, Kind, stem_moves};
use crate::tables::{CODES, KING, PAWN, PLANES, ROOK};
use crate::{exact::signed, kernel::BinpackOps};
use core::iter::zip;
use setwise_core::{HandWritten, Squares};
use setwise_moves::{Color, Outcome, Role};

/// Reads a stem. [`HandWritten`] compiles it as a separate function.
pub(super) struct ReadStem<'a>(pub(super) &'a mut ChainPosition, pub(super) &'a [u8; 32]);

impl<K: BinpackOps> HandWritten<K> for ReadStem<'_> {
    /// Whether the stem is sound and has a move.
    type Output = bool;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn run(self, kernel: K) -> bool {
        let Self(position, stem) = self;
        let moved_two = position.read_pieces(stem);
        let (words, _) = stem.as_chunks();
        let half = |at: usize| words.get(at).map_or(0, |word| u16::from_be_bytes(*word));
        let [code, score, labels, clock] = [half(12), half(13), half(14), half(15)];
        let turn = Color::ALL[position.turn & 1];
        let outcome = match signed(labels >> 14) {
            1 => Outcome::WhiteWins,
            0 => Outcome::Draw,
            -1 => Outcome::BlackWins,
            _ => return false,
        };
        position.outcome = outcome.seen_by(turn);
        position.ply = u32::from(labels & 0x3fff);
        position.moves = stem_moves(position.ply, position.turn);
        position.reset = position.ply.wrapping_sub(clock.into());
        position.score = signed(score);
        // With more than 32 pieces, some have no code.
        let occupied = stem
            .first_chunk()
            .map_or(0, |word| u64::from_be_bytes(*word));
        position.score != i16::MIN
            && position.occupied() == occupied
            && position.is_valid(kernel)
            && (moved_two == 0 || position.passed_by(moved_two))
            && position.read_move(kernel, code)
    }
}

impl ChainPosition {
    /// Reads the pieces, the castling rights and the side to move. Returns the pawn that has just
    /// moved two squares, or all squares if there are several.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn read_pieces(&mut self, stem: &[u8; 32]) -> u64 {
        let (occupied, rest) = stem.split_first_chunk::<8>().unwrap_or((&[0; 8], &[]));
        let (codes, _) = rest.as_chunks::<8>();
        let occupied = u64::from_be_bytes(*occupied);
        (self.planes, self.castling, self.en_passant, self.turn) = ([0; 3], 0, 0, 0);
        let (mut black, mut moved_two) = (0, 0);
        let mut squares = Squares(occupied);
        // Each of two words has the codes of 16 pieces.
        for codes in codes.iter().take(2) {
            let mut codes = u64::from_le_bytes(*codes);
            for square in squares.by_ref().take(16) {
                let bit = square.bit();
                let code = (codes & 15) as u8;
                codes >>= 4;
                let (is_black, role) = match code {
                    12 => {
                        moved_two = if moved_two == 0 { bit } else { !0 };
                        (square.index() > 31, PAWN)
                    }
                    13 | 14 => {
                        self.castling |= bit;
                        (code == 14, ROOK)
                    }
                    15 => {
                        self.turn = 1;
                        (true, KING)
                    }
                    _ => (code & 1 != 0, CODES[usize::from(code >> 1) % 6]),
                };
                black |= if is_black { bit } else { 0 };
                for (plane, is_in) in zip(&mut self.planes, PLANES[usize::from(role & 7)]) {
                    *plane |= bit & is_in;
                }
            }
        }
        let [a, b, c] = self.planes;
        (self.us, self.them) = ((a | b | c) & !black, black);
        if self.turn != 0 {
            (self.us, self.them) = (self.them, self.us);
        }
        moved_two
    }

    /// Whether the position is certainly valid, apart from a pawn that has just moved two squares.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn is_valid<K: BinpackOps>(&self, kernel: K) -> bool {
        let [pawns, rooks, kings] =
            [Role::Pawn, Role::Rook, Role::King].map(|role| self.by_role(role));
        let [white, black] = Color::ALL.map(|color| self.by_color(color));
        let theirs = kings & self.them;
        let has_kings = (kings & self.us).count_ones() == 1 && theirs.count_ones() == 1;
        let rights = |side: u64, shift: u32| {
            let castling = self.castling & side;
            let is_home = kings & side & 0x10 << shift != 0;
            castling == 0 || is_home && castling & !(0x81 << shift) == 0
        };
        let king = theirs.trailing_zeros() as usize & 63;
        let (side, attackers) = (self.turn & 1 ^ 1, (self.us, self.occupied()));
        has_kings
            && pawns & (0xff | 0xff << 56) == 0
            && self.castling & !rooks == 0
            && rights(white, 0)
            && rights(black, 56)
            && !self.is_attacked(kernel, king, side, attackers)
    }

    /// Sets the en passant square for a pawn that has just moved two squares. Returns false if the
    /// pawn cannot have made this move.
    #[cold]
    fn passed_by(&mut self, pawn: u64) -> bool {
        let (passed, start, rank) = match self.turn & 1 {
            0 => (pawn << 8, pawn << 16, 0xff << 32),
            _ => (pawn >> 8, pawn >> 16, 0xff << 24),
        };
        if pawn & rank == 0 || pawn.count_ones() != 1 || (passed | start) & self.occupied() != 0 {
            return false;
        }
        self.pass(
            passed.trailing_zeros() as usize,
            pawn.trailing_zeros() as usize,
        );
        true
    }

    /// Reads the move. Returns whether there is one that is certainly legal.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn read_move<K: BinpackOps>(&mut self, kernel: K, code: u16) -> bool {
        const PROMOTION: u16 = 1;
        const CASTLING: u16 = 2;
        self.from = (code >> 8) as u8 & 63;
        self.to = (code >> 2) as u8 & 63;
        let moved = self.role_on(self.from.into());
        self.moved = moved;
        self.placed = match code >> 14 {
            PROMOTION if moved == PAWN => promoted(code.into()),
            PROMOTION => return false,
            _ => moved,
        };
        self.kind = match code >> 14 {
            CASTLING => Kind::Castling,
            _ if moved == PAWN && self.en_passant >> self.to & 1 != 0 => Kind::EnPassant,
            _ => Kind::Normal,
        };
        let targets = self.targets(kernel, usize::from(self.from), moved);
        self.has_legal_move(kernel, targets)
    }

    /// Whether the move of a piece with these [targets](Self::targets) is certainly legal.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn has_legal_move<K: BinpackOps>(
        &self,
        kernel: K,
        (targets, promotes): (u64, u32),
    ) -> bool {
        let (from, to) = (usize::from(self.from & 63), usize::from(self.to & 63));
        let moved = self.moved;
        if self.us >> from & 1 == 0 || self.role_on(from) != moved {
            return false;
        }
        if self.kind == Kind::Castling {
            return moved == KING && self.may_castle(from, to);
        }
        let is_en_passant = moved == PAWN && self.en_passant >> to & 1 != 0;
        if targets >> to & 1 == 0
            || (self.placed != moved) != (promotes != 0)
            || (self.kind == Kind::EnPassant) != is_en_passant
        {
            return false;
        }
        match is_en_passant {
            true => self.is_legal_en_passant(from, to, to ^ 8),
            false => !self.leaves_king_attacked(kernel, moved, to),
        }
    }
}
