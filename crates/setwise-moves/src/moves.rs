//! Moves as target and heading.

use crate::{Kind, Position};
use core::fmt;
use setwise_core::{Direction, KnightDirection, Square};

/// One of the sixteen directions in which men move: eight rays, eight knight's jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Heading {
    /// Along a ray.
    Ray(Direction),
    /// A knight's jump.
    Jump(KnightDirection),
}

impl Heading {
    /// All sixteen in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Self> {
        let rays = Direction::ALL.into_iter().map(Self::Ray);
        rays.chain(KnightDirection::ALL.into_iter().map(Self::Jump))
    }

    /// Number 0 to 7 of a ray, 8 to 15 of a jump, clockwise.
    #[inline(always)]
    pub const fn index(self) -> usize {
        match self {
            Self::Ray(direction) => direction.index(),
            Self::Jump(direction) => direction.index(),
        }
    }

    /// The heading of a number, taken modulo 16.
    #[inline(always)]
    pub const fn wrapping(index: usize) -> Self {
        if index & 8 == 0 {
            Self::Ray(Direction::ALL[index & 7])
        } else {
            Self::Jump(KnightDirection::ALL[index & 7])
        }
    }

    /// The same heading with the ranks reversed.
    #[inline(always)]
    pub const fn flip_ranks(self) -> Self {
        match self {
            Self::Ray(direction) => Self::Ray(direction.flip_ranks()),
            Self::Jump(direction) => Self::Jump(direction.flip_ranks()),
        }
    }
}

impl From<Direction> for Heading {
    fn from(direction: Direction) -> Self {
        Self::Ray(direction)
    }
}

impl From<KnightDirection> for Heading {
    fn from(direction: KnightDirection) -> Self {
        Self::Jump(direction)
    }
}

/// A move as target square (6 bits), heading (4 bits) and what is special about it (3 bits).
///
/// The source is not in it: it is the nearest man on the way back, and is looked up when it is needed
/// ([`Position::resolve`]), which for most moves of a search is never. Squares and headings are absolute, seen
/// from White.
///
/// Castling names the *rook's* square as its target and the heading from the king to the rook, which is
/// unambiguous in Chess960 too, where the king may move one square or none.
///
/// ```
/// use setwise_core::Direction;
/// use setwise_moves::{Move, Position};
/// let start = Position::startpos();
/// let e4 = Move::new("e4".parse().unwrap(), Direction::North);
/// let resolved = start.resolve(e4).unwrap();
/// assert_eq!(resolved.to_string(), "e2e4");
/// assert!(start.is_legal(e4));
/// // Any value may be asked about:
/// assert!(!start.is_legal(Move::new("e5".parse().unwrap(), Direction::North)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Move(u16);

const CASTLING: u16 = 5;

impl Move {
    /// A move that is neither promotion nor castling.
    #[inline(always)]
    pub fn new(target: Square, heading: impl Into<Heading>) -> Self {
        Self::coded(target, heading.into(), 0)
    }

    /// A pawn's move to the last rank. A kind that no pawn may become (pawn, king) makes a queen.
    #[inline(always)]
    pub const fn promotion(target: Square, direction: Direction, kind: Kind) -> Self {
        let code = match kind {
            Kind::Knight => 1,
            Kind::Bishop => 2,
            Kind::Rook => 3,
            Kind::Queen | Kind::Pawn | Kind::King => 4,
        };
        Self::coded(target, Heading::Ray(direction), code)
    }

    /// Castling with the rook of a square; the direction is from the king to the rook.
    #[inline(always)]
    pub const fn castling(rook: Square, direction: Direction) -> Self {
        Self::coded(rook, Heading::Ray(direction), CASTLING)
    }

    const fn coded(target: Square, heading: Heading, code: u16) -> Self {
        Self(target.index() as u16 | (heading.index() as u16) << 6 | code << 10)
    }

    /// The square that the man moves to; of castling the rook's square.
    #[inline(always)]
    pub const fn target(self) -> Square {
        Square::wrapping(self.0 as usize)
    }

    /// The direction that it moves in; of castling that from the king to the rook.
    #[inline(always)]
    pub const fn heading(self) -> Heading {
        Heading::wrapping(self.0 as usize >> 6)
    }

    /// What the pawn becomes.
    #[inline(always)]
    pub const fn promoted(self) -> Option<Kind> {
        match self.0 >> 10 {
            code @ 1..=4 => Some(Kind::PROMOTIONS[code as usize - 1]),
            _ => None,
        }
    }

    /// Castling?
    #[inline(always)]
    pub const fn is_castling(self) -> bool {
        self.0 >> 10 == CASTLING
    }

    /// The thirteen bits: target, heading, and a code (0 plain, 1 to 4 promotion to knight, bishop, rook or
    /// queen, 5 castling), lowest bits first.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The move of [`bits`](Self::bits); `None` if no move has them. What comes out need not be possible in
    /// any position.
    pub const fn from_bits(bits: u16) -> Option<Self> {
        if bits >> 10 <= CASTLING {
            Some(Self(bits))
        } else {
            None
        }
    }

    /// The same move with the ranks reversed.
    #[inline(always)]
    pub(crate) const fn flip_ranks(self) -> Self {
        Self::coded(
            self.target().flip_ranks(),
            self.heading().flip_ranks(),
            self.0 >> 10,
        )
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all = f.debug_struct("Move");
        all.field("target", &format_args!("{}", self.target()));
        match self.heading() {
            Heading::Ray(direction) => all.field("heading", &direction),
            Heading::Jump(direction) => all.field("heading", &direction),
        };
        if let Some(kind) = self.promoted() {
            all.field("promoted", &kind);
        }
        if self.is_castling() {
            all.field("castling", &true);
        }
        all.finish()
    }
}

/// A move with its source: see [`Position::resolve`].
///
/// `{}` writes it as UCI does in orthodox chess (`e1g1` for castling, `e7e8q`), `{:#}` as UCI does in
/// Chess960, where castling is the king taking its own rook (`e1h1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ResolvedMove {
    /// Where the man comes from; of castling the king's square.
    pub source: Square,
    /// Where it goes; of castling the square the king goes to.
    pub target: Square,
    /// What moves; of castling the king.
    pub man: Kind,
    /// What is captured, and where (en passant: beside the source).
    pub captured: Option<(Kind, Square)>,
    /// What the pawn becomes.
    pub promoted: Option<Kind>,
    /// Of castling, the rook's way.
    pub rook: Option<(Square, Square)>,
}

impl fmt::Display for ResolvedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let target = match self.rook {
            Some((rook, _)) if f.alternate() => rook,
            _ => self.target,
        };
        write!(f, "{}{target}", self.source)?;
        match self.promoted {
            Some(kind) => write!(f, "{}", kind.letter()),
            None => Ok(()),
        }
    }
}

/// The move is not legal in the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove(
    /// The move.
    pub Move,
    /// The position.
    pub Position,
);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(illegal, position) = self;
        match position.resolve(*illegal) {
            Some(resolved) => write!(f, "{resolved} is not legal in {position}"),
            None => write!(f, "nothing can make {illegal:?} in {position}"),
        }
    }
}

impl core::error::Error for IllegalMove {}
