//! What can be done to sliced boards, and the tasks that do it.

use setwise_core::{Counts, Direction, Pack, Task};

/// What is done to each board, pack by pack.
pub(super) trait Operation<const N: usize> {
    /// The new boards from the old ones and from some other sets. To be marked `#[inline(always)]`.
    fn apply<P: Pack>(&self, old: P, sets: [P; N]) -> P;
}

/// What is in both.
pub(super) struct Intersect;
impl Operation<1> for Intersect {
    #[inline(always)]
    fn apply<P: Pack>(&self, old: P, [other]: [P; 1]) -> P {
        old & other
    }
}

/// What is in either.
pub(super) struct Unite;
impl Operation<1> for Unite {
    #[inline(always)]
    fn apply<P: Pack>(&self, old: P, [other]: [P; 1]) -> P {
        old | other
    }
}

/// What is not in the other.
pub(super) struct Remove;
impl Operation<1> for Remove {
    #[inline(always)]
    fn apply<P: Pack>(&self, old: P, [other]: [P; 1]) -> P {
        old & !other
    }
}

/// What is in one of them only.
pub(super) struct Toggle;
impl Operation<1> for Toggle {
    #[inline(always)]
    fn apply<P: Pack>(&self, old: P, [other]: [P; 1]) -> P {
        old ^ other
    }
}

/// A step in a direction that is a constant, so that it folds away.
pub(super) struct Step<const D: usize>;
impl<const D: usize> Operation<1> for Step<D> {
    #[inline(always)]
    fn apply<P: Pack>(&self, _: P, [set]: [P; 1]) -> P {
        set.step(const { Direction::ALL[D] })
    }
}

/// A fill in a constant direction.
pub(super) struct OccludedFill<const D: usize>;
impl<const D: usize> Operation<2> for OccludedFill<D> {
    #[inline(always)]
    fn apply<P: Pack>(&self, _: P, [generators, propagators]: [P; 2]) -> P {
        generators.occluded_fill(propagators, const { Direction::ALL[D] })
    }
}

/// The attacks in a constant direction.
pub(super) struct Attacks<const D: usize>;
impl<const D: usize> Operation<2> for Attacks<D> {
    #[inline(always)]
    fn apply<P: Pack>(&self, _: P, [sliders, occupied]: [P; 2]) -> P {
        sliders.attacks(occupied | sliders, const { Direction::ALL[D] })
    }
}

/// The attacks in all directions.
pub(super) struct AllAttacks;
impl Operation<3> for AllAttacks {
    #[inline(always)]
    fn apply<P: Pack>(&self, _: P, [orthogonal, diagonal, occupied]: [P; 3]) -> P {
        let occupied = occupied | orthogonal | diagonal;
        orthogonal
            .orthogonal_attacks(occupied)
            .or_diagonal_attacks(diagonal, occupied)
    }
}

/// An operation on all boards, which lie packed in `out` as in each of `sets`.
pub(super) struct Update<'a, O, const N: usize> {
    pub(super) operation: O,
    pub(super) sets: [&'a [u64]; N],
    pub(super) out: &'a mut [u64],
}

impl<O: Operation<N>, const N: usize> Task for Update<'_, O, N> {
    type Output = ();

    #[inline(always)]
    fn run<P: Pack>(&mut self, proof: P::Proof) {
        let n = self.out.len();
        for at in (0..n).step_by(P::COUNT) {
            let Some(out) = self.out.get_mut(at..at + P::COUNT) else {
                return;
            };
            let mut sets = [P::splat(proof, 0); N];
            for i in 0..N {
                let Some(words) = self.sets[i].get(at..at + P::COUNT) else {
                    return;
                };
                sets[i] = P::load_packed(proof, words);
            }
            let old = P::load_packed(proof, out);
            self.operation.apply(old, sets).store_packed(out);
        }
    }
}

/// Boards into packed ones.
pub(super) struct Slice<'a> {
    pub(super) boards: &'a [u64],
    pub(super) out: &'a mut [u64],
}

impl Task for Slice<'_> {
    type Output = ();

    #[inline(always)]
    fn run<P: Pack>(&mut self, proof: P::Proof) {
        for (boards, out) in self
            .boards
            .chunks(P::COUNT)
            .zip(self.out.chunks_mut(P::COUNT))
        {
            P::load(proof, boards).store_packed(out);
        }
    }
}

/// Packed boards into plain ones.
pub(super) struct Unslice<'a> {
    pub(super) words: &'a [u64],
    pub(super) out: &'a mut [u64],
}

impl Task for Unslice<'_> {
    type Output = ();

    #[inline(always)]
    fn run<P: Pack>(&mut self, proof: P::Proof) {
        for (words, out) in self
            .words
            .chunks(P::COUNT)
            .zip(self.out.chunks_mut(P::COUNT))
        {
            P::load_packed(proof, words).store(out);
        }
    }
}

/// The number of squares in each of some packed boards.
pub(super) struct Count<'a> {
    pub(super) words: &'a [u64],
    pub(super) counts: &'a mut [u8],
}

impl Task for Count<'_> {
    type Output = ();

    #[inline(always)]
    fn run<P: Pack>(&mut self, proof: P::Proof) {
        for (words, counts) in self
            .words
            .chunks(P::COUNT)
            .zip(self.counts.chunks_mut(P::COUNT))
        {
            P::load_packed(proof, words).count().store(counts);
        }
    }
}
