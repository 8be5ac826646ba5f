//! The parts of a position, and the rules that they must satisfy.

use super::{Color, Position, Role};
use crate::Frame;
use crate::sets::{Pieces, attackers_to};
use alloc::vec::Vec;
use core::fmt;
use setwise_core::{RANK_1, RANK_8, Square};

/// The parts of a position before they are checked. [`Position::new`] checks them.
///
/// A position is valid if all these rules hold:
/// * Each side has exactly one king, and any number of other pieces.
/// * No pawn stands on the first or last rank.
/// * No square holds two pieces.
/// * The side that is *not* to move is not in check. The side to move may be, by any number of pieces.
/// * A rook with a castling right stands on the first rank of its color together with its king. On each side of the king at
///   most one rook has a right.
/// * An en passant square lies on the sixth rank as the side to move sees it. It is empty, as is the square beyond it, and
///   the enemy pawn that has passed it stands in front of it.
///
/// ```
/// use setwise_moves::{Color, Position, Role, Setup};
/// let mut setup = Setup::from(Position::startpos());
/// *setup.pieces_mut(Color::White, Role::Queen) = 0;
/// assert_eq!(Position::new(setup).unwrap().legal_moves().len(), 21);
/// *setup.pieces_mut(Color::White, Role::King) = 0;
/// let error = Position::new(setup).unwrap_err();
/// assert_eq!(error.to_string(), "White has 0 kings, but needs exactly one");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Setup {
    /// By [`Color`] and [`Role`].
    pieces: [[u64; 6]; 2],
    /// The side to move.
    pub turn: Color,
    /// The rooks with castling rights.
    pub castling: u64,
    /// The square that a pawn has just passed with a double push.
    pub en_passant: Option<Square>,
    /// The number of half-moves since the last capture or pawn move.
    pub halfmoves: u16,
    /// The number of the move, from 1.
    pub fullmove: u16,
}

impl Setup {
    /// An empty board, White to move.
    pub const fn empty() -> Self {
        Self {
            pieces: [[0; 6]; 2],
            turn: Color::White,
            castling: 0,
            en_passant: None,
            halfmoves: 0,
            fullmove: 1,
        }
    }

    /// The pieces of a color and role.
    #[inline]
    pub const fn pieces(&self, color: Color, role: Role) -> u64 {
        self.pieces[color.index()][role.index()]
    }

    /// The pieces of a color and role, to be changed.
    #[inline]
    pub const fn pieces_mut(&mut self, color: Color, role: Role) -> &mut u64 {
        &mut self.pieces[color.index()][role.index()]
    }

    /// The pieces of a role, of both colors.
    const fn by_role(&self, role: Role) -> u64 {
        self.pieces(Color::White, role) | self.pieces(Color::Black, role)
    }

    /// The pieces of a color.
    fn by_color(&self, color: Color) -> u64 {
        Role::ALL
            .into_iter()
            .fold(0, |all, role| all | self.pieces(color, role))
    }

    /// Checks the rules for pieces, except the one for checks.
    fn check_pieces(&self) -> Result<(), InvalidPosition> {
        let (mut all, mut twice) = (0, 0);
        for board in self.pieces.as_flattened() {
            twice |= all & board;
            all |= board;
        }
        let is_single = |set: u64| set != 0 && set & set.wrapping_sub(1) == 0;
        let has_kings = Color::ALL.map(|color| is_single(self.pieces(color, Role::King)));
        let pawns = self.by_role(Role::Pawn);
        match twice == 0 && has_kings == [true; 2] && pawns & (RANK_1 | RANK_8) == 0 {
            true => Ok(()),
            false => self.find_broken_rule(),
        }
    }

