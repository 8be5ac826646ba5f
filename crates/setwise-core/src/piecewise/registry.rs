//! The registry of systems.

use super::System;
use super::blockers::{BlockersAndBeyond, Pruned};
use super::classical::{
    Branchless, Conditional, GeneralizedBranchless, GeneralizedConditional, ZeroCount,
    ZeroCountFolded,
};
use super::hyperbola::{BitReversal, HyperbolaQuintessence};
use super::obstruction::{FlippedDifference, ObstructionDifference};
use super::one_run::{BranchlessOneRun, OneRun};
use super::strongchess::StrongChess;

static SYSTEMS: [&dyn System; 15] = [
    &Conditional,
    &Branchless,
    &GeneralizedConditional,
    &GeneralizedBranchless,
    &ZeroCount,
    &ZeroCountFolded,
    &OneRun,
    &BranchlessOneRun,
    &BlockersAndBeyond,
    &Pruned,
    &StrongChess,
    &HyperbolaQuintessence,
    &BitReversal,
    &ObstructionDifference,
    &FlippedDifference,
];

/// Returns all systems. Each is a row that describes itself and can be called.
///
/// ```
/// use setwise_core::piecewise::systems;
/// for system in systems() {
///     let about = system.about();
///     println!("{:34} {:6} bytes  {} ({})", about.name, about.table_bytes, about.author, about.year);
/// }
/// # assert!(systems().len() >= 15);
/// ```
#[inline]
pub fn systems() -> &'static [&'static dyn System] {
    &SYSTEMS
}

/// Returns the system of a name; `None` if there is none.
///
/// ```
/// use setwise_core::piecewise::named;
/// assert_eq!(named("blockers-and-beyond").unwrap().about().table_bytes, 38_912);
/// assert!(named("rotated").is_none());
/// ```
pub fn named(name: &str) -> Option<&'static dyn System> {
    systems()
        .iter()
        .copied()
        .find(|system| system.about().name == name)
}

/// Work that is compiled once per system, with the static type of the system.
pub trait SystemTask {
    /// The result.
    type Output;

    /// Does the work. Mark it, and every generic helper that it calls, `#[inline(always)]`. It is
    /// then compiled with the instructions of the function that calls [`with_system`].
    fn run<S: System>(&mut self, system: &S) -> Self::Output;
}

/// Runs a task with the system at this index of [`systems`]. Returns `None`, without a run, for an
/// index out of range.
///
/// Inside a function with enabled target features, every system is compiled with these features.
/// The choice costs one jump for a whole batch.
///
/// ```
/// use setwise_core::Square;
/// use setwise_core::piecewise::{System, SystemTask, with_system};
/// /// Counts the attacks of a rook on every square.
/// struct Mobility(u64);
/// impl SystemTask for Mobility {
///     type Output = u32;
///     #[inline(always)]
///     fn run<S: System>(&mut self, system: &S) -> u32 {
///         Square::all().map(|square| system.rook(square, self.0).count_ones()).sum()
///     }
/// }
/// assert_eq!(with_system(0, &mut Mobility(0)), Some(64 * 14));
/// assert_eq!(with_system(99, &mut Mobility(0)), None);
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub fn with_system<T: SystemTask>(place: usize, task: &mut T) -> Option<T::Output> {
    Some(match place {
        0 => task.run(&Conditional),
        1 => task.run(&Branchless),
        2 => task.run(&GeneralizedConditional),
        3 => task.run(&GeneralizedBranchless),
        4 => task.run(&ZeroCount),
        5 => task.run(&ZeroCountFolded),
        6 => task.run(&OneRun),
        7 => task.run(&BranchlessOneRun),
        8 => task.run(&BlockersAndBeyond),
        9 => task.run(&Pruned),
        10 => task.run(&StrongChess),
        11 => task.run(&HyperbolaQuintessence),
        12 => task.run(&BitReversal),
        13 => task.run(&ObstructionDifference),
        14 => task.run(&FlippedDifference),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Name;

    impl SystemTask for Name {
        type Output = &'static str;
        fn run<S: System>(&mut self, system: &S) -> &'static str {
            system.about().name
        }
    }

    #[test]
    fn both_lists_are_the_same_and_names_are_unique() {
        for (place, system) in systems().iter().enumerate() {
            let name = system.about().name;
            assert_eq!(with_system(place, &mut Name), Some(name));
            assert_eq!(named(name).map(|s| s.about()), Some(system.about()));
        }
        assert_eq!(with_system(systems().len(), &mut Name), None);
    }
}
