//! The cost of a kernel, and the committed counts: a text file, a line per kernel and entry point.

use crate::flow::{Graph, Loop};
use crate::listing::{Function, Instruction};
use crate::{machine::Control, name::Name};
use anyhow::{Result, ensure};
use itertools::Itertools;
use siphasher::sip::SipHasher13;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

pub(crate) struct Cost {
    pub(crate) name: Name,
    /// The number of boards per turn of the hot loop; 1 if there is none.
    pub(crate) boards: usize,
    /// Instructions per board, on the longest path through the hot loop (the mean of several hot
    /// loops) or the whole function.
    pub(crate) instructions: f64,
    /// Calls of other functions. No kernel should have any.
    pub(crate) calls: usize,
    /// Vectors written to the stack or read from it.
    pub(crate) spills: usize,
    pub(crate) doubts: String,
    pub(crate) hash: u64,
}

struct Part {
    /// The number of boards that its path stores.
    boards: usize,
    instructions: usize,
    calls: usize,
    spills: usize,
    nested: bool,
}

/// Counts all kernels among the functions. Calls through a pointer may go through a jump of the
/// same name: the longest function of a name is the kernel.
pub(crate) fn costs(functions: &[Function]) -> Result<Vec<Cost>> {
    let mut kernels: BTreeMap<Name, BTreeMap<&str, &Function>> = BTreeMap::new();
    for function in functions {
        let name = Name::of(&function.name).or_else(|| Name::of_intrinsics(&function.name));
        if let Some((name, parameter)) = name {
            let parameters = kernels.entry(name).or_default();
            let kernel = parameters.entry(parameter).or_insert(function);
            if function.instructions.len() > kernel.instructions.len() {
                *kernel = function;
            }
        }
    }
    ensure!(!kernels.is_empty(), "no kernel found in the library");
    let costs = kernels.into_iter();
    let costs = costs.map(|(name, functions)| cost(name, functions.into_values().collect()));
    Ok(costs.collect())
}

fn cost(name: Name, functions: Vec<&Function>) -> Cost {
    let parts: Vec<Part> = functions
        .iter()
        .flat_map(|function| hot_parts(&name, function))
        .collect();
    let doubts = [
        ("boards", parts.iter().any(|part| part.boards == 0)),
        ("inner-loop", parts.iter().any(|part| part.nested)),
        ("number-of-loops", parts.len() < name.hot_loops()),
    ];
    let doubts = doubts.iter().filter(|doubt| doubt.1).map(|doubt| doubt.0);
    let per_board = |part: &Part| part.instructions as f64 / part.boards.max(1) as f64;
    let hash = match functions[..] {
        [function] => function.hash(),
        _ => {
            let mut hasher = SipHasher13::new();
            let all = functions.iter().map(|function| function.hash());
            all.for_each(|hash| hash.hash(&mut hasher));
            hasher.finish()
        }
    };
    Cost {
        boards: parts.iter().map(|part| part.boards).min().unwrap_or(0),
        instructions: parts.iter().map(per_board).sum::<f64>() / parts.len().max(1) as f64,
        calls: parts.iter().map(|part| part.calls).sum(),
        spills: parts.iter().map(|part| part.spills).sum(),
        doubts: doubts.collect::<Vec<_>>().join(","),
        hash,
        name,
    }
}

/// Returns the hot loops of a function, or the whole function if its entry point has none.
fn hot_parts(name: &Name, function: &Function) -> Vec<Part> {
    let graph = Graph::new(&function.instructions);
    let loops = graph.loops();
    let part = |one: &Loop| graph.part(name.entry.outputs(), one);
    if name.hot_loops() == 0 {
        let mut whole = part(&Loop {
            header: 0,
            places: (0..function.instructions.len()).collect(),
            nested: !loops.is_empty(),
        });
        whole.boards = 1;
        return vec![whole];
    }
    // A loop around others counts only if it stores boards itself.
    let in_loops_of = |outer: &Loop| -> usize {
        let inner = loops.iter().filter(|inner| *inner != outer);
        let inner = inner.filter(|inner| inner.places.is_subset(&outer.places));
        inner.map(|inner| part(inner).boards).sum()
    };
    let parts = loops.iter().map(|one| (one, part(one)));
    let parts = parts.filter(|(one, part)| !one.nested || part.boards > in_loops_of(one));
    let mut parts: Vec<Part> = parts.map(|(_, part)| part).collect();
    let most = parts.iter().map(|part| part.boards).max().unwrap_or(0);
    parts.retain(|part| part.boards == most);
    parts
}

impl Graph<'_> {
    /// Counts a loop: instructions and boards on the longest path, or all of them if it is nested;
    /// calls and spills everywhere.
    fn part(&self, outputs: usize, one: &Loop) -> Part {
        let instruction = |place: &usize| &self.instructions[*place];
        let all = one.places.iter();
        let path = match one.nested {
            true => all.clone().copied().collect(),
            false => self.longest(one),
        };
        let on_stack =
            |place: &usize| Some(self.on_stack(self.instructions[*place].base()?, *place));
        let stores = path.iter().filter(|place| on_stack(place) == Some(false));
        let bytes: usize = stores.map(|place| instruction(place).stored()).sum();
        let calls = all.clone();
        let calls = calls.filter(|place| instruction(place).control() == Control::Call);
        let spills = all.filter(|place| instruction(place).has_vector());
        let counted = path.iter().map(instruction).filter(|one| !one.is_padding());
        Part {
            boards: bytes / (8 * outputs),
            calls: calls.count(),
            spills: spills.filter(|place| on_stack(place) == Some(true)).count(),
            instructions: counted.count(),
            nested: one.nested,
        }
    }
    /// Returns whether a register is the stack pointer at a place, or a pointer made from it by the
    /// instructions before, as in `add x8, sp, #0x20`.
    fn on_stack(&self, register: &str, place: usize) -> bool {
        let is_set = |one: &&Instruction| {
            let to = one.operands.split_once(", ");
            to.is_some_and(|to| to.0 == register) && !one.mnemonic.starts_with("st")
        };
        let moved = format!("{register}, {register}, #");
        let sets = self.instructions[..place].iter().rev().filter(is_set);
        let mut made = sets.filter(|one| !one.operands.starts_with(&moved));
        let from_stack = |one: &Instruction| one.operands.contains(", sp");
        ["sp", "rsp"].contains(&register) || made.next().is_some_and(from_stack)
    }
}

/// Returns the text of the committed file.
pub(crate) fn text(machine: &str, costs: &[Cost]) -> String {
    let title = "cost counted in the assembly (default release build)";
    let mut text = format!("# Kernels of setwise on {machine}: {title}\n#\n{EXPLANATION}");
    let order = |cost: &&Cost| (cost.name.kernel.clone(), cost.name.entry.name());
    for cost in costs.iter().sorted_by_key(order) {
        let (kernel, entry) = (&cost.name.kernel, cost.name.entry.name());
        let line = format!(
            "{kernel:<28} {entry:<20} {:>6}  {:>12.2}  {:>5}  {:>6}  {}",
            cost.boards, cost.instructions, cost.calls, cost.spills, cost.doubts,
        );
        text += line.trim_end();
        text.push('\n');
    }
    text
}

const EXPLANATION: &str = "\
# boards: done per turn of the hot loop (1: the whole function). instructions: per board, on the longest way through
# the loop; of fills the mean of the eight directions. calls: in the loop. spills: vectors to and from the stack.
# A text after the numbers says why a count is doubtful.
# kernel                     call                 boards  instructions  calls  spills
";
