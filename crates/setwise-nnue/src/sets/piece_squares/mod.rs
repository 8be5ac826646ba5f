//! Sets in which a feature is a piece on a square, perhaps with the place of the perspective's
//! king.

mod optional;

use crate::feature_set::{ByRows, FeatureSet};
use crate::inputs::{Boards, Input, Packed};
use crate::rows::{AT_ONCE, Index, Levels, RowWriter};
use crate::sets::pieces::{code_planes, mailbox_of};
use crate::sets::requirements;
use crate::{error::PositionError, feature_set::extract::append};
use core::ops::Range;
use setwise_core::{ByteVector, Squares, WordTable};
use setwise_moves::{Color, Role};
use setwise_threats::PieceSquares;
pub use setwise_threats::{
    Chess768, HalfKaV2Hm, HalfKaV2HmTraining, KingBuckets, MirroredKingBuckets,
};

const MAX_PIECES: usize = 64;

/// By the code of a piece: the first index of its plane, for the perspectives of White and of
/// Black.
#[cfg_attr(not(unoptimized), inline(always))]
const fn first_indices<S: PieceSquares>() -> [WordTable<16>; 2] {
    let mut tables = [[0; 16]; 2];
    let mut code = 0;
    while code < 16 {
        let (color, role) = (code / 8, code % 8);
        if role < Role::ALL.len() {
            tables[0][code] = 64 * S::PLANES[color][role];
            tables[1][code] = 64 * S::PLANES[1 - color][role];
        }
        code += 1;
    }
    [WordTable::new(tables[0]), WordTable::new(tables[1])]
}

/// The pieces of some positions.
pub(crate) type Lists = [Pieces; AT_ONCE];

/// The pieces of a position.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Pieces {
    /// The code of the piece on each square, or, of packed positions, of each piece.
    codes: [u8; 64],
    /// The squares with pieces in ascending order. The rest of the array is not used.
    squares: [u8; 128],
}

impl Default for Pieces {
    fn default() -> Self {
        Self {
            codes: [0; 64],
            squares: [0; 128],
        }
    }
}

/// Writes the squares of a board in ascending order. What follows them is unspecified.
#[cfg_attr(not(unoptimized), inline(always))]
fn list_squares<V: ByteVector>(token: V::Token, board: u64, squares: &mut [u8; 128]) {
    let (size, mut count) = (8 * V::LANES, 0);
    for start in (0..64).step_by(size) {
        let part = board >> start & (!0 >> (64 - size));
        let numbers = V::byte_numbers(token) | V::splat_byte(token, start as u8);
        if let Some(out) = squares.get_mut(count..) {
            numbers.pack_store(part, out);
        }
        count += part.count_ones() as usize;
    }
}

/// Lists the pieces of some positions, if vectors write rows.
#[cfg_attr(not(unoptimized), inline(always))]
fn list<V: ByteVector, T: Index>(
    token: V::Token,
    input: Input<'_>,
    range: Range<usize>,
    all: &mut Lists,
) {
    if const { !V::FAST_WORDS || size_of::<T>() == 0 } {
        return;
    }
    match input {
        Input::Boards(boards) => {
            for (pieces, boards) in all.iter_mut().zip(&boards[range]) {
                pieces.codes = mailbox_of::<V>(token, code_planes(boards));
                list_squares::<V>(token, boards.occupied(), &mut pieces.squares);
            }
        }
        Input::Packed(packed) => {
            for (pieces, packed) in all.iter_mut().zip(&packed[range]) {
                pieces.codes[..32].copy_from_slice(&packed.unpacked());
                list_squares::<V>(token, packed.occupied, &mut pieces.squares);
            }
        }
    }
}

/// Appends the pieces of a position, by square.
#[cfg_attr(not(unoptimized), inline(always))]
fn write<S: PieceSquares, V: ByteVector, T: Index>(
    token: V::Token,
    set: &S,
    input: Input<'_>,
    number: usize,
    all: &Lists,
    rows: &mut RowWriter<'_, T>,
) {
    let pieces = &all[number % AT_ONCE];
    let occupied = match input {
        Input::Boards(boards) => boards[number].occupied(),
        Input::Packed(packed) => packed[number].occupied,
    };
    if const { size_of::<T>() == 0 } {
        return rows.advance(occupied.count_ones() as usize);
    }
    match input {
        Input::Boards(boards) => {
            let boards = &boards[number];
            let kings = [boards.king(Color::White), boards.king(Color::Black)];
            let views = views(set, kings);
            if const { V::FAST_WORDS } {
                let code_of = |_, squares: V| squares.look_up_64(&pieces.codes);
                return write_listed::<S, V, T>(token, pieces, occupied, code_of, views, rows);
            }
            let codes = mailbox_of::<V>(token, code_planes(boards));
            write_scalar::<S, T>(occupied, |square| codes[square], views, rows);
        }
        Input::Packed(packed) => {
            // Only sets with regions of kings need these.
            let kings = match S::MAX_SIZE {
                ..=768 => [0; 2],
                _ => packed[number].king_squares(),
            };
            let views = views(set, kings);
            if const { V::FAST_WORDS } {
                let code_of = |at, _| V::load_bytes(token, &pieces.codes[at..]);
                return write_listed::<S, V, T>(token, pieces, occupied, code_of, views, rows);
            }
            let mut codes = packed[number].codes;
            let take = |_| {
                let code = codes as u8;
                codes >>= 4;
                code
            };
            write_scalar::<S, T>(occupied, take, views, rows);
        }
    }
}

