//! [`Index`]: the types of the indices in rows.

use core::fmt;
use setwise_core::ByteVector;

/// A type of indices: `u16` for sets of at most 65,536 features, `u32`, `i32`, `u64` and `i64` for
/// all, and `()` for rows that are only counted.
pub trait Index:
    Copy + Default + Send + Sync + fmt::Debug + Eq + Ord + sealed::Sealed + 'static
{
    /// The greatest index.
    const MAX: u32;

    /// Converts an index that is at most [`MAX`](Self::MAX).
    fn from_index(index: u32) -> Self;

    /// The index as a number.
    fn to_index(self) -> u32;

    /// Stores indices, as many as a register has bytes, to the front of a slice that has room for
    /// them. An index is a word of 16 bits plus `base`.
    fn store<V: ByteVector>(words: [V; 2], base: u32, out: &mut [Self]);
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u16 {}
    impl Sealed for u32 {}
    impl Sealed for i32 {}
    impl Sealed for u64 {}
    impl Sealed for i64 {}
    impl Sealed for () {}
}

macro_rules! indices {
    ($($number:ty, $max:expr, $store:path;)*) => {$(
        impl Index for $number {
            const MAX: u32 = $max;

            #[cfg_attr(not(unoptimized), inline(always))]
            fn from_index(index: u32) -> Self {
                index as Self
            }

            #[cfg_attr(not(unoptimized), inline(always))]
            fn to_index(self) -> u32 {
                self as u32
            }

            #[cfg_attr(not(unoptimized), inline(always))]
            fn store<V: ByteVector>(words: [V; 2], base: u32, out: &mut [Self]) {
                $store(words, base, out);
            }
        }
    )*};
}

indices! {
    u16, u16::MAX as u32, store_narrow;
    u32, u32::MAX, V::store_words_wide;
    i32, i32::MAX as u32, V::store_words_wide;
    u64, u32::MAX, store_words;
    i64, u32::MAX, store_words;
}

#[cfg_attr(not(unoptimized), inline(always))]
fn store_narrow<V: ByteVector>(words: [V; 2], base: u32, out: &mut [u16]) {
    let base = V::splat(
        words[0].token(),
        u64::from(base as u16) * 0x0001_0001_0001_0001,
    );
    V::store_words(words.map(|words| words.add_words(base)), out);
}

/// Stores indices of any type, by way of memory.
#[cfg_attr(not(unoptimized), inline(always))]
fn store_words<V: ByteVector, T: Index>(words: [V; 2], base: u32, out: &mut [T]) {
    let mut narrow = [0_u32; 64];
    V::store_words_wide(words, base, &mut narrow);
    for (to, from) in out.iter_mut().zip(&narrow[..8 * V::LANES]) {
        *to = T::from_index(*from);
    }
}

/// Stands for no index, in rows that are only counted. For a type of size 0, a set may skip the
/// computation of indices.
impl Index for () {
    const MAX: u32 = u32::MAX;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn from_index(_: u32) -> Self {}

    #[cfg_attr(not(unoptimized), inline(always))]
    fn to_index(self) -> u32 {
        0
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store<V: ByteVector>(_: [V; 2], _: u32, _: &mut [Self]) {}
}