    /// Returns the first rule for pieces that is broken, except the one for checks.
    #[cold]
    fn find_broken_rule(&self) -> Result<(), InvalidPosition> {
        let mut all = 0;
        for board in self.pieces.into_iter().flatten() {
            if let Some(square) = Square::lowest(all & board) {
                return Err(InvalidPosition::TwoPieces(square));
            }
            all |= board;
        }
        for color in Color::ALL {
            let kings = self.pieces(color, Role::King).count_ones();
            if kings != 1 {
                return Err(InvalidPosition::Kings(color, kings));
            }
            let pawns = self.pieces(color, Role::Pawn);
            if let Some(square) = Square::lowest(pawns & (RANK_1 | RANK_8)) {
                return Err(InvalidPosition::PawnOnEdge(square));
            }
        }
        Ok(())
    }

    /// Checks the rules for castling rights.
    fn check_castling(&self) -> Result<(), InvalidPosition> {
        if self.castling == 0 {
            return Ok(());
        }
        let mut valid = 0;
        for color in Color::ALL {
            let king = self.pieces(color, Role::King);
            let home = color.view(RANK_1);
            if king & home == 0 {
                continue;
            }
            let rooks = self.castling & self.pieces(color, Role::Rook) & home;
            valid |= rooks;
            let west = rooks & king.wrapping_sub(1);
            if west.count_ones() > 1 || (rooks & !west).count_ones() > 1 {
                return Err(InvalidPosition::TwoCastlingRooks(color));
            }
        }
        match Square::lowest(self.castling & !valid) {
            Some(square) => Err(InvalidPosition::NoCastlingRook(square)),
            None => Ok(()),
        }
    }

    /// Checks the rules for the en passant square of a frame.
    fn check_en_passant(&self, frame: &Frame<u64>) -> Result<(), InvalidPosition> {
        let Some(square) = self.en_passant else {
            return Ok(());
        };
        let passed = frame.en_passant;
        let on_sixth = passed & RANK_1 << 40 != 0;
        let path_is_empty = frame.occupied() & (passed | passed << 8) == 0;
        let has_pawn = frame.them & frame.pawns & passed >> 8 != 0;
        if on_sixth && path_is_empty && has_pawn {
            Ok(())
        } else {
            Err(InvalidPosition::EnPassant(square))
        }
    }

    /// Checks all rules but the one for checks, and makes a position.
    fn position(&self) -> Result<(Position, Frame<u64>), InvalidPosition> {
        self.check_pieces()?;
        self.check_castling()?;
        let frame = self.frame();
        self.check_en_passant(&frame)?;
        if self.fullmove == 0 {
            return Err(InvalidPosition::Fullmove);
        }
        let state = Position {
            turn: self.turn,
            halfmoves: self.halfmoves,
            fullmove: self.fullmove,
            ..Position::startpos()
        };
        Ok((state.with_boards(&frame), frame))
    }

    /// The boards as the side to move sees them.
    fn frame(&self) -> Frame<u64> {
        let us = self.turn;
        let [pawns, knights, bishops, rooks, queens, kings] =
            Role::ALL.map(|role| self.by_role(role));
        let mut frame = Frame::splat(0);
        frame.us = us.view(self.by_color(us));
        frame.them = us.view(self.by_color(us.other()));
        frame.pawns = us.view(pawns);
        frame.knights = us.view(knights);
        frame.diagonal = us.view(bishops | queens);
        frame.orthogonal = us.view(rooks | queens);
        frame.kings = us.view(kings);
        frame.en_passant = self.en_passant.map_or(0, |square| us.view(square.bit()));
        frame.castling = us.view(self.castling);
        frame
    }
}

/// The rule of [`Setup`] that is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidPosition {
    /// This color has this number of kings instead of one.
    Kings(Color, u32),
    /// A pawn stands on the first or last rank.
    PawnOnEdge(Square),
    /// Two pieces stand on one square.
    TwoPieces(Square),
    /// This color is in check, and the other one is to move.
    OpponentInCheck(Color),
    /// A square with a castling right has no rook that stands on the first rank of its color together with its king.
    NoCastlingRook(Square),
    /// Two rooks of this color on the same side of the king have castling rights.
    TwoCastlingRooks(Color),
    /// No pawn of the other side can just have passed this square.
    EnPassant(Square),
    /// The number of the move is 0.
    Fullmove,
}

