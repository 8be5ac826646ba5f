//! The traits of piece-wise systems, and their descriptions.

use super::piece::{KING, KNIGHT, PieceKind};
use crate::direction::{Direction, Line};
use crate::sliders::Sliders;
use crate::square::{Square, Squares};
use core::fmt;

/// An instruction that makes a system fast. No system needs it to be correct.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Instruction {
    /// Counts trailing zeros: the lowest square. (x86-64 `tzcnt`, `bsf` if never empty.)
    TrailingZeros,
    /// Counts leading zeros: the highest square. (x86-64 `lzcnt`, `bsr` if never empty.)
    LeadingZeros,
    /// Isolates the lowest bit. (x86-64 `blsi`.)
    IsolateLowest,
    /// Clears the lowest bit. (x86-64 `blsr`.)
    ResetLowest,
    /// Subtracts one set from another. (x86-64 `andn`, aarch64 `bic`.)
    AndNot,
    /// Reverses the eight bytes, which are the ranks. (x86-64 `bswap`, aarch64 `rev`.)
    ByteSwap,
    /// Reverses the 64 bits. (aarch64 `rbit`; x86-64 has no such instruction.)
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

/// The description of a system: its origin, tables and instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// A short unique name, such as `classical/branchless`.
    pub name: &'static str,
    /// The author, if known.
    pub author: &'static str,
    /// The year of the publication or of the first use.
    pub year: &'static str,
    /// The reference.
    pub reference: &'static str,
    /// The bytes of the tables that rook, bishop and queen read together. (The 512 bytes each of
    /// knight and king count only if they are part of the system.)
    pub table_bytes: usize,
    /// The instructions that make it fast.
    pub wants: &'static [Instruction],
}

/// Types that describe a system.
pub trait Described {
    /// Returns name, origin, tables and instructions.
    fn about(&self) -> About;
}

/// A system that computes one ray at a time. [`ByLine`] and [`System`] are derived.
pub trait ByRay: Described + Sync {
    /// Returns the squares attacked from `square` in one direction.
    fn ray(&self, square: Square, occupied: u64, direction: Direction) -> u64;
}

/// A system that computes one line at a time. [`System`] is derived.
///
/// ```
/// use setwise_core::{Line, piecewise::{ByLine, obstruction::ObstructionDifference}};
/// let c3 = "c3".parse().unwrap();
/// let pieces = 1 << 9 | 1 << 36 | 1 << 54; // b2, e5, g7
/// let attacked = ObstructionDifference.line(c3, pieces, Line::Diagonal);
/// assert_eq!(attacked, 1 << 9 | 1 << 27 | 1 << 36); // b2, d4, e5
/// ```
pub trait ByLine: Described + Sync {
    /// Returns the squares attacked from `square` in both directions of a line.
    fn line(&self, square: Square, occupied: u64, line: Line) -> u64;
}

/// The two rays of a line have no square in common, so their union is their sum.
impl<K: ByRay> ByLine for K {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn line(&self, square: Square, occupied: u64, line: Line) -> u64 {
        let [positive, negative] = line.directions();
        self.ray(square, occupied, positive) | self.ray(square, occupied, negative)
    }
}

/// The attacks of one piece. Those of this crate have no state; that of an engine may.
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
    /// Returns the squares that a rook attacks.
    fn rook(&self, square: Square, occupied: u64) -> u64;

    /// Returns the squares that a bishop attacks.
    fn bishop(&self, square: Square, occupied: u64) -> u64;

    /// Returns the squares that a queen attacks.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn queen(&self, square: Square, occupied: u64) -> u64 {
        self.rook(square, occupied) | self.bishop(square, occupied)
    }

    /// Returns the squares that rooks and queens (`orthogonal`) and bishops and queens (`diagonal`)
    /// attack together, one slider after the other. `occupied` contains the sliders, as that of
    /// [`slider_attacks`](super::slider_attacks) need not.
    ///
    /// ```
    /// use setwise_core::piecewise::{System, hyperbola::HyperbolaQuintessence};
    /// use setwise_core::{Sliders, Square};
    /// let (a1, c1) = (Square::A1.bit(), Square::C1.bit());
    /// let sliders = Sliders { orthogonal: a1, diagonal: c1 };
    /// let attacked = HyperbolaQuintessence.sliders(sliders, a1 | c1);
    /// let rook = HyperbolaQuintessence.rook(Square::A1, c1);
    /// assert_eq!(attacked, rook | HyperbolaQuintessence.bishop(Square::C1, 0));
    /// ```
    #[cfg_attr(not(unoptimized), inline(always))]
    fn sliders(&self, sliders: Sliders, occupied: u64) -> u64 {
        let mut all = 0;
        for square in Squares(sliders.orthogonal) {
            all |= self.rook(square, occupied);
        }
        for square in Squares(sliders.diagonal) {
            all |= self.bishop(square, occupied);
        }
        all
    }

    /// Returns the squares that a piece of a kind attacks. Knights and kings ignore `occupied`.
    #[cfg_attr(not(unoptimized), inline(always))]
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

/// Pieces are unions of lines.
impl<K: ByLine> System for K {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn rook(&self, square: Square, occupied: u64) -> u64 {
        self.line(square, occupied, Line::File) | self.line(square, occupied, Line::Rank)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn bishop(&self, square: Square, occupied: u64) -> u64 {
        self.line(square, occupied, Line::Diagonal)
            | self.line(square, occupied, Line::Antidiagonal)
    }
}

/// Declares systems: the unit structure, its description, and the methods of one of the three
/// traits, which call the functions of the module.
macro_rules! system {
    ($(
        $(#[$doc:meta])*
        $name:ident: $trait:ident {
            $(fn $method:ident($($argument:ident: $type:ty),*) = $attacks:expr;)*
        }
        $about:expr;
    )*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl $crate::piecewise::Described for $name {
            fn about(&self) -> About {
                $about
            }
        }

        impl $trait for $name {$(
            #[cfg_attr(not(unoptimized), inline(always))]
            fn $method(&self, $($argument: $type),*) -> u64 {
                $attacks
            }
        )*}
    )*};
}
pub(super) use system;
