//! A position of a chain, its move and its labels.

use crate::tables::{HOME, KING, PAWN, PLANES};
use core::array;
use setwise_core::Square;
use setwise_moves::{Board, Color, Move, MoveKind, Outcome, Position, Role};

/// The stored score that means "no score". Programs skip such a position; its chain keeps it.
pub const NO_SCORE: i16 = 32_002;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Normal,
    Castling,
    EnPassant,
    /// No move.
    None,
}

/// A position of a chain with the move that was played and the labels.
///
/// The decoder changes one value in place. The methods are short and inlined, so that a
/// [`Visit`](crate::Visit) can select positions without copying each one.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct ChainPosition {
    /// Three bits of the role on each square: pawns, knights and kings; bishops, knights and
    /// queens; rooks, kings and queens.
    pub(crate) planes: [u64; 3],
    /// The pieces of the side to move.
    pub(crate) us: u64,
    pub(crate) them: u64,
    /// The rooks that may castle.
    pub(crate) castling: u64,
    /// The square of a legal capture en passant.
    pub(crate) en_passant: u64,
    /// 0 for White.
    pub(crate) turn: usize,
    /// Twice the move number, plus 1 if Black is to move, minus the ply. Moves do not change it.
    pub(crate) moves: u32,
    pub(crate) ply: u32,
    /// The ply after the last capture or pawn move.
    pub(crate) reset: u32,
    /// The score, as the side to move sees it.
    pub(crate) score: i16,
    pub(crate) from: u8,
    /// The target square, or that of the rook for castling.
    pub(crate) to: u8,
    /// The role before the move.
    pub(crate) moved: u8,
    /// The role after the move.
    pub(crate) placed: u8,
    pub(crate) kind: Kind,
    pub(crate) outcome: Outcome,
    /// The value of [`before`](Self::before), set when the position is visited.
    pub(crate) before: u64,
}

impl ChainPosition {
    /// A position without pieces, into which a stem is then read.
    pub(crate) const EMPTY: Self = Self {
        planes: [0; 3],
        us: 0,
        them: 0,
        castling: 0,
        en_passant: 0,
        turn: 0,
        moves: 0,
        ply: 0,
        score: 0,
        reset: 0,
        from: 0,
        to: 0,
        moved: 0,
        placed: 0,
        kind: Kind::None,
        outcome: Outcome::Draw,
        before: 0,
    };

    /// Joins a position and a legal move of it, without labels.
    pub(crate) fn of(position: &Position, played: Option<Move>) -> Self {
        let turn = position.turn();
        let [a, b, c, ..] = position.words();
        let mut chained = Self {
            planes: [a, b, c],
            us: position.by_color(turn),
            them: position.by_color(turn.other()),
            castling: position.castling(),
            en_passant: position.en_passant().map_or(0, Square::bit),
            turn: turn.index(),
            reset: 0_u32.wrapping_sub(position.halfmoves().into()),
            moves: 2 * u32::from(position.fullmove()) + turn.index() as u32,
            ..Self::EMPTY
        };
        chained.set_move(played);
        chained
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn set_move(&mut self, played: Option<Move>) {
        let Some(played) = played else {
            self.kind = Kind::None;
            return;
        };
        self.from = played.source().index() as u8;
        self.to = played.target().index() as u8;
        self.moved = MoveKind::of(played.role()) as u8;
        self.placed = MoveKind::of(played.promotion().unwrap_or(played.role())) as u8;
        self.kind = match played.kind() {
            MoveKind::Castling => Kind::Castling,
            MoveKind::EnPassant => Kind::EnPassant,
            _ => Kind::Normal,
        };
    }

    /// Returns the role on a square by its code, or 0 for none.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn role_on(&self, square: usize) -> u8 {
        let bit = |plane: usize| (self.planes[plane] >> (square & 63)) as u8 & 1;
        bit(0) | bit(1) << 1 | bit(2) << 2
    }

