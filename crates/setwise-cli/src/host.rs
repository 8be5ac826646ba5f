//! The machine that the program runs on.

use setwise_benches::results::Cpu;

/// What result files say about this machine.
pub(crate) fn cpu() -> Cpu {
    Cpu {
        model: model(),
        arch: std::env::consts::ARCH.to_string(),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        features: features().into_iter().map(str::to_string).collect(),
    }
}

/// A CPU's name as part of a file name: `AMD Ryzen 7 7700X` becomes `amd-ryzen-7-7700x`.
pub(crate) fn slug(model: &str) -> String {
    let mut slug = String::new();
    for character in model.chars() {
        if character.is_ascii_alphanumeric() {
            slug.push(character.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() {
        "cpu".to_string()
    } else {
        slug.to_string()
    }
}

/// The maker's name without trade marks and clock rate. Cloud machines often have one without any number
/// (`AMD EPYC`): it gets the numbers of family and model.
fn model() -> String {
    let brand = tidy(&brand());
    match identity() {
        Some(identity) if !brand.contains(|c: char| c.is_ascii_digit()) => {
            format!("{brand} ({identity})").trim().to_string()
        }
        _ if brand.is_empty() => format!("unknown {} CPU", std::env::consts::ARCH),
        _ => brand,
    }
}

fn tidy(brand: &str) -> String {
    let plain = brand
        .replace("(R)", "")
        .replace("(TM)", "")
        .replace("(tm)", "");
    let named = plain.split('@').next().unwrap_or_default();
    let words = named
        .split_whitespace()
        .filter(|word| *word != "CPU" && *word != "Processor");
    words.collect::<Vec<_>>().join(" ")
}

/// The 48 characters that CPUID holds.
#[cfg(target_arch = "x86_64")]
fn brand() -> String {
    use std::arch::x86_64::__cpuid;
    const FIRST: u32 = 0x8000_0002;
    if __cpuid(0x8000_0000).eax < FIRST + 2 {
        return String::new();
    }
    let bytes: Vec<u8> = (FIRST..FIRST + 3)
        .map(__cpuid)
        .flat_map(|leaf| [leaf.eax, leaf.ebx, leaf.ecx, leaf.edx])
        .flat_map(u32::to_le_bytes)
        .take_while(|&byte| byte != 0)
        .collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Family and model as the makers count them.
#[cfg(target_arch = "x86_64")]
fn identity() -> Option<String> {
    let bits = std::arch::x86_64::__cpuid(1).eax;
    let (family, extended_family) = (bits >> 8 & 15, bits >> 20 & 255);
    let (model, extended_model) = (bits >> 4 & 15, bits >> 16 & 15);
    let extends_model = family == 6 || family == 15;
    let family = if family == 15 {
        family + extended_family
    } else {
        family
    };
    let model = if extends_model {
        extended_model << 4 | model
    } else {
        model
    };
    Some(format!("family {family} model {model}"))
}

/// macOS knows a name.
#[cfg(not(target_arch = "x86_64"))]
fn brand() -> String {
    std::process::Command::new("sysctl")
        .args(["-n", "machdep.cpu.brand_string"])
        .output()
        .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string())
        .unwrap_or_default()
}

/// Linux knows numbers.
#[cfg(not(target_arch = "x86_64"))]
fn identity() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let field = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name))?;
        Some(line.split_once(':')?.1.trim().to_string())
    };
    Some(format!(
        "implementer {} part {}",
        field("CPU implementer")?,
        field("CPU part")?
    ))
}

macro_rules! detect {
    ($detect:ident: $($feature:tt)*) => {{
        let mut found = Vec::new();
        $(if std::arch::$detect!($feature) {
            found.push($feature);
        })*
        found
    }};
}

/// The instruction sets that kernels of bitboards have use for.
#[cfg(target_arch = "x86_64")]
fn features() -> Vec<&'static str> {
    detect!(is_x86_feature_detected:
        "sse2" "ssse3" "sse4.1" "sse4.2" "popcnt" "lzcnt" "bmi1" "bmi2" "avx" "avx2" "gfni"
        "avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl" "avx512ifma" "avx512vbmi" "avx512vbmi2"
        "avx512bitalg" "avx512vnni" "avx512vpopcntdq" "vaes" "vpclmulqdq")
}

/// The instruction sets that kernels of bitboards have use for.
#[cfg(target_arch = "aarch64")]
fn features() -> Vec<&'static str> {
    detect!(is_aarch64_feature_detected: "neon" "sha3" "sve" "sve2")
}

/// None is known of.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn features() -> Vec<&'static str> {
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let brand = "Intel(R) Core(TM) i7-8550U CPU @ 1.80GHz";
        assert_eq!(tidy(brand), "Intel Core i7-8550U");
        assert_eq!(slug(&tidy(brand)), "intel-core-i7-8550u");
        assert_eq!(
            slug("AMD EPYC (family 25 model 17)"),
            "amd-epyc-family-25-model-17"
        );
        assert_eq!(slug("°"), "cpu");
    }

    #[test]
    fn this_machine_has_a_name() {
        let cpu = cpu();
        assert!(!cpu.model.is_empty() && cpu.cores > 0, "{cpu:?}");
        if cpu.arch == "x86_64" {
            assert!(cpu.features.contains(&"sse2".to_string()), "{cpu:?}");
        }
    }
}
