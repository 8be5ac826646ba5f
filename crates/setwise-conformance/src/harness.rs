//! Runs trials and prints a line for each: what ran, what it covered, how long it took, and what could not run.
//!
//! It takes the arguments of Rust's own test harness: names to select by (parts of them, or whole ones with
//! `--exact`), `--skip NAME`, `--list`, `--test-threads N`.

use crate::failure::Failure;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Does the work; says what was covered.
pub type Action = Box<dyn Fn() -> Result<String, Failure> + Send + Sync>;

/// Something to be run under a name.
pub struct Trial {
    name: String,
    /// Or why it cannot be run.
    action: Result<Action, String>,
}

impl Trial {
    /// To be run.
    pub fn new(
        name: impl Into<String>,
        action: impl Fn() -> Result<String, Failure> + Send + Sync + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            action: Ok(Box::new(action)),
        }
    }

    /// Not to be run here, for a reason.
    pub fn skipped(name: impl Into<String>, reason: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            action: Err(reason.into()),
        }
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// Turns what is required, but skipped or unknown, into failures. `required` are names of trials separated by
/// commas; a name in front of a slash stands for all trials that begin with it (`avx2` for `avx2/sliced`).
pub fn require(trials: &mut Vec<Trial>, required: &str) {
    for name in required
        .split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty())
    {
        let mut known = false;
        for trial in trials.iter_mut() {
            let family = trial.name.split_once('/').map(|(family, _)| family);
            if trial.name == name || family == Some(name) {
                known = true;
                if let Err(reason) = &trial.action {
                    let what = format!("required, but {reason}");
                    trial.action = Ok(Box::new(move || Err(Failure::plain(what.clone()))));
                }
            }
        }
        if !known {
            let unknown = || Err(Failure::plain("required, but there is no such kernel"));
            trials.push(Trial::new(name, unknown));
        }
    }
}

/// What the command line asks for.
#[derive(Debug, Default, PartialEq, Eq)]
struct Options {
    names: Vec<String>,
    skip: Vec<String>,
    exact: bool,
    list: bool,
    only_ignored: bool,
    threads: Option<usize>,
}

impl Options {
    fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Self, String> {
        let mut options = Self::default();
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            let (flag, value) = match argument.split_once('=') {
                Some((flag, value)) if flag.starts_with("--") => (flag, Some(value.to_string())),
                _ => (argument.as_str(), None),
            };
            let mut value = || {
                let value = value.clone().or_else(|| arguments.next());
                value.ok_or_else(|| format!("{flag} needs a value"))
            };
            match flag {
                "--list" => options.list = true,
                "--exact" => options.exact = true,
                "--ignored" => options.only_ignored = true,
                "--skip" => options.skip.push(value()?),
                "--test-threads" => {
                    let threads = value()?;
                    let n: Result<usize, _> = threads.parse();
                    options.threads =
                        Some(n.map_err(|_| format!("`{threads}` is not a number of threads"))?);
                }
                // Of no consequence here: nothing is captured, ignored, benchmarked or coloured.
                "--nocapture" | "--no-capture" | "--show-output" | "--include-ignored"
                | "--test" | "--quiet" | "-q" => {}
                "--color" | "--format" | "-Z" => drop(value()?),
                _ if flag.starts_with('-') => return Err(format!("unknown option {flag}")),
                _ => options.names.push(argument),
            }
        }
        Ok(options)
    }

    fn selects(&self, name: &str) -> bool {
        let matches = |wanted: &String| {
            if self.exact {
                name == wanted
            } else {
                name.contains(wanted.as_str())
            }
        };
        let wanted = self.names.is_empty() || self.names.iter().any(matches);
        wanted && !self.skip.iter().any(matches) && !self.only_ignored
    }

    fn threads(&self) -> usize {
        let variable = || std::env::var("RUST_TEST_THREADS").ok()?.parse().ok();
        let here = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.or_else(variable).unwrap_or_else(here).max(1)
    }
}

#[derive(Debug, Default)]
struct Totals {
    passed: AtomicUsize,
    failed: AtomicUsize,
    skipped: AtomicUsize,
}

/// Runs what the command line selects. The last line reads `N passed, N failed, N skipped`; the exit code is that of
/// Rust's own harness.
pub fn main(trials: &[Trial]) -> ExitCode {
    match Options::parse(std::env::args().skip(1)) {
        Ok(options) => run(trials, &options, &Mutex::new(std::io::stdout())),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(trials: &[Trial], options: &Options, out: &Mutex<impl Write + Send>) -> ExitCode {
    let selected: Vec<_> = trials
        .iter()
        .filter(|trial| options.selects(&trial.name))
        .collect();
    if options.list {
        for trial in selected {
            say(out, &format!("{}: test", trial.name));
        }
        return ExitCode::SUCCESS;
    }
    let (next, totals) = (AtomicUsize::new(0), Totals::default());
    let work = || {
        while let Some(trial) = selected.get(next.fetch_add(1, Ordering::Relaxed)) {
            let line = one(trial, &totals);
            say(out, &line);
        }
    };
    match options.threads().min(selected.len()) {
        // A plain call, for hosts on which threads do not work.
        0 | 1 => work(),
        threads => std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(work);
            }
        }),
    }
    let [passed, failed, skipped] =
        [totals.passed, totals.failed, totals.skipped].map(AtomicUsize::into_inner);
    say(
        out,
        &format!("{passed} passed, {failed} failed, {skipped} skipped"),
    );
    if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(101)
    }
}

