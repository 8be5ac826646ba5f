//! The change of features by a move.

use crate::{feature_set::FeatureSet, inputs::Boards};
use core::fmt;
use setwise_moves::{Color, IllegalMove, Move, Position};
use setwise_threats::{Changed, Perspective};

/// A set whose features can be updated after a move without extracting all of them: the accumulator
/// of an engine adds the columns of the added features and subtracts those of the removed ones.
///
/// [`Changes`] holds the result.
pub trait Incremental: FeatureSet {
    /// Whether a perspective numbers its features differently after the change, so that all of them
    /// must be extracted again: its king has moved to another bucket, or its files are mirrored
    /// differently.
    fn refreshes(&self, before: &Boards, after: &Boards, perspective: Color) -> bool;

    /// Appends the changed features, by [`Changes::remove`] and [`Changes::add`]. For a
    /// perspective that [`refreshes`](Self::refreshes), they are ignored.
    fn append_changes(&self, before: &Boards, after: &Boards, changes: &mut Changes);
}

/// The change of the features of one perspective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change<'a> {
    /// The features must be extracted again.
    Refresh,
    /// Some features have changed. No feature is in both lists; their order is not stated.
    Lists {
        /// The features that are active no longer.
        removed: &'a [u32],
        /// The features that have become active.
        added: &'a [u32],
    },
}

/// The change of the features of a position, for both perspectives. It has the memory for the
/// lists, about 10 KB: make it once and use it again.
///
/// ```
/// use setwise_moves::{Color, Position};
/// use setwise_nnue::{Boards, Change, Changes, FullThreats};
/// let position = Position::from_fen("4k3/8/8/3n4/8/2B5/8/4K2R w - - 0 1")?;
/// let mut changes = Changes::new();
///
/// // The bishop captures nothing; the knight attacks it no longer.
/// let set = FullThreats::new();
/// let after = changes.play(&set, &position, position.parse_move("c3a5")?)?;
/// assert!(matches!(changes.of(Color::White), Change::Lists { removed: [_], added: [] }));
///
/// // The king leaves the files e to h: White sees the board mirrored from here onward, Black does not.
/// let position = Position::from_fen("4k3/8/8/3n4/8/2B5/8/4K2R w - - 0 1")?;
/// let after = position.play(position.parse_move("e1d1")?)?;
/// changes.find(&set, &Boards::from(&position), &Boards::from(&after));
/// assert_eq!(changes.of(Color::White), Change::Refresh);
/// assert_eq!(changes.of(Color::Black), Change::Lists { removed: &[], added: &[] });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Changes {
    removed: List,
    added: List,
    /// By color of the perspective.
    refresh: [bool; 2],
    /// The changes of one set of threats.
    threats: Changed<u32>,
    /// Whether `threats` is the whole change. The lists are then empty, because a copy would take
    /// a third of the time.
    only_threats: bool,
}

impl Changes {
    /// The number of features that a list has room for. If there are more, both perspectives are
    /// [`Change::Refresh`].
    ///
    /// A move never needs that many. It changes at most four squares (castling). A square has at
    /// most 24 threats: a piece attacks in 8 directions, and is attacked from 8 directions and by 8
    /// knights. Over an empty square there are at most 8 threats. A pawn has at most 17 neighbors
    /// on three files. So there are at most 96 threats, 68 pairs of pawns and 4 pieces.
    pub const CAPACITY: usize = 256;

    /// Returns lists without features.
    pub const fn new() -> Self {
        const EMPTY: List = List {
            indices: [[0; Changes::CAPACITY]; 2],
            len: 0,
        };
        Self {
            removed: EMPTY,
            added: EMPTY,
            refresh: [false; 2],
            threats: Changed::new(),
            only_threats: false,
        }
    }

    /// Finds the features that differ between two positions, and replaces the previous result. The
    /// positions may be any that pass [`FeatureSet::check`]; the work grows with the number of
    /// squares that differ. A single move, a null move, and their reversal are fast.
    ///
    /// For positions that do not pass the check, the result has no meaning.
    #[inline]
    pub fn find<S: Incremental>(&mut self, set: &S, before: &Boards, after: &Boards) {
        (self.removed.len, self.added.len) = (0, 0);
        self.only_threats = false;
        self.refresh = Color::ALL.map(|color| set.refreshes(before, after, color));
        if self.refresh != [true; 2] {
            set.append_changes(before, after, self);
        }
        if self.removed.len.max(self.added.len) > Self::CAPACITY {
            self.refresh = [true; 2];
        }
    }

