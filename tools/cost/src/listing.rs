//! Functions and instructions, as objdump prints them.

use regex::Regex;
use std::sync::LazyLock;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Machine {
    Aarch64,
    /// In the syntax of AT&T.
    X86_64,
}

impl Machine {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Aarch64 => "aarch64",
            Self::X86_64 => "x86_64",
        }
    }

    /// Returns CPUs for which the code of users is built, the older ones first.
    pub(crate) const fn cpus(self) -> &'static [&'static str] {
        match self {
            Self::Aarch64 => &["generic"],
            Self::X86_64 => &["x86-64", "x86-64-v3", "znver4"],
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Instruction {
    pub(crate) machine: Machine,
    /// The address in its section.
    pub(crate) address: u64,
    pub(crate) mnemonic: String,
    /// The operands as printed, without symbols and comments.
    pub(crate) operands: String,
    /// Whether a relocation replaces an address in it.
    pub(crate) relocated: bool,
}

#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) instructions: Vec<Instruction>,
}

/// Reads the output of `objdump --disassemble --reloc --demangle --no-show-raw-insn` (binutils).
pub(crate) fn parse(machine: Machine, text: &str) -> Vec<Function> {
    static HEADING: LazyLock<Regex> = LazyLock::new(|| pattern(r"^[0-9a-f]+ <(.*)>:$"));
    static INSTRUCTION: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"^ *([0-9a-f]+):\t(\S+)\s*(.*?)\s*( <.*|# .*|// .*)?$"));
    let mut functions: Vec<Function> = Vec::new();
    for line in text.lines() {
        if let Some(heading) = HEADING.captures(line) {
            functions.push(Function {
                name: heading[1].to_owned(),
                instructions: Vec::new(),
            });
        } else if let Some(Function { instructions, .. }) = functions.last_mut() {
            if let Some(parts) = INSTRUCTION.captures(line) {
                instructions.push(Instruction {
                    machine,
                    address: u64::from_str_radix(&parts[1], 16).unwrap_or(u64::MAX),
                    mnemonic: parts[2].to_owned(),
                    operands: parts[3].to_owned(),
                    relocated: false,
                });
            } else if let Some(last) = instructions.last_mut() {
                last.relocated |= line.contains(": R_");
            }
        }
    }
    functions
}

pub(crate) fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the expressions of this program are valid")
}
