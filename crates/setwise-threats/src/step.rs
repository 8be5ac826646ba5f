//! What a move does to the board.

use crate::geometry::{BLACK, KING, to_queenside};
use crate::lanes::{CAPTURES, MOVES, NO_WAY, PLACES, REMOVES, REPLACES, WAY, WAYS};
use core::mem::offset_of;

/// One of the two sides that see a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Perspective {
    /// White's.
    White,
    /// Black's.
    Black,
}

impl Perspective {
    /// Both perspectives, in the order of lists.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];
}

/// How a perspective sees squares: from its side, with mirrored files if its king is on e to h.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct View(pub(crate) u8);

impl View {
    /// Returns the views of White and Black, whose kings are on these squares.
    #[inline]
    pub(crate) const fn both([white, black]: [u8; 2]) -> [Self; 2] {
        [
            Self::new(Perspective::White, white),
            Self::new(Perspective::Black, black),
        ]
    }

    /// Returns the view of a perspective whose king is on this square.
    #[inline]
    pub(crate) const fn new(perspective: Perspective, king: u8) -> Self {
        let flip = match perspective {
            Perspective::White => 0,
            Perspective::Black => 56,
        };
        Self(to_queenside(king) ^ flip)
    }
}

/// The change of one square, or of two squares when a piece goes from one to the other.
///
/// As bytes, from the lowest: the first square, the second, the pieces that leave the first, are
/// placed on the second and captured there, and the row of the table of lanes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Step(pub(crate) u64);

impl Step {
    #[inline]
    const fn new(from: u8, to: u8, pieces: [u8; 3], row: u8) -> Self {
        let [moved, placed, captured] = pieces;
        Self(u64::from_le_bytes([
            from & 63,
            to & 63,
            moved & 15,
            placed & 15,
            captured & 15,
            row,
            0,
            0,
        ]))
    }

    #[inline]
    pub(crate) const fn moves(from: u8, to: u8, moved: u8, placed: u8, captured: u8) -> Self {
        let kind = if captured & 15 == 0 { MOVES } else { CAPTURES };
        let way = WAY[(from & 63) as usize][(to & 63) as usize];
        Self::new(from, to, [moved, placed, captured], kind * WAYS + way)
    }

    #[inline]
    const fn removes(square: u8, piece: u8) -> Self {
        Self::new(square, square, [piece, 0, 0], REMOVES * WAYS + NO_WAY)
    }

    #[inline]
    const fn places(square: u8, piece: u8) -> Self {
        Self::new(square, square, [0, piece, 0], PLACES * WAYS + NO_WAY)
    }

    #[inline]
    const fn replaces(square: u8, old: u8, new: u8) -> Self {
        Self::new(square, square, [old, new, 0], REPLACES * WAYS + NO_WAY)
    }

    const fn byte(self, number: usize) -> u8 {
        self.0.to_le_bytes()[number]
    }

    #[inline]
    pub(crate) const fn from(self) -> u8 {
        self.byte(0) & 63
    }

    #[inline]
    pub(crate) const fn to(self) -> u8 {
        self.byte(1) & 63
    }

    #[inline]
    pub(crate) const fn moved(self) -> u8 {
        self.byte(2) & 15
    }

    #[inline]
    pub(crate) const fn placed(self) -> u8 {
        self.byte(3) & 15
    }

    #[inline]
    pub(crate) const fn captured(self) -> u8 {
        self.byte(4) & 15
    }

    #[inline]
    pub(crate) const fn row(self) -> usize {
        self.byte(5) as usize
    }
}

/// A square whose piece a move changes. The code 0 stands for no piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareChange {
    /// The square (a1 is 0, h8 is 63).
    pub at: u8,
    /// The piece on it before the move.
    pub before: u8,
    /// The piece on it after the move.
    pub after: u8,
}

impl SquareChange {
    pub(crate) const NONE: Self = Self {
        at: 0,
        before: 0,
        after: 0,
    };
}

struct Squares {
    squares: [SquareChange; 2 * Played::MAX],
    len: usize,
}

