//! The kernel and the entry point of a function, from its symbol.

use setwise_core::{Direction, EntryPoint};
use setwise_results::code::{FEATURES, MOVES, OPPONENT};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Name {
    /// The name of the kernel in the registry, such as `neon/sliced`.
    pub(crate) kernel: String,
    pub(crate) entry: EntryPoint,
}

impl Name {
    /// Reads a demangled symbol (in the v0 mangling, which carries types) of a function that
    /// `Isa::pointer` or `Isa::slice_pointer` compiles. Returns the parameter of the call as well:
    /// a fill is a function for each direction, and one that jumps to these.
    pub(crate) fn of(symbol: &str) -> Option<(Self, &str)> {
        let (isa, function) = compiled(symbol)?;
        let mut types = function
            .trim_start_matches("slice_")
            .strip_prefix("pointer")?
            .split(['<', '>', ',', ' '])
            .filter_map(|path| path.trim_end_matches("::").rsplit("::").next())
            .filter(|name| !matches!(*name, "" | "call"));
        let pack = types.next()?;
        let mut way = words(if pack == "Using" { types.next()? } else { pack }, '-');
        let entry = types.find_map(|name| match name {
            "BatchFillTowards" => Some(EntryPoint::BatchOccludedFill),
            name => {
                let name = words(name, '_');
                EntryPoint::ALL
                    .iter()
                    .copied()
                    .find(|entry| entry.name() == name)
            }
        })?;
        let parameter = types.next()?;
        match parameter {
            "DirectionPerLane" if entry.has_direction_per_lane() => {
                way = "direction-per-lane".to_owned()
            }
            "Streaming" if entry.has_streaming() => way += "-stream",
            "Plain" => {}
            _ if entry.is_directed() => {}
            _ => return None,
        }
        let kernel = format!("{isa}/{way}");
        Some((Self { kernel, entry }, parameter))
    }

    /// The same for a timed loop of the benchmarks over intrinsics by hand, without a parameter.
    pub(crate) fn of_intrinsics(symbol: &str) -> Option<(Self, &str)> {
        let is_union = symbol.contains("setwise_benches::loops::unions<");
        let kernel = opponent(symbol).filter(|name| name.starts_with("intrinsics"));
        let entry = EntryPoint::BatchAttacks;
        Some((
            Self {
                kernel: kernel.filter(|_| is_union)?,
                entry,
            },
            "",
        ))
    }

    /// Returns the number of hot loops: one for each direction if the entry point takes a
    /// direction.
    pub(crate) fn hot_loops(&self) -> usize {
        match (self.entry.is_batch(), self.entry.is_directed()) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => Direction::ALL.len(),
        }
    }
}

/// Returns the instruction set that a function of a group is compiled for: by `Isa::pointer`, or
/// from code that is written for it by hand. For [`OPPONENT`] returns the opponent.
pub(crate) fn isa_in(group: &str, symbol: &str) -> Option<String> {
    let (isa, function) = match group {
        OPPONENT => return opponent(symbol),
        _ => compiled(symbol)?,
    };
    let is_member = match group {
        MOVES | FEATURES => function.starts_with("pointer"),
        _ => function.contains("::run::<"),
    };
    is_member.then_some(isa)
}

/// Returns the group and the instruction set of a function that chooses how the group's functions
/// are called: from how many positions on in batches, and with prefetch or not.
pub(crate) fn choice(symbol: &str) -> Option<String> {
    let (_, isa) = symbol.split_once(" as setwise_dispatch::level::LevelVisitor>::visit::<")?;
    Some(isa_name(isa.trim_end_matches('>')))
}

/// The opponents of the benchmarks, by their types.
const OPPONENTS: [(&str, &str); 7] = [
    ("::Pext>", "pieces/pext"),
    ("::CozyChess>", "pieces/cozy-chess"),
    ("::KoggeStone, true>", "fenced/kogge-stone"),
    ("::KoggeStone, false>", "auto"),
    ("::RankLoop", "auto-ranks"),
    ("::NaturalAvx", "intrinsics"),
    ("::RanksAvx", "intrinsics-ranks"),
];

/// Returns the opponent whose timed loop a function is; the compiler's loops and intrinsics by hand
/// by instruction set.
fn opponent(symbol: &str) -> Option<String> {
    let (isa, function) = symbol.split_once(" as setwise_")?;
    let is_loop = function.contains("setwise_benches::loops::");
    let mut all = OPPONENTS.into_iter().filter(|_| is_loop);
    let (_, name) = all.find(|(of, _)| function.contains(of))?;
    let isa = words(isa.rsplit("::").next()?, '-');
    Some(match (name, &*isa) {
        ("auto" | "auto-ranks", "scalar") => format!("{name}/baseline"),
        ("auto", "avx512-v4") => "auto/avx512".to_owned(),
        ("auto" | "auto-ranks" | "intrinsics" | "intrinsics-ranks", isa) => format!("{name}/{isa}"),
        (name, _) => name.to_owned(),
    })
}

/// Returns the name of the instruction set that a method of `Isa` compiles a function for, and the
/// rest of its symbol, which begins with the method.
fn compiled(symbol: &str) -> Option<(String, &str)> {
    let (isa, function) = symbol.split_once(" as setwise_core::isa::Isa>::")?;
    Some((isa_name(isa), function))
}

fn isa_name(path: &str) -> String {
    words(path.rsplit("::").next().unwrap_or_default(), '-').replace('_', "-")
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
