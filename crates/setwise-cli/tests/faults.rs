//! Commands that write files, disturbed: killed at each write and each rename, interrupted, on a
//! full disk, two at once. Afterwards the old file or the new file is there as a whole, the exit
//! code is right, the message has one line, and temporary files are gone, or go with the next run.
//! `cargo test --workspace --test faults -- --ignored`
#![cfg(target_os = "linux")]

use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output};
use std::{env, fs};
use tempfile::TempDir;

const OLD: &[u8] = b"the old file";

/// A folder with positions, in which commands of the shell run.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(TempDir::new().unwrap());
        place.succeeds("setwise data generate in.fen --count 3000 --seed 1");
        place.succeeds("setwise data generate in.binpack --count 9000 --seed 1");
        place
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.path().join(name)).unwrap()
    }

    fn put_old(&self, name: &str) {
        fs::write(self.0.path().join(name), OLD).unwrap();
    }

    /// Runs a command, with the programs of this workspace in the path.
    fn run(&self, command: &str) -> Output {
        let programs = Path::new(env!("CARGO_BIN_EXE_setwise")).parent().unwrap();
        let path = format!("{}:{}", programs.display(), env::var("PATH").unwrap());
        let measure = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/measure");
        let mut shell = Command::new("bash");
        shell
            .args(["-o", "pipefail", "-c", command])
            .env("PATH", path);
        let shell = shell.env("RESULTS", format!("{measure}/tests/data/results"));
        shell.current_dir(&self.0).output().unwrap()
    }

    #[track_caller]
    fn succeeds(&self, command: &str) {
        let output = self.run(command);
        assert!(output.status.success(), "{command}: {output:?}");
    }

    /// Runs a command of which one call to the system is killed or fails.
    fn inject(&self, call: &str, fault: &str, command: &str) -> Output {
        let strace = "exec strace -f -qq -o trace";
        self.run(&format!(
            "{strace} -e trace={call} -e inject={call}:{fault} {command}"
        ))
    }

    /// Kills a command at a call. Returns whether it has not come to its end.
    #[track_caller]
    fn kill(&self, call: &str, n: usize, command: &str) -> bool {
        let output = self.inject(call, &format!("signal=KILL:when={n}"), command);
        let is_killed = output.status.signal() == Some(9);
        assert!(
            is_killed || output.status.success(),
            "{command}, {call} {n}: {output:?}"
        );
        is_killed
    }

    #[track_caller]
    fn has_no(&self, files: &str, what: &str) {
        let found = self.run(&format!("find . -name '{files}'")).stdout;
        assert!(
            found.is_empty(),
            "{what}: {} stay",
            String::from_utf8_lossy(&found)
        );
    }
}

/// Fails with one line on stderr.
#[track_caller]
fn check_refusal(output: &Output, what: &str) {
    // Lines of what was assumed or lost may come before the error.
    let stderr = String::from_utf8_lossy(&output.stderr);
    let lines = stderr.lines().filter(|line| line.starts_with("setwise"));
    let lines = lines.count();
    assert_eq!(
        (output.status.code(), lines),
        (Some(1), 1),
        "{what}: {output:?}"
    );
}

fn check_writer(file: &str, command: &str) {
    let place = Place::new();
    place.succeeds("cp -r $RESULTS results && mkdir report");
    place.succeeds(command);
    let expected = place.read(file);
    let check = |is_new: bool, what: &str| {
        let now = place.read(file);
        assert!(
            now == expected || !is_new && now == OLD,
            "{command}, {what}: neither old nor new"
        );
    };
    let mut kills = 0;
    for call in ["rename", "write"] {
        // The report writes many files; each command writes its output in several parts.
        for n in [1, 2, 3, 4, 5, 6, 8, 12, 20, 40] {
            place.put_old(file);
            let is_killed = place.kill(call, n, command);
            check(!is_killed, "killed");
            // There are not so many calls.
            if !is_killed {
                break;
            }
            kills += 1;
        }
    }
    assert!(kills > 1, "{command}: {kills} kills");
    // Temporary files of killed runs go with a run an hour later.
    place.succeeds("find . -name '*.tmp' -exec touch -d '2 hours ago' {} +");
    place.succeeds(command);
    check(true, "after kills");
    place.has_no("*.tmp", command);

    for call in ["rename", "write"] {
        place.put_old(file);
        let output = place.inject(call, "error=ENOSPC:when=1", command);
        place.succeeds("grep -q INJECTED trace");
        check(false, call);
        check_refusal(&output, command);
        place.has_no("*.tmp", command);
    }

    place.put_old(file);
    let output = place.run(&format!("trap '' XFSZ; ulimit -f 1; exec {command}"));
    check(output.status.success(), "full disk");
    if !output.status.success() {
        check_refusal(&output, command);
        place.has_no("*.tmp", command);
    }
    place.succeeds(&format!("{command} & {command} && wait $!"));
    check(true, "two at once");
}

macro_rules! writers {
    ($($name:ident: $file:literal, $command:literal;)*) => {$(
        #[test]
        #[ignore = "needs strace, and setwise-measure beside setwise"]
        fn $name() {
            check_writer($file, $command);
        }
    )*};
}

