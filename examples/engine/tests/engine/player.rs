//! An engine in a separate process.

use std::io::{BufRead, BufReader, Write};
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
    process: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
}

impl Player {
    /// Starts the engine and waits until it knows UCI.
    pub(crate) fn engine() -> Self {
        let mut process = Command::new(ENGINE)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
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
        let mut player = Self {
            process,
            stdin,
            lines,
        };
        player.send("uci");
        player.expect("uciok");
        player
    }

    pub(crate) fn send(&mut self, command: &str) {
        let sent = writeln!(self.stdin, "{command}").and_then(|()| self.stdin.flush());
        sent.unwrap_or_else(|error| panic!("the engine does not take {command:?}: {error}"));
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
                Err(RecvTimeoutError::Disconnected) => return Err("the engine ended".to_string()),
            }
        }
    }

    /// Waits for a line that begins with `start`, and fails without it.
    pub(crate) fn expect(&mut self, start: &str) -> String {
        let line = self.wait_for(start, PATIENCE).unwrap();
        line.unwrap_or_else(|| panic!("the engine does not answer {start:?}"))
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
