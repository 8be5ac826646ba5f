//! Disassemblies.

use regex::Regex;
use std::sync::LazyLock;

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// The address in its section.
    pub address: u64,
    /// The operation, such as `add`.
    pub mnemonic: String,
    /// The operands as printed, without symbols and comments.
    pub operands: String,
    /// Whether a relocation replaces an address in it.
    pub relocated: bool,
}

/// A function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The demangled name.
    pub name: String,
    /// The instructions in the order of their addresses.
    pub instructions: Vec<Instruction>,
}

/// Reads the output of `objdump --disassemble --reloc --demangle --no-show-raw-insn` (binutils).
///
/// ```
/// let functions = setwise_cost::listing::parse("
/// 0000000000000000 <f>:
///    0:\tmov    w0, #0x8                   \t// #8
///    4:\tbl     0 <g>
/// \t\t\t4: R_AARCH64_CALL26\tg
///    8:\tret
/// ");
/// assert_eq!(functions[0].name, "f");
/// assert_eq!(functions[0].instructions[0].operands, "w0, #0x8");
/// assert!(functions[0].instructions[1].relocated);
/// ```
pub fn parse(text: &str) -> Vec<Function> {
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
        } else if let Some(function) = functions.last_mut() {
            if let Some(parts) = INSTRUCTION.captures(line) {
                function.instructions.push(Instruction {
                    address: u64::from_str_radix(&parts[1], 16).unwrap_or(u64::MAX),
                    mnemonic: parts[2].to_owned(),
                    operands: parts[3].to_owned(),
                    relocated: false,
                });
            } else if line.contains(": R_")
                && let Some(last) = function.instructions.last_mut()
            {
                last.relocated = true;
            }
        }
    }
    functions
}

/// Compiles a regular expression of this crate.
pub(crate) fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the expressions of this crate are valid")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn x86() {
        let text = "
Disassembly of section .text.f:

0000000000000010 <<A as B>::f::<C>>:
  10:\tvmovdqu 0x20(%rdi),%ymm0
  15:\tlea    0x0(%rip),%rax        # 1c <f+0xc>
\t\t\t18: R_X86_64_PC32\tsome-0x4
  1c:\tjne    10 <f>
  1e:\tret
";
        let [function] = &parse(text)[..] else {
            panic!("not one function");
        };
        assert_eq!(function.name, "<A as B>::f::<C>");
        let operands: Vec<_> = function
            .instructions
            .iter()
            .map(|i| (i.address, &i.mnemonic[..], &i.operands[..], i.relocated))
            .collect();
        assert_eq!(
            operands,
            [
                (0x10, "vmovdqu", "0x20(%rdi),%ymm0", false),
                (0x15, "lea", "0x0(%rip),%rax", true),
                (0x1c, "jne", "10", false),
                (0x1e, "ret", "", false),
            ]
        );
    }
}
