//! The systems of this build, compiled for the host.

#[cfg(all(target_arch = "x86_64", feature = "all-systems"))]
use crate::piecewise::compiled::in_lanes;
use crate::piecewise::handle::Handle;
use setwise_core::piecewise::hyperbola;
use std::{fmt, sync::LazyLock};

/// The best system, apart from the others: a program that uses only this one contains no other.
static BEST: LazyLock<Handle> = LazyLock::new(Handle::of::<hyperbola::HyperbolaQuintessence>);

/// Returns the systems that are compiled for the host: with the feature `all-systems` all, in the
/// order of [`systems`](setwise_core::piecewise::systems), else the [`best`]. If the level has
/// AVX2, `hyperbola-quintessence/lanes` follows them.
///
/// ```
/// use setwise::{Square, piecewise::handles};
/// for handle in handles() {
///     println!("{} compiled for {}", handle.about().name, handle.level_name());
///     assert_eq!(handle.rook(Square::A1, 0).count_ones(), 14);
/// }
/// ```
pub fn handles() -> &'static [Handle] {
    #[cfg(feature = "all-systems")]
    {
        macro_rules! all {
            ($($place:literal $module:ident::$system:ident;)*) => {
                [$(Handle::of::<setwise_core::piecewise::$module::$system>()),*]
            };
        }
        static ALL: LazyLock<Vec<Handle>> = LazyLock::new(|| {
            let all = setwise_core::piecewise_systems!(all);
            #[cfg(target_arch = "x86_64")]
            let all = all.into_iter().chain(in_lanes());
            all.into_iter().collect()
        });
        &ALL
    }
    #[cfg(not(feature = "all-systems"))]
    std::slice::from_ref(&*BEST)
}

/// Whether the build lacks the system that needs AVX2, for want of the feature only.
const LANES_ARE_LEFT_OUT: bool = cfg!(all(target_arch = "x86_64", not(feature = "all-systems")));

/// A name for which [`Handle::named`] has no system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnusableSystem {
    name: String,
    is_left_out: bool,
}

impl UnusableSystem {
    fn new(name: &str) -> Self {
        Self {
            name: name.to_string(),
            is_left_out: setwise_core::piecewise::named(name).is_some()
                || name == hyperbola::IN_LANES.name && LANES_ARE_LEFT_OUT,
        }
    }

    /// Returns whether there is such a system, which this build leaves out.
    pub const fn is_left_out(&self) -> bool {
        self.is_left_out
    }
}

impl fmt::Display for UnusableSystem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, is_left_out } = self;
        if *is_left_out {
            write!(
                f,
                "the piece-wise system {name:?} is not in this build: it needs the feature `all-systems` of setwise"
            )
        } else if name == hyperbola::IN_LANES.name {
            write!(f, "the piece-wise system {name:?} needs a level with AVX2")
        } else {
            write!(f, "no piece-wise system is named {name:?}")
        }
    }
}

impl std::error::Error for UnusableSystem {}

/// Returns the default system: hyperbola quintessence.
///
/// It is among the fastest systems on every CPU measured. It has the smallest tables (2 kB), and
/// uses only byte swaps, which are fast on every CPU (`docs/notes/piece-wise-calls.md`). For sets
/// of sliders its form with AVX2, `hyperbola-quintessence/lanes`, takes less time.
///
/// ```
/// use setwise::{Square, piecewise::best};
/// let pieces = *best(); // Keep it beside the other data of the search.
/// assert_eq!(pieces.queen(Square::D4, 0).count_ones(), 27);
/// ```
#[inline]
pub fn best() -> &'static Handle {
    &BEST
}

impl Handle {
    /// Returns the handle of the system of a name, such as `hyperbola-quintessence`.
    ///
    /// # Errors
    /// No system has the name, this build leaves it out, or the level lacks AVX2, which
    /// `hyperbola-quintessence/lanes` needs.
    ///
    /// ```
    /// use setwise::{Square, piecewise::Handle};
    /// let pieces = Handle::named("hyperbola-quintessence")?;
    /// let attacked = pieces.bishop(Square::A1, Square::C3.bit());
    /// assert_eq!(attacked, Square::B2.bit() | Square::C3.bit());
    /// assert!(Handle::named("magic").is_err());
    /// # Ok::<(), setwise::piecewise::UnusableSystem>(())
    /// ```
    pub fn named(name: &str) -> Result<&'static Self, UnusableSystem> {
        let found = handles().iter().find(|handle| handle.about().name == name);
        found.ok_or_else(|| UnusableSystem::new(name))
    }
}
