//! Moves between two squares.

use crate::position::{Move, MoveKind, Position, Role};
use setwise_core::{Square, Squares};

impl Position {
    /// Returns the move between two squares of the piece on the first one, legal or not. For
    /// castling the target is the square of the rook. Returns `None` if no piece of the side to
    /// move stands on the source, or if it never moves this way.
    ///
    /// ```
    /// use setwise_moves::{MoveKind, Position, Square};
    /// let start = Position::startpos();
    /// let e4 = start.move_between(Square::E2, Square::E4, None).unwrap();
    /// assert_eq!(e4.kind(), MoveKind::DoublePush);
    /// // Not legal: the pawn is in the way.
    /// let blocked = start.move_between(Square::F1, Square::A6, None).unwrap();
    /// assert!(!start.is_legal(blocked));
    /// assert_eq!(start.move_between(Square::F1, Square::F3, None), None);
    /// ```
    pub fn move_between(
        &self,
        source: Square,
        target: Square,
        promotion: Option<Role>,
    ) -> Option<Move> {
        const PAWN: usize = Role::Pawn.code();
        const KING: usize = Role::King.code();
        const QUEEN: usize = Role::Queen.code();
        // The code of a piece is the number of the kind of its plain moves.
        let code = self.code_on(source) ^ self.turn().index() << 3;
        let kind = match (code, promotion) {
            (PAWN, Some(role)) => MoveKind::promotion(role)? as usize,
            (_, Some(_)) => return None,
            (PAWN, _) => self.pawn_kind(source, target) as usize,
            (KING, _) if self.castling_rooks() & target.bit() != 0 => MoveKind::Castling as usize,
            (PAWN..=QUEEN, _) => code,
            _ => return None,
        };
        Move::numbered(source, target, kind as u16)
    }

    /// The kind of a pawn's move that does not promote.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn pawn_kind(&self, source: Square, target: Square) -> MoveKind {
        if source.index().abs_diff(target.index()) == 16 {
            return MoveKind::DoublePush;
        }
        match source.file() != target.file() && self.en_passant() == Some(target) {
            true => MoveKind::EnPassant,
            false => MoveKind::Pawn,
        }
    }

    /// Returns the legal move between two squares. The target of castling is that of the king (g1)
    /// or the square of the rook (h1).
    ///
    /// In Chess960 the king may step to its castling target as well. The result is then the step.
    ///
    /// ```
    /// use setwise_moves::{Position, Square};
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// let castling = position.find_move(Square::E1, Square::G1, None).unwrap();
    /// assert!(castling.is_castling());
    /// assert_eq!(position.find_move(Square::E1, Square::H1, None), Some(castling));
    /// assert_eq!(position.find_move(Square::E1, Square::E3, None), None);
    /// # Ok::<(), setwise_moves::FenError>(())
    /// ```
    pub fn find_move(
        &self,
        source: Square,
        target: Square,
        promotion: Option<Role>,
    ) -> Option<Move> {
        self.move_between(source, target, promotion)
            .filter(|found| self.is_legal(*found))
            .or_else(|| match promotion {
                None => self.castling_to(source, target),
                Some(_) => None,
            })
    }

    /// Returns the legal castling move of a king on one square to another.
    pub(super) fn castling_to(&self, king: Square, target: Square) -> Option<Move> {
        Squares(self.castling_rooks())
            .filter_map(|rook| Move::new(king, rook, MoveKind::Castling))
            .find(|castling| castling.destination() == target && self.is_legal(*castling))
    }

    /// The rooks of the side to move that have castling rights.
    fn castling_rooks(&self) -> u64 {
        self.castling() & self.us()
    }
}
