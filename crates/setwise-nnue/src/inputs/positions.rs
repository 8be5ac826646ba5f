//! The inputs of an extractor: [`Positions`], and [`ToBoards`] for a single one.

use crate::inputs::boards::{Boards, TwelveBoards};
use crate::inputs::packed::Packed;
use alloc::vec::Vec;
use setwise_moves::{Position, Setup};

/// Positions in some format, as an [`Extractor`](crate::Extractor) reads them.
///
/// Slices, arrays and vectors of a type are positions if the type implements [`ToBoards`].
/// Implement `Positions` for a format that stores positions in another way. `Sync` is required
/// because several threads may read the same positions.
pub trait Positions: Sync {
    /// The number of positions.
    fn len(&self) -> usize;

    /// The boards of a position, as White sees them. `index` is below [`len`](Self::len).
    fn boards(&self, index: usize) -> Boards;

    /// The positions, if they lie in memory as [`Boards`].
    #[cfg_attr(not(unoptimized), inline(always))]
    fn as_boards(&self) -> Option<&[Boards]> {
        None
    }

    /// A position as squares and codes, if all are stored so.
    #[doc(hidden)]
    #[cfg_attr(not(unoptimized), inline(always))]
    fn packed(&self, _index: usize) -> Option<Packed> {
        None
    }

    /// Whether there are no positions.
    #[inline]
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A position in some format. Slices, arrays and vectors of such positions are [`Positions`].
///
/// ```
/// use setwise_moves::Color;
/// use setwise_nnue::{Boards, Chess768, Extractor, ToBoards};
///
/// /// A king of each color.
/// struct Kings([u8; 2]);
///
/// impl ToBoards for Kings {
///     fn to_boards(&self) -> Boards {
///         let colors = self.0.map(|square| 1 << (square & 63));
///         let kings = colors[0] | colors[1];
///         Boards { colors, roles: [0, 0, 0, 0, 0, kings], turn: Color::White }
///     }
/// }
///
/// let mut counts = [0; 2];
/// Extractor::new(Chess768).count(&[Kings([4, 60]), Kings([0, 63])], &mut counts)?;
/// assert_eq!(counts, [2, 2]);
/// # Ok::<(), setwise_nnue::Error>(())
/// ```
pub trait ToBoards: Sync {
    /// Returns the boards of the position, as White sees them.
    fn to_boards(&self) -> Boards;

    /// The position as squares and codes, if all are stored so.
    #[doc(hidden)]
    #[cfg_attr(not(unoptimized), inline(always))]
    fn packed(&self) -> Option<Packed> {
        None
    }

    /// The positions of a slice, if they lie in memory as [`Boards`].
    #[cfg_attr(not(unoptimized), inline(always))]
    fn slice_as_boards(_positions: &[Self]) -> Option<&[Boards]>
    where
        Self: Sized,
    {
        None
    }
}

impl ToBoards for Boards {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn to_boards(&self) -> Boards {
        *self
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn slice_as_boards(positions: &[Self]) -> Option<&[Boards]> {
        Some(positions)
    }
}

/// Implements [`ToBoards`] by the conversion into [`Boards`].
macro_rules! to_boards {
    ($($(#[$doc:meta])* $position:ty;)*) => {
        $(
            $(#[$doc])*
            impl ToBoards for $position {
                #[cfg_attr(not(unoptimized), inline(always))]
                fn to_boards(&self) -> Boards {
                    Boards::from(self)
                }
            }
        )*
    };
}

to_boards! {
    TwelveBoards;
    Position;
    /// A position that may break the rules. Only the pieces and the side to move are read.
    Setup;
}

impl<T: ToBoards> Positions for [T] {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn len(&self) -> usize {
        <[T]>::len(self)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn boards(&self, index: usize) -> Boards {
        self[index].to_boards()
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn as_boards(&self) -> Option<&[Boards]> {
        T::slice_as_boards(self)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn packed(&self, index: usize) -> Option<Packed> {
        self[index].packed()
    }
}

/// Implements [`Positions`] by those that a value gives access to.
macro_rules! positions {
    ($([$($generics:tt)*] $of:ty: $this:ident => $positions:expr;)*) => {
        $(impl<$($generics)*> Positions for $of {
            #[cfg_attr(not(unoptimized), inline(always))]
            fn len(&self) -> usize {
                let $this = self;
                $positions.len()
            }

            #[cfg_attr(not(unoptimized), inline(always))]
            fn boards(&self, index: usize) -> Boards {
                let $this = self;
                $positions.boards(index)
            }

            #[cfg_attr(not(unoptimized), inline(always))]
            fn as_boards(&self) -> Option<&[Boards]> {
                let $this = self;
                $positions.as_boards()
            }

            #[cfg_attr(not(unoptimized), inline(always))]
            fn packed(&self, index: usize) -> Option<Packed> {
                let $this = self;
                $positions.packed(index)
            }
        })*
    };
}

positions! {
    [T: ToBoards, const N: usize] [T; N]: array => array.as_slice();
    [T: ToBoards] Vec<T>: vector => vector.as_slice();
    [P: Positions + ?Sized] &P: positions => (**positions);
}
