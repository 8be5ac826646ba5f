//! The UCI protocol: reads commands, answers them, and runs searches on a thread.

use crate::children::{Evaluator, FASTEST};
use crate::evaluate::{LEAST_MATE, MATE};
use crate::game::{Game, name};
use crate::go::parse_limits;
use crate::search::Search;
use crate::table::Table;
use crate::threats::{Network, Way};
use setwise_moves::{Color, MoveKernel, Position};
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The megabytes of the hash table, and their limit.
const HASH: usize = 16;
const MAX_HASH: usize = 1024;

/// The words that begin a command.
const COMMANDS: &str = "uci isready ucinewgame position go stop setoption quit";

/// Prints a line. A closed stdout is no error.
fn say(line: &str) {
    let mut stdout = io::stdout().lock();
    let _ = writeln!(stdout, "{line}").and_then(|()| stdout.flush());
}

fn say_skipped(words: &[&str]) {
    if !words.is_empty() {
        say(&format!("info string skipped: {}", words.join(" ")));
    }
}

#[derive(Default)]
struct Engine {
    /// `None` after a position that is refused.
    game: Option<Game>,
    is_chess960: bool,
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
        let (skipped, command) = words.split_at(begin.unwrap_or(words.len()));
        say_skipped(skipped);
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
                let (game, skipped) = Game::parse(rest)?;
                say_skipped(&skipped);
                self.game = Some(game);
            }
            ["go", rest @ ..] => self.go(rest)?,
            ["setoption", rest @ ..] => self.set_option(rest)?,
            [name, rest @ ..] => {
                say_skipped(rest);
                match *name {
                    "uci" => introduce(),
                    "isready" => say("readyok"),
                    "ucinewgame" => self.idle()?.clear(),
                    "stop" => self.finish(),
                    _ => {}
                }
            }
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
            self.search = Some(self.search_with(HASH)?);
        }
        self.search.as_mut().ok_or_else(String::new)
    }

    fn search_with(&self, megabytes: usize) -> Result<Search, String> {
        let table = Table::new(megabytes);
        let table = table.ok_or_else(|| format!("no memory for {megabytes} MB of hash table"))?;
        let evaluator = Evaluator::new(FASTEST, MoveKernel::best());
        let mut search = Search::new(table, evaluator, Arc::clone(&self.stop));
        search.network = self.threats.map(Network::new);
        Ok(search)
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        let begin = words.iter().position(|&word| word == "name");
        let (skipped, named) = words.split_at(begin.unwrap_or(words.len()));
        say_skipped(skipped);
        let at = named.iter().position(|&word| word == "value");
        let (option, value) = named.split_at(at.unwrap_or(named.len()));
        let option = option.join(" ").to_ascii_lowercase();
        let (value, behind) = value.split_at(value.len().min(2));
        match (option.as_str(), value) {
            ("name hash", ["value", megabytes]) => {
                let megabytes: Option<usize> = megabytes.parse().ok();
                let megabytes = megabytes.filter(|megabytes| (1..=MAX_HASH).contains(megabytes));
                let megabytes = megabytes.ok_or("Hash is a number from 1 to 1024")?;
                self.finish();
                // The old table is freed first.
                self.search = None;
                self.search = Some(self.search_with(megabytes)?);
            }
            ("name threats", ["value", name]) => {
                let way = Way::named(name);
                if way.is_none() && *name != "off" {
                    return Err(format!("no way of finding threats: {name}"));
                }
                self.threats = way;
                self.idle()?.network = way.map(Network::new);
            }
            ("name uci_chess960", ["value", "true"]) => self.is_chess960 = true,
            ("name uci_chess960", ["value", "false"]) => self.is_chess960 = false,
            _ => return Err(format!("unknown option or value: {}", words.join(" "))),
        }
        say_skipped(behind);
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> Result<(), String> {
        let turn = self.game.as_ref().map(|game| game.position.turn());
        let (limits, skipped) = parse_limits(words, turn.unwrap_or(Color::White));
        say_skipped(&skipped);
        self.idle()?;
        let Some(mut search) = self.search.take() else {
            return Ok(());
        };
        self.stop.store(false, Ordering::Relaxed);
        let (game, stop) = (self.game.clone(), Arc::clone(&self.stop));
        let is_chess960 = self.is_chess960;
        let body = move || {
            let best = game.as_ref().and_then(|game| {
                let report = |search: &Search, depth, score, time| {
                    say(&info(search, (depth, score, time), is_chess960));
                };
                search.run(&game.position, &game.earlier, &limits, report)
            });
            // The answer to `go infinite` must not come before `stop`.
            while limits.infinite && !stop.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(1));
            }
            let best = best.map(|best| name(best, is_chess960));
            if best.is_none() {
                say(match &game {
                    Some(game) if game.position.is_check() => "info depth 0 score mate 0",
                    Some(_) => "info depth 0 score cp 0",
                    None => "info string no move: the last position was refused",
                });
            }
            say(&format!("bestmove {}", best.as_deref().unwrap_or("0000")));
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
         option name Hash type spin default {HASH} min 1 max {MAX_HASH}\n\
         option name UCI_Chess960 type check default false\n\
         option name Threats type combo default off var off{ways}\n\
         uciok"
    ));
}

fn info(search: &Search, (depth, found, time): (i32, i32, Duration), is_chess960: bool) -> String {
    let line = search.plies[0].line.iter();
    let line = line.map(|&found| name(found, is_chess960));
    let (line, nodes) = (line.collect::<Vec<_>>().join(" "), search.nodes);
    let nps = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    let (score, millis, used) = (score(found), time.as_millis(), search.table.permille_used());
    format!(
        "info depth {depth} score {score} nodes {nodes} nps {nps} hashfull {used} time {millis} pv {line}"
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
