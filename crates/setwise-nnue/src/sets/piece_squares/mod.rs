//! Sets in which a feature is a piece on a square, perhaps with the place of the perspective's
//! king.

mod optional;

use crate::sets::pieces::{PIECES, color_and_role, mailbox};
use crate::sets::requirements;
use crate::{Boards, FeatureSet, Index, Problem, Rows};
use setwise_core::{ByteVector, WordTable};
use setwise_moves::{Color, Role};
use setwise_threats::PieceSquares;
pub use setwise_threats::{
    Chess768, HalfKaV2Hm, HalfKaV2HmTraining, KingBuckets, MirroredKingBuckets,
};

const MAX_PIECES: usize = 64;

/// By the number of a piece: the first index of its plane, for the perspectives of White and of
/// Black.
#[cfg_attr(not(unoptimized), inline(always))]
const fn first_indices<S: PieceSquares>() -> [WordTable<64>; 2] {
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
fn extract<S: PieceSquares, V: ByteVector, T: Index>(
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

/// The squares of a board in ascending order, and their number. The rest of the array is not used.
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

/// The rest of [`FeatureSet`] for a set of [`PieceSquares`].
macro_rules! piece_squares {
    ($($set:ident, $name:literal, $rules:expr;)*) => {$(
        impl FeatureSet for $set {
            type Scratch = ();

            fn name(&self) -> &'static str {
                $name
            }

            fn size(&self) -> u32 {
                PieceSquares::size(self)
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
    Chess768, "chess-768", requirements::PIECES;
    KingBuckets, "king-buckets", requirements::KINGS;
    MirroredKingBuckets, "mirrored-king-buckets", requirements::KINGS;
    HalfKaV2Hm, "half-ka-v2-hm", requirements::KINGS;
    HalfKaV2HmTraining, "half-ka-v2-hm-training", requirements::KINGS;
}
