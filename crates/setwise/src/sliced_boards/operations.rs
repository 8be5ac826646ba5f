//! The operations on sliced boards.

use crate::sliced_boards::SlicedBoards;
use setwise_core::{Direction, LengthMismatch, Pack, Task, towards};
use setwise_dispatch::dispatch;

impl SlicedBoards {
    /// Intersects each board with the board of `other`.
    ///
    /// # Errors
    /// The lengths differ; nothing is changed.
    pub fn intersect(&mut self, other: &Self) -> Result<(), LengthMismatch> {
        self.update(["other"], [other], Intersect)
    }

    /// Unites each board with the board of `other`.
    ///
    /// # Errors
    /// The lengths differ; nothing is changed.
    pub fn unite(&mut self, other: &Self) -> Result<(), LengthMismatch> {
        self.update(["other"], [other], Unite)
    }

    /// Removes the squares of `other` from each board.
    ///
    /// # Errors
    /// The lengths differ; nothing is changed.
    pub fn remove(&mut self, other: &Self) -> Result<(), LengthMismatch> {
        self.update(["other"], [other], Remove)
    }

    /// Replaces each board by the exclusive-or with the board of `other`.
    ///
    /// # Errors
    /// The lengths differ; nothing is changed.
    pub fn toggle(&mut self, other: &Self) -> Result<(), LengthMismatch> {
        self.update(["other"], [other], Toggle)
    }

    /// Replaces the boards by those of `set`, every square moved one step.
    ///
    /// # Errors
    /// The lengths differ; nothing is changed.
    pub fn set_step(&mut self, set: &Self, direction: Direction) -> Result<(), LengthMismatch> {
        towards!(direction, D, self.update(["set"], [set], Step::<D>))
    }

    /// Replaces the boards by the occluded fills of `generators` over `propagators`.
    ///
    /// # Errors
    /// The lengths differ; nothing is changed.
    pub fn set_occluded_fill(
        &mut self,
        generators: &Self,
        propagators: &Self,
        direction: Direction,
    ) -> Result<(), LengthMismatch> {
        let names = ["generators", "propagators"];
        let sets = [generators, propagators];
        towards!(direction, D, self.update(names, sets, OccludedFill::<D>))
    }

    /// Replaces the boards by the attacks of `sliders` in one direction. `occupied` may lack these.
    ///
    /// # Errors
    /// The lengths differ; nothing is changed.
    pub fn set_attacks(
        &mut self,
        sliders: &Self,
        occupied: &Self,
        direction: Direction,
    ) -> Result<(), LengthMismatch> {
        let (names, sets) = (["sliders", "occupied"], [sliders, occupied]);
        towards!(direction, D, self.update(names, sets, Attacks::<D>))
    }

    /// Replaces the boards by the squares that the sliders of each position attack, all directions
    /// united. `occupied` need not contain the sliders.
    ///
    /// # Errors
    /// The lengths differ; nothing is changed.
    pub fn set_all_attacks(
        &mut self,
        orthogonal: &Self,
        diagonal: &Self,
        occupied: &Self,
    ) -> Result<(), LengthMismatch> {
        let names = ["orthogonal", "diagonal", "occupied"];
        self.update(names, [orthogonal, diagonal, occupied], AllAttacks)
    }

    /// Replaces the boards by the squares that `sliders` attack in one direction through the first
    /// blocker of a set ([`batch_xray_attacks`](crate::batch_xray_attacks)). `occupied` need not
    /// contain the sliders.
    ///
    /// # Errors
    /// The lengths differ; nothing is changed.
    pub fn set_xray_attacks(
        &mut self,
        sliders: &Self,
        occupied: &Self,
        blockers: &Self,
        direction: Direction,
    ) -> Result<(), LengthMismatch> {
        let names = ["sliders", "occupied", "blockers"];
        let sets = [sliders, occupied, blockers];
        towards!(direction, D, self.update(names, sets, XrayAttacks::<D>))
    }

    fn update<const N: usize>(
        &mut self,
        names: [&'static str; N],
        sets: [&Self; N],
        operation: impl Operation<N>,
    ) -> Result<(), LengthMismatch> {
        for (name, set) in names.into_iter().zip(sets) {
            LengthMismatch::check(name, set.len, self.len)?;
        }
        let sets = sets.map(Self::words);
        let out = self.words_mut();
        dispatch(Update {
            operation,
            sets,
            out,
        });
        Ok(())
    }
}

/// An operation on each board, pack by pack.
trait Operation<const N: usize> {
    /// Returns new boards, from the old ones and some other sets. Mark it `#[inline(always)]`.
    fn apply<P: Pack>(&self, old: P, sets: [P; N]) -> P;
}

/// Defines operations by their expressions, some with a constant direction, which folds away.
macro_rules! operations {
    ($($name:ident$(<$direction:ident>)?: $old:tt, $sets:tt of $n:literal => $new:expr;)*) => {$(
        struct $name$(<const $direction: usize>)?;
        impl$(<const $direction: usize>)? Operation<$n> for $name$(<$direction>)? {
            #[cfg_attr(not(unoptimized), inline(always))]
            fn apply<P: Pack>(&self, $old: P, $sets: [P; $n]) -> P {
                $new
            }
        }
    )*};
}

operations! {
    Intersect: old, [other] of 1 => old & other;
    Unite: old, [other] of 1 => old | other;
    Remove: old, [other] of 1 => old & !other;
    Toggle: old, [other] of 1 => old ^ other;
    Step<D>: _, [set] of 1 => set.step(const { Direction::ALL[D] });
    OccludedFill<D>: _, [set, over] of 2 => set.occluded_fill(over, const { Direction::ALL[D] });
    Attacks<D>: _, [set, all] of 2 => set.attacks(all | set, const { Direction::ALL[D] });
}

struct XrayAttacks<const D: usize>;
impl<const D: usize> Operation<3> for XrayAttacks<D> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn apply<P: Pack>(&self, _: P, [sliders, occupied, blockers]: [P; 3]) -> P {
        let direction = const { Direction::ALL[D] };
        let occupied = occupied | sliders;
        let first = sliders.attacks(occupied, direction) & blockers & occupied;
        first.attacks(occupied, direction)
    }
}

struct AllAttacks;
impl Operation<3> for AllAttacks {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn apply<P: Pack>(&self, _: P, [orthogonal, diagonal, occupied]: [P; 3]) -> P {
        let occupied = occupied | orthogonal | diagonal;
        orthogonal
            .orthogonal_attacks(occupied)
            .or_diagonal_attacks(diagonal, occupied)
    }
}

/// An operation on all boards, which lie packed in `out` and in each of `sets`.
struct Update<'a, O, const N: usize> {
    operation: O,
    sets: [&'a [u64]; N],
    out: &'a mut [u64],
}

impl<O: Operation<N>, const N: usize> Task for Update<'_, O, N> {
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn run<P: Pack>(&mut self, token: P::Token) {
        let n = self.out.len();
        for at in (0..n).step_by(P::BOARDS) {
            let Some(out) = self.out.get_mut(at..at + P::BOARDS) else {
                return;
            };
            let mut sets = [P::splat(token, 0); N];
            for i in 0..N {
                let Some(words) = self.sets[i].get(at..at + P::BOARDS) else {
                    return;
                };
                sets[i] = P::load_packed(token, words);
            }
            let old = P::load_packed(token, out);
            self.operation.apply(old, sets).store_packed(out);
        }
    }
}
