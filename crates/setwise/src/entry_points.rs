//! The public functions, and the plan that holds the selected kernel of each.

use crate::kernel::Layout;
use crate::level::Level;
use crate::selection::{Selection, Steps, plan};
use setwise_core::entry::*;
use setwise_core::natural::{KoggeStone, Using};
use setwise_core::{
    Batch, Direction, EntryPoint, Function, LengthMismatch, Pointer, Rays, Scalar, Sliders, Task,
};

/// The kernel that is compiled into callers, for entry points that are short in plain words.
pub(crate) const IN_WORDS: &str = "scalar/kogge-stone";
type Words = Using<KoggeStone, u64>;

macro_rules! define {
    ($(
        $(#[$doc:meta])*
        $kind:ident fn $name:ident($($argument:ident: $type:ty),* $(,)?) -> $output:ty
            = $function:ident($first:expr, $second:expr), $boards:expr;
    )*) => {
        /// The selection as function pointers, made at the first call.
        #[derive(Debug)]
        pub(crate) struct Plan {
            $($name: Steps<Pointer<$function<Plain>>>,)*
            level: Level,
            layout: Option<Layout>,
            pub(crate) selection: Selection,
        }

        impl Plan {
            /// Resolves the pointers of a selection. `level` and `layout` are for tasks.
            pub(crate) fn new(selection: Selection, level: Level, layout: Option<Layout>) -> Self {
                let in_words = Functions::new::<Words, Plain>(Scalar);
                Self {
                    $($name: selection.steps(EntryPoint::$function, in_words, |functions| functions.$name),)*
                    level,
                    layout,
                    selection,
                }
            }
        }

        /// The public functions.
        pub(crate) mod functions {
            use super::*;

        $(
            $(#[$doc])*
            #[inline]
            pub fn $name($($argument: $type),*) -> $output {
                let steps = &plan().$name;
                if <$function<Plain>>::INLINED_IN_WORDS && steps.in_words {
                    return <$function<Plain>>::call::<Words>(Scalar, $first, $second);
                }
                let function = if const { EntryPoint::$function.is_batch() } {
                    steps.pick($boards)
                } else {
                    steps.first
                };
                function($first, $second)
            }
        )*
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
