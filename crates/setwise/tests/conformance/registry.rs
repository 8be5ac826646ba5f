//! The registry describes its kernels correctly.

use setwise::selection::selected;
use setwise::{EntryPoint, Kernel, KernelLayout, Level, kernels};
use setwise_conformance::trials::{Trial, trial};
use std::collections::HashSet;

/// A trial is a function that panics if something is wrong.
pub(crate) fn trials() -> Vec<Trial> {
    let checks: [(&str, fn()); 4] = [
        ("names", names),
        ("widths", widths),
        ("calls", calls),
        ("detection", detection),
    ];
    let of = |(name, check): (&str, fn())| {
        let action = move || {
            check();
            Ok(format!("{} kernels", kernels().len()))
        };
        trial(format!("registry {name}"), Some(action))
    };
    checks.map(of).into()
}

/// Names are unique and say what the kernel is.
fn names() {
    let names: HashSet<_> = kernels().iter().map(Kernel::name).collect();
    assert_eq!(names.len(), kernels().len(), "names are unique");
    for row in kernels() {
        let (level, way) = row.name().split_once('/').expect("level/way");
        assert_eq!(level, row.level_name(), "{}", row.name());
        let described = match row.layout() {
            KernelLayout::Natural => row.technique().to_string(),
            KernelLayout::Sliced if row.streams() => "sliced-stream".to_string(),
            layout => layout.to_string(),
        };
        assert_eq!(way, described, "{}", row.name());
        assert_eq!(
            Kernel::named(row.name()).map(Kernel::name),
            Some(row.name())
        );
    }
    assert!(Kernel::named("avx512").is_none());
}

/// Packs are as wide as the registers of the level.
fn widths() {
    for row in kernels() {
        let register = match row.level_name() {
            "scalar" | "bmi" => 1,
            "wide" | "x86-64-v2" | "neon" | "neon-sha3" => 2,
            "avx2" | "avx2-gfni" => 4,
            "avx512" | "avx512-v4" => 8,
            other => panic!("how wide is {other}?"),
        };
        let boards = match row.layout() {
            KernelLayout::Natural => register,
            KernelLayout::Sliced => 8 * register,
            _ => 1,
        };
        assert_eq!(row.boards_per_pack(), boards, "{}", row.name());
    }
}

/// Every kernel has some call, and every call has a kernel, on every host.
fn calls() {
    for row in kernels() {
        assert!(
            EntryPoint::ALL.iter().any(|&entry| row.serves(entry)),
            "{}",
            row.name()
        );
        assert_eq!(row.is_supported(), row.runner().is_some(), "{}", row.name());
        if let Some(runner) = row.runner() {
            assert_eq!(runner.kernel().name(), row.name());
        }
    }
    for &entry in EntryPoint::ALL {
        let supported = |row: &&Kernel| row.is_supported();
        let portable = kernels()
            .iter()
            .filter(|row| ["scalar", "wide"].contains(&row.level_name()));
        assert!(
            portable.filter(supported).any(|row| row.serves(entry)),
            "{entry}"
        );
        for boards in [0, 1, 2, 7, 64, 1 << 24] {
            let kernel = selected()
                .kernel_for(entry, boards)
                .expect("every call is served");
            assert!(kernel.is_supported() && kernel.serves(entry), "{entry}");
        }
    }
}

/// A kernel is supported if its level is; the best level is selected. (CI requires the kernels of
/// every CPU and emulator by name, which tests detection itself. A kernel may belong to another
/// level than its own, which is left out.)
fn detection() {
    let is_left_out = |level: &str| Level::left_out().iter().any(|(name, _)| *name == level);
    for row in kernels()
        .iter()
        .filter(|row| !is_left_out(row.level_name()))
    {
        let level = Level::named(row.level_name());
        assert_eq!(row.is_supported(), level.is_some(), "{}", row.name());
    }
    let best = Level::all().next().map(Level::name);
    assert_eq!(best, Some(selected().best.name()));
}
