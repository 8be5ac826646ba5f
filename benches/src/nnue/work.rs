//! The cases of the benchmark, and the checks of their contenders.

use super::opponents::{Peer, ROOM, Scalar};
use super::passes::{
    FILLER, Lists, PaddedRows, Task, append, copy, floors, library, pad, registers,
};
use crate::isa::Isa;
use crate::rounds::{Contender, Contest, Pass, Shared, keep, pool, shared};
use anyhow::{Result, ensure};
use itertools::Itertools;
use setwise::Level;
use setwise_nnue::{Boards, Csr, Describe, Extractor, FeatureSet, Index, PaddedInt};
use setwise_results::nnue::{BY_PERSPECTIVE, COPY, Case, ONE_PASS, Output, REGISTERS};

pub(super) struct Bench<I> {
    /// The instruction set for which scalar code is compiled.
    pub(super) isa: I,
    /// Many positions, and few.
    positions: [&'static [Boards]; 2],
    padded: Shared<PaddedRows>,
    pub(super) cases: Vec<Case>,
    pub(super) contests: Vec<Contest>,
}

pub(super) fn sorted<T: Index>(row: &[T]) -> Vec<u32> {
    row.iter().map(|index| index.to_index()).sorted().collect()
}

/// Checks the features that a pass of each contender gives, and returns the contenders.
fn checked(
    contenders: impl IntoIterator<Item = Contender>,
    positions: usize,
    is_right: impl Fn(usize) -> bool,
) -> Result<Vec<Contender>> {
    let check = |mut contender: Contender| {
        contender.try_once()?;
        let wrong = (0..positions).find(|&i| !is_right(i));
        let problem = "wrong features of position";
        ensure!(wrong.is_none(), "{}: {problem} {wrong:?}", contender.name);
        Ok(contender)
    };
    contenders.into_iter().map(check).collect()
}

fn scalar(one_pass: Pass, by_perspective: Pass) -> [Contender; 2] {
    [(ONE_PASS, one_pass), (BY_PERSPECTIVE, by_perspective)]
        .map(|(name, pass)| Contender::new(name, 1, pass))
}

impl<I: Isa> Bench<I> {
    pub(super) fn new(isa: I, positions: [Vec<Boards>; 2]) -> Self {
        let positions = positions.map(|positions| &*positions.leak());
        Self {
            isa,
            padded: shared(PaddedRows::new(positions[0].len())),
            positions,
            cases: Vec::new(),
            contests: Vec::new(),
        }
    }

    /// Checks all contenders for a set, and adds its cases.
    pub(super) fn add<const RULE: usize, S: FeatureSet + Describe, L: Peer>(
        &mut self,
        name: &str,
        set: S,
        lookup: L,
    ) -> Result<()> {
        let scalar = keep(Scalar::<RULE, L>::new(&set, lookup)?);
        match set.size() <= 1 << 16 {
            true => self.add_all::<S, u16, RULE, L>(name, &set, scalar),
            false => self.add_all::<S, u32, RULE, L>(name, &set, scalar),
        }
    }

    fn add_all<S: FeatureSet, T: Index + PaddedInt, const RULE: usize, L: Peer>(
        &mut self,
        name: &str,
        set: &S,
        scalar: &'static Scalar<RULE, L>,
    ) -> Result<()> {
        // The last extractor runs scalar code.
        let extractor = Extractor::new(set.clone());
        let extractors = Level::hand_written().map(|level| extractor.clone().on(level));
        let extractors = extractors.collect_vec();
        let plain = extractors.last().unwrap_or(&extractor);
        let (isa, [many, few]) = (self.isa, self.positions);
        let [of_many, of_few] = [many, few].map(|positions| Task {
            isa,
            scalar,
            positions,
        });
        let [expected, known] = [rows::<S, T>(plain, many)?, rows::<S, T>(plain, few)?];
        let counts = shared(vec![0; many.len()]);
        let counted = extractors.iter().map(|extractor| {
            library(None, extractor, many, counts, |extractor, many, counts| {
                extractor.count(many, counts)
            })
        });
        let csr_of_many = csr(&extractors, &of_many, expected)?;
        let padded = padded(&extractors, &of_many, expected, self.padded)?;
        let csr_of_few = csr(&extractors, &of_few, known)?;
        let suffix = format!(", csr, {} positions", few.len());
        for (suffix, output, of, contenders) in [
            (", csr", Output::Csr, expected, csr_of_many),
            (", padded", Output::Padded, expected, padded),
            (", count", Output::Count, expected, counted.collect()),
            (&suffix, Output::Csr, known, csr_of_few),
        ] {
            self.push(name, suffix, (output, false), extent(of), contenders);
        }
        Ok(())
    }

