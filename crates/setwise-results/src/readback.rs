//! From criterion's files back to cells.

use crate::{Cell, CorpusStats, MeasuredCell, Mode, ResultError, Role, Time};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// The file beside criterion's folders that says what the run was.
pub const RUN_FILE: &str = "setwise-run.json";

/// The facts of a run that are not in the files of criterion.
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
    /// What each contender is, by its name.
    pub roles: BTreeMap<String, Role>,
    /// The kernels that the host could not run.
    pub unsupported: Vec<String>,
}

/// Returns the three parts of a criterion name for a round of a cell: group, function and parameter.
pub fn names(cell: &Cell, round: usize) -> [String; 3] {
    let (entry, sliders, measure, corpus) = (cell.entry, cell.sliders, cell.measure, &cell.corpus);
    [
        format!("{entry}~{sliders}~{measure}~{corpus}"),
        cell.contender.clone(),
        format!("n{}-r{round}", cell.n),
    ]
}

/// Criterion's `benchmark.json`, as far as it is needed.
#[derive(Deserialize)]
struct Benchmark {
    group_id: String,
    function_id: String,
    value_str: String,
    throughput: Option<Throughput>,
}

#[derive(Deserialize)]
enum Throughput {
    Elements(u64),
}

impl Benchmark {
    /// The cell and the round of these [`names`].
    fn cell(&self) -> Option<(Cell, usize)> {
        let mut parts = self.group_id.splitn(4, '~');
        let mut part = || parts.next();
        let (n, round) = self.value_str.strip_prefix('n')?.split_once("-r")?;
        let cell = Cell {
            entry: part()?.parse().ok()?,
            sliders: part()?.parse().ok()?,
            measure: part()?.parse().ok()?,
            corpus: part()?.into(),
            contender: self.function_id.clone(),
            n: n.parse().ok()?,
        };
        Some((cell, round.parse().ok()?))
    }
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

/// Reads a folder that the matrix wrote: the run, and all cells, sorted.
///
/// # Errors
/// A file is missing or has another form, a name is not one of the matrix, or a round is there twice; the message
/// begins with the path.
pub fn read(folder: &Path) -> Result<(Run, Vec<MeasuredCell>), ResultError> {
    let run: Run = read_json(&folder.join(RUN_FILE))?;
    let mut cells = BTreeMap::new();
    for new in folders_of_results(folder)? {
        let path = new.join("benchmark.json");
        let fault = |what: &str| ResultError(format!("{}: {what}", path.display()));
        let benchmark: Benchmark = read_json(&path)?;
        let estimates: Estimates = read_json(&new.join("estimates.json"))?;
        let role = run.roles.get(&benchmark.function_id);
        let found = benchmark.cell().zip(role);
        let ((cell, round), &role) =
            found.ok_or_else(|| fault("no measurement of the matrix: the name is foreign"))?;
        let Some(Throughput::Elements(boards @ 1..)) = benchmark.throughput else {
            return Err(fault("the number of boards is missing"));
        };
        let empty = MeasuredCell::new(cell.clone(), role, run.rounds);
        let measured = cells.entry(cell).or_insert(empty);
        match measured.rounds.get_mut(round) {
            Some(time @ None) => *time = Some(estimates.median.per_board(boards)),
            Some(_) => return Err(fault("the round is there twice")),
            None => {
                let rounds = run.rounds;
                return Err(fault(&format!("round {round}, but there were {rounds}")));
            }
        }
    }
    Ok((run, cells.into_values().collect()))
}

impl Estimate {
    /// Returns the time in ns per board.
    fn per_board(&self, boards: u64) -> Time {
        let median = self.point_estimate;
        let per_board = |ns: f64| five_digits(ns / boards as f64);
        Time {
            median: per_board(median),
            low: per_board(self.confidence_interval.lower_bound.min(median)),
            high: per_board(self.confidence_interval.upper_bound.max(median)),
        }
    }
}

/// Rounds to five digits. The others would be noise.
pub fn five_digits(value: f64) -> f64 {
    format!("{value:.4e}").parse().unwrap_or(value)
}

fn read_json<T: for<'a> Deserialize<'a>>(path: &Path) -> Result<T, ResultError> {
    crate::file::read(path, |text| Ok(serde_json::from_str(text)?))
}

/// All folders `new` with a `benchmark.json`, three levels down.
fn folders_of_results(folder: &Path) -> Result<Vec<PathBuf>, ResultError> {
    let level = WalkDir::new(folder).min_depth(4).max_depth(4).into_iter();
    let found: Result<Vec<_>, _> = level.collect();
    let found = found.map_err(|error| ResultError(error.to_string()))?;
    let folders = found.into_iter().map(walkdir::DirEntry::into_path);
    let is_result = |path: &PathBuf| path.ends_with("new") && path.join("benchmark.json").is_file();
    Ok(folders.filter(is_result).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Entry, Measure, Phases, Side, Spread};
    use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput};
    use std::time::Duration;

    /// A name that criterion cuts.
    const LONG: &str = "a-name-that-criterion-cuts-because-it-is-longer-than-its-limit/x\
        a-name-that-criterion-cuts-because-it-is-longer-than-its-limit/x";

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
            roles: ["avx512/sliced", LONG, "f"]
                .map(|name| (name.into(), Role::Kernel))
                .into(),
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
        let long = cell(LONG, 8);
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
                ..MeasuredCell::new(slashes, Role::Kernel, 0)
            },
            MeasuredCell {
                rounds: vec![None, hundred, None],
                ..MeasuredCell::new(long, Role::Kernel, 0)
            },
        ];
        expected.sort_by_key(|measured| measured.cell.clone());
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
                ["batch_attacks~side~throughput~games", "unknown", "n8-r0"],
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
            median.per_board(1024),
            Time {
                median: 0.709_51,
                low: 0.683_59,
                high: 0.781_25
            }
        );
    }
}
