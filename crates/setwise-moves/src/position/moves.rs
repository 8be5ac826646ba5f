//! Moves as target and direction.

use super::{Color, Position, Role};
use core::fmt;
use setwise_core::{Direction, KnightDirection, Square};

/// One of the sixteen directions in which pieces move: eight rays, eight knight's jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MoveDirection {
    /// Along a ray.
    Ray(Direction),
    /// A knight's jump.
    Jump(KnightDirection),
}

impl MoveDirection {
    /// All sixteen in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Self> {
        let rays = Direction::ALL.into_iter().map(Self::Ray);
        rays.chain(KnightDirection::ALL.into_iter().map(Self::Jump))
    }

    /// Number 0 to 7 of a ray, 8 to 15 of a jump, clockwise.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn index(self) -> usize {
        match self {
            Self::Ray(direction) => direction.index(),
            Self::Jump(direction) => direction.index(),
        }
    }

    /// The direction of a number, taken modulo 16.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn wrapping(index: usize) -> Self {
        if index & 8 == 0 {
            Self::Ray(Direction::ALL[index & 7])
        } else {
            Self::Jump(KnightDirection::ALL[index & 7])
        }
    }

    /// The same direction with the ranks reversed.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn flip_ranks(self) -> Self {
        match self {
            Self::Ray(direction) => Self::Ray(direction.flip_ranks()),
            Self::Jump(direction) => Self::Jump(direction.flip_ranks()),
        }
    }

    /// The direction as a color sees it; its own inverse.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn seen_by(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip_ranks(),
        }
    }
}

impl From<Direction> for MoveDirection {
    fn from(direction: Direction) -> Self {
        Self::Ray(direction)
    }
}

impl From<KnightDirection> for MoveDirection {
    fn from(direction: KnightDirection) -> Self {
        Self::Jump(direction)
    }
}

/// A move: target square (6 bits), direction (4 bits), and a code for promotion and castling (3 bits). Squares and
/// directions are as seen from White.
///
/// The source is the nearest piece against the direction. [`Position::resolve`] finds it; most moves of a search never
/// need it.
///
/// Castling has the square of the *rook* as its target, and the direction from the king to the rook. That is unambiguous
/// in Chess960 too, where the king may move one square or none.
///
/// ```
/// use setwise_moves::{Direction, Move, Position};
/// let start = Position::startpos();
/// let e4 = Move::new("e4".parse().unwrap(), Direction::North);
/// let resolved = start.resolve(e4).unwrap();
/// assert_eq!(resolved.to_string(), "e2e4");
/// assert!(start.is_legal(e4));
/// // Any value is a valid argument:
/// assert!(!start.is_legal(Move::new("e5".parse().unwrap(), Direction::North)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Move(u16);

const CASTLING: u16 = 5;

impl Move {
    /// A move that is neither promotion nor castling.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn new(target: Square, direction: impl Into<MoveDirection>) -> Self {
        Self::coded(target, direction.into(), 0)
    }

    /// A pawn's move to the last rank. A role that no pawn can promote to (pawn, king) makes a queen.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn promotion(target: Square, direction: Direction, role: Role) -> Self {
        let code = match role {
            Role::Knight => 1,
            Role::Bishop => 2,
            Role::Rook => 3,
            Role::Queen | Role::Pawn | Role::King => 4,
        };
        Self::coded(target, MoveDirection::Ray(direction), code)
    }

    /// Castling with the rook on a square; the direction is from the king to the rook.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn castling(rook: Square, direction: Direction) -> Self {
        Self::coded(rook, MoveDirection::Ray(direction), CASTLING)
    }

    const fn coded(target: Square, direction: MoveDirection, code: u16) -> Self {
        Self(target.index() as u16 | (direction.index() as u16) << 6 | code << 10)
    }

    /// The target of the piece; for castling the rook's square.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn target(self) -> Square {
        Square::wrapping(self.0 as usize)
    }

    /// The direction of the move; for castling from the king to the rook.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn direction(self) -> MoveDirection {
        MoveDirection::wrapping(self.0 as usize >> 6)
    }

    /// The role that a pawn promotes to.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn promoted(self) -> Option<Role> {
        match self.0 >> 10 {
            code @ 1..=4 => Some(Role::PROMOTIONS[code as usize - 1]),
            _ => None,
        }
    }

    /// Whether the move is castling.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn is_castling(self) -> bool {
        self.0 >> 10 == CASTLING
    }

    /// The thirteen bits, lowest first: target, direction, code. The code is 0 for a plain move, 1 to 4 for promotion to
    /// knight, bishop, rook or queen, 5 for castling.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The move of [`bits`](Self::bits); `None` if no move has these bits. The move may be impossible in any position.
    pub const fn from_bits(bits: u16) -> Option<Self> {
        if bits >> 10 <= CASTLING {
            Some(Self(bits))
        } else {
            None
        }
    }

    /// The move as a color sees it; its own inverse.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn seen_by(self, color: Color) -> Self {
        Self::coded(
            color.view_square(self.target()),
            self.direction().seen_by(color),
            self.0 >> 10,
        )
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all = f.debug_struct("Move");
        all.field("target", &format_args!("{}", self.target()));
        match self.direction() {
            MoveDirection::Ray(direction) => all.field("direction", &direction),
            MoveDirection::Jump(direction) => all.field("direction", &direction),
        };
        if let Some(role) = self.promoted() {
            all.field("promoted", &role);
        }
        if self.is_castling() {
            all.field("castling", &true);
        }
        all.finish()
    }
}

/// A move with its source and effects: the result of [`Position::resolve`].
///
/// `{}` writes the UCI form of orthodox chess (`e1g1` for castling, `e7e8q`). `{:#}` writes the UCI form of Chess960, where
/// castling is the king taking its own rook (`e1h1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ResolvedMove {
    /// The source of the piece; for castling the king's square.
    pub source: Square,
    /// The target of the piece; for castling the king's target.
    pub target: Square,
    /// The role of the piece; for castling the king.
    pub role: Role,
    /// The captured piece and its square. The square differs from the target for en passant only.
    pub captured: Option<(Role, Square)>,
    /// The role that the pawn promotes to.
    pub promoted: Option<Role>,
    /// For castling, source and target of the rook.
    pub rook: Option<(Square, Square)>,
}

impl ResolvedMove {
    /// The role of the piece after the move.
    pub(crate) fn placed(&self) -> Role {
        self.promoted.unwrap_or(self.role)
    }
}

impl fmt::Display for ResolvedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let target = match self.rook {
            Some((rook, _)) if f.alternate() => rook,
            _ => self.target,
        };
        write!(f, "{}{target}", self.source)?;
        match self.promoted {
            Some(role) => write!(f, "{}", role.letter()),
            None => Ok(()),
        }
    }
}

/// A move is not legal in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    illegal: Move,
    position: Position,
}

impl IllegalMove {
    pub(super) const fn new(illegal: Move, position: Position) -> Self {
        Self { illegal, position }
    }

    /// The move.
    pub const fn illegal(&self) -> Move {
        self.illegal
    }

    /// The position.
    pub const fn position(&self) -> &Position {
        &self.position
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { illegal, position } = self;
        match position.resolve(*illegal) {
            Some(resolved) => write!(f, "{resolved} is not legal in {position}"),
            None => write!(f, "no piece can make {illegal:?} in {position}"),
        }
    }
}

impl core::error::Error for IllegalMove {}
