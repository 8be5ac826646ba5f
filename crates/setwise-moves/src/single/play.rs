//! Positions after moves that are checked, and after null moves.

use crate::position::{IllegalMove, Move, Position};

impl Position {
    /// Plays a move.
    ///
    /// # Errors
    /// The move is not legal here.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let start = Position::startpos();
    /// let open = start.play(start.parse_move("e2e4")?)?;
    /// assert_eq!(open.to_fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "make_move")]
    #[doc(alias = "do_move")]
    pub fn play(&self, wanted: Move) -> Result<Self, IllegalMove> {
        match self.is_legal(wanted) {
            true => Ok(self.play_unchecked(wanted)),
            false => Err(IllegalMove(wanted)),
        }
    }

    /// Plays a move if it is pseudo-legal ([`is_pseudo_legal`](Self::is_pseudo_legal)). The move is
    /// legal if its king is not attacked in the position after it, which is not valid otherwise.
    ///
    /// ```
    /// use setwise_moves::{Move, MoveKind, Position, Square};
    /// let start = Position::startpos();
    /// let e4 = start.parse_move("e2e4")?;
    /// assert_eq!(start.play_pseudo_legal(e4), Some(start.play(e4)?));
    /// let e6 = Move::new(Square::E5, Square::E6, MoveKind::Pawn).unwrap();
    /// assert_eq!(start.play_pseudo_legal(e6), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use = "returns the new position"]
    pub fn play_pseudo_legal(&self, wanted: Move) -> Option<Self> {
        self.is_pseudo_legal(wanted)
            .then(|| self.play_unchecked(wanted))
    }

    /// The position after a null move: the other side is to move, and nothing can be captured en
    /// passant. `None` in check, where the king would be left attacked.
    ///
    /// The clocks go on as after a quiet move.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let position = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2")?;
    /// let passed = position.null_move().ok_or("in check")?;
    /// assert_eq!(passed.to_fen(), "4k3/8/8/3pP3/8/8/8/4K3 b - - 1 2");
    /// let in_check = Position::from_fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")?;
    /// assert_eq!(in_check.null_move(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use = "returns the new position"]
    pub fn null_move(&self) -> Option<Self> {
        (!self.is_check()).then(|| self.passed())
    }
}
