//! Basic blocks, loops, and the longest path through them.

use crate::listing::Instruction;
use crate::machine::Control;
use petgraph::Direction::Incoming;
use petgraph::algo::{tarjan_scc, toposort};
use petgraph::graphmap::DiGraphMap;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::iter::successors;
use std::ops::Range;

/// A function as basic blocks.
pub(crate) struct Graph<'a> {
    pub(crate) instructions: &'a [Instruction],
    /// The instructions of each block, by position in the function.
    pub(crate) blocks: Vec<Range<usize>>,
    /// The flow of control from block to block.
    pub(crate) edges: DiGraphMap<usize, ()>,
}

/// Blocks that are executed repeatedly.
#[derive(PartialEq)]
pub(crate) struct Loop {
    /// The block where it is entered.
    pub(crate) header: usize,
    /// All blocks, those of inner loops included.
    pub(crate) blocks: BTreeSet<usize>,
    /// Whether it contains another loop.
    pub(crate) nested: bool,
}

impl<'a> Graph<'a> {
    /// Finds the blocks of a function.
    pub(crate) fn new(instructions: &'a [Instruction]) -> Self {
        let place = |at| {
            instructions
                .binary_search_by_key(&at, |one| one.address)
                .ok()
        };
        let mut starts = BTreeSet::from([0, instructions.len()]);
        for (i, instruction) in instructions.iter().enumerate() {
            let control = instruction.control();
            if let Control::Jump(to) | Control::Branch(to) = control {
                starts.extend(place(to));
            }
            if !matches!(control, Control::Next | Control::Call) {
                starts.insert(i + 1);
            }
        }
        let starts: Vec<usize> = starts.into_iter().collect();
        let blocks: Vec<Range<usize>> = starts.windows(2).map(|pair| pair[0]..pair[1]).collect();
        let mut edges = DiGraphMap::new();
        let mut tables = Vec::new();
        for (from, range) in blocks.iter().enumerate() {
            let control = instructions[range.end - 1].control();
            if let Control::Jump(to) | Control::Branch(to) = control
                && let Some(to) = place(to)
            {
                let to = starts.partition_point(|&start| start < to);
                edges.add_edge(from, to, ());
            }
            if let Control::Next | Control::Call | Control::Branch(_) = control
                && from + 1 < blocks.len()
            {
                edges.add_edge(from, from + 1, ());
            }
            tables.extend((control == Control::Anywhere).then_some(from));
        }
        // A jump table leads to the blocks that nothing else leads to.
        let reached: BTreeSet<usize> = edges.all_edges().map(|(_, to, ())| to).collect();
        let unreached: Vec<_> = (1..blocks.len())
            .filter(|to| !reached.contains(to))
            .collect();
        for (from, &to) in itertools::iproduct!(tables, &unreached) {
            edges.add_edge(from, to, ());
        }
        Self {
            instructions,
            blocks,
            edges,
        }
    }

    /// Returns the part of the graph with these edges.
    fn within(&self, keep: impl Fn(usize, usize) -> bool) -> DiGraphMap<usize, ()> {
        let edges = self.edges.all_edges();
        edges.filter(|&(from, to, ())| keep(from, to)).collect()
    }

    /// Returns all loops, inner loops before the loops around them.
    pub(crate) fn loops(&self) -> Vec<Loop> {
        let mut loops = Vec::new();
        self.loops_among(&(0..self.blocks.len()).collect(), &mut loops);
        loops
    }

    /// Finds the strongly connected components, takes out their headers, and repeats that within
    /// them.
    fn loops_among(&self, among: &BTreeSet<usize>, loops: &mut Vec<Loop>) {
        let inside = self.within(|from, to| among.contains(&from) && among.contains(&to));
        let mut components: Vec<BTreeSet<usize>> = tarjan_scc(&inside)
            .into_iter()
            .filter(|blocks| blocks.len() > 1 || inside.contains_edge(blocks[0], blocks[0]))
            .map(BTreeSet::from_iter)
            .collect();
        components.sort();
        for blocks in components {
            let entered = |&to: &usize| {
                let mut before = self.edges.neighbors_directed(to, Incoming);
                before.any(|from| !blocks.contains(&from))
            };
            let header = blocks.iter().copied().find(entered).unwrap_or_default();
            let mut rest = blocks.clone();
            rest.remove(&header);
            let found = loops.len();
            self.loops_among(&rest, loops);
            loops.push(Loop {
                header,
                nested: loops.len() > found,
                blocks,
            });
        }
    }

    /// Returns the longest path (in instructions) from a block within some blocks. Edges back to
    /// that block are left out; there must be no other loop among the blocks.
    pub(crate) fn longest(&self, start: usize, among: &BTreeSet<usize>) -> Vec<usize> {
        let inside =
            self.within(|from, to| to != start && among.contains(&from) && among.contains(&to));
        // For each block the length of the longest path from there, and the next block on it.
        let mut paths: BTreeMap<usize, (usize, Option<usize>)> = BTreeMap::new();
        for block in toposort(&inside, None).into_iter().flatten().rev() {
            let next = inside.neighbors(block);
            let next = next.min_by_key(|to| Reverse(paths[to].0));
            let rest = next.map_or(0, |next| paths[&next].0);
            paths.insert(block, (rest + self.blocks[block].len(), next));
        }
        successors(Some(start), |block| paths.get(block)?.1).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::listing::{Machine, parse};

    #[test]
    fn loops_of_a_function() {
        // A loop of blocks 1 to 5 around one of 2 to 4, where 3 can be left out, and another one.
        let text = "
0000000000000000 <f>:
   0:\tmov    x0, x1
   4:\tmov    x0, x1
   8:\tcbz    x2, 10 <f+0x10>
   c:\tadd    x0, x0, #0x1
  10:\tb.ne   8 <f+0x8>
  14:\tb.ne   4 <f+0x4>
  18:\tb.cc   18 <f+0x18>
  1c:\tret
";
        let function = &parse(Machine::Aarch64, text)[0];
        let graph = Graph::new(&function.instructions);
        let loops = graph.loops();
        let found = loops
            .iter()
            .map(|one| (one.header, one.blocks.len(), one.nested));
        assert!(found.eq([(2, 3, false), (1, 5, true), (6, 1, false)]));
        assert_eq!(graph.longest(2, &loops[0].blocks), [2, 3, 4]);
    }
}
