//! The cases of the benchmark, and the checks of their contenders.

use super::opponents::{Peer, ROOM, Scalar};
use super::passes::{
    FILLER, Lists, PaddedRows, Workers, append, copy, count, fill, lists, pad, padded, registers,
};
use crate::isa::Isa;
use crate::rounds::{Contender, Contest, Pass, Shared, keep, pool, shared};
use anyhow::{Result, bail, ensure};
use itertools::Itertools;
use setwise::Level;
use setwise_nnue::{Boards, Csr, Entry, Extractor, FeatureSet, Index};
use setwise_results::nnue::{
    BY_PERSPECTIVE, COPY, Case, FILL, ONE_PASS, Output, REGISTERS, STREAM,
};

/// The cases so far, and what they share.
pub(super) struct Bench<I> {
    /// Scalar code is compiled for it.
    isa: I,
    /// Many positions, and few.
    positions: [&'static [Boards]; 2],
    padded: Shared<PaddedRows>,
    pub(super) cases: Vec<Case>,
    pub(super) contests: Vec<Contest>,
}

/// Scalar code with its instruction set, and the positions.
type Input<I, const RULE: usize, L> = (I, &'static Scalar<RULE, L>, &'static [Boards]);

/// A row in ascending order.
fn sorted<T: Index>(row: &[T]) -> Vec<u32> {
    row.iter().map(|index| index.to_index()).sorted().collect()
}

/// Runs a contender, and fails unless it gives the right features of each position.
fn check(contender: &mut Contender, is_right: impl FnMut() -> Option<usize>) -> Result<()> {
    contender.try_once()?;
    let mut wrong = is_right;
    match wrong() {
        Some(position) => bail!("{}: wrong features of position {position}", contender.name),
        None => Ok(()),
    }
}

/// Returns the first position whose padded rows have other features, in any order, or something
/// behind them.
fn first_wrong<T: Index>(rows: &mut PaddedRows, expected: &Csr<T>) -> Option<usize> {
    let is_right = |found: &[i32; ROOM], expected: &[T]| {
        let (found, rest) = found.split_at(expected.len().min(ROOM));
        let found = found.iter().map(|&entry| entry as u32).sorted();
        found.eq(sorted(expected)) && rest.iter().all(|&entry| entry == FILLER)
    };
    rows.rows().enumerate().position(|(i, [first, second])| {
        let row = expected.row(i);
        !row.is_some_and(|row| is_right(first, row.0) && is_right(second, row.1))
    })
}

#[cfg(target_arch = "x86_64")]
fn stream(workers: Workers, memory: Shared<PaddedRows>) -> Option<Pass> {
    Some(super::passes::stream(workers, memory))
}

/// No non-temporal stores are measured here.
#[cfg(not(target_arch = "x86_64"))]
fn stream(_: Workers, _: Shared<PaddedRows>) -> Option<Pass> {
    None
}

/// Returns the floors of padded rows.
fn padded_floors(workers: Workers, memory: Shared<PaddedRows>) -> Vec<Contender> {
    let threads = workers.map_or(1, |pool| pool.current_num_threads());
    let floors = [
        (FILL, Some(fill(workers, memory))),
        (STREAM, stream(workers, memory)),
    ];
    let floors = floors.into_iter();
    floors
        .filter_map(|(name, pass)| Some(Contender::new(name, threads, pass?)))
        .collect()
}

/// Returns the expected rows.
fn rows<S: FeatureSet, T: Index>(
    extractor: &Extractor<S>,
    positions: &[Boards],
) -> Result<&'static Csr<T>> {
    let mut rows = Csr::new();
    extractor.append(positions, &mut rows)?;
    Ok(keep(rows))
}

impl<I: Isa> Bench<I> {
    pub(super) fn new(isa: I, positions: [Vec<Boards>; 2]) -> Self {
        let [many, few] = positions.map(|positions| &*positions.leak());
        Self {
            isa,
            padded: shared(PaddedRows::new(many.len())),
            positions: [many, few],
            cases: Vec::new(),
            contests: Vec::new(),
        }
    }

    /// Checks all contenders for a set, and adds its cases.
    pub(super) fn add<S: FeatureSet, const RULE: usize, L: Peer>(
        &mut self,
        name: &str,
        set: &S,
        scalar: Scalar<RULE, L>,
    ) -> Result<()> {
        let size = scalar.size();
        ensure!(size == set.size(), "{name}: {size} features in scalar code");
        if set.size() <= 1 << 16 {
            self.add_all::<S, u16, RULE, L>(name, set, keep(scalar))
        } else {
            self.add_all::<S, u32, RULE, L>(name, set, keep(scalar))
        }
    }

    fn add_all<S: FeatureSet, T: Index + Entry, const RULE: usize, L: Peer>(
        &mut self,
        name: &str,
        set: &S,
        scalar: &'static Scalar<RULE, L>,
    ) -> Result<()> {
        // The last one has plain words.
        let extractor = Extractor::new(set.clone());
        let extractors = Level::all()
            .map(|level| extractor.clone().on(level))
            .collect_vec();
        let plain = extractors.last().unwrap_or(&extractor);
        let (isa, [many, few]) = (self.isa, self.positions);
        let expected = rows::<S, T>(plain, many)?;
        let contenders = csr(&extractors, (isa, scalar, many), expected)?;
        let padded = self.padded(&extractors, scalar, expected)?;
        let counts = shared(vec![0; many.len()]);
        let count = |one: &Extractor<S>| Contender::new(one.level(), 1, count(one, many, counts));
        let counts = extractors.iter().map(count).collect();
        self.push(name, ", csr", (Output::Csr, false), expected, contenders);
        self.push(name, ", padded", (Output::Padded, false), expected, padded);
        self.push(name, ", count", (Output::Count, false), expected, counts);
        let expected = rows::<S, T>(plain, few)?;
        let contenders = csr(&extractors, (isa, scalar, few), expected)?;
        let known = format!(", csr, {} positions", few.len());
        self.push(name, &known, (Output::Csr, false), expected, contenders);
        Ok(())
    }

