//! Pairs of pawns and pieces on squares, as features that stand next to threats.

use crate::changed::{Index, Writer};
use crate::geometry::{BLACK, PAWN};
use crate::pawn_pairs::{PAIRS, PawnPairs, THEIRS, pair_index, pairs_of};
use crate::piece_squares::{PieceSquares, first_indices};
use crate::step::{Codes, Perspective, View};
use setwise_core::ByteVector;

/// Features besides threats: [`PawnPairs`], a set of [`PieceSquares`], or two of these, of which
/// the second has the indices after the first.
pub trait Others: sealed::Others {
    /// A number of features that no value of the type exceeds.
    const MAX_SIZE: u32;

    /// Returns the number of features.
    #[inline]
    fn size(&self) -> u32 {
        Self::MAX_SIZE
    }
}

pub(crate) mod sealed {
    use super::Pieces;
    use crate::{changed::Index, changed::Writer, step::Perspective};

    pub trait Others: Copy {
        /// Whether a move of the king from one square to another changes all indices.
        fn refreshes(&self, perspective: Perspective, king: [u8; 2]) -> bool;

        /// Whether [`Pieces::pawns`] are needed.
        fn has_pairs(&self) -> bool;

        /// Appends what changes. The first index is `offset`.
        fn append<T: Index>(&self, pieces: &Pieces<'_>, offset: u32, out: &mut Writer<'_, T>);
    }
}

/// A square and the piece on it, or 0.
pub(crate) type Placed = (u8, u8);

/// What a move does to pieces.
#[derive(Debug)]
pub struct Pieces<'a> {
    /// All pawns and those of Black, before the move.
    pub(crate) pawns: [u64; 2],
    pub(crate) removed: &'a [Placed],
    pub(crate) added: &'a [Placed],
    /// The kings of both perspectives after the move.
    pub(crate) kings: [u8; 2],
}

impl Pieces<'_> {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn any_pawn(&self) -> bool {
        let mut all = self.removed.iter().chain(self.added);
        all.any(|(_, piece)| piece & 7 == PAWN)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn squares(&self) -> u64 {
        let all = self.removed.iter().chain(self.added);
        all.fold(0, |all, (at, _)| all | 1 << (at & 63))
    }

    /// All pawns and those of Black after the move.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn pawns_after(&self) -> [u64; 2] {
        let left = !self.squares();
        let mut pawns = self.pawns.map(|pawns| pawns & left);
        for (at, piece) in self.added {
            let is_pawn = u64::from(piece & 7 == PAWN);
            pawns[0] |= is_pawn << (at & 63);
            pawns[1] |= (is_pawn & u64::from(piece / BLACK)) << (at & 63);
        }
        pawns
    }
}

impl Others for PawnPairs {
    const MAX_SIZE: u32 = PAIRS;
}

impl sealed::Others for PawnPairs {
    #[inline]
    fn refreshes(&self, _: Perspective, [before, after]: [u8; 2]) -> bool {
        (before ^ after) & 4 != 0
    }

    #[inline]
    fn has_pairs(&self) -> bool {
        true
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn append<T: Index>(&self, pieces: &Pieces<'_>, offset: u32, out: &mut Writer<'_, T>) {
        if !pieces.any_pawn() {
            return;
        }
        let [white, black] = pieces.kings;
        let views = [
            View::new(Perspective::White, white).0,
            View::new(Perspective::Black, black).0 | THEIRS,
        ];
        let changed = pieces.squares();
        let before = pieces.pawns;
        // Two calls, not a loop: with a constant list, the compiler keeps its count in a register.
        pairs_of(before[0], before[1], changed, |a, b| {
            out.tell(true, true, |side| {
                offset + pair_index(a ^ views[side], b ^ views[side])
            });
        });
        let after = pieces.pawns_after();
        pairs_of(after[0], after[1], changed, |a, b| {
            out.tell(false, true, |side| {
                offset + pair_index(a ^ views[side], b ^ views[side])
            });
        });
    }
}

impl<P: PieceSquares> Others for P {
    const MAX_SIZE: u32 = P::MAX_SIZE;

