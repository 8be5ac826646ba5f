//! The cells of the matrix, the order in which they are measured, and for how long.

use super::options::{COMPARED, Options, SIZES};
use crate::contenders::Contender;
use itertools::iproduct;
use setwise_conformance::Rng;
use setwise_results::{Cell, Entry, Form, Measure, Mode, Role, Side};
use std::ops::RangeInclusive;
use std::time::Duration;

/// The number of the corpus of random boards, on which pieces are looked up.
const RANDOM_BOARDS: usize = 2;

/// Cells that differ only in the contender, or in the alignment of their slices. They are measured
/// directly after one another.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// The call, with aligned slices.
    pub(super) entry: Entry,
    pub(super) sliders: Side,
    pub(super) measure: Measure,
    /// The number of the corpus.
    pub(super) corpus: usize,
    /// Boards per call.
    pub(super) n: usize,
    /// The calls, with the numbers of the contenders.
    pub(super) cells: Vec<(Entry, usize)>,
}

/// The sizes of calls with slices that are not aligned: in the first cache and beyond it.
const UNALIGNED: [usize; 2] = [1024, 65_536];

fn is_unaligned(entry: Entry) -> bool {
    matches!(entry.form(), Form::Unaligned | Form::Mixed)
}

impl Group {
    /// Returns one of the cells.
    pub(super) fn cell(&self, entry: Entry, contender: &Contender, corpus: &str) -> Cell {
        Cell {
            entry,
            contender: contender.name.clone(),
            n: self.n,
            corpus: corpus.into(),
            sliders: self.sliders,
            measure: self.measure,
        }
    }

    /// Returns whether this is the first corpus with the sliders of the side to move, the only case
    /// that is measured at every size.
    fn is_usual(&self) -> bool {
        self.corpus == 0 && self.sliders == Side::Side
    }

    /// Returns whether the matrix has such cells.
    fn is_possible(&self) -> bool {
        let is_throughput = self.measure == Measure::Throughput;
        let (n, both) = (self.n, self.sliders == Side::Both);
        match self.entry.form() {
            Form::Piece => n == 1 && self.corpus != 1 && both,
            _ if self.corpus == RANDOM_BOARDS => self.entry == Entry::Attacks && both && n == 1,
            // The layout holds 64 boards at a time. Beyond the caches the memory is the limit.
            Form::Sliced => is_throughput && (64..1 << 20).contains(&n),
            Form::Stored => is_throughput && n == 1,
            _ if self.entry.is_batch() => is_throughput && (n < 1 << 20 || self.is_usual()),
            _ => n == 1,
        }
    }

    /// Returns whether the cell of a contender is part of the matrix.
    fn has(&self, mode: Mode, entry: Entry, contender: &Contender) -> bool {
        let usual = self.is_usual();
        if is_unaligned(entry) {
            let is_main = contender.few && contender.streams;
            return usual && is_main && UNALIGNED.contains(&self.n);
        }
        let sensible = contender.role != Role::Bound || usual && self.n >= 1 << 16;
        let wanted = COMPARED.contains(&self.n) || usual && self.is_turning_point(contender);
        sensible && wanted && (mode == Mode::Full || self.is_quick(contender))
    }

    /// Returns whether the library may change from one kernel to another here, and the contender
    /// matters for that.
    fn is_turning_point(&self, contender: &Contender) -> bool {
        self.entry.form() == Form::Plain
            && self.entry.is_principal()
            && match contender.role {
                Role::Kernel if self.n < 1 << 20 => contender.few,
                Role::Kernel => contender.streams,
                Role::Library => true,
                Role::Bound => self.n >= 1 << 20,
                _ => false,
            }
    }

    fn is_quick(&self, contender: &Contender) -> bool {
        let (usual, corpus, n) = (self.is_usual(), self.corpus, self.n);
        let every_size = usual && (n < 1 << 20 || contender.streams);
        let (is_kernel, both) = (contender.role == Role::Kernel, self.sliders == Side::Both);
        let point = self.entry.point();
        match self.entry.form() {
            Form::Piece => true,
            Form::Sliced | Form::Stored => usual,
            // The union on all corpora.
            _ if self.entry.is_principal() => {
                every_size || n == 1024 && (corpus == 0 || point.outputs() == 1)
            }
            _ if point.is_batch() => usual && (64..1 << 20).contains(&n),
            _ if point.is_directed() => usual,
            // Piece by piece: on two corpora, throughput and latency.
            _ if point.outputs() == 1 && both && !is_kernel => corpus != 1,
            _ => corpus == 0 && (self.measure == Measure::Throughput || !both),
        }
    }
}

