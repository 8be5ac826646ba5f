//! The cost of a kernel.

use crate::flow::{Graph, Loop};
use crate::listing::{Function, Instruction};
use crate::machine::{Control, Machine};
use crate::name::Name;
use petgraph::Direction::Incoming;
use std::collections::BTreeSet;
use std::fmt;

/// The cost of one kernel and entry point.
#[derive(Clone, Debug, PartialEq)]
pub struct Cost {
    /// The kernel and entry point.
    pub name: Name,
    /// The numbers of the list.
    pub counts: Counts,
    /// The hash of the whole function ([`Machine::hash`]).
    pub hash: u64,
    /// The counted path of each hot loop.
    pub paths: Vec<Path>,
}

/// The counts of one kernel and entry point.
#[derive(Clone, Debug, PartialEq)]
pub struct Counts {
    /// The number of boards per turn of the hot loop; 1 if there is none.
    pub boards: usize,
    /// Instructions per board, on the longest path through the hot loop (the mean of several hot
    /// loops) or the whole function.
    pub instructions: f64,
    /// Calls of other functions. No kernel should have any.
    pub calls: usize,
    /// Vectors written to the stack or read from it.
    pub spills: usize,
    /// The reasons to doubt the counts.
    pub doubts: String,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (boards, instructions, calls) = (self.boards, self.instructions, self.calls);
        write!(f, "{boards} boards, {instructions:.2} instructions, ")?;
        write!(f, "{calls} calls, {} spills", self.spills)?;
        let mut doubts = self.doubts.split_terminator(',');
        doubts.try_for_each(|doubt| write!(f, ", doubtful: {doubt}"))
    }
}

/// A path through a loop or a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// The number of boards computed on it.
    pub boards: usize,
    /// The instructions in the order of control.
    pub instructions: Vec<Instruction>,
}

/// A hot loop stores no boards.
const BOARDS: &str = "boards";
/// There is a loop within the hot loop, or in a function that should have none.
const NESTED: &str = "inner-loop";
/// There are fewer hot loops than expected.
const LOOPS: &str = "number-of-loops";

/// A counted part of a function.
struct Part {
    nested: bool,
    calls: usize,
    spills: usize,
    path: Path,
}

/// Counts a kernel.
pub fn cost(machine: Machine, name: Name, function: &Function) -> Cost {
    let graph = Graph::new(machine, &function.instructions);
    let (loops, outputs) = (graph.loops(), name.entry.outputs());
    let parts = if name.hot_loops() == 0 {
        let mut whole = graph.part(
            outputs,
            &Loop {
                header: 0,
                blocks: (0..graph.blocks.len()).collect(),
                nested: !loops.is_empty(),
            },
        );
        whole.path.boards = 1;
        vec![whole]
    } else {
        // A loop around others counts only if it stores boards itself.
        let stores_itself = |one: &Loop, boards: usize| {
            let inner = loops.iter().filter(|inner| *inner != one);
            let inner = inner.filter(|inner| inner.blocks.is_subset(&one.blocks));
            boards
                > inner
                    .map(|inner| graph.part(outputs, inner).path.boards)
                    .sum()
        };
        let parts = loops.iter().map(|one| (one, graph.part(outputs, one)));
        let parts = parts.filter(|(one, part)| !one.nested || stores_itself(one, part.path.boards));
        let mut parts: Vec<Part> = parts.map(|(_, part)| part).collect();
        // Only in packs of single boards may the loops of the directions differ in their number of
        // boards.
        let most = parts.iter().map(|part| part.path.boards).max().unwrap_or(0);
        let alike = name.hot_loops() == 1 || name.kernel.contains("sliced");
        parts.retain(|part| part.path.boards >= if alike { most } else { most.min(1) });
        parts
    };
    let doubts = [
        (BOARDS, parts.iter().any(|part| part.path.boards == 0)),
        (NESTED, parts.iter().any(|part| part.nested)),
        (LOOPS, parts.len() < name.hot_loops()),
    ];
    let doubts = doubts.iter().filter(|doubt| doubt.1);
    let doubts: Vec<&str> = doubts.map(|doubt| doubt.0).collect();
    let per_board = |path: &Path| path.instructions.len() as f64 / path.boards.max(1) as f64;
    let total: f64 = parts.iter().map(|part| per_board(&part.path)).sum();
    let counts = Counts {
        boards: parts.iter().map(|part| part.path.boards).min().unwrap_or(0),
        instructions: total / parts.len().max(1) as f64,
        calls: parts.iter().map(|part| part.calls).sum(),
        spills: parts.iter().map(|part| part.spills).sum(),
        doubts: doubts.join(",-"),
    };
    Cost {
        name,
        counts,
        hash: machine.hash(function.instructions.iter()),
        paths: parts.into_iter().map(|part| part.path).collect(),
    }
}

