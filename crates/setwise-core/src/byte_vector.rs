//! [`ByteVector`]: bytes and 16-bit words of a register as numbers, with a mask for each byte.

use crate::{const_array, const_for};
use crate::{sealed::Sealed, vector::Vector};
use core::ops::{BitAnd, BitOr, Not};

/// A [`Vector`] seen as unsigned bytes or as unsigned words of 16 bits.
///
/// A [`Mask`](Self::Mask) holds a truth value for each byte, or for each word in the operations on
/// words. In the number of a mask, bit 0 belongs to the first byte.
///
/// The words of all bytes of a register take two registers. Their order in these is specific to the
/// instruction set. The operations on words do not depend on the order, and
/// [`store_words`](Self::store_words) stores the words in the order of the bytes.
///
/// The provided methods are portable and slow. An instruction set overrides them.
pub trait ByteVector: Vector {
    /// A truth value for each byte, or for each word.
    type Mask: Copy
        + BitAnd<Output = Self::Mask>
        + BitOr<Output = Self::Mask>
        + Not<Output = Self::Mask>;

    /// Whether [`compress`](Self::compress), [`expand`](Self::expand) and
    /// [`shuffle_two`](Self::shuffle_two) are a few instructions each.
    const FAST_COMPRESS: bool = false;
    /// Whether the operations on words are a few instructions each.
    const FAST_WORDS: bool = false;

    /// Makes a mask of bits.
    fn mask(token: Self::Token, bits: u64) -> Self::Mask;

    /// Returns the bits of a mask of bytes.
    fn bits(mask: Self::Mask) -> u64;

