//! Panics of other crates that become errors.

use std::{cell::Cell, panic};

thread_local! {
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// Calls a function, and catches its panics.
#[cfg(feature = "arrow")]
pub(crate) fn caught<T>(call: impl FnOnce() -> T) -> std::thread::Result<T> {
    let before = IS_CAUGHT.replace(true);
    let result = panic::catch_unwind(panic::AssertUnwindSafe(call));
    IS_CAUGHT.set(before);
    result
}

/// Sets a panic hook that prints nothing where a reader turns a panic into an error, and otherwise
/// calls the hook that was set. The crates of Arrow and Parquet panic at some damaged files. For
/// programs: a library should leave the hook alone.
pub fn silence_caught_panics() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !IS_CAUGHT.get() {
            before(info);
        }
    }));
}

#[cfg(all(test, feature = "arrow"))]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn only_caught_panics_are_silent() {
        static PRINTED: AtomicUsize = AtomicUsize::new(0);
        panic::set_hook(Box::new(|_| {
            PRINTED.fetch_add(1, Ordering::Relaxed);
        }));
        silence_caught_panics();
        assert!(caught(|| panic!("caught")).is_err());
        assert_eq!(PRINTED.load(Ordering::Relaxed), 0);
        assert!(panic::catch_unwind(|| panic!("another")).is_err());
        assert_eq!(PRINTED.load(Ordering::Relaxed), 1);
        drop(panic::take_hook());
    }
}
