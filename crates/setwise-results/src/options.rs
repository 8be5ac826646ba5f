//! The settings of a run of the matrix.
//!
//! `cargo bench` leaves the arguments of the process to criterion. The settings are therefore JSON
//! in one environment variable:
//!
//! ```text
//! SETWISE_BENCH='{"sizes":[64,1024]}' cargo bench -p setwise-benches --bench matrix
//! ```

use crate::file::{ensure, line};
use crate::{Entry, Mode};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;

/// The environment variable.
pub const VARIABLE: &str = "SETWISE_BENCH";

/// The environment variable that makes a benchmark end when its standard input does.
/// `setwise bench` holds the other end of that pipe, so that no benchmark outlives it.
pub const ENDS_WITH_INPUT: &str = "SETWISE_BENCH_ENDS_WITH_INPUT";

/// Boards per call.
pub const SIZES: [usize; 13] = [
    1, 2, 4, 8, 16, 32, 64, 65, 128, 1024, 65_536, 1_048_576, 4_194_304,
];

/// The sizes at which every contender is measured. The other sizes show the library's thresholds
/// and the cost of a tail. Only kernels that the library might choose are measured there.
pub const COMPARED: [usize; 6] = [1, 8, 64, 1024, 65_536, 4 << 20];

/// The settings of a run. In JSON, fields may be missing; they have the values of a quick run then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// The part of the matrix.
    pub mode: Mode,
    /// Number of rounds.
    pub rounds: usize,
    /// Time for all rounds together, in seconds.
    pub budget: u64,
    /// A file of FEN or EPD lines in place of the games; relative to `benches/`.
    pub positions: Option<PathBuf>,
    /// Entry points; all if empty.
    pub entries: Vec<Entry>,
    /// Parts of contenders' names; all contenders if empty.
    pub contenders: Vec<String>,
    /// Boards per call; all of [`SIZES`] if empty.
    pub sizes: Vec<usize>,
    /// The CPU to run on; any if missing.
    pub cpu: Option<usize>,
    /// The file for the measurements, relative to `benches/`.
    pub output: PathBuf,
}

impl Default for Options {
    fn default() -> Self {
        Self::new(Mode::Quick)
    }
}

impl Options {
    /// Returns the defaults of a mode.
    pub fn new(mode: Mode) -> Self {
        let (rounds, budget) = match mode {
            Mode::Quick => (2, 180),
            Mode::Full => (7, 3600),
        };
        Self {
            mode,
            rounds,
            budget,
            positions: None,
            entries: Vec::new(),
            contenders: Vec::new(),
            sizes: Vec::new(),
            cpu: None,
            output: "../target/matrix.json".into(),
        }
    }

    /// Returns the settings of this process.
    ///
    /// # Errors
    /// The variable is not the JSON of settings, or a setting makes no sense; the message begins
    /// with its name.
    pub fn from_env() -> Result<Self> {
        match std::env::var_os(VARIABLE) {
            Some(text) if !text.is_empty() => Self::parse(&text.to_string_lossy()),
            _ => Ok(Self::default()),
        }
    }

    fn parse(text: &str) -> Result<Self> {
        let options: Self = serde_json::from_str(text).context(VARIABLE)?;
        let unknown = options.sizes.iter().find(|size| !SIZES.contains(size));
        ensure! {
            options.rounds > 0 => "{VARIABLE}: `rounds` is 0";
            options.budget > 0 => "{VARIABLE}: `budget` is 0";
            unknown.is_none() => "{VARIABLE}: no number of boards is {unknown:?}; there are {SIZES:?}";
        }
        Ok(options)
    }

    /// Returns the variable that gives another process these settings.
    ///
    /// # Errors
    /// A path is not Unicode.
    pub fn to_env(&self) -> Result<(&'static str, String)> {
        Ok((VARIABLE, line(self)?))
    }

    /// Returns the time for one round.
    pub fn budget_of_a_round(&self) -> Duration {
        Duration::from_secs(self.budget) / self.rounds as u32
    }

