//! The result file of one run of the perft benchmark.

use super::file::{Origin, decode, ensure, line, lines, read};
use super::{Cpu, ResultError, Summary};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::path::Path;

/// The form of the file that this code reads and writes.
pub const FORMAT: &str = "setwise-perft/1";

/// The library's best kernel, position after position.
pub const ONE_BY_ONE: &str = "one-by-one";
/// The crate `cozy-chess`.
pub const COZY_CHESS: &str = "cozy-chess";
/// The crate `chess`.
pub const CHESS: &str = "chess";

/// Everything that one run measured, and where.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerftFile {
    /// [`FORMAT`].
    pub format: String,
    /// The machine.
    pub cpu: Cpu,
    /// The compiler, as `rustc --version` prints it.
    pub rustc: String,
    /// Build flags beyond the release profile (`RUSTFLAGS`); empty if there were none.
    pub flags: String,
    /// The day of the run, `2026-05-20`.
    pub date: String,
    /// The command that made this file.
    pub command: String,
    /// What was measured.
    pub run: PerftRun,
}

/// What the benchmark itself knows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerftRun {
    /// How many rounds there were: the length of every row's `seconds`.
    pub rounds: usize,
    /// Instruction sets that the compiler was allowed to use everywhere, among those that matter here.
    pub built_for: Vec<String>,
    /// The kernel that the library chooses on this machine.
    pub best: String,
    /// Perfts.
    pub trees: Vec<Tree>,
    /// Arrays of positions whose moves are counted.
    pub arrays: Vec<Array>,
    /// The measurements.
    pub rows: Vec<Row>,
}

/// A perft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tree {
    /// The name that rows refer to.
    pub name: String,
    /// The root.
    pub fen: String,
    /// How deep.
    pub depth: u32,
    /// The perft of this depth.
    pub leaves: u64,
    /// The perft of one less: the positions whose moves are counted.
    pub children: u64,
}

/// Positions in an array.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Array {
    /// The name that rows refer to.
    pub name: String,
    /// Where the positions come from, in a sentence.
    pub source: String,
    /// How many.
    pub positions: u64,
    /// Their legal moves, all together.
    pub moves: u64,
}

/// The times of one contender in one case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The name of a tree or an array.
    pub case: String,
    /// The name of a kernel, or [`ONE_BY_ONE`], [`COZY_CHESS`], [`CHESS`].
    pub contender: String,
    /// How many threads it had.
    pub threads: usize,
    /// Seconds for one pass of the whole tree or array, one element per round, in round order; `null` in rounds that
    /// the contender sat out.
    pub seconds: Vec<Option<f64>>,
}

impl Row {
    /// Seconds over the rounds; `None` if every round is missing.
    pub fn time(&self) -> Option<Summary> {
        Summary::of(self.seconds.iter().copied().flatten())
    }

    /// How many times faster than `other` this row is: the other's time divided by this one's, round by round. Rounds
    /// that either lacks do not count; `None` if no round is left.
    ///
    /// ```
    /// use setwise_benches::results::perft::Row;
    /// let row = |seconds: [Option<f64>; 2]| Row {
    ///     case: "startpos".into(),
    ///     contender: "wide".into(),
    ///     threads: 1,
    ///     seconds: seconds.to_vec(),
    /// };
    /// let (fast, slow) = (row([Some(1.0), Some(2.0)]), row([Some(3.0), None]));
    /// assert_eq!(fast.ratio_to(&slow).unwrap().median, 3.0);
    /// ```
    pub fn ratio_to(&self, other: &Self) -> Option<Summary> {
        let pairs = self.seconds.iter().zip(&other.seconds);
        Summary::of(pairs.filter_map(|(mine, theirs)| Some((*theirs)? / (*mine)?)))
    }
}

impl PerftFile {
    /// Reads and checks a file.
    ///
    /// # Errors
    /// The file cannot be read, or [`parse`](Self::parse) refuses it; the message begins with the file's name.
    pub fn read(path: &Path) -> Result<Self, ResultError> {
        read(path, Self::parse)
    }

    /// Reads and checks the text of a file.
    ///
    /// # Errors
    /// The text is not JSON, is a file of another kind or version, has unknown, missing or wrong fields (with line
    /// and column), or contradicts itself.
    pub fn parse(text: &str) -> Result<Self, ResultError> {
        let file: Self = decode(text, FORMAT)?;
        file.check()?;
        Ok(file)
    }

    /// Do the parts of the file fit each other?
    ///
    /// # Errors
    /// The first contradiction found.
    pub fn check(&self) -> Result<(), ResultError> {
        Origin {
            format: [&self.format, FORMAT],
            cpu: &self.cpu,
            rustc: &self.rustc,
            command: &self.command,
            date: &self.date,
        }
        .check()?;
        self.run.check()
    }

    /// The text of the file: one line per tree, array and row.
    ///
    /// # Errors
    /// [`check`](Self::check) refuses it.
    pub fn to_json(&self) -> Result<String, ResultError> {
        self.check()?;
        let Self { run, .. } = self;
        let mut text = String::from("{\n");
        for (name, value) in [
            ("format", line(&self.format)?),
            ("cpu", line(&self.cpu)?),
            ("rustc", line(&self.rustc)?),
            ("flags", line(&self.flags)?),
            ("date", line(&self.date)?),
            ("command", line(&self.command)?),
        ] {
            text += &format!("  \"{name}\": {value},\n");
        }
        text += "  \"run\": {\n";
        for (name, value) in [
            ("rounds", line(&run.rounds)?),
            ("built_for", line(&run.built_for)?),
            ("best", line(&run.best)?),
            ("trees", lines(&run.trees)?),
            ("arrays", lines(&run.arrays)?),
            ("rows", lines(&run.rows)?),
        ] {
            let end = if name == "rows" { "\n" } else { ",\n" };
            text += &format!("  \"{name}\": {value}{end}");
        }
        Ok(text + "  }\n}\n")
    }
}

