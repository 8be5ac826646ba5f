//! The registry of systems.

use super::System;

/// Calls a macro with the list of all systems: place, module and type.
#[doc(hidden)]
#[macro_export]
macro_rules! piecewise_systems {
    ($callback:ident) => {
        $callback! {
            0 classical::Conditional;
            1 classical::Branchless;
            2 classical::GeneralizedConditional;
            3 classical::GeneralizedBranchless;
            4 classical::ZeroCount;
            5 classical::ZeroCountFolded;
            6 one_run::OneRun;
            7 one_run::BranchlessOneRun;
            8 blockers::BlockersAndBeyond;
            9 blockers::Pruned;
            10 strongchess::StrongChess;
            11 hyperbola::HyperbolaQuintessence;
            12 hyperbola::BitReversal;
            13 obstruction::ObstructionDifference;
            14 obstruction::FlippedDifference;
        }
    };
}

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
    macro_rules! all {
        ($($place:literal $module:ident::$system:ident;)*) => {
            &[$(&super::$module::$system),*]
        };
    }
    piecewise_systems!(all)
}

/// Returns the system of a name; `None` if there is none.
///
/// ```
/// use setwise_core::piecewise::named;
/// assert_eq!(named("blockers-and-beyond").unwrap().about().table_bytes, 38_912);
/// assert!(named("rotated").is_none());
/// ```
pub fn named(name: &str) -> Option<&'static dyn System> {
    let mut all = systems().iter().copied();
    all.find(|system| system.about().name == name)
}

/// Work that is compiled once per system, with the static type of the system.
pub trait SystemTask {
    /// The result.
    type Output;

    /// Does the work. Mark it, and every generic helper that it calls, `#[inline(always)]`. It is
    /// then compiled with the instructions of the function that calls [`with_system`].
    fn run<S: System>(&mut self, system: &S) -> Self::Output;
}

/// Runs a task with the system at this index of [`systems`]; `None` for an index out of range.
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
    macro_rules! run {
        ($($place:literal $module:ident::$system:ident;)*) => {
            Some(match place {
                $($place => task.run(&super::$module::$system),)*
                _ => return None,
            })
        };
    }
    piecewise_systems!(run)
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
