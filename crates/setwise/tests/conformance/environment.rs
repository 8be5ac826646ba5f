//! `SETWISE_KERNEL` and `SETWISE_SELECTION` in the environment of a process. Each trial starts this
//! program again as a child, which prints its selection and checks its answers.

use crate::rows;
use setwise::selection::{
    FILE_VARIABLE, TunedSelection, UnusableSelection, VARIABLE, rules, select_file_from_env,
    select_from_env, selected,
};
use setwise::{EntryPoint, Kernel, KernelLayout, Level, Pack, Task, kernels, kernels_left_out};
use setwise_conformance::trials::{Trial, trial};
use setwise_conformance::{Failure, emulator, random};
use std::ffi::OsStr;
use std::path::Path;
use std::process::ExitCode;
use std::sync::OnceLock;

/// Set for children: to `IDLE`, or to anything else.
const CHILD: &str = "SETWISE_ENVIRONMENT_CHILD";
/// For a child that does nothing at all.
const IDLE: &str = "idle";

/// Returns whether this process is such a child.
pub(crate) fn is_child() -> bool {
    std::env::var_os(CHILD).is_some()
}

pub(crate) fn trials() -> Vec<Trial> {
    let named = |what: &str| format!("environment {what}");
    let mut trials = vec![
        trial(named("unset"), Some(|| free(None))),
        trial(named("empty"), Some(|| free(Some("")))),
        trial(
            named("unknown"),
            Some(|| {
                for value in [
                    "scalar/magic",
                    "avx1024",
                    "WIDE/ADAPTIVE",
                    " wide/adaptive",
                    "a b\nc",
                    "é",
                ] {
                    unusable(value)?;
                }
                Ok("values that name no kernel".to_string())
            }),
        ),
        trial(named("selection file"), Some(selection_file)),
    ];
    trials.extend(
        Level::of_build()
            .iter()
            .map(|&(name, _)| match Level::named(name) {
                Some(_) => trial(named(&format!("forced {name}")), Some(move || level(name))),
                None => trial(
                    named(&format!("unsupported {name}")),
                    Some(move || unusable(name)),
                ),
            }),
    );
    trials.extend(kernels_left_out().map(|(name, feature)| {
        trial(
            named(&format!("left out {name}")),
            Some(move || left_out(name, feature)),
        )
    }));
    trials.extend(kernels().iter().map(|kernel| {
        let name = kernel.name();
        if kernel.is_supported() {
            trial(named(&format!("forced {name}")), Some(move || forced(name)))
        } else {
            trial(
                named(&format!("unsupported {name}")),
                Some(move || unusable(name)),
            )
        }
    }));
    trials
}

/// The report of a child.
struct Report {
    stdout: String,
    stderr: String,
}

impl Report {
    /// The value that the child printed for a key.
    fn get(&self, key: &str) -> &str {
        let mut lines = self.stdout.lines().filter_map(|line| line.split_once(": "));
        lines.find(|line| line.0 == key).map_or("", |line| line.1)
    }

    fn expect(&self, key: &str, expected: &str) -> Result<(), Failure> {
        let found = self.get(key);
        if found == expected {
            return Ok(());
        }
        let what = format!("{key}: {found}, expected {expected}");
        Err(Failure::plain(format!(
            "{what}\nstdout:\n{}stderr:\n{}",
            self.stdout, self.stderr
        )))
    }
}

/// A child that was given a value of `SETWISE_KERNEL`.
fn run(value: Option<&OsStr>) -> Result<Report, Failure> {
    match value {
        None => run_with(&[]),
        Some(value) => run_with(&[(VARIABLE, value)]),
    }
}

/// A child that was given values of variables.
fn run_with(variables: &[(&str, &OsStr)]) -> Result<Report, Failure> {
    let mut report = start("busy", variables)?;
    report.expect("answers", "right")?;
    // Lines that the emulator prints are left out.
    let emulator = start(IDLE, &[])?.stderr;
    let own = |line: &&str| !emulator.lines().any(|other| other == *line);
    report.stderr = report
        .stderr
        .lines()
        .filter(own)
        .map(|line| format!("{line}\n"))
        .collect();
    Ok(report)
}

/// This program as a child, under the same emulator, if there is one.
fn start(work: &str, variables: &[(&str, &OsStr)]) -> Result<Report, Failure> {
    let failed =
        |error: std::io::Error| Failure::plain(format!("the child did not start: {error}"));
    let program = std::env::current_exe().map_err(failed)?;
    let mut command = emulator::command(&program);
    command.env(CHILD, work);
    command.env_remove(VARIABLE).env_remove(FILE_VARIABLE);
    command.envs(variables.iter().copied());
    let output = command.output().map_err(failed)?;
    if !output.status.success() {
        return Err(Failure::plain(format!(
            "the child ended with {}",
            output.status
        )));
    }
    Ok(Report {
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    })
}

