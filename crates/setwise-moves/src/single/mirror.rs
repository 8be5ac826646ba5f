//! Positions with the colors exchanged.

use crate::{position::Position, position::state::State};

impl Position {
    /// Returns the position with the ranks reversed and the colors exchanged, the side to move
    /// included. Its moves are those of this position with the ranks reversed, so an evaluation
    /// that sees both sides alike gives both the same value. The clocks stay.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let position = Position::from_fen("4k3/8/8/8/3Pp3/8/8/4K2R b K d3 0 20")?;
    /// let mirrored = position.mirror();
    /// assert_eq!(mirrored.to_fen(), "4k2r/8/8/3pP3/8/8/8/4K3 w k d6 0 20");
    /// assert_eq!(mirrored.mirror(), position);
    /// # Ok::<(), setwise_moves::FenError>(())
    /// ```
    #[must_use = "returns the new position"]
    pub fn mirror(&self) -> Self {
        let [a, b, c, d] = self.board.planes.map(u64::swap_bytes);
        let (turn, passed) = (self.turn().other(), self.en_passant());
        let state = State::new(turn, self.halfmoves(), self.fullmove())
            .with_castling(self.castling().swap_bytes());
        Self::of_planes([a, b, c, (a | b | c) & !d], state)
            .with_passed(passed.map_or(0, |square| square.flip_ranks().index()))
    }
}
