//! The table of all kernels. Its rows follow from the declarations of the levels.

use crate::selection::rules::{IN_WORDS, LevelRules, MAX_STEPS, RULES};
use crate::{kernel::Kernel, selection::families::AMD};
use setwise_core::internal::is_same_name;
use setwise_core::{EntryPoint, Scalar, const_for};
use setwise_dispatch::{Level, Wide};

/// Lists the kernels of a level, such as `rows!(with_streaming Avx2, "avx2")`. The first word
/// selects the list.
macro_rules! rows {
    (words $isa:ty, $name:literal) => {
        rows!(@all $isa, $name)
    };
    (without_streaming $isa:ty, $name:literal) => {
        rows!(@all $isa, $name, direction_per_lane "/direction-per-lane")
    };
    (with_streaming $isa:ty, $name:literal) => {
        rows!(
            @all $isa, $name, streaming "/sliced-stream", direction_per_lane "/direction-per-lane"
        )
    };
    (sliced_only $isa:ty, $name:literal) => {
        rows!(@each $isa, $name, sliced "/sliced")
    };
    (@all $isa:ty, $name:literal $(, $constructor:ident $suffix:literal)*) => {
        rows!(
            @each $isa, $name, natural<Dumb7> "/dumb7", natural<KoggeStone> "/kogge-stone",
            natural<Subtraction> "/subtraction", natural<Adaptive> "/adaptive", sliced "/sliced"
            $(, $constructor $suffix)*
        )
    };
    (@each $isa:ty, $name:literal, $($constructor:ident$(<$technique:ident>)? $suffix:literal),*) => {
        &[$(Kernel::$constructor::<
            $isa,
            $(setwise_core::natural::$technique,)?
            { calls($name, concat!($name, $suffix)) },
        >(concat!($name, $suffix)),)*]
    };
}
/// Lists the kernels of the levels that the crate of the architecture declares.
macro_rules! table {
    ($(
        $(#[$doc:meta])*
        $token:ident {
            name: $name:literal,
            register: $register:ty, words: $words:ty,
            features: $features:tt,
            target: $target:tt,
            feature: $feature:tt, kernels: $kernels:ident, $($rest:tt)*
        }
    )*) => {
        /// The kernels of each level of the architecture, best first; not compiled without calls.
        const KERNELS: &[&[Kernel]] = &[
            $(rows!($kernels setwise_dispatch::internal::tokens::$token, $name),)*
            rows!(without_streaming Wide, "wide"),
            rows!(words Scalar, "scalar"),
        ];
    };
}

setwise_dispatch::internal::levels!(table);

/// Returns the calls for which a kernel is compiled, as [bits](EntryPoint::bit): all for
/// [`IN_WORDS`] and, with `all-kernels`, for levels of the build; else those that rules of a level
/// of the build give to the kernel. (Such a rule may be that of another level.)
const fn calls(level: &str, kernel: &str) -> u32 {
    if cfg!(feature = "all-kernels") && is_in_build(level) || is_same_name(kernel, IN_WORDS) {
        return u32::MAX;
    }
    let mut calls = 0;
    const_for!(i, RULES.len(), {
        calls |= calls_by(&RULES[i], kernel);
    });
    const_for!(i, AMD.len(), {
        calls |= calls_by(&AMD[i].1, kernel);
    });
    calls
}

/// Returns the calls that the rules of a level in the build give to a kernel, as bits.
const fn calls_by(rules: &LevelRules, kernel: &str) -> u32 {
    let mut calls = 0;
    if !is_in_build(rules.level) {
        return calls;
    }
    const_for!(i, EntryPoint::ALL.len(), {
        let steps = rules.steps(EntryPoint::ALL[i]);
        const_for!(step, MAX_STEPS, {
            if let Some(rule) = steps[step]
                && is_same_name(rule.kernel, kernel)
            {
                calls |= rule.entry.bit();
            }
        });
    });
    calls
}

const fn is_in_build(level: &str) -> bool {
    let build = Level::of_build();
    const_for!(i, build.len(), {
        if is_same_name(build[i].0, level) {
            return true;
        }
    });
    false
}

const COUNT: usize = {
    let mut count = 0;
    const_for!(level, KERNELS.len(), {
        const_for!(row, KERNELS[level].len(), {
            count += KERNELS[level][row].is_compiled() as usize;
        });
    });
    count
};

/// All kernels that are compiled, the narrowest level first.
static REGISTRY: [Kernel; COUNT] = {
    let mut all = [KERNELS[0][0]; COUNT];
    let mut place = 0;
    const_for!(i, KERNELS.len(), {
        let level = KERNELS[KERNELS.len() - 1 - i];
        const_for!(row, level.len(), {
            if level[row].is_compiled() {
                all[place] = level[row];
                place += 1;
            }
        });
    });
    all
};

/// Returns all kernels of this build, supported by the host or not.
///
/// ```
/// let sliced = setwise::kernels().iter().filter(|k| k.name().ends_with("/sliced"));
/// assert!(sliced.count() >= 2);
/// ```
pub fn kernels() -> &'static [Kernel] {
    &REGISTRY
}

impl Kernel {
    /// Returns the kernel of a name, such as `avx512/sliced`; `None` if this build lacks it.
    pub fn named(name: &str) -> Option<&'static Self> {
        kernels().iter().find(|kernel| kernel.name() == name)
    }
}

/// Returns the names of the kernels that this build leaves out, each with the feature of this crate
/// that has it: `all-kernels`, or that of its level.
///
/// ```
/// for (kernel, feature) in setwise::kernels_left_out() {
///     println!("{kernel} needs the feature `{feature}`");
///     assert!(setwise::Kernel::named(kernel).is_none());
/// }
/// ```
pub fn kernels_left_out() -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = KERNELS.iter().copied().flatten();
    let left_out = rows.filter(|kernel| !kernel.is_compiled());
    left_out.map(|kernel| {
        let mut levels = Level::left_out().iter();
        let level = levels.find(|(level, _)| *level == kernel.level_name());
        let feature = level.map_or("all-kernels", |(_, feature)| feature);
        (kernel.name(), feature)
    })
}

/// Returns the feature of this crate that adds a kernel which this build leaves out.
pub(crate) fn feature_of(name: &str) -> Option<&'static str> {
    let found = kernels_left_out().find(|(kernel, _)| *kernel == name);
    found.map(|(_, feature)| feature)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Other tests search programs for this name, to show that they contain no kernels.
    #[test]
    fn names_are_in_the_program() {
        let program = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        let name = ["scalar", "kogge-stone"].join("/");
        assert!(Kernel::named(&name).is_some());
        assert!(
            program
                .windows(name.len())
                .any(|text| text == name.as_bytes())
        );
    }

    /// Programs without attacks know the names of kernels by this list.
    #[test]
    fn kernels_have_known_names() {
        for (name, _) in kernels_left_out().chain(kernels().iter().map(|row| (row.name(), ""))) {
            let kernel = name.split_once('/').map(|(_, kernel)| kernel);
            let is_known =
                kernel.is_some_and(|kernel| setwise_dispatch::internal::KERNELS.contains(&kernel));
            assert!(
                is_known,
                "{name}: add it to crates/setwise-dispatch/src/select.rs"
            );
        }
    }
}
