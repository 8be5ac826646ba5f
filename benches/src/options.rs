//! What the matrix can be told, as environment variables: `cargo bench` leaves the arguments to criterion.
//!
//! | variable | meaning | default |
//! |---|---|---|
//! | `SETWISE_BENCH_MODE` | `quick` or `full` | `quick` |
//! | `SETWISE_BENCH_ROUNDS` | how often the matrix is passed | 3, full 7 |
//! | `SETWISE_BENCH_BUDGET` | seconds that all rounds may take together | 350, full 3600 |
//! | `SETWISE_BENCH_POSITIONS` | a file of FEN or EPD lines, to be used instead of the games; relative to `benches/` | |
//! | `SETWISE_BENCH_ENTRIES` | entry points, such as `batch_attacks,attacks` | all |
//! | `SETWISE_BENCH_CONTENDERS` | parts of names, such as `sliced,fenced/` | all |
//! | `SETWISE_BENCH_SIZES` | boards per call, such as `64,1024` | all |
//! | `SETWISE_BENCH_OUTPUT` | the folder for results, relative to `benches/` | `matrix` in the target folder |

use crate::results::{Entry, Mode};
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// Boards per call.
pub const SIZES: [usize; 13] = [
    1,
    2,
    4,
    8,
    16,
    32,
    64,
    65,
    128,
    1024,
    65_536,
    1 << 20,
    4 << 20,
];

/// The sizes that everybody is measured for. The others show where the library has to change from one kernel to the next,
/// and what a tail costs: they are measured for what it might choose.
pub const COMPARED: [usize; 6] = [1, 8, 64, 1024, 65_536, 4 << 20];

/// The settings of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// How much of the matrix.
    pub mode: Mode,
    /// How often it is passed.
    pub rounds: usize,
    /// How long all rounds may take together.
    pub budget: Duration,
    /// The user's positions.
    pub positions: Option<PathBuf>,
    /// The entries, all if empty.
    pub entries: Vec<Entry>,
    /// Parts of contenders' names, all if empty.
    pub contenders: Vec<String>,
    /// Boards per call, all if empty.
    pub sizes: Vec<usize>,
    /// The folder for results.
    pub output: Option<PathBuf>,
}

/// A setting that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionError(String);

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OptionError {}

const MODE: &str = "SETWISE_BENCH_MODE";
const ROUNDS: &str = "SETWISE_BENCH_ROUNDS";
const BUDGET: &str = "SETWISE_BENCH_BUDGET";
const POSITIONS: &str = "SETWISE_BENCH_POSITIONS";
const ENTRIES: &str = "SETWISE_BENCH_ENTRIES";
const CONTENDERS: &str = "SETWISE_BENCH_CONTENDERS";
const CALLS: &str = "SETWISE_BENCH_SIZES";
const OUTPUT: &str = "SETWISE_BENCH_OUTPUT";

impl Options {
    /// The defaults of a mode.
    pub const fn new(mode: Mode) -> Self {
        let (rounds, seconds) = match mode {
            Mode::Quick => (3, 350),
            Mode::Full => (7, 3600),
        };
        Self {
            mode,
            rounds,
            budget: Duration::from_secs(seconds),
            positions: None,
            entries: Vec::new(),
            contenders: Vec::new(),
            sizes: Vec::new(),
            output: None,
        }
    }

    /// The settings of this process.
    ///
    /// # Errors
    /// The first variable whose value is wrong, with the value and what it may be.
    pub fn from_env() -> Result<Self, OptionError> {
        Self::from_variables(|name| std::env::var_os(name))
    }

    fn from_variables(variable: impl Fn(&str) -> Option<OsString>) -> Result<Self, OptionError> {
        // An empty variable is as good as none.
        let raw = |name: &str| variable(name).filter(|value| !value.is_empty());
        let text = |name: &str| {
            raw(name).map(|value| {
                value.into_string().map_err(|value| {
                    OptionError(format!("{name}: {} is not text", value.display()))
                })
            })
        };
        let number = |name: &str| {
            text(name).map(|value| {
                let value = value?;
                let number = value
                    .trim()
                    .parse()
                    .ok()
                    .filter(|&number| number > 0 && number <= 1_000_000);
                number.ok_or_else(|| {
                    OptionError(format!("{name}: `{value}` is no number from 1 to 1000000"))
                })
            })
        };
        let list = |name: &str| -> Result<Vec<String>, OptionError> {
            let items = text(name).transpose()?.unwrap_or_default();
            Ok(items
                .split(',')
                .map(str::trim)
                .filter(|item| !item.is_empty())
                .map(String::from)
                .collect())
        };
        let mode = match text(MODE).transpose()? {
            Some(mode) => mode
                .trim()
                .parse()
                .map_err(|error| OptionError(format!("{MODE}: {error}")))?,
            None => Mode::Quick,
        };
        let defaults = Self::new(mode);
        let entry = |name: String| {
            name.parse()
                .map_err(|error| OptionError(format!("{ENTRIES}: {error}")))
        };
        let size = |text: String| {
            let size = text.parse().ok().filter(|size| SIZES.contains(size));
            size.ok_or_else(|| OptionError(format!("{CALLS}: `{text}` is none of {SIZES:?}")))
        };
        Ok(Self {
            mode,
            rounds: number(ROUNDS)
                .transpose()?
                .map_or(defaults.rounds, |rounds: u32| rounds as usize),
            budget: number(BUDGET)
                .transpose()?
                .map_or(defaults.budget, |seconds: u32| {
                    Duration::from_secs(seconds.into())
                }),
            positions: raw(POSITIONS).map(PathBuf::from),
            entries: list(ENTRIES)?
                .into_iter()
                .map(entry)
                .collect::<Result<_, _>>()?,
            contenders: list(CONTENDERS)?,
            sizes: list(CALLS)?
                .into_iter()
                .map(size)
                .collect::<Result<_, _>>()?,
            output: raw(OUTPUT).map(PathBuf::from),
        })
    }

