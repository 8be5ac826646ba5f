//! Ctrl-C.

use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// The exit code of an interrupted run: 128 plus the number of the signal, as in shells.
pub(super) const INTERRUPTED: u8 = 130;

/// The time that running parts have to end.
const PATIENCE: Duration = Duration::from_secs(2);

static ASKED: AtomicBool = AtomicBool::new(false);
static TOLD: AtomicBool = AtomicBool::new(false);

/// Makes Ctrl-C set the flag of [`asked`]. If nothing was printed in time, `give_up` is called and the program ends.
pub(super) fn listen(give_up: impl Fn() + Send + 'static) {
    let handler = ctrlc::set_handler(move || {
        ASKED.store(true, Relaxed);
        std::thread::sleep(PATIENCE);
        if claim() {
            give_up();
            exit(INTERRUPTED.into());
        }
    });
    // Without a handler Ctrl-C ends the program.
    let _ = handler;
}

/// Was Ctrl-C pressed?
pub(super) fn asked() -> bool {
    ASKED.load(Relaxed)
}

/// Claims the right to print, which the first caller gets.
pub(super) fn claim() -> bool {
    !TOLD.swap(true, Relaxed)
}
