//! Disassemblies.

use std::path::Path;
use std::process::Command;

/// One instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// Where it stands in its section.
    pub address: u64,
    /// What it does, such as `add`.
    pub mnemonic: String,
    /// To what, as printed, without remarks.
    pub operands: String,
    /// Does a relocation say where it leads (to another function)?
    pub relocated: bool,
}

/// A function, as the disassembler prints it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The demangled name.
    pub name: String,
    /// In the order of their addresses.
    pub instructions: Vec<Instruction>,
}

/// Disassembles an object file or an archive of them.
///
/// # Errors
/// The program cannot be run, or fails.
pub fn disassemble(objdump: &str, file: &Path) -> Result<Vec<Function>, String> {
    let output = Command::new(objdump)
        .args([
            "--disassemble",
            "--reloc",
            "--demangle",
            "--no-show-raw-insn",
        ])
        .arg(file)
        .output()
        .map_err(|error| format!("{objdump}: {error}"))?;
    let functions = parse(&String::from_utf8_lossy(&output.stdout));
    // An archive of Rust also holds metadata, of which objdump says that it is no object file: no reason to stop.
    if functions.is_empty() {
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("{objdump} {}: {message}", file.display()));
    }
    Ok(functions)
}

/// Reads what objdump (binutils) prints.
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
    let mut functions: Vec<Function> = Vec::new();
    for line in text.lines() {
        if let Some(name) = heading(line) {
            functions.push(Function {
                name: name.to_owned(),
                instructions: Vec::new(),
            });
        } else if let Some(function) = functions.last_mut() {
            if line.contains(": R_") {
                if let Some(last) = function.instructions.last_mut() {
                    last.relocated = true;
                }
            } else if let Some(instruction) = instruction(line) {
                function.instructions.push(instruction);
            }
        }
    }
    functions
}

/// `0000000000000000 <name>:`
fn heading(line: &str) -> Option<&str> {
    let (address, name) = line.strip_suffix(">:")?.split_once(" <")?;
    address
        .bytes()
        .all(|c| c.is_ascii_hexdigit())
        .then_some(name)
}

/// `  1c:\tadd    x0, x0, #0x1\t// remark`
fn instruction(line: &str) -> Option<Instruction> {
    let (address, rest) = line.split_once(":\t")?;
    let address = u64::from_str_radix(address.trim(), 16).ok()?;
    let rest = rest.split("//").next().unwrap_or(rest).trim();
    let (mnemonic, operands) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let operands = operands.split(" #").next().unwrap_or(operands);
    let operands = if rest.contains('%') {
        operands
    } else {
        rest.get(mnemonic.len()..)?
    };
    (!mnemonic.is_empty()).then(|| Instruction {
        address,
        mnemonic: mnemonic.to_owned(),
        operands: operands.trim().to_owned(),
        relocated: false,
    })
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
                (0x1c, "jne", "10 <f>", false),
                (0x1e, "ret", "", false),
            ]
        );
    }
}
