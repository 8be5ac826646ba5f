//! The cost of a kernel.

use crate::flow::{Graph, Loop};
use crate::listing::{Function, Instruction};
use crate::machine::Control;
use crate::name::Name;
use anyhow::{Result, ensure};
use petgraph::Direction::Incoming;
use std::collections::{BTreeMap, BTreeSet};

/// The cost of one kernel and entry point.
pub(crate) struct Cost {
    pub(crate) name: Name,
    pub(crate) counts: Counts,
    /// The hash of the whole function.
    pub(crate) hash: u64,
    /// The hot loops, or the whole function.
    pub(crate) parts: Vec<Part>,
}

/// The counts of one kernel and entry point.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Counts {
    /// The number of boards per turn of the hot loop; 1 if there is none.
    pub(crate) boards: usize,
    /// Instructions per board, on the longest path through the hot loop (the mean of several hot
    /// loops) or the whole function.
    pub(crate) instructions: f64,
    /// Calls of other functions. No kernel should have any.
    pub(crate) calls: usize,
    /// Vectors written to the stack or read from it.
    pub(crate) spills: usize,
    /// The reasons to doubt the counts.
    pub(crate) doubts: String,
}

/// A counted part of a function.
pub(crate) struct Part {
    /// The number of boards that its path stores.
    pub(crate) boards: usize,
    /// The instructions of its path, in the order of control.
    pub(crate) path: Vec<Instruction>,
    calls: usize,
    spills: usize,
    nested: bool,
}

/// Counts all kernels among the functions. Calls through a pointer may go through a jump of the
/// same name: the longest function of a name is the kernel.
pub(crate) fn costs(functions: &[Function]) -> Result<Vec<Cost>> {
    let mut kernels: BTreeMap<Name, &Function> = BTreeMap::new();
    for function in functions {
        if let Some(name) = Name::of(&function.name) {
            let kernel = kernels.entry(name).or_insert(function);
            if function.instructions.len() > kernel.instructions.len() {
                *kernel = function;
            }
        }
    }
    ensure!(!kernels.is_empty(), "no kernel found in the library");
    let costs = kernels
        .into_iter()
        .map(|(name, function)| cost(name, function));
    Ok(costs.collect())
}

/// Counts a kernel.
fn cost(name: Name, function: &Function) -> Cost {
    let graph = Graph::new(&function.instructions);
    let loops = graph.loops();
    let part = |one: &Loop| graph.part(name.entry.outputs(), one);
    let parts = if name.hot_loops() == 0 {
        let mut whole = part(&Loop {
            header: 0,
            blocks: (0..graph.blocks.len()).collect(),
            nested: !loops.is_empty(),
        });
        whole.boards = 1;
        vec![whole]
    } else {
        // A loop around others counts only if it stores boards itself.
        let in_loops_of = |outer: &Loop| -> usize {
            let inner = loops.iter().filter(|inner| *inner != outer);
            let inner = inner.filter(|inner| inner.blocks.is_subset(&outer.blocks));
            inner.map(|inner| part(inner).boards).sum()
        };
        let parts = loops.iter().map(|one| (one, part(one)));
        let parts = parts.filter(|(one, part)| !one.nested || part.boards > in_loops_of(one));
        let mut parts: Vec<Part> = parts.map(|(_, part)| part).collect();
        // Only in packs of single boards may the loops of the directions differ in their number of
        // boards.
        let most = parts.iter().map(|part| part.boards).max().unwrap_or(0);
        let alike = name.hot_loops() == 1 || name.kernel.contains("sliced");
        parts.retain(|part| part.boards >= if alike { most } else { most.min(1) });
        parts
    };
    let doubts = [
        ("boards", parts.iter().any(|part| part.boards == 0)),
        ("inner-loop", parts.iter().any(|part| part.nested)),
        ("number-of-loops", parts.len() < name.hot_loops()),
    ];
    let doubts = doubts.iter().filter(|doubt| doubt.1).map(|doubt| doubt.0);
    let per_board = |part: &Part| part.path.len() as f64 / part.boards.max(1) as f64;
    let counts = Counts {
        boards: parts.iter().map(|part| part.boards).min().unwrap_or(0),
        instructions: parts.iter().map(per_board).sum::<f64>() / parts.len().max(1) as f64,
        calls: parts.iter().map(|part| part.calls).sum(),
        spills: parts.iter().map(|part| part.spills).sum(),
        doubts: doubts.collect::<Vec<_>>().join(","),
    };
    Cost {
        name,
        counts,
        hash: function.hash(),
        parts,
    }
}

impl Graph<'_> {
    /// Counts a loop: instructions and boards on the longest path, or in all blocks if it is
    /// nested; calls and spills in all blocks.
    fn part(&self, outputs: usize, one: &Loop) -> Part {
        let path = match one.nested {
            true => one.blocks.iter().copied().collect(),
            false => self.longest(one.header, &one.blocks),
        };
        let places = |block: &usize| self.blocks[*block].clone();
        let on_stack = |place: usize| {
            let base = self.instructions[place].base();
            base.map(|base| self.on_stack(base, place))
        };
        let is_path = path.iter().flat_map(places);
        let stores = is_path
            .clone()
            .filter(|&place| on_stack(place) == Some(false));
        let bytes: usize = stores.map(|place| self.instructions[place].stored()).sum();
        let path = is_path.map(|place| self.instructions[place].clone());
        let all = || one.blocks.iter().flat_map(places);
        let is_call = |place: &usize| self.instructions[*place].control() == Control::Call;
        let is_spill = |place: &usize| {
            self.instructions[*place].has_vector() && on_stack(*place) == Some(true)
        };
        Part {
            boards: bytes / (8 * outputs),
            path: path
                .filter(|instruction| !instruction.is_padding())
                .collect(),
            calls: all().filter(is_call).count(),
            spills: all().filter(is_spill).count(),
            nested: one.nested,
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
            if register == self.instructions[place].machine.stack_pointer() {
                return true;
            }
            let set = (blocks[block].start..end).rev().find_map(|place| {
                let (to, from) = self.instructions[place].derives()?;
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
