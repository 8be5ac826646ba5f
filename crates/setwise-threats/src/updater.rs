//! [`Updater`], which has the calls for engines.

use crate::attacks::Attacks;
use crate::bitboards::{Bitboards, Planes, several, step_between};
use crate::changed::{Changed, Index, TooManyFeatures};
use crate::kernels::{ThreatOps, words};
use crate::step::{Before, Codes, Perspective, Played, Standard, View};
use crate::threat_set::ThreatSet;
use core::marker::PhantomData;
use setwise_core::{HandWritten, Scalar};
use setwise_dispatch::Level;

/// Finds the features that moves change, of a set `S`, for an engine whose mailbox has the codes
/// `C`, with the instructions of a [`Level`].
///
/// ```
/// use setwise_threats::{Before, Changed, FullThreats, Perspective, Played, Updater, level};
///
/// let updater = Updater::<FullThreats>::new(level());
/// // The kings on e1 and e8, a bishop on c3 that the knight on d5 attacks.
/// let mut mailbox = [0; 64];
/// for (square, piece) in [(4, 6), (60, 14), (18, 3), (35, 10)] {
///     mailbox[square] = piece;
/// }
/// let occupied = (0..64).filter(|s| mailbox[*s] != 0).fold(0, |all, s| all | 1 << s);
///
/// // Kept when the move is made: Bc3-a5.
/// let played = Played::moves(18, 32, 3, 3, 0);
/// let before = Before { mailbox, occupied, played };
///
/// // When the evaluation needs the features:
/// let mut changed = Changed::<u16>::new();
/// updater.changes(&before, [4, 60], &mut changed);
/// assert_eq!(changed.removed(Perspective::White).len(), 1);
/// assert_eq!(changed.added(Perspective::White), []);
/// assert!(!played.refreshes(Perspective::White));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Updater<S, C = Standard> {
    level: Level,
    codes: C,
    set: PhantomData<S>,
}

impl<S: ThreatSet> Updater<S> {
    /// Returns an updater for an engine with the codes of this crate.
    #[inline]
    pub const fn new(level: Level) -> Self {
        Self::with_codes(level, Standard)
    }
}

impl<S: ThreatSet, C: Codes> Updater<S, C> {
    /// Returns an updater for an engine with other codes of pieces.
    #[inline]
    pub const fn with_codes(level: Level, codes: C) -> Self {
        Self {
            level,
            codes,
            set: PhantomData,
        }
    }

    /// Returns the level.
    #[inline]
    pub const fn level(&self) -> Level {
        self.level
    }

    #[inline]
    pub(crate) const fn codes(&self) -> C {
        self.codes
    }

