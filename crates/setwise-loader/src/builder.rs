//! Settings of a loader.

use crate::decode::Context;
use crate::error::{Error, OnDamage};
use crate::features::Features;
use crate::feed::{Feed, Point};
use crate::files::{Input, open_all};
use crate::rules::{PieceControl, SkipRules};
use crate::setters::setters;
use crate::state::{State, fingerprint};
use crate::stream::Shared;
use crate::{group::Start, loader::Loader};
use core::num::NonZeroUsize;
use setwise_formats::{Fields, Format, GameColumn};
use setwise_nnue::Perspectives;
use setwise_values::Condition;
use std::{path::PathBuf, thread::available_parallelism};

/// The settings of a [`Loader`].
#[derive(Clone, Debug)]
#[must_use]
pub struct Builder {
    files: Vec<(PathBuf, Option<Format>)>,
    features: String,
    perspectives: Perspectives,
    batch_size: usize,
    threads: usize,
    rules: SkipRules,
    condition: Option<Condition>,
    seed: u64,
    cyclic: bool,
    rank: u64,
    world: u64,
    shuffle: usize,
    on_damage: OnDamage,
    state: Option<Vec<u8>>,
}

impl Loader {
    /// Returns settings with default values.
    pub fn builder() -> Builder {
        Builder::default()
    }
}

impl Default for Builder {
    fn default() -> Self {
        Self {
            files: Vec::new(),
            features: "half-ka-v2-hm-training".into(),
            perspectives: Perspectives::default(),
            batch_size: 16_384,
            threads: 1,
            rules: SkipRules::default(),
            condition: None,
            seed: 0,
            cyclic: false,
            rank: 0,
            world: 1,
            shuffle: 1 << 20,
            on_damage: OnDamage::default(),
            state: None,
        }
    }
}

impl Builder {
    setters! {
        /// Sets which perspective comes first. The default is White's.
        perspectives: Perspectives;
        /// Sets the number of samples of a batch. The default is 16,384.
        batch_size: usize;
        /// Sets the number of threads that decode in the background, beside the calling thread, and
        /// of those that write a batch during a call, of which the calling thread is one. It does
        /// not change the batches. The default is 1, unlike elsewhere a thread beside the caller,
        /// and 0 stands for all cores.
        threads: usize;
        /// Sets the rules by which positions are skipped. The default is none.
        rules: SkipRules;
        /// Sets the seed of all random choices. The default is 0.
        seed: u64;
        /// Sets whether the files are read repeatedly. The default is no. Each epoch has
        /// its own order and its own random choices.
        cyclic: bool;
        /// Sets the least number of samples that are shuffled together; each takes three times 48
        /// bytes. With 0, samples keep the order of the files. An epoch with fewer samples than a
        /// sixteenth of this number is shuffled alone. The default is 2²⁰.
        shuffle: usize;
        /// Sets what happens after damage. The default is an error.
        on_damage: OnDamage;
    }

    /// Adds files that are not compressed, of formats that [can be cut](Format::is_cut) and have
    /// outcomes: `.binpack`, `.vf` (viriformat), `.bullet`, `.marlin`, `.txt` (bullet text), `.epd`
    /// and `.pgn`. Positions of PGN have [no score](setwise_binpack::NO_SCORE).
    pub fn files(mut self, paths: impl IntoIterator<Item = impl Into<PathBuf>>) -> Self {
        let paths = paths.into_iter();
        self.files.extend(paths.map(|path| (path.into(), None)));
        self
    }

    /// Adds files of a format, whatever their names.
    pub fn files_of(
        mut self,
        format: Format,
        paths: impl IntoIterator<Item = impl Into<PathBuf>>,
    ) -> Self {
        let paths = paths.into_iter();
        let files = paths.map(|path| (path.into(), Some(format)));
        self.files.extend(files);
        self
    }

    /// Sets the features: names of [`NamedSet`](setwise_nnue::NamedSet) joined by `+`. The indices
    /// of a set follow those of the sets before it, and so do its features in a row. The default is
    /// `half-ka-v2-hm-training`.
    pub fn features(mut self, names: impl Into<String>) -> Self {
        self.features = names.into();
        self
    }

    /// Sets a condition that delivered positions fulfill, such as
    /// `!in_check && -2000 < score && score < 2000`, where `score` is White's, unlike
    /// [`Batch::mover_score`](crate::Batch::mover_score). It is evaluated for positions that the
    /// skip rules keep, before the numbers of pieces are balanced.
    pub fn condition(mut self, condition: Condition) -> Self {
        self.condition = Some(condition);
        self
    }

