//! The page about features of neural networks: what `setwise-measure nnue` measured.

use super::chart::{Bar, Look, Panel};
use super::contender::look;
use super::files::Files;
use super::markdown::escaped;
use super::measured::{Benchmark, Measured, seconds};
use super::origin;
use super::plots::Chart;
use crate::statistics;
use itertools::Itertools;
use setwise_program::number::{self, ns, percent, ratio};
use setwise_program::table::Table;
use setwise_results::Row;
use setwise_results::nnue::{
    BY_PERSPECTIVE, COPY, Case, FILL, NnueRun, ONE_PASS, Output, REGISTERS, STREAM,
};
use setwise_results::{Role, Summary};
use std::fmt::Write;
use std::path::PathBuf;

/// A text of the page.
macro_rules! prose {
    ($name:literal) => {
        include_str!(concat!("prose/nnue-", $name, ".md"))
    };
}

/// A row takes less than this many times the time of its floor: memory is said to bind it.
const NEAR_FLOOR: f64 = 2.0;

/// A row takes less than this share of its time on known positions: mispredicted branches and cache
/// misses are said to bind it.
const KNOWN_SHARE: f64 = 0.75;

impl Benchmark for NnueRun {
    const PAGE: &str = "nnue.md";

    fn render(all: &[Measured<Self>], files: &mut Files) -> anyhow::Result<()> {
        let mut text = String::from(prose!("opening"));
        if all.is_empty() {
            text += prose!("none");
        }
        for measured in all {
            text += &measured.chapter(files)?;
        }
        text += prose!("end");
        files.insert(PathBuf::from(Self::PAGE), text);
        Ok(())
    }

    fn terminal_summary(measured: &Measured<Self>) -> String {
        let sections = measured.sections().into_iter();
        let text = |section: Section| format!("{}\n\n{}\n", section.title, section.plain);
        sections.map(text).collect()
    }
}

/// A part of a chapter: a table and what is said before it.
struct Section {
    title: &'static str,
    intro: &'static str,
    markdown: String,
    plain: String,
}

impl Section {
    fn new<T>(title: &'static str, intro: &'static str, table: &Table<'_, T>) -> Self {
        Self {
            title,
            intro,
            markdown: table.markdown(),
            plain: table.plain(),
        }
    }
}

impl Measured<NnueRun> {
    /// Everything of one result file.
    fn chapter(&self, files: &mut Files) -> anyhow::Result<String> {
        let file = &self.file;
        let run = &file.run;
        let mut text = format!("## {}\n\n", escaped(&self.title()));
        if let Some(chart) = self.chart()? {
            files.extend([chart.file()]);
            text += &chart.markdown();
        }
        for section in self.sections() {
            let intro = section.intro.replace("{best}", &run.best);
            let _ = write!(
                text,
                "### {}\n\n{intro}{}\n",
                section.title, section.markdown
            );
        }
        let contenders = prose!("contenders");
        text += &format!(
            "### Each instruction set\n\n{contenders}{}\n",
            self.contenders()
        );
        let cycle = Summary::of(run.cycle.iter().copied());
        let cycle = cycle.map(|cycle| format!("; {} ns per cycle", ns(cycle.median)));
        let extent = format!(
            "{} {}; sliders of scalar code looked up by {}{}; {} rounds; {}",
            number::grouped(self.positions() as usize),
            escaped(&run.source),
            escaped(&run.lookup),
            cycle.unwrap_or_default(),
            run.rounds,
            self.evidence(&run.best).told()
        );
        let origin = origin::text(&file.origin, &extent, &self.link);
        Ok(format!("{text}### The run\n{origin}"))
    }

    /// The usual number of positions, the greatest.
    fn positions(&self) -> u64 {
        let positions = self.file.cases.iter().map(|case| case.positions);
        positions.max().unwrap_or(0)
    }