    /// The variables that give another process these settings.
    pub fn to_env(&self) -> Vec<(&'static str, OsString)> {
        let join = |items: Vec<String>| OsString::from(items.join(","));
        let path = |path: &Option<PathBuf>| {
            path.clone()
                .map(PathBuf::into_os_string)
                .unwrap_or_default()
        };
        vec![
            (MODE, self.mode.name().into()),
            (ROUNDS, self.rounds.to_string().into()),
            (BUDGET, self.budget.as_secs().max(1).to_string().into()),
            (POSITIONS, path(&self.positions)),
            (
                ENTRIES,
                join(self.entries.iter().map(Entry::to_string).collect()),
            ),
            (CONTENDERS, join(self.contenders.clone())),
            (
                CALLS,
                join(self.sizes.iter().map(usize::to_string).collect()),
            ),
            (OUTPUT, path(&self.output)),
        ]
    }

    /// Is this contender wanted?
    pub fn wants(&self, contender: &str) -> bool {
        self.contenders.is_empty()
            || self
                .contenders
                .iter()
                .any(|part| contender.contains(part.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(variables: &[(&'static str, &str)]) -> Result<Options, OptionError> {
        Options::from_variables(|name| {
            variables
                .iter()
                .find(|(n, _)| *n == name)
                .map(|(_, value)| OsString::from(value))
        })
    }

    #[test]
    fn settings_survive_the_environment() {
        let options = Options {
            rounds: 2,
            budget: Duration::from_secs(17),
            positions: Some("/some/where.epd".into()),
            entries: vec![Entry::BatchAttacks, Entry::Attacks],
            contenders: vec!["sliced".into(), "fenced/".into()],
            sizes: vec![8, 1024],
            output: Some("out".into()),
            ..Options::new(Mode::Full)
        };
        for options in [options, Options::new(Mode::Quick), Options::new(Mode::Full)] {
            let env = options.to_env();
            let again = Options::from_variables(|name| {
                env.iter().find(|(n, _)| *n == name).map(|(_, v)| v.clone())
            });
            assert_eq!(again, Ok(options));
        }
        assert_eq!(parse(&[]), Ok(Options::new(Mode::Quick)));
        assert_eq!(parse(&[(MODE, "full")]), Ok(Options::new(Mode::Full)));
    }

    #[test]
    fn contenders_are_chosen_by_parts_of_their_names() {
        let options = parse(&[(CONTENDERS, " sliced, fenced/,")]).unwrap();
        for (name, wanted) in [
            ("avx512/sliced", true),
            ("fenced/dumb7", true),
            ("avx2/kogge-stone", false),
        ] {
            assert_eq!(options.wants(name), wanted, "{name}");
        }
        assert!(Options::new(Mode::Quick).wants("anybody"));
    }

    #[test]
    fn wrong_settings_are_named() {
        for (name, value, reason) in [
            (
                MODE,
                "slow",
                "SETWISE_BENCH_MODE: `slow` is no mode; there are quick, full",
            ),
            (
                ROUNDS,
                "0",
                "SETWISE_BENCH_ROUNDS: `0` is no number from 1 to 1000000",
            ),
            (
                ROUNDS,
                "many",
                "SETWISE_BENCH_ROUNDS: `many` is no number from 1 to 1000000",
            ),
            (
                BUDGET,
                "-3",
                "SETWISE_BENCH_BUDGET: `-3` is no number from 1 to 1000000",
            ),
            (
                ENTRIES,
                "batch_attacks,fill",
                "SETWISE_BENCH_ENTRIES: `fill` is no entry point; there are batch_attacks",
            ),
            (
                CALLS,
                "8,9",
                "SETWISE_BENCH_SIZES: `9` is none of [1, 2, 4, 8, 16, 32, 64, 65, 128, 1024, 65536, 1048576, 4194304]",
            ),
        ] {
            let error = parse(&[(name, value)]).unwrap_err().to_string();
            assert!(error.starts_with(reason), "{error}");
        }
    }
}
