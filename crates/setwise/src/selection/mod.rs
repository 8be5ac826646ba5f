//! The choice of a kernel for each call on this host.
//!
//! The first call of this crate selects the kernels, by the rules of the best level of the host. A
//! program can select others before that.
//!
//! | to | use |
//! |---|---|
//! | read the choice | [`selected`], [`level`] |
//! | force a level or a kernel by its name | [`select`], [`select_from_env`] |
//! | load the choice that `setwise tune` has measured on this CPU | [`select_file`], [`select_file_from_env`], [`select_tuned`] |
//! | read the rules of any level | [`rules()`], [`LEVELS`] |

pub(crate) mod choice;
pub(crate) mod families;
pub(crate) mod rules;
mod tuned;

pub use choice::{Choice, Selection};
pub use rules::{LEVELS, Rule, rules};
pub use setwise_dispatch::{UnusableName, UnusableReason, VARIABLE, amd_family, level};
pub use tuned::{
    FILE_VARIABLE, TunedSelection, UnusableSelection, select_file, select_file_from_env,
    select_tuned,
};

use crate::kernel::Kernel;
use crate::plan::{plan, plan_or};
use crate::registry::{feature_of, kernels};
use setwise_dispatch::Level;
use setwise_dispatch::internal::{from_env, unusable, usable};

/// Forces the level of a name, such as `avx2`, for all crates of setwise, or the level of a kernel,
/// such as `avx2/sliced`, and the kernel for every call of this crate that it has, except for fills
/// of up to five boards, which callers inline. [`dispatch`](crate::dispatch) and `SlicedBoards` use
/// the layout of that kernel. Returns the level.
///
/// # Errors
/// The name is not that of a level or of a kernel of this build, or this CPU cannot run it, or a
/// function of setwise has already chosen the level. In these cases nothing is forced.
///
/// ```
/// use setwise::EntryPoint;
/// use setwise::selection::{select, selected};
/// let level = select("wide/sliced")?;
/// assert_eq!(level.name(), "wide");
/// let serving = selected().kernel_for(EntryPoint::BatchAttacks, 1000).unwrap();
/// assert_eq!(serving.name(), "wide/sliced");
/// assert!(select("wide/adaptive").is_err()); // too late
/// # Ok::<(), setwise::selection::UnusableName>(())
/// ```
pub fn select(name: &str) -> Result<Level, UnusableName> {
    force("kernel ", name)
}

/// Forces the level or kernel that the environment variable [`VARIABLE`] names, as [`select`] does.
/// Returns the level; `None` if the variable is not set, or empty.
///
/// The library itself reads no environment. A program that offers the variable to its users calls
/// this function first.
///
/// # Errors
/// [`select`] refuses the value.
///
/// ```
/// if let Err(error) = setwise::selection::select_from_env() {
///     eprintln!("{error}");
/// }
/// ```
pub fn select_from_env() -> Result<Option<Level>, UnusableName> {
    from_env(force)
}

fn force(source: &'static str, name: &str) -> Result<Level, UnusableName> {
    let forced = usable_kernel(name).and_then(|(of, kernel)| {
        let wanted = Selection::new(of, kernel);
        let names = |of: &Selection| (of.level.name(), of.forced.map(Kernel::name));
        let is_wanted = names(&plan_or(|| wanted.clone()).selection) == names(&wanted);
        is_wanted
            .then_some(wanted.level)
            .ok_or(UnusableReason::TooLate)
    });
    forced.map_err(|problem| {
        // The message lists only the kernels of the level in the name: there are too many in all.
        let of = name.split_once('/').map(|(level, _)| level);
        let of_level = |kernel: &&Kernel| kernel.is_supported() && Some(kernel.level_name()) == of;
        let supported = kernels().iter().filter(of_level);
        unusable(source, name, problem, supported.map(Kernel::name))
    })
}

/// Returns the kernel of a name and the level whose rules other calls follow, or the problem.
fn usable_kernel(name: &str) -> Result<(Level, Option<&'static Kernel>), UnusableReason> {
    if !name.contains('/') {
        return Ok((usable(name)?, None));
    }
    match Kernel::named(name) {
        None => Err(feature_of(name).map_or(UnusableReason::Unknown, UnusableReason::LeftOut)),
        Some(kernel) if !kernel.is_supported() => Err(UnusableReason::Unsupported),
        kernel => Ok((Level::best(), kernel)),
    }
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
        let error = force("SETWISE_KERNEL=", "scalar/magic").unwrap_err();
        assert_eq!(error.reason(), UnusableReason::Unknown);
        let message = error.to_string();
        assert!(
            message.starts_with(
                "SETWISE_KERNEL=\"scalar/magic\" names no level and no kernel; supported here"
            ),
            "{message}"
        );
        assert!(message.contains(" scalar/kogge-stone"), "{message}");
        assert!(!message.contains(" wide/"), "{message}");
        let error = force("SETWISE_KERNEL=", "AVX2").unwrap_err();
        assert!(!error.to_string().contains(" scalar/"), "{error}");
        assert!(!message.contains('\n'));
        selected();
        let error = select("wide/adaptive").unwrap_err();
        assert_eq!(error.reason(), UnusableReason::TooLate);
        let message = error.to_string();
        assert!(
            message.starts_with("kernel \"wide/adaptive\" comes too late"),
            "{message}"
        );
    }
}
