//! The cells of the matrix, the order in which they are measured, and for how long.

use super::Part;
use crate::contenders::Contender;
use itertools::iproduct;
use setwise::EntryPoint;
use setwise_results::{Cell, Entry, Form, Measure, Role, Side, Time};
use std::time::Duration;

const ATTACKS: Entry = Entry::plain(EntryPoint::Attacks);

/// The number of the corpus of random boards, on which pieces are looked up: the last one.
const RANDOM_BOARDS: usize = 2;

const SIZES: [usize; 13] = [
    1, 2, 4, 8, 16, 32, 64, 65, 128, 1024, 65_536, 1_048_576, 4_194_304,
];

/// The sizes at which every contender is measured. The other sizes show the library's thresholds
/// and the cost of a tail. Of the kernels, only those that the library might choose are measured
/// there, and the opponents up to the size from which the library has surpassed them.
const COMPARED: [usize; 6] = [1, 8, 64, 1024, 65_536, 4 << 20];

/// Cells that differ only in the contender. They are measured directly after one another.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) entry: Entry,
    pub(super) sliders: Side,
    pub(super) measure: Measure,
    pub(super) corpus: usize,
    pub(super) n: usize,
    pub(super) cells: Vec<Planned>,
}

#[derive(Clone, Debug)]
pub(super) struct Planned {
    pub(super) contender: usize,
    /// The time of one pass of its loop, once it has been checked.
    pub(super) pass: Duration,
    pub(super) rounds: Vec<Option<Time>>,
}