    /// Adds a case.
    fn push<T: Index>(
        &mut self,
        set: &str,
        suffix: &str,
        (output, threads): (Output, bool),
        rows: &Csr<T>,
        contenders: Vec<Contender>,
    ) {
        let case = format!("{set}{suffix}");
        let mean = rows.first().len() as f64 / rows.len() as f64;
        self.cases.push(Case {
            name: case.clone(),
            set: set.into(),
            output,
            bytes: match output {
                Output::Csr => size_of::<T>(),
                Output::Padded => size_of::<i32>(),
                Output::Count => 0,
            },
            positions: rows.len() as u64,
            features: (mean * 100.0).round() / 100.0,
            threads,
        });
        self.contests.push(Contest { case, contenders });
    }

    fn padded<S: FeatureSet, T: Index, const RULE: usize, L: Peer>(
        &self,
        extractors: &[Extractor<S>],
        scalar: &'static Scalar<RULE, L>,
        expected: &Csr<T>,
    ) -> Result<Vec<Contender>> {
        let (isa, [positions, _], memory) = (self.isa, self.positions, self.padded);
        let library = |one: &Extractor<S>| (one.level(), pad(None, one, positions, memory));
        let one_pass = padded::<I, RULE, L, true>(isa, scalar, positions, memory);
        let by_perspective = padded::<I, RULE, L, false>(isa, scalar, positions, memory);
        let scalar = [(ONE_PASS, one_pass), (BY_PERSPECTIVE, by_perspective)];
        let all = extractors.iter().map(library).chain(scalar);
        let mut all = all
            .map(|(name, pass)| Contender::new(name, 1, pass))
            .collect_vec();
        for contender in &mut all {
            memory
                .borrow_mut()
                .rows()
                .flatten()
                .for_each(|row| row.fill(0));
            check(contender, || {
                first_wrong(&mut memory.borrow_mut(), expected)
            })?;
        }
        all.extend(padded_floors(None, memory));
        Ok(all)
    }

    /// Adds the cases that compare numbers of threads.
    pub(super) fn add_threads<S: FeatureSet>(&mut self, name: &str, set: &S) -> Result<()> {
        let ([positions, _], memory) = (self.positions, self.padded);
        let extractor = Extractor::new(set.clone());
        let expected = rows::<S, u32>(&extractor, positions)?;
        let lists = shared(Lists::new(positions.len(), expected.first().len()));
        let rows = shared(Csr::<u32>::new());
        let cpus = std::thread::available_parallelism().map_or(1, usize::from);
        let (mut csr, mut padded) = (Vec::new(), Vec::new());
        for threads in [1, 2, cpus].into_iter().sorted().dedup() {
            let pool = Some(pool(threads)?);
            let contender = |name: &str, pass| Contender::new(name, threads, pass);
            let compute = || contender(REGISTERS, registers(pool, positions.len()));
            csr.extend([
                contender(extractor.level(), append(pool, &extractor, positions, rows)),
                compute(),
                contender(COPY, copy(pool, expected, lists)),
            ]);
            padded.push(contender(
                extractor.level(),
                pad(pool, &extractor, positions, memory),
            ));
            padded.push(compute());
            padded.extend(padded_floors(pool, memory));
        }
        self.push(name, ", csr, threads", (Output::Csr, true), expected, csr);
        self.push(
            name,
            ", padded, threads",
            (Output::Padded, true),
            expected,
            padded,
        );
        Ok(())
    }
}

fn csr<I: Isa, S: FeatureSet, T: Index + Entry, const RULE: usize, L: Peer>(
    extractors: &[Extractor<S>],
    (isa, scalar, positions): Input<I, RULE, L>,
    expected: &'static Csr<T>,
) -> Result<Vec<Contender>> {
    let (mut all, rows) = (Vec::new(), shared(Csr::new()));
    let first_wrong =
        |is_right: &dyn Fn(usize) -> bool| (0..positions.len()).find(|&i| !is_right(i));
    for extractor in extractors {
        let pass = append(None, extractor, positions, rows);
        let mut contender = Contender::new(extractor.level(), 1, pass);
        check(&mut contender, || {
            let rows = rows.borrow();
            first_wrong(&|i| rows.row(i) == expected.row(i))
        })?;
        all.push(contender);
    }
    let memory = shared(Lists::new(positions.len(), expected.first().len()));
    let one_pass = lists::<I, RULE, L, T, true>(isa, scalar, positions, memory);
    let by_perspective = lists::<I, RULE, L, T, false>(isa, scalar, positions, memory);
    for (name, pass) in [(ONE_PASS, one_pass), (BY_PERSPECTIVE, by_perspective)] {
        let mut contender = Contender::new(name, 1, pass);
        check(&mut contender, || {
            let both = |(first, second): (&[T], &[T])| [sorted(first), sorted(second)];
            let memory = memory.borrow();
            first_wrong(&|i| memory.row(i).map(both) == expected.row(i).map(both))
        })?;
        all.push(contender);
    }
    all.push(Contender::new(COPY, 1, copy(None, expected, memory)));
    Ok(all)
}