    /// Returns the bits of the masks of the bytes of some registers, 64 bytes at most, the first
    /// register's lowest.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn joined_bits(masks: &[Self::Mask]) -> u64 {
        let size = 8 * Self::LANES;
        let mut joined = 0;
        for (i, mask) in masks.iter().enumerate() {
            joined |= (Self::bits(*mask) & (!0 >> (64 - size))) << (size * i);
        }
        joined
    }

    /// Broadcasts a byte.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn splat_byte(token: Self::Token, byte: u8) -> Self {
        Self::splat(token, u64::from(byte) * 0x0101_0101_0101_0101)
    }

    /// Returns whether the bytes are equal.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn equal(self, other: Self) -> Self::Mask {
        compare(self, other, |a, b| a == b)
    }

    /// Returns whether the bytes of `self` are less than those of `other`, as signed numbers.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn less(self, other: Self) -> Self::Mask {
        compare(self, other, |a, b| (a as i8) < b as i8)
    }

    /// Returns whether the bytes have a bit in common.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn intersects(self, other: Self) -> Self::Mask {
        compare(self, other, |a, b| a & b != 0)
    }

    /// Returns a number that has bit `bit`, a constant of 0 to 7, of each byte.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn with_bit(self, bit: u32) -> u64 {
        Self::bits(self.intersects(Self::splat_byte(self.token(), 1 << bit)))
    }

    /// Returns the bytes of `yes` where the mask is true, those of `no` elsewhere.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self {
        let bits = Self::bits(mask);
        let (yes, mut bytes) = (yes.to_bytes(), no.to_bytes());
        for (i, byte) in bytes.iter_mut().enumerate() {
            if bits >> i & 1 != 0 {
                *byte = yes[i];
            }
        }
        Self::load_bytes(no.token(), &bytes)
    }

    /// Returns the bytes whose bit is set in `chosen`, without gaps, then zeros.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn compress(self, chosen: u64) -> Self {
        let (bytes, mut packed) = (self.to_bytes(), [0; 64]);
        let chosen = (0..8 * Self::LANES).filter(|i| chosen >> i & 1 != 0);
        for (to, from) in packed.iter_mut().zip(chosen) {
            *to = bytes[from];
        }
        Self::load_bytes(self.token(), &packed)
    }

    /// Moves the first bytes of `self`, in order, to the places whose bits are set in `places`. The
    /// other places get the bytes of `rest`.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn expand(self, places: u64, rest: Self) -> Self {
        let (bytes, mut spread) = (self.to_bytes(), rest.to_bytes());
        let places = (0..8 * Self::LANES).filter(|i| places >> i & 1 != 0);
        for (from, to) in places.enumerate() {
            spread[to] = bytes[from];
        }
        Self::load_bytes(self.token(), &spread)
    }

    /// Selects bytes from `low` followed by `high`. Byte i of `self`, modulo the number of bytes of
    /// both, is the number of byte i of the result.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn shuffle_two(self, low: &Self, high: &Self) -> Self {
        let (size, at) = (8 * Self::LANES, self.to_bytes());
        let (low, high) = (low.to_bytes(), high.to_bytes());
        let mut shuffled = [0; 64];
        for i in 0..size {
            let at = at[i] as usize % (2 * size);
            shuffled[i] = if at < size { low[at] } else { high[at - size] };
        }
        Self::load_bytes(self.token(), &shuffled)
    }

    /// [Stores](Vector::compress_store) chosen bytes without gaps. An implementation by shuffles
    /// avoids instructions that are slow on some CPUs (PEXT on Zen 2).
    #[cfg_attr(not(unoptimized), inline(always))]
    fn pack_store(self, chosen: u64, out: &mut [u8]) {
        self.compress_store(chosen, out);
    }

    /// Looks up each byte as an index of the table; unspecified for indices beyond the table.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn look_up_16(self, table: &[u8; 16]) -> Self {
        let mut longer = [0; 64];
        longer[..16].copy_from_slice(table);
        self.look_up_64(&longer)
    }

    /// Looks up bytes as [`look_up_16`](Self::look_up_16) does, in a table of 64.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn look_up_64(self, table: &[u8; 64]) -> Self {
        look_up(self, table)
    }

    /// Looks up bytes as [`look_up_16`](Self::look_up_16) does, in a table of 128.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn look_up_128(self, table: &[u8; 128]) -> Self {
        look_up(self, table)
    }

    /// Returns the lower half of the bytes of `self`, then that of `other`.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn lower_halves(self, other: Self) -> Self {
        let (mut bytes, other) = (self.to_bytes(), other.to_bytes());
        let half = 4 * Self::LANES;
        bytes[half..2 * half].copy_from_slice(&other[..half]);
        Self::load_bytes(self.token(), &bytes)
    }

    /// Returns the bytes minus those of `other`, 0 where that is negative.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn saturating_sub_bytes(self, other: Self) -> Self {
        combine(self, other, u8::saturating_sub)
    }

    /// Returns the lesser bytes.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn min_bytes(self, other: Self) -> Self {
        combine(self, other, u8::min)
    }

    /// Stores the bytes to the front of a slice, or those that fit.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn store_bytes(self, out: &mut [u8]) {
        let bytes = self.to_bytes();
        for (to, from) in out.iter_mut().zip(&bytes[..8 * Self::LANES]) {
            *to = *from;
        }
    }

    /// Returns a word for each byte: byte i of `low` plus 256 times byte i of `high`.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn words(low: Self, high: Self) -> [Self; 2] {
        let (low_bytes, high_bytes) = (low.to_bytes(), high.to_bytes());
        let half = 4 * Self::LANES;
        let word = |i: usize| u16::from_le_bytes([low_bytes[i], high_bytes[i]]);
        let first = from_words(low.token(), word);
        [first, from_words(low.token(), |i| word(half + i))]
    }

    /// Returns the bytes as words.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn widen(self) -> [Self; 2] {
        Self::words(self, Self::splat(self.token(), 0))
    }

    /// Returns a mask of bytes as masks of words.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn widen_mask(token: Self::Token, mask: Self::Mask) -> [Self::Mask; 2] {
        let bits = Self::bits(mask);
        let words = 4 * Self::LANES;
        [bits & !(!0 << words), bits >> words].map(|bits| Self::mask(token, bits))
    }

    /// Looks up each byte as an index of a table of words; unspecified for indices beyond it.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn look_up_words_64(self, table: &WordTable<64>) -> [Self; 2] {
        Self::words(self.look_up_64(table.low()), self.look_up_64(table.high()))
    }

    /// Looks up words as [`look_up_words_64`](Self::look_up_words_64) does, in a table of 128.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn look_up_words_128(self, table: &WordTable<128>) -> [Self; 2] {
        let low = self.look_up_128(table.low());
        Self::words(low, self.look_up_128(table.high()))
    }

    /// Adds words, modulo 65,536.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn add_words(self, other: Self) -> Self {
        combine_words(self, other, u16::wrapping_add)
    }

    /// Multiplies words, modulo 65,536.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn mul_words(self, other: Self) -> Self {
        combine_words(self, other, u16::wrapping_mul)
    }

    /// Shifts each word to the right by a constant below 16.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn shr_words(self, by: u32) -> Self {
        combine_words(self, self, |word, _| word >> by)
    }

    /// Returns the words of `yes` where the mask is true, those of `no` elsewhere.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn select_words(mask: Self::Mask, yes: Self, no: Self) -> Self {
        let bits = Self::bits(mask);
        let (yes, no_words) = (to_words(yes), to_words(no));
        from_words(no.token(), |i| {
            if bits >> i & 1 != 0 {
                yes[i]
            } else {
                no_words[i]
            }
        })
    }

    /// Stores the words of all bytes, if the slice has room for them; else does nothing.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn store_words(words: [Self; 2], out: &mut [u16]) {
        let size = 4 * Self::LANES;
        if let Some(out) = out.get_mut(..2 * size) {
            let (low, high) = out.split_at_mut(size);
            low.copy_from_slice(&to_words(words[0])[..size]);
            high.copy_from_slice(&to_words(words[1])[..size]);
        }
    }

    /// Stores words as [`store_words`](Self::store_words) does, as numbers of 32 bits plus `base`.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn store_words_wide<N: Number32>(words: [Self; 2], base: u32, out: &mut [N]) {
        let mut narrow = [0; 64];
        Self::store_words(words, &mut narrow);
        if let Some(out) = out.get_mut(..8 * Self::LANES) {
            for (to, from) in out.iter_mut().zip(narrow) {
                *to = N::from_u32(base.wrapping_add(from.into()));
            }
        }
    }
}

