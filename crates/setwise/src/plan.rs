//! The plan of the process: the function pointers of the selected kernels, by call and number of boards.

use crate::kernel::KernelLayout;
use crate::level::Level;
use crate::selection::{Selection, make_plan};
use setwise_core::entry::*;
use setwise_core::natural::{KoggeStone, Using};
use setwise_core::{EntryPoint, Pointer, Scalar, Task};
use std::sync::OnceLock;

/// The packs of the kernel [`IN_WORDS`](crate::kernel::IN_WORDS).
pub(crate) type Words = Using<KoggeStone, u64>;

/// The most kernels that serve a call.
pub(crate) const MAX_STEPS: usize = 5;

/// Function pointers by number of boards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps<F> {
    pub(crate) first: F,
    /// Pairs of a number of boards and the pointer from that number on, ascending. Unused pairs have `usize::MAX`.
    pub(crate) later: [(usize, F); MAX_STEPS - 1],
    /// Whether `first` is the kernel of plain words, which callers inline.
    pub(crate) in_words: bool,
}

impl<F: Copy> Steps<F> {
    /// Returns the pointer for a number of boards.
    #[cfg_attr(not(unoptimized), inline(always))]
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

macro_rules! define {
    ($($kind:ident fn $name:ident $arguments:tt -> $output:ty = $function:ident $call:tt;)*) => {
        /// The selection as function pointers, made at the first call.
        #[derive(Debug)]
        pub(crate) struct Plan {
            $(pub(crate) $name: Steps<Pointer<$function<Plain>>>,)*
            level: Level,
            layout: Option<KernelLayout>,
            pub(crate) selection: Selection,
        }

        impl Plan {
            /// Resolves the pointers of a selection. `level` and `layout` are for tasks.
            pub(crate) fn new(selection: Selection, level: Level, layout: Option<KernelLayout>) -> Self {
                let in_words = Functions::new::<Words, Plain>(Scalar);
                Self {
                    $($name: selection.steps(EntryPoint::$function, in_words, Functions::pointer::<$function<Plain>>),)*
                    level,
                    layout,
                    selection,
                }
            }
        }
    };
}

setwise_core::entry_points!(define);

impl Plan {
    #[cfg(test)]
    pub(crate) fn level(&self) -> Level {
        self.level
    }

    /// Runs a task on the packs of the host or of the forced kernel.
    #[inline]
    pub(crate) fn run<T: Task>(&self, task: &mut T) -> T::Output {
        self.level.run(self.layout, task)
    }
}

pub(crate) static PLAN: OnceLock<Plan> = OnceLock::new();

/// Returns the plan of this process.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn plan() -> &'static Plan {
    match PLAN.get() {
        Some(plan) => plan,
        None => PLAN.get_or_init(first_plan),
    }
}

#[cold]
#[inline(never)]
fn first_plan() -> Plan {
    make_plan(Level::best(), None)
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