/// Appends pieces that have been listed. `code_of` gets the number of the first piece and the
/// squares.
#[cfg_attr(not(unoptimized), inline(always))]
fn write_listed<S: PieceSquares, V: ByteVector, T: Index>(
    token: V::Token,
    pieces: &Pieces,
    occupied: u64,
    code_of: impl Fn(usize, V) -> V,
    views: [(u8, u32); 2],
    rows: &mut RowWriter<'_, T>,
) {
    let tables = const { &first_indices::<S>() };
    let count = occupied.count_ones() as usize;
    for at in (0..count).step_by(8 * V::LANES) {
        let squares = V::load_bytes(token, &pieces.squares[at..]);
        let codes = code_of(at, squares);
        for (side, (turn, base)) in views.into_iter().enumerate() {
            // The first index of a plane is a multiple of 64.
            let low = codes.look_up_16(tables[side].low()) | squares ^ V::splat_byte(token, turn);
            let high = codes.look_up_16(tables[side].high());
            rows.store(side, at, V::words(low, high), base);
        }
    }
    rows.advance(count);
}

/// Appends pieces. `code_of` gets their squares one after the other.
#[cfg_attr(not(unoptimized), inline(always))]
fn write_scalar<S: PieceSquares, T: Index>(
    occupied: u64,
    mut code_of: impl FnMut(usize) -> u8,
    views: [(u8, u32); 2],
    rows: &mut RowWriter<'_, T>,
) {
    let tables = const { &first_indices::<S>() };
    rows.fill(|out| {
        for square in Squares(occupied) {
            let code = usize::from(code_of(square.index())) & 15;
            let index = |side: usize| {
                let (turn, base) = views[side];
                let square = square.index() as u32 ^ u32::from(turn);
                base + u32::from(tables[side].words()[code]) + square
            };
            out.push([index(0), index(1)]);
        }
    });
}

/// The mirror of squares and the base of indices, of both perspectives.
#[cfg_attr(not(unoptimized), inline(always))]
fn views<S: PieceSquares>(set: &S, [white, black]: [u8; 2]) -> [(u8, u32); 2] {
    let [(turn, base), (other_turn, other_base)] = [set.frame(white), set.frame(black ^ 56)];
    [(turn, base), (other_turn ^ 56, other_base)]
}

/// The rest of [`FeatureSet`] for a set of [`PieceSquares`].
macro_rules! piece_squares {
    ($($set:ident, $name:literal, $rules:expr;)*) => {$(
        impl FeatureSet for $set {
            type Scratch = Lists;
            type Rows = Self;

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
            fn check(&self, boards: &Boards) -> Result<(), PositionError> {
                $rules.check(boards)
            }

            #[cfg_attr(not(unoptimized), inline(always))]
            fn known_to_pass<V: ByteVector>(&self, token: V::Token, boards: &[Boards]) -> bool {
                $rules.known_to_pass::<V>(token, boards)
            }

            #[cfg_attr(not(unoptimized), inline(always))]
            fn extract<V: ByteVector, T: Index>(
                &self,
                token: V::Token,
                boards: &[Boards],
                pieces: &mut Lists,
                rows: &mut RowWriter<'_, T>,
            ) {
                append::<Self, V, T>(token, self, Input::Boards(boards), pieces, rows);
            }
        }

        impl ByRows<Self> for $set {
            const PADDED_CHUNK: usize = 64;
            const ON: Levels = Levels::All;

            #[cfg_attr(not(unoptimized), inline(always))]
            fn check_packed(_: &Self, packed: &Packed) -> bool {
                packed.is_valid($rules.kings)
            }

            #[cfg_attr(not(unoptimized), inline(always))]
            fn list<V: ByteVector, T: Index>(
                _: &Self,
                token: V::Token,
                input: Input<'_>,
                range: Range<usize>,
                pieces: &mut Lists,
            ) {
                list::<V, T>(token, input, range, pieces);
            }

            #[cfg_attr(not(unoptimized), inline(always))]
            fn write<V: ByteVector, T: Index>(
                set: &Self,
                token: V::Token,
                input: Input<'_>,
                number: usize,
                pieces: &Lists,
                rows: &mut RowWriter<'_, T>,
            ) {
                write::<Self, V, T>(token, set, input, number, pieces, rows);
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
