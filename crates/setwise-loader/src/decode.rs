//! Decodes units into rows, on any thread.

use crate::counters::{Tally, add};
use crate::error::{Damage, OnDamage, ReadError};
use crate::files::{Input, Unit};
use crate::group::{Dealt, Spare};
use crate::random::{Purpose, Random};
use crate::rules::{Labels, Rule, SkipRules, UnitRules, result};
use crate::sample::{Sample, mover_score};
use core::iter::zip;
use setwise_binpack::{ChainPosition, Decoder, Visit};
use setwise_formats::{Error, Extras, Format, ReadOptions, Reader, Record};
use setwise_moves::{Color, Outcome};
use setwise_values::{Analyses, Condition};
use std::{io, path::PathBuf, sync::Arc};

/// The number of records that are read at once, and for which a condition is evaluated at once.
const TOGETHER: usize = 256;
/// The greatest number of damages of a unit that are described. All damages are counted.
const DESCRIBED: usize = 8;

/// The settings of decoding, and the state that all units share.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) decoder: Decoder,
    pub(crate) rules: SkipRules,
    pub(crate) condition: Option<Condition>,
    pub(crate) seed: u64,
    pub(crate) on_damage: OnDamage,
    pub(crate) files: Vec<(PathBuf, Format)>,
    /// Whether samples are dealt to parts.
    pub(crate) deals: bool,
    pub(crate) spare: Spare,
    pub(crate) tally: Arc<Tally>,
}

/// The rows of a unit that its rules and the condition keep, and the damage in the unit.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) samples: Dealt,
    pub(crate) damages: Vec<Damage>,
    pub(crate) damaged: u64,
}

impl Context {
    pub(crate) fn new(inputs: &[Input], seed: u64) -> Self {
        let files = inputs
            .iter()
            .map(|input| (input.path.clone(), input.format));
        Self {
            decoder: Decoder::new(),
            rules: SkipRules::default(),
            condition: None,
            seed,
            on_damage: OnDamage::default(),
            files: files.collect(),
            deals: true,
            spare: Spare::default(),
            tally: Arc::default(),
        }
    }

    /// Returns how many units should be decoded together.
    pub(crate) fn units_per_call(&self) -> usize {
        match self.rules.random {
            0 => 2,
            _ => self.decoder.chunks_per_call(),
        }
    }

    fn is_chunk(&self, unit: &Unit) -> bool {
        self.files[unit.file].1 == Format::Binpack
    }

    /// Decodes units, each with its epoch. Several chunks at once take less time, and give the same
    /// rows as one chunk at a time.
    pub(crate) fn decode(&self, units: &[(Unit, u64)]) -> Vec<Kept> {
        let keepers = units.iter().map(|(unit, epoch)| self.keeper(unit, *epoch));
        let mut keepers: Vec<_> = keepers.collect();
        if units.iter().all(|(unit, _)| self.is_chunk(unit)) {
            let chunks: Vec<_> = units.iter().map(|(unit, _)| &unit.part.bytes[..]).collect();
            let results = self.decoder.chunks(&chunks, &mut keepers);
            for ((unit, _), (keeper, result)) in zip(units, zip(&mut keepers, results)) {
                keeper.chunk_end(self, unit, result);
            }
        } else {
            for ((unit, _), keeper) in zip(units, &mut keepers) {
                match self.is_chunk(unit) {
                    true => {
                        let result = self.decoder.chunk(&unit.part.bytes, keeper);
                        keeper.chunk_end(self, unit, result);
                    }
                    false => keeper.records(self, unit),
                }
            }
        }
        let kept = keepers.into_iter().map(|keeper| keeper.end(&self.tally));
        kept.collect()
    }

    fn keeper(&self, unit: &Unit, epoch: u64) -> Keeper<'_> {
        let number = (unit.file as u64) << 40 ^ unit.number;
        let random = Random::of(self.seed, Purpose::Parts, epoch, number);
        let is_ordered = self.rules.pieces.is_some();
        Keeper {
            rules: self.rules.unit(self.seed, epoch, number),
            condition: self.condition.as_ref(),
            spare: &self.spare,
            waiting: Vec::new(),
            samples: Vec::new(),
            analyses: Analyses::default(),
            decoded: 0,
            skipped: [0; Rule::ALL.len()],
            excluded: 0,
            kept: Kept {
                samples: Dealt::new(self.deals, is_ordered, random, &self.spare),
                damages: unit.damage.iter().cloned().collect(),
                damaged: unit.damage.iter().len() as u64,
            },
        }
    }

    fn damage(&self, unit: &Unit, offset: u64, reason: ReadError) -> Damage {
        Damage {
            path: self.files[unit.file].0.clone(),
            offset,
            reason,
        }
    }
}

/// Applies the rules and the condition to the positions of a unit, and collects its rows.
struct Keeper<'a> {
    rules: UnitRules,
    condition: Option<&'a Condition>,
    spare: &'a Spare,
    /// The records for which the condition is not evaluated yet, and their samples.
    waiting: Vec<Record>,
    samples: Vec<Sample>,
    analyses: Analyses,
    decoded: u64,
    /// The number of positions that each rule skips, except the random one.
    skipped: [u64; Rule::ALL.len()],
    excluded: u64,
    kept: Kept,
}

