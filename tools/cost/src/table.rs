//! The committed counts: a text file, a line per kernel and entry point.

use crate::count::Cost;
use itertools::Itertools;

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