    /// Adds a case with its number of positions and its mean number of features.
    pub(super) fn push(
        &mut self,
        set: &str,
        suffix: &str,
        (output, threads): (Output, bool),
        (positions, features): (usize, f64),
        contenders: Vec<Contender>,
    ) {
        let case = format!("{set}{suffix}");
        self.cases.push(Case {
            name: case.clone(),
            set: set.into(),
            output,
            positions: positions as u64,
            features: (features * 100.0).round() / 100.0,
            threads,
        });
        self.contests.push(Contest { case, contenders });
    }

    pub(super) fn add_threads(&mut self, set: &impl FeatureSet) -> Result<()> {
        let ([positions, _], memory, name) = (self.positions, self.padded, set.name());
        let extractor = Extractor::new(set.clone());
        let expected = rows::<_, u32>(&extractor, positions)?;
        let lists = shared(Lists::new(positions.len(), expected.first().len()));
        let rows = shared(Csr::<u32>::new());
        let cpus = std::thread::available_parallelism().map_or(1, usize::from);
        let (mut csr, mut padded) = (Vec::new(), Vec::new());
        for threads in [1, 2, cpus].into_iter().sorted().dedup() {
            let pool = Some(pool(threads)?);
            let contender = |name: &str, pass| Contender::new(name, threads, pass);
            let compute = || contender(REGISTERS, registers(pool, positions.len()));
            csr.push(library(pool, &extractor, positions, rows, append));
            csr.push(compute());
            csr.push(contender(COPY, copy(pool, expected, lists)));
            padded.push(library(pool, &extractor, positions, memory, pad));
            padded.push(compute());
            padded.extend(floors(pool, memory));
        }
        let (of, kinds) = (extent(expected), [Output::Csr, Output::Padded]);
        self.push(name, ", csr, threads", (kinds[0], true), of, csr);
        self.push(name, ", padded, threads", (kinds[1], true), of, padded);
        Ok(())
    }
}

/// The number of rows, and the mean number of features per perspective.
fn extent<T: Index>(rows: &Csr<T>) -> (usize, f64) {
    let all = rows.first().len() as f64;
    (rows.len(), all / rows.len() as f64)
}

fn rows<S: FeatureSet, T: Index>(
    extractor: &Extractor<S>,
    positions: &[Boards],
) -> Result<&'static Csr<T>> {
    let mut rows = Csr::new();
    extractor.append(positions, &mut rows)?;
    Ok(keep(rows))
}

fn csr<I: Isa, S: FeatureSet, T: Index + PaddedInt, const RULE: usize, L: Peer>(
    extractors: &[Extractor<S>],
    task: &Task<I, RULE, L>,
    expected: &'static Csr<T>,
) -> Result<Vec<Contender>> {
    let (positions, rows) = (task.positions, shared(Csr::new()));
    let ours = extractors.iter();
    let ours = ours.map(|extractor| library(None, extractor, positions, rows, append));
    let is_right = |i| rows.borrow().row(i) == expected.row(i);
    let mut all = checked(ours, positions.len(), is_right)?;
    let memory = shared(Lists::new(positions.len(), expected.first().len()));
    let scalar = scalar(
        task.lists::<T, true>(memory),
        task.lists::<T, false>(memory),
    );
    let both = |(first, second): (&[T], &[T])| [sorted(first), sorted(second)];
    let is_right = |i| memory.borrow().row(i).map(both) == expected.row(i).map(both);
    all.extend(checked(scalar, positions.len(), is_right)?);
    all.push(Contender::new(COPY, 1, copy(None, expected, memory)));
    Ok(all)
}

fn padded<I: Isa, S: FeatureSet, T: Index, const RULE: usize, L: Peer>(
    extractors: &[Extractor<S>],
    task: &Task<I, RULE, L>,
    expected: &Csr<T>,
    memory: Shared<PaddedRows>,
) -> Result<Vec<Contender>> {
    let extractors = extractors.iter();
    let ours = extractors.map(|extractor| library(None, extractor, task.positions, memory, pad));
    let scalar = scalar(task.padded::<true>(memory), task.padded::<false>(memory));
    // Clears the rows before each pass, so that no rows of an earlier pass remain.
    let all = ours.chain(scalar);
    let all = all.inspect(|_| {
        let mut memory = memory.borrow_mut();
        memory.entries().into_iter().for_each(|rows| rows.fill(0));
    });
    let mut all = checked(all, task.positions.len(), |i| {
        let is_right = |(found, expected): (&[i32; ROOM], &[T])| {
            let (found, rest) = found.split_at(expected.len().min(ROOM));
            let found = found.iter().map(|&entry| entry as u32).sorted();
            found.eq(sorted(expected)) && rest.iter().all(|&entry| entry == FILLER)
        };
        let (mut memory, row) = (memory.borrow_mut(), expected.row(i).unwrap_or_default());
        let [first, second] = memory.row(i);
        is_right((first, row.0)) && is_right((second, row.1))
    })?;
    all.extend(floors(None, memory));
    Ok(all)
}
