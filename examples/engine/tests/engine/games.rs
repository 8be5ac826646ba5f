//! Games against itself and against Stockfish.

use crate::player::Player;
use crate::referee::{Ending, Referee, Time};
use cozy_chess::{Board, Color};
use std::env;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Positions after a few moves, so that games differ.
const OPENINGS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6",
    "rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4",
    "rnbqk2r/ppppppbp/5np1/8/2PPP3/2N5/PP3PPP/R1BQKBNR b KQkq - 0 4",
    "rnbqkbnr/pp2pppp/2p5/3pP3/3P4/8/PPP2PPP/RNBQKBNR b KQkq - 0 3",
];

/// Numbers of initial positions of Chess960, some of them with the king next to its corner.
const CHESS960: [u32; 6] = [0, 77, 356, 518, 811, 959];

fn time(base: u64, increment: u64) -> Time {
    Time {
        base: Duration::from_millis(base),
        increment: Duration::from_millis(increment),
    }
}

/// Plays a game between two engines under test.
fn self_play(start: Board, is_chess960: bool, time: Time, limit: usize) -> Ending {
    let (mut white, mut black) = (Player::engine(), Player::engine());
    let referee = Referee {
        start,
        is_chess960,
        time,
        limit,
    };
    let record = referee.play(&mut white, &mut black).unwrap();
    println!("{record}");
    assert!(!matches!(record.ending, Ending::Time(_)), "lost on time");
    assert!(white.quit() && black.quit());
    record.ending
}

#[test]
fn short_game() {
    self_play(Board::chess960_startpos(356), true, time(5_000, 20), 40);
}

#[test]
#[ignore = "takes minutes"]
fn whole_games() {
    for fen in OPENINGS {
        let ending = self_play(fen.parse().unwrap(), false, time(4_000, 30), usize::MAX);
        assert_ne!(ending, Ending::Unfinished);
    }
}

#[test]
#[ignore = "takes minutes"]
fn whole_games_of_chess960() {
    for number in CHESS960 {
        let start = Board::chess960_startpos(number);
        let ending = self_play(start, true, time(4_000, 30), usize::MAX);
        assert_ne!(ending, Ending::Unfinished);
    }
}

/// Plays each opening with both colors against Stockfish at a low level, and prints the score.
#[test]
#[ignore = "needs stockfish and minutes"]
fn stockfish() {
    against_stockfish(false, OPENINGS.map(|fen| fen.parse().unwrap()));
}

#[test]
#[ignore = "needs stockfish and minutes"]
fn stockfish_in_chess960() {
    against_stockfish(true, CHESS960.map(Board::chess960_startpos));
}

fn against_stockfish<const N: usize>(is_chess960: bool, starts: [Board; N]) {
    let level = env::var("STOCKFISH_LEVEL").unwrap_or_else(|_| "0".to_string());
    let (mut engine, mut stockfish) = (Player::engine(), Player::start(&stockfish_program()));
    stockfish.send(&format!("setoption name Skill Level value {level}"));
    // By default Stockfish keeps 10 ms, too little on a busy machine. Much more would take all of
    // its time.
    stockfish.send("setoption name Move Overhead value 60");
    let mut counts = [0; 3];
    for start in starts {
        let referee = Referee {
            start,
            is_chess960,
            time: time(8_000, 80),
            limit: usize::MAX,
        };
        for color in Color::ALL {
            let record = match color {
                Color::White => referee.play(&mut engine, &mut stockfish),
                Color::Black => referee.play(&mut stockfish, &mut engine),
            };
            let record = record.unwrap();
            println!("engine is {color:?}; {record}");
            assert_ne!(record.ending, Ending::Time(color), "lost on time");
            counts[record.ending.half_points(color) as usize] += 1;
        }
    }
    let [lost, drawn, won] = counts;
    println!("against Stockfish at Skill Level {level}: {won} won, {drawn} drawn, {lost} lost");
    assert!(engine.quit() && stockfish.quit());
}

/// The program that `STOCKFISH` names, or the one on the path, or Debian's.
fn stockfish_program() -> PathBuf {
    if let Some(named) = env::var_os("STOCKFISH") {
        return PathBuf::from(named);
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    folders
        .map(|folder| {
            folder.join(Path::new("stockfish").with_extension(env::consts::EXE_EXTENSION))
        })
        .find(|program| program.is_file())
        .expect("stockfish is not on the path and not in /usr/games; STOCKFISH may name it")
}
