//! A position of a chain, its move and its labels.

use crate::tables::{KING, NONE, PAWN, ROOK};
use core::array;
use setwise_core::{Square, Squares};
use setwise_moves::{Color, Move, MoveKind, Outcome, Position, Role};

/// The score that stands for none: programs skip such positions, which stay in their chains.
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
/// The decoder changes it in place. Its methods are short and inlined, so that a
/// [`Visit`](crate::Visit) can choose among positions before it copies any.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Entry {
    /// White, Black, pawns to kings, and what takes the place of a captured piece where none is.
    pub(crate) boards: [u64; 10],
    /// The rooks that may castle.
    pub(crate) castling: u64,
    /// The square of a legal capture en passant.
    pub(crate) en_passant: u64,
    /// 0 for White.
    pub(crate) turn: usize,
    pub(crate) from: u8,
    /// The rook for castling.
    pub(crate) to: u8,
    /// The role after the move.
    pub(crate) role: u8,
    pub(crate) kind: Kind,
    /// As the side to move sees it.
    pub(crate) score: i16,
    pub(crate) outcome: Outcome,
    pub(crate) halfmoves: u16,
    /// Twice the number of the move, and 1 for Black to move, less the ply.
    pub(crate) moves: u32,
    pub(crate) ply: u32,
    /// Roles.
    pub(crate) mailbox: [u8; 64],
}

/// Where the boards of the roles begin.
pub(crate) const ROLES: usize = 2;

impl Entry {
    /// No pieces: the place of a chain that is to be read.
    pub(crate) const EMPTY: Self = Self {
        boards: [0; 10],
        castling: 0,
        en_passant: 0,
        turn: 0,
        from: 0,
        to: 0,
        role: 0,
        kind: Kind::None,
        score: 0,
        outcome: Outcome::Draw,
        halfmoves: 0,
        moves: 0,
        ply: 0,
        mailbox: [NONE; 64],
    };

    /// Makes an entry of a position and a legal move of it, without labels.
    pub(crate) fn of(position: &Position, played: Option<Move>) -> Self {
        let mut boards = [0; 10];
        let mut mailbox = [NONE; 64];
        for color in Color::ALL {
            boards[color.index()] = position.by_color(color);
        }
        for role in Role::ALL {
            boards[ROLES + role.index()] = position.by_role(role);
            for square in Squares(position.by_role(role)) {
                mailbox[square.index()] = role.index() as u8;
            }
        }
        let mut entry = Self {
            boards,
            castling: position.castling(),
            en_passant: position.en_passant().map_or(0, Square::bit),
            turn: position.turn().index(),
            halfmoves: position.halfmoves(),
            moves: 2 * u32::from(position.fullmove()) + position.turn().index() as u32,
            mailbox,
            ..Self::EMPTY
        };
        entry.set_move(played);
        entry
    }

    /// A copy of the position.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn without_mailbox(&self) -> Self {
        Self {
            boards: self.boards,
            castling: self.castling,
            en_passant: self.en_passant,
            turn: self.turn,
            outcome: self.outcome,
            halfmoves: self.halfmoves,
            ply: self.ply,
            ..Self::EMPTY
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn set_move(&mut self, played: Option<Move>) {
        let Some(played) = played else {
            self.kind = Kind::None;
            return;
        };
        self.from = played.source().index() as u8;
        self.to = played.target().index() as u8;
        let placed = played.promotion().unwrap_or(played.role());
        self.role = placed.index() as u8;
        self.kind = match played.kind() {
            MoveKind::Castling => Kind::Castling,
            MoveKind::EnPassant => Kind::EnPassant,
            _ => Kind::Normal,
        };
    }

    /// The role that moves, by its number.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn moved(&self) -> u8 {
        self.mailbox[usize::from(self.from & 63)]
    }

