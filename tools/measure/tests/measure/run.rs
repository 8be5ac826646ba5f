//! What a run refuses, and a part of the matrix measured for a second.

use crate::common::{PROGRAM, text};
use setwise_results::Document;
use setwise_results::processes::ProcessFile;
use std::path::{Path, PathBuf};
use std::process::Stdio;
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

/// The folder of a run's work, and a run of few cells of the matrix.
fn start(folder: &Path, budget: &str) -> std::process::Child {
    let mut command = PROGRAM.command();
    command.args(["--processes", "1", "--budget", budget]);
    command.args(["--out", text(&folder.join("results"))]);
    command
        .current_dir(PROGRAM.folder)
        .env("CARGO_TARGET_DIR", folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.spawn().unwrap()
}

/// A second run is refused while the first one runs, and the next one after a killed one is not
/// hindered. Its result file can be read.
#[test]
fn one_run_at_a_time() {
    let folder = PROGRAM.empty_folder("runs");
    let log = folder.join("setwise-measure/matrix.log");
    let (mut first, begin) = (start(&folder, "60"), Instant::now());
    while !log.exists() {
        assert!(begin.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(5));
    }
    let variables = [("CARGO_TARGET_DIR", text(&folder))];
    let message = PROGRAM.run_with(&["--smoke"], &variables).failed(1);
    let expected = "setwise-measure: another benchmark of this workspace is running";
    assert!(message.ends_with(expected), "{message}");
    first.kill().unwrap();
    first.wait().unwrap();

    assert!(start(&folder, "1").wait().unwrap().success());
    let cpus = std::fs::read_dir(folder.join("results")).unwrap();
    let files = cpus.flat_map(|cpu| std::fs::read_dir(cpu.unwrap().path()).unwrap());
    let files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    let [path] = &files[..] else {
        panic!("{files:?}");
    };
    let cells = ProcessFile::read(path).unwrap().run.cells;
    assert!(cells.iter().any(|one| one.cell.contender == "setwise"));
    assert!(cells.iter().all(|one| one.times.len() == 1));
}
