//! What README.md says first: perft 7 on each CPU, its picture, attack maps, where PEXT stays
//! faster, and what programs gain.

use super::chart::{Bar, Chart, Panel};
use super::matrix::{Call, MANY, Machine, PEXT};
use super::performance;
use super::shown::Shown;
use itertools::Itertools;
use setwise::EntryPoint;
use setwise_program::number::{boards, grouped, ns, ratio};
use setwise_program::table::Table;
use setwise_results::aside::Aside;
use setwise_results::perft::{COZY_CHESS, PerftRun};
use setwise_results::{Entry, Measure, Role, Side, Summary, Timed};

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
    let count = |run: &Shown<PerftRun>| {
        let (setwise, leaves) = time(run, &run.file.best)?;
        let model = &run.file.origin.cpu.model;
        let mut builds = all
            .iter()
            .filter(|build| !build.file.origin.flags.is_empty());
        let build = builds.find(|build| build.file.origin.cpu.model == *model);
        let other = build.and_then(|build| Some(time(build, COZY_CHESS)?.0));
        let cpu = run.heading();
        Some(Count {
            cpu,
            setwise,
            other,
            leaves,
        })
    };
    let default = all.iter().filter(|run| run.file.origin.flags.is_empty());
    let counts = default.filter_map(count);
    counts
        .sorted_by(|a, b| a.setwise.total_cmp(&b.setwise))
        .collect()
}

/// Returns the sentence about perft 7.
pub(super) fn perft7(all: &[Shown<PerftRun>]) -> Option<String> {
    let counts = counts(all);
    let leaves = grouped(usize::try_from(counts.first()?.leaves).ok()?);
    let times = counts
        .iter()
        .map(|count| format!("{} s on {}", ns(count.setwise), count.cpu));
    let others = Summary::of(counts.iter().filter_map(|count| count.other))?;
    let others = range([others.min, others.max].map(ns));
    let is_older = |run: &Shown<PerftRun>| run.older && run.file.origin.flags.is_empty();
    let remark = match all.iter().any(is_older) {
        true => " *Older*: the code has changed since ([all runs](docs/perft.md)).",
        false => "",
    };
    Some(format!(
        "**Perft 7 from the initial position, {leaves} leaves, takes one core {}.** On the same CPUs cozy-chess takes {others} s, \
        built for the CPU.{remark}\n",
        times.collect_vec().join(", ")
    ))
}

/// Draws five bars: perft 7 on the CPUs, and cozy-chess where it is fastest.
pub(super) fn chart(all: &[Shown<PerftRun>]) -> Option<Chart> {
    let counts = counts(all);
    let seconds = |value: f64| format!("{} s", ns(value));
    let ours = counts.iter().take(4).map(|count| {
        let label = format!("setwise, {}", count.cpu);
        let kind = (Role::Library, Some("setwise"));
        Bar::new(&label, kind, count.setwise, seconds, None)
    });
    let others = counts
        .iter()
        .filter_map(|count| Some((count.other?, &count.cpu)));
    let (time, cpu) = others.min_by(|a, b| a.0.total_cmp(&b.0))?;
    let label = format!("cozy-chess, {cpu}");
    let kind = (Role::Pieces, Some("other libraries"));
    let other = Bar::new(&label, kind, time, seconds, None);
    let panel = Panel {
        title: "seconds".to_string(),
        bars: ours.chain([other]).collect(),
    };
    let title = "Perft 7 from the initial position, one core";
    Chart::of_bars("perft-7", title, "Shorter is better", [panel])
}

/// The call that a search makes: the next one needs its result.
const DEPENDENT: Call = (Entry::plain(EntryPoint::Attacks), Measure::Latency, 1);

/// Returns the sentence about PEXT.
pub(super) fn pext(machines: &[Machine]) -> Option<String> {
    let lead = |machine: &Machine| Some(1.0 / machine.series(DEPENDENT).lead(PEXT, Side::Side)?);
    let leads = Summary::of(machines.iter().filter_map(lead))?;
    let leads = range([leads.min, leads.max].map(ratio));
    Some(format!(
        "In dependent calls of one position, as a search makes them, PEXT lookups are {leads} times as fast as `attacks`. \
        Keep your tables there.\n"
    ))
}

