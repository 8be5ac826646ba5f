//! Threats with pairs of pawns and pieces on squares.

use crate::geometry::{BLACK, PAWN};
use crate::kernels::Kernel;
use crate::pawn_pairs::{PAIRS, THEIRS, pair_index, pairs_of};
use crate::piece_squares::first_indices;
use crate::updater::{find_changes, find_changes_of};
use crate::{
    Before, Changed, Codes, Index, PawnPairs, Perspective, PieceSquares, Played, SquareChange,
    Standard, ThreatSet, Updater, View,
};
use core::ops::Range;
use setwise_core::{ByteVector, Own};

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

mod sealed {
    use super::{Index, Squares, Writer};
    use crate::Perspective;

    pub trait Others: Copy {
        /// Whether pawns on squares that do not change matter.
        const PAWNS: bool;

        /// Whether a move of the king from one square to another changes all indices.
        fn refreshes(&self, perspective: Perspective, king: [u8; 2]) -> bool;

        /// Appends what changes. The first index is `offset`.
        fn append<T: Index>(&self, squares: &Squares<'_>, offset: u32, out: &mut Writer<'_, T>);
    }
}

/// The squares that a move changes, and the pawns around them.
#[derive(Debug)]
pub struct Squares<'a> {
    changed: &'a [SquareChange],
    /// All pawns and those of Black, before the move and after it.
    pawns: [[u64; 2]; 2],
    /// The kings of both perspectives after the move.
    kings: [u8; 2],
}

impl Squares<'_> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn that_differ(&self) -> impl Iterator<Item = &SquareChange> {
        let changed = self.changed.iter();
        changed.filter(|square| square.before != square.after)
    }
}

/// The lists of some perspectives.
#[derive(Debug)]
pub struct Writer<'a, T: Index> {
    out: &'a mut Changed<T>,
    sides: Range<usize>,
}

impl<T: Index> Writer<'_, T> {
    /// Appends a feature with its index for a perspective (0 White, 1 Black).
    #[cfg_attr(not(unoptimized), inline(always))]
    fn tell(&mut self, removed: bool, index: impl Fn(usize) -> u32) {
        let sides = self.sides.clone();
        let indices = sides.map(|side| (side, T::from_u32(index(side))));
        self.out.push_other(removed, indices);
    }
}

impl Others for PawnPairs {
    const MAX_SIZE: u32 = PAIRS;
}

impl sealed::Others for PawnPairs {
    const PAWNS: bool = true;

