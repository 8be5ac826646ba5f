//! Ctrl-C.

use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// The exit code of a run that was interrupted: 128 and the number of the signal, as shells have it.
pub(super) const INTERRUPTED: u8 = 130;

/// How long parts that are under way may take to end.
const PATIENCE: Duration = Duration::from_secs(2);

static ASKED: AtomicBool = AtomicBool::new(false);
static TOLD: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C is kept in mind for [`asked`]. If nobody has anything to tell in time, `give_up` is called, and the
/// program ends.
pub(super) fn listen(give_up: impl Fn() + Send + 'static) {
    let handler = ctrlc::set_handler(move || {
        ASKED.store(true, Relaxed);
        std::thread::sleep(PATIENCE);
        if claim() {
            give_up();
            exit(INTERRUPTED.into());
        }
    });
    // Without a handler Ctrl-C ends the program, as ever.
    let _ = handler;
}

/// Was Ctrl-C pressed?
pub(super) fn asked() -> bool {
    ASKED.load(Relaxed)
}

/// What is set then, for those who look themselves.
pub(super) fn flag() -> &'static AtomicBool {
    &ASKED
}

/// The right to print: the first one who asks has it.
pub(super) fn claim() -> bool {
    !TOLD.swap(true, Relaxed)
}
