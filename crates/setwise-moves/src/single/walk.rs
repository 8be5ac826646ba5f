//! Games as the positions of their moves.

use crate::position::{Move, Position};

/// The positions of a game, each with the move in it. A game is a position and moves that are known
/// to be legal; `None` passes the turn.
///
/// ```
/// use setwise_moves::{Position, Walk};
/// let start = Position::startpos();
/// let [e4, e5] = [start.parse_move("e2e4")?, start.null_move().unwrap().parse_move("e7e5")?];
/// let mut game = Walk::new(start, [Some(e4), Some(e5), None]);
/// let counts: Vec<usize> = game.by_ref().map(|(position, _)| position.legal_moves().len()).collect();
/// assert_eq!(counts, [20, 20, 29]);
/// assert_eq!(game.position().fullmove(), 2); // after the last move
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "walks are lazy"]
pub struct Walk<M> {
    position: Position,
    moves: M,
}

impl<M: Iterator<Item = Option<Move>>> Walk<M> {
    /// Begins with a position.
    pub fn new(start: Position, moves: impl IntoIterator<IntoIter = M>) -> Self {
        let (position, moves) = (start, moves.into_iter());
        Self { position, moves }
    }

    /// The position after the moves that were given so far.
    pub const fn position(&self) -> &Position {
        &self.position
    }
}

impl<M: Iterator<Item = Option<Move>>> Iterator for Walk<M> {
    type Item = (Position, Option<Move>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (before, played) = (self.position, self.moves.next()?);
        self.position = before.after(played);
        Some((before, played))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.moves.size_hint()
    }
}

impl Position {
    /// Plays a move that is known to be legal, or passes the turn. In check, where the turn cannot
    /// pass, nothing changes.
    #[must_use = "returns the new position"]
    #[inline]
    pub fn after(&self, played: Option<Move>) -> Self {
        match played {
            Some(played) => self.play_unchecked(played),
            None => self.null_move().unwrap_or(*self),
        }
    }
}
