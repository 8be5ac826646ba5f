//! The plan of the process: pointers to the selected kernels, by call and number of boards.

use crate::kernel::{Kernel, functions_of};
use crate::selection::{choice::Selection, rules::MAX_STEPS};
use setwise_core::natural::{KoggeStone, Using};
use setwise_core::{EntryPoint, Pointer, Scalar, entry::*};
use setwise_dispatch::level;
use std::sync::OnceLock;

/// Function pointers by number of boards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps<F> {
    pub(crate) first: F,
    /// Numbers of boards, ascending, and the pointer from there upward; `usize::MAX` if unused.
    pub(crate) later: [(usize, F); MAX_STEPS - 1],
}

impl<F: Copy> Steps<F> {
    /// Returns the function pointers for an entry point, those of scalar code if it has no kernels.
    fn new(selection: &Selection, entry: EntryPoint, pointer: fn(&Functions) -> F) -> Self {
        let choices = selection.choices.iter();
        let choices = choices.filter(|choice| choice.entry == entry);
        let mut runners = choices.filter_map(|choice| Some((choice.from, choice.kernel.runner()?)));
        let first = match runners.next() {
            Some((_, runner)) => pointer(functions_of(&runner)),
            None => pointer(&Functions::new::<Using<KoggeStone, u64>, Plain>(Scalar)),
        };
        let mut later = [(usize::MAX, first); MAX_STEPS - 1];
        for (step, (from, runner)) in later.iter_mut().zip(runners) {
            *step = (from, pointer(functions_of(&runner)));
        }
        Self { first, later }
    }

    /// Returns the pointer for a number of boards.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn pick(&self, boards: usize) -> F {
        let mut picked = self.first;
        for (from, pointer) in self.later {
            if boards < from {
                break;
            }
            picked = pointer;
        }
        picked
    }
}

/// The function pointers of one entry point.
fn steps_of<F: Slot>(selection: &Selection) -> Steps<Pointer<F>> {
    Steps::new(selection, F::ENTRY, Functions::pointer::<F>)
}

/// The selection as function pointers, made at the first call.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) attacks: Steps<Pointer<Attacks<Plain>>>,
    pub(crate) ray_attacks: Steps<Pointer<RayAttacks<Plain>>>,
    pub(crate) batch_attacks: Steps<Pointer<BatchAttacks<Plain>>>,
    pub(crate) batch_ray_attacks: Steps<Pointer<BatchRayAttacks<Plain>>>,
    pub(crate) batch_xray_attacks: Steps<Pointer<BatchXrayAttacks<Plain>>>,
    pub(crate) batch_occluded_fill: Steps<FillPointers>,
    pub(crate) selection: Selection,
}

impl Plan {
    /// Resolves the pointers of a selection.
    fn new(selection: Selection) -> Self {
        let steps = &selection;
        Self {
            attacks: steps_of::<Attacks<Plain>>(steps),
            ray_attacks: steps_of::<RayAttacks<Plain>>(steps),
            batch_attacks: steps_of::<BatchAttacks<Plain>>(steps),
            batch_ray_attacks: steps_of::<BatchRayAttacks<Plain>>(steps),
            batch_xray_attacks: steps_of::<BatchXrayAttacks<Plain>>(steps),
            batch_occluded_fill: Steps::new(steps, EntryPoint::BatchOccludedFill, Functions::fills),
            selection,
        }
    }
}

static PLAN: OnceLock<Plan> = OnceLock::new();

/// Returns the plan of this process.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn plan() -> &'static Plan {
    match PLAN.get() {
        Some(plan) => plan,
        None => first_plan(),
    }
}

#[cold]
#[inline(never)]
fn first_plan() -> &'static Plan {
    PLAN.get_or_init(|| Plan::new(Selection::new(level(), None)))
}

/// Returns the plan of this process. `selection` makes it if no plan and no level is fixed yet.
pub(crate) fn plan_or(selection: impl FnOnce() -> Selection) -> &'static Plan {
    PLAN.get_or_init(|| {
        let selection = selection();
        Plan::new(match force(&selection) {
            true => selection,
            false => Selection::new(level(), None),
        })
    })
}

/// Fixes the plan of this process by a selection. Returns false if a plan or level exists.
pub(crate) fn install(selection: Selection) -> bool {
    force(&selection) && PLAN.set(Plan::new(selection)).is_ok()
}

/// Fixes the level of this process by a selection. Returns false if one is already fixed.
fn force(selection: &Selection) -> bool {
    setwise_dispatch::internal::force(selection.level, selection.forced.map(Kernel::layout))
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(feature = "all-kernels")]
    use crate::selection::{choice::Choice, rules::IN_WORDS};
    #[cfg(feature = "all-kernels")]
    use setwise_dispatch::Level;

    #[test]
    fn steps_pick_by_size() {
        let steps = Steps {
            first: 'a',
            later: [(3, 'b'), (40, 'c'), (usize::MAX, 'a'), (usize::MAX, 'a')],
        };
        let picks = [0, 1, 2, 3, 39, 40, 1 << 30].map(|n| steps.pick(n));
        assert_eq!(picks, ['a', 'a', 'a', 'b', 'b', 'c', 'c']);
    }

    /// The functions of a call are those of its choices, or in scalar code if there are none.
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
            let runner = Kernel::named(name).and_then(Kernel::runner);
            *functions_of(&runner.unwrap())
        };
        let [dumb7, in_words, subtraction, wide] = [
            "scalar/dumb7",
            IN_WORDS,
            "scalar/subtraction",
            "wide/sliced",
        ]
        .map(|name| address(&functions(name)));
        assert!(subtraction != wide && subtraction != dumb7 && in_words != dumb7);

        let steps = |entry| Steps::new(&selection, entry, address);
        let batch = steps(EntryPoint::BatchAttacks);
        let picked = [0, 1, 19, 20, 1 << 30].map(|boards| batch.pick(boards));
        assert_eq!(picked, [subtraction, subtraction, subtraction, wide, wide]);
        for (entry, first) in [
            (EntryPoint::BatchAttacks, subtraction),
            (EntryPoint::Attacks, dumb7),
            (EntryPoint::OccludedFill, in_words),
            (EntryPoint::RayAttacks, in_words),
        ] {
            assert_eq!(steps(entry).first, first, "{entry}");
        }
    }
}
