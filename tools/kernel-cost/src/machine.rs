//! What has to be known of an architecture: where control goes, what is stored, what lies on the stack.

use crate::listing::Instruction;

/// An architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Machine {
    /// 64-bit Arm.
    Aarch64,
    /// 64-bit x86, in the syntax of AT&T.
    X86_64,
}

/// Where control goes after an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// On.
    Next,
    /// To an address of the same function.
    Jump(u64),
    /// To an address of the same function, or on.
    Branch(u64),
    /// Away, and back to what follows.
    Call,
    /// Away for good.
    Leave,
    /// To an address that is only known at run time, such as one from a table of jumps.
    Anywhere,
}

/// An access to memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// The register that the address starts from.
    pub base: String,
    /// How many bytes are written; 0 for reads.
    pub stored: usize,
    /// Is a vector register read or written?
    pub vector: bool,
}

impl Machine {
    /// By the name of a target, such as `aarch64-unknown-linux-gnu`.
    pub fn of_target(target: &str) -> Option<Self> {
        match target.split('-').next()? {
            "aarch64" => Some(Self::Aarch64),
            "x86_64" => Some(Self::X86_64),
            _ => None,
        }
    }

    /// As Rust and the names of files have it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Aarch64 => "aarch64",
            Self::X86_64 => "x86_64",
        }
    }

    /// Where control goes.
    pub fn control(self, instruction: &Instruction) -> Control {
        let name = &instruction.mnemonic[..];
        let to = || target(&instruction.operands).filter(|_| !instruction.relocated);
        match self {
            Self::Aarch64 => match name {
                "b" => to().map_or(Control::Leave, Control::Jump),
                "ret" | "udf" | "brk" => Control::Leave,
                "br" => Control::Anywhere,
                "bl" | "blr" => Control::Call,
                "cbz" | "cbnz" | "tbz" | "tbnz" => to().map_or(Control::Leave, Control::Branch),
                _ if name.starts_with("b.") => to().map_or(Control::Leave, Control::Branch),
                _ => Control::Next,
            },
            Self::X86_64 => match name {
                "jmp" if instruction.operands.starts_with('*') => Control::Anywhere,
                "jmp" => to().map_or(Control::Leave, Control::Jump),
                "ret" | "ud2" => Control::Leave,
                "call" => Control::Call,
                _ if name.starts_with('j') => to().map_or(Control::Leave, Control::Branch),
                _ => Control::Next,
            },
        }
    }

    /// Is it there for the sake of alignment only?
    pub fn is_padding(self, instruction: &Instruction) -> bool {
        let name = &instruction.mnemonic[..];
        name.starts_with("nop")
            || name == "data16"
            || name == "cs" && instruction.operands.starts_with("nop")
            || name == "xchg" && instruction.operands == "%ax,%ax"
    }

    /// The access to memory, if there is one.
    pub fn access(self, instruction: &Instruction) -> Option<Access> {
        match self {
            Self::Aarch64 => aarch64_access(instruction),
            Self::X86_64 => x86_access(instruction),
        }
    }

    /// If it sets a register: which, and the one that it is computed from if that is all there is to it. (Not so
    /// where a function restores what it found: what follows in the listing is another way through it.)
    pub fn derives(self, instruction: &Instruction) -> Option<(&str, Option<&str>)> {
        let name = &instruction.mnemonic[..];
        let operands = &instruction.operands[..];
        match self {
            Self::Aarch64 => {
                if name.starts_with("st") || name.starts_with('b') || name.starts_with('c') {
                    return None;
                }
                let mut words = operands.split(", ");
                let to = words.next().filter(|to| to.starts_with('x'))?;
                if name == "ldp" && to == "x29" {
                    return None;
                }
                let from = words
                    .next()
                    .filter(|_| matches!(name, "add" | "sub" | "mov"));
                let constant = words.next().is_none_or(|third| third.starts_with('#'));
                Some((to, from.filter(|_| constant)))
            }
            Self::X86_64 => {
                let to = operands.rsplit(',').next()?.strip_prefix('%')?;
                let from = match name {
                    "pop" => return None,
                    "lea" => base_of_x86(operands),
                    "mov" => operands.split(',').next()?.strip_prefix('%'),
                    _ => None,
                };
                Some((to, from))
            }
        }
    }

    /// The register that always points to the stack.
    pub const fn stack_pointer(self) -> &'static str {
        match self {
            Self::Aarch64 => "sp",
            Self::X86_64 => "rsp",
        }
    }
}

/// The address in `x1, 1c <f+0x1c>`.
fn target(operands: &str) -> Option<u64> {
    let before = operands.split(" <").next()?;
    let last = before.rsplit([' ', ',']).next()?;
    u64::from_str_radix(last.trim_start_matches("0x"), 16).ok()
}

