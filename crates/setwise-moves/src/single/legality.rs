//! Legal moves, checks and pins of a position.

use crate::frame::Frame;
use crate::functions::checks::FindChecks;
use crate::kernel::MoveKernel;
use crate::lists::legal_moves::LegalMoves;
use crate::packs::per_position::PerPosition;
use crate::position::{Color, Move, Position};
use crate::rules::legality::Legality;
use crate::sets::{Pieces, attackers_to};
use setwise_core::Square;

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
        FindChecks::<true>::of(self)
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

    /// The pieces of both colors that attack a square, where `occupied` are the squares that block
    /// sliders. Without a slider in `occupied` the pieces behind it attack too.
    ///
    /// ```
    /// use setwise_moves::{Position, Square};
    /// let position = Position::from_fen("4k3/4r3/8/8/8/8/4Q3/4RK2 w - - 0 1")?;
    /// let to_e4 = position.attackers_to(Square::E4, position.occupied());
    /// assert_eq!(to_e4, Square::E2.bit() | Square::E7.bit());
    /// let behind = position.attackers_to(Square::E4, position.occupied() & !to_e4);
    /// assert_eq!(behind & !to_e4, Square::E1.bit());
    /// # Ok::<(), setwise_moves::FenError>(())
    /// ```
    pub fn attackers_to(&self, square: Square, occupied: u64) -> u64 {
        let [white, black] = Color::ALL.map(|color| Pieces::of(self, color));
        attackers_to(square.bit(), occupied, &white) | attackers_to(square.bit(), occupied, &black)
    }

    /// Whether a legal move gives check. For another move the answer means nothing; nothing panics.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let position = Position::from_fen("4k3/8/8/8/8/4N3/4R3/4K3 w - - 0 1")?;
    /// assert!(position.gives_check(position.parse_move("e3c4")?)); // by the rook behind
    /// assert!(!position.gives_check(position.parse_move("e1f1")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn gives_check(&self, legal: Move) -> bool {
        self.play_unchecked(legal).is_check()
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