    /// Returns whether a contender of this name is asked for.
    pub fn wants(&self, contender: &str) -> bool {
        let mut parts = self.contenders.iter();
        self.contenders.is_empty() || parts.any(|part| contender.contains(part))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_the_environment() {
        let options = Options {
            rounds: 2,
            budget: 17,
            positions: Some("/some/where.epd".into()),
            entries: vec![Entry::BatchAttacks, Entry::Attacks],
            contenders: vec!["sliced".into(), "fenced/".into()],
            sizes: vec![8, 1024],
            cpu: Some(3),
            output: "out.json".into(),
            ..Options::new(Mode::Full)
        };
        for options in [options, Options::new(Mode::Quick), Options::new(Mode::Full)] {
            let (name, text) = options.to_env().unwrap();
            assert_eq!((name, Options::parse(&text).unwrap()), (VARIABLE, options));
        }
        assert_eq!(Options::parse("{}").unwrap(), Options::new(Mode::Quick));
    }

    /// In processes of their own, because a variable belongs to all threads.
    #[test]
    fn settings_of_the_process() {
        const EXPECTED: &str = "SETWISE_TEST_BUDGET";
        if let Ok(expected) = std::env::var(EXPECTED) {
            let budget = Options::from_env().map_or(0, |options| options.budget);
            assert_eq!(budget.to_string(), expected);
            return;
        }
        for (variable, expected) in [
            (None, "180"),
            (Some(""), "180"),
            (Some(r#"{"budget":17}"#), "17"),
            (Some("x"), "0"),
        ] {
            let mut child = std::process::Command::new(std::env::current_exe().unwrap());
            child.args(["--exact", "options::tests::settings_of_the_process"]);
            child.env_remove(VARIABLE).env(EXPECTED, expected);
            child.envs(variable.map(|text| (VARIABLE, text)));
            let output = child.output().unwrap();
            assert!(output.status.success(), "{variable:?}: {output:?}");
            assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"));
        }
    }

    #[test]
    fn sizes_and_times() {
        assert!(COMPARED.iter().all(|size| SIZES.contains(size)));
        let options = Options {
            budget: 12,
            rounds: 3,
            ..Options::default()
        };
        assert_eq!(options.budget_of_a_round(), Duration::from_secs(4));
    }

    #[test]
    fn contenders_are_chosen_by_parts_of_their_names() {
        let options = Options::parse(r#"{"contenders":["sliced","fenced/"]}"#).unwrap();
        for (name, wanted) in [
            ("avx512/sliced", true),
            ("fenced/dumb7", true),
            ("avx2/kogge-stone", false),
        ] {
            assert_eq!(options.wants(name), wanted, "{name}");
        }
        assert!(Options::new(Mode::Quick).wants("any/name"));
    }

    #[test]
    fn wrong_settings_are_named() {
        for (text, reason) in [
            ("full", "expected"),
            (
                r#"{"mode":"slow"}"#,
                "unknown variant `slow`, expected `quick` or `full`",
            ),
            (r#"{"rounds":0}"#, "`rounds` is 0"),
            (r#"{"rounds":"many"}"#, "invalid type: string \"many\""),
            (r#"{"budget":0}"#, "`budget` is 0"),
            (r#"{"budget":-3}"#, "invalid value: integer `-3`"),
            (
                r#"{"entries":["fill"]}"#,
                "`fill` is no entry point; there are batch_attacks, sliced_attacks",
            ),
            (
                r#"{"sizes":[8,9]}"#,
                "no number of boards is Some(9); there are [1, 2, 4, 8",
            ),
            (r#"{"size":[8]}"#, "unknown field `size`"),
        ] {
            let error = format!("{:#}", Options::parse(text).unwrap_err());
            assert!(
                error.starts_with("SETWISE_BENCH: ") && error.contains(reason),
                "{error}"
            );
        }
    }
}
