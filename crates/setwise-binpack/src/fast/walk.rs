//! Positions of eight games in the lanes of vectors. A step checks and plays moves that are given,
//! without branches and without tables.

pub(crate) use super::lanes::V;
use super::lanes::{Lane, Piece, attackers, home, nonzero, select};
use crate::position::ChainPosition;
use core::iter::zip;
use setwise_core::{Square, Vector};
use setwise_moves::{Block, Board, MoveKind, Position};
use setwise_x86::Avx512;

/// Eight positions. Element `i` of each array belongs to lane `i`.
#[derive(Clone, Default)]
#[repr(C, align(64))]
pub(crate) struct Walk {
    planes: [Lane; 3],
    us: Lane,
    castling: Lane,
    /// The square that a pawn has just passed.
    passed: Lane,
    /// All ones for Black to move.
    black: Lane,
    halfmoves: Lane,
}

/// A position for a lane: a number for each field of [`Walk`].
pub(crate) struct LanePosition([u64; 8]);

impl LanePosition {
    pub(crate) fn new(position: &Position) -> Self {
        let [a, b, c, ..] = position.words();
        let turn = position.turn();
        Self([
            a,
            b,
            c,
            position.by_color(turn),
            position.castling(),
            position.en_passant().map_or(0, Square::bit),
            (turn.index() as u64).wrapping_neg(),
            position.halfmoves().into(),
        ])
    }

    /// The position of a chain, with the square that a pawn has just passed.
    pub(crate) fn chained(position: &ChainPosition, passed: u64) -> Self {
        let [a, b, c] = position.planes;
        Self([
            a,
            b,
            c,
            position.us,
            position.castling,
            passed,
            (position.turn as u64 & 1).wrapping_neg(),
            position.halfmoves().into(),
        ])
    }
}

/// What a step finds, by lane.
pub(crate) struct Stepped {
    /// The lanes whose move is certainly legal.
    pub(crate) sure: u8,
    captures: u8,
    promotions: u8,
    /// The bits of the moves, if they are for rows of a block.
    moves: Lane,
}