    #[inline]
    fn size(&self) -> u32 {
        PieceSquares::size(self)
    }
}

impl<P: PieceSquares> sealed::Others for P {
    #[inline]
    fn refreshes(&self, perspective: Perspective, king: [u8; 2]) -> bool {
        let [before, after] = king.map(|king| self.frame(flipped(king, perspective as usize)));
        before != after
    }

    #[inline]
    fn has_pairs(&self) -> bool {
        false
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn append<T: Index>(&self, pieces: &Pieces<'_>, offset: u32, out: &mut Writer<'_, T>) {
        let frames = [0, 1].map(|side| self.frame(flipped(pieces.kings[side], side)));
        append_pieces(pieces, const { &first_indices::<P>() }, frames, offset, out);
    }
}

/// Appends pieces on squares, by the first index of each plane and the frames of both kings.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn append_pieces<T: Index>(
    pieces: &Pieces<'_>,
    first: &[[u32; 16]; 2],
    frames: [(u8, u32); 2],
    offset: u32,
    out: &mut Writer<'_, T>,
) {
    let index = |(at, piece): Placed, side: usize| {
        let (mirror, base) = frames[side];
        let at = u32::from(flipped(at ^ mirror, side));
        let of_plane = first[side][usize::from(piece & 15)] + at;
        base.wrapping_add(of_plane).wrapping_add(offset)
    };
    for placed in pieces.removed {
        out.tell(true, placed.1 & 7 != 0, |side| index(*placed, side));
    }
    for placed in pieces.added {
        out.tell(false, placed.1 & 7 != 0, |side| index(*placed, side));
    }
}

/// A square as a side sees it.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) const fn flipped(square: u8, side: usize) -> u8 {
    (square & 63) ^ (56 * side as u8)
}

impl<A: Others, B: Others> Others for (A, B) {
    const MAX_SIZE: u32 = A::MAX_SIZE.saturating_add(B::MAX_SIZE);

    #[inline]
    fn size(&self) -> u32 {
        self.0.size().saturating_add(self.1.size())
    }
}

impl<A: Others, B: Others> sealed::Others for (A, B) {
    #[inline]
    fn refreshes(&self, perspective: Perspective, king: [u8; 2]) -> bool {
        self.0.refreshes(perspective, king) || self.1.refreshes(perspective, king)
    }

    #[inline]
    fn has_pairs(&self) -> bool {
        self.0.has_pairs() || self.1.has_pairs()
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn append<T: Index>(&self, pieces: &Pieces<'_>, offset: u32, out: &mut Writer<'_, T>) {
        self.1
            .append(pieces, offset.wrapping_add(self.0.size()), out);
        self.0.append(pieces, offset, out);
    }
}

/// All pawns, and those of Black.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn find_pawns<V: ByteVector, C: Codes>(
    token: V::Token,
    codes: &C,
    mailbox: &[u8; 64],
) -> [u64; 2] {
    // By code of the engine: bit 0 for pawns, bit 1 for those of Black.
    let mut kinds = [0_u8, 1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0];
    if let Some(table) = codes.table() {
        kinds = table.map(|code| kinds[usize::from(code & 15)]);
    }
    let mut found = [0_u64; 2];
    if const { V::FAST_WORDS } {
        let size = 8 * V::LANES;
        for (part, squares) in mailbox.chunks_exact(size).enumerate() {
            let pieces = V::load_bytes(token, squares) & V::splat_byte(token, 15);
            let kinds = pieces.look_up_16(&kinds);
            for (bit, found) in (0..).zip(&mut found) {
                *found |= kinds.with_bit(bit) << (part * size);
            }
        }
        return found;
    }
    for (square, code) in mailbox.iter().enumerate() {
        let kind = u64::from(kinds[usize::from(code & 15)]);
        found[0] |= (kind & 1) << square;
        found[1] |= (kind >> 1) << square;
    }
    found
}