/// A number of 32 bits, any of which are valid.
pub trait Number32: Copy + Sealed + 'static {
    /// Converts a number, modulo 2^32.
    fn from_u32(number: u32) -> Self;
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Sealed for $number {}

        impl Number32 for $number {
            #[cfg_attr(not(unoptimized), inline(always))]
            fn from_u32(number: u32) -> Self {
                number as Self
            }
        }
    )*};
}

numbers! { u32 i32 }

/// For each set of eight bytes, the numbers of its members in ascending order, and zeros after
/// them.
pub static MEMBERS: [u64; 256] = const_array!(set, 256, {
    let (mut members, mut count) = (0, 0);
    const_for!(byte, 8, {
        if set >> byte & 1 != 0 {
            members |= (byte as u64) << (8 * count);
            count += 1;
        }
    });
    members
});

/// A table of words for [`ByteVector::look_up_words_64`] and [`ByteVector::look_up_words_128`].
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct WordTable<const N: usize> {
    words: [u16; N],
    low: [u8; N],
    high: [u8; N],
}

impl<const N: usize> WordTable<N> {
    /// Returns the table of some words.
    pub const fn new(words: [u16; N]) -> Self {
        let (mut low, mut high, mut i) = ([0; N], [0; N], 0);
        while i < N {
            [low[i], high[i]] = words[i].to_le_bytes();
            i += 1;
        }
        Self { words, low, high }
    }

    /// Returns the words.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn words(&self) -> &[u16; N] {
        &self.words
    }

    /// Returns the low bytes of the words.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn low(&self) -> &[u8; N] {
        &self.low
    }

    /// Returns the high bytes of the words.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn high(&self) -> &[u8; N] {
        &self.high
    }
}

/// Returns the bytes of a table whose numbers are the bytes of a register.
#[cfg_attr(not(unoptimized), inline(always))]
fn look_up<V: Vector, const N: usize>(at: V, table: &[u8; N]) -> V {
    let bytes = at.to_bytes();
    let found: [u8; 64] = core::array::from_fn(|i| table[usize::from(bytes[i]) % N]);
    V::load_bytes(at.token(), &found)
}

/// Returns the words of a register, in front of an array.
#[cfg_attr(not(unoptimized), inline(always))]
fn to_words<V: Vector>(x: V) -> [u16; 32] {
    let bytes = x.to_bytes();
    core::array::from_fn(|i| u16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]]))
}

/// Returns a register of the first words that `word` returns.
#[cfg_attr(not(unoptimized), inline(always))]
fn from_words<V: Vector>(token: V::Token, word: impl Fn(usize) -> u16) -> V {
    let mut bytes = [0; 64];
    for (i, two) in bytes[..8 * V::LANES].chunks_exact_mut(2).enumerate() {
        two.copy_from_slice(&word(i).to_le_bytes());
    }
    V::load_bytes(token, &bytes)
}

#[cfg_attr(not(unoptimized), inline(always))]
fn compare<V: ByteVector>(a: V, b: V, test: impl Fn(u8, u8) -> bool) -> V::Mask {
    let (x, y) = (a.to_bytes(), b.to_bytes());
    let bit = |i| u64::from(test(x[i], y[i])) << i;
    V::mask(a.token(), (0..8 * V::LANES).map(bit).sum())
}

#[cfg_attr(not(unoptimized), inline(always))]
fn combine<V: Vector>(a: V, b: V, of: impl Fn(u8, u8) -> u8) -> V {
    let (x, y) = (a.to_bytes(), b.to_bytes());
    let bytes: [u8; 64] = core::array::from_fn(|i| of(x[i], y[i]));
    V::load_bytes(a.token(), &bytes)
}

#[cfg_attr(not(unoptimized), inline(always))]
fn combine_words<V: Vector>(a: V, b: V, of: impl Fn(u16, u16) -> u16) -> V {
    let (x, y) = (to_words(a), to_words(b));
    from_words(a.token(), |i| of(x[i], y[i]))
}

/// Implements [`ByteVector`] with its provided methods and with bits as masks.
#[macro_export]
macro_rules! portable_byte_vector {
    ($register:ty $(, $level:ident: $bound:ident)?) => {
        impl $(<$level: $bound>)? $crate::ByteVector for $register
        where
            Self: $crate::Vector,
        {
            type Mask = u64;

            #[cfg_attr(not(unoptimized), inline(always))]
            fn mask(_: Self::Token, bits: u64) -> u64 {
                bits
            }

            #[cfg_attr(not(unoptimized), inline(always))]
            fn bits(mask: u64) -> u64 {
                mask
            }
        }
    };
}

portable_byte_vector!(u64);