    /// Returns the position.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn position(&self) -> Position {
        Position::from_boards_unchecked(self.words())
    }

    /// Returns the position as [`Position::from_boards_unchecked`] takes it: 40 bytes, without the
    /// key, which costs more than the rest.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn words(&self) -> [u64; 5] {
        let [_, black, pawns, knights, bishops, rooks, queens, kings, ..] = self.boards;
        let passed = match self.en_passant {
            0 => 0,
            square => u64::from(square.trailing_zeros()) | 1 << 6,
        };
        let state = self.castling & 0xff
            | self.castling >> 56 << 8
            | passed << 16
            | ((self.turn as u64 & 1) * 0xff) << 24
            | u64::from(self.halfmoves) << 32
            | u64::from(self.fullmove()) << 48;
        [
            pawns | knights | kings,
            bishops | knights | queens,
            rooks | kings | queens,
            black,
            state,
        ]
    }

    /// Returns the side to move.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn turn(&self) -> Color {
        Color::ALL[self.turn & 1]
    }

    /// Returns all pieces.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn occupied(&self) -> u64 {
        self.boards[0] | self.boards[1]
    }

    /// Returns the pieces of a color.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn by_color(&self, color: Color) -> u64 {
        self.boards[color.index()]
    }

    /// Returns the pieces of a role, of both colors.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn by_role(&self, role: Role) -> u64 {
        self.boards[ROLES + role.index()]
    }

    /// Returns the rooks of both colors that have castling rights.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn castling(&self) -> u64 {
        self.castling
    }

    /// Returns the number of half-moves since the last capture or pawn move.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// The number of the move.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn fullmove(&self) -> u16 {
        (self.ply.wrapping_add(self.moves) / 2).min(u32::from(u16::MAX)) as u16
    }

    /// Sets the ply; the number of the move stays.
    pub(crate) fn with_ply(mut self, ply: u32) -> Self {
        self.moves = self.moves.wrapping_add(self.ply).wrapping_sub(ply);
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
    pub fn score(&self) -> Option<i16> {
        (self.score != NO_SCORE).then_some(self.score)
    }

    /// Returns the outcome of the game.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Returns the move; `None` at the end of a chain, or if the chain is a position alone.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn played(&self) -> Option<Move> {
        self.played_by(self.moved())
    }

    /// The move of a role.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn played_by(&self, moved: u8) -> Option<Move> {
        let kind = match self.kind {
            Kind::Normal if moved == PAWN && self.role == PAWN => {
                let is_double = (self.from ^ self.to) == 16;
                MoveKind::Pawn as u16 + u16::from(is_double) * DOUBLE
            }
            Kind::Normal if moved == PAWN => PROMOTIONS[usize::from(self.role & 7)],
            Kind::Normal => MOVES[usize::from(moved & 7)],
            Kind::Castling => MoveKind::Castling as u16,
            Kind::EnPassant => MoveKind::EnPassant as u16,
            Kind::None => return None,
        };
        let squares = u16::from(self.from & 63) << 6 | u16::from(self.to & 63);
        Move::from_bits_unchecked(squares | kind << 12)
    }

    /// Returns whether the move captures, also en passant.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn is_capture(&self) -> bool {
        let is_taken = self.boards[(self.turn & 1) ^ 1] >> (self.to & 63) & 1 != 0;
        match self.kind {
            Kind::None => false,
            kind => is_taken || kind == Kind::EnPassant,
        }
    }

    /// Returns whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.attackers(self.king(self.turn & 1), self.turn & 1, self.occupied()) != 0
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn king(&self, side: usize) -> usize {
        let king = self.boards[ROLES + KING as usize] & self.boards[side & 1];
        king.trailing_zeros() as usize & 63
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn role_board(&mut self, role: u8) -> &mut u64 {
        &mut self.boards[ROLES + usize::from(role & 7)]
    }

    /// Plays the move. What belongs to the next position beside its board is left as it is.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn play(&mut self) {
        let (from, to) = (usize::from(self.from & 63), usize::from(self.to & 63));
        let (us, them) = (self.turn & 1, (self.turn & 1) ^ 1);
        let moved = self.mailbox[from] & 7;
        let captured = self.mailbox[to] & 7;
        if self.kind == Kind::Castling {
            self.castle();
        } else {
            let (from_bit, to_bit) = (1_u64 << from, 1_u64 << to);
            *self.role_board(captured) &= !to_bit;
            self.boards[them] &= !to_bit;
            self.boards[us] ^= from_bit | to_bit;
            *self.role_board(moved) ^= from_bit;
            *self.role_board(self.role) ^= to_bit;
            self.mailbox[from] = NONE;
            self.mailbox[to] = self.role;
            // Without a branch, which nobody can predict.
            let counts = u16::from(captured == NONE) & u16::from(moved != PAWN);
            self.halfmoves = self.halfmoves.saturating_add(1) & counts.wrapping_neg();
            if self.kind == Kind::EnPassant {
                let taken = to ^ 8;
                self.boards[them] &= !(1 << taken);
                *self.role_board(PAWN) &= !(1 << taken);
                self.mailbox[taken] = NONE;
            }
            self.castling &= !(from_bit | to_bit);
        }
        self.pass_turn(moved, from, to);
    }

    /// The part of a move that changes no piece.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn pass_turn(&mut self, moved: u8, from: usize, to: usize) {
        let us = self.turn & 1;
        self.castling &= !((u64::from(moved == KING) * 0xff) << (56 * us));
        self.en_passant = 0;
        self.turn = us ^ 1;
        self.ply += 1;
        let is_double = u64::from(moved == PAWN) & u64::from(from ^ to == 16);
        self.pass((from + to) / 2, to, is_double.wrapping_neg());
    }

    /// Becomes the position after the move of another, by a role, without the mailbox. Reads
    /// nothing of itself, so that positions in a row do not wait for each other.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn follow(&mut self, before: &Self, moved: u8) {
        if before.kind != Kind::Normal {
            return self.follow_rare(before, moved);
        }
        let (from, to) = (usize::from(before.from & 63), usize::from(before.to & 63));
        let (from_bit, to_bit, us) = (1_u64 << from, 1_u64 << to, before.turn & 1);
        let placed = &PLACED[us][usize::from(before.role & 7)];
        let boards: [u64; 8] =
            array::from_fn(|i| before.boards[i] & !(from_bit | to_bit) | placed[i] & to_bit);
        self.boards[..8].copy_from_slice(&boards);
        self.castling = before.castling & !(from_bit | to_bit);
        let is_capture = before.boards[us ^ 1] & to_bit != 0;
        let counts = u16::from(!is_capture) & u16::from(moved != PAWN);
        self.halfmoves = before.halfmoves.saturating_add(1) & counts.wrapping_neg();
        (self.turn, self.ply, self.outcome) = (us, before.ply, before.outcome);
        self.pass_turn(moved, from, to);
    }

    /// The same for castling and captures en passant.
    #[cold]
    #[inline(never)]
    fn follow_rare(&mut self, before: &Self, moved: u8) {
        self.clone_from(before);
        self.mailbox[usize::from(before.from & 63)] = moved;
        self.play();
    }

    #[cold]
    #[inline(never)]
    fn castle(&mut self) {
        let (from, rook) = (usize::from(self.from & 63), usize::from(self.to & 63));
        let us = self.turn & 1;
        let [king_to, rook_to] = castling_targets(us, rook > from);
        self.boards[us] ^= 1 << from | 1 << rook;
        self.boards[us] |= 1 << king_to | 1 << rook_to;
        for (role, from, to) in [(KING, from, king_to), (ROOK, rook, rook_to)] {
            *self.role_board(role) &= !(1 << from);
            *self.role_board(role) |= 1 << to;
            self.mailbox[from] = NONE;
        }
        self.mailbox[king_to & 63] = KING;
        self.mailbox[rook_to & 63] = ROOK;
        self.halfmoves = self.halfmoves.saturating_add(1);
    }
}

