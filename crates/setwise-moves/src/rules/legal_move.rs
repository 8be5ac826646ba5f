//! Whether a single move is legal.

use crate::geometry::between;
use crate::position::{Move, MoveKind, Position, Role};
use setwise_core::{RANK_1, Square, Squares};

impl Position {
    /// Whether a move is legal, for moves from a hash table and other sources that may not belong
    /// to this position. Any value is a valid argument.
    ///
    /// ```
    /// use setwise_moves::{Move, MoveKind, Position, Square};
    /// let position = Position::from_fen("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1")?;
    /// let pinned = Move::new(Square::E2, Square::F4, MoveKind::Knight).unwrap();
    /// assert!(!position.is_legal(pinned));
    /// # Ok::<(), setwise_moves::FenError>(())
    /// ```
    #[inline]
    pub fn is_legal(&self, wanted: Move) -> bool {
        if !self.is_pseudo_legal(wanted) {
            return false;
        }
        let (source, target) = (wanted.source(), wanted.target());
        let (captured, king) = match wanted.kind() {
            MoveKind::Castling => return true,
            MoveKind::EnPassant => (1 << (target.index() ^ 8), self.king(self.turn())),
            MoveKind::King => (target.bit(), target),
            _ => (target.bit(), self.king(self.turn())),
        };
        let after = self.occupied() & !(source.bit() | captured) | target.bit();
        !self.is_attacked(king, self.them() & !captured, after)
    }

    /// Whether a move is legal, apart from attacks on its own king. Castling is checked in full.
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
    #[inline]
    pub fn is_pseudo_legal(&self, wanted: Move) -> bool {
        let (source, target) = (wanted.source(), wanted.target());
        let (code, turn) = (wanted.moved_code(), self.turn());
        if self.code_on(source) != turn.index() << 3 | code {
            return false;
        }
        if wanted.is_castling() {
            return self.may_castle(source, target);
        }
        let (to, occupied) = (target.bit(), self.occupied());
        if self.us() & to != 0 {
            return false;
        }
        // No other move goes through pieces, and a double push may not capture.
        let path = between(source, target) & occupied == 0;
        if code != Role::Pawn.code() {
            return path;
        }
        let is_forward = turn.view_square(target) > turn.view_square(source);
        is_forward
            && match wanted.kind() {
                MoveKind::EnPassant => self.en_passant() == Some(target),
                _ if source.file() == target.file() => path && occupied & to == 0,
                _ => occupied & to != 0,
            }
    }

    #[cold]
    fn may_castle(&self, king: Square, rook: Square) -> bool {
        let turn = self.turn();
        if self.castling() & rook.bit() & turn.view(RANK_1) == 0 {
            return false;
        }
        let path = CastlingPath::new(king, rook);
        let others = self.occupied() & !(king.bit() | rook.bit());
        // The castling rook does not block attacks on the king's path.
        others & path.both == 0
            && !self.is_check()
            && !Squares(path.king).any(|square| self.is_attacked(square, self.them(), others))
    }
}

/// The squares that king and rook pass and reach by castling, and those between them.
pub(crate) struct CastlingPath {
    pub(crate) king: u64,
    pub(crate) both: u64,
}

impl CastlingPath {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn new(king: Square, rook: Square) -> Self {
        let (king_file, rook_file) = if rook > king { (6, 5) } else { (2, 3) };
        let on_rank = |file| Square::wrapping(king.index() & 56 | file);
        let (king_to, rook_to) = (on_rank(king_file), on_rank(rook_file));
        let path = between(king, king_to) | king_to.bit();
        Self {
            king: path,
            both: path | between(king, rook) | rook_to.bit(),
        }
    }
}
