//! Games as the positions of their moves.

use crate::position::{Mailbox, Move, Position};

/// What moves of a game change.
pub trait Walked: Clone {
    /// Plays a move that is known to be legal, or passes the turn.
    fn go_on(&mut self, played: Option<Move>);
}

impl Walked for Position {
    #[inline]
    fn go_on(&mut self, played: Option<Move>) {
        *self = self.after(played);
    }
}

impl Walked for Mailbox {
    #[inline]
    fn go_on(&mut self, played: Option<Move>) {
        self.play(played);
    }
}

/// The positions of a game, each with the move in it: as [`Position`]s, or as [`Mailbox`]es. A game
/// is a position and moves that are known to be legal; `None` passes the turn.
///
/// ```
/// use setwise_moves::{Mailbox, Position, Walk};
/// let start = Position::startpos();
/// let [e4, e5] = [start.parse_move("e2e4")?, start.null_move().unwrap().parse_move("e7e5")?];
/// let mut game = Walk::new(start, [Some(e4), Some(e5), None]);
/// let counts: Vec<usize> = game.by_ref().map(|(position, _)| position.legal_moves().len()).collect();
/// assert_eq!(counts, [20, 20, 29]);
/// assert_eq!(game.position().fullmove(), 2); // after the last move
/// Walk::new(Mailbox::from(&start), [Some(e4)]).visit(|mailbox, played| {
///     assert_eq!((mailbox.squares[12], played), (1, Some(e4))); // a white pawn on e2
/// });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "walks are lazy"]
pub struct Walk<P, M> {
    position: P,
    moves: M,
}

impl<P, M: Iterator<Item = Option<Move>>> Walk<P, M> {
    /// Begins with a position.
    pub fn new(start: P, moves: impl IntoIterator<IntoIter = M>) -> Self {
        let (position, moves) = (start, moves.into_iter());
        Self { position, moves }
    }

    /// Visits the rest of the positions, which are not copied.
    #[inline]
    pub fn visit(mut self, mut take: impl FnMut(&P, Option<Move>))
    where
        P: Walked,
    {
        for played in self.moves {
            take(&self.position, played);
            self.position.go_on(played);
        }
    }

    /// The position after the moves that were given so far.
    pub const fn position(&self) -> &P {
        &self.position
    }
}

impl<P: Walked, M: Iterator<Item = Option<Move>>> Iterator for Walk<P, M> {
    type Item = (P, Option<Move>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let played = self.moves.next()?;
        let before = self.position.clone();
        self.position.go_on(played);
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
