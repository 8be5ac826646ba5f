//! The machine that the program runs on.

use crate::code_name;
use itertools::Itertools;
#[cfg(target_arch = "x86_64")]
use raw_cpuid::{CacheParameter, CacheType, CpuId, Hypervisor};
use setwise::Level;
use setwise_results::Cpu;

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

/// The sizes of the data caches from CPUID, the nearest first.
#[cfg(target_arch = "x86_64")]
fn caches() -> Vec<u64> {
    let caches = CpuId::new().get_cache_parameters().into_iter().flatten();
    let caches =
        caches.filter(|cache| matches!(cache.cache_type(), CacheType::Data | CacheType::Unified));
    let size = |cache: CacheParameter| {
        let lines = cache.sets() * cache.associativity() * cache.physical_line_partitions();
        (lines * cache.coherency_line_size()) as u64
    };
    caches
        .sorted_by_key(CacheParameter::level)
        .map(size)
        .collect()
}

/// The sizes of the data caches from Linux, the nearest first; none elsewhere.
#[cfg(not(target_arch = "x86_64"))]
fn caches() -> Vec<u64> {
    let field = |index: usize, name: &str| {
        let path = format!("/sys/devices/system/cpu/cpu0/cache/index{index}/{name}");
        std::fs::read_to_string(path).ok()
    };
    let caches = (0..).map_while(|index| Some((index, field(index, "type")?)));
    let caches = caches.filter(|(_, kind)| kind.trim() != "Instruction");
    let size = |(index, _)| {
        field(index, "size")?
            .trim()
            .strip_suffix('K')?
            .parse::<u64>()
            .ok()
    };
    caches
        .filter_map(size)
        .map(|kibibytes| kibibytes << 10)
        .collect()
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

/// The name from CPUID.
#[cfg(target_arch = "x86_64")]
fn brand() -> String {
    let brand = CpuId::new().get_processor_brand_string();
    brand.map_or_else(String::new, |brand| brand.as_str().to_string())
}

/// Family and model in the maker's numbering.
#[cfg(target_arch = "x86_64")]
fn numbers() -> Option<[u32; 2]> {
    let info = CpuId::new().get_feature_info()?;
    Some([info.family_id(), info.model_id()].map(u32::from))
}

#[cfg(target_arch = "x86_64")]
fn identity([family, model]: [u32; 2]) -> String {
    format!("family {family} model {model}")
}

#[cfg(target_arch = "x86_64")]
fn vendor() -> String {
    let vendor = CpuId::new().get_vendor_info();
    vendor.map_or_else(String::new, |vendor| vendor.as_str().to_string())
}

#[cfg(target_arch = "x86_64")]
fn has_amx() -> bool {
    let features = CpuId::new().get_extended_feature_info();
    features.is_some_and(|features| features.has_amx_tile())
}

/// The hypervisor from CPUID.
#[cfg(target_arch = "x86_64")]
fn hypervisor() -> String {
    let hypervisor = CpuId::new().get_hypervisor_info();
    let name = hypervisor.map(|hypervisor| match hypervisor.identify() {
        Hypervisor::Unknown(..) => "unknown".to_string(),
        known => format!("{known:?}"),
    });
    name.unwrap_or_default()
}

/// Unknown.
#[cfg(not(target_arch = "x86_64"))]
fn hypervisor() -> String {
    String::new()
}

/// The name from macOS.
#[cfg(not(target_arch = "x86_64"))]
fn brand() -> String {
    let mut sysctl = std::process::Command::new("sysctl");
    let output = sysctl.args(["-n", "machdep.cpu.brand_string"]).output();
    let output = output.map(|output| output.stdout).unwrap_or_default();
    String::from_utf8_lossy(&output).trim().to_string()
}

/// The numbers of implementer and part from Linux.
#[cfg(not(target_arch = "x86_64"))]
fn numbers() -> Option<[u32; 2]> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let field = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name))?;
        let number = line.split_once(':')?.1.trim().strip_prefix("0x")?;
        u32::from_str_radix(number, 16).ok()
    };
    Some([field("CPU implementer")?, field("CPU part")?])
}

#[cfg(not(target_arch = "x86_64"))]
fn identity([implementer, part]: [u32; 2]) -> String {
    format!("implementer {implementer:#x} part {part:#x}")
}

#[cfg(not(target_arch = "x86_64"))]
fn vendor() -> String {
    code_name::ARM_VENDOR.to_string()
}

#[cfg(not(target_arch = "x86_64"))]
fn has_amx() -> bool {
    false
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
