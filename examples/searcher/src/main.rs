#![forbid(unsafe_code)]
//! A small UCI chess engine over the search of this package.

use setwise_moves::Position;
use setwise_searcher::Searcher;
use std::sync::{Arc, atomic::AtomicUsize, atomic::Ordering::Relaxed, mpsc};
use std::{io, thread, time::Duration, time::Instant};

/// Reads the words of the command `position`. Returns the keys of earlier positions as well.
fn read(words: &[&str]) -> Option<(Position, Vec<u64>)> {
    let mut parts = words.split(|word| *word == "moves");
    let (mut position, mut game) = match *parts.next()? {
        ["startpos"] => (Position::startpos(), Vec::new()),
        ["fen", ref fen @ ..] => (Position::from_fen(&fen.join(" ")).ok()?, Vec::new()),
        _ => return None,
    };
    for name in parts.flatten() {
        game.push(position.key());
        position = position.play_unchecked(position.parse_move(name).ok()?);
    }
    Some((position, game))
}

fn main() {
    let (mut searcher, mut to_search) = (Searcher::new(19), Default::default());
    // The number of commands read. The next one ends the search for the current one.
    let (commands, (sender, lines)) = (Arc::new(AtomicUsize::new(0)), mpsc::channel());
    let count = commands.clone();
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
    let commands_until_quit = lines.iter().take_while(|line| line.trim() != "quit");
    for (line, current) in commands_until_quit.zip(1..) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["uci"] => println!("id name setwise-searcher\nuciok"),
            ["ucinewgame"] => searcher.clear(),
            // Something unknown is the initial position.
            ["position", ref to @ ..] => to_search = read(to).unwrap_or_default(),
            ["go", ref limits @ ..] => {
                let (position, game) = &to_search;
                let value = |name| -> Option<u64> {
                    let mut rest = limits.iter().skip_while(|word| **word != name);
                    rest.nth(1)?.parse().ok()
                };
                let clock = value(["wtime", "btime"][position.turn().index()]);
                let millis = value("movetime").or(clock.map(|left| left / 30));
                let time = |millis: u64| Duration::from_millis(millis.min(1 << 32));
                let end = millis.map(|millis| Instant::now() + time(millis));
                let commands = commands.clone();
                let is_over = move || {
                    end.is_some_and(|end| Instant::now() >= end) || commands.load(Relaxed) > current
                };
                let depth = value("depth").unwrap_or(64).min(64) as i32;
                let best = searcher.go(
                    position,
                    game.clone(),
                    depth,
                    is_over,
                    |depth, score, nodes| {
                        println!("info depth {depth} score cp {score} nodes {nodes}");
                    },
                );
                let name = best.map_or("0000".into(), |found| found.to_string());
                println!("bestmove {name}");
            }
            _ => {}
        }
    }
}
