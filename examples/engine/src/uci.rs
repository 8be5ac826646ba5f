//! The UCI protocol: reads commands, answers them, and runs searches on a thread.

use crate::evaluate::{LEAST_MATE, MATE};
use crate::threats::{Network, Way};
use crate::{children::Evaluator, game::Game, limits::Limits, search::Search, table::Table};
use setwise_moves::{Color, MoveFunctions, Position};
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The megabytes of the hash table.
const HASH: usize = 64;

/// The words that begin a command.
const COMMANDS: &str = "uci isready ucinewgame position go stop setoption quit";

/// Prints a line. A closed stdout is no error.
fn say(line: &str) {
    let mut stdout = io::stdout().lock();
    let _ = writeln!(stdout, "{line}").and_then(|()| stdout.flush());
}

#[derive(Default)]
struct Engine {
    /// `None` after a position that is refused.
    game: Option<Game>,
    /// How the network of threats finds them; `None` without a network.
    threats: Option<Way>,
    stop: Arc<AtomicBool>,
    /// `None` at the beginning, and while the thread has it.
    search: Option<Search>,
    thread: Option<JoinHandle<Search>>,
}

/// Answers commands until `quit` or the end of the input.
pub(crate) fn run() -> io::Result<()> {
    let mut engine = Engine {
        game: Some(Game::new(Position::startpos())),
        ..Engine::default()
    };
    let mut stdin = io::stdin().lock();
    let mut line = Vec::new();
    while stdin.read_until(b'\n', &mut line)? != 0 {
        let text = String::from_utf8_lossy(&line);
        let words: Vec<&str> = text.split_whitespace().collect();
        // Unknown words before a command are skipped, as the protocol demands.
        let is_command = |word: &&str| COMMANDS.split(' ').any(|command| command == *word);
        let begin = words.iter().position(is_command);
        let command = &words[begin.unwrap_or(0)..];
        if command.first() == Some(&"quit") {
            break;
        }
        if let Err(problem) = engine.answer(command) {
            say(&format!("info string {problem}"));
        }
        line.clear();
    }
    engine.finish();
    Ok(())
}

impl Engine {
    /// Answers a command. The error says why it is refused.
    fn answer(&mut self, command: &[&str]) -> Result<(), String> {
        match command {
            ["position", rest @ ..] => {
                // If this position is refused, no move of an earlier one is played.
                self.game = None;
                self.game = Some(Game::parse(rest)?);
            }
            ["go", rest @ ..] => self.go(rest)?,
            ["setoption", rest @ ..] => self.set_option(rest)?,
            ["uci", ..] => introduce(),
            ["isready", ..] => say("readyok"),
            ["ucinewgame", ..] => self.idle()?.clear(),
            ["stop", ..] => self.finish(),
            [name, ..] => return Err(format!("no command: {name}")),
            [] => {}
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
            let table = Table::new(HASH).ok_or("no memory for the hash table")?;
            let evaluator = Evaluator::new(true, MoveFunctions::selected());
            let mut search = Search::new(table, evaluator, Arc::clone(&self.stop));
            search.network = self.threats.map(Network::new);
            self.search = Some(search);
        }
        self.search.as_mut().ok_or_else(String::new)
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        let at = words.iter().position(|&word| word == "value");
        let (option, value) = words.split_at(at.unwrap_or(words.len()));
        match (option.join(" ").to_ascii_lowercase().as_str(), value) {
            ("name threats", ["value", name]) => {
                let way = Way::named(name);
                if way.is_none() && *name != "off" {
                    return Err(format!("no way of finding threats: {name}"));
                }
                self.threats = way;
                self.idle()?.network = way.map(Network::new);
            }
            _ => return Err(format!("unknown option or value: {}", words.join(" "))),
        }
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> Result<(), String> {
        let turn = self.game.as_ref().map(|game| game.position.turn());
        let limits = Limits::parse(words, turn.unwrap_or(Color::White));
        self.idle()?;
        let Some(mut search) = self.search.take() else {
            return Ok(());
        };
        self.stop.store(false, Ordering::Relaxed);
        let (game, stop) = (self.game.clone(), Arc::clone(&self.stop));
        let body = move || {
            let best = game.as_ref().and_then(|game| {
                let report = |search: &Search, depth, score, time| {
                    say(&info(search, (depth, score, time)));
                };
                search.run(&game.position, &game.earlier, &limits, report)
            });
            // The answer to `go infinite` must not come before `stop`.
            while limits == Limits::default() && !stop.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(1));
            }
            if best.is_none() {
                say(match &game {
                    Some(game) if game.position.is_check() => "info depth 0 score mate 0",
                    Some(_) => "info depth 0 score cp 0",
                    None => "info string no move: the last position was refused",
                });
            }
            say(&format!(
                "bestmove {}",
                best.map_or("0000".to_string(), |best| best.to_string())
            ));
            search
        };
        let thread = thread::Builder::new().spawn(body);
        self.thread = Some(thread.map_err(|error| format!("no thread: {error}"))?);
        Ok(())
    }
}

fn introduce() {
    let ways = Way::NAMES.map(|name| format!(" var {name}")).concat();
    let version = env!("CARGO_PKG_VERSION");
    say(&format!(
        "id name setwise-engine {version}\n\
         id author the setwise contributors\n\
         option name Threats type combo default off var off{ways}\n\
         uciok"
    ));
}

fn info(search: &Search, (depth, found, time): (i32, i32, Duration)) -> String {
    let line = search.plies[0].line.iter();
    let line = line.map(ToString::to_string);
    let (line, nodes) = (line.collect::<Vec<_>>().join(" "), search.nodes);
    let nps = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    let (score, millis) = (score(found), time.as_millis());
    format!("info depth {depth} score {score} nodes {nodes} nps {nps} time {millis} pv {line}")
}

/// Returns a score in hundredths of a pawn, or the number of moves to mate.
fn score(score: i32) -> String {
    match score {
        mate if mate >= LEAST_MATE => format!("mate {}", (MATE - mate + 1) / 2),
        mated if mated <= -LEAST_MATE => format!("mate {}", -(MATE + mated) / 2),
        other => format!("cp {other}"),
    }
}
