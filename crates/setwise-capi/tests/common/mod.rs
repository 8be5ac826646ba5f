//! What the tests of the interface share.

use setwise_capi::{Status, setwise_last_error};
use setwise_conformance::Rng;
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
    let mut rng = Rng::new(seed);
    (0..n).map(|_| rng.next_u64() & rng.next_u64()).collect()
}