impl Visit for Keeper<'_> {
    /// Takes a position that is not skipped at random. The function is not inlined into the
    /// decoder, which is compiled for each instruction set.
    #[inline(never)]
    fn visit(&mut self, position: &ChainPosition) {
        if self.passes(position, position.before()) {
            let sample = Sample::of_chain(position);
            match self.condition {
                Some(_) => self.wait(sample, record(position)),
                None => self.kept.samples.push(sample, self.spare),
            }
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn skip(&mut self) -> u64 {
        self.rules.skip()
    }

    fn decoded(&mut self, positions: u64) {
        self.decoded += positions;
    }
}

impl Keeper<'_> {
    fn passes(&mut self, position: &impl Labels, before: (i16, u32)) -> bool {
        let rule = self.rules.tests(position, before);
        if let Some(rule) = rule {
            self.skipped[rule as usize] += 1;
        }
        rule.is_none()
    }

    #[inline(never)]
    fn wait(&mut self, sample: Sample, record: Record) {
        self.samples.push(sample);
        self.waiting.push(record);
        if self.waiting.len() == TOGETHER {
            self.evaluate();
        }
    }

    /// Keeps the waiting rows for which the condition holds.
    fn evaluate(&mut self) {
        let Some(condition) = self.condition else {
            return;
        };
        let marks = condition.marks(&self.waiting, &Extras::default(), &mut self.analyses);
        for (sample, mark) in zip(self.samples.drain(..), marks) {
            match mark {
                true => self.kept.samples.push(sample, self.spare),
                false => self.excluded += 1,
            }
        }
        self.waiting.clear();
    }

    fn note(&mut self, damage: Damage) {
        self.kept.damaged += 1;
        if self.kept.damages.len() < DESCRIBED {
            self.kept.damages.push(damage);
        }
    }

    fn chunk_end(
        &mut self,
        context: &Context,
        unit: &Unit,
        result: Result<(), setwise_binpack::Damage>,
    ) {
        // A truncated chunk ends within a chain. `unit.damage` already has that damage.
        if let (Err(damage), None) = (result, &unit.damage) {
            self.note(context.damage(
                unit,
                unit.part.place.offset + damage.at as u64,
                ReadError::Data(damage.reason.into()),
            ));
        }
    }

    fn records(&mut self, context: &Context, unit: &Unit) {
        let format = context.files[unit.file].1;
        let reader = Reader::new(&unit.part.bytes[..], format, ReadOptions::default());
        let mut reader = reader.at(&unit.part.place.point());
        let mut records = Vec::new();
        loop {
            records.clear();
            let read = reader.read_batch(&mut records, TOGETHER);
            for record in &records {
                self.decoded += 1;
                let Some(outcome) = record.outcome else {
                    self.skipped[Rule::NoOutcome as usize] += 1;
                    continue;
                };
                let position = OfRecord(record, outcome);
                let before = self.rules.skips_at_random(&position);
                if before.is_some_and(|before| self.passes(&position, before)) {
                    let sample = Sample::of_record(record, outcome);
                    match self.condition {
                        Some(_) => self.wait(sample, *record),
                        None => self.kept.samples.push(sample, self.spare),
                    }
                }
            }
            match read {
                Ok(0) => return,
                Ok(_) => {}
                Err(Error::Damage(damage)) => {
                    self.note(context.damage(unit, damage.offset, ReadError::Data(damage.reason)));
                    if context.on_damage == OnDamage::Stop {
                        return;
                    }
                }
                Err(error) => {
                    self.note(context.damage(
                        unit,
                        unit.part.place.offset,
                        ReadError::File(io::Error::other(error).into()),
                    ));
                    return;
                }
            }
        }
    }

    fn end(mut self, tally: &Tally) -> Kept {
        self.evaluate();
        self.kept.samples.end_block(self.spare);
        let others = self.skipped.iter().sum::<u64>() + self.excluded;
        let kept = self.kept.samples.len() as u64;
        self.skipped[Rule::Random as usize] = self.decoded - others - kept;
        for (number, more) in zip(&tally.skipped, self.skipped) {
            add(number, more);
        }
        add(&tally.decoded, self.decoded);
        add(&tally.excluded, self.excluded);
        self.kept
    }
}

fn record(position: &ChainPosition) -> Record {
    let mut record = Record::from(position.to_position());
    record.white_score = position.mover_score().map(|score| match position.turn() {
        Color::White => score,
        Color::Black => score.saturating_neg(),
    });
    record.outcome = Some(position.outcome());
    record.played = position.played();
    record.ply = u16::try_from(position.ply()).ok();
    record
}

/// A record, and its outcome.
struct OfRecord<'a>(&'a Record, Outcome);

impl Labels for OfRecord<'_> {
    fn mover_score(&self) -> Option<i16> {
        mover_score(self.0)
    }

    fn ply(&self) -> u32 {
        self.0.ply.unwrap_or(0).into()
    }

    fn result(&self) -> i8 {
        result(self.1, self.0.position.turn())
    }

    fn is_check(&self) -> bool {
        self.0.position.is_check()
    }

    fn played_captures(&self) -> bool {
        let position = &self.0.position;
        self.0.played.is_some_and(|played| {
            let enemies = position.by_color(position.turn().other());
            played.is_en_passant() || enemies & played.target().bit() != 0
        })
    }
}
