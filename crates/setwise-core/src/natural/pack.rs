//! Registers as packs.

use super::{Adaptive, Technique, fill, step};
use crate::vector::NonTemporal;
use crate::{Counts, Direction, Direction::*, KnightDirection, Occupied, Pack, PackWriter, Vector};
use core::marker::PhantomData;
use core::ops::{BitAnd, BitOr, BitXor, Not};

impl<V: Vector> Counts for V {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn plus(self, other: Self) -> Self {
        self.add_bytes(other)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store(self, counts: &mut [u8]) {
        let mut lanes = [0u64; 8];
        Vector::store(self, &mut lanes[..Self::LANES]);
        for (to, from) in counts.iter_mut().zip(&lanes[..Self::LANES]) {
            *to = *from as u8;
        }
    }
}

#[cfg_attr(not(unoptimized), inline(always))]
fn jump<V: Vector>(set: V, direction: KnightDirection) -> V {
    let by = direction.delta().unsigned_abs() as u32;
    let moved = if direction.is_positive() {
        set.shl(by)
    } else {
        set.shr(by)
    };
    moved & set.same(direction.arrivals())
}

#[cfg_attr(not(unoptimized), inline(always))]
fn store_rays<T: Technique, V: Vector, const NON_TEMPORAL: bool>(
    token: V::Token,
    orthogonal: &[u64],
    diagonal: &[u64],
    occupied: Occupied<'_>,
    out: [PackWriter<'_, V::Token, NON_TEMPORAL>; 8],
) {
    let occupied: V = occupied.load(token);
    let [n, ne, e, se, s, sw, w, nw] = out;
    let sliders = V::load(token, orthogonal);
    let [north, east, south, west] = T::orthogonal_rays(sliders, occupied);
    n.write(north);
    e.write(east);
    s.write(south);
    w.write(west);
    let sliders = V::load(token, diagonal);
    ne.write(T::attacks(sliders, occupied, NorthEast));
    se.write(T::attacks(sliders, occupied, SouthEast));
    sw.write(T::attacks(sliders, occupied, SouthWest));
    nw.write(T::attacks(sliders, occupied, NorthWest));
}

/// A register by itself is a pack: a board per lane, with the technique [`Adaptive`].
impl<V: Vector> Pack for V {
    type Token = V::Token;
    const BOARDS: usize = V::LANES;
    type Narrow = Self;
    type Counts = Self;
    const MIN_BOARDS: usize = 1;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn token(self) -> V::Token {
        Vector::token(self)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn splat(token: V::Token, board: u64) -> Self {
        <V as Vector>::splat(token, board)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn load(token: V::Token, boards: &[u64]) -> Self {
        <V as Vector>::load(token, boards)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store(self, boards: &mut [u64]) {
        Vector::store(self, boards);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn stream(self, out: PackWriter<'_, V::Token, true>) {
        V::NonTemporal::store(self, out);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn step(self, direction: Direction) -> Self {
        step(self, direction)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn jump(self, direction: KnightDirection) -> Self {
        jump(self, direction)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn occluded_fill(self, propagators: Self, direction: Direction) -> Self {
        Adaptive::occluded_fill(self, propagators, direction)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn fill(self, direction: Direction) -> Self {
        fill(self, direction)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn attacks(self, occupied: Self, direction: Direction) -> Self {
        Adaptive::attacks(self, occupied, direction)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn empty(self) -> Self {
        self.empty_lanes()
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn count(self) -> Self {
        self.count_lanes()
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn orthogonal_attacks(self, occupied: Self) -> Self {
        Adaptive::orthogonal_attacks(self, occupied)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn or_diagonal_attacks(self, sliders: Self, occupied: Self) -> Self {
        Adaptive::or_diagonal_attacks(self, sliders, occupied)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store_rays<const NON_TEMPORAL: bool>(
        token: Self::Token,
        orthogonal: &[u64],
        diagonal: &[u64],
        occupied: Occupied<'_>,
        out: [PackWriter<'_, Self::Token, NON_TEMPORAL>; 8],
    ) {
        store_rays::<Adaptive, V, NON_TEMPORAL>(token, orthogonal, diagonal, occupied, out);
    }
}

/// A register that uses one technique in all directions, for comparisons of techniques.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Using<T, V>(V, PhantomData<T>);

impl<T, V> Using<T, V> {
    #[cfg_attr(not(unoptimized), inline(always))]
    const fn new(register: V) -> Self {
        Self(register, PhantomData)
    }
}

impl<T: Technique, V: Vector> BitAnd for Using<T, V> {
    type Output = Self;
    #[cfg_attr(not(unoptimized), inline(always))]
    fn bitand(self, other: Self) -> Self {
        Self::new(self.0 & other.0)
    }
}

impl<T: Technique, V: Vector> BitOr for Using<T, V> {
    type Output = Self;
    #[cfg_attr(not(unoptimized), inline(always))]
    fn bitor(self, other: Self) -> Self {
        Self::new(self.0 | other.0)
    }
}

impl<T: Technique, V: Vector> BitXor for Using<T, V> {
    type Output = Self;
    #[cfg_attr(not(unoptimized), inline(always))]
    fn bitxor(self, other: Self) -> Self {
        Self::new(self.0 ^ other.0)
    }
}

impl<T: Technique, V: Vector> Not for Using<T, V> {
    type Output = Self;
    #[cfg_attr(not(unoptimized), inline(always))]
    fn not(self) -> Self {
        Self::new(!self.0)
    }
}

impl<T: Technique, V: Vector> crate::sealed::Sealed for Using<T, V> {}

impl<T: Technique, V: Vector> Pack for Using<T, V> {
    type Token = V::Token;
    const BOARDS: usize = V::LANES;
    type Narrow = Self;
    type Counts = V;
    const MIN_BOARDS: usize = 1;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn token(self) -> V::Token {
        self.0.token()
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn splat(token: V::Token, board: u64) -> Self {
        Self::new(V::splat(token, board))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn load(token: V::Token, boards: &[u64]) -> Self {
        Self::new(V::load(token, boards))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store(self, boards: &mut [u64]) {
        Vector::store(self.0, boards);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn stream(self, out: PackWriter<'_, V::Token, true>) {
        V::NonTemporal::store(self.0, out);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn step(self, direction: Direction) -> Self {
        Self::new(step(self.0, direction))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn jump(self, direction: KnightDirection) -> Self {
        Self::new(jump(self.0, direction))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn occluded_fill(self, propagators: Self, direction: Direction) -> Self {
        Self::new(T::occluded_fill(self.0, propagators.0, direction))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn fill(self, direction: Direction) -> Self {
        Self::new(fill(self.0, direction))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn attacks(self, occupied: Self, direction: Direction) -> Self {
        Self::new(T::attacks(self.0, occupied.0, direction))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn empty(self) -> Self {
        Self::new(self.0.empty_lanes())
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn count(self) -> V {
        self.0.count_lanes()
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn orthogonal_attacks(self, occupied: Self) -> Self {
        Self::new(T::orthogonal_attacks(self.0, occupied.0))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn or_diagonal_attacks(self, sliders: Self, occupied: Self) -> Self {
        Self::new(T::or_diagonal_attacks(self.0, sliders.0, occupied.0))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store_rays<const NON_TEMPORAL: bool>(
        token: Self::Token,
        orthogonal: &[u64],
        diagonal: &[u64],
        occupied: Occupied<'_>,
        out: [PackWriter<'_, Self::Token, NON_TEMPORAL>; 8],
    ) {
        store_rays::<T, V, NON_TEMPORAL>(token, orthogonal, diagonal, occupied, out);
    }
}
