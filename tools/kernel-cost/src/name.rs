//! From the name of a function to the kernel and the call that it serves.

/// A function behind `Isa::pointer`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name {
    /// As the registry has it, such as `neon/sliced`.
    pub kernel: String,
    /// The call, such as `batch_attacks`.
    pub entry: String,
    /// How many boards a pack holds.
    pub pack: usize,
}

impl Name {
    /// Reads a demangled name (in the mangling that carries types, v0).
    ///
    /// ```
    /// use setwise_cost::name::Name;
    /// let symbol = "<setwise_neon::neon::Neon as setwise_core::isa::Isa>::pointer::call::<\
    ///     setwise_core::sliced::Sliced<setwise_neon::neon::Quad<setwise_neon::neon::Neon>>, setwise_core::batch::BatchAttacks<false>>";
    /// let name = Name::of(symbol).unwrap();
    /// assert_eq!((&name.kernel[..], &name.entry[..], name.pack), ("neon/sliced", "batch_attacks", 16));
    /// assert_eq!(Name::of("core::fmt::Formatter::pad"), None);
    /// ```
    pub fn of(symbol: &str) -> Option<Self> {
        let (before, after) = symbol.split_once(" as setwise_core::isa::Isa>::pointer")?;
        let isa = kebab(last_segment(before.rsplit('<').next()?));
        let types = after.split_once("::<").or_else(|| after.split_once('<'))?.1;
        let types = arguments(types);
        let [pack, entry] = &types[..] else {
            return None;
        };
        let (mut way, boards) = layout(pack)?;
        let mut entry = &entry[..];
        let mut pack = boards;
        if let Some(inner) = wrapped(entry, "Compass") {
            (way, pack, entry) = ("compass".to_owned(), 1, inner);
        }
        if entry.contains("<true") || entry.contains(", true") {
            way.push_str("-stream");
        }
        let entry = snake(last_segment(entry.split('<').next()?));
        Some(Self {
            kernel: format!("{isa}/{way}"),
            entry,
            pack,
        })
    }

    /// How many words are written for each board.
    pub fn outputs(&self) -> usize {
        if self.entry.contains("ray") { 8 } else { 1 }
    }

    /// In how many loops the hot part lies: fills have one per direction.
    pub fn hot_loops(&self) -> usize {
        match &self.entry[..] {
            "batch_occluded_fill" => 8,
            "batch_attacks" | "batch_ray_attacks" => 1,
            _ => 0,
        }
    }
}

/// The technique or layout of a pack, and how many boards it holds.
fn layout(pack: &str) -> Option<(String, usize)> {
    if let Some(register) = wrapped(pack, "Sliced") {
        return Some(("sliced".to_owned(), 8 * lanes(register)?));
    }
    if let Some(both) = wrapped(pack, "Using") {
        let both = arguments(both);
        let [technique, register] = &both[..] else {
            return None;
        };
        return Some((kebab(last_segment(technique)), lanes(register)?));
    }
    Some(("adaptive".to_owned(), lanes(pack)?))
}

fn lanes(register: &str) -> Option<usize> {
    match last_segment(register.split('<').next()?) {
        "u64" | "Word" => Some(1),
        "Duo" | "Quad" => Some(2),
        "Ymm" => Some(4),
        "Zmm" => Some(8),
        _ => None,
    }
}

/// What stands in `name<...>`, whatever the path before it.
fn wrapped<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let (before, inner) = text.split_once('<')?;
    (last_segment(before) == name).then_some(inner.strip_suffix('>')?)
}

/// The generic arguments up to the bracket that closes them.
fn arguments(text: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut depth = 0;
    for c in text.chars() {
        match c {
            '<' => depth += 1,
            '>' if depth == 0 => break,
            '>' => depth -= 1,
            ',' if depth == 0 => {
                all.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = all.last_mut().filter(|last| !last.is_empty() || c != ' ') {
            last.push(c);
        }
    }
    all
}

fn last_segment(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

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

fn kebab(name: &str) -> String {
    words(name, '-')
}

fn snake(name: &str) -> String {
    words(name, '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(symbol: &str, kernel: &str, entry: &str, pack: usize) {
        let expected = Name {
            kernel: kernel.to_owned(),
            entry: entry.to_owned(),
            pack,
        };
        assert_eq!(Name::of(symbol), Some(expected), "{symbol}");
    }

    #[test]
    fn kernels() {
        check(
            "<setwise_x86::avx2::Avx2Gfni as setwise_core::isa::Isa>::pointer::call::<setwise_core::natural::pack::\
             Using<setwise_core::natural::kogge_stone::KoggeStone, setwise_x86::avx2::Ymm<setwise_x86::avx2::Avx2Gfni>>, \
             setwise_core::batch::BatchOccludedFill>",
            "avx2-gfni/kogge-stone",
            "batch_occluded_fill",
            4,
        );
        check(
            "<setwise_x86::avx512::Avx512 as setwise_core::isa::Isa>::pointer::call::<setwise_x86::avx512::Zmm, \
             setwise_core::entry::Compass<setwise_core::batch::BatchRayAttacks<false>>>",
            "avx512/compass",
            "batch_ray_attacks",
            1,
        );
        check(
            "<setwise_x86::avx512::Avx512 as setwise_core::isa::Isa>::pointer::call::<setwise_core::sliced::Sliced<\
             setwise_x86::avx512::Zmm>, setwise_core::batch::BatchRayAttacks<true>>",
            "avx512/sliced-stream",
            "batch_ray_attacks",
            64,
        );
        check(
            "<<setwise_core::isa::Scalar as setwise_core::isa::Isa>::pointer<u64, setwise_core::entry::Attacks>::\
             {closure#0} as core::ops::function::FnOnce<((setwise_core::sliders::Sliders, u64),)>>::call_once",
            "scalar/adaptive",
            "attacks",
            1,
        );
    }
}