/// Returns all groups that the options ask for, in the order of the report.
pub(super) fn groups(options: &Options, contenders: &[Contender], corpora: usize) -> Vec<Group> {
    let is_asked = |entry: &Entry| options.entries.is_empty() || options.entries.contains(entry);
    let is_size = |n: &usize| options.sizes.is_empty() || options.sizes.contains(n);
    let entries = Entry::all().filter(|&entry| !is_unaligned(entry));
    let sizes = SIZES.into_iter().filter(is_size);
    let all = iproduct!(entries, Measure::ALL, 0..corpora, Side::ALL, sizes);
    let groups = all.map(|(entry, measure, corpus, sliders, n)| {
        let mut group = Group {
            entry,
            sliders,
            measure,
            corpus,
            n,
            cells: Vec::new(),
        };
        let placed = |other: &Entry| other.of(Form::Plain) == entry && is_unaligned(*other);
        let forms = Entry::all().filter(|other| *other == entry || placed(other));
        let cells = iproduct!(forms.filter(is_asked), 0..contenders.len());
        let takes_part = |&(entry, i): &(Entry, usize)| {
            let contender = &contenders[i];
            let is_wanted = contender.serves(entry) && options.wants(&contender.name);
            is_wanted && group.is_possible() && group.has(options.mode, entry, contender)
        };
        group.cells = cells.filter(takes_part).collect();
        group
    });
    groups.filter(|group| !group.cells.is_empty()).collect()
}

/// Returns one round: the groups in random order, the cells of each in random order.
pub(super) fn shuffled(groups: &[Group], round: usize) -> Vec<Group> {
    let mut rng = Rng::new(round as u64);
    let mut groups = groups.to_vec();
    rng.shuffle(&mut groups);
    for group in &mut groups {
        rng.shuffle(&mut group.cells);
    }
    groups
}

/// Returns the number of samples of a measurement. Short samples confine interruptions to a few of
/// them, which the median ignores. Samples must be long compared with the resolution of the clock.
pub(super) fn samples(measurement: Duration, pass: Duration) -> usize {
    let sample = pass.max(Duration::from_micros(400));
    ((measurement.as_nanos() / sample.as_nanos()) as usize).clamp(10, 100)
}

/// The time of criterion's statistics and files for a measurement.
const OVERHEAD: Duration = Duration::from_millis(8);
/// The lengths of measurements in milliseconds.
const LENGTHS: RangeInclusive<u64> = 15..=1_000;

/// Returns the length of the warm-up for a measurement.
pub(super) fn warm_up(measurement: Duration) -> Duration {
    measurement / 3
}

/// Returns the total time of a measurement whose loop takes `pass` per pass.
pub(super) fn cost(measurement: Duration, pass: Duration) -> Duration {
    // Criterion doubles the passes of its warm-up until the time is over, which takes one and a
    // half times as long on average.
    let warm_up = warm_up(measurement) * 3 / 2 + pass;
    OVERHEAD + warm_up + measurement.max(pass * samples(measurement, pass) as u32)
}

