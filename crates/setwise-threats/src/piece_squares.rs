//! Pieces on squares.

use crate::geometry::{is_piece, to_queenside};

/// A set in which a feature is a piece on a square, perhaps with the perspective's king.
///
/// The index of a piece is 64 times the number of its plane, plus its square as the perspective
/// sees it, plus a number that depends on the king. An engine implements this for its own set.
pub trait PieceSquares: Copy {
    /// The number of the plane by whether the piece is the opponent's, and role (pawn to king).
    const PLANES: [[u16; 6]; 2];
    /// A number of features that no value of the type exceeds.
    const MAX_SIZE: u32;

    /// Returns the number of features: [`MAX_SIZE`](Self::MAX_SIZE), if the type has no fewer.
    #[inline]
    fn size(&self) -> u32 {
        Self::MAX_SIZE
    }

    /// Returns what is xored to squares (0, or 7 to mirror files), and what is added to indices.
    /// `king` is the square of the king as its own side sees it.
    fn frame(&self, king: u8) -> (u8, u32);
}

/// The plane of a piece: by whether it is the opponent's, and role (0 to 5).
#[cfg_attr(not(unoptimized), inline(always))]
pub fn plane_of<S: PieceSquares>(theirs: bool, role: usize) -> u32 {
    S::PLANES[usize::from(theirs)][role].into()
}

/// By perspective and code: the first index of the plane.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) const fn first_indices<S: PieceSquares>() -> [[u32; 16]; 2] {
    let (mut first, mut code) = ([[0; 16]; 2], 0);
    while code < 16 {
        if is_piece(code as u8) {
            let (role, color) = ((code & 7) - 1, code >> 3);
            first[0][code] = 64 * S::PLANES[color][role] as u32;
            first[1][code] = 64 * S::PLANES[1 - color][role] as u32;
        }
        code += 1;
    }
    first
}

/// 768 features, a piece on a square, for any placement of pieces: bullet calls them `Chess768`.
///
/// # Orientation
/// Squares and colors are those that the perspective sees: for Black the ranks are reversed and the
/// colors exchanged.
///
/// # Index
/// 384 if the piece is the opponent's, plus 64 times the role (pawn 0 to king 5), plus the square.
///
/// # Order
/// In `setwise-nnue`: by square, as the first perspective sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chess768;

/// The planes when the perspective's own pieces come first.
const OWN_FIRST: [[u16; 6]; 2] = [[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11]];

impl PieceSquares for Chess768 {
    const PLANES: [[u16; 6]; 2] = OWN_FIRST;
    const MAX_SIZE: u32 = 768;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn frame(&self, _: u8) -> (u8, u32) {
        (0, 0)
    }
}

/// [`Chess768`] for each bucket of the perspective's king: bullet calls them `ChessBuckets`.
///
/// # Index
/// 768 times the bucket of the king's square as the perspective sees it, plus the index of
/// [`Chess768`].
///
/// # Order
/// That of [`Chess768`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KingBuckets {
    buckets: [u8; 64],
    count: u32,
}

impl KingBuckets {
    /// Returns the set for a bucket of each square, a1 to h8. There are as many buckets as the
    /// greatest number plus one.
    pub fn new(buckets: [u8; 64]) -> Self {
        Self {
            buckets,
            count: count(&buckets),
        }
    }
}

fn count(buckets: &[u8]) -> u32 {
    1 + u32::from(buckets.iter().copied().max().unwrap_or(0))
}

impl PieceSquares for KingBuckets {
    const PLANES: [[u16; 6]; 2] = OWN_FIRST;
    const MAX_SIZE: u32 = 768 * 256;

    #[inline]
    fn size(&self) -> u32 {
        768 * self.count
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn frame(&self, king: u8) -> (u8, u32) {
        (0, 768 * u32::from(self.buckets[usize::from(king & 63)]))
    }
}

/// [`KingBuckets`] with mirrored files: bullet calls them `ChessBucketsMirrored`. With a single
/// bucket they are the 768 mirrored features.
///
/// # Orientation
/// That of [`Chess768`]. If the king of the perspective is on one of the files e to h, files are
/// mirrored.
///
/// # Index
/// That of [`KingBuckets`].
///
/// # Order
/// That of [`Chess768`], without the mirror.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MirroredKingBuckets {
    buckets: [u8; 32],
    count: u32,
}

impl MirroredKingBuckets {
    /// Returns the set for a bucket of each square of the files a to d: a1, b1, c1, d1, a2 and so
    /// on. There are as many buckets as the greatest number plus one.
    pub fn new(buckets: [u8; 32]) -> Self {
        Self {
            buckets,
            count: count(&buckets),
        }
    }
}

impl PieceSquares for MirroredKingBuckets {
    const PLANES: [[u16; 6]; 2] = OWN_FIRST;
    const MAX_SIZE: u32 = 768 * 256;

    #[inline]
    fn size(&self) -> u32 {
        768 * self.count
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn frame(&self, king: u8) -> (u8, u32) {
        let mirror = to_queenside(king);
        let king = king ^ mirror;
        let bucket = self.buckets[usize::from(king >> 3 & 7) * 4 + usize::from(king & 3)];
        (mirror, 768 * u32::from(bucket))
    }
}

/// 22,528 features, the place of the perspective's king and a piece on a square, both kings
/// included: `HalfKAv2_hm` in Stockfish.
///
/// # Orientation
/// That of [`Chess768`]. If the king of the perspective is then on one of the files a to d, files
/// are mirrored.
///
/// # Index
/// 704 times the bucket, plus 64 times the plane, plus the square. The king on file f (4 to 7) and
/// rank r has the bucket 4 (7 − r) + 7 − f. The planes are: own pawn 0, the opponent's pawn 1,
/// knights 2 and 3, bishops 4 and 5, rooks 6 and 7, queens 8 and 9, kings of both sides 10.
///
/// # Order
/// That of [`Chess768`], without the mirror.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HalfKaV2Hm;

/// 24,576 features: `HalfKAv2_hm` in nnue-pytorch. They are those of [`HalfKaV2Hm`], but kings have
/// two planes: 10 is the own king, 11 the opponent's, and there are 768 features for each bucket.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HalfKaV2HmTraining;

/// The mirror and the bucket of a king's square.
#[cfg_attr(not(unoptimized), inline(always))]
const fn half_ka_frame(king: u8) -> (u8, u32) {
    let mirror = 7 - to_queenside(king);
    let king = king ^ mirror;
    let (file, rank) = (king & 7, king >> 3 & 7);
    (mirror, 4 * (7 - rank as u32) + (7 - file as u32))
}

impl PieceSquares for HalfKaV2Hm {
    const PLANES: [[u16; 6]; 2] = [[0, 2, 4, 6, 8, 10], [1, 3, 5, 7, 9, 10]];
    const MAX_SIZE: u32 = 22_528;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn frame(&self, king: u8) -> (u8, u32) {
        let (mirror, bucket) = half_ka_frame(king);
        (mirror, 704 * bucket)
    }
}

impl PieceSquares for HalfKaV2HmTraining {
    const PLANES: [[u16; 6]; 2] = [[0, 2, 4, 6, 8, 10], [1, 3, 5, 7, 9, 11]];
    const MAX_SIZE: u32 = 24_576;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn frame(&self, king: u8) -> (u8, u32) {
        let (mirror, bucket) = half_ka_frame(king);
        (mirror, 768 * bucket)
    }
}
