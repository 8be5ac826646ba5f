//! Ctrl-C.

use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The exit code of a run that was interrupted: 128 and the number of the signal, as shells have it.
pub(crate) const INTERRUPTED: u8 = 130;

static ASKED: AtomicBool = AtomicBool::new(false);

/// From now on the first Ctrl-C is kept in mind, and the second one ends the program.
pub(super) fn listen() {
    let handler = ctrlc::set_handler(|| {
        if ASKED.swap(true, Relaxed) {
            exit(INTERRUPTED.into());
        }
    });
    // Without a handler the first one ends the program, as ever.
    let _ = handler;
}

/// Was Ctrl-C pressed?
pub(super) fn asked() -> bool {
    ASKED.load(Relaxed)
}
