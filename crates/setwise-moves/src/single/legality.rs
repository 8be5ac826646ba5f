//! Legal moves, checks and pins of a position.

use crate::frame::Frame;
use crate::kernel::MoveKernel;
use crate::lists::legal_moves::LegalMoves;
use crate::position::{Move, Position};
use crate::rules::legality::Legality;

impl Position {
    /// The limits on the moves of the side to move, in its frame.
    #[inline]
    fn legality(&self) -> Legality<u64> {
        Legality::new(&Frame::from(self))
    }

    /// The legal moves.
    #[inline]
    pub fn legal_moves(&self) -> LegalMoves {
        let frame = Frame::from(self);
        LegalMoves::new(self, &(MoveKernel::best().targets)(&frame, ()))
    }

    /// Counts the legal moves without listing them.
    #[inline]
    pub fn count_legal(&self) -> u32 {
        (MoveKernel::best().count)(&Frame::from(self), ())
    }

    /// Whether a move is legal. Any value is a valid argument.
    #[inline]
    pub fn is_legal(&self, wanted: Move) -> bool {
        self.legal_moves().contains(wanted)
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.checkers() != 0
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> u64 {
        self.turn.view(self.legality().checkers)
    }

    /// The pieces of the side to move that are pinned: alone between their king and an enemy
    /// slider.
    #[inline]
    pub fn pinned(&self) -> u64 {
        let frame = Frame::from(self);
        self.turn.view(Legality::new(&frame).pinned(&frame))
    }

    /// The squares that the king of the side to move must not go to: attacked by the other side
    /// with that king taken off the board.
    ///
    /// ```
    /// use setwise_moves::{Diagram, Position};
    /// // The king on e4 cannot flee from the rook along its file.
    /// let position = Position::from_fen("7k/8/8/8/4K3/8/8/4r3 w - - 0 1").unwrap();
    /// assert_eq!(format!("{:#}", Diagram(position.danger())), "\
    /// 8 . . . . 1 . 1 .
    /// 7 . . . . 1 . 1 1
    /// 6 . . . . 1 . . .
    /// 5 . . . . 1 . . .
    /// 4 . . . . 1 . . .
    /// 3 . . . . 1 . . .
    /// 2 . . . . 1 . . .
    /// 1 1 1 1 1 . 1 1 1
    ///   a b c d e f g h
    /// ");
    /// ```
    #[inline]
    pub fn danger(&self) -> u64 {
        self.turn.view(self.legality().danger)
    }

    /// Whether the side to move is in check and has no legal move.
    pub fn is_mate(&self) -> bool {
        self.count_legal() == 0 && self.is_check()
    }

    /// Whether the side to move is not in check and has no legal move.
    pub fn is_stalemate(&self) -> bool {
        self.count_legal() == 0 && !self.is_check()
    }
}