impl fmt::Display for InvalidPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kings(color, found) => {
                write!(f, "{color} has {found} kings, but needs exactly one")
            }
            Self::PawnOnEdge(square) => {
                write!(f, "a pawn cannot stand on {square}, the edge of the board")
            }
            Self::TwoPieces(square) => write!(f, "two pieces stand on {square}"),
            Self::OpponentInCheck(color) => {
                write!(f, "{color} is in check, but the other side is to move")
            }
            Self::NoCastlingRook(square) => write!(
                f,
                "{square} has a castling right, but no rook on the first rank of its king"
            ),
            Self::TwoCastlingRooks(color) => write!(
                f,
                "two rooks of {color} on the same side of the king have castling rights"
            ),
            Self::EnPassant(square) => write!(
                f,
                "no pawn can just have passed over the en passant square {square}"
            ),
            Self::Fullmove => f.write_str("the number of the move is 0, but the first move is 1"),
        }
    }
}

impl core::error::Error for InvalidPosition {}

impl Position {
    /// Checks a setup and makes a position of it.
    ///
    /// # Errors
    /// The first rule of [`Setup`] that is broken.
    pub fn new(setup: Setup) -> Result<Self, InvalidPosition> {
        let (position, frame) = setup.position()?;
        let their_king = frame.them & frame.kings;
        if attackers_to(their_king, frame.occupied(), &Pieces::of_us(&frame)) != 0 {
            return Err(InvalidPosition::OpponentInCheck(setup.turn.other()));
        }
        Ok(position)
    }

    /// Checks many setups as [`new`](Self::new) does, and appends the positions. The kernels look for checks in all of them at once.
    ///
    /// # Errors
    /// The index of the first setup that breaks a rule of [`Setup`], and the rule. The positions before it are appended.
    ///
    /// ```
    /// use setwise_moves::{Position, Setup};
    /// let setups = [Setup::from(Position::startpos()), Setup::empty()];
    /// let mut positions = Vec::new();
    /// let (index, rule) = Position::new_all(&setups, &mut positions).unwrap_err();
    /// assert_eq!((index, rule), (1, Position::new(Setup::empty()).unwrap_err()));
    /// assert_eq!(positions, [Position::startpos()]);
    /// ```
    pub fn new_all(
        setups: &[Setup],
        positions: &mut Vec<Self>,
    ) -> Result<(), (usize, InvalidPosition)> {
        let mut attacked = [false; AT_ONCE];
        for (i, setups) in setups.chunks(AT_ONCE).enumerate() {
            let before = positions.len();
            let mut broken = None;
            for setup in setups {
                match setup.position() {
                    Ok((position, _)) => positions.push(position),
                    Err(rule) => {
                        broken = Some(rule);
                        break;
                    }
                }
            }
            let checked = &positions[before..];
            let attacked = &mut attacked[..checked.len()];
            // The lengths are equal.
            let _ = crate::find_kings_left_in_check(checked, attacked);
            if let Some(at) = attacked.iter().position(|&attacked| attacked) {
                let them = checked[at].turn.other();
                positions.truncate(before + at);
                return Err((i * AT_ONCE + at, InvalidPosition::OpponentInCheck(them)));
            }
            if let Some(rule) = broken {
                return Err((i * AT_ONCE + positions.len() - before, rule));
            }
        }
        Ok(())
    }
}

/// The number of positions in which checks are looked for at once.
const AT_ONCE: usize = 256;

impl From<Position> for Setup {
    fn from(position: Position) -> Self {
        Self {
            pieces: Color::ALL.map(|color| Role::ALL.map(|role| position.pieces(color, role))),
            turn: position.turn(),
            castling: position.castling(),
            en_passant: position.en_passant(),
            halfmoves: position.halfmoves(),
            fullmove: position.fullmove(),
        }
    }
}
