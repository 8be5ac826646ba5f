//! Registers as packs.

use super::{Adaptive, Technique, fill, shifted, step};
use crate::columns::{Occupied, PackWriter};
use crate::direction::{Direction, Direction::*, KnightDirection};
use crate::pack::{Counts, Pack};
use crate::sealed::Sealed;
use crate::vector::{NonTemporal, Vector};
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

/// A pack that is a register with a board per lane, and a technique.
pub trait Natural:
    Sealed
    + Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Send
    + Sync
    + 'static
{
    /// The register.
    type Register: Vector;
    /// The technique of its fills.
    type Technique: Technique;
    /// Returns the pack of a register.
    fn of(register: Self::Register) -> Self;
    /// Returns the register.
    fn register(self) -> Self::Register;
}

/// A register by itself uses [`Adaptive`].
impl<V: Vector> Natural for V {
    type Register = V;
    type Technique = Adaptive;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn of(register: V) -> V {
        register
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn register(self) -> V {
        self
    }
}

/// A register that uses one technique in all directions, for comparisons of techniques.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Using<T, V>(V, PhantomData<T>);

crate::operators! { [T: Technique, V: Vector] Using<T, V>, |a, b|
    and Self::of(a.0 & b.0), or Self::of(a.0 | b.0), xor Self::of(a.0 ^ b.0), not Self::of(!a.0)
}

impl<T: Technique, V: Vector> Sealed for Using<T, V> {}

impl<T: Technique, V: Vector> Natural for Using<T, V> {
    type Register = V;
    type Technique = T;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn of(register: V) -> Self {
        Self(register, PhantomData)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn register(self) -> V {
        self.0
    }
}

impl<N: Natural> Pack for N {
    type Token = <N::Register as Vector>::Token;
    const BOARDS: usize = N::Register::LANES;
    type Narrow = Self;
    type Counts = N::Register;
    const MIN_BOARDS: usize = 1;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn token(self) -> Self::Token {
        Vector::token(self.register())
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn splat(token: Self::Token, board: u64) -> Self {
        Self::of(Vector::splat(token, board))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn load(token: Self::Token, boards: &[u64]) -> Self {
        Self::of(Vector::load(token, boards))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store(self, boards: &mut [u64]) {
        Vector::store(self.register(), boards);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn stream(self, out: PackWriter<'_, Self::Token, true>) {
        <N::Register as Vector>::NonTemporal::store(self.register(), out);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn step(self, direction: Direction) -> Self {
        Self::of(step(self.register(), direction))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn jump(self, direction: KnightDirection) -> Self {
        let set = self.register();
        Self::of(shifted(set, direction.delta(), 1) & Vector::same(set, direction.arrivals()))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn occluded_fill(self, propagators: Self, direction: Direction) -> Self {
        let (generators, propagators) = (self.register(), propagators.register());
        let filled = N::Technique::occluded_fill(generators, propagators, direction);
        Self::of(filled)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn fill(self, direction: Direction) -> Self {
        Self::of(fill(self.register(), direction))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn attacks(self, occupied: Self, direction: Direction) -> Self {
        let (sliders, occupied) = (self.register(), occupied.register());
        Self::of(N::Technique::attacks(sliders, occupied, direction))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn empty(self) -> Self {
        Self::of(self.register().empty_lanes())
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn count(self) -> N::Register {
        self.register().count_lanes()
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn orthogonal_attacks(self, occupied: Self) -> Self {
        let (sliders, occupied) = (self.register(), occupied.register());
        Self::of(N::Technique::orthogonal_attacks(sliders, occupied))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn or_diagonal_attacks(self, sliders: Self, occupied: Self) -> Self {
        let (set, sliders, occupied) = (self.register(), sliders.register(), occupied.register());
        Self::of(N::Technique::or_diagonal_attacks(set, sliders, occupied))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store_rays<const NON_TEMPORAL: bool>(
        token: Self::Token,
        orthogonal: &[u64],
        diagonal: &[u64],
        occupied: Occupied<'_>,
        out: [PackWriter<'_, Self::Token, NON_TEMPORAL>; 8],
    ) {
        let occupied: Self = occupied.load(token);
        let [n, ne, e, se, s, sw, w, nw] = out;
        let sliders = Vector::load(token, orthogonal);
        let [north, east, south, west] =
            N::Technique::orthogonal_rays(sliders, occupied.register());
        n.write(Self::of(north));
        e.write(Self::of(east));
        s.write(Self::of(south));
        w.write(Self::of(west));
        let sliders = Self::load(token, diagonal);
        ne.write(sliders.attacks(occupied, NorthEast));
        se.write(sliders.attacks(occupied, SouthEast));
        sw.write(sliders.attacks(occupied, SouthWest));
        nw.write(sliders.attacks(occupied, NorthWest));
    }
}
