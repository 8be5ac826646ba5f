//! The makers' names of CPU designs, by the numbers that a CPU reports.

/// AMD's designs: family, first and last model, name. (The tables of the Linux kernel,
/// arch/x86/kernel/cpu/amd.c, and AMD's revision guides.)
const AMD: [(u32, u32, u32, &str); 16] = [
    (0x17, 0x00, 0x07, "Zen"),
    (0x17, 0x08, 0x08, "Zen+"),
    (0x17, 0x10, 0x17, "Zen"),
    (0x17, 0x18, 0x18, "Zen+"),
    (0x17, 0x30, 0x4f, "Zen 2"),
    (0x17, 0x60, 0x7f, "Zen 2"),
    (0x17, 0x90, 0xaf, "Zen 2"),
    (0x19, 0x00, 0x0f, "Zen 3"),
    (0x19, 0x10, 0x1f, "Zen 4"),
    (0x19, 0x20, 0x5f, "Zen 3"),
    (0x19, 0x60, 0xaf, "Zen 4"),
    (0x1a, 0x00, 0x4f, "Zen 5"),
    (0x1a, 0x50, 0x5f, "Zen 6"),
    (0x1a, 0x60, 0x7f, "Zen 5"),
    (0x1a, 0x80, 0xaf, "Zen 6"),
    (0x1a, 0xc0, 0xcf, "Zen 6"),
];

/// Intel's designs of family 6: model, name. (arch/x86/include/asm/intel-family.h of the Linux
/// kernel.)
const INTEL: [(u32, &str); 48] = [
    (0x1a, "Nehalem"),
    (0x1e, "Nehalem"),
    (0x2e, "Nehalem"),
    (0x25, "Westmere"),
    (0x2c, "Westmere"),
    (0x2f, "Westmere"),
    (0x2a, "Sandy Bridge"),
    (0x2d, "Sandy Bridge"),
    (0x3a, "Ivy Bridge"),
    (0x3e, "Ivy Bridge"),
    (0x3c, "Haswell"),
    (0x3f, "Haswell"),
    (0x45, "Haswell"),
    (0x46, "Haswell"),
    (0x3d, "Broadwell"),
    (0x47, "Broadwell"),
    (0x4f, "Broadwell"),
    (0x56, "Broadwell"),
    (0x4e, "Skylake"),
    (0x5e, "Skylake"),
    (0x55, "Skylake-X or Cascade Lake"),
    (0x8e, "Kaby Lake"),
    (0x9e, "Kaby Lake"),
    (0xa5, "Comet Lake"),
    (0xa6, "Comet Lake"),
    (0x6a, "Ice Lake"),
    (0x6c, "Ice Lake"),
    (0x7d, "Ice Lake"),
    (0x7e, "Ice Lake"),
    (0x8c, "Tiger Lake"),
    (0x8d, "Tiger Lake"),
    (0xa7, ROCKET_LAKE),
    (0x8f, "Sapphire Rapids"),
    (0xcf, "Emerald Rapids"),
    (0xad, "Granite Rapids"),
    (0xae, "Granite Rapids"),
    (0xaf, "Sierra Forest"),
    (0x97, "Alder Lake"),
    (0x9a, "Alder Lake"),
    (0xbe, "Alder Lake-N"),
    (0xb7, "Raptor Lake"),
    (0xba, "Raptor Lake"),
    (0xbf, "Raptor Lake"),
    (0xaa, "Meteor Lake"),
    (0xac, "Meteor Lake"),
    (0xbd, "Lunar Lake"),
    (0xc5, "Arrow Lake"),
    (0xc6, "Arrow Lake"),
];

const ROCKET_LAKE: &str = "Rocket Lake";

/// Arm's designs: implementer, part, name. (arch/arm64/include/asm/cputype.h of the Linux kernel.)
const ARM: [(u32, u32, &str); 15] = [
    (0x41, 0xd03, "Cortex-A53"),
    (0x41, 0xd08, "Cortex-A72"),
    (0x41, 0xd0b, "Cortex-A76"),
    (0x41, 0xd0c, "Neoverse N1"),
    (0x41, 0xd40, "Neoverse V1"),
    (0x41, 0xd49, "Neoverse N2"),
    (0x41, 0xd4f, "Neoverse V2"),
    (0x41, 0xd84, "Neoverse V3"),
    (0x41, 0xd8e, "Neoverse N3"),
    (0x61, 0x022, "Apple M1"),
    (0x61, 0x023, "Apple M1"),
    (0x61, 0x032, "Apple M2"),
    (0x61, 0x033, "Apple M2"),
    (0xc0, 0xac3, "Ampere-1"),
    (0xc0, 0xac4, "Ampere-1A"),
];

/// The vendor of all aarch64 CPUs. (Their first number is the implementer.)
pub(crate) const ARM_VENDOR: &str = "Arm";

/// Returns the name of a design, empty if it is unknown, and a remark if the numbers cannot be
/// true.
pub(crate) fn find(
    vendor: &str,
    [family, model]: [u32; 2],
    has_amx: bool,
) -> (&'static str, &'static str) {
    let name = match vendor {
        "AuthenticAMD" => {
            let mut rows = AMD.iter();
            let row = rows.find(|row| row.0 == family && (row.1..=row.2).contains(&model));
            row.map(|row| row.3)
        }
        "GenuineIntel" if family == 6 => {
            let mut rows = INTEL.iter();
            rows.find(|row| row.0 == model).map(|row| row.1)
        }
        ARM_VENDOR => {
            let mut rows = ARM.iter();
            let row = rows.find(|row| (row.0, row.1) == (family, model));
            row.map(|row| row.2)
        }
        _ => None,
    };
    match name {
        Some(ROCKET_LAKE) if has_amx => (
            "Sapphire Rapids or later",
            "The hypervisor reports the numbers of Rocket Lake, but there is AMX.",
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
            (intel, [15, 0x3c], false, ""),
            ("HygonGenuine", [0x18, 1], false, ""),
            (ARM_VENDOR, [0x41, 0xd0c], false, "Neoverse N1"),
            (ARM_VENDOR, [0x41, 0], false, ""),
        ] {
            let (found, remark) = find(vendor, numbers, has_amx);
            assert_eq!(found, name, "{vendor} {numbers:?}");
            assert_eq!(remark.is_empty(), name != "Sapphire Rapids or later");
        }
    }
}