/// Runs a trial; returns the line to print.
fn one(trial: &Trial, totals: &Totals) -> String {
    let name = &trial.name;
    let (total, line) = match &trial.action {
        Err(reason) => (&totals.skipped, format!("skipped {name}: {reason}")),
        Ok(action) => {
            let start = Instant::now();
            let outcome = catch_unwind(AssertUnwindSafe(action)).unwrap_or_else(|panic| {
                Err(Failure::plain(format!("panicked: {}", message(&*panic))))
            });
            let seconds = start.elapsed().as_secs_f64();
            match outcome {
                Ok(covered) => (
                    &totals.passed,
                    format!("ok {name} ({covered}) {seconds:.1} s"),
                ),
                Err(failure) => (&totals.failed, format!("FAILED {name}: {failure}")),
            }
        }
    };
    total.fetch_add(1, Ordering::Relaxed);
    line.trim_end().to_string()
}

fn message(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref().copied())
        .unwrap_or("no message")
}

/// A line in one piece. Who closes the pipe does not want to read on: that is no failure.
fn say(out: &Mutex<impl Write>, line: &str) {
    let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Options, String> {
        Options::parse(line.split_whitespace().map(str::to_string))
    }

    #[test]
    fn options() {
        let all = parse("avx2 --skip sliced --exact --test-threads=3 --nocapture --format pretty")
            .unwrap();
        assert_eq!(all.names, ["avx2"]);
        assert_eq!(all.skip, ["sliced"]);
        assert_eq!((all.exact, all.list, all.threads), (true, false, Some(3)));
        assert_eq!(parse("--test-threads 2").unwrap().threads(), 2);
        assert!(parse("").unwrap().threads() >= 1);
        for wrong in ["--bench-all", "-x", "--skip", "--test-threads many"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn selection() {
        let selects = |line: &str, name: &str| parse(line).unwrap().selects(name);
        assert!(selects("", "avx2/sliced"));
        assert!(selects("sliced", "avx2/sliced"));
        assert!(!selects("sliced --exact", "avx2/sliced"));
        assert!(selects("avx2/sliced --exact", "avx2/sliced"));
        assert!(!selects("--skip avx2", "avx2/sliced"));
        assert!(!selects("--ignored", "avx2/sliced"));
    }

    /// What was printed, times left out, and whether the exit code says that all is well.
    fn printed(trials: &[Trial], line: &str) -> (String, bool) {
        let out = Mutex::new(Vec::new());
        let mut options = parse(line).unwrap();
        options.threads = Some(1);
        let code = run(trials, &options, &out);
        let text = String::from_utf8(out.into_inner().unwrap()).unwrap();
        let well = format!("{code:?}") == format!("{:?}", ExitCode::SUCCESS);
        assert_eq!(
            !well,
            format!("{code:?}") == format!("{:?}", ExitCode::from(101))
        );
        (text.replace(" 0.0 s", ""), well)
    }

    fn some() -> Vec<Trial> {
        vec![
            Trial::new("a/good", || Ok("all".into())),
            Trial::skipped("b/absent", "not here"),
        ]
    }

    fn expected(text: &str, well: bool) -> (String, bool) {
        (text.to_string(), well)
    }

    #[test]
    fn outcomes() {
        assert_eq!(
            printed(&[], ""),
            expected("0 passed, 0 failed, 0 skipped\n", true)
        );
        let fine = "ok a/good (all)\nskipped b/absent: not here\n1 passed, 0 failed, 1 skipped\n";
        assert_eq!(printed(&some(), ""), expected(fine, true));
        assert_eq!(
            printed(&some(), "--list"),
            expected("a/good: test\nb/absent: test\n", true)
        );
        let wrong = [Trial::new("x", || Err(Failure::plain("wrong")))];
        let text = "FAILED x: wrong\n0 passed, 1 failed, 0 skipped\n";
        assert_eq!(printed(&wrong, ""), expected(text, false));
        let panics = [Trial::new("x", || panic!("wrong"))];
        let text = "FAILED x: panicked: wrong\n0 passed, 1 failed, 0 skipped\n";
        assert_eq!(printed(&panics, ""), expected(text, false));
    }

    #[test]
    fn requirements() {
        for (required, passed, failed, skipped) in [
            ("", 1, 0, 1),
            ("a/good", 1, 0, 1),
            ("a, a/good,", 1, 0, 1),
            ("b/absent", 1, 1, 0),
            ("b", 1, 1, 0),
            ("a/good,c", 1, 1, 1),
        ] {
            let mut trials = some();
            require(&mut trials, required);
            let (text, well) = printed(&trials, "");
            let last = format!("{passed} passed, {failed} failed, {skipped} skipped");
            assert_eq!(text.lines().last(), Some(last.as_str()), "{required}");
            assert_eq!(well, failed == 0, "{required}");
        }
    }
}
