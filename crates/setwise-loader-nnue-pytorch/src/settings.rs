//! From arguments to a loader.

use crate::layout::{DdpConfig, SkipConfig};
use crate::report::report;
use setwise_loader::{Format, Loader, OnDamage, Opening, SkipRules};
use std::ffi::{c_char, c_int};
use std::path::PathBuf;

/// The settings of a stream, as C states them.
pub(crate) struct Settings {
    pub(crate) concurrency: c_int,
    pub(crate) num_files: c_int,
    pub(crate) filenames: *const *const c_char,
    pub(crate) batch_size: c_int,
    pub(crate) cyclic: bool,
    pub(crate) skip: SkipConfig,
    pub(crate) ddp: DdpConfig,
}

/// The sets of features: names, those of setwise, and entries of a row.
const SETS: [(&str, &str, usize); 3] = [
    ("HalfKAv2_hm", "half-ka-v2-hm-training", 32),
    ("Full_Threats", "full-threats", 128),
    ("PP_3Wide", "pawn-pairs", 128),
];

/// Returns the names of sets that are joined by `+`, as setwise has them, and the entries of a row.
///
/// # Safety
/// `names` is null or points to a text that ends in 0.
pub(crate) unsafe fn sets(names: *const c_char) -> Result<(String, usize), String> {
    // SAFETY: the caller promises it.
    let names = unsafe { text("the set of features", names)? };
    let (mut ours, mut entries) = (Vec::new(), 0);
    for name in names.split('+') {
        let found = SETS.iter().find(|set| set.0 == name);
        let (_, our, most) = found.ok_or_else(|| format!("unknown set of features {name:?}"))?;
        ours.push(*our);
        entries += most;
    }
    Ok((ours.join("+"), entries))
}

/// Returns the text at a pointer.
///
/// # Safety
/// The pointer is null or points to a text that ends in 0, and that lives during `'a`.
pub(crate) unsafe fn text<'a>(what: &str, pointer: *const c_char) -> Result<&'a str, String> {
    // SAFETY: the caller promises it.
    let text = unsafe { setwise_ffi::text(what, pointer, None) }.map_err(|why| why.message)?;
    str::from_utf8(text).map_err(|_| format!("{what}: the text is not UTF-8"))
}

/// Returns the elements at a pointer.
///
/// # Safety
/// The pointer is null or points to `count` values that live during `'a`.
pub(crate) unsafe fn array<'a, T>(
    what: &str,
    pointer: *const T,
    count: c_int,
) -> Result<&'a [T], String> {
    let count = usize::try_from(count).map_err(|_| format!("{what}: {count} elements"))?;
    // SAFETY: the caller promises it.
    unsafe { setwise_ffi::array(what, pointer, count) }.map_err(|why| why.message)
}

impl SkipConfig {
    fn rules(&self) -> Result<SkipRules, String> {
        if self.simple_eval_skipping > 0 {
            return Err("simple_eval_skipping is not supported".into());
        }
        let opening = self.soft_early_fen_skipping;
        let opening = u32::try_from(opening).ok().filter(|end| *end > 0);
        let opening = opening.map(|end| Opening::new(end, self.ply.map(<(f64, f64)>::from)));
        let rules = SkipRules::default()
            .random(self.random_fen_skipping.try_into().unwrap_or_default())
            .after_ply(self.early_fen_skipping.try_into().ok())
            .quiet(self.filtered != 0)
            .opening(opening)
            .by_outcome(self.wld_filtered != 0);
        // The numbers of pieces are balanced while any other rule is on.
        let pieces = rules.is_on().then_some(self.pc_y);
        Ok(rules.pieces(pieces))
    }
}

impl Settings {
    /// # Safety
    /// The names are null or point to as many texts as there are files, which end in 0.
    unsafe fn files(&self) -> Result<Vec<PathBuf>, String> {
        // SAFETY: the caller promises it.
        let names = unsafe { array("the names of files", self.filenames, self.num_files)? }.iter();
        let files = names.map(|name| {
            // SAFETY: the caller promises it.
            let name = unsafe { text("a file name", *name)? };
            match name.ends_with(".binpack") {
                true => Ok(PathBuf::from(name)),
                false => Err(format!(
                    "{name}: only files of the format .binpack are supported"
                )),
            }
        });
        files.collect()
    }

    /// Opens the loader of a stream.
    ///
    /// # Safety
    /// As for [`Self::files`].
    pub(crate) unsafe fn open(&self, features: &str) -> Result<Loader, String> {
        let DdpConfig { rank, world_size } = self.ddp;
        let ddp = || format!("rank {rank} is not one of {world_size}");
        let rank = u64::try_from(rank).map_err(|_| ddp())?;
        let world = u64::try_from(world_size).map_err(|_| ddp())?;
        // SAFETY: the caller promises it.
        let files = unsafe { self.files()? };
        setwise_dispatch::select_from_env().map_err(|why| why.to_string())?;
        let seed = std::env::var("SETWISE_LOADER_SEED").ok();
        let seed = seed.map_or(Ok(0), |seed| seed.parse());
        let loader = Loader::builder()
            .files_of(Format::Binpack, files)
            .features(features)
            .batch_size(self.batch_size.try_into().unwrap_or_default())
            .threads(usize::try_from(self.concurrency).unwrap_or(1).max(1))
            .rules(self.skip.rules()?)
            .seed(seed.map_err(|why| format!("SETWISE_LOADER_SEED: {why}"))?)
            .cyclic(self.cyclic)
            .rank(rank, world)
            .on_damage(OnDamage::Skip);
        loader.open().map_err(|why| why.to_string())
    }
}

/// A loader whose damage is reported once.
#[derive(Debug)]
pub(crate) struct Reported {
    pub(crate) loader: Loader,
    reported: usize,
}

impl Reported {
    pub(crate) const fn new(loader: Loader) -> Self {
        Self {
            loader,
            reported: 0,
        }
    }

    /// Reports damage that is new.
    pub(crate) fn damage(&mut self) {
        let damages = self.loader.damages();
        for damage in damages.iter().skip(self.reported) {
            report(damage);
        }
        self.reported = damages.len();
    }
}
