//! The facts of an architecture: control flow, stores, and the stack.

use crate::listing::{Instruction, pattern};
use regex::Regex;
use siphasher::sip::SipHasher13;
use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

/// An architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Machine {
    /// 64-bit Arm.
    Aarch64,
    /// 64-bit x86, in the syntax of AT&T.
    X86_64,
}

/// The flow of control after an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// To the next instruction.
    Next,
    /// To an address of the same function.
    Jump(u64),
    /// To an address of the same function, or to the next instruction.
    Branch(u64),
    /// To another function, and back to the next instruction.
    Call,
    /// Out of the function.
    Leave,
    /// To an address that is known only at run time, such as one from a jump table.
    Anywhere,
}

/// An access to memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access<'a> {
    /// The base register of the address.
    pub base: &'a str,
    /// The number of bytes written; 0 for reads.
    pub stored: usize,
    /// Whether a vector register is read or written.
    pub vector: bool,
}

impl Machine {
    /// Returns the architecture of a target such as `aarch64-unknown-linux-gnu`.
    pub fn of_target(target: &str) -> Option<Self> {
        let all = [Self::Aarch64, Self::X86_64].into_iter();
        let mut named = all.filter(|machine| target.split('-').next() == Some(machine.name()));
        named.next()
    }

    /// Returns the name as Rust spells it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Aarch64 => "aarch64",
            Self::X86_64 => "x86_64",
        }
    }

    /// Returns the flow of control after an instruction.
    pub fn control(self, instruction: &Instruction) -> Control {
        let (name, operands) = (&instruction.mnemonic[..], &instruction.operands[..]);
        let address = split_address(operands).map(|(_, address)| address);
        let address = address.filter(|_| !instruction.relocated);
        let branch = address.map_or(Control::Leave, Control::Branch);
        match (self, name) {
            (_, "ret" | "udf" | "brk" | "ud2") => Control::Leave,
            (_, "bl" | "blr" | "call") => Control::Call,
            (Self::Aarch64, "br") => Control::Anywhere,
            (Self::X86_64, "jmp") if operands.starts_with('*') => Control::Anywhere,
            (_, "b" | "jmp") => address.map_or(Control::Leave, Control::Jump),
            (Self::Aarch64, "cbz" | "cbnz" | "tbz" | "tbnz") => branch,
            (Self::Aarch64, name) if !name.starts_with("b.") => Control::Next,
            (Self::X86_64, name) if !name.starts_with('j') => Control::Next,
            _ => branch,
        }
    }

    /// Returns whether an instruction only aligns what follows.
    pub fn is_padding(self, instruction: &Instruction) -> bool {
        let name = &instruction.mnemonic[..];
        name.starts_with("nop")
            || name == "data16"
            || name == "cs" && instruction.operands.starts_with("nop")
            || name == "xchg" && instruction.operands == "%ax,%ax"
    }

    /// Returns the access to memory, if there is one.
    pub fn access(self, instruction: &Instruction) -> Option<Access<'_>> {
        let (name, operands) = (&instruction.mnemonic[..], &instruction.operands[..]);
        let base = base(operands)?;
        let (stored, vector) = match self {
            Self::Aarch64 => (
                stored_by_aarch64(name, operands),
                operands.starts_with(['q', 'd', 's', 'h', 'b', '{']),
            ),
            Self::X86_64 if name == "lea" || name.starts_with("prefetch") => return None,
            Self::X86_64 if self.is_padding(instruction) => return None,
            Self::X86_64 => (stored_by_x86(name, operands), operands.contains("mm")),
        };
        Some(Access {
            base,
            stored,
            vector,
        })
    }

    /// Returns the register that an instruction sets, and the register that its value is computed
    /// from if that is the only one. Instructions that restore registers at the end of a function
    /// set none: the code after them belongs to another path.
    pub fn derives(self, instruction: &Instruction) -> Option<(&str, Option<&str>)> {
        let (name, operands) = (&instruction.mnemonic[..], &instruction.operands[..]);
        match self {
            Self::Aarch64 => {
                let mut words = operands.split(", ");
                let to = words.next().filter(|to| to.starts_with('x'))?;
                let restores = name == "ldp" && to == "x29";
                if name.starts_with("st") || name.starts_with(['b', 'c']) || restores {
                    return None;
                }
                let from = words.next();
                let from = from.filter(|_| matches!(name, "add" | "sub" | "mov"));
                let constant = words.next().is_none_or(|third| third.starts_with('#'));
                Some((to, from.filter(|_| constant)))
            }
            Self::X86_64 => {
                let to = operands.rsplit(',').next()?.strip_prefix('%')?;
                let from = match name {
                    "pop" => return None,
                    "lea" => base(operands),
                    "mov" => operands.split(',').next()?.strip_prefix('%'),
                    _ => None,
                };
                Some((to, from))
            }
        }
    }

    /// Returns the stack pointer.
    pub const fn stack_pointer(self) -> &'static str {
        match self {
            Self::Aarch64 => "sp",
            Self::X86_64 => "rsp",
        }
    }

    /// Returns the operands with `text` in place of an address of code or data.
    pub fn with_address(self, instruction: &Instruction, text: &str) -> String {
        let names_address =
            self.control(instruction) != Control::Next || instruction.mnemonic.starts_with("adr");
        match split_address(&instruction.operands) {
            Some((before, _)) if names_address => format!("{before}{text}"),
            _ => instruction.operands.clone(),
        }
    }

    /// Returns a hash of instructions without addresses, symbols and padding. The target of a jump
    /// counts as its position among the instructions.
    pub fn hash<'a>(self, instructions: impl Iterator<Item = &'a Instruction>) -> u64 {
        let all: Vec<_> = instructions.filter(|one| !self.is_padding(one)).collect();
        let mut hasher = SipHasher13::new();
        for instruction in &all {
            let target = match self.control(instruction) {
                Control::Jump(to) | Control::Branch(to) => {
                    let before = all.iter().filter(|other| other.address < to);
                    before.count().to_string()
                }
                _ => String::new(),
            };
            let operands = self.with_address(instruction, &target);
            (&instruction.mnemonic, operands).hash(&mut hasher);
        }
        hasher.finish()
    }
}