/// The boards on which a piece of a side and a role is: all ones.
static PLACED: [[[u64; 8]; 8]; 2] = {
    let mut placed = [[[0; 8]; 8]; 2];
    let mut i = 0;
    while i < 12 {
        placed[i & 1][i / 2][i & 1] = !0;
        placed[i & 1][i / 2][ROLES + i / 2] = !0;
        i += 1;
    }
    placed
};

/// The moves of an entry of a stem, whose ply gives the number of its move.
pub(crate) fn stem_moves(ply: u32, turn: usize) -> u32 {
    (2 * (ply / 2 + 1) + turn as u32).wrapping_sub(ply)
}

/// The squares of king and rook after castling.
pub(crate) fn castling_targets(side: usize, is_east: bool) -> [usize; 2] {
    let files = if is_east { [6, 5] } else { [2, 3] };
    files.map(|file| 56 * side + file)
}

/// The difference between the kinds of a pawn's double push and of its other moves.
const DOUBLE: u16 = MoveKind::DoublePush as u16 - MoveKind::Pawn as u16;

/// Kinds by role.
static MOVES: [u16; 8] = {
    let (mut kinds, mut i) = ([0; 8], 0);
    while i < 6 {
        kinds[i] = MoveKind::of(Role::ALL[i]) as u16;
        i += 1;
    }
    kinds
};

/// Kinds of promotions by role.
static PROMOTIONS: [u16; 8] = {
    let (mut kinds, mut i) = ([0; 8], 0);
    while i < 6 {
        if let Some(kind) = MoveKind::promotion(Role::ALL[i]) {
            kinds[i] = kind as u16;
        }
        i += 1;
    }
    kinds
};
