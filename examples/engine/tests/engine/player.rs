//! An engine in a separate process.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The program under test.
pub(crate) const ENGINE: &str = env!("CARGO_BIN_EXE_setwise-engine");

/// The time for an answer where no clock runs.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// A running engine. It ends when the value is dropped.
pub(crate) struct Player {
    pub(crate) name: String,
    process: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
}

impl Player {
    /// Starts a program and waits until it knows UCI.
    pub(crate) fn start(program: &Path) -> Self {
        let mut process = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        let stdin = process.stdin.take().unwrap();
        let stdout = BufReader::new(process.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let name = program.file_name().unwrap_or_default();
        let mut player = Self {
            name: name.to_string_lossy().into_owned(),
            process,
            stdin,
            lines,
        };
        player.send("uci");
        player.expect("uciok");
        player
    }

    /// Starts the engine under test.
    pub(crate) fn engine() -> Self {
        Self::start(Path::new(ENGINE))
    }

    pub(crate) fn send(&mut self, command: &str) {
        let sent = writeln!(self.stdin, "{command}").and_then(|()| self.stdin.flush());
        sent.unwrap_or_else(|error| panic!("{} does not take {command:?}: {error}", self.name));
    }

    /// Waits for a line that begins with `start`, and returns it; `None` if the time is over. The
    /// error says that the engine has ended.
    pub(crate) fn wait_for(
        &mut self,
        start: &str,
        patience: Duration,
    ) -> Result<Option<String>, String> {
        let end = Instant::now() + patience;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) if line.starts_with(start) => return Ok(Some(line)),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => return Err(format!("{} ended", self.name)),
            }
        }
    }

    /// Waits for a line that begins with `start`, and fails without it.
    pub(crate) fn expect(&mut self, start: &str) -> String {
        let line = self.wait_for(start, PATIENCE).unwrap();
        line.unwrap_or_else(|| panic!("{} does not answer {start:?}", self.name))
    }

    /// Waits until all commands so far are done.
    pub(crate) fn ready(&mut self) {
        self.send("isready");
        self.expect("readyok");
    }

    /// Ends the engine, and returns whether its exit code is 0.
    pub(crate) fn quit(mut self) -> bool {
        self.send("quit");
        self.process.wait().is_ok_and(|status| status.success())
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        // It has ended already if it was asked to quit.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