fn aarch64_access(instruction: &Instruction) -> Option<Access> {
    let (registers, address) = instruction.operands.split_once('[')?;
    // Lanes have such brackets too, as in `{v0.s}[1], [x0]`; in `v0.b[1], v1.b[2]` there is no memory.
    let address = match address.split_once('[') {
        _ if instruction.operands.starts_with('v') => return None,
        Some((_, address)) => address,
        None => address,
    };
    let base = address.split([',', ']']).next()?.trim().to_owned();
    let name = &instruction.mnemonic[..];
    let vector = registers.starts_with(['q', 'd', 's', 'h', 'b', '{']);
    let stored = if !name.starts_with("st") {
        0
    } else if let Some(list) = registers.strip_prefix('{') {
        of_list(list, instruction.operands.contains("}["))
    } else {
        let width = match (name, registers.as_bytes().first()) {
            ("strb" | "sturb", _) => 1,
            ("strh" | "sturh", _) => 2,
            (_, Some(b'q')) => 16,
            (_, Some(b'x' | b'd')) => 8,
            (_, Some(b'w' | b's')) => 4,
            (_, Some(b'h')) => 2,
            _ => 1,
        };
        if name.starts_with("stp") || name.starts_with("stnp") {
            2 * width
        } else {
            width
        }
    };
    Some(Access {
        base,
        stored,
        vector,
    })
}

/// Bytes in `v0.16b, v1.16b}` or `v0.16b-v3.16b}`; of one lane each if only that is meant.
fn of_list(list: &str, lane: bool) -> usize {
    let list = list.split('}').next().unwrap_or(list);
    let number = |register: &str| -> Option<usize> {
        register
            .trim()
            .strip_prefix('v')?
            .split('.')
            .next()?
            .parse()
            .ok()
    };
    let count = match list.split_once('-') {
        Some((first, last)) => match (number(first), number(last)) {
            (Some(first), Some(last)) => (last + 32 - first) % 32 + 1,
            _ => 1,
        },
        None => list.split(',').count(),
    };
    let shape = list.rsplit('.').next().unwrap_or("").trim();
    let element = match shape.as_bytes().last() {
        Some(b'd') => 8,
        Some(b's') => 4,
        Some(b'h') => 2,
        _ => 1,
    };
    let elements = shape
        .trim_end_matches(char::is_alphabetic)
        .parse()
        .unwrap_or(1);
    count * element * if lane { 1 } else { elements }
}

/// `rdi` in `0x20(%rdi,%rax,8),%ymm0`.
fn base_of_x86(operands: &str) -> Option<&str> {
    let (_, address) = operands.split_once('(')?;
    address.split([',', ')']).next()?.strip_prefix('%')
}

fn x86_access(instruction: &Instruction) -> Option<Access> {
    let operands = &instruction.operands[..];
    let name = &instruction.mnemonic[..];
    let base = base_of_x86(operands)?;
    if name == "lea" || name.starts_with("prefetch") || name.starts_with("nop") {
        return None;
    }
    let width = ["%zmm", "%ymm", "%xmm"]
        .iter()
        .position(|kind| operands.contains(kind));
    // The destination comes last.
    let to_memory = operands.rsplit_once('(').is_some_and(|(_, tail)| {
        tail.split_once(')')
            .is_some_and(|(_, after)| !after.contains(','))
    });
    let compares = name.starts_with("cmp")
        || name.starts_with("test")
        || name == "call"
        || name.starts_with('j');
    let stored = if !to_memory || compares || operands.starts_with('(') && !operands.contains(',') {
        0
    } else {
        match (width, name) {
            (_, "vextracti128" | "vextractf128" | "vextracti64x2" | "vextracti32x4") => 16,
            (_, "vextracti64x4" | "vextracti32x8") => 32,
            (Some(_), "vmovd" | "movd" | "vmovss" | "movss" | "pextrd" | "vpextrd") => 4,
            (
                Some(_),
                "vmovq" | "movq" | "vmovlps" | "movlps" | "vmovhps" | "movhps" | "vmovlpd"
                | "vmovhpd" | "movlpd" | "movhpd" | "vpextrq" | "pextrq" | "vmovsd" | "movsd",
            ) => 8,
            (Some(kind), _) => 64 >> kind,
            (None, _) => general_width(operands, name),
        }
    };
    Some(Access {
        base: base.to_owned(),
        stored,
        vector: width.is_some(),
    })
}

/// Bytes that a general-purpose register holds, or those that the name of the instruction tells.
fn general_width(operands: &str, name: &str) -> usize {
    let register = operands
        .strip_prefix('%')
        .map(|rest| rest.split(',').next().unwrap_or(rest));
    match register {
        Some(register) if register.starts_with('e') || register.ends_with('d') => 4,
        Some(register) if register.ends_with(['l', 'b']) => 1,
        Some(register) if register.starts_with('r') => 8,
        Some(_) => 2,
        None => match name.as_bytes().last() {
            Some(b'q') => 8,
            Some(b'w') => 2,
            Some(b'b') => 1,
            _ => 4,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instruction(text: &str) -> Instruction {
        let (mnemonic, operands) = text.split_once(' ').unwrap_or((text, ""));
        Instruction {
            address: 0,
            mnemonic: mnemonic.to_owned(),
            operands: operands.to_owned(),
            relocated: false,
        }
    }

    fn stored(machine: Machine, text: &str) -> Option<(String, usize, bool)> {
        let access = machine.access(&instruction(text))?;
        Some((access.base, access.stored, access.vector))
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
