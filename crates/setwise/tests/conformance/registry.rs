//! The registry describes its kernels rightly.

use crate::rows;
use setwise::{EntryPoint, Kernel, Layout, kernel, kernels, selected};
use setwise_conformance::failure::Failure;
use setwise_conformance::harness::Trial;
use setwise_conformance::kernel::Call;
use std::collections::HashSet;

/// A trial is a function that panics if something is wrong.
pub(crate) fn trials() -> Vec<Trial> {
    let checks: [(&str, fn()); 4] = [
        ("names", names),
        ("widths", widths),
        ("calls", calls),
        ("detection", detection),
    ];
    let trial = |(name, check): (&str, fn())| {
        Trial::new(
            format!("registry {name}"),
            move || -> Result<String, Failure> {
                check();
                Ok(format!("{} kernels", kernels().len()))
            },
        )
    };
    checks.map(trial).into()
}

/// Names are unique and say what the kernel is.
fn names() {
    let names: HashSet<_> = kernels().iter().map(Kernel::name).collect();
    assert_eq!(names.len(), kernels().len(), "names are unique");
    for row in kernels() {
        let (isa, way) = row.name().split_once('/').expect("isa/way");
        assert_eq!(isa, row.isa(), "{}", row.name());
        let described = match row.layout() {
            Layout::Natural => row.technique().to_string(),
            Layout::Sliced if row.streams() => "sliced-stream".to_string(),
            layout => layout.to_string(),
        };
        assert_eq!(way, described, "{}", row.name());
        assert_eq!(kernel(row.name()).map(Kernel::name), Some(row.name()));
    }
    assert!(kernel("avx512").is_none());
    for call in Call::ALL {
        assert_eq!(call.name(), rows::entry(call).name());
    }
    let calls = Call::ALL.map(rows::entry);
    assert_eq!(calls, EntryPoint::ALL);
}

/// Packs are as wide as the registers of the instruction set.
fn widths() {
    for row in kernels() {
        let register = match row.isa() {
            "scalar" | "bmi" => 1,
            "wide" | "neon" | "neon-sha3" => 2,
            "avx2" | "avx2-gfni" => 4,
            "avx512" => 8,
            other => panic!("how wide is {other}?"),
        };
        let boards = match row.layout() {
            Layout::Natural => register,
            Layout::Sliced => 8 * register,
            Layout::Compass => 1,
        };
        assert_eq!(row.boards_per_pack(), boards, "{}", row.name());
    }
}

/// Every kernel serves some call, and every call is served, on every host.
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
    for entry in EntryPoint::ALL {
        let supported = |row: &&Kernel| row.is_supported();
        let portable = kernels()
            .iter()
            .filter(|row| ["scalar", "wide"].contains(&row.isa()));
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

/// Does the CPU have the instruction set? By the standard library's detection of each feature.
fn has(isa: &str) -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        macro_rules! all {
            ($($feature:tt)+) => { true $(&& is_x86_feature_detected!($feature))+ };
        }
        match isa {
            "bmi" => return all!("bmi1" "lzcnt" "popcnt"),
            "avx2" => return has("bmi") && all!("avx2" "bmi2"),
            "avx2-gfni" => return has("avx2") && all!("gfni"),
            "avx512" => {
                return has("bmi")
                    && all!("bmi2" "avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl")
                    && all!("avx512ifma" "avx512vbmi" "avx512vbmi2" "avx512vnni" "avx512bitalg")
                    && all!("avx512vpopcntdq" "gfni" "vaes" "vpclmulqdq");
            }
            _ => {}
        }
    }
    #[cfg(target_arch = "aarch64")]
    if isa == "neon-sha3" {
        return std::arch::is_aarch64_feature_detected!("sha3");
    }
    ["scalar", "wide"].contains(&isa) || isa == "neon" && cfg!(target_arch = "aarch64")
}

/// Supported is what the CPU has; the best of it is selected.
fn detection() {
    for row in kernels() {
        assert_eq!(row.is_supported(), has(row.isa()), "{}", row.name());
    }
    let tiers = [
        "avx512",
        "avx2-gfni",
        "avx2",
        "bmi",
        "neon-sha3",
        "neon",
        "wide",
    ];
    let best = tiers.into_iter().find(|tier| has(tier));
    assert_eq!(Some(selected().isa), best);
}
