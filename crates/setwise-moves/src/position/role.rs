//! Colors and roles of pieces.

use core::{fmt, ops::Not};
use setwise_core::{Direction, Square, piecewise::PieceKind};

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// Moves up the board, from rank 1 towards rank 8.
    White,
    /// Moves down the board.
    Black,
}

impl Color {
    /// White, Black.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// 0 for White, 1 for Black.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other side.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// A board as this color sees it, with its own first rank at the bottom: for Black the ranks
    /// are reversed. The function is its own inverse.
    ///
    /// ```
    /// use setwise_moves::Color;
    /// assert_eq!(Color::White.view(0xff), 0xff);
    /// assert_eq!(Color::Black.view(0xff), 0xff << 56);
    /// ```
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn view(self, board: u64) -> u64 {
        match self {
            Self::White => board,
            Self::Black => board.swap_bytes(),
        }
    }

    /// A square as this color sees it, as [`view`](Self::view) does with boards; its own inverse.
    ///
    /// ```
    /// use setwise_moves::{Color, Square};
    /// assert_eq!(Color::White.view_square(Square::E2), Square::E2);
    /// assert_eq!(Color::Black.view_square(Square::E2), Square::E7);
    /// ```
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn view_square(self, square: Square) -> Square {
        match self {
            Self::White => square,
            Self::Black => square.flip_ranks(),
        }
    }

    /// The directions of pawns as seen from White: capture to the west, push, capture to the east.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn pawn_directions(self) -> [Direction; 3] {
        match self {
            Self::White => [Direction::NorthWest, Direction::North, Direction::NorthEast],
            Self::Black => [Direction::SouthWest, Direction::South, Direction::SouthEast],
        }
    }
}

impl Not for Color {
    type Output = Self;

    /// Returns the [other](Self::other) side.
    ///
    /// ```
    /// use setwise_moves::Color;
    /// assert_eq!(!Color::White, Color::Black);
    /// ```
    #[cfg_attr(not(unoptimized), inline(always))]
    fn not(self) -> Self {
        self.other()
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// The role of a piece, pawns included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Role {
    // Numbers start at 1, so that 0 can stand for no role without a branch.
    /// Steps forward, captures diagonally.
    Pawn = 1,
    /// Jumps.
    Knight,
    /// Slides diagonally.
    Bishop,
    /// Slides along ranks and files.
    Rook,
    /// Slides in all eight directions.
    Queen,
    /// Steps in all eight directions.
    King,
}

impl Role {
    /// All six, pawn first.
    #[rustfmt::skip]
    pub const ALL: [Self; 6] = [
        Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King,
    ];
    /// The roles that a pawn can promote to, knight first.
    pub const PROMOTIONS: [Self; 4] = [Self::Knight, Self::Bishop, Self::Rook, Self::Queen];

    /// Number 0 (pawn) to 5 (king).
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn index(self) -> usize {
        (self as usize).wrapping_sub(1)
    }

    /// The code of three bits: the number of this role in [`MoveKind`](super::MoveKind).
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn code(self) -> usize {
        super::MoveKind::of(self) as usize
    }

    /// The pieces of this role, from the first three of
    /// [`Position::words`](super::Position::words).
    ///
    /// ```
    /// use setwise_moves::{Position, Role};
    /// let [a, b, c, ..] = Position::startpos().words();
    /// assert_eq!(Role::King.in_planes([a, b, c]), 1 << 4 | 1 << 60);
    /// ```
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn in_planes(self, [a, b, c]: [u64; 3]) -> u64 {
        match self {
            Self::Pawn => a & !(b | c),
            Self::Knight => a & b,
            Self::Bishop => b & !(a | c),
            Self::Rook => c & !(a | b),
            Self::Queen => b & c,
            Self::King => a & c,
        }
    }

    /// The FEN letter of a black piece: `p n b r q k`.
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }

    /// The role of a letter, upper or lower case; `None` for other characters.
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_lowercase() {
            'p' => Self::Pawn,
            'n' => Self::Knight,
            'b' => Self::Bishop,
            'r' => Self::Rook,
            'q' => Self::Queen,
            'k' => Self::King,
            _ => return None,
        })
    }
}

impl From<PieceKind> for Role {
    fn from(role: PieceKind) -> Self {
        match role {
            PieceKind::Knight => Self::Knight,
            PieceKind::Bishop => Self::Bishop,
            PieceKind::Rook => Self::Rook,
            PieceKind::Queen => Self::Queen,
            PieceKind::King => Self::King,
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
        })
    }
}
