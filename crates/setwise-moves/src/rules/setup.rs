//! The rules that the parts of a position must satisfy.

use crate::position::state::State;
use crate::position::{Color, InvalidPosition, Position, Role, Setup};
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

    /// Checks the rules for the en passant square of a position with these pieces.
    fn check_en_passant(&self, position: &Position) -> Result<(), InvalidPosition> {
        let Some(square) = self.en_passant else {
            return Ok(());
        };
        let us = self.turn;
        let passed = us.view(square.bit());
        let on_sixth = passed & RANK_1 << 40 != 0;
        let path_is_empty = position.occupied() & us.view(passed | passed << 8) == 0;
        let pawns = position.pieces(us.other(), Role::Pawn);
        match on_sixth && path_is_empty && us.view(passed >> 8) & pawns != 0 {
            true => Ok(()),
            false => Err(InvalidPosition::EnPassant(square)),
        }
    }

    /// Checks all rules but the one for checks, and makes a position.
    pub(crate) fn position(&self) -> Result<Position, InvalidPosition> {
        self.check_pieces()?;
        self.check_castling()?;
        if self.fullmove == 0 {
            return Err(InvalidPosition::Fullmove);
        }
        let pieces = |role| self.by_role(role);
        let [pawns, knights, bishops, rooks, queens, kings] = Role::ALL.map(pieces);
        let planes = [
            pawns | knights | kings,
            bishops | knights | queens,
            rooks | kings | queens,
            self.by_color(Color::Black),
        ];
        let state =
            State::new(self.turn, self.halfmoves, self.fullmove).with_castling(self.castling);
        let position = Position::of_planes(planes, state);
        self.check_en_passant(&position)?;
        let passed = self.en_passant.map_or(0, Square::index);
        Ok(position.with_passed(passed))
    }
}

impl Position {
    /// Checks a setup and makes a position of it.
    ///
    /// # Errors
    /// The first rule of [`Setup`] that is broken.
    pub fn new(setup: Setup) -> Result<Self, InvalidPosition> {
        let position = setup.position()?;
        let king = position.king(setup.turn.other());
        match position.is_attacked(king, position.us(), position.occupied()) {
            true => Err(InvalidPosition::OpponentInCheck(setup.turn.other())),
            false => Ok(position),
        }
    }
}