impl Graph<'_> {
    /// Counts a loop: instructions and boards on the longest path, or in all blocks if it is
    /// nested; calls and spills in all blocks.
    fn part(&self, outputs: usize, one: &Loop) -> Part {
        let path = if one.nested {
            one.blocks.iter().copied().collect()
        } else {
            self.longest(one.header, &one.blocks)
        };
        let places = |block: &usize| self.blocks[*block].clone();
        let mut bytes = 0;
        let mut counted = Vec::new();
        for place in path.iter().flat_map(places) {
            let instruction = &self.instructions[place];
            if let Some(access) = self.machine.access(instruction)
                && !self.on_stack(access.base, place)
            {
                bytes += access.stored;
            }
            if !self.machine.is_padding(instruction) {
                counted.push(instruction.clone());
            }
        }
        let (mut calls, mut spills) = (0, 0);
        for place in one.blocks.iter().flat_map(places) {
            let instruction = &self.instructions[place];
            calls += usize::from(self.machine.control(instruction) == Control::Call);
            if let Some(access) = self.machine.access(instruction) {
                spills += usize::from(access.vector && self.on_stack(access.base, place));
            }
        }
        Part {
            nested: one.nested,
            calls,
            spills,
            path: Path {
                boards: bytes / (8 * outputs),
                instructions: counted,
            },
        }
    }

    /// Returns whether a register points to the stack at a place, that is, is computed from the
    /// stack pointer on some path.
    fn on_stack(&self, register: &str, place: usize) -> bool {
        let blocks = &self.blocks;
        let here = blocks.partition_point(|block| block.end <= place);
        let mut seen = BTreeSet::new();
        let mut open = vec![(register, here, place)];
        while let Some((register, block, end)) = open.pop() {
            if register == self.machine.stack_pointer() {
                return true;
            }
            let set = (blocks[block].start..end).rev().find_map(|place| {
                let (to, from) = self.machine.derives(&self.instructions[place])?;
                (to == register).then_some((place, from))
            });
            match set {
                Some((place, from)) => open.extend(from.map(|from| (from, block, place))),
                None => {
                    let before = self.edges.neighbors_directed(block, Incoming);
                    let new = before.filter(|&before| seen.insert((register, before)));
                    open.extend(new.map(|before| (register, before, blocks[before].end)));
                }
            }
        }
        false
    }
}

/// Returns the functions that should have been inlined: intrinsics, and the methods of packs and
/// registers.
pub fn survivors<'a>(functions: impl IntoIterator<Item = &'a Function>) -> BTreeSet<&'a str> {
    let wanted = [
        " as setwise_core::isa::Isa>::call::short::<",
        "setwise_core::isa::short::<",
        "::core_arch::",
        " as setwise_core::pack::Pack>",
        " as setwise_core::vector::Vector>",
    ];
    let names = functions.into_iter().map(|function| &function.name[..]);
    names
        .filter(|name| wanted.iter().any(|part| name.contains(part)))
        .collect()
}
