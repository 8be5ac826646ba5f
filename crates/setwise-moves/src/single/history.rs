//! Repetitions of positions in a game.

use crate::position::Position;
use alloc::vec::Vec;

/// The positions of a game or of a line of a search before the current one, to find repetitions.
///
/// [`push`](Self::push) adds a position when a move is played from it, [`pop`](Self::pop) takes it
/// back with the move. The functions that look for a position go back to the last capture or pawn
/// move, two plies at a time. A position repeats if the pieces, the side to move, the castling
/// rights and the legal en passant captures are the same (article 9.2.3 of FIDE's laws).
///
/// The value has one key of 64 bits for each position, eight bytes.
///
/// ```
/// use setwise_moves::{History, Position};
/// let mut history = History::new();
/// let mut position = Position::startpos();
/// for name in ["g1f3", "g8f6", "f3g1", "f6g8"] {
///     assert_eq!(history.repetitions(&position), 0);
///     history.push(&position);
///     position = position.play(position.parse_move(name)?)?;
/// }
/// assert_eq!(history.repetitions(&position), 1);
/// assert_eq!(history.plies_to_repetition(&position), Some(4));
/// assert!(!history.is_threefold(&position));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// The last position last.
    keys: Vec<u64>,
}

impl History {
    /// Returns a history without positions.
    pub const fn new() -> Self {
        Self { keys: Vec::new() }
    }

    /// Adds a position that a move is played from, or a null move.
    ///
    /// The functions also find repetitions from before a null move. An engine must ignore these, or
    /// begin another history after a null move.
    ///
    /// ```
    /// use setwise_moves::{History, Position};
    /// let mut history = History::new();
    /// let mut position = Position::startpos();
    /// for _ in 0..2 {
    ///     history.push(&position);
    ///     position = position.null_move().ok_or("in check")?;
    /// }
    /// // No move was played since the last null move.
    /// assert_eq!(history.plies_to_repetition(&position), Some(2));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn push(&mut self, position: &Position) {
        self.keys.push(position.key());
    }

    /// Removes the last position. Returns whether there was one.
    pub fn pop(&mut self) -> bool {
        self.keys.pop().is_some()
    }

    /// Removes all positions.
    pub fn clear(&mut self) {
        self.keys.clear();
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Returns the plies since the last capture or pawn move before `current`, as far as known.
    ///
    /// ```
    /// use setwise_moves::{History, Position};
    /// let mut history = History::new();
    /// let mut position = Position::startpos();
    /// for name in ["g1f3", "e7e5", "f3g1"] {
    ///     history.push(&position);
    ///     position = position.play(position.parse_move(name)?)?;
    /// }
    /// assert_eq!((history.len(), history.reversible_plies(&position)), (3, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reversible_plies(&self, current: &Position) -> usize {
        reversible_plies(&self.keys, current)
    }

    /// Returns how often `current` was on the board before.
    pub fn repetitions(&self, current: &Position) -> usize {
        current.occurrences(&self.keys).count()
    }

    /// Returns the number of plies since `current` was on the board last; `None` if it never was.
    /// In a search, at `ply` plies after its root, a number of at most `ply` means that the search
    /// itself repeats the position.
    pub fn plies_to_repetition(&self, current: &Position) -> Option<usize> {
        current.occurrences(&self.keys).next()
    }

    /// Whether `current` is on the board for the third time at least: a draw can be claimed.
    pub fn is_threefold(&self, current: &Position) -> bool {
        current.occurrences(&self.keys).nth(1).is_some()
    }

    /// Whether `current` is on the board for the fifth time at least, which is a draw.
    pub fn is_fivefold(&self, current: &Position) -> bool {
        current.occurrences(&self.keys).nth(3).is_some()
    }
}

fn reversible_plies(keys: &[u64], current: &Position) -> usize {
    keys.len().min(usize::from(current.halfmoves()))
}

impl Position {
    /// Returns the numbers of plies since the position was on the board before, smallest first.
    /// `keys` are the [keys](Self::key) of the positions before it, the last one last.
    ///
    /// This is for programs that store the keys. [`History`] does the same with its own memory.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let (mut position, mut keys) = (Position::startpos(), [0; 8]);
    /// for (name, key) in ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2).iter().zip(&mut keys) {
    ///     *key = position.key();
    ///     position = position.play(position.parse_move(name)?)?;
    /// }
    /// assert!(position.occurrences(&keys).eq([4, 8]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn occurrences(&self, keys: &[u64]) -> impl Iterator<Item = usize> {
        let reversible = &keys[keys.len() - reversible_plies(keys, self)..];
        let key = self.key();
        // The side to move is the same every second ply.
        let earlier = reversible.iter().rev().enumerate().skip(1).step_by(2);
        earlier.filter_map(move |(index, &earlier)| (earlier == key).then_some(index + 1))
    }
}
