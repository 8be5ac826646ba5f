//! What a run refuses.

use crate::{PROGRAM, text};
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

#[test]
fn mistakes_are_one_line_and_exit_code_2() {
    let rounds = "invalid value '0' for '--rounds <N>': 0 is not in 1..=1000";
    for (arguments, message) in [
        ("--rounds 0", rounds),
        ("perft --rounds 0", rounds),
        (
            "--budget -5",
            "invalid value '-5' for '--budget <SECONDS>': -5 is not in 1..=1000000",
        ),
        (
            "--smoke --full",
            "the argument '--smoke' cannot be used with '--full'",
        ),
        ("dance", "unrecognized subcommand 'dance'"),
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let found = PROGRAM.run(&arguments).failed(2);
        assert!(found.starts_with(message), "{found}");
    }
    let kernel = [("SETWISE_KERNEL", "scalar/magic")];
    let unknown = PROGRAM.run_with(&["perft"], &kernel).failed(2);
    let message = "SETWISE_KERNEL=\"scalar/magic\" names no kernel";
    assert!(unknown.starts_with(message), "{unknown}");
}

/// Starts a run, and waits until it holds the lock of its folder.
fn start(folder: &Path) -> Child {
    let mut command = PROGRAM.command();
    command.env("CARGO_TARGET_DIR", folder);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let (run, begin) = (command.spawn().unwrap(), Instant::now());
    let lock = folder.join("setwise-measure/lock");
    while !fs::File::open(&lock).is_ok_and(|file| file.try_lock().is_err()) {
        assert!(begin.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(5));
    }
    run
}

/// A second run is refused while the first one runs, and the next one after a killed one is not
/// hindered.
#[test]
fn one_run_at_a_time() {
    let folder = PROGRAM.empty_folder("runs");
    for _ in 0..2 {
        let mut run = start(&folder);
        let variables = [("CARGO_TARGET_DIR", text(&folder))];
        let message = PROGRAM.run_with(&["--smoke"], &variables).failed(1);
        let expected = "setwise-measure: another benchmark of this workspace is running";
        assert!(message.ends_with(expected), "{message}");
        run.kill().unwrap();
        run.wait().unwrap();
    }
}
