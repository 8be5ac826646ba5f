//! [`Index`]: the types of the indices in rows.

use core::fmt;
use setwise_core::ByteVector;

/// A type of indices: `u16` for sets of at most 65,536 features, `u32` for all, and `()` for rows
/// that are only counted.
pub trait Index:
    Copy + Default + Send + Sync + fmt::Debug + Eq + Ord + sealed::Sealed + 'static
{
    /// The greatest index.
    const MAX: u32;

    /// Converts an index that is at most [`MAX`](Self::MAX).
    fn from_index(index: u32) -> Self;

    /// The index as a number.
    fn to_index(self) -> u32;

    /// Stores indices of 16 bits, as many as a register has bytes, to the front of a slice that has
    /// room for them.
    fn store<V: ByteVector>(words: [V; 2], out: &mut [Self]);
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u16 {}
    impl Sealed for u32 {}
    impl Sealed for () {}
}

macro_rules! indices {
    ($($number:ty: $store:ident;)*) => {$(
        impl Index for $number {
            const MAX: u32 = Self::MAX as u32;

            #[cfg_attr(not(unoptimized), inline(always))]
            fn from_index(index: u32) -> Self {
                index as Self
            }

            #[cfg_attr(not(unoptimized), inline(always))]
            fn to_index(self) -> u32 {
                self.into()
            }

            #[cfg_attr(not(unoptimized), inline(always))]
            fn store<V: ByteVector>(words: [V; 2], out: &mut [Self]) {
                V::$store(words, out);
            }
        }
    )*};
}

indices! {
    u16: store_words;
    u32: store_words_wide;
}

/// No index, for rows that are only counted. A set may leave out what computes indices where a type
/// has the size 0.
impl Index for () {
    const MAX: u32 = u32::MAX;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn from_index(_: u32) -> Self {}

    #[cfg_attr(not(unoptimized), inline(always))]
    fn to_index(self) -> u32 {
        0
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store<V: ByteVector>(_: [V; 2], _: &mut [Self]) {}
}
