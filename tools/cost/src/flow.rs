//! Basic blocks, loops, and the longest path through them.

use crate::listing::Instruction;
use crate::machine::{Control, Machine};
use petgraph::Direction::Incoming;
use petgraph::algo::{tarjan_scc, toposort};
use petgraph::graphmap::DiGraphMap;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::iter::successors;
use std::ops::Range;

/// A function as basic blocks.
#[derive(Clone, Debug)]
pub struct Graph<'a> {
    /// The architecture.
    pub machine: Machine,
    /// The instructions.
    pub instructions: &'a [Instruction],
    /// The instructions of each block, by position in the function.
    pub blocks: Vec<Range<usize>>,
    /// The flow of control from block to block.
    pub edges: DiGraphMap<usize, ()>,
}

/// Blocks that are executed repeatedly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The block where it is entered.
    pub header: usize,
    /// All blocks, those of inner loops included.
    pub blocks: BTreeSet<usize>,
    /// Whether it contains another loop.
    pub nested: bool,
}

impl<'a> Graph<'a> {
    /// Finds the blocks of a function.
    pub fn new(machine: Machine, instructions: &'a [Instruction]) -> Self {
        let control = |place: usize| machine.control(&instructions[place]);
        let search = |at| instructions.binary_search_by_key(&at, |one| one.address);
        let place = |address| search(address).ok();
        let mut starts = BTreeSet::from([0, instructions.len()]);
        for i in 0..instructions.len() {
            let control = control(i);
            if let Control::Jump(to) | Control::Branch(to) = control {
                starts.extend(place(to));
            }
            if !matches!(control, Control::Next | Control::Call) {
                starts.insert(i + 1);
            }
        }
        let starts: Vec<usize> = starts.into_iter().collect();
        let blocks: Vec<Range<usize>> = starts.windows(2).map(|pair| pair[0]..pair[1]).collect();
        let block = |address| starts.binary_search(&place(address)?).ok();
        let mut edges = DiGraphMap::new();
        let mut add = |from, to: Option<usize>| {
            if let Some(to) = to.filter(|&to| to < blocks.len()) {
                edges.add_edge(from, to, ());
            }
        };
        for (i, range) in blocks.iter().enumerate() {
            let control = control(range.end - 1);
            if let Control::Jump(to) | Control::Branch(to) = control {
                add(i, block(to));
            }
            if let Control::Next | Control::Call | Control::Branch(_) = control {
                add(i, Some(i + 1));
            }
        }
        // A jump table leads to the blocks that nothing else leads to.
        let reached: BTreeSet<usize> = edges.all_edges().map(|(_, to, ())| to).collect();
        for (from, range) in blocks.iter().enumerate() {
            if control(range.end - 1) == Control::Anywhere {
                for to in (1..blocks.len()).filter(|to| !reached.contains(to)) {
                    edges.add_edge(from, to, ());
                }
            }
        }
        Self {
            machine,
            instructions,
            blocks,
            edges,
        }
    }

    /// Returns all loops, inner loops before the loops around them.
    pub fn loops(&self) -> Vec<Loop> {
        let mut loops = Vec::new();
        self.loops_within(&(0..self.blocks.len()).collect(), &mut loops);
        loops
    }

    /// Finds the strongly connected components, takes out their headers, and repeats that within
    /// them.
    fn loops_within(&self, within: &BTreeSet<usize>, loops: &mut Vec<Loop>) {
        let edges = self.edges.all_edges().map(|(from, to, ())| (from, to));
        let inside = edges.filter(|(from, to)| within.contains(from) && within.contains(to));
        let inside = DiGraphMap::<usize, ()>::from_edges(inside);
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
            self.loops_within(&rest, loops);
            loops.push(Loop {
                header,
                nested: loops.len() > found,
                blocks,
            });
        }
    }

    /// Returns the longest path (in instructions) from a block within some blocks. Edges back to
    /// that block are left out; there must be no other loop among the blocks.
    pub fn longest(&self, from: usize, within: &BTreeSet<usize>) -> Vec<usize> {
        let edges = self.edges.all_edges().map(|(a, b, ())| (a, b));
        let inside =
            |(a, b): &(usize, usize)| *b != from && within.contains(a) && within.contains(b);
        let inside = DiGraphMap::<usize, ()>::from_edges(edges.filter(inside));
        // For each block the length of the longest path from there, and the next block on it.
        let mut paths: BTreeMap<usize, (usize, Option<usize>)> = BTreeMap::new();
        for block in toposort(&inside, None).into_iter().flatten().rev() {
            let next = inside.neighbors(block);
            let next = next.min_by_key(|to| Reverse(paths[to].0));
            let rest = next.map_or(0, |next| paths[&next].0);
            paths.insert(block, (rest + self.blocks[block].len(), next));
        }
        successors(Some(from), |block| paths.get(block)?.1).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::listing::parse;

    /// ```text
    /// 0 -> 1 -> 2 -> 3 -> 1      a loop with a short cut from 1 to 3
    ///           3 -> 4 -> 4      and a loop of a single block after it
    /// ```
    const LOOPS: &str = "
0000000000000000 <f>:
   0:\tmov    x0, x1
   4:\tcbz    x2, c <f+0xc>
   8:\tadd    x0, x0, #0x1
   c:\tb.ne   4 <f+0x4>
  10:\tb.cc   10 <f+0x10>
  14:\tret
";

    #[test]
    fn loops_of_a_function() {
        let function = &parse(LOOPS)[0];
        let graph = Graph::new(Machine::Aarch64, &function.instructions);
        assert_eq!(graph.blocks, [0..1, 1..2, 2..3, 3..4, 4..5, 5..6]);
        let next: Vec<Vec<usize>> = (0..6)
            .map(|block| graph.edges.neighbors(block).collect())
            .collect();
        assert_eq!(
            next,
            [vec![1], vec![3, 2], vec![3], vec![1, 4], vec![4, 5], vec![]]
        );
        let loops = graph.loops();
        let found: Vec<_> = loops
            .iter()
            .map(|one| (one.header, one.blocks.len(), one.nested))
            .collect();
        assert_eq!(found, [(1, 3, false), (4, 1, false)]);
        assert_eq!(graph.longest(1, &loops[0].blocks), [1, 2, 3]);
    }

    #[test]
    fn inner_loops() {
        let text = LOOPS
            .replace("b.ne   4 <f+0x4>", "b.ne   8 <f+0x8>")
            .replace("b.cc   10", "b.cc   4");
        let function = &parse(&text)[0];
        let loops = Graph::new(Machine::Aarch64, &function.instructions).loops();
        let found: Vec<_> = loops
            .iter()
            .map(|one| (one.blocks.iter().copied().collect::<Vec<_>>(), one.nested))
            .collect();
        assert_eq!(found.last(), Some(&(vec![1, 2, 3, 4], true)));
        assert_eq!(found.len(), 2);
    }
}