    #[inline]
    fn refreshes(&self, _: Perspective, [before, after]: [u8; 2]) -> bool {
        (before ^ after) & 4 != 0
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn append<T: Index>(&self, squares: &Squares<'_>, offset: u32, out: &mut Writer<'_, T>) {
        let [white, black] = squares.kings;
        let views = [
            View::new(Perspective::White, white).0,
            View::new(Perspective::Black, black).0 | THEIRS,
        ];
        let changed = squares.that_differ();
        let changed = changed.fold(0, |all, square| all | 1 << square.at);
        for ([pawns, black], removed) in squares.pawns.into_iter().zip([true, false]) {
            pairs_of(pawns, black, changed, |a, b| {
                out.tell(removed, |side| {
                    offset + pair_index(a ^ views[side], b ^ views[side])
                });
            });
        }
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
    const PAWNS: bool = false;

    #[inline]
    fn refreshes(&self, perspective: Perspective, king: [u8; 2]) -> bool {
        let [before, after] = king.map(|king| self.frame(flipped(king, perspective as usize)));
        before != after
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn append<T: Index>(&self, squares: &Squares<'_>, offset: u32, out: &mut Writer<'_, T>) {
        let first = const { &first_indices::<P>() };
        let frames = [0, 1].map(|side| self.frame(flipped(squares.kings[side], side)));
        for square in squares.that_differ() {
            for (piece, removed) in [(square.before, true), (square.after, false)] {
                if piece & 7 != 0 {
                    out.tell(removed, |side| {
                        let (mirror, base) = frames[side];
                        let at = flipped(square.at ^ mirror, side);
                        let of_plane = first[side][usize::from(piece & 15)] + u32::from(at);
                        base.wrapping_add(of_plane).wrapping_add(offset)
                    });
                }
            }
        }
    }
}

/// A square as a side sees it.
#[cfg_attr(not(unoptimized), inline(always))]
const fn flipped(square: u8, side: usize) -> u8 {
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
    const PAWNS: bool = A::PAWNS || B::PAWNS;

    #[inline]
    fn refreshes(&self, perspective: Perspective, king: [u8; 2]) -> bool {
        self.0.refreshes(perspective, king) || self.1.refreshes(perspective, king)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn append<T: Index>(&self, squares: &Squares<'_>, offset: u32, out: &mut Writer<'_, T>) {
        self.0.append(squares, offset, out);
        let offset = offset.wrapping_add(self.0.size());
        self.1.append(squares, offset, out);
    }
}

/// Finds the features that moves change, of threats and of [`Others`], whose indices follow those
/// of the threats. `setwise-nnue` numbers them so in a set of the same name.
///
/// ```
/// use setwise_threats::{
///     FullThreats, HalfKaV2Hm, Joined, Level, PawnPairs, Perspective, Played, Updater,
/// };
///
/// // The inputs of a network of Stockfish, in the order of nnue-pytorch.
/// let threats = Updater::<FullThreats>::new(Level::best());
/// let inputs = Joined::new(threats, (PawnPairs, HalfKaV2Hm));
/// assert_eq!(inputs.size(), 59_808 + 4_560 + 22_528);
///
/// // HalfKA renumbers all features when the king moves.
/// assert!(inputs.refreshes(&Played::moves(4, 12, 6, 6, 0), Perspective::White));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Joined<S, O, C = Standard> {
    threats: Updater<S, C>,
    others: O,
}

impl<S: ThreatSet, O: Others, C: Codes> Joined<S, O, C> {
    /// Joins threats with other features.
    #[inline]
    pub const fn new(threats: Updater<S, C>, others: O) -> Self {
        Self { threats, others }
    }

    /// Returns the number of features, at most 2³² − 1.
    #[inline]
    pub fn size(&self) -> u32 {
        S::SIZE.saturating_add(self.others.size())
    }

    /// Whether all features of a perspective get other indices in one of the sets, so that those
    /// must be recomputed. For an engine with an accumulator for each part, [`Played::refreshes`]
    /// returns this for threats and pairs of pawns.
    #[inline]
    pub fn refreshes(&self, played: &Played, perspective: Perspective) -> bool {
        let of_others = || match played.king(perspective) {
            [None, None] => false,
            [Some(before), Some(after)] => self.others.refreshes(perspective, [before, after]),
            _ => true,
        };
        played.refreshes(perspective) || of_others()
    }

    /// Finds the indices of the features that a move removes and adds, as both perspectives see
    /// them after the move, in place of what was found before. `kings` are the squares of White's
    /// king and of Black's after the move.
    ///
    /// Where a perspective [must be refreshed](Self::refreshes) in a set, its indices are
    /// unspecified.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn changes<T: Index>(&self, before: &Before, kings: [u8; 2], out: &mut Changed<T>) {
        const { assert!(Self::fits::<T>(), "the indices need a wider type") };
        out.views = [
            View::new(Perspective::White, kings[0]),
            View::new(Perspective::Black, kings[1]),
        ];
        self.threats.level().run_own(Find::<S, O, C, T, false> {
            joined: self,
            before,
            kings,
            side: 0,
            out,
        });
    }

    /// [`changes`](Self::changes) as one perspective sees them, whose king is on the square `king`
    /// after the move. The lists of the other perspective have no meaning.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn changes_of<T: Index>(
        &self,
        before: &Before,
        perspective: Perspective,
        king: u8,
        out: &mut Changed<T>,
    ) {
        const { assert!(Self::fits::<T>(), "the indices need a wider type") };
        self.threats.level().run_own(Find::<S, O, C, T, true> {
            joined: self,
            before,
            kings: [king; 2],
            side: perspective as usize,
            out,
        });
    }

    const fn fits<T: Index>() -> bool {
        S::SIZE.saturating_add(O::MAX_SIZE) - 1 <= T::MAX
    }
}

/// The changes for both perspectives, or only for one.
struct Find<'a, S, O, C, T, const ONE: bool> {
    joined: &'a Joined<S, O, C>,
    before: &'a Before,
    kings: [u8; 2],
    side: usize,
    out: &'a mut Changed<T>,
}

