//! What a run refuses, and a part of the matrix measured for a second.

use crate::common::{PROGRAM, text};
use setwise_results::{Document, Entry, ResultFile};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

#[test]
fn mistakes_are_one_line_and_exit_code_2() {
    for (arguments, message) in [
        (
            &["--rounds", "0"][..],
            "invalid value '0' for '--rounds <N>': 0 is not in 1..=1000",
        ),
        (
            &["perft", "--rounds", "0"],
            "invalid value '0' for '--rounds <N>': 0 is not in 1..=1000",
        ),
        (
            &["--budget", "-5"],
            "invalid value '-5' for '--budget <SECONDS>': -5 is not in 1..=1000000",
        ),
        (
            &["--smoke", "--full"],
            "the argument '--smoke' cannot be used with '--full'",
        ),
        (
            &["--pin", "first"],
            "--pin takes the number of a CPU or `none`, not `first`",
        ),
        (&["dance"], "unrecognized subcommand 'dance'"),
    ] {
        let found = PROGRAM.run(arguments).failed(2);
        assert!(found.starts_with(message), "{found}");
    }
    let names = Entry::all()
        .map(|entry| entry.name())
        .collect::<Vec<_>>()
        .join(", ");
    let fill =
        format!("`fill` is no entry point; there are {names} (see `setwise-measure --help`)");
    assert!(PROGRAM.run(&["--only", "fill"]).failed(2).ends_with(&fill));
    let unknown = PROGRAM
        .run_with(&["perft"], &[("SETWISE_KERNEL", "scalar/magic")])
        .failed(2);
    assert!(
        unknown.starts_with("SETWISE_KERNEL=\"scalar/magic\" names no kernel"),
        "{unknown}"
    );
}

/// Nothing is measured before it is known that it can be.
#[test]
fn a_run_that_cannot_be() {
    let missing = PROGRAM.run(&["--positions", "no/such.epd"]).failed(1);
    assert!(missing.starts_with("no/such.epd: "), "{missing}");
    let far = PROGRAM.run(&["--pin", "99999"]).failed(1);
    assert!(far.starts_with("--pin 99999: "), "{far}");
}

/// The folder of a run's work, and a run of one cell of the matrix.
fn start(folder: &Path, budget: &str) -> std::process::Child {
    let mut command = PROGRAM.command();
    let arguments = [
        "--only",
        "attacks",
        "--kernel",
        "scalar/dumb7",
        "--rounds",
        "1",
        "--budget",
        budget,
    ];
    command
        .args(arguments)
        .args(["--no-report", "--out", text(&folder.join("results"))]);
    command
        .current_dir(PROGRAM.folder)
        .env("CARGO_TARGET_DIR", folder);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn wait_for(what: impl Fn() -> bool) {
    let start = Instant::now();
    while !what() {
        assert!(start.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A second run is refused while the first one runs, and the next one after a killed one is not
/// hindered. Its result file can be read.
#[test]
fn one_run_at_a_time() {
    let folder = PROGRAM.empty_folder("runs");
    let log = folder.join("setwise-measure/matrix.log");
    let mut first = start(&folder, "60");
    wait_for(|| log.exists());
    let variables = [("CARGO_TARGET_DIR", text(&folder))];
    for arguments in [
        &["--smoke"][..],
        &["perft", "--smoke"],
        &["nnue", "--smoke"],
    ] {
        let message = PROGRAM.run_with(arguments, &variables).failed(1);
        let expected = "setwise-measure: another benchmark of this workspace is running";
        assert!(message.ends_with(expected), "{message}");
    }
    first.kill().unwrap();
    first.wait().unwrap();

    assert!(start(&folder, "1").wait().unwrap().success());
    let cpus = std::fs::read_dir(folder.join("results")).unwrap();
    let files = cpus.flat_map(|cpu| std::fs::read_dir(cpu.unwrap().path()).unwrap());
    let files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    let [path] = &files[..] else {
        panic!("{files:?}");
    };
    let file = ResultFile::read(path).unwrap();
    assert!(
        file.cells
            .iter()
            .any(|cell| cell.contender == "scalar/dumb7")
    );
    assert!(file.code.is_empty() && file.cycle.len() == 1);
}
