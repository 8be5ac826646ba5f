//! Finds faults of the machine code that no test of results shows: functions that were not inlined,
//! non-temporal stores without a fence, calls and slow scans of bits in piece-wise systems, and
//! traces of a miscompilation.

use crate::flow::Graph;
use crate::listing::{Function, Instruction, pattern};
use crate::machine::Control;
use regex::Regex;
use std::{collections::BTreeSet, sync::LazyLock};

/// Names the intrinsics and the methods of packs and registers that were not inlined.
pub(crate) fn not_inlined<'a>(functions: impl Iterator<Item = &'a Function>) -> Vec<String> {
    let short = [
        " as setwise_core::isa::Isa>::call::short::<",
        "setwise_core::isa::short::<",
        "::core_arch::",
        " as setwise_core::pack::Pack>",
        " as setwise_core::vector::Vector>",
    ];
    let names: BTreeSet<&str> = functions.map(|function| &*function.name).collect();
    let names = names.into_iter();
    let names = names.filter(|name| short.iter().any(|part| name.contains(part)));
    names.map(|name| format!("not inlined: {name}")).collect()
}

/// Names the functions that can return after a non-temporal store without a fence. Such a store of
/// x86-64 is not ordered with later stores until an `sfence`.
pub(crate) fn unfenced(functions: &[Function]) -> Vec<String> {
    let streams = |one: &&Function| one.instructions.iter().any(is_non_temporal);
    let streaming = functions.iter().filter(streams);
    let unfenced = streaming.filter(|one| is_unfenced(one));
    let line = |one: &Function| format!("no fence after its non-temporal stores: {}", one.name);
    unfenced.map(line).collect()
}

fn is_non_temporal(instruction: &Instruction) -> bool {
    let mnemonic = instruction.mnemonic.trim_start_matches('v');
    // `movntdqa` is a load.
    mnemonic.starts_with("movnt") && mnemonic != "movntdqa"
}

fn is_unfenced(function: &Function) -> bool {
    let graph = Graph::new(&function.instructions);
    let places = (0..function.instructions.len()).rev();
    let stores = places.filter(|&at| is_non_temporal(&function.instructions[at]));
    let mut open: Vec<usize> = stores.collect();
    let mut seen = BTreeSet::new();
    while let Some(place) = open.pop() {
        // Code that panics does not return.
        let ends = ["sfence", "mfence", "ud2"];
        if !ends.contains(&&*function.instructions[place].mnemonic) {
            let next = graph.edges.neighbors(place);
            if next.clone().next().is_none() {
                return true;
            }
            open.extend(next.filter(|&next| seen.insert(next)));
        }
    }
    false
}

/// Names the functions of AVX-512 with a `v(p)movmsk*`. LLVM 22 makes it of `vpmov*2m` and `kmov`,
/// even if a later instruction needs the mask, such as `kshift*`, if `kmov` takes a part of the
/// mask, and if VEX cannot name the vector (LLVM issues 174871, 191304 and 198197). Such code may
/// be right; read it before you allow it.
pub(crate) fn folded_masks<'a>(functions: impl Iterator<Item = &'a Function>) -> Vec<String> {
    static MASK: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"%k[0-7]|%zmm|%[xy]mm(1[6-9]|2\d|3[01])"));
    let mut complaints = Vec::new();
    for Function { name, instructions } in functions {
        let has_masks =
            name.contains("Avx512") || instructions.iter().any(|one| MASK.is_match(&one.operands));
        let is_trace = |one: &&Instruction| {
            let name = one.mnemonic.trim_start_matches('v');
            name.starts_with("movmsk") || name.starts_with("pmovmsk")
        };
        let trace = instructions.iter().find(|one| has_masks && is_trace(one));
        let line = |one: &Instruction| format!("{} beside masks in {name}", one.mnemonic);
        complaints.extend(trace.map(line));
    }
    complaints
}

/// The functions of `setwise::piecewise` for BMI1 and BMI2: six calls of 15 systems.
const PIECEWISE: usize = 2 * 6 * 15;

/// Lists what is wrong with the functions of `setwise::piecewise` for BMI1 and BMI2: a call, a slow
/// scan of bits, or a function that is missing.
pub(crate) fn of_piecewise(functions: &[Function]) -> Vec<String> {
    let symbol = pattern(r"tokens::(Bmi2?) as .*?::compiled::(\w+)<(?:\w+::)*(\w+)");
    let mut complaints = Vec::new();
    let mut found = BTreeSet::new();
    for function in functions {
        if let Some(name) = symbol.captures(&function.name) {
            found.insert(name.extract::<3>().1);
            let is_slow = |one: &&Instruction| {
                let mut slow = ["call", "bsf", "bsr"].iter();
                slow.any(|slow| one.mnemonic.starts_with(slow))
                    || one.mnemonic == "jmp" && one.control() == Control::Leave
            };
            let slow = function.instructions.iter().filter(is_slow);
            complaints.extend(slow.map(|one| format!("{} in {}", one.mnemonic, function.name)));
        }
    }
    if found.len() < PIECEWISE {
        let missing = PIECEWISE - found.len();
        complaints.push(format!("{missing} piece-wise functions are missing"));
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::listing::{Machine, parse};

    #[test]
    fn faults() {
        let text = "
0 <good>:
   0:\tmovnti %rax,(%rdi)
   4:\tsfence
   7:\tret
0 <<tokens::Bmi as Isa>::call::<piecewise::compiled::Piece<core::Pruned>>>:
   0:\tmovnti %rax,(%rdi)
   4:\tje     9 <bad+0x9>
   6:\tsfence
   9:\tbsf    %rax,%rcx
   d:\tret
";
        let functions = parse(Machine::X86_64, text);
        let name = &functions[1].name;
        let unfenced_name = format!("no fence after its non-temporal stores: {name}");
        assert_eq!(unfenced(&functions), [unfenced_name]);
        assert!(folded_masks(functions.iter()).is_empty());
        let bsf = format!("bsf in {name}");
        let missing = "179 piece-wise functions are missing";
        assert_eq!(of_piecewise(&functions), [&bsf, missing]);
    }

    #[test]
    fn masks_that_were_folded() {
        let text = "
0 <sound>:
   0:\tvpmovb2m %zmm0,%k0
   6:\tkmovq  %k0,%rax
   b:\tkshiftrq $0x20,%k0,%k0
  11:\tret
0 <avx2>:
   0:\tvpmovmskb %ymm0,%eax
   4:\tret
0 <shifted>:
   0:\tvmovmskps %xmm0,%eax
   4:\tkshiftrb $0x2,%k0,%k0
   a:\tret
0 <extended>:
   0:\tvpaddb %ymm1,%ymm2,%ymm17
   6:\tvpmovmskb %ymm1,%eax
   a:\tret
0 <<tokens::Avx512 as Isa>::pointer::<narrowed>>:
   0:\tvpmovmskb %xmm1,%eax
   4:\tand    $0xfffe,%eax
   9:\tret
";
        let functions = parse(Machine::X86_64, text);
        let found = folded_masks(functions.iter());
        let expected = [
            "vmovmskps beside masks in shifted",
            "vpmovmskb beside masks in extended",
            "vpmovmskb beside masks in <tokens::Avx512 as Isa>::pointer::<narrowed>",
        ];
        assert_eq!(found, expected);
    }
}
