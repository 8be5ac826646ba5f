//! The cases of the benchmark, and the checks of their contenders.

use super::opponents::{Peer, ROOM, Scalar};
use super::passes::{
    FILLER, Lists, PaddedRows, Shared, Workers, copy, fill, lists, padded, registers, shared,
    stream,
};
use crate::isa::Isa;
use crate::rounds::{Contest, Pass};
use anyhow::{Context, Result, bail, ensure};
use setwise::Level;
use setwise_nnue::{Boards, Csr, Entry, Extractor, FeatureSet, Index};
use setwise_results::nnue::{
    BY_PERSPECTIVE, COPY, Case, FILL, ONE_PASS, Output, REGISTERS, STREAM,
};
use std::hint::black_box;
use std::rc::Rc;

/// The cases so far, and what they share.
pub(super) struct Bench<I> {
    /// Scalar code is compiled for it.
    isa: I,
    /// Many positions, and few.
    positions: [Rc<[Boards]>; 2],
    padded: Shared<PaddedRows>,
    pub(super) contests: Vec<(Case, Contest)>,
}

type Contenders = Vec<(String, usize, Pass)>;

/// Returns an extractor for each instruction set of the host, best first. The last one has plain
/// words.
fn extractors<S: FeatureSet>(set: &S) -> Vec<Extractor<S>> {
    let extractor = Extractor::new(set.clone());
    let levels = Level::all().map(|level| extractor.clone().on(level));
    levels.collect()
}

/// Returns the rows of positions.
fn extracted<S: FeatureSet, T: Index>(
    extractor: &Extractor<S>,
    positions: &[Boards],
) -> Result<Csr<T>> {
    let mut rows = Csr::new();
    let done = extractor.append(positions, &mut rows);
    done.context(extractor.level())?;
    Ok(rows)
}

/// A row in ascending order.
fn sorted<T: Index>(row: &[T]) -> Vec<u32> {
    let mut row: Vec<u32> = row.iter().map(|index| index.to_index()).collect();
    row.sort_unstable();
    row
}

/// Fails unless a row of padded rows has these features, in any order, and nothing behind them.
fn check_padded<T: Index>(contender: &str, rows: &mut PaddedRows, expected: &Csr<T>) -> Result<()> {
    for (position, rows) in rows.rows().enumerate() {
        let row = expected
            .row(position)
            .map(|(first, second)| [first, second]);
        let row = row.context("more rows than positions")?;
        let is_right = rows.into_iter().zip(row).all(|(found, expected)| {
            let (found, rest) = found.split_at(expected.len().min(ROOM));
            let found: Vec<u32> = found.iter().map(|&entry| entry as u32).collect();
            sorted(&found) == sorted(expected) && rest.iter().all(|&entry| entry == FILLER)
        });
        ensure!(is_right, "{contender}: {WRONG} {position}");
    }
    Ok(())
}

/// A problem, before the number of the position.
const WRONG: &str = "wrong features of position";

/// Returns the mean number of features.
fn mean<T: Index>(rows: &Csr<T>) -> f64 {
    let mean = rows.first().len() as f64 / rows.len() as f64;
    (mean * 100.0).round() / 100.0
}

impl<I: Isa> Bench<I> {
    pub(super) fn new(isa: I, [many, few]: [Vec<Boards>; 2]) -> Self {
        Self {
            isa,
            padded: shared(PaddedRows::new(many.len())),
            positions: [Rc::from(many), Rc::from(few)],
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
            self.add_all::<S, u16, RULE, L>(name, set, &Rc::new(scalar))
        } else {
            self.add_all::<S, u32, RULE, L>(name, set, &Rc::new(scalar))
        }
    }

