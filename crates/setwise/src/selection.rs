//! The choice of a kernel for each call on this host.

use crate::entry_points::{IN_WORDS, Plan};
use crate::kernel::Kernel;
use crate::level::Level;
use crate::registry::{kernel, kernels};
use crate::rules::{Rule, rules};
use setwise_core::EntryPoint;
use setwise_core::entry::Functions;
use std::fmt;
use std::io::Write;
use std::sync::OnceLock;

/// The environment variable that forces a kernel where it serves the call. [`dispatch`](crate::dispatch) and
/// [`SlicedBoards`](crate::SlicedBoards) use the instruction set and the layout of that kernel, `setwise-moves` uses
/// its instruction set. If the value is not usable, the first call prints a line on stderr.
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

/// The request of [`VARIABLE`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Forced {
    /// The variable is not set, or empty.
    No,
    /// This kernel.
    Kernel(&'static Kernel),
    /// The value is not the name of a kernel that this host can run. The first call prints a line on stderr, and the
    /// value is ignored.
    Unusable(UnusableKernel),
}

/// A value of [`VARIABLE`] that is not usable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnusableKernel {
    /// The value.
    pub value: String,
    /// Whether the value is the name of a kernel of this build. This CPU cannot run that kernel.
    pub known: bool,
}

impl fmt::Display for UnusableKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problem = if self.known {
            "needs instructions that this CPU lacks"
        } else {
            "names no kernel of this build"
        };
        write!(f, "{VARIABLE}={:?} {problem}; supported here:", self.value)?;
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
    /// The best instruction set of the host, such as `avx512`.
    pub isa: &'static str,
    /// The instruction set for tasks: that of the forced kernel, or the best of the host.
    pub level: Level,
    /// The request of the environment.
    pub forced: Forced,
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

/// Function pointers by number of boards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps<F> {
    pub(crate) first: F,
    /// Pairs of a number of boards and the pointer from that number on, ascending. Unused pairs have `usize::MAX`.
    later: [(usize, F); 4],
    /// Whether `first` is the kernel of plain words, which callers inline.
    pub(crate) in_words: bool,
}

impl<F: Copy> Steps<F> {
    #[inline(always)]
    pub(crate) fn pick(&self, boards: usize) -> F {
        let mut picked = self.first;
        for (from, pointer) in self.later {
            if boards >= from {
                picked = pointer;
            }
        }
        picked
    }
}

static PLAN: OnceLock<Plan> = OnceLock::new();

/// Returns the plan of this process.
#[inline(always)]
pub(crate) fn plan() -> &'static Plan {
    match PLAN.get() {
        Some(plan) => plan,
        None => PLAN.get_or_init(first_plan),
    }
}

#[cold]
#[inline(never)]
fn first_plan() -> Plan {
    let value = std::env::var_os(VARIABLE).filter(|value| !value.is_empty());
    let forced = match value {
        None => Forced::No,
        Some(value) => force(&value.to_string_lossy()),
    };
    if let Forced::Unusable(unusable) = &forced {
        // An error on stderr (it may be closed) is no reason to fail.
        let _ = writeln!(std::io::stderr(), "setwise: {unusable}");
    }
    make_plan(Level::best(), forced)
}

fn force(value: &str) -> Forced {
    let named = kernel(value);
    match named {
        Some(kernel) if kernel.is_supported() => Forced::Kernel(kernel),
        _ => Forced::Unusable(UnusableKernel {
            value: value.to_owned(),
            known: named.is_some(),
        }),
    }
}

/// Makes the plan of a host whose best instruction set is `best`.
fn make_plan(best: Level, forced: Forced) -> Plan {
    let asked_for = match forced {
        Forced::Kernel(kernel) => Some(kernel),
        _ => None,
    };
    let mut choices = Vec::new();
    for &entry in EntryPoint::ALL {
        match asked_for {
            Some(kernel) if kernel.serves(entry) => choices.push(Choice {
                entry,
                from: 1,
                kernel,
                why: "forced by SETWISE_KERNEL",
            }),
            _ => choices.extend(chosen(best.name(), entry)),
        }
    }
    let level = asked_for.and_then(|kernel| Level::named(kernel.isa()));
    let level = level.unwrap_or(best);
    let selection = Selection {
        isa: best.name(),
        level,
        forced,
        choices,
    };
    Plan::new(
        selection,
        level.with_vectors(),
        asked_for.map(Kernel::layout),
    )
}

