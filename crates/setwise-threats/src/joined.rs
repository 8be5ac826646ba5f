//! Threats with pairs of pawns and pieces on squares.

use crate::changed::{Changed, Index, TooManyFeatures};
use crate::kernels::ThreatOps;
use crate::others::{Others, Pieces, Placed, find_pawns};
use crate::step::{Before, Codes, Perspective, Played, Standard, View};
use crate::threat_set::ThreatSet;
use crate::updater::{Updater, find_changes, find_changes_of};
use core::ops::Range;
use setwise_core::{HandWritten, Isa, Scalar, Vector};

/// Finds the features that moves change, of threats and of [`Others`], whose indices follow those
/// of the threats. `setwise-nnue` numbers them so in a set of the same name.
///
/// ```
/// use setwise_threats::{
///     FullThreats, HalfKaV2Hm, Joined, PawnPairs, Perspective, Played, Updater, level,
/// };
///
/// // The inputs of a network of Stockfish, in the order of nnue-pytorch.
/// let threats = Updater::<FullThreats>::new(level());
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
    /// must be recomputed. It is true wherever [`Played::refreshes`] is, which asks for threats and
    /// pairs of pawns only, and where the king enters another bucket of the pieces.
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
        out.views = View::both(kings);
        let find = Find::<S, O, C, T, false> {
            joined: self,
            before,
            kings,
            side: 0,
            out,
        };
        self.threats.level().run_hand_written(find);
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
        let find = Find::<S, O, C, T, true> {
            joined: self,
            before,
            kings: [king; 2],
            side: perspective as usize,
            out,
        };
        self.threats.level().run_hand_written(find);
    }

    /// Finds the indices of all features of the position of `before`, as both perspectives see it,
    /// as those that are added: for the root, and for a perspective that [must be
    /// refreshed](Self::refreshes). All levels do it in scalar code.
    ///
    /// # Errors
    /// There are more features than there is room for, which only boards with many more pieces than
    /// those of games have. The lists are then empty.
    ///
    /// ```
    /// use setwise_threats::{
    ///     Before, Changed, FullThreats, HalfKaV2Hm, Joined, PawnPairs, Perspective, Updater, level,
    /// };
    ///
    /// // The kings on e1 and e8, pawns on e4 and d5 that attack each other.
    /// let mut before = Before::default();
    /// for (square, piece) in [(4, 6), (60, 14), (28, 1), (35, 9)] {
    ///     before.mailbox[square] = piece;
    ///     before.occupied |= 1 << square;
    /// }
    /// let threats = Updater::<FullThreats>::new(level());
    /// let inputs = Joined::new(threats, (PawnPairs, HalfKaV2Hm));
    /// let mut all = Changed::<u32>::new();
    /// inputs.features(&before, [4, 60], &mut all)?;
    /// // A pair of pawns and four pieces; the threats of pawns to pawns are not in this set.
    /// assert_eq!(all.added(Perspective::White).len(), 5);
    /// # Ok::<(), setwise_threats::TooManyFeatures>(())
    /// ```
    pub fn features<T: Index>(
        &self,
        before: &Before,
        kings: [u8; 2],
        out: &mut Changed<T>,
    ) -> Result<(), TooManyFeatures> {
        const { assert!(Self::fits::<T>(), "the indices need a wider type") };
        self.threats.features(before, kings, out);
        let codes = self.threats.codes();
        let mut added = [(0, 0); 64];
        for ((at, placed), code) in (0..).zip(&mut added).zip(before.mailbox) {
            let code = usize::from(code & 15);
            *placed = (at, codes.table().map_or(code as u8, |table| table[code]));
        }
        let pieces = Pieces {
            pawns: [0; 2],
            removed: &[],
            added: &added,
            kings,
        };
        out.write_others(0..2, |out| self.others.append(&pieces, S::SIZE, out));
        if out.has_room() {
            return Ok(());
        }
        out.clear();
        Err(TooManyFeatures)
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

impl<K: ThreatOps, S: ThreatSet, O: Others, C: Codes, T: Index, const ONE: bool> HandWritten<K>
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
        let (mut removed, mut added): ([Placed; 2], [Placed; 1]) = Default::default();
        let step = before
            .played
            .steps()
            .first()
            .filter(|_| before.played.steps().len() == 1);
        if let Some(step) = step {
            removed = [(step.from(), step.moved()), (step.to(), step.captured())];
            added = [(step.to(), step.placed())];
        }
        let mut pieces = Pieces {
            pawns: [0; 2],
            removed: &removed,
            added: &added,
            kings,
        };
        // Wide vectors search for pawns without a branch: a misprediction would delay the threats.
        let is_short = const { <K::Register as Vector>::LANES > 2 };
        if joined.others.has_pairs() && (is_short || pieces.any_pawn()) {
            pieces.pawns = find_pawns::<K::Register, C>(token, &codes, &before.mailbox);
        }
        let sides = if const { ONE } {
            let view = View::new(Perspective::ALL[side & 1], kings[0]);
            find_changes_of::<K, S, C, T>(token, codes, before, (view, side), out);
            side..side + 1
        } else {
            find_changes::<K, S, C, T>(token, codes, before, out);
            0..2
        };
        if step.is_some() {
            out.write_others(sides, |out| joined.others.append(&pieces, S::SIZE, out));
        } else {
            others_of_steps(joined, before, kings, sides, out);
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
    let codes = &joined.threats.codes();
    let pieces = Pieces {
        pawns: find_pawns::<<Scalar as Isa>::Register, C>(Scalar, codes, &before.mailbox),
        removed: &removed,
        added: &added,
        kings,
    };
    out.write_others(sides, |out| joined.others.append(&pieces, S::SIZE, out));
}
