//! Portable 128-bit vectors through the crate `wide`, with the instructions of the target: SSE2 on
//! x86-64, NEON, simd128, or scalar code. Nothing is detected at run time.

use bytemuck::cast;
use setwise_core::internal::Sealed;
use setwise_core::{
    Function, HandWritten, Isa, Ordinary, Pack, Pointer, Scalar, SliceFunction, SlicePointer, Task,
    Vector, align_frame, short,
};
use wide::{u8x16, u64x2};

/// The instruction set that every build has.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wide;

impl Sealed for Wide {}

impl Isa for Wide {
    type Register = Duo;
    type Words = Scalar;
    const NAME: &'static str = "wide";
    const FEATURES: &'static [&'static str] = &[];

    #[inline]
    fn detect() -> Option<Self> {
        Some(Self)
    }

    #[inline]
    fn words(self) -> Scalar {
        Scalar
    }

    /// Not inlined, as for the other instruction sets.
    #[inline(never)]
    fn run_on<P: Pack<Token = Self>, T: Task>(self, task: &mut T) -> T::Output {
        align_frame::<P>();
        task.run::<P>(self)
    }

    #[inline]
    fn call<P: Pack<Token = Self>, F: Function>(
        self,
        first: F::First<'_>,
        second: F::Second<'_>,
    ) -> F::Output {
        short::<P, F>(self, first, second)
    }

    fn pointer<P: Pack<Token = Self>, F: Function>(self) -> Pointer<F> {
        |first, second| {
            align_frame::<P>();
            F::call::<P>(Wide, first, second)
        }
    }

    fn slice_pointer<P: Pack<Token = Self>, F: SliceFunction>(self) -> SlicePointer {
        |first, second, out| {
            align_frame::<P>();
            F::call::<P>(Wide, first, second, out);
        }
    }

    #[inline]
    fn run_hand_written<O: HandWritten<Self>>(self, code: O) -> O::Output {
        code.run(self)
    }
}

/// Two boards.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Duo(u64x2);

/// Returns the bytes, the lowest first for any byte order of the machine.
#[inline]
fn bytes(x: Duo) -> u8x16 {
    if cfg!(target_endian = "big") {
        cast(x.0.to_array().map(u64::to_le_bytes))
    } else {
        cast(x.0)
    }
}

#[inline]
fn boards(x: u8x16) -> Duo {
    if cfg!(target_endian = "big") {
        let lanes: [[u8; 8]; 2] = cast(x);
        Duo(u64x2::new(lanes.map(u64::from_le_bytes)))
    } else {
        Duo(cast(x))
    }
}

setwise_core::operators! { [] Duo, |a, b|
    and Self(a.0 & b.0), or Self(a.0 | b.0), xor Self(a.0 ^ b.0), not Self(!a.0)
}

setwise_core::portable_byte_vector!(Duo);

impl Sealed for Duo {}

impl Vector for Duo {
    type Token = Wide;
    type NonTemporal = Ordinary;
    const LANES: usize = 2;

    #[inline]
    fn token(self) -> Wide {
        Wide
    }

    #[inline]
    fn splat(_: Wide, board: u64) -> Self {
        Self(u64x2::splat(board))
    }

    #[inline]
    fn load(_: Wide, boards: &[u64]) -> Self {
        Self(match boards.first_chunk::<2>() {
            Some(&both) => u64x2::new(both),
            None => u64x2::new([boards.first().copied().unwrap_or(0), 0]),
        })
    }

    #[inline]
    fn store(self, boards: &mut [u64]) {
        match boards.first_chunk_mut::<2>() {
            Some(both) => *both = self.0.to_array(),
            None => {
                if let Some(first) = boards.first_mut() {
                    *first = self.0.to_array()[0];
                }
            }
        }
    }

    #[inline]
    fn load_bytes(_: Wide, all: &[u8]) -> Self {
        match all.first_chunk::<16>() {
            Some(&all) => boards(u8x16::new(all)),
            None => {
                let mut padded = [0; 16];
                padded[..all.len()].copy_from_slice(all);
                boards(u8x16::new(padded))
            }
        }
    }

    #[inline]
    fn shl(self, by: u32) -> Self {
        Self(self.0 << by)
    }

    #[inline]
    fn shr(self, by: u32) -> Self {
        Self(self.0 >> by)
    }

    #[inline]
    fn shl_each(self, by: Self) -> Self {
        let ([a, b], [i, j]) = (self.0.to_array(), by.0.to_array());
        Self(u64x2::new([a.shl_each(i), b.shl_each(j)]))
    }

    #[inline]
    fn shr_each(self, by: Self) -> Self {
        let ([a, b], [i, j]) = (self.0.to_array(), by.0.to_array());
        Self(u64x2::new([a.shr_each(i), b.shr_each(j)]))
    }

    #[inline]
    fn add_bytes(self, other: Self) -> Self {
        boards(bytes(self) + bytes(other))
    }

    #[inline]
    fn sub_bytes(self, other: Self) -> Self {
        boards(bytes(self) - bytes(other))
    }

    #[inline]
    fn interleave_low(self, other: Self) -> Self {
        boards(u8x16::unpack_low(bytes(self), bytes(other)))
    }

    #[inline]
    fn interleave_high(self, other: Self) -> Self {
        boards(u8x16::unpack_high(bytes(self), bytes(other)))
    }

    #[inline]
    fn empty_bytes(self) -> Self {
        boards(bytes(self).simd_eq(u8x16::ZERO))
    }

    #[inline]
    fn empty_lanes(self) -> Self {
        Self(self.0.simd_eq(u64x2::ZERO))
    }
}
