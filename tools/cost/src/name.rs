//! The kernel and the entry point of a function, from its symbol.

use setwise_core::{Direction, EntryPoint};
use setwise_results::code::{FEATURES, MOVES};

/// A kernel and an entry point.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name {
    /// The name of the kernel in the registry, such as `neon/sliced`.
    pub kernel: String,
    /// The entry point.
    pub entry: EntryPoint,
}

impl Name {
    /// Reads a demangled symbol (in the v0 mangling, which carries types) of a function that
    /// `Isa::pointer` compiles.
    ///
    /// ```
    /// use setwise_core::EntryPoint;
    /// use setwise_cost::name::Name;
    /// let symbol = "<setwise_neon::neon::Neon as setwise_core::isa::Isa>::pointer::call::<\
    ///     setwise_core::sliced::Sliced<setwise_neon::neon::Quad<setwise_neon::neon::Neon>>, \
    ///     setwise_core::entry::batch::BatchAttacks<setwise_core::entry::strategy::Plain>>";
    /// let name = Name::of(symbol).unwrap();
    /// assert_eq!((&name.kernel[..], name.entry), ("neon/sliced", EntryPoint::BatchAttacks));
    /// assert_eq!(Name::of("core::fmt::Formatter::pad"), None);
    /// ```
    pub fn of(symbol: &str) -> Option<Self> {
        let (isa, function) = compiled(symbol)?;
        let mut types = function
            .split(['<', '>', ',', ' '])
            .filter_map(|path| path.trim_end_matches("::").rsplit("::").next())
            .filter(|name| !matches!(*name, "" | "call"));
        let pack = types.next()?;
        let mut way = words(if pack == "Using" { types.next()? } else { pack }, '-');
        let entry = types.find_map(|name| {
            let name = words(name, '_');
            EntryPoint::ALL.iter().find(|entry| entry.name() == name)
        })?;
        match types.next()? {
            "DirectionPerLane" if entry.has_direction_per_lane() => {
                way = "direction-per-lane".to_owned()
            }
            "Streaming" if entry.has_streaming() => way += "-stream",
            "Plain" => {}
            _ => return None,
        }
        let (kernel, entry) = (format!("{isa}/{way}"), *entry);
        Some(Self { kernel, entry })
    }

    /// Returns the number of hot loops: one for each direction if the entry point takes a
    /// direction.
    pub fn hot_loops(&self) -> usize {
        match (self.entry.is_batch(), self.entry.is_directed()) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => Direction::ALL.len(),
        }
    }
}

/// Returns the instruction set of a function that `Isa::pointer` compiles, and the group of
/// functions that it belongs to: [`MOVES`] or [`FEATURES`]; `None` if it is in neither.
///
/// ```
/// let symbol = "<setwise_x86::tokens::Avx2Gfni as setwise_core::isa::Isa>::pointer::call::<\
///     setwise_x86::avx2::Ymm<setwise_x86::tokens::Avx2Gfni>, setwise_moves::functions::one::CountLegal>";
/// assert_eq!(setwise_cost::name::group(symbol), Some(("avx2-gfni".to_owned(), "moves")));
/// ```
pub fn group(symbol: &str) -> Option<(String, &'static str)> {
    let (isa, function) = compiled(symbol)?;
    let groups = [("setwise_moves::", MOVES), ("setwise_nnue::", FEATURES)];
    let (_, group) = groups
        .into_iter()
        .rfind(|(path, _)| function.contains(path))?;
    Some((isa, group))
}

/// Returns the name of the instruction set of a function that `Isa::pointer` compiles, and the rest
/// of its symbol.
fn compiled(symbol: &str) -> Option<(String, &str)> {
    let (isa, function) = symbol.split_once(" as setwise_core::isa::Isa>::pointer")?;
    let isa = words(isa.rsplit("::").next()?, '-').replace('_', "-");
    Some((isa, function))
}

/// Splits a name in camel case into words in lower case.
fn words(name: &str, between: char) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !text.is_empty() {
            text.push(between);
        }
        text.extend(c.to_lowercase());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(symbol: &str, kernel: &str, entry: EntryPoint) {
        let kernel = kernel.to_owned();
        assert_eq!(Name::of(symbol), Some(Name { kernel, entry }), "{symbol}");
    }

    #[test]
    fn kernels() {
        check(
            "<setwise_x86::avx2::Avx2Gfni as setwise_core::isa::Isa>::pointer::call::<setwise_core::natural::pack::\
             Using<setwise_core::natural::kogge_stone::KoggeStone, setwise_x86::avx2::Ymm<setwise_x86::avx2::Avx2Gfni>>, \
             setwise_core::entry::batch::BatchOccludedFill<setwise_core::entry::strategy::Plain>>",
            "avx2-gfni/kogge-stone",
            EntryPoint::BatchOccludedFill,
        );
        check(
            "<setwise_x86::avx512::Avx512 as setwise_core::isa::Isa>::pointer::call::<setwise_x86::avx512::Zmm, \
             setwise_core::entry::batch::BatchRayAttacks<setwise_core::entry::strategy::DirectionPerLane>>",
            "avx512/direction-per-lane",
            EntryPoint::BatchRayAttacks,
        );
        check(
            "<setwise_x86::avx512::Avx512 as setwise_core::isa::Isa>::pointer::call::<setwise_core::sliced::Sliced<\
             setwise_x86::avx512::Zmm>, setwise_core::entry::batch::BatchRayAttacks<setwise_core::entry::strategy::Streaming>>",
            "avx512/sliced-stream",
            EntryPoint::BatchRayAttacks,
        );
        check(
            "<<setwise_core::isa::Scalar as setwise_core::isa::Isa>::pointer<setwise_core::natural::pack::Using<\
             setwise_core::natural::adaptive::Adaptive, u64>, setwise_core::entry::single::Attacks<setwise_core::entry::\
             strategy::Plain>>::{closure#0} as core::ops::function::FnOnce<(setwise_core::sliders::Sliders, u64)>>::call_once",
            "scalar/adaptive",
            EntryPoint::Attacks,
        );
    }
}
