//! The figures of README.md. They stand between comments: `<!-- report: NAME -->` and
//! `<!-- end -->`. [`render`] has the names.

use super::matrix::{ATTACKS, Call, FENCED, LIBRARY, Machine, PEXT};
use super::shown::{Benchmark, Shown};
use super::{figures, files::Files};
use crate::number::ratio;
use anyhow::{Context, Result, ensure};
use itertools::Itertools;
use regex::{Captures, Regex};
use setwise::EntryPoint;
use setwise_program::failure::at;
use setwise_program::number::{grouped, ns};
use setwise_program::table::Table;
use setwise_results::aside::Aside;
use setwise_results::code::OPPONENT;
use setwise_results::perft::{COZY_CHESS, COZY_PEXT, PerftRun};
use setwise_results::{Entry, Matrix, Measure, Mode, Role, Side, Timed};
use std::path::{Path, PathBuf};
use std::{cmp::Reverse, convert::identity, fs};

const PATH: &str = "../README.md";

const BEGIN: &str = "<!-- report: ";

/// Adds README.md with its figures if the output folder is `docs` and the README beside it has
/// places for them. A README beside another output folder is left alone.
pub(crate) fn render(
    out: &Path,
    machines: &[Machine],
    runs: &[Shown<PerftRun>],
    asides: &[Aside],
    files: &mut Files,
) -> Result<()> {
    // The output folder itself need not exist yet.
    let path = out.with_file_name("README.md");
    let text = fs::read_to_string(&path).unwrap_or_default();
    if !out.ends_with("docs") || !text.contains(BEGIN) {
        return Ok(());
    }
    let figure = |name: &str| match name {
        "heart" => heart(machines),
        "perft 7" => perft7(runs),
        "pext" => pext(machines),
        name => figures::aside(asides, name),
    };
    let spliced = splice(&text, figure).with_context(at(&path))?;
    figures::check(&spliced).with_context(at(&path))?;
    files.insert(PathBuf::from(PATH), spliced);
    Ok(())
}

/// Replaces what stands between the comments: in a line, or as a paragraph.
fn splice(text: &str, figure: impl Fn(&str) -> Option<String>) -> Result<String> {
    let place = Regex::new(r"(?s)(<!-- report: ([^>]*?) -->)(\n*).*?(\n*)<!-- end -->")?;
    let figures = place.captures_iter(text).map(|place| {
        figure(&place[2]).with_context(|| format!("there is no figure `{}`", &place[2]))
    });
    let mut figures = figures.collect::<Result<Vec<_>>>()?.into_iter();
    let is_whole = figures.len() == text.matches(BEGIN).count();
    ensure!(is_whole, "a figure does not end with `<!-- end -->`");
    let spliced = place.replace_all(text, |place: &Captures<'_>| {
        let found = figures.next().unwrap_or_default();
        let (begin, before, after) = (&place[1], &place[3], &place[4]);
        format!("{begin}{before}{}{after}<!-- end -->", found.trim_end())
    });
    Ok(spliced.into_owned())
}

/// Returns the table of the times of [`ATTACKS`] by the library and its opponents: the latest run
/// on a CPU with AVX-512 and on another with AVX2, of those that have hashes of their code. A full
/// run is better than a quick one, which is said in its heading.
pub(super) fn heart(machines: &[Machine]) -> Option<String> {
    let is_full = |machine: &Machine| machine.file.mode == Mode::Full;
    let latest = |is_wide: bool| {
        let fits = |machine: &&Machine| {
            let has = |name: &str| machine.file.origin.cpu.features.iter().any(|of| of == name);
            let is_verified = Matrix::evidence(machine) != "unverified";
            is_verified && has("avx2") && has("avx512f") == is_wide
        };
        let fitting = machines.iter().filter(fits);
        fitting.max_by_key(|machine| (is_full(machine), &machine.file.origin.time))
    };
    let columns = [true, false].into_iter().filter_map(latest).collect_vec();
    let rows = [
        ("setwise", LIBRARY),
        ("Kogge-Stone as a loop, vectorized by rustc for the CPU", ""),
        ("PEXT tables, slider by slider", PEXT),
        ("scalar Kogge-Stone", FENCED),
    ];
    let title =
        "attacks of one side's sliders, 1,024 positions per call, one core; ns per position";
    let mut table = Table::of(&rows).text(title, |row| row.0.to_string());
    for machine in &columns {
        let series = machine.series(ATTACKS);
        let time = |row: &(&str, &str)| {
            let cell = match row.1 {
                "" => series.fastest(Role::Loop),
                name => series.cell(name, Side::Side),
            };
            let time = machine.digits(ns)(cell?.median());
            let kernel = machine.selected(ATTACKS.0, ATTACKS.2);
            let mark = match cell? {
                cell if cell.role == Role::Library => machine.mark(kernel?, ATTACKS.0.point.name()),
                cell => machine.mark(&cell.contender, OPPONENT),
            };
            Some(time + mark)
        };
        let quick = [", a quick run", ""][usize::from(is_full(machine))];
        let (heading, day) = (machine.heading(), machine.file.origin.day());
        let title = format!("{heading}, {day}{quick}");
        table = table.number(title, identity, time);
    }
    let mut table = table.markdown();
    if table.contains('†') {
        table += "\n†: this code now compiles to different code.\n";
    }
    (!columns.is_empty()).then_some(table)
}