impl Squares {
    /// Adds the change of a square, or extends an earlier change of the same square.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn change(&mut self, at: u8, before: u8, after: u8) {
        for square in self.squares.iter_mut().take(self.len) {
            if square.at == at {
                square.after = after;
                return;
            }
        }
        if let Some(square) = self.squares.get_mut(self.len) {
            *square = SquareChange { at, before, after };
            self.len += 1;
        }
    }
}

/// What a move does to the board, in at most four steps.
///
/// Squares are numbers: a1 is 0, b1 is 1, h8 is 63. Pieces are codes: pawn 1, knight 2, bishop 3,
/// rook 4, queen 5, king 6, plus 8 if they are Black's. [`Codes`](crate::Codes) has those of an
/// engine. Bits beyond these numbers are not read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Played {
    steps: [Step; Self::MAX],
    len: u8,
    /// By color of the perspective: whether its king crosses the middle of the board.
    refreshes: u8,
}

impl Played {
    /// The greatest number of steps, and of squares for [`squares`](Self::squares): castling
    /// changes four.
    pub const MAX: usize = 4;

    /// The null move: nothing changes.
    pub const NULL: Self = Self {
        steps: [Step(0); Self::MAX],
        len: 0,
        refreshes: 0,
    };

    #[inline]
    const fn one(step: Step, refreshes: u8) -> Self {
        Self {
            steps: [step, Step(0), Step(0), Step(0)],
            len: 1,
            refreshes,
        }
    }

    /// A piece moves to another square. `placed` is the piece that stands there afterwards: the
    /// same one, or what the pawn becomes. `captured` is the piece that stood there, or 0.
    ///
    /// Squares between both must be empty if they lie on a line.
    #[inline]
    pub const fn moves(from: u8, to: u8, moved: u8, placed: u8, captured: u8) -> Self {
        let refreshes = Self::refreshes_by_king(moved, from, to);
        let step = if placed & 15 == captured & 15 {
            // The second square does not change.
            Step::removes(from, moved)
        } else {
            Step::moves(from, to, moved, placed, captured)
        };
        Self::one(step, refreshes)
    }

    /// A pawn captures another one en passant, on the square `captured_at`.
    #[inline]
    pub const fn en_passant(from: u8, to: u8, pawn: u8, captured_at: u8, captured: u8) -> Self {
        let mut played = Self::NULL;
        played.push(Step::removes(captured_at, captured));
        played.push(Step::moves(from, to, pawn, pawn, 0));
        played
    }

    /// A king and a rook castle. Any of their squares may be the same, as in Chess960.
    #[inline]
    pub const fn castles(king: (u8, u8), rook: (u8, u8), pieces: (u8, u8)) -> Self {
        let mut played = Self::NULL;
        let ((king_from, king_to), (rook_from, rook_to)) = (king, rook);
        // Both pieces leave the board before one is placed, because their squares may be the same.
        played.push(Step::removes(king_from, pieces.0));
        played.push(Step::removes(rook_from, pieces.1));
        played.push(Step::places(rook_to, pieces.1));
        played.push(Step::places(king_to, pieces.0));
        played.refreshes = Self::refreshes_by_king(pieces.0, king_from, king_to);
        played
    }

    /// Some squares change in any way. Returns `None` for more than [`MAX`](Self::MAX) squares. No
    /// square may occur twice.
    #[inline]
    pub fn squares(squares: &[SquareChange]) -> Option<Self> {
        if squares.len() > Self::MAX {
            return None;
        }
        let mut played = Self::NULL;
        for square in squares {
            let SquareChange { at, before, after } = *square;
            match (before & 15, after & 15) {
                (before, after) if before == after => {}
                (before, 0) => played.push(Step::removes(at, before)),
                (0, after) => played.push(Step::places(at, after)),
                (before, after) => played.push(Step::replaces(at, before, after)),
            }
        }
        for (bit, king) in [(1, KING), (2, KING | BLACK)] {
            let side = |piece: fn(&SquareChange) -> u8| {
                let mut all = squares.iter().filter(|square| piece(square) & 15 == king);
                all.next().map(|square| square.at & 4)
            };
            if side(|square| square.before) != side(|square| square.after) {
                played.refreshes |= bit;
            }
        }
        Some(played)
    }

