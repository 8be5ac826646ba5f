//! The flow of control in a function: loops, and the longest path through them.

use crate::{listing::Instruction, machine::Control};
use itertools::iproduct;
use petgraph::Direction::Incoming;
use petgraph::algo::{tarjan_scc, toposort};
use petgraph::graphmap::DiGraphMap;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::iter::successors;

/// A function as a graph of its instructions, which are named by their positions.
pub(crate) struct Graph<'a> {
    pub(crate) instructions: &'a [Instruction],
    /// The flow of control from instruction to instruction.
    pub(crate) edges: DiGraphMap<usize, ()>,
}

/// Instructions that are executed repeatedly.
#[derive(PartialEq)]
pub(crate) struct Loop {
    /// The instruction where it is entered.
    pub(crate) header: usize,
    /// All instructions, those of inner loops included.
    pub(crate) places: BTreeSet<usize>,
    pub(crate) nested: bool,
}

impl<'a> Graph<'a> {
    pub(crate) fn new(instructions: &'a [Instruction]) -> Self {
        let all = 0..instructions.len();
        let mut edges = DiGraphMap::new();
        let mut tables = Vec::new();
        for (from, instruction) in instructions.iter().enumerate() {
            let control = instruction.control();
            if let Control::Jump(address) | Control::Branch(address) = control
                && let Ok(to) = instructions.binary_search_by_key(&address, |one| one.address)
            {
                edges.add_edge(from, to, ());
            }
            if let Control::Next | Control::Call | Control::Branch(_) = control
                && all.contains(&(from + 1))
            {
                edges.add_edge(from, from + 1, ());
            }
            tables.extend((control == Control::Anywhere).then_some(from));
        }
        // The targets of a jump table are the instructions that no other edge reaches.
        let reached: BTreeSet<usize> = edges.all_edges().map(|(_, to, ())| to).collect();
        let unreached = all.skip(1).filter(|place| !reached.contains(place));
        for (from, to) in iproduct!(tables, unreached) {
            edges.add_edge(from, to, ());
        }
        Self {
            instructions,
            edges,
        }
    }

    fn within(&self, keep: impl Fn(usize, usize) -> bool) -> DiGraphMap<usize, ()> {
        let edges = self.edges.all_edges();
        edges.filter(|&(from, to, ())| keep(from, to)).collect()
    }

    /// Returns all loops, inner loops before the loops around them.
    pub(crate) fn loops(&self) -> Vec<Loop> {
        let mut loops = Vec::new();
        self.loops_among(&(0..self.instructions.len()).collect(), &mut loops);
        loops
    }

    /// Finds the strongly connected components, takes out their headers, and repeats that within
    /// them.
    fn loops_among(&self, among: &BTreeSet<usize>, loops: &mut Vec<Loop>) {
        let inside = self.within(|from, to| among.contains(&from) && among.contains(&to));
        let mut components: Vec<BTreeSet<usize>> = tarjan_scc(&inside)
            .into_iter()
            .filter(|places| places.len() > 1 || inside.contains_edge(places[0], places[0]))
            .map(BTreeSet::from_iter)
            .collect();
        components.sort();
        for places in components {
            let entered = |&to: &usize| {
                let mut before = self.edges.neighbors_directed(to, Incoming);
                before.any(|from| !places.contains(&from))
            };
            let header = places.iter().copied().find(entered).unwrap_or_default();
            let mut rest = places.clone();
            rest.remove(&header);
            let found = loops.len();
            self.loops_among(&rest, loops);
            loops.push(Loop {
                header,
                nested: loops.len() > found,
                places,
            });
        }
    }

    /// Returns the longest path from the header of a loop that has no inner loop, or through a
    /// function without loops.
    pub(crate) fn longest(&self, one: &Loop) -> Vec<usize> {
        let Loop { header, places, .. } = one;
        let inside =
            self.within(|from, to| to != *header && places.contains(&from) && places.contains(&to));
        // For each instruction the length of the longest path from there, and the next one on it.
        let mut paths: BTreeMap<usize, (usize, Option<usize>)> = BTreeMap::new();
        for place in toposort(&inside, None).into_iter().flatten().rev() {
            let next = inside.neighbors(place);
            let next = next.min_by_key(|to| Reverse(paths[to].0));
            let rest = next.map_or(0, |next| paths[&next].0);
            paths.insert(place, (rest + 1, next));
        }
        successors(Some(*header), |place| paths.get(place)?.1).collect()
    }
}
