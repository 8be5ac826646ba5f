//! Running a program of this build and looking at what it did.

use crate::emulator;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A program, and the folders of its test.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// The executable: `env!("CARGO_BIN_EXE_name")`.
    pub executable: &'static str,
    /// The folder in which it runs: `env!("CARGO_MANIFEST_DIR")`.
    pub folder: &'static str,
    /// The folder for files of tests: `env!("CARGO_TARGET_TMPDIR")`.
    pub temporary: &'static str,
}

/// The result of a run.
#[derive(Debug)]
pub struct Ended {
    /// The exit code.
    pub code: Option<i32>,
    /// What was printed.
    pub stdout: String,
    /// The messages.
    pub stderr: String,
    name: String,
}

impl Program {
    /// Returns a command for the program, under this test's emulator, if any. It forces no kernel.
    pub fn command(&self) -> Command {
        let mut command = emulator::command(Path::new(self.executable));
        command.env_remove("SETWISE_KERNEL");
        command
    }

    /// Runs the program with arguments.
    pub fn run(&self, arguments: &[&str]) -> Ended {
        self.run_with(arguments, &[])
    }

    /// Runs the program with arguments and variables.
    pub fn run_with(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Ended {
        let mut command = self.command();
        let command = command.args(arguments).envs(variables.iter().copied());
        let output = command.current_dir(self.folder).output();
        let output = output.expect("the program starts");
        let name = Path::new(self.executable).file_stem().expect("a name");
        let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
        Ended {
            code: output.status.code(),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
            name: text_of(name.as_ref()).into(),
        }
    }

    /// Runs the program on the standard input. Returns its exit code, its output and its messages.
    pub fn piped(&self, input: &[u8], arguments: &[&str]) -> (Option<i32>, Vec<u8>, String) {
        let mut command = self.command();
        command.args(arguments).stdin(Stdio::piped());
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        // A program that refuses its arguments does not read.
        let _ = stdin.write_all(input);
        drop(stdin);
        let output = child.wait_with_output().expect("the program ends");
        let stderr = String::from_utf8(output.stderr).expect("UTF-8");
        (output.status.code(), output.stdout, stderr)
    }

    /// Makes an empty folder of this name.
    pub fn empty_folder(&self, name: &str) -> PathBuf {
        let folder = Path::new(self.temporary).join(name);
        if folder.exists() {
            std::fs::remove_dir_all(&folder).expect("the folder can be removed");
        }
        std::fs::create_dir_all(&folder).expect("the folder can be made");
        folder
    }
}

impl Ended {
    /// Returns the output of a run that must succeed. Only lenient readings, losses and defaults
    /// may be reported to stderr.
    #[track_caller]
    pub fn done(self) -> String {
        let told = ["read leniently: ", ": not kept: ", ": assumed: "];
        let is_told = |line: &&str| told.iter().any(|told| line.contains(told));
        let others: Vec<&str> = self.stderr.lines().filter(|line| !is_told(line)).collect();
        assert_eq!((self.code, others), (Some(0), vec![]), "{}", self.stdout);
        self.stdout
    }

    /// Returns the message of a run that must fail with this code and print one line, to stderr.
    #[track_caller]
    pub fn failed(self, code: i32) -> String {
        let ended = (self.code, self.stdout.as_str());
        assert_eq!(ended, (Some(code), ""), "{}", self.stderr);
        let line = self.stderr.strip_suffix('\n').expect("the line ends");
        let message = line.strip_prefix(&format!("{}: ", self.name));
        let message = message.expect("the program's name comes first");
        assert!(!message.contains('\n'), "{message}");
        message.to_string()
    }
}

/// A path as an argument.
pub fn text_of(path: &Path) -> &str {
    path.to_str().expect("paths of tests are UTF-8")
}