/// Returns the sentence about attack maps of many positions, on the CPU where they are fastest.
pub(super) fn attacks(machines: &[Machine]) -> Option<String> {
    let all = machines.iter();
    let all = all.filter_map(|machine| Some((machine, performance::attack_maps(machine)?)));
    let (machine, (_, sentence)) = all.min_by(|a, b| a.1.0.total_cmp(&b.1.0))?;
    let (cpu, many) = (machine.heading(), boards(MANY));
    Some(format!(
        "Attack maps of {many} positions per call, one core of {cpu}: {sentence}.\n"
    ))
}

/// Returns a range, or the only number.
fn range([least, most]: [String; 2]) -> String {
    match least == most {
        true => least,
        false => format!("{least} to {most}"),
    }
}

/// What a reader does, and the figure of it: program, revision of setwise, name.
type Job = (&'static str, &'static str, [&'static str; 3]);

const JOBS: [Job; 10] = [
    (
        "engine",
        "alpha-beta search, the same tree, one position at a time",
        ["cozy-chess", "8f9c5d8", "searcher-native-avx512"],
    ),
    (
        "engine",
        "the same",
        ["shakmaty", "8f9c5d8", "searcher-native-avx512"],
    ),
    (
        "engine",
        "threat inputs after a move, whole engine",
        ["Hobbes", "8cc938b", "bench"],
    ),
    (
        "trainer",
        "threat inputs of Stockfish's network",
        ["nnue-pytorch", "03286c7", "threats"],
    ),
    (
        "trainer",
        "padded rows of 768 inputs",
        ["bullet", "96f21aa", "chess-768"],
    ),
    (
        "data",
        "filter of bulletformat by 20 legal moves or more",
        ["cozy-chess", "4e25afb", "bullet-twenty-moves"],
    ),
    (
        "data",
        "SQL: checks in a Parquet file of FENs",
        ["python-chess", "e6aca9a", "is-check"],
    ),
    (
        "data",
        "viriformat, quiet positions",
        ["viriformat", "7d99fd4", "filter-quiet"],
    ),
    (
        "data",
        "Python: FENs from a list",
        ["rust-chess", "485ee41", "read-fens"],
    ),
    (
        "research",
        "perft 6 from the initial position",
        ["ellxor/perft", "642a8bf", "startpos-6"],
    ),
];

/// Returns what programs gain: the figures measured aside.
pub(super) fn gains(asides: &[Aside]) -> String {
    let found = JOBS
        .iter()
        .filter_map(|(reader, job, [program, revision, id])| {
            let is_of = |aside: &&Aside| {
                aside.program == *program && aside.revision.as_deref() == Some(revision)
            };
            let mut figures = asides.iter().filter(is_of).flat_map(|aside| {
                let cpu = aside.cpu.as_deref().unwrap_or_default();
                aside.figures.iter().map(move |figure| (figure, cpu))
            });
            let (figure, cpu) = figures.find(|(figure, _)| figure.id == *id)?;
            let noted = figure.ratio.map(|value| value.to_string());
            let times = noted.or_else(|| figure.quotient().map(ratio))?;
            let cpu = cpu.split(" (").next().unwrap_or_default();
            Some(
                [*reader, job, program, cpu]
                    .map(str::to_string)
                    .into_iter()
                    .chain([times])
                    .collect_vec(),
            )
        });
    let rows = found.collect_vec();
    let mut table = Table::of(&rows);
    for (at, title) in ["for", "job", "against", "CPU"].into_iter().enumerate() {
        table = table.text(title, move |row| row[at].clone());
    }
    table
        .number(
            "times as fast",
            |times: String| times,
            |row| Some(row[4].clone()),
        )
        .markdown()
}
