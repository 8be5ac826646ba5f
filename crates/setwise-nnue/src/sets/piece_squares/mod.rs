//! Sets in which a feature is a piece on a square, perhaps with the place of the perspective's
//! king.

mod changes;
mod describe;

use crate::error::Problem;
use crate::feature_set::FeatureSet;
use crate::inputs::boards::{Boards, to_queenside};
use crate::rows::csr::Rows;
use crate::rows::index::Index;
use crate::sets::pieces::{PIECES, color_and_role, mailbox};
use crate::sets::rules;
use setwise_core::{ByteVector, WordTable};
use setwise_moves::{Color, Role};

/// The most pieces of a position.
const MAX_PIECES: usize = 64;

/// How a set numbers pieces on squares.
trait Planes {
    /// Returns the mirror for a king's square, which is xored to squares, and the first index of
    /// the king's bucket. The square is the one that the king's own perspective sees.
    fn frame(&self, king: u8) -> (u8, u32);

    /// The number of the first index of a plane, divided by 64: by whether the piece is the
    /// opponent's, and role.
    const PLANES: [[u16; 6]; 2];

    /// The entry of [`PLANES`](Self::PLANES).
    #[cfg_attr(not(unoptimized), inline(always))]
    fn plane(theirs: bool, role: Role) -> u32 {
        Self::PLANES[usize::from(theirs)][role.index()].into()
    }
}

/// By the number of a piece: the first index of its plane, for the perspectives of White and of
/// Black.
#[cfg_attr(not(unoptimized), inline(always))]
const fn first_indices<S: Planes>() -> [WordTable<64>; 2] {
    let mut tables = [[0; 64]; 2];
    let mut piece = 0;
    while piece < PIECES {
        let (color, role) = color_and_role(piece);
        let role = Role::ALL[role];
        tables[0][piece] = 64 * S::PLANES[color][role.index()];
        tables[1][piece] = 64 * S::PLANES[1 - color][role.index()];
        piece += 1;
    }
    [WordTable::new(tables[0]), WordTable::new(tables[1])]
}

/// Appends the pieces of some positions by square.
#[cfg_attr(not(unoptimized), inline(always))]
fn extract<S: Planes, V: ByteVector, T: Index>(
    token: V::Token,
    set: &S,
    boards: &[Boards],
    rows: &mut Rows<'_, T>,
) {
    let tables = const { &first_indices::<S>() };
    for boards in boards {
        let mailbox = mailbox::<V>(token, boards);
        let [(turn, base), (other_turn, other_base)] = [
            set.frame(boards.king(Color::White)),
            set.frame(boards.king(Color::Black) ^ 56),
        ];
        let views = [(turn, base), (other_turn ^ 56, other_base)];
        if const { V::FAST_WORDS } {
            let (squares, count) = list::<V>(token, boards.occupied());
            let (first, second) = rows.tail();
            for at in (0..count).step_by(8 * V::LANES) {
                let squares = V::load_bytes(token, &squares[at..]);
                let pieces = squares.look_up_64(&mailbox);
                for (((turn, base), table), out) in views
                    .into_iter()
                    .zip(tables)
                    .zip([&mut *first, &mut *second])
                {
                    let base = V::splat(token, u64::from(base) * 0x0001_0001_0001_0001);
                    let [a, b] = (squares ^ V::splat_byte(token, turn)).widen();
                    let [c, d] = pieces.look_up_words_64(table);
                    let words = [
                        a.add_words(c).add_words(base),
                        b.add_words(d).add_words(base),
                    ];
                    T::store(words, out.get_mut(at..).unwrap_or_default());
                }
            }
            rows.advance(count);
        } else {
            let mut left = boards.occupied();
            while left != 0 {
                let square = left.trailing_zeros();
                let piece = usize::from(mailbox[square as usize & 63]) & 63;
                let [first, second] = [0, 1].map(|side| {
                    let (turn, base) = views[side];
                    base + u32::from(tables[side].words()[piece]) + (square ^ u32::from(turn))
                });
                rows.push(first, second);
                left &= left - 1;
            }
        }
        rows.end_row();
    }
}

/// The squares of a board in ascending order, and their number. What is behind them is not used.
#[cfg_attr(not(unoptimized), inline(always))]
fn list<V: ByteVector>(token: V::Token, board: u64) -> ([u8; 128], usize) {
    let (size, mut squares, mut count) = (8 * V::LANES, [0; 128], 0);
    for start in (0..64).step_by(size) {
        let part = board >> start & (!0 >> (64 - size));
        let numbers = V::byte_numbers(token) | V::splat_byte(token, start as u8);
        if let Some(out) = squares.get_mut(count..) {
            numbers.compress_store(part, out);
        }
        count += part.count_ones() as usize;
    }
    (squares, count)
}

