use crate::vocabulary::{Fields, Record};
use core::{num::NonZeroU32, ops::Range};
use setwise_moves::{Move, Outcome, Position, Walk};

/// Games without the positions after their moves. Readers make them in place of records if
/// [`ReadOptions::lines`](crate::ReadOptions::lines) asks for it.
///
/// A row is a half-move; with [`ReadOptions::final_positions`](crate::ReadOptions::final_positions)
/// another one without a move ends each sound game. The rows are those of
/// [`ColumnValues`](crate::ColumnValues).
///
/// ```
/// use setwise_formats::{Format, ReadOptions, Reader};
/// let options = ReadOptions::default().lines(true);
/// let mut reader = Reader::new(&b"1. e4 e5 2. Nf3 *\n\n1. d4 1-0\n"[..], Format::Pgn, options);
/// assert_eq!(reader.read_batch(&mut Vec::new(), 1024)?, 4);
/// let extras = reader.take_extras();
/// let lines = extras.lines();
/// assert_eq!((lines.moves().len(), lines.games().len()), (4, 2));
/// let last = &lines.games()[1];
/// assert_eq!(lines.moves()[last.rows.clone()][0].unwrap().to_string(), "d2d4");
/// # Ok::<(), setwise_formats::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Lines {
    pub(crate) games: Vec<Line>,
    moves: Vec<Option<Move>>,
}

/// A game of [`Lines`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line {
    /// The position before the first move.
    pub start: Position,
    /// The result.
    pub outcome: Option<Outcome>,
    /// The number of the game in its file, from 1.
    pub number: Option<NonZeroU32>,
    /// The half-moves before the first position.
    pub ply: Option<u16>,
    /// The rows, of which there may be none.
    pub rows: Range<usize>,
    /// Whether the last row is that of the final position.
    pub has_end: bool,
    /// The fields of the positions that the game does not have.
    pub(crate) assumed: Fields,
}

impl Line {
    /// Returns the records of the rows, whose moves are these.
    pub(crate) fn records(&self, moves: &[Option<Move>]) -> impl Iterator<Item = Record> {
        let start = Record {
            outcome: self.outcome,
            game: self.number,
            assumed: self.assumed,
            ..Record::from(self.start)
        };
        let first = self.ply;
        let walk = Walk::new(self.start, moves.iter().copied());
        walk.enumerate().map(move |(i, (position, played))| Record {
            position,
            played,
            ply: first.and_then(|first| u16::try_from(usize::from(first) + i).ok()),
            ..start
        })
    }
}

/// Returns an empty vector with room for as many entries.
pub(crate) fn emptied<T>(full: &[T]) -> Vec<T> {
    Vec::with_capacity(full.len())
}

impl Lines {
    /// The games.
    pub fn games(&self) -> &[Line] {
        &self.games
    }

    /// The move of each row; `None` passes the turn, or is a final position.
    pub fn moves(&self) -> &[Option<Move>] {
        &self.moves
    }

    /// Returns lines without games, with room for as many as these have.
    pub(crate) fn emptied(&self) -> Self {
        Self {
            games: emptied(&self.games),
            moves: emptied(&self.moves),
        }
    }

    /// Appends a game, whose rows are those after the last ones.
    pub(crate) fn push(&mut self, game: Line, moves: &[Option<Move>]) {
        self.moves.extend_from_slice(moves);
        self.moves.extend(game.has_end.then_some(None));
        self.games.push(game);
    }
}