impl Group {
    pub(super) fn cell(&self, contender: &Contender, corpus: &str) -> Cell {
        Cell {
            entry: self.entry,
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

    fn is_possible(&self) -> bool {
        let is_throughput = self.measure == Measure::Throughput;
        let (n, both) = (self.n, self.sliders == Side::Both);
        match self.entry.form {
            // Only older runs have these forms.
            Form::Unaligned | Form::Mixed => false,
            Form::Piece => n == 1 && self.corpus != 1 && both,
            _ if self.corpus == RANDOM_BOARDS => self.entry == ATTACKS && both && n == 1,
            // The layout holds 64 boards at a time. Beyond the caches the memory is the limit.
            Form::Sliced => is_throughput && (64..1 << 20).contains(&n),
            Form::Stored => is_throughput && n == 1,
            _ if self.entry.is_batch() => is_throughput && (n < 1 << 20 || self.is_usual()),
            _ => n == 1,
        }
    }

    fn has(&self, part: Part, contender: &Contender) -> bool {
        let usual = self.is_usual();
        let sensible = contender.role != Role::Bound || usual && self.n >= 1 << 16;
        let wanted = COMPARED.contains(&self.n) || usual && self.is_turning_point(contender);
        sensible && wanted && (part == Part::Full || self.is_quick(contender))
    }

    /// Returns whether the library may change to another kernel at this size, and the contender is
    /// of interest there.
    fn is_turning_point(&self, contender: &Contender) -> bool {
        self.entry.form == Form::Plain
            && self.entry.is_principal()
            && match contender.role {
                Role::Kernel if self.n < 1 << 20 => contender.few,
                Role::Kernel => contender.streams,
                Role::Library => true,
                Role::Bound => self.n >= 1 << 20,
                _ => self.n < 64,
            }
    }

    fn is_quick(&self, contender: &Contender) -> bool {
        let (usual, corpus, n) = (self.is_usual(), self.corpus, self.n);
        let every_size = usual && (n < 1 << 20 || contender.streams);
        let (is_kernel, both) = (contender.role == Role::Kernel, self.sliders == Side::Both);
        let point = self.entry.point;
        match self.entry.form {
            Form::Piece => true,
            Form::Sliced | Form::Stored => usual,
            // The union is measured on all corpora at one size.
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

pub(super) fn groups(part: Part, rounds: usize, contenders: &[Contender]) -> Vec<Group> {
    let is_size = |n: &usize| part != Part::Smoke || [1, 64, 1024].contains(n);
    let (corpora, sizes) = (0..=RANDOM_BOARDS, SIZES.into_iter().filter(is_size));
    let all = iproduct!(Entry::ALL, Measure::ALL, corpora, Side::ALL, sizes);
    let groups = all.map(|(entry, measure, corpus, sliders, n)| {
        let mut group = Group {
            entry,
            sliders,
            measure,
            corpus,
            n,
            cells: Vec::new(),
        };
        let is_had = |(_, contender): &(usize, &Contender)| {
            group.is_possible() && (contender.serves)(entry) && group.has(part, contender)
        };
        let cells = contenders.iter().enumerate().filter(is_had);
        let cells = cells.map(|(contender, _)| Planned {
            contender,
            pass: Duration::ZERO,
            rounds: vec![None; rounds],
        });
        group.cells = cells.collect();
        group
    });
    groups.filter(|group| !group.cells.is_empty()).collect()
}

/// Returns the number of samples of a measurement. Short samples confine interruptions to a few of
/// them, which the median ignores. Samples must be long compared with the resolution of the clock.
pub(super) fn samples(measurement: Duration, pass: Duration) -> usize {
    let sample = pass.max(Duration::from_micros(400));
    ((measurement.as_nanos() / sample.as_nanos()) as usize).clamp(10, 100)
}

/// Returns the length of a measurement, from 15 ms to 1 s, for which all stay about within the
/// budget, and their total time. `passes` has the time of a pass of each loop. Criterion's
/// statistics and files take `overhead` for each.
pub(super) fn measurement(
    budget: Duration,
    overhead: Duration,
    passes: &[Duration],
) -> (Duration, Duration) {
    let [shortest, longest] = [15, 1_000].map(Duration::from_millis);
    // The least number of samples of a long pass, and a warm-up.
    let long = passes.iter().map(|&pass| pass * 11);
    let long: Duration = long.filter(|&time| time > 3 * shortest).sum();
    // Criterion doubles the passes of its warm-up until the time is over, which takes one and a
    // half times as long on average.
    let (count, left) = (passes.len().max(1) as u32, budget.saturating_sub(long));
    let time = (left / count).saturating_sub(overhead) * 2 / 3;
    let time = time.clamp(shortest, longest);
    (time, long + (overhead + time * 3 / 2) * count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contenders::all;
    use std::collections::HashSet;

    fn planned(part: Part) -> HashSet<Cell> {
        let contenders = all();
        let cells = groups(part, 1, &contenders).into_iter().flat_map(|group| {
            let corpus = ["games", "random", "random-boards"][group.corpus];
            let cell = |one: &Planned| group.cell(&contenders[one.contender], corpus);
            group.cells.iter().map(cell).collect::<Vec<_>>()
        });
        cells.collect()
    }

    /// Every call of the library has its own cells, and so has what the report compares.
    #[test]
    fn parts_have_what_the_report_needs() {
        let parts = [Part::Full, Part::Quick, Part::Smoke].map(planned);
        assert!(parts.windows(2).all(|two| two[1].is_subset(&two[0])));
        let [_, quick, _] = &parts;
        let has = |entry: Entry, contender: &str, n, sliders| {
            quick.iter().any(|cell| {
                (cell.entry, cell.n, cell.sliders) == (entry, n, sliders)
                    && (&*cell.contender, &*cell.corpus) == (contender, "games")
            })
        };
        let batches = [EntryPoint::BatchAttacks, EntryPoint::BatchRayAttacks];
        for (entry, n) in iproduct!(batches.map(Entry::plain), SIZES) {
            let is_compared = COMPARED.contains(&n);
            assert!(has(entry, "setwise", n, Side::Side));
            let is_opposed = is_compared || n < 64;
            assert_eq!(has(entry, "fenced/kogge-stone", n, Side::Side), is_opposed);
            assert!(has(entry, "auto/baseline", n, Side::Side) || !is_compared);
        }
        let singles = ["setwise", "fenced/kogge-stone", "pieces/cozy-chess"];
        let entries = [ATTACKS, Entry::plain(EntryPoint::RayAttacks)];
        for (entry, contender, side) in iproduct!(entries, singles, Side::ALL) {
            assert!(has(entry, contender, 1, side), "{entry} {contender}");
        }
        let system = "systems/classical-branchless";
        let systems = quick.iter().filter(|cell| cell.contender == system);
        // Two calls on two corpora, and one for one side only; throughput and latency.
        assert_eq!(systems.count(), 10);
    }

    #[test]
    fn measurements_fill_the_budget_with_many_samples() {
        let passes = [
            vec![Duration::from_micros(5); 1000],
            vec![Duration::from_millis(40); 20],
        ];
        let budget = Duration::from_secs(100);
        let (time, total) = measurement(budget, Duration::from_millis(8), &passes.concat());
        assert!(total.abs_diff(budget) < budget / 10, "{total:?}");
        let samples = |pass| samples(time, Duration::from_micros(pass));
        assert_eq!([1, 6000, 40_000].map(samples), [100, 10, 10]);
    }
}