/// The rest of [`FeatureSet`] for a set of [`Planes`].
macro_rules! piece_squares {
    ($($set:ident, $name:literal, $size:expr, $rules:expr;)*) => {$(
        impl FeatureSet for $set {
            type Scratch = ();

            fn name(&self) -> &'static str {
                $name
            }

            fn size(&self) -> u32 {
                let size: fn(&Self) -> u32 = $size;
                size(self)
            }

            fn max_active(&self) -> usize {
                MAX_PIECES
            }

            #[cfg_attr(not(unoptimized), inline(always))]
            fn check(&self, boards: &Boards) -> Result<(), Problem> {
                $rules.check(boards)
            }

            #[cfg_attr(not(unoptimized), inline(always))]
            fn known_to_pass<V: ByteVector>(&self, token: V::Token, boards: &[Boards]) -> bool {
                $rules.known_to_pass::<V>(token, boards)
            }

            #[cfg_attr(not(unoptimized), inline(always))]
            fn bound(&self, boards: &Boards) -> usize {
                boards.occupied().count_ones() as usize
            }

            #[cfg_attr(not(unoptimized), inline(always))]
            fn extract<V: ByteVector, T: Index>(
                &self,
                token: V::Token,
                boards: &[Boards],
                (): &mut (),
                rows: &mut Rows<'_, T>,
            ) {
                extract::<Self, V, T>(token, self, boards, rows);
            }
        }
    )*};
}

piece_squares! {
    Chess768, "chess-768", |_| 768, rules::PIECES;
    KingBuckets, "king-buckets", |set| 768 * set.count, rules::KINGS;
    MirroredKingBuckets, "mirrored-king-buckets", |set| 768 * set.count, rules::KINGS;
    HalfKaV2Hm, "half-ka-v2-hm", |_| 22_528, rules::KINGS;
    HalfKaV2HmTraining, "half-ka-v2-hm-training", |_| 24_576, rules::KINGS;
}

/// 768 features, a piece on a square: bullet calls them `Chess768`. The features of any placement
/// of pieces are defined.
///
/// # Orientation
/// Squares and colors are those that the perspective sees: for Black the ranks are reversed and the
/// colors exchanged.
///
/// # Index
/// 384 if the piece is the opponent's, plus 64 times the role (pawn 0, knight, bishop, rook, queen,
/// king 5), plus the square.
///
/// # Order
/// By square, as the first perspective sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chess768;

/// The planes when the perspective's own pieces come first.
const OWN_FIRST: [[u16; 6]; 2] = [[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11]];

impl Planes for Chess768 {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn frame(&self, _: u8) -> (u8, u32) {
        (0, 0)
    }

    const PLANES: [[u16; 6]; 2] = OWN_FIRST;
}

/// [`Chess768`] for each bucket of squares of the perspective's king: bullet calls them
/// `ChessBuckets`.
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

/// The number of buckets.
fn count(buckets: &[u8]) -> u32 {
    1 + u32::from(buckets.iter().copied().max().unwrap_or(0))
}

impl Planes for KingBuckets {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn frame(&self, king: u8) -> (u8, u32) {
        (0, 768 * u32::from(self.buckets[usize::from(king & 63)]))
    }

    const PLANES: [[u16; 6]; 2] = OWN_FIRST;
}

/// [`KingBuckets`] with mirrored files: bullet calls them `ChessBucketsMirrored`. With a single
/// bucket they are the 768 mirrored features.
///
/// # Orientation
/// That of [`Chess768`]. If the king of the perspective is on one of the files e to h, files are
/// mirrored.
///
/// # Index
/// 768 times the bucket of the king's square as the perspective sees it, plus the index of
/// [`Chess768`].
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

impl Planes for MirroredKingBuckets {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn frame(&self, king: u8) -> (u8, u32) {
        let mirror = to_queenside(king);
        let king = king ^ mirror;
        let bucket = self.buckets[usize::from(king >> 3 & 7) * 4 + usize::from(king & 3)];
        (mirror, 768 * u32::from(bucket))
    }

    const PLANES: [[u16; 6]; 2] = OWN_FIRST;
}

/// 22,528 features, the place of the perspective's king and a piece on a square, both kings
/// included: `HalfKAv2_hm` in Stockfish.
///
/// # Orientation
/// Squares and colors are those that the perspective sees: for Black the ranks are reversed and the
/// colors exchanged. If the king of the perspective is then on one of the files a to d, files are
/// mirrored.
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

impl Planes for HalfKaV2Hm {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn frame(&self, king: u8) -> (u8, u32) {
        let (mirror, bucket) = half_ka_frame(king);
        (mirror, 704 * bucket)
    }

    const PLANES: [[u16; 6]; 2] = [[0, 2, 4, 6, 8, 10], [1, 3, 5, 7, 9, 10]];
}

impl Planes for HalfKaV2HmTraining {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn frame(&self, king: u8) -> (u8, u32) {
        let (mirror, bucket) = half_ka_frame(king);
        (mirror, 768 * bucket)
    }

    const PLANES: [[u16; 6]; 2] = [[0, 2, 4, 6, 8, 10], [1, 3, 5, 7, 9, 11]];
}