    /// The cases with an output: those with the usual number of positions, or the others.
    fn cases(&self, output: Output, usual: bool) -> Vec<&Case> {
        let cases = self.file.cases.iter();
        let fits = |case: &&Case| {
            let is_usual = case.positions == self.positions();
            case.output == output && is_usual == usual && !case.threads
        };
        cases.filter(fits).collect()
    }

    fn sections(&self) -> Vec<Section> {
        let best = |case: &Case| self.row(&case.name, &self.file.best, 1);
        let time = |case: &Case| Some(each(case, best(case)?));
        let against =
            |case: &Case, other: &str| ratio_of(best(case)?, self.row(&case.name, other, 1)?);
        let above =
            |case: &Case, floor: &str| ratio_of(self.row(&case.name, floor, 1)?, best(case)?);
        let [csr, padded, count] =
            [Output::Csr, Output::Padded, Output::Count].map(|output| self.cases(output, true));
        let rows = |cases| {
            Table::of(cases)
                .text("set", |case: &&Case| case.set.clone())
                .number(
                    "features",
                    |mean| format!("{mean:.1}"),
                    |case| case.features,
                )
                .number("ns per position", ns, |case| time(case))
                .number("× by perspective", ratio, |case| {
                    against(case, BY_PERSPECTIVE)
                })
                .number("× one pass", ratio, |case| against(case, ONE_PASS))
        };
        let known = self.cases(Output::Csr, false);
        let usual = |known: &Case| csr.iter().copied().find(|case| case.set == known.set);
        let share = |case: &Case, contender: &str| self.share(usual(case)?, case, contender);
        let bound = |case: &Case, floors: &[&str]| {
            let near = |floor: &&str| above(case, floor).is_some_and(|times| times < NEAR_FLOOR);
            let known = known.iter().copied().find(|known| known.set == case.set);
            let share = self.share(usual(case)?, known?, &self.file.best)?;
            Some(match (floors.iter().any(near), share < KNOWN_SHARE) {
                (true, _) => "memory".to_string(),
                (false, true) => "branches".to_string(),
                (false, false) => "computation".to_string(),
            })
        };
        let csr_table = rows(&csr)
            .number("÷ copy", ratio, |case| above(case, COPY))
            .text("bound by", |case| bound(case, &[COPY]));
        let padded_table = rows(&padded)
            .number("÷ fill", ratio, |case| above(case, FILL))
            .number("÷ streaming fill", ratio, |case| above(case, STREAM))
            .text("bound by", |case| bound(case, &[FILL, STREAM]));
        let count_table = Table::of(&count)
            .text("set", |case| case.set.clone())
            .number("ns per position", ns, |case| time(case));
        let known_table = Table::of(&known)
            .text("set", |case| case.set.clone())
            .number("positions", number::grouped, |case| case.positions as usize)
            .number("ns per position", ns, |case| time(case))
            .number("share of the usual time", percent, |case| {
                share(case, &self.file.best)
            })
            .number("the same, by perspective", percent, |case| {
                share(case, BY_PERSPECTIVE)
            })
            .number("the same, one pass", percent, |case| share(case, ONE_PASS));
        let threads = self.file.cases.iter().filter(|case| case.threads);
        let several = threads.flat_map(|case| self.rows(&case.name).map(move |row| (case, row)));
        let several = several.filter(|(_, row)| row.threads > 1).collect_vec();
        let alone = |(case, row): &(&Case, &Row)| self.row(&case.name, &row.contender, 1);
        let gain = |item: &(&Case, &Row)| ratio_of(item.1, alone(item)?);
        let computing = |case: &Case, threads| {
            let several = self.row(&case.name, REGISTERS, threads)?;
            ratio_of(several, self.row(&case.name, REGISTERS, 1)?)
        };
        let threads_table = Table::of(&several)
            .text("case", |(case, _)| case.name.clone())
            .text("", |(_, row)| Some(name(row)))
            .number("threads", number::grouped, |(_, row)| row.threads)
            .number("ns, one thread", ns, |item| {
                Some(each(item.0, alone(item)?))
            })
            .number("ns per position", ns, |(case, row)| each(case, row))
            .number("gain", ratio, gain)
            .number("÷ gain in registers", ratio, |item| {
                Some(gain(item)? / computing(item.0, item.1.threads)?)
            });
        vec![
            Section::new("Rows without gaps", prose!("csr"), &csr_table),
            Section::new("Padded rows", prose!("padded"), &padded_table),
            Section::new("Counts", prose!("count"), &count_table),
            Section::new("Known positions", prose!("known"), &known_table),
            Section::new("Threads", prose!("threads"), &threads_table),
        ]
    }