writers! {
    marlinformat: "a.marlin", "setwise data convert in.fen a.marlin --assume-missing";
    parquet: "a.parquet", "setwise data convert in.fen a.parquet";
    compressed: "a.epd.zst", "setwise data convert in.fen a.epd.zst";
    filtered: "a.fen", "setwise data filter in.fen a.fen --where 'pieces>20'";
    sampled: "a.fen", "setwise data sample in.fen a.fen --count 100";
    deduplicated: "a.fen", "setwise data dedup in.fen a.fen";
    chains: "a.binpack", "setwise data convert in.binpack a.binpack";
    shuffled: "a.binpack", "setwise data shuffle in.binpack a.binpack";
    generated: "a.vf", "setwise data generate a.vf --count 3000";
    report: "report/performance.md", "setwise-measure report --results results --out report";
}

#[test]
#[ignore = "needs strace"]
fn killed_and_resumed() {
    for (file, command) in [
        ("a.epd", "setwise data convert in.fen a.epd"),
        (
            "a.fen",
            "setwise data filter in.fen a.fen --where 'pieces>20'",
        ),
        ("a.vf", "setwise data generate a.vf --count 3000"),
        // Several chunks: chains without moves.
        (
            "a.binpack",
            "setwise data convert many.fen a.binpack --assume-missing",
        ),
    ] {
        let place = Place::new();
        place.succeeds("setwise data generate many.fen --count 70000 --seed 2");
        place.succeeds(command);
        let expected = place.read(file);
        place.succeeds(&format!("rm {file}"));
        let resumed = format!("{command} --resume --checkpoint-every 0");
        let mut kills = 0;
        for call in ["write", "rename", "fdatasync", "unlink"] {
            for n in [1, 2, 3, 5] {
                if place.kill(call, n, &resumed) {
                    kills += 1;
                } else {
                    assert!(
                        place.read(file) == expected,
                        "{command}, {call} {n}: other bytes"
                    );
                }
            }
        }
        assert!(kills > 5, "{command}: {kills} kills");
        place.succeeds(&format!("{command} --resume"));
        assert!(place.read(file) == expected, "{command}: other bytes");
        place.has_no(&format!("{file}.*"), command);
    }
}

/// The pipe is opened for reading as well, so that nothing waits for a program that has ended.
/// `dedup` reads everything before it writes.
#[test]
#[ignore = "waits for seconds"]
fn interrupted_while_the_input_waits() {
    for (command, file) in [
        ("convert", "a.fen"),
        ("convert --assume-missing", "a.binpack"),
        ("filter --where 'pieces>20'", "a.fen"),
        ("sample --count 10", "a.fen"),
        ("dedup", "a.fen"),
    ] {
        for signal in ["INT", "TERM"] {
            let place = Place::new();
            place.put_old(file);
            let output = place.run(&format!(
                "mkfifo waits.fen && exec 9<>waits.fen
                env --default-signal=INT setwise data {command} waits.fen {file} &
                timeout 60 head -n 2000 in.fen >&9 || exit 1
                for _ in $(seq 50); do ls {file}.*.tmp >begun 2>&1 && break; sleep 0.1; done
                kill -{signal} $! && wait $!"
            ));
            let what = format!("{command}, {signal}");
            assert_eq!(output.status.code(), Some(130), "{what}: {output:?}");
            let has_begun = place.read("begun").starts_with(file.as_bytes());
            assert!(command == "dedup" || has_begun, "{what}: no temporary file");
            assert!(place.read(file) == OLD, "{what}: the old file has changed");
            place.has_no("*.tmp", &what);
        }
    }
}

#[test]
#[ignore = "needs setwise-measure beside setwise"]
fn outputs_that_take_nothing() {
    let place = Place::new();
    for command in [
        "setwise cpu >/dev/full",
        "setwise cpu --json >/dev/full",
        "setwise draw startpos >/dev/full",
        "setwise perft startpos 3 >/dev/full",
        "setwise perft startpos 3 --json >/dev/full",
        "setwise perft startpos 3 --divide >/dev/full",
        "setwise data stats in.fen >/dev/full",
        "setwise data stats in.fen --json >/dev/full",
        "setwise data validate in.fen >/dev/full",
        "setwise data convert in.fen - --to fen >/dev/full",
        "setwise data filter in.fen - --where 'pieces>20' --to fen >/dev/full",
        "setwise data dedup in.fen - --to fen >/dev/full",
        "setwise data generate - --count 5000 --to fen >/dev/full",
        "setwise nnue features startpos >/dev/full",
        "setwise completions bash >/dev/full",
        "setwise --help >/dev/full",
        "setwise data convert in.fen /proc/out.fen",
        "setwise data convert in.fen missing/folder/out.fen",
        "setwise-measure report --results $RESULTS --out /proc/report",
        "setwise-measure report --results $RESULTS --out report >/dev/full",
    ] {
        check_refusal(&place.run(command), command);
    }
}

/// A reader that closes the pipe wants no more: that is no error.
#[test]
fn closed_pipe() {
    let output = Place::new().run("setwise data generate - --count 100000 --to fen | head -n 1");
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{output:?}"
    );
}
