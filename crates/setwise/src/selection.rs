//! The choice of a kernel for each call on this host.
//!
//! The first call of this crate selects the kernels, by the rules of the best level of the host. A program can select others before
//! that.
//!
//! | to | use |
//! |---|---|
//! | read the choice | [`selected`] |
//! | force a kernel by its name | [`select`], [`select_from_env`] |
//! | load the choice that `setwise tune` has measured on this CPU | [`select_file`], [`select_file_from_env`], [`select_tuned`] |
//! | read the rules of any level | [`rules()`], [`LEVELS`] |

mod families;
mod rules;
mod tuned;

pub(crate) use families::AMD;
pub(crate) use rules::RULES;
pub use rules::{LEVELS, Rule, rules};
pub use tuned::{
    FILE_VARIABLE, TuneError, TunedSelection, select_file, select_file_from_env, select_tuned,
};

use crate::kernel::{IN_WORDS, Kernel, Runner};
use crate::level::Level;
use crate::plan::{MAX_STEPS, PLAN, Plan, Steps, plan};
use crate::registry::{feature_of, kernels};
use families::rules_here;
use setwise_core::EntryPoint;
use setwise_core::entry::Functions;
use std::fmt;

/// The environment variable that [`select_from_env`] reads.
pub const VARIABLE: &str = "SETWISE_KERNEL";

/// The kernel of an entry point, from some number of boards on.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Choice {
    /// The call.
    pub entry: EntryPoint,
    /// The smallest number of boards; 1 for the calls that take one position.
    pub from: usize,
    /// The kernel.
    pub kernel: &'static Kernel,
    /// The reason, in a few words.
    pub why: &'static str,
}

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
    /// This build leaves the kernel out: it has no level or no call of it. The feature of this crate that has it.
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

/// The kernels that serve the calls on this host.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Selection {
    /// The best level of the host.
    pub best: Level,
    /// The level for tasks: that of the forced kernel, or the best of the host.
    pub level: Level,
    /// The kernel that [`select`] or [`select_from_env`] forced.
    pub forced: Option<&'static Kernel>,
    /// The choices, by entry point and ascending number of boards.
    pub choices: Vec<Choice>,
}

impl Selection {
    /// Returns the kernel that serves a call with this number of boards; `None` for an entry point without choices.
    pub fn kernel_for(&self, entry: EntryPoint, boards: usize) -> Option<&'static Kernel> {
        let choices = self.choices.iter().filter(|choice| choice.entry == entry);
        let mut serving = choices.filter(|choice| choice.from <= boards.max(1));
        Some(serving.next_back()?.kernel)
    }
}

/// Selects the kernels of some choices, which are complete. Returns false if others are already selected.
pub(crate) fn install(choices: Vec<Choice>) -> bool {
    let best = Level::best();
    let selection = Selection {
        best,
        level: best,
        forced: None,
        choices,
    };
    let plan = Plan::new(selection, best.with_vectors(), None);
    PLAN.set(plan).is_ok()
}

/// Forces the kernel of a name, for every call that it serves. [`dispatch`](crate::dispatch) and
/// `SlicedBoards` use the level and the layout of that kernel, `setwise-moves` uses its
/// level. Returns the kernel.
///
/// # Errors
/// The name is not that of a kernel of this build, or this CPU cannot run that kernel, or a function of this crate has
/// already selected the kernels. Nothing is forced then.
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

/// Forces the kernel that the environment variable [`VARIABLE`] names, as [`select`] does. Returns the kernel; `None` if
/// the variable is not set, or empty.
///
/// The library itself reads no environment. A program that offers the variable to its users calls this function first.
///
/// # Errors
/// The value is not the name of a kernel of this build, or this CPU cannot run that kernel, or a function of this crate
/// has already selected the kernels. Nothing is forced then.
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
            let plan = PLAN.get_or_init(|| make_plan(Level::best(), Some(kernel)));
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

