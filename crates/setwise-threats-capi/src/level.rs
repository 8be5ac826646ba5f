//! The levels by number.

use crate::status::guard;
use core::sync::atomic::{AtomicU32, Ordering};
use setwise_ffi::Status;
use setwise_threats::Level;
#[cfg(target_arch = "x86_64")]
use setwise_x86::{Avx2, Avx512};

/// Scalar code, which every CPU runs.
pub(crate) const WORDS: u32 = 0;
const AVX2: u32 = 1;
const AVX512: u32 = 2;
const NEON: u32 = 3;

/// The levels that have been asked for and that the CPU has, as bits.
static FOUND: AtomicU32 = AtomicU32::new(0);

/// Returns the number of the best level of this CPU.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn setwise_threats_best_level() -> u32 {
    guard(|| {
        let mut numbers = [NEON, AVX512, AVX2].into_iter();
        numbers.find(|number| is_there(*number)).unwrap_or(WORDS)
    })
}

/// Returns 1 if the CPU has the level of this number, and else 0.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn setwise_threats_has_level(level: u32) -> i32 {
    guard(|| is_there(level).into())
}

#[inline(always)]
pub(crate) fn checked(number: u32) -> Result<Level, Status> {
    if number == WORDS {
        Ok(Level::WORDS)
    } else {
        vectors(number)
    }
}

/// Returns the level of a number other than that of scalar code. Only the first call for each level
/// asks for the features of the CPU, which are many.
#[inline(always)]
pub(crate) fn vectors(number: u32) -> Result<Level, Status> {
    let bit = 1u32.checked_shl(number).unwrap_or(0);
    if FOUND.load(Ordering::Relaxed) & bit == 0 {
        find(number, bit)?;
    }
    match number {
        #[cfg(target_arch = "x86_64")]
        #[allow(unused_unsafe, reason = "safe in a build for such a CPU")]
        // SAFETY: only `find` sets the bit, after it has found all features of the token.
        AVX2 => Ok(Level::from(unsafe { Avx2::new_unchecked() })),
        #[cfg(target_arch = "x86_64")]
        #[allow(unused_unsafe, reason = "safe in a build for such a CPU")]
        // SAFETY: as above.
        AVX512 => Ok(Level::from(unsafe { Avx512::new_unchecked() })),
        // A constant.
        #[cfg(target_arch = "aarch64")]
        NEON => Ok(Level::best()),
        _ => Err(Status::UnknownLevel),
    }
}

#[cold]
#[inline(never)]
fn find(number: u32, bit: u32) -> Result<(), Status> {
    if !is_there(number) {
        return Err(Status::UnknownLevel);
    }
    FOUND.fetch_or(bit, Ordering::Relaxed);
    Ok(())
}

fn is_there(number: u32) -> bool {
    match number {
        WORDS => true,
        #[cfg(target_arch = "x86_64")]
        AVX2 => Avx2::new().is_some(),
        #[cfg(target_arch = "x86_64")]
        AVX512 => Avx512::new().is_some(),
        #[cfg(target_arch = "aarch64")]
        NEON => Level::best().name() == "neon",
        _ => false,
    }
}
