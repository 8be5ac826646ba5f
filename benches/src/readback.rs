//! From criterion's files back to cells.

use crate::results::{Cell, CorpusStats, MeasuredCell, Mode, Time};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

/// The file beside criterion's folders that says what the run was.
pub const RUN_FILE: &str = "setwise-run.json";

/// What the numbers alone do not say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// Quick or full.
    pub mode: Mode,
    /// How often the matrix was passed.
    pub rounds: usize,
    /// ns per cycle of the CPU, a number for each round that is over.
    pub cycle: Vec<f64>,
    /// The positions.
    pub corpora: Vec<CorpusStats>,
    /// The kernels that the host could not run.
    pub unsupported: Vec<String>,
}

/// Why a folder could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError(String);

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ReadError {}

/// The three parts of a criterion name for a round of a cell: group, function and parameter.
pub fn names(cell: &Cell, round: usize) -> [String; 3] {
    let Cell {
        entry,
        contender,
        n,
        corpus,
        sliders,
        measure,
    } = cell;
    [
        format!("{entry}~{sliders}~{measure}~{corpus}"),
        contender.clone(),
        format!("n{n}-r{round}"),
    ]
}

/// The cell and the round that have these names.
fn parse_names([group, function, parameter]: [&str; 3]) -> Option<(Cell, usize)> {
    let mut parts = group.splitn(4, '~');
    let mut part = || parts.next();
    let (entry, sliders, measure, corpus) = (part()?, part()?, part()?, part()?);
    let (n, round) = parameter.strip_prefix('n')?.split_once("-r")?;
    let cell = Cell {
        entry: entry.parse().ok()?,
        contender: function.into(),
        n: n.parse().ok()?,
        corpus: corpus.into(),
        sliders: sliders.parse().ok()?,
        measure: measure.parse().ok()?,
    };
    Some((cell, round.parse().ok()?))
}

/// Criterion's `benchmark.json`, as far as it is needed.
#[derive(Deserialize)]
struct Benchmark {
    group_id: String,
    function_id: Option<String>,
    value_str: Option<String>,
    throughput: Option<Throughput>,
}

#[derive(Deserialize)]
enum Throughput {
    Elements(u64),
}

/// Criterion's `estimates.json`, as far as it is needed: nanoseconds per pass of the loop.
#[derive(Deserialize)]
struct Estimates {
    median: Estimate,
}

#[derive(Deserialize)]
struct Estimate {
    confidence_interval: Interval,
    point_estimate: f64,
}

#[derive(Deserialize)]
struct Interval {
    lower_bound: f64,
    upper_bound: f64,
}

/// Reads a folder that the matrix wrote: what the run was, and all cells, sorted.
///
/// # Errors
/// A file is missing or has another form, a name is none of the matrix, or a round is there twice; the message begins
/// with the path.
pub fn read(folder: &Path) -> Result<(Run, Vec<MeasuredCell>), ReadError> {
    let run: Run = read_json(&folder.join(RUN_FILE))?;
    let mut cells = BTreeMap::new();
    for new in folders_of_results(folder)? {
        let path = new.join("benchmark.json");
        let fault = |what: &str| ReadError(format!("{}: {what}", path.display()));
        let benchmark: Benchmark = read_json(&path)?;
        let estimates: Estimates = read_json(&new.join("estimates.json"))?;
        let (Some(function), Some(parameter)) = (&benchmark.function_id, &benchmark.value_str)
        else {
            return Err(fault(
                "no measurement of the matrix: a part of the name is missing",
            ));
        };
        let (cell, round) = parse_names([&benchmark.group_id, function, parameter])
            .ok_or_else(|| fault("no measurement of the matrix: the name is foreign"))?;
        let Some(Throughput::Elements(boards @ 1..)) = benchmark.throughput else {
            return Err(fault("the number of boards is missing"));
        };
        let measured = cells
            .entry(cell.clone())
            .or_insert_with(|| MeasuredCell::new(cell, run.rounds));
        match measured.rounds.get_mut(round) {
            None => {
                return Err(fault(&format!(
                    "round {round}, but there were {}",
                    run.rounds
                )));
            }
            Some(Some(_)) => return Err(fault("the round is there twice")),
            Some(empty) => *empty = Some(time(&estimates.median, boards)),
        }
    }
    Ok((run, cells.into_values().collect()))
}

/// In ns per board, to five digits: more would be noise.
fn time(median: &Estimate, boards: u64) -> Time {
    let per_board = |ns: f64| {
        let ns = ns / boards as f64;
        format!("{ns:.4e}").parse().unwrap_or(ns)
    };
    let Interval {
        lower_bound,
        upper_bound,
    } = median.confidence_interval;
    Time {
        median: per_board(median.point_estimate),
        low: per_board(lower_bound.min(median.point_estimate)),
        high: per_board(upper_bound.max(median.point_estimate)),
    }
}

fn read_json<T: for<'a> Deserialize<'a>>(path: &Path) -> Result<T, ReadError> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| ReadError(format!("{}: {error}", path.display())))?;
    serde_json::from_str(&text).map_err(|error| ReadError(format!("{}: {error}", path.display())))
}

