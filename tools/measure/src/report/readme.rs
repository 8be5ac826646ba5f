//! The figures of README.md. They stand between comments: `<!-- report: NAME -->` and
//! `<!-- end -->`. [`render`] has the names.

use super::chart::{Bar, Chart};
use super::figures;
use super::files::Files;
use super::matrix::{ATTACKS, Call, FENCED, MANY, Machine, PEXT};
use super::shown::Shown;
use crate::number::ratio;
use anyhow::{Context, Result, ensure};
use itertools::Itertools;
use regex::{Captures, Regex};
use setwise::EntryPoint;
use setwise_results::aside::Aside;
use setwise_results::perft::{COZY_CHESS, PerftRun};
use setwise_results::program::failure::at;
use setwise_results::program::number::{boards, grouped, ns};
use setwise_results::{Entry, Measure, Role, Side, Summary, Timed};
use std::fs;
use std::path::{Path, PathBuf};

const PATH: &str = "../README.md";

const BEGIN: &str = "<!-- report: ";

/// Adds the README with its figures, if there is one that has them.
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
    if !text.contains(BEGIN) {
        return Ok(());
    }
    let picture = |chart: Chart| chart.markdown().replace("](", "](docs/");
    let figure = |name: &str| match name {
        "perft 7" => perft7(runs),
        "picture" => chart(runs).map(picture),
        "pext" => pext(machines),
        "attacks" => attacks(machines),
        name => match name.strip_prefix("weight ") {
            Some(program) => figures::weight(out, program),
            None => figures::aside(asides, name),
        },
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

/// The time of perft 7 from the initial position, one thread.
struct Count {
    cpu: String,
    /// Seconds of the best kernel of a build for any CPU.
    setwise: f64,
    /// Seconds of cozy-chess, built for the CPU, where that was measured.
    other: Option<f64>,
    leaves: u64,
}

/// Returns the count of each CPU, the fastest first.
fn counts(all: &[Shown<PerftRun>]) -> Vec<Count> {
    let time = |run: &Shown<PerftRun>, contender: &str| {
        let tree = run.file.trees.iter().find(|tree| tree.depth == 7)?;
        let seconds = run.row(&tree.name, contender, 1)?.median();
        Some((seconds, tree.leaves))
    };
    let is_default = |run: &&Shown<PerftRun>| run.file.origin.flags.is_empty();
    let (default, native): (Vec<_>, Vec<_>) = all.iter().partition(is_default);
    let counts = default.into_iter().filter_map(|run| {
        let (setwise, leaves) = time(run, &run.file.best)?;
        let model = |run: &Shown<PerftRun>| run.file.origin.cpu.model.clone();
        let build = native.iter().find(|build| model(build) == model(run));
        Some(Count {
            cpu: run.heading(),
            setwise,
            other: build.and_then(|build| Some(time(build, COZY_CHESS)?.0)),
            leaves,
        })
    });
    let counts = counts.sorted_by(|a, b| a.setwise.total_cmp(&b.setwise));
    counts.collect()
}

fn perft7(all: &[Shown<PerftRun>]) -> Option<String> {
    let counts = counts(all);
    let leaves = grouped(counts.first()?.leaves as usize);
    let time = |count: &Count| format!("{} s on {}", ns(count.setwise), count.cpu);
    let others = range(counts.iter().filter_map(|count| count.other), ns)?;
    let is_older = |run: &Shown<PerftRun>| run.older && run.file.origin.flags.is_empty();
    let older = " *Older*: the code has changed since ([all runs](docs/perft.md)).";
    let remark = ["", older][usize::from(all.iter().any(is_older))];
    Some(format!(
        "**Perft 7 from the initial position, {leaves} leaves, takes one core {}.** On the same CPUs cozy-chess takes {others} s, \
        built for the CPU.{remark}",
        counts.iter().map(time).join(", ")
    ))
}

/// Draws five bars: perft 7 on the CPUs, and cozy-chess where it is fastest.
pub(super) fn chart(all: &[Shown<PerftRun>]) -> Option<Chart> {
    let counts = counts(all);
    let seconds = |value: f64| format!("{} s", ns(value));
    let bar = |who: &str, role, kind, count: &Count, time| {
        let label = format!("{who}, {}", count.cpu);
        Bar::new(&label, (role, Some(kind)), time, seconds, None)
    };
    let ours = counts.iter().take(4);
    let ours = ours.map(|count| bar("setwise", Role::Library, "setwise", count, count.setwise));
    let others = counts.iter();
    let others = others.filter_map(|count| Some((count.other?, count)));
    let (time, count) = others.min_by(|a, b| a.0.total_cmp(&b.0))?;
    let other = bar("cozy-chess", Role::Pieces, "other libraries", count, time);
    let panel = ("seconds".to_string(), ours.chain([other]).collect());
    let title = "Perft 7 from the initial position, one core";
    Chart::of_bars("perft-7", title, "Shorter is better", [panel])
}

/// The call that a search makes: the next one needs its result.
const DEPENDENT: Call = (Entry::plain(EntryPoint::Attacks), Measure::Latency, 1);

/// Returns how many times as fast PEXT is as dependent calls.
fn pext(machines: &[Machine]) -> Option<String> {
    let lead = |machine: &Machine| Some(1.0 / machine.series(DEPENDENT).lead(PEXT, Side::Side)?);
    range(machines.iter().filter_map(lead), ratio)
}

/// Returns the sentence about sliders of many positions, on the CPU where they are fastest among
/// those whose run is not older, if there are any.
fn attacks(machines: &[Machine]) -> Option<String> {
    let sentence = |machine: &Machine| {
        let series = machine.series(ATTACKS);
        let (time, digits) = (series.library()?.median(), machine.digits(ratio));
        let lead = |name| Some(digits(series.lead(name, Side::Side)?));
        let sentence = format!(
            "Sliders of one side (`batch_attacks`), {} positions per call, one core of {}: {} ns per position, {} times as fast as PEXT lookups, {} times as \
            fast as the vectorized loop, {} times as fast as scalar Kogge-Stone.",
            boards(MANY),
            machine.heading(),
            machine.digits(ns)(time),
            lead(PEXT)?,
            digits(series.lead_over(series.fastest(Role::Loop))?.0),
            lead(FENCED)?
        );
        Some((machine.older, time, sentence))
    };
    let all = machines.iter().filter_map(sentence);
    let fastest = all.min_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    Some(fastest?.2)
}

/// Returns the least and the greatest number, or the only one.
fn range(numbers: impl Iterator<Item = f64>, format: fn(f64) -> String) -> Option<String> {
    let found = Summary::of(numbers)?;
    let [least, most] = [found.min, found.max].map(format);
    Some(match least == most {
        true => least,
        false => format!("{least} to {most}"),
    })
}