/// Splits `x1, 1c` into the text before the address and the address.
fn split_address(operands: &str) -> Option<(&str, u64)> {
    let start = operands.rfind([' ', ',']).map_or(0, |at| at + 1);
    let (before, last) = operands.split_at(start);
    Some((before, u64::from_str_radix(last, 16).ok()?))
}

/// Returns `rdi` of `0x20(%rdi,%rax,8),%ymm0` and `x1` of `q0, [x1, #16]`.
fn base(operands: &str) -> Option<&str> {
    static BASE: LazyLock<Regex> = LazyLock::new(|| pattern(r"[(\[]%?([a-z]\w+)"));
    Some(BASE.captures(operands)?.get(1)?.as_str())
}

fn stored_by_aarch64(name: &str, operands: &str) -> usize {
    if !name.starts_with("st") {
        return 0;
    }
    if operands.starts_with('{') {
        return bytes_of_list(operands);
    }
    let width = match operands.as_bytes() {
        _ if name.ends_with('b') => 1,
        _ if name.ends_with('h') => 2,
        [b'q', ..] => 16,
        [b'x' | b'd', ..] => 8,
        [b'w' | b's', ..] => 4,
        [b'h', ..] => 2,
        _ => 1,
    };
    let pair = name.starts_with("stp") || name.starts_with("stnp");
    if pair { 2 * width } else { width }
}

/// Counts the bytes of `{v0.16b, v1.16b}, [x0]`, `{v0.16b-v3.16b}, [x0]`, or of a lane as in
/// `{v0.s}[1], [x0]`.
fn bytes_of_list(operands: &str) -> usize {
    static VECTOR: LazyLock<Regex> = LazyLock::new(|| pattern(r"v(\d+)\.(\d*)([bhsd])"));
    let vectors = VECTOR.captures_iter(operands).map(|parts| {
        let element = 1 << "bhsd".find(&parts[3]).unwrap_or(0);
        let elements: usize = parts[2].parse().unwrap_or(1);
        (parts[1].parse().unwrap_or(0), element * elements)
    });
    let vectors: Vec<(usize, usize)> = vectors.collect();
    match vectors[..] {
        [(first, bytes), (last, _)] if operands.contains('-') => {
            ((last + 32 - first) % 32 + 1) * bytes
        }
        _ => vectors.iter().map(|(_, bytes)| bytes).sum(),
    }
}

