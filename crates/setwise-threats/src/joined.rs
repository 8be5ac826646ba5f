//! Threats with pairs of pawns and pieces on squares.

use crate::changed::Writer;
use crate::geometry::{BLACK, PAWN};
use crate::kernels::Kernel;
use crate::pawn_pairs::{PAIRS, THEIRS, pair_index, pairs_of};
use crate::piece_squares::first_indices;
use crate::updater::{find_changes, find_changes_of};
use crate::{
    Before, Changed, Codes, Index, PawnPairs, Perspective, PieceSquares, Played, Standard,
    ThreatSet, Updater, View,
};
use core::ops::Range;
use setwise_core::{ByteVector, Isa, Own, Scalar};

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
    use super::Pieces;
    use crate::changed::Writer;
    use crate::{Codes, Index, Perspective};
    use setwise_core::Isa;

    pub trait Others: Copy {
        /// Whether a move of the king from one square to another changes all indices.
        fn refreshes(&self, perspective: Perspective, king: [u8; 2]) -> bool;

        /// Appends what changes. The first index is `offset`.
        fn append<K: Isa, C: Codes, T: Index>(
            &self,
            pieces: &Pieces<'_, K, C>,
            offset: u32,
            out: &mut Writer<'_, T>,
        );
    }
}

/// A square and the piece on it, or 0.
type Placed = (u8, u8);

/// What a move does to pieces.
#[derive(Debug)]
pub struct Pieces<'a, K, C> {
    token: K,
    codes: C,
    /// The mailbox before the move.
    mailbox: &'a [u8; 64],
    removed: &'a [Placed],
    added: &'a [Placed],
    /// The kings of both perspectives after the move.
    kings: [u8; 2],
}