/// Without a request nothing is forced, and nothing is printed on stderr.
fn free(value: Option<&str>) -> Result<String, Failure> {
    let report = run(value.map(OsStr::new))?;
    report.expect("forced", "no")?;
    report.expect("file", "false")?;
    silent(&report)?;
    Ok("chooses for itself".to_string())
}

fn silent(report: &Report) -> Result<(), Failure> {
    if report.stderr.is_empty() {
        Ok(())
    } else {
        Err(Failure::plain(format!(
            "said on stderr:\n{}",
            report.stderr
        )))
    }
}

/// Returns the selection of a child without a request.
fn unforced() -> Result<&'static Report, Failure> {
    static UNFORCED: OnceLock<Report> = OnceLock::new();
    if let Some(report) = UNFORCED.get() {
        return Ok(report);
    }
    let report = run(None)?;
    Ok(UNFORCED.get_or_init(|| report))
}

/// The kernel has all calls that it is meant for. Other calls use the kernels of the rules.
fn forced(name: &str) -> Result<String, Failure> {
    let report = run(Some(OsStr::new(name)))?;
    let free = unforced()?;
    report.expect("forced", name)?;
    silent(&report)?;
    let Some(kernel) = Kernel::named(name) else {
        return Err(Failure::plain("no such kernel"));
    };
    report.expect("piece-wise", words(kernel.level_name()))?;
    let mut covered = Vec::new();
    for &entry in EntryPoint::ALL {
        for boards in SIZES {
            let key = format!("{entry} of {boards}");
            if kernel.serves(entry) {
                report.expect(&key, name)?;
            } else {
                report.expect(&key, free.get(&key))?;
            }
        }
        if kernel.serves(entry) {
            covered.push(entry.name());
        }
    }
    // Tasks have no packs of single words.
    if !["scalar", "bmi"].contains(&kernel.level_name()) {
        let register = match kernel.layout() {
            KernelLayout::Natural => kernel.boards_per_pack(),
            KernelLayout::Sliced => kernel.boards_per_pack() / 8,
            _ => return Ok(covered.join(", ")),
        };
        let sliced = kernel.layout() == KernelLayout::Sliced;
        let width = if sliced { 8 * register } else { register };
        report.expect("dispatch", &format!("{width} {width}"))?;
        covered.push("dispatch");
    }
    Ok(covered.join(", "))
}

/// The instructions that a level has for scalar code, which piece-wise systems are.
fn words(level: &str) -> &'static str {
    match level {
        "bmi" => "bmi",
        "x86-64-v2" => "popcnt",
        _ if level.starts_with("avx") => "bmi2",
        _ => "scalar",
    }
}

/// The rules of the level select every kernel, as on a host whose best level it is.
fn level(name: &'static str) -> Result<String, Failure> {
    let report = run(Some(OsStr::new(name)))?;
    report.expect("forced", "no")?;
    report.expect("level", name)?;
    report.expect("piece-wise", words(name))?;
    silent(&report)?;
    let free = unforced()?;
    for &entry in EntryPoint::ALL {
        for boards in SIZES {
            let key = format!("{entry} of {boards}");
            let usable = rules(name).filter(|rule| rule.entry == entry && rule.from <= boards);
            let usable = usable.filter(|rule| Kernel::named(rule.kernel).is_some());
            // The rules of the best level may be those of a family of CPUs.
            let expected = match free.get("level") == name {
                true => free.get(&key),
                false => usable.last().map_or("", |rule| rule.kernel),
            };
            report.expect(&key, expected)?;
        }
    }
    Ok("by its rules".to_string())
}

/// The error names the value, all supported levels, and the kernels of the level of the value. The
/// rules select every kernel.
fn unusable(value: &str) -> Result<String, Failure> {
    let report = run(Some(OsStr::new(value)))?;
    report.expect("forced", "unusable")?;
    let free = unforced()?;
    for &entry in EntryPoint::ALL {
        for boards in SIZES {
            let key = format!("{entry} of {boards}");
            report.expect(&key, free.get(&key))?;
        }
    }
    silent(&report)?;
    let line = report.get("error");
    let words: Vec<_> = line.split_whitespace().collect();
    let of = value.split_once('/').map(|(level, _)| level);
    let is_listed = |row: &Kernel| row.is_supported() && Some(row.level_name()) == of;
    let mut rows = kernels().iter();
    let is_right = rows.all(|row| is_listed(row) == words.contains(&row.name()))
        && Level::all().all(|level| words.contains(&level.name()));
    if !line.contains(&format!("{value:?}")) || !is_right {
        let what = "an error with the value, levels and kernels of its level was expected";
        return Err(Failure::plain(format!("{what}, not\n{line}")));
    }
    Ok("an error".to_string())
}