    /// Whether all threats of a perspective get other indices, so that they must be recomputed: its
    /// king crosses the middle of the board. Its lists then have no meaning. With pieces on squares
    /// [`Joined::refreshes`](crate::Joined::refreshes) decides, which is true more often.
    #[inline]
    pub const fn refreshes(&self, perspective: Perspective) -> bool {
        self.refreshes >> (perspective as u8) & 1 != 0
    }

    #[inline]
    const fn refreshes_by_king(piece: u8, from: u8, to: u8) -> u8 {
        let crosses = piece & 7 == KING && (from ^ to) & 4 != 0;
        (crosses as u8) << (piece >> 3 & 1)
    }

    /// The squares of a perspective's king before the move and after it, if it moves.
    #[inline]
    pub(crate) fn king(&self, perspective: Perspective) -> [Option<u8>; 2] {
        let king = KING | (BLACK * perspective as u8);
        let (mut before, mut after) = (None, None);
        for step in self.steps() {
            if step.moved() == king {
                before = Some(step.from());
            }
            if step.placed() == king {
                after = Some(step.to());
            }
        }
        [before, after]
    }

    /// The squares of the steps, each once, and their number. Their pieces may stay the same.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn changed(&self) -> ([SquareChange; 2 * Self::MAX], usize) {
        let mut all = Squares {
            squares: [SquareChange::NONE; 2 * Self::MAX],
            len: 0,
        };
        for step in self.steps() {
            if step.from() == step.to() {
                all.change(step.from(), step.moved(), step.placed());
            } else {
                all.change(step.from(), step.moved(), 0);
                all.change(step.to(), step.captured(), step.placed());
            }
        }
        (all.squares, all.len)
    }

    /// Returns the squares whose pieces the move changes, each once: the changes of a mailbox.
    #[inline]
    pub fn changed_squares(&self) -> impl Iterator<Item = SquareChange> {
        let (squares, len) = self.changed();
        let squares = squares.into_iter().take(len);
        squares.filter(|square| square.before != square.after)
    }

    #[inline]
    const fn push(&mut self, step: Step) {
        if (self.len as usize) < Self::MAX {
            self.steps[self.len as usize] = step;
            self.len += 1;
        }
    }

    #[inline]
    pub(crate) fn steps(&self) -> &[Step] {
        self.steps.get(..usize::from(self.len)).unwrap_or_default()
    }
}

/// A position and the move that is played in it: what an engine keeps until it needs the features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Before {
    /// The piece on each square before the move, in the engine's codes.
    pub mailbox: [u8; 64],
    /// The occupied squares before the move.
    pub occupied: u64,
    /// The move.
    pub played: Played,
}

/// Where the header of `setwise-threats-capi` expects the mailbox, the occupied squares, the steps,
/// their number, and the perspectives to refresh.
pub const BEFORE_OFFSETS: [usize; 5] = [
    offset_of!(Before, mailbox),
    offset_of!(Before, occupied),
    offset_of!(Before, played.steps),
    offset_of!(Before, played.len),
    offset_of!(Before, played.refreshes),
];

impl Default for Before {
    /// Returns the null move on an empty board.
    fn default() -> Self {
        Self {
            mailbox: [0; 64],
            occupied: 0,
            played: Played::NULL,
        }
    }
}

/// The codes that an engine has for pieces in its mailbox.
pub trait Codes: Copy {
    /// By the engine's code: the code of this crate ([`Played`]), and 0 for empty squares. `None`
    /// if the engine has the codes of this crate.
    fn table(&self) -> Option<&[u8; 16]>;
}

/// The codes of this crate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standard;

impl Codes for Standard {
    #[inline]
    fn table(&self) -> Option<&[u8; 16]> {
        None
    }
}

/// Any codes below 16: the code of this crate by the engine's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table(pub [u8; 16]);

impl Table {
    /// Returns the code of this crate for a code of the engine, for calls of [`Played`].
    #[inline]
    pub const fn of(&self, code: u8) -> u8 {
        self.0[(code & 15) as usize]
    }
}

impl Codes for Table {
    #[inline]
    fn table(&self) -> Option<&[u8; 16]> {
        Some(&self.0)
    }
}
