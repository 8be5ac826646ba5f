//! The figures of README.md. They stand between comments: `<!-- report: NAME -->` and
//! `<!-- end -->`. [`render`] has the names.

use super::matrix::{ATTACKS, Call, FENCED, Machine, Series};
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
use setwise_results::{Entry, Matrix, Measure, MeasuredCell, Mode, Role, Row, Side, Timed};
use std::path::{Path, PathBuf};
use std::{convert::identity, fs};

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
        "one by one" => one_by_one(machines),
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

/// A row of the table, and the cell of a machine that it shows.
type HeartRow = (
    &'static str,
    for<'a> fn(&Series<'a>) -> Option<&'a MeasuredCell>,
);

/// Returns the table of the times of [`ATTACKS`] by the library and its opponents, in two runs that
/// have AVX2 and hashes of their code: the one with the smallest noise floor, and of the others the
/// first with intrinsics by hand, or else the next. A quick run is named in its heading.
pub(super) fn heart(machines: &[Machine]) -> Option<String> {
    let is_full = |machine: &Machine| machine.file.mode == Mode::Full;
    let fits = |machine: &&Machine| {
        let mut features = machine.file.origin.cpu.features.iter();
        Matrix::evidence(machine) != "unverified" && features.any(|of| of == "avx2")
    };
    let has_hand = |machine: &&Machine| machine.series(ATTACKS).by_hand(true).is_some();
    let fitting = machines.iter().filter(fits).collect_vec();
    let by_hand = fitting.iter().position(has_hand).unwrap_or(1).max(1);
    let columns = [0, by_hand].map(|at| fitting.get(at).copied());
    let columns = columns.into_iter().flatten().collect_vec();
    let rows: [HeartRow; 6] = [
        ("setwise", |of| of.library()),
        ("intrinsics by hand, boards in ranks", |of| of.by_hand(true)),
        ("intrinsics by hand, a board per lane", |of| {
            of.by_hand(false)
        }),
        (
            "Kogge-Stone as a loop, vectorized by rustc for the CPU",
            |of| of.fastest(Role::Loop),
        ),
        ("PEXT or magic tables, slider by slider", |of| {
            of.one_by_one()
        }),
        ("scalar Kogge-Stone", |of| of.cell(FENCED, Side::Side)),
    ];
    let is_measured =
        |row: &HeartRow| (columns.iter()).any(|of| row.1(&of.series(ATTACKS)).is_some());
    let rows = rows.into_iter().filter(is_measured).collect_vec();
    let title =
        "attacks of one side's sliders, 1,024 positions per call, one core; ns per position";
    let mut table = Table::of(&rows).text(title, |row| row.0.to_string());
    for machine in &columns {
        let time = |row: &HeartRow| {
            let cell = row.1(&machine.series(ATTACKS))?;
            let time = machine.digits(ns)(cell.median());
            let kernel = machine.selected(ATTACKS.0, ATTACKS.2);
            let mark = match cell.role {
                Role::Library => machine.mark(kernel?, ATTACKS.0.point.name()),
                _ => machine.mark(&cell.contender, OPPONENT),
            };
            Some(time + mark)
        };
        let quick = [", a quick run", ""][usize::from(is_full(machine))];
        let (heading, day) = (machine.column(), machine.file.origin.day());
        let title = format!("{heading}, {day}{quick}");
        table = table.number(title, identity, time);
    }
    let mut table = table.markdown();
    if table.contains('†') {
        table += "\n†: this code now compiles to different code.\n";
    }
    (!columns.is_empty()).then_some(table)
}

/// Returns the times of perft 7 from the initial position with one thread on each CPU: of the best
/// kernel of a build for any CPU, and of it and cozy-chess in a build for the CPU.
fn perft7(all: &[Shown<PerftRun>]) -> Option<String> {
    let mut trees = all.iter().flat_map(|run| &run.file.trees);
    let tree = trees.find(|tree| tree.depth == 7)?;
    let row = |run: &Shown<PerftRun>, contender: &str| run.row(&tree.name, contender, 1).cloned();
    let ours = |run: &Shown<PerftRun>| row(run, run.file.level());
    let of = |cpu: &str, is_native: bool| {
        let mut runs = all.iter().filter(|run| run.cpu == cpu);
        runs.find(|run| run.file.origin.flags.is_empty() != is_native)
    };
    let cpus = all.iter().map(|run| &*run.cpu).unique().collect_vec();
    let seconds = |run: &Shown<PerftRun>, row: &Row| Some(run.digits(ns)(row.median()));
    let leaves = grouped(tree.leaves as usize);
    let title = format!("perft 7 from the initial position, {leaves} leaves, one core; s");
    let named = |cpu: &&str| {
        let run = of(cpu, false).or(of(cpu, true));
        run.map_or_else(String::new, Shown::column)
    };
    let table = Table::of(&cpus)
        .text(title, named)
        .number("setwise, default build", identity, |cpu| {
            let run = of(cpu, false)?;
            seconds(run, &ours(run)?)
        })
        .number("setwise, built for the CPU", identity, |cpu| {
            let run = of(cpu, true)?;
            seconds(run, &ours(run)?)
        })
        .number("cozy-chess, built for the CPU", identity, |cpu| {
            let run = of(cpu, true)?;
            let pext = run.file.built_for.iter().any(|of| of == COZY_PEXT);
            let by = ["", ", by PEXT"][usize::from(pext)];
            Some(seconds(run, &row(run, COZY_CHESS)?)? + by)
        })
        .number("times as fast in that run", identity, |cpu| {
            let run = of(cpu, true)?;
            let lead = ours(run)?.ratio_to(&row(run, COZY_CHESS)?)?;
            Some(run.digits(ratio)(lead))
        });
    Some(table.markdown())
}

/// The call that a search makes: the next one needs its result.
const DEPENDENT: Call = (Entry::plain(EntryPoint::Attacks), Measure::Latency, 1);

/// Returns how many times as fast as dependent calls the fastest code for one slider at a time is.
fn one_by_one(machines: &[Machine]) -> Option<String> {
    range(machines.iter().filter_map(|machine| {
        let series = machine.series(DEPENDENT);
        let best = series.one_by_one()?;
        let lead = 1.0 / series.lead(&best.contender, Side::Side)?;
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
