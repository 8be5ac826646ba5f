//! The choice of a kernel for each call on this host.
//!
//! The first call of this crate selects the kernels, by the rules of the best level of the host. A
//! program can select others before that.
//!
//! | to | use |
//! |---|---|
//! | read the choice | [`selected`], [`level`] |
//! | force a kernel by its name | [`select`], [`select_from_env`] |
//! | load the choice that `setwise tune` has measured on this CPU | [`select_file`], [`select_file_from_env`], [`select_tuned`] |
//! | read the rules of any level | [`rules()`], [`LEVELS`] |

pub(crate) mod choice;
pub(crate) mod families;
pub(crate) mod rules;
mod tuned;

pub use choice::{Choice, Selection};
pub use families::amd_family;
pub use rules::{LEVELS, Rule, rules};
pub use tuned::{
    FILE_VARIABLE, TuneError, TunedSelection, select_file, select_file_from_env, select_tuned,
};

use crate::kernel::Kernel;
use crate::level::Level;
use crate::plan::{self, plan, plan_or};
use crate::registry::{feature_of, kernels};
use std::fmt;

/// The environment variable that [`select_from_env`] reads.
pub const VARIABLE: &str = "SETWISE_KERNEL";

/// A name that [`select`] or [`select_from_env`] cannot use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnusableKernel {
    /// The beginning of the message.
    source: &'static str,
    name: String,
    problem: KernelProblem,
}

/// The reason why a kernel cannot be selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KernelProblem {
    /// No kernel has the name.
    Unknown,
    /// This build leaves the kernel out: it has no level or no call of it. The feature of this
    /// crate that has it.
    LeftOut(&'static str),
    /// This CPU lacks instructions of the kernel.
    Unsupported,
    /// The kernels are already selected.
    TooLate,
}

impl UnusableKernel {
    /// Returns the reason.
    pub const fn problem(&self) -> KernelProblem {
        self.problem
    }
}

impl fmt::Display for UnusableKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { source, name, .. } = self;
        write!(f, "{source}{name:?} ")?;
        match self.problem {
            KernelProblem::Unknown => f.write_str("names no kernel"),
            KernelProblem::LeftOut(feature) => {
                write!(
                    f,
                    "is not in this build: it needs the feature `{feature}` of setwise"
                )
            }
            KernelProblem::Unsupported => f.write_str("needs instructions that this CPU lacks"),
            KernelProblem::TooLate => {
                f.write_str("comes too late, as the kernels are already selected")
            }
        }?;
        f.write_str("; supported here:")?;
        for kernel in kernels().iter().filter(|kernel| kernel.is_supported()) {
            write!(f, " {}", kernel.name())?;
        }
        Ok(())
    }
}

impl std::error::Error for UnusableKernel {}

/// Forces the kernel of a name, for every call that it has, except for fills of up to five boards,
/// which callers inline. [`dispatch`](crate::dispatch) and
/// `SlicedBoards` use the level and the layout of that kernel, `setwise-moves` uses its
/// level. Returns the kernel.
///
/// # Errors
/// The name is not that of a kernel of this build, or this CPU cannot run that kernel, or a
/// function of this crate has already selected the kernels. In these cases nothing is forced.
///
/// ```
/// use setwise::EntryPoint;
/// use setwise::selection::{select, selected};
/// let kernel = select("wide/sliced")?;
/// let serving = selected().kernel_for(EntryPoint::BatchAttacks, 1000).unwrap();
/// assert_eq!(serving.name(), kernel.name());
/// assert!(select("wide/adaptive").is_err()); // too late
/// # Ok::<(), setwise::selection::UnusableKernel>(())
/// ```
pub fn select(name: &str) -> Result<&'static Kernel, UnusableKernel> {
    force("kernel ", name.to_owned())
}

/// Forces the kernel that the environment variable [`VARIABLE`] names, as [`select`] does. Returns
/// the kernel; `None` if the variable is not set, or empty.
///
/// The library itself reads no environment. A program that offers the variable to its users calls
/// this function first.
///
/// # Errors
/// The value is not the name of a kernel of this build, or this CPU cannot run that kernel, or a
/// function of this crate has already selected the kernels. In that case nothing is forced.
///
/// ```
/// if let Err(error) = setwise::selection::select_from_env() {
///     eprintln!("{error}");
/// }
/// ```
pub fn select_from_env() -> Result<Option<&'static Kernel>, UnusableKernel> {
    let value = std::env::var_os(VARIABLE).filter(|value| !value.is_empty());
    let value = value.map(|value| value.to_string_lossy().into_owned());
    let force = |name| force("SETWISE_KERNEL=", name);
    value.map(force).transpose()
}

fn force(source: &'static str, name: String) -> Result<&'static Kernel, UnusableKernel> {
    let problem = match Kernel::named(&name) {
        None => feature_of(&name).map_or(KernelProblem::Unknown, KernelProblem::LeftOut),
        Some(kernel) if !kernel.is_supported() => KernelProblem::Unsupported,
        Some(kernel) => {
            let plan = plan_or(|| Selection::new(Level::best(), Some(kernel)));
            let forced = plan.selection.forced.map(Kernel::name);
            if forced == Some(kernel.name()) {
                return Ok(kernel);
            }
            KernelProblem::TooLate
        }
    };
    Err(UnusableKernel {
        source,
        name,
        problem,
    })
}

/// Returns the level for tasks: that of the kernel that [`select`] or [`select_from_env`] forced,
/// or the best of the host. A program that needs only the level links no kernels.
///
/// ```
/// use setwise::{Level, selection};
/// assert_eq!(selection::level().name(), Level::best().name());
/// assert!(selection::select("scalar/dumb7").is_err()); // too late
/// ```
pub fn level() -> Level {
    plan::level()
}

/// Returns the kernels that run the calls on this host, with reasons, and the kernel that
/// [`select`] or [`select_from_env`] forced.
///
/// ```
/// use setwise::EntryPoint;
/// use setwise::selection::selected;
/// let selection = selected();
/// let kernel = selection.kernel_for(EntryPoint::BatchAttacks, 1000).unwrap();
/// println!("{}: 1000 boards go to {}", selection.best, kernel.name());
/// assert!(kernel.is_supported());
/// ```
pub fn selected() -> Selection {
    plan().selection.clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unusable_values() {
        let error = force("SETWISE_KERNEL=", "scalar/magic".to_string()).unwrap_err();
        assert_eq!(error.problem(), KernelProblem::Unknown);
        let message = error.to_string();
        assert!(
            message.starts_with("SETWISE_KERNEL=\"scalar/magic\" names no kernel; supported here"),
            "{message}"
        );
        assert!(message.contains(" scalar/kogge-stone"), "{message}");
        assert!(!message.contains('\n'));
        selected();
        let error = select("wide/adaptive").unwrap_err();
        assert_eq!(error.problem(), KernelProblem::TooLate);
        let message = error.to_string();
        assert!(
            message.starts_with("kernel \"wide/adaptive\" comes too late"),
            "{message}"
        );
    }
}
