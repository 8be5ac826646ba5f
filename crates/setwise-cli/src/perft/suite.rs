//! `setwise perft --epd FILE`: the positions of a file, with the numbers of leaves that it expects.

use super::{count, total};
use crate::data::input::Input;
use crate::data::notices::{listed, noticed};
use anyhow::{Context, anyhow, bail, ensure};
use indicatif::ProgressBar;
use rayon::ThreadPool;
use serde::Serialize;
use serde_json::json;
use setwise_formats::{Damage, Error, Format, Notice, ReadOptions};
use setwise_moves::{Perft, Position};
use setwise_program::failure::message;
use std::{path::Path, time::Instant};

struct Line {
    /// The number of the line in the file, from 1.
    number: u64,
    position: Position,
    /// Depths, each with the number of leaves if it is known.
    counts: Vec<(u32, Option<u64>)>,
}

#[derive(Serialize)]
struct Counting {
    line: u64,
    fen: String,
    depth: u32,
    leaves: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<u64>,
}

impl Counting {
    fn is_wrong(&self) -> bool {
        self.expected.is_some_and(|leaves| leaves != self.leaves)
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

/// Counts the positions of a file, which is read and checked first. `prepare` makes each perft.
pub(super) fn run(
    file: &Path,
    up_to: Option<u32>,
    as_json: bool,
    pool: &ThreadPool,
    progress: &ProgressBar,
    prepare: impl Fn(Position, u32) -> Perft + Sync,
) -> anyhow::Result<(String, u8)> {
    let (name, lines) = read(file, up_to)?;
    ensure!(!lines.is_empty(), "{name}: no positions");

    let start = Instant::now();
    let mut done = Vec::new();
    let all = lines.iter().map(|line| line.counts.len()).sum::<usize>();
    'lines: for line in &lines {
        for &(depth, expected) in &line.counts {
            let perft = prepare(line.position, depth);
            let counted = pool.install(|| count::leaves(&perft, progress));
            if counted.done < counted.parts {
                break 'lines;
            }
            done.push(Counting {
                line: line.number,
                fen: line.position.to_fen(),
                depth,
                leaves: total(&counted.shares, depth)?.leaves,
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
    let leaves = done.iter().map(|counting| counting.leaves);
    let leaves = leaves.fold(0, u64::saturating_add);
    let speed = leaves as f64 / seconds.max(1e-9) / 1e6;
    let checked = done.iter().filter_map(|counting| counting.expected).count();
    printed += &format!(
        "{} of {all} counts, {leaves} leaves in {seconds:.3} s ({speed:.1} million per second); \
        {} of {checked} as in the file\n",
        done.len(),
        checked - wrong,
    );
    Ok((printed, code))
}

/// Reads a file of FENs or EPD, or the standard input for `-`. Returns its name as well.
fn read(file: &Path, up_to: Option<u32>) -> anyhow::Result<(String, Vec<Line>)> {
    let options = ReadOptions::default().keep_extras(true);
    let mut input = Input::open(file, None, Some(Format::Epd), options, None)?;
    let (name, reader) = (input.name.clone(), &mut input.reader);
    let (mut lines, mut records) = (Vec::new(), Vec::new());
    let failed = |error| match error {
        Error::Damage(Damage {
            line: Some(line),
            reason,
            ..
        }) => anyhow!("{name}, line {line}: {reason}"),
        error => anyhow!("{name}: {error}"),
    };
    while reader.read_batch(&mut records, 1).map_err(failed)? > 0 {
        let extras = reader.take_extras();
        for record in records.drain(..) {
            let number = reader.line().unwrap_or(0);
            let counts = counts(extras.operations(&record), up_to);
            lines.push(Line {
                number,
                position: record.position,
                counts: counts.with_context(|| format!("{name}, line {number}"))?,
            });
        }
    }
    let lenient = noticed(reader.totals(), Format::Epd, Notice::is_lenient);
    if !lenient.is_empty() {
        message(&format!("read leniently: {}", listed(&lenient)));
    }
    Ok((name, lines))
}

/// Reads the depths and numbers of leaves of a line: `D1 20; D2 400`.
fn counts<'a>(
    operations: impl Iterator<Item = (&'a str, &'a str)>,
    up_to: Option<u32>,
) -> anyhow::Result<Vec<(u32, Option<u64>)>> {
    let mut counts = Vec::new();
    for (name, value) in operations {
        let Some(Ok(depth)) = name.strip_prefix('D').map(str::parse) else {
            continue;
        };
        let Ok(leaves) = value.parse() else {
            let operation = format!("{name} {value}");
            bail!("{operation:?} is not a depth and a number of leaves, such as `D1 20`");
        };
        let most = Perft::MAX_DEPTH;
        ensure!(depth <= most, "depth {depth} is more than {most}");
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
    Ok(counts)
}