/// Makes the plan of a host whose best level is `best`.
pub(crate) fn make_plan(best: Level, forced: Option<&'static Kernel>) -> Plan {
    let mut choices = Vec::new();
    for &entry in EntryPoint::ALL {
        match forced {
            Some(kernel) if kernel.serves(entry) => choices.push(Choice {
                entry,
                from: 1,
                kernel,
                why: "forced",
            }),
            _ => choices.extend(chosen(best, entry)),
        }
    }
    let level = forced.and_then(|kernel| Level::named(kernel.level()));
    let level = level.unwrap_or(best);
    let selection = Selection {
        best,
        level,
        forced,
        choices,
    };
    Plan::new(selection, level.with_vectors(), forced.map(Kernel::layout))
}

/// Returns the rules for a level whose kernels the host supports. (It supports all of them: they name
/// kernels of the same level and of lower ones.)
fn chosen(best: Level, entry: EntryPoint) -> impl Iterator<Item = Choice> {
    rules_here(best.name(), entry).filter_map(
        |&Rule {
             entry,
             from,
             kernel: name,
             why,
         }| {
            let kernel = Kernel::named(name).filter(|kernel| kernel.is_supported())?;
            Some(Choice {
                entry,
                from,
                kernel,
                why,
            })
        },
    )
}

impl Selection {
    /// Returns the function pointers of the kernels that serve an entry point, or those of `in_words` if there are
    /// none.
    pub(crate) fn steps<F: Copy>(
        &self,
        entry: EntryPoint,
        in_words: Functions,
        pointer: fn(&Functions) -> F,
    ) -> Steps<F> {
        let choices = self.choices.iter().filter(|choice| choice.entry == entry);
        let mut runners = choices.filter_map(|choice| Some((choice.from, choice.kernel.runner()?)));
        let first = runners.next().map(|(_, runner)| runner);
        let first_pointer = pointer(first.as_ref().map_or(&in_words, Runner::functions));
        let mut later = [(usize::MAX, first_pointer); MAX_STEPS - 1];
        for (step, (from, runner)) in later.iter_mut().zip(runners) {
            *step = (from, pointer(runner.functions()));
        }
        Steps {
            first: first_pointer,
            later,
            in_words: first.is_none_or(|runner| runner.kernel().name() == IN_WORDS),
        }
    }
}

