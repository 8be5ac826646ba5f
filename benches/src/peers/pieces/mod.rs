//! Piece by piece: a table lookup for each slider of the position.

use crate::calls::Calls;
use setwise_core::piecewise::System;
use setwise_core::{Direction, Rays, Sliders, Square, Squares, attacks, const_array};

pub(crate) trait Lookup: Copy + 'static {
    type Square: Copy;

    fn squares(set: u64) -> impl Iterator<Item = Self::Square>;

    /// Returns the number of a square, below 64.
    fn index(square: Self::Square) -> usize;

    fn attacks<const BISHOP: bool>(self, square: Self::Square, occupied: u64) -> u64;

    #[inline(always)]
    fn sliders(self, sliders: Sliders, occupied: u64) -> u64 {
        let mut all = 0;
        for square in Self::squares(sliders.orthogonal) {
            all |= self.attacks::<false>(square, occupied);
        }
        for square in Self::squares(sliders.diagonal) {
            all |= self.attacks::<true>(square, occupied);
        }
        all
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Pieces<L>(pub(crate) L);

/// The rays of the empty board from each square. In fours, so that a slider's four rays may share a
/// vector register.
static ORTHOGONAL: [[u64; 4]; 64] = rays(Direction::ORTHOGONAL);
static DIAGONAL: [[u64; 4]; 64] = rays(Direction::DIAGONAL);

const fn rays(directions: [Direction; 4]) -> [[u64; 4]; 64] {
    const_array!(square, 64, {
        const_array!(i, 4, attacks(1 << square, 0, directions[i]))
    })
}

impl<L: Lookup> Pieces<L> {
    #[inline(always)]
    fn four_rays<const BISHOP: bool>(self, pieces: u64, occupied: u64) -> [u64; 4] {
        let mut four = [0; 4];
        for square in L::squares(pieces) {
            let table = if BISHOP { &DIAGONAL } else { &ORTHOGONAL };
            let all = self.0.attacks::<BISHOP>(square, occupied);
            let rays = &table[L::index(square) & 63];
            for i in 0..4 {
                four[i] |= all & rays[i];
            }
        }
        four
    }
}

impl<L: Lookup> Calls for Pieces<L> {
    #[inline(always)]
    fn attacks(self, sliders: Sliders, occupied: u64) -> u64 {
        self.0.sliders(sliders, occupied)
    }

    #[inline(always)]
    fn piece_attacks<const BISHOP: bool>(self, piece: u64, occupied: u64) -> u64 {
        let square = L::squares(piece).next();
        square.map_or(0, |square| self.0.attacks::<BISHOP>(square, occupied))
    }

    #[inline(always)]
    fn ray_attacks(self, sliders: Sliders, occupied: u64) -> Rays {
        let [n, e, s, w] = self.four_rays::<false>(sliders.orthogonal, occupied);
        let [ne, se, sw, nw] = self.four_rays::<true>(sliders.diagonal, occupied);
        Rays([n, ne, e, se, s, sw, w, nw])
    }

    #[inline(always)]
    fn occluded_fill(self, generators: u64, propagators: u64, direction: Direction) -> u64 {
        let mut reached = 0;
        for square in L::squares(generators) {
            let (i, j) = (L::index(square) & 63, direction.index() / 2);
            reached |= if direction.is_diagonal() {
                self.0.attacks::<true>(square, !propagators) & DIAGONAL[i][j]
            } else {
                self.0.attacks::<false>(square, !propagators) & ORTHOGONAL[i][j]
            };
        }
        generators | reached & propagators
    }
}

/// Implements [`Lookup`] from expressions.
macro_rules! lookup {
    (impl[$($bound:tt)*] $table:ty, $square:ty;
        $set:ident => $squares:expr; $of:ident => $index:expr;
        |$this:ident, $at:ident, $occupied:ident| $rook:expr, $bishop:expr) => {
        impl<$($bound)*> Lookup for $table {
            type Square = $square;

            #[inline(always)]
            fn squares($set: u64) -> impl Iterator<Item = Self::Square> {
                $squares
            }

            #[inline(always)]
            fn index($of: Self::Square) -> usize {
                $index
            }

            #[inline(always)]
            fn attacks<const BISHOP: bool>(self, $at: Self::Square, $occupied: u64) -> u64 {
                let $this = self;
                if BISHOP { $bishop } else { $rook }
            }
        }
    };
}
#[cfg(target_arch = "x86_64")]
mod pext;
#[cfg(target_arch = "x86_64")]
pub(crate) use pext::Pext;

/// The tables of the crate `cozy-chess`: magic multiplication (or PEXT, if that crate was built
/// with its feature).
#[derive(Clone, Copy, Debug)]
pub(crate) struct CozyChess;

lookup! {
    impl[] CozyChess, cozy_chess::Square;
    set => cozy_chess::BitBoard(set).into_iter();
    square => square as usize;
    |_table, square, occupied| cozy_chess::get_rook_moves(square, cozy_chess::BitBoard(occupied)).0,
    cozy_chess::get_bishop_moves(square, cozy_chess::BitBoard(occupied)).0
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Piecewise<S>(pub(crate) S);

impl<S: System + Copy + 'static> Lookup for Piecewise<S> {
    type Square = Square;

    #[inline(always)]
    fn squares(set: u64) -> impl Iterator<Item = Square> {
        Squares(set)
    }

    #[inline(always)]
    fn index(square: Square) -> usize {
        square.index()
    }

    #[inline(always)]
    fn attacks<const BISHOP: bool>(self, square: Square, occupied: u64) -> u64 {
        match BISHOP {
            true => self.0.bishop(square, occupied),
            false => self.0.rook(square, occupied),
        }
    }

    #[inline(always)]
    fn sliders(self, sliders: Sliders, occupied: u64) -> u64 {
        self.0.sliders(sliders, occupied)
    }
}