/// Returns the time of perft 7 from the initial position with one thread, of the best kernel of
/// builds for any CPU and of cozy-chess in builds for the CPU, the latest run first.
fn perft7(all: &[Shown<PerftRun>]) -> Option<String> {
    let count = |run: &Shown<PerftRun>, contender: &str| {
        let tree = run.file.trees.iter().find(|tree| tree.depth == 7)?;
        let seconds = run.row(&tree.name, contender, 1)?.median();
        let leaves = grouped(tree.leaves as usize);
        Some((seconds, run.digits(ns)(seconds), leaves))
    };
    let is_default = |run: &&Shown<PerftRun>| run.file.origin.flags.is_empty();
    let time = |run: &&Shown<PerftRun>| Reverse(run.file.origin.time.clone());
    let latest = all.iter().sorted_by_cached_key(time);
    let (default, native): (Vec<_>, Vec<_>) = latest.partition(is_default);
    let ours = default.into_iter().filter_map(|run| {
        let (_, seconds, leaves) = count(run, run.file.level())?;
        Some((format!("{seconds} s on {}", run.heading()), leaves))
    });
    let (ours, leaves): (Vec<_>, Vec<_>) = ours.unzip();
    let (last, earlier) = ours.split_first()?;
    let earlier = match earlier {
        [] => String::new(),
        earlier => format!(" In earlier runs: {}.", earlier.join(", ")),
    };
    let theirs = native.iter().filter_map(|run| count(run, COZY_CHESS));
    let theirs = range(theirs.map(|(number, text, _)| (number, text)))?;
    let has_pext = |run: &&&Shown<PerftRun>| run.file.built_for.iter().any(|of| of == COZY_PEXT);
    let pext = native.iter().filter(has_pext);
    let pext = match pext.map(|run| run.file.origin.cpu.short()).join(", ") {
        none if none.is_empty() => none,
        cpus => format!(" (by PEXT on {cpus})"),
    };
    Some(format!(
        "**Perft 7 from the initial position, {} leaves, takes {last}**, on one core, in a default build, without a hash table or hash keys.{earlier} \
        cozy-chess, built for the CPU{pext} and with hash keys, takes {theirs} s ([all runs](docs/perft.md)).",
        leaves[0]
    ))
}

/// The call that a search makes: the next one needs its result.
const DEPENDENT: Call = (Entry::plain(EntryPoint::Attacks), Measure::Latency, 1);

/// Returns how many times as fast PEXT is as dependent calls.
fn pext(machines: &[Machine]) -> Option<String> {
    range(machines.iter().filter_map(|machine| {
        let lead = 1.0 / machine.series(DEPENDENT).lead(PEXT, Side::Side)?;
        Some((lead, machine.digits(ratio)(lead)))
    }))
}

/// Returns the texts of the least and the greatest number, or the only one.
fn range(numbers: impl Iterator<Item = (f64, String)>) -> Option<String> {
    let sorted = numbers.sorted_by(|a, b| a.0.total_cmp(&b.0)).collect_vec();
    let (first, last) = (&sorted.first()?.1, &sorted.last()?.1);
    Some(match first == last {
        true => first.clone(),
        false => format!("{first} to {last}"),
    })
}