/// Returns the kernels that serve the calls on this host, with reasons, and the kernel that [`select`] or
/// [`select_from_env`] forced.
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
    use super::families::rules_of;
    use super::*;
    #[cfg(feature = "all-kernels")]
    use setwise_core::entry::{BatchAttacks, Plain};

    /// Every rule names a kernel that serves the call. Every level has a rule for every call, from one board on. The steps
    /// ascend and fit the plan.
    #[test]
    fn rules_are_complete() {
        for &level in LEVELS {
            for &entry in EntryPoint::ALL {
                for amd in [None, Some(0), Some(u32::MAX)] {
                    let rules = rules_of(amd, level, entry);
                    let froms = rules.map(|rule| {
                        if let Some(kernel) = Kernel::named(rule.kernel) {
                            assert!(kernel.serves(entry), "{} serves {entry}", rule.kernel);
                        }
                        rule.from
                    });
                    let froms: Vec<usize> = froms.collect();
                    assert_eq!(froms.first(), Some(&1), "{level} {entry}");
                    assert!(froms.is_sorted_by(|a, b| a < b), "{level} {entry}");
                    assert!(froms.len() <= MAX_STEPS, "{level} {entry}");
                    assert!(entry.is_batch() || froms.len() == 1, "{level} {entry}");
                }
            }
        }
    }

    /// The rules of the host's level and of all that it includes name kernels of this build that it supports.
    #[test]
    fn rules_name_supported_kernels() {
        for &level in LEVELS {
            if Level::named(level).is_some() {
                for rule in rules(level) {
                    let kernel = Kernel::named(rule.kernel);
                    assert!(kernel.is_some_and(Kernel::is_supported), "{}", rule.kernel);
                }
            }
        }
    }

    /// From the first number of boards of a choice on its kernel serves the call, and below it the one before.
    #[test]
    fn kernels_change_at_their_thresholds() {
        for &level in LEVELS {
            let Some(level) = Level::named(level) else {
                continue;
            };
            let selection = make_plan(level, None).selection;
            let serving = |entry, boards| selection.kernel_for(entry, boards).map(Kernel::name);
            for pair in selection.choices.windows(2) {
                let [before, choice] = pair else {
                    unreachable!("windows of two")
                };
                let entry = choice.entry;
                assert_eq!(serving(entry, choice.from), Some(choice.kernel.name()));
                if before.entry == entry {
                    let below = serving(entry, choice.from - 1);
                    assert_eq!(below, Some(before.kernel.name()), "{level} {entry}");
                } else {
                    assert_eq!(serving(entry, 0), Some(choice.kernel.name()));
                }
            }
        }
    }

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

    /// The functions of a call are those of its choices, or in plain words if there are none.
    #[cfg(feature = "all-kernels")]
    #[test]
    fn steps_are_those_of_the_call() {
        let choice = |entry, from, name| Choice {
            entry,
            from,
            kernel: Kernel::named(name).unwrap(),
            why: "asked for",
        };
        let best = Level::best();
        let selection = Selection {
            best,
            level: best,
            forced: None,
            choices: vec![
                choice(EntryPoint::Attacks, 1, "scalar/dumb7"),
                choice(EntryPoint::OccludedFill, 1, IN_WORDS),
                choice(EntryPoint::BatchAttacks, 1, "scalar/subtraction"),
                choice(EntryPoint::BatchAttacks, 20, "wide/sliced"),
            ],
        };
        let address: fn(&Functions) -> usize =
            |functions| functions.pointer::<BatchAttacks<Plain>>() as usize;
        let functions = |name| {
            *Kernel::named(name)
                .and_then(Kernel::runner)
                .unwrap()
                .functions()
        };
        let [dumb7, in_words, subtraction, wide, otherwise] = [
            "scalar/dumb7",
            IN_WORDS,
            "scalar/subtraction",
            "wide/sliced",
            "scalar/sliced",
        ]
        .map(|name| address(&functions(name)));
        assert!(subtraction != wide && subtraction != dumb7 && in_words != dumb7);

        let steps = |entry| selection.steps(entry, functions("scalar/sliced"), address);
        let batch = steps(EntryPoint::BatchAttacks);
        let picked = [0, 1, 19, 20, 1 << 30].map(|boards| batch.pick(boards));
        assert_eq!(picked, [subtraction, subtraction, subtraction, wide, wide]);
        for (entry, first, is_in_words) in [
            (EntryPoint::BatchAttacks, subtraction, false),
            (EntryPoint::Attacks, dumb7, false),
            (EntryPoint::OccludedFill, in_words, true),
            (EntryPoint::RayAttacks, otherwise, true),
        ] {
            let steps = steps(entry);
            assert_eq!(
                (steps.first, steps.in_words),
                (first, is_in_words),
                "{entry}"
            );
        }
    }

    /// A forced kernel serves what it can; the other calls choose for themselves.
    #[test]
    fn forced_plan() {
        let plan = make_plan(Level::best(), Kernel::named("wide/sliced"));
        for boards in [1, 8, 1 << 25] {
            let serving = plan.selection.kernel_for(EntryPoint::BatchAttacks, boards);
            assert_eq!(serving.map(Kernel::name), Some("wide/sliced"));
        }
        let one = plan.selection.kernel_for(EntryPoint::Attacks, 1);
        let free = make_plan(Level::best(), None);
        let chosen = free.selection.kernel_for(EntryPoint::Attacks, 1);
        assert_eq!(one.map(Kernel::name), chosen.map(Kernel::name));
        assert_eq!(plan.level().name(), "wide");
    }
}
