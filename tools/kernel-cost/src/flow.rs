//! Blocks, loops, and the longest way through them.

use crate::listing::Function;
use crate::machine::{Control, Machine};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A function as blocks of instructions that are executed one after the other.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The instructions of each block, by position in the function.
    pub blocks: Vec<Range<usize>>,
    /// Where control may go from each block, within the function.
    pub next: Vec<Vec<usize>>,
}

/// Blocks that are executed repeatedly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// Where it is entered.
    pub header: usize,
    /// All blocks, those of inner loops included.
    pub blocks: BTreeSet<usize>,
    /// Does it contain another loop?
    pub nested: bool,
}

impl Graph {
    /// The blocks of a function.
    pub fn new(machine: Machine, function: &Function) -> Self {
        let instructions = &function.instructions;
        let places: BTreeMap<u64, usize> = instructions
            .iter()
            .enumerate()
            .map(|(i, one)| (one.address, i))
            .collect();
        let mut starts = BTreeSet::from([0]);
        for (i, instruction) in instructions.iter().enumerate() {
            match machine.control(instruction) {
                Control::Next | Control::Call => continue,
                Control::Jump(to) | Control::Branch(to) => starts.extend(places.get(&to)),
                Control::Leave | Control::Anywhere => {}
            }
            starts.insert(i + 1);
        }
        starts.insert(instructions.len());
        let starts: Vec<usize> = starts
            .into_iter()
            .filter(|&at| at <= instructions.len())
            .collect();
        let blocks: Vec<Range<usize>> = starts.windows(2).map(|pair| pair[0]..pair[1]).collect();
        let block_at = |address: u64| {
            let place = places.get(&address)?;
            blocks.iter().position(|block| block.start == *place)
        };
        let mut next: Vec<Vec<usize>> = blocks
            .iter()
            .enumerate()
            .map(|(number, block)| {
                let on = Some(number + 1).filter(|&on| on < blocks.len());
                match machine.control(&instructions[block.end - 1]) {
                    Control::Next | Control::Call => on.into_iter().collect(),
                    Control::Jump(to) => block_at(to).into_iter().collect(),
                    Control::Branch(to) => block_at(to).into_iter().chain(on).collect(),
                    Control::Leave | Control::Anywhere => Vec::new(),
                }
            })
            .collect();
        // A table of jumps leads to what is reached in no other way.
        let reached: BTreeSet<usize> = next.iter().flatten().copied().chain([0]).collect();
        let others: Vec<usize> = (0..blocks.len())
            .filter(|block| !reached.contains(block))
            .collect();
        for (block, next) in blocks.iter().zip(&mut next) {
            if machine.control(&instructions[block.end - 1]) == Control::Anywhere {
                next.clone_from(&others);
            }
        }
        Self { blocks, next }
    }

    /// All loops, inner ones too.
    pub fn loops(&self) -> Vec<Loop> {
        let mut loops = Vec::new();
        self.loops_within(&(0..self.blocks.len()).collect(), &mut loops);
        loops
    }

    /// Finds what is strongly connected, takes the entry out, and looks again.
    fn loops_within(&self, within: &BTreeSet<usize>, loops: &mut Vec<Loop>) {
        for component in self.components(within) {
            let Some(header) = self.entry(&component) else {
                continue;
            };
            let mut rest = component.clone();
            rest.remove(&header);
            let found = loops.len();
            self.loops_within(&rest, loops);
            loops.push(Loop {
                header,
                nested: loops.len() > found,
                blocks: component,
            });
        }
    }

    /// The first block that is reached from outside.
    fn entry(&self, component: &BTreeSet<usize>) -> Option<usize> {
        let entered = |block: &usize| {
            (0..self.blocks.len())
                .any(|from| !component.contains(&from) && self.next[from].contains(block))
        };
        component
            .iter()
            .copied()
            .find(entered)
            .or_else(|| component.first().copied())
    }

    /// The strongly connected components that are loops, of some blocks. (In a graph of a few hundred blocks, who
    /// reaches whom can simply be tried.)
    fn components(&self, within: &BTreeSet<usize>) -> Vec<BTreeSet<usize>> {
        let reached: BTreeMap<usize, BTreeSet<usize>> = within
            .iter()
            .map(|&block| (block, self.reached(block, within)))
            .collect();
        let mut left = within.clone();
        let mut components = Vec::new();
        while let Some(block) = left.pop_first() {
            if !reached[&block].contains(&block) {
                continue;
            }
            let component: BTreeSet<usize> = reached[&block]
                .iter()
                .copied()
                .filter(|to| reached[to].contains(&block))
                .collect();
            left.retain(|block| !component.contains(block));
            components.push(component);
        }
        components
    }

    /// What is reached from a block in one step or more.
    fn reached(&self, from: usize, within: &BTreeSet<usize>) -> BTreeSet<usize> {
        let mut reached = BTreeSet::new();
        let mut open = vec![from];
        while let Some(block) = open.pop() {
            for &to in &self.next[block] {
                if within.contains(&to) && reached.insert(to) {
                    open.push(to);
                }
            }
        }
        reached
    }

    /// The longest way (in instructions) from a block on within some blocks. Apart from ways back to the first block
    /// there must be no loop among them.
    pub fn longest(&self, from: usize, within: &BTreeSet<usize>) -> Vec<usize> {
        let mut ways = BTreeMap::new();
        self.longest_from(from, from, within, &mut ways);
        ways.remove(&from).map_or_else(Vec::new, |(_, way)| way)
    }

    fn longest_from(
        &self,
        block: usize,
        first: usize,
        within: &BTreeSet<usize>,
        ways: &mut BTreeMap<usize, (usize, Vec<usize>)>,
    ) {
        let mut best = (0, Vec::new());
        for &to in &self.next[block] {
            if to == first || !within.contains(&to) {
                continue;
            }
            if !ways.contains_key(&to) {
                self.longest_from(to, first, within, ways);
            }
            if ways[&to].0 > best.0 {
                best = ways[&to].clone();
            }
        }
        best.0 += self.blocks[block].len();
        best.1.insert(0, block);
        ways.insert(block, best);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::listing::parse;

    /// ```text
    /// 0 -> 1 -> 2 -> 3 -> 1      a loop with a short cut from 1 to 3
    ///           3 -> 4 -> 4      and one of a single block after it
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
        let graph = Graph::new(Machine::Aarch64, function);
        assert_eq!(graph.blocks, [0..1, 1..2, 2..3, 3..4, 4..5, 5..6]);
        assert_eq!(
            graph.next,
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
        let loops = Graph::new(Machine::Aarch64, function).loops();
        let found: Vec<_> = loops
            .iter()
            .map(|one| (one.blocks.iter().copied().collect::<Vec<_>>(), one.nested))
            .collect();
        assert_eq!(found.last(), Some(&(vec![1, 2, 3, 4], true)));
        assert_eq!(found.len(), 2);
    }
}
