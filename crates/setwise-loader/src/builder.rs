//! Settings of a loader.

use crate::decode::Context;
use crate::error::{Error, OnDamage};
use crate::features::Features;
use crate::feed::{Feed, Point};
use crate::files::{Input, open_all};
use crate::group::Start;
use crate::loader::Loader;
use crate::rules::{PieceControl, SkipRules};
use crate::state::{State, fingerprint};
use crate::stream::Shared;
use setwise_formats::{Fields, Format};
use setwise_nnue::Perspectives;
use setwise_values::Condition;
use std::path::PathBuf;

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
    condition: Option<String>,
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
    /// Adds files of training data that are not compressed: `.binpack`, `.vf` (viriformat),
    /// `.bullet`, `.marlin`.
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

    /// Sets which perspective comes first. The default is White's.
    pub fn perspectives(mut self, perspectives: Perspectives) -> Self {
        self.perspectives = perspectives;
        self
    }

    /// Sets the number of rows of a batch. The default is 16,384.
    pub fn batch_size(mut self, rows: usize) -> Self {
        self.batch_size = rows;
        self
    }

    /// Sets the number of threads that decode in the background, and of those that write rows
    /// during a call. The number does not change the batches. The default is 1; 0 counts as 1.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Sets the rules by which positions are skipped. The default is none.
    pub fn rules(mut self, rules: SkipRules) -> Self {
        self.rules = rules;
        self
    }

    /// Sets a condition that delivered positions fulfill, in the language of `setwise data`:
    /// `!in_check && -2000 < score && score < 2000`. The condition is evaluated after the other
    /// rules and before the numbers of pieces are balanced.
    pub fn condition(mut self, text: impl Into<String>) -> Self {
        self.condition = Some(text.into());
        self
    }

    /// Sets the seed of all random choices. The default is 0.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Sets whether the files are read repeatedly. The default is no. Each epoch has its own order
    /// and its own random choices.
    pub fn cyclic(mut self, cyclic: bool) -> Self {
        self.cyclic = cyclic;
        self
    }

    /// Sets the rank of this loader among the loaders of several processes. Each chunk, or run of
    /// games or records, belongs to exactly one loader. A cyclic loader without any of them is
    /// refused. The default is 0 of 1.
    pub fn rank(mut self, rank: u64, world: u64) -> Self {
        (self.rank, self.world) = (rank, world);
        self
    }

    /// Sets the least number of rows that are shuffled together. Each takes three times 48 bytes.
    /// With 0, rows keep the order of the files. An epoch with less than a sixteenth of this many
    /// rows is shuffled alone. The default is 2²⁰.
    pub fn shuffle(mut self, rows: usize) -> Self {
        self.shuffle = rows;
        self
    }

    /// Sets what happens after damage. The default is an error.
    pub fn on_damage(mut self, on_damage: OnDamage) -> Self {
        self.on_damage = on_damage;
        self
    }

    /// Continues from a [state](Loader::state) of a loader with the same files and settings. The
    /// features, the batch size and the number of threads may differ.
    pub fn resume(mut self, state: &[u8]) -> Self {
        self.state = Some(state.into());
        self
    }

    /// Opens the files and starts the threads.
    ///
    /// # Errors
    /// A file cannot be opened, or a setting is invalid.
    pub fn open(self) -> Result<Loader, Error> {
        self.rules.check()?;
        if self.rank >= self.world {
            return Err(Error::Rank(self.rank, self.world));
        }
        let features = Features::named(&self.features, self.perspectives)?;
        let entries = self.batch_size.checked_mul(features.max_active);
        if self.batch_size == 0 || entries.is_none_or(|entries| i32::try_from(entries).is_err()) {
            return Err(Error::BatchSize(self.batch_size));
        }
        let condition = self.condition.as_deref().map(parse).transpose()?;
        let inputs = open_all(self.files)?;
        for input in &inputs {
            check_fields(input, &self.rules)?;
        }
        let context = Context {
            rules: self.rules,
            condition,
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
        let text = self.condition.as_deref().unwrap_or_default();
        let fingerprint = fingerprint(&feed, &context.rules, text, self.shuffle);
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
                rows: 0,
            },
        };
        if self.cyclic && self.world > 1 && feed.next(Vec::new()).is_none() {
            let units = feed.inputs.iter().map(|input| input.place.number).sum();
            return Err(Error::NoUnits(self.rank, self.world, units));
        }
        feed.restore(&state.start.point)?;
        feed.given = self.state.is_some().into();
        let threads = self.threads.max(1);
        let (control, groups) = (state.start.control.clone(), state.start.number);
        let (rows, batch_size) = (self.shuffle, self.batch_size);
        let shared = Shared::new(feed, context, control, groups, threads, rows, batch_size);
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

/// Parses a condition. Refuses values that training data does not have.
fn parse(text: &str) -> Result<Condition, Error> {
    let condition = Condition::parse(text).map_err(|why| Error::Condition(why.to_string()))?;
    let lacks = |name: &str| Error::Condition(format!("`{name}` is not known of training data"));
    if let Some(column) = condition.columns().first() {
        return Err(lacks(column.name()));
    }
    if let Some(game) = condition
        .values()
        .iter()
        .find(|value| value.name() == "game")
    {
        return Err(lacks(game.name()));
    }
    match condition.contradiction() {
        Some(why) => Err(Error::Condition(why)),
        None => Ok(condition),
    }
}

/// Checks that the format of a file has the fields that the rules read.
fn check_fields(input: &Input, rules: &SkipRules) -> Result<(), Error> {
    let plies = rules.after_ply.is_some() || rules.opening.is_some() || rules.by_outcome;
    for (is_on, field) in [(plies, Fields::PLY), (rules.quiet, Fields::MOVE)] {
        if is_on && input.format.lacks().contains(field) {
            return Err(Error::Lacks(input.path.clone(), field));
        }
    }
    Ok(())
}
