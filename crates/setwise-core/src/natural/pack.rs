//! Registers as packs.

use super::{Adaptive, Technique, fill, step};
use crate::{
    Boards, Counts, Destination, Direction, Direction::*, KnightDirection, Lanes, Occupied, Pack,
    Uncached,
};
use core::marker::PhantomData;
use core::ops::{BitAnd, BitOr, BitXor, Not};

impl<L: Lanes> Counts for L {
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.add_bytes(other)
    }

    #[inline(always)]
    fn store(self, counts: &mut [u8]) {
        let mut lanes = [0u64; 8];
        Boards::store(self, &mut lanes[..Self::COUNT]);
        for (to, from) in counts.iter_mut().zip(&lanes[..Self::COUNT]) {
            *to = *from as u8;
        }
    }
}

#[inline(always)]
fn jump<L: Lanes>(set: L, direction: KnightDirection) -> L {
    let by = direction.delta().unsigned_abs() as u32;
    let moved = if direction.is_positive() {
        set.shl(by)
    } else {
        set.shr(by)
    };
    moved & set.same(direction.arrivals())
}

#[inline(always)]
fn store_rays<T: Technique, L: Lanes, D: Destination<L::Proof>>(
    proof: L::Proof,
    orthogonal: &[u64],
    diagonal: &[u64],
    occupied: Occupied<'_>,
    out: [D; 8],
) {
    let occupied: L = occupied.load(proof);
    let [n, ne, e, se, s, sw, w, nw] = out;
    let sliders = L::load(proof, orthogonal);
    let [north, east, south, west] = T::orthogonal_rays(sliders, occupied);
    n.put(north);
    e.put(east);
    s.put(south);
    w.put(west);
    let sliders = L::load(proof, diagonal);
    ne.put(T::attacks(sliders, occupied, NorthEast));
    se.put(T::attacks(sliders, occupied, SouthEast));
    sw.put(T::attacks(sliders, occupied, SouthWest));
    nw.put(T::attacks(sliders, occupied, NorthWest));
}

/// A register on its own: a board per lane, each direction in the way that the register does best.
impl<L: Lanes> Pack for L {
    type Narrow = Self;
    type Counts = Self;
    const WORTH: usize = 1;

    #[inline(always)]
    fn step(self, direction: Direction) -> Self {
        step(self, direction)
    }

    #[inline(always)]
    fn jump(self, direction: KnightDirection) -> Self {
        jump(self, direction)
    }

    #[inline(always)]
    fn occluded_fill(self, propagators: Self, direction: Direction) -> Self {
        Adaptive::occluded_fill(self, propagators, direction)
    }

    #[inline(always)]
    fn fill(self, direction: Direction) -> Self {
        fill(self, direction)
    }

    #[inline(always)]
    fn attacks(self, occupied: Self, direction: Direction) -> Self {
        Adaptive::attacks(self, occupied, direction)
    }

    #[inline(always)]
    fn empty(self) -> Self {
        self.empty_lanes()
    }

    #[inline(always)]
    fn count(self) -> Self {
        self.count_lanes()
    }

    #[inline(always)]
    fn orthogonal_attacks(self, occupied: Self) -> Self {
        Adaptive::orthogonal_attacks(self, occupied)
    }

    #[inline(always)]
    fn or_diagonal_attacks(self, sliders: Self, occupied: Self) -> Self {
        Adaptive::or_diagonal_attacks(self, sliders, occupied)
    }

    #[inline(always)]
    fn store_rays<D: Destination<Self::Proof>>(
        proof: Self::Proof,
        orthogonal: &[u64],
        diagonal: &[u64],
        occupied: Occupied<'_>,
        out: [D; 8],
    ) {
        store_rays::<Adaptive, L, D>(proof, orthogonal, diagonal, occupied, out);
    }
}

/// A register that uses one technique for everything: how techniques are compared.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Using<T, L>(L, PhantomData<T>);

impl<T, L> Using<T, L> {
    #[inline(always)]
    const fn new(register: L) -> Self {
        Self(register, PhantomData)
    }
}

impl<T: Technique, L: Lanes> BitAnd for Using<T, L> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self::new(self.0 & other.0)
    }
}

impl<T: Technique, L: Lanes> BitOr for Using<T, L> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self::new(self.0 | other.0)
    }
}

impl<T: Technique, L: Lanes> BitXor for Using<T, L> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self::new(self.0 ^ other.0)
    }
}

impl<T: Technique, L: Lanes> Not for Using<T, L> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self::new(!self.0)
    }
}

impl<T: Technique, L: Lanes> Boards for Using<T, L> {
    type Proof = L::Proof;
    const COUNT: usize = L::COUNT;

    #[inline(always)]
    fn proof(self) -> L::Proof {
        self.0.proof()
    }

    #[inline(always)]
    fn splat(proof: L::Proof, board: u64) -> Self {
        Self::new(L::splat(proof, board))
    }

    #[inline(always)]
    fn load(proof: L::Proof, boards: &[u64]) -> Self {
        Self::new(L::load(proof, boards))
    }

    #[inline(always)]
    fn store(self, boards: &mut [u64]) {
        Boards::store(self.0, boards);
    }

    #[inline(always)]
    fn stream(self, boards: Uncached<'_, L::Proof>) {
        self.0.stream(boards);
    }
}

impl<T: Technique, L: Lanes> Pack for Using<T, L> {
    type Narrow = Self;
    type Counts = L;
    const WORTH: usize = 1;

    #[inline(always)]
    fn step(self, direction: Direction) -> Self {
        Self::new(step(self.0, direction))
    }

    #[inline(always)]
    fn jump(self, direction: KnightDirection) -> Self {
        Self::new(jump(self.0, direction))
    }

    #[inline(always)]
    fn occluded_fill(self, propagators: Self, direction: Direction) -> Self {
        Self::new(T::occluded_fill(self.0, propagators.0, direction))
    }

    #[inline(always)]
    fn fill(self, direction: Direction) -> Self {
        Self::new(fill(self.0, direction))
    }

    #[inline(always)]
    fn attacks(self, occupied: Self, direction: Direction) -> Self {
        Self::new(T::attacks(self.0, occupied.0, direction))
    }

    #[inline(always)]
    fn empty(self) -> Self {
        Self::new(self.0.empty_lanes())
    }

    #[inline(always)]
    fn count(self) -> L {
        self.0.count_lanes()
    }

    #[inline(always)]
    fn orthogonal_attacks(self, occupied: Self) -> Self {
        Self::new(T::orthogonal_attacks(self.0, occupied.0))
    }

    #[inline(always)]
    fn or_diagonal_attacks(self, sliders: Self, occupied: Self) -> Self {
        Self::new(T::or_diagonal_attacks(self.0, sliders.0, occupied.0))
    }

    #[inline(always)]
    fn store_rays<D: Destination<Self::Proof>>(
        proof: Self::Proof,
        orthogonal: &[u64],
        diagonal: &[u64],
        occupied: Occupied<'_>,
        out: [D; 8],
    ) {
        store_rays::<T, L, D>(proof, orthogonal, diagonal, occupied, out);
    }
}