    /// The time of a contender per position on known positions, as a share of the usual one.
    fn share(&self, usual: &Case, known: &Case, contender: &str) -> Option<f64> {
        let [usual, known] =
            [usual, known].map(|case| Some(each(case, self.row(&case.name, contender, 1)?)));
        Some(known? / usual?)
    }

    /// The times of threats and of pairs of pawns, a panel for each.
    fn chart(&self) -> anyhow::Result<Option<Chart>> {
        let cases = self.cases(Output::Csr, true).into_iter().take(2);
        let panels = cases.map(|case| {
            let rows = self
                .rows(&case.name)
                .sorted_by_key(|row| seconds(row).to_bits());
            Panel {
                title: format!("{}, ns per position", case.set),
                bars: rows.map(|row| self.bar(case, row)).collect(),
            }
        });
        let name = format!("{}-nnue", self.slug);
        let title = format!("Features as rows without gaps, {}", self.title());
        let subtitle = "Shorter is better (times as fast as scalar code by perspective)";
        Chart::of_bars(&name, &title, subtitle, panels)
    }

    fn bar(&self, case: &Case, row: &Row) -> Bar {
        let (look, value) = (self.look(row), each(case, row));
        let times = self
            .row(&case.name, BY_PERSPECTIVE, 1)
            .and_then(|other| ratio_of(row, other));
        Bar {
            label: name(row).replace('`', ""),
            look,
            value,
            note: ns(value) + &statistics::times(times),
        }
    }

    fn look(&self, row: &Row) -> Look {
        match row.contender.as_str() {
            ONE_PASS | BY_PERSPECTIVE => Look {
                title: "scalar code".to_string(),
                ..look(Role::Scalar)
            },
            COPY => look(Role::Bound),
            name if name == self.file.best => look(Role::Library),
            _ => look(Role::Kernel),
        }
    }

    /// The times of all contenders, a row for each case.
    fn contenders(&self) -> String {
        let run = &self.file.run;
        let cases = run.cases.iter().filter(|case| !case.threads).collect_vec();
        let rows = cases.iter().flat_map(|case| self.rows(&case.name));
        let mut table = Table::of(&cases).text("case", |case| case.name.clone());
        for one in rows.unique_by(|row| &row.contender) {
            table = table.number(name(one), ns, |case| {
                Some(each(case, self.row(&case.name, &one.contender, 1)?))
            });
        }
        table.markdown()
    }
}

/// A contender as tables name it.
fn name(row: &Row) -> String {
    match row.contender.as_str() {
        ONE_PASS => "scalar, one pass".to_string(),
        BY_PERSPECTIVE => "scalar, by perspective".to_string(),
        COPY => "copy of the rows".to_string(),
        FILL => "fill".to_string(),
        STREAM => "streaming fill".to_string(),
        REGISTERS => "registers only".to_string(),
        level => format!("`{level}`"),
    }
}

/// The ns per position.
fn each(case: &Case, row: &Row) -> f64 {
    seconds(row) * 1e9 / case.positions as f64
}

/// How many times as fast as another row a row is, the median over the rounds.
fn ratio_of(row: &Row, other: &Row) -> Option<f64> {
    Some(row.ratio_to(other)?.median)
}
