//! The kernels that run the calls on a host, by the rules of its best level.

use crate::{kernel::Kernel, selection::families::rules_here};
use setwise_core::EntryPoint;
use setwise_dispatch::Level;

/// The kernel of an entry point, for some number of positions or more.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Choice {
    /// The call.
    pub entry: EntryPoint,
    /// The smallest number of positions; 1 for the calls that take one position.
    pub from: usize,
    /// The kernel.
    pub kernel: &'static Kernel,
    /// The reason, in a few words.
    pub why: &'static str,
}

/// The kernels that run the calls on this host.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Selection {
    /// The best level of the host.
    pub best: Level,
    /// The level of the process: forced, that of the forced kernel, or the best of the host.
    pub level: Level,
    /// The kernel that [`select`](super::select) or its like has forced.
    pub forced: Option<&'static Kernel>,
    /// The choices, by entry point and ascending number of positions.
    pub choices: Vec<Choice>,
}

impl Selection {
    /// Makes the selection by the rules of a level. A forced kernel runs what it can.
    pub(crate) fn new(of: Level, forced: Option<&'static Kernel>) -> Self {
        let mut choices = Vec::new();
        for &entry in EntryPoint::ALL {
            match forced {
                Some(kernel) if kernel.serves(entry) => choices.push(Choice {
                    entry,
                    from: 1,
                    kernel,
                    why: "forced",
                }),
                _ => choices.extend(chosen(of, entry)),
            }
        }
        let level = forced.and_then(|kernel| Level::named(kernel.level_name()));
        Self {
            best: Level::best(),
            level: level.unwrap_or(of),
            forced,
            choices,
        }
    }

    /// Makes a selection of complete choices.
    pub(crate) fn of_choices(choices: Vec<Choice>) -> Self {
        let best = Level::best();
        Self {
            best,
            level: best,
            forced: None,
            choices,
        }
    }

    /// Returns the kernel that runs a call with this number of positions, if the call has choices.
    pub fn kernel_for(&self, entry: EntryPoint, boards: usize) -> Option<&'static Kernel> {
        let choices = self.choices.iter().filter(|choice| choice.entry == entry);
        let mut serving = choices.filter(|choice| choice.from <= boards.max(1));
        Some(serving.next_back()?.kernel)
    }
}

/// Returns the choices of a call by the rules for a level. Leaves out kernels that the host does
/// not support. (It supports all, because the rules name kernels of the level and of lower ones.)
fn chosen(level: Level, entry: EntryPoint) -> impl Iterator<Item = Choice> {
    rules_here(level.name()).of(entry).filter_map(move |rule| {
        Some(Choice {
            entry,
            from: rule.from,
            kernel: Kernel::named(rule.kernel).filter(|kernel| kernel.is_supported())?,
            why: rule.why,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selection::families::rules_on;
    use crate::selection::rules::{LEVELS, MAX_STEPS, rules};

    /// Every rule names a kernel that runs the call. Every level has a rule for every call, from
    /// one board on. The steps ascend and fit the plan.
    #[test]
    fn rules_are_complete() {
        for &level in LEVELS {
            for &entry in EntryPoint::ALL {
                for amd in [None, Some(0), Some(u32::MAX)] {
                    let rules = rules_on(amd, level).of(entry);
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

    /// The rules of the host's level and of all that it includes name kernels of this build that it
    /// supports.
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

    /// From the first number of boards of a choice upward, its kernel runs the call, and below it
    /// the one before.
    #[test]
    fn kernels_change_at_their_thresholds() {
        for &level in LEVELS {
            let Some(level) = Level::named(level) else {
                continue;
            };
            let selection = Selection::new(level, None);
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

    /// A forced kernel runs what it can; the other calls choose for themselves.
    #[test]
    fn a_forced_kernel() {
        let selection = Selection::new(Level::best(), Kernel::named("wide/sliced"));
        for boards in [1, 8, 1 << 25] {
            let serving = selection.kernel_for(EntryPoint::BatchAttacks, boards);
            assert_eq!(serving.map(Kernel::name), Some("wide/sliced"));
        }
        let one = selection.kernel_for(EntryPoint::Attacks, 1);
        let free = Selection::new(Level::best(), None);
        let chosen = free.kernel_for(EntryPoint::Attacks, 1);
        assert_eq!(one.map(Kernel::name), chosen.map(Kernel::name));
        assert_eq!(selection.level.name(), "wide");
    }
}
