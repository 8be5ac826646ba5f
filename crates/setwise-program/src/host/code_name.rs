//! The makers' names of CPU designs, by the numbers that a CPU reports.

use std::ops::RangeInclusive;

/// AMD's designs: family, name, models. (The tables of the Linux kernel,
/// arch/x86/kernel/cpu/amd.c, and AMD's revision guides.)
const AMD: [(u32, &str, &[RangeInclusive<u32>]); 7] = [
    (0x17, "Zen", &[0x00..=0x07, 0x10..=0x17]),
    (0x17, "Zen+", &[0x08..=0x08, 0x18..=0x18]),
    (0x17, "Zen 2", &[0x30..=0x4f, 0x60..=0x7f, 0x90..=0xaf]),
    (0x19, "Zen 3", &[0x00..=0x0f, 0x20..=0x5f]),
    (0x19, "Zen 4", &[0x10..=0x1f, 0x60..=0xaf]),
    (0x1a, "Zen 5", &[0x00..=0x4f, 0x60..=0x7f]),
    (0x1a, "Zen 6", &[0x50..=0x5f, 0x80..=0xaf, 0xc0..=0xcf]),
];

/// Intel's designs: family, name, models. (arch/x86/include/asm/intel-family.h of the Linux
/// kernel.)
const INTEL: [(u32, &str, &[u32]); 23] = [
    (6, "Nehalem", &[0x1a, 0x1e, 0x2e]),
    (6, "Westmere", &[0x25, 0x2c, 0x2f]),
    (6, "Sandy Bridge", &[0x2a, 0x2d]),
    (6, "Ivy Bridge", &[0x3a, 0x3e]),
    (6, "Haswell", &[0x3c, 0x3f, 0x45, 0x46]),
    (6, "Broadwell", &[0x3d, 0x47, 0x4f, 0x56]),
    (6, "Skylake", &[0x4e, 0x5e]),
    (6, "Skylake-X or Cascade Lake", &[0x55]),
    (6, "Kaby Lake", &[0x8e, 0x9e]),
    (6, "Comet Lake", &[0xa5, 0xa6]),
    (6, "Ice Lake", &[0x6a, 0x6c, 0x7d, 0x7e]),
    (6, "Tiger Lake", &[0x8c, 0x8d]),
    (6, ROCKET_LAKE, &[0xa7]),
    (6, "Sapphire Rapids", &[0x8f]),
    (6, "Emerald Rapids", &[0xcf]),
    (6, "Granite Rapids", &[0xad, 0xae]),
    (6, "Sierra Forest", &[0xaf]),
    (6, "Alder Lake", &[0x97, 0x9a]),
    (6, "Alder Lake-N", &[0xbe]),
    (6, "Raptor Lake", &[0xb7, 0xba, 0xbf]),
    (6, "Meteor Lake", &[0xaa, 0xac]),
    (6, "Lunar Lake", &[0xbd]),
    (6, "Arrow Lake", &[0xc5, 0xc6]),
];

const ROCKET_LAKE: &str = "Rocket Lake";

/// Arm's designs: implementer, name, parts. (arch/arm64/include/asm/cputype.h of the Linux kernel.)
const ARM: [(u32, &str, &[u32]); 13] = [
    (0x41, "Cortex-A53", &[0xd03]),
    (0x41, "Cortex-A72", &[0xd08]),
    (0x41, "Cortex-A76", &[0xd0b]),
    (0x41, "Neoverse N1", &[0xd0c]),
    (0x41, "Neoverse V1", &[0xd40]),
    (0x41, "Neoverse N2", &[0xd49]),
    (0x41, "Neoverse V2", &[0xd4f]),
    (0x41, "Neoverse V3", &[0xd84]),
    (0x41, "Neoverse N3", &[0xd8e]),
    (0x61, "Apple M1", &[0x022, 0x023]),
    (0x61, "Apple M2", &[0x032, 0x033]),
    (0xc0, "Ampere-1", &[0xac3]),
    (0xc0, "Ampere-1A", &[0xac4]),
];

/// The vendor of all aarch64 CPUs. (Their first number is the implementer.)
pub(crate) const ARM_VENDOR: &str = "Arm";

/// Returns the name of a design, or nothing, and a remark if the numbers cannot be true. `has_amx`
/// is `None` where it was not noted.
pub(crate) fn find(
    vendor: &str,
    [family, model]: [u32; 2],
    has_amx: Option<bool>,
) -> (&'static str, &'static str) {
    let of_numbers = |rows: &[(u32, &'static str, &[u32])]| {
        let mut rows = rows.iter();
        let row = rows.find(|row| row.0 == family && row.2.contains(&model));
        row.map(|row| row.1)
    };
    let name = match vendor {
        "AuthenticAMD" => {
            let is_of = |models: &RangeInclusive<u32>| models.contains(&model);
            let mut rows = AMD.iter();
            let row = rows.find(|row| row.0 == family && row.2.iter().any(is_of));
            row.map(|row| row.1)
        }
        "GenuineIntel" => of_numbers(&INTEL),
        ARM_VENDOR => of_numbers(&ARM),
        _ => None,
    };
    match name {
        Some(ROCKET_LAKE) if has_amx.is_none() => ("Intel Xeon, model 167", ""),
        Some(ROCKET_LAKE) if has_amx == Some(true) => (
            "Sapphire Rapids or later",
            "The hypervisor reports Rocket Lake's model number, but the CPU has AMX, so it is Sapphire Rapids or newer.",
        ),
        name => (name.unwrap_or_default(), ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let (amd, intel) = ("AuthenticAMD", "GenuineIntel");
        for (vendor, numbers, has_amx, name) in [
            (amd, [0x19, 1], false, "Zen 3"),
            (amd, [0x19, 0x11], false, "Zen 4"),
            (amd, [0x19, 0x61], false, "Zen 4"),
            (amd, [0x1a, 2], false, "Zen 5"),
            (amd, [0x15, 2], false, ""),
            (intel, [6, 0x8f], true, "Sapphire Rapids"),
            (intel, [6, 0xa7], false, "Rocket Lake"),
            (intel, [6, 0xa7], true, "Sapphire Rapids or later"),
            (intel, [6, 0xcf], true, "Emerald Rapids"),
            (intel, [15, 0x3c], false, ""),
            ("HygonGenuine", [0x18, 1], false, ""),
            (ARM_VENDOR, [0x41, 0xd0c], false, "Neoverse N1"),
            (ARM_VENDOR, [0x41, 0], false, ""),
        ] {
            let (found, remark) = find(vendor, numbers, Some(has_amx));
            assert_eq!(found, name, "{vendor} {numbers:?}");
            assert_eq!(remark.is_empty(), name != "Sapphire Rapids or later");
        }
    }
}