    /// Finds the indices of the features that a move removes and adds, as both perspectives see
    /// them after the move, in place of what was found before. `kings` are the squares of White's
    /// king and of Black's after the move.
    ///
    /// For a perspective that [must be refreshed](crate::Played::refreshes), and for an impossible
    /// position, the indices are unspecified.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn changes<T: Index>(&self, before: &Before, kings: [u8; 2], out: &mut Changed<T>) {
        const { assert!(S::SIZE - 1 <= T::MAX, "the indices need a wider type") };
        out.views = View::both(kings);
        self.level.run_hand_written(Changes::<S, C, T> {
            codes: self.codes,
            before,
            out,
            set: PhantomData,
        });
    }

    /// [`changes`](Self::changes), then calls `act` with each index: of the first attack as White
    /// sees it and as Black does, then of the second. An engine prefetches the rows of weights.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn changes_with<T: Index>(
        &self,
        before: &Before,
        kings: [u8; 2],
        out: &mut Changed<T>,
        mut act: impl FnMut(Perspective, T),
    ) {
        self.changes(before, kings, out);
        let [white, black] = Perspective::ALL.map(|side| out.threats(side));
        for (white, black) in white.into_iter().zip(black) {
            for (white, black) in white.iter().zip(black) {
                act(Perspective::White, *white);
                act(Perspective::Black, *black);
            }
        }
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
        const { assert!(S::SIZE - 1 <= T::MAX, "the indices need a wider type") };
        self.level.run_hand_written(One::<S, C, T> {
            codes: self.codes,
            before,
            view: View::new(perspective, king),
            side: perspective as usize,
            out,
            set: PhantomData,
        });
    }

    /// Finds the attacks that a move removes and adds, in place of what was found before. Of the
    /// set, only the choice of pairs of pieces matters.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn attacks(&self, before: &Before, out: &mut Attacks) {
        self.level.run_hand_written(Find::<S, C> {
            codes: self.codes,
            before,
            out,
            set: PhantomData,
        });
    }

    /// Finds the indices of the features that differ between two positions, in place of what was
    /// found before: [`changes`](Self::changes) for an engine without a mailbox. One move is fast;
    /// any change of more squares takes longer for each of them.
    ///
    /// # Errors
    /// More features differ than there is room for. The lists are then empty.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn changes_between<T: Index>(
        &self,
        before: Bitboards<'_>,
        after: Bitboards<'_>,
        kings: [u8; 2],
        out: &mut Changed<T>,
    ) -> Result<(), TooManyFeatures> {
        const { assert!(S::SIZE - 1 <= T::MAX, "the indices need a wider type") };
        let mut fits = true;
        self.level.run_hand_written(Between::<S, T> {
            boards: [before, after],
            views: View::both(kings),
            out,
            fits: &mut fits,
            set: PhantomData,
        });
        fits.then_some(()).ok_or(TooManyFeatures)
    }

    /// Finds the indices of all features of the position of `before`, as both perspectives see it,
    /// as those that are added: for the root, and for a perspective that [must be
    /// refreshed](crate::Played::refreshes). All levels do it in scalar code.
    pub fn features<T: Index>(&self, before: &Before, kings: [u8; 2], out: &mut Changed<T>) {
        const { assert!(S::SIZE - 1 <= T::MAX, "the indices need a wider type") };
        out.others = [0; 2];
        let position = (&before.mailbox, before.occupied);
        words::all::<S, C>(self.codes, position, &mut out.attacks);
        Scalar.number::<S, T>(View::both(kings), out);
    }

    /// Writes the indices of attacks as one perspective sees them, and returns them: the removed
    /// ones and the added ones. `king` is the square of its king in any later position.
    #[inline]
    pub fn number<'a, T: Index>(
        &self,
        attacks: &Attacks,
        perspective: Perspective,
        king: u8,
        out: &'a mut [T; Attacks::CAPACITY],
    ) -> [&'a [T]; 2] {
        const { assert!(S::SIZE - 1 <= T::MAX, "the indices need a wider type") };
        self.level.run_hand_written(Number::<S, T> {
            attacks,
            view: View::new(perspective, king),
            side: perspective as usize,
            out: &mut *out,
            set: PhantomData,
        });
        let all = out.get(..attacks.len as usize).unwrap_or_default();
        let (removed, added) = all
            .split_at_checked(attacks.removed as usize)
            .unwrap_or_default();
        [removed, added]
    }
}

struct One<'a, S, C, T> {
    codes: C,
    before: &'a Before,
    view: View,
    side: usize,
    out: &'a mut Changed<T>,
    set: PhantomData<S>,
}

impl<K: ThreatOps, S: ThreatSet, C: Codes, T: Index> HandWritten<K> for One<'_, S, C, T> {
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn run(self, token: K) {
        let Self {
            codes,
            before,
            view,
            side,
            out,
            ..
        } = self;
        find_changes_of::<K, S, C, T>(token, codes, before, (view, side), out);
    }
}

/// Finds the indices that a move removes and adds, as one perspective (0 White, 1 Black) sees them.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn find_changes_of<K: ThreatOps, S: ThreatSet, C: Codes, T: Index>(
    token: K,
    codes: C,
    before: &Before,
    view: (View, usize),
    out: &mut Changed<T>,
) {
    out.others = [0; 2];
    let position = (&before.mailbox, before.occupied);
    match before.played.steps() {
        [step] => {
            if !token.changes_of::<S, C, T>(codes, (position, *step), view, out) {
                changes_of_steps_for::<S, C, T>(codes, before, view, out);
            }
        }
        _ => changes_of_steps_for::<S, C, T>(codes, before, view, out),
    }
}

struct Number<'a, S, T> {
    attacks: &'a Attacks,
    view: View,
    side: usize,
    out: &'a mut [T; Attacks::CAPACITY],
    set: PhantomData<S>,
}

impl<K: ThreatOps, S: ThreatSet, T: Index> HandWritten<K> for Number<'_, S, T> {
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn run(self, token: K) {
        token.number_one::<S, T>(self.attacks, (self.view, self.side), self.out);
    }
}

struct Changes<'a, S, C, T> {
    codes: C,
    before: &'a Before,
    out: &'a mut Changed<T>,
    set: PhantomData<S>,
}

impl<K: ThreatOps, S: ThreatSet, C: Codes, T: Index> HandWritten<K> for Changes<'_, S, C, T> {
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn run(self, token: K) {
        find_changes::<K, S, C, T>(token, self.codes, self.before, self.out);
    }
}