/// All folders `new` with a `benchmark.json`, three levels down.
fn folders_of_results(folder: &Path) -> Result<Vec<PathBuf>, ReadError> {
    let mut level = vec![folder.to_owned()];
    for _ in 0..3 {
        let mut next = Vec::new();
        for folder in level {
            let fault = |error: std::io::Error| ReadError(format!("{}: {error}", folder.display()));
            for entry in std::fs::read_dir(&folder).map_err(fault)? {
                let path = entry.map_err(fault)?.path();
                if path.is_dir() {
                    next.push(path);
                }
            }
        }
        level = next;
    }
    level.retain(|folder| folder.join("new/benchmark.json").is_file());
    Ok(level.into_iter().map(|folder| folder.join("new")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{Entry, Measure, Phases, Side, Spread};
    use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput};
    use std::time::Duration;

    fn cell(contender: &str, n: usize) -> Cell {
        Cell {
            entry: Entry::BatchAttacks,
            contender: contender.into(),
            n,
            corpus: "games".into(),
            sliders: Side::Both,
            measure: Measure::Throughput,
        }
    }

    fn run() -> Run {
        let spread = Spread {
            mean: 2.0,
            min: 1,
            max: 3,
        };
        let stats = CorpusStats {
            name: "games".into(),
            source: "a test".into(),
            positions: 1,
            men: spread,
            sliders_side: spread,
            sliders_both: spread,
            phases: Phases {
                endgame: 1,
                ..Phases::default()
            },
        };
        Run {
            cycle: vec![0.25, 0.2501],
            mode: Mode::Quick,
            rounds: 3,
            corpora: vec![stats],
            unsupported: vec!["avx9/sliced".into()],
        }
    }

    /// A folder of its own for each test; removed at the end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("setwise-{name}-{}", std::process::id()));
            std::fs::create_dir_all(&path).unwrap();
            std::fs::write(path.join(RUN_FILE), serde_json::to_string(&run()).unwrap()).unwrap();
            Self(path)
        }

        /// Has criterion measure a loop that is said to take 50 µs a pass and stands for `boards` boards.
        fn measure(&self, names: [&str; 3], boards: u64) {
            let mut criterion = Criterion::default()
                .output_directory(&self.0)
                .without_plots()
                .warm_up_time(Duration::from_millis(1))
                .measurement_time(Duration::from_millis(5))
                .sample_size(10)
                .nresamples(100);
            let mut group = criterion.benchmark_group(names[0]);
            group
                .sampling_mode(SamplingMode::Flat)
                .throughput(Throughput::Elements(boards));
            group.bench_function(BenchmarkId::new(names[1], names[2]), |b| {
                b.iter_custom(|passes| {
                    // Criterion warms up by its own clock.
                    std::thread::sleep(Duration::from_micros(200));
                    Duration::from_micros(50) * passes as u32
                })
            });
            group.finish();
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            std::fs::remove_dir_all(&self.0).unwrap();
        }
    }

    #[test]
    fn what_criterion_writes_is_read() {
        let folder = Folder::new("readback");
        let slashes = cell("avx512/sliced", 1024);
        let long = cell(
            &"a-name-that-criterion-cuts-because-it-is-longer-than-its-limit/x".repeat(2),
            8,
        );
        for (cell, round) in [(&slashes, 0), (&slashes, 2), (&long, 1)] {
            let names = names(cell, round);
            folder.measure(names.each_ref().map(String::as_str), 500);
        }
        let (found, cells) = read(&folder.0).unwrap();
        assert_eq!(found, run());
        let hundred = Some(Time {
            median: 100.0,
            low: 100.0,
            high: 100.0,
        });
        let mut expected = [
            MeasuredCell {
                rounds: vec![hundred, None, hundred],
                ..MeasuredCell::new(slashes, 0)
            },
            MeasuredCell {
                rounds: vec![None, hundred, None],
                ..MeasuredCell::new(long, 0)
            },
        ];
        expected.sort_by_key(MeasuredCell::cell);
        assert_eq!(cells, expected);
    }

    #[test]
    fn foreign_and_missing_files_are_named() {
        for (names, boards, fault) in [
            (["some-group", "f", "n8-r0"], 5, "the name is foreign"),
            (
                ["batch_attacks~side~throughput~games", "f", "n8"],
                5,
                "the name is foreign",
            ),
            (
                ["batch_attacks~side~speed~games", "f", "n8-r0"],
                5,
                "the name is foreign",
            ),
            (
                ["batch_attacks~side~throughput~games", "f", "n8-r3"],
                5,
                "round 3, but there were 3",
            ),
            (
                ["batch_attacks~side~throughput~games", "f", "n8-r0"],
                0,
                "the number of boards is missing",
            ),
        ] {
            let folder = Folder::new("foreign");
            folder.measure(names, boards);
            let error = read(&folder.0).unwrap_err().to_string();
            assert!(
                error.contains("benchmark.json: ") && error.ends_with(fault),
                "{error}"
            );
        }
        let folder = Folder::new("missing");
        folder.measure(["batch_attacks~side~throughput~games", "f", "n8-r0"], 5);
        let estimates = folders_of_results(&folder.0).unwrap()[0].join("estimates.json");
        std::fs::write(&estimates, "{}").unwrap();
        let error = read(&folder.0).unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("{}: missing field `median`", estimates.display())),
            "{error}"
        );
        std::fs::remove_file(folder.0.join(RUN_FILE)).unwrap();
        assert!(read(&folder.0).unwrap_err().to_string().contains(RUN_FILE));
    }

    #[test]
    fn five_digits_are_kept() {
        let confidence_interval = Interval {
            lower_bound: 700.0,
            upper_bound: 800.0,
        };
        let median = Estimate {
            confidence_interval,
            point_estimate: 726.543_21,
        };
        assert_eq!(
            time(&median, 1024),
            Time {
                median: 0.709_51,
                low: 0.683_59,
                high: 0.781_25
            }
        );
    }
}
