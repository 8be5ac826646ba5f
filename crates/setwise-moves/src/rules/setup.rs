//! The rules that the parts of a position must satisfy.

use crate::frame::Frame;
use crate::position::{Color, InvalidPosition, Position, Role, Setup};
use crate::sets::{Pieces, attackers_to};
use setwise_core::{RANK_1, RANK_8, Square};

impl Setup {
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
    pub(crate) fn position(&self) -> Result<(Position, Frame<u64>), InvalidPosition> {
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
}
