//! Inline assembly and hints that the register types share.

use core::arch::asm;
use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch, _mm_sfence};

/// Starts to bring the first cache line of a value into the nearest cache.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn prefetch<T>(value: &T) {
    // SAFETY: the instruction belongs to SSE, which is part of x86-64. It is a hint and reads
    // nothing.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(value).cast()) }
}

/// Returns the number, hidden from the optimizer. Otherwise LLVM turns lookups into a gather, which
/// takes longer than single loads.
#[cfg_attr(not(unoptimized), inline(always))]
pub fn opaque(number: u32) -> u32 {
    opaque_word(number.into()) as u32
}

/// [`opaque`] for 64 bits.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn opaque_word(mut number: u64) -> u64 {
    // SAFETY: the block contains no instruction.
    unsafe {
        asm!("/* {0} */", inout(reg) number, options(pure, nomem, nostack, preserves_flags));
    }
    number
}

/// Orders the non-temporal stores before everything that follows.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn fence() {
    // SAFETY: the instruction belongs to SSE, which is part of x86-64.
    unsafe { _mm_sfence() }
}

/// Non-temporal stores with MOVNTDQ, which SFENCE orders.
#[derive(Clone, Copy, Debug)]
pub struct Movnt;

impl setwise_core::internal::Sealed for Movnt {}

/// Implements the non-temporal stores of a register of some boards.
macro_rules! non_temporal {
    ([$($generics:tt)*] $register:ty, $boards:literal, $stream:ident) => {
        impl<$($generics)*> setwise_core::NonTemporal<$register> for Movnt {
            #[cfg_attr(not(unoptimized), inline(always))]
            fn store(vector: $register, out: PackWriter<'_, <$register as Vector>::Token, true>) {
                let boards = out.into_slice();
                match boards.first_chunk_mut::<$boards>() {
                    Some(all) if all.as_ptr().addr().is_multiple_of(8 * $boards) => {
                        // SAFETY: `vector` proves the instruction; the array has the size of the
                        // register and lies on a multiple of it; a non-temporal `PackWriter` is
                        // fenced before the memory is reached again.
                        unsafe { $stream(all.as_mut_ptr().cast(), vector.0) }
                    }
                    _ => vector.store(boards),
                }
            }

            #[cfg_attr(not(unoptimized), inline(always))]
            fn fence(_: <$register as Vector>::Token) {
                $crate::assembly::fence();
            }
        }
    };
}

/// Writes the methods of `Vector` that are assembly, for a register class.
///
/// `$average` is an instruction that averages the bytes of its last two operands, rounded up,
/// without other effects. The intrinsic would not do: with a constant operand, LLVM turns it into
/// shifts and masks (docs/notes/kernel-bounds.md).
macro_rules! assembly_methods {
    ($call:ident, $hardware:ty, $class:ident, $average:literal) => {
        #[cfg_attr(not(unoptimized), inline(always))]
        fn complement_west(self) -> Self {
            let ones = self.same(!0).0;
            let average = $call!(
                self.1,
                fn(a: $hardware = self.0, b: $hardware = ones) -> $hardware {
                    let average;
                    // SAFETY: the function is compiled for the instruction, which only computes.
                    unsafe {
                        asm!(
                            $average, out($class) average, in($class) a, in($class) b,
                            options(pure, nomem, nostack, preserves_flags),
                        );
                    }
                    average
                }
            );
            Self(average, self.1)
        }

        #[cfg_attr(not(unoptimized), inline(always))]
        fn schedule_barrier([a, b, c, d, e, f, g, h]: [Self; 8]) -> [Self; 8] {
            let token = a.1;
            let [a, b, c, d, e, f, g, h] = $call!(
                token,
                fn(x: [$hardware; 8] = [a.0, b.0, c.0, d.0, e.0, f.0, g.0, h.0]) -> [$hardware; 8] {
                    let mut x = x;
                    // SAFETY: the block contains no instruction.
                    unsafe {
                        asm!(
                            "/* {} {} {} {} {} {} {} {} */",
                            inout($class) x[0], inout($class) x[1], inout($class) x[2], inout($class) x[3],
                            inout($class) x[4], inout($class) x[5], inout($class) x[6], inout($class) x[7],
                            options(nomem, nostack, preserves_flags),
                        );
                    }
                    x
                }
            );
            // Written out: `array::map` would not be inlined.
            [
                Self(a, token), Self(b, token), Self(c, token), Self(d, token),
                Self(e, token), Self(f, token), Self(g, token), Self(h, token),
            ]
        }
    };
}
