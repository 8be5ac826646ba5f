//! The structures of the header, and the way from pointers to them.

use core::mem::{align_of, size_of};
use setwise_ffi::Status;
use setwise_threats::internal::{ATTACKS_OFFSETS, BEFORE_OFFSETS, ROOMS, WAY, changed_offsets};
use setwise_threats::{Attacks, Before, Changed};

// The header asserts the same numbers.
const _: () = {
    assert!(size_of::<Before>() == 128 && align_of::<Before>() == 64);
    assert!(matches!(BEFORE_OFFSETS, [0, 64, 72, 104, 105]));
    assert!(size_of::<Changed<u16>>() == 3968 && align_of::<Changed<u16>>() == 64);
    assert!(matches!(changed_offsets::<u16>(), [0, 2304, 2308, 2312]));
    assert!(size_of::<Changed<u32>>() == 6272 && align_of::<Changed<u32>>() == 64);
    assert!(matches!(changed_offsets::<u32>(), [0, 4608, 4612, 4616]));
    assert!(matches!(ROOMS, [96, 384]));
    assert!(size_of::<Attacks>() == 1600 && align_of::<Attacks>() == 64);
    assert!(matches!(ATTACKS_OFFSETS, [0, 1536, 1540]));
};

/// By two squares: the way from the first to the second, for the inline functions of the header.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals, reason = "C sees it")]
pub static setwise_threats_ways: [[u8; 64]; 64] = WAY;

/// Returns what a pointer points to.
///
/// # Safety
/// A pointer that is aligned and not null points to a `T` whose bytes are initialized and which
/// nothing writes to during `'a`. Any bytes are a `T`.
#[inline(always)]
pub(crate) unsafe fn input<'a, T>(pointer: *const T) -> Result<&'a T, Status> {
    if pointer.is_null() || !pointer.is_aligned() {
        return Err(Status::BadPointer);
    }
    // SAFETY: it is aligned and not null; the caller promises the rest.
    Ok(unsafe { &*pointer })
}

/// Returns what a pointer points to, which overlaps none of the inputs.
///
/// # Safety
/// A pointer that is aligned and not null points to a `T` whose bytes are initialized and which
/// nothing else uses during `'a`, except that it may overlap what `apart` points to.
#[inline(always)]
pub(crate) unsafe fn output<'a, T>(
    pointer: *mut T,
    apart: &[(*const u8, usize)],
) -> Result<&'a mut T, Status> {
    if pointer.is_null() || !pointer.is_aligned() {
        return Err(Status::BadPointer);
    }
    let start = pointer.addr();
    for (other, size) in apart {
        let other = other.addr();
        if start < other.saturating_add(*size) && other < start.saturating_add(size_of::<T>()) {
            return Err(Status::Overlap);
        }
    }
    // SAFETY: it is aligned, not null, and apart from the inputs; the caller promises the rest.
    Ok(unsafe { &mut *pointer })
}

#[inline(always)]
pub(crate) fn place<T>(value: &T) -> (*const u8, usize) {
    (core::ptr::from_ref(value).cast(), size_of::<T>())
}
