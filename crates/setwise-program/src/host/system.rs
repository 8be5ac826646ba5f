//! The description of a machine without CPUID by Linux and macOS.

use super::code_name;

/// The sizes of the data caches from Linux, the nearest first; none elsewhere.
pub(super) fn caches() -> Vec<u64> {
    let field = |index: usize, name: &str| {
        let path = format!("/sys/devices/system/cpu/cpu0/cache/index{index}/{name}");
        std::fs::read_to_string(path).ok()
    };
    let caches = (0..).map_while(|index| Some((index, field(index, "type")?)));
    let caches = caches.filter(|(_, kind)| kind.trim() != "Instruction");
    let size = |(index, _)| {
        let kibibytes: Result<u64, _> = field(index, "size")?.trim().strip_suffix('K')?.parse();
        Some(kibibytes.ok()? << 10)
    };
    caches.filter_map(size).collect()
}

/// Unknown.
pub(super) fn hypervisor() -> String {
    String::new()
}

/// The name from macOS.
pub(super) fn brand() -> String {
    let mut sysctl = std::process::Command::new("sysctl");
    let output = sysctl.args(["-n", "machdep.cpu.brand_string"]).output();
    let output = output.map(|output| output.stdout).unwrap_or_default();
    String::from_utf8_lossy(&output).trim().to_string()
}

/// The numbers of implementer and part from Linux.
pub(super) fn numbers() -> Option<[u32; 2]> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let field = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name))?;
        let number = line.split_once(':')?.1.trim().strip_prefix("0x")?;
        u32::from_str_radix(number, 16).ok()
    };
    Some([field("CPU implementer")?, field("CPU part")?])
}

pub(super) fn identity([implementer, part]: [u32; 2]) -> String {
    format!("implementer {implementer:#x} part {part:#x}")
}

pub(super) fn vendor() -> String {
    code_name::ARM_VENDOR.to_string()
}

pub(super) fn has_amx() -> bool {
    false
}
