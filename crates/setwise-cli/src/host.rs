//! The machine that the program runs on.

#[cfg(target_arch = "x86_64")]
#[path = "host/cpuid.rs"]
mod source;
#[cfg(not(target_arch = "x86_64"))]
#[path = "host/system.rs"]
mod source;

use crate::code_name;
use itertools::Itertools;
use setwise::Level;
use setwise_results::Cpu;
use source::{brand, caches, has_amx, hypervisor, identity, numbers, vendor};

/// Returns the description of this machine for result files. The features are those of the
/// library's instruction sets.
pub(crate) fn cpu() -> Cpu {
    let sets = Level::of_build().iter().rev();
    let sets = sets.filter(|(name, _)| Level::named(name).is_some());
    let features = sets.flat_map(|set| set.1).unique();
    let numbers = numbers();
    let (code_name, remark) = numbers
        .map(|numbers| code_name::find(&vendor(), numbers, has_amx()))
        .unwrap_or_default();
    Cpu {
        model: model(numbers),
        code_name: code_name.to_string(),
        numbers,
        hypervisor: hypervisor(),
        remark: remark.to_string(),
        arch: std::env::consts::ARCH.to_string(),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        features: features.map(ToString::to_string).collect(),
        caches: caches(),
    }
}

/// Returns a machine in a line, without its design and features.
pub(crate) fn summary(cpu: &Cpu) -> String {
    let hypervisor = match cpu.hypervisor.as_str() {
        "" => String::new(),
        name => format!(", virtual machine ({name})"),
    };
    let (model, arch, cores) = (&cpu.model, &cpu.arch, cpu.cores);
    format!("{model}, {arch}, {cores} logical CPUs{hypervisor}")
}

/// Returns a CPU's name as part of a file name: `AMD Ryzen 7 7700X` becomes `amd-ryzen-7-7700x`.
pub(crate) fn slug(model: &str) -> String {
    let words = model.split(|c: char| !c.is_ascii_alphanumeric());
    match words.filter(|word| !word.is_empty()).join("-") {
        none if none.is_empty() => "cpu".to_string(),
        slug => slug.to_ascii_lowercase(),
    }
}

/// The maker's name without trademarks and clock rate. Names without a number, as on cloud machines
/// (`AMD EPYC`), get the numbers of family and model.
fn model(numbers: Option<[u32; 2]>) -> String {
    let brand = tidy(&brand());
    match numbers.map(identity) {
        Some(identity) if !brand.contains(|c: char| c.is_ascii_digit()) => {
            format!("{brand} ({identity})").trim().to_string()
        }
        _ if brand.is_empty() => format!("unknown {} CPU", std::env::consts::ARCH),
        _ => brand,
    }
}

fn tidy(brand: &str) -> String {
    let name = brand.split('@').next().unwrap_or_default();
    let name = name
        .replace("(R)", "")
        .replace("(TM)", "")
        .replace("(tm)", "");
    let words = name.split_whitespace();
    words
        .filter(|word| !["CPU", "Processor"].contains(word))
        .join(" ")
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
        let best = Level::best().name();
        let (_, features) = Level::of_build().iter().find(|set| set.0 == best).unwrap();
        let has = |feature: &str| cpu.features.iter().any(|has| has == feature);
        assert!(features.iter().all(|feature| has(feature)), "{cpu:?}");
    }

    /// The name is the one that Linux shows.
    #[test]
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    fn the_brand_is_that_of_the_system() {
        let shown = std::fs::read_to_string("/proc/cpuinfo").unwrap();
        let names = shown.lines().filter(|line| line.starts_with("model name"));
        let names: Vec<_> = names.filter_map(|line| line.split_once(": ")).collect();
        let brand = brand();
        assert!(
            names.iter().all(|(_, name)| name.trim() == brand.trim()),
            "{brand}: {names:?}"
        );
        assert!(!names.is_empty() && !brand.is_empty());
    }
}
