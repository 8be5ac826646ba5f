//! The settings of a run of the matrix.

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use setwise_results::{Entry, Mode};
use std::path::PathBuf;

/// The environment variable with the settings as JSON, because criterion reads the arguments of the
/// process. Fields may be missing; they have the values of a quick run then:
///
/// ```text
/// SETWISE_MATRIX='{"sizes":[64,1024]}' cargo bench -p setwise-benches
/// ```
pub const VARIABLE: &str = "SETWISE_MATRIX";

/// Boards per call.
pub(super) const SIZES: [usize; 13] = [
    1, 2, 4, 8, 16, 32, 64, 65, 128, 1024, 65_536, 1_048_576, 4_194_304,
];

/// The sizes at which every contender is measured. The other sizes show the library's thresholds
/// and the cost of a tail. Only kernels that the library might choose are measured there.
pub(super) const COMPARED: [usize; 6] = [1, 8, 64, 1024, 65_536, 4 << 20];

/// The settings of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// The part of the matrix.
    pub mode: Mode,
    /// Number of rounds.
    pub rounds: usize,
    /// Time for all rounds together, in seconds.
    pub budget: u64,
    /// A file of FEN or EPD lines in place of the games.
    pub positions: Option<PathBuf>,
    /// Entry points; all if empty.
    pub entries: Vec<Entry>,
    /// Parts of contenders' names; all contenders if empty.
    pub contenders: Vec<String>,
    /// Boards per call; all sizes if empty.
    pub sizes: Vec<usize>,
    /// The CPU to run on; any if missing.
    pub cpu: Option<usize>,
    /// The file for the measurements.
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
            output: std::env::temp_dir().join("setwise-matrix.json"),
        }
    }

    /// Returns the settings of this process.
    ///
    /// # Errors
    /// The variable is not the JSON of settings, or a setting makes no sense; the message begins
    /// with its name.
    pub(super) fn from_env() -> Result<Self> {
        let text = std::env::var(VARIABLE).unwrap_or_else(|_| "{}".into());
        Self::parse(&text).context(VARIABLE)
    }

    fn parse(text: &str) -> Result<Self> {
        let options: Self = serde_json::from_str(text)?;
        let unknown = options.sizes.iter().find(|size| !SIZES.contains(size));
        let is_possible = options.rounds > 0 && options.budget > 0;
        ensure!(is_possible, "no rounds, or no time");
        let problem = "no number of boards is";
        ensure!(
            unknown.is_none(),
            "{problem} {unknown:?}; there are {SIZES:?}"
        );
        Ok(options)
    }

    /// Returns whether a contender of this name is asked for.
    pub(super) fn wants(&self, contender: &str) -> bool {
        let mut parts = self.contenders.iter();
        self.contenders.is_empty() || parts.any(|part| contender.contains(part))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings() {
        let options = Options::parse(r#"{"contenders":["sliced","fenced/"]}"#).unwrap();
        assert!(options.wants("avx512/sliced") && options.wants("fenced/dumb7"));
        assert!(!options.wants("avx2/kogge-stone") && Options::default().wants("any/name"));
        let text = serde_json::to_string(&options).unwrap();
        assert_eq!(Options::parse(&text).unwrap(), options);
        assert!(COMPARED.iter().all(|size| SIZES.contains(size)));
        let error = |text| format!("{:#}", Options::parse(text).unwrap_err());
        assert!(error(r#"{"rounds":0}"#).contains("no rounds"));
        assert!(error(r#"{"sizes":[8,9]}"#).contains("no number of boards is Some(9)"));
        assert!(error(r#"{"size":[8]}"#).contains("unknown field `size`"));
    }
}