    fn add_all<S: FeatureSet, T: Index + Entry, const RULE: usize, L: Peer>(
        &mut self,
        name: &str,
        set: &S,
        scalar: &Rc<Scalar<RULE, L>>,
    ) -> Result<()> {
        let extractors = extractors(set);
        let plain = extractors.last().context("no instruction set")?;
        let [many, few] = self.positions.clone();
        let expected = Rc::new(extracted::<S, T>(plain, &many)?);
        let features = mean(&expected);
        let case = |output, bytes, positions: &[Boards], more: &str| Case {
            name: format!("{name}{more}"),
            set: name.into(),
            output,
            bytes,
            positions: positions.len() as u64,
            features,
            threads: false,
        };
        let contenders = self.csr(&extractors, scalar, &many, &expected)?;
        self.push(
            case(Output::Csr, size_of::<T>(), &many, ", csr"),
            contenders,
        );
        let contenders = self.padded(&extractors, scalar, &many, &expected)?;
        self.push(
            case(Output::Padded, size_of::<i32>(), &many, ", padded"),
            contenders,
        );
        let contenders = count(&extractors, &many);
        self.push(case(Output::Count, 0, &many, ", count"), contenders);
        let expected = Rc::new(extracted::<S, T>(plain, &few)?);
        let contenders = self.csr(&extractors, scalar, &few, &expected)?;
        let known = format!(", csr, {} positions", few.len());
        self.push(
            Case {
                features: mean(&expected),
                ..case(Output::Csr, size_of::<T>(), &few, &known)
            },
            contenders,
        );
        Ok(())
    }

    /// Adds a case.
    fn push(&mut self, case: Case, contenders: Contenders) {
        let name = case.name.clone();
        self.contests.push((
            case,
            Contest {
                case: name,
                contenders,
            },
        ));
    }

    fn csr<S: FeatureSet, T: Index + Entry, const RULE: usize, L: Peer>(
        &self,
        extractors: &[Extractor<S>],
        scalar: &Rc<Scalar<RULE, L>>,
        positions: &Rc<[Boards]>,
        expected: &Rc<Csr<T>>,
    ) -> Result<Contenders> {
        let mut contenders = Contenders::new();
        let rows = shared(Csr::<T>::new());
        for extractor in extractors {
            let level = extractor.level();
            let found = extracted::<S, T>(extractor, positions)?;
            if let Some(position) = (0..positions.len()).find(|&i| found.row(i) != expected.row(i))
            {
                bail!("{level}: {WRONG} {position}");
            }
            let (extractor, positions, rows) = (extractor.clone(), positions.clone(), rows.clone());
            let pass = move || {
                let rows = &mut *rows.borrow_mut();
                rows.clear();
                // The same call has succeeded above.
                let _ = black_box(extractor.append(&positions[..], rows));
                black_box(rows);
            };
            contenders.push((level.into(), 1, Box::new(pass)));
        }
        let memory = shared(Lists::new(positions.len(), expected.first().len()));
        let isa = self.isa;
        for (name, mut pass) in [
            (
                ONE_PASS,
                lists::<I, RULE, L, T, true>(isa, scalar, positions, &memory),
            ),
            (
                BY_PERSPECTIVE,
                lists::<I, RULE, L, T, false>(isa, scalar, positions, &memory),
            ),
        ] {
            pass();
            let both = |(first, second): (&[T], &[T])| [sorted(first), sorted(second)];
            let is_wrong =
                |&i: &usize| memory.borrow().row(i).map(both) != expected.row(i).map(both);
            if let Some(position) = (0..positions.len()).find(is_wrong) {
                bail!("{name}: {WRONG} {position}");
            }
            contenders.push((name.into(), 1, pass));
        }
        contenders.push((COPY.into(), 1, copy(Workers(None), expected, &memory)));
        Ok(contenders)
    }

    fn padded<S: FeatureSet, T: Index + Entry, const RULE: usize, L: Peer>(
        &self,
        extractors: &[Extractor<S>],
        scalar: &Rc<Scalar<RULE, L>>,
        positions: &Rc<[Boards]>,
        expected: &Csr<T>,
    ) -> Result<Contenders> {
        let (mut contenders, memory) = (Contenders::new(), &self.padded);
        for extractor in extractors {
            let (extractor, positions, memory) =
                (extractor.clone(), positions.clone(), memory.clone());
            let name = extractor.level().into();
            let pass = move || {
                let memory = &mut *memory.borrow_mut();
                // A failure leaves the memory as it is, which the check finds.
                let _ = black_box(extractor.pad(&positions[..], memory.padded()));
                black_box(memory);
            };
            contenders.push((name, 1, Box::new(pass)));
        }
        let isa = self.isa;
        let one_pass = padded::<I, RULE, L, true>(isa, scalar, positions, memory);
        contenders.push((ONE_PASS.into(), 1, one_pass));
        let by_perspective = padded::<I, RULE, L, false>(isa, scalar, positions, memory);
        contenders.push((BY_PERSPECTIVE.into(), 1, by_perspective));
        for (name, _, pass) in &mut contenders {
            memory
                .borrow_mut()
                .rows()
                .for_each(|rows| rows.into_iter().for_each(|row| row.fill(0)));
            pass();
            check_padded(name, &mut memory.borrow_mut(), expected)?;
        }
        contenders.push((FILL.into(), 1, fill(Workers(None), memory)));
        contenders.extend(stream(Workers(None), memory).map(|pass| (STREAM.into(), 1, pass)));
        Ok(contenders)
    }

