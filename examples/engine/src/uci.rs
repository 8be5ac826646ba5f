//! The UCI protocol: reads commands, answers them, and runs searches on a thread.

use crate::children::{Evaluator, FASTEST};
use crate::evaluate::{LEAST_MATE, MATE};
use crate::game::{Game, name, names};
use crate::go::parse_limits;
use crate::search::{Report, Search};
use crate::table::Table;
use crate::time::Limits;
use setwise_moves::{MoveKernel, Position};
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The megabytes of the hash table, and their limit.
const HASH: usize = 16;
const MAX_HASH: usize = 1024;

/// Prints a line. If stdout is closed, nobody listens.
fn say(line: &str) {
    let mut stdout = io::stdout().lock();
    let _ = writeln!(stdout, "{line}").and_then(|()| stdout.flush());
}

/// The state between two commands.
struct Engine {
    game: Game,
    is_chess960: bool,
    stop: Arc<AtomicBool>,
    /// `None` at the beginning, and while the thread has it.
    search: Option<Search>,
    thread: Option<JoinHandle<Search>>,
}

/// Answers commands until `quit` or the end of the input.
pub(crate) fn run() -> io::Result<()> {
    let mut engine = Engine {
        game: Game::new(Position::startpos()),
        is_chess960: false,
        stop: Arc::default(),
        search: None,
        thread: None,
    };
    let mut stdin = io::stdin().lock();
    let mut line = Vec::new();
    while stdin.read_until(b'\n', &mut line)? != 0 {
        let text = String::from_utf8_lossy(&line);
        let words: Vec<&str> = text.split_whitespace().collect();
        if words == ["quit"] {
            break;
        }
        if let Err(problem) = engine.answer(&words) {
            say(&format!("info string {problem}"));
        }
        line.clear();
    }
    engine.finish();
    Ok(())
}

impl Engine {
    /// Answers a command. The error says why the command is ignored.
    fn answer(&mut self, words: &[&str]) -> Result<(), String> {
        match words {
            [] => {}
            ["uci"] => introduce(),
            ["isready"] => say("readyok"),
            ["ucinewgame"] => self.idle()?.clear(),
            ["position", rest @ ..] => self.game = Game::parse(rest)?,
            ["go", rest @ ..] => self.go(parse_limits(rest, self.game.position.turn())?)?,
            ["stop"] => self.finish(),
            ["setoption", "name", rest @ ..] => self.set_option(rest)?,
            _ => return Err(format!("unknown command: {}", words.join(" "))),
        }
        Ok(())
    }

    /// Ends the search that is under way.
    fn finish(&mut self) {
        if let Some(thread) = self.thread.take() {
            self.stop.store(true, Ordering::Relaxed);
            self.search = thread.join().ok();
        }
    }

    /// Ends the search that is under way, and returns it for the next one.
    fn idle(&mut self) -> Result<&mut Search, String> {
        self.finish();
        if self.search.is_none() {
            self.search = Some(self.search_with(HASH)?);
        }
        self.search.as_mut().ok_or_else(String::new)
    }

    fn search_with(&self, megabytes: usize) -> Result<Search, String> {
        let table = Table::new(megabytes);
        let table = table.ok_or_else(|| format!("no memory for {megabytes} MB of hash table"))?;
        let evaluator = Evaluator::new(FASTEST, MoveKernel::best());
        Ok(Search::new(table, evaluator, Arc::clone(&self.stop)))
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        let at = words.iter().position(|&word| word == "value");
        let (option, value) = words.split_at(at.unwrap_or(words.len()));
        let option = option.join(" ").to_ascii_lowercase();
        match (option.as_str(), value) {
            ("hash", ["value", megabytes]) => {
                let megabytes: Option<usize> = megabytes.parse().ok();
                let megabytes = megabytes.filter(|megabytes| (1..=MAX_HASH).contains(megabytes));
                let megabytes = megabytes.ok_or("Hash is a number from 1 to 1024")?;
                self.finish();
                // The old table is freed first.
                self.search = None;
                self.search = Some(self.search_with(megabytes)?);
            }
            ("uci_chess960", ["value", "true"]) => self.is_chess960 = true,
            ("uci_chess960", ["value", "false"]) => self.is_chess960 = false,
            _ => return Err(format!("unknown option or value: {}", words.join(" "))),
        }
        Ok(())
    }

    /// Begins a search on a thread.
    fn go(&mut self, limits: Limits) -> Result<(), String> {
        self.idle()?;
        let Some(mut search) = self.search.take() else {
            return Ok(());
        };
        self.stop.store(false, Ordering::Relaxed);
        let (game, stop, is_chess960) =
            (self.game.clone(), Arc::clone(&self.stop), self.is_chess960);
        let body = move || {
            let position = &game.position;
            let best = search.run(position, &game.earlier, &limits, |report| {
                say(&info(report, is_chess960));
            });
            // The answer to `go infinite` must not come before `stop`.
            while limits.infinite && !stop.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(1));
            }
            match best {
                Some(best) => say(&format!("bestmove {}", name(best, is_chess960))),
                None => {
                    let score = if position.is_check() {
                        "mate 0"
                    } else {
                        "cp 0"
                    };
                    say(&format!("info depth 0 score {score}"));
                    say("bestmove 0000");
                }
            }
            search
        };
        let thread = thread::Builder::new().spawn(body);
        self.thread = Some(thread.map_err(|error| format!("no thread: {error}"))?);
        Ok(())
    }
}

fn introduce() {
    say(concat!(
        "id name setwise-engine ",
        env!("CARGO_PKG_VERSION")
    ));
    say("id author the setwise contributors");
    say(&format!(
        "option name Hash type spin default {HASH} min 1 max {MAX_HASH}"
    ));
    say("option name UCI_Chess960 type check default false");
    say("uciok");
}

/// Returns the line that reports an iteration.
fn info(report: &Report<'_>, is_chess960: bool) -> String {
    let millis = report.time.as_millis();
    let nps = u128::from(report.nodes) * 1_000_000 / report.time.as_micros().max(1);
    format!(
        "info depth {} score {} nodes {} nps {nps} hashfull {} time {millis} pv {}",
        report.depth,
        score(report.score),
        report.nodes,
        report.permille_used,
        names(report.line, is_chess960),
    )
}

/// Returns a score in hundredths of a pawn, or the number of moves to mate.
fn score(score: i32) -> String {
    match score {
        mate if mate >= LEAST_MATE => format!("mate {}", (MATE - mate + 1) / 2),
        mated if mated <= -LEAST_MATE => format!("mate {}", -(MATE + mated) / 2),
        other => format!("cp {other}"),
    }
}