    /// Finds the features that a move changes, and returns the position after it.
    ///
    /// # Errors
    /// The move is not legal. In that case nothing is changed.
    pub fn play<S: Incremental>(
        &mut self,
        set: &S,
        position: &Position,
        wanted: Move,
    ) -> Result<Position, IllegalMove> {
        let after = position.play(wanted)?;
        self.find(set, &Boards::from(position), &Boards::from(&after));
        Ok(after)
    }

    /// The change of the features of a perspective.
    #[inline]
    pub fn of(&self, perspective: Color) -> Change<'_> {
        let side = perspective.index();
        if self.refresh[side] {
            return Change::Refresh;
        }
        let of = Perspective::ALL[side];
        let (removed, added) = match self.only_threats {
            true => (self.threats.removed(of), self.threats.added(of)),
            false => (self.removed.of(side), self.added.of(side)),
        };
        Change::Lists { removed, added }
    }

    /// Appends a removed feature: its index as White sees it, and as Black does.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn remove(&mut self, indices: [u32; 2]) {
        self.copy_threats();
        self.removed.push(indices);
    }

    /// Appends an added feature: its index as White sees it, and as Black does.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn add(&mut self, indices: [u32; 2]) {
        self.copy_threats();
        self.added.push(indices);
    }

    /// Appends the changes that `find` writes. If it returns `false`, the lists count as too long.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn append_threats(&mut self, find: impl FnOnce(&mut Changed<u32>) -> bool) {
        self.copy_threats();
        if !find(&mut self.threats) {
            self.removed.len = Self::CAPACITY + 1;
        }
        self.only_threats = true;
        if self.removed.len + self.added.len != 0 {
            self.copy_threats();
        }
    }

    /// Copies the threats to the lists, unless they are already copied.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn copy_threats(&mut self) {
        if self.only_threats {
            self.append_all_threats();
        }
    }

    #[inline(never)]
    fn append_all_threats(&mut self) {
        self.only_threats = false;
        let [white, black] = Perspective::ALL.map(|of| self.threats.removed(of));
        self.removed.append(white, black);
        let [white, black] = Perspective::ALL.map(|of| self.threats.added(of));
        self.added.append(white, black);
    }

    /// Runs something, and adds a number to the indices that it appends.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn shifted(&mut self, by: u32, append: impl FnOnce(&mut Self)) {
        self.copy_threats();
        let (removed, added) = (self.removed.len, self.added.len);
        append(self);
        self.copy_threats();
        self.removed.shift(removed, by);
        self.added.shift(added, by);
    }
}

impl Default for Changes {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Changes")
            .field("white", &self.of(Color::White))
            .field("black", &self.of(Color::Black))
            .finish()
    }
}

/// The squares whose pieces differ, as a board.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn changed_squares(before: &Boards, after: &Boards) -> u64 {
    let mut changed = 0;
    for (before, after) in before.colors.iter().zip(&after.colors) {
        changed |= before ^ after;
    }
    for (before, after) in before.roles.iter().zip(&after.roles) {
        changed |= before ^ after;
    }
    changed
}

/// Features, by perspective.
#[derive(Clone)]
struct List {
    indices: [[u32; Changes::CAPACITY]; 2],
    /// The number of features that were appended. Those beyond the capacity are missing.
    len: usize,
}

impl List {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn push(&mut self, indices: [u32; 2]) {
        for (list, index) in self.indices.iter_mut().zip(indices) {
            if let Some(entry) = list.get_mut(self.len) {
                *entry = index;
            }
        }
        self.len += 1;
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn append(&mut self, white: &[u32], black: &[u32]) {
        for (white, black) in white.iter().zip(black) {
            self.push([*white, *black]);
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn shift(&mut self, start: usize, by: u32) {
        for list in &mut self.indices {
            let end = self.len.min(list.len());
            for index in list.get_mut(start..end).unwrap_or_default() {
                *index += by;
            }
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn of(&self, side: usize) -> &[u32] {
        self.indices[side].get(..self.len).unwrap_or_default()
    }
}
