//! `setwise bench` with a program in place of cargo, so that nothing is built or measured.

use crate::common::{empty_folder, program, setwise_with, text};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

fn wait_for(file: &Path) {
    let start = Instant::now();
    while !file.exists() {
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "{}",
            file.display()
        );
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A second run is refused while the first one runs. The benchmark of a killed run ends, and the
/// next run is not hindered.
#[test]
fn one_run_at_a_time() {
    let folder = empty_folder("bench");
    let [started, ended] = ["started", "ended"].map(|name| folder.join(name));
    let cargo = folder.join("cargo");
    let script = format!(
        "#!/bin/sh\ntest \"$1\" = bench || exit 0\necho > {}\ncat > {}\necho > {}\nexit 3\n",
        text(&started),
        text(&folder.join("input")),
        text(&ended),
    );
    std::fs::write(&cargo, script).unwrap();
    std::fs::set_permissions(&cargo, std::fs::Permissions::from_mode(0o755)).unwrap();
    let variables = [("CARGO", text(&cargo)), ("CARGO_TARGET_DIR", text(&folder))];

    let mut first = program()
        .args(["bench", "--smoke"])
        .env_remove("SETWISE_KERNEL")
        .envs(variables)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_for(&started);
    for command in ["bench", "bench-perft", "bench-nnue"] {
        let message = setwise_with(&[command, "--smoke"], &variables).failed(1);
        let expected = "setwise-bench: another benchmark of this workspace is running";
        assert!(message.ends_with(expected), "{message}");
    }
    assert!(!ended.exists());
    first.kill().unwrap();
    first.wait().unwrap();
    wait_for(&ended);

    std::fs::write(&cargo, "#!/bin/sh\ntest \"$1\" != bench || exit 3\n").unwrap();
    let next = setwise_with(&["bench", "--smoke"], &variables);
    let message = "setwise: the benchmark failed (exit status: 3)";
    assert!(next.stderr.contains(message), "{}", next.stderr);
    assert_eq!(next.code, Some(1));
}