    /// Returns the position.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn to_position(&self) -> Position {
        self.to_board().into()
    }

    /// Returns the position without its key.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn to_board(&self) -> Board {
        let passed = match self.en_passant {
            0 => 0,
            square => u64::from(square.trailing_zeros()) | 1 << 6,
        };
        let state = self.castling & 0xff
            | self.castling >> 56 << 8
            | passed << 16
            | ((self.turn as u64 & 1) * 0xff) << 24
            | u64::from(self.halfmoves()) << 32
            | u64::from(self.fullmove()) << 48;
        let [a, b, c] = self.planes;
        Board::from_words_unchecked([a, b, c, self.by_color(Color::Black), state])
    }

    /// Returns the side to move.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn turn(&self) -> Color {
        Color::ALL[self.turn & 1]
    }

    /// Returns all pieces.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn occupied(&self) -> u64 {
        self.us | self.them
    }

    /// Returns the pieces of a color.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn by_color(&self, color: Color) -> u64 {
        match color.index() == self.turn & 1 {
            true => self.us,
            false => self.them,
        }
    }

    /// Returns the pieces of a role, of both colors.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn by_role(&self, role: Role) -> u64 {
        role.in_planes(self.planes)
    }

    /// Returns the rooks of both colors that have castling rights.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn castling(&self) -> u64 {
        self.castling
    }

    /// Returns the number of half-moves since the last capture or pawn move.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn halfmoves(&self) -> u16 {
        let halfmoves = self.ply.wrapping_sub(self.reset);
        halfmoves.min(u32::from(u16::MAX)) as u16
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn fullmove(&self) -> u16 {
        (self.ply.wrapping_add(self.moves) / 2).min(u32::from(u16::MAX)) as u16
    }

    /// Sets the ply and keeps the move number.
    pub(crate) fn with_ply(mut self, ply: u32) -> Self {
        self.moves = self.moves.wrapping_add(self.ply).wrapping_sub(ply);
        self.reset = self.reset.wrapping_sub(self.ply).wrapping_add(ply);
        self.ply = ply;
        self
    }

    /// Returns the number of half-moves from the beginning of the game.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Returns the score in the units of the file, as the side to move sees it. `None` where the
    /// file has [`NO_SCORE`].
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn mover_score(&self) -> Option<i16> {
        (self.score != NO_SCORE).then_some(self.score)
    }

    /// Returns the last score that is neither 0 nor [`NO_SCORE`] among the positions before this
    /// one that the decoder has read for its caller, as the side to move there sees it, and its
    /// ply. The score is 0 if there is none.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn before(&self) -> (i16, u32) {
        (self.before as i16, (self.before >> 16) as u32)
    }

    /// Returns the outcome of the game.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Returns the move; `None` at the end of a chain, or if the chain is a position alone.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn played(&self) -> Option<Move> {
        let kind = match self.kind {
            Kind::Normal if self.moved == PAWN && self.placed == PAWN => {
                let is_double = (self.from ^ self.to) == 16;
                MoveKind::Pawn as u16 + u16::from(is_double) * DOUBLE
            }
            Kind::Normal if self.moved == PAWN => PROMOTION | u16::from(self.placed),
            Kind::Normal => self.moved.into(),
            Kind::Castling => MoveKind::Castling as u16,
            Kind::EnPassant => MoveKind::EnPassant as u16,
            Kind::None => return None,
        };
        let squares = u16::from(self.from & 63) << 6 | u16::from(self.to & 63);
        Move::from_bits_unchecked(squares | kind << 12)
    }

    /// Returns whether [`played`](Self::played), the move from this position, captures, also en
    /// passant.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn played_captures(&self) -> bool {
        let is_taken = self.them >> (self.to & 63) & 1 != 0;
        match self.kind {
            Kind::None => false,
            kind => is_taken || kind == Kind::EnPassant,
        }
    }

    /// Returns whether the side to move is in check, before [`played`](Self::played).
    pub fn is_check(&self) -> bool {
        self.attackers(self.king(), self.occupied()) != 0
    }

    /// The square of the king of the side to move.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn king(&self) -> usize {
        (self.by_role(Role::King) & self.us).trailing_zeros() as usize & 63
    }

    /// Plays the move: updates the board, the rights, the side to move and the counters. The move,
    /// the score and the outcome stay.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn play(&mut self) {
        if self.kind != Kind::Normal {
            return self.play_rare();
        }
        (self.planes, [self.us, self.them], self.castling, self.reset) = self.after();
        self.pass_turn();
        self.pass_double();
    }

    /// Becomes the position after the move of `before`, with its score. Reads no old field of
    /// `self`, so that successive calls do not depend on each other.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn follow(&mut self, before: &Self) {
        if before.kind != Kind::Normal {
            self.clone_from(before);
            return self.play_rare();
        }
        (self.planes, [self.us, self.them], self.castling, self.reset) = before.after();
        (self.from, self.to, self.moved) = (before.from, before.to, before.moved);
        (self.turn, self.moves, self.ply) = (before.turn, before.moves, before.ply);
        (self.score, self.outcome) = (before.score, before.outcome);
        self.pass_turn();
        self.pass_double();
    }

    /// Returns the fields after a normal move: the planes, the pieces of the next side to move and
    /// of the other one, the castling rights, and the ply of the last reset.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn after(&self) -> ([u64; 3], [u64; 2], u64, u32) {
        let (from_bit, to_bit) = (1_u64 << (self.from & 63), 1_u64 << (self.to & 63));
        let both = from_bit | to_bit;
        let placed = &PLANES[usize::from(self.placed & 7)];
        let planes = array::from_fn(|i| self.planes[i] & !both | placed[i] & to_bit);
        let is_reset = self.them & to_bit != 0 || self.moved == PAWN;
        let reset = if is_reset { self.ply + 1 } else { self.reset };
        let gone = both | HOME[self.turn & 1][usize::from(self.moved & 7)];
        let sides = [self.them & !to_bit, self.us ^ both];
        (planes, sides, self.castling & !gone, reset)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn pass_turn(&mut self) {
        self.en_passant = 0;
        self.turn = self.turn & 1 ^ 1;
        self.ply += 1;
    }

    /// Sets the en passant square after a double push.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn pass_double(&mut self) {
        let (from, to) = (usize::from(self.from & 63), usize::from(self.to & 63));
        if self.moved == PAWN && from ^ to == 16 {
            self.pass(usize::midpoint(from, to), to);
        }
    }

    /// Plays castling or a capture en passant.
    #[cold]
    #[inline(never)]
    fn play_rare(&mut self) {
        let (from, to) = (usize::from(self.from & 63), usize::from(self.to & 63));
        let [a, _, c] = &mut self.planes;
        if self.kind == Kind::Castling {
            let [king_to, rook_to] = castling_targets(self.turn & 1, to > from);
            let (gone, come) = (1_u64 << from | 1 << to, 1_u64 << king_to | 1 << rook_to);
            *a = *a & !gone | 1 << king_to;
            *c = *c & !gone | come;
            self.us = self.us & !gone | come;
            self.castling &= !HOME[self.turn & 1][usize::from(KING)];
        } else {
            let taken = 1 << (to ^ 8);
            *a = *a & !(1 << from | taken) | 1 << to;
            self.us = self.us & !(1 << from) | 1 << to;
            self.them &= !taken;
            self.reset = self.ply + 1;
        }
        (self.us, self.them) = (self.them, self.us);
        self.pass_turn();
    }
}

