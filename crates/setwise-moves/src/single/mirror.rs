//! Positions with the colors exchanged.

use crate::position::{Color, Position, Role, Setup};

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
    #[must_use]
    pub fn mirror(&self) -> Self {
        let mut setup = Setup::empty();
        for color in Color::ALL {
            for role in Role::ALL {
                let pieces = self.pieces(color.other(), role);
                *setup.pieces_mut(color, role) = pieces.swap_bytes();
            }
        }
        setup.turn = self.turn().other();
        setup.castling = self.castling().swap_bytes();
        setup.en_passant = self.en_passant().map(|square| square.flip_ranks());
        setup.halfmoves = self.halfmoves();
        setup.fullmove = self.fullmove();
        // The mirror image of a valid position is valid.
        Self::new(setup).unwrap_or(*self)
    }
}
