//! What the tests of the interface share.

use setwise_capi::{Status, setwise_last_error};
use std::ffi::{CStr, c_char};

/// Returns a text of the library.
pub(crate) fn string(text: *const c_char) -> String {
    assert!(!text.is_null());
    // SAFETY: the library returns texts that end in 0.
    unsafe { CStr::from_ptr(text) }
        .to_string_lossy()
        .into_owned()
}

/// Asserts that a call has failed with this status, and that the message says so.
#[track_caller]
pub(crate) fn assert_fails(status: i32, expected: Status, message: &str) {
    let found = string(setwise_last_error());
    assert_eq!(status, expected as i32, "{found}");
    assert!(found.contains(message), "{found:?} lacks {message:?}");
}

/// Random boards, half of whose bits are not set.
#[allow(dead_code)]
pub(crate) fn noise(n: usize, seed: u64) -> Vec<u64> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.wrapping_mul(0x2545_f491_4f6c_dd1d)
    };
    (0..n).map(|_| next() & next()).collect()
}