impl PerftRun {
    fn check(&self) -> Result<(), ResultError> {
        ensure!(self.rounds > 0, "`rounds` is 0");
        ensure!(!self.best.trim().is_empty(), "`best` is empty");
        let mut cases = HashSet::new();
        for tree in &self.trees {
            let name = &tree.name;
            ensure!(!name.trim().is_empty(), "a tree has no name");
            ensure!(
                cases.insert(name),
                "there are two cases of the name `{name}`"
            );
            ensure!(
                tree.depth > 0 && tree.leaves > 0 && tree.children > 0,
                "tree `{name}`: depth {}, {} leaves and {} children are impossible",
                tree.depth,
                tree.leaves,
                tree.children
            );
        }
        for array in &self.arrays {
            let name = &array.name;
            ensure!(!name.trim().is_empty(), "an array has no name");
            ensure!(
                cases.insert(name),
                "there are two cases of the name `{name}`"
            );
            ensure!(array.positions > 0, "array `{name}` has no positions");
        }
        let mut seen = HashSet::new();
        for row in &self.rows {
            let Row {
                case,
                contender,
                threads,
                seconds,
            } = row;
            let name = format!("`{contender}` with {threads} threads on `{case}`");
            ensure!(
                cases.contains(case),
                "{name}: there is no tree or array of this name"
            );
            ensure!(
                !contender.trim().is_empty(),
                "{name}: the contender has no name"
            );
            ensure!(*threads > 0, "{name}: no thread");
            ensure!(
                seconds.len() == self.rounds,
                "{name}: {} rounds, but the file says {}",
                seconds.len(),
                self.rounds
            );
            ensure!(
                seconds.iter().any(Option::is_some),
                "{name}: no round was measured"
            );
            for &time in seconds.iter().flatten() {
                ensure!(
                    time > 0.0 && time.is_finite(),
                    "{name}: {time} seconds are impossible"
                );
            }
            ensure!(
                seen.insert((case, contender, threads)),
                "{name}: the row is there twice"
            );
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"{
  "format": "setwise-perft/1",
  "cpu": {"model":"Some CPU","arch":"x86_64","cores":2,"features":["avx2","bmi2"]},
  "rustc": "rustc 1.95.0",
  "flags": "",
  "date": "2026-05-20",
  "command": "setwise bench-perft",
  "run": {
  "rounds": 2,
  "built_for": [],
  "best": "avx2",
  "trees": [
    {"name":"startpos","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","depth":3,"leaves":8902,"children":400}
  ],
  "arrays": [
    {"name":"in cache","source":"made by hand","positions":2,"moves":40}
  ],
  "rows": [
    {"case":"startpos","contender":"avx2","threads":1,"seconds":[0.5,0.25]},
    {"case":"in cache","contender":"chess","threads":1,"seconds":[null,2.5]}
  ]
  }
}
"#;

    #[test]
    fn a_file_survives_reading_and_writing() {
        let file = PerftFile::parse(TEXT).unwrap();
        assert_eq!(file.to_json().unwrap(), TEXT);
        assert_eq!(file.run.rows[0].time().unwrap().median, 0.375);
    }

    #[test]
    fn wrong_files() {
        let cases = [
            ("", "", "missing field"),
            ("perft/1", "perft/2", "the format is `setwise-perft/2`"),
            ("\"format\"", "\"form\"", "there is no field `format`"),
            ("\"best\"", "\"worst\"", "unknown field `worst`"),
            ("2026-05-20", "20.5.2026", "`date` is `20.5.2026`"),
            ("Some CPU", " ", "`cpu.model` is empty"),
            ("\"rounds\": 2", "\"rounds\": 0", "`rounds` is 0"),
            (
                "\"rounds\": 2",
                "\"rounds\": 3",
                "2 rounds, but the file says 3",
            ),
            ("\"depth\":3", "\"depth\":0", "depth 0, 8902 leaves"),
            ("\"positions\":2", "\"positions\":0", "has no positions"),
            (
                "\"name\":\"in cache\"",
                "\"name\":\"startpos\"",
                "two cases",
            ),
            (
                "\"case\":\"in cache\"",
                "\"case\":\"x\"",
                "no tree or array",
            ),
            ("[null,2.5]", "[null,null]", "no round was measured"),
            ("[null,2.5]", "[-1,2.5]", "-1 seconds are impossible"),
            ("\"threads\":1", "\"threads\":0", "no thread"),
            (
                "\"case\":\"in cache\",\"contender\":\"chess\"",
                "\"case\":\"startpos\",\"contender\":\"avx2\"",
                "twice",
            ),
        ];
        for (from, to, reason) in cases {
            let text = if from.is_empty() {
                TEXT.replacen("\"best\": \"avx2\",", "", 1)
            } else {
                TEXT.replacen(from, to, 1)
            };
            let error = PerftFile::parse(&text).unwrap_err().to_string();
            assert!(error.contains(reason), "{error} / {reason}");
        }
        let missing = PerftFile::read(Path::new("no/such.json")).unwrap_err();
        assert!(missing.to_string().starts_with("no/such.json: "));
    }
}