impl<K: Isa, C: Codes> Pieces<'_, K, C> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn any_pawn(&self) -> bool {
        let mut all = self.removed.iter().chain(self.added);
        all.any(|(_, piece)| piece & 7 == PAWN)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn squares(&self) -> u64 {
        let all = self.removed.iter().chain(self.added);
        all.fold(0, |all, (at, _)| all | 1 << (at & 63))
    }

    /// All pawns and those of Black, before the move.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn pawns_before(&self) -> [u64; 2] {
        find_pawns::<K::Register, C>(self.token, &self.codes, self.mailbox)
    }

    /// All pawns and those of Black after the move, from those before it.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn pawns_after(&self, before: [u64; 2]) -> [u64; 2] {
        let left = !self.squares();
        let mut pawns = before.map(|pawns| pawns & left);
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

    #[cfg_attr(not(unoptimized), inline(always))]
    fn append<K: Isa, C: Codes, T: Index>(
        &self,
        pieces: &Pieces<'_, K, C>,
        offset: u32,
        out: &mut Writer<'_, T>,
    ) {
        if !pieces.any_pawn() {
            return;
        }
        let [white, black] = pieces.kings;
        let views = [
            View::new(Perspective::White, white).0,
            View::new(Perspective::Black, black).0 | THEIRS,
        ];
        let changed = pieces.squares();
        let before = pieces.pawns_before();
        // No loop: the compiler keeps the numbers of features in registers if lists are constants.
        pairs_of(before[0], before[1], changed, |a, b| {
            out.tell(true, true, |side| {
                offset + pair_index(a ^ views[side], b ^ views[side])
            });
        });
        let after = pieces.pawns_after(before);
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

    #[cfg_attr(not(unoptimized), inline(always))]
    fn append<K: Isa, C: Codes, T: Index>(
        &self,
        pieces: &Pieces<'_, K, C>,
        offset: u32,
        out: &mut Writer<'_, T>,
    ) {
        let first = const { &first_indices::<P>() };
        let frames = [0, 1].map(|side| self.frame(flipped(pieces.kings[side], side)));
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
    #[inline]
    fn refreshes(&self, perspective: Perspective, king: [u8; 2]) -> bool {
        self.0.refreshes(perspective, king) || self.1.refreshes(perspective, king)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn append<K: Isa, C: Codes, T: Index>(
        &self,
        pieces: &Pieces<'_, K, C>,
        offset: u32,
        out: &mut Writer<'_, T>,
    ) {
        self.1
            .append(pieces, offset.wrapping_add(self.0.size()), out);
        self.0.append(pieces, offset, out);
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

    /// Finds the indices of all features of the position of `before`, as both perspectives see it,
    /// as those that are added: for the root, and for a perspective that [must be
    /// refreshed](Self::refreshes). All levels do it in scalar code.
    ///
    /// Returns `false` if there are more features than there is room for, which only boards with
    /// many more pieces than those of games have. The lists are then empty.
    ///
    /// ```
    /// use setwise_threats::{
    ///     Before, Changed, FullThreats, HalfKaV2Hm, Joined, Level, PawnPairs, Perspective, Updater,
    /// };
    ///
    /// // The kings on e1 and e8, pawns on e4 and d5 that attack each other.
    /// let mut before = Before::default();
    /// for (square, piece) in [(4, 6), (60, 14), (28, 1), (35, 9)] {
    ///     before.mailbox[square] = piece;
    ///     before.occupied |= 1 << square;
    /// }
    /// let threats = Updater::<FullThreats>::new(Level::best());
    /// let inputs = Joined::new(threats, (PawnPairs, HalfKaV2Hm));
    /// let mut all = Changed::<u32>::new();
    /// assert!(inputs.features(&before, [4, 60], &mut all));
    /// // A pair of pawns and four pieces; the threats of pawns to pawns are not in this set.
    /// assert_eq!(all.added(Perspective::White).len(), 5);
    /// ```
    #[must_use]
    pub fn features<T: Index>(
        &self,
        before: &Before,
        kings: [u8; 2],
        out: &mut Changed<T>,
    ) -> bool {
        const { assert!(Self::fits::<T>(), "the indices need a wider type") };
        let [white, black] = Perspective::ALL;
        let views = [View::new(white, kings[0]), View::new(black, kings[1])];
        self.threats.features(before, views, out);
        let codes = self.threats.codes();
        let mut added = [(0, 0); 64];
        for ((at, placed), code) in (0..).zip(&mut added).zip(before.mailbox) {
            let code = usize::from(code & 15);
            *placed = (at, codes.table().map_or(code as u8, |table| table[code]));
        }
        let pieces = Pieces {
            token: Scalar,
            codes: Standard,
            mailbox: &[0; 64],
            removed: &[],
            added: &added,
            kings,
        };
        out.write_others(0..2, |out| self.others.append(&pieces, S::SIZE, out));
        let fits = out.has_room();
        if !fits {
            out.clear();
        }
        fits
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
        match before.played.steps() {
            [step] => {
                let pieces = Pieces {
                    token,
                    codes,
                    mailbox: &before.mailbox,
                    removed: &[(step.from(), step.moved()), (step.to(), step.captured())],
                    added: &[(step.to(), step.placed())],
                    kings,
                };
                out.write_others(sides, |out| joined.others.append(&pieces, S::SIZE, out));
            }
            _ => others_of_steps(joined, before, kings, sides, out),
        }
    }
}

#[cold]
#[inline(never)]
fn others_of_steps<S: ThreatSet, O: Others, C: Codes, T: Index>(
    joined: &Joined<S, O, C>,
    before: &Before,
    kings: [u8; 2],
    sides: Range<usize>,
    out: &mut Changed<T>,
) {
    let (mut removed, mut added) = ([(0, 0); 2 * Played::MAX], [(0, 0); 2 * Played::MAX]);
    let lists = removed.iter_mut().zip(&mut added);
    for ((removed, added), square) in lists.zip(before.played.changed_squares()) {
        (*removed, *added) = ((square.at, square.before), (square.at, square.after));
    }
    let pieces = Pieces {
        token: Scalar,
        codes: joined.threats.codes(),
        mailbox: &before.mailbox,
        removed: &removed,
        added: &added,
        kings,
    };
    out.write_others(sides, |out| joined.others.append(&pieces, S::SIZE, out));
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
