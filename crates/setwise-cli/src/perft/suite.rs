//! `setwise perft --epd FILE`: the positions of a file, with the numbers of leaves that it expects.

use super::count::{self, Counted};
use super::total;
use crate::program::failure::at;
use anyhow::{Context, bail, ensure};
use indicatif::ProgressBar;
use rayon::ThreadPool;
use serde::Serialize;
use serde_json::json;
use setwise_moves::{Perft, Position};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::time::Instant;

/// A position with its counts.
struct Line {
    /// From 1.
    number: usize,
    position: Position,
    /// Depths, each with the number of leaves if it is known.
    counts: Vec<(u32, Option<u64>)>,
}

/// A finished count.
#[derive(Serialize)]
struct Counting {
    line: usize,
    fen: String,
    depth: u32,
    leaves: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<u64>,
}

impl Counting {
    fn is_wrong(&self) -> bool {
        self.expected
            .is_some_and(|expected| expected != self.leaves)
    }

    fn text(&self) -> String {
        let (line, depth, leaves) = (self.line, self.depth, self.leaves);
        let judgment = match self.expected {
            Some(expected) if self.is_wrong() => {
                format!(", but the file has {expected}: {}", self.fen)
            }
            Some(_) => ", as in the file".to_string(),
            None => String::new(),
        };
        format!("line {line}, depth {depth}: {leaves}{judgment}\n")
    }
}

/// Reads the file, counts, and returns the text for the terminal and the exit code. The whole file
/// is read and checked first. `prepare` makes the perft of a position and a depth.
pub(super) fn run(
    file: &Path,
    up_to: Option<u32>,
    as_json: bool,
    pool: &ThreadPool,
    progress: &ProgressBar,
    prepare: impl Fn(Position, u32) -> Perft + Sync,
) -> anyhow::Result<(String, u8)> {
    let (name, text) = read(file)?;
    let mut lines = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let number = number + 1;
        let parsed = parse(line, number, up_to);
        lines.extend(parsed.with_context(|| format!("{name}, line {number}"))?);
    }
    ensure!(!lines.is_empty(), "{name}: no positions");

    let start = Instant::now();
    let mut done = Vec::new();
    let all = lines.iter().map(|line| line.counts.len()).sum::<usize>();
    'lines: for line in &lines {
        for &(depth, expected) in &line.counts {
            let perft = prepare(line.position, depth);
            let Counted {
                shares,
                done: parts,
                parts: of,
            } = pool.install(|| count::leaves(&perft, progress));
            if parts < of {
                break 'lines;
            }
            done.push(Counting {
                line: line.number,
                fen: line.position.to_fen(),
                depth,
                leaves: total(&shares, depth)?.leaves,
                expected,
            });
        }
    }
    progress.finish_and_clear();
    let seconds = start.elapsed().as_secs_f64();
    let wrong = done.iter().filter(|counting| counting.is_wrong()).count();
    let code = match (done.len() < all, wrong) {
        (true, _) => super::outcome::INTERRUPTED,
        (false, 0) => 0,
        (false, _) => 1,
    };
    if as_json {
        let value = json!({
            "file": name,
            "counts": done,
            "wrong": wrong,
            "seconds": seconds,
            "complete": done.len() == all,
        });
        return Ok((format!("{value:#}\n"), code));
    }
    let mut printed: String = done.iter().map(Counting::text).collect();
    let leaves: u64 = done
        .iter()
        .fold(0, |sum, counting| counting.leaves.saturating_add(sum));
    let speed = leaves as f64 / seconds.max(1e-9) / 1e6;
    let checked = done
        .iter()
        .filter(|counting| counting.expected.is_some())
        .count();
    printed += &format!(
        "{} of {all} counts, {leaves} leaves in {seconds:.3} s ({speed:.1} million per second); \
        {} of {checked} as in the file\n",
        done.len(),
        checked - wrong,
    );
    Ok((printed, code))
}

/// Returns the name and the text of a file, or of the standard input for `-`.
fn read(file: &Path) -> anyhow::Result<(String, String)> {
    let (name, source): (_, Box<dyn Read>) = match file.as_os_str() == "-" {
        true => ("standard input".to_string(), Box::new(io::stdin().lock())),
        false => (
            file.display().to_string(),
            Box::new(File::open(file).with_context(at(file))?),
        ),
    };
    let mut text = String::new();
    let mut source = BufReader::new(source);
    while source.read_line(&mut text).with_context(|| name.clone())? > 0 {}
    Ok((name, text))
}

/// Reads a line: a FEN, then `;D1 20 ;D2 400`. Other operations of EPD are skipped, as are empty
/// lines and comments.
fn parse(line: &str, number: usize, up_to: Option<u32>) -> anyhow::Result<Option<Line>> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let mut parts = line.split(';');
    let position = Position::from_fen(parts.next().unwrap_or_default().trim())?;
    let mut counts = Vec::new();
    for operation in parts {
        let mut words = operation.split_whitespace();
        let depth = words.next().and_then(|word| word.strip_prefix('D'));
        let Some(depth) = depth.and_then(|depth| depth.parse().ok()) else {
            continue;
        };
        let (Some(Ok(leaves)), None) = (words.next().map(str::parse), words.next()) else {
            bail!(
                "{:?} is not a depth and a number of leaves, such as `D1 20`",
                operation.trim()
            );
        };
        ensure!(
            depth <= Perft::MAX_DEPTH,
            "depth {depth} is more than {}",
            Perft::MAX_DEPTH
        );
        counts.push((depth, Some(leaves)));
    }
    if let Some(up_to) = up_to {
        counts.retain(|(depth, _)| *depth <= up_to);
        if counts.is_empty() {
            counts.push((up_to, None));
        }
    }
    ensure!(
        !counts.is_empty(),
        "no depth: add one to the line, as in `;D1 20`, or give --up-to"
    );
    Ok(Some(Line {
        number,
        position,
        counts,
    }))
}