/// Finds the indices that a move removes and adds, by the views in `out`.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn find_changes<K: ThreatOps, S: ThreatSet, C: Codes, T: Index>(
    token: K,
    codes: C,
    before: &Before,
    out: &mut Changed<T>,
) {
    out.others = [0; 2];
    let views = out.views;
    let position = (&before.mailbox, before.occupied);
    match before.played.steps() {
        [step] => {
            if !token.changes::<S, C, T>(codes, (position, *step), views, out) {
                changes_of_steps::<S, C, T>(codes, before, views, out);
            }
        }
        _ => changes_of_steps::<S, C, T>(codes, before, views, out),
    }
}

struct Between<'a, S, T> {
    boards: [Bitboards<'a>; 2],
    views: [View; 2],
    out: &'a mut Changed<T>,
    fits: &'a mut bool,
    set: PhantomData<S>,
}

impl<K: ThreatOps, S: ThreatSet, T: Index> HandWritten<K> for Between<'_, S, T> {
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn run(self, token: K) {
        let Self {
            boards: [before, after],
            views,
            out,
            fits,
            ..
        } = self;
        out.others = [0; 2];
        let (old, new) = (before.planes(), after.planes());
        let occupied = before.occupied();
        let single = |number| token.single(number);
        let step = step_between([&old, &new], [occupied, after.occupied()], single);
        let mailbox = old.mailbox::<K::Register>(token);
        if let Some(step) = step
            && token.changes::<S, Standard, T>(Standard, ((&mailbox, occupied), step), views, out)
        {
            return;
        }
        let before = Before {
            mailbox,
            occupied,
            played: Played::NULL,
        };
        *fits = changes_of_many::<S, T>(before, [&old, &new], views, out);
    }
}

/// Finds the changes from a change of any squares. Returns whether there is room for them.
#[cold]
#[inline(never)]
fn changes_of_many<S: ThreatSet, T: Index>(
    mut before: Before,
    [old, new]: [&Planes; 2],
    views: [View; 2],
    out: &mut Changed<T>,
) -> bool {
    out.attacks.clear();
    let (mut fits, mut left) = (true, old.changed(new));
    while left != 0 {
        (before.played, left) = several(old, new, left);
        fits &= play_steps::<S>(&mut before, &mut out.attacks);
    }
    if !fits {
        out.attacks.clear();
    }
    Scalar.number::<S, T>(views, out);
    fits
}

struct Find<'a, S, C> {
    codes: C,
    before: &'a Before,
    out: &'a mut Attacks,
    set: PhantomData<S>,
}

impl<K: ThreatOps, S: ThreatSet, C: Codes> HandWritten<K> for Find<'_, S, C> {
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn run(self, token: K) {
        let Self {
            codes, before, out, ..
        } = self;
        let position = (&before.mailbox, before.occupied);
        match before.played.steps() {
            [step] => {
                if !token.attacks::<S, C>(codes, (position, *step), out) {
                    attacks_of_steps::<S, C>(codes, before, out);
                }
            }
            _ => attacks_of_steps::<S, C>(codes, before, out),
        }
    }
}

#[cold]
#[inline(never)]
fn changes_of_steps<S: ThreatSet, C: Codes, T: Index>(
    codes: C,
    before: &Before,
    views: [View; 2],
    out: &mut Changed<T>,
) {
    attacks_of_steps::<S, C>(codes, before, &mut out.attacks);
    Scalar.number::<S, T>(views, out);
}

#[cold]
#[inline(never)]
fn changes_of_steps_for<S: ThreatSet, C: Codes, T: Index>(
    codes: C,
    before: &Before,
    view: (View, usize),
    out: &mut Changed<T>,
) {
    attacks_of_steps::<S, C>(codes, before, &mut out.attacks);
    Scalar.number_list::<S, T>(view, out);
}

/// The attacks that some steps remove and add, one step after the other.
#[cold]
#[inline(never)]
fn attacks_of_steps<S: ThreatSet, C: Codes>(codes: C, before: &Before, out: &mut Attacks) {
    out.clear();
    // Steps have the codes of this crate, so the mailbox is converted to them.
    let mut before = *before;
    if let Some(table) = codes.table() {
        before.mailbox = before.mailbox.map(|code| table[usize::from(code & 15)]);
    }
    play_steps::<S>(&mut before, out);
}

/// Makes the steps, and appends the attacks that they remove and add. Returns whether they fit.
fn play_steps<S: ThreatSet>(before: &mut Before, out: &mut Attacks) -> bool {
    let (mut of_step, mut fits) = (Attacks::new(), true);
    for step in before.played.steps() {
        let position = (&before.mailbox, before.occupied);
        Scalar.attacks::<S, Standard>(Standard, (position, *step), &mut of_step);
        fits &= out.join(&of_step);
        for (square, piece) in [(step.from(), 0), (step.to(), step.placed())] {
            before.mailbox[usize::from(square)] = piece;
            before.occupied &= !(1 << square);
            before.occupied |= u64::from(piece != 0) << square;
        }
    }
    fits
}
