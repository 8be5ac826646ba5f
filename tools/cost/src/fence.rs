//! Fences behind non-temporal stores. A store of x86-64 that bypasses the caches is not ordered
//! with later stores until an `sfence`. No result of a test shows that it is missing, so the
//! machine code is searched for paths without it.

use crate::flow::Graph;
use crate::listing::{Function, Instruction};
use crate::machine::Machine;
use std::collections::BTreeSet;

/// Returns the functions that can return after a non-temporal store without a fence, and the number
/// of functions with such stores.
///
/// ```
/// use setwise_cost::{fence::unfenced, listing::parse, machine::Machine};
/// let functions = parse("
/// 0000000000000000 <good>:
///    0:\tmovnti %rax,(%rdi)
///    4:\tsfence
///    7:\tret
/// 0000000000000000 <bad>:
///    0:\tmovnti %rax,(%rdi)
///    4:\tje     9 <bad+0x9>
///    6:\tsfence
///    9:\tret
/// ");
/// assert_eq!(unfenced(Machine::X86_64, &functions), (vec!["bad"], 2));
/// ```
pub fn unfenced(machine: Machine, functions: &[Function]) -> (Vec<&str>, usize) {
    let streams = |function: &&Function| function.instructions.iter().any(is_non_temporal);
    let streaming: Vec<&Function> = functions.iter().filter(streams).collect();
    let wrong = streaming.iter().filter(|function| {
        let graph = Graph::new(machine, &function.instructions);
        returns_unfenced(&graph)
    });
    let names = wrong.map(|function| &function.name[..]).collect();
    (names, streaming.len())
}

fn is_non_temporal(instruction: &Instruction) -> bool {
    let mnemonic = instruction.mnemonic.trim_start_matches('v');
    // `movntdqa` is a load.
    mnemonic.starts_with("movnt") && mnemonic != "movntdqa"
}

fn returns_unfenced(graph: &Graph<'_>) -> bool {
    let stores = |block: &usize| {
        let range = graph.blocks[*block].clone();
        let mut last = range
            .rev()
            .filter(|&at| is_non_temporal(&graph.instructions[at]));
        Some((*block, last.next()? + 1))
    };
    // Behind the last store of each block the rest of the block follows, then whole blocks.
    let blocks = 0..graph.blocks.len();
    let mut places: Vec<(usize, usize)> = blocks.filter_map(|block| stores(&block)).collect();
    let mut seen = BTreeSet::new();
    while let Some((block, at)) = places.pop() {
        let rest = &graph.instructions[at..graph.blocks[block].end];
        // Code that panics does not return here.
        let ends = |one: &Instruction| ["sfence", "mfence", "ud2"].contains(&&one.mnemonic[..]);
        if rest.iter().any(ends) {
            continue;
        }
        let next: Vec<usize> = graph.edges.neighbors(block).collect();
        if next.is_empty() {
            return true;
        }
        let next = next.into_iter().filter(|&block| seen.insert(block));
        places.extend(next.map(|block| (block, graph.blocks[block].start)));
    }
    false
}
