//! The machine that the program runs on.

mod code_name;
#[cfg(target_arch = "x86_64")]
#[path = "cpuid.rs"]
mod source;
#[cfg(not(target_arch = "x86_64"))]
#[path = "system.rs"]
mod source;

use itertools::Itertools;
use serde::{Deserialize, Serialize};
use source::{brand, caches, has_amx, hypervisor, identity, numbers, vendor};

/// The machine that a program runs on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cpu {
    /// The maker's name of the CPU.
    pub model: String,
    /// The maker's name of the design, such as `Zen 4`; empty if it is unknown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub code_name: String,
    /// The maker's numbers of family and model, where there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbers: Option<[u32; 2]>,
    /// The hypervisor, as it names itself; empty where none shows itself.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hypervisor: String,
    /// What the machine hides or misreports, in a sentence; empty if nothing is known to be wrong.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub remark: String,
    /// As Rust names it: `x86_64`, `aarch64`.
    pub arch: String,
    /// Logical CPUs.
    pub cores: usize,
    /// The instruction sets that matter here, such as `avx2`, `gfni`.
    pub features: Vec<String>,
    /// The bytes of the data caches that a core can use, the nearest first; empty where they are
    /// unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub caches: Vec<u64>,
}

impl Cpu {
    /// Returns a short name: that of the design, or the maker's name of the CPU.
    pub fn short(&self) -> &str {
        match self.code_name.as_str() {
            "" => &self.model,
            name => name,
        }
    }
}

/// Returns the description of this machine, with the instruction sets that matter to the caller.
pub fn cpu<'a>(features: impl Iterator<Item = &'a str>) -> Cpu {
    let features = features.unique();
    let numbers = numbers();
    let named = numbers.map(|numbers| code_name::find(&vendor(), numbers, Some(has_amx())));
    let (code_name, remark) = named.unwrap_or_default();
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

/// Returns the name of a design that was noted as a maker and numbers, with `AMX` if the CPU has
/// it; `None` for other texts.
///
/// ```
/// use setwise_program::host::design;
/// assert_eq!(design("AMD EPYC, family 25 model 17"), Some("Zen 4"));
/// let amx = "Intel Xeon, family 6 model 167, AMX";
/// assert_eq!(design(amx), Some("Sapphire Rapids or later"));
/// let unknown = "Intel Xeon, family 6 model 167";
/// assert_eq!(design(unknown), Some("Intel Xeon, model 167"));
/// assert_eq!(design("some CPU"), None);
/// ```
pub fn design(noted: &str) -> Option<&'static str> {
    let (maker, numbers) = noted.split_once(", family ")?;
    let (numbers, features) = numbers.split_once(", ").unwrap_or((numbers, ""));
    let (family, model) = numbers.split_once(" model ")?;
    let vendor = match maker.split(' ').next()? {
        "AMD" => "AuthenticAMD",
        "Intel" => "GenuineIntel",
        _ => return None,
    };
    let has_amx = features.contains("AMX").then_some(true);
    let numbers = [family.parse().ok()?, model.parse().ok()?];
    Some(code_name::find(vendor, numbers, has_amx).0).filter(|name| !name.is_empty())
}

/// Returns a machine in a line, without its design and features.
pub fn summary(cpu: &Cpu) -> String {
    let hypervisor = match cpu.hypervisor.as_str() {
        "" => String::new(),
        name => format!(", virtual machine ({name})"),
    };
    let (model, arch, cores) = (&cpu.model, &cpu.arch, cpu.cores);
    format!("{model}, {arch}, {cores} logical CPUs{hypervisor}")
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
    let name = name.replace("(R)", "");
    let name = name.replace("(TM)", "").replace("(tm)", "");
    let words = name.split_whitespace();
    let mut words = words.filter(|word| !["CPU", "Processor"].contains(word));
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let brand = "Intel(R) Core(TM) i7-8550U CPU @ 1.80GHz";
        assert_eq!(tidy(brand), "Intel Core i7-8550U");
    }

    #[test]
    fn this_machine_has_a_name() {
        let cpu = cpu(["avx2", "bmi1", "avx2"].into_iter());
        assert!(!cpu.model.is_empty() && cpu.cores > 0, "{cpu:?}");
        assert_eq!(cpu.features, ["avx2", "bmi1"]);
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