impl Walk {
    /// Puts a position into a lane. Whole registers are replaced: loads of registers would wait for
    /// stores of single lanes.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn put(&mut self, token: Avx512, i: usize, position: &LanePosition) {
        let numbers = position.0.iter();
        let [a, b, c] = &mut self.planes;
        let lanes = [
            a,
            b,
            c,
            &mut self.us,
            &mut self.castling,
            &mut self.passed,
            &mut self.black,
            &mut self.halfmoves,
        ];
        for (lanes, number) in zip(lanes, numbers) {
            V::load(token, lanes).with_lane(i, *number).store(lanes);
        }
    }

    /// The position of a lane, without move and labels.
    pub(crate) fn chained(&self, i: usize) -> ChainPosition {
        let planes = self.planes.each_ref().map(|lane| lane[i]);
        let [a, b, c] = planes;
        let mut position = ChainPosition {
            planes,
            us: self.us[i],
            them: (a | b | c) & !self.us[i],
            castling: self.castling[i],
            turn: self.black[i] as usize & 1,
            reset: 0_u32.wrapping_sub(self.halfmoves[i].min(u16::MAX.into()) as u32),
            ..ChainPosition::EMPTY
        };
        if self.passed[i] != 0 {
            let passed = self.passed[i].trailing_zeros() as usize;
            position.pass(passed, passed ^ 8);
        }
        position
    }

    /// The position of a lane, with 1 as the number of the move.
    pub(crate) fn position(&self, i: usize) -> Position {
        let [a, b, c] = self.planes.each_ref().map(|lane| lane[i]);
        let black = match self.black[i] {
            0 => (a | b | c) & !self.us[i],
            _ => self.us[i],
        };
        let castling = self.castling[i];
        let passed = u64::from(self.passed[i].trailing_zeros() & 63);
        let state = castling & 0xff
            | castling >> 56 << 8
            | passed << 16
            | (self.black[i] & 0xff) << 24
            | self.halfmoves[i].min(u16::MAX.into()) << 32
            | 1 << 48;
        Board::from_words_unchecked([a, b, c, black, state]).into()
    }

    /// Writes the boards into a row of a block, as the side to move sees them.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn write(&self, token: Avx512, block: &mut Block, row: usize) {
        let black = V::load(token, &self.black);
        let at = 8 * (row & 7);
        let [a, b, c] = &self.planes;
        let [column_a, column_b, column_c] = &mut block.planes;
        for (lane, column) in [
            (a, column_a),
            (b, column_b),
            (c, column_c),
            (&self.us, &mut block.us),
            (&self.castling, &mut block.castling),
            (&self.passed, &mut block.passed),
        ] {
            let board = V::load(token, lane);
            let seen = select(black, board.reverse_bytes(), board);
            seen.store(&mut column[at..at + 8]);
        }
        for (stored, halfmoves) in zip(&mut block.halfmoves[at..at + 8], &self.halfmoves) {
            *stored = (*halfmoves).min(u16::MAX.into()) as u16;
        }
        block.black |= u64::from(black.nonzero_lanes()) << at;
    }

    /// Checks and plays moves, whose codes are the low 16 bits of `word`, from the positions in
    /// `self` to those in `next`. Castling, captures en passant and what may be wrong are not sure.
    /// Without `CHECK`, nothing is wrong, but the word may be 0 or pass the turn.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn step<const ROWS: bool, const CHECK: bool>(
        &self,
        next: &mut Self,
        token: Avx512,
        word: V,
    ) -> Stepped {
        let at = |number: u64| V::splat(token, number);
        let load = |lane: &Lane| V::load(token, lane);
        let (source, target) = (word & at(63), word.shr(6) & at(63));
        let (from, to) = (at(1).shl_each(source), at(1).shl_each(target));
        let black = load(&self.black);
        let [a, b, c] = &self.planes;
        let (a, b, c) = (load(a), load(b), load(c));
        let us = load(&self.us);
        let them = (a | b | c) & !us;

        // Find the targets of the piece.
        let piece = Piece::on(from, [a, b, c], [us, them], black);
        let (is_pawn, promotes) = (piece.is_pawn, piece.promotes);
        let code = word.shr(12) & at(15);
        let doubt = select(promotes, (code & at(12)) ^ at(12), code);

        // Play the move.
        let [pa, pb, pc] = piece.placed(code & at(3));
        let kept = !(from | to);
        let (a, b, c) = (a & kept | pa & to, b & kept | pb & to, c & kept | pc & to);
        let captures = nonzero(them & to);
        let (theirs, ours) = (them & !to, us & !from | to);
        let castling = load(&self.castling) & kept & !(home(black) & piece.is_king);
        let passed = is_pawn & (from.shl(8) & to.shr(8) | from.shr(8) & to.shl(8));
        let halfmoves = load(&self.halfmoves).add(at(1)) & !(is_pawn | captures);

        // Find the attackers of the king after it.
        let mut sure = !doubt.nonzero_lanes() & !(from & to).nonzero_lanes();
        if CHECK {
            let attackers = attackers(a & c & ours, [a, b, c], theirs | ours, black);
            sure &= (us & from).nonzero_lanes() & (piece.targets & to).nonzero_lanes();
            sure &= !(attackers & theirs).nonzero_lanes();
        }

        for (vector, lane) in zip([a, b, c], &mut next.planes) {
            vector.store(lane);
        }
        for (vector, lane) in [
            (theirs, &mut next.us),
            (castling, &mut next.castling),
            (passed, &mut next.passed),
            (!black, &mut next.black),
            (halfmoves, &mut next.halfmoves),
        ] {
            vector.store(lane);
        }
        let mut moves = [0; 8];
        if ROWS {
            let role = pa & at(1) | pb & at(2) | pc & at(4);
            let kind = role | promotes & at(PROMOTION) | nonzero(passed) & at(DOUBLE);
            (kind.shl(12) | source.shl(6) | target).store(&mut moves);
        }
        Stepped {
            sure,
            captures: captures.nonzero_lanes(),
            promotions: promotes.nonzero_lanes(),
            moves,
        }
    }
}

/// The bit of the kinds of promotions, beside the role.
pub(super) const PROMOTION: u64 = MoveKind::QueenPromotion as u64 ^ MoveKind::Queen as u64;

/// The bits of the kind of a double push, beside those of a pawn.
pub(super) const DOUBLE: u64 = MoveKind::DoublePush as u64 ^ MoveKind::Pawn as u64;

impl Stepped {
    /// Writes the moves that are sure, and the labels of all, into a row of a block.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn write(&self, block: &mut Block, row: usize, words: &Lane) {
        let at = 8 * (row & 7);
        for (stored, bits) in zip(&mut block.moves[at..at + 8], &self.moves) {
            *stored = *bits as u16;
        }
        for (label, word) in zip(&mut block.labels[at..at + 8], words) {
            *label = (*word >> 16) as i16;
        }
        for (set, lanes) in [
            (&mut block.live, self.sure),
            (&mut block.labelled, self.sure),
            (&mut block.captures, self.captures & self.sure),
            (&mut block.promotions, self.promotions & self.sure),
        ] {
            *set |= u64::from(lanes) << at;
        }
    }
}