/// Returns the longest length for which all measurements stay within the budget, from 15 ms to 1 s.
/// `passes` has the time of a pass of each loop.
pub(super) fn measurement<'a>(
    budget: Duration,
    passes: impl Iterator<Item = &'a Duration> + Clone,
) -> Duration {
    let lengths: Vec<Duration> = LENGTHS.map(Duration::from_millis).collect();
    let all = |time| {
        passes
            .clone()
            .map(|&pass| cost(time, pass))
            .sum::<Duration>()
    };
    let fitting = lengths.partition_point(|&time| all(time) <= budget);
    lengths[fitting.saturating_sub(1)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contenders::all;
    use itertools::Itertools;
    use std::collections::HashSet;

    fn planned(options: &Options) -> HashSet<Cell> {
        let contenders = all();
        let corpora = ["games", "random", "random-boards"];
        let groups = groups(options, &contenders, corpora.len());
        let cells = groups.iter().flat_map(|group| {
            let corpus = corpora[group.corpus];
            let cells = group.cells.iter();
            cells.map(|&(entry, i)| group.cell(entry, &contenders[i], corpus))
        });
        cells.collect()
    }

    /// Every call that the library offers has its own cells, and so has what the report compares.
    #[test]
    fn quick_is_a_part_of_full_and_both_have_what_the_report_needs() {
        let [quick, full] = Mode::ALL.map(|mode| planned(&Options::new(mode)));
        println!("{} cells, quick {}", full.len(), quick.len());
        assert!(quick.is_subset(&full) && quick.len() * 2 < full.len());
        let kernels = all().into_iter().filter(|one| one.role == Role::Kernel);
        let kernels: HashSet<String> = kernels.map(|one| one.name).collect();
        for entry in Entry::all().filter(|&entry| entry != Entry::PieceAttacks) {
            let mut cells = quick.iter().filter(|cell| cell.entry == entry);
            let by_kernel = cells.clone().any(|cell| kernels.contains(&cell.contender));
            assert!(by_kernel || entry == Entry::SlicedAttacks, "{entry}");
            assert!(cells.any(|cell| cell.contender == "setwise"), "{entry}");
        }
        let has = |entry: Entry, contender: &str, n, sliders| {
            let mut cells = quick
                .iter()
                .filter(|cell| cell.entry == entry && cell.n == n);
            cells.any(|cell| {
                cell.contender == contender && cell.sliders == sliders && cell.corpus == "games"
            })
        };
        let calls = [Entry::BatchAttacks, Entry::BatchRayAttacks];
        for (entry, n) in iproduct!(calls, SIZES) {
            let is_compared = COMPARED.contains(&n);
            assert!(has(entry, "setwise", n, Side::Side));
            assert_eq!(has(entry, "fenced/dumb7", n, Side::Side), is_compared);
            assert_eq!(has(entry, "fenced/kogge-stone", n, Side::Side), is_compared);
            assert!(has(entry, "auto/baseline", n, Side::Side) || !is_compared);
            assert!(has(entry, "auto/baseline", 1024, Side::Both));
        }
        let singles = ["setwise", "fenced/kogge-stone", "pieces/cozy-chess"];
        let entries = [Entry::Attacks, Entry::RayAttacks];
        for (entry, contender, side) in iproduct!(entries, singles, Side::ALL) {
            assert!(has(entry, contender, 1, side), "{entry} {contender}");
        }
        let system = "systems/classical-branchless";
        let systems = quick.iter().filter(|cell| cell.contender == system);
        // Two calls on two corpora, and one for one side only; throughput and latency.
        assert_eq!(systems.count(), 10);
        assert!(has(Entry::BatchAttacks, "bound/pass", 4 << 20, Side::Side));
        let unaligned = Entry::all().filter(|entry| is_unaligned(*entry));
        for (entry, n) in iproduct!(unaligned, UNALIGNED) {
            assert!(has(entry, "setwise", n, Side::Side), "{entry} {n}");
        }
        for cell in full {
            let one = cell.n == 1 && !cell.entry.is_batch();
            assert!(one || cell.measure == Measure::Throughput, "{cell}");
            let one = cell.n == 1 && cell.sliders == Side::Both;
            assert!(one || cell.corpus != "random-boards", "{cell}");
        }
    }

    #[test]
    fn filters_leave_what_was_asked_for() {
        let options = Options {
            entries: vec![Entry::BatchAttacks],
            sizes: vec![64],
            contenders: vec!["fenced/".into()],
            ..Options::new(Mode::Full)
        };
        let left = planned(&options);
        assert_eq!(left.len(), 8); // two fills, two corpora, one side and both
        assert!(left.iter().all(|cell| cell.n == 64
            && cell.entry == Entry::BatchAttacks
            && cell.contender.starts_with("fenced/")));
    }

    #[test]
    fn rounds_have_the_same_cells_in_other_orders() {
        let groups = groups(&Options::new(Mode::Quick), &all(), 3);
        let order = |round| {
            let groups = shuffled(&groups, round).into_iter();
            let key = |g: Group| (g.entry, g.n, g.corpus, g.sliders, g.measure, g.cells);
            groups.map(key).collect_vec()
        };
        assert_ne!(order(0), order(1));
        assert_eq!(order(0), order(0));
        assert_eq!(order(0).len(), groups.len());
    }

    #[test]
    fn measurements_fill_the_budget_with_many_samples() {
        let [short, long] = [Duration::from_micros(5), Duration::from_millis(40)];
        let passes = [vec![short; 1000], vec![long; 20]].concat();
        let budget = Duration::from_secs(100);
        let time = measurement(budget, passes.iter());
        let total: Duration = passes.iter().map(|&pass| cost(time, pass)).sum();
        assert!(total <= budget && total > budget * 9 / 10, "{total:?}");
        let ms = |budget| measurement(budget, passes.iter()).as_millis();
        assert_eq!([Duration::ZERO, budget * 1000].map(ms), [15, 1_000]);
        let samples = |pass| samples(Duration::from_millis(60), Duration::from_micros(pass));
        assert_eq!([1, 600, 3000, 40_000].map(samples), [100, 100, 20, 10]);
    }
}
