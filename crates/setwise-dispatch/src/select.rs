//! The level by its name, and by the environment.

use crate::host::{force, level};
use crate::level::Level;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// The environment variable that [`select_from_env`] reads.
pub const VARIABLE: &str = "SETWISE_KERNEL";

/// The names of attack kernels without the level, such as `sliced` of `avx2/sliced`.
#[rustfmt::skip]
pub const KERNELS: [&str; 7] = [
    "dumb7", "kogge-stone", "subtraction", "adaptive", "sliced", "sliced-stream",
    "direction-per-lane",
];

/// A name of a level or a kernel that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnusableName {
    /// The beginning of the message.
    source: &'static str,
    name: String,
    reason: UnusableReason,
    /// The names that can be used here.
    supported: Vec<&'static str>,
}

/// The reason why a level or a kernel cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnusableReason {
    /// No level and no kernel has the name.
    Unknown,
    /// This build leaves it out. The text is the name of the feature that adds it.
    LeftOut(&'static str),
    /// This CPU lacks its instructions.
    Unsupported,
    /// The level or the kernels are already chosen.
    TooLate,
    /// The name is that of a kernel, and only a level can be forced here.
    NotALevel,
}

impl fmt::Display for UnusableReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unknown => "names no level and no kernel",
            Self::LeftOut(feature) => {
                let left_out = "is not in this build: it needs the feature";
                return write!(f, "{left_out} `{feature}` of setwise");
            }
            Self::Unsupported => "needs instructions that this CPU lacks",
            Self::TooLate => "comes too late, as the kernels are already selected",
            Self::NotALevel => "names a kernel, where only a level can be forced",
        })
    }
}

/// Makes the error for a name. The message begins with `source`, and lists the levels and these
/// kernels.
pub fn unusable(
    source: &'static str,
    name: &str,
    reason: UnusableReason,
    kernels: impl Iterator<Item = &'static str>,
) -> UnusableName {
    UnusableName {
        source,
        name: name.to_string(),
        reason,
        supported: Level::all().map(Level::name).chain(kernels).collect(),
    }
}

impl UnusableName {
    /// Returns the reason.
    pub const fn reason(&self) -> UnusableReason {
        self.reason
    }
}

impl fmt::Display for UnusableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { source, name, .. } = self;
        write!(f, "{source}{name:?} {}; supported here:", self.reason)?;
        self.supported
            .iter()
            .try_for_each(|name| write!(f, " {name}"))?;
        f.write_str(" (`setwise cpu` lists the kernels)")
    }
}

impl core::error::Error for UnusableName {}

/// Forces the level of a name, such as `avx2`, for all crates of setwise in this process. A program
/// that computes attacks calls `setwise::selection::select` instead, which takes the names of
/// kernels as well, such as `avx2/sliced`. Returns the level.
///
/// # Errors
/// The name is that of a kernel, the build does not have the level, this CPU cannot run it, or
/// another level has been chosen before. In these cases nothing is forced.
///
/// ```
/// use setwise_dispatch::{level, select};
/// select("scalar")?;
/// assert_eq!(level().name(), "scalar");
/// assert!(select("mmx").is_err());
/// assert!(select("scalar/sliced").is_err());
/// # Ok::<(), setwise_dispatch::UnusableName>(())
/// ```
pub fn select(name: &str) -> Result<Level, UnusableName> {
    force_level("kernel ", name, name)
}

/// Forces the level that the environment variable [`VARIABLE`] names, as [`select`] does. Returns
/// the level; `None` if the variable is not set, or empty. Of the name of a kernel only the level
/// counts, because one variable is for all crates of setwise.
///
/// The library itself reads no environment. A program that offers the variable to its users calls
/// this function first, or `setwise::selection::select_from_env` if it computes attacks.
///
/// # Errors
/// [`select`] refuses the value.
///
/// ```
/// if let Err(error) = setwise_dispatch::select_from_env() {
///     eprintln!("{error}");
/// }
/// ```
pub fn select_from_env() -> Result<Option<Level>, UnusableName> {
    from_env(|source, name| force_level(source, name, level_of(name).unwrap_or(name)))
}

/// Calls `select` with the beginning of a message and the value of [`VARIABLE`], if it has one.
pub fn from_env<T>(
    select: impl FnOnce(&'static str, &str) -> Result<T, UnusableName>,
) -> Result<Option<T>, UnusableName> {
    let value = std::env::var_os(VARIABLE).filter(|value| !value.is_empty());
    let select = |value: std::ffi::OsString| select("SETWISE_KERNEL=", &value.to_string_lossy());
    value.map(select).transpose()
}

/// Forces the level `wanted`. `name` is for the message.
fn force_level(source: &'static str, name: &str, wanted: &str) -> Result<Level, UnusableName> {
    let forced = usable(wanted).and_then(|wanted| {
        let is_forced = force(wanted, None) || level().name() == wanted.name();
        is_forced.then_some(wanted).ok_or(UnusableReason::TooLate)
    });
    forced.map_err(|reason| unusable(source, name, reason, core::iter::empty()))
}

/// Returns the level in the name of a kernel.
fn level_of(kernel: &str) -> Option<&str> {
    let (level, kernel) = kernel.split_once('/')?;
    KERNELS.contains(&kernel).then_some(level)
}

/// Returns the level of a name, or why it cannot be used.
pub fn usable(name: &str) -> Result<Level, UnusableReason> {
    let in_build = || Level::of_build().iter().any(|(level, _)| *level == name);
    let mut left_out = Level::left_out().iter();
    Level::named(name).ok_or_else(|| match left_out.find(|(level, _)| *level == name) {
        Some((_, feature)) => UnusableReason::LeftOut(feature),
        None if in_build() => UnusableReason::Unsupported,
        None => level_of(name).map_or(UnusableReason::Unknown, |level| {
            usable(level).err().unwrap_or(UnusableReason::NotALevel)
        }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn unusable_names() {
        for name in ["mmx", "mmx/sliced", "scalar/magic", "", "/sliced", "AVX2"] {
            let error = select(name).unwrap_err();
            assert_eq!(error.reason(), UnusableReason::Unknown, "{name}");
            let message = error.to_string();
            let start =
                alloc::format!("kernel {name:?} names no level and no kernel; supported here:");
            assert!(message.starts_with(&start), "{message}");
            let end = " scalar (`setwise cpu` lists the kernels)";
            assert!(message.ends_with(end), "{message}");
        }
        let reason = select("scalar/sliced").unwrap_err().reason();
        assert_eq!(reason, UnusableReason::NotALevel);
        for (name, feature) in Level::left_out() {
            let reason = select(name).unwrap_err().reason();
            assert_eq!(reason, UnusableReason::LeftOut(feature));
        }
    }

    /// Selecting the same level again succeeds; selecting another one fails.
    #[test]
    fn a_level_that_comes_too_late() {
        let level = level().name();
        assert_eq!(select(level).map(Level::name), Ok(level));
        for other in Level::all()
            .map(Level::name)
            .filter(|other| *other != level)
        {
            let reason = select(other).unwrap_err().reason();
            assert_eq!(reason, UnusableReason::TooLate);
        }
    }
}