fn stored_by_x86(name: &str, operands: &str) -> usize {
    // The destination comes last, perhaps with a mask.
    let after = operands.rsplit(')').next();
    let to_memory = after.is_some_and(|after| !after.contains(','));
    let mut readers = ["cmp", "test", "call", "j"].iter();
    let reads = readers.any(|start| name.starts_with(start));
    let source = operands.split(',').next().unwrap_or("");
    match name.trim_start_matches('v') {
        _ if !to_memory || reads => 0,
        "extracti128" | "extractf128" | "extracti64x2" | "extracti32x4" => 16,
        "extracti64x4" | "extracti32x8" => 32,
        "movd" | "movss" | "pextrd" => 4,
        "movq" | "movlps" | "movhps" | "movlpd" | "movhpd" | "pextrq" | "movsd" => 8,
        _ if operands.contains("%zmm") => 64,
        _ if operands.contains("%ymm") => 32,
        _ if operands.contains("%xmm") => 16,
        name => match source.strip_prefix('%') {
            Some(register) if register.starts_with('e') || register.ends_with('d') => 4,
            Some(register) if register.ends_with(['l', 'b']) => 1,
            Some(register) if register.starts_with('r') => 8,
            Some(_) => 2,
            None if name.ends_with('q') => 8,
            None if name.ends_with('w') => 2,
            None if name.ends_with('b') => 1,
            None => 4,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instruction(text: &str) -> Instruction {
        let (mnemonic, operands) = text.split_once(' ').unwrap_or((text, ""));
        let operands = operands.split(" <").next().unwrap_or("");
        Instruction {
            address: 0,
            mnemonic: mnemonic.to_owned(),
            operands: operands.to_owned(),
            relocated: false,
        }
    }

    fn stored(machine: Machine, text: &str) -> Option<(String, usize, bool)> {
        let instruction = instruction(text);
        let access = machine.access(&instruction)?;
        Some((access.base.to_owned(), access.stored, access.vector))
    }

    #[test]
    fn control() {
        let of = |machine: Machine, text| machine.control(&instruction(text));
        assert_eq!(
            of(Machine::Aarch64, "cbz x1, 1c <f+0x1c>"),
            Control::Branch(0x1c)
        );
        assert_eq!(
            of(Machine::Aarch64, "b.cc 40 <f+0x40>"),
            Control::Branch(0x40)
        );
        assert_eq!(of(Machine::Aarch64, "b 40 <f+0x40>"), Control::Jump(0x40));
        assert_eq!(
            of(Machine::Aarch64, "bic v0.16b, v1.16b, v2.16b"),
            Control::Next
        );
        assert_eq!(of(Machine::Aarch64, "br x9"), Control::Anywhere);
        assert_eq!(of(Machine::X86_64, "jne 10 <f>"), Control::Branch(0x10));
        assert_eq!(of(Machine::X86_64, "jmp *%rax"), Control::Anywhere);
        assert_eq!(of(Machine::X86_64, "call *0x0(%rip)"), Control::Call);
        let mut tail = instruction("jmp 1b <f+0x1b>");
        tail.relocated = true;
        assert_eq!(Machine::X86_64.control(&tail), Control::Leave);
    }

    #[test]
    fn accesses_of_aarch64() {
        let access = |text| stored(Machine::Aarch64, text);
        let some = |base: &str, bytes, vector| Some((base.to_owned(), bytes, vector));
        assert_eq!(access("str q0, [x1], #16"), some("x1", 16, true));
        assert_eq!(access("stp q0, q1, [sp, #32]"), some("sp", 32, true));
        assert_eq!(access("st4 {v0.16b-v3.16b}, [x1]"), some("x1", 64, true));
        assert_eq!(access("st2 {v30.8b, v31.8b}, [x1]"), some("x1", 16, true));
        assert_eq!(access("st1 {v0.s}[2], [x11]"), some("x11", 4, true));
        assert_eq!(access("stp x29, x30, [sp, #-16]!"), some("sp", 16, false));
        assert_eq!(access("ldr q0, [x1, x2]"), some("x1", 0, true));
        assert_eq!(access("mov v23.b[1], v0.b[6]"), None);
        assert_eq!(access("add x0, x1, x2"), None);
    }

    #[test]
    fn accesses_of_x86() {
        let access = |text| stored(Machine::X86_64, text);
        let some = |base: &str, bytes, vector| Some((base.to_owned(), bytes, vector));
        assert_eq!(access("vmovdqu %ymm0,0x20(%rdi)"), some("rdi", 32, true));
        assert_eq!(access("vmovdqu64 %zmm0,(%rdi){%k1}"), some("rdi", 64, true));
        assert_eq!(access("vmovdqu (%rdi,%rax,8),%ymm0"), some("rdi", 0, true));
        assert_eq!(access("vpor 0x40(%rsp),%ymm1,%ymm2"), some("rsp", 0, true));
        assert_eq!(access("mov %rax,(%rdx)"), some("rdx", 8, false));
        assert_eq!(access("mov %r8d,0x8(%rdx)"), some("rdx", 4, false));
        assert_eq!(access("movq $0x0,(%rdx)"), some("rdx", 8, false));
        assert_eq!(access("cmp %rax,(%rdx)"), some("rdx", 0, false));
        assert_eq!(access("vmovq %xmm0,(%rdx)"), some("rdx", 8, true));
        assert_eq!(access("lea 0x8(%rdx),%rax"), None);
    }

    #[test]
    fn derived_registers() {
        let of = |machine: Machine, text: &str| {
            let instruction = instruction(text);
            let derived = machine.derives(&instruction);
            derived.map(|(to, from)| (to.to_owned(), from.map(str::to_owned)))
        };
        let pair = |to: &str, from: Option<&str>| Some((to.to_owned(), from.map(str::to_owned)));
        assert_eq!(
            of(Machine::Aarch64, "add x8, sp, #0x20"),
            pair("x8", Some("sp"))
        );
        assert_eq!(of(Machine::Aarch64, "add x8, x8, x9"), pair("x8", None));
        assert_eq!(of(Machine::Aarch64, "ldr x8, [sp, #8]"), pair("x8", None));
        assert_eq!(of(Machine::Aarch64, "str x8, [sp, #8]"), None);
        assert_eq!(
            of(Machine::X86_64, "lea 0x40(%rsp),%rax"),
            pair("rax", Some("rsp"))
        );
        assert_eq!(
            of(Machine::X86_64, "mov %rsp,%rbp"),
            pair("rbp", Some("rsp"))
        );
        assert_eq!(of(Machine::X86_64, "pop %rbp"), None);
        assert_eq!(
            of(Machine::X86_64, "mov 0x40(%rsp),%rax"),
            pair("rax", None)
        );
    }
}
