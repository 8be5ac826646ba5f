//! A position as its side to move sees it.

use crate::step::Step;
use crate::{Color, Frame, Heading, IllegalMove, Kind, Move, ResolvedMove};
use core::fmt;
use setwise_core::piecewise::{classical::nearest, rays::RAYS};
use setwise_core::{Direction, RANK_1, Square};

/// A chess position, orthodox or Chess960, that follows the rules of [`Setup`](crate::Setup).
///
/// 64 bytes, one cache line: seven bitboards and eight bytes of state; a move makes a changed copy. The boards
/// are kept as the side to move sees them, moving up; every public function speaks of squares and boards as
/// seen from White, so that this cannot be noticed.
///
/// `==` compares everything, clocks and an idle en passant square included; [`Position::same_moves`] only what
/// matters for the moves from here on.
///
/// ```
/// use setwise_moves::{Color, Kind, Position};
/// let start = Position::startpos();
/// assert_eq!(start.legal_moves().len(), 20);
/// assert_eq!(start.of(Color::Black, Kind::Knight), 1 << 57 | 1 << 62);
/// assert_eq!(start.to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
/// assert_eq!(size_of::<Position>(), 64);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
// In this order, `pairs` are plain loads.
#[repr(C)]
pub struct Position {
    /// The men of the side to move.
    pub(crate) own: u64,
    pub(crate) their: u64,
    pub(crate) pawns: u64,
    pub(crate) knights: u64,
    /// Bishops and queens.
    pub(crate) diagonal: u64,
    /// Rooks and queens.
    pub(crate) orthogonal: u64,
    pub(crate) kings: u64,
    /// Files of the rooks that may castle: own first rank, their first rank.
    pub(crate) castling: [u8; 2],
    /// The square behind a pawn that has just made a double step; 0 for none.
    pub(crate) en_passant: u8,
    pub(crate) turn: Color,
    pub(crate) halfmoves: u16,
    pub(crate) fullmove: u16,
}

impl Position {
    /// Who is to move.
    #[inline(always)]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// All men.
    #[inline(always)]
    pub const fn occupied(&self) -> u64 {
        self.turn.view(self.own | self.their)
    }

    /// The men of a colour.
    #[inline(always)]
    pub const fn men(&self, color: Color) -> u64 {
        self.turn.view(self.side(color))
    }

    /// The men of a kind, of both colours.
    #[inline(always)]
    pub const fn kind(&self, kind: Kind) -> u64 {
        self.turn.view(self.both(kind))
    }

    /// The men of a kind and colour.
    #[inline(always)]
    pub const fn of(&self, color: Color, kind: Kind) -> u64 {
        self.turn.view(self.side(color) & self.both(kind))
    }

    /// The men of a kind, of both colours, in the frame of the side to move.
    #[inline(always)]
    const fn both(&self, kind: Kind) -> u64 {
        match kind {
            Kind::Pawn => self.pawns,
            Kind::Knight => self.knights,
            Kind::Bishop => self.diagonal & !self.orthogonal,
            Kind::Rook => self.orthogonal & !self.diagonal,
            Kind::Queen => self.diagonal & self.orthogonal,
            Kind::King => self.kings,
        }
    }

    /// The men of a colour in the frame of the side to move.
    #[inline(always)]
    const fn side(&self, color: Color) -> u64 {
        if color.index() == self.turn.index() {
            self.own
        } else {
            self.their
        }
    }

    /// Where the king of a colour stands.
    #[inline(always)]
    pub const fn king(&self, color: Color) -> Square {
        Square::wrapping(self.of(color, Kind::King).trailing_zeros() as usize)
    }

    /// The man on a square.
    pub fn man_on(&self, square: Square) -> Option<(Color, Kind)> {
        let color = Color::ALL
            .into_iter()
            .find(|&color| self.men(color) & square.bit() != 0)?;
        let kind = Kind::ALL
            .into_iter()
            .find(|&kind| self.kind(kind) & square.bit() != 0)?;
        Some((color, kind))
    }

    /// The rooks of both colours that may still castle, provided that way and king are free then.
    #[inline(always)]
    pub const fn castling(&self) -> u64 {
        self.turn.view(self.castling_frame())
    }

