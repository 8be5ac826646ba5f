//! Moves that are legal except for checks, and moves between two squares.

use crate::geometry::between;
use crate::position::{Move, MoveKind, Position, Role};
use setwise_core::{Square, Squares};

impl Position {
    /// Whether a move is legal, or would be if it did not leave the own king attacked. Castling is
    /// checked in full. This takes a fraction of the time of [`is_legal`](Self::is_legal).
    ///
    /// ```
    /// use setwise_moves::{Move, MoveKind, Position, Square};
    /// let position = Position::from_fen("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1")?;
    /// let pinned = Move::new(Square::E2, Square::F4, MoveKind::Knight).unwrap();
    /// assert!(position.is_pseudo_legal(pinned) && !position.is_legal(pinned));
    /// let no_bishop = Move::new(Square::E2, Square::F3, MoveKind::Bishop).unwrap();
    /// assert!(!position.is_pseudo_legal(no_bishop));
    /// # Ok::<(), setwise_moves::FenError>(())
    /// ```
    pub fn is_pseudo_legal(&self, wanted: Move) -> bool {
        if wanted.is_castling() {
            return self.is_legal(wanted);
        }
        let found = wanted.seen_by(self.turn);
        let (source, target) = (found.source(), found.target());
        if self.role_on(self.us, source) != Some(found.role()) || self.us & target.bit() != 0 {
            return false;
        }
        let occupied = self.us | self.them;
        let goes_north = target > source;
        match found.kind() {
            MoveKind::EnPassant => goes_north && self.en_passant_frame() == target.bit(),
            _ if found.role() != Role::Pawn => between(source, target) & occupied == 0,
            // A double push may not jump.
            _ if source.file() == target.file() => {
                goes_north && (between(source, target) | target.bit()) & occupied == 0
            }
            _ => goes_north && self.them & target.bit() != 0,
        }
    }

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
        let (color, role) = self.piece_on(source)?;
        if color != self.turn() {
            return None;
        }
        let kind = match (role, promotion) {
            (Role::Pawn, Some(role)) => MoveKind::promotion(role)?,
            (_, Some(_)) => return None,
            (Role::Pawn, _) if source.index().abs_diff(target.index()) == 16 => {
                MoveKind::DoublePush
            }
            (Role::Pawn, _)
                if source.file() != target.file() && self.en_passant() == Some(target) =>
            {
                MoveKind::EnPassant
            }
            (Role::King, _) if self.castling_rooks() & target.bit() != 0 => MoveKind::Castling,
            (role, _) => MoveKind::of(role),
        };
        Move::new(source, target, kind)
    }

    /// Returns the legal move between two squares. The target of castling is that of the king (g1)
    /// or the square of the rook (h1).
    ///
    /// In Chess960 the king may step to a square that is its castling target too. The result is the
    /// step then.
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
        self.castling() & self.by_color(self.turn())
    }
}
