//! Several registers of bytes, whose masks are converted to bits together.
//!
//! There are no closures: they would be compiled without the instructions of the level.

use core::ops::{BitAnd, BitOr};
use setwise_core::ByteVector;

/// Some registers of bytes one after the other, or a mask for each.
#[derive(Clone, Copy)]
pub(super) struct Several<T, const N: usize>(pub(super) [T; N]);

macro_rules! masks {
    ($($(#[$attribute:meta])* $name:ident = |$part:ident, $byte:ident| $mask:expr;)+) => {$(
        $(#[$attribute])*
        #[cfg_attr(not(unoptimized), inline(always))]
        pub(super) fn $name(self, byte: u8) -> Several<V::Mask, N> {
            let $byte = V::splat_byte(self.0[0].token(), byte);
            let $part = self.0[0];
            let mut masks = [$mask; N];
            for (mask, $part) in masks.iter_mut().zip(self.0) {
                *mask = $mask;
            }
            Several(masks)
        }
    )+};
}

impl<V: ByteVector, const N: usize> Several<V, N> {
    /// Loads the bytes of a block from `at` on.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn load(token: V::Token, block: &[u8], at: usize) -> Self {
        let mut parts = Self::splat(token, 0);
        for (i, part) in parts.0.iter_mut().enumerate() {
            let at = at + 8 * V::LANES * i;
            *part = V::load_bytes(token, block.get(at..at + 8 * V::LANES).unwrap_or_default());
        }
        parts
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn splat(token: V::Token, byte: u8) -> Self {
        Self([V::splat_byte(token, byte); N])
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn look_up_128(mut self, table: &[u8; 128]) -> Self {
        for part in &mut self.0 {
            *part = part.look_up_128(table);
        }
        self
    }

    masks! {
        equal = |part, byte| part.equal(byte);
        /// Whether a byte has one of some bits.
        intersects = |part, bits| part.intersects(bits);
        /// Whether a byte is less than one, as signed numbers, or greater.
        less = |part, byte| part.less(byte);
        greater = |part, byte| byte.less(part);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn between(self, first: u8, last: u8) -> Several<V::Mask, N> {
        self.greater(first - 1) & self.less(last + 1)
    }
}

impl<M: Copy, const N: usize> Several<M, N> {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn bits<V: ByteVector<Mask = M>>(self) -> u64 {
        V::joined_bits(&self.0)
    }
}

impl<T: BitAnd<Output = T> + Copy, const N: usize> BitAnd for Several<T, N> {
    type Output = Self;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn bitand(mut self, other: Self) -> Self {
        for (part, other) in self.0.iter_mut().zip(other.0) {
            *part = *part & other;
        }
        self
    }
}

impl<T: BitOr<Output = T> + Copy, const N: usize> BitOr for Several<T, N> {
    type Output = Self;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn bitor(mut self, other: Self) -> Self {
        for (part, other) in self.0.iter_mut().zip(other.0) {
            *part = *part | other;
        }
        self
    }
}
