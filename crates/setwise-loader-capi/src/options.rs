//! Settings of a loader.

use crate::memory::text;
use crate::status::{Failure, Status, guard};
use setwise_ffi::{array, check_size, place};
use setwise_loader::{Builder, Condition, Loader, OnDamage, Opening, Perspectives, SkipRules};
use std::ffi::{c_char, c_void};
use std::ptr::null;

/// The settings, as C states them.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
#[expect(missing_docs, reason = "the header describes the fields")]
pub struct Options {
    pub size: usize,
    pub features: *const c_char,
    pub condition: *const c_char,
    pub state: *const c_void,
    pub state_size: usize,
    pub batch_size: usize,
    pub threads: usize,
    pub shuffle: usize,
    pub seed: u64,
    pub rank: u64,
    pub world: u64,
    pub cyclic: u8,
    pub skip_damage: u8,
    pub mover_first: u8,
    pub quiet: u8,
    pub by_outcome: u8,
    pub has_opening: u8,
    pub has_pieces: u8,
    pub reserved: u8,
    pub random: u32,
    pub after_ply: i32,
    pub opening_end: u32,
    pub reserved_word: u32,
    pub opening_points: [[f64; 2]; 4],
    pub pieces: [f64; 5],
}

// The header asserts the same numbers.
#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::offset_of;
    assert!(size_of::<Options>() == 216 && offset_of!(Options, seed) == 64);
    assert!(offset_of!(Options, cyclic) == 88 && offset_of!(Options, random) == 96);
    assert!(offset_of!(Options, opening_points) == 112 && offset_of!(Options, pieces) == 176);
};

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

/// Writes the default settings with the rules of the training of Stockfish's networks.
///
/// # Safety
/// As for [`setwise_loader_options_default`].
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
