#![forbid(unsafe_code)]
//! A small UCI chess engine: alpha-beta with quiescence and a hash table. The book explains it.

use setwise_moves::{History, Move, Position, Role, Square, Squares};
use std::sync::{Arc, atomic::AtomicUsize, atomic::Ordering::Relaxed, mpsc};
use std::{cmp::Reverse, io, iter, thread, time::Duration, time::Instant};

/// Evaluates a position for the side to move, in hundredths of a pawn.
fn evaluate(position: &Position) -> i32 {
    let from_edge = |line: usize| line.min(7 - line) as i32;
    let bonus = |at: Square| 4 * (from_edge(at.file()) + from_edge(at.rank()));
    let value = |color, role: Role| -> i32 {
        let worth = [100, 320, 330, 500, 950, 0][role.index()];
        let squares = Squares(position.pieces(color, role));
        squares.map(|at| worth + bonus(at)).sum()
    };
    let (us, them) = (position.turn(), position.turn().other());
    let gains = Role::ALL.map(|role| value(us, role) - value(them, role));
    gains.iter().sum()
}

const MATE: i32 = 30_000;

/// Key of a position, its best move, depth of the search, limits of the score.
type Entry = (u64, Move, i32, [i32; 2]);

#[derive(Default)]
struct Searcher {
    table: Vec<Option<Entry>>,
    /// The positions before the current one. The first ones, `game`, were on the board.
    history: History,
    game: usize,
    nodes: u64,
    end: Option<Instant>,
    stop: bool,
    /// The number of commands read. The next one ends the search for command `current`.
    commands: Arc<AtomicUsize>,
    current: usize,
}

impl Searcher {
    /// Returns the score for the side to move, exact within the window.
    fn search(&mut self, position: &Position, [alpha, beta]: [i32; 2], depth: i32) -> i32 {
        self.nodes += 1;
        if self.nodes & 1023 == 0 {
            let is_late = self.end.is_some_and(|end| Instant::now() >= end);
            self.stop |= is_late || self.commands.load(Relaxed) > self.current;
        }
        let (key, is_check) = (position.key(), position.is_check());
        let slot = key as usize % self.table.len();
        let known = self.table[slot].filter(|entry| entry.0 == key);
        if self.history.len() > self.game {
            let repeats = self.history.plies_to_repetition(position).is_some();
            if repeats || position.halfmoves() >= 100 && !is_check {
                return 0;
            }
            match known.filter(|(_, _, searched, _)| *searched >= depth) {
                Some((.., [low, _])) if low >= beta => return low,
                Some((.., [low, high])) if high <= alpha || low == high => return high,
                _ => {}
            }
        }
        // At the end only captures count, and the side to move need not capture.
        let is_end = depth <= 0 && !is_check;
        let (mut best, mut best_move) = (if is_end { evaluate(position) } else { -MATE }, None);
        // Two positions may have the same key, so the move of the table may be illegal here.
        let known = known.filter(|entry| !is_end && position.is_legal(entry.1));
        let first = known.map(|entry| entry.1);
        // The list is made only if the first move is not good enough.
        let rest = iter::once_with(|| {
            let mut list = match is_end {
                true => position.captures(),
                false => position.legal_moves(),
            };
            list.sort_by_key(|&found| (Reverse(position.captured(found)), found.role()));
            list
        });
        let rest = rest.flatten().filter(|found| Some(*found) != first);
        for found in first.into_iter().chain(rest) {
            if best >= beta || self.stop {
                break;
            }
            self.history.push(position);
            let next = position.play_unchecked(found);
            let score = -self.search(&next, [-beta, -best.max(alpha)], depth - 1);
            self.history.pop();
            if score > best {
                // A mate loses a little of its value with each ply to it.
                let delay = i32::from(score.abs() > MATE - 1000) * score.signum();
                (best, best_move) = (score - delay, Some(found));
            }
        }
        if let Some(found) = best_move.filter(|_| depth > 0 && !self.stop) {
            let low = if best > alpha { best } else { -MATE };
            let high = if best < beta { best } else { MATE };
            self.table[slot] = Some((key, found, depth, [low, high]));
        }
        // No move and no check: stalemate.
        if best == -MATE && !is_check { 0 } else { best }
    }

    /// Searches one ply deeper each time, and prints the best move.
    fn go(&mut self, position: &Position, depth: i32) {
        (self.game, self.nodes, self.stop) = (self.history.len(), 0, false);
        let mut best = position.legal_moves().first().copied();
        for depth in 1..=depth {
            let score = self.search(position, [-MATE, MATE], depth);
            let entry = self.table[position.key() as usize % self.table.len()];
            if self.stop || best.is_none() {
                break;
            }
            best = entry.map(|entry| entry.1);
            println!("info depth {depth} score cp {score} nodes {}", self.nodes);
        }
        let name = best.map_or("0000".into(), |found| found.to_string());
        println!("bestmove {name}");
    }
}

/// Reads the words of the command `position`.
fn read(words: &[&str]) -> Option<(Position, History)> {
    let mut parts = words.split(|word| *word == "moves");
    let (mut position, mut history) = match *parts.next()? {
        ["startpos"] => (Position::startpos(), History::new()),
        ["fen", ref fen @ ..] => (Position::from_fen(&fen.join(" ")).ok()?, History::new()),
        _ => return None,
    };
    for name in parts.flatten() {
        history.push(&position);
        position = position.play_unchecked(position.parse_move(name).ok()?);
    }
    Some((position, history))
}

fn main() {
    let (mut searcher, mut position) = (Searcher::default(), Position::startpos());
    searcher.table.resize(1 << 19, None);
    let (count, (sender, lines)) = (searcher.commands.clone(), mpsc::channel());
    thread::spawn(move || {
        for line in io::stdin().lines().map_while(Result::ok) {
            if line.trim() == "isready" {
                println!("readyok"); // even during a search
            } else if sender.send(line).is_ok() {
                count.fetch_add(1, Relaxed);
            }
        }
        count.store(usize::MAX, Relaxed);
    });
    for line in lines.iter().take_while(|line| line.trim() != "quit") {
        searcher.current += 1;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["uci"] => println!("id name setwise-searcher\nuciok"),
            ["ucinewgame"] => searcher.table.fill(None),
            // Something unknown is the initial position.
            ["position", ref to @ ..] => {
                (position, searcher.history) = read(to).unwrap_or_default();
            }
            ["go", ref limits @ ..] => {
                let value = |name| -> Option<u64> {
                    let mut rest = limits.iter().skip_while(|word| **word != name);
                    rest.nth(1)?.parse().ok()
                };
                let clock = value(["wtime", "btime"][position.turn().index()]);
                let millis = value("movetime").or(clock.map(|left| left / 30));
                let time = |millis: u64| Duration::from_millis(millis.min(1 << 32));
                searcher.end = millis.map(|millis| Instant::now() + time(millis));
                searcher.go(&position, value("depth").unwrap_or(64).min(64) as i32);
            }
            _ => {}
        }
    }
}