    /// Sets the rank of this loader among those of other processes. Each delivers other chunks and
    /// runs of games or records, and together they deliver all. A cyclic loader without any is
    /// refused. The default is 0 of 1.
    pub fn rank(mut self, rank: u64, world: u64) -> Self {
        (self.rank, self.world) = (rank, world);
        self
    }

    /// Goes on from a [state](Loader::state) of a loader of the same files and settings. The
    /// features, the batch size and the number of threads may be others.
    pub fn resume(mut self, state: &[u8]) -> Self {
        self.state = Some(state.into());
        self
    }

    /// Opens the files and starts the threads.
    ///
    /// # Errors
    /// A file cannot be opened, or a setting cannot be.
    pub fn open(self) -> Result<Loader, Error> {
        self.rules.check().map_err(Error::Rule)?;
        if self.rank >= self.world {
            return Err(Error::Rank(self.rank, self.world));
        }
        let features = Features::named(&self.features, self.perspectives)?;
        let entries = self.batch_size.checked_mul(features.max_active);
        if self.batch_size == 0 || entries.is_none_or(|entries| i32::try_from(entries).is_err()) {
            return Err(Error::BatchSize(self.batch_size));
        }
        self.condition.as_ref().map_or(Ok(()), check_known)?;
        let inputs = open_all(self.files)?;
        for input in &inputs {
            check_fields(input, &self.rules, self.condition.as_ref())?;
        }
        let context = Context {
            rules: self.rules,
            condition: self.condition,
            on_damage: self.on_damage,
            deals: self.shuffle > 0,
            ..Context::new(&inputs, self.seed)
        };
        let mut feed = Feed {
            inputs,
            seed: self.seed,
            rank: self.rank,
            world: self.world,
            cyclic: self.cyclic,
            shuffles: self.shuffle > 0,
            point: Point::default(),
            given: 0,
        };
        let fingerprint = fingerprint(&feed, &context, self.shuffle);
        let balances = context.rules.pieces.is_some();
        let seed = self.seed.wrapping_add(self.rank);
        let control = balances.then(|| PieceControl::new(&context.rules, seed));
        let state = match &self.state {
            Some(bytes) => State::from_bytes(bytes, fingerprint, control)?,
            None => State {
                start: Start {
                    point: feed.point(),
                    control,
                    number: 0,
                },
                samples: 0,
            },
        };
        if self.cyclic && self.world > 1 && feed.next(Vec::new()).is_none() {
            let units = feed.inputs.iter().map(|input| input.place.number).sum();
            return Err(Error::NoUnits(self.rank, self.world, units));
        }
        feed.restore(&state.start.point)?;
        feed.given = self.state.is_some().into();
        let threads = match self.threads {
            0 => available_parallelism().map_or(1, NonZeroUsize::get),
            threads => threads,
        };
        let (control, groups) = (state.start.control.clone(), state.start.number);
        let (samples, batch_size) = (self.shuffle, self.batch_size);
        let shared = Shared::new(feed, context, control, groups, threads, samples, batch_size);
        Loader::start(
            shared,
            features,
            self.batch_size,
            threads,
            state,
            fingerprint,
        )
    }
}

/// Checks that training data has what a condition reads.
fn check_known(condition: &Condition) -> Result<(), Error> {
    let columns = condition.columns().iter().map(GameColumn::name);
    let values = condition.values().iter().map(|value| value.name());
    match columns.chain(values.filter(|name| *name == "game")).next() {
        Some(name) => Err(Error::Condition(name.to_owned())),
        None => Ok(()),
    }
}

/// Checks that a format has what rules and a condition ask of positions.
fn check_fields(
    input: &Input,
    rules: &SkipRules,
    condition: Option<&Condition>,
) -> Result<(), Error> {
    let plies = rules.after_ply.is_some() || rules.opening.is_some() || rules.by_outcome;
    let of_rules = [
        (plies, Fields::PLY),
        (rules.quiet, Fields::MOVE),
        (rules.is_on(), Fields::SCORE),
    ];
    let of_rules = of_rules
        .into_iter()
        .filter_map(|(is_on, field)| is_on.then_some(field));
    let values = condition.into_iter().flat_map(Condition::values);
    let mut needed = of_rules.chain(values.map(|value| value.needs()));
    match needed.find(|&fields| !input.format.stores().contains(fields)) {
        Some(fields) => Err(Error::Lacks(input.path.clone(), fields)),
        None => Ok(()),
    }
}