/// Returns the field `moves` of the position of a stem, where the ply gives the move number.
pub(crate) fn stem_moves(ply: u32, turn: usize) -> u32 {
    (2 * (ply / 2 + 1) + turn as u32).wrapping_sub(ply)
}

/// Returns the squares of king and rook after castling.
pub(crate) fn castling_targets(side: usize, is_east: bool) -> [usize; 2] {
    let files = if is_east { [6, 5] } else { [2, 3] };
    files.map(|file| 56 * side + file)
}

/// The difference between the kinds of a pawn's double push and of its other moves.
const DOUBLE: u16 = MoveKind::DoublePush as u16 - MoveKind::Pawn as u16;

/// The bit of the kinds of promotions, beside the role.
const PROMOTION: u16 = MoveKind::QueenPromotion as u16 ^ MoveKind::Queen as u16;

/// The bits of [`StoredMoves::code`](crate::StoredMoves::code) for those of a move.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) const fn code_of_bits(bits: u16) -> u16 {
    (bits >> 6 & 63) | (bits & 63) << 6 | KINDS[(bits >> 12) as usize]
}

/// Bits 12 to 15 of stored moves, by kind of the move.
const KINDS: [u16; 16] = {
    let mut kinds = [0; 16];
    kinds[MoveKind::EnPassant as usize] = 1 << 14;
    kinds[MoveKind::Castling as usize] = 2 << 14;
    kinds[MoveKind::KnightPromotion as usize] = 3 << 14;
    kinds[MoveKind::BishopPromotion as usize] = 3 << 14 | 1 << 12;
    kinds[MoveKind::RookPromotion as usize] = 3 << 14 | 2 << 12;
    kinds[MoveKind::QueenPromotion as usize] = 3 << 14 | 3 << 12;
    kinds
};
