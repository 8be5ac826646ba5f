//! Operators on rank-sliced boards, each a short function over eight registers.

use super::Sliced;
use crate::{function::Function, isa::Isa, pack::Pack, vector::Vector};
use core::marker::PhantomData;

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

crate::operators! { [V: Vector] Sliced<V>, |a, b|
    and Self(a.token().call::<V, AndRanks<V>>(a.0, b.0)),
    or Self(a.token().call::<V, OrRanks<V>>(a.0, b.0)),
    xor Self(a.token().call::<V, XorRanks<V>>(a.0, b.0)),
    not Self(a.token().call::<V, NotRanks<V>>(a.0, ()))
}