/// The error names the feature, even for a file with such a kernel.
fn left_out(name: &str, feature: &str) -> Result<String, Failure> {
    let report = run(Some(OsStr::new(name)))?;
    report.expect("forced", "unusable")?;
    let expected =
        format!("{name:?} is not in this build: it needs the feature `{feature}` of setwise");
    if !report.get("error").contains(&expected) {
        let what = format!("{expected:?} was expected, not\n{}", report.get("error"));
        return Err(Failure::plain(what));
    }
    let entry = EntryPoint::BatchAttacks;
    match TunedSelection::new([(entry, 1, name)]) {
        Err(UnusableSelection::LeftOut(row, of))
            if row == format!("{entry} 1 {name}") && of == feature =>
        {
            Ok(feature.to_string())
        }
        other => Err(Failure::plain(format!("a file with it: {other:?}"))),
    }
}

/// The kernels of a file run the calls. Without a file, or if it comes too late, they are
/// selected in another way.
fn selection_file() -> Result<String, Failure> {
    let failed = |error: &dyn std::error::Error| Failure::plain(error.to_string());
    let words = EntryPoint::ALL
        .iter()
        .map(|&entry| (entry, 1, "scalar/kogge-stone"));
    let many = [(EntryPoint::BatchAttacks, 50, "wide/adaptive")];
    let tuned = TunedSelection::new(words.chain(many)).map_err(|error| failed(&error))?;
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("measured-selection");
    std::fs::write(&path, tuned.to_string()).map_err(|error| failed(&error))?;

    let report = run_with(&[(FILE_VARIABLE, path.as_os_str())])?;
    report.expect("file", "true")?;
    report.expect("forced", "no")?;
    for &entry in EntryPoint::ALL {
        for boards in SIZES {
            let is_many = entry == EntryPoint::BatchAttacks && boards > 1;
            let name = ["scalar/kogge-stone", "wide/adaptive"][usize::from(is_many)];
            report.expect(&format!("{entry} of {boards}"), name)?;
        }
    }
    silent(&report)?;

    let report = run_with(&[(FILE_VARIABLE, OsStr::new(""))])?;
    report.expect("file", "false")?;
    let values = [
        (VARIABLE, OsStr::new("wide/sliced")),
        (FILE_VARIABLE, path.as_os_str()),
    ];
    let report = run_with(&values)?;
    report.expect("file", "the kernels are already selected")?;
    report.expect("forced", "wide/sliced")?;

    let missing = path.with_extension("missing");
    let report = run_with(&[(FILE_VARIABLE, missing.as_os_str())])?;
    let found = report.get("file");
    if !found.starts_with(&format!("{}: ", missing.display())) {
        let what = format!("the error of a missing file was expected, not {found}");
        return Err(Failure::plain(what));
    }
    let free = unforced()?;
    for &entry in EntryPoint::ALL {
        let key = format!("{entry} of 100");
        report.expect(&key, free.get(&key))?;
    }
    Ok("read, empty, too late, missing".to_string())
}

/// The numbers of boards for which a child prints its selection.
const SIZES: [usize; 3] = [1, 100, 1 << 24];

/// Uses everything, and prints what was selected.
pub(crate) fn child() -> ExitCode {
    if std::env::var_os(CHILD).is_some_and(|work| work == IDLE) {
        return ExitCode::SUCCESS;
    }
    let asked_for = select_from_env();
    let from_file = select_file_from_env();
    if let Err(failure) = random::few_boards(&rows::selected(EntryPoint::ALL), 200) {
        println!("answers: wrong\n{failure}");
        return ExitCode::FAILURE;
    }
    println!("answers: right");
    let selection = selected();
    println!("level: {}", selection.level);
    println!("piece-wise: {}", setwise::piecewise::best().level_name());
    match (asked_for, selection.forced) {
        (Ok(_), None) => println!("forced: no"),
        (Ok(_), Some(kernel)) => println!("forced: {}", kernel.name()),
        (Err(error), None) => println!("forced: unusable\nerror: {error}"),
        (Err(_), Some(_)) => println!("forced: in spite of an error"),
    }
    match from_file {
        Ok(is_set) => println!("file: {is_set}"),
        Err(error) => println!("file: {error}"),
    }
    for &entry in EntryPoint::ALL {
        for boards in SIZES {
            let kernel = selection
                .kernel_for(entry, boards)
                .map_or("nothing", Kernel::name);
            println!("{entry} of {boards}: {kernel}");
        }
    }
    println!(
        "dispatch: {} {}",
        setwise::dispatch(Width(1)),
        setwise::dispatch(Width(1000))
    );
    ExitCode::SUCCESS
}

/// The number of boards in a pack.
struct Width(usize);

impl Task for Width {
    type Output = usize;

    fn boards(&self) -> usize {
        self.0
    }

    fn run<P: Pack>(&mut self, _: P::Token) -> usize {
        <P as Pack>::BOARDS
    }
}
