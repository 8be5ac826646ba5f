//! The piece-wise systems, which BMI1, BMI2 and LZCNT make fast: are they compiled to these
//! instructions, and into one function?

use crate::listing::Function;
use std::collections::{BTreeMap, BTreeSet};

/// The instructions that each system has its speed from.
const WANTED: [(&str, &[&str]); 15] = [
    ("Conditional", &["tzcnt", "lzcnt"]),
    ("Branchless", &["tzcnt", "lzcnt"]),
    ("GeneralizedConditional", &["lzcnt", "blsi"]),
    ("GeneralizedBranchless", &["lzcnt", "blsi"]),
    ("ZeroCount", &["tzcnt", "lzcnt"]),
    ("ZeroCountFolded", &["tzcnt", "lzcnt"]),
    ("OneRun", &["tzcnt", "lzcnt"]),
    ("BranchlessOneRun", &["tzcnt", "lzcnt"]),
    ("BlockersAndBeyond", &["tzcnt", "blsr", "andn"]),
    ("Pruned", &["tzcnt", "blsr", "andn"]),
    ("StrongChess", &["tzcnt", "lzcnt", "andn"]),
    ("HyperbolaQuintessence", &["bswap"]),
    ("BitReversal", &[]),
    ("ObstructionDifference", &["lzcnt", "blsi"]),
    ("FlippedDifference", &["lzcnt"]),
];

/// Tells what is wrong with the functions of `setwise::piecewise` for BMI1 and BMI2: a call, a slow
/// scan of bits, or an instruction that is missing.
///
/// ```
/// let name = "<setwise_x86::tokens::Bmi as Isa>::pointer::call::<setwise_core::piecewise::Word<\
///     setwise_x86::tokens::Bmi>, setwise::piecewise::compiled::Piece<setwise_core::Pruned>>";
/// let text = format!("0000000000000000 <{name}>:\n   0:\ttzcnt  %rax,%rcx\n   4:\tandn   %rax,%rcx,%rdx\n");
/// let complaints = setwise_cost::pieces::wrong(&setwise_cost::listing::parse(&text));
/// assert_eq!(complaints[..2], ["no blsr: Bmi Piece Pruned", "Bmi: 89 functions are missing"]);
/// ```
pub fn wrong(functions: &[Function]) -> Vec<String> {
    let mut complaints = Vec::new();
    for isa in ["Bmi", "Bmi2"] {
        // The mnemonics of each call of a system, for all kinds of pieces together.
        let mut found = BTreeMap::new();
        for function in functions {
            let Some(name) = call_and_system(&function.name, isa) else {
                continue;
            };
            let mnemonics: &mut BTreeSet<&str> = found.entry(name).or_default();
            for instruction in &function.instructions {
                let mnemonic = &*instruction.mnemonic;
                mnemonics.insert(mnemonic);
                let leaves = mnemonic.starts_with("jmp") && instruction.relocated;
                let is_wrong = |wrong: &str| mnemonic.starts_with(wrong);
                if leaves || ["call", "bsf", "bsr"].into_iter().any(is_wrong) {
                    complaints.push(format!("{mnemonic} in {}", function.name));
                }
            }
        }
        for (&(call, system), mnemonics) in &found {
            let of_system = WANTED.iter().find(|row| row.0 == system);
            let wanted = match (call, of_system) {
                (_, None) => &["row for the system"],
                ("Piece" | "Pieces", Some((_, wanted))) => *wanted,
                _ => &["tzcnt", "blsr"],
            };
            let missing = wanted.iter().filter(|wanted| !mnemonics.contains(*wanted));
            complaints.extend(missing.map(|wanted| format!("no {wanted}: {isa} {call} {system}")));
        }
        let missing = (6 * WANTED.len()).saturating_sub(found.len());
        if missing > 0 {
            complaints.push(format!("{isa}: {missing} functions are missing"));
        }
        let shifts = found.values().any(|mnemonics| mnemonics.contains("shlx"));
        if shifts != (isa == "Bmi2") {
            complaints.push(format!("{isa}: shifts by a variable count"));
        }
    }
    complaints
}

/// The call and the system of a function that is compiled for an instruction set.
fn call_and_system<'a>(name: &'a str, isa: &str) -> Option<(&'a str, &'a str)> {
    let (_, rest) = name.split_once(&format!("tokens::{isa} as "))?;
    let (_, rest) = rest.split_once("::compiled::")?;
    let (call, rest) = rest.split_once('<')?;
    let system = rest.split(['<', '>', ',']).next()?;
    Some((call, system.rsplit("::").next()?))
}
