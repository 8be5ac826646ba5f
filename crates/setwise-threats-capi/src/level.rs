//! The levels by number.

use crate::status::guard;
use core::sync::atomic::{AtomicU32, Ordering};
use setwise_ffi::Status;
use setwise_threats::Level;
#[cfg(target_arch = "x86_64")]
use setwise_x86::{Avx2, Avx512};

/// A level: scalar code, which every CPU runs.
pub const SETWISE_THREATS_WORDS: u32 = 0;
/// A level: AVX2.
pub const SETWISE_THREATS_AVX2: u32 = 1;
/// A level: AVX-512 of Ice Lake and Zen 4.
pub const SETWISE_THREATS_AVX512: u32 = 2;
/// A level: NEON.
pub const SETWISE_THREATS_NEON: u32 = 3;

/// The levels that have been asked for and that the CPU has, as bits.
static FOUND: AtomicU32 = AtomicU32::new(0);

/// Returns the number of the best level of this CPU. Ask once, and keep it.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn setwise_threats_best_level() -> u32 {
    guard(|| {
        let numbers = [
            SETWISE_THREATS_NEON,
            SETWISE_THREATS_AVX512,
            SETWISE_THREATS_AVX2,
        ];
        let best = numbers.into_iter().find(|number| is_there(*number));
        best.unwrap_or(SETWISE_THREATS_WORDS)
    })
}

/// Returns 1 if the CPU has the level of this number, and else 0.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn setwise_threats_has_level(level: u32) -> i32 {
    guard(|| is_there(level).into())
}

#[inline(always)]
pub(crate) fn checked(number: u32) -> Result<Level, Status> {
    if number == SETWISE_THREATS_WORDS {
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
        SETWISE_THREATS_AVX2 => Ok(Level::from(unsafe { Avx2::new_unchecked() })),
        #[cfg(target_arch = "x86_64")]
        #[allow(unused_unsafe, reason = "safe in a build for such a CPU")]
        // SAFETY: as above.
        SETWISE_THREATS_AVX512 => Ok(Level::from(unsafe { Avx512::new_unchecked() })),
        // A constant.
        #[cfg(target_arch = "aarch64")]
        SETWISE_THREATS_NEON => Ok(Level::best()),
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
        SETWISE_THREATS_WORDS => true,
        #[cfg(target_arch = "x86_64")]
        SETWISE_THREATS_AVX2 => Avx2::new().is_some(),
        #[cfg(target_arch = "x86_64")]
        SETWISE_THREATS_AVX512 => Avx512::new().is_some(),
        #[cfg(target_arch = "aarch64")]
        SETWISE_THREATS_NEON => Level::best().name() == "neon",
        _ => false,
    }
}
