//! The machine that the program runs on.

#[cfg(target_arch = "x86_64")]
use raw_cpuid::CpuId;
use setwise_results::Cpu;

/// Returns what result files record of this machine.
pub(crate) fn cpu() -> Cpu {
    Cpu {
        model: model(),
        arch: std::env::consts::ARCH.to_string(),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        features: features()
            .into_iter()
            .filter(|feature| feature.1)
            .map(|feature| feature.0.to_string())
            .collect(),
    }
}

/// Returns a CPU's name as part of a file name: `AMD Ryzen 7 7700X` becomes `amd-ryzen-7-7700x`.
pub(crate) fn slug(model: &str) -> String {
    let words = model.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    match words.is_empty() {
        true => "cpu".to_string(),
        false => words.join("-").to_ascii_lowercase(),
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
    let marks = ["(R)", "(TM)", "(tm)"];
    let plain = marks
        .iter()
        .fold(brand.to_string(), |name, mark| name.replace(mark, ""));
    let words = plain
        .split('@')
        .next()
        .unwrap_or_default()
        .split_whitespace();
    let words = words.filter(|word| !["CPU", "Processor"].contains(word));
    words.collect::<Vec<_>>().join(" ")
}

/// The name that CPUID holds.
#[cfg(target_arch = "x86_64")]
fn brand() -> String {
    let brand = CpuId::new().get_processor_brand_string();
    brand.map_or_else(String::new, |brand| brand.as_str().to_string())
}

/// Family and model as the makers count them.
#[cfg(target_arch = "x86_64")]
fn identity() -> Option<String> {
    let info = CpuId::new().get_feature_info()?;
    Some(format!(
        "family {} model {}",
        info.family_id(),
        info.model_id()
    ))
}

/// The name that macOS knows.
#[cfg(not(target_arch = "x86_64"))]
fn brand() -> String {
    std::process::Command::new("sysctl")
        .args(["-n", "machdep.cpu.brand_string"])
        .output()
        .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string())
        .unwrap_or_default()
}

/// The numbers that Linux knows.
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
    ($detect:ident: $($feature:tt)*) => {
        [$(($feature, std::arch::$detect!($feature))),*]
    };
}

/// The names of features that matter to bitboards, and whether this CPU has them.
#[cfg(target_arch = "x86_64")]
fn features() -> [(&'static str, bool); 24] {
    detect!(is_x86_feature_detected:
        "sse2" "ssse3" "sse4.1" "sse4.2" "popcnt" "lzcnt" "bmi1" "bmi2" "avx" "avx2" "gfni"
        "avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl" "avx512ifma" "avx512vbmi" "avx512vbmi2"
        "avx512bitalg" "avx512vnni" "avx512vpopcntdq" "vaes" "vpclmulqdq")
}

#[cfg(target_arch = "aarch64")]
fn features() -> [(&'static str, bool); 4] {
    detect!(is_aarch64_feature_detected: "neon" "sha3" "sve" "sve2")
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn features() -> [(&'static str, bool); 0] {
    []
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
