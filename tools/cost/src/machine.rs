//! The facts of an architecture: control flow, stores, and the stack.

use crate::listing::{Function, Instruction, Machine, pattern};
use regex::Regex;
use siphasher::sip::SipHasher13;
use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

/// The flow of control after an instruction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Control {
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
    /// To an address of a jump table.
    Anywhere,
}

impl Instruction {
    pub(crate) fn control(&self) -> Control {
        let address = split_address(&self.operands).map(|(_, address)| address);
        let address = address.filter(|_| !self.relocated);
        let branch = address.map_or(Control::Leave, Control::Branch);
        match (self.machine, &*self.mnemonic) {
            (_, "ret" | "udf" | "brk" | "ud2") => Control::Leave,
            (_, "bl" | "blr" | "call") => Control::Call,
            (Machine::Aarch64, "br") => Control::Anywhere,
            (Machine::X86_64, "jmp") if self.operands.starts_with('*') => Control::Anywhere,
            (_, "b" | "jmp") => address.map_or(Control::Leave, Control::Jump),
            (Machine::Aarch64, "cbz" | "cbnz" | "tbz" | "tbnz") => branch,
            (Machine::Aarch64, name) if name.starts_with("b.") => branch,
            (Machine::X86_64, name) if name.starts_with('j') => branch,
            _ => Control::Next,
        }
    }

    pub(crate) fn is_padding(&self) -> bool {
        match (&*self.mnemonic, &*self.operands) {
            ("data16", _) | ("xchg", "%ax,%ax") => true,
            ("cs", operands) => operands.starts_with("nop"),
            (name, _) => name.starts_with("nop"),
        }
    }

    /// Returns the base register of the address if the instruction reads or writes memory.
    pub(crate) fn base(&self) -> Option<&str> {
        let computes = self.machine == Machine::X86_64
            && (self.mnemonic == "lea" || self.mnemonic.starts_with("prefetch"));
        let is_access = !computes && !self.is_padding();
        is_access.then(|| base(&self.operands)).flatten()
    }

    /// Returns whether the instruction names a vector register first (aarch64), or anywhere
    /// (x86-64).
    pub(crate) fn has_vector(&self) -> bool {
        match self.machine {
            Machine::Aarch64 => self.operands.starts_with(['q', 'd', 's', 'h', 'b', '{']),
            Machine::X86_64 => self.operands.contains("mm"),
        }
    }

    /// Returns the number of bytes written to memory. Boards are not written in parts: stores of
    /// fewer than 8 bytes count as none.
    pub(crate) fn stored(&self) -> usize {
        match self.machine {
            Machine::Aarch64 => stored_by_aarch64(&self.mnemonic, &self.operands),
            Machine::X86_64 => stored_by_x86(&self.mnemonic, &self.operands),
        }
    }

    /// Returns the operands with `text` in place of an address of code or data.
    pub(crate) fn with_address(&self, text: &str) -> String {
        let names_address = self.control() != Control::Next || self.mnemonic.starts_with("adr");
        match split_address(&self.operands) {
            Some((before, _)) if names_address => format!("{before}{text}"),
            _ => self.operands.clone(),
        }
    }
}

impl Function {
    /// Returns a hash of the instructions without addresses, symbols and padding. The target of a
    /// jump counts as its position among the instructions.
    pub(crate) fn hash(&self) -> u64 {
        let all = self.instructions.iter().filter(|one| !one.is_padding());
        let mut hasher = SipHasher13::new();
        for instruction in all.clone() {
            let target = match instruction.control() {
                Control::Jump(to) | Control::Branch(to) => {
                    let before = all.clone().filter(|other| other.address < to);
                    before.count().to_string()
                }
                _ => String::new(),
            };
            (&instruction.mnemonic, instruction.with_address(&target)).hash(&mut hasher);
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
    // `x0`, `q0`, or as in `{v0.16b, v1.16b}`, `{v0.16b-v3.16b}`, and `{v0.d}[1]` for a lane.
    static REGISTER: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"([qdx])\d+|v(\d+)\.(\d*)([bhsd])(?:-v(\d+))?"));
    let (registers, _) = operands.split_once(", [").unwrap_or_default();
    let bytes = REGISTER.captures_iter(registers).map(|parts| {
        let number = |part: usize| parts.get(part)?.as_str().parse().ok();
        match parts.get(1).map(|one| one.as_str()) {
            Some("q") => 16,
            Some(_) => 8,
            None => {
                let first = number(2).unwrap_or(0);
                let count = (number(5).unwrap_or(first) + 32 - first) % 32 + 1;
                (count * number(3).unwrap_or(1)) << "bhsd".find(&parts[4]).unwrap_or(0)
            }
        }
    });
    bytes.filter(|_| name.starts_with("st")).sum()
}

fn stored_by_x86(name: &str, operands: &str) -> usize {
    // The destination comes last, perhaps with a mask.
    let after = operands.rsplit(')').next();
    let to_memory = after.is_some_and(|after| !after.contains(','));
    let mut readers = ["cmp", "test", "call", "j"].iter();
    let reads = readers.any(|start| name.starts_with(start));
    let is_word =
        |register: &str| register.starts_with("%r") && !register.ends_with(['d', 'w', 'b']);
    match name.trim_start_matches('v') {
        _ if !to_memory || reads => 0,
        "extracti128" | "extractf128" | "extracti64x2" | "extracti32x4" => 16,
        "extracti64x4" | "extracti32x8" => 32,
        "movd" | "movss" | "pextrd" => 0,
        "movq" | "movlps" | "movhps" | "movlpd" | "movhpd" | "pextrq" | "movsd" => 8,
        _ if operands.contains("%zmm") => 64,
        _ if operands.contains("%ymm") => 32,
        _ if operands.contains("%xmm") => 16,
        name if name.ends_with('q') || operands.split(',').next().is_some_and(is_word) => 8,
        _ => 0,
    }
}