impl<K: Kernel, S: ThreatSet, O: Others, C: Codes, T: Index, const ONE: bool> Own<K>
    for Find<'_, S, O, C, T, ONE>
{
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn run(self, token: K) {
        let Self {
            joined,
            before,
            kings,
            side,
            out,
        } = self;
        let codes = joined.threats.codes();
        let sides = if const { ONE } {
            let view = View::new(Perspective::ALL[side & 1], kings[0]);
            find_changes_of::<K, S, C, T>(token, codes, before, (view, side), out);
            side..side + 1
        } else {
            find_changes::<K, S, C, T>(token, codes, before, out);
            0..2
        };
        let (all, len) = before.played.changed();
        let changed = all.get(..len).unwrap_or_default();
        let is_pawn = |piece: u8| piece & 7 == PAWN;
        let any = |square: &SquareChange| is_pawn(square.before) || is_pawn(square.after);
        let mut pawns = [[0; 2]; 2];
        if const { <O as sealed::Others>::PAWNS } && changed.iter().any(any) {
            let found = find_pawns::<K::Register, C>(token, &codes, &before.mailbox);
            pawns = [found, pawns_after(found, changed)];
        }
        let squares = Squares {
            changed,
            pawns,
            kings,
        };
        let mut out = Writer { out, sides };
        joined.others.append(&squares, S::SIZE, &mut out);
    }
}

/// All pawns, and those of Black.
#[cfg_attr(not(unoptimized), inline(always))]
fn find_pawns<V: ByteVector, C: Codes>(token: V::Token, codes: &C, mailbox: &[u8; 64]) -> [u64; 2] {
    // By code of the engine: bit 0 for pawns, bit 1 for those of Black.
    let mut kinds = [0, 1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0];
    if let Some(table) = codes.table() {
        kinds = table.map(|code| kinds[usize::from(code & 15)]);
    }
    let mut found = [0; 2];
    if const { V::FAST_WORDS } {
        let size = 8 * V::LANES;
        for (part, squares) in mailbox.chunks_exact(size).enumerate() {
            let pieces = V::load_bytes(token, squares) & V::splat_byte(token, 15);
            for (code, kind) in kinds.into_iter().enumerate().filter(|(_, kind)| *kind != 0) {
                let these = V::bits(pieces.equal(V::splat_byte(token, code as u8)));
                let these = these << (part * size);
                found[0] |= these;
                found[1] |= if kind & 2 != 0 { these } else { 0 };
            }
        }
        return found;
    }
    for (square, code) in mailbox.iter().enumerate() {
        let kind = kinds[usize::from(code & 15)];
        found[0] |= (kind & 1) << square;
        found[1] |= (kind >> 1) << square;
    }
    found
}

#[cfg_attr(not(unoptimized), inline(always))]
fn pawns_after(mut pawns: [u64; 2], changed: &[SquareChange]) -> [u64; 2] {
    for square in changed {
        let bit = 1 << (square.at & 63);
        let is_pawn = square.after & 7 == PAWN;
        let is = [is_pawn, is_pawn && square.after & BLACK != 0];
        for (pawns, is) in pawns.iter_mut().zip(is) {
            *pawns = if is { *pawns | bit } else { *pawns & !bit };
        }
    }
    pawns
}
