//! The calls of a piece-wise system.

use setwise_core::piecewise::{About, PieceKind};
use setwise_core::{Batch, CheckedBatch, LengthMismatch, Rays, Sliders, Square};

pub(super) type Outcome = Result<(), LengthMismatch>;
/// Takes squares and occupied squares, and writes the attacks.
type Pieces = for<'a> fn((&'a [Square], &'a [u64]), &'a mut [u64]) -> Outcome;

/// A system, compiled for the host, as function pointers that are resolved once.
///
/// A call is indirect and not inlined, which adds up to 0.7 ns to a single piece
/// (docs/notes/piece-wise-calls.md). Keep a copy of the handle beside the other data of the search.
/// A batch or a set costs one call only.
///
/// ```
/// use setwise::Square;
/// use setwise::piecewise::{Handle, obstruction::FlippedDifference};
///
/// struct Search { pieces: Handle }
/// let search = Search { pieces: Handle::of::<FlippedDifference>() };
/// let e4 = Square::E4;
/// assert_eq!(search.pieces.rook(e4, 1 << 60).count_ones(), 14); // a piece on e8
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Handle {
    pub(super) about: About,
    pub(super) level: &'static str,
    /// In the order of [`PieceKind::ALL`].
    pub(super) piece: [fn(Square, u64) -> u64; 5],
    /// In the order of [`PieceKind::ALL`].
    pub(super) pieces: [Pieces; 5],
    pub(super) set: fn(Sliders, u64) -> u64,
    pub(super) set_by_ray: fn(Sliders, u64) -> Rays,
    pub(super) sets: fn(CheckedBatch<'_>, &mut [u64]) -> Outcome,
    pub(super) sets_by_ray: fn(CheckedBatch<'_>, [&mut [u64]; 8]) -> Outcome,
}

impl Handle {
    /// Returns the description of the system.
    pub const fn about(&self) -> &About {
        &self.about
    }

    /// Returns the name of the level: `bmi2` (BMI1, BMI2, LZCNT and POPCNT), `bmi` (the same
    /// without BMI2), `popcnt`, or `scalar` (the target of the build). That of
    /// `hyperbola-quintessence/lanes` is `avx2`.
    ///
    /// ```
    /// use setwise::{piecewise::best, selection::select};
    /// select("scalar")?; // In place of the best level of the host.
    /// assert_eq!(best().level_name(), "scalar");
    /// # Ok::<(), setwise::selection::UnusableName>(())
    /// ```
    pub const fn level_name(&self) -> &'static str {
        self.level
    }

    /// Returns the squares that a piece attacks.
    #[inline]
    pub fn piece_attacks(&self, kind: PieceKind, square: Square, occupied: u64) -> u64 {
        (self.piece[place(kind)])(square, occupied)
    }

    /// Returns the squares that a rook attacks.
    #[inline]
    pub fn rook(&self, square: Square, occupied: u64) -> u64 {
        self.piece_attacks(PieceKind::Rook, square, occupied)
    }

    /// Returns the squares that a bishop attacks.
    #[inline]
    pub fn bishop(&self, square: Square, occupied: u64) -> u64 {
        self.piece_attacks(PieceKind::Bishop, square, occupied)
    }

    /// Returns the squares that a queen attacks.
    #[inline]
    pub fn queen(&self, square: Square, occupied: u64) -> u64 {
        self.piece_attacks(PieceKind::Queen, square, occupied)
    }

    /// Computes attacks of many pieces of a kind: `out[i]` is for `squares[i]` and `occupied[i]`.
    ///
    /// # Errors
    /// The slices differ in length; nothing is written.
    #[inline]
    pub fn batch_piece_attacks(
        &self,
        kind: PieceKind,
        squares: &[Square],
        occupied: &[u64],
        out: &mut [u64],
    ) -> Result<(), LengthMismatch> {
        (self.pieces[place(kind)])((squares, occupied), out)
    }

    /// Computes [`attacks`](crate::attacks), one slider after the other.
    ///
    /// ```
    /// use setwise::{Sliders, attacks, piecewise::handles};
    /// let sliders = Sliders { orthogonal: 0x0810_0000_0000_0081, diagonal: 0x0800_0000_2000_0004 };
    /// for handle in handles() {
    ///     assert_eq!(handle.slider_attacks(sliders, 0xffff), attacks(sliders, 0xffff));
    /// }
    /// ```
    #[inline]
    pub fn slider_attacks(&self, sliders: Sliders, occupied: u64) -> u64 {
        (self.set)(sliders, occupied)
    }

    /// Computes [`ray_attacks`](crate::ray_attacks), one slider after the other, and distributes
    /// the attacks of each over its rays.
    #[inline]
    pub fn slider_ray_attacks(&self, sliders: Sliders, occupied: u64) -> Rays {
        (self.set_by_ray)(sliders, occupied)
    }

    /// Computes [`batch_attacks`](crate::batch_attacks), one slider after the other.
    ///
    /// # Errors
    /// The slices differ in length; nothing is written.
    ///
    /// ```
    /// use setwise::{Batch, piecewise::best};
    /// let batch = Batch { orthogonal: &[1, 2], diagonal: &[0, 0], occupied: &[0, 0] };
    /// let mut out = [0; 2];
    /// best().batch_slider_attacks(batch, &mut out)?;
    /// assert_eq!(out.map(u64::count_ones), [14, 14]);
    /// # Ok::<(), setwise::LengthMismatch>(())
    /// ```
    #[inline]
    pub fn batch_slider_attacks(&self, batch: Batch<'_>, out: &mut [u64]) -> Outcome {
        (self.sets)(batch.check()?, out)
    }

    /// Computes [`batch_ray_attacks`](crate::batch_ray_attacks), one slider after the other.
    ///
    /// # Errors
    /// The slices differ in length; nothing is written.
    #[inline]
    pub fn batch_slider_ray_attacks(&self, batch: Batch<'_>, out: [&mut [u64]; 8]) -> Outcome {
        (self.sets_by_ray)(batch.check()?, out)
    }
}

/// Returns the index of a kind in [`PieceKind::ALL`].
#[cfg_attr(not(unoptimized), inline(always))]
const fn place(kind: PieceKind) -> usize {
    kind.index() - PieceKind::ALL[0].index()
}
