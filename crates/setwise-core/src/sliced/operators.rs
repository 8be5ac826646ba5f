//! Operators on rank-sliced boards, each a short function over eight registers.

use super::Sliced;
use crate::{Function, Isa, Pack, Vector};
use core::marker::PhantomData;
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// Defines a function that combines two ranks at a time.
macro_rules! by_rank {
    ($($name:ident: $symbol:tt;)*) => {$(
        struct $name<V>(PhantomData<V>);

        impl<V: Vector> Function for $name<V> {
            type First<'a> = [V; 8];
            type Second<'a> = [V; 8];
            type Output = [V; 8];

            #[cfg_attr(not(unoptimized), inline(always))]
            fn call<P: Pack>(_: P::Token, mut a: [V; 8], b: [V; 8]) -> [V; 8] {
                let mut k = 0;
                while k < 8 {
                    a[k] = a[k] $symbol b[k];
                    k += 1;
                }
                a
            }
        }
    )*};
}

by_rank! { AndRanks: &; OrRanks: |; XorRanks: ^; }

struct NotRanks<V>(PhantomData<V>);

impl<V: Vector> Function for NotRanks<V> {
    type First<'a> = [V; 8];
    type Second<'a> = ();
    type Output = [V; 8];

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(_: P::Token, mut a: [V; 8], (): ()) -> [V; 8] {
        let mut k = 0;
        while k < 8 {
            a[k] = !a[k];
            k += 1;
        }
        a
    }
}

impl<V: Vector> BitAnd for Sliced<V> {
    type Output = Self;
    #[cfg_attr(not(unoptimized), inline(always))]
    fn bitand(self, other: Self) -> Self {
        Self(self.token().call::<V, AndRanks<V>>(self.0, other.0))
    }
}

impl<V: Vector> BitOr for Sliced<V> {
    type Output = Self;
    #[cfg_attr(not(unoptimized), inline(always))]
    fn bitor(self, other: Self) -> Self {
        Self(self.token().call::<V, OrRanks<V>>(self.0, other.0))
    }
}

impl<V: Vector> BitXor for Sliced<V> {
    type Output = Self;
    #[cfg_attr(not(unoptimized), inline(always))]
    fn bitxor(self, other: Self) -> Self {
        Self(self.token().call::<V, XorRanks<V>>(self.0, other.0))
    }
}

impl<V: Vector> Not for Sliced<V> {
    type Output = Self;
    #[cfg_attr(not(unoptimized), inline(always))]
    fn not(self) -> Self {
        Self(self.token().call::<V, NotRanks<V>>(self.0, ()))
    }
}