    /// Adds the cases that compare numbers of threads.
    pub(super) fn add_threads<S: FeatureSet>(&mut self, name: &str, set: &S) -> Result<()> {
        let positions = self.positions[0].clone();
        let extractor = Extractor::new(set.clone());
        let expected = Rc::new(extracted::<S, u32>(&extractor, &positions)?);
        let lists = shared(Lists::new(positions.len(), expected.first().len()));
        let (rows, memory) = (shared(Csr::<u32>::new()), self.padded.clone());
        let cpus = std::thread::available_parallelism().map_or(1, usize::from);
        let mut numbers = vec![1, 2, cpus];
        numbers.sort_unstable();
        numbers.dedup();
        let mut contenders = [Contenders::new(), Contenders::new()];
        for threads in numbers {
            let workers = Workers::new(threads)?;
            let level = extractor.level();
            let (code, boards, out, pool) = (
                extractor.clone().threads(threads),
                positions.clone(),
                rows.clone(),
                workers.clone(),
            );
            let append = move || {
                let (rows, boards) = (&mut *out.borrow_mut(), &boards[..]);
                rows.clear();
                let _ = black_box(pool.run(|| code.append(boards, rows)));
                black_box(rows);
            };
            let (code, boards, out, pool) = (
                extractor.clone().threads(threads),
                positions.clone(),
                memory.clone(),
                workers.clone(),
            );
            let pad = move || {
                let (memory, boards) = (&mut *out.borrow_mut(), &boards[..]);
                let _ = black_box(pool.run(|| code.pad(boards, memory.padded())));
                black_box(memory);
            };
            let compute = || registers(workers.clone(), positions.len());
            let [csr, padded] = &mut contenders;
            csr.push((level.into(), threads, Box::new(append)));
            csr.push((REGISTERS.into(), threads, compute()));
            csr.push((
                COPY.into(),
                threads,
                copy(workers.clone(), &expected, &lists),
            ));
            padded.push((level.into(), threads, Box::new(pad)));
            padded.push((REGISTERS.into(), threads, compute()));
            padded.push((FILL.into(), threads, fill(workers.clone(), &memory)));
            padded.extend(
                stream(workers.clone(), &memory).map(|pass| (STREAM.into(), threads, pass)),
            );
        }
        for (output, contenders) in [Output::Csr, Output::Padded].into_iter().zip(contenders) {
            let what = if output == Output::Csr {
                "csr"
            } else {
                "padded"
            };
            let case = Case {
                name: format!("{name}, {what}, threads"),
                set: name.into(),
                output,
                bytes: 4,
                positions: positions.len() as u64,
                features: mean(&expected),
                threads: true,
            };
            self.push(case, contenders);
        }
        Ok(())
    }
}

/// Returns the passes that count features.
fn count<S: FeatureSet>(extractors: &[Extractor<S>], positions: &Rc<[Boards]>) -> Contenders {
    let counts = shared(vec![0; positions.len()]);
    let contender = |extractor: &Extractor<S>| {
        let (extractor, positions, counts) = (extractor.clone(), positions.clone(), counts.clone());
        let name = extractor.level().into();
        let pass: Pass = Box::new(move || {
            let counts = &mut *counts.borrow_mut();
            let _ = black_box(extractor.count(&positions[..], counts));
            black_box(counts);
        });
        (name, 1, pass)
    };
    extractors.iter().map(contender).collect()
}
