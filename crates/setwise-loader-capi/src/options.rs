//! Settings of a loader.

use crate::memory::text;
use setwise_ffi::{Failure, Status, array, check_size, guard, place};
use setwise_loader::{Builder, Condition, Loader, OnDamage, Opening, Perspectives, SkipRules};
use std::ffi::{c_char, c_void};
use std::ptr::null;

/// Settings. `setwise_loader_options_default` and `setwise_loader_options_training` fill in all of
/// them.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Options {
    /// The size of this structure in bytes.
    pub size: usize,
    /// Names joined by +, in any order. Null: half-ka-v2-hm-training.
    pub features: *const c_char,
    /// As of `setwise data`, such as "!in_check && -2000 < score && score < 2000". Null: none.
    pub condition: *const c_char,
    /// From `setwise_loader_state`, of the same files and settings. Null: the beginning.
    pub state: *const c_void,
    /// The number of bytes of the state.
    pub state_size: usize,
    /// Rows of a batch: 16,384.
    pub batch_size: usize,
    /// Threads beside the caller, which do not change the batches: 1. 0: all cores.
    pub threads: usize,
    /// Rows shuffled together, at least: 1,048,576. 0: the order of the files.
    pub shuffle: usize,
    /// The seed of all random choices: 0.
    pub seed: u64,
    /// Ranks deliver different parts of the files: 0 of world 1.
    pub rank: u64,
    /// The number of ranks.
    pub world: u64,
    /// 1: the files are read again and again.
    pub cyclic: u8,
    /// 1: damage is counted and skipped. 0: it is an error.
    pub skip_damage: u8,
    /// 1: the first perspective is the mover's. 0: it is White's.
    pub mover_first: u8,
    /// Skip rule, 1: positions in check and those whose move captures are skipped.
    pub quiet: u8,
    /// Skip rule, 1: kept with the probability of the outcome, given score and ply.
    pub by_outcome: u8,
    /// Skip rule, 1: early plies are kept with a probability.
    pub has_opening: u8,
    /// Skip rule, 1: the numbers of pieces are balanced.
    pub has_pieces: u8,
    /// Must be 0.
    pub reserved: u8,
    /// Skip rule: one of random + 1 positions is kept.
    pub random: u32,
    /// Skip rule: only greater plies are kept. Below 0: all.
    pub after_ply: i32,
    /// The first ply to which the rule for openings does not apply.
    pub opening_end: u32,
    /// Must be 0.
    pub reserved_word: u32,
    /// Plies, which do not fall, and probabilities. Between them the probability is linear.
    pub opening_points: [[f64; 2]; 4],
    /// Wanted frequencies at 0, 8, 16, 24 and 32 pieces.
    pub pieces: [f64; 5],
}

impl Options {
    fn new(rules: &SkipRules) -> Self {
        let opening = rules.opening.unwrap_or_default();
        Self {
            size: size_of::<Self>(),
            features: null(),
            condition: null(),
            state: null(),
            state_size: 0,
            batch_size: 16_384,
            threads: 1,
            shuffle: 1 << 20,
            seed: 0,
            rank: 0,
            world: 1,
            cyclic: 0,
            skip_damage: 0,
            mover_first: 0,
            quiet: rules.quiet.into(),
            by_outcome: rules.by_outcome.into(),
            has_opening: rules.opening.is_some().into(),
            has_pieces: rules.pieces.is_some().into(),
            reserved: 0,
            random: rules.random,
            after_ply: rules.after_ply.map_or(-1, |ply| ply as i32),
            opening_end: opening.end,
            reserved_word: 0,
            opening_points: opening.points.map(<[f64; 2]>::from),
            pieces: SkipRules::training().pieces.unwrap_or_default(),
        }
    }

    fn rules(&self) -> SkipRules {
        let points = self.opening_points.map(<(f64, f64)>::from);
        let opening = Opening::new(self.opening_end, points);
        SkipRules::default()
            .random(self.random)
            .after_ply(self.after_ply.try_into().ok())
            .quiet(self.quiet != 0)
            .opening((self.has_opening != 0).then_some(opening))
            .by_outcome(self.by_outcome != 0)
            .pieces((self.has_pieces != 0).then_some(self.pieces))
    }

    /// Returns the settings for Rust.
    ///
    /// # Safety
    /// The texts are null or end in 0; the state is null or has its size.
    pub(crate) unsafe fn builder(&self) -> Result<Builder, Failure> {
        if (self.reserved, self.reserved_word) != (0, 0) {
            let message = "options: a reserved field is not 0";
            return Err(Failure::new(Status::BadOption, message));
        }
        let on_damage = match self.skip_damage {
            0 => OnDamage::Stop,
            _ => OnDamage::Skip,
        };
        let perspectives = match self.mover_first {
            0 => Perspectives::WhiteBlack,
            _ => Perspectives::MoverOther,
        };
        let mut builder = Loader::builder()
            .batch_size(self.batch_size)
            .threads(self.threads)
            .shuffle(self.shuffle)
            .seed(self.seed)
            .rank(self.rank, self.world)
            .cyclic(self.cyclic != 0)
            .on_damage(on_damage)
            .perspectives(perspectives)
            .rules(self.rules());
        // SAFETY: the caller promises the texts and the state.
        unsafe {
            if let Some(features) = text("features", self.features)? {
                builder = builder.features(features);
            }
            if let Some(condition) = text("condition", self.condition)? {
                let parsed = Condition::parse(condition)
                    .map_err(|why| Failure::new(Status::BadOption, format!("condition: {why}")))?;
                builder = builder.condition(parsed);
            }
            if !self.state.is_null() {
                builder = builder.resume(array("state", self.state.cast(), self.state_size)?);
            }
        }
        Ok(builder)
    }
}

/// Writes the default settings, which skip nothing.
///
/// # Safety
/// `options` is null, not aligned, or points to a structure of `size` bytes that nothing else uses
/// during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_loader_options_default(options: *mut Options, size: usize) -> i32 {
    // SAFETY: the caller promises the structure.
    unsafe { write(options, size, &SkipRules::default()) }
}

/// Writes the default settings with the skip rules of the training of Stockfish's networks.
///
/// # Safety
/// As for `setwise_loader_options_default`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_loader_options_training(
    options: *mut Options,
    size: usize,
) -> i32 {
    // SAFETY: the caller promises the structure.
    unsafe { write(options, size, &SkipRules::training()) }
}

/// # Safety
/// As for [`setwise_loader_options_default`].
unsafe fn write(options: *mut Options, size: usize, rules: &SkipRules) -> i32 {
    guard(|| {
        check_size::<Options>("options", size)?;
        // SAFETY: the caller promises the structure, whose size is right.
        *unsafe { place("options", options)? } = Options::new(rules);
        Ok(())
    })
}
