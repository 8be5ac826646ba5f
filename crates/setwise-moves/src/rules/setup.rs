//! The rules that the parts of a position must satisfy.

use crate::position::{Color, InvalidPosition, Position, Role, Setup, planes_of, state::State};
use setwise_core::{RANK_1, RANK_8, Square};

impl Setup {
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

    /// Checks all rules but the one for checks, and makes a position.
    pub(crate) fn position(&self) -> Result<Position, InvalidPosition> {
        let roles = Role::ALL.map(|role| self.by_role(role));
        let planes = planes_of(roles, self.by_color(Color::Black));
        let (mut all, mut twice) = (0, 0);
        for board in self.pieces.as_flattened() {
            twice |= all & board;
            all |= board;
        }
        let state = State::new(self.turn, self.halfmoves, self.fullmove);
        if twice != 0 || !Position::with_key(planes, state, 0).has_valid_pieces() {
            self.find_broken_rule()?;
        }
        Position::with_rights(planes, state, self.castling, self.en_passant)
    }
}

impl Position {
    /// Makes a position of valid pieces and of a state without rights. Checks the rules for rights,
    /// and not the rule for checks.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn with_rights(
        planes: [u64; 4],
        state: State,
        castling: u64,
        en_passant: Option<Square>,
    ) -> Result<Self, InvalidPosition> {
        let position = Self::of_planes(planes, state.with_castling(castling));
        if castling != 0 {
            position.check_castling(castling)?;
        }
        if position.fullmove() == 0 {
            return Err(InvalidPosition::Fullmove);
        }
        match en_passant {
            None => Ok(position),
            Some(square) if position.can_have_passed(square) => {
                Ok(position.with_passed(square.index()))
            }
            Some(square) => Err(InvalidPosition::EnPassant(square)),
        }
    }

    /// Whether each side has one king, and no pawn stands on the first or last rank.
    pub(crate) const fn has_valid_pieces(&self) -> bool {
        let kings = self.by_role(Role::King);
        let (white, black) = (kings & !self.board.planes[3], kings & self.board.planes[3]);
        white.is_power_of_two()
            && black.is_power_of_two()
            && self.by_role(Role::Pawn) & (RANK_1 | RANK_8) == 0
    }

    fn check_castling(&self, castling: u64) -> Result<(), InvalidPosition> {
        let mut valid = 0;
        for color in Color::ALL {
            let king = self.pieces(color, Role::King);
            let home = color.view(RANK_1);
            if king & home == 0 {
                continue;
            }
            let rooks = castling & self.pieces(color, Role::Rook) & home;
            valid |= rooks;
            let west = rooks & king.wrapping_sub(1);
            let is_single = |set: u64| set & set.wrapping_sub(1) == 0;
            if !is_single(west) || !is_single(rooks & !west) {
                return Err(InvalidPosition::TwoCastlingRooks(color));
            }
        }
        match Square::lowest(castling & !valid) {
            Some(square) => Err(InvalidPosition::NoCastlingRook(square)),
            None => Ok(()),
        }
    }

    /// Whether a pawn of the other side can just have passed a square.
    fn can_have_passed(&self, square: Square) -> bool {
        let us = self.turn();
        let passed = us.view(square.bit());
        let on_sixth = passed & RANK_1 << 40 != 0;
        let path_is_empty = self.occupied() & us.view(passed | passed << 8) == 0;
        let pawns = self.pieces(us.other(), Role::Pawn);
        on_sixth && path_is_empty && us.view(passed >> 8) & pawns != 0
    }

    /// Checks the rule for checks: the side that is not to move is not in check.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn checked(self) -> Result<Self, InvalidPosition> {
        let them = self.turn().other();
        match self.is_attacked(self.king(them), self.us(), self.occupied()) {
            true => Err(InvalidPosition::OpponentInCheck(them)),
            false => Ok(self),
        }
    }

    /// Checks a setup and makes a position of it.
    ///
    /// # Errors
    /// The first rule of [`Setup`] that is broken.
    pub fn new(setup: Setup) -> Result<Self, InvalidPosition> {
        setup.position()?.checked()
    }
}
