//! Whether the game goes on.

use crate::position::Position;

/// Whether the game goes on, by the rules that need the position alone: [`Position::status`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Status {
    /// There are legal moves, and no rule ends the game.
    Ongoing,
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// Neither side can mate ([`Position::has_insufficient_material`]).
    InsufficientMaterial,
    /// A draw: 75 moves of both sides without a capture or a pawn move.
    SeventyFiveMoves,
    /// A player may claim a draw: 50 moves of both sides without a capture or a pawn move.
    FiftyMoves,
}

impl Position {
    /// Whether the game goes on. Mate comes before the rules of 50 and 75 moves. Repetitions need
    /// the positions before this one.
    ///
    /// ```
    /// use setwise_moves::{Position, Status};
    /// assert_eq!(Position::startpos().status(), Status::Ongoing);
    /// let mate = Position::from_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 150 90")?;
    /// assert_eq!(mate.status(), Status::Checkmate);
    /// let rooks = Position::from_fen("r6k/8/8/8/8/8/8/R6K w - - 100 90")?;
    /// assert_eq!(rooks.status(), Status::FiftyMoves);
    /// # Ok::<(), setwise_moves::FenError>(())
    /// ```
    pub fn status(&self) -> Status {
        if self.count_legal() == 0 {
            return match self.is_check() {
                true => Status::Checkmate,
                false => Status::Stalemate,
            };
        }
        match self.halfmoves() {
            _ if self.has_insufficient_material() => Status::InsufficientMaterial,
            150.. => Status::SeventyFiveMoves,
            100.. => Status::FiftyMoves,
            _ => Status::Ongoing,
        }
    }
}