    /// The square that a pawn has just passed over with a double step, whether or not it can be captured
    /// there.
    #[inline(always)]
    pub fn en_passant(&self) -> Option<Square> {
        Square::lowest(self.turn.view(self.en_passant_frame()))
    }

    /// Half-moves since the last capture or pawn move.
    #[inline(always)]
    pub const fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// The number of the move, 1 at the beginning, one more after each move of Black.
    #[inline(always)]
    pub const fn fullmove(&self) -> u16 {
        self.fullmove
    }

    /// The fields in their order, two by two: the seven boards and the state, with castling, en passant and the turn in its
    /// first bytes.
    #[inline(always)]
    pub(crate) fn pairs(&self) -> [[u64; 2]; 4] {
        let state = u64::from(self.castling[0])
            | u64::from(self.castling[1]) << 8
            | u64::from(self.en_passant) << 16
            | (self.turn as u64) << 24
            | u64::from(self.halfmoves) << 32
            | u64::from(self.fullmove) << 48;
        [
            [self.own, self.their],
            [self.pawns, self.knights],
            [self.diagonal, self.orthogonal],
            [self.kings, state],
        ]
    }

    #[inline(always)]
    pub(crate) const fn castling_frame(&self) -> u64 {
        self.castling[0] as u64 | (self.castling[1] as u64) << 56
    }

    #[inline(always)]
    pub(crate) const fn en_passant_frame(&self) -> u64 {
        // Square 0 stands for none.
        (1 << (self.en_passant & 63)) & !1
    }

    /// The men of one side, by kind, in the frame of the side to move.
    #[inline(always)]
    pub(crate) const fn own(&self, kind: Kind) -> u64 {
        self.own & self.both(kind)
    }

    #[inline(always)]
    pub(crate) const fn theirs(&self, kind: Kind) -> u64 {
        self.their & self.both(kind)
    }

    /// The en passant square if a pawn of the side to move attacks it (pinned or not).
    pub fn capturable_en_passant(&self) -> Option<Square> {
        use Direction::{SouthEast, SouthWest};
        let square = self.en_passant_frame();
        let sources = setwise_core::step(square, SouthEast) | setwise_core::step(square, SouthWest);
        if sources & self.own(Kind::Pawn) != 0 {
            self.en_passant()
        } else {
            None
        }
    }

    /// Do both positions have the same moves, now and later: same men, side to move, castling rights, and the
    /// same en passant square where a pawn attacks it? The clocks are not looked at.
    pub fn same_moves(&self, other: &Self) -> bool {
        let idle = |position: &Self| Self {
            en_passant: match position.capturable_en_passant() {
                Some(_) => position.en_passant,
                None => 0,
            },
            halfmoves: 0,
            fullmove: 1,
            ..*position
        };
        idle(self) == idle(other)
    }

    /// Where a move comes from and what it does. `None` if there is no man of the side to move on the way
    /// back, or what is special about the move does not fit it. The move need not be legal otherwise.
    ///
    /// The source is the nearest occupied square against the heading: bitscan reverse for headings towards
    /// higher squares, forward for the others.
    pub fn resolve(&self, found: Move) -> Option<ResolvedMove> {
        let seen = match self.turn {
            Color::White => found,
            Color::Black => found.flip_ranks(),
        };
        let outside = |square: Square| match self.turn {
            Color::White => square,
            Color::Black => square.flip_ranks(),
        };
        let target = seen.target();
        if seen.is_castling() {
            let king = Square::lowest(self.own(Kind::King))?;
            let (king_to, rook_to) = castling_targets(self.castling[0], target, king, seen)?;
            return Some(ResolvedMove {
                source: outside(king),
                target: outside(king_to),
                man: Kind::King,
                captured: None,
                promoted: None,
                rook: Some((outside(target), outside(rook_to))),
            });
        }
        let source = source(target, seen.heading(), self.own | self.their)?;
        let man = self.own_kind(source)?;
        let promotes = man == Kind::Pawn && target.rank() == 7;
        if promotes != seen.promoted().is_some() || self.own & target.bit() != 0 {
            return None;
        }
        let passing = man == Kind::Pawn
            && target.bit() == self.en_passant_frame()
            && source.file() != target.file();
        let captured_on = if passing {
            Square::wrapping(target.index().wrapping_sub(8))
        } else {
            target
        };
        let captured = Kind::ALL
            .into_iter()
            .find(|&kind| self.theirs(kind) & captured_on.bit() != 0);
        Some(ResolvedMove {
            source: outside(source),
            target: outside(target),
            man,
            captured: captured.map(|kind| (kind, outside(captured_on))),
            promoted: seen.promoted(),
            rook: None,
        })
    }

