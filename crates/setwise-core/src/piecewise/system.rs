//! What every system offers, and what is known about it.

use super::piece::{KING, KNIGHT, PieceKind};
use crate::{Direction, Line, Square};
use core::fmt;

/// An instruction that a system is fast with. None is needed for it to be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Instruction {
    /// Count of trailing zeros: the lowest square. (x86-64 `tzcnt`; `bsf` wherever the set is never empty.)
    TrailingZeros,
    /// Count of leading zeros: the highest square. (x86-64 `lzcnt`; `bsr` wherever the set is never empty.)
    LeadingZeros,
    /// Lowest bit alone. (x86-64 `blsi`.)
    IsolateLowest,
    /// All but the lowest bit. (x86-64 `blsr`.)
    ResetLowest,
    /// One set without another. (x86-64 `andn`, aarch64 `bic`.)
    AndNot,
    /// The eight bytes, which are the ranks, in reversed order. (x86-64 `bswap`, aarch64 `rev`.)
    ByteSwap,
    /// The 64 bits in reversed order. (aarch64 `rbit`; x86-64 has none.)
    BitReversal,
}

impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::TrailingZeros => "trailing zeros",
            Self::LeadingZeros => "leading zeros",
            Self::IsolateLowest => "isolate lowest",
            Self::ResetLowest => "reset lowest",
            Self::AndNot => "and-not",
            Self::ByteSwap => "byte swap",
            Self::BitReversal => "bit reversal",
        })
    }
}

/// A row of the comparison: where a system comes from and what it costs beside time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// Short and unique, such as `classical/branchless`.
    pub name: &'static str,
    /// Who found it, as far as is known.
    pub author: &'static str,
    /// When it was published or first used.
    pub year: &'static str,
    /// Where to read about it.
    pub reference: &'static str,
    /// The bytes of table that rook, bishop and queen read together. (The 512 bytes each of the knight and the
    /// king count only where they are part of the system.)
    pub table_bytes: usize,
    /// The instructions that make it fast.
    pub wants: &'static [Instruction],
}

/// Tells what there is to know about a system.
pub trait Described {
    /// Name, origin, table and instructions.
    fn about(&self) -> About;
}

/// A system that can do one ray at a time; it becomes a [`ByLine`] and a [`System`] by itself.
pub trait ByRay: Described + Sync {
    /// The squares attacked from `square` in one direction.
    fn ray(&self, direction: Direction, square: Square, occupied: u64) -> u64;
}

/// A system that can do one line at a time; it becomes a [`System`] by itself.
///
/// ```
/// use setwise_core::{Diagram, Line, piecewise::{ByLine, obstruction::ObstructionDifference}};
/// let c3 = "c3".parse().unwrap();
/// let men = 1 << 9 | 1 << 36 | 1 << 54; // b2, e5, g7
/// assert_eq!(format!("{:#}", Diagram(ObstructionDifference.line(Line::Diagonal, c3, men))), "\
/// 8 . . . . . . . .
/// 7 . . . . . . . .
/// 6 . . . . . . . .
/// 5 . . . . 1 . . .
/// 4 . . . 1 . . . .
/// 3 . . . . . . . .
/// 2 . 1 . . . . . .
/// 1 . . . . . . . .
///   a b c d e f g h
/// ");
/// ```
pub trait ByLine: Described + Sync {
    /// The squares attacked from `square` in both directions of a line.
    fn line(&self, line: Line, square: Square, occupied: u64) -> u64;
}

/// The two halves of a line have no square in common, so their union is their sum.
impl<K: ByRay> ByLine for K {
    #[inline(always)]
    fn line(&self, line: Line, square: Square, occupied: u64) -> u64 {
        let [positive, negative] = line.directions();
        self.ray(positive, square, occupied) | self.ray(negative, square, occupied)
    }
}

/// The attacks of one piece. Stateless for the systems of this crate; an engine's own may carry its tables.
///
/// ```
/// use setwise_core::{Direction, Square, attacks};
/// use setwise_core::piecewise::{About, Described, PieceKind, System};
/// /// Kogge-Stone fills of a single slider.
/// struct Mine;
/// impl Described for Mine {
///     fn about(&self) -> About {
///         About { name: "mine", author: "me", year: "today", reference: "", table_bytes: 0, wants: &[] }
///     }
/// }
/// impl System for Mine {
///     fn rook(&self, square: Square, occupied: u64) -> u64 {
///         Direction::ORTHOGONAL.iter().fold(0, |all, &d| all | attacks(square.bit(), occupied, d))
///     }
///     fn bishop(&self, square: Square, occupied: u64) -> u64 {
///         Direction::DIAGONAL.iter().fold(0, |all, &d| all | attacks(square.bit(), occupied, d))
///     }
/// }
/// let d4: Square = "d4".parse().unwrap();
/// assert_eq!(Mine.attacks(PieceKind::Queen, d4, 0).count_ones(), 27);
/// ```
pub trait System: Described + Sync {
    /// The squares that a rook attacks.
    fn rook(&self, square: Square, occupied: u64) -> u64;

    /// The squares that a bishop attacks.
    fn bishop(&self, square: Square, occupied: u64) -> u64;

    /// The squares that a queen attacks.
    #[inline(always)]
    fn queen(&self, square: Square, occupied: u64) -> u64 {
        self.rook(square, occupied) | self.bishop(square, occupied)
    }

    /// The squares that a piece of a kind attacks; knights and kings take no notice of `occupied`.
    #[inline(always)]
    fn attacks(&self, kind: PieceKind, square: Square, occupied: u64) -> u64 {
        match kind {
            PieceKind::Knight => KNIGHT[square.index()],
            PieceKind::Bishop => self.bishop(square, occupied),
            PieceKind::Rook => self.rook(square, occupied),
            PieceKind::Queen => self.queen(square, occupied),
            PieceKind::King => KING[square.index()],
        }
    }
}

/// Pieces as unions of lines.
impl<K: ByLine> System for K {
    #[inline(always)]
    fn rook(&self, square: Square, occupied: u64) -> u64 {
        self.line(Line::File, square, occupied) | self.line(Line::Rank, square, occupied)
    }

    #[inline(always)]
    fn bishop(&self, square: Square, occupied: u64) -> u64 {
        self.line(Line::Diagonal, square, occupied)
            | self.line(Line::Antidiagonal, square, occupied)
    }
}
