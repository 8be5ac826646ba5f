//! Makes `benches/corpus/games.txt`: games of a UCI engine against itself, one line of moves per
//! game.
//!
//! ```text
//! cargo run --release -p setwise-benches --bin make-corpus -- /usr/games/stockfish > benches/corpus/games.txt
//! ```
//!
//! The first plies of a game are drawn at random from the best moves of a short search. Then the
//! engine plays both sides with a fixed number of nodes per move. A game ends by the rules, by
//! resignation, by agreement, or at a maximum length. One thread and an emptied hash table for each
//! game make the file the same on every run with the same engine.

use anyhow::{Context, Error, Result};
use cozy_chess::util::parse_uci_move;
use cozy_chess::{Board, GameStatus, Piece};
use setwise_conformance::Rng;
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdout, Command, Stdio};

const GAMES: usize = 256;
const SEED: u64 = 2026;
/// The random plies at the start, the number of best moves to draw from, the nodes of the search
/// for them, and the greatest distance from the best move in centipawns.
const OPENING: (usize, usize, usize, i32) = (10, 8, 4_000, 50);
const NODES: usize = 8_000;
const LONGEST: usize = 200;
/// Resignation: at least this many centipawns behind, for this many of the side's moves in a row.
/// Agreement: from this ply on, within this many centipawns, for this many plies. The testers of
/// the engine use the same rules.
const RESIGN: (i32, usize) = (600, 3);
const DRAW: (usize, i32, usize) = (68, 20, 8);

fn main() -> Result<()> {
    let path = std::env::args()
        .nth(1)
        .context("the path of the engine is missing")?;
    let mut engine = Engine::start(&path)?;
    let (plies, width, opening_nodes, margin) = OPENING;
    let ((lost, times), (from, level, length)) = (RESIGN, DRAW);
    let lines = engine.say("uci", "uciok")?;
    let name = lines.iter().find_map(|line| line.strip_prefix("id name "));
    let name = name.unwrap_or("an engine").trim_end();
    let options = "setoption name Threads value 1\nsetoption name Hash value 16";
    engine.say(&format!("{options}\nisready"), "readyok")?;
    print!(
        "\
# {GAMES} games, one per line, as UCI moves. Made by
#   cargo run --release -p setwise-benches --bin make-corpus -- {path}
# with {name}, 1 thread, 16 MB hash, {NODES} nodes per move, seed {SEED}.
# The first {plies} plies are drawn from the best {width} within {margin} centipawns at {opening_nodes} nodes.
# Resigned at -{lost} centipawns, {times} moves in a row; drawn from ply {from} on after {length} plies within {level};
# else played to the end by the rules, or to ply {LONGEST}.
"
    );
    let mut rng = Rng::new(SEED);
    let mut done = 0;
    while done < GAMES {
        let game = play(&mut engine, &mut rng)?;
        if game.len() > plies {
            println!("{}", game.join(" "));
            done += 1;
            eprint!("\r{done} games");
        }
    }
    eprintln!();
    Ok(())
}

fn play(engine: &mut Engine, rng: &mut Rng) -> Result<Vec<String>> {
    let (plies, width, opening_nodes, margin) = OPENING;
    engine.say("ucinewgame\nisready", "readyok")?;
    let (mut board, mut moves, mut seen) = (Board::default(), Vec::new(), Vec::new());
    let (mut lost_for, mut level_for) = ([0; 2], 0);
    while moves.len() < LONGEST && !is_over(&board, &seen) {
        seen.push(board.hash());
        let is_opening = moves.len() < plies;
        let (nodes, width) = [(NODES, 1), (opening_nodes, width)][usize::from(is_opening)];
        let mut lines = engine.search(&moves, nodes, width)?;
        let (score, mut chosen) = lines.first().context("the engine gave no line")?.clone();
        if is_opening {
            lines.retain(|line| line.0 >= score - margin);
            chosen = rng.pick(&lines).context("no good line")?.1.clone();
        } else {
            let lost = &mut lost_for[moves.len() % 2];
            *lost = if score <= -RESIGN.0 { *lost + 1 } else { 0 };
            let (from, level, plies) = DRAW;
            let is_level = score.abs() <= level && moves.len() >= from;
            level_for = if is_level { level_for + 1 } else { 0 };
            if *lost >= RESIGN.1 || level_for >= plies {
                break;
            }
        }
        let parsed = parse_uci_move(&board, &chosen).map_err(Error::msg)?;
        board.try_play(parsed).map_err(Error::msg)?;
        moves.push(chosen);
    }
    Ok(moves)
}

/// Returns whether the rules end the game: mate, stalemate, fifty moves, the third repetition, or
/// too few pieces to mate.
fn is_over(board: &Board, seen: &[u64]) -> bool {
    let minors = board.pieces(Piece::Knight) | board.pieces(Piece::Bishop);
    let mating = board.occupied() ^ minors ^ board.pieces(Piece::King);
    board.status() != GameStatus::Ongoing
        || seen.iter().filter(|&&hash| hash == board.hash()).count() >= 2
        || mating.is_empty() && minors.len() <= 1
}

/// A score in centipawns, and the move.
type Line = (i32, String);

/// A running UCI engine. It ends when its input is closed.
struct Engine {
    process: Child,
    output: Lines<BufReader<ChildStdout>>,
}

impl Engine {
    fn start(path: &str) -> Result<Self> {
        let mut process = Command::new(path);
        let mut process = process
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let output = process.stdout.take().context("no output")?;
        let output = BufReader::new(output).lines();
        Ok(Self { process, output })
    }

    /// Sends a text and returns the lines up to the one that begins with `last`.
    fn say(&mut self, text: &str, last: &str) -> Result<Vec<String>> {
        writeln!(self.process.stdin.as_ref().context("no input")?, "{text}")?;
        let mut lines: Vec<String> = Vec::new();
        while lines.last().is_none_or(|line| !line.starts_with(last)) {
            let ended = || format!("the engine ended before it said `{last}`");
            lines.push(self.output.next().with_context(ended)??);
        }
        Ok(lines)
    }

    /// Returns the best moves of the last full depth, the best first, with their scores in
    /// centipawns for the side to move.
    fn search(&mut self, moves: &[String], nodes: usize, width: usize) -> Result<Vec<Line>> {
        let options = format!("setoption name MultiPV value {width}");
        let position = format!("position startpos moves {}", moves.join(" "));
        let text = format!("{options}\n{position}\ngo nodes {nodes}");
        let mut lines: Vec<Line> = Vec::new();
        for line in self.say(&text, "bestmove")? {
            let words: Vec<&str> = line.split_whitespace().collect();
            let after = |word: &str| {
                let pair = words.windows(2).find(|pair| pair[0] == word)?;
                Some(pair[1])
            };
            if let (Some(place), Some(first)) = (after("multipv"), after("pv")) {
                let score = match (after("cp"), after("mate")) {
                    (Some(centipawns), _) => centipawns.parse()?,
                    (_, Some(mate)) if mate.starts_with('-') => -30_000,
                    (_, Some(_)) => 30_000,
                    _ => continue,
                };
                lines.truncate(place.parse::<usize>()?.saturating_sub(1));
                lines.push((score, first.to_owned()));
            }
        }
        Ok(lines)
    }
}