/// Returns the rules for an instruction set whose kernels the host supports. (It supports all of them: they name
/// kernels of the same level and of lower ones.)
fn chosen(isa: &str, entry: EntryPoint) -> impl Iterator<Item = Choice> {
    let rules = rules(isa).iter().filter(move |rule| rule.entry == entry);
    rules.filter_map(
        |&Rule {
             entry,
             from,
             kernel: name,
             why,
         }| {
            let kernel = kernel(name).filter(|kernel| kernel.is_supported())?;
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
        pointer: fn(Functions) -> F,
    ) -> Steps<F> {
        let choices = self.choices.iter().filter(|choice| choice.entry == entry);
        let mut runners = choices.filter_map(|choice| Some((choice.from, choice.kernel.runner()?)));
        let first = runners.next().map(|(_, runner)| runner);
        let first_pointer = pointer(first.map_or(in_words, |runner| *runner));
        let mut later = [(usize::MAX, first_pointer); 4];
        for (step, (from, runner)) in later.iter_mut().zip(runners) {
            *step = (from, pointer(*runner));
        }
        Steps {
            first: first_pointer,
            later,
            in_words: first.is_none_or(|runner| runner.kernel().name() == IN_WORDS),
        }
    }
}

/// Returns the kernels that serve the calls on this host, with reasons, and the request of [`VARIABLE`].
///
/// ```
/// use setwise::{EntryPoint, selected};
/// let selection = selected();
/// let kernel = selection.kernel_for(EntryPoint::BatchAttacks, 1000).unwrap();
/// println!("{}: 1000 boards go to {}", selection.isa, kernel.name());
/// assert!(kernel.is_supported());
/// ```
pub fn selected() -> Selection {
    plan().selection.clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::TIERS;

    /// Every rule names a kernel that serves the call. Every tier has a rule for every call, from one board on. The steps
    /// ascend and fit the plan.
    #[test]
    fn rules_are_complete() {
        for &tier in TIERS {
            for &entry in EntryPoint::ALL {
                let froms: Vec<usize> = rules(tier)
                    .iter()
                    .filter(|rule| rule.entry == entry)
                    .map(|rule| {
                        if let Some(kernel) = kernel(rule.kernel) {
                            assert!(kernel.serves(entry), "{} serves {entry}", rule.kernel);
                        }
                        rule.from
                    })
                    .collect();
                assert_eq!(froms.first(), Some(&1), "{tier} {entry}");
                assert!(froms.is_sorted_by(|a, b| a < b), "{tier} {entry}");
                assert!(froms.len() <= 5, "{tier} {entry}");
                assert!(entry.is_batch() || froms.len() == 1, "{tier} {entry}");
            }
        }
    }

    /// The rules of the host's tier and of all that it includes name kernels of this build that it supports.
    #[test]
    fn rules_name_supported_kernels() {
        for &tier in TIERS {
            if Level::named(tier).is_some() {
                for rule in rules(tier) {
                    let kernel = kernel(rule.kernel);
                    assert!(kernel.is_some_and(Kernel::is_supported), "{}", rule.kernel);
                }
            }
        }
    }

    #[test]
    fn steps_pick_by_size() {
        let steps = Steps {
            first: 'a',
            later: [(3, 'b'), (40, 'c'), (usize::MAX, 'a'), (usize::MAX, 'a')],
            in_words: false,
        };
        let picks = [0, 1, 2, 3, 39, 40, 1 << 30].map(|n| steps.pick(n));
        assert_eq!(picks, ['a', 'a', 'a', 'b', 'b', 'c', 'c']);
    }

    #[test]
    fn forced_values() {
        assert!(matches!(force("scalar/dumb7"), Forced::Kernel(k) if k.name() == "scalar/dumb7"));
        let Forced::Unusable(unusable) = force("scalar/magic") else {
            panic!("accepted");
        };
        let message = unusable.to_string();
        assert!(
            message.contains("\"scalar/magic\" names no kernel of this build"),
            "{message}"
        );
        assert!(message.contains(" scalar/kogge-stone"), "{message}");
        assert!(!message.contains('\n'));
    }

    /// A forced kernel serves what it can; the other calls choose for themselves.
    #[test]
    fn forced_plan() {
        let plan = make_plan(Level::best(), force("wide/sliced"));
        for boards in [1, 8, 1 << 25] {
            let serving = plan.selection.kernel_for(EntryPoint::BatchAttacks, boards);
            assert_eq!(serving.map(Kernel::name), Some("wide/sliced"));
        }
        let one = plan.selection.kernel_for(EntryPoint::Attacks, 1);
        let free = make_plan(Level::best(), Forced::No);
        let chosen = free.selection.kernel_for(EntryPoint::Attacks, 1);
        assert_eq!(one.map(Kernel::name), chosen.map(Kernel::name));
        assert_eq!(plan.level().name(), "wide");
    }
}
