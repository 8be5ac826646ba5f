//! What a kernel costs.

use crate::flow::{Graph, Loop};
use crate::listing::{Function, Instruction};
use crate::machine::Machine;
use crate::name::Name;
use std::collections::BTreeSet;

/// The counts of one kernel and call.
#[derive(Clone, Debug, PartialEq)]
pub struct Cost {
    /// Which.
    pub name: Name,
    /// How many boards are done per turn of the hot loop; 1 where there is none.
    pub boards: usize,
    /// Instructions per board, on the longest way through the hot loop (the mean if there are several such loops) or
    /// the whole function.
    pub instructions: f64,
    /// Calls of other functions in it: none are wanted.
    pub calls: usize,
    /// Vectors written to the stack or read from it.
    pub spills: usize,
    /// What makes the numbers doubtful.
    pub doubts: BTreeSet<&'static str>,
    /// What was counted, by loop.
    pub ways: Vec<Way>,
}

/// A way through a loop or a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// How many boards are done on it.
    pub boards: usize,
    /// In the order of control.
    pub instructions: Vec<Instruction>,
}

/// The number of boards is not what the pack holds, or a multiple of it.
pub const BOARDS: &str = "boards";
/// There is a loop within the hot loop, or in a function that should have none.
pub const NESTED: &str = "inner loop";
/// There are fewer or more hot loops than expected.
pub const LOOPS: &str = "number of loops";

/// A part of a function that was looked at.
struct Part {
    nested: bool,
    calls: usize,
    spills: usize,
    way: Way,
}

/// Counts a kernel.
pub fn cost(machine: Machine, name: Name, function: &Function) -> Cost {
    let graph = Graph::new(machine, function);
    let loops = graph.loops();
    let view = View {
        machine,
        function,
        graph: &graph,
        outputs: name.outputs(),
    };
    let mut doubts = BTreeSet::new();
    let parts = if name.hot_loops() == 0 {
        if !loops.is_empty() {
            doubts.insert(NESTED);
        }
        vec![view.whole()]
    } else {
        let mut parts: Vec<Part> = Vec::new();
        for one in &loops {
            let part = view.turn(one);
            if one.nested {
                // It matters only if the boards are stored by the outer loop itself.
                let inner: usize = loops
                    .iter()
                    .filter(|inner| *inner != one && inner.blocks.is_subset(&one.blocks))
                    .map(|inner| view.turn(inner).way.boards)
                    .sum();
                if part.way.boards <= inner {
                    continue;
                }
            }
            parts.push(part);
        }
        let most = parts.iter().map(|part| part.way.boards).max().unwrap_or(0);
        // Of one direction the compiler may do more boards per turn than of another.
        let least = if name.hot_loops() == 1 {
            most
        } else {
            name.pack.min(most)
        };
        parts.retain(|part| part.way.boards >= least);
        if parts.iter().any(|part| part.nested) {
            doubts.insert(NESTED);
        }
        if parts.len() < name.hot_loops() {
            doubts.insert(LOOPS);
        }
        if parts
            .iter()
            .any(|part| part.way.boards == 0 || part.way.boards % name.pack != 0)
        {
            doubts.insert(BOARDS);
        }
        parts
    };
    let per_board = |way: &Way| way.instructions.len() as f64 / way.boards.max(1) as f64;
    let total: f64 = parts.iter().map(|part| per_board(&part.way)).sum();
    Cost {
        boards: parts.iter().map(|part| part.way.boards).min().unwrap_or(0),
        instructions: total / parts.len().max(1) as f64,
        calls: parts.iter().map(|part| part.calls).sum(),
        spills: parts.iter().map(|part| part.spills).sum(),
        ways: parts.into_iter().map(|part| part.way).collect(),
        doubts,
        name,
    }
}

struct View<'a> {
    machine: Machine,
    function: &'a Function,
    graph: &'a Graph,
    outputs: usize,
}

impl View<'_> {
    /// The whole function.
    fn whole(&self) -> Part {
        let all: BTreeSet<usize> = (0..self.graph.blocks.len()).collect();
        let acyclic = self.graph.loops().is_empty();
        let way = if acyclic {
            self.graph.longest(0, &all)
        } else {
            all.iter().copied().collect()
        };
        let mut part = self.part(&all, &way);
        part.way.boards = 1;
        part
    }

    /// A turn of a loop.
    fn turn(&self, one: &Loop) -> Part {
        let way = if one.nested {
            one.blocks.iter().copied().collect()
        } else {
            self.graph.longest(one.header, &one.blocks)
        };
        Part {
            nested: one.nested,
            ..self.part(&one.blocks, &way)
        }
    }

    fn part(&self, blocks: &BTreeSet<usize>, way: &[usize]) -> Part {
        let places = |block: &usize| self.graph.blocks[*block].clone();
        let mut bytes = 0;
        let mut counted = Vec::new();
        for place in way.iter().flat_map(places) {
            let instruction = &self.function.instructions[place];
            if let Some(access) = self.machine.access(instruction)
                && !self.on_stack(&access.base, place)
            {
                bytes += access.stored;
            }
            if !self.machine.is_padding(instruction) {
                counted.push(instruction.clone());
            }
        }
        let (mut calls, mut spills) = (0, 0);
        for place in blocks.iter().flat_map(places) {
            let instruction = &self.function.instructions[place];
            if self.machine.control(instruction) == crate::machine::Control::Call {
                calls += 1;
            }
            if let Some(access) = self.machine.access(instruction) {
                spills += usize::from(access.vector && self.on_stack(&access.base, place));
            }
        }
        Part {
            nested: false,
            calls,
            spills,
            way: Way {
                boards: bytes / (8 * self.outputs),
                instructions: counted,
            },
        }
    }

    /// Does the register point to the stack at this place: is it the stack pointer, or computed from it on some way?
    fn on_stack(&self, register: &str, place: usize) -> bool {
        let instructions = &self.function.instructions;
        let blocks = &self.graph.blocks;
        let here = blocks.iter().position(|block| block.contains(&place));
        let mut seen = BTreeSet::new();
        let mut open: Vec<(&str, usize, usize)> = here
            .into_iter()
            .map(|block| (register, block, place))
            .collect();
        while let Some((register, block, end)) = open.pop() {
            if register == self.machine.stack_pointer() {
                return true;
            }
            let set = (blocks[block].start..end).rev().find_map(|place| {
                let (to, from) = self.machine.derives(&instructions[place])?;
                (to == register).then_some((place, from))
            });
            match set {
                Some((place, from)) => open.extend(from.map(|from| (from, block, place))),
                None => {
                    for before in 0..blocks.len() {
                        if self.graph.next[before].contains(&block)
                            && seen.insert((register, before))
                        {
                            open.push((register, before, blocks[before].end));
                        }
                    }
                }
            }
        }
        false
    }
}

/// Functions that should have been inlined: intrinsics, and the methods of packs and registers.
pub fn survivors(functions: &[Function]) -> Vec<&str> {
    let wanted = ["::core_arch::", " as setwise_core::boards::"];
    let mut names: Vec<&str> = functions
        .iter()
        .map(|function| &function.name[..])
        .filter(|name| wanted.iter().any(|part| name.contains(part)))
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}