    fn own_kind(&self, square: Square) -> Option<Kind> {
        Kind::ALL
            .into_iter()
            .find(|&kind| self.own(kind) & square.bit() != 0)
    }

    /// The position after a move.
    ///
    /// # Errors
    /// The move is not legal here.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let start = Position::startpos();
    /// let open = start.play(start.parse_move("e2e4").unwrap()).unwrap();
    /// assert_eq!(open.to_fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    /// ```
    pub fn play(&self, wanted: Move) -> Result<Self, IllegalMove> {
        if self.is_legal(wanted) {
            Ok(self.play_unchecked(wanted))
        } else {
            Err(IllegalMove(wanted, *self))
        }
    }

    /// The position after a move that is known to be legal. What comes out for another one is not a position
    /// of chess, or the unchanged position; nothing panics.
    pub fn play_unchecked(&self, legal: Move) -> Self {
        let seen = match self.turn {
            Color::White => legal,
            Color::Black => legal.flip_ranks(),
        };
        let frame = Frame::from(self);
        let Some(step) = Step::of(seen, &frame) else {
            return *self;
        };
        let next = frame.after(step);
        let quiet = self.pawns & step.from() == 0 && self.their & step.to() == 0;
        Self::of_frame(&next, self, quiet)
    }

    /// The position after a move, from what the move has made of the boards.
    #[inline(always)]
    fn of_frame(frame: &Frame<u64>, before: &Self, quiet: bool) -> Self {
        Self {
            own: frame.own,
            their: frame.their,
            pawns: frame.pawns,
            knights: frame.knights,
            diagonal: frame.diagonal,
            orthogonal: frame.orthogonal,
            kings: frame.kings,
            castling: [frame.castling as u8, (frame.castling >> 56) as u8],
            en_passant: (frame.en_passant.trailing_zeros() & 63) as u8,
            turn: before.turn.other(),
            halfmoves: if quiet {
                before.halfmoves.saturating_add(1)
            } else {
                0
            },
            fullmove: before.fullmove.saturating_add(before.turn as u16),
        }
    }
}

/// Where king and rook go when they castle towards the h-file: g1, f1.
pub(crate) const KING_SIDE: (u64, u64) = (1 << 6, 1 << 5);
/// And towards the a-file: c1, d1.
pub(crate) const QUEEN_SIDE: (u64, u64) = (1 << 2, 1 << 3);

/// Where king and rook go; `None` if there is no such right or the heading points elsewhere.
fn castling_targets(
    rights: u8,
    rook: Square,
    king: Square,
    wanted: Move,
) -> Option<(Square, Square)> {
    if rook.bit() & RANK_1 & u64::from(rights) == 0 {
        return None;
    }
    let (direction, (king_to, rook_to)) = if rook > king {
        (Direction::East, KING_SIDE)
    } else {
        (Direction::West, QUEEN_SIDE)
    };
    if wanted.heading() != Heading::Ray(direction) {
        return None;
    }
    Some((Square::lowest(king_to)?, Square::lowest(rook_to)?))
}

/// The square that a move with this target and heading comes from.
#[inline(always)]
pub(crate) fn source(target: Square, heading: Heading, occupied: u64) -> Option<Square> {
    match heading {
        Heading::Ray(direction) => {
            let back = direction.opposite();
            nearest(back, RAYS[back.index()][target.index()] & occupied)
        }
        Heading::Jump(jump) => Square::at(
            target.file() as i32 - jump.file_delta() as i32,
            target.rank() as i32 - jump.rank_delta() as i32,
        ),
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
