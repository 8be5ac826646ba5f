//! Running the program and looking at what it did.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// How a run ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The program, in the emulator that runs this test if there is one.
pub(crate) fn program() -> Command {
    setwise_conformance::emulator::command(Path::new(env!("CARGO_BIN_EXE_setwise")))
}

/// The program with arguments, in the folder of the package, no kernel being asked for.
pub(crate) fn setwise(arguments: &[&str]) -> Ended {
    setwise_with(arguments, &[])
}

/// The program with arguments and variables.
pub(crate) fn setwise_with(arguments: &[&str], variables: &[(&str, &str)]) -> Ended {
    let Output {
        status,
        stdout,
        stderr,
    } = program()
        .args(arguments)
        .env_remove("SETWISE_KERNEL")
        .envs(variables.iter().copied())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Ended {
        code: status.code(),
        stdout: text(stdout),
        stderr: text(stderr),
    }
}

/// Runs the program on the standard input. Returns its exit code, its output and its messages.
pub(crate) fn piped(input: &[u8], arguments: &[&str]) -> (Option<i32>, Vec<u8>, String) {
    let mut child = program()
        .args(arguments)
        .env_remove("SETWISE_KERNEL")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that refuses its arguments does not read.
    let _ = stdin.write_all(input);
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    let stderr = String::from_utf8(output.stderr).expect("UTF-8");
    (output.status.code(), output.stdout, stderr)
}

impl Ended {
    /// What was printed by a run that did what it was asked for.
    #[track_caller]
    pub(crate) fn done(self) -> String {
        assert_eq!(
            (self.code, self.stderr.as_str()),
            (Some(0), ""),
            "{}",
            self.stdout
        );
        self.stdout
    }

    /// The one line on stderr of a run that failed with this code.
    #[track_caller]
    pub(crate) fn failed(self, code: i32) -> String {
        assert_eq!(
            (self.code, self.stdout.as_str()),
            (Some(code), ""),
            "{}",
            self.stderr
        );
        let line = self.stderr.strip_suffix('\n').expect("the line ends");
        let message = line
            .strip_prefix("setwise: ")
            .expect("the program's name comes first");
        assert!(!message.contains('\n'), "{message}");
        message.to_string()
    }
}

/// An empty folder of this name.
pub(crate) fn empty_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("the folder can be removed");
    }
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

/// A path as an argument.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("paths of tests are UTF-8")
}
